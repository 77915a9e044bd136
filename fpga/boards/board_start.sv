// SPDX-License-Identifier: Apache-2.0
// board_start: what every board has when it starts: the reset of all that runs on clk, 16 clocks long, and a counter
// for its lights. `up` (the PLL has locked, nobody presses reset) may come from anywhere. Latency: three clocks from
// its fall to rst, some 19 from its rise to the end of rst.
//
// It refuses a line whose rate is off by more than 3 %, which nobody would understand; UART_CLOCKS: clocks of a bit.
`default_nettype none

module board_start #(
  parameter int CLK_KHZ     = 50_000,
  parameter int BAUD        = 115_200,
  parameter int UART_CLOCKS = 434
) (
  input  wire         clk,
  input  wire         up,
  output wire         rst,
  output wire  [5:0]  count                          // since reset: the highest one changes every 2^24 clocks
);

  localparam int OFF = UART_CLOCKS * BAUD - CLK_KHZ * 1000;
  if (OFF > CLK_KHZ * 30 || OFF < -CLK_KHZ * 30) begin : g_bad
    board_start_CLK_KHZ_gives_no_clock_for_BAUD u();
  end

  logic [1:0]  up_q = '0;                            // against metastability
  logic [24:0] count_q = '0;
  logic        run_q = 1'b0;
  always_ff @(posedge clk) begin
    up_q    <= {up_q[0], up};
    count_q <= up_q[1] ? count_q + 1'b1 : '0;
    run_q   <= up_q[1] && (run_q || count_q[4]);
  end
  assign rst   = !run_q;
  assign count = count_q[24:19];

endmodule
`default_nettype wire
