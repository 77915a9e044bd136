// SPDX-License-Identifier: Apache-2.0
// sm_rf_ram: a RAM of sm_rf, and which of four is written.
//
// From sm_rf   en, we, addr, wr_be as sram_1rw has them; rd: en && !we; from: 0 SP, 1 step, 2 beat, 3 launch; *_data
// To   sm_rf   rd_data, in the cycle after a read
//
// LANES below 8: a row of so many lanes for each phase. A read's first row is read where its cycle ends, those of
// the others in the phases of the next one, in which rd_data are the lanes from LANES * p on. What is written is
// written in the phases of the next cycle, with FOLD = 4 or 8 a phase later (a read of that cycle finds it); the data
// are those of the next cycle's phase.
// Rules: FOLD-12 (docs/units).
`default_nettype none

module sm_rf_ram #(
  parameter int LANES = 8
) (
  input  wire               clk,
  input  wire               clk_p,
  input  wire  [2:0]        phase,

  input  wire               en,
  input  wire               we,
  input  wire               rd,           // known earlier than en
  input  wire  [1:0]        from,
  input  wire  [7:0]        addr,
  input  wire  [7:0]        rd_addr,      // LANES below 8: addr where it is read, known early
  input  wire  [15:0]       wr_be,
  input  wire  [32*LANES-1:0] sp_data,
  input  wire  [32*LANES-1:0] xw_data,
  input  wire  [32*LANES-1:0] lw_data,
  input  wire  [32*LANES-1:0] la_data,
  output wire  [32*LANES-1:0] rd_data
);

  localparam int FOLD = 8 / LANES;
  localparam int W = 32 * LANES;
  localparam int AW = $clog2(gpu_cfg::REG_ROWS);

  wire [W-1:0] wr_data;

  if (FOLD == 1) begin : g_whole
    mux4 #(.WIDTH(256)) u_data (.sel(from), .d0(sp_data), .d1(xw_data), .d2(lw_data), .d3(la_data), .y(wr_data));
    sram_1rw #(.WIDTH(256), .DEPTH(gpu_cfg::REG_ROWS), .EN_BITS(16)) u_ram (
      .clk, .en, .we, .addr(addr[AW-1:0]), .wr_be, .wr_data, .rd_data);
    wire unused = &{1'b0, clk_p, phase, rd, rd_addr, addr};
  end else begin : g_fold
    localparam int PB = $clog2(FOLD);
    localparam logic [2:0] LAST = 3'(FOLD - 1);

    logic         rd_q, wr_q;
    logic [1:0]   from_q;
    logic [AW-1:0] row_q;
    logic [15:0]  be_q;

    always_ff @(posedge clk) begin
      rd_q <= rd;
      wr_q <= en && we;
      if (en) row_q <= addr[AW-1:0];
      if (en && we) begin
        from_q <= from;
        be_q   <= wr_be;
      end
    end

    wire [PB-1:0] p    = phase[PB-1:0];
    wire          last = phase == LAST;

    mux4 #(.WIDTH(W)) u_data (
      .sel(from_q), .d0(sp_data), .d1(xw_data), .d2(lw_data), .d3(la_data), .y(wr_data));

    // FOLD-12
    wire            we_w;
    wire [AW-1:0]   row_w;
    wire [PB-1:0]   p_w;
    wire [W/16-1:0] be_w;
    wire [W-1:0]    data_w;
    fold_late #(.ON(FOLD > 2), .WIDTH(1 + AW + PB + W/16 + W)) u_late (
      .clk_p, .now({wr_q, row_q, p, be_q[W/16*p +: W/16], wr_data}), .late({we_w, row_w, p_w, be_w, data_w}));

    sram_1r1w #(.WIDTH(W), .DEPTH(gpu_cfg::REG_ROWS * FOLD), .EN_BITS(16), .COLLIDE(0)) u_ram (
      .clk(clk_p), .rd_en(last ? rd : rd_q),
      .rd_addr(last ? {rd_addr[AW-1:0], {PB{1'b0}}} : {row_q, p + PB'(1)}), .rd_data,
      .wr_en(we_w), .wr_addr({row_w, p_w}), .wr_be(be_w), .wr_data(data_w));
  end

endmodule
`default_nettype wire
