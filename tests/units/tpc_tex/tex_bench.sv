// SPDX-License-Identifier: Apache-2.0
// tex_bench: the address stages of textures, and converter and filter as tex_results has them, for random.cpp. What
// is said of a lane is there when it begins (in_*), its taps and their words in the cycle after (tap_*).
`include "tex_types.svh"
`default_nettype none

module tex_bench (
  input  wire          clk,
  input  wire          rst,

  input  tic_t         tic,
  input  texop_t       op,
  input  wire  [31:0]  x,
  input  wire  [31:0]  y,
  input  wire  [31:0]  z,
  input  wire          odd,
  output wire  [127:0] addr,
  output wire  [3:0]   need,
  output wire  [3:0]   valid,
  output wire  [7:0]   a,
  output wire  [7:0]   b,
  output wire  [7:0]   c,

  input  wire          in_valid,
  input  texfmt_t      in_fmt,
  input  wire  [1:0]   in_word,
  input  wire          in_odd,
  input  wire  [23:0]  tap_weight,
  input  wire  [3:0]   tap_outside,
  input  wire  [19:0]  tap_off,
  output wire  [11:0]  tap_at,
  input  wire  [127:0] tap_full,
  output wire          out_valid,
  output wire  [31:0]  out_value
);

  texcfg_t cfg;
  assign   cfg = {op, tic};
  tex_addr u_addr (
    .clk, .en(1'b1), .c1(cfg), .c2(cfg), .c3(cfg), .c4(cfg), .c5(cfg), .odd4(odd), .x, .y, .z, .addr, .need,
    .is_in(valid), .weight({c, b, a}));

  wire  [127:0]  texel;
  tex_format u_format (
    .clk, .rst, .in_valid, .fmt(in_fmt), .word(in_word), .off(tap_off), .at(tap_at), .full(tap_full),
    .outside(tap_outside), .value(texel));
  tex_filter u_filter (
    .clk, .rst, .in_valid, .in_linear(in_fmt.linear), .in_pair(in_fmt.pair), .in_odd, .tap_weight, .value(texel),
    .out_valid, .out_value);

endmodule
`default_nettype wire
