"""Self-checking StableHLO programs that JAX writes: ``python -m tests.peers.stablehlo.programs``.

Arguments select the programs whose names contain one of them. Each program is one operation of
``jax.lax`` on one element type. Its function ``check`` calls ``main`` with constants, and traps
unless the results are those that JAX computes.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import dlvm
from dlvm.stablehlo import load

FLOATS = ("float16", "bfloat16", "float32", "float64")
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
INTEGERS = (*SIGNED, *UNSIGNED)
COMPLEXES = ("complex64", "complex128")
NUMBERS = (*FLOATS, *INTEGERS)
REALS = (*NUMBERS, "bool")
ALL = (*REALS, *COMPLEXES)
TOLERANCES = {
    "float16": 5e-3,
    "bfloat16": 4e-2,
    "float32": 1e-4,
    "float64": 1e-6,
    "complex64": 1e-4,
    "complex128": 1e-6,
}

UNARY: dict[str, Sequence[str]] = {
    **dict.fromkeys(("abs", "neg", "sign"), (*FLOATS, *SIGNED, *COMPLEXES)),
    **dict.fromkeys(("bitwise_not",), (*INTEGERS, "bool")),
    **dict.fromkeys(("population_count", "clz"), INTEGERS),
    **dict.fromkeys(
        ("ceil", "floor", "round", "is_finite", "erf", "erfc", "lgamma", "digamma"), FLOATS
    ),
    **dict.fromkeys(
        (
            "exp",
            "expm1",
            "sin",
            "cos",
            "tan",
            "tanh",
            "sinh",
            "cosh",
            "atan",
            "asinh",
            "logistic",
            "square",
            "sqrt",
            "rsqrt",
            "log",
            "log1p",
        ),
        (*FLOATS, *COMPLEXES),
    ),
    **dict.fromkeys(("acosh", "atanh", "asin", "acos", "real", "imag", "conj"), COMPLEXES),
}
BINARY: dict[str, Sequence[str]] = {
    **dict.fromkeys(("add", "sub", "mul", "div"), (*NUMBERS, *COMPLEXES)),
    **dict.fromkeys(("eq", "ne"), ALL),
    **dict.fromkeys(("max", "min", "lt", "le", "gt", "ge"), REALS),
    **dict.fromkeys(("rem",), NUMBERS),
    **dict.fromkeys(("bitwise_and", "bitwise_or", "bitwise_xor"), (*INTEGERS, "bool")),
    **dict.fromkeys(("shift_left", "shift_right_logical", "shift_right_arithmetic"), INTEGERS),
    **dict.fromkeys(("atan2",), FLOATS),
    **dict.fromkeys(("pow",), (*FLOATS, *COMPLEXES)),
}
POSITIVE = frozenset(("sqrt", "rsqrt", "log", "log1p", "lgamma", "digamma", "pow"))
FACTORIZATIONS: dict[str, Callable[[Any], Any]] = {
    "qr": jnp.linalg.qr,
    "complete qr": lambda x: jnp.linalg.qr(x, mode="complete"),
    "singular values": lambda x: jnp.linalg.svd(x, compute_uv=False),
    "svd": lambda x: _product(*jnp.linalg.svd(x, full_matrices=False)),
    "lu": lax.linalg.lu,
    "pinv": jnp.linalg.pinv,
}
"""Functions of matrices of any shape."""
SQUARE: dict[str, Callable[[Any], Any]] = {
    "full svd": lambda x: _product(*jnp.linalg.svd(x, full_matrices=True)),
    "eigvalsh": jnp.linalg.eigvalsh,
    "eigh": lambda x: _symmetric_product(*jnp.linalg.eigh(x)),
    "eigh upper": lambda x: lax.linalg.eigh(x, lower=False, symmetrize_input=False)[1],
    "cholesky": lambda x: jnp.linalg.cholesky(x @ x.mT.conj() + jnp.eye(4, dtype=x.dtype)),
    "cholesky of indefinite matrices": lambda x: jnp.linalg.cholesky(
        x @ x.mT.conj() - 3 * jnp.eye(4, dtype=x.dtype)
    ),
    "upper cholesky": lambda x: jnp.linalg.cholesky(
        x @ x.mT.conj() + jnp.eye(4, dtype=x.dtype), upper=True
    ),
    "inv": jnp.linalg.inv,
    "det": jnp.linalg.det,
    "slogdet": jnp.linalg.slogdet,
    "solve": lambda x: jnp.linalg.solve(x, x[..., :2] + 1),
    "adjoint solve": lambda x: lax.linalg.triangular_solve(
        x + 4 * jnp.eye(4, dtype=x.dtype), x, left_side=True, transpose_a=True, conjugate_a=True
    ),
    "triangular solve": lambda x: lax.linalg.triangular_solve(
        x + 4 * jnp.eye(4, dtype=x.dtype), x[..., :2, :], transpose_a=True, lower=True
    ),
}
"""Functions of square matrices."""


def numbers(dtype: str, shape: Sequence[int]) -> Any:
    """Normally distributed numbers."""
    rng = np.random.default_rng(6)
    found = rng.normal(size=shape)
    return (found + 1j * rng.normal(size=shape) if dtype in COMPLEXES else found).astype(dtype)


def _product(u: Any, values: Any, vt: Any) -> Any:
    """The matrices of which these are singular values and vectors, whose signs are free."""
    return (u * values[..., None, :]) @ vt


def _symmetric_product(values: Any, vectors: Any) -> Any:
    return _product(vectors, values, vectors.mT.conj())


STRUCTURAL: dict[str, Callable[[Any], Any]] = {
    "select": lambda x: lax.select(jnp.arange(12).reshape(3, 4) % 2 == 0, x, x[::-1]),
    "transpose": lambda x: lax.transpose(x, (1, 0)),
    "reverse": lambda x: lax.rev(x, (1,)),
    "slice": lambda x: lax.slice(x, (0, 1), (3, 4), (2, 1)),
    "dynamic_slice": lambda x: lax.dynamic_slice(x, (jnp.int32(7), jnp.int32(1)), (2, 2)),
    "dynamic_update_slice": lambda x: lax.dynamic_update_slice(x, x[:1, :2], (2, 9)),
    "concatenate": lambda x: lax.concatenate([x, x[:1]], 0),
    "pad": lambda x: lax.pad(x, x[0, 0], ((1, -1, 1), (0, 2, 0))),
    "broadcast_in_dim": lambda x: lax.broadcast_in_dim(x, (4, 2, 3), (2, 0)),
    "gather": lambda x: x[jnp.array([2, 0, 0]), jnp.array([[1], [3]])],
    "scatter": lambda x: x.at[jnp.array([2, 0])].set(x[:2]),
    "sort": lambda x: lax.sort(x, dimension=1),
    "sort_pairs": lambda x: lax.sort((x, x[::-1]), dimension=0, num_keys=2),
    "while": lambda x: lax.fori_loop(0, 3, lambda i, c: lax.rev(c, (0,)), x),
    "switch": lambda x: lax.switch(x.shape[0] - 2, [lambda y: y, lambda y: y[::-1]], x),
}
ARITHMETIC: dict[str, Callable[[Any], Any]] = {
    "dot_general": lambda x: lax.dot_general(x, x, (((1,), (1,)), ((), ()))),
    "reduce_sum": lambda x: x.sum(1),
    "reduce_prod": lambda x: x.prod(1),
    "reduce_window": lambda x: lax.reduce_window(
        x, np.zeros((), x.dtype), lax.add, (2, 2), (1, 1), "SAME"
    ),
    "cumsum": lambda x: lax.cumsum(x, 1),
    "scatter_add": lambda x: x.at[jnp.array([2, 0, 2])].add(x),
    "integer_pow": lambda x: lax.integer_pow(x, 3),
    "scatter_mul": lambda x: x.at[jnp.array([2, 0, 2])].multiply(x),
    "convolution": lambda x: lax.conv_general_dilated(
        x.reshape(1, 3, 4, 1),
        x[:2, :2].reshape(2, 2, 1, 1),
        (1, 1),
        "SAME",
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
    ),
}
ORDERED: dict[str, Callable[[Any], Any]] = {
    "argmax": lambda x: jnp.argmax(x, 1),
    "reduce_max": lambda x: x.max(0),
    "cummax": lambda x: lax.cummax(x, 0),
    "clamp": lambda x: lax.clamp(x[0, 0], x, x[1, 1]),
    "top_k": lambda x: lax.top_k(x, 2),
}
SPECTRAL: dict[str, Callable[[Any], Any]] = {
    "fft": jnp.fft.fft,
    "ifft": jnp.fft.ifft,
    "fftn": jnp.fft.fftn,
    "rfft": lambda x: jnp.fft.rfft(x.real),
    "irfft": jnp.fft.irfft,
    "irfft of odd size": lambda x: jnp.fft.irfft(x, 5),
    "rfftn": lambda x: jnp.fft.rfftn(x.real),
    "irfftn": jnp.fft.irfftn,
    "fft of sizes": lambda x: [jnp.fft.fft(jnp.resize(x, (2, n))) for n in (7, 60, 74, 263)],
}


@dataclass(frozen=True)
class Case:
    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def sample(dtype: str, seed: int, positive: bool = False) -> Any:
    """A matrix of 3 rows and 4 columns."""
    rng = np.random.default_rng(seed)
    if dtype == "bool":
        return rng.random((3, 4)) < 0.5
    if "int" in dtype:
        return rng.integers(0 if dtype[0] == "u" else -5, 9, (3, 4)).astype(dtype)
    found = rng.uniform(0.2 if positive else -2, 2, (3, 4))
    if "complex" in dtype:
        return (found + 1j * rng.uniform(-2, 2, (3, 4))).astype(dtype)
    return found.astype(jnp.dtype(dtype))


def cases() -> Iterator[Case]:
    """All programs. 64-bit types must be enabled in JAX."""
    for name, dtypes in UNARY.items():
        for dtype in dtypes:
            x = sample(dtype, 1, name in POSITIVE)
            function = getattr(lax, name)
            yield Case(f"{name} {dtype}", lambda x, function=function: function(x), (x,))
    for name, dtypes in BINARY.items():
        for dtype in dtypes:
            x, y = (sample(dtype, seed, name in POSITIVE) for seed in (2, 3))
            if name in ("div", "rem") and dtype in FLOATS:
                y = np.where(np.abs(y) < 0.1, 1, y).astype(y.dtype)
            yield Case(f"{name} {dtype}", getattr(lax, name), (x, y))
    for source in ALL:
        for target in ALL:
            if source != target:
                x = sample(source, 4, target[0] == "u")
                yield Case(
                    f"convert {source} to {target}",
                    lambda x, target=target: lax.convert_element_type(x, jnp.dtype(target)),
                    (x,),
                )
    for dtype in ("float32", "float64", *COMPLEXES):
        for shape in ((4, 4), (2, 5, 3), (3, 5), (1, 1)):
            matrices = numbers(dtype, shape)
            for name, function in FACTORIZATIONS.items():
                yield Case(f"{name} {shape} {dtype}", function, (matrices,))
        matrices = numbers(dtype, (2, 4, 4))
        for name, function in SQUARE.items():
            yield Case(f"{name} {dtype}", function, (matrices,))
    tables = (
        (STRUCTURAL, ALL),
        (ARITHMETIC, (*NUMBERS, *COMPLEXES)),
        (ORDERED, NUMBERS),
        (SPECTRAL, COMPLEXES),
    )
    for table, dtypes in tables:
        for name, function in table.items():
            for dtype in dtypes:
                yield Case(f"{name} {dtype}", function, (sample(dtype, 5),))


def _type(array: Any) -> str:
    names = {"bool": "i1", "bfloat16": "bf16", "complex64": "complex<f32>"}
    names["complex128"] = "complex<f64>"
    name = str(array.dtype.name)
    name = names.get(name, name)
    name = name.replace("uint", "ui").replace("float", "f")
    name = name if name.startswith("ui") else name.replace("int", "i")
    return f"tensor<{''.join(f'{size}x' for size in array.shape)}{name}>"


def _literal(array: Any) -> str:
    if array.dtype == bool:
        elements = str(array.tolist()).lower()
    else:
        elements = f'"0x{np.ascontiguousarray(array).tobytes().hex().upper()}"'
    return f"stablehlo.constant dense<{elements}> : {_type(array)}"


def program(case: Case) -> str:
    """The text of a self-checking program."""
    staged = jax.jit(case.function, keep_unused=True)
    text = staged.lower(*case.arguments).as_text().rstrip()
    expected = [np.asarray(r) for r in jax.tree.leaves(staged(*case.arguments))]
    arguments = [np.asarray(a) for a in case.arguments]
    lines = [f"%x{n} = {_literal(a)}" for n, a in enumerate(arguments)]
    names = ", ".join(f"%x{n}" for n in range(len(arguments)))
    types = ", ".join(map(_type, arguments))
    results = ", ".join(map(_type, expected))
    lines.append(f"%r:{len(expected)} = call @main({names}) : ({types}) -> ({results})")
    for n, array in enumerate(expected):
        lines.append(f"%e{n} = {_literal(array)}")
        tolerance = TOLERANCES.get(array.dtype.name)
        kind = _type(array)
        if tolerance is None:
            lines.append(f"check.expect_eq %r#{n}, %e{n} : {kind}")
        else:
            lines.append(
                f'"check.expect_almost_eq"(%r#{n}, %e{n}) <{{tolerance = {tolerance:f} : f64}}> '
                f": ({kind}, {kind}) -> ()"
            )
    body = "\n    ".join([*lines, "return"])
    return f"{text[:-1]}  func.func public @check() {{\n    {body}\n  }}\n}}\n"


def run(case: Case) -> None:
    """Runs the program, interpreted and compiled; raises if a result differs."""
    module = load(program(case))
    dlvm.verify(module)
    dlvm.interpret(module, "check")
    dlvm.compile(module, opt_level=1)["check"]()


def main() -> None:
    failed = count = 0
    with jax.enable_x64(True):
        for case in cases():
            if not any(word in case.name for word in sys.argv[1:] or [""]):
                continue
            count += 1
            try:
                run(case)
            except dlvm.DiagnosticError as problem:
                failed += 1
                print(f"{case.name}: {problem}")
    print(f"{count - failed} of {count} programs pass")
    raise SystemExit(failed > 0)


if __name__ == "__main__":
    main()
