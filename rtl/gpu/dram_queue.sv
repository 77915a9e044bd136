// SPDX-License-Identifier: Apache-2.0
// dram_queue: the requests a controller chooses from, the oldest in place 0, and the choice among them. Whichever
// leaves, those behind it move up.
//
// A request knows whether its row is open (`hit`), and whether an older one for the same sector is there (`behind`): a
// choice compares neither rows nor sectors. `slot` is a number that belongs to a request as long as it is there, for
// what is kept elsewhere: the slots of all places are always all numbers, behind the requests the free ones.
// Rules: DRAM-2, DRAM-5, DRAM-6, DRAM-7 (docs/units).
`include "gpu/dram_types.svh"
`default_nettype none

module dram_queue #(
  parameter int N      = 16,
  parameter int IW     = 6,
  parameter int COL_W  = 7,                    // of a sector, from bit 0 on: place in the row, bank, row
  parameter int BANK_W = 3,
  parameter int ROW_W  = 12
) (
  input  wire                   clk,
  input  wire                   rst,
  output wire                   full,
  output wire                   none,          // nothing is in it
  input  wire                   push,          // not when full
  input  wire                   push_write,
  input  wire                   push_hit,      // its row is open from the next cycle on
  input  wire  [IW-1:0]         push_id,
  input  wire  [COL_W+BANK_W+ROW_W-1:0] push_sector,
  output wire  [$clog2(N)-1:0]  push_slot,

  // the oldest that may be read or written
  input  wire  [2**BANK_W-1:0]  may_read,      // of the open row of a bank
  input  wire  [2**BANK_W-1:0]  may_write,
  input  wire                   alone,         // none but the oldest request
  output wire                   serve,         // there is one
  input  wire                   pop,           // it leaves
  output wire                   at_first,      // it is the oldest request
  output wire                   at_write,
  output wire  [IW-1:0]         at_id,
  output wire  [COL_W-1:0]      at_col,
  output wire  [BANK_W-1:0]     at_bank,
  output wire  [$clog2(N)-1:0]  at_slot,
  output wire                   followed,      // another wants its row

  // the oldest for which a row may be opened
  input  wire  [2**BANK_W-1:0]  may_open,
  output wire                   opener,        // there is one
  output wire  [BANK_W+ROW_W-1:0] open_row,    // row, bank
  input  wire                   opens,         // that row, at the end of the cycle
  input  wire                   closes,        // a row of close_bank closes at the end of the cycle
  input  wire  [BANK_W-1:0]     close_bank,

  output wire                   first_hit,     // of the oldest request
  output wire  [BANK_W-1:0]     first_bank,
  output wire                   any_hit
);

  localparam int AW = $clog2(N);
  localparam int SW = COL_W + BANK_W + ROW_W;

  logic [N-1:0] there;
  wire  [N-1:0] write, hit, can_serve, can_open, same_pushed, same_popped, follows;
  assign full    = there[N-1];
  assign none    = !there[0];
  assign any_hit = hit != '0;

  // --- the choice: ones from the chosen on; the chosen alone ------------------------------------------
  wire [N-1:0] from      = can_serve | (~can_serve + 1'b1);
  wire [N-1:0] at        = can_serve & (~can_serve + 1'b1);
  wire [N-1:0] open_for  = can_open & (~can_open + 1'b1);
  assign serve    = can_serve != '0;
  assign opener   = can_open != '0;
  assign at_first = can_serve[0];
  assign at_write = (write & at) != '0;
  assign followed = (follows & ~at) != '0;

  // --- what changes: after the pop there are, first place behind the requests, places that move up ----------
  wire [N-1:0] there_left = pop ? there >> 1 : there;
  wire [N-1:0] place      = ~there_left & {there_left[N-2:0], 1'b1} & {N{push}};
  wire [N-1:0] move       = from & {N{pop}};
  // the oldest of those that waited for the one that leaves waits no longer
  wire [N-1:0] freed      = same_popped & (~same_popped + 1'b1);
  wire         push_behind = same_pushed != '0;

  always_ff @(posedge clk)
    if (rst) there <= '0;
    else     there <= there_left | place;

  // Each place, with what it gives to the one before it; or_* collect what is chosen.
  wire [SW-1:0] at_sector;
  for (genvar i = N - 1; i >= 0; i--) begin : g_place
    logic          write_q, behind_q, hit_q;
    logic [IW-1:0] id_q;
    logic [SW-1:0] sector_q;
    logic [AW-1:0] slot_q;
    wire           behind_d = behind_q && !freed[i];
    wire           hit_d    = (hit_q || (opens && sector_q[SW-1:COL_W] == open_row)) &&
                              !(closes && sector_q[COL_W +: BANK_W] == close_bank);
    wire  [BANK_W-1:0] bank = sector_q[COL_W +: BANK_W];

    wire                    up_write, up_behind, up_hit;
    wire  [IW-1:0]          up_id;
    wire  [SW-1:0]          up_sector;
    wire  [AW-1:0]          up_slot;
    wire  [IW-1:0]          or_id;
    wire  [SW-1:0]          or_sector;
    wire  [AW-1:0]          or_slot, or_take;
    wire  [BANK_W+ROW_W-1:0] or_row;
    wire  [AW-1:0]          take = move[i] ? up_slot : slot_q;
    if (i == N - 1) begin : g_last
      assign {up_write, up_behind, up_hit, up_id, up_sector} = '0;
      assign up_slot   = at_slot;
      assign or_id     = id_q & {IW{at[i]}};
      assign or_sector = sector_q & {SW{at[i]}};
      assign or_slot   = slot_q & {AW{at[i]}};
      assign or_take   = take & {AW{place[i]}};
      assign or_row    = sector_q[SW-1:COL_W] & {(BANK_W + ROW_W){open_for[i]}};
    end else begin : g_next
      assign up_write  = g_place[i+1].write_q;
      assign up_behind = g_place[i+1].behind_d;
      assign up_hit    = g_place[i+1].hit_d;
      assign up_id     = g_place[i+1].id_q;
      assign up_sector = g_place[i+1].sector_q;
      assign up_slot   = g_place[i+1].slot_q;
      assign or_id     = g_place[i+1].or_id | (id_q & {IW{at[i]}});
      assign or_sector = g_place[i+1].or_sector | (sector_q & {SW{at[i]}});
      assign or_slot   = g_place[i+1].or_slot | (slot_q & {AW{at[i]}});
      assign or_take   = g_place[i+1].or_take | (take & {AW{place[i]}});
      assign or_row    = g_place[i+1].or_row | (sector_q[SW-1:COL_W] & {(BANK_W + ROW_W){open_for[i]}});
    end

    assign write[i]       = write_q;
    assign hit[i]         = there[i] && hit_q;
    assign can_serve[i]   = hit[i] && !behind_q && (i == 0 || !alone) && (write_q ? may_write[bank] : may_read[bank]);
    assign can_open[i]    = there[i] && may_open[bank];
    assign follows[i]     = hit[i] && bank == at_bank;
    assign same_pushed[i] = there[i] && !(pop && at[i]) && sector_q == push_sector;
    assign same_popped[i] = there[i] && move[i] && !at[i] && sector_q == at_sector;

    always_ff @(posedge clk)
      if (rst) slot_q <= AW'(i);
      else begin
        write_q  <= place[i] ? push_write : move[i] ? up_write : write_q;
        behind_q <= place[i] ? push_behind : move[i] ? up_behind : behind_d;
        hit_q    <= place[i] ? push_hit : move[i] ? up_hit : hit_d;
        if (place[i] || move[i]) begin
          id_q     <= place[i] ? push_id : up_id;
          sector_q <= place[i] ? push_sector : up_sector;
        end
        if (move[i]) slot_q <= up_slot;
      end
  end

  assign push_slot  = g_place[0].or_take;
  assign at_sector  = g_place[0].or_sector;
  assign at_id      = g_place[0].or_id;
  assign at_col     = at_sector[COL_W-1:0];
  assign at_bank    = at_sector[COL_W +: BANK_W];
  assign at_slot    = g_place[0].or_slot;
  assign open_row   = g_place[0].or_row;
  assign first_hit  = hit[0];
  assign first_bank = g_place[0].bank;

endmodule
`default_nettype wire
