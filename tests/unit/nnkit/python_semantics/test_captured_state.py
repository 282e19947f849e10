"""Captured state: a staged function is staged again if a variable that it reads has changed."""

import io
import sys
import time
import types
import warnings
from typing import Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float0D, Float1D, Int0D, gradient, staged
from dlvm.nnkit.staging.progress import compiling

ROW = np.array([1, 2], np.float32)


def module_with(text: str, name: str = "captured") -> Any:
    """A module of its own, whose globals a test can change."""
    module = types.ModuleType(name)
    head = "import sys\nimport numpy as np\nfrom dlvm import nnkit\nfrom dlvm.nnkit import *\n"
    exec(compile(head + text, f"{name}.py", "exec"), module.__dict__)
    return module


SETTINGS = """
K, T, BIAS, _HIDDEN = 2.0, [2.0], 2.0, {"v": 2.0}
def helper(): return BIAS
def __getattr__(name):
    if name in _HIDDEN: return _HIDDEN[name]
    raise AttributeError(name)
"""


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module of the user that other modules can import."""
    module = module_with(SETTINGS, "settings")
    monkeypatch.setitem(sys.modules, "settings", module)
    return module


class Net:
    scale = 1.0

    def __init__(self) -> None:
        self.w = np.ones(2, np.float32)
        self.losses: list[float] = []

    def transform(self, x: Any) -> Any:
        return x * self.scale

    @staged(interpret=True)
    def forward(self, x: Float1D) -> Float1D:
        return self.transform(self.w * x)


def test_attributes_of_a_plain_object() -> None:
    net = Net()
    assert (net.forward(ROW) == ROW).all()
    net.w = net.w + 9
    assert (net.forward(ROW) == 10 * ROW).all()
    net.w[1] = 0
    assert (net.forward(ROW) == [10, 0]).all()
    net.scale = 2.0
    assert (net.forward(ROW) == [20, 0]).all()


def test_attributes_that_the_code_does_not_read_do_not_matter() -> None:
    net, before = Net(), Net.forward.compilations
    for _ in range(3):
        net.forward(ROW)
        net.losses.append(1.0)
    assert Net.forward.compilations == before + 1


def test_a_method_and_a_class_attribute(monkeypatch: pytest.MonkeyPatch) -> None:
    net = Net()
    net.forward(ROW)
    monkeypatch.setattr(Net, "scale", 3.0)
    assert (net.forward(ROW) == 3 * ROW).all()
    monkeypatch.setattr(Net, "transform", lambda self, x: x + 1)
    assert (net.forward(ROW) == ROW + 1).all()


CHANGES = {
    "a global number": ("K = 2.0", "K", "m.K = 5.0", 5.0),
    "an item of a list": ("K = [2.0]", "K[0]", "m.K[0] = 5.0", 5.0),
    "an item of a dict": ("K = {'a': 2.0}", "K['a']", "m.K['a'] = 5.0", 5.0),
    "a set": ("K = {1, 2}", "len(K)", "m.K.add(7)", 3.0),
    "an array": ("K = np.full(2, 2, 'f')", "K", "m.K[:] = 5", 5.0),
    "an array in a tuple": ("K = (np.full(2, 2, 'f'),)", "K[0]", "m.K[0][:] = 5", 5.0),
    "a view": ("K = np.full((2, 2), 2, 'f')", "K[0]", "m.K[:] = 5", 5.0),
    "a helper": ("def k(): return 2.0", "k()", "m.k = lambda: 5.0", 5.0),
    "the code of a helper": (
        "def k(): return 2.0", "k()", "m.k.__code__ = (lambda: 5.0).__code__", 5.0,
    ),
    "a helper's helper": (
        "def j(): return 2.0\ndef k(): return j()", "k()", "m.j = lambda: 5.0", 5.0,
    ),
    "a default": ("def k(v=[2.0]): return v[0]", "k()", "m.k.__defaults__[0][0] = 5.0", 5.0),
    "a builtin that is shadowed": ("K = 2", "len((1, 2))", "m.len = lambda v: 5.0", 5.0),
    "an instance": (
        "class K: pass\no = K(); o.v = 2.0", "o.v", "m.o.v = 5.0", 5.0,
    ),
    "getattr": (
        "class K: pass\no = K(); o.v1 = 2.0", "getattr(o, f'v{1}')", "m.o.v1 = 5.0", 5.0,
    ),
    "slots": (
        "class K:\n    __slots__ = ('v',)\no = K(); o.v = 2.0", "o.v", "m.o.v = 5.0", 5.0,
    ),
    "a property": (
        "class K:\n    w = 2.0\n    @property\n    def v(self): return self.w\no = K()",
        "o.v", "m.K.w = 5.0", 5.0,
    ),
    "a staged helper": (
        "K = 2.0\n@staged\ndef k(x: Float0D) -> Float0D: return x * K", "k(1.0)", "m.K = 5.0", 5.0,
    ),
    "a partial": (
        "import functools\nL = [2.0]\nk = functools.partial(lambda v: v[0], L)", "k()",
        "m.L[0] = 5.0", 5.0,
    ),
    "the defaults of a helper": (
        "def k(v=2.0): return v", "k()", "m.k.__defaults__ = (5.0,)", 5.0,
    ),
    "the defaults of keywords": (
        "def k(*, v=2.0): return v", "k()", "m.k.__kwdefaults__ = {'v': 5.0}", 5.0,
    ),
    "the class of an instance": (
        "class K: v = 2.0\nclass L: v = 5.0\no = K()", "o.v", "m.o.__class__ = m.L", 5.0,
    ),
    "the attributes of an instance": (
        "class K: pass\no = K(); o.v = 2.0", "o.v", "m.o.__dict__ = {'v': 5.0}", 5.0,
    ),
    "a private slot": (
        "class K:\n    __slots__ = ('__v',)\n    def __init__(self, v): self.__v = v\n"
        "    def v(self): return self.__v\no = K(2.0)", "o.v()", "m.o.__init__(5.0)", 5.0,
    ),
    "a slot without a value": (
        "class K:\n    __slots__ = ('v',)\no = K()", "getattr(o, 'v', 2.0)", "m.o.v = 5.0", 5.0,
    ),
    "a named tuple": (
        "from collections import namedtuple\nK = namedtuple('K', 'v')([2.0])", "K.v[0]",
        "m.K.v[0] = 5.0", 5.0,
    ),
    "a module": ("import settings", "settings.K", "m.settings.K = 5.0", 5.0),
    "a module that is loaded again": (
        "import settings", "settings.K",
        "exec(SETTINGS.replace('2.0', '5.0'), vars(m.settings))", 5.0,
    ),
    "a list of a module": ("import settings", "settings.T[0]", "m.settings.T[0] = 5.0", 5.0),
    "a function of a module": (
        "import settings", "settings.helper()", "m.settings.helper = lambda: 5.0", 5.0,
    ),
    "what a function of a module reads": (
        "import settings", "settings.helper()", "m.settings.BIAS = 5.0", 5.0,
    ),
    "what a module computes": (
        "import settings", "settings.v", "m.settings._HIDDEN['v'] = 5.0", 5.0,
    ),
    "an attribute that a module lacks": (
        "import settings", "getattr(settings, 'K' + '1', 2.0) if hasattr(settings, 'K') else 1.0",
        "m.settings.K1 = 5.0", 5.0,
    ),
    "an imported module": (
        "def k():\n    import settings\n    return settings.K", "k()",
        "sys.modules['settings'].K = 5.0", 5.0,
    ),
    "a variable of an imported module": (
        "def k():\n    from settings import K\n    return K", "k()",
        "sys.modules['settings'].K = 5.0", 5.0,
    ),
    "a module by its name": (
        "", "sys.modules['settings'].K", "sys.modules['settings'].K = 5.0", 5.0,
    ),
    "the module itself": ("K = 2.0", "sys.modules[__name__].K", "m.K = 5.0", 5.0),
    "a UserDict": (
        "from collections import UserDict\nK = UserDict(v=2.0)", "K['v']", "m.K['v'] = 5.0", 5.0,
    ),
    "a subclass of UserDict": (
        "from collections import UserDict\nclass D(UserDict): pass\nK = D(v=2.0)", "K['v']",
        "m.K['v'] = 5.0", 5.0,
    ),
    "a UserList": (
        "from collections import UserList\nK = UserList([2.0])", "K[0]", "m.K[0] = 5.0", 5.0,
    ),
    "a ChainMap": (
        "from collections import ChainMap\nD = {'v': 2.0}\nK = ChainMap({}, D)", "K['v']",
        "m.D['v'] = 5.0", 5.0,
    ),
    "a parser of configurations": (
        "from configparser import ConfigParser\nK = ConfigParser(); K['a'] = {'v': '2'}",
        "float(K['a']['v'])", "m.K['a']['v'] = '5'", 5.0,
    ),
    "a function that caches": (
        "from functools import cache\nK = 2.0\n@cache\ndef k(): return K", "k()",
        "m.K = 5.0; m.k.cache_clear()", 5.0,
    ),
    "a read-only view of a dict": (
        "from types import MappingProxyType\nD = {'v': 2.0}\nK = MappingProxyType(D)", "K['v']",
        "m.D['v'] = 5.0", 5.0,
    ),
    "a view of memory": (
        "B = bytearray([2])\nK = memoryview(B).toreadonly()", "K[0]", "m.B[0] = 5", 5.0,
    ),
    "a weak reference": (
        "import weakref\nclass K: v = 2.0\no = K()\nk = weakref.ref(o)", "k().v", "m.o.v = 5.0",
        5.0,
    ),
    "an iterator": ("K = iter([2.0, 5.0])", "next(K)", "pass", 5.0),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_stages_again(
    name: str, settings: types.ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup, expression, change, factor = CHANGES[name]
    head = "@staged(interpret=True)\ndef f(x: Float1D) -> Float1D:"
    module = module_with(f"{setup}\n{head}\n    return x * 1.0 * {expression}\n")
    monkeypatch.setitem(sys.modules, "captured", module)
    np.testing.assert_array_equal(module.f(ROW), 2 * ROW)
    if name != "an iterator":
        np.testing.assert_array_equal(module.f(ROW), 2 * ROW)
        assert module.f.compilations == 1
    exec(change, {"m": module, "sys": sys, "SETTINGS": SETTINGS})
    np.testing.assert_array_equal(module.f(ROW), factor * ROW)
    assert module.f.compilations == 2


def test_a_state_that_returns_needs_no_compilation() -> None:
    module = module_with(
        "K = 2.0\n@staged(interpret=True)\ndef f(x: Float1D) -> Float1D: return x * K"
    )
    for k in (1.0, 2.0, 1.0, 2.0):
        module.K = k
        np.testing.assert_array_equal(module.f(ROW), k * ROW)
    assert module.f.compilations == 2


def test_derivatives_and_closures() -> None:
    module = module_with(
        "K = 2.0\n@staged(interpret=True)\ndef f(x: Float1D) -> Float0D: return (x * K).sum()"
    )
    slope = gradient(module.f)
    assert (slope(ROW)[0] == 2).all()
    module.K = 3.0
    assert (slope(ROW)[0] == 3).all()


def test_a_variable_that_a_nested_function_reads() -> None:
    @staged(interpret=True)
    def f(x: Float1D) -> Float1D:
        k = 1.0

        @staged
        def g(y: Float1D) -> Float1D:
            return y * k

        first = g(x)
        k = 10.0
        return first + g(x)

    np.testing.assert_array_equal(f(ROW), 11 * ROW)


@pytest.mark.parametrize("interpret", [False, True])
@pytest.mark.parametrize("kind", ["global", "closure", "attribute"])
def test_a_deleted_variable(kind: str, interpret: bool) -> None:
    net, factor = Net(), 2.0
    module = module_with("factor = 2.0")
    global_variables = module.__dict__

    def delete() -> None:
        nonlocal factor
        if kind == "closure":
            del factor
        elif kind == "global":
            del module.factor
        else:
            del net.w

    def scaled(x: Float1D) -> Float1D:
        return x * {"closure": lambda: factor, "attribute": lambda: net.w}[kind]()

    exec("def of_global(x): return x * factor", global_variables)
    body: Any = module.of_global if kind == "global" else scaled
    function = staged(interpret=interpret)(body)
    expected = ROW if kind == "attribute" else 2 * ROW
    for _ in range(2):
        assert (function(ROW) == expected).all()
    delete()
    missing = AttributeError if kind == "attribute" else NameError
    with pytest.raises((missing, DiagnosticError)):
        function(ROW)


def test_a_function_that_changes_its_state_is_staged_at_each_call() -> None:
    log: list[int] = []

    @staged(interpret=True)
    def f(x: Float1D) -> Float1D:
        log.append(len(log))
        return x * len(log)

    for number in (1, 2, 3):
        np.testing.assert_array_equal(f(ROW), number * ROW)
    log.clear()
    np.testing.assert_array_equal(f(ROW), ROW)


def test_a_recursive_function_must_not_change_its_state() -> None:
    log: list[int] = []

    @staged(interpret=True)
    def f(n: Int0D) -> Int0D:
        log.append(1)
        if n <= 0:
            return 0
        return f(n - 1) + 1

    with pytest.raises(DiagnosticError, match="calls itself and changes the list log"):
        f(3)


def test_four_compilations_warn_of_sizes() -> None:
    @staged(interpret=True)
    def f(x: Float1D) -> Float1D:
        return x * 2

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for size in (1, 2, 3):
            f(np.ones(size, np.float32))
    with pytest.warns(
        nnkit.RecompilationWarning, match=r"x has type <4 x f32> after type <3 x f32>"
    ) as caught:
        f(np.ones(4, np.float32))
    assert "dynamic(0)" in str(caught[0].message)
    assert caught[0].filename == __file__


def test_four_compilations_warn_of_captured_state() -> None:
    module = module_with("K = 0\n@staged(interpret=True)\ndef f(x: Float1D): return x * K")
    for k in range(3):
        module.K = k
        module.f(ROW)
    module.K = 3
    with pytest.warns(nnkit.RecompilationWarning, match="the global variable K changed between"):
        module.f(ROW)


@pytest.mark.parametrize(
    ("count", "size", "warns"), [(101, 120, True), (101, 5, False), (99, 200, False)]
)
def test_large_unrolled_loops_warn(count: int, size: int, warns: bool) -> None:
    @staged(interpret=True)
    def f(x: Float0D) -> Float0D:
        for _ in range(count):
            for _ in range(size):
                x = x * 1.5
        return x

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        f(0.0)
    found = [str(w.message) for w in caught if w.category is nnkit.UnrollingWarning]
    assert bool(found) == warns
    if warns:
        assert "nnkit.range" in found[0]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_long_compilations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with compiling("f", delay=0.0):
        end = time.monotonic() + 10
        while "compiling f" not in terminal.getvalue() and time.monotonic() < end:
            time.sleep(0.01)
    assert "compiling f" in terminal.getvalue()
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with compiling("f", delay=60.0):
        pass
    assert "compiling" not in terminal.getvalue()
    monkeypatch.setattr(sys, "stderr", text := io.StringIO())
    with compiling("f", delay=0.0):
        time.sleep(0.05)
    assert not text.getvalue()
