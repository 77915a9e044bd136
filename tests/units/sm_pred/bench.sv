// SPDX-License-Identifier: Apache-2.0
// tb_pred: every condition code with every flag value against its formula, in every lane.
// Rules (docs/units): RF-6.
//
//! test rtl
`default_nettype none
module tb_pred;
  logic [4:0]  cond;
  logic [31:0] flags;
  wire  [7:0]  pred;
  integer      bad, k, i;
  logic        z, s, c, o, want;

  sm_pred dut (.en(1'b1), .cond, .flags, .pred);

  initial begin
    bad = 0;
    for (k = 0; k < 32 * 16; k = k + 1) begin
      cond = k[8:4];
      // lane i has flags k+i, so that lanes differ
      for (i = 0; i < 8; i = i + 1) flags[4*i +: 4] = k[3:0] + i[3:0];
      #1;
      for (i = 0; i < 8; i = i + 1) begin
        {o, c, s, z} = flags[4*i +: 4];
        case (cond)
          5'h01: want = (s & ~z) ^ o;
          5'h02: want = z & ~s;
          5'h03: want = s ^ (z | o);
          5'h04: want = ~z & ~(s ^ o);
          5'h05: want = ~z;
          5'h06: want = ~(s ^ o);
          5'h07: want = ~z | ~s;
          5'h08: want = z & s;
          5'h09: want = s ^ o;
          5'h0a: want = z;
          5'h0b: want = z | (s ^ o);
          5'h0c: want = ~s ^ (z | o);
          5'h0d: want = ~z | s;
          5'h0e: want = (~s | z) ^ o;
          5'h0f: want = 1'b1;
          5'h10: want = o;
          5'h11: want = c;
          5'h12: want = ~z & c;
          5'h13: want = s;
          5'h1c: want = ~s;
          5'h1d: want = z | ~c;
          5'h1e: want = ~c;
          5'h1f: want = ~o;
          default: want = 1'b0;
        endcase
        if (pred[i] !== want) begin
          bad = bad + 1;
          $display("cond %h flags %h: %b, expected %b", cond, flags[4*i +: 4], pred[i], want);
        end
      end
    end
    if (bad == 0) $display("PASS tb_pred: 512 combinations");
    else $display("FAIL tb_pred: %0d", bad);
    $finish;
  end
endmodule
`default_nettype wire
