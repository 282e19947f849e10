/* Run-time support that generated code calls: a pool of threads.
 *
 * Portable: no system header is included, so that the LLVM IR made from this file (runtime.ll, by
 * `python -m dlvm.codegen.runtime_support.build`) fits every target. pthread objects are stored in
 * memory that is larger than on any system. Values that differ between systems are passed to
 * dlvm_configure or, for dlvm_pause, come from target.py.
 *
 * A region is a number of tasks. Its caller reserves as many free workers as it can use, and assigns a
 * share of the tasks to each of them and to itself. A thread that has finished its share takes over
 * tasks from others. Callers do not wait for workers that have not begun: when all tasks are done, the
 * caller withdraws their shares.
 */
#include "context.h"

typedef void (*task)(void *arguments, i64 begin, i64 end);

extern int pthread_attr_init(void *attributes);
extern int pthread_attr_setstacksize(void *attributes, u64 bytes);
extern int pthread_attr_setdetachstate(void *attributes, int state);
extern int pthread_attr_destroy(void *attributes);
extern int pthread_create(void *thread, const void *attributes, void *(*start)(void *), void *argument);
extern int pthread_detach(u64 thread);
extern int pthread_mutex_init(void *mutex, const void *attributes);
extern int pthread_mutex_lock(void *mutex);
extern int pthread_mutex_unlock(void *mutex);
extern int pthread_cond_init(void *condition, const void *attributes);
extern int pthread_cond_wait(void *condition, void *mutex);
extern int pthread_cond_signal(void *condition);
extern int pthread_cond_broadcast(void *condition);
extern int pthread_key_create(void *key, void (*end)(void *));
extern void *pthread_getspecific(u64 key);
extern int pthread_setspecific(u64 key, const void *value);
extern int clock_gettime(int clock, void *time);
extern void *malloc(u64 bytes);
extern void free(void *memory);
extern void dlvm_pause(void);
extern int dlvm_poll(context *c);

enum { MOST_WORKERS = 255, CPU_WORDS = 16, STACK_BYTES = 4 << 20 };
/* Times in nanoseconds. Handing a task to a spinning worker takes HAND_OVER. Tasks that take less than
 * GRAIN are grouped, up to SLICE. Threads spin for MOST_SPIN before they sleep. If a step of spinning
 * takes PREEMPTED or longer, another thread has used the processor. The processors on which a caller may
 * run are queried again after PLACED. */
enum { HAND_OVER = 500, GRAIN = 2000, SLICE = 4000000, PREEMPTED = 20000, LEAST_WAKE = 1000, MOST_WAKE = 50000,
       MOST_SPIN = 200000, PLACED = 1000000 };

typedef struct { _Alignas(64) u64 tasks; } share;   /* the remaining tasks: first, end << 32 */

/* The processors on which a caller may run, and the time at which they were queried. */
typedef struct {
    u64 found;
    int count;
    u64 cpus[CPU_WORDS];
} places;

typedef struct {
    task run;
    void *arguments;
    context *context;           /* of the caller */
    u64 grain, most;            /* the number of tasks taken at a time */
    const places *places;       /* of the caller: workers leave if more threads than these are in regions */
    int shares;
    int open;                   /* the number of unfinished workers, and ASLEEP if the caller sleeps */
    share share[MOST_WORKERS + 1];
} region;

enum { FREE, TAKEN, ASLEEP = 1 << 30 };

typedef struct {
    _Alignas(64) u64 offer;     /* FREE, TAKEN by a caller, or the region that the worker may join */
    u64 called;                 /* the time at which its sleep was ended */
    u64 patience;               /* the duration of spinning */
    int share;
    int asleep;
    u64 cpus[CPU_WORDS];
    _Alignas(64) char mutex[128], condition[128];
} worker;

static worker workers[MOST_WORKERS];
static int started, most_workers = MOST_WORKERS;
static int starting;                    /* whether a thread is starting workers */
static _Alignas(64) int active;         /* the number of threads in regions */
static u64 wake = 10000;                /* the measured time to wake a worker */
static u64 missed;                      /* the time in regions for which waking did not pay */
static _Alignas(64) char done_mutex[128], done[128];

static u64 known_places;                /* the places of each thread: a key of pthreads */
static int clock, processors;
static int (*get_cpus)(int thread, u64 bytes, void *set);
static int (*set_cpus)(int thread, u64 bytes, const void *set);

static u64 now(void) {
    i64 time[2] = {0, 0};
    clock_gettime(clock, time);
    return (u64)time[0] * 1000000000 + (u64)time[1];
}

static u64 smaller(u64 a, u64 b) { return a < b ? a : b; }
static u64 larger(u64 a, u64 b) { return a > b ? a : b; }

/* The processors on which the calling thread may run. The given memory is used if the thread has no
 * memory of its own for them. */
static const places *find_places(places *memory) {
    places *p = pthread_getspecific(known_places);
    u64 time = now();
    if (p && time - p->found < PLACED) return p;
    if (!p && (p = malloc(sizeof *p)) && pthread_setspecific(known_places, p)) free(p), p = 0;
    if (!p) p = memory;
    p->found = time;
    p->count = 0;
    for (int i = 0; i < CPU_WORDS; i++) p->cpus[i] = 0;
    if (!get_cpus || get_cpus(0, sizeof p->cpus, p->cpus) < 0) p->count = processors;
    else
        for (int i = 0; i < CPU_WORDS; i++)
            for (u64 rest = p->cpus[i]; rest; rest &= rest - 1) p->count++;
    return p;
}

/* Takes half of the remaining tasks of a share, within limits; takes them from the end if the share is
 * another thread's. */
static int take(u64 *tasks, const region *r, int other, i64 *begin, i64 *end) {
    u64 old = __atomic_load_n(tasks, __ATOMIC_ACQUIRE);
    for (;;) {
        u64 first = old & 0xffffffff, last = old >> 32;
        if (first >= last) return 0;
        u64 count = smaller(last - first, smaller(r->most, larger(r->grain, (last - first) / 2)));
        u64 rest = other ? first | (last - count) << 32 : (first + count) | last << 32;
        if (__atomic_compare_exchange_n(tasks, &old, rest, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            *begin = other ? last - count : first;
            *end = other ? last : first + count;
            return 1;
        }
    }
}

/* Whether a signal handler has ended a call. */
static int is_interrupted(context *c) { return *c->look && dlvm_poll(c); }

static void work(region *r, int own) {
    i64 begin, end;
    for (int i = 0, at = own; i < r->shares; i++, at = at + 1 < r->shares ? at + 1 : 0)
        while ((!own || __atomic_load_n(&active, __ATOMIC_RELAXED) <= r->places->count) &&
               !is_interrupted(r->context) && take(&r->share[at].tasks, r, i, &begin, &end))
            r->run(r->arguments, begin, end);
}

/* Spins until the worker has an offer, but not longer than its patience. False if there is none. */
static int spin(worker *w) {
    u64 start = now(), last = start;
    for (;;) {
        for (int i = 0; i < 16; i++) {
            if (__atomic_load_n(&w->offer, __ATOMIC_ACQUIRE) > TAKEN) return 1;
            dlvm_pause();
        }
        u64 time = now();
        if (time - last > PREEMPTED) w->patience = HAND_OVER;
        if (time - start > w->patience || __atomic_load_n(&active, __ATOMIC_RELAXED) >= processors)
            return 0;
        last = time;
    }
}

/* Sleeps until a caller wakes the worker, and then spins. The offer may have been withdrawn, but others
 * will follow. */
static void sleep(worker *w) {
    w->called = 0;
    pthread_mutex_lock(w->mutex);
    __atomic_store_n(&w->asleep, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&w->offer, __ATOMIC_SEQ_CST) > TAKEN)
        __atomic_store_n(&w->asleep, 0, __ATOMIC_RELAXED);
    while (__atomic_load_n(&w->asleep, __ATOMIC_RELAXED)) pthread_cond_wait(w->condition, w->mutex);
    u64 called = w->called, known = __atomic_load_n(&wake, __ATOMIC_RELAXED);
    pthread_mutex_unlock(w->mutex);
    if (called) {
        known = (7 * known + larger(LEAST_WAKE, smaller(MOST_WAKE, now() - called))) / 8;
        __atomic_store_n(&wake, known, __ATOMIC_RELAXED);
    }
    w->patience = MOST_SPIN;
}

/* Wakes a worker, if it is asleep. */
static void call(worker *w) {
    if (!__atomic_load_n(&w->asleep, __ATOMIC_SEQ_CST)) return;
    pthread_mutex_lock(w->mutex);
    int slept = w->asleep;
    if (slept) {
        w->called = now();
        __atomic_store_n(&w->asleep, 0, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(w->mutex);
    if (slept) pthread_cond_signal(w->condition);
}

static void *serve(void *itself) {
    worker *w = itself;
    for (;;) {
        if (!spin(w)) sleep(w);
        u64 offer = __atomic_load_n(&w->offer, __ATOMIC_ACQUIRE);
        if (offer <= TAKEN || !__atomic_compare_exchange_n(&w->offer, &offer, TAKEN, 0,
                                                           __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            continue;
        region *r = (region *)offer;
        /* After another thread has used the processor, the duration starts small and doubles. */
        w->patience = smaller(MOST_SPIN, 2 * w->patience);
        int moved = 0;
        for (int i = 0; i < CPU_WORDS; i++) moved |= w->cpus[i] != r->places->cpus[i];
        if (moved) {
            for (int i = 0; i < CPU_WORDS; i++) w->cpus[i] = r->places->cpus[i];
            set_cpus(0, sizeof w->cpus, w->cpus);
        }
        work(r, w->share);
        __atomic_sub_fetch(&active, 1, __ATOMIC_RELAXED);
        __atomic_store_n(&w->offer, FREE, __ATOMIC_RELEASE);
        /* From here on, the region may no longer exist. */
        if (__atomic_sub_fetch(&r->open, 1, __ATOMIC_ACQ_REL) == ASLEEP) {
            pthread_mutex_lock(done_mutex);
            pthread_cond_broadcast(done);
            pthread_mutex_unlock(done_mutex);
        }
    }
    return 0;
}

/* Starts workers until there are `count`, or until the system refuses more. */
static void start(int count, const u64 *cpus) {
    char attributes[128];
    if (__atomic_exchange_n(&starting, 1, __ATOMIC_ACQUIRE)) return;
    pthread_attr_init(attributes);
    pthread_attr_setstacksize(attributes, STACK_BYTES);
    while (started < count) {
        worker *w = &workers[started];
        u64 thread;
        w->patience = MOST_SPIN;
        for (int i = 0; i < CPU_WORDS; i++) w->cpus[i] = cpus[i];
        pthread_mutex_init(w->mutex, 0);
        pthread_cond_init(w->condition, 0);
        if (pthread_create(&thread, attributes, serve, w)) {
            most_workers = started;
            break;
        }
        pthread_detach(thread);
        __atomic_add_fetch(&started, 1, __ATOMIC_RELEASE);
    }
    pthread_attr_destroy(attributes);
    __atomic_store_n(&starting, 0, __ATOMIC_RELEASE);
}

/* Waits for the workers that have joined a region. */
static void finish(region *r) {
    u64 start = now(), patience = MOST_SPIN;
    for (;;) {
        for (int i = 0; i < 16; i++) {
            if (!__atomic_load_n(&r->open, __ATOMIC_ACQUIRE)) return;
            dlvm_pause();
        }
        if (now() - start > patience) break;
    }
    pthread_mutex_lock(done_mutex);
    __atomic_or_fetch(&r->open, ASLEEP, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(&r->open, __ATOMIC_ACQUIRE) != ASLEEP) {
        pthread_cond_wait(done, done_mutex);
        pthread_mutex_unlock(done_mutex);
        is_interrupted(r->context);
        pthread_mutex_lock(done_mutex);
    }
    pthread_mutex_unlock(done_mutex);
}

/* Wakes callers that wait for workers, so that they check for signals. */
void dlvm_wake_callers(void) {
    pthread_mutex_lock(done_mutex);
    pthread_cond_broadcast(done);
    pthread_mutex_unlock(done_mutex);
}

/* Runs tasks on the caller alone. */
static int run_alone(context *c, task run, void *arguments, u64 tasks, u64 most) {
    for (u64 begin = 0; begin < tasks && !is_interrupted(c); begin += most)
        run(arguments, begin, smaller(tasks, begin + most));
    return is_interrupted(c) ? INTERRUPTED : 0;
}

/* Runs tasks on the caller and on `helpers` workers, or as many of these as are free. */
static int share_out(context *c, task run, void *arguments, u64 tasks, u64 grain, u64 most, int helpers,
                     const places *places) {
    unsigned char chosen[MOST_WORKERS];
    region r;
    int count = 0, known = __atomic_load_n(&started, __ATOMIC_ACQUIRE);
    for (int i = 0; i < known && count < helpers; i++) {
        u64 free = FREE;
        if (__atomic_compare_exchange_n(&workers[i].offer, &free, TAKEN, 0, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            chosen[count++] = i;
    }
    if (!count) return run_alone(c, run, arguments, tasks, most);
    __atomic_add_fetch(&active, count, __ATOMIC_RELAXED);
    r.run = run;
    r.arguments = arguments;
    r.context = c;
    r.grain = grain;
    r.most = most;
    r.places = places;
    r.shares = count + 1;
    r.open = count;
    for (u64 i = 0; i <= (u64)count; i++)
        r.share[i].tasks = tasks * i / (count + 1) | tasks * (i + 1) / (count + 1) << 32;
    for (int i = 0; i < count; i++) {
        worker *w = &workers[chosen[i]];
        w->share = i + 1;
        __atomic_store_n(&w->offer, (u64)&r, __ATOMIC_SEQ_CST);
        call(w);
    }
    work(&r, 0);
    for (int i = 0; i < count; i++) {
        u64 offer = (u64)&r;
        if (__atomic_compare_exchange_n(&workers[chosen[i]].offer, &offer, FREE, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED)) {
            __atomic_sub_fetch(&active, 1, __ATOMIC_RELAXED);
            __atomic_sub_fetch(&r.open, 1, __ATOMIC_RELAXED);
        }
    }
    finish(&r);
    return is_interrupted(c) ? INTERRUPTED : 0;
}

/* The number of workers that pay off in a region of this duration. */
static u64 useful_helpers(u64 time) {
    u64 waking = __atomic_load_n(&wake, __ATOMIC_RELAXED), cost = HAND_OVER;
    if (!started || __atomic_load_n(&workers[0].asleep, __ATOMIC_RELAXED)) cost = waking;
    if (time >= 2 * cost) return time / cost - 1;
    if (time < 2 * HAND_OVER) return 0;
    /* Even so, waking pays off for many such regions in sequence. */
    if (__atomic_add_fetch(&missed, time, __ATOMIC_RELAXED) < 4 * waking) return 0;
    __atomic_store_n(&missed, 0, __ATOMIC_RELAXED);
    return time / HAND_OVER - 1;
}

/* Runs tasks 0 to `tasks` - 1, which take about `time` nanoseconds, on the caller and on other threads:
 * as many as pay off, have a processor and are free, up to the threads of the call. Returns INTERRUPTED
 * if the call is to end, with some tasks not done, and 0 otherwise. */
int dlvm_parallel(context *c, task run, void *arguments, i64 tasks, i64 time) {
    u64 most = time > SLICE ? larger(1, (u64)((double)tasks * SLICE / (double)time)) : (u64)tasks;
    u64 helpers = c->threads > 1 && tasks > 1 && !(tasks >> 32) ? useful_helpers(time) : 0;
    if (!helpers) return run_alone(c, run, arguments, tasks, most);
    places memory;
    const places *p = find_places(&memory);
    int others = __atomic_fetch_add(&active, 1, __ATOMIC_RELAXED);
    int unused = p->count - 1 - others;
    helpers = smaller(helpers, smaller(c->threads - 1, smaller(tasks - 1, MOST_WORKERS)));
    helpers = smaller(helpers, unused > 0 ? unused : 0);
    if ((u64)__atomic_load_n(&started, __ATOMIC_RELAXED) < smaller(helpers, most_workers))
        start(helpers, p->cpus);
    u64 grain = larger(1, (u64)tasks * GRAIN / larger(1, time));
    int code = share_out(c, run, arguments, tasks, grain, most, helpers, p);
    __atomic_sub_fetch(&active, 1, __ATOMIC_RELAXED);
    return code;
}

/* Must be called first, with the number of a monotonic clock, the number of processors, and the
 * system's functions for the affinity of threads, or null. */
void dlvm_configure(int clock_number, int count, void *get, void *set) {
    clock = clock_number;
    processors = count;
    get_cpus = (int (*)(int, u64, void *))get;
    set_cpus = (int (*)(int, u64, const void *))set;
    pthread_mutex_init(done_mutex, 0);
    pthread_cond_init(done, 0);
    pthread_key_create(&known_places, free);
}

/* Must be called in a child process, which has none of its parent's threads. */
void dlvm_after_fork(void) {
    for (int i = 0; i < started; i++) workers[i].offer = workers[i].asleep = 0;
    started = starting = active = 0;
    most_workers = MOST_WORKERS;
    pthread_mutex_init(done_mutex, 0);
    pthread_cond_init(done, 0);
}
