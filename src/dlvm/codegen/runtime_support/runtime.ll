%struct.worker = type { i64, i64, i64, i32, i32, [16 x i64], [32 x i8], [128 x i8], [128 x i8] }
%struct.region = type { ptr, ptr, ptr, i64, i64, ptr, i32, i32, [8 x i8], [256 x %struct.share] }
%struct.share = type { i64, [56 x i8] }
%struct.places = type { i64, i32, [16 x i64] }
%struct.context = type { i64, i64, i64, [4 x i64], ptr, ptr, ptr, ptr, ptr, [3 x ptr], i64 }

@done_mutex = internal global [128 x i8] zeroinitializer, align 64
@done = internal global [128 x i8] zeroinitializer, align 64
@active = internal global i32 0, align 64
@started = internal global i32 0, align 4
@most_workers = internal unnamed_addr global i32 255, align 4
@clock = internal unnamed_addr global i32 0, align 4
@processors = internal unnamed_addr global i32 0, align 4
@get_cpus = internal unnamed_addr global ptr null, align 8
@set_cpus = internal unnamed_addr global ptr null, align 8
@known_places = internal global i64 0, align 8
@workers = internal global [255 x %struct.worker] zeroinitializer, align 64
@starting = internal global i32 0, align 4
@wake = internal unnamed_addr global i64 10000, align 8
@missed = internal global i64 0, align 8

; Function Attrs: nounwind
define dso_local void @dlvm_wake_callers() local_unnamed_addr #0 {
  %1 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull @done_mutex) #6
  %2 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull @done) #6
  %3 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull @done_mutex) #6
  ret void
}

declare i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr #1

declare i32 @pthread_cond_broadcast(ptr noundef) local_unnamed_addr #1

declare i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define dso_local i32 @dlvm_parallel(ptr noundef %0, ptr noundef %1, ptr noundef %2, i64 noundef %3, i64 noundef %4) local_unnamed_addr #0 {
  %6 = alloca [2 x i64], align 16
  %7 = alloca [2 x i64], align 16
  %8 = alloca [2 x i64], align 16
  %9 = alloca [255 x i8], align 16
  %10 = alloca %struct.region, align 64
  %11 = alloca [128 x i8], align 16
  %12 = alloca i64, align 8
  %13 = alloca [2 x i64], align 16
  %14 = alloca %struct.places, align 8
  %15 = icmp sgt i64 %4, 4000000
  br i1 %15, label %16, label %23

16:                                               ; preds = %5
  %17 = sitofp i64 %3 to double
  %18 = fmul double %17, 4.000000e+06
  %19 = sitofp i64 %4 to double
  %20 = fdiv double %18, %19
  %21 = fptoui double %20 to i64
  %22 = tail call noundef i64 @llvm.umax.i64(i64 %21, i64 1)
  br label %23

23:                                               ; preds = %5, %16
  %24 = phi i64 [ %22, %16 ], [ %3, %5 ]
  %25 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 2
  %26 = load i64, ptr %25, align 8
  %27 = icmp sgt i64 %26, 1
  %28 = add i64 %3, -2
  %29 = icmp ult i64 %28, 4294967294
  %30 = and i1 %29, %27
  br i1 %30, label %31, label %57

31:                                               ; preds = %23
  %32 = load atomic i64, ptr @wake monotonic, align 8
  %33 = load i32, ptr @started, align 4
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %38, label %35

35:                                               ; preds = %31
  %36 = load atomic i32, ptr getelementptr inbounds ([255 x %struct.worker], ptr @workers, i64 0, i64 0, i32 4) monotonic, align 4
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %39, label %38

38:                                               ; preds = %35, %31
  br label %39

39:                                               ; preds = %38, %35
  %40 = phi i64 [ %32, %38 ], [ 500, %35 ]
  %41 = shl nuw nsw i64 %40, 1
  %42 = icmp ugt i64 %41, %4
  br i1 %42, label %43, label %53

43:                                               ; preds = %39
  %44 = icmp ult i64 %4, 1000
  br i1 %44, label %59, label %45

45:                                               ; preds = %43
  %46 = atomicrmw add ptr @missed, i64 %4 monotonic, align 8
  %47 = add i64 %46, %4
  %48 = shl nuw nsw i64 %32, 2
  %49 = icmp ult i64 %47, %48
  br i1 %49, label %59, label %50

50:                                               ; preds = %45
  store atomic i64 0, ptr @missed monotonic, align 8
  %51 = udiv i64 %4, 500
  %52 = add nsw i64 %51, -1
  br label %82

53:                                               ; preds = %39
  %54 = udiv i64 %4, %40
  %55 = add i64 %54, -1
  %56 = icmp eq i64 %55, 0
  br i1 %56, label %59, label %82

57:                                               ; preds = %23
  %58 = icmp eq i64 %3, 0
  br i1 %58, label %69, label %59

59:                                               ; preds = %45, %43, %53, %57
  %60 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 8
  br label %61

61:                                               ; preds = %78, %59
  %62 = phi i64 [ 0, %59 ], [ %79, %78 ]
  %63 = load ptr, ptr %60, align 8
  %64 = load volatile i32, ptr %63, align 4
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %78, label %66

66:                                               ; preds = %61
  %67 = tail call i32 @dlvm_poll(ptr noundef nonnull %0) #6
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %78, label %69

69:                                               ; preds = %78, %66, %57
  %70 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 8
  %71 = load ptr, ptr %70, align 8
  %72 = load volatile i32, ptr %71, align 4
  %73 = icmp eq i32 %72, 0
  br i1 %73, label %562, label %74

74:                                               ; preds = %69
  %75 = tail call i32 @dlvm_poll(ptr noundef nonnull %0) #6
  %76 = icmp ne i32 %75, 0
  %77 = sext i1 %76 to i32
  br label %562

78:                                               ; preds = %66, %61
  %79 = add i64 %62, %24
  %80 = tail call noundef i64 @llvm.umin.i64(i64 %3, i64 %79)
  tail call void %1(ptr noundef %2, i64 noundef %62, i64 noundef %80) #6
  %81 = icmp ult i64 %79, %3
  br i1 %81, label %61, label %69

82:                                               ; preds = %50, %53
  %83 = phi i64 [ %52, %50 ], [ %55, %53 ]
  call void @llvm.lifetime.start.p0(i64 144, ptr nonnull %14) #7
  %84 = load i64, ptr @known_places, align 8
  %85 = tail call ptr @pthread_getspecific(i64 noundef %84) #6
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %13) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %13, i8 0, i64 16, i1 false)
  %86 = load i32, ptr @clock, align 4
  %87 = call i32 @clock_gettime(i32 noundef %86, ptr noundef nonnull %13) #6
  %88 = load i64, ptr %13, align 16
  %89 = mul i64 %88, 1000000000
  %90 = getelementptr inbounds [2 x i64], ptr %13, i64 0, i64 1
  %91 = load i64, ptr %90, align 8
  %92 = add i64 %89, %91
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %13) #7
  %93 = icmp eq ptr %85, null
  br i1 %93, label %99, label %94

94:                                               ; preds = %82
  %95 = getelementptr inbounds %struct.places, ptr %85, i64 0, i32 1
  %96 = load i64, ptr %85, align 8
  %97 = sub i64 %92, %96
  %98 = icmp ult i64 %97, 1000000
  br i1 %98, label %202, label %107

99:                                               ; preds = %82
  %100 = call ptr @malloc(i64 noundef 144) #6
  %101 = icmp eq ptr %100, null
  br i1 %101, label %107, label %102

102:                                              ; preds = %99
  %103 = load i64, ptr @known_places, align 8
  %104 = call i32 @pthread_setspecific(i64 noundef %103, ptr noundef nonnull %100) #6
  %105 = icmp eq i32 %104, 0
  br i1 %105, label %107, label %106

106:                                              ; preds = %102
  call void @free(ptr noundef nonnull %100) #6
  br label %107

107:                                              ; preds = %106, %102, %99, %94
  %108 = phi ptr [ null, %106 ], [ %100, %102 ], [ null, %99 ], [ %85, %94 ]
  %109 = icmp eq ptr %108, null
  %110 = select i1 %109, ptr %14, ptr %108
  %111 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 1
  %112 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 1
  %113 = select i1 %109, ptr %111, ptr %112
  store i64 %92, ptr %110, align 8
  store i32 0, ptr %113, align 8
  %114 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 0
  %115 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 0
  %116 = select i1 %109, ptr %114, ptr %115
  store i64 0, ptr %116, align 8
  %117 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 1
  %118 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 1
  %119 = select i1 %109, ptr %117, ptr %118
  store i64 0, ptr %119, align 8
  %120 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 2
  %121 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 2
  %122 = select i1 %109, ptr %120, ptr %121
  store i64 0, ptr %122, align 8
  %123 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 3
  %124 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 3
  %125 = select i1 %109, ptr %123, ptr %124
  store i64 0, ptr %125, align 8
  %126 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 4
  %127 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 4
  %128 = select i1 %109, ptr %126, ptr %127
  store i64 0, ptr %128, align 8
  %129 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 5
  %130 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 5
  %131 = select i1 %109, ptr %129, ptr %130
  store i64 0, ptr %131, align 8
  %132 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 6
  %133 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 6
  %134 = select i1 %109, ptr %132, ptr %133
  store i64 0, ptr %134, align 8
  %135 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 7
  %136 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 7
  %137 = select i1 %109, ptr %135, ptr %136
  store i64 0, ptr %137, align 8
  %138 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 8
  %139 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 8
  %140 = select i1 %109, ptr %138, ptr %139
  store i64 0, ptr %140, align 8
  %141 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 9
  %142 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 9
  %143 = select i1 %109, ptr %141, ptr %142
  store i64 0, ptr %143, align 8
  %144 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 10
  %145 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 10
  %146 = select i1 %109, ptr %144, ptr %145
  store i64 0, ptr %146, align 8
  %147 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 11
  %148 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 11
  %149 = select i1 %109, ptr %147, ptr %148
  store i64 0, ptr %149, align 8
  %150 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 12
  %151 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 12
  %152 = select i1 %109, ptr %150, ptr %151
  store i64 0, ptr %152, align 8
  %153 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 13
  %154 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 13
  %155 = select i1 %109, ptr %153, ptr %154
  store i64 0, ptr %155, align 8
  %156 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 14
  %157 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 14
  %158 = select i1 %109, ptr %156, ptr %157
  store i64 0, ptr %158, align 8
  %159 = getelementptr inbounds %struct.places, ptr %14, i64 0, i32 2, i64 15
  %160 = getelementptr inbounds %struct.places, ptr %108, i64 0, i32 2, i64 15
  %161 = select i1 %109, ptr %159, ptr %160
  store i64 0, ptr %161, align 8
  %162 = load ptr, ptr @get_cpus, align 8
  %163 = icmp eq ptr %162, null
  br i1 %163, label %167, label %164

164:                                              ; preds = %107
  %165 = call i32 %162(i32 noundef 0, i64 noundef 128, ptr noundef nonnull %116) #6
  %166 = icmp slt i32 %165, 0
  br i1 %166, label %167, label %169

167:                                              ; preds = %164, %107
  %168 = load i32, ptr @processors, align 4
  store i32 %168, ptr %113, align 8
  br label %202

169:                                              ; preds = %164, %192
  %170 = phi i64 [ %193, %192 ], [ 0, %164 ]
  %171 = getelementptr inbounds %struct.places, ptr %110, i64 0, i32 2, i64 %170
  %172 = load i64, ptr %171, align 8
  %173 = icmp eq i64 %172, 0
  br i1 %173, label %177, label %174

174:                                              ; preds = %169
  %175 = load i32, ptr %113, align 8
  br label %195

176:                                              ; preds = %195
  store i32 %198, ptr %113, align 8
  br label %177

177:                                              ; preds = %176, %169
  %178 = or disjoint i64 %170, 1
  %179 = getelementptr inbounds %struct.places, ptr %110, i64 0, i32 2, i64 %178
  %180 = load i64, ptr %179, align 8
  %181 = icmp eq i64 %180, 0
  br i1 %181, label %192, label %182

182:                                              ; preds = %177
  %183 = load i32, ptr %113, align 8
  br label %184

184:                                              ; preds = %184, %182
  %185 = phi i32 [ %183, %182 ], [ %187, %184 ]
  %186 = phi i64 [ %180, %182 ], [ %189, %184 ]
  %187 = add nsw i32 %185, 1
  %188 = add i64 %186, -1
  %189 = and i64 %188, %186
  %190 = icmp eq i64 %189, 0
  br i1 %190, label %191, label %184

191:                                              ; preds = %184
  store i32 %187, ptr %113, align 8
  br label %192

192:                                              ; preds = %191, %177
  %193 = add nuw nsw i64 %170, 2
  %194 = icmp eq i64 %193, 16
  br i1 %194, label %202, label %169

195:                                              ; preds = %195, %174
  %196 = phi i32 [ %175, %174 ], [ %198, %195 ]
  %197 = phi i64 [ %172, %174 ], [ %200, %195 ]
  %198 = add nsw i32 %196, 1
  %199 = add i64 %197, -1
  %200 = and i64 %199, %197
  %201 = icmp eq i64 %200, 0
  br i1 %201, label %176, label %195

202:                                              ; preds = %192, %94, %167
  %203 = phi ptr [ %85, %94 ], [ %110, %167 ], [ %110, %192 ]
  %204 = phi ptr [ %95, %94 ], [ %113, %167 ], [ %113, %192 ]
  %205 = atomicrmw add ptr @active, i32 1 monotonic, align 64
  %206 = load i32, ptr %204, align 8
  %207 = xor i32 %205, -1
  %208 = add i32 %206, %207
  %209 = load i64, ptr %25, align 8
  %210 = add nsw i64 %209, -1
  %211 = add nsw i64 %3, -1
  %212 = call i64 @llvm.umin.i64(i64 %211, i64 %210)
  %213 = call i64 @llvm.umin.i64(i64 %212, i64 %83)
  %214 = call i32 @llvm.smax.i32(i32 %208, i32 0)
  %215 = zext nneg i32 %214 to i64
  %216 = call i64 @llvm.umin.i64(i64 %213, i64 %215)
  %217 = call i64 @llvm.umin.i64(i64 %216, i64 255)
  %218 = load atomic i32, ptr @started monotonic, align 4
  %219 = sext i32 %218 to i64
  %220 = load i32, ptr @most_workers, align 4
  %221 = sext i32 %220 to i64
  %222 = call noundef i64 @llvm.umin.i64(i64 %217, i64 %221)
  %223 = icmp ugt i64 %222, %219
  %224 = trunc i64 %217 to i32
  br i1 %223, label %225, label %304

225:                                              ; preds = %202
  %226 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %11) #7
  %227 = atomicrmw xchg ptr @starting, i32 1 acquire, align 4
  %228 = icmp eq i32 %227, 0
  br i1 %228, label %229, label %303

229:                                              ; preds = %225
  %230 = call i32 @pthread_attr_init(ptr noundef nonnull %11) #6
  %231 = call i32 @pthread_attr_setstacksize(ptr noundef nonnull %11, i64 noundef 4194304) #6
  %232 = load i32, ptr @started, align 4
  %233 = icmp slt i32 %232, %224
  br i1 %233, label %234, label %301

234:                                              ; preds = %229
  %235 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 1
  %236 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 2
  %237 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 3
  %238 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 4
  %239 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 5
  %240 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 6
  %241 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 7
  %242 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 8
  %243 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 9
  %244 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 10
  %245 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 11
  %246 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 12
  %247 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 13
  %248 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 14
  %249 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2, i64 15
  br label %250

250:                                              ; preds = %295, %234
  %251 = phi i32 [ %299, %295 ], [ %232, %234 ]
  %252 = sext i32 %251 to i64
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %12) #7
  %253 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 2
  store i64 200000, ptr %253, align 16
  %254 = load i64, ptr %226, align 8
  %255 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 0
  store i64 %254, ptr %255, align 32
  %256 = load i64, ptr %235, align 8
  %257 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 1
  store i64 %256, ptr %257, align 8
  %258 = load i64, ptr %236, align 8
  %259 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 2
  store i64 %258, ptr %259, align 16
  %260 = load i64, ptr %237, align 8
  %261 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 3
  store i64 %260, ptr %261, align 8
  %262 = load i64, ptr %238, align 8
  %263 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 4
  store i64 %262, ptr %263, align 64
  %264 = load i64, ptr %239, align 8
  %265 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 5
  store i64 %264, ptr %265, align 8
  %266 = load i64, ptr %240, align 8
  %267 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 6
  store i64 %266, ptr %267, align 16
  %268 = load i64, ptr %241, align 8
  %269 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 7
  store i64 %268, ptr %269, align 8
  %270 = load i64, ptr %242, align 8
  %271 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 8
  store i64 %270, ptr %271, align 32
  %272 = load i64, ptr %243, align 8
  %273 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 9
  store i64 %272, ptr %273, align 8
  %274 = load i64, ptr %244, align 8
  %275 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 10
  store i64 %274, ptr %275, align 16
  %276 = load i64, ptr %245, align 8
  %277 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 11
  store i64 %276, ptr %277, align 8
  %278 = load i64, ptr %246, align 8
  %279 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 12
  store i64 %278, ptr %279, align 64
  %280 = load i64, ptr %247, align 8
  %281 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 13
  store i64 %280, ptr %281, align 8
  %282 = load i64, ptr %248, align 8
  %283 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 14
  store i64 %282, ptr %283, align 16
  %284 = load i64, ptr %249, align 8
  %285 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 15
  store i64 %284, ptr %285, align 8
  %286 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252
  %287 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 7
  %288 = call i32 @pthread_mutex_init(ptr noundef nonnull %287, ptr noundef null) #6
  %289 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 8
  %290 = call i32 @pthread_cond_init(ptr noundef nonnull %289, ptr noundef null) #6
  %291 = call i32 @pthread_create(ptr noundef nonnull %12, ptr noundef nonnull %11, ptr noundef nonnull @serve, ptr noundef nonnull %286) #6
  %292 = icmp eq i32 %291, 0
  br i1 %292, label %295, label %293

293:                                              ; preds = %250
  %294 = load i32, ptr @started, align 4
  store i32 %294, ptr @most_workers, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #7
  br label %301

295:                                              ; preds = %250
  %296 = load i64, ptr %12, align 8
  %297 = call i32 @pthread_detach(i64 noundef %296) #6
  %298 = atomicrmw add ptr @started, i32 1 release, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #7
  %299 = load i32, ptr @started, align 4
  %300 = icmp slt i32 %299, %224
  br i1 %300, label %250, label %301

301:                                              ; preds = %295, %293, %229
  %302 = call i32 @pthread_attr_destroy(ptr noundef nonnull %11) #6
  store atomic i32 0, ptr @starting release, align 4
  br label %303

303:                                              ; preds = %225, %301
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #7
  br label %304

304:                                              ; preds = %202, %303
  %305 = mul i64 %3, 2000
  %306 = call noundef i64 @llvm.umax.i64(i64 %4, i64 1)
  %307 = udiv i64 %305, %306
  %308 = call noundef i64 @llvm.umax.i64(i64 %307, i64 1)
  call void @llvm.lifetime.start.p0(i64 255, ptr nonnull %9) #7
  call void @llvm.lifetime.start.p0(i64 16448, ptr nonnull %10) #7
  %309 = load atomic i32, ptr @started acquire, align 4
  %310 = icmp sgt i32 %309, 0
  %311 = icmp ne i32 %224, 0
  %312 = and i1 %311, %310
  br i1 %312, label %313, label %334

313:                                              ; preds = %304
  %314 = zext nneg i32 %309 to i64
  br label %317

315:                                              ; preds = %328
  %316 = icmp eq i32 %329, 0
  br i1 %316, label %334, label %355

317:                                              ; preds = %328, %313
  %318 = phi i64 [ 0, %313 ], [ %330, %328 ]
  %319 = phi i32 [ 0, %313 ], [ %329, %328 ]
  %320 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %318
  %321 = cmpxchg ptr %320, i64 0, i64 1 acquire monotonic, align 64
  %322 = extractvalue { i64, i1 } %321, 1
  br i1 %322, label %323, label %328

323:                                              ; preds = %317
  %324 = trunc i64 %318 to i8
  %325 = add nsw i32 %319, 1
  %326 = sext i32 %319 to i64
  %327 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %326
  store i8 %324, ptr %327, align 1
  br label %328

328:                                              ; preds = %323, %317
  %329 = phi i32 [ %325, %323 ], [ %319, %317 ]
  %330 = add nuw nsw i64 %318, 1
  %331 = icmp ult i64 %330, %314
  %332 = icmp slt i32 %329, %224
  %333 = select i1 %331, i1 %332, i1 false
  br i1 %333, label %317, label %315

334:                                              ; preds = %315, %304
  %335 = icmp eq i64 %3, 0
  br i1 %335, label %346, label %336

336:                                              ; preds = %334
  %337 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 8
  br label %338

338:                                              ; preds = %351, %336
  %339 = phi i64 [ 0, %336 ], [ %352, %351 ]
  %340 = load ptr, ptr %337, align 8
  %341 = load volatile i32, ptr %340, align 4
  %342 = icmp eq i32 %341, 0
  br i1 %342, label %351, label %343

343:                                              ; preds = %338
  %344 = call i32 @dlvm_poll(ptr noundef nonnull %0) #6
  %345 = icmp eq i32 %344, 0
  br i1 %345, label %351, label %346

346:                                              ; preds = %351, %343, %334
  %347 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 8
  %348 = load ptr, ptr %347, align 8
  %349 = load volatile i32, ptr %348, align 4
  %350 = icmp eq i32 %349, 0
  br i1 %350, label %559, label %555

351:                                              ; preds = %343, %338
  %352 = add i64 %339, %24
  %353 = call noundef i64 @llvm.umin.i64(i64 %3, i64 %352)
  call void %1(ptr noundef %2, i64 noundef %339, i64 noundef %353) #6
  %354 = icmp ult i64 %352, %3
  br i1 %354, label %338, label %346

355:                                              ; preds = %315
  %356 = atomicrmw add ptr @active, i32 %329 monotonic, align 64
  store ptr %1, ptr %10, align 64
  %357 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 1
  store ptr %2, ptr %357, align 8
  %358 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 2
  store ptr %0, ptr %358, align 16
  %359 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 3
  store i64 %308, ptr %359, align 8
  %360 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 4
  store i64 %24, ptr %360, align 32
  %361 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 5
  store ptr %203, ptr %361, align 8
  %362 = add nsw i32 %329, 1
  %363 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6
  store i32 %362, ptr %363, align 16
  %364 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 7
  store i32 %329, ptr %364, align 4
  %365 = sext i32 %329 to i64
  %366 = sext i32 %362 to i64
  %367 = add nsw i64 %365, 1
  %368 = call i64 @llvm.umax.i64(i64 %367, i64 1)
  br label %376

369:                                              ; preds = %376
  %370 = icmp sgt i32 %329, 0
  br i1 %370, label %372, label %371

371:                                              ; preds = %369
  call fastcc void @work(ptr noundef nonnull %10, i32 noundef 0) #8
  br label %437

372:                                              ; preds = %369
  %373 = ptrtoint ptr %10 to i64
  %374 = getelementptr inbounds [2 x i64], ptr %8, i64 0, i64 1
  %375 = zext nneg i32 %329 to i64
  br label %392

376:                                              ; preds = %376, %355
  %377 = phi i64 [ 0, %355 ], [ %380, %376 ]
  %378 = mul i64 %377, %3
  %379 = udiv i64 %378, %366
  %380 = add nuw i64 %377, 1
  %381 = mul i64 %380, %3
  %382 = udiv i64 %381, %366
  %383 = shl i64 %382, 32
  %384 = or i64 %383, %379
  %385 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 9, i64 %377
  store i64 %384, ptr %385, align 64
  %386 = icmp eq i64 %380, %368
  br i1 %386, label %369, label %376

387:                                              ; preds = %422
  call fastcc void @work(ptr noundef nonnull %10, i32 noundef 0) #8
  %388 = and i64 %375, 1
  %389 = icmp eq i32 %329, 1
  br i1 %389, label %424, label %390

390:                                              ; preds = %387
  %391 = and i64 %375, 2147483646
  br label %528

392:                                              ; preds = %422, %372
  %393 = phi i64 [ 0, %372 ], [ %398, %422 ]
  %394 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %393
  %395 = load i8, ptr %394, align 1
  %396 = zext i8 %395 to i64
  %397 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %396
  %398 = add nuw nsw i64 %393, 1
  %399 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %396, i32 3
  %400 = trunc i64 %398 to i32
  store i32 %400, ptr %399, align 8
  store atomic i64 %373, ptr %397 seq_cst, align 64
  %401 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %396, i32 4
  %402 = load atomic i32, ptr %401 seq_cst, align 4
  %403 = icmp eq i32 %402, 0
  br i1 %403, label %422, label %404

404:                                              ; preds = %392
  %405 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %396, i32 7
  %406 = call i32 @pthread_mutex_lock(ptr noundef nonnull %405) #6
  %407 = load i32, ptr %401, align 4
  %408 = icmp eq i32 %407, 0
  br i1 %408, label %420, label %409

409:                                              ; preds = %404
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %8) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %8, i8 0, i64 16, i1 false)
  %410 = load i32, ptr @clock, align 4
  %411 = call i32 @clock_gettime(i32 noundef %410, ptr noundef nonnull %8) #6
  %412 = load i64, ptr %8, align 16
  %413 = mul i64 %412, 1000000000
  %414 = load i64, ptr %374, align 8
  %415 = add i64 %413, %414
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %8) #7
  %416 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %396, i32 1
  store i64 %415, ptr %416, align 8
  store atomic i32 0, ptr %401 monotonic, align 4
  %417 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %405) #6
  %418 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %396, i32 8
  %419 = call i32 @pthread_cond_signal(ptr noundef nonnull %418) #6
  br label %422

420:                                              ; preds = %404
  %421 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %405) #6
  br label %422

422:                                              ; preds = %420, %409, %392
  %423 = icmp eq i64 %398, %375
  br i1 %423, label %387, label %392

424:                                              ; preds = %551, %387
  %425 = phi i64 [ 0, %387 ], [ %552, %551 ]
  %426 = icmp eq i64 %388, 0
  br i1 %426, label %437, label %427

427:                                              ; preds = %424
  %428 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %425
  %429 = load i8, ptr %428, align 1
  %430 = zext i8 %429 to i64
  %431 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %430
  %432 = cmpxchg ptr %431, i64 %373, i64 0 acq_rel monotonic, align 64
  %433 = extractvalue { i64, i1 } %432, 1
  br i1 %433, label %434, label %437

434:                                              ; preds = %427
  %435 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %436 = atomicrmw sub ptr %364, i32 1 monotonic, align 4
  br label %437

437:                                              ; preds = %424, %434, %427, %371
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %7, i8 0, i64 16, i1 false)
  %438 = load i32, ptr @clock, align 4
  %439 = call i32 @clock_gettime(i32 noundef %438, ptr noundef nonnull %7) #6
  %440 = load i64, ptr %7, align 16
  %441 = getelementptr inbounds [2 x i64], ptr %7, i64 0, i64 1
  %442 = load i64, ptr %441, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7) #7
  %443 = getelementptr inbounds [2 x i64], ptr %6, i64 0, i64 1
  br label %444

444:                                              ; preds = %492, %437
  %445 = load atomic i32, ptr %364 acquire, align 4
  %446 = icmp eq i32 %445, 0
  br i1 %446, label %523, label %447

447:                                              ; preds = %444
  call void @dlvm_pause() #6
  %448 = load atomic i32, ptr %364 acquire, align 4
  %449 = icmp eq i32 %448, 0
  br i1 %449, label %523, label %450

450:                                              ; preds = %447
  call void @dlvm_pause() #6
  %451 = load atomic i32, ptr %364 acquire, align 4
  %452 = icmp eq i32 %451, 0
  br i1 %452, label %523, label %453

453:                                              ; preds = %450
  call void @dlvm_pause() #6
  %454 = load atomic i32, ptr %364 acquire, align 4
  %455 = icmp eq i32 %454, 0
  br i1 %455, label %523, label %456

456:                                              ; preds = %453
  call void @dlvm_pause() #6
  %457 = load atomic i32, ptr %364 acquire, align 4
  %458 = icmp eq i32 %457, 0
  br i1 %458, label %523, label %459

459:                                              ; preds = %456
  call void @dlvm_pause() #6
  %460 = load atomic i32, ptr %364 acquire, align 4
  %461 = icmp eq i32 %460, 0
  br i1 %461, label %523, label %462

462:                                              ; preds = %459
  call void @dlvm_pause() #6
  %463 = load atomic i32, ptr %364 acquire, align 4
  %464 = icmp eq i32 %463, 0
  br i1 %464, label %523, label %465

465:                                              ; preds = %462
  call void @dlvm_pause() #6
  %466 = load atomic i32, ptr %364 acquire, align 4
  %467 = icmp eq i32 %466, 0
  br i1 %467, label %523, label %468

468:                                              ; preds = %465
  call void @dlvm_pause() #6
  %469 = load atomic i32, ptr %364 acquire, align 4
  %470 = icmp eq i32 %469, 0
  br i1 %470, label %523, label %471

471:                                              ; preds = %468
  call void @dlvm_pause() #6
  %472 = load atomic i32, ptr %364 acquire, align 4
  %473 = icmp eq i32 %472, 0
  br i1 %473, label %523, label %474

474:                                              ; preds = %471
  call void @dlvm_pause() #6
  %475 = load atomic i32, ptr %364 acquire, align 4
  %476 = icmp eq i32 %475, 0
  br i1 %476, label %523, label %477

477:                                              ; preds = %474
  call void @dlvm_pause() #6
  %478 = load atomic i32, ptr %364 acquire, align 4
  %479 = icmp eq i32 %478, 0
  br i1 %479, label %523, label %480

480:                                              ; preds = %477
  call void @dlvm_pause() #6
  %481 = load atomic i32, ptr %364 acquire, align 4
  %482 = icmp eq i32 %481, 0
  br i1 %482, label %523, label %483

483:                                              ; preds = %480
  call void @dlvm_pause() #6
  %484 = load atomic i32, ptr %364 acquire, align 4
  %485 = icmp eq i32 %484, 0
  br i1 %485, label %523, label %486

486:                                              ; preds = %483
  call void @dlvm_pause() #6
  %487 = load atomic i32, ptr %364 acquire, align 4
  %488 = icmp eq i32 %487, 0
  br i1 %488, label %523, label %489

489:                                              ; preds = %486
  call void @dlvm_pause() #6
  %490 = load atomic i32, ptr %364 acquire, align 4
  %491 = icmp eq i32 %490, 0
  br i1 %491, label %523, label %492

492:                                              ; preds = %489
  call void @dlvm_pause() #6
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %6, i8 0, i64 16, i1 false)
  %493 = load i32, ptr @clock, align 4
  %494 = call i32 @clock_gettime(i32 noundef %493, ptr noundef nonnull %6) #6
  %495 = load i64, ptr %6, align 16
  %496 = load i64, ptr %443, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6) #7
  %497 = sub i64 %495, %440
  %498 = mul i64 %497, 1000000000
  %499 = sub i64 %496, %442
  %500 = add i64 %499, %498
  %501 = icmp ugt i64 %500, 200000
  br i1 %501, label %502, label %444

502:                                              ; preds = %492
  %503 = call i32 @pthread_mutex_lock(ptr noundef nonnull @done_mutex) #6
  %504 = atomicrmw or ptr %364, i32 1073741824 acq_rel, align 4
  %505 = load atomic i32, ptr %364 acquire, align 4
  %506 = icmp eq i32 %505, 1073741824
  br i1 %506, label %521, label %507

507:                                              ; preds = %502, %517
  %508 = call i32 @pthread_cond_wait(ptr noundef nonnull @done, ptr noundef nonnull @done_mutex) #6
  %509 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @done_mutex) #6
  %510 = load ptr, ptr %358, align 16
  %511 = getelementptr inbounds %struct.context, ptr %510, i64 0, i32 8
  %512 = load ptr, ptr %511, align 8
  %513 = load volatile i32, ptr %512, align 4
  %514 = icmp eq i32 %513, 0
  br i1 %514, label %517, label %515

515:                                              ; preds = %507
  %516 = call i32 @dlvm_poll(ptr noundef nonnull %510) #6
  br label %517

517:                                              ; preds = %515, %507
  %518 = call i32 @pthread_mutex_lock(ptr noundef nonnull @done_mutex) #6
  %519 = load atomic i32, ptr %364 acquire, align 4
  %520 = icmp eq i32 %519, 1073741824
  br i1 %520, label %521, label %507

521:                                              ; preds = %517, %502
  %522 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @done_mutex) #6
  br label %523

523:                                              ; preds = %489, %486, %483, %480, %477, %474, %471, %468, %465, %462, %459, %456, %453, %450, %447, %444, %521
  %524 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 8
  %525 = load ptr, ptr %524, align 8
  %526 = load volatile i32, ptr %525, align 4
  %527 = icmp eq i32 %526, 0
  br i1 %527, label %559, label %555

528:                                              ; preds = %551, %390
  %529 = phi i64 [ 0, %390 ], [ %552, %551 ]
  %530 = phi i64 [ 0, %390 ], [ %553, %551 ]
  %531 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %529
  %532 = load i8, ptr %531, align 2
  %533 = zext i8 %532 to i64
  %534 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %533
  %535 = cmpxchg ptr %534, i64 %373, i64 0 acq_rel monotonic, align 64
  %536 = extractvalue { i64, i1 } %535, 1
  br i1 %536, label %537, label %540

537:                                              ; preds = %528
  %538 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %539 = atomicrmw sub ptr %364, i32 1 monotonic, align 4
  br label %540

540:                                              ; preds = %537, %528
  %541 = or disjoint i64 %529, 1
  %542 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %541
  %543 = load i8, ptr %542, align 1
  %544 = zext i8 %543 to i64
  %545 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %544
  %546 = cmpxchg ptr %545, i64 %373, i64 0 acq_rel monotonic, align 64
  %547 = extractvalue { i64, i1 } %546, 1
  br i1 %547, label %548, label %551

548:                                              ; preds = %540
  %549 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %550 = atomicrmw sub ptr %364, i32 1 monotonic, align 4
  br label %551

551:                                              ; preds = %548, %540
  %552 = add nuw nsw i64 %529, 2
  %553 = add i64 %530, 2
  %554 = icmp eq i64 %553, %391
  br i1 %554, label %424, label %528

555:                                              ; preds = %523, %346
  %556 = call i32 @dlvm_poll(ptr noundef nonnull %0) #6
  %557 = icmp ne i32 %556, 0
  %558 = sext i1 %557 to i32
  br label %559

559:                                              ; preds = %555, %346, %523
  %560 = phi i32 [ 0, %346 ], [ 0, %523 ], [ %558, %555 ]
  call void @llvm.lifetime.end.p0(i64 16448, ptr nonnull %10) #7
  call void @llvm.lifetime.end.p0(i64 255, ptr nonnull %9) #7
  %561 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  call void @llvm.lifetime.end.p0(i64 144, ptr nonnull %14) #7
  br label %562

562:                                              ; preds = %74, %69, %559
  %563 = phi i32 [ %560, %559 ], [ 0, %69 ], [ %77, %74 ]
  ret i32 %563
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

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

declare i32 @pthread_mutex_init(ptr noundef, ptr noundef) local_unnamed_addr #1

declare i32 @pthread_cond_init(ptr noundef, ptr noundef) local_unnamed_addr #1

declare i32 @pthread_key_create(ptr noundef, ptr noundef) local_unnamed_addr #1

declare void @free(ptr noundef) #1

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
  store i32 255, ptr @most_workers, align 4
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

declare i32 @dlvm_poll(ptr noundef) local_unnamed_addr #1

declare ptr @pthread_getspecific(i64 noundef) local_unnamed_addr #1

declare ptr @malloc(i64 noundef) local_unnamed_addr #1

declare i32 @pthread_setspecific(i64 noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #3

declare i32 @clock_gettime(i32 noundef, ptr noundef) local_unnamed_addr #1

declare i32 @pthread_attr_init(ptr noundef) local_unnamed_addr #1

declare i32 @pthread_attr_setstacksize(ptr noundef, i64 noundef) local_unnamed_addr #1

declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

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

30:                                               ; preds = %271, %1
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
  br i1 %40, label %137, label %41

41:                                               ; preds = %37
  call void @dlvm_pause() #6
  %42 = load atomic i64, ptr %0 acquire, align 64
  %43 = icmp ugt i64 %42, 1
  br i1 %43, label %137, label %44

44:                                               ; preds = %41
  call void @dlvm_pause() #6
  %45 = load atomic i64, ptr %0 acquire, align 64
  %46 = icmp ugt i64 %45, 1
  br i1 %46, label %137, label %47

47:                                               ; preds = %44
  call void @dlvm_pause() #6
  %48 = load atomic i64, ptr %0 acquire, align 64
  %49 = icmp ugt i64 %48, 1
  br i1 %49, label %137, label %50

50:                                               ; preds = %47
  call void @dlvm_pause() #6
  %51 = load atomic i64, ptr %0 acquire, align 64
  %52 = icmp ugt i64 %51, 1
  br i1 %52, label %137, label %53

53:                                               ; preds = %50
  call void @dlvm_pause() #6
  %54 = load atomic i64, ptr %0 acquire, align 64
  %55 = icmp ugt i64 %54, 1
  br i1 %55, label %137, label %56

56:                                               ; preds = %53
  call void @dlvm_pause() #6
  %57 = load atomic i64, ptr %0 acquire, align 64
  %58 = icmp ugt i64 %57, 1
  br i1 %58, label %137, label %59

59:                                               ; preds = %56
  call void @dlvm_pause() #6
  %60 = load atomic i64, ptr %0 acquire, align 64
  %61 = icmp ugt i64 %60, 1
  br i1 %61, label %137, label %62

62:                                               ; preds = %59
  call void @dlvm_pause() #6
  %63 = load atomic i64, ptr %0 acquire, align 64
  %64 = icmp ugt i64 %63, 1
  br i1 %64, label %137, label %65

65:                                               ; preds = %62
  call void @dlvm_pause() #6
  %66 = load atomic i64, ptr %0 acquire, align 64
  %67 = icmp ugt i64 %66, 1
  br i1 %67, label %137, label %68

68:                                               ; preds = %65
  call void @dlvm_pause() #6
  %69 = load atomic i64, ptr %0 acquire, align 64
  %70 = icmp ugt i64 %69, 1
  br i1 %70, label %137, label %71

71:                                               ; preds = %68
  call void @dlvm_pause() #6
  %72 = load atomic i64, ptr %0 acquire, align 64
  %73 = icmp ugt i64 %72, 1
  br i1 %73, label %137, label %74

74:                                               ; preds = %71
  call void @dlvm_pause() #6
  %75 = load atomic i64, ptr %0 acquire, align 64
  %76 = icmp ugt i64 %75, 1
  br i1 %76, label %137, label %77

77:                                               ; preds = %74
  call void @dlvm_pause() #6
  %78 = load atomic i64, ptr %0 acquire, align 64
  %79 = icmp ugt i64 %78, 1
  br i1 %79, label %137, label %80

80:                                               ; preds = %77
  call void @dlvm_pause() #6
  %81 = load atomic i64, ptr %0 acquire, align 64
  %82 = icmp ugt i64 %81, 1
  br i1 %82, label %137, label %83

83:                                               ; preds = %80
  call void @dlvm_pause() #6
  %84 = load atomic i64, ptr %0 acquire, align 64
  %85 = icmp ugt i64 %84, 1
  br i1 %85, label %137, label %86

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
  store i64 200000, ptr %7, align 16
  br label %137

137:                                              ; preds = %37, %41, %44, %47, %50, %53, %56, %59, %62, %65, %68, %71, %74, %77, %80, %83, %136
  %138 = load atomic i64, ptr %0 acquire, align 64
  %139 = icmp ult i64 %138, 2
  br i1 %139, label %271, label %140

140:                                              ; preds = %137
  %141 = cmpxchg ptr %0, i64 %138, i64 1 acq_rel monotonic, align 64
  %142 = extractvalue { i64, i1 } %141, 1
  br i1 %142, label %143, label %271

143:                                              ; preds = %140
  %144 = inttoptr i64 %138 to ptr
  %145 = load i64, ptr %7, align 16
  %146 = shl i64 %145, 1
  %147 = call noundef i64 @llvm.umin.i64(i64 %146, i64 200000)
  store i64 %147, ptr %7, align 16
  %148 = getelementptr inbounds %struct.region, ptr %144, i64 0, i32 5
  %149 = load ptr, ptr %148, align 8
  %150 = load i64, ptr %13, align 8
  %151 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 0
  %152 = load i64, ptr %151, align 8
  %153 = icmp ne i64 %150, %152
  %154 = load i64, ptr %15, align 8
  %155 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 1
  %156 = load i64, ptr %155, align 8
  %157 = icmp ne i64 %154, %156
  %158 = or i1 %153, %157
  %159 = load i64, ptr %16, align 8
  %160 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 2
  %161 = load i64, ptr %160, align 8
  %162 = icmp ne i64 %159, %161
  %163 = or i1 %158, %162
  %164 = load i64, ptr %17, align 8
  %165 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 3
  %166 = load i64, ptr %165, align 8
  %167 = icmp ne i64 %164, %166
  %168 = or i1 %163, %167
  %169 = load i64, ptr %18, align 8
  %170 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 4
  %171 = load i64, ptr %170, align 8
  %172 = icmp ne i64 %169, %171
  %173 = or i1 %168, %172
  %174 = load i64, ptr %19, align 8
  %175 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 5
  %176 = load i64, ptr %175, align 8
  %177 = icmp ne i64 %174, %176
  %178 = or i1 %173, %177
  %179 = load i64, ptr %20, align 8
  %180 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 6
  %181 = load i64, ptr %180, align 8
  %182 = icmp ne i64 %179, %181
  %183 = or i1 %178, %182
  %184 = load i64, ptr %21, align 8
  %185 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 7
  %186 = load i64, ptr %185, align 8
  %187 = icmp ne i64 %184, %186
  %188 = or i1 %183, %187
  %189 = load i64, ptr %22, align 8
  %190 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 8
  %191 = load i64, ptr %190, align 8
  %192 = icmp ne i64 %189, %191
  %193 = or i1 %188, %192
  %194 = load i64, ptr %23, align 8
  %195 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 9
  %196 = load i64, ptr %195, align 8
  %197 = icmp ne i64 %194, %196
  %198 = or i1 %193, %197
  %199 = load i64, ptr %24, align 8
  %200 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 10
  %201 = load i64, ptr %200, align 8
  %202 = icmp ne i64 %199, %201
  %203 = or i1 %198, %202
  %204 = load i64, ptr %25, align 8
  %205 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 11
  %206 = load i64, ptr %205, align 8
  %207 = icmp ne i64 %204, %206
  %208 = or i1 %203, %207
  %209 = load i64, ptr %26, align 8
  %210 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 12
  %211 = load i64, ptr %210, align 8
  %212 = icmp ne i64 %209, %211
  %213 = or i1 %208, %212
  %214 = load i64, ptr %27, align 8
  %215 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 13
  %216 = load i64, ptr %215, align 8
  %217 = icmp ne i64 %214, %216
  %218 = or i1 %213, %217
  %219 = load i64, ptr %28, align 8
  %220 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 14
  %221 = load i64, ptr %220, align 8
  %222 = icmp ne i64 %219, %221
  %223 = or i1 %218, %222
  %224 = load i64, ptr %29, align 8
  %225 = getelementptr inbounds %struct.places, ptr %149, i64 0, i32 2, i64 15
  %226 = load i64, ptr %225, align 8
  %227 = icmp ne i64 %224, %226
  %228 = or i1 %223, %227
  br i1 %228, label %229, label %265

229:                                              ; preds = %143
  %230 = load ptr, ptr %148, align 8
  %231 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 0
  %232 = load i64, ptr %231, align 8
  store i64 %232, ptr %13, align 8
  %233 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 1
  %234 = load i64, ptr %233, align 8
  store i64 %234, ptr %15, align 8
  %235 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 2
  %236 = load i64, ptr %235, align 8
  store i64 %236, ptr %16, align 8
  %237 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 3
  %238 = load i64, ptr %237, align 8
  store i64 %238, ptr %17, align 8
  %239 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 4
  %240 = load i64, ptr %239, align 8
  store i64 %240, ptr %18, align 8
  %241 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 5
  %242 = load i64, ptr %241, align 8
  store i64 %242, ptr %19, align 8
  %243 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 6
  %244 = load i64, ptr %243, align 8
  store i64 %244, ptr %20, align 8
  %245 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 7
  %246 = load i64, ptr %245, align 8
  store i64 %246, ptr %21, align 8
  %247 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 8
  %248 = load i64, ptr %247, align 8
  store i64 %248, ptr %22, align 8
  %249 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 9
  %250 = load i64, ptr %249, align 8
  store i64 %250, ptr %23, align 8
  %251 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 10
  %252 = load i64, ptr %251, align 8
  store i64 %252, ptr %24, align 8
  %253 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 11
  %254 = load i64, ptr %253, align 8
  store i64 %254, ptr %25, align 8
  %255 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 12
  %256 = load i64, ptr %255, align 8
  store i64 %256, ptr %26, align 8
  %257 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 13
  %258 = load i64, ptr %257, align 8
  store i64 %258, ptr %27, align 8
  %259 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 14
  %260 = load i64, ptr %259, align 8
  store i64 %260, ptr %28, align 8
  %261 = getelementptr inbounds %struct.places, ptr %230, i64 0, i32 2, i64 15
  %262 = load i64, ptr %261, align 8
  store i64 %262, ptr %29, align 8
  %263 = load ptr, ptr @set_cpus, align 8
  %264 = call i32 %263(i32 noundef 0, i64 noundef 128, ptr noundef nonnull %13) #6
  br label %265

265:                                              ; preds = %229, %143
  %266 = load i32, ptr %14, align 8
  call fastcc void @work(ptr noundef nonnull %144, i32 noundef %266) #8
  %267 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  store atomic i64 0, ptr %0 release, align 64
  %268 = getelementptr inbounds %struct.region, ptr %144, i64 0, i32 7
  %269 = atomicrmw sub ptr %268, i32 1 acq_rel, align 4
  %270 = icmp eq i32 %269, 1073741825
  br i1 %270, label %272, label %271

271:                                              ; preds = %265, %272, %137, %140
  br label %30

272:                                              ; preds = %265
  %273 = call i32 @pthread_mutex_lock(ptr noundef nonnull @done_mutex) #6
  %274 = call i32 @pthread_cond_broadcast(ptr noundef nonnull @done) #6
  %275 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @done_mutex) #6
  br label %271
}

declare i32 @pthread_detach(i64 noundef) local_unnamed_addr #1

declare i32 @pthread_attr_destroy(ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define internal fastcc void @work(ptr nocapture noundef %0, i32 noundef %1) unnamed_addr #0 {
  %3 = getelementptr inbounds %struct.region, ptr %0, i64 0, i32 6
  %4 = load i32, ptr %3, align 16
  %5 = icmp sgt i32 %4, 0
  br i1 %5, label %6, label %19

6:                                                ; preds = %2
  %7 = icmp eq i32 %1, 0
  %8 = getelementptr inbounds %struct.region, ptr %0, i64 0, i32 5
  %9 = getelementptr inbounds %struct.region, ptr %0, i64 0, i32 2
  %10 = getelementptr inbounds %struct.region, ptr %0, i64 0, i32 4
  %11 = getelementptr inbounds %struct.region, ptr %0, i64 0, i32 3
  %12 = getelementptr inbounds %struct.region, ptr %0, i64 0, i32 1
  br label %13

13:                                               ; preds = %6, %71
  %14 = phi i32 [ 0, %6 ], [ %72, %71 ]
  %15 = phi i32 [ %1, %6 ], [ %76, %71 ]
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds %struct.region, ptr %0, i64 0, i32 9, i64 %16
  %18 = icmp eq i32 %14, 0
  br label %20

19:                                               ; preds = %71, %2
  ret void

20:                                               ; preds = %13, %64
  br i1 %7, label %27, label %21

21:                                               ; preds = %20
  %22 = load atomic i32, ptr @active monotonic, align 64
  %23 = load ptr, ptr %8, align 8
  %24 = getelementptr inbounds %struct.places, ptr %23, i64 0, i32 1
  %25 = load i32, ptr %24, align 8
  %26 = icmp sgt i32 %22, %25
  br i1 %26, label %71, label %27

27:                                               ; preds = %21, %20
  %28 = load ptr, ptr %9, align 16
  %29 = getelementptr inbounds %struct.context, ptr %28, i64 0, i32 8
  %30 = load ptr, ptr %29, align 8
  %31 = load volatile i32, ptr %30, align 4
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %36, label %33

33:                                               ; preds = %27
  %34 = tail call i32 @dlvm_poll(ptr noundef nonnull %28) #6
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %36, label %71

36:                                               ; preds = %27, %33
  %37 = load atomic i64, ptr %17 acquire, align 8
  br label %38

38:                                               ; preds = %59, %36
  %39 = phi i64 [ %37, %36 ], [ %63, %59 ]
  %40 = and i64 %39, 4294967295
  %41 = lshr i64 %39, 32
  %42 = icmp ult i64 %40, %41
  br i1 %42, label %43, label %71

43:                                               ; preds = %38
  %44 = sub nsw i64 %41, %40
  %45 = load i64, ptr %10, align 32
  %46 = load i64, ptr %11, align 8
  %47 = lshr i64 %44, 1
  %48 = tail call noundef i64 @llvm.umax.i64(i64 %46, i64 %47)
  %49 = tail call noundef i64 @llvm.umin.i64(i64 %45, i64 %48)
  %50 = tail call noundef i64 @llvm.umin.i64(i64 %44, i64 %49)
  br i1 %18, label %55, label %51

51:                                               ; preds = %43
  %52 = sub i64 %41, %50
  %53 = shl i64 %52, 32
  %54 = or disjoint i64 %53, %40
  br label %59

55:                                               ; preds = %43
  %56 = add i64 %50, %40
  %57 = and i64 %39, -4294967296
  %58 = or i64 %56, %57
  br label %59

59:                                               ; preds = %55, %51
  %60 = phi i64 [ %54, %51 ], [ %58, %55 ]
  %61 = cmpxchg ptr %17, i64 %39, i64 %60 acq_rel acquire, align 8
  %62 = extractvalue { i64, i1 } %61, 1
  %63 = extractvalue { i64, i1 } %61, 0
  br i1 %62, label %64, label %38

64:                                               ; preds = %59
  %65 = sub i64 %41, %50
  %66 = select i1 %18, i64 %40, i64 %65
  %67 = add i64 %50, %40
  %68 = select i1 %18, i64 %67, i64 %41
  %69 = load ptr, ptr %0, align 64
  %70 = load ptr, ptr %12, align 8
  tail call void %69(ptr noundef %70, i64 noundef %66, i64 noundef %68) #6
  br label %20

71:                                               ; preds = %21, %33, %38
  %72 = add nuw nsw i32 %14, 1
  %73 = add nsw i32 %15, 1
  %74 = load i32, ptr %3, align 16
  %75 = icmp slt i32 %73, %74
  %76 = select i1 %75, i32 %73, i32 0
  %77 = icmp slt i32 %72, %74
  br i1 %77, label %13, label %19
}

declare void @dlvm_pause() local_unnamed_addr #1

declare i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr #1

declare i32 @pthread_cond_signal(ptr noundef) local_unnamed_addr #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #5

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { noreturn nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nobuiltin nounwind "no-builtins" }
attributes #7 = { nounwind }
attributes #8 = { nobuiltin "no-builtins" }
