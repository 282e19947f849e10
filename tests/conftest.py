"""Settings of all tests: compiled code is cached apart from the user's, random examples have no
time limit, and continuous integration draws the same examples in each run. A test is skipped only
if the machine lacks what it needs."""

import os
import shutil
import tempfile
from collections.abc import Callable, Generator
from typing import Any

import hypothesis
import pytest

from dlvm.nnkit import staged
from dlvm.verifier import verify
from tests.support.machine import REASONS

hypothesis.settings.register_profile("dlvm", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("dlvm")

CACHE = "DLVM_CACHE_DIR"


def pytest_configure(config: pytest.Config) -> None:
    # The workers of pytest-xdist take over the environment, and so the one cache.
    if not hasattr(config, "workerinput"):
        os.environ[CACHE] = tempfile.mkdtemp(prefix="dlvm-cache-")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Gives each worker of ``-n`` consecutive tests, which share compiled code."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getvalue("dist") == "load" else None


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ[CACHE], ignore_errors=True)


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """A skip is a failure, unless this machine gives the reason."""
    if not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if reason.removeprefix("Skipped: ") not in REASONS:
        report.outcome = "failed"
        report.longrepr = (
            f"{report.nodeid} was skipped: {reason}\n"
            "Only a mark of tests/support/machine.py may skip a test, where the machine lacks "
            "something. Tests that need more packages belong in tests/peers."
        )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _refuse_skip(report)
    return report


@pytest.fixture(params=["interpreted", "compiled"])
def run(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Stages a function, runs it on the arguments, and checks its program on the way."""

    def call(function: Callable[..., Any], *arguments: Any) -> Any:
        made = staged(interpret=request.param == "interpreted")(function)
        verify(made.module(*arguments))
        return made(*arguments)

    return call
