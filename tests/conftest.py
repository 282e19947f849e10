"""What holds for all tests: compiled code is cached apart from the user's, and examples drawn at
random may take as long as they take; continuous integration draws the same ones every time."""

import os
import shutil
import tempfile

import hypothesis
import pytest

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
