// SPDX-License-Identifier: Apache-2.0
// sm_areg_rows: the rows of sm_areg, and what waits to be written.
//
// From sm_areg   rd_*: a row to read;  we, wr_addr, wr_be: a row that is written, with 0 (zero), a result of the SP
//                (sp), or the data of an autoincrement, which come (ai_take) a cycle before they may be written;
//                ai_late: they wait from now on for one cycle more; ai_held: they have
// To   sm_areg   rd_data: in the next cycle
//
// LANES below 8: a row for each phase (docs/units/fold.md). rd_data and ai_data come in phases; what is written in
// a cycle is written in the phases of the next one, in which wr_data come.
// Rules: FOLD-25 (docs/units).
`default_nettype none

module sm_areg_rows #(
  parameter int LANES = 8
) (
  input  wire          clk,
  input  wire          clk_p,
  input  wire  [2:0]   phase,
  input  wire          rst,
  input  wire          rd_en,
  input  wire  [6:0]   rd_addr,
  output wire  [16*LANES-1:0] rd_data,
  input  wire          we,
  input  wire  [6:0]   wr_addr,
  input  wire  [7:0]   wr_be,
  input  wire          zero,
  input  wire          sp,
  input  wire  [16*LANES-1:0] wr_data,
  input  wire          ai_take,
  input  wire  [16*LANES-1:0] ai_data,
  input  wire          ai_late,
  input  wire          ai_held
);

  localparam int FOLD = 8 / LANES;
  localparam int AW   = $clog2(4 * gpu_cfg::WARPS);

  if (FOLD == 1) begin : g_whole
    logic [127:0] ai_data_q, hd_data_q, val;
    always_ff @(posedge clk) begin
      if (ai_take) ai_data_q <= ai_data;
      if (ai_late) hd_data_q <= ai_data_q;
    end
    always_comb begin
      val = ai_data_q;
      if (sp)           val = wr_data;
      else if (ai_held) val = hd_data_q;
    end
    sram_1r1w #(.WIDTH(128), .DEPTH(4 * gpu_cfg::WARPS), .EN_BITS(16), .COLLIDE(0)) u_ram (
      .clk, .rd_en, .rd_addr(rd_addr[AW-1:0]), .rd_data, .wr_en(we), .wr_addr(wr_addr[AW-1:0]), .wr_be,
      .wr_data(zero ? 128'b0 : val));
    wire unused = &{1'b0, clk_p, phase, rst};
  end else begin : g_parts
    localparam int W  = 16 * LANES;
    localparam int PB = $clog2(FOLD);
    wire [PB-1:0] p    = phase[PB-1:0];
    wire [PB-1:0] next = p + PB'(1);
    wire          last = next == '0;

    // what is read in the phases of this cycle; what is written in them
    logic         rd_q, we_q, zero_q, sp_q;
    logic [AW-1:0] rd_row_q, wr_row_q;
    logic [7:0]   be_q;
    // Two autoincrements may be here, two cycles apart: one that is written late and the one that comes in meanwhile.
    logic         slot_q, wr_slot_q;
    always_ff @(posedge clk) begin
      rd_q     <= rd_en;
      rd_row_q <= rd_addr[AW-1:0];
      we_q     <= we;
      if (rst)          slot_q <= 1'b0;
      else if (ai_take) slot_q <= !slot_q;
      if (we) begin
        zero_q    <= zero;
        sp_q      <= sp;
        wr_slot_q <= !slot_q;
        wr_row_q  <= wr_addr[AW-1:0];
        be_q      <= wr_be;
      end
    end

    wire [W-1:0] ai_part;
    lutram_1r1w #(.WIDTH(W), .DEPTH(2 * FOLD), .EN_BITS(W)) u_ai (
      .clk(clk_p), .rd_addr({wr_slot_q, p}), .rd_data(ai_part),
      .wr_en(ai_take), .wr_addr({slot_q, p}), .wr_be(1'b1), .wr_data(ai_data));

    sram_1r1w #(.WIDTH(W), .DEPTH(4 * gpu_cfg::WARPS * FOLD), .EN_BITS(16), .COLLIDE(0)) u_ram (
      .clk(clk_p), .rd_en(last ? rd_en : rd_q),
      .rd_addr({last ? rd_addr[AW-1:0] : rd_row_q, next}), .rd_data,
      .wr_en(we_q), .wr_addr({wr_row_q, p}), .wr_be(be_q[LANES*p +: LANES]),
      .wr_data(zero_q ? '0 : sp_q ? wr_data : ai_part));
    wire unused = &{1'b0, phase, ai_late, ai_held};
  end

endmodule
`default_nettype wire
