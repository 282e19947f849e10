"""lit runs the ``RUN:`` lines of the .dl files here with the tools of this Python.

``lit -v tests/lit`` runs all of them; name files or folders to run fewer.
"""

import os
import shlex
import sys
from pathlib import Path
from typing import Any

import lit.formats

config: Any = globals()["config"]
python = shlex.quote(sys.executable)

config.name = "dlvm"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".dl"]
config.test_exec_root = str(Path(__file__).parents[2] / "build" / "lit")
# The tools are those that this Python would import.
config.environment["PYTHONPATH"] = os.environ.get("PYTHONPATH", "")
config.substitutions += [
    (r"\bdlopt\b", f"{python} -m dlvm.tools.dlopt"),
    (r"\bdlc\b", f"{python} -m dlvm.tools.dlc"),
    (r"\bfilecheck\b", f"{python} -m filecheck"),
]
