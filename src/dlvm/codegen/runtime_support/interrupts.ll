%struct.context = type { i64, i64, i64, [4 x i64], ptr, ptr, ptr, ptr, ptr, [3 x ptr], i64 }
%struct.python = type { ptr, ptr, ptr, ptr, ptr }

@main_thread = internal unnamed_addr global i64 0, align 8
@look = internal global i32 0, align 64
@api = internal unnamed_addr global ptr null, align 8
@never = internal constant i32 0, align 4
@calls = internal global i32 0, align 64
@watching = internal unnamed_addr global i32 0, align 4
@mutex = internal global [128 x i8] zeroinitializer, align 64
@condition = internal global [128 x i8] zeroinitializer, align 64
@started = internal unnamed_addr global i1 false, align 4
@__const.watch.time = private unnamed_addr constant [2 x i64] [i64 0, i64 40000000], align 16

; Function Attrs: nounwind
define dso_local noundef i32 @dlvm_poll(ptr noundef %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 10
  %3 = load atomic i64, ptr %2 monotonic, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %30

5:                                                ; preds = %1
  %6 = tail call i64 @pthread_self() #6
  %7 = load i64, ptr @main_thread, align 8
  %8 = icmp eq i64 %6, %7
  br i1 %8, label %9, label %30

9:                                                ; preds = %5
  store volatile i32 0, ptr @look, align 64
  %10 = load ptr, ptr @api, align 8
  %11 = load ptr, ptr %10, align 8
  %12 = tail call i32 %11() #6
  %13 = load ptr, ptr @api, align 8
  %14 = getelementptr inbounds %struct.python, ptr %13, i64 0, i32 2
  %15 = load ptr, ptr %14, align 8
  %16 = tail call i32 %15() #6
  %17 = icmp ne i32 %16, 0
  br i1 %17, label %18, label %25

18:                                               ; preds = %9
  %19 = load ptr, ptr @api, align 8
  %20 = getelementptr inbounds %struct.python, ptr %19, i64 0, i32 3
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 9
  %23 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 9, i64 1
  %24 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 9, i64 2
  tail call void %21(ptr noundef nonnull %22, ptr noundef nonnull %23, ptr noundef nonnull %24) #6
  store atomic i64 1, ptr %2 monotonic, align 8
  store volatile i32 1, ptr @look, align 64
  br label %25

25:                                               ; preds = %18, %9
  %26 = load ptr, ptr @api, align 8
  %27 = getelementptr inbounds %struct.python, ptr %26, i64 0, i32 1
  %28 = load ptr, ptr %27, align 8
  tail call void %28(i32 noundef %12) #6
  %29 = sext i1 %17 to i32
  br label %30

30:                                               ; preds = %5, %1, %25
  %31 = phi i32 [ %29, %25 ], [ -1, %1 ], [ 0, %5 ]
  ret i32 %31
}

declare i64 @pthread_self() local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: nounwind
define dso_local noundef ptr @dlvm_raise(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = load ptr, ptr @api, align 8
  %3 = getelementptr inbounds %struct.python, ptr %2, i64 0, i32 4
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 9
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 9, i64 1
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 9, i64 2
  %10 = load ptr, ptr %9, align 8
  tail call void %4(ptr noundef %6, ptr noundef %8, ptr noundef %10) #6
  ret ptr null
}

; Function Attrs: nounwind
define dso_local void @dlvm_enter(ptr nocapture noundef writeonly %0) local_unnamed_addr #0 {
  %2 = alloca i64, align 8
  %3 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 8
  store ptr @never, ptr %3, align 8
  %4 = load ptr, ptr @api, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %27, label %6

6:                                                ; preds = %1
  %7 = tail call i64 @pthread_self() #6
  %8 = load i64, ptr @main_thread, align 8
  %9 = icmp eq i64 %7, %8
  br i1 %9, label %10, label %27

10:                                               ; preds = %6
  store ptr @look, ptr %3, align 8
  %11 = atomicrmw add ptr @calls, i32 1 seq_cst, align 64
  %12 = load atomic i32, ptr @watching seq_cst, align 4
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %27

14:                                               ; preds = %10
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #7
  %15 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull @mutex) #6
  store atomic i32 1, ptr @watching monotonic, align 4
  %16 = load i1, ptr @started, align 4
  br i1 %16, label %17, label %19

17:                                               ; preds = %14
  %18 = tail call i32 @pthread_cond_signal(ptr noundef nonnull @condition) #6
  br label %25

19:                                               ; preds = %14
  %20 = call i32 @pthread_create(ptr noundef nonnull %2, ptr noundef null, ptr noundef nonnull @watch, ptr noundef null) #6
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %22, label %25

22:                                               ; preds = %19
  %23 = load i64, ptr %2, align 8
  %24 = call i32 @pthread_detach(i64 noundef %23) #6
  br label %25

25:                                               ; preds = %17, %19, %22
  store i1 true, ptr @started, align 4
  %26 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @mutex) #6
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #7
  br label %27

27:                                               ; preds = %1, %6, %25, %10
  ret void
}

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(readwrite, argmem: read, inaccessiblemem: none)
define dso_local void @dlvm_exit(ptr nocapture noundef readonly %0) local_unnamed_addr #3 {
  %2 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 8
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, @look
  br i1 %4, label %5, label %8

5:                                                ; preds = %1
  %6 = load i32, ptr @calls, align 64
  %7 = add nsw i32 %6, -1
  store atomic i32 %7, ptr @calls monotonic, align 64
  br label %8

8:                                                ; preds = %5, %1
  ret void
}

; Function Attrs: nounwind
define dso_local void @dlvm_configure_interrupts(ptr noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  store ptr %0, ptr @api, align 8
  store i64 %1, ptr @main_thread, align 8
  %3 = tail call i32 @pthread_mutex_init(ptr noundef nonnull @mutex, ptr noundef null) #6
  %4 = tail call i32 @pthread_cond_init(ptr noundef nonnull @condition, ptr noundef null) #6
  ret void
}

declare i32 @pthread_mutex_init(ptr noundef, ptr noundef) local_unnamed_addr #1

declare i32 @pthread_cond_init(ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define dso_local void @dlvm_interrupts_after_fork() local_unnamed_addr #0 {
  %1 = tail call i64 @pthread_self() #6
  store i64 %1, ptr @main_thread, align 8
  store volatile i32 0, ptr @look, align 64
  store i1 false, ptr @started, align 4
  store i32 0, ptr @watching, align 4
  %2 = tail call i32 @pthread_mutex_init(ptr noundef nonnull @mutex, ptr noundef null) #6
  %3 = tail call i32 @pthread_cond_init(ptr noundef nonnull @condition, ptr noundef null) #6
  ret void
}

declare i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr #1

declare i32 @pthread_cond_signal(ptr noundef) local_unnamed_addr #1

declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: noreturn nounwind
define internal noalias noundef nonnull ptr @watch(ptr nocapture readnone %0) #4 {
  %2 = alloca [2 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %2) #7
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %2, ptr noundef nonnull align 16 dereferenceable(16) @__const.watch.time, i64 16, i1 false)
  br label %3

3:                                                ; preds = %12, %1
  %4 = phi i32 [ 0, %1 ], [ %13, %12 ]
  %5 = call i32 @nanosleep(ptr noundef nonnull %2, ptr noundef null) #6
  %6 = load atomic i32, ptr @calls monotonic, align 64
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %9, label %8

8:                                                ; preds = %3
  store volatile i32 1, ptr @look, align 64
  call void @dlvm_wake_callers() #6
  br label %12

9:                                                ; preds = %3
  %10 = add nsw i32 %4, 1
  %11 = icmp sgt i32 %4, 23
  br i1 %11, label %14, label %12

12:                                               ; preds = %9, %26, %8
  %13 = phi i32 [ 0, %8 ], [ 0, %26 ], [ %10, %9 ]
  br label %3

14:                                               ; preds = %9
  %15 = call i32 @pthread_mutex_lock(ptr noundef nonnull @mutex) #6
  store atomic i32 0, ptr @watching seq_cst, align 4
  %16 = load atomic i32, ptr @calls seq_cst, align 64
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %19, label %18

18:                                               ; preds = %14
  store atomic i32 1, ptr @watching monotonic, align 4
  br label %19

19:                                               ; preds = %18, %14
  %20 = load atomic i32, ptr @watching monotonic, align 4
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %22, label %26

22:                                               ; preds = %19, %22
  %23 = call i32 @pthread_cond_wait(ptr noundef nonnull @condition, ptr noundef nonnull @mutex) #6
  %24 = load atomic i32, ptr @watching monotonic, align 4
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %22, label %26

26:                                               ; preds = %22, %19
  %27 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @mutex) #6
  br label %12
}

declare i32 @pthread_detach(i64 noundef) local_unnamed_addr #1

declare i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #5

declare i32 @nanosleep(ptr noundef, ptr noundef) local_unnamed_addr #1

declare void @dlvm_wake_callers() local_unnamed_addr #1

declare i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr #1

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nofree norecurse nounwind willreturn memory(readwrite, argmem: read, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { noreturn nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { nobuiltin nounwind "no-builtins" }
attributes #7 = { nounwind }
