%struct.context = type { i64, i64, i64, [4 x i64], ptr, ptr, ptr, ptr, ptr, [3 x ptr], i64 }
%struct.heap = type { [608 x ptr], ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr }
%struct.program = type { i64, i64, i64, i64, i64, i64, ptr, i32, i64, i64, i64 }
%struct.node = type { i64, i32, i32, i64, ptr, ptr, i64 }
%struct.chunk = type { ptr, i64 }
%struct.table = type { i64, [0 x ptr] }
%struct.kind = type { i64, i64, i64, [0 x i64] }
%struct.cell = type { ptr, i64 }
%struct.reference = type { ptr, ptr, i64, ptr, ptr }
%struct.variant = type { ptr, i64, i64 }
%struct.leaf = type { i64, i64, i64, ptr }

; Function Attrs: nounwind
define dso_local ptr @dlvm_node(ptr nocapture noundef %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %1, ptr noundef %2) #12
  %5 = icmp eq ptr %4, null
  br i1 %5, label %8, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds i8, ptr %4, i64 48
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %7, i8 0, i64 %1, i1 false)
  br label %8

8:                                                ; preds = %6, %3
  ret ptr %4
}

; Function Attrs: nounwind
define internal fastcc ptr @allocate(ptr nocapture noundef %0, i64 noundef %1, ptr noundef %2) unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %10, label %7

7:                                                ; preds = %3
  %8 = getelementptr inbounds %struct.heap, ptr %5, i64 0, i32 6
  %9 = load i64, ptr %8, align 8
  br label %37

10:                                               ; preds = %3
  %11 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 6
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds %struct.program, ptr %12, i64 0, i32 7
  %14 = atomicrmw xchg ptr %13, i32 1 acquire, align 8
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %19, label %16

16:                                               ; preds = %10, %16
  fence syncscope("singlethread") seq_cst
  %17 = atomicrmw xchg ptr %13, i32 1 acquire, align 8
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %16

19:                                               ; preds = %16, %10
  %20 = getelementptr inbounds %struct.program, ptr %12, i64 0, i32 6
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %26, label %23

23:                                               ; preds = %19
  %24 = getelementptr inbounds %struct.heap, ptr %21, i64 0, i32 9
  %25 = load ptr, ptr %24, align 8
  store ptr %25, ptr %20, align 8
  store atomic i32 0, ptr %13 release, align 8
  br label %31

26:                                               ; preds = %19
  store atomic i32 0, ptr %13 release, align 8
  %27 = tail call ptr @malloc(i64 noundef 4936) #13
  %28 = icmp eq ptr %27, null
  br i1 %28, label %280, label %29

29:                                               ; preds = %26
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(4936) %27, i8 0, i64 4936, i1 false)
  %30 = getelementptr inbounds %struct.heap, ptr %27, i64 0, i32 8
  store ptr %12, ptr %30, align 8
  br label %31

31:                                               ; preds = %23, %29
  %32 = phi ptr [ %21, %23 ], [ %27, %29 ]
  %33 = getelementptr inbounds %struct.program, ptr %12, i64 0, i32 5
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds %struct.heap, ptr %32, i64 0, i32 6
  store i64 %34, ptr %35, align 8
  %36 = getelementptr inbounds %struct.heap, ptr %32, i64 0, i32 7
  store i64 0, ptr %36, align 8
  store ptr %32, ptr %4, align 8
  br label %37

37:                                               ; preds = %7, %31
  %38 = phi i64 [ %9, %7 ], [ %34, %31 ]
  %39 = phi ptr [ %5, %7 ], [ %32, %31 ]
  %40 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 6
  %41 = add i64 %38, -1
  store i64 %41, ptr %40, align 8
  %42 = icmp eq i64 %38, 0
  br i1 %42, label %280, label %43

43:                                               ; preds = %37
  %44 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 8
  %45 = load ptr, ptr %44, align 8
  %46 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 3
  %47 = load i64, ptr %46, align 8
  %48 = freeze i64 %47
  %49 = icmp ult i64 %48, %1
  br i1 %49, label %280, label %50

50:                                               ; preds = %43
  %51 = add i64 %1, 47
  %52 = lshr i64 %51, 6
  %53 = add nuw nsw i64 %52, 1
  %54 = icmp ult i64 %51, 1024
  br i1 %54, label %57, label %55

55:                                               ; preds = %50
  %56 = icmp ugt i64 %51, 2047
  br i1 %56, label %59, label %66

57:                                               ; preds = %50
  %58 = trunc i64 %53 to i32
  br label %71

59:                                               ; preds = %55, %59
  %60 = phi i32 [ %64, %59 ], [ 0, %55 ]
  %61 = phi i64 [ %63, %59 ], [ %53, %55 ]
  %62 = add nuw nsw i64 %61, 1
  %63 = lshr i64 %62, 1
  %64 = add i32 %60, 16
  %65 = icmp ugt i64 %61, 64
  br i1 %65, label %59, label %66

66:                                               ; preds = %59, %55
  %67 = phi i64 [ %53, %55 ], [ %63, %59 ]
  %68 = phi i32 [ 0, %55 ], [ %64, %59 ]
  %69 = trunc i64 %67 to i32
  %70 = add i32 %68, %69
  br label %71

71:                                               ; preds = %57, %66
  %72 = phi i32 [ %58, %57 ], [ %70, %66 ]
  %73 = add i32 %72, -1
  %74 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 7
  %75 = load i64, ptr %74, align 8
  %76 = icmp ult i32 %73, 16
  %77 = shl i32 %73, 6
  br i1 %76, label %78, label %85

78:                                               ; preds = %71
  %79 = add nuw nsw i32 %77, 64
  %80 = zext nneg i32 %79 to i64
  %81 = add i64 %75, %80
  %82 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 8
  %83 = load i64, ptr %82, align 8
  %84 = icmp ugt i64 %81, %83
  br i1 %84, label %97, label %100

85:                                               ; preds = %71
  %86 = and i32 %77, 960
  %87 = add nuw nsw i32 %86, 1088
  %88 = zext nneg i32 %87 to i64
  %89 = lshr i32 %73, 4
  %90 = add nsw i32 %89, -1
  %91 = zext nneg i32 %90 to i64
  %92 = shl i64 %88, %91
  %93 = add i64 %92, %75
  %94 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 8
  %95 = load i64, ptr %94, align 8
  %96 = icmp ugt i64 %93, %95
  br i1 %96, label %97, label %100

97:                                               ; preds = %85, %78
  %98 = phi i64 [ %93, %85 ], [ %81, %78 ]
  %99 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 10
  store atomic i64 %98, ptr %99 monotonic, align 8
  br label %280

100:                                              ; preds = %85, %78
  %101 = phi i64 [ %80, %78 ], [ %92, %85 ]
  %102 = add i32 %72, 15
  %103 = tail call i32 @llvm.umin.i32(i32 %102, i32 607)
  %104 = icmp ult i32 %103, %73
  br i1 %104, label %124, label %105

105:                                              ; preds = %100
  %106 = zext nneg i32 %73 to i64
  %107 = add nuw nsw i32 %103, 1
  br label %112

108:                                              ; preds = %112
  %109 = add nuw nsw i64 %113, 1
  %110 = trunc i64 %109 to i32
  %111 = icmp eq i32 %107, %110
  br i1 %111, label %124, label %112

112:                                              ; preds = %108, %105
  %113 = phi i64 [ %106, %105 ], [ %109, %108 ]
  %114 = getelementptr inbounds [608 x ptr], ptr %39, i64 0, i64 %113
  %115 = load ptr, ptr %114, align 8
  %116 = icmp eq ptr %115, null
  br i1 %116, label %108, label %117

117:                                              ; preds = %112
  %118 = getelementptr inbounds [608 x ptr], ptr %39, i64 0, i64 %113
  %119 = getelementptr inbounds %struct.node, ptr %115, i64 0, i32 5
  %120 = load ptr, ptr %119, align 8
  store ptr %120, ptr %118, align 8
  %121 = getelementptr inbounds %struct.node, ptr %115, i64 0, i32 2
  %122 = load i32, ptr %121, align 4
  %123 = shl i32 %122, 6
  br label %250

124:                                              ; preds = %108, %100
  %125 = icmp ugt i64 %101, 131071
  br i1 %125, label %126, label %175

126:                                              ; preds = %124
  %127 = add i64 %101, 144
  %128 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 4
  %129 = load atomic i64, ptr %128 monotonic, align 8
  %130 = icmp ult i64 %48, %127
  %131 = sub i64 %48, %127
  br i1 %130, label %145, label %132

132:                                              ; preds = %126, %135
  %133 = phi i64 [ %139, %135 ], [ %129, %126 ]
  %134 = icmp ugt i64 %133, %131
  br i1 %134, label %145, label %135

135:                                              ; preds = %132
  %136 = add i64 %133, %127
  %137 = cmpxchg ptr %128, i64 %133, i64 %136 monotonic monotonic, align 8
  %138 = extractvalue { i64, i1 } %137, 1
  %139 = extractvalue { i64, i1 } %137, 0
  br i1 %138, label %140, label %132

140:                                              ; preds = %135
  %141 = tail call ptr @malloc(i64 noundef %127) #13
  %142 = icmp eq ptr %141, null
  br i1 %142, label %143, label %164

143:                                              ; preds = %140
  %144 = atomicrmw sub ptr %128, i64 %127 monotonic, align 8
  br label %145

145:                                              ; preds = %132, %143, %126
  tail call void @dlvm_free_idle(ptr noundef %45) #12
  %146 = load atomic i64, ptr %128 monotonic, align 8
  %147 = load i64, ptr %46, align 8
  %148 = freeze i64 %147
  %149 = icmp ult i64 %148, %127
  %150 = sub i64 %148, %127
  br i1 %149, label %280, label %151

151:                                              ; preds = %145, %154
  %152 = phi i64 [ %158, %154 ], [ %146, %145 ]
  %153 = icmp ugt i64 %152, %150
  br i1 %153, label %280, label %154

154:                                              ; preds = %151
  %155 = add i64 %152, %127
  %156 = cmpxchg ptr %128, i64 %152, i64 %155 monotonic monotonic, align 8
  %157 = extractvalue { i64, i1 } %156, 1
  %158 = extractvalue { i64, i1 } %156, 0
  br i1 %157, label %159, label %151

159:                                              ; preds = %154
  %160 = tail call ptr @malloc(i64 noundef %127) #13
  %161 = icmp eq ptr %160, null
  br i1 %161, label %162, label %164

162:                                              ; preds = %159
  %163 = atomicrmw sub ptr %128, i64 %127 monotonic, align 8
  br label %280

164:                                              ; preds = %159, %140
  %165 = phi ptr [ %141, %140 ], [ %160, %159 ]
  %166 = getelementptr inbounds %struct.chunk, ptr %165, i64 0, i32 1
  store i64 %127, ptr %166, align 8
  %167 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 5
  %168 = load ptr, ptr %167, align 8
  store ptr %168, ptr %165, align 8
  store ptr %165, ptr %167, align 8
  %169 = getelementptr inbounds %struct.chunk, ptr %165, i64 1
  %170 = ptrtoint ptr %169 to i64
  %171 = add i64 %170, 111
  %172 = and i64 %171, -64
  %173 = add i64 %172, -48
  %174 = inttoptr i64 %173 to ptr
  br label %247

175:                                              ; preds = %124
  %176 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 2
  %177 = load ptr, ptr %176, align 8
  %178 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 1
  %179 = load ptr, ptr %178, align 8
  %180 = ptrtoint ptr %177 to i64
  %181 = ptrtoint ptr %179 to i64
  %182 = sub i64 %180, %181
  %183 = icmp ult i64 %182, %101
  br i1 %183, label %184, label %244

184:                                              ; preds = %175
  %185 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 4
  %186 = load ptr, ptr %185, align 8
  %187 = icmp eq ptr %186, null
  %188 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 3
  %189 = select i1 %187, ptr %188, ptr %186
  %190 = load ptr, ptr %189, align 8
  %191 = icmp eq ptr %190, null
  br i1 %191, label %192, label %235

192:                                              ; preds = %184
  %193 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 4
  %194 = load atomic i64, ptr %193 monotonic, align 8
  %195 = icmp ult i64 %48, 1048720
  %196 = add i64 %48, -1048720
  br i1 %195, label %210, label %197

197:                                              ; preds = %192, %200
  %198 = phi i64 [ %204, %200 ], [ %194, %192 ]
  %199 = icmp ugt i64 %198, %196
  br i1 %199, label %210, label %200

200:                                              ; preds = %197
  %201 = add i64 %198, 1048720
  %202 = cmpxchg ptr %193, i64 %198, i64 %201 monotonic monotonic, align 8
  %203 = extractvalue { i64, i1 } %202, 1
  %204 = extractvalue { i64, i1 } %202, 0
  br i1 %203, label %205, label %197

205:                                              ; preds = %200
  %206 = tail call ptr @malloc(i64 noundef 1048720) #13
  %207 = icmp eq ptr %206, null
  br i1 %207, label %208, label %229

208:                                              ; preds = %205
  %209 = atomicrmw sub ptr %193, i64 1048720 monotonic, align 8
  br label %210

210:                                              ; preds = %197, %208, %192
  tail call void @dlvm_free_idle(ptr noundef %45) #12
  %211 = load atomic i64, ptr %193 monotonic, align 8
  %212 = load i64, ptr %46, align 8
  %213 = freeze i64 %212
  %214 = icmp ult i64 %213, 1048720
  %215 = add i64 %213, -1048720
  br i1 %214, label %280, label %216

216:                                              ; preds = %210, %219
  %217 = phi i64 [ %223, %219 ], [ %211, %210 ]
  %218 = icmp ugt i64 %217, %215
  br i1 %218, label %280, label %219

219:                                              ; preds = %216
  %220 = add i64 %217, 1048720
  %221 = cmpxchg ptr %193, i64 %217, i64 %220 monotonic monotonic, align 8
  %222 = extractvalue { i64, i1 } %221, 1
  %223 = extractvalue { i64, i1 } %221, 0
  br i1 %222, label %224, label %216

224:                                              ; preds = %219
  %225 = tail call ptr @malloc(i64 noundef 1048720) #13
  %226 = icmp eq ptr %225, null
  br i1 %226, label %227, label %229

227:                                              ; preds = %224
  %228 = atomicrmw sub ptr %193, i64 1048720 monotonic, align 8
  br label %280

229:                                              ; preds = %224, %205
  %230 = phi ptr [ %206, %205 ], [ %225, %224 ]
  store ptr null, ptr %230, align 8
  %231 = getelementptr inbounds %struct.chunk, ptr %230, i64 0, i32 1
  store i64 1048720, ptr %231, align 8
  %232 = load ptr, ptr %185, align 8
  %233 = icmp eq ptr %232, null
  %234 = select i1 %233, ptr %188, ptr %232
  store ptr %230, ptr %234, align 8
  br label %235

235:                                              ; preds = %229, %184
  %236 = phi ptr [ %190, %184 ], [ %230, %229 ]
  store ptr %236, ptr %185, align 8
  %237 = getelementptr inbounds %struct.chunk, ptr %236, i64 1
  %238 = ptrtoint ptr %237 to i64
  %239 = add i64 %238, 111
  %240 = and i64 %239, -64
  %241 = add i64 %240, -48
  %242 = inttoptr i64 %241 to ptr
  %243 = getelementptr inbounds i8, ptr %242, i64 1048576
  store ptr %243, ptr %176, align 8
  br label %244

244:                                              ; preds = %235, %175
  %245 = phi ptr [ %242, %235 ], [ %179, %175 ]
  %246 = getelementptr inbounds i8, ptr %245, i64 %101
  store ptr %246, ptr %178, align 8
  br label %247

247:                                              ; preds = %244, %164
  %248 = phi ptr [ %174, %164 ], [ %245, %244 ]
  store i64 1, ptr %248, align 8
  %249 = getelementptr inbounds %struct.node, ptr %248, i64 0, i32 2
  store i32 %73, ptr %249, align 4
  br label %250

250:                                              ; preds = %247, %117
  %251 = phi i32 [ %77, %247 ], [ %123, %117 ]
  %252 = phi i32 [ %73, %247 ], [ %122, %117 ]
  %253 = phi ptr [ %248, %247 ], [ %115, %117 ]
  %254 = icmp ult i32 %252, 16
  br i1 %254, label %255, label %258

255:                                              ; preds = %250
  %256 = add nuw nsw i32 %251, 64
  %257 = zext nneg i32 %256 to i64
  br label %266

258:                                              ; preds = %250
  %259 = and i32 %251, 960
  %260 = add nuw nsw i32 %259, 1088
  %261 = zext nneg i32 %260 to i64
  %262 = lshr i32 %252, 4
  %263 = add nsw i32 %262, -1
  %264 = zext nneg i32 %263 to i64
  %265 = shl i64 %261, %264
  br label %266

266:                                              ; preds = %255, %258
  %267 = phi i64 [ %257, %255 ], [ %265, %258 ]
  %268 = load i64, ptr %74, align 8
  %269 = add i64 %268, %267
  store i64 %269, ptr %74, align 8
  %270 = load ptr, ptr %44, align 8
  %271 = getelementptr inbounds %struct.program, ptr %270, i64 0, i32 9
  %272 = load atomic i64, ptr %271 monotonic, align 8
  %273 = icmp ugt i64 %269, %272
  br i1 %273, label %274, label %275

274:                                              ; preds = %266
  store atomic i64 %269, ptr %271 monotonic, align 8
  br label %275

275:                                              ; preds = %274, %266
  %276 = getelementptr inbounds %struct.node, ptr %253, i64 0, i32 1
  store i32 1, ptr %276, align 8
  %277 = getelementptr inbounds %struct.node, ptr %253, i64 0, i32 3
  store i64 %1, ptr %277, align 8
  %278 = getelementptr inbounds %struct.node, ptr %253, i64 0, i32 4
  store ptr %2, ptr %278, align 8
  %279 = getelementptr inbounds %struct.node, ptr %253, i64 0, i32 6
  store i64 0, ptr %279, align 8
  br label %280

280:                                              ; preds = %216, %151, %227, %210, %145, %162, %26, %97, %275, %37, %43
  %281 = phi ptr [ null, %43 ], [ null, %37 ], [ null, %97 ], [ %253, %275 ], [ null, %26 ], [ null, %162 ], [ null, %145 ], [ null, %210 ], [ null, %227 ], [ null, %151 ], [ null, %216 ]
  ret ptr %281
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #1

; Function Attrs: nounwind
define dso_local i32 @dlvm_variables(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = load i64, ptr %1, align 8
  %4 = shl i64 %3, 3
  %5 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %4, ptr noundef null) #12
  %6 = icmp eq ptr %5, null
  br i1 %6, label %42, label %7

7:                                                ; preds = %2
  %8 = getelementptr inbounds i8, ptr %5, i64 48
  %9 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 7
  store ptr %8, ptr %9, align 8
  %10 = icmp eq i64 %3, 0
  br i1 %10, label %39, label %11

11:                                               ; preds = %7
  %12 = getelementptr inbounds %struct.table, ptr %1, i64 0, i32 1, i64 0
  %13 = load ptr, ptr %12, align 8
  %14 = load i64, ptr %13, align 8
  %15 = tail call fastcc ptr @allocate(ptr noundef nonnull %0, i64 noundef %14, ptr noundef nonnull %13) #12
  %16 = icmp eq ptr %15, null
  br i1 %16, label %25, label %30

17:                                               ; preds = %30
  %18 = getelementptr inbounds %struct.table, ptr %1, i64 0, i32 1, i64 %37
  %19 = load ptr, ptr %18, align 8
  %20 = load i64, ptr %19, align 8
  %21 = tail call fastcc ptr @allocate(ptr noundef nonnull %0, i64 noundef %20, ptr noundef nonnull %19) #12
  %22 = icmp eq ptr %21, null
  br i1 %22, label %23, label %30

23:                                               ; preds = %17
  %24 = icmp uge i64 %37, %3
  br label %25

25:                                               ; preds = %23, %11
  %26 = phi i1 [ false, %11 ], [ %24, %23 ]
  %27 = phi i64 [ 0, %11 ], [ %37, %23 ]
  %28 = load ptr, ptr %9, align 8
  %29 = getelementptr inbounds ptr, ptr %28, i64 %27
  store ptr null, ptr %29, align 8
  br label %39

30:                                               ; preds = %11, %17
  %31 = phi ptr [ %21, %17 ], [ %15, %11 ]
  %32 = phi i64 [ %20, %17 ], [ %14, %11 ]
  %33 = phi i64 [ %37, %17 ], [ 0, %11 ]
  %34 = getelementptr inbounds i8, ptr %31, i64 48
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %34, i8 0, i64 %32, i1 false)
  %35 = load ptr, ptr %9, align 8
  %36 = getelementptr inbounds ptr, ptr %35, i64 %33
  store ptr %31, ptr %36, align 8
  %37 = add nuw i64 %33, 1
  %38 = icmp eq i64 %37, %3
  br i1 %38, label %39, label %17

39:                                               ; preds = %30, %7, %25
  %40 = phi i1 [ %26, %25 ], [ true, %7 ], [ true, %30 ]
  %41 = zext i1 %40 to i32
  br label %42

42:                                               ; preds = %39, %2
  %43 = phi i32 [ 0, %2 ], [ %41, %39 ]
  ret i32 %43
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_blob(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %2, ptr noundef null) #12
  %5 = icmp eq ptr %4, null
  br i1 %5, label %8, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds i8, ptr %4, i64 48
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %7, ptr align 1 %1, i64 %2, i1 false)
  br label %8

8:                                                ; preds = %6, %3
  ret ptr %4
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local void @dlvm_retain(ptr noundef %0) local_unnamed_addr #3 {
  %2 = icmp eq ptr %0, null
  br i1 %2, label %7, label %3

3:                                                ; preds = %1
  %4 = getelementptr inbounds %struct.node, ptr %0, i64 0, i32 1
  %5 = load i32, ptr %4, align 8
  %6 = add i32 %5, 1
  store i32 %6, ptr %4, align 8
  br label %7

7:                                                ; preds = %3, %1
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_release(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #4 {
  %3 = icmp eq ptr %1, null
  br i1 %3, label %128, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds %struct.node, ptr %1, i64 0, i32 1
  %6 = load i32, ptr %5, align 8
  %7 = add i32 %6, -1
  store i32 %7, ptr %5, align 8
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %128

9:                                                ; preds = %4
  %10 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds %struct.node, ptr %1, i64 0, i32 5
  store ptr null, ptr %12, align 8
  %13 = getelementptr inbounds %struct.heap, ptr %11, i64 0, i32 7
  %14 = load i64, ptr %13, align 8
  br label %15

15:                                               ; preds = %121, %9
  %16 = phi i64 [ %14, %9 ], [ %123, %121 ]
  %17 = phi ptr [ %1, %9 ], [ %103, %121 ]
  %18 = getelementptr inbounds %struct.node, ptr %17, i64 0, i32 5
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds %struct.node, ptr %17, i64 0, i32 4
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %102, label %23

23:                                               ; preds = %15
  %24 = getelementptr inbounds %struct.kind, ptr %21, i64 0, i32 2
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %102, label %27

27:                                               ; preds = %23
  %28 = getelementptr inbounds %struct.node, ptr %17, i64 0, i32 3
  %29 = load i64, ptr %28, align 8
  %30 = add nsw i64 %29, 48
  %31 = getelementptr inbounds i8, ptr %17, i64 %30
  %32 = icmp sgt i64 %29, 0
  br i1 %32, label %33, label %102

33:                                               ; preds = %27
  %34 = getelementptr inbounds i8, ptr %17, i64 48
  %35 = icmp sgt i64 %25, 0
  %36 = load i64, ptr %21, align 8
  %37 = and i64 %25, 1
  %38 = icmp eq i64 %25, 1
  %39 = and i64 %25, 9223372036854775806
  %40 = icmp eq i64 %37, 0
  br label %41

41:                                               ; preds = %62, %33
  %42 = phi ptr [ %34, %33 ], [ %64, %62 ]
  %43 = phi ptr [ %19, %33 ], [ %63, %62 ]
  br i1 %35, label %44, label %62

44:                                               ; preds = %41
  br i1 %38, label %45, label %66

45:                                               ; preds = %97, %44
  %46 = phi ptr [ undef, %44 ], [ %98, %97 ]
  %47 = phi i64 [ 0, %44 ], [ %99, %97 ]
  %48 = phi ptr [ %43, %44 ], [ %98, %97 ]
  br i1 %40, label %62, label %49

49:                                               ; preds = %45
  %50 = getelementptr inbounds %struct.kind, ptr %21, i64 0, i32 3, i64 %47
  %51 = load i64, ptr %50, align 8
  %52 = getelementptr inbounds i8, ptr %42, i64 %51
  %53 = load ptr, ptr %52, align 8
  %54 = icmp eq ptr %53, null
  br i1 %54, label %62, label %55

55:                                               ; preds = %49
  %56 = getelementptr inbounds %struct.node, ptr %53, i64 0, i32 1
  %57 = load i32, ptr %56, align 8
  %58 = add i32 %57, -1
  store i32 %58, ptr %56, align 8
  %59 = icmp eq i32 %58, 0
  br i1 %59, label %60, label %62

60:                                               ; preds = %55
  %61 = getelementptr inbounds %struct.node, ptr %53, i64 0, i32 5
  store ptr %48, ptr %61, align 8
  br label %62

62:                                               ; preds = %45, %60, %55, %49, %41
  %63 = phi ptr [ %43, %41 ], [ %46, %45 ], [ %48, %55 ], [ %53, %60 ], [ %48, %49 ]
  %64 = getelementptr inbounds i8, ptr %42, i64 %36
  %65 = icmp ult ptr %64, %31
  br i1 %65, label %41, label %102

66:                                               ; preds = %44, %97
  %67 = phi i64 [ %99, %97 ], [ 0, %44 ]
  %68 = phi ptr [ %98, %97 ], [ %43, %44 ]
  %69 = phi i64 [ %100, %97 ], [ 0, %44 ]
  %70 = getelementptr inbounds %struct.kind, ptr %21, i64 0, i32 3, i64 %67
  %71 = load i64, ptr %70, align 8
  %72 = getelementptr inbounds i8, ptr %42, i64 %71
  %73 = load ptr, ptr %72, align 8
  %74 = icmp eq ptr %73, null
  br i1 %74, label %82, label %75

75:                                               ; preds = %66
  %76 = getelementptr inbounds %struct.node, ptr %73, i64 0, i32 1
  %77 = load i32, ptr %76, align 8
  %78 = add i32 %77, -1
  store i32 %78, ptr %76, align 8
  %79 = icmp eq i32 %78, 0
  br i1 %79, label %80, label %82

80:                                               ; preds = %75
  %81 = getelementptr inbounds %struct.node, ptr %73, i64 0, i32 5
  store ptr %68, ptr %81, align 8
  br label %82

82:                                               ; preds = %80, %75, %66
  %83 = phi ptr [ %68, %75 ], [ %73, %80 ], [ %68, %66 ]
  %84 = or disjoint i64 %67, 1
  %85 = getelementptr inbounds %struct.kind, ptr %21, i64 0, i32 3, i64 %84
  %86 = load i64, ptr %85, align 8
  %87 = getelementptr inbounds i8, ptr %42, i64 %86
  %88 = load ptr, ptr %87, align 8
  %89 = icmp eq ptr %88, null
  br i1 %89, label %97, label %90

90:                                               ; preds = %82
  %91 = getelementptr inbounds %struct.node, ptr %88, i64 0, i32 1
  %92 = load i32, ptr %91, align 8
  %93 = add i32 %92, -1
  store i32 %93, ptr %91, align 8
  %94 = icmp eq i32 %93, 0
  br i1 %94, label %95, label %97

95:                                               ; preds = %90
  %96 = getelementptr inbounds %struct.node, ptr %88, i64 0, i32 5
  store ptr %83, ptr %96, align 8
  br label %97

97:                                               ; preds = %95, %90, %82
  %98 = phi ptr [ %83, %90 ], [ %88, %95 ], [ %83, %82 ]
  %99 = add nuw nsw i64 %67, 2
  %100 = add i64 %69, 2
  %101 = icmp eq i64 %100, %39
  br i1 %101, label %45, label %66

102:                                              ; preds = %62, %27, %23, %15
  %103 = phi ptr [ %19, %23 ], [ %19, %15 ], [ %19, %27 ], [ %63, %62 ]
  %104 = load i64, ptr %17, align 8
  %105 = add i64 %104, 1
  store i64 %105, ptr %17, align 8
  %106 = getelementptr inbounds %struct.node, ptr %17, i64 0, i32 2
  %107 = load i32, ptr %106, align 4
  %108 = icmp ult i32 %107, 16
  %109 = shl i32 %107, 6
  br i1 %108, label %110, label %113

110:                                              ; preds = %102
  %111 = add nuw nsw i32 %109, 64
  %112 = zext nneg i32 %111 to i64
  br label %121

113:                                              ; preds = %102
  %114 = and i32 %109, 960
  %115 = add nuw nsw i32 %114, 1088
  %116 = zext nneg i32 %115 to i64
  %117 = lshr i32 %107, 4
  %118 = add nsw i32 %117, -1
  %119 = zext nneg i32 %118 to i64
  %120 = shl i64 %116, %119
  br label %121

121:                                              ; preds = %113, %110
  %122 = phi i64 [ %112, %110 ], [ %120, %113 ]
  %123 = sub i64 %16, %122
  store i64 %123, ptr %13, align 8
  %124 = zext i32 %107 to i64
  %125 = getelementptr inbounds [608 x ptr], ptr %11, i64 0, i64 %124
  %126 = load ptr, ptr %125, align 8
  store ptr %126, ptr %18, align 8
  store ptr %17, ptr %125, align 8
  %127 = icmp eq ptr %103, null
  br i1 %127, label %128, label %15

128:                                              ; preds = %121, %4, %2
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_vacate(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #5 {
  %3 = load ptr, ptr %1, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %35, label %5

5:                                                ; preds = %2
  %6 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %3, i64 -48
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %8, align 8
  %11 = getelementptr inbounds i8, ptr %3, i64 -36
  %12 = load i32, ptr %11, align 4
  %13 = icmp ult i32 %12, 16
  %14 = shl i32 %12, 6
  br i1 %13, label %15, label %18

15:                                               ; preds = %5
  %16 = add nuw nsw i32 %14, 64
  %17 = zext nneg i32 %16 to i64
  br label %26

18:                                               ; preds = %5
  %19 = and i32 %14, 960
  %20 = add nuw nsw i32 %19, 1088
  %21 = zext nneg i32 %20 to i64
  %22 = lshr i32 %12, 4
  %23 = add nsw i32 %22, -1
  %24 = zext nneg i32 %23 to i64
  %25 = shl i64 %21, %24
  br label %26

26:                                               ; preds = %15, %18
  %27 = phi i64 [ %17, %15 ], [ %25, %18 ]
  %28 = getelementptr inbounds %struct.heap, ptr %7, i64 0, i32 7
  %29 = load i64, ptr %28, align 8
  %30 = sub i64 %29, %27
  store i64 %30, ptr %28, align 8
  %31 = zext i32 %12 to i64
  %32 = getelementptr inbounds [608 x ptr], ptr %7, i64 0, i64 %31
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds i8, ptr %3, i64 -16
  store ptr %33, ptr %34, align 8
  store ptr %8, ptr %32, align 8
  br label %35

35:                                               ; preds = %26, %2
  store ptr null, ptr %1, align 8
  ret void
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_reserve(ptr nocapture noundef %0, ptr nocapture noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = load ptr, ptr %1, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %40, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds %struct.cell, ptr %1, i64 0, i32 1
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %8, %2
  br i1 %9, label %10, label %64

10:                                               ; preds = %6
  %11 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %4, i64 -48
  %14 = load i64, ptr %13, align 8
  %15 = add i64 %14, 1
  store i64 %15, ptr %13, align 8
  %16 = getelementptr inbounds i8, ptr %4, i64 -36
  %17 = load i32, ptr %16, align 4
  %18 = icmp ult i32 %17, 16
  %19 = shl i32 %17, 6
  br i1 %18, label %20, label %23

20:                                               ; preds = %10
  %21 = add nuw nsw i32 %19, 64
  %22 = zext nneg i32 %21 to i64
  br label %31

23:                                               ; preds = %10
  %24 = and i32 %19, 960
  %25 = add nuw nsw i32 %24, 1088
  %26 = zext nneg i32 %25 to i64
  %27 = lshr i32 %17, 4
  %28 = add nsw i32 %27, -1
  %29 = zext nneg i32 %28 to i64
  %30 = shl i64 %26, %29
  br label %31

31:                                               ; preds = %23, %20
  %32 = phi i64 [ %22, %20 ], [ %30, %23 ]
  %33 = getelementptr inbounds %struct.heap, ptr %12, i64 0, i32 7
  %34 = load i64, ptr %33, align 8
  %35 = sub i64 %34, %32
  store i64 %35, ptr %33, align 8
  %36 = zext i32 %17 to i64
  %37 = getelementptr inbounds [608 x ptr], ptr %12, i64 0, i64 %36
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds i8, ptr %4, i64 -16
  store ptr %38, ptr %39, align 8
  store ptr %13, ptr %37, align 8
  br label %40

40:                                               ; preds = %3, %31
  store ptr null, ptr %1, align 8
  %41 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %2, ptr noundef null) #12
  %42 = icmp eq ptr %41, null
  br i1 %42, label %64, label %43

43:                                               ; preds = %40
  %44 = getelementptr inbounds %struct.node, ptr %41, i64 0, i32 2
  %45 = load i32, ptr %44, align 4
  %46 = icmp ult i32 %45, 16
  %47 = shl i32 %45, 6
  br i1 %46, label %48, label %51

48:                                               ; preds = %43
  %49 = add nuw nsw i32 %47, 64
  %50 = zext nneg i32 %49 to i64
  br label %59

51:                                               ; preds = %43
  %52 = and i32 %47, 960
  %53 = add nuw nsw i32 %52, 1088
  %54 = zext nneg i32 %53 to i64
  %55 = lshr i32 %45, 4
  %56 = add nsw i32 %55, -1
  %57 = zext nneg i32 %56 to i64
  %58 = shl i64 %54, %57
  br label %59

59:                                               ; preds = %48, %51
  %60 = phi i64 [ %50, %48 ], [ %58, %51 ]
  %61 = add i64 %60, -48
  %62 = getelementptr inbounds %struct.cell, ptr %1, i64 0, i32 1
  store i64 %61, ptr %62, align 8
  %63 = getelementptr inbounds i8, ptr %41, i64 48
  store ptr %63, ptr %1, align 8
  br label %64

64:                                               ; preds = %59, %40, %6
  %65 = phi ptr [ %4, %6 ], [ %63, %59 ], [ null, %40 ]
  ret ptr %65
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_frame(ptr nocapture noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %1, ptr noundef null) #12
  %4 = icmp eq ptr %3, null
  %5 = getelementptr inbounds i8, ptr %3, i64 48
  %6 = select i1 %4, ptr null, ptr %5
  ret ptr %6
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_leave(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #5 {
  %3 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %1, i64 -48
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, 1
  store i64 %7, ptr %5, align 8
  %8 = getelementptr inbounds i8, ptr %1, i64 -36
  %9 = load i32, ptr %8, align 4
  %10 = icmp ult i32 %9, 16
  %11 = shl i32 %9, 6
  br i1 %10, label %12, label %15

12:                                               ; preds = %2
  %13 = add nuw nsw i32 %11, 64
  %14 = zext nneg i32 %13 to i64
  br label %23

15:                                               ; preds = %2
  %16 = and i32 %11, 960
  %17 = add nuw nsw i32 %16, 1088
  %18 = zext nneg i32 %17 to i64
  %19 = lshr i32 %9, 4
  %20 = add nsw i32 %19, -1
  %21 = zext nneg i32 %20 to i64
  %22 = shl i64 %18, %21
  br label %23

23:                                               ; preds = %12, %15
  %24 = phi i64 [ %14, %12 ], [ %22, %15 ]
  %25 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 7
  %26 = load i64, ptr %25, align 8
  %27 = sub i64 %26, %24
  store i64 %27, ptr %25, align 8
  %28 = zext i32 %9 to i64
  %29 = getelementptr inbounds [608 x ptr], ptr %4, i64 0, i64 %28
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds i8, ptr %1, i64 -16
  store ptr %30, ptr %31, align 8
  store ptr %5, ptr %29, align 8
  ret void
}

; Function Attrs: nounwind
define dso_local void @dlvm_allocate(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, i64 noundef %2, ptr noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = icmp sgt i64 %2, -1
  br i1 %6, label %7, label %28

7:                                                ; preds = %5
  %8 = load i64, ptr %3, align 8
  %9 = tail call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %2, i64 %8)
  %10 = extractvalue { i64, i1 } %9, 1
  %11 = extractvalue { i64, i1 } %9, 0
  br i1 %10, label %28, label %12

12:                                               ; preds = %7
  %13 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %11, ptr noundef nonnull %3) #12
  %14 = icmp eq ptr %13, null
  br i1 %14, label %28, label %15

15:                                               ; preds = %12
  %16 = getelementptr inbounds i8, ptr %13, i64 48
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %16, i8 0, i64 %11, i1 false)
  %17 = icmp eq ptr %4, null
  %18 = select i1 %17, i64 1, i64 2
  %19 = getelementptr inbounds %struct.node, ptr %13, i64 0, i32 6
  store i64 %18, ptr %19, align 8
  %20 = icmp eq ptr %4, null
  br i1 %20, label %24, label %21

21:                                               ; preds = %15
  %22 = load ptr, ptr %4, align 8
  %23 = getelementptr inbounds %struct.node, ptr %13, i64 0, i32 5
  store ptr %22, ptr %23, align 8
  store ptr %13, ptr %4, align 8
  br label %24

24:                                               ; preds = %21, %15
  %25 = getelementptr inbounds i8, ptr %13, i64 48
  %26 = load i64, ptr %13, align 8
  %27 = getelementptr inbounds i8, ptr %25, i64 %11
  br label %28

28:                                               ; preds = %7, %5, %12, %24
  %29 = phi ptr [ %13, %24 ], [ null, %12 ], [ null, %5 ], [ null, %7 ]
  %30 = phi ptr [ %25, %24 ], [ null, %12 ], [ null, %5 ], [ null, %7 ]
  %31 = phi i64 [ %26, %24 ], [ 0, %12 ], [ 0, %5 ], [ 0, %7 ]
  %32 = phi ptr [ %27, %24 ], [ null, %12 ], [ null, %5 ], [ null, %7 ]
  store ptr %30, ptr %1, align 8
  %33 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  store ptr %29, ptr %33, align 8
  %34 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  store i64 %31, ptr %34, align 8
  %35 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 3
  store ptr %30, ptr %35, align 8
  %36 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 4
  store ptr %32, ptr %36, align 8
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64) #6

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_free_chain(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #4 {
  %3 = icmp eq ptr %1, null
  br i1 %3, label %128, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  br label %6

6:                                                ; preds = %4, %126
  %7 = phi ptr [ %1, %4 ], [ %9, %126 ]
  %8 = getelementptr inbounds %struct.node, ptr %7, i64 0, i32 5
  %9 = load ptr, ptr %8, align 8
  %10 = load ptr, ptr %5, align 8
  store ptr null, ptr %8, align 8
  %11 = getelementptr inbounds %struct.heap, ptr %10, i64 0, i32 7
  %12 = load i64, ptr %11, align 8
  br label %13

13:                                               ; preds = %119, %6
  %14 = phi i64 [ %12, %6 ], [ %121, %119 ]
  %15 = phi ptr [ %7, %6 ], [ %101, %119 ]
  %16 = getelementptr inbounds %struct.node, ptr %15, i64 0, i32 5
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds %struct.node, ptr %15, i64 0, i32 4
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %100, label %21

21:                                               ; preds = %13
  %22 = getelementptr inbounds %struct.kind, ptr %19, i64 0, i32 2
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %100, label %25

25:                                               ; preds = %21
  %26 = getelementptr inbounds %struct.node, ptr %15, i64 0, i32 3
  %27 = load i64, ptr %26, align 8
  %28 = add nsw i64 %27, 48
  %29 = getelementptr inbounds i8, ptr %15, i64 %28
  %30 = icmp sgt i64 %27, 0
  br i1 %30, label %31, label %100

31:                                               ; preds = %25
  %32 = getelementptr inbounds i8, ptr %15, i64 48
  %33 = icmp sgt i64 %23, 0
  %34 = load i64, ptr %19, align 8
  %35 = and i64 %23, 1
  %36 = icmp eq i64 %23, 1
  %37 = and i64 %23, 9223372036854775806
  %38 = icmp eq i64 %35, 0
  br label %39

39:                                               ; preds = %60, %31
  %40 = phi ptr [ %32, %31 ], [ %62, %60 ]
  %41 = phi ptr [ %17, %31 ], [ %61, %60 ]
  br i1 %33, label %42, label %60

42:                                               ; preds = %39
  br i1 %36, label %43, label %64

43:                                               ; preds = %95, %42
  %44 = phi ptr [ undef, %42 ], [ %96, %95 ]
  %45 = phi i64 [ 0, %42 ], [ %97, %95 ]
  %46 = phi ptr [ %41, %42 ], [ %96, %95 ]
  br i1 %38, label %60, label %47

47:                                               ; preds = %43
  %48 = getelementptr inbounds %struct.kind, ptr %19, i64 0, i32 3, i64 %45
  %49 = load i64, ptr %48, align 8
  %50 = getelementptr inbounds i8, ptr %40, i64 %49
  %51 = load ptr, ptr %50, align 8
  %52 = icmp eq ptr %51, null
  br i1 %52, label %60, label %53

53:                                               ; preds = %47
  %54 = getelementptr inbounds %struct.node, ptr %51, i64 0, i32 1
  %55 = load i32, ptr %54, align 8
  %56 = add i32 %55, -1
  store i32 %56, ptr %54, align 8
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %58, label %60

58:                                               ; preds = %53
  %59 = getelementptr inbounds %struct.node, ptr %51, i64 0, i32 5
  store ptr %46, ptr %59, align 8
  br label %60

60:                                               ; preds = %43, %58, %53, %47, %39
  %61 = phi ptr [ %41, %39 ], [ %44, %43 ], [ %46, %53 ], [ %51, %58 ], [ %46, %47 ]
  %62 = getelementptr inbounds i8, ptr %40, i64 %34
  %63 = icmp ult ptr %62, %29
  br i1 %63, label %39, label %100

64:                                               ; preds = %42, %95
  %65 = phi i64 [ %97, %95 ], [ 0, %42 ]
  %66 = phi ptr [ %96, %95 ], [ %41, %42 ]
  %67 = phi i64 [ %98, %95 ], [ 0, %42 ]
  %68 = getelementptr inbounds %struct.kind, ptr %19, i64 0, i32 3, i64 %65
  %69 = load i64, ptr %68, align 8
  %70 = getelementptr inbounds i8, ptr %40, i64 %69
  %71 = load ptr, ptr %70, align 8
  %72 = icmp eq ptr %71, null
  br i1 %72, label %80, label %73

73:                                               ; preds = %64
  %74 = getelementptr inbounds %struct.node, ptr %71, i64 0, i32 1
  %75 = load i32, ptr %74, align 8
  %76 = add i32 %75, -1
  store i32 %76, ptr %74, align 8
  %77 = icmp eq i32 %76, 0
  br i1 %77, label %78, label %80

78:                                               ; preds = %73
  %79 = getelementptr inbounds %struct.node, ptr %71, i64 0, i32 5
  store ptr %66, ptr %79, align 8
  br label %80

80:                                               ; preds = %78, %73, %64
  %81 = phi ptr [ %66, %73 ], [ %71, %78 ], [ %66, %64 ]
  %82 = or disjoint i64 %65, 1
  %83 = getelementptr inbounds %struct.kind, ptr %19, i64 0, i32 3, i64 %82
  %84 = load i64, ptr %83, align 8
  %85 = getelementptr inbounds i8, ptr %40, i64 %84
  %86 = load ptr, ptr %85, align 8
  %87 = icmp eq ptr %86, null
  br i1 %87, label %95, label %88

88:                                               ; preds = %80
  %89 = getelementptr inbounds %struct.node, ptr %86, i64 0, i32 1
  %90 = load i32, ptr %89, align 8
  %91 = add i32 %90, -1
  store i32 %91, ptr %89, align 8
  %92 = icmp eq i32 %91, 0
  br i1 %92, label %93, label %95

93:                                               ; preds = %88
  %94 = getelementptr inbounds %struct.node, ptr %86, i64 0, i32 5
  store ptr %81, ptr %94, align 8
  br label %95

95:                                               ; preds = %93, %88, %80
  %96 = phi ptr [ %81, %88 ], [ %86, %93 ], [ %81, %80 ]
  %97 = add nuw nsw i64 %65, 2
  %98 = add i64 %67, 2
  %99 = icmp eq i64 %98, %37
  br i1 %99, label %43, label %64

100:                                              ; preds = %60, %25, %21, %13
  %101 = phi ptr [ %17, %21 ], [ %17, %13 ], [ %17, %25 ], [ %61, %60 ]
  %102 = load i64, ptr %15, align 8
  %103 = add i64 %102, 1
  store i64 %103, ptr %15, align 8
  %104 = getelementptr inbounds %struct.node, ptr %15, i64 0, i32 2
  %105 = load i32, ptr %104, align 4
  %106 = icmp ult i32 %105, 16
  %107 = shl i32 %105, 6
  br i1 %106, label %108, label %111

108:                                              ; preds = %100
  %109 = add nuw nsw i32 %107, 64
  %110 = zext nneg i32 %109 to i64
  br label %119

111:                                              ; preds = %100
  %112 = and i32 %107, 960
  %113 = add nuw nsw i32 %112, 1088
  %114 = zext nneg i32 %113 to i64
  %115 = lshr i32 %105, 4
  %116 = add nsw i32 %115, -1
  %117 = zext nneg i32 %116 to i64
  %118 = shl i64 %114, %117
  br label %119

119:                                              ; preds = %111, %108
  %120 = phi i64 [ %110, %108 ], [ %118, %111 ]
  %121 = sub i64 %14, %120
  store i64 %121, ptr %11, align 8
  %122 = zext i32 %105 to i64
  %123 = getelementptr inbounds [608 x ptr], ptr %10, i64 0, i64 %122
  %124 = load ptr, ptr %123, align 8
  store ptr %124, ptr %16, align 8
  store ptr %15, ptr %123, align 8
  %125 = icmp eq ptr %101, null
  br i1 %125, label %126, label %13

126:                                              ; preds = %119
  %127 = icmp eq ptr %9, null
  br i1 %127, label %128, label %6

128:                                              ; preds = %126, %2
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define dso_local i32 @dlvm_accessible(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #7 {
  %4 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %34, label %7

7:                                                ; preds = %3
  %8 = load i64, ptr %5, align 8
  %9 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 2
  %10 = load i64, ptr %9, align 8
  %11 = icmp ne i64 %8, %10
  %12 = icmp slt i64 %1, 0
  %13 = or i1 %12, %11
  br i1 %13, label %34, label %14

14:                                               ; preds = %7
  %15 = load ptr, ptr %0, align 8
  %16 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 3
  %17 = load ptr, ptr %16, align 8
  %18 = icmp ult ptr %15, %17
  br i1 %18, label %34, label %19

19:                                               ; preds = %14
  %20 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 4
  %21 = load ptr, ptr %20, align 8
  %22 = icmp ugt ptr %15, %21
  br i1 %22, label %34, label %23

23:                                               ; preds = %19
  %24 = tail call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %1, i64 %2)
  %25 = extractvalue { i64, i1 } %24, 1
  %26 = extractvalue { i64, i1 } %24, 0
  %27 = ptrtoint ptr %21 to i64
  %28 = ptrtoint ptr %15 to i64
  %29 = sub i64 %27, %28
  %30 = icmp ule i64 %26, %29
  %31 = xor i1 %25, true
  %32 = and i1 %30, %31
  %33 = zext i1 %32 to i32
  br label %34

34:                                               ; preds = %3, %14, %19, %7, %23
  %35 = phi i32 [ %33, %23 ], [ 0, %7 ], [ 0, %19 ], [ 0, %14 ], [ 0, %3 ]
  ret i32 %35
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_deallocate(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #4 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %138, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %138

11:                                               ; preds = %6
  %12 = load ptr, ptr %1, align 8
  %13 = getelementptr inbounds i8, ptr %4, i64 48
  %14 = icmp eq ptr %12, %13
  br i1 %14, label %15, label %138

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 6
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 1
  br i1 %18, label %19, label %138

19:                                               ; preds = %15
  %20 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 5
  store ptr null, ptr %22, align 8
  %23 = getelementptr inbounds %struct.heap, ptr %21, i64 0, i32 7
  %24 = load i64, ptr %23, align 8
  br label %25

25:                                               ; preds = %131, %19
  %26 = phi i64 [ %24, %19 ], [ %133, %131 ]
  %27 = phi ptr [ %4, %19 ], [ %113, %131 ]
  %28 = getelementptr inbounds %struct.node, ptr %27, i64 0, i32 5
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds %struct.node, ptr %27, i64 0, i32 4
  %31 = load ptr, ptr %30, align 8
  %32 = icmp eq ptr %31, null
  br i1 %32, label %112, label %33

33:                                               ; preds = %25
  %34 = getelementptr inbounds %struct.kind, ptr %31, i64 0, i32 2
  %35 = load i64, ptr %34, align 8
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %112, label %37

37:                                               ; preds = %33
  %38 = getelementptr inbounds %struct.node, ptr %27, i64 0, i32 3
  %39 = load i64, ptr %38, align 8
  %40 = add nsw i64 %39, 48
  %41 = getelementptr inbounds i8, ptr %27, i64 %40
  %42 = icmp sgt i64 %39, 0
  br i1 %42, label %43, label %112

43:                                               ; preds = %37
  %44 = getelementptr inbounds i8, ptr %27, i64 48
  %45 = icmp sgt i64 %35, 0
  %46 = load i64, ptr %31, align 8
  %47 = and i64 %35, 1
  %48 = icmp eq i64 %35, 1
  %49 = and i64 %35, 9223372036854775806
  %50 = icmp eq i64 %47, 0
  br label %51

51:                                               ; preds = %72, %43
  %52 = phi ptr [ %44, %43 ], [ %74, %72 ]
  %53 = phi ptr [ %29, %43 ], [ %73, %72 ]
  br i1 %45, label %54, label %72

54:                                               ; preds = %51
  br i1 %48, label %55, label %76

55:                                               ; preds = %107, %54
  %56 = phi ptr [ undef, %54 ], [ %108, %107 ]
  %57 = phi i64 [ 0, %54 ], [ %109, %107 ]
  %58 = phi ptr [ %53, %54 ], [ %108, %107 ]
  br i1 %50, label %72, label %59

59:                                               ; preds = %55
  %60 = getelementptr inbounds %struct.kind, ptr %31, i64 0, i32 3, i64 %57
  %61 = load i64, ptr %60, align 8
  %62 = getelementptr inbounds i8, ptr %52, i64 %61
  %63 = load ptr, ptr %62, align 8
  %64 = icmp eq ptr %63, null
  br i1 %64, label %72, label %65

65:                                               ; preds = %59
  %66 = getelementptr inbounds %struct.node, ptr %63, i64 0, i32 1
  %67 = load i32, ptr %66, align 8
  %68 = add i32 %67, -1
  store i32 %68, ptr %66, align 8
  %69 = icmp eq i32 %68, 0
  br i1 %69, label %70, label %72

70:                                               ; preds = %65
  %71 = getelementptr inbounds %struct.node, ptr %63, i64 0, i32 5
  store ptr %58, ptr %71, align 8
  br label %72

72:                                               ; preds = %55, %70, %65, %59, %51
  %73 = phi ptr [ %53, %51 ], [ %56, %55 ], [ %58, %65 ], [ %63, %70 ], [ %58, %59 ]
  %74 = getelementptr inbounds i8, ptr %52, i64 %46
  %75 = icmp ult ptr %74, %41
  br i1 %75, label %51, label %112

76:                                               ; preds = %54, %107
  %77 = phi i64 [ %109, %107 ], [ 0, %54 ]
  %78 = phi ptr [ %108, %107 ], [ %53, %54 ]
  %79 = phi i64 [ %110, %107 ], [ 0, %54 ]
  %80 = getelementptr inbounds %struct.kind, ptr %31, i64 0, i32 3, i64 %77
  %81 = load i64, ptr %80, align 8
  %82 = getelementptr inbounds i8, ptr %52, i64 %81
  %83 = load ptr, ptr %82, align 8
  %84 = icmp eq ptr %83, null
  br i1 %84, label %92, label %85

85:                                               ; preds = %76
  %86 = getelementptr inbounds %struct.node, ptr %83, i64 0, i32 1
  %87 = load i32, ptr %86, align 8
  %88 = add i32 %87, -1
  store i32 %88, ptr %86, align 8
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %90, label %92

90:                                               ; preds = %85
  %91 = getelementptr inbounds %struct.node, ptr %83, i64 0, i32 5
  store ptr %78, ptr %91, align 8
  br label %92

92:                                               ; preds = %90, %85, %76
  %93 = phi ptr [ %78, %85 ], [ %83, %90 ], [ %78, %76 ]
  %94 = or disjoint i64 %77, 1
  %95 = getelementptr inbounds %struct.kind, ptr %31, i64 0, i32 3, i64 %94
  %96 = load i64, ptr %95, align 8
  %97 = getelementptr inbounds i8, ptr %52, i64 %96
  %98 = load ptr, ptr %97, align 8
  %99 = icmp eq ptr %98, null
  br i1 %99, label %107, label %100

100:                                              ; preds = %92
  %101 = getelementptr inbounds %struct.node, ptr %98, i64 0, i32 1
  %102 = load i32, ptr %101, align 8
  %103 = add i32 %102, -1
  store i32 %103, ptr %101, align 8
  %104 = icmp eq i32 %103, 0
  br i1 %104, label %105, label %107

105:                                              ; preds = %100
  %106 = getelementptr inbounds %struct.node, ptr %98, i64 0, i32 5
  store ptr %93, ptr %106, align 8
  br label %107

107:                                              ; preds = %105, %100, %92
  %108 = phi ptr [ %93, %100 ], [ %98, %105 ], [ %93, %92 ]
  %109 = add nuw nsw i64 %77, 2
  %110 = add i64 %79, 2
  %111 = icmp eq i64 %110, %49
  br i1 %111, label %55, label %76

112:                                              ; preds = %72, %37, %33, %25
  %113 = phi ptr [ %29, %33 ], [ %29, %25 ], [ %29, %37 ], [ %73, %72 ]
  %114 = load i64, ptr %27, align 8
  %115 = add i64 %114, 1
  store i64 %115, ptr %27, align 8
  %116 = getelementptr inbounds %struct.node, ptr %27, i64 0, i32 2
  %117 = load i32, ptr %116, align 4
  %118 = icmp ult i32 %117, 16
  %119 = shl i32 %117, 6
  br i1 %118, label %120, label %123

120:                                              ; preds = %112
  %121 = add nuw nsw i32 %119, 64
  %122 = zext nneg i32 %121 to i64
  br label %131

123:                                              ; preds = %112
  %124 = and i32 %119, 960
  %125 = add nuw nsw i32 %124, 1088
  %126 = zext nneg i32 %125 to i64
  %127 = lshr i32 %117, 4
  %128 = add nsw i32 %127, -1
  %129 = zext nneg i32 %128 to i64
  %130 = shl i64 %126, %129
  br label %131

131:                                              ; preds = %123, %120
  %132 = phi i64 [ %122, %120 ], [ %130, %123 ]
  %133 = sub i64 %26, %132
  store i64 %133, ptr %23, align 8
  %134 = zext i32 %117 to i64
  %135 = getelementptr inbounds [608 x ptr], ptr %21, i64 0, i64 %134
  %136 = load ptr, ptr %135, align 8
  store ptr %136, ptr %28, align 8
  store ptr %27, ptr %135, align 8
  %137 = icmp eq ptr %113, null
  br i1 %137, label %138, label %25

138:                                              ; preds = %131, %2, %6, %11, %15
  %139 = phi i32 [ 0, %15 ], [ 0, %11 ], [ 0, %6 ], [ 0, %2 ], [ 1, %131 ]
  ret i32 %139
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_release_box(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #4 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %12, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %12

11:                                               ; preds = %6
  tail call void @dlvm_release(ptr noundef %0, ptr noundef nonnull %4) #12
  br label %12

12:                                               ; preds = %2, %6, %11
  %13 = phi i32 [ 1, %11 ], [ 0, %6 ], [ 0, %2 ]
  ret i32 %13
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_retain_box(ptr nocapture noundef readonly %0) local_unnamed_addr #5 {
  %2 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 1
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %14, label %5

5:                                                ; preds = %1
  %6 = load i64, ptr %3, align 8
  %7 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 2
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %6, %8
  br i1 %9, label %10, label %14

10:                                               ; preds = %5
  %11 = getelementptr inbounds %struct.node, ptr %3, i64 0, i32 1
  %12 = load i32, ptr %11, align 8
  %13 = add i32 %12, 1
  store i32 %13, ptr %11, align 8
  br label %14

14:                                               ; preds = %1, %5, %10
  %15 = phi i32 [ 1, %10 ], [ 0, %5 ], [ 0, %1 ]
  ret i32 %15
}

; Function Attrs: nounwind
define dso_local void @dlvm_copy(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, i64 noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = load i64, ptr %4, align 8
  %7 = mul i64 %6, %3
  %8 = load ptr, ptr %1, align 8
  %9 = load ptr, ptr %2, align 8
  %10 = icmp eq ptr %8, %9
  br i1 %10, label %80, label %11

11:                                               ; preds = %5
  %12 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 2
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %79, label %15

15:                                               ; preds = %11
  %16 = icmp sgt i64 %3, 0
  br i1 %16, label %17, label %28

17:                                               ; preds = %15
  %18 = icmp sgt i64 %13, 0
  %19 = and i64 %13, 1
  %20 = icmp eq i64 %13, 1
  %21 = and i64 %13, 9223372036854775806
  %22 = icmp eq i64 %19, 0
  br label %23

23:                                               ; preds = %17, %43
  %24 = phi i64 [ 0, %17 ], [ %44, %43 ]
  br i1 %18, label %25, label %43

25:                                               ; preds = %23
  %26 = mul nsw i64 %24, %6
  %27 = getelementptr inbounds i8, ptr %8, i64 %26
  br i1 %20, label %31, label %46

28:                                               ; preds = %43, %15
  %29 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %7, ptr noundef nonnull %4) #12
  %30 = icmp eq ptr %29, null
  br i1 %30, label %76, label %73

31:                                               ; preds = %69, %25
  %32 = phi i64 [ 0, %25 ], [ %70, %69 ]
  br i1 %22, label %43, label %33

33:                                               ; preds = %31
  %34 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 3, i64 %32
  %35 = load i64, ptr %34, align 8
  %36 = getelementptr inbounds i8, ptr %27, i64 %35
  %37 = load ptr, ptr %36, align 8
  %38 = icmp eq ptr %37, null
  br i1 %38, label %43, label %39

39:                                               ; preds = %33
  %40 = getelementptr inbounds %struct.node, ptr %37, i64 0, i32 1
  %41 = load i32, ptr %40, align 8
  %42 = add i32 %41, 1
  store i32 %42, ptr %40, align 8
  br label %43

43:                                               ; preds = %31, %39, %33, %23
  %44 = add nuw nsw i64 %24, 1
  %45 = icmp eq i64 %44, %3
  br i1 %45, label %28, label %23

46:                                               ; preds = %25, %69
  %47 = phi i64 [ %70, %69 ], [ 0, %25 ]
  %48 = phi i64 [ %71, %69 ], [ 0, %25 ]
  %49 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 3, i64 %47
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr inbounds i8, ptr %27, i64 %50
  %52 = load ptr, ptr %51, align 8
  %53 = icmp eq ptr %52, null
  br i1 %53, label %58, label %54

54:                                               ; preds = %46
  %55 = getelementptr inbounds %struct.node, ptr %52, i64 0, i32 1
  %56 = load i32, ptr %55, align 8
  %57 = add i32 %56, 1
  store i32 %57, ptr %55, align 8
  br label %58

58:                                               ; preds = %46, %54
  %59 = or disjoint i64 %47, 1
  %60 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 3, i64 %59
  %61 = load i64, ptr %60, align 8
  %62 = getelementptr inbounds i8, ptr %27, i64 %61
  %63 = load ptr, ptr %62, align 8
  %64 = icmp eq ptr %63, null
  br i1 %64, label %69, label %65

65:                                               ; preds = %58
  %66 = getelementptr inbounds %struct.node, ptr %63, i64 0, i32 1
  %67 = load i32, ptr %66, align 8
  %68 = add i32 %67, 1
  store i32 %68, ptr %66, align 8
  br label %69

69:                                               ; preds = %65, %58
  %70 = add nuw nsw i64 %47, 2
  %71 = add i64 %48, 2
  %72 = icmp eq i64 %71, %21
  br i1 %72, label %31, label %46

73:                                               ; preds = %28
  %74 = getelementptr inbounds i8, ptr %29, i64 48
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %74, i8 0, i64 %7, i1 false)
  %75 = load ptr, ptr %2, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %74, ptr align 1 %75, i64 %7, i1 false)
  br label %76

76:                                               ; preds = %28, %73
  %77 = load ptr, ptr %2, align 8
  %78 = load ptr, ptr %1, align 8
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %77, ptr align 1 %78, i64 %7, i1 false)
  tail call void @dlvm_release(ptr noundef %0, ptr noundef %29) #12
  br label %80

79:                                               ; preds = %11
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %9, ptr align 1 %8, i64 %7, i1 false)
  br label %80

80:                                               ; preds = %76, %79, %5
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i64(ptr nocapture writeonly, ptr nocapture readonly, i64, i1 immarg) #2

; Function Attrs: nounwind
define dso_local noundef ptr @dlvm_push(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %27, label %7

7:                                                ; preds = %3
  %8 = load i64, ptr %5, align 8
  %9 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %8, %10
  br i1 %11, label %12, label %27

12:                                               ; preds = %7
  %13 = getelementptr inbounds i8, ptr %5, i64 48
  %14 = getelementptr inbounds %struct.kind, ptr %2, i64 0, i32 2
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  %17 = load i64, ptr %2, align 8
  %18 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %17, ptr noundef nonnull %2) #12
  %19 = icmp eq ptr %18, null
  br i1 %16, label %23, label %20

20:                                               ; preds = %12
  br i1 %19, label %27, label %21

21:                                               ; preds = %20
  %22 = getelementptr inbounds i8, ptr %18, i64 48
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %22, i8 0, i64 %17, i1 false)
  br label %24

23:                                               ; preds = %12
  br i1 %19, label %27, label %24

24:                                               ; preds = %21, %23
  %25 = load ptr, ptr %13, align 8
  %26 = getelementptr inbounds i8, ptr %18, i64 48
  store ptr %25, ptr %26, align 8
  store ptr %18, ptr %13, align 8
  br label %27

27:                                               ; preds = %20, %3, %24, %23, %7
  %28 = phi ptr [ null, %7 ], [ %26, %24 ], [ null, %23 ], [ null, %3 ], [ null, %20 ]
  ret ptr %28
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define dso_local ptr @dlvm_top(ptr nocapture noundef readonly %0, ptr noundef readnone %1) local_unnamed_addr #7 {
  %3 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %21, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %21

11:                                               ; preds = %6
  %12 = getelementptr inbounds i8, ptr %4, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %21, label %15

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.node, ptr %13, i64 0, i32 4
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %17, %1
  %19 = getelementptr inbounds i8, ptr %13, i64 48
  %20 = select i1 %18, ptr %19, ptr null
  br label %21

21:                                               ; preds = %15, %2, %11, %6
  %22 = phi ptr [ null, %6 ], [ null, %11 ], [ null, %2 ], [ %20, %15 ]
  ret ptr %22
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_pop(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #4 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 48
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 48
  %8 = load ptr, ptr %7, align 8
  store ptr %8, ptr %5, align 8
  tail call void @dlvm_release(ptr noundef %0, ptr noundef %6) #12
  ret void
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_record(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = load i64, ptr %2, align 8
  %5 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %4, ptr noundef nonnull %2) #12
  store ptr %5, ptr %1, align 8
  %6 = icmp eq ptr %5, null
  %7 = getelementptr inbounds i8, ptr %5, i64 48
  %8 = select i1 %6, ptr null, ptr %7
  ret ptr %8
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_append(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #5 {
  %3 = getelementptr inbounds %struct.reference, ptr %0, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 48
  %6 = load ptr, ptr %1, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = getelementptr inbounds i8, ptr %6, i64 48
  store ptr %7, ptr %8, align 8
  store ptr %6, ptr %5, align 8
  store ptr null, ptr %1, align 8
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_take(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2) local_unnamed_addr #4 {
  %4 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 48
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds i8, ptr %7, i64 48
  %10 = load ptr, ptr %9, align 8
  store ptr %10, ptr %6, align 8
  store ptr %7, ptr %2, align 8
  tail call void @dlvm_release(ptr noundef %0, ptr noundef %8) #12
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_destroy_stack(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #4 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %144, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %144

11:                                               ; preds = %6
  %12 = getelementptr inbounds i8, ptr %4, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %24, label %15

15:                                               ; preds = %11, %15
  %16 = phi ptr [ %22, %15 ], [ %13, %11 ]
  %17 = phi ptr [ %21, %15 ], [ %12, %11 ]
  %18 = getelementptr inbounds i8, ptr %16, i64 48
  %19 = load ptr, ptr %18, align 8
  store ptr %19, ptr %17, align 8
  tail call void @dlvm_release(ptr noundef %0, ptr noundef nonnull %16) #12
  %20 = load ptr, ptr %3, align 8
  %21 = getelementptr inbounds i8, ptr %20, i64 48
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %24, label %15

24:                                               ; preds = %15, %11
  %25 = phi ptr [ %4, %11 ], [ %20, %15 ]
  %26 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds %struct.node, ptr %25, i64 0, i32 5
  store ptr null, ptr %28, align 8
  %29 = getelementptr inbounds %struct.heap, ptr %27, i64 0, i32 7
  %30 = load i64, ptr %29, align 8
  br label %31

31:                                               ; preds = %137, %24
  %32 = phi i64 [ %30, %24 ], [ %139, %137 ]
  %33 = phi ptr [ %25, %24 ], [ %119, %137 ]
  %34 = getelementptr inbounds %struct.node, ptr %33, i64 0, i32 5
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds %struct.node, ptr %33, i64 0, i32 4
  %37 = load ptr, ptr %36, align 8
  %38 = icmp eq ptr %37, null
  br i1 %38, label %118, label %39

39:                                               ; preds = %31
  %40 = getelementptr inbounds %struct.kind, ptr %37, i64 0, i32 2
  %41 = load i64, ptr %40, align 8
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %118, label %43

43:                                               ; preds = %39
  %44 = getelementptr inbounds %struct.node, ptr %33, i64 0, i32 3
  %45 = load i64, ptr %44, align 8
  %46 = add nsw i64 %45, 48
  %47 = getelementptr inbounds i8, ptr %33, i64 %46
  %48 = icmp sgt i64 %45, 0
  br i1 %48, label %49, label %118

49:                                               ; preds = %43
  %50 = getelementptr inbounds i8, ptr %33, i64 48
  %51 = icmp sgt i64 %41, 0
  %52 = load i64, ptr %37, align 8
  %53 = and i64 %41, 1
  %54 = icmp eq i64 %41, 1
  %55 = and i64 %41, 9223372036854775806
  %56 = icmp eq i64 %53, 0
  br label %57

57:                                               ; preds = %78, %49
  %58 = phi ptr [ %50, %49 ], [ %80, %78 ]
  %59 = phi ptr [ %35, %49 ], [ %79, %78 ]
  br i1 %51, label %60, label %78

60:                                               ; preds = %57
  br i1 %54, label %61, label %82

61:                                               ; preds = %113, %60
  %62 = phi ptr [ undef, %60 ], [ %114, %113 ]
  %63 = phi i64 [ 0, %60 ], [ %115, %113 ]
  %64 = phi ptr [ %59, %60 ], [ %114, %113 ]
  br i1 %56, label %78, label %65

65:                                               ; preds = %61
  %66 = getelementptr inbounds %struct.kind, ptr %37, i64 0, i32 3, i64 %63
  %67 = load i64, ptr %66, align 8
  %68 = getelementptr inbounds i8, ptr %58, i64 %67
  %69 = load ptr, ptr %68, align 8
  %70 = icmp eq ptr %69, null
  br i1 %70, label %78, label %71

71:                                               ; preds = %65
  %72 = getelementptr inbounds %struct.node, ptr %69, i64 0, i32 1
  %73 = load i32, ptr %72, align 8
  %74 = add i32 %73, -1
  store i32 %74, ptr %72, align 8
  %75 = icmp eq i32 %74, 0
  br i1 %75, label %76, label %78

76:                                               ; preds = %71
  %77 = getelementptr inbounds %struct.node, ptr %69, i64 0, i32 5
  store ptr %64, ptr %77, align 8
  br label %78

78:                                               ; preds = %61, %76, %71, %65, %57
  %79 = phi ptr [ %59, %57 ], [ %62, %61 ], [ %64, %71 ], [ %69, %76 ], [ %64, %65 ]
  %80 = getelementptr inbounds i8, ptr %58, i64 %52
  %81 = icmp ult ptr %80, %47
  br i1 %81, label %57, label %118

82:                                               ; preds = %60, %113
  %83 = phi i64 [ %115, %113 ], [ 0, %60 ]
  %84 = phi ptr [ %114, %113 ], [ %59, %60 ]
  %85 = phi i64 [ %116, %113 ], [ 0, %60 ]
  %86 = getelementptr inbounds %struct.kind, ptr %37, i64 0, i32 3, i64 %83
  %87 = load i64, ptr %86, align 8
  %88 = getelementptr inbounds i8, ptr %58, i64 %87
  %89 = load ptr, ptr %88, align 8
  %90 = icmp eq ptr %89, null
  br i1 %90, label %98, label %91

91:                                               ; preds = %82
  %92 = getelementptr inbounds %struct.node, ptr %89, i64 0, i32 1
  %93 = load i32, ptr %92, align 8
  %94 = add i32 %93, -1
  store i32 %94, ptr %92, align 8
  %95 = icmp eq i32 %94, 0
  br i1 %95, label %96, label %98

96:                                               ; preds = %91
  %97 = getelementptr inbounds %struct.node, ptr %89, i64 0, i32 5
  store ptr %84, ptr %97, align 8
  br label %98

98:                                               ; preds = %96, %91, %82
  %99 = phi ptr [ %84, %91 ], [ %89, %96 ], [ %84, %82 ]
  %100 = or disjoint i64 %83, 1
  %101 = getelementptr inbounds %struct.kind, ptr %37, i64 0, i32 3, i64 %100
  %102 = load i64, ptr %101, align 8
  %103 = getelementptr inbounds i8, ptr %58, i64 %102
  %104 = load ptr, ptr %103, align 8
  %105 = icmp eq ptr %104, null
  br i1 %105, label %113, label %106

106:                                              ; preds = %98
  %107 = getelementptr inbounds %struct.node, ptr %104, i64 0, i32 1
  %108 = load i32, ptr %107, align 8
  %109 = add i32 %108, -1
  store i32 %109, ptr %107, align 8
  %110 = icmp eq i32 %109, 0
  br i1 %110, label %111, label %113

111:                                              ; preds = %106
  %112 = getelementptr inbounds %struct.node, ptr %104, i64 0, i32 5
  store ptr %99, ptr %112, align 8
  br label %113

113:                                              ; preds = %111, %106, %98
  %114 = phi ptr [ %99, %106 ], [ %104, %111 ], [ %99, %98 ]
  %115 = add nuw nsw i64 %83, 2
  %116 = add i64 %85, 2
  %117 = icmp eq i64 %116, %55
  br i1 %117, label %61, label %82

118:                                              ; preds = %78, %43, %39, %31
  %119 = phi ptr [ %35, %39 ], [ %35, %31 ], [ %35, %43 ], [ %79, %78 ]
  %120 = load i64, ptr %33, align 8
  %121 = add i64 %120, 1
  store i64 %121, ptr %33, align 8
  %122 = getelementptr inbounds %struct.node, ptr %33, i64 0, i32 2
  %123 = load i32, ptr %122, align 4
  %124 = icmp ult i32 %123, 16
  %125 = shl i32 %123, 6
  br i1 %124, label %126, label %129

126:                                              ; preds = %118
  %127 = add nuw nsw i32 %125, 64
  %128 = zext nneg i32 %127 to i64
  br label %137

129:                                              ; preds = %118
  %130 = and i32 %125, 960
  %131 = add nuw nsw i32 %130, 1088
  %132 = zext nneg i32 %131 to i64
  %133 = lshr i32 %123, 4
  %134 = add nsw i32 %133, -1
  %135 = zext nneg i32 %134 to i64
  %136 = shl i64 %132, %135
  br label %137

137:                                              ; preds = %129, %126
  %138 = phi i64 [ %128, %126 ], [ %136, %129 ]
  %139 = sub i64 %32, %138
  store i64 %139, ptr %29, align 8
  %140 = zext i32 %123 to i64
  %141 = getelementptr inbounds [608 x ptr], ptr %27, i64 0, i64 %140
  %142 = load ptr, ptr %141, align 8
  store ptr %142, ptr %34, align 8
  store ptr %33, ptr %141, align 8
  %143 = icmp eq ptr %119, null
  br i1 %143, label %144, label %31

144:                                              ; preds = %137, %2, %6
  %145 = phi i32 [ 0, %6 ], [ 0, %2 ], [ 1, %137 ]
  ret i32 %145
}

; Function Attrs: nounwind
define dso_local void @dlvm_free_idle(ptr nocapture noundef %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds %struct.program, ptr %0, i64 0, i32 7
  %3 = atomicrmw xchg ptr %2, i32 1 acquire, align 8
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5

5:                                                ; preds = %1, %5
  fence syncscope("singlethread") seq_cst
  %6 = atomicrmw xchg ptr %2, i32 1 acquire, align 8
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %8, label %5

8:                                                ; preds = %5, %1
  %9 = getelementptr inbounds %struct.program, ptr %0, i64 0, i32 6
  %10 = load ptr, ptr %9, align 8
  store ptr null, ptr %9, align 8
  store atomic i32 0, ptr %2 release, align 8
  %11 = icmp eq ptr %10, null
  br i1 %11, label %44, label %12

12:                                               ; preds = %8, %42
  %13 = phi ptr [ %15, %42 ], [ %10, %8 ]
  %14 = getelementptr inbounds %struct.heap, ptr %13, i64 0, i32 9
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds %struct.heap, ptr %13, i64 0, i32 3
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds %struct.heap, ptr %13, i64 0, i32 5
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds %struct.heap, ptr %13, i64 0, i32 8
  %21 = icmp eq ptr %17, null
  br i1 %21, label %22, label %33

22:                                               ; preds = %33, %12
  %23 = icmp eq ptr %19, null
  br i1 %23, label %42, label %24

24:                                               ; preds = %22, %24
  %25 = phi ptr [ %26, %24 ], [ %19, %22 ]
  %26 = load ptr, ptr %25, align 8
  %27 = load ptr, ptr %20, align 8
  %28 = getelementptr inbounds %struct.program, ptr %27, i64 0, i32 4
  %29 = getelementptr inbounds %struct.chunk, ptr %25, i64 0, i32 1
  %30 = load i64, ptr %29, align 8
  %31 = atomicrmw sub ptr %28, i64 %30 monotonic, align 8
  tail call void @free(ptr noundef nonnull %25) #13
  %32 = icmp eq ptr %26, null
  br i1 %32, label %42, label %24

33:                                               ; preds = %12, %33
  %34 = phi ptr [ %35, %33 ], [ %17, %12 ]
  %35 = load ptr, ptr %34, align 8
  %36 = load ptr, ptr %20, align 8
  %37 = getelementptr inbounds %struct.program, ptr %36, i64 0, i32 4
  %38 = getelementptr inbounds %struct.chunk, ptr %34, i64 0, i32 1
  %39 = load i64, ptr %38, align 8
  %40 = atomicrmw sub ptr %37, i64 %39 monotonic, align 8
  tail call void @free(ptr noundef nonnull %34) #13
  %41 = icmp eq ptr %35, null
  br i1 %41, label %22, label %33

42:                                               ; preds = %24, %22
  store ptr null, ptr %18, align 8
  store ptr null, ptr %16, align 8
  tail call void @free(ptr noundef nonnull %13) #13
  %43 = icmp eq ptr %15, null
  br i1 %43, label %44, label %12

44:                                               ; preds = %42, %8
  ret void
}

declare void @free(ptr noundef) local_unnamed_addr #8

; Function Attrs: nounwind
define dso_local void @dlvm_end(ptr nocapture noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %95, label %6

6:                                                ; preds = %2
  store ptr null, ptr %3, align 8
  %7 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 4
  store ptr null, ptr %7, align 8
  %8 = icmp eq i32 %1, 0
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(4880) %4, i8 0, i64 4880, i1 false)
  br i1 %8, label %37, label %9

9:                                                ; preds = %6
  %10 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 3
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 5
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 8
  %15 = icmp eq ptr %11, null
  br i1 %15, label %16, label %27

16:                                               ; preds = %27, %9
  %17 = icmp eq ptr %13, null
  br i1 %17, label %36, label %18

18:                                               ; preds = %16, %18
  %19 = phi ptr [ %20, %18 ], [ %13, %16 ]
  %20 = load ptr, ptr %19, align 8
  %21 = load ptr, ptr %14, align 8
  %22 = getelementptr inbounds %struct.program, ptr %21, i64 0, i32 4
  %23 = getelementptr inbounds %struct.chunk, ptr %19, i64 0, i32 1
  %24 = load i64, ptr %23, align 8
  %25 = atomicrmw sub ptr %22, i64 %24 monotonic, align 8
  tail call void @free(ptr noundef nonnull %19) #13
  %26 = icmp eq ptr %20, null
  br i1 %26, label %36, label %18

27:                                               ; preds = %9, %27
  %28 = phi ptr [ %29, %27 ], [ %11, %9 ]
  %29 = load ptr, ptr %28, align 8
  %30 = load ptr, ptr %14, align 8
  %31 = getelementptr inbounds %struct.program, ptr %30, i64 0, i32 4
  %32 = getelementptr inbounds %struct.chunk, ptr %28, i64 0, i32 1
  %33 = load i64, ptr %32, align 8
  %34 = atomicrmw sub ptr %31, i64 %33 monotonic, align 8
  tail call void @free(ptr noundef nonnull %28) #13
  %35 = icmp eq ptr %29, null
  br i1 %35, label %16, label %27

36:                                               ; preds = %18, %16
  store ptr null, ptr %12, align 8
  store ptr null, ptr %10, align 8
  br label %45

37:                                               ; preds = %6
  %38 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 5
  %39 = load ptr, ptr %38, align 8
  %40 = icmp eq ptr %39, null
  br i1 %40, label %45, label %41

41:                                               ; preds = %37
  %42 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 7
  %43 = load i64, ptr %42, align 8
  br label %60

44:                                               ; preds = %86
  store i64 %88, ptr %42, align 8
  br label %45

45:                                               ; preds = %36, %44, %37
  %46 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 8
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds %struct.program, ptr %47, i64 0, i32 7
  %49 = atomicrmw xchg ptr %48, i32 1 acquire, align 8
  %50 = icmp eq i32 %49, 0
  br i1 %50, label %54, label %51

51:                                               ; preds = %45, %51
  fence syncscope("singlethread") seq_cst
  %52 = atomicrmw xchg ptr %48, i32 1 acquire, align 8
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %54, label %51

54:                                               ; preds = %51, %45
  %55 = load ptr, ptr %46, align 8
  %56 = getelementptr inbounds %struct.program, ptr %55, i64 0, i32 6
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 9
  store ptr %57, ptr %58, align 8
  store ptr %4, ptr %56, align 8
  %59 = getelementptr inbounds %struct.program, ptr %55, i64 0, i32 7
  store atomic i32 0, ptr %59 release, align 8
  br label %95

60:                                               ; preds = %41, %86
  %61 = phi i64 [ %43, %41 ], [ %88, %86 ]
  %62 = phi ptr [ %39, %41 ], [ %93, %86 ]
  %63 = getelementptr inbounds %struct.chunk, ptr %62, i64 1
  %64 = ptrtoint ptr %63 to i64
  %65 = add i64 %64, 111
  %66 = and i64 %65, -64
  %67 = add i64 %66, -48
  %68 = inttoptr i64 %67 to ptr
  %69 = load i64, ptr %68, align 16
  %70 = add i64 %69, 1
  store i64 %70, ptr %68, align 16
  %71 = getelementptr inbounds %struct.node, ptr %68, i64 0, i32 2
  %72 = load i32, ptr %71, align 4
  %73 = icmp ult i32 %72, 16
  %74 = shl i32 %72, 6
  br i1 %73, label %75, label %78

75:                                               ; preds = %60
  %76 = add nuw nsw i32 %74, 64
  %77 = zext nneg i32 %76 to i64
  br label %86

78:                                               ; preds = %60
  %79 = and i32 %74, 960
  %80 = add nuw nsw i32 %79, 1088
  %81 = zext nneg i32 %80 to i64
  %82 = lshr i32 %72, 4
  %83 = add nsw i32 %82, -1
  %84 = zext nneg i32 %83 to i64
  %85 = shl i64 %81, %84
  br label %86

86:                                               ; preds = %75, %78
  %87 = phi i64 [ %77, %75 ], [ %85, %78 ]
  %88 = sub i64 %61, %87
  %89 = zext i32 %72 to i64
  %90 = getelementptr inbounds [608 x ptr], ptr %4, i64 0, i64 %89
  %91 = load ptr, ptr %90, align 8
  %92 = getelementptr inbounds %struct.node, ptr %68, i64 0, i32 5
  store ptr %91, ptr %92, align 16
  store ptr %68, ptr %90, align 8
  %93 = load ptr, ptr %62, align 8
  %94 = icmp eq ptr %93, null
  br i1 %94, label %44, label %60

95:                                               ; preds = %2, %54
  ret void
}

; Function Attrs: nounwind
define dso_local i32 @dlvm_nodes(ptr nocapture noundef %0, i64 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef %4, ptr nocapture noundef %5) local_unnamed_addr #0 {
  %7 = icmp sgt i64 %1, 0
  br i1 %7, label %8, label %108

8:                                                ; preds = %6, %19
  %9 = phi i64 [ %25, %19 ], [ 0, %6 ]
  %10 = getelementptr inbounds i64, ptr %2, i64 %9
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds %struct.variant, ptr %3, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = load i64, ptr %13, align 8
  %15 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %14, ptr noundef nonnull %13) #12
  %16 = icmp eq ptr %15, null
  br i1 %16, label %17, label %19

17:                                               ; preds = %8
  %18 = getelementptr inbounds ptr, ptr %5, i64 %9
  store ptr null, ptr %18, align 8
  br label %111

19:                                               ; preds = %8
  %20 = getelementptr inbounds i8, ptr %15, i64 48
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %20, i8 0, i64 %14, i1 false)
  %21 = getelementptr inbounds ptr, ptr %5, i64 %9
  store ptr %15, ptr %21, align 8
  %22 = icmp eq i64 %9, 0
  %23 = zext i1 %22 to i32
  %24 = getelementptr inbounds %struct.node, ptr %15, i64 0, i32 1
  store i32 %23, ptr %24, align 8
  %25 = add nuw nsw i64 %9, 1
  %26 = icmp eq i64 %25, %1
  br i1 %26, label %27, label %8

27:                                               ; preds = %19, %96
  %28 = phi i1 [ %98, %96 ], [ false, %19 ]
  %29 = phi i64 [ %97, %96 ], [ 0, %19 ]
  %30 = getelementptr inbounds i64, ptr %2, i64 %29
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds %struct.variant, ptr %3, i64 %31, i32 2
  %33 = getelementptr inbounds %struct.variant, ptr %3, i64 %31, i32 1
  %34 = load i64, ptr %33, align 8
  %35 = icmp sgt i64 %34, 0
  br i1 %35, label %36, label %96

36:                                               ; preds = %27
  %37 = load i64, ptr %32, align 8
  %38 = getelementptr inbounds ptr, ptr %5, i64 %29
  br label %39

39:                                               ; preds = %36, %90
  %40 = phi i64 [ %37, %36 ], [ %91, %90 ]
  %41 = getelementptr inbounds %struct.leaf, ptr %4, i64 %40
  %42 = load ptr, ptr %38, align 8
  %43 = getelementptr inbounds i8, ptr %42, i64 48
  %44 = getelementptr inbounds %struct.leaf, ptr %4, i64 %40, i32 3
  %45 = load ptr, ptr %44, align 8
  %46 = getelementptr inbounds %struct.leaf, ptr %4, i64 %40, i32 1
  %47 = load i64, ptr %46, align 8
  %48 = getelementptr inbounds i8, ptr %43, i64 %47
  %49 = load i64, ptr %41, align 8
  switch i64 %49, label %106 [
    i64 0, label %50
    i64 1, label %56
    i64 2, label %63
    i64 3, label %69
  ]

50:                                               ; preds = %39
  %51 = getelementptr inbounds %struct.leaf, ptr %4, i64 %40, i32 2
  %52 = load i64, ptr %51, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %48, ptr align 1 %45, i64 %52, i1 false)
  %53 = load i64, ptr %51, align 8
  %54 = load ptr, ptr %44, align 8
  %55 = getelementptr inbounds i8, ptr %54, i64 %53
  store ptr %55, ptr %44, align 8
  br label %90

56:                                               ; preds = %39
  %57 = load i64, ptr %45, align 8
  %58 = inttoptr i64 %57 to ptr
  %59 = getelementptr inbounds %struct.leaf, ptr %4, i64 %40, i32 2
  %60 = load i64, ptr %59, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %48, ptr align 1 %58, i64 %60, i1 false)
  %61 = load ptr, ptr %44, align 8
  %62 = getelementptr inbounds i8, ptr %61, i64 8
  store ptr %62, ptr %44, align 8
  br label %90

63:                                               ; preds = %39
  %64 = load i64, ptr %45, align 8
  %65 = getelementptr inbounds i64, ptr %45, i64 1
  %66 = load i64, ptr %65, align 8
  %67 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %66, ptr noundef null) #12
  %68 = icmp eq ptr %67, null
  br i1 %68, label %100, label %77

69:                                               ; preds = %39
  %70 = load i64, ptr %45, align 8
  %71 = getelementptr inbounds ptr, ptr %5, i64 %70
  %72 = load ptr, ptr %71, align 8
  %73 = getelementptr inbounds %struct.node, ptr %72, i64 0, i32 1
  %74 = load i32, ptr %73, align 8
  %75 = add i32 %74, 1
  store i32 %75, ptr %73, align 8
  %76 = getelementptr i8, ptr %45, i64 8
  store ptr %76, ptr %44, align 8
  store ptr %72, ptr %48, align 8
  br label %90

77:                                               ; preds = %63
  %78 = inttoptr i64 %64 to ptr
  %79 = getelementptr inbounds i8, ptr %67, i64 48
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %79, ptr align 1 %78, i64 %66, i1 false)
  %80 = getelementptr inbounds i8, ptr %48, i64 8
  %81 = getelementptr inbounds i64, ptr %45, i64 2
  %82 = getelementptr inbounds %struct.leaf, ptr %4, i64 %40, i32 2
  %83 = load i64, ptr %82, align 8
  %84 = add i64 %83, -8
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %80, ptr nonnull align 8 %81, i64 %84, i1 false)
  %85 = getelementptr inbounds %struct.leaf, ptr %4, i64 %40, i32 2
  %86 = load i64, ptr %85, align 8
  %87 = load ptr, ptr %44, align 8
  %88 = getelementptr i8, ptr %87, i64 %86
  %89 = getelementptr i8, ptr %88, i64 8
  store ptr %89, ptr %44, align 8
  store ptr %67, ptr %48, align 8
  br label %90

90:                                               ; preds = %77, %50, %56, %69
  %91 = add nsw i64 %40, 1
  %92 = load i64, ptr %32, align 8
  %93 = load i64, ptr %33, align 8
  %94 = add nsw i64 %93, %92
  %95 = icmp slt i64 %91, %94
  br i1 %95, label %39, label %96

96:                                               ; preds = %90, %27
  %97 = add nuw nsw i64 %29, 1
  %98 = icmp sge i64 %97, %1
  %99 = icmp eq i64 %97, %1
  br i1 %99, label %108, label %27

100:                                              ; preds = %63
  %101 = getelementptr inbounds %struct.leaf, ptr %4, i64 %40, i32 2
  %102 = load i64, ptr %101, align 8
  %103 = load ptr, ptr %44, align 8
  %104 = getelementptr i8, ptr %103, i64 %102
  %105 = getelementptr i8, ptr %104, i64 8
  store ptr %105, ptr %44, align 8
  br label %106

106:                                              ; preds = %39, %100
  %107 = phi ptr [ %67, %100 ], [ null, %39 ]
  store ptr %107, ptr %48, align 8
  br label %108

108:                                              ; preds = %96, %106, %6
  %109 = phi i1 [ true, %6 ], [ %28, %106 ], [ %98, %96 ]
  %110 = zext i1 %109 to i32
  br label %111

111:                                              ; preds = %17, %108
  %112 = phi i32 [ %110, %108 ], [ 0, %17 ]
  ret i32 %112
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define dso_local ptr @dlvm_stack_pointer() local_unnamed_addr #9 {
  %1 = tail call ptr @llvm.frameaddress.p0(i32 0)
  ret ptr %1
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.frameaddress.p0(i32 immarg) #10

declare ptr @malloc(i64 noundef) local_unnamed_addr #8

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #11

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #9 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #10 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #11 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #12 = { nobuiltin "no-builtins" }
attributes #13 = { nobuiltin nounwind "no-builtins" }
