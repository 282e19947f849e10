"""Mutated ONNX models, and what must hold for each: results, or one clear error."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import onnx
from google.protobuf.message import Message
from onnx import helper

import dlvm.onnx
from dlvm.diagnostics import DiagnosticError
from dlvm.onnx.graph import TensorSpec
from tests.fuzz.malformed.checks import demand
from tests.fuzz.malformed.onnx_extremes import EXTREMES, F32, WEIGHTS, node, value
from tests.fuzz.malformed.worker import Case, TooSlow
from tests.fuzz.onnx_backend import cases

MUTATED: Final = "mutated model"
DAMAGED: Final = "damaged file"
KINDS: Final = (MUTATED, DAMAGED, *EXTREMES)
_INTEGERS: Final = (0, 1, -1, 2, 3, 7, 17, 255, 1 << 20, 1 << 31, (1 << 63) - 1, -(1 << 63))
_FLOATS: Final = (0.0, -0.0, 1.0, -1.5, 1e30, float("inf"), float("nan"))
_LONGEST_MESSAGE: Final = 4000
_MOST_ELEMENTS: Final = 1 << 16


def draw_model(kind: str, seed: str) -> Case:
    """The model of a kind and a seed; some are compiled."""
    random = Random(f"{kind} {seed}")
    if kind in EXTREMES:
        model = EXTREMES[kind](random)
    else:
        model = onnx.ModelProto()
        model.CopyFrom(random.choice(bases()))
        if kind == MUTATED:
            for _ in range(random.randint(1, 4)):
                _mutate(random, model)
    content = model if isinstance(model, bytes) else model.SerializeToString()
    return Case(kind, seed, _damaged(random, content) if kind == DAMAGED else content,
                tools=random.random() < 0.1)  # fmt: skip


@cache
def bases() -> list[onnx.ModelProto]:
    """The models to mutate: those of ONNX's backend tests, and one with external data."""
    found = [case.model for case in cases() if case.model is not None]
    graph = helper.make_graph(
        [node("Gemm", "x w b")], "dense", [value("x", "batch", 4)], [value("y", "batch", 2)]
    )
    for name, dims in (("w", [4, 2]), ("b", [2])):
        tensor = graph.initializer.add(name=name, data_type=F32, dims=dims)
        tensor.data_location = onnx.TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value=WEIGHTS)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)])
    return [m for m in found if m.ByteSize() < 100_000] + [model] * 20


def _messages(message: Message) -> Iterator[Message]:
    """A message and all in it."""
    yield message
    for field, content in message.ListFields():
        if field.message_type is not None:
            for inner in content if field.is_repeated else [content]:
                yield from _messages(inner)


def _mutate(random: Random, model: onnx.ModelProto) -> None:
    """Changes one field of one message."""
    message = random.choice(list(_messages(model)))
    fields = message.ListFields()
    if not fields or random.random() < 0.15:
        fields = [(f, None) for f in message.DESCRIPTOR.fields]
    field, content = random.choice(fields)
    if field.message_type is not None:
        _mutate_messages(random, model, message, field)
    elif field.is_repeated:
        elements = getattr(message, field.name)
        match random.randrange(4):
            case 0 if elements:
                del elements[random.randrange(len(elements))]
            case 1 if elements:
                elements.append(random.choice(list(elements)))
            case 2 if len(elements) > 1:
                shuffled = random.sample(list(elements), len(elements))
                del elements[:]
                elements.extend(shuffled)
            case _:
                if elements and random.random() < 0.7:
                    del elements[random.randrange(len(elements))]
                elements.append(_scalar(random, model, field, content))
    elif content is not None and random.random() < 0.2:
        message.ClearField(field.name)
    else:
        setattr(message, field.name, _scalar(random, model, field, content))


def _mutate_messages(random: Random, model: onnx.ModelProto, message: Any, field: Any) -> None:
    """Removes, repeats or replaces a message, also by one of another model."""
    other = random.choice((model, model, random.choice(bases())))
    kind = field.message_type.full_name
    found = [m for m in _messages(other) if m.DESCRIPTOR.full_name == kind]
    content = onnx.ModelProto()
    taken: Any = None
    if found and random.random() < 0.7:
        taken = type(found[0])()
        taken.CopyFrom(random.choice(found))
    del content
    if field.is_repeated:
        elements = getattr(message, field.name)
        if elements and random.random() < 0.6:
            del elements[random.randrange(len(elements))]
        if taken is not None:
            elements.add().CopyFrom(taken)
    elif taken is not None:
        getattr(message, field.name).CopyFrom(taken)
    else:
        message.ClearField(field.name)


def _scalar(random: Random, model: onnx.ModelProto, field: Any, content: Any) -> Any:
    """A value for a field that is not a message."""
    if field.enum_type is not None:
        return random.choice(list(field.enum_type.values_by_number))
    match field.cpp_type:
        case field.CPPTYPE_STRING if field.type == field.TYPE_BYTES:
            known = content if isinstance(content, bytes) else b"abcd"
            cut = random.randrange(len(known) + 1)
            return random.choice((b"", b"\xff\0", known[:cut], known + b"1", known[:cut] + known))
        case field.CPPTYPE_STRING:
            names = [name for n in model.graph.node for name in (*n.input, *n.output, n.op_type)]
            return random.choice([*names, "", "x", "é\n", "None", "a" * 3000])
        case field.CPPTYPE_FLOAT | field.CPPTYPE_DOUBLE:
            return random.choice(_FLOATS)
        case field.CPPTYPE_INT32:
            return random.choice([i for i in _INTEGERS if abs(i) < 1 << 31])
        case field.CPPTYPE_UINT64:
            return random.choice([i for i in _INTEGERS if i >= 0])
        case _:
            near = content + random.randint(-2, 2) if isinstance(content, int) else 4
            return max(min(random.choice((*_INTEGERS, near, near)), (1 << 63) - 1), -(1 << 63))


def _damaged(random: Random, content: bytes) -> bytes:
    """Changes, inserts, removes and cuts bytes."""
    data = bytearray(content)
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(data) + 1)
        match random.randrange(5):
            case 0:
                del data[place:]
            case 1:
                del data[place : place + random.randint(1, 20)]
            case 2:
                data[place:place] = random.randbytes(random.randint(1, 5))
            case _:
                data[place : place + 1] = random.randbytes(1)
    return bytes(data)


def check_model(case: Case) -> str:
    """Loads and runs a model; returns the last stage that it reached."""
    assert case.data is not None
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "inner", "fuzz.onnx")
        path.parent.mkdir()
        path.write_bytes(case.data)
        Path(name, "w").write_bytes(bytes(64))
        path.with_name(WEIGHTS).write_bytes(np.ones(8, np.float32).tobytes())
        path.with_name("link").symlink_to("../w")
        try:
            return _loaded_and_run(path, case)
        except DiagnosticError as failure:
            return check_error(failure)


def check_error(failure: DiagnosticError) -> str:
    """Checks the messages of an error, and returns its kind."""
    for diagnostic in failure.diagnostics:
        message = diagnostic.message
        demand(bool(message.strip()), "an empty message")
        demand(len(message) < _LONGEST_MESSAGE, "a long message", message[:300])
        demand(message.isprintable(), "a message with control characters", repr(message[:300]))
        for part in (" object at 0x", "<built-in", "Tracer("):
            demand(part not in message, f"{part} in a message", message)
    is_general = "inputs or attributes are not valid" in str(failure)
    return "error that names an exception" if is_general else "error"


def _loaded_and_run(path: Path, case: Case) -> str:
    model = dlvm.onnx.load(path, dims={})
    inputs = {spec.name: _input(spec) for spec in model.inputs}
    if any(isinstance(a, np.ndarray) and a.size > _MOST_ELEMENTS for a in inputs.values()):
        return "large inputs"
    try:
        model.run(inputs, interpreted=not case.tools)
    except TooSlow as problem:
        # A valid program may take long; what must not is its import.
        files = _files(problem)
        if "importer.py" in files or not {"evaluate.py", "executable.py"} & files:
            raise
        return "runs long"
    return "runs"


def _files(problem: BaseException) -> set[str]:
    """The names of the files of the frames of an exception."""
    trace, found = problem.__traceback__, set[str]()
    while trace is not None:
        found.add(Path(trace.tb_frame.f_code.co_filename).name)
        trace = trace.tb_next
    return found


def _input(spec: TensorSpec) -> Any:
    """Elements for an input."""
    sizes = tuple(s if isinstance(s, int) else 2 for s in spec.shape or ())
    if any(s < 0 for s in sizes) or np.prod([max(float(s), 1) for s in sizes]) > _MOST_ELEMENTS:
        sizes = (0,) * len(sizes)
    count = int(np.prod(sizes))
    if spec.kind == "sequence":
        return [np.ones((2,), np.float32)] * 2
    if spec.kind != "tensor" or spec.dtype is None:
        return np.array(["a b"] * count, object).reshape(sizes)
    return (np.arange(count) % 3).reshape(sizes).astype(spec.dtype)
