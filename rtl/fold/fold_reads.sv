// SPDX-License-Identifier: Apache-2.0
// fold_reads: lutram_nr1w without LUT RAM: a memory with PORTS read ports and one write port whose block RAMs serve the
// ports one after another in the phases of a cycle.
//
// Addresses stand from phase 0 on; what is read counts in the last phase. What a cycle writes the next one reads.
// A RAM serves FOLD - 1 ports, with FOLD = 8 one less, since the address of a phase is read from a register in the next
// one; there are as many RAMs as that takes.
// Rules: FOLD-14 (docs/units).
`default_nettype none

module fold_reads #(
  parameter int FOLD  = 4,
  parameter int WIDTH = 32,
  parameter int DEPTH = 32,
  parameter int PORTS = 2
) (
  input  wire                             clk,
  input  wire                             clk_p,
  input  wire  [2:0]                      phase,
  input  wire  [PORTS*$clog2(DEPTH)-1:0]  rd_addr,
  output wire  [PORTS*WIDTH-1:0]          rd_data,
  input  wire                             wr_en,
  input  wire  [$clog2(DEPTH)-1:0]        wr_addr,
  input  wire  [WIDTH-1:0]                wr_data
);

  localparam int AW  = $clog2(DEPTH);
  localparam int LATE = FOLD > 4 ? 1 : 0;          // addresses a phase later
  localparam int PER = FOLD - 1 - LATE;

  for (genvar c = 0; PER * c < PORTS; c++) begin : g_ram
    localparam int N = PORTS - PER * c < PER ? PORTS - PER * c : PER;
    logic [AW-1:0]    at;                // of port k in phase k
    wire  [AW-1:0]    now_at;            // ... in phase k + LATE
    wire  [WIDTH-1:0] row;
    always_comb begin
      at = rd_addr[AW*PER*c +: AW];
      for (int k = 1; k < N; k++)
        if (phase == 3'(k)) at = rd_addr[AW*(PER*c + k) +: AW];
    end
    fold_late #(.ON(LATE != 0), .WIDTH(AW)) u_late (.clk_p, .now(at), .late(now_at));
    sram_2clk #(.WIDTH(WIDTH), .DEPTH(DEPTH), .EN_BITS(WIDTH)) u_ram (
      .rd_clk(clk_p), .rd_en(phase - 3'(LATE) < 3'(N)), .rd_addr(now_at), .rd_data(row),
      .wr_clk(clk), .wr_en, .wr_addr, .wr_be(1'b1), .wr_data);

    // all but the last one's make room for the next
    for (genvar k = 0; k < N; k++) begin : g_port
      if (k == N - 1) begin : g_row
        assign rd_data[WIDTH*(PER*c + k) +: WIDTH] = row;
      end else begin : g_kept
        logic [WIDTH-1:0] row_q;
        always_ff @(posedge clk_p)
          if (phase == 3'(k + 1 + LATE)) row_q <= row;
        assign rd_data[WIDTH*(PER*c + k) +: WIDTH] = row_q;
      end
    end
  end

endmodule
`default_nettype wire
