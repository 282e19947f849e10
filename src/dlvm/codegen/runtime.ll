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
  br label %455

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
  br i1 %117, label %119, label %167

119:                                              ; preds = %100
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %11) #7
  %120 = atomicrmw xchg ptr @starting, i32 1 acquire, align 4
  %121 = icmp eq i32 %120, 0
  br i1 %121, label %122, label %166

122:                                              ; preds = %119
  %123 = call i32 @pthread_attr_init(ptr noundef nonnull %11) #6
  %124 = call i32 @pthread_attr_setstacksize(ptr noundef nonnull %11, i64 noundef 4194304) #6
  %125 = load i32, ptr @started, align 4
  %126 = icmp slt i32 %125, %118
  br i1 %126, label %127, label %164

127:                                              ; preds = %122, %158
  %128 = phi i32 [ %162, %158 ], [ %125, %122 ]
  %129 = sext i32 %128 to i64
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %12) #7
  %130 = load i64, ptr @wake, align 8
  %131 = call noundef i64 @llvm.umin.i64(i64 %130, i64 20000)
  %132 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 2
  store i64 %131, ptr %132, align 16
  %133 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 0
  %134 = load <2 x i64>, ptr %13, align 16
  store <2 x i64> %134, ptr %133, align 32
  %135 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 2
  %136 = load <2 x i64>, ptr %49, align 16
  store <2 x i64> %136, ptr %135, align 16
  %137 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 4
  %138 = load <2 x i64>, ptr %51, align 16
  store <2 x i64> %138, ptr %137, align 64
  %139 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 6
  %140 = load <2 x i64>, ptr %53, align 16
  store <2 x i64> %140, ptr %139, align 16
  %141 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 8
  %142 = load <2 x i64>, ptr %55, align 16
  store <2 x i64> %142, ptr %141, align 32
  %143 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 10
  %144 = load <2 x i64>, ptr %57, align 16
  store <2 x i64> %144, ptr %143, align 16
  %145 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 12
  %146 = load <2 x i64>, ptr %59, align 16
  store <2 x i64> %146, ptr %145, align 64
  %147 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 5, i64 14
  %148 = load <2 x i64>, ptr %61, align 16
  store <2 x i64> %148, ptr %147, align 16
  %149 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129
  %150 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 7
  %151 = call i32 @pthread_mutex_init(ptr noundef nonnull %150, ptr noundef null) #6
  %152 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %129, i32 8
  %153 = call i32 @pthread_cond_init(ptr noundef nonnull %152, ptr noundef null) #6
  %154 = call i32 @pthread_create(ptr noundef nonnull %12, ptr noundef nonnull %11, ptr noundef nonnull @serve, ptr noundef nonnull %149) #6
  %155 = icmp eq i32 %154, 0
  br i1 %155, label %158, label %156

156:                                              ; preds = %127
  %157 = load i32, ptr @started, align 4
  store i32 %157, ptr @most, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #7
  br label %164

158:                                              ; preds = %127
  %159 = load i64, ptr %12, align 8
  %160 = call i32 @pthread_detach(i64 noundef %159) #6
  %161 = atomicrmw add ptr @started, i32 1 release, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #7
  %162 = load i32, ptr @started, align 4
  %163 = icmp slt i32 %162, %118
  br i1 %163, label %127, label %164

164:                                              ; preds = %158, %156, %122
  %165 = call i32 @pthread_attr_destroy(ptr noundef nonnull %11) #6
  store atomic i32 0, ptr @starting release, align 4
  br label %166

166:                                              ; preds = %119, %164
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #7
  br label %167

167:                                              ; preds = %100, %166
  %168 = mul i64 %2, 2000
  %169 = call noundef i64 @llvm.umax.i64(i64 %3, i64 1)
  %170 = udiv i64 %168, %169
  %171 = call noundef i64 @llvm.umax.i64(i64 %170, i64 1)
  call void @llvm.lifetime.start.p0(i64 255, ptr nonnull %9) #7
  call void @llvm.lifetime.start.p0(i64 16576, ptr nonnull %10) #7
  %172 = load atomic i32, ptr @started acquire, align 4
  %173 = icmp sgt i32 %172, 0
  %174 = icmp ne i32 %118, 0
  %175 = and i1 %174, %173
  br i1 %175, label %176, label %197

176:                                              ; preds = %167
  %177 = zext nneg i32 %172 to i64
  br label %180

178:                                              ; preds = %191
  %179 = icmp eq i32 %192, 0
  br i1 %179, label %197, label %198

180:                                              ; preds = %191, %176
  %181 = phi i64 [ 0, %176 ], [ %193, %191 ]
  %182 = phi i32 [ 0, %176 ], [ %192, %191 ]
  %183 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %181
  %184 = cmpxchg ptr %183, i64 0, i64 1 acquire monotonic, align 64
  %185 = extractvalue { i64, i1 } %184, 1
  br i1 %185, label %186, label %191

186:                                              ; preds = %180
  %187 = trunc i64 %181 to i8
  %188 = add nsw i32 %182, 1
  %189 = sext i32 %182 to i64
  %190 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %189
  store i8 %187, ptr %190, align 1
  br label %191

191:                                              ; preds = %186, %180
  %192 = phi i32 [ %188, %186 ], [ %182, %180 ]
  %193 = add nuw nsw i64 %181, 1
  %194 = icmp ult i64 %193, %177
  %195 = icmp slt i32 %192, %118
  %196 = select i1 %194, i1 %195, i1 false
  br i1 %196, label %180, label %178

197:                                              ; preds = %178, %167
  call void %0(ptr noundef %1, i64 noundef 0, i64 noundef %2) #6
  br label %453

198:                                              ; preds = %178
  %199 = atomicrmw add ptr @active, i32 %192 monotonic, align 64
  store ptr %0, ptr %10, align 64
  %200 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 1
  store ptr %1, ptr %200, align 8
  %201 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 2
  store i64 %171, ptr %201, align 16
  %202 = add nsw i32 %192, 1
  %203 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 3
  store i32 %202, ptr %203, align 8
  %204 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 4
  store i32 %192, ptr %204, align 4
  %205 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 5
  store i32 %101, ptr %205, align 32
  %206 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 0
  %207 = load <2 x i64>, ptr %13, align 16
  store <2 x i64> %207, ptr %206, align 8
  %208 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 2
  %209 = load <2 x i64>, ptr %49, align 16
  store <2 x i64> %209, ptr %208, align 8
  %210 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 4
  %211 = load <2 x i64>, ptr %51, align 16
  store <2 x i64> %211, ptr %210, align 8
  %212 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 6
  %213 = load <2 x i64>, ptr %53, align 16
  store <2 x i64> %213, ptr %212, align 8
  %214 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 8
  %215 = load <2 x i64>, ptr %55, align 16
  store <2 x i64> %215, ptr %214, align 8
  %216 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 10
  %217 = load <2 x i64>, ptr %57, align 16
  store <2 x i64> %217, ptr %216, align 8
  %218 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 12
  %219 = load <2 x i64>, ptr %59, align 16
  store <2 x i64> %219, ptr %218, align 8
  %220 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6, i64 14
  %221 = load <2 x i64>, ptr %61, align 16
  store <2 x i64> %221, ptr %220, align 8
  %222 = sext i32 %192 to i64
  %223 = sext i32 %202 to i64
  %224 = add nsw i64 %222, 1
  %225 = call i64 @llvm.umax.i64(i64 %224, i64 1)
  br label %232

226:                                              ; preds = %232
  %227 = icmp sgt i32 %192, 0
  br i1 %227, label %228, label %245

228:                                              ; preds = %226
  %229 = getelementptr inbounds [2 x i64], ptr %8, i64 0, i64 1
  %230 = ptrtoint ptr %10 to i64
  %231 = zext nneg i32 %192 to i64
  br label %302

232:                                              ; preds = %232, %198
  %233 = phi i64 [ 0, %198 ], [ %236, %232 ]
  %234 = mul i64 %233, %2
  %235 = udiv i64 %234, %223
  %236 = add nuw i64 %233, 1
  %237 = mul i64 %236, %2
  %238 = udiv i64 %237, %223
  %239 = shl i64 %238, 32
  %240 = or i64 %239, %235
  %241 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 8, i64 %233
  store i64 %240, ptr %241, align 64
  %242 = icmp eq i64 %236, %225
  br i1 %242, label %226, label %232

243:                                              ; preds = %332
  %244 = load i32, ptr %203, align 8
  br label %245

245:                                              ; preds = %243, %226
  %246 = phi i32 [ %244, %243 ], [ %202, %226 ]
  %247 = icmp sgt i32 %246, 0
  br i1 %247, label %248, label %294

248:                                              ; preds = %245, %287
  %249 = phi i32 [ %288, %287 ], [ 0, %245 ]
  %250 = phi i32 [ %292, %287 ], [ 0, %245 ]
  %251 = sext i32 %250 to i64
  %252 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 8, i64 %251
  %253 = icmp eq i32 %249, 0
  br label %254

254:                                              ; preds = %280, %248
  %255 = load i64, ptr %201, align 16
  %256 = load atomic i64, ptr %252 acquire, align 64
  br label %257

257:                                              ; preds = %275, %254
  %258 = phi i64 [ %256, %254 ], [ %279, %275 ]
  %259 = and i64 %258, 4294967295
  %260 = lshr i64 %258, 32
  %261 = icmp ult i64 %259, %260
  br i1 %261, label %262, label %287

262:                                              ; preds = %257
  %263 = sub nsw i64 %260, %259
  %264 = lshr i64 %263, 1
  %265 = call noundef i64 @llvm.umax.i64(i64 %255, i64 %264)
  %266 = call noundef i64 @llvm.umin.i64(i64 %263, i64 %265)
  br i1 %253, label %271, label %267

267:                                              ; preds = %262
  %268 = sub i64 %260, %266
  %269 = shl i64 %268, 32
  %270 = or disjoint i64 %269, %259
  br label %275

271:                                              ; preds = %262
  %272 = add i64 %266, %259
  %273 = and i64 %258, -4294967296
  %274 = or i64 %272, %273
  br label %275

275:                                              ; preds = %271, %267
  %276 = phi i64 [ %270, %267 ], [ %274, %271 ]
  %277 = cmpxchg ptr %252, i64 %258, i64 %276 acq_rel acquire, align 8
  %278 = extractvalue { i64, i1 } %277, 1
  %279 = extractvalue { i64, i1 } %277, 0
  br i1 %278, label %280, label %257

280:                                              ; preds = %275
  %281 = sub i64 %260, %266
  %282 = select i1 %253, i64 %259, i64 %281
  %283 = add i64 %266, %259
  %284 = select i1 %253, i64 %283, i64 %260
  %285 = load ptr, ptr %10, align 64
  %286 = load ptr, ptr %200, align 8
  call void %285(ptr noundef %286, i64 noundef %282, i64 noundef %284) #6
  br label %254

287:                                              ; preds = %257
  %288 = add nuw nsw i32 %249, 1
  %289 = add nsw i32 %250, 1
  %290 = load i32, ptr %203, align 8
  %291 = icmp slt i32 %289, %290
  %292 = select i1 %291, i32 %289, i32 0
  %293 = icmp slt i32 %288, %290
  br i1 %293, label %248, label %294

294:                                              ; preds = %287, %245
  br i1 %227, label %295, label %347

295:                                              ; preds = %294
  %296 = ptrtoint ptr %10 to i64
  %297 = zext nneg i32 %192 to i64
  %298 = and i64 %297, 1
  %299 = icmp eq i32 %192, 1
  br i1 %299, label %334, label %300

300:                                              ; preds = %295
  %301 = and i64 %297, 2147483646
  br label %426

302:                                              ; preds = %332, %228
  %303 = phi i64 [ 0, %228 ], [ %308, %332 ]
  %304 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %303
  %305 = load i8, ptr %304, align 1
  %306 = zext i8 %305 to i64
  %307 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %306
  %308 = add nuw nsw i64 %303, 1
  %309 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %306, i32 3
  %310 = trunc i64 %308 to i32
  store i32 %310, ptr %309, align 8
  %311 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %306, i32 4
  %312 = load atomic i32, ptr %311 monotonic, align 4
  %313 = icmp eq i32 %312, 0
  br i1 %313, label %321, label %314

314:                                              ; preds = %302
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %8) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %8, i8 0, i64 16, i1 false)
  %315 = load i32, ptr @clock, align 4
  %316 = call i32 @clock_gettime(i32 noundef %315, ptr noundef nonnull %8) #6
  %317 = load i64, ptr %8, align 16
  %318 = mul i64 %317, 1000000000
  %319 = load i64, ptr %229, align 8
  %320 = add i64 %318, %319
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %8) #7
  br label %321

321:                                              ; preds = %314, %302
  %322 = phi i64 [ %320, %314 ], [ 0, %302 ]
  %323 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %306, i32 1
  store i64 %322, ptr %323, align 8
  store atomic i64 %230, ptr %307 seq_cst, align 64
  %324 = load atomic i32, ptr %311 seq_cst, align 4
  %325 = icmp eq i32 %324, 0
  br i1 %325, label %332, label %326

326:                                              ; preds = %321
  %327 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %306, i32 7
  %328 = call i32 @pthread_mutex_lock(ptr noundef nonnull %327) #6
  %329 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %327) #6
  %330 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %306, i32 8
  %331 = call i32 @pthread_cond_signal(ptr noundef nonnull %330) #6
  br label %332

332:                                              ; preds = %326, %321
  %333 = icmp eq i64 %308, %231
  br i1 %333, label %243, label %302

334:                                              ; preds = %449, %295
  %335 = phi i64 [ 0, %295 ], [ %450, %449 ]
  %336 = icmp eq i64 %298, 0
  br i1 %336, label %347, label %337

337:                                              ; preds = %334
  %338 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %335
  %339 = load i8, ptr %338, align 1
  %340 = zext i8 %339 to i64
  %341 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %340
  %342 = cmpxchg ptr %341, i64 %296, i64 0 acq_rel monotonic, align 64
  %343 = extractvalue { i64, i1 } %342, 1
  br i1 %343, label %344, label %347

344:                                              ; preds = %337
  %345 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %346 = atomicrmw sub ptr %204, i32 1 monotonic, align 4
  br label %347

347:                                              ; preds = %334, %344, %337, %294
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %7, i8 0, i64 16, i1 false)
  %348 = load i32, ptr @clock, align 4
  %349 = call i32 @clock_gettime(i32 noundef %348, ptr noundef nonnull %7) #6
  %350 = load i64, ptr %7, align 16
  %351 = getelementptr inbounds [2 x i64], ptr %7, i64 0, i64 1
  %352 = load i64, ptr %351, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7) #7
  %353 = load atomic i64, ptr @wake monotonic, align 8
  %354 = shl nuw nsw i64 %353, 1
  %355 = call noundef i64 @llvm.umin.i64(i64 %354, i64 20000)
  %356 = getelementptr inbounds [2 x i64], ptr %6, i64 0, i64 1
  br label %357

357:                                              ; preds = %405, %347
  %358 = load atomic i32, ptr %204 acquire, align 4
  %359 = icmp eq i32 %358, 0
  br i1 %359, label %453, label %360

360:                                              ; preds = %357
  call void @dlvm_pause() #6
  %361 = load atomic i32, ptr %204 acquire, align 4
  %362 = icmp eq i32 %361, 0
  br i1 %362, label %453, label %363

363:                                              ; preds = %360
  call void @dlvm_pause() #6
  %364 = load atomic i32, ptr %204 acquire, align 4
  %365 = icmp eq i32 %364, 0
  br i1 %365, label %453, label %366

366:                                              ; preds = %363
  call void @dlvm_pause() #6
  %367 = load atomic i32, ptr %204 acquire, align 4
  %368 = icmp eq i32 %367, 0
  br i1 %368, label %453, label %369

369:                                              ; preds = %366
  call void @dlvm_pause() #6
  %370 = load atomic i32, ptr %204 acquire, align 4
  %371 = icmp eq i32 %370, 0
  br i1 %371, label %453, label %372

372:                                              ; preds = %369
  call void @dlvm_pause() #6
  %373 = load atomic i32, ptr %204 acquire, align 4
  %374 = icmp eq i32 %373, 0
  br i1 %374, label %453, label %375

375:                                              ; preds = %372
  call void @dlvm_pause() #6
  %376 = load atomic i32, ptr %204 acquire, align 4
  %377 = icmp eq i32 %376, 0
  br i1 %377, label %453, label %378

378:                                              ; preds = %375
  call void @dlvm_pause() #6
  %379 = load atomic i32, ptr %204 acquire, align 4
  %380 = icmp eq i32 %379, 0
  br i1 %380, label %453, label %381

381:                                              ; preds = %378
  call void @dlvm_pause() #6
  %382 = load atomic i32, ptr %204 acquire, align 4
  %383 = icmp eq i32 %382, 0
  br i1 %383, label %453, label %384

384:                                              ; preds = %381
  call void @dlvm_pause() #6
  %385 = load atomic i32, ptr %204 acquire, align 4
  %386 = icmp eq i32 %385, 0
  br i1 %386, label %453, label %387

387:                                              ; preds = %384
  call void @dlvm_pause() #6
  %388 = load atomic i32, ptr %204 acquire, align 4
  %389 = icmp eq i32 %388, 0
  br i1 %389, label %453, label %390

390:                                              ; preds = %387
  call void @dlvm_pause() #6
  %391 = load atomic i32, ptr %204 acquire, align 4
  %392 = icmp eq i32 %391, 0
  br i1 %392, label %453, label %393

393:                                              ; preds = %390
  call void @dlvm_pause() #6
  %394 = load atomic i32, ptr %204 acquire, align 4
  %395 = icmp eq i32 %394, 0
  br i1 %395, label %453, label %396

396:                                              ; preds = %393
  call void @dlvm_pause() #6
  %397 = load atomic i32, ptr %204 acquire, align 4
  %398 = icmp eq i32 %397, 0
  br i1 %398, label %453, label %399

399:                                              ; preds = %396
  call void @dlvm_pause() #6
  %400 = load atomic i32, ptr %204 acquire, align 4
  %401 = icmp eq i32 %400, 0
  br i1 %401, label %453, label %402

402:                                              ; preds = %399
  call void @dlvm_pause() #6
  %403 = load atomic i32, ptr %204 acquire, align 4
  %404 = icmp eq i32 %403, 0
  br i1 %404, label %453, label %405

405:                                              ; preds = %402
  call void @dlvm_pause() #6
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %6, i8 0, i64 16, i1 false)
  %406 = load i32, ptr @clock, align 4
  %407 = call i32 @clock_gettime(i32 noundef %406, ptr noundef nonnull %6) #6
  %408 = load i64, ptr %6, align 16
  %409 = load i64, ptr %356, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6) #7
  %410 = sub i64 %408, %350
  %411 = mul i64 %410, 1000000000
  %412 = sub i64 %409, %352
  %413 = add i64 %412, %411
  %414 = icmp ugt i64 %413, %355
  br i1 %414, label %415, label %357

415:                                              ; preds = %405
  %416 = call i32 @pthread_mutex_lock(ptr noundef nonnull @done_mutex) #6
  %417 = atomicrmw or ptr %204, i32 1073741824 acq_rel, align 4
  %418 = load atomic i32, ptr %204 acquire, align 4
  %419 = icmp eq i32 %418, 1073741824
  br i1 %419, label %424, label %420

420:                                              ; preds = %415, %420
  %421 = call i32 @pthread_cond_wait(ptr noundef nonnull @done, ptr noundef nonnull @done_mutex) #6
  %422 = load atomic i32, ptr %204 acquire, align 4
  %423 = icmp eq i32 %422, 1073741824
  br i1 %423, label %424, label %420

424:                                              ; preds = %420, %415
  %425 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @done_mutex) #6
  br label %453

426:                                              ; preds = %449, %300
  %427 = phi i64 [ 0, %300 ], [ %450, %449 ]
  %428 = phi i64 [ 0, %300 ], [ %451, %449 ]
  %429 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %427
  %430 = load i8, ptr %429, align 2
  %431 = zext i8 %430 to i64
  %432 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %431
  %433 = cmpxchg ptr %432, i64 %296, i64 0 acq_rel monotonic, align 64
  %434 = extractvalue { i64, i1 } %433, 1
  br i1 %434, label %435, label %438

435:                                              ; preds = %426
  %436 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %437 = atomicrmw sub ptr %204, i32 1 monotonic, align 4
  br label %438

438:                                              ; preds = %435, %426
  %439 = or disjoint i64 %427, 1
  %440 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %439
  %441 = load i8, ptr %440, align 1
  %442 = zext i8 %441 to i64
  %443 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %442
  %444 = cmpxchg ptr %443, i64 %296, i64 0 acq_rel monotonic, align 64
  %445 = extractvalue { i64, i1 } %444, 1
  br i1 %445, label %446, label %449

446:                                              ; preds = %438
  %447 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %448 = atomicrmw sub ptr %204, i32 1 monotonic, align 4
  br label %449

449:                                              ; preds = %446, %438
  %450 = add nuw nsw i64 %427, 2
  %451 = add i64 %428, 2
  %452 = icmp eq i64 %451, %301
  br i1 %452, label %334, label %426

453:                                              ; preds = %357, %360, %363, %366, %369, %372, %375, %378, %381, %384, %387, %390, %393, %396, %399, %402, %197, %424
  call void @llvm.lifetime.end.p0(i64 16576, ptr nonnull %10) #7
  call void @llvm.lifetime.end.p0(i64 255, ptr nonnull %9) #7
  %454 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %13) #7
  br label %455

455:                                              ; preds = %453, %44
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

30:                                               ; preds = %314, %1
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
  br i1 %119, label %314, label %120

120:                                              ; preds = %116
  %121 = cmpxchg ptr %0, i64 %118, i64 1 acq_rel monotonic, align 64
  %122 = extractvalue { i64, i1 } %121, 1
  br i1 %122, label %123, label %314

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
  %148 = call i64 @llvm.umin.i64(i64 %145, i64 %147)
  %149 = call i64 @llvm.umin.i64(i64 %148, i64 20000)
  store i64 %149, ptr %7, align 16
  %150 = load i64, ptr %13, align 8
  %151 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 0
  %152 = load i64, ptr %151, align 8
  %153 = icmp ne i64 %150, %152
  %154 = load i64, ptr %15, align 8
  %155 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 1
  %156 = load i64, ptr %155, align 8
  %157 = icmp ne i64 %154, %156
  %158 = or i1 %153, %157
  %159 = load i64, ptr %16, align 8
  %160 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 2
  %161 = load i64, ptr %160, align 8
  %162 = icmp ne i64 %159, %161
  %163 = or i1 %158, %162
  %164 = load i64, ptr %17, align 8
  %165 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 3
  %166 = load i64, ptr %165, align 8
  %167 = icmp ne i64 %164, %166
  %168 = or i1 %163, %167
  %169 = load i64, ptr %18, align 8
  %170 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 4
  %171 = load i64, ptr %170, align 8
  %172 = icmp ne i64 %169, %171
  %173 = or i1 %168, %172
  %174 = load i64, ptr %19, align 8
  %175 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 5
  %176 = load i64, ptr %175, align 8
  %177 = icmp ne i64 %174, %176
  %178 = or i1 %173, %177
  %179 = load i64, ptr %20, align 8
  %180 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 6
  %181 = load i64, ptr %180, align 8
  %182 = icmp ne i64 %179, %181
  %183 = or i1 %178, %182
  %184 = load i64, ptr %21, align 8
  %185 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 7
  %186 = load i64, ptr %185, align 8
  %187 = icmp ne i64 %184, %186
  %188 = or i1 %183, %187
  %189 = load i64, ptr %22, align 8
  %190 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 8
  %191 = load i64, ptr %190, align 8
  %192 = icmp ne i64 %189, %191
  %193 = or i1 %188, %192
  %194 = load i64, ptr %23, align 8
  %195 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 9
  %196 = load i64, ptr %195, align 8
  %197 = icmp ne i64 %194, %196
  %198 = or i1 %193, %197
  %199 = load i64, ptr %24, align 8
  %200 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 10
  %201 = load i64, ptr %200, align 8
  %202 = icmp ne i64 %199, %201
  %203 = or i1 %198, %202
  %204 = load i64, ptr %25, align 8
  %205 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 11
  %206 = load i64, ptr %205, align 8
  %207 = icmp ne i64 %204, %206
  %208 = or i1 %203, %207
  %209 = load i64, ptr %26, align 8
  %210 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 12
  %211 = load i64, ptr %210, align 8
  %212 = icmp ne i64 %209, %211
  %213 = or i1 %208, %212
  %214 = load i64, ptr %27, align 8
  %215 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 13
  %216 = load i64, ptr %215, align 8
  %217 = icmp ne i64 %214, %216
  %218 = or i1 %213, %217
  %219 = load i64, ptr %28, align 8
  %220 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 14
  %221 = load i64, ptr %220, align 8
  %222 = icmp ne i64 %219, %221
  %223 = or i1 %218, %222
  %224 = load i64, ptr %29, align 8
  %225 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 6, i64 15
  %226 = load i64, ptr %225, align 8
  %227 = icmp ne i64 %224, %226
  %228 = or i1 %223, %227
  br i1 %228, label %229, label %248

229:                                              ; preds = %143
  %230 = load i64, ptr %151, align 8
  store i64 %230, ptr %13, align 8
  %231 = load i64, ptr %155, align 8
  store i64 %231, ptr %15, align 8
  %232 = load i64, ptr %160, align 8
  store i64 %232, ptr %16, align 8
  %233 = load i64, ptr %165, align 8
  store i64 %233, ptr %17, align 8
  %234 = load i64, ptr %170, align 8
  store i64 %234, ptr %18, align 8
  %235 = load i64, ptr %175, align 8
  store i64 %235, ptr %19, align 8
  %236 = load i64, ptr %180, align 8
  store i64 %236, ptr %20, align 8
  %237 = load i64, ptr %185, align 8
  store i64 %237, ptr %21, align 8
  %238 = load i64, ptr %190, align 8
  store i64 %238, ptr %22, align 8
  %239 = load i64, ptr %195, align 8
  store i64 %239, ptr %23, align 8
  %240 = load i64, ptr %200, align 8
  store i64 %240, ptr %24, align 8
  %241 = load i64, ptr %205, align 8
  store i64 %241, ptr %25, align 8
  %242 = load i64, ptr %210, align 8
  store i64 %242, ptr %26, align 8
  %243 = load i64, ptr %215, align 8
  store i64 %243, ptr %27, align 8
  %244 = load i64, ptr %220, align 8
  store i64 %244, ptr %28, align 8
  %245 = load i64, ptr %225, align 8
  store i64 %245, ptr %29, align 8
  %246 = load ptr, ptr @set_cpus, align 8
  %247 = call i32 %246(i32 noundef 0, i64 noundef 128, ptr noundef nonnull %13) #6
  br label %248

248:                                              ; preds = %229, %143
  %249 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 3
  %250 = load i32, ptr %249, align 8
  %251 = icmp sgt i32 %250, 0
  br i1 %251, label %252, label %309

252:                                              ; preds = %248
  %253 = load i32, ptr %14, align 8
  %254 = icmp eq i32 %253, 0
  %255 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 5
  %256 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 2
  %257 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 1
  br label %258

258:                                              ; preds = %302, %252
  %259 = phi i32 [ 0, %252 ], [ %303, %302 ]
  %260 = phi i32 [ %253, %252 ], [ %307, %302 ]
  %261 = sext i32 %260 to i64
  %262 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 8, i64 %261
  %263 = icmp eq i32 %259, 0
  br label %264

264:                                              ; preds = %295, %258
  br i1 %254, label %269, label %265

265:                                              ; preds = %264
  %266 = load atomic i32, ptr @active monotonic, align 64
  %267 = load i32, ptr %255, align 32
  %268 = icmp sgt i32 %266, %267
  br i1 %268, label %302, label %269

269:                                              ; preds = %265, %264
  %270 = load i64, ptr %256, align 16
  %271 = load atomic i64, ptr %262 acquire, align 8
  br label %272

272:                                              ; preds = %290, %269
  %273 = phi i64 [ %271, %269 ], [ %294, %290 ]
  %274 = and i64 %273, 4294967295
  %275 = lshr i64 %273, 32
  %276 = icmp ult i64 %274, %275
  br i1 %276, label %277, label %302

277:                                              ; preds = %272
  %278 = sub nsw i64 %275, %274
  %279 = lshr i64 %278, 1
  %280 = call noundef i64 @llvm.umax.i64(i64 %270, i64 %279)
  %281 = call noundef i64 @llvm.umin.i64(i64 %278, i64 %280)
  br i1 %263, label %286, label %282

282:                                              ; preds = %277
  %283 = sub i64 %275, %281
  %284 = shl i64 %283, 32
  %285 = or disjoint i64 %284, %274
  br label %290

286:                                              ; preds = %277
  %287 = add i64 %281, %274
  %288 = and i64 %273, -4294967296
  %289 = or i64 %287, %288
  br label %290

290:                                              ; preds = %286, %282
  %291 = phi i64 [ %285, %282 ], [ %289, %286 ]
  %292 = cmpxchg ptr %262, i64 %273, i64 %291 acq_rel acquire, align 8
  %293 = extractvalue { i64, i1 } %292, 1
  %294 = extractvalue { i64, i1 } %292, 0
  br i1 %293, label %295, label %272

295:                                              ; preds = %290
  %296 = sub i64 %275, %281
  %297 = select i1 %263, i64 %274, i64 %296
  %298 = add i64 %281, %274
  %299 = select i1 %263, i64 %298, i64 %275
  %300 = load ptr, ptr %124, align 64
  %301 = load ptr, ptr %257, align 8
  call void %300(ptr noundef %301, i64 noundef %297, i64 noundef %299) #6
  br label %264

302:                                              ; preds = %265, %272
  %303 = add nuw nsw i32 %259, 1
  %304 = add nsw i32 %260, 1
  %305 = load i32, ptr %249, align 8
  %306 = icmp slt i32 %304, %305
  %307 = select i1 %306, i32 %304, i32 0
  %308 = icmp slt i32 %303, %305
  br i1 %308, label %258, label %309

309:                                              ; preds = %302, %248
  %310 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  store atomic i64 0, ptr %0 release, align 64
  %311 = getelementptr inbounds %struct.region, ptr %124, i64 0, i32 4
  %312 = atomicrmw sub ptr %311, i32 1 acq_rel, align 4
  %313 = icmp eq i32 %312, 1073741825
  br i1 %313, label %315, label %314

314:                                              ; preds = %309, %315, %116, %120
  br label %30

315:                                              ; preds = %309
  %316 = call i32 @pthread_mutex_lock(ptr noundef nonnull @done_mutex) #6
  %317 = call i32 @pthread_cond_broadcast(ptr noundef nonnull @done) #6
  %318 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @done_mutex) #6
  br label %314
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
