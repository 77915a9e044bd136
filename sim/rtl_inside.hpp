// SPDX-License-Identifier: Apache-2.0
// What an SM of a verilated build holds: the names of access.vlt as one structure.
#ifndef GT200_RTL_INSIDE_HPP
#define GT200_RTL_INSIDE_HPP

#ifndef RTL_AT             // of a tpc_top
#define RTL_AT(m, s, name) m.rootp->tpc_top__DOT__g_sm__BRA__##s##__KET____DOT__u_sm__DOT__##name
#endif
#define RTL_SMEM(m, s, b, name) \
    RTL_AT(m, s, u_datapath__DOT__u_lsu__DOT__u_smem__DOT__g_bank__BRA__##b##__KET____DOT__u_words__DOT__##name)
#define RTL_BANK(m, s, b, half) &RTL_SMEM(m, s, b, g_words__DOT__u_##half##__DOT__mem)[0]
#define RTL_BANKS(m, s, half) \
    RTL_BANK(m, s, 0, half), RTL_BANK(m, s, 1, half), RTL_BANK(m, s, 2, half), RTL_BANK(m, s, 3, half), \
    RTL_BANK(m, s, 4, half), RTL_BANK(m, s, 5, half), RTL_BANK(m, s, 6, half), RTL_BANK(m, s, 7, half)
#define RTL_RF(m, s, r, name) RTL_AT(m, s, u_datapath__DOT__u_rf__DOT__g_ram__BRA__##r##__KET____DOT__##name)
#ifdef RTL_FOLDED       // the rows of the phases one after the other are those of the lanes
#define RTL_REGS(m, s, r) \
    reinterpret_cast<const uint32_t *>(&RTL_RF(m, s, r, u_ram__DOT__g_fold__DOT__u_ram__DOT__g_any__DOT__mem)[0])
#else
#define RTL_REGS(m, s, r) &RTL_RF(m, s, r, u_ram__DOT__g_whole__DOT__u_ram__DOT__mem)[0][0]
#endif
#define RTL_HALF(m, s, h, unit) \
    RTL_AT(m, s, u_datapath__DOT__u_collect__DOT__u_half##h##__DOT__##unit)
#define RTL_CREG(m, s, h, q) \
    RTL_HALF(m, s, h, g_quarter__BRA__##q##__KET____DOT__u_creg__DOT__u_ram__DOT__g_any__DOT__mem)
#define RTL_QAREG(m, s, h, q, name) RTL_HALF(m, s, h, g_quarter__BRA__##q##__KET____DOT__u_areg__DOT__##name)
#ifdef RTL_FOLDED
#define RTL_AREG(m, s, h, q) &RTL_QAREG(m, s, h, q, u_rows__DOT__g_parts__DOT__u_ram__DOT__g_any__DOT__mem)[0]
#else
#define RTL_AREG(m, s, h, q) &RTL_QAREG(m, s, h, q, u_rows__DOT__g_whole__DOT__u_ram__DOT__g_any__DOT__mem)[0][0]
#endif

// The RtlState (rtl_port.hpp) of SM s, a literal number, of the model m.
#define RTL_STATE(m, s) RtlState{ \
    {RTL_BANKS(m, s, lo), RTL_BANKS(m, s, hi)}, \
    {RTL_REGS(m, s, 0), RTL_REGS(m, s, 1), RTL_REGS(m, s, 2), RTL_REGS(m, s, 3), \
     RTL_REGS(m, s, 4), RTL_REGS(m, s, 5), RTL_REGS(m, s, 6), RTL_REGS(m, s, 7)}, \
    {&RTL_CREG(m, s, 0, 0)[0], &RTL_CREG(m, s, 0, 1)[0], &RTL_CREG(m, s, 1, 0)[0], &RTL_CREG(m, s, 1, 1)[0]}, \
    {RTL_AREG(m, s, 0, 0), RTL_AREG(m, s, 0, 1), RTL_AREG(m, s, 1, 0), RTL_AREG(m, s, 1, 1)}, \
    &RTL_AT(m, s, u_stack__DOT__u_state__DOT__mem)[0][0], \
    &RTL_AT(m, s, u_stack__DOT__u_stack__DOT__g_old__DOT__mem)[0], \
    &RTL_AT(m, s, u_barrier__DOT__u_counts__DOT__mem)[0][0], &RTL_AT(m, s, u_barrier__DOT__id_q)[0], \
    RTL_AT(m, s, u_barrier__DOT__waiting_q), RTL_AT(m, s, u_barrier__DOT__used_q), \
    RTL_AT(m, s, u_datapath__DOT__u_writeback__DOT__sw_row), RTL_AT(m, s, u_datapath__DOT__u_writeback__DOT__regno), \
    RTL_AT(m, s, u_datapath__DOT__u_writeback__DOT__sw_be)}

#endif
