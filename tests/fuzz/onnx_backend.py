"""Runs the test suite that the ``onnx`` package ships for backends.

``python -m tests.fuzz.onnx_backend`` runs all of it in compiled code and writes the table in
``docs/onnx.md``; ``--interpreted`` uses the interpreter, ``--only NAME`` runs the tests whose names
contain NAME and writes nothing.
"""

from __future__ import annotations

import argparse
import glob
import os
import re
import sys
import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import ml_dtypes
import numpy as np
import onnx
from onnx import numpy_helper
from onnx.backend.test.case.test_case import TestCase
from onnx.backend.test.loader import load_model_tests
from rich.progress import track

import dlvm
import dlvm.onnx
from tests.support.paths import ROOT

KINDS: Final = ("node", "simple", "pytorch-operator", "pytorch-converted")
"""The tests that need no download."""
PAGE: Final = ROOT / "docs" / "onnx.md"
BEGIN: Final = "<!-- python -m tests.fuzz.onnx_backend writes the rest -->\n"
RANDOM: Final = ("bernoulli", "training_dropout")
"""Tests whose results follow from the random numbers of the reference implementation."""
NARROW: Final = (np.float16, ml_dtypes.bfloat16)


@cache
def cases() -> Sequence[TestCase]:
    """The tests of all kinds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [case for kind in KINDS for case in load_model_tests(kind=kind)]


def _values(case: TestCase) -> Iterator[tuple[list[Any], list[Any]]]:
    """The inputs and the outputs that are expected."""
    if case.data_sets is not None:
        for inputs, outputs in case.data_sets:
            yield [_array(v) for v in inputs], [_array(v) for v in outputs]
        return
    assert case.model_dir is not None
    folder = Path(case.model_dir)
    for data in sorted(folder.glob("test_data_set_*")):
        yield _read(data, "input"), _read(data, "output")


def _array(value: Any) -> Any:
    return numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value


def _read(folder: Path, what: str) -> list[Any]:
    count = len(glob.glob(str(folder / f"{what}_*.pb")))
    found: list[Any] = []
    for number in range(count):
        proto = onnx.TensorProto()
        proto.ParseFromString((folder / f"{what}_{number}.pb").read_bytes())
        found.append(numpy_helper.to_array(proto))
    return found


def problem_of(case: TestCase, interpreted: bool) -> str | None:
    """The reason for which a test fails, or None. A wrong result is an :class:`AssertionError`."""
    model = case.model
    if model is None:
        assert case.model_dir is not None
        model = os.path.join(case.model_dir, "model.onnx")
    try:
        loaded = dlvm.onnx.load(model)
        names = [i.name for i in loaded.inputs]
        for inputs, expected in _values(case):
            given = dict(zip(names, inputs, strict=False))
            found = loaded.run(given, interpreted=interpreted)
            check(list(found.values()), expected, case)
    except dlvm.DiagnosticError as problem:
        message = problem.diagnostics[0].message
        message = re.sub(r"^\S*(<model>|model\.onnx): ", "", message)
        return re.sub(r"^node \S+( \d+)? ", "", message)
    return None


def check(found: Sequence[Any], expected: Sequence[Any], case: TestCase) -> None:
    """Raises :class:`AssertionError` if results differ by more than the test allows."""
    assert len(found) == len(expected)
    for own, wanted in zip(found, expected, strict=True):
        if isinstance(wanted, list):
            check(own, wanted, case)
            continue
        right = np.asarray(wanted)
        if right.dtype == object and right.shape == () and right.item() is None:
            continue
        assert own.dtype == right.dtype, f"{own.dtype}, expected {right.dtype}"
        assert own.shape == right.shape, f"{own.shape}, expected {right.shape}"
        if any(name in case.name for name in RANDOM):
            continue
        if right.dtype.kind not in "fV":
            np.testing.assert_array_equal(own, right)
            continue
        is_narrow = right.dtype in NARROW
        np.testing.assert_allclose(
            own.astype(np.float64),
            right.astype(np.float64),
            rtol=max(case.rtol, 1e-2 if is_narrow else 1e-3),
            atol=max(case.atol, 1e-3 if is_narrow else 1e-6),
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--interpreted", action="store_true")
    parser.add_argument("--only", default="", metavar="NAME")
    options = parser.parse_args()
    chosen = [case for case in cases() if options.only in case.name]
    passed, failed, wrong = 0, defaultdict[str, list[str]](list), 0
    for case in track(chosen, "running", disable=not sys.stderr.isatty()):
        try:
            problem = problem_of(case, options.interpreted)
        except Exception as failure:
            wrong += 1
            problem = f"WRONG {type(failure).__name__}: {str(failure).strip()[:200]}"
        if problem is None:
            passed += 1
        else:
            failed[problem].append(case.name.removeprefix("test_"))
    print(f"{passed} of {len(chosen)} pass, {wrong} are wrong")
    rows = sorted(failed.items(), key=lambda item: (-len(item[1]), item[0]))
    for reason, names in rows:
        print(f"{len(names)}: {reason}: {', '.join(names[:4])}")
    if not options.only:
        _write(passed, len(chosen), rows)
    return 1 if wrong else 0


def _write(passed: int, count: int, rows: Sequence[tuple[str, Sequence[str]]]) -> None:
    head = PAGE.read_text(encoding="utf-8").partition(BEGIN)[0]
    lines = [
        f"{passed:,} of {count:,} tests pass with onnx {onnx.__version__}. The others:",
        "",
        "| tests | why they do not pass | examples |",
        "|---|---|---|",
        *(
            f"| {len(names)} | {' '.join(reason.split())[:160].replace('|', chr(92) + '|')} "
            f"| {', '.join(f'`{n}`' for n in names[:3])} |"
            for reason, names in rows
        ),
    ]
    PAGE.write_text(head + BEGIN + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
