// SPDX-License-Identifier: Apache-2.0
//
// gt_rtl_run: a whole grid on the SMs in Verilog.
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "rtl_port.hpp"

// The wave is complete; false: it could not be written, and there is no file. A message that is there already stays.
static bool wave_end(RtlMachine &sm, const gt_rtl_opts &o, gt_result *res)
{
    int error = sm.wave_close();
    if (!error)
        return true;
    size_t n = strlen(res->message);
    snprintf(res->message + n, sizeof res->message - n, "%s%s: %s", n ? "\n" : "", o.fst, strerror(error));
    if (res->status == GT_OK)
        res->status = GT_BAD_LAUNCH;
    return false;
}

static bool wave_step(RtlMachine &sm, const gt_rtl_opts &o, gt_result *res)
{
    if (sm.cycle == o.fst_from && !sm.wave_open(o.fst)) {
        snprintf(res->message, sizeof res->message, "%s: cannot be written", o.fst);
        res->status = GT_BAD_LAUNCH;
        return false;
    }
    return !o.fst_to || sm.cycle != o.fst_to + 1 || wave_end(sm, o, res);
}

enum gt_status gt_rtl_run(gt_gpu *g, const gt_launch *l, gt_result *res, const gt_rtl_opts *opts)
{
    static constexpr gt_rtl_opts none{};
    const gt_rtl_opts &o = opts ? *opts : none;
    gt_config c;

    *res = gt_result{};
    const gt_rtl_build *build = rtl_build(g, o, o.fst, res);
    if (!build || !gt_launch_config(g, l, &c, res))
        return res->status = GT_BAD_LAUNCH;

    auto sm = build->make(g, l, &c, o.start_seed);
    if (!rtl_started(*sm, o, res))
        return res->status;
    RtlLibrary books(g, l, &c, o.issues);
    RtlBlocks blocks(g, l, &c);
    uint64_t limit = l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES;

    for (bool finished = books.finished(); !finished;) {
        enum gt_hang stuck = books.stuck(sm->cycle);
        if (sm->cycle >= limit || stuck != GT_HANG_LIMIT) {
            books.sm[0].hang(res, stuck, sm->cycle, books.describe(stuck));
            break;
        }
        if (o.fst && !wave_step(*sm, o, res))
            return res->status;
        blocks.offer(*sm);
        sm->values = o.sink || books.watches();
        sm->step();
        if (!sm->failed.empty() && rtl_failed(*sm, l, o.report, res))
            break;
        if (!sm->quiet) {           // else nothing has changed
            blocks.take(*sm);
            books.take(*sm);
            finished = books.finished();
            if (o.sink)
                for (auto &p : sm->port)
                    if (p.nev)
                        o.sink(o.sink_ctx, p.ev, p.nev);
            if (int s = sm->faulted(); s >= 0) {
                gt_fault f = sm->port[s].fault;
                books.sm[s].place(&f);
                rtl_result_fault(l, f, res);
                break;
            }
        }
        if (o.progress && (sm->cycle & 0xffff) == 0)
            o.progress(o.ctx, books.done(), uint64_t(l->grid_x) * l->grid_y, sm->cycle);
    }
    sm->settle_memory();
    wave_end(*sm, o, res);
    books.counts(res, sm->cycle);
    blocks.end(g, res->cycles);
    return res->status;
}
