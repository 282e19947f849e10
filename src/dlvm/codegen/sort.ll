%struct.item = type { i64, i64 }

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_sort(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, ptr nocapture noundef writeonly %2, ptr nocapture noundef %3, i64 noundef %4, i64 noundef %5, i64 noundef %6, i64 noundef %7, i64 noundef %8, i64 noundef %9) local_unnamed_addr #0 {
  %11 = mul i64 %6, %5
  %12 = icmp sgt i64 %4, 0
  br i1 %12, label %13, label %31

13:                                               ; preds = %10
  %14 = icmp sgt i64 %6, 0
  %15 = icmp sgt i64 %5, 0
  %16 = shl nsw i64 %7, 3
  %17 = add nsw i64 %16, -1
  %18 = shl nuw i64 1, %17
  %19 = icmp eq i64 %8, 0
  %20 = icmp slt i64 %8, 0
  %21 = add i64 %18, -1
  %22 = shl nsw i64 -1, %8
  %23 = and i64 %21, %22
  %24 = icmp ne i64 %9, 0
  %25 = sext i1 %24 to i64
  %26 = getelementptr inbounds %struct.item, ptr %3, i64 %5
  %27 = icmp sgt i64 %5, 16
  br label %28

28:                                               ; preds = %13, %32
  %29 = phi i64 [ 0, %13 ], [ %33, %32 ]
  %30 = mul i64 %11, %29
  br i1 %14, label %35, label %32

31:                                               ; preds = %32, %10
  ret void

32:                                               ; preds = %151, %28
  %33 = add nuw nsw i64 %29, 1
  %34 = icmp eq i64 %33, %4
  br i1 %34, label %31, label %28

35:                                               ; preds = %28, %151
  %36 = phi i64 [ %152, %151 ], [ 0, %28 ]
  %37 = add nsw i64 %36, %30
  br i1 %15, label %111, label %151

38:                                               ; preds = %144
  br i1 %15, label %40, label %151

39:                                               ; preds = %65
  br i1 %27, label %68, label %109

40:                                               ; preds = %38, %65
  %41 = phi i64 [ %66, %65 ], [ 0, %38 ]
  %42 = getelementptr inbounds %struct.item, ptr %3, i64 %41
  %43 = sub nsw i64 %5, %41
  %44 = tail call i64 @llvm.smin.i64(i64 %43, i64 16)
  %45 = icmp sgt i64 %43, 1
  br i1 %45, label %46, label %65

46:                                               ; preds = %40, %60
  %47 = phi i64 [ %63, %60 ], [ 1, %40 ]
  %48 = getelementptr inbounds %struct.item, ptr %42, i64 %47
  %49 = load <2 x i64>, ptr %48, align 8
  %50 = extractelement <2 x i64> %49, i64 0
  br label %51

51:                                               ; preds = %57, %46
  %52 = phi i64 [ %47, %46 ], [ %58, %57 ]
  %53 = getelementptr %struct.item, ptr %42, i64 %52
  %54 = getelementptr i8, ptr %53, i64 -16
  %55 = load i64, ptr %54, align 8
  %56 = icmp ugt i64 %55, %50
  br i1 %56, label %57, label %60

57:                                               ; preds = %51
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %53, ptr noundef nonnull align 8 dereferenceable(16) %54, i64 16, i1 false)
  %58 = add nsw i64 %52, -1
  %59 = icmp eq i64 %58, 0
  br i1 %59, label %60, label %51

60:                                               ; preds = %57, %51
  %61 = phi i64 [ 0, %57 ], [ %52, %51 ]
  %62 = getelementptr inbounds %struct.item, ptr %42, i64 %61
  store <2 x i64> %49, ptr %62, align 8
  %63 = add nuw nsw i64 %47, 1
  %64 = icmp eq i64 %63, %44
  br i1 %64, label %65, label %46

65:                                               ; preds = %60, %40
  %66 = add nuw nsw i64 %41, 16
  %67 = icmp slt i64 %66, %5
  br i1 %67, label %40, label %39

68:                                               ; preds = %39, %74
  %69 = phi ptr [ %70, %74 ], [ %3, %39 ]
  %70 = phi ptr [ %69, %74 ], [ %26, %39 ]
  %71 = phi i64 [ %72, %74 ], [ 16, %39 ]
  %72 = shl nsw i64 %71, 1
  %73 = icmp sgt i64 %71, 0
  br label %76

74:                                               ; preds = %107
  %75 = icmp slt i64 %72, %5
  br i1 %75, label %68, label %109

76:                                               ; preds = %107, %68
  %77 = phi i64 [ 0, %68 ], [ %80, %107 ]
  %78 = add nsw i64 %77, %71
  %79 = tail call i64 @llvm.smin.i64(i64 %78, i64 %5)
  %80 = add nsw i64 %77, %72
  %81 = tail call i64 @llvm.smin.i64(i64 %80, i64 %5)
  br i1 %73, label %82, label %107

82:                                               ; preds = %76, %100
  %83 = phi i64 [ %105, %100 ], [ %77, %76 ]
  %84 = phi i64 [ %103, %100 ], [ %79, %76 ]
  %85 = phi i64 [ %102, %100 ], [ %77, %76 ]
  %86 = getelementptr inbounds %struct.item, ptr %70, i64 %83
  %87 = icmp slt i64 %85, %79
  br i1 %87, label %88, label %98

88:                                               ; preds = %82
  %89 = icmp slt i64 %84, %81
  br i1 %89, label %90, label %96

90:                                               ; preds = %88
  %91 = getelementptr inbounds %struct.item, ptr %69, i64 %85
  %92 = load i64, ptr %91, align 8
  %93 = getelementptr inbounds %struct.item, ptr %69, i64 %84
  %94 = load i64, ptr %93, align 8
  %95 = icmp ugt i64 %92, %94
  br i1 %95, label %98, label %96

96:                                               ; preds = %90, %88
  %97 = add nsw i64 %85, 1
  br label %100

98:                                               ; preds = %90, %82
  %99 = add nsw i64 %84, 1
  br label %100

100:                                              ; preds = %98, %96
  %101 = phi i64 [ %85, %96 ], [ %84, %98 ]
  %102 = phi i64 [ %97, %96 ], [ %85, %98 ]
  %103 = phi i64 [ %84, %96 ], [ %99, %98 ]
  %104 = getelementptr inbounds %struct.item, ptr %69, i64 %101
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %86, ptr noundef nonnull readonly align 8 dereferenceable(16) %104, i64 16, i1 false)
  %105 = add nsw i64 %83, 1
  %106 = icmp eq i64 %105, %81
  br i1 %106, label %107, label %82

107:                                              ; preds = %100, %76
  %108 = icmp slt i64 %80, %5
  br i1 %108, label %76, label %74

109:                                              ; preds = %74, %39
  %110 = phi ptr [ %3, %39 ], [ %70, %74 ]
  br i1 %15, label %154, label %151

111:                                              ; preds = %35, %144
  %112 = phi i64 [ %149, %144 ], [ 0, %35 ]
  %113 = mul nuw nsw i64 %112, %6
  %114 = add nsw i64 %113, %37
  %115 = mul nsw i64 %114, %7
  %116 = getelementptr inbounds i8, ptr %0, i64 %115
  switch i64 %7, label %126 [
    i64 1, label %117
    i64 2, label %120
    i64 4, label %123
  ]

117:                                              ; preds = %111
  %118 = load i8, ptr %116, align 1
  %119 = zext i8 %118 to i64
  br label %128

120:                                              ; preds = %111
  %121 = load i16, ptr %116, align 2
  %122 = zext i16 %121 to i64
  br label %128

123:                                              ; preds = %111
  %124 = load i32, ptr %116, align 4
  %125 = zext i32 %124 to i64
  br label %128

126:                                              ; preds = %111
  %127 = load i64, ptr %116, align 8
  br label %128

128:                                              ; preds = %117, %120, %123, %126
  %129 = phi i64 [ %127, %126 ], [ %125, %123 ], [ %122, %120 ], [ %119, %117 ]
  br i1 %19, label %144, label %130

130:                                              ; preds = %128
  br i1 %20, label %131, label %133

131:                                              ; preds = %130
  %132 = xor i64 %129, %18
  br label %144

133:                                              ; preds = %130
  %134 = and i64 %129, %21
  %135 = icmp ugt i64 %134, %23
  br i1 %135, label %144, label %136

136:                                              ; preds = %133
  %137 = icmp eq i64 %134, 0
  br i1 %137, label %144, label %138

138:                                              ; preds = %136
  %139 = and i64 %129, %18
  %140 = icmp eq i64 %139, 0
  %141 = sub i64 0, %134
  %142 = select i1 %140, i64 %134, i64 %141
  %143 = add i64 %142, %18
  br label %144

144:                                              ; preds = %128, %131, %133, %136, %138
  %145 = phi i64 [ %132, %131 ], [ %129, %128 ], [ %143, %138 ], [ -1, %133 ], [ %18, %136 ]
  %146 = xor i64 %145, %25
  %147 = getelementptr inbounds %struct.item, ptr %3, i64 %112
  store i64 %146, ptr %147, align 8
  %148 = getelementptr inbounds i8, ptr %147, i64 8
  store i64 %112, ptr %148, align 8
  %149 = add nuw nsw i64 %112, 1
  %150 = icmp eq i64 %149, %5
  br i1 %150, label %38, label %111

151:                                              ; preds = %174, %35, %38, %109
  %152 = add nuw nsw i64 %36, 1
  %153 = icmp eq i64 %152, %6
  br i1 %153, label %32, label %35

154:                                              ; preds = %109, %174
  %155 = phi i64 [ %177, %174 ], [ 0, %109 ]
  %156 = mul nuw nsw i64 %155, %6
  %157 = add nsw i64 %156, %37
  %158 = getelementptr inbounds %struct.item, ptr %110, i64 %155, i32 1
  %159 = load i64, ptr %158, align 8
  %160 = mul nsw i64 %159, %6
  %161 = add nsw i64 %160, %37
  %162 = mul nsw i64 %157, %7
  %163 = getelementptr inbounds i8, ptr %1, i64 %162
  %164 = mul nsw i64 %161, %7
  %165 = getelementptr inbounds i8, ptr %0, i64 %164
  switch i64 %7, label %172 [
    i64 1, label %166
    i64 2, label %168
    i64 4, label %170
  ]

166:                                              ; preds = %154
  %167 = load i8, ptr %165, align 1
  store i8 %167, ptr %163, align 1
  br label %174

168:                                              ; preds = %154
  %169 = load i16, ptr %165, align 2
  store i16 %169, ptr %163, align 2
  br label %174

170:                                              ; preds = %154
  %171 = load i32, ptr %165, align 4
  store i32 %171, ptr %163, align 4
  br label %174

172:                                              ; preds = %154
  %173 = load i64, ptr %165, align 8
  store i64 %173, ptr %163, align 8
  br label %174

174:                                              ; preds = %166, %168, %170, %172
  %175 = load i64, ptr %158, align 8
  %176 = getelementptr inbounds i64, ptr %2, i64 %157
  store i64 %175, ptr %176, align 8
  %177 = add nuw nsw i64 %155, 1
  %178 = icmp eq i64 %177, %5
  br i1 %178, label %151, label %154
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #2

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
