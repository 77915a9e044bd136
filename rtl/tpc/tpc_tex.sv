// SPDX-License-Identifier: Apache-2.0
// tpc_tex: the texture unit that the SMs of a TPC share.
//
//   requests of the SMs --> tex_quads --> tex_sectors --> tex_results --> answers to the SMs
//                           (tex_addr)     |     ^        (tex_format, tex_filter, tex_hold)
//                                          tex_l1
//                                          |     ^
//                                          memory port of the unit
//
// From the SMs    quads of coordinates (req_*), of each SM through its memory port
// To   the SMs    components of four lanes (rsp_*, the same to all; rsp_valid says to whom)
// To   memory     sectors of texels that its cache has not (mem_*), ids of its own
//
// Quads go through in the order in which they were picked. awake is 0 in cycles in which it holds nothing and gets
// nothing: their edges of clk change nothing that is looked at, and may be left out, but for those that follow rst by
// less than CLEARS (the cache's tags). Rules: docs/units/tex.md.
`include "dp_types.svh"
`include "mem_types.svh"
`include "tex_types.svh"
`default_nettype none

module tpc_tex #(
  parameter int NSM = 1
) (
  input  wire                        clk,
  input  wire                        rst,
  output wire                        awake,

  input  wire                        cfg_we,
  input  wire  [6:0]                 cfg_idx,
  input  tic_t                       cfg_data,

  input  wire  [NSM-1:0]             req_valid,
  output wire  [NSM-1:0]             req_ready,
  input  wire  [`TEXQUAD_W*NSM-1:0]  req,         // texquad_t of each
  output logic [NSM-1:0]             rsp_valid,
  input  wire  [NSM-1:0]             rsp_ready,
  output mem_rsp_t                   rsp,

  output wire                        mem_req_valid,
  input  wire                        mem_req_ready,
  output mem_req_t                   mem_req,
  input  wire                        mem_rsp_valid,
  input  mem_rsp_t                   mem_rsp
);

  wire          quads, sectors, results;          // what the parts hold; tex_l1: of sectors alone
  assign awake = rst || cfg_we || (req_valid != '0) || quads || sectors || results;

  wire          texels_valid, texels_done, quad_valid, quad_done;
  texels_t      texels;
  tex_quads #(.NSM(NSM)) u_quads (
    .clk, .rst, .holds(quads), .cfg_we, .cfg_idx, .cfg_data, .in_valid(req_valid), .in_ready(req_ready), .in_quad(req),
    .out_valid(texels_valid), .out_done(texels_done), .out(texels));

  texfmt_t      fmt;
  wire  [1:0]   lane, sm;
  wire  [23:0]  weight;
  wire  [3:0]   outside;
  wire  [19:0]  off;
  wire  [11:0]  at;
  wire  [127:0] word;
  wire          ask_valid, ask_ready, come_valid, come_ready;
  wire  [26:0]  ask_sector;
  wire  [255:0] come;
  tex_sectors u_sectors (
    .clk, .rst, .holds(sectors), .in_valid(texels_valid), .in(texels), .in_done(texels_done),
    .ask_valid, .ask_ready, .ask_sector, .come_valid, .come, .come_ready,
    .out_valid(quad_valid), .out_done(quad_done), .out_fmt(fmt), .out_lane(lane), .tap_weight(weight),
    .tap_outside(outside), .tap_off(off), .tap_at(at), .tap_word(word));

  wire  [5:0]   mem_id;
  wire  [26:0]  mem_sector;
  tex_l1 u_l1 (
    .clk, .rst, .in_valid(ask_valid), .in_ready(ask_ready), .in_sector(ask_sector),
    .req_valid(mem_req_valid), .req_ready(mem_req_ready), .req_id(mem_id), .req_sector(mem_sector),
    .rsp_valid(mem_rsp_valid), .rsp_id(mem_rsp.id), .rsp_data(mem_rsp.data),
    .out_valid(come_valid), .out_ready(come_ready), .out_data(come));
  always_comb begin
    mem_req = 'x;
    if (mem_req_valid) mem_req = {`MEM_LOAD, mem_id, `SPACE_T, 7'd0, {mem_sector, 5'd0}, 32'd0, 256'd0};
  end

  wire          any_valid, any_ready;
  tex_results u_results (
    .clk, .rst, .holds(results), .in_valid(quad_valid), .in_fmt(fmt), .in_done(quad_done), .in_lane(lane),
    .tap_weight(weight), .tap_outside(outside), .tap_off(off), .tap_at(at), .tap_word(word),
    .out_valid(any_valid), .out_ready(any_ready), .out_sm(sm), .out(rsp));
  always_comb begin
    rsp_valid = '0;
    if (any_valid)
      for (int s = 0; s < NSM; s++) rsp_valid[s] = (sm == 2'(s));
  end
  assign any_ready = (rsp_valid & rsp_ready) != '0;

  wire unused = &{1'b0, mem_rsp};

endmodule
`default_nettype wire
