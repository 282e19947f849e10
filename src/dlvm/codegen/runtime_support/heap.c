/* Memory that generated code allocates at run time: enum values, boxes, stacks, global variables, and
 * tensors whose size is not known in advance. As portable as runtime.c.
 *
 * Every piece of memory is a node: a header, and a payload aligned to 64 bytes. A call has its own heap,
 * which frees all nodes when the call ends, however it ends. Within a call, freed nodes are kept for
 * reuse, so the generation in a header distinguishes pointers to freed nodes from valid ones.
 */
/* Many tensors have a size that is a power of 2: with 16 classes for each of these, nodes are little
 * larger than such a tensor, and their distances are not multiples of the size of a cache way. */
enum { STEPS = 16, CLASSES = 38 * STEPS, PAGE = 1 << 12, CHUNK = 1 << 20 };

#include "nodes.h"

typedef struct chunk {
    struct chunk *next;
    u64 bytes;
} chunk;

/* `small` chunks have many nodes; the range from `next` to `end` in the `current` chunk is unused.
 * `large` chunks have one node each. */
struct heap {
    node *free[CLASSES];
    u8 *next, *end;
    chunk *small, *current, *large;
    u64 left;                       /* the number of allocations before one fails */
    u64 used;                       /* the bytes of the nodes in use, of the smallest classes for them */
    program *program;
    heap *after;                    /* the next idle heap */
};

extern void *malloc(u64 bytes);
extern void free(void *memory);

/* The first node of a chunk begins 16 bytes before a multiple of 64, so that payloads are aligned. */
static u8 *beginning(chunk *c) { return (u8 *)((((u64)(c + 1) + HEADER + 63) & ~63ull) - HEADER); }

static void lock(program *p) {
    while (__atomic_exchange_n(&p->lock, 1, __ATOMIC_ACQUIRE)) __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static void unlock(program *p) { __atomic_store_n(&p->lock, 0, __ATOMIC_RELEASE); }

static void free_chunks(heap *h) {
    chunk *lists[] = {h->small, h->large};
    for (int i = 0; i < 2; i++)
        for (chunk *c = lists[i]; c;) {
            chunk *next = c->next;
            __atomic_sub_fetch(&h->program->total, c->bytes, __ATOMIC_RELAXED);
            free(c);
            c = next;
        }
    h->small = h->large = 0;
}

/* Returns the memory of all idle heaps to the system. */
void dlvm_free_idle(program *p) {
    lock(p);
    heap *h = p->idle;
    p->idle = 0;
    unlock(p);
    while (h) {
        heap *after = h->after;
        free_chunks(h);
        free(h);
        h = after;
    }
}

/* Counts bytes that are to be allocated. Returns whether the limit allows them. */
static int count_in(program *p, u64 bytes) {
    u64 old = __atomic_load_n(&p->total, __ATOMIC_RELAXED);
    do
        if (bytes > p->limit || old > p->limit - bytes) return 0;
    while (!__atomic_compare_exchange_n(&p->total, &old, old + bytes, 0, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
    return 1;
}

/* A chunk with room for this many bytes of nodes. If memory is exhausted, the memory of idle heaps is
 * returned to the system first. */
static chunk *obtain(heap *h, u64 bytes) {
    u64 whole = bytes + sizeof(chunk) + 2 * 64;
    program *p = h->program;
    for (int attempt = 0; attempt < 2; attempt++) {
        if (count_in(p, whole)) {
            chunk *c = malloc(whole);
            if (c) {
                c->next = 0;
                c->bytes = whole;
                return c;
            }
            __atomic_sub_fetch(&p->total, whole, __ATOMIC_RELAXED);
        }
        if (!attempt) dlvm_free_idle(p);
    }
    return 0;
}

/* Continues with the next chunk of small nodes. */
static int refill(heap *h) {
    chunk *c = h->current ? h->current->next : h->small;
    if (!c) {
        if (!(c = obtain(h, CHUNK))) return 0;
        if (h->current) h->current->next = c;
        else h->small = c;
    }
    h->current = c;
    h->next = beginning(c);
    h->end = h->next + CHUNK;
    return 1;
}

/* A node of a class; a large one may have up to twice the bytes. */
static node *take(heap *h, unsigned class) {
    u64 size = bytes_of(class);
    unsigned most = size < PAGE ? class : class + STEPS;
    for (unsigned any = class; any <= most && any < CLASSES; any++)
        if (h->free[any]) {
            node *found = h->free[any];
            h->free[any] = found->next;
            return found;
        }
    node *n;
    if (size >= CHUNK / 8) {
        chunk *c = obtain(h, size);
        if (!c) return 0;
        c->next = h->large;
        h->large = c;
        n = (node *)beginning(c);
    } else {
        if ((u64)(h->end - h->next) < size && !refill(h)) return 0;
        n = (node *)h->next;
        h->next += size;
    }
    n->generation = 1;
    n->class = class;
    return n;
}

/* A heap for a call that has none yet. */
static heap *acquire(context *c) {
    program *p = c->program;
    lock(p);
    heap *h = p->idle;
    if (h) p->idle = h->after;
    unlock(p);
    if (!h) {
        if (!(h = malloc(sizeof *h))) return 0;
        __builtin_memset(h, 0, sizeof *h);
        h->program = p;
    }
    h->left = p->allocations;
    h->used = 0;
    return c->heap = h;
}

static node *allocate(context *c, u64 bytes, const kind *k) {
    heap *h = c->heap;
    if (!h && !(h = acquire(c))) return 0;
    if (!h->left-- || bytes > h->program->limit) return 0;
    unsigned class = class_for(bytes);
    u64 used = h->used + bytes_of(class);
    if (used > h->program->budget) {
        __atomic_store_n(&h->program->wanted, used, __ATOMIC_RELAXED);
        return 0;
    }
    node *n = take(h, class);
    if (!n) return 0;
    h->used = used;
    if (used > __atomic_load_n(&h->program->most, __ATOMIC_RELAXED))
        __atomic_store_n(&h->program->most, used, __ATOMIC_RELAXED);
    n->references = 1;
    n->bytes = bytes;
    n->kind = k;
    n->origin = ANONYMOUS;
    return n;
}

static u64 capacity(const node *n) { return bytes_of(n->class) - HEADER; }

static int is_node(const heap *h, const void *data) { return 1; }

static void give_back(heap *h, node *n) {
    n->generation++;
    h->used -= bytes_of(class_for(n->bytes));
    n->next = h->free[n->class];
    h->free[n->class] = n;
}

/* Frees everything that a call has allocated. Must be called after its results have been read. The heap
 * of a call that has `failed` returns its memory to the system. */
void dlvm_end(context *c, int failed) {
    heap *h = c->heap;
    if (!h) return;
    c->heap = 0;
    __builtin_memset(h->free, 0, sizeof h->free);
    h->current = 0;
    h->next = h->end = 0;
    if (failed) free_chunks(h);
    for (chunk *l = h->large; l; l = l->next) give_back(h, (node *)beginning(l));
    lock(h->program);
    h->after = h->program->idle;
    h->program->idle = h;
    unlock(h->program);
}

/* How a leaf of a case is written to payloads. The column of the leaf has, for each node, its bytes; or
 * their address; or the address of a tensor, its size in bytes and its erased sizes; or the number of
 * another node. `next` is the next entry of the column. */
enum { VALUE, ELEMENTS, TENSOR, NODE };
typedef struct { i64 form, offset, bytes; u8 *next; } leaf;

/* A case of an enum: the kind of its nodes, and its leaves, from leaf `first` on. */
typedef struct { const kind *kind; i64 count, first; } variant;

static int fill(context *c, leaf *l, u8 *start, node *const *made) {
    const u64 *words = (const u64 *)l->next;
    u8 *place = start + l->offset;
    node *n = 0;
    switch (l->form) {
    case VALUE:
        __builtin_memcpy(place, l->next, (u64)l->bytes);
        l->next += l->bytes;
        return 1;
    case ELEMENTS:
        __builtin_memcpy(place, (const void *)words[0], (u64)l->bytes);
        l->next += 8;
        return 1;
    case TENSOR:
        if ((n = dlvm_blob(c, (const void *)words[0], words[1])))
            __builtin_memcpy(place + 8, words + 2, (u64)l->bytes - 8);
        l->next += l->bytes + 8;
        break;
    case NODE:
        n = made[words[0]];
        n->references++;
        l->next += 8;
    }
    *(node **)place = n;
    return n != 0;
}

/* Creates nodes of the given cases from columns. No other node refers to the first node; it gets one
 * more reference. False if memory is exhausted. */
int dlvm_nodes(context *c, i64 count, const i64 *cases, const variant *variants, leaf *leaves,
               node **made) {
    for (i64 i = 0; i < count; i++) {
        const kind *k = variants[cases[i]].kind;
        if (!(made[i] = dlvm_node(c, (u64)k->stride, k))) return 0;
        made[i]->references = !i;
    }
    for (i64 i = 0; i < count; i++) {
        const variant *v = variants + cases[i];
        for (i64 j = v->first; j < v->first + v->count; j++)
            if (!fill(c, leaves + j, payload(made[i]), made)) return 0;
    }
    return 1;
}

/* The current stack limit of the calling thread. */
u8 *dlvm_stack_pointer(void) { return __builtin_frame_address(0); }
