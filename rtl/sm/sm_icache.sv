// SPDX-License-Identifier: Apache-2.0
// sm_icache: the SM's instruction cache, 4 KB in lines of 256 bytes, and the prefetch of the next line.
//
// From sm_fetch    req_*: a block of 64 bytes for a line slot of a warp; not in the cycle in which ready is low
// To   sm_fetch    drop_*: the block is not there, the slot is free again (cycle after the request); filled: a block
//                  has arrived in the cache, the warps dropped may ask again; turn_*: a demanded line is complete, the
//                  next to ask are the warps behind this one; rsp_*: where the block of this cycle goes
// To   sm_ibuf     rsp_data
// To   tpc_l2      l2_*: lines, as four blocks of 64 bytes each, the block wanted first, L2_DISTANCE cycles after the
//                  miss
//
// A request of cycle c is looked up in c+1; a block that is there is given in c+IFETCH_LATENCY, read from the data in
// the cycle before. One missing line at a time is fetched: its request is kept and looked up again when its block has
// arrived, every other miss is dropped. Besides, one line may be fetched ahead: when a block of the second half of a
// line is found, the line behind it is looked up in the next cycle without another lookup, and fetched if it is missing
// (ahead_*, beside demand_* for the one demanded). If that one has taken the place that a demanded line would get, the
// request of the latter is kept, too, and looked up again behind it (claim_q).
//
// A block comes as 2 * LANES words at a time: 16, or fewer (rtl/fold).
`include "assert.svh"
`default_nettype none

module sm_icache #(
  parameter int LANES = 8
) (
  input  wire          clk,
  input  wire          clk_p,            // of the data (rtl/fold)
  input  wire  [2:0]   phase,
  input  wire          rst,

  input  wire          req_valid,
  input  wire  [23:6]  req_addr,
  input  wire  [4:0]   req_wid,
  input  wire          req_slot,
  output wire          req_ready,
  output wire          drop_valid,
  output wire  [4:0]   drop_wid,
  output wire          drop_slot,
  output wire          filled,
  output wire          turn_valid,
  output wire  [4:0]   turn_wid,

  output logic         rsp_valid,
  output logic [4:0]   rsp_wid,
  output logic         rsp_slot,
  output wire  [64*LANES-1:0] rsp_data,

  output wire          l2_req_valid,
  output wire  [24:6]  l2_req_addr,
  output wire          l2_req_id,        // 1: the line fetched ahead
  input  wire          l2_req_ready,
  input  wire          l2_rsp_valid,
  input  wire          l2_rsp_id,
  input  wire  [1:0]   l2_rsp_block,
  input  wire  [3:0]   l2_rsp_word,
  input  wire  [31:0]  l2_rsp_data
);

  localparam int WAYS = gpu_cfg::IL1_WAYS;
  localparam int SETS = gpu_cfg::IL1_BYTES / (256 * WAYS);
  localparam int SW   = $clog2(SETS);
  localparam int PW   = SW + $clog2(WAYS);      // {set, way}: place of a line
  localparam int WAIT = gpu_cfg::IFETCH_LATENCY - 2;
  // a block that was found is read before a line that takes its place can arrive
  if (gpu_cfg::L2_DISTANCE < gpu_cfg::IFETCH_LATENCY || WAIT > 15) begin : g_bad
    sm_icache_needs_IFETCH_LATENCY_below_L2_DISTANCE_and_18 u();
  end

  // --- lines on their way -----------------------------------------------------------------------
  logic          demand_q, ahead_q;
  logic [15:0]   demand_line_q, ahead_line_q;
  logic [PW-1:0] demand_place_q, ahead_place_q;
  logic [3:0]    demand_have_q, ahead_have_q;  // blocks there
  logic          demand_wait_q;          // the request that began it is kept, until the first block
  logic [5:0]    demand_wait_for_q;      // its {slot, warp}
  logic [1:0]    demand_first_q;         // and its block
  logic          claim_q;                // ICACHE-7: the next demanded line, its request is kept; demand_q is not set
  wire  [3:0]    new_have   = 4'd1 << l2_rsp_block;
  wire           there      = l2_rsp_valid && l2_rsp_word == 4'd15;
  wire           demand_got = there && !l2_rsp_id;
  wire           demand_end = demand_got && (demand_have_q | new_have) == 4'hf;
  wire           ahead_end  = there && l2_rsp_id && (ahead_have_q | new_have) == 4'hf;
  wire           replay     = (demand_got && demand_wait_q) || (claim_q && !ahead_q);
  // ICACHE-4, ICACHE-7: the slot for a request belongs to the one that is kept; ICACHE-8: all ask for the next line
  assign filled     = there;
  assign req_ready  = !(replay || demand_end);
  assign turn_valid = demand_end;
  assign turn_wid   = demand_wait_for_q[4:0];

  // --- lookup ------------------------------------------------------------------------------------
  logic          lk_q;
  logic [15:0]   lk_line_q;
  logic [1:0]    lk_block_q;
  logic [5:0]    lk_for_q;
  logic          next_q;                 // a line to look up for fetching ahead
  logic [15:0]   next_line_q;
  always_ff @(posedge clk) begin
    lk_q <= !rst && (replay || (req_valid && req_ready));
    if (replay) begin
      lk_line_q  <= demand_line_q;
      lk_block_q <= demand_first_q;
      lk_for_q   <= demand_wait_for_q;
    end else begin
      lk_line_q  <= req_addr[23:8];
      lk_block_q <= req_addr[7:6];
      lk_for_q   <= {req_slot, req_wid};
    end
  end

  // ICACHE-5: the line behind, when nobody else wants the tags
  wire          probe = !lk_q && next_q && !ahead_q && !claim_q;
  wire [15:0]   line  = lk_q ? lk_line_q : next_line_q;
  wire          hit;
  wire [PW-SW-1:0] way;
  wire [PW-1:0] place     = {line[SW-1:0], way};
  wire          on_demand = demand_q && demand_place_q == place;
  wire          on_ahead  = ahead_q && ahead_place_q == place;
  wire          free      = !demand_q && !claim_q;
  wire          alloc     = lk_q ? free && !on_ahead : !on_demand;
  cache_tags #(.WAYS(WAYS), .SETS(SETS), .TAG(16 - SW)) u_tags (
    .clk, .rst, .lk_valid(lk_q || probe), .lk_set(line[SW-1:0]), .lk_tag(line[15:SW]), .lk_alloc(alloc), .hit, .way);
  wire usable       = hit && !(on_demand && !demand_have_q[lk_block_q]) && !(on_ahead && !ahead_have_q[lk_block_q]);
  wire found        = lk_q && usable;
  // ICACHE-3, ICACHE-6: one line of each kind under way
  wire demand_start = lk_q && !hit && alloc;
  wire ahead_start  = probe && !hit && alloc;
  wire claim        = lk_q && !hit && free && on_ahead;
  assign drop_valid            = lk_q && !usable && !demand_start && !claim;
  assign {drop_slot, drop_wid} = lk_for_q;

  always_ff @(posedge clk)
    if (rst) next_q <= 1'b0;
    else if (found && lk_block_q[1]) begin
      next_q      <= 1'b1;
      next_line_q <= lk_line_q + 16'd1;
    end else if (probe) next_q <= 1'b0;

  // --- requests to the L2 --------------------------------------------------------------------------
  logic [2:0] demand_left_q, ahead_left_q;  // blocks not asked for
  logic [1:0] demand_block_q, ahead_block_q;  // the next of them
  logic [5:0] demand_travel_q, ahead_travel_q;  // cycles until the first request has reached the L2
  // L2-2: block after block, from L2_DISTANCE cycles after the lookup on
  wire        demand_ask = demand_q && demand_left_q != 3'd0 && demand_travel_q == 6'd0;
  wire        ahead_ask  = ahead_q && ahead_left_q != 3'd0 && ahead_travel_q == 6'd0;
  assign l2_req_valid = demand_ask || ahead_ask;
  assign l2_req_id    = !demand_ask;
  // L2-1
  assign l2_req_addr  = {1'b0, demand_ask ? {demand_line_q, demand_block_q} : {ahead_line_q, ahead_block_q}};

  always_ff @(posedge clk) begin
    if (demand_travel_q != 6'd0) demand_travel_q <= demand_travel_q - 6'd1;
    if (ahead_travel_q != 6'd0)  ahead_travel_q  <= ahead_travel_q - 6'd1;
    if (l2_req_ready && demand_ask) begin
      demand_left_q  <= demand_left_q - 3'd1;
      demand_block_q <= demand_block_q + 2'd1;
    end
    if (l2_req_ready && !demand_ask) begin
      ahead_left_q  <= ahead_left_q - 3'd1;
      ahead_block_q <= ahead_block_q + 2'd1;
    end
    if (demand_got) begin
      demand_have_q <= demand_have_q | new_have;
      demand_wait_q <= 1'b0;
    end
    if (demand_end) demand_q <= 1'b0;
    if (there && l2_rsp_id) ahead_have_q <= ahead_have_q | new_have;
    if (ahead_end) ahead_q <= 1'b0;
    if (replay) claim_q <= 1'b0;
    if (claim)  claim_q <= 1'b1;
    if (demand_start || claim) begin
      demand_line_q     <= line;
      demand_wait_for_q <= lk_for_q;
      demand_first_q    <= lk_block_q;
    end
    if (demand_start) begin
      demand_q          <= 1'b1;
      demand_place_q    <= place;
      demand_have_q     <= 4'd0;
      demand_wait_q     <= 1'b1;
      demand_left_q     <= 3'd4;
      demand_block_q    <= lk_block_q;
      demand_travel_q   <= 6'(gpu_cfg::L2_DISTANCE - 1);
    end
    if (ahead_start) begin
      ahead_q        <= 1'b1;
      ahead_line_q   <= line;
      ahead_place_q  <= place;
      ahead_have_q   <= 4'd0;
      ahead_left_q   <= 3'd4;
      ahead_block_q  <= 2'd0;
      ahead_travel_q <= 6'(gpu_cfg::L2_DISTANCE - 1);
    end
    if (rst) begin
      demand_q      <= 1'b0;
      ahead_q       <= 1'b0;
      demand_wait_q <= 1'b0;
      claim_q       <= 1'b0;
    end
  end

  // --- blocks found, until they are read: cycle c+1 to c+IFETCH_LATENCY-1 --------------------------
  // ICACHE-2, FETCH-5
  logic [WAIT-1:0] due_q;
  logic [3:0]      at_q;
  wire  [PW+7:0]   out;                  // {place, block, slot, warp}
  always_ff @(posedge clk) begin
    at_q      <= rst ? 4'd0 : at_q + 4'd1;
    due_q     <= rst ? '0 : {due_q[WAIT-2:0], found};
    rsp_valid <= !rst && due_q[WAIT-1];
    {rsp_slot, rsp_wid} <= out[5:0];
  end
  lutram_1r1w #(.WIDTH(PW+8), .DEPTH(16), .EN_BITS(PW+8)) u_way (
    .clk, .rd_addr(at_q - 4'(WAIT)), .rd_data(out), .wr_en(found), .wr_addr(at_q), .wr_be(1'b1),
    .wr_data({place, lk_block_q, lk_for_q}));

  wire  [PW+1:0]   wr_block = {l2_rsp_id ? ahead_place_q : demand_place_q, l2_rsp_block};
  sm_blocks #(.LANES(LANES), .BLOCKS(4*SETS*WAYS)) u_data (
    .clk, .clk_p, .phase, .rd_en(due_q[WAIT-1]), .rd_addr(out[PW+7:6]), .rd_data(rsp_data),
    .wr_en(l2_rsp_valid), .wr_addr(wr_block), .wr_word(l2_rsp_word), .wr_data(l2_rsp_data));

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a word comes for a line on its way", rst || !l2_rsp_valid || (l2_rsp_id ? ahead_q : demand_q))
  `ASSERT("a block comes once",
    rst || !l2_rsp_valid || !(l2_rsp_id ? ahead_have_q[l2_rsp_block] : demand_have_q[l2_rsp_block]))
  `ASSERT("two lines on their way have two places", rst || !(demand_q && ahead_q) || demand_place_q != ahead_place_q)
  `ASSERT("no line begins while one of its kind is under way",
    rst || (!(demand_start && demand_q) && !(ahead_start && ahead_q)))
  `ASSERT("no line is demanded while the next one waits for its place", rst || !(claim_q && demand_q))

endmodule
`default_nettype wire
