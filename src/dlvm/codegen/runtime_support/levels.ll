; Function Attrs: nounwind
define dso_local i32 @dlvm_level() local_unnamed_addr #0 {
  %1 = tail call { i32, i32, i32, i32 } asm sideeffect "cpuid", "={ax},={bx},={cx},={dx},0,2,~{dirflag},~{fpsr},~{flags}"(i32 0, i32 0) #1
  %2 = extractvalue { i32, i32, i32, i32 } %1, 0
  %3 = icmp ult i32 %2, 7
  br i1 %3, label %37, label %4

4:                                                ; preds = %0
  %5 = tail call { i32, i32, i32, i32 } asm sideeffect "cpuid", "={ax},={bx},={cx},={dx},0,2,~{dirflag},~{fpsr},~{flags}"(i32 1, i32 0) #1
  %6 = extractvalue { i32, i32, i32, i32 } %5, 2
  %7 = and i32 %6, 943722496
  %8 = icmp eq i32 %7, 943722496
  br i1 %8, label %9, label %37

9:                                                ; preds = %4
  %10 = tail call { i32, i32 } asm sideeffect "xgetbv", "={ax},={dx},{cx},~{dirflag},~{fpsr},~{flags}"(i32 0) #1
  %11 = extractvalue { i32, i32 } %10, 0
  %12 = and i32 %11, 6
  %13 = icmp eq i32 %12, 6
  br i1 %13, label %14, label %37

14:                                               ; preds = %9
  %15 = tail call { i32, i32, i32, i32 } asm sideeffect "cpuid", "={ax},={bx},={cx},={dx},0,2,~{dirflag},~{fpsr},~{flags}"(i32 7, i32 0) #1
  %16 = extractvalue { i32, i32, i32, i32 } %15, 1
  %17 = and i32 %16, 296
  %18 = icmp eq i32 %17, 296
  br i1 %18, label %19, label %37

19:                                               ; preds = %14
  %20 = tail call { i32, i32, i32, i32 } asm sideeffect "cpuid", "={ax},={bx},={cx},={dx},0,2,~{dirflag},~{fpsr},~{flags}"(i32 -2147483648, i32 0) #1
  %21 = extractvalue { i32, i32, i32, i32 } %20, 0
  %22 = icmp ult i32 %21, -2147483647
  br i1 %22, label %37, label %23

23:                                               ; preds = %19
  %24 = tail call { i32, i32, i32, i32 } asm sideeffect "cpuid", "={ax},={bx},={cx},={dx},0,2,~{dirflag},~{fpsr},~{flags}"(i32 -2147483647, i32 0) #1
  %25 = extractvalue { i32, i32, i32, i32 } %24, 2
  %26 = and i32 %25, 32
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %37, label %28

28:                                               ; preds = %23
  %29 = and i32 %16, -805109760
  %30 = icmp eq i32 %29, -805109760
  br i1 %30, label %31, label %37

31:                                               ; preds = %28
  %32 = tail call { i32, i32 } asm sideeffect "xgetbv", "={ax},={dx},{cx},~{dirflag},~{fpsr},~{flags}"(i32 0) #1
  %33 = extractvalue { i32, i32 } %32, 0
  %34 = and i32 %33, 230
  %35 = icmp eq i32 %34, 230
  %36 = select i1 %35, i32 4, i32 3
  br label %37

37:                                               ; preds = %23, %19, %14, %31, %28, %0, %4, %9
  %38 = phi i32 [ 2, %9 ], [ 2, %4 ], [ 2, %0 ], [ 2, %23 ], [ 2, %19 ], [ 2, %14 ], [ 3, %28 ], [ %36, %31 ]
  ret i32 %38
}

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { nounwind }
