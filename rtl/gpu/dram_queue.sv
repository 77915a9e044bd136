// SPDX-License-Identifier: Apache-2.0
// dram_queue: the requests a controller chooses from, the oldest in place 0. Whichever leaves, those behind it move up.
//
// `slot` is a number that belongs to the request as long as it is there, for what is kept elsewhere: the slots of all
// places are always all numbers, behind the requests the free ones. `behind` says that an older request for the same
// sector is there.
// Rules: DRAM-2, DRAM-5 (docs/units).
`include "gpu/dram_types.svh"
`default_nettype none

module dram_queue #(
  parameter int N  = 16,
  parameter int SW = `DRAM_SECTOR_BITS,
  parameter int IW = 6
) (
  input  wire                     clk,
  input  wire                     rst,
  input  wire                     push,        // not when full
  input  wire                     push_write,
  input  wire  [IW-1:0]           push_id,
  input  wire  [SW-1:0]           push_sector,
  output wire  [$clog2(N)-1:0]    push_slot,
  input  wire                     pop,
  input  wire  [$clog2(N)-1:0]    pop_at,      // a place with a request

  output logic [N-1:0]            there,
  output logic [N-1:0]            write,
  output logic [N-1:0]            behind,
  output logic [N*IW-1:0]         id,
  output logic [N*SW-1:0]         sector,
  output logic [N*$clog2(N)-1:0]  slot
);

  localparam int AW = $clog2(N);

  // --- what changes ----------------------------------------------------------------------------------
  // after the pop: there, first place behind the requests, places that move up
  wire [N-1:0] there_left = pop ? there >> 1 : there;
  wire [N-1:0] place      = ~there_left & {there_left[N-2:0], 1'b1};
  logic [N-1:0] same_pushed, same_popped, move, freed;
  always_comb begin
    same_pushed = '0;
    same_popped = '0;
    move        = '0;
    if (push || pop)
      for (int i = 0; i < N; i++) begin
        same_pushed[i] = there[i] && !(pop && 32'(i) == 32'(pop_at)) && sector[SW*i +: SW] == push_sector;
        same_popped[i] = pop && there[i] && 32'(i) > 32'(pop_at) && sector[SW*i +: SW] == sector[SW*pop_at +: SW];
        move[i]        = pop && 32'(i) >= 32'(pop_at);
      end
  end
  // the oldest of those that waited for the one that leaves waits no longer
  assign freed = same_popped & (~same_popped + 1'b1);

  // With one more place at the end, whose slot is the one that leaves.
  wire [N:0]         write_up  = {1'b0, write};
  wire [N:0]         behind_up = {1'b0, behind & ~freed};
  wire [(N+1)*IW-1:0] id_up    = {{IW{1'b0}}, id};
  wire [(N+1)*SW-1:0] sector_up = {{SW{1'b0}}, sector};
  wire [(N+1)*AW-1:0] slot_up  = {slot[AW*pop_at +: AW], slot};

  logic [AW-1:0] take;                     // slot of the pushed
  always_comb begin
    take = '0;
    for (int i = 0; i < N; i++)
      if (place[i]) take = take | (move[i] ? slot_up[AW*(i+1) +: AW] : slot_up[AW*i +: AW]);
  end
  assign push_slot = take;

  always_ff @(posedge clk)
    if (rst) begin
      there <= '0;
      for (int i = 0; i < N; i++) slot[AW*i +: AW] <= AW'(i);
    end else if (push || pop) begin
      there <= push ? there_left | place : there_left;
      for (int i = 0; i < N; i++) begin
        if (move[i]) begin
          write[i]            <= write_up[i+1];
          behind[i]           <= behind_up[i+1];
          id[IW*i +: IW]      <= id_up[IW*(i+1) +: IW];
          sector[SW*i +: SW]  <= sector_up[SW*(i+1) +: SW];
          slot[AW*i +: AW]    <= slot_up[AW*(i+1) +: AW];
        end else
          behind[i] <= behind_up[i];
        if (push && place[i]) begin
          write[i]            <= push_write;
          behind[i]           <= same_pushed != '0;
          id[IW*i +: IW]      <= push_id;
          sector[SW*i +: SW]  <= push_sector;
        end
      end
    end

endmodule
`default_nettype wire
