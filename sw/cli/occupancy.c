/* SPDX-License-Identifier: Apache-2.0
 * gt200 occupancy: the CUDA Occupancy Calculator for compute capability 1.3. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "cubin.h"
#include "occupancy.h"

static int help(void)
{
    printf("usage: gt200 occupancy --regs N --smem N [--threads N] [--csv]\n"
           "       gt200 occupancy K.cubin [-k NAME] [--smem N] [--threads N] [--csv]\n\n"
           "How many blocks of a kernel share a multiprocessor, and what limits them, by the rules of NVIDIA's\n"
           "CUDA Occupancy Calculator for compute capability 1.3. Without --threads: for every block size.\n\n"
           "  --regs N      registers per thread, 1 to 124\n"
           "  --smem N      bytes of shared memory per block, header (16) and parameters included; with a cubin:\n"
           "                dynamic shared memory, added to the kernel's own\n"
           "  --threads N   threads per block, 1 to 512\n"
           "  --csv         one line of numbers per block size\n");
    return CLI_OK;
}

static const char *limit_name(enum gt_occupancy_limit l)
{
    static const char *const names[] = { "warps", "registers", "shared memory", "nothing" };
    return names[l];
}

static void print_one(unsigned threads, unsigned regs, uint64_t smem)
{
    struct gt_occupancy o;

    gt_occupancy(threads, regs, smem, &o);
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

static void print_row(unsigned threads, unsigned regs, uint64_t smem, bool csv)
{
    struct gt_occupancy o;

    gt_occupancy(threads, regs, smem, &o);
    printf(csv ? "%u,%u,%llu,%u,%u,%u,%.4f,%s\n" : "%7u %9u %6llu %7u %6u %8u %10.4f  %s\n", threads, regs,
           (unsigned long long)smem, o.blocks, o.warps, o.threads, o.occupancy, limit_name(o.limit));
}

static int print(unsigned threads, unsigned regs, uint64_t smem, bool csv)
{
    if (threads && !csv) {
        print_one(threads, regs, smem);
        return CLI_OK;
    }
    printf(csv ? "threads,registers,shared,blocks,warps,resident_threads,occupancy,limit\n"
               : "threads registers shared  blocks  warps  resident  occupancy  limit\n");
    if (threads)
        print_row(threads, regs, smem, csv);
    for (unsigned n = 32; !threads && n <= 512; n += 32)
        print_row(n, regs, smem, csv);
    return CLI_OK;
}

static int of_cubin(const char *path, const char *name, unsigned threads, uint64_t smem, bool csv)
{
    struct gt_cubin c;
    char err[512];

    if (!cubin_read(path, &c, err, sizeof err))
        return cli_failure("occupancy", "%s", err);
    const struct gt_cubin_kernel *k = name ? cubin_kernel(&c, name) : c.kernels;
    int rc;
    if (!k)
        rc = cli_failure("occupancy", "%s: no kernel '%s'", path, name);
    else if (!name && c.nkernels > 1)
        rc = cli_usage("occupancy", "%s: which of its %zu kernels? (-k NAME)", path, c.nkernels);
    else
        rc = print(threads, k->reg, k->smem + smem, csv);
    cubin_free(&c);
    return rc;
}

int gt_cmd_occupancy(int argc, char **argv)
{
    const char *cubin = NULL, *kernel = NULL;
    uint64_t regs = 0, smem = 0, threads = 0;
    bool csv = false, have_smem = false;

    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        const struct { const char *name; uint64_t *to, max; } numbers[] = {
            { "--regs", &regs, 124 }, { "--smem", &smem, 16384 }, { "--threads", &threads, 512 },
        };
        bool taken = false;
        if (!strcmp(a, "--help") || !strcmp(a, "-h"))
            return help();
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
            if (strcmp(a, numbers[n].name))
                continue;
            if (i + 1 == argc || !cli_number(argv[++i], numbers[n].max, numbers[n].to) || (!*numbers[n].to && n != 1))
                return cli_usage("occupancy", "%s: expected a number from %d to %llu", a, n == 1 ? 0 : 1,
                                 (unsigned long long)numbers[n].max);
            have_smem = have_smem || n == 1;
            taken = true;
        }
        if (taken)
            continue;
        if (!strcmp(a, "--csv"))
            csv = true;
        else if (!strcmp(a, "-k") && i + 1 < argc)
            kernel = argv[++i];
        else if (a[0] == '-' || cubin)
            return cli_usage("occupancy", "unexpected argument '%s'", a);
        else
            cubin = a;
    }
    if (cubin && !regs)
        return of_cubin(cubin, kernel, (unsigned)threads, smem, csv);
    if (cubin || !regs || !have_smem)
        return cli_usage("occupancy", "expected --regs N and --smem N, or a cubin");
    return print((unsigned)threads, (unsigned)regs, smem, csv);
}
