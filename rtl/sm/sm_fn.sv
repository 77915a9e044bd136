// SPDX-License-Identifier: Apache-2.0
// sm_fn: functions on 32-bit warp masks, used by the front end. Bit w of a mask belongs to warp slot w; where there are
// fewer slots (gpu_cfg::WARPS) the bits behind them are 0. No state, no cycles.
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
    localparam int W = gpu_cfg::WARPS;
    logic [2*W-1:0] twice, hit;
    logic [W-1:0]   one;
    twice = {2{x[W-1:0]}};
    hit   = twice & ~(twice - {{W{1'b0}}, turn[W-1:0]});
    one   = hit[2*W-1:W] | hit[W-1:0];
    first = 32'(one);
  endfunction

  // The turn behind the one bit of x.
  function automatic logic [31:0] behind(input logic [31:0] x);
    localparam int W = gpu_cfg::WARPS;
    behind = 32'({x[W-2:0], x[W-1]});
  endfunction

  // Index of the one bit of x; 0 of 0.
  function automatic logic [4:0] index(input logic [31:0] x);
    logic [31:0] m;
    m     = 32'(x[gpu_cfg::WARPS-1:0]);
    index = {(m & 32'hffff_0000) != 32'd0, (m & 32'hff00_ff00) != 32'd0, (m & 32'hf0f0_f0f0) != 32'd0,
             (m & 32'hcccc_cccc) != 32'd0, (m & 32'haaaa_aaaa) != 32'd0};
  endfunction

  function automatic logic [31:0] onehot(input logic valid, input logic [4:0] idx);
    onehot = 32'({gpu_cfg::WARPS{valid}}) & (32'd1 << idx);  // nothing of an unknown index when it does not count
  endfunction
endpackage
