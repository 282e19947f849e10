"""The in-memory form of stage ``loops``: the statements of kernels, and queries about them."""
