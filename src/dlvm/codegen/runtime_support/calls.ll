%struct.tuple = type { %struct.object, i64, [0 x ptr] }
%struct.object = type { i64, ptr }
%struct.form = type { ptr, ptr, i64, ptr, i64 }
%struct.array = type { %struct.object, ptr, i32, ptr, ptr, ptr, ptr, i32 }
%struct.function = type { ptr, ptr, i64, i64, i64, ptr, ptr, ptr }
%struct.python = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr }
%struct.arena = type { ptr, %struct.context, [0 x i64] }
%struct.context = type { i64, i64, i64, [4 x i64], ptr, ptr, ptr, ptr, ptr, [3 x ptr], i64 }
%struct.result = type { ptr, i64 }
%struct.program = type { i64, i64, i64, i64, i64, i64, ptr, i32, i64, i64, i64 }

@api = internal unnamed_addr global ptr null, align 8
@stack_limit = internal global i64 0, align 8

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_take_arrays(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.tuple, ptr %0, i64 0, i32 1
  %5 = load i64, ptr %4, align 8
  %6 = icmp slt i64 %5, 1
  br i1 %6, label %64, label %7

7:                                                ; preds = %3, %56
  %8 = phi i64 [ %61, %56 ], [ 0, %3 ]
  %9 = getelementptr inbounds %struct.tuple, ptr %0, i64 0, i32 2, i64 %8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds %struct.form, ptr %1, i64 %8
  %12 = getelementptr inbounds %struct.object, ptr %10, i64 0, i32 1
  %13 = load ptr, ptr %12, align 8
  %14 = load ptr, ptr %11, align 8
  %15 = icmp eq ptr %13, %14
  br i1 %15, label %16, label %64

16:                                               ; preds = %7
  %17 = getelementptr inbounds %struct.array, ptr %10, i64 0, i32 6
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.form, ptr %1, i64 %8, i32 1
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq ptr %18, %20
  br i1 %21, label %22, label %64

22:                                               ; preds = %16
  %23 = getelementptr inbounds %struct.array, ptr %10, i64 0, i32 2
  %24 = load i32, ptr %23, align 8
  %25 = sext i32 %24 to i64
  %26 = getelementptr inbounds %struct.form, ptr %1, i64 %8, i32 2
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %27, %25
  br i1 %28, label %29, label %64

29:                                               ; preds = %22
  %30 = getelementptr inbounds %struct.array, ptr %10, i64 0, i32 7
  %31 = load i32, ptr %30, align 8
  %32 = and i32 %31, 1281
  %33 = icmp eq i32 %32, 1281
  br i1 %33, label %34, label %64

34:                                               ; preds = %29
  %35 = icmp slt i32 %24, 1
  br i1 %35, label %56, label %36

36:                                               ; preds = %34
  %37 = getelementptr inbounds %struct.array, ptr %10, i64 0, i32 3
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds %struct.form, ptr %1, i64 %8, i32 3
  %40 = load ptr, ptr %39, align 8
  %41 = load i64, ptr %38, align 8
  %42 = load i64, ptr %40, align 8
  %43 = icmp eq i64 %41, %42
  br i1 %43, label %44, label %64

44:                                               ; preds = %36, %48
  %45 = phi i64 [ %46, %48 ], [ 0, %36 ]
  %46 = add nuw nsw i64 %45, 1
  %47 = icmp eq i64 %46, %25
  br i1 %47, label %54, label %48

48:                                               ; preds = %44
  %49 = getelementptr inbounds i64, ptr %38, i64 %46
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr inbounds i64, ptr %40, i64 %46
  %52 = load i64, ptr %51, align 8
  %53 = icmp eq i64 %50, %52
  br i1 %53, label %44, label %54

54:                                               ; preds = %48, %44
  %55 = icmp slt i64 %46, %25
  br i1 %55, label %64, label %56

56:                                               ; preds = %34, %54
  %57 = getelementptr inbounds %struct.array, ptr %10, i64 0, i32 1
  %58 = load ptr, ptr %57, align 8
  %59 = ptrtoint ptr %58 to i64
  %60 = getelementptr inbounds i64, ptr %2, i64 %8
  store i64 %59, ptr %60, align 8
  %61 = add nuw nsw i64 %8, 1
  %62 = load i64, ptr %4, align 8
  %63 = icmp slt i64 %61, %62
  br i1 %63, label %7, label %64

64:                                               ; preds = %56, %54, %36, %29, %22, %16, %7, %3
  %65 = phi i32 [ 1, %3 ], [ 0, %7 ], [ 0, %16 ], [ 0, %22 ], [ 0, %29 ], [ 0, %54 ], [ 0, %36 ], [ 1, %56 ]
  ret i32 %65
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define dso_local void @dlvm_configure_calls(ptr noundef %0) local_unnamed_addr #2 {
  store ptr %0, ptr @api, align 8
  %2 = tail call i32 @pthread_key_create(ptr noundef nonnull @stack_limit, ptr noundef null) #5
  ret void
}

declare i32 @pthread_key_create(ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind
define dso_local void @dlvm_set_stack_limit(ptr noundef %0) local_unnamed_addr #2 {
  %2 = load i64, ptr @stack_limit, align 8
  %3 = tail call i32 @pthread_setspecific(i64 noundef %2, ptr noundef %0) #5
  ret void
}

declare i32 @pthread_setspecific(i64 noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind
define dso_local i32 @dlvm_run(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #2 {
  %3 = load i64, ptr %1, align 8
  %4 = inttoptr i64 %3 to ptr
  tail call void @dlvm_enter(ptr noundef %4) #5
  %5 = tail call i32 %0(ptr noundef nonnull %1) #5
  tail call void @dlvm_exit(ptr noundef %4) #5
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7

7:                                                ; preds = %2
  tail call void @dlvm_end(ptr noundef %4, i32 noundef 1) #5
  br label %8

8:                                                ; preds = %7, %2
  ret i32 %5
}

declare void @dlvm_enter(ptr noundef) local_unnamed_addr #3

declare void @dlvm_exit(ptr noundef) local_unnamed_addr #3

declare void @dlvm_end(ptr noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: nounwind
define dso_local ptr @dlvm_call(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #2 {
  %3 = alloca [5 x i64], align 16
  %4 = getelementptr inbounds %struct.array, ptr %0, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 1
  %7 = load ptr, ptr %6, align 8
  %8 = load i64, ptr @stack_limit, align 8
  %9 = tail call ptr @pthread_getspecific(i64 noundef %8) #5
  %10 = icmp eq ptr %9, null
  %11 = load ptr, ptr @api, align 8
  br i1 %10, label %24, label %12

12:                                               ; preds = %2
  %13 = getelementptr inbounds %struct.object, ptr %1, i64 0, i32 1
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds %struct.python, ptr %11, i64 0, i32 8
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %14, %16
  br i1 %17, label %18, label %24

18:                                               ; preds = %12
  %19 = getelementptr inbounds %struct.tuple, ptr %1, i64 0, i32 1
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 3
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %20, %22
  br i1 %23, label %32, label %24

24:                                               ; preds = %18, %12, %2
  %25 = getelementptr inbounds %struct.python, ptr %11, i64 0, i32 3
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds %struct.python, ptr %11, i64 0, i32 7
  %28 = load ptr, ptr %27, align 8
  tail call void %26(ptr noundef %28) #5
  %29 = load ptr, ptr @api, align 8
  %30 = getelementptr inbounds %struct.python, ptr %29, i64 0, i32 7
  %31 = load ptr, ptr %30, align 8
  br label %290

32:                                               ; preds = %18
  %33 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 7
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  br i1 %35, label %38, label %36

36:                                               ; preds = %32
  %37 = load ptr, ptr %34, align 8
  store ptr %37, ptr %33, align 8
  br label %59

38:                                               ; preds = %32
  %39 = add nsw i64 %20, 2
  %40 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 4
  %41 = load i64, ptr %40, align 8
  %42 = add nsw i64 %39, %41
  %43 = shl i64 %42, 3
  %44 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 2
  %45 = load i64, ptr %44, align 8
  %46 = add i64 %45, 4232
  %47 = add i64 %46, %43
  %48 = tail call ptr @malloc(i64 noundef %47) #5
  %49 = icmp eq ptr %48, null
  br i1 %49, label %50, label %59

50:                                               ; preds = %38
  %51 = load ptr, ptr @api, align 8
  %52 = getelementptr inbounds %struct.python, ptr %51, i64 0, i32 3
  %53 = load ptr, ptr %52, align 8
  %54 = getelementptr inbounds %struct.python, ptr %51, i64 0, i32 7
  %55 = load ptr, ptr %54, align 8
  tail call void %53(ptr noundef %55) #5
  %56 = load ptr, ptr @api, align 8
  %57 = getelementptr inbounds %struct.python, ptr %56, i64 0, i32 7
  %58 = load ptr, ptr %57, align 8
  br label %290

59:                                               ; preds = %36, %38
  %60 = phi ptr [ %34, %36 ], [ %48, %38 ]
  %61 = getelementptr inbounds %struct.arena, ptr %60, i64 0, i32 2
  %62 = getelementptr inbounds %struct.arena, ptr %60, i64 1, i32 1, i32 1
  %63 = getelementptr inbounds %struct.arena, ptr %60, i64 0, i32 1
  %64 = ptrtoint ptr %63 to i64
  store i64 %64, ptr %61, align 8
  %65 = load i64, ptr %21, align 8
  %66 = getelementptr inbounds i64, ptr %62, i64 %65
  %67 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 4
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr inbounds i64, ptr %66, i64 %68
  %70 = ptrtoint ptr %69 to i64
  %71 = add i64 %70, 4095
  %72 = and i64 %71, -4096
  %73 = getelementptr inbounds %struct.arena, ptr %60, i64 1, i32 1
  store i64 %72, ptr %73, align 8
  %74 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 5
  %75 = load ptr, ptr %74, align 8
  %76 = load i64, ptr %19, align 8
  %77 = icmp slt i64 %76, 1
  br i1 %77, label %135, label %78

78:                                               ; preds = %59, %127
  %79 = phi i64 [ %132, %127 ], [ 0, %59 ]
  %80 = getelementptr inbounds %struct.tuple, ptr %1, i64 0, i32 2, i64 %79
  %81 = load ptr, ptr %80, align 8
  %82 = getelementptr inbounds %struct.form, ptr %75, i64 %79
  %83 = getelementptr inbounds %struct.object, ptr %81, i64 0, i32 1
  %84 = load ptr, ptr %83, align 8
  %85 = load ptr, ptr %82, align 8
  %86 = icmp eq ptr %84, %85
  br i1 %86, label %87, label %178

87:                                               ; preds = %78
  %88 = getelementptr inbounds %struct.array, ptr %81, i64 0, i32 6
  %89 = load ptr, ptr %88, align 8
  %90 = getelementptr inbounds %struct.form, ptr %75, i64 %79, i32 1
  %91 = load ptr, ptr %90, align 8
  %92 = icmp eq ptr %89, %91
  br i1 %92, label %93, label %178

93:                                               ; preds = %87
  %94 = getelementptr inbounds %struct.array, ptr %81, i64 0, i32 2
  %95 = load i32, ptr %94, align 8
  %96 = sext i32 %95 to i64
  %97 = getelementptr inbounds %struct.form, ptr %75, i64 %79, i32 2
  %98 = load i64, ptr %97, align 8
  %99 = icmp eq i64 %98, %96
  br i1 %99, label %100, label %178

100:                                              ; preds = %93
  %101 = getelementptr inbounds %struct.array, ptr %81, i64 0, i32 7
  %102 = load i32, ptr %101, align 8
  %103 = and i32 %102, 1281
  %104 = icmp eq i32 %103, 1281
  br i1 %104, label %105, label %178

105:                                              ; preds = %100
  %106 = icmp slt i32 %95, 1
  br i1 %106, label %127, label %107

107:                                              ; preds = %105
  %108 = getelementptr inbounds %struct.array, ptr %81, i64 0, i32 3
  %109 = load ptr, ptr %108, align 8
  %110 = getelementptr inbounds %struct.form, ptr %75, i64 %79, i32 3
  %111 = load ptr, ptr %110, align 8
  %112 = load i64, ptr %109, align 8
  %113 = load i64, ptr %111, align 8
  %114 = icmp eq i64 %112, %113
  br i1 %114, label %115, label %178

115:                                              ; preds = %107, %119
  %116 = phi i64 [ %117, %119 ], [ 0, %107 ]
  %117 = add nuw nsw i64 %116, 1
  %118 = icmp eq i64 %117, %96
  br i1 %118, label %127, label %119

119:                                              ; preds = %115
  %120 = getelementptr inbounds i64, ptr %109, i64 %117
  %121 = load i64, ptr %120, align 8
  %122 = getelementptr inbounds i64, ptr %111, i64 %117
  %123 = load i64, ptr %122, align 8
  %124 = icmp eq i64 %121, %123
  br i1 %124, label %115, label %125

125:                                              ; preds = %119
  %126 = icmp slt i64 %117, %96
  br i1 %126, label %178, label %127

127:                                              ; preds = %115, %125, %105
  %128 = getelementptr inbounds %struct.array, ptr %81, i64 0, i32 1
  %129 = load ptr, ptr %128, align 8
  %130 = ptrtoint ptr %129 to i64
  %131 = getelementptr inbounds i64, ptr %62, i64 %79
  store i64 %130, ptr %131, align 8
  %132 = add nuw nsw i64 %79, 1
  %133 = load i64, ptr %19, align 8
  %134 = icmp slt i64 %132, %133
  br i1 %134, label %78, label %135

135:                                              ; preds = %127, %59
  %136 = load i64, ptr %67, align 8
  %137 = icmp sgt i64 %136, 0
  br i1 %137, label %138, label %188

138:                                              ; preds = %135
  %139 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 6
  %140 = load ptr, ptr %139, align 8
  br label %141

141:                                              ; preds = %172, %138
  %142 = phi i1 [ true, %138 ], [ %174, %172 ]
  %143 = phi i64 [ 0, %138 ], [ %173, %172 ]
  %144 = getelementptr inbounds %struct.result, ptr %140, i64 %143
  %145 = load ptr, ptr %144, align 8
  %146 = icmp eq ptr %145, null
  br i1 %146, label %147, label %172

147:                                              ; preds = %141
  %148 = getelementptr inbounds %struct.result, ptr %140, i64 %143, i32 1
  %149 = load i64, ptr %148, align 8
  %150 = getelementptr inbounds i64, ptr %62, i64 %149
  %151 = load i64, ptr %150, align 8
  %152 = getelementptr inbounds %struct.form, ptr %75, i64 %149, i32 4
  %153 = load i64, ptr %152, align 8
  %154 = add i64 %153, %151
  %155 = load i64, ptr %21, align 8
  %156 = icmp sgt i64 %155, 0
  br i1 %156, label %157, label %172

157:                                              ; preds = %147, %169
  %158 = phi i64 [ %170, %169 ], [ 0, %147 ]
  %159 = icmp eq i64 %158, %149
  br i1 %159, label %169, label %160

160:                                              ; preds = %157
  %161 = getelementptr inbounds i64, ptr %62, i64 %158
  %162 = load i64, ptr %161, align 8
  %163 = icmp ult i64 %162, %154
  br i1 %163, label %164, label %169

164:                                              ; preds = %160
  %165 = getelementptr inbounds %struct.form, ptr %75, i64 %158, i32 4
  %166 = load i64, ptr %165, align 8
  %167 = add i64 %166, %162
  %168 = icmp ult i64 %151, %167
  br i1 %168, label %176, label %169

169:                                              ; preds = %164, %160, %157
  %170 = add nuw nsw i64 %158, 1
  %171 = icmp eq i64 %170, %155
  br i1 %171, label %172, label %157

172:                                              ; preds = %169, %147, %141
  %173 = add nuw nsw i64 %143, 1
  %174 = icmp slt i64 %173, %136
  %175 = icmp eq i64 %173, %136
  br i1 %175, label %176, label %141

176:                                              ; preds = %172, %164
  %177 = phi i1 [ %142, %164 ], [ %174, %172 ]
  br i1 %177, label %178, label %188

178:                                              ; preds = %107, %125, %100, %93, %87, %78, %176
  %179 = load ptr, ptr %33, align 8
  store ptr %179, ptr %60, align 8
  store ptr %60, ptr %33, align 8
  %180 = load ptr, ptr @api, align 8
  %181 = getelementptr inbounds %struct.python, ptr %180, i64 0, i32 3
  %182 = load ptr, ptr %181, align 8
  %183 = getelementptr inbounds %struct.python, ptr %180, i64 0, i32 7
  %184 = load ptr, ptr %183, align 8
  tail call void %182(ptr noundef %184) #5
  %185 = load ptr, ptr @api, align 8
  %186 = getelementptr inbounds %struct.python, ptr %185, i64 0, i32 7
  %187 = load ptr, ptr %186, align 8
  br label %290

188:                                              ; preds = %135, %176
  %189 = load i64, ptr %21, align 8
  %190 = load ptr, ptr @api, align 8
  %191 = getelementptr inbounds %struct.python, ptr %190, i64 0, i32 1
  %192 = load ptr, ptr %191, align 8
  %193 = tail call ptr %192(i64 noundef %136) #5
  %194 = icmp eq ptr %193, null
  br i1 %194, label %240, label %195

195:                                              ; preds = %188
  %196 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 6
  %197 = load i64, ptr %67, align 8
  %198 = icmp sgt i64 %197, 0
  br i1 %198, label %199, label %242

199:                                              ; preds = %195
  %200 = getelementptr inbounds i64, ptr %62, i64 %189
  br label %201

201:                                              ; preds = %199, %231
  %202 = phi i64 [ 0, %199 ], [ %237, %231 ]
  %203 = phi ptr [ %200, %199 ], [ %236, %231 ]
  %204 = load ptr, ptr %196, align 8
  %205 = getelementptr inbounds %struct.result, ptr %204, i64 %202
  %206 = load ptr, ptr %205, align 8
  %207 = icmp eq ptr %206, null
  br i1 %207, label %212, label %208

208:                                              ; preds = %201
  %209 = load ptr, ptr @api, align 8
  %210 = load ptr, ptr %209, align 8
  %211 = tail call ptr %210(ptr noundef nonnull %206) #5
  br label %217

212:                                              ; preds = %201
  %213 = getelementptr inbounds %struct.result, ptr %204, i64 %202, i32 1
  %214 = load i64, ptr %213, align 8
  %215 = getelementptr inbounds %struct.tuple, ptr %1, i64 0, i32 2, i64 %214
  %216 = load ptr, ptr %215, align 8
  br label %217

217:                                              ; preds = %212, %208
  %218 = phi ptr [ %211, %208 ], [ %216, %212 ]
  %219 = icmp eq ptr %218, null
  br i1 %219, label %220, label %224

220:                                              ; preds = %217
  %221 = load ptr, ptr @api, align 8
  %222 = getelementptr inbounds %struct.python, ptr %221, i64 0, i32 4
  %223 = load ptr, ptr %222, align 8
  tail call void %223(ptr noundef nonnull %193) #5
  br label %240

224:                                              ; preds = %217
  %225 = load ptr, ptr %205, align 8
  %226 = icmp eq ptr %225, null
  br i1 %226, label %227, label %231

227:                                              ; preds = %224
  %228 = load ptr, ptr @api, align 8
  %229 = getelementptr inbounds %struct.python, ptr %228, i64 0, i32 3
  %230 = load ptr, ptr %229, align 8
  tail call void %230(ptr noundef nonnull %218) #5
  br label %231

231:                                              ; preds = %227, %224
  %232 = getelementptr inbounds %struct.tuple, ptr %193, i64 0, i32 2, i64 %202
  store ptr %218, ptr %232, align 8
  %233 = getelementptr inbounds %struct.array, ptr %218, i64 0, i32 1
  %234 = load ptr, ptr %233, align 8
  %235 = ptrtoint ptr %234 to i64
  %236 = getelementptr inbounds i64, ptr %203, i64 1
  store i64 %235, ptr %203, align 8
  %237 = add nuw nsw i64 %202, 1
  %238 = load i64, ptr %67, align 8
  %239 = icmp slt i64 %237, %238
  br i1 %239, label %201, label %242

240:                                              ; preds = %188, %220
  %241 = load ptr, ptr %33, align 8
  store ptr %241, ptr %60, align 8
  store ptr %60, ptr %33, align 8
  br label %290

242:                                              ; preds = %231, %195
  %243 = getelementptr inbounds %struct.program, ptr %7, i64 0, i32 2
  %244 = load i64, ptr %243, align 8
  %245 = load <2 x i64>, ptr %7, align 8
  store <2 x i64> %245, ptr %63, align 8
  %246 = getelementptr inbounds %struct.arena, ptr %60, i64 0, i32 1, i32 2
  store i64 %244, ptr %246, align 8
  %247 = getelementptr inbounds %struct.arena, ptr %60, i64 0, i32 1, i32 3
  %248 = getelementptr inbounds %struct.arena, ptr %60, i64 0, i32 1, i32 5
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %247, i8 0, i64 40, i1 false)
  store ptr %9, ptr %248, align 8
  %249 = getelementptr inbounds %struct.arena, ptr %60, i64 0, i32 1, i32 6
  store ptr %7, ptr %249, align 8
  %250 = getelementptr inbounds %struct.arena, ptr %60, i64 0, i32 1, i32 7
  store ptr null, ptr %250, align 8
  %251 = getelementptr inbounds %struct.arena, ptr %60, i64 0, i32 1, i32 8
  store ptr null, ptr %251, align 8
  %252 = getelementptr inbounds %struct.arena, ptr %60, i64 0, i32 1, i32 9
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %252, i8 0, i64 32, i1 false)
  %253 = load ptr, ptr @api, align 8
  %254 = getelementptr inbounds %struct.python, ptr %253, i64 0, i32 5
  %255 = load ptr, ptr %254, align 8
  %256 = tail call ptr %255() #5
  %257 = load ptr, ptr %5, align 8
  %258 = tail call i32 @dlvm_run(ptr noundef %257, ptr noundef nonnull %61) #6
  %259 = load ptr, ptr @api, align 8
  %260 = getelementptr inbounds %struct.python, ptr %259, i64 0, i32 6
  %261 = load ptr, ptr %260, align 8
  tail call void %261(ptr noundef %256) #5
  %262 = icmp eq i32 %258, 0
  br i1 %262, label %283, label %263

263:                                              ; preds = %242
  %264 = sext i32 %258 to i64
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %3) #7
  %265 = load <2 x i64>, ptr %247, align 8
  store <2 x i64> %265, ptr %3, align 16
  %266 = getelementptr inbounds i64, ptr %3, i64 2
  %267 = getelementptr inbounds %struct.arena, ptr %60, i64 0, i32 1, i32 3, i64 2
  %268 = load <2 x i64>, ptr %267, align 8
  store <2 x i64> %268, ptr %266, align 16
  %269 = getelementptr inbounds i64, ptr %3, i64 4
  store i64 %264, ptr %269, align 16
  %270 = load ptr, ptr @api, align 8
  %271 = getelementptr inbounds %struct.python, ptr %270, i64 0, i32 4
  %272 = load ptr, ptr %271, align 8
  tail call void %272(ptr noundef nonnull %193) #5
  %273 = icmp eq i32 %258, -1
  br i1 %273, label %274, label %276

274:                                              ; preds = %263
  %275 = tail call ptr @dlvm_raise(ptr noundef nonnull %63) #5
  br label %281

276:                                              ; preds = %263
  %277 = load ptr, ptr @api, align 8
  %278 = getelementptr inbounds %struct.python, ptr %277, i64 0, i32 2
  %279 = load ptr, ptr %278, align 8
  %280 = call ptr %279(ptr noundef nonnull %3, i64 noundef 40) #5
  br label %281

281:                                              ; preds = %276, %274
  %282 = phi ptr [ %275, %274 ], [ %280, %276 ]
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %3) #7
  br label %287

283:                                              ; preds = %242
  %284 = getelementptr inbounds %struct.arena, ptr %60, i64 0, i32 1, i32 1
  %285 = getelementptr inbounds %struct.program, ptr %7, i64 0, i32 1
  tail call void @dlvm_end(ptr noundef nonnull %63, i32 noundef 0) #5
  %286 = load i64, ptr %284, align 8
  store i64 %286, ptr %285, align 8
  br label %287

287:                                              ; preds = %283, %281
  %288 = phi ptr [ %282, %281 ], [ %193, %283 ]
  %289 = load ptr, ptr %33, align 8
  store ptr %289, ptr %60, align 8
  store ptr %60, ptr %33, align 8
  br label %290

290:                                              ; preds = %50, %240, %287, %178, %24
  %291 = phi ptr [ %31, %24 ], [ %58, %50 ], [ %187, %178 ], [ %288, %287 ], [ null, %240 ]
  ret ptr %291
}

declare ptr @pthread_getspecific(i64 noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #4

declare ptr @dlvm_raise(ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind
define dso_local void @dlvm_end_calls(ptr nocapture noundef %0) local_unnamed_addr #2 {
  %2 = getelementptr inbounds %struct.function, ptr %0, i64 0, i32 7
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %10, label %5

5:                                                ; preds = %1, %5
  %6 = phi ptr [ %8, %5 ], [ %3, %1 ]
  %7 = load ptr, ptr %6, align 8
  store ptr %7, ptr %2, align 8
  tail call void @free(ptr noundef nonnull %6) #5
  %8 = load ptr, ptr %2, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %10, label %5

10:                                               ; preds = %5, %1
  ret void
}

declare void @free(ptr noundef) local_unnamed_addr #3

declare ptr @malloc(i64 noundef) local_unnamed_addr #3

attributes #0 = { nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #5 = { nobuiltin nounwind "no-builtins" }
attributes #6 = { nobuiltin "no-builtins" }
attributes #7 = { nounwind }
