/* Calls of compiled code from Python with NumPy arrays. The fields of arrays are read at their offsets
 * in memory. object_layouts.py checks these offsets before any function of this file is called, and
 * native_calls.py passes the addresses of Python's own functions. As portable as runtime.c. */
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

/* The items follow api->tuple_bytes after the start of a tuple: newer versions of Python store a hash
 * in between. */
typedef struct { object head; i64 count; } tuple;

/* The required type and sizes of an array. A size is either known, or -1 - w: then it must equal word w
 * of the call, which the first dimension of the same name writes. */
typedef struct { const void *type, *dtype; i64 rank; const i64 *sizes; u64 element_bytes; } form;

/* The memory of one call: the slots, the cells of results whose sizes are not known in advance, and,
 * from a multiple of PAGE on, its frame. */
typedef struct arena { struct arena *next; context context; u64 slots[]; } arena;

/* A result is created by a Python function without parameters, or takes over an argument. If it has
 * sizes, some are negative: these are known only after the code has written a cell with the address of
 * the elements, an unused word, and those sizes. A Python function then creates the result from its
 * shape. */
typedef struct { object *make; i64 argument, rank; const i64 *sizes; u64 element_bytes; } result;

typedef struct {
    int (*entry)(u64 *slots);
    program *program;
    u64 frame;                  /* bytes */
    i64 parameters, words, results, cell_words;
    const form *forms;
    const result *made;
    arena *free;
} function;

/* Python's own functions, in the order of native_calls.py. */
typedef struct {
    object *(*call)(object *function);
    object *(*call_with)(object *function, object *argument);
    object *(*new_tuple)(i64 count);
    object *(*new_integer)(i64 value);
    object *(*new_bytes)(const void *source, i64 count);
    void (*retain)(object *it);
    void (*release)(object *it);
    void *(*let_go)(void);
    void (*take_again)(void *state);
    object *none;
    const void *tuple;          /* the type */
    u64 tuple_bytes;            /* an empty tuple */
} python;

/* NumPy's flags: contiguous, aligned and writeable elements. */
enum { IN_ORDER = 0x1, ALIGNED = 0x100, WRITEABLE = 0x400, NEEDED = IN_ORDER | ALIGNED | WRITEABLE };
enum { PAGE = 4096 };

static const python *api;
static u64 stack_limit;         /* the stack limit of each thread: a key of pthreads */

/* Writes the address and the erased sizes of an array, from word `first` on. Returns the number of
 * words, or 0 if the array does not have the required form. */
static i64 take_array(const array *a, const form *f, u64 *words, i64 first) {
    if (a->head.type != f->type || a->dtype != f->dtype || a->rank != f->rank ||
        (a->flags & NEEDED) != NEEDED)
        return 0;
    i64 next = first;
    words[next++] = (u64)a->data;
    for (i64 i = 0; i < f->rank; i++) {
        i64 size = f->sizes[i];
        if (size < 0) {
            words[next++] = (u64)a->sizes[i];
            size = (i64)words[-1 - size];
        }
        if (a->sizes[i] != size) return 0;
    }
    return next - first;
}

static object **items_of(const tuple *t) { return (object **)((u64)t + api->tuple_bytes); }

/* Writes the words of the arrays. Returns whether all arrays have the required forms. */
int dlvm_take_arrays(object *const *given, i64 count, const form *forms, u64 *words) {
    i64 next = 0;
    for (i64 i = 0; i < count; i++) {
        i64 taken = take_array((const array *)given[i], &forms[i], words, next);
        if (!taken) return 0;
        next += taken;
    }
    return 1;
}

static u64 bytes_of(const array *a, u64 bytes) {
    for (i64 i = 0; i < a->rank; i++) bytes *= (u64)a->sizes[i];
    return bytes;
}

/* Whether results take over the memory of an argument that another argument shares. */
static int is_shared(const function *f, object *const *given) {
    for (i64 r = 0; r < f->results; r++) {
        if (f->made[r].make) continue;
        i64 taken = f->made[r].argument;
        const array *own = (const array *)given[taken];
        u64 start = (u64)own->data, end = start + bytes_of(own, f->forms[taken].element_bytes);
        for (i64 i = 0; i < f->parameters; i++) {
            const array *a = (const array *)given[i];
            u64 other = (u64)a->data;
            if (i != taken && other < end && start < other + bytes_of(a, f->forms[i].element_bytes))
                return 1;
        }
    }
    return 0;
}

/* Must be called before any function is called. */
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
    return malloc(sizeof *a + 8 * (u64)(2 + f->words + f->results + f->cell_words) + PAGE + f->frame);
}

static void give_back(function *f, arena *a) {
    a->next = f->free;
    f->free = a;
}

/* Runs the code of a call. Python can interrupt the call; a failed call keeps no memory. */
int dlvm_run(int (*entry)(u64 *slots), u64 *slots) {
    context *c = (context *)slots[0];
    dlvm_enter(c);
    int code = entry(slots);
    dlvm_exit(c);
    if (code) dlvm_end(c, 1);
    return code;
}

/* An array for a result whose cell has its sizes, with a copy of its elements. Null, with a Python
 * error, on failure. */
static object *copied(const result *r, const u64 *cell) {
    tuple *shape = (tuple *)api->new_tuple(r->rank);
    if (!shape) return 0;
    const u64 *sizes = cell + 2;
    for (i64 i = 0; i < r->rank; i++) {
        object *size = api->new_integer(r->sizes[i] < 0 ? (i64)*sizes++ : r->sizes[i]);
        if (!size) {
            api->release(&shape->head);
            return 0;
        }
        items_of(shape)[i] = size;
    }
    object *found = api->call_with(r->make, &shape->head);
    api->release(&shape->head);
    if (found) {
        const array *a = (const array *)found;
        __builtin_memcpy((void *)a->data, (const void *)cell[0], bytes_of(a, r->element_bytes));
    }
    return found;
}

/* Calls a function with the tensors in a tuple. Returns a tuple of its results. Returns None without
 * calling the function if arguments do not have the required forms, if they share memory that results
 * take over, or if something is missing. For a trap, returns bytes: the numbers in its message, and its
 * own number. */
object *dlvm_call(const array *itself, const tuple *given) {
    function *f = (function *)itself->data;
    program *p = f->program;
    void *limit = pthread_getspecific(stack_limit);
    if (!limit || given->head.type != api->tuple || given->count != f->parameters) return none();
    arena *a = take_arena(f);
    if (!a) return none();
    u64 *slot = a->slots + 2;
    a->slots[0] = (u64)&a->context;
    u64 *cell = slot + f->words + f->results;
    a->slots[1] = ((u64)(cell + f->cell_words) + PAGE - 1) & ~(u64)(PAGE - 1);
    object **arguments = items_of(given);
    if (!dlvm_take_arrays(arguments, given->count, f->forms, slot) || is_shared(f, arguments)) {
        give_back(f, a);
        return none();
    }
    for (i64 i = 0; i < f->cell_words; i++) cell[i] = 0;
    slot += f->words;
    tuple *results = (tuple *)api->new_tuple(f->results);
    for (i64 i = 0; results && i < f->results; i++) {
        const result *r = &f->made[i];
        if (r->sizes) {
            *slot++ = (u64)cell;
            cell += 2;
            for (i64 d = 0; d < r->rank; d++) cell += r->sizes[d] < 0;
            continue;
        }
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
        p->counter = a->context.counter;
        for (i64 i = 0; given_back && i < f->results; i++) {
            const result *r = &f->made[i];
            if (!r->sizes) continue;
            object *found = copied(r, (const u64 *)a->slots[2 + f->words + i]);
            items_of(results)[i] = found;
            if (!found) {
                api->release(given_back);
                given_back = 0;
            }
        }
        dlvm_end(&a->context, !given_back);
    }
    give_back(f, a);
    return given_back;
}

/* Frees the memory that a function keeps for its calls. No call may be in progress. */
void dlvm_end_calls(function *f) {
    while (f->free) {
        arena *a = f->free;
        f->free = a->next;
        free(a);
    }
}
