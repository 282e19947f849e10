"""What holds for all tests: compiled code is cached apart from the user's, and examples drawn at
random may take as long as they take; continuous integration draws the same ones every time. Staged
functions are run in one way."""

import os
import shutil
import tempfile
from collections.abc import Callable
from typing import Any

import hypothesis
import pytest

from dlvm.nnkit import staged
from dlvm.verifier import verify

hypothesis.settings.register_profile("dlvm", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("dlvm")

CACHE = "DLVM_CACHE_DIR"


def pytest_configure(config: pytest.Config) -> None:
    # The workers of pytest-xdist take over the environment, and so the one cache.
    if not hasattr(config, "workerinput"):
        os.environ[CACHE] = tempfile.mkdtemp(prefix="dlvm-cache-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ[CACHE], ignore_errors=True)


@pytest.fixture(params=["interpreted", "compiled"])
def run(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Stages a function, runs it on the arguments, and checks its program on the way."""

    def call(function: Callable[..., Any], *arguments: Any) -> Any:
        made = staged(interpret=request.param == "interpreted")(function)
        verify(made.module(*arguments))
        return made(*arguments)

    return call
