"""The C functions for operations without an operator in C. A program contains those that it
uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dlvm.ir.types import ElementType

_FLOATS: Final = {
    "minimum": """\
static inline {T} minimum_{e}({T} a, {T} b)
{{
    return isnan(b) ? b : a < b || isnan(a) ? a : b;
}}""",
    "maximum": """\
static inline {T} maximum_{e}({T} a, {T} b)
{{
    return isnan(b) ? b : a > b || isnan(a) ? a : b;
}}""",
    "sign": """\
static inline {T} sign_{e}({T} x)
{{
    return x > 0 ? 1 : x < 0 ? -1 : x + 0;
}}""",
    "square": """\
static inline {T} square_{e}({T} x)
{{
    return x * x;
}}""",
    "opposite": """\
/* Whether a remainder is nonzero and its sign differs from that of the divisor. */
static inline bool opposite_{e}({T} rest, {T} b)
{{
    return rest != 0 && (rest < 0) != (b < 0);
}}""",
    "modulo": """\
static inline {T} modulo_{e}({T} a, {T} b)
{{
    {T} rest = fmod{f}(a, b);
    if (opposite_{e}(rest, b)) rest += b;
    return rest == 0 ? copysign{f}(0, b) : rest;
}}""",
    "floor_divide": """\
/* Computed from the exact remainder, so that rounding cannot change the quotient. */
static inline {T} floor_divide_{e}({T} a, {T} b)
{{
    const {T} plain = a / b;
    if (b == 0) return plain;
    const {T} rest = fmod{f}(a, b);
    {T} quotient = (a - rest) / b;
    if (opposite_{e}(rest, b)) quotient -= 1;
    if (quotient == 0) return copysign{f}(0, plain);
    const {T} whole = floor{f}(quotient);
    return quotient - whole > ({T})0.5 ? whole + 1 : whole;
}}""",
    "uniform": """\
static inline {T} uniform_{e}({T} u, {T} low, {T} high)
{{
    return low + (high - low) * u;
}}""",
}
_DEPENDENCIES: Final = {
    "modulo": ("opposite",),
    "floor_divide": ("opposite",),
    "normal": ("philox",),
    "random": ("philox",),
    "round": ("load", "store"),
}
"""The functions that others of the same element type call."""
_INTEGERS: Final = {
    "minimum": """\
static inline {T} minimum_{e}({T} a, {T} b)
{{
    return a < b ? a : b;
}}""",
    "maximum": """\
static inline {T} maximum_{e}({T} a, {T} b)
{{
    return a > b ? a : b;
}}""",
    "square": """\
static inline {T} square_{e}({T} x)
{{
    return ({T})(({U})x * ({U})x);
}}""",
    "shift_left": """\
static inline {T} shift_left_{e}({T} a, {T} b)
{{
    return ({B})b < {bits} ? ({T})(({U})a << b) : 0;
}}""",
}
_SIGNED: Final = {
    "sign": """\
static inline {T} sign_{e}({T} x)
{{
    return ({T})((x > 0) - (x < 0));
}}""",
    "absolute": """\
static inline {T} absolute_{e}({T} x)
{{
    return x < 0 ? ({T})(({U})0 - ({U})x) : x;
}}""",
    "truncate_divide": """\
static inline {T} truncate_divide_{e}({T} a, {T} b)
{{
    if (b == 0) return 0;
    return b == -1 ? ({T})(({U})0 - ({U})a) : ({T})(a / b);
}}""",
    "modulo": """\
static inline {T} modulo_{e}({T} a, {T} b)
{{
    if (b == 0 || b == -1) return 0;
    const {T} rest = ({T})(a % b);
    return rest != 0 && (rest < 0) != (b < 0) ? ({T})(rest + b) : rest;
}}""",
    "floor_divide": """\
static inline {T} floor_divide_{e}({T} a, {T} b)
{{
    if (b == 0) return 0;
    if (b == -1) return ({T})(({U})0 - ({U})a);
    const {T} rest = ({T})(a % b);
    return ({T})(a / b - (rest != 0 && (rest < 0) != (b < 0)));
}}""",
    "shift_right": """\
static inline {T} shift_right_{e}({T} a, {T} b)
{{
    return ({T})(a >> (({B})b < {bits} ? b : {bits} - 1));
}}""",
    "power": """\
static inline {T} power_{e}({T} a, {T} b)
{{
    if (b < 0) return a == 1 || a == -1 ? (b % 2 == 0 ? 1 : a) : 0;
    {U} result = 1;
    for ({U} base = ({U})a, rest = ({U})b; rest != 0; rest /= 2, base *= base) {{
        if (rest % 2 != 0) result *= base;
    }}
    return ({T})result;
}}""",
}
_UNSIGNED: Final = {
    "sign": """\
static inline {T} sign_{e}({T} x)
{{
    return x != 0;
}}""",
    "truncate_divide": """\
static inline {T} truncate_divide_{e}({T} a, {T} b)
{{
    return b == 0 ? 0 : ({T})(a / b);
}}""",
    "modulo": """\
static inline {T} modulo_{e}({T} a, {T} b)
{{
    return b == 0 ? 0 : ({T})(a % b);
}}""",
    "shift_right": """\
static inline {T} shift_right_{e}({T} a, {T} b)
{{
    return b < {bits} ? ({T})(a >> b) : 0;
}}""",
    "power": """\
static inline {T} power_{e}({T} a, {T} b)
{{
    {U} result = 1;
    for ({U} base = a, rest = b; rest != 0; rest /= 2, base *= base) {{
        if (rest % 2 != 0) result *= base;
    }}
    return ({T})result;
}}""",
}
_OTHERS: Final = {
    "load_f16": """\
static inline float load_f16(uint16_t half)
{
    uint32_t bits = (uint32_t)(half & 0x7fffu) << 13;
    float value = (float)(half & 0x3ffu) * 0x1p-24f;
    if (bits >= 0x0f800000u) bits += 0x70000000u;
    else if (bits >= 0x00800000u) bits += 0x38000000u;
    else memcpy(&bits, &value, sizeof bits);
    bits |= (uint32_t)(half & 0x8000u) << 16;
    memcpy(&value, &bits, sizeof value);
    return value;
}""",
    "store_f16": """\
static inline uint16_t store_f16(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint32_t sign = bits >> 16 & 0x8000u;
    bits &= 0x7fffffffu;
    if (bits > 0x7f800000u) return (uint16_t)(sign | 0x7e00u | (bits >> 13 & 0x1ffu));
    if (bits >= 0x47800000u) return (uint16_t)(sign | 0x7c00u);
    if (bits < 0x38800000u) {
        const float moved = fabsf(value) + 0.5f;
        memcpy(&bits, &moved, sizeof bits);
        return (uint16_t)(sign | (bits - 0x3f000000u));
    }
    bits += 0xfffu + (bits >> 13 & 1u);
    return (uint16_t)(sign | (bits - 0x38000000u) >> 13);
}""",
    "load_bf16": """\
static inline float load_bf16(uint16_t half)
{
    const uint32_t bits = (uint32_t)half << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}""",
    "store_bf16": """\
static inline uint16_t store_bf16(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits = isnan(value) ? bits | 0x400000u : bits + 0x7fffu + (bits >> 16 & 1u);
    return (uint16_t)(bits >> 16);
}""",
    "round_f16": """\
static inline float round_f16(float value)
{
    return load_f16(store_f16(value));
}""",
    "round_bf16": """\
static inline float round_bf16(float value)
{
    return load_bf16(store_bf16(value));
}""",
    "round_to_odd": """\
/* An f64 as an f32 whose rounding to fewer bits equals a single rounding. */
static inline float round_to_odd(double x)
{
    const float near = (float)x;
    if (near == x || isnan(x)) return near;
    uint32_t bits;
    memcpy(&bits, &near, sizeof bits);
    if (fabs(near) > fabs(x)) bits--;
    bits |= 1;
    float found;
    memcpy(&found, &bits, sizeof found);
    return found;
}""",
    "multiply_pairs": """\
/* The sum of the products of the lower and of the upper halves. */
static inline int32_t multiply_pairs(int32_t a, int32_t b)
{
    const int32_t low = (int16_t)a * (int16_t)b;
    const int32_t high = (int16_t)((uint32_t)a >> 16) * (int16_t)((uint32_t)b >> 16);
    return (int32_t)((uint32_t)low + (uint32_t)high);
}""",
    "digamma": """\
/* Reflection, recurrence up to 10, and an asymptotic series. */
static inline double digamma(double x)
{
    const double pi = 3.14159265358979323846, whole = rint(x);
    double reflection = 0, z = x, sum = 0;
    if (x < 0) {
        if (whole == x) return NAN;
        reflection = -pi / tan(pi * (x - whole));
        z = 1 - x;
    }
    for (; z < 10; z += 1) sum -= 1 / z;
    const double r = 1 / z, s = r * r;
    const double series = s * (1.0 / 12 - s * (1.0 / 120 - s * (1.0 / 252 - s * (1.0 / 240 -
        s * (1.0 / 132 - s * (691.0 / 32760 - s / 12))))));
    return log(z) - r / 2 - series + sum + reflection;
}""",
    "philox": """\
/* Philox-4x32-10: four random words for each counter. */
static inline void philox(uint64_t counter, uint32_t key0, uint32_t key1, uint32_t words[4])
{
    uint32_t w0 = (uint32_t)counter, w1 = (uint32_t)(counter >> 32), w2 = 0, w3 = 0;
    for (int round = 0; round < 10; round++) {
        const uint64_t first = (uint64_t)w0 * 0xD2511F53u, second = (uint64_t)w2 * 0xCD9E8D57u;
        w0 = (uint32_t)(second >> 32) ^ w1 ^ key0;
        w1 = (uint32_t)second;
        w2 = (uint32_t)(first >> 32) ^ w3 ^ key1;
        w3 = (uint32_t)first;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    words[0] = w0;
    words[1] = w1;
    words[2] = w2;
    words[3] = w3;
}""",
    "random_f32": """\
/* A uniform number in [0, 1). */
static inline float random_f32(int64_t counter, uint32_t key0, uint32_t key1)
{
    uint32_t words[4];
    philox((uint64_t)counter, key0, key1, words);
    return (float)(words[0] >> 8) * 0x1p-24f;
}""",
    "random_f64": """\
/* A uniform number in [0, 1). */
static inline double random_f64(int64_t counter, uint32_t key0, uint32_t key1)
{
    uint32_t words[4];
    philox((uint64_t)counter, key0, key1, words);
    return (double)((uint64_t)words[0] << 21 | words[1] >> 11) * 0x1p-53;
}""",
    "normal_f32": """\
/* A standard normal number, by the method of Box and Muller. */
static inline float normal_f32(int64_t counter, uint32_t key0, uint32_t key1)
{
    uint32_t words[4];
    philox((uint64_t)counter, key0, key1, words);
    const float u = (float)(words[0] >> 8) * 0x1p-24f, v = (float)(words[1] >> 8) * 0x1p-24f;
    return sqrtf(-2 * logf(1 - u)) * cosf(6.28318530717958647692f * v);
}""",
    "normal_f64": """\
/* A standard normal number, by the method of Box and Muller. */
static inline double normal_f64(int64_t counter, uint32_t key0, uint32_t key1)
{
    uint32_t words[4];
    philox((uint64_t)counter, key0, key1, words);
    const double u = (double)((uint64_t)words[0] << 21 | words[1] >> 11) * 0x1p-53;
    const double v = (double)((uint64_t)words[2] << 21 | words[3] >> 11) * 0x1p-53;
    return sqrt(-2 * log(1 - u)) * cos(6.28318530717958647692 * v);
}""",
    "cover": """\
/* The end of the last whole step, or of one more for a rest of more than `least` values. */
static inline int64_t cover(int64_t begin, int64_t end, int64_t step, int64_t least, int64_t first)
{
    const int64_t rest = (end - begin) % step;
    return end - rest + (rest > least && end - first >= step ? step : 0);
}""",
    "part_begin": """\
/* Where a part begins if `size` values are split into `count` parts of whole steps. */
static inline int64_t part_begin(int64_t part, int64_t size, int64_t count, int64_t step)
{
    const int64_t begin = part * ((size + count * step - 1) / (count * step) * step);
    return begin < size ? begin : size;
}""",
}
_CONVERSION: Final = """\
/* Towards zero; NaN becomes 0, and numbers out of range the nearest one in it. */
static inline {T} {t}_from_{e}({S} x)
{{
    if (isnan(x)) return 0;
    if (x <= {low}) return {least};
    return x >= {high} ? {greatest} : ({T})x;
}}"""
_CHECK: Final = """\
/* Whether an index is out of range: the first of these and the bound are the numbers found. */
static inline bool outside_{e}(const {T} *indices, int64_t count, int64_t bound, int64_t *found)
{{
    for (int64_t i = 0; i < count; i++) {{
        if ((uint64_t)indices[i] < (uint64_t)bound) continue;
        found[0] = (int64_t)indices[i];
        found[1] = bound;
        return true;
    }}
    return false;
}}"""


class Helpers:
    """The functions that a program uses."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def __call__(self, stem: str, element: ElementType | None = None) -> str:
        """The name of a function for an element type; adds the function to the program."""
        name = stem if element is None else f"{stem}_{element.value}"
        if name not in self.texts:
            is_float = element is not None and element.is_float
            for other in _DEPENDENCIES.get(stem, ()) if is_float else ():
                self(other, None if other == "philox" else element)
            self.texts[name] = _OTHERS.get(name) or _formatted(stem, element)
        return name

    def conversion(self, source: ElementType, target: ElementType) -> str:
        """The name of the function from a type of floats to a type of integers."""
        name = f"{target.value}_from_{source.value}"
        signed = target.kind == "signed"
        limit = f"0x1p{target.bits - signed}"
        kind = "INT" if signed else "UINT"
        self.texts[name] = _CONVERSION.format(
            T=c_type(target), S=c_type(source), t=target.value, e=source.value,
            low=f"-{limit}" if signed else "0", high=limit,
            least=f"INT{target.bits}_MIN" if signed else "0", greatest=f"{kind}{target.bits}_MAX",
        )  # fmt: skip
        return name

    def check(self, element: ElementType) -> str:
        """The name of the function that checks indices."""
        name = f"outside_{element.value}"
        self.texts[name] = _CHECK.format(T=memory_type(element), e=element.value)
        return name


def names() -> Iterator[str]:
    """The names that no variable may have."""
    yield from _OTHERS
    for element in ElementType:
        for stem in (*_FLOATS, *_INTEGERS, *_SIGNED, *_UNSIGNED, "outside"):
            yield f"{stem}_{element.value}"
        yield from (f"{element.value}_from_{source.value}" for source in ElementType)


def _formatted(stem: str, element: ElementType | None) -> str:
    assert element is not None
    if element.is_float:
        text = _FLOATS[stem]
    else:
        own = _SIGNED if element.kind == "signed" else _UNSIGNED
        text = own.get(stem) or _INTEGERS[stem]
    return text.format(
        T=c_type(element), e=element.value, f=suffix(element), bits=element.bits,
        U=f"uint{max(element.bits, 32)}_t", B=f"uint{element.bits}_t",
    )  # fmt: skip


def suffix(element: ElementType) -> str:
    """The suffix of functions of ``math.h`` for an element type."""
    return "" if element is ElementType.F64 else "f"


_TYPES: Final = {
    ElementType.BOOL: "bool",
    ElementType.F16: "float",
    ElementType.BF16: "float",
    ElementType.F32: "float",
    ElementType.F64: "double",
}
SMALL: Final = (ElementType.F16, ElementType.BF16)
"""Computed as float and rounded after each operation; memory holds the bits."""


def is_supported(element: ElementType) -> bool:
    """Whether C source can have elements of a type."""
    return not element.is_complex and not element.is_storage


def c_type(element: ElementType) -> str:
    """The C type of a value."""
    if element in _TYPES:
        return _TYPES[element]
    return f"{'u' if element.kind == 'unsigned' else ''}int{element.bits}_t"


def memory_type(element: ElementType) -> str:
    """The C type of an element in memory."""
    if element in SMALL:
        return "uint16_t"
    return "uint8_t" if element is ElementType.BOOL else c_type(element)
