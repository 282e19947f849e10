%struct.program = type { i64, i64, i64, i64, i64, i64, ptr, i32 }
%struct.heap = type { [42 x ptr], ptr, ptr, ptr, ptr, ptr, i64, ptr, ptr }
%struct.chunk = type { ptr, i64 }
%struct.context = type { i64, i64, i64, [4 x i64], ptr, ptr, ptr, ptr, ptr, [3 x ptr], i64 }
%struct.node = type { i64, i32, i32, i64, ptr, ptr, i64 }
%struct.table = type { i64, [0 x ptr] }
%struct.kind = type { i64, i64, i64, [0 x i64] }
%struct.variant = type { ptr, i64, i64 }
%struct.leaf = type { i64, i64, i64, ptr }
%struct.cell = type { ptr, i64 }
%struct.reference = type { ptr, ptr, i64, ptr, ptr }

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
  %14 = getelementptr inbounds %struct.heap, ptr %13, i64 0, i32 8
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds %struct.heap, ptr %13, i64 0, i32 3
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds %struct.heap, ptr %13, i64 0, i32 5
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds %struct.heap, ptr %13, i64 0, i32 7
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
  tail call void @free(ptr noundef nonnull %25) #9
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
  tail call void @free(ptr noundef nonnull %34) #9
  %41 = icmp eq ptr %35, null
  br i1 %41, label %22, label %33

42:                                               ; preds = %24, %22
  store ptr null, ptr %18, align 8
  store ptr null, ptr %16, align 8
  tail call void @free(ptr noundef nonnull %13) #9
  %43 = icmp eq ptr %15, null
  br i1 %43, label %44, label %12

44:                                               ; preds = %42, %8
  ret void
}

declare void @free(ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define dso_local void @dlvm_end(ptr nocapture noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %77, label %6

6:                                                ; preds = %2
  store ptr null, ptr %3, align 8
  %7 = tail call ptr @memset(ptr noundef nonnull %4, i32 noundef 0, i64 noundef 336) #9
  %8 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 4
  store ptr null, ptr %8, align 8
  %9 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 2
  store ptr null, ptr %9, align 8
  %10 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 1
  store ptr null, ptr %10, align 8
  %11 = icmp eq i32 %1, 0
  br i1 %11, label %40, label %12

12:                                               ; preds = %6
  %13 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 3
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 5
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 7
  %18 = icmp eq ptr %14, null
  br i1 %18, label %19, label %30

19:                                               ; preds = %30, %12
  %20 = icmp eq ptr %16, null
  br i1 %20, label %39, label %21

21:                                               ; preds = %19, %21
  %22 = phi ptr [ %23, %21 ], [ %16, %19 ]
  %23 = load ptr, ptr %22, align 8
  %24 = load ptr, ptr %17, align 8
  %25 = getelementptr inbounds %struct.program, ptr %24, i64 0, i32 4
  %26 = getelementptr inbounds %struct.chunk, ptr %22, i64 0, i32 1
  %27 = load i64, ptr %26, align 8
  %28 = atomicrmw sub ptr %25, i64 %27 monotonic, align 8
  tail call void @free(ptr noundef nonnull %22) #9
  %29 = icmp eq ptr %23, null
  br i1 %29, label %39, label %21

30:                                               ; preds = %12, %30
  %31 = phi ptr [ %32, %30 ], [ %14, %12 ]
  %32 = load ptr, ptr %31, align 8
  %33 = load ptr, ptr %17, align 8
  %34 = getelementptr inbounds %struct.program, ptr %33, i64 0, i32 4
  %35 = getelementptr inbounds %struct.chunk, ptr %31, i64 0, i32 1
  %36 = load i64, ptr %35, align 8
  %37 = atomicrmw sub ptr %34, i64 %36 monotonic, align 8
  tail call void @free(ptr noundef nonnull %31) #9
  %38 = icmp eq ptr %32, null
  br i1 %38, label %19, label %30

39:                                               ; preds = %21, %19
  store ptr null, ptr %15, align 8
  store ptr null, ptr %13, align 8
  br label %44

40:                                               ; preds = %6
  %41 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 5
  %42 = load ptr, ptr %41, align 8
  %43 = icmp eq ptr %42, null
  br i1 %43, label %44, label %59

44:                                               ; preds = %59, %39, %40
  %45 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 7
  %46 = load ptr, ptr %45, align 8
  %47 = getelementptr inbounds %struct.program, ptr %46, i64 0, i32 7
  %48 = atomicrmw xchg ptr %47, i32 1 acquire, align 8
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %53, label %50

50:                                               ; preds = %44, %50
  fence syncscope("singlethread") seq_cst
  %51 = atomicrmw xchg ptr %47, i32 1 acquire, align 8
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %53, label %50

53:                                               ; preds = %50, %44
  %54 = load ptr, ptr %45, align 8
  %55 = getelementptr inbounds %struct.program, ptr %54, i64 0, i32 6
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds %struct.heap, ptr %4, i64 0, i32 8
  store ptr %56, ptr %57, align 8
  store ptr %4, ptr %55, align 8
  %58 = getelementptr inbounds %struct.program, ptr %54, i64 0, i32 7
  store atomic i32 0, ptr %58 release, align 8
  br label %77

59:                                               ; preds = %40, %59
  %60 = phi ptr [ %75, %59 ], [ %42, %40 ]
  %61 = getelementptr inbounds %struct.chunk, ptr %60, i64 1
  %62 = ptrtoint ptr %61 to i64
  %63 = add i64 %62, 111
  %64 = and i64 %63, -64
  %65 = add i64 %64, -48
  %66 = inttoptr i64 %65 to ptr
  %67 = load i64, ptr %66, align 16
  %68 = add i64 %67, 1
  store i64 %68, ptr %66, align 16
  %69 = getelementptr inbounds %struct.node, ptr %66, i64 0, i32 2
  %70 = load i32, ptr %69, align 4
  %71 = zext i32 %70 to i64
  %72 = getelementptr inbounds [42 x ptr], ptr %4, i64 0, i64 %71
  %73 = load ptr, ptr %72, align 8
  %74 = getelementptr inbounds %struct.node, ptr %66, i64 0, i32 5
  store ptr %73, ptr %74, align 16
  store ptr %66, ptr %72, align 8
  %75 = load ptr, ptr %60, align 8
  %76 = icmp eq ptr %75, null
  br i1 %76, label %44, label %59

77:                                               ; preds = %2, %53
  ret void
}

declare ptr @memset(ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define dso_local ptr @dlvm_node(ptr nocapture noundef %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %1, ptr noundef %2) #10
  %5 = icmp eq ptr %4, null
  br i1 %5, label %9, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds i8, ptr %4, i64 48
  %8 = tail call ptr @memset(ptr noundef nonnull %7, i32 noundef 0, i64 noundef %1) #9
  br label %9

9:                                                ; preds = %6, %3
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
  %24 = getelementptr inbounds %struct.heap, ptr %21, i64 0, i32 8
  %25 = load ptr, ptr %24, align 8
  store ptr %25, ptr %20, align 8
  store atomic i32 0, ptr %13 release, align 8
  br label %32

26:                                               ; preds = %19
  store atomic i32 0, ptr %13 release, align 8
  %27 = tail call ptr @malloc(i64 noundef 400) #9
  %28 = icmp eq ptr %27, null
  br i1 %28, label %197, label %29

29:                                               ; preds = %26
  %30 = tail call ptr @memset(ptr noundef nonnull %27, i32 noundef 0, i64 noundef 400) #9
  %31 = getelementptr inbounds %struct.heap, ptr %27, i64 0, i32 7
  store ptr %12, ptr %31, align 8
  br label %32

32:                                               ; preds = %23, %29
  %33 = phi ptr [ %21, %23 ], [ %27, %29 ]
  %34 = getelementptr inbounds %struct.program, ptr %12, i64 0, i32 5
  %35 = load i64, ptr %34, align 8
  %36 = getelementptr inbounds %struct.heap, ptr %33, i64 0, i32 6
  store i64 %35, ptr %36, align 8
  store ptr %33, ptr %4, align 8
  br label %37

37:                                               ; preds = %7, %32
  %38 = phi i64 [ %9, %7 ], [ %35, %32 ]
  %39 = phi ptr [ %5, %7 ], [ %33, %32 ]
  %40 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 6
  %41 = add i64 %38, -1
  store i64 %41, ptr %40, align 8
  %42 = icmp eq i64 %38, 0
  br i1 %42, label %197, label %43

43:                                               ; preds = %37
  %44 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 7
  %45 = load ptr, ptr %44, align 8
  %46 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 3
  %47 = load i64, ptr %46, align 8
  %48 = freeze i64 %47
  %49 = icmp ult i64 %48, %1
  br i1 %49, label %197, label %50

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
  %59 = getelementptr inbounds [42 x ptr], ptr %39, i64 0, i64 %54
  %60 = load ptr, ptr %59, align 8
  %61 = icmp eq ptr %60, null
  br i1 %61, label %65, label %62

62:                                               ; preds = %58
  %63 = getelementptr inbounds %struct.node, ptr %60, i64 0, i32 5
  %64 = load ptr, ptr %63, align 8
  store ptr %64, ptr %59, align 8
  br label %191

65:                                               ; preds = %58
  %66 = icmp ugt i64 %55, 131071
  br i1 %66, label %67, label %116

67:                                               ; preds = %65
  %68 = add nuw i64 %55, 144
  %69 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 4
  %70 = load atomic i64, ptr %69 monotonic, align 8
  %71 = icmp ult i64 %48, %68
  %72 = sub i64 %48, %68
  br i1 %71, label %86, label %73

73:                                               ; preds = %67, %76
  %74 = phi i64 [ %80, %76 ], [ %70, %67 ]
  %75 = icmp ugt i64 %74, %72
  br i1 %75, label %86, label %76

76:                                               ; preds = %73
  %77 = add i64 %74, %68
  %78 = cmpxchg ptr %69, i64 %74, i64 %77 monotonic monotonic, align 8
  %79 = extractvalue { i64, i1 } %78, 1
  %80 = extractvalue { i64, i1 } %78, 0
  br i1 %79, label %81, label %73

81:                                               ; preds = %76
  %82 = tail call ptr @malloc(i64 noundef %68) #9
  %83 = icmp eq ptr %82, null
  br i1 %83, label %84, label %105

84:                                               ; preds = %81
  %85 = atomicrmw sub ptr %69, i64 %68 monotonic, align 8
  br label %86

86:                                               ; preds = %73, %84, %67
  tail call void @dlvm_free_idle(ptr noundef %45) #10
  %87 = load atomic i64, ptr %69 monotonic, align 8
  %88 = load i64, ptr %46, align 8
  %89 = freeze i64 %88
  %90 = icmp ult i64 %89, %68
  %91 = sub i64 %89, %68
  br i1 %90, label %197, label %92

92:                                               ; preds = %86, %95
  %93 = phi i64 [ %99, %95 ], [ %87, %86 ]
  %94 = icmp ugt i64 %93, %91
  br i1 %94, label %197, label %95

95:                                               ; preds = %92
  %96 = add i64 %93, %68
  %97 = cmpxchg ptr %69, i64 %93, i64 %96 monotonic monotonic, align 8
  %98 = extractvalue { i64, i1 } %97, 1
  %99 = extractvalue { i64, i1 } %97, 0
  br i1 %98, label %100, label %92

100:                                              ; preds = %95
  %101 = tail call ptr @malloc(i64 noundef %68) #9
  %102 = icmp eq ptr %101, null
  br i1 %102, label %103, label %105

103:                                              ; preds = %100
  %104 = atomicrmw sub ptr %69, i64 %68 monotonic, align 8
  br label %197

105:                                              ; preds = %100, %81
  %106 = phi ptr [ %82, %81 ], [ %101, %100 ]
  %107 = getelementptr inbounds %struct.chunk, ptr %106, i64 0, i32 1
  store i64 %68, ptr %107, align 8
  %108 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 5
  %109 = load ptr, ptr %108, align 8
  store ptr %109, ptr %106, align 8
  store ptr %106, ptr %108, align 8
  %110 = getelementptr inbounds %struct.chunk, ptr %106, i64 1
  %111 = ptrtoint ptr %110 to i64
  %112 = add i64 %111, 111
  %113 = and i64 %112, -64
  %114 = add i64 %113, -48
  %115 = inttoptr i64 %114 to ptr
  br label %188

116:                                              ; preds = %65
  %117 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 2
  %118 = load ptr, ptr %117, align 8
  %119 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 1
  %120 = load ptr, ptr %119, align 8
  %121 = ptrtoint ptr %118 to i64
  %122 = ptrtoint ptr %120 to i64
  %123 = sub i64 %121, %122
  %124 = icmp ult i64 %123, %55
  br i1 %124, label %125, label %185

125:                                              ; preds = %116
  %126 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 4
  %127 = load ptr, ptr %126, align 8
  %128 = icmp eq ptr %127, null
  %129 = getelementptr inbounds %struct.heap, ptr %39, i64 0, i32 3
  %130 = select i1 %128, ptr %129, ptr %127
  %131 = load ptr, ptr %130, align 8
  %132 = icmp eq ptr %131, null
  br i1 %132, label %133, label %176

133:                                              ; preds = %125
  %134 = getelementptr inbounds %struct.program, ptr %45, i64 0, i32 4
  %135 = load atomic i64, ptr %134 monotonic, align 8
  %136 = icmp ult i64 %48, 1048720
  %137 = add i64 %48, -1048720
  br i1 %136, label %151, label %138

138:                                              ; preds = %133, %141
  %139 = phi i64 [ %145, %141 ], [ %135, %133 ]
  %140 = icmp ugt i64 %139, %137
  br i1 %140, label %151, label %141

141:                                              ; preds = %138
  %142 = add i64 %139, 1048720
  %143 = cmpxchg ptr %134, i64 %139, i64 %142 monotonic monotonic, align 8
  %144 = extractvalue { i64, i1 } %143, 1
  %145 = extractvalue { i64, i1 } %143, 0
  br i1 %144, label %146, label %138

146:                                              ; preds = %141
  %147 = tail call ptr @malloc(i64 noundef 1048720) #9
  %148 = icmp eq ptr %147, null
  br i1 %148, label %149, label %170

149:                                              ; preds = %146
  %150 = atomicrmw sub ptr %134, i64 1048720 monotonic, align 8
  br label %151

151:                                              ; preds = %138, %149, %133
  tail call void @dlvm_free_idle(ptr noundef %45) #10
  %152 = load atomic i64, ptr %134 monotonic, align 8
  %153 = load i64, ptr %46, align 8
  %154 = freeze i64 %153
  %155 = icmp ult i64 %154, 1048720
  %156 = add i64 %154, -1048720
  br i1 %155, label %197, label %157

157:                                              ; preds = %151, %160
  %158 = phi i64 [ %164, %160 ], [ %152, %151 ]
  %159 = icmp ugt i64 %158, %156
  br i1 %159, label %197, label %160

160:                                              ; preds = %157
  %161 = add i64 %158, 1048720
  %162 = cmpxchg ptr %134, i64 %158, i64 %161 monotonic monotonic, align 8
  %163 = extractvalue { i64, i1 } %162, 1
  %164 = extractvalue { i64, i1 } %162, 0
  br i1 %163, label %165, label %157

165:                                              ; preds = %160
  %166 = tail call ptr @malloc(i64 noundef 1048720) #9
  %167 = icmp eq ptr %166, null
  br i1 %167, label %168, label %170

168:                                              ; preds = %165
  %169 = atomicrmw sub ptr %134, i64 1048720 monotonic, align 8
  br label %197

170:                                              ; preds = %165, %146
  %171 = phi ptr [ %147, %146 ], [ %166, %165 ]
  store ptr null, ptr %171, align 8
  %172 = getelementptr inbounds %struct.chunk, ptr %171, i64 0, i32 1
  store i64 1048720, ptr %172, align 8
  %173 = load ptr, ptr %126, align 8
  %174 = icmp eq ptr %173, null
  %175 = select i1 %174, ptr %129, ptr %173
  store ptr %171, ptr %175, align 8
  br label %176

176:                                              ; preds = %170, %125
  %177 = phi ptr [ %131, %125 ], [ %171, %170 ]
  store ptr %177, ptr %126, align 8
  %178 = getelementptr inbounds %struct.chunk, ptr %177, i64 1
  %179 = ptrtoint ptr %178 to i64
  %180 = add i64 %179, 111
  %181 = and i64 %180, -64
  %182 = add i64 %181, -48
  %183 = inttoptr i64 %182 to ptr
  %184 = getelementptr inbounds i8, ptr %183, i64 1048576
  store ptr %184, ptr %117, align 8
  br label %185

185:                                              ; preds = %176, %116
  %186 = phi ptr [ %183, %176 ], [ %120, %116 ]
  %187 = getelementptr inbounds i8, ptr %186, i64 %55
  store ptr %187, ptr %119, align 8
  br label %188

188:                                              ; preds = %185, %105
  %189 = phi ptr [ %115, %105 ], [ %186, %185 ]
  store i64 1, ptr %189, align 8
  %190 = getelementptr inbounds %struct.node, ptr %189, i64 0, i32 2
  store i32 %53, ptr %190, align 4
  br label %191

191:                                              ; preds = %188, %62
  %192 = phi ptr [ %60, %62 ], [ %189, %188 ]
  %193 = getelementptr inbounds %struct.node, ptr %192, i64 0, i32 1
  store i32 1, ptr %193, align 8
  %194 = getelementptr inbounds %struct.node, ptr %192, i64 0, i32 3
  store i64 %1, ptr %194, align 8
  %195 = getelementptr inbounds %struct.node, ptr %192, i64 0, i32 4
  store ptr %2, ptr %195, align 8
  %196 = getelementptr inbounds %struct.node, ptr %192, i64 0, i32 6
  store i64 0, ptr %196, align 8
  br label %197

197:                                              ; preds = %157, %92, %168, %151, %86, %103, %26, %191, %37, %43
  %198 = phi ptr [ null, %43 ], [ null, %37 ], [ %192, %191 ], [ null, %26 ], [ null, %103 ], [ null, %86 ], [ null, %151 ], [ null, %168 ], [ null, %92 ], [ null, %157 ]
  ret ptr %198
}

; Function Attrs: nounwind
define dso_local i32 @dlvm_variables(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = load i64, ptr %1, align 8
  %4 = shl i64 %3, 3
  %5 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %4, ptr noundef null) #10
  %6 = icmp eq ptr %5, null
  br i1 %6, label %43, label %7

7:                                                ; preds = %2
  %8 = getelementptr inbounds i8, ptr %5, i64 48
  %9 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 7
  store ptr %8, ptr %9, align 8
  %10 = icmp eq i64 %3, 0
  br i1 %10, label %40, label %11

11:                                               ; preds = %7
  %12 = getelementptr inbounds %struct.table, ptr %1, i64 0, i32 1, i64 0
  %13 = load ptr, ptr %12, align 8
  %14 = load i64, ptr %13, align 8
  %15 = tail call fastcc ptr @allocate(ptr noundef nonnull %0, i64 noundef %14, ptr noundef nonnull %13) #10
  %16 = icmp eq ptr %15, null
  br i1 %16, label %25, label %30

17:                                               ; preds = %30
  %18 = getelementptr inbounds %struct.table, ptr %1, i64 0, i32 1, i64 %38
  %19 = load ptr, ptr %18, align 8
  %20 = load i64, ptr %19, align 8
  %21 = tail call fastcc ptr @allocate(ptr noundef nonnull %0, i64 noundef %20, ptr noundef nonnull %19) #10
  %22 = icmp eq ptr %21, null
  br i1 %22, label %23, label %30

23:                                               ; preds = %17
  %24 = icmp uge i64 %38, %3
  br label %25

25:                                               ; preds = %23, %11
  %26 = phi i1 [ false, %11 ], [ %24, %23 ]
  %27 = phi i64 [ 0, %11 ], [ %38, %23 ]
  %28 = load ptr, ptr %9, align 8
  %29 = getelementptr inbounds ptr, ptr %28, i64 %27
  store ptr null, ptr %29, align 8
  br label %40

30:                                               ; preds = %11, %17
  %31 = phi ptr [ %21, %17 ], [ %15, %11 ]
  %32 = phi i64 [ %20, %17 ], [ %14, %11 ]
  %33 = phi i64 [ %38, %17 ], [ 0, %11 ]
  %34 = getelementptr inbounds i8, ptr %31, i64 48
  %35 = tail call ptr @memset(ptr noundef nonnull %34, i32 noundef 0, i64 noundef %32) #9
  %36 = load ptr, ptr %9, align 8
  %37 = getelementptr inbounds ptr, ptr %36, i64 %33
  store ptr %31, ptr %37, align 8
  %38 = add nuw i64 %33, 1
  %39 = icmp eq i64 %38, %3
  br i1 %39, label %40, label %17

40:                                               ; preds = %30, %7, %25
  %41 = phi i1 [ %26, %25 ], [ true, %7 ], [ true, %30 ]
  %42 = zext i1 %41 to i32
  br label %43

43:                                               ; preds = %40, %2
  %44 = phi i32 [ 0, %2 ], [ %42, %40 ]
  ret i32 %44
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_blob(ptr nocapture noundef %0, ptr noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %2, ptr noundef null) #10
  %5 = icmp eq ptr %4, null
  br i1 %5, label %9, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds i8, ptr %4, i64 48
  %8 = tail call ptr @memcpy(ptr noundef nonnull %7, ptr noundef %1, i64 noundef %2) #9
  br label %9

9:                                                ; preds = %6, %3
  ret ptr %4
}

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local void @dlvm_retain(ptr noundef %0) local_unnamed_addr #2 {
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
define dso_local void @dlvm_release(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #3 {
  %3 = icmp eq ptr %1, null
  br i1 %3, label %109, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds %struct.node, ptr %1, i64 0, i32 1
  %6 = load i32, ptr %5, align 8
  %7 = add i32 %6, -1
  store i32 %7, ptr %5, align 8
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %109

9:                                                ; preds = %4
  %10 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds %struct.node, ptr %1, i64 0, i32 5
  store ptr null, ptr %12, align 8
  br label %13

13:                                               ; preds = %99, %9
  %14 = phi ptr [ %100, %99 ], [ %1, %9 ]
  %15 = getelementptr inbounds %struct.node, ptr %14, i64 0, i32 5
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds %struct.node, ptr %14, i64 0, i32 4
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %99, label %20

20:                                               ; preds = %13
  %21 = getelementptr inbounds %struct.kind, ptr %18, i64 0, i32 2
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %99, label %24

24:                                               ; preds = %20
  %25 = getelementptr inbounds %struct.node, ptr %14, i64 0, i32 3
  %26 = load i64, ptr %25, align 8
  %27 = add nsw i64 %26, 48
  %28 = getelementptr inbounds i8, ptr %14, i64 %27
  %29 = icmp sgt i64 %26, 0
  br i1 %29, label %30, label %99

30:                                               ; preds = %24
  %31 = getelementptr inbounds i8, ptr %14, i64 48
  %32 = icmp sgt i64 %22, 0
  %33 = load i64, ptr %18, align 8
  %34 = and i64 %22, 1
  %35 = icmp eq i64 %22, 1
  %36 = and i64 %22, 9223372036854775806
  %37 = icmp eq i64 %34, 0
  br label %38

38:                                               ; preds = %59, %30
  %39 = phi ptr [ %31, %30 ], [ %61, %59 ]
  %40 = phi ptr [ %16, %30 ], [ %60, %59 ]
  br i1 %32, label %41, label %59

41:                                               ; preds = %38
  br i1 %35, label %42, label %63

42:                                               ; preds = %94, %41
  %43 = phi ptr [ undef, %41 ], [ %95, %94 ]
  %44 = phi i64 [ 0, %41 ], [ %96, %94 ]
  %45 = phi ptr [ %40, %41 ], [ %95, %94 ]
  br i1 %37, label %59, label %46

46:                                               ; preds = %42
  %47 = getelementptr inbounds %struct.kind, ptr %18, i64 0, i32 3, i64 %44
  %48 = load i64, ptr %47, align 8
  %49 = getelementptr inbounds i8, ptr %39, i64 %48
  %50 = load ptr, ptr %49, align 8
  %51 = icmp eq ptr %50, null
  br i1 %51, label %59, label %52

52:                                               ; preds = %46
  %53 = getelementptr inbounds %struct.node, ptr %50, i64 0, i32 1
  %54 = load i32, ptr %53, align 8
  %55 = add i32 %54, -1
  store i32 %55, ptr %53, align 8
  %56 = icmp eq i32 %55, 0
  br i1 %56, label %57, label %59

57:                                               ; preds = %52
  %58 = getelementptr inbounds %struct.node, ptr %50, i64 0, i32 5
  store ptr %45, ptr %58, align 8
  br label %59

59:                                               ; preds = %42, %57, %52, %46, %38
  %60 = phi ptr [ %40, %38 ], [ %43, %42 ], [ %45, %52 ], [ %50, %57 ], [ %45, %46 ]
  %61 = getelementptr inbounds i8, ptr %39, i64 %33
  %62 = icmp ult ptr %61, %28
  br i1 %62, label %38, label %99

63:                                               ; preds = %41, %94
  %64 = phi i64 [ %96, %94 ], [ 0, %41 ]
  %65 = phi ptr [ %95, %94 ], [ %40, %41 ]
  %66 = phi i64 [ %97, %94 ], [ 0, %41 ]
  %67 = getelementptr inbounds %struct.kind, ptr %18, i64 0, i32 3, i64 %64
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr inbounds i8, ptr %39, i64 %68
  %70 = load ptr, ptr %69, align 8
  %71 = icmp eq ptr %70, null
  br i1 %71, label %79, label %72

72:                                               ; preds = %63
  %73 = getelementptr inbounds %struct.node, ptr %70, i64 0, i32 1
  %74 = load i32, ptr %73, align 8
  %75 = add i32 %74, -1
  store i32 %75, ptr %73, align 8
  %76 = icmp eq i32 %75, 0
  br i1 %76, label %77, label %79

77:                                               ; preds = %72
  %78 = getelementptr inbounds %struct.node, ptr %70, i64 0, i32 5
  store ptr %65, ptr %78, align 8
  br label %79

79:                                               ; preds = %77, %72, %63
  %80 = phi ptr [ %65, %72 ], [ %70, %77 ], [ %65, %63 ]
  %81 = or disjoint i64 %64, 1
  %82 = getelementptr inbounds %struct.kind, ptr %18, i64 0, i32 3, i64 %81
  %83 = load i64, ptr %82, align 8
  %84 = getelementptr inbounds i8, ptr %39, i64 %83
  %85 = load ptr, ptr %84, align 8
  %86 = icmp eq ptr %85, null
  br i1 %86, label %94, label %87

87:                                               ; preds = %79
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

94:                                               ; preds = %92, %87, %79
  %95 = phi ptr [ %80, %87 ], [ %85, %92 ], [ %80, %79 ]
  %96 = add nuw nsw i64 %64, 2
  %97 = add i64 %66, 2
  %98 = icmp eq i64 %97, %36
  br i1 %98, label %42, label %63

99:                                               ; preds = %59, %24, %20, %13
  %100 = phi ptr [ %16, %20 ], [ %16, %13 ], [ %16, %24 ], [ %60, %59 ]
  %101 = load i64, ptr %14, align 8
  %102 = add i64 %101, 1
  store i64 %102, ptr %14, align 8
  %103 = getelementptr inbounds %struct.node, ptr %14, i64 0, i32 2
  %104 = load i32, ptr %103, align 4
  %105 = zext i32 %104 to i64
  %106 = getelementptr inbounds [42 x ptr], ptr %11, i64 0, i64 %105
  %107 = load ptr, ptr %106, align 8
  store ptr %107, ptr %15, align 8
  store ptr %14, ptr %106, align 8
  %108 = icmp eq ptr %100, null
  br i1 %108, label %109, label %13

109:                                              ; preds = %99, %4, %2
  ret void
}

; Function Attrs: nounwind
define dso_local i32 @dlvm_nodes(ptr nocapture noundef %0, i64 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef %4, ptr nocapture noundef %5) local_unnamed_addr #0 {
  %7 = icmp sgt i64 %1, 0
  br i1 %7, label %8, label %113

8:                                                ; preds = %6, %19
  %9 = phi i64 [ %26, %19 ], [ 0, %6 ]
  %10 = getelementptr inbounds i64, ptr %2, i64 %9
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds %struct.variant, ptr %3, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = load i64, ptr %13, align 8
  %15 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %14, ptr noundef nonnull %13) #10
  %16 = icmp eq ptr %15, null
  br i1 %16, label %17, label %19

17:                                               ; preds = %8
  %18 = getelementptr inbounds ptr, ptr %5, i64 %9
  store ptr null, ptr %18, align 8
  br label %116

19:                                               ; preds = %8
  %20 = getelementptr inbounds i8, ptr %15, i64 48
  %21 = tail call ptr @memset(ptr noundef nonnull %20, i32 noundef 0, i64 noundef %14) #9
  %22 = getelementptr inbounds ptr, ptr %5, i64 %9
  store ptr %15, ptr %22, align 8
  %23 = icmp eq i64 %9, 0
  %24 = zext i1 %23 to i32
  %25 = getelementptr inbounds %struct.node, ptr %15, i64 0, i32 1
  store i32 %24, ptr %25, align 8
  %26 = add nuw nsw i64 %9, 1
  %27 = icmp eq i64 %26, %1
  br i1 %27, label %28, label %8

28:                                               ; preds = %19, %101
  %29 = phi i1 [ %103, %101 ], [ false, %19 ]
  %30 = phi i64 [ %102, %101 ], [ 0, %19 ]
  %31 = getelementptr inbounds i64, ptr %2, i64 %30
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds %struct.variant, ptr %3, i64 %32, i32 2
  %34 = getelementptr inbounds %struct.variant, ptr %3, i64 %32, i32 1
  %35 = load i64, ptr %34, align 8
  %36 = icmp sgt i64 %35, 0
  br i1 %36, label %37, label %101

37:                                               ; preds = %28
  %38 = load i64, ptr %33, align 8
  %39 = getelementptr inbounds ptr, ptr %5, i64 %30
  br label %40

40:                                               ; preds = %37, %95
  %41 = phi i64 [ %38, %37 ], [ %96, %95 ]
  %42 = getelementptr inbounds %struct.leaf, ptr %4, i64 %41
  %43 = load ptr, ptr %39, align 8
  %44 = getelementptr inbounds i8, ptr %43, i64 48
  %45 = getelementptr inbounds %struct.leaf, ptr %4, i64 %41, i32 3
  %46 = load ptr, ptr %45, align 8
  %47 = getelementptr inbounds %struct.leaf, ptr %4, i64 %41, i32 1
  %48 = load i64, ptr %47, align 8
  %49 = getelementptr inbounds i8, ptr %44, i64 %48
  %50 = load i64, ptr %42, align 8
  switch i64 %50, label %111 [
    i64 0, label %51
    i64 1, label %58
    i64 2, label %66
    i64 3, label %72
  ]

51:                                               ; preds = %40
  %52 = getelementptr inbounds %struct.leaf, ptr %4, i64 %41, i32 2
  %53 = load i64, ptr %52, align 8
  %54 = tail call ptr @memcpy(ptr noundef nonnull %49, ptr noundef %46, i64 noundef %53) #9
  %55 = load i64, ptr %52, align 8
  %56 = load ptr, ptr %45, align 8
  %57 = getelementptr inbounds i8, ptr %56, i64 %55
  store ptr %57, ptr %45, align 8
  br label %95

58:                                               ; preds = %40
  %59 = load i64, ptr %46, align 8
  %60 = inttoptr i64 %59 to ptr
  %61 = getelementptr inbounds %struct.leaf, ptr %4, i64 %41, i32 2
  %62 = load i64, ptr %61, align 8
  %63 = tail call ptr @memcpy(ptr noundef nonnull %49, ptr noundef %60, i64 noundef %62) #9
  %64 = load ptr, ptr %45, align 8
  %65 = getelementptr inbounds i8, ptr %64, i64 8
  store ptr %65, ptr %45, align 8
  br label %95

66:                                               ; preds = %40
  %67 = load i64, ptr %46, align 8
  %68 = getelementptr inbounds i64, ptr %46, i64 1
  %69 = load i64, ptr %68, align 8
  %70 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %69, ptr noundef null) #10
  %71 = icmp eq ptr %70, null
  br i1 %71, label %105, label %80

72:                                               ; preds = %40
  %73 = load i64, ptr %46, align 8
  %74 = getelementptr inbounds ptr, ptr %5, i64 %73
  %75 = load ptr, ptr %74, align 8
  %76 = getelementptr inbounds %struct.node, ptr %75, i64 0, i32 1
  %77 = load i32, ptr %76, align 8
  %78 = add i32 %77, 1
  store i32 %78, ptr %76, align 8
  %79 = getelementptr i8, ptr %46, i64 8
  store ptr %79, ptr %45, align 8
  store ptr %75, ptr %49, align 8
  br label %95

80:                                               ; preds = %66
  %81 = inttoptr i64 %67 to ptr
  %82 = getelementptr inbounds i8, ptr %70, i64 48
  %83 = tail call ptr @memcpy(ptr noundef nonnull %82, ptr noundef %81, i64 noundef %69) #9
  %84 = getelementptr inbounds i8, ptr %49, i64 8
  %85 = getelementptr inbounds i64, ptr %46, i64 2
  %86 = getelementptr inbounds %struct.leaf, ptr %4, i64 %41, i32 2
  %87 = load i64, ptr %86, align 8
  %88 = add i64 %87, -8
  %89 = tail call ptr @memcpy(ptr noundef nonnull %84, ptr noundef nonnull %85, i64 noundef %88) #9
  %90 = getelementptr inbounds %struct.leaf, ptr %4, i64 %41, i32 2
  %91 = load i64, ptr %90, align 8
  %92 = load ptr, ptr %45, align 8
  %93 = getelementptr i8, ptr %92, i64 %91
  %94 = getelementptr i8, ptr %93, i64 8
  store ptr %94, ptr %45, align 8
  store ptr %70, ptr %49, align 8
  br label %95

95:                                               ; preds = %80, %51, %58, %72
  %96 = add nsw i64 %41, 1
  %97 = load i64, ptr %33, align 8
  %98 = load i64, ptr %34, align 8
  %99 = add nsw i64 %98, %97
  %100 = icmp slt i64 %96, %99
  br i1 %100, label %40, label %101

101:                                              ; preds = %95, %28
  %102 = add nuw nsw i64 %30, 1
  %103 = icmp sge i64 %102, %1
  %104 = icmp eq i64 %102, %1
  br i1 %104, label %113, label %28

105:                                              ; preds = %66
  %106 = getelementptr inbounds %struct.leaf, ptr %4, i64 %41, i32 2
  %107 = load i64, ptr %106, align 8
  %108 = load ptr, ptr %45, align 8
  %109 = getelementptr i8, ptr %108, i64 %107
  %110 = getelementptr i8, ptr %109, i64 8
  store ptr %110, ptr %45, align 8
  br label %111

111:                                              ; preds = %40, %105
  %112 = phi ptr [ %70, %105 ], [ null, %40 ]
  store ptr %112, ptr %49, align 8
  br label %113

113:                                              ; preds = %101, %111, %6
  %114 = phi i1 [ true, %6 ], [ %29, %111 ], [ %103, %101 ]
  %115 = zext i1 %114 to i32
  br label %116

116:                                              ; preds = %17, %113
  %117 = phi i32 [ %115, %113 ], [ 0, %17 ]
  ret i32 %117
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_reserve(ptr nocapture noundef %0, ptr nocapture noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = load ptr, ptr %1, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %22, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds %struct.cell, ptr %1, i64 0, i32 1
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %8, %2
  br i1 %9, label %10, label %33

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
  %19 = getelementptr inbounds [42 x ptr], ptr %12, i64 0, i64 %18
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %4, i64 -16
  store ptr %20, ptr %21, align 8
  store ptr %13, ptr %19, align 8
  br label %22

22:                                               ; preds = %3, %10
  store ptr null, ptr %1, align 8
  %23 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %2, ptr noundef null) #10
  %24 = icmp eq ptr %23, null
  br i1 %24, label %33, label %25

25:                                               ; preds = %22
  %26 = getelementptr inbounds %struct.node, ptr %23, i64 0, i32 2
  %27 = load i32, ptr %26, align 4
  %28 = zext nneg i32 %27 to i64
  %29 = shl i64 64, %28
  %30 = add i64 %29, -48
  %31 = getelementptr inbounds %struct.cell, ptr %1, i64 0, i32 1
  store i64 %30, ptr %31, align 8
  %32 = getelementptr inbounds i8, ptr %23, i64 48
  store ptr %32, ptr %1, align 8
  br label %33

33:                                               ; preds = %25, %22, %6
  %34 = phi ptr [ %4, %6 ], [ %32, %25 ], [ null, %22 ]
  ret ptr %34
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_vacate(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #4 {
  %3 = load ptr, ptr %1, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %17, label %5

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
  %14 = getelementptr inbounds [42 x ptr], ptr %7, i64 0, i64 %13
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %3, i64 -16
  store ptr %15, ptr %16, align 8
  store ptr %8, ptr %14, align 8
  br label %17

17:                                               ; preds = %5, %2
  store ptr null, ptr %1, align 8
  ret void
}

; Function Attrs: nounwind
define dso_local ptr @dlvm_frame(ptr nocapture noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %1, ptr noundef null) #10
  %4 = icmp eq ptr %3, null
  %5 = getelementptr inbounds i8, ptr %3, i64 48
  %6 = select i1 %4, ptr null, ptr %5
  ret ptr %6
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_leave(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #4 {
  %3 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %1, i64 -48
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, 1
  store i64 %7, ptr %5, align 8
  %8 = getelementptr inbounds i8, ptr %1, i64 -36
  %9 = load i32, ptr %8, align 4
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds [42 x ptr], ptr %4, i64 0, i64 %10
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %1, i64 -16
  store ptr %12, ptr %13, align 8
  store ptr %5, ptr %11, align 8
  ret void
}

; Function Attrs: nounwind
define dso_local void @dlvm_allocate(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, i64 noundef %2, ptr noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = icmp sgt i64 %2, -1
  br i1 %6, label %7, label %29

7:                                                ; preds = %5
  %8 = load i64, ptr %3, align 8
  %9 = tail call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %2, i64 %8)
  %10 = extractvalue { i64, i1 } %9, 1
  %11 = extractvalue { i64, i1 } %9, 0
  br i1 %10, label %29, label %12

12:                                               ; preds = %7
  %13 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %11, ptr noundef nonnull %3) #10
  %14 = icmp eq ptr %13, null
  br i1 %14, label %29, label %15

15:                                               ; preds = %12
  %16 = getelementptr inbounds i8, ptr %13, i64 48
  %17 = tail call ptr @memset(ptr noundef nonnull %16, i32 noundef 0, i64 noundef %11) #9
  %18 = icmp eq ptr %4, null
  %19 = select i1 %18, i64 1, i64 2
  %20 = getelementptr inbounds %struct.node, ptr %13, i64 0, i32 6
  store i64 %19, ptr %20, align 8
  %21 = icmp eq ptr %4, null
  br i1 %21, label %25, label %22

22:                                               ; preds = %15
  %23 = load ptr, ptr %4, align 8
  %24 = getelementptr inbounds %struct.node, ptr %13, i64 0, i32 5
  store ptr %23, ptr %24, align 8
  store ptr %13, ptr %4, align 8
  br label %25

25:                                               ; preds = %22, %15
  %26 = getelementptr inbounds i8, ptr %13, i64 48
  %27 = load i64, ptr %13, align 8
  %28 = getelementptr inbounds i8, ptr %26, i64 %11
  br label %29

29:                                               ; preds = %7, %5, %12, %25
  %30 = phi ptr [ %13, %25 ], [ null, %12 ], [ null, %5 ], [ null, %7 ]
  %31 = phi ptr [ %26, %25 ], [ null, %12 ], [ null, %5 ], [ null, %7 ]
  %32 = phi i64 [ %27, %25 ], [ 0, %12 ], [ 0, %5 ], [ 0, %7 ]
  %33 = phi ptr [ %28, %25 ], [ null, %12 ], [ null, %5 ], [ null, %7 ]
  store ptr %31, ptr %1, align 8
  %34 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  store ptr %30, ptr %34, align 8
  %35 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  store i64 %32, ptr %35, align 8
  %36 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 3
  store ptr %31, ptr %36, align 8
  %37 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 4
  store ptr %33, ptr %37, align 8
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64) #5

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local void @dlvm_free_chain(ptr nocapture noundef readonly %0, ptr noundef %1) local_unnamed_addr #3 {
  %3 = icmp eq ptr %1, null
  br i1 %3, label %109, label %4

4:                                                ; preds = %2
  %5 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  br label %6

6:                                                ; preds = %4, %107
  %7 = phi ptr [ %1, %4 ], [ %9, %107 ]
  %8 = getelementptr inbounds %struct.node, ptr %7, i64 0, i32 5
  %9 = load ptr, ptr %8, align 8
  %10 = load ptr, ptr %5, align 8
  store ptr null, ptr %8, align 8
  br label %11

11:                                               ; preds = %97, %6
  %12 = phi ptr [ %98, %97 ], [ %7, %6 ]
  %13 = getelementptr inbounds %struct.node, ptr %12, i64 0, i32 5
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds %struct.node, ptr %12, i64 0, i32 4
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %97, label %18

18:                                               ; preds = %11
  %19 = getelementptr inbounds %struct.kind, ptr %16, i64 0, i32 2
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %97, label %22

22:                                               ; preds = %18
  %23 = getelementptr inbounds %struct.node, ptr %12, i64 0, i32 3
  %24 = load i64, ptr %23, align 8
  %25 = add nsw i64 %24, 48
  %26 = getelementptr inbounds i8, ptr %12, i64 %25
  %27 = icmp sgt i64 %24, 0
  br i1 %27, label %28, label %97

28:                                               ; preds = %22
  %29 = getelementptr inbounds i8, ptr %12, i64 48
  %30 = icmp sgt i64 %20, 0
  %31 = load i64, ptr %16, align 8
  %32 = and i64 %20, 1
  %33 = icmp eq i64 %20, 1
  %34 = and i64 %20, 9223372036854775806
  %35 = icmp eq i64 %32, 0
  br label %36

36:                                               ; preds = %57, %28
  %37 = phi ptr [ %29, %28 ], [ %59, %57 ]
  %38 = phi ptr [ %14, %28 ], [ %58, %57 ]
  br i1 %30, label %39, label %57

39:                                               ; preds = %36
  br i1 %33, label %40, label %61

40:                                               ; preds = %92, %39
  %41 = phi ptr [ undef, %39 ], [ %93, %92 ]
  %42 = phi i64 [ 0, %39 ], [ %94, %92 ]
  %43 = phi ptr [ %38, %39 ], [ %93, %92 ]
  br i1 %35, label %57, label %44

44:                                               ; preds = %40
  %45 = getelementptr inbounds %struct.kind, ptr %16, i64 0, i32 3, i64 %42
  %46 = load i64, ptr %45, align 8
  %47 = getelementptr inbounds i8, ptr %37, i64 %46
  %48 = load ptr, ptr %47, align 8
  %49 = icmp eq ptr %48, null
  br i1 %49, label %57, label %50

50:                                               ; preds = %44
  %51 = getelementptr inbounds %struct.node, ptr %48, i64 0, i32 1
  %52 = load i32, ptr %51, align 8
  %53 = add i32 %52, -1
  store i32 %53, ptr %51, align 8
  %54 = icmp eq i32 %53, 0
  br i1 %54, label %55, label %57

55:                                               ; preds = %50
  %56 = getelementptr inbounds %struct.node, ptr %48, i64 0, i32 5
  store ptr %43, ptr %56, align 8
  br label %57

57:                                               ; preds = %40, %55, %50, %44, %36
  %58 = phi ptr [ %38, %36 ], [ %41, %40 ], [ %43, %50 ], [ %48, %55 ], [ %43, %44 ]
  %59 = getelementptr inbounds i8, ptr %37, i64 %31
  %60 = icmp ult ptr %59, %26
  br i1 %60, label %36, label %97

61:                                               ; preds = %39, %92
  %62 = phi i64 [ %94, %92 ], [ 0, %39 ]
  %63 = phi ptr [ %93, %92 ], [ %38, %39 ]
  %64 = phi i64 [ %95, %92 ], [ 0, %39 ]
  %65 = getelementptr inbounds %struct.kind, ptr %16, i64 0, i32 3, i64 %62
  %66 = load i64, ptr %65, align 8
  %67 = getelementptr inbounds i8, ptr %37, i64 %66
  %68 = load ptr, ptr %67, align 8
  %69 = icmp eq ptr %68, null
  br i1 %69, label %77, label %70

70:                                               ; preds = %61
  %71 = getelementptr inbounds %struct.node, ptr %68, i64 0, i32 1
  %72 = load i32, ptr %71, align 8
  %73 = add i32 %72, -1
  store i32 %73, ptr %71, align 8
  %74 = icmp eq i32 %73, 0
  br i1 %74, label %75, label %77

75:                                               ; preds = %70
  %76 = getelementptr inbounds %struct.node, ptr %68, i64 0, i32 5
  store ptr %63, ptr %76, align 8
  br label %77

77:                                               ; preds = %75, %70, %61
  %78 = phi ptr [ %63, %70 ], [ %68, %75 ], [ %63, %61 ]
  %79 = or disjoint i64 %62, 1
  %80 = getelementptr inbounds %struct.kind, ptr %16, i64 0, i32 3, i64 %79
  %81 = load i64, ptr %80, align 8
  %82 = getelementptr inbounds i8, ptr %37, i64 %81
  %83 = load ptr, ptr %82, align 8
  %84 = icmp eq ptr %83, null
  br i1 %84, label %92, label %85

85:                                               ; preds = %77
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

92:                                               ; preds = %90, %85, %77
  %93 = phi ptr [ %78, %85 ], [ %83, %90 ], [ %78, %77 ]
  %94 = add nuw nsw i64 %62, 2
  %95 = add i64 %64, 2
  %96 = icmp eq i64 %95, %34
  br i1 %96, label %40, label %61

97:                                               ; preds = %57, %22, %18, %11
  %98 = phi ptr [ %14, %18 ], [ %14, %11 ], [ %14, %22 ], [ %58, %57 ]
  %99 = load i64, ptr %12, align 8
  %100 = add i64 %99, 1
  store i64 %100, ptr %12, align 8
  %101 = getelementptr inbounds %struct.node, ptr %12, i64 0, i32 2
  %102 = load i32, ptr %101, align 4
  %103 = zext i32 %102 to i64
  %104 = getelementptr inbounds [42 x ptr], ptr %10, i64 0, i64 %103
  %105 = load ptr, ptr %104, align 8
  store ptr %105, ptr %13, align 8
  store ptr %12, ptr %104, align 8
  %106 = icmp eq ptr %98, null
  br i1 %106, label %107, label %11

107:                                              ; preds = %97
  %108 = icmp eq ptr %9, null
  br i1 %108, label %109, label %6

109:                                              ; preds = %107, %2
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
define dso_local noundef i32 @dlvm_deallocate(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #3 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %119, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %119

11:                                               ; preds = %6
  %12 = load ptr, ptr %1, align 8
  %13 = getelementptr inbounds i8, ptr %4, i64 48
  %14 = icmp eq ptr %12, %13
  br i1 %14, label %15, label %119

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 6
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 1
  br i1 %18, label %19, label %119

19:                                               ; preds = %15
  %20 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 5
  store ptr null, ptr %22, align 8
  br label %23

23:                                               ; preds = %109, %19
  %24 = phi ptr [ %110, %109 ], [ %4, %19 ]
  %25 = getelementptr inbounds %struct.node, ptr %24, i64 0, i32 5
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds %struct.node, ptr %24, i64 0, i32 4
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  br i1 %29, label %109, label %30

30:                                               ; preds = %23
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

109:                                              ; preds = %69, %34, %30, %23
  %110 = phi ptr [ %26, %30 ], [ %26, %23 ], [ %26, %34 ], [ %70, %69 ]
  %111 = load i64, ptr %24, align 8
  %112 = add i64 %111, 1
  store i64 %112, ptr %24, align 8
  %113 = getelementptr inbounds %struct.node, ptr %24, i64 0, i32 2
  %114 = load i32, ptr %113, align 4
  %115 = zext i32 %114 to i64
  %116 = getelementptr inbounds [42 x ptr], ptr %21, i64 0, i64 %115
  %117 = load ptr, ptr %116, align 8
  store ptr %117, ptr %25, align 8
  store ptr %24, ptr %116, align 8
  %118 = icmp eq ptr %110, null
  br i1 %118, label %119, label %23

119:                                              ; preds = %109, %2, %6, %11, %15
  %120 = phi i32 [ 0, %15 ], [ 0, %11 ], [ 0, %6 ], [ 0, %2 ], [ 1, %109 ]
  ret i32 %120
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_release_box(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #3 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %116, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %116

11:                                               ; preds = %6
  %12 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 1
  %13 = load i32, ptr %12, align 8
  %14 = add i32 %13, -1
  store i32 %14, ptr %12, align 8
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %116

16:                                               ; preds = %11
  %17 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds %struct.node, ptr %4, i64 0, i32 5
  store ptr null, ptr %19, align 8
  br label %20

20:                                               ; preds = %106, %16
  %21 = phi ptr [ %107, %106 ], [ %4, %16 ]
  %22 = getelementptr inbounds %struct.node, ptr %21, i64 0, i32 5
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds %struct.node, ptr %21, i64 0, i32 4
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %106, label %27

27:                                               ; preds = %20
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

106:                                              ; preds = %66, %31, %27, %20
  %107 = phi ptr [ %23, %27 ], [ %23, %20 ], [ %23, %31 ], [ %67, %66 ]
  %108 = load i64, ptr %21, align 8
  %109 = add i64 %108, 1
  store i64 %109, ptr %21, align 8
  %110 = getelementptr inbounds %struct.node, ptr %21, i64 0, i32 2
  %111 = load i32, ptr %110, align 4
  %112 = zext i32 %111 to i64
  %113 = getelementptr inbounds [42 x ptr], ptr %18, i64 0, i64 %112
  %114 = load ptr, ptr %113, align 8
  store ptr %114, ptr %22, align 8
  store ptr %21, ptr %113, align 8
  %115 = icmp eq ptr %107, null
  br i1 %115, label %116, label %20

116:                                              ; preds = %106, %2, %11, %6
  %117 = phi i32 [ 0, %6 ], [ 1, %11 ], [ 0, %2 ], [ 1, %106 ]
  ret i32 %117
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_retain_box(ptr nocapture noundef readonly %0) local_unnamed_addr #4 {
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
  br i1 %14, label %189, label %15

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

23:                                               ; preds = %17, %47
  %24 = phi i64 [ 0, %17 ], [ %48, %47 ]
  br i1 %18, label %25, label %47

25:                                               ; preds = %23
  %26 = mul nsw i64 %24, %6
  %27 = getelementptr inbounds i8, ptr %8, i64 %26
  br i1 %20, label %35, label %50

28:                                               ; preds = %47, %15
  %29 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %7, ptr noundef nonnull %4) #10
  %30 = icmp eq ptr %29, null
  br i1 %30, label %31, label %77

31:                                               ; preds = %28
  %32 = load ptr, ptr %2, align 8
  %33 = load ptr, ptr %1, align 8
  %34 = tail call ptr @memmove(ptr noundef %32, ptr noundef %33, i64 noundef %7) #9
  br label %191

35:                                               ; preds = %73, %25
  %36 = phi i64 [ 0, %25 ], [ %74, %73 ]
  br i1 %22, label %47, label %37

37:                                               ; preds = %35
  %38 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 3, i64 %36
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr inbounds i8, ptr %27, i64 %39
  %41 = load ptr, ptr %40, align 8
  %42 = icmp eq ptr %41, null
  br i1 %42, label %47, label %43

43:                                               ; preds = %37
  %44 = getelementptr inbounds %struct.node, ptr %41, i64 0, i32 1
  %45 = load i32, ptr %44, align 8
  %46 = add i32 %45, 1
  store i32 %46, ptr %44, align 8
  br label %47

47:                                               ; preds = %35, %43, %37, %23
  %48 = add nuw nsw i64 %24, 1
  %49 = icmp eq i64 %48, %3
  br i1 %49, label %28, label %23

50:                                               ; preds = %25, %73
  %51 = phi i64 [ %74, %73 ], [ 0, %25 ]
  %52 = phi i64 [ %75, %73 ], [ 0, %25 ]
  %53 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 3, i64 %51
  %54 = load i64, ptr %53, align 8
  %55 = getelementptr inbounds i8, ptr %27, i64 %54
  %56 = load ptr, ptr %55, align 8
  %57 = icmp eq ptr %56, null
  br i1 %57, label %62, label %58

58:                                               ; preds = %50
  %59 = getelementptr inbounds %struct.node, ptr %56, i64 0, i32 1
  %60 = load i32, ptr %59, align 8
  %61 = add i32 %60, 1
  store i32 %61, ptr %59, align 8
  br label %62

62:                                               ; preds = %50, %58
  %63 = or disjoint i64 %51, 1
  %64 = getelementptr inbounds %struct.kind, ptr %4, i64 0, i32 3, i64 %63
  %65 = load i64, ptr %64, align 8
  %66 = getelementptr inbounds i8, ptr %27, i64 %65
  %67 = load ptr, ptr %66, align 8
  %68 = icmp eq ptr %67, null
  br i1 %68, label %73, label %69

69:                                               ; preds = %62
  %70 = getelementptr inbounds %struct.node, ptr %67, i64 0, i32 1
  %71 = load i32, ptr %70, align 8
  %72 = add i32 %71, 1
  store i32 %72, ptr %70, align 8
  br label %73

73:                                               ; preds = %69, %62
  %74 = add nuw nsw i64 %51, 2
  %75 = add i64 %52, 2
  %76 = icmp eq i64 %75, %21
  br i1 %76, label %35, label %50

77:                                               ; preds = %28
  %78 = getelementptr inbounds i8, ptr %29, i64 48
  %79 = tail call ptr @memset(ptr noundef nonnull %78, i32 noundef 0, i64 noundef %7) #9
  %80 = load ptr, ptr %2, align 8
  %81 = tail call ptr @memcpy(ptr noundef nonnull %78, ptr noundef %80, i64 noundef %7) #9
  %82 = load ptr, ptr %2, align 8
  %83 = load ptr, ptr %1, align 8
  %84 = tail call ptr @memmove(ptr noundef %82, ptr noundef %83, i64 noundef %7) #9
  %85 = getelementptr inbounds %struct.node, ptr %29, i64 0, i32 1
  %86 = load i32, ptr %85, align 8
  %87 = add i32 %86, -1
  store i32 %87, ptr %85, align 8
  %88 = icmp eq i32 %87, 0
  br i1 %88, label %89, label %191

89:                                               ; preds = %77
  %90 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %91 = load ptr, ptr %90, align 8
  %92 = getelementptr inbounds %struct.node, ptr %29, i64 0, i32 5
  store ptr null, ptr %92, align 8
  br label %93

93:                                               ; preds = %179, %89
  %94 = phi ptr [ %180, %179 ], [ %29, %89 ]
  %95 = getelementptr inbounds %struct.node, ptr %94, i64 0, i32 5
  %96 = load ptr, ptr %95, align 8
  %97 = getelementptr inbounds %struct.node, ptr %94, i64 0, i32 4
  %98 = load ptr, ptr %97, align 8
  %99 = icmp eq ptr %98, null
  br i1 %99, label %179, label %100

100:                                              ; preds = %93
  %101 = getelementptr inbounds %struct.kind, ptr %98, i64 0, i32 2
  %102 = load i64, ptr %101, align 8
  %103 = icmp eq i64 %102, 0
  br i1 %103, label %179, label %104

104:                                              ; preds = %100
  %105 = getelementptr inbounds %struct.node, ptr %94, i64 0, i32 3
  %106 = load i64, ptr %105, align 8
  %107 = add nsw i64 %106, 48
  %108 = getelementptr inbounds i8, ptr %94, i64 %107
  %109 = icmp sgt i64 %106, 0
  br i1 %109, label %110, label %179

110:                                              ; preds = %104
  %111 = getelementptr inbounds i8, ptr %94, i64 48
  %112 = icmp sgt i64 %102, 0
  %113 = load i64, ptr %98, align 8
  %114 = and i64 %102, 1
  %115 = icmp eq i64 %102, 1
  %116 = and i64 %102, 9223372036854775806
  %117 = icmp eq i64 %114, 0
  br label %118

118:                                              ; preds = %139, %110
  %119 = phi ptr [ %111, %110 ], [ %141, %139 ]
  %120 = phi ptr [ %96, %110 ], [ %140, %139 ]
  br i1 %112, label %121, label %139

121:                                              ; preds = %118
  br i1 %115, label %122, label %143

122:                                              ; preds = %174, %121
  %123 = phi ptr [ undef, %121 ], [ %175, %174 ]
  %124 = phi i64 [ 0, %121 ], [ %176, %174 ]
  %125 = phi ptr [ %120, %121 ], [ %175, %174 ]
  br i1 %117, label %139, label %126

126:                                              ; preds = %122
  %127 = getelementptr inbounds %struct.kind, ptr %98, i64 0, i32 3, i64 %124
  %128 = load i64, ptr %127, align 8
  %129 = getelementptr inbounds i8, ptr %119, i64 %128
  %130 = load ptr, ptr %129, align 8
  %131 = icmp eq ptr %130, null
  br i1 %131, label %139, label %132

132:                                              ; preds = %126
  %133 = getelementptr inbounds %struct.node, ptr %130, i64 0, i32 1
  %134 = load i32, ptr %133, align 8
  %135 = add i32 %134, -1
  store i32 %135, ptr %133, align 8
  %136 = icmp eq i32 %135, 0
  br i1 %136, label %137, label %139

137:                                              ; preds = %132
  %138 = getelementptr inbounds %struct.node, ptr %130, i64 0, i32 5
  store ptr %125, ptr %138, align 8
  br label %139

139:                                              ; preds = %122, %137, %132, %126, %118
  %140 = phi ptr [ %120, %118 ], [ %123, %122 ], [ %125, %132 ], [ %130, %137 ], [ %125, %126 ]
  %141 = getelementptr inbounds i8, ptr %119, i64 %113
  %142 = icmp ult ptr %141, %108
  br i1 %142, label %118, label %179

143:                                              ; preds = %121, %174
  %144 = phi i64 [ %176, %174 ], [ 0, %121 ]
  %145 = phi ptr [ %175, %174 ], [ %120, %121 ]
  %146 = phi i64 [ %177, %174 ], [ 0, %121 ]
  %147 = getelementptr inbounds %struct.kind, ptr %98, i64 0, i32 3, i64 %144
  %148 = load i64, ptr %147, align 8
  %149 = getelementptr inbounds i8, ptr %119, i64 %148
  %150 = load ptr, ptr %149, align 8
  %151 = icmp eq ptr %150, null
  br i1 %151, label %159, label %152

152:                                              ; preds = %143
  %153 = getelementptr inbounds %struct.node, ptr %150, i64 0, i32 1
  %154 = load i32, ptr %153, align 8
  %155 = add i32 %154, -1
  store i32 %155, ptr %153, align 8
  %156 = icmp eq i32 %155, 0
  br i1 %156, label %157, label %159

157:                                              ; preds = %152
  %158 = getelementptr inbounds %struct.node, ptr %150, i64 0, i32 5
  store ptr %145, ptr %158, align 8
  br label %159

159:                                              ; preds = %157, %152, %143
  %160 = phi ptr [ %145, %152 ], [ %150, %157 ], [ %145, %143 ]
  %161 = or disjoint i64 %144, 1
  %162 = getelementptr inbounds %struct.kind, ptr %98, i64 0, i32 3, i64 %161
  %163 = load i64, ptr %162, align 8
  %164 = getelementptr inbounds i8, ptr %119, i64 %163
  %165 = load ptr, ptr %164, align 8
  %166 = icmp eq ptr %165, null
  br i1 %166, label %174, label %167

167:                                              ; preds = %159
  %168 = getelementptr inbounds %struct.node, ptr %165, i64 0, i32 1
  %169 = load i32, ptr %168, align 8
  %170 = add i32 %169, -1
  store i32 %170, ptr %168, align 8
  %171 = icmp eq i32 %170, 0
  br i1 %171, label %172, label %174

172:                                              ; preds = %167
  %173 = getelementptr inbounds %struct.node, ptr %165, i64 0, i32 5
  store ptr %160, ptr %173, align 8
  br label %174

174:                                              ; preds = %172, %167, %159
  %175 = phi ptr [ %160, %167 ], [ %165, %172 ], [ %160, %159 ]
  %176 = add nuw nsw i64 %144, 2
  %177 = add i64 %146, 2
  %178 = icmp eq i64 %177, %116
  br i1 %178, label %122, label %143

179:                                              ; preds = %139, %104, %100, %93
  %180 = phi ptr [ %96, %100 ], [ %96, %93 ], [ %96, %104 ], [ %140, %139 ]
  %181 = load i64, ptr %94, align 8
  %182 = add i64 %181, 1
  store i64 %182, ptr %94, align 8
  %183 = getelementptr inbounds %struct.node, ptr %94, i64 0, i32 2
  %184 = load i32, ptr %183, align 4
  %185 = zext i32 %184 to i64
  %186 = getelementptr inbounds [42 x ptr], ptr %91, i64 0, i64 %185
  %187 = load ptr, ptr %186, align 8
  store ptr %187, ptr %95, align 8
  store ptr %94, ptr %186, align 8
  %188 = icmp eq ptr %180, null
  br i1 %188, label %191, label %93

189:                                              ; preds = %11
  %190 = tail call ptr @memmove(ptr noundef %9, ptr noundef %8, i64 noundef %7) #9
  br label %191

191:                                              ; preds = %179, %77, %31, %189, %5
  ret void
}

declare ptr @memmove(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define dso_local noundef ptr @dlvm_push(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %21, label %7

7:                                                ; preds = %3
  %8 = load i64, ptr %5, align 8
  %9 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %8, %10
  br i1 %11, label %12, label %21

12:                                               ; preds = %7
  %13 = load i64, ptr %2, align 8
  %14 = tail call fastcc ptr @allocate(ptr noundef %0, i64 noundef %13, ptr noundef nonnull %2) #10
  %15 = icmp eq ptr %14, null
  br i1 %15, label %21, label %16

16:                                               ; preds = %12
  %17 = getelementptr inbounds i8, ptr %5, i64 48
  %18 = getelementptr inbounds i8, ptr %14, i64 48
  %19 = tail call ptr @memset(ptr noundef nonnull %18, i32 noundef 0, i64 noundef %13) #9
  %20 = load ptr, ptr %17, align 8
  store ptr %20, ptr %18, align 8
  store ptr %14, ptr %17, align 8
  br label %21

21:                                               ; preds = %12, %3, %16, %7
  %22 = phi ptr [ null, %7 ], [ %18, %16 ], [ null, %3 ], [ null, %12 ]
  ret ptr %22
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
define dso_local void @dlvm_pop(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #3 {
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
  br i1 %12, label %13, label %113

13:                                               ; preds = %2
  %14 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds %struct.node, ptr %6, i64 0, i32 5
  store ptr null, ptr %16, align 8
  br label %17

17:                                               ; preds = %103, %13
  %18 = phi ptr [ %104, %103 ], [ %6, %13 ]
  %19 = getelementptr inbounds %struct.node, ptr %18, i64 0, i32 5
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds %struct.node, ptr %18, i64 0, i32 4
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %103, label %24

24:                                               ; preds = %17
  %25 = getelementptr inbounds %struct.kind, ptr %22, i64 0, i32 2
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %103, label %28

28:                                               ; preds = %24
  %29 = getelementptr inbounds %struct.node, ptr %18, i64 0, i32 3
  %30 = load i64, ptr %29, align 8
  %31 = add nsw i64 %30, 48
  %32 = getelementptr inbounds i8, ptr %18, i64 %31
  %33 = icmp sgt i64 %30, 0
  br i1 %33, label %34, label %103

34:                                               ; preds = %28
  %35 = getelementptr inbounds i8, ptr %18, i64 48
  %36 = icmp sgt i64 %26, 0
  %37 = load i64, ptr %22, align 8
  %38 = and i64 %26, 1
  %39 = icmp eq i64 %26, 1
  %40 = and i64 %26, 9223372036854775806
  %41 = icmp eq i64 %38, 0
  br label %42

42:                                               ; preds = %63, %34
  %43 = phi ptr [ %35, %34 ], [ %65, %63 ]
  %44 = phi ptr [ %20, %34 ], [ %64, %63 ]
  br i1 %36, label %45, label %63

45:                                               ; preds = %42
  br i1 %39, label %46, label %67

46:                                               ; preds = %98, %45
  %47 = phi ptr [ undef, %45 ], [ %99, %98 ]
  %48 = phi i64 [ 0, %45 ], [ %100, %98 ]
  %49 = phi ptr [ %44, %45 ], [ %99, %98 ]
  br i1 %41, label %63, label %50

50:                                               ; preds = %46
  %51 = getelementptr inbounds %struct.kind, ptr %22, i64 0, i32 3, i64 %48
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr inbounds i8, ptr %43, i64 %52
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %54, null
  br i1 %55, label %63, label %56

56:                                               ; preds = %50
  %57 = getelementptr inbounds %struct.node, ptr %54, i64 0, i32 1
  %58 = load i32, ptr %57, align 8
  %59 = add i32 %58, -1
  store i32 %59, ptr %57, align 8
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %61, label %63

61:                                               ; preds = %56
  %62 = getelementptr inbounds %struct.node, ptr %54, i64 0, i32 5
  store ptr %49, ptr %62, align 8
  br label %63

63:                                               ; preds = %46, %61, %56, %50, %42
  %64 = phi ptr [ %44, %42 ], [ %47, %46 ], [ %49, %56 ], [ %54, %61 ], [ %49, %50 ]
  %65 = getelementptr inbounds i8, ptr %43, i64 %37
  %66 = icmp ult ptr %65, %32
  br i1 %66, label %42, label %103

67:                                               ; preds = %45, %98
  %68 = phi i64 [ %100, %98 ], [ 0, %45 ]
  %69 = phi ptr [ %99, %98 ], [ %44, %45 ]
  %70 = phi i64 [ %101, %98 ], [ 0, %45 ]
  %71 = getelementptr inbounds %struct.kind, ptr %22, i64 0, i32 3, i64 %68
  %72 = load i64, ptr %71, align 8
  %73 = getelementptr inbounds i8, ptr %43, i64 %72
  %74 = load ptr, ptr %73, align 8
  %75 = icmp eq ptr %74, null
  br i1 %75, label %83, label %76

76:                                               ; preds = %67
  %77 = getelementptr inbounds %struct.node, ptr %74, i64 0, i32 1
  %78 = load i32, ptr %77, align 8
  %79 = add i32 %78, -1
  store i32 %79, ptr %77, align 8
  %80 = icmp eq i32 %79, 0
  br i1 %80, label %81, label %83

81:                                               ; preds = %76
  %82 = getelementptr inbounds %struct.node, ptr %74, i64 0, i32 5
  store ptr %69, ptr %82, align 8
  br label %83

83:                                               ; preds = %81, %76, %67
  %84 = phi ptr [ %69, %76 ], [ %74, %81 ], [ %69, %67 ]
  %85 = or disjoint i64 %68, 1
  %86 = getelementptr inbounds %struct.kind, ptr %22, i64 0, i32 3, i64 %85
  %87 = load i64, ptr %86, align 8
  %88 = getelementptr inbounds i8, ptr %43, i64 %87
  %89 = load ptr, ptr %88, align 8
  %90 = icmp eq ptr %89, null
  br i1 %90, label %98, label %91

91:                                               ; preds = %83
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

98:                                               ; preds = %96, %91, %83
  %99 = phi ptr [ %84, %91 ], [ %89, %96 ], [ %84, %83 ]
  %100 = add nuw nsw i64 %68, 2
  %101 = add i64 %70, 2
  %102 = icmp eq i64 %101, %40
  br i1 %102, label %46, label %67

103:                                              ; preds = %63, %28, %24, %17
  %104 = phi ptr [ %20, %24 ], [ %20, %17 ], [ %20, %28 ], [ %64, %63 ]
  %105 = load i64, ptr %18, align 8
  %106 = add i64 %105, 1
  store i64 %106, ptr %18, align 8
  %107 = getelementptr inbounds %struct.node, ptr %18, i64 0, i32 2
  %108 = load i32, ptr %107, align 4
  %109 = zext i32 %108 to i64
  %110 = getelementptr inbounds [42 x ptr], ptr %15, i64 0, i64 %109
  %111 = load ptr, ptr %110, align 8
  store ptr %111, ptr %19, align 8
  store ptr %18, ptr %110, align 8
  %112 = icmp eq ptr %104, null
  br i1 %112, label %113, label %17

113:                                              ; preds = %103, %2
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define dso_local noundef i32 @dlvm_destroy_stack(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #3 {
  %3 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %234, label %6

6:                                                ; preds = %2
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds %struct.reference, ptr %1, i64 0, i32 2
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %234

11:                                               ; preds = %6
  %12 = getelementptr inbounds i8, ptr %4, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %133, label %15

15:                                               ; preds = %11
  %16 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  br label %17

17:                                               ; preds = %15, %128
  %18 = phi ptr [ %4, %15 ], [ %129, %128 ]
  %19 = phi ptr [ %13, %15 ], [ %131, %128 ]
  %20 = phi ptr [ %12, %15 ], [ %130, %128 ]
  %21 = getelementptr inbounds i8, ptr %19, i64 48
  %22 = load ptr, ptr %21, align 8
  store ptr %22, ptr %20, align 8
  %23 = getelementptr inbounds %struct.node, ptr %19, i64 0, i32 1
  %24 = load i32, ptr %23, align 8
  %25 = add i32 %24, -1
  store i32 %25, ptr %23, align 8
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %128

27:                                               ; preds = %17
  %28 = load ptr, ptr %16, align 8
  %29 = getelementptr inbounds %struct.node, ptr %19, i64 0, i32 5
  store ptr null, ptr %29, align 8
  br label %30

30:                                               ; preds = %116, %27
  %31 = phi ptr [ %117, %116 ], [ %19, %27 ]
  %32 = getelementptr inbounds %struct.node, ptr %31, i64 0, i32 5
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds %struct.node, ptr %31, i64 0, i32 4
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %35, null
  br i1 %36, label %116, label %37

37:                                               ; preds = %30
  %38 = getelementptr inbounds %struct.kind, ptr %35, i64 0, i32 2
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %116, label %41

41:                                               ; preds = %37
  %42 = getelementptr inbounds %struct.node, ptr %31, i64 0, i32 3
  %43 = load i64, ptr %42, align 8
  %44 = add nsw i64 %43, 48
  %45 = getelementptr inbounds i8, ptr %31, i64 %44
  %46 = icmp sgt i64 %43, 0
  br i1 %46, label %47, label %116

47:                                               ; preds = %41
  %48 = getelementptr inbounds i8, ptr %31, i64 48
  %49 = icmp sgt i64 %39, 0
  %50 = load i64, ptr %35, align 8
  %51 = and i64 %39, 1
  %52 = icmp eq i64 %39, 1
  %53 = and i64 %39, 9223372036854775806
  %54 = icmp eq i64 %51, 0
  br label %55

55:                                               ; preds = %76, %47
  %56 = phi ptr [ %48, %47 ], [ %78, %76 ]
  %57 = phi ptr [ %33, %47 ], [ %77, %76 ]
  br i1 %49, label %58, label %76

58:                                               ; preds = %55
  br i1 %52, label %59, label %80

59:                                               ; preds = %111, %58
  %60 = phi ptr [ undef, %58 ], [ %112, %111 ]
  %61 = phi i64 [ 0, %58 ], [ %113, %111 ]
  %62 = phi ptr [ %57, %58 ], [ %112, %111 ]
  br i1 %54, label %76, label %63

63:                                               ; preds = %59
  %64 = getelementptr inbounds %struct.kind, ptr %35, i64 0, i32 3, i64 %61
  %65 = load i64, ptr %64, align 8
  %66 = getelementptr inbounds i8, ptr %56, i64 %65
  %67 = load ptr, ptr %66, align 8
  %68 = icmp eq ptr %67, null
  br i1 %68, label %76, label %69

69:                                               ; preds = %63
  %70 = getelementptr inbounds %struct.node, ptr %67, i64 0, i32 1
  %71 = load i32, ptr %70, align 8
  %72 = add i32 %71, -1
  store i32 %72, ptr %70, align 8
  %73 = icmp eq i32 %72, 0
  br i1 %73, label %74, label %76

74:                                               ; preds = %69
  %75 = getelementptr inbounds %struct.node, ptr %67, i64 0, i32 5
  store ptr %62, ptr %75, align 8
  br label %76

76:                                               ; preds = %59, %74, %69, %63, %55
  %77 = phi ptr [ %57, %55 ], [ %60, %59 ], [ %62, %69 ], [ %67, %74 ], [ %62, %63 ]
  %78 = getelementptr inbounds i8, ptr %56, i64 %50
  %79 = icmp ult ptr %78, %45
  br i1 %79, label %55, label %116

80:                                               ; preds = %58, %111
  %81 = phi i64 [ %113, %111 ], [ 0, %58 ]
  %82 = phi ptr [ %112, %111 ], [ %57, %58 ]
  %83 = phi i64 [ %114, %111 ], [ 0, %58 ]
  %84 = getelementptr inbounds %struct.kind, ptr %35, i64 0, i32 3, i64 %81
  %85 = load i64, ptr %84, align 8
  %86 = getelementptr inbounds i8, ptr %56, i64 %85
  %87 = load ptr, ptr %86, align 8
  %88 = icmp eq ptr %87, null
  br i1 %88, label %96, label %89

89:                                               ; preds = %80
  %90 = getelementptr inbounds %struct.node, ptr %87, i64 0, i32 1
  %91 = load i32, ptr %90, align 8
  %92 = add i32 %91, -1
  store i32 %92, ptr %90, align 8
  %93 = icmp eq i32 %92, 0
  br i1 %93, label %94, label %96

94:                                               ; preds = %89
  %95 = getelementptr inbounds %struct.node, ptr %87, i64 0, i32 5
  store ptr %82, ptr %95, align 8
  br label %96

96:                                               ; preds = %94, %89, %80
  %97 = phi ptr [ %82, %89 ], [ %87, %94 ], [ %82, %80 ]
  %98 = or disjoint i64 %81, 1
  %99 = getelementptr inbounds %struct.kind, ptr %35, i64 0, i32 3, i64 %98
  %100 = load i64, ptr %99, align 8
  %101 = getelementptr inbounds i8, ptr %56, i64 %100
  %102 = load ptr, ptr %101, align 8
  %103 = icmp eq ptr %102, null
  br i1 %103, label %111, label %104

104:                                              ; preds = %96
  %105 = getelementptr inbounds %struct.node, ptr %102, i64 0, i32 1
  %106 = load i32, ptr %105, align 8
  %107 = add i32 %106, -1
  store i32 %107, ptr %105, align 8
  %108 = icmp eq i32 %107, 0
  br i1 %108, label %109, label %111

109:                                              ; preds = %104
  %110 = getelementptr inbounds %struct.node, ptr %102, i64 0, i32 5
  store ptr %97, ptr %110, align 8
  br label %111

111:                                              ; preds = %109, %104, %96
  %112 = phi ptr [ %97, %104 ], [ %102, %109 ], [ %97, %96 ]
  %113 = add nuw nsw i64 %81, 2
  %114 = add i64 %83, 2
  %115 = icmp eq i64 %114, %53
  br i1 %115, label %59, label %80

116:                                              ; preds = %76, %41, %37, %30
  %117 = phi ptr [ %33, %37 ], [ %33, %30 ], [ %33, %41 ], [ %77, %76 ]
  %118 = load i64, ptr %31, align 8
  %119 = add i64 %118, 1
  store i64 %119, ptr %31, align 8
  %120 = getelementptr inbounds %struct.node, ptr %31, i64 0, i32 2
  %121 = load i32, ptr %120, align 4
  %122 = zext i32 %121 to i64
  %123 = getelementptr inbounds [42 x ptr], ptr %28, i64 0, i64 %122
  %124 = load ptr, ptr %123, align 8
  store ptr %124, ptr %32, align 8
  store ptr %31, ptr %123, align 8
  %125 = icmp eq ptr %117, null
  br i1 %125, label %126, label %30

126:                                              ; preds = %116
  %127 = load ptr, ptr %3, align 8
  br label %128

128:                                              ; preds = %126, %17
  %129 = phi ptr [ %127, %126 ], [ %18, %17 ]
  %130 = getelementptr inbounds i8, ptr %129, i64 48
  %131 = load ptr, ptr %130, align 8
  %132 = icmp eq ptr %131, null
  br i1 %132, label %133, label %17

133:                                              ; preds = %128, %11
  %134 = phi ptr [ %4, %11 ], [ %129, %128 ]
  %135 = getelementptr inbounds %struct.context, ptr %0, i64 0, i32 4
  %136 = load ptr, ptr %135, align 8
  %137 = getelementptr inbounds %struct.node, ptr %134, i64 0, i32 5
  store ptr null, ptr %137, align 8
  br label %138

138:                                              ; preds = %224, %133
  %139 = phi ptr [ %225, %224 ], [ %134, %133 ]
  %140 = getelementptr inbounds %struct.node, ptr %139, i64 0, i32 5
  %141 = load ptr, ptr %140, align 8
  %142 = getelementptr inbounds %struct.node, ptr %139, i64 0, i32 4
  %143 = load ptr, ptr %142, align 8
  %144 = icmp eq ptr %143, null
  br i1 %144, label %224, label %145

145:                                              ; preds = %138
  %146 = getelementptr inbounds %struct.kind, ptr %143, i64 0, i32 2
  %147 = load i64, ptr %146, align 8
  %148 = icmp eq i64 %147, 0
  br i1 %148, label %224, label %149

149:                                              ; preds = %145
  %150 = getelementptr inbounds %struct.node, ptr %139, i64 0, i32 3
  %151 = load i64, ptr %150, align 8
  %152 = add nsw i64 %151, 48
  %153 = getelementptr inbounds i8, ptr %139, i64 %152
  %154 = icmp sgt i64 %151, 0
  br i1 %154, label %155, label %224

155:                                              ; preds = %149
  %156 = getelementptr inbounds i8, ptr %139, i64 48
  %157 = icmp sgt i64 %147, 0
  %158 = load i64, ptr %143, align 8
  %159 = and i64 %147, 1
  %160 = icmp eq i64 %147, 1
  %161 = and i64 %147, 9223372036854775806
  %162 = icmp eq i64 %159, 0
  br label %163

163:                                              ; preds = %184, %155
  %164 = phi ptr [ %156, %155 ], [ %186, %184 ]
  %165 = phi ptr [ %141, %155 ], [ %185, %184 ]
  br i1 %157, label %166, label %184

166:                                              ; preds = %163
  br i1 %160, label %167, label %188

167:                                              ; preds = %219, %166
  %168 = phi ptr [ undef, %166 ], [ %220, %219 ]
  %169 = phi i64 [ 0, %166 ], [ %221, %219 ]
  %170 = phi ptr [ %165, %166 ], [ %220, %219 ]
  br i1 %162, label %184, label %171

171:                                              ; preds = %167
  %172 = getelementptr inbounds %struct.kind, ptr %143, i64 0, i32 3, i64 %169
  %173 = load i64, ptr %172, align 8
  %174 = getelementptr inbounds i8, ptr %164, i64 %173
  %175 = load ptr, ptr %174, align 8
  %176 = icmp eq ptr %175, null
  br i1 %176, label %184, label %177

177:                                              ; preds = %171
  %178 = getelementptr inbounds %struct.node, ptr %175, i64 0, i32 1
  %179 = load i32, ptr %178, align 8
  %180 = add i32 %179, -1
  store i32 %180, ptr %178, align 8
  %181 = icmp eq i32 %180, 0
  br i1 %181, label %182, label %184

182:                                              ; preds = %177
  %183 = getelementptr inbounds %struct.node, ptr %175, i64 0, i32 5
  store ptr %170, ptr %183, align 8
  br label %184

184:                                              ; preds = %167, %182, %177, %171, %163
  %185 = phi ptr [ %165, %163 ], [ %168, %167 ], [ %170, %177 ], [ %175, %182 ], [ %170, %171 ]
  %186 = getelementptr inbounds i8, ptr %164, i64 %158
  %187 = icmp ult ptr %186, %153
  br i1 %187, label %163, label %224

188:                                              ; preds = %166, %219
  %189 = phi i64 [ %221, %219 ], [ 0, %166 ]
  %190 = phi ptr [ %220, %219 ], [ %165, %166 ]
  %191 = phi i64 [ %222, %219 ], [ 0, %166 ]
  %192 = getelementptr inbounds %struct.kind, ptr %143, i64 0, i32 3, i64 %189
  %193 = load i64, ptr %192, align 8
  %194 = getelementptr inbounds i8, ptr %164, i64 %193
  %195 = load ptr, ptr %194, align 8
  %196 = icmp eq ptr %195, null
  br i1 %196, label %204, label %197

197:                                              ; preds = %188
  %198 = getelementptr inbounds %struct.node, ptr %195, i64 0, i32 1
  %199 = load i32, ptr %198, align 8
  %200 = add i32 %199, -1
  store i32 %200, ptr %198, align 8
  %201 = icmp eq i32 %200, 0
  br i1 %201, label %202, label %204

202:                                              ; preds = %197
  %203 = getelementptr inbounds %struct.node, ptr %195, i64 0, i32 5
  store ptr %190, ptr %203, align 8
  br label %204

204:                                              ; preds = %202, %197, %188
  %205 = phi ptr [ %190, %197 ], [ %195, %202 ], [ %190, %188 ]
  %206 = or disjoint i64 %189, 1
  %207 = getelementptr inbounds %struct.kind, ptr %143, i64 0, i32 3, i64 %206
  %208 = load i64, ptr %207, align 8
  %209 = getelementptr inbounds i8, ptr %164, i64 %208
  %210 = load ptr, ptr %209, align 8
  %211 = icmp eq ptr %210, null
  br i1 %211, label %219, label %212

212:                                              ; preds = %204
  %213 = getelementptr inbounds %struct.node, ptr %210, i64 0, i32 1
  %214 = load i32, ptr %213, align 8
  %215 = add i32 %214, -1
  store i32 %215, ptr %213, align 8
  %216 = icmp eq i32 %215, 0
  br i1 %216, label %217, label %219

217:                                              ; preds = %212
  %218 = getelementptr inbounds %struct.node, ptr %210, i64 0, i32 5
  store ptr %205, ptr %218, align 8
  br label %219

219:                                              ; preds = %217, %212, %204
  %220 = phi ptr [ %205, %212 ], [ %210, %217 ], [ %205, %204 ]
  %221 = add nuw nsw i64 %189, 2
  %222 = add i64 %191, 2
  %223 = icmp eq i64 %222, %161
  br i1 %223, label %167, label %188

224:                                              ; preds = %184, %149, %145, %138
  %225 = phi ptr [ %141, %145 ], [ %141, %138 ], [ %141, %149 ], [ %185, %184 ]
  %226 = load i64, ptr %139, align 8
  %227 = add i64 %226, 1
  store i64 %227, ptr %139, align 8
  %228 = getelementptr inbounds %struct.node, ptr %139, i64 0, i32 2
  %229 = load i32, ptr %228, align 4
  %230 = zext i32 %229 to i64
  %231 = getelementptr inbounds [42 x ptr], ptr %136, i64 0, i64 %230
  %232 = load ptr, ptr %231, align 8
  store ptr %232, ptr %140, align 8
  store ptr %139, ptr %231, align 8
  %233 = icmp eq ptr %225, null
  br i1 %233, label %234, label %138

234:                                              ; preds = %224, %2, %6
  %235 = phi i32 [ 0, %6 ], [ 0, %2 ], [ 1, %224 ]
  ret i32 %235
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define dso_local ptr @dlvm_stack_pointer() local_unnamed_addr #7 {
  %1 = tail call ptr @llvm.frameaddress.p0(i32 0)
  ret ptr %1
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.frameaddress.p0(i32 immarg) #8

declare ptr @malloc(i64 noundef) local_unnamed_addr #1

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #9 = { nobuiltin nounwind "no-builtins" }
attributes #10 = { nobuiltin "no-builtins" }
