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
  br i1 %28, label %262, label %29

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
  br i1 %42, label %262, label %43

43:                                               ; preds = %37
  %44 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 8
  %45 = load ptr, ptr %44, align 8
  %46 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 3
  %47 = load i64, ptr %46, align 8
  %48 = freeze i64 %47
  %49 = icmp ult i64 %48, %1
  br i1 %49, label %262, label %50

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
  br label %262

100:                                              ; preds = %85, %78
  %101 = phi i64 [ %81, %78 ], [ %93, %85 ]
  %102 = phi i64 [ %80, %78 ], [ %92, %85 ]
  %103 = icmp ult i64 %102, 4096
  %104 = add i32 %72, 15
  %105 = select i1 %103, i32 %73, i32 %104
  %106 = tail call i32 @llvm.umin.i32(i32 %105, i32 607)
  %107 = icmp ult i32 %106, %73
  br i1 %107, label %124, label %108

108:                                              ; preds = %100
  %109 = zext nneg i32 %73 to i64
  %110 = add nuw nsw i32 %106, 1
  br label %115

111:                                              ; preds = %115
  %112 = add nuw nsw i64 %116, 1
  %113 = trunc i64 %112 to i32
  %114 = icmp eq i32 %110, %113
  br i1 %114, label %124, label %115

115:                                              ; preds = %111, %108
  %116 = phi i64 [ %109, %108 ], [ %112, %111 ]
  %117 = getelementptr inbounds [608 x ptr], ptr %39, i64 0, i64 %116
  %118 = load ptr, ptr %117, align 8
  %119 = icmp eq ptr %118, null
  br i1 %119, label %111, label %120

120:                                              ; preds = %115
  %121 = getelementptr inbounds [608 x ptr], ptr %39, i64 0, i64 %116
  %122 = getelementptr inbounds %struct.node, ptr %118, i64 0, i32 5
  %123 = load ptr, ptr %122, align 8
  store ptr %123, ptr %121, align 8
  br label %250

124:                                              ; preds = %111, %100
  %125 = icmp ugt i64 %102, 131071
  br i1 %125, label %126, label %175

126:                                              ; preds = %124
  %127 = add i64 %102, 144
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
  br i1 %149, label %262, label %151

151:                                              ; preds = %145, %154
  %152 = phi i64 [ %158, %154 ], [ %146, %145 ]
  %153 = icmp ugt i64 %152, %150
  br i1 %153, label %262, label %154

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
  br label %262

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
  %183 = icmp ult i64 %182, %102
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
  br i1 %214, label %262, label %216

216:                                              ; preds = %210, %219
  %217 = phi i64 [ %223, %219 ], [ %211, %210 ]
  %218 = icmp ugt i64 %217, %215
  br i1 %218, label %262, label %219

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
  br label %262

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
  %246 = getelementptr inbounds i8, ptr %245, i64 %102
  store ptr %246, ptr %178, align 8
  br label %247

247:                                              ; preds = %244, %164
  %248 = phi ptr [ %174, %164 ], [ %245, %244 ]
  store i64 1, ptr %248, align 8
  %249 = getelementptr inbounds %struct.node, ptr %248, i64 0, i32 2
  store i32 %73, ptr %249, align 4
  br label %250

250:                                              ; preds = %247, %120
  %251 = phi ptr [ %118, %120 ], [ %248, %247 ]
  store i64 %101, ptr %74, align 8
  %252 = load ptr, ptr %44, align 8
  %253 = getelementptr inbounds %struct.program, ptr %252, i64 0, i32 9
  %254 = load atomic i64, ptr %253 monotonic, align 8
  %255 = icmp ugt i64 %101, %254
  br i1 %255, label %256, label %257

256:                                              ; preds = %250
  store atomic i64 %101, ptr %253 monotonic, align 8
  br label %257

257:                                              ; preds = %256, %250
  %258 = getelementptr inbounds %struct.node, ptr %251, i64 0, i32 1
  store i32 1, ptr %258, align 8
  %259 = getelementptr inbounds %struct.node, ptr %251, i64 0, i32 3
  store i64 %1, ptr %259, align 8
  %260 = getelementptr inbounds %struct.node, ptr %251, i64 0, i32 4
  store ptr %2, ptr %260, align 8
  %261 = getelementptr inbounds %struct.node, ptr %251, i64 0, i32 6
  store i64 0, ptr %261, align 8
  br label %262

262:                                              ; preds = %216, %151, %227, %210, %145, %162, %26, %97, %257, %37, %43
  %263 = phi ptr [ null, %43 ], [ null, %37 ], [ null, %97 ], [ %251, %257 ], [ null, %26 ], [ null, %162 ], [ null, %145 ], [ null, %210 ], [ null, %227 ], [ null, %151 ], [ null, %216 ]
  ret ptr %263
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
  br i1 %3, label %12, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds %struct.node, ptr %1, i64 0, i32 1
  %6 = load i32, ptr %5, align 8
  %7 = add i32 %6, -1
  store i32 %7, ptr %5, align 8
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %12

9:                                                ; preds = %4
  %10 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %11 = load ptr, ptr %10, align 8
  tail call fastcc void @destroy(ptr noundef %11, ptr noundef nonnull %1) #12
  br label %12

12:                                               ; preds = %9, %4, %2
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc void @destroy(ptr nocapture noundef %0, ptr noundef %1) unnamed_addr #4 {
  %3 = getelementptr inbounds %struct.node, ptr %1, i64 0, i32 5
  store ptr null, ptr %3, align 8
  %4 = getelementptr inbounds %struct.heap, ptr %0, i64 0, i32 7
  %5 = load i64, ptr %4, align 8
  br label %6

6:                                                ; preds = %2, %135
  %7 = phi i64 [ %5, %2 ], [ %137, %135 ]
  %8 = phi ptr [ %1, %2 ], [ %94, %135 ]
  %9 = getelementptr inbounds %struct.node, ptr %8, i64 0, i32 5
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds %struct.node, ptr %8, i64 0, i32 4
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %93, label %14

14:                                               ; preds = %6
  %15 = getelementptr inbounds %struct.kind, ptr %12, i64 0, i32 2
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %93, label %18

18:                                               ; preds = %14
  %19 = getelementptr inbounds %struct.node, ptr %8, i64 0, i32 3
  %20 = load i64, ptr %19, align 8
  %21 = add nsw i64 %20, 48
  %22 = getelementptr inbounds i8, ptr %8, i64 %21
  %23 = icmp sgt i64 %20, 0
  br i1 %23, label %24, label %93

24:                                               ; preds = %18
  %25 = getelementptr inbounds i8, ptr %8, i64 48
  %26 = icmp sgt i64 %16, 0
  %27 = load i64, ptr %12, align 8
  %28 = and i64 %16, 1
  %29 = icmp eq i64 %16, 1
  %30 = and i64 %16, 9223372036854775806
  %31 = icmp eq i64 %28, 0
  br label %32

32:                                               ; preds = %24, %53
  %33 = phi ptr [ %25, %24 ], [ %55, %53 ]
  %34 = phi ptr [ %10, %24 ], [ %54, %53 ]
  br i1 %26, label %35, label %53

35:                                               ; preds = %32
  br i1 %29, label %36, label %57

36:                                               ; preds = %88, %35
  %37 = phi ptr [ undef, %35 ], [ %89, %88 ]
  %38 = phi i64 [ 0, %35 ], [ %90, %88 ]
  %39 = phi ptr [ %34, %35 ], [ %89, %88 ]
  br i1 %31, label %53, label %40

40:                                               ; preds = %36
  %41 = getelementptr inbounds %struct.kind, ptr %12, i64 0, i32 3, i64 %38
  %42 = load i64, ptr %41, align 8
  %43 = getelementptr inbounds i8, ptr %33, i64 %42
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %44, null
  br i1 %45, label %53, label %46

46:                                               ; preds = %40
  %47 = getelementptr inbounds %struct.node, ptr %44, i64 0, i32 1
  %48 = load i32, ptr %47, align 8
  %49 = add i32 %48, -1
  store i32 %49, ptr %47, align 8
  %50 = icmp eq i32 %49, 0
  br i1 %50, label %51, label %53

51:                                               ; preds = %46
  %52 = getelementptr inbounds %struct.node, ptr %44, i64 0, i32 5
  store ptr %39, ptr %52, align 8
  br label %53

53:                                               ; preds = %36, %51, %46, %40, %32
  %54 = phi ptr [ %34, %32 ], [ %37, %36 ], [ %39, %46 ], [ %44, %51 ], [ %39, %40 ]
  %55 = getelementptr inbounds i8, ptr %33, i64 %27
  %56 = icmp ult ptr %55, %22
  br i1 %56, label %32, label %93

57:                                               ; preds = %35, %88
  %58 = phi i64 [ %90, %88 ], [ 0, %35 ]
  %59 = phi ptr [ %89, %88 ], [ %34, %35 ]
  %60 = phi i64 [ %91, %88 ], [ 0, %35 ]
  %61 = getelementptr inbounds %struct.kind, ptr %12, i64 0, i32 3, i64 %58
  %62 = load i64, ptr %61, align 8
  %63 = getelementptr inbounds i8, ptr %33, i64 %62
  %64 = load ptr, ptr %63, align 8
  %65 = icmp eq ptr %64, null
  br i1 %65, label %73, label %66

66:                                               ; preds = %57
  %67 = getelementptr inbounds %struct.node, ptr %64, i64 0, i32 1
  %68 = load i32, ptr %67, align 8
  %69 = add i32 %68, -1
  store i32 %69, ptr %67, align 8
  %70 = icmp eq i32 %69, 0
  br i1 %70, label %71, label %73

71:                                               ; preds = %66
  %72 = getelementptr inbounds %struct.node, ptr %64, i64 0, i32 5
  store ptr %59, ptr %72, align 8
  br label %73

73:                                               ; preds = %71, %66, %57
  %74 = phi ptr [ %59, %66 ], [ %64, %71 ], [ %59, %57 ]
  %75 = or disjoint i64 %58, 1
  %76 = getelementptr inbounds %struct.kind, ptr %12, i64 0, i32 3, i64 %75
  %77 = load i64, ptr %76, align 8
  %78 = getelementptr inbounds i8, ptr %33, i64 %77
  %79 = load ptr, ptr %78, align 8
  %80 = icmp eq ptr %79, null
  br i1 %80, label %88, label %81

81:                                               ; preds = %73
  %82 = getelementptr inbounds %struct.node, ptr %79, i64 0, i32 1
  %83 = load i32, ptr %82, align 8
  %84 = add i32 %83, -1
  store i32 %84, ptr %82, align 8
  %85 = icmp eq i32 %84, 0
  br i1 %85, label %86, label %88

86:                                               ; preds = %81
  %87 = getelementptr inbounds %struct.node, ptr %79, i64 0, i32 5
  store ptr %74, ptr %87, align 8
  br label %88

88:                                               ; preds = %86, %81, %73
  %89 = phi ptr [ %74, %81 ], [ %79, %86 ], [ %74, %73 ]
  %90 = add nuw nsw i64 %58, 2
  %91 = add i64 %60, 2
  %92 = icmp eq i64 %91, %30
  br i1 %92, label %36, label %57

93:                                               ; preds = %53, %18, %14, %6
  %94 = phi ptr [ %10, %14 ], [ %10, %6 ], [ %10, %18 ], [ %54, %53 ]
  %95 = load i64, ptr %8, align 8
  %96 = add i64 %95, 1
  store i64 %96, ptr %8, align 8
  %97 = getelementptr inbounds %struct.node, ptr %8, i64 0, i32 3
  %98 = load i64, ptr %97, align 8
  %99 = add i64 %98, 47
  %100 = lshr i64 %99, 6
  %101 = add nuw nsw i64 %100, 1
  %102 = icmp ult i64 %99, 1024
  br i1 %102, label %105, label %103

103:                                              ; preds = %93
  %104 = icmp ugt i64 %99, 2047
  br i1 %104, label %107, label %114

105:                                              ; preds = %93
  %106 = trunc i64 %101 to i32
  br label %119

107:                                              ; preds = %103, %107
  %108 = phi i32 [ %112, %107 ], [ 0, %103 ]
  %109 = phi i64 [ %111, %107 ], [ %101, %103 ]
  %110 = add nuw nsw i64 %109, 1
  %111 = lshr i64 %110, 1
  %112 = add i32 %108, 16
  %113 = icmp ugt i64 %109, 64
  br i1 %113, label %107, label %114

114:                                              ; preds = %107, %103
  %115 = phi i64 [ %101, %103 ], [ %111, %107 ]
  %116 = phi i32 [ 0, %103 ], [ %112, %107 ]
  %117 = trunc i64 %115 to i32
  %118 = add i32 %116, %117
  br label %119

119:                                              ; preds = %114, %105
  %120 = phi i32 [ %106, %105 ], [ %118, %114 ]
  %121 = add i32 %120, -1
  %122 = icmp ult i32 %121, 16
  %123 = shl i32 %121, 6
  br i1 %122, label %124, label %127

124:                                              ; preds = %119
  %125 = add nuw nsw i32 %123, 64
  %126 = zext nneg i32 %125 to i64
  br label %135

127:                                              ; preds = %119
  %128 = and i32 %123, 960
  %129 = add nuw nsw i32 %128, 1088
  %130 = zext nneg i32 %129 to i64
  %131 = lshr i32 %121, 4
  %132 = add nsw i32 %131, -1
  %133 = zext nneg i32 %132 to i64
  %134 = shl i64 %130, %133
  br label %135

135:                                              ; preds = %124, %127
  %136 = phi i64 [ %126, %124 ], [ %134, %127 ]
  %137 = sub i64 %7, %136
  store i64 %137, ptr %4, align 8
  %138 = getelementptr inbounds %struct.node, ptr %8, i64 0, i32 2
  %139 = load i32, ptr %138, align 4
  %140 = zext i32 %139 to i64
  %141 = getelementptr inbounds [608 x ptr], ptr %0, i64 0, i64 %140
  %142 = load ptr, ptr %141, align 8
  store ptr %142, ptr %9, align 8
  store ptr %8, ptr %141, align 8
  %143 = icmp eq ptr %94, null
  br i1 %143, label %144, label %6

144:                                              ; preds = %135
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_vacate(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #4 {
  %3 = load ptr, ptr %1, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %60, label %5

5:                                                ; preds = %2
  %6 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %3, i64 -48
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %8, align 8
  %11 = getelementptr inbounds i8, ptr %3, i64 -32
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, 47
  %14 = lshr i64 %13, 6
  %15 = add nuw nsw i64 %14, 1
  %16 = icmp ult i64 %13, 1024
  br i1 %16, label %19, label %17

17:                                               ; preds = %5
  %18 = icmp ugt i64 %13, 2047
  br i1 %18, label %21, label %28

19:                                               ; preds = %5
  %20 = trunc i64 %15 to i32
  br label %33

21:                                               ; preds = %17, %21
  %22 = phi i32 [ %26, %21 ], [ 0, %17 ]
  %23 = phi i64 [ %25, %21 ], [ %15, %17 ]
  %24 = add nuw nsw i64 %23, 1
  %25 = lshr i64 %24, 1
  %26 = add i32 %22, 16
  %27 = icmp ugt i64 %23, 64
  br i1 %27, label %21, label %28

28:                                               ; preds = %21, %17
  %29 = phi i64 [ %15, %17 ], [ %25, %21 ]
  %30 = phi i32 [ 0, %17 ], [ %26, %21 ]
  %31 = trunc i64 %29 to i32
  %32 = add i32 %30, %31
  br label %33

33:                                               ; preds = %28, %19
  %34 = phi i32 [ %20, %19 ], [ %32, %28 ]
  %35 = add i32 %34, -1
  %36 = icmp ult i32 %35, 16
  %37 = shl i32 %35, 6
  br i1 %36, label %38, label %41

38:                                               ; preds = %33
  %39 = add nuw nsw i32 %37, 64
  %40 = zext nneg i32 %39 to i64
  br label %49

41:                                               ; preds = %33
  %42 = and i32 %37, 960
  %43 = add nuw nsw i32 %42, 1088
  %44 = zext nneg i32 %43 to i64
  %45 = lshr i32 %35, 4
  %46 = add nsw i32 %45, -1
  %47 = zext nneg i32 %46 to i64
  %48 = shl i64 %44, %47
  br label %49

49:                                               ; preds = %38, %41
  %50 = phi i64 [ %40, %38 ], [ %48, %41 ]
  %51 = getelementptr inbounds %struct.heap, ptr %7, i64 0, i32 7
  %52 = load i64, ptr %51, align 8
  %53 = sub i64 %52, %50
  store i64 %53, ptr %51, align 8
  %54 = getelementptr inbounds i8, ptr %3, i64 -36
  %55 = load i32, ptr %54, align 4
  %56 = zext i32 %55 to i64
  %57 = getelementptr inbounds [608 x ptr], ptr %7, i64 0, i64 %56
  %58 = load ptr, ptr %57, align 8
  %59 = getelementptr inbounds i8, ptr %3, i64 -16
  store ptr %58, ptr %59, align 8
  store ptr %8, ptr %57, align 8
  br label %60

60:                                               ; preds = %49, %2
  store ptr null, ptr %1, align 8
  ret void
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_reserve(ptr nocapture noundef %0, ptr nocapture noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = load ptr, ptr %1, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %65, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds %struct.cell, ptr %1, i64 0, i32 1
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %8, %2
  br i1 %9, label %10, label %89

10:                                               ; preds = %6
  %11 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %4, i64 -48
  %14 = load i64, ptr %13, align 8
  %15 = add i64 %14, 1
  store i64 %15, ptr %13, align 8
  %16 = getelementptr inbounds i8, ptr %4, i64 -32
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %17, 47
  %19 = lshr i64 %18, 6
  %20 = add nuw nsw i64 %19, 1
  %21 = icmp ult i64 %18, 1024
  br i1 %21, label %24, label %22

22:                                               ; preds = %10
  %23 = icmp ugt i64 %18, 2047
  br i1 %23, label %26, label %33

24:                                               ; preds = %10
  %25 = trunc i64 %20 to i32
  br label %38

26:                                               ; preds = %22, %26
  %27 = phi i32 [ %31, %26 ], [ 0, %22 ]
  %28 = phi i64 [ %30, %26 ], [ %20, %22 ]
  %29 = add nuw nsw i64 %28, 1
  %30 = lshr i64 %29, 1
  %31 = add i32 %27, 16
  %32 = icmp ugt i64 %28, 64
  br i1 %32, label %26, label %33

33:                                               ; preds = %26, %22
  %34 = phi i64 [ %20, %22 ], [ %30, %26 ]
  %35 = phi i32 [ 0, %22 ], [ %31, %26 ]
  %36 = trunc i64 %34 to i32
  %37 = add i32 %35, %36
  br label %38

38:                                               ; preds = %33, %24
  %39 = phi i32 [ %25, %24 ], [ %37, %33 ]
  %40 = add i32 %39, -1
  %41 = icmp ult i32 %40, 16
  %42 = shl i32 %40, 6
  br i1 %41, label %43, label %46

43:                                               ; preds = %38
  %44 = add nuw nsw i32 %42, 64
  %45 = zext nneg i32 %44 to i64
  br label %54

46:                                               ; preds = %38
  %47 = and i32 %42, 960
  %48 = add nuw nsw i32 %47, 1088
  %49 = zext nneg i32 %48 to i64
  %50 = lshr i32 %40, 4
  %51 = add nsw i32 %50, -1
  %52 = zext nneg i32 %51 to i64
  %53 = shl i64 %49, %52
  br label %54

54:                                               ; preds = %46, %43
  %55 = phi i64 [ %45, %43 ], [ %53, %46 ]
  %56 = getelementptr inbounds %struct.heap, ptr %12, i64 0, i32 7
  %57 = load i64, ptr %56, align 8
  %58 = sub i64 %57, %55
  store i64 %58, ptr %56, align 8
  %59 = getelementptr inbounds i8, ptr %4, i64 -36
  %60 = load i32, ptr %59, align 4
  %61 = zext i32 %60 to i64
  %62 = getelementptr inbounds [608 x ptr], ptr %12, i64 0, i64 %61
  %63 = load ptr, ptr %62, align 8
  %64 = getelementptr inbounds i8, ptr %4, i64 -16
  store ptr %63, ptr %64, align 8
  store ptr %13, ptr %62, align 8
  br label %65

65:                                               ; preds = %3, %54
  store ptr null, ptr %1, align 8
  %66 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %2, ptr noundef null) #12
  %67 = icmp eq ptr %66, null
  br i1 %67, label %89, label %68

68:                                               ; preds = %65
  %69 = getelementptr inbounds %struct.node, ptr %66, i64 0, i32 2
  %70 = load i32, ptr %69, align 4
  %71 = icmp ult i32 %70, 16
  %72 = shl i32 %70, 6
  br i1 %71, label %73, label %76

73:                                               ; preds = %68
  %74 = add nuw nsw i32 %72, 64
  %75 = zext nneg i32 %74 to i64
  br label %84

76:                                               ; preds = %68
  %77 = and i32 %72, 960
  %78 = add nuw nsw i32 %77, 1088
  %79 = zext nneg i32 %78 to i64
  %80 = lshr i32 %70, 4
  %81 = add nsw i32 %80, -1
  %82 = zext nneg i32 %81 to i64
  %83 = shl i64 %79, %82
  br label %84

84:                                               ; preds = %73, %76
  %85 = phi i64 [ %75, %73 ], [ %83, %76 ]
  %86 = add i64 %85, -48
  %87 = getelementptr inbounds %struct.cell, ptr %1, i64 0, i32 1
  store i64 %86, ptr %87, align 8
  %88 = getelementptr inbounds i8, ptr %66, i64 48
  store ptr %88, ptr %1, align 8
  br label %89

89:                                               ; preds = %84, %65, %6
  %90 = phi ptr [ %4, %6 ], [ %88, %84 ], [ null, %65 ]
  ret ptr %90
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_frame(ptr nocapture noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %1, ptr noundef null) #12
  %4 = icmp eq ptr %3, null
  %5 = getelementptr inbounds i8, ptr %3, i64 48
  %6 = select i1 %4, ptr null, ptr %5
  ret ptr %6
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_leave(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #4 {
  %3 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %1, i64 -48
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, 1
  store i64 %7, ptr %5, align 8
  %8 = getelementptr inbounds i8, ptr %1, i64 -32
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 47
  %11 = lshr i64 %10, 6
  %12 = add nuw nsw i64 %11, 1
  %13 = icmp ult i64 %10, 1024
  br i1 %13, label %16, label %14

14:                                               ; preds = %2
  %15 = icmp ugt i64 %10, 2047
  br i1 %15, label %18, label %25

16:                                               ; preds = %2
  %17 = trunc i64 %12 to i32
  br label %30

18:                                               ; preds = %14, %18
  %19 = phi i32 [ %23, %18 ], [ 0, %14 ]
  %20 = phi i64 [ %22, %18 ], [ %12, %14 ]
  %21 = add nuw nsw i64 %20, 1
  %22 = lshr i64 %21, 1
  %23 = add i32 %19, 16
  %24 = icmp ugt i64 %20, 64
  br i1 %24, label %18, label %25

25:                                               ; preds = %18, %14
  %26 = phi i64 [ %12, %14 ], [ %22, %18 ]
  %27 = phi i32 [ 0, %14 ], [ %23, %18 ]
  %28 = trunc i64 %26 to i32
  %29 = add i32 %27, %28
  br label %30

30:                                               ; preds = %25, %16
  %31 = phi i32 [ %17, %16 ], [ %29, %25 ]
  %32 = add i32 %31, -1
  %33 = icmp ult i32 %32, 16
  %34 = shl i32 %32, 6
  br i1 %33, label %35, label %38

35:                                               ; preds = %30
  %36 = add nuw nsw i32 %34, 64
  %37 = zext nneg i32 %36 to i64
  br label %46

38:                                               ; preds = %30
  %39 = and i32 %34, 960
  %40 = add nuw nsw i32 %39, 1088
  %41 = zext nneg i32 %40 to i64
  %42 = lshr i32 %32, 4
  %43 = add nsw i32 %42, -1
  %44 = zext nneg i32 %43 to i64
  %45 = shl i64 %41, %44
  br label %46

46:                                               ; preds = %35, %38
  %47 = phi i64 [ %37, %35 ], [ %45, %38 ]
  %48 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 7
  %49 = load i64, ptr %48, align 8
  %50 = sub i64 %49, %47
  store i64 %50, ptr %48, align 8
  %51 = getelementptr inbounds i8, ptr %1, i64 -36
  %52 = load i32, ptr %51, align 4
  %53 = zext i32 %52 to i64
  %54 = getelementptr inbounds [608 x ptr], ptr %4, i64 0, i64 %53
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds i8, ptr %1, i64 -16
  store ptr %55, ptr %56, align 8
  store ptr %5, ptr %54, align 8
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
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64) #5

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_free_chain(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #4 {
  %3 = icmp eq ptr %1, null
  br i1 %3, label %12, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  br label %6

6:                                                ; preds = %4, %6
  %7 = phi ptr [ %1, %4 ], [ %9, %6 ]
  %8 = getelementptr inbounds %struct.node, ptr %7, i64 0, i32 5
  %9 = load ptr, ptr %8, align 8
  %10 = load ptr, ptr %5, align 8
  tail call fastcc void @destroy(ptr noundef %10, ptr noundef nonnull %7) #12
  %11 = icmp eq ptr %9, null
  br i1 %11, label %12, label %6

12:                                               ; preds = %6, %2
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define dso_local i32 @dlvm_accessible(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #6 {
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
  br i1 %5, label %22, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %22

11:                                               ; preds = %6
  %12 = load ptr, ptr %1, align 8
  %13 = getelementptr inbounds i8, ptr %4, i64 48
  %14 = icmp eq ptr %12, %13
  br i1 %14, label %15, label %22

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 6
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 1
  br i1 %18, label %19, label %22

19:                                               ; preds = %15
  %20 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %21 = load ptr, ptr %20, align 8
  tail call fastcc void @destroy(ptr noundef %21, ptr noundef nonnull %4) #12
  br label %22

22:                                               ; preds = %2, %6, %11, %15, %19
  %23 = phi i32 [ 1, %19 ], [ 0, %15 ], [ 0, %11 ], [ 0, %6 ], [ 0, %2 ]
  ret i32 %23
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_release_box(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #4 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %19, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %19

11:                                               ; preds = %6
  %12 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 1
  %13 = load i32, ptr %12, align 8
  %14 = add i32 %13, -1
  store i32 %14, ptr %12, align 8
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %19

16:                                               ; preds = %11
  %17 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %18 = load ptr, ptr %17, align 8
  tail call fastcc void @destroy(ptr noundef %18, ptr noundef nonnull %4) #12
  br label %19

19:                                               ; preds = %2, %16, %11, %6
  %20 = phi i32 [ 0, %6 ], [ 1, %11 ], [ 1, %16 ], [ 0, %2 ]
  ret i32 %20
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_retain_box(ptr nocapture noundef readonly %0) local_unnamed_addr #7 {
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
  br i1 %10, label %89, label %11

11:                                               ; preds = %5
  %12 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 2
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %88, label %15

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

23:                                               ; preds = %17, %46
  %24 = phi i64 [ 0, %17 ], [ %47, %46 ]
  br i1 %18, label %25, label %46

25:                                               ; preds = %23
  %26 = mul nsw i64 %24, %6
  %27 = getelementptr inbounds i8, ptr %8, i64 %26
  br i1 %20, label %34, label %49

28:                                               ; preds = %46, %15
  %29 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %7, ptr noundef nonnull %4) #12
  %30 = icmp eq ptr %29, null
  br i1 %30, label %31, label %76

31:                                               ; preds = %28
  %32 = load ptr, ptr %2, align 8
  %33 = load ptr, ptr %1, align 8
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %32, ptr align 1 %33, i64 %7, i1 false)
  br label %89

34:                                               ; preds = %72, %25
  %35 = phi i64 [ 0, %25 ], [ %73, %72 ]
  br i1 %22, label %46, label %36

36:                                               ; preds = %34
  %37 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 3, i64 %35
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds i8, ptr %27, i64 %38
  %40 = load ptr, ptr %39, align 8
  %41 = icmp eq ptr %40, null
  br i1 %41, label %46, label %42

42:                                               ; preds = %36
  %43 = getelementptr inbounds %struct.node, ptr %40, i64 0, i32 1
  %44 = load i32, ptr %43, align 8
  %45 = add i32 %44, 1
  store i32 %45, ptr %43, align 8
  br label %46

46:                                               ; preds = %34, %42, %36, %23
  %47 = add nuw nsw i64 %24, 1
  %48 = icmp eq i64 %47, %3
  br i1 %48, label %28, label %23

49:                                               ; preds = %25, %72
  %50 = phi i64 [ %73, %72 ], [ 0, %25 ]
  %51 = phi i64 [ %74, %72 ], [ 0, %25 ]
  %52 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 3, i64 %50
  %53 = load i64, ptr %52, align 8
  %54 = getelementptr inbounds i8, ptr %27, i64 %53
  %55 = load ptr, ptr %54, align 8
  %56 = icmp eq ptr %55, null
  br i1 %56, label %61, label %57

57:                                               ; preds = %49
  %58 = getelementptr inbounds %struct.node, ptr %55, i64 0, i32 1
  %59 = load i32, ptr %58, align 8
  %60 = add i32 %59, 1
  store i32 %60, ptr %58, align 8
  br label %61

61:                                               ; preds = %49, %57
  %62 = or disjoint i64 %50, 1
  %63 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 3, i64 %62
  %64 = load i64, ptr %63, align 8
  %65 = getelementptr inbounds i8, ptr %27, i64 %64
  %66 = load ptr, ptr %65, align 8
  %67 = icmp eq ptr %66, null
  br i1 %67, label %72, label %68

68:                                               ; preds = %61
  %69 = getelementptr inbounds %struct.node, ptr %66, i64 0, i32 1
  %70 = load i32, ptr %69, align 8
  %71 = add i32 %70, 1
  store i32 %71, ptr %69, align 8
  br label %72

72:                                               ; preds = %68, %61
  %73 = add nuw nsw i64 %50, 2
  %74 = add i64 %51, 2
  %75 = icmp eq i64 %74, %21
  br i1 %75, label %34, label %49

76:                                               ; preds = %28
  %77 = getelementptr inbounds i8, ptr %29, i64 48
  tail call void @llvm.memset.p0.i64(ptr nonnull align 1 %77, i8 0, i64 %7, i1 false)
  %78 = load ptr, ptr %2, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %77, ptr align 1 %78, i64 %7, i1 false)
  %79 = load ptr, ptr %2, align 8
  %80 = load ptr, ptr %1, align 8
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %79, ptr align 1 %80, i64 %7, i1 false)
  %81 = getelementptr inbounds %struct.node, ptr %29, i64 0, i32 1
  %82 = load i32, ptr %81, align 8
  %83 = add i32 %82, -1
  store i32 %83, ptr %81, align 8
  %84 = icmp eq i32 %83, 0
  br i1 %84, label %85, label %89

85:                                               ; preds = %76
  %86 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %87 = load ptr, ptr %86, align 8
  tail call fastcc void @destroy(ptr noundef %87, ptr noundef nonnull %29) #12
  br label %89

88:                                               ; preds = %11
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %9, ptr align 1 %8, i64 %7, i1 false)
  br label %89

89:                                               ; preds = %85, %76, %31, %88, %5
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
define dso_local ptr @dlvm_top(ptr nocapture noundef readonly %0, ptr noundef readnone %1) local_unnamed_addr #6 {
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
  %9 = getelementptr inbounds %struct.node, ptr %6, i64 0, i32 1
  %10 = load i32, ptr %9, align 8
  %11 = add i32 %10, -1
  store i32 %11, ptr %9, align 8
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %16

13:                                               ; preds = %2
  %14 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %15 = load ptr, ptr %14, align 8
  tail call fastcc void @destroy(ptr noundef %15, ptr noundef nonnull %6) #12
  br label %16

16:                                               ; preds = %2, %13
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
define dso_local void @dlvm_append(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #7 {
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
  %11 = icmp eq ptr %8, null
  br i1 %11, label %20, label %12

12:                                               ; preds = %3
  %13 = getelementptr inbounds %struct.node, ptr %8, i64 0, i32 1
  %14 = load i32, ptr %13, align 8
  %15 = add i32 %14, -1
  store i32 %15, ptr %13, align 8
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %20

17:                                               ; preds = %12
  %18 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %19 = load ptr, ptr %18, align 8
  tail call fastcc void @destroy(ptr noundef %19, ptr noundef nonnull %8) #12
  br label %20

20:                                               ; preds = %3, %12, %17
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_destroy_stack(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #4 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %39, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %39

11:                                               ; preds = %6
  %12 = getelementptr inbounds i8, ptr %4, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %35, label %15

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  br label %17

17:                                               ; preds = %15, %30
  %18 = phi ptr [ %4, %15 ], [ %31, %30 ]
  %19 = phi ptr [ %13, %15 ], [ %33, %30 ]
  %20 = phi ptr [ %12, %15 ], [ %32, %30 ]
  %21 = getelementptr inbounds i8, ptr %19, i64 48
  %22 = load ptr, ptr %21, align 8
  store ptr %22, ptr %20, align 8
  %23 = getelementptr inbounds %struct.node, ptr %19, i64 0, i32 1
  %24 = load i32, ptr %23, align 8
  %25 = add i32 %24, -1
  store i32 %25, ptr %23, align 8
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %30

27:                                               ; preds = %17
  %28 = load ptr, ptr %16, align 8
  tail call fastcc void @destroy(ptr noundef %28, ptr noundef nonnull %19) #12
  %29 = load ptr, ptr %3, align 8
  br label %30

30:                                               ; preds = %17, %27
  %31 = phi ptr [ %18, %17 ], [ %29, %27 ]
  %32 = getelementptr inbounds i8, ptr %31, i64 48
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %33, null
  br i1 %34, label %35, label %17

35:                                               ; preds = %30, %11
  %36 = phi ptr [ %4, %11 ], [ %31, %30 ]
  %37 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %38 = load ptr, ptr %37, align 8
  tail call fastcc void @destroy(ptr noundef %38, ptr noundef nonnull %36) #12
  br label %39

39:                                               ; preds = %2, %6, %35
  %40 = phi i32 [ 1, %35 ], [ 0, %6 ], [ 0, %2 ]
  ret i32 %40
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
  br i1 %5, label %120, label %6

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

44:                                               ; preds = %109
  store i64 %111, ptr %42, align 8
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
  br label %120

60:                                               ; preds = %41, %109
  %61 = phi i64 [ %43, %41 ], [ %111, %109 ]
  %62 = phi ptr [ %39, %41 ], [ %118, %109 ]
  %63 = getelementptr inbounds %struct.chunk, ptr %62, i64 1
  %64 = ptrtoint ptr %63 to i64
  %65 = add i64 %64, 111
  %66 = and i64 %65, -64
  %67 = add i64 %66, -48
  %68 = inttoptr i64 %67 to ptr
  %69 = load i64, ptr %68, align 16
  %70 = add i64 %69, 1
  store i64 %70, ptr %68, align 16
  %71 = getelementptr inbounds %struct.node, ptr %68, i64 0, i32 3
  %72 = load i64, ptr %71, align 32
  %73 = add i64 %72, 47
  %74 = lshr i64 %73, 6
  %75 = add nuw nsw i64 %74, 1
  %76 = icmp ult i64 %73, 1024
  br i1 %76, label %79, label %77

77:                                               ; preds = %60
  %78 = icmp ugt i64 %73, 2047
  br i1 %78, label %81, label %88

79:                                               ; preds = %60
  %80 = trunc i64 %75 to i32
  br label %93

81:                                               ; preds = %77, %81
  %82 = phi i32 [ %86, %81 ], [ 0, %77 ]
  %83 = phi i64 [ %85, %81 ], [ %75, %77 ]
  %84 = add nuw nsw i64 %83, 1
  %85 = lshr i64 %84, 1
  %86 = add i32 %82, 16
  %87 = icmp ugt i64 %83, 64
  br i1 %87, label %81, label %88

88:                                               ; preds = %81, %77
  %89 = phi i64 [ %75, %77 ], [ %85, %81 ]
  %90 = phi i32 [ 0, %77 ], [ %86, %81 ]
  %91 = trunc i64 %89 to i32
  %92 = add i32 %90, %91
  br label %93

93:                                               ; preds = %88, %79
  %94 = phi i32 [ %80, %79 ], [ %92, %88 ]
  %95 = add i32 %94, -1
  %96 = icmp ult i32 %95, 16
  %97 = shl i32 %95, 6
  br i1 %96, label %98, label %101

98:                                               ; preds = %93
  %99 = add nuw nsw i32 %97, 64
  %100 = zext nneg i32 %99 to i64
  br label %109

101:                                              ; preds = %93
  %102 = and i32 %97, 960
  %103 = add nuw nsw i32 %102, 1088
  %104 = zext nneg i32 %103 to i64
  %105 = lshr i32 %95, 4
  %106 = add nsw i32 %105, -1
  %107 = zext nneg i32 %106 to i64
  %108 = shl i64 %104, %107
  br label %109

109:                                              ; preds = %98, %101
  %110 = phi i64 [ %100, %98 ], [ %108, %101 ]
  %111 = sub i64 %61, %110
  %112 = getelementptr inbounds %struct.node, ptr %68, i64 0, i32 2
  %113 = load i32, ptr %112, align 4
  %114 = zext i32 %113 to i64
  %115 = getelementptr inbounds [608 x ptr], ptr %4, i64 0, i64 %114
  %116 = load ptr, ptr %115, align 8
  %117 = getelementptr inbounds %struct.node, ptr %68, i64 0, i32 5
  store ptr %116, ptr %117, align 16
  store ptr %68, ptr %115, align 8
  %118 = load ptr, ptr %62, align 8
  %119 = icmp eq ptr %118, null
  br i1 %119, label %44, label %60

120:                                              ; preds = %2, %54
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
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #9 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #10 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #11 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #12 = { nobuiltin "no-builtins" }
attributes #13 = { nobuiltin nounwind "no-builtins" }
