"""Stage loops in memory: the statements of kernels, and what is asked of them."""
