%struct.work = type { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i64, ptr, i64, i64, ptr }
%struct.context = type { i64, i64, i64, [4 x i64], ptr, ptr, ptr, ptr, ptr, [3 x ptr], i64 }
%struct.item = type { i64, i64 }

; Function Attrs: nounwind
define dso_local i32 @dlvm_sort(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, i64 noundef %4, i64 noundef %5, i64 noundef %6, i64 noundef %7, i64 noundef %8, i64 noundef %9, i64 noundef %10) local_unnamed_addr #0 {
  %12 = alloca %struct.work, align 8
  %13 = mul nsw i64 %6, %4
  %14 = icmp ne i64 %13, 0
  %15 = icmp ne i64 %7, 0
  %16 = and i1 %14, %15
  br i1 %16, label %17, label %49

17:                                               ; preds = %11
  %18 = icmp slt i64 %7, 25
  %19 = select i1 %18, i64 1, i64 2
  %20 = shl i64 %7, %19
  %21 = tail call noundef i64 @llvm.smin.i64(i64 %5, i64 %20)
  %22 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 2
  %23 = load i64, ptr %22, align 8
  %24 = tail call noundef i64 @llvm.smin.i64(i64 %13, i64 %23)
  %25 = shl i64 %21, 5
  %26 = add i64 %25, 256
  %27 = mul i64 %24, %26
  %28 = tail call ptr @dlvm_frame(ptr noundef %0, i64 noundef %27) #7
  %29 = icmp eq ptr %28, null
  br i1 %29, label %49, label %30

30:                                               ; preds = %17
  %31 = shl nsw i64 %8, 1
  %32 = mul nsw i64 %31, %21
  %33 = add nsw i64 %32, %5
  %34 = mul nsw i64 %33, %13
  call void @llvm.lifetime.start.p0(i64 112, ptr nonnull %12) #8
  store ptr %1, ptr %12, align 8
  %35 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 1
  store ptr %2, ptr %35, align 8
  %36 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 2
  store ptr %3, ptr %36, align 8
  %37 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 3
  store i64 %4, ptr %37, align 8
  %38 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 4
  store i64 %5, ptr %38, align 8
  %39 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 5
  store i64 %6, ptr %39, align 8
  %40 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 6
  store i64 %7, ptr %40, align 8
  %41 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 7
  store i64 %8, ptr %41, align 8
  %42 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 8
  store i64 %9, ptr %42, align 8
  %43 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 9
  store i64 %10, ptr %43, align 8
  %44 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 10
  store ptr %28, ptr %44, align 8
  %45 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 11
  store i64 %21, ptr %45, align 8
  %46 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 12
  store i64 %24, ptr %46, align 8
  %47 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 13
  store ptr %0, ptr %47, align 8
  %48 = call i32 @dlvm_parallel(ptr noundef nonnull %0, ptr noundef nonnull @sort_lines, ptr noundef nonnull %12, i64 noundef %24, i64 noundef %34) #7
  call void @dlvm_leave(ptr noundef nonnull %0, ptr noundef nonnull %28) #7
  call void @llvm.lifetime.end.p0(i64 112, ptr nonnull %12) #8
  br label %49

49:                                               ; preds = %30, %17, %11
  %50 = phi i32 [ 0, %11 ], [ %48, %30 ], [ 1, %17 ]
  ret i32 %50
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare ptr @dlvm_frame(ptr noundef, i64 noundef) local_unnamed_addr #2

declare i32 @dlvm_parallel(ptr noundef, ptr noundef, ptr noundef, i64 noundef, i64 noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define internal void @sort_lines(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) #0 {
  %4 = alloca [32 x i64], align 64
  %5 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 11
  %6 = load i64, ptr %5, align 8
  %7 = add nsw i64 %6, 8
  %8 = icmp slt i64 %1, %2
  br i1 %8, label %9, label %245

9:                                                ; preds = %3
  %10 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 10
  %11 = shl nsw i64 %7, 1
  %12 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 3
  %13 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 5
  %14 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 12
  %15 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 4
  %16 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 7
  %17 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 6
  %18 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 13
  %19 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 1
  %20 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 2
  %21 = load i64, ptr %14, align 8
  br label %25

22:                                               ; preds = %239, %25
  %23 = phi i64 [ %26, %25 ], [ %242, %239 ]
  %24 = icmp eq i64 %37, %2
  br i1 %24, label %245, label %25

25:                                               ; preds = %9, %22
  %26 = phi i64 [ %21, %9 ], [ %23, %22 ]
  %27 = phi i64 [ %1, %9 ], [ %37, %22 ]
  %28 = load ptr, ptr %10, align 8
  %29 = mul nsw i64 %11, %27
  %30 = getelementptr inbounds %struct.item, ptr %28, i64 %29
  %31 = load i64, ptr %12, align 8
  %32 = load i64, ptr %13, align 8
  %33 = mul nsw i64 %32, %31
  %34 = mul nsw i64 %33, %27
  %35 = sdiv i64 %34, %26
  %36 = freeze i64 %35
  %37 = add nsw i64 %27, 1
  %38 = mul nsw i64 %33, %37
  %39 = sdiv i64 %38, %26
  %40 = icmp slt i64 %36, %39
  br i1 %40, label %41, label %22

41:                                               ; preds = %25
  %42 = getelementptr inbounds %struct.item, ptr %30, i64 %7
  %43 = load i64, ptr %17, align 8
  br label %44

44:                                               ; preds = %41, %239
  %45 = phi i64 [ %43, %41 ], [ %240, %239 ]
  %46 = phi i64 [ %36, %41 ], [ %241, %239 ]
  %47 = load i64, ptr %13, align 8
  %48 = srem i64 %46, %47
  %49 = load ptr, ptr %0, align 8
  %50 = load i64, ptr %15, align 8
  %51 = srem i64 %46, %47
  %52 = sub i64 %46, %51
  %53 = mul i64 %52, %50
  %54 = add nsw i64 %53, %48
  %55 = load i64, ptr %16, align 8
  %56 = mul nsw i64 %54, %55
  %57 = getelementptr inbounds i8, ptr %49, i64 %56
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %4) #8
  %58 = icmp sgt i64 %50, 0
  br i1 %58, label %59, label %197

59:                                               ; preds = %44, %187
  %60 = phi ptr [ %192, %187 ], [ %30, %44 ]
  %61 = phi ptr [ %191, %187 ], [ %42, %44 ]
  %62 = phi i64 [ %190, %187 ], [ 0, %44 ]
  %63 = phi i64 [ %193, %187 ], [ 0, %44 ]
  %64 = phi i64 [ %189, %187 ], [ 1, %44 ]
  %65 = phi i64 [ %188, %187 ], [ 0, %44 ]
  %66 = and i64 %63, 262136
  %67 = icmp eq i64 %66, 0
  br i1 %67, label %68, label %77

68:                                               ; preds = %59
  %69 = load ptr, ptr %18, align 8
  %70 = getelementptr inbounds %struct.context, ptr %69, i64 0, i32 8
  %71 = load ptr, ptr %70, align 8
  %72 = load volatile i32, ptr %71, align 4
  %73 = icmp eq i32 %72, 0
  br i1 %73, label %77, label %74

74:                                               ; preds = %68
  %75 = tail call i32 @dlvm_poll(ptr noundef nonnull %69) #7
  %76 = icmp eq i32 %75, 0
  br i1 %76, label %77, label %196

77:                                               ; preds = %74, %68, %59
  %78 = and i64 %63, 24
  %79 = getelementptr inbounds i64, ptr %4, i64 %78
  %80 = icmp eq i64 %78, 0
  br i1 %80, label %81, label %82

81:                                               ; preds = %77
  call fastcc void @read_keys(ptr noundef nonnull %4, ptr noundef nonnull %0, ptr noundef %57, i64 noundef %63) #9
  br label %82

82:                                               ; preds = %81, %77
  %83 = icmp eq i64 %64, 0
  br i1 %83, label %86, label %84

84:                                               ; preds = %82
  %85 = load i64, ptr %79, align 64
  br label %94

86:                                               ; preds = %82
  %87 = load <8 x i64>, ptr %79, align 64
  %88 = insertelement <8 x i64> poison, i64 %62, i64 0
  %89 = shufflevector <8 x i64> %88, <8 x i64> poison, <8 x i32> zeroinitializer
  %90 = icmp ult <8 x i64> %87, %89
  %91 = bitcast <8 x i1> %90 to i8
  %92 = icmp eq i8 %91, 0
  %93 = extractelement <8 x i64> %87, i64 0
  br i1 %92, label %187, label %94

94:                                               ; preds = %86, %84
  %95 = phi i64 [ %85, %84 ], [ %93, %86 ]
  %96 = getelementptr inbounds %struct.item, ptr %60, i64 %65
  store i64 %95, ptr %96, align 8
  %97 = getelementptr inbounds i8, ptr %96, i64 8
  store i64 %63, ptr %97, align 8
  %98 = load i64, ptr %79, align 64
  %99 = icmp ult i64 %98, %62
  %100 = zext i1 %99 to i64
  %101 = or i64 %64, %100
  %102 = add nsw i64 %101, %65
  %103 = getelementptr inbounds %struct.item, ptr %60, i64 %102
  %104 = getelementptr inbounds i64, ptr %79, i64 1
  %105 = load i64, ptr %104, align 8
  %106 = or disjoint i64 %63, 1
  store i64 %105, ptr %103, align 8
  %107 = getelementptr inbounds i8, ptr %103, i64 8
  store i64 %106, ptr %107, align 8
  %108 = load i64, ptr %104, align 8
  %109 = icmp ult i64 %108, %62
  %110 = zext i1 %109 to i64
  %111 = or i64 %64, %110
  %112 = add nsw i64 %111, %102
  %113 = getelementptr inbounds %struct.item, ptr %60, i64 %112
  %114 = getelementptr inbounds i64, ptr %79, i64 2
  %115 = load i64, ptr %114, align 16
  %116 = or disjoint i64 %63, 2
  store i64 %115, ptr %113, align 8
  %117 = getelementptr inbounds i8, ptr %113, i64 8
  store i64 %116, ptr %117, align 8
  %118 = load i64, ptr %114, align 16
  %119 = icmp ult i64 %118, %62
  %120 = zext i1 %119 to i64
  %121 = or i64 %64, %120
  %122 = add nsw i64 %121, %112
  %123 = getelementptr inbounds %struct.item, ptr %60, i64 %122
  %124 = getelementptr inbounds i64, ptr %79, i64 3
  %125 = load i64, ptr %124, align 8
  %126 = or disjoint i64 %63, 3
  store i64 %125, ptr %123, align 8
  %127 = getelementptr inbounds i8, ptr %123, i64 8
  store i64 %126, ptr %127, align 8
  %128 = load i64, ptr %124, align 8
  %129 = icmp ult i64 %128, %62
  %130 = zext i1 %129 to i64
  %131 = or i64 %64, %130
  %132 = add nsw i64 %131, %122
  %133 = getelementptr inbounds %struct.item, ptr %60, i64 %132
  %134 = getelementptr inbounds i64, ptr %79, i64 4
  %135 = load i64, ptr %134, align 32
  %136 = or disjoint i64 %63, 4
  store i64 %135, ptr %133, align 8
  %137 = getelementptr inbounds i8, ptr %133, i64 8
  store i64 %136, ptr %137, align 8
  %138 = load i64, ptr %134, align 32
  %139 = icmp ult i64 %138, %62
  %140 = zext i1 %139 to i64
  %141 = or i64 %64, %140
  %142 = add nsw i64 %141, %132
  %143 = getelementptr inbounds %struct.item, ptr %60, i64 %142
  %144 = getelementptr inbounds i64, ptr %79, i64 5
  %145 = load i64, ptr %144, align 8
  %146 = or disjoint i64 %63, 5
  store i64 %145, ptr %143, align 8
  %147 = getelementptr inbounds i8, ptr %143, i64 8
  store i64 %146, ptr %147, align 8
  %148 = load i64, ptr %144, align 8
  %149 = icmp ult i64 %148, %62
  %150 = zext i1 %149 to i64
  %151 = or i64 %64, %150
  %152 = add nsw i64 %151, %142
  %153 = getelementptr inbounds %struct.item, ptr %60, i64 %152
  %154 = getelementptr inbounds i64, ptr %79, i64 6
  %155 = load i64, ptr %154, align 16
  %156 = or disjoint i64 %63, 6
  store i64 %155, ptr %153, align 8
  %157 = getelementptr inbounds i8, ptr %153, i64 8
  store i64 %156, ptr %157, align 8
  %158 = load i64, ptr %154, align 16
  %159 = icmp ult i64 %158, %62
  %160 = zext i1 %159 to i64
  %161 = or i64 %64, %160
  %162 = add nsw i64 %161, %152
  %163 = getelementptr inbounds %struct.item, ptr %60, i64 %162
  %164 = getelementptr inbounds i64, ptr %79, i64 7
  %165 = load i64, ptr %164, align 8
  %166 = or disjoint i64 %63, 7
  store i64 %165, ptr %163, align 8
  %167 = getelementptr inbounds i8, ptr %163, i64 8
  store i64 %166, ptr %167, align 8
  %168 = load i64, ptr %164, align 8
  %169 = icmp ult i64 %168, %62
  %170 = zext i1 %169 to i64
  %171 = or i64 %64, %170
  %172 = add nsw i64 %171, %162
  %173 = load i64, ptr %15, align 8
  %174 = tail call noundef i64 @llvm.smin.i64(i64 %172, i64 %173)
  %175 = load i64, ptr %5, align 8
  %176 = icmp sgt i64 %174, %175
  br i1 %176, label %177, label %187

177:                                              ; preds = %94
  %178 = tail call fastcc ptr @sort_items(ptr noundef nonnull %0, ptr noundef nonnull %60, ptr noundef %61, i64 noundef %174) #9
  %179 = icmp eq ptr %178, null
  br i1 %179, label %196, label %180

180:                                              ; preds = %177
  %181 = icmp eq ptr %178, %60
  %182 = select i1 %181, ptr %61, ptr %60
  %183 = load i64, ptr %17, align 8
  %184 = getelementptr %struct.item, ptr %178, i64 %183
  %185 = getelementptr %struct.item, ptr %184, i64 -1
  %186 = load i64, ptr %185, align 8
  br label %187

187:                                              ; preds = %180, %94, %86
  %188 = phi i64 [ %183, %180 ], [ %174, %94 ], [ %65, %86 ]
  %189 = phi i64 [ 0, %180 ], [ %64, %94 ], [ 0, %86 ]
  %190 = phi i64 [ %186, %180 ], [ %62, %94 ], [ %62, %86 ]
  %191 = phi ptr [ %182, %180 ], [ %61, %94 ], [ %61, %86 ]
  %192 = phi ptr [ %178, %180 ], [ %60, %94 ], [ %60, %86 ]
  %193 = add nuw nsw i64 %63, 8
  %194 = load i64, ptr %15, align 8
  %195 = icmp slt i64 %193, %194
  br i1 %195, label %59, label %197

196:                                              ; preds = %177, %74
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #8
  br label %245

197:                                              ; preds = %187, %44
  %198 = phi i64 [ 0, %44 ], [ %188, %187 ]
  %199 = phi ptr [ %42, %44 ], [ %191, %187 ]
  %200 = phi ptr [ %30, %44 ], [ %192, %187 ]
  %201 = tail call fastcc ptr @sort_items(ptr noundef nonnull %0, ptr noundef %200, ptr noundef %199, i64 noundef %198) #9
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #8
  %202 = icmp eq ptr %201, null
  br i1 %202, label %245, label %203

203:                                              ; preds = %197
  %204 = load i64, ptr %17, align 8
  %205 = icmp sgt i64 %204, 0
  br i1 %205, label %206, label %239

206:                                              ; preds = %203
  %207 = mul i64 %52, %45
  %208 = add nsw i64 %207, %48
  %209 = load i64, ptr %13, align 8
  br label %210

210:                                              ; preds = %206, %231
  %211 = phi i64 [ %235, %231 ], [ %209, %206 ]
  %212 = phi i64 [ %234, %231 ], [ 0, %206 ]
  %213 = phi i64 [ %236, %231 ], [ %208, %206 ]
  %214 = getelementptr inbounds %struct.item, ptr %201, i64 %212, i32 1
  %215 = load i64, ptr %214, align 8
  %216 = load ptr, ptr %19, align 8
  %217 = load i64, ptr %16, align 8
  %218 = mul nsw i64 %217, %213
  %219 = getelementptr inbounds i8, ptr %216, i64 %218
  %220 = mul i64 %217, %215
  %221 = mul i64 %220, %211
  %222 = getelementptr inbounds i8, ptr %57, i64 %221
  switch i64 %217, label %229 [
    i64 1, label %223
    i64 2, label %225
    i64 4, label %227
  ]

223:                                              ; preds = %210
  %224 = load i8, ptr %222, align 1
  store i8 %224, ptr %219, align 1
  br label %231

225:                                              ; preds = %210
  %226 = load i16, ptr %222, align 2
  store i16 %226, ptr %219, align 2
  br label %231

227:                                              ; preds = %210
  %228 = load i32, ptr %222, align 4
  store i32 %228, ptr %219, align 4
  br label %231

229:                                              ; preds = %210
  %230 = load i64, ptr %222, align 8
  store i64 %230, ptr %219, align 8
  br label %231

231:                                              ; preds = %223, %225, %227, %229
  %232 = load ptr, ptr %20, align 8
  %233 = getelementptr inbounds i64, ptr %232, i64 %213
  store i64 %215, ptr %233, align 8
  %234 = add nuw nsw i64 %212, 1
  %235 = load i64, ptr %13, align 8
  %236 = add nsw i64 %235, %213
  %237 = load i64, ptr %17, align 8
  %238 = icmp slt i64 %234, %237
  br i1 %238, label %210, label %239

239:                                              ; preds = %231, %203
  %240 = phi i64 [ %204, %203 ], [ %237, %231 ]
  %241 = add i64 %46, 1
  %242 = load i64, ptr %14, align 8
  %243 = sdiv i64 %38, %242
  %244 = icmp slt i64 %241, %243
  br i1 %244, label %44, label %22

245:                                              ; preds = %22, %197, %3, %196
  ret void
}

declare void @dlvm_leave(ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define internal fastcc void @read_keys(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, i64 noundef %3) unnamed_addr #3 {
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

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

; Function Attrs: nounwind
define internal fastcc ptr @sort_items(ptr nocapture noundef readonly %0, ptr noundef %1, ptr noundef %2, i64 noundef %3) unnamed_addr #0 {
  %5 = alloca [256 x i64], align 16
  %6 = icmp slt i64 %3, 49
  br i1 %6, label %38, label %7

7:                                                ; preds = %4
  %8 = load i64, ptr %1, align 8
  %9 = add nsw i64 %3, -1
  %10 = and i64 %9, 3
  %11 = icmp eq i64 %10, 0
  %12 = select i1 %11, i64 4, i64 %10
  %13 = sub i64 %9, %12
  %14 = add i64 %13, 1
  %15 = insertelement <2 x i64> poison, i64 %8, i64 0
  %16 = shufflevector <2 x i64> %15, <2 x i64> poison, <2 x i32> zeroinitializer
  br label %17

17:                                               ; preds = %17, %7
  %18 = phi i64 [ 0, %7 ], [ %33, %17 ]
  %19 = phi <2 x i64> [ zeroinitializer, %7 ], [ %31, %17 ]
  %20 = phi <2 x i64> [ zeroinitializer, %7 ], [ %32, %17 ]
  %21 = or disjoint i64 %18, 1
  %22 = or disjoint i64 %18, 3
  %23 = getelementptr inbounds %struct.item, ptr %1, i64 %21
  %24 = getelementptr inbounds %struct.item, ptr %1, i64 %22
  %25 = load <4 x i64>, ptr %23, align 8
  %26 = load <4 x i64>, ptr %24, align 8
  %27 = shufflevector <4 x i64> %25, <4 x i64> poison, <2 x i32> <i32 0, i32 2>
  %28 = shufflevector <4 x i64> %26, <4 x i64> poison, <2 x i32> <i32 0, i32 2>
  %29 = xor <2 x i64> %16, %27
  %30 = xor <2 x i64> %16, %28
  %31 = or <2 x i64> %29, %19
  %32 = or <2 x i64> %30, %20
  %33 = add nuw i64 %18, 4
  %34 = icmp eq i64 %33, %13
  br i1 %34, label %35, label %17

35:                                               ; preds = %17
  %36 = or <2 x i64> %32, %31
  %37 = tail call i64 @llvm.vector.reduce.or.v2i64(<2 x i64> %36)
  br label %65

38:                                               ; preds = %4
  %39 = icmp sgt i64 %3, 1
  br i1 %39, label %40, label %177

40:                                               ; preds = %38, %54
  %41 = phi i64 [ %57, %54 ], [ 1, %38 ]
  %42 = getelementptr inbounds %struct.item, ptr %1, i64 %41
  %43 = load <2 x i64>, ptr %42, align 8
  %44 = extractelement <2 x i64> %43, i64 0
  br label %45

45:                                               ; preds = %40, %51
  %46 = phi i64 [ %41, %40 ], [ %52, %51 ]
  %47 = getelementptr %struct.item, ptr %1, i64 %46
  %48 = getelementptr %struct.item, ptr %47, i64 -1
  %49 = load i64, ptr %48, align 8
  %50 = icmp ugt i64 %49, %44
  br i1 %50, label %51, label %54

51:                                               ; preds = %45
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %47, ptr noundef nonnull align 8 dereferenceable(16) %48, i64 16, i1 false)
  %52 = add nsw i64 %46, -1
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %54, label %45

54:                                               ; preds = %51, %45
  %55 = phi i64 [ 0, %51 ], [ %46, %45 ]
  %56 = getelementptr inbounds %struct.item, ptr %1, i64 %55
  store <2 x i64> %43, ptr %56, align 8
  %57 = add nuw nsw i64 %41, 1
  %58 = icmp eq i64 %57, %3
  br i1 %58, label %177, label %40

59:                                               ; preds = %65
  %60 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 13
  %61 = and i64 %3, 1
  %62 = icmp eq i64 %9, 0
  %63 = and i64 %3, 9223372036854775806
  %64 = icmp eq i64 %61, 0
  br label %74

65:                                               ; preds = %35, %65
  %66 = phi i64 [ %14, %35 ], [ %72, %65 ]
  %67 = phi i64 [ %37, %35 ], [ %71, %65 ]
  %68 = getelementptr inbounds %struct.item, ptr %1, i64 %66
  %69 = load i64, ptr %68, align 8
  %70 = xor i64 %8, %69
  %71 = or i64 %70, %67
  %72 = add nuw nsw i64 %66, 1
  %73 = icmp eq i64 %72, %3
  br i1 %73, label %59, label %65

74:                                               ; preds = %59, %172
  %75 = phi i64 [ 0, %59 ], [ %175, %172 ]
  %76 = phi ptr [ %1, %59 ], [ %174, %172 ]
  %77 = phi ptr [ %2, %59 ], [ %173, %172 ]
  %78 = shl nuw i64 255, %75
  %79 = and i64 %78, %71
  %80 = icmp eq i64 %79, 0
  br i1 %80, label %172, label %81

81:                                               ; preds = %74
  call void @llvm.lifetime.start.p0(i64 2048, ptr nonnull %5) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(2048) %5, i8 0, i64 2048, i1 false)
  br i1 %62, label %82, label %102

82:                                               ; preds = %102, %81
  %83 = phi i64 [ 0, %81 ], [ %120, %102 ]
  br i1 %64, label %92, label %84

84:                                               ; preds = %82
  %85 = getelementptr inbounds %struct.item, ptr %76, i64 %83
  %86 = load i64, ptr %85, align 8
  %87 = lshr i64 %86, %75
  %88 = and i64 %87, 255
  %89 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %88
  %90 = load i64, ptr %89, align 8
  %91 = add nsw i64 %90, 1
  store i64 %91, ptr %89, align 8
  br label %92

92:                                               ; preds = %82, %84
  %93 = load ptr, ptr %60, align 8
  %94 = getelementptr inbounds %struct.context, ptr %93, i64 0, i32 8
  %95 = load ptr, ptr %94, align 8
  %96 = load volatile i32, ptr %95, align 4
  %97 = icmp eq i32 %96, 0
  br i1 %97, label %101, label %98

98:                                               ; preds = %92
  %99 = tail call i32 @dlvm_poll(ptr noundef nonnull %93) #7
  %100 = icmp eq i32 %99, 0
  br i1 %100, label %101, label %170

101:                                              ; preds = %92, %98
  br label %123

102:                                              ; preds = %81, %102
  %103 = phi i64 [ %120, %102 ], [ 0, %81 ]
  %104 = phi i64 [ %121, %102 ], [ 0, %81 ]
  %105 = getelementptr inbounds %struct.item, ptr %76, i64 %103
  %106 = load i64, ptr %105, align 8
  %107 = lshr i64 %106, %75
  %108 = and i64 %107, 255
  %109 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %108
  %110 = load i64, ptr %109, align 8
  %111 = add nsw i64 %110, 1
  store i64 %111, ptr %109, align 8
  %112 = or disjoint i64 %103, 1
  %113 = getelementptr inbounds %struct.item, ptr %76, i64 %112
  %114 = load i64, ptr %113, align 8
  %115 = lshr i64 %114, %75
  %116 = and i64 %115, 255
  %117 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %116
  %118 = load i64, ptr %117, align 8
  %119 = add nsw i64 %118, 1
  store i64 %119, ptr %117, align 8
  %120 = add nuw nsw i64 %103, 2
  %121 = add nuw nsw i64 %104, 2
  %122 = icmp eq i64 %121, %63
  br i1 %122, label %82, label %102

123:                                              ; preds = %123, %101
  %124 = phi i64 [ 0, %101 ], [ %141, %123 ]
  %125 = phi i64 [ 0, %101 ], [ %140, %123 ]
  %126 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %124
  %127 = load i64, ptr %126, align 16
  store i64 %125, ptr %126, align 16
  %128 = add nsw i64 %127, %125
  %129 = or disjoint i64 %124, 1
  %130 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %129
  %131 = load i64, ptr %130, align 8
  store i64 %128, ptr %130, align 8
  %132 = add nsw i64 %131, %128
  %133 = or disjoint i64 %124, 2
  %134 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %133
  %135 = load i64, ptr %134, align 16
  store i64 %132, ptr %134, align 16
  %136 = add nsw i64 %135, %132
  %137 = or disjoint i64 %124, 3
  %138 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %137
  %139 = load i64, ptr %138, align 8
  store i64 %136, ptr %138, align 8
  %140 = add nsw i64 %139, %136
  %141 = add nuw nsw i64 %124, 4
  %142 = icmp eq i64 %141, 256
  br i1 %142, label %145, label %123

143:                                              ; preds = %158
  %144 = icmp slt i64 %156, %3
  br i1 %144, label %145, label %171

145:                                              ; preds = %123, %143
  %146 = phi i64 [ %156, %143 ], [ 0, %123 ]
  %147 = load ptr, ptr %60, align 8
  %148 = getelementptr inbounds %struct.context, ptr %147, i64 0, i32 8
  %149 = load ptr, ptr %148, align 8
  %150 = load volatile i32, ptr %149, align 4
  %151 = icmp eq i32 %150, 0
  br i1 %151, label %155, label %152

152:                                              ; preds = %145
  %153 = tail call i32 @dlvm_poll(ptr noundef nonnull %147) #7
  %154 = icmp eq i32 %153, 0
  br i1 %154, label %155, label %170

155:                                              ; preds = %145, %152
  %156 = add nuw nsw i64 %146, 262144
  %157 = tail call noundef i64 @llvm.smin.i64(i64 %3, i64 %156)
  br label %158

158:                                              ; preds = %155, %158
  %159 = phi i64 [ %168, %158 ], [ %146, %155 ]
  %160 = getelementptr inbounds %struct.item, ptr %76, i64 %159
  %161 = load i64, ptr %160, align 8
  %162 = lshr i64 %161, %75
  %163 = and i64 %162, 255
  %164 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %163
  %165 = load i64, ptr %164, align 8
  %166 = add nsw i64 %165, 1
  store i64 %166, ptr %164, align 8
  %167 = getelementptr inbounds %struct.item, ptr %77, i64 %165
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %167, ptr noundef nonnull align 8 dereferenceable(16) %160, i64 16, i1 false)
  %168 = add nuw nsw i64 %159, 1
  %169 = icmp slt i64 %168, %157
  br i1 %169, label %158, label %143

170:                                              ; preds = %98, %152
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %5) #8
  br label %177

171:                                              ; preds = %143
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %5) #8
  br label %172

172:                                              ; preds = %171, %74
  %173 = phi ptr [ %76, %171 ], [ %77, %74 ]
  %174 = phi ptr [ %77, %171 ], [ %76, %74 ]
  %175 = add nuw nsw i64 %75, 8
  %176 = icmp ugt i64 %75, 55
  br i1 %176, label %177, label %74

177:                                              ; preds = %172, %54, %38, %170
  %178 = phi ptr [ null, %170 ], [ %1, %38 ], [ %1, %54 ], [ %174, %172 ]
  ret ptr %178
}

declare i32 @dlvm_poll(ptr noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.vector.reduce.or.v2i64(<2 x i64>) #6

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) "min-legal-vector-width"="512" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nobuiltin nounwind "no-builtins" }
attributes #8 = { nounwind }
attributes #9 = { nobuiltin "no-builtins" }
