/* SPDX-License-Identifier: Apache-2.0
 *
 * The signals of a warp's life, by the names that they have in the Verilog below sm_top: in groups, in the order in
 * which an instruction passes. Waves of the RTL have them, the cycle model gives the same values, and the save file of
 * GTKWave lists them.
 */
#ifndef GT200_SM_SIGNALS_H
#define GT200_SM_SIGNALS_H

#include <stdint.h>

/* GROUP(name) and SIGNAL(enum, how it is shown, name, bits). BIT: a bit for each warp. */
#define GT_SIGNAL_LIST(GROUP, SIGNAL) \
    GROUP("clock") \
    SIGNAL(CYC, DECIMAL, "cyc", 32) \
    SIGNAL(EVEN, BINARY, "even", 1) \
    GROUP("block") \
    SIGNAL(ALIVE, BIT, "u_cta.alive", 32) \
    SIGNAL(BLK_VALID, BINARY, "blk_valid", 1) \
    SIGNAL(BLK_READY, BINARY, "blk_ready", 1) \
    SIGNAL(BLK_DONE, BINARY, "blk_done", 1) \
    SIGNAL(BLK_DONE_SLOT, DECIMAL, "blk_done_slot", 3) \
    GROUP("fetch") \
    SIGNAL(KNOWN, BIT, "u_fetch.known_q", 32) \
    SIGNAL(DEMAND, BIT, "u_fetch.demand_q", 32) \
    SIGNAL(HOLD, BIT, "u_fetch.hold_q", 32) \
    SIGNAL(HAVE, BIT, "u_fetch.have_q", 32) \
    SIGNAL(IF_REQ_VALID, BINARY, "u_fetch.if_req_valid", 1) \
    SIGNAL(IF_REQ_WID, DECIMAL, "u_fetch.if_req_wid", 5) \
    GROUP("head") \
    SIGNAL(FULL, BIT, "u_head.full_q", 32) \
    SIGNAL(WAIT_BRANCH, BIT, "u_head.wait_branch_q", 32) \
    SIGNAL(WAIT_FETCH, BIT, "u_head.wait_fetch_q", 32) \
    SIGNAL(WAIT_CONST, BIT, "u_head.wait_const_q", 32) \
    SIGNAL(WAIT_EXIT, BIT, "u_head.wait_exit_q", 32) \
    SIGNAL(ID_VALID, BINARY, "id_valid", 1) \
    SIGNAL(ID_WID, DECIMAL, "id_wid", 5) \
    SIGNAL(ID_W0, HEX, "id_w0", 32) \
    SIGNAL(ID_W1, HEX, "id_w1", 32) \
    GROUP("operands") \
    SIGNAL(PEND, BIT, "pend_wmask", 32) \
    SIGNAL(LD_WAIT, BIT, "u_scoreboard.ld_wait_q", 32) \
    GROUP("issue") \
    SIGNAL(RDY_BODY, BIT, "rdy_body", 32) \
    SIGNAL(RDY_JOIN, BIT, "rdy_join", 32) \
    SIGNAL(RDY_EXIT, BIT, "rdy_exit", 32) \
    SIGNAL(RDY_CF, BIT, "rdy_cf", 32) \
    SIGNAL(IS_VALID, BINARY, "is_valid", 1) \
    SIGNAL(IS_WID, DECIMAL, "is_wid", 5) \
    SIGNAL(IS_UOP, DECIMAL, "is_uop", 2) \
    SIGNAL(IS_PC, HEX, "is_pc", 24) \
    SIGNAL(IS_ACTIVE, HEX, "is_active", 32) \
    SIGNAL(BANK_HIT, BINARY, "u_issue.bank_hit_q", 2) \
    SIGNAL(STARVE, BINARY, "starve", 2) \
    GROUP("units") \
    SIGNAL(IS_SP, BINARY, "is_sp", 1) \
    SIGNAL(IS_LSU, BINARY, "is_lsu", 1) \
    SIGNAL(IS_SFU, BINARY, "is_sfu", 1) \
    SIGNAL(IS_DPU, BINARY, "is_dpu", 1) \
    SIGNAL(SP_OK, BINARY, "u_issue.q_sp_ok", 1) \
    SIGNAL(LSU_OK, BINARY, "u_issue.q_lsu_ok", 1) \
    SIGNAL(SFU_OK, BINARY, "u_issue.sfu_ok", 1) \
    SIGNAL(DPU_OK, BINARY, "u_issue.dpu_ok", 1) \
    SIGNAL(BRU_IDLE, BINARY, "bru_idle", 1) \
    SIGNAL(CF_IDLE, BINARY, "cf_idle", 1) \
    GROUP("control") \
    SIGNAL(BR_VALID, BINARY, "br_valid", 1) \
    SIGNAL(BR_WID, DECIMAL, "br_wid", 5) \
    SIGNAL(BR_PC, HEX, "br_pc", 24) \
    SIGNAL(BR_ACTIVE, HEX, "br_active", 32) \
    SIGNAL(BR_DEPTH, DECIMAL, "br_depth", 7) \
    SIGNAL(WAITING, BIT, "u_barrier.waiting_q", 32) \
    SIGNAL(REL, BIT, "rel_wmask", 32) \
    GROUP("memory") \
    SIGNAL(MEM_REQ_VALID, BINARY, "mem_req_valid", 1) \
    SIGNAL(MEM_REQ_READY, BINARY, "mem_req_ready", 1) \
    SIGNAL(MEM_RSP_VALID, BINARY, "mem_rsp_valid", 1) \
    SIGNAL(MEM_RSP_READY, BINARY, "mem_rsp_ready", 1)

#define GT_SIGNAL_NO_GROUP(name)
#define GT_SIGNAL_ENUM(id, how, name, bits) GT_SIGNAL_##id,
enum gt_signal { GT_SIGNAL_LIST(GT_SIGNAL_NO_GROUP, GT_SIGNAL_ENUM) GT_SIGNALS };
#undef GT_SIGNAL_ENUM

/* Those of an SM in one cycle. */
struct gt_signals {
    uint64_t cycle;
    uint32_t value[GT_SIGNALS];
    uint32_t known[GT_SIGNALS];         /* bits of value that the model knows in this cycle; the others are 0 */
    uint32_t alive;                     /* of each of these warps: */
    struct { uint32_t pc, active; uint8_t depth, wait; } warp[32];      /* wait: enum gt_wait, or one of these */
};
enum { GT_SIGNAL_ISSUES = 0x80, GT_SIGNAL_ODD };        /* it issues; the cycle is odd, nothing can */

/* gt_gpu.tap: who is told of them in each cycle of the cycle model, on a chip of one SM. */
struct gt_tap {
    void *ctx;
    void (*cycle)(void *ctx, const struct gt_signals *s);
};

#endif
