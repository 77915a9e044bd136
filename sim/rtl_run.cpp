// SPDX-License-Identifier: Apache-2.0
//
// gt_rtl_run: a whole grid on one SM in Verilog.
#include <cinttypes>
#include <cstdio>

#include "rtl_port.hpp"

static bool wave_step(RtlSm &sm, const gt_rtl_opts &o, gt_result *res)
{
    if (sm.cycle == o.fst_from && !sm.wave_open(o.fst)) {
        snprintf(res->message, sizeof res->message, "%s: cannot be written", o.fst);
        res->status = GT_BAD_LAUNCH;
        return false;
    }
    if (o.fst_to && sm.cycle == o.fst_to + 1)
        sm.wave_close();
    return true;
}

enum gt_status gt_rtl_run(gt_gpu *g, const gt_launch *l, gt_result *res, const gt_rtl_opts *opts)
{
    static constexpr gt_rtl_opts none{};
    const gt_rtl_opts &o = opts ? *opts : none;
    const gt_rtl_build *build = o.build ? o.build : o.fst || o.start_seed ? &gt_rtl_traced : &gt_rtl_fast;
    gt_config c;

    *res = gt_result{};
    if (!gt_launch_config(g, l, &c, res))
        return res->status = GT_BAD_LAUNCH;

    auto sm = build->make(g, l, &c, o.start_seed);
    if (!rtl_started(*sm, o, res))
        return res->status;
    RtlBooks books(l, &c);
    books.counts = o.issues;
    uint64_t limit = l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES;
    int x, y;

    while (books.done < books.blocks()) {
        enum gt_hang stuck = books.stuck(sm->cycle);
        if (sm->cycle >= limit || stuck != GT_HANG_LIMIT) {
            books.hang(res, stuck, sm->cycle, books.describe());
            break;
        }
        if (o.fst && !wave_step(*sm, o, res))
            return res->status;
        books.next_block(&x, &y);
        sm->offer(x, y);
        sm->step();
        if (sm->nev)
            books.take(sm->ev, sm->nev);
        if (sm->nev && o.sink)
            o.sink(o.sink_ctx, sm->ev, sm->nev);
        if (sm->faulted) {
            gt_fault f = sm->fault;
            books.place(&f);
            rtl_result_fault(l, f, res);
            break;
        }
        if (o.progress && (sm->cycle & 0xffff) == 0)
            o.progress(o.ctx, books.done, books.blocks(), sm->cycle);
    }
    res->cycles = res->status == GT_OK ? books.end_cycle : sm->cycle;
    res->warp_insns = books.warp_insns;
    res->thread_insns = books.thread_insns;
    return res->status;
}
