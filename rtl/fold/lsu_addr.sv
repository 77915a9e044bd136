// SPDX-License-Identifier: Apache-2.0
// lsu_addr: addresses of the load/store queue: they come a quarter in a cycle and wait; the lanes that fault are found.
//
// From lsu_operands   a quarter of an entry: its addresses, lanes that are looked at (exec), and what lsu_faults wants
//                     to know;  rd_*: the half of an entry that is worked on
// To   lsu_operands   rd_addr;  fault_*: of the quarter of the cycle before: a lane faults; of the lowest whether it is
//                     misaligned, its number, its address
//
// LANES below 8: addresses come in the phases of a cycle (docs/units/fold.md).
// Rules: FOLD-16, FOLD-26 (docs/units).
`default_nettype none

module lsu_addr #(
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,

  input  wire           valid,
  input  wire  [1:0]    entry,
  input  wire  [1:0]    quarter,
  input  wire  [32*LANES-1:0] addr,
  input  wire  [7:0]    exec,
  input  wire  [3:0]    amask,
  input  wire  [31:0]   base,
  input  wire  [32:0]   last,

  input  wire  [1:0]    rd_entry,
  input  wire           rd_half,
  input  wire           rd_hold,       // the same ones as in the cycle before
  output wire  [511:0]  rd_addr,

  output logic          fault_found,
  output logic          fault_mis,
  output logic [2:0]    fault_low,
  output logic [31:0]   fault_at
);

  localparam int FOLD = 8 / LANES;
  localparam int W    = 32 * LANES;

  if (FOLD == 1) begin : g_whole
    lsu_store u_addr (
      .clk, .clk_p, .phase, .wr_en(valid), .wr_entry(entry), .wr_q(quarter), .wr_data(addr),
      .rd_entry, .rd_half, .rd_hold, .rd_data(rd_addr));
    wire         found, mis;
    wire  [2:0]  low;
    wire  [31:0] at;
    lsu_faults u_faults (
      .amask, .base, .last, .exec, .addr, .found, .misaligned(mis), .lane(low), .at);
    always_ff @(posedge clk) begin
      fault_found <= found;
      if (found) {fault_mis, fault_low, fault_at} <= {mis, low, at};
    end
    wire unused = &{1'b0, clk_p, phase};
  end else begin : g_parts
    // FOLD-26: looked at, and written, a phase later
    wire  [2:0]   before_p = (phase - 3'd1) & 3'(FOLD - 1);
    logic         en_q;
    logic [1:0]   entry_q, quarter_q;
    logic [W-1:0] addr_q;
    always_ff @(posedge clk_p) {en_q, entry_q, quarter_q, addr_q} <= {valid, entry, quarter, addr};
    lsu_store #(.LANES(LANES)) u_addr (
      .clk, .clk_p, .phase(before_p), .wr_en(en_q), .wr_entry(entry_q), .wr_q(quarter_q), .wr_data(addr_q),
      .rd_entry, .rd_half, .rd_hold, .rd_data(rd_addr));
    // FOLD-26: the lanes of a phase are looked at in the next one, those of the last phase in the next cycle
    logic [3:0]       amask_q;
    logic [31:0]      base_q;
    logic [32:0]      last_q;
    logic [LANES-1:0] exec_q;
    wire  [LANES-1:0] now = exec[LANES*phase +: LANES];
    always_ff @(posedge clk_p) {amask_q, base_q, last_q, exec_q} <= {amask, base, last, now};
    wire         part_found, part_mis, found, mis;
    wire  [2:0]  part_low, low;
    wire  [31:0] part_at, at;
    lsu_faults #(.LANES(LANES)) u_faults (
      .amask(amask_q), .base(base_q), .last(last_q), .exec(exec_q), .addr(addr_q), .found(part_found),
      .misaligned(part_mis), .lane(part_low), .at(part_at));
    // the lowest of the phases before
    logic        before_q, before_mis_q;
    logic [2:0]  before_low_q;
    logic [31:0] before_at_q;
    assign {found, mis, low, at} = before_q ? {before_q, before_mis_q, before_low_q, before_at_q} :
                                   {part_found, part_mis, part_low + 3'(LANES * before_p), part_at};
    always_ff @(posedge clk_p) begin
      before_q <= found && phase != 3'd0;
      {before_mis_q, before_low_q, before_at_q} <= {mis, low, at};
      if (phase == 3'd0) {fault_found, fault_mis, fault_low, fault_at} <= {found, mis, low, at};
    end
  end

endmodule
`default_nettype wire
