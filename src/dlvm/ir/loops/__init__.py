"""Stage ``loops`` in memory: the statements of kernels, and queries about them."""
