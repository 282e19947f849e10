%struct.context = type { i64, i64, i64, [4 x i64], ptr, ptr, ptr, ptr, ptr, [3 x ptr], i64 }
%struct.heap = type { [42 x ptr], ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr }
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
  %4 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %1, ptr noundef %2) #11
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
  %27 = tail call ptr @malloc(i64 noundef 408) #12
  %28 = icmp eq ptr %27, null
  br i1 %28, label %212, label %29

29:                                               ; preds = %26
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(408) %27, i8 0, i64 408, i1 false)
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
  br i1 %42, label %212, label %43

43:                                               ; preds = %37
  %44 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 8
  %45 = load ptr, ptr %44, align 8
  %46 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 3
  %47 = load i64, ptr %46, align 8
  %48 = freeze i64 %47
  %49 = icmp ult i64 %48, %1
  br i1 %49, label %212, label %50

50:                                               ; preds = %43
  %51 = add i64 %1, 48
  br label %52

52:                                               ; preds = %52, %50
  %53 = phi i32 [ %57, %52 ], [ 0, %50 ]
  %54 = zext nneg i32 %53 to i64
  %55 = shl i64 64, %54
  %56 = icmp ult i64 %55, %51
  %57 = add i32 %53, 1
  br i1 %56, label %52, label %58

58:                                               ; preds = %52
  %59 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 7
  %60 = load i64, ptr %59, align 8
  %61 = add i64 %60, %55
  %62 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 8
  %63 = load i64, ptr %62, align 8
  %64 = icmp ugt i64 %61, %63
  br i1 %64, label %65, label %67

65:                                               ; preds = %58
  %66 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 10
  store atomic i64 %61, ptr %66 monotonic, align 8
  br label %212

67:                                               ; preds = %58
  %68 = getelementptr inbounds [42 x ptr], ptr %39, i64 0, i64 %54
  %69 = load ptr, ptr %68, align 8
  %70 = icmp eq ptr %69, null
  br i1 %70, label %74, label %71

71:                                               ; preds = %67
  %72 = getelementptr inbounds %struct.node, ptr %69, i64 0, i32 5
  %73 = load ptr, ptr %72, align 8
  store ptr %73, ptr %68, align 8
  br label %200

74:                                               ; preds = %67
  %75 = icmp ugt i64 %55, 131071
  br i1 %75, label %76, label %125

76:                                               ; preds = %74
  %77 = add nuw i64 %55, 144
  %78 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 4
  %79 = load atomic i64, ptr %78 monotonic, align 8
  %80 = icmp ult i64 %48, %77
  %81 = sub i64 %48, %77
  br i1 %80, label %95, label %82

82:                                               ; preds = %76, %85
  %83 = phi i64 [ %89, %85 ], [ %79, %76 ]
  %84 = icmp ugt i64 %83, %81
  br i1 %84, label %95, label %85

85:                                               ; preds = %82
  %86 = add i64 %83, %77
  %87 = cmpxchg ptr %78, i64 %83, i64 %86 monotonic monotonic, align 8
  %88 = extractvalue { i64, i1 } %87, 1
  %89 = extractvalue { i64, i1 } %87, 0
  br i1 %88, label %90, label %82

90:                                               ; preds = %85
  %91 = tail call ptr @malloc(i64 noundef %77) #12
  %92 = icmp eq ptr %91, null
  br i1 %92, label %93, label %114

93:                                               ; preds = %90
  %94 = atomicrmw sub ptr %78, i64 %77 monotonic, align 8
  br label %95

95:                                               ; preds = %82, %93, %76
  tail call void @dlvm_free_idle(ptr noundef %45) #11
  %96 = load atomic i64, ptr %78 monotonic, align 8
  %97 = load i64, ptr %46, align 8
  %98 = freeze i64 %97
  %99 = icmp ult i64 %98, %77
  %100 = sub i64 %98, %77
  br i1 %99, label %212, label %101

101:                                              ; preds = %95, %104
  %102 = phi i64 [ %108, %104 ], [ %96, %95 ]
  %103 = icmp ugt i64 %102, %100
  br i1 %103, label %212, label %104

104:                                              ; preds = %101
  %105 = add i64 %102, %77
  %106 = cmpxchg ptr %78, i64 %102, i64 %105 monotonic monotonic, align 8
  %107 = extractvalue { i64, i1 } %106, 1
  %108 = extractvalue { i64, i1 } %106, 0
  br i1 %107, label %109, label %101

109:                                              ; preds = %104
  %110 = tail call ptr @malloc(i64 noundef %77) #12
  %111 = icmp eq ptr %110, null
  br i1 %111, label %112, label %114

112:                                              ; preds = %109
  %113 = atomicrmw sub ptr %78, i64 %77 monotonic, align 8
  br label %212

114:                                              ; preds = %109, %90
  %115 = phi ptr [ %91, %90 ], [ %110, %109 ]
  %116 = getelementptr inbounds %struct.chunk, ptr %115, i64 0, i32 1
  store i64 %77, ptr %116, align 8
  %117 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 5
  %118 = load ptr, ptr %117, align 8
  store ptr %118, ptr %115, align 8
  store ptr %115, ptr %117, align 8
  %119 = getelementptr inbounds %struct.chunk, ptr %115, i64 1
  %120 = ptrtoint ptr %119 to i64
  %121 = add i64 %120, 111
  %122 = and i64 %121, -64
  %123 = add i64 %122, -48
  %124 = inttoptr i64 %123 to ptr
  br label %197

125:                                              ; preds = %74
  %126 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 2
  %127 = load ptr, ptr %126, align 8
  %128 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 1
  %129 = load ptr, ptr %128, align 8
  %130 = ptrtoint ptr %127 to i64
  %131 = ptrtoint ptr %129 to i64
  %132 = sub i64 %130, %131
  %133 = icmp ult i64 %132, %55
  br i1 %133, label %134, label %194

134:                                              ; preds = %125
  %135 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 4
  %136 = load ptr, ptr %135, align 8
  %137 = icmp eq ptr %136, null
  %138 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 3
  %139 = select i1 %137, ptr %138, ptr %136
  %140 = load ptr, ptr %139, align 8
  %141 = icmp eq ptr %140, null
  br i1 %141, label %142, label %185

142:                                              ; preds = %134
  %143 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 4
  %144 = load atomic i64, ptr %143 monotonic, align 8
  %145 = icmp ult i64 %48, 1048720
  %146 = add i64 %48, -1048720
  br i1 %145, label %160, label %147

147:                                              ; preds = %142, %150
  %148 = phi i64 [ %154, %150 ], [ %144, %142 ]
  %149 = icmp ugt i64 %148, %146
  br i1 %149, label %160, label %150

150:                                              ; preds = %147
  %151 = add i64 %148, 1048720
  %152 = cmpxchg ptr %143, i64 %148, i64 %151 monotonic monotonic, align 8
  %153 = extractvalue { i64, i1 } %152, 1
  %154 = extractvalue { i64, i1 } %152, 0
  br i1 %153, label %155, label %147

155:                                              ; preds = %150
  %156 = tail call ptr @malloc(i64 noundef 1048720) #12
  %157 = icmp eq ptr %156, null
  br i1 %157, label %158, label %179

158:                                              ; preds = %155
  %159 = atomicrmw sub ptr %143, i64 1048720 monotonic, align 8
  br label %160

160:                                              ; preds = %147, %158, %142
  tail call void @dlvm_free_idle(ptr noundef %45) #11
  %161 = load atomic i64, ptr %143 monotonic, align 8
  %162 = load i64, ptr %46, align 8
  %163 = freeze i64 %162
  %164 = icmp ult i64 %163, 1048720
  %165 = add i64 %163, -1048720
  br i1 %164, label %212, label %166

166:                                              ; preds = %160, %169
  %167 = phi i64 [ %173, %169 ], [ %161, %160 ]
  %168 = icmp ugt i64 %167, %165
  br i1 %168, label %212, label %169

169:                                              ; preds = %166
  %170 = add i64 %167, 1048720
  %171 = cmpxchg ptr %143, i64 %167, i64 %170 monotonic monotonic, align 8
  %172 = extractvalue { i64, i1 } %171, 1
  %173 = extractvalue { i64, i1 } %171, 0
  br i1 %172, label %174, label %166

174:                                              ; preds = %169
  %175 = tail call ptr @malloc(i64 noundef 1048720) #12
  %176 = icmp eq ptr %175, null
  br i1 %176, label %177, label %179

177:                                              ; preds = %174
  %178 = atomicrmw sub ptr %143, i64 1048720 monotonic, align 8
  br label %212

179:                                              ; preds = %174, %155
  %180 = phi ptr [ %156, %155 ], [ %175, %174 ]
  store ptr null, ptr %180, align 8
  %181 = getelementptr inbounds %struct.chunk, ptr %180, i64 0, i32 1
  store i64 1048720, ptr %181, align 8
  %182 = load ptr, ptr %135, align 8
  %183 = icmp eq ptr %182, null
  %184 = select i1 %183, ptr %138, ptr %182
  store ptr %180, ptr %184, align 8
  br label %185

185:                                              ; preds = %179, %134
  %186 = phi ptr [ %140, %134 ], [ %180, %179 ]
  store ptr %186, ptr %135, align 8
  %187 = getelementptr inbounds %struct.chunk, ptr %186, i64 1
  %188 = ptrtoint ptr %187 to i64
  %189 = add i64 %188, 111
  %190 = and i64 %189, -64
  %191 = add i64 %190, -48
  %192 = inttoptr i64 %191 to ptr
  %193 = getelementptr inbounds i8, ptr %192, i64 1048576
  store ptr %193, ptr %126, align 8
  br label %194

194:                                              ; preds = %185, %125
  %195 = phi ptr [ %192, %185 ], [ %129, %125 ]
  %196 = getelementptr inbounds i8, ptr %195, i64 %55
  store ptr %196, ptr %128, align 8
  br label %197

197:                                              ; preds = %194, %114
  %198 = phi ptr [ %124, %114 ], [ %195, %194 ]
  store i64 1, ptr %198, align 8
  %199 = getelementptr inbounds %struct.node, ptr %198, i64 0, i32 2
  store i32 %53, ptr %199, align 4
  br label %200

200:                                              ; preds = %197, %71
  %201 = phi ptr [ %69, %71 ], [ %198, %197 ]
  store i64 %61, ptr %59, align 8
  %202 = load ptr, ptr %44, align 8
  %203 = getelementptr inbounds %struct.program, ptr %202, i64 0, i32 9
  %204 = load atomic i64, ptr %203 monotonic, align 8
  %205 = icmp ugt i64 %61, %204
  br i1 %205, label %206, label %207

206:                                              ; preds = %200
  store atomic i64 %61, ptr %203 monotonic, align 8
  br label %207

207:                                              ; preds = %206, %200
  %208 = getelementptr inbounds %struct.node, ptr %201, i64 0, i32 1
  store i32 1, ptr %208, align 8
  %209 = getelementptr inbounds %struct.node, ptr %201, i64 0, i32 3
  store i64 %1, ptr %209, align 8
  %210 = getelementptr inbounds %struct.node, ptr %201, i64 0, i32 4
  store ptr %2, ptr %210, align 8
  %211 = getelementptr inbounds %struct.node, ptr %201, i64 0, i32 6
  store i64 0, ptr %211, align 8
  br label %212

212:                                              ; preds = %166, %101, %177, %160, %95, %112, %26, %65, %207, %37, %43
  %213 = phi ptr [ null, %43 ], [ null, %37 ], [ null, %65 ], [ %201, %207 ], [ null, %26 ], [ null, %112 ], [ null, %95 ], [ null, %160 ], [ null, %177 ], [ null, %101 ], [ null, %166 ]
  ret ptr %213
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #1

; Function Attrs: nounwind
define dso_local i32 @dlvm_variables(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = load i64, ptr %1, align 8
  %4 = shl i64 %3, 3
  %5 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %4, ptr noundef null) #11
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
  %15 = tail call fastcc ptr @allocate(ptr noundef nonnull %0, i64 noundef %14, ptr noundef nonnull %13) #11
  %16 = icmp eq ptr %15, null
  br i1 %16, label %25, label %30

17:                                               ; preds = %30
  %18 = getelementptr inbounds %struct.table, ptr %1, i64 0, i32 1, i64 %37
  %19 = load ptr, ptr %18, align 8
  %20 = load i64, ptr %19, align 8
  %21 = tail call fastcc ptr @allocate(ptr noundef nonnull %0, i64 noundef %20, ptr noundef nonnull %19) #11
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
  %4 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %2, ptr noundef null) #11
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
  br i1 %3, label %114, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds %struct.node, ptr %1, i64 0, i32 1
  %6 = load i32, ptr %5, align 8
  %7 = add i32 %6, -1
  store i32 %7, ptr %5, align 8
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %114

9:                                                ; preds = %4
  %10 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds %struct.node, ptr %1, i64 0, i32 5
  store ptr null, ptr %12, align 8
  %13 = getelementptr inbounds %struct.heap, ptr %11, i64 0, i32 7
  %14 = load i64, ptr %13, align 8
  br label %15

15:                                               ; preds = %102, %9
  %16 = phi i64 [ %14, %9 ], [ %110, %102 ]
  %17 = phi ptr [ %1, %9 ], [ %103, %102 ]
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
  %108 = zext i32 %107 to i64
  %109 = shl i64 -64, %108
  %110 = add i64 %109, %16
  store i64 %110, ptr %13, align 8
  %111 = getelementptr inbounds [42 x ptr], ptr %11, i64 0, i64 %108
  %112 = load ptr, ptr %111, align 8
  store ptr %112, ptr %18, align 8
  store ptr %17, ptr %111, align 8
  %113 = icmp eq ptr %103, null
  br i1 %113, label %114, label %15

114:                                              ; preds = %102, %4, %2
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_vacate(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #5 {
  %3 = load ptr, ptr %1, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %21, label %5

5:                                                ; preds = %2
  %6 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %3, i64 -48
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %8, align 8
  %11 = getelementptr inbounds i8, ptr %3, i64 -36
  %12 = load i32, ptr %11, align 4
  %13 = zext i32 %12 to i64
  %14 = shl i64 -64, %13
  %15 = getelementptr inbounds %struct.heap, ptr %7, i64 0, i32 7
  %16 = load i64, ptr %15, align 8
  %17 = add i64 %14, %16
  store i64 %17, ptr %15, align 8
  %18 = getelementptr inbounds [42 x ptr], ptr %7, i64 0, i64 %13
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %3, i64 -16
  store ptr %19, ptr %20, align 8
  store ptr %8, ptr %18, align 8
  br label %21

21:                                               ; preds = %5, %2
  store ptr null, ptr %1, align 8
  ret void
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_reserve(ptr nocapture noundef %0, ptr nocapture noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = load ptr, ptr %1, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %26, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds %struct.cell, ptr %1, i64 0, i32 1
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %8, %2
  br i1 %9, label %10, label %37

10:                                               ; preds = %6
  %11 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %4, i64 -48
  %14 = load i64, ptr %13, align 8
  %15 = add i64 %14, 1
  store i64 %15, ptr %13, align 8
  %16 = getelementptr inbounds i8, ptr %4, i64 -36
  %17 = load i32, ptr %16, align 4
  %18 = zext i32 %17 to i64
  %19 = shl i64 -64, %18
  %20 = getelementptr inbounds %struct.heap, ptr %12, i64 0, i32 7
  %21 = load i64, ptr %20, align 8
  %22 = add i64 %19, %21
  store i64 %22, ptr %20, align 8
  %23 = getelementptr inbounds [42 x ptr], ptr %12, i64 0, i64 %18
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %4, i64 -16
  store ptr %24, ptr %25, align 8
  store ptr %13, ptr %23, align 8
  br label %26

26:                                               ; preds = %3, %10
  store ptr null, ptr %1, align 8
  %27 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %2, ptr noundef null) #11
  %28 = icmp eq ptr %27, null
  br i1 %28, label %37, label %29

29:                                               ; preds = %26
  %30 = getelementptr inbounds %struct.node, ptr %27, i64 0, i32 2
  %31 = load i32, ptr %30, align 4
  %32 = zext nneg i32 %31 to i64
  %33 = shl i64 64, %32
  %34 = add i64 %33, -48
  %35 = getelementptr inbounds %struct.cell, ptr %1, i64 0, i32 1
  store i64 %34, ptr %35, align 8
  %36 = getelementptr inbounds i8, ptr %27, i64 48
  store ptr %36, ptr %1, align 8
  br label %37

37:                                               ; preds = %29, %26, %6
  %38 = phi ptr [ %4, %6 ], [ %36, %29 ], [ null, %26 ]
  ret ptr %38
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_frame(ptr nocapture noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %1, ptr noundef null) #11
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
  %10 = zext i32 %9 to i64
  %11 = shl i64 -64, %10
  %12 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 7
  %13 = load i64, ptr %12, align 8
  %14 = add i64 %11, %13
  store i64 %14, ptr %12, align 8
  %15 = getelementptr inbounds [42 x ptr], ptr %4, i64 0, i64 %10
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %1, i64 -16
  store ptr %16, ptr %17, align 8
  store ptr %5, ptr %15, align 8
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
  %13 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %11, ptr noundef nonnull %3) #11
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
  br i1 %3, label %114, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  br label %6

6:                                                ; preds = %4, %112
  %7 = phi ptr [ %1, %4 ], [ %9, %112 ]
  %8 = getelementptr inbounds %struct.node, ptr %7, i64 0, i32 5
  %9 = load ptr, ptr %8, align 8
  %10 = load ptr, ptr %5, align 8
  store ptr null, ptr %8, align 8
  %11 = getelementptr inbounds %struct.heap, ptr %10, i64 0, i32 7
  %12 = load i64, ptr %11, align 8
  br label %13

13:                                               ; preds = %100, %6
  %14 = phi i64 [ %12, %6 ], [ %108, %100 ]
  %15 = phi ptr [ %7, %6 ], [ %101, %100 ]
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
  %106 = zext i32 %105 to i64
  %107 = shl i64 -64, %106
  %108 = add i64 %107, %14
  store i64 %108, ptr %11, align 8
  %109 = getelementptr inbounds [42 x ptr], ptr %10, i64 0, i64 %106
  %110 = load ptr, ptr %109, align 8
  store ptr %110, ptr %16, align 8
  store ptr %15, ptr %109, align 8
  %111 = icmp eq ptr %101, null
  br i1 %111, label %112, label %13

112:                                              ; preds = %100
  %113 = icmp eq ptr %9, null
  br i1 %113, label %114, label %6

114:                                              ; preds = %112, %2
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
  br i1 %5, label %124, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %124

11:                                               ; preds = %6
  %12 = load ptr, ptr %1, align 8
  %13 = getelementptr inbounds i8, ptr %4, i64 48
  %14 = icmp eq ptr %12, %13
  br i1 %14, label %15, label %124

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 6
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 1
  br i1 %18, label %19, label %124

19:                                               ; preds = %15
  %20 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 5
  store ptr null, ptr %22, align 8
  %23 = getelementptr inbounds %struct.heap, ptr %21, i64 0, i32 7
  %24 = load i64, ptr %23, align 8
  br label %25

25:                                               ; preds = %112, %19
  %26 = phi i64 [ %24, %19 ], [ %120, %112 ]
  %27 = phi ptr [ %4, %19 ], [ %113, %112 ]
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
  %118 = zext i32 %117 to i64
  %119 = shl i64 -64, %118
  %120 = add i64 %119, %26
  store i64 %120, ptr %23, align 8
  %121 = getelementptr inbounds [42 x ptr], ptr %21, i64 0, i64 %118
  %122 = load ptr, ptr %121, align 8
  store ptr %122, ptr %28, align 8
  store ptr %27, ptr %121, align 8
  %123 = icmp eq ptr %113, null
  br i1 %123, label %124, label %25

124:                                              ; preds = %112, %2, %6, %11, %15
  %125 = phi i32 [ 0, %15 ], [ 0, %11 ], [ 0, %6 ], [ 0, %2 ], [ 1, %112 ]
  ret i32 %125
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_release_box(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #4 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %121, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %121

11:                                               ; preds = %6
  %12 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 1
  %13 = load i32, ptr %12, align 8
  %14 = add i32 %13, -1
  store i32 %14, ptr %12, align 8
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %121

16:                                               ; preds = %11
  %17 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 5
  store ptr null, ptr %19, align 8
  %20 = getelementptr inbounds %struct.heap, ptr %18, i64 0, i32 7
  %21 = load i64, ptr %20, align 8
  br label %22

22:                                               ; preds = %109, %16
  %23 = phi i64 [ %21, %16 ], [ %117, %109 ]
  %24 = phi ptr [ %4, %16 ], [ %110, %109 ]
  %25 = getelementptr inbounds %struct.node, ptr %24, i64 0, i32 5
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds %struct.node, ptr %24, i64 0, i32 4
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  br i1 %29, label %109, label %30

30:                                               ; preds = %22
  %31 = getelementptr inbounds %struct.kind, ptr %28, i64 0, i32 2
  %32 = load i64, ptr %31, align 8
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %109, label %34

34:                                               ; preds = %30
  %35 = getelementptr inbounds %struct.node, ptr %24, i64 0, i32 3
  %36 = load i64, ptr %35, align 8
  %37 = add nsw i64 %36, 48
  %38 = getelementptr inbounds i8, ptr %24, i64 %37
  %39 = icmp sgt i64 %36, 0
  br i1 %39, label %40, label %109

40:                                               ; preds = %34
  %41 = getelementptr inbounds i8, ptr %24, i64 48
  %42 = icmp sgt i64 %32, 0
  %43 = load i64, ptr %28, align 8
  %44 = and i64 %32, 1
  %45 = icmp eq i64 %32, 1
  %46 = and i64 %32, 9223372036854775806
  %47 = icmp eq i64 %44, 0
  br label %48

48:                                               ; preds = %69, %40
  %49 = phi ptr [ %41, %40 ], [ %71, %69 ]
  %50 = phi ptr [ %26, %40 ], [ %70, %69 ]
  br i1 %42, label %51, label %69

51:                                               ; preds = %48
  br i1 %45, label %52, label %73

52:                                               ; preds = %104, %51
  %53 = phi ptr [ undef, %51 ], [ %105, %104 ]
  %54 = phi i64 [ 0, %51 ], [ %106, %104 ]
  %55 = phi ptr [ %50, %51 ], [ %105, %104 ]
  br i1 %47, label %69, label %56

56:                                               ; preds = %52
  %57 = getelementptr inbounds %struct.kind, ptr %28, i64 0, i32 3, i64 %54
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds i8, ptr %49, i64 %58
  %60 = load ptr, ptr %59, align 8
  %61 = icmp eq ptr %60, null
  br i1 %61, label %69, label %62

62:                                               ; preds = %56
  %63 = getelementptr inbounds %struct.node, ptr %60, i64 0, i32 1
  %64 = load i32, ptr %63, align 8
  %65 = add i32 %64, -1
  store i32 %65, ptr %63, align 8
  %66 = icmp eq i32 %65, 0
  br i1 %66, label %67, label %69

67:                                               ; preds = %62
  %68 = getelementptr inbounds %struct.node, ptr %60, i64 0, i32 5
  store ptr %55, ptr %68, align 8
  br label %69

69:                                               ; preds = %52, %67, %62, %56, %48
  %70 = phi ptr [ %50, %48 ], [ %53, %52 ], [ %55, %62 ], [ %60, %67 ], [ %55, %56 ]
  %71 = getelementptr inbounds i8, ptr %49, i64 %43
  %72 = icmp ult ptr %71, %38
  br i1 %72, label %48, label %109

73:                                               ; preds = %51, %104
  %74 = phi i64 [ %106, %104 ], [ 0, %51 ]
  %75 = phi ptr [ %105, %104 ], [ %50, %51 ]
  %76 = phi i64 [ %107, %104 ], [ 0, %51 ]
  %77 = getelementptr inbounds %struct.kind, ptr %28, i64 0, i32 3, i64 %74
  %78 = load i64, ptr %77, align 8
  %79 = getelementptr inbounds i8, ptr %49, i64 %78
  %80 = load ptr, ptr %79, align 8
  %81 = icmp eq ptr %80, null
  br i1 %81, label %89, label %82

82:                                               ; preds = %73
  %83 = getelementptr inbounds %struct.node, ptr %80, i64 0, i32 1
  %84 = load i32, ptr %83, align 8
  %85 = add i32 %84, -1
  store i32 %85, ptr %83, align 8
  %86 = icmp eq i32 %85, 0
  br i1 %86, label %87, label %89

87:                                               ; preds = %82
  %88 = getelementptr inbounds %struct.node, ptr %80, i64 0, i32 5
  store ptr %75, ptr %88, align 8
  br label %89

89:                                               ; preds = %87, %82, %73
  %90 = phi ptr [ %75, %82 ], [ %80, %87 ], [ %75, %73 ]
  %91 = or disjoint i64 %74, 1
  %92 = getelementptr inbounds %struct.kind, ptr %28, i64 0, i32 3, i64 %91
  %93 = load i64, ptr %92, align 8
  %94 = getelementptr inbounds i8, ptr %49, i64 %93
  %95 = load ptr, ptr %94, align 8
  %96 = icmp eq ptr %95, null
  br i1 %96, label %104, label %97

97:                                               ; preds = %89
  %98 = getelementptr inbounds %struct.node, ptr %95, i64 0, i32 1
  %99 = load i32, ptr %98, align 8
  %100 = add i32 %99, -1
  store i32 %100, ptr %98, align 8
  %101 = icmp eq i32 %100, 0
  br i1 %101, label %102, label %104

102:                                              ; preds = %97
  %103 = getelementptr inbounds %struct.node, ptr %95, i64 0, i32 5
  store ptr %90, ptr %103, align 8
  br label %104

104:                                              ; preds = %102, %97, %89
  %105 = phi ptr [ %90, %97 ], [ %95, %102 ], [ %90, %89 ]
  %106 = add nuw nsw i64 %74, 2
  %107 = add i64 %76, 2
  %108 = icmp eq i64 %107, %46
  br i1 %108, label %52, label %73

109:                                              ; preds = %69, %34, %30, %22
  %110 = phi ptr [ %26, %30 ], [ %26, %22 ], [ %26, %34 ], [ %70, %69 ]
  %111 = load i64, ptr %24, align 8
  %112 = add i64 %111, 1
  store i64 %112, ptr %24, align 8
  %113 = getelementptr inbounds %struct.node, ptr %24, i64 0, i32 2
  %114 = load i32, ptr %113, align 4
  %115 = zext i32 %114 to i64
  %116 = shl i64 -64, %115
  %117 = add i64 %116, %23
  store i64 %117, ptr %20, align 8
  %118 = getelementptr inbounds [42 x ptr], ptr %18, i64 0, i64 %115
  %119 = load ptr, ptr %118, align 8
  store ptr %119, ptr %25, align 8
  store ptr %24, ptr %118, align 8
  %120 = icmp eq ptr %110, null
  br i1 %120, label %121, label %22

121:                                              ; preds = %109, %2, %11, %6
  %122 = phi i32 [ 0, %6 ], [ 1, %11 ], [ 0, %2 ], [ 1, %109 ]
  ret i32 %122
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
  br i1 %10, label %191, label %11

11:                                               ; preds = %5
  %12 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 2
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %190, label %15

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
  %29 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %7, ptr noundef nonnull %4) #11
  %30 = icmp eq ptr %29, null
  br i1 %30, label %31, label %76

31:                                               ; preds = %28
  %32 = load ptr, ptr %2, align 8
  %33 = load ptr, ptr %1, align 8
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %32, ptr align 1 %33, i64 %7, i1 false)
  br label %191

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
  br i1 %84, label %85, label %191

85:                                               ; preds = %76
  %86 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %87 = load ptr, ptr %86, align 8
  %88 = getelementptr inbounds %struct.node, ptr %29, i64 0, i32 5
  store ptr null, ptr %88, align 8
  %89 = getelementptr inbounds %struct.heap, ptr %87, i64 0, i32 7
  %90 = load i64, ptr %89, align 8
  br label %91

91:                                               ; preds = %178, %85
  %92 = phi i64 [ %90, %85 ], [ %186, %178 ]
  %93 = phi ptr [ %29, %85 ], [ %179, %178 ]
  %94 = getelementptr inbounds %struct.node, ptr %93, i64 0, i32 5
  %95 = load ptr, ptr %94, align 8
  %96 = getelementptr inbounds %struct.node, ptr %93, i64 0, i32 4
  %97 = load ptr, ptr %96, align 8
  %98 = icmp eq ptr %97, null
  br i1 %98, label %178, label %99

99:                                               ; preds = %91
  %100 = getelementptr inbounds %struct.kind, ptr %97, i64 0, i32 2
  %101 = load i64, ptr %100, align 8
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %178, label %103

103:                                              ; preds = %99
  %104 = getelementptr inbounds %struct.node, ptr %93, i64 0, i32 3
  %105 = load i64, ptr %104, align 8
  %106 = add nsw i64 %105, 48
  %107 = getelementptr inbounds i8, ptr %93, i64 %106
  %108 = icmp sgt i64 %105, 0
  br i1 %108, label %109, label %178

109:                                              ; preds = %103
  %110 = getelementptr inbounds i8, ptr %93, i64 48
  %111 = icmp sgt i64 %101, 0
  %112 = load i64, ptr %97, align 8
  %113 = and i64 %101, 1
  %114 = icmp eq i64 %101, 1
  %115 = and i64 %101, 9223372036854775806
  %116 = icmp eq i64 %113, 0
  br label %117

117:                                              ; preds = %138, %109
  %118 = phi ptr [ %110, %109 ], [ %140, %138 ]
  %119 = phi ptr [ %95, %109 ], [ %139, %138 ]
  br i1 %111, label %120, label %138

120:                                              ; preds = %117
  br i1 %114, label %121, label %142

121:                                              ; preds = %173, %120
  %122 = phi ptr [ undef, %120 ], [ %174, %173 ]
  %123 = phi i64 [ 0, %120 ], [ %175, %173 ]
  %124 = phi ptr [ %119, %120 ], [ %174, %173 ]
  br i1 %116, label %138, label %125

125:                                              ; preds = %121
  %126 = getelementptr inbounds %struct.kind, ptr %97, i64 0, i32 3, i64 %123
  %127 = load i64, ptr %126, align 8
  %128 = getelementptr inbounds i8, ptr %118, i64 %127
  %129 = load ptr, ptr %128, align 8
  %130 = icmp eq ptr %129, null
  br i1 %130, label %138, label %131

131:                                              ; preds = %125
  %132 = getelementptr inbounds %struct.node, ptr %129, i64 0, i32 1
  %133 = load i32, ptr %132, align 8
  %134 = add i32 %133, -1
  store i32 %134, ptr %132, align 8
  %135 = icmp eq i32 %134, 0
  br i1 %135, label %136, label %138

136:                                              ; preds = %131
  %137 = getelementptr inbounds %struct.node, ptr %129, i64 0, i32 5
  store ptr %124, ptr %137, align 8
  br label %138

138:                                              ; preds = %121, %136, %131, %125, %117
  %139 = phi ptr [ %119, %117 ], [ %122, %121 ], [ %124, %131 ], [ %129, %136 ], [ %124, %125 ]
  %140 = getelementptr inbounds i8, ptr %118, i64 %112
  %141 = icmp ult ptr %140, %107
  br i1 %141, label %117, label %178

142:                                              ; preds = %120, %173
  %143 = phi i64 [ %175, %173 ], [ 0, %120 ]
  %144 = phi ptr [ %174, %173 ], [ %119, %120 ]
  %145 = phi i64 [ %176, %173 ], [ 0, %120 ]
  %146 = getelementptr inbounds %struct.kind, ptr %97, i64 0, i32 3, i64 %143
  %147 = load i64, ptr %146, align 8
  %148 = getelementptr inbounds i8, ptr %118, i64 %147
  %149 = load ptr, ptr %148, align 8
  %150 = icmp eq ptr %149, null
  br i1 %150, label %158, label %151

151:                                              ; preds = %142
  %152 = getelementptr inbounds %struct.node, ptr %149, i64 0, i32 1
  %153 = load i32, ptr %152, align 8
  %154 = add i32 %153, -1
  store i32 %154, ptr %152, align 8
  %155 = icmp eq i32 %154, 0
  br i1 %155, label %156, label %158

156:                                              ; preds = %151
  %157 = getelementptr inbounds %struct.node, ptr %149, i64 0, i32 5
  store ptr %144, ptr %157, align 8
  br label %158

158:                                              ; preds = %156, %151, %142
  %159 = phi ptr [ %144, %151 ], [ %149, %156 ], [ %144, %142 ]
  %160 = or disjoint i64 %143, 1
  %161 = getelementptr inbounds %struct.kind, ptr %97, i64 0, i32 3, i64 %160
  %162 = load i64, ptr %161, align 8
  %163 = getelementptr inbounds i8, ptr %118, i64 %162
  %164 = load ptr, ptr %163, align 8
  %165 = icmp eq ptr %164, null
  br i1 %165, label %173, label %166

166:                                              ; preds = %158
  %167 = getelementptr inbounds %struct.node, ptr %164, i64 0, i32 1
  %168 = load i32, ptr %167, align 8
  %169 = add i32 %168, -1
  store i32 %169, ptr %167, align 8
  %170 = icmp eq i32 %169, 0
  br i1 %170, label %171, label %173

171:                                              ; preds = %166
  %172 = getelementptr inbounds %struct.node, ptr %164, i64 0, i32 5
  store ptr %159, ptr %172, align 8
  br label %173

173:                                              ; preds = %171, %166, %158
  %174 = phi ptr [ %159, %166 ], [ %164, %171 ], [ %159, %158 ]
  %175 = add nuw nsw i64 %143, 2
  %176 = add i64 %145, 2
  %177 = icmp eq i64 %176, %115
  br i1 %177, label %121, label %142

178:                                              ; preds = %138, %103, %99, %91
  %179 = phi ptr [ %95, %99 ], [ %95, %91 ], [ %95, %103 ], [ %139, %138 ]
  %180 = load i64, ptr %93, align 8
  %181 = add i64 %180, 1
  store i64 %181, ptr %93, align 8
  %182 = getelementptr inbounds %struct.node, ptr %93, i64 0, i32 2
  %183 = load i32, ptr %182, align 4
  %184 = zext i32 %183 to i64
  %185 = shl i64 -64, %184
  %186 = add i64 %185, %92
  store i64 %186, ptr %89, align 8
  %187 = getelementptr inbounds [42 x ptr], ptr %87, i64 0, i64 %184
  %188 = load ptr, ptr %187, align 8
  store ptr %188, ptr %94, align 8
  store ptr %93, ptr %187, align 8
  %189 = icmp eq ptr %179, null
  br i1 %189, label %191, label %91

190:                                              ; preds = %11
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %9, ptr align 1 %8, i64 %7, i1 false)
  br label %191

191:                                              ; preds = %178, %76, %31, %190, %5
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
  %18 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %17, ptr noundef nonnull %2) #11
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
  %9 = getelementptr inbounds %struct.node, ptr %6, i64 0, i32 1
  %10 = load i32, ptr %9, align 8
  %11 = add i32 %10, -1
  store i32 %11, ptr %9, align 8
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %118

13:                                               ; preds = %2
  %14 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds %struct.node, ptr %6, i64 0, i32 5
  store ptr null, ptr %16, align 8
  %17 = getelementptr inbounds %struct.heap, ptr %15, i64 0, i32 7
  %18 = load i64, ptr %17, align 8
  br label %19

19:                                               ; preds = %106, %13
  %20 = phi i64 [ %18, %13 ], [ %114, %106 ]
  %21 = phi ptr [ %6, %13 ], [ %107, %106 ]
  %22 = getelementptr inbounds %struct.node, ptr %21, i64 0, i32 5
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds %struct.node, ptr %21, i64 0, i32 4
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %106, label %27

27:                                               ; preds = %19
  %28 = getelementptr inbounds %struct.kind, ptr %25, i64 0, i32 2
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %106, label %31

31:                                               ; preds = %27
  %32 = getelementptr inbounds %struct.node, ptr %21, i64 0, i32 3
  %33 = load i64, ptr %32, align 8
  %34 = add nsw i64 %33, 48
  %35 = getelementptr inbounds i8, ptr %21, i64 %34
  %36 = icmp sgt i64 %33, 0
  br i1 %36, label %37, label %106

37:                                               ; preds = %31
  %38 = getelementptr inbounds i8, ptr %21, i64 48
  %39 = icmp sgt i64 %29, 0
  %40 = load i64, ptr %25, align 8
  %41 = and i64 %29, 1
  %42 = icmp eq i64 %29, 1
  %43 = and i64 %29, 9223372036854775806
  %44 = icmp eq i64 %41, 0
  br label %45

45:                                               ; preds = %66, %37
  %46 = phi ptr [ %38, %37 ], [ %68, %66 ]
  %47 = phi ptr [ %23, %37 ], [ %67, %66 ]
  br i1 %39, label %48, label %66

48:                                               ; preds = %45
  br i1 %42, label %49, label %70

49:                                               ; preds = %101, %48
  %50 = phi ptr [ undef, %48 ], [ %102, %101 ]
  %51 = phi i64 [ 0, %48 ], [ %103, %101 ]
  %52 = phi ptr [ %47, %48 ], [ %102, %101 ]
  br i1 %44, label %66, label %53

53:                                               ; preds = %49
  %54 = getelementptr inbounds %struct.kind, ptr %25, i64 0, i32 3, i64 %51
  %55 = load i64, ptr %54, align 8
  %56 = getelementptr inbounds i8, ptr %46, i64 %55
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %57, null
  br i1 %58, label %66, label %59

59:                                               ; preds = %53
  %60 = getelementptr inbounds %struct.node, ptr %57, i64 0, i32 1
  %61 = load i32, ptr %60, align 8
  %62 = add i32 %61, -1
  store i32 %62, ptr %60, align 8
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %64, label %66

64:                                               ; preds = %59
  %65 = getelementptr inbounds %struct.node, ptr %57, i64 0, i32 5
  store ptr %52, ptr %65, align 8
  br label %66

66:                                               ; preds = %49, %64, %59, %53, %45
  %67 = phi ptr [ %47, %45 ], [ %50, %49 ], [ %52, %59 ], [ %57, %64 ], [ %52, %53 ]
  %68 = getelementptr inbounds i8, ptr %46, i64 %40
  %69 = icmp ult ptr %68, %35
  br i1 %69, label %45, label %106

70:                                               ; preds = %48, %101
  %71 = phi i64 [ %103, %101 ], [ 0, %48 ]
  %72 = phi ptr [ %102, %101 ], [ %47, %48 ]
  %73 = phi i64 [ %104, %101 ], [ 0, %48 ]
  %74 = getelementptr inbounds %struct.kind, ptr %25, i64 0, i32 3, i64 %71
  %75 = load i64, ptr %74, align 8
  %76 = getelementptr inbounds i8, ptr %46, i64 %75
  %77 = load ptr, ptr %76, align 8
  %78 = icmp eq ptr %77, null
  br i1 %78, label %86, label %79

79:                                               ; preds = %70
  %80 = getelementptr inbounds %struct.node, ptr %77, i64 0, i32 1
  %81 = load i32, ptr %80, align 8
  %82 = add i32 %81, -1
  store i32 %82, ptr %80, align 8
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %84, label %86

84:                                               ; preds = %79
  %85 = getelementptr inbounds %struct.node, ptr %77, i64 0, i32 5
  store ptr %72, ptr %85, align 8
  br label %86

86:                                               ; preds = %84, %79, %70
  %87 = phi ptr [ %72, %79 ], [ %77, %84 ], [ %72, %70 ]
  %88 = or disjoint i64 %71, 1
  %89 = getelementptr inbounds %struct.kind, ptr %25, i64 0, i32 3, i64 %88
  %90 = load i64, ptr %89, align 8
  %91 = getelementptr inbounds i8, ptr %46, i64 %90
  %92 = load ptr, ptr %91, align 8
  %93 = icmp eq ptr %92, null
  br i1 %93, label %101, label %94

94:                                               ; preds = %86
  %95 = getelementptr inbounds %struct.node, ptr %92, i64 0, i32 1
  %96 = load i32, ptr %95, align 8
  %97 = add i32 %96, -1
  store i32 %97, ptr %95, align 8
  %98 = icmp eq i32 %97, 0
  br i1 %98, label %99, label %101

99:                                               ; preds = %94
  %100 = getelementptr inbounds %struct.node, ptr %92, i64 0, i32 5
  store ptr %87, ptr %100, align 8
  br label %101

101:                                              ; preds = %99, %94, %86
  %102 = phi ptr [ %87, %94 ], [ %92, %99 ], [ %87, %86 ]
  %103 = add nuw nsw i64 %71, 2
  %104 = add i64 %73, 2
  %105 = icmp eq i64 %104, %43
  br i1 %105, label %49, label %70

106:                                              ; preds = %66, %31, %27, %19
  %107 = phi ptr [ %23, %27 ], [ %23, %19 ], [ %23, %31 ], [ %67, %66 ]
  %108 = load i64, ptr %21, align 8
  %109 = add i64 %108, 1
  store i64 %109, ptr %21, align 8
  %110 = getelementptr inbounds %struct.node, ptr %21, i64 0, i32 2
  %111 = load i32, ptr %110, align 4
  %112 = zext i32 %111 to i64
  %113 = shl i64 -64, %112
  %114 = add i64 %113, %20
  store i64 %114, ptr %17, align 8
  %115 = getelementptr inbounds [42 x ptr], ptr %15, i64 0, i64 %112
  %116 = load ptr, ptr %115, align 8
  store ptr %116, ptr %22, align 8
  store ptr %21, ptr %115, align 8
  %117 = icmp eq ptr %107, null
  br i1 %117, label %118, label %19

118:                                              ; preds = %106, %2
  ret void
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_record(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = load i64, ptr %2, align 8
  %5 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %4, ptr noundef nonnull %2) #11
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
  %11 = icmp eq ptr %8, null
  br i1 %11, label %122, label %12

12:                                               ; preds = %3
  %13 = getelementptr inbounds %struct.node, ptr %8, i64 0, i32 1
  %14 = load i32, ptr %13, align 8
  %15 = add i32 %14, -1
  store i32 %15, ptr %13, align 8
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %122

17:                                               ; preds = %12
  %18 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds %struct.node, ptr %8, i64 0, i32 5
  store ptr null, ptr %20, align 8
  %21 = getelementptr inbounds %struct.heap, ptr %19, i64 0, i32 7
  %22 = load i64, ptr %21, align 8
  br label %23

23:                                               ; preds = %110, %17
  %24 = phi i64 [ %22, %17 ], [ %118, %110 ]
  %25 = phi ptr [ %8, %17 ], [ %111, %110 ]
  %26 = getelementptr inbounds %struct.node, ptr %25, i64 0, i32 5
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds %struct.node, ptr %25, i64 0, i32 4
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, null
  br i1 %30, label %110, label %31

31:                                               ; preds = %23
  %32 = getelementptr inbounds %struct.kind, ptr %29, i64 0, i32 2
  %33 = load i64, ptr %32, align 8
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %110, label %35

35:                                               ; preds = %31
  %36 = getelementptr inbounds %struct.node, ptr %25, i64 0, i32 3
  %37 = load i64, ptr %36, align 8
  %38 = add nsw i64 %37, 48
  %39 = getelementptr inbounds i8, ptr %25, i64 %38
  %40 = icmp sgt i64 %37, 0
  br i1 %40, label %41, label %110

41:                                               ; preds = %35
  %42 = getelementptr inbounds i8, ptr %25, i64 48
  %43 = icmp sgt i64 %33, 0
  %44 = load i64, ptr %29, align 8
  %45 = and i64 %33, 1
  %46 = icmp eq i64 %33, 1
  %47 = and i64 %33, 9223372036854775806
  %48 = icmp eq i64 %45, 0
  br label %49

49:                                               ; preds = %70, %41
  %50 = phi ptr [ %42, %41 ], [ %72, %70 ]
  %51 = phi ptr [ %27, %41 ], [ %71, %70 ]
  br i1 %43, label %52, label %70

52:                                               ; preds = %49
  br i1 %46, label %53, label %74

53:                                               ; preds = %105, %52
  %54 = phi ptr [ undef, %52 ], [ %106, %105 ]
  %55 = phi i64 [ 0, %52 ], [ %107, %105 ]
  %56 = phi ptr [ %51, %52 ], [ %106, %105 ]
  br i1 %48, label %70, label %57

57:                                               ; preds = %53
  %58 = getelementptr inbounds %struct.kind, ptr %29, i64 0, i32 3, i64 %55
  %59 = load i64, ptr %58, align 8
  %60 = getelementptr inbounds i8, ptr %50, i64 %59
  %61 = load ptr, ptr %60, align 8
  %62 = icmp eq ptr %61, null
  br i1 %62, label %70, label %63

63:                                               ; preds = %57
  %64 = getelementptr inbounds %struct.node, ptr %61, i64 0, i32 1
  %65 = load i32, ptr %64, align 8
  %66 = add i32 %65, -1
  store i32 %66, ptr %64, align 8
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %68, label %70

68:                                               ; preds = %63
  %69 = getelementptr inbounds %struct.node, ptr %61, i64 0, i32 5
  store ptr %56, ptr %69, align 8
  br label %70

70:                                               ; preds = %53, %68, %63, %57, %49
  %71 = phi ptr [ %51, %49 ], [ %54, %53 ], [ %56, %63 ], [ %61, %68 ], [ %56, %57 ]
  %72 = getelementptr inbounds i8, ptr %50, i64 %44
  %73 = icmp ult ptr %72, %39
  br i1 %73, label %49, label %110

74:                                               ; preds = %52, %105
  %75 = phi i64 [ %107, %105 ], [ 0, %52 ]
  %76 = phi ptr [ %106, %105 ], [ %51, %52 ]
  %77 = phi i64 [ %108, %105 ], [ 0, %52 ]
  %78 = getelementptr inbounds %struct.kind, ptr %29, i64 0, i32 3, i64 %75
  %79 = load i64, ptr %78, align 8
  %80 = getelementptr inbounds i8, ptr %50, i64 %79
  %81 = load ptr, ptr %80, align 8
  %82 = icmp eq ptr %81, null
  br i1 %82, label %90, label %83

83:                                               ; preds = %74
  %84 = getelementptr inbounds %struct.node, ptr %81, i64 0, i32 1
  %85 = load i32, ptr %84, align 8
  %86 = add i32 %85, -1
  store i32 %86, ptr %84, align 8
  %87 = icmp eq i32 %86, 0
  br i1 %87, label %88, label %90

88:                                               ; preds = %83
  %89 = getelementptr inbounds %struct.node, ptr %81, i64 0, i32 5
  store ptr %76, ptr %89, align 8
  br label %90

90:                                               ; preds = %88, %83, %74
  %91 = phi ptr [ %76, %83 ], [ %81, %88 ], [ %76, %74 ]
  %92 = or disjoint i64 %75, 1
  %93 = getelementptr inbounds %struct.kind, ptr %29, i64 0, i32 3, i64 %92
  %94 = load i64, ptr %93, align 8
  %95 = getelementptr inbounds i8, ptr %50, i64 %94
  %96 = load ptr, ptr %95, align 8
  %97 = icmp eq ptr %96, null
  br i1 %97, label %105, label %98

98:                                               ; preds = %90
  %99 = getelementptr inbounds %struct.node, ptr %96, i64 0, i32 1
  %100 = load i32, ptr %99, align 8
  %101 = add i32 %100, -1
  store i32 %101, ptr %99, align 8
  %102 = icmp eq i32 %101, 0
  br i1 %102, label %103, label %105

103:                                              ; preds = %98
  %104 = getelementptr inbounds %struct.node, ptr %96, i64 0, i32 5
  store ptr %91, ptr %104, align 8
  br label %105

105:                                              ; preds = %103, %98, %90
  %106 = phi ptr [ %91, %98 ], [ %96, %103 ], [ %91, %90 ]
  %107 = add nuw nsw i64 %75, 2
  %108 = add i64 %77, 2
  %109 = icmp eq i64 %108, %47
  br i1 %109, label %53, label %74

110:                                              ; preds = %70, %35, %31, %23
  %111 = phi ptr [ %27, %31 ], [ %27, %23 ], [ %27, %35 ], [ %71, %70 ]
  %112 = load i64, ptr %25, align 8
  %113 = add i64 %112, 1
  store i64 %113, ptr %25, align 8
  %114 = getelementptr inbounds %struct.node, ptr %25, i64 0, i32 2
  %115 = load i32, ptr %114, align 4
  %116 = zext i32 %115 to i64
  %117 = shl i64 -64, %116
  %118 = add i64 %117, %24
  store i64 %118, ptr %21, align 8
  %119 = getelementptr inbounds [42 x ptr], ptr %19, i64 0, i64 %116
  %120 = load ptr, ptr %119, align 8
  store ptr %120, ptr %26, align 8
  store ptr %25, ptr %119, align 8
  %121 = icmp eq ptr %111, null
  br i1 %121, label %122, label %23

122:                                              ; preds = %110, %3, %12
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_destroy_stack(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #4 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %126, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %126

11:                                               ; preds = %6
  %12 = getelementptr inbounds i8, ptr %4, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %20, label %15

15:                                               ; preds = %11, %15
  tail call void @dlvm_pop(ptr noundef %0, ptr noundef nonnull %1) #11
  %16 = load ptr, ptr %3, align 8
  %17 = getelementptr inbounds i8, ptr %16, i64 48
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %20, label %15

20:                                               ; preds = %15, %11
  %21 = phi ptr [ %4, %11 ], [ %16, %15 ]
  %22 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds %struct.node, ptr %21, i64 0, i32 5
  store ptr null, ptr %24, align 8
  %25 = getelementptr inbounds %struct.heap, ptr %23, i64 0, i32 7
  %26 = load i64, ptr %25, align 8
  br label %27

27:                                               ; preds = %114, %20
  %28 = phi i64 [ %26, %20 ], [ %122, %114 ]
  %29 = phi ptr [ %21, %20 ], [ %115, %114 ]
  %30 = getelementptr inbounds %struct.node, ptr %29, i64 0, i32 5
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds %struct.node, ptr %29, i64 0, i32 4
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %33, null
  br i1 %34, label %114, label %35

35:                                               ; preds = %27
  %36 = getelementptr inbounds %struct.kind, ptr %33, i64 0, i32 2
  %37 = load i64, ptr %36, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %114, label %39

39:                                               ; preds = %35
  %40 = getelementptr inbounds %struct.node, ptr %29, i64 0, i32 3
  %41 = load i64, ptr %40, align 8
  %42 = add nsw i64 %41, 48
  %43 = getelementptr inbounds i8, ptr %29, i64 %42
  %44 = icmp sgt i64 %41, 0
  br i1 %44, label %45, label %114

45:                                               ; preds = %39
  %46 = getelementptr inbounds i8, ptr %29, i64 48
  %47 = icmp sgt i64 %37, 0
  %48 = load i64, ptr %33, align 8
  %49 = and i64 %37, 1
  %50 = icmp eq i64 %37, 1
  %51 = and i64 %37, 9223372036854775806
  %52 = icmp eq i64 %49, 0
  br label %53

53:                                               ; preds = %74, %45
  %54 = phi ptr [ %46, %45 ], [ %76, %74 ]
  %55 = phi ptr [ %31, %45 ], [ %75, %74 ]
  br i1 %47, label %56, label %74

56:                                               ; preds = %53
  br i1 %50, label %57, label %78

57:                                               ; preds = %109, %56
  %58 = phi ptr [ undef, %56 ], [ %110, %109 ]
  %59 = phi i64 [ 0, %56 ], [ %111, %109 ]
  %60 = phi ptr [ %55, %56 ], [ %110, %109 ]
  br i1 %52, label %74, label %61

61:                                               ; preds = %57
  %62 = getelementptr inbounds %struct.kind, ptr %33, i64 0, i32 3, i64 %59
  %63 = load i64, ptr %62, align 8
  %64 = getelementptr inbounds i8, ptr %54, i64 %63
  %65 = load ptr, ptr %64, align 8
  %66 = icmp eq ptr %65, null
  br i1 %66, label %74, label %67

67:                                               ; preds = %61
  %68 = getelementptr inbounds %struct.node, ptr %65, i64 0, i32 1
  %69 = load i32, ptr %68, align 8
  %70 = add i32 %69, -1
  store i32 %70, ptr %68, align 8
  %71 = icmp eq i32 %70, 0
  br i1 %71, label %72, label %74

72:                                               ; preds = %67
  %73 = getelementptr inbounds %struct.node, ptr %65, i64 0, i32 5
  store ptr %60, ptr %73, align 8
  br label %74

74:                                               ; preds = %57, %72, %67, %61, %53
  %75 = phi ptr [ %55, %53 ], [ %58, %57 ], [ %60, %67 ], [ %65, %72 ], [ %60, %61 ]
  %76 = getelementptr inbounds i8, ptr %54, i64 %48
  %77 = icmp ult ptr %76, %43
  br i1 %77, label %53, label %114

78:                                               ; preds = %56, %109
  %79 = phi i64 [ %111, %109 ], [ 0, %56 ]
  %80 = phi ptr [ %110, %109 ], [ %55, %56 ]
  %81 = phi i64 [ %112, %109 ], [ 0, %56 ]
  %82 = getelementptr inbounds %struct.kind, ptr %33, i64 0, i32 3, i64 %79
  %83 = load i64, ptr %82, align 8
  %84 = getelementptr inbounds i8, ptr %54, i64 %83
  %85 = load ptr, ptr %84, align 8
  %86 = icmp eq ptr %85, null
  br i1 %86, label %94, label %87

87:                                               ; preds = %78
  %88 = getelementptr inbounds %struct.node, ptr %85, i64 0, i32 1
  %89 = load i32, ptr %88, align 8
  %90 = add i32 %89, -1
  store i32 %90, ptr %88, align 8
  %91 = icmp eq i32 %90, 0
  br i1 %91, label %92, label %94

92:                                               ; preds = %87
  %93 = getelementptr inbounds %struct.node, ptr %85, i64 0, i32 5
  store ptr %80, ptr %93, align 8
  br label %94

94:                                               ; preds = %92, %87, %78
  %95 = phi ptr [ %80, %87 ], [ %85, %92 ], [ %80, %78 ]
  %96 = or disjoint i64 %79, 1
  %97 = getelementptr inbounds %struct.kind, ptr %33, i64 0, i32 3, i64 %96
  %98 = load i64, ptr %97, align 8
  %99 = getelementptr inbounds i8, ptr %54, i64 %98
  %100 = load ptr, ptr %99, align 8
  %101 = icmp eq ptr %100, null
  br i1 %101, label %109, label %102

102:                                              ; preds = %94
  %103 = getelementptr inbounds %struct.node, ptr %100, i64 0, i32 1
  %104 = load i32, ptr %103, align 8
  %105 = add i32 %104, -1
  store i32 %105, ptr %103, align 8
  %106 = icmp eq i32 %105, 0
  br i1 %106, label %107, label %109

107:                                              ; preds = %102
  %108 = getelementptr inbounds %struct.node, ptr %100, i64 0, i32 5
  store ptr %95, ptr %108, align 8
  br label %109

109:                                              ; preds = %107, %102, %94
  %110 = phi ptr [ %95, %102 ], [ %100, %107 ], [ %95, %94 ]
  %111 = add nuw nsw i64 %79, 2
  %112 = add i64 %81, 2
  %113 = icmp eq i64 %112, %51
  br i1 %113, label %57, label %78

114:                                              ; preds = %74, %39, %35, %27
  %115 = phi ptr [ %31, %35 ], [ %31, %27 ], [ %31, %39 ], [ %75, %74 ]
  %116 = load i64, ptr %29, align 8
  %117 = add i64 %116, 1
  store i64 %117, ptr %29, align 8
  %118 = getelementptr inbounds %struct.node, ptr %29, i64 0, i32 2
  %119 = load i32, ptr %118, align 4
  %120 = zext i32 %119 to i64
  %121 = shl i64 -64, %120
  %122 = add i64 %121, %28
  store i64 %122, ptr %25, align 8
  %123 = getelementptr inbounds [42 x ptr], ptr %23, i64 0, i64 %120
  %124 = load ptr, ptr %123, align 8
  store ptr %124, ptr %30, align 8
  store ptr %29, ptr %123, align 8
  %125 = icmp eq ptr %115, null
  br i1 %125, label %126, label %27

126:                                              ; preds = %114, %2, %6
  %127 = phi i32 [ 0, %6 ], [ 0, %2 ], [ 1, %114 ]
  ret i32 %127
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
  tail call void @free(ptr noundef nonnull %25) #12
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
  tail call void @free(ptr noundef nonnull %34) #12
  %41 = icmp eq ptr %35, null
  br i1 %41, label %22, label %33

42:                                               ; preds = %24, %22
  store ptr null, ptr %18, align 8
  store ptr null, ptr %16, align 8
  tail call void @free(ptr noundef nonnull %13) #12
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
  br i1 %5, label %81, label %6

6:                                                ; preds = %2
  store ptr null, ptr %3, align 8
  %7 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 4
  store ptr null, ptr %7, align 8
  %8 = icmp eq i32 %1, 0
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(352) %4, i8 0, i64 352, i1 false)
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
  tail call void @free(ptr noundef nonnull %19) #12
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
  tail call void @free(ptr noundef nonnull %28) #12
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

44:                                               ; preds = %60
  store i64 %75, ptr %42, align 8
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
  br label %81

60:                                               ; preds = %41, %60
  %61 = phi i64 [ %43, %41 ], [ %75, %60 ]
  %62 = phi ptr [ %39, %41 ], [ %79, %60 ]
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
  %73 = zext i32 %72 to i64
  %74 = shl i64 -64, %73
  %75 = add i64 %74, %61
  %76 = getelementptr inbounds [42 x ptr], ptr %4, i64 0, i64 %73
  %77 = load ptr, ptr %76, align 8
  %78 = getelementptr inbounds %struct.node, ptr %68, i64 0, i32 5
  store ptr %77, ptr %78, align 16
  store ptr %68, ptr %76, align 8
  %79 = load ptr, ptr %62, align 8
  %80 = icmp eq ptr %79, null
  br i1 %80, label %44, label %60

81:                                               ; preds = %2, %54
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
  %15 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %14, ptr noundef nonnull %13) #11
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
  %67 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %66, ptr noundef null) #11
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
attributes #11 = { nobuiltin "no-builtins" }
attributes #12 = { nobuiltin nounwind "no-builtins" }
