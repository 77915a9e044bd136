/* SPDX-License-Identifier: Apache-2.0
 *
 * GT200's targets by name, what each of them has, and the call of the one that runs a launch.
 */
#include "target.h"

#include <stdio.h>
#include <string.h>

#include "fpga_check.h"
#include "fpga_run.h"
#include "model_wave.h"
#ifdef GT200_HAVE_RTL
#include "rtl_sm.h"
#endif

static const char *const names[] = { "func", "model", "rtl", "lockstep", "fpga" };

const char *gt_target_device(const char *name)
{
    return !strncmp(name, "fpga:", 5) && name[5] ? name + 5 : NULL;
}

bool gt_target_parse(const char *name, enum gt_target *t)
{
    for (unsigned i = 0; i < GT_TARGET_FPGA; i++)
        if (!strcmp(name, names[i])) {
            *t = (enum gt_target)i;
            return true;
        }
    *t = GT_TARGET_FPGA;
    return gt_target_device(name) != NULL;
}

const char *gt_target_name(enum gt_target t)
{
    return names[t];
}

bool gt_target_available(enum gt_target t)
{
#ifdef GT200_HAVE_RTL
    (void)t;
    return true;
#else
    return t != GT_TARGET_RTL && t != GT_TARGET_LOCKSTEP;
#endif
}

bool gt_target_runs(enum gt_target t, const struct gt_chip *chip)
{
    return t != GT_TARGET_FPGA || (chip->tpcs == 1 && !chip->partitions && !chip->values->coalesce_strict);
}

const char *gt_target_chips(enum gt_target t)
{
    return t == GT_TARGET_FPGA ? "sm, tpc and small" : GT_CHIP_LIST;
}

bool gt_races_parse(const char *text, enum gt_races_where *where)
{
    static const struct { const char *name; enum gt_races_where where; } all[] = {
        { "all", GT_RACES_ALL }, { "1", GT_RACES_ALL }, { "shared", GT_RACES_SHARED }, { "off", GT_RACES_OFF },
        { "0", GT_RACES_OFF },
    };

    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(text, all[i].name)) {
            *where = all[i].where;
            return true;
        }
    return false;
}

static bool any_check(const struct gt_checks *c)
{
    return c->interleave || c->races != GT_RACES_OFF || c->memcheck;
}

bool gt_target_checks(enum gt_target t, const struct gt_checks *c)
{
    return t == GT_TARGET_FUNC || !any_check(c);
}

bool gt_target_counts(enum gt_target t, const uint8_t pm[4])
{
    bool all = true;

    for (unsigned i = 0; i < 4; i++)
        all = all && (pm[i] == GT_PM_DEFAULT || (pm[i] >= GT_PM_TRIGGER0 && pm[i] < GT_PM_TRIGGER0 + 8));
    return all || t != GT_TARGET_FUNC;
}

#ifdef GT200_HAVE_RTL
static enum gt_status run_rtl(enum gt_target t, struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res,
                              const struct gt_run_opts *o)
{
    struct gt_rtl_opts r = {
        .fst = o->fst, .fst_from = o->fst_from, .fst_to = o->fst_to, .reproduce = o->reproduce,
        .progress = o->progress, .ctx = o->ctx, .sink = o->sink, .sink_ctx = o->sink_ctx,
    };
    return t == GT_TARGET_RTL ? gt_rtl_run(g, l, res, &r) : gt_lockstep_run(g, l, res, &r);
}

static bool rtl_ready(const struct gt_chip *chip, bool stall, unsigned fold, char *err, size_t n)
{
    return gt_rtl_machine(gt_rtl_machine_name(chip, stall, fold), err, n);
}
#else
static bool rtl_ready(const struct gt_chip *chip, bool stall, unsigned fold, char *err, size_t n)
{
    (void)chip, (void)stall, (void)fold;
    snprintf(err, n, "it needs Verilator: ./setup");
    return false;
}

static enum gt_status run_rtl(enum gt_target t, struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res,
                              const struct gt_run_opts *o)
{
    (void)g, (void)l, (void)o;
    memset(res, 0, sizeof *res);
    res->status = GT_BAD_LAUNCH;
    snprintf(res->message, sizeof res->message, "target %s is not in this build (it needs Verilator: ./setup)",
             names[t]);
    return res->status;
}
#endif

bool gt_target_ready(enum gt_target t, const struct gt_chip *chip, bool stall, unsigned fold, char *err, size_t n)
{
    return (t != GT_TARGET_RTL && t != GT_TARGET_LOCKSTEP) || rtl_ready(chip, stall, fold, err, n);
}

enum gt_status gt_target_run(enum gt_target t, struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res,
                             const struct gt_run_opts *opts)
{
    static const struct gt_run_opts none;
    const struct gt_run_opts *o = opts ? opts : &none;

    if (!gt_target_runs(t, g->chip)) {
        memset(res, 0, sizeof *res);
        snprintf(res->message, sizeof res->message, "target %s has %s, not %s", names[t],
                 gt_target_chips(t), g->chip->name);
        return res->status = GT_BAD_LAUNCH;
    }
    if (!gt_target_checks(t, &o->checks)) {
        memset(res, 0, sizeof *res);
        snprintf(res->message, sizeof res->message, "target %s neither interleaves nor looks for races: func does",
                 names[t]);
        return res->status = GT_BAD_LAUNCH;
    }
    switch (t) {
    case GT_TARGET_FUNC:
        return any_check(&o->checks) ? gt_func_check(g, l, &o->checks, res, o->progress, o->ctx)
               : gt_func_run(g, l, res, o->progress, o->ctx);
    case GT_TARGET_MODEL:
        return o->fst ? gt_model_wave_run(g, l, res, o)
                      : gt_model_run_events(g, l, res, o->progress, o->ctx, o->sink, o->sink_ctx);
    case GT_TARGET_FPGA: {
        const struct gt_board_watch watch = { o->progress, o->travel, o->ctx };
        return o->check ? gt_fpga_check(o->board, g, l, o->check, stderr, res, &watch)
                        : gt_fpga_run(o->board, g, l, res, &watch);
    }
    default:
        return run_rtl(t, g, l, res, o);
    }
}
