"""The reference evaluation of compute definitions, and of their kernels at stage loops."""
