/* Arithmetic that small processors lack, for libraries without a C library: floats in integer registers,
 * and 64-bit integers. It is made for size: operations on f32 are those on f64, which give the nearest
 * f32 because f64 has more than twice its bits (Figueroa, When is double rounding innocuous?, 1995).
 *
 * The ABI of ARM passes floats to these functions in integer registers. RISC-V passes f32 and f16 in
 * float registers if it has them. */
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;
typedef long long i64;

typedef struct {
    int fraction, bias;
} format;
static const format F16 = {10, 15}, F32 = {23, 127}, F64 = {52, 1023};

#define SHARED static __attribute__((noinline))
#define SIGN ((u64)1 << 63)
#define INFINITE ((u64)2047 << 52)
#define QUIET ((u64)1 << 51)
#define MAGNITUDE(a) ((a) & ~SIGN)
#define IS_NAN(a) (MAGNITUDE(a) > INFINITE)
#define IS_INFINITE(a) (MAGNITUDE(a) == INFINITE)

/* Numbers are m * 2^(exponent - 62), where bit 62 of m is its highest unless m is 0. */
typedef struct {
    u64 m;
    int exponent;
} number;

static number normal(u64 m, int exponent) {
    while (m && !(m >> 62)) m <<= 1, exponent--;
    return (number){m, exponent};
}

static number unpacked(u64 magnitude, format f) {
    int exponent = (int)(magnitude >> f.fraction);
    u64 m = magnitude & (((u64)1 << f.fraction) - 1);
    if (exponent) m |= (u64)1 << f.fraction;
    else exponent = 1;
    return normal(m << (62 - f.fraction), exponent - f.bias);
}

/* The nearest number of a format, without its sign. The last bit of m stands for all after it. */
static u64 packed(u64 m, int exponent, format f) {
    if (!m) return 0;
    number n = normal(m, exponent);
    int drop = 62 - f.fraction, biased = n.exponent + f.bias;
    if (biased > 2 * f.bias) return (u64)(2 * f.bias + 1) << f.fraction;
    if (biased < 1) {
        drop += 1 - biased;
        biased = 1;
        if (drop > 63) return 0;
    }
    u64 kept = n.m >> drop, rest = n.m & (((u64)1 << drop) - 1), half = (u64)1 << (drop - 1);
    kept += rest > half || (rest == half && kept & 1);
    /* The highest bit of the fraction is added to the exponent; so is a carry. */
    return ((u64)(biased - 1) << f.fraction) + kept;
}

SHARED u64 soft_pack(u64 sign, u64 m, int exponent) { return sign | packed(m, exponent, F64); }
SHARED number soft_unpack(u64 a) { return unpacked(MAGNITUDE(a), F64); }

/* Conversions of f16 and f32 to f64, and back. */
static u64 widened(u32 a, format f, int bits) {
    u64 sign = (u64)(a >> (bits - 1)) << 63, magnitude = a & (((u32)1 << (bits - 1)) - 1);
    u64 infinite = (u64)(2 * f.bias + 1) << f.fraction;
    if (magnitude > infinite) return sign | INFINITE | QUIET | (magnitude - infinite) << (52 - f.fraction);
    if (magnitude == infinite) return sign | INFINITE;
    number n = unpacked(magnitude, f);
    return soft_pack(sign, n.m, n.exponent);
}

static u32 narrowed(u64 a, format f, int bits) {
    u32 sign = (u32)(a >> 63) << (bits - 1), infinite = (u32)(2 * f.bias + 1) << f.fraction;
    if (IS_NAN(a)) {
        u32 rest = (u32)((a & (QUIET - 1)) >> (52 - f.fraction));
        return sign | infinite | (u32)1 << (f.fraction - 1) | rest;
    }
    if (IS_INFINITE(a)) return sign | infinite;
    number n = soft_unpack(a);
    return sign | (u32)packed(n.m, n.exponent, f);
}

SHARED u64 soft_widen(u32 a) { return widened(a, F32, 32); }
SHARED u32 soft_narrow(u64 a) { return narrowed(a, F32, 32); }
SHARED u64 soft_widen_half(u32 a) { return widened(a & 0xFFFF, F16, 16); }
SHARED u32 soft_narrow_half(u64 a) { return narrowed(a, F16, 16); }

SHARED u64 soft_add(u64 a, u64 b) {
    if (IS_NAN(a)) return a | QUIET;
    if (IS_NAN(b)) return b | QUIET;
    if (IS_INFINITE(a)) return IS_INFINITE(b) && a != b ? INFINITE | QUIET : a;
    if (IS_INFINITE(b)) return b;
    if (MAGNITUDE(a) < MAGNITUDE(b)) {
        u64 other = a;
        a = b;
        b = other;
    }
    number x = soft_unpack(a), y = soft_unpack(b);
    if (!y.m) return x.m ? a : a & b;
    u64 m = x.m >> 1, n = y.m >> 1;
    int distance = x.exponent - y.exponent;
    n = distance > 62 ? 1 : n >> distance | ((n & (((u64)1 << distance) - 1)) != 0);
    m = (a ^ b) & SIGN ? m - n : m + n;
    return soft_pack(m ? a & SIGN : 0, m, x.exponent + 1);
}

/* The high half of a product, and the low one. */
SHARED u64 soft_product(u64 x, u64 y, u64 *low) {
    u64 x0 = (u32)x, x1 = x >> 32, y0 = (u32)y, y1 = y >> 32;
    u64 first = x0 * y0, middle = x1 * y0 + (first >> 32), other = x0 * y1 + (u32)middle;
    *low = other << 32 | (u32)first;
    return x1 * y1 + (middle >> 32) + (other >> 32);
}

SHARED u64 soft_multiply(u64 a, u64 b) {
    u64 sign = (a ^ b) & SIGN;
    if (IS_NAN(a)) return a | QUIET;
    if (IS_NAN(b)) return b | QUIET;
    if (IS_INFINITE(a) || IS_INFINITE(b)) {
        return MAGNITUDE(a) && MAGNITUDE(b) ? sign | INFINITE : INFINITE | QUIET;
    }
    number x = soft_unpack(a), y = soft_unpack(b);
    u64 low, high = soft_product(x.m, y.m, &low);
    return soft_pack(sign, high | (low != 0), x.exponent + y.exponent + 2);
}

/* a * b + c, rounded once. The product and the term have 128 bits, of which less than 107 are used. */
SHARED u64 soft_multiply_add(u64 a, u64 b, u64 c) {
    u64 sign = (a ^ b) & SIGN, lows[2], highs[2];
    if (MAGNITUDE(a) >= INFINITE || MAGNITUDE(b) >= INFINITE) return soft_add(soft_multiply(a, b), c);
    if (MAGNITUDE(c) >= INFINITE) return soft_add(c, 0);
    if (!MAGNITUDE(a) || !MAGNITUDE(b)) return soft_add(sign, c);
    if (!MAGNITUDE(c)) return soft_multiply(a, b);
    number x = soft_unpack(a), y = soft_unpack(b), z = soft_unpack(c);
    highs[0] = soft_product(x.m, y.m, &lows[0]);
    highs[1] = z.m >> 2;
    lows[1] = z.m << 62;
    int exponent = x.exponent + y.exponent, distance = exponent - z.exponent, less = distance > 0;
    if (!less) exponent = z.exponent, distance = -distance;
    if (distance > 127) distance = 127;
    for (int i = 0; i < distance; i++) {
        lows[less] = highs[less] << 63 | lows[less] >> 1 | (lows[less] & 1);
        highs[less] >>= 1;
    }
    u64 high, low;
    if ((sign ^ c) & SIGN) {
        if (highs[0] < highs[1] || (highs[0] == highs[1] && lows[0] < lows[1])) {
            sign ^= SIGN;
            less = 0;
        } else {
            less = 1;
        }
        high = highs[!less] - highs[less] - (lows[!less] < lows[less]);
        low = lows[!less] - lows[less];
        if (!(high | low)) return 0;
    } else {
        low = lows[0] + lows[1];
        high = highs[0] + highs[1] + (low < lows[0]);
    }
    for (; !(high >> 62); exponent--, low <<= 1) high = high << 1 | low >> 63;
    return soft_pack(sign, high | (low != 0), exponent + 2);
}

SHARED u64 soft_divide(u64 a, u64 b) {
    u64 sign = (a ^ b) & SIGN;
    if (IS_NAN(a)) return a | QUIET;
    if (IS_NAN(b)) return b | QUIET;
    if (IS_INFINITE(a)) return IS_INFINITE(b) ? INFINITE | QUIET : sign | INFINITE;
    if (IS_INFINITE(b)) return sign;
    if (!MAGNITUDE(b)) return MAGNITUDE(a) ? sign | INFINITE : INFINITE | QUIET;
    number x = soft_unpack(a), y = soft_unpack(b);
    u64 rest = x.m, quotient = 0;
    for (int i = 0; i < 57; i++, rest <<= 1) {
        quotient <<= 1;
        if (rest >= y.m) rest -= y.m, quotient |= 1;
    }
    return soft_pack(sign, quotient << 1 | (rest != 0), x.exponent - y.exponent + 5);
}

SHARED u64 soft_remainder(u64 a, u64 b) {
    if (IS_NAN(a)) return a | QUIET;
    if (IS_NAN(b)) return b | QUIET;
    if (IS_INFINITE(a) || !MAGNITUDE(b)) return INFINITE | QUIET;
    if (IS_INFINITE(b) || MAGNITUDE(a) < MAGNITUDE(b)) return a;
    number x = soft_unpack(a), y = soft_unpack(b);
    u64 rest = x.m;
    for (int i = x.exponent - y.exponent;; i--, rest <<= 1) {
        if (rest >= y.m) rest -= y.m;
        if (!i) break;
    }
    return soft_pack(a & SIGN, rest, y.exponent);
}

SHARED u64 soft_root(u64 a) {
    if (IS_NAN(a)) return a | QUIET;
    if (!MAGNITUDE(a) || a == INFINITE) return a;
    if (a & SIGN) return INFINITE | QUIET;
    number x = soft_unpack(a);
    u64 given = x.exponent & 1 ? x.m << 1 : x.m, rest = 0, root = 0;
    for (int i = 0; i < 56; i++, given <<= 2) {
        u64 subtracted = root << 2 | 1;
        rest = rest << 2 | given >> 62;
        root <<= 1;
        if (rest >= subtracted) rest -= subtracted, root |= 1;
    }
    return soft_pack(0, root << 1 | (rest != 0), (x.exponent >> 1) + 6);
}

/* The integer next to a number: towards 0, down or up; or the nearest, and of two the even one or the one
 * away from 0. */
enum rounding { TO_ZERO, DOWN, UP, TO_EVEN, AWAY };

SHARED u64 soft_whole(u64 a, enum rounding way) {
    int exponent = (int)(MAGNITUDE(a) >> 52) - 1023;
    u64 sign = a & SIGN, one = (u64)1023 << 52;
    if (IS_NAN(a)) return a | QUIET;
    if (exponent >= 52 || !MAGNITUDE(a)) return a;
    if (exponent < 0) {
        int is_away = way == (sign ? DOWN : UP);
        if (way >= TO_EVEN) is_away = MAGNITUDE(a) + (way == AWAY) > (u64)1022 << 52;
        return is_away ? sign | one : sign;
    }
    u64 unit = (u64)1 << (52 - exponent), rest = a & (unit - 1), kept = a - rest;
    int is_odd = exponent ? (kept & unit) != 0 : 1, is_away = way == (sign ? DOWN : UP) && rest;
    if (way >= TO_EVEN) is_away = rest + (way == AWAY || is_odd) > unit >> 1;
    return is_away ? kept + unit : kept;
}

/* -1, 0 or 1 as a is less than b, equal or greater; 2 if one is NaN. */
SHARED int soft_order(u64 a, u64 b) {
    if (IS_NAN(a) || IS_NAN(b)) return 2;
    i64 x = a & SIGN ? -(i64)MAGNITUDE(a) : (i64)a, y = b & SIGN ? -(i64)MAGNITUDE(b) : (i64)b;
    return (x > y) - (x < y);
}

SHARED u64 soft_of_integer(u64 magnitude, int is_negative, int is_float) {
    u64 half = magnitude >> 63 ? magnitude >> 1 | (magnitude & 1) : magnitude;
    int exponent = 62 + (int)(magnitude >> 63);
    if (is_float) return (u64)is_negative << 31 | packed(half, exponent, F32);
    return soft_pack((u64)is_negative << 63, half, exponent);
}

/* The integer of up to 64 bits, towards 0; the least or greatest one if it is out of range. */
SHARED u64 soft_to_integer(u64 a, int bits, int is_signed) {
    u64 top = (~(u64)0 >> (64 - bits)) >> is_signed;
    int is_negative = (int)(a >> 63);
    if (IS_NAN(a) || MAGNITUDE(a) < (u64)1023 << 52 || (is_negative && !is_signed)) return 0;
    int exponent = (int)(MAGNITUDE(a) >> 52) - 1023;
    u64 m = (a & (((u64)1 << 52) - 1)) | (u64)1 << 52;
    u64 found = exponent > 63 ? ~(u64)0 : exponent > 52 ? m << (exponent - 52) : m >> (52 - exponent);
    if (is_negative) return found > top ? ~top : -found;
    return found > top ? top : found;
}

/* Quotients of 0 are 0, with the dividend as the remainder. */
SHARED u64 soft_divide_integers(u64 a, u64 b, u64 *remainder) {
    u64 quotient = 0, rest = 0;
    for (int i = 0; b && i < 64; i++, a <<= 1) {
        int carry = (int)(rest >> 63);
        rest = rest << 1 | a >> 63;
        quotient <<= 1;
        if (carry || rest >= b) rest -= b, quotient |= 1;
    }
    *remainder = b ? rest : a;
    return quotient;
}

SHARED u64 soft_divide_signed(u64 a, u64 b, u64 *remainder) {
    int is_negative = (int)(a >> 63), differ = (int)((a ^ b) >> 63);
    u64 quotient = soft_divide_integers(is_negative ? -a : a, (i64)b < 0 ? -b : b, remainder);
    if (is_negative) *remainder = -*remainder;
    return differ ? -quotient : quotient;
}

SHARED u32 soft_divide_words(u32 a, u32 b, u32 *remainder) {
    u32 quotient = 0, rest = 0;
    for (int i = 0; b && i < 32; i++, a <<= 1) {
        int carry = (int)(rest >> 31);
        rest = rest << 1 | a >> 31;
        quotient <<= 1;
        if (carry || rest >= b) rest -= b, quotient |= 1;
    }
    *remainder = b ? rest : a;
    return quotient;
}

static u32 divide_signed_words(u32 a, u32 b, u32 *remainder) {
    int is_negative = (int)(a >> 31), differ = (int)((a ^ b) >> 31);
    u32 quotient = soft_divide_words(is_negative ? -a : a, (i32)b < 0 ? -b : b, remainder);
    if (is_negative) *remainder = -*remainder;
    return differ ? -quotient : quotient;
}

static u64 joined(u32 low, u32 high) { return (u64)high << 32 | low; }

/* ARM's names. */
#define F2(name, function)                                                                          \
    u64 __aeabi_d##name(u64 a, u64 b) { return function; }                                          \
    u32 __aeabi_f##name(u32 x, u32 y) {                                                             \
        u64 a = soft_widen(x), b = soft_widen(y);                                                   \
        return soft_narrow(function);                                                               \
    }
F2(add, soft_add(a, b))
F2(sub, soft_add(a, b ^ SIGN))
F2(mul, soft_multiply(a, b))
F2(div, soft_divide(a, b))
#define COMPARISON(name, test)                                                                      \
    int __aeabi_dcmp##name(u64 a, u64 b) {                                                          \
        int order = soft_order(a, b);                                                               \
        return test;                                                                                \
    }                                                                                               \
    int __aeabi_fcmp##name(u32 a, u32 b) {                                                          \
        int order = soft_order(soft_widen(a), soft_widen(b));                                       \
        return test;                                                                                \
    }
COMPARISON(eq, order == 0)
COMPARISON(lt, order == -1)
COMPARISON(le, order <= 0)
COMPARISON(gt, order == 1)
COMPARISON(ge, order == 0 || order == 1)
COMPARISON(un, order == 2)
u64 __aeabi_f2d(u32 a) { return soft_widen(a); }
u32 __aeabi_d2f(u64 a) { return soft_narrow(a); }
u32 __aeabi_h2f(u32 a) { return soft_narrow(soft_widen_half(a)); }
u32 __aeabi_f2h(u32 a) { return soft_narrow_half(soft_widen(a)); }
u32 __aeabi_d2h(u64 a) { return soft_narrow_half(a); }
#define INTEGER(name, T, bits, is_signed)                                                           \
    T __aeabi_d2##name##z(u64 a) { return (T)soft_to_integer(a, bits, is_signed); }                 \
    T __aeabi_f2##name##z(u32 a) { return (T)soft_to_integer(soft_widen(a), bits, is_signed); }
INTEGER(i, i32, 32, 1)
INTEGER(ui, u32, 32, 0)
INTEGER(l, i64, 64, 1)
INTEGER(ul, u64, 64, 0)
static u64 of_signed(i64 a, int is_float) {
    return soft_of_integer(a < 0 ? -(u64)a : (u64)a, a < 0, is_float);
}
u64 __aeabi_i2d(i32 a) { return of_signed(a, 0); }
u64 __aeabi_l2d(i64 a) { return of_signed(a, 0); }
u64 __aeabi_ui2d(u32 a) { return soft_of_integer(a, 0, 0); }
u64 __aeabi_ul2d(u64 a) { return soft_of_integer(a, 0, 0); }
u32 __aeabi_i2f(i32 a) { return (u32)of_signed(a, 1); }
u32 __aeabi_l2f(i64 a) { return (u32)of_signed(a, 1); }
u32 __aeabi_ui2f(u32 a) { return (u32)soft_of_integer(a, 0, 1); }
u32 __aeabi_ul2f(u64 a) { return (u32)soft_of_integer(a, 0, 1); }

/* Products of 16 bits, as the processor may have no other that fit. */
u64 __aeabi_lmul(u64 a, u64 b) {
    u32 x = (u32)a, y = (u32)b, x0 = x & 0xFFFF, x1 = x >> 16, y0 = y & 0xFFFF, y1 = y >> 16;
    u32 low = x0 * y0, middle = x1 * y0 + (low >> 16), other = x0 * y1 + (middle & 0xFFFF);
    u32 high = x1 * y1 + (middle >> 16) + (other >> 16);
    return joined(x * y, high + x * (u32)(b >> 32) + (u32)(a >> 32) * y);
}
u64 __aeabi_llsl(u64 a, int by) {
    u32 low = (u32)a, high = (u32)(a >> 32);
    if (by >= 32) return joined(0, low << (by - 32));
    return by ? joined(low << by, high << by | low >> (32 - by)) : a;
}
u64 __aeabi_llsr(u64 a, int by) {
    u32 low = (u32)a, high = (u32)(a >> 32);
    if (by >= 32) return joined(high >> (by - 32), 0);
    return by ? joined(low >> by | high << (32 - by), high >> by) : a;
}
u64 __aeabi_lasr(u64 a, int by) {
    u32 low = (u32)a;
    i32 high = (i32)(a >> 32);
    if (by >= 32) return joined((u32)(high >> (by - 32)), (u32)(high >> 31));
    return by ? joined(low >> by | (u32)high << (32 - by), (u32)(high >> by)) : a;
}
/* The zeros before the highest bit; LLVM has this name for ARM, too. */
int __clzsi2(u32 a) {
    int found = 0;
    for (int step = 16; step; step >>= 1) {
        if (a >> (32 - step)) continue;
        found += step;
        a <<= step;
    }
    return found + !(a >> 31);
}
u32 __aeabi_uidiv(u32 a, u32 b) {
    u32 rest;
    return soft_divide_words(a, b, &rest);
}
u32 __aeabi_idiv(u32 a, u32 b) {
    u32 rest;
    return divide_signed_words(a, b, &rest);
}
/* The quotient and the remainder are in two registers. */
u64 __aeabi_uidivmod(u32 a, u32 b) {
    u32 rest, quotient = soft_divide_words(a, b, &rest);
    return joined(quotient, rest);
}
u64 __aeabi_idivmod(u32 a, u32 b) {
    u32 rest, quotient = divide_signed_words(a, b, &rest);
    return joined(quotient, rest);
}

/* RISC-V's names. */
typedef union {
    float value;
    u32 bits;
} word;
static u32 bits_of(float value) { return ((word){.value = value}).bits; }
static float of_bits(u32 bits) { return ((word){.bits = bits}).value; }

u64 __adddf3(u64 a, u64 b) { return soft_add(a, b); }
u64 __subdf3(u64 a, u64 b) { return soft_add(a, b ^ SIGN); }
u64 __muldf3(u64 a, u64 b) { return soft_multiply(a, b); }
u64 __divdf3(u64 a, u64 b) { return soft_divide(a, b); }
/* The order, or a number that makes every comparison with 0 false, except that of inequality. */
int __eqdf2(u64 a, u64 b) { return soft_order(a, b); }
int __nedf2(u64 a, u64 b) { return soft_order(a, b); }
int __ltdf2(u64 a, u64 b) { return soft_order(a, b); }
int __ledf2(u64 a, u64 b) { return soft_order(a, b); }
static int or_less(int order) { return order == 2 ? -1 : order; }
int __gtdf2(u64 a, u64 b) { return or_less(soft_order(a, b)); }
int __gedf2(u64 a, u64 b) { return or_less(soft_order(a, b)); }
int __unorddf2(u64 a, u64 b) { return soft_order(a, b) == 2; }
u64 __extendsfdf2(float a) { return soft_widen(bits_of(a)); }
float __truncdfsf2(u64 a) { return of_bits(soft_narrow(a)); }
float __extendhfsf2(float a) { return of_bits(soft_narrow(soft_widen_half(bits_of(a)))); }
float __truncsfhf2(float a) { return of_bits(0xFFFF0000 | soft_narrow_half(soft_widen(bits_of(a)))); }
i32 __fixdfsi(u64 a) { return (i32)soft_to_integer(a, 32, 1); }
u32 __fixunsdfsi(u64 a) { return (u32)soft_to_integer(a, 32, 0); }
u64 __fixdfdi(u64 a) { return soft_to_integer(a, 64, 1); }
u64 __fixunsdfdi(u64 a) { return soft_to_integer(a, 64, 0); }
u64 __fixsfdi(float a) { return soft_to_integer(soft_widen(bits_of(a)), 64, 1); }
u64 __fixunssfdi(float a) { return soft_to_integer(soft_widen(bits_of(a)), 64, 0); }
u64 __floatsidf(i32 a) { return of_signed(a, 0); }
u64 __floatunsidf(u32 a) { return soft_of_integer(a, 0, 0); }
u64 __floatdidf(i64 a) { return of_signed(a, 0); }
u64 __floatundidf(u64 a) { return soft_of_integer(a, 0, 0); }
float __floatdisf(i64 a) { return of_bits((u32)of_signed(a, 1)); }
float __floatundisf(u64 a) { return of_bits((u32)soft_of_integer(a, 0, 1)); }
u64 __udivdi3(u64 a, u64 b) {
    u64 rest;
    return soft_divide_integers(a, b, &rest);
}
u64 __umoddi3(u64 a, u64 b) {
    u64 rest;
    soft_divide_integers(a, b, &rest);
    return rest;
}
u64 __divdi3(u64 a, u64 b) {
    u64 rest;
    return soft_divide_signed(a, b, &rest);
}
u64 __moddi3(u64 a, u64 b) {
    u64 rest;
    soft_divide_signed(a, b, &rest);
    return rest;
}

/* Both quotients of ARM's names for 64 bits, which are in four registers: see objects.py. */
u64 soft_ldivmod(u64 a, u64 b, u64 *remainder) { return soft_divide_signed(a, b, remainder); }
u64 soft_uldivmod(u64 a, u64 b, u64 *remainder) { return soft_divide_integers(a, b, remainder); }

/* The names of C, and one that takes an f64 as C does. */
typedef union {
    double value;
    u64 bits;
} long_word;
float __truncdfhf2(double a) {
    return of_bits(0xFFFF0000 | soft_narrow_half(((long_word){.value = a}).bits));
}
#define ELEMENTARY(name, function)                                                                  \
    double name(double x) {                                                                         \
        u64 a = ((long_word){.value = x}).bits;                                                     \
        return ((long_word){.bits = function}).value;                                               \
    }                                                                                               \
    float name##f(float x) {                                                                        \
        u64 a = soft_widen(bits_of(x));                                                             \
        return of_bits(soft_narrow(function));                                                      \
    }
ELEMENTARY(sqrt, soft_root(a))
ELEMENTARY(trunc, soft_whole(a, TO_ZERO))
ELEMENTARY(rint, soft_whole(a, TO_EVEN))
ELEMENTARY(roundeven, soft_whole(a, TO_EVEN))
ELEMENTARY(nearbyint, soft_whole(a, TO_EVEN))
ELEMENTARY(floor, soft_whole(a, DOWN))
ELEMENTARY(ceil, soft_whole(a, UP))
ELEMENTARY(round, soft_whole(a, AWAY))
double fma(double x, double y, double z) {
    u64 a = ((long_word){.value = x}).bits, b = ((long_word){.value = y}).bits;
    return ((long_word){.bits = soft_multiply_add(a, b, ((long_word){.value = z}).bits)}).value;
}
double fmod(double x, double y) {
    u64 a = ((long_word){.value = x}).bits, b = ((long_word){.value = y}).bits;
    return ((long_word){.bits = soft_remainder(a, b)}).value;
}
float fmodf(float x, float y) {
    return of_bits(soft_narrow(soft_remainder(soft_widen(bits_of(x)), soft_widen(bits_of(y)))));
}
