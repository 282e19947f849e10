"""All workloads by name. A module of this folder lists its own in ``WORKLOADS``."""

from benchmarks.workload import Workload
from benchmarks.workloads import checkpoint, dot, gradients, mlp, tree

_LISTS = (mlp.WORKLOADS, dot.WORKLOADS, gradients.WORKLOADS, tree.WORKLOADS, checkpoint.WORKLOADS)
WORKLOADS: dict[str, Workload] = {w.name: w for listed in _LISTS for w in listed}
