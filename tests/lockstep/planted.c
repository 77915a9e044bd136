/* SPDX-License-Identifier: Apache-2.0
 *
 * planted value|cycle PROGRAM.s PROGRAM.cubin: runs a program in lockstep on a machine with a deliberate fault. Passes when
 * the checker reports it, with all the parts a report must have.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "program.h"
#include "rtl_sm.h"

static bool has(const char *report, const char *part)
{
    if (strstr(report, part))
        return true;
    fprintf(stderr, "the report lacks '%s'\n", part);
    return false;
}

/* The report was about the right thing: value: a result in the same cycle; cycle: events that do not coincide. */
static bool check(const char *plant, const char *report)
{
    bool value = !strcmp(plant, "value");
    bool ok = has(report, "RTL and model differ: cycle") && has(report, "instruction: ") && has(report, "last instructions of warp") &&
              has(report, "reproduce: the command");

    if (value)
        ok = ok && has(report, "* result[") && has(report, "wave: planted.fst");
    else
        ok = ok && has(report, "only in the ");
    return ok;
}

int main(int argc, char **argv)
{
    struct program p;
    struct gt_module m;
    struct gt_launch l;
    struct gt_result res;
    char err[512], *report = NULL;
    size_t n = 0;

    if (argc != 4)
        return 2;
    struct gt_gpu *g = gt_gpu_new(16 << 20);
    if (!g || !program_read(&p, argv[2]) || !gt_module_load_file(&m, g, argv[3], err, sizeof err) || !program_place(&p, g))
        return 2;
    program_launch(&p, &m, &l);
    FILE *f = open_memstream(&report, &n);
    const struct gt_rtl_opts opts = {
        .build = !strcmp(argv[1], "value") ? &gt_rtl_wrong_value : &gt_rtl_wrong_cycle,
        .fst = "planted.fst", .reproduce = "the command", .report = f,
    };
    enum gt_status st = gt_lockstep_run(g, &l, &res, &opts);
    fclose(f);
    fputs(report, stdout);
    bool ok = st == GT_DIFFERENT && check(argv[1], report);
    if (st != GT_DIFFERENT)
        fprintf(stderr, "the planted fault was not found: status %d, %s\n", (int)st, res.message);
    free(report);
    gt_module_free(&m);
    gt_gpu_free(g);
    return ok ? 0 : 1;
}
