/* A pool of POSIX threads for the functions of net.h that take net_threads. A call from one thread at a
 * time may use a pool:
 *
 *     net_thread_pool pool;
 *     net_threads threads = {net_parallel_for, &pool};
 *     if (net_open_thread_pool(&pool, 4) != 0) return 1;
 *     net_f(x, result, &threads, workspace);
 *     net_close_thread_pool(&pool);
 */
#ifndef NET_PTHREADS_H
#define NET_PTHREADS_H

#include <pthread.h>
#include <stdlib.h>

#include "net.h"

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t begun, ended;
    pthread_t *workers;
    int count, busy, closes;
    /* The tasks from `next` on have not begun. */
    int64_t next, tasks;
    void (*run)(void *arguments, int64_t begin, int64_t end);
    void *arguments;
} net_thread_pool;

/* Runs tasks until all have begun. The lock is held before and after. */
static void net_run_tasks(net_thread_pool *pool)
{
    pool->busy++;
    while (pool->next < pool->tasks) {
        int64_t task = pool->next++;
        pthread_mutex_unlock(&pool->lock);
        pool->run(pool->arguments, task, task + 1);
        pthread_mutex_lock(&pool->lock);
    }
    if (--pool->busy == 0) pthread_cond_signal(&pool->ended);
}

static void *net_work(void *argument)
{
    net_thread_pool *pool = (net_thread_pool *)argument;
    pthread_mutex_lock(&pool->lock);
    while (!pool->closes) {
        if (pool->next < pool->tasks) net_run_tasks(pool);
        else pthread_cond_wait(&pool->begun, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void net_parallel_for(void *argument, int64_t tasks,
                             void (*run)(void *arguments, int64_t begin, int64_t end), void *arguments)
{
    net_thread_pool *pool = (net_thread_pool *)argument;
    pthread_mutex_lock(&pool->lock);
    pool->run = run;
    pool->arguments = arguments;
    pool->next = 0;
    pool->tasks = tasks;
    pthread_cond_broadcast(&pool->begun);
    net_run_tasks(pool);
    while (pool->busy != 0) pthread_cond_wait(&pool->ended, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

/* Ends the threads of a pool. */
static void net_close_thread_pool(net_thread_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->closes = 1;
    pthread_cond_broadcast(&pool->begun);
    pthread_mutex_unlock(&pool->lock);
    for (int n = 0; n < pool->count; n++) pthread_join(pool->workers[n], NULL);
    free(pool->workers);
    pthread_cond_destroy(&pool->ended);
    pthread_cond_destroy(&pool->begun);
    pthread_mutex_destroy(&pool->lock);
}

/* Starts a pool of `threads` threads, of which the caller is one. Returns 0, or -1 if there are not
 * enough resources. */
static int net_open_thread_pool(net_thread_pool *pool, int threads)
{
    pool->count = pool->busy = pool->closes = 0;
    pool->next = pool->tasks = 0;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begun, NULL);
    pthread_cond_init(&pool->ended, NULL);
    pool->workers = (pthread_t *)malloc((size_t)threads * sizeof(pthread_t));
    while (pool->workers != NULL && pool->count < threads - 1) {
        if (pthread_create(&pool->workers[pool->count], NULL, net_work, pool) != 0) break;
        pool->count++;
    }
    if (pool->workers != NULL && pool->count == threads - 1) return 0;
    net_close_thread_pool(pool);
    return -1;
}

#endif
