"""``python -m tests.peers.pytorch.models``: compares all models with eager mode."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from dlvm.torch.compilation import REPORTS
from tests.peers.pytorch.models.agreement import TOLERANCE, fallbacks, inference, training
from tests.peers.pytorch.models.entries import ENTRIES


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the number of models that disagree."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers.pytorch.models")
    parser.add_argument("names", nargs="*", help="the first letters of the models' names")
    parser.add_argument("--full", action="store_true", help="the sizes that people use")
    given = parser.parse_args(arguments)
    failed = 0
    for name, entry in ENTRIES.items():
        if given.names and not name.startswith(tuple(given.names)):
            continue
        if not entry.is_installed:
            print(f"{name}: the package {entry.package} is not installed", flush=True)
            continue
        for kind, compare in (("inference", inference), ("training", training)):
            start = time.perf_counter()
            try:
                apart = compare(entry, "full" if given.full else "small")
                text = f"{apart:.1e}"
                failed += apart > TOLERANCE
                text += "" if apart <= TOLERANCE else " DIFFERS"
            except Exception as problem:
                failed += 1
                text = f"FAILED: {type(problem).__name__}: {str(problem).strip()[:400]}"
            seconds = time.perf_counter() - start
            print(f"{name}, {kind}: {text}; {len(REPORTS)} graphs, {seconds:.1f} s", flush=True)
            for fallback in dict.fromkeys(map(str, fallbacks())):
                print(f"    {fallback}", flush=True)
    return failed


if __name__ == "__main__":
    raise SystemExit(main() > 0)
