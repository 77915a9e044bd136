// SPDX-License-Identifier: Apache-2.0
// tpc_l2 with one to three SMs that want instruction blocks without end, and constants one block at a time, all in the
// L2: every constant is granted within the blocks of three SMs, and so are instructions. (A constant that took turns
// with instructions while the way back was busy was never granted.) Rules (docs/units): L2-3, L2-4.
//
//! test rtl
`default_nettype none

module tb_l2_turns;
  wire [2:0] done;
  wire [95:0] errors;
  l2_turns #(.PORTS(1)) u_one   (.done(done[0]), .errors(errors[31:0]));
  l2_turns #(.PORTS(2)) u_two   (.done(done[1]), .errors(errors[63:32]));
  l2_turns #(.PORTS(3)) u_three (.done(done[2]), .errors(errors[95:64]));
  always @(done)
    if (done == 3'b111) begin
      if (errors == 96'd0) $display("PASS tb_l2_turns");
      else $display("FAIL tb_l2_turns: %0d, %0d, %0d errors", errors[31:0], errors[63:32], errors[95:64]);
      $finish;
    end
endmodule

module l2_turns #(
  parameter int PORTS = 1
) (
  output reg     done,
  output integer errors
);
  reg               clk = 1'b0, rst = 1'b1, rsp_valid = 1'b0;
  reg  [PORTS-1:0]  c_valid = '0, i_valid = '0;
  wire [PORTS-1:0]  c_ready, i_ready;
  wire              asks;
  integer           cyc = 0, words = 0, seed = 5;
  integer           c_waits [0:PORTS-1], i_waits [0:PORTS-1], rest [0:PORTS-1], granted [0:PORTS-1];
  always #5 clk = !clk;

  tpc_l2 #(.PORTS(PORTS)) u_l2 (
    .clk, .rst, .c_req_valid(c_valid), .c_req_addr({PORTS{19'h40000}}), .c_req_ready(c_ready), .i_req_valid(i_valid),
    .i_req_addr({PORTS{19'h00010}}), .i_req_id({PORTS{1'b0}}), .i_req_ready(i_ready), .c_rsp_valid(), .i_rsp_valid(),
    .i_rsp_id(), .i_rsp_block(), .rsp_word(), .rsp_data(), .l3_req_valid(asks), .l3_req_addr(), .l3_req_ready(1'b1),
    .l3_rsp_valid(rsp_valid), .l3_rsp_data(32'd0));

  initial begin
    done   = 1'b0;
    errors = 0;
    for (int p = 0; p < PORTS; p++) begin
      c_waits[p] = 0;
      i_waits[p] = 0;
      rest[p]    = 30;
      granted[p] = 0;
    end
  end

  always @(posedge clk) begin
    cyc = cyc + 1;
    rst <= cyc < 3;
    words = words + (asks && !rst ? 64 : 0) - (rsp_valid ? 1 : 0);
    rsp_valid <= words > 0;
    for (int p = 0; p < PORTS; p++) begin
      // both lines come first
      c_waits[p] = cyc < 400 || !c_valid[p] || c_ready[p] ? 0 : c_waits[p] + 1;
      i_waits[p] = cyc < 400 || !i_valid[p] || i_ready[p] ? 0 : i_waits[p] + 1;
      if (c_waits[p] == 100 || i_waits[p] == 100) begin
        errors = errors + 1;
        $display("%0d SMs: SM %0d waits 100 cycles, cycle %0d", PORTS, p, cyc);
      end
      // of constants one block under way, the next at least L2_DISTANCE behind it
      if (c_ready[p]) begin
        granted[p] = granted[p] + 1;
        rest[p]    = 16 + gpu_cfg::L2_DISTANCE + $unsigned($random(seed)) % 7;
      end else if (rest[p] > 0) rest[p] = rest[p] - 1;
      c_valid[p] <= cyc > 20 && rest[p] == 0;
      i_valid[p] <= cyc > 20;
    end
    if (cyc == 20000) begin
      for (int p = 0; p < PORTS; p++) if (granted[p] < 100) errors = errors + 1;
      done <= 1'b1;
    end
  end
endmodule
`default_nettype wire
