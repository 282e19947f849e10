"""NNKit without its rank-specific static types: operators are written for all ranks."""

from __future__ import annotations

from typing import Any, Final

import dlvm.nn
import dlvm.nnkit

nnkit: Final[Any] = dlvm.nnkit
nn: Final[Any] = dlvm.nn
