@state = internal global i32 0, align 64
@sleeping = internal global i32 0, align 64
@busy = internal global i32 0, align 64
@workers = internal unnamed_addr global i32 0, align 4
@condition = internal global [128 x i8] zeroinitializer, align 64
@mutex = internal global [128 x i8] zeroinitializer, align 64
@job.0 = internal unnamed_addr global ptr null, align 8
@job.1 = internal unnamed_addr global ptr null, align 8
@job.2 = internal unnamed_addr global i64 0, align 8
@job.3 = internal unnamed_addr global i64 0, align 8
@job.4 = internal unnamed_addr global i32 0, align 8
@next_task = internal global i64 0, align 64
@generation = internal global i64 0, align 64

; Function Attrs: nofree norecurse nosync nounwind memory(write, argmem: none, inaccessiblemem: none)
define dso_local void @dlvm_after_fork() local_unnamed_addr #0 {
  store i32 0, ptr @state, align 64
  store i32 0, ptr @sleeping, align 64
  store i32 0, ptr @busy, align 64
  store i32 0, ptr @workers, align 4
  store <16 x i8> zeroinitializer, ptr @condition, align 64
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @condition, i64 16), align 16
  store <16 x i8> zeroinitializer, ptr @mutex, align 64
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @mutex, i64 16), align 16
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @condition, i64 32), align 32
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @condition, i64 48), align 16
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @mutex, i64 32), align 32
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @mutex, i64 48), align 16
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @condition, i64 64), align 64
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @condition, i64 80), align 16
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @mutex, i64 64), align 64
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @mutex, i64 80), align 16
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @condition, i64 96), align 32
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @condition, i64 112), align 16
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @mutex, i64 96), align 32
  store <16 x i8> zeroinitializer, ptr getelementptr inbounds (i8, ptr @mutex, i64 112), align 16
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define dso_local void @dlvm_parallel(ptr noundef %0, ptr noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4) local_unnamed_addr #2 {
  %6 = alloca i64, align 8
  %7 = icmp sgt i64 %4, 1
  %8 = icmp sgt i64 %2, %3
  %9 = and i1 %8, %7
  br i1 %9, label %10, label %20

10:                                               ; preds = %5
  %11 = atomicrmw xchg ptr @busy, i32 1 acquire, align 64
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %20

13:                                               ; preds = %10
  %14 = add nsw i64 %4, -1
  %15 = load i32, ptr @workers, align 4
  %16 = sext i32 %15 to i64
  %17 = icmp sgt i64 %14, %16
  %18 = icmp slt i32 %15, 255
  %19 = and i1 %18, %17
  br i1 %19, label %21, label %34

20:                                               ; preds = %10, %5
  tail call void %0(ptr noundef %1, i64 noundef 0, i64 noundef %2) #6
  br label %64

21:                                               ; preds = %13, %25
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6) #7
  %22 = call i32 @pthread_create(ptr noundef nonnull %6, ptr noundef null, ptr noundef nonnull @worker, ptr noundef null) #6
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %25, label %24

24:                                               ; preds = %21
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #7
  br label %34

25:                                               ; preds = %21
  %26 = load i64, ptr %6, align 8
  %27 = call i32 @pthread_detach(i64 noundef %26) #6
  %28 = load i32, ptr @workers, align 4
  %29 = add nsw i32 %28, 1
  store i32 %29, ptr @workers, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #7
  %30 = sext i32 %29 to i64
  %31 = icmp sgt i64 %14, %30
  %32 = icmp slt i32 %28, 254
  %33 = and i1 %32, %31
  br i1 %33, label %21, label %34

34:                                               ; preds = %25, %13, %24
  store ptr %0, ptr @job.0, align 8
  store ptr %1, ptr @job.1, align 8
  store i64 %2, ptr @job.2, align 8
  store i64 %3, ptr @job.3, align 8
  %35 = trunc i64 %14 to i32
  store atomic i32 %35, ptr @job.4 monotonic, align 8
  store atomic i64 0, ptr @next_task monotonic, align 64
  store atomic i32 1073741824, ptr @state release, align 64
  %36 = atomicrmw add ptr @generation, i64 1 seq_cst, align 64
  %37 = load atomic i32, ptr @sleeping seq_cst, align 64
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %43, label %39

39:                                               ; preds = %34
  %40 = call i32 @pthread_mutex_lock(ptr noundef nonnull @mutex) #6
  %41 = call i32 @pthread_cond_broadcast(ptr noundef nonnull @condition) #6
  %42 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @mutex) #6
  br label %43

43:                                               ; preds = %39, %34
  %44 = load i64, ptr @job.2, align 8
  %45 = load i64, ptr @job.3, align 8
  %46 = atomicrmw add ptr @next_task, i64 %45 monotonic, align 64
  %47 = icmp slt i64 %46, %44
  br i1 %47, label %48, label %56

48:                                               ; preds = %43, %48
  %49 = phi i64 [ %54, %48 ], [ %46, %43 ]
  %50 = add nsw i64 %49, %45
  %51 = call i64 @llvm.smin.i64(i64 %50, i64 %44)
  %52 = load ptr, ptr @job.0, align 8
  %53 = load ptr, ptr @job.1, align 8
  call void %52(ptr noundef %53, i64 noundef %49, i64 noundef %51) #6
  %54 = atomicrmw add ptr @next_task, i64 %45 monotonic, align 64
  %55 = icmp slt i64 %54, %44
  br i1 %55, label %48, label %56

56:                                               ; preds = %48, %43
  %57 = atomicrmw and ptr @state, i32 -1073741825 acq_rel, align 64
  %58 = load atomic i32, ptr @state acquire, align 64
  %59 = icmp eq i32 %58, 0
  br i1 %59, label %63, label %60

60:                                               ; preds = %56, %60
  fence syncscope("singlethread") seq_cst
  %61 = load atomic i32, ptr @state acquire, align 64
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %63, label %60

63:                                               ; preds = %60, %56
  store atomic i32 0, ptr @busy release, align 64
  br label %64

64:                                               ; preds = %63, %20
  ret void
}

declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: noreturn nounwind
define internal noundef ptr @worker(ptr nocapture readnone %0) #4 {
  br label %2

2:                                                ; preds = %58, %1
  %3 = phi i64 [ 0, %1 ], [ %28, %58 ]
  %4 = load atomic i64, ptr @generation acquire, align 64
  %5 = icmp eq i64 %4, %3
  br i1 %5, label %6, label %27

6:                                                ; preds = %2, %11
  %7 = phi i32 [ %12, %11 ], [ 0, %2 ]
  %8 = icmp slt i32 %7, 99999
  br i1 %8, label %9, label %15

9:                                                ; preds = %6
  %10 = add nsw i32 %7, 1
  fence syncscope("singlethread") seq_cst
  br label %11

11:                                               ; preds = %9, %24
  %12 = phi i32 [ %10, %9 ], [ 0, %24 ]
  %13 = load atomic i64, ptr @generation acquire, align 64
  %14 = icmp eq i64 %13, %3
  br i1 %14, label %6, label %27

15:                                               ; preds = %6
  %16 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull @mutex) #6
  %17 = atomicrmw add ptr @sleeping, i32 1 seq_cst, align 64
  %18 = load atomic i64, ptr @generation seq_cst, align 64
  %19 = icmp eq i64 %18, %3
  br i1 %19, label %20, label %24

20:                                               ; preds = %15, %20
  %21 = tail call i32 @pthread_cond_wait(ptr noundef nonnull @condition, ptr noundef nonnull @mutex) #6
  %22 = load atomic i64, ptr @generation seq_cst, align 64
  %23 = icmp eq i64 %22, %3
  br i1 %23, label %20, label %24

24:                                               ; preds = %20, %15
  %25 = atomicrmw sub ptr @sleeping, i32 1 seq_cst, align 64
  %26 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull @mutex) #6
  br label %11

27:                                               ; preds = %11, %2
  %28 = phi i64 [ %4, %2 ], [ %13, %11 ]
  %29 = load atomic i32, ptr @state acquire, align 64
  br label %30

30:                                               ; preds = %38, %27
  %31 = phi i32 [ %29, %27 ], [ %42, %38 ]
  %32 = and i32 %31, 1073741824
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %58, label %34

34:                                               ; preds = %30
  %35 = and i32 %31, 65535
  %36 = load atomic i32, ptr @job.4 monotonic, align 8
  %37 = icmp slt i32 %35, %36
  br i1 %37, label %38, label %58

38:                                               ; preds = %34
  %39 = add nsw i32 %31, 1
  %40 = cmpxchg ptr @state, i32 %31, i32 %39 acq_rel acquire, align 64
  %41 = extractvalue { i32, i1 } %40, 1
  %42 = extractvalue { i32, i1 } %40, 0
  br i1 %41, label %43, label %30

43:                                               ; preds = %38
  %44 = load i64, ptr @job.2, align 8
  %45 = load i64, ptr @job.3, align 8
  %46 = atomicrmw add ptr @next_task, i64 %45 monotonic, align 64
  %47 = icmp slt i64 %46, %44
  br i1 %47, label %48, label %56

48:                                               ; preds = %43, %48
  %49 = phi i64 [ %54, %48 ], [ %46, %43 ]
  %50 = add nsw i64 %49, %45
  %51 = tail call i64 @llvm.smin.i64(i64 %50, i64 %44)
  %52 = load ptr, ptr @job.0, align 8
  %53 = load ptr, ptr @job.1, align 8
  tail call void %52(ptr noundef %53, i64 noundef %49, i64 noundef %51) #6
  %54 = atomicrmw add ptr @next_task, i64 %45 monotonic, align 64
  %55 = icmp slt i64 %54, %44
  br i1 %55, label %48, label %56

56:                                               ; preds = %48, %43
  %57 = atomicrmw sub ptr @state, i32 1 release, align 64
  br label %58

58:                                               ; preds = %34, %30, %56
  br label %2
}

declare i32 @pthread_detach(i64 noundef) local_unnamed_addr #3

declare i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr #3

declare i32 @pthread_cond_broadcast(ptr noundef) local_unnamed_addr #3

declare i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr #3

declare i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #5

attributes #0 = { nofree norecurse nosync nounwind memory(write, argmem: none, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { noreturn nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nobuiltin nounwind "no-builtins" }
attributes #7 = { nounwind }
