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

  // Round robin: the first set bit after bit `last`, wrapping.
  function automatic logic [4:0] after(input logic [31:0] x, input logic [4:0] last);
    logic [31:0] above;
    above = x & (32'hffff_fffe << last);
    after = lowest(above != 32'd0 ? above : x);
  endfunction

  function automatic logic [31:0] onehot(input logic valid, input logic [4:0] idx);
    onehot = (32'd1 << idx) & {32{valid}};      // nothing of an unknown index when it does not count
  endfunction
endpackage
