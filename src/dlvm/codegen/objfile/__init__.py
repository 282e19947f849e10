"""The project's own linker: relocatable ELF files become one image that runs at any address.

Why not LLVM's? Machine code from the disk cache runs without LLVM, whose import takes 40 MB and
more time than the rest of startup. LLVM's loader relocates object files each time a process loads
them; this linker does so once. An image has a table of the outside functions that it calls: loading
it means reading it into memory, writing that table, and setting page protections. Large constants
are copied from their arrays to the image. They bypass LLVM, which would use ten bytes for each of
their bytes.

The order: :mod:`elf` reads object files, :mod:`relocations` says how each machine encodes
addresses, :mod:`linker` lays out sections and applies relocations, and :mod:`image` describes the
result for the cache. :mod:`dlvm.runtime.loading.loader` maps it.

The linker supports the code that LLVM emits for x86-64 and AArch64. For another machine, section or
relocation it raises :class:`~dlvm.codegen.objfile.elf.UnsupportedObjectError`. The loader then
compiles the modules for LLVM's JIT linker, which supports the small code model only, and lets it
link and load them. Such code is not cached on disk.

May import: :mod:`dlvm.codegen.storage`.
"""
