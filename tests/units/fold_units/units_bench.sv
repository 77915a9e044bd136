// SPDX-License-Identifier: Apache-2.0
// units_bench: units that fold within themselves, with FOLD beside FOLD = 1: coalescer_data, load_data, sfu_array,
// sm_rf.
// Random inputs, resets, phases of any length; in the last clock of every cycle the outputs must be those of the whole
// unit wherever they mean something (FOLD-9, FOLD-10, FOLD-11, FOLD-12, FOLD-23). The first difference ends it.
`include "gpu_types.svh"
`include "isa_ops.svh"
`default_nettype none

module units_bench #(
  parameter int FOLD   = 4,
  parameter int CYCLES = 1000,     // of clk
  parameter int SEED   = 1
) (
  input  wire clk_h,
  output reg  done,
  output int  errors,
  output int  stores,              // of the coalescer, also atomics
  output int  beats,
  output int  results,             // of the SFU
  output int  reads                // of registers that have been written, RAM by RAM
);

  // --- clocks: mostly no stops, else few or many ------------------------------------------------------
  wire [2:0] phase;
  wire       last, clk, clk_p;
  reg        adv = 1'b1;
  reg [31:0] chance;
  reg [1:0]  mood = 2'd0;

  fold_clock #(.FOLD(FOLD)) u_clock (.clk_h, .adv, .last, .clk_p, .phase, .clk);

  always @(posedge clk_h) begin
    chance = random(0);
    if (chance[31:26] == 6'd0) mood <= chance[1:0];
    adv <= mood == 2'd2 ? chance[10:8] != 3'd0 : mood == 2'd3 ? chance[12:8] == 5'd0 : 1'b1;
  end

  // --- coalescer_data ---------------------------------------------------------------------------------
  reg          st = 1'b0, atom = 1'b0, cas = 1'b0, local_sp = 1'b0;
  reg  [2:0]   szlog = 3'd0;
  reg  [1:0]   word = 2'd0;
  reg  [15:0]  hit = 16'd0;
  reg  [79:0]  off = 80'd0;
  reg  [511:0] w0 = 512'd0, w1 = 512'd0, w2 = 512'd0, w3 = 512'd0;
  wire [255:0] want_st, got_st;
  wire [31:0]  want_be, got_be;
  coalescer_data u_st_whole (
    .clk_p(1'b0), .phase(3'd0), .valid(st), .atom, .cas, .szlog, .local_sp, .word, .hit, .off, .w0, .w1,
    .w2,
    .w3, .data(want_st), .mask(want_be));
  localparam int W = 256 / FOLD;
  coalescer_data #(.LANES(8 / FOLD)) u_st_fold (
    .clk_p, .phase, .valid(st), .atom, .cas, .szlog, .local_sp, .word, .hit, .off,
    .w0({w0[256 + W*phase +: W], w0[W*phase +: W]}), .w1({w1[256 + W*phase +: W], w1[W*phase +: W]}),
    .w2({w2[256 + W*phase +: W], w2[W*phase +: W]}), .w3({w3[256 + W*phase +: W], w3[W*phase +: W]}),
    .data(got_st), .mask(got_be));

  reg  [255:0] means;              // bits of data that mean something
  always @* begin
    means = atom ? {128'd0, {128{1'b1}}} : 256'd0;
    for (int i = 0; i < 32; i = i + 1) if (want_be[i]) means[8*i +: 8] = 8'hff;
  end

  // --- load_data -----------------------------------------------------------------------------------------
  reg          g_valid = 1'b0, s_take = 1'b0, g_esg = 1'b0, twice = 1'b0;
  reg  [1:0]   g_beat = 2'd0, g_esz = 2'd0;
  wire [511:0] want_ld, got_ld;
  load_data u_ld_whole (
    .clk_p(1'b0), .phase(3'd0), .g_valid, .g_beat, .g_esz, .g_esg, .g_off(off), .g_sector(w1[255:0]),
    .s_take,
    .s_data(w0), .any(g_valid || s_take), .twice, .data(want_ld));
  load_data #(.LANES(8 / FOLD)) u_ld_fold (
    .clk_p, .phase, .g_valid, .g_beat, .g_esz, .g_esg, .g_off(off), .g_sector(w1[255:0]), .s_take, .s_data(w0),
    .any(g_valid || s_take), .twice, .data(got_ld));

  // --- sfu_array -----------------------------------------------------------------------------------------
  reg          rst = 1'b1, sf = 1'b0;
  ctl_t        ctl;
  reg  [6:0]   fmul = 7'd0;        // of the results that come
  wire         want_sv, got_sv;
  wire [127:0] want_sf, got_sf;
  wire [15:0]  want_cc, got_cc;
  sfu_array u_sf_whole (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .in_valid(sf), .in_ctl(ctl), .in_a(w2[127:0]), .in_b(w3[127:0]),
    .out_valid(want_sv), .out_r(want_sf), .out_cc(want_cc));
  sfu_array #(.LANES(8 / FOLD)) u_sf_fold (
    .clk, .clk_p, .phase, .rst, .in_valid(sf), .in_ctl(ctl), .in_a(w2[127:0]), .in_b(w3[127:0]),
    .out_valid(got_sv), .out_r(got_sf), .out_cc(got_cc));
  wire         sf_differ = fmul[6] ? got_sf !== want_sf || got_cc !== want_cc : got_sf[63:0] !== want_sf[63:0];

  // --- sm_rf: few rows; the results of a quarter come every four cycles, and before each it is not read ----------
  reg  [7:0]    rd_en = 8'd0;
  reg  [63:0]   rd_row = 64'd0;
  reg           sw = 1'b0, xs = 1'b0, xd = 1'b0, lws = 1'b0, lwg = 1'b0, init = 1'b1;
  reg  [1:0]    la = 2'd0;
  reg  [8:0]    init_row = 9'd0;
  reg  [31:0]   rr = 32'd0, be = 32'd0;
  wire [2047:0] want_rd, got_rd;
  wire [2048/FOLD-1:0] part_rd;
  wire [6:0]    want_rf, got_rf;
  reg  [7:0]    rd_q = 8'd0;
  reg  [1:0]    sw_q = 2'd0;
  reg  [1023:0] la0_q, la1_q;      // launch data of the cycle before
  wire [1024/FOLD-1:0] la0, la1;
  always @(posedge clk) begin
    la0_q <= {w2, w3};
    la1_q <= {w3, w1};
  end
  for (genvar q = 0; q < 4; q = q + 1) begin : g_launch
    assign la0[256/FOLD*q +: 256/FOLD] = la0_q[256*q + 256/FOLD*phase +: 256/FOLD];
    assign la1[256/FOLD*q +: 256/FOLD] = la1_q[256*q + 256/FOLD*phase +: 256/FOLD];
  end
  // The last result of the SP of each quarter, of cycles before; one of 16 bits stands in both halves of the words.
  reg  [255:0]  sp_q [0:3];
  wire [1024/FOLD-1:0] sp_part;
  reg           sw_half = 1'b0;
  reg  [255:0]  sw_data;
  always @* begin
    sw_data = w0[255:0];
    for (int i = 0; i < 8; i = i + 1) if (sw_half) sw_data[32*i + 16 +: 16] = w0[32*i +: 16];
  end
  always @(posedge clk) if (sw) sp_q[sw_q] <= w0[255:0];
  for (genvar q = 0; q < 4; q = q + 1) begin : g_results
    assign sp_part[W*q +: W] = sp_q[q][W*phase +: W];
  end
  sm_rf u_rf_whole (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst(cycle < 6), .init_active(init), .init_row, .rd_en, .rd_row,
    .rd_data(want_rd), .sw_valid(sw), .sw_par(rr[0]), .sw_q, .sw_row({6'd0, rr[2:1]}),
    .sw_be(be[15:0]), .sw_data, .sw_half, .sp_part(1024'd0),
    .xs_valid(xs), .xs_par(rr[3]), .xs_q(rr[5:4]), .xs_grant(want_rf[0]), .xd_valid(xd), .xd_par(rr[6]), .xd_q(rr[8:7]),
    .xd_grant(want_rf[1]), .xw_block(4'd0), .xw_row({6'd0, rr[10:9]}), .xw_be(be[31:16]), .xw_data(w0[511:256]),
    .lw_s_valid(lws), .lw_s_par(rr[11]), .lw_s_half(rr[12]), .lw_s_grant(want_rf[2]), .lw_s_lock(1'b0), .xc_valid(4'd0),
    .lw_g_valid(lwg), .lw_g_par(rr[13]), .lw_g_half(rr[14]), .lw_g_grant(want_rf[3]), .lw_row({6'd0, rr[16:15]}),
    .lw_be(~be), .lw_data(w1), .la_valid(la), .la_row({6'd0, rr[18:17]}), .la_data0({w2, w3}), .la_data1({w3, w1}),
    .la_done(want_rf[4]), .la_waiting(want_rf[6:5]));
  sm_rf #(.LANES(8 / FOLD)) u_rf_fold (
    .clk, .clk_p, .phase, .rst(cycle < 6), .init_active(init), .init_row, .rd_en, .rd_row, .rd_data(part_rd),
    .sw_valid(sw), .sw_par(rr[0]), .sw_q, .sw_row({6'd0, rr[2:1]}), .sw_be(be[15:0]), .sw_data(256'd0), .sw_half,
    .sp_part,
    .xs_valid(xs), .xs_par(rr[3]), .xs_q(rr[5:4]), .xs_grant(got_rf[0]), .xd_valid(xd), .xd_par(rr[6]), .xd_q(rr[8:7]),
    .xd_grant(got_rf[1]), .xw_block(4'd0), .xw_row({6'd0, rr[10:9]}), .xw_be(be[31:16]), .xw_data(w0[511:256]),
    .lw_s_valid(lws), .lw_s_par(rr[11]), .lw_s_half(rr[12]), .lw_s_grant(got_rf[2]), .lw_s_lock(1'b0), .xc_valid(4'd0),
    .lw_g_valid(lwg), .lw_g_par(rr[13]), .lw_g_half(rr[14]), .lw_g_grant(got_rf[3]), .lw_row({6'd0, rr[16:15]}),
    .lw_be(~be), .lw_data(w1), .la_valid(la), .la_row({6'd0, rr[18:17]}), .la_data0(la0), .la_data1(la1),
    .la_done(got_rf[4]), .la_waiting(got_rf[6:5]));
  reg rf_differ;
  for (genvar n = 0; n < 8; n = n + 1) begin : g_gather
    fold_gather #(.FOLD(FOLD), .WIDTH(256 / FOLD)) u_rd (
      .clk_p, .take(1'b1), .part(part_rd[256/FOLD*n +: 256/FOLD]), .all(got_rd[256*n +: 256]));
  end
  always @* begin
    rf_differ = got_rf !== want_rf;
    for (int i = 0; i < 8; i = i + 1)
      if (rd_q[i] && got_rd[256*i +: 256] !== want_rd[256*i +: 256]) rf_differ = 1'b1;
  end

  // --- one cycle ------------------------------------------------------------------------------------------
  int        cycle = 0;
  `include "fold_bench.svh"
  reg [31:0] r;

  initial begin
    done = 1'b0; errors = 0; stores = 0; beats = 0; results = 0; reads = 0;
    ctl = '0;
  end

  always @(posedge clk) if (!done) begin
    if (cycle > 8) begin
      if ((st || atom) && (got_be !== want_be || ((got_st ^ want_st) & means) !== 256'd0)) fail("store");
      else if ((g_valid || s_take) && got_ld !== want_ld) fail("load");
      else if (got_sv !== want_sv || (want_sv === 1'b1 && sf_differ)) fail("SFU");
      else if (cycle > 20 && rf_differ) fail("registers");
      stores  = stores + (st || atom ? 1 : 0);
      beats   = beats + (g_valid || s_take ? 1 : 0);
      for (int i = 0; i < 8; i = i + 1) reads = reads + (rd_q[i] ? 1 : 0);
      results = results + (want_sv === 1'b1 ? 1 : 0);
    end
    if (errors != 0 || cycle == CYCLES) done <= 1'b1;
    cycle = cycle + 1;

    sw_q  <= sw_q + 2'd1;
    rd_q  <= init ? 8'd0 : rd_en;
    r      = random(0);
    // not in the cycle before the next result of the quarter
    rd_en <= cycle < 12 ? 8'd0 : r[7:0] & r[15:8] & ~(8'h11 << (sw_q + 2'd2));
    for (int i = 0; i < 8; i = i + 1) rd_row[8*i +: 8] <= {6'd0, r[16 + 2*i +: 2]};
    r      = random(0);
    init     <= cycle < 12;
    init_row <= cycle < 8 ? 9'd0 : 9'(cycle) - 9'd8;
    {sw, xs, xd, lws, lwg} <= cycle < 14 ? 5'd0 : r[4:0];
    la    <= cycle < 14 ? 2'd0 : la != 2'd0 && !want_rf[4] ? la : r[6:5];
    rr[16:0] <= r[24:8];
    if (la == 2'd0 || want_rf[4]) rr[18:17] <= r[26:25];
    be    <= random(0);
    sw_half <= r[27];
    fmul <= {fmul[5:0], ctl.op == `OP_FMUL};
    r = random(0);
    rst      <= cycle < 6 || r[31:24] == 8'd0;
    st       <= r[1:0] == 2'd1;
    atom     <= r[1:0] == 2'd2;
    cas      <= r[2];
    local_sp <= r[3] && r[1:0] != 2'd2;
    szlog    <= r[1:0] == 2'd2 ? {2'b01, r[4]} : r[7:5] == 3'd4 ? 3'd4 : {1'b0, r[6:5]};
    word     <= r[9:8];
    hit      <= r[1:0] == 2'd2 ? 16'd1 << r[13:10] : random(0);
    g_valid  <= r[14];
    s_take   <= r[15];
    g_beat   <= r[17:16];
    g_esz    <= r[19:18];
    g_esg    <= r[20];
    twice    <= r[21];
    sf       <= r[23:22] != 2'd0;
    for (int i = 0; i < 80; i = i + 16) off[i +: 16] <= random(0);
    w0 <= wide(0);
    w1 <= wide(0);
    w2 <= wide(0);
    w3 <= wide(0);
    ctl <= wide(0);
    r = random(0);
    case (r[2:0])
      3'd0:    ctl.op <= `OP_RCP;
      3'd1:    ctl.op <= `OP_RSQRT;
      3'd2:    ctl.op <= `OP_LG2;
      3'd3:    ctl.op <= `OP_SIN;
      3'd4:    ctl.op <= `OP_EX2;
      default: ctl.op <= `OP_FMUL;
    endcase
  end

endmodule
`default_nettype wire
