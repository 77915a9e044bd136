// SPDX-License-Identifier: Apache-2.0
// cache_tags: the worked example of the paper's Figure 4 (3 ways, 4 sets), and random lookups against lists in order of
// use. Rules (docs/units): ICACHE-1.
//
//! test rtl
`default_nettype none

module tb_cache_tags;
  localparam int SETS = 4;
  localparam int TAG  = 6;

  logic       clk = 1'b0;
  logic       rst = 1'b1;
  logic       valid = 1'b0;
  logic       alloc = 1'b1;
  logic [7:0] line = 8'd0;
  wire        hit3, hit4;
  wire  [1:0] way3, way4;
  cache_tags #(.WAYS(3), .SETS(SETS), .TAG(TAG)) u_three (
    .clk, .rst, .lk_valid(valid), .lk_set(line[1:0]), .lk_tag(line[7:2]), .lk_alloc(alloc), .hit(hit3), .way(way3));
  cache_tags #(.WAYS(4), .SETS(SETS), .TAG(TAG)) u_four (
    .clk, .rst, .lk_valid(valid), .lk_set(line[1:0]), .lk_tag(line[7:2]), .lk_alloc(alloc), .hit(hit4), .way(way4));

  // the lines of each set, youngest first, and their ways
  integer list [0:4*SETS-1];
  integer ways [0:4*SETS-1];
  integer errors = 0;

  task restart;
    integer i;
    begin
      rst   = 1'b1;
      valid = 1'b0;
      #5 clk = 1'b1; #5 clk = 1'b0;
      rst = 1'b0;
      for (i = 0; i < SETS; i = i + 1) begin
        #5 clk = 1'b1; #5 clk = 1'b0;
      end
      for (i = 0; i < 4 * SETS; i = i + 1) begin
        list[i] = -1;
        ways[i] = 3 - i % 4;              // way 0 is the oldest
      end
    end
  endtask

  task look(input integer l, input integer put);
    begin
      line  = l[7:0];
      alloc = put != 0;
      valid = 1'b1;
      #5;
    end
  endtask

  task tick;
    begin
      clk = 1'b1; #5 clk = 1'b0; #5;
      valid = 1'b0;
    end
  endtask

  // one lookup, compared with the list of the set (four ways)
  task check(input integer l, input integer put);
    integer s, i, at, w;
    begin
      look(l, put);
      s  = 4 * (l % SETS);
      at = -1;
      for (i = 0; i < 4; i = i + 1)
        if (list[s + i] == l) at = i;
      if (hit4 !== (at >= 0)) begin
        errors = errors + 1;
        $display("line %0d: hit %b, expected %b", l, hit4, at >= 0);
      end
      if (at < 0) at = 3;
      w = ways[s + at];
      if (way4 !== w[1:0]) begin
        errors = errors + 1;
        $display("line %0d: way %0d, expected %0d", l, way4, w);
      end
      if (hit4 || put != 0) begin
        for (i = at; i > 0; i = i - 1) begin
          list[s + i] = list[s + i - 1];
          ways[s + i] = ways[s + i - 1];
        end
        list[s] = l;
        ways[s] = w;
      end
      tick;
    end
  endtask

  // misses of the second pass over n lines
  integer missed;
  task pass(input integer n);
    integer p, l;
    begin
      restart;
      for (p = 0; p < 2; p = p + 1) begin
        missed = 0;
        for (l = 0; l < n; l = l + 1) begin
          look(l, 1);
          if (!hit3) missed = missed + 1;
          tick;
        end
      end
    end
  endtask

  integer n, want, seed;
  initial begin
    for (n = 1; n < 24; n = n + 1) begin
      pass(n);
      want = n <= 12 ? 0 : n < 16 ? 4 * (n - 12) : n;
      if (missed != want) begin
        errors = errors + 1;
        $display("%0d lines of 32 bytes: %0d misses, expected %0d", n, missed, want);
      end
    end
    seed = 1;
    restart;
    for (n = 0; n < 20000; n = n + 1) begin
      if (n % 5000 == 4999) restart;
      check($unsigned($random(seed)) % 28, $unsigned($random(seed)) % 4);
    end
    if (errors == 0) $display("PASS tb_cache_tags");
    else             $display("FAIL tb_cache_tags: %0d errors", errors);
    $finish;
  end
endmodule
`default_nettype wire
