"""A test is skipped only if the machine lacks what the test needs; any other skip fails the run."""

import os

import pytest

from tests.support.paths import ROOT, TESTS

pytest_plugins = "pytester"

SKIPS = """
import pytest

from tests.support.machine import REASONS

def test_passes(): pass

def test_without_a_package(): pytest.importorskip("no_such_package")

def test_without_a_reason(): pytest.skip()

@pytest.mark.skip(reason="slow")
def test_marked(): pass

@pytest.mark.xfail(reason="wrong")
def test_fails_as_expected(): assert False

@pytest.mark.parametrize("reason", REASONS)
def test_lacks(reason): pytest.skip(reason)
"""


def test_a_skip_fails_unless_the_machine_gives_the_reason(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    conftest = (TESTS / "conftest.py").read_text(encoding="utf-8")
    # A machine that lacks something.
    conftest += (
        'from tests.support import machine\nREASONS = machine.REASONS = frozenset({"none"})\n'
    )
    pytester.makeconftest(conftest)
    pytester.makepyfile(test_skips=SKIPS, test_module="import pytest\npytest.importorskip('none')")
    result = pytester.runpytest_subprocess(
        "-p", "no:cacheprovider", "--continue-on-collection-errors"
    )
    assert result.parseoutcomes() == {
        "passed": 1, "failed": 2, "xfailed": 1, "skipped": 1, "errors": 2,
    }  # fmt: skip
    result.stdout.fnmatch_lines(["*test_marked was skipped: Skipped: slow"])
