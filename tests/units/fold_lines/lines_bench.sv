// SPDX-License-Identifier: Apache-2.0
// lines_bench: sm_icache and sm_ibuf with FOLD beside FOLD = 1. Random requests, an L2 whose words come at random,
// warps that want random words; phases of any length. In the last clock of every cycle the outputs must be those of
// the whole units (FOLD-19, FOLD-20). The first difference ends it.
`default_nettype none

module lines_bench #(
  parameter int FOLD   = 4,
  parameter int CYCLES = 1000,     // of clk, the 42 at the start not counted
  parameter int SEED   = 1
) (
  input  wire clk_h,
  output reg  done,
  output int  errors,
  output int  blocks,              // given by the cache
  output int  fills,               // words from the L2
  output int  words                // pairs of words, of lines that have come
);

  localparam int W = 512 / FOLD;

  wire [2:0] phase;
  wire       last, clk, clk_p;
  fold_stops #(.FOLD(FOLD), .SEED(SEED)) u_stops (.clk_h, .clk, .clk_p, .phase, .last);

  int          cycle = 0;
  `include "fold_bench.svh"
  reg          rst = 1'b1;
  reg  [31:0]  r;

  // --- the cache: warps ask for blocks of 24 lines, more than there are places for -------------------------------
  reg          req = 1'b0, take = 1'b0;
  reg  [23:6]  req_addr = 18'd0;
  reg  [5:0]   req_for = 6'd0;
  reg          come = 1'b0;              // a word of the L2
  reg  [3:0]   word = 4'd0;
  reg  [31:0]  data = 32'd0;
  reg  [2:0]   owed [0:15], comes_for = 3'd0;  // {id, block}
  reg  [3:0]   owed_put = 4'd0, owed_get = 4'd0, next;
  // req_ready, drop, drop_wid, drop_slot, filled, rsp_valid, rsp_wid, rsp_slot, l2_req_valid, l2_req_addr, l2_req_id,
  // turn_valid, turn_wid
  wire [42:0]  want_c, got_c;
  wire [511:0] want_d, got_d;
  wire [W-1:0] part_d;
  sm_icache u_cache_whole (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .req_valid(req), .req_addr, .req_wid(req_for[4:0]),
    .req_slot(req_for[5]), .req_ready(want_c[0]), .drop_valid(want_c[1]), .drop_wid(want_c[6:2]),
    .drop_slot(want_c[7]), .filled(want_c[8]), .rsp_valid(want_c[9]), .rsp_wid(want_c[14:10]), .rsp_slot(want_c[15]),
    .turn_valid(want_c[37]), .turn_wid(want_c[42:38]),
    .rsp_data(want_d), .l2_req_valid(want_c[16]), .l2_req_addr(want_c[35:17]), .l2_req_id(want_c[36]),
    .l2_req_ready(take && want_c[16]), .l2_rsp_valid(come), .l2_rsp_id(comes_for[2]), .l2_rsp_block(comes_for[1:0]),
    .l2_rsp_word(word), .l2_rsp_data(data));
  sm_icache #(.LANES(8 / FOLD)) u_cache_fold (
    .clk, .clk_p, .phase, .rst, .req_valid(req), .req_addr, .req_wid(req_for[4:0]), .req_slot(req_for[5]),
    .req_ready(got_c[0]), .drop_valid(got_c[1]), .drop_wid(got_c[6:2]), .drop_slot(got_c[7]), .filled(got_c[8]),
    .turn_valid(got_c[37]), .turn_wid(got_c[42:38]), .rsp_valid(got_c[9]), .rsp_wid(got_c[14:10]),
    .rsp_slot(got_c[15]), .rsp_data(part_d), .l2_req_valid(got_c[16]), .l2_req_addr(got_c[35:17]),
    .l2_req_id(got_c[36]), .l2_req_ready(take && want_c[16]), .l2_rsp_valid(come), .l2_rsp_id(comes_for[2]),
    .l2_rsp_block(comes_for[1:0]), .l2_rsp_word(word), .l2_rsp_data(data));
  fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_block (.clk_p, .take(1'b1), .part(part_d), .all(got_d));

  // --- the lines of the warps: what the cache gives; no warp reads the line that comes (HEAD-1) --------------------
  reg  [31:0]  have = 32'd0, slots = 32'd0, heads = 32'd0;
  reg          issued = 1'b0;
  reg  [4:0]   issued_wid = 5'd0;
  reg  [3:0]   at = 4'd0;
  wire         comes = want_c[9];
  wire [4:0]   comes_wid = want_c[14:10];
  wire [31:0]  still = have & ~(comes ? 32'd1 << comes_wid : 32'd0);
  wire [4:0]   want_rf, got_rf;
  wire [70:0]  want_i, got_i;            // id_odd, id_w1, id_w0, id_wid, id_valid
  sm_ibuf u_lines_whole (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .have_wmask(still), .slot_wmask(slots), .head_wmask(heads),
    .is_valid(issued), .is_wid(issued_wid), .rf_wid(want_rf), .rf_word(at), .wr_valid(comes), .wr_wid(comes_wid),
    .wr_slot(want_c[15]), .wr_data(want_d), .id_valid(want_i[0]), .id_wid(want_i[5:1]), .id_w0(want_i[37:6]),
    .id_w1(want_i[69:38]), .id_odd(want_i[70]));
  sm_ibuf #(.LANES(8 / FOLD)) u_lines_fold (
    .clk, .clk_p, .phase, .rst, .have_wmask(still), .slot_wmask(slots), .head_wmask(heads), .is_valid(issued),
    .is_wid(issued_wid), .rf_wid(got_rf), .rf_word(at), .wr_valid(comes), .wr_wid(comes_wid), .wr_slot(want_c[15]),
    .wr_data(part_d), .id_valid(got_i[0]), .id_wid(got_i[5:1]), .id_w0(got_i[37:6]), .id_w1(got_i[69:38]),
    .id_odd(got_i[70]));

  // --- one cycle ------------------------------------------------------------------------------------------------
  initial begin
    done = 1'b0; errors = 0; blocks = 0; fills = 0; words = 0;
    for (int i = 0; i < 16; i = i + 1) owed[i] = 3'd0;
  end

  always @(posedge clk) if (!done) begin
    if (cycle > 42) begin
      if ({want_c[37:16], want_c[9:8], want_c[1:0]} !== {got_c[37:16], got_c[9:8], got_c[1:0]} ||
          (want_c[1] && want_c[7:2] !== got_c[7:2]) || (want_c[37] && want_c[42:38] !== got_c[42:38]) ||
          (comes && want_c[15:10] !== got_c[15:10])) fail("cache");
      if (comes && want_d !== got_d) fail("block");
      if (want_rf !== got_rf || want_i[0] !== got_i[0]) fail("choice");
      if (want_i[0] && want_i !== got_i) fail("words");
      if (comes) blocks = blocks + 1;
      if (come)  fills  = fills + 1;
      if (want_i[0] && ^want_i !== 1'bx) words = words + 1;
    end
    if (take && want_c[16] && !rst) begin
      owed[owed_put] <= {want_c[36], want_c[18:17]};
      owed_put <= owed_put + 4'd1;
    end
    if (come) word <= word + 4'd1;
    next = come && word == 4'd15 ? owed_get + 4'd1 : owed_get;
    owed_get  <= next;
    comes_for <= owed[next];
    if (errors != 0 || cycle == CYCLES + 42) done <= 1'b1;
    cycle = cycle + 1;

    rst  <= cycle < 4;
    r = random(0);
    req      <= cycle > 40 && r[0];
    req_addr <= {11'd0, r[5:1] % 5'd24, r[7:6]};
    req_for  <= r[13:8];
    take     <= cycle > 40 && r[14];
    come     <= cycle > 40 && r[17:15] != 3'd0 && owed_put != next;
    data     <= random(0);
    // few warps have nothing to do, so that what has come is read
    have       <= random(0) | random(0);
    slots      <= random(0);
    heads      <= random(0) & random(0);
    issued     <= r[18];
    issued_wid <= r[23:19];
    at         <= r[27:24];
  end

  wire unused = &{1'b0, last};

endmodule
`default_nettype wire
