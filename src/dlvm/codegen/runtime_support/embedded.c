/* The run-time support of libraries for C: memory in the caller's workspace, sorting, and the caller's
 * threads. build.py compiles this file for pointers of 64 and of 32 bits. */
enum { STEPS = 4, CLASSES = sizeof(void *) == 8 ? 168 : 104 };

#include "nodes.h"
#include "sort.c"

/* The nodes of a call are consecutive in its workspace, the unused part of which begins at `next`. Freed
 * nodes are kept for reuse, by their class. */
struct heap {
    node *free[CLASSES];
    u8 *begin, *next, *end;
};

/* The caller's threads: context.h's `program`. */
typedef struct {
    void (*parallel_for)(void *pool, i64 tasks, task run, void *arguments);
    void *pool;
} threads;

static u64 capacity(const node *n) { return bytes_of(n->class) - HEADER; }

static int is_node(const heap *h, const void *data) {
    return h && (const u8 *)data >= h->begin && (const u8 *)data < h->end;
}

static node *allocate(context *c, u64 bytes, const kind *k) {
    heap *h = c->heap;
    if (!h || bytes > (u64)(h->end - h->begin)) return 0;
    unsigned class = class_for(bytes);
    node *n = h->free[class];
    if (n) {
        h->free[class] = n->next;
    } else {
        u64 size = bytes_of(class);
        if (size > (u64)(h->end - h->next)) return 0;
        n = (node *)h->next;
        h->next += size;
        n->generation = 1;
        n->class = class;
    }
    n->references = 1;
    n->bytes = bytes;
    n->kind = k;
    n->origin = ANONYMOUS;
    return n;
}

static void give_back(heap *h, node *n) {
    n->generation++;
    n->next = h->free[n->class];
    h->free[n->class] = n;
}

/* Makes the bytes from `memory` on, which is a multiple of 64, the heap of a call. */
void dlvm_open(context *c, u8 *memory, i64 bytes) {
    heap *h = (heap *)memory;
    u64 first = ((sizeof(heap) + HEADER + 63) & ~63ull) - HEADER;
    if (bytes < (i64)first) return;
    for (unsigned i = 0; i < CLASSES; i++) h->free[i] = 0;
    h->begin = h->next = memory + first;
    h->end = memory + bytes;
    c->heap = h;
}

/* The bytes of the heap that a call has used at most. */
i64 dlvm_used(const context *c) { return c->heap ? c->heap->next - (u8 *)c->heap : 0; }

/* Runs tasks 0 to `tasks` - 1 on the caller's threads, or here if they take less than 10 microseconds. */
int dlvm_parallel(context *c, task run, void *arguments, i64 tasks, i64 time) {
    const threads *t = (const threads *)c->program;
    if (t && tasks > 1 && time > 10000) t->parallel_for(t->pool, tasks, run, arguments);
    else run(arguments, 0, tasks);
    return 0;
}
