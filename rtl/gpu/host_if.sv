// SPDX-License-Identifier: Apache-2.0
// host_if: commands of the host from a queue of words: uploads, settings, invalidation, fences, launches.
//
// From the host      in_*: words of commands; to it out_*: words of answers
// From gpu_top       step, running, moving, launch_ready, next_tpc, fault*
// To   gpu_top       launch_*, what the launch is, descriptors of textures, inv
// To   gpu_top       mem_req_*: stores, in steps, for the crossbar (HOST-10)
//
// One command after the other; the queue's head is looked at a cycle after it was written at the earliest. Cycles:
// HOST-4 to HOST-7, the choice of gpu.md. Rules: docs/units/host-if.md.
`include "assert.svh"
`include "dp_types.svh"
`include "sm_enums.svh"
`include "sm_types.svh"
`include "mem_types.svh"
`include "tex_types.svh"
`include "gpu/packet_types.svh"
`include "gpu/host_types.svh"
`default_nettype none

module host_if #(
  parameter int QUEUE   = 64,                        // words, a power of two; HOST_QUEUE of host_if.h
  parameter int ANSWERS = 8                          // words, a power of two; HOST_ANSWERS
) (
  input  wire          clk,
  input  wire          rst,
  input  wire          step,

  input  wire          in_valid,
  output wire          in_ready,
  input  wire  [31:0]  in_data,
  output wire          out_valid,
  input  wire          out_ready,
  output wire  [31:0]  out_data,

  // the chip
  input  wire          running,
  input  wire          moving,
  output wire          launch_valid,
  input  wire          launch_ready,
  output wire  [`LAUNCH_CFG_W-1:0] cfg,              // launch_cfg_t
  output logic [31:0]  local_base,
  output logic [31:6]  dir_base,
  output logic [31:8]  l3_base,
  output logic [2047:0] params,
  output wire          tex_we,
  output wire  [6:0]   tex_idx,
  output wire  [`TIC_W-1:0] tex_data,                // tic_t
  output wire  [2:0]   inv,
  input  wire  [3:0]   next_tpc,
  input  wire  [`FAULT_W-1:0] fault,                 // fault_t
  input  wire  [4:0]   fault_sm,
  input  wire          fault_page,

  output wire          mem_req_valid,
  input  wire          mem_req_ready,
  output wire  [`GPU_REQ_W-1:0] mem_req              // gpu_req_t
);

  localparam int CFG_WORDS = (`LAUNCH_CFG_W + 31) / 32;
  localparam int TEX_WORDS = (`TIC_W + 31) / 32;
  localparam int PW = $clog2(gpu_cfg::GPU_PREPARE_CYCLES);
  localparam int WW = $clog2(gpu_cfg::GPU_RESET_CYCLES);
  localparam int FW = $clog2(gpu_cfg::GPU_FENCE_CYCLES + 1);

  // COMMAND: the next word is one. ADDRESS, DATA: of an upload, whose sector is sent in SEND. SET: words for registers.
  // INVALIDATE, FENCE, PREPARE: wait for rest; WAIT: for cycle 0; START, RUN, END: a launch. ANSWER: its words. BAD:
  // none of it counts any more.
  typedef enum logic [3:0] {ST_COMMAND, ST_ADDRESS, ST_DATA, ST_SEND, ST_SET, ST_INVALIDATE, ST_FENCE, ST_PREPARE,
                            ST_WAIT, ST_START, ST_RUN, ST_END, ST_ANSWER, ST_BAD} host_st_t;
  logic [3:0]   state_q;      // a host_st_t; ?: of two gives bits, and not all tools can cast them

  // --- queues --------------------------------------------------------------------------------------
  // HOST-1, HOST-8
  wire          head_valid, pop, ans_ready;
  wire  [31:0]  head;
  logic [31:0]  ans;
  sync_fifo #(.WIDTH(32), .DEPTH(QUEUE)) u_in (
    .clk, .rst, .in_valid, .in_ready, .in_data, .out_valid(head_valid), .out_ready(pop), .out_data(head));
  sync_fifo #(.WIDTH(32), .DEPTH(ANSWERS)) u_out (
    .clk, .rst, .in_valid(state_q == ST_ANSWER), .in_ready(ans_ready), .in_data(ans), .out_valid, .out_ready,
    .out_data);
  assign pop = state_q == ST_COMMAND || state_q == ST_ADDRESS || state_q == ST_DATA || state_q == ST_SET ||
               state_q == ST_BAD;
  wire          take = head_valid && pop;
  wire  [3:0]   op   = head[31:28];

  // --- rest ------------------------------------------------------------------------------------------
  // HOST-4
  logic [FW-1:0] still_q;                            // cycles since a launch has run, FENCE_CYCLES at most
  logic [PW-1:0] phase_q;
  wire          rest = !running && !moving && still_q == FW'(gpu_cfg::GPU_FENCE_CYCLES);
  always_ff @(posedge clk)
    if (rst) begin
      still_q <= FW'(gpu_cfg::GPU_FENCE_CYCLES);
      phase_q <= '0;
    end else begin
      if (running)                                     still_q <= '0;
      else if (still_q != FW'(gpu_cfg::GPU_FENCE_CYCLES)) still_q <= still_q + 1'b1;
      phase_q <= phase_q == PW'(gpu_cfg::GPU_PREPARE_CYCLES - 1) ? '0 : phase_q + 1'b1;
    end

  // --- the command -------------------------------------------------------------------------------------
  logic [3:0]    op_q;
  logic [27:0]   arg_q;
  logic [15:0]   left_q;                             // words
  logic [31:2]   at_q;                               // upload: the next word's address
  logic [11:0]   reg_q;                              // set: the next register
  logic [WW-1:0] wait_q;
  logic [63:0]   cycles_q;                           // of the launch
  logic [2:0]    word_q;                             // of the answer
  logic          inv_q;                              // the cycle behind the step
  logic          faulted_q;
  fault_t        now;
  assign now = fault;
  wire           faulted  = now.valid;
  wire           begins   = launch_valid && launch_ready;
  wire           last_in  = at_q[4:2] == 3'd7 || left_q == 16'd1;
  wire  [2:0]    last_out = op_q != `HOST_LAUNCH ? 3'd0 : faulted_q ? 3'd5 : 3'd2;
  assign launch_valid = state_q == ST_START;
  assign inv = (state_q == ST_INVALIDATE && rest && step) || inv_q ? arg_q[2:0] : 3'd0;

  always_ff @(posedge clk)
    if (rst) begin
      state_q <= ST_COMMAND;
      inv_q   <= 1'b0;
    end else begin
      inv_q <= state_q == ST_INVALIDATE && rest && step;
      case (state_q)
        ST_COMMAND: if (take) begin
          op_q    <= op;
          arg_q   <= head[27:0];
          left_q  <= head[15:0];
          reg_q   <= head[27:16];
          word_q  <= 3'd0;
          case (op)
            `HOST_UPLOAD:     state_q <= ST_ADDRESS;
            `HOST_SET:        state_q <= head[15:0] == '0 ? ST_COMMAND : ST_SET;
            `HOST_INVALIDATE: state_q <= ST_INVALIDATE;
            `HOST_FENCE:      state_q <= ST_FENCE;
            `HOST_LAUNCH:     state_q <= ST_PREPARE;
            default:          state_q <= ST_ANSWER;
          endcase
        end
        ST_ADDRESS: if (take) begin
          at_q    <= head[31:2];
          state_q <= left_q == '0 ? ST_COMMAND : ST_DATA;
        end
        ST_DATA: if (take) begin
          left_q <= left_q - 1'b1;
          if (last_in) state_q <= ST_SEND;
          else         at_q <= at_q + 1'b1;
        end
        ST_SEND: if (step && mem_req_ready) begin
          at_q    <= at_q + 1'b1;
          state_q <= left_q == '0 ? ST_COMMAND : ST_DATA;
        end
        ST_SET: if (take) begin
          left_q <= left_q - 1'b1;
          reg_q  <= reg_q + 1'b1;
          if (left_q == 16'd1) state_q <= ST_COMMAND;
        end
        ST_INVALIDATE: if (rest && step) state_q <= ST_COMMAND;
        ST_FENCE:      if (rest)         state_q <= ST_ANSWER;
        // HOST-7
        ST_PREPARE: if (rest && phase_q == '0) begin
          wait_q  <= WW'(gpu_cfg::GPU_RESET_CYCLES - 2);
          state_q <= ST_WAIT;
        end
        ST_WAIT: begin
          wait_q <= wait_q - 1'b1;
          if (wait_q == WW'(1)) state_q <= ST_START;
        end
        ST_START: if (begins) begin
          cycles_q <= 64'd1;
          state_q  <= ST_RUN;
        end
        ST_RUN: if (running) cycles_q <= cycles_q + 1'b1;
                else         state_q  <= ST_END;
        ST_END: if (rest) begin
          faulted_q <= faulted;
          state_q   <= ST_ANSWER;
        end
        ST_ANSWER: if (ans_ready) begin
          word_q <= word_q + 1'b1;
          if (word_q == last_out)
            state_q <= op_q == `HOST_FENCE || op_q == `HOST_LAUNCH ? ST_COMMAND : ST_BAD;
        end
        default: ;
      endcase
    end

  // --- answers ---------------------------------------------------------------------------------------
  wire  [95:0] fault_words = 96'(now);
  always_comb
    case (word_q)
      3'd1:    ans = cycles_q[31:0];
      3'd2:    ans = cycles_q[63:32];
      3'd3:    ans = fault_words[31:0];
      3'd4:    ans = fault_words[63:32];
      3'd5:    ans = fault_words[95:64];
      default:
        if (op_q == `HOST_LAUNCH)
          ans = {`HOST_LAUNCH, 1'b0, faulted_q, fault_page, fault_sm, next_tpc, arg_q[15:0]};
        else if (op_q == `HOST_FENCE) ans = {op_q, arg_q};
        else                          ans = {`HOST_BAD, arg_q};
    endcase

  // --- a sector of an upload ---------------------------------------------------------------------------
  // HOST-2
  logic [255:0] data_q;
  logic [31:0]  mask_q;
  wire          word_in = take && state_q == ST_DATA;
  always_ff @(posedge clk)
    if (rst || (state_q == ST_SEND && step && mem_req_ready)) mask_q <= '0;
    else
      for (int i = 0; i < 8; i++)
        if (word_in && at_q[4:2] == i[2:0]) begin
          data_q[32*i +: 32] <= head;
          mask_q[4*i +: 4]   <= '1;
        end
  assign mem_req_valid = state_q == ST_SEND;
  assign mem_req = {1'b0, at_q[10:8], `XBAR_L3, 8'd0, `MEM_STORE, `SPACE_S, 4'd0, 3'd0, at_q[31:5], 5'd0, mask_q,
                    data_q};

  // --- registers -----------------------------------------------------------------------------------------
  // HOST-3
  logic [32*CFG_WORDS-1:0] cfg_q;
  logic [32*TEX_WORDS-1:0] tex_q;
  wire          write = take && state_q == ST_SET;
  always_ff @(posedge clk)
    if (write) begin
      for (int i = 0; i < CFG_WORDS; i++)
        if (reg_q == 12'(`HOST_REG_CFG + i)) cfg_q[32*i +: 32] <= head;
      for (int i = 0; i < TEX_WORDS; i++)
        if (reg_q == 12'(`HOST_REG_TEX_DATA + i)) tex_q[32*i +: 32] <= head;
      for (int i = 0; i < 64; i++)
        if (reg_q == 12'(`HOST_REG_PARAM + i)) params[32*i +: 32] <= head;
      if (reg_q == `HOST_REG_LOCAL_BASE) local_base <= head;
      if (reg_q == `HOST_REG_DIR_BASE)   dir_base   <= head[31:6];
      if (reg_q == `HOST_REG_L3_BASE)    l3_base    <= head[31:8];
    end
  assign cfg      = cfg_q[`LAUNCH_CFG_W-1:0];
  assign tex_data = tex_q[`TIC_W-1:0];
  assign tex_we   = write && reg_q == `HOST_REG_TEX_INDEX;
  assign tex_idx  = head[6:0];
  wire unused = &{1'b0, cfg_q[32*CFG_WORDS-1:`LAUNCH_CFG_W], tex_q[32*TEX_WORDS-1:`TIC_W]};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a launch begins while nothing moves", rst || !begins || (!moving && !running))
  `ASSERT("no launch runs but the one that was commanded", rst || !running || state_q == ST_RUN)

endmodule
`default_nettype wire
