%struct.work = type { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i64, ptr, i64, i64 }
%struct.item = type { i64, i64 }

; Function Attrs: nounwind
define dso_local noundef zeroext i1 @dlvm_sort(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, i64 noundef %4, i64 noundef %5, i64 noundef %6, i64 noundef %7, i64 noundef %8, i64 noundef %9, i64 noundef %10, i64 noundef %11) local_unnamed_addr #0 {
  %13 = alloca %struct.work, align 8
  %14 = mul nsw i64 %6, %4
  %15 = icmp ne i64 %14, 0
  %16 = icmp ne i64 %7, 0
  %17 = and i1 %15, %16
  br i1 %17, label %18, label %46

18:                                               ; preds = %12
  %19 = icmp slt i64 %7, 25
  %20 = select i1 %19, i64 1, i64 2
  %21 = shl i64 %7, %20
  %22 = tail call noundef i64 @llvm.smin.i64(i64 %5, i64 %21)
  %23 = tail call noundef i64 @llvm.smin.i64(i64 %14, i64 %11)
  %24 = shl i64 %22, 5
  %25 = add i64 %24, 256
  %26 = mul i64 %25, %23
  %27 = tail call ptr @dlvm_frame(ptr noundef %0, i64 noundef %26) #8
  %28 = icmp eq ptr %27, null
  br i1 %28, label %46, label %29

29:                                               ; preds = %18
  %30 = shl nsw i64 %8, 1
  %31 = mul nsw i64 %30, %22
  %32 = add nsw i64 %31, %5
  %33 = mul nsw i64 %32, %14
  call void @llvm.lifetime.start.p0(i64 104, ptr nonnull %13) #9
  store ptr %1, ptr %13, align 8
  %34 = getelementptr inbounds %struct.work, ptr %13, i64 0, i32 1
  store ptr %2, ptr %34, align 8
  %35 = getelementptr inbounds %struct.work, ptr %13, i64 0, i32 2
  store ptr %3, ptr %35, align 8
  %36 = getelementptr inbounds %struct.work, ptr %13, i64 0, i32 3
  store i64 %4, ptr %36, align 8
  %37 = getelementptr inbounds %struct.work, ptr %13, i64 0, i32 4
  store i64 %5, ptr %37, align 8
  %38 = getelementptr inbounds %struct.work, ptr %13, i64 0, i32 5
  store i64 %6, ptr %38, align 8
  %39 = getelementptr inbounds %struct.work, ptr %13, i64 0, i32 6
  store i64 %7, ptr %39, align 8
  %40 = getelementptr inbounds %struct.work, ptr %13, i64 0, i32 7
  store i64 %8, ptr %40, align 8
  %41 = getelementptr inbounds %struct.work, ptr %13, i64 0, i32 8
  store i64 %9, ptr %41, align 8
  %42 = getelementptr inbounds %struct.work, ptr %13, i64 0, i32 9
  store i64 %10, ptr %42, align 8
  %43 = getelementptr inbounds %struct.work, ptr %13, i64 0, i32 10
  store ptr %27, ptr %43, align 8
  %44 = getelementptr inbounds %struct.work, ptr %13, i64 0, i32 11
  store i64 %22, ptr %44, align 8
  %45 = getelementptr inbounds %struct.work, ptr %13, i64 0, i32 12
  store i64 %23, ptr %45, align 8
  call void @dlvm_parallel(ptr noundef nonnull @sort_lines, ptr noundef nonnull %13, i64 noundef %23, i64 noundef %33, i64 noundef %11) #8
  call void @dlvm_leave(ptr noundef %0, ptr noundef nonnull %27) #8
  call void @llvm.lifetime.end.p0(i64 104, ptr nonnull %13) #9
  br label %46

46:                                               ; preds = %29, %18, %12
  %47 = phi i1 [ true, %12 ], [ false, %18 ], [ true, %29 ]
  ret i1 %47
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare ptr @dlvm_frame(ptr noundef, i64 noundef) local_unnamed_addr #2

declare void @dlvm_parallel(ptr noundef, ptr noundef, i64 noundef, i64 noundef, i64 noundef) local_unnamed_addr #2

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal void @sort_lines(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) #3 {
  %4 = alloca [32 x i64], align 64
  %5 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 11
  %6 = load i64, ptr %5, align 8
  %7 = add nsw i64 %6, 8
  %8 = icmp slt i64 %1, %2
  br i1 %8, label %9, label %24

9:                                                ; preds = %3
  %10 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 10
  %11 = shl nsw i64 %7, 1
  %12 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 3
  %13 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 5
  %14 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 12
  %15 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 4
  %16 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 7
  %17 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 6
  %18 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 1
  %19 = getelementptr inbounds %struct.work, ptr %0, i64 0, i32 2
  %20 = load i64, ptr %14, align 8
  br label %25

21:                                               ; preds = %195, %25
  %22 = phi i64 [ %26, %25 ], [ %198, %195 ]
  %23 = icmp eq i64 %37, %2
  br i1 %23, label %24, label %25

24:                                               ; preds = %21, %3
  ret void

25:                                               ; preds = %9, %21
  %26 = phi i64 [ %20, %9 ], [ %22, %21 ]
  %27 = phi i64 [ %1, %9 ], [ %37, %21 ]
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
  br i1 %40, label %41, label %21

41:                                               ; preds = %25
  %42 = getelementptr inbounds %struct.item, ptr %30, i64 %7
  %43 = load i64, ptr %17, align 8
  br label %44

44:                                               ; preds = %41, %195
  %45 = phi i64 [ %43, %41 ], [ %196, %195 ]
  %46 = phi i64 [ %36, %41 ], [ %197, %195 ]
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
  %58 = mul i64 %52, %45
  %59 = add nsw i64 %58, %48
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %4) #9
  %60 = icmp sgt i64 %50, 0
  br i1 %60, label %61, label %186

61:                                               ; preds = %44, %177
  %62 = phi i64 [ %178, %177 ], [ %50, %44 ]
  %63 = phi ptr [ %183, %177 ], [ %30, %44 ]
  %64 = phi ptr [ %182, %177 ], [ %42, %44 ]
  %65 = phi i64 [ %181, %177 ], [ 0, %44 ]
  %66 = phi i64 [ %180, %177 ], [ 0, %44 ]
  %67 = phi i64 [ %184, %177 ], [ 0, %44 ]
  %68 = phi i64 [ %179, %177 ], [ 1, %44 ]
  %69 = and i64 %67, 24
  %70 = getelementptr inbounds i64, ptr %4, i64 %69
  %71 = icmp eq i64 %69, 0
  br i1 %71, label %72, label %73

72:                                               ; preds = %61
  call fastcc void @read_keys(ptr noundef nonnull %4, ptr noundef nonnull %0, ptr noundef %57, i64 noundef %67) #10
  br label %73

73:                                               ; preds = %72, %61
  %74 = icmp eq i64 %68, 0
  br i1 %74, label %77, label %75

75:                                               ; preds = %73
  %76 = load i64, ptr %70, align 64
  br label %85

77:                                               ; preds = %73
  %78 = load <8 x i64>, ptr %70, align 64
  %79 = insertelement <8 x i64> poison, i64 %65, i64 0
  %80 = shufflevector <8 x i64> %79, <8 x i64> poison, <8 x i32> zeroinitializer
  %81 = icmp ult <8 x i64> %78, %80
  %82 = bitcast <8 x i1> %81 to i8
  %83 = icmp eq i8 %82, 0
  %84 = extractelement <8 x i64> %78, i64 0
  br i1 %83, label %177, label %85

85:                                               ; preds = %77, %75
  %86 = phi i64 [ %76, %75 ], [ %84, %77 ]
  %87 = getelementptr inbounds %struct.item, ptr %63, i64 %66
  store i64 %86, ptr %87, align 8
  %88 = getelementptr inbounds i8, ptr %87, i64 8
  store i64 %67, ptr %88, align 8
  %89 = load i64, ptr %70, align 64
  %90 = icmp ult i64 %89, %65
  %91 = zext i1 %90 to i64
  %92 = or i64 %68, %91
  %93 = add nsw i64 %92, %66
  %94 = getelementptr inbounds %struct.item, ptr %63, i64 %93
  %95 = getelementptr inbounds i64, ptr %70, i64 1
  %96 = load i64, ptr %95, align 8
  %97 = or disjoint i64 %67, 1
  store i64 %96, ptr %94, align 8
  %98 = getelementptr inbounds i8, ptr %94, i64 8
  store i64 %97, ptr %98, align 8
  %99 = load i64, ptr %95, align 8
  %100 = icmp ult i64 %99, %65
  %101 = zext i1 %100 to i64
  %102 = or i64 %68, %101
  %103 = add nsw i64 %102, %93
  %104 = getelementptr inbounds %struct.item, ptr %63, i64 %103
  %105 = getelementptr inbounds i64, ptr %70, i64 2
  %106 = load i64, ptr %105, align 16
  %107 = or disjoint i64 %67, 2
  store i64 %106, ptr %104, align 8
  %108 = getelementptr inbounds i8, ptr %104, i64 8
  store i64 %107, ptr %108, align 8
  %109 = load i64, ptr %105, align 16
  %110 = icmp ult i64 %109, %65
  %111 = zext i1 %110 to i64
  %112 = or i64 %68, %111
  %113 = add nsw i64 %112, %103
  %114 = getelementptr inbounds %struct.item, ptr %63, i64 %113
  %115 = getelementptr inbounds i64, ptr %70, i64 3
  %116 = load i64, ptr %115, align 8
  %117 = or disjoint i64 %67, 3
  store i64 %116, ptr %114, align 8
  %118 = getelementptr inbounds i8, ptr %114, i64 8
  store i64 %117, ptr %118, align 8
  %119 = load i64, ptr %115, align 8
  %120 = icmp ult i64 %119, %65
  %121 = zext i1 %120 to i64
  %122 = or i64 %68, %121
  %123 = add nsw i64 %122, %113
  %124 = getelementptr inbounds %struct.item, ptr %63, i64 %123
  %125 = getelementptr inbounds i64, ptr %70, i64 4
  %126 = load i64, ptr %125, align 32
  %127 = or disjoint i64 %67, 4
  store i64 %126, ptr %124, align 8
  %128 = getelementptr inbounds i8, ptr %124, i64 8
  store i64 %127, ptr %128, align 8
  %129 = load i64, ptr %125, align 32
  %130 = icmp ult i64 %129, %65
  %131 = zext i1 %130 to i64
  %132 = or i64 %68, %131
  %133 = add nsw i64 %132, %123
  %134 = getelementptr inbounds %struct.item, ptr %63, i64 %133
  %135 = getelementptr inbounds i64, ptr %70, i64 5
  %136 = load i64, ptr %135, align 8
  %137 = or disjoint i64 %67, 5
  store i64 %136, ptr %134, align 8
  %138 = getelementptr inbounds i8, ptr %134, i64 8
  store i64 %137, ptr %138, align 8
  %139 = load i64, ptr %135, align 8
  %140 = icmp ult i64 %139, %65
  %141 = zext i1 %140 to i64
  %142 = or i64 %68, %141
  %143 = add nsw i64 %142, %133
  %144 = getelementptr inbounds %struct.item, ptr %63, i64 %143
  %145 = getelementptr inbounds i64, ptr %70, i64 6
  %146 = load i64, ptr %145, align 16
  %147 = or disjoint i64 %67, 6
  store i64 %146, ptr %144, align 8
  %148 = getelementptr inbounds i8, ptr %144, i64 8
  store i64 %147, ptr %148, align 8
  %149 = load i64, ptr %145, align 16
  %150 = icmp ult i64 %149, %65
  %151 = zext i1 %150 to i64
  %152 = or i64 %68, %151
  %153 = add nsw i64 %152, %143
  %154 = getelementptr inbounds %struct.item, ptr %63, i64 %153
  %155 = getelementptr inbounds i64, ptr %70, i64 7
  %156 = load i64, ptr %155, align 8
  %157 = or disjoint i64 %67, 7
  store i64 %156, ptr %154, align 8
  %158 = getelementptr inbounds i8, ptr %154, i64 8
  store i64 %157, ptr %158, align 8
  %159 = load i64, ptr %155, align 8
  %160 = icmp ult i64 %159, %65
  %161 = zext i1 %160 to i64
  %162 = or i64 %68, %161
  %163 = add nsw i64 %162, %153
  %164 = load i64, ptr %15, align 8
  %165 = tail call noundef i64 @llvm.smin.i64(i64 %163, i64 %164)
  %166 = load i64, ptr %5, align 8
  %167 = icmp sgt i64 %165, %166
  br i1 %167, label %168, label %177

168:                                              ; preds = %85
  %169 = tail call fastcc ptr @sort_items(ptr noundef nonnull %63, ptr noundef %64, i64 noundef %165) #10
  %170 = icmp eq ptr %169, %63
  %171 = select i1 %170, ptr %64, ptr %63
  %172 = load i64, ptr %17, align 8
  %173 = getelementptr %struct.item, ptr %169, i64 %172
  %174 = getelementptr %struct.item, ptr %173, i64 -1
  %175 = load i64, ptr %174, align 8
  %176 = load i64, ptr %15, align 8
  br label %177

177:                                              ; preds = %168, %85, %77
  %178 = phi i64 [ %176, %168 ], [ %62, %77 ], [ %164, %85 ]
  %179 = phi i64 [ 0, %168 ], [ 0, %77 ], [ %68, %85 ]
  %180 = phi i64 [ %172, %168 ], [ %66, %77 ], [ %165, %85 ]
  %181 = phi i64 [ %175, %168 ], [ %65, %77 ], [ %65, %85 ]
  %182 = phi ptr [ %171, %168 ], [ %64, %77 ], [ %64, %85 ]
  %183 = phi ptr [ %169, %168 ], [ %63, %77 ], [ %63, %85 ]
  %184 = add nuw nsw i64 %67, 8
  %185 = icmp slt i64 %184, %178
  br i1 %185, label %61, label %186

186:                                              ; preds = %177, %44
  %187 = phi i64 [ 0, %44 ], [ %180, %177 ]
  %188 = phi ptr [ %42, %44 ], [ %182, %177 ]
  %189 = phi ptr [ %30, %44 ], [ %183, %177 ]
  %190 = tail call fastcc ptr @sort_items(ptr noundef %189, ptr noundef %188, i64 noundef %187) #10
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #9
  %191 = load i64, ptr %17, align 8
  %192 = icmp sgt i64 %191, 0
  br i1 %192, label %193, label %195

193:                                              ; preds = %186
  %194 = load i64, ptr %13, align 8
  br label %201

195:                                              ; preds = %222, %186
  %196 = phi i64 [ %191, %186 ], [ %228, %222 ]
  %197 = add i64 %46, 1
  %198 = load i64, ptr %14, align 8
  %199 = sdiv i64 %38, %198
  %200 = icmp slt i64 %197, %199
  br i1 %200, label %44, label %21

201:                                              ; preds = %193, %222
  %202 = phi i64 [ %226, %222 ], [ %194, %193 ]
  %203 = phi i64 [ %225, %222 ], [ 0, %193 ]
  %204 = phi i64 [ %227, %222 ], [ %59, %193 ]
  %205 = getelementptr inbounds %struct.item, ptr %190, i64 %203, i32 1
  %206 = load i64, ptr %205, align 8
  %207 = load ptr, ptr %18, align 8
  %208 = load i64, ptr %16, align 8
  %209 = mul nsw i64 %208, %204
  %210 = getelementptr inbounds i8, ptr %207, i64 %209
  %211 = mul i64 %208, %206
  %212 = mul i64 %211, %202
  %213 = getelementptr inbounds i8, ptr %57, i64 %212
  switch i64 %208, label %220 [
    i64 1, label %214
    i64 2, label %216
    i64 4, label %218
  ]

214:                                              ; preds = %201
  %215 = load i8, ptr %213, align 1
  store i8 %215, ptr %210, align 1
  br label %222

216:                                              ; preds = %201
  %217 = load i16, ptr %213, align 2
  store i16 %217, ptr %210, align 2
  br label %222

218:                                              ; preds = %201
  %219 = load i32, ptr %213, align 4
  store i32 %219, ptr %210, align 4
  br label %222

220:                                              ; preds = %201
  %221 = load i64, ptr %213, align 8
  store i64 %221, ptr %210, align 8
  br label %222

222:                                              ; preds = %214, %216, %218, %220
  %223 = load ptr, ptr %19, align 8
  %224 = getelementptr inbounds i64, ptr %223, i64 %204
  store i64 %206, ptr %224, align 8
  %225 = add nuw nsw i64 %203, 1
  %226 = load i64, ptr %13, align 8
  %227 = add nsw i64 %226, %204
  %228 = load i64, ptr %17, align 8
  %229 = icmp slt i64 %225, %228
  br i1 %229, label %201, label %195
}

declare void @dlvm_leave(ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define internal fastcc void @read_keys(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, i64 noundef %3) unnamed_addr #4 {
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
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #5

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc ptr @sort_items(ptr noundef %0, ptr noundef %1, i64 noundef %2) unnamed_addr #3 {
  %4 = alloca [256 x i64], align 16
  %5 = icmp slt i64 %2, 49
  br i1 %5, label %37, label %6

6:                                                ; preds = %3
  %7 = load i64, ptr %0, align 8
  %8 = add nsw i64 %2, -1
  %9 = and i64 %8, 3
  %10 = icmp eq i64 %9, 0
  %11 = select i1 %10, i64 4, i64 %9
  %12 = sub i64 %8, %11
  %13 = add i64 %12, 1
  %14 = insertelement <2 x i64> poison, i64 %7, i64 0
  %15 = shufflevector <2 x i64> %14, <2 x i64> poison, <2 x i32> zeroinitializer
  br label %16

16:                                               ; preds = %16, %6
  %17 = phi i64 [ 0, %6 ], [ %32, %16 ]
  %18 = phi <2 x i64> [ zeroinitializer, %6 ], [ %30, %16 ]
  %19 = phi <2 x i64> [ zeroinitializer, %6 ], [ %31, %16 ]
  %20 = or disjoint i64 %17, 1
  %21 = or disjoint i64 %17, 3
  %22 = getelementptr inbounds %struct.item, ptr %0, i64 %20
  %23 = getelementptr inbounds %struct.item, ptr %0, i64 %21
  %24 = load <4 x i64>, ptr %22, align 8
  %25 = load <4 x i64>, ptr %23, align 8
  %26 = shufflevector <4 x i64> %24, <4 x i64> poison, <2 x i32> <i32 0, i32 2>
  %27 = shufflevector <4 x i64> %25, <4 x i64> poison, <2 x i32> <i32 0, i32 2>
  %28 = xor <2 x i64> %15, %26
  %29 = xor <2 x i64> %15, %27
  %30 = or <2 x i64> %28, %18
  %31 = or <2 x i64> %29, %19
  %32 = add nuw i64 %17, 4
  %33 = icmp eq i64 %32, %12
  br i1 %33, label %34, label %16

34:                                               ; preds = %16
  %35 = or <2 x i64> %31, %30
  %36 = tail call i64 @llvm.vector.reduce.or.v2i64(<2 x i64> %35)
  br label %58

37:                                               ; preds = %3
  %38 = icmp sgt i64 %2, 1
  br i1 %38, label %39, label %150

39:                                               ; preds = %37, %53
  %40 = phi i64 [ %56, %53 ], [ 1, %37 ]
  %41 = getelementptr inbounds %struct.item, ptr %0, i64 %40
  %42 = load <2 x i64>, ptr %41, align 8
  %43 = extractelement <2 x i64> %42, i64 0
  br label %44

44:                                               ; preds = %39, %50
  %45 = phi i64 [ %40, %39 ], [ %51, %50 ]
  %46 = getelementptr %struct.item, ptr %0, i64 %45
  %47 = getelementptr %struct.item, ptr %46, i64 -1
  %48 = load i64, ptr %47, align 8
  %49 = icmp ugt i64 %48, %43
  br i1 %49, label %50, label %53

50:                                               ; preds = %44
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %46, ptr noundef nonnull align 8 dereferenceable(16) %47, i64 16, i1 false)
  %51 = add nsw i64 %45, -1
  %52 = icmp eq i64 %51, 0
  br i1 %52, label %53, label %44

53:                                               ; preds = %50, %44
  %54 = phi i64 [ 0, %50 ], [ %45, %44 ]
  %55 = getelementptr inbounds %struct.item, ptr %0, i64 %54
  store <2 x i64> %42, ptr %55, align 8
  %56 = add nuw nsw i64 %40, 1
  %57 = icmp eq i64 %56, %2
  br i1 %57, label %150, label %39

58:                                               ; preds = %34, %58
  %59 = phi i64 [ %13, %34 ], [ %65, %58 ]
  %60 = phi i64 [ %36, %34 ], [ %64, %58 ]
  %61 = getelementptr inbounds %struct.item, ptr %0, i64 %59
  %62 = load i64, ptr %61, align 8
  %63 = xor i64 %7, %62
  %64 = or i64 %63, %60
  %65 = add nuw nsw i64 %59, 1
  %66 = icmp eq i64 %65, %2
  br i1 %66, label %67, label %58

67:                                               ; preds = %58
  %68 = and i64 %2, 1
  %69 = icmp eq i64 %8, 0
  %70 = and i64 %2, 9223372036854775806
  %71 = icmp eq i64 %68, 0
  br label %72

72:                                               ; preds = %67, %145
  %73 = phi i64 [ %148, %145 ], [ 0, %67 ]
  %74 = phi ptr [ %147, %145 ], [ %0, %67 ]
  %75 = phi ptr [ %146, %145 ], [ %1, %67 ]
  %76 = shl nuw i64 255, %73
  %77 = and i64 %76, %64
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %145, label %79

79:                                               ; preds = %72
  call void @llvm.lifetime.start.p0(i64 2048, ptr nonnull %4) #9
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(2048) %4, i8 0, i64 2048, i1 false)
  br i1 %69, label %101, label %80

80:                                               ; preds = %79, %80
  %81 = phi i64 [ %98, %80 ], [ 0, %79 ]
  %82 = phi i64 [ %99, %80 ], [ 0, %79 ]
  %83 = getelementptr inbounds %struct.item, ptr %74, i64 %81
  %84 = load i64, ptr %83, align 8
  %85 = lshr i64 %84, %73
  %86 = and i64 %85, 255
  %87 = getelementptr inbounds [256 x i64], ptr %4, i64 0, i64 %86
  %88 = load i64, ptr %87, align 8
  %89 = add nsw i64 %88, 1
  store i64 %89, ptr %87, align 8
  %90 = or disjoint i64 %81, 1
  %91 = getelementptr inbounds %struct.item, ptr %74, i64 %90
  %92 = load i64, ptr %91, align 8
  %93 = lshr i64 %92, %73
  %94 = and i64 %93, 255
  %95 = getelementptr inbounds [256 x i64], ptr %4, i64 0, i64 %94
  %96 = load i64, ptr %95, align 8
  %97 = add nsw i64 %96, 1
  store i64 %97, ptr %95, align 8
  %98 = add nuw nsw i64 %81, 2
  %99 = add nuw nsw i64 %82, 2
  %100 = icmp eq i64 %99, %70
  br i1 %100, label %101, label %80

101:                                              ; preds = %80, %79
  %102 = phi i64 [ 0, %79 ], [ %98, %80 ]
  br i1 %71, label %111, label %103

103:                                              ; preds = %101
  %104 = getelementptr inbounds %struct.item, ptr %74, i64 %102
  %105 = load i64, ptr %104, align 8
  %106 = lshr i64 %105, %73
  %107 = and i64 %106, 255
  %108 = getelementptr inbounds [256 x i64], ptr %4, i64 0, i64 %107
  %109 = load i64, ptr %108, align 8
  %110 = add nsw i64 %109, 1
  store i64 %110, ptr %108, align 8
  br label %111

111:                                              ; preds = %101, %103
  br label %112

112:                                              ; preds = %112, %111
  %113 = phi i64 [ 0, %111 ], [ %130, %112 ]
  %114 = phi i64 [ 0, %111 ], [ %129, %112 ]
  %115 = getelementptr inbounds [256 x i64], ptr %4, i64 0, i64 %113
  %116 = load i64, ptr %115, align 16
  store i64 %114, ptr %115, align 16
  %117 = add nsw i64 %116, %114
  %118 = or disjoint i64 %113, 1
  %119 = getelementptr inbounds [256 x i64], ptr %4, i64 0, i64 %118
  %120 = load i64, ptr %119, align 8
  store i64 %117, ptr %119, align 8
  %121 = add nsw i64 %120, %117
  %122 = or disjoint i64 %113, 2
  %123 = getelementptr inbounds [256 x i64], ptr %4, i64 0, i64 %122
  %124 = load i64, ptr %123, align 16
  store i64 %121, ptr %123, align 16
  %125 = add nsw i64 %124, %121
  %126 = or disjoint i64 %113, 3
  %127 = getelementptr inbounds [256 x i64], ptr %4, i64 0, i64 %126
  %128 = load i64, ptr %127, align 8
  store i64 %125, ptr %127, align 8
  %129 = add nsw i64 %128, %125
  %130 = add nuw nsw i64 %113, 4
  %131 = icmp eq i64 %130, 256
  br i1 %131, label %133, label %112

132:                                              ; preds = %133
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %4) #9
  br label %145

133:                                              ; preds = %112, %133
  %134 = phi i64 [ %143, %133 ], [ 0, %112 ]
  %135 = getelementptr inbounds %struct.item, ptr %74, i64 %134
  %136 = load i64, ptr %135, align 8
  %137 = lshr i64 %136, %73
  %138 = and i64 %137, 255
  %139 = getelementptr inbounds [256 x i64], ptr %4, i64 0, i64 %138
  %140 = load i64, ptr %139, align 8
  %141 = add nsw i64 %140, 1
  store i64 %141, ptr %139, align 8
  %142 = getelementptr inbounds %struct.item, ptr %75, i64 %140
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %142, ptr noundef nonnull align 8 dereferenceable(16) %135, i64 16, i1 false)
  %143 = add nuw nsw i64 %134, 1
  %144 = icmp eq i64 %143, %2
  br i1 %144, label %132, label %133

145:                                              ; preds = %72, %132
  %146 = phi ptr [ %74, %132 ], [ %75, %72 ]
  %147 = phi ptr [ %75, %132 ], [ %74, %72 ]
  %148 = add nuw nsw i64 %73, 8
  %149 = icmp ult i64 %73, 56
  br i1 %149, label %72, label %150

150:                                              ; preds = %145, %53, %37
  %151 = phi ptr [ %0, %37 ], [ %0, %53 ], [ %147, %145 ]
  ret ptr %151
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #7

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.vector.reduce.or.v2i64(<2 x i64>) #7

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) "min-legal-vector-width"="512" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nobuiltin nounwind "no-builtins" }
attributes #9 = { nounwind }
attributes #10 = { nobuiltin "no-builtins" }
