"""JAX functions: :func:`jit` compiles a function written in JAX with DLVM.

``jit`` traces with JAX, and :mod:`dlvm.stablehlo` reads the traced program. Needs the extra
``jax``. May import everything but :mod:`dlvm.tools`.
"""

from dlvm.jax.jit import jit

__all__ = ["jit"]
