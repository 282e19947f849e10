"""``python -m tests.lit.conformance`` runs the suite and writes its table, docs/conformance.md."""

import sys

from dlvm.ir import INSTRUCTIONS

from .suite import ASPECTS, TABLE, Failure, marks, page


def main() -> int:
    found: dict[str, dict[str, str]] = {}
    for mnemonic in INSTRUCTIONS:
        try:
            found[mnemonic] = marks(mnemonic)
        except Failure as failure:
            print(failure, file=sys.stderr)
            found[mnemonic] = dict.fromkeys(ASPECTS, "")
    TABLE.write_text(page(found), encoding="utf-8")
    missing = [m for m, row in found.items() if not all(row.values())]
    print(f"{len(found) - len(missing)} of {len(found)} instructions have every mark")
    for mnemonic in missing:
        print(f"missing: {mnemonic}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
