// SPDX-License-Identifier: Apache-2.0
// fold_part: of a word that stands from phase 0 of a cycle on the part of each phase, the first phase's lowest.
//
// With FOLD = 4 or 8 from a register: all but the first phase's part are chosen where the phase before ends.
`default_nettype none

module fold_part #(
  parameter int FOLD  = 4,
  parameter int WIDTH = 64               // of a part
) (
  input  wire                   clk_p,
  input  wire  [2:0]            phase,
  input  wire  [FOLD*WIDTH-1:0] all,
  output wire  [WIDTH-1:0]      part
);

  localparam int PB = $clog2(FOLD);
  wire [PB-1:0] p    = phase[PB-1:0];
  wire [PB-1:0] next = p + PB'(1);

  if (FOLD > 2) begin : g_ahead
    logic             first_q;
    logic [WIDTH-1:0] next_q;
    always_ff @(posedge clk_p) begin
      first_q <= next == '0;
      next_q  <= all[WIDTH*next +: WIDTH];
    end
    assign part = first_q ? all[WIDTH-1:0] : next_q;
  end else begin : g_now
    assign part = all[WIDTH*p +: WIDTH];
    wire unused = &{1'b0, clk_p, next};
  end

  wire unused_bits = &{1'b0, phase};

endmodule
`default_nettype wire
