%struct.work = type { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i64, ptr, i64, i64, i64, ptr }
%struct.context = type { i64, i64, i64, [4 x i64], ptr, ptr, ptr, ptr, ptr, [3 x ptr], i64 }
%struct.item = type { i64, i64 }

; Function Attrs: nounwind
define dso_local i32 @dlvm_sort(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, i64 noundef %4, i64 noundef %5, i64 noundef %6, i64 noundef %7, i64 noundef %8, i64 noundef %9, i64 noundef %10) local_unnamed_addr #0 {
  %12 = alloca %struct.work, align 8
  %13 = mul nsw i64 %6, %4
  %14 = icmp ne i64 %13, 0
  %15 = icmp ne i64 %7, 0
  %16 = and i1 %14, %15
  br i1 %16, label %17, label %65

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
  %42 = mul i64 %41, %40
  %43 = tail call ptr @dlvm_frame(ptr noundef %0, i64 noundef %42) #7
  %44 = icmp eq ptr %43, null
  br i1 %44, label %65, label %45

45:                                               ; preds = %35
  %46 = shl nsw i64 %8, 1
  %47 = mul nsw i64 %46, %37
  %48 = add nsw i64 %47, %5
  %49 = mul nsw i64 %48, %13
  call void @llvm.lifetime.start.p0(i64 120, ptr nonnull %12) #8
  store ptr %1, ptr %12, align 8
  %50 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 1
  store ptr %2, ptr %50, align 8
  %51 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 2
  store ptr %3, ptr %51, align 8
  %52 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 3
  store i64 %4, ptr %52, align 8
  %53 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 4
  store i64 %5, ptr %53, align 8
  %54 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 5
  store i64 %6, ptr %54, align 8
  %55 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 6
  store i64 %7, ptr %55, align 8
  %56 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 7
  store i64 %8, ptr %56, align 8
  %57 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 8
  store i64 %9, ptr %57, align 8
  %58 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 9
  store i64 %10, ptr %58, align 8
  %59 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 10
  store ptr %43, ptr %59, align 8
  %60 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 11
  store i64 %37, ptr %60, align 8
  %61 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 12
  store i64 %36, ptr %61, align 8
  %62 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 13
  store i64 %40, ptr %62, align 8
  %63 = getelementptr inbounds %struct.work, ptr %12, i64 0, i32 14
  store ptr %0, ptr %63, align 8
  %64 = call i32 @dlvm_parallel(ptr noundef nonnull %0, ptr noundef nonnull @sort_lines, ptr noundef nonnull %12, i64 noundef %40, i64 noundef %49) #7
  call void @dlvm_leave(ptr noundef nonnull %0, ptr noundef nonnull %43) #7
  call void @llvm.lifetime.end.p0(i64 120, ptr nonnull %12) #8
  br label %65

65:                                               ; preds = %45, %35, %11
  %66 = phi i32 [ 0, %11 ], [ %64, %45 ], [ 1, %35 ]
  ret i32 %66
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

declare ptr @dlvm_frame(ptr noundef, i64 noundef) local_unnamed_addr #2

declare i32 @dlvm_parallel(ptr noundef, ptr noundef, ptr noundef, i64 noundef, i64 noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define internal void @sort_lines(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) #0 {
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
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %4) #8
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
  %76 = tail call i32 @dlvm_poll(ptr noundef nonnull %70) #7
  %77 = icmp eq i32 %76, 0
  br i1 %77, label %78, label %197

78:                                               ; preds = %75, %69, %60
  %79 = and i64 %64, 24
  %80 = getelementptr inbounds i64, ptr %4, i64 %79
  %81 = icmp eq i64 %79, 0
  br i1 %81, label %82, label %83

82:                                               ; preds = %78
  call fastcc void @read_keys(ptr noundef nonnull %4, ptr noundef nonnull %0, ptr noundef %56, i64 noundef %64) #9
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
  %179 = tail call fastcc ptr @sort_items(ptr noundef nonnull %0, ptr noundef nonnull %61, ptr noundef %62, i64 noundef %175) #9
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
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #8
  br label %246

198:                                              ; preds = %188, %43
  %199 = phi i64 [ 0, %43 ], [ %189, %188 ]
  %200 = phi ptr [ %58, %43 ], [ %192, %188 ]
  %201 = phi ptr [ %30, %43 ], [ %193, %188 ]
  %202 = tail call fastcc ptr @sort_items(ptr noundef nonnull %0, ptr noundef %201, ptr noundef %200, i64 noundef %199) #9
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #8
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

declare void @dlvm_leave(ptr noundef, ptr noundef) local_unnamed_addr #2

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
  %267 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %266) #10
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
  %284 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %283) #10
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
  %299 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %298) #10
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
  %315 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %314) #10
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
  %359 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %358) #10
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
  %392 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %391) #10
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
  %409 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %408) #10
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
  %435 = tail call i64 asm "", "=r,0,~{dirflag},~{fpsr},~{flags}"(i64 %434) #10
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
  call void @llvm.lifetime.start.p0(i64 2048, ptr nonnull %5) #8
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
  %508 = tail call i32 @dlvm_poll(ptr noundef nonnull %502) #7
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
  %562 = tail call i32 @dlvm_poll(ptr noundef nonnull %556) #7
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
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %5) #8
  br label %587

581:                                              ; preds = %552
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %5) #8
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

declare i32 @dlvm_poll(ptr noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #6

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
attributes #10 = { nounwind memory(none) }
