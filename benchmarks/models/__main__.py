"""``python -m benchmarks.models FOLDER [NAME …]``: writes the models as ONNX files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.models.zoo import MODELS, write


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.models", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("name", nargs="*", help=f"default: all of {', '.join(MODELS)}")
    options = parser.parse_args()
    unknown = set(options.name) - set(MODELS)
    if unknown:
        parser.error(f"unknown models: {', '.join(sorted(unknown))}")
    failed = 0
    for name in options.name or MODELS:
        try:
            path = write(name, options.folder)
        except Exception as problem:  # What a package cannot export is left out.
            failed += 1
            print(f"{name}: {type(problem).__name__}: {problem}", file=sys.stderr)
        else:
            print(f"{path}, {path.stat().st_size / 1e6:.1f} MB")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
