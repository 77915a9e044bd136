/* SPDX-License-Identifier: Apache-2.0
 * gt200 occupancy: the CUDA Occupancy Calculator for compute capability 1.x. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "cubin.h"
#include "kernel_name.h"
#include "gsim.h"
#include "gt_chip.h"
#include "occupancy.h"

static const char *limit_name(enum gt_occupancy_limit l)
{
    static const char *const names[] = { "warps", "registers", "shared memory", "nothing" };
    return names[l];
}

/* All numbers of one block size. */
static void print_one(const struct gt_values *v, unsigned threads, unsigned regs, uint64_t smem)
{
    struct gt_occupancy o;

    gt_occupancy(v, threads, regs, smem, &o);
    printf("%u threads of %u registers, %llu bytes of shared memory per block\n", threads, regs,
           (unsigned long long)smem);
    printf("allocated per block: %u warps, %u registers, %u bytes of shared memory\n", o.block_warps,
           o.block_registers, o.block_shared);
    printf("blocks allowed by warps %u, by registers %u, by shared memory %u\n", o.by_warps, o.by_registers,
           o.by_shared);
    printf("resident: %u blocks, %u warps, %u threads; limited by %s\n", o.blocks, o.warps, o.threads,
           limit_name(o.limit));
    printf("occupancy: %.0f %%\n", 100 * o.occupancy);
}

static void print_row(const struct gt_values *v, unsigned threads, unsigned regs, uint64_t smem, bool csv)
{
    struct gt_occupancy o;

    gt_occupancy(v, threads, regs, smem, &o);
    printf(csv ? "%u,%u,%llu,%u,%u,%u,%.4f,%s\n" : "%7u %9u %6llu %7u %6u %8u %10.4f  %s\n", threads, regs,
           (unsigned long long)smem, o.blocks, o.warps, o.threads, o.occupancy, limit_name(o.limit));
}

/* One block size, or a table of all. */
static int print_table(const struct gt_values *v, unsigned threads, unsigned regs, uint64_t smem, bool csv)
{
    if (threads && !csv) {
        print_one(v, threads, regs, smem);
        return CLI_OK;
    }
    printf(csv ? "threads,registers,shared,blocks,warps,resident_threads,occupancy,limit\n"
               : "threads registers shared  blocks  warps  resident  occupancy  limit\n");
    if (threads)
        print_row(v, threads, regs, smem, csv);
    for (unsigned n = GT_LANES; !threads && n <= v->threads_per_block; n += GT_LANES)
        print_row(v, n, regs, smem, csv);
    return CLI_OK;
}

/* Registers and shared memory are the kernel's. */
static int of_cubin(const struct gt_values *v, const char *path, const char *name, unsigned threads, uint64_t smem,
                    bool csv)
{
    struct gt_cubin c;
    char err[4096];

    if (!cubin_read(path, &c, err, sizeof err))
        return cli_failure("occupancy", "%s", err);
    const int found = name ? kernel_by_name(&c, name, err, sizeof err) : 0;
    const struct gt_cubin_kernel *k = found >= 0 ? &c.kernels[found] : NULL;
    int rc;
    if (!k)
        rc = cli_failure("occupancy", "%s: %s", path, err);
    else if (!name && c.nkernels > 1)
        rc = cli_usage("occupancy", "%s: which of its %zu kernels? (-k NAME)", path, c.nkernels);
    else
        rc = print_table(v, threads, k->reg, k->smem + smem, csv);
    cubin_free(&c);
    return rc;
}

struct arguments {
    const char *cubin, *kernel;
    uint64_t regs, smem, threads;
    bool csv, have_smem;
    const struct gt_values *values;     /* of the chip */
};

static int take_chip(void *ctx, const char *name, const char *value)
{
    char err[256];
    const struct gt_chip *c = gt_chip_find(value, err, sizeof err);

    if (!c)
        return cli_usage("occupancy", "%s: %s", name, err);
    ((struct arguments *)ctx)->values = c->values;
    return CLI_GO_ON;
}

static int take_shared(void *ctx, const char *name, const char *value)
{
    struct arguments *a = ctx;

    if (!cli_number(value, GT_SMEM_BYTES, &a->smem))
        return cli_usage("occupancy", "%s: '%s' is not a number from 0 to %d", name, value, GT_SMEM_BYTES);
    a->have_smem = true;
    return CLI_GO_ON;
}

static int take_operand(void *ctx, const char *value)
{
    struct arguments *a = ctx;

    if (a->cubin)
        return cli_usage("occupancy", "one cubin expected, got '%s' and '%s'", a->cubin, value);
    a->cubin = value;
    return CLI_GO_ON;
}

static const struct cli_option options[] = {
    OPT_NUMBER("--regs", "N", struct arguments, regs, 1, GT_REGS_COMPILED, "registers per thread, 1 to 124"),
    OPT_CALL("--smem", "N", take_shared,
             "bytes of shared memory per block, header (16) and parameters included; with a "
             "cubin: dynamic shared memory, added to the kernel's own"),
    OPT_NUMBER("--threads", "N", struct arguments, threads, 1, GT_THREADS_PER_BLOCK, "threads per block, 1 to 512"),
    { .name = "-k", .arg = "NAME", .kind = CLI_TEXT, .at = offsetof(struct arguments, kernel),
      .ask = "run FILE --list", .help = "the kernel of a cubin that has several" },
    { .name = "--chip", .arg = "C", .kind = CLI_CALL, .take = take_chip, .words = GT_CHIP_WORDS,
      .help = "whose multiprocessor: gtx280 (the default) and the other chips of GT200, g80, small" },
    OPT_FLAG("--csv", struct arguments, csv, "one line of numbers per block size"),
    { 0 }
};

static int run_occupancy(int argc, char **argv);

const struct cli_command gt_command_occupancy = {
    .name = "occupancy", .what = "how many blocks share a multiprocessor, and what limits them", .group = CLI_LOOK,
    .usage = "--regs N --smem N [--threads N] [--chip C] [--csv]\n"
             "K.cubin [-k NAME] [--smem N] [--threads N] [--chip C] [--csv]",
    .about = "How many blocks of a kernel share a multiprocessor, and what limits them, by the rules of NVIDIA's CUDA "
             "Occupancy Calculator for compute capability 1.x. Without --threads: for every block size.",
    .options = options, .operand = take_operand, .run = run_occupancy,
};

static int run_occupancy(int argc, char **argv)
{
    struct arguments a = { .values = gt_chip_find("sm", NULL, 0)->values };
    int rc = cli_options(&gt_command_occupancy, &a, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (a.cubin && !a.regs)
        return of_cubin(a.values, a.cubin, a.kernel, (unsigned)a.threads, a.smem, a.csv);
    if (a.cubin || !a.regs || !a.have_smem)
        return cli_usage("occupancy", "expected --regs N and --smem N, or a cubin");
    return print_table(a.values, (unsigned)a.threads, (unsigned)a.regs, a.smem, a.csv);
}
