// SPDX-License-Identifier: Apache-2.0
// dram_queue against a list: nothing lost or invented, order kept, `behind` tells the second and later ones of a
// sector, slots are different.
//
//! proves queue of the memory controller: nothing lost or invented, order kept, also of a sector, no slot twice
//! by induct:10:2
//! test
`include "formal.svh"
`default_nettype none

module proof (
  input wire       clk,
  input wire       in_push,
  input wire       in_write,
  input wire [1:0] in_id,
  input wire [1:0] in_sector,
  input wire       in_pop,
  input wire [1:0] in_at
);
  `F_RESET
  wire [3:0] there, write, behind;
  wire [7:0] id, sector, slot;
  wire [1:0] push_slot;
  wire       push = in_push && !there[3], pop = in_pop && there[in_at] && !behind[in_at];
  (* keep *) dram_queue #(.N(4), .SW(2), .IW(2)) dut (
    .clk, .rst, .push, .push_write(in_write), .push_id(in_id), .push_sector(in_sector), .push_slot, .pop,
    .pop_at(in_at), .there, .write, .behind, .id, .sector, .slot);

  // reference: write, id, sector, slot of a request, the oldest in the low bits
  reg  [27:0] q;
  reg  [2:0]  n;
  wire [27:0] low  = (28'd1 << 7 * in_at) - 28'd1;
  wire [27:0] left = pop ? (q & low) | (q >> 7 & ~low) : q;
  wire [2:0]  n_left = n - {2'd0, pop};
  always @(posedge clk)
    if (rst) n <= 3'd0;
    else begin
      q <= left;
      if (push) q[7*n_left[1:0] +: 7] <= {in_write, in_id, in_sector, push_slot};
      n <= n_left + {2'd0, push};
    end

  reg older;
  always @* if (!rst) begin
    assert(n <= 3'd4);
    for (int i = 0; i < 4; i++) begin
      assert(there[i] == (3'(i) < n));
      if (there[i]) begin
        assert({write[i], id[2*i +: 2], sector[2*i +: 2], slot[2*i +: 2]} == q[7*i +: 7]);
        older = 1'b0;
        for (int j = 0; j < i; j++) older = older || sector[2*j +: 2] == sector[2*i +: 2];
        assert(behind[i] == older);
      end
      for (int j = 0; j < i; j++) assert(slot[2*i +: 2] != slot[2*j +: 2]);
    end
  end
endmodule
