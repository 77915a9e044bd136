/* SPDX-License-Identifier: Apache-2.0
 *
 * Cubins made by NVIDIA's compiler.
 *   test-cubins text FILE.cubin...   read, disassemble, assemble: the same code and constants
 *   test-cubins TARGET FOLDER [CHIP] run those whose PTX says what they compute, and check it
 * Kernels take pointers x and y (8 bytes each in the parameter space) and words z; most store f(y) to x.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "module.h"
#include "target.h"

#define WORDS 32
#define VALUES 12
#define TRIES 24

struct data { uint32_t z[VALUES], x[WORDS], y[WORDS]; };

static float as_float(uint32_t v) { float f; memcpy(&f, &v, 4); return f; }
static uint32_t as_word(float f) { uint32_t v; memcpy(&v, &f, 4); return v; }
static uint64_t as_u64(const uint32_t *w) { return w[0] | (uint64_t)w[1] << 32; }
static void put_u64(uint32_t *w, uint64_t v) { w[0] = (uint32_t)v; w[1] = (uint32_t)(v >> 32); }

/* What each leaves in x and y. */
static void float1(struct data *d) { d->x[0] = as_word(fmaxf(as_float(d->x[0]), 3.14f)); }
static void float3(struct data *d) { d->x[0] = as_word(1.0f); }
static void sev1add(struct data *d) { d->x[0] = d->y[0] + 3; }
static void min3s(struct data *d) { d->x[0] = (int32_t)d->y[0] < 3 ? d->y[0] : 3; }
static void sev1u64(struct data *d) { put_u64(d->x, as_u64(d->y) > 3 ? as_u64(d->y) : 3); }
static void sev2u(struct data *d) { d->x[0] = d->y[0] < 3 ? d->y[0] : 3; }
static void sev4(struct data *d) { d->x[0] = d->y[0] | 3; }
static void sev6(struct data *d) { d->x[0] = d->y[0] ^ d->y[1] ^ d->y[2] ^ d->y[3]; }
static void test(struct data *d) { d->x[0] = 0x123456; }
static void test11(struct data *d) { d->x[0] = as_word(fminf(fmaxf(as_float(d->y[0]) * 3.0f, 0.0f), 1.0f)); }
static void test15(struct data *d) { d->x[0] = d->y[0] & 3; }
static void test17(struct data *d) { d->x[0] = d->y[0] ^ 3; }
static void test19(struct data *d) { d->x[0] = d->y[0] & d->y[1] & d->y[2] & d->y[3]; }
static void test23a(struct data *d) { d->x[0] = d->y[0] == 0; }
static void test24a(struct data *d) { d->x[0] = d->z[0] + 74565; }
static void test24c(struct data *d) { d->x[0] = d->z[0] - d->y[0] + 74565; }
static void test25a(struct data *d) { d->x[0] = as_word(as_float(d->z[0]) * as_float(d->z[1])); }
static void test26(struct data *d) { d->x[0] = as_word(sinf(as_float(d->z[0]))); }
static void test26c(struct data *d) { d->x[0] = as_word(as_float(d->z[0]) - floorf(as_float(d->z[0]))); }
static void test26e(struct data *d) { d->x[0] = as_word(exp2f(as_float(d->z[0]))); }
static void test26g(struct data *d) { d->x[0] = as_word(sqrtf(as_float(d->z[0]))); }
static void test3(struct data *d) { d->x[0] = d->y[0] << 2; }
static void test32(struct data *d) { d->x[0] = d->y[0]; }
static void test4(struct data *d) { d->x[0] = d->y[0] << 3; }
static void test4a(struct data *d) { d->x[0] = d->y[0] << 16; }
static void test5b(struct data *d) { d->x[0] = (uint32_t)((int32_t)d->y[0] >> (d->x[0] < 31 ? d->x[0] : 31)); }
static void test6(struct data *d) { put_u64(d->x, as_u64(d->y) - 3); }
static void test7(struct data *d) { d->x[0] = d->y[0] - 3; }
static void test8_16(struct data *d) { d->x[0] = (d->x[0] & 0xffff0000) | (3 * d->y[0] & 0xffff); }
static void test8div(struct data *d) { d->x[0] = (uint32_t)((int32_t)d->y[0] / 3); }
static void test8hiu(struct data *d) { d->x[0] = (uint32_t)((uint64_t)(d->y[0] & 0xffffff) * 3 >> 16); }
static void test8u(struct data *d) { d->x[0] = (d->y[0] & 0xffffff) * 3; }

static void test34(struct data *d)      /* one byte through shared memory; the bytes after the fourth are whatever
                                           was there */
{
    d->y[0] = (d->x[0] & 0xff) * 0x01010101u;
}

static void test20(struct data *d) { d->x[0] = d->x[24]; }
static void nothing(struct data *d) { (void)d; }
static void test22a(struct data *d) { memcpy(d->x, d->z, 11 * 4); }
static void test30a(struct data *d) { d->x[0] &= 0xffff0000; }          /* $pm1 counts pmevent 1, and there is none */

static void test21const2(struct data *d)
{
    for (uint32_t i = 0; i < 30; i++)
        d->x[i] = i ? 4 * i : 2;
}

/* Constants uu, vv and ww of test36, variables of the module. */
static const uint32_t constants[] = {0x12345678, 0x00008765, 11, 22, 33, 44, 55, 66, 77, 88, 99, 110};

/* Two bytes of each of ten words at x and before x go to y; constants follow in x. */
static void test36(struct data *d)
{
    uint8_t *y = (uint8_t *)d->y;
    for (unsigned i = 0; i < 10; i++) {
        uint32_t before = i < 2 ? d->z[VALUES - 2 + i] : d->x[i - 2];
        y[i] = (uint8_t)d->x[i];
        y[i + 2] = (uint8_t)(before >> 16);
    }
    memcpy(d->x, constants + 2, 10 * 4);
}

static void test28pred(struct data *d) { d->x[1] = d->x[0] ^ d->x[1]; }

/* The kernel shows what the shared-memory header holds: ntid x y z, nctaid x y, ctaid x y after a half word of its
 * own. */
static void readshared2(struct data *d)
{
    d->x[0] = 0x00011234;
    d->x[1] = 0x00010001;
    d->x[2] = 0x00010001;
    d->x[3] = 0;
}

enum inputs { INTS, FLOATS, SHIFTS, FALLING };

static const struct kernel {
    const char *file, *params;          /* x, y: pointers; z: a word */
    enum inputs in;
    void (*expect)(struct data *d);
    float error;                        /* relative to max(1, |result|); 0: the same bits */
    unsigned ywords;                    /* words of y to compare */
    enum gt_fault_code fault;           /* how it ends, if it does not run to its end */
    uint32_t lmem;                      /* more local memory than it says it has */
} kernels[] = {
    {"float1", "x", FLOATS, float1, 0, 0, GT_F_NONE, 0},
    {"float3", "x", FLOATS, float3, 2.4e-7f, 0, GT_F_NONE, 0},
    {"readshared2", "x", INTS, readshared2, 0, 0, GT_F_NONE, 0},
    {"sev1add", "xy", INTS, sev1add, 0, 0, GT_F_NONE, 0},
    {"sev1min", "xy", INTS, min3s, 0, 0, GT_F_NONE, 0},
    {"sev1mulu", "xy", INTS, test8u, 0, 0, GT_F_NONE, 0},      /* times a constant of the module, 3 */
    {"sev1u64", "xy", INTS, sev1u64, 0, 0, GT_F_NONE, 0},
    {"sev2u", "xy", INTS, sev2u, 0, 0, GT_F_NONE, 0},
    {"sev4", "xy", INTS, sev4, 0, 0, GT_F_NONE, 0},
    {"sev6", "xy", INTS, sev6, 0, 0, GT_F_NONE, 0},
    {"test", "x", INTS, test, 0, 0, GT_F_NONE, 0},
    {"test11", "xy", FLOATS, test11, 0, 0, GT_F_NONE, 0},
    {"test13", "xy", INTS, min3s, 0, 0, GT_F_NONE, 0},
    {"test15", "xy", INTS, test15, 0, 0, GT_F_NONE, 0},
    {"test17", "xy", INTS, test17, 0, 0, GT_F_NONE, 0},
    {"test19", "xy", INTS, test19, 0, 0, GT_F_NONE, 0},
    {"test20", "x", INTS, test20, 0, 0, GT_F_NONE, 0},
    {"test21", "x", INTS, nothing, 0, 0, GT_F_NONE, 0},
    {"test21const2", "x", INTS, test21const2, 0, 0, GT_F_NONE, 0},
    /* The address in g[] is taken for one in l[], and 16 bytes asked for: with enough of it the kernel ends. */
    {"test21local2", "x", INTS, nothing, 0, 0, GT_F_NONE, 256},
    {"test21local2", "x", INTS, nothing, 0, 0, GT_F_LOCAL_LIMIT_WRITE, 0},
    {"test22a", "xzzzzzzzzzzz", INTS, test22a, 0, 0, GT_F_NONE, 0},
    {"test23a", "xy", INTS, test23a, 0, 0, GT_F_NONE, 0},
    {"test24a", "xyz", INTS, test24a, 0, 0, GT_F_NONE, 0},
    {"test24c", "xyz", INTS, test24c, 0, 0, GT_F_NONE, 0},
    {"test25a", "xzz", FLOATS, test25a, 0, 0, GT_F_NONE, 0},
    {"test26", "xzz", FLOATS, test26, 2e-5f, 0, GT_F_NONE, 0},
    {"test26c", "xzz", FLOATS, test26c, 0, 0, GT_F_NONE, 0},
    {"test26e", "xzz", FLOATS, test26e, 1e-6f, 0, GT_F_NONE, 0},
    {"test26g", "xzz", FLOATS, test26g, 1e-6f, 0, GT_F_NONE, 0},
    /* 8 bytes at x and 16 at x + 4: one of the two is not aligned, which is an error here. */
    {"test27", "x", INTS, nothing, 0, 0, GT_F_MISALIGNED, 0},
    {"test27b", "x", FLOATS, nothing, 0, 0, GT_F_MISALIGNED, 0},
    {"test28pred", "x", FALLING, test28pred, 0, 0, GT_F_NONE, 0},
    {"test3", "xy", INTS, test3, 0, 0, GT_F_NONE, 0},
    {"test30a", "x", INTS, test30a, 0, 0, GT_F_NONE, 0},
    {"test32", "xy", FLOATS, test32, 0, 0, GT_F_NONE, 0},
    {"test34", "xy", INTS, test34, 0, 1, GT_F_NONE, 0},
    {"test36", "xy", INTS, test36, 0, 3, GT_F_NONE, 0},
    {"test4", "xy", INTS, test4, 0, 0, GT_F_NONE, 0},
    {"test4a", "xy", INTS, test4a, 0, 0, GT_F_NONE, 0},
    {"test5b", "xy", SHIFTS, test5b, 0, 0, GT_F_NONE, 0},
    {"test6", "xy", INTS, test6, 0, 0, GT_F_NONE, 0},
    {"test7", "xy", INTS, test7, 0, 0, GT_F_NONE, 0},
    {"test8_16", "xy", INTS, test8_16, 0, 0, GT_F_NONE, 0},
    {"test8div", "xy", INTS, test8div, 0, 0, GT_F_NONE, 0},
    {"test8hiu", "xy", INTS, test8hiu, 0, 0, GT_F_NONE, 0},
    {"test8u", "xy", INTS, test8u, 0, 0, GT_F_NONE, 0},
};
#define KERNELS (sizeof kernels / sizeof kernels[0])

static uint32_t rnd(uint32_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

/* A random input that the kernel can take. */
static uint32_t draw_input(enum inputs in, uint32_t *s, unsigned i)
{
    static const uint32_t corner[] = {0, 1, 3, 4, 0xffffffff, 0x80000000, 0x7fffffff};
    switch (in) {
    case FLOATS:
        return as_word((float)(1 + rnd(s) % 4000) / 257.0f);
    case SHIFTS:
        return rnd(s) >> rnd(s) % 32;
    case FALLING:                       /* x0 > x1 > x0 ^ x1, or the kernel does not end */
        return i == 0 ? 7 : 6;
    default:
        return rnd(s) % 3 ? rnd(s) >> rnd(s) % 32 : corner[rnd(s) % 7];
    }
}

static bool close_enough(const struct kernel *k, const struct data *got, const struct data *want)
{
    if (k->error != 0) {
        float a = as_float(got->x[0]), b = as_float(want->x[0]);
        return fabsf(a - b) <= k->error * fmaxf(1.0f, fabsf(b));
    }
    return memcmp(got->x, want->x, sizeof got->x) == 0 && memcmp(got->y, want->y, 4 * k->ywords) == 0;
}

/* test36 leaves a constant in one of its variables and the address of that one in the other. */
static bool variables_right(const struct gt_module *m, struct gt_gpu *g)
{
    uint32_t xx, xx2, bytes, v, pointer[2];
    if (!gt_module_variable(m, "xx", &xx, &bytes))
        return true;
    return gt_module_variable(m, "xx2", &xx2, &bytes) && gt_read(g, xx, &v, 4) && gt_read(g, xx2, pointer, 8) &&
           v == constants[0] && pointer[0] == xx && pointer[1] == 0;
}

static void set_constants(const struct gt_module *m, struct gt_gpu *g)
{
    unsigned seg;
    uint32_t at, bytes;
    if (gt_module_constant(m, "uu", &seg, &at, &bytes))
        gt_const_write(g, seg, at, constants, sizeof constants);
}

/* Runs a kernel on random inputs, and compares with what it should compute. */
static bool try_once(const struct kernel *k, enum gt_target t, const struct gt_module *m, struct gt_gpu *g,
                     uint32_t buffer, uint32_t *seed, bool *missing)
{
    struct data d, got, want;
    struct gt_launch l;
    struct gt_result res;
    const struct gt_run_opts opts = {.reproduce = k->file, .fst = t == GT_TARGET_LOCKSTEP ? "" : NULL};
    uint32_t param[16], n = 0, z = 0;
    for (unsigned i = 0; i < WORDS; i++) {
        d.x[i] = draw_input(k->in, seed, i);
        d.y[i] = draw_input(k->in, seed, i);
    }
    for (unsigned i = 0; i < VALUES; i++)
        d.z[i] = draw_input(k->in, seed, i);
    gt_write(g, buffer, &d, sizeof d);
    for (const char *p = k->params; *p; p++)
        if (*p == 'z') {
            param[n++] = d.z[z++];
        } else {
            param[n++] = buffer + (uint32_t)(*p == 'x' ? offsetof(struct data, x) : offsetof(struct data, y));
            param[n++] = 0;
        }
    gt_module_launch(m, 0, &l);
    l.params = param;
    l.param_words = n;
    l.max_cycles = 200000;
    if (k->lmem)
        l.lmem = k->lmem;
    gt_target_run(t, g, &l, &res, &opts);
    if (k->fault != GT_F_NONE && res.status == GT_FAULT && res.fault.code == k->fault)
        return true;
    if (res.status != GT_OK || k->fault != GT_F_NONE) {
        *missing = res.status == GT_FAULT && res.fault.code == GT_F_UNIMPLEMENTED;
        if (!*missing)
            printf("%s: %s\n", k->file, res.status == GT_OK ? "ends without the fault that is expected" : res.message);
        return *missing;
    }
    gt_read(g, buffer, &got, sizeof got);
    want = d;
    k->expect(&want);
    if (close_enough(k, &got, &want) && variables_right(m, g))
        return true;
    printf("%s: x %08x y %08x z %08x gives %08x %08x, expected %08x %08x\n", k->file, d.x[0], d.y[0], d.z[0],
           got.x[0], got.x[1], want.x[0], want.x[1]);
    return false;
}

/* All kernels on a target. */
static int run_kernels(enum gt_target t, const char *folder, const struct gt_chip *chip)
{
    unsigned failed = 0, missing = 0;
    for (size_t i = 0; i < KERNELS; i++) {
        const struct kernel *k = &kernels[i];
        char path[1024], err[512];
        struct gt_module m;
        struct gt_gpu *g = gt_gpu_new(1 << 20);
        uint32_t seed = 12345 + (uint32_t)i, buffer = g ? gt_alloc(g, sizeof(struct data)) : 0;
        if (g)
            g->chip = chip;
        snprintf(path, sizeof path, "%s/%s.cubin", folder, k->file);
        if (!buffer || !gt_module_load_file(&m, g, path, err, sizeof err) || !gt_module_bind(&m, 0, err, sizeof err)) {
            printf("%s: %s\n", k->file, buffer ? err : "out of memory");
            failed++;
            gt_gpu_free(g);
            continue;
        }
        set_constants(&m, g);
        bool ok = true, absent = false;
        for (unsigned n = 0; n < TRIES && ok && !absent; n++)
            ok = try_once(k, t, &m, g, buffer, &seed, &absent);
        failed += !ok;
        missing += absent;
        if (absent)
            printf("%s: has an instruction that target %s does not implement\n", k->file, gt_target_name(t));
        gt_module_free(&m);
        gt_gpu_free(g);
    }
    printf("%zu passed, %u failed, %u not implemented\n", KERNELS - failed - missing, failed, missing);
    return failed != 0;
}

static bool same_cubins(const struct gt_cubin *a, const struct gt_cubin *b)
{
    bool ok = a->nkernels == b->nkernels && a->nconsts == b->nconsts && a->nrelocs == b->nrelocs &&
              a->nsamplers == b->nsamplers;
    for (size_t i = 0; ok && i < a->nkernels; i++) {
        const struct gt_cubin_kernel *x = &a->kernels[i], *y = &b->kernels[i];
        ok = x->code_words == y->code_words && !memcmp(x->code, y->code, 4 * x->code_words) && x->reg == y->reg &&
             x->smem == y->smem && x->lmem == y->lmem && x->bar == y->bar && x->nconsts == y->nconsts;
    }
    return ok;
}

/* Disassembled and assembled: the same cubin? */
static bool round_trip(const char *path)
{
    struct gt_cubin a, b;
    char err[512], *text = NULL;
    size_t n = 0;
    if (!cubin_read(path, &a, err, sizeof err)) {
        printf("%s\n", err);
        return false;
    }
    FILE *f = open_memstream(&text, &n);
    bool ok = f && isa_dis_file(f, &a, false);
    if (f)
        fclose(f);
    ok = ok && isa_asm_file(text, path, &b, stdout);
    if (ok) {
        ok = same_cubins(&a, &b);
        if (!ok)
            printf("%s: disassembled and assembled it is not the same\n", path);
        cubin_free(&b);
    }
    cubin_free(&a);
    free(text);
    return ok;
}

int main(int argc, char **argv)
{
    enum gt_target t;
    unsigned failed = 0;
    if ((argc == 3 || (argc == 4 && gt_chip_find(argv[3], NULL, 0))) && gt_target_parse(argv[1], &t))
        return run_kernels(t, argv[2], gt_chip_find(argc == 4 ? argv[3] : "sm", NULL, 0));
    if (argc < 3 || strcmp(argv[1], "text") != 0) {
        fprintf(stderr, "usage: test-cubins text FILE.cubin... | test-cubins TARGET FOLDER [CHIP]\n");
        return 2;
    }
    for (int i = 2; i < argc; i++)
        failed += !round_trip(argv[i]);
    printf("%u passed, %u failed\n", (unsigned)(argc - 2) - failed, failed);
    return failed != 0;
}
