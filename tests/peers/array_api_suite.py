"""Runs the array API standard's own test suite against ``dlvm.nnkit`` called with arrays.

``python -m tests.peers.array_api_suite FOLDER`` runs the checkout of the suite (array-api-tests) in
that folder, one file after the other, and prints how many tests pass and which fail. It needs
hypothesis, ndindex and pytest-json-report.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.support.paths import ROOT

VERSION = "2024.12"


def run(folder: Path, file: Path, examples: int) -> dict[str, str]:
    """The outcome of each test of a file."""
    with tempfile.TemporaryDirectory() as temporary:
        report = Path(temporary, "report.json")
        environment = {
            **os.environ,
            "ARRAY_API_TESTS_MODULE": "dlvm.nnkit",
            "ARRAY_API_TESTS_VERSION": VERSION,
            "HYPOTHESIS_STORAGE_DIRECTORY": temporary,
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(ROOT / "src"),
        }
        command = [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--json-report"),
            *(f"--json-report-file={report}", f"--max-examples={examples}", str(file)),
        ]
        subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
        tests = json.loads(report.read_text())["tests"]
    return {test["nodeid"]: test["outcome"] for test in tests}


def main() -> None:
    """Runs the suite; the exit status is 1 if less than 90 % of the tests pass."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, help="the checkout of array-api-tests")
    parser.add_argument("--examples", type=int, default=20, help="the examples of each test")
    parser.add_argument("-k", default="", help="only the files whose names contain this")
    options = parser.parse_args()
    outcomes: dict[str, str] = {}
    for file in sorted(options.folder.glob("array_api_tests/test_*.py")):
        if options.k in file.stem:
            found = run(options.folder.resolve(), file.resolve(), options.examples)
            print(file.stem, dict(Counter(found.values())), flush=True)
            outcomes |= found
    print(*(name for name, outcome in outcomes.items() if outcome == "failed"), sep="\n")
    passed = sum(outcome == "passed" for outcome in outcomes.values())
    print(f"{passed} of {len(outcomes)} tests passed")
    sys.exit(not outcomes or passed < 0.9 * len(outcomes))


if __name__ == "__main__":
    main()
