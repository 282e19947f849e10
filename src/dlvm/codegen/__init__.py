"""Code generation: lowers schedules and host code to LLVM IR, and LLVM IR to machine code."""
