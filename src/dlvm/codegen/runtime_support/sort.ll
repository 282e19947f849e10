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
  br i1 %6, label %7, label %28

7:                                                ; preds = %4
  %8 = icmp sgt i64 %3, 1
  br i1 %8, label %9, label %394

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
  br i1 %27, label %394, label %9

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
  br label %282

61:                                               ; preds = %28, %126
  %62 = phi i64 [ %129, %126 ], [ %3, %28 ]
  %63 = phi i64 [ %127, %126 ], [ 0, %28 ]
  %64 = getelementptr inbounds %struct.item, ptr %1, i64 %63
  %65 = load i64, ptr %64, align 8
  %66 = insertelement <8 x i64> <i64 poison, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1, i64 -1>, i64 %65, i64 0
  %67 = icmp slt i64 %62, 2
  br i1 %67, label %102, label %68

68:                                               ; preds = %61
  %69 = getelementptr inbounds %struct.item, ptr %64, i64 1
  %70 = load i64, ptr %69, align 8
  %71 = insertelement <8 x i64> %66, i64 %70, i64 1
  %72 = icmp eq i64 %62, 2
  br i1 %72, label %102, label %73

73:                                               ; preds = %68
  %74 = getelementptr inbounds %struct.item, ptr %64, i64 2
  %75 = load i64, ptr %74, align 8
  %76 = insertelement <8 x i64> %71, i64 %75, i64 2
  %77 = icmp eq i64 %62, 3
  br i1 %77, label %102, label %78

78:                                               ; preds = %73
  %79 = getelementptr inbounds %struct.item, ptr %64, i64 3
  %80 = load i64, ptr %79, align 8
  %81 = insertelement <8 x i64> %76, i64 %80, i64 3
  %82 = icmp eq i64 %62, 4
  br i1 %82, label %102, label %83

83:                                               ; preds = %78
  %84 = getelementptr inbounds %struct.item, ptr %64, i64 4
  %85 = load i64, ptr %84, align 8
  %86 = insertelement <8 x i64> %81, i64 %85, i64 4
  %87 = icmp eq i64 %62, 5
  br i1 %87, label %102, label %88

88:                                               ; preds = %83
  %89 = getelementptr inbounds %struct.item, ptr %64, i64 5
  %90 = load i64, ptr %89, align 8
  %91 = insertelement <8 x i64> %86, i64 %90, i64 5
  %92 = icmp eq i64 %62, 6
  br i1 %92, label %102, label %93

93:                                               ; preds = %88
  %94 = getelementptr inbounds %struct.item, ptr %64, i64 6
  %95 = load i64, ptr %94, align 8
  %96 = insertelement <8 x i64> %91, i64 %95, i64 6
  %97 = icmp eq i64 %62, 7
  br i1 %97, label %102, label %98

98:                                               ; preds = %93
  %99 = getelementptr inbounds %struct.item, ptr %64, i64 7
  %100 = load i64, ptr %99, align 8
  %101 = insertelement <8 x i64> %96, i64 %100, i64 7
  br label %102

102:                                              ; preds = %98, %93, %88, %83, %78, %73, %68, %61
  %103 = phi <8 x i64> [ %66, %61 ], [ %71, %68 ], [ %76, %73 ], [ %81, %78 ], [ %86, %83 ], [ %91, %88 ], [ %96, %93 ], [ %101, %98 ]
  br label %109

104:                                              ; preds = %109
  %105 = getelementptr %struct.item, ptr %2, i64 %63
  %106 = extractelement <8 x i64> %123, i64 0
  %107 = getelementptr %struct.item, ptr %105, i64 %106
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %107, ptr noundef nonnull align 8 dereferenceable(16) %64, i64 16, i1 false)
  %108 = icmp slt i64 %62, 2
  br i1 %108, label %126, label %130

109:                                              ; preds = %102, %109
  %110 = phi i64 [ %124, %109 ], [ 0, %102 ]
  %111 = phi <8 x i64> [ %123, %109 ], [ zeroinitializer, %102 ]
  %112 = extractelement <8 x i64> %103, i64 %110
  %113 = insertelement <8 x i64> poison, i64 %112, i64 0
  %114 = shufflevector <8 x i64> %113, <8 x i64> poison, <8 x i32> zeroinitializer
  %115 = icmp ult <8 x i64> %114, %103
  %116 = icmp eq <8 x i64> %114, %103
  %117 = insertelement <8 x i64> poison, i64 %110, i64 0
  %118 = shufflevector <8 x i64> %117, <8 x i64> poison, <8 x i32> zeroinitializer
  %119 = icmp ult <8 x i64> %118, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %120 = and <8 x i1> %116, %119
  %121 = or <8 x i1> %120, %115
  %122 = zext <8 x i1> %121 to <8 x i64>
  %123 = add <8 x i64> %111, %122
  %124 = add nuw nsw i64 %110, 1
  %125 = icmp eq i64 %124, 8
  br i1 %125, label %104, label %109

126:                                              ; preds = %160, %155, %150, %145, %140, %135, %130, %104
  %127 = add nuw nsw i64 %63, 8
  %128 = icmp slt i64 %127, %3
  %129 = add i64 %62, -8
  br i1 %128, label %61, label %164

130:                                              ; preds = %104
  %131 = extractelement <8 x i64> %123, i64 1
  %132 = getelementptr %struct.item, ptr %105, i64 %131
  %133 = getelementptr inbounds %struct.item, ptr %64, i64 1
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %132, ptr noundef nonnull align 8 dereferenceable(16) %133, i64 16, i1 false)
  %134 = icmp eq i64 %62, 2
  br i1 %134, label %126, label %135

135:                                              ; preds = %130
  %136 = extractelement <8 x i64> %123, i64 2
  %137 = getelementptr %struct.item, ptr %105, i64 %136
  %138 = getelementptr inbounds %struct.item, ptr %64, i64 2
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %137, ptr noundef nonnull align 8 dereferenceable(16) %138, i64 16, i1 false)
  %139 = icmp eq i64 %62, 3
  br i1 %139, label %126, label %140

140:                                              ; preds = %135
  %141 = extractelement <8 x i64> %123, i64 3
  %142 = getelementptr %struct.item, ptr %105, i64 %141
  %143 = getelementptr inbounds %struct.item, ptr %64, i64 3
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %142, ptr noundef nonnull align 8 dereferenceable(16) %143, i64 16, i1 false)
  %144 = icmp eq i64 %62, 4
  br i1 %144, label %126, label %145

145:                                              ; preds = %140
  %146 = extractelement <8 x i64> %123, i64 4
  %147 = getelementptr %struct.item, ptr %105, i64 %146
  %148 = getelementptr inbounds %struct.item, ptr %64, i64 4
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %147, ptr noundef nonnull align 8 dereferenceable(16) %148, i64 16, i1 false)
  %149 = icmp eq i64 %62, 5
  br i1 %149, label %126, label %150

150:                                              ; preds = %145
  %151 = extractelement <8 x i64> %123, i64 5
  %152 = getelementptr %struct.item, ptr %105, i64 %151
  %153 = getelementptr inbounds %struct.item, ptr %64, i64 5
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %152, ptr noundef nonnull align 8 dereferenceable(16) %153, i64 16, i1 false)
  %154 = icmp eq i64 %62, 6
  br i1 %154, label %126, label %155

155:                                              ; preds = %150
  %156 = extractelement <8 x i64> %123, i64 6
  %157 = getelementptr %struct.item, ptr %105, i64 %156
  %158 = getelementptr inbounds %struct.item, ptr %64, i64 6
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %157, ptr noundef nonnull align 8 dereferenceable(16) %158, i64 16, i1 false)
  %159 = icmp eq i64 %62, 7
  br i1 %159, label %126, label %160

160:                                              ; preds = %155
  %161 = extractelement <8 x i64> %123, i64 7
  %162 = getelementptr %struct.item, ptr %105, i64 %161
  %163 = getelementptr inbounds %struct.item, ptr %64, i64 7
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %162, ptr noundef nonnull align 8 dereferenceable(16) %163, i64 16, i1 false)
  br label %126

164:                                              ; preds = %126, %169
  %165 = phi ptr [ %166, %169 ], [ %1, %126 ]
  %166 = phi ptr [ %165, %169 ], [ %2, %126 ]
  %167 = phi i64 [ %168, %169 ], [ 8, %126 ]
  %168 = shl nsw i64 %167, 1
  br label %171

169:                                              ; preds = %273
  %170 = icmp slt i64 %168, %3
  br i1 %170, label %164, label %394

171:                                              ; preds = %273, %164
  %172 = phi i64 [ 0, %164 ], [ %274, %273 ]
  %173 = sub nsw i64 %3, %172
  %174 = tail call noundef i64 @llvm.smin.i64(i64 %167, i64 %173)
  %175 = getelementptr inbounds %struct.item, ptr %165, i64 %172
  %176 = getelementptr inbounds %struct.item, ptr %166, i64 %172
  %177 = sub nsw i64 %173, %174
  %178 = tail call noundef i64 @llvm.smin.i64(i64 %167, i64 %177)
  %179 = getelementptr inbounds %struct.item, ptr %176, i64 %174
  %180 = getelementptr inbounds %struct.item, ptr %179, i64 %178
  %181 = icmp eq i64 %174, %178
  %182 = icmp sgt i64 %174, 0
  br i1 %181, label %186, label %183

183:                                              ; preds = %171
  %184 = icmp sgt i64 %178, 0
  %185 = and i1 %182, %184
  br i1 %185, label %236, label %231

186:                                              ; preds = %171
  br i1 %182, label %187, label %273

187:                                              ; preds = %186
  %188 = shl nuw nsw i64 %174, 1
  %189 = getelementptr inbounds %struct.item, ptr %175, i64 %188
  %190 = getelementptr inbounds %struct.item, ptr %179, i64 -1
  %191 = getelementptr inbounds %struct.item, ptr %190, i64 %174
  br label %192

192:                                              ; preds = %192, %187
  %193 = phi ptr [ %210, %192 ], [ %175, %187 ]
  %194 = phi ptr [ %219, %192 ], [ %176, %187 ]
  %195 = phi ptr [ %217, %192 ], [ %179, %187 ]
  %196 = phi i64 [ %229, %192 ], [ 0, %187 ]
  %197 = phi ptr [ %220, %192 ], [ %189, %187 ]
  %198 = phi ptr [ %226, %192 ], [ %190, %187 ]
  %199 = phi ptr [ %228, %192 ], [ %191, %187 ]
  %200 = load i64, ptr %195, align 8
  %201 = load i64, ptr %194, align 8
  %202 = icmp ult i64 %200, %201
  %203 = sext i1 %202 to i64
  %204 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %203) #10
  %205 = load i64, ptr %199, align 8
  %206 = load i64, ptr %198, align 8
  %207 = icmp ult i64 %205, %206
  %208 = sext i1 %207 to i64
  %209 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %208) #10
  %210 = getelementptr inbounds %struct.item, ptr %193, i64 1
  %211 = ptrtoint ptr %195 to i64
  %212 = ptrtoint ptr %194 to i64
  %213 = sub i64 %211, %212
  %214 = and i64 %204, %213
  %215 = getelementptr inbounds i8, ptr %194, i64 %214
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %193, ptr noundef nonnull align 8 dereferenceable(16) %215, i64 16, i1 false)
  %216 = sub i64 0, %204
  %217 = getelementptr inbounds %struct.item, ptr %195, i64 %216
  %218 = add nsw i64 %204, 1
  %219 = getelementptr inbounds %struct.item, ptr %194, i64 %218
  %220 = getelementptr inbounds %struct.item, ptr %197, i64 -1
  %221 = ptrtoint ptr %198 to i64
  %222 = ptrtoint ptr %199 to i64
  %223 = sub i64 %221, %222
  %224 = and i64 %209, %223
  %225 = getelementptr inbounds i8, ptr %199, i64 %224
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %220, ptr noundef nonnull align 8 dereferenceable(16) %225, i64 16, i1 false)
  %226 = getelementptr inbounds %struct.item, ptr %198, i64 %209
  %227 = xor i64 %209, -1
  %228 = getelementptr inbounds %struct.item, ptr %199, i64 %227
  %229 = add nuw nsw i64 %196, 1
  %230 = icmp eq i64 %229, %174
  br i1 %230, label %273, label %192

231:                                              ; preds = %236, %183
  %232 = phi ptr [ %179, %183 ], [ %252, %236 ]
  %233 = phi ptr [ %176, %183 ], [ %254, %236 ]
  %234 = phi ptr [ %175, %183 ], [ %245, %236 ]
  %235 = icmp ult ptr %233, %179
  br i1 %235, label %261, label %258

236:                                              ; preds = %183, %236
  %237 = phi ptr [ %245, %236 ], [ %175, %183 ]
  %238 = phi ptr [ %254, %236 ], [ %176, %183 ]
  %239 = phi ptr [ %252, %236 ], [ %179, %183 ]
  %240 = load i64, ptr %239, align 8
  %241 = load i64, ptr %238, align 8
  %242 = icmp ult i64 %240, %241
  %243 = sext i1 %242 to i64
  %244 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %243) #10
  %245 = getelementptr inbounds %struct.item, ptr %237, i64 1
  %246 = ptrtoint ptr %239 to i64
  %247 = ptrtoint ptr %238 to i64
  %248 = sub i64 %246, %247
  %249 = and i64 %244, %248
  %250 = getelementptr inbounds i8, ptr %238, i64 %249
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %237, ptr noundef nonnull align 8 dereferenceable(16) %250, i64 16, i1 false)
  %251 = sub i64 0, %244
  %252 = getelementptr inbounds %struct.item, ptr %239, i64 %251
  %253 = add nsw i64 %244, 1
  %254 = getelementptr inbounds %struct.item, ptr %238, i64 %253
  %255 = icmp ult ptr %254, %179
  %256 = icmp ult ptr %252, %180
  %257 = select i1 %255, i1 %256, i1 false
  br i1 %257, label %236, label %231

258:                                              ; preds = %261, %231
  %259 = phi ptr [ %234, %231 ], [ %264, %261 ]
  %260 = icmp ult ptr %232, %180
  br i1 %260, label %267, label %273

261:                                              ; preds = %231, %261
  %262 = phi ptr [ %264, %261 ], [ %234, %231 ]
  %263 = phi ptr [ %265, %261 ], [ %233, %231 ]
  %264 = getelementptr inbounds %struct.item, ptr %262, i64 1
  %265 = getelementptr inbounds %struct.item, ptr %263, i64 1
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %262, ptr noundef nonnull align 8 dereferenceable(16) %263, i64 16, i1 false)
  %266 = icmp ult ptr %265, %179
  br i1 %266, label %261, label %258

267:                                              ; preds = %258, %267
  %268 = phi ptr [ %270, %267 ], [ %259, %258 ]
  %269 = phi ptr [ %271, %267 ], [ %232, %258 ]
  %270 = getelementptr inbounds %struct.item, ptr %268, i64 1
  %271 = getelementptr inbounds %struct.item, ptr %269, i64 1
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %268, ptr noundef nonnull align 8 dereferenceable(16) %269, i64 16, i1 false)
  %272 = icmp ult ptr %271, %180
  br i1 %272, label %267, label %273

273:                                              ; preds = %267, %192, %258, %186
  %274 = add nsw i64 %172, %168
  %275 = icmp slt i64 %274, %3
  br i1 %275, label %171, label %169

276:                                              ; preds = %282
  %277 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 13
  %278 = tail call i64 @llvm.smax.i64(i64 %3, i64 1)
  %279 = and i64 %278, 1
  %280 = and i64 %278, 9223372036854775806
  %281 = icmp eq i64 %279, 0
  br label %291

282:                                              ; preds = %58, %282
  %283 = phi i64 [ %37, %58 ], [ %289, %282 ]
  %284 = phi i64 [ %60, %58 ], [ %288, %282 ]
  %285 = getelementptr inbounds %struct.item, ptr %1, i64 %283
  %286 = load i64, ptr %285, align 8
  %287 = xor i64 %31, %286
  %288 = or i64 %287, %284
  %289 = add nuw nsw i64 %283, 1
  %290 = icmp eq i64 %289, %3
  br i1 %290, label %276, label %282

291:                                              ; preds = %276, %389
  %292 = phi i64 [ 0, %276 ], [ %392, %389 ]
  %293 = phi ptr [ %1, %276 ], [ %391, %389 ]
  %294 = phi ptr [ %2, %276 ], [ %390, %389 ]
  %295 = shl nuw i64 255, %292
  %296 = and i64 %295, %288
  %297 = icmp eq i64 %296, 0
  br i1 %297, label %389, label %298

298:                                              ; preds = %291
  call void @llvm.lifetime.start.p0(i64 2048, ptr nonnull %5) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(2048) %5, i8 0, i64 2048, i1 false)
  br label %318

299:                                              ; preds = %318
  br i1 %281, label %308, label %300

300:                                              ; preds = %299
  %301 = getelementptr inbounds %struct.item, ptr %293, i64 %336
  %302 = load i64, ptr %301, align 8
  %303 = lshr i64 %302, %292
  %304 = and i64 %303, 255
  %305 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %304
  %306 = load i64, ptr %305, align 8
  %307 = add nsw i64 %306, 1
  store i64 %307, ptr %305, align 8
  br label %308

308:                                              ; preds = %299, %300
  %309 = load ptr, ptr %277, align 8
  %310 = getelementptr inbounds %struct.context, ptr %309, i64 0, i32 8
  %311 = load ptr, ptr %310, align 8
  %312 = load volatile i32, ptr %311, align 4
  %313 = icmp eq i32 %312, 0
  br i1 %313, label %317, label %314

314:                                              ; preds = %308
  %315 = tail call i32 @dlvm_poll(ptr noundef nonnull %309) #7
  %316 = icmp eq i32 %315, 0
  br i1 %316, label %317, label %387

317:                                              ; preds = %308, %314
  br label %339

318:                                              ; preds = %318, %298
  %319 = phi i64 [ 0, %298 ], [ %336, %318 ]
  %320 = phi i64 [ 0, %298 ], [ %337, %318 ]
  %321 = getelementptr inbounds %struct.item, ptr %293, i64 %319
  %322 = load i64, ptr %321, align 8
  %323 = lshr i64 %322, %292
  %324 = and i64 %323, 255
  %325 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %324
  %326 = load i64, ptr %325, align 8
  %327 = add nsw i64 %326, 1
  store i64 %327, ptr %325, align 8
  %328 = or disjoint i64 %319, 1
  %329 = getelementptr inbounds %struct.item, ptr %293, i64 %328
  %330 = load i64, ptr %329, align 8
  %331 = lshr i64 %330, %292
  %332 = and i64 %331, 255
  %333 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %332
  %334 = load i64, ptr %333, align 8
  %335 = add nsw i64 %334, 1
  store i64 %335, ptr %333, align 8
  %336 = add nuw nsw i64 %319, 2
  %337 = add nuw nsw i64 %320, 2
  %338 = icmp eq i64 %337, %280
  br i1 %338, label %299, label %318

339:                                              ; preds = %339, %317
  %340 = phi i64 [ 0, %317 ], [ %357, %339 ]
  %341 = phi i64 [ 0, %317 ], [ %356, %339 ]
  %342 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %340
  %343 = load i64, ptr %342, align 16
  store i64 %341, ptr %342, align 16
  %344 = add nsw i64 %343, %341
  %345 = or disjoint i64 %340, 1
  %346 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %345
  %347 = load i64, ptr %346, align 8
  store i64 %344, ptr %346, align 8
  %348 = add nsw i64 %347, %344
  %349 = or disjoint i64 %340, 2
  %350 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %349
  %351 = load i64, ptr %350, align 16
  store i64 %348, ptr %350, align 16
  %352 = add nsw i64 %351, %348
  %353 = or disjoint i64 %340, 3
  %354 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %353
  %355 = load i64, ptr %354, align 8
  store i64 %352, ptr %354, align 8
  %356 = add nsw i64 %355, %352
  %357 = add nuw nsw i64 %340, 4
  %358 = icmp eq i64 %357, 256
  br i1 %358, label %361, label %339

359:                                              ; preds = %375, %371
  %360 = icmp slt i64 %372, %3
  br i1 %360, label %361, label %388

361:                                              ; preds = %339, %359
  %362 = phi i64 [ %372, %359 ], [ 0, %339 ]
  %363 = load ptr, ptr %277, align 8
  %364 = getelementptr inbounds %struct.context, ptr %363, i64 0, i32 8
  %365 = load ptr, ptr %364, align 8
  %366 = load volatile i32, ptr %365, align 4
  %367 = icmp eq i32 %366, 0
  br i1 %367, label %371, label %368

368:                                              ; preds = %361
  %369 = tail call i32 @dlvm_poll(ptr noundef nonnull %363) #7
  %370 = icmp eq i32 %369, 0
  br i1 %370, label %371, label %387

371:                                              ; preds = %361, %368
  %372 = add nuw nsw i64 %362, 262144
  %373 = tail call noundef i64 @llvm.smin.i64(i64 %3, i64 %372)
  %374 = icmp slt i64 %362, %3
  br i1 %374, label %375, label %359

375:                                              ; preds = %371, %375
  %376 = phi i64 [ %385, %375 ], [ %362, %371 ]
  %377 = getelementptr inbounds %struct.item, ptr %293, i64 %376
  %378 = load i64, ptr %377, align 8
  %379 = lshr i64 %378, %292
  %380 = and i64 %379, 255
  %381 = getelementptr inbounds [256 x i64], ptr %5, i64 0, i64 %380
  %382 = load i64, ptr %381, align 8
  %383 = add nsw i64 %382, 1
  store i64 %383, ptr %381, align 8
  %384 = getelementptr inbounds %struct.item, ptr %294, i64 %382
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %384, ptr noundef nonnull align 8 dereferenceable(16) %377, i64 16, i1 false)
  %385 = add nuw nsw i64 %376, 1
  %386 = icmp slt i64 %385, %373
  br i1 %386, label %375, label %359

387:                                              ; preds = %314, %368
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %5) #8
  br label %394

388:                                              ; preds = %359
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %5) #8
  br label %389

389:                                              ; preds = %388, %291
  %390 = phi ptr [ %293, %388 ], [ %294, %291 ]
  %391 = phi ptr [ %294, %388 ], [ %293, %291 ]
  %392 = add nuw nsw i64 %292, 8
  %393 = icmp ugt i64 %292, 55
  br i1 %393, label %394, label %291

394:                                              ; preds = %389, %169, %23, %7, %387
  %395 = phi ptr [ null, %387 ], [ %1, %7 ], [ %1, %23 ], [ %165, %169 ], [ %391, %389 ]
  ret ptr %395
}

declare i32 @dlvm_poll(ptr noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #6

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
attributes #10 = { nounwind memory(none) }
