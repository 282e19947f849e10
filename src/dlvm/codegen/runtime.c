/* Run-time support that generated code calls: a pool of threads.
 *
 * Portable: no system header, so that the LLVM IR made from it (runtime.ll, by
 * `python -m dlvm.codegen.build_runtime`) fits every target. pthread objects are kept in memory that
 * is larger than any system's, all zero, which is how they are initialized statically.
 */
typedef unsigned long long u64;
typedef long long i64;
typedef void (*task)(void *arguments, i64 begin, i64 end);

extern int pthread_create(void *thread, const void *attributes, void *(*start)(void *), void *argument);
extern int pthread_detach(u64 thread);
extern int pthread_mutex_lock(void *mutex);
extern int pthread_mutex_unlock(void *mutex);
extern int pthread_cond_wait(void *condition, void *mutex);
extern int pthread_cond_broadcast(void *condition);

enum { OPEN = 1 << 30, COUNT = (1 << 16) - 1, SPINS = 100000, MOST_WORKERS = 255 };

static struct {
    task run;
    void *arguments;
    i64 grain;
    int limit;
} job;
static _Alignas(64) u64 open_tasks;     /* the tasks that nobody has taken: first, and end << 32 */
static _Alignas(64) int state;          /* OPEN while the job may be joined, plus who has joined */
static _Alignas(64) u64 generation;     /* goes up with every job */
static _Alignas(64) int busy;           /* a job is under way */
static _Alignas(64) int sleeping;
static int workers;
static _Alignas(64) char mutex[128], condition[128];

static void pause_briefly(void) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* The caller takes tasks from the front and the others from the end, so that from one call to the
 * next each finds the data of its tasks in its own cache. */
static void work(int from_end) {
    u64 grain = job.grain, old = __atomic_load_n(&open_tasks, __ATOMIC_ACQUIRE);
    for (;;) {
        u64 begin = old & 0xffffffff, end = old >> 32;
        if (begin >= end) return;
        u64 count = end - begin < grain ? end - begin : grain;
        u64 rest = from_end ? (begin | (end - count) << 32) : ((begin + count) | end << 32);
        if (!__atomic_compare_exchange_n(&open_tasks, &old, rest, 0, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE))
            continue;
        if (from_end) job.run(job.arguments, end - count, end);
        else job.run(job.arguments, begin, begin + count);
        old = __atomic_load_n(&open_tasks, __ATOMIC_ACQUIRE);
    }
}

static void *worker(void *unused) {
    u64 seen = 0;
    (void)unused;
    for (;;) {
        int spins = 0;
        u64 now;
        while ((now = __atomic_load_n(&generation, __ATOMIC_ACQUIRE)) == seen) {
            if (++spins < SPINS) {
                pause_briefly();
                continue;
            }
            pthread_mutex_lock(mutex);
            __atomic_add_fetch(&sleeping, 1, __ATOMIC_SEQ_CST);
            while (__atomic_load_n(&generation, __ATOMIC_SEQ_CST) == seen)
                pthread_cond_wait(condition, mutex);
            __atomic_sub_fetch(&sleeping, 1, __ATOMIC_SEQ_CST);
            pthread_mutex_unlock(mutex);
            spins = 0;
        }
        seen = now;
        int old = __atomic_load_n(&state, __ATOMIC_ACQUIRE);
        while ((old & OPEN) && (old & COUNT) < __atomic_load_n(&job.limit, __ATOMIC_RELAXED)) {
            if (__atomic_compare_exchange_n(&state, &old, old + 1, 0, __ATOMIC_ACQ_REL,
                                            __ATOMIC_ACQUIRE)) {
                work(1);
                __atomic_sub_fetch(&state, 1, __ATOMIC_RELEASE);
                break;
            }
        }
    }
    return 0;
}

/* To be called in a child process: it has none of its parent's threads. */
void dlvm_after_fork(void) {
    workers = busy = sleeping = state = 0;
    for (unsigned i = 0; i < sizeof mutex; i++) mutex[i] = condition[i] = 0;
}

/* Runs tasks 0 to `tasks` - 1, `grain` at a time, on the caller and up to `threads` - 1 others. While
 * another caller has the pool, on the caller alone. */
void dlvm_parallel(task run, void *arguments, i64 tasks, i64 grain, i64 threads) {
    if (threads <= 1 || tasks <= grain || tasks >> 32 || __atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE)) {
        run(arguments, 0, tasks);
        return;
    }
    while (workers < threads - 1 && workers < MOST_WORKERS) {
        u64 thread;
        if (pthread_create(&thread, 0, worker, 0)) break;
        pthread_detach(thread);
        workers++;
    }
    job.run = run;
    job.arguments = arguments;
    job.grain = grain;
    __atomic_store_n(&job.limit, (int)(threads - 1), __ATOMIC_RELAXED);
    __atomic_store_n(&open_tasks, (u64)tasks << 32, __ATOMIC_RELAXED);
    __atomic_store_n(&state, OPEN, __ATOMIC_RELEASE);
    __atomic_add_fetch(&generation, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&sleeping, __ATOMIC_SEQ_CST)) {
        pthread_mutex_lock(mutex);
        pthread_cond_broadcast(condition);
        pthread_mutex_unlock(mutex);
    }
    work(0);
    __atomic_and_fetch(&state, ~OPEN, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(&state, __ATOMIC_ACQUIRE)) pause_briefly();
    __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
}
