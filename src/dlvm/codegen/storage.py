"""The storage of tensors and constants: their alignment, and their elements as raw bytes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

ALIGNMENT: Final = 64
"""The alignment of buffers and large constants, in bytes: one cache line."""
Bytes = np.ndarray[Any, np.dtype[np.uint8]]
