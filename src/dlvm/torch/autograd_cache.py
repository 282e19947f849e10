# PyTorch is optional. Without it, the types that come from it are unknown.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUntypedBaseClass=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUnknownLambdaType=false
"""Compiled graphs in PyTorch's cache of AOTAutograd.

PyTorch differentiates a graph and removes its side effects before a backend compiles it. This takes
longer than finding the code in the cache of DLVM. PyTorch skips both if its own cache has the
result. For this, it must be able to pickle what the backend returns.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from linecache import checkcache, getlines
from typing import Any

from torch import fx
from torch._functorch import config as functorch_config
from torch._functorch._aot_autograd.autograd_cache import BypassAOTAutogradCache, FXGraphCacheMiss
from torch._functorch.aot_autograd import (  # Older versions define it there.
    SerializableAOTDispatchCompiler,  # pyright: ignore[reportPrivateImportUsage]
)
from torch._inductor.output_code import OutputCode
from torch.compiler import config as compiler_config

from dlvm.codegen.host.traps import TrapSite
from dlvm.codegen.llvm.fingerprint import fingerprint, source_state
from dlvm.diagnostics import Source
from dlvm.runtime.calling.executable import Executable
from dlvm.runtime.calling.programs import FunctionSignature, cached_executable
from dlvm.runtime.loading.cache import content_key
from dlvm.runtime.machine.threads import thread_count
from dlvm.torch.compilation import REPORTS, GraphReport, Options, bind, compile_graph
from dlvm.torch.staging import GraphInterface
from dlvm.version import VERSION

# The modules have functions that their source does not define.
_COMPILER: Any = compiler_config
_FUNCTORCH: Any = functorch_config
# An entry has both passes, and is written when the backward pass has been compiled.
_SETTINGS = {"bundled_autograd_cache": True, "force_non_lazy_backward_lowering": True}
HAS_CACHE = all(hasattr(_FUNCTORCH, name) for name in _SETTINGS)
"""Whether this version of PyTorch keeps the graphs of other backends."""
_ROOMS = ("nnkit", "torch")
"""The folders with the code that makes programs from graphs. The fingerprint covers the
compiler's code already."""


@dataclass(frozen=True)
class CachedProgram:
    """What is needed to run a program whose code is in the cache of DLVM under a key."""

    key: str
    signature: FunctionSignature
    threads: int
    interface: GraphInterface
    traps: Sequence[TrapSite]

    def load(self) -> Executable | None:
        """The program; None if the cache does not have the code, or if a file that traps refer to
        has changed, so that its lines may have moved."""
        sources = {t.location.source for t in self.traps if t.location is not None}
        if not all(map(_is_unchanged, sources)):
            return None
        return cached_executable(self.key, self.signature, self.threads, self.traps)


def _is_unchanged(source: Source) -> bool:
    checkcache(source.name)
    return "".join(getlines(source.name)) == source.text


class CompiledGraph(OutputCode):
    """A compiled graph, which PyTorch can pickle if it is one program."""

    def __init__(
        self, graph_module: fx.GraphModule, _: Sequence[Any], *, kind: str, options: Options
    ) -> None:
        super().__init__()
        # PyTorch's wrappers copy the attributes of instances.
        self._boxed_call = True
        self.run: Callable[..., Any] | None
        self.report: GraphReport
        self.program: CachedProgram | None = None
        self.run, self.report, program = compile_graph(graph_module, kind, options)
        if program is not None and (key := program.executable.key) is not None:
            main = program.executable["main"]
            signature = FunctionSignature("main", main.type, main.parameter_names)
            threads = thread_count(options.get("threads"))
            self.program = CachedProgram(
                key, signature, threads, program.interface, program.executable.traps
            )
        REPORTS.append(self.report)

    def __call__(self, inputs: Sequence[Any]) -> Any:
        assert self.run is not None
        return self.run(*inputs)

    def prepare_for_serialization(self) -> None:
        if self.program is None:
            raise BypassAOTAutogradCache("PyTorch runs a part of the graph")
        self.run = None

    def post_compile(self, example_inputs: Any, constants: Any, graph_kwargs: Any) -> None:
        """Loads the program of a graph that PyTorch has found in its cache."""
        assert self.program is not None
        found = self.program.load()
        if found is None:
            raise FXGraphCacheMiss
        self.run = bind(found, self.program.interface)
        REPORTS.append(self.report)


def graph_compiler(kind: str, options: Options) -> Callable[..., Any]:
    """A compiler of graphs for AOTAutograd, whose results PyTorch caches if it can."""
    compile_ = partial(CompiledGraph, kind=kind, options=options)
    return SerializableAOTDispatchCompiler(CompiledGraph, compile_) if HAS_CACHE else compile_


@contextmanager
def cached_graphs(options: Options) -> Generator[None]:
    """Lets PyTorch find only graphs that were compiled by this version, with the same options and
    for this machine."""
    if not HAS_CACHE:
        yield
        return
    chosen = {**options, "threads": thread_count(options.get("threads"))}
    parts = VERSION, fingerprint(), source_state(_ROOMS), repr(sorted(chosen.items()))
    tag = content_key("torch", *parts)
    with _COMPILER.patch(cache_key_tag=tag), _FUNCTORCH.patch(_SETTINGS):
        yield
