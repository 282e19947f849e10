"""Tries mutated ONNX models: each must give results or one clear error, in bounded memory.

``python -m tests.fuzz.onnx_files --minutes 10`` runs for ten minutes. Each model runs in a process
with limits on time and memory. Failing models are written to ``build/fuzz/``.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter
from random import Random

from tests.fuzz.malformed.onnx_models import DAMAGED, KINDS, MUTATED, check_model, draw_model
from tests.fuzz.malformed.worker import Worker
from tests.support.paths import ROOT

FOLDER = ROOT / "build" / "fuzz"
SHARES = (*KINDS, *[MUTATED] * 30, *[DAMAGED] * 8)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="(default: 10)")
    parser.add_argument("--seed", default=str(int(time.time())), help="(default: the time)")
    parser.add_argument("--kind", choices=KINDS, help="tries models of this kind only")
    options = parser.parse_args()
    until = time.monotonic() + 60 * options.minutes
    random = Random(options.seed)
    statuses, failures = Counter[str](), Counter[str]()
    slowest = (0.0, "")
    worker = Worker(check_model)
    try:
        for number in itertools.count():
            if time.monotonic() >= until:
                break
            case = draw_model(options.kind or random.choice(SHARES), f"{options.seed}.{number}")
            outcome = worker.run(case)
            statuses[f"{case.kind}: {outcome.status}"] += 1
            slowest = max(slowest, (outcome.seconds, f"{case.kind}, seed {case.seed}"))
            if not outcome.signature:
                continue
            failures[outcome.signature] += 1
            if failures[outcome.signature] == 1:
                FOLDER.mkdir(parents=True, exist_ok=True)
                path = FOLDER / f"onnx-{len(failures):02}.onnx"
                path.write_bytes(case.data or b"")
                path.with_suffix(".txt").write_text(outcome.detail, errors="backslashreplace")
                where = f"{case.kind}, seed {case.seed}"
                print(f"{path.name}: {outcome.signature} ({where})", flush=True)
    finally:
        worker.stop()
    print(f"{statuses.total()} models, seed {options.seed}")
    for status, count in sorted(statuses.items()):
        print(f"  {count:6} {status}")
    print(f"slowest: {slowest[0]:.1f} s, {slowest[1]}")
    print(f"{len(failures)} failures")
    for what, count in failures.most_common():
        print(f"  {count:6} {what}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
