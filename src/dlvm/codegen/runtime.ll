%struct.worker = type { i64, i64, i64, i32, i32, [16 x i64], [32 x i8], [128 x i8], [128 x i8] }
%struct.region = type { ptr, ptr, i64, i32, i32, i32, [16 x i64], [24 x i8], [256 x %struct.share] }
%struct.share = type { i64, [56 x i8] }

@active = internal global i32 0, align 64
@started = internal global i32 0, align 4
@most = internal unnamed_addr global i32 255, align 4
@clock = internal unnamed_addr global i32 0, align 4
@processors = internal unnamed_addr global i32 0, align 4
@get_cpus = internal unnamed_addr global ptr null, align 8
@set_cpus = internal unnamed_addr global ptr null, align 8
@done_mutex = internal global [128 x i8] zeroinitializer, align 64
@done = internal global [128 x i8] zeroinitializer, align 64
@workers = internal global [255 x %struct.worker] zeroinitializer, align 64
@starting = internal global i32 0, align 4
@wake = internal unnamed_addr global i64 10000, align 8
@missed = internal global i64 0, align 8

; Function Attrs: nounwind
define dso_local void @dlvm_parallel(ptr noundef %0, ptr noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4) local_unnamed_addr #0 {
  %6 = alloca [2 x i64], align 16
  %7 = alloca [2 x i64], align 16
  %8 = alloca [2 x i64], align 16
  %9 = alloca [255 x i8], align 16
  %10 = alloca %struct.region, align 64
  %11 = alloca [128 x i8], align 16
  %12 = alloca i64, align 8
  %13 = alloca [16 x i64], align 16
  %14 = icmp sgt i64 %4, 1
  %15 = add i64 %2, -2
  %16 = icmp ult i64 %15, 4294967294
  %17 = and i1 %16, %14
  br i1 %17, label %18, label %44

18:                                               ; preds = %5
  %19 = load atomic i64, ptr @wake monotonic, align 8
  %20 = load i32, ptr @started, align 4
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %25, label %22

22:                                               ; preds = %18
  %23 = load atomic i32, ptr getelementptr inbounds ([255 x %struct.worker], ptr @workers, i64 0, i64 0, i32 4) monotonic, align 4
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %26, label %25

25:                                               ; preds = %22, %18
  br label %26

26:                                               ; preds = %25, %22
  %27 = phi i64 [ %19, %25 ], [ 500, %22 ]
  %28 = shl nuw nsw i64 %27, 1
  %29 = icmp ugt i64 %28, %3
  br i1 %29, label %30, label %40

30:                                               ; preds = %26
  %31 = icmp ult i64 %3, 1000
  br i1 %31, label %44, label %32

32:                                               ; preds = %30
  %33 = atomicrmw add ptr @missed, i64 %3 monotonic, align 8
  %34 = add i64 %33, %3
  %35 = shl nuw nsw i64 %19, 2
  %36 = icmp ult i64 %34, %35
  br i1 %36, label %44, label %37

37:                                               ; preds = %32
  store atomic i64 0, ptr @missed monotonic, align 8
  %38 = udiv i64 %3, 500
  %39 = add nsw i64 %38, -1
  br label %45

40:                                               ; preds = %26
  %41 = udiv i64 %3, %27
  %42 = add i64 %41, -1
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %44, label %45

44:                                               ; preds = %32, %30, %5, %40
  tail call void %0(ptr noundef %1, i64 noundef 0, i64 noundef %2) #6
  br label %453

45:                                               ; preds = %37, %40
  %46 = phi i64 [ %39, %37 ], [ %42, %40 ]
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %13) #7
  %47 = atomicrmw add ptr @active, i32 1 monotonic, align 64
  store i64 0, ptr %13, align 16
  %48 = getelementptr inbounds i64, ptr %13, i64 1
  store i64 0, ptr %48, align 8
  %49 = getelementptr inbounds i64, ptr %13, i64 2
  store i64 0, ptr %49, align 16
  %50 = getelementptr inbounds i64, ptr %13, i64 3
  store i64 0, ptr %50, align 8
  %51 = getelementptr inbounds i64, ptr %13, i64 4
  store i64 0, ptr %51, align 16
  %52 = getelementptr inbounds i64, ptr %13, i64 5
  store i64 0, ptr %52, align 8
  %53 = getelementptr inbounds i64, ptr %13, i64 6
  store i64 0, ptr %53, align 16
  %54 = getelementptr inbounds i64, ptr %13, i64 7
  store i64 0, ptr %54, align 8
  %55 = getelementptr inbounds i64, ptr %13, i64 8
  store i64 0, ptr %55, align 16
  %56 = getelementptr inbounds i64, ptr %13, i64 9
  store i64 0, ptr %56, align 8
  %57 = getelementptr inbounds i64, ptr %13, i64 10
  store i64 0, ptr %57, align 16
  %58 = getelementptr inbounds i64, ptr %13, i64 11
  store i64 0, ptr %58, align 8
  %59 = getelementptr inbounds i64, ptr %13, i64 12
  store i64 0, ptr %59, align 16
  %60 = getelementptr inbounds i64, ptr %13, i64 13
  store i64 0, ptr %60, align 8
  %61 = getelementptr inbounds i64, ptr %13, i64 14
  store i64 0, ptr %61, align 16
  %62 = getelementptr inbounds i64, ptr %13, i64 15
  store i64 0, ptr %62, align 8
  %63 = load ptr, ptr @get_cpus, align 8
  %64 = icmp eq ptr %63, null
  br i1 %64, label %68, label %65

65:                                               ; preds = %45
  %66 = call i32 %63(i32 noundef 0, i64 noundef 128, ptr noundef nonnull %13) #6
  %67 = icmp slt i32 %66, 0
  br i1 %67, label %68, label %70

68:                                               ; preds = %65, %45
  %69 = load i32, ptr @processors, align 4
  br label %100

70:                                               ; preds = %65, %89
  %71 = phi i64 [ %91, %89 ], [ 0, %65 ]
  %72 = phi i32 [ %90, %89 ], [ 0, %65 ]
  %73 = getelementptr inbounds i64, ptr %13, i64 %71
  %74 = load i64, ptr %73, align 16
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %76, label %93

76:                                               ; preds = %93, %70
  %77 = phi i32 [ %72, %70 ], [ %96, %93 ]
  %78 = or disjoint i64 %71, 1
  %79 = getelementptr inbounds i64, ptr %13, i64 %78
  %80 = load i64, ptr %79, align 8
  %81 = icmp eq i64 %80, 0
  br i1 %81, label %89, label %82

82:                                               ; preds = %76, %82
  %83 = phi i64 [ %87, %82 ], [ %80, %76 ]
  %84 = phi i32 [ %85, %82 ], [ %77, %76 ]
  %85 = add nsw i32 %84, 1
  %86 = add i64 %83, -1
  %87 = and i64 %86, %83
  %88 = icmp eq i64 %87, 0
  br i1 %88, label %89, label %82

89:                                               ; preds = %82, %76
  %90 = phi i32 [ %77, %76 ], [ %85, %82 ]
  %91 = add nuw nsw i64 %71, 2
  %92 = icmp eq i64 %91, 16
  br i1 %92, label %100, label %70

93:                                               ; preds = %70, %93
  %94 = phi i64 [ %98, %93 ], [ %74, %70 ]
  %95 = phi i32 [ %96, %93 ], [ %72, %70 ]
  %96 = add nsw i32 %95, 1
  %97 = add i64 %94, -1
  %98 = and i64 %97, %94
  %99 = icmp eq i64 %98, 0
  br i1 %99, label %76, label %93

100:                                              ; preds = %89, %68
  %101 = phi i32 [ %69, %68 ], [ %90, %89 ]
  %102 = xor i32 %47, -1
  %103 = add i32 %101, %102
  %104 = add nsw i64 %4, -1
  %105 = add nsw i64 %2, -1
  %106 = call i64 @llvm.umin.i64(i64 %105, i64 %104)
  %107 = call i64 @llvm.umin.i64(i64 %106, i64 %46)
  %108 = call i32 @llvm.smax.i32(i32 %103, i32 0)
  %109 = zext nneg i32 %108 to i64
  %110 = call i64 @llvm.umin.i64(i64 %107, i64 %109)
  %111 = call i64 @llvm.umin.i64(i64 %110, i64 255)
  %112 = load atomic i32, ptr @started monotonic, align 4
  %113 = sext i32 %112 to i64
  %114 = load i32, ptr @most, align 4
  %115 = sext i32 %114 to i64
  %116 = call noundef i64 @llvm.umin.i64(i64 %111, i64 %115)
  %117 = icmp ugt i64 %116, %113
  %118 = trunc i64 %111 to i32
  br i1 %117, label %119, label %166

119:                                              ; preds = %100
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %11) #7
  %120 = atomicrmw xchg ptr @starting, i32 1 acquire, align 4
  %121 = icmp eq i32 %120, 0
  br i1 %121, label %122, label %165

122:                                              ; preds = %119
  %123 = call i32 @pthread_attr_init(ptr noundef nonnull %11) #6
  %124 = call i32 @pthread_attr_setstacksize(ptr noundef nonnull %11, i64 noundef 4194304) #6
  %125 = load i32, ptr @started, align 4
  %126 = icmp slt i32 %125, %118
  br i1 %126, label %127, label %163

127:                                              ; preds = %122, %157
  %128 = phi i32 [ %161, %157 ], [ %125, %122 ]
  %129 = sext i32 %128 to i64
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %12) #7
  %130 = load i64, ptr @wake, align 8
  %131 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 2
  store i64 %130, ptr %131, align 16
  %132 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 0
  %133 = load <2 x i64>, ptr %13, align 16
  store <2 x i64> %133, ptr %132, align 32
  %134 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 2
  %135 = load <2 x i64>, ptr %49, align 16
  store <2 x i64> %135, ptr %134, align 16
  %136 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 4
  %137 = load <2 x i64>, ptr %51, align 16
  store <2 x i64> %137, ptr %136, align 64
  %138 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 6
  %139 = load <2 x i64>, ptr %53, align 16
  store <2 x i64> %139, ptr %138, align 16
  %140 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 8
  %141 = load <2 x i64>, ptr %55, align 16
  store <2 x i64> %141, ptr %140, align 32
  %142 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 10
  %143 = load <2 x i64>, ptr %57, align 16
  store <2 x i64> %143, ptr %142, align 16
  %144 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 12
  %145 = load <2 x i64>, ptr %59, align 16
  store <2 x i64> %145, ptr %144, align 64
  %146 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 14
  %147 = load <2 x i64>, ptr %61, align 16
  store <2 x i64> %147, ptr %146, align 16
  %148 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129
  %149 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 7
  %150 = call i32 @pthread_mutex_init(ptr noundef nonnull %149, ptr noundef null) #6
  %151 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 8
  %152 = call i32 @pthread_cond_init(ptr noundef nonnull %151, ptr noundef null) #6
  %153 = call i32 @pthread_create(ptr noundef nonnull %12, ptr noundef nonnull %11, ptr noundef nonnull @serve, ptr noundef nonnull %148) #6
  %154 = icmp eq i32 %153, 0
  br i1 %154, label %157, label %155

155:                                              ; preds = %127
  %156 = load i32, ptr @started, align 4
  store i32 %156, ptr @most, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #7
  br label %163

157:                                              ; preds = %127
  %158 = load i64, ptr %12, align 8
  %159 = call i32 @pthread_detach(i64 noundef %158) #6
  %160 = atomicrmw add ptr @started, i32 1 release, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #7
  %161 = load i32, ptr @started, align 4
  %162 = icmp slt i32 %161, %118
  br i1 %162, label %127, label %163

163:                                              ; preds = %157, %155, %122
  %164 = call i32 @pthread_attr_destroy(ptr noundef nonnull %11) #6
  store atomic i32 0, ptr @starting release, align 4
  br label %165

165:                                              ; preds = %119, %163
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #7
  br label %166

166:                                              ; preds = %100, %165
  %167 = mul i64 %2, 2000
  %168 = call noundef i64 @llvm.umax.i64(i64 %3, i64 1)
  %169 = udiv i64 %167, %168
  %170 = call noundef i64 @llvm.umax.i64(i64 %169, i64 1)
  call void @llvm.lifetime.start.p0(i64 255, ptr nonnull %9) #7
  call void @llvm.lifetime.start.p0(i64 16576, ptr nonnull %10) #7
  %171 = load atomic i32, ptr @started acquire, align 4
  %172 = icmp sgt i32 %171, 0
  %173 = icmp ne i32 %118, 0
  %174 = and i1 %173, %172
  br i1 %174, label %175, label %196

175:                                              ; preds = %166
  %176 = zext nneg i32 %171 to i64
  br label %179

177:                                              ; preds = %190
  %178 = icmp eq i32 %191, 0
  br i1 %178, label %196, label %197

179:                                              ; preds = %190, %175
  %180 = phi i64 [ 0, %175 ], [ %192, %190 ]
  %181 = phi i32 [ 0, %175 ], [ %191, %190 ]
  %182 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %180
  %183 = cmpxchg ptr %182, i64 0, i64 1 acquire monotonic, align 64
  %184 = extractvalue { i64, i1 } %183, 1
  br i1 %184, label %185, label %190

185:                                              ; preds = %179
  %186 = trunc i64 %180 to i8
  %187 = add nsw i32 %181, 1
  %188 = sext i32 %181 to i64
  %189 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %188
  store i8 %186, ptr %189, align 1
  br label %190

190:                                              ; preds = %185, %179
  %191 = phi i32 [ %187, %185 ], [ %181, %179 ]
  %192 = add nuw nsw i64 %180, 1
  %193 = icmp ult i64 %192, %176
  %194 = icmp slt i32 %191, %118
  %195 = select i1 %193, i1 %194, i1 false
  br i1 %195, label %179, label %177

196:                                              ; preds = %177, %166
  call void %0(ptr noundef %1, i64 noundef 0, i64 noundef %2) #6
  br label %451

197:                                              ; preds = %177
  %198 = atomicrmw add ptr @active, i32 %191 monotonic, align 64
  store ptr %0, ptr %10, align 64
  %199 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 1
  store ptr %1, ptr %199, align 8
  %200 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 2
  store i64 %170, ptr %200, align 16
  %201 = add nsw i32 %191, 1
  %202 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 3
  store i32 %201, ptr %202, align 8
  %203 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 4
  store i32 %191, ptr %203, align 4
  %204 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 5
  store i32 %101, ptr %204, align 32
  %205 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 0
  %206 = load <2 x i64>, ptr %13, align 16
  store <2 x i64> %206, ptr %205, align 8
  %207 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 2
  %208 = load <2 x i64>, ptr %49, align 16
  store <2 x i64> %208, ptr %207, align 8
  %209 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 4
  %210 = load <2 x i64>, ptr %51, align 16
  store <2 x i64> %210, ptr %209, align 8
  %211 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 6
  %212 = load <2 x i64>, ptr %53, align 16
  store <2 x i64> %212, ptr %211, align 8
  %213 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 8
  %214 = load <2 x i64>, ptr %55, align 16
  store <2 x i64> %214, ptr %213, align 8
  %215 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 10
  %216 = load <2 x i64>, ptr %57, align 16
  store <2 x i64> %216, ptr %215, align 8
  %217 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 12
  %218 = load <2 x i64>, ptr %59, align 16
  store <2 x i64> %218, ptr %217, align 8
  %219 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 14
  %220 = load <2 x i64>, ptr %61, align 16
  store <2 x i64> %220, ptr %219, align 8
  %221 = sext i32 %191 to i64
  %222 = sext i32 %201 to i64
  %223 = add nsw i64 %221, 1
  %224 = call i64 @llvm.umax.i64(i64 %223, i64 1)
  br label %231

225:                                              ; preds = %231
  %226 = icmp sgt i32 %191, 0
  br i1 %226, label %227, label %244

227:                                              ; preds = %225
  %228 = getelementptr inbounds [2 x i64], ptr %8, i64 0, i64 1
  %229 = ptrtoint ptr %10 to i64
  %230 = zext nneg i32 %191 to i64
  br label %301

231:                                              ; preds = %231, %197
  %232 = phi i64 [ 0, %197 ], [ %235, %231 ]
  %233 = mul i64 %232, %2
  %234 = udiv i64 %233, %222
  %235 = add nuw i64 %232, 1
  %236 = mul i64 %235, %2
  %237 = udiv i64 %236, %222
  %238 = shl i64 %237, 32
  %239 = or i64 %238, %234
  %240 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 8, i64 %232
  store i64 %239, ptr %240, align 64
  %241 = icmp eq i64 %235, %224
  br i1 %241, label %225, label %231

242:                                              ; preds = %331
  %243 = load i32, ptr %202, align 8
  br label %244

244:                                              ; preds = %242, %225
  %245 = phi i32 [ %243, %242 ], [ %201, %225 ]
  %246 = icmp sgt i32 %245, 0
  br i1 %246, label %247, label %293

247:                                              ; preds = %244, %286
  %248 = phi i32 [ %287, %286 ], [ 0, %244 ]
  %249 = phi i32 [ %291, %286 ], [ 0, %244 ]
  %250 = sext i32 %249 to i64
  %251 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 8, i64 %250
  %252 = icmp eq i32 %248, 0
  br label %253

253:                                              ; preds = %279, %247
  %254 = load i64, ptr %200, align 16
  %255 = load atomic i64, ptr %251 acquire, align 64
  br label %256

256:                                              ; preds = %274, %253
  %257 = phi i64 [ %255, %253 ], [ %278, %274 ]
  %258 = and i64 %257, 4294967295
  %259 = lshr i64 %257, 32
  %260 = icmp ult i64 %258, %259
  br i1 %260, label %261, label %286

261:                                              ; preds = %256
  %262 = sub nsw i64 %259, %258
  %263 = lshr i64 %262, 1
  %264 = call noundef i64 @llvm.umax.i64(i64 %254, i64 %263)
  %265 = call noundef i64 @llvm.umin.i64(i64 %262, i64 %264)
  br i1 %252, label %270, label %266

266:                                              ; preds = %261
  %267 = sub i64 %259, %265
  %268 = shl i64 %267, 32
  %269 = or disjoint i64 %268, %258
  br label %274

270:                                              ; preds = %261
  %271 = add i64 %265, %258
  %272 = and i64 %257, -4294967296
  %273 = or i64 %271, %272
  br label %274

274:                                              ; preds = %270, %266
  %275 = phi i64 [ %269, %266 ], [ %273, %270 ]
  %276 = cmpxchg ptr %251, i64 %257, i64 %275 acq_rel acquire, align 8
  %277 = extractvalue { i64, i1 } %276, 1
  %278 = extractvalue { i64, i1 } %276, 0
  br i1 %277, label %279, label %256

279:                                              ; preds = %274
  %280 = sub i64 %259, %265
  %281 = select i1 %252, i64 %258, i64 %280
  %282 = add i64 %265, %258
  %283 = select i1 %252, i64 %282, i64 %259
  %284 = load ptr, ptr %10, align 64
  %285 = load ptr, ptr %199, align 8
  call void %284(ptr noundef %285, i64 noundef %281, i64 noundef %283) #6
  br label %253

286:                                              ; preds = %256
  %287 = add nuw nsw i32 %248, 1
  %288 = add nsw i32 %249, 1
  %289 = load i32, ptr %202, align 8
  %290 = icmp slt i32 %288, %289
  %291 = select i1 %290, i32 %288, i32 0
  %292 = icmp slt i32 %287, %289
  br i1 %292, label %247, label %293

293:                                              ; preds = %286, %244
  br i1 %226, label %294, label %346

294:                                              ; preds = %293
  %295 = ptrtoint ptr %10 to i64
  %296 = zext nneg i32 %191 to i64
  %297 = and i64 %296, 1
  %298 = icmp eq i32 %191, 1
  br i1 %298, label %333, label %299

299:                                              ; preds = %294
  %300 = and i64 %296, 2147483646
  br label %424

301:                                              ; preds = %331, %227
  %302 = phi i64 [ 0, %227 ], [ %307, %331 ]
  %303 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %302
  %304 = load i8, ptr %303, align 1
  %305 = zext i8 %304 to i64
  %306 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %305
  %307 = add nuw nsw i64 %302, 1
  %308 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %305, i32 3
  %309 = trunc i64 %307 to i32
  store i32 %309, ptr %308, align 8
  %310 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %305, i32 4
  %311 = load atomic i32, ptr %310 monotonic, align 4
  %312 = icmp eq i32 %311, 0
  br i1 %312, label %320, label %313

313:                                              ; preds = %301
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %8) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %8, i8 0, i64 16, i1 false)
  %314 = load i32, ptr @clock, align 4
  %315 = call i32 @clock_gettime(i32 noundef %314, ptr noundef nonnull %8) #6
  %316 = load i64, ptr %8, align 16
  %317 = mul i64 %316, 1000000000
  %318 = load i64, ptr %228, align 8
  %319 = add i64 %317, %318
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %8) #7
  br label %320

320:                                              ; preds = %313, %301
  %321 = phi i64 [ %319, %313 ], [ 0, %301 ]
  %322 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %305, i32 1
  store i64 %321, ptr %322, align 8
  store atomic i64 %229, ptr %306 seq_cst, align 64
  %323 = load atomic i32, ptr %310 seq_cst, align 4
  %324 = icmp eq i32 %323, 0
  br i1 %324, label %331, label %325

325:                                              ; preds = %320
  %326 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %305, i32 7
  %327 = call i32 @pthread_mutex_lock(ptr noundef nonnull %326) #6
  %328 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %326) #6
  %329 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %305, i32 8
  %330 = call i32 @pthread_cond_signal(ptr noundef nonnull %329) #6
  br label %331

331:                                              ; preds = %325, %320
  %332 = icmp eq i64 %307, %230
  br i1 %332, label %242, label %301

333:                                              ; preds = %447, %294
  %334 = phi i64 [ 0, %294 ], [ %448, %447 ]
  %335 = icmp eq i64 %297, 0
  br i1 %335, label %346, label %336

336:                                              ; preds = %333
  %337 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %334
  %338 = load i8, ptr %337, align 1
  %339 = zext i8 %338 to i64
  %340 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %339
  %341 = cmpxchg ptr %340, i64 %295, i64 0 acq_rel monotonic, align 64
  %342 = extractvalue { i64, i1 } %341, 1
  br i1 %342, label %343, label %346

343:                                              ; preds = %336
  %344 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %345 = atomicrmw sub ptr %203, i32 1 monotonic, align 4
  br label %346

346:                                              ; preds = %333, %343, %336, %293
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %7, i8 0, i64 16, i1 false)
  %347 = load i32, ptr @clock, align 4
  %348 = call i32 @clock_gettime(i32 noundef %347, ptr noundef nonnull %7) #6
  %349 = load i64, ptr %7, align 16
  %350 = getelementptr inbounds [2 x i64], ptr %7, i64 0, i64 1
  %351 = load i64, ptr %350, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7) #7
  %352 = getelementptr inbounds [2 x i64], ptr %6, i64 0, i64 1
  br label %353

353:                                              ; preds = %401, %346
  %354 = load atomic i32, ptr %203 acquire, align 4
  %355 = icmp eq i32 %354, 0
  br i1 %355, label %451, label %356

356:                                              ; preds = %353
  call void @dlvm_pause() #6
  %357 = load atomic i32, ptr %203 acquire, align 4
  %358 = icmp eq i32 %357, 0
  br i1 %358, label %451, label %359

359:                                              ; preds = %356
  call void @dlvm_pause() #6
  %360 = load atomic i32, ptr %203 acquire, align 4
  %361 = icmp eq i32 %360, 0
  br i1 %361, label %451, label %362

362:                                              ; preds = %359
  call void @dlvm_pause() #6
  %363 = load atomic i32, ptr %203 acquire, align 4
  %364 = icmp eq i32 %363, 0
  br i1 %364, label %451, label %365

365:                                              ; preds = %362
  call void @dlvm_pause() #6
  %366 = load atomic i32, ptr %203 acquire, align 4
  %367 = icmp eq i32 %366, 0
  br i1 %367, label %451, label %368

368:                                              ; preds = %365
  call void @dlvm_pause() #6
  %369 = load atomic i32, ptr %203 acquire, align 4
  %370 = icmp eq i32 %369, 0
  br i1 %370, label %451, label %371

371:                                              ; preds = %368
  call void @dlvm_pause() #6
  %372 = load atomic i32, ptr %203 acquire, align 4
  %373 = icmp eq i32 %372, 0
  br i1 %373, label %451, label %374

374:                                              ; preds = %371
  call void @dlvm_pause() #6
  %375 = load atomic i32, ptr %203 acquire, align 4
  %376 = icmp eq i32 %375, 0
  br i1 %376, label %451, label %377

377:                                              ; preds = %374
  call void @dlvm_pause() #6
  %378 = load atomic i32, ptr %203 acquire, align 4
  %379 = icmp eq i32 %378, 0
  br i1 %379, label %451, label %380

380:                                              ; preds = %377
  call void @dlvm_pause() #6
  %381 = load atomic i32, ptr %203 acquire, align 4
  %382 = icmp eq i32 %381, 0
  br i1 %382, label %451, label %383

383:                                              ; preds = %380
  call void @dlvm_pause() #6
  %384 = load atomic i32, ptr %203 acquire, align 4
  %385 = icmp eq i32 %384, 0
  br i1 %385, label %451, label %386

386:                                              ; preds = %383
  call void @dlvm_pause() #6
  %387 = load atomic i32, ptr %203 acquire, align 4
  %388 = icmp eq i32 %387, 0
  br i1 %388, label %451, label %389

389:                                              ; preds = %386
  call void @dlvm_pause() #6
  %390 = load atomic i32, ptr %203 acquire, align 4
  %391 = icmp eq i32 %390, 0
  br i1 %391, label %451, label %392

392:                                              ; preds = %389
  call void @dlvm_pause() #6
  %393 = load atomic i32, ptr %203 acquire, align 4
  %394 = icmp eq i32 %393, 0
  br i1 %394, label %451, label %395

395:                                              ; preds = %392
  call void @dlvm_pause() #6
  %396 = load atomic i32, ptr %203 acquire, align 4
  %397 = icmp eq i32 %396, 0
  br i1 %397, label %451, label %398

398:                                              ; preds = %395
  call void @dlvm_pause() #6
  %399 = load atomic i32, ptr %203 acquire, align 4
  %400 = icmp eq i32 %399, 0
  br i1 %400, label %451, label %401

401:                                              ; preds = %398
  call void @dlvm_pause() #6
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %6, i8 0, i64 16, i1 false)
  %402 = load i32, ptr @clock, align 4
  %403 = call i32 @clock_gettime(i32 noundef %402, ptr noundef nonnull %6) #6
  %404 = load i64, ptr %6, align 16
  %405 = load i64, ptr %352, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6) #7
  %406 = sub i64 %404, %349
  %407 = mul i64 %406, 1000000000
  %408 = sub i64 %405, %351
  %409 = add i64 %408, %407
  %410 = load atomic i64, ptr @wake monotonic, align 8
  %411 = shl nuw nsw i64 %410, 1
  %412 = icmp ugt i64 %409, %411
  br i1 %412, label %413, label %353

413:                                              ; preds = %401
  %414 = call i32 @pthread_mutex_lock(ptr noundef nonnull @done_mutex) #6
  %415 = atomicrmw or ptr %203, i32 1073741824 acq_rel, align 4
  %416 = load atomic i32, ptr %203 acquire, align 4
  %417 = icmp eq i32 %416, 1073741824
  br i1 %417, label %422, label %418

418:                                              ; preds = %413, %418
  %419 = call i32 @pthread_cond_wait(ptr noundef nonnull @done, ptr noundef nonnull @done_mutex) #6
  %420 = load atomic i32, ptr %203 acquire, align 4
  %421 = icmp eq i32 %420, 1073741824
  br i1 %421, label %422, label %418

422:                                              ; preds = %418, %413
  %423 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @done_mutex) #6
  br label %451

424:                                              ; preds = %447, %299
  %425 = phi i64 [ 0, %299 ], [ %448, %447 ]
  %426 = phi i64 [ 0, %299 ], [ %449, %447 ]
  %427 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %425
  %428 = load i8, ptr %427, align 2
  %429 = zext i8 %428 to i64
  %430 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %429
  %431 = cmpxchg ptr %430, i64 %295, i64 0 acq_rel monotonic, align 64
  %432 = extractvalue { i64, i1 } %431, 1
  br i1 %432, label %433, label %436

433:                                              ; preds = %424
  %434 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %435 = atomicrmw sub ptr %203, i32 1 monotonic, align 4
  br label %436

436:                                              ; preds = %433, %424
  %437 = or disjoint i64 %425, 1
  %438 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %437
  %439 = load i8, ptr %438, align 1
  %440 = zext i8 %439 to i64
  %441 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %440
  %442 = cmpxchg ptr %441, i64 %295, i64 0 acq_rel monotonic, align 64
  %443 = extractvalue { i64, i1 } %442, 1
  br i1 %443, label %444, label %447

444:                                              ; preds = %436
  %445 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %446 = atomicrmw sub ptr %203, i32 1 monotonic, align 4
  br label %447

447:                                              ; preds = %444, %436
  %448 = add nuw nsw i64 %425, 2
  %449 = add i64 %426, 2
  %450 = icmp eq i64 %449, %300
  br i1 %450, label %333, label %424

451:                                              ; preds = %353, %356, %359, %362, %365, %368, %371, %374, %377, %380, %383, %386, %389, %392, %395, %398, %196, %422
  call void @llvm.lifetime.end.p0(i64 16576, ptr nonnull %10) #7
  call void @llvm.lifetime.end.p0(i64 255, ptr nonnull %9) #7
  %452 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %13) #7
  br label %453

453:                                              ; preds = %451, %44
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define dso_local void @dlvm_configure(i32 noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  store i32 %0, ptr @clock, align 4
  store i32 %1, ptr @processors, align 4
  store ptr %2, ptr @get_cpus, align 8
  store ptr %3, ptr @set_cpus, align 8
  %5 = tail call i32 @pthread_mutex_init(ptr noundef nonnull @done_mutex, ptr noundef null) #6
  %6 = tail call i32 @pthread_cond_init(ptr noundef nonnull @done, ptr noundef null) #6
  ret void
}

declare i32 @pthread_mutex_init(ptr noundef, ptr noundef) local_unnamed_addr #2

declare i32 @pthread_cond_init(ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define dso_local void @dlvm_after_fork() local_unnamed_addr #0 {
  %1 = load i32, ptr @started, align 4
  %2 = icmp sgt i32 %1, 0
  br i1 %2, label %3, label %15

3:                                                ; preds = %0
  %4 = zext nneg i32 %1 to i64
  %5 = and i64 %4, 1
  %6 = icmp eq i32 %1, 1
  br i1 %6, label %9, label %7

7:                                                ; preds = %3
  %8 = and i64 %4, 2147483646
  br label %18

9:                                                ; preds = %18, %3
  %10 = phi i64 [ 0, %3 ], [ %26, %18 ]
  %11 = icmp eq i64 %5, 0
  br i1 %11, label %15, label %12

12:                                               ; preds = %9
  %13 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %10
  %14 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %10, i32 4
  store i32 0, ptr %14, align 4
  store i64 0, ptr %13, align 64
  br label %15

15:                                               ; preds = %12, %9, %0
  store i32 0, ptr @active, align 64
  store i32 0, ptr @starting, align 4
  store i32 0, ptr @started, align 4
  store i32 255, ptr @most, align 4
  %16 = tail call i32 @pthread_mutex_init(ptr noundef nonnull @done_mutex, ptr noundef null) #6
  %17 = tail call i32 @pthread_cond_init(ptr noundef nonnull @done, ptr noundef null) #6
  ret void

18:                                               ; preds = %18, %7
  %19 = phi i64 [ 0, %7 ], [ %26, %18 ]
  %20 = phi i64 [ 0, %7 ], [ %27, %18 ]
  %21 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %19
  %22 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %19, i32 4
  store i32 0, ptr %22, align 4
  store i64 0, ptr %21, align 64
  %23 = or disjoint i64 %19, 1
  %24 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %23
  %25 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %23, i32 4
  store i32 0, ptr %25, align 4
  store i64 0, ptr %24, align 64
  %26 = add nuw nsw i64 %19, 2
  %27 = add i64 %20, 2
  %28 = icmp eq i64 %27, %8
  br i1 %28, label %9, label %18
}

declare i32 @pthread_attr_init(ptr noundef) local_unnamed_addr #2

declare i32 @pthread_attr_setstacksize(ptr noundef, i64 noundef) local_unnamed_addr #2

declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: noreturn nounwind
define internal noundef ptr @serve(ptr noundef %0) #3 {
  %2 = alloca [2 x i64], align 16
  %3 = alloca [2 x i64], align 16
  %4 = alloca [2 x i64], align 16
  %5 = getelementptr inbounds [2 x i64], ptr %4, i64 0, i64 1
  %6 = getelementptr inbounds [2 x i64], ptr %3, i64 0, i64 1
  %7 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 2
  %8 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 7
  %9 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 4
  %10 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 8
  %11 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 1
  %12 = getelementptr inbounds [2 x i64], ptr %2, i64 0, i64 1
  %13 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5
  %14 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 3
  %15 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 1
  %16 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 2
  %17 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 3
  %18 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 4
  %19 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 5
  %20 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 6
  %21 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 7
  %22 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 8
  %23 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 9
  %24 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 10
  %25 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 11
  %26 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 12
  %27 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 13
  %28 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 14
  %29 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 5, i64 15
  br label %30

30:                                               ; preds = %313, %1
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %4, i8 0, i64 16, i1 false)
  %31 = load i32, ptr @clock, align 4
  %32 = call i32 @clock_gettime(i32 noundef %31, ptr noundef nonnull %4) #6
  %33 = load i64, ptr %4, align 16
  %34 = mul i64 %33, 1000000000
  %35 = load i64, ptr %5, align 8
  %36 = add i64 %34, %35
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4) #7
  br label %37

37:                                               ; preds = %102, %30
  %38 = phi i64 [ %36, %30 ], [ %92, %102 ]
  %39 = load atomic i64, ptr %0 acquire, align 64
  %40 = icmp ugt i64 %39, 1
  br i1 %40, label %116, label %41

41:                                               ; preds = %37
  call void @dlvm_pause() #6
  %42 = load atomic i64, ptr %0 acquire, align 64
  %43 = icmp ugt i64 %42, 1
  br i1 %43, label %116, label %44

44:                                               ; preds = %41
  call void @dlvm_pause() #6
  %45 = load atomic i64, ptr %0 acquire, align 64
  %46 = icmp ugt i64 %45, 1
  br i1 %46, label %116, label %47

47:                                               ; preds = %44
  call void @dlvm_pause() #6
  %48 = load atomic i64, ptr %0 acquire, align 64
  %49 = icmp ugt i64 %48, 1
  br i1 %49, label %116, label %50

50:                                               ; preds = %47
  call void @dlvm_pause() #6
  %51 = load atomic i64, ptr %0 acquire, align 64
  %52 = icmp ugt i64 %51, 1
  br i1 %52, label %116, label %53

53:                                               ; preds = %50
  call void @dlvm_pause() #6
  %54 = load atomic i64, ptr %0 acquire, align 64
  %55 = icmp ugt i64 %54, 1
  br i1 %55, label %116, label %56

56:                                               ; preds = %53
  call void @dlvm_pause() #6
  %57 = load atomic i64, ptr %0 acquire, align 64
  %58 = icmp ugt i64 %57, 1
  br i1 %58, label %116, label %59

59:                                               ; preds = %56
  call void @dlvm_pause() #6
  %60 = load atomic i64, ptr %0 acquire, align 64
  %61 = icmp ugt i64 %60, 1
  br i1 %61, label %116, label %62

62:                                               ; preds = %59
  call void @dlvm_pause() #6
  %63 = load atomic i64, ptr %0 acquire, align 64
  %64 = icmp ugt i64 %63, 1
  br i1 %64, label %116, label %65

65:                                               ; preds = %62
  call void @dlvm_pause() #6
  %66 = load atomic i64, ptr %0 acquire, align 64
  %67 = icmp ugt i64 %66, 1
  br i1 %67, label %116, label %68

68:                                               ; preds = %65
  call void @dlvm_pause() #6
  %69 = load atomic i64, ptr %0 acquire, align 64
  %70 = icmp ugt i64 %69, 1
  br i1 %70, label %116, label %71

71:                                               ; preds = %68
  call void @dlvm_pause() #6
  %72 = load atomic i64, ptr %0 acquire, align 64
  %73 = icmp ugt i64 %72, 1
  br i1 %73, label %116, label %74

74:                                               ; preds = %71
  call void @dlvm_pause() #6
  %75 = load atomic i64, ptr %0 acquire, align 64
  %76 = icmp ugt i64 %75, 1
  br i1 %76, label %116, label %77

77:                                               ; preds = %74
  call void @dlvm_pause() #6
  %78 = load atomic i64, ptr %0 acquire, align 64
  %79 = icmp ugt i64 %78, 1
  br i1 %79, label %116, label %80

80:                                               ; preds = %77
  call void @dlvm_pause() #6
  %81 = load atomic i64, ptr %0 acquire, align 64
  %82 = icmp ugt i64 %81, 1
  br i1 %82, label %116, label %83

83:                                               ; preds = %80
  call void @dlvm_pause() #6
  %84 = load atomic i64, ptr %0 acquire, align 64
  %85 = icmp ugt i64 %84, 1
  br i1 %85, label %116, label %86

86:                                               ; preds = %83
  call void @dlvm_pause() #6
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %3) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %3, i8 0, i64 16, i1 false)
  %87 = load i32, ptr @clock, align 4
  %88 = call i32 @clock_gettime(i32 noundef %87, ptr noundef nonnull %3) #6
  %89 = load i64, ptr %3, align 16
  %90 = mul i64 %89, 1000000000
  %91 = load i64, ptr %6, align 8
  %92 = add i64 %90, %91
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %3) #7
  %93 = sub i64 %92, %38
  %94 = icmp ugt i64 %93, 20000
  br i1 %94, label %97, label %95

95:                                               ; preds = %86
  %96 = load i64, ptr %7, align 16
  br label %98

97:                                               ; preds = %86
  store i64 500, ptr %7, align 16
  br label %98

98:                                               ; preds = %97, %95
  %99 = phi i64 [ %96, %95 ], [ 500, %97 ]
  %100 = sub i64 %92, %36
  %101 = icmp ugt i64 %100, %99
  br i1 %101, label %106, label %102

102:                                              ; preds = %98
  %103 = load atomic i32, ptr @active monotonic, align 64
  %104 = load i32, ptr @processors, align 4
  %105 = icmp slt i32 %103, %104
  br i1 %105, label %37, label %106

106:                                              ; preds = %102, %98
  %107 = call i32 @pthread_mutex_lock(ptr noundef nonnull %8) #6
  store atomic i32 1, ptr %9 seq_cst, align 4
  %108 = load atomic i64, ptr %0 seq_cst, align 64
  %109 = icmp ult i64 %108, 2
  br i1 %109, label %110, label %114

110:                                              ; preds = %106, %110
  %111 = call i32 @pthread_cond_wait(ptr noundef nonnull %10, ptr noundef nonnull %8) #6
  %112 = load atomic i64, ptr %0 seq_cst, align 64
  %113 = icmp ult i64 %112, 2
  br i1 %113, label %110, label %114

114:                                              ; preds = %110, %106
  store atomic i32 0, ptr %9 monotonic, align 4
  %115 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %8) #6
  br label %116

116:                                              ; preds = %37, %41, %44, %47, %50, %53, %56, %59, %62, %65, %68, %71, %74, %77, %80, %83, %114
  %117 = phi i1 [ true, %114 ], [ false, %83 ], [ false, %80 ], [ false, %77 ], [ false, %74 ], [ false, %71 ], [ false, %68 ], [ false, %65 ], [ false, %62 ], [ false, %59 ], [ false, %56 ], [ false, %53 ], [ false, %50 ], [ false, %47 ], [ false, %44 ], [ false, %41 ], [ false, %37 ]
  %118 = load atomic i64, ptr %0 acquire, align 64
  %119 = icmp ult i64 %118, 2
  br i1 %119, label %313, label %120

120:                                              ; preds = %116
  %121 = cmpxchg ptr %0, i64 %118, i64 1 acq_rel monotonic, align 64
  %122 = extractvalue { i64, i1 } %121, 1
  br i1 %122, label %123, label %313

123:                                              ; preds = %120
  %124 = inttoptr i64 %118 to ptr
  %125 = load atomic i64, ptr @wake monotonic, align 8
  br i1 %117, label %126, label %143

126:                                              ; preds = %123
  %127 = load i64, ptr %11, align 8
  %128 = icmp eq i64 %127, 0
  br i1 %128, label %143, label %129

129:                                              ; preds = %126
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %2) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %2, i8 0, i64 16, i1 false)
  %130 = load i32, ptr @clock, align 4
  %131 = call i32 @clock_gettime(i32 noundef %130, ptr noundef nonnull %2) #6
  %132 = load i64, ptr %2, align 16
  %133 = mul i64 %132, 1000000000
  %134 = load i64, ptr %12, align 8
  %135 = add i64 %133, %134
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %2) #7
  %136 = load i64, ptr %11, align 8
  %137 = sub i64 %135, %136
  %138 = call noundef i64 @llvm.umin.i64(i64 %137, i64 50000)
  %139 = call noundef i64 @llvm.umax.i64(i64 %138, i64 1000)
  %140 = mul nuw i64 %125, 7
  %141 = add i64 %139, %140
  %142 = lshr i64 %141, 3
  store atomic i64 %142, ptr @wake monotonic, align 8
  br label %143

143:                                              ; preds = %129, %126, %123
  %144 = phi i64 [ %142, %129 ], [ %125, %126 ], [ %125, %123 ]
  %145 = shl nuw nsw i64 %144, 1
  %146 = load i64, ptr %7, align 16
  %147 = shl i64 %146, 1
  %148 = call noundef i64 @llvm.umin.i64(i64 %145, i64 %147)
  store i64 %148, ptr %7, align 16
  %149 = load i64, ptr %13, align 8
  %150 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 0
  %151 = load i64, ptr %150, align 8
  %152 = icmp ne i64 %149, %151
  %153 = load i64, ptr %15, align 8
  %154 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 1
  %155 = load i64, ptr %154, align 8
  %156 = icmp ne i64 %153, %155
  %157 = or i1 %152, %156
  %158 = load i64, ptr %16, align 8
  %159 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 2
  %160 = load i64, ptr %159, align 8
  %161 = icmp ne i64 %158, %160
  %162 = or i1 %157, %161
  %163 = load i64, ptr %17, align 8
  %164 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 3
  %165 = load i64, ptr %164, align 8
  %166 = icmp ne i64 %163, %165
  %167 = or i1 %162, %166
  %168 = load i64, ptr %18, align 8
  %169 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 4
  %170 = load i64, ptr %169, align 8
  %171 = icmp ne i64 %168, %170
  %172 = or i1 %167, %171
  %173 = load i64, ptr %19, align 8
  %174 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 5
  %175 = load i64, ptr %174, align 8
  %176 = icmp ne i64 %173, %175
  %177 = or i1 %172, %176
  %178 = load i64, ptr %20, align 8
  %179 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 6
  %180 = load i64, ptr %179, align 8
  %181 = icmp ne i64 %178, %180
  %182 = or i1 %177, %181
  %183 = load i64, ptr %21, align 8
  %184 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 7
  %185 = load i64, ptr %184, align 8
  %186 = icmp ne i64 %183, %185
  %187 = or i1 %182, %186
  %188 = load i64, ptr %22, align 8
  %189 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 8
  %190 = load i64, ptr %189, align 8
  %191 = icmp ne i64 %188, %190
  %192 = or i1 %187, %191
  %193 = load i64, ptr %23, align 8
  %194 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 9
  %195 = load i64, ptr %194, align 8
  %196 = icmp ne i64 %193, %195
  %197 = or i1 %192, %196
  %198 = load i64, ptr %24, align 8
  %199 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 10
  %200 = load i64, ptr %199, align 8
  %201 = icmp ne i64 %198, %200
  %202 = or i1 %197, %201
  %203 = load i64, ptr %25, align 8
  %204 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 11
  %205 = load i64, ptr %204, align 8
  %206 = icmp ne i64 %203, %205
  %207 = or i1 %202, %206
  %208 = load i64, ptr %26, align 8
  %209 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 12
  %210 = load i64, ptr %209, align 8
  %211 = icmp ne i64 %208, %210
  %212 = or i1 %207, %211
  %213 = load i64, ptr %27, align 8
  %214 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 13
  %215 = load i64, ptr %214, align 8
  %216 = icmp ne i64 %213, %215
  %217 = or i1 %212, %216
  %218 = load i64, ptr %28, align 8
  %219 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 14
  %220 = load i64, ptr %219, align 8
  %221 = icmp ne i64 %218, %220
  %222 = or i1 %217, %221
  %223 = load i64, ptr %29, align 8
  %224 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 15
  %225 = load i64, ptr %224, align 8
  %226 = icmp ne i64 %223, %225
  %227 = or i1 %222, %226
  br i1 %227, label %228, label %247

228:                                              ; preds = %143
  %229 = load i64, ptr %150, align 8
  store i64 %229, ptr %13, align 8
  %230 = load i64, ptr %154, align 8
  store i64 %230, ptr %15, align 8
  %231 = load i64, ptr %159, align 8
  store i64 %231, ptr %16, align 8
  %232 = load i64, ptr %164, align 8
  store i64 %232, ptr %17, align 8
  %233 = load i64, ptr %169, align 8
  store i64 %233, ptr %18, align 8
  %234 = load i64, ptr %174, align 8
  store i64 %234, ptr %19, align 8
  %235 = load i64, ptr %179, align 8
  store i64 %235, ptr %20, align 8
  %236 = load i64, ptr %184, align 8
  store i64 %236, ptr %21, align 8
  %237 = load i64, ptr %189, align 8
  store i64 %237, ptr %22, align 8
  %238 = load i64, ptr %194, align 8
  store i64 %238, ptr %23, align 8
  %239 = load i64, ptr %199, align 8
  store i64 %239, ptr %24, align 8
  %240 = load i64, ptr %204, align 8
  store i64 %240, ptr %25, align 8
  %241 = load i64, ptr %209, align 8
  store i64 %241, ptr %26, align 8
  %242 = load i64, ptr %214, align 8
  store i64 %242, ptr %27, align 8
  %243 = load i64, ptr %219, align 8
  store i64 %243, ptr %28, align 8
  %244 = load i64, ptr %224, align 8
  store i64 %244, ptr %29, align 8
  %245 = load ptr, ptr @set_cpus, align 8
  %246 = call i32 %245(i32 noundef 0, i64 noundef 128, ptr noundef nonnull %13) #6
  br label %247

247:                                              ; preds = %228, %143
  %248 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 3
  %249 = load i32, ptr %248, align 8
  %250 = icmp sgt i32 %249, 0
  br i1 %250, label %251, label %308

251:                                              ; preds = %247
  %252 = load i32, ptr %14, align 8
  %253 = icmp eq i32 %252, 0
  %254 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 5
  %255 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 2
  %256 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 1
  br label %257

257:                                              ; preds = %301, %251
  %258 = phi i32 [ 0, %251 ], [ %302, %301 ]
  %259 = phi i32 [ %252, %251 ], [ %306, %301 ]
  %260 = sext i32 %259 to i64
  %261 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 8, i64 %260
  %262 = icmp eq i32 %258, 0
  br label %263

263:                                              ; preds = %294, %257
  br i1 %253, label %268, label %264

264:                                              ; preds = %263
  %265 = load atomic i32, ptr @active monotonic, align 64
  %266 = load i32, ptr %254, align 32
  %267 = icmp sgt i32 %265, %266
  br i1 %267, label %301, label %268

268:                                              ; preds = %264, %263
  %269 = load i64, ptr %255, align 16
  %270 = load atomic i64, ptr %261 acquire, align 8
  br label %271

271:                                              ; preds = %289, %268
  %272 = phi i64 [ %270, %268 ], [ %293, %289 ]
  %273 = and i64 %272, 4294967295
  %274 = lshr i64 %272, 32
  %275 = icmp ult i64 %273, %274
  br i1 %275, label %276, label %301

276:                                              ; preds = %271
  %277 = sub nsw i64 %274, %273
  %278 = lshr i64 %277, 1
  %279 = call noundef i64 @llvm.umax.i64(i64 %269, i64 %278)
  %280 = call noundef i64 @llvm.umin.i64(i64 %277, i64 %279)
  br i1 %262, label %285, label %281

281:                                              ; preds = %276
  %282 = sub i64 %274, %280
  %283 = shl i64 %282, 32
  %284 = or disjoint i64 %283, %273
  br label %289

285:                                              ; preds = %276
  %286 = add i64 %280, %273
  %287 = and i64 %272, -4294967296
  %288 = or i64 %286, %287
  br label %289

289:                                              ; preds = %285, %281
  %290 = phi i64 [ %284, %281 ], [ %288, %285 ]
  %291 = cmpxchg ptr %261, i64 %272, i64 %290 acq_rel acquire, align 8
  %292 = extractvalue { i64, i1 } %291, 1
  %293 = extractvalue { i64, i1 } %291, 0
  br i1 %292, label %294, label %271

294:                                              ; preds = %289
  %295 = sub i64 %274, %280
  %296 = select i1 %262, i64 %273, i64 %295
  %297 = add i64 %280, %273
  %298 = select i1 %262, i64 %297, i64 %274
  %299 = load ptr, ptr %124, align 64
  %300 = load ptr, ptr %256, align 8
  call void %299(ptr noundef %300, i64 noundef %296, i64 noundef %298) #6
  br label %263

301:                                              ; preds = %264, %271
  %302 = add nuw nsw i32 %258, 1
  %303 = add nsw i32 %259, 1
  %304 = load i32, ptr %248, align 8
  %305 = icmp slt i32 %303, %304
  %306 = select i1 %305, i32 %303, i32 0
  %307 = icmp slt i32 %302, %304
  br i1 %307, label %257, label %308

308:                                              ; preds = %301, %247
  %309 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  store atomic i64 0, ptr %0 release, align 64
  %310 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 4
  %311 = atomicrmw sub ptr %310, i32 1 acq_rel, align 4
  %312 = icmp eq i32 %311, 1073741825
  br i1 %312, label %314, label %313

313:                                              ; preds = %308, %314, %116, %120
  br label %30

314:                                              ; preds = %308
  %315 = call i32 @pthread_mutex_lock(ptr noundef nonnull @done_mutex) #6
  %316 = call i32 @pthread_cond_broadcast(ptr noundef nonnull @done) #6
  %317 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @done_mutex) #6
  br label %313
}

declare i32 @pthread_detach(i64 noundef) local_unnamed_addr #2

declare i32 @pthread_attr_destroy(ptr noundef) local_unnamed_addr #2

declare i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr #2

declare i32 @pthread_cond_broadcast(ptr noundef) local_unnamed_addr #2

declare i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr #2

declare void @dlvm_pause() local_unnamed_addr #2

declare i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #4

declare i32 @clock_gettime(i32 noundef, ptr noundef) local_unnamed_addr #2

declare i32 @pthread_cond_signal(ptr noundef) local_unnamed_addr #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #5

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { noreturn nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nobuiltin nounwind "no-builtins" }
attributes #7 = { nounwind }
