/* Nodes, for heap.c and embedded.c: their layout, and what generated code does with them. Pointers in
 * memory that generated code shares are in slots of 8 bytes on every target. */
#include "context.h"

enum { ANONYMOUS, HEAP, STACK };    /* origins of nodes */
enum { HEADER = 48, UNIT = 64 };

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

/* A tensor whose size is not known in advance: its elements, and the number of bytes allocated for
 * them. */
typedef struct { u8 *data; u64 capacity; } cell;

/* `low` and `high` bound the accessible part of the node: all of it, or one element. */
typedef struct { u8 *address; node *node; u64 generation; u8 *low, *high; } reference;

/* The records of a stack, the last one first. */
typedef struct { node *top; } stack;

static u8 *payload(node *n) { return (u8 *)n + HEADER; }
static node *owner(void *data) { return (node *)((u8 *)data - HEADER); }

/* The bytes of a node of a class: the multiples of 64 up to STEPS, and then STEPS classes for each power
 * of 2. */
static u64 bytes_of(unsigned class) {
    if (class < STEPS) return (u64)UNIT * (class + 1);
    return (u64)(UNIT * (STEPS + 1 + class % STEPS)) << (class / STEPS - 1);
}

/* The smallest class with room for some bytes after the header. */
static unsigned class_for(u64 bytes) {
    u64 units = (bytes + HEADER - 1) / UNIT + 1;
    unsigned first = 0;
    if (units <= STEPS) return (unsigned)units - 1;
    for (; units > 2 * STEPS; first += STEPS) units = (units + 1) / 2;
    return first + (unsigned)units - 1;
}

/* A node with room for some bytes, and one reference; null if memory is exhausted. */
static node *allocate(context *c, u64 bytes, const kind *k);

/* Frees a node without looking into it. */
static void give_back(heap *h, node *n);

/* The bytes that a node has room for. */
static u64 capacity(const node *n);

/* Whether data are the payload of a node. The others are the caller's, in a library for C. */
static int is_node(const heap *h, const void *data);

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
    if (n) __builtin_memset(payload(n), 0, bytes);
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
    if (n) __builtin_memcpy(payload(n), source, bytes);
    return n;
}

void dlvm_retain(node *n) {
    if (n) n->references++;
}

void dlvm_release(context *c, node *n) {
    if (n && !--n->references) destroy(c->heap, n);
}

void dlvm_vacate(context *c, cell *place) {
    if (place->data && is_node(c->heap, place->data)) give_back(c->heap, owner(place->data));
    place->data = 0;
}

/* Makes room in a cell, whose content is lost; null if memory is exhausted. */
u8 *dlvm_reserve(context *c, cell *place, u64 bytes) {
    if (place->data && place->capacity >= bytes) return place->data;
    dlvm_vacate(c, place);
    node *n = allocate(c, bytes, 0);
    if (!n) return 0;
    place->capacity = capacity(n);
    return place->data = payload(n);
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
        if (gone) __builtin_memcpy(payload(gone), to->address, bytes);
        __builtin_memmove(to->address, from->address, bytes);
        dlvm_release(c, gone);
    } else {
        __builtin_memmove(to->address, from->address, bytes);
    }
}

/* Makes room for another record on a stack; its content follows the link to the record below. Null if
 * memory is exhausted or there is no such stack. */
u8 *dlvm_push(context *c, const reference *r, const kind *k) {
    if (!lives(r)) return 0;
    stack *s = (stack *)payload(r->node);
    /* The caller writes everything else; destroy() reads the pointers even if the caller traps. */
    node *n = k->count ? dlvm_node(c, k->stride, k) : allocate(c, k->stride, k);
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

/* A record that dlvm_append will put onto a stack. The slot owns it until then. Null if memory is
 * exhausted. */
u8 *dlvm_record(context *c, node **slot, const kind *k) {
    node *n = allocate(c, k->stride, k);
    *slot = n;
    return n ? payload(n) : 0;
}

void dlvm_append(const reference *r, node **slot) {
    stack *s = (stack *)payload(r->node);
    node *n = *slot;
    *(node **)payload(n) = s->top;
    s->top = n;
    *slot = 0;
}

/* Pops the last record into a slot, which owns it then. */
void dlvm_take(context *c, const reference *r, node **slot) {
    stack *s = (stack *)payload(r->node);
    node *n = s->top, *old = *slot;
    s->top = *(node **)payload(n);
    *slot = n;
    dlvm_release(c, old);
}

int dlvm_destroy_stack(context *c, const reference *r) {
    if (!lives(r)) return 0;
    while (((stack *)payload(r->node))->top) dlvm_pop(c, r);
    destroy(c->heap, r->node);
    return 1;
}
