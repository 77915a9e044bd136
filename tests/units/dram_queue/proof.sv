// SPDX-License-Identifier: Apache-2.0
// dram_queue against a list: nothing lost or invented, order kept, `behind` tells the second and later ones of a
// sector, `hit` those whose row is open, slots are different; the choice is the oldest that is allowed. Two banks of
// two rows of two sectors.
//
//! proves queue of the memory controller: nothing lost or invented, order kept, also of a sector, no slot twice; a
//! proves request knows whether its row is open; the oldest that its bank allows is chosen
//! by induct:10:2
`include "formal.svh"
`default_nettype none

module proof (
  input wire       clk,
  input wire       in_push,
  input wire       in_write,
  input wire [1:0] in_id,
  input wire [2:0] in_sector,
  input wire       in_pop,
  input wire       in_open,
  input wire       in_close,
  input wire       in_bank,
  input wire       in_alone,
  input wire [1:0] in_read,
  input wire [1:0] in_writes,
  input wire [1:0] in_opens
);
  `F_RESET
  wire       full, none, serve, at_first, at_write, followed, opener, first_hit, first_bank, any_hit;
  wire [1:0] at_id, at_slot, open_row, push_slot;
  wire       at_col, at_bank;
  wire       push = in_push && !full, pop = in_pop && serve;
  // the open rows of the banks; what opens is of a closed one
  reg  [1:0] open, row;
  wire [1:0] may_open = in_opens & ~open;
  wire       opens  = in_open && opener, closes = in_close && !opens;
  wire       pushed = in_sector[1];
  wire       push_hit = (opens && open_row[0] == pushed) ? open_row[1] == in_sector[2] :
                        open[pushed] && row[pushed] == in_sector[2] && !(closes && in_bank == pushed);
  always @(posedge clk)
    if (rst) open <= 2'd0;
    else begin
      if (opens) begin
        open[open_row[0]] <= 1'b1;
        row[open_row[0]]  <= open_row[1];
      end
      if (closes) open[in_bank] <= 1'b0;
    end
  (* keep *) dram_queue #(.N(4), .IW(2), .COL_W(1), .BANK_W(1), .ROW_W(1)) dut (
    .clk, .rst, .full, .none, .push, .push_write(in_write), .push_hit, .push_id(in_id), .push_sector(in_sector),
    .push_slot, .may_read(in_read), .may_write(in_writes), .alone(in_alone), .serve, .pop, .at_first, .at_write, .at_id,
    .at_col, .at_bank, .at_slot, .followed, .may_open, .opener, .open_row, .opens, .closes, .close_bank(in_bank),
    .first_hit, .first_bank, .any_hit);
  `F_INSIDE [3:0] \dut.there ;
  `F_INSIDE [3:0] \dut.write ;
  `F_INSIDE [3:0] \dut.hit ;
  `F_INSIDE [3:0] \dut.at ;
  `F_INSIDE       \dut.g_place[0].behind_q ;
  `F_INSIDE       \dut.g_place[1].behind_q ;
  `F_INSIDE       \dut.g_place[2].behind_q ;
  `F_INSIDE       \dut.g_place[3].behind_q ;
  `F_INSIDE [1:0] \dut.g_place[0].id_q ;
  `F_INSIDE [1:0] \dut.g_place[1].id_q ;
  `F_INSIDE [1:0] \dut.g_place[2].id_q ;
  `F_INSIDE [1:0] \dut.g_place[3].id_q ;
  `F_INSIDE [2:0] \dut.g_place[0].sector_q ;
  `F_INSIDE [2:0] \dut.g_place[1].sector_q ;
  `F_INSIDE [2:0] \dut.g_place[2].sector_q ;
  `F_INSIDE [2:0] \dut.g_place[3].sector_q ;
  `F_INSIDE [1:0] \dut.g_place[0].slot_q ;
  `F_INSIDE [1:0] \dut.g_place[1].slot_q ;
  `F_INSIDE [1:0] \dut.g_place[2].slot_q ;
  `F_INSIDE [1:0] \dut.g_place[3].slot_q ;
  wire [3:0]  there = \dut.there , write = \dut.write , hit = \dut.hit , at = \dut.at ;
  wire [3:0]  behind = {\dut.g_place[3].behind_q , \dut.g_place[2].behind_q , \dut.g_place[1].behind_q ,
                        \dut.g_place[0].behind_q };
  wire [7:0]  id     = {\dut.g_place[3].id_q , \dut.g_place[2].id_q , \dut.g_place[1].id_q , \dut.g_place[0].id_q };
  wire [11:0] sector = {\dut.g_place[3].sector_q , \dut.g_place[2].sector_q , \dut.g_place[1].sector_q ,
                        \dut.g_place[0].sector_q };
  wire [7:0]  slot   = {\dut.g_place[3].slot_q , \dut.g_place[2].slot_q , \dut.g_place[1].slot_q ,
                        \dut.g_place[0].slot_q };

  // reference: write, id, sector, slot of a request, the oldest in the low bits
  wire [1:0]  in_at = {at[3] || at[2], at[3] || at[1]};
  reg  [31:0] q;
  reg  [2:0]  n;
  wire [31:0] low  = (32'd1 << 8 * in_at) - 32'd1;
  wire [31:0] left = pop ? (q & low) | (q >> 8 & ~low) : q;
  wire [2:0]  n_left = n - {2'd0, pop};
  always @(posedge clk)
    if (rst) n <= 3'd0;
    else begin
      q <= left;
      if (push) q[8*n_left[1:0] +: 8] <= {in_write, in_id, in_sector, push_slot};
      n <= n_left + {2'd0, push};
    end

  // what DRAM-6 chooses
  reg  older, others, can, found, bank;
  reg  opening;
  always @* if (!rst) begin
    assert(n <= 3'd4);
    assert(full == (n == 3'd4) && none == (n == 3'd0) && any_hit == (hit != 4'd0));
    found   = 1'b0;
    opening = 1'b0;
    for (int i = 0; i < 4; i++) begin
      assert(there[i] == (3'(i) < n));
      bank = sector[3*i+1];
      if (there[i]) begin
        assert({write[i], id[2*i +: 2], sector[3*i +: 3], slot[2*i +: 2]} == q[8*i +: 8]);
        older  = 1'b0;
        others = 1'b0;
        for (int j = 0; j < 4; j++)
          if (there[j] && j != i) begin
            older  = older || (j < i && sector[3*j +: 3] == sector[3*i +: 3]);
            others = others || sector[3*j+1 +: 2] == sector[3*i+1 +: 2];
          end
        assert(behind[i] == older);
        assert(hit[i] == (open[bank] && row[bank] == sector[3*i+2]));
        can = hit[i] && !older && (i == 0 || !in_alone) && (write[i] ? in_writes[bank] : in_read[bank]);
        assert(at[i] == (can && !found));
        if (can && !found) begin
          assert({at_write, at_id, at_bank, at_col, at_slot} == {q[8*i+5 +: 3], q[8*i +: 4]});
          assert(at_first == (i == 0) && followed == others);
        end
        found = found || can;
        if (may_open[bank] && !opening) assert(open_row == sector[3*i+1 +: 2]);
        opening = opening || may_open[bank];
      end else assert(!hit[i] && !at[i]);
      for (int j = 0; j < i; j++) assert(slot[2*i +: 2] != slot[2*j +: 2]);
    end
    assert(serve == found && opener == opening);
    if (there[0]) assert(first_hit == hit[0] && first_bank == sector[1]);
  end
endmodule
