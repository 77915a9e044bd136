// SPDX-License-Identifier: Apache-2.0
// The queue of lsu, between any issue and units behind it that let the head go when they like, from the cycle on in
// which half 0 of it is collected: the head is the oldest that has not left, with its own fields, local base and entry
// of its operands; its halves are ready from R_0 and R_1 on, so who waits becomes ready; each leaves once; there is
// room exactly while two wait at most.
//
// Issues are four cycles or more apart, and only while there is room (ISSUE-7). Of what a body says: space, warp,
// whether it is wide; local_words is 1. Stubs for the units behind the queue and for lsu_operands.
// Rules (docs/units): LSU-1, LSU-2, LSU-3, COAL-5.
//
//! proves queue of the LSU: the head is the oldest, with its own; its halves are ready in time; room for three; each
//! proves leaves once
//! by step:30:1
//! test long
`include "formal.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`include "mem_types.svh"
`include "sm_types.svh"
`include "isa_ops.svh"
`default_nettype none

module smem #(parameter int LANES = 8) (input wire clk, clk_p, input wire [2:0] phase, input wire rst, init_active,
  input wire [8:0] init_row, input wire la_valid, input wire [7:0] la_row, input wire [512-1:0] la_data, output wire
  la_ready, input wire lk_clear, input wire [8:0] lk_clear_addr, output wire lk_clear_ready, input wire hd_valid, input
  wire lsm_t hd_lsm, input wire [1:0] hd_entry, hd_rdy, input wire [511:0] hd_addr, input wire [31:0] hd_mask, input
  wire [511:0] hd_w0, output wire [55:0] st_at, input wire [255:0] st_words, output wire hd_leave, first_pick,
  pick_half, pm_serialize, sm_last, output wire [2:0] sm_entry, output wire sm_half, so_valid, output wire [2:0]
  so_entry, output wire [1:0] so_q, output wire [7:0] so_mask, output wire [256-1:0] so_data, output wire sb_valid,
  output wire beat_t sb_beat, output wire [15:0] sb_mask, output wire [511:0] sb_data, output wire [15:0] sb_take,
  input wire sb_written, output wire st_done, output wire ldm_t st_ldm);
  wire go = $anyseq;
  assign hd_leave = go && hd_valid && hd_rdy[0] && (hd_lsm.space == `SPACE_S);
endmodule
module coalescer #(parameter int LANES = 8) (input wire clk, clk_p, input wire [2:0] phase, input wire rst,
  output wire holds,
  input wire hd_valid, input wire lsm_t hd_lsm,
  input wire [31:0] hd_lbase, input wire [1:0] hd_rdy, output wire hd_half, input
  wire [511:0] hd_addr, input wire [31:0] hd_mask, input wire [511:0] hd_w0, hd_w1, hd_w2, hd_w3, output wire
  hd_leave, sending, first_select, select_half, output wire [7:0] pm_event, output wire req_valid, input wire
  req_ready, output wire req_we, output wire [31:0] req_addr, output wire [255:0] req_wdata, output wire [31:0]
  req_wmask, output wire req_atom, output wire [3:0] req_aop, output wire [2:0] req_mtype, input wire pd_full, output
  wire pd_valid, output wire [15:0] pd_hit, output wire [79:0] pd_off, output wire pd_half, pd_last, output wire [1:0]
  pd_words, pd_word, output wire ldm_t pd_ldm, output wire done, output wire ldm_t done_ldm);
  wire go = $anyseq;
  assign hd_leave = go && hd_valid && hd_rdy[0] && (hd_lsm.space == `SPACE_L || hd_lsm.space == `SPACE_G);
endmodule
module tex_send (input wire clk, clk_g, rst, output wire holds,
  input wire is_valid, input wire [1:0] is_entry, input wire texop_t is_tex, input wire
  hd_valid, input wire lsm_t hd_lsm, input wire [1:0] hd_entry, hd_rdy, output wire hd_half, input wire [511:0] hd_x,
  hd_y, hd_z, output wire hold, input wire [31:0] hd_mask, output wire hd_leave, first, none, req_valid, input wire
  req_ready, output wire texop_t req_op, output wire [3:0] req_lanes, output wire [255:0] req_data, input wire
  pd_full, output wire pd_valid, pd_pair, output wire [15:0] pd_hit, output wire pd_last, done, output wire ldm_t
  done_ldm);
  wire go = $anyseq;
  assign hd_leave = go && hd_valid && hd_rdy[0] && (hd_lsm.space == `SPACE_T);
endmodule
module load_wb #(parameter int TRACE = 1, parameter int LANES = 8) (input wire clk, clk_g, output wire pd_holds,
  input wire clk_p, input wire [2:0] phase,
  input wire rst, init_active, input wire [8:0] init_row, input wire [7:0] cfg_nregs, input wire sb_valid, input
  wire beat_t sb_beat, input wire [15:0] sb_mask, input wire [511:0] sb_data, input wire [15:0] sb_take, output wire
  sb_written, pd_full, output wire [5:0] pd_id, input wire pd_valid, pd_last, input wire sector_t pd_sector, input
  wire rsp_valid, output wire rsp_ready, input wire mem_rsp_t rsp, output wire rf_s_valid, rf_s_par, rf_s_half, input
  wire rf_s_grant, output wire rf_s_lock, rf_g_valid, rf_g_par, rf_g_half, input wire rf_g_grant, output wire [7:0]
  rf_row, output wire [31:0] rf_be, output wire [511:0] rf_data, output wire [1:0] starve, output wire lk_valid,
  lk_half, output wire [4:0] lk_wid, output wire [1:0] lk_idx, output wire [15:0] lk_mask, lk_take, output wire
  s_done, output wire ldm_t s_done_ldm, output wire g_done, output wire ldm_t g_done_ldm, output wire tr_valid, output
  wire [4:0] tr_warp, output wire [23:0] tr_pc, output wire tr_half, output wire [15:0] tr_mask, output wire [511:0]
  tr_data, output wire [7:0] tr_reg, output wire tr_r16);
endmodule
module lsu_operands #(parameter int TEX = 1, LANES = 8) (input wire clk, clk_p, input wire [2:0] phase, input wire
  rst, input wire [14:0] cfg_smem_bytes, input wire [15:0] cfg_local_words, input wire [31:0] cfg_g_base, cfg_g_limit,
  input wire in_valid, input wire [1:0] in_entry, input wire lsop_t in_op, input wire [512-1:0] r1, r2, r3, input wire
  [15:0] h_exec, input wire [255:0] h_a, input wire [1:0] ls_entry, input wire ls_half, ls_hold, output wire [511:0]
  ls_addr, output wire [31:0] ls_mask, output wire [511:0] ls_w0, ls_w1, ls_w2, ls_w3, ls_y, ls_z, input wire [55:0]
  st_at, output wire [255:0] st_words, output wire fault_valid, output wire [7:0] fault_code, output wire [4:0]
  fault_wid, output wire [23:0] fault_pc, output wire [4:0] fault_lane, output wire [31:0] fault_addr);
endmodule

module proof (input wire clk, go, wide, input wire [1:0] space, input wire [4:0] wid);
  `F_RESET
  function automatic [31:0] base(input [4:0] w);
    base = {20'd0, w, 7'd0};
  endfunction
  // the last three issues, the newest first: cycles since, wide, space, warp; how many have not left; entries
  reg  [35:0] last;
  reg  [1:0]  n, head, tail;
  wire        room;
  wire        issue = go && !rst && room && last[3:0] >= 4'd4;
  lsm_t       lsm;
  always @* begin
    lsm        = '0;
    lsm.space  = space;
    lsm.ld.wid = wid;
  end
  (* keep *) lsu dut (
    .clk, .clk_g(clk), .clk_p(clk), .phase(3'd0), .rst, .init_active(1'b0), .init_row(9'd0), .cfg_nregs(8'd0),
    .cfg_local_base(32'd0), .cfg_local_words(16'd1), .cfg_smem_bytes(15'd0), .cfg_g_base(32'd0),
    .cfg_g_limit(32'd0), .la_smem_valid(1'b0), .la_smem_row(8'd0), .la_smem_data(512'd0), .la_lock_valid(1'b0),
    .la_lock_addr(9'd0), .is_valid(issue), .is_lsm(lsm), .is_wide(wide), .is_tex('0), .q_lsu_ok(room), .ls_op('0),
    .r1(512'd0), .r2(512'd0), .r3(512'd0), .h_exec(16'd0), .h_aeff(256'd0), .mem_req_ready(1'b0),
    .mem_rsp_valid(1'b0), .mem_rsp('0), .rf_s_grant(1'b0), .rf_g_grant(1'b0));

  `F_INSIDE             \dut.sm_leave ;
  `F_INSIDE             \dut.co_leave ;
  `F_INSIDE             \dut.tx_leave ;
  wire                  leave = \dut.sm_leave || \dut.co_leave || \dut.tx_leave ;
  `F_INSIDE             \dut.hd_valid ;
  `F_INSIDE [`LSM_W-1:0] \dut.hd_lsm ;
  `F_INSIDE [31:0]      \dut.hd_lbase ;
  `F_INSIDE [1:0]       \dut.hd_rdy ;
  `F_INSIDE             \dut.u_operands.in_valid ;
  `F_INSIDE [1:0]       \dut.u_operands.in_entry ;
  `F_INSIDE [1:0]       \dut.u_operands.ls_entry ;
  function automatic [11:0] older(input [11:0] l);
    older = {l[11:4], l[3:0] == 4'd12 ? 4'd12 : l[3:0] + 4'd1};
  endfunction
  always @(posedge clk)
    if (rst) begin
      last <= {3{12'd12}};
      {n, head, tail} <= 6'd0;
    end else begin
      last <= issue ? {older(last[23:12]), older(last[11:0]), wid, space, wide, 4'd1}
                    : {older(last[35:24]), older(last[23:12]), older(last[11:0])};
      n    <= n + {1'b0, issue} - {1'b0, leave};
      head <= head + {1'b0, leave};
      tail <= tail + {1'b0, issue};
    end

  wire [1:0]  m = n - 2'd1;              // the head
  wire [11:0] h = last[12*m +: 12];
  lsm_t       want;
  always @* begin
    want        = '0;
    want.space  = h[6:5];
    want.ld.wid = h[11:7];
  end
  always @* if (!rst) begin
    assert(\dut.hd_valid == (n != 2'd0) && room == (n <= 2'd2));
    if (leave) assert(n != 2'd0);
    if (n != 2'd0) begin
      assert(\dut.hd_lsm == want && \dut.u_operands.ls_entry == head);
      assert(\dut.hd_rdy == {h[3:0] >= (h[4] ? 4'd11 : 4'd7), h[3:0] >= (h[4] ? 4'd9 : 4'd5)});
      if (\dut.hd_rdy != 2'd0) assert(\dut.hd_lbase == base(h[11:7]));
    end
    assert(\dut.u_operands.in_valid == (last[3:0] == 4'd1));
    if (last[3:0] == 4'd1) assert(\dut.u_operands.in_entry == tail - 2'd1);
  end

  // --- how far it is: what makes this an induction ---------------------------------------------------------------
  `F_INSIDE [1:0]  \dut.head_q ;
  `F_INSIDE [1:0]  \dut.tail_q ;
  `F_INSIDE [2:0]  \dut.count_q ;
  `F_INSIDE [3:0]  \dut.rdy0_q ;
  `F_INSIDE [3:0]  \dut.rdy1_q ;
  `F_INSIDE [9:0]  \dut.al_valid_q ;
  `F_INSIDE [9:0]  \dut.al_wide_q ;
  `F_INSIDE [19:0] \dut.al_entry_q ;
  `F_INSIDE [4:0]  \dut.wid_q ;
  `F_INSIDE [`LSM_W-1:0] \dut.u_lsm.mem[0] ;
  `F_INSIDE [`LSM_W-1:0] \dut.u_lsm.mem[1] ;
  `F_INSIDE [`LSM_W-1:0] \dut.u_lsm.mem[2] ;
  `F_INSIDE [`LSM_W-1:0] \dut.u_lsm.mem[3] ;
  `F_INSIDE [31:0] \dut.u_lbase.mem[0] ;
  `F_INSIDE [31:0] \dut.u_lbase.mem[1] ;
  `F_INSIDE [31:0] \dut.u_lbase.mem[2] ;
  `F_INSIDE [31:0] \dut.u_lbase.mem[3] ;
  wire [4*`LSM_W-1:0] lsms = {\dut.u_lsm.mem[3] , \dut.u_lsm.mem[2] , \dut.u_lsm.mem[1] , \dut.u_lsm.mem[0] };
  wire [127:0] bases = {\dut.u_lbase.mem[3] , \dut.u_lbase.mem[2] , \dut.u_lbase.mem[1] , \dut.u_lbase.mem[0] };
  reg  [9:0]  there;
  reg  [11:0] l;
  reg  [1:0]  at;
  lsm_t       of;
  always @* if (!rst) begin
    assert(\dut.head_q == head && \dut.tail_q == tail && \dut.count_q == {1'b0, n} && tail - head == n);
    there = 10'd0;
    for (int k = 0; k < 3; k++) begin
      l  = last[12*k +: 12];
      at = tail - 2'd1 - 2'(k);
      of = '0;
      of.space  = l[6:5];
      of.ld.wid = l[11:7];
      assert(l[3:0] != 4'd0 && l[3:0] <= 4'd12);
      if (k > 0) assert(l[3:0] == 4'd12 || {1'b0, l[3:0]} >= {1'b0, last[12*k-12 +: 4]} + 5'd4);
      for (int j = 0; j < 10; j++)
        if (l[3:0] == 4'(j + 1)) begin
          there[j] = 1'b1;
          assert(\dut.al_wide_q [j] == l[4] && \dut.al_entry_q [2*j +: 2] == at);
        end
      if (n > 2'(k)) begin
        assert(lsms[`LSM_W*at +: `LSM_W] == of);
        assert(\dut.rdy0_q [at] == (l[3:0] >= (l[4] ? 4'd9 : 4'd5)));
        assert(\dut.rdy1_q [at] == (l[3:0] >= (l[4] ? 4'd11 : 4'd7)));
        if (l[3:0] >= 4'd2) assert(bases[32*at +: 32] == base(l[11:7]));
        else assert(\dut.wid_q == l[11:7]);
      end
    end
    assert(\dut.al_valid_q == there);
  end
endmodule
`default_nettype wire
