// SPDX-License-Identifier: Apache-2.0
// sm_icache: the SM's instruction cache, 4 KB in lines of 256 bytes, and the prefetch of the next line.
//
// From sm_fetch    req_*: a block of 64 bytes for a line slot of a warp; not in the cycle in which ready is low
// To   sm_fetch    drop_*: the block is not there, the slot is free again (cycle after the request); filled: a block
//                  has arrived in the cache, the warps dropped may ask again; rsp_*: where the block of this cycle goes
// To   sm_ibuf     rsp_data
// To   tpc_l2      l2_*: lines, as four blocks of 64 bytes each, the block wanted first, L2_DISTANCE cycles after the
//                  miss
//
// A request of cycle c is looked up in c+1; a block that is there is given in c+IFETCH_LATENCY, read from the data in
// the cycle before. One missing line at a time is fetched: its request is kept and looked up again when its block has
// arrived, every other miss is dropped. Besides, one line may be fetched ahead: when a block of the second half of a
// line is found, the line behind it is looked up in the next cycle without another lookup, and fetched if it is missing
// (`a` entry, beside `d` for the demanded one).
`include "assert.svh"
`default_nettype none

module sm_icache (
  input  wire          clk,
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

  output logic         rsp_valid,
  output logic [4:0]   rsp_wid,
  output logic         rsp_slot,
  output wire  [511:0] rsp_data,

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

  // --- lines on their way: d demanded, a ahead ---------------------------------------------------
  logic          d_q, a_q;
  logic [15:0]   d_line_q, a_line_q;
  logic [PW-1:0] d_place_q, a_place_q;
  logic [3:0]    d_have_q, a_have_q;     // blocks there
  logic          d_wait_q;               // the request that began d is kept, until the first block
  logic [5:0]    d_wait_for_q;           // its {slot, warp}
  logic [1:0]    d_first_q;              // and its block
  wire           there  = l2_rsp_valid && l2_rsp_word == 4'd15;
  wire           replay = there && !l2_rsp_id && d_wait_q;
  assign filled    = there;
  assign req_ready = !replay;

  // --- lookup ------------------------------------------------------------------------------------
  logic          lk_q;
  logic [15:0]   lk_line_q;
  logic [1:0]    lk_block_q;
  logic [5:0]    lk_for_q;
  logic          next_q;                 // a line to look up for fetching ahead
  logic [15:0]   next_line_q;
  always_ff @(posedge clk) begin
    lk_q <= !rst && (replay || req_valid);
    if (replay) begin
      lk_line_q  <= d_line_q;
      lk_block_q <= d_first_q;
      lk_for_q   <= d_wait_for_q;
    end else begin
      lk_line_q  <= req_addr[23:8];
      lk_block_q <= req_addr[7:6];
      lk_for_q   <= {req_slot, req_wid};
    end
  end

  wire          probe = !lk_q && next_q && !a_q;
  wire [15:0]   line  = lk_q ? lk_line_q : next_line_q;
  wire          hit;
  wire [PW-SW-1:0] way;
  wire [PW-1:0] place = {line[SW-1:0], way};
  wire          on_d  = d_q && d_place_q == place;
  wire          on_a  = a_q && a_place_q == place;
  wire          alloc = lk_q ? !d_q && !on_a : !on_d;
  cache_tags #(.WAYS(WAYS), .SETS(SETS), .TAG(16 - SW)) u_tags (
    .clk, .rst, .lk_valid(lk_q || probe), .lk_set(line[SW-1:0]), .lk_tag(line[15:SW]), .lk_alloc(alloc), .hit, .way);
  wire usable  = hit && !(on_d && !d_have_q[lk_block_q]) && !(on_a && !a_have_q[lk_block_q]);
  wire found   = lk_q && usable;
  wire d_start = lk_q && !hit && alloc;
  wire a_start = probe && !hit && alloc;
  assign drop_valid            = lk_q && !usable && !d_start;
  assign {drop_slot, drop_wid} = lk_for_q;

  always_ff @(posedge clk)
    if (rst) next_q <= 1'b0;
    else if (found && lk_block_q[1]) begin
      next_q      <= 1'b1;
      next_line_q <= lk_line_q + 16'd1;
    end else if (probe) next_q <= 1'b0;

  // --- requests to the L2 --------------------------------------------------------------------------
  logic [2:0] d_left_q, a_left_q;        // blocks not asked for
  logic [1:0] d_block_q, a_block_q;      // the next of them
  logic [5:0] d_travel_q, a_travel_q;    // cycles until the first request has reached the L2
  wire        d_ask = d_q && d_left_q != 3'd0 && d_travel_q == 6'd0;
  wire        a_ask = a_q && a_left_q != 3'd0 && a_travel_q == 6'd0;
  assign l2_req_valid = d_ask || a_ask;
  assign l2_req_id    = !d_ask;
  assign l2_req_addr  = {1'b0, d_ask ? {d_line_q, d_block_q} : {a_line_q, a_block_q}};
  wire [3:0]  new_have = 4'd1 << l2_rsp_block;

  always_ff @(posedge clk) begin
    if (d_travel_q != 6'd0) d_travel_q <= d_travel_q - 6'd1;
    if (a_travel_q != 6'd0) a_travel_q <= a_travel_q - 6'd1;
    if (l2_req_ready && d_ask) begin
      d_left_q  <= d_left_q - 3'd1;
      d_block_q <= d_block_q + 2'd1;
    end
    if (l2_req_ready && !d_ask) begin
      a_left_q  <= a_left_q - 3'd1;
      a_block_q <= a_block_q + 2'd1;
    end
    if (there && !l2_rsp_id) begin
      d_have_q <= d_have_q | new_have;
      d_wait_q <= 1'b0;
      if ((d_have_q | new_have) == 4'hf) d_q <= 1'b0;
    end
    if (there && l2_rsp_id) begin
      a_have_q <= a_have_q | new_have;
      if ((a_have_q | new_have) == 4'hf) a_q <= 1'b0;
    end
    if (d_start) begin
      d_q          <= 1'b1;
      d_line_q     <= line;
      d_place_q    <= place;
      d_have_q     <= 4'd0;
      d_wait_q     <= 1'b1;
      d_wait_for_q <= lk_for_q;
      d_first_q    <= lk_block_q;
      d_left_q     <= 3'd4;
      d_block_q    <= lk_block_q;
      d_travel_q   <= 6'(gpu_cfg::L2_DISTANCE - 1);
    end
    if (a_start) begin
      a_q        <= 1'b1;
      a_line_q   <= line;
      a_place_q  <= place;
      a_have_q   <= 4'd0;
      a_left_q   <= 3'd4;
      a_block_q  <= 2'd0;
      a_travel_q <= 6'(gpu_cfg::L2_DISTANCE - 1);
    end
    if (rst) begin
      d_q      <= 1'b0;
      a_q      <= 1'b0;
      d_wait_q <= 1'b0;
    end
  end

  // --- blocks found, until they are read: cycle c+1 to c+IFETCH_LATENCY-1 --------------------------
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

  sram_1r1w #(.WIDTH(512), .DEPTH(4*SETS*WAYS), .EN_BITS(32), .COLLIDE(0)) u_data (
    .clk, .rd_en(due_q[WAIT-1]), .rd_addr(out[PW+7:6]), .rd_data(rsp_data),
    .wr_en(l2_rsp_valid), .wr_addr({l2_rsp_id ? a_place_q : d_place_q, l2_rsp_block}), .wr_be(16'd1 << l2_rsp_word),
    .wr_data({16{l2_rsp_data}}));

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a word comes for a line on its way", rst || !l2_rsp_valid || (l2_rsp_id ? a_q : d_q))
  `ASSERT("a block comes once", rst || !l2_rsp_valid || !(l2_rsp_id ? a_have_q[l2_rsp_block] : d_have_q[l2_rsp_block]))
  `ASSERT("two lines on their way have two places", rst || !(d_q && a_q) || d_place_q != a_place_q)
  `ASSERT("no line begins while one of its kind is under way", rst || (!(d_start && d_q) && !(a_start && a_q)))

endmodule
`default_nettype wire
