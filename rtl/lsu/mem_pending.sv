// SPDX-License-Identifier: Apache-2.0
// mem_pending: the sectors (and quads of texture coordinates) that are asked for, by id, and the loads to which they
// belong.
//
// From lsu       one record per request that is answered, as it leaves (pd_*); it goes with pd_id, if that id is free
//                (pd_full)
// From load_wb   the id of the answer that is taken (rsp_*)
// To   load_wb   in the cycle after: the record, which stays until the next answer, and in that cycle alone (rs_new)
//                whether its load has got its last sector with it. Of several answers with one id (rsp_more: not the
//                last of them) the last one counts; the id stays taken until then
//
// Ids are given in turn, so the next one is free when all but the last N - 1 sectors have been answered. The sectors of
// a load follow each other. Its number, given in turn too, counts those sent and those answered. A number comes again
// after N loads, with N sectors at least, so it is free when its first sector's id is.
`include "assert.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module mem_pending #(
  parameter int N = gpu_cfg::PENDING_SECTORS      // a power of two
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire                  init_active,       // clears the counts: N cycles at least
  input  wire  [8:0]           init_row,

  output wire                  pd_full,
  output wire  [$clog2(N)-1:0] pd_id,
  input  wire                  pd_valid,
  input  wire                  pd_last,           // last sector of its load
  input  sector_t              pd_sector,

  input  wire                  rsp_valid,
  input  wire                  rsp_take,
  input  wire                  rsp_more,
  input  wire  [$clog2(N)-1:0] rsp_id,

  output logic                 rs_new,
  output wire                  rs_last,
  output logic                 rs_some,           // the record has lanes
  output sector_t              rs_sector
);

  localparam int AW = $clog2(N);

  wire           rsp_end = rsp_take && !rsp_more;
  logic          rs_end_q;

  // --- ids ---------------------------------------------------------------------------------------
  // MEM-9, MEM-10, MEM-11: as many sectors as there are ids
  logic [AW-1:0] next_q;
  logic [N-1:0]  taken_q;
  assign pd_id   = next_q;
  assign pd_full = taken_q[next_q];

  // --- loads -------------------------------------------------------------------------------------
  logic [AW-1:0] load_q;               // the one that sends
  logic          first_q;              // its first sector is next
  logic [AW:0]   count_q;              // of its sectors, beginning anywhere

  always_ff @(posedge clk)
    if (rst) begin
      next_q   <= '0;
      taken_q  <= '0;
      load_q   <= '0;
      first_q  <= 1'b1;
      rs_new   <= 1'b0;
      rs_end_q <= 1'b0;
    end else begin
      if (rsp_end) taken_q[rsp_id] <= 1'b0;
      if (pd_valid) begin
        taken_q[next_q] <= 1'b1;
        next_q          <= next_q + 1'b1;
        first_q         <= pd_last;
        if (pd_last) load_q <= load_q + 1'b1;
      end
      rs_new   <= rsp_take;
      rs_end_q <= rsp_end;
    end

  sram_1r1w #(.WIDTH(`SECTOR_W), .DEPTH(N), .EN_BITS(`SECTOR_W)) u_sectors (
    .clk, .rd_en(rsp_take), .rd_addr(rsp_id), .rd_data(rs_sector),
    .wr_en(pd_valid), .wr_addr(next_q), .wr_be(1'b1), .wr_data(pd_sector));
  // What decides whether the next answer can be taken comes from a register: a block RAM is late in its cycle.
  logic [AW-1:0] rs_load;
  wire  [AW-1:0] load_of;
  wire           some_of;
  lutram_1r1w #(.WIDTH(AW + 1), .DEPTH(N), .EN_BITS(AW + 1)) u_of (
    .clk, .rd_addr(rsp_id), .rd_data({some_of, load_of}),
    .wr_en(pd_valid), .wr_addr(next_q), .wr_be(1'b1), .wr_data({pd_sector.hit != '0, load_q}));
  always_ff @(posedge clk)
    if (rsp_take) {rs_some, rs_load} <= {some_of, load_of};

  // Sectors answered so far of each load; those of the next load of the number are counted on from there.
  wire  [AW:0]   got_rs, got_pd, sent_rs;
  wire           all_rs;
  wire  [AW:0]   got     = got_rs + 1'b1;
  wire  [AW:0]   so_far  = !first_q ? count_q : (rs_end_q && rs_load == load_q) ? got : got_pd;
  wire  [AW:0]   sent    = so_far + 1'b1;
  wire           got_we  = init_active || rs_end_q;
  wire  [AW-1:0] got_row = init_active ? init_row[AW-1:0] : rs_load;
  wire  [AW:0]   got_d   = init_active ? '0 : got;
  always_ff @(posedge clk)
    if (pd_valid) count_q <= sent;
  lutram_nr1w #(.WIDTH(AW + 1), .DEPTH(N), .EN_BITS(AW + 1), .PORTS(2)) u_got (
    .clk, .rd_addr({load_q, rs_load}), .rd_data({got_pd, got_rs}),
    .wr_en(got_we), .wr_addr(got_row), .wr_be(1'b1), .wr_data(got_d));
  lutram_1r1w #(.WIDTH(AW + 2), .DEPTH(N), .EN_BITS(AW + 2)) u_sent (
    .clk, .rd_addr(rs_load), .rd_data({all_rs, sent_rs}),
    .wr_en(pd_valid), .wr_addr(load_q), .wr_be(1'b1), .wr_data({pd_last, sent}));
  // MEM-18
  assign rs_last = rs_end_q && all_rs && (sent_rs == got);

  wire unused = &{1'b0, init_row[8:AW]};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("the sector that comes was asked for", rst || !rsp_valid || taken_q[rsp_id])
  `ASSERT("a sector is asked for with an id that is free", rst || !pd_valid || !pd_full)
  `ASSERT("a load does not get more sectors than it has asked for", rst || !rs_end_q || got - sent_rs != (AW+1)'(1))

endmodule
`default_nettype wire
