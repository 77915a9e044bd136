// SPDX-License-Identifier: Apache-2.0
// dram_ctrl with short times, a queue of two and clocks that never rest: a read that is taken is answered once, with
// its id, and no other answer comes. That it comes within 24 clocks is proof_wait; both at once, a solver needs three
// minutes. Not proved: data, which are the benches'; more than two rows and banks; what comes 24 cycles behind reset.
//
//! proves memory controller with short times: each read is answered once, with its id; no other answer
//! by abc:24
//! set DRAM_QUEUE=2 DRAM_PASSES=1 DRAM_RC=3 DRAM_RAS=2 DRAM_RP=1 DRAM_RCD=4 DRAM_RRD=1 DRAM_WTR=1 DRAM_WR=1
//! set DRAM_REFI=64 DRAM_RFC=2 DRAM_CL=2 DRAM_WL=1
`include "formal.svh"
`include "gpu/packet_types.svh"
`include "gpu/dram_types.svh"
`default_nettype none

module proof (
  input wire         clk,
  input wire         valid,
  input wire         write,
  input wire [21:0]  sector,
  input wire [127:0] dq_in
);
  `F_RESET
  wire          ready, rsp_valid, drive;
  dram_req_t    req;
  dram_rsp_t    rsp;
  dram_cmd_t    cmd;
  wire [15:0]   mask;
  wire [127:0]  dq_out;
  // Two reads with two ids: the one watched, 1, and others, 0. Only sectors of two rows and two banks.
  reg           mine;
  wire          watch = valid && ready && !write && !mine;
  reg [1:0]     others;                // reads under way
  wire          other = valid && ready && !write && mine;
  assign req = {write, 5'd0, !mine, sector & 22'b10010000000, 32'd0, 256'd0};
  (* keep *) dram_ctrl dut (.clk, .rst, .step(1'b1), .mstep(1'b1), .req_valid(valid && (write || !(&others))),
    .req_ready(ready), .req, .rsp_valid, .rsp, .cmd, .dq_drive(drive), .dq_mask(mask), .dq_out, .dq_in);
  wire answer_mine  = rsp_valid && rsp.id == 6'd1, answer_other = rsp_valid && rsp.id == 6'd0;
  wire took_mine    = watch && !(&others), took_other = other && !(&others);
  always @(posedge clk)
    if (rst) begin
      mine   <= 1'b0;
      others <= '0;
    end else begin
      mine   <= took_mine || (mine && !answer_mine);
      others <= others + {1'b0, took_other} - {1'b0, answer_other};
    end
  always @* if (!rst) begin
    if (rsp_valid)    assert(rsp.id <= 6'd1);
    if (answer_mine)  assert(mine);
    if (answer_other) assert(others != 2'd0);
  end
endmodule
