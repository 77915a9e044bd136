/* SPDX-License-Identifier: Apache-2.0
 *
 * failed_assertion PROGRAM.s PROGRAM.cubin: the RTL with a memory that answers when nobody has asked, alone and in
 * lockstep. An assertion of mem_pending fails; it must end the run with status GT_DIFFERENT and a message of kernel,
 * cycle, unit, reason and condition.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "program.h"
#include "rtl_sm.h"

static const char message[] =
    "kernel planted: assertion of the RTL failed: cycle 600, "
    "tpc_top.g_sm[0].u_sm.u_datapath.u_lsu.u_load_wb.u_pending: "
    "the sector that comes was asked for: rst || !rsp_valid || taken_q[rsp_id]";

typedef enum gt_status run_fn(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res,
                              const struct gt_rtl_opts *opts);

static bool told(run_fn *run, const char *target, struct gt_gpu *g, const struct gt_launch *l, const char *wave)
{
    char *report = NULL;
    size_t n = 0;
    struct gt_result res;
    FILE *f = open_memstream(&report, &n);
    const struct gt_rtl_opts opts = { .build = &gt_rtl_wrong_answer, .fst = wave, .report = f };
    enum gt_status st = run(g, l, &res, &opts);

    fclose(f);
    bool ok = st == GT_DIFFERENT && res.cycles == 602 && !strcmp(res.message, message) &&
              !strncmp(report, message, strlen(message));
    printf("%s: status %d, %llu cycles, report: %s", target, (int)st, (unsigned long long)res.cycles, report);
    if (!ok)
        fprintf(stderr, "%s: expected status %d after 602 cycles and: %s\n", target, GT_DIFFERENT, message);
    free(report);
    return ok;
}

int main(int argc, char **argv)
{
    struct program p;
    struct gt_module m;
    struct gt_launch l;
    char err[512];
    struct gt_gpu *g = gt_gpu_new(16 << 20);

    if (argc != 3 || !g || !program_read(&p, argv[1]) || !gt_module_load_file(&m, g, argv[2], err, sizeof err) ||
        !program_place(&p, g))
        return 2;
    program_launch(&p, &m, &l);
    bool ok = told(gt_rtl_run, "rtl", g, &l, NULL);
    ok = told(gt_lockstep_run, "lockstep", g, &l, "") && ok;
    gt_module_free(&m);
    gt_gpu_free(g);
    return ok ? 0 : 1;
}
