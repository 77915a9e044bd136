/* SPDX-License-Identifier: Apache-2.0
 *
 * One table: groups in the order of a warp's life, signals of sm_top by the names that they have in the Verilog. A mask
 * of warps is shown as the bit of the warp.
 */
#include "gtkw.h"

#include "gt_chip.h"

#define SM "TOP.tpc_top.g_sm[0].u_sm."

enum { GROUP, BIT, BINARY, HEX, DECIMAL };
/* GTKWave's flags of a trace line: how it is shown, right-justified. */
enum { SHOW_HEX = 0x22, SHOW_DECIMAL = 0x24, SHOW_BINARY = 0x28, OPEN = 0x800200, CLOSE = 0x1000200 };

static const struct { unsigned char how; const char *name; unsigned char bits; } lines[] = {
    { GROUP, "clock", 0 }, { DECIMAL, "cyc", 32 }, { BINARY, "even", 1 },
    { GROUP, "block", 0 }, { BIT, "u_cta.alive", 32 }, { BINARY, "blk_valid", 1 }, { BINARY, "blk_ready", 1 },
    { BINARY, "blk_done", 1 }, { DECIMAL, "blk_done_slot", 3 },
    { GROUP, "fetch", 0 }, { BIT, "u_fetch.known_q", 32 }, { BIT, "u_fetch.demand_q", 32 },
    { BIT, "u_fetch.hold_q", 32 }, { BIT, "u_fetch.have_q", 32 }, { BINARY, "u_fetch.if_req_valid", 1 },
    { DECIMAL, "u_fetch.if_req_wid", 5 },
    { GROUP, "head", 0 }, { BIT, "u_head.full_q", 32 }, { BIT, "u_head.wait_branch_q", 32 },
    { BIT, "u_head.wait_fetch_q", 32 }, { BIT, "u_head.wait_const_q", 32 }, { BIT, "u_head.wait_exit_q", 32 },
    { BINARY, "id_valid", 1 }, { DECIMAL, "id_wid", 5 }, { HEX, "id_w0", 32 }, { HEX, "id_w1", 32 },
    { GROUP, "operands", 0 }, { BIT, "pend_wmask", 32 }, { BIT, "u_scoreboard.ld_wait_q", 32 },
    { GROUP, "issue", 0 }, { BIT, "rdy_body", 32 }, { BIT, "rdy_join", 32 }, { BIT, "rdy_exit", 32 },
    { BIT, "rdy_cf", 32 }, { BINARY, "is_valid", 1 }, { DECIMAL, "is_wid", 5 }, { DECIMAL, "is_uop", 2 },
    { HEX, "is_pc", 24 }, { HEX, "is_active", 32 }, { BINARY, "u_issue.bank_hit_q", 2 }, { BINARY, "starve", 2 },
    { GROUP, "units", 0 }, { BINARY, "is_sp", 1 }, { BINARY, "is_lsu", 1 }, { BINARY, "is_sfu", 1 },
    { BINARY, "is_dpu", 1 }, { BINARY, "bru_idle", 1 }, { BINARY, "cf_idle", 1 },
    { GROUP, "control", 0 }, { BINARY, "br_valid", 1 }, { DECIMAL, "br_wid", 5 }, { HEX, "br_pc", 24 },
    { HEX, "br_active", 32 }, { DECIMAL, "br_depth", 7 }, { BIT, "u_barrier.waiting_q", 32 }, { BIT, "rel_wmask", 32 },
    { GROUP, "memory", 0 }, { BINARY, "mem_req_valid", 1 }, { BINARY, "mem_req_ready", 1 },
    { BINARY, "mem_rsp_valid", 1 }, { BINARY, "mem_rsp_ready", 1 },
};

/* A signal in this form; BIT: of a mask only the warp's bit. */
static void signal(FILE *f, unsigned how, const char *name, unsigned bits, unsigned warp)
{
    static const unsigned show[] = { [BIT] = SHOW_BINARY, [BINARY] = SHOW_BINARY, [HEX] = SHOW_HEX,
                                     [DECIMAL] = SHOW_DECIMAL };
    fprintf(f, "@%x\n", show[how]);
    if (how == BIT)                     /* bits are counted from the left */
        fprintf(f, "(%u)", bits - 1 - warp);
    fprintf(f, SM "%s", name);
    if (bits > 1)
        fprintf(f, "[%u:0]", bits - 1);
    fprintf(f, "\n");
}

bool trace_gtkw(FILE *f, const char *wave, const char *kernel, unsigned warp)
{
    const char *open = NULL;

    fprintf(f, "[*] gt200: kernel %s, warp %u; time is 2 * cycle\n[dumpfile] \"%s\"\n[timestart] 0\n"
            "[size] 1600 900\n[sst_expanded] 0\n@%x\n-kernel %s, warp %u\n", kernel, warp, wave, 0x200u, kernel, warp);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (lines[i].how != GROUP) {
            signal(f, lines[i].how, lines[i].name, lines[i].bits, warp);
            continue;
        }
        if (open)
            fprintf(f, "@%x\n-%s\n", (unsigned)CLOSE, open);
        fprintf(f, "@%x\n-%s\n", (unsigned)OPEN, open = lines[i].name);
    }
    fprintf(f, "@%x\n-%s\n", (unsigned)CLOSE, open);
    return !ferror(f);
}
