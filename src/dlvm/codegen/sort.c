/* Sorting, which generated code calls. Portable as runtime.c is. */
typedef unsigned long long u64;
typedef long long i64;
typedef unsigned char u8;

typedef struct { u64 key; i64 place; } item;

enum { RUN = 16 };

static u64 load(const u8 *place, i64 bytes) {
    switch (bytes) {
    case 1: return *place;
    case 2: return *(const unsigned short *)place;
    case 4: return *(const unsigned *)place;
    default: return *(const u64 *)place;
    }
}

static void store(u8 *place, u64 bits, i64 bytes) {
    switch (bytes) {
    case 1: *place = (u8)bits; break;
    case 2: *(unsigned short *)place = (unsigned short)bits; break;
    case 4: *(unsigned *)place = (unsigned)bits; break;
    default: *(u64 *)place = bits;
    }
}

/* A number that is in order as the elements are. `mantissa` is the number of bits of a float's
 * mantissa, 0 for unsigned and -1 for signed numbers. NaN is the greatest. */
static u64 key(u64 bits, i64 bytes, i64 mantissa) {
    u64 sign = 1ull << (8 * bytes - 1);
    if (!mantissa) return bits;
    if (mantissa < 0) return bits ^ sign;
    u64 size = bits & (sign - 1), infinity = (sign - 1) >> mantissa << mantissa;
    if (size > infinity) return ~0ull;
    if (!size) return sign;
    return bits & sign ? sign - size : sign + size;
}

static void sort_run(item *items, i64 count) {
    for (i64 i = 1; i < count; i++) {
        item moved = items[i];
        i64 j = i;
        for (; j && items[j - 1].key > moved.key; j--) items[j] = items[j - 1];
        items[j] = moved;
    }
}

static void merge(const item *from, item *to, i64 first, i64 middle, i64 end) {
    i64 a = first, b = middle;
    for (i64 i = first; i < end; i++)
        to[i] = a < middle && (b >= end || from[a].key <= from[b].key) ? from[a++] : from[b++];
}

/* Sorts items; `spare` is room for as many. Gives which of the two has them. */
static item *sort_items(item *items, item *spare, i64 count) {
    for (i64 i = 0; i < count; i += RUN) sort_run(items + i, count - i < RUN ? count - i : RUN);
    for (i64 width = RUN; width < count; width *= 2) {
        for (i64 i = 0; i < count; i += 2 * width) {
            i64 middle = i + width < count ? i + width : count;
            i64 end = i + 2 * width < count ? i + 2 * width : count;
            merge(items, spare, i, middle, end);
        }
        item *other = items;
        items = spare;
        spare = other;
    }
    return items;
}

/* Sorts `rows` times `columns` lines of `count` elements that lie `columns` elements apart, and says
 * where each element was. `room` is for 2 * `count` items. */
void dlvm_sort(const u8 *source, u8 *sorted, i64 *places, item *room, i64 rows, i64 count, i64 columns,
               i64 bytes, i64 mantissa, i64 descending) {
    for (i64 row = 0; row < rows; row++)
        for (i64 column = 0; column < columns; column++) {
            i64 start = row * count * columns + column;
            for (i64 i = 0; i < count; i++) {
                u64 found = key(load(source + (start + i * columns) * bytes, bytes), bytes, mantissa);
                room[i].key = descending ? ~found : found;
                room[i].place = i;
            }
            item *items = sort_items(room, room + count, count);
            for (i64 i = 0; i < count; i++) {
                i64 to = start + i * columns, from = start + items[i].place * columns;
                store(sorted + to * bytes, load(source + from * bytes, bytes), bytes);
                places[to] = items[i].place;
            }
        }
}
