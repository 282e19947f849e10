"""The interface of ``onnx.backend.base``, which tools and test suites for ONNX use."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import onnx
from onnx.backend.base import Backend as _Backend
from onnx.backend.base import BackendRep, namedtupledict

from dlvm.onnx.model import Model, load


class DlvmRep(BackendRep):
    """A prepared model."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def run(self, inputs: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Runs the model on a sequence of inputs in order, or on a single one."""
        given = cast("list[Any]", inputs) if isinstance(inputs, list) else [inputs]
        found = self.model(*given)
        return namedtupledict("Outputs", [o.name for o in self.model.outputs])(*found)


class DlvmBackend(_Backend):
    """Runs ONNX models on the CPU."""

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any) -> DlvmRep:
        """Compiles a model; keyword arguments are those of :func:`dlvm.onnx.load`."""
        return DlvmRep(load(model, **kwargs))

    @classmethod
    def run_node(
        cls,
        node: onnx.NodeProto,
        inputs: Any,
        device: str = "CPU",
        outputs_info: Any = None,
        **kwargs: Any,
    ) -> tuple[Any, ...]:
        """Runs a single node."""
        given = [np.asarray(i) for i in inputs]
        names = [n for n in node.input if n]
        infos = [
            onnx.helper.make_tensor_value_info(
                n, onnx.helper.np_dtype_to_tensor_dtype(a.dtype), list(a.shape)
            )
            for n, a in zip(names, given, strict=True)
        ]
        results = [onnx.ValueInfoProto(name=n) for n in node.output]
        graph = onnx.helper.make_graph([node], "node", infos, results)
        version = kwargs.pop("opset_version", onnx.defs.onnx_opset_version())
        imports = [onnx.helper.make_opsetid(node.domain, version)]
        return cls.prepare(onnx.helper.make_model(graph, opset_imports=imports), **kwargs).run(
            given
        )

    @classmethod
    def supports_device(cls, device: str) -> bool:
        """Whether a device is the CPU."""
        return device.upper().startswith("CPU")


prepare = DlvmBackend.prepare
run_node = DlvmBackend.run_node
run_model = DlvmBackend.run_model
supports_device = DlvmBackend.supports_device
