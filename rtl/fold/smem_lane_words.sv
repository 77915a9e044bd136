// SPDX-License-Identifier: Apache-2.0
// smem_lane_words: the words of the lanes of a store to shared memory, from PICK to XBAR.
//
// From smem   pick: a pass is picked, store: of a store, with the words of all lanes of its half (lane_data);  the pass
//             in BANK (bk_valid, rt_*), the one in XBAR (xb_*)
// To   smem   xb_data: all words of the store in XBAR
//
// LANES below 8: instead the words of the phase after the next are asked for by their lanes, where they were collected
// (st_at, docs/units/fold.md).
// Rules: FOLD-22 (docs/units).
`default_nettype none

module smem_lane_words #(
  parameter int LANES = 8
) (
  input  wire           clk,
  input  wire           clk_p,
  input  wire  [2:0]    phase,

  input  wire           pick,
  input  wire           store,
  input  wire  [1:0]    entry,         // of the queue
  input  wire  [511:0]  lane_data,

  input  wire           bk_valid,
  input  wire           rt_store,
  input  wire           rt_half,
  input  wire  [63:0]   rt_lane,       // of each bank

  input  wire           xb_first,
  input  wire           xb_half,
  input  wire  [63:0]   xb_from,
  output wire  [511:0]  xb_data,
  output wire  [7*LANES-1:0]  st_at    // {entry, half, lane} of each
);

  localparam int FOLD = 8 / LANES;

  if (FOLD == 1) begin : g_lanes
    logic [511:0] rt_wdata, xb_wdata_q;
    always_ff @(posedge clk) begin
      if (pick && store)        rt_wdata   <= lane_data;
      if (bk_valid && rt_store) xb_wdata_q <= rt_wdata;
    end
    assign xb_data = xb_wdata_q;
    assign st_at   = '0;
    wire unused = &{1'b0, clk_p, phase, entry, rt_half, rt_lane, xb_first, xb_half, xb_from};
  end else begin : g_lanes
    localparam int N  = LANES;           // words of a phase
    localparam int PB = $clog2(FOLD);
    logic [1:0]    rt_entry, xb_entry;
    always_ff @(posedge clk) begin
      if (pick)     rt_entry <= entry;
      if (bk_valid) xb_entry <= rt_entry;
    end
    wire [PB:0]    ahead = {1'b0, phase[PB-1:0]} + (PB+1)'(2);
    wire [PB-1:0]  next = ahead[PB-1:0];
    wire           turn = ahead[PB];                     // to the next cycle
    wire           bank = turn && !xb_first;             // from BANK to XBAR
    wire [PB:0]    part = {turn ? xb_first : !xb_first, next};
    wire [4*N-1:0] lanes = bank ? rt_lane[4*N*next +: 4*N] : xb_from[4*N*part +: 4*N];
    for (genvar i = 0; i < N; i++) begin : g_at
      assign st_at[7*i +: 7] = {bank ? {rt_entry, rt_half} : {xb_entry, xb_half}, lanes[4*i +: 4]};
    end
    assign xb_data = '0;
    wire unused = &{1'b0, clk_p, phase, store, rt_store, lane_data};
  end

endmodule
`default_nettype wire
