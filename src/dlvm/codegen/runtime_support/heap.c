/* Memory that generated code allocates at run time: enum values, boxes, stacks, global variables, and
 * tensors whose size is not known in advance. As portable as runtime.c.
 *
 * Every piece of memory is a node: a header, and a payload aligned to 64 bytes. A call has its own heap,
 * which frees all nodes when the call ends, however it ends. Within a call, freed nodes are kept for
 * reuse, so the generation in a header distinguishes pointers to freed nodes from valid ones.
 */
#include "context.h"

enum { ANONYMOUS, HEAP, STACK };    /* origins of nodes */
enum { HEADER = 48, CLASSES = 42, SMALLEST = 64, CHUNK = 1 << 20 };

/* The content of a payload: elements of `stride` bytes, each with counted pointers to nodes at the
 * given places. */
typedef struct { i64 stride, tag, count; i64 places[]; } kind;

/* The global variables of a program. */
typedef struct { u64 count; const kind *kinds[]; } table;

struct node {
    u64 generation;
    unsigned references, class;
    u64 bytes;
    const kind *kind;
    node *next;
    u64 origin;
};

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
    u64 used;                       /* the bytes of the nodes in use */
    program *program;
    heap *after;                    /* the next idle heap */
};

/* A tensor whose size is not known in advance: its elements, and the number of bytes allocated for
 * them. */
typedef struct { u8 *data; u64 capacity; } cell;

/* `low` and `high` bound the accessible part of the node: all of it, or one element. */
typedef struct { u8 *address; node *node; u64 generation; u8 *low, *high; } reference;

/* The records of a stack, the last one first. */
typedef struct { node *top; } stack;

extern void *malloc(u64 bytes);
extern void free(void *memory);
extern void *memset(void *target, int value, u64 bytes);
extern void *memcpy(void *target, const void *source, u64 bytes);
extern void *memmove(void *target, const void *source, u64 bytes);

static u8 *payload(node *n) { return (u8 *)n + HEADER; }
static node *owner(void *data) { return (node *)((u8 *)data - HEADER); }

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

static node *take(heap *h, unsigned class) {
    node *n = h->free[class];
    u64 size = (u64)SMALLEST << class;
    if (n) {
        h->free[class] = n->next;
        return n;
    }
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
        memset(h, 0, sizeof *h);
        h->program = p;
    }
    h->left = p->allocations;
    h->used = 0;
    return c->heap = h;
}

static node *allocate(context *c, u64 bytes, const kind *k) {
    heap *h = c->heap;
    unsigned class = 0;
    if (!h && !(h = acquire(c))) return 0;
    if (!h->left-- || bytes > h->program->limit) return 0;
    while (((u64)SMALLEST << class) < bytes + HEADER) class++;
    u64 used = h->used + ((u64)SMALLEST << class);
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

static void give_back(heap *h, node *n) {
    n->generation++;
    h->used -= (u64)SMALLEST << n->class;
    n->next = h->free[n->class];
    h->free[n->class] = n;
}

/* Frees everything that a call has allocated. Must be called after its results have been read. The heap
 * of a call that has `failed` returns its memory to the system. */
void dlvm_end(context *c, int failed) {
    heap *h = c->heap;
    if (!h) return;
    c->heap = 0;
    memset(h->free, 0, sizeof h->free);
    h->current = 0;
    h->next = h->end = 0;
    if (failed) free_chunks(h);
    for (chunk *l = h->large; l; l = l->next) give_back(h, (node *)beginning(l));
    lock(h->program);
    h->after = h->program->idle;
    h->program->idle = h;
    unlock(h->program);
}

/* Frees a node without references, and the nodes to which only that node referred. */
static void destroy(heap *h, node *n) {
    n->next = 0;
    while (n) {
        node *rest = n->next;
        const kind *k = n->kind;
        if (k && k->count)
            for (u8 *element = payload(n); element < payload(n) + n->bytes; element += k->stride)
                for (i64 i = 0; i < k->count; i++) {
                    node *child = *(node **)(element + k->places[i]);
                    if (child && !--child->references) {
                        child->next = rest;
                        rest = child;
                    }
                }
        give_back(h, n);
        n = rest;
    }
}

/* A node with one reference and a payload of zeros; null if memory is exhausted. */
node *dlvm_node(context *c, u64 bytes, const kind *k) {
    node *n = allocate(c, bytes, k);
    if (n) memset(payload(n), 0, bytes);
    return n;
}

/* Creates the global variables of a call, filled with zeros. Returns whether there is enough memory. */
int dlvm_variables(context *c, const table *variables) {
    u64 count = variables->count;
    node *all = allocate(c, 8 * count, 0);
    if (!all) return 0;
    c->variables = (node **)payload(all);
    for (u64 i = 0; i < count; i++) {
        const kind *k = variables->kinds[i];
        if (!(c->variables[i] = dlvm_node(c, (u64)k->stride, k))) return 0;
    }
    return 1;
}

/* A node with a copy of some bytes. */
node *dlvm_blob(context *c, const void *source, u64 bytes) {
    node *n = allocate(c, bytes, 0);
    if (n) memcpy(payload(n), source, bytes);
    return n;
}

void dlvm_retain(node *n) {
    if (n) n->references++;
}

void dlvm_release(context *c, node *n) {
    if (n && !--n->references) destroy(c->heap, n);
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
        memcpy(place, l->next, (u64)l->bytes);
        l->next += l->bytes;
        return 1;
    case ELEMENTS:
        memcpy(place, (const void *)words[0], (u64)l->bytes);
        l->next += 8;
        return 1;
    case TENSOR:
        if ((n = dlvm_blob(c, (const void *)words[0], words[1])))
            memcpy(place + 8, words + 2, (u64)l->bytes - 8);
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

/* Makes room in a cell, whose content is lost; null if memory is exhausted. */
u8 *dlvm_reserve(context *c, cell *place, u64 bytes) {
    if (place->data && place->capacity >= bytes) return place->data;
    if (place->data) give_back(c->heap, owner(place->data));
    place->data = 0;
    node *n = allocate(c, bytes, 0);
    if (!n) return 0;
    place->capacity = ((u64)SMALLEST << n->class) - HEADER;
    return place->data = payload(n);
}

void dlvm_vacate(context *c, cell *place) {
    if (place->data) give_back(c->heap, owner(place->data));
    place->data = 0;
}

/* The frame of a function of which its caller knows nothing. */
u8 *dlvm_frame(context *c, u64 bytes) {
    node *n = allocate(c, bytes, 0);
    return n ? payload(n) : 0;
}

void dlvm_leave(context *c, u8 *frame) { give_back(c->heap, owner(frame)); }

/* Allocates `count` elements of zeros. If there is a chain, they are added to it. */
void dlvm_allocate(context *c, reference *result, i64 count, const kind *k, node **chain) {
    u64 bytes = 0;
    node *n = 0;
    if (count >= 0 && !__builtin_mul_overflow((u64)count, (u64)k->stride, &bytes))
        n = dlvm_node(c, bytes, k);
    if (n) n->origin = chain ? STACK : HEAP;
    if (n && chain) {
        n->next = *chain;
        *chain = n;
    }
    result->address = n ? payload(n) : 0;
    result->node = n;
    result->generation = n ? n->generation : 0;
    result->low = result->address;
    result->high = n ? payload(n) + bytes : 0;
}

/* Frees the memory in a chain. */
void dlvm_free_chain(context *c, node *n) {
    while (n) {
        node *next = n->next;
        destroy(c->heap, n);
        n = next;
    }
}

static int lives(const reference *r) { return r->node && r->node->generation == r->generation; }

/* Whether `count` elements of `stride` bytes may be read and written at a reference. */
int dlvm_accessible(const reference *r, i64 count, u64 stride) {
    if (!lives(r) || count < 0) return 0;
    if (r->address < r->low || r->address > r->high) return 0;
    u64 bytes;
    return !__builtin_mul_overflow((u64)count, stride, &bytes) && bytes <= (u64)(r->high - r->address);
}

/* Frees memory that dlvm_allocate returned without a chain. False if the reference does not point to
 * the start of such memory. */
int dlvm_deallocate(context *c, const reference *r) {
    if (!lives(r) || r->address != payload(r->node) || r->node->origin != HEAP) return 0;
    destroy(c->heap, r->node);
    return 1;
}

int dlvm_release_box(context *c, const reference *r) {
    if (!lives(r)) return 0;
    dlvm_release(c, r->node);
    return 1;
}

int dlvm_retain_box(const reference *r) {
    if (!lives(r)) return 0;
    r->node->references++;
    return 1;
}

/* Copies elements, with the references in them; the ranges may overlap. */
void dlvm_copy(context *c, const reference *from, const reference *to, i64 count, const kind *k) {
    u64 bytes = (u64)count * (u64)k->stride;
    if (from->address == to->address) return;
    if (k->count) {
        for (i64 e = 0; e < count; e++)
            for (i64 i = 0; i < k->count; i++)
                dlvm_retain(*(node **)(from->address + e * k->stride + k->places[i]));
        /* Overwritten references are released after everything has been read. */
        node *gone = dlvm_node(c, bytes, k);
        if (gone) memcpy(payload(gone), to->address, bytes);
        memmove(to->address, from->address, bytes);
        dlvm_release(c, gone);
    } else {
        memmove(to->address, from->address, bytes);
    }
}

/* Makes room for another record on a stack; its content follows the link to the record below. Null if
 * memory is exhausted or there is no such stack. */
u8 *dlvm_push(context *c, const reference *r, const kind *k) {
    if (!lives(r)) return 0;
    stack *s = (stack *)payload(r->node);
    node *n = dlvm_node(c, k->stride, k);
    if (!n) return 0;
    *(node **)payload(n) = s->top;
    s->top = n;
    return payload(n);
}

/* The last record, if it has this kind; it remains on the stack until dlvm_pop. */
u8 *dlvm_top(const reference *r, const kind *k) {
    if (!lives(r)) return 0;
    node *n = ((stack *)payload(r->node))->top;
    return n && n->kind == k ? payload(n) : 0;
}

void dlvm_pop(context *c, const reference *r) {
    stack *s = (stack *)payload(r->node);
    node *n = s->top;
    s->top = *(node **)payload(n);
    dlvm_release(c, n);
}

int dlvm_destroy_stack(context *c, const reference *r) {
    if (!lives(r)) return 0;
    while (((stack *)payload(r->node))->top) dlvm_pop(c, r);
    destroy(c->heap, r->node);
    return 1;
}

/* The current stack limit of the calling thread. */
u8 *dlvm_stack_pointer(void) { return __builtin_frame_address(0); }
