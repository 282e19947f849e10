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
    i64 tasks, grain;
    int limit;
} job;
static _Alignas(64) i64 next_task;      /* the first task that nobody has taken */
static _Alignas(64) int state;          /* OPEN while the job may be joined, plus who has joined */
static _Alignas(64) u64 generation;     /* goes up with every job */
static _Alignas(64) int busy;           /* a job is under way */
static _Alignas(64) int sleeping;
static int workers;
static _Alignas(64) char mutex[128], condition[128];

static void pause_briefly(void) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static void work(void) {
    i64 tasks = job.tasks, grain = job.grain;
    for (;;) {
        i64 begin = __atomic_fetch_add(&next_task, grain, __ATOMIC_RELAXED);
        if (begin >= tasks) return;
        i64 end = begin + grain < tasks ? begin + grain : tasks;
        job.run(job.arguments, begin, end);
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
                work();
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
    if (threads <= 1 || tasks <= grain || __atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE)) {
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
    job.tasks = tasks;
    job.grain = grain;
    __atomic_store_n(&job.limit, (int)(threads - 1), __ATOMIC_RELAXED);
    __atomic_store_n(&next_task, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&state, OPEN, __ATOMIC_RELEASE);
    __atomic_add_fetch(&generation, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&sleeping, __ATOMIC_SEQ_CST)) {
        pthread_mutex_lock(mutex);
        pthread_cond_broadcast(condition);
        pthread_mutex_unlock(mutex);
    }
    work();
    __atomic_and_fetch(&state, ~OPEN, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(&state, __ATOMIC_ACQUIRE)) pause_briefly();
    __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
}
