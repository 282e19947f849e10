%struct.form = type { ptr, ptr, i64, ptr, i64 }
%struct.object = type { i64, ptr }
%struct.array = type { %struct.object, ptr, i32, ptr, ptr, ptr, ptr, i32 }
%struct.function = type { ptr, ptr, i64, i64, i64, i64, i64, ptr, ptr, ptr }
%struct.python = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64 }
%struct.tuple = type { %struct.object, i64 }
%struct.arena = type { ptr, %struct.context, [0 x i64] }
%struct.context = type { i64, i64, i64, [4 x i64], ptr, ptr, ptr, ptr, ptr, [3 x ptr], i64 }
%struct.result = type { ptr, i64, i64, ptr, i64 }
%struct.program = type { i64, i64, i64, i64, i64, i64, ptr, i32, i64, i64, i64 }

@api = internal unnamed_addr global ptr null, align 8
@stack_limit = internal global i64 0, align 8

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define dso_local i32 @dlvm_take_arrays(ptr nocapture noundef readonly %0, i64 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef %3) local_unnamed_addr #0 {
  %5 = icmp slt i64 %1, 1
  br i1 %5, label %77, label %11

6:                                                ; preds = %40, %75
  %7 = phi i64 [ %72, %75 ], [ %44, %40 ]
  %8 = add nuw nsw i64 %13, 1
  %9 = icmp sge i64 %8, %1
  %10 = icmp eq i64 %8, %1
  br i1 %10, label %77, label %11

11:                                               ; preds = %4, %6
  %12 = phi i1 [ %9, %6 ], [ false, %4 ]
  %13 = phi i64 [ %8, %6 ], [ 0, %4 ]
  %14 = phi i64 [ %7, %6 ], [ 0, %4 ]
  %15 = getelementptr inbounds ptr, ptr %0, i64 %13
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds %struct.form, ptr %2, i64 %13
  %18 = getelementptr inbounds %struct.object, ptr %16, i64 0, i32 1
  %19 = load ptr, ptr %18, align 8
  %20 = load ptr, ptr %17, align 8
  %21 = icmp eq ptr %19, %20
  br i1 %21, label %22, label %77

22:                                               ; preds = %11
  %23 = getelementptr inbounds %struct.array, ptr %16, i64 0, i32 6
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds %struct.form, ptr %2, i64 %13, i32 1
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %24, %26
  br i1 %27, label %28, label %77

28:                                               ; preds = %22
  %29 = getelementptr inbounds %struct.array, ptr %16, i64 0, i32 2
  %30 = load i32, ptr %29, align 8
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds %struct.form, ptr %2, i64 %13, i32 2
  %33 = load i64, ptr %32, align 8
  %34 = icmp eq i64 %33, %31
  br i1 %34, label %35, label %77

35:                                               ; preds = %28
  %36 = getelementptr inbounds %struct.array, ptr %16, i64 0, i32 7
  %37 = load i32, ptr %36, align 8
  %38 = and i32 %37, 1281
  %39 = icmp eq i32 %38, 1281
  br i1 %39, label %40, label %77

40:                                               ; preds = %35
  %41 = getelementptr inbounds %struct.array, ptr %16, i64 0, i32 1
  %42 = load ptr, ptr %41, align 8
  %43 = ptrtoint ptr %42 to i64
  %44 = add nsw i64 %14, 1
  %45 = getelementptr inbounds i64, ptr %3, i64 %14
  store i64 %43, ptr %45, align 8
  %46 = load i64, ptr %32, align 8
  %47 = icmp sgt i64 %46, 0
  br i1 %47, label %48, label %6

48:                                               ; preds = %40
  %49 = getelementptr inbounds %struct.form, ptr %2, i64 %13, i32 3
  %50 = load ptr, ptr %49, align 8
  %51 = getelementptr inbounds %struct.array, ptr %16, i64 0, i32 3
  %52 = load ptr, ptr %51, align 8
  br label %57

53:                                               ; preds = %71
  %54 = add nuw nsw i64 %58, 1
  %55 = load i64, ptr %32, align 8
  %56 = icmp slt i64 %54, %55
  br i1 %56, label %57, label %75

57:                                               ; preds = %53, %48
  %58 = phi i64 [ 0, %48 ], [ %54, %53 ]
  %59 = phi i64 [ %44, %48 ], [ %72, %53 ]
  %60 = getelementptr inbounds i64, ptr %50, i64 %58
  %61 = load i64, ptr %60, align 8
  %62 = icmp slt i64 %61, 0
  %63 = getelementptr inbounds i64, ptr %52, i64 %58
  %64 = load i64, ptr %63, align 8
  br i1 %62, label %65, label %71

65:                                               ; preds = %57
  %66 = add nsw i64 %59, 1
  %67 = getelementptr inbounds i64, ptr %3, i64 %59
  store i64 %64, ptr %67, align 8
  %68 = xor i64 %61, -1
  %69 = getelementptr inbounds i64, ptr %3, i64 %68
  %70 = load i64, ptr %69, align 8
  br label %71

71:                                               ; preds = %65, %57
  %72 = phi i64 [ %66, %65 ], [ %59, %57 ]
  %73 = phi i64 [ %70, %65 ], [ %61, %57 ]
  %74 = icmp eq i64 %64, %73
  br i1 %74, label %53, label %77

75:                                               ; preds = %53
  %76 = icmp eq i64 %72, %14
  br i1 %76, label %77, label %6

77:                                               ; preds = %75, %6, %35, %28, %22, %11, %71, %4
  %78 = phi i1 [ true, %4 ], [ %12, %71 ], [ %12, %75 ], [ %9, %6 ], [ %12, %35 ], [ %12, %28 ], [ %12, %22 ], [ %12, %11 ]
  %79 = zext i1 %78 to i32
  ret i32 %79
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define dso_local void @dlvm_configure_calls(ptr noundef %0) local_unnamed_addr #2 {
  store ptr %0, ptr @api, align 8
  %2 = tail call i32 @pthread_key_create(ptr noundef nonnull @stack_limit, ptr noundef null) #6
  ret void
}

declare i32 @pthread_key_create(ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind
define dso_local void @dlvm_set_stack_limit(ptr noundef %0) local_unnamed_addr #2 {
  %2 = load i64, ptr @stack_limit, align 8
  %3 = tail call i32 @pthread_setspecific(i64 noundef %2, ptr noundef %0) #6
  ret void
}

declare i32 @pthread_setspecific(i64 noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind
define dso_local i32 @dlvm_run(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #2 {
  %3 = load i64, ptr %1, align 8
  %4 = inttoptr i64 %3 to ptr
  tail call void @dlvm_enter(ptr noundef %4) #6
  %5 = tail call i32 %0(ptr noundef nonnull %1) #6
  tail call void @dlvm_exit(ptr noundef %4) #6
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7

7:                                                ; preds = %2
  tail call void @dlvm_end(ptr noundef %4, i32 noundef 1) #6
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
  %9 = tail call ptr @pthread_getspecific(i64 noundef %8) #6
  %10 = icmp eq ptr %9, null
  %11 = load ptr, ptr @api, align 8
  br i1 %10, label %24, label %12

12:                                               ; preds = %2
  %13 = getelementptr inbounds %struct.object, ptr %1, i64 0, i32 1
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds %struct.python, ptr %11, i64 0, i32 10
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
  %25 = getelementptr inbounds %struct.python, ptr %11, i64 0, i32 5
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds %struct.python, ptr %11, i64 0, i32 9
  %28 = load ptr, ptr %27, align 8
  tail call void %26(ptr noundef %28) #6
  %29 = load ptr, ptr @api, align 8
  %30 = getelementptr inbounds %struct.python, ptr %29, i64 0, i32 9
  %31 = load ptr, ptr %30, align 8
  br label %726

32:                                               ; preds = %18
  %33 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 9
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  br i1 %35, label %38, label %36

36:                                               ; preds = %32
  %37 = load ptr, ptr %34, align 8
  store ptr %37, ptr %33, align 8
  br label %64

38:                                               ; preds = %32
  %39 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 4
  %40 = load i64, ptr %39, align 8
  %41 = add nsw i64 %40, 2
  %42 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 5
  %43 = load i64, ptr %42, align 8
  %44 = add nsw i64 %41, %43
  %45 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 6
  %46 = load i64, ptr %45, align 8
  %47 = add nsw i64 %44, %46
  %48 = shl i64 %47, 3
  %49 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 2
  %50 = load i64, ptr %49, align 8
  %51 = add i64 %50, 4232
  %52 = add i64 %51, %48
  %53 = tail call ptr @malloc(i64 noundef %52) #6
  %54 = icmp eq ptr %53, null
  %55 = load ptr, ptr @api, align 8
  br i1 %54, label %56, label %64

56:                                               ; preds = %38
  %57 = getelementptr inbounds %struct.python, ptr %55, i64 0, i32 5
  %58 = load ptr, ptr %57, align 8
  %59 = getelementptr inbounds %struct.python, ptr %55, i64 0, i32 9
  %60 = load ptr, ptr %59, align 8
  tail call void %58(ptr noundef %60) #6
  %61 = load ptr, ptr @api, align 8
  %62 = getelementptr inbounds %struct.python, ptr %61, i64 0, i32 9
  %63 = load ptr, ptr %62, align 8
  br label %726

64:                                               ; preds = %36, %38
  %65 = phi ptr [ %11, %36 ], [ %55, %38 ]
  %66 = phi ptr [ %34, %36 ], [ %53, %38 ]
  %67 = getelementptr inbounds %struct.arena, ptr %66, i64 0, i32 2
  %68 = getelementptr inbounds %struct.arena, ptr %66, i64 1, i32 1, i32 1
  %69 = getelementptr inbounds %struct.arena, ptr %66, i64 0, i32 1
  %70 = ptrtoint ptr %69 to i64
  store i64 %70, ptr %67, align 8
  %71 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 4
  %72 = load i64, ptr %71, align 8
  %73 = getelementptr inbounds i64, ptr %68, i64 %72
  %74 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 5
  %75 = load i64, ptr %74, align 8
  %76 = getelementptr inbounds i64, ptr %73, i64 %75
  %77 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 6
  %78 = load i64, ptr %77, align 8
  %79 = getelementptr inbounds i64, ptr %76, i64 %78
  %80 = ptrtoint ptr %79 to i64
  %81 = add i64 %80, 4095
  %82 = and i64 %81, -4096
  %83 = getelementptr inbounds %struct.arena, ptr %66, i64 1, i32 1
  store i64 %82, ptr %83, align 8
  %84 = ptrtoint ptr %1 to i64
  %85 = getelementptr inbounds %struct.python, ptr %65, i64 0, i32 11
  %86 = load i64, ptr %85, align 8
  %87 = add i64 %86, %84
  %88 = inttoptr i64 %87 to ptr
  %89 = load i64, ptr %19, align 8
  %90 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 7
  %91 = load ptr, ptr %90, align 8
  %92 = icmp slt i64 %89, 1
  br i1 %92, label %166, label %98

93:                                               ; preds = %162, %127
  %94 = phi i64 [ %159, %162 ], [ %131, %127 ]
  %95 = add nuw nsw i64 %100, 1
  %96 = icmp sge i64 %95, %89
  %97 = icmp eq i64 %95, %89
  br i1 %97, label %164, label %98

98:                                               ; preds = %64, %93
  %99 = phi i1 [ %96, %93 ], [ false, %64 ]
  %100 = phi i64 [ %95, %93 ], [ 0, %64 ]
  %101 = phi i64 [ %94, %93 ], [ 0, %64 ]
  %102 = getelementptr inbounds ptr, ptr %88, i64 %100
  %103 = load ptr, ptr %102, align 8
  %104 = getelementptr inbounds %struct.form, ptr %91, i64 %100
  %105 = getelementptr inbounds %struct.object, ptr %103, i64 0, i32 1
  %106 = load ptr, ptr %105, align 8
  %107 = load ptr, ptr %104, align 8
  %108 = icmp eq ptr %106, %107
  br i1 %108, label %109, label %164

109:                                              ; preds = %98
  %110 = getelementptr inbounds %struct.array, ptr %103, i64 0, i32 6
  %111 = load ptr, ptr %110, align 8
  %112 = getelementptr inbounds %struct.form, ptr %91, i64 %100, i32 1
  %113 = load ptr, ptr %112, align 8
  %114 = icmp eq ptr %111, %113
  br i1 %114, label %115, label %164

115:                                              ; preds = %109
  %116 = getelementptr inbounds %struct.array, ptr %103, i64 0, i32 2
  %117 = load i32, ptr %116, align 8
  %118 = sext i32 %117 to i64
  %119 = getelementptr inbounds %struct.form, ptr %91, i64 %100, i32 2
  %120 = load i64, ptr %119, align 8
  %121 = icmp eq i64 %120, %118
  br i1 %121, label %122, label %164

122:                                              ; preds = %115
  %123 = getelementptr inbounds %struct.array, ptr %103, i64 0, i32 7
  %124 = load i32, ptr %123, align 8
  %125 = and i32 %124, 1281
  %126 = icmp eq i32 %125, 1281
  br i1 %126, label %127, label %164

127:                                              ; preds = %122
  %128 = getelementptr inbounds %struct.array, ptr %103, i64 0, i32 1
  %129 = load ptr, ptr %128, align 8
  %130 = ptrtoint ptr %129 to i64
  %131 = add nsw i64 %101, 1
  %132 = getelementptr inbounds i64, ptr %68, i64 %101
  store i64 %130, ptr %132, align 8
  %133 = load i64, ptr %119, align 8
  %134 = icmp sgt i64 %133, 0
  br i1 %134, label %135, label %93

135:                                              ; preds = %127
  %136 = getelementptr inbounds %struct.form, ptr %91, i64 %100, i32 3
  %137 = load ptr, ptr %136, align 8
  %138 = getelementptr inbounds %struct.array, ptr %103, i64 0, i32 3
  %139 = load ptr, ptr %138, align 8
  br label %144

140:                                              ; preds = %158
  %141 = add nuw nsw i64 %145, 1
  %142 = load i64, ptr %119, align 8
  %143 = icmp slt i64 %141, %142
  br i1 %143, label %144, label %162

144:                                              ; preds = %140, %135
  %145 = phi i64 [ 0, %135 ], [ %141, %140 ]
  %146 = phi i64 [ %131, %135 ], [ %159, %140 ]
  %147 = getelementptr inbounds i64, ptr %137, i64 %145
  %148 = load i64, ptr %147, align 8
  %149 = icmp slt i64 %148, 0
  %150 = getelementptr inbounds i64, ptr %139, i64 %145
  %151 = load i64, ptr %150, align 8
  br i1 %149, label %152, label %158

152:                                              ; preds = %144
  %153 = add nsw i64 %146, 1
  %154 = getelementptr inbounds i64, ptr %68, i64 %146
  store i64 %151, ptr %154, align 8
  %155 = xor i64 %148, -1
  %156 = getelementptr inbounds i64, ptr %68, i64 %155
  %157 = load i64, ptr %156, align 8
  br label %158

158:                                              ; preds = %152, %144
  %159 = phi i64 [ %153, %152 ], [ %146, %144 ]
  %160 = phi i64 [ %157, %152 ], [ %148, %144 ]
  %161 = icmp eq i64 %151, %160
  br i1 %161, label %140, label %164

162:                                              ; preds = %140
  %163 = icmp eq i64 %159, %101
  br i1 %163, label %164, label %93

164:                                              ; preds = %93, %98, %109, %115, %122, %162, %158
  %165 = phi i1 [ %99, %158 ], [ %99, %98 ], [ %99, %109 ], [ %99, %115 ], [ %99, %122 ], [ %96, %93 ], [ %99, %162 ]
  br i1 %165, label %166, label %353

166:                                              ; preds = %64, %164
  %167 = load i64, ptr %74, align 8
  %168 = icmp sgt i64 %167, 0
  br i1 %168, label %172, label %169

169:                                              ; preds = %351, %166
  %170 = load i64, ptr %77, align 8
  %171 = icmp sgt i64 %170, 0
  br i1 %171, label %378, label %364

172:                                              ; preds = %166
  %173 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 8
  %174 = load ptr, ptr %173, align 8
  br label %175

175:                                              ; preds = %347, %172
  %176 = phi i1 [ true, %172 ], [ %349, %347 ]
  %177 = phi i64 [ 0, %172 ], [ %348, %347 ]
  %178 = getelementptr inbounds %struct.result, ptr %174, i64 %177
  %179 = load ptr, ptr %178, align 8
  %180 = icmp eq ptr %179, null
  br i1 %180, label %181, label %347

181:                                              ; preds = %175
  %182 = getelementptr inbounds %struct.result, ptr %174, i64 %177, i32 1
  %183 = load i64, ptr %182, align 8
  %184 = getelementptr inbounds ptr, ptr %88, i64 %183
  %185 = load ptr, ptr %184, align 8
  %186 = getelementptr inbounds %struct.array, ptr %185, i64 0, i32 1
  %187 = load ptr, ptr %186, align 8
  %188 = ptrtoint ptr %187 to i64
  %189 = getelementptr inbounds %struct.form, ptr %91, i64 %183, i32 4
  %190 = load i64, ptr %189, align 8
  %191 = getelementptr inbounds %struct.array, ptr %185, i64 0, i32 2
  %192 = load i32, ptr %191, align 8
  %193 = sext i32 %192 to i64
  %194 = icmp sgt i32 %192, 0
  br i1 %194, label %195, label %255

195:                                              ; preds = %181
  %196 = getelementptr inbounds %struct.array, ptr %185, i64 0, i32 3
  %197 = load ptr, ptr %196, align 8
  %198 = and i64 %193, 7
  %199 = icmp ult i32 %192, 8
  br i1 %199, label %240, label %200

200:                                              ; preds = %195
  %201 = and i64 %193, 2147483640
  br label %202

202:                                              ; preds = %202, %200
  %203 = phi i64 [ 0, %200 ], [ %237, %202 ]
  %204 = phi i64 [ %190, %200 ], [ %236, %202 ]
  %205 = phi i64 [ 0, %200 ], [ %238, %202 ]
  %206 = getelementptr inbounds i64, ptr %197, i64 %203
  %207 = load i64, ptr %206, align 8
  %208 = mul i64 %207, %204
  %209 = or disjoint i64 %203, 1
  %210 = getelementptr inbounds i64, ptr %197, i64 %209
  %211 = load i64, ptr %210, align 8
  %212 = mul i64 %211, %208
  %213 = or disjoint i64 %203, 2
  %214 = getelementptr inbounds i64, ptr %197, i64 %213
  %215 = load i64, ptr %214, align 8
  %216 = mul i64 %215, %212
  %217 = or disjoint i64 %203, 3
  %218 = getelementptr inbounds i64, ptr %197, i64 %217
  %219 = load i64, ptr %218, align 8
  %220 = mul i64 %219, %216
  %221 = or disjoint i64 %203, 4
  %222 = getelementptr inbounds i64, ptr %197, i64 %221
  %223 = load i64, ptr %222, align 8
  %224 = mul i64 %223, %220
  %225 = or disjoint i64 %203, 5
  %226 = getelementptr inbounds i64, ptr %197, i64 %225
  %227 = load i64, ptr %226, align 8
  %228 = mul i64 %227, %224
  %229 = or disjoint i64 %203, 6
  %230 = getelementptr inbounds i64, ptr %197, i64 %229
  %231 = load i64, ptr %230, align 8
  %232 = mul i64 %231, %228
  %233 = or disjoint i64 %203, 7
  %234 = getelementptr inbounds i64, ptr %197, i64 %233
  %235 = load i64, ptr %234, align 8
  %236 = mul i64 %235, %232
  %237 = add nuw nsw i64 %203, 8
  %238 = add i64 %205, 8
  %239 = icmp eq i64 %238, %201
  br i1 %239, label %240, label %202

240:                                              ; preds = %202, %195
  %241 = phi i64 [ undef, %195 ], [ %236, %202 ]
  %242 = phi i64 [ 0, %195 ], [ %237, %202 ]
  %243 = phi i64 [ %190, %195 ], [ %236, %202 ]
  %244 = icmp eq i64 %198, 0
  br i1 %244, label %255, label %245

245:                                              ; preds = %240, %245
  %246 = phi i64 [ %252, %245 ], [ %242, %240 ]
  %247 = phi i64 [ %251, %245 ], [ %243, %240 ]
  %248 = phi i64 [ %253, %245 ], [ 0, %240 ]
  %249 = getelementptr inbounds i64, ptr %197, i64 %246
  %250 = load i64, ptr %249, align 8
  %251 = mul i64 %250, %247
  %252 = add nuw nsw i64 %246, 1
  %253 = add i64 %248, 1
  %254 = icmp eq i64 %253, %198
  br i1 %254, label %255, label %245

255:                                              ; preds = %240, %245, %181
  %256 = phi i64 [ %190, %181 ], [ %241, %240 ], [ %251, %245 ]
  %257 = add i64 %256, %188
  %258 = load i64, ptr %21, align 8
  %259 = icmp sgt i64 %258, 0
  br i1 %259, label %260, label %347

260:                                              ; preds = %255, %344
  %261 = phi i64 [ %345, %344 ], [ 0, %255 ]
  %262 = getelementptr inbounds ptr, ptr %88, i64 %261
  %263 = load ptr, ptr %262, align 8
  %264 = getelementptr inbounds %struct.array, ptr %263, i64 0, i32 1
  %265 = load ptr, ptr %264, align 8
  %266 = ptrtoint ptr %265 to i64
  %267 = icmp ne i64 %261, %183
  %268 = icmp ugt i64 %257, %266
  %269 = select i1 %267, i1 %268, i1 false
  br i1 %269, label %270, label %344

270:                                              ; preds = %260
  %271 = getelementptr inbounds %struct.form, ptr %91, i64 %261, i32 4
  %272 = load i64, ptr %271, align 8
  %273 = getelementptr inbounds %struct.array, ptr %263, i64 0, i32 2
  %274 = load i32, ptr %273, align 8
  %275 = sext i32 %274 to i64
  %276 = icmp sgt i32 %274, 0
  br i1 %276, label %277, label %341

277:                                              ; preds = %270
  %278 = getelementptr inbounds %struct.array, ptr %263, i64 0, i32 3
  %279 = load ptr, ptr %278, align 8
  %280 = and i64 %275, 7
  %281 = icmp ult i32 %274, 8
  br i1 %281, label %322, label %282

282:                                              ; preds = %277
  %283 = and i64 %275, 2147483640
  br label %284

284:                                              ; preds = %284, %282
  %285 = phi i64 [ 0, %282 ], [ %319, %284 ]
  %286 = phi i64 [ %272, %282 ], [ %318, %284 ]
  %287 = phi i64 [ 0, %282 ], [ %320, %284 ]
  %288 = getelementptr inbounds i64, ptr %279, i64 %285
  %289 = load i64, ptr %288, align 8
  %290 = mul i64 %289, %286
  %291 = or disjoint i64 %285, 1
  %292 = getelementptr inbounds i64, ptr %279, i64 %291
  %293 = load i64, ptr %292, align 8
  %294 = mul i64 %293, %290
  %295 = or disjoint i64 %285, 2
  %296 = getelementptr inbounds i64, ptr %279, i64 %295
  %297 = load i64, ptr %296, align 8
  %298 = mul i64 %297, %294
  %299 = or disjoint i64 %285, 3
  %300 = getelementptr inbounds i64, ptr %279, i64 %299
  %301 = load i64, ptr %300, align 8
  %302 = mul i64 %301, %298
  %303 = or disjoint i64 %285, 4
  %304 = getelementptr inbounds i64, ptr %279, i64 %303
  %305 = load i64, ptr %304, align 8
  %306 = mul i64 %305, %302
  %307 = or disjoint i64 %285, 5
  %308 = getelementptr inbounds i64, ptr %279, i64 %307
  %309 = load i64, ptr %308, align 8
  %310 = mul i64 %309, %306
  %311 = or disjoint i64 %285, 6
  %312 = getelementptr inbounds i64, ptr %279, i64 %311
  %313 = load i64, ptr %312, align 8
  %314 = mul i64 %313, %310
  %315 = or disjoint i64 %285, 7
  %316 = getelementptr inbounds i64, ptr %279, i64 %315
  %317 = load i64, ptr %316, align 8
  %318 = mul i64 %317, %314
  %319 = add nuw nsw i64 %285, 8
  %320 = add i64 %287, 8
  %321 = icmp eq i64 %320, %283
  br i1 %321, label %322, label %284

322:                                              ; preds = %284, %277
  %323 = phi i64 [ undef, %277 ], [ %318, %284 ]
  %324 = phi i64 [ 0, %277 ], [ %319, %284 ]
  %325 = phi i64 [ %272, %277 ], [ %318, %284 ]
  %326 = icmp eq i64 %280, 0
  br i1 %326, label %337, label %327

327:                                              ; preds = %322, %327
  %328 = phi i64 [ %334, %327 ], [ %324, %322 ]
  %329 = phi i64 [ %333, %327 ], [ %325, %322 ]
  %330 = phi i64 [ %335, %327 ], [ 0, %322 ]
  %331 = getelementptr inbounds i64, ptr %279, i64 %328
  %332 = load i64, ptr %331, align 8
  %333 = mul i64 %332, %329
  %334 = add nuw nsw i64 %328, 1
  %335 = add i64 %330, 1
  %336 = icmp eq i64 %335, %280
  br i1 %336, label %337, label %327

337:                                              ; preds = %327, %322
  %338 = phi i64 [ %323, %322 ], [ %333, %327 ]
  %339 = add i64 %338, %266
  %340 = icmp ugt i64 %339, %188
  br i1 %340, label %351, label %344

341:                                              ; preds = %270
  %342 = add i64 %272, %266
  %343 = icmp ugt i64 %342, %188
  br i1 %343, label %351, label %344

344:                                              ; preds = %341, %337, %260
  %345 = add nuw nsw i64 %261, 1
  %346 = icmp eq i64 %345, %258
  br i1 %346, label %347, label %260

347:                                              ; preds = %344, %255, %175
  %348 = add nuw nsw i64 %177, 1
  %349 = icmp slt i64 %348, %167
  %350 = icmp eq i64 %348, %167
  br i1 %350, label %351, label %175

351:                                              ; preds = %347, %337, %341
  %352 = phi i1 [ %176, %341 ], [ %176, %337 ], [ %349, %347 ]
  br i1 %352, label %353, label %169

353:                                              ; preds = %351, %164
  %354 = load ptr, ptr %33, align 8
  store ptr %354, ptr %66, align 8
  store ptr %66, ptr %33, align 8
  %355 = getelementptr inbounds %struct.python, ptr %65, i64 0, i32 5
  %356 = load ptr, ptr %355, align 8
  %357 = getelementptr inbounds %struct.python, ptr %65, i64 0, i32 9
  %358 = load ptr, ptr %357, align 8
  tail call void %356(ptr noundef %358) #6
  %359 = load ptr, ptr @api, align 8
  %360 = getelementptr inbounds %struct.python, ptr %359, i64 0, i32 9
  %361 = load ptr, ptr %360, align 8
  br label %726

362:                                              ; preds = %378
  %363 = load i64, ptr %74, align 8
  br label %364

364:                                              ; preds = %362, %169
  %365 = phi i64 [ %363, %362 ], [ %167, %169 ]
  %366 = load i64, ptr %71, align 8
  %367 = getelementptr inbounds %struct.python, ptr %65, i64 0, i32 2
  %368 = load ptr, ptr %367, align 8
  %369 = tail call ptr %368(i64 noundef %365) #6
  %370 = icmp eq ptr %369, null
  br i1 %370, label %508, label %371

371:                                              ; preds = %364
  %372 = getelementptr inbounds %struct.function, ptr %5, i64 0, i32 8
  %373 = ptrtoint ptr %369 to i64
  %374 = load i64, ptr %74, align 8
  %375 = icmp sgt i64 %374, 0
  br i1 %375, label %376, label %510

376:                                              ; preds = %371
  %377 = getelementptr inbounds i64, ptr %68, i64 %366
  br label %384

378:                                              ; preds = %169, %378
  %379 = phi i64 [ %381, %378 ], [ 0, %169 ]
  %380 = getelementptr inbounds i64, ptr %76, i64 %379
  store i64 0, ptr %380, align 8
  %381 = add nuw nsw i64 %379, 1
  %382 = load i64, ptr %77, align 8
  %383 = icmp slt i64 %381, %382
  br i1 %383, label %378, label %362

384:                                              ; preds = %376, %502
  %385 = phi i64 [ 0, %376 ], [ %505, %502 ]
  %386 = phi ptr [ %76, %376 ], [ %503, %502 ]
  %387 = phi ptr [ %377, %376 ], [ %504, %502 ]
  %388 = load ptr, ptr %372, align 8
  %389 = getelementptr inbounds %struct.result, ptr %388, i64 %385
  %390 = getelementptr inbounds %struct.result, ptr %388, i64 %385, i32 3
  %391 = load ptr, ptr %390, align 8
  %392 = icmp eq ptr %391, null
  br i1 %392, label %450, label %393

393:                                              ; preds = %384
  %394 = ptrtoint ptr %386 to i64
  store i64 %394, ptr %387, align 8
  %395 = getelementptr inbounds i64, ptr %386, i64 2
  %396 = getelementptr inbounds %struct.result, ptr %388, i64 %385, i32 2
  %397 = load i64, ptr %396, align 8
  %398 = icmp sgt i64 %397, 0
  br i1 %398, label %399, label %502

399:                                              ; preds = %393
  %400 = and i64 %397, 7
  %401 = icmp ult i64 %397, 8
  br i1 %401, label %486, label %402

402:                                              ; preds = %399
  %403 = and i64 %397, 9223372036854775800
  br label %404

404:                                              ; preds = %404, %402
  %405 = phi ptr [ %395, %402 ], [ %446, %404 ]
  %406 = phi i64 [ 0, %402 ], [ %447, %404 ]
  %407 = phi i64 [ 0, %402 ], [ %448, %404 ]
  %408 = getelementptr inbounds i64, ptr %391, i64 %406
  %409 = load i64, ptr %408, align 8
  %410 = lshr i64 %409, 63
  %411 = getelementptr inbounds i64, ptr %405, i64 %410
  %412 = or disjoint i64 %406, 1
  %413 = getelementptr inbounds i64, ptr %391, i64 %412
  %414 = load i64, ptr %413, align 8
  %415 = lshr i64 %414, 63
  %416 = getelementptr inbounds i64, ptr %411, i64 %415
  %417 = or disjoint i64 %406, 2
  %418 = getelementptr inbounds i64, ptr %391, i64 %417
  %419 = load i64, ptr %418, align 8
  %420 = lshr i64 %419, 63
  %421 = getelementptr inbounds i64, ptr %416, i64 %420
  %422 = or disjoint i64 %406, 3
  %423 = getelementptr inbounds i64, ptr %391, i64 %422
  %424 = load i64, ptr %423, align 8
  %425 = lshr i64 %424, 63
  %426 = getelementptr inbounds i64, ptr %421, i64 %425
  %427 = or disjoint i64 %406, 4
  %428 = getelementptr inbounds i64, ptr %391, i64 %427
  %429 = load i64, ptr %428, align 8
  %430 = lshr i64 %429, 63
  %431 = getelementptr inbounds i64, ptr %426, i64 %430
  %432 = or disjoint i64 %406, 5
  %433 = getelementptr inbounds i64, ptr %391, i64 %432
  %434 = load i64, ptr %433, align 8
  %435 = lshr i64 %434, 63
  %436 = getelementptr inbounds i64, ptr %431, i64 %435
  %437 = or disjoint i64 %406, 6
  %438 = getelementptr inbounds i64, ptr %391, i64 %437
  %439 = load i64, ptr %438, align 8
  %440 = lshr i64 %439, 63
  %441 = getelementptr inbounds i64, ptr %436, i64 %440
  %442 = or disjoint i64 %406, 7
  %443 = getelementptr inbounds i64, ptr %391, i64 %442
  %444 = load i64, ptr %443, align 8
  %445 = lshr i64 %444, 63
  %446 = getelementptr inbounds i64, ptr %441, i64 %445
  %447 = add nuw nsw i64 %406, 8
  %448 = add i64 %407, 8
  %449 = icmp eq i64 %448, %403
  br i1 %449, label %486, label %404

450:                                              ; preds = %384
  %451 = load ptr, ptr %389, align 8
  %452 = icmp eq ptr %451, null
  br i1 %452, label %457, label %453

453:                                              ; preds = %450
  %454 = load ptr, ptr @api, align 8
  %455 = load ptr, ptr %454, align 8
  %456 = tail call ptr %455(ptr noundef nonnull %451) #6
  br label %462

457:                                              ; preds = %450
  %458 = getelementptr inbounds %struct.result, ptr %388, i64 %385, i32 1
  %459 = load i64, ptr %458, align 8
  %460 = getelementptr inbounds ptr, ptr %88, i64 %459
  %461 = load ptr, ptr %460, align 8
  br label %462

462:                                              ; preds = %457, %453
  %463 = phi ptr [ %456, %453 ], [ %461, %457 ]
  %464 = icmp eq ptr %463, null
  br i1 %464, label %482, label %465

465:                                              ; preds = %462
  %466 = load ptr, ptr %389, align 8
  %467 = icmp eq ptr %466, null
  br i1 %467, label %468, label %472

468:                                              ; preds = %465
  %469 = load ptr, ptr @api, align 8
  %470 = getelementptr inbounds %struct.python, ptr %469, i64 0, i32 5
  %471 = load ptr, ptr %470, align 8
  tail call void %471(ptr noundef nonnull %463) #6
  br label %472

472:                                              ; preds = %468, %465
  %473 = load ptr, ptr @api, align 8
  %474 = getelementptr inbounds %struct.python, ptr %473, i64 0, i32 11
  %475 = load i64, ptr %474, align 8
  %476 = add i64 %475, %373
  %477 = inttoptr i64 %476 to ptr
  %478 = getelementptr inbounds ptr, ptr %477, i64 %385
  store ptr %463, ptr %478, align 8
  %479 = getelementptr inbounds %struct.array, ptr %463, i64 0, i32 1
  %480 = load ptr, ptr %479, align 8
  %481 = ptrtoint ptr %480 to i64
  store i64 %481, ptr %387, align 8
  br label %502

482:                                              ; preds = %462
  %483 = load ptr, ptr @api, align 8
  %484 = getelementptr inbounds %struct.python, ptr %483, i64 0, i32 6
  %485 = load ptr, ptr %484, align 8
  tail call void %485(ptr noundef nonnull %369) #6
  br label %508

486:                                              ; preds = %404, %399
  %487 = phi ptr [ undef, %399 ], [ %446, %404 ]
  %488 = phi ptr [ %395, %399 ], [ %446, %404 ]
  %489 = phi i64 [ 0, %399 ], [ %447, %404 ]
  %490 = icmp eq i64 %400, 0
  br i1 %490, label %502, label %491

491:                                              ; preds = %486, %491
  %492 = phi ptr [ %498, %491 ], [ %488, %486 ]
  %493 = phi i64 [ %499, %491 ], [ %489, %486 ]
  %494 = phi i64 [ %500, %491 ], [ 0, %486 ]
  %495 = getelementptr inbounds i64, ptr %391, i64 %493
  %496 = load i64, ptr %495, align 8
  %497 = lshr i64 %496, 63
  %498 = getelementptr inbounds i64, ptr %492, i64 %497
  %499 = add nuw nsw i64 %493, 1
  %500 = add i64 %494, 1
  %501 = icmp eq i64 %500, %400
  br i1 %501, label %502, label %491

502:                                              ; preds = %486, %491, %393, %472
  %503 = phi ptr [ %386, %472 ], [ %395, %393 ], [ %487, %486 ], [ %498, %491 ]
  %504 = getelementptr inbounds i64, ptr %387, i64 1
  %505 = add nuw nsw i64 %385, 1
  %506 = load i64, ptr %74, align 8
  %507 = icmp slt i64 %505, %506
  br i1 %507, label %384, label %510

508:                                              ; preds = %364, %482
  %509 = load ptr, ptr %33, align 8
  store ptr %509, ptr %66, align 8
  store ptr %66, ptr %33, align 8
  br label %726

510:                                              ; preds = %502, %371
  %511 = getelementptr inbounds %struct.program, ptr %7, i64 0, i32 2
  %512 = load i64, ptr %511, align 8
  %513 = load <2 x i64>, ptr %7, align 8
  store <2 x i64> %513, ptr %69, align 8
  %514 = getelementptr inbounds %struct.arena, ptr %66, i64 0, i32 1, i32 2
  store i64 %512, ptr %514, align 8
  %515 = getelementptr inbounds %struct.arena, ptr %66, i64 0, i32 1, i32 3
  %516 = getelementptr inbounds %struct.arena, ptr %66, i64 0, i32 1, i32 5
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %515, i8 0, i64 40, i1 false)
  store ptr %9, ptr %516, align 8
  %517 = getelementptr inbounds %struct.arena, ptr %66, i64 0, i32 1, i32 6
  store ptr %7, ptr %517, align 8
  %518 = getelementptr inbounds %struct.arena, ptr %66, i64 0, i32 1, i32 7
  store ptr null, ptr %518, align 8
  %519 = getelementptr inbounds %struct.arena, ptr %66, i64 0, i32 1, i32 8
  store ptr null, ptr %519, align 8
  %520 = getelementptr inbounds %struct.arena, ptr %66, i64 0, i32 1, i32 9
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %520, i8 0, i64 32, i1 false)
  %521 = load ptr, ptr @api, align 8
  %522 = getelementptr inbounds %struct.python, ptr %521, i64 0, i32 7
  %523 = load ptr, ptr %522, align 8
  %524 = tail call ptr %523() #6
  %525 = load ptr, ptr %5, align 8
  %526 = tail call i32 @dlvm_run(ptr noundef %525, ptr noundef nonnull %67) #7
  %527 = load ptr, ptr @api, align 8
  %528 = getelementptr inbounds %struct.python, ptr %527, i64 0, i32 8
  %529 = load ptr, ptr %528, align 8
  tail call void %529(ptr noundef %524) #6
  %530 = icmp eq i32 %526, 0
  br i1 %530, label %551, label %531

531:                                              ; preds = %510
  %532 = sext i32 %526 to i64
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %3) #8
  %533 = load <2 x i64>, ptr %515, align 8
  store <2 x i64> %533, ptr %3, align 16
  %534 = getelementptr inbounds i64, ptr %3, i64 2
  %535 = getelementptr inbounds %struct.arena, ptr %66, i64 0, i32 1, i32 3, i64 2
  %536 = load <2 x i64>, ptr %535, align 8
  store <2 x i64> %536, ptr %534, align 16
  %537 = getelementptr inbounds i64, ptr %3, i64 4
  store i64 %532, ptr %537, align 16
  %538 = load ptr, ptr @api, align 8
  %539 = getelementptr inbounds %struct.python, ptr %538, i64 0, i32 6
  %540 = load ptr, ptr %539, align 8
  tail call void %540(ptr noundef nonnull %369) #6
  %541 = icmp eq i32 %526, -1
  br i1 %541, label %542, label %544

542:                                              ; preds = %531
  %543 = tail call ptr @dlvm_raise(ptr noundef nonnull %69) #6
  br label %549

544:                                              ; preds = %531
  %545 = load ptr, ptr @api, align 8
  %546 = getelementptr inbounds %struct.python, ptr %545, i64 0, i32 4
  %547 = load ptr, ptr %546, align 8
  %548 = call ptr %547(ptr noundef nonnull %3, i64 noundef 40) #6
  br label %549

549:                                              ; preds = %544, %542
  %550 = phi ptr [ %543, %542 ], [ %548, %544 ]
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %3) #8
  br label %723

551:                                              ; preds = %510
  %552 = getelementptr inbounds %struct.arena, ptr %66, i64 0, i32 1, i32 1
  %553 = getelementptr inbounds %struct.program, ptr %7, i64 0, i32 1
  %554 = load i64, ptr %552, align 8
  store i64 %554, ptr %553, align 8
  %555 = load i64, ptr %74, align 8
  %556 = icmp sgt i64 %555, 0
  br i1 %556, label %561, label %557

557:                                              ; preds = %719, %551, %686
  %558 = phi i1 [ %562, %686 ], [ %556, %551 ], [ %722, %719 ]
  %559 = phi ptr [ null, %686 ], [ %369, %551 ], [ %369, %719 ]
  %560 = zext i1 %558 to i32
  tail call void @dlvm_end(ptr noundef nonnull %69, i32 noundef %560) #6
  br label %723

561:                                              ; preds = %551, %719
  %562 = phi i1 [ %722, %719 ], [ %556, %551 ]
  %563 = phi i64 [ %720, %719 ], [ 0, %551 ]
  %564 = load ptr, ptr %372, align 8
  %565 = getelementptr inbounds %struct.result, ptr %564, i64 %563, i32 3
  %566 = load ptr, ptr %565, align 8
  %567 = icmp eq ptr %566, null
  br i1 %567, label %719, label %568

568:                                              ; preds = %561
  %569 = getelementptr inbounds %struct.result, ptr %564, i64 %563
  %570 = load i64, ptr %71, align 8
  %571 = add nuw i64 %563, 2
  %572 = add i64 %571, %570
  %573 = getelementptr inbounds %struct.arena, ptr %66, i64 0, i32 2, i64 %572
  %574 = load i64, ptr %573, align 8
  %575 = inttoptr i64 %574 to ptr
  %576 = load ptr, ptr @api, align 8
  %577 = getelementptr inbounds %struct.python, ptr %576, i64 0, i32 2
  %578 = load ptr, ptr %577, align 8
  %579 = getelementptr inbounds %struct.result, ptr %564, i64 %563, i32 2
  %580 = load i64, ptr %579, align 8
  %581 = tail call ptr %578(i64 noundef %580) #6
  %582 = icmp eq ptr %581, null
  br i1 %582, label %686, label %583

583:                                              ; preds = %568
  %584 = load i64, ptr %579, align 8
  %585 = icmp sgt i64 %584, 0
  br i1 %585, label %586, label %620

586:                                              ; preds = %583
  %587 = getelementptr inbounds i64, ptr %575, i64 2
  %588 = ptrtoint ptr %581 to i64
  br label %589

589:                                              ; preds = %608, %586
  %590 = phi ptr [ %587, %586 ], [ %603, %608 ]
  %591 = phi i64 [ 0, %586 ], [ %614, %608 ]
  %592 = load ptr, ptr @api, align 8
  %593 = getelementptr inbounds %struct.python, ptr %592, i64 0, i32 3
  %594 = load ptr, ptr %593, align 8
  %595 = load ptr, ptr %565, align 8
  %596 = getelementptr inbounds i64, ptr %595, i64 %591
  %597 = load i64, ptr %596, align 8
  %598 = icmp slt i64 %597, 0
  br i1 %598, label %599, label %602

599:                                              ; preds = %589
  %600 = getelementptr inbounds i64, ptr %590, i64 1
  %601 = load i64, ptr %590, align 8
  br label %602

602:                                              ; preds = %599, %589
  %603 = phi ptr [ %600, %599 ], [ %590, %589 ]
  %604 = phi i64 [ %601, %599 ], [ %597, %589 ]
  %605 = tail call ptr %594(i64 noundef %604) #6
  %606 = icmp eq ptr %605, null
  %607 = load ptr, ptr @api, align 8
  br i1 %606, label %617, label %608

608:                                              ; preds = %602
  %609 = getelementptr inbounds %struct.python, ptr %607, i64 0, i32 11
  %610 = load i64, ptr %609, align 8
  %611 = add i64 %610, %588
  %612 = inttoptr i64 %611 to ptr
  %613 = getelementptr inbounds ptr, ptr %612, i64 %591
  store ptr %605, ptr %613, align 8
  %614 = add nuw nsw i64 %591, 1
  %615 = load i64, ptr %579, align 8
  %616 = icmp slt i64 %614, %615
  br i1 %616, label %589, label %620

617:                                              ; preds = %602
  %618 = getelementptr inbounds %struct.python, ptr %607, i64 0, i32 6
  %619 = load ptr, ptr %618, align 8
  tail call void %619(ptr noundef nonnull %581) #6
  br label %686

620:                                              ; preds = %608, %583
  %621 = load ptr, ptr @api, align 8
  %622 = getelementptr inbounds %struct.python, ptr %621, i64 0, i32 1
  %623 = load ptr, ptr %622, align 8
  %624 = load ptr, ptr %569, align 8
  %625 = tail call ptr %623(ptr noundef %624, ptr noundef nonnull %581) #6
  %626 = load ptr, ptr @api, align 8
  %627 = getelementptr inbounds %struct.python, ptr %626, i64 0, i32 6
  %628 = load ptr, ptr %627, align 8
  tail call void %628(ptr noundef nonnull %581) #6
  %629 = icmp eq ptr %625, null
  br i1 %629, label %686, label %630

630:                                              ; preds = %620
  %631 = getelementptr inbounds %struct.array, ptr %625, i64 0, i32 1
  %632 = load ptr, ptr %631, align 8
  %633 = load i64, ptr %575, align 8
  %634 = inttoptr i64 %633 to ptr
  %635 = getelementptr inbounds %struct.result, ptr %564, i64 %563, i32 4
  %636 = load i64, ptr %635, align 8
  %637 = getelementptr inbounds %struct.array, ptr %625, i64 0, i32 2
  %638 = load i32, ptr %637, align 8
  %639 = sext i32 %638 to i64
  %640 = icmp sgt i32 %638, 0
  br i1 %640, label %641, label %711

641:                                              ; preds = %630
  %642 = getelementptr inbounds %struct.array, ptr %625, i64 0, i32 3
  %643 = load ptr, ptr %642, align 8
  %644 = and i64 %639, 7
  %645 = icmp ult i32 %638, 8
  br i1 %645, label %696, label %646

646:                                              ; preds = %641
  %647 = and i64 %639, 2147483640
  br label %648

648:                                              ; preds = %648, %646
  %649 = phi i64 [ 0, %646 ], [ %683, %648 ]
  %650 = phi i64 [ %636, %646 ], [ %682, %648 ]
  %651 = phi i64 [ 0, %646 ], [ %684, %648 ]
  %652 = getelementptr inbounds i64, ptr %643, i64 %649
  %653 = load i64, ptr %652, align 8
  %654 = mul i64 %653, %650
  %655 = or disjoint i64 %649, 1
  %656 = getelementptr inbounds i64, ptr %643, i64 %655
  %657 = load i64, ptr %656, align 8
  %658 = mul i64 %657, %654
  %659 = or disjoint i64 %649, 2
  %660 = getelementptr inbounds i64, ptr %643, i64 %659
  %661 = load i64, ptr %660, align 8
  %662 = mul i64 %661, %658
  %663 = or disjoint i64 %649, 3
  %664 = getelementptr inbounds i64, ptr %643, i64 %663
  %665 = load i64, ptr %664, align 8
  %666 = mul i64 %665, %662
  %667 = or disjoint i64 %649, 4
  %668 = getelementptr inbounds i64, ptr %643, i64 %667
  %669 = load i64, ptr %668, align 8
  %670 = mul i64 %669, %666
  %671 = or disjoint i64 %649, 5
  %672 = getelementptr inbounds i64, ptr %643, i64 %671
  %673 = load i64, ptr %672, align 8
  %674 = mul i64 %673, %670
  %675 = or disjoint i64 %649, 6
  %676 = getelementptr inbounds i64, ptr %643, i64 %675
  %677 = load i64, ptr %676, align 8
  %678 = mul i64 %677, %674
  %679 = or disjoint i64 %649, 7
  %680 = getelementptr inbounds i64, ptr %643, i64 %679
  %681 = load i64, ptr %680, align 8
  %682 = mul i64 %681, %678
  %683 = add nuw nsw i64 %649, 8
  %684 = add i64 %651, 8
  %685 = icmp eq i64 %684, %647
  br i1 %685, label %696, label %648

686:                                              ; preds = %620, %568, %617
  %687 = load ptr, ptr @api, align 8
  %688 = getelementptr inbounds %struct.python, ptr %687, i64 0, i32 11
  %689 = load i64, ptr %688, align 8
  %690 = add i64 %689, %373
  %691 = inttoptr i64 %690 to ptr
  %692 = getelementptr inbounds ptr, ptr %691, i64 %563
  store ptr null, ptr %692, align 8
  %693 = load ptr, ptr @api, align 8
  %694 = getelementptr inbounds %struct.python, ptr %693, i64 0, i32 6
  %695 = load ptr, ptr %694, align 8
  tail call void %695(ptr noundef nonnull %369) #6
  br label %557

696:                                              ; preds = %648, %641
  %697 = phi i64 [ undef, %641 ], [ %682, %648 ]
  %698 = phi i64 [ 0, %641 ], [ %683, %648 ]
  %699 = phi i64 [ %636, %641 ], [ %682, %648 ]
  %700 = icmp eq i64 %644, 0
  br i1 %700, label %711, label %701

701:                                              ; preds = %696, %701
  %702 = phi i64 [ %708, %701 ], [ %698, %696 ]
  %703 = phi i64 [ %707, %701 ], [ %699, %696 ]
  %704 = phi i64 [ %709, %701 ], [ 0, %696 ]
  %705 = getelementptr inbounds i64, ptr %643, i64 %702
  %706 = load i64, ptr %705, align 8
  %707 = mul i64 %706, %703
  %708 = add nuw nsw i64 %702, 1
  %709 = add i64 %704, 1
  %710 = icmp eq i64 %709, %644
  br i1 %710, label %711, label %701

711:                                              ; preds = %696, %701, %630
  %712 = phi i64 [ %636, %630 ], [ %697, %696 ], [ %707, %701 ]
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %632, ptr align 1 %634, i64 %712, i1 false)
  %713 = load ptr, ptr @api, align 8
  %714 = getelementptr inbounds %struct.python, ptr %713, i64 0, i32 11
  %715 = load i64, ptr %714, align 8
  %716 = add i64 %715, %373
  %717 = inttoptr i64 %716 to ptr
  %718 = getelementptr inbounds ptr, ptr %717, i64 %563
  store ptr %625, ptr %718, align 8
  br label %719

719:                                              ; preds = %711, %561
  %720 = add nuw nsw i64 %563, 1
  %721 = load i64, ptr %74, align 8
  %722 = icmp slt i64 %720, %721
  br i1 %722, label %561, label %557

723:                                              ; preds = %557, %549
  %724 = phi ptr [ %550, %549 ], [ %559, %557 ]
  %725 = load ptr, ptr %33, align 8
  store ptr %725, ptr %66, align 8
  store ptr %66, ptr %33, align 8
  br label %726

726:                                              ; preds = %56, %508, %723, %353, %24
  %727 = phi ptr [ %31, %24 ], [ %63, %56 ], [ %361, %353 ], [ %724, %723 ], [ null, %508 ]
  ret ptr %727
}

declare ptr @pthread_getspecific(i64 noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #4

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #5

declare ptr @dlvm_raise(ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind
define dso_local void @dlvm_end_calls(ptr nocapture noundef %0) local_unnamed_addr #2 {
  %2 = getelementptr inbounds %struct.function, ptr %0, i64 0, i32 9
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %10, label %5

5:                                                ; preds = %1, %5
  %6 = phi ptr [ %8, %5 ], [ %3, %1 ]
  %7 = load ptr, ptr %6, align 8
  store ptr %7, ptr %2, align 8
  tail call void @free(ptr noundef nonnull %6) #6
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
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { nobuiltin nounwind "no-builtins" }
attributes #7 = { nobuiltin "no-builtins" }
attributes #8 = { nounwind }
