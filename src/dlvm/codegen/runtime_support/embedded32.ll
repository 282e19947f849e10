%struct.context = type { i64, i64, i64, [4 x i64], ptr, [4 x i8], ptr, [4 x i8], ptr, [4 x i8], ptr, [4 x i8], ptr, [4 x i8], [3 x ptr], i64 }
%struct.heap = type { [104 x ptr], ptr, ptr, ptr }
%struct.node = type { i64, i32, i32, i64, ptr, ptr, i64 }
%struct.table = type { i64, [0 x ptr] }
%struct.kind = type { i64, i64, i64, [0 x i64] }
%struct.cell = type { ptr, i64 }
%struct.reference = type { ptr, ptr, i64, ptr, ptr }
%struct.work = type { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i64, ptr, i64, i64, i64, ptr }
%struct.threads = type { ptr, ptr }
%struct.item = type { i64, i64 }

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local ptr @dlvm_node(ptr nocapture noundef readonly %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %83, label %7

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
  br i1 %16, label %83, label %17

17:                                               ; preds = %7
  %18 = add i64 %1, 47
  %19 = lshr i64 %18, 6
  %20 = add nuw nsw i64 %19, 1
  %21 = icmp ult i64 %18, 256
  br i1 %21, label %25, label %22

22:                                               ; preds = %17
  %23 = icmp ugt i64 %18, 511
  %24 = trunc i64 %20 to i32
  br i1 %23, label %27, label %36

25:                                               ; preds = %17
  %26 = trunc i64 %20 to i32
  br label %40

27:                                               ; preds = %22, %27
  %28 = phi i32 [ %32, %27 ], [ 0, %22 ]
  %29 = phi i64 [ %31, %27 ], [ %20, %22 ]
  %30 = add nuw nsw i64 %29, 1
  %31 = lshr i64 %30, 1
  %32 = add i32 %28, 4
  %33 = icmp ugt i64 %29, 16
  br i1 %33, label %27, label %34

34:                                               ; preds = %27
  %35 = trunc i64 %31 to i32
  br label %36

36:                                               ; preds = %34, %22
  %37 = phi i32 [ %24, %22 ], [ %35, %34 ]
  %38 = phi i32 [ 0, %22 ], [ %32, %34 ]
  %39 = add i32 %38, %37
  br label %40

40:                                               ; preds = %36, %25
  %41 = phi i32 [ %26, %25 ], [ %39, %36 ]
  %42 = add i32 %41, -1
  %43 = getelementptr inbounds [104 x ptr], ptr %5, i32 0, i32 %42
  %44 = load ptr, ptr %43, align 4
  %45 = icmp eq ptr %44, null
  br i1 %45, label %49, label %46

46:                                               ; preds = %40
  %47 = getelementptr inbounds %struct.node, ptr %44, i32 0, i32 5
  %48 = load ptr, ptr %47, align 4
  store ptr %48, ptr %43, align 4
  br label %75

49:                                               ; preds = %40
  %50 = icmp ult i32 %42, 4
  %51 = shl i32 %42, 6
  br i1 %50, label %52, label %55

52:                                               ; preds = %49
  %53 = add nuw nsw i32 %51, 64
  %54 = zext nneg i32 %53 to i64
  br label %63

55:                                               ; preds = %49
  %56 = and i32 %51, 192
  %57 = add nuw nsw i32 %56, 320
  %58 = zext nneg i32 %57 to i64
  %59 = lshr i32 %42, 2
  %60 = add nsw i32 %59, -1
  %61 = zext nneg i32 %60 to i64
  %62 = shl i64 %58, %61
  br label %63

63:                                               ; preds = %55, %52
  %64 = phi i64 [ %54, %52 ], [ %62, %55 ]
  %65 = getelementptr inbounds %struct.heap, ptr %5, i32 0, i32 2
  %66 = load ptr, ptr %65, align 4
  %67 = ptrtoint ptr %66 to i32
  %68 = sub i32 %12, %67
  %69 = sext i32 %68 to i64
  %70 = icmp ugt i64 %64, %69
  br i1 %70, label %83, label %71

71:                                               ; preds = %63
  %72 = trunc i64 %64 to i32
  %73 = getelementptr inbounds i8, ptr %66, i32 %72
  store ptr %73, ptr %65, align 4
  store i64 1, ptr %66, align 8
  %74 = getelementptr inbounds %struct.node, ptr %66, i32 0, i32 2
  store i32 %42, ptr %74, align 4
  br label %75

75:                                               ; preds = %71, %46
  %76 = phi ptr [ %44, %46 ], [ %66, %71 ]
  %77 = getelementptr inbounds %struct.node, ptr %76, i32 0, i32 1
  store i32 1, ptr %77, align 8
  %78 = getelementptr inbounds %struct.node, ptr %76, i32 0, i32 3
  store i64 %1, ptr %78, align 8
  %79 = getelementptr inbounds %struct.node, ptr %76, i32 0, i32 4
  store ptr %2, ptr %79, align 8
  %80 = getelementptr inbounds %struct.node, ptr %76, i32 0, i32 6
  store i64 0, ptr %80, align 8
  %81 = getelementptr inbounds i8, ptr %76, i32 48
  %82 = trunc i64 %1 to i32
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %81, i8 0, i32 %82, i1 false)
  br label %83

83:                                               ; preds = %63, %3, %7, %75
  %84 = phi ptr [ %76, %75 ], [ null, %7 ], [ null, %3 ], [ null, %63 ]
  ret ptr %84
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr nocapture writeonly, i8, i32, i1 immarg) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_variables(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = load i64, ptr %1, align 8
  %4 = shl i64 %3, 3
  %5 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %6 = load ptr, ptr %5, align 8
  %7 = icmp eq ptr %6, null
  br i1 %7, label %176, label %8

8:                                                ; preds = %2
  %9 = getelementptr inbounds %struct.heap, ptr %6, i32 0, i32 3
  %10 = load ptr, ptr %9, align 4
  %11 = getelementptr inbounds %struct.heap, ptr %6, i32 0, i32 1
  %12 = load ptr, ptr %11, align 4
  %13 = ptrtoint ptr %10 to i32
  %14 = ptrtoint ptr %12 to i32
  %15 = sub i32 %13, %14
  %16 = sext i32 %15 to i64
  %17 = icmp ugt i64 %4, %16
  br i1 %17, label %176, label %18

18:                                               ; preds = %8
  %19 = add i64 %4, 47
  %20 = lshr i64 %19, 6
  %21 = add nuw nsw i64 %20, 1
  %22 = icmp ult i64 %19, 256
  br i1 %22, label %26, label %23

23:                                               ; preds = %18
  %24 = icmp ugt i64 %19, 511
  %25 = trunc i64 %21 to i32
  br i1 %24, label %28, label %37

26:                                               ; preds = %18
  %27 = trunc i64 %21 to i32
  br label %41

28:                                               ; preds = %23, %28
  %29 = phi i32 [ %33, %28 ], [ 0, %23 ]
  %30 = phi i64 [ %32, %28 ], [ %21, %23 ]
  %31 = add nuw nsw i64 %30, 1
  %32 = lshr i64 %31, 1
  %33 = add i32 %29, 4
  %34 = icmp ugt i64 %30, 16
  br i1 %34, label %28, label %35

35:                                               ; preds = %28
  %36 = trunc i64 %32 to i32
  br label %37

37:                                               ; preds = %35, %23
  %38 = phi i32 [ %25, %23 ], [ %36, %35 ]
  %39 = phi i32 [ 0, %23 ], [ %33, %35 ]
  %40 = add i32 %39, %38
  br label %41

41:                                               ; preds = %37, %26
  %42 = phi i32 [ %27, %26 ], [ %40, %37 ]
  %43 = add i32 %42, -1
  %44 = getelementptr inbounds [104 x ptr], ptr %6, i32 0, i32 %43
  %45 = load ptr, ptr %44, align 4
  %46 = icmp eq ptr %45, null
  br i1 %46, label %50, label %47

47:                                               ; preds = %41
  %48 = getelementptr inbounds %struct.node, ptr %45, i32 0, i32 5
  %49 = load ptr, ptr %48, align 4
  store ptr %49, ptr %44, align 4
  br label %76

50:                                               ; preds = %41
  %51 = icmp ult i32 %43, 4
  %52 = shl i32 %43, 6
  br i1 %51, label %53, label %56

53:                                               ; preds = %50
  %54 = add nuw nsw i32 %52, 64
  %55 = zext nneg i32 %54 to i64
  br label %64

56:                                               ; preds = %50
  %57 = and i32 %52, 192
  %58 = add nuw nsw i32 %57, 320
  %59 = zext nneg i32 %58 to i64
  %60 = lshr i32 %43, 2
  %61 = add nsw i32 %60, -1
  %62 = zext nneg i32 %61 to i64
  %63 = shl i64 %59, %62
  br label %64

64:                                               ; preds = %56, %53
  %65 = phi i64 [ %55, %53 ], [ %63, %56 ]
  %66 = getelementptr inbounds %struct.heap, ptr %6, i32 0, i32 2
  %67 = load ptr, ptr %66, align 4
  %68 = ptrtoint ptr %67 to i32
  %69 = sub i32 %13, %68
  %70 = sext i32 %69 to i64
  %71 = icmp ugt i64 %65, %70
  br i1 %71, label %176, label %72

72:                                               ; preds = %64
  %73 = trunc i64 %65 to i32
  %74 = getelementptr inbounds i8, ptr %67, i32 %73
  store ptr %74, ptr %66, align 4
  store i64 1, ptr %67, align 8
  %75 = getelementptr inbounds %struct.node, ptr %67, i32 0, i32 2
  store i32 %43, ptr %75, align 4
  br label %76

76:                                               ; preds = %72, %47
  %77 = phi ptr [ %45, %47 ], [ %67, %72 ]
  %78 = getelementptr inbounds %struct.node, ptr %77, i32 0, i32 1
  store i32 1, ptr %78, align 8
  %79 = getelementptr inbounds %struct.node, ptr %77, i32 0, i32 3
  store i64 %4, ptr %79, align 8
  %80 = getelementptr inbounds %struct.node, ptr %77, i32 0, i32 4
  store ptr null, ptr %80, align 8
  %81 = getelementptr inbounds %struct.node, ptr %77, i32 0, i32 6
  store i64 0, ptr %81, align 8
  %82 = getelementptr inbounds i8, ptr %77, i32 48
  %83 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 10
  store ptr %82, ptr %83, align 8
  %84 = icmp eq i64 %3, 0
  br i1 %84, label %176, label %85

85:                                               ; preds = %76, %164
  %86 = phi i64 [ %174, %164 ], [ 0, %76 ]
  %87 = trunc i64 %86 to i32
  %88 = getelementptr inbounds %struct.table, ptr %1, i32 0, i32 1, i32 %87
  %89 = load ptr, ptr %88, align 4
  %90 = load i64, ptr %89, align 8
  %91 = load ptr, ptr %5, align 8
  %92 = icmp eq ptr %91, null
  br i1 %92, label %161, label %93

93:                                               ; preds = %85
  %94 = getelementptr inbounds %struct.heap, ptr %91, i32 0, i32 3
  %95 = load ptr, ptr %94, align 4
  %96 = getelementptr inbounds %struct.heap, ptr %91, i32 0, i32 1
  %97 = load ptr, ptr %96, align 4
  %98 = ptrtoint ptr %95 to i32
  %99 = ptrtoint ptr %97 to i32
  %100 = sub i32 %98, %99
  %101 = sext i32 %100 to i64
  %102 = icmp ugt i64 %90, %101
  br i1 %102, label %161, label %103

103:                                              ; preds = %93
  %104 = add i64 %90, 47
  %105 = lshr i64 %104, 6
  %106 = add nuw nsw i64 %105, 1
  %107 = icmp ult i64 %104, 256
  br i1 %107, label %111, label %108

108:                                              ; preds = %103
  %109 = icmp ugt i64 %104, 511
  %110 = trunc i64 %106 to i32
  br i1 %109, label %113, label %122

111:                                              ; preds = %103
  %112 = trunc i64 %106 to i32
  br label %126

113:                                              ; preds = %108, %113
  %114 = phi i32 [ %118, %113 ], [ 0, %108 ]
  %115 = phi i64 [ %117, %113 ], [ %106, %108 ]
  %116 = add nuw nsw i64 %115, 1
  %117 = lshr i64 %116, 1
  %118 = add i32 %114, 4
  %119 = icmp ugt i64 %115, 16
  br i1 %119, label %113, label %120

120:                                              ; preds = %113
  %121 = trunc i64 %117 to i32
  br label %122

122:                                              ; preds = %120, %108
  %123 = phi i32 [ %110, %108 ], [ %121, %120 ]
  %124 = phi i32 [ 0, %108 ], [ %118, %120 ]
  %125 = add i32 %124, %123
  br label %126

126:                                              ; preds = %122, %111
  %127 = phi i32 [ %112, %111 ], [ %125, %122 ]
  %128 = add i32 %127, -1
  %129 = getelementptr inbounds [104 x ptr], ptr %91, i32 0, i32 %128
  %130 = load ptr, ptr %129, align 4
  %131 = icmp eq ptr %130, null
  br i1 %131, label %135, label %132

132:                                              ; preds = %126
  %133 = getelementptr inbounds %struct.node, ptr %130, i32 0, i32 5
  %134 = load ptr, ptr %133, align 4
  store ptr %134, ptr %129, align 4
  br label %164

135:                                              ; preds = %126
  %136 = icmp ult i32 %128, 4
  %137 = shl i32 %128, 6
  br i1 %136, label %138, label %141

138:                                              ; preds = %135
  %139 = add nuw nsw i32 %137, 64
  %140 = zext nneg i32 %139 to i64
  br label %149

141:                                              ; preds = %135
  %142 = and i32 %137, 192
  %143 = add nuw nsw i32 %142, 320
  %144 = zext nneg i32 %143 to i64
  %145 = lshr i32 %128, 2
  %146 = add nsw i32 %145, -1
  %147 = zext nneg i32 %146 to i64
  %148 = shl i64 %144, %147
  br label %149

149:                                              ; preds = %141, %138
  %150 = phi i64 [ %140, %138 ], [ %148, %141 ]
  %151 = getelementptr inbounds %struct.heap, ptr %91, i32 0, i32 2
  %152 = load ptr, ptr %151, align 4
  %153 = ptrtoint ptr %152 to i32
  %154 = sub i32 %98, %153
  %155 = sext i32 %154 to i64
  %156 = icmp ugt i64 %150, %155
  br i1 %156, label %161, label %157

157:                                              ; preds = %149
  %158 = trunc i64 %150 to i32
  %159 = getelementptr inbounds i8, ptr %152, i32 %158
  store ptr %159, ptr %151, align 4
  store i64 1, ptr %152, align 8
  %160 = getelementptr inbounds %struct.node, ptr %152, i32 0, i32 2
  store i32 %128, ptr %160, align 4
  br label %164

161:                                              ; preds = %93, %85, %149
  %162 = load ptr, ptr %83, align 8
  %163 = getelementptr inbounds ptr, ptr %162, i32 %87
  store ptr null, ptr %163, align 4
  br label %176

164:                                              ; preds = %157, %132
  %165 = phi ptr [ %130, %132 ], [ %152, %157 ]
  %166 = getelementptr inbounds %struct.node, ptr %165, i32 0, i32 1
  store i32 1, ptr %166, align 8
  %167 = getelementptr inbounds %struct.node, ptr %165, i32 0, i32 3
  store i64 %90, ptr %167, align 8
  %168 = getelementptr inbounds %struct.node, ptr %165, i32 0, i32 4
  store ptr %89, ptr %168, align 8
  %169 = getelementptr inbounds %struct.node, ptr %165, i32 0, i32 6
  store i64 0, ptr %169, align 8
  %170 = getelementptr inbounds i8, ptr %165, i32 48
  %171 = trunc i64 %90 to i32
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %170, i8 0, i32 %171, i1 false)
  %172 = load ptr, ptr %83, align 8
  %173 = getelementptr inbounds ptr, ptr %172, i32 %87
  store ptr %165, ptr %173, align 4
  %174 = add nuw i64 %86, 1
  %175 = icmp ult i64 %174, %3
  br i1 %175, label %85, label %176

176:                                              ; preds = %164, %161, %76, %64, %2, %8
  %177 = phi i32 [ 0, %8 ], [ 0, %2 ], [ 0, %64 ], [ 0, %161 ], [ 1, %76 ], [ 1, %164 ]
  ret i32 %177
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local ptr @dlvm_blob(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %83, label %7

7:                                                ; preds = %3
  %8 = getelementptr inbounds %struct.heap, ptr %5, i32 0, i32 3
  %9 = load ptr, ptr %8, align 4
  %10 = getelementptr inbounds %struct.heap, ptr %5, i32 0, i32 1
  %11 = load ptr, ptr %10, align 4
  %12 = ptrtoint ptr %9 to i32
  %13 = ptrtoint ptr %11 to i32
  %14 = sub i32 %12, %13
  %15 = sext i32 %14 to i64
  %16 = icmp ult i64 %15, %2
  br i1 %16, label %83, label %17

17:                                               ; preds = %7
  %18 = add i64 %2, 47
  %19 = lshr i64 %18, 6
  %20 = add nuw nsw i64 %19, 1
  %21 = icmp ult i64 %18, 256
  br i1 %21, label %25, label %22

22:                                               ; preds = %17
  %23 = icmp ugt i64 %18, 511
  %24 = trunc i64 %20 to i32
  br i1 %23, label %27, label %36

25:                                               ; preds = %17
  %26 = trunc i64 %20 to i32
  br label %40

27:                                               ; preds = %22, %27
  %28 = phi i32 [ %32, %27 ], [ 0, %22 ]
  %29 = phi i64 [ %31, %27 ], [ %20, %22 ]
  %30 = add nuw nsw i64 %29, 1
  %31 = lshr i64 %30, 1
  %32 = add i32 %28, 4
  %33 = icmp ugt i64 %29, 16
  br i1 %33, label %27, label %34

34:                                               ; preds = %27
  %35 = trunc i64 %31 to i32
  br label %36

36:                                               ; preds = %34, %22
  %37 = phi i32 [ %24, %22 ], [ %35, %34 ]
  %38 = phi i32 [ 0, %22 ], [ %32, %34 ]
  %39 = add i32 %38, %37
  br label %40

40:                                               ; preds = %36, %25
  %41 = phi i32 [ %26, %25 ], [ %39, %36 ]
  %42 = add i32 %41, -1
  %43 = getelementptr inbounds [104 x ptr], ptr %5, i32 0, i32 %42
  %44 = load ptr, ptr %43, align 4
  %45 = icmp eq ptr %44, null
  br i1 %45, label %49, label %46

46:                                               ; preds = %40
  %47 = getelementptr inbounds %struct.node, ptr %44, i32 0, i32 5
  %48 = load ptr, ptr %47, align 4
  store ptr %48, ptr %43, align 4
  br label %75

49:                                               ; preds = %40
  %50 = icmp ult i32 %42, 4
  %51 = shl i32 %42, 6
  br i1 %50, label %52, label %55

52:                                               ; preds = %49
  %53 = add nuw nsw i32 %51, 64
  %54 = zext nneg i32 %53 to i64
  br label %63

55:                                               ; preds = %49
  %56 = and i32 %51, 192
  %57 = add nuw nsw i32 %56, 320
  %58 = zext nneg i32 %57 to i64
  %59 = lshr i32 %42, 2
  %60 = add nsw i32 %59, -1
  %61 = zext nneg i32 %60 to i64
  %62 = shl i64 %58, %61
  br label %63

63:                                               ; preds = %55, %52
  %64 = phi i64 [ %54, %52 ], [ %62, %55 ]
  %65 = getelementptr inbounds %struct.heap, ptr %5, i32 0, i32 2
  %66 = load ptr, ptr %65, align 4
  %67 = ptrtoint ptr %66 to i32
  %68 = sub i32 %12, %67
  %69 = sext i32 %68 to i64
  %70 = icmp ugt i64 %64, %69
  br i1 %70, label %83, label %71

71:                                               ; preds = %63
  %72 = trunc i64 %64 to i32
  %73 = getelementptr inbounds i8, ptr %66, i32 %72
  store ptr %73, ptr %65, align 4
  store i64 1, ptr %66, align 8
  %74 = getelementptr inbounds %struct.node, ptr %66, i32 0, i32 2
  store i32 %42, ptr %74, align 4
  br label %75

75:                                               ; preds = %71, %46
  %76 = phi ptr [ %44, %46 ], [ %66, %71 ]
  %77 = getelementptr inbounds %struct.node, ptr %76, i32 0, i32 1
  store i32 1, ptr %77, align 8
  %78 = getelementptr inbounds %struct.node, ptr %76, i32 0, i32 3
  store i64 %2, ptr %78, align 8
  %79 = getelementptr inbounds %struct.node, ptr %76, i32 0, i32 4
  store ptr null, ptr %79, align 8
  %80 = getelementptr inbounds %struct.node, ptr %76, i32 0, i32 6
  store i64 0, ptr %80, align 8
  %81 = getelementptr inbounds i8, ptr %76, i32 48
  %82 = trunc i64 %2 to i32
  tail call void @llvm.memcpy.p0.p0.i32(ptr nonnull align 1 %81, ptr align 1 %1, i32 %82, i1 false)
  br label %83

83:                                               ; preds = %63, %3, %7, %75
  %84 = phi ptr [ %76, %75 ], [ null, %7 ], [ null, %3 ], [ null, %63 ]
  ret ptr %84
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
  br i1 %9, label %10, label %131

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
  %32 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %33, null
  br i1 %34, label %131, label %35

35:                                               ; preds = %31
  %36 = getelementptr inbounds %struct.heap, ptr %33, i32 0, i32 3
  %37 = load ptr, ptr %36, align 4
  %38 = getelementptr inbounds %struct.heap, ptr %33, i32 0, i32 1
  %39 = load ptr, ptr %38, align 4
  %40 = ptrtoint ptr %37 to i32
  %41 = ptrtoint ptr %39 to i32
  %42 = sub i32 %40, %41
  %43 = sext i32 %42 to i64
  %44 = icmp ult i64 %43, %2
  br i1 %44, label %131, label %45

45:                                               ; preds = %35
  %46 = add i64 %2, 47
  %47 = lshr i64 %46, 6
  %48 = add nuw nsw i64 %47, 1
  %49 = icmp ult i64 %46, 256
  br i1 %49, label %53, label %50

50:                                               ; preds = %45
  %51 = icmp ugt i64 %46, 511
  %52 = trunc i64 %48 to i32
  br i1 %51, label %55, label %64

53:                                               ; preds = %45
  %54 = trunc i64 %48 to i32
  br label %68

55:                                               ; preds = %50, %55
  %56 = phi i32 [ %60, %55 ], [ 0, %50 ]
  %57 = phi i64 [ %59, %55 ], [ %48, %50 ]
  %58 = add nuw nsw i64 %57, 1
  %59 = lshr i64 %58, 1
  %60 = add i32 %56, 4
  %61 = icmp ugt i64 %57, 16
  br i1 %61, label %55, label %62

62:                                               ; preds = %55
  %63 = trunc i64 %59 to i32
  br label %64

64:                                               ; preds = %62, %50
  %65 = phi i32 [ %52, %50 ], [ %63, %62 ]
  %66 = phi i32 [ 0, %50 ], [ %60, %62 ]
  %67 = add i32 %66, %65
  br label %68

68:                                               ; preds = %64, %53
  %69 = phi i32 [ %54, %53 ], [ %67, %64 ]
  %70 = add i32 %69, -1
  %71 = getelementptr inbounds [104 x ptr], ptr %33, i32 0, i32 %70
  %72 = load ptr, ptr %71, align 4
  %73 = icmp eq ptr %72, null
  br i1 %73, label %80, label %74

74:                                               ; preds = %68
  %75 = getelementptr inbounds %struct.node, ptr %72, i32 0, i32 5
  %76 = load ptr, ptr %75, align 4
  store ptr %76, ptr %71, align 4
  %77 = getelementptr inbounds %struct.node, ptr %72, i32 0, i32 2
  %78 = load i32, ptr %77, align 4
  %79 = shl i32 %78, 6
  br label %106

80:                                               ; preds = %68
  %81 = icmp ult i32 %70, 4
  %82 = shl i32 %70, 6
  br i1 %81, label %83, label %86

83:                                               ; preds = %80
  %84 = add nuw nsw i32 %82, 64
  %85 = zext nneg i32 %84 to i64
  br label %94

86:                                               ; preds = %80
  %87 = and i32 %82, 192
  %88 = add nuw nsw i32 %87, 320
  %89 = zext nneg i32 %88 to i64
  %90 = lshr i32 %70, 2
  %91 = add nsw i32 %90, -1
  %92 = zext nneg i32 %91 to i64
  %93 = shl i64 %89, %92
  br label %94

94:                                               ; preds = %86, %83
  %95 = phi i64 [ %85, %83 ], [ %93, %86 ]
  %96 = getelementptr inbounds %struct.heap, ptr %33, i32 0, i32 2
  %97 = load ptr, ptr %96, align 4
  %98 = ptrtoint ptr %97 to i32
  %99 = sub i32 %40, %98
  %100 = sext i32 %99 to i64
  %101 = icmp ugt i64 %95, %100
  br i1 %101, label %131, label %102

102:                                              ; preds = %94
  %103 = trunc i64 %95 to i32
  %104 = getelementptr inbounds i8, ptr %97, i32 %103
  store ptr %104, ptr %96, align 4
  store i64 1, ptr %97, align 8
  %105 = getelementptr inbounds %struct.node, ptr %97, i32 0, i32 2
  store i32 %70, ptr %105, align 4
  br label %106

106:                                              ; preds = %102, %74
  %107 = phi i32 [ %82, %102 ], [ %79, %74 ]
  %108 = phi i32 [ %70, %102 ], [ %78, %74 ]
  %109 = phi ptr [ %97, %102 ], [ %72, %74 ]
  %110 = getelementptr inbounds %struct.node, ptr %109, i32 0, i32 1
  store i32 1, ptr %110, align 8
  %111 = getelementptr inbounds %struct.node, ptr %109, i32 0, i32 3
  store i64 %2, ptr %111, align 8
  %112 = getelementptr inbounds %struct.node, ptr %109, i32 0, i32 4
  store ptr null, ptr %112, align 8
  %113 = getelementptr inbounds %struct.node, ptr %109, i32 0, i32 6
  store i64 0, ptr %113, align 8
  %114 = icmp ult i32 %108, 4
  br i1 %114, label %115, label %118

115:                                              ; preds = %106
  %116 = add nuw nsw i32 %107, 64
  %117 = zext nneg i32 %116 to i64
  br label %126

118:                                              ; preds = %106
  %119 = and i32 %107, 192
  %120 = add nuw nsw i32 %119, 320
  %121 = zext nneg i32 %120 to i64
  %122 = lshr i32 %108, 2
  %123 = add nsw i32 %122, -1
  %124 = zext nneg i32 %123 to i64
  %125 = shl i64 %121, %124
  br label %126

126:                                              ; preds = %115, %118
  %127 = phi i64 [ %117, %115 ], [ %125, %118 ]
  %128 = add i64 %127, -48
  %129 = getelementptr inbounds %struct.cell, ptr %1, i32 0, i32 1
  store i64 %128, ptr %129, align 8
  %130 = getelementptr inbounds i8, ptr %109, i32 48
  store ptr %130, ptr %1, align 8
  br label %131

131:                                              ; preds = %94, %31, %35, %126, %6
  %132 = phi ptr [ %4, %6 ], [ %130, %126 ], [ null, %35 ], [ null, %31 ], [ null, %94 ]
  ret ptr %132
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local ptr @dlvm_frame(ptr nocapture noundef readonly %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %81, label %6

6:                                                ; preds = %2
  %7 = getelementptr inbounds %struct.heap, ptr %4, i32 0, i32 3
  %8 = load ptr, ptr %7, align 4
  %9 = getelementptr inbounds %struct.heap, ptr %4, i32 0, i32 1
  %10 = load ptr, ptr %9, align 4
  %11 = ptrtoint ptr %8 to i32
  %12 = ptrtoint ptr %10 to i32
  %13 = sub i32 %11, %12
  %14 = sext i32 %13 to i64
  %15 = icmp ult i64 %14, %1
  br i1 %15, label %81, label %16

16:                                               ; preds = %6
  %17 = add i64 %1, 47
  %18 = lshr i64 %17, 6
  %19 = add nuw nsw i64 %18, 1
  %20 = icmp ult i64 %17, 256
  br i1 %20, label %24, label %21

21:                                               ; preds = %16
  %22 = icmp ugt i64 %17, 511
  %23 = trunc i64 %19 to i32
  br i1 %22, label %26, label %35

24:                                               ; preds = %16
  %25 = trunc i64 %19 to i32
  br label %39

26:                                               ; preds = %21, %26
  %27 = phi i32 [ %31, %26 ], [ 0, %21 ]
  %28 = phi i64 [ %30, %26 ], [ %19, %21 ]
  %29 = add nuw nsw i64 %28, 1
  %30 = lshr i64 %29, 1
  %31 = add i32 %27, 4
  %32 = icmp ugt i64 %28, 16
  br i1 %32, label %26, label %33

33:                                               ; preds = %26
  %34 = trunc i64 %30 to i32
  br label %35

35:                                               ; preds = %33, %21
  %36 = phi i32 [ %23, %21 ], [ %34, %33 ]
  %37 = phi i32 [ 0, %21 ], [ %31, %33 ]
  %38 = add i32 %37, %36
  br label %39

39:                                               ; preds = %35, %24
  %40 = phi i32 [ %25, %24 ], [ %38, %35 ]
  %41 = add i32 %40, -1
  %42 = getelementptr inbounds [104 x ptr], ptr %4, i32 0, i32 %41
  %43 = load ptr, ptr %42, align 4
  %44 = icmp eq ptr %43, null
  br i1 %44, label %48, label %45

45:                                               ; preds = %39
  %46 = getelementptr inbounds %struct.node, ptr %43, i32 0, i32 5
  %47 = load ptr, ptr %46, align 4
  store ptr %47, ptr %42, align 4
  br label %74

48:                                               ; preds = %39
  %49 = icmp ult i32 %41, 4
  %50 = shl i32 %41, 6
  br i1 %49, label %51, label %54

51:                                               ; preds = %48
  %52 = add nuw nsw i32 %50, 64
  %53 = zext nneg i32 %52 to i64
  br label %62

54:                                               ; preds = %48
  %55 = and i32 %50, 192
  %56 = add nuw nsw i32 %55, 320
  %57 = zext nneg i32 %56 to i64
  %58 = lshr i32 %41, 2
  %59 = add nsw i32 %58, -1
  %60 = zext nneg i32 %59 to i64
  %61 = shl i64 %57, %60
  br label %62

62:                                               ; preds = %54, %51
  %63 = phi i64 [ %53, %51 ], [ %61, %54 ]
  %64 = getelementptr inbounds %struct.heap, ptr %4, i32 0, i32 2
  %65 = load ptr, ptr %64, align 4
  %66 = ptrtoint ptr %65 to i32
  %67 = sub i32 %11, %66
  %68 = sext i32 %67 to i64
  %69 = icmp ugt i64 %63, %68
  br i1 %69, label %81, label %70

70:                                               ; preds = %62
  %71 = trunc i64 %63 to i32
  %72 = getelementptr inbounds i8, ptr %65, i32 %71
  store ptr %72, ptr %64, align 4
  store i64 1, ptr %65, align 8
  %73 = getelementptr inbounds %struct.node, ptr %65, i32 0, i32 2
  store i32 %41, ptr %73, align 4
  br label %74

74:                                               ; preds = %70, %45
  %75 = phi ptr [ %43, %45 ], [ %65, %70 ]
  %76 = getelementptr inbounds %struct.node, ptr %75, i32 0, i32 1
  store i32 1, ptr %76, align 8
  %77 = getelementptr inbounds %struct.node, ptr %75, i32 0, i32 3
  store i64 %1, ptr %77, align 8
  %78 = getelementptr inbounds %struct.node, ptr %75, i32 0, i32 4
  store ptr null, ptr %78, align 8
  %79 = getelementptr inbounds %struct.node, ptr %75, i32 0, i32 6
  store i64 0, ptr %79, align 8
  %80 = getelementptr inbounds i8, ptr %75, i32 48
  br label %81

81:                                               ; preds = %62, %2, %6, %74
  %82 = phi ptr [ %80, %74 ], [ null, %6 ], [ null, %2 ], [ null, %62 ]
  ret ptr %82
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
  br i1 %6, label %7, label %97

7:                                                ; preds = %5
  %8 = load i64, ptr %3, align 8
  %9 = tail call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %2, i64 %8)
  %10 = extractvalue { i64, i1 } %9, 1
  %11 = extractvalue { i64, i1 } %9, 0
  %12 = trunc i64 %11 to i32
  br i1 %10, label %97, label %13

13:                                               ; preds = %7
  %14 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %15 = load ptr, ptr %14, align 8
  %16 = icmp eq ptr %15, null
  br i1 %16, label %97, label %17

17:                                               ; preds = %13
  %18 = getelementptr inbounds %struct.heap, ptr %15, i32 0, i32 3
  %19 = load ptr, ptr %18, align 4
  %20 = getelementptr inbounds %struct.heap, ptr %15, i32 0, i32 1
  %21 = load ptr, ptr %20, align 4
  %22 = ptrtoint ptr %19 to i32
  %23 = ptrtoint ptr %21 to i32
  %24 = sub i32 %22, %23
  %25 = sext i32 %24 to i64
  %26 = icmp ugt i64 %11, %25
  br i1 %26, label %97, label %27

27:                                               ; preds = %17
  %28 = add i64 %11, 47
  %29 = lshr i64 %28, 6
  %30 = add nuw nsw i64 %29, 1
  %31 = icmp ult i64 %28, 256
  br i1 %31, label %35, label %32

32:                                               ; preds = %27
  %33 = icmp ugt i64 %28, 511
  %34 = trunc i64 %30 to i32
  br i1 %33, label %37, label %46

35:                                               ; preds = %27
  %36 = trunc i64 %30 to i32
  br label %50

37:                                               ; preds = %32, %37
  %38 = phi i32 [ %42, %37 ], [ 0, %32 ]
  %39 = phi i64 [ %41, %37 ], [ %30, %32 ]
  %40 = add nuw nsw i64 %39, 1
  %41 = lshr i64 %40, 1
  %42 = add i32 %38, 4
  %43 = icmp ugt i64 %39, 16
  br i1 %43, label %37, label %44

44:                                               ; preds = %37
  %45 = trunc i64 %41 to i32
  br label %46

46:                                               ; preds = %44, %32
  %47 = phi i32 [ %34, %32 ], [ %45, %44 ]
  %48 = phi i32 [ 0, %32 ], [ %42, %44 ]
  %49 = add i32 %48, %47
  br label %50

50:                                               ; preds = %46, %35
  %51 = phi i32 [ %36, %35 ], [ %49, %46 ]
  %52 = add i32 %51, -1
  %53 = getelementptr inbounds [104 x ptr], ptr %15, i32 0, i32 %52
  %54 = load ptr, ptr %53, align 4
  %55 = icmp eq ptr %54, null
  br i1 %55, label %59, label %56

56:                                               ; preds = %50
  %57 = getelementptr inbounds %struct.node, ptr %54, i32 0, i32 5
  %58 = load ptr, ptr %57, align 4
  store ptr %58, ptr %53, align 4
  br label %85

59:                                               ; preds = %50
  %60 = icmp ult i32 %52, 4
  %61 = shl i32 %52, 6
  br i1 %60, label %62, label %65

62:                                               ; preds = %59
  %63 = add nuw nsw i32 %61, 64
  %64 = zext nneg i32 %63 to i64
  br label %73

65:                                               ; preds = %59
  %66 = and i32 %61, 192
  %67 = add nuw nsw i32 %66, 320
  %68 = zext nneg i32 %67 to i64
  %69 = lshr i32 %52, 2
  %70 = add nsw i32 %69, -1
  %71 = zext nneg i32 %70 to i64
  %72 = shl i64 %68, %71
  br label %73

73:                                               ; preds = %65, %62
  %74 = phi i64 [ %64, %62 ], [ %72, %65 ]
  %75 = getelementptr inbounds %struct.heap, ptr %15, i32 0, i32 2
  %76 = load ptr, ptr %75, align 4
  %77 = ptrtoint ptr %76 to i32
  %78 = sub i32 %22, %77
  %79 = sext i32 %78 to i64
  %80 = icmp ugt i64 %74, %79
  br i1 %80, label %97, label %81

81:                                               ; preds = %73
  %82 = trunc i64 %74 to i32
  %83 = getelementptr inbounds i8, ptr %76, i32 %82
  store ptr %83, ptr %75, align 4
  store i64 1, ptr %76, align 8
  %84 = getelementptr inbounds %struct.node, ptr %76, i32 0, i32 2
  store i32 %52, ptr %84, align 4
  br label %85

85:                                               ; preds = %56, %81
  %86 = phi ptr [ %54, %56 ], [ %76, %81 ]
  %87 = getelementptr inbounds %struct.node, ptr %86, i32 0, i32 1
  store i32 1, ptr %87, align 8
  %88 = getelementptr inbounds %struct.node, ptr %86, i32 0, i32 3
  store i64 %11, ptr %88, align 8
  %89 = getelementptr inbounds %struct.node, ptr %86, i32 0, i32 4
  store ptr %3, ptr %89, align 8
  %90 = getelementptr inbounds %struct.node, ptr %86, i32 0, i32 6
  %91 = getelementptr inbounds i8, ptr %86, i32 48
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %91, i8 0, i32 %12, i1 false)
  %92 = icmp eq ptr %4, null
  %93 = select i1 %92, i64 1, i64 2
  store i64 %93, ptr %90, align 8
  br i1 %92, label %101, label %94

94:                                               ; preds = %85
  %95 = load ptr, ptr %4, align 4
  %96 = getelementptr inbounds %struct.node, ptr %86, i32 0, i32 5
  store ptr %95, ptr %96, align 4
  store ptr %86, ptr %4, align 4
  br label %101

97:                                               ; preds = %7, %5, %17, %13, %73
  store ptr null, ptr %1, align 8
  %98 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 1
  store ptr null, ptr %98, align 4
  %99 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 2
  store i64 0, ptr %99, align 8
  %100 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 3
  store ptr null, ptr %100, align 8
  br label %107

101:                                              ; preds = %85, %94
  store ptr %91, ptr %1, align 8
  %102 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 1
  store ptr %86, ptr %102, align 4
  %103 = load i64, ptr %86, align 8
  %104 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 2
  store i64 %103, ptr %104, align 8
  %105 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 3
  store ptr %91, ptr %105, align 8
  %106 = getelementptr inbounds i8, ptr %91, i32 %12
  br label %107

107:                                              ; preds = %97, %101
  %108 = phi ptr [ %106, %101 ], [ null, %97 ]
  %109 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 4
  store ptr %108, ptr %109, align 4
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
  br i1 %10, label %195, label %11

11:                                               ; preds = %5
  %12 = getelementptr inbounds %struct.kind, ptr %4, i32 0, i32 2
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %193, label %15

15:                                               ; preds = %11
  %16 = icmp sgt i64 %3, 0
  br i1 %16, label %17, label %25

17:                                               ; preds = %15
  %18 = icmp sgt i64 %13, 0
  br label %19

19:                                               ; preds = %17, %97
  %20 = phi i64 [ 0, %17 ], [ %98, %97 ]
  br i1 %18, label %21, label %97

21:                                               ; preds = %19
  %22 = mul nsw i64 %20, %6
  %23 = trunc i64 %22 to i32
  %24 = getelementptr inbounds i8, ptr %8, i32 %23
  br label %100

25:                                               ; preds = %97, %15
  %26 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %27, null
  br i1 %28, label %193, label %29

29:                                               ; preds = %25
  %30 = getelementptr inbounds %struct.heap, ptr %27, i32 0, i32 3
  %31 = load ptr, ptr %30, align 4
  %32 = getelementptr inbounds %struct.heap, ptr %27, i32 0, i32 1
  %33 = load ptr, ptr %32, align 4
  %34 = ptrtoint ptr %31 to i32
  %35 = ptrtoint ptr %33 to i32
  %36 = sub i32 %34, %35
  %37 = sext i32 %36 to i64
  %38 = icmp ugt i64 %7, %37
  br i1 %38, label %193, label %39

39:                                               ; preds = %29
  %40 = add i64 %7, 47
  %41 = lshr i64 %40, 6
  %42 = add nuw nsw i64 %41, 1
  %43 = icmp ult i64 %40, 256
  br i1 %43, label %47, label %44

44:                                               ; preds = %39
  %45 = icmp ugt i64 %40, 511
  %46 = trunc i64 %42 to i32
  br i1 %45, label %49, label %58

47:                                               ; preds = %39
  %48 = trunc i64 %42 to i32
  br label %62

49:                                               ; preds = %44, %49
  %50 = phi i32 [ %54, %49 ], [ 0, %44 ]
  %51 = phi i64 [ %53, %49 ], [ %42, %44 ]
  %52 = add nuw nsw i64 %51, 1
  %53 = lshr i64 %52, 1
  %54 = add i32 %50, 4
  %55 = icmp ugt i64 %51, 16
  br i1 %55, label %49, label %56

56:                                               ; preds = %49
  %57 = trunc i64 %53 to i32
  br label %58

58:                                               ; preds = %56, %44
  %59 = phi i32 [ %46, %44 ], [ %57, %56 ]
  %60 = phi i32 [ 0, %44 ], [ %54, %56 ]
  %61 = add i32 %60, %59
  br label %62

62:                                               ; preds = %58, %47
  %63 = phi i32 [ %48, %47 ], [ %61, %58 ]
  %64 = add i32 %63, -1
  %65 = getelementptr inbounds [104 x ptr], ptr %27, i32 0, i32 %64
  %66 = load ptr, ptr %65, align 4
  %67 = icmp eq ptr %66, null
  br i1 %67, label %71, label %68

68:                                               ; preds = %62
  %69 = getelementptr inbounds %struct.node, ptr %66, i32 0, i32 5
  %70 = load ptr, ptr %69, align 4
  store ptr %70, ptr %65, align 4
  br label %116

71:                                               ; preds = %62
  %72 = icmp ult i32 %64, 4
  %73 = shl i32 %64, 6
  br i1 %72, label %74, label %77

74:                                               ; preds = %71
  %75 = add nuw nsw i32 %73, 64
  %76 = zext nneg i32 %75 to i64
  br label %85

77:                                               ; preds = %71
  %78 = and i32 %73, 192
  %79 = add nuw nsw i32 %78, 320
  %80 = zext nneg i32 %79 to i64
  %81 = lshr i32 %64, 2
  %82 = add nsw i32 %81, -1
  %83 = zext nneg i32 %82 to i64
  %84 = shl i64 %80, %83
  br label %85

85:                                               ; preds = %77, %74
  %86 = phi i64 [ %76, %74 ], [ %84, %77 ]
  %87 = getelementptr inbounds %struct.heap, ptr %27, i32 0, i32 2
  %88 = load ptr, ptr %87, align 4
  %89 = ptrtoint ptr %88 to i32
  %90 = sub i32 %34, %89
  %91 = sext i32 %90 to i64
  %92 = icmp ugt i64 %86, %91
  br i1 %92, label %193, label %93

93:                                               ; preds = %85
  %94 = trunc i64 %86 to i32
  %95 = getelementptr inbounds i8, ptr %88, i32 %94
  store ptr %95, ptr %87, align 4
  store i64 1, ptr %88, align 8
  %96 = getelementptr inbounds %struct.node, ptr %88, i32 0, i32 2
  store i32 %64, ptr %96, align 4
  br label %116

97:                                               ; preds = %113, %19
  %98 = add nuw nsw i64 %20, 1
  %99 = icmp slt i64 %98, %3
  br i1 %99, label %19, label %25

100:                                              ; preds = %21, %113
  %101 = phi i64 [ 0, %21 ], [ %114, %113 ]
  %102 = trunc i64 %101 to i32
  %103 = getelementptr inbounds %struct.kind, ptr %4, i32 0, i32 3, i32 %102
  %104 = load i64, ptr %103, align 8
  %105 = trunc i64 %104 to i32
  %106 = getelementptr inbounds i8, ptr %24, i32 %105
  %107 = load ptr, ptr %106, align 4
  %108 = icmp eq ptr %107, null
  br i1 %108, label %113, label %109

109:                                              ; preds = %100
  %110 = getelementptr inbounds %struct.node, ptr %107, i32 0, i32 1
  %111 = load i32, ptr %110, align 8
  %112 = add i32 %111, 1
  store i32 %112, ptr %110, align 8
  br label %113

113:                                              ; preds = %100, %109
  %114 = add nuw nsw i64 %101, 1
  %115 = icmp slt i64 %114, %13
  br i1 %115, label %100, label %97

116:                                              ; preds = %93, %68
  %117 = phi ptr [ %66, %68 ], [ %88, %93 ]
  %118 = getelementptr inbounds %struct.node, ptr %117, i32 0, i32 1
  store i32 1, ptr %118, align 8
  %119 = getelementptr inbounds %struct.node, ptr %117, i32 0, i32 3
  store i64 %7, ptr %119, align 8
  %120 = getelementptr inbounds %struct.node, ptr %117, i32 0, i32 4
  store ptr %4, ptr %120, align 8
  %121 = getelementptr inbounds %struct.node, ptr %117, i32 0, i32 6
  store i64 0, ptr %121, align 8
  %122 = getelementptr inbounds i8, ptr %117, i32 48
  %123 = trunc i64 %7 to i32
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %122, i8 0, i32 %123, i1 false)
  %124 = load ptr, ptr %2, align 8
  tail call void @llvm.memcpy.p0.p0.i32(ptr nonnull align 1 %122, ptr align 1 %124, i32 %123, i1 false)
  %125 = load ptr, ptr %2, align 8
  %126 = load ptr, ptr %1, align 8
  tail call void @llvm.memmove.p0.p0.i32(ptr align 1 %125, ptr align 1 %126, i32 %123, i1 false)
  %127 = load i32, ptr %118, align 8
  %128 = add i32 %127, -1
  store i32 %128, ptr %118, align 8
  %129 = icmp eq i32 %128, 0
  br i1 %129, label %130, label %195

130:                                              ; preds = %116
  %131 = load ptr, ptr %26, align 8
  %132 = getelementptr inbounds %struct.node, ptr %117, i32 0, i32 5
  store ptr null, ptr %132, align 4
  br label %133

133:                                              ; preds = %184, %130
  %134 = phi ptr [ %185, %184 ], [ %117, %130 ]
  %135 = getelementptr inbounds %struct.node, ptr %134, i32 0, i32 5
  %136 = load ptr, ptr %135, align 4
  %137 = getelementptr inbounds %struct.node, ptr %134, i32 0, i32 4
  %138 = load ptr, ptr %137, align 8
  %139 = icmp eq ptr %138, null
  br i1 %139, label %184, label %140

140:                                              ; preds = %133
  %141 = getelementptr inbounds %struct.kind, ptr %138, i32 0, i32 2
  %142 = load i64, ptr %141, align 8
  %143 = icmp eq i64 %142, 0
  br i1 %143, label %184, label %144

144:                                              ; preds = %140
  %145 = getelementptr inbounds %struct.node, ptr %134, i32 0, i32 3
  %146 = load i64, ptr %145, align 8
  %147 = trunc i64 %146 to i32
  %148 = add nsw i32 %147, 48
  %149 = getelementptr inbounds i8, ptr %134, i32 %148
  %150 = icmp sgt i32 %147, 0
  br i1 %150, label %151, label %184

151:                                              ; preds = %144
  %152 = getelementptr inbounds i8, ptr %134, i32 48
  %153 = icmp sgt i64 %142, 0
  %154 = load i64, ptr %138, align 8
  %155 = trunc i64 %154 to i32
  br label %156

156:                                              ; preds = %159, %151
  %157 = phi ptr [ %152, %151 ], [ %161, %159 ]
  %158 = phi ptr [ %136, %151 ], [ %160, %159 ]
  br i1 %153, label %163, label %159

159:                                              ; preds = %180, %156
  %160 = phi ptr [ %158, %156 ], [ %181, %180 ]
  %161 = getelementptr inbounds i8, ptr %157, i32 %155
  %162 = icmp ult ptr %161, %149
  br i1 %162, label %156, label %184

163:                                              ; preds = %156, %180
  %164 = phi i64 [ %182, %180 ], [ 0, %156 ]
  %165 = phi ptr [ %181, %180 ], [ %158, %156 ]
  %166 = trunc i64 %164 to i32
  %167 = getelementptr inbounds %struct.kind, ptr %138, i32 0, i32 3, i32 %166
  %168 = load i64, ptr %167, align 8
  %169 = trunc i64 %168 to i32
  %170 = getelementptr inbounds i8, ptr %157, i32 %169
  %171 = load ptr, ptr %170, align 4
  %172 = icmp eq ptr %171, null
  br i1 %172, label %180, label %173

173:                                              ; preds = %163
  %174 = getelementptr inbounds %struct.node, ptr %171, i32 0, i32 1
  %175 = load i32, ptr %174, align 8
  %176 = add i32 %175, -1
  store i32 %176, ptr %174, align 8
  %177 = icmp eq i32 %176, 0
  br i1 %177, label %178, label %180

178:                                              ; preds = %173
  %179 = getelementptr inbounds %struct.node, ptr %171, i32 0, i32 5
  store ptr %165, ptr %179, align 4
  br label %180

180:                                              ; preds = %178, %173, %163
  %181 = phi ptr [ %165, %173 ], [ %171, %178 ], [ %165, %163 ]
  %182 = add nuw nsw i64 %164, 1
  %183 = icmp slt i64 %182, %142
  br i1 %183, label %163, label %159

184:                                              ; preds = %159, %144, %140, %133
  %185 = phi ptr [ %136, %140 ], [ %136, %133 ], [ %136, %144 ], [ %160, %159 ]
  %186 = load i64, ptr %134, align 8
  %187 = add i64 %186, 1
  store i64 %187, ptr %134, align 8
  %188 = getelementptr inbounds %struct.node, ptr %134, i32 0, i32 2
  %189 = load i32, ptr %188, align 4
  %190 = getelementptr inbounds [104 x ptr], ptr %131, i32 0, i32 %189
  %191 = load ptr, ptr %190, align 4
  store ptr %191, ptr %135, align 4
  store ptr %134, ptr %190, align 4
  %192 = icmp eq ptr %185, null
  br i1 %192, label %195, label %133

193:                                              ; preds = %11, %29, %25, %85
  %194 = trunc i64 %7 to i32
  tail call void @llvm.memmove.p0.p0.i32(ptr align 1 %9, ptr align 1 %8, i32 %194, i1 false)
  br label %195

195:                                              ; preds = %184, %193, %116, %5
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i32(ptr nocapture writeonly, ptr nocapture readonly, i32, i1 immarg) #3

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef ptr @dlvm_push(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 1
  %5 = load ptr, ptr %4, align 4
  %6 = icmp eq ptr %5, null
  br i1 %6, label %177, label %7

7:                                                ; preds = %3
  %8 = load i64, ptr %5, align 8
  %9 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 2
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %8, %10
  br i1 %11, label %12, label %177

12:                                               ; preds = %7
  %13 = getelementptr inbounds i8, ptr %5, i32 48
  %14 = getelementptr inbounds %struct.kind, ptr %2, i32 0, i32 2
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  %17 = load i64, ptr %2, align 8
  %18 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  br i1 %16, label %98, label %21

21:                                               ; preds = %12
  br i1 %20, label %177, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds %struct.heap, ptr %19, i32 0, i32 3
  %24 = load ptr, ptr %23, align 4
  %25 = getelementptr inbounds %struct.heap, ptr %19, i32 0, i32 1
  %26 = load ptr, ptr %25, align 4
  %27 = ptrtoint ptr %24 to i32
  %28 = ptrtoint ptr %26 to i32
  %29 = sub i32 %27, %28
  %30 = sext i32 %29 to i64
  %31 = icmp ugt i64 %17, %30
  br i1 %31, label %177, label %32

32:                                               ; preds = %22
  %33 = add i64 %17, 47
  %34 = lshr i64 %33, 6
  %35 = add nuw nsw i64 %34, 1
  %36 = icmp ult i64 %33, 256
  br i1 %36, label %40, label %37

37:                                               ; preds = %32
  %38 = icmp ugt i64 %33, 511
  %39 = trunc i64 %35 to i32
  br i1 %38, label %42, label %51

40:                                               ; preds = %32
  %41 = trunc i64 %35 to i32
  br label %55

42:                                               ; preds = %37, %42
  %43 = phi i32 [ %47, %42 ], [ 0, %37 ]
  %44 = phi i64 [ %46, %42 ], [ %35, %37 ]
  %45 = add nuw nsw i64 %44, 1
  %46 = lshr i64 %45, 1
  %47 = add i32 %43, 4
  %48 = icmp ugt i64 %44, 16
  br i1 %48, label %42, label %49

49:                                               ; preds = %42
  %50 = trunc i64 %46 to i32
  br label %51

51:                                               ; preds = %49, %37
  %52 = phi i32 [ %39, %37 ], [ %50, %49 ]
  %53 = phi i32 [ 0, %37 ], [ %47, %49 ]
  %54 = add i32 %53, %52
  br label %55

55:                                               ; preds = %51, %40
  %56 = phi i32 [ %41, %40 ], [ %54, %51 ]
  %57 = add i32 %56, -1
  %58 = getelementptr inbounds [104 x ptr], ptr %19, i32 0, i32 %57
  %59 = load ptr, ptr %58, align 4
  %60 = icmp eq ptr %59, null
  br i1 %60, label %64, label %61

61:                                               ; preds = %55
  %62 = getelementptr inbounds %struct.node, ptr %59, i32 0, i32 5
  %63 = load ptr, ptr %62, align 4
  store ptr %63, ptr %58, align 4
  br label %90

64:                                               ; preds = %55
  %65 = icmp ult i32 %57, 4
  %66 = shl i32 %57, 6
  br i1 %65, label %67, label %70

67:                                               ; preds = %64
  %68 = add nuw nsw i32 %66, 64
  %69 = zext nneg i32 %68 to i64
  br label %78

70:                                               ; preds = %64
  %71 = and i32 %66, 192
  %72 = add nuw nsw i32 %71, 320
  %73 = zext nneg i32 %72 to i64
  %74 = lshr i32 %57, 2
  %75 = add nsw i32 %74, -1
  %76 = zext nneg i32 %75 to i64
  %77 = shl i64 %73, %76
  br label %78

78:                                               ; preds = %70, %67
  %79 = phi i64 [ %69, %67 ], [ %77, %70 ]
  %80 = getelementptr inbounds %struct.heap, ptr %19, i32 0, i32 2
  %81 = load ptr, ptr %80, align 4
  %82 = ptrtoint ptr %81 to i32
  %83 = sub i32 %27, %82
  %84 = sext i32 %83 to i64
  %85 = icmp ugt i64 %79, %84
  br i1 %85, label %177, label %86

86:                                               ; preds = %78
  %87 = trunc i64 %79 to i32
  %88 = getelementptr inbounds i8, ptr %81, i32 %87
  store ptr %88, ptr %80, align 4
  store i64 1, ptr %81, align 8
  %89 = getelementptr inbounds %struct.node, ptr %81, i32 0, i32 2
  store i32 %57, ptr %89, align 4
  br label %90

90:                                               ; preds = %86, %61
  %91 = phi ptr [ %59, %61 ], [ %81, %86 ]
  %92 = getelementptr inbounds %struct.node, ptr %91, i32 0, i32 1
  store i32 1, ptr %92, align 8
  %93 = getelementptr inbounds %struct.node, ptr %91, i32 0, i32 3
  store i64 %17, ptr %93, align 8
  %94 = getelementptr inbounds %struct.node, ptr %91, i32 0, i32 4
  store ptr %2, ptr %94, align 8
  %95 = getelementptr inbounds %struct.node, ptr %91, i32 0, i32 6
  store i64 0, ptr %95, align 8
  %96 = getelementptr inbounds i8, ptr %91, i32 48
  %97 = trunc i64 %17 to i32
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %96, i8 0, i32 %97, i1 false)
  br label %173

98:                                               ; preds = %12
  br i1 %20, label %177, label %99

99:                                               ; preds = %98
  %100 = getelementptr inbounds %struct.heap, ptr %19, i32 0, i32 3
  %101 = load ptr, ptr %100, align 4
  %102 = getelementptr inbounds %struct.heap, ptr %19, i32 0, i32 1
  %103 = load ptr, ptr %102, align 4
  %104 = ptrtoint ptr %101 to i32
  %105 = ptrtoint ptr %103 to i32
  %106 = sub i32 %104, %105
  %107 = sext i32 %106 to i64
  %108 = icmp ugt i64 %17, %107
  br i1 %108, label %177, label %109

109:                                              ; preds = %99
  %110 = add i64 %17, 47
  %111 = lshr i64 %110, 6
  %112 = add nuw nsw i64 %111, 1
  %113 = icmp ult i64 %110, 256
  br i1 %113, label %117, label %114

114:                                              ; preds = %109
  %115 = icmp ugt i64 %110, 511
  %116 = trunc i64 %112 to i32
  br i1 %115, label %119, label %128

117:                                              ; preds = %109
  %118 = trunc i64 %112 to i32
  br label %132

119:                                              ; preds = %114, %119
  %120 = phi i32 [ %124, %119 ], [ 0, %114 ]
  %121 = phi i64 [ %123, %119 ], [ %112, %114 ]
  %122 = add nuw nsw i64 %121, 1
  %123 = lshr i64 %122, 1
  %124 = add i32 %120, 4
  %125 = icmp ugt i64 %121, 16
  br i1 %125, label %119, label %126

126:                                              ; preds = %119
  %127 = trunc i64 %123 to i32
  br label %128

128:                                              ; preds = %126, %114
  %129 = phi i32 [ %116, %114 ], [ %127, %126 ]
  %130 = phi i32 [ 0, %114 ], [ %124, %126 ]
  %131 = add i32 %130, %129
  br label %132

132:                                              ; preds = %128, %117
  %133 = phi i32 [ %118, %117 ], [ %131, %128 ]
  %134 = add i32 %133, -1
  %135 = getelementptr inbounds [104 x ptr], ptr %19, i32 0, i32 %134
  %136 = load ptr, ptr %135, align 4
  %137 = icmp eq ptr %136, null
  br i1 %137, label %141, label %138

138:                                              ; preds = %132
  %139 = getelementptr inbounds %struct.node, ptr %136, i32 0, i32 5
  %140 = load ptr, ptr %139, align 4
  store ptr %140, ptr %135, align 4
  br label %167

141:                                              ; preds = %132
  %142 = icmp ult i32 %134, 4
  %143 = shl i32 %134, 6
  br i1 %142, label %144, label %147

144:                                              ; preds = %141
  %145 = add nuw nsw i32 %143, 64
  %146 = zext nneg i32 %145 to i64
  br label %155

147:                                              ; preds = %141
  %148 = and i32 %143, 192
  %149 = add nuw nsw i32 %148, 320
  %150 = zext nneg i32 %149 to i64
  %151 = lshr i32 %134, 2
  %152 = add nsw i32 %151, -1
  %153 = zext nneg i32 %152 to i64
  %154 = shl i64 %150, %153
  br label %155

155:                                              ; preds = %147, %144
  %156 = phi i64 [ %146, %144 ], [ %154, %147 ]
  %157 = getelementptr inbounds %struct.heap, ptr %19, i32 0, i32 2
  %158 = load ptr, ptr %157, align 4
  %159 = ptrtoint ptr %158 to i32
  %160 = sub i32 %104, %159
  %161 = sext i32 %160 to i64
  %162 = icmp ugt i64 %156, %161
  br i1 %162, label %177, label %163

163:                                              ; preds = %155
  %164 = trunc i64 %156 to i32
  %165 = getelementptr inbounds i8, ptr %158, i32 %164
  store ptr %165, ptr %157, align 4
  store i64 1, ptr %158, align 8
  %166 = getelementptr inbounds %struct.node, ptr %158, i32 0, i32 2
  store i32 %134, ptr %166, align 4
  br label %167

167:                                              ; preds = %163, %138
  %168 = phi ptr [ %136, %138 ], [ %158, %163 ]
  %169 = getelementptr inbounds %struct.node, ptr %168, i32 0, i32 1
  store i32 1, ptr %169, align 8
  %170 = getelementptr inbounds %struct.node, ptr %168, i32 0, i32 3
  store i64 %17, ptr %170, align 8
  %171 = getelementptr inbounds %struct.node, ptr %168, i32 0, i32 4
  store ptr %2, ptr %171, align 8
  %172 = getelementptr inbounds %struct.node, ptr %168, i32 0, i32 6
  store i64 0, ptr %172, align 8
  br label %173

173:                                              ; preds = %90, %167
  %174 = phi ptr [ %91, %90 ], [ %168, %167 ]
  %175 = load ptr, ptr %13, align 4
  %176 = getelementptr inbounds i8, ptr %174, i32 48
  store ptr %175, ptr %176, align 4
  store ptr %174, ptr %13, align 4
  br label %177

177:                                              ; preds = %155, %98, %99, %78, %21, %22, %3, %173, %7
  %178 = phi ptr [ null, %7 ], [ %176, %173 ], [ null, %3 ], [ null, %22 ], [ null, %21 ], [ null, %78 ], [ null, %99 ], [ null, %98 ], [ null, %155 ]
  ret ptr %178
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
define dso_local ptr @dlvm_record(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = load i64, ptr %2, align 8
  %5 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %6 = load ptr, ptr %5, align 8
  %7 = icmp eq ptr %6, null
  br i1 %7, label %76, label %8

8:                                                ; preds = %3
  %9 = getelementptr inbounds %struct.heap, ptr %6, i32 0, i32 3
  %10 = load ptr, ptr %9, align 4
  %11 = getelementptr inbounds %struct.heap, ptr %6, i32 0, i32 1
  %12 = load ptr, ptr %11, align 4
  %13 = ptrtoint ptr %10 to i32
  %14 = ptrtoint ptr %12 to i32
  %15 = sub i32 %13, %14
  %16 = sext i32 %15 to i64
  %17 = icmp ugt i64 %4, %16
  br i1 %17, label %76, label %18

18:                                               ; preds = %8
  %19 = add i64 %4, 47
  %20 = lshr i64 %19, 6
  %21 = add nuw nsw i64 %20, 1
  %22 = icmp ult i64 %19, 256
  br i1 %22, label %26, label %23

23:                                               ; preds = %18
  %24 = icmp ugt i64 %19, 511
  %25 = trunc i64 %21 to i32
  br i1 %24, label %28, label %37

26:                                               ; preds = %18
  %27 = trunc i64 %21 to i32
  br label %41

28:                                               ; preds = %23, %28
  %29 = phi i32 [ %33, %28 ], [ 0, %23 ]
  %30 = phi i64 [ %32, %28 ], [ %21, %23 ]
  %31 = add nuw nsw i64 %30, 1
  %32 = lshr i64 %31, 1
  %33 = add i32 %29, 4
  %34 = icmp ugt i64 %30, 16
  br i1 %34, label %28, label %35

35:                                               ; preds = %28
  %36 = trunc i64 %32 to i32
  br label %37

37:                                               ; preds = %35, %23
  %38 = phi i32 [ %25, %23 ], [ %36, %35 ]
  %39 = phi i32 [ 0, %23 ], [ %33, %35 ]
  %40 = add i32 %39, %38
  br label %41

41:                                               ; preds = %37, %26
  %42 = phi i32 [ %27, %26 ], [ %40, %37 ]
  %43 = add i32 %42, -1
  %44 = getelementptr inbounds [104 x ptr], ptr %6, i32 0, i32 %43
  %45 = load ptr, ptr %44, align 4
  %46 = icmp eq ptr %45, null
  br i1 %46, label %50, label %47

47:                                               ; preds = %41
  %48 = getelementptr inbounds %struct.node, ptr %45, i32 0, i32 5
  %49 = load ptr, ptr %48, align 4
  store ptr %49, ptr %44, align 4
  br label %77

50:                                               ; preds = %41
  %51 = icmp ult i32 %43, 4
  %52 = shl i32 %43, 6
  br i1 %51, label %53, label %56

53:                                               ; preds = %50
  %54 = add nuw nsw i32 %52, 64
  %55 = zext nneg i32 %54 to i64
  br label %64

56:                                               ; preds = %50
  %57 = and i32 %52, 192
  %58 = add nuw nsw i32 %57, 320
  %59 = zext nneg i32 %58 to i64
  %60 = lshr i32 %43, 2
  %61 = add nsw i32 %60, -1
  %62 = zext nneg i32 %61 to i64
  %63 = shl i64 %59, %62
  br label %64

64:                                               ; preds = %56, %53
  %65 = phi i64 [ %55, %53 ], [ %63, %56 ]
  %66 = getelementptr inbounds %struct.heap, ptr %6, i32 0, i32 2
  %67 = load ptr, ptr %66, align 4
  %68 = ptrtoint ptr %67 to i32
  %69 = sub i32 %13, %68
  %70 = sext i32 %69 to i64
  %71 = icmp ugt i64 %65, %70
  br i1 %71, label %76, label %72

72:                                               ; preds = %64
  %73 = trunc i64 %65 to i32
  %74 = getelementptr inbounds i8, ptr %67, i32 %73
  store ptr %74, ptr %66, align 4
  store i64 1, ptr %67, align 8
  %75 = getelementptr inbounds %struct.node, ptr %67, i32 0, i32 2
  store i32 %43, ptr %75, align 4
  br label %77

76:                                               ; preds = %8, %3, %64
  store ptr null, ptr %1, align 4
  br label %84

77:                                               ; preds = %72, %47
  %78 = phi ptr [ %45, %47 ], [ %67, %72 ]
  %79 = getelementptr inbounds %struct.node, ptr %78, i32 0, i32 1
  store i32 1, ptr %79, align 8
  %80 = getelementptr inbounds %struct.node, ptr %78, i32 0, i32 3
  store i64 %4, ptr %80, align 8
  %81 = getelementptr inbounds %struct.node, ptr %78, i32 0, i32 4
  store ptr %2, ptr %81, align 8
  %82 = getelementptr inbounds %struct.node, ptr %78, i32 0, i32 6
  store i64 0, ptr %82, align 8
  store ptr %78, ptr %1, align 4
  %83 = getelementptr inbounds i8, ptr %78, i32 48
  br label %84

84:                                               ; preds = %76, %77
  %85 = phi ptr [ %83, %77 ], [ null, %76 ]
  ret ptr %85
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_append(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #5 {
  %3 = getelementptr inbounds %struct.reference, ptr %0, i32 0, i32 1
  %4 = load ptr, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %4, i32 48
  %6 = load ptr, ptr %1, align 4
  %7 = load ptr, ptr %5, align 4
  %8 = getelementptr inbounds i8, ptr %6, i32 48
  store ptr %7, ptr %8, align 4
  store ptr %6, ptr %5, align 4
  store ptr null, ptr %1, align 4
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_take(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.reference, ptr %1, i32 0, i32 1
  %5 = load ptr, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %5, i32 48
  %7 = load ptr, ptr %6, align 4
  %8 = load ptr, ptr %2, align 4
  %9 = getelementptr inbounds i8, ptr %7, i32 48
  %10 = load ptr, ptr %9, align 4
  store ptr %10, ptr %6, align 4
  store ptr %7, ptr %2, align 4
  %11 = icmp eq ptr %8, null
  br i1 %11, label %81, label %12

12:                                               ; preds = %3
  %13 = getelementptr inbounds %struct.node, ptr %8, i32 0, i32 1
  %14 = load i32, ptr %13, align 8
  %15 = add i32 %14, -1
  store i32 %15, ptr %13, align 8
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %81

17:                                               ; preds = %12
  %18 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds %struct.node, ptr %8, i32 0, i32 5
  store ptr null, ptr %20, align 4
  br label %21

21:                                               ; preds = %72, %17
  %22 = phi ptr [ %73, %72 ], [ %8, %17 ]
  %23 = getelementptr inbounds %struct.node, ptr %22, i32 0, i32 5
  %24 = load ptr, ptr %23, align 4
  %25 = getelementptr inbounds %struct.node, ptr %22, i32 0, i32 4
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %72, label %28

28:                                               ; preds = %21
  %29 = getelementptr inbounds %struct.kind, ptr %26, i32 0, i32 2
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %72, label %32

32:                                               ; preds = %28
  %33 = getelementptr inbounds %struct.node, ptr %22, i32 0, i32 3
  %34 = load i64, ptr %33, align 8
  %35 = trunc i64 %34 to i32
  %36 = add nsw i32 %35, 48
  %37 = getelementptr inbounds i8, ptr %22, i32 %36
  %38 = icmp sgt i32 %35, 0
  br i1 %38, label %39, label %72

39:                                               ; preds = %32
  %40 = getelementptr inbounds i8, ptr %22, i32 48
  %41 = icmp sgt i64 %30, 0
  %42 = load i64, ptr %26, align 8
  %43 = trunc i64 %42 to i32
  br label %44

44:                                               ; preds = %47, %39
  %45 = phi ptr [ %40, %39 ], [ %49, %47 ]
  %46 = phi ptr [ %24, %39 ], [ %48, %47 ]
  br i1 %41, label %51, label %47

47:                                               ; preds = %68, %44
  %48 = phi ptr [ %46, %44 ], [ %69, %68 ]
  %49 = getelementptr inbounds i8, ptr %45, i32 %43
  %50 = icmp ult ptr %49, %37
  br i1 %50, label %44, label %72

51:                                               ; preds = %44, %68
  %52 = phi i64 [ %70, %68 ], [ 0, %44 ]
  %53 = phi ptr [ %69, %68 ], [ %46, %44 ]
  %54 = trunc i64 %52 to i32
  %55 = getelementptr inbounds %struct.kind, ptr %26, i32 0, i32 3, i32 %54
  %56 = load i64, ptr %55, align 8
  %57 = trunc i64 %56 to i32
  %58 = getelementptr inbounds i8, ptr %45, i32 %57
  %59 = load ptr, ptr %58, align 4
  %60 = icmp eq ptr %59, null
  br i1 %60, label %68, label %61

61:                                               ; preds = %51
  %62 = getelementptr inbounds %struct.node, ptr %59, i32 0, i32 1
  %63 = load i32, ptr %62, align 8
  %64 = add i32 %63, -1
  store i32 %64, ptr %62, align 8
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %66, label %68

66:                                               ; preds = %61
  %67 = getelementptr inbounds %struct.node, ptr %59, i32 0, i32 5
  store ptr %53, ptr %67, align 4
  br label %68

68:                                               ; preds = %66, %61, %51
  %69 = phi ptr [ %53, %61 ], [ %59, %66 ], [ %53, %51 ]
  %70 = add nuw nsw i64 %52, 1
  %71 = icmp slt i64 %70, %30
  br i1 %71, label %51, label %47

72:                                               ; preds = %47, %32, %28, %21
  %73 = phi ptr [ %24, %28 ], [ %24, %21 ], [ %24, %32 ], [ %48, %47 ]
  %74 = load i64, ptr %22, align 8
  %75 = add i64 %74, 1
  store i64 %75, ptr %22, align 8
  %76 = getelementptr inbounds %struct.node, ptr %22, i32 0, i32 2
  %77 = load i32, ptr %76, align 4
  %78 = getelementptr inbounds [104 x ptr], ptr %19, i32 0, i32 %77
  %79 = load ptr, ptr %78, align 4
  store ptr %79, ptr %23, align 4
  store ptr %22, ptr %78, align 4
  %80 = icmp eq ptr %73, null
  br i1 %80, label %81, label %21

81:                                               ; preds = %72, %3, %12
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
  br i1 %16, label %17, label %160

17:                                               ; preds = %11
  %18 = icmp slt i64 %7, 25
  %19 = select i1 %18, i64 1, i64 2
  %20 = shl i64 %7, %19
  %21 = tail call noundef i64 @llvm.smin.i64(i64 %5, i64 %20)
  %22 = add nsw i64 %21, 8
  %23 = add i64 %21, -49
  %24 = icmp ult i64 %23, 2000
  br i1 %24, label %25, label %35

25:                                               ; preds = %17, %25
  %26 = phi i64 [ %28, %25 ], [ 8, %17 ]
  %27 = icmp slt i64 %26, %21
  %28 = shl nsw i64 %26, 1
  br i1 %27, label %25, label %29

29:                                               ; preds = %25
  %30 = icmp slt i64 %26, %5
  %31 = add nsw i64 %26, -8
  %32 = select i1 %30, i64 %31, i64 %21
  %33 = add nuw nsw i64 %32, 8
  %34 = tail call i64 @llvm.smax.i64(i64 %26, i64 %33)
  br label %35

35:                                               ; preds = %29, %17
  %36 = phi i64 [ %34, %29 ], [ %22, %17 ]
  %37 = phi i64 [ %32, %29 ], [ %21, %17 ]
  %38 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 2
  %39 = load i64, ptr %38, align 8
  %40 = tail call noundef i64 @llvm.smin.i64(i64 %13, i64 %39)
  %41 = shl nsw i64 %36, 5
  %42 = mul nsw i64 %40, %41
  %43 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 4
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %44, null
  br i1 %45, label %160, label %46

46:                                               ; preds = %35
  %47 = getelementptr inbounds %struct.heap, ptr %44, i32 0, i32 3
  %48 = load ptr, ptr %47, align 4
  %49 = getelementptr inbounds %struct.heap, ptr %44, i32 0, i32 1
  %50 = load ptr, ptr %49, align 4
  %51 = ptrtoint ptr %48 to i32
  %52 = ptrtoint ptr %50 to i32
  %53 = sub i32 %51, %52
  %54 = sext i32 %53 to i64
  %55 = icmp ugt i64 %42, %54
  br i1 %55, label %160, label %56

56:                                               ; preds = %46
  %57 = add i64 %42, 47
  %58 = lshr i64 %57, 6
  %59 = add nuw nsw i64 %58, 1
  %60 = icmp ult i64 %57, 256
  br i1 %60, label %64, label %61

61:                                               ; preds = %56
  %62 = icmp ugt i64 %57, 511
  %63 = trunc i64 %59 to i32
  br i1 %62, label %66, label %75

64:                                               ; preds = %56
  %65 = trunc i64 %59 to i32
  br label %79

66:                                               ; preds = %61, %66
  %67 = phi i32 [ %71, %66 ], [ 0, %61 ]
  %68 = phi i64 [ %70, %66 ], [ %59, %61 ]
  %69 = add nuw nsw i64 %68, 1
  %70 = lshr i64 %69, 1
  %71 = add i32 %67, 4
  %72 = icmp ugt i64 %68, 16
  br i1 %72, label %66, label %73

73:                                               ; preds = %66
  %74 = trunc i64 %70 to i32
  br label %75

75:                                               ; preds = %73, %61
  %76 = phi i32 [ %63, %61 ], [ %74, %73 ]
  %77 = phi i32 [ 0, %61 ], [ %71, %73 ]
  %78 = add i32 %77, %76
  br label %79

79:                                               ; preds = %75, %64
  %80 = phi i32 [ %65, %64 ], [ %78, %75 ]
  %81 = add i32 %80, -1
  %82 = getelementptr inbounds [104 x ptr], ptr %44, i32 0, i32 %81
  %83 = load ptr, ptr %82, align 4
  %84 = icmp eq ptr %83, null
  br i1 %84, label %88, label %85

85:                                               ; preds = %79
  %86 = getelementptr inbounds %struct.node, ptr %83, i32 0, i32 5
  %87 = load ptr, ptr %86, align 4
  store ptr %87, ptr %82, align 4
  br label %114

88:                                               ; preds = %79
  %89 = icmp ult i32 %81, 4
  %90 = shl i32 %81, 6
  br i1 %89, label %91, label %94

91:                                               ; preds = %88
  %92 = add nuw nsw i32 %90, 64
  %93 = zext nneg i32 %92 to i64
  br label %102

94:                                               ; preds = %88
  %95 = and i32 %90, 192
  %96 = add nuw nsw i32 %95, 320
  %97 = zext nneg i32 %96 to i64
  %98 = lshr i32 %81, 2
  %99 = add nsw i32 %98, -1
  %100 = zext nneg i32 %99 to i64
  %101 = shl i64 %97, %100
  br label %102

102:                                              ; preds = %94, %91
  %103 = phi i64 [ %93, %91 ], [ %101, %94 ]
  %104 = getelementptr inbounds %struct.heap, ptr %44, i32 0, i32 2
  %105 = load ptr, ptr %104, align 4
  %106 = ptrtoint ptr %105 to i32
  %107 = sub i32 %51, %106
  %108 = sext i32 %107 to i64
  %109 = icmp ugt i64 %103, %108
  br i1 %109, label %160, label %110

110:                                              ; preds = %102
  %111 = trunc i64 %103 to i32
  %112 = getelementptr inbounds i8, ptr %105, i32 %111
  store ptr %112, ptr %104, align 4
  store i64 1, ptr %105, align 8
  %113 = getelementptr inbounds %struct.node, ptr %105, i32 0, i32 2
  store i32 %81, ptr %113, align 4
  br label %114

114:                                              ; preds = %110, %85
  %115 = phi ptr [ %83, %85 ], [ %105, %110 ]
  %116 = getelementptr inbounds %struct.node, ptr %115, i32 0, i32 1
  store i32 1, ptr %116, align 8
  %117 = getelementptr inbounds %struct.node, ptr %115, i32 0, i32 3
  store i64 %42, ptr %117, align 8
  %118 = getelementptr inbounds %struct.node, ptr %115, i32 0, i32 4
  store ptr null, ptr %118, align 8
  %119 = getelementptr inbounds %struct.node, ptr %115, i32 0, i32 6
  store i64 0, ptr %119, align 8
  %120 = getelementptr inbounds i8, ptr %115, i32 48
  %121 = shl nsw i64 %8, 1
  %122 = mul nsw i64 %121, %37
  %123 = add nsw i64 %122, %5
  %124 = mul nsw i64 %123, %13
  call void @llvm.lifetime.start.p0(i64 112, ptr nonnull %12) #13
  store ptr %1, ptr %12, align 8
  %125 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 1
  store ptr %2, ptr %125, align 4
  %126 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 2
  store ptr %3, ptr %126, align 8
  %127 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 3
  store i64 %4, ptr %127, align 8
  %128 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 4
  store i64 %5, ptr %128, align 8
  %129 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 5
  store i64 %6, ptr %129, align 8
  %130 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 6
  store i64 %7, ptr %130, align 8
  %131 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 7
  store i64 %8, ptr %131, align 8
  %132 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 8
  store i64 %9, ptr %132, align 8
  %133 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 9
  store i64 %10, ptr %133, align 8
  %134 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 10
  store ptr %120, ptr %134, align 8
  %135 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 11
  store i64 %37, ptr %135, align 8
  %136 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 12
  store i64 %36, ptr %136, align 8
  %137 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 13
  store i64 %40, ptr %137, align 8
  %138 = getelementptr inbounds %struct.work, ptr %12, i32 0, i32 14
  store ptr %0, ptr %138, align 8
  %139 = getelementptr inbounds %struct.context, ptr %0, i32 0, i32 8
  %140 = load ptr, ptr %139, align 8
  %141 = icmp ne ptr %140, null
  %142 = icmp sgt i64 %40, 1
  %143 = and i1 %142, %141
  %144 = icmp sgt i64 %124, 10000
  %145 = and i1 %144, %143
  br i1 %145, label %146, label %150

146:                                              ; preds = %114
  %147 = load ptr, ptr %140, align 4
  %148 = getelementptr inbounds %struct.threads, ptr %140, i32 0, i32 1
  %149 = load ptr, ptr %148, align 4
  call void %147(ptr noundef %149, i64 noundef %40, ptr noundef nonnull @sort_lines, ptr noundef nonnull %12) #14
  br label %151

150:                                              ; preds = %114
  call void @sort_lines(ptr noundef nonnull %12, i64 noundef 0, i64 noundef %40) #14
  br label %151

151:                                              ; preds = %146, %150
  %152 = load ptr, ptr %43, align 8
  %153 = load i64, ptr %115, align 8
  %154 = add i64 %153, 1
  store i64 %154, ptr %115, align 8
  %155 = getelementptr inbounds i8, ptr %115, i32 12
  %156 = load i32, ptr %155, align 4
  %157 = getelementptr inbounds [104 x ptr], ptr %152, i32 0, i32 %156
  %158 = load ptr, ptr %157, align 4
  %159 = getelementptr inbounds i8, ptr %115, i32 28
  store ptr %158, ptr %159, align 4
  store ptr %115, ptr %157, align 4
  call void @llvm.lifetime.end.p0(i64 112, ptr nonnull %12) #13
  br label %160

160:                                              ; preds = %102, %35, %46, %151, %11
  %161 = phi i32 [ 0, %11 ], [ 0, %151 ], [ 1, %46 ], [ 1, %35 ], [ 1, %102 ]
  ret i32 %161
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
  tail call void %14(ptr noundef %16, i64 noundef %3, ptr noundef %1, ptr noundef %2) #14
  br label %18

17:                                               ; preds = %5
  tail call void %1(ptr noundef %2, i64 noundef 0, i64 noundef %3) #14
  br label %18

18:                                               ; preds = %17, %13
  ret i32 0
}

; Function Attrs: nounwind
define internal void @sort_lines(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) #8 {
  %4 = alloca [32 x i64], align 8
  %5 = icmp slt i64 %1, %2
  br i1 %5, label %6, label %263

6:                                                ; preds = %3
  %7 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 10
  %8 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 12
  %9 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 3
  %10 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 5
  %11 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 13
  %12 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 4
  %13 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 7
  %14 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 6
  %15 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 14
  %16 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 11
  %17 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 1
  %18 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 2
  %19 = load i64, ptr %11, align 8
  br label %23

20:                                               ; preds = %257, %23
  %21 = phi i64 [ %24, %23 ], [ %260, %257 ]
  %22 = icmp slt i64 %38, %2
  br i1 %22, label %23, label %263

23:                                               ; preds = %6, %20
  %24 = phi i64 [ %19, %6 ], [ %21, %20 ]
  %25 = phi i64 [ %1, %6 ], [ %38, %20 ]
  %26 = load ptr, ptr %7, align 8
  %27 = load i64, ptr %8, align 8
  %28 = shl i64 %25, 1
  %29 = mul i64 %28, %27
  %30 = trunc i64 %29 to i32
  %31 = getelementptr inbounds %struct.item, ptr %26, i32 %30
  %32 = load i64, ptr %9, align 8
  %33 = load i64, ptr %10, align 8
  %34 = mul nsw i64 %33, %32
  %35 = mul nsw i64 %34, %25
  %36 = sdiv i64 %35, %24
  %37 = freeze i64 %36
  %38 = add nsw i64 %25, 1
  %39 = mul nsw i64 %34, %38
  %40 = sdiv i64 %39, %24
  %41 = icmp slt i64 %37, %40
  br i1 %41, label %42, label %20

42:                                               ; preds = %23
  %43 = load i64, ptr %14, align 8
  br label %44

44:                                               ; preds = %42, %257
  %45 = phi i64 [ %258, %257 ], [ %43, %42 ]
  %46 = phi i64 [ %259, %257 ], [ %37, %42 ]
  %47 = load i64, ptr %10, align 8
  %48 = srem i64 %46, %47
  %49 = load ptr, ptr %0, align 8
  %50 = load i64, ptr %12, align 8
  %51 = srem i64 %46, %47
  %52 = sub i64 %46, %51
  %53 = mul i64 %52, %50
  %54 = add nsw i64 %53, %48
  %55 = load i64, ptr %13, align 8
  %56 = mul nsw i64 %54, %55
  %57 = trunc i64 %56 to i32
  %58 = getelementptr inbounds i8, ptr %49, i32 %57
  %59 = load i64, ptr %8, align 8
  %60 = trunc i64 %59 to i32
  %61 = getelementptr inbounds %struct.item, ptr %31, i32 %60
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %4) #13
  %62 = icmp sgt i64 %50, 0
  br i1 %62, label %63, label %211

63:                                               ; preds = %44, %201
  %64 = phi ptr [ %206, %201 ], [ %31, %44 ]
  %65 = phi ptr [ %205, %201 ], [ %61, %44 ]
  %66 = phi i64 [ %204, %201 ], [ 0, %44 ]
  %67 = phi i64 [ %207, %201 ], [ 0, %44 ]
  %68 = phi i64 [ %203, %201 ], [ 1, %44 ]
  %69 = phi i64 [ %202, %201 ], [ 0, %44 ]
  %70 = and i64 %67, 262136
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %72, label %81

72:                                               ; preds = %63
  %73 = load ptr, ptr %15, align 8
  %74 = getelementptr inbounds %struct.context, ptr %73, i32 0, i32 12
  %75 = load ptr, ptr %74, align 8
  %76 = load volatile i32, ptr %75, align 4
  %77 = icmp eq i32 %76, 0
  br i1 %77, label %81, label %78

78:                                               ; preds = %72
  %79 = tail call i32 @dlvm_poll(ptr noundef nonnull %73) #14
  %80 = icmp eq i32 %79, 0
  br i1 %80, label %81, label %210

81:                                               ; preds = %78, %72, %63
  %82 = trunc i64 %67 to i32
  %83 = and i32 %82, 24
  %84 = getelementptr inbounds i64, ptr %4, i32 %83
  %85 = icmp eq i32 %83, 0
  br i1 %85, label %86, label %87

86:                                               ; preds = %81
  call fastcc void @read_keys(ptr noundef nonnull %4, ptr noundef nonnull %0, ptr noundef %58, i64 noundef %67) #15
  br label %87

87:                                               ; preds = %86, %81
  %88 = icmp eq i64 %68, 0
  br i1 %88, label %91, label %89

89:                                               ; preds = %87
  %90 = load i64, ptr %84, align 8
  br label %99

91:                                               ; preds = %87
  %92 = load <8 x i64>, ptr %84, align 8
  %93 = insertelement <8 x i64> poison, i64 %66, i64 0
  %94 = shufflevector <8 x i64> %93, <8 x i64> poison, <8 x i32> zeroinitializer
  %95 = icmp ult <8 x i64> %92, %94
  %96 = bitcast <8 x i1> %95 to i8
  %97 = icmp eq i8 %96, 0
  %98 = extractelement <8 x i64> %92, i64 0
  br i1 %97, label %201, label %99

99:                                               ; preds = %91, %89
  %100 = phi i64 [ %90, %89 ], [ %98, %91 ]
  %101 = trunc i64 %69 to i32
  %102 = getelementptr inbounds %struct.item, ptr %64, i32 %101
  store i64 %100, ptr %102, align 8
  %103 = getelementptr inbounds i8, ptr %102, i32 8
  store i64 %67, ptr %103, align 8
  %104 = load i64, ptr %84, align 8
  %105 = icmp ult i64 %104, %66
  %106 = zext i1 %105 to i64
  %107 = or i64 %68, %106
  %108 = add nsw i64 %107, %69
  %109 = trunc i64 %108 to i32
  %110 = getelementptr inbounds %struct.item, ptr %64, i32 %109
  %111 = getelementptr inbounds i64, ptr %84, i32 1
  %112 = load i64, ptr %111, align 8
  %113 = or disjoint i64 %67, 1
  store i64 %112, ptr %110, align 8
  %114 = getelementptr inbounds i8, ptr %110, i32 8
  store i64 %113, ptr %114, align 8
  %115 = load i64, ptr %111, align 8
  %116 = icmp ult i64 %115, %66
  %117 = zext i1 %116 to i64
  %118 = or i64 %68, %117
  %119 = add nsw i64 %118, %108
  %120 = trunc i64 %119 to i32
  %121 = getelementptr inbounds %struct.item, ptr %64, i32 %120
  %122 = getelementptr inbounds i64, ptr %84, i32 2
  %123 = load i64, ptr %122, align 8
  %124 = or disjoint i64 %67, 2
  store i64 %123, ptr %121, align 8
  %125 = getelementptr inbounds i8, ptr %121, i32 8
  store i64 %124, ptr %125, align 8
  %126 = load i64, ptr %122, align 8
  %127 = icmp ult i64 %126, %66
  %128 = zext i1 %127 to i64
  %129 = or i64 %68, %128
  %130 = add nsw i64 %129, %119
  %131 = trunc i64 %130 to i32
  %132 = getelementptr inbounds %struct.item, ptr %64, i32 %131
  %133 = getelementptr inbounds i64, ptr %84, i32 3
  %134 = load i64, ptr %133, align 8
  %135 = or disjoint i64 %67, 3
  store i64 %134, ptr %132, align 8
  %136 = getelementptr inbounds i8, ptr %132, i32 8
  store i64 %135, ptr %136, align 8
  %137 = load i64, ptr %133, align 8
  %138 = icmp ult i64 %137, %66
  %139 = zext i1 %138 to i64
  %140 = or i64 %68, %139
  %141 = add nsw i64 %140, %130
  %142 = trunc i64 %141 to i32
  %143 = getelementptr inbounds %struct.item, ptr %64, i32 %142
  %144 = getelementptr inbounds i64, ptr %84, i32 4
  %145 = load i64, ptr %144, align 8
  %146 = or disjoint i64 %67, 4
  store i64 %145, ptr %143, align 8
  %147 = getelementptr inbounds i8, ptr %143, i32 8
  store i64 %146, ptr %147, align 8
  %148 = load i64, ptr %144, align 8
  %149 = icmp ult i64 %148, %66
  %150 = zext i1 %149 to i64
  %151 = or i64 %68, %150
  %152 = add nsw i64 %151, %141
  %153 = trunc i64 %152 to i32
  %154 = getelementptr inbounds %struct.item, ptr %64, i32 %153
  %155 = getelementptr inbounds i64, ptr %84, i32 5
  %156 = load i64, ptr %155, align 8
  %157 = or disjoint i64 %67, 5
  store i64 %156, ptr %154, align 8
  %158 = getelementptr inbounds i8, ptr %154, i32 8
  store i64 %157, ptr %158, align 8
  %159 = load i64, ptr %155, align 8
  %160 = icmp ult i64 %159, %66
  %161 = zext i1 %160 to i64
  %162 = or i64 %68, %161
  %163 = add nsw i64 %162, %152
  %164 = trunc i64 %163 to i32
  %165 = getelementptr inbounds %struct.item, ptr %64, i32 %164
  %166 = getelementptr inbounds i64, ptr %84, i32 6
  %167 = load i64, ptr %166, align 8
  %168 = or disjoint i64 %67, 6
  store i64 %167, ptr %165, align 8
  %169 = getelementptr inbounds i8, ptr %165, i32 8
  store i64 %168, ptr %169, align 8
  %170 = load i64, ptr %166, align 8
  %171 = icmp ult i64 %170, %66
  %172 = zext i1 %171 to i64
  %173 = or i64 %68, %172
  %174 = add nsw i64 %173, %163
  %175 = trunc i64 %174 to i32
  %176 = getelementptr inbounds %struct.item, ptr %64, i32 %175
  %177 = getelementptr inbounds i64, ptr %84, i32 7
  %178 = load i64, ptr %177, align 8
  %179 = or disjoint i64 %67, 7
  store i64 %178, ptr %176, align 8
  %180 = getelementptr inbounds i8, ptr %176, i32 8
  store i64 %179, ptr %180, align 8
  %181 = load i64, ptr %177, align 8
  %182 = icmp ult i64 %181, %66
  %183 = zext i1 %182 to i64
  %184 = or i64 %68, %183
  %185 = add nsw i64 %184, %174
  %186 = load i64, ptr %12, align 8
  %187 = tail call noundef i64 @llvm.smin.i64(i64 %185, i64 %186)
  %188 = load i64, ptr %16, align 8
  %189 = icmp sgt i64 %187, %188
  br i1 %189, label %190, label %201

190:                                              ; preds = %99
  %191 = tail call fastcc ptr @sort_items(ptr noundef nonnull %0, ptr noundef nonnull %64, ptr noundef %65, i64 noundef %187) #15
  %192 = icmp eq ptr %191, null
  br i1 %192, label %210, label %193

193:                                              ; preds = %190
  %194 = icmp eq ptr %191, %64
  %195 = select i1 %194, ptr %65, ptr %64
  %196 = load i64, ptr %14, align 8
  %197 = trunc i64 %196 to i32
  %198 = getelementptr %struct.item, ptr %191, i32 %197
  %199 = getelementptr %struct.item, ptr %198, i32 -1
  %200 = load i64, ptr %199, align 8
  br label %201

201:                                              ; preds = %193, %99, %91
  %202 = phi i64 [ %196, %193 ], [ %187, %99 ], [ %69, %91 ]
  %203 = phi i64 [ 0, %193 ], [ %68, %99 ], [ 0, %91 ]
  %204 = phi i64 [ %200, %193 ], [ %66, %99 ], [ %66, %91 ]
  %205 = phi ptr [ %195, %193 ], [ %65, %99 ], [ %65, %91 ]
  %206 = phi ptr [ %191, %193 ], [ %64, %99 ], [ %64, %91 ]
  %207 = add nuw nsw i64 %67, 8
  %208 = load i64, ptr %12, align 8
  %209 = icmp slt i64 %207, %208
  br i1 %209, label %63, label %211

210:                                              ; preds = %190, %78
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #13
  br label %263

211:                                              ; preds = %201, %44
  %212 = phi i64 [ 0, %44 ], [ %202, %201 ]
  %213 = phi ptr [ %61, %44 ], [ %205, %201 ]
  %214 = phi ptr [ %31, %44 ], [ %206, %201 ]
  %215 = tail call fastcc ptr @sort_items(ptr noundef nonnull %0, ptr noundef %214, ptr noundef %213, i64 noundef %212) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #13
  %216 = icmp eq ptr %215, null
  br i1 %216, label %263, label %217

217:                                              ; preds = %211
  %218 = load i64, ptr %14, align 8
  %219 = icmp sgt i64 %218, 0
  br i1 %219, label %220, label %257

220:                                              ; preds = %217
  %221 = mul i64 %52, %45
  %222 = add nsw i64 %221, %48
  %223 = load i64, ptr %10, align 8
  br label %224

224:                                              ; preds = %220, %248
  %225 = phi i64 [ %253, %248 ], [ %223, %220 ]
  %226 = phi i64 [ %252, %248 ], [ 0, %220 ]
  %227 = phi i64 [ %254, %248 ], [ %222, %220 ]
  %228 = trunc i64 %226 to i32
  %229 = getelementptr inbounds %struct.item, ptr %215, i32 %228, i32 1
  %230 = load i64, ptr %229, align 8
  %231 = load ptr, ptr %17, align 4
  %232 = load i64, ptr %13, align 8
  %233 = mul nsw i64 %232, %227
  %234 = trunc i64 %233 to i32
  %235 = getelementptr inbounds i8, ptr %231, i32 %234
  %236 = mul i64 %232, %230
  %237 = mul i64 %236, %225
  %238 = trunc i64 %237 to i32
  %239 = getelementptr inbounds i8, ptr %58, i32 %238
  switch i64 %232, label %246 [
    i64 1, label %240
    i64 2, label %242
    i64 4, label %244
  ]

240:                                              ; preds = %224
  %241 = load i8, ptr %239, align 1
  store i8 %241, ptr %235, align 1
  br label %248

242:                                              ; preds = %224
  %243 = load i16, ptr %239, align 2
  store i16 %243, ptr %235, align 2
  br label %248

244:                                              ; preds = %224
  %245 = load i32, ptr %239, align 4
  store i32 %245, ptr %235, align 4
  br label %248

246:                                              ; preds = %224
  %247 = load i64, ptr %239, align 8
  store i64 %247, ptr %235, align 8
  br label %248

248:                                              ; preds = %240, %242, %244, %246
  %249 = load ptr, ptr %18, align 8
  %250 = trunc i64 %227 to i32
  %251 = getelementptr inbounds i64, ptr %249, i32 %250
  store i64 %230, ptr %251, align 8
  %252 = add nuw nsw i64 %226, 1
  %253 = load i64, ptr %10, align 8
  %254 = add nsw i64 %253, %227
  %255 = load i64, ptr %14, align 8
  %256 = icmp slt i64 %252, %255
  br i1 %256, label %224, label %257

257:                                              ; preds = %248, %217
  %258 = phi i64 [ %218, %217 ], [ %255, %248 ]
  %259 = add i64 %46, 1
  %260 = load i64, ptr %11, align 8
  %261 = sdiv i64 %39, %260
  %262 = icmp slt i64 %259, %261
  br i1 %262, label %44, label %20

263:                                              ; preds = %20, %211, %3, %210
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
  br i1 %8, label %9, label %528

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
  br i1 %29, label %9, label %528

30:                                               ; preds = %4
  %31 = icmp ult i64 %3, 2049
  br i1 %31, label %34, label %32

32:                                               ; preds = %30
  %33 = load i64, ptr %1, align 8
  br label %440

34:                                               ; preds = %30
  %35 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 6
  %36 = load i64, ptr %35, align 8
  %37 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 12
  %38 = load i64, ptr %37, align 8
  br label %39

39:                                               ; preds = %39, %34
  %40 = phi i64 [ 8, %34 ], [ %42, %39 ]
  %41 = icmp slt i64 %40, %3
  %42 = shl nsw i64 %40, 1
  br i1 %41, label %39, label %43

43:                                               ; preds = %39
  %44 = icmp sgt i64 %40, %38
  br i1 %44, label %57, label %45

45:                                               ; preds = %43
  %46 = lshr exact i64 %40, 2
  %47 = mul nuw nsw i64 %46, 3
  %48 = icmp slt i64 %47, %3
  %49 = icmp sgt i64 %40, %3
  %50 = and i1 %49, %48
  br i1 %50, label %51, label %57

51:                                               ; preds = %45, %51
  %52 = phi i64 [ %55, %51 ], [ %3, %45 ]
  %53 = trunc i64 %52 to i32
  %54 = getelementptr inbounds %struct.item, ptr %1, i32 %53
  store <2 x i64> <i64 -1, i64 0>, ptr %54, align 8
  %55 = add nuw nsw i64 %52, 1
  %56 = icmp slt i64 %55, %40
  br i1 %56, label %51, label %57

57:                                               ; preds = %51, %45, %43
  %58 = phi i64 [ %3, %45 ], [ %3, %43 ], [ %40, %51 ]
  %59 = icmp sgt i64 %58, 0
  br i1 %59, label %62, label %528

60:                                               ; preds = %126
  %61 = icmp sgt i64 %58, 8
  br i1 %61, label %183, label %528

62:                                               ; preds = %57, %126
  %63 = phi i64 [ %127, %126 ], [ 0, %57 ]
  %64 = trunc i64 %63 to i32
  %65 = getelementptr inbounds %struct.item, ptr %1, i32 %64
  %66 = sub nsw i64 %58, %63
  %67 = icmp sgt i64 %66, 0
  br i1 %67, label %70, label %68

68:                                               ; preds = %70, %74, %79, %84, %89, %94, %99, %104, %62
  %69 = phi <8 x i64> [ <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, %62 ], [ %72, %70 ], [ %77, %74 ], [ %82, %79 ], [ %87, %84 ], [ %92, %89 ], [ %97, %94 ], [ %102, %99 ], [ %107, %104 ]
  br label %109

70:                                               ; preds = %62
  %71 = load i64, ptr %65, align 8
  %72 = insertelement <8 x i64> <i64 poison, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, i64 %71, i64 0
  %73 = icmp eq i64 %66, 1
  br i1 %73, label %68, label %74

74:                                               ; preds = %70
  %75 = getelementptr inbounds %struct.item, ptr %65, i32 1
  %76 = load i64, ptr %75, align 8
  %77 = insertelement <8 x i64> %72, i64 %76, i64 1
  %78 = icmp sgt i64 %66, 2
  br i1 %78, label %79, label %68

79:                                               ; preds = %74
  %80 = getelementptr inbounds %struct.item, ptr %65, i32 2
  %81 = load i64, ptr %80, align 8
  %82 = insertelement <8 x i64> %77, i64 %81, i64 2
  %83 = icmp eq i64 %66, 3
  br i1 %83, label %68, label %84

84:                                               ; preds = %79
  %85 = getelementptr inbounds %struct.item, ptr %65, i32 3
  %86 = load i64, ptr %85, align 8
  %87 = insertelement <8 x i64> %82, i64 %86, i64 3
  %88 = icmp sgt i64 %66, 4
  br i1 %88, label %89, label %68

89:                                               ; preds = %84
  %90 = getelementptr inbounds %struct.item, ptr %65, i32 4
  %91 = load i64, ptr %90, align 8
  %92 = insertelement <8 x i64> %87, i64 %91, i64 4
  %93 = icmp eq i64 %66, 5
  br i1 %93, label %68, label %94

94:                                               ; preds = %89
  %95 = getelementptr inbounds %struct.item, ptr %65, i32 5
  %96 = load i64, ptr %95, align 8
  %97 = insertelement <8 x i64> %92, i64 %96, i64 5
  %98 = icmp sgt i64 %66, 6
  br i1 %98, label %99, label %68

99:                                               ; preds = %94
  %100 = getelementptr inbounds %struct.item, ptr %65, i32 6
  %101 = load i64, ptr %100, align 8
  %102 = insertelement <8 x i64> %97, i64 %101, i64 6
  %103 = icmp eq i64 %66, 7
  br i1 %103, label %68, label %104

104:                                              ; preds = %99
  %105 = getelementptr inbounds %struct.item, ptr %65, i32 7
  %106 = load i64, ptr %105, align 8
  %107 = insertelement <8 x i64> %102, i64 %106, i64 7
  br label %68

108:                                              ; preds = %109
  br i1 %67, label %129, label %126

109:                                              ; preds = %109, %68
  %110 = phi i64 [ 0, %68 ], [ %124, %109 ]
  %111 = phi <8 x i64> [ zeroinitializer, %68 ], [ %123, %109 ]
  %112 = extractelement <8 x i64> %69, i64 %110
  %113 = insertelement <8 x i64> poison, i64 %112, i64 0
  %114 = shufflevector <8 x i64> %113, <8 x i64> poison, <8 x i32> zeroinitializer
  %115 = icmp ult <8 x i64> %114, %69
  %116 = icmp eq <8 x i64> %114, %69
  %117 = insertelement <8 x i64> poison, i64 %110, i64 0
  %118 = shufflevector <8 x i64> %117, <8 x i64> poison, <8 x i32> zeroinitializer
  %119 = icmp ult <8 x i64> %118, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %120 = and <8 x i1> %116, %119
  %121 = or <8 x i1> %120, %115
  %122 = zext <8 x i1> %121 to <8 x i64>
  %123 = add <8 x i64> %111, %122
  %124 = add nuw nsw i64 %110, 1
  %125 = icmp ult i64 %110, 7
  br i1 %125, label %109, label %108

126:                                              ; preds = %129, %135, %142, %149, %156, %163, %170, %177, %108
  %127 = add nuw nsw i64 %63, 8
  %128 = icmp slt i64 %127, %58
  br i1 %128, label %62, label %60

129:                                              ; preds = %108
  %130 = extractelement <8 x i64> %123, i64 0
  %131 = add i64 %130, %63
  %132 = trunc i64 %131 to i32
  %133 = getelementptr inbounds %struct.item, ptr %2, i32 %132
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %133, ptr noundef nonnull align 8 dereferenceable(16) %65, i32 16, i1 false)
  %134 = icmp eq i64 %66, 1
  br i1 %134, label %126, label %135

135:                                              ; preds = %129
  %136 = extractelement <8 x i64> %123, i64 1
  %137 = add i64 %136, %63
  %138 = trunc i64 %137 to i32
  %139 = getelementptr inbounds %struct.item, ptr %2, i32 %138
  %140 = getelementptr inbounds %struct.item, ptr %65, i32 1
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %139, ptr noundef nonnull align 8 dereferenceable(16) %140, i32 16, i1 false)
  %141 = icmp sgt i64 %66, 2
  br i1 %141, label %142, label %126

142:                                              ; preds = %135
  %143 = extractelement <8 x i64> %123, i64 2
  %144 = add i64 %143, %63
  %145 = trunc i64 %144 to i32
  %146 = getelementptr inbounds %struct.item, ptr %2, i32 %145
  %147 = getelementptr inbounds %struct.item, ptr %65, i32 2
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %146, ptr noundef nonnull align 8 dereferenceable(16) %147, i32 16, i1 false)
  %148 = icmp eq i64 %66, 3
  br i1 %148, label %126, label %149

149:                                              ; preds = %142
  %150 = extractelement <8 x i64> %123, i64 3
  %151 = add i64 %150, %63
  %152 = trunc i64 %151 to i32
  %153 = getelementptr inbounds %struct.item, ptr %2, i32 %152
  %154 = getelementptr inbounds %struct.item, ptr %65, i32 3
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %153, ptr noundef nonnull align 8 dereferenceable(16) %154, i32 16, i1 false)
  %155 = icmp sgt i64 %66, 4
  br i1 %155, label %156, label %126

156:                                              ; preds = %149
  %157 = extractelement <8 x i64> %123, i64 4
  %158 = add i64 %157, %63
  %159 = trunc i64 %158 to i32
  %160 = getelementptr inbounds %struct.item, ptr %2, i32 %159
  %161 = getelementptr inbounds %struct.item, ptr %65, i32 4
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %160, ptr noundef nonnull align 8 dereferenceable(16) %161, i32 16, i1 false)
  %162 = icmp eq i64 %66, 5
  br i1 %162, label %126, label %163

163:                                              ; preds = %156
  %164 = extractelement <8 x i64> %123, i64 5
  %165 = add i64 %164, %63
  %166 = trunc i64 %165 to i32
  %167 = getelementptr inbounds %struct.item, ptr %2, i32 %166
  %168 = getelementptr inbounds %struct.item, ptr %65, i32 5
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %167, ptr noundef nonnull align 8 dereferenceable(16) %168, i32 16, i1 false)
  %169 = icmp sgt i64 %66, 6
  br i1 %169, label %170, label %126

170:                                              ; preds = %163
  %171 = extractelement <8 x i64> %123, i64 6
  %172 = add i64 %171, %63
  %173 = trunc i64 %172 to i32
  %174 = getelementptr inbounds %struct.item, ptr %2, i32 %173
  %175 = getelementptr inbounds %struct.item, ptr %65, i32 6
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %174, ptr noundef nonnull align 8 dereferenceable(16) %175, i32 16, i1 false)
  %176 = icmp eq i64 %66, 7
  br i1 %176, label %126, label %177

177:                                              ; preds = %170
  %178 = extractelement <8 x i64> %123, i64 7
  %179 = add i64 %178, %63
  %180 = trunc i64 %179 to i32
  %181 = getelementptr inbounds %struct.item, ptr %2, i32 %180
  %182 = getelementptr inbounds %struct.item, ptr %65, i32 7
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %181, ptr noundef nonnull align 8 dereferenceable(16) %182, i32 16, i1 false)
  br label %126

183:                                              ; preds = %60, %436
  %184 = phi ptr [ %185, %436 ], [ %1, %60 ]
  %185 = phi ptr [ %184, %436 ], [ %2, %60 ]
  %186 = phi i64 [ %189, %436 ], [ 8, %60 ]
  %187 = shl nsw i64 %186, 2
  %188 = icmp sgt i64 %187, %58
  %189 = shl nsw i64 %186, 1
  br i1 %188, label %194, label %190

190:                                              ; preds = %183
  %191 = icmp sgt i64 %186, 0
  %192 = trunc i64 %189 to i32
  %193 = trunc i64 %186 to i32
  br label %201

194:                                              ; preds = %293, %183
  %195 = phi i64 [ 0, %183 ], [ %202, %293 ]
  %196 = icmp slt i64 %195, %58
  br i1 %196, label %197, label %436

197:                                              ; preds = %194
  %198 = icmp slt i64 %189, %58
  %199 = select i1 %198, i64 %58, i64 %36
  %200 = icmp sgt i64 %199, 0
  br label %297

201:                                              ; preds = %293, %190
  %202 = phi i64 [ %187, %190 ], [ %294, %293 ]
  %203 = phi i32 [ 0, %190 ], [ %296, %293 ]
  %204 = getelementptr inbounds %struct.item, ptr %184, i32 %203
  br i1 %191, label %205, label %293

205:                                              ; preds = %201
  %206 = getelementptr inbounds %struct.item, ptr %185, i32 %203
  %207 = getelementptr inbounds %struct.item, ptr %206, i32 %192
  %208 = getelementptr inbounds %struct.item, ptr %207, i32 %192
  %209 = getelementptr inbounds %struct.item, ptr %208, i32 -1
  %210 = getelementptr inbounds %struct.item, ptr %207, i32 %193
  %211 = getelementptr inbounds %struct.item, ptr %210, i32 -1
  %212 = getelementptr inbounds %struct.item, ptr %207, i32 -1
  %213 = getelementptr inbounds %struct.item, ptr %206, i32 %193
  %214 = getelementptr inbounds %struct.item, ptr %213, i32 -1
  br label %215

215:                                              ; preds = %215, %205
  %216 = phi i64 [ 0, %205 ], [ %291, %215 ]
  %217 = phi ptr [ %211, %205 ], [ %288, %215 ]
  %218 = phi ptr [ %209, %205 ], [ %290, %215 ]
  %219 = phi ptr [ %207, %205 ], [ %274, %215 ]
  %220 = phi ptr [ %210, %205 ], [ %272, %215 ]
  %221 = phi ptr [ %214, %205 ], [ %255, %215 ]
  %222 = phi ptr [ %212, %205 ], [ %257, %215 ]
  %223 = phi ptr [ %206, %205 ], [ %240, %215 ]
  %224 = phi ptr [ %213, %205 ], [ %238, %215 ]
  %225 = trunc i64 %216 to i32
  %226 = getelementptr inbounds %struct.item, ptr %204, i32 %225
  %227 = load i64, ptr %224, align 8
  %228 = load i64, ptr %223, align 8
  %229 = icmp ult i64 %227, %228
  %230 = sext i1 %229 to i32
  %231 = tail call i32 asm "", "=r,0"(i32 %230) #16
  %232 = ptrtoint ptr %224 to i32
  %233 = ptrtoint ptr %223 to i32
  %234 = sub i32 %232, %233
  %235 = and i32 %231, %234
  %236 = getelementptr inbounds i8, ptr %223, i32 %235
  %237 = sub i32 0, %231
  %238 = getelementptr inbounds %struct.item, ptr %224, i32 %237
  %239 = getelementptr %struct.item, ptr %223, i32 %231
  %240 = getelementptr %struct.item, ptr %239, i32 1
  tail call void @llvm.memmove.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %226, ptr noundef nonnull align 8 dereferenceable(16) %236, i32 16, i1 false)
  %241 = xor i64 %216, -1
  %242 = add nsw i64 %189, %241
  %243 = trunc i64 %242 to i32
  %244 = getelementptr inbounds %struct.item, ptr %204, i32 %243
  %245 = load i64, ptr %222, align 8
  %246 = load i64, ptr %221, align 8
  %247 = icmp ult i64 %245, %246
  %248 = sext i1 %247 to i32
  %249 = tail call i32 asm "", "=r,0"(i32 %248) #16
  %250 = ptrtoint ptr %221 to i32
  %251 = ptrtoint ptr %222 to i32
  %252 = sub i32 %250, %251
  %253 = and i32 %249, %252
  %254 = getelementptr inbounds i8, ptr %222, i32 %253
  %255 = getelementptr inbounds %struct.item, ptr %221, i32 %249
  %256 = xor i32 %249, -1
  %257 = getelementptr inbounds %struct.item, ptr %222, i32 %256
  tail call void @llvm.memmove.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %244, ptr noundef nonnull align 8 dereferenceable(16) %254, i32 16, i1 false)
  %258 = add nuw nsw i64 %216, %189
  %259 = trunc i64 %258 to i32
  %260 = getelementptr inbounds %struct.item, ptr %204, i32 %259
  %261 = load i64, ptr %220, align 8
  %262 = load i64, ptr %219, align 8
  %263 = icmp ult i64 %261, %262
  %264 = sext i1 %263 to i32
  %265 = tail call i32 asm "", "=r,0"(i32 %264) #16
  %266 = ptrtoint ptr %220 to i32
  %267 = ptrtoint ptr %219 to i32
  %268 = sub i32 %266, %267
  %269 = and i32 %265, %268
  %270 = getelementptr inbounds i8, ptr %219, i32 %269
  %271 = sub i32 0, %265
  %272 = getelementptr inbounds %struct.item, ptr %220, i32 %271
  %273 = getelementptr %struct.item, ptr %219, i32 %265
  %274 = getelementptr %struct.item, ptr %273, i32 1
  tail call void @llvm.memmove.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %260, ptr noundef nonnull align 8 dereferenceable(16) %270, i32 16, i1 false)
  %275 = add nsw i64 %187, %241
  %276 = trunc i64 %275 to i32
  %277 = getelementptr inbounds %struct.item, ptr %204, i32 %276
  %278 = load i64, ptr %218, align 8
  %279 = load i64, ptr %217, align 8
  %280 = icmp ult i64 %278, %279
  %281 = sext i1 %280 to i32
  %282 = tail call i32 asm "", "=r,0"(i32 %281) #16
  %283 = ptrtoint ptr %217 to i32
  %284 = ptrtoint ptr %218 to i32
  %285 = sub i32 %283, %284
  %286 = and i32 %282, %285
  %287 = getelementptr inbounds i8, ptr %218, i32 %286
  %288 = getelementptr inbounds %struct.item, ptr %217, i32 %282
  %289 = xor i32 %282, -1
  %290 = getelementptr inbounds %struct.item, ptr %218, i32 %289
  tail call void @llvm.memmove.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %277, ptr noundef nonnull align 8 dereferenceable(16) %287, i32 16, i1 false)
  %291 = add nuw nsw i64 %216, 1
  %292 = icmp slt i64 %291, %186
  br i1 %292, label %215, label %293

293:                                              ; preds = %215, %201
  %294 = add nuw nsw i64 %202, %187
  %295 = icmp sgt i64 %294, %58
  %296 = trunc i64 %202 to i32
  br i1 %295, label %194, label %201

297:                                              ; preds = %433, %197
  %298 = phi i64 [ %195, %197 ], [ %434, %433 ]
  %299 = sub nsw i64 %58, %298
  %300 = tail call noundef i64 @llvm.smin.i64(i64 %186, i64 %299)
  %301 = sub nsw i64 %299, %300
  %302 = tail call noundef i64 @llvm.smin.i64(i64 %186, i64 %301)
  %303 = trunc i64 %298 to i32
  %304 = getelementptr inbounds %struct.item, ptr %184, i32 %303
  %305 = getelementptr inbounds %struct.item, ptr %185, i32 %303
  %306 = tail call noundef i64 @llvm.smin.i64(i64 %300, i64 %302)
  %307 = add nsw i64 %302, %300
  %308 = trunc i64 %300 to i32
  %309 = getelementptr inbounds %struct.item, ptr %305, i32 %308
  %310 = icmp slt i64 %306, %199
  br i1 %310, label %312, label %311

311:                                              ; preds = %297
  br i1 %200, label %318, label %433

312:                                              ; preds = %297
  %313 = trunc i64 %307 to i32
  %314 = getelementptr inbounds %struct.item, ptr %305, i32 %313
  %315 = getelementptr inbounds %struct.item, ptr %314, i32 -1
  %316 = getelementptr inbounds %struct.item, ptr %309, i32 -1
  %317 = icmp sgt i64 %306, 0
  br i1 %317, label %350, label %340

318:                                              ; preds = %311, %318
  %319 = phi i64 [ %338, %318 ], [ 0, %311 ]
  %320 = phi ptr [ %337, %318 ], [ %305, %311 ]
  %321 = phi ptr [ %335, %318 ], [ %309, %311 ]
  %322 = trunc i64 %319 to i32
  %323 = getelementptr inbounds %struct.item, ptr %304, i32 %322
  %324 = load i64, ptr %321, align 8
  %325 = load i64, ptr %320, align 8
  %326 = icmp ult i64 %324, %325
  %327 = sext i1 %326 to i32
  %328 = tail call i32 asm "", "=r,0"(i32 %327) #16
  %329 = ptrtoint ptr %321 to i32
  %330 = ptrtoint ptr %320 to i32
  %331 = sub i32 %329, %330
  %332 = and i32 %328, %331
  %333 = getelementptr inbounds i8, ptr %320, i32 %332
  %334 = sub i32 0, %328
  %335 = getelementptr inbounds %struct.item, ptr %321, i32 %334
  %336 = getelementptr %struct.item, ptr %320, i32 %328
  %337 = getelementptr %struct.item, ptr %336, i32 1
  tail call void @llvm.memmove.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %323, ptr noundef nonnull align 8 dereferenceable(16) %333, i32 16, i1 false)
  %338 = add nuw nsw i64 %319, 1
  %339 = icmp slt i64 %338, %199
  br i1 %339, label %318, label %433

340:                                              ; preds = %350, %312
  %341 = phi ptr [ %309, %312 ], [ %369, %350 ]
  %342 = phi ptr [ %305, %312 ], [ %371, %350 ]
  %343 = phi ptr [ %315, %312 ], [ %388, %350 ]
  %344 = phi ptr [ %316, %312 ], [ %386, %350 ]
  %345 = trunc i64 %306 to i32
  %346 = getelementptr inbounds %struct.item, ptr %304, i32 %345
  %347 = icmp ule ptr %342, %344
  %348 = icmp ule ptr %341, %343
  %349 = select i1 %347, i1 %348, i1 false
  br i1 %349, label %396, label %391

350:                                              ; preds = %312, %350
  %351 = phi i64 [ %389, %350 ], [ 0, %312 ]
  %352 = phi ptr [ %386, %350 ], [ %316, %312 ]
  %353 = phi ptr [ %388, %350 ], [ %315, %312 ]
  %354 = phi ptr [ %371, %350 ], [ %305, %312 ]
  %355 = phi ptr [ %369, %350 ], [ %309, %312 ]
  %356 = trunc i64 %351 to i32
  %357 = getelementptr inbounds %struct.item, ptr %304, i32 %356
  %358 = load i64, ptr %355, align 8
  %359 = load i64, ptr %354, align 8
  %360 = icmp ult i64 %358, %359
  %361 = sext i1 %360 to i32
  %362 = tail call i32 asm "", "=r,0"(i32 %361) #16
  %363 = ptrtoint ptr %355 to i32
  %364 = ptrtoint ptr %354 to i32
  %365 = sub i32 %363, %364
  %366 = and i32 %362, %365
  %367 = getelementptr inbounds i8, ptr %354, i32 %366
  %368 = sub i32 0, %362
  %369 = getelementptr inbounds %struct.item, ptr %355, i32 %368
  %370 = getelementptr %struct.item, ptr %354, i32 %362
  %371 = getelementptr %struct.item, ptr %370, i32 1
  tail call void @llvm.memmove.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %357, ptr noundef nonnull align 8 dereferenceable(16) %367, i32 16, i1 false)
  %372 = xor i64 %351, -1
  %373 = add i64 %307, %372
  %374 = trunc i64 %373 to i32
  %375 = getelementptr inbounds %struct.item, ptr %304, i32 %374
  %376 = load i64, ptr %353, align 8
  %377 = load i64, ptr %352, align 8
  %378 = icmp ult i64 %376, %377
  %379 = sext i1 %378 to i32
  %380 = tail call i32 asm "", "=r,0"(i32 %379) #16
  %381 = ptrtoint ptr %352 to i32
  %382 = ptrtoint ptr %353 to i32
  %383 = sub i32 %381, %382
  %384 = and i32 %380, %383
  %385 = getelementptr inbounds i8, ptr %353, i32 %384
  %386 = getelementptr inbounds %struct.item, ptr %352, i32 %380
  %387 = xor i32 %380, -1
  %388 = getelementptr inbounds %struct.item, ptr %353, i32 %387
  tail call void @llvm.memmove.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %375, ptr noundef nonnull align 8 dereferenceable(16) %385, i32 16, i1 false)
  %389 = add nuw nsw i64 %351, 1
  %390 = icmp slt i64 %389, %306
  br i1 %390, label %350, label %340

391:                                              ; preds = %396, %340
  %392 = phi ptr [ %341, %340 ], [ %412, %396 ]
  %393 = phi ptr [ %342, %340 ], [ %414, %396 ]
  %394 = phi ptr [ %346, %340 ], [ %400, %396 ]
  %395 = icmp ugt ptr %393, %344
  br i1 %395, label %418, label %421

396:                                              ; preds = %340, %396
  %397 = phi ptr [ %400, %396 ], [ %346, %340 ]
  %398 = phi ptr [ %414, %396 ], [ %342, %340 ]
  %399 = phi ptr [ %412, %396 ], [ %341, %340 ]
  %400 = getelementptr inbounds %struct.item, ptr %397, i32 1
  %401 = load i64, ptr %399, align 8
  %402 = load i64, ptr %398, align 8
  %403 = icmp ult i64 %401, %402
  %404 = sext i1 %403 to i32
  %405 = tail call i32 asm "", "=r,0"(i32 %404) #16
  %406 = ptrtoint ptr %399 to i32
  %407 = ptrtoint ptr %398 to i32
  %408 = sub i32 %406, %407
  %409 = and i32 %405, %408
  %410 = getelementptr inbounds i8, ptr %398, i32 %409
  %411 = sub i32 0, %405
  %412 = getelementptr inbounds %struct.item, ptr %399, i32 %411
  %413 = getelementptr %struct.item, ptr %398, i32 %405
  %414 = getelementptr %struct.item, ptr %413, i32 1
  tail call void @llvm.memmove.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %397, ptr noundef nonnull align 8 dereferenceable(16) %410, i32 16, i1 false)
  %415 = icmp ule ptr %414, %344
  %416 = icmp ule ptr %412, %343
  %417 = select i1 %415, i1 %416, i1 false
  br i1 %417, label %396, label %391

418:                                              ; preds = %421, %391
  %419 = phi ptr [ %394, %391 ], [ %424, %421 ]
  %420 = icmp ugt ptr %392, %343
  br i1 %420, label %433, label %427

421:                                              ; preds = %391, %421
  %422 = phi ptr [ %424, %421 ], [ %394, %391 ]
  %423 = phi ptr [ %425, %421 ], [ %393, %391 ]
  %424 = getelementptr inbounds %struct.item, ptr %422, i32 1
  %425 = getelementptr inbounds %struct.item, ptr %423, i32 1
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %422, ptr noundef nonnull align 8 dereferenceable(16) %423, i32 16, i1 false)
  %426 = icmp ugt ptr %425, %344
  br i1 %426, label %418, label %421

427:                                              ; preds = %418, %427
  %428 = phi ptr [ %430, %427 ], [ %419, %418 ]
  %429 = phi ptr [ %431, %427 ], [ %392, %418 ]
  %430 = getelementptr inbounds %struct.item, ptr %428, i32 1
  %431 = getelementptr inbounds %struct.item, ptr %429, i32 1
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %428, ptr noundef nonnull align 8 dereferenceable(16) %429, i32 16, i1 false)
  %432 = icmp ugt ptr %431, %343
  br i1 %432, label %433, label %427

433:                                              ; preds = %318, %427, %418, %311
  %434 = add nsw i64 %298, %189
  %435 = icmp slt i64 %434, %58
  br i1 %435, label %297, label %436

436:                                              ; preds = %433, %194
  %437 = icmp slt i64 %189, %58
  br i1 %437, label %183, label %528

438:                                              ; preds = %440
  %439 = getelementptr inbounds %struct.work, ptr %0, i32 0, i32 14
  br label %450

440:                                              ; preds = %32, %440
  %441 = phi i64 [ 1, %32 ], [ %448, %440 ]
  %442 = phi i64 [ 0, %32 ], [ %447, %440 ]
  %443 = trunc i64 %441 to i32
  %444 = getelementptr inbounds %struct.item, ptr %1, i32 %443
  %445 = load i64, ptr %444, align 8
  %446 = xor i64 %33, %445
  %447 = or i64 %446, %442
  %448 = add nuw nsw i64 %441, 1
  %449 = icmp slt i64 %448, %3
  br i1 %449, label %440, label %438

450:                                              ; preds = %438, %523
  %451 = phi ptr [ %1, %438 ], [ %525, %523 ]
  %452 = phi i32 [ 0, %438 ], [ %526, %523 ]
  %453 = phi ptr [ %2, %438 ], [ %524, %523 ]
  %454 = zext nneg i32 %452 to i64
  %455 = shl nuw i64 255, %454
  %456 = and i64 %455, %447
  %457 = icmp eq i64 %456, 0
  br i1 %457, label %523, label %458

458:                                              ; preds = %450
  call void @llvm.lifetime.start.p0(i64 2048, ptr nonnull %5) #13
  call void @llvm.memset.p0.i32(ptr noundef nonnull align 8 dereferenceable(2048) %5, i8 0, i32 2048, i1 false)
  br label %469

459:                                              ; preds = %469
  %460 = load ptr, ptr %439, align 8
  %461 = getelementptr inbounds %struct.context, ptr %460, i32 0, i32 12
  %462 = load ptr, ptr %461, align 8
  %463 = load volatile i32, ptr %462, align 4
  %464 = icmp eq i32 %463, 0
  br i1 %464, label %468, label %465

465:                                              ; preds = %459
  %466 = tail call i32 @dlvm_poll(ptr noundef nonnull %460) #14
  %467 = icmp eq i32 %466, 0
  br i1 %467, label %468, label %521

468:                                              ; preds = %459, %465
  br label %482

469:                                              ; preds = %458, %469
  %470 = phi i64 [ %480, %469 ], [ 0, %458 ]
  %471 = trunc i64 %470 to i32
  %472 = getelementptr inbounds %struct.item, ptr %451, i32 %471
  %473 = load i64, ptr %472, align 8
  %474 = lshr i64 %473, %454
  %475 = trunc i64 %474 to i32
  %476 = and i32 %475, 255
  %477 = getelementptr inbounds [256 x i64], ptr %5, i32 0, i32 %476
  %478 = load i64, ptr %477, align 8
  %479 = add nsw i64 %478, 1
  store i64 %479, ptr %477, align 8
  %480 = add nuw nsw i64 %470, 1
  %481 = icmp slt i64 %480, %3
  br i1 %481, label %469, label %459

482:                                              ; preds = %468, %482
  %483 = phi i32 [ %488, %482 ], [ 0, %468 ]
  %484 = phi i64 [ %487, %482 ], [ 0, %468 ]
  %485 = getelementptr inbounds [256 x i64], ptr %5, i32 0, i32 %483
  %486 = load i64, ptr %485, align 8
  store i64 %484, ptr %485, align 8
  %487 = add nsw i64 %486, %484
  %488 = add nuw nsw i32 %483, 1
  %489 = icmp eq i32 %488, 256
  br i1 %489, label %492, label %482

490:                                              ; preds = %506, %502
  %491 = icmp slt i64 %503, %3
  br i1 %491, label %492, label %522

492:                                              ; preds = %482, %490
  %493 = phi i64 [ %503, %490 ], [ 0, %482 ]
  %494 = load ptr, ptr %439, align 8
  %495 = getelementptr inbounds %struct.context, ptr %494, i32 0, i32 12
  %496 = load ptr, ptr %495, align 8
  %497 = load volatile i32, ptr %496, align 4
  %498 = icmp eq i32 %497, 0
  br i1 %498, label %502, label %499

499:                                              ; preds = %492
  %500 = tail call i32 @dlvm_poll(ptr noundef nonnull %494) #14
  %501 = icmp eq i32 %500, 0
  br i1 %501, label %502, label %521

502:                                              ; preds = %492, %499
  %503 = add nuw nsw i64 %493, 262144
  %504 = tail call noundef i64 @llvm.smin.i64(i64 %3, i64 %503)
  %505 = icmp slt i64 %493, %3
  br i1 %505, label %506, label %490

506:                                              ; preds = %502, %506
  %507 = phi i64 [ %519, %506 ], [ %493, %502 ]
  %508 = trunc i64 %507 to i32
  %509 = getelementptr inbounds %struct.item, ptr %451, i32 %508
  %510 = load i64, ptr %509, align 8
  %511 = lshr i64 %510, %454
  %512 = trunc i64 %511 to i32
  %513 = and i32 %512, 255
  %514 = getelementptr inbounds [256 x i64], ptr %5, i32 0, i32 %513
  %515 = load i64, ptr %514, align 8
  %516 = add nsw i64 %515, 1
  store i64 %516, ptr %514, align 8
  %517 = trunc i64 %515 to i32
  %518 = getelementptr inbounds %struct.item, ptr %453, i32 %517
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %518, ptr noundef nonnull align 8 dereferenceable(16) %509, i32 16, i1 false)
  %519 = add nuw nsw i64 %507, 1
  %520 = icmp slt i64 %519, %504
  br i1 %520, label %506, label %490

521:                                              ; preds = %465, %499
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %5) #13
  br label %528

522:                                              ; preds = %490
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %5) #13
  br label %523

523:                                              ; preds = %522, %450
  %524 = phi ptr [ %451, %522 ], [ %453, %450 ]
  %525 = phi ptr [ %453, %522 ], [ %451, %450 ]
  %526 = add nuw nsw i32 %452, 8
  %527 = icmp ugt i32 %452, 55
  br i1 %527, label %528, label %450

528:                                              ; preds = %523, %436, %25, %7, %521, %60, %57
  %529 = phi ptr [ %2, %60 ], [ %2, %57 ], [ null, %521 ], [ %1, %7 ], [ %1, %25 ], [ %184, %436 ], [ %525, %523 ]
  ret ptr %529
}

declare dso_local i32 @dlvm_poll(ptr noundef) local_unnamed_addr #11

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #12

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
attributes #13 = { nounwind }
attributes #14 = { nobuiltin nounwind "no-builtins" }
attributes #15 = { nobuiltin "no-builtins" }
attributes #16 = { nounwind memory(none) }
