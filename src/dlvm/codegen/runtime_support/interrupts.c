/* Ends calls of compiled code if a signal handler of Python raises an exception. As portable as
 * runtime.c.
 *
 * Python runs signal handlers in its main thread only. While that thread runs compiled code, another
 * thread requests a check for signals every INTERVAL, by a word in memory, which is cheap to read.
 */
#include "context.h"

extern u64 pthread_self(void);
extern int pthread_create(void *thread, const void *attributes, void *(*start)(void *), void *argument);
extern int pthread_detach(u64 thread);
extern int pthread_mutex_init(void *mutex, const void *attributes);
extern int pthread_mutex_lock(void *mutex);
extern int pthread_mutex_unlock(void *mutex);
extern int pthread_cond_init(void *condition, const void *attributes);
extern int pthread_cond_wait(void *condition, void *mutex);
extern int pthread_cond_signal(void *condition);
extern int nanosleep(const void *time, void *left);
extern void dlvm_wake_callers(void);

/* Nanoseconds, and the number of intervals without calls after which the watching thread sleeps. */
enum { INTERVAL = 40000000, PATIENCE = 25 };

/* Python's own functions, in the order of interrupts.py. */
typedef struct {
    int (*take_lock)(void);
    void (*give_lock)(int state);
    int (*handle_signals)(void);
    void (*fetch)(void **type, void **value, void **traceback);
    void (*restore)(void *type, void *value, void *traceback);
} python;

static const python *api;
static u64 main_thread;
static const int never = 0;
static _Alignas(64) volatile int look;      /* whether the main thread is to check for signals */
static _Alignas(64) int calls;              /* the number of nested calls on the main thread */
static int watching, started;
static _Alignas(64) char mutex[128], condition[128];

/* Checks for signals, and runs their handlers. Returns INTERRUPTED if the call is to end, and 0
 * otherwise. Other threads that work for the call may call this, too. */
int dlvm_poll(context *c) {
    if (__atomic_load_n(&c->stopped, __ATOMIC_RELAXED)) return INTERRUPTED;
    if (pthread_self() != main_thread) return 0;
    look = 0;
    int state = api->take_lock();
    int raised = api->handle_signals();
    if (raised) {
        api->fetch(&c->raised[0], &c->raised[1], &c->raised[2]);
        __atomic_store_n(&c->stopped, 1, __ATOMIC_RELAXED);
        /* All threads of the call must check. */
        look = 1;
    }
    api->give_lock(state);
    return raised ? INTERRUPTED : 0;
}

/* Raises the exception of a handler that has ended a call with INTERRUPTED. Must be called as a Python
 * function is. */
void *dlvm_raise(context *c) {
    api->restore(c->raised[0], c->raised[1], c->raised[2]);
    return 0;
}

static void *watch(void *unused) {
    i64 time[2] = {0, INTERVAL};
    for (int idle = 0;;) {
        nanosleep(time, 0);
        if (__atomic_load_n(&calls, __ATOMIC_RELAXED)) {
            look = 1;
            dlvm_wake_callers();
            idle = 0;
        } else if (++idle >= PATIENCE) {
            pthread_mutex_lock(mutex);
            __atomic_store_n(&watching, 0, __ATOMIC_SEQ_CST);
            if (__atomic_load_n(&calls, __ATOMIC_SEQ_CST)) __atomic_store_n(&watching, 1, __ATOMIC_RELAXED);
            while (!__atomic_load_n(&watching, __ATOMIC_RELAXED)) pthread_cond_wait(condition, mutex);
            pthread_mutex_unlock(mutex);
            idle = 0;
        }
    }
    return 0;
}

static void start_watching(void) {
    u64 thread;
    pthread_mutex_lock(mutex);
    __atomic_store_n(&watching, 1, __ATOMIC_RELAXED);
    if (started) pthread_cond_signal(condition);
    else if (!pthread_create(&thread, 0, watch, 0)) pthread_detach(thread);
    /* If the system refuses a thread, calls cannot be interrupted. */
    started = 1;
    pthread_mutex_unlock(mutex);
}

/* Must be called before and after a call. */
void dlvm_enter(context *c) {
    c->look = &never;
    if (!api || pthread_self() != main_thread) return;
    c->look = &look;
    __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&watching, __ATOMIC_SEQ_CST)) start_watching();
}

void dlvm_exit(context *c) {
    if (c->look == &look) __atomic_store_n(&calls, calls - 1, __ATOMIC_RELAXED);
}

/* Must be called before the first call, with Python's own functions, and on its main thread. */
void dlvm_configure_interrupts(const python *functions, u64 thread) {
    api = functions;
    main_thread = thread;
    pthread_mutex_init(mutex, 0);
    pthread_cond_init(condition, 0);
}

/* Must be called in a child process, which has one thread, its main thread. */
void dlvm_interrupts_after_fork(void) {
    main_thread = pthread_self();
    watching = started = look = 0;
    pthread_mutex_init(mutex, 0);
    pthread_cond_init(condition, 0);
}
