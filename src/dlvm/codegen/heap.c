/* Memory that generated code asks for at run time: enum values, boxes, stacks, and tensors whose size
 * is not known before. Portable as runtime.c is.
 *
 * Every piece of memory is a node: a header, and a payload aligned to 64 bytes. Nodes are kept for
 * reuse and never given back before the heap is, so that the generation in a header can tell a pointer
 * to what has been freed from one to what lives.
 */
typedef unsigned long long u64;
typedef long long i64;
typedef unsigned char u8;

enum { ANONYMOUS, HEAP, STACK };    /* origins of nodes */
enum { HEADER = 48, CLASSES = 42, SMALLEST = 64, CHUNK = 1 << 20, PLACES = 4 };

/* What lies in a payload: elements of `stride` bytes, each with pointers to nodes at the given places,
 * which count as references. */
typedef struct { i64 stride, tag, count; i64 places[]; } kind;

typedef struct node {
    u64 generation;
    unsigned references, class;
    u64 bytes;
    const kind *kind;
    struct node *next;
    u64 origin;
} node;

typedef struct chunk { struct chunk *next; } chunk;

typedef struct {
    node *free[CLASSES];
    u8 *next, *end;
    u64 total, limit;
    chunk *chunks;
    int lock;
} heap;

/* The beginning of the context that every function is given. */
typedef struct { u64 seed, counter; i64 threads; i64 found[PLACES]; heap *heap; u8 *stack_limit; } context;

/* A tensor whose size is not known before: its elements, and how many bytes there are for them. */
typedef struct { u8 *data; u64 capacity; } cell;

/* `low` and `high` bound the part of the node that may be used: all of it, or an element's own. */
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

static void lock(heap *h) {
    while (__atomic_exchange_n(&h->lock, 1, __ATOMIC_ACQUIRE)) __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static void unlock(heap *h) { __atomic_store_n(&h->lock, 0, __ATOMIC_RELEASE); }

/* Memory for nodes: 16 bytes before a multiple of 64, so that payloads are aligned. */
static u8 *obtain(heap *h, u64 bytes) {
    u64 whole = bytes + sizeof(chunk) + 2 * 64;
    if (h->total + whole > h->limit) return 0;
    chunk *c = malloc(whole);
    if (!c) return 0;
    h->total += whole;
    c->next = h->chunks;
    h->chunks = c;
    return (u8 *)((((u64)(c + 1) + HEADER + 63) & ~63ull) - HEADER);
}

static node *take(heap *h, unsigned class) {
    node *n = h->free[class];
    u64 size = (u64)SMALLEST << class;
    if (n) {
        h->free[class] = n->next;
        return n;
    }
    if (size >= CHUNK / 8) {
        n = (node *)obtain(h, size);
    } else {
        if ((u64)(h->end - h->next) < size) {
            u8 *fresh = obtain(h, CHUNK);
            if (!fresh) return 0;
            h->next = fresh;
            h->end = fresh + CHUNK;
        }
        n = (node *)h->next;
        h->next += size;
    }
    if (n) {
        n->generation = 1;
        n->class = class;
    }
    return n;
}

static node *allocate(heap *h, u64 bytes, const kind *k) {
    unsigned class = 0;
    if (bytes > h->limit) return 0;
    while (((u64)SMALLEST << class) < bytes + HEADER) class++;
    lock(h);
    node *n = take(h, class);
    unlock(h);
    if (!n) return 0;
    n->references = 1;
    n->bytes = bytes;
    n->kind = k;
    n->origin = ANONYMOUS;
    return n;
}

static void give_back(heap *h, node *n) {
    n->generation++;
    lock(h);
    n->next = h->free[n->class];
    h->free[n->class] = n;
    unlock(h);
}

/* Frees a node whose last reference is gone, and what that leaves without any. */
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

/* A node with one reference and a payload of zeros; null where there is not enough memory. */
node *dlvm_node(context *c, u64 bytes, const kind *k) {
    node *n = allocate(c->heap, bytes, k);
    if (n) memset(payload(n), 0, bytes);
    return n;
}

/* A node with a copy of some bytes. */
node *dlvm_blob(context *c, const void *source, u64 bytes) {
    node *n = allocate(c->heap, bytes, 0);
    if (n) memcpy(payload(n), source, bytes);
    return n;
}

void dlvm_retain(node *n) {
    if (n) n->references++;
}

void dlvm_release(context *c, node *n) {
    if (n && !--n->references) destroy(c->heap, n);
}

/* How a leaf of a case gets into payloads: from the column of that leaf, which has for each node the
 * bytes themselves, or their address, or a tensor's address, size in bytes and erased sizes, or the
 * number of another node. `next` is where the column goes on. */
enum { VALUE, ELEMENTS, TENSOR, NODE };
typedef struct { i64 form, offset, bytes; u8 *next; } leaf;

/* A case of an enum: what its nodes are, and its leaves, from the first one on. */
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

/* Makes nodes of the cases that are given, from columns of what is in them. The first node is one
 * that no other refers to, and has a reference more. False where there is not enough memory. */
int dlvm_nodes(context *c, i64 count, const i64 *cases, const variant *variants, leaf *leaves,
               node **made) {
    i64 done = 0, failed = 0;
    for (; done < count && !failed; done += !failed) {
        const kind *k = variants[cases[done]].kind;
        made[done] = dlvm_node(c, (u64)k->stride, k);
        if (made[done]) made[done]->references = !done;
        else failed = 1;
    }
    for (i64 i = 0; i < done && !failed; i++) {
        const variant *v = variants + cases[i];
        for (i64 j = v->first; j < v->first + v->count && !failed; j++)
            failed = !fill(c, leaves + j, payload(made[i]), made);
    }
    if (!failed) return 1;
    /* What nothing refers to yet is empty; what is left hangs together. */
    for (i64 i = 0; i < done; i++)
        if (!made[i]->references) give_back(c->heap, made[i]);
    if (done) dlvm_release(c, made[0]);
    return 0;
}

/* Makes room in a cell, whose content is lost; null where there is not enough memory. */
u8 *dlvm_reserve(context *c, cell *place, u64 bytes) {
    if (place->data && place->capacity >= bytes) return place->data;
    if (place->data) give_back(c->heap, owner(place->data));
    place->data = 0;
    node *n = allocate(c->heap, bytes, 0);
    if (!n) return 0;
    place->capacity = ((u64)SMALLEST << n->class) - HEADER;
    return place->data = payload(n);
}

void dlvm_vacate(context *c, cell *place) {
    if (place->data) give_back(c->heap, owner(place->data));
    place->data = 0;
}

/* The frame of a function that its caller knows nothing of. */
u8 *dlvm_frame(context *c, u64 bytes) {
    node *n = allocate(c->heap, bytes, 0);
    return n ? payload(n) : 0;
}

void dlvm_leave(context *c, u8 *frame) { give_back(c->heap, owner(frame)); }

/* `count` elements of zeros. With a chain, they are one more link of it. */
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

/* Frees what is on a chain. */
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

/* Frees memory that dlvm_allocate gave without a chain; false where a reference does not lead to its
 * beginning. */
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

/* Copies elements that may overlap, with the references in them. */
void dlvm_copy(context *c, const reference *from, const reference *to, i64 count, const kind *k) {
    u64 bytes = (u64)count * (u64)k->stride;
    if (from->address == to->address) return;
    if (k->count) {
        for (i64 e = 0; e < count; e++)
            for (i64 i = 0; i < k->count; i++)
                dlvm_retain(*(node **)(from->address + e * k->stride + k->places[i]));
        /* What is overwritten is released only when nothing is read any more. */
        node *gone = dlvm_node(c, bytes, k);
        if (gone) memcpy(payload(gone), to->address, bytes);
        memmove(to->address, from->address, bytes);
        dlvm_release(c, gone);
    } else {
        memmove(to->address, from->address, bytes);
    }
}

/* Makes room for one more record on a stack; its content begins after the link to the record below.
 * Null where there is not enough memory or no such stack. */
u8 *dlvm_push(context *c, const reference *r, const kind *k) {
    if (!lives(r)) return 0;
    stack *s = (stack *)payload(r->node);
    node *n = dlvm_node(c, k->stride, k);
    if (!n) return 0;
    *(node **)payload(n) = s->top;
    s->top = n;
    return payload(n);
}

/* The last record, if it has a kind; it stays until dlvm_pop. */
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

/* Gives all memory of a heap back; to be called when nothing uses it. */
void dlvm_free_heap(heap *h) {
    for (chunk *c = h->chunks; c;) {
        chunk *next = c->next;
        free(c);
        c = next;
    }
    memset(h, 0, sizeof *h);
}

/* Where the stack of the calling thread ends for now. */
u8 *dlvm_stack_pointer(void) { return __builtin_frame_address(0); }
