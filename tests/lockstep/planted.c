/* SPDX-License-Identifier: Apache-2.0
 *
 * planted value|cycle|tpc_value|tpc_cycle PROGRAM.s PROGRAM.cubin: runs a program in lockstep on a machine with a deliberate fault. Passes when
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

/* The builds, and what tells that the report was about the right thing: value: a result in the same cycle; cycle: events that do not
 * coincide. Chip tpc: which SM is wrong. */
static const struct plant {
    const char *name;
    const struct gt_rtl_build *build;
    const char *chip, *parts[3];
} plants[] = {
    {"value", &gt_rtl_wrong_value, "sm", {"instruction: ", "* result[", "wave: planted.fst"}},
    {"cycle", &gt_rtl_wrong_cycle, "sm", {"instruction: ", "only in the ", NULL}},
    {"tpc_value", &gt_rtl_tpc_wrong_value, "tpc", {", SM 1, warp ", "mov.b32 $r1, $physid", "* result["}},
    {"tpc_cycle", &gt_rtl_tpc_wrong_cycle, "tpc", {", SM 2, MEMREQ only in the model", NULL, NULL}},
};

static bool check(const struct plant *p, const char *report)
{
    bool ok = has(report, "RTL and model differ: cycle") && has(report, "last instructions of warp") && has(report, "reproduce: the command");

    for (int i = 0; i < 3 && p->parts[i]; i++)
        ok = has(report, p->parts[i]) && ok;
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

    const struct plant *plant = plants, *end = plants + sizeof plants / sizeof *plants;
    while (argc == 4 && plant < end && strcmp(plant->name, argv[1]))
        plant++;
    if (argc != 4 || plant == end)
        return 2;
    struct gt_gpu *g = gt_gpu_new(16 << 20);
    if (!g || !program_read(&p, argv[2]) || !gt_module_load_file(&m, g, argv[3], err, sizeof err) || !program_place(&p, g))
        return 2;
    g->chip = gt_chip_find(plant->chip, err, sizeof err);
    program_launch(&p, &m, &l);
    FILE *f = open_memstream(&report, &n);
    const struct gt_rtl_opts opts = {
        .build = plant->build,
        .fst = "planted.fst", .reproduce = "the command", .report = f,
    };
    enum gt_status st = gt_lockstep_run(g, &l, &res, &opts);
    fclose(f);
    fputs(report, stdout);
    bool ok = st == GT_DIFFERENT && check(plant, report);
    if (st != GT_DIFFERENT)
        fprintf(stderr, "the planted fault was not found: status %d, %s\n", (int)st, res.message);
    free(report);
    gt_module_free(&m);
    gt_gpu_free(g);
    return ok ? 0 : 1;
}
