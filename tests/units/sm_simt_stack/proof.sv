// SPDX-License-Identifier: Apache-2.0
// sm_bru with sm_simt_stack: one warp of four lanes, a stack of four entries, any sequence of legal control operations.
//
// After every step each lane of the warp is in exactly one place: active, exited, broke (below it a PREBRK entry),
// returned (below it a CALL entry, or out of the kernel), in the mask of one BRANCH entry, or joined (in a JOINAT
// mask). The mask of an entry contains all lanes above it; BRANCH entries are disjoint from all above. Depth stays
// within the stack; a warp between operations has a lane to run; legal programs raise no fault but the stack limit.
//
// Legal: join only above BRANCH entries over a JOINAT; brk only inside a PREBRK of the same function; no quadon.
// Rules (docs/units): BRU-5, BRU-6, BRU-7.
//
//! proves SIMT stack: every lane in exactly one place, masks nested, depth bounded, no fault but the limit in legal
//! proves programs
//! by abc:19
//! set STACK_DEPTH=4
//! in sm_simt_stack.sv
//! - {st_wid[WW-1:0],
//! + {
//! - gpu_cfg::WARPS * gpu_cfg
//! + gpu_cfg
//! - _idx})
//! + _idx[1:0]})
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "formal.svh"
`default_nettype none

module proof (
  input wire       clk,
  input wire       go,
  input wire [1:0] uop,
  input wire [6:0] op,
  input wire       pred,
  input wire       lim,
  input wire [3:0] taken
);
  `F_RESET
  localparam D = gpu_cfg::STACK_DEPTH;
  localparam [1:0] BODY = 2'd0, JOIN = 2'd1, EXIT = 2'd2;
  localparam [2:0] BRANCH = 3'd1, CALL = 3'd2, CALL_LIM = 3'd3, PREBRK = 3'd4, JOINAT = 3'd6;
  wire [3:0] lmask = $anyconst;
  always @* assume(lmask != 4'd0);

  wire        idle, st_we, push_valid, look_valid, br_valid, br_finished, fault_valid;
  wire [31:0] is_active, is_t0, is_t1, st_active, st_t0, st_t1;
  wire [6:0]  is_depth, br_depth;
  wire [5:0]  push_idx, look_idx;
  wire [58:0] push_entry, look_entry;
  wire [7:0]  fault_code;
  wire [4:0]  br_wid;
  ctl_t       ctl;
  always @* begin
    ctl        = '0;
    ctl.op     = op;
    ctl.cond   = pred ? 5'd1 : 5'd15;
    ctl.lim    = lim;
    ctl.target = 24'd64;
  end
  wire issue = go && idle && !rst && !dead;
  reg  dead;                             // the SM has stopped
  always @(posedge clk)
    if (rst) dead <= 1'b0;
    else if (fault_valid) dead <= 1'b1;

  (* keep *) sm_bru bru (
    .clk, .rst, .is_valid(issue), .is_wid(5'd0), .is_uop(uop), .is_pc(24'd8), .is_ctl(ctl),
    .is_active, .is_t0, .is_t1, .is_depth, .first_lmask({28'd0, lmask}), .br_mask({28'd0, taken}),
    .idle, .br_valid, .br_wid, .br_uop(), .br_pc(), .br_redirect(), .br_finished, .br_active(), .br_depth,
    .st_we, .st_active, .st_t0, .st_t1, .push_valid, .push_idx, .push_entry, .look_valid, .look_idx, .look_entry,
    .fault_valid, .fault_code, .fault_pc());
  (* keep *) sm_simt_stack stack (
    .clk, .init_active(rst), .init_wid(5'd0), .init_lmask({28'd0, lmask}), .is_wid(5'd0),
    .is_active, .is_t0, .is_t1, .is_depth, .st_we, .st_wid(5'd0), .st_active, .st_t0, .st_t1,
    .st_depth(br_finished ? 7'd0 : br_depth), .push_valid, .push_idx, .push_entry, .look_valid, .look_idx, .look_entry);

  // --- state: of the operation under way, else of the warp; the entries, lowest first ---------------------------
  `F_INSIDE [1:0]  \bru.st_q ;
  `F_INSIDE [1:0]  \bru.uop_q ;
  `F_INSIDE [6:0]  \bru.op_q ;
  `F_INSIDE [31:0] \bru.act_q ;
  `F_INSIDE [31:0] \bru.t0_q ;
  `F_INSIDE [31:0] \bru.t1_q ;
  `F_INSIDE [6:0]  \bru.depth_q ;
  `F_INSIDE [58:0] \stack.u_stack.g_old.mem[0] ;
  `F_INSIDE [58:0] \stack.u_stack.g_old.mem[1] ;
  `F_INSIDE [58:0] \stack.u_stack.g_old.mem[2] ;
  `F_INSIDE [58:0] \stack.u_stack.g_old.mem[3] ;
  wire [4*59-1:0] mem = {\stack.u_stack.g_old.mem[3] , \stack.u_stack.g_old.mem[2] , \stack.u_stack.g_old.mem[1] ,
      \stack.u_stack.g_old.mem[0] };
  wire [31:0] act_w = idle ? is_active : \bru.act_q ;
  wire [31:0] t0_w  = idle ? is_t0 : \bru.t0_q ;
  wire [31:0] t1_w  = idle ? is_t1 : \bru.t1_q ;
  wire [6:0]  depth = idle ? is_depth : \bru.depth_q ;
  wire [3:0]  act = act_w[3:0], t0 = t0_w[3:0], t1 = t1_w[3:0];
  wire [1:0]  st = \bru.st_q ;
  wire [6:0]  now_op = \bru.op_q ;

  // lanes that returned with no call to return to: they have left the kernel
  reg [3:0] out;
  reg       has_call;
  always @(posedge clk)
    if (rst || br_finished) out <= 4'd0;
    else if (st == 2'd2 && \bru.uop_q == BODY && now_op == `OP_RET && !has_call)
      out <= out | (act & (st_pred ? taken : 4'hf));
  `F_INSIDE \bru.pred_q ;
  wire st_pred = \bru.pred_q ;

  wire [1:0] top = depth[1:0] - 2'd1;
  reg [3:0] above, branch, joined, called, broke_ok, joinat;
  reg [3:0] m;
  reg [2:0] ty;
  reg       ok_masks, ok_branch, legal_join, legal_brk, blocked_join, blocked_brk;
  always @* begin
    above = act; branch = 4'd0; joinat = 4'd0; called = 4'd0; broke_ok = 4'd0; joined = 4'd0;
    ok_masks = 1'b1; ok_branch = 1'b1;
    legal_join = 1'b0; legal_brk = 1'b0; blocked_join = 1'b0; blocked_brk = 1'b0; has_call = 1'b0;
    m = 4'd0; ty = 3'd0;
    for (int i = D - 1; i >= 0; i--)
      if (7'(i) < depth) begin
        m  = mem[59*i + 24 +: 4];
        ty = mem[59*i + 56 +: 3];
        if (mem[59*i + 28 +: 28] != 28'd0) ok_masks = 1'b0;
        if (ty == BRANCH) begin
          // lanes above or beside it are elsewhere; all its lanes run
          if ((m & (above | t0 | t1)) != 4'd0 || m == 4'd0) ok_branch = 1'b0;
          branch = branch | m;
          above  = above | m;
        end else begin
          if ((above & ~m) != 4'd0) ok_masks = 1'b0;
          if (ty == JOINAT) joined = joined | (m & ~above & ~t0 & ~t1);
          else begin
            // a lane that is in this entry, runs, and is nowhere above
            if ((m & ~above & ~t0 & ~t1) != 4'd0) ok_masks = 1'b0;
          end
          if (ty == JOINAT && !blocked_join) legal_join = 1'b1;
          if (ty == PREBRK && !blocked_brk) legal_brk = 1'b1;
          if (ty == CALL || ty == CALL_LIM) begin
            blocked_brk = 1'b1;
            has_call    = 1'b1;
            called      = called | (m & ~t0 & t1);
            // who broke inside this function has found his PREBRK already
            if ((m & t0 & ~t1 & ~broke_ok) != 4'd0) ok_masks = 1'b0;
          end
          if (ty == PREBRK) broke_ok = broke_ok | (m & t0 & ~t1);
          if (ty != PREBRK && ty != CALL && ty != CALL_LIM && ty != JOINAT) ok_masks = 1'b0;
          blocked_join = 1'b1;
          above = m;
        end
      end
  end

  always @* if (issue) begin
    assume(uop != 2'd3);
    assume(uop != JOIN || legal_join);
    assume(uop != BODY || op != `OP_BRK || legal_brk);
    assume(op != `OP_QUADON && op != `OP_QUADPOP);
  end

  // --- what must hold --------------------------------------------------------------------------------------------
  // in ST_EVAL of a join and while unwinding the entries are being looked at, and everything holds as well
  wire [3:0] exited = t0 & t1, broke = t0 & ~t1, returned = ~t0 & t1, run = ~t0 & ~t1;
  always @* if (!rst && !dead) begin
    assert(depth <= 7'(D));
    assert(ok_masks);
    assert(ok_branch);
    assert(act_w[31:4] == 28'd0 && t0_w[31:4] == 28'hfffffff && t1_w[31:4] == 28'hfffffff);
    assert(((t0 & t1) | lmask) == 4'hf);
    for (int l = 0; l < 4; l++)
      assert({2'd0, act[l]} + {2'd0, exited[l]} + {2'd0, broke[l] & broke_ok[l]} +
          {2'd0, returned[l] & (called[l] ^ out[l])}
             + {2'd0, branch[l]} + {2'd0, joined[l] & run[l] & ~act[l] & ~branch[l]} == 3'd1);
    if (idle) assert(act != 4'd0);
    if (fault_valid) assert(fault_code == 8'd5 && depth == 7'(D));
    // helps the induction
    if (st == 2'd3 && \bru.uop_q != JOIN) assert(act == 4'd0);
    if (st == 2'd3 && depth != 7'd0) assert(look_entry == mem[59*top +: 59]);
    if (!idle) begin
      assert(\bru.uop_q != 2'd3);
      if (\bru.uop_q == BODY) assert(now_op != `OP_QUADON && now_op != `OP_QUADPOP);
      if (\bru.uop_q == BODY && now_op == `OP_BRK && st != 2'd3) assert(legal_brk);
      if (\bru.uop_q == JOIN) assert(legal_join);
      if (st != 2'd3) assert(act != 4'd0);
      if (st == 2'd3 && \bru.uop_q == BODY) assert(now_op == `OP_BRK || now_op == `OP_RET);
    end
  end
  wire unused = &{1'b0, br_wid, look_idx};
endmodule
