// SPDX-License-Identifier: Apache-2.0
// sm_fn: functions on 32-bit warp masks, used by the front end. Bit w of a mask belongs to warp slot w. No state, no
// cycles.
package sm_fn;
  // Index of the lowest set bit; undefined when there is none. Five halvings instead of a 32-way chain.
  function automatic logic [4:0] lowest(input logic [31:0] x);
    logic [15:0] h;
    logic [7:0]  b;
    logic [3:0]  n;
    lowest[4] = x[15:0] == 16'd0;
    h = lowest[4] ? x[31:16] : x[15:0];
    lowest[3] = h[7:0] == 8'd0;
    b = lowest[3] ? h[15:8] : h[7:0];
    lowest[2] = b[3:0] == 4'd0;
    n = lowest[2] ? b[7:4] : b[3:0];
    lowest[1] = n[1:0] == 2'd0;
    lowest[0] = lowest[1] ? n[3:2] == 2'b10 : !n[0];
  endfunction

  // Round robin: of x the first bit at or behind the one bit of turn, wrapping; 0 of 0. The subtraction borrows from
  // turn on up to that bit, through x written twice, so that bit alone differs from a one of x: a carry chain, which is
  // faster than a tree of 32 priorities.
  function automatic logic [31:0] first(input logic [31:0] x, input logic [31:0] turn);
    logic [63:0] twice, hit;
    twice = {x, x};
    hit   = twice & ~(twice - {32'd0, turn});
    first = hit[63:32] | hit[31:0];
  endfunction

  // The turn behind the one bit of x.
  function automatic logic [31:0] behind(input logic [31:0] x);
    behind = {x[30:0], x[31]};
  endfunction

  // Index of the one bit of x; 0 of 0.
  function automatic logic [4:0] index(input logic [31:0] x);
    index = {(x & 32'hffff_0000) != 32'd0, (x & 32'hff00_ff00) != 32'd0, (x & 32'hf0f0_f0f0) != 32'd0,
             (x & 32'hcccc_cccc) != 32'd0, (x & 32'haaaa_aaaa) != 32'd0};
  endfunction

  function automatic logic [31:0] onehot(input logic valid, input logic [4:0] idx);
    onehot = (32'd1 << idx) & {32{valid}};      // nothing of an unknown index when it does not count
  endfunction
endpackage
