"""C99 as a target: kernels at stage loops and host code of static programs as readable source."""
