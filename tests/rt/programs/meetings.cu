/* SPDX-License-Identifier: Apache-2.0
 * Lanes of a warp that went different ways meet again where the source's ways do. Here each way round a loop takes and
 * releases a lock, or waits for what another lane does on its own way round: were a lane to go on to what comes behind
 * the loop, or round once more, without the others, they would wait for it for ever. (docs/undefined.md) */
#include "check.h"

enum { THREADS = 64, BLOCKS = 2, ALL = THREADS * BLOCKS, WORDS = 8 };

/* Each kernel counts every thread once in n[2]; n[0], n[1] are its own. */
#define INSIDE(n) (*(volatile int *)((n) + 2) = *(volatile int *)((n) + 2) + 1, __threadfence())

__global__ void while_not_left(int *n)
{
    bool leave = false;

    while (!leave) {
        if (atomicExch(n, 1) == 0) {
            INSIDE(n);
            leave = true;
            atomicExch(n, 0);
        }
    }
}
__global__ void do_while(int *n)
{
    bool done;

    do {
        done = atomicCAS(n, 0, 1) == 0;
        if (done) {
            INSIDE(n);
            atomicExch(n, 0);
        }
    } while (!done);
}
__global__ void flag_and_break(int *n)
{
    for (;;) {
        bool done = false;
        if (!atomicCAS(n, 0, 1)) {
            INSIDE(n);
            atomicExch(n, 0);
            done = true;
        }
        if (done)
            break;
    }
}
__global__ void go_on(int *n)
{
    int left = 1;

    while (left > 0) {
        if (atomicExch(n, 1))
            continue;
        INSIDE(n);
        left--;
        atomicExch(n, 0);
    }
}
__global__ void bounded(int *n)
{
    int done = 0;

    for (int i = 0; i < 100000 && !done; i++)
        if (atomicCAS(n, 0, 1) == 0) {
            INSIDE(n);
            done = 1;
            atomicExch(n, 0);
        }
}
__global__ void ticket(int *n)
{
    const int mine = atomicAdd(n, 1);
    bool served = false;

    while (!served)
        if (*(volatile int *)(n + 1) == mine) {
            INSIDE(n);
            served = true;
            atomicAdd(n + 1, 1);
        }
}
/* Turns by a volatile variable alone, lane by lane. */
__global__ void turns(int *n)
{
    volatile int *turn = n + 4 + 2 * blockIdx.x;
    bool done = false;

    while (!done) {
        if (*turn == threadIdx.x) {
            atomicAdd(n + 2, 1);
            __threadfence();
            *turn = threadIdx.x + 1;
            done = true;
        }
    }
}
__device__ bool take(int *lock) { return atomicCAS(lock, 0, 1) == 0; }
__device__ void give(int *lock)
{
    __threadfence();
    atomicExch(lock, 0);
}
template <class F> __device__ void locked(int *lock, F f)
{
    for (bool done = false; !done;) {
        if (take(lock)) {
            f();
            done = true;
            give(lock);
        }
    }
}
struct inside {
    int *n;
    __device__ void operator()() { INSIDE(n); }
};
__global__ void functions(int *n)
{
    inside f = { n };
    locked(n, f);
}
/* Two locks, one inside the other, in nested loops; a switch. */
__global__ void nested(int *n)
{
    int state = 0;

    while (state != 2) {
        switch (state) {
        case 0:
            if (take(n)) {
                bool inner = false;
                while (!inner)
                    if (take(n + 1)) {
                        INSIDE(n);
                        inner = true;
                        give(n + 1);
                    }
                state = 1;
                give(n);
            }
            break;
        case 1: state = 2; break;
        }
    }
}
__global__ void in_shared(int *n)
{
    __shared__ int lock, count;
    bool leave = false;

    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    while (!leave)
        if (atomicExch(&lock, 1) == 0) {
            *(volatile int *)&count = *(volatile int *)&count + 1;
            leave = true;
            atomicExch(&lock, 0);
        }
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(n + 2, count);
}
/* A barrier in a loop that some threads have nothing to do in, and a flag that is known on one of the ways. */
__global__ void barriers(int *n)
{
    __shared__ int sum;
    int counted = 0;

    if (threadIdx.x == 0)
        sum = 0;
    for (int i = 0; i < 4; i++) {
        bool mine = false;
        if (threadIdx.x % 4 == i)
            mine = true;
        __syncthreads();
        if (mine) {
            atomicAdd(&sum, 1);
            counted++;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0 && counted == 1)
        atomicAdd(n + 2, sum);
}
/* A condition that is known on one way, in front of a vote and of shared memory. */
__global__ void votes(int *n, const int *in)
{
    __shared__ int s[THREADS];
    const int t = threadIdx.x;
    bool known = false;
    int seen = 0;

    s[t] = 0;
    if (in[t] & 1) {
        s[t] = 1;
        known = true;
    } else {
        s[t] = 2;
        known = in[t] > 2;
    }
    if (known) {
        seen = s[t ^ 1];
        if (__any(in[t] == 4))
            seen += 4;
    }
    atomicAdd(n + 2, seen);
}

int main()
{
    int *d, n[WORDS], in[THREADS], want = 0;
    static void (*const kernels[])(int *) = { while_not_left, do_while, flag_and_break, go_on, bounded, ticket, turns,
                                              functions, nested, in_shared, barriers };

    OK(cudaMalloc((void **)&d, sizeof n + sizeof in));
    for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        OK(cudaMemset(d, 0, sizeof n));
        kernels[k]<<<BLOCKS, THREADS>>>(d);
        OK(cudaMemcpy(n, d, sizeof n, cudaMemcpyDeviceToHost));
        CHECK(n[2] == ALL || (printf("kernel %u: %d\n", k, n[2]), 0));
        if (cudaThreadSynchronize() != cudaSuccess) {       /* the others have a look, too */
            cudaThreadExit();
            OK(cudaMalloc((void **)&d, sizeof n + sizeof in));
        }
    }
    /* Values 0 to 4: odd ones know at once, 4 knows, too: all of them vote together. */
    for (int t = 0; t < THREADS; t++)
        in[t] = t % 5;
    for (int t = 0; t < THREADS; t++)
        if (in[t] & 1 || in[t] > 2)
            want += 4 + (in[t ^ 1] & 1 ? 1 : 2);
    OK(cudaMemset(d, 0, sizeof n));
    OK(cudaMemcpy(d + WORDS, in, sizeof in, cudaMemcpyHostToDevice));
    votes<<<BLOCKS, THREADS>>>(d, d + WORDS);
    OK(cudaMemcpy(n, d, sizeof n, cudaMemcpyDeviceToHost));
    CHECK(n[2] == BLOCKS * want || (printf("votes: %d, not %d\n", n[2], BLOCKS * want), 0));
    return failures != 0;
}
