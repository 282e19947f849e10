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
  br i1 %73, label %567, label %74

74:                                               ; preds = %69
  %75 = tail call i32 @dlvm_poll(ptr noundef nonnull %0) #6
  %76 = icmp ne i32 %75, 0
  %77 = sext i1 %76 to i32
  br label %567

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
  br i1 %223, label %225, label %306

225:                                              ; preds = %202
  %226 = getelementptr inbounds %struct.places, ptr %203, i64 0, i32 2
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %11) #7
  %227 = atomicrmw xchg ptr @starting, i32 1 acquire, align 4
  %228 = icmp eq i32 %227, 0
  br i1 %228, label %229, label %305

229:                                              ; preds = %225
  %230 = call i32 @pthread_attr_init(ptr noundef nonnull %11) #6
  %231 = call i32 @pthread_attr_setstacksize(ptr noundef nonnull %11, i64 noundef 4194304) #6
  %232 = load i32, ptr @started, align 4
  %233 = icmp slt i32 %232, %224
  br i1 %233, label %234, label %303

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

250:                                              ; preds = %297, %234
  %251 = phi i32 [ %301, %297 ], [ %232, %234 ]
  %252 = sext i32 %251 to i64
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %12) #7
  %253 = load i64, ptr @wake, align 8
  %254 = call noundef i64 @llvm.umin.i64(i64 %253, i64 20000)
  %255 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 2
  store i64 %254, ptr %255, align 16
  %256 = load i64, ptr %226, align 8
  %257 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 0
  store i64 %256, ptr %257, align 32
  %258 = load i64, ptr %235, align 8
  %259 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 1
  store i64 %258, ptr %259, align 8
  %260 = load i64, ptr %236, align 8
  %261 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 2
  store i64 %260, ptr %261, align 16
  %262 = load i64, ptr %237, align 8
  %263 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 3
  store i64 %262, ptr %263, align 8
  %264 = load i64, ptr %238, align 8
  %265 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 4
  store i64 %264, ptr %265, align 64
  %266 = load i64, ptr %239, align 8
  %267 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 5
  store i64 %266, ptr %267, align 8
  %268 = load i64, ptr %240, align 8
  %269 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 6
  store i64 %268, ptr %269, align 16
  %270 = load i64, ptr %241, align 8
  %271 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 7
  store i64 %270, ptr %271, align 8
  %272 = load i64, ptr %242, align 8
  %273 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 8
  store i64 %272, ptr %273, align 32
  %274 = load i64, ptr %243, align 8
  %275 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 9
  store i64 %274, ptr %275, align 8
  %276 = load i64, ptr %244, align 8
  %277 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 10
  store i64 %276, ptr %277, align 16
  %278 = load i64, ptr %245, align 8
  %279 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 11
  store i64 %278, ptr %279, align 8
  %280 = load i64, ptr %246, align 8
  %281 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 12
  store i64 %280, ptr %281, align 64
  %282 = load i64, ptr %247, align 8
  %283 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 13
  store i64 %282, ptr %283, align 8
  %284 = load i64, ptr %248, align 8
  %285 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 14
  store i64 %284, ptr %285, align 16
  %286 = load i64, ptr %249, align 8
  %287 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 5, i64 15
  store i64 %286, ptr %287, align 8
  %288 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252
  %289 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 7
  %290 = call i32 @pthread_mutex_init(ptr noundef nonnull %289, ptr noundef null) #6
  %291 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %252, i32 8
  %292 = call i32 @pthread_cond_init(ptr noundef nonnull %291, ptr noundef null) #6
  %293 = call i32 @pthread_create(ptr noundef nonnull %12, ptr noundef nonnull %11, ptr noundef nonnull @serve, ptr noundef nonnull %288) #6
  %294 = icmp eq i32 %293, 0
  br i1 %294, label %297, label %295

295:                                              ; preds = %250
  %296 = load i32, ptr @started, align 4
  store i32 %296, ptr @most_workers, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #7
  br label %303

297:                                              ; preds = %250
  %298 = load i64, ptr %12, align 8
  %299 = call i32 @pthread_detach(i64 noundef %298) #6
  %300 = atomicrmw add ptr @started, i32 1 release, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #7
  %301 = load i32, ptr @started, align 4
  %302 = icmp slt i32 %301, %224
  br i1 %302, label %250, label %303

303:                                              ; preds = %297, %295, %229
  %304 = call i32 @pthread_attr_destroy(ptr noundef nonnull %11) #6
  store atomic i32 0, ptr @starting release, align 4
  br label %305

305:                                              ; preds = %225, %303
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #7
  br label %306

306:                                              ; preds = %202, %305
  %307 = mul i64 %3, 2000
  %308 = call noundef i64 @llvm.umax.i64(i64 %4, i64 1)
  %309 = udiv i64 %307, %308
  %310 = call noundef i64 @llvm.umax.i64(i64 %309, i64 1)
  call void @llvm.lifetime.start.p0(i64 255, ptr nonnull %9) #7
  call void @llvm.lifetime.start.p0(i64 16448, ptr nonnull %10) #7
  %311 = load atomic i32, ptr @started acquire, align 4
  %312 = icmp sgt i32 %311, 0
  %313 = icmp ne i32 %224, 0
  %314 = and i1 %313, %312
  br i1 %314, label %315, label %336

315:                                              ; preds = %306
  %316 = zext nneg i32 %311 to i64
  br label %319

317:                                              ; preds = %330
  %318 = icmp eq i32 %331, 0
  br i1 %318, label %336, label %357

319:                                              ; preds = %330, %315
  %320 = phi i64 [ 0, %315 ], [ %332, %330 ]
  %321 = phi i32 [ 0, %315 ], [ %331, %330 ]
  %322 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %320
  %323 = cmpxchg ptr %322, i64 0, i64 1 acquire monotonic, align 64
  %324 = extractvalue { i64, i1 } %323, 1
  br i1 %324, label %325, label %330

325:                                              ; preds = %319
  %326 = trunc i64 %320 to i8
  %327 = add nsw i32 %321, 1
  %328 = sext i32 %321 to i64
  %329 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %328
  store i8 %326, ptr %329, align 1
  br label %330

330:                                              ; preds = %325, %319
  %331 = phi i32 [ %327, %325 ], [ %321, %319 ]
  %332 = add nuw nsw i64 %320, 1
  %333 = icmp ult i64 %332, %316
  %334 = icmp slt i32 %331, %224
  %335 = select i1 %333, i1 %334, i1 false
  br i1 %335, label %319, label %317

336:                                              ; preds = %317, %306
  %337 = icmp eq i64 %3, 0
  br i1 %337, label %348, label %338

338:                                              ; preds = %336
  %339 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 8
  br label %340

340:                                              ; preds = %353, %338
  %341 = phi i64 [ 0, %338 ], [ %354, %353 ]
  %342 = load ptr, ptr %339, align 8
  %343 = load volatile i32, ptr %342, align 4
  %344 = icmp eq i32 %343, 0
  br i1 %344, label %353, label %345

345:                                              ; preds = %340
  %346 = call i32 @dlvm_poll(ptr noundef nonnull %0) #6
  %347 = icmp eq i32 %346, 0
  br i1 %347, label %353, label %348

348:                                              ; preds = %353, %345, %336
  %349 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 8
  %350 = load ptr, ptr %349, align 8
  %351 = load volatile i32, ptr %350, align 4
  %352 = icmp eq i32 %351, 0
  br i1 %352, label %564, label %560

353:                                              ; preds = %345, %340
  %354 = add i64 %341, %24
  %355 = call noundef i64 @llvm.umin.i64(i64 %3, i64 %354)
  call void %1(ptr noundef %2, i64 noundef %341, i64 noundef %355) #6
  %356 = icmp ult i64 %354, %3
  br i1 %356, label %340, label %348

357:                                              ; preds = %317
  %358 = atomicrmw add ptr @active, i32 %331 monotonic, align 64
  store ptr %1, ptr %10, align 64
  %359 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 1
  store ptr %2, ptr %359, align 8
  %360 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 2
  store ptr %0, ptr %360, align 16
  %361 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 3
  store i64 %310, ptr %361, align 8
  %362 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 4
  store i64 %24, ptr %362, align 32
  %363 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 5
  store ptr %203, ptr %363, align 8
  %364 = add nsw i32 %331, 1
  %365 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 6
  store i32 %364, ptr %365, align 16
  %366 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 7
  store i32 %331, ptr %366, align 4
  %367 = sext i32 %331 to i64
  %368 = sext i32 %364 to i64
  %369 = add nsw i64 %367, 1
  %370 = call i64 @llvm.umax.i64(i64 %369, i64 1)
  br label %378

371:                                              ; preds = %378
  %372 = icmp sgt i32 %331, 0
  br i1 %372, label %374, label %373

373:                                              ; preds = %371
  call fastcc void @work(ptr noundef nonnull %10, i32 noundef 0) #8
  br label %439

374:                                              ; preds = %371
  %375 = ptrtoint ptr %10 to i64
  %376 = getelementptr inbounds [2 x i64], ptr %8, i64 0, i64 1
  %377 = zext nneg i32 %331 to i64
  br label %394

378:                                              ; preds = %378, %357
  %379 = phi i64 [ 0, %357 ], [ %382, %378 ]
  %380 = mul i64 %379, %3
  %381 = udiv i64 %380, %368
  %382 = add nuw i64 %379, 1
  %383 = mul i64 %382, %3
  %384 = udiv i64 %383, %368
  %385 = shl i64 %384, 32
  %386 = or i64 %385, %381
  %387 = getelementptr inbounds %struct.region, ptr %10, i64 0, i32 9, i64 %379
  store i64 %386, ptr %387, align 64
  %388 = icmp eq i64 %382, %370
  br i1 %388, label %371, label %378

389:                                              ; preds = %424
  call fastcc void @work(ptr noundef nonnull %10, i32 noundef 0) #8
  %390 = and i64 %377, 1
  %391 = icmp eq i32 %331, 1
  br i1 %391, label %426, label %392

392:                                              ; preds = %389
  %393 = and i64 %377, 2147483646
  br label %533

394:                                              ; preds = %424, %374
  %395 = phi i64 [ 0, %374 ], [ %400, %424 ]
  %396 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %395
  %397 = load i8, ptr %396, align 1
  %398 = zext i8 %397 to i64
  %399 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %398
  %400 = add nuw nsw i64 %395, 1
  %401 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %398, i32 3
  %402 = trunc i64 %400 to i32
  store i32 %402, ptr %401, align 8
  store atomic i64 %375, ptr %399 seq_cst, align 64
  %403 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %398, i32 4
  %404 = load atomic i32, ptr %403 seq_cst, align 4
  %405 = icmp eq i32 %404, 0
  br i1 %405, label %424, label %406

406:                                              ; preds = %394
  %407 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %398, i32 7
  %408 = call i32 @pthread_mutex_lock(ptr noundef nonnull %407) #6
  %409 = load i32, ptr %403, align 4
  %410 = icmp eq i32 %409, 0
  br i1 %410, label %422, label %411

411:                                              ; preds = %406
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %8) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %8, i8 0, i64 16, i1 false)
  %412 = load i32, ptr @clock, align 4
  %413 = call i32 @clock_gettime(i32 noundef %412, ptr noundef nonnull %8) #6
  %414 = load i64, ptr %8, align 16
  %415 = mul i64 %414, 1000000000
  %416 = load i64, ptr %376, align 8
  %417 = add i64 %415, %416
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %8) #7
  %418 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %398, i32 1
  store i64 %417, ptr %418, align 8
  store atomic i32 0, ptr %403 monotonic, align 4
  %419 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %407) #6
  %420 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %398, i32 8
  %421 = call i32 @pthread_cond_signal(ptr noundef nonnull %420) #6
  br label %424

422:                                              ; preds = %406
  %423 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %407) #6
  br label %424

424:                                              ; preds = %422, %411, %394
  %425 = icmp eq i64 %400, %377
  br i1 %425, label %389, label %394

426:                                              ; preds = %556, %389
  %427 = phi i64 [ 0, %389 ], [ %557, %556 ]
  %428 = icmp eq i64 %390, 0
  br i1 %428, label %439, label %429

429:                                              ; preds = %426
  %430 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %427
  %431 = load i8, ptr %430, align 1
  %432 = zext i8 %431 to i64
  %433 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %432
  %434 = cmpxchg ptr %433, i64 %375, i64 0 acq_rel monotonic, align 64
  %435 = extractvalue { i64, i1 } %434, 1
  br i1 %435, label %436, label %439

436:                                              ; preds = %429
  %437 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %438 = atomicrmw sub ptr %366, i32 1 monotonic, align 4
  br label %439

439:                                              ; preds = %426, %436, %429, %373
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %7, i8 0, i64 16, i1 false)
  %440 = load i32, ptr @clock, align 4
  %441 = call i32 @clock_gettime(i32 noundef %440, ptr noundef nonnull %7) #6
  %442 = load i64, ptr %7, align 16
  %443 = getelementptr inbounds [2 x i64], ptr %7, i64 0, i64 1
  %444 = load i64, ptr %443, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7) #7
  %445 = load atomic i64, ptr @wake monotonic, align 8
  %446 = shl nuw nsw i64 %445, 1
  %447 = call noundef i64 @llvm.umin.i64(i64 %446, i64 20000)
  %448 = getelementptr inbounds [2 x i64], ptr %6, i64 0, i64 1
  br label %449

449:                                              ; preds = %497, %439
  %450 = load atomic i32, ptr %366 acquire, align 4
  %451 = icmp eq i32 %450, 0
  br i1 %451, label %528, label %452

452:                                              ; preds = %449
  call void @dlvm_pause() #6
  %453 = load atomic i32, ptr %366 acquire, align 4
  %454 = icmp eq i32 %453, 0
  br i1 %454, label %528, label %455

455:                                              ; preds = %452
  call void @dlvm_pause() #6
  %456 = load atomic i32, ptr %366 acquire, align 4
  %457 = icmp eq i32 %456, 0
  br i1 %457, label %528, label %458

458:                                              ; preds = %455
  call void @dlvm_pause() #6
  %459 = load atomic i32, ptr %366 acquire, align 4
  %460 = icmp eq i32 %459, 0
  br i1 %460, label %528, label %461

461:                                              ; preds = %458
  call void @dlvm_pause() #6
  %462 = load atomic i32, ptr %366 acquire, align 4
  %463 = icmp eq i32 %462, 0
  br i1 %463, label %528, label %464

464:                                              ; preds = %461
  call void @dlvm_pause() #6
  %465 = load atomic i32, ptr %366 acquire, align 4
  %466 = icmp eq i32 %465, 0
  br i1 %466, label %528, label %467

467:                                              ; preds = %464
  call void @dlvm_pause() #6
  %468 = load atomic i32, ptr %366 acquire, align 4
  %469 = icmp eq i32 %468, 0
  br i1 %469, label %528, label %470

470:                                              ; preds = %467
  call void @dlvm_pause() #6
  %471 = load atomic i32, ptr %366 acquire, align 4
  %472 = icmp eq i32 %471, 0
  br i1 %472, label %528, label %473

473:                                              ; preds = %470
  call void @dlvm_pause() #6
  %474 = load atomic i32, ptr %366 acquire, align 4
  %475 = icmp eq i32 %474, 0
  br i1 %475, label %528, label %476

476:                                              ; preds = %473
  call void @dlvm_pause() #6
  %477 = load atomic i32, ptr %366 acquire, align 4
  %478 = icmp eq i32 %477, 0
  br i1 %478, label %528, label %479

479:                                              ; preds = %476
  call void @dlvm_pause() #6
  %480 = load atomic i32, ptr %366 acquire, align 4
  %481 = icmp eq i32 %480, 0
  br i1 %481, label %528, label %482

482:                                              ; preds = %479
  call void @dlvm_pause() #6
  %483 = load atomic i32, ptr %366 acquire, align 4
  %484 = icmp eq i32 %483, 0
  br i1 %484, label %528, label %485

485:                                              ; preds = %482
  call void @dlvm_pause() #6
  %486 = load atomic i32, ptr %366 acquire, align 4
  %487 = icmp eq i32 %486, 0
  br i1 %487, label %528, label %488

488:                                              ; preds = %485
  call void @dlvm_pause() #6
  %489 = load atomic i32, ptr %366 acquire, align 4
  %490 = icmp eq i32 %489, 0
  br i1 %490, label %528, label %491

491:                                              ; preds = %488
  call void @dlvm_pause() #6
  %492 = load atomic i32, ptr %366 acquire, align 4
  %493 = icmp eq i32 %492, 0
  br i1 %493, label %528, label %494

494:                                              ; preds = %491
  call void @dlvm_pause() #6
  %495 = load atomic i32, ptr %366 acquire, align 4
  %496 = icmp eq i32 %495, 0
  br i1 %496, label %528, label %497

497:                                              ; preds = %494
  call void @dlvm_pause() #6
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %6, i8 0, i64 16, i1 false)
  %498 = load i32, ptr @clock, align 4
  %499 = call i32 @clock_gettime(i32 noundef %498, ptr noundef nonnull %6) #6
  %500 = load i64, ptr %6, align 16
  %501 = load i64, ptr %448, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6) #7
  %502 = sub i64 %500, %442
  %503 = mul i64 %502, 1000000000
  %504 = sub i64 %501, %444
  %505 = add i64 %504, %503
  %506 = icmp ugt i64 %505, %447
  br i1 %506, label %507, label %449

507:                                              ; preds = %497
  %508 = call i32 @pthread_mutex_lock(ptr noundef nonnull @done_mutex) #6
  %509 = atomicrmw or ptr %366, i32 1073741824 acq_rel, align 4
  %510 = load atomic i32, ptr %366 acquire, align 4
  %511 = icmp eq i32 %510, 1073741824
  br i1 %511, label %526, label %512

512:                                              ; preds = %507, %522
  %513 = call i32 @pthread_cond_wait(ptr noundef nonnull @done, ptr noundef nonnull @done_mutex) #6
  %514 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @done_mutex) #6
  %515 = load ptr, ptr %360, align 16
  %516 = getelementptr inbounds %struct.context, ptr %515, i64 0, i32 8
  %517 = load ptr, ptr %516, align 8
  %518 = load volatile i32, ptr %517, align 4
  %519 = icmp eq i32 %518, 0
  br i1 %519, label %522, label %520

520:                                              ; preds = %512
  %521 = call i32 @dlvm_poll(ptr noundef nonnull %515) #6
  br label %522

522:                                              ; preds = %520, %512
  %523 = call i32 @pthread_mutex_lock(ptr noundef nonnull @done_mutex) #6
  %524 = load atomic i32, ptr %366 acquire, align 4
  %525 = icmp eq i32 %524, 1073741824
  br i1 %525, label %526, label %512

526:                                              ; preds = %522, %507
  %527 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @done_mutex) #6
  br label %528

528:                                              ; preds = %494, %491, %488, %485, %482, %479, %476, %473, %470, %467, %464, %461, %458, %455, %452, %449, %526
  %529 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 8
  %530 = load ptr, ptr %529, align 8
  %531 = load volatile i32, ptr %530, align 4
  %532 = icmp eq i32 %531, 0
  br i1 %532, label %564, label %560

533:                                              ; preds = %556, %392
  %534 = phi i64 [ 0, %392 ], [ %557, %556 ]
  %535 = phi i64 [ 0, %392 ], [ %558, %556 ]
  %536 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %534
  %537 = load i8, ptr %536, align 2
  %538 = zext i8 %537 to i64
  %539 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %538
  %540 = cmpxchg ptr %539, i64 %375, i64 0 acq_rel monotonic, align 64
  %541 = extractvalue { i64, i1 } %540, 1
  br i1 %541, label %542, label %545

542:                                              ; preds = %533
  %543 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %544 = atomicrmw sub ptr %366, i32 1 monotonic, align 4
  br label %545

545:                                              ; preds = %542, %533
  %546 = or disjoint i64 %534, 1
  %547 = getelementptr inbounds [255 x i8], ptr %9, i64 0, i64 %546
  %548 = load i8, ptr %547, align 1
  %549 = zext i8 %548 to i64
  %550 = getelementptr inbounds [255 x %struct.worker], ptr @workers, i64 0, i64 %549
  %551 = cmpxchg ptr %550, i64 %375, i64 0 acq_rel monotonic, align 64
  %552 = extractvalue { i64, i1 } %551, 1
  br i1 %552, label %553, label %556

553:                                              ; preds = %545
  %554 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  %555 = atomicrmw sub ptr %366, i32 1 monotonic, align 4
  br label %556

556:                                              ; preds = %553, %545
  %557 = add nuw nsw i64 %534, 2
  %558 = add i64 %535, 2
  %559 = icmp eq i64 %558, %393
  br i1 %559, label %426, label %533

560:                                              ; preds = %528, %348
  %561 = call i32 @dlvm_poll(ptr noundef nonnull %0) #6
  %562 = icmp ne i32 %561, 0
  %563 = sext i1 %562 to i32
  br label %564

564:                                              ; preds = %560, %348, %528
  %565 = phi i32 [ 0, %348 ], [ 0, %528 ], [ %563, %560 ]
  call void @llvm.lifetime.end.p0(i64 16448, ptr nonnull %10) #7
  call void @llvm.lifetime.end.p0(i64 255, ptr nonnull %9) #7
  %566 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  call void @llvm.lifetime.end.p0(i64 144, ptr nonnull %14) #7
  br label %567

567:                                              ; preds = %74, %69, %564
  %568 = phi i32 [ %565, %564 ], [ 0, %69 ], [ %77, %74 ]
  ret i32 %568
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

30:                                               ; preds = %277, %1
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
  br i1 %142, label %277, label %143

143:                                              ; preds = %140
  %144 = cmpxchg ptr %0, i64 %141, i64 1 acq_rel monotonic, align 64
  %145 = extractvalue { i64, i1 } %144, 1
  br i1 %145, label %146, label %277

146:                                              ; preds = %143
  %147 = inttoptr i64 %141 to ptr
  %148 = load atomic i64, ptr @wake monotonic, align 8
  %149 = shl nuw nsw i64 %148, 1
  %150 = load i64, ptr %7, align 16
  %151 = shl i64 %150, 1
  %152 = call i64 @llvm.umin.i64(i64 %149, i64 %151)
  %153 = call i64 @llvm.umin.i64(i64 %152, i64 20000)
  store i64 %153, ptr %7, align 16
  %154 = getelementptr inbounds %struct.region, ptr %147, i64 0, i32 5
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
  %272 = load i32, ptr %14, align 8
  call fastcc void @work(ptr noundef nonnull %147, i32 noundef %272) #8
  %273 = atomicrmw sub ptr @active, i32 1 monotonic, align 64
  store atomic i64 0, ptr %0 release, align 64
  %274 = getelementptr inbounds %struct.region, ptr %147, i64 0, i32 7
  %275 = atomicrmw sub ptr %274, i32 1 acq_rel, align 4
  %276 = icmp eq i32 %275, 1073741825
  br i1 %276, label %278, label %277

277:                                              ; preds = %271, %278, %140, %143
  br label %30

278:                                              ; preds = %271
  %279 = call i32 @pthread_mutex_lock(ptr noundef nonnull @done_mutex) #6
  %280 = call i32 @pthread_cond_broadcast(ptr noundef nonnull @done) #6
  %281 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @done_mutex) #6
  br label %277
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
