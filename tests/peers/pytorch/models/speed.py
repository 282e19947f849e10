"""``python -m tests.peers.pytorch.models.speed``: times the models under ``torch.compile``.

Each model runs in eager mode, with PyTorch's default backend (inductor) and with DLVM, for
inference and for training steps (forward pass, backward pass and SGD). The three run in processes
of their own and take turns; the median over all turns counts. The first process of each backend
starts with an empty cache, the second with the cache that the first has filled. Both report the
seconds from the call of ``torch.compile`` to the first result, including the import of DLVM but not
that of PyTorch.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from rich.progress import track

BACKENDS: Final = ("eager", "inductor", "dlvm")
KINDS: Final = ("inference", "training")
Row = dict[str, Any]


def _prepared(name: str, kind: str, backend: str, threads: int) -> Callable[[], Any]:
    """A function that runs one step of a model."""
    import torch

    from tests.peers.pytorch.models.agreement import loss_of, tensors
    from tests.peers.pytorch.models.entries import ENTRIES

    torch.set_num_threads(threads)
    model, inputs = ENTRIES[name].model("full")
    model.train(kind == "training")
    run: Callable[..., Any] = model
    if backend == "inductor":
        run = torch.compile(model)
    elif backend == "dlvm":
        import dlvm.torch

        run = torch.compile(model, backend=dlvm.torch.backend, options={"threads": threads})
    if kind == "inference":

        @torch.no_grad()
        def infer() -> Any:
            return run(*inputs)

        return infer
    optimizer = torch.optim.SGD(model.parameters(), 1e-4)

    def train() -> Any:
        optimizer.zero_grad()
        loss = loss_of(tensors(run(*inputs)))
        loss.backward()
        optimizer.step()
        return loss.item()

    return train


def _serve(connection: Connection, name: str, kind: str, backend: str, threads: int) -> None:
    """Prepares a model, sends the seconds to its first result, and then the times of runs for each
    number of seconds received."""
    import torch

    import tests.peers.pytorch.models.entries as _entries  # noqa: F401

    try:
        with torch._dynamo.config.patch(allow_rnn=True):
            start = time.perf_counter()
            step = _prepared(name, kind, backend, threads)
            step()
            connection.send(time.perf_counter() - start)
            while seconds := connection.recv():
                step()
                times: list[float] = []
                end = time.perf_counter() + seconds
                while len(times) < 3 or time.perf_counter() < end:
                    begin = time.perf_counter()
                    step()
                    times.append(time.perf_counter() - begin)
                connection.send(times)
    except Exception as problem:
        connection.send(f"{type(problem).__name__}: {str(problem).strip()[:200]}")


class Process:
    """A process that runs a model with a backend. ``first`` is the seconds to its first result."""

    def __init__(self, name: str, kind: str, backend: str, threads: int, caches: str) -> None:
        os.environ["TORCHINDUCTOR_CACHE_DIR"] = f"{caches}/inductor"
        os.environ["DLVM_CACHE_DIR"] = f"{caches}/dlvm"
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(
            target=_serve, args=(theirs, name, kind, backend, threads), daemon=True
        )
        self.process.start()
        theirs.close()
        self.first: float = self._received()

    def times(self, seconds: float) -> list[float]:
        """The times of the runs in a turn, in seconds."""
        self.connection.send(seconds)
        return self._received()

    def close(self) -> None:
        self.connection.send(0)
        self.process.join()

    def _received(self) -> Any:
        try:
            found = self.connection.recv()
        except EOFError:
            found = "the process ended"
        if isinstance(found, str):
            raise RuntimeError(found)
        return found


def measure(
    name: str, kind: str, threads: int, rounds: int, seconds: float, backends: Sequence[str]
) -> Row:
    """The median times of a step and the times to the first result, for each backend."""
    row: Row = {"name": name, "kind": kind, "failed": {}}
    processes: dict[str, Process] = {}
    with tempfile.TemporaryDirectory() as caches:
        for backend in backends:
            try:
                processes[backend] = Process(name, kind, backend, threads, caches)
                row[f"{backend} cold"] = processes[backend].first
                if backend != "eager":
                    again = Process(name, kind, backend, threads, caches)
                    row[f"{backend} warm"] = again.first
                    again.close()
            except RuntimeError as problem:
                row["failed"][backend] = str(problem)
        times: dict[str, list[float]] = {backend: [] for backend in processes}
        for _ in range(rounds):
            for backend, process in processes.items():
                times[backend] += process.times(seconds)
        for backend, process in processes.items():
            row[backend] = statistics.median(times[backend])
            process.close()
    return row


def geometric_mean(ratios: Iterable[float]) -> float:
    found = [math.log(r) for r in ratios]
    return math.exp(statistics.fmean(found)) if found else math.nan


def table(rows: Sequence[Row]) -> str:
    """The measurements as a table in Markdown, with times in milliseconds and starts in seconds."""
    lines = [
        "| model | | eager, ms | inductor | dlvm | eager/dlvm | inductor/dlvm "
        "| first result: inductor, s | dlvm | from the cache: inductor | dlvm |",
        f"|{' --- |' * 11}",
    ]

    def cell(row: Mapping[str, Any], key: str, scale: float, form: str) -> str:
        return format(row[key] * scale, form) if key in row else "–"

    def ratio(row: Mapping[str, Any], peer: str) -> str:
        return f"{row[peer] / row['dlvm']:.2f}" if peer in row and "dlvm" in row else "–"

    for row in rows:
        cells = [
            row["name"],
            row["kind"],
            *(cell(row, backend, 1e3, ".2f") for backend in BACKENDS),
            *(ratio(row, peer) for peer in BACKENDS[:2]),
            *(
                cell(row, f"{b} {start}", 1, ".1f")
                for start in ("cold", "warm")
                for b in BACKENDS[1:]
            ),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def summary(rows: Sequence[Row]) -> str:
    """The geometric means of the ratios, and how often DLVM is the first to a result."""
    lines: list[str] = []
    for kind in KINDS:
        own = [r for r in rows if r["kind"] == kind and "dlvm" in r]
        for peer in BACKENDS[:2]:
            both = [r for r in own if peer in r]
            mean = geometric_mean(r[peer] / r["dlvm"] for r in both)
            lines.append(f"- {kind}, {peer}/dlvm: geometric mean {mean:.2f} of {len(both)} models")
        both = [r for r in own if "inductor" in r]
        sooner = sum(r["dlvm cold"] <= r["inductor cold"] for r in both)
        warm = max((r["dlvm warm"] for r in own), default=math.nan)
        lines.append(
            f"- {kind}, first result: sooner than inductor's for {sooner} of {len(both)} models; "
            f"from the cache within {warm:.1f} s"
        )
    for row in rows:
        for backend, problem in row["failed"].items():
            lines.append(f"- {row['name']}, {row['kind']}: {backend} fails: {problem}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    from tests.peers.pytorch.models.entries import ENTRIES

    parser = argparse.ArgumentParser(prog="python -m tests.peers.pytorch.models.speed")
    parser.add_argument("names", nargs="*", help="the first letters of the models' names")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--backends", nargs="+", choices=BACKENDS, default=BACKENDS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5, help="the length of a turn")
    parser.add_argument(
        "--json",
        type=Path,
        metavar="FILE",
        help="also write the numbers; models whose numbers are there are not measured again",
    )
    given = parser.parse_args(arguments)
    chosen = [
        (name, kind)
        for name, entry in ENTRIES.items()
        if entry.package in ("torch", "transformers")
        and (not given.names or name.startswith(tuple(given.names)))
        for kind in given.kinds
    ]
    rows: list[Row] = []
    if given.json and given.json.exists():
        rows = json.loads(given.json.read_text(encoding="utf-8"))
    measured = {(row["name"], row["kind"]) for row in rows}
    for name, kind in track([model for model in chosen if model not in measured]):
        rows.append(measure(name, kind, given.threads, given.rounds, given.seconds, given.backends))
        if given.json:
            given.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    print(table(rows), summary(rows), sep="\n\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
