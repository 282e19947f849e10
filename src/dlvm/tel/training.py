"""Trains nets: the gradient of ``loss`` of ``inference``, applied by ``optimize``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dlvm import nnkit
from dlvm.diagnostics import Diagnostic, DiagnosticError, error
from dlvm.tel import syntax
from dlvm.tel.checker import CheckedProgram
from dlvm.tel.loading import Loaded, as_argument, shaped_arguments
from dlvm.tel.types import Bindings, TelNamed, TelTensor, single_name, sizes_in
from dlvm.text.parser_base import suggestion


@dataclass
class NetTrainer:
    """A net in training."""

    loaded: Loaded
    name: str
    net: Any
    rates: tuple[float, ...]
    """The values of the parameters of ``optimize`` that follow the gradient, except its states."""
    states: tuple[Any, ...]
    step: Callable[..., Any]
    objective: Callable[..., Any]

    def train_step(self, arrays: tuple[Any, ...]) -> float:
        """Updates the net for a batch, and returns the loss before the update."""
        numbers = tuple(np.float32(rate) for rate in self.rates)
        with self.loaded.errors_in_program():
            self.net, self.states, loss = self.step(self.net, self.states, arrays, numbers)
        return float(loss)

    def loss(self, arrays: tuple[Any, ...]) -> float:
        """The loss of a batch."""
        with self.loaded.errors_in_program():
            return float(self.objective(self.net, arrays))


def trainable_net(program: CheckedProgram, name: str | None = None) -> str:
    """The named net, or the only one that has ``inference``, ``loss`` and ``optimize``."""
    methods = program.declared.methods
    needed = ("inference", "loss", "optimize")
    complete = [net for net in methods if all(f in methods[net] for f in needed)]
    if name is not None:
        if name not in complete:
            raise error(
                f"expected a net with inference, loss and optimize, got {name}"
                f"{suggestion(name, complete)}"
            )
        return name
    if len(complete) != 1:
        found = ", ".join(complete) or "none"
        raise error(
            f"expected one net with inference, loss and optimize, got {found}; choose it with --net"
        )
    return complete[0]


def array_parameters(program: CheckedProgram, net: str) -> list[tuple[str, Any]]:
    """The parameters of ``inference`` and ``loss`` that arrays are matched to, by name."""
    methods = program.declared.methods[net]
    rest = methods["loss"].parameters[1:]
    known = dict(methods["inference"].parameters)
    return [*known.items(), *((name, type) for name, type in rest if name not in known)]


def rate_parameters(program: CheckedProgram, net: str) -> tuple[list[str], list[float]]:
    """The names of the parameters of ``optimize`` that are neither the net, the gradient nor a
    state, and the initial values of the states."""
    declaration = next(n for n in program.nets if n.name == net)
    optimize = next(f for f in declaration.functions if f.name == "optimize")
    rates = [p.name for p in optimize.parameters[2:] if p.state is None]
    states = [p.state for p in optimize.parameters[2:] if isinstance(p.state, syntax.Number)]
    return rates, [float(state.value) for state in states]


def matched_arrays(
    program: CheckedProgram, net: str, data: Mapping[str, Any]
) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """The arrays for the parameters, converted. Raises :class:`DiagnosticError`."""
    wanted = array_parameters(program, net)
    missing = [name for name, _ in wanted if name not in data]
    if missing:
        have = ", ".join(data)
        raise DiagnosticError(
            Diagnostic(f"expected an array {name} in the data, got {have}{suggestion(name, data)}")
            for name in missing
        )
    arrays = tuple(as_argument(data[name], type, name) for name, type in wanted)
    methods = program.declared.methods[net]
    sizes = methods["inference"].sizes | methods["loss"].sizes
    shaped_arguments(replace(methods["inference"], parameters=tuple(wanted), sizes=sizes), arrays)
    return tuple(name for name, _ in wanted), arrays


def example_axes(program: CheckedProgram, net: str) -> tuple[int | None, ...] | None:
    """The axis of each array that counts the examples; None for an array without examples.

    The number of examples is the first named size in the result of ``inference`` over which no
    ``recurrent`` steps. It is ``n`` in ``[n x 8]``, and also in ``[t x n x 8]`` if the
    net steps over the ``t`` rows of ``[t x n x 4]``. Returns None if the result has no such size.
    """
    methods = program.declared.methods[net]
    inference, loss = methods["inference"], methods["loss"]
    declaration = next(n for n in program.nets if n.name == net)
    body = next(f for f in declaration.functions if f.name == "inference").body
    types = dict(inference.parameters)
    times: set[str | None] = set()
    for statement in body.statements:
        if isinstance(statement, syntax.RecurrentExpression) and isinstance(
            statement.sequence, syntax.Name
        ):
            sequence = types.get(statement.sequence.name)
            if isinstance(sequence, TelTensor) and sequence.sizes:
                times.add(single_name(sequence.sizes[0]))
    sizes = [single_name(size) for size in sizes_in(inference.result)]
    named = [size for size in sizes if size is not None and size[0] != "?"]
    if not named:
        return None
    name = next((size for size in named if size not in times), None)
    # The sizes of the loss, by the names of those of the inference.
    bindings = Bindings(loss.sizes, {}, {})
    bindings.bind(loss.parameters[0][1], inference.result)
    inputs = {n: bindings.apply(t) for n, t in loss.parameters[1:]} | types
    axes: list[int | None] = []
    for array, _ in array_parameters(program, net):
        found = [single_name(size) for size in sizes_in(inputs[array])]
        axes.append(found.index(name) if name is not None and name in found else None)
    return tuple(axes)


def make_trainer(loaded: Loaded, net: str, initial: Any, rates: Mapping[str, float]) -> NetTrainer:
    """Prepares training. Raises :class:`DiagnosticError` for wrong parameters of ``optimize``."""
    names, starts = rate_parameters(loaded.program, net)
    for name in rates:
        if name not in names:
            raise error(
                f"expected parameters of optimize among {', '.join(names)}, got {name}"
                f"{suggestion(name, names)}"
            )
    missing = [name for name in names if name not in rates]
    if missing:
        raise error(f"optimize needs a value for {missing[0]}: pass --{missing[0]}")
    inference, loss, optimize = (
        loaded.namespace[f"{net}_{name}"] for name in ("inference", "loss", "optimize")
    )
    methods = loaded.program.declared.methods[net]
    inputs = [name for name, _ in methods["inference"].parameters]
    order = [name for name, _ in array_parameters(loaded.program, net)]
    first = [order.index(name) for name in inputs]
    rest = [order.index(name) for name, _ in methods["loss"].parameters[1:]]
    declaration = next(n for n in loaded.program.nets if n.name == net)
    function = next(f for f in declaration.functions if f.name == "optimize")
    is_state = [p.state is not None for p in function.parameters[2:]]

    @nnkit.staged
    def objective(net: Any, arrays: Any) -> Any:
        return loss(net, inference(net, *[arrays[i] for i in first]), *[arrays[i] for i in rest])

    @nnkit.staged
    def step(net: Any, states: Any, arrays: Any, rates: Any) -> Any:
        value, slope = nnkit.value_and_gradient(objective)(net, arrays)

        def updated(p: Any, g: Any, *own: Any) -> Any:
            held, numbers = iter(own), iter(rates)
            rest = [next(held) if state else next(numbers) for state in is_state]
            return optimize(net, p, g, *rest)

        if not states:
            return nnkit.map_tensors(updated, net, slope), (), value

        def part(place: int) -> Callable[..., Any]:
            def chosen(p: Any, g: Any, *own: Any) -> Any:
                return updated(p, g, *own)[place]

            return chosen

        count = len(states) + 1
        results = [nnkit.map_tensors(part(i), net, slope, *states) for i in range(count)]
        return results[0], tuple(results[1:]), value

    states = tuple(
        nnkit.map_tensors(lambda p, start=start: np.full_like(p, start), initial)
        for start in starts
    )
    values = tuple(float(rates[name]) for name in names)
    return NetTrainer(loaded, net, initial, values, states, step, objective)


def named_weights(net: Any, loaded: Loaded, name: str, prefix: str = "") -> dict[str, Any]:
    """The parameters of a net by dotted name."""
    found: dict[str, Any] = {}
    for field, type in loaded.program.declared.fields[name].items():
        value = getattr(net, field)
        if isinstance(type, TelNamed):
            found |= named_weights(value, loaded, type.name, f"{prefix}{field}.")
        else:
            found[prefix + field] = np.asarray(value)
    return found
