/* Calls of compiled code from Python with NumPy arrays, whose fields are read at their offsets in
 * memory. object_layouts.py checks these offsets before anything here is called, and native_calls.py
 * passes the addresses of Python's own functions. Portable as runtime.c is.
 */
#include "context.h"

extern void *malloc(u64 bytes);
extern void free(void *memory);
extern int pthread_key_create(void *key, void (*end)(void *));
extern void *pthread_getspecific(u64 key);
extern int pthread_setspecific(u64 key, const void *value);
extern void dlvm_enter(context *c);
extern void dlvm_exit(context *c);
extern void *dlvm_raise(context *c);
extern void dlvm_end(context *c, int failed);

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

/* Its items follow, api->tuple_bytes behind its begin: newer versions of Python have a hash between. */
typedef struct { object head; i64 count; } tuple;

/* What an array is to be. */
typedef struct { const void *type, *dtype; i64 rank; const i64 *sizes; u64 bytes; } form;

/* The memory of one call: behind the slots, from a multiple of PAGE on, its frame. */
typedef struct arena { struct arena *next; context context; u64 slots[]; } arena;

/* A result is made by a function of Python without parameters, or takes over an argument. */
typedef struct { object *make; i64 argument; } result;

typedef struct {
    int (*entry)(u64 *slots);
    program *program;
    u64 frame;                  /* bytes */
    i64 parameters, results;
    const form *forms;
    const result *made;
    arena *free;
} function;

/* Python's own functions, in the order of native_calls.py. */
typedef struct {
    object *(*call)(object *function);
    object *(*new_tuple)(i64 count);
    object *(*new_bytes)(const void *source, i64 count);
    void (*retain)(object *it);
    void (*release)(object *it);
    void *(*let_go)(void);
    void (*take_again)(void *state);
    object *none;
    const void *tuple;          /* the type */
    u64 tuple_bytes;            /* of a tuple without items */
} python;

/* NumPy's flags: elements in order, without gaps; at places that are right for their type; that may be
 * written. */
enum { IN_ORDER = 0x1, ALIGNED = 0x100, WRITEABLE = 0x400, NEEDED = IN_ORDER | ALIGNED | WRITEABLE };
enum { PAGE = 4096 };

static const python *api;
static u64 stack_limit;         /* how far the stack of each thread may grow: a key of pthreads */

static int fits(const array *a, const form *f) {
    if (a->head.type != f->type || a->dtype != f->dtype || a->rank != f->rank ||
        (a->flags & NEEDED) != NEEDED)
        return 0;
    for (i64 i = 0; i < f->rank; i++)
        if (a->sizes[i] != f->sizes[i]) return 0;
    return 1;
}

static object **items_of(const tuple *t) { return (object **)((u64)t + api->tuple_bytes); }

/* Writes where the arrays begin; whether they are as they are to be. */
int dlvm_take_arrays(object *const *given, i64 count, const form *forms, u64 *places) {
    for (i64 i = 0; i < count; i++) {
        const array *a = (const array *)given[i];
        if (!fits(a, &forms[i])) return 0;
        places[i] = (u64)a->data;
    }
    return 1;
}

/* Whether results take over the memory of an argument that shares it with another one. */
static int is_shared(const function *f, const u64 *places) {
    for (i64 r = 0; r < f->results; r++) {
        if (f->made[r].make) continue;
        i64 taken = f->made[r].argument;
        u64 start = places[taken], end = start + f->forms[taken].bytes;
        for (i64 i = 0; i < f->parameters; i++)
            if (i != taken && places[i] < end && start < places[i] + f->forms[i].bytes) return 1;
    }
    return 0;
}

/* To be called before any function is. */
void dlvm_configure_calls(const python *functions) {
    api = functions;
    pthread_key_create(&stack_limit, 0);
}

void dlvm_set_stack_limit(const void *limit) { pthread_setspecific(stack_limit, limit); }

static object *none(void) {
    api->retain(api->none);
    return api->none;
}

static arena *take_arena(function *f) {
    arena *a = f->free;
    if (a) {
        f->free = a->next;
        return a;
    }
    return malloc(sizeof *a + 8 * (u64)(2 + f->parameters + f->results) + PAGE + f->frame);
}

static void give_back(function *f, arena *a) {
    a->next = f->free;
    f->free = a;
}

/* Runs the code of a call, which Python can interrupt meanwhile; what has failed keeps no memory. */
int dlvm_run(int (*entry)(u64 *slots), u64 *slots) {
    context *c = (context *)slots[0];
    dlvm_enter(c);
    int code = entry(slots);
    dlvm_exit(c);
    if (code) dlvm_end(c, 1);
    return code;
}

/* Calls a function with the tensors in a tuple. Gives a tuple of its results; None, without calling
 * it, for arguments that are not as they are to be or share memory that results take over, and where
 * something is missing; bytes for a trap: the numbers that it has found, and its own. */
object *dlvm_call(const array *itself, const tuple *given) {
    function *f = (function *)itself->data;
    program *p = f->program;
    void *limit = pthread_getspecific(stack_limit);
    if (!limit || given->head.type != api->tuple || given->count != f->parameters) return none();
    arena *a = take_arena(f);
    if (!a) return none();
    u64 *slot = a->slots + 2;
    a->slots[0] = (u64)&a->context;
    a->slots[1] = ((u64)(slot + f->parameters + f->results) + PAGE - 1) & ~(u64)(PAGE - 1);
    object **arguments = items_of(given);
    if (!dlvm_take_arrays(arguments, given->count, f->forms, slot) || is_shared(f, slot)) {
        give_back(f, a);
        return none();
    }
    slot += f->parameters;
    tuple *results = (tuple *)api->new_tuple(f->results);
    for (i64 i = 0; results && i < f->results; i++) {
        const result *r = &f->made[i];
        object *found = r->make ? api->call(r->make) : arguments[r->argument];
        if (!found) {
            api->release(&results->head);
            results = 0;
            break;
        }
        if (!r->make) api->retain(found);
        items_of(results)[i] = found;
        *slot++ = (u64)((const array *)found)->data;
    }
    if (!results) {
        give_back(f, a);
        return 0;
    }
    a->context = (context){
        .seed = p->seed, .counter = p->counter, .threads = p->threads, .stack_limit = limit, .program = p,
    };
    void *state = api->let_go();
    i64 code = dlvm_run(f->entry, a->slots);
    api->take_again(state);
    object *given_back = &results->head;
    if (code) {
        i64 trap[] = {a->context.found[0], a->context.found[1], a->context.found[2],
                      a->context.found[3], code};
        api->release(given_back);
        given_back = code == INTERRUPTED ? dlvm_raise(&a->context) : api->new_bytes(trap, sizeof trap);
    } else {
        dlvm_end(&a->context, 0);
        p->counter = a->context.counter;
    }
    give_back(f, a);
    return given_back;
}

/* Frees what a function has kept for its calls; to be called when there are none. */
void dlvm_end_calls(function *f) {
    while (f->free) {
        arena *a = f->free;
        f->free = a->next;
        free(a);
    }
}
