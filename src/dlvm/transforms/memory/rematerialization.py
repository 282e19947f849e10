"""Rematerialization: chooses the cells that straight-line code evicts and recomputes to stay within
a memory budget.

The code is simulated in order. When memory runs out, a cell that can be recomputed is evicted. It
is recomputed at its next read, together with all evicted cells that it depends on. Several eviction
rules are tried, and the one with the least extra work is chosen:

- the cell whose next use is farthest. Cells that are live across a few narrow points of the code
  are not evicted. For a chain of equal steps cut into √n segments, this is the schedule of T. Chen
  et al., Training Deep Nets with Sublinear Memory Cost, 2016.
- the cell that is large, stale, and cheap to recompute, by the rule of M. Kirisame et al., Dynamic
  Tensor Rematerialization, ICLR 2021.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True)
class RematerializationStep:
    """A step of the code, with the cells that it reads and defines, its cost, the bytes of its
    temporary memory, and whether it can run again."""

    reads: Sequence[int]
    makes: Sequence[int]
    cost: int
    bytes: int
    is_repeatable: bool


@dataclass(frozen=True)
class TaskSequence:
    """Tasks in order, with the size of each cell in bytes, the cells that are live at the end, and
    the bytes that are allocated throughout."""

    tasks: Sequence[RematerializationStep]
    sizes: Sequence[int]
    kept: frozenset[int]
    taken: int = 0


@dataclass(frozen=True)
class RematerializationPlan:
    """The order in which tasks run, in which a task can occur several times, and the cost of the
    recomputation."""

    order: Sequence[int]
    extra: int


_MAX_RECOMPUTATIONS: Final = 4
"""The maximum number of recomputations of a task, on average."""


@dataclass(frozen=True)
class EvictionRule:
    """The eviction priority of a cell, and the protected cells. A protected cell is evicted only if
    no other cell can be, or if only evicted cells depend on it."""

    rank: Callable[[_Simulation, int], float]
    stay: frozenset[int] = frozenset()


def plan(code: TaskSequence, budget: int) -> RematerializationPlan | None:
    """Returns the plan with the least extra work that was found for ``budget`` bytes, or None if
    none was found."""
    if peak(code) <= budget:
        return RematerializationPlan(range(len(code.tasks)), 0)
    best: RematerializationPlan | None = None
    for rule in _rules(code):
        run = _Simulation(code, budget, rule, best.extra if best is not None else None)
        if run.succeeds() and (best is None or run.extra < best.extra):
            best = RematerializationPlan(run.order, run.extra)
    return best


def least_budget(code: TaskSequence) -> int:
    """Returns approximately the least budget in bytes for which there is a plan."""
    low, high = 0, peak(code)
    while high - low > max(1, high // 4096):
        middle = (low + high) // 2
        if plan(code, middle) is None:
            low = middle
        else:
            high = middle
    return high


def peak(code: TaskSequence) -> int:
    """Returns the peak memory in bytes without evictions."""
    return max((size for size, _ in _profile(code)), default=code.taken)


def usage(code: TaskSequence) -> int:
    """Returns the sum, over all tasks, of the bytes that are allocated while the task runs."""
    return sum(size for size, _ in _profile(code))


def _profile(code: TaskSequence) -> Iterator[tuple[int, list[int]]]:
    """Yields, from the last task to the first, the bytes that are allocated while the task runs and
    the cells that are live then."""
    live = dict.fromkeys(code.kept)
    now = code.taken + sum(code.sizes[c] for c in live)
    for task in reversed(code.tasks):
        for cell in (*task.makes, *task.reads):
            if cell not in live:
                live[cell] = None
                now += code.sizes[cell]
        yield now + task.bytes, list(live)
        for cell in task.makes:
            del live[cell]
            now -= code.sizes[cell]


@dataclass
class _Simulation:
    """A simulation of the code with evictions."""

    code: TaskSequence
    budget: int
    rule: EvictionRule
    limit: int | None
    """The extra cost at which the simulation is aborted."""
    now: int = 0
    """The next task to run for the first time."""
    extra: int = 0
    order: list[int] = field(default_factory=list[int])

    def __post_init__(self) -> None:
        code = self.code
        self.used = code.taken
        self.present: dict[int, None] = {}
        self.maker: dict[int, int] = {}
        self.uses: list[list[int]] = [[] for _ in code.sizes]
        self.sources: list[frozenset[int]] = [frozenset()] * len(code.sizes)
        """For each cell, the cells that its recomputation depends on and that cannot be recomputed
        themselves."""
        for number, task in enumerate(code.tasks):
            needed = frozenset[int]().union(*(self.sources[c] for c in task.reads))
            for cell in task.reads:
                self.uses[cell].append(number)
            for cell in task.makes:
                self.maker[cell] = number
                self.sources[cell] = needed if task.is_repeatable else frozenset((cell,))
        self.waiting = [0] * len(code.sizes)
        """For each cell that cannot be recomputed, the number of evicted cells that depend on
        it."""
        self.evicted: dict[int, int] = {}
        """The evicted tasks, each with its parent in a union-find forest of neighbors."""
        self.together: dict[int, int] = {}
        """The recomputation cost of each set of joined tasks."""

    def succeeds(self) -> bool:
        """Runs the simulation; returns whether it stayed within the budget."""
        for number in range(len(self.code.tasks)):
            self.now = number
            if not self._run(number):
                return False
        return True

    def next_use(self, cell: int) -> int | None:
        """Returns the next task that reads a cell, among the tasks that have not run yet."""
        uses = self.uses[cell]
        place = bisect_left(uses, self.now)
        if place < len(uses):
            return uses[place]
        return len(self.code.tasks) if cell in self.code.kept else None

    def _run(self, wanted: int) -> bool:
        """Runs the task ``wanted`` after recomputing its evicted inputs; returns False if that
        exceeds the budget or the limits on recomputation."""
        tasks = self.code.tasks
        pending = [wanted]
        while pending:
            task = tasks[pending[-1]]
            missing = next((c for c in task.reads if c not in self.present), None)
            if missing is not None:
                pending.append(self.maker[missing])
                continue
            pinned = {c for n in pending for c in tasks[n].reads}
            number = pending.pop()
            if number != wanted:
                self.extra += task.cost
                if self.limit is not None and self.extra >= self.limit:
                    return False
            if len(self.order) > (1 + _MAX_RECOMPUTATIONS) * len(tasks):
                return False
            if not self._make(number, pinned):
                return False
            waited_for = {c for n in pending for c in tasks[n].reads}
            self._drop_unneeded(task, number == wanted, waited_for)
        return True

    def _drop_unneeded(
        self, task: RematerializationStep, is_first: bool, waited_for: set[int]
    ) -> None:
        """Frees unused cells of a task, and cells of which it was the last reader, except
        ``waited_for``. ``is_first`` marks the first run of the task."""
        self.now += is_first
        for cell in (*task.reads, *task.makes):
            if (
                cell in self.present
                and self.code.sizes[cell]
                and cell not in waited_for
                and self.next_use(cell) is None
                and not self.waiting[cell]
                and (cell not in self.rule.stay or cell in self.sources[cell])
            ):
                self._evict(cell)
        self.now -= is_first

    def _make(self, number: int, pinned: set[int]) -> bool:
        task = self.code.tasks[number]
        for cell in task.makes:
            if cell in self.present:
                self._evict(cell)
        while self.used + task.bytes + sum(self.code.sizes[c] for c in task.makes) > self.budget:
            cell = self._choose(pinned)
            if cell is None:
                return False
            self._evict(cell)
        for cell in task.makes:
            self.present[cell] = None
            self.used += self.code.sizes[cell]
            if number < self.now and self.next_use(cell) is not None:
                self._add_waiting(cell, -1)
        self._mark_computed(number)
        self.order.append(number)
        return True

    def _choose(self, pinned: set[int]) -> int | None:
        """Returns the cell to evict next, none of ``pinned``; None if there is none."""
        best: int | None = None
        highest = float("-inf")
        for cell in self.present:
            if not self.code.sizes[cell] or cell in pinned or cell in self.code.kept:
                continue
            if cell in self.sources[cell]:
                if self.next_use(cell) is not None or self.waiting[cell]:
                    continue
            elif not self.sources[cell] <= self.present.keys() and self.next_use(cell) is not None:
                continue
            if cell in self.rule.stay:
                rank = float("-inf") if self.next_use(cell) is not None else -1e300
            else:
                rank = self.rule.rank(self, cell)
            if best is None or rank > highest:
                best, highest = cell, rank
        return best

    def _evict(self, cell: int) -> None:
        del self.present[cell]
        self.used -= self.code.sizes[cell]
        if self.next_use(cell) is not None:
            self._add_waiting(cell, 1)
            self._mark_evicted(self.maker[cell])

    def _add_waiting(self, cell: int, number: int) -> None:
        for source in self.sources[cell]:
            self.waiting[source] += number

    def _mark_evicted(self, number: int) -> None:
        if number in self.evicted:
            return
        self.evicted[number] = number
        self.together[number] = self.code.tasks[number].cost
        for other in self._evicted_neighbors(number):
            a, b = self._root(number), self._root(other)
            if a != b:
                self.evicted[a] = b
                self.together[b] += self.together[a]

    def _mark_computed(self, number: int) -> None:
        """Removes a task from the evicted ones. Neighbors that it joined stay joined, as splitting
        the set would be too costly."""
        if number in self.evicted:
            self.together[self._root(number)] -= self.code.tasks[number].cost
            followers = [n for n, other in self.evicted.items() if other == number and n != number]
            parent = self.evicted.pop(number)
            if followers and parent == number:
                parent = followers[0]
                self.together[parent] = self.together[number]
            self.evicted.update(dict.fromkeys(followers, parent))

    def _root(self, number: int) -> int:
        """Returns the representative of a task's set of evicted tasks."""
        while self.evicted[number] != number:
            number = self.evicted[number]
        return number

    def _evicted_neighbors(self, number: int) -> Iterator[int]:
        """Yields the evicted tasks that define a cell that a task reads, or read a cell that it
        defines."""
        task = self.code.tasks[number]
        for cell in task.reads:
            if cell not in self.present and self.maker[cell] in self.evicted:
                yield self.maker[cell]
        for cell in task.makes:
            for reader in self.uses[cell]:
                if reader >= self.now:
                    break
                if reader in self.evicted:
                    yield reader

    def neighborhood_cost(self, cell: int) -> int:
        """Returns the cost of recomputing a cell together with its evicted neighborhood: the
        evicted cells that it depends on, and those that depend on it."""
        tasks = self.code.tasks
        first = self.maker[cell]
        total = 0
        pending, seen = [first], {first}
        joined: set[int] = set()
        while pending:
            number = pending.pop()
            total += tasks[number].cost
            joined.update(self._root(n) for n in self._evicted_neighbors(number) if n not in seen)
            for read in tasks[number].reads:
                maker = self.maker[read]
                if read not in self.present and maker not in self.evicted and maker not in seen:
                    seen.add(maker)
                    pending.append(maker)
        return total + sum(self.together[n] for n in joined)


def _rules(code: TaskSequence) -> Iterator[EvictionRule]:
    """Yields the eviction rules to try."""
    yield EvictionRule(_dtr_rank)
    tried: set[frozenset[int]] = set()
    for parts in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 32, 48, 64):
        stay = _checkpoint_cells(code, parts)
        if stay not in tried:
            tried.add(stay)
            yield EvictionRule(_belady_rank, stay)


def _dtr_rank(run: _Simulation, cell: int) -> float:
    use = run.next_use(cell)
    distance = (len(run.code.tasks) if use is None else use) - run.now + 1
    return run.code.sizes[cell] * distance / (run.neighborhood_cost(cell) + 1)


def _belady_rank(run: _Simulation, cell: int) -> float:
    use = run.next_use(cell)
    return 2.0 * len(run.code.tasks) if use is None else use


def _checkpoint_cells(code: TaskSequence, parts: int) -> frozenset[int]:
    """Cuts the code up to its peak at narrow points into ``parts`` segments of about the same
    memory, and returns the cells that are live across the cuts."""
    profile = list(_profile(code))
    profile.reverse()
    if not profile:
        return frozenset()
    last = max(range(len(profile)), key=lambda n: profile[n][0])
    live = set(profile[last][1])
    tasks = code.tasks[: last + 1]
    last_read: dict[int, int] = {}
    for number, task in enumerate(tasks):
        last_read.update(dict.fromkeys(task.reads, number))
    filled: list[int] = []
    crossing: list[list[int]] = []
    open_cells: dict[int, None] = {}
    total = 0
    for number, task in enumerate(tasks):
        open_cells.update(dict.fromkeys(task.makes))
        open_cells = {c: None for c in open_cells if last_read.get(c, -1) > number}
        total += sum(code.sizes[c] for c in task.makes if c in live)
        filled.append(total)
        crossing.append(list(open_cells))
    widths = [sum(code.sizes[c] for c in cells) for cells in crossing]
    stay: set[int] = set()
    for part in range(1, parts):
        low = bisect_left(filled, total * (2 * part - 1) / (2 * parts))
        high = bisect_left(filled, total * (2 * part + 1) / (2 * parts))
        middle = total * part / parts
        places = [n for n in range(low, min(high, len(tasks))) if widths[n]]
        if places:
            stay.update(crossing[min(places, key=lambda n: (widths[n], abs(filled[n] - middle)))])
    return frozenset(stay)
