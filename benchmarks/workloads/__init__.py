"""All workloads by name. A module of this folder lists its own in ``WORKLOADS``."""

from benchmarks.workload import Workload
from benchmarks.workloads import dot, mlp

WORKLOADS: dict[str, Workload] = {w.name: w for w in (*mlp.WORKLOADS, *dot.WORKLOADS)}
