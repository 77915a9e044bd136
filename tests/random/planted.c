/* SPDX-License-Identifier: Apache-2.0
 *
 * planted FILE.s: random programs on an RTL with a deliberate fault (a wrong result bit now and then). One of the
 * first must fail; shrunk and saved to FILE.s, read back and assembled, it must still fail, and be small.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "files.h"
#include "fuzz.h"
#include "rtl_sm.h"

#define PROGRAMS 100
#define SMALL 16                /* instructions */

static void run_planted(void *ctx, struct fuzz_prog *p, struct gt_result *res, FILE *report)
{
    struct gt_rtl_opts o = {.build = &gt_rtl_wrong_value, .fst = "", .report = report ? report : ctx};
    gt_lockstep_run(p->gpu, &p->launch, res, &o);
}

/* The fault is a wrong bit of an SP result: the message must say that, and the report which word. */
static bool says_why(const struct gt_result *res, const char *report)
{
    bool ok = strstr(res->message, "RTL and model differ: cycle ") && strstr(res->message, ", SPWB") &&
              (!report || (strstr(report, "* result[") && strstr(report, "last instructions of warp ")));
    if (!ok)
        printf("not said what is wrong: %s\n%s\n", res->message, report ? report : "");
    return ok;
}

/* Does the program that was saved fail as the one in memory does? */
static bool saved_fails(const char *path, const struct fuzz_prog *p, uint32_t seed, FILE *none)
{
    struct gt_cubin c;
    struct gt_result res;
    struct fuzz_prog *q = malloc(sizeof *q);
    size_t len;
    char *text = gt_read_file(path, &len);
    bool ok = q && text && isa_asm_file(text, path, &c, stderr);
    if (ok) {
        fuzz_mixed(q, seed);
        const struct gt_cubin_kernel *k = cubin_kernel(&c, "fuzz");
        q->launch.code = k->code;
        q->launch.code_words = (uint32_t)k->code_words;
        q->launch.grid_x = p->launch.grid_x;
        q->launch.block_x = p->launch.block_x;
        char *report = NULL;
        size_t n = 0;
        FILE *f = open_memstream(&report, &n);
        if (!f)
            return false;
        run_planted(none, q, &res, f);
        fclose(f);
        ok = res.status == GT_DIFFERENT && says_why(&res, report);
        free(report);
        fuzz_free(q);
        cubin_free(&c);
    }
    free(text);
    free(q);
    return ok;
}

int main(int argc, char **argv)
{
    const struct fuzz_kind *k = &fuzz_kinds[0];
    struct gt_result res;
    struct fuzz_prog *p = malloc(sizeof *p);
    FILE *none = fopen("/dev/null", "w");
    if (argc != 2 || !p || !none)
        return 2;
    uint32_t seed = 0;
    do {
        if (seed)
            fuzz_free(p);
        k->make(p, ++seed);
        run_planted(none, p, &res, NULL);
    } while (!fuzz_failed(k, &res) && seed < PROGRAMS);
    if (!fuzz_failed(k, &res)) {
        printf("no program of %u notices the fault\n", seed);
        return 1;
    }
    bool said = says_why(&res, NULL);
    unsigned before = fuzz_insns(p), runs = fuzz_shrink(k, seed, p, &res, run_planted, none);
    bool saved = fuzz_save(k, seed, p, "lockstep", "", res.message, argv[1]);
    bool again = saved && saved_fails(argv[1], p, seed, none);
    printf("program %u, shrunk from %u to %u instructions in %u runs, %s, %s\n", seed, before, fuzz_insns(p), runs,
           saved ? "saved" : "not saved", again ? "fails again" : "does not fail again");
    bool ok = said && again && fuzz_insns(p) <= SMALL;
    fuzz_free(p);
    free(p);
    fclose(none);
    return !ok;
}
