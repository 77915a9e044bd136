/* SPDX-License-Identifier: Apache-2.0
 *
 * shrink FOLDER: programs of every kind are determined by their number; one that fails is shrunk to what makes it fail
 * and saved so that it can be run again. The machine that fails is the functional model, called wrong where a program
 * has a multiply-add.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "asm.h"
#include "decode.h"
#include "files.h"
#include "fuzz.h"

enum { SEEDS = 12 };

static int bad;

#define EXPECT(cond, ...) do { if (!(cond)) { printf(__VA_ARGS__); putchar('\n'); bad = 1; } } while (0)

static unsigned multiply_adds(const struct fuzz_prog *p)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < p->n; i += isa_len(p->code[i]) / 4) {
        struct gt_insn in;
        isa_decode(p->code[i], i + 1 < p->n ? p->code[i + 1] : 0, 4 * i, &in);
        n += in.err == GT_DE_NONE && in.op == GT_OP_IMAD;
    }
    return n;
}

static void wrong_machine(void *ctx, struct fuzz_prog *p, struct gt_result *res, FILE *report)
{
    (void)ctx;
    gt_func_run(p->gpu, &p->launch, res, NULL, NULL);
    if (res->status == GT_OK && multiply_adds(p)) {
        res->status = GT_DIFFERENT;
        snprintf(res->message, sizeof res->message, "a product is wrong\nby one bit");
        if (report)
            fprintf(report, "%s\n", res->message);
    }
}

/* The same number makes the same program, another one another. */
static void determined(const struct fuzz_kind *k, struct fuzz_prog *p, struct fuzz_prog *q)
{
    unsigned other = 0;
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        k->make(p, seed);
        k->make(q, seed);
        bool same = p->n == q->n && !memcmp(p->code, q->code, 4 * p->n) && p->launch.grid_x == q->launch.grid_x &&
                    p->launch.block_x == q->launch.block_x && p->gpu->mem_bytes == q->gpu->mem_bytes &&
                    !memcmp(p->gpu->mem, q->gpu->mem, p->gpu->mem_bytes);
        EXPECT(same, "%s: number %u makes two programs", k->name, (unsigned)seed);
        EXPECT(fuzz_insns(p) > 2, "%s: number %u has %u instructions", k->name, (unsigned)seed, fuzz_insns(p));
        fuzz_free(q);
        k->make(q, seed + 1);
        other += p->n != q->n || memcmp(p->code, q->code, 4 * p->n) != 0;
        fuzz_free(p);
        fuzz_free(q);
    }
    EXPECT(other == SEEDS, "%s: %u of %u neighbours differ", k->name, other, (unsigned)SEEDS);
}

/* What was saved has the code of p, and says how it is run. */
static void saved(const char *path, const struct fuzz_prog *p)
{
    size_t n;
    struct gt_cubin c;
    char *text = gt_read_file(path, &n);
    bool ok = text && isa_asm_file(text, path, &c, stdout);
    EXPECT(ok, "%s: cannot be assembled", path);
    if (ok) {
        const struct gt_cubin_kernel *k = cubin_kernel(&c, "fuzz");
        EXPECT(k && k->code_words == p->n && !memcmp(k->code, p->code, 4 * p->n), "%s: other code", path);
        EXPECT(c.arch == p->gpu->chip->values->compute, "%s: .arch sm_%u on chip %s", path, (unsigned)c.arch,
               p->gpu->chip->name);
        EXPECT(strstr(text, "-k fuzz -g 1 -b 1 --target model ") && strstr(text, "--seed ") &&
               strstr(text, " --jitter 9\n") && strstr(text, "\n# a product is wrong\n# by one bit\n"),
               "%s: how to run it, or why:\n%.900s", path, text);
        cubin_free(&c);
    }
    free(text);
}

/* The first program with a multiply-add that ends, shrunk and saved as one of this chip. */
static void shrunk(const struct fuzz_kind *k, struct fuzz_prog *p, const char *chip, const char *folder)
{
    struct gt_result *res = malloc(sizeof *res);
    uint32_t seed = 0;
    char path[500];
    if (!res)
        exit(2);
    do {
        if (seed)
            fuzz_free(p);
        k->make(p, ++seed);
        wrong_machine(NULL, p, res, NULL);
    } while (!fuzz_failed(k, res) && seed < 200);
    unsigned before = fuzz_insns(p), runs = fuzz_shrink(k, seed, p, res, wrong_machine, NULL);
    EXPECT(res->status == GT_DIFFERENT && runs > 10 && before > 8 && fuzz_insns(p) <= 4 && multiply_adds(p) == 1 &&
           p->launch.grid_x == 1 && p->launch.block_x == 1,
           "%s: number %u, status %d, %u runs, from %u to %u instructions, %u of them multiply-adds, %u blocks of %u",
           k->name, (unsigned)seed, (int)res->status, runs, before, fuzz_insns(p), multiply_adds(p),
           (unsigned)p->launch.grid_x, (unsigned)p->launch.block_x);
    p->gpu->chip = gt_chip_find(chip, path, sizeof path);
    snprintf(path, sizeof path, "%s/shrunk-%s.s", folder, k->name);
    bool ok = fuzz_save(k, seed, p, "model", " --jitter 9", res->message, path);
    EXPECT(ok, "%s: cannot be written", path);
    if (ok)
        saved(path, p);
    EXPECT(!fuzz_save(k, seed, p, "model", " --jitter 9", "", "/no/such/folder/x.s"), "%s: saved nowhere", k->name);
    fuzz_free(p);
    free(res);
}

int main(int argc, char **argv)
{
    struct fuzz_prog *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (argc != 2 || !p || !q)
        return 2;
    for (int k = 0; k < FUZZ_KINDS; k++)
        determined(&fuzz_kinds[k], p, q);
    shrunk(&fuzz_kinds[0], p, "sm", argv[1]);
    shrunk(&fuzz_kinds[1], p, "small", argv[1]);
    free(p);
    free(q);
    return bad;
}
