// SPDX-License-Identifier: Apache-2.0
// cache_tags of three ways and two sets against a list of each set's ways, the youngest first: a lookup finds a line
// that was put in, in the way it was put in, until as many others of the set as there are ways were used; never in two
// ways; without a hit the oldest way is given.
// Rules (docs/units): ICACHE-1.
//
//! proves tags of a cache: a line in one way, found until as many others were used as there are ways; the oldest way
//! proves otherwise
//! by pdr:10
//! test
`include "formal.svh"
`default_nettype none

module proof (input wire clk, input wire go, lk_set, lk_alloc, input wire [1:0] lk_tag);
  `F_RESET
  reg  [1:0] begun;                      // two cycles clear the sets
  always @(posedge clk) begun <= rst ? 2'd0 : begun == 2'd3 ? 2'd3 : begun + 2'd1;
  wire       lk_valid = go && begun >= 2'd2 && !rst;
  wire       hit;
  wire [1:0] way;
  (* keep *) cache_tags #(.WAYS(3), .SETS(2), .TAG(2)) dut (
    .clk, .rst, .lk_valid, .lk_set, .lk_tag, .lk_alloc, .hit, .way);

  // {there, tag, way}, the youngest in the low bits
  reg  [14:0] list [1:0];
  wire [14:0] l  = list[lk_set];
  wire        h0 = l[4:2] == {1'b1, lk_tag}, h1 = l[9:7] == {1'b1, lk_tag}, h2 = l[14:12] == {1'b1, lk_tag};
  wire [1:0]  w  = h0 ? l[1:0] : h1 ? l[6:5] : l[11:10];
  wire        in = h0 || h1 || h2;
  always @(posedge clk)
    if (rst) begin
      list[0] <= {5'd0, 5'd1, 5'd2};
      list[1] <= {5'd0, 5'd1, 5'd2};
    end else if (lk_valid && (in || lk_alloc))
      list[lk_set] <= h0 ? l : h1 ? {l[14:10], l[4:0], 1'b1, lk_tag, w} : {l[9:0], 1'b1, lk_tag, w};

  always @* if (lk_valid) begin
    assert(hit == in);
    assert(way == w);
    assert(!(h0 && h1) && !(h0 && h2) && !(h1 && h2));
  end
endmodule
`default_nettype wire
