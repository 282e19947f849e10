/* Calls of compiled code with NumPy arrays, read where CPython keeps them. That they lie there is
 * tried before (direct.py). Portable as runtime.c is. */
typedef unsigned long long u64;
typedef long long i64;

typedef struct { i64 references; const void *type; } object;

typedef struct {
    object head;
    const void *data;
    int rank;
    const i64 *sizes, *strides;
    const object *base;
    const void *dtype;
    int flags;
} array;

typedef struct { object head; i64 count; const array *items[]; } tuple;

/* What an array is to be. */
typedef struct { const void *type, *dtype; i64 rank; const i64 *sizes; } form;

/* NumPy's flags: elements in order, without gaps; at places that are right for their type; that may be
 * written. */
enum { IN_ORDER = 0x1, ALIGNED = 0x100, WRITEABLE = 0x400, NEEDED = IN_ORDER | ALIGNED | WRITEABLE };

static int fits(const array *a, const form *f) {
    if (a->head.type != f->type || a->dtype != f->dtype || a->rank != f->rank ||
        (a->flags & NEEDED) != NEEDED)
        return 0;
    for (i64 i = 0; i < f->rank; i++)
        if (a->sizes[i] != f->sizes[i]) return 0;
    return 1;
}

/* Writes where the arrays begin; whether they are as they are to be. */
int dlvm_take_arrays(const tuple *given, const form *forms, u64 *places) {
    for (i64 i = 0; i < given->count; i++) {
        if (!fits(given->items[i], &forms[i])) return 0;
        places[i] = (u64)given->items[i]->data;
    }
    return 1;
}

/* Runs an entry point on arrays, whose places are written behind the first two of its slots: what it
 * returns, or -1 without running it where the arrays are not as they are to be. */
int dlvm_call_with(int (*entry)(u64 *slots), const tuple *given, const form *forms, u64 *slots) {
    return dlvm_take_arrays(given, forms, slots + 2) ? entry(slots) : -1;
}
