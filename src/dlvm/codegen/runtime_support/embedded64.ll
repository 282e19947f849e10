%struct.context = type { i64, i64, i64, [4 x i64], ptr, ptr, ptr, ptr, ptr, [3 x ptr], i64 }
%struct.heap = type { [168 x ptr], ptr, ptr, ptr }
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
  %4 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %78, label %7

7:                                                ; preds = %3
  %8 = getelementptr inbounds %struct.heap, ptr %5, i64 0, i32 3
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds %struct.heap, ptr %5, i64 0, i32 1
  %11 = load ptr, ptr %10, align 8
  %12 = ptrtoint ptr %9 to i64
  %13 = ptrtoint ptr %11 to i64
  %14 = sub i64 %12, %13
  %15 = icmp ult i64 %14, %1
  br i1 %15, label %78, label %16

16:                                               ; preds = %7
  %17 = add i64 %1, 47
  %18 = lshr i64 %17, 6
  %19 = add nuw nsw i64 %18, 1
  %20 = icmp ult i64 %17, 256
  br i1 %20, label %23, label %21

21:                                               ; preds = %16
  %22 = icmp ugt i64 %17, 511
  br i1 %22, label %25, label %32

23:                                               ; preds = %16
  %24 = trunc i64 %19 to i32
  br label %37

25:                                               ; preds = %21, %25
  %26 = phi i32 [ %30, %25 ], [ 0, %21 ]
  %27 = phi i64 [ %29, %25 ], [ %19, %21 ]
  %28 = add nuw nsw i64 %27, 1
  %29 = lshr i64 %28, 1
  %30 = add i32 %26, 4
  %31 = icmp ugt i64 %27, 16
  br i1 %31, label %25, label %32

32:                                               ; preds = %25, %21
  %33 = phi i64 [ %19, %21 ], [ %29, %25 ]
  %34 = phi i32 [ 0, %21 ], [ %30, %25 ]
  %35 = trunc i64 %33 to i32
  %36 = add i32 %34, %35
  br label %37

37:                                               ; preds = %32, %23
  %38 = phi i32 [ %24, %23 ], [ %36, %32 ]
  %39 = add i32 %38, -1
  %40 = zext i32 %39 to i64
  %41 = getelementptr inbounds [168 x ptr], ptr %5, i64 0, i64 %40
  %42 = load ptr, ptr %41, align 8
  %43 = icmp eq ptr %42, null
  br i1 %43, label %47, label %44

44:                                               ; preds = %37
  %45 = getelementptr inbounds %struct.node, ptr %42, i64 0, i32 5
  %46 = load ptr, ptr %45, align 8
  store ptr %46, ptr %41, align 8
  br label %71

47:                                               ; preds = %37
  %48 = icmp ult i32 %39, 4
  %49 = shl i32 %39, 6
  br i1 %48, label %50, label %53

50:                                               ; preds = %47
  %51 = add nuw nsw i32 %49, 64
  %52 = zext nneg i32 %51 to i64
  br label %61

53:                                               ; preds = %47
  %54 = and i32 %49, 192
  %55 = add nuw nsw i32 %54, 320
  %56 = zext nneg i32 %55 to i64
  %57 = lshr i32 %39, 2
  %58 = add nsw i32 %57, -1
  %59 = zext nneg i32 %58 to i64
  %60 = shl i64 %56, %59
  br label %61

61:                                               ; preds = %53, %50
  %62 = phi i64 [ %52, %50 ], [ %60, %53 ]
  %63 = getelementptr inbounds %struct.heap, ptr %5, i64 0, i32 2
  %64 = load ptr, ptr %63, align 8
  %65 = ptrtoint ptr %64 to i64
  %66 = sub i64 %12, %65
  %67 = icmp ugt i64 %62, %66
  br i1 %67, label %78, label %68

68:                                               ; preds = %61
  %69 = getelementptr inbounds i8, ptr %64, i64 %62
  store ptr %69, ptr %63, align 8
  store i64 1, ptr %64, align 8
  %70 = getelementptr inbounds %struct.node, ptr %64, i64 0, i32 2
  store i32 %39, ptr %70, align 4
  br label %71

71:                                               ; preds = %68, %44
  %72 = phi ptr [ %42, %44 ], [ %64, %68 ]
  %73 = getelementptr inbounds %struct.node, ptr %72, i64 0, i32 1
  store i32 1, ptr %73, align 8
  %74 = getelementptr inbounds %struct.node, ptr %72, i64 0, i32 3
  store i64 %1, ptr %74, align 8
  %75 = getelementptr inbounds %struct.node, ptr %72, i64 0, i32 4
  store ptr %2, ptr %75, align 8
  %76 = getelementptr inbounds %struct.node, ptr %72, i64 0, i32 6
  store i64 0, ptr %76, align 8
  %77 = getelementptr inbounds i8, ptr %72, i64 48
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %77, i8 0, i64 %1, i1 false)
  br label %78

78:                                               ; preds = %61, %3, %7, %71
  %79 = phi ptr [ %72, %71 ], [ null, %7 ], [ null, %3 ], [ null, %61 ]
  ret ptr %79
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local i32 @dlvm_variables(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = load i64, ptr %1, align 8
  %4 = shl i64 %3, 3
  %5 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %6 = load ptr, ptr %5, align 8
  %7 = icmp eq ptr %6, null
  br i1 %7, label %180, label %8

8:                                                ; preds = %2
  %9 = getelementptr inbounds %struct.heap, ptr %6, i64 0, i32 3
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds %struct.heap, ptr %6, i64 0, i32 1
  %12 = load ptr, ptr %11, align 8
  %13 = ptrtoint ptr %10 to i64
  %14 = ptrtoint ptr %12 to i64
  %15 = sub i64 %13, %14
  %16 = icmp ult i64 %15, %4
  br i1 %16, label %180, label %17

17:                                               ; preds = %8
  %18 = add i64 %4, 47
  %19 = lshr i64 %18, 6
  %20 = add nuw nsw i64 %19, 1
  %21 = icmp ult i64 %18, 256
  br i1 %21, label %24, label %22

22:                                               ; preds = %17
  %23 = icmp ugt i64 %18, 511
  br i1 %23, label %26, label %33

24:                                               ; preds = %17
  %25 = trunc i64 %20 to i32
  br label %38

26:                                               ; preds = %22, %26
  %27 = phi i32 [ %31, %26 ], [ 0, %22 ]
  %28 = phi i64 [ %30, %26 ], [ %20, %22 ]
  %29 = add nuw nsw i64 %28, 1
  %30 = lshr i64 %29, 1
  %31 = add i32 %27, 4
  %32 = icmp ugt i64 %28, 16
  br i1 %32, label %26, label %33

33:                                               ; preds = %26, %22
  %34 = phi i64 [ %20, %22 ], [ %30, %26 ]
  %35 = phi i32 [ 0, %22 ], [ %31, %26 ]
  %36 = trunc i64 %34 to i32
  %37 = add i32 %35, %36
  br label %38

38:                                               ; preds = %33, %24
  %39 = phi i32 [ %25, %24 ], [ %37, %33 ]
  %40 = add i32 %39, -1
  %41 = zext i32 %40 to i64
  %42 = getelementptr inbounds [168 x ptr], ptr %6, i64 0, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = icmp eq ptr %43, null
  br i1 %44, label %48, label %45

45:                                               ; preds = %38
  %46 = getelementptr inbounds %struct.node, ptr %43, i64 0, i32 5
  %47 = load ptr, ptr %46, align 8
  store ptr %47, ptr %42, align 8
  br label %72

48:                                               ; preds = %38
  %49 = icmp ult i32 %40, 4
  %50 = shl i32 %40, 6
  br i1 %49, label %51, label %54

51:                                               ; preds = %48
  %52 = add nuw nsw i32 %50, 64
  %53 = zext nneg i32 %52 to i64
  br label %62

54:                                               ; preds = %48
  %55 = and i32 %50, 192
  %56 = add nuw nsw i32 %55, 320
  %57 = zext nneg i32 %56 to i64
  %58 = lshr i32 %40, 2
  %59 = add nsw i32 %58, -1
  %60 = zext nneg i32 %59 to i64
  %61 = shl i64 %57, %60
  br label %62

62:                                               ; preds = %54, %51
  %63 = phi i64 [ %53, %51 ], [ %61, %54 ]
  %64 = getelementptr inbounds %struct.heap, ptr %6, i64 0, i32 2
  %65 = load ptr, ptr %64, align 8
  %66 = ptrtoint ptr %65 to i64
  %67 = sub i64 %13, %66
  %68 = icmp ugt i64 %63, %67
  br i1 %68, label %180, label %69

69:                                               ; preds = %62
  %70 = getelementptr inbounds i8, ptr %65, i64 %63
  store ptr %70, ptr %64, align 8
  store i64 1, ptr %65, align 8
  %71 = getelementptr inbounds %struct.node, ptr %65, i64 0, i32 2
  store i32 %40, ptr %71, align 4
  br label %72

72:                                               ; preds = %69, %45
  %73 = phi ptr [ %43, %45 ], [ %65, %69 ]
  %74 = getelementptr inbounds %struct.node, ptr %73, i64 0, i32 1
  store i32 1, ptr %74, align 8
  %75 = getelementptr inbounds %struct.node, ptr %73, i64 0, i32 3
  store i64 %4, ptr %75, align 8
  %76 = getelementptr inbounds %struct.node, ptr %73, i64 0, i32 4
  store ptr null, ptr %76, align 8
  %77 = getelementptr inbounds %struct.node, ptr %73, i64 0, i32 6
  store i64 0, ptr %77, align 8
  %78 = getelementptr inbounds i8, ptr %73, i64 48
  %79 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 7
  store ptr %78, ptr %79, align 8
  %80 = icmp eq i64 %3, 0
  br i1 %80, label %177, label %81

81:                                               ; preds = %72
  %82 = load ptr, ptr %5, align 8
  %83 = icmp eq ptr %82, null
  br i1 %83, label %160, label %84

84:                                               ; preds = %81
  %85 = getelementptr inbounds %struct.table, ptr %1, i64 0, i32 1, i64 0
  br label %90

86:                                               ; preds = %165
  %87 = getelementptr inbounds %struct.table, ptr %1, i64 0, i32 1, i64 %174
  %88 = load ptr, ptr %5, align 8
  %89 = icmp eq ptr %88, null
  br i1 %89, label %160, label %90

90:                                               ; preds = %84, %86
  %91 = phi ptr [ %82, %84 ], [ %88, %86 ]
  %92 = phi ptr [ %85, %84 ], [ %87, %86 ]
  %93 = phi i64 [ 0, %84 ], [ %174, %86 ]
  %94 = phi i1 [ false, %84 ], [ %175, %86 ]
  %95 = load ptr, ptr %92, align 8
  %96 = load i64, ptr %95, align 8
  %97 = getelementptr inbounds %struct.heap, ptr %91, i64 0, i32 3
  %98 = load ptr, ptr %97, align 8
  %99 = getelementptr inbounds %struct.heap, ptr %91, i64 0, i32 1
  %100 = load ptr, ptr %99, align 8
  %101 = ptrtoint ptr %98 to i64
  %102 = ptrtoint ptr %100 to i64
  %103 = sub i64 %101, %102
  %104 = icmp ult i64 %103, %96
  br i1 %104, label %160, label %105

105:                                              ; preds = %90
  %106 = add i64 %96, 47
  %107 = lshr i64 %106, 6
  %108 = add nuw nsw i64 %107, 1
  %109 = icmp ult i64 %106, 256
  br i1 %109, label %112, label %110

110:                                              ; preds = %105
  %111 = icmp ugt i64 %106, 511
  br i1 %111, label %114, label %121

112:                                              ; preds = %105
  %113 = trunc i64 %108 to i32
  br label %126

114:                                              ; preds = %110, %114
  %115 = phi i32 [ %119, %114 ], [ 0, %110 ]
  %116 = phi i64 [ %118, %114 ], [ %108, %110 ]
  %117 = add nuw nsw i64 %116, 1
  %118 = lshr i64 %117, 1
  %119 = add i32 %115, 4
  %120 = icmp ugt i64 %116, 16
  br i1 %120, label %114, label %121

121:                                              ; preds = %114, %110
  %122 = phi i64 [ %108, %110 ], [ %118, %114 ]
  %123 = phi i32 [ 0, %110 ], [ %119, %114 ]
  %124 = trunc i64 %122 to i32
  %125 = add i32 %123, %124
  br label %126

126:                                              ; preds = %121, %112
  %127 = phi i32 [ %113, %112 ], [ %125, %121 ]
  %128 = add i32 %127, -1
  %129 = zext i32 %128 to i64
  %130 = getelementptr inbounds [168 x ptr], ptr %91, i64 0, i64 %129
  %131 = load ptr, ptr %130, align 8
  %132 = icmp eq ptr %131, null
  br i1 %132, label %136, label %133

133:                                              ; preds = %126
  %134 = getelementptr inbounds %struct.node, ptr %131, i64 0, i32 5
  %135 = load ptr, ptr %134, align 8
  store ptr %135, ptr %130, align 8
  br label %165

136:                                              ; preds = %126
  %137 = icmp ult i32 %128, 4
  %138 = shl i32 %128, 6
  br i1 %137, label %139, label %142

139:                                              ; preds = %136
  %140 = add nuw nsw i32 %138, 64
  %141 = zext nneg i32 %140 to i64
  br label %150

142:                                              ; preds = %136
  %143 = and i32 %138, 192
  %144 = add nuw nsw i32 %143, 320
  %145 = zext nneg i32 %144 to i64
  %146 = lshr i32 %128, 2
  %147 = add nsw i32 %146, -1
  %148 = zext nneg i32 %147 to i64
  %149 = shl i64 %145, %148
  br label %150

150:                                              ; preds = %142, %139
  %151 = phi i64 [ %141, %139 ], [ %149, %142 ]
  %152 = getelementptr inbounds %struct.heap, ptr %91, i64 0, i32 2
  %153 = load ptr, ptr %152, align 8
  %154 = ptrtoint ptr %153 to i64
  %155 = sub i64 %101, %154
  %156 = icmp ugt i64 %151, %155
  br i1 %156, label %160, label %157

157:                                              ; preds = %150
  %158 = getelementptr inbounds i8, ptr %153, i64 %151
  store ptr %158, ptr %152, align 8
  store i64 1, ptr %153, align 8
  %159 = getelementptr inbounds %struct.node, ptr %153, i64 0, i32 2
  store i32 %128, ptr %159, align 4
  br label %165

160:                                              ; preds = %150, %86, %90, %81
  %161 = phi i1 [ false, %81 ], [ %94, %150 ], [ %175, %86 ], [ %94, %90 ]
  %162 = phi i64 [ 0, %81 ], [ %93, %150 ], [ %174, %86 ], [ %93, %90 ]
  %163 = load ptr, ptr %79, align 8
  %164 = getelementptr inbounds ptr, ptr %163, i64 %162
  store ptr null, ptr %164, align 8
  br label %177

165:                                              ; preds = %157, %133
  %166 = phi ptr [ %131, %133 ], [ %153, %157 ]
  %167 = getelementptr inbounds %struct.node, ptr %166, i64 0, i32 1
  store i32 1, ptr %167, align 8
  %168 = getelementptr inbounds %struct.node, ptr %166, i64 0, i32 3
  store i64 %96, ptr %168, align 8
  %169 = getelementptr inbounds %struct.node, ptr %166, i64 0, i32 4
  store ptr %95, ptr %169, align 8
  %170 = getelementptr inbounds %struct.node, ptr %166, i64 0, i32 6
  store i64 0, ptr %170, align 8
  %171 = getelementptr inbounds i8, ptr %166, i64 48
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %171, i8 0, i64 %96, i1 false)
  %172 = load ptr, ptr %79, align 8
  %173 = getelementptr inbounds ptr, ptr %172, i64 %93
  store ptr %166, ptr %173, align 8
  %174 = add nuw i64 %93, 1
  %175 = icmp uge i64 %174, %3
  %176 = icmp eq i64 %174, %3
  br i1 %176, label %177, label %86

177:                                              ; preds = %165, %72, %160
  %178 = phi i1 [ %161, %160 ], [ true, %72 ], [ %175, %165 ]
  %179 = zext i1 %178 to i32
  br label %180

180:                                              ; preds = %62, %2, %8, %177
  %181 = phi i32 [ %179, %177 ], [ 0, %8 ], [ 0, %2 ], [ 0, %62 ]
  ret i32 %181
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local ptr @dlvm_blob(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %78, label %7

7:                                                ; preds = %3
  %8 = getelementptr inbounds %struct.heap, ptr %5, i64 0, i32 3
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds %struct.heap, ptr %5, i64 0, i32 1
  %11 = load ptr, ptr %10, align 8
  %12 = ptrtoint ptr %9 to i64
  %13 = ptrtoint ptr %11 to i64
  %14 = sub i64 %12, %13
  %15 = icmp ult i64 %14, %2
  br i1 %15, label %78, label %16

16:                                               ; preds = %7
  %17 = add i64 %2, 47
  %18 = lshr i64 %17, 6
  %19 = add nuw nsw i64 %18, 1
  %20 = icmp ult i64 %17, 256
  br i1 %20, label %23, label %21

21:                                               ; preds = %16
  %22 = icmp ugt i64 %17, 511
  br i1 %22, label %25, label %32

23:                                               ; preds = %16
  %24 = trunc i64 %19 to i32
  br label %37

25:                                               ; preds = %21, %25
  %26 = phi i32 [ %30, %25 ], [ 0, %21 ]
  %27 = phi i64 [ %29, %25 ], [ %19, %21 ]
  %28 = add nuw nsw i64 %27, 1
  %29 = lshr i64 %28, 1
  %30 = add i32 %26, 4
  %31 = icmp ugt i64 %27, 16
  br i1 %31, label %25, label %32

32:                                               ; preds = %25, %21
  %33 = phi i64 [ %19, %21 ], [ %29, %25 ]
  %34 = phi i32 [ 0, %21 ], [ %30, %25 ]
  %35 = trunc i64 %33 to i32
  %36 = add i32 %34, %35
  br label %37

37:                                               ; preds = %32, %23
  %38 = phi i32 [ %24, %23 ], [ %36, %32 ]
  %39 = add i32 %38, -1
  %40 = zext i32 %39 to i64
  %41 = getelementptr inbounds [168 x ptr], ptr %5, i64 0, i64 %40
  %42 = load ptr, ptr %41, align 8
  %43 = icmp eq ptr %42, null
  br i1 %43, label %47, label %44

44:                                               ; preds = %37
  %45 = getelementptr inbounds %struct.node, ptr %42, i64 0, i32 5
  %46 = load ptr, ptr %45, align 8
  store ptr %46, ptr %41, align 8
  br label %71

47:                                               ; preds = %37
  %48 = icmp ult i32 %39, 4
  %49 = shl i32 %39, 6
  br i1 %48, label %50, label %53

50:                                               ; preds = %47
  %51 = add nuw nsw i32 %49, 64
  %52 = zext nneg i32 %51 to i64
  br label %61

53:                                               ; preds = %47
  %54 = and i32 %49, 192
  %55 = add nuw nsw i32 %54, 320
  %56 = zext nneg i32 %55 to i64
  %57 = lshr i32 %39, 2
  %58 = add nsw i32 %57, -1
  %59 = zext nneg i32 %58 to i64
  %60 = shl i64 %56, %59
  br label %61

61:                                               ; preds = %53, %50
  %62 = phi i64 [ %52, %50 ], [ %60, %53 ]
  %63 = getelementptr inbounds %struct.heap, ptr %5, i64 0, i32 2
  %64 = load ptr, ptr %63, align 8
  %65 = ptrtoint ptr %64 to i64
  %66 = sub i64 %12, %65
  %67 = icmp ugt i64 %62, %66
  br i1 %67, label %78, label %68

68:                                               ; preds = %61
  %69 = getelementptr inbounds i8, ptr %64, i64 %62
  store ptr %69, ptr %63, align 8
  store i64 1, ptr %64, align 8
  %70 = getelementptr inbounds %struct.node, ptr %64, i64 0, i32 2
  store i32 %39, ptr %70, align 4
  br label %71

71:                                               ; preds = %68, %44
  %72 = phi ptr [ %42, %44 ], [ %64, %68 ]
  %73 = getelementptr inbounds %struct.node, ptr %72, i64 0, i32 1
  store i32 1, ptr %73, align 8
  %74 = getelementptr inbounds %struct.node, ptr %72, i64 0, i32 3
  store i64 %2, ptr %74, align 8
  %75 = getelementptr inbounds %struct.node, ptr %72, i64 0, i32 4
  store ptr null, ptr %75, align 8
  %76 = getelementptr inbounds %struct.node, ptr %72, i64 0, i32 6
  store i64 0, ptr %76, align 8
  %77 = getelementptr inbounds i8, ptr %72, i64 48
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %77, ptr align 1 %1, i64 %2, i1 false)
  br label %78

78:                                               ; preds = %61, %3, %7, %71
  %79 = phi ptr [ %72, %71 ], [ null, %7 ], [ null, %3 ], [ null, %61 ]
  ret ptr %79
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local void @dlvm_retain(ptr noundef %0) local_unnamed_addr #4 {
  %2 = icmp eq ptr %0, null
  br i1 %2, label %7, label %3

3:                                                ; preds = %1
  %4 = getelementptr inbounds %struct.node, ptr %0, i64 0, i32 1
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
  br i1 %3, label %109, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds %struct.node, ptr %1, i64 0, i32 1
  %6 = load i32, ptr %5, align 8
  %7 = add i32 %6, -1
  store i32 %7, ptr %5, align 8
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %109

9:                                                ; preds = %4
  %10 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds %struct.node, ptr %1, i64 0, i32 5
  store ptr null, ptr %12, align 8
  br label %13

13:                                               ; preds = %99, %9
  %14 = phi ptr [ %100, %99 ], [ %1, %9 ]
  %15 = getelementptr inbounds %struct.node, ptr %14, i64 0, i32 5
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds %struct.node, ptr %14, i64 0, i32 4
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %99, label %20

20:                                               ; preds = %13
  %21 = getelementptr inbounds %struct.kind, ptr %18, i64 0, i32 2
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %99, label %24

24:                                               ; preds = %20
  %25 = getelementptr inbounds %struct.node, ptr %14, i64 0, i32 3
  %26 = load i64, ptr %25, align 8
  %27 = add nsw i64 %26, 48
  %28 = getelementptr inbounds i8, ptr %14, i64 %27
  %29 = icmp sgt i64 %26, 0
  br i1 %29, label %30, label %99

30:                                               ; preds = %24
  %31 = getelementptr inbounds i8, ptr %14, i64 48
  %32 = icmp sgt i64 %22, 0
  %33 = load i64, ptr %18, align 8
  %34 = and i64 %22, 1
  %35 = icmp eq i64 %22, 1
  %36 = and i64 %22, 9223372036854775806
  %37 = icmp eq i64 %34, 0
  br label %38

38:                                               ; preds = %59, %30
  %39 = phi ptr [ %31, %30 ], [ %61, %59 ]
  %40 = phi ptr [ %16, %30 ], [ %60, %59 ]
  br i1 %32, label %41, label %59

41:                                               ; preds = %38
  br i1 %35, label %42, label %63

42:                                               ; preds = %94, %41
  %43 = phi ptr [ undef, %41 ], [ %95, %94 ]
  %44 = phi i64 [ 0, %41 ], [ %96, %94 ]
  %45 = phi ptr [ %40, %41 ], [ %95, %94 ]
  br i1 %37, label %59, label %46

46:                                               ; preds = %42
  %47 = getelementptr inbounds %struct.kind, ptr %18, i64 0, i32 3, i64 %44
  %48 = load i64, ptr %47, align 8
  %49 = getelementptr inbounds i8, ptr %39, i64 %48
  %50 = load ptr, ptr %49, align 8
  %51 = icmp eq ptr %50, null
  br i1 %51, label %59, label %52

52:                                               ; preds = %46
  %53 = getelementptr inbounds %struct.node, ptr %50, i64 0, i32 1
  %54 = load i32, ptr %53, align 8
  %55 = add i32 %54, -1
  store i32 %55, ptr %53, align 8
  %56 = icmp eq i32 %55, 0
  br i1 %56, label %57, label %59

57:                                               ; preds = %52
  %58 = getelementptr inbounds %struct.node, ptr %50, i64 0, i32 5
  store ptr %45, ptr %58, align 8
  br label %59

59:                                               ; preds = %42, %57, %52, %46, %38
  %60 = phi ptr [ %40, %38 ], [ %43, %42 ], [ %45, %52 ], [ %50, %57 ], [ %45, %46 ]
  %61 = getelementptr inbounds i8, ptr %39, i64 %33
  %62 = icmp ult ptr %61, %28
  br i1 %62, label %38, label %99

63:                                               ; preds = %41, %94
  %64 = phi i64 [ %96, %94 ], [ 0, %41 ]
  %65 = phi ptr [ %95, %94 ], [ %40, %41 ]
  %66 = phi i64 [ %97, %94 ], [ 0, %41 ]
  %67 = getelementptr inbounds %struct.kind, ptr %18, i64 0, i32 3, i64 %64
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr inbounds i8, ptr %39, i64 %68
  %70 = load ptr, ptr %69, align 8
  %71 = icmp eq ptr %70, null
  br i1 %71, label %79, label %72

72:                                               ; preds = %63
  %73 = getelementptr inbounds %struct.node, ptr %70, i64 0, i32 1
  %74 = load i32, ptr %73, align 8
  %75 = add i32 %74, -1
  store i32 %75, ptr %73, align 8
  %76 = icmp eq i32 %75, 0
  br i1 %76, label %77, label %79

77:                                               ; preds = %72
  %78 = getelementptr inbounds %struct.node, ptr %70, i64 0, i32 5
  store ptr %65, ptr %78, align 8
  br label %79

79:                                               ; preds = %77, %72, %63
  %80 = phi ptr [ %65, %72 ], [ %70, %77 ], [ %65, %63 ]
  %81 = or disjoint i64 %64, 1
  %82 = getelementptr inbounds %struct.kind, ptr %18, i64 0, i32 3, i64 %81
  %83 = load i64, ptr %82, align 8
  %84 = getelementptr inbounds i8, ptr %39, i64 %83
  %85 = load ptr, ptr %84, align 8
  %86 = icmp eq ptr %85, null
  br i1 %86, label %94, label %87

87:                                               ; preds = %79
  %88 = getelementptr inbounds %struct.node, ptr %85, i64 0, i32 1
  %89 = load i32, ptr %88, align 8
  %90 = add i32 %89, -1
  store i32 %90, ptr %88, align 8
  %91 = icmp eq i32 %90, 0
  br i1 %91, label %92, label %94

92:                                               ; preds = %87
  %93 = getelementptr inbounds %struct.node, ptr %85, i64 0, i32 5
  store ptr %80, ptr %93, align 8
  br label %94

94:                                               ; preds = %92, %87, %79
  %95 = phi ptr [ %80, %87 ], [ %85, %92 ], [ %80, %79 ]
  %96 = add nuw nsw i64 %64, 2
  %97 = add i64 %66, 2
  %98 = icmp eq i64 %97, %36
  br i1 %98, label %42, label %63

99:                                               ; preds = %59, %24, %20, %13
  %100 = phi ptr [ %16, %20 ], [ %16, %13 ], [ %16, %24 ], [ %60, %59 ]
  %101 = load i64, ptr %14, align 8
  %102 = add i64 %101, 1
  store i64 %102, ptr %14, align 8
  %103 = getelementptr inbounds %struct.node, ptr %14, i64 0, i32 2
  %104 = load i32, ptr %103, align 4
  %105 = zext i32 %104 to i64
  %106 = getelementptr inbounds [168 x ptr], ptr %11, i64 0, i64 %105
  %107 = load ptr, ptr %106, align 8
  store ptr %107, ptr %15, align 8
  store ptr %14, ptr %106, align 8
  %108 = icmp eq ptr %100, null
  br i1 %108, label %109, label %13

109:                                              ; preds = %99, %4, %2
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_vacate(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #5 {
  %3 = load ptr, ptr %1, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %27, label %5

5:                                                ; preds = %2
  %6 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %27, label %9

9:                                                ; preds = %5
  %10 = getelementptr inbounds %struct.heap, ptr %7, i64 0, i32 1
  %11 = load ptr, ptr %10, align 8
  %12 = icmp ugt ptr %11, %3
  br i1 %12, label %27, label %13

13:                                               ; preds = %9
  %14 = getelementptr inbounds %struct.heap, ptr %7, i64 0, i32 3
  %15 = load ptr, ptr %14, align 8
  %16 = icmp ugt ptr %15, %3
  br i1 %16, label %17, label %27

17:                                               ; preds = %13
  %18 = getelementptr inbounds i8, ptr %3, i64 -48
  %19 = load i64, ptr %18, align 8
  %20 = add i64 %19, 1
  store i64 %20, ptr %18, align 8
  %21 = getelementptr inbounds i8, ptr %3, i64 -36
  %22 = load i32, ptr %21, align 4
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds [168 x ptr], ptr %7, i64 0, i64 %23
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds i8, ptr %3, i64 -16
  store ptr %25, ptr %26, align 8
  store ptr %18, ptr %24, align 8
  br label %27

27:                                               ; preds = %5, %9, %17, %13, %2
  store ptr null, ptr %1, align 8
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local ptr @dlvm_reserve(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = load ptr, ptr %1, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %32, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds %struct.cell, ptr %1, i64 0, i32 1
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %8, %2
  br i1 %9, label %10, label %128

10:                                               ; preds = %6
  %11 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %32, label %14

14:                                               ; preds = %10
  %15 = getelementptr inbounds %struct.heap, ptr %12, i64 0, i32 1
  %16 = load ptr, ptr %15, align 8
  %17 = icmp ugt ptr %16, %4
  br i1 %17, label %32, label %18

18:                                               ; preds = %14
  %19 = getelementptr inbounds %struct.heap, ptr %12, i64 0, i32 3
  %20 = load ptr, ptr %19, align 8
  %21 = icmp ugt ptr %20, %4
  br i1 %21, label %22, label %32

22:                                               ; preds = %18
  %23 = getelementptr inbounds i8, ptr %4, i64 -48
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %24, 1
  store i64 %25, ptr %23, align 8
  %26 = getelementptr inbounds i8, ptr %4, i64 -36
  %27 = load i32, ptr %26, align 4
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds [168 x ptr], ptr %12, i64 0, i64 %28
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds i8, ptr %4, i64 -16
  store ptr %30, ptr %31, align 8
  store ptr %23, ptr %29, align 8
  br label %32

32:                                               ; preds = %3, %10, %14, %18, %22
  store ptr null, ptr %1, align 8
  %33 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  br i1 %35, label %128, label %36

36:                                               ; preds = %32
  %37 = getelementptr inbounds %struct.heap, ptr %34, i64 0, i32 3
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds %struct.heap, ptr %34, i64 0, i32 1
  %40 = load ptr, ptr %39, align 8
  %41 = ptrtoint ptr %38 to i64
  %42 = ptrtoint ptr %40 to i64
  %43 = sub i64 %41, %42
  %44 = icmp ult i64 %43, %2
  br i1 %44, label %128, label %45

45:                                               ; preds = %36
  %46 = add i64 %2, 47
  %47 = lshr i64 %46, 6
  %48 = add nuw nsw i64 %47, 1
  %49 = icmp ult i64 %46, 256
  br i1 %49, label %52, label %50

50:                                               ; preds = %45
  %51 = icmp ugt i64 %46, 511
  br i1 %51, label %54, label %61

52:                                               ; preds = %45
  %53 = trunc i64 %48 to i32
  br label %66

54:                                               ; preds = %50, %54
  %55 = phi i32 [ %59, %54 ], [ 0, %50 ]
  %56 = phi i64 [ %58, %54 ], [ %48, %50 ]
  %57 = add nuw nsw i64 %56, 1
  %58 = lshr i64 %57, 1
  %59 = add i32 %55, 4
  %60 = icmp ugt i64 %56, 16
  br i1 %60, label %54, label %61

61:                                               ; preds = %54, %50
  %62 = phi i64 [ %48, %50 ], [ %58, %54 ]
  %63 = phi i32 [ 0, %50 ], [ %59, %54 ]
  %64 = trunc i64 %62 to i32
  %65 = add i32 %63, %64
  br label %66

66:                                               ; preds = %61, %52
  %67 = phi i32 [ %53, %52 ], [ %65, %61 ]
  %68 = add i32 %67, -1
  %69 = zext i32 %68 to i64
  %70 = getelementptr inbounds [168 x ptr], ptr %34, i64 0, i64 %69
  %71 = load ptr, ptr %70, align 8
  %72 = icmp eq ptr %71, null
  br i1 %72, label %79, label %73

73:                                               ; preds = %66
  %74 = getelementptr inbounds %struct.node, ptr %71, i64 0, i32 5
  %75 = load ptr, ptr %74, align 8
  store ptr %75, ptr %70, align 8
  %76 = getelementptr inbounds %struct.node, ptr %71, i64 0, i32 2
  %77 = load i32, ptr %76, align 4
  %78 = shl i32 %77, 6
  br label %103

79:                                               ; preds = %66
  %80 = icmp ult i32 %68, 4
  %81 = shl i32 %68, 6
  br i1 %80, label %82, label %85

82:                                               ; preds = %79
  %83 = add nuw nsw i32 %81, 64
  %84 = zext nneg i32 %83 to i64
  br label %93

85:                                               ; preds = %79
  %86 = and i32 %81, 192
  %87 = add nuw nsw i32 %86, 320
  %88 = zext nneg i32 %87 to i64
  %89 = lshr i32 %68, 2
  %90 = add nsw i32 %89, -1
  %91 = zext nneg i32 %90 to i64
  %92 = shl i64 %88, %91
  br label %93

93:                                               ; preds = %85, %82
  %94 = phi i64 [ %84, %82 ], [ %92, %85 ]
  %95 = getelementptr inbounds %struct.heap, ptr %34, i64 0, i32 2
  %96 = load ptr, ptr %95, align 8
  %97 = ptrtoint ptr %96 to i64
  %98 = sub i64 %41, %97
  %99 = icmp ugt i64 %94, %98
  br i1 %99, label %128, label %100

100:                                              ; preds = %93
  %101 = getelementptr inbounds i8, ptr %96, i64 %94
  store ptr %101, ptr %95, align 8
  store i64 1, ptr %96, align 8
  %102 = getelementptr inbounds %struct.node, ptr %96, i64 0, i32 2
  store i32 %68, ptr %102, align 4
  br label %103

103:                                              ; preds = %100, %73
  %104 = phi i32 [ %81, %100 ], [ %78, %73 ]
  %105 = phi i32 [ %68, %100 ], [ %77, %73 ]
  %106 = phi ptr [ %96, %100 ], [ %71, %73 ]
  %107 = getelementptr inbounds %struct.node, ptr %106, i64 0, i32 1
  store i32 1, ptr %107, align 8
  %108 = getelementptr inbounds %struct.node, ptr %106, i64 0, i32 3
  store i64 %2, ptr %108, align 8
  %109 = getelementptr inbounds %struct.node, ptr %106, i64 0, i32 4
  store ptr null, ptr %109, align 8
  %110 = getelementptr inbounds %struct.node, ptr %106, i64 0, i32 6
  store i64 0, ptr %110, align 8
  %111 = icmp ult i32 %105, 4
  br i1 %111, label %112, label %115

112:                                              ; preds = %103
  %113 = add nuw nsw i32 %104, 64
  %114 = zext nneg i32 %113 to i64
  br label %123

115:                                              ; preds = %103
  %116 = and i32 %104, 192
  %117 = add nuw nsw i32 %116, 320
  %118 = zext nneg i32 %117 to i64
  %119 = lshr i32 %105, 2
  %120 = add nsw i32 %119, -1
  %121 = zext nneg i32 %120 to i64
  %122 = shl i64 %118, %121
  br label %123

123:                                              ; preds = %112, %115
  %124 = phi i64 [ %114, %112 ], [ %122, %115 ]
  %125 = add i64 %124, -48
  %126 = getelementptr inbounds %struct.cell, ptr %1, i64 0, i32 1
  store i64 %125, ptr %126, align 8
  %127 = getelementptr inbounds i8, ptr %106, i64 48
  store ptr %127, ptr %1, align 8
  br label %128

128:                                              ; preds = %93, %32, %36, %123, %6
  %129 = phi ptr [ %4, %6 ], [ %127, %123 ], [ null, %36 ], [ null, %32 ], [ null, %93 ]
  ret ptr %129
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local ptr @dlvm_frame(ptr nocapture noundef readonly %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %77, label %6

6:                                                ; preds = %2
  %7 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 3
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 1
  %10 = load ptr, ptr %9, align 8
  %11 = ptrtoint ptr %8 to i64
  %12 = ptrtoint ptr %10 to i64
  %13 = sub i64 %11, %12
  %14 = icmp ult i64 %13, %1
  br i1 %14, label %77, label %15

15:                                               ; preds = %6
  %16 = add i64 %1, 47
  %17 = lshr i64 %16, 6
  %18 = add nuw nsw i64 %17, 1
  %19 = icmp ult i64 %16, 256
  br i1 %19, label %22, label %20

20:                                               ; preds = %15
  %21 = icmp ugt i64 %16, 511
  br i1 %21, label %24, label %31

22:                                               ; preds = %15
  %23 = trunc i64 %18 to i32
  br label %36

24:                                               ; preds = %20, %24
  %25 = phi i32 [ %29, %24 ], [ 0, %20 ]
  %26 = phi i64 [ %28, %24 ], [ %18, %20 ]
  %27 = add nuw nsw i64 %26, 1
  %28 = lshr i64 %27, 1
  %29 = add i32 %25, 4
  %30 = icmp ugt i64 %26, 16
  br i1 %30, label %24, label %31

31:                                               ; preds = %24, %20
  %32 = phi i64 [ %18, %20 ], [ %28, %24 ]
  %33 = phi i32 [ 0, %20 ], [ %29, %24 ]
  %34 = trunc i64 %32 to i32
  %35 = add i32 %33, %34
  br label %36

36:                                               ; preds = %31, %22
  %37 = phi i32 [ %23, %22 ], [ %35, %31 ]
  %38 = add i32 %37, -1
  %39 = zext i32 %38 to i64
  %40 = getelementptr inbounds [168 x ptr], ptr %4, i64 0, i64 %39
  %41 = load ptr, ptr %40, align 8
  %42 = icmp eq ptr %41, null
  br i1 %42, label %46, label %43

43:                                               ; preds = %36
  %44 = getelementptr inbounds %struct.node, ptr %41, i64 0, i32 5
  %45 = load ptr, ptr %44, align 8
  store ptr %45, ptr %40, align 8
  br label %70

46:                                               ; preds = %36
  %47 = icmp ult i32 %38, 4
  %48 = shl i32 %38, 6
  br i1 %47, label %49, label %52

49:                                               ; preds = %46
  %50 = add nuw nsw i32 %48, 64
  %51 = zext nneg i32 %50 to i64
  br label %60

52:                                               ; preds = %46
  %53 = and i32 %48, 192
  %54 = add nuw nsw i32 %53, 320
  %55 = zext nneg i32 %54 to i64
  %56 = lshr i32 %38, 2
  %57 = add nsw i32 %56, -1
  %58 = zext nneg i32 %57 to i64
  %59 = shl i64 %55, %58
  br label %60

60:                                               ; preds = %52, %49
  %61 = phi i64 [ %51, %49 ], [ %59, %52 ]
  %62 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 2
  %63 = load ptr, ptr %62, align 8
  %64 = ptrtoint ptr %63 to i64
  %65 = sub i64 %11, %64
  %66 = icmp ugt i64 %61, %65
  br i1 %66, label %77, label %67

67:                                               ; preds = %60
  %68 = getelementptr inbounds i8, ptr %63, i64 %61
  store ptr %68, ptr %62, align 8
  store i64 1, ptr %63, align 8
  %69 = getelementptr inbounds %struct.node, ptr %63, i64 0, i32 2
  store i32 %38, ptr %69, align 4
  br label %70

70:                                               ; preds = %67, %43
  %71 = phi ptr [ %41, %43 ], [ %63, %67 ]
  %72 = getelementptr inbounds %struct.node, ptr %71, i64 0, i32 1
  store i32 1, ptr %72, align 8
  %73 = getelementptr inbounds %struct.node, ptr %71, i64 0, i32 3
  store i64 %1, ptr %73, align 8
  %74 = getelementptr inbounds %struct.node, ptr %71, i64 0, i32 4
  store ptr null, ptr %74, align 8
  %75 = getelementptr inbounds %struct.node, ptr %71, i64 0, i32 6
  store i64 0, ptr %75, align 8
  %76 = getelementptr inbounds i8, ptr %71, i64 48
  br label %77

77:                                               ; preds = %60, %2, %6, %70
  %78 = phi ptr [ %76, %70 ], [ null, %6 ], [ null, %2 ], [ null, %60 ]
  ret ptr %78
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_leave(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #5 {
  %3 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %1, i64 -48
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, 1
  store i64 %7, ptr %5, align 8
  %8 = getelementptr inbounds i8, ptr %1, i64 -36
  %9 = load i32, ptr %8, align 4
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds [168 x ptr], ptr %4, i64 0, i64 %10
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %1, i64 -16
  store ptr %12, ptr %13, align 8
  store ptr %5, ptr %11, align 8
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_allocate(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i64 noundef %2, ptr noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = icmp sgt i64 %2, -1
  br i1 %6, label %7, label %92

7:                                                ; preds = %5
  %8 = load i64, ptr %3, align 8
  %9 = tail call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %2, i64 %8)
  %10 = extractvalue { i64, i1 } %9, 1
  %11 = extractvalue { i64, i1 } %9, 0
  br i1 %10, label %92, label %12

12:                                               ; preds = %7
  %13 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %92, label %16

16:                                               ; preds = %12
  %17 = getelementptr inbounds %struct.heap, ptr %14, i64 0, i32 3
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.heap, ptr %14, i64 0, i32 1
  %20 = load ptr, ptr %19, align 8
  %21 = ptrtoint ptr %18 to i64
  %22 = ptrtoint ptr %20 to i64
  %23 = sub i64 %21, %22
  %24 = icmp ult i64 %23, %11
  br i1 %24, label %92, label %25

25:                                               ; preds = %16
  %26 = add i64 %11, 47
  %27 = lshr i64 %26, 6
  %28 = add nuw nsw i64 %27, 1
  %29 = icmp ult i64 %26, 256
  br i1 %29, label %32, label %30

30:                                               ; preds = %25
  %31 = icmp ugt i64 %26, 511
  br i1 %31, label %34, label %41

32:                                               ; preds = %25
  %33 = trunc i64 %28 to i32
  br label %46

34:                                               ; preds = %30, %34
  %35 = phi i32 [ %39, %34 ], [ 0, %30 ]
  %36 = phi i64 [ %38, %34 ], [ %28, %30 ]
  %37 = add nuw nsw i64 %36, 1
  %38 = lshr i64 %37, 1
  %39 = add i32 %35, 4
  %40 = icmp ugt i64 %36, 16
  br i1 %40, label %34, label %41

41:                                               ; preds = %34, %30
  %42 = phi i64 [ %28, %30 ], [ %38, %34 ]
  %43 = phi i32 [ 0, %30 ], [ %39, %34 ]
  %44 = trunc i64 %42 to i32
  %45 = add i32 %43, %44
  br label %46

46:                                               ; preds = %41, %32
  %47 = phi i32 [ %33, %32 ], [ %45, %41 ]
  %48 = add i32 %47, -1
  %49 = zext i32 %48 to i64
  %50 = getelementptr inbounds [168 x ptr], ptr %14, i64 0, i64 %49
  %51 = load ptr, ptr %50, align 8
  %52 = icmp eq ptr %51, null
  br i1 %52, label %56, label %53

53:                                               ; preds = %46
  %54 = getelementptr inbounds %struct.node, ptr %51, i64 0, i32 5
  %55 = load ptr, ptr %54, align 8
  store ptr %55, ptr %50, align 8
  br label %80

56:                                               ; preds = %46
  %57 = icmp ult i32 %48, 4
  %58 = shl i32 %48, 6
  br i1 %57, label %59, label %62

59:                                               ; preds = %56
  %60 = add nuw nsw i32 %58, 64
  %61 = zext nneg i32 %60 to i64
  br label %70

62:                                               ; preds = %56
  %63 = and i32 %58, 192
  %64 = add nuw nsw i32 %63, 320
  %65 = zext nneg i32 %64 to i64
  %66 = lshr i32 %48, 2
  %67 = add nsw i32 %66, -1
  %68 = zext nneg i32 %67 to i64
  %69 = shl i64 %65, %68
  br label %70

70:                                               ; preds = %62, %59
  %71 = phi i64 [ %61, %59 ], [ %69, %62 ]
  %72 = getelementptr inbounds %struct.heap, ptr %14, i64 0, i32 2
  %73 = load ptr, ptr %72, align 8
  %74 = ptrtoint ptr %73 to i64
  %75 = sub i64 %21, %74
  %76 = icmp ugt i64 %71, %75
  br i1 %76, label %92, label %77

77:                                               ; preds = %70
  %78 = getelementptr inbounds i8, ptr %73, i64 %71
  store ptr %78, ptr %72, align 8
  store i64 1, ptr %73, align 8
  %79 = getelementptr inbounds %struct.node, ptr %73, i64 0, i32 2
  store i32 %48, ptr %79, align 4
  br label %80

80:                                               ; preds = %53, %77
  %81 = phi ptr [ %51, %53 ], [ %73, %77 ]
  %82 = getelementptr inbounds %struct.node, ptr %81, i64 0, i32 1
  store i32 1, ptr %82, align 8
  %83 = getelementptr inbounds %struct.node, ptr %81, i64 0, i32 3
  store i64 %11, ptr %83, align 8
  %84 = getelementptr inbounds %struct.node, ptr %81, i64 0, i32 4
  store ptr %3, ptr %84, align 8
  %85 = getelementptr inbounds %struct.node, ptr %81, i64 0, i32 6
  %86 = getelementptr inbounds i8, ptr %81, i64 48
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %86, i8 0, i64 %11, i1 false)
  %87 = icmp eq ptr %4, null
  %88 = select i1 %87, i64 1, i64 2
  store i64 %88, ptr %85, align 8
  br i1 %87, label %96, label %89

89:                                               ; preds = %80
  %90 = load ptr, ptr %4, align 8
  %91 = getelementptr inbounds %struct.node, ptr %81, i64 0, i32 5
  store ptr %90, ptr %91, align 8
  store ptr %81, ptr %4, align 8
  br label %96

92:                                               ; preds = %7, %5, %16, %12, %70
  store ptr null, ptr %1, align 8
  %93 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  store ptr null, ptr %93, align 8
  %94 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  store i64 0, ptr %94, align 8
  %95 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 3
  store ptr null, ptr %95, align 8
  br label %102

96:                                               ; preds = %80, %89
  store ptr %86, ptr %1, align 8
  %97 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  store ptr %81, ptr %97, align 8
  %98 = load i64, ptr %81, align 8
  %99 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  store i64 %98, ptr %99, align 8
  %100 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 3
  store ptr %86, ptr %100, align 8
  %101 = getelementptr inbounds i8, ptr %86, i64 %11
  br label %102

102:                                              ; preds = %92, %96
  %103 = phi ptr [ %101, %96 ], [ null, %92 ]
  %104 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 4
  store ptr %103, ptr %104, align 8
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64) #6

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_free_chain(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq ptr %1, null
  br i1 %3, label %109, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  br label %6

6:                                                ; preds = %4, %107
  %7 = phi ptr [ %1, %4 ], [ %9, %107 ]
  %8 = getelementptr inbounds %struct.node, ptr %7, i64 0, i32 5
  %9 = load ptr, ptr %8, align 8
  %10 = load ptr, ptr %5, align 8
  store ptr null, ptr %8, align 8
  br label %11

11:                                               ; preds = %97, %6
  %12 = phi ptr [ %98, %97 ], [ %7, %6 ]
  %13 = getelementptr inbounds %struct.node, ptr %12, i64 0, i32 5
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds %struct.node, ptr %12, i64 0, i32 4
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %97, label %18

18:                                               ; preds = %11
  %19 = getelementptr inbounds %struct.kind, ptr %16, i64 0, i32 2
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %97, label %22

22:                                               ; preds = %18
  %23 = getelementptr inbounds %struct.node, ptr %12, i64 0, i32 3
  %24 = load i64, ptr %23, align 8
  %25 = add nsw i64 %24, 48
  %26 = getelementptr inbounds i8, ptr %12, i64 %25
  %27 = icmp sgt i64 %24, 0
  br i1 %27, label %28, label %97

28:                                               ; preds = %22
  %29 = getelementptr inbounds i8, ptr %12, i64 48
  %30 = icmp sgt i64 %20, 0
  %31 = load i64, ptr %16, align 8
  %32 = and i64 %20, 1
  %33 = icmp eq i64 %20, 1
  %34 = and i64 %20, 9223372036854775806
  %35 = icmp eq i64 %32, 0
  br label %36

36:                                               ; preds = %57, %28
  %37 = phi ptr [ %29, %28 ], [ %59, %57 ]
  %38 = phi ptr [ %14, %28 ], [ %58, %57 ]
  br i1 %30, label %39, label %57

39:                                               ; preds = %36
  br i1 %33, label %40, label %61

40:                                               ; preds = %92, %39
  %41 = phi ptr [ undef, %39 ], [ %93, %92 ]
  %42 = phi i64 [ 0, %39 ], [ %94, %92 ]
  %43 = phi ptr [ %38, %39 ], [ %93, %92 ]
  br i1 %35, label %57, label %44

44:                                               ; preds = %40
  %45 = getelementptr inbounds %struct.kind, ptr %16, i64 0, i32 3, i64 %42
  %46 = load i64, ptr %45, align 8
  %47 = getelementptr inbounds i8, ptr %37, i64 %46
  %48 = load ptr, ptr %47, align 8
  %49 = icmp eq ptr %48, null
  br i1 %49, label %57, label %50

50:                                               ; preds = %44
  %51 = getelementptr inbounds %struct.node, ptr %48, i64 0, i32 1
  %52 = load i32, ptr %51, align 8
  %53 = add i32 %52, -1
  store i32 %53, ptr %51, align 8
  %54 = icmp eq i32 %53, 0
  br i1 %54, label %55, label %57

55:                                               ; preds = %50
  %56 = getelementptr inbounds %struct.node, ptr %48, i64 0, i32 5
  store ptr %43, ptr %56, align 8
  br label %57

57:                                               ; preds = %40, %55, %50, %44, %36
  %58 = phi ptr [ %38, %36 ], [ %41, %40 ], [ %43, %50 ], [ %48, %55 ], [ %43, %44 ]
  %59 = getelementptr inbounds i8, ptr %37, i64 %31
  %60 = icmp ult ptr %59, %26
  br i1 %60, label %36, label %97

61:                                               ; preds = %39, %92
  %62 = phi i64 [ %94, %92 ], [ 0, %39 ]
  %63 = phi ptr [ %93, %92 ], [ %38, %39 ]
  %64 = phi i64 [ %95, %92 ], [ 0, %39 ]
  %65 = getelementptr inbounds %struct.kind, ptr %16, i64 0, i32 3, i64 %62
  %66 = load i64, ptr %65, align 8
  %67 = getelementptr inbounds i8, ptr %37, i64 %66
  %68 = load ptr, ptr %67, align 8
  %69 = icmp eq ptr %68, null
  br i1 %69, label %77, label %70

70:                                               ; preds = %61
  %71 = getelementptr inbounds %struct.node, ptr %68, i64 0, i32 1
  %72 = load i32, ptr %71, align 8
  %73 = add i32 %72, -1
  store i32 %73, ptr %71, align 8
  %74 = icmp eq i32 %73, 0
  br i1 %74, label %75, label %77

75:                                               ; preds = %70
  %76 = getelementptr inbounds %struct.node, ptr %68, i64 0, i32 5
  store ptr %63, ptr %76, align 8
  br label %77

77:                                               ; preds = %75, %70, %61
  %78 = phi ptr [ %63, %70 ], [ %68, %75 ], [ %63, %61 ]
  %79 = or disjoint i64 %62, 1
  %80 = getelementptr inbounds %struct.kind, ptr %16, i64 0, i32 3, i64 %79
  %81 = load i64, ptr %80, align 8
  %82 = getelementptr inbounds i8, ptr %37, i64 %81
  %83 = load ptr, ptr %82, align 8
  %84 = icmp eq ptr %83, null
  br i1 %84, label %92, label %85

85:                                               ; preds = %77
  %86 = getelementptr inbounds %struct.node, ptr %83, i64 0, i32 1
  %87 = load i32, ptr %86, align 8
  %88 = add i32 %87, -1
  store i32 %88, ptr %86, align 8
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %90, label %92

90:                                               ; preds = %85
  %91 = getelementptr inbounds %struct.node, ptr %83, i64 0, i32 5
  store ptr %78, ptr %91, align 8
  br label %92

92:                                               ; preds = %90, %85, %77
  %93 = phi ptr [ %78, %85 ], [ %83, %90 ], [ %78, %77 ]
  %94 = add nuw nsw i64 %62, 2
  %95 = add i64 %64, 2
  %96 = icmp eq i64 %95, %34
  br i1 %96, label %40, label %61

97:                                               ; preds = %57, %22, %18, %11
  %98 = phi ptr [ %14, %18 ], [ %14, %11 ], [ %14, %22 ], [ %58, %57 ]
  %99 = load i64, ptr %12, align 8
  %100 = add i64 %99, 1
  store i64 %100, ptr %12, align 8
  %101 = getelementptr inbounds %struct.node, ptr %12, i64 0, i32 2
  %102 = load i32, ptr %101, align 4
  %103 = zext i32 %102 to i64
  %104 = getelementptr inbounds [168 x ptr], ptr %10, i64 0, i64 %103
  %105 = load ptr, ptr %104, align 8
  store ptr %105, ptr %13, align 8
  store ptr %12, ptr %104, align 8
  %106 = icmp eq ptr %98, null
  br i1 %106, label %107, label %11

107:                                              ; preds = %97
  %108 = icmp eq ptr %9, null
  br i1 %108, label %109, label %6

109:                                              ; preds = %107, %2
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define dso_local i32 @dlvm_accessible(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #7 {
  %4 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %34, label %7

7:                                                ; preds = %3
  %8 = load i64, ptr %5, align 8
  %9 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 2
  %10 = load i64, ptr %9, align 8
  %11 = icmp ne i64 %8, %10
  %12 = icmp slt i64 %1, 0
  %13 = or i1 %12, %11
  br i1 %13, label %34, label %14

14:                                               ; preds = %7
  %15 = load ptr, ptr %0, align 8
  %16 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 3
  %17 = load ptr, ptr %16, align 8
  %18 = icmp ult ptr %15, %17
  br i1 %18, label %34, label %19

19:                                               ; preds = %14
  %20 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 4
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

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_deallocate(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %119, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %119

11:                                               ; preds = %6
  %12 = load ptr, ptr %1, align 8
  %13 = getelementptr inbounds i8, ptr %4, i64 48
  %14 = icmp eq ptr %12, %13
  br i1 %14, label %15, label %119

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 6
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 1
  br i1 %18, label %19, label %119

19:                                               ; preds = %15
  %20 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 5
  store ptr null, ptr %22, align 8
  br label %23

23:                                               ; preds = %109, %19
  %24 = phi ptr [ %110, %109 ], [ %4, %19 ]
  %25 = getelementptr inbounds %struct.node, ptr %24, i64 0, i32 5
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds %struct.node, ptr %24, i64 0, i32 4
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  br i1 %29, label %109, label %30

30:                                               ; preds = %23
  %31 = getelementptr inbounds %struct.kind, ptr %28, i64 0, i32 2
  %32 = load i64, ptr %31, align 8
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %109, label %34

34:                                               ; preds = %30
  %35 = getelementptr inbounds %struct.node, ptr %24, i64 0, i32 3
  %36 = load i64, ptr %35, align 8
  %37 = add nsw i64 %36, 48
  %38 = getelementptr inbounds i8, ptr %24, i64 %37
  %39 = icmp sgt i64 %36, 0
  br i1 %39, label %40, label %109

40:                                               ; preds = %34
  %41 = getelementptr inbounds i8, ptr %24, i64 48
  %42 = icmp sgt i64 %32, 0
  %43 = load i64, ptr %28, align 8
  %44 = and i64 %32, 1
  %45 = icmp eq i64 %32, 1
  %46 = and i64 %32, 9223372036854775806
  %47 = icmp eq i64 %44, 0
  br label %48

48:                                               ; preds = %69, %40
  %49 = phi ptr [ %41, %40 ], [ %71, %69 ]
  %50 = phi ptr [ %26, %40 ], [ %70, %69 ]
  br i1 %42, label %51, label %69

51:                                               ; preds = %48
  br i1 %45, label %52, label %73

52:                                               ; preds = %104, %51
  %53 = phi ptr [ undef, %51 ], [ %105, %104 ]
  %54 = phi i64 [ 0, %51 ], [ %106, %104 ]
  %55 = phi ptr [ %50, %51 ], [ %105, %104 ]
  br i1 %47, label %69, label %56

56:                                               ; preds = %52
  %57 = getelementptr inbounds %struct.kind, ptr %28, i64 0, i32 3, i64 %54
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds i8, ptr %49, i64 %58
  %60 = load ptr, ptr %59, align 8
  %61 = icmp eq ptr %60, null
  br i1 %61, label %69, label %62

62:                                               ; preds = %56
  %63 = getelementptr inbounds %struct.node, ptr %60, i64 0, i32 1
  %64 = load i32, ptr %63, align 8
  %65 = add i32 %64, -1
  store i32 %65, ptr %63, align 8
  %66 = icmp eq i32 %65, 0
  br i1 %66, label %67, label %69

67:                                               ; preds = %62
  %68 = getelementptr inbounds %struct.node, ptr %60, i64 0, i32 5
  store ptr %55, ptr %68, align 8
  br label %69

69:                                               ; preds = %52, %67, %62, %56, %48
  %70 = phi ptr [ %50, %48 ], [ %53, %52 ], [ %55, %62 ], [ %60, %67 ], [ %55, %56 ]
  %71 = getelementptr inbounds i8, ptr %49, i64 %43
  %72 = icmp ult ptr %71, %38
  br i1 %72, label %48, label %109

73:                                               ; preds = %51, %104
  %74 = phi i64 [ %106, %104 ], [ 0, %51 ]
  %75 = phi ptr [ %105, %104 ], [ %50, %51 ]
  %76 = phi i64 [ %107, %104 ], [ 0, %51 ]
  %77 = getelementptr inbounds %struct.kind, ptr %28, i64 0, i32 3, i64 %74
  %78 = load i64, ptr %77, align 8
  %79 = getelementptr inbounds i8, ptr %49, i64 %78
  %80 = load ptr, ptr %79, align 8
  %81 = icmp eq ptr %80, null
  br i1 %81, label %89, label %82

82:                                               ; preds = %73
  %83 = getelementptr inbounds %struct.node, ptr %80, i64 0, i32 1
  %84 = load i32, ptr %83, align 8
  %85 = add i32 %84, -1
  store i32 %85, ptr %83, align 8
  %86 = icmp eq i32 %85, 0
  br i1 %86, label %87, label %89

87:                                               ; preds = %82
  %88 = getelementptr inbounds %struct.node, ptr %80, i64 0, i32 5
  store ptr %75, ptr %88, align 8
  br label %89

89:                                               ; preds = %87, %82, %73
  %90 = phi ptr [ %75, %82 ], [ %80, %87 ], [ %75, %73 ]
  %91 = or disjoint i64 %74, 1
  %92 = getelementptr inbounds %struct.kind, ptr %28, i64 0, i32 3, i64 %91
  %93 = load i64, ptr %92, align 8
  %94 = getelementptr inbounds i8, ptr %49, i64 %93
  %95 = load ptr, ptr %94, align 8
  %96 = icmp eq ptr %95, null
  br i1 %96, label %104, label %97

97:                                               ; preds = %89
  %98 = getelementptr inbounds %struct.node, ptr %95, i64 0, i32 1
  %99 = load i32, ptr %98, align 8
  %100 = add i32 %99, -1
  store i32 %100, ptr %98, align 8
  %101 = icmp eq i32 %100, 0
  br i1 %101, label %102, label %104

102:                                              ; preds = %97
  %103 = getelementptr inbounds %struct.node, ptr %95, i64 0, i32 5
  store ptr %90, ptr %103, align 8
  br label %104

104:                                              ; preds = %102, %97, %89
  %105 = phi ptr [ %90, %97 ], [ %95, %102 ], [ %90, %89 ]
  %106 = add nuw nsw i64 %74, 2
  %107 = add i64 %76, 2
  %108 = icmp eq i64 %107, %46
  br i1 %108, label %52, label %73

109:                                              ; preds = %69, %34, %30, %23
  %110 = phi ptr [ %26, %30 ], [ %26, %23 ], [ %26, %34 ], [ %70, %69 ]
  %111 = load i64, ptr %24, align 8
  %112 = add i64 %111, 1
  store i64 %112, ptr %24, align 8
  %113 = getelementptr inbounds %struct.node, ptr %24, i64 0, i32 2
  %114 = load i32, ptr %113, align 4
  %115 = zext i32 %114 to i64
  %116 = getelementptr inbounds [168 x ptr], ptr %21, i64 0, i64 %115
  %117 = load ptr, ptr %116, align 8
  store ptr %117, ptr %25, align 8
  store ptr %24, ptr %116, align 8
  %118 = icmp eq ptr %110, null
  br i1 %118, label %119, label %23

119:                                              ; preds = %109, %2, %6, %11, %15
  %120 = phi i32 [ 0, %15 ], [ 0, %11 ], [ 0, %6 ], [ 0, %2 ], [ 1, %109 ]
  ret i32 %120
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_release_box(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %116, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %116

11:                                               ; preds = %6
  %12 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 1
  %13 = load i32, ptr %12, align 8
  %14 = add i32 %13, -1
  store i32 %14, ptr %12, align 8
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %116

16:                                               ; preds = %11
  %17 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 5
  store ptr null, ptr %19, align 8
  br label %20

20:                                               ; preds = %106, %16
  %21 = phi ptr [ %107, %106 ], [ %4, %16 ]
  %22 = getelementptr inbounds %struct.node, ptr %21, i64 0, i32 5
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds %struct.node, ptr %21, i64 0, i32 4
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %106, label %27

27:                                               ; preds = %20
  %28 = getelementptr inbounds %struct.kind, ptr %25, i64 0, i32 2
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %106, label %31

31:                                               ; preds = %27
  %32 = getelementptr inbounds %struct.node, ptr %21, i64 0, i32 3
  %33 = load i64, ptr %32, align 8
  %34 = add nsw i64 %33, 48
  %35 = getelementptr inbounds i8, ptr %21, i64 %34
  %36 = icmp sgt i64 %33, 0
  br i1 %36, label %37, label %106

37:                                               ; preds = %31
  %38 = getelementptr inbounds i8, ptr %21, i64 48
  %39 = icmp sgt i64 %29, 0
  %40 = load i64, ptr %25, align 8
  %41 = and i64 %29, 1
  %42 = icmp eq i64 %29, 1
  %43 = and i64 %29, 9223372036854775806
  %44 = icmp eq i64 %41, 0
  br label %45

45:                                               ; preds = %66, %37
  %46 = phi ptr [ %38, %37 ], [ %68, %66 ]
  %47 = phi ptr [ %23, %37 ], [ %67, %66 ]
  br i1 %39, label %48, label %66

48:                                               ; preds = %45
  br i1 %42, label %49, label %70

49:                                               ; preds = %101, %48
  %50 = phi ptr [ undef, %48 ], [ %102, %101 ]
  %51 = phi i64 [ 0, %48 ], [ %103, %101 ]
  %52 = phi ptr [ %47, %48 ], [ %102, %101 ]
  br i1 %44, label %66, label %53

53:                                               ; preds = %49
  %54 = getelementptr inbounds %struct.kind, ptr %25, i64 0, i32 3, i64 %51
  %55 = load i64, ptr %54, align 8
  %56 = getelementptr inbounds i8, ptr %46, i64 %55
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %57, null
  br i1 %58, label %66, label %59

59:                                               ; preds = %53
  %60 = getelementptr inbounds %struct.node, ptr %57, i64 0, i32 1
  %61 = load i32, ptr %60, align 8
  %62 = add i32 %61, -1
  store i32 %62, ptr %60, align 8
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %64, label %66

64:                                               ; preds = %59
  %65 = getelementptr inbounds %struct.node, ptr %57, i64 0, i32 5
  store ptr %52, ptr %65, align 8
  br label %66

66:                                               ; preds = %49, %64, %59, %53, %45
  %67 = phi ptr [ %47, %45 ], [ %50, %49 ], [ %52, %59 ], [ %57, %64 ], [ %52, %53 ]
  %68 = getelementptr inbounds i8, ptr %46, i64 %40
  %69 = icmp ult ptr %68, %35
  br i1 %69, label %45, label %106

70:                                               ; preds = %48, %101
  %71 = phi i64 [ %103, %101 ], [ 0, %48 ]
  %72 = phi ptr [ %102, %101 ], [ %47, %48 ]
  %73 = phi i64 [ %104, %101 ], [ 0, %48 ]
  %74 = getelementptr inbounds %struct.kind, ptr %25, i64 0, i32 3, i64 %71
  %75 = load i64, ptr %74, align 8
  %76 = getelementptr inbounds i8, ptr %46, i64 %75
  %77 = load ptr, ptr %76, align 8
  %78 = icmp eq ptr %77, null
  br i1 %78, label %86, label %79

79:                                               ; preds = %70
  %80 = getelementptr inbounds %struct.node, ptr %77, i64 0, i32 1
  %81 = load i32, ptr %80, align 8
  %82 = add i32 %81, -1
  store i32 %82, ptr %80, align 8
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %84, label %86

84:                                               ; preds = %79
  %85 = getelementptr inbounds %struct.node, ptr %77, i64 0, i32 5
  store ptr %72, ptr %85, align 8
  br label %86

86:                                               ; preds = %84, %79, %70
  %87 = phi ptr [ %72, %79 ], [ %77, %84 ], [ %72, %70 ]
  %88 = or disjoint i64 %71, 1
  %89 = getelementptr inbounds %struct.kind, ptr %25, i64 0, i32 3, i64 %88
  %90 = load i64, ptr %89, align 8
  %91 = getelementptr inbounds i8, ptr %46, i64 %90
  %92 = load ptr, ptr %91, align 8
  %93 = icmp eq ptr %92, null
  br i1 %93, label %101, label %94

94:                                               ; preds = %86
  %95 = getelementptr inbounds %struct.node, ptr %92, i64 0, i32 1
  %96 = load i32, ptr %95, align 8
  %97 = add i32 %96, -1
  store i32 %97, ptr %95, align 8
  %98 = icmp eq i32 %97, 0
  br i1 %98, label %99, label %101

99:                                               ; preds = %94
  %100 = getelementptr inbounds %struct.node, ptr %92, i64 0, i32 5
  store ptr %87, ptr %100, align 8
  br label %101

101:                                              ; preds = %99, %94, %86
  %102 = phi ptr [ %87, %94 ], [ %92, %99 ], [ %87, %86 ]
  %103 = add nuw nsw i64 %71, 2
  %104 = add i64 %73, 2
  %105 = icmp eq i64 %104, %43
  br i1 %105, label %49, label %70

106:                                              ; preds = %66, %31, %27, %20
  %107 = phi ptr [ %23, %27 ], [ %23, %20 ], [ %23, %31 ], [ %67, %66 ]
  %108 = load i64, ptr %21, align 8
  %109 = add i64 %108, 1
  store i64 %109, ptr %21, align 8
  %110 = getelementptr inbounds %struct.node, ptr %21, i64 0, i32 2
  %111 = load i32, ptr %110, align 4
  %112 = zext i32 %111 to i64
  %113 = getelementptr inbounds [168 x ptr], ptr %18, i64 0, i64 %112
  %114 = load ptr, ptr %113, align 8
  store ptr %114, ptr %22, align 8
  store ptr %21, ptr %113, align 8
  %115 = icmp eq ptr %107, null
  br i1 %115, label %116, label %20

116:                                              ; preds = %106, %2, %11, %6
  %117 = phi i32 [ 0, %6 ], [ 1, %11 ], [ 0, %2 ], [ 1, %106 ]
  ret i32 %117
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_retain_box(ptr nocapture noundef readonly %0) local_unnamed_addr #5 {
  %2 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 1
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %14, label %5

5:                                                ; preds = %1
  %6 = load i64, ptr %3, align 8
  %7 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 2
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %6, %8
  br i1 %9, label %10, label %14

10:                                               ; preds = %5
  %11 = getelementptr inbounds %struct.node, ptr %3, i64 0, i32 1
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
  br i1 %10, label %251, label %11

11:                                               ; preds = %5
  %12 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 2
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %250, label %15

15:                                               ; preds = %11
  %16 = icmp sgt i64 %3, 0
  br i1 %16, label %17, label %28

17:                                               ; preds = %15
  %18 = icmp sgt i64 %13, 0
  %19 = and i64 %13, 1
  %20 = icmp eq i64 %13, 1
  %21 = and i64 %13, 9223372036854775806
  %22 = icmp eq i64 %19, 0
  br label %23

23:                                               ; preds = %17, %108
  %24 = phi i64 [ 0, %17 ], [ %109, %108 ]
  br i1 %18, label %25, label %108

25:                                               ; preds = %23
  %26 = mul nsw i64 %24, %6
  %27 = getelementptr inbounds i8, ptr %8, i64 %26
  br i1 %20, label %96, label %111

28:                                               ; preds = %108, %15
  %29 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %30, null
  br i1 %31, label %250, label %32

32:                                               ; preds = %28
  %33 = getelementptr inbounds %struct.heap, ptr %30, i64 0, i32 3
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds %struct.heap, ptr %30, i64 0, i32 1
  %36 = load ptr, ptr %35, align 8
  %37 = ptrtoint ptr %34 to i64
  %38 = ptrtoint ptr %36 to i64
  %39 = sub i64 %37, %38
  %40 = icmp ult i64 %39, %7
  br i1 %40, label %250, label %41

41:                                               ; preds = %32
  %42 = add i64 %7, 47
  %43 = lshr i64 %42, 6
  %44 = add nuw nsw i64 %43, 1
  %45 = icmp ult i64 %42, 256
  br i1 %45, label %48, label %46

46:                                               ; preds = %41
  %47 = icmp ugt i64 %42, 511
  br i1 %47, label %50, label %57

48:                                               ; preds = %41
  %49 = trunc i64 %44 to i32
  br label %62

50:                                               ; preds = %46, %50
  %51 = phi i32 [ %55, %50 ], [ 0, %46 ]
  %52 = phi i64 [ %54, %50 ], [ %44, %46 ]
  %53 = add nuw nsw i64 %52, 1
  %54 = lshr i64 %53, 1
  %55 = add i32 %51, 4
  %56 = icmp ugt i64 %52, 16
  br i1 %56, label %50, label %57

57:                                               ; preds = %50, %46
  %58 = phi i64 [ %44, %46 ], [ %54, %50 ]
  %59 = phi i32 [ 0, %46 ], [ %55, %50 ]
  %60 = trunc i64 %58 to i32
  %61 = add i32 %59, %60
  br label %62

62:                                               ; preds = %57, %48
  %63 = phi i32 [ %49, %48 ], [ %61, %57 ]
  %64 = add i32 %63, -1
  %65 = zext i32 %64 to i64
  %66 = getelementptr inbounds [168 x ptr], ptr %30, i64 0, i64 %65
  %67 = load ptr, ptr %66, align 8
  %68 = icmp eq ptr %67, null
  br i1 %68, label %72, label %69

69:                                               ; preds = %62
  %70 = getelementptr inbounds %struct.node, ptr %67, i64 0, i32 5
  %71 = load ptr, ptr %70, align 8
  store ptr %71, ptr %66, align 8
  br label %138

72:                                               ; preds = %62
  %73 = icmp ult i32 %64, 4
  %74 = shl i32 %64, 6
  br i1 %73, label %75, label %78

75:                                               ; preds = %72
  %76 = add nuw nsw i32 %74, 64
  %77 = zext nneg i32 %76 to i64
  br label %86

78:                                               ; preds = %72
  %79 = and i32 %74, 192
  %80 = add nuw nsw i32 %79, 320
  %81 = zext nneg i32 %80 to i64
  %82 = lshr i32 %64, 2
  %83 = add nsw i32 %82, -1
  %84 = zext nneg i32 %83 to i64
  %85 = shl i64 %81, %84
  br label %86

86:                                               ; preds = %78, %75
  %87 = phi i64 [ %77, %75 ], [ %85, %78 ]
  %88 = getelementptr inbounds %struct.heap, ptr %30, i64 0, i32 2
  %89 = load ptr, ptr %88, align 8
  %90 = ptrtoint ptr %89 to i64
  %91 = sub i64 %37, %90
  %92 = icmp ugt i64 %87, %91
  br i1 %92, label %250, label %93

93:                                               ; preds = %86
  %94 = getelementptr inbounds i8, ptr %89, i64 %87
  store ptr %94, ptr %88, align 8
  store i64 1, ptr %89, align 8
  %95 = getelementptr inbounds %struct.node, ptr %89, i64 0, i32 2
  store i32 %64, ptr %95, align 4
  br label %138

96:                                               ; preds = %134, %25
  %97 = phi i64 [ 0, %25 ], [ %135, %134 ]
  br i1 %22, label %108, label %98

98:                                               ; preds = %96
  %99 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 3, i64 %97
  %100 = load i64, ptr %99, align 8
  %101 = getelementptr inbounds i8, ptr %27, i64 %100
  %102 = load ptr, ptr %101, align 8
  %103 = icmp eq ptr %102, null
  br i1 %103, label %108, label %104

104:                                              ; preds = %98
  %105 = getelementptr inbounds %struct.node, ptr %102, i64 0, i32 1
  %106 = load i32, ptr %105, align 8
  %107 = add i32 %106, 1
  store i32 %107, ptr %105, align 8
  br label %108

108:                                              ; preds = %96, %104, %98, %23
  %109 = add nuw nsw i64 %24, 1
  %110 = icmp eq i64 %109, %3
  br i1 %110, label %28, label %23

111:                                              ; preds = %25, %134
  %112 = phi i64 [ %135, %134 ], [ 0, %25 ]
  %113 = phi i64 [ %136, %134 ], [ 0, %25 ]
  %114 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 3, i64 %112
  %115 = load i64, ptr %114, align 8
  %116 = getelementptr inbounds i8, ptr %27, i64 %115
  %117 = load ptr, ptr %116, align 8
  %118 = icmp eq ptr %117, null
  br i1 %118, label %123, label %119

119:                                              ; preds = %111
  %120 = getelementptr inbounds %struct.node, ptr %117, i64 0, i32 1
  %121 = load i32, ptr %120, align 8
  %122 = add i32 %121, 1
  store i32 %122, ptr %120, align 8
  br label %123

123:                                              ; preds = %111, %119
  %124 = or disjoint i64 %112, 1
  %125 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 3, i64 %124
  %126 = load i64, ptr %125, align 8
  %127 = getelementptr inbounds i8, ptr %27, i64 %126
  %128 = load ptr, ptr %127, align 8
  %129 = icmp eq ptr %128, null
  br i1 %129, label %134, label %130

130:                                              ; preds = %123
  %131 = getelementptr inbounds %struct.node, ptr %128, i64 0, i32 1
  %132 = load i32, ptr %131, align 8
  %133 = add i32 %132, 1
  store i32 %133, ptr %131, align 8
  br label %134

134:                                              ; preds = %130, %123
  %135 = add nuw nsw i64 %112, 2
  %136 = add i64 %113, 2
  %137 = icmp eq i64 %136, %21
  br i1 %137, label %96, label %111

138:                                              ; preds = %93, %69
  %139 = phi ptr [ %67, %69 ], [ %89, %93 ]
  %140 = getelementptr inbounds %struct.node, ptr %139, i64 0, i32 1
  store i32 1, ptr %140, align 8
  %141 = getelementptr inbounds %struct.node, ptr %139, i64 0, i32 3
  store i64 %7, ptr %141, align 8
  %142 = getelementptr inbounds %struct.node, ptr %139, i64 0, i32 4
  store ptr %4, ptr %142, align 8
  %143 = getelementptr inbounds %struct.node, ptr %139, i64 0, i32 6
  store i64 0, ptr %143, align 8
  %144 = getelementptr inbounds i8, ptr %139, i64 48
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %144, i8 0, i64 %7, i1 false)
  %145 = load ptr, ptr %2, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %144, ptr align 1 %145, i64 %7, i1 false)
  %146 = load ptr, ptr %2, align 8
  %147 = load ptr, ptr %1, align 8
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %146, ptr align 1 %147, i64 %7, i1 false)
  %148 = load i32, ptr %140, align 8
  %149 = add i32 %148, -1
  store i32 %149, ptr %140, align 8
  %150 = icmp eq i32 %149, 0
  br i1 %150, label %151, label %251

151:                                              ; preds = %138
  %152 = load ptr, ptr %29, align 8
  %153 = getelementptr inbounds %struct.node, ptr %139, i64 0, i32 5
  store ptr null, ptr %153, align 8
  br label %154

154:                                              ; preds = %240, %151
  %155 = phi ptr [ %241, %240 ], [ %139, %151 ]
  %156 = getelementptr inbounds %struct.node, ptr %155, i64 0, i32 5
  %157 = load ptr, ptr %156, align 8
  %158 = getelementptr inbounds %struct.node, ptr %155, i64 0, i32 4
  %159 = load ptr, ptr %158, align 8
  %160 = icmp eq ptr %159, null
  br i1 %160, label %240, label %161

161:                                              ; preds = %154
  %162 = getelementptr inbounds %struct.kind, ptr %159, i64 0, i32 2
  %163 = load i64, ptr %162, align 8
  %164 = icmp eq i64 %163, 0
  br i1 %164, label %240, label %165

165:                                              ; preds = %161
  %166 = getelementptr inbounds %struct.node, ptr %155, i64 0, i32 3
  %167 = load i64, ptr %166, align 8
  %168 = add nsw i64 %167, 48
  %169 = getelementptr inbounds i8, ptr %155, i64 %168
  %170 = icmp sgt i64 %167, 0
  br i1 %170, label %171, label %240

171:                                              ; preds = %165
  %172 = getelementptr inbounds i8, ptr %155, i64 48
  %173 = icmp sgt i64 %163, 0
  %174 = load i64, ptr %159, align 8
  %175 = and i64 %163, 1
  %176 = icmp eq i64 %163, 1
  %177 = and i64 %163, 9223372036854775806
  %178 = icmp eq i64 %175, 0
  br label %179

179:                                              ; preds = %200, %171
  %180 = phi ptr [ %172, %171 ], [ %202, %200 ]
  %181 = phi ptr [ %157, %171 ], [ %201, %200 ]
  br i1 %173, label %182, label %200

182:                                              ; preds = %179
  br i1 %176, label %183, label %204

183:                                              ; preds = %235, %182
  %184 = phi ptr [ undef, %182 ], [ %236, %235 ]
  %185 = phi i64 [ 0, %182 ], [ %237, %235 ]
  %186 = phi ptr [ %181, %182 ], [ %236, %235 ]
  br i1 %178, label %200, label %187

187:                                              ; preds = %183
  %188 = getelementptr inbounds %struct.kind, ptr %159, i64 0, i32 3, i64 %185
  %189 = load i64, ptr %188, align 8
  %190 = getelementptr inbounds i8, ptr %180, i64 %189
  %191 = load ptr, ptr %190, align 8
  %192 = icmp eq ptr %191, null
  br i1 %192, label %200, label %193

193:                                              ; preds = %187
  %194 = getelementptr inbounds %struct.node, ptr %191, i64 0, i32 1
  %195 = load i32, ptr %194, align 8
  %196 = add i32 %195, -1
  store i32 %196, ptr %194, align 8
  %197 = icmp eq i32 %196, 0
  br i1 %197, label %198, label %200

198:                                              ; preds = %193
  %199 = getelementptr inbounds %struct.node, ptr %191, i64 0, i32 5
  store ptr %186, ptr %199, align 8
  br label %200

200:                                              ; preds = %183, %198, %193, %187, %179
  %201 = phi ptr [ %181, %179 ], [ %184, %183 ], [ %186, %193 ], [ %191, %198 ], [ %186, %187 ]
  %202 = getelementptr inbounds i8, ptr %180, i64 %174
  %203 = icmp ult ptr %202, %169
  br i1 %203, label %179, label %240

204:                                              ; preds = %182, %235
  %205 = phi i64 [ %237, %235 ], [ 0, %182 ]
  %206 = phi ptr [ %236, %235 ], [ %181, %182 ]
  %207 = phi i64 [ %238, %235 ], [ 0, %182 ]
  %208 = getelementptr inbounds %struct.kind, ptr %159, i64 0, i32 3, i64 %205
  %209 = load i64, ptr %208, align 8
  %210 = getelementptr inbounds i8, ptr %180, i64 %209
  %211 = load ptr, ptr %210, align 8
  %212 = icmp eq ptr %211, null
  br i1 %212, label %220, label %213

213:                                              ; preds = %204
  %214 = getelementptr inbounds %struct.node, ptr %211, i64 0, i32 1
  %215 = load i32, ptr %214, align 8
  %216 = add i32 %215, -1
  store i32 %216, ptr %214, align 8
  %217 = icmp eq i32 %216, 0
  br i1 %217, label %218, label %220

218:                                              ; preds = %213
  %219 = getelementptr inbounds %struct.node, ptr %211, i64 0, i32 5
  store ptr %206, ptr %219, align 8
  br label %220

220:                                              ; preds = %218, %213, %204
  %221 = phi ptr [ %206, %213 ], [ %211, %218 ], [ %206, %204 ]
  %222 = or disjoint i64 %205, 1
  %223 = getelementptr inbounds %struct.kind, ptr %159, i64 0, i32 3, i64 %222
  %224 = load i64, ptr %223, align 8
  %225 = getelementptr inbounds i8, ptr %180, i64 %224
  %226 = load ptr, ptr %225, align 8
  %227 = icmp eq ptr %226, null
  br i1 %227, label %235, label %228

228:                                              ; preds = %220
  %229 = getelementptr inbounds %struct.node, ptr %226, i64 0, i32 1
  %230 = load i32, ptr %229, align 8
  %231 = add i32 %230, -1
  store i32 %231, ptr %229, align 8
  %232 = icmp eq i32 %231, 0
  br i1 %232, label %233, label %235

233:                                              ; preds = %228
  %234 = getelementptr inbounds %struct.node, ptr %226, i64 0, i32 5
  store ptr %221, ptr %234, align 8
  br label %235

235:                                              ; preds = %233, %228, %220
  %236 = phi ptr [ %221, %228 ], [ %226, %233 ], [ %221, %220 ]
  %237 = add nuw nsw i64 %205, 2
  %238 = add i64 %207, 2
  %239 = icmp eq i64 %238, %177
  br i1 %239, label %183, label %204

240:                                              ; preds = %200, %165, %161, %154
  %241 = phi ptr [ %157, %161 ], [ %157, %154 ], [ %157, %165 ], [ %201, %200 ]
  %242 = load i64, ptr %155, align 8
  %243 = add i64 %242, 1
  store i64 %243, ptr %155, align 8
  %244 = getelementptr inbounds %struct.node, ptr %155, i64 0, i32 2
  %245 = load i32, ptr %244, align 4
  %246 = zext i32 %245 to i64
  %247 = getelementptr inbounds [168 x ptr], ptr %152, i64 0, i64 %246
  %248 = load ptr, ptr %247, align 8
  store ptr %248, ptr %156, align 8
  store ptr %155, ptr %247, align 8
  %249 = icmp eq ptr %241, null
  br i1 %249, label %251, label %154

250:                                              ; preds = %11, %32, %28, %86
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %9, ptr align 1 %8, i64 %7, i1 false)
  br label %251

251:                                              ; preds = %240, %250, %138, %5
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i64(ptr nocapture writeonly, ptr nocapture readonly, i64, i1 immarg) #3

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef ptr @dlvm_push(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %168, label %7

7:                                                ; preds = %3
  %8 = load i64, ptr %5, align 8
  %9 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %8, %10
  br i1 %11, label %12, label %168

12:                                               ; preds = %7
  %13 = getelementptr inbounds i8, ptr %5, i64 48
  %14 = getelementptr inbounds %struct.kind, ptr %2, i64 0, i32 2
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  %17 = load i64, ptr %2, align 8
  %18 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  br i1 %16, label %93, label %21

21:                                               ; preds = %12
  br i1 %20, label %168, label %22

22:                                               ; preds = %21
  %23 = getelementptr inbounds %struct.heap, ptr %19, i64 0, i32 3
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds %struct.heap, ptr %19, i64 0, i32 1
  %26 = load ptr, ptr %25, align 8
  %27 = ptrtoint ptr %24 to i64
  %28 = ptrtoint ptr %26 to i64
  %29 = sub i64 %27, %28
  %30 = icmp ult i64 %29, %17
  br i1 %30, label %168, label %31

31:                                               ; preds = %22
  %32 = add i64 %17, 47
  %33 = lshr i64 %32, 6
  %34 = add nuw nsw i64 %33, 1
  %35 = icmp ult i64 %32, 256
  br i1 %35, label %38, label %36

36:                                               ; preds = %31
  %37 = icmp ugt i64 %32, 511
  br i1 %37, label %40, label %47

38:                                               ; preds = %31
  %39 = trunc i64 %34 to i32
  br label %52

40:                                               ; preds = %36, %40
  %41 = phi i32 [ %45, %40 ], [ 0, %36 ]
  %42 = phi i64 [ %44, %40 ], [ %34, %36 ]
  %43 = add nuw nsw i64 %42, 1
  %44 = lshr i64 %43, 1
  %45 = add i32 %41, 4
  %46 = icmp ugt i64 %42, 16
  br i1 %46, label %40, label %47

47:                                               ; preds = %40, %36
  %48 = phi i64 [ %34, %36 ], [ %44, %40 ]
  %49 = phi i32 [ 0, %36 ], [ %45, %40 ]
  %50 = trunc i64 %48 to i32
  %51 = add i32 %49, %50
  br label %52

52:                                               ; preds = %47, %38
  %53 = phi i32 [ %39, %38 ], [ %51, %47 ]
  %54 = add i32 %53, -1
  %55 = zext i32 %54 to i64
  %56 = getelementptr inbounds [168 x ptr], ptr %19, i64 0, i64 %55
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %57, null
  br i1 %58, label %62, label %59

59:                                               ; preds = %52
  %60 = getelementptr inbounds %struct.node, ptr %57, i64 0, i32 5
  %61 = load ptr, ptr %60, align 8
  store ptr %61, ptr %56, align 8
  br label %86

62:                                               ; preds = %52
  %63 = icmp ult i32 %54, 4
  %64 = shl i32 %54, 6
  br i1 %63, label %65, label %68

65:                                               ; preds = %62
  %66 = add nuw nsw i32 %64, 64
  %67 = zext nneg i32 %66 to i64
  br label %76

68:                                               ; preds = %62
  %69 = and i32 %64, 192
  %70 = add nuw nsw i32 %69, 320
  %71 = zext nneg i32 %70 to i64
  %72 = lshr i32 %54, 2
  %73 = add nsw i32 %72, -1
  %74 = zext nneg i32 %73 to i64
  %75 = shl i64 %71, %74
  br label %76

76:                                               ; preds = %68, %65
  %77 = phi i64 [ %67, %65 ], [ %75, %68 ]
  %78 = getelementptr inbounds %struct.heap, ptr %19, i64 0, i32 2
  %79 = load ptr, ptr %78, align 8
  %80 = ptrtoint ptr %79 to i64
  %81 = sub i64 %27, %80
  %82 = icmp ugt i64 %77, %81
  br i1 %82, label %168, label %83

83:                                               ; preds = %76
  %84 = getelementptr inbounds i8, ptr %79, i64 %77
  store ptr %84, ptr %78, align 8
  store i64 1, ptr %79, align 8
  %85 = getelementptr inbounds %struct.node, ptr %79, i64 0, i32 2
  store i32 %54, ptr %85, align 4
  br label %86

86:                                               ; preds = %83, %59
  %87 = phi ptr [ %57, %59 ], [ %79, %83 ]
  %88 = getelementptr inbounds %struct.node, ptr %87, i64 0, i32 1
  store i32 1, ptr %88, align 8
  %89 = getelementptr inbounds %struct.node, ptr %87, i64 0, i32 3
  store i64 %17, ptr %89, align 8
  %90 = getelementptr inbounds %struct.node, ptr %87, i64 0, i32 4
  store ptr %2, ptr %90, align 8
  %91 = getelementptr inbounds %struct.node, ptr %87, i64 0, i32 6
  store i64 0, ptr %91, align 8
  %92 = getelementptr inbounds i8, ptr %87, i64 48
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %92, i8 0, i64 %17, i1 false)
  br label %164

93:                                               ; preds = %12
  br i1 %20, label %168, label %94

94:                                               ; preds = %93
  %95 = getelementptr inbounds %struct.heap, ptr %19, i64 0, i32 3
  %96 = load ptr, ptr %95, align 8
  %97 = getelementptr inbounds %struct.heap, ptr %19, i64 0, i32 1
  %98 = load ptr, ptr %97, align 8
  %99 = ptrtoint ptr %96 to i64
  %100 = ptrtoint ptr %98 to i64
  %101 = sub i64 %99, %100
  %102 = icmp ult i64 %101, %17
  br i1 %102, label %168, label %103

103:                                              ; preds = %94
  %104 = add i64 %17, 47
  %105 = lshr i64 %104, 6
  %106 = add nuw nsw i64 %105, 1
  %107 = icmp ult i64 %104, 256
  br i1 %107, label %110, label %108

108:                                              ; preds = %103
  %109 = icmp ugt i64 %104, 511
  br i1 %109, label %112, label %119

110:                                              ; preds = %103
  %111 = trunc i64 %106 to i32
  br label %124

112:                                              ; preds = %108, %112
  %113 = phi i32 [ %117, %112 ], [ 0, %108 ]
  %114 = phi i64 [ %116, %112 ], [ %106, %108 ]
  %115 = add nuw nsw i64 %114, 1
  %116 = lshr i64 %115, 1
  %117 = add i32 %113, 4
  %118 = icmp ugt i64 %114, 16
  br i1 %118, label %112, label %119

119:                                              ; preds = %112, %108
  %120 = phi i64 [ %106, %108 ], [ %116, %112 ]
  %121 = phi i32 [ 0, %108 ], [ %117, %112 ]
  %122 = trunc i64 %120 to i32
  %123 = add i32 %121, %122
  br label %124

124:                                              ; preds = %119, %110
  %125 = phi i32 [ %111, %110 ], [ %123, %119 ]
  %126 = add i32 %125, -1
  %127 = zext i32 %126 to i64
  %128 = getelementptr inbounds [168 x ptr], ptr %19, i64 0, i64 %127
  %129 = load ptr, ptr %128, align 8
  %130 = icmp eq ptr %129, null
  br i1 %130, label %134, label %131

131:                                              ; preds = %124
  %132 = getelementptr inbounds %struct.node, ptr %129, i64 0, i32 5
  %133 = load ptr, ptr %132, align 8
  store ptr %133, ptr %128, align 8
  br label %158

134:                                              ; preds = %124
  %135 = icmp ult i32 %126, 4
  %136 = shl i32 %126, 6
  br i1 %135, label %137, label %140

137:                                              ; preds = %134
  %138 = add nuw nsw i32 %136, 64
  %139 = zext nneg i32 %138 to i64
  br label %148

140:                                              ; preds = %134
  %141 = and i32 %136, 192
  %142 = add nuw nsw i32 %141, 320
  %143 = zext nneg i32 %142 to i64
  %144 = lshr i32 %126, 2
  %145 = add nsw i32 %144, -1
  %146 = zext nneg i32 %145 to i64
  %147 = shl i64 %143, %146
  br label %148

148:                                              ; preds = %140, %137
  %149 = phi i64 [ %139, %137 ], [ %147, %140 ]
  %150 = getelementptr inbounds %struct.heap, ptr %19, i64 0, i32 2
  %151 = load ptr, ptr %150, align 8
  %152 = ptrtoint ptr %151 to i64
  %153 = sub i64 %99, %152
  %154 = icmp ugt i64 %149, %153
  br i1 %154, label %168, label %155

155:                                              ; preds = %148
  %156 = getelementptr inbounds i8, ptr %151, i64 %149
  store ptr %156, ptr %150, align 8
  store i64 1, ptr %151, align 8
  %157 = getelementptr inbounds %struct.node, ptr %151, i64 0, i32 2
  store i32 %126, ptr %157, align 4
  br label %158

158:                                              ; preds = %155, %131
  %159 = phi ptr [ %129, %131 ], [ %151, %155 ]
  %160 = getelementptr inbounds %struct.node, ptr %159, i64 0, i32 1
  store i32 1, ptr %160, align 8
  %161 = getelementptr inbounds %struct.node, ptr %159, i64 0, i32 3
  store i64 %17, ptr %161, align 8
  %162 = getelementptr inbounds %struct.node, ptr %159, i64 0, i32 4
  store ptr %2, ptr %162, align 8
  %163 = getelementptr inbounds %struct.node, ptr %159, i64 0, i32 6
  store i64 0, ptr %163, align 8
  br label %164

164:                                              ; preds = %86, %158
  %165 = phi ptr [ %87, %86 ], [ %159, %158 ]
  %166 = load ptr, ptr %13, align 8
  %167 = getelementptr inbounds i8, ptr %165, i64 48
  store ptr %166, ptr %167, align 8
  store ptr %165, ptr %13, align 8
  br label %168

168:                                              ; preds = %148, %93, %94, %76, %21, %22, %3, %164, %7
  %169 = phi ptr [ null, %7 ], [ %167, %164 ], [ null, %3 ], [ null, %22 ], [ null, %21 ], [ null, %76 ], [ null, %94 ], [ null, %93 ], [ null, %148 ]
  ret ptr %169
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define dso_local ptr @dlvm_top(ptr nocapture noundef readonly %0, ptr noundef readnone %1) local_unnamed_addr #7 {
  %3 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %21, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %21

11:                                               ; preds = %6
  %12 = getelementptr inbounds i8, ptr %4, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %21, label %15

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.node, ptr %13, i64 0, i32 4
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %17, %1
  %19 = getelementptr inbounds i8, ptr %13, i64 48
  %20 = select i1 %18, ptr %19, ptr null
  br label %21

21:                                               ; preds = %15, %2, %11, %6
  %22 = phi ptr [ null, %6 ], [ null, %11 ], [ null, %2 ], [ %20, %15 ]
  ret ptr %22
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_pop(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 48
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 48
  %8 = load ptr, ptr %7, align 8
  store ptr %8, ptr %5, align 8
  %9 = getelementptr inbounds %struct.node, ptr %6, i64 0, i32 1
  %10 = load i32, ptr %9, align 8
  %11 = add i32 %10, -1
  store i32 %11, ptr %9, align 8
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %113

13:                                               ; preds = %2
  %14 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds %struct.node, ptr %6, i64 0, i32 5
  store ptr null, ptr %16, align 8
  br label %17

17:                                               ; preds = %103, %13
  %18 = phi ptr [ %104, %103 ], [ %6, %13 ]
  %19 = getelementptr inbounds %struct.node, ptr %18, i64 0, i32 5
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds %struct.node, ptr %18, i64 0, i32 4
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %103, label %24

24:                                               ; preds = %17
  %25 = getelementptr inbounds %struct.kind, ptr %22, i64 0, i32 2
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %103, label %28

28:                                               ; preds = %24
  %29 = getelementptr inbounds %struct.node, ptr %18, i64 0, i32 3
  %30 = load i64, ptr %29, align 8
  %31 = add nsw i64 %30, 48
  %32 = getelementptr inbounds i8, ptr %18, i64 %31
  %33 = icmp sgt i64 %30, 0
  br i1 %33, label %34, label %103

34:                                               ; preds = %28
  %35 = getelementptr inbounds i8, ptr %18, i64 48
  %36 = icmp sgt i64 %26, 0
  %37 = load i64, ptr %22, align 8
  %38 = and i64 %26, 1
  %39 = icmp eq i64 %26, 1
  %40 = and i64 %26, 9223372036854775806
  %41 = icmp eq i64 %38, 0
  br label %42

42:                                               ; preds = %63, %34
  %43 = phi ptr [ %35, %34 ], [ %65, %63 ]
  %44 = phi ptr [ %20, %34 ], [ %64, %63 ]
  br i1 %36, label %45, label %63

45:                                               ; preds = %42
  br i1 %39, label %46, label %67

46:                                               ; preds = %98, %45
  %47 = phi ptr [ undef, %45 ], [ %99, %98 ]
  %48 = phi i64 [ 0, %45 ], [ %100, %98 ]
  %49 = phi ptr [ %44, %45 ], [ %99, %98 ]
  br i1 %41, label %63, label %50

50:                                               ; preds = %46
  %51 = getelementptr inbounds %struct.kind, ptr %22, i64 0, i32 3, i64 %48
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr inbounds i8, ptr %43, i64 %52
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %54, null
  br i1 %55, label %63, label %56

56:                                               ; preds = %50
  %57 = getelementptr inbounds %struct.node, ptr %54, i64 0, i32 1
  %58 = load i32, ptr %57, align 8
  %59 = add i32 %58, -1
  store i32 %59, ptr %57, align 8
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %61, label %63

61:                                               ; preds = %56
  %62 = getelementptr inbounds %struct.node, ptr %54, i64 0, i32 5
  store ptr %49, ptr %62, align 8
  br label %63

63:                                               ; preds = %46, %61, %56, %50, %42
  %64 = phi ptr [ %44, %42 ], [ %47, %46 ], [ %49, %56 ], [ %54, %61 ], [ %49, %50 ]
  %65 = getelementptr inbounds i8, ptr %43, i64 %37
  %66 = icmp ult ptr %65, %32
  br i1 %66, label %42, label %103

67:                                               ; preds = %45, %98
  %68 = phi i64 [ %100, %98 ], [ 0, %45 ]
  %69 = phi ptr [ %99, %98 ], [ %44, %45 ]
  %70 = phi i64 [ %101, %98 ], [ 0, %45 ]
  %71 = getelementptr inbounds %struct.kind, ptr %22, i64 0, i32 3, i64 %68
  %72 = load i64, ptr %71, align 8
  %73 = getelementptr inbounds i8, ptr %43, i64 %72
  %74 = load ptr, ptr %73, align 8
  %75 = icmp eq ptr %74, null
  br i1 %75, label %83, label %76

76:                                               ; preds = %67
  %77 = getelementptr inbounds %struct.node, ptr %74, i64 0, i32 1
  %78 = load i32, ptr %77, align 8
  %79 = add i32 %78, -1
  store i32 %79, ptr %77, align 8
  %80 = icmp eq i32 %79, 0
  br i1 %80, label %81, label %83

81:                                               ; preds = %76
  %82 = getelementptr inbounds %struct.node, ptr %74, i64 0, i32 5
  store ptr %69, ptr %82, align 8
  br label %83

83:                                               ; preds = %81, %76, %67
  %84 = phi ptr [ %69, %76 ], [ %74, %81 ], [ %69, %67 ]
  %85 = or disjoint i64 %68, 1
  %86 = getelementptr inbounds %struct.kind, ptr %22, i64 0, i32 3, i64 %85
  %87 = load i64, ptr %86, align 8
  %88 = getelementptr inbounds i8, ptr %43, i64 %87
  %89 = load ptr, ptr %88, align 8
  %90 = icmp eq ptr %89, null
  br i1 %90, label %98, label %91

91:                                               ; preds = %83
  %92 = getelementptr inbounds %struct.node, ptr %89, i64 0, i32 1
  %93 = load i32, ptr %92, align 8
  %94 = add i32 %93, -1
  store i32 %94, ptr %92, align 8
  %95 = icmp eq i32 %94, 0
  br i1 %95, label %96, label %98

96:                                               ; preds = %91
  %97 = getelementptr inbounds %struct.node, ptr %89, i64 0, i32 5
  store ptr %84, ptr %97, align 8
  br label %98

98:                                               ; preds = %96, %91, %83
  %99 = phi ptr [ %84, %91 ], [ %89, %96 ], [ %84, %83 ]
  %100 = add nuw nsw i64 %68, 2
  %101 = add i64 %70, 2
  %102 = icmp eq i64 %101, %40
  br i1 %102, label %46, label %67

103:                                              ; preds = %63, %28, %24, %17
  %104 = phi ptr [ %20, %24 ], [ %20, %17 ], [ %20, %28 ], [ %64, %63 ]
  %105 = load i64, ptr %18, align 8
  %106 = add i64 %105, 1
  store i64 %106, ptr %18, align 8
  %107 = getelementptr inbounds %struct.node, ptr %18, i64 0, i32 2
  %108 = load i32, ptr %107, align 4
  %109 = zext i32 %108 to i64
  %110 = getelementptr inbounds [168 x ptr], ptr %15, i64 0, i64 %109
  %111 = load ptr, ptr %110, align 8
  store ptr %111, ptr %19, align 8
  store ptr %18, ptr %110, align 8
  %112 = icmp eq ptr %104, null
  br i1 %112, label %113, label %17

113:                                              ; preds = %103, %2
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local ptr @dlvm_record(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = load i64, ptr %2, align 8
  %5 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %6 = load ptr, ptr %5, align 8
  %7 = icmp eq ptr %6, null
  br i1 %7, label %72, label %8

8:                                                ; preds = %3
  %9 = getelementptr inbounds %struct.heap, ptr %6, i64 0, i32 3
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds %struct.heap, ptr %6, i64 0, i32 1
  %12 = load ptr, ptr %11, align 8
  %13 = ptrtoint ptr %10 to i64
  %14 = ptrtoint ptr %12 to i64
  %15 = sub i64 %13, %14
  %16 = icmp ult i64 %15, %4
  br i1 %16, label %72, label %17

17:                                               ; preds = %8
  %18 = add i64 %4, 47
  %19 = lshr i64 %18, 6
  %20 = add nuw nsw i64 %19, 1
  %21 = icmp ult i64 %18, 256
  br i1 %21, label %24, label %22

22:                                               ; preds = %17
  %23 = icmp ugt i64 %18, 511
  br i1 %23, label %26, label %33

24:                                               ; preds = %17
  %25 = trunc i64 %20 to i32
  br label %38

26:                                               ; preds = %22, %26
  %27 = phi i32 [ %31, %26 ], [ 0, %22 ]
  %28 = phi i64 [ %30, %26 ], [ %20, %22 ]
  %29 = add nuw nsw i64 %28, 1
  %30 = lshr i64 %29, 1
  %31 = add i32 %27, 4
  %32 = icmp ugt i64 %28, 16
  br i1 %32, label %26, label %33

33:                                               ; preds = %26, %22
  %34 = phi i64 [ %20, %22 ], [ %30, %26 ]
  %35 = phi i32 [ 0, %22 ], [ %31, %26 ]
  %36 = trunc i64 %34 to i32
  %37 = add i32 %35, %36
  br label %38

38:                                               ; preds = %33, %24
  %39 = phi i32 [ %25, %24 ], [ %37, %33 ]
  %40 = add i32 %39, -1
  %41 = zext i32 %40 to i64
  %42 = getelementptr inbounds [168 x ptr], ptr %6, i64 0, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = icmp eq ptr %43, null
  br i1 %44, label %48, label %45

45:                                               ; preds = %38
  %46 = getelementptr inbounds %struct.node, ptr %43, i64 0, i32 5
  %47 = load ptr, ptr %46, align 8
  store ptr %47, ptr %42, align 8
  br label %73

48:                                               ; preds = %38
  %49 = icmp ult i32 %40, 4
  %50 = shl i32 %40, 6
  br i1 %49, label %51, label %54

51:                                               ; preds = %48
  %52 = add nuw nsw i32 %50, 64
  %53 = zext nneg i32 %52 to i64
  br label %62

54:                                               ; preds = %48
  %55 = and i32 %50, 192
  %56 = add nuw nsw i32 %55, 320
  %57 = zext nneg i32 %56 to i64
  %58 = lshr i32 %40, 2
  %59 = add nsw i32 %58, -1
  %60 = zext nneg i32 %59 to i64
  %61 = shl i64 %57, %60
  br label %62

62:                                               ; preds = %54, %51
  %63 = phi i64 [ %53, %51 ], [ %61, %54 ]
  %64 = getelementptr inbounds %struct.heap, ptr %6, i64 0, i32 2
  %65 = load ptr, ptr %64, align 8
  %66 = ptrtoint ptr %65 to i64
  %67 = sub i64 %13, %66
  %68 = icmp ugt i64 %63, %67
  br i1 %68, label %72, label %69

69:                                               ; preds = %62
  %70 = getelementptr inbounds i8, ptr %65, i64 %63
  store ptr %70, ptr %64, align 8
  store i64 1, ptr %65, align 8
  %71 = getelementptr inbounds %struct.node, ptr %65, i64 0, i32 2
  store i32 %40, ptr %71, align 4
  br label %73

72:                                               ; preds = %8, %3, %62
  store ptr null, ptr %1, align 8
  br label %80

73:                                               ; preds = %69, %45
  %74 = phi ptr [ %43, %45 ], [ %65, %69 ]
  %75 = getelementptr inbounds %struct.node, ptr %74, i64 0, i32 1
  store i32 1, ptr %75, align 8
  %76 = getelementptr inbounds %struct.node, ptr %74, i64 0, i32 3
  store i64 %4, ptr %76, align 8
  %77 = getelementptr inbounds %struct.node, ptr %74, i64 0, i32 4
  store ptr %2, ptr %77, align 8
  %78 = getelementptr inbounds %struct.node, ptr %74, i64 0, i32 6
  store i64 0, ptr %78, align 8
  store ptr %74, ptr %1, align 8
  %79 = getelementptr inbounds i8, ptr %74, i64 48
  br label %80

80:                                               ; preds = %72, %73
  %81 = phi ptr [ %79, %73 ], [ null, %72 ]
  ret ptr %81
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_append(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #5 {
  %3 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 48
  %6 = load ptr, ptr %1, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = getelementptr inbounds i8, ptr %6, i64 48
  store ptr %7, ptr %8, align 8
  store ptr %6, ptr %5, align 8
  store ptr null, ptr %1, align 8
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_take(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 48
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds i8, ptr %7, i64 48
  %10 = load ptr, ptr %9, align 8
  store ptr %10, ptr %6, align 8
  store ptr %7, ptr %2, align 8
  %11 = icmp eq ptr %8, null
  br i1 %11, label %117, label %12

12:                                               ; preds = %3
  %13 = getelementptr inbounds %struct.node, ptr %8, i64 0, i32 1
  %14 = load i32, ptr %13, align 8
  %15 = add i32 %14, -1
  store i32 %15, ptr %13, align 8
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %117

17:                                               ; preds = %12
  %18 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds %struct.node, ptr %8, i64 0, i32 5
  store ptr null, ptr %20, align 8
  br label %21

21:                                               ; preds = %107, %17
  %22 = phi ptr [ %108, %107 ], [ %8, %17 ]
  %23 = getelementptr inbounds %struct.node, ptr %22, i64 0, i32 5
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds %struct.node, ptr %22, i64 0, i32 4
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %107, label %28

28:                                               ; preds = %21
  %29 = getelementptr inbounds %struct.kind, ptr %26, i64 0, i32 2
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %107, label %32

32:                                               ; preds = %28
  %33 = getelementptr inbounds %struct.node, ptr %22, i64 0, i32 3
  %34 = load i64, ptr %33, align 8
  %35 = add nsw i64 %34, 48
  %36 = getelementptr inbounds i8, ptr %22, i64 %35
  %37 = icmp sgt i64 %34, 0
  br i1 %37, label %38, label %107

38:                                               ; preds = %32
  %39 = getelementptr inbounds i8, ptr %22, i64 48
  %40 = icmp sgt i64 %30, 0
  %41 = load i64, ptr %26, align 8
  %42 = and i64 %30, 1
  %43 = icmp eq i64 %30, 1
  %44 = and i64 %30, 9223372036854775806
  %45 = icmp eq i64 %42, 0
  br label %46

46:                                               ; preds = %67, %38
  %47 = phi ptr [ %39, %38 ], [ %69, %67 ]
  %48 = phi ptr [ %24, %38 ], [ %68, %67 ]
  br i1 %40, label %49, label %67

49:                                               ; preds = %46
  br i1 %43, label %50, label %71

50:                                               ; preds = %102, %49
  %51 = phi ptr [ undef, %49 ], [ %103, %102 ]
  %52 = phi i64 [ 0, %49 ], [ %104, %102 ]
  %53 = phi ptr [ %48, %49 ], [ %103, %102 ]
  br i1 %45, label %67, label %54

54:                                               ; preds = %50
  %55 = getelementptr inbounds %struct.kind, ptr %26, i64 0, i32 3, i64 %52
  %56 = load i64, ptr %55, align 8
  %57 = getelementptr inbounds i8, ptr %47, i64 %56
  %58 = load ptr, ptr %57, align 8
  %59 = icmp eq ptr %58, null
  br i1 %59, label %67, label %60

60:                                               ; preds = %54
  %61 = getelementptr inbounds %struct.node, ptr %58, i64 0, i32 1
  %62 = load i32, ptr %61, align 8
  %63 = add i32 %62, -1
  store i32 %63, ptr %61, align 8
  %64 = icmp eq i32 %63, 0
  br i1 %64, label %65, label %67

65:                                               ; preds = %60
  %66 = getelementptr inbounds %struct.node, ptr %58, i64 0, i32 5
  store ptr %53, ptr %66, align 8
  br label %67

67:                                               ; preds = %50, %65, %60, %54, %46
  %68 = phi ptr [ %48, %46 ], [ %51, %50 ], [ %53, %60 ], [ %58, %65 ], [ %53, %54 ]
  %69 = getelementptr inbounds i8, ptr %47, i64 %41
  %70 = icmp ult ptr %69, %36
  br i1 %70, label %46, label %107

71:                                               ; preds = %49, %102
  %72 = phi i64 [ %104, %102 ], [ 0, %49 ]
  %73 = phi ptr [ %103, %102 ], [ %48, %49 ]
  %74 = phi i64 [ %105, %102 ], [ 0, %49 ]
  %75 = getelementptr inbounds %struct.kind, ptr %26, i64 0, i32 3, i64 %72
  %76 = load i64, ptr %75, align 8
  %77 = getelementptr inbounds i8, ptr %47, i64 %76
  %78 = load ptr, ptr %77, align 8
  %79 = icmp eq ptr %78, null
  br i1 %79, label %87, label %80

80:                                               ; preds = %71
  %81 = getelementptr inbounds %struct.node, ptr %78, i64 0, i32 1
  %82 = load i32, ptr %81, align 8
  %83 = add i32 %82, -1
  store i32 %83, ptr %81, align 8
  %84 = icmp eq i32 %83, 0
  br i1 %84, label %85, label %87

85:                                               ; preds = %80
  %86 = getelementptr inbounds %struct.node, ptr %78, i64 0, i32 5
  store ptr %73, ptr %86, align 8
  br label %87

87:                                               ; preds = %85, %80, %71
  %88 = phi ptr [ %73, %80 ], [ %78, %85 ], [ %73, %71 ]
  %89 = or disjoint i64 %72, 1
  %90 = getelementptr inbounds %struct.kind, ptr %26, i64 0, i32 3, i64 %89
  %91 = load i64, ptr %90, align 8
  %92 = getelementptr inbounds i8, ptr %47, i64 %91
  %93 = load ptr, ptr %92, align 8
  %94 = icmp eq ptr %93, null
  br i1 %94, label %102, label %95

95:                                               ; preds = %87
  %96 = getelementptr inbounds %struct.node, ptr %93, i64 0, i32 1
  %97 = load i32, ptr %96, align 8
  %98 = add i32 %97, -1
  store i32 %98, ptr %96, align 8
  %99 = icmp eq i32 %98, 0
  br i1 %99, label %100, label %102

100:                                              ; preds = %95
  %101 = getelementptr inbounds %struct.node, ptr %93, i64 0, i32 5
  store ptr %88, ptr %101, align 8
  br label %102

102:                                              ; preds = %100, %95, %87
  %103 = phi ptr [ %88, %95 ], [ %93, %100 ], [ %88, %87 ]
  %104 = add nuw nsw i64 %72, 2
  %105 = add i64 %74, 2
  %106 = icmp eq i64 %105, %44
  br i1 %106, label %50, label %71

107:                                              ; preds = %67, %32, %28, %21
  %108 = phi ptr [ %24, %28 ], [ %24, %21 ], [ %24, %32 ], [ %68, %67 ]
  %109 = load i64, ptr %22, align 8
  %110 = add i64 %109, 1
  store i64 %110, ptr %22, align 8
  %111 = getelementptr inbounds %struct.node, ptr %22, i64 0, i32 2
  %112 = load i32, ptr %111, align 4
  %113 = zext i32 %112 to i64
  %114 = getelementptr inbounds [168 x ptr], ptr %19, i64 0, i64 %113
  %115 = load ptr, ptr %114, align 8
  store ptr %115, ptr %23, align 8
  store ptr %22, ptr %114, align 8
  %116 = icmp eq ptr %108, null
  br i1 %116, label %117, label %21

117:                                              ; preds = %107, %3, %12
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_destroy_stack(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %234, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %234

11:                                               ; preds = %6
  %12 = getelementptr inbounds i8, ptr %4, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %133, label %15

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  br label %17

17:                                               ; preds = %15, %128
  %18 = phi ptr [ %4, %15 ], [ %129, %128 ]
  %19 = phi ptr [ %13, %15 ], [ %131, %128 ]
  %20 = phi ptr [ %12, %15 ], [ %130, %128 ]
  %21 = getelementptr inbounds i8, ptr %19, i64 48
  %22 = load ptr, ptr %21, align 8
  store ptr %22, ptr %20, align 8
  %23 = getelementptr inbounds %struct.node, ptr %19, i64 0, i32 1
  %24 = load i32, ptr %23, align 8
  %25 = add i32 %24, -1
  store i32 %25, ptr %23, align 8
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %128

27:                                               ; preds = %17
  %28 = load ptr, ptr %16, align 8
  %29 = getelementptr inbounds %struct.node, ptr %19, i64 0, i32 5
  store ptr null, ptr %29, align 8
  br label %30

30:                                               ; preds = %116, %27
  %31 = phi ptr [ %117, %116 ], [ %19, %27 ]
  %32 = getelementptr inbounds %struct.node, ptr %31, i64 0, i32 5
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds %struct.node, ptr %31, i64 0, i32 4
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %35, null
  br i1 %36, label %116, label %37

37:                                               ; preds = %30
  %38 = getelementptr inbounds %struct.kind, ptr %35, i64 0, i32 2
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %116, label %41

41:                                               ; preds = %37
  %42 = getelementptr inbounds %struct.node, ptr %31, i64 0, i32 3
  %43 = load i64, ptr %42, align 8
  %44 = add nsw i64 %43, 48
  %45 = getelementptr inbounds i8, ptr %31, i64 %44
  %46 = icmp sgt i64 %43, 0
  br i1 %46, label %47, label %116

47:                                               ; preds = %41
  %48 = getelementptr inbounds i8, ptr %31, i64 48
  %49 = icmp sgt i64 %39, 0
  %50 = load i64, ptr %35, align 8
  %51 = and i64 %39, 1
  %52 = icmp eq i64 %39, 1
  %53 = and i64 %39, 9223372036854775806
  %54 = icmp eq i64 %51, 0
  br label %55

55:                                               ; preds = %76, %47
  %56 = phi ptr [ %48, %47 ], [ %78, %76 ]
  %57 = phi ptr [ %33, %47 ], [ %77, %76 ]
  br i1 %49, label %58, label %76

58:                                               ; preds = %55
  br i1 %52, label %59, label %80

59:                                               ; preds = %111, %58
  %60 = phi ptr [ undef, %58 ], [ %112, %111 ]
  %61 = phi i64 [ 0, %58 ], [ %113, %111 ]
  %62 = phi ptr [ %57, %58 ], [ %112, %111 ]
  br i1 %54, label %76, label %63

63:                                               ; preds = %59
  %64 = getelementptr inbounds %struct.kind, ptr %35, i64 0, i32 3, i64 %61
  %65 = load i64, ptr %64, align 8
  %66 = getelementptr inbounds i8, ptr %56, i64 %65
  %67 = load ptr, ptr %66, align 8
  %68 = icmp eq ptr %67, null
  br i1 %68, label %76, label %69

69:                                               ; preds = %63
  %70 = getelementptr inbounds %struct.node, ptr %67, i64 0, i32 1
  %71 = load i32, ptr %70, align 8
  %72 = add i32 %71, -1
  store i32 %72, ptr %70, align 8
  %73 = icmp eq i32 %72, 0
  br i1 %73, label %74, label %76

74:                                               ; preds = %69
  %75 = getelementptr inbounds %struct.node, ptr %67, i64 0, i32 5
  store ptr %62, ptr %75, align 8
  br label %76

76:                                               ; preds = %59, %74, %69, %63, %55
  %77 = phi ptr [ %57, %55 ], [ %60, %59 ], [ %62, %69 ], [ %67, %74 ], [ %62, %63 ]
  %78 = getelementptr inbounds i8, ptr %56, i64 %50
  %79 = icmp ult ptr %78, %45
  br i1 %79, label %55, label %116

80:                                               ; preds = %58, %111
  %81 = phi i64 [ %113, %111 ], [ 0, %58 ]
  %82 = phi ptr [ %112, %111 ], [ %57, %58 ]
  %83 = phi i64 [ %114, %111 ], [ 0, %58 ]
  %84 = getelementptr inbounds %struct.kind, ptr %35, i64 0, i32 3, i64 %81
  %85 = load i64, ptr %84, align 8
  %86 = getelementptr inbounds i8, ptr %56, i64 %85
  %87 = load ptr, ptr %86, align 8
  %88 = icmp eq ptr %87, null
  br i1 %88, label %96, label %89

89:                                               ; preds = %80
  %90 = getelementptr inbounds %struct.node, ptr %87, i64 0, i32 1
  %91 = load i32, ptr %90, align 8
  %92 = add i32 %91, -1
  store i32 %92, ptr %90, align 8
  %93 = icmp eq i32 %92, 0
  br i1 %93, label %94, label %96

94:                                               ; preds = %89
  %95 = getelementptr inbounds %struct.node, ptr %87, i64 0, i32 5
  store ptr %82, ptr %95, align 8
  br label %96

96:                                               ; preds = %94, %89, %80
  %97 = phi ptr [ %82, %89 ], [ %87, %94 ], [ %82, %80 ]
  %98 = or disjoint i64 %81, 1
  %99 = getelementptr inbounds %struct.kind, ptr %35, i64 0, i32 3, i64 %98
  %100 = load i64, ptr %99, align 8
  %101 = getelementptr inbounds i8, ptr %56, i64 %100
  %102 = load ptr, ptr %101, align 8
  %103 = icmp eq ptr %102, null
  br i1 %103, label %111, label %104

104:                                              ; preds = %96
  %105 = getelementptr inbounds %struct.node, ptr %102, i64 0, i32 1
  %106 = load i32, ptr %105, align 8
  %107 = add i32 %106, -1
  store i32 %107, ptr %105, align 8
  %108 = icmp eq i32 %107, 0
  br i1 %108, label %109, label %111

109:                                              ; preds = %104
  %110 = getelementptr inbounds %struct.node, ptr %102, i64 0, i32 5
  store ptr %97, ptr %110, align 8
  br label %111

111:                                              ; preds = %109, %104, %96
  %112 = phi ptr [ %97, %104 ], [ %102, %109 ], [ %97, %96 ]
  %113 = add nuw nsw i64 %81, 2
  %114 = add i64 %83, 2
  %115 = icmp eq i64 %114, %53
  br i1 %115, label %59, label %80

116:                                              ; preds = %76, %41, %37, %30
  %117 = phi ptr [ %33, %37 ], [ %33, %30 ], [ %33, %41 ], [ %77, %76 ]
  %118 = load i64, ptr %31, align 8
  %119 = add i64 %118, 1
  store i64 %119, ptr %31, align 8
  %120 = getelementptr inbounds %struct.node, ptr %31, i64 0, i32 2
  %121 = load i32, ptr %120, align 4
  %122 = zext i32 %121 to i64
  %123 = getelementptr inbounds [168 x ptr], ptr %28, i64 0, i64 %122
  %124 = load ptr, ptr %123, align 8
  store ptr %124, ptr %32, align 8
  store ptr %31, ptr %123, align 8
  %125 = icmp eq ptr %117, null
  br i1 %125, label %126, label %30

126:                                              ; preds = %116
  %127 = load ptr, ptr %3, align 8
  br label %128

128:                                              ; preds = %126, %17
  %129 = phi ptr [ %127, %126 ], [ %18, %17 ]
  %130 = getelementptr inbounds i8, ptr %129, i64 48
  %131 = load ptr, ptr %130, align 8
  %132 = icmp eq ptr %131, null
  br i1 %132, label %133, label %17

133:                                              ; preds = %128, %11
  %134 = phi ptr [ %4, %11 ], [ %129, %128 ]
  %135 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %136 = load ptr, ptr %135, align 8
  %137 = getelementptr inbounds %struct.node, ptr %134, i64 0, i32 5
  store ptr null, ptr %137, align 8
  br label %138

138:                                              ; preds = %224, %133
  %139 = phi ptr [ %225, %224 ], [ %134, %133 ]
  %140 = getelementptr inbounds %struct.node, ptr %139, i64 0, i32 5
  %141 = load ptr, ptr %140, align 8
  %142 = getelementptr inbounds %struct.node, ptr %139, i64 0, i32 4
  %143 = load ptr, ptr %142, align 8
  %144 = icmp eq ptr %143, null
  br i1 %144, label %224, label %145

145:                                              ; preds = %138
  %146 = getelementptr inbounds %struct.kind, ptr %143, i64 0, i32 2
  %147 = load i64, ptr %146, align 8
  %148 = icmp eq i64 %147, 0
  br i1 %148, label %224, label %149

149:                                              ; preds = %145
  %150 = getelementptr inbounds %struct.node, ptr %139, i64 0, i32 3
  %151 = load i64, ptr %150, align 8
  %152 = add nsw i64 %151, 48
  %153 = getelementptr inbounds i8, ptr %139, i64 %152
  %154 = icmp sgt i64 %151, 0
  br i1 %154, label %155, label %224

155:                                              ; preds = %149
  %156 = getelementptr inbounds i8, ptr %139, i64 48
  %157 = icmp sgt i64 %147, 0
  %158 = load i64, ptr %143, align 8
  %159 = and i64 %147, 1
  %160 = icmp eq i64 %147, 1
  %161 = and i64 %147, 9223372036854775806
  %162 = icmp eq i64 %159, 0
  br label %163

163:                                              ; preds = %184, %155
  %164 = phi ptr [ %156, %155 ], [ %186, %184 ]
  %165 = phi ptr [ %141, %155 ], [ %185, %184 ]
  br i1 %157, label %166, label %184

166:                                              ; preds = %163
  br i1 %160, label %167, label %188

167:                                              ; preds = %219, %166
  %168 = phi ptr [ undef, %166 ], [ %220, %219 ]
  %169 = phi i64 [ 0, %166 ], [ %221, %219 ]
  %170 = phi ptr [ %165, %166 ], [ %220, %219 ]
  br i1 %162, label %184, label %171

171:                                              ; preds = %167
  %172 = getelementptr inbounds %struct.kind, ptr %143, i64 0, i32 3, i64 %169
  %173 = load i64, ptr %172, align 8
  %174 = getelementptr inbounds i8, ptr %164, i64 %173
  %175 = load ptr, ptr %174, align 8
  %176 = icmp eq ptr %175, null
  br i1 %176, label %184, label %177

177:                                              ; preds = %171
  %178 = getelementptr inbounds %struct.node, ptr %175, i64 0, i32 1
  %179 = load i32, ptr %178, align 8
  %180 = add i32 %179, -1
  store i32 %180, ptr %178, align 8
  %181 = icmp eq i32 %180, 0
  br i1 %181, label %182, label %184

182:                                              ; preds = %177
  %183 = getelementptr inbounds %struct.node, ptr %175, i64 0, i32 5
  store ptr %170, ptr %183, align 8
  br label %184

184:                                              ; preds = %167, %182, %177, %171, %163
  %185 = phi ptr [ %165, %163 ], [ %168, %167 ], [ %170, %177 ], [ %175, %182 ], [ %170, %171 ]
  %186 = getelementptr inbounds i8, ptr %164, i64 %158
  %187 = icmp ult ptr %186, %153
  br i1 %187, label %163, label %224

188:                                              ; preds = %166, %219
  %189 = phi i64 [ %221, %219 ], [ 0, %166 ]
  %190 = phi ptr [ %220, %219 ], [ %165, %166 ]
  %191 = phi i64 [ %222, %219 ], [ 0, %166 ]
  %192 = getelementptr inbounds %struct.kind, ptr %143, i64 0, i32 3, i64 %189
  %193 = load i64, ptr %192, align 8
  %194 = getelementptr inbounds i8, ptr %164, i64 %193
  %195 = load ptr, ptr %194, align 8
  %196 = icmp eq ptr %195, null
  br i1 %196, label %204, label %197

197:                                              ; preds = %188
  %198 = getelementptr inbounds %struct.node, ptr %195, i64 0, i32 1
  %199 = load i32, ptr %198, align 8
  %200 = add i32 %199, -1
  store i32 %200, ptr %198, align 8
  %201 = icmp eq i32 %200, 0
  br i1 %201, label %202, label %204

202:                                              ; preds = %197
  %203 = getelementptr inbounds %struct.node, ptr %195, i64 0, i32 5
  store ptr %190, ptr %203, align 8
  br label %204

204:                                              ; preds = %202, %197, %188
  %205 = phi ptr [ %190, %197 ], [ %195, %202 ], [ %190, %188 ]
  %206 = or disjoint i64 %189, 1
  %207 = getelementptr inbounds %struct.kind, ptr %143, i64 0, i32 3, i64 %206
  %208 = load i64, ptr %207, align 8
  %209 = getelementptr inbounds i8, ptr %164, i64 %208
  %210 = load ptr, ptr %209, align 8
  %211 = icmp eq ptr %210, null
  br i1 %211, label %219, label %212

212:                                              ; preds = %204
  %213 = getelementptr inbounds %struct.node, ptr %210, i64 0, i32 1
  %214 = load i32, ptr %213, align 8
  %215 = add i32 %214, -1
  store i32 %215, ptr %213, align 8
  %216 = icmp eq i32 %215, 0
  br i1 %216, label %217, label %219

217:                                              ; preds = %212
  %218 = getelementptr inbounds %struct.node, ptr %210, i64 0, i32 5
  store ptr %205, ptr %218, align 8
  br label %219

219:                                              ; preds = %217, %212, %204
  %220 = phi ptr [ %205, %212 ], [ %210, %217 ], [ %205, %204 ]
  %221 = add nuw nsw i64 %189, 2
  %222 = add i64 %191, 2
  %223 = icmp eq i64 %222, %161
  br i1 %223, label %167, label %188

224:                                              ; preds = %184, %149, %145, %138
  %225 = phi ptr [ %141, %145 ], [ %141, %138 ], [ %141, %149 ], [ %185, %184 ]
  %226 = load i64, ptr %139, align 8
  %227 = add i64 %226, 1
  store i64 %227, ptr %139, align 8
  %228 = getelementptr inbounds %struct.node, ptr %139, i64 0, i32 2
  %229 = load i32, ptr %228, align 4
  %230 = zext i32 %229 to i64
  %231 = getelementptr inbounds [168 x ptr], ptr %136, i64 0, i64 %230
  %232 = load ptr, ptr %231, align 8
  store ptr %232, ptr %140, align 8
  store ptr %139, ptr %231, align 8
  %233 = icmp eq ptr %225, null
  br i1 %233, label %234, label %138

234:                                              ; preds = %224, %2, %6
  %235 = phi i32 [ 0, %6 ], [ 0, %2 ], [ 1, %224 ]
  ret i32 %235
}

; Function Attrs: nounwind
define dso_local noundef i32 @dlvm_sort(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, i64 noundef %4, i64 noundef %5, i64 noundef %6, i64 noundef %7, i64 noundef %8, i64 noundef %9, i64 noundef %10) local_unnamed_addr #8 {
  %12 = alloca %struct.work, align 8
  %13 = mul nsw i64 %6, %4
  %14 = icmp ne i64 %13, 0
  %15 = icmp ne i64 %7, 0
  %16 = and i1 %14, %15
  br i1 %16, label %17, label %157

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
  %38 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 2
  %39 = load i64, ptr %38, align 8
  %40 = tail call noundef i64 @llvm.smin.i64(i64 %13, i64 %39)
  %41 = shl i64 %36, 5
  %42 = mul i64 %40, %41
  %43 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %44, null
  br i1 %45, label %157, label %46

46:                                               ; preds = %35
  %47 = getelementptr inbounds %struct.heap, ptr %44, i64 0, i32 3
  %48 = load ptr, ptr %47, align 8
  %49 = getelementptr inbounds %struct.heap, ptr %44, i64 0, i32 1
  %50 = load ptr, ptr %49, align 8
  %51 = ptrtoint ptr %48 to i64
  %52 = ptrtoint ptr %50 to i64
  %53 = sub i64 %51, %52
  %54 = icmp ult i64 %53, %42
  br i1 %54, label %157, label %55

55:                                               ; preds = %46
  %56 = add i64 %42, 47
  %57 = lshr i64 %56, 6
  %58 = add nuw nsw i64 %57, 1
  %59 = icmp ult i64 %56, 256
  br i1 %59, label %62, label %60

60:                                               ; preds = %55
  %61 = icmp ugt i64 %56, 511
  br i1 %61, label %64, label %71

62:                                               ; preds = %55
  %63 = trunc i64 %58 to i32
  br label %76

64:                                               ; preds = %60, %64
  %65 = phi i32 [ %69, %64 ], [ 0, %60 ]
  %66 = phi i64 [ %68, %64 ], [ %58, %60 ]
  %67 = add nuw nsw i64 %66, 1
  %68 = lshr i64 %67, 1
  %69 = add i32 %65, 4
  %70 = icmp ugt i64 %66, 16
  br i1 %70, label %64, label %71

71:                                               ; preds = %64, %60
  %72 = phi i64 [ %58, %60 ], [ %68, %64 ]
  %73 = phi i32 [ 0, %60 ], [ %69, %64 ]
  %74 = trunc i64 %72 to i32
  %75 = add i32 %73, %74
  br label %76

76:                                               ; preds = %71, %62
  %77 = phi i32 [ %63, %62 ], [ %75, %71 ]
  %78 = add i32 %77, -1
  %79 = zext i32 %78 to i64
  %80 = getelementptr inbounds [168 x ptr], ptr %44, i64 0, i64 %79
  %81 = load ptr, ptr %80, align 8
  %82 = icmp eq ptr %81, null
  br i1 %82, label %86, label %83

83:                                               ; preds = %76
  %84 = getelementptr inbounds %struct.node, ptr %81, i64 0, i32 5
  %85 = load ptr, ptr %84, align 8
  store ptr %85, ptr %80, align 8
  br label %110

86:                                               ; preds = %76
  %87 = icmp ult i32 %78, 4
  %88 = shl i32 %78, 6
  br i1 %87, label %89, label %92

89:                                               ; preds = %86
  %90 = add nuw nsw i32 %88, 64
  %91 = zext nneg i32 %90 to i64
  br label %100

92:                                               ; preds = %86
  %93 = and i32 %88, 192
  %94 = add nuw nsw i32 %93, 320
  %95 = zext nneg i32 %94 to i64
  %96 = lshr i32 %78, 2
  %97 = add nsw i32 %96, -1
  %98 = zext nneg i32 %97 to i64
  %99 = shl i64 %95, %98
  br label %100

100:                                              ; preds = %92, %89
  %101 = phi i64 [ %91, %89 ], [ %99, %92 ]
  %102 = getelementptr inbounds %struct.heap, ptr %44, i64 0, i32 2
  %103 = load ptr, ptr %102, align 8
  %104 = ptrtoint ptr %103 to i64
  %105 = sub i64 %51, %104
  %106 = icmp ugt i64 %101, %105
  br i1 %106, label %157, label %107

107:                                              ; preds = %100
  %108 = getelementptr inbounds i8, ptr %103, i64 %101
  store ptr %108, ptr %102, align 8
  store i64 1, ptr %103, align 8
  %109 = getelementptr inbounds %struct.node, ptr %103, i64 0, i32 2
  store i32 %78, ptr %109, align 4
  br label %110

110:                                              ; preds = %107, %83
  %111 = phi ptr [ %81, %83 ], [ %103, %107 ]
  %112 = getelementptr inbounds %struct.node, ptr %111, i64 0, i32 1
  store i32 1, ptr %112, align 8
  %113 = getelementptr inbounds %struct.node, ptr %111, i64 0, i32 3
  store i64 %42, ptr %113, align 8
  %114 = getelementptr inbounds %struct.node, ptr %111, i64 0, i32 4
  store ptr null, ptr %114, align 8
  %115 = getelementptr inbounds %struct.node, ptr %111, i64 0, i32 6
  store i64 0, ptr %115, align 8
  %116 = getelementptr inbounds i8, ptr %111, i64 48
  %117 = shl nsw i64 %8, 1
  %118 = mul nsw i64 %117, %37
  %119 = add nsw i64 %118, %5
  %120 = mul nsw i64 %119, %13
  call void @llvm.lifetime.start.p0(i64 120, ptr nonnull %12) #13
  store ptr %1, ptr %12, align 8
  %121 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 1
  store ptr %2, ptr %121, align 8
  %122 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 2
  store ptr %3, ptr %122, align 8
  %123 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 3
  store i64 %4, ptr %123, align 8
  %124 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 4
  store i64 %5, ptr %124, align 8
  %125 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 5
  store i64 %6, ptr %125, align 8
  %126 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 6
  store i64 %7, ptr %126, align 8
  %127 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 7
  store i64 %8, ptr %127, align 8
  %128 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 8
  store i64 %9, ptr %128, align 8
  %129 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 9
  store i64 %10, ptr %129, align 8
  %130 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 10
  store ptr %116, ptr %130, align 8
  %131 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 11
  store i64 %37, ptr %131, align 8
  %132 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 12
  store i64 %36, ptr %132, align 8
  %133 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 13
  store i64 %40, ptr %133, align 8
  %134 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 14
  store ptr %0, ptr %134, align 8
  %135 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 6
  %136 = load ptr, ptr %135, align 8
  %137 = icmp ne ptr %136, null
  %138 = icmp sgt i64 %40, 1
  %139 = and i1 %138, %137
  %140 = icmp sgt i64 %120, 10000
  %141 = and i1 %140, %139
  br i1 %141, label %142, label %146

142:                                              ; preds = %110
  %143 = load ptr, ptr %136, align 8
  %144 = getelementptr inbounds %struct.threads, ptr %136, i64 0, i32 1
  %145 = load ptr, ptr %144, align 8
  call void %143(ptr noundef %145, i64 noundef %40, ptr noundef nonnull @sort_lines, ptr noundef nonnull %12) #14
  br label %147

146:                                              ; preds = %110
  call void @sort_lines(ptr noundef nonnull %12, i64 noundef 0, i64 noundef %40) #14
  br label %147

147:                                              ; preds = %142, %146
  %148 = load ptr, ptr %43, align 8
  %149 = load i64, ptr %111, align 8
  %150 = add i64 %149, 1
  store i64 %150, ptr %111, align 8
  %151 = getelementptr inbounds i8, ptr %111, i64 12
  %152 = load i32, ptr %151, align 4
  %153 = zext i32 %152 to i64
  %154 = getelementptr inbounds [168 x ptr], ptr %148, i64 0, i64 %153
  %155 = load ptr, ptr %154, align 8
  %156 = getelementptr inbounds i8, ptr %111, i64 32
  store ptr %155, ptr %156, align 8
  store ptr %111, ptr %154, align 8
  call void @llvm.lifetime.end.p0(i64 120, ptr nonnull %12) #13
  br label %157

157:                                              ; preds = %100, %35, %46, %147, %11
  %158 = phi i32 [ 0, %11 ], [ 0, %147 ], [ 1, %46 ], [ 1, %35 ], [ 1, %100 ]
  ret i32 %158
}

; Function Attrs: nounwind
define dso_local noundef i32 @dlvm_parallel(ptr nocapture noundef readonly %0, ptr noundef %1, ptr noundef %2, i64 noundef %3, i64 noundef %4) local_unnamed_addr #8 {
  %6 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 6
  %7 = load ptr, ptr %6, align 8
  %8 = icmp ne ptr %7, null
  %9 = icmp sgt i64 %3, 1
  %10 = and i1 %9, %8
  %11 = icmp sgt i64 %4, 10000
  %12 = and i1 %11, %10
  br i1 %12, label %13, label %17

13:                                               ; preds = %5
  %14 = load ptr, ptr %7, align 8
  %15 = getelementptr inbounds %struct.threads, ptr %7, i64 0, i32 1
  %16 = load ptr, ptr %15, align 8
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
  %4 = alloca [32 x i64], align 64
  %5 = icmp slt i64 %1, %2
  br i1 %5, label %6, label %246

6:                                                ; preds = %3
  %7 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 10
  %8 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 12
  %9 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 3
  %10 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 5
  %11 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 13
  %12 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 4
  %13 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 7
  %14 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 6
  %15 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 14
  %16 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 11
  %17 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 1
  %18 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 2
  %19 = load i64, ptr %11, align 8
  br label %23

20:                                               ; preds = %240, %23
  %21 = phi i64 [ %24, %23 ], [ %243, %240 ]
  %22 = icmp eq i64 %37, %2
  br i1 %22, label %246, label %23

23:                                               ; preds = %6, %20
  %24 = phi i64 [ %19, %6 ], [ %21, %20 ]
  %25 = phi i64 [ %1, %6 ], [ %37, %20 ]
  %26 = load ptr, ptr %7, align 8
  %27 = load i64, ptr %8, align 8
  %28 = shl i64 %25, 1
  %29 = mul i64 %28, %27
  %30 = getelementptr inbounds %struct.item, ptr %26, i64 %29
  %31 = load i64, ptr %9, align 8
  %32 = load i64, ptr %10, align 8
  %33 = mul nsw i64 %32, %31
  %34 = mul nsw i64 %33, %25
  %35 = sdiv i64 %34, %24
  %36 = freeze i64 %35
  %37 = add nsw i64 %25, 1
  %38 = mul nsw i64 %33, %37
  %39 = sdiv i64 %38, %24
  %40 = icmp slt i64 %36, %39
  br i1 %40, label %41, label %20

41:                                               ; preds = %23
  %42 = load i64, ptr %14, align 8
  br label %43

43:                                               ; preds = %41, %240
  %44 = phi i64 [ %241, %240 ], [ %42, %41 ]
  %45 = phi i64 [ %242, %240 ], [ %36, %41 ]
  %46 = load i64, ptr %10, align 8
  %47 = srem i64 %45, %46
  %48 = load ptr, ptr %0, align 8
  %49 = load i64, ptr %12, align 8
  %50 = srem i64 %45, %46
  %51 = sub i64 %45, %50
  %52 = mul i64 %51, %49
  %53 = add nsw i64 %52, %47
  %54 = load i64, ptr %13, align 8
  %55 = mul nsw i64 %53, %54
  %56 = getelementptr inbounds i8, ptr %48, i64 %55
  %57 = load i64, ptr %8, align 8
  %58 = getelementptr inbounds %struct.item, ptr %30, i64 %57
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %4) #13
  %59 = icmp sgt i64 %49, 0
  br i1 %59, label %60, label %198

60:                                               ; preds = %43, %188
  %61 = phi ptr [ %193, %188 ], [ %30, %43 ]
  %62 = phi ptr [ %192, %188 ], [ %58, %43 ]
  %63 = phi i64 [ %191, %188 ], [ 0, %43 ]
  %64 = phi i64 [ %194, %188 ], [ 0, %43 ]
  %65 = phi i64 [ %190, %188 ], [ 1, %43 ]
  %66 = phi i64 [ %189, %188 ], [ 0, %43 ]
  %67 = and i64 %64, 262136
  %68 = icmp eq i64 %67, 0
  br i1 %68, label %69, label %78

69:                                               ; preds = %60
  %70 = load ptr, ptr %15, align 8
  %71 = getelementptr inbounds %struct.context, ptr %70, i64 0, i32 8
  %72 = load ptr, ptr %71, align 8
  %73 = load volatile i32, ptr %72, align 4
  %74 = icmp eq i32 %73, 0
  br i1 %74, label %78, label %75

75:                                               ; preds = %69
  %76 = tail call i32 @dlvm_poll(ptr noundef nonnull %70) #14
  %77 = icmp eq i32 %76, 0
  br i1 %77, label %78, label %197

78:                                               ; preds = %75, %69, %60
  %79 = and i64 %64, 24
  %80 = getelementptr inbounds i64, ptr %4, i64 %79
  %81 = icmp eq i64 %79, 0
  br i1 %81, label %82, label %83

82:                                               ; preds = %78
  call fastcc void @read_keys(ptr noundef nonnull %4, ptr noundef nonnull %0, ptr noundef %56, i64 noundef %64) #15
  br label %83

83:                                               ; preds = %82, %78
  %84 = icmp eq i64 %65, 0
  br i1 %84, label %87, label %85

85:                                               ; preds = %83
  %86 = load i64, ptr %80, align 64
  br label %95

87:                                               ; preds = %83
  %88 = load <8 x i64>, ptr %80, align 64
  %89 = insertelement <8 x i64> poison, i64 %63, i64 0
  %90 = shufflevector <8 x i64> %89, <8 x i64> poison, <8 x i32> zeroinitializer
  %91 = icmp ult <8 x i64> %88, %90
  %92 = bitcast <8 x i1> %91 to i8
  %93 = icmp eq i8 %92, 0
  %94 = extractelement <8 x i64> %88, i64 0
  br i1 %93, label %188, label %95

95:                                               ; preds = %87, %85
  %96 = phi i64 [ %86, %85 ], [ %94, %87 ]
  %97 = getelementptr inbounds %struct.item, ptr %61, i64 %66
  store i64 %96, ptr %97, align 8
  %98 = getelementptr inbounds i8, ptr %97, i64 8
  store i64 %64, ptr %98, align 8
  %99 = load i64, ptr %80, align 64
  %100 = icmp ult i64 %99, %63
  %101 = zext i1 %100 to i64
  %102 = or i64 %65, %101
  %103 = add nsw i64 %102, %66
  %104 = getelementptr inbounds %struct.item, ptr %61, i64 %103
  %105 = getelementptr inbounds i64, ptr %80, i64 1
  %106 = load i64, ptr %105, align 8
  %107 = or disjoint i64 %64, 1
  store i64 %106, ptr %104, align 8
  %108 = getelementptr inbounds i8, ptr %104, i64 8
  store i64 %107, ptr %108, align 8
  %109 = load i64, ptr %105, align 8
  %110 = icmp ult i64 %109, %63
  %111 = zext i1 %110 to i64
  %112 = or i64 %65, %111
  %113 = add nsw i64 %112, %103
  %114 = getelementptr inbounds %struct.item, ptr %61, i64 %113
  %115 = getelementptr inbounds i64, ptr %80, i64 2
  %116 = load i64, ptr %115, align 16
  %117 = or disjoint i64 %64, 2
  store i64 %116, ptr %114, align 8
  %118 = getelementptr inbounds i8, ptr %114, i64 8
  store i64 %117, ptr %118, align 8
  %119 = load i64, ptr %115, align 16
  %120 = icmp ult i64 %119, %63
  %121 = zext i1 %120 to i64
  %122 = or i64 %65, %121
  %123 = add nsw i64 %122, %113
  %124 = getelementptr inbounds %struct.item, ptr %61, i64 %123
  %125 = getelementptr inbounds i64, ptr %80, i64 3
  %126 = load i64, ptr %125, align 8
  %127 = or disjoint i64 %64, 3
  store i64 %126, ptr %124, align 8
  %128 = getelementptr inbounds i8, ptr %124, i64 8
  store i64 %127, ptr %128, align 8
  %129 = load i64, ptr %125, align 8
  %130 = icmp ult i64 %129, %63
  %131 = zext i1 %130 to i64
  %132 = or i64 %65, %131
  %133 = add nsw i64 %132, %123
  %134 = getelementptr inbounds %struct.item, ptr %61, i64 %133
  %135 = getelementptr inbounds i64, ptr %80, i64 4
  %136 = load i64, ptr %135, align 32
  %137 = or disjoint i64 %64, 4
  store i64 %136, ptr %134, align 8
  %138 = getelementptr inbounds i8, ptr %134, i64 8
  store i64 %137, ptr %138, align 8
  %139 = load i64, ptr %135, align 32
  %140 = icmp ult i64 %139, %63
  %141 = zext i1 %140 to i64
  %142 = or i64 %65, %141
  %143 = add nsw i64 %142, %133
  %144 = getelementptr inbounds %struct.item, ptr %61, i64 %143
  %145 = getelementptr inbounds i64, ptr %80, i64 5
  %146 = load i64, ptr %145, align 8
  %147 = or disjoint i64 %64, 5
  store i64 %146, ptr %144, align 8
  %148 = getelementptr inbounds i8, ptr %144, i64 8
  store i64 %147, ptr %148, align 8
  %149 = load i64, ptr %145, align 8
  %150 = icmp ult i64 %149, %63
  %151 = zext i1 %150 to i64
  %152 = or i64 %65, %151
  %153 = add nsw i64 %152, %143
  %154 = getelementptr inbounds %struct.item, ptr %61, i64 %153
  %155 = getelementptr inbounds i64, ptr %80, i64 6
  %156 = load i64, ptr %155, align 16
  %157 = or disjoint i64 %64, 6
  store i64 %156, ptr %154, align 8
  %158 = getelementptr inbounds i8, ptr %154, i64 8
  store i64 %157, ptr %158, align 8
  %159 = load i64, ptr %155, align 16
  %160 = icmp ult i64 %159, %63
  %161 = zext i1 %160 to i64
  %162 = or i64 %65, %161
  %163 = add nsw i64 %162, %153
  %164 = getelementptr inbounds %struct.item, ptr %61, i64 %163
  %165 = getelementptr inbounds i64, ptr %80, i64 7
  %166 = load i64, ptr %165, align 8
  %167 = or disjoint i64 %64, 7
  store i64 %166, ptr %164, align 8
  %168 = getelementptr inbounds i8, ptr %164, i64 8
  store i64 %167, ptr %168, align 8
  %169 = load i64, ptr %165, align 8
  %170 = icmp ult i64 %169, %63
  %171 = zext i1 %170 to i64
  %172 = or i64 %65, %171
  %173 = add nsw i64 %172, %163
  %174 = load i64, ptr %12, align 8
  %175 = tail call noundef i64 @llvm.smin.i64(i64 %173, i64 %174)
  %176 = load i64, ptr %16, align 8
  %177 = icmp sgt i64 %175, %176
  br i1 %177, label %178, label %188

178:                                              ; preds = %95
  %179 = tail call fastcc ptr @sort_items(ptr noundef nonnull %0, ptr noundef nonnull %61, ptr noundef %62, i64 noundef %175) #15
  %180 = icmp eq ptr %179, null
  br i1 %180, label %197, label %181

181:                                              ; preds = %178
  %182 = icmp eq ptr %179, %61
  %183 = select i1 %182, ptr %62, ptr %61
  %184 = load i64, ptr %14, align 8
  %185 = getelementptr %struct.item, ptr %179, i64 %184
  %186 = getelementptr %struct.item, ptr %185, i64 -1
  %187 = load i64, ptr %186, align 8
  br label %188

188:                                              ; preds = %181, %95, %87
  %189 = phi i64 [ %184, %181 ], [ %175, %95 ], [ %66, %87 ]
  %190 = phi i64 [ 0, %181 ], [ %65, %95 ], [ 0, %87 ]
  %191 = phi i64 [ %187, %181 ], [ %63, %95 ], [ %63, %87 ]
  %192 = phi ptr [ %183, %181 ], [ %62, %95 ], [ %62, %87 ]
  %193 = phi ptr [ %179, %181 ], [ %61, %95 ], [ %61, %87 ]
  %194 = add nuw nsw i64 %64, 8
  %195 = load i64, ptr %12, align 8
  %196 = icmp slt i64 %194, %195
  br i1 %196, label %60, label %198

197:                                              ; preds = %178, %75
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #13
  br label %246

198:                                              ; preds = %188, %43
  %199 = phi i64 [ 0, %43 ], [ %189, %188 ]
  %200 = phi ptr [ %58, %43 ], [ %192, %188 ]
  %201 = phi ptr [ %30, %43 ], [ %193, %188 ]
  %202 = tail call fastcc ptr @sort_items(ptr noundef nonnull %0, ptr noundef %201, ptr noundef %200, i64 noundef %199) #15
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #13
  %203 = icmp eq ptr %202, null
  br i1 %203, label %246, label %204

204:                                              ; preds = %198
  %205 = load i64, ptr %14, align 8
  %206 = icmp sgt i64 %205, 0
  br i1 %206, label %207, label %240

207:                                              ; preds = %204
  %208 = mul i64 %51, %44
  %209 = add nsw i64 %208, %47
  %210 = load i64, ptr %10, align 8
  br label %211

211:                                              ; preds = %207, %232
  %212 = phi i64 [ %236, %232 ], [ %210, %207 ]
  %213 = phi i64 [ %235, %232 ], [ 0, %207 ]
  %214 = phi i64 [ %237, %232 ], [ %209, %207 ]
  %215 = getelementptr inbounds %struct.item, ptr %202, i64 %213, i32 1
  %216 = load i64, ptr %215, align 8
  %217 = load ptr, ptr %17, align 8
  %218 = load i64, ptr %13, align 8
  %219 = mul nsw i64 %218, %214
  %220 = getelementptr inbounds i8, ptr %217, i64 %219
  %221 = mul i64 %218, %216
  %222 = mul i64 %221, %212
  %223 = getelementptr inbounds i8, ptr %56, i64 %222
  switch i64 %218, label %230 [
    i64 1, label %224
    i64 2, label %226
    i64 4, label %228
  ]

224:                                              ; preds = %211
  %225 = load i8, ptr %223, align 1
  store i8 %225, ptr %220, align 1
  br label %232

226:                                              ; preds = %211
  %227 = load i16, ptr %223, align 2
  store i16 %227, ptr %220, align 2
  br label %232

228:                                              ; preds = %211
  %229 = load i32, ptr %223, align 4
  store i32 %229, ptr %220, align 4
  br label %232

230:                                              ; preds = %211
  %231 = load i64, ptr %223, align 8
  store i64 %231, ptr %220, align 8
  br label %232

232:                                              ; preds = %224, %226, %228, %230
  %233 = load ptr, ptr %18, align 8
  %234 = getelementptr inbounds i64, ptr %233, i64 %214
  store i64 %216, ptr %234, align 8
  %235 = add nuw nsw i64 %213, 1
  %236 = load i64, ptr %10, align 8
  %237 = add nsw i64 %236, %214
  %238 = load i64, ptr %14, align 8
  %239 = icmp slt i64 %235, %238
  br i1 %239, label %211, label %240

240:                                              ; preds = %232, %204
  %241 = phi i64 [ %205, %204 ], [ %238, %232 ]
  %242 = add i64 %45, 1
  %243 = load i64, ptr %11, align 8
  %244 = sdiv i64 %38, %243
  %245 = icmp slt i64 %242, %244
  br i1 %245, label %43, label %20

246:                                              ; preds = %20, %198, %3, %197
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: write)
define dso_local void @dlvm_open(ptr nocapture noundef writeonly %0, ptr noundef %1, i64 noundef %2) local_unnamed_addr #9 {
  %4 = icmp slt i64 %2, 1424
  br i1 %4, label %33, label %5

5:                                                ; preds = %3, %5
  %6 = phi i64 [ %24, %5 ], [ 0, %3 ]
  %7 = getelementptr inbounds [168 x ptr], ptr %1, i64 0, i64 %6
  %8 = getelementptr inbounds ptr, ptr %7, i64 2
  store <2 x ptr> zeroinitializer, ptr %7, align 8
  store <2 x ptr> zeroinitializer, ptr %8, align 8
  %9 = or disjoint i64 %6, 4
  %10 = getelementptr inbounds [168 x ptr], ptr %1, i64 0, i64 %9
  %11 = getelementptr inbounds ptr, ptr %10, i64 2
  store <2 x ptr> zeroinitializer, ptr %10, align 8
  store <2 x ptr> zeroinitializer, ptr %11, align 8
  %12 = add nuw nsw i64 %6, 8
  %13 = getelementptr inbounds [168 x ptr], ptr %1, i64 0, i64 %12
  %14 = getelementptr inbounds ptr, ptr %13, i64 2
  store <2 x ptr> zeroinitializer, ptr %13, align 8
  store <2 x ptr> zeroinitializer, ptr %14, align 8
  %15 = add nuw nsw i64 %6, 12
  %16 = getelementptr inbounds [168 x ptr], ptr %1, i64 0, i64 %15
  %17 = getelementptr inbounds ptr, ptr %16, i64 2
  store <2 x ptr> zeroinitializer, ptr %16, align 8
  store <2 x ptr> zeroinitializer, ptr %17, align 8
  %18 = add nuw nsw i64 %6, 16
  %19 = getelementptr inbounds [168 x ptr], ptr %1, i64 0, i64 %18
  %20 = getelementptr inbounds ptr, ptr %19, i64 2
  store <2 x ptr> zeroinitializer, ptr %19, align 8
  store <2 x ptr> zeroinitializer, ptr %20, align 8
  %21 = add nuw nsw i64 %6, 20
  %22 = getelementptr inbounds [168 x ptr], ptr %1, i64 0, i64 %21
  %23 = getelementptr inbounds ptr, ptr %22, i64 2
  store <2 x ptr> zeroinitializer, ptr %22, align 8
  store <2 x ptr> zeroinitializer, ptr %23, align 8
  %24 = add nuw nsw i64 %6, 24
  %25 = icmp eq i64 %24, 168
  br i1 %25, label %26, label %5

26:                                               ; preds = %5
  %27 = getelementptr inbounds i8, ptr %1, i64 1424
  %28 = getelementptr inbounds %struct.heap, ptr %1, i64 0, i32 2
  store ptr %27, ptr %28, align 8
  %29 = getelementptr inbounds %struct.heap, ptr %1, i64 0, i32 1
  store ptr %27, ptr %29, align 8
  %30 = getelementptr inbounds i8, ptr %1, i64 %2
  %31 = getelementptr inbounds %struct.heap, ptr %1, i64 0, i32 3
  store ptr %30, ptr %31, align 8
  %32 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  store ptr %1, ptr %32, align 8
  br label %33

33:                                               ; preds = %3, %26
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define dso_local i64 @dlvm_used(ptr nocapture noundef readonly %0) local_unnamed_addr #7 {
  %2 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %11, label %5

5:                                                ; preds = %1
  %6 = getelementptr inbounds %struct.heap, ptr %3, i64 0, i32 2
  %7 = load ptr, ptr %6, align 8
  %8 = ptrtoint ptr %7 to i64
  %9 = ptrtoint ptr %3 to i64
  %10 = sub i64 %8, %9
  br label %11

11:                                               ; preds = %1, %5
  %12 = phi i64 [ %10, %5 ], [ 0, %1 ]
  ret i64 %12
}

; Function Attrs: nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define internal fastcc void @read_keys(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, i64 noundef %3) unnamed_addr #10 {
  %5 = getelementptr inbounds %struct.work, ptr %1, i64 0, i32 5
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds %struct.work, ptr %1, i64 0, i32 7
  %8 = load i64, ptr %7, align 8
  %9 = mul nsw i64 %8, %6
  %10 = getelementptr inbounds %struct.work, ptr %1, i64 0, i32 4
  %11 = load i64, ptr %10, align 8
  %12 = sub nsw i64 %11, %3
  %13 = tail call noundef i64 @llvm.smin.i64(i64 %12, i64 32)
  %14 = mul nsw i64 %9, %3
  %15 = getelementptr inbounds i8, ptr %2, i64 %14
  %16 = icmp eq i64 %6, 1
  %17 = icmp sgt i64 %12, 7
  %18 = select i1 %16, i1 %17, i1 false
  br i1 %18, label %52, label %19

19:                                               ; preds = %64, %86, %108, %130, %4
  %20 = phi ptr [ %15, %4 ], [ %68, %64 ], [ %90, %86 ], [ %112, %108 ], [ %134, %130 ]
  %21 = phi i64 [ 0, %4 ], [ 8, %64 ], [ 16, %86 ], [ 24, %108 ], [ 32, %130 ]
  %22 = icmp slt i64 %21, %13
  br i1 %22, label %23, label %135

23:                                               ; preds = %19
  %24 = sub i64 %13, %21
  %25 = add nsw i64 %21, 1
  %26 = and i64 %24, 1
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %46, label %28

28:                                               ; preds = %23
  %29 = load i64, ptr %7, align 8
  switch i64 %29, label %39 [
    i64 1, label %36
    i64 2, label %33
    i64 4, label %30
  ]

30:                                               ; preds = %28
  %31 = load i32, ptr %20, align 4
  %32 = zext i32 %31 to i64
  br label %41

33:                                               ; preds = %28
  %34 = load i16, ptr %20, align 2
  %35 = zext i16 %34 to i64
  br label %41

36:                                               ; preds = %28
  %37 = load i8, ptr %20, align 1
  %38 = zext i8 %37 to i64
  br label %41

39:                                               ; preds = %28
  %40 = load i64, ptr %20, align 8
  br label %41

41:                                               ; preds = %39, %36, %33, %30
  %42 = phi i64 [ %40, %39 ], [ %32, %30 ], [ %35, %33 ], [ %38, %36 ]
  %43 = getelementptr inbounds i64, ptr %0, i64 %21
  store i64 %42, ptr %43, align 8
  %44 = add nuw nsw i64 %21, 1
  %45 = getelementptr inbounds i8, ptr %20, i64 %9
  br label %46

46:                                               ; preds = %41, %23
  %47 = phi i64 [ %21, %23 ], [ %44, %41 ]
  %48 = phi ptr [ %20, %23 ], [ %45, %41 ]
  %49 = icmp eq i64 %13, %25
  br i1 %49, label %135, label %50

50:                                               ; preds = %46
  %51 = getelementptr i64, ptr %0, i64 1
  br label %147

52:                                               ; preds = %4
  switch i64 %8, label %62 [
    i64 1, label %53
    i64 2, label %56
    i64 4, label %59
  ]

53:                                               ; preds = %52
  %54 = load <8 x i8>, ptr %15, align 1
  %55 = zext <8 x i8> %54 to <8 x i64>
  br label %64

56:                                               ; preds = %52
  %57 = load <8 x i16>, ptr %15, align 2
  %58 = zext <8 x i16> %57 to <8 x i64>
  br label %64

59:                                               ; preds = %52
  %60 = load <8 x i32>, ptr %15, align 4
  %61 = zext <8 x i32> %60 to <8 x i64>
  br label %64

62:                                               ; preds = %52
  %63 = load <8 x i64>, ptr %15, align 8
  br label %64

64:                                               ; preds = %62, %59, %56, %53
  %65 = phi <8 x i64> [ %63, %62 ], [ %61, %59 ], [ %58, %56 ], [ %55, %53 ]
  store <8 x i64> %65, ptr %0, align 64
  %66 = load i64, ptr %7, align 8
  %67 = shl nsw i64 %66, 3
  %68 = getelementptr inbounds i8, ptr %15, i64 %67
  %69 = load i64, ptr %5, align 8
  %70 = icmp eq i64 %69, 1
  %71 = icmp sgt i64 %12, 15
  %72 = select i1 %70, i1 %71, i1 false
  br i1 %72, label %73, label %19

73:                                               ; preds = %64
  %74 = getelementptr inbounds i64, ptr %0, i64 8
  switch i64 %66, label %84 [
    i64 1, label %81
    i64 2, label %78
    i64 4, label %75
  ]

75:                                               ; preds = %73
  %76 = load <8 x i32>, ptr %68, align 4
  %77 = zext <8 x i32> %76 to <8 x i64>
  br label %86

78:                                               ; preds = %73
  %79 = load <8 x i16>, ptr %68, align 2
  %80 = zext <8 x i16> %79 to <8 x i64>
  br label %86

81:                                               ; preds = %73
  %82 = load <8 x i8>, ptr %68, align 1
  %83 = zext <8 x i8> %82 to <8 x i64>
  br label %86

84:                                               ; preds = %73
  %85 = load <8 x i64>, ptr %68, align 8
  br label %86

86:                                               ; preds = %84, %81, %78, %75
  %87 = phi <8 x i64> [ %85, %84 ], [ %77, %75 ], [ %80, %78 ], [ %83, %81 ]
  store <8 x i64> %87, ptr %74, align 64
  %88 = load i64, ptr %7, align 8
  %89 = shl nsw i64 %88, 3
  %90 = getelementptr inbounds i8, ptr %68, i64 %89
  %91 = load i64, ptr %5, align 8
  %92 = icmp eq i64 %91, 1
  %93 = icmp sgt i64 %12, 23
  %94 = select i1 %92, i1 %93, i1 false
  br i1 %94, label %95, label %19

95:                                               ; preds = %86
  %96 = getelementptr inbounds i64, ptr %0, i64 16
  switch i64 %88, label %106 [
    i64 1, label %103
    i64 2, label %100
    i64 4, label %97
  ]

97:                                               ; preds = %95
  %98 = load <8 x i32>, ptr %90, align 4
  %99 = zext <8 x i32> %98 to <8 x i64>
  br label %108

100:                                              ; preds = %95
  %101 = load <8 x i16>, ptr %90, align 2
  %102 = zext <8 x i16> %101 to <8 x i64>
  br label %108

103:                                              ; preds = %95
  %104 = load <8 x i8>, ptr %90, align 1
  %105 = zext <8 x i8> %104 to <8 x i64>
  br label %108

106:                                              ; preds = %95
  %107 = load <8 x i64>, ptr %90, align 8
  br label %108

108:                                              ; preds = %106, %103, %100, %97
  %109 = phi <8 x i64> [ %107, %106 ], [ %99, %97 ], [ %102, %100 ], [ %105, %103 ]
  store <8 x i64> %109, ptr %96, align 64
  %110 = load i64, ptr %7, align 8
  %111 = shl nsw i64 %110, 3
  %112 = getelementptr inbounds i8, ptr %90, i64 %111
  %113 = load i64, ptr %5, align 8
  %114 = icmp eq i64 %113, 1
  %115 = icmp sgt i64 %12, 31
  %116 = select i1 %114, i1 %115, i1 false
  br i1 %116, label %117, label %19

117:                                              ; preds = %108
  %118 = getelementptr inbounds i64, ptr %0, i64 24
  switch i64 %110, label %128 [
    i64 1, label %125
    i64 2, label %122
    i64 4, label %119
  ]

119:                                              ; preds = %117
  %120 = load <8 x i32>, ptr %112, align 4
  %121 = zext <8 x i32> %120 to <8 x i64>
  br label %130

122:                                              ; preds = %117
  %123 = load <8 x i16>, ptr %112, align 2
  %124 = zext <8 x i16> %123 to <8 x i64>
  br label %130

125:                                              ; preds = %117
  %126 = load <8 x i8>, ptr %112, align 1
  %127 = zext <8 x i8> %126 to <8 x i64>
  br label %130

128:                                              ; preds = %117
  %129 = load <8 x i64>, ptr %112, align 8
  br label %130

130:                                              ; preds = %128, %125, %122, %119
  %131 = phi <8 x i64> [ %129, %128 ], [ %121, %119 ], [ %124, %122 ], [ %127, %125 ]
  store <8 x i64> %131, ptr %118, align 64
  %132 = load i64, ptr %7, align 8
  %133 = shl nsw i64 %132, 3
  %134 = getelementptr inbounds i8, ptr %112, i64 %133
  br label %19

135:                                              ; preds = %46, %178, %19
  %136 = icmp sgt i64 %12, 0
  br i1 %136, label %137, label %184

137:                                              ; preds = %135
  %138 = getelementptr inbounds %struct.work, ptr %1, i64 0, i32 8
  %139 = getelementptr inbounds %struct.work, ptr %1, i64 0, i32 9
  %140 = load <8 x i64>, ptr %0, align 64
  %141 = load i64, ptr %7, align 8
  %142 = shl nsw i64 %141, 3
  %143 = add nsw i64 %142, -1
  %144 = shl nuw i64 1, %143
  %145 = load i64, ptr %138, align 8
  %146 = icmp slt i64 %145, 0
  br i1 %146, label %187, label %191

147:                                              ; preds = %178, %50
  %148 = phi i64 [ %47, %50 ], [ %181, %178 ]
  %149 = phi ptr [ %48, %50 ], [ %182, %178 ]
  %150 = load i64, ptr %7, align 8
  switch i64 %150, label %160 [
    i64 1, label %151
    i64 2, label %154
    i64 4, label %157
  ]

151:                                              ; preds = %147
  %152 = load i8, ptr %149, align 1
  %153 = zext i8 %152 to i64
  br label %162

154:                                              ; preds = %147
  %155 = load i16, ptr %149, align 2
  %156 = zext i16 %155 to i64
  br label %162

157:                                              ; preds = %147
  %158 = load i32, ptr %149, align 4
  %159 = zext i32 %158 to i64
  br label %162

160:                                              ; preds = %147
  %161 = load i64, ptr %149, align 8
  br label %162

162:                                              ; preds = %151, %154, %157, %160
  %163 = phi i64 [ %161, %160 ], [ %159, %157 ], [ %156, %154 ], [ %153, %151 ]
  %164 = getelementptr inbounds i64, ptr %0, i64 %148
  store i64 %163, ptr %164, align 8
  %165 = getelementptr inbounds i8, ptr %149, i64 %9
  %166 = load i64, ptr %7, align 8
  switch i64 %166, label %176 [
    i64 1, label %173
    i64 2, label %170
    i64 4, label %167
  ]

167:                                              ; preds = %162
  %168 = load i32, ptr %165, align 4
  %169 = zext i32 %168 to i64
  br label %178

170:                                              ; preds = %162
  %171 = load i16, ptr %165, align 2
  %172 = zext i16 %171 to i64
  br label %178

173:                                              ; preds = %162
  %174 = load i8, ptr %165, align 1
  %175 = zext i8 %174 to i64
  br label %178

176:                                              ; preds = %162
  %177 = load i64, ptr %165, align 8
  br label %178

178:                                              ; preds = %176, %173, %170, %167
  %179 = phi i64 [ %177, %176 ], [ %169, %167 ], [ %172, %170 ], [ %175, %173 ]
  %180 = getelementptr i64, ptr %51, i64 %148
  store i64 %179, ptr %180, align 8
  %181 = add nuw nsw i64 %148, 2
  %182 = getelementptr inbounds i8, ptr %165, i64 %9
  %183 = icmp eq i64 %181, %13
  br i1 %183, label %135, label %147

184:                                              ; preds = %213, %255, %297, %339, %135
  %185 = and i64 %13, 7
  %186 = icmp eq i64 %185, 0
  br i1 %186, label %382, label %345

187:                                              ; preds = %137
  %188 = insertelement <8 x i64> poison, i64 %144, i64 0
  %189 = shufflevector <8 x i64> %188, <8 x i64> poison, <8 x i32> zeroinitializer
  %190 = xor <8 x i64> %189, %140
  br label %213

191:                                              ; preds = %137
  %192 = icmp eq i64 %145, 0
  br i1 %192, label %213, label %193

193:                                              ; preds = %191
  %194 = add i64 %144, -1
  %195 = insertelement <8 x i64> poison, i64 %194, i64 0
  %196 = shufflevector <8 x i64> %195, <8 x i64> poison, <8 x i32> zeroinitializer
  %197 = and <8 x i64> %196, %140
  %198 = insertelement <8 x i64> poison, i64 %143, i64 0
  %199 = shufflevector <8 x i64> %198, <8 x i64> poison, <8 x i32> zeroinitializer
  %200 = lshr <8 x i64> %140, %199
  %201 = sub nsw <8 x i64> zeroinitializer, %200
  %202 = shl nsw i64 -1, %145
  %203 = and i64 %194, %202
  %204 = xor <8 x i64> %197, %201
  %205 = insertelement <8 x i64> poison, i64 %144, i64 0
  %206 = shufflevector <8 x i64> %205, <8 x i64> poison, <8 x i32> zeroinitializer
  %207 = add nuw nsw <8 x i64> %206, %200
  %208 = add <8 x i64> %207, %204
  %209 = insertelement <8 x i64> poison, i64 %203, i64 0
  %210 = shufflevector <8 x i64> %209, <8 x i64> poison, <8 x i32> zeroinitializer
  %211 = icmp ugt <8 x i64> %197, %210
  %212 = select <8 x i1> %211, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, <8 x i64> %208
  br label %213

213:                                              ; preds = %187, %191, %193
  %214 = phi <8 x i64> [ %190, %187 ], [ %212, %193 ], [ %140, %191 ]
  %215 = load i64, ptr %139, align 8
  %216 = icmp eq i64 %215, 0
  %217 = select i1 %216, <8 x i64> zeroinitializer, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>
  %218 = xor <8 x i64> %217, %214
  store <8 x i64> %218, ptr %0, align 64
  %219 = icmp sgt i64 %12, 8
  br i1 %219, label %220, label %184

220:                                              ; preds = %213
  %221 = getelementptr inbounds i64, ptr %0, i64 8
  %222 = load <8 x i64>, ptr %221, align 64
  %223 = load i64, ptr %7, align 8
  %224 = shl nsw i64 %223, 3
  %225 = add nsw i64 %224, -1
  %226 = shl nuw i64 1, %225
  %227 = load i64, ptr %138, align 8
  %228 = icmp slt i64 %227, 0
  br i1 %228, label %251, label %229

229:                                              ; preds = %220
  %230 = icmp eq i64 %227, 0
  br i1 %230, label %255, label %231

231:                                              ; preds = %229
  %232 = add i64 %226, -1
  %233 = insertelement <8 x i64> poison, i64 %232, i64 0
  %234 = shufflevector <8 x i64> %233, <8 x i64> poison, <8 x i32> zeroinitializer
  %235 = and <8 x i64> %234, %222
  %236 = insertelement <8 x i64> poison, i64 %225, i64 0
  %237 = shufflevector <8 x i64> %236, <8 x i64> poison, <8 x i32> zeroinitializer
  %238 = lshr <8 x i64> %222, %237
  %239 = sub nsw <8 x i64> zeroinitializer, %238
  %240 = shl nsw i64 -1, %227
  %241 = and i64 %232, %240
  %242 = xor <8 x i64> %235, %239
  %243 = insertelement <8 x i64> poison, i64 %226, i64 0
  %244 = shufflevector <8 x i64> %243, <8 x i64> poison, <8 x i32> zeroinitializer
  %245 = add nuw nsw <8 x i64> %244, %238
  %246 = add <8 x i64> %245, %242
  %247 = insertelement <8 x i64> poison, i64 %241, i64 0
  %248 = shufflevector <8 x i64> %247, <8 x i64> poison, <8 x i32> zeroinitializer
  %249 = icmp ugt <8 x i64> %235, %248
  %250 = select <8 x i1> %249, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, <8 x i64> %246
  br label %255

251:                                              ; preds = %220
  %252 = insertelement <8 x i64> poison, i64 %226, i64 0
  %253 = shufflevector <8 x i64> %252, <8 x i64> poison, <8 x i32> zeroinitializer
  %254 = xor <8 x i64> %253, %222
  br label %255

255:                                              ; preds = %251, %231, %229
  %256 = phi <8 x i64> [ %254, %251 ], [ %250, %231 ], [ %222, %229 ]
  %257 = load i64, ptr %139, align 8
  %258 = icmp eq i64 %257, 0
  %259 = select i1 %258, <8 x i64> zeroinitializer, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>
  %260 = xor <8 x i64> %259, %256
  store <8 x i64> %260, ptr %221, align 64
  %261 = icmp sgt i64 %12, 16
  br i1 %261, label %262, label %184

262:                                              ; preds = %255
  %263 = getelementptr inbounds i64, ptr %0, i64 16
  %264 = load <8 x i64>, ptr %263, align 64
  %265 = load i64, ptr %7, align 8
  %266 = shl nsw i64 %265, 3
  %267 = add nsw i64 %266, -1
  %268 = shl nuw i64 1, %267
  %269 = load i64, ptr %138, align 8
  %270 = icmp slt i64 %269, 0
  br i1 %270, label %293, label %271

271:                                              ; preds = %262
  %272 = icmp eq i64 %269, 0
  br i1 %272, label %297, label %273

273:                                              ; preds = %271
  %274 = add i64 %268, -1
  %275 = insertelement <8 x i64> poison, i64 %274, i64 0
  %276 = shufflevector <8 x i64> %275, <8 x i64> poison, <8 x i32> zeroinitializer
  %277 = and <8 x i64> %276, %264
  %278 = insertelement <8 x i64> poison, i64 %267, i64 0
  %279 = shufflevector <8 x i64> %278, <8 x i64> poison, <8 x i32> zeroinitializer
  %280 = lshr <8 x i64> %264, %279
  %281 = sub nsw <8 x i64> zeroinitializer, %280
  %282 = shl nsw i64 -1, %269
  %283 = and i64 %274, %282
  %284 = xor <8 x i64> %277, %281
  %285 = insertelement <8 x i64> poison, i64 %268, i64 0
  %286 = shufflevector <8 x i64> %285, <8 x i64> poison, <8 x i32> zeroinitializer
  %287 = add nuw nsw <8 x i64> %286, %280
  %288 = add <8 x i64> %287, %284
  %289 = insertelement <8 x i64> poison, i64 %283, i64 0
  %290 = shufflevector <8 x i64> %289, <8 x i64> poison, <8 x i32> zeroinitializer
  %291 = icmp ugt <8 x i64> %277, %290
  %292 = select <8 x i1> %291, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, <8 x i64> %288
  br label %297

293:                                              ; preds = %262
  %294 = insertelement <8 x i64> poison, i64 %268, i64 0
  %295 = shufflevector <8 x i64> %294, <8 x i64> poison, <8 x i32> zeroinitializer
  %296 = xor <8 x i64> %295, %264
  br label %297

297:                                              ; preds = %293, %273, %271
  %298 = phi <8 x i64> [ %296, %293 ], [ %292, %273 ], [ %264, %271 ]
  %299 = load i64, ptr %139, align 8
  %300 = icmp eq i64 %299, 0
  %301 = select i1 %300, <8 x i64> zeroinitializer, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>
  %302 = xor <8 x i64> %301, %298
  store <8 x i64> %302, ptr %263, align 64
  %303 = icmp sgt i64 %12, 24
  br i1 %303, label %304, label %184

304:                                              ; preds = %297
  %305 = getelementptr inbounds i64, ptr %0, i64 24
  %306 = load <8 x i64>, ptr %305, align 64
  %307 = load i64, ptr %7, align 8
  %308 = shl nsw i64 %307, 3
  %309 = add nsw i64 %308, -1
  %310 = shl nuw i64 1, %309
  %311 = load i64, ptr %138, align 8
  %312 = icmp slt i64 %311, 0
  br i1 %312, label %335, label %313

313:                                              ; preds = %304
  %314 = icmp eq i64 %311, 0
  br i1 %314, label %339, label %315

315:                                              ; preds = %313
  %316 = add i64 %310, -1
  %317 = insertelement <8 x i64> poison, i64 %316, i64 0
  %318 = shufflevector <8 x i64> %317, <8 x i64> poison, <8 x i32> zeroinitializer
  %319 = and <8 x i64> %318, %306
  %320 = insertelement <8 x i64> poison, i64 %309, i64 0
  %321 = shufflevector <8 x i64> %320, <8 x i64> poison, <8 x i32> zeroinitializer
  %322 = lshr <8 x i64> %306, %321
  %323 = sub nsw <8 x i64> zeroinitializer, %322
  %324 = shl nsw i64 -1, %311
  %325 = and i64 %316, %324
  %326 = xor <8 x i64> %319, %323
  %327 = insertelement <8 x i64> poison, i64 %310, i64 0
  %328 = shufflevector <8 x i64> %327, <8 x i64> poison, <8 x i32> zeroinitializer
  %329 = add nuw nsw <8 x i64> %328, %322
  %330 = add <8 x i64> %329, %326
  %331 = insertelement <8 x i64> poison, i64 %325, i64 0
  %332 = shufflevector <8 x i64> %331, <8 x i64> poison, <8 x i32> zeroinitializer
  %333 = icmp ugt <8 x i64> %319, %332
  %334 = select <8 x i1> %333, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, <8 x i64> %330
  br label %339

335:                                              ; preds = %304
  %336 = insertelement <8 x i64> poison, i64 %310, i64 0
  %337 = shufflevector <8 x i64> %336, <8 x i64> poison, <8 x i32> zeroinitializer
  %338 = xor <8 x i64> %337, %306
  br label %339

339:                                              ; preds = %335, %315, %313
  %340 = phi <8 x i64> [ %338, %335 ], [ %334, %315 ], [ %306, %313 ]
  %341 = load i64, ptr %139, align 8
  %342 = icmp eq i64 %341, 0
  %343 = select i1 %342, <8 x i64> zeroinitializer, <8 x i64> <i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>
  %344 = xor <8 x i64> %343, %340
  store <8 x i64> %344, ptr %305, align 64
  br label %184

345:                                              ; preds = %184
  %346 = getelementptr inbounds i64, ptr %0, i64 %13
  store i64 -1, ptr %346, align 8
  %347 = add nsw i64 %13, 1
  %348 = and i64 %347, 7
  %349 = icmp eq i64 %348, 0
  br i1 %349, label %382, label %350

350:                                              ; preds = %345
  %351 = getelementptr inbounds i64, ptr %0, i64 %347
  store i64 -1, ptr %351, align 8
  %352 = add nsw i64 %13, 2
  %353 = and i64 %352, 7
  %354 = icmp eq i64 %353, 0
  br i1 %354, label %382, label %355

355:                                              ; preds = %350
  %356 = getelementptr inbounds i64, ptr %0, i64 %352
  store i64 -1, ptr %356, align 8
  %357 = add nsw i64 %13, 3
  %358 = and i64 %357, 7
  %359 = icmp eq i64 %358, 0
  br i1 %359, label %382, label %360

360:                                              ; preds = %355
  %361 = getelementptr inbounds i64, ptr %0, i64 %357
  store i64 -1, ptr %361, align 8
  %362 = add nsw i64 %13, 4
  %363 = and i64 %362, 7
  %364 = icmp eq i64 %363, 0
  br i1 %364, label %382, label %365

365:                                              ; preds = %360
  %366 = getelementptr inbounds i64, ptr %0, i64 %362
  store i64 -1, ptr %366, align 8
  %367 = add nsw i64 %13, 5
  %368 = and i64 %367, 7
  %369 = icmp eq i64 %368, 0
  br i1 %369, label %382, label %370

370:                                              ; preds = %365
  %371 = getelementptr inbounds i64, ptr %0, i64 %367
  store i64 -1, ptr %371, align 8
  %372 = add nsw i64 %13, 6
  %373 = and i64 %372, 7
  %374 = icmp eq i64 %373, 0
  br i1 %374, label %382, label %375

375:                                              ; preds = %370
  %376 = getelementptr inbounds i64, ptr %0, i64 %372
  store i64 -1, ptr %376, align 8
  %377 = add nsw i64 %13, 7
  %378 = and i64 %377, 7
  %379 = icmp eq i64 %378, 0
  br i1 %379, label %382, label %380

380:                                              ; preds = %375
  %381 = getelementptr inbounds i64, ptr %0, i64 %377
  store i64 -1, ptr %381, align 8
  br label %382

382:                                              ; preds = %345, %350, %355, %360, %365, %370, %375, %380, %184
  ret void
}

; Function Attrs: nounwind
define internal fastcc ptr @sort_items(ptr nocapture noundef readonly %0, ptr noundef %1, ptr noundef %2, i64 noundef %3) unnamed_addr #8 {
  %5 = alloca [256 x i64], align 16
  %6 = icmp slt i64 %3, 49
  br i1 %6, label %7, label %28

7:                                                ; preds = %4
  %8 = icmp sgt i64 %3, 1
  br i1 %8, label %9, label %587

9:                                                ; preds = %7, %23
  %10 = phi i64 [ %26, %23 ], [ 1, %7 ]
  %11 = getelementptr inbounds %struct.item, ptr %1, i64 %10
  %12 = load <2 x i64>, ptr %11, align 8
  %13 = extractelement <2 x i64> %12, i64 0
  br label %14

14:                                               ; preds = %9, %20
  %15 = phi i64 [ %10, %9 ], [ %21, %20 ]
  %16 = getelementptr %struct.item, ptr %1, i64 %15
  %17 = getelementptr %struct.item, ptr %16, i64 -1
  %18 = load i64, ptr %17, align 8
  %19 = icmp ugt i64 %18, %13
  br i1 %19, label %20, label %23

20:                                               ; preds = %14
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %16, ptr noundef nonnull align 8 dereferenceable(16) %17, i64 16, i1 false)
  %21 = add nsw i64 %15, -1
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %23, label %14

23:                                               ; preds = %20, %14
  %24 = phi i64 [ 0, %20 ], [ %15, %14 ]
  %25 = getelementptr inbounds %struct.item, ptr %1, i64 %24
  store <2 x i64> %12, ptr %25, align 8
  %26 = add nuw nsw i64 %10, 1
  %27 = icmp eq i64 %26, %3
  br i1 %27, label %587, label %9

28:                                               ; preds = %4
  %29 = icmp ult i64 %3, 2049
  br i1 %29, label %61, label %30

30:                                               ; preds = %28
  %31 = load i64, ptr %1, align 8
  %32 = add nsw i64 %3, -1
  %33 = and i64 %32, 3
  %34 = icmp eq i64 %33, 0
  %35 = select i1 %34, i64 4, i64 %33
  %36 = sub i64 %32, %35
  %37 = add i64 %36, 1
  %38 = insertelement <2 x i64> poison, i64 %31, i64 0
  %39 = shufflevector <2 x i64> %38, <2 x i64> poison, <2 x i32> zeroinitializer
  br label %40

40:                                               ; preds = %40, %30
  %41 = phi i64 [ 0, %30 ], [ %56, %40 ]
  %42 = phi <2 x i64> [ zeroinitializer, %30 ], [ %54, %40 ]
  %43 = phi <2 x i64> [ zeroinitializer, %30 ], [ %55, %40 ]
  %44 = or disjoint i64 %41, 1
  %45 = or disjoint i64 %41, 3
  %46 = getelementptr inbounds %struct.item, ptr %1, i64 %44
  %47 = getelementptr inbounds %struct.item, ptr %1, i64 %45
  %48 = load <4 x i64>, ptr %46, align 8
  %49 = load <4 x i64>, ptr %47, align 8
  %50 = shufflevector <4 x i64> %48, <4 x i64> poison, <2 x i32> <i32 0, i32 2>
  %51 = shufflevector <4 x i64> %49, <4 x i64> poison, <2 x i32> <i32 0, i32 2>
  %52 = xor <2 x i64> %39, %50
  %53 = xor <2 x i64> %39, %51
  %54 = or <2 x i64> %52, %42
  %55 = or <2 x i64> %53, %43
  %56 = add nuw i64 %41, 4
  %57 = icmp eq i64 %56, %36
  br i1 %57, label %58, label %40

58:                                               ; preds = %40
  %59 = or <2 x i64> %55, %54
  %60 = tail call i64 @llvm.vector.reduce.or.v2i64(<2 x i64> %59)
  br label %475

61:                                               ; preds = %28
  %62 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 6
  %63 = load i64, ptr %62, align 8
  %64 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 12
  %65 = load i64, ptr %64, align 8
  br label %66

66:                                               ; preds = %66, %61
  %67 = phi i64 [ 8, %61 ], [ %69, %66 ]
  %68 = icmp slt i64 %67, %3
  %69 = shl nsw i64 %67, 1
  br i1 %68, label %66, label %70

70:                                               ; preds = %66
  %71 = icmp sgt i64 %67, %65
  br i1 %71, label %109, label %72

72:                                               ; preds = %70
  %73 = lshr exact i64 %67, 2
  %74 = mul nuw nsw i64 %73, 3
  %75 = icmp slt i64 %74, %3
  %76 = icmp sgt i64 %67, %3
  %77 = and i1 %76, %75
  br i1 %77, label %78, label %109

78:                                               ; preds = %72
  %79 = sub nsw i64 0, %3
  %80 = and i64 %79, 3
  %81 = icmp eq i64 %80, 0
  br i1 %81, label %90, label %82

82:                                               ; preds = %78, %82
  %83 = phi i64 [ %87, %82 ], [ %3, %78 ]
  %84 = phi i64 [ %88, %82 ], [ 0, %78 ]
  %85 = getelementptr inbounds %struct.item, ptr %1, i64 %83
  store i64 -1, ptr %85, align 8
  %86 = getelementptr inbounds i8, ptr %85, i64 8
  store i64 0, ptr %86, align 8
  %87 = add nuw nsw i64 %83, 1
  %88 = add i64 %84, 1
  %89 = icmp eq i64 %88, %80
  br i1 %89, label %90, label %82

90:                                               ; preds = %82, %78
  %91 = phi i64 [ %3, %78 ], [ %87, %82 ]
  %92 = sub i64 %3, %67
  %93 = icmp ugt i64 %92, -4
  br i1 %93, label %109, label %94

94:                                               ; preds = %90, %94
  %95 = phi i64 [ %107, %94 ], [ %91, %90 ]
  %96 = getelementptr inbounds %struct.item, ptr %1, i64 %95
  store i64 -1, ptr %96, align 8
  %97 = getelementptr inbounds i8, ptr %96, i64 8
  store i64 0, ptr %97, align 8
  %98 = getelementptr %struct.item, ptr %1, i64 %95
  %99 = getelementptr %struct.item, ptr %98, i64 1
  store i64 -1, ptr %99, align 8
  %100 = getelementptr %struct.item, ptr %98, i64 1, i32 1
  store i64 0, ptr %100, align 8
  %101 = getelementptr %struct.item, ptr %1, i64 %95
  %102 = getelementptr %struct.item, ptr %101, i64 2
  store i64 -1, ptr %102, align 8
  %103 = getelementptr %struct.item, ptr %101, i64 2, i32 1
  store i64 0, ptr %103, align 8
  %104 = getelementptr %struct.item, ptr %1, i64 %95
  %105 = getelementptr %struct.item, ptr %104, i64 3
  store i64 -1, ptr %105, align 8
  %106 = getelementptr %struct.item, ptr %104, i64 3, i32 1
  store i64 0, ptr %106, align 8
  %107 = add nuw nsw i64 %95, 4
  %108 = icmp eq i64 %107, %67
  br i1 %108, label %109, label %94

109:                                              ; preds = %90, %94, %72, %70
  %110 = phi i64 [ %3, %72 ], [ %3, %70 ], [ %67, %94 ], [ %67, %90 ]
  %111 = icmp sgt i64 %110, 0
  br i1 %111, label %114, label %587

112:                                              ; preds = %179
  %113 = icmp sgt i64 %110, 8
  br i1 %113, label %217, label %587

114:                                              ; preds = %109, %179
  %115 = phi i64 [ %182, %179 ], [ %110, %109 ]
  %116 = phi i64 [ %180, %179 ], [ 0, %109 ]
  %117 = getelementptr inbounds %struct.item, ptr %1, i64 %116
  %118 = load i64, ptr %117, align 8
  %119 = insertelement <8 x i64> <i64 poison, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, i64 %118, i64 0
  %120 = icmp slt i64 %115, 2
  br i1 %120, label %155, label %121

121:                                              ; preds = %114
  %122 = getelementptr inbounds %struct.item, ptr %117, i64 1
  %123 = load i64, ptr %122, align 8
  %124 = insertelement <8 x i64> %119, i64 %123, i64 1
  %125 = icmp eq i64 %115, 2
  br i1 %125, label %155, label %126

126:                                              ; preds = %121
  %127 = getelementptr inbounds %struct.item, ptr %117, i64 2
  %128 = load i64, ptr %127, align 8
  %129 = insertelement <8 x i64> %124, i64 %128, i64 2
  %130 = icmp eq i64 %115, 3
  br i1 %130, label %155, label %131

131:                                              ; preds = %126
  %132 = getelementptr inbounds %struct.item, ptr %117, i64 3
  %133 = load i64, ptr %132, align 8
  %134 = insertelement <8 x i64> %129, i64 %133, i64 3
  %135 = icmp eq i64 %115, 4
  br i1 %135, label %155, label %136

136:                                              ; preds = %131
  %137 = getelementptr inbounds %struct.item, ptr %117, i64 4
  %138 = load i64, ptr %137, align 8
  %139 = insertelement <8 x i64> %134, i64 %138, i64 4
  %140 = icmp eq i64 %115, 5
  br i1 %140, label %155, label %141

141:                                              ; preds = %136
  %142 = getelementptr inbounds %struct.item, ptr %117, i64 5
  %143 = load i64, ptr %142, align 8
  %144 = insertelement <8 x i64> %139, i64 %143, i64 5
  %145 = icmp eq i64 %115, 6
  br i1 %145, label %155, label %146

146:                                              ; preds = %141
  %147 = getelementptr inbounds %struct.item, ptr %117, i64 6
  %148 = load i64, ptr %147, align 8
  %149 = insertelement <8 x i64> %144, i64 %148, i64 6
  %150 = icmp eq i64 %115, 7
  br i1 %150, label %155, label %151

151:                                              ; preds = %146
  %152 = getelementptr inbounds %struct.item, ptr %117, i64 7
  %153 = load i64, ptr %152, align 8
  %154 = insertelement <8 x i64> %149, i64 %153, i64 7
  br label %155

155:                                              ; preds = %151, %146, %141, %136, %131, %126, %121, %114
  %156 = phi <8 x i64> [ %119, %114 ], [ %124, %121 ], [ %129, %126 ], [ %134, %131 ], [ %139, %136 ], [ %144, %141 ], [ %149, %146 ], [ %154, %151 ]
  br label %162

157:                                              ; preds = %162
  %158 = getelementptr %struct.item, ptr %2, i64 %116
  %159 = extractelement <8 x i64> %176, i64 0
  %160 = getelementptr %struct.item, ptr %158, i64 %159
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %160, ptr noundef nonnull align 8 dereferenceable(16) %117, i64 16, i1 false)
  %161 = icmp slt i64 %115, 2
  br i1 %161, label %179, label %183

162:                                              ; preds = %155, %162
  %163 = phi i64 [ %177, %162 ], [ 0, %155 ]
  %164 = phi <8 x i64> [ %176, %162 ], [ zeroinitializer, %155 ]
  %165 = extractelement <8 x i64> %156, i64 %163
  %166 = insertelement <8 x i64> poison, i64 %165, i64 0
  %167 = shufflevector <8 x i64> %166, <8 x i64> poison, <8 x i32> zeroinitializer
  %168 = icmp ult <8 x i64> %167, %156
  %169 = icmp eq <8 x i64> %167, %156
  %170 = insertelement <8 x i64> poison, i64 %163, i64 0
  %171 = shufflevector <8 x i64> %170, <8 x i64> poison, <8 x i32> zeroinitializer
  %172 = icmp ult <8 x i64> %171, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %173 = and <8 x i1> %169, %172
  %174 = or <8 x i1> %173, %168
  %175 = zext <8 x i1> %174 to <8 x i64>
  %176 = add <8 x i64> %164, %175
  %177 = add nuw nsw i64 %163, 1
  %178 = icmp eq i64 %177, 8
  br i1 %178, label %157, label %162

179:                                              ; preds = %213, %208, %203, %198, %193, %188, %183, %157
  %180 = add nuw nsw i64 %116, 8
  %181 = icmp slt i64 %180, %110
  %182 = add i64 %115, -8
  br i1 %181, label %114, label %112

183:                                              ; preds = %157
  %184 = extractelement <8 x i64> %176, i64 1
  %185 = getelementptr %struct.item, ptr %158, i64 %184
  %186 = getelementptr inbounds %struct.item, ptr %117, i64 1
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %185, ptr noundef nonnull align 8 dereferenceable(16) %186, i64 16, i1 false)
  %187 = icmp eq i64 %115, 2
  br i1 %187, label %179, label %188

188:                                              ; preds = %183
  %189 = extractelement <8 x i64> %176, i64 2
  %190 = getelementptr %struct.item, ptr %158, i64 %189
  %191 = getelementptr inbounds %struct.item, ptr %117, i64 2
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %190, ptr noundef nonnull align 8 dereferenceable(16) %191, i64 16, i1 false)
  %192 = icmp eq i64 %115, 3
  br i1 %192, label %179, label %193

193:                                              ; preds = %188
  %194 = extractelement <8 x i64> %176, i64 3
  %195 = getelementptr %struct.item, ptr %158, i64 %194
  %196 = getelementptr inbounds %struct.item, ptr %117, i64 3
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %195, ptr noundef nonnull align 8 dereferenceable(16) %196, i64 16, i1 false)
  %197 = icmp eq i64 %115, 4
  br i1 %197, label %179, label %198

198:                                              ; preds = %193
  %199 = extractelement <8 x i64> %176, i64 4
  %200 = getelementptr %struct.item, ptr %158, i64 %199
  %201 = getelementptr inbounds %struct.item, ptr %117, i64 4
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %200, ptr noundef nonnull align 8 dereferenceable(16) %201, i64 16, i1 false)
  %202 = icmp eq i64 %115, 5
  br i1 %202, label %179, label %203

203:                                              ; preds = %198
  %204 = extractelement <8 x i64> %176, i64 5
  %205 = getelementptr %struct.item, ptr %158, i64 %204
  %206 = getelementptr inbounds %struct.item, ptr %117, i64 5
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %205, ptr noundef nonnull align 8 dereferenceable(16) %206, i64 16, i1 false)
  %207 = icmp eq i64 %115, 6
  br i1 %207, label %179, label %208

208:                                              ; preds = %203
  %209 = extractelement <8 x i64> %176, i64 6
  %210 = getelementptr %struct.item, ptr %158, i64 %209
  %211 = getelementptr inbounds %struct.item, ptr %117, i64 6
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %210, ptr noundef nonnull align 8 dereferenceable(16) %211, i64 16, i1 false)
  %212 = icmp eq i64 %115, 7
  br i1 %212, label %179, label %213

213:                                              ; preds = %208
  %214 = extractelement <8 x i64> %176, i64 7
  %215 = getelementptr %struct.item, ptr %158, i64 %214
  %216 = getelementptr inbounds %struct.item, ptr %117, i64 7
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %215, ptr noundef nonnull align 8 dereferenceable(16) %216, i64 16, i1 false)
  br label %179

217:                                              ; preds = %112, %467
  %218 = phi ptr [ %219, %467 ], [ %1, %112 ]
  %219 = phi ptr [ %218, %467 ], [ %2, %112 ]
  %220 = phi i64 [ %229, %467 ], [ 8, %112 ]
  %221 = shl nsw i64 %220, 2
  %222 = icmp sgt i64 %221, %110
  br i1 %222, label %223, label %225

223:                                              ; preds = %217
  %224 = shl nsw i64 %220, 1
  br label %228

225:                                              ; preds = %217
  %226 = icmp sgt i64 %220, 0
  %227 = shl nsw i64 %220, 1
  br label %236

228:                                              ; preds = %327, %223
  %229 = phi i64 [ %224, %223 ], [ %227, %327 ]
  %230 = phi i64 [ 0, %223 ], [ %237, %327 ]
  %231 = icmp slt i64 %230, %110
  br i1 %231, label %232, label %467

232:                                              ; preds = %228
  %233 = icmp slt i64 %229, %110
  %234 = select i1 %233, i64 %110, i64 %63
  %235 = icmp sgt i64 %234, 0
  br label %330

236:                                              ; preds = %327, %225
  %237 = phi i64 [ %221, %225 ], [ %328, %327 ]
  %238 = phi i64 [ 0, %225 ], [ %237, %327 ]
  %239 = getelementptr inbounds %struct.item, ptr %218, i64 %238
  br i1 %226, label %240, label %327

240:                                              ; preds = %236
  %241 = getelementptr inbounds %struct.item, ptr %219, i64 %238
  %242 = getelementptr inbounds %struct.item, ptr %241, i64 %227
  %243 = getelementptr inbounds %struct.item, ptr %242, i64 %227
  %244 = getelementptr inbounds %struct.item, ptr %243, i64 -1
  %245 = getelementptr inbounds %struct.item, ptr %242, i64 %220
  %246 = getelementptr inbounds %struct.item, ptr %245, i64 -1
  %247 = getelementptr inbounds %struct.item, ptr %242, i64 -1
  %248 = getelementptr inbounds %struct.item, ptr %241, i64 %220
  %249 = getelementptr inbounds %struct.item, ptr %248, i64 -1
  %250 = getelementptr %struct.item, ptr %239, i64 %227
  %251 = getelementptr %struct.item, ptr %239, i64 %221
  br label %252

252:                                              ; preds = %252, %240
  %253 = phi i64 [ 0, %240 ], [ %325, %252 ]
  %254 = phi ptr [ %246, %240 ], [ %321, %252 ]
  %255 = phi ptr [ %244, %240 ], [ %323, %252 ]
  %256 = phi ptr [ %242, %240 ], [ %308, %252 ]
  %257 = phi ptr [ %245, %240 ], [ %306, %252 ]
  %258 = phi ptr [ %249, %240 ], [ %290, %252 ]
  %259 = phi ptr [ %247, %240 ], [ %292, %252 ]
  %260 = phi ptr [ %241, %240 ], [ %276, %252 ]
  %261 = phi ptr [ %248, %240 ], [ %274, %252 ]
  %262 = getelementptr inbounds %struct.item, ptr %239, i64 %253
  %263 = load i64, ptr %261, align 8
  %264 = load i64, ptr %260, align 8
  %265 = icmp ult i64 %263, %264
  %266 = sext i1 %265 to i64
  %267 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %266) #16
  %268 = ptrtoint ptr %261 to i64
  %269 = ptrtoint ptr %260 to i64
  %270 = sub i64 %268, %269
  %271 = and i64 %267, %270
  %272 = getelementptr inbounds i8, ptr %260, i64 %271
  %273 = sub i64 0, %267
  %274 = getelementptr inbounds %struct.item, ptr %261, i64 %273
  %275 = getelementptr %struct.item, ptr %260, i64 %267
  %276 = getelementptr %struct.item, ptr %275, i64 1
  %277 = load <2 x i64>, ptr %272, align 8
  store <2 x i64> %277, ptr %262, align 8
  %278 = xor i64 %253, -1
  %279 = getelementptr %struct.item, ptr %250, i64 %278
  %280 = load i64, ptr %259, align 8
  %281 = load i64, ptr %258, align 8
  %282 = icmp ult i64 %280, %281
  %283 = sext i1 %282 to i64
  %284 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %283) #16
  %285 = ptrtoint ptr %258 to i64
  %286 = ptrtoint ptr %259 to i64
  %287 = sub i64 %285, %286
  %288 = and i64 %284, %287
  %289 = getelementptr inbounds i8, ptr %259, i64 %288
  %290 = getelementptr inbounds %struct.item, ptr %258, i64 %284
  %291 = xor i64 %284, -1
  %292 = getelementptr inbounds %struct.item, ptr %259, i64 %291
  %293 = load <2 x i64>, ptr %289, align 8
  store <2 x i64> %293, ptr %279, align 8
  %294 = getelementptr %struct.item, ptr %250, i64 %253
  %295 = load i64, ptr %257, align 8
  %296 = load i64, ptr %256, align 8
  %297 = icmp ult i64 %295, %296
  %298 = sext i1 %297 to i64
  %299 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %298) #16
  %300 = ptrtoint ptr %257 to i64
  %301 = ptrtoint ptr %256 to i64
  %302 = sub i64 %300, %301
  %303 = and i64 %299, %302
  %304 = getelementptr inbounds i8, ptr %256, i64 %303
  %305 = sub i64 0, %299
  %306 = getelementptr inbounds %struct.item, ptr %257, i64 %305
  %307 = getelementptr %struct.item, ptr %256, i64 %299
  %308 = getelementptr %struct.item, ptr %307, i64 1
  %309 = load <2 x i64>, ptr %304, align 8
  store <2 x i64> %309, ptr %294, align 8
  %310 = getelementptr %struct.item, ptr %251, i64 %278
  %311 = load i64, ptr %255, align 8
  %312 = load i64, ptr %254, align 8
  %313 = icmp ult i64 %311, %312
  %314 = sext i1 %313 to i64
  %315 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %314) #16
  %316 = ptrtoint ptr %254 to i64
  %317 = ptrtoint ptr %255 to i64
  %318 = sub i64 %316, %317
  %319 = and i64 %315, %318
  %320 = getelementptr inbounds i8, ptr %255, i64 %319
  %321 = getelementptr inbounds %struct.item, ptr %254, i64 %315
  %322 = xor i64 %315, -1
  %323 = getelementptr inbounds %struct.item, ptr %255, i64 %322
  %324 = load <2 x i64>, ptr %320, align 8
  store <2 x i64> %324, ptr %310, align 8
  %325 = add nuw nsw i64 %253, 1
  %326 = icmp eq i64 %325, %220
  br i1 %326, label %327, label %252

327:                                              ; preds = %252, %236
  %328 = add nuw nsw i64 %237, %221
  %329 = icmp sgt i64 %328, %110
  br i1 %329, label %228, label %236

330:                                              ; preds = %464, %232
  %331 = phi i64 [ %230, %232 ], [ %465, %464 ]
  %332 = sub nsw i64 %110, %331
  %333 = tail call noundef i64 @llvm.smin.i64(i64 %220, i64 %332)
  %334 = sub nsw i64 %332, %333
  %335 = tail call noundef i64 @llvm.smin.i64(i64 %220, i64 %334)
  %336 = getelementptr inbounds %struct.item, ptr %218, i64 %331
  %337 = getelementptr inbounds %struct.item, ptr %219, i64 %331
  %338 = tail call noundef i64 @llvm.smin.i64(i64 %333, i64 %335)
  %339 = add nsw i64 %335, %333
  %340 = getelementptr inbounds %struct.item, ptr %337, i64 %333
  %341 = getelementptr inbounds %struct.item, ptr %340, i64 -1
  %342 = getelementptr inbounds %struct.item, ptr %337, i64 %339
  %343 = getelementptr inbounds %struct.item, ptr %342, i64 -1
  %344 = icmp slt i64 %338, %234
  br i1 %344, label %346, label %345

345:                                              ; preds = %330
  br i1 %235, label %350, label %464

346:                                              ; preds = %330
  %347 = icmp sgt i64 %338, 0
  br i1 %347, label %348, label %372

348:                                              ; preds = %346
  %349 = getelementptr %struct.item, ptr %336, i64 %339
  br label %381

350:                                              ; preds = %345, %350
  %351 = phi i64 [ %370, %350 ], [ 0, %345 ]
  %352 = phi ptr [ %368, %350 ], [ %337, %345 ]
  %353 = phi ptr [ %366, %350 ], [ %340, %345 ]
  %354 = getelementptr inbounds %struct.item, ptr %336, i64 %351
  %355 = load i64, ptr %353, align 8
  %356 = load i64, ptr %352, align 8
  %357 = icmp ult i64 %355, %356
  %358 = sext i1 %357 to i64
  %359 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %358) #16
  %360 = ptrtoint ptr %353 to i64
  %361 = ptrtoint ptr %352 to i64
  %362 = sub i64 %360, %361
  %363 = and i64 %359, %362
  %364 = getelementptr inbounds i8, ptr %352, i64 %363
  %365 = sub i64 0, %359
  %366 = getelementptr inbounds %struct.item, ptr %353, i64 %365
  %367 = getelementptr %struct.item, ptr %352, i64 %359
  %368 = getelementptr %struct.item, ptr %367, i64 1
  %369 = load <2 x i64>, ptr %364, align 8
  store <2 x i64> %369, ptr %354, align 8
  %370 = add nuw nsw i64 %351, 1
  %371 = icmp eq i64 %370, %234
  br i1 %371, label %464, label %350

372:                                              ; preds = %381, %346
  %373 = phi ptr [ %340, %346 ], [ %399, %381 ]
  %374 = phi ptr [ %337, %346 ], [ %401, %381 ]
  %375 = phi ptr [ %343, %346 ], [ %417, %381 ]
  %376 = phi ptr [ %341, %346 ], [ %415, %381 ]
  %377 = getelementptr inbounds %struct.item, ptr %336, i64 %338
  %378 = icmp ule ptr %374, %376
  %379 = icmp ule ptr %373, %375
  %380 = select i1 %378, i1 %379, i1 false
  br i1 %380, label %426, label %421

381:                                              ; preds = %381, %348
  %382 = phi i64 [ 0, %348 ], [ %419, %381 ]
  %383 = phi ptr [ %341, %348 ], [ %415, %381 ]
  %384 = phi ptr [ %343, %348 ], [ %417, %381 ]
  %385 = phi ptr [ %337, %348 ], [ %401, %381 ]
  %386 = phi ptr [ %340, %348 ], [ %399, %381 ]
  %387 = getelementptr inbounds %struct.item, ptr %336, i64 %382
  %388 = load i64, ptr %386, align 8
  %389 = load i64, ptr %385, align 8
  %390 = icmp ult i64 %388, %389
  %391 = sext i1 %390 to i64
  %392 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %391) #16
  %393 = ptrtoint ptr %386 to i64
  %394 = ptrtoint ptr %385 to i64
  %395 = sub i64 %393, %394
  %396 = and i64 %392, %395
  %397 = getelementptr inbounds i8, ptr %385, i64 %396
  %398 = sub i64 0, %392
  %399 = getelementptr inbounds %struct.item, ptr %386, i64 %398
  %400 = getelementptr %struct.item, ptr %385, i64 %392
  %401 = getelementptr %struct.item, ptr %400, i64 1
  %402 = load <2 x i64>, ptr %397, align 8
  store <2 x i64> %402, ptr %387, align 8
  %403 = xor i64 %382, -1
  %404 = getelementptr %struct.item, ptr %349, i64 %403
  %405 = load i64, ptr %384, align 8
  %406 = load i64, ptr %383, align 8
  %407 = icmp ult i64 %405, %406
  %408 = sext i1 %407 to i64
  %409 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %408) #16
  %410 = ptrtoint ptr %383 to i64
  %411 = ptrtoint ptr %384 to i64
  %412 = sub i64 %410, %411
  %413 = and i64 %409, %412
  %414 = getelementptr inbounds i8, ptr %384, i64 %413
  %415 = getelementptr inbounds %struct.item, ptr %383, i64 %409
  %416 = xor i64 %409, -1
  %417 = getelementptr inbounds %struct.item, ptr %384, i64 %416
  %418 = load <2 x i64>, ptr %414, align 8
  store <2 x i64> %418, ptr %404, align 8
  %419 = add nuw nsw i64 %382, 1
  %420 = icmp eq i64 %419, %338
  br i1 %420, label %372, label %381

421:                                              ; preds = %426, %372
  %422 = phi ptr [ %373, %372 ], [ %442, %426 ]
  %423 = phi ptr [ %374, %372 ], [ %444, %426 ]
  %424 = phi ptr [ %377, %372 ], [ %430, %426 ]
  %425 = icmp ugt ptr %423, %376
  br i1 %425, label %449, label %452

426:                                              ; preds = %372, %426
  %427 = phi ptr [ %430, %426 ], [ %377, %372 ]
  %428 = phi ptr [ %444, %426 ], [ %374, %372 ]
  %429 = phi ptr [ %442, %426 ], [ %373, %372 ]
  %430 = getelementptr inbounds %struct.item, ptr %427, i64 1
  %431 = load i64, ptr %429, align 8
  %432 = load i64, ptr %428, align 8
  %433 = icmp ult i64 %431, %432
  %434 = sext i1 %433 to i64
  %435 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %434) #16
  %436 = ptrtoint ptr %429 to i64
  %437 = ptrtoint ptr %428 to i64
  %438 = sub i64 %436, %437
  %439 = and i64 %435, %438
  %440 = getelementptr inbounds i8, ptr %428, i64 %439
  %441 = sub i64 0, %435
  %442 = getelementptr inbounds %struct.item, ptr %429, i64 %441
  %443 = getelementptr %struct.item, ptr %428, i64 %435
  %444 = getelementptr %struct.item, ptr %443, i64 1
  %445 = load <2 x i64>, ptr %440, align 8
  store <2 x i64> %445, ptr %427, align 8
  %446 = icmp ule ptr %444, %376
  %447 = icmp ule ptr %442, %375
  %448 = select i1 %446, i1 %447, i1 false
  br i1 %448, label %426, label %421

449:                                              ; preds = %452, %421
  %450 = phi ptr [ %424, %421 ], [ %455, %452 ]
  %451 = icmp ugt ptr %422, %375
  br i1 %451, label %464, label %458

452:                                              ; preds = %421, %452
  %453 = phi ptr [ %455, %452 ], [ %424, %421 ]
  %454 = phi ptr [ %456, %452 ], [ %423, %421 ]
  %455 = getelementptr inbounds %struct.item, ptr %453, i64 1
  %456 = getelementptr inbounds %struct.item, ptr %454, i64 1
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %453, ptr noundef nonnull align 8 dereferenceable(16) %454, i64 16, i1 false)
  %457 = icmp ugt ptr %456, %376
  br i1 %457, label %449, label %452

458:                                              ; preds = %449, %458
  %459 = phi ptr [ %461, %458 ], [ %450, %449 ]
  %460 = phi ptr [ %462, %458 ], [ %422, %449 ]
  %461 = getelementptr inbounds %struct.item, ptr %459, i64 1
  %462 = getelementptr inbounds %struct.item, ptr %460, i64 1
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %459, ptr noundef nonnull align 8 dereferenceable(16) %460, i64 16, i1 false)
  %463 = icmp ugt ptr %462, %375
  br i1 %463, label %464, label %458

464:                                              ; preds = %350, %458, %449, %345
  %465 = add nsw i64 %331, %229
  %466 = icmp slt i64 %465, %110
  br i1 %466, label %330, label %467

467:                                              ; preds = %464, %228
  %468 = icmp slt i64 %229, %110
  br i1 %468, label %217, label %587

469:                                              ; preds = %475
  %470 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 14
  %471 = tail call i64 @llvm.smax.i64(i64 %3, i64 1)
  %472 = and i64 %471, 1
  %473 = and i64 %471, 9223372036854775806
  %474 = icmp eq i64 %472, 0
  br label %484

475:                                              ; preds = %58, %475
  %476 = phi i64 [ %37, %58 ], [ %482, %475 ]
  %477 = phi i64 [ %60, %58 ], [ %481, %475 ]
  %478 = getelementptr inbounds %struct.item, ptr %1, i64 %476
  %479 = load i64, ptr %478, align 8
  %480 = xor i64 %31, %479
  %481 = or i64 %480, %477
  %482 = add nuw nsw i64 %476, 1
  %483 = icmp eq i64 %482, %3
  br i1 %483, label %469, label %475

484:                                              ; preds = %469, %582
  %485 = phi i64 [ 0, %469 ], [ %585, %582 ]
  %486 = phi ptr [ %1, %469 ], [ %584, %582 ]
  %487 = phi ptr [ %2, %469 ], [ %583, %582 ]
  %488 = shl nuw i64 255, %485
  %489 = and i64 %488, %481
  %490 = icmp eq i64 %489, 0
  br i1 %490, label %582, label %491

491:                                              ; preds = %484
  call void @llvm.lifetime.start.p0(i64 2048, ptr nonnull %5) #13
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(2048) %5, i8 0, i64 2048, i1 false)
  br label %511

492:                                              ; preds = %511
  br i1 %474, label %501, label %493

493:                                              ; preds = %492
  %494 = getelementptr inbounds %struct.item, ptr %486, i64 %529
  %495 = load i64, ptr %494, align 8
  %496 = lshr i64 %495, %485
  %497 = and i64 %496, 255
  %498 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %497
  %499 = load i64, ptr %498, align 8
  %500 = add nsw i64 %499, 1
  store i64 %500, ptr %498, align 8
  br label %501

501:                                              ; preds = %492, %493
  %502 = load ptr, ptr %470, align 8
  %503 = getelementptr inbounds %struct.context, ptr %502, i64 0, i32 8
  %504 = load ptr, ptr %503, align 8
  %505 = load volatile i32, ptr %504, align 4
  %506 = icmp eq i32 %505, 0
  br i1 %506, label %510, label %507

507:                                              ; preds = %501
  %508 = tail call i32 @dlvm_poll(ptr noundef nonnull %502) #14
  %509 = icmp eq i32 %508, 0
  br i1 %509, label %510, label %580

510:                                              ; preds = %501, %507
  br label %532

511:                                              ; preds = %511, %491
  %512 = phi i64 [ 0, %491 ], [ %529, %511 ]
  %513 = phi i64 [ 0, %491 ], [ %530, %511 ]
  %514 = getelementptr inbounds %struct.item, ptr %486, i64 %512
  %515 = load i64, ptr %514, align 8
  %516 = lshr i64 %515, %485
  %517 = and i64 %516, 255
  %518 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %517
  %519 = load i64, ptr %518, align 8
  %520 = add nsw i64 %519, 1
  store i64 %520, ptr %518, align 8
  %521 = or disjoint i64 %512, 1
  %522 = getelementptr inbounds %struct.item, ptr %486, i64 %521
  %523 = load i64, ptr %522, align 8
  %524 = lshr i64 %523, %485
  %525 = and i64 %524, 255
  %526 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %525
  %527 = load i64, ptr %526, align 8
  %528 = add nsw i64 %527, 1
  store i64 %528, ptr %526, align 8
  %529 = add nuw nsw i64 %512, 2
  %530 = add nuw nsw i64 %513, 2
  %531 = icmp eq i64 %530, %473
  br i1 %531, label %492, label %511

532:                                              ; preds = %532, %510
  %533 = phi i64 [ 0, %510 ], [ %550, %532 ]
  %534 = phi i64 [ 0, %510 ], [ %549, %532 ]
  %535 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %533
  %536 = load i64, ptr %535, align 16
  store i64 %534, ptr %535, align 16
  %537 = add nsw i64 %536, %534
  %538 = or disjoint i64 %533, 1
  %539 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %538
  %540 = load i64, ptr %539, align 8
  store i64 %537, ptr %539, align 8
  %541 = add nsw i64 %540, %537
  %542 = or disjoint i64 %533, 2
  %543 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %542
  %544 = load i64, ptr %543, align 16
  store i64 %541, ptr %543, align 16
  %545 = add nsw i64 %544, %541
  %546 = or disjoint i64 %533, 3
  %547 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %546
  %548 = load i64, ptr %547, align 8
  store i64 %545, ptr %547, align 8
  %549 = add nsw i64 %548, %545
  %550 = add nuw nsw i64 %533, 4
  %551 = icmp eq i64 %550, 256
  br i1 %551, label %554, label %532

552:                                              ; preds = %568, %564
  %553 = icmp slt i64 %565, %3
  br i1 %553, label %554, label %581

554:                                              ; preds = %532, %552
  %555 = phi i64 [ %565, %552 ], [ 0, %532 ]
  %556 = load ptr, ptr %470, align 8
  %557 = getelementptr inbounds %struct.context, ptr %556, i64 0, i32 8
  %558 = load ptr, ptr %557, align 8
  %559 = load volatile i32, ptr %558, align 4
  %560 = icmp eq i32 %559, 0
  br i1 %560, label %564, label %561

561:                                              ; preds = %554
  %562 = tail call i32 @dlvm_poll(ptr noundef nonnull %556) #14
  %563 = icmp eq i32 %562, 0
  br i1 %563, label %564, label %580

564:                                              ; preds = %554, %561
  %565 = add nuw nsw i64 %555, 262144
  %566 = tail call noundef i64 @llvm.smin.i64(i64 %3, i64 %565)
  %567 = icmp slt i64 %555, %3
  br i1 %567, label %568, label %552

568:                                              ; preds = %564, %568
  %569 = phi i64 [ %578, %568 ], [ %555, %564 ]
  %570 = getelementptr inbounds %struct.item, ptr %486, i64 %569
  %571 = load i64, ptr %570, align 8
  %572 = lshr i64 %571, %485
  %573 = and i64 %572, 255
  %574 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %573
  %575 = load i64, ptr %574, align 8
  %576 = add nsw i64 %575, 1
  store i64 %576, ptr %574, align 8
  %577 = getelementptr inbounds %struct.item, ptr %487, i64 %575
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %577, ptr noundef nonnull align 8 dereferenceable(16) %570, i64 16, i1 false)
  %578 = add nuw nsw i64 %569, 1
  %579 = icmp slt i64 %578, %566
  br i1 %579, label %568, label %552

580:                                              ; preds = %507, %561
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %5) #13
  br label %587

581:                                              ; preds = %552
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %5) #13
  br label %582

582:                                              ; preds = %581, %484
  %583 = phi ptr [ %486, %581 ], [ %487, %484 ]
  %584 = phi ptr [ %487, %581 ], [ %486, %484 ]
  %585 = add nuw nsw i64 %485, 8
  %586 = icmp ugt i64 %485, 55
  br i1 %586, label %587, label %484

587:                                              ; preds = %582, %467, %23, %7, %580, %112, %109
  %588 = phi ptr [ %2, %112 ], [ %2, %109 ], [ null, %580 ], [ %1, %7 ], [ %1, %23 ], [ %218, %467 ], [ %584, %582 ]
  ret ptr %588
}

declare i32 @dlvm_poll(ptr noundef) local_unnamed_addr #11

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #12

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #12

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.vector.reduce.or.v2i64(<2 x i64>) #12

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #9 = { nofree norecurse nosync nounwind memory(argmem: write) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #10 = { nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) "min-legal-vector-width"="512" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #11 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #12 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #13 = { nounwind }
attributes #14 = { nobuiltin nounwind "no-builtins" }
attributes #15 = { nobuiltin "no-builtins" }
attributes #16 = { nounwind memory(none) }
