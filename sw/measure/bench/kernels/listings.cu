/* SPDX-License-Identifier: Apache-2.0
 * Listings 4 to 7 of the paper and the cases beside them: what a barrier or a spin loop does when the threads of a
 * warp part. Every kernel has the parameters of chain.h and leaves one word per thread in out.
 */
#include "chain.h"

#define ARGUMENTS unsigned *, unsigned *out, unsigned, unsigned, int

/* A machine without a limit of cycles would spin for ever where the paper's chip does. For such a one SPIN_LIMIT is
 * defined: a thread leaves its loop after that many rounds, where it would have left it otherwise, and says so, which
 * the host takes for a deadlock. */
#ifdef SPIN_LIMIT
#define PATIENCE         unsigned left = SPIN_LIMIT;
#define STILL(condition) ((condition) && --left)
#define RESULT(value)    (left ? (value) : 0xdead0000u)
#else
#define PATIENCE
#define STILL(condition) (condition)
#define RESULT(value)    (value)
#endif

__device__ void put(unsigned *out, unsigned value)
{
    out[threadIdx.x] = value;
}

/* Listing 4. The lane that leaves the loop waits for the others before it can do the increment that they wait for. */
extern "C" __global__ void spin_while(ARGUMENTS)
{
    __shared__ volatile unsigned turn;
    turn = 0;
    __syncthreads();
    PATIENCE
    while (STILL(turn != threadIdx.x))
        ;
    turn++;
    put(out, RESULT(threadIdx.x));
}

/* The same loop with goto and else. */
extern "C" __global__ void spin_goto(ARGUMENTS)
{
    __shared__ volatile unsigned turn;
    turn = 0;
    __syncthreads();
    PATIENCE
again:
    if (STILL(turn != threadIdx.x))
        goto again;
    else
        turn++;
    put(out, RESULT(threadIdx.x));
}

/* The same with an atomic increment. */
extern "C" __global__ void spin_atomic(ARGUMENTS)
{
    __shared__ unsigned turn;
    turn = 0;
    __syncthreads();
    PATIENCE
    while (STILL(*(volatile unsigned *)&turn != threadIdx.x))
        ;
    atomicAdd(&turn, 1);
    put(out, RESULT(threadIdx.x));
}

/* The increment inside the loop, so that it comes before the place where the lanes meet: ends. */
extern "C" __global__ void spin_inside(ARGUMENTS)
{
    __shared__ volatile unsigned turn;
    unsigned waiting = 1;
    turn = 0;
    __syncthreads();
    PATIENCE
    while (STILL(waiting))
        if (turn == threadIdx.x) {
            turn = threadIdx.x + 1;
            asm volatile("mov.u32 %0, 0;" : "=r"(waiting));     /* not known to a compiler, which would leave the
                                                                   loop here */
        }
    put(out, RESULT(threadIdx.x));
}

/* The threads that take turns are one of each warp, so that none shares a stack with another: ends. */
extern "C" __global__ void spin_warps(ARGUMENTS)
{
    __shared__ volatile unsigned turn;
    turn = 0;
    __syncthreads();
    PATIENCE
    if ((threadIdx.x & 31) == 0) {
        while (STILL(turn != threadIdx.x / 32))
            ;
        turn++;
    }
    put(out, RESULT(threadIdx.x));
}

/* Listing 5: one half of a warp writes and waits, the other waits and reads. The barrier does not join them. */
extern "C" __global__ void half_producer(ARGUMENTS)
{
    __shared__ volatile unsigned data[32];
    unsigned seen = 0;
    data[threadIdx.x] = 1000 + threadIdx.x;             /* old */
    __syncthreads();
    if (threadIdx.x < 16) {
        data[threadIdx.x] = 2000 + threadIdx.x;         /* new */
        __syncthreads();
    } else {
        __syncthreads();
        seen = data[threadIdx.x - 16];
    }
    put(out, seen);
}

/* A barrier that half of a lone warp executes: ends. */
extern "C" __global__ void half_barrier(ARGUMENTS)
{
    if (threadIdx.x < 16)
        __syncthreads();
    put(out, 1);
}

/* A barrier that one of two warps executes: opens when the other has ended. */
extern "C" __global__ void one_warp_barrier(ARGUMENTS)
{
    if (threadIdx.x < 32)
        __syncthreads();
    put(out, 1);
}

/* Listing 6: warp 1 spins on what warp 0 writes after a barrier that warp 1 never reaches. */
extern "C" __global__ void spin_on_barrier(ARGUMENTS)
{
    __shared__ volatile unsigned flag;
    flag = 0;
    __syncthreads();
    PATIENCE
    if (threadIdx.x < 32) {
        __syncthreads();
        flag = 1;
    } else {
        while (STILL(flag == 0))
            ;
    }
    put(out, RESULT(1));
}

/* The listing as printed, the flag written before the barrier: warp 1 ends, and that opens the barrier. */
extern "C" __global__ void flag_before_barrier(ARGUMENTS)
{
    __shared__ volatile unsigned flag;
    flag = 0;
    __syncthreads();
    PATIENCE
    if (threadIdx.x < 32) {
        flag = 1;
        __syncthreads();
    } else {
        while (STILL(flag == 0))
            ;
    }
    put(out, RESULT(1));
}

/* Listing 7: warp 0 meets barrier [1] in one half and [2] in the other, warp 1 barriers [3] and [4]. Warp 1 says in
 * `said` which of its barriers it has before it; what a half of warp 0 reads behind its barrier tells which one it
 * met. */
extern "C" __global__ void pairing(ARGUMENTS)
{
    __shared__ volatile unsigned said[32];
    unsigned tid = threadIdx.x, lane = tid & 31, seen = 0;
    if (tid < 32)
        said[lane] = 0;
    __syncthreads();
    if (tid < 32) {
        if (tid < 16) {
            asm volatile("// then side");       /* or a compiler makes one of the two sides */
            __syncthreads();                    /* [1] */
            asm volatile("// then side");
            seen = said[lane];
        } else {
            asm volatile("// else side");
            __syncthreads();                    /* [2] */
            asm volatile("// else side");
            seen = said[lane];
        }
    } else {
        said[lane] = tid;
        __syncthreads();                        /* [3] */
        /* The half that [3] released reads now; 32 operations on what is read behind the barrier give it the time. */
        unsigned later = said[lane] + 100 - 32;
        REP8(REP2(REP2(asm volatile("add.u32 %0, %0, 1;" : "+r"(later));)))
        said[lane] = later;
        __syncthreads();                        /* [4] */
    }
    put(out, seen);
}
