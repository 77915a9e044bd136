// SPDX-License-Identifier: Apache-2.0
// tlb_l2 of two ways and two sets against a list of what was put in: a lookup finds what was put in last for its page,
// never in two places, until two other pages of the set have been used since; the sets are empty after a clear.
// Rules (docs/units): MMU-2, MMU-8.
//
//! proves L2 TLB: finds what was put in last, in one place, until as many others of the set as there are ways were used
//! by abc:16
//! bound 10
`include "formal.svh"
`default_nettype none

module proof (input wire clk, input wire lk_go, inv_go, input wire [2:0] lk_p, input wire [1:0] act,
                 input wire [2:0] put_e);
  `F_RESET
  wire        clearing, hit;
  wire [21:0] entry;
  reg         second, second_d;          // a lookup is in its second step
  reg  [2:0]  page;                      // which
  wire        inv      = inv_go && !clearing && !second && !rst;
  wire        lk_valid = lk_go && !clearing && !inv && !rst;
  wire        touch    = second && hit && act == 2'd1;
  wire        put      = second && act == 2'd2;
  always @(posedge clk) begin
    second <= lk_valid;
    if (lk_valid) page <= lk_p;
    if (rst) second <= 1'b0;
  end
  (* keep *) tlb_l2 #(.WAYS(2), .SETS(2)) dut (
    .clk, .rst, .step(1'b1), .inv, .clearing, .lk_valid, .lk_page({17'd0, lk_p}), .hit, .entry, .touch, .put,
    .put_entry({19'd0, put_e}));

  // reference: of each set, the younger and the older place: {there, page, entry}
  reg  [13:0] young, old;
  wire        s   = page[0];
  wire [6:0]  y   = young[7*s +: 7], o = old[7*s +: 7];
  wire        in_y = y[6] && y[5:3] == page, in_o = o[6] && o[5:3] == page;
  always @(posedge clk)
    if (rst || inv) {young, old} <= '0;
    else begin
      if (put) begin
        young[7*s +: 7] <= {1'b1, page, put_e};
        if (!in_y) old[7*s +: 7] <= y;
      end else if (touch && in_o) begin
        young[7*s +: 7] <= o;
        old[7*s +: 7]   <= y;
      end
    end

  always @* if (!rst && second) begin
    assert(hit == (in_y || in_o));
    if (hit) assert(entry == {19'd0, in_y ? y[2:0] : o[2:0]});
  end
  // cleared in so many steps as there are sets
  reg [1:0] since;
  always @(posedge clk) since <= rst || inv ? 2'd0 : since == 2'd3 ? 2'd3 : since + 2'd1;
  always @* if (!rst) assert(clearing == (since < 2'd2));
endmodule
`default_nettype wire
