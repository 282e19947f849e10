/* Sorting, which generated code calls. As portable as runtime.c.
 *
 * The elements of a line become keys: numbers in the requested order. If only the first elements are
 * requested, most keys are only compared, a vector at a time, with the last of the best elements found
 * so far. Smaller keys are collected until the buffer is full; sorting the buffer then yields the new
 * best elements.
 */
#include "context.h"

enum { NO_ROOM = 1 };
enum { LANES = 8, BLOCK = 32, SHORT = 48, MERGED = 2048, DIGIT = 8, BUCKETS = 1 << DIGIT };

typedef u64 keys __attribute__((vector_size(8 * LANES)));
typedef u8 bytes __attribute__((vector_size(LANES), aligned(1)));
typedef unsigned short halves __attribute__((vector_size(2 * LANES), aligned(2)));
typedef unsigned words __attribute__((vector_size(4 * LANES), aligned(4)));
typedef u64 longs __attribute__((vector_size(8 * LANES), aligned(8)));

typedef struct { u64 key; i64 place; } item;

/* The number of items between two checks for signals. */
enum { STRETCH = 1 << 18 };

/* Sorts `rows` times `columns` lines of `count` elements, which are `columns` elements apart. The
 * result is the first `kept` elements of each line, in order. `mantissa` is the number of mantissa bits
 * of a float, 0 for unsigned and -1 for signed integers. */
typedef struct {
    const u8 *source;
    u8 *sorted;
    i64 *places;
    i64 rows, count, columns, kept, size, mantissa, descending;
    /* Two buffers of `room` items for each of `shares` threads. More than `most` items are sorted. */
    item *memory;
    i64 most, room, shares;
    context *context;
} work;

typedef void (*task)(void *arguments, i64 begin, i64 end);

extern int dlvm_parallel(context *c, task run, void *arguments, i64 tasks, i64 time);
extern int dlvm_poll(context *c);
extern u8 *dlvm_frame(context *c, u64 bytes);
extern void dlvm_leave(context *c, u8 *frame);

static int is_interrupted(const work *w, i64 place) {
    return !(place % STRETCH) && *w->context->look && dlvm_poll(w->context);
}

static i64 smaller(i64 a, i64 b) { return a < b ? a : b; }

static u64 load(const u8 *place, i64 size) {
    switch (size) {
    case 1: return *place;
    case 2: return *(const unsigned short *)place;
    case 4: return *(const unsigned *)place;
    default: return *(const u64 *)place;
    }
}

static void store(u8 *place, u64 bits, i64 size) {
    switch (size) {
    case 1: *place = (u8)bits; break;
    case 2: *(unsigned short *)place = (unsigned short)bits; break;
    case 4: *(unsigned *)place = (unsigned)bits; break;
    default: *(u64 *)place = bits;
    }
}

/* Numbers that are ordered as the elements with these bits are. NaN is the greatest. */
static keys ordered(keys bits, const work *w) {
    u64 sign = 1ull << (8 * w->size - 1);
    if (w->mantissa < 0) {
        bits ^= sign;
    } else if (w->mantissa) {
        keys magnitude = bits & (sign - 1), negative = -(bits >> (8 * w->size - 1));
        u64 infinity = (sign - 1) >> w->mantissa << w->mantissa;
        bits = ((magnitude ^ negative) - negative + sign) | (keys)(magnitude > infinity);
    }
    return w->descending ? ~bits : bits;
}

/* The keys of up to BLOCK elements of a line, from a given element on. The last vector is padded with
 * the greatest key, which sorts after all others. */
__attribute__((noinline)) static void read_keys(u64 *found, const work *w, const u8 *line, i64 first) {
    i64 step = w->columns * w->size, there = smaller(w->count - first, BLOCK), i = 0;
    const u8 *place = line + first * step;
    for (; w->columns == 1 && i + LANES <= there; i += LANES, place += LANES * w->size) {
        keys *to = (keys *)(found + i);
        switch (w->size) {
        case 1: *to = __builtin_convertvector(*(const bytes *)place, keys); break;
        case 2: *to = __builtin_convertvector(*(const halves *)place, keys); break;
        case 4: *to = __builtin_convertvector(*(const words *)place, keys); break;
        default: *to = *(const longs *)place;
        }
    }
    for (; i < there; i++, place += step) found[i] = load(place, w->size);
    for (i = 0; i < there; i += LANES) *(keys *)(found + i) = ordered(*(keys *)(found + i), w);
    for (i = there; i % LANES; i++) found[i] = ~0ull;
}

/* All bits if one key is less than another, else none, as a number of which compilers know nothing: what
 * depends on it becomes arithmetic, not a branch that is hard to predict. */
static long is_less(u64 a, u64 b) {
    long found = -(long)(a < b);
    __asm__("" : "+r"(found));
    return found;
}

static const item *chosen(const item *a, const item *b, long is_second) {
    return (const item *)((const u8 *)a + (((const u8 *)b - (const u8 *)a) & is_second));
}

/* Two sorted runs that are merged from their first or their last items. */
typedef struct { const item *a, *b; } ends;

/* The less of the first items of two runs; removes it. */
static inline __attribute__((always_inline)) item take_first(ends *e) {
    long is_second = is_less(e->b->key, e->a->key);
    item found = *chosen(e->a, e->b, is_second);
    e->b -= is_second;
    e->a += 1 + is_second;
    return found;
}

/* The greater of the last items of two runs; removes it. */
static inline __attribute__((always_inline)) item take_last(ends *e) {
    long is_first = is_less(e->b->key, e->a->key);
    item found = *chosen(e->b, e->a, is_first);
    e->a += is_first;
    e->b -= 1 + is_first;
    return found;
}

/* Merges sorted runs, one after the other, of `first` and `second` items, for the first `wanted` items
 * at least. They are merged from both ends, neither of which waits for the other. */
static void merge(item *to, const item *from, i64 first, i64 second, i64 wanted) {
    i64 both = smaller(first, second), count = first + second;
    ends low = {from, from + first}, high = {from + first - 1, from + count - 1};
    if (wanted <= both) {
        for (i64 i = 0; i < wanted; i++) to[i] = take_first(&low);
        return;
    }
    for (i64 i = 0; i < both; i++) {
        to[i] = take_first(&low);
        to[count - 1 - i] = take_last(&high);
    }
    to += both;
    while (low.a <= high.a && low.b <= high.b) *to++ = take_first(&low);
    while (low.a <= high.a) *to++ = *low.a++;
    while (low.b <= high.b) *to++ = *low.b++;
}

/* Merges the first two and the last two of four sorted runs of equal length, at the same time. */
static void merge_twice(item *to, const item *from, i64 length) {
    const item *next = from + 2 * length;
    ends low = {from, from + length}, high = {from + length - 1, next - 1};
    ends next_low = {next, next + length}, next_high = {next + length - 1, next + 2 * length - 1};
    for (i64 i = 0; i < length; i++) {
        to[i] = take_first(&low);
        to[2 * length - 1 - i] = take_last(&high);
        to[2 * length + i] = take_first(&next_low);
        to[4 * length - 1 - i] = take_last(&next_high);
    }
}

/* Sorts items by merging runs, and returns the buffer with the result, whose first `kept` items are in
 * order. An item's place in a first run is the number of items that belong before it: nothing depends on
 * a comparison that is hard to predict. There is room for `room` items: greatest ones fill up the runs if
 * that is sooner done. */
static item *merge_items(item *items, item *spare, i64 count, i64 kept, i64 room) {
    const keys lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    i64 whole = LANES;
    while (whole < count) whole *= 2;
    if (whole <= room && count > whole / 4 * 3)
        for (; count < whole; count++) items[count] = (item){~0ull, 0};
    for (i64 start = 0; start < count; start += LANES) {
        const item *run = items + start;
        i64 length = smaller(LANES, count - start);
        /* Greatest keys pad the run. */
        keys own = (keys){0} - 1, places = {0};
        for (i64 i = 0; i < length; i++) own[i] = run[i].key;
        for (i64 i = 0; i < LANES; i++) {
            keys other = own[i] + (keys){0};
            places -= (keys)(other < own) | ((keys)(other == own) & (keys)(lanes > (u64)i));
        }
        for (i64 i = 0; i < length; i++) spare[start + places[i]] = run[i];
    }
    for (i64 width = LANES; width < count; width *= 2) {
        i64 start = 0;
        item *other = items;
        items = spare;
        spare = other;
        for (; start + 4 * width <= count; start += 4 * width) merge_twice(spare + start, items + start, width);
        for (; start < count; start += 2 * width) {
            i64 first = smaller(width, count - start);
            i64 second = smaller(width, count - start - first), wanted = 2 * width < count ? count : kept;
            merge(spare + start, items + start, first, second, wanted);
        }
    }
    return spare;
}

/* Sorts the first items of a line; equal items keep their order. Returns the buffer with the result, or
 * null if the call is interrupted. More than MERGED items are distributed by each digit of their keys,
 * the last digit first. */
static item *sort_items(const work *w, item *items, item *spare, i64 count) {
    if (count <= SHORT) {
        for (i64 i = 1; i < count; i++) {
            item moved = items[i];
            i64 j = i;
            for (; j && items[j - 1].key > moved.key; j--) items[j] = items[j - 1];
            items[j] = moved;
        }
        return items;
    }
    if (count <= MERGED) return merge_items(items, spare, count, w->kept, w->room);
    u64 differing = 0;
    for (i64 i = 1; i < count; i++) differing |= items[i].key ^ items[0].key;
    for (int shift = 0; shift < 64; shift += DIGIT) {
        if (!(differing >> shift & (BUCKETS - 1))) continue;
        i64 ends[BUCKETS] = {0}, end = 0;
        for (i64 i = 0; i < count; i++) ends[items[i].key >> shift & (BUCKETS - 1)]++;
        if (is_interrupted(w, 0)) return 0;
        for (int b = 0; b < BUCKETS; b++) {
            i64 size = ends[b];
            ends[b] = end;
            end += size;
        }
        for (i64 start = 0; start < count; start += STRETCH) {
            if (is_interrupted(w, start)) return 0;
            for (i64 i = start; i < smaller(count, start + STRETCH); i++)
                spare[ends[items[i].key >> shift & (BUCKETS - 1)]++] = items[i];
        }
        item *other = items;
        items = spare;
        spare = other;
    }
    return items;
}

/* The first items of a line, in order; `items` and `spare` are buffers. Null if the call is
 * interrupted. */
static item *first_items(const work *w, const u8 *line, item *items, item *spare) {
    _Alignas(keys) u64 found[BLOCK];
    u64 last = 0;
    i64 held = 0, are_all = 1;
    for (i64 i = 0; i < w->count; i += LANES) {
        if (is_interrupted(w, i)) return 0;
        const u64 *next = found + i % BLOCK;
        if (next == found) read_keys(found, w, line, i);
        if (!are_all && !__builtin_reduce_or((keys)(*(const keys *)next < last))) continue;
        for (i64 j = 0; j < LANES; j++) {
            items[held] = (item){next[j], i + j};
            held += are_all | (next[j] < last);
        }
        held = smaller(held, w->count);
        if (held <= w->most) continue;
        item *best = sort_items(w, items, spare, held);
        if (!best) return 0;
        if (best != items) {
            spare = items;
            items = best;
        }
        held = w->kept;
        last = items[held - 1].key;
        are_all = 0;
    }
    return sort_items(w, items, spare, held);
}

static void sort_lines(void *arguments, i64 begin, i64 end) {
    const work *w = arguments;
    for (i64 share = begin; share < end; share++) {
        item *memory = w->memory + 2 * w->room * share;
        i64 lines = w->rows * w->columns;
        for (i64 number = lines * share / w->shares; number < lines * (share + 1) / w->shares; number++) {
            i64 row = number / w->columns, column = number % w->columns;
            const u8 *line = w->source + (row * w->count * w->columns + column) * w->size;
            i64 to = row * w->kept * w->columns + column;
            const item *items = first_items(w, line, memory, memory + w->room);
            if (!items) return;
            for (i64 i = 0; i < w->kept; i++, to += w->columns) {
                i64 place = items[i].place;
                store(w->sorted + to * w->size, load(line + place * w->columns * w->size, w->size), w->size);
                w->places[to] = place;
            }
        }
    }
}

/* Sorts lines, and returns the original index of each element: see `work`. Returns 0, INTERRUPTED or
 * NO_ROOM. */
int dlvm_sort(context *c, const u8 *source, u8 *sorted, i64 *places, i64 rows, i64 count, i64 columns,
              i64 kept, i64 size, i64 mantissa, i64 descending) {
    i64 lines = rows * columns;
    if (!lines || !kept) return 0;
    i64 most = smaller(count, (2 * kept <= SHORT ? 2 : 4) * kept), room = most + LANES;
    if (most > SHORT && most <= MERGED) {
        /* Runs of equal length are merged soonest. */
        i64 whole = LANES;
        while (whole < most) whole *= 2;
        if (whole < count) most = whole - LANES;
        room = whole < most + LANES ? most + LANES : whole;
    }
    /* Nanoseconds: one to read each element, and two for each digit of the sorted elements. */
    i64 time = lines * (count + 2 * size * most);
    i64 shares = smaller(lines, c->threads);
    item *memory = (item *)dlvm_frame(c, 2 * sizeof(item) * room * shares);
    if (!memory) return NO_ROOM;
    work w = {source, sorted, places, rows, count, columns, kept, size, mantissa, descending,
              memory, most, room, shares, c};
    int code = dlvm_parallel(c, sort_lines, &w, shares, time);
    dlvm_leave(c, (u8 *)memory);
    return code;
}
