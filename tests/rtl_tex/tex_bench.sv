// SPDX-License-Identifier: Apache-2.0
// tex_bench: the address unit of textures, and the filter with the converter beside it as load_wb has them, for tex_random.cpp.
`include "dp_types.svh"
`default_nettype none

module tex_bench (
  input  wire          clk,
  input  wire          rst,

  input  tic_t         tic,
  input  texop_t       op,
  input  wire  [31:0]  x,
  input  wire  [31:0]  y,
  output wire  [127:0] addr,
  output wire  [3:0]   need,
  output wire  [3:0]   valid,
  output wire  [7:0]   a,
  output wire  [7:0]   b,

  input  wire          in_valid,
  input  texfmt_t      in_fmt,
  input  wire  [15:0]  in_hit,
  input  wire  [79:0]  in_off,
  input  wire  [255:0] in_data,
  input  wire          restart,
  input  wire  [1:0]   word,
  output wire          ready,
  output wire  [127:0] value
);

  tex_addr u_addr (.clk, .en(1'b1), .tic, .op, .x, .y, .addr, .need, .valid, .a, .b);

  wire  [11:0]   at;
  wire  [127:0]  full;
  wire  [19:0]   off;
  wire  [3:0]    outside;
  wire  [127:0]  texel;
  texfmt_t       fmt_q;
  always_ff @(posedge clk)
    if (in_valid) fmt_q <= in_fmt;
  tex_format u_format (.en(1'b1), .fmt(fmt_q), .word, .off, .at, .full, .outside, .value(texel));
  tex_filter u_filter (
    .clk, .rst, .in_valid, .in_fmt, .in_hit, .in_off, .in_data, .restart,
    .tf_at(at), .tf_full(full), .tf_off(off), .tf_outside(outside), .tf_value(texel), .ready, .value);

endmodule
`default_nettype wire
