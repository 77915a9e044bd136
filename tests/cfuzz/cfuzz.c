/* SPDX-License-Identifier: Apache-2.0
 *
 * cfuzz [--kernels N] [--seed S] [--plain] [--keep FILE]: random C kernels, compiled by gt200 cc at -O0, -O2 and -O2
 * with few registers and run on the functional model in order and interleaved, with races and stray accesses as
 * errors, and on the cycle model, against the same source compiled by clang for this machine. A failure is shrunk and
 * its source is written to FILE (default cfuzz-fail.cu). Exit status 1 if any kernel differs. A kernel in which clang
 * chooses between pointers to different memories counts as passed: the chip has no generic addresses, and the
 * compiler must say so.
 */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cc.h"
#include "cc.h"
#include "cubin.h"
#include "files.h"
#include "gen.h"
#include "gsim.h"
#include "ptxas.h"

#define BATCH 50
#define MAX_STMTS 400
#define FEW_REGISTERS 24        /* makes most kernels spill */

enum { LEVELS = 3 };
static const char *const level_name[LEVELS] = { "-O0", "-O2", "-O2 -maxrregcount 24" };

static const char common[] =
    "typedef unsigned char u8; typedef signed char s8; typedef unsigned short u16; typedef short s16;\n"
    "typedef unsigned int u32; typedef int s32; typedef unsigned long long u64; typedef long long s64; typedef float "
    "f32; typedef double f64;\n"
    "#define IN(i) in[((i) & 15) * 64 + tid]\n"
    "#define FABS(x) ((x) < 0.0f ? -(x) : (x))\n"
    "#define WRAP(x) ((f32)((s32)((x) * 4.0f) & 0x3ffff) * 0.25f)\n"
    "#define IN2(i) ((const uint2 *)in)[((i) & 15) * 32 + (tid >> 1)]\n"
    "#define DWRAP(x) ((x) - 16777216.0 * (f64)(s64)((x) * (1 / 16777216.0)))\n"
    "struct record { u8 a; s16 b; u32 c : 5; s32 d : 11; u64 e; u16 f[3]; s8 g; };\n"
    "#define RECORD_SUM(r) ((u32)r.a + (u32)r.b * 3 + r.c * 5 + (u32)r.d * 7 + (u32)(r.e >> 7) + (u32)r.e + r.f[0] + "
    "r.f[1] * 9 + r.f[2] + (u32)r.g)\n"
    "#define SWITCH_BREAK break\n"
    /* a warp has 64 words of its own in w: those of the lanes and 32 behind them */
    "#define HERE ((tid & 31) + (tid & 32) * 2)\n"
    "#define AT(w, d) w[HERE + (d)]\n"
    "#define LOCAL_ARRAY(T, a, n) T a[n]\n"
    "#define LOCAL_AT(a, i) a[i]\n"
    "#ifdef __CUDA__\n"
    "#define FUNCTION static __device__ __noinline__\n"
    "#define KERNEL(k) extern \"C\" __global__ void k(const u32 *in, u32 *out)\n"
    "#define tid threadIdx.x\n"
    "#define SHARED_ARRAY(T, a, n) __shared__ T a[(n) * 64]\n"
    "#define SHARED_AT(a, i) a[(i) * 64 + tid]\n"
    "#define RESULT(x) out[tid] = (x)\n"
    "#define QUEUES __device__ u32 QUEUE[8];\n"
    "#define TEAM(k) KERNEL(k)\n"
    "#define TEAM_SHARED __shared__ u32 t0, t1, t2, x0[64], x1[64], w0[128], wq[2];\n"
    "#define VAR(v) v\n"
    "#define PHASE\n"
    "#define BARRIER __syncthreads();\n"
    "#define ADD_SHARED(t, e) atomicAdd(&t, e)\n"
    "#define ADD_OUT(at, e) atomicAdd(&out[at], e)\n"
    "#define TEAM_RESULT(e) ADD_OUT(tid, e)\n"
    "#define BLOCK_TILE for (u32 at = tid; at < 64; at += 64)\n"
    "#define WARP_TILE for (u32 at = tid & 31; at < 64; at += 32)\n"
    "#define WARP_STEP(w, e) AT(w, 0) = (e);\n"
    "#define ROUNDS(i, step, end) for (int i = 0; i < 12; i++) if (({ if (tid == 0) step; BARRIER bool over = end; "
    "BARRIER over; })) break; else\n"
    "#define BLOCK_QUEUE(n, all) for (u32 q; (q = ({ if (tid == 0) t1 = atomicAdd(&QUEUE[n], 1u); BARRIER u32 mine = "
    "t1; BARRIER mine; })) < (all); )\n"
    "#define WARP_QUEUE(n, all) for (u32 q; (q = ({ if ((tid & 31) == 0) wq[tid >> 5] = atomicAdd(&QUEUE[n], 1u); "
    "wq[tid >> 5]; })) < (all); )\n"
    "#else\n"
    "#define FUNCTION static __attribute__((noinline))\n"
    "typedef struct { u32 x, y; } uint2; typedef struct { u32 x, y, z, w; } uint4; typedef struct { s16 x, y, z, w; "
    "} short4;\n"
    "typedef struct { u8 x, y, z, w; } uchar4;\n"
    "#define KERNEL(k) void k(u32 tid, const u32 *in, u32 *out)\n"
    "#define SHARED_ARRAY(T, a, n) T a[n]\n"
    "#define SHARED_AT(a, i) a[i]\n"
    "#define RESULT(x) out[tid] = (x)\n"
    "#define QUEUES\n"
    "#define TEAM(k) void k(u32 first, const u32 *in, u32 *out)\n"
    "#define TEAM_SHARED if (first) return; u32 t0 = 0, t1 = 0, t2 = 0, x0[64], x1[64], w0[128];\n"
    "#define VAR(v) v##_[64]\n"
    "#define PHASE for (u32 tid = 0; tid < 64; tid++)\n"
    "#define BARRIER\n"
    "#define ADD_SHARED(t, e) t += (e)\n"
    "#define ADD_OUT(at, e) out[at] += (e)\n"
    "#define BLOCK_TILE for (u32 at = 0; at < 64; at++)\n"
    "#define WARP_TILE BLOCK_TILE\n"
    "#define TEAM_RESULT(e) out[tid] += TEAM_BLOCKS * (e)\n"
    "#define WARP_STEP(w, e) { u32 next[64]; PHASE next[tid] = (e); PHASE AT(w, 0) = next[tid]; }\n"
    "#define ROUNDS(i, step, end) for (int i = 0; i < 12; i++) if (({ u32 tid = 0; step; end; })) break; else\n"
    "#define BLOCK_QUEUE(n, all) for (u32 q = 0; q < (all); q++)\n"
    "#define WARP_QUEUE BLOCK_QUEUE\n"
    "#endif\n"
    /* constants that clang does not see: folding them is left to the compiler of PTX */
    "FUNCTION u32 LATE32(u32 x) { return x; }\nFUNCTION u64 LATE64(u64 x) { return x; }\n\n";

struct work {
    char dir[64], cu[96], c[96], so[96], ptx[96];
    uint32_t in[CFUZZ_INPUTS * CFUZZ_THREADS];
};

static void print_common(FILE *f)
{
    fprintf(f, "#define TEAM_BLOCKS %d\n%s", CFUZZ_BLOCKS, common);
}

static bool write_sources(const struct work *w, struct kernel *const *k, int n)
{
    const char *path[2] = { w->cu, w->c };
    for (int i = 0; i < 2; i++) {
        FILE *f = fopen(path[i], "w");
        if (!f)
            return false;
        print_common(f);
        for (int j = 0; j < n; j++)
            kernel_print(k[j], j, f);
        if (fclose(f))
            return false;
    }
    return true;
}

static bool host_compile(const struct work *w)
{
    static struct cc cc;
    struct cc_args a = { 0 };
    const char *const args[] = { cc.clang, "-O1", "-w", "-fwrapv", "-ffp-contract=off", "-shared", "-fPIC", w->c, "-o",
                                 w->so };

    if (!*cc.clang && !cc_find_clang(&cc, NULL))
        return false;
    for (size_t i = 0; i < sizeof args / sizeof *args; i++)
        if (!cc_add(&a, args[i]))
            return false;
    return cc_run(&a, NULL, NULL);
}

static bool device_compile(const struct work *w)
{
    const char *args[] = { "cc", w->cu, "--ptx", "--no-early-loads", "-Wno-everything", "-fwrapv", "-fmad=false", "-o",
                           w->ptx };
    char *argv[10];
    int n = sizeof args / sizeof *args;
    for (int i = 0; i < n; i++)
        argv[i] = strdup(args[i]);
    bool ok = !gt_cmd_cc(n, argv);
    for (int i = 0; i < n; i++)
        free(argv[i]);
    return ok;
}

/* How a kernel runs. */
enum engine { IN_ORDER, INTERLEAVED, MODEL, ENGINES };
static const char *const engine_name[ENGINES] = { "in order", "interleaved", "on the model" };

struct how { enum engine engine; uint64_t seed; bool team; };

static enum gt_status run_engine(struct gt_gpu *g, const struct gt_launch *l, const struct how *how,
                                 struct gt_result *res)
{
    const struct gt_checks checks = { .interleave = true, .seed = how->seed, .races = GT_RACES_ALL, .memcheck = true };
    switch (how->engine) {
    case INTERLEAVED: return gt_func_check(g, l, &checks, res, NULL, NULL);
    case MODEL:       return gt_model_run(g, l, res, NULL, NULL);
    default:          return gt_func_run(g, l, res, NULL, NULL);
    }
}

static bool run_kernel(const struct gt_cubin *c, const struct work *w, const char *name, const struct how *how,
                       uint32_t *out)
{
    const struct gt_cubin_kernel *k = cubin_kernel(c, name);
    struct gt_gpu *gpu = gt_gpu_new(16 << 20);
    struct gt_result *res = calloc(1, sizeof *res);
    bool ok = false;
    if (k && gpu && res) {
        uint32_t params[4] = { gt_alloc(gpu, sizeof w->in), 0, 0, 0 }, result = gt_alloc(gpu, CFUZZ_THREADS * 4),
                 lmem = k->lmem ? 16 : 0;
        uint32_t words = k->param / 4;
        params[words / 2] = result;
        gt_write(gpu, params[0], w->in, sizeof w->in);
        for (size_t i = 0; i < c->nconsts; i++)
            if (c->consts[i].words)
                gt_const_write(gpu, c->consts[i].seg, c->consts[i].offset, c->consts[i].words, c->consts[i].bytes);
        for (size_t i = 0; i < c->nrelocs; i++) {
            uint32_t addr = gt_alloc(gpu, c->relocs[i].bytes);
            if (c->relocs[i].words)
                gt_write(gpu, addr, c->relocs[i].words, c->relocs[i].bytes);
            gt_const_write(gpu, c->relocs[i].seg, c->relocs[i].offset, &addr, 4);
        }
        for (size_t i = 0; i < k->nconsts; i++)
            gt_const_write(gpu, k->consts[i].seg, k->consts[i].offset, k->consts[i].words, k->consts[i].bytes);
        while (lmem < k->lmem)
            lmem *= 2;
        struct gt_launch l = {
            .name = name, .code = k->code, .code_words = (uint32_t)k->code_words, .regs = k->reg, .smem = k->smem,
            .lmem = lmem, .grid_x = how->team ? CFUZZ_BLOCKS : 1, .grid_y = 1, .block_x = CFUZZ_THREADS, .block_y = 1,
            .block_z = 1, .params = params, .param_words = words, .max_cycles = 10000000,
        };
        ok = run_engine(gpu, &l, how, res) == GT_OK;
        if (ok)
            gt_read(gpu, result, out, CFUZZ_THREADS * 4);
        else
            fprintf(stderr, "%s: %s\n", name, res->message);
    }
    free(res);
    gt_gpu_free(gpu);
    return ok;
}

/* One kernel of a level on one engine. */
static bool same(const struct gt_cubin *c, const struct work *w, const char *name, const struct how *how,
                 const char *level, const uint32_t *want, bool report)
{
    uint32_t got[CFUZZ_THREADS] = { 0 };
    if (!run_kernel(c, w, name, how, got)) {
        if (report)
            fprintf(stderr, "%s, %s\n", level, engine_name[how->engine]);
        return false;
    }
    for (int t = 0; t < CFUZZ_THREADS; t++)
        if (want[t] != got[t]) {
            if (report)
                fprintf(stderr, "%s, %s: thread %d: 0x%08x, expected 0x%08x\n", level, engine_name[how->engine], t,
                        got[t], want[t]);
            return false;
        }
    return true;
}

/* Compares n kernels whose sources are written and compiled; bad[i] becomes true for those that differ. */
static bool compare(const struct work *w, struct kernel *const *k, int n, bool *bad, bool *no_generic, bool report)
{
    *no_generic = false;
    char err[256], *ptx = gt_read_file(w->ptx, NULL);
    void *so = dlopen(w->so, RTLD_NOW | RTLD_LOCAL);
    struct ptxas_result r[LEVELS];
    struct gt_cubin cubin[LEVELS];
    bool ok = ptx && so;
    for (int level = 0; level < LEVELS; level++) {
        struct ptxas_options o = { .no_opt = !level, .max_regs = level == 2 ? FEW_REGISTERS : 0 };
        memset(&cubin[level], 0, sizeof cubin[level]);
        memset(&r[level], 0, sizeof r[level]);
        if (!ok)
            continue;
        if (!ptxas_compile(ptx, "kernel", &o, &r[level])) {
            *no_generic = strstr(r[level].error, "cannot tell which memory") != NULL;
            if (report && !*no_generic)
                fprintf(stderr, "%s: %s\n", level_name[level], r[level].error);
            ok = false;
        } else if (!cubin_parse(r[level].text, r[level].length, "kernel", &cubin[level], err, sizeof err)) {
            fprintf(stderr, "%s\n", err);
            ok = false;
        }
    }
    for (int i = 0; ok && i < n; i++) {
        char name[16];
        uint32_t want[CFUZZ_THREADS] = { 0 };
        snprintf(name, sizeof name, "k%d", i);
        union { void *p; void (*f)(uint32_t, const uint32_t *, uint32_t *); } fn = { dlsym(so, name) };
        for (uint32_t t = 0; fn.p && t < CFUZZ_THREADS; t++)
            fn.f(t, w->in, want);
        for (int level = 0; level < LEVELS; level++)
            for (int e = 0; e < ENGINES; e++) {
                const struct how how = { (enum engine)e, 1 + (uint64_t)(3 * i + level), k[i]->team };
                if (e != MODEL || level == 1)
                    bad[i] |= !same(&cubin[level], w, name, &how, level_name[level], want, report);
            }
    }
    for (int level = 0; level < LEVELS; level++) {
        cubin_free(&cubin[level]);
        free(r[level].text);
    }
    if (so)
        dlclose(so);
    free(ptx);
    return ok;
}

/* Does this one kernel still fail? Compiler errors count. */
static bool fails(const struct work *w, struct kernel *k, bool report)
{
    bool bad = false, no_generic = false;
    if (!write_sources(w, &k, 1) || !host_compile(w)) {
        fprintf(stderr, "cfuzz: cannot compile the kernel for this machine\n");
        exit(1);
    }
    bool ok = device_compile(w) && compare(w, &k, 1, &bad, &no_generic, report);
    return (!ok && !no_generic) || bad;
}

static void shrink(const struct work *w, struct kernel *k)
{
    struct stmt *s[MAX_STMTS];
    int n = kernel_stmts(k, s, MAX_STMTS);
    for (bool again = true; again;) {
        again = false;
        for (int i = 1; i < n; i++) {
            if (s[i]->off)
                continue;
            s[i]->off = true;
            if (fails(w, k, false))
                again = true;
            else
                s[i]->off = false;
        }
    }
}

static int usage(void)
{
    fprintf(stderr, "usage: cfuzz [--kernels N] [--seed S] [--plain] [--keep FILE]\n");
    return 2;
}

int main(int argc, char **argv)
{
    long kernels = 300;
    unsigned long seed = 1;
    bool plain = false;
    const char *keep = "cfuzz-fail.cu";
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--plain"))
            plain = true;
        else if (i + 1 == argc)
            return usage();
        else if (!strcmp(argv[i], "--kernels"))
            kernels = strtol(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--seed"))
            seed = strtoul(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--keep"))
            keep = argv[++i];
        else
            return usage();
    }
    static struct work w;
    snprintf(w.dir, sizeof w.dir, "/tmp/cfuzz-XXXXXX");
    if (!mkdtemp(w.dir)) {
        perror(w.dir);
        return 1;
    }
    snprintf(w.cu, sizeof w.cu, "%s/k.cu", w.dir);
    snprintf(w.c, sizeof w.c, "%s/k.c", w.dir);
    snprintf(w.so, sizeof w.so, "%s/k.so", w.dir);
    snprintf(w.ptx, sizeof w.ptx, "%s/k.ptx", w.dir);
    for (uint32_t i = 0, x = 12345; i < CFUZZ_INPUTS * CFUZZ_THREADS; i++) {
        x = x * 1664525u + 1013904223u;
        w.in[i] = i % 5 == 0 ? x >> 28 : i % 7 == 0 ? 0u - (x >> 27) : x;
    }
    long passed = 0, failed = 0;
    for (long at = 0; at < kernels && failed < 5; at += BATCH) {
        int n = kernels - at < BATCH ? (int)(kernels - at) : BATCH;
        struct kernel *k[BATCH];
        bool bad[BATCH] = { false }, no_generic;
        for (int i = 0; i < n; i++)
            k[i] = kernel_new(seed * 1000003u + (uint64_t)(at + i), plain);
        bool ok = write_sources(&w, k, n) && host_compile(&w) && device_compile(&w) &&
                  compare(&w, k, n, bad, &no_generic, false);
        for (int i = 0; i < n; i++) {
            if (!ok || bad[i])
                bad[i] = fails(&w, k[i], true);
            passed += !bad[i];
            failed += bad[i];
            if (bad[i] && failed == 1) {
                shrink(&w, k[i]);
                fails(&w, k[i], true);
                FILE *f = fopen(keep, "w");
                if (f) {
                    print_common(f);
                    kernel_print(k[i], 0, f);
                    fclose(f);
                    fprintf(stderr, "kernel %ld of seed %lu: %s\n", at + i, seed, keep);
                }
            }
        }
        for (int i = 0; i < n; i++)
            kernel_free(k[i]);
    }
    unlink(w.cu), unlink(w.c), unlink(w.so), unlink(w.ptx), rmdir(w.dir);
    printf("%ld passed, %ld failed\n", passed, failed);
    return failed != 0;
}
