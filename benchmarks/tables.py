"""Tables of measurements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.measuring import OURS, Result, geometric_mean

Table = list[list[str]]
WORST = 5


def times(results: Sequence[Result], peers: Sequence[str], statistic: str) -> Table:
    rivals = [p for p in peers if p != OURS]
    head = [f"{statistic} in ms", "threads", *peers, *(f"{p}/{OURS}" for p in rivals)]
    rows = [[*head, f"best/{OURS}", "limit", "share"]]
    for result in results:
        row = [result.workload.name, str(result.threads)]
        row += [_milliseconds(result, peer) for peer in peers]
        row += [_mean(result.ratios(peer)) for peer in rivals]
        limit = f"{result.limit * 1e3:.4f}" if result.limit else ""
        row += [_mean(result.best()), limit, percent(result.share())]
        rows.append(row)
    return rows


def families(results: Sequence[Result]) -> Table:
    """The ratios to the fastest peer, of workloads that belong together; and those that a program
    at the limit of the machine would reach."""
    head = ["best/ours", "threads", "count", "geometric mean", "least", "at the limit"]
    rows = [[*head, "where it is least"]]
    ratios: dict[tuple[str, int], list[tuple[float, str]]] = {}
    reachable: dict[tuple[str, int], list[float]] = {}
    for result in results:
        workload = result.workload
        names = workload.cases or (workload.name,)
        key = workload.family, result.threads
        ratios.setdefault(key, []).extend(zip(result.best(), names, strict=False))
        reachable.setdefault(key, []).extend(result.best_at_limit())
    for key, found in ratios.items():
        family, threads = key
        if family and found:
            found.sort()
            worst = ", ".join(f"{name} {ratio:.2f}" for ratio, name in found[:WORST])
            mean = geometric_mean([ratio for ratio, _ in found])
            row = [family, str(threads), str(len(found)), f"{mean:.2f}", f"{found[0][0]:.2f}"]
            rows.append([*row, _mean(reachable[key]), worst])
    return rows


def parts(results: Sequence[Result], peers: Sequence[str]) -> Table:
    """The times of parts, and those of gradients over those of what they are gradients of."""
    heads = [h for p in peers for h in (f"{p}, µs a part", f"{p}/program")]
    rows = [["ratios", "threads", "parts", *heads]]
    named = {(r.workload.name, r.threads): r.peers for r in results}
    for result in results:
        workload = result.workload
        program = named.get((workload.program or "", result.threads), {})
        if workload.parts == 1 and not program:
            continue
        row = [workload.name, str(result.threads), str(workload.parts)]
        for peer in peers:
            measured = result.peers.get(peer)
            if measured is None:
                row += ["", ""]
                continue
            row.append(f"{measured.time / workload.parts * 1e6:.2f}" if workload.parts > 1 else "")
            row.append(f"{measured.time / program[peer].time:.2f}" if peer in program else "")
        rows.append(row)
    return rows


def starts(results: Sequence[Result]) -> Table:
    head = ["seconds", "threads", "peer", "import", "first result", "memory, MB", "peak, MB"]
    return [head, *(row for result in results for row in _starts(result))]


def _starts(result: Result) -> Iterator[list[str]]:
    for peer, measured in result.peers.items():
        for name, start in ((peer, measured.cold), (f"{peer}, with a cache", measured.cached)):
            if start is not None:
                row = [result.workload.name, str(result.threads), name]
                row += [f"{seconds:.3f}" for seconds in (start.importing, start.first_result)]
                yield [*row, *(f"{size / 1e6:.1f}" for size in (start.memory, start.peak))]


def _milliseconds(result: Result, peer: str) -> str:
    return f"{result.peers[peer].time * 1e3:.4f}" if peer in result.peers else ""


def _mean(ratios: Sequence[float]) -> str:
    return f"{geometric_mean(ratios):.2f}" if ratios else ""


def percent(share: float | None) -> str:
    return "" if share is None else f"{share:.0%}"


def as_text(rows: Table) -> str:
    """Columns side by side, the numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        [
            c.ljust(w) if i == 0 else c.rjust(w)
            for i, (c, w) in enumerate(zip(row, widths, strict=True))
        ]
        for row in rows
    ]
    return "\n".join("  ".join(line) for line in lines)


def as_markdown(rows: Table) -> str:
    head, *others = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *others))
