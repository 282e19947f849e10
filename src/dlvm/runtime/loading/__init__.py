"""Machine code in this process: the loader, the cache on disk, and measured machine limits.

May import: :mod:`dlvm.runtime.machine`.
"""
