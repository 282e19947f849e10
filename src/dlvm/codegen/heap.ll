%struct.variant = type { ptr, i64, i64 }
%struct.leaf = type { i64, i64, i64, ptr }

; Function Attrs: nounwind
define dso_local ptr @dlvm_node(ptr nocapture noundef readonly %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds i8, ptr %0, i64 56
  %5 = load ptr, ptr %4, align 8
  %6 = tail call fastcc ptr @allocate(ptr noundef %5, i64 noundef %1, ptr noundef %2) #9
  %7 = icmp eq ptr %6, null
  br i1 %7, label %11, label %8

8:                                                ; preds = %3
  %9 = getelementptr inbounds i8, ptr %6, i64 48
  %10 = tail call ptr @memset(ptr noundef nonnull %9, i32 noundef 0, i64 noundef %1) #10
  br label %11

11:                                               ; preds = %8, %3
  ret ptr %6
}

; Function Attrs: nounwind
define internal fastcc ptr @allocate(ptr nocapture noundef %0, i64 noundef %1, ptr noundef %2) unnamed_addr #0 {
  %4 = getelementptr inbounds i8, ptr %0, i64 360
  %5 = load i64, ptr %4, align 8
  %6 = icmp ult i64 %5, %1
  br i1 %6, label %96, label %7

7:                                                ; preds = %3
  %8 = add i64 %1, 48
  br label %9

9:                                                ; preds = %9, %7
  %10 = phi i32 [ %14, %9 ], [ 0, %7 ]
  %11 = zext nneg i32 %10 to i64
  %12 = shl i64 64, %11
  %13 = icmp ult i64 %12, %8
  %14 = add i32 %10, 1
  br i1 %13, label %9, label %15

15:                                               ; preds = %9
  %16 = getelementptr inbounds i8, ptr %0, i64 376
  %17 = atomicrmw xchg ptr %16, i32 1 acquire, align 8
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %22, label %19

19:                                               ; preds = %15, %19
  fence syncscope("singlethread") seq_cst
  %20 = atomicrmw xchg ptr %16, i32 1 acquire, align 8
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %22, label %19

22:                                               ; preds = %19, %15
  %23 = getelementptr inbounds [42 x ptr], ptr %0, i64 0, i64 %11
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq ptr %24, null
  br i1 %25, label %29, label %26

26:                                               ; preds = %22
  %27 = getelementptr inbounds i8, ptr %24, i64 32
  %28 = load ptr, ptr %27, align 8
  store ptr %28, ptr %23, align 8
  br label %90

29:                                               ; preds = %22
  %30 = icmp ugt i64 %12, 131071
  br i1 %30, label %31, label %52

31:                                               ; preds = %29
  %32 = add nuw i64 %12, 136
  %33 = getelementptr inbounds i8, ptr %0, i64 352
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %34, %32
  %36 = load i64, ptr %4, align 8
  %37 = icmp ugt i64 %35, %36
  br i1 %37, label %89, label %38

38:                                               ; preds = %31
  %39 = tail call ptr @malloc(i64 noundef %32) #10
  %40 = icmp eq ptr %39, null
  br i1 %40, label %89, label %41

41:                                               ; preds = %38
  %42 = load i64, ptr %33, align 8
  %43 = add i64 %42, %32
  store i64 %43, ptr %33, align 8
  %44 = getelementptr inbounds i8, ptr %0, i64 368
  %45 = load ptr, ptr %44, align 8
  store ptr %45, ptr %39, align 8
  store ptr %39, ptr %44, align 8
  %46 = getelementptr inbounds i8, ptr %39, i64 8
  %47 = ptrtoint ptr %46 to i64
  %48 = add i64 %47, 111
  %49 = and i64 %48, -64
  %50 = add i64 %49, -48
  %51 = inttoptr i64 %50 to ptr
  br label %86

52:                                               ; preds = %29
  %53 = getelementptr inbounds i8, ptr %0, i64 344
  %54 = load ptr, ptr %53, align 8
  %55 = getelementptr inbounds i8, ptr %0, i64 336
  %56 = load ptr, ptr %55, align 8
  %57 = ptrtoint ptr %54 to i64
  %58 = ptrtoint ptr %56 to i64
  %59 = sub i64 %57, %58
  %60 = icmp ult i64 %59, %12
  br i1 %60, label %61, label %83

61:                                               ; preds = %52
  %62 = getelementptr inbounds i8, ptr %0, i64 352
  %63 = load i64, ptr %62, align 8
  %64 = add i64 %63, 1048712
  %65 = load i64, ptr %4, align 8
  %66 = icmp ugt i64 %64, %65
  br i1 %66, label %89, label %67

67:                                               ; preds = %61
  %68 = tail call ptr @malloc(i64 noundef 1048712) #10
  %69 = icmp eq ptr %68, null
  br i1 %69, label %89, label %70

70:                                               ; preds = %67
  %71 = load i64, ptr %62, align 8
  %72 = add i64 %71, 1048712
  store i64 %72, ptr %62, align 8
  %73 = getelementptr inbounds i8, ptr %0, i64 368
  %74 = load ptr, ptr %73, align 8
  store ptr %74, ptr %68, align 8
  store ptr %68, ptr %73, align 8
  %75 = getelementptr inbounds i8, ptr %68, i64 8
  %76 = ptrtoint ptr %75 to i64
  %77 = add i64 %76, 111
  %78 = and i64 %77, -64
  %79 = add i64 %78, -48
  %80 = inttoptr i64 %79 to ptr
  %81 = getelementptr inbounds i8, ptr %80, i64 1048576
  store ptr %81, ptr %53, align 8
  %82 = getelementptr inbounds i8, ptr %80, i64 %12
  store ptr %82, ptr %55, align 8
  br label %86

83:                                               ; preds = %52
  %84 = getelementptr inbounds i8, ptr %56, i64 %12
  store ptr %84, ptr %55, align 8
  %85 = icmp eq ptr %56, null
  br i1 %85, label %89, label %86

86:                                               ; preds = %83, %70, %41
  %87 = phi ptr [ %51, %41 ], [ %56, %83 ], [ %80, %70 ]
  store i64 1, ptr %87, align 8
  %88 = getelementptr inbounds i8, ptr %87, i64 12
  store i32 %10, ptr %88, align 4
  br label %90

89:                                               ; preds = %83, %61, %67, %31, %38
  store atomic i32 0, ptr %16 release, align 8
  br label %96

90:                                               ; preds = %86, %26
  %91 = phi ptr [ %24, %26 ], [ %87, %86 ]
  store atomic i32 0, ptr %16 release, align 8
  %92 = getelementptr inbounds i8, ptr %91, i64 8
  store i32 1, ptr %92, align 8
  %93 = getelementptr inbounds i8, ptr %91, i64 16
  store i64 %1, ptr %93, align 8
  %94 = getelementptr inbounds i8, ptr %91, i64 24
  store ptr %2, ptr %94, align 8
  %95 = getelementptr inbounds i8, ptr %91, i64 40
  store i64 0, ptr %95, align 8
  br label %96

96:                                               ; preds = %89, %90, %3
  %97 = phi ptr [ null, %3 ], [ %91, %90 ], [ null, %89 ]
  ret ptr %97
}

declare ptr @memset(ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define dso_local ptr @dlvm_blob(ptr nocapture noundef readonly %0, ptr noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds i8, ptr %0, i64 56
  %5 = load ptr, ptr %4, align 8
  %6 = tail call fastcc ptr @allocate(ptr noundef %5, i64 noundef %2, ptr noundef null) #9
  %7 = icmp eq ptr %6, null
  br i1 %7, label %11, label %8

8:                                                ; preds = %3
  %9 = getelementptr inbounds i8, ptr %6, i64 48
  %10 = tail call ptr @memcpy(ptr noundef nonnull %9, ptr noundef %1, i64 noundef %2) #10
  br label %11

11:                                               ; preds = %8, %3
  ret ptr %6
}

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local void @dlvm_retain(ptr noundef %0) local_unnamed_addr #2 {
  %2 = icmp eq ptr %0, null
  br i1 %2, label %7, label %3

3:                                                ; preds = %1
  %4 = getelementptr inbounds i8, ptr %0, i64 8
  %5 = load i32, ptr %4, align 8
  %6 = add i32 %5, 1
  store i32 %6, ptr %4, align 8
  br label %7

7:                                                ; preds = %3, %1
  ret void
}

; Function Attrs: nofree norecurse nounwind
define dso_local void @dlvm_release(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #3 {
  %3 = icmp eq ptr %1, null
  br i1 %3, label %117, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds i8, ptr %1, i64 8
  %6 = load i32, ptr %5, align 8
  %7 = add i32 %6, -1
  store i32 %7, ptr %5, align 8
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %117

9:                                                ; preds = %4
  %10 = getelementptr inbounds i8, ptr %0, i64 56
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %1, i64 32
  store ptr null, ptr %12, align 8
  %13 = getelementptr inbounds i8, ptr %11, i64 376
  br label %14

14:                                               ; preds = %110, %9
  %15 = phi ptr [ %1, %9 ], [ %102, %110 ]
  %16 = getelementptr inbounds i8, ptr %15, i64 32
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds i8, ptr %15, i64 24
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %101, label %21

21:                                               ; preds = %14
  %22 = getelementptr inbounds i8, ptr %19, i64 16
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %101, label %25

25:                                               ; preds = %21
  %26 = getelementptr inbounds i8, ptr %15, i64 16
  %27 = load i64, ptr %26, align 8
  %28 = add nsw i64 %27, 48
  %29 = getelementptr inbounds i8, ptr %15, i64 %28
  %30 = icmp sgt i64 %27, 0
  br i1 %30, label %31, label %101

31:                                               ; preds = %25
  %32 = getelementptr inbounds i8, ptr %15, i64 48
  %33 = icmp sgt i64 %23, 0
  %34 = getelementptr inbounds i8, ptr %19, i64 24
  %35 = load i64, ptr %19, align 8
  %36 = and i64 %23, 1
  %37 = icmp eq i64 %23, 1
  %38 = and i64 %23, 9223372036854775806
  %39 = icmp eq i64 %36, 0
  br label %40

40:                                               ; preds = %61, %31
  %41 = phi ptr [ %32, %31 ], [ %63, %61 ]
  %42 = phi ptr [ %17, %31 ], [ %62, %61 ]
  br i1 %33, label %43, label %61

43:                                               ; preds = %40
  br i1 %37, label %44, label %65

44:                                               ; preds = %96, %43
  %45 = phi ptr [ poison, %43 ], [ %97, %96 ]
  %46 = phi i64 [ 0, %43 ], [ %98, %96 ]
  %47 = phi ptr [ %42, %43 ], [ %97, %96 ]
  br i1 %39, label %61, label %48

48:                                               ; preds = %44
  %49 = getelementptr inbounds [0 x i64], ptr %34, i64 0, i64 %46
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr inbounds i8, ptr %41, i64 %50
  %52 = load ptr, ptr %51, align 8
  %53 = icmp eq ptr %52, null
  br i1 %53, label %61, label %54

54:                                               ; preds = %48
  %55 = getelementptr inbounds i8, ptr %52, i64 8
  %56 = load i32, ptr %55, align 8
  %57 = add i32 %56, -1
  store i32 %57, ptr %55, align 8
  %58 = icmp eq i32 %57, 0
  br i1 %58, label %59, label %61

59:                                               ; preds = %54
  %60 = getelementptr inbounds i8, ptr %52, i64 32
  store ptr %47, ptr %60, align 8
  br label %61

61:                                               ; preds = %44, %59, %54, %48, %40
  %62 = phi ptr [ %42, %40 ], [ %45, %44 ], [ %47, %54 ], [ %52, %59 ], [ %47, %48 ]
  %63 = getelementptr inbounds i8, ptr %41, i64 %35
  %64 = icmp ult ptr %63, %29
  br i1 %64, label %40, label %101

65:                                               ; preds = %43, %96
  %66 = phi i64 [ %98, %96 ], [ 0, %43 ]
  %67 = phi ptr [ %97, %96 ], [ %42, %43 ]
  %68 = phi i64 [ %99, %96 ], [ 0, %43 ]
  %69 = getelementptr inbounds [0 x i64], ptr %34, i64 0, i64 %66
  %70 = load i64, ptr %69, align 8
  %71 = getelementptr inbounds i8, ptr %41, i64 %70
  %72 = load ptr, ptr %71, align 8
  %73 = icmp eq ptr %72, null
  br i1 %73, label %81, label %74

74:                                               ; preds = %65
  %75 = getelementptr inbounds i8, ptr %72, i64 8
  %76 = load i32, ptr %75, align 8
  %77 = add i32 %76, -1
  store i32 %77, ptr %75, align 8
  %78 = icmp eq i32 %77, 0
  br i1 %78, label %79, label %81

79:                                               ; preds = %74
  %80 = getelementptr inbounds i8, ptr %72, i64 32
  store ptr %67, ptr %80, align 8
  br label %81

81:                                               ; preds = %79, %74, %65
  %82 = phi ptr [ %67, %74 ], [ %72, %79 ], [ %67, %65 ]
  %83 = or disjoint i64 %66, 1
  %84 = getelementptr inbounds [0 x i64], ptr %34, i64 0, i64 %83
  %85 = load i64, ptr %84, align 8
  %86 = getelementptr inbounds i8, ptr %41, i64 %85
  %87 = load ptr, ptr %86, align 8
  %88 = icmp eq ptr %87, null
  br i1 %88, label %96, label %89

89:                                               ; preds = %81
  %90 = getelementptr inbounds i8, ptr %87, i64 8
  %91 = load i32, ptr %90, align 8
  %92 = add i32 %91, -1
  store i32 %92, ptr %90, align 8
  %93 = icmp eq i32 %92, 0
  br i1 %93, label %94, label %96

94:                                               ; preds = %89
  %95 = getelementptr inbounds i8, ptr %87, i64 32
  store ptr %82, ptr %95, align 8
  br label %96

96:                                               ; preds = %94, %89, %81
  %97 = phi ptr [ %82, %89 ], [ %87, %94 ], [ %82, %81 ]
  %98 = add nuw nsw i64 %66, 2
  %99 = add i64 %68, 2
  %100 = icmp eq i64 %99, %38
  br i1 %100, label %44, label %65

101:                                              ; preds = %61, %25, %21, %14
  %102 = phi ptr [ %17, %21 ], [ %17, %14 ], [ %17, %25 ], [ %62, %61 ]
  %103 = load i64, ptr %15, align 8
  %104 = add i64 %103, 1
  store i64 %104, ptr %15, align 8
  %105 = atomicrmw xchg ptr %13, i32 1 acquire, align 8
  %106 = icmp eq i32 %105, 0
  br i1 %106, label %110, label %107

107:                                              ; preds = %101, %107
  fence syncscope("singlethread") seq_cst
  %108 = atomicrmw xchg ptr %13, i32 1 acquire, align 8
  %109 = icmp eq i32 %108, 0
  br i1 %109, label %110, label %107

110:                                              ; preds = %107, %101
  %111 = getelementptr inbounds i8, ptr %15, i64 12
  %112 = load i32, ptr %111, align 4
  %113 = zext i32 %112 to i64
  %114 = getelementptr inbounds [42 x ptr], ptr %11, i64 0, i64 %113
  %115 = load ptr, ptr %114, align 8
  store ptr %115, ptr %16, align 8
  store ptr %15, ptr %114, align 8
  store atomic i32 0, ptr %13 release, align 8
  %116 = icmp eq ptr %102, null
  br i1 %116, label %117, label %14

117:                                              ; preds = %110, %4, %2
  ret void
}

; Function Attrs: nounwind
define dso_local range(i32 0, 2) i32 @dlvm_nodes(ptr nocapture noundef readonly %0, i64 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef %4, ptr nocapture noundef %5) local_unnamed_addr #0 {
  %7 = icmp sgt i64 %1, 0
  br i1 %7, label %8, label %159

8:                                                ; preds = %6
  %9 = getelementptr inbounds i8, ptr %0, i64 56
  br label %12

10:                                               ; preds = %23
  %11 = getelementptr inbounds i8, ptr %0, i64 56
  br label %38

12:                                               ; preds = %8, %23
  %13 = phi i64 [ 0, %8 ], [ %29, %23 ]
  %14 = getelementptr inbounds i64, ptr %2, i64 %13
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds %struct.variant, ptr %3, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = load i64, ptr %17, align 8
  %19 = load ptr, ptr %9, align 8
  %20 = tail call fastcc ptr @allocate(ptr noundef %19, i64 noundef %18, ptr noundef nonnull %17) #9
  %21 = icmp ne ptr %20, null
  %22 = icmp eq i64 %13, 0
  br i1 %21, label %23, label %33

23:                                               ; preds = %12
  %24 = getelementptr inbounds i8, ptr %20, i64 48
  %25 = tail call ptr @memset(ptr noundef nonnull %24, i32 noundef 0, i64 noundef %18) #10
  %26 = zext i1 %22 to i32
  %27 = getelementptr inbounds i8, ptr %20, i64 8
  store i32 %26, ptr %27, align 8
  %28 = getelementptr inbounds ptr, ptr %5, i64 %13
  store ptr %20, ptr %28, align 8
  %29 = add nuw nsw i64 %13, 1
  %30 = icmp slt i64 %29, %1
  %31 = and i1 %21, %30
  br i1 %31, label %12, label %10

32:                                               ; preds = %52
  br i1 %56, label %159, label %35

33:                                               ; preds = %12
  %34 = getelementptr inbounds ptr, ptr %5, i64 %13
  store ptr %20, ptr %34, align 8
  br i1 %22, label %159, label %35

35:                                               ; preds = %32, %33
  %36 = phi i64 [ %13, %33 ], [ %29, %32 ]
  %37 = getelementptr inbounds i8, ptr %0, i64 56
  br label %130

38:                                               ; preds = %10, %52
  %39 = phi i64 [ 0, %10 ], [ %54, %52 ]
  %40 = getelementptr inbounds i64, ptr %2, i64 %39
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds %struct.variant, ptr %3, i64 %41
  %43 = getelementptr inbounds i8, ptr %42, i64 16
  %44 = getelementptr inbounds i8, ptr %42, i64 8
  %45 = load i64, ptr %44, align 8
  %46 = icmp sgt i64 %45, 0
  br i1 %46, label %47, label %52

47:                                               ; preds = %38
  %48 = load i64, ptr %43, align 8
  %49 = getelementptr inbounds ptr, ptr %5, i64 %39
  br label %58

50:                                               ; preds = %121
  %51 = xor i64 %122, 1
  br label %52

52:                                               ; preds = %50, %38
  %53 = phi i64 [ 0, %38 ], [ %51, %50 ]
  %54 = add nuw nsw i64 %39, 1
  %55 = icmp ult i64 %39, %13
  %56 = icmp eq i64 %53, 0
  %57 = and i1 %55, %56
  br i1 %57, label %38, label %32

58:                                               ; preds = %47, %121
  %59 = phi i64 [ %48, %47 ], [ %123, %121 ]
  %60 = getelementptr inbounds %struct.leaf, ptr %4, i64 %59
  %61 = load ptr, ptr %49, align 8
  %62 = getelementptr inbounds i8, ptr %61, i64 48
  %63 = getelementptr inbounds i8, ptr %60, i64 24
  %64 = load ptr, ptr %63, align 8
  %65 = getelementptr inbounds i8, ptr %60, i64 8
  %66 = load i64, ptr %65, align 8
  %67 = getelementptr inbounds i8, ptr %62, i64 %66
  %68 = load i64, ptr %60, align 8
  switch i64 %68, label %117 [
    i64 0, label %69
    i64 1, label %76
    i64 2, label %84
    i64 3, label %106
  ]

69:                                               ; preds = %58
  %70 = getelementptr inbounds i8, ptr %60, i64 16
  %71 = load i64, ptr %70, align 8
  %72 = tail call ptr @memcpy(ptr noundef nonnull %67, ptr noundef %64, i64 noundef %71) #10
  %73 = load i64, ptr %70, align 8
  %74 = load ptr, ptr %63, align 8
  %75 = getelementptr inbounds i8, ptr %74, i64 %73
  store ptr %75, ptr %63, align 8
  br label %121

76:                                               ; preds = %58
  %77 = load i64, ptr %64, align 8
  %78 = inttoptr i64 %77 to ptr
  %79 = getelementptr inbounds i8, ptr %60, i64 16
  %80 = load i64, ptr %79, align 8
  %81 = tail call ptr @memcpy(ptr noundef nonnull %67, ptr noundef %78, i64 noundef %80) #10
  %82 = load ptr, ptr %63, align 8
  %83 = getelementptr inbounds i8, ptr %82, i64 8
  store ptr %83, ptr %63, align 8
  br label %121

84:                                               ; preds = %58
  %85 = load i64, ptr %64, align 8
  %86 = getelementptr inbounds i8, ptr %64, i64 8
  %87 = load i64, ptr %86, align 8
  %88 = load ptr, ptr %11, align 8
  %89 = tail call fastcc ptr @allocate(ptr noundef %88, i64 noundef %87, ptr noundef null) #9
  %90 = icmp eq ptr %89, null
  br i1 %90, label %101, label %91

91:                                               ; preds = %84
  %92 = inttoptr i64 %85 to ptr
  %93 = getelementptr inbounds i8, ptr %89, i64 48
  %94 = tail call ptr @memcpy(ptr noundef nonnull %93, ptr noundef %92, i64 noundef %87) #10
  %95 = getelementptr inbounds i8, ptr %67, i64 8
  %96 = getelementptr inbounds i8, ptr %64, i64 16
  %97 = getelementptr inbounds i8, ptr %60, i64 16
  %98 = load i64, ptr %97, align 8
  %99 = add i64 %98, -8
  %100 = tail call ptr @memcpy(ptr noundef nonnull %95, ptr noundef nonnull %96, i64 noundef %99) #10
  br label %101

101:                                              ; preds = %91, %84
  %102 = getelementptr inbounds i8, ptr %60, i64 16
  %103 = load i64, ptr %102, align 8
  %104 = load ptr, ptr %63, align 8
  %105 = getelementptr i8, ptr %104, i64 %103
  br label %113

106:                                              ; preds = %58
  %107 = load i64, ptr %64, align 8
  %108 = getelementptr inbounds ptr, ptr %5, i64 %107
  %109 = load ptr, ptr %108, align 8
  %110 = getelementptr inbounds i8, ptr %109, i64 8
  %111 = load i32, ptr %110, align 8
  %112 = add i32 %111, 1
  store i32 %112, ptr %110, align 8
  br label %113

113:                                              ; preds = %106, %101
  %114 = phi ptr [ %64, %106 ], [ %105, %101 ]
  %115 = phi ptr [ %109, %106 ], [ %89, %101 ]
  %116 = getelementptr i8, ptr %114, i64 8
  store ptr %116, ptr %63, align 8
  br label %117

117:                                              ; preds = %113, %58
  %118 = phi ptr [ null, %58 ], [ %115, %113 ]
  store ptr %118, ptr %67, align 8
  %119 = icmp ne ptr %118, null
  %120 = zext i1 %119 to i64
  br label %121

121:                                              ; preds = %69, %76, %117
  %122 = phi i64 [ %120, %117 ], [ 1, %76 ], [ 1, %69 ]
  %123 = add nsw i64 %59, 1
  %124 = load i64, ptr %43, align 8
  %125 = load i64, ptr %44, align 8
  %126 = add nsw i64 %125, %124
  %127 = icmp slt i64 %123, %126
  %128 = icmp ne i64 %122, 0
  %129 = and i1 %127, %128
  br i1 %129, label %58, label %50

130:                                              ; preds = %35, %154
  %131 = phi i64 [ 0, %35 ], [ %155, %154 ]
  %132 = getelementptr inbounds ptr, ptr %5, i64 %131
  %133 = load ptr, ptr %132, align 8
  %134 = getelementptr inbounds i8, ptr %133, i64 8
  %135 = load i32, ptr %134, align 8
  %136 = icmp eq i32 %135, 0
  br i1 %136, label %137, label %154

137:                                              ; preds = %130
  %138 = load ptr, ptr %37, align 8
  %139 = load i64, ptr %133, align 8
  %140 = add i64 %139, 1
  store i64 %140, ptr %133, align 8
  %141 = getelementptr inbounds i8, ptr %138, i64 376
  %142 = atomicrmw xchg ptr %141, i32 1 acquire, align 8
  %143 = icmp eq i32 %142, 0
  br i1 %143, label %147, label %144

144:                                              ; preds = %137, %144
  fence syncscope("singlethread") seq_cst
  %145 = atomicrmw xchg ptr %141, i32 1 acquire, align 8
  %146 = icmp eq i32 %145, 0
  br i1 %146, label %147, label %144

147:                                              ; preds = %144, %137
  %148 = getelementptr inbounds i8, ptr %133, i64 12
  %149 = load i32, ptr %148, align 4
  %150 = zext i32 %149 to i64
  %151 = getelementptr inbounds [42 x ptr], ptr %138, i64 0, i64 %150
  %152 = load ptr, ptr %151, align 8
  %153 = getelementptr inbounds i8, ptr %133, i64 32
  store ptr %152, ptr %153, align 8
  store ptr %133, ptr %151, align 8
  store atomic i32 0, ptr %141 release, align 8
  br label %154

154:                                              ; preds = %130, %147
  %155 = add nuw nsw i64 %131, 1
  %156 = icmp eq i64 %155, %36
  br i1 %156, label %157, label %130

157:                                              ; preds = %154
  %158 = load ptr, ptr %5, align 8
  tail call void @dlvm_release(ptr noundef %0, ptr noundef %158) #9
  br label %159

159:                                              ; preds = %33, %6, %157, %32
  %160 = phi i32 [ 1, %32 ], [ 0, %157 ], [ 1, %6 ], [ 0, %33 ]
  ret i32 %160
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_reserve(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = load ptr, ptr %1, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %29, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds i8, ptr %1, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %8, %2
  br i1 %9, label %10, label %42

10:                                               ; preds = %6
  %11 = getelementptr inbounds i8, ptr %0, i64 56
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %4, i64 -48
  %14 = load i64, ptr %13, align 8
  %15 = add i64 %14, 1
  store i64 %15, ptr %13, align 8
  %16 = getelementptr inbounds i8, ptr %12, i64 376
  %17 = atomicrmw xchg ptr %16, i32 1 acquire, align 8
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %22, label %19

19:                                               ; preds = %10, %19
  fence syncscope("singlethread") seq_cst
  %20 = atomicrmw xchg ptr %16, i32 1 acquire, align 8
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %22, label %19

22:                                               ; preds = %19, %10
  %23 = getelementptr inbounds i8, ptr %4, i64 -36
  %24 = load i32, ptr %23, align 4
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds [42 x ptr], ptr %12, i64 0, i64 %25
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds i8, ptr %4, i64 -16
  store ptr %27, ptr %28, align 8
  store ptr %13, ptr %26, align 8
  store atomic i32 0, ptr %16 release, align 8
  br label %29

29:                                               ; preds = %3, %22
  store ptr null, ptr %1, align 8
  %30 = getelementptr inbounds i8, ptr %0, i64 56
  %31 = load ptr, ptr %30, align 8
  %32 = tail call fastcc ptr @allocate(ptr noundef %31, i64 noundef %2, ptr noundef null) #9
  %33 = icmp eq ptr %32, null
  br i1 %33, label %42, label %34

34:                                               ; preds = %29
  %35 = getelementptr inbounds i8, ptr %32, i64 12
  %36 = load i32, ptr %35, align 4
  %37 = zext nneg i32 %36 to i64
  %38 = shl i64 64, %37
  %39 = add i64 %38, -48
  %40 = getelementptr inbounds i8, ptr %1, i64 8
  store i64 %39, ptr %40, align 8
  %41 = getelementptr inbounds i8, ptr %32, i64 48
  store ptr %41, ptr %1, align 8
  br label %42

42:                                               ; preds = %34, %29, %6
  %43 = phi ptr [ %4, %6 ], [ %41, %34 ], [ null, %29 ]
  ret ptr %43
}

; Function Attrs: nofree norecurse nounwind
define dso_local void @dlvm_vacate(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #3 {
  %3 = load ptr, ptr %1, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %24, label %5

5:                                                ; preds = %2
  %6 = getelementptr inbounds i8, ptr %0, i64 56
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %3, i64 -48
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %8, align 8
  %11 = getelementptr inbounds i8, ptr %7, i64 376
  %12 = atomicrmw xchg ptr %11, i32 1 acquire, align 8
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %17, label %14

14:                                               ; preds = %5, %14
  fence syncscope("singlethread") seq_cst
  %15 = atomicrmw xchg ptr %11, i32 1 acquire, align 8
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %14

17:                                               ; preds = %14, %5
  %18 = getelementptr inbounds i8, ptr %3, i64 -36
  %19 = load i32, ptr %18, align 4
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds [42 x ptr], ptr %7, i64 0, i64 %20
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %3, i64 -16
  store ptr %22, ptr %23, align 8
  store ptr %8, ptr %21, align 8
  store atomic i32 0, ptr %11 release, align 8
  br label %24

24:                                               ; preds = %17, %2
  store ptr null, ptr %1, align 8
  ret void
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_frame(ptr nocapture noundef readonly %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds i8, ptr %0, i64 56
  %4 = load ptr, ptr %3, align 8
  %5 = tail call fastcc ptr @allocate(ptr noundef %4, i64 noundef %1, ptr noundef null) #9
  %6 = icmp eq ptr %5, null
  %7 = getelementptr inbounds i8, ptr %5, i64 48
  %8 = select i1 %6, ptr null, ptr %7
  ret ptr %8
}

; Function Attrs: nofree norecurse nounwind
define dso_local void @dlvm_leave(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #3 {
  %3 = getelementptr inbounds i8, ptr %0, i64 56
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %1, i64 -48
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, 1
  store i64 %7, ptr %5, align 8
  %8 = getelementptr inbounds i8, ptr %4, i64 376
  %9 = atomicrmw xchg ptr %8, i32 1 acquire, align 8
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %14, label %11

11:                                               ; preds = %2, %11
  fence syncscope("singlethread") seq_cst
  %12 = atomicrmw xchg ptr %8, i32 1 acquire, align 8
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %11

14:                                               ; preds = %11, %2
  %15 = getelementptr inbounds i8, ptr %1, i64 -36
  %16 = load i32, ptr %15, align 4
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds [42 x ptr], ptr %4, i64 0, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %1, i64 -16
  store ptr %19, ptr %20, align 8
  store ptr %5, ptr %18, align 8
  store atomic i32 0, ptr %8 release, align 8
  ret void
}

; Function Attrs: nounwind
define dso_local void @dlvm_allocate(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i64 noundef %2, ptr noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = icmp sgt i64 %2, -1
  br i1 %6, label %7, label %31

7:                                                ; preds = %5
  %8 = load i64, ptr %3, align 8
  %9 = tail call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %2, i64 %8)
  %10 = extractvalue { i64, i1 } %9, 1
  %11 = extractvalue { i64, i1 } %9, 0
  br i1 %10, label %31, label %12

12:                                               ; preds = %7
  %13 = getelementptr inbounds i8, ptr %0, i64 56
  %14 = load ptr, ptr %13, align 8
  %15 = tail call fastcc ptr @allocate(ptr noundef %14, i64 noundef %11, ptr noundef nonnull %3) #9
  %16 = icmp eq ptr %15, null
  br i1 %16, label %31, label %17

17:                                               ; preds = %12
  %18 = getelementptr inbounds i8, ptr %15, i64 48
  %19 = tail call ptr @memset(ptr noundef nonnull %18, i32 noundef 0, i64 noundef %11) #10
  %20 = icmp eq ptr %4, null
  %21 = select i1 %20, i64 1, i64 2
  %22 = getelementptr inbounds i8, ptr %15, i64 40
  store i64 %21, ptr %22, align 8
  %23 = icmp eq ptr %4, null
  br i1 %23, label %27, label %24

24:                                               ; preds = %17
  %25 = load ptr, ptr %4, align 8
  %26 = getelementptr inbounds i8, ptr %15, i64 32
  store ptr %25, ptr %26, align 8
  store ptr %15, ptr %4, align 8
  br label %27

27:                                               ; preds = %24, %17
  %28 = getelementptr inbounds i8, ptr %15, i64 48
  %29 = load i64, ptr %15, align 8
  %30 = getelementptr inbounds i8, ptr %28, i64 %11
  br label %31

31:                                               ; preds = %7, %5, %12, %27
  %32 = phi ptr [ %15, %27 ], [ null, %12 ], [ null, %5 ], [ null, %7 ]
  %33 = phi ptr [ %28, %27 ], [ null, %12 ], [ null, %5 ], [ null, %7 ]
  %34 = phi i64 [ %29, %27 ], [ 0, %12 ], [ 0, %5 ], [ 0, %7 ]
  %35 = phi ptr [ %30, %27 ], [ null, %12 ], [ null, %5 ], [ null, %7 ]
  store ptr %33, ptr %1, align 8
  %36 = getelementptr inbounds i8, ptr %1, i64 8
  store ptr %32, ptr %36, align 8
  %37 = getelementptr inbounds i8, ptr %1, i64 16
  store i64 %34, ptr %37, align 8
  %38 = getelementptr inbounds i8, ptr %1, i64 24
  store ptr %33, ptr %38, align 8
  %39 = getelementptr inbounds i8, ptr %1, i64 32
  store ptr %35, ptr %39, align 8
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64) #4

; Function Attrs: nofree norecurse nounwind
define dso_local void @dlvm_free_chain(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #3 {
  %3 = icmp eq ptr %1, null
  br i1 %3, label %117, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds i8, ptr %0, i64 56
  br label %6

6:                                                ; preds = %4, %115
  %7 = phi ptr [ %1, %4 ], [ %9, %115 ]
  %8 = getelementptr inbounds i8, ptr %7, i64 32
  %9 = load ptr, ptr %8, align 8
  %10 = load ptr, ptr %5, align 8
  store ptr null, ptr %8, align 8
  %11 = getelementptr inbounds i8, ptr %10, i64 376
  br label %12

12:                                               ; preds = %108, %6
  %13 = phi ptr [ %7, %6 ], [ %100, %108 ]
  %14 = getelementptr inbounds i8, ptr %13, i64 32
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %13, i64 24
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %17, null
  br i1 %18, label %99, label %19

19:                                               ; preds = %12
  %20 = getelementptr inbounds i8, ptr %17, i64 16
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %99, label %23

23:                                               ; preds = %19
  %24 = getelementptr inbounds i8, ptr %13, i64 16
  %25 = load i64, ptr %24, align 8
  %26 = add nsw i64 %25, 48
  %27 = getelementptr inbounds i8, ptr %13, i64 %26
  %28 = icmp sgt i64 %25, 0
  br i1 %28, label %29, label %99

29:                                               ; preds = %23
  %30 = getelementptr inbounds i8, ptr %13, i64 48
  %31 = icmp sgt i64 %21, 0
  %32 = getelementptr inbounds i8, ptr %17, i64 24
  %33 = load i64, ptr %17, align 8
  %34 = and i64 %21, 1
  %35 = icmp eq i64 %21, 1
  %36 = and i64 %21, 9223372036854775806
  %37 = icmp eq i64 %34, 0
  br label %38

38:                                               ; preds = %59, %29
  %39 = phi ptr [ %30, %29 ], [ %61, %59 ]
  %40 = phi ptr [ %15, %29 ], [ %60, %59 ]
  br i1 %31, label %41, label %59

41:                                               ; preds = %38
  br i1 %35, label %42, label %63

42:                                               ; preds = %94, %41
  %43 = phi ptr [ poison, %41 ], [ %95, %94 ]
  %44 = phi i64 [ 0, %41 ], [ %96, %94 ]
  %45 = phi ptr [ %40, %41 ], [ %95, %94 ]
  br i1 %37, label %59, label %46

46:                                               ; preds = %42
  %47 = getelementptr inbounds [0 x i64], ptr %32, i64 0, i64 %44
  %48 = load i64, ptr %47, align 8
  %49 = getelementptr inbounds i8, ptr %39, i64 %48
  %50 = load ptr, ptr %49, align 8
  %51 = icmp eq ptr %50, null
  br i1 %51, label %59, label %52

52:                                               ; preds = %46
  %53 = getelementptr inbounds i8, ptr %50, i64 8
  %54 = load i32, ptr %53, align 8
  %55 = add i32 %54, -1
  store i32 %55, ptr %53, align 8
  %56 = icmp eq i32 %55, 0
  br i1 %56, label %57, label %59

57:                                               ; preds = %52
  %58 = getelementptr inbounds i8, ptr %50, i64 32
  store ptr %45, ptr %58, align 8
  br label %59

59:                                               ; preds = %42, %57, %52, %46, %38
  %60 = phi ptr [ %40, %38 ], [ %43, %42 ], [ %45, %52 ], [ %50, %57 ], [ %45, %46 ]
  %61 = getelementptr inbounds i8, ptr %39, i64 %33
  %62 = icmp ult ptr %61, %27
  br i1 %62, label %38, label %99

63:                                               ; preds = %41, %94
  %64 = phi i64 [ %96, %94 ], [ 0, %41 ]
  %65 = phi ptr [ %95, %94 ], [ %40, %41 ]
  %66 = phi i64 [ %97, %94 ], [ 0, %41 ]
  %67 = getelementptr inbounds [0 x i64], ptr %32, i64 0, i64 %64
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr inbounds i8, ptr %39, i64 %68
  %70 = load ptr, ptr %69, align 8
  %71 = icmp eq ptr %70, null
  br i1 %71, label %79, label %72

72:                                               ; preds = %63
  %73 = getelementptr inbounds i8, ptr %70, i64 8
  %74 = load i32, ptr %73, align 8
  %75 = add i32 %74, -1
  store i32 %75, ptr %73, align 8
  %76 = icmp eq i32 %75, 0
  br i1 %76, label %77, label %79

77:                                               ; preds = %72
  %78 = getelementptr inbounds i8, ptr %70, i64 32
  store ptr %65, ptr %78, align 8
  br label %79

79:                                               ; preds = %77, %72, %63
  %80 = phi ptr [ %65, %72 ], [ %70, %77 ], [ %65, %63 ]
  %81 = or disjoint i64 %64, 1
  %82 = getelementptr inbounds [0 x i64], ptr %32, i64 0, i64 %81
  %83 = load i64, ptr %82, align 8
  %84 = getelementptr inbounds i8, ptr %39, i64 %83
  %85 = load ptr, ptr %84, align 8
  %86 = icmp eq ptr %85, null
  br i1 %86, label %94, label %87

87:                                               ; preds = %79
  %88 = getelementptr inbounds i8, ptr %85, i64 8
  %89 = load i32, ptr %88, align 8
  %90 = add i32 %89, -1
  store i32 %90, ptr %88, align 8
  %91 = icmp eq i32 %90, 0
  br i1 %91, label %92, label %94

92:                                               ; preds = %87
  %93 = getelementptr inbounds i8, ptr %85, i64 32
  store ptr %80, ptr %93, align 8
  br label %94

94:                                               ; preds = %92, %87, %79
  %95 = phi ptr [ %80, %87 ], [ %85, %92 ], [ %80, %79 ]
  %96 = add nuw nsw i64 %64, 2
  %97 = add i64 %66, 2
  %98 = icmp eq i64 %97, %36
  br i1 %98, label %42, label %63

99:                                               ; preds = %59, %23, %19, %12
  %100 = phi ptr [ %15, %19 ], [ %15, %12 ], [ %15, %23 ], [ %60, %59 ]
  %101 = load i64, ptr %13, align 8
  %102 = add i64 %101, 1
  store i64 %102, ptr %13, align 8
  %103 = atomicrmw xchg ptr %11, i32 1 acquire, align 8
  %104 = icmp eq i32 %103, 0
  br i1 %104, label %108, label %105

105:                                              ; preds = %99, %105
  fence syncscope("singlethread") seq_cst
  %106 = atomicrmw xchg ptr %11, i32 1 acquire, align 8
  %107 = icmp eq i32 %106, 0
  br i1 %107, label %108, label %105

108:                                              ; preds = %105, %99
  %109 = getelementptr inbounds i8, ptr %13, i64 12
  %110 = load i32, ptr %109, align 4
  %111 = zext i32 %110 to i64
  %112 = getelementptr inbounds [42 x ptr], ptr %10, i64 0, i64 %111
  %113 = load ptr, ptr %112, align 8
  store ptr %113, ptr %14, align 8
  store ptr %13, ptr %112, align 8
  store atomic i32 0, ptr %11 release, align 8
  %114 = icmp eq ptr %100, null
  br i1 %114, label %115, label %12

115:                                              ; preds = %108
  %116 = icmp eq ptr %9, null
  br i1 %116, label %117, label %6

117:                                              ; preds = %115, %2
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define dso_local range(i32 0, 2) i32 @dlvm_accessible(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #5 {
  %4 = getelementptr inbounds i8, ptr %0, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %34, label %7

7:                                                ; preds = %3
  %8 = load i64, ptr %5, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = icmp ne i64 %8, %10
  %12 = icmp slt i64 %1, 0
  %13 = or i1 %12, %11
  br i1 %13, label %34, label %14

14:                                               ; preds = %7
  %15 = load ptr, ptr %0, align 8
  %16 = getelementptr inbounds i8, ptr %0, i64 24
  %17 = load ptr, ptr %16, align 8
  %18 = icmp ult ptr %15, %17
  br i1 %18, label %34, label %19

19:                                               ; preds = %14
  %20 = getelementptr inbounds i8, ptr %0, i64 32
  %21 = load ptr, ptr %20, align 8
  %22 = icmp ugt ptr %15, %21
  br i1 %22, label %34, label %23

23:                                               ; preds = %19
  %24 = tail call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %1, i64 %2)
  %25 = extractvalue { i64, i1 } %24, 1
  %26 = extractvalue { i64, i1 } %24, 0
  %27 = ptrtoint ptr %21 to i64
  %28 = ptrtoint ptr %15 to i64
  %29 = sub i64 %27, %28
  %30 = icmp ule i64 %26, %29
  %31 = xor i1 %25, true
  %32 = and i1 %30, %31
  %33 = zext i1 %32 to i32
  br label %34

34:                                               ; preds = %3, %14, %19, %7, %23
  %35 = phi i32 [ %33, %23 ], [ 0, %7 ], [ 0, %19 ], [ 0, %14 ], [ 0, %3 ]
  ret i32 %35
}

; Function Attrs: nofree norecurse nounwind
define dso_local range(i32 0, 2) i32 @dlvm_deallocate(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #3 {
  %3 = getelementptr inbounds i8, ptr %1, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %127, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds i8, ptr %1, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %127

11:                                               ; preds = %6
  %12 = load ptr, ptr %1, align 8
  %13 = getelementptr inbounds i8, ptr %4, i64 48
  %14 = icmp eq ptr %12, %13
  br i1 %14, label %15, label %127

15:                                               ; preds = %11
  %16 = getelementptr inbounds i8, ptr %4, i64 40
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 1
  br i1 %18, label %19, label %127

19:                                               ; preds = %15
  %20 = getelementptr inbounds i8, ptr %0, i64 56
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds i8, ptr %4, i64 32
  store ptr null, ptr %22, align 8
  %23 = getelementptr inbounds i8, ptr %21, i64 376
  br label %24

24:                                               ; preds = %120, %19
  %25 = phi ptr [ %4, %19 ], [ %112, %120 ]
  %26 = getelementptr inbounds i8, ptr %25, i64 32
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds i8, ptr %25, i64 24
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, null
  br i1 %30, label %111, label %31

31:                                               ; preds = %24
  %32 = getelementptr inbounds i8, ptr %29, i64 16
  %33 = load i64, ptr %32, align 8
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %111, label %35

35:                                               ; preds = %31
  %36 = getelementptr inbounds i8, ptr %25, i64 16
  %37 = load i64, ptr %36, align 8
  %38 = add nsw i64 %37, 48
  %39 = getelementptr inbounds i8, ptr %25, i64 %38
  %40 = icmp sgt i64 %37, 0
  br i1 %40, label %41, label %111

41:                                               ; preds = %35
  %42 = getelementptr inbounds i8, ptr %25, i64 48
  %43 = icmp sgt i64 %33, 0
  %44 = getelementptr inbounds i8, ptr %29, i64 24
  %45 = load i64, ptr %29, align 8
  %46 = and i64 %33, 1
  %47 = icmp eq i64 %33, 1
  %48 = and i64 %33, 9223372036854775806
  %49 = icmp eq i64 %46, 0
  br label %50

50:                                               ; preds = %71, %41
  %51 = phi ptr [ %42, %41 ], [ %73, %71 ]
  %52 = phi ptr [ %27, %41 ], [ %72, %71 ]
  br i1 %43, label %53, label %71

53:                                               ; preds = %50
  br i1 %47, label %54, label %75

54:                                               ; preds = %106, %53
  %55 = phi ptr [ poison, %53 ], [ %107, %106 ]
  %56 = phi i64 [ 0, %53 ], [ %108, %106 ]
  %57 = phi ptr [ %52, %53 ], [ %107, %106 ]
  br i1 %49, label %71, label %58

58:                                               ; preds = %54
  %59 = getelementptr inbounds [0 x i64], ptr %44, i64 0, i64 %56
  %60 = load i64, ptr %59, align 8
  %61 = getelementptr inbounds i8, ptr %51, i64 %60
  %62 = load ptr, ptr %61, align 8
  %63 = icmp eq ptr %62, null
  br i1 %63, label %71, label %64

64:                                               ; preds = %58
  %65 = getelementptr inbounds i8, ptr %62, i64 8
  %66 = load i32, ptr %65, align 8
  %67 = add i32 %66, -1
  store i32 %67, ptr %65, align 8
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %69, label %71

69:                                               ; preds = %64
  %70 = getelementptr inbounds i8, ptr %62, i64 32
  store ptr %57, ptr %70, align 8
  br label %71

71:                                               ; preds = %54, %69, %64, %58, %50
  %72 = phi ptr [ %52, %50 ], [ %55, %54 ], [ %57, %64 ], [ %62, %69 ], [ %57, %58 ]
  %73 = getelementptr inbounds i8, ptr %51, i64 %45
  %74 = icmp ult ptr %73, %39
  br i1 %74, label %50, label %111

75:                                               ; preds = %53, %106
  %76 = phi i64 [ %108, %106 ], [ 0, %53 ]
  %77 = phi ptr [ %107, %106 ], [ %52, %53 ]
  %78 = phi i64 [ %109, %106 ], [ 0, %53 ]
  %79 = getelementptr inbounds [0 x i64], ptr %44, i64 0, i64 %76
  %80 = load i64, ptr %79, align 8
  %81 = getelementptr inbounds i8, ptr %51, i64 %80
  %82 = load ptr, ptr %81, align 8
  %83 = icmp eq ptr %82, null
  br i1 %83, label %91, label %84

84:                                               ; preds = %75
  %85 = getelementptr inbounds i8, ptr %82, i64 8
  %86 = load i32, ptr %85, align 8
  %87 = add i32 %86, -1
  store i32 %87, ptr %85, align 8
  %88 = icmp eq i32 %87, 0
  br i1 %88, label %89, label %91

89:                                               ; preds = %84
  %90 = getelementptr inbounds i8, ptr %82, i64 32
  store ptr %77, ptr %90, align 8
  br label %91

91:                                               ; preds = %89, %84, %75
  %92 = phi ptr [ %77, %84 ], [ %82, %89 ], [ %77, %75 ]
  %93 = or disjoint i64 %76, 1
  %94 = getelementptr inbounds [0 x i64], ptr %44, i64 0, i64 %93
  %95 = load i64, ptr %94, align 8
  %96 = getelementptr inbounds i8, ptr %51, i64 %95
  %97 = load ptr, ptr %96, align 8
  %98 = icmp eq ptr %97, null
  br i1 %98, label %106, label %99

99:                                               ; preds = %91
  %100 = getelementptr inbounds i8, ptr %97, i64 8
  %101 = load i32, ptr %100, align 8
  %102 = add i32 %101, -1
  store i32 %102, ptr %100, align 8
  %103 = icmp eq i32 %102, 0
  br i1 %103, label %104, label %106

104:                                              ; preds = %99
  %105 = getelementptr inbounds i8, ptr %97, i64 32
  store ptr %92, ptr %105, align 8
  br label %106

106:                                              ; preds = %104, %99, %91
  %107 = phi ptr [ %92, %99 ], [ %97, %104 ], [ %92, %91 ]
  %108 = add nuw nsw i64 %76, 2
  %109 = add i64 %78, 2
  %110 = icmp eq i64 %109, %48
  br i1 %110, label %54, label %75

111:                                              ; preds = %71, %35, %31, %24
  %112 = phi ptr [ %27, %31 ], [ %27, %24 ], [ %27, %35 ], [ %72, %71 ]
  %113 = load i64, ptr %25, align 8
  %114 = add i64 %113, 1
  store i64 %114, ptr %25, align 8
  %115 = atomicrmw xchg ptr %23, i32 1 acquire, align 8
  %116 = icmp eq i32 %115, 0
  br i1 %116, label %120, label %117

117:                                              ; preds = %111, %117
  fence syncscope("singlethread") seq_cst
  %118 = atomicrmw xchg ptr %23, i32 1 acquire, align 8
  %119 = icmp eq i32 %118, 0
  br i1 %119, label %120, label %117

120:                                              ; preds = %117, %111
  %121 = getelementptr inbounds i8, ptr %25, i64 12
  %122 = load i32, ptr %121, align 4
  %123 = zext i32 %122 to i64
  %124 = getelementptr inbounds [42 x ptr], ptr %21, i64 0, i64 %123
  %125 = load ptr, ptr %124, align 8
  store ptr %125, ptr %26, align 8
  store ptr %25, ptr %124, align 8
  store atomic i32 0, ptr %23 release, align 8
  %126 = icmp eq ptr %112, null
  br i1 %126, label %127, label %24

127:                                              ; preds = %120, %2, %6, %11, %15
  %128 = phi i32 [ 0, %15 ], [ 0, %11 ], [ 0, %6 ], [ 0, %2 ], [ 1, %120 ]
  ret i32 %128
}

; Function Attrs: nofree norecurse nounwind
define dso_local range(i32 0, 2) i32 @dlvm_release_box(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #3 {
  %3 = getelementptr inbounds i8, ptr %1, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %12, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds i8, ptr %1, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %12

11:                                               ; preds = %6
  tail call void @dlvm_release(ptr noundef %0, ptr noundef nonnull %4) #9
  br label %12

12:                                               ; preds = %2, %6, %11
  %13 = phi i32 [ 1, %11 ], [ 0, %6 ], [ 0, %2 ]
  ret i32 %13
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local range(i32 0, 2) i32 @dlvm_retain_box(ptr nocapture noundef readonly %0) local_unnamed_addr #6 {
  %2 = getelementptr inbounds i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %14, label %5

5:                                                ; preds = %1
  %6 = load i64, ptr %3, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 16
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %6, %8
  br i1 %9, label %10, label %14

10:                                               ; preds = %5
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i32, ptr %11, align 8
  %13 = add i32 %12, 1
  store i32 %13, ptr %11, align 8
  br label %14

14:                                               ; preds = %1, %5, %10
  %15 = phi i32 [ 1, %10 ], [ 0, %5 ], [ 0, %1 ]
  ret i32 %15
}

; Function Attrs: nounwind
define dso_local void @dlvm_copy(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, i64 noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = load i64, ptr %4, align 8
  %7 = mul i64 %6, %3
  %8 = load ptr, ptr %1, align 8
  %9 = load ptr, ptr %2, align 8
  %10 = icmp eq ptr %8, %9
  br i1 %10, label %87, label %11

11:                                               ; preds = %5
  %12 = getelementptr inbounds i8, ptr %4, i64 16
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %85, label %15

15:                                               ; preds = %11
  %16 = icmp sgt i64 %3, 0
  br i1 %16, label %17, label %29

17:                                               ; preds = %15
  %18 = icmp sgt i64 %13, 0
  %19 = getelementptr inbounds i8, ptr %4, i64 24
  %20 = and i64 %13, 1
  %21 = icmp eq i64 %13, 1
  %22 = and i64 %13, 9223372036854775806
  %23 = icmp eq i64 %20, 0
  br label %24

24:                                               ; preds = %17, %46
  %25 = phi i64 [ 0, %17 ], [ %47, %46 ]
  br i1 %18, label %26, label %46

26:                                               ; preds = %24
  %27 = mul nsw i64 %25, %6
  %28 = getelementptr inbounds i8, ptr %8, i64 %27
  br i1 %21, label %34, label %49

29:                                               ; preds = %46, %15
  %30 = getelementptr inbounds i8, ptr %0, i64 56
  %31 = load ptr, ptr %30, align 8
  %32 = tail call fastcc ptr @allocate(ptr noundef %31, i64 noundef %7, ptr noundef nonnull %4) #9
  %33 = icmp eq ptr %32, null
  br i1 %33, label %81, label %76

34:                                               ; preds = %72, %26
  %35 = phi i64 [ 0, %26 ], [ %73, %72 ]
  br i1 %23, label %46, label %36

36:                                               ; preds = %34
  %37 = getelementptr inbounds [0 x i64], ptr %19, i64 0, i64 %35
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds i8, ptr %28, i64 %38
  %40 = load ptr, ptr %39, align 8
  %41 = icmp eq ptr %40, null
  br i1 %41, label %46, label %42

42:                                               ; preds = %36
  %43 = getelementptr inbounds i8, ptr %40, i64 8
  %44 = load i32, ptr %43, align 8
  %45 = add i32 %44, 1
  store i32 %45, ptr %43, align 8
  br label %46

46:                                               ; preds = %34, %42, %36, %24
  %47 = add nuw nsw i64 %25, 1
  %48 = icmp eq i64 %47, %3
  br i1 %48, label %29, label %24

49:                                               ; preds = %26, %72
  %50 = phi i64 [ %73, %72 ], [ 0, %26 ]
  %51 = phi i64 [ %74, %72 ], [ 0, %26 ]
  %52 = getelementptr inbounds [0 x i64], ptr %19, i64 0, i64 %50
  %53 = load i64, ptr %52, align 8
  %54 = getelementptr inbounds i8, ptr %28, i64 %53
  %55 = load ptr, ptr %54, align 8
  %56 = icmp eq ptr %55, null
  br i1 %56, label %61, label %57

57:                                               ; preds = %49
  %58 = getelementptr inbounds i8, ptr %55, i64 8
  %59 = load i32, ptr %58, align 8
  %60 = add i32 %59, 1
  store i32 %60, ptr %58, align 8
  br label %61

61:                                               ; preds = %49, %57
  %62 = or disjoint i64 %50, 1
  %63 = getelementptr inbounds [0 x i64], ptr %19, i64 0, i64 %62
  %64 = load i64, ptr %63, align 8
  %65 = getelementptr inbounds i8, ptr %28, i64 %64
  %66 = load ptr, ptr %65, align 8
  %67 = icmp eq ptr %66, null
  br i1 %67, label %72, label %68

68:                                               ; preds = %61
  %69 = getelementptr inbounds i8, ptr %66, i64 8
  %70 = load i32, ptr %69, align 8
  %71 = add i32 %70, 1
  store i32 %71, ptr %69, align 8
  br label %72

72:                                               ; preds = %68, %61
  %73 = add nuw nsw i64 %50, 2
  %74 = add i64 %51, 2
  %75 = icmp eq i64 %74, %22
  br i1 %75, label %34, label %49

76:                                               ; preds = %29
  %77 = getelementptr inbounds i8, ptr %32, i64 48
  %78 = tail call ptr @memset(ptr noundef nonnull %77, i32 noundef 0, i64 noundef %7) #10
  %79 = load ptr, ptr %2, align 8
  %80 = tail call ptr @memcpy(ptr noundef nonnull %77, ptr noundef %79, i64 noundef %7) #10
  br label %81

81:                                               ; preds = %29, %76
  %82 = load ptr, ptr %2, align 8
  %83 = load ptr, ptr %1, align 8
  %84 = tail call ptr @memmove(ptr noundef %82, ptr noundef %83, i64 noundef %7) #10
  tail call void @dlvm_release(ptr noundef nonnull %0, ptr noundef %32) #9
  br label %87

85:                                               ; preds = %11
  %86 = tail call ptr @memmove(ptr noundef %9, ptr noundef %8, i64 noundef %7) #10
  br label %87

87:                                               ; preds = %81, %85, %5
  ret void
}

declare ptr @memmove(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define dso_local noundef ptr @dlvm_push(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds i8, ptr %1, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %23, label %7

7:                                                ; preds = %3
  %8 = load i64, ptr %5, align 8
  %9 = getelementptr inbounds i8, ptr %1, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %8, %10
  br i1 %11, label %12, label %23

12:                                               ; preds = %7
  %13 = load i64, ptr %2, align 8
  %14 = getelementptr inbounds i8, ptr %0, i64 56
  %15 = load ptr, ptr %14, align 8
  %16 = tail call fastcc ptr @allocate(ptr noundef %15, i64 noundef %13, ptr noundef nonnull %2) #9
  %17 = icmp eq ptr %16, null
  br i1 %17, label %23, label %18

18:                                               ; preds = %12
  %19 = getelementptr inbounds i8, ptr %5, i64 48
  %20 = getelementptr inbounds i8, ptr %16, i64 48
  %21 = tail call ptr @memset(ptr noundef nonnull %20, i32 noundef 0, i64 noundef %13) #10
  %22 = load ptr, ptr %19, align 8
  store ptr %22, ptr %20, align 8
  store ptr %16, ptr %19, align 8
  br label %23

23:                                               ; preds = %12, %3, %18, %7
  %24 = phi ptr [ null, %7 ], [ %20, %18 ], [ null, %3 ], [ null, %12 ]
  ret ptr %24
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define dso_local ptr @dlvm_top(ptr nocapture noundef readonly %0, ptr noundef readnone %1) local_unnamed_addr #5 {
  %3 = getelementptr inbounds i8, ptr %0, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %21, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %21

11:                                               ; preds = %6
  %12 = getelementptr inbounds i8, ptr %4, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %21, label %15

15:                                               ; preds = %11
  %16 = getelementptr inbounds i8, ptr %13, i64 24
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %17, %1
  %19 = getelementptr inbounds i8, ptr %13, i64 48
  %20 = select i1 %18, ptr %19, ptr null
  br label %21

21:                                               ; preds = %15, %2, %11, %6
  %22 = phi ptr [ null, %6 ], [ null, %11 ], [ null, %2 ], [ %20, %15 ]
  ret ptr %22
}

; Function Attrs: nofree norecurse nounwind
define dso_local void @dlvm_pop(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #3 {
  %3 = getelementptr inbounds i8, ptr %1, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 48
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 48
  %8 = load ptr, ptr %7, align 8
  store ptr %8, ptr %5, align 8
  tail call void @dlvm_release(ptr noundef %0, ptr noundef %6) #9
  ret void
}

; Function Attrs: nofree norecurse nounwind
define dso_local range(i32 0, 2) i32 @dlvm_destroy_stack(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #3 {
  %3 = getelementptr inbounds i8, ptr %1, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %133, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds i8, ptr %1, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %133

11:                                               ; preds = %6
  %12 = getelementptr inbounds i8, ptr %4, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %24, label %15

15:                                               ; preds = %11, %15
  %16 = phi ptr [ %22, %15 ], [ %13, %11 ]
  %17 = phi ptr [ %21, %15 ], [ %12, %11 ]
  %18 = getelementptr inbounds i8, ptr %16, i64 48
  %19 = load ptr, ptr %18, align 8
  store ptr %19, ptr %17, align 8
  tail call void @dlvm_release(ptr noundef readonly %0, ptr noundef nonnull %16) #9
  %20 = load ptr, ptr %3, align 8
  %21 = getelementptr inbounds i8, ptr %20, i64 48
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %24, label %15

24:                                               ; preds = %15, %11
  %25 = phi ptr [ %4, %11 ], [ %20, %15 ]
  %26 = getelementptr inbounds i8, ptr %0, i64 56
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds i8, ptr %25, i64 32
  store ptr null, ptr %28, align 8
  %29 = getelementptr inbounds i8, ptr %27, i64 376
  br label %30

30:                                               ; preds = %126, %24
  %31 = phi ptr [ %25, %24 ], [ %118, %126 ]
  %32 = getelementptr inbounds i8, ptr %31, i64 32
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds i8, ptr %31, i64 24
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %35, null
  br i1 %36, label %117, label %37

37:                                               ; preds = %30
  %38 = getelementptr inbounds i8, ptr %35, i64 16
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %117, label %41

41:                                               ; preds = %37
  %42 = getelementptr inbounds i8, ptr %31, i64 16
  %43 = load i64, ptr %42, align 8
  %44 = add nsw i64 %43, 48
  %45 = getelementptr inbounds i8, ptr %31, i64 %44
  %46 = icmp sgt i64 %43, 0
  br i1 %46, label %47, label %117

47:                                               ; preds = %41
  %48 = getelementptr inbounds i8, ptr %31, i64 48
  %49 = icmp sgt i64 %39, 0
  %50 = getelementptr inbounds i8, ptr %35, i64 24
  %51 = load i64, ptr %35, align 8
  %52 = and i64 %39, 1
  %53 = icmp eq i64 %39, 1
  %54 = and i64 %39, 9223372036854775806
  %55 = icmp eq i64 %52, 0
  br label %56

56:                                               ; preds = %77, %47
  %57 = phi ptr [ %48, %47 ], [ %79, %77 ]
  %58 = phi ptr [ %33, %47 ], [ %78, %77 ]
  br i1 %49, label %59, label %77

59:                                               ; preds = %56
  br i1 %53, label %60, label %81

60:                                               ; preds = %112, %59
  %61 = phi ptr [ poison, %59 ], [ %113, %112 ]
  %62 = phi i64 [ 0, %59 ], [ %114, %112 ]
  %63 = phi ptr [ %58, %59 ], [ %113, %112 ]
  br i1 %55, label %77, label %64

64:                                               ; preds = %60
  %65 = getelementptr inbounds [0 x i64], ptr %50, i64 0, i64 %62
  %66 = load i64, ptr %65, align 8
  %67 = getelementptr inbounds i8, ptr %57, i64 %66
  %68 = load ptr, ptr %67, align 8
  %69 = icmp eq ptr %68, null
  br i1 %69, label %77, label %70

70:                                               ; preds = %64
  %71 = getelementptr inbounds i8, ptr %68, i64 8
  %72 = load i32, ptr %71, align 8
  %73 = add i32 %72, -1
  store i32 %73, ptr %71, align 8
  %74 = icmp eq i32 %73, 0
  br i1 %74, label %75, label %77

75:                                               ; preds = %70
  %76 = getelementptr inbounds i8, ptr %68, i64 32
  store ptr %63, ptr %76, align 8
  br label %77

77:                                               ; preds = %60, %75, %70, %64, %56
  %78 = phi ptr [ %58, %56 ], [ %61, %60 ], [ %63, %70 ], [ %68, %75 ], [ %63, %64 ]
  %79 = getelementptr inbounds i8, ptr %57, i64 %51
  %80 = icmp ult ptr %79, %45
  br i1 %80, label %56, label %117

81:                                               ; preds = %59, %112
  %82 = phi i64 [ %114, %112 ], [ 0, %59 ]
  %83 = phi ptr [ %113, %112 ], [ %58, %59 ]
  %84 = phi i64 [ %115, %112 ], [ 0, %59 ]
  %85 = getelementptr inbounds [0 x i64], ptr %50, i64 0, i64 %82
  %86 = load i64, ptr %85, align 8
  %87 = getelementptr inbounds i8, ptr %57, i64 %86
  %88 = load ptr, ptr %87, align 8
  %89 = icmp eq ptr %88, null
  br i1 %89, label %97, label %90

90:                                               ; preds = %81
  %91 = getelementptr inbounds i8, ptr %88, i64 8
  %92 = load i32, ptr %91, align 8
  %93 = add i32 %92, -1
  store i32 %93, ptr %91, align 8
  %94 = icmp eq i32 %93, 0
  br i1 %94, label %95, label %97

95:                                               ; preds = %90
  %96 = getelementptr inbounds i8, ptr %88, i64 32
  store ptr %83, ptr %96, align 8
  br label %97

97:                                               ; preds = %95, %90, %81
  %98 = phi ptr [ %83, %90 ], [ %88, %95 ], [ %83, %81 ]
  %99 = or disjoint i64 %82, 1
  %100 = getelementptr inbounds [0 x i64], ptr %50, i64 0, i64 %99
  %101 = load i64, ptr %100, align 8
  %102 = getelementptr inbounds i8, ptr %57, i64 %101
  %103 = load ptr, ptr %102, align 8
  %104 = icmp eq ptr %103, null
  br i1 %104, label %112, label %105

105:                                              ; preds = %97
  %106 = getelementptr inbounds i8, ptr %103, i64 8
  %107 = load i32, ptr %106, align 8
  %108 = add i32 %107, -1
  store i32 %108, ptr %106, align 8
  %109 = icmp eq i32 %108, 0
  br i1 %109, label %110, label %112

110:                                              ; preds = %105
  %111 = getelementptr inbounds i8, ptr %103, i64 32
  store ptr %98, ptr %111, align 8
  br label %112

112:                                              ; preds = %110, %105, %97
  %113 = phi ptr [ %98, %105 ], [ %103, %110 ], [ %98, %97 ]
  %114 = add nuw nsw i64 %82, 2
  %115 = add i64 %84, 2
  %116 = icmp eq i64 %115, %54
  br i1 %116, label %60, label %81

117:                                              ; preds = %77, %41, %37, %30
  %118 = phi ptr [ %33, %37 ], [ %33, %30 ], [ %33, %41 ], [ %78, %77 ]
  %119 = load i64, ptr %31, align 8
  %120 = add i64 %119, 1
  store i64 %120, ptr %31, align 8
  %121 = atomicrmw xchg ptr %29, i32 1 acquire, align 8
  %122 = icmp eq i32 %121, 0
  br i1 %122, label %126, label %123

123:                                              ; preds = %117, %123
  fence syncscope("singlethread") seq_cst
  %124 = atomicrmw xchg ptr %29, i32 1 acquire, align 8
  %125 = icmp eq i32 %124, 0
  br i1 %125, label %126, label %123

126:                                              ; preds = %123, %117
  %127 = getelementptr inbounds i8, ptr %31, i64 12
  %128 = load i32, ptr %127, align 4
  %129 = zext i32 %128 to i64
  %130 = getelementptr inbounds [42 x ptr], ptr %27, i64 0, i64 %129
  %131 = load ptr, ptr %130, align 8
  store ptr %131, ptr %32, align 8
  store ptr %31, ptr %130, align 8
  store atomic i32 0, ptr %29 release, align 8
  %132 = icmp eq ptr %118, null
  br i1 %132, label %133, label %30

133:                                              ; preds = %126, %2, %6
  %134 = phi i32 [ 0, %6 ], [ 0, %2 ], [ 1, %126 ]
  ret i32 %134
}

; Function Attrs: nounwind
define dso_local void @dlvm_free_heap(ptr noundef %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds i8, ptr %0, i64 368
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %5, label %7

5:                                                ; preds = %7, %1
  %6 = tail call ptr @memset(ptr noundef %0, i32 noundef 0, i64 noundef 384) #10
  ret void

7:                                                ; preds = %1, %7
  %8 = phi ptr [ %9, %7 ], [ %3, %1 ]
  %9 = load ptr, ptr %8, align 8
  tail call void @free(ptr noundef nonnull %8) #10
  %10 = icmp eq ptr %9, null
  br i1 %10, label %5, label %7
}

declare void @free(ptr noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define dso_local ptr @dlvm_stack_pointer() local_unnamed_addr #7 {
  %1 = tail call ptr @llvm.frameaddress.p0(i32 0)
  ret ptr %1
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.frameaddress.p0(i32 immarg) #8

declare ptr @malloc(i64 noundef) local_unnamed_addr #1

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { nofree norecurse nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #9 = { nobuiltin "no-builtins" }
attributes #10 = { nobuiltin nounwind "no-builtins" }
