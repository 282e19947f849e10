"""Names of other libraries that users may try first, and their replacements in NNKit."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from types import FrameType, FunctionType, ModuleType
from typing import Any

from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit.tracing.source_locations import has_source, user_frame, user_location
from dlvm.nnkit.tracing.trace import failure

TENSOR_NAMES = {
    "item": "return the tensor: a scalar result is a NumPy scalar outside of the staged function",
    "tolist": "return the tensor, and call tolist() outside of the staged function",
    "numpy": "return the tensor: results are NumPy arrays outside of the staged function",
    "detach": "leave it out, or name the arguments to differentiate: gradient(f, 'w')",
    "backward": "write the loss as a staged function f, and call gradient(f)(…)",
    "grad": "write the loss as a staged function f, and call gradient(f)(…)",
    "requires_grad": "name the arguments to differentiate: gradient(f, 'w')",
    "requires_grad_": "name the arguments to differentiate: gradient(f, 'w')",
    "cpu": "leave it out: programs run on the processor",
    "cuda": "leave it out: programs run on the processor",
    "to": "convert element types with .astype(f32)",
    "float": "convert with .astype(f32)",
    "double": "convert with .astype(f64)",
    "long": "convert with .astype(i64)",
    "int": "convert with .astype(i32)",
    "view": "use .reshape(shape)",
    "flatten": "use nnkit.ravel(x)",
    "unsqueeze": "use nnkit.expand_dims(x, axis=…)",
    "permute": "use .transpose(…)",
    "dim": "use .ndim",
    "norm": "use nnkit.sqrt(nnkit.sum(x * x))",
    "clone": "leave it out: staged tensors are values, which nothing changes",
    "copy": "leave it out: staged tensors are values, which nothing changes",
    "contiguous": "leave it out: the compiler chooses layouts",
    "append": "use nnkit.concatenate, or collect values with nnkit.map",
    "fill": "use nnkit.full_like(x, number)",
    "scatter_": "use x.at[i].set(value)",
    "add_": "staged tensors are values: write x = x + y",
    "mul_": "staged tensors are values: write x = x * y",
    "zero_": "use nnkit.zeros_like(x)",
    "masked_fill": "use nnkit.where(mask, number, x)",
    "expand": "use nnkit.broadcast_to(x, shape)",
    "mm": "use x @ y",
    "bmm": "use x @ y",
    "t": "use .T",
    "conj": "use nnkit.conj(x)",
    "conjugate": "use nnkit.conj(x)",
}
"""The replacements, for staged tensors, of attributes of NumPy's arrays and PyTorch's tensors."""

NNKIT_NAMES = {
    **dict.fromkeys(
        ("relu", "sigmoid", "softmax", "gelu", "silu", "log_softmax", "logsumexp", "softplus"),
        "it is in dlvm.nn",
    ),
    **dict.fromkeys(("grad", "backward"), "use nnkit.gradient(f)"),
    "value_and_grad": "use nnkit.value_and_gradient(f)",
    **dict.fromkeys(("jit", "compile", "function"), "decorate the function with @staged"),
    "pmap": "use nnkit.vmap(f): programs run on one machine",
    **dict.fromkeys(("jacfwd", "jacrev"), "use nnkit.jacobian(f), which chooses the mode"),
    "lax": "its functions are in dlvm.nnkit itself: nnkit.scan, nnkit.cond",
    "switch": "write a match statement, or use nnkit.cond",
    "array": "use nnkit.asarray",
    "cat": "use nnkit.concatenate",
    "hstack": "use nnkit.concatenate with axis=1",
    "vstack": "use nnkit.concatenate with axis=0",
    "amax": "use nnkit.max",
    "amin": "use nnkit.min",
    "average": "use nnkit.mean",
    "absolute": "use nnkit.abs",
    "power": "use nnkit.pow",
    "cumsum": "use nnkit.cumulative_sum",
    "cumprod": "use nnkit.cumulative_prod",
    "arctan2": "use nnkit.atan2",
    "softmax_cross_entropy": "it is in dlvm.nn",
    "Dense": "it is in dlvm.nn",
    "Linear": "use dlvm.nn.Dense",
    "no_grad": "leave it out: only gradient(f) computes gradients",
    "stop_gradient": "name the arguments to differentiate: gradient(f, 'w')",
    "debug_print": "return the value, and print it outside of the staged function",
    "einsum_path": "leave it out: nnkit.einsum chooses the order",
}
"""The replacements of names of NumPy, PyTorch and JAX that ``dlvm.nnkit`` does not have."""

NN_NAMES = {
    "Linear": "use nn.Dense(inputs, outputs)",
    "Module": "write a @struct class with fields and a method __call__",
    "Parameter": "write a field of a @struct class, such as weight: Float2D",
    "ModuleList": "hold the layers in a field that is a list or tuple",
    "ReLU": "use the function nn.relu",
    "Sigmoid": "use the function nn.sigmoid",
    "Tanh": "use the function nn.tanh",
    "Softmax": "use the function nn.softmax",
    "GELU": "use the function nn.gelu",
    "SiLU": "use the function nn.silu",
    "Flatten": "use the function nn.flatten",
    **{f"Conv{n}d": f"use nn.Conv{n}D" for n in (1, 2, 3)},
    **{f"ConvTranspose{n}d": f"use nn.ConvTranspose{n}D" for n in (1, 2, 3)},
    **{f"BatchNorm{n}d": "use nn.BatchNorm" for n in (1, 2, 3)},
    **{f"MaxPool{n}d": "use nn.MaxPool" for n in (1, 2, 3)},
    **{f"AvgPool{n}d": "use nn.AveragePool" for n in (1, 2, 3)},
    **{f"AdaptiveAvgPool{n}d": "use nn.AdaptiveAveragePool" for n in (1, 2, 3)},
    "MultiheadAttention": "use nn.MultiHeadAttention",
    "CrossEntropyLoss": "use the function nn.softmax_cross_entropy",
    "cross_entropy": "use nn.softmax_cross_entropy",
    "BCEWithLogitsLoss": "use the function nn.binary_cross_entropy",
    "MSELoss": "use the function nn.mean_squared_error",
    "mse_loss": "use nn.mean_squared_error",
    "L1Loss": "use the function nn.mean_absolute_error",
    "NLLLoss": "use the function nn.negative_log_likelihood",
    "CTCLoss": "use the function nn.ctc_loss",
    "HuberLoss": "use the function nn.huber",
    "functional": "its functions are in dlvm.nn itself",
    "init": "initializers such as nn.glorot and nn.he are in dlvm.nn itself",
    "optim": "optimizers such as nn.Adam are in dlvm.nn itself",
    "DataLoader": "use nn.Loader",
    "Model": "use nn.Trainer(model, optimizer, loss)",
    "utils": "nn.clip_norm and nn.clip_value are in dlvm.nn itself",
}
"""The replacements of names of PyTorch, Keras and Flax that ``dlvm.nn`` does not have."""

MODEL_NAMES = {
    "parameters": "a model is a struct of its parameters: nn.Trainer and optimizers take the model",
    "named_parameters": "loop over dataclasses.fields(model)",
    "state_dict": "write the parameters to a file with nn.save(path, model)",
    "load_state_dict": "read the parameters of a file with model = nn.load(path, model)",
    "save_weights": "use nn.save(path, model)",
    "load_weights": "use model = nn.load(path, model)",
    "fit": "use nn.Trainer(model, optimizer, loss).fit(x, y)",
    "compile": "use nn.Trainer(model, optimizer, loss)",
    "evaluate": "use nn.Trainer(model, optimizer, loss).evaluate(x, y)",
    "predict": "use nn.Trainer(model).predict(x), or call the model in a staged function",
    "train": "leave it out: nn.Trainer.fit turns dropout and batch statistics on",
    "eval": "leave it out: a model is in evaluation mode unless nn.Trainer.fit trains it",
    "forward": "call the model: model(x)",
    "apply": "call the model: model(x)",
    "zero_grad": "leave it out: gradient(f) returns new gradients",
    "requires_grad_": "name the arguments to differentiate: gradient(f, 'w')",
    "to": "leave it out: programs run on the processor",
    "cuda": "leave it out: programs run on the processor",
    "cpu": "leave it out: programs run on the processor",
    "half": "convert the parameters with nnkit.map_tensors(lambda p: p.astype(f16), model)",
    "add": "pass all layers to nn.Sequential(…)",
    "append": "pass all layers to nn.Sequential(…)",
    "summary": "print(model) shows the shapes",
    "modules": "loop over dataclasses.fields(model)",
    "children": "loop over dataclasses.fields(model)",
    "_replace": "use dataclasses.replace(model, …)",
}
"""The replacements, for structs, of attributes of models of PyTorch, Keras and Flax."""

OPTIMIZER_NAMES = {
    "zero_grad": "leave it out: gradient(f) returns new gradients",
    "step": "use model, state = optimizer.update(model, gradients, state)",
    "apply_gradients": "use model, state = optimizer.update(model, gradients, state)",
    "apply_updates": "use model, state = optimizer.update(model, gradients, state)",
    "minimize": "use nn.Trainer(model, optimizer, loss).fit(x, y)",
    "param_groups": "split the model into structs, each with an optimizer of its own",
    "state_dict": "save the state, a struct, with nn.save(path, state)",
    "load_state_dict": "read the state, a struct, with nn.load(path, state)",
}
"""The replacements of attributes of optimizers of PyTorch, Keras and Optax."""

PARAMETERS = {
    "dim": "axis", "dims": "axis", "axes": "axis", "keepdim": "keepdims", "keep_dims": "keepdims",
    "lr": "learning_rate", "rate": "learning_rate", "eps": "epsilon", "alpha": "decay",
    "betas": "beta1 and beta2", "b1": "beta1", "b2": "beta2", "beta_1": "beta1",
    "beta_2": "beta2", "wd": "weight_decay", "clipnorm": "clip_norm", "clipvalue": "clip_value",
    "in_features": "inputs", "out_features": "outputs", "units": "outputs", "features": "outputs",
    "in_channels": "inputs", "out_channels": "outputs", "filters": "outputs",
    "kernel_size": "window", "stride": "strides", "n_epochs": "epochs", "num_epochs": "epochs",
    "validation_data": "validation", "verbose": "progress",
}  # fmt: skip
"""Names of parameters in other libraries, and their names here."""

_SAME = {
    "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan",
    "arctanh": "atanh", "invert": "bitwise_invert", "absolute": "abs", "power": "pow",
    "amax": "max", "amin": "min", "fabs": "abs", "clamp": "clip", "cumsum": "cumulative_sum",
    "cumprod": "cumulative_prod",
}  # fmt: skip
"""Functions of NumPy, ``math`` and PyTorch that have another name in NNKit."""

_BUILTINS = {
    "max": "use nnkit.maximum(x, y), or nnkit.max(x) of a tensor",
    "min": "use nnkit.minimum(x, y), or nnkit.min(x) of a tensor",
    "sorted": "use nnkit.sort(x)",
    "any": "use nnkit.any(x)",
    "all": "use nnkit.all(x)",
    "filter": "use nnkit.where(condition, x, 0.0)",
    "round": "use nnkit.round(x)",
}
"""The replacements of builtin functions that must know the result of a comparison."""


class MissingName(DiagnosticError, AttributeError):
    """Raised for a name that a module or a staged tensor does not have."""


class UnknownParameter(DiagnosticError, TypeError):
    """Raised for a keyword argument without a parameter of that name."""


def missing_name(
    owner: str, name: str, remedies: Mapping[str, str], names: Iterable[str]
) -> MissingName:
    """The error for an unknown name: its replacement, or the nearest known name."""
    remedy = remedies.get(name)
    if remedy is None:
        known = sorted(n for n in names if not n.startswith("_"))
        lower = {n.lower(): n for n in known}
        near = [lower[m] for m in get_close_matches(name.lower(), lower, 1)]
        remedy = f"did you mean {near[0]}?" if near else ""
    problem = failure(f"{owner} has no attribute {name}" + (remedy and f"; {remedy}"))
    return MissingName(problem.diagnostics)


def missing_attribute(instance: object, name: str, remedies: Mapping[str, str]) -> AttributeError:
    """The error for an attribute that an instance does not have: Python's own, or one with the
    replacement for a name of another library."""
    owner = type(instance).__name__
    if name not in remedies:
        return AttributeError(
            f"{owner!r} object has no attribute {name!r}", name=name, obj=instance
        )
    return missing_name(owner, name, remedies, ())


def expect_parameters(owner: str, given: Iterable[str], names: Collection[str]) -> None:
    """Raises for a keyword argument without a parameter of that name. The message has the name of
    the parameter in this library, or the nearest name."""
    for name in given:
        if name in names:
            continue
        known = PARAMETERS.get(name, "")
        near = [known] if known.split(" ")[0] in names else get_close_matches(name, names, 1)
        remedy = f"did you mean {near[0]}?" if near else f"expected {', '.join(names)}"
        problem = failure(f"{owner} has no parameter {name}; {remedy}")
        raise UnknownParameter(problem.diagnostics)


def replacement(name: str, functions: Iterable[str]) -> str:
    """The remedy for a call of another library's function: ``use nnkit.tanh`` for ``tanh``."""
    name = _SAME.get(name, name)
    return f"use nnkit.{name}" if name in functions else "write it with functions of dlvm.nnkit"


def called_name() -> str:
    """The name of the function that the user's line is calling, such as ``math.exp``; empty if the
    line is not calling one."""
    location = user_location()
    if location is None:
        return ""
    found = re.match(r"[\w.]+(?=\()", location.source.text[location.start : location.end])
    return found[0] if found is not None else ""


def source_remedy() -> str | None:
    """The remedy for ``if``, ``while`` and ``for`` in a function without a source; None if the
    function at the user's line has one."""
    frame = user_frame(None)
    if frame is None or has_source(frame.f_code):
        return None
    name = frame.f_code.co_name
    return (
        f"if, while and for are staged from the source of {name}, which {frame.f_code.co_filename} "
        f"does not keep; define {name} in a file, in a notebook or in the interactive interpreter "
        "of Python 3.13 or later"
    )


def condition_remedy() -> str:
    """The replacement of a Python condition on a staged value at the user's line."""
    frame: FrameType | None = user_frame(None)
    known = _BUILTINS.get(called_name()) or source_remedy()
    if known is not None:
        return known
    if frame is not None and frame.f_code.co_name in {"<genexpr>", "<listcomp>", "<setcomp>"}:
        return "use nnkit.where(condition, value, 0.0) in place of the comprehension's if"
    return (
        "combine flags with & | ~, choose with where, or branch with if in a function that is "
        "itself decorated with @staged and defined in a file"
    )


def not_known(what: str, remedy: str) -> Exception:
    """The error for a staged value where Python needs one that is known while staging."""
    function = called_name()
    if function.startswith(("math.", "np.", "numpy.", "torch.")):
        remedy = replacement(function.partition(".")[2], functions())
    return failure(
        f"a staged value is only known when the program runs, but Python needs {what}; {remedy}"
    )


def numpy_function(function: Any) -> Exception:
    """The error for a function of NumPy that is called with a staged value."""
    whole = f"{function.__module__}.{function.__name__}"
    return failure(
        f"expected a function of dlvm.nnkit, got {whole} of a staged value; "
        f"{replacement(whole.removeprefix('numpy.'), functions())}"
    )


def functions() -> list[str]:
    """The names of the functions of ``dlvm.nnkit`` and of its modules, such as ``linalg.norm``. The
    package must be imported, as it is if tensors exist."""
    whole = sys.modules["dlvm.nnkit"]
    spaces: dict[str, ModuleType] = {"": whole, "linalg.": whole.linalg, "fft.": whole.fft}
    return [
        f"{space}{name}"
        for space, members in spaces.items()
        for name, member in vars(members).items()
        if isinstance(member, FunctionType)
    ]
