// SPDX-License-Identifier: Apache-2.0
// step_pipe: STAGES pipeline registers that move together.
//
// What is at in_* in a step with move is at out_* after STAGES such steps. The bits `valid` are a shift register; the
// data lie in a ring, each in one place until it leaves, as in the shift registers that are made of memories.
`default_nettype none

module step_pipe #(
  parameter int WIDTH  = 32,
  parameter int STAGES = 4           // 0: wires
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               step,
  input  wire               move,
  input  wire               in_valid,
  input  wire  [WIDTH-1:0]  in_data,
  output wire               out_valid,
  output wire  [WIDTH-1:0]  out_data,
  output wire               empty
);

  if (STAGES == 0) begin : g_none
    assign out_valid = in_valid;
    assign out_data  = in_data;
    assign empty     = 1'b1;
    wire unused = &{1'b0, clk, rst, step, move};
  end else begin : g_some
    localparam int PLACES = STAGES < 2 ? 2 : STAGES;
    localparam int AW     = $clog2(PLACES);
    logic [STAGES-1:0] valid_q;
    logic [AW-1:0]     at_q;           // of the oldest
    assign out_valid = valid_q[STAGES-1];
    assign empty     = valid_q == '0;
    lutram_1r1w #(.WIDTH(WIDTH), .DEPTH(PLACES), .EN_BITS(WIDTH)) u_data (
      .clk, .rd_addr(at_q), .rd_data(out_data),
      .wr_en(step && move && in_valid), .wr_addr(at_q), .wr_be(1'b1), .wr_data(in_data));
    always_ff @(posedge clk)
      if (rst) begin
        valid_q <= '0;
        at_q    <= '0;
      end else if (step && move) begin
        valid_q <= (valid_q << 1) | STAGES'(in_valid);
        at_q    <= at_q == AW'(STAGES - 1) ? '0 : at_q + 1'b1;
      end
  end

endmodule
`default_nettype wire
