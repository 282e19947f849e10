"""The version of this package, in its one place: the build and the compile cache read it here."""

from typing import Final

VERSION: Final = "0.1.0"
