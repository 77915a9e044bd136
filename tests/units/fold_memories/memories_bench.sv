// SPDX-License-Identifier: Apache-2.0
// memories_bench: smem, sm_sb_loads and sm_start with FOLD beside FOLD = 1. Random inputs, phases of any length; in the
// last clock of every cycle the outputs must be those of the whole unit wherever they mean something (FOLD-11, FOLD-14,
// FOLD-15, FOLD-21, FOLD-22). The first difference ends it.
`include "gpu_types.svh"
`include "dp_types.svh"
`include "sm_types.svh"
`default_nettype none

module memories_bench #(
  parameter int FOLD   = 4,
  parameter int CYCLES = 1000,     // of clk, the 512 at the start not counted
  parameter int SEED   = 1
) (
  input  wire clk_h,
  output reg  done,
  output int  errors,
  output int  beats,               // of shared memory
  output int  stores,
  output int  hits,                // heads that wait for a load
  output int  ids                  // pairs of warps whose thread ids were read
);

  localparam int W = 256 / FOLD;

  wire [2:0] phase;
  wire       last, clk, clk_p;
  fold_stops #(.FOLD(FOLD), .SEED(SEED)) u_stops (.clk_h, .clk, .clk_p, .phase, .last);

  int          cycle = 0;
  `include "fold_bench.svh"
  reg          rst = 1'b1, start = 1'b0, go = 1'b0;
  reg  [31:0]  r;
  reg  [511:0] r1;

  // --- sm_start: blocks of 5 x 7 x 14 threads ---------------------------------------------------------------
  launch_cfg_t cfg;
  reg  [2:0]   pair = 3'd0;
  wire         init_active, done_init, init2, done2;
  wire [8:0]   init_row, row2;
  wire [1023:0] want_t0, want_t1, got_t0, got_t1;
  wire [1024/FOLD-1:0] part_t0, part_t1;
  reg  [1023:0] t0_q, t1_q;        // of the cycle before
  sm_start u_start_whole (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .start, .cfg, .init_active, .init_row, .init_done(done_init),
    .is_wid(5'd0), .fin_wid(5'd0), .la_blk(3'd0), .la_pair(pair), .la_rf_want(1'b1), .la_rf_data0(want_t0),
    .la_rf_data1(want_t1));
  sm_start #(.LANES(8 / FOLD)) u_start_fold (
    .clk, .clk_p, .phase, .rst, .start, .cfg, .init_active(init2), .init_row(row2), .init_done(done2),
    .is_wid(5'd0), .fin_wid(5'd0), .la_blk(3'd0), .la_pair(pair), .la_rf_want(1'b1), .la_rf_data0(part_t0),
    .la_rf_data1(part_t1));
  for (genvar q = 0; q < 4; q = q + 1) begin : g_quarter
    fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_0 (
      .clk_p, .take(1'b1), .part(part_t0[W*q +: W]), .all(got_t0[256*q +: 256]));
    fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_1 (
      .clk_p, .take(1'b1), .part(part_t1[W*q +: W]), .all(got_t1[256*q +: 256]));
  end

  // --- smem: three rows, all sizes; in between launch rows of other blocks, and locks ---------------------
  reg          hd = 1'b0, la = 1'b0, lkc = 1'b0;
  lsm_t        lsm;
  reg  [511:0] addr [0:1];
  reg  [31:0]  mask = 32'd0;
  reg  [511:0] w0 = 512'd0, la_data = 512'd0;
  reg  [1:0]   la_row = 2'd0;
  reg  [511:0] words [0:7];        // of the last entries and their halves
  reg  [1:0]   entry = 2'd0;
  wire [511:0] w0_half = want_c[4] ? ~w0 : w0;
  wire [56/FOLD-1:0] st_at;
  reg  [W-1:0] st_words, st_next;
  always @(posedge clk_p) begin
    st_words <= st_next;
    for (int i = 0; i < 8 / FOLD; i = i + 1)
      st_next[32*i +: 32] <= words[st_at[7*i + 4 +: 3]][{st_at[7*i +: 4], 5'd0} +: 32];
  end
  reg          written = 1'b0;
  int          queue = 0;          // beats that are not written
  // la_ready, lk_clear_ready, hd_leave, first_pick, pick_half, pm_serialize, sm_last, sm_entry, sm_half, so_valid,
  // sb_valid, st_done
  wire [13:0]  want_c, got_c;
  wire [2:0]   want_se, got_se;    // s[] operand
  wire [1:0]   want_sq, got_sq;
  wire [7:0]   want_sm, got_sm;
  wire [255:0] want_sd, got_sd;
  wire [W-1:0] part_sd;
  beat_t       want_bt, got_bt;
  wire [15:0]  want_bm, got_bm, want_tk, got_tk;
  wire [511:0] want_bd, got_bd;
  ldm_t        want_ldm, got_ldm;
  smem u_smem_whole (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .init_active, .init_row, .la_valid(la), .la_row({6'd2, la_row}),
    .la_data, .la_ready(want_c[0]), .lk_clear(lkc), .lk_clear_addr({la_row[0], 6'd0, la_row}),
    .lk_clear_ready(want_c[1]), .hd_valid(hd), .hd_lsm(lsm), .hd_entry(entry), .hd_rdy(2'b11),
    .hd_addr(addr[want_c[4]]), .hd_mask(mask), .hd_w0(w0_half), .st_words(256'd0), .hd_leave(want_c[2]),
    .first_pick(want_c[3]), .pick_half(want_c[4]), .pm_serialize(want_c[5]),
    .sm_last(want_c[6]), .sm_entry(want_c[9:7]), .sm_half(want_c[10]), .so_valid(want_c[11]), .so_entry(want_se),
    .so_q(want_sq), .so_mask(want_sm), .so_data(want_sd), .sb_valid(want_c[12]), .sb_beat(want_bt), .sb_mask(want_bm),
    .sb_data(want_bd), .sb_take(want_tk), .sb_written(written), .st_done(want_c[13]), .st_ldm(want_ldm));
  smem #(.LANES(8 / FOLD)) u_smem_fold (
    .clk, .clk_p, .phase, .rst, .init_active, .init_row, .la_valid(la), .la_row({6'd2, la_row}),
    .la_data(la_data[2*W*phase +: 2*W]), .la_ready(got_c[0]), .lk_clear(lkc), .lk_clear_addr({la_row[0], 6'd0,
    la_row}), .lk_clear_ready(got_c[1]),
    .hd_valid(hd), .hd_lsm(lsm), .hd_entry(entry), .hd_rdy(2'b11), .hd_addr(addr[got_c[4]]), .hd_mask(mask),
    .hd_w0(512'd0), .st_at, .st_words,
    .hd_leave(got_c[2]), .first_pick(got_c[3]), .pick_half(got_c[4]), .pm_serialize(got_c[5]), .sm_last(got_c[6]),
    .sm_entry(got_c[9:7]), .sm_half(got_c[10]), .so_valid(got_c[11]), .so_entry(got_se), .so_q(got_sq),
    .so_mask(got_sm), .so_data(part_sd), .sb_valid(got_c[12]), .sb_beat(got_bt), .sb_mask(got_bm), .sb_data(got_bd),
    .sb_take(got_tk), .sb_written(written), .st_done(got_c[13]), .st_ldm(got_ldm));
  fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_sd (.clk_p, .take(1'b1), .part(part_sd), .all(got_sd));

  reg          data_differ;
  always @* begin
    data_differ = 1'b0;
    for (int l = 0; l < 8; l = l + 1)
      if (want_c[11] && want_sm[l] && want_sd[32*l +: 32] !== got_sd[32*l +: 32]) data_differ = 1'b1;
    for (int l = 0; l < 16; l = l + 1)
      if (want_c[12] && want_bm[l] && want_bd[32*l +: 32] !== got_bd[32*l +: 32]) data_differ = 1'b1;
    if (want_c[11] && {want_se, want_sq, want_sm} !== {got_se, got_sq, got_sm}) data_differ = 1'b1;
    if (want_c[12] && {want_bt, want_bm, want_tk} !== {got_bt, got_bm, got_tk}) data_differ = 1'b1;
    if (want_c[13] && want_ldm !== got_ldm) data_differ = 1'b1;
  end

  // --- sm_sb_loads: four warps, few registers; a load is under way when it is cleared -------------------------
  reg  [127:0] way [0:3];
  reg          set = 1'b0, clr = 1'b0, id = 1'b0;
  reg  [1:0]   set_w = 2'd0, clr_w = 2'd0, id_w = 2'd0;
  reg  [8:0]   set_r = 9'd0, set_t = 9'd0, clr_r = 9'd0, clr_t = 9'd0;
  reg  [35:0]  id_r = 36'd0;
  wire [1:0]   want_hit, got_hit;
  sm_sb_loads u_sb_whole (
    .clk, .clk_p(1'b0), .phase(3'd0), .init_active, .init_row, .set_valid(set), .set_wid({3'd5, set_w}),
    .set_r, .set_t, .clr_valid(clr), .clr_wid({3'd5, clr_w}), .clr_r, .clr_t, .id_valid(id), .id_wid({3'd5, id_w}),
    .id_r, .id_hit(want_hit[0]), .re_hit(want_hit[1]));
  sm_sb_loads #(.LANES(8 / FOLD)) u_sb_fold (
    .clk, .clk_p, .phase, .init_active, .init_row, .set_valid(set), .set_wid({3'd5, set_w}),
    .set_r, .set_t, .clr_valid(clr), .clr_wid({3'd5, clr_w}), .clr_r, .clr_t, .id_valid(id), .id_wid({3'd5, id_w}),
    .id_r, .id_hit(got_hit[0]), .re_hit(got_hit[1]));

  // --- one cycle ------------------------------------------------------------------------------------------------
  reg [4:0] g, h;
  reg [3:0] heads = 4'd0;          // warps whose head has been looked up

  initial begin
    done = 1'b0; errors = 0; beats = 0; stores = 0; hits = 0; ids = 0;
    cfg = '0;
    cfg.nthreads = 10'd490; cfg.ntid_x = 16'd5; cfg.ntid_y = 16'd7; cfg.ntid_z = 16'd14;
    lsm = '0;
    addr[0] = 512'd0; addr[1] = 512'd0;
    for (int i = 0; i < 4; i = i + 1) way[i] = 128'd0;
  end

  always @(posedge clk) if (!done) begin
    if (cycle > 520) begin
      if ({init2, row2, done2} !== {init_active, init_row, done_init}) fail("start");
      if (cycle > 522 && {got_t0, got_t1} !== {t0_q, t1_q}) fail("thread ids");
      if (got_c !== want_c) fail("smem");
      if (data_differ) fail("smem, data");
      if (id && got_hit[0] !== want_hit[0]) fail("new head");
      if (clr && heads[clr_w] && got_hit[1] !== want_hit[1]) fail("head looked up again");
      beats  = beats + (want_c[12] || want_c[11] ? 1 : 0);
      stores = stores + (want_c[13] ? 1 : 0);
      hits   = hits + (id && want_hit[0] || clr && heads[clr_w] && want_hit[1] ? 1 : 0);
      ids    = ids + 1;
    end
    t0_q <= want_t0;
    t1_q <= want_t1;
    if (errors != 0 || cycle == CYCLES + 520) done <= 1'b1;
    if (go) queue = queue + (want_c[12] ? 1 : 0) - (written ? 1 : 0);
    cycle = cycle + 1;

    rst   <= cycle == 4 || cycle < 3;
    start <= cycle == 4;
    go    <= cycle > 520;
    r = random(0);
    pair    <= r[2:0];
    written <= go && queue > 0 && r[3];

    // shared memory: the next access when the last one has left
    // rows 8 to 11 are those of the launch in the first quarter of 64 cycles, and read in the second
    la  <= cycle > 520 && cycle % 64 < 16 && r[5:4] != 2'd0;
    lkc <= cycle > 520 && r[6:4] == 3'd1;
    la_row  <= r[8:7];
    la_data <= wide(0);
    if (cycle > 520 && (!hd || want_c[2] === 1'b1)) begin
      hd <= r[10:9] != 2'd0;
      lsm           <= {wide(0), wide(0)};
      lsm.space     <= `SPACE_S;
      lsm.store     <= r[12:11] == 2'd0 || r[12:11] == 2'd3 && r[20];
      lsm.sopd      <= r[12:11] == 2'd1;
      lsm.lock      <= r[12:11] == 2'd2;
      lsm.szlog     <= {1'b0, r[14:13]} % 3;
      lsm.smem_row  <= {7'd0, r[15]};
      lsm.ld.esz    <= r[12:11] == 2'd2 ? 2'd2 : r[14:13] % 3;
      lsm.ld.esg    <= r[16];
      mask    <= random(0) | (r[17] ? 32'hffffffff : 32'd0);
      r1 = wide(0);
      w0      <= r1;
      entry   <= entry + 2'd1;
      words[{entry + 2'd1, 1'b0}] <= r1;
      words[{entry + 2'd1, 1'b1}] <= ~r1;
      addr[0] <= wide(0) & {16{r[18] ? 32'h0000007f : 32'h0000003f}};
      addr[1] <= wide(0) & {16{r[19] ? 32'h0000007f : 32'h00000013}};
      if (cycle % 64 >= 24 && cycle % 64 < 40) begin
        addr[0] <= wide(0) & {16{32'h000000ff}} | {16{32'h00000200}};
        addr[1] <= wide(0) & {16{32'h000000ff}} | {16{32'h00000200}};
      end
    end

    // loads under way
    if (set) way[set_w] = way[set_w] |
                          (128'(set_r[3:0]) << {set_r[8:4], 2'd0}) | (128'(set_t[3:0]) << {set_t[8:4], 2'd0});
    if (clr) way[clr_w] = way[clr_w] & ~(128'(clr_r[3:0]) << {clr_r[8:4], 2'd0}) &
                          ~(128'(clr_t[3:0]) << {clr_t[8:4], 2'd0});
    if (id) heads[id_w] = 1'b1;
    r = random(0);
    set   <= go && r[0];
    set_w <= r[2:1];
    g = {2'd3, r[5:3]};
    h = g + 5'd1;
    set_r <= {g, r[9:6]   & ~way[r[2:1]][{g, 2'd0} +: 4]};
    set_t <= {h, r[13:10] & ~way[r[2:1]][{h, 2'd0} +: 4]};
    r = random(0);
    clr   <= go && r[0];
    clr_w <= r[2:1];
    g = {2'd3, r[5:3]};
    h = g + 5'd1;
    clr_r <= {g, r[9:6]   & way[r[2:1]][{g, 2'd0} +: 4]};
    clr_t <= {h, r[13:10] & way[r[2:1]][{h, 2'd0} +: 4]};
    r = random(0);
    id   <= go && r[0];
    id_w <= r[2:1];
    r = random(0);
    for (int i = 0; i < 4; i = i + 1) id_r[9*i +: 9] <= {2'd3, r[3*i +: 3], r[12 + 4*i +: 4] & {4{r[28 + i]}}};
  end else {hd, la, lkc, written, set, clr, id} <= 7'd0;

  wire unused = &{1'b0, last};

endmodule
`default_nettype wire
