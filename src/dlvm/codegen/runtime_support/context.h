/* The data that the parts of the run-time support and generated code share. codegen/llvm/emitter.py has
 * the offsets of fields of the context, and runtime/calling/executable.py has those of fields of the
 * context and the program. */
#ifndef CONTEXT_H
#define CONTEXT_H

typedef unsigned long long u64;
typedef long long i64;
typedef unsigned char u8;

enum { PLACES = 4 };

typedef struct node node;
typedef struct heap heap;

/* A pointer takes 8 bytes on every target. */
#define SLOT _Alignas(8)

/* The state that the calls of a program share. `total` bytes have been allocated for heaps, and `limit`
 * is the maximum; `idle` are the heaps that no call uses. `allocations` is the number of allocations
 * after which one fails, once; tests set it. A call may use `budget` bytes of nodes at a time. `most`
 * is the maximum that a call has used, and `wanted` the maximum that a call would have used if no
 * allocation had been refused. */
typedef struct {
    u64 seed, counter;
    i64 threads;
    u64 limit, total, allocations;
    heap *idle;
    int lock;
    u64 budget, most, wanted;
} program;

/* The state that every function of a call receives. The heap is null until the first allocation.
 * `variables` are the nodes of the module's global variables, in order. If `look` points to a value
 * other than 0, dlvm_poll must be called. It stores the exception of a signal handler in `raised`; the
 * call is then `stopped`. In a library for C, `program` is the
 * caller's pool of threads, and the first place of `raised` has the address of the weights. */
typedef struct {
    u64 seed, counter;
    i64 threads;
    i64 found[PLACES];
    SLOT heap *heap;
    SLOT u8 *stack_limit;
    SLOT program *program;
    SLOT node **variables;
    SLOT const volatile int *look;
    SLOT void *raised[3];
    i64 stopped;
} context;

/* The status of a call that a signal handler has ended. */
enum { INTERRUPTED = -1 };

#endif
