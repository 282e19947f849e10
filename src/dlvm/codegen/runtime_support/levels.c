/* Which level of x86-64 the processor and the operating system support: 2, 3 or 4. Libraries for several
 * levels call this at their first call. */

enum { AVX_STATE = 0x6, AVX512_STATE = 0xe6 };

typedef struct {
    unsigned a, b, c, d;
} words;

static words cpuid(unsigned leaf) {
    words w;
    __asm__ volatile("cpuid" : "=a"(w.a), "=b"(w.b), "=c"(w.c), "=d"(w.d) : "0"(leaf), "2"(0));
    return w;
}

/* The registers that the operating system saves. */
static unsigned saved(void) {
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static int has(unsigned word, unsigned bits) { return (word & bits) == bits; }

int dlvm_level(void) {
    /* FMA, MOVBE, OSXSAVE, AVX, F16C */
    const unsigned first = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29;
    /* BMI1, AVX2, BMI2 */
    const unsigned avx2 = 1u << 3 | 1u << 5 | 1u << 8;
    /* AVX-512 F, DQ, CD, BW, VL */
    const unsigned avx512 = 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31;
    if (cpuid(0).a < 7 || !has(cpuid(1).c, first) || !has(saved(), AVX_STATE)) return 2;
    unsigned found = cpuid(7).b;
    /* LZCNT */
    if (!has(found, avx2) || cpuid(0x80000000u).a < 0x80000001u || !has(cpuid(0x80000001u).c, 1u << 5)) return 2;
    return has(found, avx512) && has(saved(), AVX512_STATE) ? 4 : 3;
}
