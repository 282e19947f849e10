%struct.tuple = type { %struct.object, i64, [0 x ptr] }
%struct.object = type { i64, ptr }
%struct.form = type { ptr, ptr, i64, ptr }
%struct.array = type { %struct.object, ptr, i32, ptr, ptr, ptr, ptr, i32 }

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_take_arrays(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.tuple, ptr %0, i64 0, i32 1
  %5 = load i64, ptr %4, align 8
  %6 = icmp slt i64 %5, 1
  br i1 %6, label %64, label %7

7:                                                ; preds = %3, %56
  %8 = phi i64 [ %61, %56 ], [ 0, %3 ]
  %9 = getelementptr inbounds %struct.tuple, ptr %0, i64 0, i32 2, i64 %8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds %struct.form, ptr %1, i64 %8
  %12 = getelementptr inbounds %struct.object, ptr %10, i64 0, i32 1
  %13 = load ptr, ptr %12, align 8
  %14 = load ptr, ptr %11, align 8
  %15 = icmp eq ptr %13, %14
  br i1 %15, label %16, label %64

16:                                               ; preds = %7
  %17 = getelementptr inbounds %struct.array, ptr %10, i64 0, i32 6
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.form, ptr %1, i64 %8, i32 1
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq ptr %18, %20
  br i1 %21, label %22, label %64

22:                                               ; preds = %16
  %23 = getelementptr inbounds %struct.array, ptr %10, i64 0, i32 2
  %24 = load i32, ptr %23, align 8
  %25 = sext i32 %24 to i64
  %26 = getelementptr inbounds %struct.form, ptr %1, i64 %8, i32 2
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %27, %25
  br i1 %28, label %29, label %64

29:                                               ; preds = %22
  %30 = getelementptr inbounds %struct.array, ptr %10, i64 0, i32 7
  %31 = load i32, ptr %30, align 8
  %32 = and i32 %31, 1281
  %33 = icmp eq i32 %32, 1281
  br i1 %33, label %34, label %64

34:                                               ; preds = %29
  %35 = icmp slt i32 %24, 1
  br i1 %35, label %56, label %36

36:                                               ; preds = %34
  %37 = getelementptr inbounds %struct.array, ptr %10, i64 0, i32 3
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds %struct.form, ptr %1, i64 %8, i32 3
  %40 = load ptr, ptr %39, align 8
  %41 = load i64, ptr %38, align 8
  %42 = load i64, ptr %40, align 8
  %43 = icmp eq i64 %41, %42
  br i1 %43, label %44, label %64

44:                                               ; preds = %36, %48
  %45 = phi i64 [ %46, %48 ], [ 0, %36 ]
  %46 = add nuw nsw i64 %45, 1
  %47 = icmp eq i64 %46, %25
  br i1 %47, label %54, label %48

48:                                               ; preds = %44
  %49 = getelementptr inbounds i64, ptr %38, i64 %46
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr inbounds i64, ptr %40, i64 %46
  %52 = load i64, ptr %51, align 8
  %53 = icmp eq i64 %50, %52
  br i1 %53, label %44, label %54

54:                                               ; preds = %48, %44
  %55 = icmp slt i64 %46, %25
  br i1 %55, label %64, label %56

56:                                               ; preds = %34, %54
  %57 = getelementptr inbounds %struct.array, ptr %10, i64 0, i32 1
  %58 = load ptr, ptr %57, align 8
  %59 = ptrtoint ptr %58 to i64
  %60 = getelementptr inbounds i64, ptr %2, i64 %8
  store i64 %59, ptr %60, align 8
  %61 = add nuw nsw i64 %8, 1
  %62 = load i64, ptr %4, align 8
  %63 = icmp slt i64 %61, %62
  br i1 %63, label %7, label %64

64:                                               ; preds = %56, %54, %36, %29, %22, %16, %7, %3
  %65 = phi i32 [ 1, %3 ], [ 0, %7 ], [ 0, %16 ], [ 0, %22 ], [ 0, %29 ], [ 0, %54 ], [ 0, %36 ], [ 1, %56 ]
  ret i32 %65
}

; Function Attrs: nounwind
define dso_local i32 @dlvm_call_with(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr noundef %3) local_unnamed_addr #1 {
  %5 = getelementptr inbounds i64, ptr %3, i64 2
  %6 = getelementptr inbounds %struct.tuple, ptr %1, i64 0, i32 1
  %7 = load i64, ptr %6, align 8
  %8 = icmp slt i64 %7, 1
  br i1 %8, label %66, label %9

9:                                                ; preds = %4, %58
  %10 = phi i64 [ %63, %58 ], [ 0, %4 ]
  %11 = getelementptr inbounds %struct.tuple, ptr %1, i64 0, i32 2, i64 %10
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds %struct.form, ptr %2, i64 %10
  %14 = getelementptr inbounds %struct.object, ptr %12, i64 0, i32 1
  %15 = load ptr, ptr %14, align 8
  %16 = load ptr, ptr %13, align 8
  %17 = icmp eq ptr %15, %16
  br i1 %17, label %18, label %68

18:                                               ; preds = %9
  %19 = getelementptr inbounds %struct.array, ptr %12, i64 0, i32 6
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds %struct.form, ptr %2, i64 %10, i32 1
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %20, %22
  br i1 %23, label %24, label %68

24:                                               ; preds = %18
  %25 = getelementptr inbounds %struct.array, ptr %12, i64 0, i32 2
  %26 = load i32, ptr %25, align 8
  %27 = sext i32 %26 to i64
  %28 = getelementptr inbounds %struct.form, ptr %2, i64 %10, i32 2
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, %27
  br i1 %30, label %31, label %68

31:                                               ; preds = %24
  %32 = getelementptr inbounds %struct.array, ptr %12, i64 0, i32 7
  %33 = load i32, ptr %32, align 8
  %34 = and i32 %33, 1281
  %35 = icmp eq i32 %34, 1281
  br i1 %35, label %36, label %68

36:                                               ; preds = %31
  %37 = icmp slt i32 %26, 1
  br i1 %37, label %58, label %38

38:                                               ; preds = %36
  %39 = getelementptr inbounds %struct.array, ptr %12, i64 0, i32 3
  %40 = load ptr, ptr %39, align 8
  %41 = getelementptr inbounds %struct.form, ptr %2, i64 %10, i32 3
  %42 = load ptr, ptr %41, align 8
  %43 = load i64, ptr %40, align 8
  %44 = load i64, ptr %42, align 8
  %45 = icmp eq i64 %43, %44
  br i1 %45, label %46, label %68

46:                                               ; preds = %38, %50
  %47 = phi i64 [ %48, %50 ], [ 0, %38 ]
  %48 = add nuw nsw i64 %47, 1
  %49 = icmp eq i64 %48, %27
  br i1 %49, label %58, label %50

50:                                               ; preds = %46
  %51 = getelementptr inbounds i64, ptr %40, i64 %48
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr inbounds i64, ptr %42, i64 %48
  %54 = load i64, ptr %53, align 8
  %55 = icmp eq i64 %52, %54
  br i1 %55, label %46, label %56

56:                                               ; preds = %50
  %57 = icmp slt i64 %48, %27
  br i1 %57, label %68, label %58

58:                                               ; preds = %46, %56, %36
  %59 = getelementptr inbounds %struct.array, ptr %12, i64 0, i32 1
  %60 = load ptr, ptr %59, align 8
  %61 = ptrtoint ptr %60 to i64
  %62 = getelementptr inbounds i64, ptr %5, i64 %10
  store i64 %61, ptr %62, align 8
  %63 = add nuw nsw i64 %10, 1
  %64 = load i64, ptr %6, align 8
  %65 = icmp slt i64 %63, %64
  br i1 %65, label %9, label %66

66:                                               ; preds = %58, %4
  %67 = tail call i32 %0(ptr noundef %3) #2
  br label %68

68:                                               ; preds = %38, %56, %31, %24, %18, %9, %66
  %69 = phi i32 [ %67, %66 ], [ -1, %9 ], [ -1, %18 ], [ -1, %24 ], [ -1, %31 ], [ -1, %56 ], [ -1, %38 ]
  ret i32 %69
}

attributes #0 = { nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { nobuiltin nounwind "no-builtins" }
