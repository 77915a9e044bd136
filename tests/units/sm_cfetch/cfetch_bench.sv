// SPDX-License-Identifier: Apache-2.0
// cfetch_bench: sm_cfetch and in it sm_cf_match and sm_cf_words with FOLD beside FOLD = 1: constant fetches with few or
// many different addresses, some without lanes; requests that are served at once or after a while; phases of any
// length. In the last clock of every cycle the outputs must be those of the whole unit (FOLD-27, FOLD-28): the address
// where it is asked for, words of lanes that the last fetch has served. The first difference ends it.
`include "gpu_types.svh"
`include "isa_ops.svh"
`default_nettype none

module cfetch_bench #(
  parameter int FOLD   = 4,
  parameter int CYCLES = 1000,     // of clk
  parameter int SEED   = 1
) (
  input  wire clk_h,
  output reg  done,
  output int  errors,
  output int  passes,              // that ask for something
  output int  lanes,               // that they serve
  output int  words,               // of lanes, that were compared
  output int  firsts               // passes in the cycle behind the last addresses whose lane is one of these
);

  localparam int W = 128 / FOLD;

  wire [2:0] phase;
  wire       last, clk, clk_p;
  fold_stops #(.FOLD(FOLD), .SEED(SEED)) u_stops (.clk_h, .clk, .clk_p, .phase, .last);

  int          cycle = 0;
  `include "fold_bench.svh"
  reg          rst = 1'b1, is_cf = 1'b0, may = 1'b0;
  reg  [3:0]   seg = 4'd0, valid = 4'd0;
  reg  [1:0]   mode = 2'd0;
  reg  [127:0] addrs = 128'd0;     // of the quarter that comes
  reg  [7:0]   mask = 8'd0;
  reg  [31:0]  data = 32'd0;
  int          step = 0;           // of the fetch: 0 none; addresses come in 2 to 5
  reg  [1:0]   kind = 2'd0;
  reg  [15:0]  base = 16'd0;

  wire         want_v, got_v, want_n, got_n, want_d, got_d;
  wire [3:0]   want_s, got_s;
  wire [15:0]  want_a, got_a;
  reg  [1:0]   rd_q = 2'd0;
  wire [255:0] want_c, got_c;
  wire [2*W-1:0] part;
  fold_gather #(.FOLD(FOLD), .WIDTH(2 * W)) u_words (.clk_p, .take(1'b1), .part, .all(got_c));
  wire         go = want_v && may;
  sm_cfetch u_whole (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .is_cf, .is_cseg(seg), .is_cmode(mode), .cf_valid(valid),
    .cf_addr({4{addrs}}), .cf_mask({4{mask}}), .req_valid(want_v), .req_none(want_n), .served(go), .req_seg(want_s),
    .req_addr(want_a), .rsp_data(data), .done(want_d), .rd_q, .rd_data(want_c));
  sm_cfetch #(.LANES(8 / FOLD)) u_fold (
    .clk, .clk_p, .phase, .rst, .is_cf, .is_cseg(seg), .is_cmode(mode), .cf_valid(valid),
    .cf_addr({4{addrs[W*phase +: W]}}), .cf_mask({4{mask}}), .req_valid(got_v), .req_none(got_n), .served(go),
    .req_seg(got_s), .req_addr(got_a), .rsp_data(data), .done(got_d), .rd_q, .rd_data(part));

  reg [31:0] r;
  reg        came = 1'b0;          // the last addresses, in the cycle before
  reg        fresh = 1'b0;         // a fetch has had no pass yet
  reg [31:0] known = 32'd0;

  initial begin
    done = 1'b0; errors = 0; passes = 0; lanes = 0; words = 0; firsts = 0;
  end

  always @(posedge clk) if (!done) begin
    if (cycle > 8) begin
      if ({got_v, got_d} !== {want_v, want_d}) fail("passes");
      else if (want_v && {got_n, got_s} !== {want_n, want_s}) fail("request");
      else if (want_v && !want_n && got_a !== want_a) fail("address");
      else if (go && u_fold.serve !== u_whole.serve) fail("lanes");
      for (int i = 0; i < 8; i = i + 1)
        if (known[8*rd_q + i]) begin
          if (errors == 0 && got_c[32*i +: 32] !== want_c[32*i +: 32]) fail("words");
          words = words + 1;
        end
    end
    // words that have come, of the last fetch
    if (go && fresh) known = '0;
    if (go) fresh = 1'b0;
    if (is_cf) fresh = 1'b1;
    if (u_whole.u_words.put) known = known | u_whole.u_words.lanes;
    if (go && !want_n) begin
      passes = passes + 1;
      for (int i = 0; i < 32; i = i + 1) lanes = lanes + u_whole.serve[i];
    end
    if (want_v && came && u_whole.rem_q != '0 && (u_whole.rem_q << (8 / FOLD)) == '0) firsts = firsts + 1;
    came = valid[3];
    if (errors != 0 || cycle == CYCLES) done <= 1'b1;
    cycle = cycle + 1;

    rst <= cycle < 4;
    r = random(0);
    is_cf <= 1'b0;
    valid <= '0;
    if (cycle > 8) begin
      // the next one when a body has collected the words
      if (step != 0 && step != 6 && step < 16) step = step + 1;
      else if (step == 6 && !want_v && !u_whole.busy_q && !valid[3]) step = 7;
      else if (step == 16) step = 0;
      if (step == 0 && r[3]) begin
        step  = 1;
        is_cf <= 1'b1;
        seg   <= r[7:4];
        mode  <= r[9:8];
        kind  <= r[11:10];
        base  <= r[27:12];
      end
    end
    if (step >= 2 && step < 6) begin
      valid <= 4'd1 << (step - 2);
      addrs <= 128'(wide(0));
      // one address; one of two; any; the last row alone
      for (int i = 0; i < 8; i = i + 1) begin
        r = random(0);
        if (kind[1]) addrs[16*i +: 16] <= kind[0] ? r[15:0] : base ^ {15'd0, r[0]} ^ {4'd0, r[1] & r[2], 11'd0};
        else         addrs[16*i +: 16] <= base ^ {r[1] & r[3], 15'd0};
      end
      r = random(0);
      mask <= r[31:29] == 3'd0 ? '0 : r[28] ? 8'hff : r[7:0];
      if (kind == 2'd1) mask <= step == 5 ? ~(8'hff >> (8 / FOLD)) : '0;
    end
    r = random(0);
    may  <= r[0] | r[1];
    rd_q <= r[3:2];
    data <= random(0);
  end

  wire unused = &{1'b0, last};

endmodule
`default_nettype wire
