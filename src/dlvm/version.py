"""The version of this package, which the build and the compile cache read from here."""

from typing import Final

VERSION: Final = "0.1.0"
