; Function Attrs: nounwind
define dso_local double @lgamma(double noundef %0) local_unnamed_addr #0 {
  %2 = fcmp uno double %0, 0.000000e+00
  br i1 %2, label %37, label %3

3:                                                ; preds = %1
  %4 = fcmp olt double %0, 0.000000e+00
  %5 = fneg double %0
  %6 = select i1 %4, double %5, double %0
  %7 = fcmp ogt double %6, 3.000000e+305
  br i1 %7, label %37, label %8

8:                                                ; preds = %3
  %9 = fcmp ogt double %0, 0.000000e+00
  br i1 %9, label %10, label %12

10:                                               ; preds = %8
  %11 = tail call fastcc double @of_positive(double noundef %0) #3
  br label %37

12:                                               ; preds = %8
  %13 = fcmp olt double %6, 0x3BC79CA10C924223
  br i1 %13, label %14, label %19

14:                                               ; preds = %12
  %15 = fcmp oeq double %6, 0.000000e+00
  br i1 %15, label %37, label %16

16:                                               ; preds = %14
  %17 = tail call double @log(double noundef %6) #4
  %18 = fneg double %17
  br label %37

19:                                               ; preds = %12
  %20 = fcmp olt double %6, 0x4330000000000000
  %21 = fptosi double %6 to i64
  %22 = sitofp i64 %21 to double
  %23 = fsub double %6, %22
  %24 = select i1 %20, double %23, double 0.000000e+00
  %25 = fcmp oeq double %24, 0.000000e+00
  br i1 %25, label %37, label %26

26:                                               ; preds = %19
  %27 = fcmp ogt double %24, 5.000000e-01
  %28 = fsub double 1.000000e+00, %24
  %29 = select i1 %27, double %28, double %24
  %30 = fmul double %29, 0x400921FB54442D18
  %31 = tail call double @sin(double noundef %30) #4
  %32 = fmul double %6, %31
  %33 = fdiv double 0x400921FB54442D18, %32
  %34 = tail call double @log(double noundef %33) #4
  %35 = tail call fastcc double @of_positive(double noundef %6) #3
  %36 = fsub double %34, %35
  br label %37

37:                                               ; preds = %10, %3, %14, %16, %19, %26, %1
  %38 = phi double [ %0, %1 ], [ %11, %10 ], [ 0x7FF0000000000000, %3 ], [ %18, %16 ], [ 0x7FF0000000000000, %14 ], [ %36, %26 ], [ 0x7FF0000000000000, %19 ]
  ret double %38
}

; Function Attrs: nounwind
define internal fastcc double @of_positive(double noundef %0) unnamed_addr #0 {
  %2 = fcmp olt double %0, 5.000000e-01
  br i1 %2, label %3, label %35

3:                                                ; preds = %1
  %4 = tail call double @llvm.fmuladd.f64(double %0, double 0.000000e+00, double 0x3E03B15D2B2FC10C)
  %5 = tail call double @llvm.fmuladd.f64(double %0, double %4, double 0xBE147B1679258D0E)
  %6 = tail call double @llvm.fmuladd.f64(double %0, double %5, double 0x3E2555A877FFD2C3)
  %7 = tail call double @llvm.fmuladd.f64(double %0, double %6, double 0xBE36434A8447AEAD)
  %8 = tail call double @llvm.fmuladd.f64(double %0, double %7, double 0x3E47469DACCFADCD)
  %9 = tail call double @llvm.fmuladd.f64(double %0, double %8, double 0xBE5862C734DF3EAC)
  %10 = tail call double @llvm.fmuladd.f64(double %0, double %9, double 0x3E699B93C2070B0F)
  %11 = tail call double @llvm.fmuladd.f64(double %0, double %10, double 0xBE7AF5A6CBBF8A97)
  %12 = tail call double @llvm.fmuladd.f64(double %0, double %11, double 0x3E8C76BBB3F07A4D)
  %13 = tail call double @llvm.fmuladd.f64(double %0, double %12, double 0xBE9E2600D93CFD2F)
  %14 = tail call double @llvm.fmuladd.f64(double %0, double %13, double 0x3EB0064CDEB22F0F)
  %15 = tail call double @llvm.fmuladd.f64(double %0, double %14, double 0xBEC11B2EB7679541)
  %16 = tail call double @llvm.fmuladd.f64(double %0, double %15, double 0x3ED2597A39F34AAC)
  %17 = tail call double @llvm.fmuladd.f64(double %0, double %16, double 0xBEE3CBC963CE2243)
  %18 = tail call double @llvm.fmuladd.f64(double %0, double %17, double 0x3EF580DCEE66EB02)
  %19 = tail call double @llvm.fmuladd.f64(double %0, double %18, double 0xBF078DE5BD7C81EF)
  %20 = tail call double @llvm.fmuladd.f64(double %0, double %19, double 0x3F1A127B0F17D65A)
  %21 = tail call double @llvm.fmuladd.f64(double %0, double %20, double 0xBF2D3FD4C76D2FC8)
  %22 = tail call double @llvm.fmuladd.f64(double %0, double %21, double 0x3F40B36AF86396E9)
  %23 = tail call double @llvm.fmuladd.f64(double %0, double %22, double 0xBF538AC5C2BF8E08)
  %24 = tail call double @llvm.fmuladd.f64(double %0, double %23, double 0x3F67ADD6EADB6C30)
  %25 = tail call double @llvm.fmuladd.f64(double %0, double %24, double 0xBF7E404FC218F5F2)
  %26 = tail call double @llvm.fmuladd.f64(double %0, double %25, double 0x3F951322AC7D8483)
  %27 = tail call double @llvm.fmuladd.f64(double %0, double %26, double 0xBFB13E001A557607)
  %28 = tail call double @llvm.fmuladd.f64(double %0, double %27, double 0x3FD4A34CC4A60FA6)
  %29 = tail call double @llvm.fmuladd.f64(double %0, double %28, double 0x3FDB0EE6072093CE)
  %30 = fmul double %29, %0
  %31 = tail call double @log1p(double noundef %0) #4
  %32 = fsub double %30, %31
  %33 = tail call double @log(double noundef %0) #4
  %34 = fsub double %32, %33
  br label %128

35:                                               ; preds = %1
  %36 = fcmp olt double %0, 1.500000e+00
  br i1 %36, label %37, label %68

37:                                               ; preds = %35
  %38 = fadd double %0, -1.000000e+00
  %39 = tail call double @llvm.fmuladd.f64(double %38, double 0.000000e+00, double 0x3E03B15D2B2FC10C)
  %40 = tail call double @llvm.fmuladd.f64(double %38, double %39, double 0xBE147B1679258D0E)
  %41 = tail call double @llvm.fmuladd.f64(double %38, double %40, double 0x3E2555A877FFD2C3)
  %42 = tail call double @llvm.fmuladd.f64(double %38, double %41, double 0xBE36434A8447AEAD)
  %43 = tail call double @llvm.fmuladd.f64(double %38, double %42, double 0x3E47469DACCFADCD)
  %44 = tail call double @llvm.fmuladd.f64(double %38, double %43, double 0xBE5862C734DF3EAC)
  %45 = tail call double @llvm.fmuladd.f64(double %38, double %44, double 0x3E699B93C2070B0F)
  %46 = tail call double @llvm.fmuladd.f64(double %38, double %45, double 0xBE7AF5A6CBBF8A97)
  %47 = tail call double @llvm.fmuladd.f64(double %38, double %46, double 0x3E8C76BBB3F07A4D)
  %48 = tail call double @llvm.fmuladd.f64(double %38, double %47, double 0xBE9E2600D93CFD2F)
  %49 = tail call double @llvm.fmuladd.f64(double %38, double %48, double 0x3EB0064CDEB22F0F)
  %50 = tail call double @llvm.fmuladd.f64(double %38, double %49, double 0xBEC11B2EB7679541)
  %51 = tail call double @llvm.fmuladd.f64(double %38, double %50, double 0x3ED2597A39F34AAC)
  %52 = tail call double @llvm.fmuladd.f64(double %38, double %51, double 0xBEE3CBC963CE2243)
  %53 = tail call double @llvm.fmuladd.f64(double %38, double %52, double 0x3EF580DCEE66EB02)
  %54 = tail call double @llvm.fmuladd.f64(double %38, double %53, double 0xBF078DE5BD7C81EF)
  %55 = tail call double @llvm.fmuladd.f64(double %38, double %54, double 0x3F1A127B0F17D65A)
  %56 = tail call double @llvm.fmuladd.f64(double %38, double %55, double 0xBF2D3FD4C76D2FC8)
  %57 = tail call double @llvm.fmuladd.f64(double %38, double %56, double 0x3F40B36AF86396E9)
  %58 = tail call double @llvm.fmuladd.f64(double %38, double %57, double 0xBF538AC5C2BF8E08)
  %59 = tail call double @llvm.fmuladd.f64(double %38, double %58, double 0x3F67ADD6EADB6C30)
  %60 = tail call double @llvm.fmuladd.f64(double %38, double %59, double 0xBF7E404FC218F5F2)
  %61 = tail call double @llvm.fmuladd.f64(double %38, double %60, double 0x3F951322AC7D8483)
  %62 = tail call double @llvm.fmuladd.f64(double %38, double %61, double 0xBFB13E001A557607)
  %63 = tail call double @llvm.fmuladd.f64(double %38, double %62, double 0x3FD4A34CC4A60FA6)
  %64 = tail call double @llvm.fmuladd.f64(double %38, double %63, double 0x3FDB0EE6072093CE)
  %65 = fmul double %38, %64
  %66 = tail call double @log1p(double noundef %38) #4
  %67 = fsub double %65, %66
  br label %128

68:                                               ; preds = %35
  %69 = fcmp olt double %0, 1.000000e+01
  br i1 %69, label %70, label %111

70:                                               ; preds = %68
  %71 = fcmp ult double %0, 2.500000e+00
  br i1 %71, label %78, label %72

72:                                               ; preds = %70, %72
  %73 = phi double [ %75, %72 ], [ %0, %70 ]
  %74 = phi double [ %76, %72 ], [ 1.000000e+00, %70 ]
  %75 = fadd double %73, -1.000000e+00
  %76 = fmul double %74, %75
  %77 = fcmp ult double %75, 2.500000e+00
  br i1 %77, label %78, label %72

78:                                               ; preds = %72, %70
  %79 = phi double [ 1.000000e+00, %70 ], [ %76, %72 ]
  %80 = phi double [ %0, %70 ], [ %75, %72 ]
  %81 = fadd double %80, -2.000000e+00
  %82 = tail call double @llvm.fmuladd.f64(double %81, double 0.000000e+00, double 0x3E03B15D2B2FC10C)
  %83 = tail call double @llvm.fmuladd.f64(double %81, double %82, double 0xBE147B1679258D0E)
  %84 = tail call double @llvm.fmuladd.f64(double %81, double %83, double 0x3E2555A877FFD2C3)
  %85 = tail call double @llvm.fmuladd.f64(double %81, double %84, double 0xBE36434A8447AEAD)
  %86 = tail call double @llvm.fmuladd.f64(double %81, double %85, double 0x3E47469DACCFADCD)
  %87 = tail call double @llvm.fmuladd.f64(double %81, double %86, double 0xBE5862C734DF3EAC)
  %88 = tail call double @llvm.fmuladd.f64(double %81, double %87, double 0x3E699B93C2070B0F)
  %89 = tail call double @llvm.fmuladd.f64(double %81, double %88, double 0xBE7AF5A6CBBF8A97)
  %90 = tail call double @llvm.fmuladd.f64(double %81, double %89, double 0x3E8C76BBB3F07A4D)
  %91 = tail call double @llvm.fmuladd.f64(double %81, double %90, double 0xBE9E2600D93CFD2F)
  %92 = tail call double @llvm.fmuladd.f64(double %81, double %91, double 0x3EB0064CDEB22F0F)
  %93 = tail call double @llvm.fmuladd.f64(double %81, double %92, double 0xBEC11B2EB7679541)
  %94 = tail call double @llvm.fmuladd.f64(double %81, double %93, double 0x3ED2597A39F34AAC)
  %95 = tail call double @llvm.fmuladd.f64(double %81, double %94, double 0xBEE3CBC963CE2243)
  %96 = tail call double @llvm.fmuladd.f64(double %81, double %95, double 0x3EF580DCEE66EB02)
  %97 = tail call double @llvm.fmuladd.f64(double %81, double %96, double 0xBF078DE5BD7C81EF)
  %98 = tail call double @llvm.fmuladd.f64(double %81, double %97, double 0x3F1A127B0F17D65A)
  %99 = tail call double @llvm.fmuladd.f64(double %81, double %98, double 0xBF2D3FD4C76D2FC8)
  %100 = tail call double @llvm.fmuladd.f64(double %81, double %99, double 0x3F40B36AF86396E9)
  %101 = tail call double @llvm.fmuladd.f64(double %81, double %100, double 0xBF538AC5C2BF8E08)
  %102 = tail call double @llvm.fmuladd.f64(double %81, double %101, double 0x3F67ADD6EADB6C30)
  %103 = tail call double @llvm.fmuladd.f64(double %81, double %102, double 0xBF7E404FC218F5F2)
  %104 = tail call double @llvm.fmuladd.f64(double %81, double %103, double 0x3F951322AC7D8483)
  %105 = tail call double @llvm.fmuladd.f64(double %81, double %104, double 0xBFB13E001A557607)
  %106 = tail call double @llvm.fmuladd.f64(double %81, double %105, double 0x3FD4A34CC4A60FA6)
  %107 = tail call double @llvm.fmuladd.f64(double %81, double %106, double 0x3FDB0EE6072093CE)
  %108 = fmul double %81, %107
  %109 = tail call double @log(double noundef %79) #4
  %110 = fadd double %108, %109
  br label %128

111:                                              ; preds = %68
  %112 = fdiv double 1.000000e+00, %0
  %113 = fmul double %112, %112
  %114 = fdiv double %113, 1.560000e+02
  %115 = fsub double 0x3F5F6AB0D9993C7D, %114
  %116 = fneg double %113
  %117 = tail call double @llvm.fmuladd.f64(double %116, double %115, double 0x3F4B951E2B18FF23)
  %118 = tail call double @llvm.fmuladd.f64(double %116, double %117, double 0x3F43813813813814)
  %119 = tail call double @llvm.fmuladd.f64(double %116, double %118, double 0x3F4A01A01A01A01A)
  %120 = tail call double @llvm.fmuladd.f64(double %116, double %119, double 0x3F66C16C16C16C17)
  %121 = tail call double @llvm.fmuladd.f64(double %116, double %120, double 0x3FB5555555555555)
  %122 = fmul double %112, %121
  %123 = fadd double %0, -5.000000e-01
  %124 = tail call double @log(double noundef %0) #4
  %125 = fadd double %124, -1.000000e+00
  %126 = tail call double @llvm.fmuladd.f64(double %123, double %125, double 0x3FDACFE390C97D6A)
  %127 = fadd double %122, %126
  br label %128

128:                                              ; preds = %111, %78, %37, %3
  %129 = phi double [ %34, %3 ], [ %67, %37 ], [ %110, %78 ], [ %127, %111 ]
  ret double %129
}

declare double @log(double noundef) local_unnamed_addr #1

declare double @sin(double noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define dso_local float @lgammaf(float noundef %0) local_unnamed_addr #0 {
  %2 = fpext float %0 to double
  %3 = tail call double @lgamma(double noundef %2) #3
  %4 = fptrunc double %3 to float
  ret float %4
}

declare double @log1p(double noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #2

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nobuiltin "no-builtins" }
attributes #4 = { nobuiltin nounwind "no-builtins" }
