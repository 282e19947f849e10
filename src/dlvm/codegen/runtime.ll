@state = internal global i32 0, align 64
@sleeping = internal global i32 0, align 64
@busy = internal global i32 0, align 64
@workers = internal unnamed_addr global i32 0, align 4
@condition = internal global [128 x i8] zeroinitializer, align 64
@mutex = internal global [128 x i8] zeroinitializer, align 64
@job.0 = internal unnamed_addr global ptr null, align 8
@job.1 = internal unnamed_addr global ptr null, align 8
@job.2 = internal unnamed_addr global i64 0, align 8
@job.3 = internal unnamed_addr global i32 0, align 8
@open_tasks = internal global i64 0, align 64
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
  %10 = icmp ult i64 %2, 4294967296
  %11 = and i1 %10, %9
  br i1 %11, label %12, label %22

12:                                               ; preds = %5
  %13 = atomicrmw xchg ptr @busy, i32 1 acquire, align 64
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %15, label %22

15:                                               ; preds = %12
  %16 = add nsw i64 %4, -1
  %17 = load i32, ptr @workers, align 4
  %18 = sext i32 %17 to i64
  %19 = icmp sgt i64 %16, %18
  %20 = icmp slt i32 %17, 255
  %21 = and i1 %20, %19
  br i1 %21, label %23, label %36

22:                                               ; preds = %12, %5
  tail call void %0(ptr noundef %1, i64 noundef 0, i64 noundef %2) #6
  br label %81

23:                                               ; preds = %15, %27
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6) #7
  %24 = call i32 @pthread_create(ptr noundef nonnull %6, ptr noundef null, ptr noundef nonnull @worker, ptr noundef null) #6
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %27, label %26

26:                                               ; preds = %23
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #7
  br label %36

27:                                               ; preds = %23
  %28 = load i64, ptr %6, align 8
  %29 = call i32 @pthread_detach(i64 noundef %28) #6
  %30 = load i32, ptr @workers, align 4
  %31 = add nsw i32 %30, 1
  store i32 %31, ptr @workers, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #7
  %32 = sext i32 %31 to i64
  %33 = icmp sgt i64 %16, %32
  %34 = icmp slt i32 %30, 254
  %35 = and i1 %34, %33
  br i1 %35, label %23, label %36

36:                                               ; preds = %27, %15, %26
  store ptr %0, ptr @job.0, align 8
  store ptr %1, ptr @job.1, align 8
  store i64 %3, ptr @job.2, align 8
  %37 = trunc i64 %16 to i32
  store atomic i32 %37, ptr @job.3 monotonic, align 8
  %38 = shl nuw i64 %2, 32
  store atomic i64 %38, ptr @open_tasks monotonic, align 64
  store atomic i32 1073741824, ptr @state release, align 64
  %39 = atomicrmw add ptr @generation, i64 1 seq_cst, align 64
  %40 = load atomic i32, ptr @sleeping seq_cst, align 64
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %46, label %42

42:                                               ; preds = %36
  %43 = call i32 @pthread_mutex_lock(ptr noundef nonnull @mutex) #6
  %44 = call i32 @pthread_cond_broadcast(ptr noundef nonnull @condition) #6
  %45 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @mutex) #6
  br label %46

46:                                               ; preds = %42, %36
  %47 = load i64, ptr @job.2, align 8
  %48 = load atomic i64, ptr @open_tasks acquire, align 64
  %49 = and i64 %48, 4294967295
  %50 = lshr i64 %48, 32
  %51 = icmp ult i64 %49, %50
  br i1 %51, label %52, label %73

52:                                               ; preds = %46, %68
  %53 = phi i64 [ %71, %68 ], [ %50, %46 ]
  %54 = phi i64 [ %70, %68 ], [ %49, %46 ]
  %55 = phi i64 [ %69, %68 ], [ %48, %46 ]
  %56 = sub nsw i64 %53, %54
  %57 = call i64 @llvm.umin.i64(i64 %56, i64 %47)
  %58 = add i64 %57, %54
  %59 = and i64 %55, -4294967296
  %60 = or i64 %58, %59
  %61 = cmpxchg ptr @open_tasks, i64 %55, i64 %60 acq_rel acquire, align 64
  %62 = extractvalue { i64, i1 } %61, 1
  %63 = extractvalue { i64, i1 } %61, 0
  br i1 %62, label %64, label %68

64:                                               ; preds = %52
  %65 = load ptr, ptr @job.0, align 8
  %66 = load ptr, ptr @job.1, align 8
  call void %65(ptr noundef %66, i64 noundef %54, i64 noundef %58) #6
  %67 = load atomic i64, ptr @open_tasks acquire, align 64
  br label %68

68:                                               ; preds = %64, %52
  %69 = phi i64 [ %67, %64 ], [ %63, %52 ]
  %70 = and i64 %69, 4294967295
  %71 = lshr i64 %69, 32
  %72 = icmp ult i64 %70, %71
  br i1 %72, label %52, label %73

73:                                               ; preds = %68, %46
  %74 = atomicrmw and ptr @state, i32 -1073741825 acq_rel, align 64
  %75 = load atomic i32, ptr @state acquire, align 64
  %76 = icmp eq i32 %75, 0
  br i1 %76, label %80, label %77

77:                                               ; preds = %73, %77
  fence syncscope("singlethread") seq_cst
  %78 = load atomic i32, ptr @state acquire, align 64
  %79 = icmp eq i32 %78, 0
  br i1 %79, label %80, label %77

80:                                               ; preds = %77, %73
  store atomic i32 0, ptr @busy release, align 64
  br label %81

81:                                               ; preds = %80, %22
  ret void
}

declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: noreturn nounwind
define internal noundef ptr @worker(ptr nocapture readnone %0) #4 {
  br label %2

2:                                                ; preds = %72, %1
  %3 = phi i64 [ 0, %1 ], [ %28, %72 ]
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
  br i1 %33, label %72, label %34

34:                                               ; preds = %30
  %35 = and i32 %31, 65535
  %36 = load atomic i32, ptr @job.3 monotonic, align 8
  %37 = icmp slt i32 %35, %36
  br i1 %37, label %38, label %72

38:                                               ; preds = %34
  %39 = add nsw i32 %31, 1
  %40 = cmpxchg ptr @state, i32 %31, i32 %39 acq_rel acquire, align 64
  %41 = extractvalue { i32, i1 } %40, 1
  %42 = extractvalue { i32, i1 } %40, 0
  br i1 %41, label %43, label %30

43:                                               ; preds = %38
  %44 = load i64, ptr @job.2, align 8
  %45 = load atomic i64, ptr @open_tasks acquire, align 64
  %46 = and i64 %45, 4294967295
  %47 = lshr i64 %45, 32
  %48 = icmp ult i64 %46, %47
  br i1 %48, label %49, label %70

49:                                               ; preds = %43, %65
  %50 = phi i64 [ %68, %65 ], [ %47, %43 ]
  %51 = phi i64 [ %67, %65 ], [ %46, %43 ]
  %52 = phi i64 [ %66, %65 ], [ %45, %43 ]
  %53 = sub nsw i64 %50, %51
  %54 = tail call i64 @llvm.umin.i64(i64 %53, i64 %44)
  %55 = sub i64 %50, %54
  %56 = shl i64 %55, 32
  %57 = or disjoint i64 %56, %51
  %58 = cmpxchg ptr @open_tasks, i64 %52, i64 %57 acq_rel acquire, align 64
  %59 = extractvalue { i64, i1 } %58, 1
  %60 = extractvalue { i64, i1 } %58, 0
  br i1 %59, label %61, label %65

61:                                               ; preds = %49
  %62 = load ptr, ptr @job.0, align 8
  %63 = load ptr, ptr @job.1, align 8
  tail call void %62(ptr noundef %63, i64 noundef %55, i64 noundef %50) #6
  %64 = load atomic i64, ptr @open_tasks acquire, align 64
  br label %65

65:                                               ; preds = %61, %49
  %66 = phi i64 [ %64, %61 ], [ %60, %49 ]
  %67 = and i64 %66, 4294967295
  %68 = lshr i64 %66, 32
  %69 = icmp ult i64 %67, %68
  br i1 %69, label %49, label %70

70:                                               ; preds = %65, %43
  %71 = atomicrmw sub ptr @state, i32 1 release, align 64
  br label %72

72:                                               ; preds = %34, %30, %70
  br label %2
}

declare i32 @pthread_detach(i64 noundef) local_unnamed_addr #3

declare i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr #3

declare i32 @pthread_cond_broadcast(ptr noundef) local_unnamed_addr #3

declare i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr #3

declare i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #5

attributes #0 = { nofree norecurse nosync nounwind memory(write, argmem: none, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { noreturn nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nobuiltin nounwind "no-builtins" }
attributes #7 = { nounwind }
