"""The scheduler: chooses the loops of each definition by a small model of registers and threads.

There are three forms of loops:

- If each statement writes one element at each shared point, the last shared dimension is
  vectorized. A block of points is kept in registers, with reductions inside. Products,
  element-wise code and sums over leading dimensions have this form.
- Otherwise, the shared dimensions are rows. Within a row, each statement is vectorized along its
  own last dimension, or along the dimension that it reduces.
- If there are products among the statements, the rows are processed in blocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from dlvm.compute.loop_nest.addresses import NEAR, extent, is_strided, offset
from dlvm.compute.loop_nest.nest import (
    Nest,
    is_reduced_across,
    make_nest,
    reduced_together,
    reduction_to_a_number,
)
from dlvm.compute.loop_nest.overlapping_windows import OverlappingWindows, find_windows
from dlvm.compute.loop_nest.recurrence import Recurrence, recurrence
from dlvm.compute.loop_nest.transposed_reads import transposed_row
from dlvm.compute.loop_nest.variance_merging import find_moments
from dlvm.compute.loops.directives.intrinsic import pairs_directive
from dlvm.compute.loops.restructuring import scheduled_nest
from dlvm.compute.scheduling.batches import nest_of_example, tiles_of_examples
from dlvm.compute.scheduling.machine import Machine
from dlvm.compute.scheduling.parallelization import (
    cycles_in_place,
    parallel_order,
    pays_for_threads,
    tensor_bytes,
)
from dlvm.compute.scheduling.prefetching import prefetch_of_rows, preload_of_panels
from dlvm.compute.scheduling.product_scheduling import product_directives
from dlvm.compute.scheduling.reading_costs import rows_at_hand
from dlvm.compute.scheduling.register_tiles import (
    Reading,
    register_tile,
    rows_to_tile,
    sweep_cycles,
)
from dlvm.compute.scheduling.row_block_scheduling import row_block_directives
from dlvm.compute.scheduling.transposition_tiles import tile_directives
from dlvm.compute.scheduling.vector_lanes import lanes_of
from dlvm.compute.scheduling.vector_products import vector_product_directives
from dlvm.ir.compute import Affine, Call, Definition, Guard, Range, Read, Reduction
from dlvm.ir.module import Module, Stage
from dlvm.ir.polynomial import estimate
from dlvm.ir.schedules import Directive, Directives, Schedule
from dlvm.ir.types import BOOL

_ROW = 1024
"""The number of columns per block of a scan, whose running totals stay in the cache."""
_NARROWEST = 4
"""If each of many rows has fewer vectors than this, computing the addresses takes longer than
reading."""
_RUN = 4
"""The fewest adjacent vectors that a thread reads from an operand that fits its cache."""
_TIE_FACTOR = 1.05
"""Schedules whose times differ by at most this factor count as equally fast."""
_MOST_KEPT = 1 << 20
"""The maximum number of bytes of a product's operands that stay in the cache from one use to the
next, however large the cache is: other kernels run in between."""
_MOST_COLUMNS = 16
"""The maximum size of the factor that is read along columns, relative to the other one, with which
threads in a mesh share rows, so that each reads all of it, if it is larger than the results."""
_SUMS = 8
"""The number of independent accumulators, in vectors, so that no addition waits for the previous
one."""
_FEW_ROWS = 4
"""The maximum number of rows of a block of windows if the number of rows is unknown."""
_VECTORS = 4
"""The number of vectors along a row that are in flight. The sums in one loop share them."""
_MOST_OPERANDS = 4
"""The maximum number of operands of a concatenation that is computed several vectors at a time: the
loop is copied for each operand, and memory limits its speed."""
_ROWS_BYTES = 24 * 1024
"""The maximum number of bytes of several rows that consecutive statements iterate over."""
_MOST_TWICE, _BLOCK = 256, 64
"""Columns with more elements than ``_MOST_TWICE`` are traversed twice, in blocks of ``_BLOCK``
rows."""
_PART_SIZE = 4096
"""The minimum number of values in a part of a split reduction."""


def schedule_module(module: Module, machine: Machine) -> None:
    """Moves a module from stage compute to stage schedule; existing schedules are kept."""
    given = {s.definition for s in module.schedules}
    for definition in module.definitions:
        if definition.name not in given:
            module.schedules.append(default_schedule(definition, machine))
    module.stage = Stage.SCHEDULE


def default_schedule(definition: Definition, machine: Machine) -> Schedule:
    """A schedule for one definition."""
    whole = make_nest(definition)
    example = nest_of_example(whole, machine)
    nest = example or whole
    directives: list[Directive] = []
    scan = recurrence(nest)
    if scan is not None:
        directives = _scan(nest, scan, machine)
    elif not any(s.base for s in nest.statements) and all(
        extent(r) for s in nest.statements for r in s.ranges
    ):
        directives = _in_pairs(definition, machine) or _directives(nest, machine)
        if example is not None:
            directives += tiles_of_examples(whole, example, directives)
        directives += preload_of_panels(nest, directives, machine)
    return Schedule(definition.name or "", machine.name, tuple(directives))


def _in_pairs(definition: Definition, machine: Machine) -> list[Directive]:
    """The schedule of a product of small integers by a dot-product instruction for pairs. It is
    empty if the target has no such instruction or the factors are not packed."""
    directive = pairs_directive(definition) if machine.has_avx512 else None
    if directive is None:
        return []
    given = Schedule(definition.name or "", machine.name, (directive,))
    directives = product_directives(scheduled_nest(definition, Directives(given)), machine)
    return [directive, *directives] if directives else []


def _directives(nest: Nest, machine: Machine) -> list[Directive]:
    number = reduction_to_a_number(nest)
    if number is not None:
        return _number(nest, number, machine)
    across = transposed_row(nest)
    if across is not None:
        row, transposed = across
        return tile_directives(nest, row, transposed, lanes_of(nest, machine), machine)
    if directives := product_directives(nest, machine) or vector_product_directives(nest, machine):
        return directives
    if _runs_pointwise(nest):
        return _points(nest, machine)
    return row_block_directives(nest, machine) or _row_tile(nest, machine) + _rows(nest, machine)


def _number(nest: Nest, reduction: Reduction, machine: Machine) -> list[Directive]:
    """Splits a reduction to a scalar into parts. Their number depends on sizes, not on threads."""
    directives = _rows(nest, machine)
    count = prod(extent(r) for r in reduction.ranges)
    parts = next((n for n in (64, 16) if count >= n * _PART_SIZE), 1)
    if any(not isinstance(r.size, int) for r in reduction.ranges):
        parts = max(16, parts)
    if parts > 1 and reduction.element is not BOOL and not nest.definition.body.draws:
        inner = reduction.ranges[-1]
        loop_range = next((r for r in reduction.ranges if extent(r) >= parts), inner)
        directives.append(Directive("split", (loop_range.variable,), parts))
        if pays_for_threads(nest, lanes_of(nest, machine), machine):
            directives.append(Directive("parallel", (loop_range.variable,)))
    return directives


def _scan(nest: Nest, scan: Recurrence, machine: Machine) -> list[Directive]:
    others = [r for r in scan.statement.ranges if r is not scan.range]
    vector = scan.range
    if not scan.is_along_memory:
        along = [r for r in others if scan.place.coefficient(r.variable) == 1]
        if not along:
            return []
        (vector,) = along
        others.remove(vector)
    size, lanes = extent(vector), lanes_of(nest, machine)
    while lanes > 1 and lanes // 2 >= size:
        lanes //= 2
    if vector is scan.range and not scan.fits_vectors:
        lanes = 1
    directives = [Directive("vectorize", (vector.variable,), lanes)]
    if size >= 4 * lanes:
        directives.append(Directive("unroll", (vector.variable,), 4))
    columns = _rounded(min(size, _ROW), lanes)
    if pays_for_threads(nest, lanes, machine):
        wanted = 2 * machine.threads
        order = parallel_order(nest, others)
        rows = next((r for r in order if extent(r) >= wanted), None)
        if rows is None and vector is not scan.range:
            columns = min(columns, _rounded(-(-size // wanted), lanes))
            rows = vector if columns < size else None
        if rows is None and others:
            rows = max(others, key=extent)
        if rows is not None:
            directives.append(Directive("parallel", (rows.variable,)))
    if vector is not scan.range:
        directives.append(Directive("tile", (vector.variable,), columns))
    return directives


def _rounded(count: int, step: int) -> int:
    return -(-count // step) * step


def _runs_pointwise(nest: Nest) -> bool:
    """Whether the last shared dimension is the one to vectorize."""
    if not nest.is_pointwise or not nest.prefix:
        return False
    last = nest.prefix[-1].variable
    found = nest.product()
    if found is not None and found.is_packable:
        return True
    return not any(
        is_strided(offset(read).coefficient(last))
        for reduction in nest.reductions
        for read in reduction.body.reads
    )


def _is_row_distance_unknown(nest: Nest, rows: Range) -> bool:
    """Whether the distance between rows of a factor is known only at run time. Unrolled terms would
    then need more address registers than the processor has."""
    distances = (
        offset(r).coefficient(rows.variable)
        for reduction in nest.reductions
        for r in reduction.reads
        if len(r.indices) == 1
    )
    return any(not isinstance(d, int) for d in distances)


def _points(nest: Nest, machine: Machine) -> list[Directive]:
    lanes = lanes_of(nest, machine)
    if _is_pipelined(nest):
        return _pipelined_products(nest, lanes, machine)
    last = nest.prefix[-1]
    while lanes > 1 and lanes // 2 >= extent(last):
        lanes //= 2
    directives = [Directive("vectorize", (last.variable,), lanes)]
    merged = _merged(nest)
    columns = -(-extent(last) // lanes)
    rows_range = row_range(nest)
    rows = extent(rows_range) if rows_range is not None else 1
    products = bool(nest.reductions) and rows_range is not None
    shared_rows: tuple[int, int] | None = None
    windows: OverlappingWindows | None = None
    if products:
        assert rows_range is not None
        reading = _reading(nest, machine)
        count = rows_to_tile([rows_range])
        row_step, column_step = register_tile(count, columns, machine, reading)
        if pays_for_threads(nest, lanes, machine):
            shared_rows = _block_of_shared_rows(nest, rows_range, columns, machine)
            row_step, column_step = shared_rows or (row_step, column_step)
    else:
        column_step = _column_step(nest, columns, lanes, machine)
        rows_range, row_step = _few_rows(nest, column_step)
        windows = find_windows(nest)
        if windows is not None:
            rows_range = windows.row
            row_step, column_step = _block_of_windows(windows, column_step, machine)
        rows = extent(rows_range) if rows_range is not None else 1
    if column_step > 1:
        directives.append(Directive("unroll", (last.variable,), column_step))
    if rows_range is not None and row_step > 1:
        directives.append(Directive("unroll", (rows_range.variable,), row_step))
    directives += [Directive("tile", (r.variable,), _BLOCK) for r in merged]
    for reduction in nest.reductions[:1]:
        inner = reduction.ranges[-1]
        if windows is not None and windows.term is not inner:
            inner = windows.term
            order = [r for r in reduction.ranges if r is not inner]
            directives.append(Directive("order", (*(r.variable for r in order), inner.variable)))
        # Prefetching limits the product of a single row; 8 rows relieve it.
        is_row = row_step == 1 and _is_product(reduction)
        is_wide = row_step > 1 or column_step > 4
        terms = 4 if is_wide and not is_row else 8
        if len(nest.reductions) > 1 and 4 * column_step >= machine.registers:
            # The sums take half of the registers: more loads at once would spill them.
            terms = 2
        if rows_range is None or not (products and _is_row_distance_unknown(nest, rows_range)):
            directives.append(Directive("unroll", (inner.variable,), terms))
        directives += prefetch_of_rows(nest, last, (row_step, column_step), lanes, machine)
    if pays_for_threads(nest, lanes, machine):
        blocks = {
            last.variable: -(-columns // column_step),
            **{r.variable: extent(r) for r in nest.prefix[:-1]},
        }
        if not isinstance(last.size, int):
            blocks[last.variable] = extent(last)
        if rows_range is not None:
            blocks[rows_range.variable] = -(-rows // row_step)
        ranges = list(nest.prefix)
        if products:
            ranges = [r for r in nest.prefix if r not in (last, rows_range)] + [last]
            ranges += [rows_range] if rows_range is not None else []
        order = [r.variable for r in parallel_order(nest, ranges)]
        if shared_rows is not None and rows_range is not None:
            order = [rows_range.variable]
        wanted = machine.threads * 2
        several = [v for v in order if blocks[v] >= wanted]
        if products:
            equal = [
                v for v in several if _load_imbalance(blocks[v], machine.threads) <= _TIE_FACTOR
            ]
            several = _with_least_traffic(nest, several, blocks, lanes, machine) or equal or several
        chosen = several[0] if several else max(order, key=lambda v: blocks[v])
        if blocks[chosen] > 1:
            directives.append(Directive("parallel", (chosen,)))
    return directives


def _with_least_traffic(
    nest: Nest, variables: Sequence[str], blocks: Mapping[str, int], lanes: int, machine: Machine
) -> list[str]:
    """The dimensions of a product that threads can share about as fast as any other: the loads are
    balanced, and each thread reads little from beyond its caches."""
    found = nest.product()
    if found is None or not variables:
        return []
    ranges = {r.variable: r for r in nest.prefix}
    work = prod(extent(r) for r in (*nest.prefix, *found.terms))
    cycles = work / (2 * lanes * machine.threads)
    costs = {
        v: cycles * _load_imbalance(blocks[v], machine.threads)
        + cycles_in_place(nest, found, ranges[v], machine)
        for v in variables
    }
    return [v for v in variables if costs[v] <= _TIE_FACTOR * min(costs.values())]


def _reading(nest: Nest, machine: Machine) -> Reading:
    """The cost of reading the factors of a product in place."""
    found = nest.product()
    if found is None:
        return Reading.in_place(machine)
    return Reading.in_place(machine, rows=rows_at_hand(found, machine.caches[0]))


def _merged(nest: Nest) -> list[Range]:
    """The ranges of sums and of squared deviations that are too long for their operands to stay in
    the innermost cache."""
    ranges = {m.range.variable: m for m in find_moments(nest)}
    return [m.range for m in ranges.values() if m.count > _MOST_TWICE and extent(m.range) > _BLOCK]


def _load_imbalance(tasks: int, threads: int) -> float:
    """The load imbalance: the tasks of the busiest thread relative to an equal share."""
    return -(-tasks // threads) * threads / tasks


def _block_of_shared_rows(
    nest: Nest, rows: Range, columns: int, machine: Machine
) -> tuple[int, int] | None:
    """The register block with which threads share the rows of a product, if it is about as fast as
    any other and each thread's operands stay in its cache. The next layer then reads the results
    from the caches of the same threads. None otherwise."""
    count = rows.size
    if len(nest.prefix) > 2 or not isinstance(count, int):
        return None
    found = nest.product()
    if found is not None and machine.far_run:
        across, down = (
            sum(tensor_bytes(nest, r.tensor) for r in f.reads) for f in (found.across, found.down)
        )
        results = sum(tensor_bytes(nest, name) for name in nest.definition.body.results)
        if across > max(_MOST_COLUMNS * down, results):
            return None
    reading = _reading(nest, machine)
    fewer = -(-count // machine.threads)
    height, width = register_tile(fewer, columns, machine, reading)
    separate = machine.threads * sweep_cycles(fewer, columns, (height, width), reading)
    block = register_tile(count, columns, machine, reading)
    if separate > _TIE_FACTOR * sweep_cycles(count, columns, block, reading):
        return None
    ranges = (*nest.prefix, *(r for n in nest.reductions for r in n.ranges))
    sizes = {r.variable: r.size for r in ranges}
    total = 0
    for read in (r for n in nest.reductions for r in n.body.reads):
        known = [sizes[v] for v in read.variables if v in sizes]
        if not all(isinstance(n, int) for n in known):
            return None
        share = machine.threads if rows.variable in read.variables else 1
        total += read.element.bytes * prod(map(estimate, known)) // share
    return (
        (-(-fewer // -(-fewer // height)), width)
        if total <= min(_MOST_KEPT, machine.cache_bytes)
        else None
    )


def _is_pipelined(nest: Nest) -> bool:
    """Whether results are better written as several interleaved vectors: the last dimension is too
    short for vectors, and the one before it is not."""
    if nest.reductions or len(nest.prefix) < 2:
        return False
    before, last = nest.prefix[-2:]
    if not isinstance(last.extent, int) or last.extent > NEAR or extent(before) <= last.extent:
        return False
    written = [s.indices[0] for s in nest.statements if s.indices]
    read = [r.indices[0] for s in nest.statements for r in s.value.reads]
    return all(
        isinstance(i, Affine) and i.coefficient(before.variable) == last.extent for i in written
    ) and not any(
        isinstance(i, Affine) and is_strided(i.coefficient(before.variable)) for i in read
    )


def _pipelined_products(nest: Nest, lanes: int, machine: Machine) -> list[Directive]:
    before, last = nest.prefix[-2:]
    while lanes > 1 and lanes // 2 >= extent(before):
        lanes //= 2
    directives = [
        Directive("vectorize", (before.variable,), lanes),
        Directive("unroll", (last.variable,), extent(last)),
    ]
    outer = max(nest.prefix[:-1], key=extent)
    if extent(outer) > machine.threads and pays_for_threads(nest, lanes, machine):
        order = parallel_order(nest, nest.prefix[:-2])
        wide = next((r for r in order if extent(r) >= 2 * machine.threads), outer)
        directives.append(Directive("parallel", (wide.variable,)))
    return directives


def _column_step(nest: Nest, columns: int, lanes: int, machine: Machine) -> int:
    """The number of adjacent vectors that are reduced or computed at once.

    As many as possible keep their sums in registers, since memory is then read contiguously.
    Operands that are traversed several times stay in the cache. If an operand and the other data of
    the program exceed the cache of one thread, threads get equal shares of the operand. An operand
    that fits is read fastest by one thread in long runs: in shorter runs, the thread also
    prefetches elements that another thread reads.
    """
    if not nest.reductions:
        guards = (isinstance(n, Guard) for s in nest.statements for n in s.value.walk())
        most = 1 if sum(guards) >= _MOST_OPERANDS else 4
        return max(n for n in (1, 2, 4) if n <= min(columns, most))
    several = sum(len(reduced_together(s.value)) for s in nest.statements) > 1
    most = machine.registers // (4 if len(nest.reductions) > 1 else 2)
    rows = max(1, *(prod(extent(r) for r in n.ranges) for n in nest.reductions))
    if several and not _merged(nest):
        most = min(most, max(_NARROWEST, machine.cache_bytes // (rows * lanes * 8)))
    parts = -(-columns // max(1, most))
    size = rows * columns * machine.vector_bytes
    is_shared = size > machine.cache_bytes // 2 and isinstance(nest.prefix[-1].size, int)
    if is_shared and pays_for_threads(nest, lanes, machine):
        run = _RUN if size <= machine.cache_bytes else 1
        parts = max(parts, min(_rounded(parts, machine.threads), columns // run))
    return -(-columns // parts)


def _few_rows(nest: Nest, columns: int) -> tuple[Range | None, int]:
    """The dimension of which several rows are reduced at once, and the number of these rows, if one
    row has so few vectors that additions wait for each other."""
    if columns >= _NARROWEST or not all(map(_is_quick, nest.reductions)):
        return None, 1
    for loop_range in reversed(nest.prefix[:-1] if nest.reductions else ()):
        rows = extent(loop_range)
        if rows > 1:
            most = min(rows, _SUMS // columns)
            return loop_range, -(-rows // -(-rows // most))
    return None, 1


def _block_of_windows(
    windows: OverlappingWindows, columns: int, machine: Machine
) -> tuple[int, int]:
    """The register block for windows: as many rows as possible, since rows share their reads, and
    several vectors only if there are few rows. The other factor stays in registers too. Blocks of
    rows of unknown number are low, since the rows after the last block are computed one by one."""
    rows, most = extent(windows.row), max(1, machine.registers // 2 - 2)
    if not isinstance(windows.row.size, int):
        most = min(most, _FEW_ROWS)
    height = -(-rows // -(-rows // most))
    return height, max(1, min(columns, most // height))


def _is_quick(reduction: Reduction) -> bool:
    """Whether the operand of a reduction is cheap: a read or a product."""
    return _is_product(reduction) or isinstance(reduction.body, Guard | Read)


def _is_product(reduction: Reduction) -> bool:
    return isinstance(reduction.body, Call) and reduction.body.operation == "multiply"


def row_range(nest: Nest) -> Range | None:
    """The shared dimension along which a product reuses its other operand."""
    if not nest.reductions or len(nest.prefix) < 2:
        return None
    last = nest.prefix[-1].variable
    for loop_range in reversed(nest.prefix[:-1]):
        if extent(loop_range) > 1 and any(
            offset(r).coefficient(last) and not offset(r).coefficient(loop_range.variable)
            for n in nest.reductions
            for r in n.body.reads
        ):
            return loop_range
    return None


def _row_tile(nest: Nest, machine: Machine) -> list[Directive]:
    """Processes several rows at a time if one statement reduces a row that the next statement
    reads: while one row waits for the end of its sum, another row is read. The rows stay in the
    innermost cache.

    Blocks of rows and single rows add numbers in different orders. Whether there are blocks
    therefore does not depend on the number of threads; only their height does."""
    if len(nest.statements) < 2 or not nest.prefix or not nest.reductions:
        return []
    outer = {r.variable for r in nest.prefix}
    ranges = [r for s in nest.statements for r in s.ranges]
    ranges += [r for n in nest.reductions for r in n.ranges]
    inner = {r.variable: r.size for r in ranges if r.variable not in outer}
    row, size = nest.prefix[-1], 0
    for read in {n.tensor: n for s in nest.statements for n in s.value.reads}.values():
        if row.variable in read.variables:
            lengths = [inner[v] for v in read.variables - outer]
            if not all(isinstance(n, int) for n in lengths):
                return []
            size += read.element.bytes * prod(map(estimate, lengths))
    height = next((n for n in (4, 2) if n * size <= _ROWS_BYTES), 1)
    if height == 1 or extent(row) < 2 * height:
        return []
    if _parallel_range(nest, machine) is row:
        while height > 1 and extent(row) < 2 * machine.threads * height:
            height //= 2
    return [Directive("tile", (row.variable,), height)]


def _rows(nest: Nest, machine: Machine) -> list[Directive]:
    lanes = lanes_of(nest, machine)
    found: dict[str, int] = {}
    together: dict[str, int] = {}
    for statement in nest.statements:
        inner = list(statement.ranges[len(nest.prefix) :])
        reductions = statement.value.reductions
        inner = inner[-1:]
        if reductions and not (inner and is_reduced_across(statement.value, inner[-1])):
            inner = [reductions[0].ranges[-1]]
            together[inner[0].variable] = max(map(len, reduced_together(statement.value)))
        for loop_range in inner:
            found[loop_range.variable] = max(found.get(loop_range.variable, 0), extent(loop_range))
    directives: list[Directive] = []
    for variable, size in found.items():
        width = lanes
        while width > 1 and width // 2 >= size:
            width //= 2
        directives.append(Directive("vectorize", (variable,), width))
        vectors = max(1, _VECTORS // together.get(variable, 1))
        if vectors > 1 and size >= vectors * width:
            directives.append(Directive("unroll", (variable,), vectors))
    shared = _parallel_range(nest, machine)
    if shared is not None:
        directives.append(Directive("parallel", (shared.variable,)))
    return directives


def _parallel_range(nest: Nest, machine: Machine) -> Range | None:
    """The dimension whose values are distributed over threads, if that pays."""
    if not nest.prefix or not pays_for_threads(nest, lanes_of(nest, machine), machine):
        return None
    order = parallel_order(nest, nest.prefix)
    widest = next((r for r in order if extent(r) >= machine.threads * 2), None)
    widest = widest or max(nest.prefix, key=extent)
    return widest if extent(widest) > 1 else None
