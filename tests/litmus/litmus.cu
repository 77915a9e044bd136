/* SPDX-License-Identifier: Apache-2.0
 * litmus [SEEDS [FIRST]]: what threads on different SMs can see of each other's loads and stores, with and without
 * __threadfence, and of atomics. Each instance of a test has two words of its own, in partitions, sectors and at delays
 * that the seed draws; the other SMs send atomics to the partition of the first word meanwhile, or nothing.
 * Prints how often each outcome was seen; exit status 1 if one is forbidden (docs/units/mem-system.md, MSYS-6).
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define INSTANCES 16
#define ROLES 4
#define POLLS 100                   /* of the word that says that another is there */
#define WORDS 65536
#define NOISE (WORDS - 2048)        /* words of the noise, one for each partition */

enum test { MP, MP_ATOMIC, SB, LB, S, CORR, COWR, IRIW, TESTS };

struct instance { unsigned x, y, delay[ROLES]; };

__device__ unsigned load(const unsigned *p)
{
    unsigned v;
    asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(v) : "l"((size_t)p) : "memory");
    return v;
}
__device__ void store(unsigned *p, unsigned v)
{
    asm volatile("st.volatile.global.u32 [%0], %1;" : : "l"((size_t)p), "r"(v) : "memory");
}

template <bool F> __device__ void fence()
{
    if (F)
        __threadfence();
}

/* What a thread of this role does; what it has read. */
template <int T, bool F> __device__ unsigned act(int role, unsigned *x, unsigned *y)
{
    unsigned a, b;

    switch (T) {
    case MP:
    case MP_ATOMIC:
        if (role == 0) {
            store(x, 1);
            fence<F>();
            if (T == MP)
                store(y, 1);
            else
                atomicExch(y, 1u);
            return 0;
        }
        a = 0;
        for (int i = 0; i < POLLS && !a; i++)
            a = T == MP ? load(y) : atomicAdd(y, 0u);
        fence<F>();
        return 2 * a + load(x);
    case SB:
        store(role ? y : x, 1);
        fence<F>();
        return load(role ? x : y);
    case LB:
        a = load(role ? y : x);
        fence<F>();
        store(role ? x : y, 1);
        return a;
    case S:
        if (role == 0) {
            store(x, 2);
            fence<F>();
            store(y, 1);
            return 0;
        }
        a = 0;
        for (int i = 0; i < POLLS && !a; i++)
            a = load(y);
        fence<F>();
        store(x, 1);
        return a;
    case CORR:
        if (role == 0) {
            store(x, 1);
            return 0;
        }
        a = load(x);
        return 2 * a + load(x);
    case COWR:
        store(x, 1 + role);
        return load(x);
    case IRIW:
        if (role < 2) {
            store(role ? y : x, 1);
            return 0;
        }
        a = load(role == 2 ? x : y);
        fence<F>();
        b = load(role == 2 ? y : x);
        return 2 * a + b;
    }
    return 0;
}

/* Blocks of one thread on all SMs. who[block]: its role, or that it makes noise (ROLES) or leaves (above). */
template <int T, bool F>
__global__ void run(unsigned *mem, const instance *in, const unsigned char *who, unsigned *gate, unsigned *out,
                    unsigned noise)
{
    const int roles = T == IRIW ? 4 : 2, role = who[blockIdx.x];

    if (role > ROLES)
        return;
    for (int k = 0; k < INSTANCES; k++) {
        if (role == ROLES) {
            while (atomicAdd(gate + k, 0u) == 0)
                ;
            for (unsigned i = 0; i < noise; i++)
                atomicAdd(mem + NOISE + in[k].x / 64 % 8 * 64, 1u);
            continue;
        }
        unsigned delay = in[k].delay[role];
        atomicAdd(gate + k, 1u);
        while (atomicAdd(gate + k, 0u) < (unsigned)roles)
            ;
        for (unsigned start = clock(); clock() - start < delay;)
            ;
        out[k * ROLES + role] = act<T, F>(role, mem + in[k].x, mem + in[k].y);
    }
}

typedef void (*Kernel)(unsigned *, const instance *, const unsigned char *, unsigned *, unsigned *, unsigned);

struct Test {
    const char *name, *what;
    Kernel kernel[2];               /* without and with fences */
    int roles;
    unsigned forbidden[2];          /* outcomes that are, without and with fences, bit by number */
};

/* The outcome of the instance k, from what was read and what is left in x. */
static int outcome(int t, const unsigned *out, unsigned x)
{
    switch (t) {
    case SB:
    case LB:
        return 2 * out[0] + out[1];
    case S:
        return 2 * out[1] + (x == 2);
    case COWR:
        return (out[0] == 0) << 1 | (out[1] == 0);
    case IRIW:
        return 4 * out[2] + out[3];
    default:
        return out[1];
    }
}

static unsigned long long state;
static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33) % below;
}

#define OK(call)                                                                            \
    do {                                                                                    \
        cudaError_t rc = call;                                                              \
        if (rc != cudaSuccess) {                                                            \
            fprintf(stderr, "litmus: %s: %s\n", #call, cudaGetErrorString(rc));            \
            exit(2);                                                                        \
        }                                                                                   \
    } while (0)

static unsigned *mem, *gate, *out;
static instance *instances;
static unsigned char *who;

/* One launch: counts[outcome] of its instances. */
static void launch(const Test *t, int number, int fences, int blocks, unsigned counts[16])
{
    static unsigned host[WORDS];
    instance in[INSTANCES];
    unsigned char roles[256];
    unsigned got[INSTANCES * ROLES], noise = draw(4) ? 4 << draw(4) : 0, loud = draw(1024);

    for (int b = 0; b < blocks; b++)        /* neighbours on the chip are ten blocks apart */
        roles[b] = noise && loud >> b % 10 & 1 ? ROLES : ROLES + 1;
    for (int r = 0; r < t->roles;) {
        int b = draw(blocks);
        if (roles[b] >= ROLES)
            roles[b] = r++;
    }
    for (int k = 0; k < INSTANCES; k++) {
        /* 16 KB for each instance; partitions are 64 words */
        in[k].x = k * 2048 + draw(16) * 64 + draw(64);
        in[k].y = draw(4) ? k * 2048 + 1024 + draw(16) * 64 + draw(64) : in[k].x ^ (1 + draw(7));
        for (int r = 0; r < ROLES; r++)
            in[k].delay[r] = draw(2) * draw(100 << draw(6));
    }
    OK(cudaMemset(mem, 0, WORDS * 4));
    OK(cudaMemset(gate, 0, INSTANCES * 4));
    OK(cudaMemcpy(instances, in, sizeof in, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(who, roles, blocks, cudaMemcpyHostToDevice));
    t->kernel[fences]<<<blocks, 1>>>(mem, instances, who, gate, out, noise);
    OK(cudaGetLastError());
    OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(host, mem, sizeof host, cudaMemcpyDeviceToHost));
    for (int k = 0; k < INSTANCES; k++)
        counts[outcome(number, got + k * ROLES, host[in[k].x]) & 15]++;
}

#define KERNELS(t) { run<t, false>, run<t, true> }

int main(int argc, char **argv)
{
    /* outcomes are numbers of binary digits: a, b and so on */
    static const Test tests[TESTS] = {
        { "MP", "x = 1; y = 1 | a = y; b = x", KERNELS(MP), 2, { 0, 1 << 2 } },
        { "MP, y by atomics", "x = 1; y = 1 | a = y; b = x", KERNELS(MP_ATOMIC), 2, { 0, 1 << 2 } },
        { "SB", "x = 1; a = y | y = 1; b = x", KERNELS(SB), 2, { 0, 1 << 0 } },
        { "LB", "a = x; y = 1 | b = y; x = 1", KERNELS(LB), 2, { 0, 1 << 3 } },
        { "S", "x = 2; y = 1 | a = y; x = 1; in the end b = (x == 2)", KERNELS(S), 2, { 0, 1 << 3 } },
        { "CoRR", "x = 1 | a = x; b = x", KERNELS(CORR), 2, { 1 << 2, 1 << 2 } },
        { "CoWR", "x = 1; a = (x == 0) | x = 2; b = (x == 0)", KERNELS(COWR), 2, { 0xe, 0xe } },
        { "IRIW", "x = 1 | y = 1 | a = x; b = y | c = y; d = x", KERNELS(IRIW), 4, { 0, 1 << 10 } },
    };
    int seeds = argc > 1 ? atoi(argv[1]) : 4, first = argc > 2 ? atoi(argv[2]) : 1, bad = 0;
    cudaDeviceProp p;

    OK(cudaGetDeviceProperties(&p, 0));
    int blocks = p.multiProcessorCount < 256 ? p.multiProcessorCount : 256;
    if (blocks < 4) {
        fprintf(stderr, "litmus: %d SMs, at least 4 are needed (GT200_CHIP=gtx280)\n", blocks);
        return 2;
    }
    OK(cudaMalloc((void **)&mem, WORDS * 4));
    OK(cudaMalloc((void **)&gate, INSTANCES * 4));
    OK(cudaMalloc((void **)&out, INSTANCES * ROLES * 4));
    OK(cudaMalloc((void **)&instances, sizeof(instance) * INSTANCES));
    OK(cudaMalloc((void **)&who, 256));
    for (int t = 0; t < TESTS; t++)
        for (int f = 0; f < 2; f++) {
            unsigned counts[16] = { 0 };
            for (int s = first; s < first + seeds; s++) {
                state = 1000003ull * s + 17 * t + f;
                launch(&tests[t], t, f, blocks, counts);
            }
            unsigned seen = 0;
            printf("%-17s %-53s %-8s", tests[t].name, tests[t].what, f ? "fences" : "");
            for (int o = 0; o < 1 << tests[t].roles; o++) {
                char digits[5];
                for (int d = 0; d < tests[t].roles; d++)
                    digits[d] = "01"[o >> (tests[t].roles - 1 - d) & 1];
                digits[tests[t].roles] = 0;
                if (counts[o])
                    printf(" %s:%u%s", digits, counts[o], tests[t].forbidden[f] >> o & 1 ? " FORBIDDEN" : "");
                seen |= (unsigned)(counts[o] != 0) << o;
            }
            printf("\n");
            bad += (seen & tests[t].forbidden[f]) != 0;
        }
    printf(bad ? "%d tests have a forbidden outcome\n" : "ok\n", bad);
    return bad != 0;
}
