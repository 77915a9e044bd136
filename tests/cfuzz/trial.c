/* SPDX-License-Identifier: Apache-2.0
 *
 * One random kernel: compiled, run by host and machine, compared, made smaller when they differ.
 */
#define _GNU_SOURCE
#include "trial.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cc.h"
#include "cubin.h"
#include "files.h"
#include "gsim.h"
#include "ptxas.h"
#include "sm70cc/machine.h"
#ifdef HAVE_RTL
#include "rtl_sm.h"
#endif

#define TICK_NS 10000000
#define GRACE   2.0             /* seconds between SIGTERM, on which gt200 cc tidies up, and SIGKILL */
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

/* What the process that compiles and runs kernels tells. */
struct told {
    atomic_uint beats;          /* steps begun */
    char step[64];              /* the one it is at */
    bool sources, ok, no_generic, bad[TRIAL_KERNELS];
};

struct work {
    char dir[64], cu[96], c[96], so[96], ptx[96];
    uint32_t in[CFUZZ_INPUTS * CFUZZ_THREADS];
    struct told *told;          /* shared with that process */
    double limit;               /* seconds for a step */
    bool rtl, later;
    void (*tick)(void *ctx);
    void *ctx;
};

static void note_step(const struct work *w, const char *what, const char *how)
{
    snprintf(w->told->step, sizeof w->told->step, "%s%s%s", what, *how ? ", " : "", how);
    w->told->beats++;
}

void trial_print(struct kernel *const *k, int n, FILE *f)
{
    fprintf(f, "#define TEAM_BLOCKS %d\n%s", CFUZZ_BLOCKS, common);
    for (int i = 0; i < n; i++)
        kernel_print(k[i], i, f);
}

static bool write_sources(const struct work *w, struct kernel *const *k, int n)
{
    const char *path[2] = { w->cu, w->c };
    for (int i = 0; i < 2; i++) {
        FILE *f = fopen(path[i], "w");
        if (!f)
            return false;
        trial_print(k, n, f);
        if (fclose(f))
            return false;
    }
    return true;
}

/* The kernels as a shared library of this machine. */
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
    return cc_run(&cc, &a, NULL, NULL);
}

/* The kernels as PTX, unoptimized or not; NULL: they are refused. */
static char *device_compile(const struct work *w, bool plain)
{
    const char *args[] = { "cc", w->cu, "--ptx", w->later ? "-arch=sm_90" : "--no-early-loads", "-Wno-everything",
                           "-fwrapv", "-fmad=false", "-o", w->ptx, "-O0" };
    char *argv[10];
    int n = sizeof args / sizeof *args - !plain;

    note_step(w, "gt200 cc --ptx", plain ? "-O0" : "");
    for (int i = 0; i < n; i++)
        argv[i] = strdup(args[i]);
    bool ok = !gt_cmd_cc(n, argv);
    for (int i = 0; i < n; i++)
        free(argv[i]);
    return ok ? gt_read_file(w->ptx, NULL) : NULL;
}

/* How a kernel runs. */
enum engine { IN_ORDER, INTERLEAVED, MODEL, LOCKSTEP, SM_90, ENGINES };
static const char *const engine_name[ENGINES] = { "in order", "interleaved", "on the model", "in lockstep",
                                                  "on sm_90" };

struct how { enum engine engine; uint64_t seed; bool team; };

static enum gt_status run_engine(struct gt_gpu *g, const struct gt_launch *l, const struct how *how,
                                 struct gt_result *res)
{
    const struct gt_checks checks = { .interleave = true, .seed = how->seed, .races = GT_RACES_ALL, .memcheck = true };
    switch (how->engine) {
    case INTERLEAVED: return gt_func_check(g, l, &checks, res, NULL, NULL);
    case MODEL:       return gt_model_run(g, l, res, NULL, NULL);
#ifdef HAVE_RTL
    case LOCKSTEP:    return gt_lockstep_run(g, l, res, &(struct gt_rtl_opts){ .fst = "" });
#endif
    default:          return gt_func_run(g, l, res, NULL, NULL);
    }
}

/* One kernel on an engine; false: it failed, and the message has been printed. */
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
            .block_z = 1, .params = params, .param_words = words, .max_cycles = 100000000,
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

/* A kernel on the functional model of sm_90; false: as run_kernel. */
static bool run_later(const struct ptxas_result *code, const struct work *w, const char *name, uint32_t *out)
{
    enum { BASE = 0x10000, ROOM = 1 << 20 };
    const uint64_t params[2] = { BASE, BASE + sizeof w->in };
    unsigned char *memory = calloc(1, ROOM);
    char err[512] = "out of memory";
    if (memory)
        memcpy(memory, w->in, sizeof w->in);
    const struct later_launch l = { name, { 1, 1 }, { CFUZZ_THREADS, 1, 1 }, params, sizeof params, BASE, memory,
                                    ROOM };
    const bool ok = memory && later_run_cubin(code->text, code->length, &l, err, sizeof err);
    if (ok)
        memcpy(out, memory + sizeof w->in, CFUZZ_THREADS * 4);
    else
        fprintf(stderr, "%s: %s\n", name, err);
    free(memory);
    return ok;
}

/* What a level made of the kernels. */
struct made { struct ptxas_result r; struct gt_cubin cubin; };

/* One kernel of a level on one engine. */
static bool runs_same(const struct made *c, const struct work *w, const char *name, const struct how *how,
                      const char *level, const uint32_t *want, bool report)
{
    uint32_t got[CFUZZ_THREADS] = { 0 };
    if (!(w->later ? run_later(&c->r, w, name, got) : run_kernel(&c->cubin, w, name, how, got))) {
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

/* Compiles the kernels at a level. */
static bool compile_native(const struct work *w, const char *ptx, int level, struct made *c, bool report)
{
    struct ptxas_result *r = &c->r;
    struct ptxas_options o = { .no_opt = !level, .max_regs = level == 2 ? FEW_REGISTERS : 0 };
    char err[256];

    note_step(w, "gt200 ptxas", level_name[level]);
    if (!(w->later ? sm70cc_compile(90, ptx, "kernel", &o, r) : ptxas_compile(ptx, "kernel", &o, r))) {
        w->told->no_generic = strstr(r->error, "cannot tell which memory") != NULL;
        if (report && !w->told->no_generic)
            fprintf(stderr, "%s: %s\n", level_name[level], r->error);
        return false;
    }
    bool ok = w->later ? later_check_cubin(r->text, r->length, err, sizeof err)
                       : cubin_parse(r->text, r->length, "kernel", &c->cubin, err, sizeof err);
    if (!ok)
        fprintf(stderr, "%s\n", err);
    return ok;
}

/* Kernel i of every level on every engine. */
static bool kernel_differs(const struct work *w, const struct kernel *k, int i, void *so, const struct made *made,
                           bool report)
{
    union { void *p; void (*f)(uint32_t, const uint32_t *, uint32_t *); } fn;
    uint32_t want[CFUZZ_THREADS] = { 0 };
    bool bad = false;
    char name[16];

    snprintf(name, sizeof name, "k%d", i);
    note_step(w, name, "on this machine");
    fn.p = dlsym(so, name);
    for (uint32_t t = 0; fn.p && t < CFUZZ_THREADS; t++)
        fn.f(t, w->in, want);
    for (int level = 0; level < LEVELS; level++)
        for (int e = 0; e < ENGINES; e++) {
            const struct how how = { (enum engine)e, 1 + (uint64_t)(3 * i + level), k->team };
            if (w->later ? e != SM_90 : e == SM_90 || e == (w->rtl ? MODEL : LOCKSTEP) || (e >= MODEL && level != 1))
                continue;
            note_step(w, name, engine_name[e]);
            bad |= !runs_same(&made[level], w, name, &how, level_name[level], want, report);
        }
    return bad;
}

/* Compiles and runs n kernels; *told says what came of it. */
static void try_kernels(const struct work *w, struct kernel *const *k, int n, bool report)
{
    struct made made[LEVELS];

    memset(made, 0, sizeof made);
    note_step(w, "clang for this machine", "");
    w->told->sources = write_sources(w, k, n) && host_compile(w);
    char *ptx = w->told->sources ? device_compile(w, w->later) : NULL;
    void *so = ptx ? dlopen(w->so, RTLD_NOW | RTLD_LOCAL) : NULL;
    bool ok = so != NULL;
    for (int level = 0; ok && level < LEVELS; level++) {
        if (w->later && level == 1) {
            free(ptx);
            ptx = device_compile(w, false);
        }
        ok = ptx && compile_native(w, ptx, level, &made[level], report);
    }
    for (int i = 0; ok && i < n; i++)
        w->told->bad[i] = kernel_differs(w, k[i], i, so, made, report);
    w->told->ok = ok;
    for (int level = 0; level < LEVELS; level++) {
        cubin_free(&made[level].cubin);
        free(made[level].r.text);
    }
    if (so)
        dlclose(so);
    free(ptx);
}

/* ---- the process it is done in ---------------------------------------------------------------------------- */

static double seconds_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Waits for its end, as long as a step lasts. -1: a step took too long, and the process and all it started are
 * ended. */
static int wait_for(const struct work *w, pid_t pid)
{
    const struct timespec tick = { .tv_nsec = TICK_NS };
    double since = seconds_now();
    bool hung = false, killed = false;
    int how;

    for (unsigned beats = 0; waitpid(pid, &how, WNOHANG) != pid; nanosleep(&tick, NULL)) {
        double now = seconds_now();
        if (w->tick)
            w->tick(w->ctx);
        if (w->told->beats != beats && !hung) {
            beats = w->told->beats;
            since = now;
        }
        if (!hung && now - since > w->limit) {
            hung = true;
            kill(-pid, SIGTERM);
        }
        if (hung && !killed && now - since > w->limit + GRACE) {
            killed = true;
            kill(-pid, SIGKILL);
        }
    }
    kill(-pid, SIGKILL);                /* what it left behind */
    return hung ? -1 : how;
}

enum trial_end trial_run(struct work *w, struct kernel *const *k, int n, bool *bad, bool report)
{
    memset(w->told, 0, sizeof *w->told);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        try_kernels(w, k, n, report);
        fflush(NULL);
        _exit(0);
    }
    if (pid < 0) {
        fprintf(stderr, "cfuzz: fork: %s\n", strerror(errno));
        return TRIAL_NO_SOURCES;
    }
    setpgid(pid, pid);
    int how = wait_for(w, pid);
    if (how < 0 && report)
        fprintf(stderr, "%s: no end within %g s\n", w->told->step, w->limit);
    if (how > 0 && report)
        fprintf(stderr, "%s: %s %d\n", w->told->step, WIFSIGNALED(how) ? "ended by signal" : "exit status",
                WIFSIGNALED(how) ? WTERMSIG(how) : WEXITSTATUS(how));
    memcpy(bad, w->told->bad, (size_t)n * sizeof *bad);
    return how            ? TRIAL_FAILED
           : !w->told->sources    ? TRIAL_NO_SOURCES
           : w->told->no_generic  ? TRIAL_NO_GENERIC
           : w->told->ok          ? TRIAL_RAN
                                  : TRIAL_FAILED;
}

struct work *trial_new(double limit, bool rtl, bool later, void (*tick)(void *ctx), void *ctx)
{
    struct work *w = calloc(1, sizeof *w);

    if (w)
        w->told = mmap(NULL, sizeof *w->told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!w || w->told == MAP_FAILED) {
        fprintf(stderr, "cfuzz: out of memory\n");
        free(w);
        return NULL;
    }
#ifndef HAVE_RTL
    if (rtl) {
        fprintf(stderr, "cfuzz: --rtl: this build has no RTL (Verilator was not found)\n");
        munmap(w->told, sizeof *w->told);
        free(w);
        return NULL;
    }
#endif
    w->limit = limit;
    w->rtl = rtl;
    w->later = later;
    w->tick = tick;
    w->ctx = ctx;
    snprintf(w->dir, sizeof w->dir, "/tmp/cfuzz-XXXXXX");
    if (!mkdtemp(w->dir)) {
        perror(w->dir);
        munmap(w->told, sizeof *w->told);
        free(w);
        return NULL;
    }
    snprintf(w->cu, sizeof w->cu, "%s/k.cu", w->dir);
    snprintf(w->c, sizeof w->c, "%s/k.c", w->dir);
    snprintf(w->so, sizeof w->so, "%s/k.so", w->dir);
    snprintf(w->ptx, sizeof w->ptx, "%s/k.ptx", w->dir);
    for (uint32_t i = 0, x = 12345; i < CFUZZ_INPUTS * CFUZZ_THREADS; i++) {
        x = x * 1664525u + 1013904223u;
        w->in[i] = i % 5 == 0 ? x >> 28 : i % 7 == 0 ? 0u - (x >> 27) : x;
    }
    return w;
}

void trial_free(struct work *w)
{
    if (!w)
        return;
    unlink(w->cu), unlink(w->c), unlink(w->so), unlink(w->ptx), rmdir(w->dir);
    munmap(w->told, sizeof *w->told);
    free(w);
}
