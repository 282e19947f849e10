%struct.context = type { i64, i64, i64, [4 x i64], ptr, [4 x i8], ptr, [4 x i8], ptr, [4 x i8], ptr, [4 x i8], ptr, [4 x i8], [3 x ptr], i64 }
%struct.heap = type { [104 x ptr], ptr, ptr, ptr }
%struct.node = type { i64, i32, i32, i64, ptr, ptr, i64 }
%struct.table = type { i64, [0 x ptr] }
%struct.kind = type { i64, i64, i64, [0 x i64] }
%struct.cell = type { ptr, i64 }
%struct.reference = type { ptr, ptr, i64, ptr, ptr }
%struct.work = type { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i64, ptr, i64, i64, ptr }
%struct.threads = type { ptr, ptr }
%struct.item = type { i64, i64 }

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local ptr @dlvm_node(ptr nocapture noundef readonly %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %1, ptr noundef %2) #13
  %5 = icmp eq ptr %4, null
  br i1 %5, label %9, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds i8, ptr %4, i32 48
  %8 = trunc i64 %1 to i32
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %7, i8 0, i32 %8, i1 false)
  br label %9

9:                                                ; preds = %6, %3
  ret ptr %4
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc ptr @allocate(ptr nocapture noundef readonly %0, i64 noundef %1, ptr noundef %2) unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %78, label %7

7:                                                ; preds = %3
  %8 = getelementptr inbounds %struct.heap, ptr %5, i32 0, i32 3
  %9 = load ptr, ptr %8, align 4
  %10 = getelementptr inbounds %struct.heap, ptr %5, i32 0, i32 1
  %11 = load ptr, ptr %10, align 4
  %12 = ptrtoint ptr %9 to i32
  %13 = ptrtoint ptr %11 to i32
  %14 = sub i32 %12, %13
  %15 = sext i32 %14 to i64
  %16 = icmp ult i64 %15, %1
  br i1 %16, label %78, label %17

17:                                               ; preds = %7
  %18 = add i64 %1, 48
  br label %19

19:                                               ; preds = %35, %17
  %20 = phi i32 [ %38, %35 ], [ 0, %17 ]
  %21 = icmp ult i32 %20, 3
  br i1 %21, label %22, label %26

22:                                               ; preds = %19
  %23 = shl nuw nsw i32 %20, 6
  %24 = add nuw nsw i32 %23, 64
  %25 = zext nneg i32 %24 to i64
  br label %35

26:                                               ; preds = %19
  %27 = add i32 %20, -3
  %28 = shl i32 %27, 6
  %29 = and i32 %28, 192
  %30 = or disjoint i32 %29, 256
  %31 = zext nneg i32 %30 to i64
  %32 = lshr i32 %27, 2
  %33 = zext nneg i32 %32 to i64
  %34 = shl i64 %31, %33
  br label %35

35:                                               ; preds = %22, %26
  %36 = phi i64 [ %25, %22 ], [ %34, %26 ]
  %37 = icmp ult i64 %36, %18
  %38 = add i32 %20, 1
  br i1 %37, label %19, label %39

39:                                               ; preds = %35
  %40 = getelementptr inbounds [104 x ptr], ptr %5, i32 0, i32 %20
  %41 = load ptr, ptr %40, align 4
  %42 = icmp eq ptr %41, null
  br i1 %42, label %46, label %43

43:                                               ; preds = %39
  %44 = getelementptr inbounds %struct.node, ptr %41, i32 0, i32 5
  %45 = load ptr, ptr %44, align 4
  store ptr %45, ptr %40, align 4
  br label %72

46:                                               ; preds = %39
  br i1 %21, label %47, label %51

47:                                               ; preds = %46
  %48 = shl nuw nsw i32 %20, 6
  %49 = add nuw nsw i32 %48, 64
  %50 = zext nneg i32 %49 to i64
  br label %60

51:                                               ; preds = %46
  %52 = add i32 %20, -3
  %53 = shl i32 %52, 6
  %54 = and i32 %53, 192
  %55 = or disjoint i32 %54, 256
  %56 = zext nneg i32 %55 to i64
  %57 = lshr i32 %52, 2
  %58 = zext nneg i32 %57 to i64
  %59 = shl i64 %56, %58
  br label %60

60:                                               ; preds = %47, %51
  %61 = phi i64 [ %50, %47 ], [ %59, %51 ]
  %62 = getelementptr inbounds %struct.heap, ptr %5, i32 0, i32 2
  %63 = load ptr, ptr %62, align 4
  %64 = ptrtoint ptr %63 to i32
  %65 = sub i32 %12, %64
  %66 = sext i32 %65 to i64
  %67 = icmp ugt i64 %61, %66
  br i1 %67, label %78, label %68

68:                                               ; preds = %60
  %69 = trunc i64 %61 to i32
  %70 = getelementptr inbounds i8, ptr %63, i32 %69
  store ptr %70, ptr %62, align 4
  store i64 1, ptr %63, align 8
  %71 = getelementptr inbounds %struct.node, ptr %63, i32 0, i32 2
  store i32 %20, ptr %71, align 4
  br label %72

72:                                               ; preds = %68, %43
  %73 = phi ptr [ %41, %43 ], [ %63, %68 ]
  %74 = getelementptr inbounds %struct.node, ptr %73, i32 0, i32 1
  store i32 1, ptr %74, align 8
  %75 = getelementptr inbounds %struct.node, ptr %73, i32 0, i32 3
  store i64 %1, ptr %75, align 8
  %76 = getelementptr inbounds %struct.node, ptr %73, i32 0, i32 4
  store ptr %2, ptr %76, align 8
  %77 = getelementptr inbounds %struct.node, ptr %73, i32 0, i32 6
  store i64 0, ptr %77, align 8
  br label %78

78:                                               ; preds = %60, %72, %3, %7
  %79 = phi ptr [ null, %7 ], [ null, %3 ], [ %73, %72 ], [ null, %60 ]
  ret ptr %79
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr nocapture writeonly, i8, i32, i1 immarg) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_variables(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = load i64, ptr %1, align 8
  %4 = shl i64 %3, 3
  %5 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %4, ptr noundef null) #13
  %6 = icmp eq ptr %5, null
  br i1 %6, label %29, label %7

7:                                                ; preds = %2
  %8 = getelementptr inbounds i8, ptr %5, i32 48
  %9 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 10
  store ptr %8, ptr %9, align 8
  %10 = icmp eq i64 %3, 0
  br i1 %10, label %29, label %11

11:                                               ; preds = %7, %22
  %12 = phi i64 [ %27, %22 ], [ 0, %7 ]
  %13 = trunc i64 %12 to i32
  %14 = getelementptr inbounds %struct.table, ptr %1, i32 0, i32 1, i32 %13
  %15 = load ptr, ptr %14, align 4
  %16 = load i64, ptr %15, align 8
  %17 = tail call fastcc ptr @allocate(ptr noundef nonnull %0, i64 noundef %16, ptr noundef nonnull %15) #13
  %18 = icmp eq ptr %17, null
  br i1 %18, label %19, label %22

19:                                               ; preds = %11
  %20 = load ptr, ptr %9, align 8
  %21 = getelementptr inbounds ptr, ptr %20, i32 %13
  store ptr null, ptr %21, align 4
  br label %29

22:                                               ; preds = %11
  %23 = getelementptr inbounds i8, ptr %17, i32 48
  %24 = trunc i64 %16 to i32
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %23, i8 0, i32 %24, i1 false)
  %25 = load ptr, ptr %9, align 8
  %26 = getelementptr inbounds ptr, ptr %25, i32 %13
  store ptr %17, ptr %26, align 4
  %27 = add nuw i64 %12, 1
  %28 = icmp ult i64 %27, %3
  br i1 %28, label %11, label %29

29:                                               ; preds = %22, %19, %7, %2
  %30 = phi i32 [ 0, %2 ], [ 0, %19 ], [ 1, %7 ], [ 1, %22 ]
  ret i32 %30
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local ptr @dlvm_blob(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %2, ptr noundef null) #13
  %5 = icmp eq ptr %4, null
  br i1 %5, label %9, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds i8, ptr %4, i32 48
  %8 = trunc i64 %2 to i32
  tail call void @llvm.memcpy.p0.p0.i32(ptr nonnull align 1 %7, ptr align 1 %1, i32 %8, i1 false)
  br label %9

9:                                                ; preds = %6, %3
  ret ptr %4
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i32, i1 immarg) #3

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local void @dlvm_retain(ptr noundef %0) local_unnamed_addr #4 {
  %2 = icmp eq ptr %0, null
  br i1 %2, label %7, label %3

3:                                                ; preds = %1
  %4 = getelementptr inbounds %struct.node, ptr %0, i32 0, i32 1
  %5 = load i32, ptr %4, align 8
  %6 = add i32 %5, 1
  store i32 %6, ptr %4, align 8
  br label %7

7:                                                ; preds = %3, %1
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_release(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq ptr %1, null
  br i1 %3, label %73, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds %struct.node, ptr %1, i32 0, i32 1
  %6 = load i32, ptr %5, align 8
  %7 = add i32 %6, -1
  store i32 %7, ptr %5, align 8
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %73

9:                                                ; preds = %4
  %10 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds %struct.node, ptr %1, i32 0, i32 5
  store ptr null, ptr %12, align 4
  br label %13

13:                                               ; preds = %64, %9
  %14 = phi ptr [ %65, %64 ], [ %1, %9 ]
  %15 = getelementptr inbounds %struct.node, ptr %14, i32 0, i32 5
  %16 = load ptr, ptr %15, align 4
  %17 = getelementptr inbounds %struct.node, ptr %14, i32 0, i32 4
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %64, label %20

20:                                               ; preds = %13
  %21 = getelementptr inbounds %struct.kind, ptr %18, i32 0, i32 2
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %64, label %24

24:                                               ; preds = %20
  %25 = getelementptr inbounds %struct.node, ptr %14, i32 0, i32 3
  %26 = load i64, ptr %25, align 8
  %27 = trunc i64 %26 to i32
  %28 = add nsw i32 %27, 48
  %29 = getelementptr inbounds i8, ptr %14, i32 %28
  %30 = icmp sgt i32 %27, 0
  br i1 %30, label %31, label %64

31:                                               ; preds = %24
  %32 = getelementptr inbounds i8, ptr %14, i32 48
  %33 = icmp sgt i64 %22, 0
  %34 = load i64, ptr %18, align 8
  %35 = trunc i64 %34 to i32
  br label %36

36:                                               ; preds = %39, %31
  %37 = phi ptr [ %32, %31 ], [ %41, %39 ]
  %38 = phi ptr [ %16, %31 ], [ %40, %39 ]
  br i1 %33, label %43, label %39

39:                                               ; preds = %60, %36
  %40 = phi ptr [ %38, %36 ], [ %61, %60 ]
  %41 = getelementptr inbounds i8, ptr %37, i32 %35
  %42 = icmp ult ptr %41, %29
  br i1 %42, label %36, label %64

43:                                               ; preds = %36, %60
  %44 = phi i64 [ %62, %60 ], [ 0, %36 ]
  %45 = phi ptr [ %61, %60 ], [ %38, %36 ]
  %46 = trunc i64 %44 to i32
  %47 = getelementptr inbounds %struct.kind, ptr %18, i32 0, i32 3, i32 %46
  %48 = load i64, ptr %47, align 8
  %49 = trunc i64 %48 to i32
  %50 = getelementptr inbounds i8, ptr %37, i32 %49
  %51 = load ptr, ptr %50, align 4
  %52 = icmp eq ptr %51, null
  br i1 %52, label %60, label %53

53:                                               ; preds = %43
  %54 = getelementptr inbounds %struct.node, ptr %51, i32 0, i32 1
  %55 = load i32, ptr %54, align 8
  %56 = add i32 %55, -1
  store i32 %56, ptr %54, align 8
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %58, label %60

58:                                               ; preds = %53
  %59 = getelementptr inbounds %struct.node, ptr %51, i32 0, i32 5
  store ptr %45, ptr %59, align 4
  br label %60

60:                                               ; preds = %58, %53, %43
  %61 = phi ptr [ %45, %53 ], [ %51, %58 ], [ %45, %43 ]
  %62 = add nuw nsw i64 %44, 1
  %63 = icmp slt i64 %62, %22
  br i1 %63, label %43, label %39

64:                                               ; preds = %39, %24, %20, %13
  %65 = phi ptr [ %16, %20 ], [ %16, %13 ], [ %16, %24 ], [ %40, %39 ]
  %66 = load i64, ptr %14, align 8
  %67 = add i64 %66, 1
  store i64 %67, ptr %14, align 8
  %68 = getelementptr inbounds %struct.node, ptr %14, i32 0, i32 2
  %69 = load i32, ptr %68, align 4
  %70 = getelementptr inbounds [104 x ptr], ptr %11, i32 0, i32 %69
  %71 = load ptr, ptr %70, align 4
  store ptr %71, ptr %15, align 4
  store ptr %14, ptr %70, align 4
  %72 = icmp eq ptr %65, null
  br i1 %72, label %73, label %13

73:                                               ; preds = %64, %4, %2
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_vacate(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #5 {
  %3 = load ptr, ptr %1, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %26, label %5

5:                                                ; preds = %2
  %6 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %26, label %9

9:                                                ; preds = %5
  %10 = getelementptr inbounds %struct.heap, ptr %7, i32 0, i32 1
  %11 = load ptr, ptr %10, align 4
  %12 = icmp ugt ptr %11, %3
  br i1 %12, label %26, label %13

13:                                               ; preds = %9
  %14 = getelementptr inbounds %struct.heap, ptr %7, i32 0, i32 3
  %15 = load ptr, ptr %14, align 4
  %16 = icmp ugt ptr %15, %3
  br i1 %16, label %17, label %26

17:                                               ; preds = %13
  %18 = getelementptr inbounds i8, ptr %3, i32 -48
  %19 = load i64, ptr %18, align 8
  %20 = add i64 %19, 1
  store i64 %20, ptr %18, align 8
  %21 = getelementptr inbounds i8, ptr %3, i32 -36
  %22 = load i32, ptr %21, align 4
  %23 = getelementptr inbounds [104 x ptr], ptr %7, i32 0, i32 %22
  %24 = load ptr, ptr %23, align 4
  %25 = getelementptr inbounds i8, ptr %3, i32 -20
  store ptr %24, ptr %25, align 4
  store ptr %18, ptr %23, align 4
  br label %26

26:                                               ; preds = %5, %9, %17, %13, %2
  store ptr null, ptr %1, align 8
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local ptr @dlvm_reserve(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = load ptr, ptr %1, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %31, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds %struct.cell, ptr %1, i32 0, i32 1
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %8, %2
  br i1 %9, label %10, label %56

10:                                               ; preds = %6
  %11 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %31, label %14

14:                                               ; preds = %10
  %15 = getelementptr inbounds %struct.heap, ptr %12, i32 0, i32 1
  %16 = load ptr, ptr %15, align 4
  %17 = icmp ugt ptr %16, %4
  br i1 %17, label %31, label %18

18:                                               ; preds = %14
  %19 = getelementptr inbounds %struct.heap, ptr %12, i32 0, i32 3
  %20 = load ptr, ptr %19, align 4
  %21 = icmp ugt ptr %20, %4
  br i1 %21, label %22, label %31

22:                                               ; preds = %18
  %23 = getelementptr inbounds i8, ptr %4, i32 -48
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %24, 1
  store i64 %25, ptr %23, align 8
  %26 = getelementptr inbounds i8, ptr %4, i32 -36
  %27 = load i32, ptr %26, align 4
  %28 = getelementptr inbounds [104 x ptr], ptr %12, i32 0, i32 %27
  %29 = load ptr, ptr %28, align 4
  %30 = getelementptr inbounds i8, ptr %4, i32 -20
  store ptr %29, ptr %30, align 4
  store ptr %23, ptr %28, align 4
  br label %31

31:                                               ; preds = %3, %10, %14, %18, %22
  store ptr null, ptr %1, align 8
  %32 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %2, ptr noundef null) #13
  %33 = icmp eq ptr %32, null
  br i1 %33, label %56, label %34

34:                                               ; preds = %31
  %35 = getelementptr inbounds %struct.node, ptr %32, i32 0, i32 2
  %36 = load i32, ptr %35, align 4
  %37 = icmp ult i32 %36, 3
  br i1 %37, label %38, label %42

38:                                               ; preds = %34
  %39 = shl nuw nsw i32 %36, 6
  %40 = add nuw nsw i32 %39, 64
  %41 = zext nneg i32 %40 to i64
  br label %51

42:                                               ; preds = %34
  %43 = add i32 %36, -3
  %44 = shl i32 %43, 6
  %45 = and i32 %44, 192
  %46 = or disjoint i32 %45, 256
  %47 = zext nneg i32 %46 to i64
  %48 = lshr i32 %43, 2
  %49 = zext nneg i32 %48 to i64
  %50 = shl i64 %47, %49
  br label %51

51:                                               ; preds = %38, %42
  %52 = phi i64 [ %41, %38 ], [ %50, %42 ]
  %53 = add i64 %52, -48
  %54 = getelementptr inbounds %struct.cell, ptr %1, i32 0, i32 1
  store i64 %53, ptr %54, align 8
  %55 = getelementptr inbounds i8, ptr %32, i32 48
  store ptr %55, ptr %1, align 8
  br label %56

56:                                               ; preds = %51, %31, %6
  %57 = phi ptr [ %4, %6 ], [ %55, %51 ], [ null, %31 ]
  ret ptr %57
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local ptr @dlvm_frame(ptr nocapture noundef readonly %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %1, ptr noundef null) #13
  %4 = icmp eq ptr %3, null
  %5 = getelementptr inbounds i8, ptr %3, i32 48
  %6 = select i1 %4, ptr null, ptr %5
  ret ptr %6
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_leave(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #5 {
  %3 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %1, i32 -48
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, 1
  store i64 %7, ptr %5, align 8
  %8 = getelementptr inbounds i8, ptr %1, i32 -36
  %9 = load i32, ptr %8, align 4
  %10 = getelementptr inbounds [104 x ptr], ptr %4, i32 0, i32 %9
  %11 = load ptr, ptr %10, align 4
  %12 = getelementptr inbounds i8, ptr %1, i32 -20
  store ptr %11, ptr %12, align 4
  store ptr %5, ptr %10, align 4
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_allocate(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i64 noundef %2, ptr noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = icmp sgt i64 %2, -1
  br i1 %6, label %7, label %29

7:                                                ; preds = %5
  %8 = load i64, ptr %3, align 8
  %9 = tail call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %2, i64 %8)
  %10 = extractvalue { i64, i1 } %9, 1
  %11 = extractvalue { i64, i1 } %9, 0
  %12 = trunc i64 %11 to i32
  br i1 %10, label %29, label %13

13:                                               ; preds = %7
  %14 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %11, ptr noundef nonnull %3) #13
  %15 = icmp eq ptr %14, null
  br i1 %15, label %29, label %16

16:                                               ; preds = %13
  %17 = getelementptr inbounds i8, ptr %14, i32 48
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %17, i8 0, i32 %12, i1 false)
  %18 = icmp eq ptr %4, null
  %19 = select i1 %18, i64 1, i64 2
  %20 = getelementptr inbounds %struct.node, ptr %14, i32 0, i32 6
  store i64 %19, ptr %20, align 8
  %21 = icmp eq ptr %4, null
  br i1 %21, label %25, label %22

22:                                               ; preds = %16
  %23 = load ptr, ptr %4, align 4
  %24 = getelementptr inbounds %struct.node, ptr %14, i32 0, i32 5
  store ptr %23, ptr %24, align 4
  store ptr %14, ptr %4, align 4
  br label %25

25:                                               ; preds = %22, %16
  %26 = getelementptr inbounds i8, ptr %14, i32 48
  %27 = load i64, ptr %14, align 8
  %28 = getelementptr inbounds i8, ptr %26, i32 %12
  br label %29

29:                                               ; preds = %7, %5, %13, %25
  %30 = phi ptr [ %14, %25 ], [ null, %13 ], [ null, %5 ], [ null, %7 ]
  %31 = phi ptr [ %26, %25 ], [ null, %13 ], [ null, %5 ], [ null, %7 ]
  %32 = phi i64 [ %27, %25 ], [ 0, %13 ], [ 0, %5 ], [ 0, %7 ]
  %33 = phi ptr [ %28, %25 ], [ null, %13 ], [ null, %5 ], [ null, %7 ]
  store ptr %31, ptr %1, align 8
  %34 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 1
  store ptr %30, ptr %34, align 4
  %35 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 2
  store i64 %32, ptr %35, align 8
  %36 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 3
  store ptr %31, ptr %36, align 8
  %37 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 4
  store ptr %33, ptr %37, align 4
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64) #6

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_free_chain(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq ptr %1, null
  br i1 %3, label %73, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  br label %6

6:                                                ; preds = %4, %71
  %7 = phi ptr [ %1, %4 ], [ %9, %71 ]
  %8 = getelementptr inbounds %struct.node, ptr %7, i32 0, i32 5
  %9 = load ptr, ptr %8, align 4
  %10 = load ptr, ptr %5, align 8
  store ptr null, ptr %8, align 4
  br label %11

11:                                               ; preds = %62, %6
  %12 = phi ptr [ %63, %62 ], [ %7, %6 ]
  %13 = getelementptr inbounds %struct.node, ptr %12, i32 0, i32 5
  %14 = load ptr, ptr %13, align 4
  %15 = getelementptr inbounds %struct.node, ptr %12, i32 0, i32 4
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %62, label %18

18:                                               ; preds = %11
  %19 = getelementptr inbounds %struct.kind, ptr %16, i32 0, i32 2
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %62, label %22

22:                                               ; preds = %18
  %23 = getelementptr inbounds %struct.node, ptr %12, i32 0, i32 3
  %24 = load i64, ptr %23, align 8
  %25 = trunc i64 %24 to i32
  %26 = add nsw i32 %25, 48
  %27 = getelementptr inbounds i8, ptr %12, i32 %26
  %28 = icmp sgt i32 %25, 0
  br i1 %28, label %29, label %62

29:                                               ; preds = %22
  %30 = getelementptr inbounds i8, ptr %12, i32 48
  %31 = icmp sgt i64 %20, 0
  %32 = load i64, ptr %16, align 8
  %33 = trunc i64 %32 to i32
  br label %34

34:                                               ; preds = %37, %29
  %35 = phi ptr [ %30, %29 ], [ %39, %37 ]
  %36 = phi ptr [ %14, %29 ], [ %38, %37 ]
  br i1 %31, label %41, label %37

37:                                               ; preds = %58, %34
  %38 = phi ptr [ %36, %34 ], [ %59, %58 ]
  %39 = getelementptr inbounds i8, ptr %35, i32 %33
  %40 = icmp ult ptr %39, %27
  br i1 %40, label %34, label %62

41:                                               ; preds = %34, %58
  %42 = phi i64 [ %60, %58 ], [ 0, %34 ]
  %43 = phi ptr [ %59, %58 ], [ %36, %34 ]
  %44 = trunc i64 %42 to i32
  %45 = getelementptr inbounds %struct.kind, ptr %16, i32 0, i32 3, i32 %44
  %46 = load i64, ptr %45, align 8
  %47 = trunc i64 %46 to i32
  %48 = getelementptr inbounds i8, ptr %35, i32 %47
  %49 = load ptr, ptr %48, align 4
  %50 = icmp eq ptr %49, null
  br i1 %50, label %58, label %51

51:                                               ; preds = %41
  %52 = getelementptr inbounds %struct.node, ptr %49, i32 0, i32 1
  %53 = load i32, ptr %52, align 8
  %54 = add i32 %53, -1
  store i32 %54, ptr %52, align 8
  %55 = icmp eq i32 %54, 0
  br i1 %55, label %56, label %58

56:                                               ; preds = %51
  %57 = getelementptr inbounds %struct.node, ptr %49, i32 0, i32 5
  store ptr %43, ptr %57, align 4
  br label %58

58:                                               ; preds = %56, %51, %41
  %59 = phi ptr [ %43, %51 ], [ %49, %56 ], [ %43, %41 ]
  %60 = add nuw nsw i64 %42, 1
  %61 = icmp slt i64 %60, %20
  br i1 %61, label %41, label %37

62:                                               ; preds = %37, %22, %18, %11
  %63 = phi ptr [ %14, %18 ], [ %14, %11 ], [ %14, %22 ], [ %38, %37 ]
  %64 = load i64, ptr %12, align 8
  %65 = add i64 %64, 1
  store i64 %65, ptr %12, align 8
  %66 = getelementptr inbounds %struct.node, ptr %12, i32 0, i32 2
  %67 = load i32, ptr %66, align 4
  %68 = getelementptr inbounds [104 x ptr], ptr %10, i32 0, i32 %67
  %69 = load ptr, ptr %68, align 4
  store ptr %69, ptr %13, align 4
  store ptr %12, ptr %68, align 4
  %70 = icmp eq ptr %63, null
  br i1 %70, label %71, label %11

71:                                               ; preds = %62
  %72 = icmp eq ptr %9, null
  br i1 %72, label %73, label %6

73:                                               ; preds = %71, %2
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define dso_local i32 @dlvm_accessible(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #7 {
  %4 = getelementptr inbounds %struct.reference, ptr %0, i32 0, i32 1
  %5 = load ptr, ptr %4, align 4
  %6 = icmp eq ptr %5, null
  br i1 %6, label %35, label %7

7:                                                ; preds = %3
  %8 = load i64, ptr %5, align 8
  %9 = getelementptr inbounds %struct.reference, ptr %0, i32 0, i32 2
  %10 = load i64, ptr %9, align 8
  %11 = icmp ne i64 %8, %10
  %12 = icmp slt i64 %1, 0
  %13 = or i1 %12, %11
  br i1 %13, label %35, label %14

14:                                               ; preds = %7
  %15 = load ptr, ptr %0, align 8
  %16 = getelementptr inbounds %struct.reference, ptr %0, i32 0, i32 3
  %17 = load ptr, ptr %16, align 8
  %18 = icmp ult ptr %15, %17
  br i1 %18, label %35, label %19

19:                                               ; preds = %14
  %20 = getelementptr inbounds %struct.reference, ptr %0, i32 0, i32 4
  %21 = load ptr, ptr %20, align 4
  %22 = icmp ugt ptr %15, %21
  br i1 %22, label %35, label %23

23:                                               ; preds = %19
  %24 = tail call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %1, i64 %2)
  %25 = extractvalue { i64, i1 } %24, 1
  %26 = extractvalue { i64, i1 } %24, 0
  %27 = ptrtoint ptr %21 to i32
  %28 = ptrtoint ptr %15 to i32
  %29 = sub i32 %27, %28
  %30 = sext i32 %29 to i64
  %31 = icmp ule i64 %26, %30
  %32 = xor i1 %25, true
  %33 = and i1 %31, %32
  %34 = zext i1 %33 to i32
  br label %35

35:                                               ; preds = %3, %14, %19, %7, %23
  %36 = phi i32 [ %34, %23 ], [ 0, %7 ], [ 0, %19 ], [ 0, %14 ], [ 0, %3 ]
  ret i32 %36
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_deallocate(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 1
  %4 = load ptr, ptr %3, align 4
  %5 = icmp eq ptr %4, null
  br i1 %5, label %83, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %83

11:                                               ; preds = %6
  %12 = load ptr, ptr %1, align 8
  %13 = getelementptr inbounds i8, ptr %4, i32 48
  %14 = icmp eq ptr %12, %13
  br i1 %14, label %15, label %83

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.node, ptr %4, i32 0, i32 6
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 1
  br i1 %18, label %19, label %83

19:                                               ; preds = %15
  %20 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds %struct.node, ptr %4, i32 0, i32 5
  store ptr null, ptr %22, align 4
  br label %23

23:                                               ; preds = %74, %19
  %24 = phi ptr [ %75, %74 ], [ %4, %19 ]
  %25 = getelementptr inbounds %struct.node, ptr %24, i32 0, i32 5
  %26 = load ptr, ptr %25, align 4
  %27 = getelementptr inbounds %struct.node, ptr %24, i32 0, i32 4
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  br i1 %29, label %74, label %30

30:                                               ; preds = %23
  %31 = getelementptr inbounds %struct.kind, ptr %28, i32 0, i32 2
  %32 = load i64, ptr %31, align 8
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %74, label %34

34:                                               ; preds = %30
  %35 = getelementptr inbounds %struct.node, ptr %24, i32 0, i32 3
  %36 = load i64, ptr %35, align 8
  %37 = trunc i64 %36 to i32
  %38 = add nsw i32 %37, 48
  %39 = getelementptr inbounds i8, ptr %24, i32 %38
  %40 = icmp sgt i32 %37, 0
  br i1 %40, label %41, label %74

41:                                               ; preds = %34
  %42 = getelementptr inbounds i8, ptr %24, i32 48
  %43 = icmp sgt i64 %32, 0
  %44 = load i64, ptr %28, align 8
  %45 = trunc i64 %44 to i32
  br label %46

46:                                               ; preds = %49, %41
  %47 = phi ptr [ %42, %41 ], [ %51, %49 ]
  %48 = phi ptr [ %26, %41 ], [ %50, %49 ]
  br i1 %43, label %53, label %49

49:                                               ; preds = %70, %46
  %50 = phi ptr [ %48, %46 ], [ %71, %70 ]
  %51 = getelementptr inbounds i8, ptr %47, i32 %45
  %52 = icmp ult ptr %51, %39
  br i1 %52, label %46, label %74

53:                                               ; preds = %46, %70
  %54 = phi i64 [ %72, %70 ], [ 0, %46 ]
  %55 = phi ptr [ %71, %70 ], [ %48, %46 ]
  %56 = trunc i64 %54 to i32
  %57 = getelementptr inbounds %struct.kind, ptr %28, i32 0, i32 3, i32 %56
  %58 = load i64, ptr %57, align 8
  %59 = trunc i64 %58 to i32
  %60 = getelementptr inbounds i8, ptr %47, i32 %59
  %61 = load ptr, ptr %60, align 4
  %62 = icmp eq ptr %61, null
  br i1 %62, label %70, label %63

63:                                               ; preds = %53
  %64 = getelementptr inbounds %struct.node, ptr %61, i32 0, i32 1
  %65 = load i32, ptr %64, align 8
  %66 = add i32 %65, -1
  store i32 %66, ptr %64, align 8
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %68, label %70

68:                                               ; preds = %63
  %69 = getelementptr inbounds %struct.node, ptr %61, i32 0, i32 5
  store ptr %55, ptr %69, align 4
  br label %70

70:                                               ; preds = %68, %63, %53
  %71 = phi ptr [ %55, %63 ], [ %61, %68 ], [ %55, %53 ]
  %72 = add nuw nsw i64 %54, 1
  %73 = icmp slt i64 %72, %32
  br i1 %73, label %53, label %49

74:                                               ; preds = %49, %34, %30, %23
  %75 = phi ptr [ %26, %30 ], [ %26, %23 ], [ %26, %34 ], [ %50, %49 ]
  %76 = load i64, ptr %24, align 8
  %77 = add i64 %76, 1
  store i64 %77, ptr %24, align 8
  %78 = getelementptr inbounds %struct.node, ptr %24, i32 0, i32 2
  %79 = load i32, ptr %78, align 4
  %80 = getelementptr inbounds [104 x ptr], ptr %21, i32 0, i32 %79
  %81 = load ptr, ptr %80, align 4
  store ptr %81, ptr %25, align 4
  store ptr %24, ptr %80, align 4
  %82 = icmp eq ptr %75, null
  br i1 %82, label %83, label %23

83:                                               ; preds = %74, %2, %6, %11, %15
  %84 = phi i32 [ 0, %15 ], [ 0, %11 ], [ 0, %6 ], [ 0, %2 ], [ 1, %74 ]
  ret i32 %84
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_release_box(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 1
  %4 = load ptr, ptr %3, align 4
  %5 = icmp eq ptr %4, null
  br i1 %5, label %80, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %80

11:                                               ; preds = %6
  %12 = getelementptr inbounds %struct.node, ptr %4, i32 0, i32 1
  %13 = load i32, ptr %12, align 8
  %14 = add i32 %13, -1
  store i32 %14, ptr %12, align 8
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %80

16:                                               ; preds = %11
  %17 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.node, ptr %4, i32 0, i32 5
  store ptr null, ptr %19, align 4
  br label %20

20:                                               ; preds = %71, %16
  %21 = phi ptr [ %72, %71 ], [ %4, %16 ]
  %22 = getelementptr inbounds %struct.node, ptr %21, i32 0, i32 5
  %23 = load ptr, ptr %22, align 4
  %24 = getelementptr inbounds %struct.node, ptr %21, i32 0, i32 4
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %71, label %27

27:                                               ; preds = %20
  %28 = getelementptr inbounds %struct.kind, ptr %25, i32 0, i32 2
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %71, label %31

31:                                               ; preds = %27
  %32 = getelementptr inbounds %struct.node, ptr %21, i32 0, i32 3
  %33 = load i64, ptr %32, align 8
  %34 = trunc i64 %33 to i32
  %35 = add nsw i32 %34, 48
  %36 = getelementptr inbounds i8, ptr %21, i32 %35
  %37 = icmp sgt i32 %34, 0
  br i1 %37, label %38, label %71

38:                                               ; preds = %31
  %39 = getelementptr inbounds i8, ptr %21, i32 48
  %40 = icmp sgt i64 %29, 0
  %41 = load i64, ptr %25, align 8
  %42 = trunc i64 %41 to i32
  br label %43

43:                                               ; preds = %46, %38
  %44 = phi ptr [ %39, %38 ], [ %48, %46 ]
  %45 = phi ptr [ %23, %38 ], [ %47, %46 ]
  br i1 %40, label %50, label %46

46:                                               ; preds = %67, %43
  %47 = phi ptr [ %45, %43 ], [ %68, %67 ]
  %48 = getelementptr inbounds i8, ptr %44, i32 %42
  %49 = icmp ult ptr %48, %36
  br i1 %49, label %43, label %71

50:                                               ; preds = %43, %67
  %51 = phi i64 [ %69, %67 ], [ 0, %43 ]
  %52 = phi ptr [ %68, %67 ], [ %45, %43 ]
  %53 = trunc i64 %51 to i32
  %54 = getelementptr inbounds %struct.kind, ptr %25, i32 0, i32 3, i32 %53
  %55 = load i64, ptr %54, align 8
  %56 = trunc i64 %55 to i32
  %57 = getelementptr inbounds i8, ptr %44, i32 %56
  %58 = load ptr, ptr %57, align 4
  %59 = icmp eq ptr %58, null
  br i1 %59, label %67, label %60

60:                                               ; preds = %50
  %61 = getelementptr inbounds %struct.node, ptr %58, i32 0, i32 1
  %62 = load i32, ptr %61, align 8
  %63 = add i32 %62, -1
  store i32 %63, ptr %61, align 8
  %64 = icmp eq i32 %63, 0
  br i1 %64, label %65, label %67

65:                                               ; preds = %60
  %66 = getelementptr inbounds %struct.node, ptr %58, i32 0, i32 5
  store ptr %52, ptr %66, align 4
  br label %67

67:                                               ; preds = %65, %60, %50
  %68 = phi ptr [ %52, %60 ], [ %58, %65 ], [ %52, %50 ]
  %69 = add nuw nsw i64 %51, 1
  %70 = icmp slt i64 %69, %29
  br i1 %70, label %50, label %46

71:                                               ; preds = %46, %31, %27, %20
  %72 = phi ptr [ %23, %27 ], [ %23, %20 ], [ %23, %31 ], [ %47, %46 ]
  %73 = load i64, ptr %21, align 8
  %74 = add i64 %73, 1
  store i64 %74, ptr %21, align 8
  %75 = getelementptr inbounds %struct.node, ptr %21, i32 0, i32 2
  %76 = load i32, ptr %75, align 4
  %77 = getelementptr inbounds [104 x ptr], ptr %18, i32 0, i32 %76
  %78 = load ptr, ptr %77, align 4
  store ptr %78, ptr %22, align 4
  store ptr %21, ptr %77, align 4
  %79 = icmp eq ptr %72, null
  br i1 %79, label %80, label %20

80:                                               ; preds = %71, %2, %11, %6
  %81 = phi i32 [ 0, %6 ], [ 1, %11 ], [ 0, %2 ], [ 1, %71 ]
  ret i32 %81
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_retain_box(ptr nocapture noundef readonly %0) local_unnamed_addr #5 {
  %2 = getelementptr inbounds %struct.reference, ptr %0, i32 0, i32 1
  %3 = load ptr, ptr %2, align 4
  %4 = icmp eq ptr %3, null
  br i1 %4, label %14, label %5

5:                                                ; preds = %1
  %6 = load i64, ptr %3, align 8
  %7 = getelementptr inbounds %struct.reference, ptr %0, i32 0, i32 2
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %6, %8
  br i1 %9, label %10, label %14

10:                                               ; preds = %5
  %11 = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 1
  %12 = load i32, ptr %11, align 8
  %13 = add i32 %12, 1
  store i32 %13, ptr %11, align 8
  br label %14

14:                                               ; preds = %1, %5, %10
  %15 = phi i32 [ 1, %10 ], [ 0, %5 ], [ 0, %1 ]
  ret i32 %15
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_copy(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, i64 noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = load i64, ptr %4, align 8
  %7 = mul i64 %6, %3
  %8 = load ptr, ptr %1, align 8
  %9 = load ptr, ptr %2, align 8
  %10 = icmp eq ptr %8, %9
  br i1 %10, label %127, label %11

11:                                               ; preds = %5
  %12 = getelementptr inbounds %struct.kind, ptr %4, i32 0, i32 2
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %125, label %15

15:                                               ; preds = %11
  %16 = icmp sgt i64 %3, 0
  br i1 %16, label %17, label %25

17:                                               ; preds = %15
  %18 = icmp sgt i64 %13, 0
  br label %19

19:                                               ; preds = %17, %32
  %20 = phi i64 [ 0, %17 ], [ %33, %32 ]
  br i1 %18, label %21, label %32

21:                                               ; preds = %19
  %22 = mul nsw i64 %20, %6
  %23 = trunc i64 %22 to i32
  %24 = getelementptr inbounds i8, ptr %8, i32 %23
  br label %35

25:                                               ; preds = %32, %15
  %26 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %7, ptr noundef nonnull %4) #13
  %27 = icmp eq ptr %26, null
  br i1 %27, label %28, label %51

28:                                               ; preds = %25
  %29 = load ptr, ptr %2, align 8
  %30 = load ptr, ptr %1, align 8
  %31 = trunc i64 %7 to i32
  tail call void @llvm.memmove.p0.p0.i32(ptr align 1 %29, ptr align 1 %30, i32 %31, i1 false)
  br label %127

32:                                               ; preds = %48, %19
  %33 = add nuw nsw i64 %20, 1
  %34 = icmp slt i64 %33, %3
  br i1 %34, label %19, label %25

35:                                               ; preds = %21, %48
  %36 = phi i64 [ 0, %21 ], [ %49, %48 ]
  %37 = trunc i64 %36 to i32
  %38 = getelementptr inbounds %struct.kind, ptr %4, i32 0, i32 3, i32 %37
  %39 = load i64, ptr %38, align 8
  %40 = trunc i64 %39 to i32
  %41 = getelementptr inbounds i8, ptr %24, i32 %40
  %42 = load ptr, ptr %41, align 4
  %43 = icmp eq ptr %42, null
  br i1 %43, label %48, label %44

44:                                               ; preds = %35
  %45 = getelementptr inbounds %struct.node, ptr %42, i32 0, i32 1
  %46 = load i32, ptr %45, align 8
  %47 = add i32 %46, 1
  store i32 %47, ptr %45, align 8
  br label %48

48:                                               ; preds = %35, %44
  %49 = add nuw nsw i64 %36, 1
  %50 = icmp slt i64 %49, %13
  br i1 %50, label %35, label %32

51:                                               ; preds = %25
  %52 = getelementptr inbounds i8, ptr %26, i32 48
  %53 = trunc i64 %7 to i32
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %52, i8 0, i32 %53, i1 false)
  %54 = load ptr, ptr %2, align 8
  tail call void @llvm.memcpy.p0.p0.i32(ptr nonnull align 1 %52, ptr align 1 %54, i32 %53, i1 false)
  %55 = load ptr, ptr %2, align 8
  %56 = load ptr, ptr %1, align 8
  tail call void @llvm.memmove.p0.p0.i32(ptr align 1 %55, ptr align 1 %56, i32 %53, i1 false)
  %57 = getelementptr inbounds %struct.node, ptr %26, i32 0, i32 1
  %58 = load i32, ptr %57, align 8
  %59 = add i32 %58, -1
  store i32 %59, ptr %57, align 8
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %61, label %127

61:                                               ; preds = %51
  %62 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %63 = load ptr, ptr %62, align 8
  %64 = getelementptr inbounds %struct.node, ptr %26, i32 0, i32 5
  store ptr null, ptr %64, align 4
  br label %65

65:                                               ; preds = %116, %61
  %66 = phi ptr [ %117, %116 ], [ %26, %61 ]
  %67 = getelementptr inbounds %struct.node, ptr %66, i32 0, i32 5
  %68 = load ptr, ptr %67, align 4
  %69 = getelementptr inbounds %struct.node, ptr %66, i32 0, i32 4
  %70 = load ptr, ptr %69, align 8
  %71 = icmp eq ptr %70, null
  br i1 %71, label %116, label %72

72:                                               ; preds = %65
  %73 = getelementptr inbounds %struct.kind, ptr %70, i32 0, i32 2
  %74 = load i64, ptr %73, align 8
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %116, label %76

76:                                               ; preds = %72
  %77 = getelementptr inbounds %struct.node, ptr %66, i32 0, i32 3
  %78 = load i64, ptr %77, align 8
  %79 = trunc i64 %78 to i32
  %80 = add nsw i32 %79, 48
  %81 = getelementptr inbounds i8, ptr %66, i32 %80
  %82 = icmp sgt i32 %79, 0
  br i1 %82, label %83, label %116

83:                                               ; preds = %76
  %84 = getelementptr inbounds i8, ptr %66, i32 48
  %85 = icmp sgt i64 %74, 0
  %86 = load i64, ptr %70, align 8
  %87 = trunc i64 %86 to i32
  br label %88

88:                                               ; preds = %91, %83
  %89 = phi ptr [ %84, %83 ], [ %93, %91 ]
  %90 = phi ptr [ %68, %83 ], [ %92, %91 ]
  br i1 %85, label %95, label %91

91:                                               ; preds = %112, %88
  %92 = phi ptr [ %90, %88 ], [ %113, %112 ]
  %93 = getelementptr inbounds i8, ptr %89, i32 %87
  %94 = icmp ult ptr %93, %81
  br i1 %94, label %88, label %116

95:                                               ; preds = %88, %112
  %96 = phi i64 [ %114, %112 ], [ 0, %88 ]
  %97 = phi ptr [ %113, %112 ], [ %90, %88 ]
  %98 = trunc i64 %96 to i32
  %99 = getelementptr inbounds %struct.kind, ptr %70, i32 0, i32 3, i32 %98
  %100 = load i64, ptr %99, align 8
  %101 = trunc i64 %100 to i32
  %102 = getelementptr inbounds i8, ptr %89, i32 %101
  %103 = load ptr, ptr %102, align 4
  %104 = icmp eq ptr %103, null
  br i1 %104, label %112, label %105

105:                                              ; preds = %95
  %106 = getelementptr inbounds %struct.node, ptr %103, i32 0, i32 1
  %107 = load i32, ptr %106, align 8
  %108 = add i32 %107, -1
  store i32 %108, ptr %106, align 8
  %109 = icmp eq i32 %108, 0
  br i1 %109, label %110, label %112

110:                                              ; preds = %105
  %111 = getelementptr inbounds %struct.node, ptr %103, i32 0, i32 5
  store ptr %97, ptr %111, align 4
  br label %112

112:                                              ; preds = %110, %105, %95
  %113 = phi ptr [ %97, %105 ], [ %103, %110 ], [ %97, %95 ]
  %114 = add nuw nsw i64 %96, 1
  %115 = icmp slt i64 %114, %74
  br i1 %115, label %95, label %91

116:                                              ; preds = %91, %76, %72, %65
  %117 = phi ptr [ %68, %72 ], [ %68, %65 ], [ %68, %76 ], [ %92, %91 ]
  %118 = load i64, ptr %66, align 8
  %119 = add i64 %118, 1
  store i64 %119, ptr %66, align 8
  %120 = getelementptr inbounds %struct.node, ptr %66, i32 0, i32 2
  %121 = load i32, ptr %120, align 4
  %122 = getelementptr inbounds [104 x ptr], ptr %63, i32 0, i32 %121
  %123 = load ptr, ptr %122, align 4
  store ptr %123, ptr %67, align 4
  store ptr %66, ptr %122, align 4
  %124 = icmp eq ptr %117, null
  br i1 %124, label %127, label %65

125:                                              ; preds = %11
  %126 = trunc i64 %7 to i32
  tail call void @llvm.memmove.p0.p0.i32(ptr align 1 %9, ptr align 1 %8, i32 %126, i1 false)
  br label %127

127:                                              ; preds = %116, %51, %28, %125, %5
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i32(ptr nocapture writeonly, ptr nocapture readonly, i32, i1 immarg) #3

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef ptr @dlvm_push(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 1
  %5 = load ptr, ptr %4, align 4
  %6 = icmp eq ptr %5, null
  br i1 %6, label %28, label %7

7:                                                ; preds = %3
  %8 = load i64, ptr %5, align 8
  %9 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 2
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %8, %10
  br i1 %11, label %12, label %28

12:                                               ; preds = %7
  %13 = getelementptr inbounds i8, ptr %5, i32 48
  %14 = getelementptr inbounds %struct.kind, ptr %2, i32 0, i32 2
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  %17 = load i64, ptr %2, align 8
  %18 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %17, ptr noundef nonnull %2) #13
  %19 = icmp eq ptr %18, null
  br i1 %16, label %24, label %20

20:                                               ; preds = %12
  br i1 %19, label %28, label %21

21:                                               ; preds = %20
  %22 = getelementptr inbounds i8, ptr %18, i32 48
  %23 = trunc i64 %17 to i32
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %22, i8 0, i32 %23, i1 false)
  br label %25

24:                                               ; preds = %12
  br i1 %19, label %28, label %25

25:                                               ; preds = %21, %24
  %26 = load ptr, ptr %13, align 4
  %27 = getelementptr inbounds i8, ptr %18, i32 48
  store ptr %26, ptr %27, align 4
  store ptr %18, ptr %13, align 4
  br label %28

28:                                               ; preds = %20, %3, %25, %24, %7
  %29 = phi ptr [ null, %7 ], [ %27, %25 ], [ null, %24 ], [ null, %3 ], [ null, %20 ]
  ret ptr %29
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define dso_local ptr @dlvm_top(ptr nocapture noundef readonly %0, ptr noundef readnone %1) local_unnamed_addr #7 {
  %3 = getelementptr inbounds %struct.reference, ptr %0, i32 0, i32 1
  %4 = load ptr, ptr %3, align 4
  %5 = icmp eq ptr %4, null
  br i1 %5, label %21, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %0, i32 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %21

11:                                               ; preds = %6
  %12 = getelementptr inbounds i8, ptr %4, i32 48
  %13 = load ptr, ptr %12, align 4
  %14 = icmp eq ptr %13, null
  br i1 %14, label %21, label %15

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.node, ptr %13, i32 0, i32 4
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %17, %1
  %19 = getelementptr inbounds i8, ptr %13, i32 48
  %20 = select i1 %18, ptr %19, ptr null
  br label %21

21:                                               ; preds = %15, %2, %11, %6
  %22 = phi ptr [ null, %6 ], [ null, %11 ], [ null, %2 ], [ %20, %15 ]
  ret ptr %22
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_pop(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 1
  %4 = load ptr, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %4, i32 48
  %6 = load ptr, ptr %5, align 4
  %7 = getelementptr inbounds i8, ptr %6, i32 48
  %8 = load ptr, ptr %7, align 4
  store ptr %8, ptr %5, align 4
  %9 = getelementptr inbounds %struct.node, ptr %6, i32 0, i32 1
  %10 = load i32, ptr %9, align 8
  %11 = add i32 %10, -1
  store i32 %11, ptr %9, align 8
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %77

13:                                               ; preds = %2
  %14 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds %struct.node, ptr %6, i32 0, i32 5
  store ptr null, ptr %16, align 4
  br label %17

17:                                               ; preds = %68, %13
  %18 = phi ptr [ %69, %68 ], [ %6, %13 ]
  %19 = getelementptr inbounds %struct.node, ptr %18, i32 0, i32 5
  %20 = load ptr, ptr %19, align 4
  %21 = getelementptr inbounds %struct.node, ptr %18, i32 0, i32 4
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %68, label %24

24:                                               ; preds = %17
  %25 = getelementptr inbounds %struct.kind, ptr %22, i32 0, i32 2
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %68, label %28

28:                                               ; preds = %24
  %29 = getelementptr inbounds %struct.node, ptr %18, i32 0, i32 3
  %30 = load i64, ptr %29, align 8
  %31 = trunc i64 %30 to i32
  %32 = add nsw i32 %31, 48
  %33 = getelementptr inbounds i8, ptr %18, i32 %32
  %34 = icmp sgt i32 %31, 0
  br i1 %34, label %35, label %68

35:                                               ; preds = %28
  %36 = getelementptr inbounds i8, ptr %18, i32 48
  %37 = icmp sgt i64 %26, 0
  %38 = load i64, ptr %22, align 8
  %39 = trunc i64 %38 to i32
  br label %40

40:                                               ; preds = %43, %35
  %41 = phi ptr [ %36, %35 ], [ %45, %43 ]
  %42 = phi ptr [ %20, %35 ], [ %44, %43 ]
  br i1 %37, label %47, label %43

43:                                               ; preds = %64, %40
  %44 = phi ptr [ %42, %40 ], [ %65, %64 ]
  %45 = getelementptr inbounds i8, ptr %41, i32 %39
  %46 = icmp ult ptr %45, %33
  br i1 %46, label %40, label %68

47:                                               ; preds = %40, %64
  %48 = phi i64 [ %66, %64 ], [ 0, %40 ]
  %49 = phi ptr [ %65, %64 ], [ %42, %40 ]
  %50 = trunc i64 %48 to i32
  %51 = getelementptr inbounds %struct.kind, ptr %22, i32 0, i32 3, i32 %50
  %52 = load i64, ptr %51, align 8
  %53 = trunc i64 %52 to i32
  %54 = getelementptr inbounds i8, ptr %41, i32 %53
  %55 = load ptr, ptr %54, align 4
  %56 = icmp eq ptr %55, null
  br i1 %56, label %64, label %57

57:                                               ; preds = %47
  %58 = getelementptr inbounds %struct.node, ptr %55, i32 0, i32 1
  %59 = load i32, ptr %58, align 8
  %60 = add i32 %59, -1
  store i32 %60, ptr %58, align 8
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %62, label %64

62:                                               ; preds = %57
  %63 = getelementptr inbounds %struct.node, ptr %55, i32 0, i32 5
  store ptr %49, ptr %63, align 4
  br label %64

64:                                               ; preds = %62, %57, %47
  %65 = phi ptr [ %49, %57 ], [ %55, %62 ], [ %49, %47 ]
  %66 = add nuw nsw i64 %48, 1
  %67 = icmp slt i64 %66, %26
  br i1 %67, label %47, label %43

68:                                               ; preds = %43, %28, %24, %17
  %69 = phi ptr [ %20, %24 ], [ %20, %17 ], [ %20, %28 ], [ %44, %43 ]
  %70 = load i64, ptr %18, align 8
  %71 = add i64 %70, 1
  store i64 %71, ptr %18, align 8
  %72 = getelementptr inbounds %struct.node, ptr %18, i32 0, i32 2
  %73 = load i32, ptr %72, align 4
  %74 = getelementptr inbounds [104 x ptr], ptr %15, i32 0, i32 %73
  %75 = load ptr, ptr %74, align 4
  store ptr %75, ptr %19, align 4
  store ptr %18, ptr %74, align 4
  %76 = icmp eq ptr %69, null
  br i1 %76, label %77, label %17

77:                                               ; preds = %68, %2
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_destroy_stack(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 1
  %4 = load ptr, ptr %3, align 4
  %5 = icmp eq ptr %4, null
  br i1 %5, label %162, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %162

11:                                               ; preds = %6
  %12 = getelementptr inbounds i8, ptr %4, i32 48
  %13 = load ptr, ptr %12, align 4
  %14 = icmp eq ptr %13, null
  br i1 %14, label %97, label %15

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  br label %17

17:                                               ; preds = %15, %92
  %18 = phi ptr [ %4, %15 ], [ %93, %92 ]
  %19 = phi ptr [ %13, %15 ], [ %95, %92 ]
  %20 = phi ptr [ %12, %15 ], [ %94, %92 ]
  %21 = getelementptr inbounds i8, ptr %19, i32 48
  %22 = load ptr, ptr %21, align 4
  store ptr %22, ptr %20, align 4
  %23 = getelementptr inbounds %struct.node, ptr %19, i32 0, i32 1
  %24 = load i32, ptr %23, align 8
  %25 = add i32 %24, -1
  store i32 %25, ptr %23, align 8
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %92

27:                                               ; preds = %17
  %28 = load ptr, ptr %16, align 8
  %29 = getelementptr inbounds %struct.node, ptr %19, i32 0, i32 5
  store ptr null, ptr %29, align 4
  br label %30

30:                                               ; preds = %81, %27
  %31 = phi ptr [ %82, %81 ], [ %19, %27 ]
  %32 = getelementptr inbounds %struct.node, ptr %31, i32 0, i32 5
  %33 = load ptr, ptr %32, align 4
  %34 = getelementptr inbounds %struct.node, ptr %31, i32 0, i32 4
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %35, null
  br i1 %36, label %81, label %37

37:                                               ; preds = %30
  %38 = getelementptr inbounds %struct.kind, ptr %35, i32 0, i32 2
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %81, label %41

41:                                               ; preds = %37
  %42 = getelementptr inbounds %struct.node, ptr %31, i32 0, i32 3
  %43 = load i64, ptr %42, align 8
  %44 = trunc i64 %43 to i32
  %45 = add nsw i32 %44, 48
  %46 = getelementptr inbounds i8, ptr %31, i32 %45
  %47 = icmp sgt i32 %44, 0
  br i1 %47, label %48, label %81

48:                                               ; preds = %41
  %49 = getelementptr inbounds i8, ptr %31, i32 48
  %50 = icmp sgt i64 %39, 0
  %51 = load i64, ptr %35, align 8
  %52 = trunc i64 %51 to i32
  br label %53

53:                                               ; preds = %56, %48
  %54 = phi ptr [ %49, %48 ], [ %58, %56 ]
  %55 = phi ptr [ %33, %48 ], [ %57, %56 ]
  br i1 %50, label %60, label %56

56:                                               ; preds = %77, %53
  %57 = phi ptr [ %55, %53 ], [ %78, %77 ]
  %58 = getelementptr inbounds i8, ptr %54, i32 %52
  %59 = icmp ult ptr %58, %46
  br i1 %59, label %53, label %81

60:                                               ; preds = %53, %77
  %61 = phi i64 [ %79, %77 ], [ 0, %53 ]
  %62 = phi ptr [ %78, %77 ], [ %55, %53 ]
  %63 = trunc i64 %61 to i32
  %64 = getelementptr inbounds %struct.kind, ptr %35, i32 0, i32 3, i32 %63
  %65 = load i64, ptr %64, align 8
  %66 = trunc i64 %65 to i32
  %67 = getelementptr inbounds i8, ptr %54, i32 %66
  %68 = load ptr, ptr %67, align 4
  %69 = icmp eq ptr %68, null
  br i1 %69, label %77, label %70

70:                                               ; preds = %60
  %71 = getelementptr inbounds %struct.node, ptr %68, i32 0, i32 1
  %72 = load i32, ptr %71, align 8
  %73 = add i32 %72, -1
  store i32 %73, ptr %71, align 8
  %74 = icmp eq i32 %73, 0
  br i1 %74, label %75, label %77

75:                                               ; preds = %70
  %76 = getelementptr inbounds %struct.node, ptr %68, i32 0, i32 5
  store ptr %62, ptr %76, align 4
  br label %77

77:                                               ; preds = %75, %70, %60
  %78 = phi ptr [ %62, %70 ], [ %68, %75 ], [ %62, %60 ]
  %79 = add nuw nsw i64 %61, 1
  %80 = icmp slt i64 %79, %39
  br i1 %80, label %60, label %56

81:                                               ; preds = %56, %41, %37, %30
  %82 = phi ptr [ %33, %37 ], [ %33, %30 ], [ %33, %41 ], [ %57, %56 ]
  %83 = load i64, ptr %31, align 8
  %84 = add i64 %83, 1
  store i64 %84, ptr %31, align 8
  %85 = getelementptr inbounds %struct.node, ptr %31, i32 0, i32 2
  %86 = load i32, ptr %85, align 4
  %87 = getelementptr inbounds [104 x ptr], ptr %28, i32 0, i32 %86
  %88 = load ptr, ptr %87, align 4
  store ptr %88, ptr %32, align 4
  store ptr %31, ptr %87, align 4
  %89 = icmp eq ptr %82, null
  br i1 %89, label %90, label %30

90:                                               ; preds = %81
  %91 = load ptr, ptr %3, align 4
  br label %92

92:                                               ; preds = %90, %17
  %93 = phi ptr [ %91, %90 ], [ %18, %17 ]
  %94 = getelementptr inbounds i8, ptr %93, i32 48
  %95 = load ptr, ptr %94, align 4
  %96 = icmp eq ptr %95, null
  br i1 %96, label %97, label %17

97:                                               ; preds = %92, %11
  %98 = phi ptr [ %4, %11 ], [ %93, %92 ]
  %99 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %100 = load ptr, ptr %99, align 8
  %101 = getelementptr inbounds %struct.node, ptr %98, i32 0, i32 5
  store ptr null, ptr %101, align 4
  br label %102

102:                                              ; preds = %153, %97
  %103 = phi ptr [ %154, %153 ], [ %98, %97 ]
  %104 = getelementptr inbounds %struct.node, ptr %103, i32 0, i32 5
  %105 = load ptr, ptr %104, align 4
  %106 = getelementptr inbounds %struct.node, ptr %103, i32 0, i32 4
  %107 = load ptr, ptr %106, align 8
  %108 = icmp eq ptr %107, null
  br i1 %108, label %153, label %109

109:                                              ; preds = %102
  %110 = getelementptr inbounds %struct.kind, ptr %107, i32 0, i32 2
  %111 = load i64, ptr %110, align 8
  %112 = icmp eq i64 %111, 0
  br i1 %112, label %153, label %113

113:                                              ; preds = %109
  %114 = getelementptr inbounds %struct.node, ptr %103, i32 0, i32 3
  %115 = load i64, ptr %114, align 8
  %116 = trunc i64 %115 to i32
  %117 = add nsw i32 %116, 48
  %118 = getelementptr inbounds i8, ptr %103, i32 %117
  %119 = icmp sgt i32 %116, 0
  br i1 %119, label %120, label %153

120:                                              ; preds = %113
  %121 = getelementptr inbounds i8, ptr %103, i32 48
  %122 = icmp sgt i64 %111, 0
  %123 = load i64, ptr %107, align 8
  %124 = trunc i64 %123 to i32
  br label %125

125:                                              ; preds = %128, %120
  %126 = phi ptr [ %121, %120 ], [ %130, %128 ]
  %127 = phi ptr [ %105, %120 ], [ %129, %128 ]
  br i1 %122, label %132, label %128

128:                                              ; preds = %149, %125
  %129 = phi ptr [ %127, %125 ], [ %150, %149 ]
  %130 = getelementptr inbounds i8, ptr %126, i32 %124
  %131 = icmp ult ptr %130, %118
  br i1 %131, label %125, label %153

132:                                              ; preds = %125, %149
  %133 = phi i64 [ %151, %149 ], [ 0, %125 ]
  %134 = phi ptr [ %150, %149 ], [ %127, %125 ]
  %135 = trunc i64 %133 to i32
  %136 = getelementptr inbounds %struct.kind, ptr %107, i32 0, i32 3, i32 %135
  %137 = load i64, ptr %136, align 8
  %138 = trunc i64 %137 to i32
  %139 = getelementptr inbounds i8, ptr %126, i32 %138
  %140 = load ptr, ptr %139, align 4
  %141 = icmp eq ptr %140, null
  br i1 %141, label %149, label %142

142:                                              ; preds = %132
  %143 = getelementptr inbounds %struct.node, ptr %140, i32 0, i32 1
  %144 = load i32, ptr %143, align 8
  %145 = add i32 %144, -1
  store i32 %145, ptr %143, align 8
  %146 = icmp eq i32 %145, 0
  br i1 %146, label %147, label %149

147:                                              ; preds = %142
  %148 = getelementptr inbounds %struct.node, ptr %140, i32 0, i32 5
  store ptr %134, ptr %148, align 4
  br label %149

149:                                              ; preds = %147, %142, %132
  %150 = phi ptr [ %134, %142 ], [ %140, %147 ], [ %134, %132 ]
  %151 = add nuw nsw i64 %133, 1
  %152 = icmp slt i64 %151, %111
  br i1 %152, label %132, label %128

153:                                              ; preds = %128, %113, %109, %102
  %154 = phi ptr [ %105, %109 ], [ %105, %102 ], [ %105, %113 ], [ %129, %128 ]
  %155 = load i64, ptr %103, align 8
  %156 = add i64 %155, 1
  store i64 %156, ptr %103, align 8
  %157 = getelementptr inbounds %struct.node, ptr %103, i32 0, i32 2
  %158 = load i32, ptr %157, align 4
  %159 = getelementptr inbounds [104 x ptr], ptr %100, i32 0, i32 %158
  %160 = load ptr, ptr %159, align 4
  store ptr %160, ptr %104, align 4
  store ptr %103, ptr %159, align 4
  %161 = icmp eq ptr %154, null
  br i1 %161, label %162, label %102

162:                                              ; preds = %153, %2, %6
  %163 = phi i32 [ 0, %6 ], [ 0, %2 ], [ 1, %153 ]
  ret i32 %163
}

; Function Attrs: nounwind
define dso_local noundef i32 @dlvm_sort(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, i64 noundef %4, i64 noundef %5, i64 noundef %6, i64 noundef %7, i64 noundef %8, i64 noundef %9, i64 noundef %10) local_unnamed_addr #8 {
  %12 = alloca %struct.work, align 8
  %13 = mul nsw i64 %6, %4
  %14 = icmp ne i64 %13, 0
  %15 = icmp ne i64 %7, 0
  %16 = and i1 %14, %15
  br i1 %16, label %17, label %71

17:                                               ; preds = %11
  %18 = icmp slt i64 %7, 25
  %19 = select i1 %18, i64 1, i64 2
  %20 = shl i64 %7, %19
  %21 = tail call noundef i64 @llvm.smin.i64(i64 %5, i64 %20)
  %22 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 2
  %23 = load i64, ptr %22, align 8
  %24 = tail call noundef i64 @llvm.smin.i64(i64 %13, i64 %23)
  %25 = shl i64 %21, 5
  %26 = add i64 %25, 256
  %27 = mul nsw i64 %24, %26
  %28 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %27, ptr noundef null) #13
  %29 = icmp eq ptr %28, null
  br i1 %29, label %71, label %30

30:                                               ; preds = %17
  %31 = getelementptr inbounds i8, ptr %28, i32 48
  %32 = shl nsw i64 %8, 1
  %33 = mul nsw i64 %32, %21
  %34 = add nsw i64 %33, %5
  %35 = mul nsw i64 %34, %13
  call void @llvm.lifetime.start.p0(i64 104, ptr nonnull %12) #14
  store ptr %1, ptr %12, align 8
  %36 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 1
  store ptr %2, ptr %36, align 4
  %37 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 2
  store ptr %3, ptr %37, align 8
  %38 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 3
  store i64 %4, ptr %38, align 8
  %39 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 4
  store i64 %5, ptr %39, align 8
  %40 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 5
  store i64 %6, ptr %40, align 8
  %41 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 6
  store i64 %7, ptr %41, align 8
  %42 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 7
  store i64 %8, ptr %42, align 8
  %43 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 8
  store i64 %9, ptr %43, align 8
  %44 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 9
  store i64 %10, ptr %44, align 8
  %45 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 10
  store ptr %31, ptr %45, align 8
  %46 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 11
  store i64 %21, ptr %46, align 8
  %47 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 12
  store i64 %24, ptr %47, align 8
  %48 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 13
  store ptr %0, ptr %48, align 8
  %49 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 8
  %50 = load ptr, ptr %49, align 8
  %51 = icmp ne ptr %50, null
  %52 = icmp sgt i64 %24, 1
  %53 = and i1 %52, %51
  %54 = icmp sgt i64 %35, 10000
  %55 = and i1 %54, %53
  br i1 %55, label %56, label %60

56:                                               ; preds = %30
  %57 = load ptr, ptr %50, align 4
  %58 = getelementptr inbounds %struct.threads, ptr %50, i32 0, i32 1
  %59 = load ptr, ptr %58, align 4
  call void %57(ptr noundef %59, i64 noundef %24, ptr noundef nonnull @sort_lines, ptr noundef nonnull %12) #15
  br label %61

60:                                               ; preds = %30
  call void @sort_lines(ptr noundef nonnull %12, i64 noundef 0, i64 noundef %24) #15
  br label %61

61:                                               ; preds = %56, %60
  %62 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %63 = load ptr, ptr %62, align 8
  %64 = load i64, ptr %28, align 8
  %65 = add i64 %64, 1
  store i64 %65, ptr %28, align 8
  %66 = getelementptr inbounds i8, ptr %28, i32 12
  %67 = load i32, ptr %66, align 4
  %68 = getelementptr inbounds [104 x ptr], ptr %63, i32 0, i32 %67
  %69 = load ptr, ptr %68, align 4
  %70 = getelementptr inbounds i8, ptr %28, i32 28
  store ptr %69, ptr %70, align 4
  store ptr %28, ptr %68, align 4
  call void @llvm.lifetime.end.p0(i64 104, ptr nonnull %12) #14
  br label %71

71:                                               ; preds = %61, %17, %11
  %72 = phi i32 [ 0, %11 ], [ 0, %61 ], [ 1, %17 ]
  ret i32 %72
}

; Function Attrs: nounwind
define dso_local noundef i32 @dlvm_parallel(ptr nocapture noundef readonly %0, ptr noundef %1, ptr noundef %2, i64 noundef %3, i64 noundef %4) local_unnamed_addr #8 {
  %6 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp ne ptr %7, null
  %9 = icmp sgt i64 %3, 1
  %10 = and i1 %9, %8
  %11 = icmp sgt i64 %4, 10000
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %17

13:                                               ; preds = %5
  %14 = load ptr, ptr %7, align 4
  %15 = getelementptr inbounds %struct.threads, ptr %7, i32 0, i32 1
  %16 = load ptr, ptr %15, align 4
  tail call void %14(ptr noundef %16, i64 noundef %3, ptr noundef %1, ptr noundef %2) #15
  br label %18

17:                                               ; preds = %5
  tail call void %1(ptr noundef %2, i64 noundef 0, i64 noundef %3) #15
  br label %18

18:                                               ; preds = %17, %13
  ret i32 0
}

; Function Attrs: nounwind
define internal void @sort_lines(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) #8 {
  %4 = alloca [32 x i64], align 8
  %5 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 11
  %6 = icmp slt i64 %1, %2
  br i1 %6, label %7, label %262

7:                                                ; preds = %3
  %8 = load i64, ptr %5, align 8
  %9 = add nsw i64 %8, 8
  %10 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 10
  %11 = shl nsw i64 %9, 1
  %12 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 3
  %13 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 5
  %14 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 12
  %15 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 4
  %16 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 7
  %17 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 6
  %18 = trunc i64 %9 to i32
  %19 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 13
  %20 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 1
  %21 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 2
  %22 = load i64, ptr %14, align 8
  br label %26

23:                                               ; preds = %256, %26
  %24 = phi i64 [ %27, %26 ], [ %259, %256 ]
  %25 = icmp slt i64 %39, %2
  br i1 %25, label %26, label %262

26:                                               ; preds = %7, %23
  %27 = phi i64 [ %22, %7 ], [ %24, %23 ]
  %28 = phi i64 [ %1, %7 ], [ %39, %23 ]
  %29 = load ptr, ptr %10, align 8
  %30 = mul nsw i64 %11, %28
  %31 = trunc i64 %30 to i32
  %32 = getelementptr inbounds %struct.item, ptr %29, i32 %31
  %33 = load i64, ptr %12, align 8
  %34 = load i64, ptr %13, align 8
  %35 = mul nsw i64 %34, %33
  %36 = mul nsw i64 %35, %28
  %37 = sdiv i64 %36, %27
  %38 = freeze i64 %37
  %39 = add nsw i64 %28, 1
  %40 = mul nsw i64 %35, %39
  %41 = sdiv i64 %40, %27
  %42 = icmp slt i64 %38, %41
  br i1 %42, label %43, label %23

43:                                               ; preds = %26
  %44 = getelementptr inbounds %struct.item, ptr %32, i32 %18
  %45 = load i64, ptr %17, align 8
  br label %46

46:                                               ; preds = %43, %256
  %47 = phi i64 [ %45, %43 ], [ %257, %256 ]
  %48 = phi i64 [ %38, %43 ], [ %258, %256 ]
  %49 = load i64, ptr %13, align 8
  %50 = srem i64 %48, %49
  %51 = load ptr, ptr %0, align 8
  %52 = load i64, ptr %15, align 8
  %53 = srem i64 %48, %49
  %54 = sub i64 %48, %53
  %55 = mul i64 %54, %52
  %56 = add nsw i64 %55, %50
  %57 = load i64, ptr %16, align 8
  %58 = mul nsw i64 %56, %57
  %59 = trunc i64 %58 to i32
  %60 = getelementptr inbounds i8, ptr %51, i32 %59
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %4) #14
  %61 = icmp sgt i64 %52, 0
  br i1 %61, label %62, label %210

62:                                               ; preds = %46, %200
  %63 = phi ptr [ %205, %200 ], [ %32, %46 ]
  %64 = phi ptr [ %204, %200 ], [ %44, %46 ]
  %65 = phi i64 [ %203, %200 ], [ 0, %46 ]
  %66 = phi i64 [ %206, %200 ], [ 0, %46 ]
  %67 = phi i64 [ %202, %200 ], [ 1, %46 ]
  %68 = phi i64 [ %201, %200 ], [ 0, %46 ]
  %69 = and i64 %66, 262136
  %70 = icmp eq i64 %69, 0
  br i1 %70, label %71, label %80

71:                                               ; preds = %62
  %72 = load ptr, ptr %19, align 8
  %73 = getelementptr inbounds %struct.context, ptr %72, i32 0, i32 12
  %74 = load ptr, ptr %73, align 8
  %75 = load volatile i32, ptr %74, align 4
  %76 = icmp eq i32 %75, 0
  br i1 %76, label %80, label %77

77:                                               ; preds = %71
  %78 = tail call i32 @dlvm_poll(ptr noundef nonnull %72) #15
  %79 = icmp eq i32 %78, 0
  br i1 %79, label %80, label %209

80:                                               ; preds = %77, %71, %62
  %81 = trunc i64 %66 to i32
  %82 = and i32 %81, 24
  %83 = getelementptr inbounds i64, ptr %4, i32 %82
  %84 = icmp eq i32 %82, 0
  br i1 %84, label %85, label %86

85:                                               ; preds = %80
  call fastcc void @read_keys(ptr noundef nonnull %4, ptr noundef nonnull %0, ptr noundef %60, i64 noundef %66) #13
  br label %86

86:                                               ; preds = %85, %80
  %87 = icmp eq i64 %67, 0
  br i1 %87, label %90, label %88

88:                                               ; preds = %86
  %89 = load i64, ptr %83, align 8
  br label %98

90:                                               ; preds = %86
  %91 = load <8 x i64>, ptr %83, align 8
  %92 = insertelement <8 x i64> poison, i64 %65, i64 0
  %93 = shufflevector <8 x i64> %92, <8 x i64> poison, <8 x i32> zeroinitializer
  %94 = icmp ult <8 x i64> %91, %93
  %95 = bitcast <8 x i1> %94 to i8
  %96 = icmp eq i8 %95, 0
  %97 = extractelement <8 x i64> %91, i64 0
  br i1 %96, label %200, label %98

98:                                               ; preds = %90, %88
  %99 = phi i64 [ %89, %88 ], [ %97, %90 ]
  %100 = trunc i64 %68 to i32
  %101 = getelementptr inbounds %struct.item, ptr %63, i32 %100
  store i64 %99, ptr %101, align 8
  %102 = getelementptr inbounds i8, ptr %101, i32 8
  store i64 %66, ptr %102, align 8
  %103 = load i64, ptr %83, align 8
  %104 = icmp ult i64 %103, %65
  %105 = zext i1 %104 to i64
  %106 = or i64 %67, %105
  %107 = add nsw i64 %106, %68
  %108 = trunc i64 %107 to i32
  %109 = getelementptr inbounds %struct.item, ptr %63, i32 %108
  %110 = getelementptr inbounds i64, ptr %83, i32 1
  %111 = load i64, ptr %110, align 8
  %112 = or disjoint i64 %66, 1
  store i64 %111, ptr %109, align 8
  %113 = getelementptr inbounds i8, ptr %109, i32 8
  store i64 %112, ptr %113, align 8
  %114 = load i64, ptr %110, align 8
  %115 = icmp ult i64 %114, %65
  %116 = zext i1 %115 to i64
  %117 = or i64 %67, %116
  %118 = add nsw i64 %117, %107
  %119 = trunc i64 %118 to i32
  %120 = getelementptr inbounds %struct.item, ptr %63, i32 %119
  %121 = getelementptr inbounds i64, ptr %83, i32 2
  %122 = load i64, ptr %121, align 8
  %123 = or disjoint i64 %66, 2
  store i64 %122, ptr %120, align 8
  %124 = getelementptr inbounds i8, ptr %120, i32 8
  store i64 %123, ptr %124, align 8
  %125 = load i64, ptr %121, align 8
  %126 = icmp ult i64 %125, %65
  %127 = zext i1 %126 to i64
  %128 = or i64 %67, %127
  %129 = add nsw i64 %128, %118
  %130 = trunc i64 %129 to i32
  %131 = getelementptr inbounds %struct.item, ptr %63, i32 %130
  %132 = getelementptr inbounds i64, ptr %83, i32 3
  %133 = load i64, ptr %132, align 8
  %134 = or disjoint i64 %66, 3
  store i64 %133, ptr %131, align 8
  %135 = getelementptr inbounds i8, ptr %131, i32 8
  store i64 %134, ptr %135, align 8
  %136 = load i64, ptr %132, align 8
  %137 = icmp ult i64 %136, %65
  %138 = zext i1 %137 to i64
  %139 = or i64 %67, %138
  %140 = add nsw i64 %139, %129
  %141 = trunc i64 %140 to i32
  %142 = getelementptr inbounds %struct.item, ptr %63, i32 %141
  %143 = getelementptr inbounds i64, ptr %83, i32 4
  %144 = load i64, ptr %143, align 8
  %145 = or disjoint i64 %66, 4
  store i64 %144, ptr %142, align 8
  %146 = getelementptr inbounds i8, ptr %142, i32 8
  store i64 %145, ptr %146, align 8
  %147 = load i64, ptr %143, align 8
  %148 = icmp ult i64 %147, %65
  %149 = zext i1 %148 to i64
  %150 = or i64 %67, %149
  %151 = add nsw i64 %150, %140
  %152 = trunc i64 %151 to i32
  %153 = getelementptr inbounds %struct.item, ptr %63, i32 %152
  %154 = getelementptr inbounds i64, ptr %83, i32 5
  %155 = load i64, ptr %154, align 8
  %156 = or disjoint i64 %66, 5
  store i64 %155, ptr %153, align 8
  %157 = getelementptr inbounds i8, ptr %153, i32 8
  store i64 %156, ptr %157, align 8
  %158 = load i64, ptr %154, align 8
  %159 = icmp ult i64 %158, %65
  %160 = zext i1 %159 to i64
  %161 = or i64 %67, %160
  %162 = add nsw i64 %161, %151
  %163 = trunc i64 %162 to i32
  %164 = getelementptr inbounds %struct.item, ptr %63, i32 %163
  %165 = getelementptr inbounds i64, ptr %83, i32 6
  %166 = load i64, ptr %165, align 8
  %167 = or disjoint i64 %66, 6
  store i64 %166, ptr %164, align 8
  %168 = getelementptr inbounds i8, ptr %164, i32 8
  store i64 %167, ptr %168, align 8
  %169 = load i64, ptr %165, align 8
  %170 = icmp ult i64 %169, %65
  %171 = zext i1 %170 to i64
  %172 = or i64 %67, %171
  %173 = add nsw i64 %172, %162
  %174 = trunc i64 %173 to i32
  %175 = getelementptr inbounds %struct.item, ptr %63, i32 %174
  %176 = getelementptr inbounds i64, ptr %83, i32 7
  %177 = load i64, ptr %176, align 8
  %178 = or disjoint i64 %66, 7
  store i64 %177, ptr %175, align 8
  %179 = getelementptr inbounds i8, ptr %175, i32 8
  store i64 %178, ptr %179, align 8
  %180 = load i64, ptr %176, align 8
  %181 = icmp ult i64 %180, %65
  %182 = zext i1 %181 to i64
  %183 = or i64 %67, %182
  %184 = add nsw i64 %183, %173
  %185 = load i64, ptr %15, align 8
  %186 = tail call noundef i64 @llvm.smin.i64(i64 %184, i64 %185)
  %187 = load i64, ptr %5, align 8
  %188 = icmp sgt i64 %186, %187
  br i1 %188, label %189, label %200

189:                                              ; preds = %98
  %190 = tail call fastcc ptr @sort_items(ptr noundef nonnull %0, ptr noundef nonnull %63, ptr noundef %64, i64 noundef %186) #13
  %191 = icmp eq ptr %190, null
  br i1 %191, label %209, label %192

192:                                              ; preds = %189
  %193 = icmp eq ptr %190, %63
  %194 = select i1 %193, ptr %64, ptr %63
  %195 = load i64, ptr %17, align 8
  %196 = trunc i64 %195 to i32
  %197 = getelementptr %struct.item, ptr %190, i32 %196
  %198 = getelementptr %struct.item, ptr %197, i32 -1
  %199 = load i64, ptr %198, align 8
  br label %200

200:                                              ; preds = %192, %98, %90
  %201 = phi i64 [ %195, %192 ], [ %186, %98 ], [ %68, %90 ]
  %202 = phi i64 [ 0, %192 ], [ %67, %98 ], [ 0, %90 ]
  %203 = phi i64 [ %199, %192 ], [ %65, %98 ], [ %65, %90 ]
  %204 = phi ptr [ %194, %192 ], [ %64, %98 ], [ %64, %90 ]
  %205 = phi ptr [ %190, %192 ], [ %63, %98 ], [ %63, %90 ]
  %206 = add nuw nsw i64 %66, 8
  %207 = load i64, ptr %15, align 8
  %208 = icmp slt i64 %206, %207
  br i1 %208, label %62, label %210

209:                                              ; preds = %189, %77
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #14
  br label %262

210:                                              ; preds = %200, %46
  %211 = phi i64 [ 0, %46 ], [ %201, %200 ]
  %212 = phi ptr [ %44, %46 ], [ %204, %200 ]
  %213 = phi ptr [ %32, %46 ], [ %205, %200 ]
  %214 = tail call fastcc ptr @sort_items(ptr noundef nonnull %0, ptr noundef %213, ptr noundef %212, i64 noundef %211) #13
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #14
  %215 = icmp eq ptr %214, null
  br i1 %215, label %262, label %216

216:                                              ; preds = %210
  %217 = load i64, ptr %17, align 8
  %218 = icmp sgt i64 %217, 0
  br i1 %218, label %219, label %256

219:                                              ; preds = %216
  %220 = mul i64 %54, %47
  %221 = add nsw i64 %220, %50
  %222 = load i64, ptr %13, align 8
  br label %223

223:                                              ; preds = %219, %247
  %224 = phi i64 [ %252, %247 ], [ %222, %219 ]
  %225 = phi i64 [ %251, %247 ], [ 0, %219 ]
  %226 = phi i64 [ %253, %247 ], [ %221, %219 ]
  %227 = trunc i64 %225 to i32
  %228 = getelementptr inbounds %struct.item, ptr %214, i32 %227, i32 1
  %229 = load i64, ptr %228, align 8
  %230 = load ptr, ptr %20, align 4
  %231 = load i64, ptr %16, align 8
  %232 = mul nsw i64 %231, %226
  %233 = trunc i64 %232 to i32
  %234 = getelementptr inbounds i8, ptr %230, i32 %233
  %235 = mul i64 %231, %229
  %236 = mul i64 %235, %224
  %237 = trunc i64 %236 to i32
  %238 = getelementptr inbounds i8, ptr %60, i32 %237
  switch i64 %231, label %245 [
    i64 1, label %239
    i64 2, label %241
    i64 4, label %243
  ]

239:                                              ; preds = %223
  %240 = load i8, ptr %238, align 1
  store i8 %240, ptr %234, align 1
  br label %247

241:                                              ; preds = %223
  %242 = load i16, ptr %238, align 2
  store i16 %242, ptr %234, align 2
  br label %247

243:                                              ; preds = %223
  %244 = load i32, ptr %238, align 4
  store i32 %244, ptr %234, align 4
  br label %247

245:                                              ; preds = %223
  %246 = load i64, ptr %238, align 8
  store i64 %246, ptr %234, align 8
  br label %247

247:                                              ; preds = %239, %241, %243, %245
  %248 = load ptr, ptr %21, align 8
  %249 = trunc i64 %226 to i32
  %250 = getelementptr inbounds i64, ptr %248, i32 %249
  store i64 %229, ptr %250, align 8
  %251 = add nuw nsw i64 %225, 1
  %252 = load i64, ptr %13, align 8
  %253 = add nsw i64 %252, %226
  %254 = load i64, ptr %17, align 8
  %255 = icmp slt i64 %251, %254
  br i1 %255, label %223, label %256

256:                                              ; preds = %247, %216
  %257 = phi i64 [ %217, %216 ], [ %254, %247 ]
  %258 = add i64 %48, 1
  %259 = load i64, ptr %14, align 8
  %260 = sdiv i64 %40, %259
  %261 = icmp slt i64 %258, %260
  br i1 %261, label %46, label %23

262:                                              ; preds = %23, %210, %3, %209
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: write)
define dso_local void @dlvm_open(ptr nocapture noundef writeonly %0, ptr noundef %1, i64 noundef %2) local_unnamed_addr #9 {
  %4 = icmp slt i64 %2, 464
  br i1 %4, label %38, label %5

5:                                                ; preds = %3
  store <4 x ptr> zeroinitializer, ptr %1, align 4
  %6 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 4
  store <4 x ptr> zeroinitializer, ptr %6, align 4
  %7 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 8
  store <4 x ptr> zeroinitializer, ptr %7, align 4
  %8 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 12
  store <4 x ptr> zeroinitializer, ptr %8, align 4
  %9 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 16
  store <4 x ptr> zeroinitializer, ptr %9, align 4
  %10 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 20
  store <4 x ptr> zeroinitializer, ptr %10, align 4
  %11 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 24
  store <4 x ptr> zeroinitializer, ptr %11, align 4
  %12 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 28
  store <4 x ptr> zeroinitializer, ptr %12, align 4
  %13 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 32
  store <4 x ptr> zeroinitializer, ptr %13, align 4
  %14 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 36
  store <4 x ptr> zeroinitializer, ptr %14, align 4
  %15 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 40
  store <4 x ptr> zeroinitializer, ptr %15, align 4
  %16 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 44
  store <4 x ptr> zeroinitializer, ptr %16, align 4
  %17 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 48
  store <4 x ptr> zeroinitializer, ptr %17, align 4
  %18 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 52
  store <4 x ptr> zeroinitializer, ptr %18, align 4
  %19 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 56
  store <4 x ptr> zeroinitializer, ptr %19, align 4
  %20 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 60
  store <4 x ptr> zeroinitializer, ptr %20, align 4
  %21 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 64
  store <4 x ptr> zeroinitializer, ptr %21, align 4
  %22 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 68
  store <4 x ptr> zeroinitializer, ptr %22, align 4
  %23 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 72
  store <4 x ptr> zeroinitializer, ptr %23, align 4
  %24 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 76
  store <4 x ptr> zeroinitializer, ptr %24, align 4
  %25 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 80
  store <4 x ptr> zeroinitializer, ptr %25, align 4
  %26 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 84
  store <4 x ptr> zeroinitializer, ptr %26, align 4
  %27 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 88
  store <4 x ptr> zeroinitializer, ptr %27, align 4
  %28 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 92
  store <4 x ptr> zeroinitializer, ptr %28, align 4
  %29 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 96
  store <4 x ptr> zeroinitializer, ptr %29, align 4
  %30 = getelementptr inbounds [104 x ptr], ptr %1, i32 0, i32 100
  store <4 x ptr> zeroinitializer, ptr %30, align 4
  %31 = getelementptr inbounds i8, ptr %1, i32 464
  %32 = getelementptr inbounds %struct.heap, ptr %1, i32 0, i32 2
  store ptr %31, ptr %32, align 4
  %33 = getelementptr inbounds %struct.heap, ptr %1, i32 0, i32 1
  store ptr %31, ptr %33, align 4
  %34 = trunc i64 %2 to i32
  %35 = getelementptr inbounds i8, ptr %1, i32 %34
  %36 = getelementptr inbounds %struct.heap, ptr %1, i32 0, i32 3
  store ptr %35, ptr %36, align 4
  %37 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  store ptr %1, ptr %37, align 8
  br label %38

38:                                               ; preds = %3, %5
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define dso_local i64 @dlvm_used(ptr nocapture noundef readonly %0) local_unnamed_addr #7 {
  %2 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %11, label %5

5:                                                ; preds = %1
  %6 = getelementptr inbounds %struct.heap, ptr %3, i32 0, i32 2
  %7 = load ptr, ptr %6, align 4
  %8 = ptrtoint ptr %7 to i32
  %9 = ptrtoint ptr %3 to i32
  %10 = sub i32 %8, %9
  br label %11

11:                                               ; preds = %1, %5
  %12 = phi i32 [ %10, %5 ], [ 0, %1 ]
  %13 = sext i32 %12 to i64
  ret i64 %13
}

; Function Attrs: nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define internal fastcc void @read_keys(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, i64 noundef %3) unnamed_addr #10 {
  %5 = getelementptr inbounds %struct.work, ptr %1, i32 0, i32 5
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds %struct.work, ptr %1, i32 0, i32 7
  %8 = load i64, ptr %7, align 8
  %9 = mul nsw i64 %8, %6
  %10 = getelementptr inbounds %struct.work, ptr %1, i32 0, i32 4
  %11 = load i64, ptr %10, align 8
  %12 = sub nsw i64 %11, %3
  %13 = tail call noundef i64 @llvm.smin.i64(i64 %12, i64 32)
  %14 = mul nsw i64 %9, %3
  %15 = trunc i64 %14 to i32
  %16 = getelementptr inbounds i8, ptr %2, i32 %15
  %17 = icmp eq i64 %6, 1
  %18 = icmp sgt i64 %12, 7
  %19 = select i1 %17, i1 %18, i1 false
  br i1 %19, label %26, label %20

20:                                               ; preds = %38, %61, %84, %107, %4
  %21 = phi ptr [ %16, %4 ], [ %43, %38 ], [ %66, %61 ], [ %89, %84 ], [ %112, %107 ]
  %22 = phi i64 [ 0, %4 ], [ 8, %38 ], [ 16, %61 ], [ 24, %84 ], [ 32, %107 ]
  %23 = icmp slt i64 %22, %13
  br i1 %23, label %24, label %113

24:                                               ; preds = %20
  %25 = trunc i64 %9 to i32
  br label %125

26:                                               ; preds = %4
  switch i64 %8, label %36 [
    i64 1, label %27
    i64 2, label %30
    i64 4, label %33
  ]

27:                                               ; preds = %26
  %28 = load <8 x i8>, ptr %16, align 1
  %29 = zext <8 x i8> %28 to <8 x i64>
  br label %38

30:                                               ; preds = %26
  %31 = load <8 x i16>, ptr %16, align 2
  %32 = zext <8 x i16> %31 to <8 x i64>
  br label %38

33:                                               ; preds = %26
  %34 = load <8 x i32>, ptr %16, align 4
  %35 = zext <8 x i32> %34 to <8 x i64>
  br label %38

36:                                               ; preds = %26
  %37 = load <8 x i64>, ptr %16, align 8
  br label %38

38:                                               ; preds = %36, %33, %30, %27
  %39 = phi <8 x i64> [ %37, %36 ], [ %35, %33 ], [ %32, %30 ], [ %29, %27 ]
  store <8 x i64> %39, ptr %0, align 8
  %40 = load i64, ptr %7, align 8
  %41 = trunc i64 %40 to i32
  %42 = shl i32 %41, 3
  %43 = getelementptr inbounds i8, ptr %16, i32 %42
  %44 = load i64, ptr %5, align 8
  %45 = icmp eq i64 %44, 1
  %46 = icmp sgt i64 %12, 15
  %47 = select i1 %45, i1 %46, i1 false
  br i1 %47, label %48, label %20

48:                                               ; preds = %38
  %49 = getelementptr inbounds i64, ptr %0, i32 8
  switch i64 %40, label %59 [
    i64 1, label %56
    i64 2, label %53
    i64 4, label %50
  ]

50:                                               ; preds = %48
  %51 = load <8 x i32>, ptr %43, align 4
  %52 = zext <8 x i32> %51 to <8 x i64>
  br label %61

53:                                               ; preds = %48
  %54 = load <8 x i16>, ptr %43, align 2
  %55 = zext <8 x i16> %54 to <8 x i64>
  br label %61

56:                                               ; preds = %48
  %57 = load <8 x i8>, ptr %43, align 1
  %58 = zext <8 x i8> %57 to <8 x i64>
  br label %61

59:                                               ; preds = %48
  %60 = load <8 x i64>, ptr %43, align 8
  br label %61

61:                                               ; preds = %59, %56, %53, %50
  %62 = phi <8 x i64> [ %60, %59 ], [ %52, %50 ], [ %55, %53 ], [ %58, %56 ]
  store <8 x i64> %62, ptr %49, align 8
  %63 = load i64, ptr %7, align 8
  %64 = trunc i64 %63 to i32
  %65 = shl i32 %64, 3
  %66 = getelementptr inbounds i8, ptr %43, i32 %65
  %67 = load i64, ptr %5, align 8
  %68 = icmp eq i64 %67, 1
  %69 = icmp sgt i64 %12, 23
  %70 = select i1 %68, i1 %69, i1 false
  br i1 %70, label %71, label %20

71:                                               ; preds = %61
  %72 = getelementptr inbounds i64, ptr %0, i32 16
  switch i64 %63, label %82 [
    i64 1, label %79
    i64 2, label %76
    i64 4, label %73
  ]

73:                                               ; preds = %71
  %74 = load <8 x i32>, ptr %66, align 4
  %75 = zext <8 x i32> %74 to <8 x i64>
  br label %84

76:                                               ; preds = %71
  %77 = load <8 x i16>, ptr %66, align 2
  %78 = zext <8 x i16> %77 to <8 x i64>
  br label %84

79:                                               ; preds = %71
  %80 = load <8 x i8>, ptr %66, align 1
  %81 = zext <8 x i8> %80 to <8 x i64>
  br label %84

82:                                               ; preds = %71
  %83 = load <8 x i64>, ptr %66, align 8
  br label %84

84:                                               ; preds = %82, %79, %76, %73
  %85 = phi <8 x i64> [ %83, %82 ], [ %75, %73 ], [ %78, %76 ], [ %81, %79 ]
  store <8 x i64> %85, ptr %72, align 8
  %86 = load i64, ptr %7, align 8
  %87 = trunc i64 %86 to i32
  %88 = shl i32 %87, 3
  %89 = getelementptr inbounds i8, ptr %66, i32 %88
  %90 = load i64, ptr %5, align 8
  %91 = icmp eq i64 %90, 1
  %92 = icmp sgt i64 %12, 31
  %93 = select i1 %91, i1 %92, i1 false
  br i1 %93, label %94, label %20

94:                                               ; preds = %84
  %95 = getelementptr inbounds i64, ptr %0, i32 24
  switch i64 %86, label %105 [
    i64 1, label %102
    i64 2, label %99
    i64 4, label %96
  ]

96:                                               ; preds = %94
  %97 = load <8 x i32>, ptr %89, align 4
  %98 = zext <8 x i32> %97 to <8 x i64>
  br label %107

99:                                               ; preds = %94
  %100 = load <8 x i16>, ptr %89, align 2
  %101 = zext <8 x i16> %100 to <8 x i64>
  br label %107

102:                                              ; preds = %94
  %103 = load <8 x i8>, ptr %89, align 1
  %104 = zext <8 x i8> %103 to <8 x i64>
  br label %107

105:                                              ; preds = %94
  %106 = load <8 x i64>, ptr %89, align 8
  br label %107

107:                                              ; preds = %105, %102, %99, %96
  %108 = phi <8 x i64> [ %106, %105 ], [ %98, %96 ], [ %101, %99 ], [ %104, %102 ]
  store <8 x i64> %108, ptr %95, align 8
  %109 = load i64, ptr %7, align 8
  %110 = trunc i64 %109 to i32
  %111 = shl i32 %110, 3
  %112 = getelementptr inbounds i8, ptr %89, i32 %111
  br label %20

113:                                              ; preds = %140, %20
  %114 = icmp sgt i64 %12, 0
  br i1 %114, label %115, label %147

115:                                              ; preds = %113
  %116 = getelementptr inbounds %struct.work, ptr %1, i32 0, i32 8
  %117 = getelementptr inbounds %struct.work, ptr %1, i32 0, i32 9
  %118 = load <8 x i64>, ptr %0, align 8
  %119 = load i64, ptr %7, align 8
  %120 = shl nsw i64 %119, 3
  %121 = add nsw i64 %120, -1
  %122 = shl nuw i64 1, %121
  %123 = load i64, ptr %116, align 8
  %124 = icmp slt i64 %123, 0
  br i1 %124, label %150, label %154

125:                                              ; preds = %24, %140
  %126 = phi i64 [ %22, %24 ], [ %144, %140 ]
  %127 = phi ptr [ %21, %24 ], [ %145, %140 ]
  %128 = load i64, ptr %7, align 8
  switch i64 %128, label %138 [
    i64 1, label %129
    i64 2, label %132
    i64 4, label %135
  ]

129:                                              ; preds = %125
  %130 = load i8, ptr %127, align 1
  %131 = zext i8 %130 to i64
  br label %140

132:                                              ; preds = %125
  %133 = load i16, ptr %127, align 2
  %134 = zext i16 %133 to i64
  br label %140

135:                                              ; preds = %125
  %136 = load i32, ptr %127, align 4
  %137 = zext i32 %136 to i64
  br label %140

138:                                              ; preds = %125
  %139 = load i64, ptr %127, align 8
  br label %140

140:                                              ; preds = %129, %132, %135, %138
  %141 = phi i64 [ %139, %138 ], [ %137, %135 ], [ %134, %132 ], [ %131, %129 ]
  %142 = trunc i64 %126 to i32
  %143 = getelementptr inbounds i64, ptr %0, i32 %142
  store i64 %141, ptr %143, align 8
  %144 = add nuw nsw i64 %126, 1
  %145 = getelementptr inbounds i8, ptr %127, i32 %25
  %146 = icmp slt i64 %144, %13
  br i1 %146, label %125, label %113

147:                                              ; preds = %176, %218, %260, %302, %113
  %148 = and i64 %13, 7
  %149 = icmp eq i64 %148, 0
  br i1 %149, label %353, label %308

150:                                              ; preds = %115
  %151 = insertelement <8 x i64> poison, i64 %122, i64 0
  %152 = shufflevector <8 x i64> %151, <8 x i64> poison, <8 x i32> zeroinitializer
  %153 = xor <8 x i64> %152, %118
  br label %176

154:                                              ; preds = %115
  %155 = icmp eq i64 %123, 0
  br i1 %155, label %176, label %156

156:                                              ; preds = %154
  %157 = add i64 %122, -1
  %158 = insertelement <8 x i64> poison, i64 %157, i64 0
  %159 = shufflevector <8 x i64> %158, <8 x i64> poison, <8 x i32> zeroinitializer
  %160 = and <8 x i64> %159, %118
  %161 = insertelement <8 x i64> poison, i64 %121, i64 0
  %162 = shufflevector <8 x i64> %161, <8 x i64> poison, <8 x i32> zeroinitializer
  %163 = lshr <8 x i64> %118, %162
  %164 = sub nsw <8 x i64> zeroinitializer, %163
  %165 = shl nsw i64 -1, %123
  %166 = and i64 %157, %165
  %167 = xor <8 x i64> %160, %164
  %168 = insertelement <8 x i64> poison, i64 %122, i64 0
  %169 = shufflevector <8 x i64> %168, <8 x i64> poison, <8 x i32> zeroinitializer
  %170 = add nuw nsw <8 x i64> %169, %163
  %171 = add <8 x i64> %170, %167
  %172 = insertelement <8 x i64> poison, i64 %166, i64 0
  %173 = shufflevector <8 x i64> %172, <8 x i64> poison, <8 x i32> zeroinitializer
  %174 = icmp ugt <8 x i64> %160, %173
  %175 = select <8 x i1> %174, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, <8 x i64> %171
  br label %176

176:                                              ; preds = %150, %154, %156
  %177 = phi <8 x i64> [ %153, %150 ], [ %175, %156 ], [ %118, %154 ]
  %178 = load i64, ptr %117, align 8
  %179 = icmp eq i64 %178, 0
  %180 = select i1 %179, <8 x i64> zeroinitializer, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>
  %181 = xor <8 x i64> %180, %177
  store <8 x i64> %181, ptr %0, align 8
  %182 = icmp sgt i64 %12, 8
  br i1 %182, label %183, label %147

183:                                              ; preds = %176
  %184 = getelementptr inbounds i64, ptr %0, i32 8
  %185 = load <8 x i64>, ptr %184, align 8
  %186 = load i64, ptr %7, align 8
  %187 = shl nsw i64 %186, 3
  %188 = add nsw i64 %187, -1
  %189 = shl nuw i64 1, %188
  %190 = load i64, ptr %116, align 8
  %191 = icmp slt i64 %190, 0
  br i1 %191, label %214, label %192

192:                                              ; preds = %183
  %193 = icmp eq i64 %190, 0
  br i1 %193, label %218, label %194

194:                                              ; preds = %192
  %195 = add i64 %189, -1
  %196 = insertelement <8 x i64> poison, i64 %195, i64 0
  %197 = shufflevector <8 x i64> %196, <8 x i64> poison, <8 x i32> zeroinitializer
  %198 = and <8 x i64> %197, %185
  %199 = insertelement <8 x i64> poison, i64 %188, i64 0
  %200 = shufflevector <8 x i64> %199, <8 x i64> poison, <8 x i32> zeroinitializer
  %201 = lshr <8 x i64> %185, %200
  %202 = sub nsw <8 x i64> zeroinitializer, %201
  %203 = shl nsw i64 -1, %190
  %204 = and i64 %195, %203
  %205 = xor <8 x i64> %198, %202
  %206 = insertelement <8 x i64> poison, i64 %189, i64 0
  %207 = shufflevector <8 x i64> %206, <8 x i64> poison, <8 x i32> zeroinitializer
  %208 = add nuw nsw <8 x i64> %207, %201
  %209 = add <8 x i64> %208, %205
  %210 = insertelement <8 x i64> poison, i64 %204, i64 0
  %211 = shufflevector <8 x i64> %210, <8 x i64> poison, <8 x i32> zeroinitializer
  %212 = icmp ugt <8 x i64> %198, %211
  %213 = select <8 x i1> %212, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, <8 x i64> %209
  br label %218

214:                                              ; preds = %183
  %215 = insertelement <8 x i64> poison, i64 %189, i64 0
  %216 = shufflevector <8 x i64> %215, <8 x i64> poison, <8 x i32> zeroinitializer
  %217 = xor <8 x i64> %216, %185
  br label %218

218:                                              ; preds = %214, %194, %192
  %219 = phi <8 x i64> [ %217, %214 ], [ %213, %194 ], [ %185, %192 ]
  %220 = load i64, ptr %117, align 8
  %221 = icmp eq i64 %220, 0
  %222 = select i1 %221, <8 x i64> zeroinitializer, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>
  %223 = xor <8 x i64> %222, %219
  store <8 x i64> %223, ptr %184, align 8
  %224 = icmp sgt i64 %12, 16
  br i1 %224, label %225, label %147

225:                                              ; preds = %218
  %226 = getelementptr inbounds i64, ptr %0, i32 16
  %227 = load <8 x i64>, ptr %226, align 8
  %228 = load i64, ptr %7, align 8
  %229 = shl nsw i64 %228, 3
  %230 = add nsw i64 %229, -1
  %231 = shl nuw i64 1, %230
  %232 = load i64, ptr %116, align 8
  %233 = icmp slt i64 %232, 0
  br i1 %233, label %256, label %234

234:                                              ; preds = %225
  %235 = icmp eq i64 %232, 0
  br i1 %235, label %260, label %236

236:                                              ; preds = %234
  %237 = add i64 %231, -1
  %238 = insertelement <8 x i64> poison, i64 %237, i64 0
  %239 = shufflevector <8 x i64> %238, <8 x i64> poison, <8 x i32> zeroinitializer
  %240 = and <8 x i64> %239, %227
  %241 = insertelement <8 x i64> poison, i64 %230, i64 0
  %242 = shufflevector <8 x i64> %241, <8 x i64> poison, <8 x i32> zeroinitializer
  %243 = lshr <8 x i64> %227, %242
  %244 = sub nsw <8 x i64> zeroinitializer, %243
  %245 = shl nsw i64 -1, %232
  %246 = and i64 %237, %245
  %247 = xor <8 x i64> %240, %244
  %248 = insertelement <8 x i64> poison, i64 %231, i64 0
  %249 = shufflevector <8 x i64> %248, <8 x i64> poison, <8 x i32> zeroinitializer
  %250 = add nuw nsw <8 x i64> %249, %243
  %251 = add <8 x i64> %250, %247
  %252 = insertelement <8 x i64> poison, i64 %246, i64 0
  %253 = shufflevector <8 x i64> %252, <8 x i64> poison, <8 x i32> zeroinitializer
  %254 = icmp ugt <8 x i64> %240, %253
  %255 = select <8 x i1> %254, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, <8 x i64> %251
  br label %260

256:                                              ; preds = %225
  %257 = insertelement <8 x i64> poison, i64 %231, i64 0
  %258 = shufflevector <8 x i64> %257, <8 x i64> poison, <8 x i32> zeroinitializer
  %259 = xor <8 x i64> %258, %227
  br label %260

260:                                              ; preds = %256, %236, %234
  %261 = phi <8 x i64> [ %259, %256 ], [ %255, %236 ], [ %227, %234 ]
  %262 = load i64, ptr %117, align 8
  %263 = icmp eq i64 %262, 0
  %264 = select i1 %263, <8 x i64> zeroinitializer, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>
  %265 = xor <8 x i64> %264, %261
  store <8 x i64> %265, ptr %226, align 8
  %266 = icmp sgt i64 %12, 24
  br i1 %266, label %267, label %147

267:                                              ; preds = %260
  %268 = getelementptr inbounds i64, ptr %0, i32 24
  %269 = load <8 x i64>, ptr %268, align 8
  %270 = load i64, ptr %7, align 8
  %271 = shl nsw i64 %270, 3
  %272 = add nsw i64 %271, -1
  %273 = shl nuw i64 1, %272
  %274 = load i64, ptr %116, align 8
  %275 = icmp slt i64 %274, 0
  br i1 %275, label %298, label %276

276:                                              ; preds = %267
  %277 = icmp eq i64 %274, 0
  br i1 %277, label %302, label %278

278:                                              ; preds = %276
  %279 = add i64 %273, -1
  %280 = insertelement <8 x i64> poison, i64 %279, i64 0
  %281 = shufflevector <8 x i64> %280, <8 x i64> poison, <8 x i32> zeroinitializer
  %282 = and <8 x i64> %281, %269
  %283 = insertelement <8 x i64> poison, i64 %272, i64 0
  %284 = shufflevector <8 x i64> %283, <8 x i64> poison, <8 x i32> zeroinitializer
  %285 = lshr <8 x i64> %269, %284
  %286 = sub nsw <8 x i64> zeroinitializer, %285
  %287 = shl nsw i64 -1, %274
  %288 = and i64 %279, %287
  %289 = xor <8 x i64> %282, %286
  %290 = insertelement <8 x i64> poison, i64 %273, i64 0
  %291 = shufflevector <8 x i64> %290, <8 x i64> poison, <8 x i32> zeroinitializer
  %292 = add nuw nsw <8 x i64> %291, %285
  %293 = add <8 x i64> %292, %289
  %294 = insertelement <8 x i64> poison, i64 %288, i64 0
  %295 = shufflevector <8 x i64> %294, <8 x i64> poison, <8 x i32> zeroinitializer
  %296 = icmp ugt <8 x i64> %282, %295
  %297 = select <8 x i1> %296, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, <8 x i64> %293
  br label %302

298:                                              ; preds = %267
  %299 = insertelement <8 x i64> poison, i64 %273, i64 0
  %300 = shufflevector <8 x i64> %299, <8 x i64> poison, <8 x i32> zeroinitializer
  %301 = xor <8 x i64> %300, %269
  br label %302

302:                                              ; preds = %298, %278, %276
  %303 = phi <8 x i64> [ %301, %298 ], [ %297, %278 ], [ %269, %276 ]
  %304 = load i64, ptr %117, align 8
  %305 = icmp eq i64 %304, 0
  %306 = select i1 %305, <8 x i64> zeroinitializer, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>
  %307 = xor <8 x i64> %306, %303
  store <8 x i64> %307, ptr %268, align 8
  br label %147

308:                                              ; preds = %147
  %309 = trunc i64 %13 to i32
  %310 = getelementptr inbounds i64, ptr %0, i32 %309
  store i64 -1, ptr %310, align 8
  %311 = add nsw i64 %13, 1
  %312 = and i64 %311, 7
  %313 = icmp eq i64 %312, 0
  br i1 %313, label %353, label %314

314:                                              ; preds = %308
  %315 = trunc i64 %311 to i32
  %316 = getelementptr inbounds i64, ptr %0, i32 %315
  store i64 -1, ptr %316, align 8
  %317 = add nsw i64 %13, 2
  %318 = and i64 %317, 7
  %319 = icmp eq i64 %318, 0
  br i1 %319, label %353, label %320

320:                                              ; preds = %314
  %321 = trunc i64 %317 to i32
  %322 = getelementptr inbounds i64, ptr %0, i32 %321
  store i64 -1, ptr %322, align 8
  %323 = add nsw i64 %13, 3
  %324 = and i64 %323, 7
  %325 = icmp eq i64 %324, 0
  br i1 %325, label %353, label %326

326:                                              ; preds = %320
  %327 = trunc i64 %323 to i32
  %328 = getelementptr inbounds i64, ptr %0, i32 %327
  store i64 -1, ptr %328, align 8
  %329 = add nsw i64 %13, 4
  %330 = and i64 %329, 7
  %331 = icmp eq i64 %330, 0
  br i1 %331, label %353, label %332

332:                                              ; preds = %326
  %333 = trunc i64 %329 to i32
  %334 = getelementptr inbounds i64, ptr %0, i32 %333
  store i64 -1, ptr %334, align 8
  %335 = add nsw i64 %13, 5
  %336 = and i64 %335, 7
  %337 = icmp eq i64 %336, 0
  br i1 %337, label %353, label %338

338:                                              ; preds = %332
  %339 = trunc i64 %335 to i32
  %340 = getelementptr inbounds i64, ptr %0, i32 %339
  store i64 -1, ptr %340, align 8
  %341 = add nsw i64 %13, 6
  %342 = and i64 %341, 7
  %343 = icmp eq i64 %342, 0
  br i1 %343, label %353, label %344

344:                                              ; preds = %338
  %345 = trunc i64 %341 to i32
  %346 = getelementptr inbounds i64, ptr %0, i32 %345
  store i64 -1, ptr %346, align 8
  %347 = add nsw i64 %13, 7
  %348 = and i64 %347, 7
  %349 = icmp eq i64 %348, 0
  br i1 %349, label %353, label %350

350:                                              ; preds = %344
  %351 = trunc i64 %347 to i32
  %352 = getelementptr inbounds i64, ptr %0, i32 %351
  store i64 -1, ptr %352, align 8
  br label %353

353:                                              ; preds = %308, %314, %320, %326, %332, %338, %344, %350, %147
  ret void
}

; Function Attrs: nounwind
define internal fastcc ptr @sort_items(ptr nocapture noundef readonly %0, ptr noundef %1, ptr noundef %2, i64 noundef %3) unnamed_addr #8 {
  %5 = alloca [256 x i64], align 8
  %6 = icmp slt i64 %3, 49
  br i1 %6, label %7, label %30

7:                                                ; preds = %4
  %8 = icmp sgt i64 %3, 1
  br i1 %8, label %9, label %361

9:                                                ; preds = %7, %25
  %10 = phi i64 [ %28, %25 ], [ 1, %7 ]
  %11 = trunc i64 %10 to i32
  %12 = getelementptr inbounds %struct.item, ptr %1, i32 %11
  %13 = load <2 x i64>, ptr %12, align 8
  %14 = extractelement <2 x i64> %13, i64 0
  br label %15

15:                                               ; preds = %9, %22
  %16 = phi i64 [ %10, %9 ], [ %23, %22 ]
  %17 = trunc i64 %16 to i32
  %18 = getelementptr %struct.item, ptr %1, i32 %17
  %19 = getelementptr %struct.item, ptr %18, i32 -1
  %20 = load i64, ptr %19, align 8
  %21 = icmp ugt i64 %20, %14
  br i1 %21, label %22, label %25

22:                                               ; preds = %15
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %18, ptr noundef nonnull align 8 dereferenceable(16) %19, i32 16, i1 false)
  %23 = add nsw i64 %16, -1
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %25, label %15

25:                                               ; preds = %22, %15
  %26 = phi i32 [ 0, %22 ], [ %17, %15 ]
  %27 = getelementptr inbounds %struct.item, ptr %1, i32 %26
  store <2 x i64> %13, ptr %27, align 8
  %28 = add nuw nsw i64 %10, 1
  %29 = icmp slt i64 %28, %3
  br i1 %29, label %9, label %361

30:                                               ; preds = %4
  %31 = icmp ult i64 %3, 2049
  br i1 %31, label %34, label %32

32:                                               ; preds = %30
  %33 = load i64, ptr %1, align 8
  br label %273

34:                                               ; preds = %30, %98
  %35 = phi i64 [ %99, %98 ], [ 0, %30 ]
  %36 = trunc i64 %35 to i32
  %37 = getelementptr inbounds %struct.item, ptr %1, i32 %36
  %38 = sub nsw i64 %3, %35
  %39 = icmp sgt i64 %38, 0
  br i1 %39, label %42, label %40

40:                                               ; preds = %42, %46, %51, %56, %61, %66, %71, %76, %34
  %41 = phi <8 x i64> [ <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, %34 ], [ %44, %42 ], [ %49, %46 ], [ %54, %51 ], [ %59, %56 ], [ %64, %61 ], [ %69, %66 ], [ %74, %71 ], [ %79, %76 ]
  br label %81

42:                                               ; preds = %34
  %43 = load i64, ptr %37, align 8
  %44 = insertelement <8 x i64> <i64 poison, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, i64 %43, i64 0
  %45 = icmp eq i64 %38, 1
  br i1 %45, label %40, label %46

46:                                               ; preds = %42
  %47 = getelementptr inbounds %struct.item, ptr %37, i32 1
  %48 = load i64, ptr %47, align 8
  %49 = insertelement <8 x i64> %44, i64 %48, i64 1
  %50 = icmp sgt i64 %38, 2
  br i1 %50, label %51, label %40

51:                                               ; preds = %46
  %52 = getelementptr inbounds %struct.item, ptr %37, i32 2
  %53 = load i64, ptr %52, align 8
  %54 = insertelement <8 x i64> %49, i64 %53, i64 2
  %55 = icmp eq i64 %38, 3
  br i1 %55, label %40, label %56

56:                                               ; preds = %51
  %57 = getelementptr inbounds %struct.item, ptr %37, i32 3
  %58 = load i64, ptr %57, align 8
  %59 = insertelement <8 x i64> %54, i64 %58, i64 3
  %60 = icmp sgt i64 %38, 4
  br i1 %60, label %61, label %40

61:                                               ; preds = %56
  %62 = getelementptr inbounds %struct.item, ptr %37, i32 4
  %63 = load i64, ptr %62, align 8
  %64 = insertelement <8 x i64> %59, i64 %63, i64 4
  %65 = icmp eq i64 %38, 5
  br i1 %65, label %40, label %66

66:                                               ; preds = %61
  %67 = getelementptr inbounds %struct.item, ptr %37, i32 5
  %68 = load i64, ptr %67, align 8
  %69 = insertelement <8 x i64> %64, i64 %68, i64 5
  %70 = icmp sgt i64 %38, 6
  br i1 %70, label %71, label %40

71:                                               ; preds = %66
  %72 = getelementptr inbounds %struct.item, ptr %37, i32 6
  %73 = load i64, ptr %72, align 8
  %74 = insertelement <8 x i64> %69, i64 %73, i64 6
  %75 = icmp eq i64 %38, 7
  br i1 %75, label %40, label %76

76:                                               ; preds = %71
  %77 = getelementptr inbounds %struct.item, ptr %37, i32 7
  %78 = load i64, ptr %77, align 8
  %79 = insertelement <8 x i64> %74, i64 %78, i64 7
  br label %40

80:                                               ; preds = %81
  br i1 %39, label %101, label %98

81:                                               ; preds = %81, %40
  %82 = phi i64 [ 0, %40 ], [ %96, %81 ]
  %83 = phi <8 x i64> [ zeroinitializer, %40 ], [ %95, %81 ]
  %84 = extractelement <8 x i64> %41, i64 %82
  %85 = insertelement <8 x i64> poison, i64 %84, i64 0
  %86 = shufflevector <8 x i64> %85, <8 x i64> poison, <8 x i32> zeroinitializer
  %87 = icmp ult <8 x i64> %86, %41
  %88 = icmp eq <8 x i64> %86, %41
  %89 = insertelement <8 x i64> poison, i64 %82, i64 0
  %90 = shufflevector <8 x i64> %89, <8 x i64> poison, <8 x i32> zeroinitializer
  %91 = icmp ult <8 x i64> %90, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %92 = and <8 x i1> %88, %91
  %93 = or <8 x i1> %92, %87
  %94 = zext <8 x i1> %93 to <8 x i64>
  %95 = add <8 x i64> %83, %94
  %96 = add nuw nsw i64 %82, 1
  %97 = icmp ult i64 %82, 7
  br i1 %97, label %81, label %80

98:                                               ; preds = %101, %107, %114, %121, %128, %135, %142, %149, %80
  %99 = add nuw nsw i64 %35, 8
  %100 = icmp slt i64 %99, %3
  br i1 %100, label %34, label %155

101:                                              ; preds = %80
  %102 = extractelement <8 x i64> %95, i64 0
  %103 = add i64 %102, %35
  %104 = trunc i64 %103 to i32
  %105 = getelementptr inbounds %struct.item, ptr %2, i32 %104
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %105, ptr noundef nonnull align 8 dereferenceable(16) %37, i32 16, i1 false)
  %106 = icmp eq i64 %38, 1
  br i1 %106, label %98, label %107

107:                                              ; preds = %101
  %108 = extractelement <8 x i64> %95, i64 1
  %109 = add i64 %108, %35
  %110 = trunc i64 %109 to i32
  %111 = getelementptr inbounds %struct.item, ptr %2, i32 %110
  %112 = getelementptr inbounds %struct.item, ptr %37, i32 1
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %111, ptr noundef nonnull align 8 dereferenceable(16) %112, i32 16, i1 false)
  %113 = icmp sgt i64 %38, 2
  br i1 %113, label %114, label %98

114:                                              ; preds = %107
  %115 = extractelement <8 x i64> %95, i64 2
  %116 = add i64 %115, %35
  %117 = trunc i64 %116 to i32
  %118 = getelementptr inbounds %struct.item, ptr %2, i32 %117
  %119 = getelementptr inbounds %struct.item, ptr %37, i32 2
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %118, ptr noundef nonnull align 8 dereferenceable(16) %119, i32 16, i1 false)
  %120 = icmp eq i64 %38, 3
  br i1 %120, label %98, label %121

121:                                              ; preds = %114
  %122 = extractelement <8 x i64> %95, i64 3
  %123 = add i64 %122, %35
  %124 = trunc i64 %123 to i32
  %125 = getelementptr inbounds %struct.item, ptr %2, i32 %124
  %126 = getelementptr inbounds %struct.item, ptr %37, i32 3
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %125, ptr noundef nonnull align 8 dereferenceable(16) %126, i32 16, i1 false)
  %127 = icmp sgt i64 %38, 4
  br i1 %127, label %128, label %98

128:                                              ; preds = %121
  %129 = extractelement <8 x i64> %95, i64 4
  %130 = add i64 %129, %35
  %131 = trunc i64 %130 to i32
  %132 = getelementptr inbounds %struct.item, ptr %2, i32 %131
  %133 = getelementptr inbounds %struct.item, ptr %37, i32 4
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %132, ptr noundef nonnull align 8 dereferenceable(16) %133, i32 16, i1 false)
  %134 = icmp eq i64 %38, 5
  br i1 %134, label %98, label %135

135:                                              ; preds = %128
  %136 = extractelement <8 x i64> %95, i64 5
  %137 = add i64 %136, %35
  %138 = trunc i64 %137 to i32
  %139 = getelementptr inbounds %struct.item, ptr %2, i32 %138
  %140 = getelementptr inbounds %struct.item, ptr %37, i32 5
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %139, ptr noundef nonnull align 8 dereferenceable(16) %140, i32 16, i1 false)
  %141 = icmp sgt i64 %38, 6
  br i1 %141, label %142, label %98

142:                                              ; preds = %135
  %143 = extractelement <8 x i64> %95, i64 6
  %144 = add i64 %143, %35
  %145 = trunc i64 %144 to i32
  %146 = getelementptr inbounds %struct.item, ptr %2, i32 %145
  %147 = getelementptr inbounds %struct.item, ptr %37, i32 6
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %146, ptr noundef nonnull align 8 dereferenceable(16) %147, i32 16, i1 false)
  %148 = icmp eq i64 %38, 7
  br i1 %148, label %98, label %149

149:                                              ; preds = %142
  %150 = extractelement <8 x i64> %95, i64 7
  %151 = add i64 %150, %35
  %152 = trunc i64 %151 to i32
  %153 = getelementptr inbounds %struct.item, ptr %2, i32 %152
  %154 = getelementptr inbounds %struct.item, ptr %37, i32 7
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %153, ptr noundef nonnull align 8 dereferenceable(16) %154, i32 16, i1 false)
  br label %98

155:                                              ; preds = %98, %160
  %156 = phi ptr [ %157, %160 ], [ %1, %98 ]
  %157 = phi ptr [ %156, %160 ], [ %2, %98 ]
  %158 = phi i64 [ %159, %160 ], [ 8, %98 ]
  %159 = shl nsw i64 %158, 1
  br label %162

160:                                              ; preds = %268
  %161 = icmp slt i64 %159, %3
  br i1 %161, label %155, label %361

162:                                              ; preds = %268, %155
  %163 = phi i64 [ 0, %155 ], [ %269, %268 ]
  %164 = sub nsw i64 %3, %163
  %165 = tail call noundef i64 @llvm.smin.i64(i64 %158, i64 %164)
  %166 = trunc i64 %163 to i32
  %167 = getelementptr inbounds %struct.item, ptr %156, i32 %166
  %168 = getelementptr inbounds %struct.item, ptr %157, i32 %166
  %169 = sub nsw i64 %164, %165
  %170 = tail call noundef i64 @llvm.smin.i64(i64 %158, i64 %169)
  %171 = trunc i64 %165 to i32
  %172 = getelementptr inbounds %struct.item, ptr %168, i32 %171
  %173 = trunc i64 %170 to i32
  %174 = getelementptr inbounds %struct.item, ptr %172, i32 %173
  %175 = icmp eq i64 %165, %170
  br i1 %175, label %180, label %176

176:                                              ; preds = %162
  %177 = icmp sgt i32 %171, 0
  %178 = icmp sgt i32 %173, 0
  %179 = and i1 %177, %178
  br i1 %179, label %231, label %226

180:                                              ; preds = %162
  %181 = icmp sgt i64 %165, 0
  br i1 %181, label %182, label %268

182:                                              ; preds = %180
  %183 = shl i32 %171, 1
  %184 = getelementptr inbounds %struct.item, ptr %167, i32 %183
  %185 = getelementptr inbounds %struct.item, ptr %172, i32 -1
  %186 = getelementptr inbounds %struct.item, ptr %185, i32 %173
  br label %187

187:                                              ; preds = %187, %182
  %188 = phi ptr [ %205, %187 ], [ %167, %182 ]
  %189 = phi ptr [ %214, %187 ], [ %168, %182 ]
  %190 = phi ptr [ %212, %187 ], [ %172, %182 ]
  %191 = phi i64 [ %224, %187 ], [ 0, %182 ]
  %192 = phi ptr [ %215, %187 ], [ %184, %182 ]
  %193 = phi ptr [ %221, %187 ], [ %185, %182 ]
  %194 = phi ptr [ %223, %187 ], [ %186, %182 ]
  %195 = load i64, ptr %190, align 8
  %196 = load i64, ptr %189, align 8
  %197 = icmp ult i64 %195, %196
  %198 = sext i1 %197 to i32
  %199 = tail call i32 asm "", "=r,0"(i32 %198) #16
  %200 = load i64, ptr %194, align 8
  %201 = load i64, ptr %193, align 8
  %202 = icmp ult i64 %200, %201
  %203 = sext i1 %202 to i32
  %204 = tail call i32 asm "", "=r,0"(i32 %203) #16
  %205 = getelementptr inbounds %struct.item, ptr %188, i32 1
  %206 = ptrtoint ptr %190 to i32
  %207 = ptrtoint ptr %189 to i32
  %208 = sub i32 %206, %207
  %209 = and i32 %199, %208
  %210 = getelementptr inbounds i8, ptr %189, i32 %209
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %188, ptr noundef nonnull align 8 dereferenceable(16) %210, i32 16, i1 false)
  %211 = sub i32 0, %199
  %212 = getelementptr inbounds %struct.item, ptr %190, i32 %211
  %213 = add nsw i32 %199, 1
  %214 = getelementptr inbounds %struct.item, ptr %189, i32 %213
  %215 = getelementptr inbounds %struct.item, ptr %192, i32 -1
  %216 = ptrtoint ptr %193 to i32
  %217 = ptrtoint ptr %194 to i32
  %218 = sub i32 %216, %217
  %219 = and i32 %204, %218
  %220 = getelementptr inbounds i8, ptr %194, i32 %219
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %215, ptr noundef nonnull align 8 dereferenceable(16) %220, i32 16, i1 false)
  %221 = getelementptr inbounds %struct.item, ptr %193, i32 %204
  %222 = xor i32 %204, -1
  %223 = getelementptr inbounds %struct.item, ptr %194, i32 %222
  %224 = add nuw nsw i64 %191, 1
  %225 = icmp slt i64 %224, %165
  br i1 %225, label %187, label %268

226:                                              ; preds = %231, %176
  %227 = phi ptr [ %172, %176 ], [ %247, %231 ]
  %228 = phi ptr [ %168, %176 ], [ %249, %231 ]
  %229 = phi ptr [ %167, %176 ], [ %240, %231 ]
  %230 = icmp ult ptr %228, %172
  br i1 %230, label %256, label %253

231:                                              ; preds = %176, %231
  %232 = phi ptr [ %240, %231 ], [ %167, %176 ]
  %233 = phi ptr [ %249, %231 ], [ %168, %176 ]
  %234 = phi ptr [ %247, %231 ], [ %172, %176 ]
  %235 = load i64, ptr %234, align 8
  %236 = load i64, ptr %233, align 8
  %237 = icmp ult i64 %235, %236
  %238 = sext i1 %237 to i32
  %239 = tail call i32 asm "", "=r,0"(i32 %238) #16
  %240 = getelementptr inbounds %struct.item, ptr %232, i32 1
  %241 = ptrtoint ptr %234 to i32
  %242 = ptrtoint ptr %233 to i32
  %243 = sub i32 %241, %242
  %244 = and i32 %239, %243
  %245 = getelementptr inbounds i8, ptr %233, i32 %244
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %232, ptr noundef nonnull align 8 dereferenceable(16) %245, i32 16, i1 false)
  %246 = sub i32 0, %239
  %247 = getelementptr inbounds %struct.item, ptr %234, i32 %246
  %248 = add nsw i32 %239, 1
  %249 = getelementptr inbounds %struct.item, ptr %233, i32 %248
  %250 = icmp ult ptr %249, %172
  %251 = icmp ult ptr %247, %174
  %252 = select i1 %250, i1 %251, i1 false
  br i1 %252, label %231, label %226

253:                                              ; preds = %256, %226
  %254 = phi ptr [ %229, %226 ], [ %259, %256 ]
  %255 = icmp ult ptr %227, %174
  br i1 %255, label %262, label %268

256:                                              ; preds = %226, %256
  %257 = phi ptr [ %259, %256 ], [ %229, %226 ]
  %258 = phi ptr [ %260, %256 ], [ %228, %226 ]
  %259 = getelementptr inbounds %struct.item, ptr %257, i32 1
  %260 = getelementptr inbounds %struct.item, ptr %258, i32 1
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %257, ptr noundef nonnull align 8 dereferenceable(16) %258, i32 16, i1 false)
  %261 = icmp ult ptr %260, %172
  br i1 %261, label %256, label %253

262:                                              ; preds = %253, %262
  %263 = phi ptr [ %265, %262 ], [ %254, %253 ]
  %264 = phi ptr [ %266, %262 ], [ %227, %253 ]
  %265 = getelementptr inbounds %struct.item, ptr %263, i32 1
  %266 = getelementptr inbounds %struct.item, ptr %264, i32 1
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %263, ptr noundef nonnull align 8 dereferenceable(16) %264, i32 16, i1 false)
  %267 = icmp ult ptr %266, %174
  br i1 %267, label %262, label %268

268:                                              ; preds = %262, %187, %253, %180
  %269 = add nsw i64 %163, %159
  %270 = icmp slt i64 %269, %3
  br i1 %270, label %162, label %160

271:                                              ; preds = %273
  %272 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 13
  br label %283

273:                                              ; preds = %32, %273
  %274 = phi i64 [ 1, %32 ], [ %281, %273 ]
  %275 = phi i64 [ 0, %32 ], [ %280, %273 ]
  %276 = trunc i64 %274 to i32
  %277 = getelementptr inbounds %struct.item, ptr %1, i32 %276
  %278 = load i64, ptr %277, align 8
  %279 = xor i64 %33, %278
  %280 = or i64 %279, %275
  %281 = add nuw nsw i64 %274, 1
  %282 = icmp slt i64 %281, %3
  br i1 %282, label %273, label %271

283:                                              ; preds = %271, %356
  %284 = phi ptr [ %1, %271 ], [ %358, %356 ]
  %285 = phi i32 [ 0, %271 ], [ %359, %356 ]
  %286 = phi ptr [ %2, %271 ], [ %357, %356 ]
  %287 = zext nneg i32 %285 to i64
  %288 = shl nuw i64 255, %287
  %289 = and i64 %288, %280
  %290 = icmp eq i64 %289, 0
  br i1 %290, label %356, label %291

291:                                              ; preds = %283
  call void @llvm.lifetime.start.p0(i64 2048, ptr nonnull %5) #14
  call void @llvm.memset.p0.i32(ptr noundef nonnull align 8 dereferenceable(2048) %5, i8 0, i32 2048, i1 false)
  br label %302

292:                                              ; preds = %302
  %293 = load ptr, ptr %272, align 8
  %294 = getelementptr inbounds %struct.context, ptr %293, i32 0, i32 12
  %295 = load ptr, ptr %294, align 8
  %296 = load volatile i32, ptr %295, align 4
  %297 = icmp eq i32 %296, 0
  br i1 %297, label %301, label %298

298:                                              ; preds = %292
  %299 = tail call i32 @dlvm_poll(ptr noundef nonnull %293) #15
  %300 = icmp eq i32 %299, 0
  br i1 %300, label %301, label %354

301:                                              ; preds = %292, %298
  br label %315

302:                                              ; preds = %291, %302
  %303 = phi i64 [ %313, %302 ], [ 0, %291 ]
  %304 = trunc i64 %303 to i32
  %305 = getelementptr inbounds %struct.item, ptr %284, i32 %304
  %306 = load i64, ptr %305, align 8
  %307 = lshr i64 %306, %287
  %308 = trunc i64 %307 to i32
  %309 = and i32 %308, 255
  %310 = getelementptr inbounds [256 x i64], ptr %5, i32 0, i32 %309
  %311 = load i64, ptr %310, align 8
  %312 = add nsw i64 %311, 1
  store i64 %312, ptr %310, align 8
  %313 = add nuw nsw i64 %303, 1
  %314 = icmp slt i64 %313, %3
  br i1 %314, label %302, label %292

315:                                              ; preds = %301, %315
  %316 = phi i32 [ %321, %315 ], [ 0, %301 ]
  %317 = phi i64 [ %320, %315 ], [ 0, %301 ]
  %318 = getelementptr inbounds [256 x i64], ptr %5, i32 0, i32 %316
  %319 = load i64, ptr %318, align 8
  store i64 %317, ptr %318, align 8
  %320 = add nsw i64 %319, %317
  %321 = add nuw nsw i32 %316, 1
  %322 = icmp eq i32 %321, 256
  br i1 %322, label %325, label %315

323:                                              ; preds = %339, %335
  %324 = icmp slt i64 %336, %3
  br i1 %324, label %325, label %355

325:                                              ; preds = %315, %323
  %326 = phi i64 [ %336, %323 ], [ 0, %315 ]
  %327 = load ptr, ptr %272, align 8
  %328 = getelementptr inbounds %struct.context, ptr %327, i32 0, i32 12
  %329 = load ptr, ptr %328, align 8
  %330 = load volatile i32, ptr %329, align 4
  %331 = icmp eq i32 %330, 0
  br i1 %331, label %335, label %332

332:                                              ; preds = %325
  %333 = tail call i32 @dlvm_poll(ptr noundef nonnull %327) #15
  %334 = icmp eq i32 %333, 0
  br i1 %334, label %335, label %354

335:                                              ; preds = %325, %332
  %336 = add nuw nsw i64 %326, 262144
  %337 = tail call noundef i64 @llvm.smin.i64(i64 %3, i64 %336)
  %338 = icmp slt i64 %326, %3
  br i1 %338, label %339, label %323

339:                                              ; preds = %335, %339
  %340 = phi i64 [ %352, %339 ], [ %326, %335 ]
  %341 = trunc i64 %340 to i32
  %342 = getelementptr inbounds %struct.item, ptr %284, i32 %341
  %343 = load i64, ptr %342, align 8
  %344 = lshr i64 %343, %287
  %345 = trunc i64 %344 to i32
  %346 = and i32 %345, 255
  %347 = getelementptr inbounds [256 x i64], ptr %5, i32 0, i32 %346
  %348 = load i64, ptr %347, align 8
  %349 = add nsw i64 %348, 1
  store i64 %349, ptr %347, align 8
  %350 = trunc i64 %348 to i32
  %351 = getelementptr inbounds %struct.item, ptr %286, i32 %350
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %351, ptr noundef nonnull align 8 dereferenceable(16) %342, i32 16, i1 false)
  %352 = add nuw nsw i64 %340, 1
  %353 = icmp slt i64 %352, %337
  br i1 %353, label %339, label %323

354:                                              ; preds = %298, %332
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %5) #14
  br label %361

355:                                              ; preds = %323
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %5) #14
  br label %356

356:                                              ; preds = %355, %283
  %357 = phi ptr [ %284, %355 ], [ %286, %283 ]
  %358 = phi ptr [ %286, %355 ], [ %284, %283 ]
  %359 = add nuw nsw i32 %285, 8
  %360 = icmp ugt i32 %285, 55
  br i1 %360, label %361, label %283

361:                                              ; preds = %356, %160, %25, %7, %354
  %362 = phi ptr [ null, %354 ], [ %1, %7 ], [ %1, %25 ], [ %156, %160 ], [ %358, %356 ]
  ret ptr %362
}

declare dso_local i32 @dlvm_poll(ptr noundef) local_unnamed_addr #11

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #12

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) "frame-pointer"="all" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) "frame-pointer"="all" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none) "frame-pointer"="all" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { nounwind "frame-pointer"="all" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #9 = { nofree norecurse nosync nounwind memory(argmem: write) "frame-pointer"="all" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #10 = { nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) "frame-pointer"="all" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #11 = { "frame-pointer"="all" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #12 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #13 = { nobuiltin "no-builtins" }
attributes #14 = { nounwind }
attributes #15 = { nobuiltin nounwind "no-builtins" }
attributes #16 = { nounwind memory(none) }
