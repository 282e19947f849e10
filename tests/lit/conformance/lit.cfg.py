"""lit runs the files here as it runs those of tests/lit: ``lit -v tests/lit/conformance``."""

from pathlib import Path
from typing import Any

config: Any = globals()["config"]
lit_config: Any = globals()["lit_config"]
tests = Path(__file__).parents[2]

lit_config.load_config(config, str(tests / "lit" / "lit.cfg.py"))
config.name = "conformance"
config.test_exec_root = str(tests.parent / "build" / "conformance")
