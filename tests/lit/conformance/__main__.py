"""``python -m tests.lit.conformance`` runs the conformance suite and prints missing marks."""

import sys

from dlvm.ir import INSTRUCTIONS
from tests.support.run_lines import Failure

from .suite import FULL, marks


def main() -> int:
    missing: list[str] = []
    for mnemonic in INSTRUCTIONS:
        try:
            found = marks(mnemonic)
        except Failure as failure:
            print(failure, file=sys.stderr)
            found = {}
        missing += [f"{mnemonic}: {a}" for a in FULL if not found.get(a)]
    for name in missing:
        print(f"missing: {name}")
    if not missing:
        print(f"all {len(INSTRUCTIONS)} instructions conform")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
