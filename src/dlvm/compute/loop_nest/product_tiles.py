"""The tiles of a scheduled product, and the memory of packed panels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dlvm.compute.loop_nest.addresses import extent
from dlvm.compute.loop_nest.contraction import Overlap, Product
from dlvm.compute.loop_nest.nest import Nest
from dlvm.diagnostics import error
from dlvm.ir.compute import Affine, Expression, Range
from dlvm.ir.polynomial import Size, product
from dlvm.ir.schedules import Directives
from dlvm.ir.types import BF16, F16, F32, ElementType
from dlvm.text.schedule_syntax import directive_text


def packed_element(factor: Expression) -> ElementType:
    """The element type of a panel: small floats are widened once, when they are packed."""
    return F32 if factor.element in (F16, BF16) else factor.element


@dataclass(frozen=True)
class PanelForm:
    """A packed tile of a factor, or a tile of partial sums. It has ``size`` elements; ``index`` is
    the position of an element; vectors run along ``along``. ``overlap`` describes windows whose
    common elements are stored once."""

    of: Expression
    name: str
    index: Affine
    along: Range
    size: int
    overlap: Overlap | None = None

    @property
    def element(self) -> ElementType:
        return packed_element(self.of)

    @property
    def bytes(self) -> int:
        return self.size * self.element.bytes


@dataclass(frozen=True)
class ProductTiles:
    """The tiles that a schedule gives a product. ``has_repeated`` says whether several values of
    one of the other shared dimensions may be computed at once."""

    nest: Nest
    plan: Directives
    found: Product
    has_repeated: bool = True

    @cached_property
    def lanes(self) -> int:
        return self.plan.lanes.get(self.found.column.variable, 1)

    @cached_property
    def columns(self) -> tuple[Range, ...]:
        """The collapsed column dimensions."""
        return self._tiled(self.found.columns, self.found.across)

    @cached_property
    def rows(self) -> tuple[Range, ...]:
        """The collapsed row dimensions."""
        return self._tiled(self.found.rows, self.found.down)

    @cached_property
    def split_terms(self) -> tuple[Range, ...]:
        """The terms up to the last tiled one. A tile has one value of each, except the last."""
        tiled = [n for n, r in enumerate(self.found.terms) if r.variable in self.plan.tiles]
        return self.found.terms[: max(tiled, default=0) + 1]

    @cached_property
    def repeated(self) -> Range | None:
        """A dimension of which several values are computed at once, for the same rows; None if no
        dimension is."""
        down = self.found.down.variables
        free = (r for r in self.found.outer if r.variable not in down and self.has_repeated)
        return next((r for r in free if self.plan.unroll.get(r.variable, 1) > 1), None)

    def is_packed(self, factor: Expression) -> bool:
        return any(r.tensor in self.plan.packed for r in factor.reads)

    def _tiled(self, ranges: tuple[Range, ...], factor: Expression) -> tuple[Range, ...]:
        """The dimensions from the tiled one to the last."""
        if self.is_packed(factor):
            for number, loop_range in enumerate(ranges):
                if loop_range.variable in self.plan.tiles:
                    return ranges[number:]
        return ranges[-1:]

    @property
    def begins_with_rows(self) -> bool:
        """Whether the loop over columns is inside the loop over rows."""
        place, row, column = self.nest.prefix.index, self.found.row, self.found.column
        is_ordered = {row.variable, column.variable} <= self.plan.ordered
        return is_ordered and place(row) < place(column)

    def step(self, loop_range: Range) -> int:
        """The tile size of a dimension."""
        tile = self.plan.tiles.get(loop_range.variable)
        if tile is not None:
            return tile
        size, unroll = loop_range.size, self.plan.unroll.get(loop_range.variable, 1)
        if loop_range is self.found.row:
            return unroll if self._cuts_rows or not isinstance(size, int) else size
        if loop_range is self.found.column:
            return unroll * self.lanes
        if loop_range is self.split_terms[-1]:
            assert isinstance(size, int)
            return size
        return unroll if loop_range is self.repeated else 1

    @property
    def _cuts_rows(self) -> bool:
        return self.plan.parallel == self.found.row.variable or self.begins_with_rows

    def is_whole(self, loop_range: Range) -> bool:
        """Whether a dimension is a single tile of a size that is known only at run time. Rows of
        such a dimension are not packed."""
        return (
            loop_range is self.found.row
            and not isinstance(loop_range.size, int)
            and loop_range.variable not in self.plan.tiles
            and not self._cuts_rows
            and not self.is_packed(self.found.down)
            and self.sums is None
        )

    def _count(self, ranges: tuple[Range, ...]) -> int:
        """The tile size of collapsed dimensions."""
        count = product((self.step(ranges[0]), *(r.size for r in ranges[1:])))
        assert isinstance(count, int)
        return count

    def _pitch(self, count: Size) -> int:
        """The distance between the rows of a panel: an odd number of cache lines, so that rows map
        to different cache sets."""
        assert isinstance(count, int)
        pitch = -(-count // self.lanes) * self.lanes + self.lanes
        return pitch + 16 * (pitch // 16 % 2 == 0)

    @cached_property
    def _split_counts(self) -> dict[str, Size]:
        """The number of values of each split term in a tile."""
        last = self.split_terms[-1]
        tile = self.plan.tiles.get(last.variable)
        is_cut = tile is not None and (not isinstance(last.size, int) or tile < last.size)
        first = tile if tile is not None and is_cut else last.size
        return {**{r.variable: 1 for r in self.split_terms}, last.variable: first}

    @cached_property
    def _panel_width(self) -> int:
        """The number of columns of a panel for each repeated value: whole vectors, so that the last
        vector of one value ends before the next value."""
        return -(-self._count(self.columns) // self.lanes) * self.lanes

    @cached_property
    def _wide(self) -> int:
        every = 1 if self.repeated is None else self.step(self.repeated)
        return self._pitch(self._panel_width * every)

    @property
    def panels(self) -> Iterator[PanelForm]:
        """The panels of the packed factors. Raises :class:`DiagnosticError` for an unknown size and
        for an impossible layout."""
        found, split_counts = self.found, self._split_counts
        count = product(tuple(split_counts.get(r.variable, r.size) for r in found.terms))
        for factor in (found.across, found.down):
            if not self.is_packed(factor):
                continue
            if not isinstance(count, int):
                raise error(
                    "a factor of unknown size cannot be packed, expected a tile of "
                    f"{self.split_terms[-1].variable}",
                    self.plan.schedule.location or self.nest.definition.location,
                )
            yield self._panel(factor, count)

    def _panel(self, factor: Expression, count: int) -> PanelForm:
        found, split_counts = self.found, self._split_counts
        layout, is_own = self._layout(factor)
        is_across = factor is found.across
        own = self.columns if is_across else self.rows
        name = f"{'across' if is_across else 'down'} packed"
        is_usual = not is_own and (not is_across or self.repeated is None)
        overlap = found.overlap(factor, own[0]) if is_usual else None
        tile = self.step(own[0])
        if overlap is not None and (
            tile + overlap.more >= tile * extent(overlap.term)
            or split_counts.get(overlap.term.variable, overlap.term.size) != overlap.term.size
        ):
            overlap = None
        if overlap is not None:
            lines = (tile + overlap.more, *(r.size for r in own[1:]))
            pitch = self._pitch(product(lines))
            terms_left = [r for r in found.terms if r is not overlap.term]
            index = _range_strides(terms_left, pitch, split_counts) | _range_strides(own, 1)
            index[overlap.term.variable] = overlap.ratio * index[own[0].variable]
            size = (count // extent(overlap.term) + self.lanes) * pitch
            return PanelForm(factor, name, Affine.of(index), own[-1], size, overlap)
        if is_across:
            index = _range_strides(layout[: len(found.terms)], self._wide, split_counts)
            index |= _range_strides(self.columns, 1)
            if self.repeated is not None:
                index[self.repeated.variable] = self._panel_width
            size = (count + self.lanes) * self._wide
            return PanelForm(factor, name, Affine.of(index), found.column, size)
        height, along = self._count(self.rows), layout[-1]
        if is_own:
            split_counts = {**split_counts, self.rows[0].variable: self.step(self.rows[0])}
            inner = split_counts.get(along.variable, along.size)
            assert isinstance(inner, int)
            pitch = self._pitch(inner)
            index = {along.variable: 1, **_range_strides(layout[:-1], pitch, split_counts)}
            size = count * height // inner * pitch
            size += self.lanes * max(w for w in index.values() if isinstance(w, int))
        else:
            along = next((r for r in reversed(found.terms) if r.size != 1), along)
            pitch = self._pitch(count)
            index = _range_strides(layout[len(self.rows) :], 1, split_counts) | _range_strides(
                self.rows, pitch
            )
            size = (height + self.lanes) * pitch
        return PanelForm(factor, name, Affine.of(index), along, size)

    @property
    def sums(self) -> PanelForm | None:
        """The partial sums between tiles of terms, if terms are split."""
        last = self.split_terms[-1]
        if len(self.split_terms) == 1 and self._split_counts[last.variable] == last.size:
            return None
        index = _range_strides(self.rows, self._wide) | _range_strides(self.columns, 1)
        if self.repeated is not None:
            index[self.repeated.variable] = self._panel_width
        size = self._count(self.rows) * self._wide
        found = self.found
        return PanelForm(found.reduction, "partial sums", Affine.of(index), found.column, size)

    @property
    def bytes(self) -> int:
        """The size of the panels and partial sums in bytes."""
        sums = self.sums
        return sum(p.bytes for p in self.panels) + (0 if sums is None else sums.bytes)

    def _layout(self, factor: Expression) -> tuple[tuple[Range, ...], bool]:
        """The dimensions of a panel in memory order, and whether the user's schedule sets them."""
        is_across = factor is self.found.across
        own = self.columns if is_across else self.rows
        usual = (*self.found.terms, *own) if is_across else (*own, *self.found.terms)
        for directive in self.plan.of("reorder"):
            tensor, *variables = directive.subjects
            if all(r.tensor != tensor for r in factor.reads):
                continue
            ranges = {r.variable: r for r in usual}
            found = tuple(ranges[v] for v in variables if v in ranges)
            if len(found) < max(len(variables), len(usual)):
                message = f"expected {', '.join(ranges)} in any order"
            elif is_across and found[-len(own) :] != own:
                names = ", ".join(r.variable for r in own)
                message = f"vectors run along the columns: expected {names} last"
            elif not is_across and own not in (found[: len(own)], found[-1:]):
                names = ", ".join(r.variable for r in own)
                message = f"rows are adjacent: expected {names} first, or one variable last"
            else:
                return found, True
            raise error(f"{message}, got {directive_text(directive)}", directive.location)
        return usual, False


def _range_strides(
    ranges: Sequence[Range], size: Size, split_counts: Mapping[str, Size] | None = None
) -> dict[str, Size]:
    """The stride of each range, if the stride of the last one is ``size``. A range in
    ``split_counts`` has the given number of values."""
    weights: dict[str, Size] = {}
    for loop_range in reversed(ranges):
        weights[loop_range.variable] = size
        size = size * (split_counts or {}).get(loop_range.variable, loop_range.size)
    return weights
