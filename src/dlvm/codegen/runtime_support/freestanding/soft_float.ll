%struct.number = type { i64, i32 }

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__aeabi_dadd(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_add(i64 noundef %0, i64 noundef %1) #11
  ret i64 %3
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(none)
define internal fastcc i64 @soft_add(i64 noundef %0, i64 noundef %1) unnamed_addr #1 {
  %3 = alloca %struct.number, align 8
  %4 = alloca %struct.number, align 8
  %5 = and i64 %0, 9223372036854775807
  %6 = icmp ugt i64 %5, 9218868437227405312
  br i1 %6, label %7, label %9

7:                                                ; preds = %2
  %8 = or i64 %0, 2251799813685248
  br label %66

9:                                                ; preds = %2
  %10 = and i64 %1, 9223372036854775807
  %11 = icmp ugt i64 %10, 9218868437227405312
  br i1 %11, label %12, label %14

12:                                               ; preds = %9
  %13 = or i64 %1, 2251799813685248
  br label %66

14:                                               ; preds = %9
  %15 = icmp eq i64 %5, 9218868437227405312
  br i1 %15, label %16, label %21

16:                                               ; preds = %14
  %17 = icmp ne i64 %10, 9218868437227405312
  %18 = icmp eq i64 %0, %1
  %19 = or i1 %18, %17
  %20 = select i1 %19, i64 %0, i64 9221120237041090560
  br label %66

21:                                               ; preds = %14
  %22 = icmp eq i64 %10, 9218868437227405312
  br i1 %22, label %66, label %23

23:                                               ; preds = %21
  %24 = icmp ult i64 %5, %10
  %25 = select i1 %24, i64 %0, i64 %1
  %26 = select i1 %24, i64 %1, i64 %0
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %3) #12
  call fastcc void @soft_unpack(ptr dead_on_unwind nonnull writable sret(%struct.number) align 8 %3, i64 noundef %26) #11
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4) #12
  call fastcc void @soft_unpack(ptr dead_on_unwind nonnull writable sret(%struct.number) align 8 %4, i64 noundef %25) #11
  %27 = load i64, ptr %4, align 8
  %28 = icmp eq i64 %27, 0
  %29 = load i64, ptr %3, align 8
  br i1 %28, label %30, label %34

30:                                               ; preds = %23
  %31 = icmp eq i64 %29, 0
  %32 = and i64 %1, %0
  %33 = select i1 %31, i64 %32, i64 %26
  br label %64

34:                                               ; preds = %23
  %35 = lshr i64 %29, 1
  %36 = getelementptr inbounds %struct.number, ptr %3, i32 0, i32 1
  %37 = load i32, ptr %36, align 8
  %38 = getelementptr inbounds %struct.number, ptr %4, i32 0, i32 1
  %39 = load i32, ptr %38, align 8
  %40 = sub nsw i32 %37, %39
  %41 = icmp sgt i32 %40, 62
  br i1 %41, label %52, label %42

42:                                               ; preds = %34
  %43 = lshr i64 %27, 1
  %44 = zext i32 %40 to i64
  %45 = lshr i64 %43, %44
  %46 = shl nsw i64 -1, %44
  %47 = xor i64 %46, -1
  %48 = and i64 %43, %47
  %49 = icmp ne i64 %48, 0
  %50 = zext i1 %49 to i64
  %51 = or i64 %45, %50
  br label %52

52:                                               ; preds = %34, %42
  %53 = phi i64 [ %51, %42 ], [ 1, %34 ]
  %54 = xor i64 %1, %0
  %55 = icmp slt i64 %54, 0
  %56 = sub nsw i64 0, %53
  %57 = select i1 %55, i64 %56, i64 %53
  %58 = add i64 %57, %35
  %59 = icmp eq i64 %58, 0
  %60 = and i64 %26, -9223372036854775808
  %61 = select i1 %59, i64 0, i64 %60
  %62 = add nsw i32 %37, 1
  %63 = tail call fastcc i64 @soft_pack(i64 noundef %61, i64 noundef %58, i32 noundef %62) #11
  br label %64

64:                                               ; preds = %52, %30
  %65 = phi i64 [ %63, %52 ], [ %33, %30 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4) #12
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %3) #12
  br label %66

66:                                               ; preds = %21, %64, %16, %12, %7
  %67 = phi i64 [ %8, %7 ], [ %13, %12 ], [ %20, %16 ], [ %65, %64 ], [ %1, %21 ]
  ret i64 %67
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_fadd(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %4 = tail call fastcc i64 @soft_widen(i32 noundef %1) #11
  %5 = tail call fastcc i64 @soft_add(i64 noundef %3, i64 noundef %4) #11
  %6 = tail call fastcc i32 @soft_narrow(i64 noundef %5) #11
  ret i32 %6
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(none)
define internal fastcc i64 @soft_widen(i32 noundef %0) unnamed_addr #1 {
  %2 = tail call fastcc i64 @widened(i32 noundef %0, [2 x i32] [i32 23, i32 127], i32 noundef 32) #11
  ret i64 %2
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(none)
define internal fastcc i32 @soft_narrow(i64 noundef %0) unnamed_addr #1 {
  %2 = tail call fastcc i32 @narrowed(i64 noundef %0, [2 x i32] [i32 23, i32 127], i32 noundef 32) #11
  ret i32 %2
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__aeabi_dsub(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = xor i64 %1, -9223372036854775808
  %4 = tail call fastcc i64 @soft_add(i64 noundef %0, i64 noundef %3) #11
  ret i64 %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_fsub(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %4 = tail call fastcc i64 @soft_widen(i32 noundef %1) #11
  %5 = xor i64 %4, -9223372036854775808
  %6 = tail call fastcc i64 @soft_add(i64 noundef %3, i64 noundef %5) #11
  %7 = tail call fastcc i32 @soft_narrow(i64 noundef %6) #11
  ret i32 %7
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__aeabi_dmul(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_multiply(i64 noundef %0, i64 noundef %1) #11
  ret i64 %3
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(none)
define internal fastcc i64 @soft_multiply(i64 noundef %0, i64 noundef %1) unnamed_addr #1 {
  %3 = alloca %struct.number, align 8
  %4 = alloca %struct.number, align 8
  %5 = alloca i64, align 8
  %6 = xor i64 %1, %0
  %7 = and i64 %6, -9223372036854775808
  %8 = and i64 %0, 9223372036854775807
  %9 = icmp ugt i64 %8, 9218868437227405312
  br i1 %9, label %10, label %12

10:                                               ; preds = %2
  %11 = or i64 %0, 2251799813685248
  br label %42

12:                                               ; preds = %2
  %13 = and i64 %1, 9223372036854775807
  %14 = icmp ugt i64 %13, 9218868437227405312
  br i1 %14, label %15, label %17

15:                                               ; preds = %12
  %16 = or i64 %1, 2251799813685248
  br label %42

17:                                               ; preds = %12
  %18 = icmp eq i64 %8, 9218868437227405312
  %19 = icmp eq i64 %13, 9218868437227405312
  %20 = or i1 %18, %19
  br i1 %20, label %21, label %27

21:                                               ; preds = %17
  %22 = icmp eq i64 %8, 0
  %23 = icmp eq i64 %13, 0
  %24 = or i1 %22, %23
  %25 = or disjoint i64 %7, 9218868437227405312
  %26 = select i1 %24, i64 9221120237041090560, i64 %25
  br label %42

27:                                               ; preds = %17
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %3) #12
  call fastcc void @soft_unpack(ptr dead_on_unwind nonnull writable sret(%struct.number) align 8 %3, i64 noundef %0) #11
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4) #12
  call fastcc void @soft_unpack(ptr dead_on_unwind nonnull writable sret(%struct.number) align 8 %4, i64 noundef %1) #11
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #12
  %28 = load i64, ptr %3, align 8
  %29 = load i64, ptr %4, align 8
  %30 = call fastcc i64 @soft_product(i64 noundef %28, i64 noundef %29, ptr noundef nonnull %5) #11
  %31 = load i64, ptr %5, align 8
  %32 = icmp ne i64 %31, 0
  %33 = zext i1 %32 to i64
  %34 = or i64 %30, %33
  %35 = getelementptr inbounds %struct.number, ptr %3, i32 0, i32 1
  %36 = load i32, ptr %35, align 8
  %37 = getelementptr inbounds %struct.number, ptr %4, i32 0, i32 1
  %38 = load i32, ptr %37, align 8
  %39 = add i32 %36, 2
  %40 = add i32 %39, %38
  %41 = tail call fastcc i64 @soft_pack(i64 noundef %7, i64 noundef %34, i32 noundef %40) #11
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #12
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4) #12
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %3) #12
  br label %42

42:                                               ; preds = %27, %21, %15, %10
  %43 = phi i64 [ %11, %10 ], [ %16, %15 ], [ %26, %21 ], [ %41, %27 ]
  ret i64 %43
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_fmul(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %4 = tail call fastcc i64 @soft_widen(i32 noundef %1) #11
  %5 = tail call fastcc i64 @soft_multiply(i64 noundef %3, i64 noundef %4) #11
  %6 = tail call fastcc i32 @soft_narrow(i64 noundef %5) #11
  ret i32 %6
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__aeabi_ddiv(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_divide(i64 noundef %0, i64 noundef %1) #11
  ret i64 %3
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(none)
define internal fastcc i64 @soft_divide(i64 noundef %0, i64 noundef %1) unnamed_addr #1 {
  %3 = alloca %struct.number, align 8
  %4 = alloca %struct.number, align 8
  %5 = xor i64 %1, %0
  %6 = and i64 %5, -9223372036854775808
  %7 = and i64 %0, 9223372036854775807
  %8 = icmp ugt i64 %7, 9218868437227405312
  br i1 %8, label %9, label %11

9:                                                ; preds = %2
  %10 = or i64 %0, 2251799813685248
  br label %56

11:                                               ; preds = %2
  %12 = and i64 %1, 9223372036854775807
  %13 = icmp ugt i64 %12, 9218868437227405312
  br i1 %13, label %14, label %16

14:                                               ; preds = %11
  %15 = or i64 %1, 2251799813685248
  br label %56

16:                                               ; preds = %11
  %17 = icmp eq i64 %7, 9218868437227405312
  br i1 %17, label %18, label %22

18:                                               ; preds = %16
  %19 = icmp eq i64 %12, 9218868437227405312
  %20 = or disjoint i64 %6, 9218868437227405312
  %21 = select i1 %19, i64 9221120237041090560, i64 %20
  br label %56

22:                                               ; preds = %16
  %23 = trunc i64 %1 to i63
  switch i63 %23, label %28 [
    i63 -4503599627370496, label %56
    i63 0, label %24
  ]

24:                                               ; preds = %22
  %25 = icmp eq i64 %7, 0
  %26 = or disjoint i64 %6, 9218868437227405312
  %27 = select i1 %25, i64 9221120237041090560, i64 %26
  br label %56

28:                                               ; preds = %22
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %3) #12
  call fastcc void @soft_unpack(ptr dead_on_unwind nonnull writable sret(%struct.number) align 8 %3, i64 noundef %0) #11
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4) #12
  call fastcc void @soft_unpack(ptr dead_on_unwind nonnull writable sret(%struct.number) align 8 %4, i64 noundef %1) #11
  %29 = load i64, ptr %3, align 8
  %30 = load i64, ptr %4, align 8
  br label %43

31:                                               ; preds = %43
  %32 = shl i64 %52, 1
  %33 = icmp ne i64 %54, 0
  %34 = zext i1 %33 to i64
  %35 = or disjoint i64 %32, %34
  %36 = getelementptr inbounds %struct.number, ptr %3, i32 0, i32 1
  %37 = load i32, ptr %36, align 8
  %38 = getelementptr inbounds %struct.number, ptr %4, i32 0, i32 1
  %39 = load i32, ptr %38, align 8
  %40 = add i32 %37, 5
  %41 = sub i32 %40, %39
  %42 = tail call fastcc i64 @soft_pack(i64 noundef %6, i64 noundef %35, i32 noundef %41) #11
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4) #12
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %3) #12
  br label %56

43:                                               ; preds = %28, %43
  %44 = phi i32 [ 0, %28 ], [ %53, %43 ]
  %45 = phi i64 [ 0, %28 ], [ %52, %43 ]
  %46 = phi i64 [ %29, %28 ], [ %54, %43 ]
  %47 = shl i64 %45, 1
  %48 = icmp uge i64 %46, %30
  %49 = select i1 %48, i64 %30, i64 0
  %50 = sub i64 %46, %49
  %51 = zext i1 %48 to i64
  %52 = or disjoint i64 %47, %51
  %53 = add nuw nsw i32 %44, 1
  %54 = shl i64 %50, 1
  %55 = icmp eq i32 %53, 57
  br i1 %55, label %31, label %43

56:                                               ; preds = %22, %31, %24, %18, %14, %9
  %57 = phi i64 [ %10, %9 ], [ %15, %14 ], [ %21, %18 ], [ %42, %31 ], [ %27, %24 ], [ %6, %22 ]
  ret i64 %57
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_fdiv(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %4 = tail call fastcc i64 @soft_widen(i32 noundef %1) #11
  %5 = tail call fastcc i64 @soft_divide(i64 noundef %3, i64 noundef %4) #11
  %6 = tail call fastcc i32 @soft_narrow(i64 noundef %5) #11
  ret i32 %6
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__aeabi_dcmpeq(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = tail call fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) #11
  %4 = icmp eq i32 %3, 0
  %5 = zext i1 %4 to i32
  ret i32 %5
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(none)
define internal fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) unnamed_addr #4 {
  %3 = and i64 %0, 9223372036854775807
  %4 = icmp ugt i64 %3, 9218868437227405312
  br i1 %4, label %20, label %5

5:                                                ; preds = %2
  %6 = and i64 %1, 9223372036854775807
  %7 = icmp ugt i64 %6, 9218868437227405312
  br i1 %7, label %20, label %8

8:                                                ; preds = %5
  %9 = sub nsw i64 0, %3
  %10 = icmp slt i64 %0, 0
  %11 = select i1 %10, i64 %9, i64 %0
  %12 = sub nsw i64 0, %6
  %13 = icmp slt i64 %1, 0
  %14 = select i1 %13, i64 %12, i64 %1
  %15 = icmp sgt i64 %11, %14
  %16 = zext i1 %15 to i32
  %17 = icmp slt i64 %11, %14
  %18 = sext i1 %17 to i32
  %19 = add nsw i32 %18, %16
  br label %20

20:                                               ; preds = %2, %5, %8
  %21 = phi i32 [ %19, %8 ], [ 2, %5 ], [ 2, %2 ]
  ret i32 %21
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_fcmpeq(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %4 = tail call fastcc i64 @soft_widen(i32 noundef %1) #11
  %5 = tail call fastcc i32 @soft_order(i64 noundef %3, i64 noundef %4) #11
  %6 = icmp eq i32 %5, 0
  %7 = zext i1 %6 to i32
  ret i32 %7
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__aeabi_dcmplt(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = tail call fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) #11
  %4 = icmp eq i32 %3, -1
  %5 = zext i1 %4 to i32
  ret i32 %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_fcmplt(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %4 = tail call fastcc i64 @soft_widen(i32 noundef %1) #11
  %5 = tail call fastcc i32 @soft_order(i64 noundef %3, i64 noundef %4) #11
  %6 = icmp eq i32 %5, -1
  %7 = zext i1 %6 to i32
  ret i32 %7
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__aeabi_dcmple(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = tail call fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) #11
  %4 = icmp slt i32 %3, 1
  %5 = zext i1 %4 to i32
  ret i32 %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_fcmple(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %4 = tail call fastcc i64 @soft_widen(i32 noundef %1) #11
  %5 = tail call fastcc i32 @soft_order(i64 noundef %3, i64 noundef %4) #11
  %6 = icmp slt i32 %5, 1
  %7 = zext i1 %6 to i32
  ret i32 %7
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__aeabi_dcmpgt(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = tail call fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) #11
  %4 = icmp eq i32 %3, 1
  %5 = zext i1 %4 to i32
  ret i32 %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_fcmpgt(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %4 = tail call fastcc i64 @soft_widen(i32 noundef %1) #11
  %5 = tail call fastcc i32 @soft_order(i64 noundef %3, i64 noundef %4) #11
  %6 = icmp eq i32 %5, 1
  %7 = zext i1 %6 to i32
  ret i32 %7
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__aeabi_dcmpge(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = tail call fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) #11
  %4 = icmp ult i32 %3, 2
  %5 = zext i1 %4 to i32
  ret i32 %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_fcmpge(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %4 = tail call fastcc i64 @soft_widen(i32 noundef %1) #11
  %5 = tail call fastcc i32 @soft_order(i64 noundef %3, i64 noundef %4) #11
  %6 = icmp ult i32 %5, 2
  %7 = zext i1 %6 to i32
  ret i32 %7
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__aeabi_dcmpun(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = tail call fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) #11
  %4 = icmp eq i32 %3, 2
  %5 = zext i1 %4 to i32
  ret i32 %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_fcmpun(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %4 = tail call fastcc i64 @soft_widen(i32 noundef %1) #11
  %5 = tail call fastcc i32 @soft_order(i64 noundef %3, i64 noundef %4) #11
  %6 = icmp eq i32 %5, 2
  %7 = zext i1 %6 to i32
  ret i32 %7
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__aeabi_f2d(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  ret i64 %2
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_d2f(i64 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i32 @soft_narrow(i64 noundef %0) #11
  ret i32 %2
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_h2f(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i64 @soft_widen_half(i32 noundef %0) #11
  %3 = tail call fastcc i32 @soft_narrow(i64 noundef %2) #11
  ret i32 %3
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(none)
define internal fastcc i64 @soft_widen_half(i32 noundef %0) unnamed_addr #1 {
  %2 = and i32 %0, 65535
  %3 = tail call fastcc i64 @widened(i32 noundef %2, [2 x i32] [i32 10, i32 15], i32 noundef 16) #11
  ret i64 %3
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_f2h(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %3 = tail call fastcc i32 @soft_narrow_half(i64 noundef %2) #11
  ret i32 %3
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(none)
define internal fastcc i32 @soft_narrow_half(i64 noundef %0) unnamed_addr #1 {
  %2 = tail call fastcc i32 @narrowed(i64 noundef %0, [2 x i32] [i32 10, i32 15], i32 noundef 16) #11
  ret i32 %2
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_d2h(i64 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i32 @soft_narrow_half(i64 noundef %0) #11
  ret i32 %2
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__aeabi_d2iz(i64 noundef %0) local_unnamed_addr #3 {
  %2 = tail call fastcc i64 @soft_to_integer(i64 noundef %0, i32 noundef 32, i32 noundef 1) #11
  %3 = trunc i64 %2 to i32
  ret i32 %3
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(none)
define internal fastcc i64 @soft_to_integer(i64 noundef %0, i32 noundef %1, i32 noundef %2) unnamed_addr #4 {
  %4 = sub nuw nsw i32 64, %1
  %5 = zext nneg i32 %4 to i64
  %6 = lshr i64 -1, %5
  %7 = zext nneg i32 %2 to i64
  %8 = lshr i64 %6, %7
  %9 = and i64 %0, 9223372036854775807
  %10 = add nsw i64 %9, -9218868437227405313
  %11 = icmp ult i64 %10, -4611686018427387905
  br i1 %11, label %41, label %12

12:                                               ; preds = %3
  %13 = icmp sgt i64 %0, -1
  %14 = icmp ne i32 %2, 0
  %15 = or i1 %13, %14
  br i1 %15, label %16, label %41

16:                                               ; preds = %12
  %17 = lshr i64 %9, 52
  %18 = trunc i64 %17 to i32
  %19 = and i64 %0, 4503599627370495
  %20 = or disjoint i64 %19, 4503599627370496
  %21 = icmp ugt i32 %18, 1086
  br i1 %21, label %32, label %22

22:                                               ; preds = %16
  %23 = icmp ugt i32 %18, 1075
  br i1 %23, label %24, label %28

24:                                               ; preds = %22
  %25 = add nsw i32 %18, -1075
  %26 = zext nneg i32 %25 to i64
  %27 = shl nuw i64 %20, %26
  br label %32

28:                                               ; preds = %22
  %29 = sub nuw nsw i32 1075, %18
  %30 = zext nneg i32 %29 to i64
  %31 = lshr i64 %20, %30
  br label %32

32:                                               ; preds = %24, %28, %16
  %33 = phi i64 [ -1, %16 ], [ %27, %24 ], [ %31, %28 ]
  br i1 %13, label %39, label %34

34:                                               ; preds = %32
  %35 = icmp ugt i64 %33, %8
  %36 = xor i64 %8, -1
  %37 = sub i64 0, %33
  %38 = select i1 %35, i64 %36, i64 %37
  br label %41

39:                                               ; preds = %32
  %40 = tail call i64 @llvm.umin.i64(i64 %33, i64 %8)
  br label %41

41:                                               ; preds = %34, %39, %3, %12
  %42 = phi i64 [ 0, %12 ], [ 0, %3 ], [ %38, %34 ], [ %40, %39 ]
  ret i64 %42
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_f2iz(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %3 = tail call fastcc i64 @soft_to_integer(i64 noundef %2, i32 noundef 32, i32 noundef 1) #11
  %4 = trunc i64 %3 to i32
  ret i32 %4
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__aeabi_d2uiz(i64 noundef %0) local_unnamed_addr #3 {
  %2 = tail call fastcc i64 @soft_to_integer(i64 noundef %0, i32 noundef 32, i32 noundef 0) #11
  %3 = trunc i64 %2 to i32
  ret i32 %3
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_f2uiz(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %3 = tail call fastcc i64 @soft_to_integer(i64 noundef %2, i32 noundef 32, i32 noundef 0) #11
  %4 = trunc i64 %3 to i32
  ret i32 %4
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i64 @__aeabi_d2lz(i64 noundef %0) local_unnamed_addr #3 {
  %2 = tail call fastcc i64 @soft_to_integer(i64 noundef %0, i32 noundef 64, i32 noundef 1) #11
  ret i64 %2
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__aeabi_f2lz(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %3 = tail call fastcc i64 @soft_to_integer(i64 noundef %2, i32 noundef 64, i32 noundef 1) #11
  ret i64 %3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i64 @__aeabi_d2ulz(i64 noundef %0) local_unnamed_addr #3 {
  %2 = tail call fastcc i64 @soft_to_integer(i64 noundef %0, i32 noundef 64, i32 noundef 0) #11
  ret i64 %2
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__aeabi_f2ulz(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i64 @soft_widen(i32 noundef %0) #11
  %3 = tail call fastcc i64 @soft_to_integer(i64 noundef %2, i32 noundef 64, i32 noundef 0) #11
  ret i64 %3
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__aeabi_i2d(i32 noundef %0) local_unnamed_addr #0 {
  %2 = sext i32 %0 to i64
  %3 = tail call i64 @llvm.abs.i64(i64 %2, i1 true)
  %4 = lshr i64 %2, 63
  %5 = trunc i64 %4 to i32
  %6 = tail call fastcc i64 @soft_of_integer(i64 noundef %3, i32 noundef %5, i32 noundef 0) #11
  ret i64 %6
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__aeabi_l2d(i64 noundef %0) local_unnamed_addr #0 {
  %2 = tail call i64 @llvm.abs.i64(i64 %0, i1 false)
  %3 = lshr i64 %0, 63
  %4 = trunc i64 %3 to i32
  %5 = tail call fastcc i64 @soft_of_integer(i64 noundef %2, i32 noundef %4, i32 noundef 0) #11
  ret i64 %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__aeabi_ui2d(i32 noundef %0) local_unnamed_addr #0 {
  %2 = zext i32 %0 to i64
  %3 = tail call fastcc i64 @soft_of_integer(i64 noundef %2, i32 noundef 0, i32 noundef 0) #11
  ret i64 %3
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(none)
define internal fastcc i64 @soft_of_integer(i64 noundef %0, i32 noundef %1, i32 noundef %2) unnamed_addr #1 {
  %4 = lshr i64 %0, 63
  %5 = lshr i64 %0, 1
  %6 = and i64 %0, 1
  %7 = or i64 %5, %6
  %8 = icmp slt i64 %0, 0
  %9 = select i1 %8, i64 %7, i64 %0
  %10 = trunc i64 %4 to i32
  %11 = or disjoint i32 %10, 62
  %12 = icmp eq i32 %2, 0
  %13 = zext nneg i32 %1 to i64
  br i1 %12, label %18, label %14

14:                                               ; preds = %3
  %15 = shl nuw nsw i64 %13, 31
  %16 = tail call fastcc i64 @packed(i64 noundef %9, i32 noundef %11, [2 x i32] [i32 23, i32 127]) #11
  %17 = or i64 %16, %15
  br label %21

18:                                               ; preds = %3
  %19 = shl i64 %13, 63
  %20 = tail call fastcc i64 @soft_pack(i64 noundef %19, i64 noundef %9, i32 noundef %11) #11
  br label %21

21:                                               ; preds = %18, %14
  %22 = phi i64 [ %17, %14 ], [ %20, %18 ]
  ret i64 %22
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__aeabi_ul2d(i64 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i64 @soft_of_integer(i64 noundef %0, i32 noundef 0, i32 noundef 0) #11
  ret i64 %2
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_i2f(i32 noundef %0) local_unnamed_addr #0 {
  %2 = sext i32 %0 to i64
  %3 = tail call i64 @llvm.abs.i64(i64 %2, i1 true)
  %4 = lshr i64 %2, 63
  %5 = trunc i64 %4 to i32
  %6 = tail call fastcc i64 @soft_of_integer(i64 noundef %3, i32 noundef %5, i32 noundef 1) #11
  %7 = trunc i64 %6 to i32
  ret i32 %7
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_l2f(i64 noundef %0) local_unnamed_addr #0 {
  %2 = tail call i64 @llvm.abs.i64(i64 %0, i1 false)
  %3 = lshr i64 %0, 63
  %4 = trunc i64 %3 to i32
  %5 = tail call fastcc i64 @soft_of_integer(i64 noundef %2, i32 noundef %4, i32 noundef 1) #11
  %6 = trunc i64 %5 to i32
  ret i32 %6
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_ui2f(i32 noundef %0) local_unnamed_addr #0 {
  %2 = zext i32 %0 to i64
  %3 = tail call fastcc i64 @soft_of_integer(i64 noundef %2, i32 noundef 0, i32 noundef 1) #11
  %4 = trunc i64 %3 to i32
  ret i32 %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_ul2f(i64 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i64 @soft_of_integer(i64 noundef %0, i32 noundef 0, i32 noundef 1) #11
  %3 = trunc i64 %2 to i32
  ret i32 %3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i64 @__aeabi_lmul(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = trunc i64 %0 to i32
  %4 = trunc i64 %1 to i32
  %5 = and i32 %3, 65535
  %6 = lshr i32 %3, 16
  %7 = and i32 %4, 65535
  %8 = lshr i32 %4, 16
  %9 = mul nuw i32 %7, %5
  %10 = mul nuw i32 %7, %6
  %11 = lshr i32 %9, 16
  %12 = add nuw i32 %11, %10
  %13 = mul nuw i32 %8, %5
  %14 = and i32 %12, 65535
  %15 = add nuw i32 %14, %13
  %16 = mul nuw i32 %8, %6
  %17 = lshr i32 %12, 16
  %18 = lshr i32 %15, 16
  %19 = mul i32 %4, %3
  %20 = lshr i64 %1, 32
  %21 = trunc i64 %20 to i32
  %22 = mul i32 %21, %3
  %23 = lshr i64 %0, 32
  %24 = trunc i64 %23 to i32
  %25 = mul i32 %24, %4
  %26 = add i32 %16, %25
  %27 = add i32 %26, %22
  %28 = add i32 %27, %17
  %29 = add i32 %28, %18
  %30 = zext i32 %29 to i64
  %31 = shl nuw i64 %30, 32
  %32 = zext i32 %19 to i64
  %33 = or disjoint i64 %31, %32
  ret i64 %33
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i64 @__aeabi_llsl(i64 noundef %0, i32 noundef %1) local_unnamed_addr #3 {
  %3 = trunc i64 %0 to i32
  %4 = lshr i64 %0, 32
  %5 = trunc i64 %4 to i32
  %6 = icmp sgt i32 %1, 31
  br i1 %6, label %7, label %12

7:                                                ; preds = %2
  %8 = add nsw i32 %1, -32
  %9 = shl i32 %3, %8
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  br label %24

12:                                               ; preds = %2
  %13 = icmp eq i32 %1, 0
  br i1 %13, label %24, label %14

14:                                               ; preds = %12
  %15 = shl i32 %3, %1
  %16 = shl i32 %5, %1
  %17 = sub nsw i32 32, %1
  %18 = lshr i32 %3, %17
  %19 = or i32 %16, %18
  %20 = zext i32 %19 to i64
  %21 = shl nuw i64 %20, 32
  %22 = zext i32 %15 to i64
  %23 = or disjoint i64 %21, %22
  br label %24

24:                                               ; preds = %14, %12, %7
  %25 = phi i64 [ %11, %7 ], [ %23, %14 ], [ %0, %12 ]
  ret i64 %25
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i64 @__aeabi_llsr(i64 noundef %0, i32 noundef %1) local_unnamed_addr #3 {
  %3 = trunc i64 %0 to i32
  %4 = lshr i64 %0, 32
  %5 = trunc i64 %4 to i32
  %6 = icmp sgt i32 %1, 31
  br i1 %6, label %7, label %11

7:                                                ; preds = %2
  %8 = add nsw i32 %1, -32
  %9 = lshr i32 %5, %8
  %10 = zext i32 %9 to i64
  br label %23

11:                                               ; preds = %2
  %12 = icmp eq i32 %1, 0
  br i1 %12, label %23, label %13

13:                                               ; preds = %11
  %14 = lshr i32 %3, %1
  %15 = sub nsw i32 32, %1
  %16 = shl i32 %5, %15
  %17 = or i32 %16, %14
  %18 = lshr i32 %5, %1
  %19 = zext i32 %18 to i64
  %20 = shl nuw i64 %19, 32
  %21 = zext i32 %17 to i64
  %22 = or disjoint i64 %20, %21
  br label %23

23:                                               ; preds = %13, %11, %7
  %24 = phi i64 [ %10, %7 ], [ %22, %13 ], [ %0, %11 ]
  ret i64 %24
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i64 @__aeabi_lasr(i64 noundef %0, i32 noundef %1) local_unnamed_addr #3 {
  %3 = trunc i64 %0 to i32
  %4 = lshr i64 %0, 32
  %5 = trunc i64 %4 to i32
  %6 = icmp sgt i32 %1, 31
  br i1 %6, label %7, label %15

7:                                                ; preds = %2
  %8 = add nsw i32 %1, -32
  %9 = ashr i32 %5, %8
  %10 = ashr i32 %5, 31
  %11 = zext i32 %10 to i64
  %12 = shl nuw i64 %11, 32
  %13 = zext i32 %9 to i64
  %14 = or disjoint i64 %12, %13
  br label %27

15:                                               ; preds = %2
  %16 = icmp eq i32 %1, 0
  br i1 %16, label %27, label %17

17:                                               ; preds = %15
  %18 = lshr i32 %3, %1
  %19 = sub nsw i32 32, %1
  %20 = shl i32 %5, %19
  %21 = or i32 %20, %18
  %22 = ashr i32 %5, %1
  %23 = zext i32 %22 to i64
  %24 = shl nuw i64 %23, 32
  %25 = zext i32 %21 to i64
  %26 = or disjoint i64 %24, %25
  br label %27

27:                                               ; preds = %17, %15, %7
  %28 = phi i64 [ %14, %7 ], [ %26, %17 ], [ %0, %15 ]
  ret i64 %28
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__clzsi2(i32 noundef %0) local_unnamed_addr #0 {
  br label %6

2:                                                ; preds = %6
  %3 = icmp sgt i32 %14, -1
  %4 = zext i1 %3 to i32
  %5 = add nuw nsw i32 %15, %4
  ret i32 %5

6:                                                ; preds = %1, %6
  %7 = phi i32 [ 16, %1 ], [ %16, %6 ]
  %8 = phi i32 [ 0, %1 ], [ %15, %6 ]
  %9 = phi i32 [ %0, %1 ], [ %14, %6 ]
  %10 = sub nuw nsw i32 32, %7
  %11 = lshr i32 %9, %10
  %12 = icmp eq i32 %11, 0
  %13 = select i1 %12, i32 %7, i32 0
  %14 = shl i32 %9, %13
  %15 = add nuw nsw i32 %13, %8
  %16 = lshr i32 %7, 1
  %17 = icmp ult i32 %7, 2
  br i1 %17, label %2, label %6
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_uidiv(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #12
  %4 = call fastcc i32 @soft_divide_words(i32 noundef %0, i32 noundef %1, ptr noundef nonnull %3) #11
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #12
  ret i32 %4
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(argmem: write)
define internal fastcc i32 @soft_divide_words(i32 noundef %0, i32 noundef %1, ptr nocapture noundef writeonly %2) unnamed_addr #5 {
  %4 = icmp eq i32 %1, 0
  br i1 %4, label %5, label %8

5:                                                ; preds = %8, %3
  %6 = phi i32 [ %0, %3 ], [ %21, %8 ]
  %7 = phi i32 [ 0, %3 ], [ %19, %8 ]
  store i32 %6, ptr %2, align 4
  ret i32 %7

8:                                                ; preds = %3, %8
  %9 = phi i32 [ %23, %8 ], [ %0, %3 ]
  %10 = phi i32 [ %22, %8 ], [ 0, %3 ]
  %11 = phi i32 [ %21, %8 ], [ 0, %3 ]
  %12 = phi i32 [ %19, %8 ], [ 0, %3 ]
  %13 = tail call i32 @llvm.fshl.i32(i32 %11, i32 %9, i32 1)
  %14 = shl i32 %12, 1
  %15 = icmp slt i32 %11, 0
  %16 = icmp uge i32 %13, %1
  %17 = select i1 %15, i1 true, i1 %16
  %18 = zext i1 %17 to i32
  %19 = or disjoint i32 %14, %18
  %20 = select i1 %17, i32 %1, i32 0
  %21 = sub i32 %13, %20
  %22 = add nuw nsw i32 %10, 1
  %23 = shl i32 %9, 1
  %24 = icmp ult i32 %10, 31
  br i1 %24, label %8, label %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i32 @__aeabi_idiv(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #12
  %4 = call fastcc i32 @divide_signed_words(i32 noundef %0, i32 noundef %1, ptr noundef nonnull %3) #11
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #12
  ret i32 %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: readwrite)
define internal fastcc i32 @divide_signed_words(i32 noundef %0, i32 noundef %1, ptr nocapture noundef %2) unnamed_addr #6 {
  %4 = icmp sgt i32 %0, -1
  %5 = tail call i32 @llvm.abs.i32(i32 %0, i1 false)
  %6 = tail call i32 @llvm.abs.i32(i32 %1, i1 false)
  %7 = tail call fastcc i32 @soft_divide_words(i32 noundef %5, i32 noundef %6, ptr noundef %2) #11
  br i1 %4, label %11, label %8

8:                                                ; preds = %3
  %9 = load i32, ptr %2, align 4
  %10 = sub i32 0, %9
  store i32 %10, ptr %2, align 4
  br label %11

11:                                               ; preds = %8, %3
  %12 = xor i32 %1, %0
  %13 = sub i32 0, %7
  %14 = icmp slt i32 %12, 0
  %15 = select i1 %14, i32 %13, i32 %7
  ret i32 %15
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__aeabi_uidivmod(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #12
  %4 = call fastcc i32 @soft_divide_words(i32 noundef %0, i32 noundef %1, ptr noundef nonnull %3) #11
  %5 = load i32, ptr %3, align 4
  %6 = zext i32 %5 to i64
  %7 = shl nuw i64 %6, 32
  %8 = zext i32 %4 to i64
  %9 = or disjoint i64 %7, %8
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #12
  ret i64 %9
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__aeabi_idivmod(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #12
  %4 = call fastcc i32 @divide_signed_words(i32 noundef %0, i32 noundef %1, ptr noundef nonnull %3) #11
  %5 = load i32, ptr %3, align 4
  %6 = zext i32 %5 to i64
  %7 = shl nuw i64 %6, 32
  %8 = zext i32 %4 to i64
  %9 = or disjoint i64 %7, %8
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #12
  ret i64 %9
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__adddf3(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_add(i64 noundef %0, i64 noundef %1) #11
  ret i64 %3
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__subdf3(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = xor i64 %1, -9223372036854775808
  %4 = tail call fastcc i64 @soft_add(i64 noundef %0, i64 noundef %3) #11
  ret i64 %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__muldf3(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_multiply(i64 noundef %0, i64 noundef %1) #11
  ret i64 %3
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__divdf3(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i64 @soft_divide(i64 noundef %0, i64 noundef %1) #11
  ret i64 %3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__eqdf2(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = tail call fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) #11
  ret i32 %3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__nedf2(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = tail call fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) #11
  ret i32 %3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__ltdf2(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = tail call fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) #11
  ret i32 %3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__ledf2(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = tail call fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) #11
  ret i32 %3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__gtdf2(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = tail call fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) #11
  %4 = icmp eq i32 %3, 2
  %5 = select i1 %4, i32 -1, i32 %3
  ret i32 %5
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__gedf2(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = tail call fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) #11
  %4 = icmp eq i32 %3, 2
  %5 = select i1 %4, i32 -1, i32 %3
  ret i32 %5
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__unorddf2(i64 noundef %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = tail call fastcc i32 @soft_order(i64 noundef %0, i64 noundef %1) #11
  %4 = icmp eq i32 %3, 2
  %5 = zext i1 %4 to i32
  ret i32 %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__extendsfdf2(float noundef %0) local_unnamed_addr #0 {
  %2 = bitcast float %0 to i32
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %2) #11
  ret i64 %3
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @__truncdfsf2(i64 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i32 @soft_narrow(i64 noundef %0) #11
  %3 = bitcast i32 %2 to float
  ret float %3
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @__extendhfsf2(float noundef %0) local_unnamed_addr #0 {
  %2 = bitcast float %0 to i32
  %3 = tail call fastcc i64 @soft_widen_half(i32 noundef %2) #11
  %4 = tail call fastcc i32 @soft_narrow(i64 noundef %3) #11
  %5 = bitcast i32 %4 to float
  ret float %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @__truncsfhf2(float noundef %0) local_unnamed_addr #0 {
  %2 = bitcast float %0 to i32
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %2) #11
  %4 = tail call fastcc i32 @soft_narrow_half(i64 noundef %3) #11
  %5 = or i32 %4, -65536
  %6 = bitcast i32 %5 to float
  ret float %6
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__fixdfsi(i64 noundef %0) local_unnamed_addr #3 {
  %2 = tail call fastcc i64 @soft_to_integer(i64 noundef %0, i32 noundef 32, i32 noundef 1) #11
  %3 = trunc i64 %2 to i32
  ret i32 %3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i32 @__fixunsdfsi(i64 noundef %0) local_unnamed_addr #3 {
  %2 = tail call fastcc i64 @soft_to_integer(i64 noundef %0, i32 noundef 32, i32 noundef 0) #11
  %3 = trunc i64 %2 to i32
  ret i32 %3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i64 @__fixdfdi(i64 noundef %0) local_unnamed_addr #3 {
  %2 = tail call fastcc i64 @soft_to_integer(i64 noundef %0, i32 noundef 64, i32 noundef 1) #11
  ret i64 %2
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local i64 @__fixunsdfdi(i64 noundef %0) local_unnamed_addr #3 {
  %2 = tail call fastcc i64 @soft_to_integer(i64 noundef %0, i32 noundef 64, i32 noundef 0) #11
  ret i64 %2
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__fixsfdi(float noundef %0) local_unnamed_addr #0 {
  %2 = bitcast float %0 to i32
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %2) #11
  %4 = tail call fastcc i64 @soft_to_integer(i64 noundef %3, i32 noundef 64, i32 noundef 1) #11
  ret i64 %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__fixunssfdi(float noundef %0) local_unnamed_addr #0 {
  %2 = bitcast float %0 to i32
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %2) #11
  %4 = tail call fastcc i64 @soft_to_integer(i64 noundef %3, i32 noundef 64, i32 noundef 0) #11
  ret i64 %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__floatsidf(i32 noundef %0) local_unnamed_addr #0 {
  %2 = sext i32 %0 to i64
  %3 = tail call i64 @llvm.abs.i64(i64 %2, i1 true)
  %4 = lshr i64 %2, 63
  %5 = trunc i64 %4 to i32
  %6 = tail call fastcc i64 @soft_of_integer(i64 noundef %3, i32 noundef %5, i32 noundef 0) #11
  ret i64 %6
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__floatunsidf(i32 noundef %0) local_unnamed_addr #0 {
  %2 = zext i32 %0 to i64
  %3 = tail call fastcc i64 @soft_of_integer(i64 noundef %2, i32 noundef 0, i32 noundef 0) #11
  ret i64 %3
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__floatdidf(i64 noundef %0) local_unnamed_addr #0 {
  %2 = tail call i64 @llvm.abs.i64(i64 %0, i1 false)
  %3 = lshr i64 %0, 63
  %4 = trunc i64 %3 to i32
  %5 = tail call fastcc i64 @soft_of_integer(i64 noundef %2, i32 noundef %4, i32 noundef 0) #11
  ret i64 %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__floatundidf(i64 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i64 @soft_of_integer(i64 noundef %0, i32 noundef 0, i32 noundef 0) #11
  ret i64 %2
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @__floatdisf(i64 noundef %0) local_unnamed_addr #0 {
  %2 = tail call i64 @llvm.abs.i64(i64 %0, i1 false)
  %3 = lshr i64 %0, 63
  %4 = trunc i64 %3 to i32
  %5 = tail call fastcc i64 @soft_of_integer(i64 noundef %2, i32 noundef %4, i32 noundef 1) #11
  %6 = trunc i64 %5 to i32
  %7 = bitcast i32 %6 to float
  ret float %7
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @__floatundisf(i64 noundef %0) local_unnamed_addr #0 {
  %2 = tail call fastcc i64 @soft_of_integer(i64 noundef %0, i32 noundef 0, i32 noundef 1) #11
  %3 = trunc i64 %2 to i32
  %4 = bitcast i32 %3 to float
  ret float %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__udivdi3(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #12
  %4 = call fastcc i64 @soft_divide_integers(i64 noundef %0, i64 noundef %1, ptr noundef nonnull %3) #11
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #12
  ret i64 %4
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(argmem: write)
define internal fastcc i64 @soft_divide_integers(i64 noundef %0, i64 noundef %1, ptr nocapture noundef writeonly %2) unnamed_addr #5 {
  %4 = icmp eq i64 %1, 0
  br i1 %4, label %5, label %8

5:                                                ; preds = %8, %3
  %6 = phi i64 [ %0, %3 ], [ %21, %8 ]
  %7 = phi i64 [ 0, %3 ], [ %19, %8 ]
  store i64 %6, ptr %2, align 8
  ret i64 %7

8:                                                ; preds = %3, %8
  %9 = phi i64 [ %23, %8 ], [ %0, %3 ]
  %10 = phi i32 [ %22, %8 ], [ 0, %3 ]
  %11 = phi i64 [ %21, %8 ], [ 0, %3 ]
  %12 = phi i64 [ %19, %8 ], [ 0, %3 ]
  %13 = tail call i64 @llvm.fshl.i64(i64 %11, i64 %9, i64 1)
  %14 = shl i64 %12, 1
  %15 = icmp slt i64 %11, 0
  %16 = icmp uge i64 %13, %1
  %17 = select i1 %15, i1 true, i1 %16
  %18 = zext i1 %17 to i64
  %19 = or disjoint i64 %14, %18
  %20 = select i1 %17, i64 %1, i64 0
  %21 = sub i64 %13, %20
  %22 = add nuw nsw i32 %10, 1
  %23 = shl i64 %9, 1
  %24 = icmp ult i32 %10, 63
  br i1 %24, label %8, label %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__umoddi3(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #12
  %4 = call fastcc i64 @soft_divide_integers(i64 noundef %0, i64 noundef %1, ptr noundef nonnull %3) #11
  %5 = load i64, ptr %3, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #12
  ret i64 %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__divdi3(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #12
  %4 = call fastcc i64 @soft_divide_signed(i64 noundef %0, i64 noundef %1, ptr noundef nonnull %3) #11
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #12
  ret i64 %4
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(argmem: readwrite)
define internal fastcc i64 @soft_divide_signed(i64 noundef %0, i64 noundef %1, ptr nocapture noundef %2) unnamed_addr #7 {
  %4 = icmp sgt i64 %0, -1
  %5 = tail call i64 @llvm.abs.i64(i64 %0, i1 false)
  %6 = tail call i64 @llvm.abs.i64(i64 %1, i1 false)
  %7 = tail call fastcc i64 @soft_divide_integers(i64 noundef %5, i64 noundef %6, ptr noundef %2) #11
  br i1 %4, label %11, label %8

8:                                                ; preds = %3
  %9 = load i64, ptr %2, align 8
  %10 = sub i64 0, %9
  store i64 %10, ptr %2, align 8
  br label %11

11:                                               ; preds = %8, %3
  %12 = xor i64 %1, %0
  %13 = sub i64 0, %7
  %14 = icmp slt i64 %12, 0
  %15 = select i1 %14, i64 %13, i64 %7
  ret i64 %15
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local i64 @__moddi3(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #12
  %4 = call fastcc i64 @soft_divide_signed(i64 noundef %0, i64 noundef %1, ptr noundef nonnull %3) #11
  %5 = load i64, ptr %3, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #12
  ret i64 %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: readwrite)
define dso_local i64 @soft_ldivmod(i64 noundef %0, i64 noundef %1, ptr nocapture noundef %2) local_unnamed_addr #6 {
  %4 = tail call fastcc i64 @soft_divide_signed(i64 noundef %0, i64 noundef %1, ptr noundef %2) #11
  ret i64 %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: write)
define dso_local i64 @soft_uldivmod(i64 noundef %0, i64 noundef %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #8 {
  %4 = tail call fastcc i64 @soft_divide_integers(i64 noundef %0, i64 noundef %1, ptr noundef %2) #11
  ret i64 %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @__truncdfhf2(double noundef %0) local_unnamed_addr #0 {
  %2 = bitcast double %0 to i64
  %3 = tail call fastcc i32 @soft_narrow_half(i64 noundef %2) #11
  %4 = or i32 %3, -65536
  %5 = bitcast i32 %4 to float
  ret float %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local double @sqrt(double noundef %0) local_unnamed_addr #0 {
  %2 = bitcast double %0 to i64
  %3 = tail call fastcc i64 @soft_root(i64 noundef %2) #11
  %4 = bitcast i64 %3 to double
  ret double %4
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(none)
define internal fastcc i64 @soft_root(i64 noundef %0) unnamed_addr #1 {
  %2 = alloca %struct.number, align 8
  %3 = and i64 %0, 9223372036854775807
  %4 = icmp ugt i64 %3, 9218868437227405312
  br i1 %4, label %5, label %7

5:                                                ; preds = %1
  %6 = or i64 %0, 2251799813685248
  br label %42

7:                                                ; preds = %1
  switch i64 %0, label %8 [
    i64 -9223372036854775808, label %42
    i64 9218868437227405312, label %42
    i64 0, label %42
  ]

8:                                                ; preds = %7
  %9 = icmp sgt i64 %0, -1
  br i1 %9, label %10, label %42

10:                                               ; preds = %8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %2) #12
  call fastcc void @soft_unpack(ptr dead_on_unwind nonnull writable sret(%struct.number) align 8 %2, i64 noundef %0) #11
  %11 = getelementptr inbounds %struct.number, ptr %2, i32 0, i32 1
  %12 = load i32, ptr %11, align 8
  %13 = and i32 %12, 1
  %14 = load i64, ptr %2, align 8
  %15 = zext nneg i32 %13 to i64
  %16 = shl i64 %14, %15
  br label %25

17:                                               ; preds = %25
  %18 = shl i64 %38, 1
  %19 = icmp ne i64 %36, 0
  %20 = zext i1 %19 to i64
  %21 = or disjoint i64 %18, %20
  %22 = ashr i32 %12, 1
  %23 = add nsw i32 %22, 6
  %24 = tail call fastcc i64 @soft_pack(i64 noundef 0, i64 noundef %21, i32 noundef %23) #11
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %2) #12
  br label %42

25:                                               ; preds = %10, %25
  %26 = phi i32 [ 0, %10 ], [ %39, %25 ]
  %27 = phi i64 [ 0, %10 ], [ %38, %25 ]
  %28 = phi i64 [ 0, %10 ], [ %36, %25 ]
  %29 = phi i64 [ %16, %10 ], [ %40, %25 ]
  %30 = shl i64 %27, 2
  %31 = tail call i64 @llvm.fshl.i64(i64 %28, i64 %29, i64 2)
  %32 = shl i64 %27, 1
  %33 = icmp ugt i64 %31, %30
  %34 = xor i64 %30, -1
  %35 = select i1 %33, i64 %34, i64 0
  %36 = add i64 %35, %31
  %37 = zext i1 %33 to i64
  %38 = or disjoint i64 %32, %37
  %39 = add nuw nsw i32 %26, 1
  %40 = shl i64 %29, 2
  %41 = icmp eq i32 %39, 56
  br i1 %41, label %17, label %25

42:                                               ; preds = %8, %7, %7, %7, %17, %5
  %43 = phi i64 [ %6, %5 ], [ %24, %17 ], [ %0, %7 ], [ %0, %7 ], [ %0, %7 ], [ 9221120237041090560, %8 ]
  ret i64 %43
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @sqrtf(float noundef %0) local_unnamed_addr #0 {
  %2 = bitcast float %0 to i32
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %2) #11
  %4 = tail call fastcc i64 @soft_root(i64 noundef %3) #11
  %5 = tail call fastcc i32 @soft_narrow(i64 noundef %4) #11
  %6 = bitcast i32 %5 to float
  ret float %6
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local double @trunc(double noundef %0) local_unnamed_addr #3 {
  %2 = bitcast double %0 to i64
  %3 = tail call fastcc i64 @soft_whole(i64 noundef %2, i32 noundef 0) #11
  %4 = bitcast i64 %3 to double
  ret double %4
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(none)
define internal fastcc i64 @soft_whole(i64 noundef %0, i32 noundef %1) unnamed_addr #4 {
  %3 = and i64 %0, 9223372036854775807
  %4 = lshr i64 %3, 52
  %5 = trunc i64 %4 to i32
  %6 = and i64 %0, -9223372036854775808
  %7 = icmp ugt i64 %3, 9218868437227405312
  br i1 %7, label %8, label %10

8:                                                ; preds = %2
  %9 = or i64 %0, 2251799813685248
  br label %56

10:                                               ; preds = %2
  %11 = icmp ugt i32 %5, 1074
  %12 = icmp eq i64 %3, 0
  %13 = or i1 %12, %11
  br i1 %13, label %56, label %14

14:                                               ; preds = %10
  %15 = icmp ult i32 %5, 1023
  br i1 %15, label %16, label %28

16:                                               ; preds = %14
  %17 = icmp eq i64 %6, 0
  %18 = select i1 %17, i32 2, i32 1
  %19 = icmp eq i32 %18, %1
  %20 = icmp ugt i32 %1, 2
  %21 = icmp eq i32 %1, 4
  %22 = zext i1 %21 to i64
  %23 = add nuw nsw i64 %3, %22
  %24 = icmp ugt i64 %23, 4602678819172646912
  %25 = select i1 %20, i1 %24, i1 %19
  %26 = or disjoint i64 %6, 4607182418800017408
  %27 = select i1 %25, i64 %26, i64 %6
  br label %56

28:                                               ; preds = %14
  %29 = sub nuw nsw i32 1075, %5
  %30 = zext nneg i32 %29 to i64
  %31 = shl nuw nsw i64 1, %30
  %32 = add nsw i64 %31, -1
  %33 = and i64 %32, %0
  %34 = sub i64 %0, %33
  %35 = icmp eq i64 %6, 0
  %36 = select i1 %35, i32 2, i32 1
  %37 = icmp eq i32 %36, %1
  %38 = icmp ne i64 %33, 0
  %39 = select i1 %37, i1 %38, i1 false
  %40 = icmp ugt i32 %1, 2
  br i1 %40, label %41, label %52

41:                                               ; preds = %28
  %42 = icmp eq i32 %5, 1023
  %43 = and i64 %34, %31
  %44 = icmp ne i64 %43, 0
  %45 = icmp eq i32 %1, 4
  %46 = or i1 %45, %42
  %47 = select i1 %46, i1 true, i1 %44
  %48 = zext i1 %47 to i64
  %49 = add nuw nsw i64 %33, %48
  %50 = lshr i64 %31, 1
  %51 = icmp ugt i64 %49, %50
  br label %52

52:                                               ; preds = %41, %28
  %53 = phi i1 [ %51, %41 ], [ %39, %28 ]
  %54 = select i1 %53, i64 %31, i64 0
  %55 = add i64 %54, %34
  br label %56

56:                                               ; preds = %10, %52, %16, %8
  %57 = phi i64 [ %9, %8 ], [ %27, %16 ], [ %55, %52 ], [ %0, %10 ]
  ret i64 %57
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @truncf(float noundef %0) local_unnamed_addr #0 {
  %2 = bitcast float %0 to i32
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %2) #11
  %4 = tail call fastcc i64 @soft_whole(i64 noundef %3, i32 noundef 0) #11
  %5 = tail call fastcc i32 @soft_narrow(i64 noundef %4) #11
  %6 = bitcast i32 %5 to float
  ret float %6
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local double @rint(double noundef %0) local_unnamed_addr #3 {
  %2 = bitcast double %0 to i64
  %3 = tail call fastcc i64 @soft_whole(i64 noundef %2, i32 noundef 3) #11
  %4 = bitcast i64 %3 to double
  ret double %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @rintf(float noundef %0) local_unnamed_addr #0 {
  %2 = bitcast float %0 to i32
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %2) #11
  %4 = tail call fastcc i64 @soft_whole(i64 noundef %3, i32 noundef 3) #11
  %5 = tail call fastcc i32 @soft_narrow(i64 noundef %4) #11
  %6 = bitcast i32 %5 to float
  ret float %6
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local double @roundeven(double noundef %0) local_unnamed_addr #3 {
  %2 = bitcast double %0 to i64
  %3 = tail call fastcc i64 @soft_whole(i64 noundef %2, i32 noundef 3) #11
  %4 = bitcast i64 %3 to double
  ret double %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @roundevenf(float noundef %0) local_unnamed_addr #0 {
  %2 = bitcast float %0 to i32
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %2) #11
  %4 = tail call fastcc i64 @soft_whole(i64 noundef %3, i32 noundef 3) #11
  %5 = tail call fastcc i32 @soft_narrow(i64 noundef %4) #11
  %6 = bitcast i32 %5 to float
  ret float %6
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local double @nearbyint(double noundef %0) local_unnamed_addr #3 {
  %2 = bitcast double %0 to i64
  %3 = tail call fastcc i64 @soft_whole(i64 noundef %2, i32 noundef 3) #11
  %4 = bitcast i64 %3 to double
  ret double %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @nearbyintf(float noundef %0) local_unnamed_addr #0 {
  %2 = bitcast float %0 to i32
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %2) #11
  %4 = tail call fastcc i64 @soft_whole(i64 noundef %3, i32 noundef 3) #11
  %5 = tail call fastcc i32 @soft_narrow(i64 noundef %4) #11
  %6 = bitcast i32 %5 to float
  ret float %6
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local double @floor(double noundef %0) local_unnamed_addr #3 {
  %2 = bitcast double %0 to i64
  %3 = tail call fastcc i64 @soft_whole(i64 noundef %2, i32 noundef 1) #11
  %4 = bitcast i64 %3 to double
  ret double %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @floorf(float noundef %0) local_unnamed_addr #0 {
  %2 = bitcast float %0 to i32
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %2) #11
  %4 = tail call fastcc i64 @soft_whole(i64 noundef %3, i32 noundef 1) #11
  %5 = tail call fastcc i32 @soft_narrow(i64 noundef %4) #11
  %6 = bitcast i32 %5 to float
  ret float %6
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local double @ceil(double noundef %0) local_unnamed_addr #3 {
  %2 = bitcast double %0 to i64
  %3 = tail call fastcc i64 @soft_whole(i64 noundef %2, i32 noundef 2) #11
  %4 = bitcast i64 %3 to double
  ret double %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @ceilf(float noundef %0) local_unnamed_addr #0 {
  %2 = bitcast float %0 to i32
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %2) #11
  %4 = tail call fastcc i64 @soft_whole(i64 noundef %3, i32 noundef 2) #11
  %5 = tail call fastcc i32 @soft_narrow(i64 noundef %4) #11
  %6 = bitcast i32 %5 to float
  ret float %6
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local double @round(double noundef %0) local_unnamed_addr #3 {
  %2 = bitcast double %0 to i64
  %3 = tail call fastcc i64 @soft_whole(i64 noundef %2, i32 noundef 4) #11
  %4 = bitcast i64 %3 to double
  ret double %4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @roundf(float noundef %0) local_unnamed_addr #0 {
  %2 = bitcast float %0 to i32
  %3 = tail call fastcc i64 @soft_widen(i32 noundef %2) #11
  %4 = tail call fastcc i64 @soft_whole(i64 noundef %3, i32 noundef 4) #11
  %5 = tail call fastcc i32 @soft_narrow(i64 noundef %4) #11
  %6 = bitcast i32 %5 to float
  ret float %6
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local double @fma(double noundef %0, double noundef %1, double noundef %2) local_unnamed_addr #0 {
  %4 = bitcast double %0 to i64
  %5 = bitcast double %1 to i64
  %6 = bitcast double %2 to i64
  %7 = tail call fastcc i64 @soft_multiply_add(i64 noundef %4, i64 noundef %5, i64 noundef %6) #11
  %8 = bitcast i64 %7 to double
  ret double %8
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(none)
define internal fastcc i64 @soft_multiply_add(i64 noundef %0, i64 noundef %1, i64 noundef %2) unnamed_addr #1 {
  %4 = alloca [2 x i64], align 8
  %5 = alloca [2 x i64], align 8
  %6 = alloca %struct.number, align 8
  %7 = alloca %struct.number, align 8
  %8 = alloca %struct.number, align 8
  %9 = xor i64 %1, %0
  %10 = and i64 %9, -9223372036854775808
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4) #12
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5) #12
  %11 = and i64 %0, 9223372036854775807
  %12 = icmp ugt i64 %11, 9218868437227405311
  br i1 %12, label %16, label %13

13:                                               ; preds = %3
  %14 = and i64 %1, 9223372036854775807
  %15 = icmp ugt i64 %14, 9218868437227405311
  br i1 %15, label %16, label %19

16:                                               ; preds = %13, %3
  %17 = tail call fastcc i64 @soft_multiply(i64 noundef %0, i64 noundef %1) #11
  %18 = tail call fastcc i64 @soft_add(i64 noundef %17, i64 noundef %2) #11
  br label %142

19:                                               ; preds = %13
  %20 = and i64 %2, 9223372036854775807
  %21 = icmp ugt i64 %20, 9218868437227405311
  br i1 %21, label %22, label %24

22:                                               ; preds = %19
  %23 = tail call fastcc i64 @soft_add(i64 noundef %2, i64 noundef 0) #11
  br label %142

24:                                               ; preds = %19
  %25 = icmp eq i64 %11, 0
  %26 = icmp eq i64 %14, 0
  %27 = or i1 %25, %26
  br i1 %27, label %28, label %30

28:                                               ; preds = %24
  %29 = tail call fastcc i64 @soft_add(i64 noundef %10, i64 noundef %2) #11
  br label %142

30:                                               ; preds = %24
  %31 = icmp eq i64 %20, 0
  br i1 %31, label %32, label %34

32:                                               ; preds = %30
  %33 = tail call fastcc i64 @soft_multiply(i64 noundef %0, i64 noundef %1) #11
  br label %142

34:                                               ; preds = %30
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6) #12
  call fastcc void @soft_unpack(ptr dead_on_unwind nonnull writable sret(%struct.number) align 8 %6, i64 noundef %0) #11
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7) #12
  call fastcc void @soft_unpack(ptr dead_on_unwind nonnull writable sret(%struct.number) align 8 %7, i64 noundef %1) #11
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %8) #12
  call fastcc void @soft_unpack(ptr dead_on_unwind nonnull writable sret(%struct.number) align 8 %8, i64 noundef %2) #11
  %35 = load i64, ptr %6, align 8
  %36 = load i64, ptr %7, align 8
  %37 = call fastcc i64 @soft_product(i64 noundef %35, i64 noundef %36, ptr noundef nonnull %4) #11
  store i64 %37, ptr %5, align 8
  %38 = load i64, ptr %8, align 8
  %39 = lshr i64 %38, 2
  %40 = getelementptr inbounds [2 x i64], ptr %5, i32 0, i32 1
  store i64 %39, ptr %40, align 8
  %41 = shl i64 %38, 62
  %42 = getelementptr inbounds [2 x i64], ptr %4, i32 0, i32 1
  store i64 %41, ptr %42, align 8
  %43 = getelementptr inbounds %struct.number, ptr %6, i32 0, i32 1
  %44 = load i32, ptr %43, align 8
  %45 = getelementptr inbounds %struct.number, ptr %7, i32 0, i32 1
  %46 = load i32, ptr %45, align 8
  %47 = add nsw i32 %46, %44
  %48 = getelementptr inbounds %struct.number, ptr %8, i32 0, i32 1
  %49 = load i32, ptr %48, align 8
  %50 = sub i32 %47, %49
  %51 = icmp sgt i32 %50, 0
  %52 = select i1 %51, i32 %47, i32 %49
  %53 = icmp eq i32 %47, %49
  br i1 %53, label %66, label %54

54:                                               ; preds = %34
  %55 = zext i1 %51 to i32
  %56 = getelementptr inbounds [2 x i64], ptr %5, i32 0, i32 %55
  %57 = getelementptr inbounds [2 x i64], ptr %4, i32 0, i32 %55
  %58 = load i64, ptr %56, align 8
  %59 = load i64, ptr %57, align 8
  %60 = add i32 %44, %46
  %61 = sub i32 %49, %60
  %62 = tail call i32 @llvm.smax.i32(i32 %50, i32 %61)
  %63 = tail call i32 @llvm.smin.i32(i32 %62, i32 127)
  %64 = tail call i32 @llvm.umax.i32(i32 %63, i32 1)
  br label %69

65:                                               ; preds = %69
  store i64 %76, ptr %56, align 8
  store i64 %75, ptr %57, align 8
  br label %66

66:                                               ; preds = %65, %34
  %67 = xor i64 %9, %2
  %68 = icmp sgt i64 %67, -1
  br i1 %68, label %108, label %79

69:                                               ; preds = %54, %69
  %70 = phi i64 [ %59, %54 ], [ %75, %69 ]
  %71 = phi i64 [ %58, %54 ], [ %76, %69 ]
  %72 = phi i32 [ 0, %54 ], [ %77, %69 ]
  %73 = tail call i64 @llvm.fshl.i64(i64 %71, i64 %70, i64 63)
  %74 = and i64 %70, 1
  %75 = or i64 %73, %74
  %76 = lshr i64 %71, 1
  %77 = add nuw nsw i32 %72, 1
  %78 = icmp eq i32 %77, %64
  br i1 %78, label %65, label %69

79:                                               ; preds = %66
  %80 = load i64, ptr %5, align 8
  %81 = load i64, ptr %40, align 8
  %82 = icmp ult i64 %80, %81
  br i1 %82, label %89, label %83

83:                                               ; preds = %79
  %84 = icmp eq i64 %80, %81
  br i1 %84, label %85, label %91

85:                                               ; preds = %83
  %86 = load i64, ptr %4, align 8
  %87 = load i64, ptr %42, align 8
  %88 = icmp ult i64 %86, %87
  br i1 %88, label %89, label %91

89:                                               ; preds = %85, %79
  %90 = xor i64 %10, -9223372036854775808
  br label %91

91:                                               ; preds = %83, %85, %89
  %92 = phi i64 [ %80, %89 ], [ %80, %85 ], [ %81, %83 ]
  %93 = phi i64 [ %81, %89 ], [ %80, %85 ], [ %80, %83 ]
  %94 = phi i64 [ %90, %89 ], [ %10, %85 ], [ %10, %83 ]
  %95 = phi i32 [ 1, %89 ], [ 0, %85 ], [ 0, %83 ]
  %96 = phi i32 [ 0, %89 ], [ 1, %85 ], [ 1, %83 ]
  %97 = sub i64 %93, %92
  %98 = getelementptr inbounds [2 x i64], ptr %4, i32 0, i32 %95
  %99 = load i64, ptr %98, align 8
  %100 = getelementptr inbounds [2 x i64], ptr %4, i32 0, i32 %96
  %101 = load i64, ptr %100, align 8
  %102 = icmp ult i64 %99, %101
  %103 = sext i1 %102 to i64
  %104 = add i64 %97, %103
  %105 = sub i64 %99, %101
  %106 = or i64 %104, %105
  %107 = icmp eq i64 %106, 0
  br i1 %107, label %140, label %118

108:                                              ; preds = %66
  %109 = load i64, ptr %4, align 8
  %110 = load i64, ptr %42, align 8
  %111 = add i64 %110, %109
  %112 = load i64, ptr %5, align 8
  %113 = load i64, ptr %40, align 8
  %114 = add i64 %113, %112
  %115 = icmp ult i64 %111, %109
  %116 = zext i1 %115 to i64
  %117 = add i64 %114, %116
  br label %118

118:                                              ; preds = %91, %108
  %119 = phi i64 [ %94, %91 ], [ %10, %108 ]
  %120 = phi i64 [ %104, %91 ], [ %117, %108 ]
  %121 = phi i64 [ %105, %91 ], [ %111, %108 ]
  %122 = icmp ult i64 %120, 4611686018427387904
  br i1 %122, label %123, label %131

123:                                              ; preds = %118, %123
  %124 = phi i64 [ %129, %123 ], [ %121, %118 ]
  %125 = phi i64 [ %127, %123 ], [ %120, %118 ]
  %126 = phi i32 [ %128, %123 ], [ %52, %118 ]
  %127 = tail call i64 @llvm.fshl.i64(i64 %125, i64 %124, i64 1)
  %128 = add nsw i32 %126, -1
  %129 = shl i64 %124, 1
  %130 = icmp ult i64 %127, 4611686018427387904
  br i1 %130, label %123, label %131

131:                                              ; preds = %123, %118
  %132 = phi i32 [ %52, %118 ], [ %128, %123 ]
  %133 = phi i64 [ %120, %118 ], [ %127, %123 ]
  %134 = phi i64 [ %121, %118 ], [ %129, %123 ]
  %135 = icmp ne i64 %134, 0
  %136 = zext i1 %135 to i64
  %137 = or i64 %133, %136
  %138 = add nsw i32 %132, 2
  %139 = tail call fastcc i64 @soft_pack(i64 noundef %119, i64 noundef %137, i32 noundef %138) #11
  br label %140

140:                                              ; preds = %91, %131
  %141 = phi i64 [ %139, %131 ], [ 0, %91 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %8) #12
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7) #12
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6) #12
  br label %142

142:                                              ; preds = %140, %32, %28, %22, %16
  %143 = phi i64 [ %18, %16 ], [ %23, %22 ], [ %141, %140 ], [ %33, %32 ], [ %29, %28 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5) #12
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4) #12
  ret i64 %143
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local double @fmod(double noundef %0, double noundef %1) local_unnamed_addr #0 {
  %3 = bitcast double %0 to i64
  %4 = bitcast double %1 to i64
  %5 = tail call fastcc i64 @soft_remainder(i64 noundef %3, i64 noundef %4) #11
  %6 = bitcast i64 %5 to double
  ret double %6
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(none)
define internal fastcc i64 @soft_remainder(i64 noundef %0, i64 noundef %1) unnamed_addr #1 {
  %3 = alloca %struct.number, align 8
  %4 = alloca %struct.number, align 8
  %5 = and i64 %0, 9223372036854775807
  %6 = icmp ugt i64 %5, 9218868437227405312
  br i1 %6, label %7, label %9

7:                                                ; preds = %2
  %8 = or i64 %0, 2251799813685248
  br label %47

9:                                                ; preds = %2
  %10 = and i64 %1, 9223372036854775807
  %11 = icmp ugt i64 %10, 9218868437227405312
  br i1 %11, label %12, label %14

12:                                               ; preds = %9
  %13 = or i64 %1, 2251799813685248
  br label %47

14:                                               ; preds = %9
  %15 = icmp eq i64 %5, 9218868437227405312
  %16 = icmp eq i64 %10, 0
  %17 = or i1 %15, %16
  br i1 %17, label %47, label %18

18:                                               ; preds = %14
  %19 = icmp eq i64 %10, 9218868437227405312
  %20 = icmp ult i64 %5, %10
  %21 = or i1 %19, %20
  br i1 %21, label %47, label %22

22:                                               ; preds = %18
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %3) #12
  call fastcc void @soft_unpack(ptr dead_on_unwind nonnull writable sret(%struct.number) align 8 %3, i64 noundef %0) #11
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4) #12
  call fastcc void @soft_unpack(ptr dead_on_unwind nonnull writable sret(%struct.number) align 8 %4, i64 noundef %1) #11
  %23 = load i64, ptr %3, align 8
  %24 = getelementptr inbounds %struct.number, ptr %3, i32 0, i32 1
  %25 = load i32, ptr %24, align 8
  %26 = getelementptr inbounds %struct.number, ptr %4, i32 0, i32 1
  %27 = load i32, ptr %26, align 8
  %28 = sub nsw i32 %25, %27
  %29 = load i64, ptr %4, align 8
  %30 = icmp ult i64 %23, %29
  %31 = select i1 %30, i64 0, i64 %29
  %32 = sub i64 %23, %31
  %33 = icmp eq i32 %28, 0
  br i1 %33, label %34, label %38

34:                                               ; preds = %38, %22
  %35 = phi i64 [ %32, %22 ], [ %45, %38 ]
  %36 = and i64 %0, -9223372036854775808
  %37 = tail call fastcc i64 @soft_pack(i64 noundef %36, i64 noundef %35, i32 noundef %27) #11
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4) #12
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %3) #12
  br label %47

38:                                               ; preds = %22, %38
  %39 = phi i64 [ %45, %38 ], [ %32, %22 ]
  %40 = phi i32 [ %41, %38 ], [ %28, %22 ]
  %41 = add nsw i32 %40, -1
  %42 = shl i64 %39, 1
  %43 = icmp ult i64 %42, %29
  %44 = select i1 %43, i64 0, i64 %29
  %45 = sub i64 %42, %44
  %46 = icmp eq i32 %41, 0
  br i1 %46, label %34, label %38

47:                                               ; preds = %18, %14, %34, %12, %7
  %48 = phi i64 [ %8, %7 ], [ %13, %12 ], [ %37, %34 ], [ 9221120237041090560, %14 ], [ %0, %18 ]
  ret i64 %48
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define dso_local float @fmodf(float noundef %0, float noundef %1) local_unnamed_addr #0 {
  %3 = bitcast float %0 to i32
  %4 = tail call fastcc i64 @soft_widen(i32 noundef %3) #11
  %5 = bitcast float %1 to i32
  %6 = tail call fastcc i64 @soft_widen(i32 noundef %5) #11
  %7 = tail call fastcc i64 @soft_remainder(i64 noundef %4, i64 noundef %6) #11
  %8 = tail call fastcc i32 @soft_narrow(i64 noundef %7) #11
  %9 = bitcast i32 %8 to float
  ret float %9
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(argmem: write)
define internal fastcc void @soft_unpack(ptr dead_on_unwind noalias nocapture writable writeonly sret(%struct.number) align 8 %0, i64 noundef %1) unnamed_addr #5 {
  %3 = lshr i64 %1, 52
  %4 = trunc i64 %3 to i32
  %5 = and i32 %4, 2047
  %6 = and i64 %1, 4503599627370495
  %7 = icmp eq i32 %5, 0
  %8 = tail call i32 @llvm.umax.i32(i32 %5, i32 1)
  %9 = select i1 %7, i64 0, i64 4503599627370496
  %10 = or disjoint i64 %9, %6
  %11 = shl nuw nsw i64 %10, 10
  %12 = add nsw i32 %8, -1023
  %13 = add nsw i64 %11, -1
  %14 = icmp ult i64 %13, 4611686018427387903
  br i1 %14, label %15, label %22

15:                                               ; preds = %2, %15
  %16 = phi i32 [ %19, %15 ], [ %12, %2 ]
  %17 = phi i64 [ %18, %15 ], [ %11, %2 ]
  %18 = shl nuw nsw i64 %17, 1
  %19 = add nsw i32 %16, -1
  %20 = add nsw i64 %18, -1
  %21 = icmp ult i64 %20, 4611686018427387903
  br i1 %21, label %15, label %22

22:                                               ; preds = %15, %2
  %23 = phi i64 [ %11, %2 ], [ %18, %15 ]
  %24 = phi i32 [ %12, %2 ], [ %19, %15 ]
  store i64 %23, ptr %0, align 8
  %25 = getelementptr inbounds %struct.number, ptr %0, i32 0, i32 1
  store i32 %24, ptr %25, align 8
  ret void
}

; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(none)
define internal fastcc i64 @soft_pack(i64 noundef %0, i64 noundef %1, i32 noundef %2) unnamed_addr #1 {
  %4 = tail call fastcc i64 @packed(i64 noundef %1, i32 noundef %2, [2 x i32] [i32 52, i32 1023]) #11
  %5 = or i64 %4, %0
  ret i64 %5
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define internal fastcc i64 @packed(i64 noundef %0, i32 noundef %1, [2 x i32] %2) unnamed_addr #0 {
  %4 = extractvalue [2 x i32] %2, 0
  %5 = icmp eq i64 %0, 0
  br i1 %5, label %61, label %6

6:                                                ; preds = %3
  %7 = extractvalue [2 x i32] %2, 1
  %8 = icmp ult i64 %0, 4611686018427387904
  br i1 %8, label %9, label %16

9:                                                ; preds = %6, %9
  %10 = phi i32 [ %13, %9 ], [ %1, %6 ]
  %11 = phi i64 [ %12, %9 ], [ %0, %6 ]
  %12 = shl nuw nsw i64 %11, 1
  %13 = add nsw i32 %10, -1
  %14 = add nsw i64 %12, -1
  %15 = icmp ult i64 %14, 4611686018427387903
  br i1 %15, label %9, label %16

16:                                               ; preds = %9, %6
  %17 = phi i64 [ %0, %6 ], [ %12, %9 ]
  %18 = phi i32 [ %1, %6 ], [ %13, %9 ]
  %19 = sub nsw i32 62, %4
  %20 = add nsw i32 %18, %7
  %21 = shl nsw i32 %7, 1
  %22 = icmp sgt i32 %20, %21
  br i1 %22, label %23, label %28

23:                                               ; preds = %16
  %24 = or disjoint i32 %21, 1
  %25 = sext i32 %24 to i64
  %26 = zext nneg i32 %4 to i64
  %27 = shl i64 %25, %26
  br label %61

28:                                               ; preds = %16
  %29 = icmp slt i32 %20, 1
  br i1 %29, label %30, label %34

30:                                               ; preds = %28
  %31 = sub i32 %19, %20
  %32 = add i32 %31, 1
  %33 = icmp sgt i32 %32, 63
  br i1 %33, label %61, label %34

34:                                               ; preds = %30, %28
  %35 = phi i32 [ 1, %30 ], [ %20, %28 ]
  %36 = phi i32 [ %32, %30 ], [ %19, %28 ]
  %37 = zext i32 %36 to i64
  %38 = lshr i64 %17, %37
  %39 = shl nsw i64 -1, %37
  %40 = xor i64 %39, -1
  %41 = and i64 %17, %40
  %42 = add nsw i32 %36, -1
  %43 = zext nneg i32 %42 to i64
  %44 = shl nuw i64 1, %43
  %45 = icmp ugt i64 %41, %44
  br i1 %45, label %52, label %46

46:                                               ; preds = %34
  %47 = icmp eq i64 %41, %44
  %48 = and i64 %38, 1
  %49 = icmp ne i64 %48, 0
  %50 = select i1 %47, i1 %49, i1 false
  %51 = zext i1 %50 to i32
  br label %52

52:                                               ; preds = %46, %34
  %53 = phi i32 [ 1, %34 ], [ %51, %46 ]
  %54 = zext nneg i32 %53 to i64
  %55 = add nsw i32 %35, -1
  %56 = zext nneg i32 %55 to i64
  %57 = zext nneg i32 %4 to i64
  %58 = shl i64 %56, %57
  %59 = add i64 %58, %38
  %60 = add i64 %59, %54
  br label %61

61:                                               ; preds = %23, %52, %30, %3
  %62 = phi i64 [ 0, %3 ], [ %27, %23 ], [ %60, %52 ], [ 0, %30 ]
  ret i64 %62
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define internal fastcc i64 @widened(i32 noundef %0, [2 x i32] %1, i32 noundef %2) unnamed_addr #0 {
  %4 = extractvalue [2 x i32] %1, 0
  %5 = extractvalue [2 x i32] %1, 1
  %6 = add nsw i32 %2, -1
  %7 = lshr i32 %0, %6
  %8 = zext nneg i32 %7 to i64
  %9 = shl i64 %8, 63
  %10 = shl nsw i32 -1, %6
  %11 = xor i32 %10, -1
  %12 = and i32 %11, %0
  %13 = zext nneg i32 %12 to i64
  %14 = shl nsw i32 %5, 1
  %15 = or disjoint i32 %14, 1
  %16 = sext i32 %15 to i64
  %17 = zext nneg i32 %4 to i64
  %18 = shl i64 %16, %17
  %19 = icmp ult i64 %18, %13
  br i1 %19, label %20, label %27

20:                                               ; preds = %3
  %21 = sub nsw i64 %13, %18
  %22 = sub nsw i32 52, %4
  %23 = zext nneg i32 %22 to i64
  %24 = shl i64 %21, %23
  %25 = or i64 %9, %24
  %26 = or i64 %25, 9221120237041090560
  br label %58

27:                                               ; preds = %3
  %28 = icmp eq i64 %18, %13
  br i1 %28, label %29, label %31

29:                                               ; preds = %27
  %30 = or disjoint i64 %9, 9218868437227405312
  br label %58

31:                                               ; preds = %27
  %32 = lshr i64 %13, %17
  %33 = trunc i64 %32 to i32
  %34 = shl nuw i64 1, %17
  %35 = add nuw i64 %34, 2147483647
  %36 = and i64 %35, %13
  %37 = icmp eq i32 %33, 0
  %38 = tail call i32 @llvm.umax.i32(i32 %33, i32 1)
  %39 = select i1 %37, i64 0, i64 %34
  %40 = or i64 %39, %36
  %41 = sub nsw i32 62, %4
  %42 = zext nneg i32 %41 to i64
  %43 = shl i64 %40, %42
  %44 = sub nsw i32 %38, %5
  %45 = add i64 %43, -1
  %46 = icmp ult i64 %45, 4611686018427387903
  br i1 %46, label %47, label %54

47:                                               ; preds = %31, %47
  %48 = phi i32 [ %51, %47 ], [ %44, %31 ]
  %49 = phi i64 [ %50, %47 ], [ %43, %31 ]
  %50 = shl nuw nsw i64 %49, 1
  %51 = add nsw i32 %48, -1
  %52 = add nsw i64 %50, -1
  %53 = icmp ult i64 %52, 4611686018427387903
  br i1 %53, label %47, label %54

54:                                               ; preds = %47, %31
  %55 = phi i64 [ %43, %31 ], [ %50, %47 ]
  %56 = phi i32 [ %44, %31 ], [ %51, %47 ]
  %57 = tail call fastcc i64 @soft_pack(i64 noundef %9, i64 noundef %55, i32 noundef %56) #11
  br label %58

58:                                               ; preds = %54, %29, %20
  %59 = phi i64 [ %26, %20 ], [ %30, %29 ], [ %57, %54 ]
  ret i64 %59
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(none)
define internal fastcc i32 @narrowed(i64 noundef %0, [2 x i32] %1, i32 noundef %2) unnamed_addr #0 {
  %4 = alloca %struct.number, align 8
  %5 = extractvalue [2 x i32] %1, 0
  %6 = extractvalue [2 x i32] %1, 1
  %7 = lshr i64 %0, 63
  %8 = trunc i64 %7 to i32
  %9 = add nsw i32 %2, -1
  %10 = shl nuw i32 %8, %9
  %11 = shl nsw i32 %6, 1
  %12 = or disjoint i32 %11, 1
  %13 = shl i32 %12, %5
  %14 = and i64 %0, 9223372036854775807
  %15 = icmp ugt i64 %14, 9218868437227405312
  br i1 %15, label %16, label %27

16:                                               ; preds = %3
  %17 = and i64 %0, 2251799813685247
  %18 = sub nsw i32 52, %5
  %19 = zext nneg i32 %18 to i64
  %20 = lshr i64 %17, %19
  %21 = trunc i64 %20 to i32
  %22 = add nsw i32 %5, -1
  %23 = shl nuw i32 1, %22
  %24 = or i32 %23, %21
  %25 = or i32 %24, %10
  %26 = or i32 %25, %13
  br label %38

27:                                               ; preds = %3
  %28 = icmp eq i64 %14, 9218868437227405312
  br i1 %28, label %29, label %31

29:                                               ; preds = %27
  %30 = or i32 %13, %10
  br label %38

31:                                               ; preds = %27
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4) #12
  call fastcc void @soft_unpack(ptr dead_on_unwind nonnull writable sret(%struct.number) align 8 %4, i64 noundef %0) #11
  %32 = load i64, ptr %4, align 8
  %33 = getelementptr inbounds %struct.number, ptr %4, i32 0, i32 1
  %34 = load i32, ptr %33, align 8
  %35 = tail call fastcc i64 @packed(i64 noundef %32, i32 noundef %34, [2 x i32] %1) #11
  %36 = trunc i64 %35 to i32
  %37 = or i32 %10, %36
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4) #12
  br label %38

38:                                               ; preds = %31, %29, %16
  %39 = phi i32 [ %26, %16 ], [ %30, %29 ], [ %37, %31 ]
  ret i32 %39
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(argmem: write)
define internal fastcc i64 @soft_product(i64 noundef %0, i64 noundef %1, ptr nocapture noundef writeonly %2) unnamed_addr #9 {
  %4 = and i64 %0, 4294967295
  %5 = lshr i64 %0, 32
  %6 = and i64 %1, 4294967295
  %7 = lshr i64 %1, 32
  %8 = mul nuw i64 %6, %4
  %9 = mul nuw i64 %6, %5
  %10 = lshr i64 %8, 32
  %11 = add nuw i64 %10, %9
  %12 = mul nuw i64 %7, %4
  %13 = and i64 %11, 4294967295
  %14 = add nuw i64 %13, %12
  %15 = shl i64 %14, 32
  %16 = and i64 %8, 4294967295
  %17 = or disjoint i64 %15, %16
  store i64 %17, ptr %2, align 8
  %18 = mul nuw i64 %7, %5
  %19 = lshr i64 %11, 32
  %20 = add nuw i64 %19, %18
  %21 = lshr i64 %14, 32
  %22 = add nuw i64 %20, %21
  ret i64 %22
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.abs.i64(i64, i1 immarg) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshl.i32(i32, i32, i32) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.fshl.i64(i64, i64, i64) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #10

attributes #0 = { nofree norecurse nosync nounwind optsize memory(none) "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { nofree noinline norecurse nosync nounwind optsize memory(none) "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(none) "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nofree noinline norecurse nosync nounwind optsize memory(argmem: write) "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { nofree norecurse nosync nounwind optsize memory(argmem: readwrite) "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #7 = { nofree noinline norecurse nosync nounwind optsize memory(argmem: readwrite) "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { nofree norecurse nosync nounwind optsize memory(argmem: write) "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #9 = { mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(argmem: write) "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #10 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { nobuiltin optsize "no-builtins" }
attributes #12 = { nounwind }
