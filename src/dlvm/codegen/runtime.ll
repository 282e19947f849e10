%struct.worker = type { i64, i64, i64, i32, i32, [16 x i64], [32 x i8], [128 x i8], [128 x i8] }
%struct.region = type { ptr, ptr, i64, ptr, i32, i32, [24 x i8], [256 x %struct.share] }
%struct.share = type { i64, [56 x i8] }
%struct.places = type { i64, i32, [16 x i64] }

@active = internal global i32 0, align 64
@started = internal global i32 0, align 4
@most = internal unnamed_addr global i32 255, align 4
@clock = internal unnamed_addr global i32 0, align 4
@processors = internal unnamed_addr global i32 0, align 4
@get_cpus = internal unnamed_addr global ptr null, align 8
@set_cpus = internal unnamed_addr global ptr null, align 8
@done_mutex = internal global [128 x i8] zeroinitializer, align 64
@done = internal global [128 x i8] zeroinitializer, align 64
@known_places = internal global i64 0, align 8
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
  %13 = alloca [2 x i64], align 16
  %14 = alloca %struct.places, align 8
  %15 = icmp sgt i64 %4, 1
  %16 = add i64 %2, -2
  %17 = icmp ult i64 %16, 4294967294
  %18 = and i1 %17, %15
  br i1 %18, label %19, label %45

19:                                               ; preds = %5
  %20 = load atomic i64, ptr @wake monotonic, align 8
  %21 = load i32, ptr @started, align 4
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %26, label %23

23:                                               ; preds = %19
  %24 = load atomic i32, ptr getelementptr inbounds ([255 x %struct.worker], ptr @workers, i64 0, i64 0, i32 4) monotonic, align 4
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %27, label %26

26:                                               ; preds = %23, %19
  br label %27

27:                                               ; preds = %26, %23
  %28 = phi i64 [ %20, %26 ], [ 500, %23 ]
  %29 = shl nuw nsw i64 %28, 1
  %30 = icmp ugt i64 %29, %3
  br i1 %30, label %31, label %41

31:                                               ; preds = %27
  %32 = icmp ult i64 %3, 1000
  br i1 %32, label %45, label %33

33:                                               ; preds = %31
  %34 = atomicrmw add ptr @missed, i64 %3 monotonic, align 8
  %35 = add i64 %34, %3
  %36 = shl nuw nsw i64 %20, 2
  %37 = icmp ult i64 %35, %36
  br i1 %37, label %45, label %38

38:                                               ; preds = %33
  store atomic i64 0, ptr @missed monotonic, align 8
  %39 = udiv i64 %3, 500
  %40 = add nsw i64 %39, -1
  br label %46

41:                                               ; preds = %27
  %42 = udiv i64 %3, %28
  %43 = add i64 %42, -1
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %45, label %46

45:                                               ; preds = %33, %31, %5, %41
  tail call void %0(ptr noundef %1, i64 noundef 0, i64 noundef %2) #6
  br label %541

46:                                               ; preds = %38, %41
  %47 = phi i64 [ %40, %38 ], [ %43, %41 ]
  call void @llvm.lifetime.start.p0(i64 144, ptr nonnull %14) #7
  %48 = load i64, ptr @known_places, align 8
  %49 = tail call ptr @pthread_getspecific(i64 noundef %48) #6
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %13) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %13, i8 0, i64 16, i1 false)
  %50 = load i32, ptr @clock, align 4
  %51 = call i32 @clock_gettime(i32 noundef %50, ptr noundef nonnull %13) #6
  %52 = load i64, ptr %13, align 16
  %53 = mul i64 %52, 1000000000
  %54 = getelementptr inbounds [2 x i64], ptr %13, i64 0, i64 1
  %55 = load i64, ptr %54, align 8
  %56 = add i64 %53, %55
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %13) #7
  %57 = icmp eq ptr %49, null
  br i1 %57, label %63, label %58

58:                                               ; preds = %46
  %59 = getelementptr inbounds %struct.places, ptr %49, i64 0, i32 1
  %60 = load i64, ptr %49, align 8
  %61 = sub i64 %56, %60
  %62 = icmp ult i64 %61, 1000000
  br i1 %62, label %166, label %71

63:                                               ; preds = %46
  %64 = call ptr @malloc(i64 noundef 144) #6
  %65 = icmp eq ptr %64, null
  br i1 %65, label %71, label %66

66:                                               ; preds = %63
  %67 = load i64, ptr @known_places, align 8
  %68 = call i32 @pthread_setspecific(i64 noundef %67, ptr noundef nonnull %64) #6
  %69 = icmp eq i32 %68, 0
  br i1 %69, label %71, label %70

70:                                               ; preds = %66
  call void @free(ptr noundef nonnull %64) #6
  br label %71

71:                                               ; preds = %70, %66, %63, %58
  %72 = phi ptr [ null, %70 ], [ %64, %66 ], [ null, %63 ], [ %49, %58 ]
  %73 = icmp eq ptr %72, null
  %74 = select i1 %73, ptr %14, ptr %72
  %75 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 1
  %76 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 1
  %77 = select i1 %73, ptr %75, ptr %76
  store i64 %56, ptr %74, align 8
  store i32 0, ptr %77, align 8
  %78 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 0
  %79 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 0
  %80 = select i1 %73, ptr %78, ptr %79
  store i64 0, ptr %80, align 8
  %81 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 1
  %82 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 1
  %83 = select i1 %73, ptr %81, ptr %82
  store i64 0, ptr %83, align 8
  %84 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 2
  %85 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 2
  %86 = select i1 %73, ptr %84, ptr %85
  store i64 0, ptr %86, align 8
  %87 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 3
  %88 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 3
  %89 = select i1 %73, ptr %87, ptr %88
  store i64 0, ptr %89, align 8
  %90 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 4
  %91 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 4
  %92 = select i1 %73, ptr %90, ptr %91
  store i64 0, ptr %92, align 8
  %93 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 5
  %94 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 5
  %95 = select i1 %73, ptr %93, ptr %94
  store i64 0, ptr %95, align 8
  %96 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 6
  %97 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 6
  %98 = select i1 %73, ptr %96, ptr %97
  store i64 0, ptr %98, align 8
  %99 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 7
  %100 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 7
  %101 = select i1 %73, ptr %99, ptr %100
  store i64 0, ptr %101, align 8
  %102 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 8
  %103 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 8
  %104 = select i1 %73, ptr %102, ptr %103
  store i64 0, ptr %104, align 8
  %105 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 9
  %106 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 9
  %107 = select i1 %73, ptr %105, ptr %106
  store i64 0, ptr %107, align 8
  %108 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 10
  %109 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 10
  %110 = select i1 %73, ptr %108, ptr %109
  store i64 0, ptr %110, align 8
  %111 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 11
  %112 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 11
  %113 = select i1 %73, ptr %111, ptr %112
  store i64 0, ptr %113, align 8
  %114 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 12
  %115 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 12
  %116 = select i1 %73, ptr %114, ptr %115
  store i64 0, ptr %116, align 8
  %117 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 13
  %118 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 13
  %119 = select i1 %73, ptr %117, ptr %118
  store i64 0, ptr %119, align 8
  %120 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 14
  %121 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 14
  %122 = select i1 %73, ptr %120, ptr %121
  store i64 0, ptr %122, align 8
  %123 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 15
  %124 = getelementptr inbounds %struct.places, ptr %72, i64 0, i32 2, i64 15
  %125 = select i1 %73, ptr %123, ptr %124
  store i64 0, ptr %125, align 8
  %126 = load ptr, ptr @get_cpus, align 8
  %127 = icmp eq ptr %126, null
  br i1 %127, label %131, label %128

128:                                              ; preds = %71
  %129 = call i32 %126(i32 noundef 0, i64 noundef 128, ptr noundef nonnull %80) #6
  %130 = icmp slt i32 %129, 0
  br i1 %130, label %131, label %133

131:                                              ; preds = %128, %71
  %132 = load i32, ptr @processors, align 4
  store i32 %132, ptr %77, align 8
  br label %166

133:                                              ; preds = %128, %156
  %134 = phi i64 [ %157, %156 ], [ 0, %128 ]
  %135 = getelementptr inbounds %struct.places, ptr %74, i64 0, i32 2, i64 %134
  %136 = load i64, ptr %135, align 8
  %137 = icmp eq i64 %136, 0
  br i1 %137, label %141, label %138

138:                                              ; preds = %133
  %139 = load i32, ptr %77, align 8
  br label %159

140:                                              ; preds = %159
  store i32 %162, ptr %77, align 8
  br label %141

141:                                              ; preds = %140, %133
  %142 = or disjoint i64 %134, 1
  %143 = getelementptr inbounds %struct.places, ptr %74, i64 0, i32 2, i64 %142
  %144 = load i64, ptr %143, align 8
  %145 = icmp eq i64 %144, 0
  br i1 %145, label %156, label %146

146:                                              ; preds = %141
  %147 = load i32, ptr %77, align 8
  br label %148

148:                                              ; preds = %148, %146
  %149 = phi i32 [ %147, %146 ], [ %151, %148 ]
  %150 = phi i64 [ %144, %146 ], [ %153, %148 ]
  %151 = add nsw i32 %149, 1
  %152 = add i64 %150, -1
  %153 = and i64 %152, %150
  %154 = icmp eq i64 %153, 0
  br i1 %154, label %155, label %148

155:                                              ; preds = %148
  store i32 %151, ptr %77, align 8
  br label %156

156:                                              ; preds = %155, %141
  %157 = add nuw nsw i64 %134, 2
  %158 = icmp eq i64 %157, 16
  br i1 %158, label %166, label %133

159:                                              ; preds = %159, %138
  %160 = phi i32 [ %139, %138 ], [ %162, %159 ]
  %161 = phi i64 [ %136, %138 ], [ %164, %159 ]
  %162 = add nsw i32 %160, 1
  %163 = add i64 %161, -1
  %164 = and i64 %163, %161
  %165 = icmp eq i64 %164, 0
  br i1 %165, label %140, label %159

166:                                              ; preds = %156, %58, %131
  %167 = phi ptr [ %49, %58 ], [ %74, %131 ], [ %74, %156 ]
  %168 = phi ptr [ %59, %58 ], [ %77, %131 ], [ %77, %156 ]
  %169 = atomicrmw add ptr @active, i32 1 monotonic, align 64
  %170 = load i32, ptr %168, align 8
  %171 = xor i32 %169, -1
  %172 = add i32 %170, %171
  %173 = add nsw i64 %4, -1
  %174 = add nsw i64 %2, -1
  %175 = call i64 @llvm.umin.i64(i64 %174, i64 %173)
  %176 = call i64 @llvm.umin.i64(i64 %175, i64 %47)
  %177 = call i32 @llvm.smax.i32(i32 %172, i32 0)
  %178 = zext nneg i32 %177 to i64
  %179 = call i64 @llvm.umin.i64(i64 %176, i64 %178)
  %180 = call i64 @llvm.umin.i64(i64 %179, i64 255)
  %181 = load atomic i32, ptr @started monotonic, align 4
  %182 = sext i32 %181 to i64
  %183 = load i32, ptr @most, align 4
  %184 = sext i32 %183 to i64
  %185 = call noundef i64 @llvm.umin.i64(i64 %180, i64 %184)
  %186 = icmp ugt i64 %185, %182
  %187 = trunc i64 %180 to i32
  br i1 %186, label %188, label %269

188:                                              ; preds = %166
  %189 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %11) #7
  %190 = atomicrmw xchg ptr @starting, i32 1 acquire, align 4
  %191 = icmp eq i32 %190, 0
  br i1 %191, label %192, label %268

192:                                              ; preds = %188
  %193 = call i32 @pthread_attr_init(ptr noundef nonnull %11) #6
  %194 = call i32 @pthread_attr_setstacksize(ptr noundef nonnull %11, i64 noundef 4194304) #6
  %195 = load i32, ptr @started, align 4
  %196 = icmp slt i32 %195, %187
  br i1 %196, label %197, label %266

197:                                              ; preds = %192
  %198 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 1
  %199 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 2
  %200 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 3
  %201 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 4
  %202 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 5
  %203 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 6
  %204 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 7
  %205 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 8
  %206 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 9
  %207 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 10
  %208 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 11
  %209 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 12
  %210 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 13
  %211 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 14
  %212 = getelementptr inbounds %struct.places, ptr %167, i64 0, i32 2, i64 15
  br label %213

213:                                              ; preds = %260, %197
  %214 = phi i32 [ %264, %260 ], [ %195, %197 ]
  %215 = sext i32 %214 to i64
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %12) #7
  %216 = load i64, ptr @wake, align 8
  %217 = call noundef i64 @llvm.umin.i64(i64 %216, i64 20000)
  %218 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 2
  store i64 %217, ptr %218, align 16
  %219 = load i64, ptr %189, align 8
  %220 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 0
  store i64 %219, ptr %220, align 32
  %221 = load i64, ptr %198, align 8
  %222 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 1
  store i64 %221, ptr %222, align 8
  %223 = load i64, ptr %199, align 8
  %224 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 2
  store i64 %223, ptr %224, align 16
  %225 = load i64, ptr %200, align 8
  %226 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 3
  store i64 %225, ptr %226, align 8
  %227 = load i64, ptr %201, align 8
  %228 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 4
  store i64 %227, ptr %228, align 64
  %229 = load i64, ptr %202, align 8
  %230 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 5
  store i64 %229, ptr %230, align 8
  %231 = load i64, ptr %203, align 8
  %232 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 6
  store i64 %231, ptr %232, align 16
  %233 = load i64, ptr %204, align 8
  %234 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 7
  store i64 %233, ptr %234, align 8
  %235 = load i64, ptr %205, align 8
  %236 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 8
  store i64 %235, ptr %236, align 32
  %237 = load i64, ptr %206, align 8
  %238 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 9
  store i64 %237, ptr %238, align 8
  %239 = load i64, ptr %207, align 8
  %240 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 10
  store i64 %239, ptr %240, align 16
  %241 = load i64, ptr %208, align 8
  %242 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 11
  store i64 %241, ptr %242, align 8
  %243 = load i64, ptr %209, align 8
  %244 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 12
  store i64 %243, ptr %244, align 64
  %245 = load i64, ptr %210, align 8
  %246 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 13
  store i64 %245, ptr %246, align 8
  %247 = load i64, ptr %211, align 8
  %248 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 14
  store i64 %247, ptr %248, align 16
  %249 = load i64, ptr %212, align 8
  %250 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 5, i64 15
  store i64 %249, ptr %250, align 8
  %251 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215
  %252 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 7
  %253 = call i32 @pthread_mutex_init(ptr noundef nonnull %252, ptr noundef null) #6
  %254 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %215, i32 8
  %255 = call i32 @pthread_cond_init(ptr noundef nonnull %254, ptr noundef null) #6
  %256 = call i32 @pthread_create(ptr noundef nonnull %12, ptr noundef nonnull %11, ptr noundef nonnull @serve, ptr noundef nonnull %251) #6
  %257 = icmp eq i32 %256, 0
  br i1 %257, label %260, label %258

258:                                              ; preds = %213
  %259 = load i32, ptr @started, align 4
  store i32 %259, ptr @most, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #7
  br label %266

260:                                              ; preds = %213
  %261 = load i64, ptr %12, align 8
  %262 = call i32 @pthread_detach(i64 noundef %261) #6
  %263 = atomicrmw add ptr @started, i32 1 release, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #7
  %264 = load i32, ptr @started, align 4
  %265 = icmp slt i32 %264, %187
  br i1 %265, label %213, label %266

266:                                              ; preds = %260, %258, %192
  %267 = call i32 @pthread_attr_destroy(ptr noundef nonnull %11) #6
  store atomic i32 0, ptr @starting release, align 4
  br label %268

268:                                              ; preds = %188, %266
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #7
  br label %269

269:                                              ; preds = %166, %268
  %270 = mul i64 %2, 2000
  %271 = call noundef i64 @llvm.umax.i64(i64 %3, i64 1)
  %272 = udiv i64 %270, %271
  %273 = call noundef i64 @llvm.umax.i64(i64 %272, i64 1)
  call void @llvm.lifetime.start.p0(i64 255, ptr nonnull %9) #7
  call void @llvm.lifetime.start.p0(i64 16448, ptr nonnull %10) #7
  %274 = load atomic i32, ptr @started acquire, align 4
  %275 = icmp sgt i32 %274, 0
  %276 = icmp ne i32 %187, 0
  %277 = and i1 %276, %275
  br i1 %277, label %278, label %299

278:                                              ; preds = %269
  %279 = zext nneg i32 %274 to i64
  br label %282

280:                                              ; preds = %293
  %281 = icmp eq i32 %294, 0
  br i1 %281, label %299, label %300

282:                                              ; preds = %293, %278
  %283 = phi i64 [ 0, %278 ], [ %295, %293 ]
  %284 = phi i32 [ 0, %278 ], [ %294, %293 ]
  %285 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %283
  %286 = cmpxchg ptr %285, i64 0, i64 1 acquire monotonic, align 64
  %287 = extractvalue { i64, i1 } %286, 1
  br i1 %287, label %288, label %293

288:                                              ; preds = %282
  %289 = trunc i64 %283 to i8
  %290 = add nsw i32 %284, 1
  %291 = sext i32 %284 to i64
  %292 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %291
  store i8 %289, ptr %292, align 1
  br label %293

293:                                              ; preds = %288, %282
  %294 = phi i32 [ %290, %288 ], [ %284, %282 ]
  %295 = add nuw nsw i64 %283, 1
  %296 = icmp ult i64 %295, %279
  %297 = icmp slt i32 %294, %187
  %298 = select i1 %296, i1 %297, i1 false
  br i1 %298, label %282, label %280

299:                                              ; preds = %280, %269
  call void %0(ptr noundef %1, i64 noundef 0, i64 noundef %2) #6
  br label %539

300:                                              ; preds = %280
  %301 = atomicrmw add ptr @active, i32 %294 monotonic, align 64
  store ptr %0, ptr %10, align 64
  %302 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 1
  store ptr %1, ptr %302, align 8
  %303 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 2
  store i64 %273, ptr %303, align 16
  %304 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 3
  store ptr %167, ptr %304, align 8
  %305 = add nsw i32 %294, 1
  %306 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 4
  store i32 %305, ptr %306, align 32
  %307 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 5
  store i32 %294, ptr %307, align 4
  %308 = sext i32 %294 to i64
  %309 = sext i32 %305 to i64
  %310 = add nsw i64 %308, 1
  %311 = call i64 @llvm.umax.i64(i64 %310, i64 1)
  br label %318

312:                                              ; preds = %318
  %313 = icmp sgt i32 %294, 0
  br i1 %313, label %314, label %331

314:                                              ; preds = %312
  %315 = ptrtoint ptr %10 to i64
  %316 = getelementptr inbounds [2 x i64], ptr %8, i64 0, i64 1
  %317 = zext nneg i32 %294 to i64
  br label %388

318:                                              ; preds = %318, %300
  %319 = phi i64 [ 0, %300 ], [ %322, %318 ]
  %320 = mul i64 %319, %2
  %321 = udiv i64 %320, %309
  %322 = add nuw i64 %319, 1
  %323 = mul i64 %322, %2
  %324 = udiv i64 %323, %309
  %325 = shl i64 %324, 32
  %326 = or i64 %325, %321
  %327 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 7, i64 %319
  store i64 %326, ptr %327, align 64
  %328 = icmp eq i64 %322, %311
  br i1 %328, label %312, label %318

329:                                              ; preds = %418
  %330 = load i32, ptr %306, align 32
  br label %331

331:                                              ; preds = %329, %312
  %332 = phi i32 [ %330, %329 ], [ %305, %312 ]
  %333 = icmp sgt i32 %332, 0
  br i1 %333, label %334, label %380

334:                                              ; preds = %331, %373
  %335 = phi i32 [ %374, %373 ], [ 0, %331 ]
  %336 = phi i32 [ %378, %373 ], [ 0, %331 ]
  %337 = sext i32 %336 to i64
  %338 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 7, i64 %337
  %339 = icmp eq i32 %335, 0
  br label %340

340:                                              ; preds = %366, %334
  %341 = load i64, ptr %303, align 16
  %342 = load atomic i64, ptr %338 acquire, align 64
  br label %343

343:                                              ; preds = %361, %340
  %344 = phi i64 [ %342, %340 ], [ %365, %361 ]
  %345 = and i64 %344, 4294967295
  %346 = lshr i64 %344, 32
  %347 = icmp ult i64 %345, %346
  br i1 %347, label %348, label %373

348:                                              ; preds = %343
  %349 = sub nsw i64 %346, %345
  %350 = lshr i64 %349, 1
  %351 = call noundef i64 @llvm.umax.i64(i64 %341, i64 %350)
  %352 = call noundef i64 @llvm.umin.i64(i64 %349, i64 %351)
  br i1 %339, label %357, label %353

353:                                              ; preds = %348
  %354 = sub i64 %346, %352
  %355 = shl i64 %354, 32
  %356 = or disjoint i64 %355, %345
  br label %361

357:                                              ; preds = %348
  %358 = add i64 %352, %345
  %359 = and i64 %344, -4294967296
  %360 = or i64 %358, %359
  br label %361

361:                                              ; preds = %357, %353
  %362 = phi i64 [ %356, %353 ], [ %360, %357 ]
  %363 = cmpxchg ptr %338, i64 %344, i64 %362 acq_rel acquire, align 8
  %364 = extractvalue { i64, i1 } %363, 1
  %365 = extractvalue { i64, i1 } %363, 0
  br i1 %364, label %366, label %343

366:                                              ; preds = %361
  %367 = sub i64 %346, %352
  %368 = select i1 %339, i64 %345, i64 %367
  %369 = add i64 %352, %345
  %370 = select i1 %339, i64 %369, i64 %346
  %371 = load ptr, ptr %10, align 64
  %372 = load ptr, ptr %302, align 8
  call void %371(ptr noundef %372, i64 noundef %368, i64 noundef %370) #6
  br label %340

373:                                              ; preds = %343
  %374 = add nuw nsw i32 %335, 1
  %375 = add nsw i32 %336, 1
  %376 = load i32, ptr %306, align 32
  %377 = icmp slt i32 %375, %376
  %378 = select i1 %377, i32 %375, i32 0
  %379 = icmp slt i32 %374, %376
  br i1 %379, label %334, label %380

380:                                              ; preds = %373, %331
  br i1 %313, label %381, label %433

381:                                              ; preds = %380
  %382 = ptrtoint ptr %10 to i64
  %383 = zext nneg i32 %294 to i64
  %384 = and i64 %383, 1
  %385 = icmp eq i32 %294, 1
  br i1 %385, label %420, label %386

386:                                              ; preds = %381
  %387 = and i64 %383, 2147483646
  br label %512

388:                                              ; preds = %418, %314
  %389 = phi i64 [ 0, %314 ], [ %394, %418 ]
  %390 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %389
  %391 = load i8, ptr %390, align 1
  %392 = zext i8 %391 to i64
  %393 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %392
  %394 = add nuw nsw i64 %389, 1
  %395 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %392, i32 3
  %396 = trunc i64 %394 to i32
  store i32 %396, ptr %395, align 8
  store atomic i64 %315, ptr %393 seq_cst, align 64
  %397 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %392, i32 4
  %398 = load atomic i32, ptr %397 seq_cst, align 4
  %399 = icmp eq i32 %398, 0
  br i1 %399, label %418, label %400

400:                                              ; preds = %388
  %401 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %392, i32 7
  %402 = call i32 @pthread_mutex_lock(ptr noundef nonnull %401) #6
  %403 = load i32, ptr %397, align 4
  %404 = icmp eq i32 %403, 0
  br i1 %404, label %416, label %405

405:                                              ; preds = %400
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %8) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %8, i8 0, i64 16, i1 false)
  %406 = load i32, ptr @clock, align 4
  %407 = call i32 @clock_gettime(i32 noundef %406, ptr noundef nonnull %8) #6
  %408 = load i64, ptr %8, align 16
  %409 = mul i64 %408, 1000000000
  %410 = load i64, ptr %316, align 8
  %411 = add i64 %409, %410
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %8) #7
  %412 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %392, i32 1
  store i64 %411, ptr %412, align 8
  store atomic i32 0, ptr %397 monotonic, align 4
  %413 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %401) #6
  %414 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %392, i32 8
  %415 = call i32 @pthread_cond_signal(ptr noundef nonnull %414) #6
  br label %418

416:                                              ; preds = %400
  %417 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %401) #6
  br label %418

418:                                              ; preds = %416, %405, %388
  %419 = icmp eq i64 %394, %317
  br i1 %419, label %329, label %388

420:                                              ; preds = %535, %381
  %421 = phi i64 [ 0, %381 ], [ %536, %535 ]
  %422 = icmp eq i64 %384, 0
  br i1 %422, label %433, label %423

423:                                              ; preds = %420
  %424 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %421
  %425 = load i8, ptr %424, align 1
  %426 = zext i8 %425 to i64
  %427 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %426
  %428 = cmpxchg ptr %427, i64 %382, i64 0 acq_rel monotonic, align 64
  %429 = extractvalue { i64, i1 } %428, 1
  br i1 %429, label %430, label %433

430:                                              ; preds = %423
  %431 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %432 = atomicrmw sub ptr %307, i32 1 monotonic, align 4
  br label %433

433:                                              ; preds = %420, %430, %423, %380
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %7, i8 0, i64 16, i1 false)
  %434 = load i32, ptr @clock, align 4
  %435 = call i32 @clock_gettime(i32 noundef %434, ptr noundef nonnull %7) #6
  %436 = load i64, ptr %7, align 16
  %437 = getelementptr inbounds [2 x i64], ptr %7, i64 0, i64 1
  %438 = load i64, ptr %437, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7) #7
  %439 = load atomic i64, ptr @wake monotonic, align 8
  %440 = shl nuw nsw i64 %439, 1
  %441 = call noundef i64 @llvm.umin.i64(i64 %440, i64 20000)
  %442 = getelementptr inbounds [2 x i64], ptr %6, i64 0, i64 1
  br label %443

443:                                              ; preds = %491, %433
  %444 = load atomic i32, ptr %307 acquire, align 4
  %445 = icmp eq i32 %444, 0
  br i1 %445, label %539, label %446

446:                                              ; preds = %443
  call void @dlvm_pause() #6
  %447 = load atomic i32, ptr %307 acquire, align 4
  %448 = icmp eq i32 %447, 0
  br i1 %448, label %539, label %449

449:                                              ; preds = %446
  call void @dlvm_pause() #6
  %450 = load atomic i32, ptr %307 acquire, align 4
  %451 = icmp eq i32 %450, 0
  br i1 %451, label %539, label %452

452:                                              ; preds = %449
  call void @dlvm_pause() #6
  %453 = load atomic i32, ptr %307 acquire, align 4
  %454 = icmp eq i32 %453, 0
  br i1 %454, label %539, label %455

455:                                              ; preds = %452
  call void @dlvm_pause() #6
  %456 = load atomic i32, ptr %307 acquire, align 4
  %457 = icmp eq i32 %456, 0
  br i1 %457, label %539, label %458

458:                                              ; preds = %455
  call void @dlvm_pause() #6
  %459 = load atomic i32, ptr %307 acquire, align 4
  %460 = icmp eq i32 %459, 0
  br i1 %460, label %539, label %461

461:                                              ; preds = %458
  call void @dlvm_pause() #6
  %462 = load atomic i32, ptr %307 acquire, align 4
  %463 = icmp eq i32 %462, 0
  br i1 %463, label %539, label %464

464:                                              ; preds = %461
  call void @dlvm_pause() #6
  %465 = load atomic i32, ptr %307 acquire, align 4
  %466 = icmp eq i32 %465, 0
  br i1 %466, label %539, label %467

467:                                              ; preds = %464
  call void @dlvm_pause() #6
  %468 = load atomic i32, ptr %307 acquire, align 4
  %469 = icmp eq i32 %468, 0
  br i1 %469, label %539, label %470

470:                                              ; preds = %467
  call void @dlvm_pause() #6
  %471 = load atomic i32, ptr %307 acquire, align 4
  %472 = icmp eq i32 %471, 0
  br i1 %472, label %539, label %473

473:                                              ; preds = %470
  call void @dlvm_pause() #6
  %474 = load atomic i32, ptr %307 acquire, align 4
  %475 = icmp eq i32 %474, 0
  br i1 %475, label %539, label %476

476:                                              ; preds = %473
  call void @dlvm_pause() #6
  %477 = load atomic i32, ptr %307 acquire, align 4
  %478 = icmp eq i32 %477, 0
  br i1 %478, label %539, label %479

479:                                              ; preds = %476
  call void @dlvm_pause() #6
  %480 = load atomic i32, ptr %307 acquire, align 4
  %481 = icmp eq i32 %480, 0
  br i1 %481, label %539, label %482

482:                                              ; preds = %479
  call void @dlvm_pause() #6
  %483 = load atomic i32, ptr %307 acquire, align 4
  %484 = icmp eq i32 %483, 0
  br i1 %484, label %539, label %485

485:                                              ; preds = %482
  call void @dlvm_pause() #6
  %486 = load atomic i32, ptr %307 acquire, align 4
  %487 = icmp eq i32 %486, 0
  br i1 %487, label %539, label %488

488:                                              ; preds = %485
  call void @dlvm_pause() #6
  %489 = load atomic i32, ptr %307 acquire, align 4
  %490 = icmp eq i32 %489, 0
  br i1 %490, label %539, label %491

491:                                              ; preds = %488
  call void @dlvm_pause() #6
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %6, i8 0, i64 16, i1 false)
  %492 = load i32, ptr @clock, align 4
  %493 = call i32 @clock_gettime(i32 noundef %492, ptr noundef nonnull %6) #6
  %494 = load i64, ptr %6, align 16
  %495 = load i64, ptr %442, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6) #7
  %496 = sub i64 %494, %436
  %497 = mul i64 %496, 1000000000
  %498 = sub i64 %495, %438
  %499 = add i64 %498, %497
  %500 = icmp ugt i64 %499, %441
  br i1 %500, label %501, label %443

501:                                              ; preds = %491
  %502 = call i32 @pthread_mutex_lock(ptr noundef nonnull @done_mutex) #6
  %503 = atomicrmw or ptr %307, i32 1073741824 acq_rel, align 4
  %504 = load atomic i32, ptr %307 acquire, align 4
  %505 = icmp eq i32 %504, 1073741824
  br i1 %505, label %510, label %506

506:                                              ; preds = %501, %506
  %507 = call i32 @pthread_cond_wait(ptr noundef nonnull @done, ptr noundef nonnull @done_mutex) #6
  %508 = load atomic i32, ptr %307 acquire, align 4
  %509 = icmp eq i32 %508, 1073741824
  br i1 %509, label %510, label %506

510:                                              ; preds = %506, %501
  %511 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @done_mutex) #6
  br label %539

512:                                              ; preds = %535, %386
  %513 = phi i64 [ 0, %386 ], [ %536, %535 ]
  %514 = phi i64 [ 0, %386 ], [ %537, %535 ]
  %515 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %513
  %516 = load i8, ptr %515, align 2
  %517 = zext i8 %516 to i64
  %518 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %517
  %519 = cmpxchg ptr %518, i64 %382, i64 0 acq_rel monotonic, align 64
  %520 = extractvalue { i64, i1 } %519, 1
  br i1 %520, label %521, label %524

521:                                              ; preds = %512
  %522 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %523 = atomicrmw sub ptr %307, i32 1 monotonic, align 4
  br label %524

524:                                              ; preds = %521, %512
  %525 = or disjoint i64 %513, 1
  %526 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %525
  %527 = load i8, ptr %526, align 1
  %528 = zext i8 %527 to i64
  %529 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %528
  %530 = cmpxchg ptr %529, i64 %382, i64 0 acq_rel monotonic, align 64
  %531 = extractvalue { i64, i1 } %530, 1
  br i1 %531, label %532, label %535

532:                                              ; preds = %524
  %533 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %534 = atomicrmw sub ptr %307, i32 1 monotonic, align 4
  br label %535

535:                                              ; preds = %532, %524
  %536 = add nuw nsw i64 %513, 2
  %537 = add i64 %514, 2
  %538 = icmp eq i64 %537, %387
  br i1 %538, label %420, label %512

539:                                              ; preds = %443, %446, %449, %452, %455, %458, %461, %464, %467, %470, %473, %476, %479, %482, %485, %488, %299, %510
  call void @llvm.lifetime.end.p0(i64 16448, ptr nonnull %10) #7
  call void @llvm.lifetime.end.p0(i64 255, ptr nonnull %9) #7
  %540 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  call void @llvm.lifetime.end.p0(i64 144, ptr nonnull %14) #7
  br label %541

541:                                              ; preds = %539, %45
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
  %7 = tail call i32 @pthread_key_create(ptr noundef nonnull @known_places, ptr noundef nonnull @free) #6
  ret void
}

declare i32 @pthread_mutex_init(ptr noundef, ptr noundef) local_unnamed_addr #2

declare i32 @pthread_cond_init(ptr noundef, ptr noundef) local_unnamed_addr #2

declare i32 @pthread_key_create(ptr noundef, ptr noundef) local_unnamed_addr #2

declare void @free(ptr noundef) #2

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

declare ptr @pthread_getspecific(i64 noundef) local_unnamed_addr #2

declare ptr @malloc(i64 noundef) local_unnamed_addr #2

declare i32 @pthread_setspecific(i64 noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #3

declare i32 @clock_gettime(i32 noundef, ptr noundef) local_unnamed_addr #2

declare i32 @pthread_attr_init(ptr noundef) local_unnamed_addr #2

declare i32 @pthread_attr_setstacksize(ptr noundef, i64 noundef) local_unnamed_addr #2

declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: noreturn nounwind
define internal noundef ptr @serve(ptr noundef %0) #4 {
  %2 = alloca [2 x i64], align 16
  %3 = alloca [2 x i64], align 16
  %4 = alloca [2 x i64], align 16
  %5 = getelementptr inbounds [2 x i64], ptr %4, i64 0, i64 1
  %6 = getelementptr inbounds [2 x i64], ptr %3, i64 0, i64 1
  %7 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 2
  %8 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 1
  %9 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 7
  %10 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 4
  %11 = getelementptr inbounds %struct.worker, ptr %0, i64 0, i32 8
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

30:                                               ; preds = %338, %1
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
  br i1 %40, label %140, label %41

41:                                               ; preds = %37
  call void @dlvm_pause() #6
  %42 = load atomic i64, ptr %0 acquire, align 64
  %43 = icmp ugt i64 %42, 1
  br i1 %43, label %140, label %44

44:                                               ; preds = %41
  call void @dlvm_pause() #6
  %45 = load atomic i64, ptr %0 acquire, align 64
  %46 = icmp ugt i64 %45, 1
  br i1 %46, label %140, label %47

47:                                               ; preds = %44
  call void @dlvm_pause() #6
  %48 = load atomic i64, ptr %0 acquire, align 64
  %49 = icmp ugt i64 %48, 1
  br i1 %49, label %140, label %50

50:                                               ; preds = %47
  call void @dlvm_pause() #6
  %51 = load atomic i64, ptr %0 acquire, align 64
  %52 = icmp ugt i64 %51, 1
  br i1 %52, label %140, label %53

53:                                               ; preds = %50
  call void @dlvm_pause() #6
  %54 = load atomic i64, ptr %0 acquire, align 64
  %55 = icmp ugt i64 %54, 1
  br i1 %55, label %140, label %56

56:                                               ; preds = %53
  call void @dlvm_pause() #6
  %57 = load atomic i64, ptr %0 acquire, align 64
  %58 = icmp ugt i64 %57, 1
  br i1 %58, label %140, label %59

59:                                               ; preds = %56
  call void @dlvm_pause() #6
  %60 = load atomic i64, ptr %0 acquire, align 64
  %61 = icmp ugt i64 %60, 1
  br i1 %61, label %140, label %62

62:                                               ; preds = %59
  call void @dlvm_pause() #6
  %63 = load atomic i64, ptr %0 acquire, align 64
  %64 = icmp ugt i64 %63, 1
  br i1 %64, label %140, label %65

65:                                               ; preds = %62
  call void @dlvm_pause() #6
  %66 = load atomic i64, ptr %0 acquire, align 64
  %67 = icmp ugt i64 %66, 1
  br i1 %67, label %140, label %68

68:                                               ; preds = %65
  call void @dlvm_pause() #6
  %69 = load atomic i64, ptr %0 acquire, align 64
  %70 = icmp ugt i64 %69, 1
  br i1 %70, label %140, label %71

71:                                               ; preds = %68
  call void @dlvm_pause() #6
  %72 = load atomic i64, ptr %0 acquire, align 64
  %73 = icmp ugt i64 %72, 1
  br i1 %73, label %140, label %74

74:                                               ; preds = %71
  call void @dlvm_pause() #6
  %75 = load atomic i64, ptr %0 acquire, align 64
  %76 = icmp ugt i64 %75, 1
  br i1 %76, label %140, label %77

77:                                               ; preds = %74
  call void @dlvm_pause() #6
  %78 = load atomic i64, ptr %0 acquire, align 64
  %79 = icmp ugt i64 %78, 1
  br i1 %79, label %140, label %80

80:                                               ; preds = %77
  call void @dlvm_pause() #6
  %81 = load atomic i64, ptr %0 acquire, align 64
  %82 = icmp ugt i64 %81, 1
  br i1 %82, label %140, label %83

83:                                               ; preds = %80
  call void @dlvm_pause() #6
  %84 = load atomic i64, ptr %0 acquire, align 64
  %85 = icmp ugt i64 %84, 1
  br i1 %85, label %140, label %86

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
  store i64 0, ptr %8, align 8
  %107 = call i32 @pthread_mutex_lock(ptr noundef nonnull %9) #6
  store atomic i32 1, ptr %10 seq_cst, align 4
  %108 = load atomic i64, ptr %0 seq_cst, align 64
  %109 = icmp ugt i64 %108, 1
  br i1 %109, label %110, label %111

110:                                              ; preds = %106
  store atomic i32 0, ptr %10 monotonic, align 4
  br label %111

111:                                              ; preds = %110, %106
  %112 = load atomic i32, ptr %10 monotonic, align 4
  %113 = icmp eq i32 %112, 0
  br i1 %113, label %118, label %114

114:                                              ; preds = %111, %114
  %115 = call i32 @pthread_cond_wait(ptr noundef nonnull %11, ptr noundef nonnull %9) #6
  %116 = load atomic i32, ptr %10 monotonic, align 4
  %117 = icmp eq i32 %116, 0
  br i1 %117, label %118, label %114

118:                                              ; preds = %114, %111
  %119 = load i64, ptr %8, align 8
  %120 = load atomic i64, ptr @wake monotonic, align 8
  %121 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %9) #6
  %122 = icmp eq i64 %119, 0
  br i1 %122, label %136, label %123

123:                                              ; preds = %118
  %124 = mul nuw i64 %120, 7
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %2) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %2, i8 0, i64 16, i1 false)
  %125 = load i32, ptr @clock, align 4
  %126 = call i32 @clock_gettime(i32 noundef %125, ptr noundef nonnull %2) #6
  %127 = load i64, ptr %2, align 16
  %128 = mul i64 %127, 1000000000
  %129 = load i64, ptr %12, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %2) #7
  %130 = sub i64 %129, %119
  %131 = add i64 %130, %128
  %132 = call noundef i64 @llvm.umin.i64(i64 %131, i64 50000)
  %133 = call noundef i64 @llvm.umax.i64(i64 %132, i64 1000)
  %134 = add i64 %133, %124
  %135 = lshr i64 %134, 3
  store atomic i64 %135, ptr @wake monotonic, align 8
  br label %136

136:                                              ; preds = %118, %123
  %137 = phi i64 [ %135, %123 ], [ %120, %118 ]
  %138 = shl nuw nsw i64 %137, 1
  %139 = call noundef i64 @llvm.umin.i64(i64 %138, i64 20000)
  store i64 %139, ptr %7, align 16
  br label %140

140:                                              ; preds = %37, %41, %44, %47, %50, %53, %56, %59, %62, %65, %68, %71, %74, %77, %80, %83, %136
  %141 = load atomic i64, ptr %0 acquire, align 64
  %142 = icmp ult i64 %141, 2
  br i1 %142, label %338, label %143

143:                                              ; preds = %140
  %144 = cmpxchg ptr %0, i64 %141, i64 1 acq_rel monotonic, align 64
  %145 = extractvalue { i64, i1 } %144, 1
  br i1 %145, label %146, label %338

146:                                              ; preds = %143
  %147 = inttoptr i64 %141 to ptr
  %148 = load atomic i64, ptr @wake monotonic, align 8
  %149 = shl nuw nsw i64 %148, 1
  %150 = load i64, ptr %7, align 16
  %151 = shl i64 %150, 1
  %152 = call i64 @llvm.umin.i64(i64 %149, i64 %151)
  %153 = call i64 @llvm.umin.i64(i64 %152, i64 20000)
  store i64 %153, ptr %7, align 16
  %154 = getelementptr inbounds %struct.region, ptr %147, i64 0, i32 3
  %155 = load ptr, ptr %154, align 8
  %156 = load i64, ptr %13, align 8
  %157 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 0
  %158 = load i64, ptr %157, align 8
  %159 = icmp ne i64 %156, %158
  %160 = load i64, ptr %15, align 8
  %161 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 1
  %162 = load i64, ptr %161, align 8
  %163 = icmp ne i64 %160, %162
  %164 = or i1 %159, %163
  %165 = load i64, ptr %16, align 8
  %166 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 2
  %167 = load i64, ptr %166, align 8
  %168 = icmp ne i64 %165, %167
  %169 = or i1 %164, %168
  %170 = load i64, ptr %17, align 8
  %171 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 3
  %172 = load i64, ptr %171, align 8
  %173 = icmp ne i64 %170, %172
  %174 = or i1 %169, %173
  %175 = load i64, ptr %18, align 8
  %176 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 4
  %177 = load i64, ptr %176, align 8
  %178 = icmp ne i64 %175, %177
  %179 = or i1 %174, %178
  %180 = load i64, ptr %19, align 8
  %181 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 5
  %182 = load i64, ptr %181, align 8
  %183 = icmp ne i64 %180, %182
  %184 = or i1 %179, %183
  %185 = load i64, ptr %20, align 8
  %186 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 6
  %187 = load i64, ptr %186, align 8
  %188 = icmp ne i64 %185, %187
  %189 = or i1 %184, %188
  %190 = load i64, ptr %21, align 8
  %191 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 7
  %192 = load i64, ptr %191, align 8
  %193 = icmp ne i64 %190, %192
  %194 = or i1 %189, %193
  %195 = load i64, ptr %22, align 8
  %196 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 8
  %197 = load i64, ptr %196, align 8
  %198 = icmp ne i64 %195, %197
  %199 = or i1 %194, %198
  %200 = load i64, ptr %23, align 8
  %201 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 9
  %202 = load i64, ptr %201, align 8
  %203 = icmp ne i64 %200, %202
  %204 = or i1 %199, %203
  %205 = load i64, ptr %24, align 8
  %206 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 10
  %207 = load i64, ptr %206, align 8
  %208 = icmp ne i64 %205, %207
  %209 = or i1 %204, %208
  %210 = load i64, ptr %25, align 8
  %211 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 11
  %212 = load i64, ptr %211, align 8
  %213 = icmp ne i64 %210, %212
  %214 = or i1 %209, %213
  %215 = load i64, ptr %26, align 8
  %216 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 12
  %217 = load i64, ptr %216, align 8
  %218 = icmp ne i64 %215, %217
  %219 = or i1 %214, %218
  %220 = load i64, ptr %27, align 8
  %221 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 13
  %222 = load i64, ptr %221, align 8
  %223 = icmp ne i64 %220, %222
  %224 = or i1 %219, %223
  %225 = load i64, ptr %28, align 8
  %226 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 14
  %227 = load i64, ptr %226, align 8
  %228 = icmp ne i64 %225, %227
  %229 = or i1 %224, %228
  %230 = load i64, ptr %29, align 8
  %231 = getelementptr inbounds %struct.places, ptr %155, i64 0, i32 2, i64 15
  %232 = load i64, ptr %231, align 8
  %233 = icmp ne i64 %230, %232
  %234 = or i1 %229, %233
  br i1 %234, label %235, label %271

235:                                              ; preds = %146
  %236 = load ptr, ptr %154, align 8
  %237 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 0
  %238 = load i64, ptr %237, align 8
  store i64 %238, ptr %13, align 8
  %239 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 1
  %240 = load i64, ptr %239, align 8
  store i64 %240, ptr %15, align 8
  %241 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 2
  %242 = load i64, ptr %241, align 8
  store i64 %242, ptr %16, align 8
  %243 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 3
  %244 = load i64, ptr %243, align 8
  store i64 %244, ptr %17, align 8
  %245 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 4
  %246 = load i64, ptr %245, align 8
  store i64 %246, ptr %18, align 8
  %247 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 5
  %248 = load i64, ptr %247, align 8
  store i64 %248, ptr %19, align 8
  %249 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 6
  %250 = load i64, ptr %249, align 8
  store i64 %250, ptr %20, align 8
  %251 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 7
  %252 = load i64, ptr %251, align 8
  store i64 %252, ptr %21, align 8
  %253 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 8
  %254 = load i64, ptr %253, align 8
  store i64 %254, ptr %22, align 8
  %255 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 9
  %256 = load i64, ptr %255, align 8
  store i64 %256, ptr %23, align 8
  %257 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 10
  %258 = load i64, ptr %257, align 8
  store i64 %258, ptr %24, align 8
  %259 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 11
  %260 = load i64, ptr %259, align 8
  store i64 %260, ptr %25, align 8
  %261 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 12
  %262 = load i64, ptr %261, align 8
  store i64 %262, ptr %26, align 8
  %263 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 13
  %264 = load i64, ptr %263, align 8
  store i64 %264, ptr %27, align 8
  %265 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 14
  %266 = load i64, ptr %265, align 8
  store i64 %266, ptr %28, align 8
  %267 = getelementptr inbounds %struct.places, ptr %236, i64 0, i32 2, i64 15
  %268 = load i64, ptr %267, align 8
  store i64 %268, ptr %29, align 8
  %269 = load ptr, ptr @set_cpus, align 8
  %270 = call i32 %269(i32 noundef 0, i64 noundef 128, ptr noundef nonnull %13) #6
  br label %271

271:                                              ; preds = %235, %146
  %272 = getelementptr inbounds %struct.region, ptr %147, i64 0, i32 4
  %273 = load i32, ptr %272, align 32
  %274 = icmp sgt i32 %273, 0
  br i1 %274, label %275, label %333

275:                                              ; preds = %271
  %276 = load i32, ptr %14, align 8
  %277 = icmp eq i32 %276, 0
  %278 = getelementptr inbounds %struct.region, ptr %147, i64 0, i32 2
  %279 = getelementptr inbounds %struct.region, ptr %147, i64 0, i32 1
  br label %280

280:                                              ; preds = %326, %275
  %281 = phi i32 [ 0, %275 ], [ %327, %326 ]
  %282 = phi i32 [ %276, %275 ], [ %331, %326 ]
  %283 = sext i32 %282 to i64
  %284 = getelementptr inbounds %struct.region, ptr %147, i64 0, i32 7, i64 %283
  %285 = icmp eq i32 %281, 0
  br label %286

286:                                              ; preds = %319, %280
  br i1 %277, label %293, label %287

287:                                              ; preds = %286
  %288 = load atomic i32, ptr @active monotonic, align 64
  %289 = load ptr, ptr %154, align 8
  %290 = getelementptr inbounds %struct.places, ptr %289, i64 0, i32 1
  %291 = load i32, ptr %290, align 8
  %292 = icmp sgt i32 %288, %291
  br i1 %292, label %326, label %293

293:                                              ; preds = %287, %286
  %294 = load i64, ptr %278, align 16
  %295 = load atomic i64, ptr %284 acquire, align 8
  br label %296

296:                                              ; preds = %314, %293
  %297 = phi i64 [ %295, %293 ], [ %318, %314 ]
  %298 = and i64 %297, 4294967295
  %299 = lshr i64 %297, 32
  %300 = icmp ult i64 %298, %299
  br i1 %300, label %301, label %326

301:                                              ; preds = %296
  %302 = sub nsw i64 %299, %298
  %303 = lshr i64 %302, 1
  %304 = call noundef i64 @llvm.umax.i64(i64 %294, i64 %303)
  %305 = call noundef i64 @llvm.umin.i64(i64 %302, i64 %304)
  br i1 %285, label %310, label %306

306:                                              ; preds = %301
  %307 = sub i64 %299, %305
  %308 = shl i64 %307, 32
  %309 = or disjoint i64 %308, %298
  br label %314

310:                                              ; preds = %301
  %311 = add i64 %305, %298
  %312 = and i64 %297, -4294967296
  %313 = or i64 %311, %312
  br label %314

314:                                              ; preds = %310, %306
  %315 = phi i64 [ %309, %306 ], [ %313, %310 ]
  %316 = cmpxchg ptr %284, i64 %297, i64 %315 acq_rel acquire, align 8
  %317 = extractvalue { i64, i1 } %316, 1
  %318 = extractvalue { i64, i1 } %316, 0
  br i1 %317, label %319, label %296

319:                                              ; preds = %314
  %320 = sub i64 %299, %305
  %321 = select i1 %285, i64 %298, i64 %320
  %322 = add i64 %305, %298
  %323 = select i1 %285, i64 %322, i64 %299
  %324 = load ptr, ptr %147, align 64
  %325 = load ptr, ptr %279, align 8
  call void %324(ptr noundef %325, i64 noundef %321, i64 noundef %323) #6
  br label %286

326:                                              ; preds = %287, %296
  %327 = add nuw nsw i32 %281, 1
  %328 = add nsw i32 %282, 1
  %329 = load i32, ptr %272, align 32
  %330 = icmp slt i32 %328, %329
  %331 = select i1 %330, i32 %328, i32 0
  %332 = icmp slt i32 %327, %329
  br i1 %332, label %280, label %333

333:                                              ; preds = %326, %271
  %334 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  store atomic i64 0, ptr %0 release, align 64
  %335 = getelementptr inbounds %struct.region, ptr %147, i64 0, i32 5
  %336 = atomicrmw sub ptr %335, i32 1 acq_rel, align 4
  %337 = icmp eq i32 %336, 1073741825
  br i1 %337, label %339, label %338

338:                                              ; preds = %333, %339, %140, %143
  br label %30

339:                                              ; preds = %333
  %340 = call i32 @pthread_mutex_lock(ptr noundef nonnull @done_mutex) #6
  %341 = call i32 @pthread_cond_broadcast(ptr noundef nonnull @done) #6
  %342 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @done_mutex) #6
  br label %338
}

declare i32 @pthread_detach(i64 noundef) local_unnamed_addr #2

declare i32 @pthread_attr_destroy(ptr noundef) local_unnamed_addr #2

declare i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr #2

declare i32 @pthread_cond_broadcast(ptr noundef) local_unnamed_addr #2

declare i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr #2

declare void @dlvm_pause() local_unnamed_addr #2

declare i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr #2

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
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { noreturn nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nobuiltin nounwind "no-builtins" }
attributes #7 = { nounwind }
