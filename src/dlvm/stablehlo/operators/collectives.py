"""Communication between processes, for programs that run as one process: each operation returns the
result that it has in a group of one process."""

from __future__ import annotations

from typing import Any

from dlvm.diagnostics import error
from dlvm.stablehlo.operators.table import OperationContext, broadcasted, constant, operator


def _alone(call: OperationContext, name: str) -> None:
    """Checks that no process but number 0 takes part."""
    if set(call.ints(name)) - {0, -1}:
        raise error(f"{name} must contain process 0 only: programs run as one process")


@operator(
    "stablehlo.all_gather",
    "stablehlo.all_reduce",
    "stablehlo.all_to_all",
    "stablehlo.cross-replica-sum",
    "stablehlo.reduce_scatter",
)
def collective(call: OperationContext, *operands: Any) -> Any:
    _alone(call, "replica_groups")
    return operands


@operator("stablehlo.collective_broadcast")
def collective_broadcast(call: OperationContext, x: Any) -> Any:
    _alone(call, "replica_groups")
    return x if 0 in call.ints("replica_groups") else _zeros(x)


@operator("stablehlo.collective_permute")
def collective_permute(call: OperationContext, x: Any) -> Any:
    _alone(call, "source_target_pairs")
    return x if call.ints("source_target_pairs") else _zeros(x)


def _zeros(x: Any) -> Any:
    return broadcasted(constant(0, x.type.element), x.type.shape)
