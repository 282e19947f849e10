/* What the parts of the run-time support and generated code share. codegen/llvm/emitter.py knows the places of
 * the context's fields, runtime/calling/executable.py those of the context's and the program's. */
typedef unsigned long long u64;
typedef long long i64;
typedef unsigned char u8;

enum { PLACES = 4 };

typedef struct node node;
typedef struct heap heap;

/* What the calls of a program share. `total` bytes have been obtained for heaps, of at most `limit`;
 * `idle` are the heaps that no call uses. `allocations` is how many a call may make before one fails,
 * once: tests set it. A call may have `budget` bytes of nodes at once; one has had `most`, and one that
 * was refused more would have had `wanted`. */
typedef struct {
    u64 seed, counter;
    i64 threads;
    u64 limit, total, allocations;
    heap *idle;
    int lock;
    u64 budget, most, wanted;
} program;

/* What every function of a call is given. The heap is null until memory is asked for. `variables` are
 * the nodes of the module's global variables, in order. Where `look` leads to something else than 0,
 * dlvm_poll is to be called, which keeps in `raised` what a signal handler of Python has raised: then the
 * call is `stopped`. */
typedef struct {
    u64 seed, counter;
    i64 threads;
    i64 found[PLACES];
    heap *heap;
    u8 *stack_limit;
    program *program;
    node **variables;
    const volatile int *look;
    void *raised[3];
    i64 stopped;
} context;

/* The code of a call that a signal handler has ended. */
enum { INTERRUPTED = -1 };
