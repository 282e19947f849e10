"""One name means one thing: no two classes of the package have the same name."""

import ast
from collections import defaultdict

from tests.support.paths import ROOT

PUBLIC = {
    "Model": ["onnx/model.py", "torch/model.py"],
    "TensorSpec": ["onnx/graph.py", "torch/model.py"],
    "Schedule": ["ir/schedules.py", "nn/schedules.py"],
}
"""Names of the interface that are found in two of its modules: ``dlvm.onnx.Model`` and
``dlvm.torch.Model``."""


def test_class_names_are_unique() -> None:
    """Leading underscores make no difference."""
    package = ROOT / "src" / "dlvm"
    found = defaultdict[str, list[str]](list)
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name.strip("_")].append(path.relative_to(package).as_posix())
    assert len(found) > 500
    assert {name: files for name, files in found.items() if len(files) > 1} == PUBLIC
