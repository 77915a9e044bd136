// SPDX-License-Identifier: Apache-2.0
// tex_l1_bench: tex_l1 with its lookups and fills, for random.cpp.
`default_nettype none

module tex_l1_bench (
  input  wire          clk,
  input  wire          rst,
  input  wire          in_valid,
  output wire          in_ready,
  input  wire  [26:0]  in_sector,
  output wire          req_valid,
  input  wire          req_ready,
  output wire  [5:0]   req_id,
  output wire  [26:0]  req_sector,
  input  wire          rsp_valid,
  input  wire  [5:0]   rsp_id,
  input  wire  [255:0] rsp_data,
  output wire          out_valid,
  input  wire          out_ready,
  output wire  [255:0] out_data,

  output wire          pass,             // a lookup
  output wire          hit,
  output wire  [7:0]   place,
  output wire          fill,
  output wire  [7:0]   fill_place
);

  tex_l1 dut (
    .clk, .rst, .in_valid, .in_ready, .in_sector, .req_valid, .req_ready, .req_id, .req_sector,
    .rsp_valid, .rsp_id, .rsp_data, .out_valid, .out_ready, .out_data);
  assign pass       = dut.pass;
  assign hit        = dut.hit;
  assign place      = {dut.way, dut.set};
  assign fill       = dut.fill_q;
  assign fill_place = dut.place_q;

endmodule
`default_nettype wire
