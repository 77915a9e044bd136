/* SPDX-License-Identifier: Apache-2.0
 *
 * stopped FOLD STOPS PROGRAM.s PROGRAM.cubin ...: runs each program in lockstep again and again, each time up to
 * another cycle, STOPS of them spread over the whole run or every one; FOLD: 1, or 4, the folded machine. There both
 * machines stop as in a hang, and what they hold is compared with results on their way. Rules (docs/units): EVENT-2.
 */
#include <stdio.h>
#include <stdlib.h>

#include "module.h"
#include "program.h"
#include "rtl_sm.h"

/* Runs it up to a cycle, 0: to its end. */
static bool run_until(const char *source, const char *cubin, unsigned fold, uint64_t limit, struct gt_result *res)
{
    struct program p;
    struct gt_module m;
    struct gt_launch l;
    char err[512] = "out of memory, or its source asks for what there is no room for";
    struct gt_gpu *g = gt_gpu_new(16 << 20);

    *res = (struct gt_result){ .status = GT_BAD_LAUNCH };
    if (!g || !program_read(&p, source) || !gt_module_load_file(&m, g, cubin, err, sizeof err) ||
        !gt_module_bind(&m, 0, err, sizeof err) || !program_place(&p, g)) {
        fprintf(stderr, "%s: cannot be run: %s\n", source, err);
        return false;
    }
    program_launch(&p, &m, &l);
    g->fold = fold;
    if (limit)
        l.max_cycles = limit;
    const struct gt_rtl_opts opts = { .fst = "" };
    bool ok = gt_lockstep_run(g, &l, res, &opts) != GT_DIFFERENT && res->status != GT_BAD_LAUNCH;
    gt_module_free(&m);
    gt_gpu_free(g);
    return ok;
}

/* Whether the program, stopped at each of so many cycles, never differs. */
static bool stopped(const char *source, const char *cubin, unsigned fold, uint64_t stops)
{
    struct gt_result res;

    if (!run_until(source, cubin, fold, 0, &res)) {
        fprintf(stderr, "%s: %s\n", source, res.message);
        return false;
    }
    uint64_t cycles = res.cycles;
    if (stops > cycles - 2)
        stops = cycles - 2;
    for (uint64_t i = 1; i <= stops; i++) {
        uint64_t limit = 1 + i * (cycles - 2) / stops;
        if (!run_until(source, cubin, fold, limit, &res) || res.status != GT_HANG) {
            fprintf(stderr, "%s: stopped at cycle %llu of %llu: %s\n", source, (unsigned long long)limit,
                    (unsigned long long)cycles, res.status == GT_OK ? "it ended" : res.message);
            return false;
        }
    }
    printf("%s: ok, %llu stops in %llu cycles\n", source, (unsigned long long)stops, (unsigned long long)cycles);
    return true;
}

int main(int argc, char **argv)
{
    unsigned fold = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : 0;
    uint64_t stops = argc > 2 ? strtoull(argv[2], NULL, 0) : 0;
    bool ok = true;

    if (argc < 5 || !(argc % 2) || !stops || !fold) {
        fprintf(stderr, "usage: stopped FOLD STOPS PROGRAM.s PROGRAM.cubin ...; neither number 0\n");
        return 2;
    }
    for (int i = 3; i < argc; i += 2)
        ok = stopped(argv[i], argv[i + 1], fold, stops) && ok;
    return ok ? 0 : 1;
}
