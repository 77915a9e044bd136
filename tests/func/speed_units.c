/* SPDX-License-Identifier: Apache-2.0
 *
 * Speed of the functional model on special functions and fp64: one block of 512 threads, a loop of 30 equal
 * instructions. Prints thread-instructions per second of processor time. Arguments: name of one instruction (default
 * all), iterations (default 2000).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gsim.h"
#include "text.h"

static const struct { const char *name, *text; } cases[] = {
    {"rcp", "rcp.f32 $r2, $r0"}, {"rsqrt", "rsqrt.f32 $r2, $r0"}, {"lg2", "lg2.f32 $r2, $r0"},
    {"presin", "presin.f32 $r2, $r0"}, {"preex2", "preex2.f32 $r2, $r0"}, {"sin", "sin.f32 $r2, $r0"},
    {"cos", "cos.f32 $r2, $r0"}, {"ex2", "ex2.f32 $r2, $r0"},
    {"dadd", "add.rn.f64 $r8d, $r4d, $r6d"}, {"dmul", "mul.rn.f64 $r8d, $r4d, $r6d"},
    {"dfma", "fma.rn.f64 $r8d, $r4d, $r6d, $r4d"}, {"dfma.rz", "fma.rz.f64 $r8d, $r4d, $r6d, $r4d"},
    {"dmin", "min.f64 $r8d, $r4d, $r6d"}, {"f64.s32", "cvt.rn.f64.s32 $r8d, $r0"},
};

static bool put(uint32_t *code, uint32_t *n, const char *text)
{
    char err[256];
    int len;
    if (!isa_asm_line(text, &code[*n], &code[*n + 1], &len, err, sizeof err)) {
        fprintf(stderr, "'%s': %s\n", text, err);
        return false;
    }
    *n += 2;
    return true;
}

/* The speed of one instruction. */
static bool measure(struct gt_gpu *g, struct gt_result *res, const char *name, const char *text, unsigned loops)
{
    uint32_t code[128], n = 0;
    char count[64];
    snprintf(count, sizeof count, "mov.b32 $r1, 0x%x", loops);
    bool ok = put(code, &n, count) && put(code, &n, "mov.b32 $r3, 0x1") && put(code, &n, "mov.b32 $r4, 0x12345678") &&
              put(code, &n, "mov.b32 $r5, 0x3ff12345") && put(code, &n, "mov.b32 $r6, 0x9abcdef0") &&
              put(code, &n, "mov.b32 $r7, 0x3fe54321");
    for (int i = 0; i < 30; i++)
        ok = ok && put(code, &n, text);
    if (!ok || !put(code, &n, "sub.b32 $r1|$c0, $r1, $r3") || !put(code, &n, "@$c0.lg bra 0x30") ||
        !put(code, &n, "nop.exit"))
        return false;
    struct gt_launch l = {.name = name, .code = code, .code_words = n, .regs = 12, .smem = 16, .grid_x = 1, .grid_y = 1,
                          .block_x = 512, .block_y = 1, .block_z = 1};
    struct timespec t0, t1;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t0);
    enum gt_status s = gt_func_run(g, &l, res, NULL, NULL);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t1);
    if (s != GT_OK) {
        fprintf(stderr, "%s\n", res->message);
        return false;
    }
    double sec = (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec);
    printf("%-8s %12llu thread-instructions: %8.1f million per second\n", name, (unsigned long long)res->thread_insns,
           1e-6 * (double)res->thread_insns / sec);
    return true;
}

int main(int argc, char **argv)
{
    unsigned loops = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 2000;
    struct gt_gpu *g = gt_gpu_new(4096);
    struct gt_result *res = malloc(sizeof *res);
    bool ok = g && res && loops;
    for (size_t i = 0; ok && i < sizeof cases / sizeof cases[0]; i++)
        if (argc < 2 || strcmp(argv[1], cases[i].name) == 0 || strcmp(argv[1], "all") == 0)
            ok = measure(g, res, cases[i].name, cases[i].text, loops);
    free(res);
    gt_gpu_free(g);
    return !ok;
}
