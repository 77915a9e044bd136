// SPDX-License-Identifier: Apache-2.0
// sm_bru: control flow, one micro-operation at a time: the body of bra, call, ret ..., and the join and exit markers.
//
// From sm_issue    is_*: the micro-operation and the warp's state;  from the datapath: br_mask at t+6
// To   sm_fetch    br_valid/br_pc: where the warp goes on;  to sm_cta: fin_valid: it has finished
// To   sm_simt_stack  the new state and stack accesses
//
// t issue; e = t+2, with a predicate t+6: the operation is performed. A push or plain redirect ends in e. Otherwise one
// stack entry per cycle from e+1 on is looked at, top first; the last such cycle is f. idle is high from f+1 on.
// The stack memory is read one entry ahead in every cycle, since the next entry to look at is always the one below.
`include "assert.svh"
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "sm_enums.svh"
`default_nettype none

module sm_bru (
  input  wire         clk,
  input  wire         rst,

  input  wire         is_valid,
  input  wire  [4:0]  is_wid,
  input  wire  [1:0]  is_uop,
  input  wire  [23:0] is_pc,
  input  ctl_t        is_ctl,
  input  wire  [31:0] is_active,
  input  wire  [31:0] is_t0,
  input  wire  [31:0] is_t1,
  input  wire  [6:0]  is_depth,
  input  wire  [31:0] first_lmask,       // lanes with a thread in warp br_wid
  input  wire  [31:0] br_mask,

  output logic        idle,
  output logic        br_valid,          // cycle f
  output logic [4:0]  br_wid,
  output logic [1:0]  br_uop,
  output logic [23:0] br_pc,
  output logic        br_redirect,
  output logic        br_finished,
  output logic [31:0] br_active,
  output logic [6:0]  br_depth,

  output logic        st_we,
  output logic [31:0] st_active,
  output logic [31:0] st_t0,
  output logic [31:0] st_t1,
  output logic        push_valid,
  output logic [5:0]  push_idx,
  output logic [58:0] push_entry,
  output logic        look_valid,
  output logic [5:0]  look_idx,
  input  wire  [58:0] look_entry,

  output logic        fault_valid,
  output logic [7:0]  fault_code,
  output logic [23:0] fault_pc
);

  // --- the operation under way -------------------------------------------------------------------
  localparam logic [1:0] ST_IDLE = 2'd0, ST_WAIT = 2'd1, ST_EVAL = 2'd2, ST_POP = 2'd3;
  logic [1:0]  st_q;
  logic [2:0]  wait_q;
  logic [4:0]  wid_q;
  logic [1:0]  uop_q;
  logic [6:0]  op_q;
  logic [23:0] pc_q, next_q, target_q;
  logic        pred_q, lim_q;
  logic [31:0] act_q, t0_q, t1_q;
  logic [6:0]  depth_q;

  logic [31:0] act_d, t0_d, t1_d;
  logic [6:0]  depth_d;
  logic [23:0] pc_d;
  logic        done, pop, push, fail, redirect, finished;
  logic [2:0]  push_type;
  logic [31:0] push_mask;
  logic [23:0] push_pc;

  // BRU-1, BRU-6: what has a predicate
  wire        is_pred  = is_uop == `UOP_BODY && is_ctl.cond != 5'd15;
  wire [31:0] lanes    = pred_q ? act_q & br_mask : act_q;       // lanes that take part, at e
  wire [31:0] rest     = act_q & ~lanes;
  wire [2:0]  top_type = look_entry[58:56];
  wire [31:0] top_mask = look_entry[55:24];
  wire [23:0] top_pc   = look_entry[23:0];
  wire [31:0] top_run  = top_mask & ~t0_q & ~t1_q;
  // lanes that run after a break or call entry
  wire [31:0] top_back = top_mask & ~(top_type == `E_PREBRK ? t1_q : t0_q);
  wire        empty    = depth_q == 7'd0;
  wire        full     = depth_q == 7'(gpu_cfg::STACK_DEPTH);
  // every quad with an active lane
  logic [31:0] quads;
  always_comb begin
    quads = act_q | act_q >> 1;
    quads = (quads | quads >> 2) & 32'h1111_1111;       // bit 0 of each
    quads = quads | quads << 1;
    quads = quads | quads << 2;
  end

  always_comb begin
    act_d      = act_q;
    t0_d       = t0_q;
    t1_d       = t1_q;
    depth_d    = depth_q;
    pc_d       = next_q;
    done       = 1'b0;
    pop        = 1'b0;
    push       = 1'b0;
    fail       = 1'b0;
    redirect   = 1'b0;
    finished   = 1'b0;
    fault_code = `F_STACK_MISMATCH;
    push_type  = `E_BRANCH;
    push_mask  = act_q;
    push_pc    = target_q;
    // BRU-6, in cycle e
    if (st_q == ST_EVAL) begin
      done = 1'b1;
      if (uop_q != `UOP_BODY) begin
        done = 1'b0;
        pop  = 1'b1;
        if (uop_q != `UOP_JOIN) begin
          act_d = 32'd0;
          t0_d  = t0_q | act_q;
          t1_d  = t1_q | act_q;
        end
      end else
        case (op_q)
          `OP_BRA: begin
            if (lanes != 32'd0) begin
              pc_d = target_q;
              if (rest != 32'd0) begin
                push      = 1'b1;
                push_mask = rest;
                push_pc   = next_q;
                act_d     = lanes;
              end
            end
          end
          `OP_JOINAT: begin
            push      = 1'b1;
            push_type = `E_JOINAT;
          end
          `OP_PREBRK: begin
            push      = 1'b1;
            push_type = `E_PREBRK;
          end
          `OP_CALL: begin
            push      = 1'b1;
            push_type = lim_q ? `E_CALL_LIM : `E_CALL;
            push_pc   = next_q;
            pc_d      = target_q;
          end
          `OP_QUADON: begin
            push      = 1'b1;
            push_type = `E_QUADON;
            push_pc   = 24'd0;
            act_d     = quads;
          end
          `OP_BRK, `OP_RET: begin
            if (op_q == `OP_BRK) t0_d = t0_q | lanes;
            else                 t1_d = t1_q | lanes;
            act_d = rest;
            if (rest == 32'd0) begin
              done = 1'b0;
              pop  = 1'b1;
            end
          end
          `OP_QUADPOP: begin
            done = 1'b0;
            pop  = 1'b1;
          end
          default: ;                     // brkpt
        endcase
      if (push) begin
        depth_d    = depth_q + 7'd1;
        fail       = full;
        fault_code = `F_STACK_LIMIT;
      end
    end
    // BRU-2: an entry a cycle; BRU-8: faults
    if (st_q == ST_POP) begin
      pop = 1'b1;
      if (uop_q == `UOP_JOIN) begin
        depth_d = depth_q - 7'd1;
        pc_d    = pc_q;
        if (empty || (top_type != `E_BRANCH && top_type != `E_JOINAT)) begin
          fail       = 1'b1;
          fault_code = empty ? `F_STACK_UNDERFLOW : `F_STACK_MISMATCH;
        end else if (top_type == `E_JOINAT) begin
          done  = 1'b1;
          act_d = top_run;
        end else if (top_run != 32'd0) begin
          done     = 1'b1;
          redirect = 1'b1;
          act_d    = top_run;
          pc_d     = top_pc;
        end
      end else if (uop_q == `UOP_BODY && op_q == `OP_QUADPOP) begin
        depth_d = depth_q - 7'd1;
        done    = 1'b1;
        act_d   = top_run;
        if (empty || top_type != `E_QUADON) begin
          fail       = 1'b1;
          fault_code = empty ? `F_STACK_UNDERFLOW : `F_STACK_MISMATCH;
        end
      // BRU-7
      end else if (empty) begin          // unwinding
        done     = 1'b1;
        finished = 1'b1;
        if ((t0_q & ~t1_q) != 32'd0) begin
          fail       = 1'b1;
          fault_code = `F_STACK_UNDERFLOW;
        end
      end else begin
        depth_d = depth_q - 7'd1;
        pc_d    = top_pc;
        act_d   = top_run;
        done    = top_run != 32'd0;
        case (top_type)
          `E_BRANCH: ;
          `E_JOINAT: if (done) depth_d = depth_q;
          `E_PREBRK: begin
            t0_d  = t0_q & ~(top_mask & ~t1_q);
            act_d = top_back;
            done  = top_back != 32'd0;
          end
          `E_CALL, `E_CALL_LIM: begin
            t1_d  = t1_q & ~(top_mask & ~t0_q);
            act_d = top_back;
            done  = top_back != 32'd0;
            if ((top_mask & t0_q & ~t1_q) != 32'd0) begin
              fail       = 1'b1;
              fault_code = `F_STACK_MISMATCH;
            end
          end
          default: begin
            fail       = 1'b1;
            fault_code = `F_QUADON_ACTIVE;
          end
        endcase
      end
    end
  end

  always_ff @(posedge clk)
    if (rst) st_q <= ST_IDLE;
    else
      case (st_q)
        ST_IDLE: if (is_valid) st_q <= ST_WAIT;
        ST_WAIT: if (wait_q == 3'd0) st_q <= ST_EVAL;
        default: st_q <= done ? ST_IDLE : ST_POP;
      endcase

  always_ff @(posedge clk)
    case (st_q)
      ST_IDLE: if (is_valid) begin
        wait_q   <= is_pred ? 3'd4 : 3'd0;
        wid_q    <= is_wid;
        uop_q    <= is_uop;
        op_q     <= is_ctl.op;
        pred_q   <= is_pred;
        lim_q    <= is_ctl.lim;
        pc_q     <= is_pc;
        next_q   <= is_pc + (is_ctl.len8 ? 24'd8 : 24'd4);
        target_q <= is_ctl.target;
        act_q    <= is_active;
        t0_q     <= is_t0;
        t1_q     <= is_t1;
        depth_q  <= is_depth;
      end
      ST_WAIT: wait_q <= wait_q - 3'd1;
      default: begin
        act_q   <= act_d;
        t0_q    <= t0_d;
        t1_q    <= t1_d;
        depth_q <= depth_d;
      end
    endcase

  // BRU-3
  assign idle        = st_q == ST_IDLE;
  assign br_valid    = done && !fail;
  assign br_wid      = wid_q;
  assign br_uop      = uop_q;
  assign br_pc       = finished ? next_q : pc_d;
  assign br_redirect = redirect;
  assign br_finished = finished;
  // BRU-9
  assign br_active   = finished ? 32'd0 : act_d;
  assign br_depth    = depth_d;
  assign fault_valid = fail;
  assign fault_pc    = pc_q;

  // a finished warp slot gets the state in which its next warp starts
  assign st_we     = br_valid;
  assign st_active = finished ? first_lmask : act_d;
  assign st_t0     = finished ? ~first_lmask : t0_d;
  assign st_t1     = finished ? ~first_lmask : t1_d;

  assign push_valid = push && !fail;
  assign push_idx   = depth_q[5:0];
  assign push_entry = {push_type, push_mask, push_pc};
  assign look_valid = pop;
  assign look_idx   = depth_d[5:0] - 6'd1;

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a control operation begins when none is under way", rst || !is_valid || idle)
  `ASSERT("nothing is pushed on a full stack", rst || !push_valid || depth_q < 7'(gpu_cfg::STACK_DEPTH))
  `ASSERT("nothing is popped from an empty stack", rst || !st_we || br_depth <= 7'(gpu_cfg::STACK_DEPTH))

endmodule
`default_nettype wire
