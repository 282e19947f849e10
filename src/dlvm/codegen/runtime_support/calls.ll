%struct.object = type { i64, ptr }
%struct.form = type { ptr, ptr, i64, ptr, i64 }
%struct.array = type { %struct.object, ptr, i32, ptr, ptr, ptr, ptr, i32 }
%struct.function = type { ptr, ptr, i64, i64, i64, ptr, ptr, ptr }
%struct.python = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64 }
%struct.tuple = type { %struct.object, i64 }
%struct.arena = type { ptr, %struct.context, [0 x i64] }
%struct.context = type { i64, i64, i64, [4 x i64], ptr, ptr, ptr, ptr, ptr, [3 x ptr], i64 }
%struct.result = type { ptr, i64 }
%struct.program = type { i64, i64, i64, i64, i64, i64, ptr, i32, i64, i64, i64 }

@api = internal unnamed_addr global ptr null, align 8
@stack_limit = internal global i64 0, align 8

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define dso_local i32 @dlvm_take_arrays(ptr nocapture noundef readonly %0, i64 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) local_unnamed_addr #0 {
  %5 = icmp slt i64 %1, 1
  br i1 %5, label %74, label %6

6:                                                ; preds = %4
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr inbounds %struct.object, ptr %7, i64 0, i32 1
  %9 = load ptr, ptr %8, align 8
  %10 = load ptr, ptr %2, align 8
  %11 = icmp eq ptr %9, %10
  br i1 %11, label %20, label %74

12:                                               ; preds = %63
  %13 = getelementptr inbounds ptr, ptr %0, i64 %68
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds %struct.form, ptr %2, i64 %68
  %16 = getelementptr inbounds %struct.object, ptr %14, i64 0, i32 1
  %17 = load ptr, ptr %16, align 8
  %18 = load ptr, ptr %15, align 8
  %19 = icmp eq ptr %17, %18
  br i1 %19, label %20, label %71

20:                                               ; preds = %6, %12
  %21 = phi ptr [ %14, %12 ], [ %7, %6 ]
  %22 = phi i64 [ %68, %12 ], [ 0, %6 ]
  %23 = phi i1 [ %69, %12 ], [ false, %6 ]
  %24 = getelementptr inbounds %struct.array, ptr %21, i64 0, i32 6
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds %struct.form, ptr %2, i64 %22, i32 1
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %25, %27
  br i1 %28, label %29, label %71

29:                                               ; preds = %20
  %30 = getelementptr inbounds %struct.array, ptr %21, i64 0, i32 2
  %31 = load i32, ptr %30, align 8
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds %struct.form, ptr %2, i64 %22, i32 2
  %34 = load i64, ptr %33, align 8
  %35 = icmp eq i64 %34, %32
  br i1 %35, label %36, label %71

36:                                               ; preds = %29
  %37 = getelementptr inbounds %struct.array, ptr %21, i64 0, i32 7
  %38 = load i32, ptr %37, align 8
  %39 = and i32 %38, 1281
  %40 = icmp eq i32 %39, 1281
  br i1 %40, label %41, label %71

41:                                               ; preds = %36
  %42 = icmp slt i32 %31, 1
  br i1 %42, label %63, label %43

43:                                               ; preds = %41
  %44 = getelementptr inbounds %struct.array, ptr %21, i64 0, i32 3
  %45 = load ptr, ptr %44, align 8
  %46 = getelementptr inbounds %struct.form, ptr %2, i64 %22, i32 3
  %47 = load ptr, ptr %46, align 8
  %48 = load i64, ptr %45, align 8
  %49 = load i64, ptr %47, align 8
  %50 = icmp eq i64 %48, %49
  br i1 %50, label %51, label %71

51:                                               ; preds = %43, %55
  %52 = phi i64 [ %53, %55 ], [ 0, %43 ]
  %53 = add nuw nsw i64 %52, 1
  %54 = icmp eq i64 %53, %32
  br i1 %54, label %61, label %55

55:                                               ; preds = %51
  %56 = getelementptr inbounds i64, ptr %45, i64 %53
  %57 = load i64, ptr %56, align 8
  %58 = getelementptr inbounds i64, ptr %47, i64 %53
  %59 = load i64, ptr %58, align 8
  %60 = icmp eq i64 %57, %59
  br i1 %60, label %51, label %61

61:                                               ; preds = %55, %51
  %62 = icmp slt i64 %53, %32
  br i1 %62, label %71, label %63

63:                                               ; preds = %41, %61
  %64 = getelementptr inbounds %struct.array, ptr %21, i64 0, i32 1
  %65 = load ptr, ptr %64, align 8
  %66 = ptrtoint ptr %65 to i64
  %67 = getelementptr inbounds i64, ptr %3, i64 %22
  store i64 %66, ptr %67, align 8
  %68 = add nuw nsw i64 %22, 1
  %69 = icmp sge i64 %68, %1
  %70 = icmp eq i64 %68, %1
  br i1 %70, label %71, label %12

71:                                               ; preds = %12, %20, %29, %36, %43, %61, %63
  %72 = phi i1 [ %69, %63 ], [ %23, %61 ], [ %23, %43 ], [ %23, %36 ], [ %23, %29 ], [ %23, %20 ], [ %69, %12 ]
  %73 = zext i1 %72 to i32
  br label %74

74:                                               ; preds = %6, %71, %4
  %75 = phi i32 [ 1, %4 ], [ 0, %6 ], [ %73, %71 ]
  ret i32 %75
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
define dso_local ptr @dlvm_call(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #2 {
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
  br label %316

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
  %50 = load ptr, ptr @api, align 8
  br i1 %49, label %51, label %59

51:                                               ; preds = %38
  %52 = getelementptr inbounds %struct.python, ptr %50, i64 0, i32 3
  %53 = load ptr, ptr %52, align 8
  %54 = getelementptr inbounds %struct.python, ptr %50, i64 0, i32 7
  %55 = load ptr, ptr %54, align 8
  tail call void %53(ptr noundef %55) #5
  %56 = load ptr, ptr @api, align 8
  %57 = getelementptr inbounds %struct.python, ptr %56, i64 0, i32 7
  %58 = load ptr, ptr %57, align 8
  br label %316

59:                                               ; preds = %36, %38
  %60 = phi ptr [ %11, %36 ], [ %50, %38 ]
  %61 = phi ptr [ %34, %36 ], [ %48, %38 ]
  %62 = getelementptr inbounds %struct.arena, ptr %61, i64 0, i32 2
  %63 = getelementptr inbounds %struct.arena, ptr %61, i64 1, i32 1, i32 1
  %64 = getelementptr inbounds %struct.arena, ptr %61, i64 0, i32 1
  %65 = ptrtoint ptr %64 to i64
  store i64 %65, ptr %62, align 8
  %66 = load i64, ptr %21, align 8
  %67 = getelementptr inbounds i64, ptr %63, i64 %66
  %68 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 4
  %69 = load i64, ptr %68, align 8
  %70 = getelementptr inbounds i64, ptr %67, i64 %69
  %71 = ptrtoint ptr %70 to i64
  %72 = add i64 %71, 4095
  %73 = and i64 %72, -4096
  %74 = getelementptr inbounds %struct.arena, ptr %61, i64 1, i32 1
  store i64 %73, ptr %74, align 8
  %75 = ptrtoint ptr %1 to i64
  %76 = getelementptr inbounds %struct.python, ptr %60, i64 0, i32 9
  %77 = load i64, ptr %76, align 8
  %78 = add i64 %77, %75
  %79 = inttoptr i64 %78 to ptr
  %80 = load i64, ptr %19, align 8
  %81 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 5
  %82 = load ptr, ptr %81, align 8
  %83 = icmp slt i64 %80, 1
  br i1 %83, label %157, label %84

84:                                               ; preds = %59
  %85 = load ptr, ptr %79, align 8
  %86 = getelementptr inbounds %struct.object, ptr %85, i64 0, i32 1
  %87 = load ptr, ptr %86, align 8
  %88 = load ptr, ptr %82, align 8
  %89 = icmp eq ptr %87, %88
  br i1 %89, label %90, label %200

90:                                               ; preds = %84
  %91 = getelementptr inbounds %struct.array, ptr %85, i64 0, i32 6
  %92 = load ptr, ptr %91, align 8
  %93 = getelementptr inbounds %struct.form, ptr %82, i64 0, i32 1
  %94 = load ptr, ptr %93, align 8
  %95 = icmp eq ptr %92, %94
  br i1 %95, label %110, label %200

96:                                               ; preds = %147
  %97 = getelementptr inbounds ptr, ptr %79, i64 %152
  %98 = load ptr, ptr %97, align 8
  %99 = getelementptr inbounds %struct.form, ptr %82, i64 %152
  %100 = getelementptr inbounds %struct.object, ptr %98, i64 0, i32 1
  %101 = load ptr, ptr %100, align 8
  %102 = load ptr, ptr %99, align 8
  %103 = icmp eq ptr %101, %102
  br i1 %103, label %104, label %155

104:                                              ; preds = %96
  %105 = getelementptr inbounds %struct.array, ptr %98, i64 0, i32 6
  %106 = load ptr, ptr %105, align 8
  %107 = getelementptr inbounds %struct.form, ptr %82, i64 %152, i32 1
  %108 = load ptr, ptr %107, align 8
  %109 = icmp eq ptr %106, %108
  br i1 %109, label %110, label %155

110:                                              ; preds = %90, %104
  %111 = phi i1 [ %153, %104 ], [ false, %90 ]
  %112 = phi i64 [ %152, %104 ], [ 0, %90 ]
  %113 = phi ptr [ %98, %104 ], [ %85, %90 ]
  %114 = getelementptr inbounds %struct.array, ptr %113, i64 0, i32 2
  %115 = load i32, ptr %114, align 8
  %116 = sext i32 %115 to i64
  %117 = getelementptr inbounds %struct.form, ptr %82, i64 %112, i32 2
  %118 = load i64, ptr %117, align 8
  %119 = icmp eq i64 %118, %116
  br i1 %119, label %120, label %155

120:                                              ; preds = %110
  %121 = getelementptr inbounds %struct.array, ptr %113, i64 0, i32 7
  %122 = load i32, ptr %121, align 8
  %123 = and i32 %122, 1281
  %124 = icmp eq i32 %123, 1281
  br i1 %124, label %125, label %155

125:                                              ; preds = %120
  %126 = icmp slt i32 %115, 1
  br i1 %126, label %147, label %127

127:                                              ; preds = %125
  %128 = getelementptr inbounds %struct.array, ptr %113, i64 0, i32 3
  %129 = load ptr, ptr %128, align 8
  %130 = getelementptr inbounds %struct.form, ptr %82, i64 %112, i32 3
  %131 = load ptr, ptr %130, align 8
  %132 = load i64, ptr %129, align 8
  %133 = load i64, ptr %131, align 8
  %134 = icmp eq i64 %132, %133
  br i1 %134, label %135, label %155

135:                                              ; preds = %127, %139
  %136 = phi i64 [ %137, %139 ], [ 0, %127 ]
  %137 = add nuw nsw i64 %136, 1
  %138 = icmp eq i64 %137, %116
  br i1 %138, label %147, label %139

139:                                              ; preds = %135
  %140 = getelementptr inbounds i64, ptr %129, i64 %137
  %141 = load i64, ptr %140, align 8
  %142 = getelementptr inbounds i64, ptr %131, i64 %137
  %143 = load i64, ptr %142, align 8
  %144 = icmp eq i64 %141, %143
  br i1 %144, label %135, label %145

145:                                              ; preds = %139
  %146 = icmp slt i64 %137, %116
  br i1 %146, label %155, label %147

147:                                              ; preds = %135, %145, %125
  %148 = getelementptr inbounds %struct.array, ptr %113, i64 0, i32 1
  %149 = load ptr, ptr %148, align 8
  %150 = ptrtoint ptr %149 to i64
  %151 = getelementptr inbounds i64, ptr %63, i64 %112
  store i64 %150, ptr %151, align 8
  %152 = add nuw nsw i64 %112, 1
  %153 = icmp sge i64 %152, %80
  %154 = icmp eq i64 %152, %80
  br i1 %154, label %155, label %96

155:                                              ; preds = %96, %104, %110, %120, %127, %145, %147
  %156 = phi i1 [ %153, %147 ], [ %111, %145 ], [ %111, %127 ], [ %111, %120 ], [ %111, %110 ], [ %153, %104 ], [ %153, %96 ]
  br i1 %156, label %157, label %200

157:                                              ; preds = %59, %155
  %158 = load i64, ptr %68, align 8
  %159 = icmp sgt i64 %158, 0
  br i1 %159, label %160, label %209

160:                                              ; preds = %157
  %161 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 6
  %162 = load ptr, ptr %161, align 8
  br label %163

163:                                              ; preds = %194, %160
  %164 = phi i1 [ true, %160 ], [ %196, %194 ]
  %165 = phi i64 [ 0, %160 ], [ %195, %194 ]
  %166 = getelementptr inbounds %struct.result, ptr %162, i64 %165
  %167 = load ptr, ptr %166, align 8
  %168 = icmp eq ptr %167, null
  br i1 %168, label %169, label %194

169:                                              ; preds = %163
  %170 = getelementptr inbounds %struct.result, ptr %162, i64 %165, i32 1
  %171 = load i64, ptr %170, align 8
  %172 = getelementptr inbounds i64, ptr %63, i64 %171
  %173 = load i64, ptr %172, align 8
  %174 = getelementptr inbounds %struct.form, ptr %82, i64 %171, i32 4
  %175 = load i64, ptr %174, align 8
  %176 = add i64 %175, %173
  %177 = load i64, ptr %21, align 8
  %178 = icmp sgt i64 %177, 0
  br i1 %178, label %179, label %194

179:                                              ; preds = %169, %191
  %180 = phi i64 [ %192, %191 ], [ 0, %169 ]
  %181 = icmp eq i64 %180, %171
  br i1 %181, label %191, label %182

182:                                              ; preds = %179
  %183 = getelementptr inbounds i64, ptr %63, i64 %180
  %184 = load i64, ptr %183, align 8
  %185 = icmp ult i64 %184, %176
  br i1 %185, label %186, label %191

186:                                              ; preds = %182
  %187 = getelementptr inbounds %struct.form, ptr %82, i64 %180, i32 4
  %188 = load i64, ptr %187, align 8
  %189 = add i64 %188, %184
  %190 = icmp ult i64 %173, %189
  br i1 %190, label %198, label %191

191:                                              ; preds = %186, %182, %179
  %192 = add nuw nsw i64 %180, 1
  %193 = icmp eq i64 %192, %177
  br i1 %193, label %194, label %179

194:                                              ; preds = %191, %169, %163
  %195 = add nuw nsw i64 %165, 1
  %196 = icmp slt i64 %195, %158
  %197 = icmp eq i64 %195, %158
  br i1 %197, label %198, label %163

198:                                              ; preds = %194, %186
  %199 = phi i1 [ %164, %186 ], [ %196, %194 ]
  br i1 %199, label %200, label %209

200:                                              ; preds = %90, %84, %198, %155
  %201 = load ptr, ptr %33, align 8
  store ptr %201, ptr %61, align 8
  store ptr %61, ptr %33, align 8
  %202 = getelementptr inbounds %struct.python, ptr %60, i64 0, i32 3
  %203 = load ptr, ptr %202, align 8
  %204 = getelementptr inbounds %struct.python, ptr %60, i64 0, i32 7
  %205 = load ptr, ptr %204, align 8
  tail call void %203(ptr noundef %205) #5
  %206 = load ptr, ptr @api, align 8
  %207 = getelementptr inbounds %struct.python, ptr %206, i64 0, i32 7
  %208 = load ptr, ptr %207, align 8
  br label %316

209:                                              ; preds = %157, %198
  %210 = load i64, ptr %21, align 8
  %211 = getelementptr inbounds %struct.python, ptr %60, i64 0, i32 1
  %212 = load ptr, ptr %211, align 8
  %213 = tail call ptr %212(i64 noundef %158) #5
  %214 = icmp eq ptr %213, null
  br i1 %214, label %266, label %215

215:                                              ; preds = %209
  %216 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 6
  %217 = ptrtoint ptr %213 to i64
  %218 = load i64, ptr %68, align 8
  %219 = icmp sgt i64 %218, 0
  br i1 %219, label %220, label %268

220:                                              ; preds = %215
  %221 = getelementptr inbounds i64, ptr %63, i64 %210
  br label %222

222:                                              ; preds = %220, %252
  %223 = phi i64 [ 0, %220 ], [ %263, %252 ]
  %224 = phi ptr [ %221, %220 ], [ %262, %252 ]
  %225 = load ptr, ptr %216, align 8
  %226 = getelementptr inbounds %struct.result, ptr %225, i64 %223
  %227 = load ptr, ptr %226, align 8
  %228 = icmp eq ptr %227, null
  br i1 %228, label %233, label %229

229:                                              ; preds = %222
  %230 = load ptr, ptr @api, align 8
  %231 = load ptr, ptr %230, align 8
  %232 = tail call ptr %231(ptr noundef nonnull %227) #5
  br label %238

233:                                              ; preds = %222
  %234 = getelementptr inbounds %struct.result, ptr %225, i64 %223, i32 1
  %235 = load i64, ptr %234, align 8
  %236 = getelementptr inbounds ptr, ptr %79, i64 %235
  %237 = load ptr, ptr %236, align 8
  br label %238

238:                                              ; preds = %233, %229
  %239 = phi ptr [ %232, %229 ], [ %237, %233 ]
  %240 = icmp eq ptr %239, null
  br i1 %240, label %241, label %245

241:                                              ; preds = %238
  %242 = load ptr, ptr @api, align 8
  %243 = getelementptr inbounds %struct.python, ptr %242, i64 0, i32 4
  %244 = load ptr, ptr %243, align 8
  tail call void %244(ptr noundef nonnull %213) #5
  br label %266

245:                                              ; preds = %238
  %246 = load ptr, ptr %226, align 8
  %247 = icmp eq ptr %246, null
  br i1 %247, label %248, label %252

248:                                              ; preds = %245
  %249 = load ptr, ptr @api, align 8
  %250 = getelementptr inbounds %struct.python, ptr %249, i64 0, i32 3
  %251 = load ptr, ptr %250, align 8
  tail call void %251(ptr noundef nonnull %239) #5
  br label %252

252:                                              ; preds = %248, %245
  %253 = load ptr, ptr @api, align 8
  %254 = getelementptr inbounds %struct.python, ptr %253, i64 0, i32 9
  %255 = load i64, ptr %254, align 8
  %256 = add i64 %255, %217
  %257 = inttoptr i64 %256 to ptr
  %258 = getelementptr inbounds ptr, ptr %257, i64 %223
  store ptr %239, ptr %258, align 8
  %259 = getelementptr inbounds %struct.array, ptr %239, i64 0, i32 1
  %260 = load ptr, ptr %259, align 8
  %261 = ptrtoint ptr %260 to i64
  %262 = getelementptr inbounds i64, ptr %224, i64 1
  store i64 %261, ptr %224, align 8
  %263 = add nuw nsw i64 %223, 1
  %264 = load i64, ptr %68, align 8
  %265 = icmp slt i64 %263, %264
  br i1 %265, label %222, label %268

266:                                              ; preds = %209, %241
  %267 = load ptr, ptr %33, align 8
  store ptr %267, ptr %61, align 8
  store ptr %61, ptr %33, align 8
  br label %316

268:                                              ; preds = %252, %215
  %269 = getelementptr inbounds %struct.program, ptr %7, i64 0, i32 2
  %270 = load i64, ptr %269, align 8
  %271 = load <2 x i64>, ptr %7, align 8
  store <2 x i64> %271, ptr %64, align 8
  %272 = getelementptr inbounds %struct.arena, ptr %61, i64 0, i32 1, i32 2
  store i64 %270, ptr %272, align 8
  %273 = getelementptr inbounds %struct.arena, ptr %61, i64 0, i32 1, i32 3
  %274 = getelementptr inbounds %struct.arena, ptr %61, i64 0, i32 1, i32 5
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %273, i8 0, i64 40, i1 false)
  store ptr %9, ptr %274, align 8
  %275 = getelementptr inbounds %struct.arena, ptr %61, i64 0, i32 1, i32 6
  store ptr %7, ptr %275, align 8
  %276 = getelementptr inbounds %struct.arena, ptr %61, i64 0, i32 1, i32 7
  store ptr null, ptr %276, align 8
  %277 = getelementptr inbounds %struct.arena, ptr %61, i64 0, i32 1, i32 8
  store ptr null, ptr %277, align 8
  %278 = getelementptr inbounds %struct.arena, ptr %61, i64 0, i32 1, i32 9
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %278, i8 0, i64 32, i1 false)
  %279 = load ptr, ptr @api, align 8
  %280 = getelementptr inbounds %struct.python, ptr %279, i64 0, i32 5
  %281 = load ptr, ptr %280, align 8
  %282 = tail call ptr %281() #5
  %283 = load ptr, ptr %5, align 8
  %284 = tail call i32 @dlvm_run(ptr noundef %283, ptr noundef nonnull %62) #6
  %285 = load ptr, ptr @api, align 8
  %286 = getelementptr inbounds %struct.python, ptr %285, i64 0, i32 6
  %287 = load ptr, ptr %286, align 8
  tail call void %287(ptr noundef %282) #5
  %288 = icmp eq i32 %284, 0
  br i1 %288, label %309, label %289

289:                                              ; preds = %268
  %290 = sext i32 %284 to i64
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %3) #7
  %291 = load <2 x i64>, ptr %273, align 8
  store <2 x i64> %291, ptr %3, align 16
  %292 = getelementptr inbounds i64, ptr %3, i64 2
  %293 = getelementptr inbounds %struct.arena, ptr %61, i64 0, i32 1, i32 3, i64 2
  %294 = load <2 x i64>, ptr %293, align 8
  store <2 x i64> %294, ptr %292, align 16
  %295 = getelementptr inbounds i64, ptr %3, i64 4
  store i64 %290, ptr %295, align 16
  %296 = load ptr, ptr @api, align 8
  %297 = getelementptr inbounds %struct.python, ptr %296, i64 0, i32 4
  %298 = load ptr, ptr %297, align 8
  tail call void %298(ptr noundef nonnull %213) #5
  %299 = icmp eq i32 %284, -1
  br i1 %299, label %300, label %302

300:                                              ; preds = %289
  %301 = tail call ptr @dlvm_raise(ptr noundef nonnull %64) #5
  br label %307

302:                                              ; preds = %289
  %303 = load ptr, ptr @api, align 8
  %304 = getelementptr inbounds %struct.python, ptr %303, i64 0, i32 2
  %305 = load ptr, ptr %304, align 8
  %306 = call ptr %305(ptr noundef nonnull %3, i64 noundef 40) #5
  br label %307

307:                                              ; preds = %302, %300
  %308 = phi ptr [ %301, %300 ], [ %306, %302 ]
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %3) #7
  br label %313

309:                                              ; preds = %268
  %310 = getelementptr inbounds %struct.arena, ptr %61, i64 0, i32 1, i32 1
  %311 = getelementptr inbounds %struct.program, ptr %7, i64 0, i32 1
  tail call void @dlvm_end(ptr noundef nonnull %64, i32 noundef 0) #5
  %312 = load i64, ptr %310, align 8
  store i64 %312, ptr %311, align 8
  br label %313

313:                                              ; preds = %309, %307
  %314 = phi ptr [ %308, %307 ], [ %213, %309 ]
  %315 = load ptr, ptr %33, align 8
  store ptr %315, ptr %61, align 8
  store ptr %61, ptr %33, align 8
  br label %316

316:                                              ; preds = %51, %266, %313, %200, %24
  %317 = phi ptr [ %31, %24 ], [ %58, %51 ], [ %208, %200 ], [ %314, %313 ], [ null, %266 ]
  ret ptr %317
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
