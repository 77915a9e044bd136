/* SPDX-License-Identifier: Apache-2.0
 *
 * failed_assertion PROGRAM.s PROGRAM.cubin: what the harness finds wrong in the RTL alone must end the run with status
 * GT_DIFFERENT, alone and in lockstep, and a message of kernel, cycle and reason: an assertion of the RTL that fails,
 * here for a memory that answers when nobody has asked, and a request that does not stay while it waits (MEM-2).
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "program.h"
#include "rtl_sm.h"

/* build NULL: gt_rtl_planted_state of the name. The message: "kernel planted: assertion of the RTL failed: cycle ",
 * the cycle (0: any), what. The run ends so many cycles later: an assertion speaks of the cycle before. */
static const struct wrong {
    const char *name;
    const struct gt_rtl_build *build;
    uint32_t jitter;
    uint64_t cycle, later;
    const char *what;
} wrongs[] = {
    {"an answer", &gt_rtl_wrong_answer, 0, 600, 2,
     ", tpc_top.g_sm[0].u_sm.u_datapath.u_lsu.u_load_wb.u_pending: "
     "the sector that comes was asked for: rst || !rsp_valid || taken_q[rsp_id]"},
    {"RequestChanges", NULL, 5, 0, 1, ", memory port 0: a request changes while it waits"},
    {"RequestGoes", NULL, 0, 500, 1, ", memory port 0: a request changes while it waits"},
};

typedef enum gt_status run_fn(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res,
                              const struct gt_rtl_opts *opts);

/* Does the run stop at the planted assertion, in its cycle and with its message? */
static bool told(const struct wrong *w, run_fn *run, const char *target, struct gt_gpu *g, const struct gt_launch *l,
                 const char *wave)
{
    static const char head[] = "kernel planted: assertion of the RTL failed: cycle ";
    char *report = NULL;
    size_t n = 0;
    struct gt_result res;
    FILE *f = open_memstream(&report, &n);
    const struct gt_rtl_opts opts = {
        .build = w->build ? w->build : gt_rtl_planted_state(w->name), .fst = wave, .report = f};
    g->jitter = w->jitter;
    enum gt_status st = run(g, l, &res, &opts);
    fclose(f);

    char *what = res.message;
    uint64_t cycle = strncmp(res.message, head, strlen(head)) ? 0 : strtoull(res.message + strlen(head), &what, 10);
    bool ok = st == GT_DIFFERENT && !strcmp(what, w->what) && (!w->cycle || cycle == w->cycle) &&
              res.cycles == cycle + w->later && !strncmp(report, res.message, strlen(res.message));
    printf("%s, %s: status %d, %llu cycles, report: %s", w->name, target, (int)st, (unsigned long long)res.cycles,
           report);
    if (!ok)
        fprintf(stderr, "%s: expected status %d and: %s%llu%s\n", target, GT_DIFFERENT, head,
                (unsigned long long)w->cycle, w->what);
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
    bool ok = true;
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        ok = told(&wrongs[i], gt_rtl_run, "rtl", g, &l, NULL) && ok;
        ok = told(&wrongs[i], gt_lockstep_run, "lockstep", g, &l, "") && ok;
    }
    gt_module_free(&m);
    gt_gpu_free(g);
    return ok ? 0 : 1;
}
