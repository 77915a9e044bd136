// SPDX-License-Identifier: Apache-2.0
// What the warps of an SM of a verilated build wait for (PROF-1, PROF-2): its registers as waits_seen, the terms that
// the cycle model has, too.
#ifndef GT200_RTL_WAITS_HPP
#define GT200_RTL_WAITS_HPP

#include <bit>
#include <cstdint>

#include "gt_chip.h"
#include "rtl_fields.hpp"
extern "C" {
#include "sm/waits.h"
}

// An sm_inflight: entries whose warp's head waits for them, for $c or $a that it reads; their warps, 5 bits each.
struct RtlInflight {
    uint32_t wait, wait_read;
    uint64_t warps;
    uint32_t of(bool read) const
    {
        uint32_t set = 0;
        for (uint32_t m = read ? wait_read : wait; m; m &= m - 1)
            set |= 1u << (warps >> 5 * std::countr_zero(m) & 31);
        return set;
    }
};

// Registers of sm_cta, sm_fetch, sm_head, sm_scoreboard, sm_issue, and what units take.
struct RtlHeads {
    uint32_t alive, known, have;
    uint32_t full, wait_branch, wait_fetch, wait_exit, wait_const, join, fetch, body, exit;
    uint32_t sp, sfu, dpu, smem, ls;
    RtlInflight in_sp, in_smem, in_sfu, in_dpu, in_queued, in_spill;
    uint32_t loads;
    uint32_t mature, sp_past, sp_even, ls_past, bank_hit;
    uint32_t room, starve, bru_idle, cf_idle;

    waits_seen seen() const
    {
        waits_seen s{};
        s.alive = alive;
        s.known = known;
        s.lines = have;
        s.heads = full;
        s.control = wait_branch;
        s.fetching = wait_fetch;
        s.leaving = wait_exit;
        const RtlInflight *const of[WAITS_WRITERS] = {&in_queued, &in_smem, &in_sp, &in_sfu, &in_dpu};
        for (unsigned k = 0; k < WAITS_WRITERS; k++)
            s.pending[k] = ((join | body) & of[k]->of(false)) | (fetch & of[k]->of(true));
        s.pending[WAITS_MEMORY] |= (join | body) & (in_spill.of(false) | loads);
        s.constant = body & wait_const;
        s.sp = body & sp;
        s.sfu = body & sfu;
        s.dpu = body & dpu;
        s.lsu = body & ls;
        s.smem = body & smem;
        s.bru = join | exit | (body & ~(sp | sfu | dpu | ls));
        s.cf = fetch;
        s.mature = mature;
        s.starve = starve;
        s.bank = bank_hit;
        s.sp_ok = (room >> rtl::room::sp.at & 1) && !(sp_past & 1);
        s.lsu_ok = (room >> rtl::room::lsu.at & 1) && !ls_past;
        s.sfu_ok = room >> rtl::room::sfu.at & 1;
        s.dpu_ok = room >> rtl::room::dpu.at & 1;
        s.bru_ok = bru_idle;
        s.con_ok = cf_idle;
        s.late = sp_even && sp_past;
        return s;
    }
};

#define RTL_INFLIGHT(m, s, unit) RtlInflight{ \
    RTL_AT(m, s, u_scoreboard__DOT__##unit##__DOT__wait_q), RTL_AT(m, s, u_scoreboard__DOT__##unit##__DOT__wait_pa_q), \
    RTL_AT(m, s, u_scoreboard__DOT__##unit##__DOT__wid_q)}
#define RTL_HEAD(m, s, name) RTL_AT(m, s, u_head__DOT__##name)
#define RTL_ISSUE(m, s, name) RTL_AT(m, s, u_issue__DOT__##name)
// The RtlHeads of SM s, a literal number, of the model m.
#define RTL_HEADS(m, s) RtlHeads{ \
    RTL_AT(m, s, u_cta__DOT__alive), RTL_AT(m, s, u_fetch__DOT__known_q), RTL_AT(m, s, u_fetch__DOT__have_q), \
    RTL_HEAD(m, s, full_q), RTL_HEAD(m, s, wait_branch_q), RTL_HEAD(m, s, wait_fetch_q), \
    RTL_HEAD(m, s, wait_exit_q), RTL_HEAD(m, s, wait_const_q), RTL_HEAD(m, s, next_join_q), \
    RTL_HEAD(m, s, next_fetch_q), RTL_HEAD(m, s, next_body_q), RTL_HEAD(m, s, next_exit_q), RTL_HEAD(m, s, sp_q), \
    RTL_HEAD(m, s, sfu_q), RTL_HEAD(m, s, dpu_q), RTL_HEAD(m, s, smem_q), RTL_HEAD(m, s, ls_q), \
    RTL_INFLIGHT(m, s, u_sp), RTL_INFLIGHT(m, s, u_smem), RTL_INFLIGHT(m, s, u_sfu), RTL_INFLIGHT(m, s, u_dpu), \
    RTL_INFLIGHT(m, s, u_queued), RTL_INFLIGHT(m, s, u_spill), RTL_AT(m, s, u_scoreboard__DOT__ld_wait_q), \
    RTL_ISSUE(m, s, ready_q)[GT_AGE_CYCLES / 2 - 1], RTL_ISSUE(m, s, sp_past_q), RTL_ISSUE(m, s, sp_even_q), \
    RTL_ISSUE(m, s, ls_past_q), RTL_ISSUE(m, s, bank_hit_q), RTL_AT(m, s, room), RTL_AT(m, s, starve), \
    RTL_AT(m, s, bru_idle), RTL_AT(m, s, cf_idle)}

#endif
