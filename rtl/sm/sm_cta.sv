// SPDX-License-Identifier: Apache-2.0
// sm_cta: kernel start, block slots, block launcher, end of a block.
//
// From host        start, launch configuration, blocks to run (blk_*)
// To   datapath    the clear at kernel start (init_*), header rows and thread ids (la_*)
// To   everyone    which warps are alive, and where warp slot w keeps its registers and shared memory
// From sm_issue    is_flight: an instruction that completes later leaves; completions bring the count back
// From sm_bru      fin_valid: a warp has finished
//
// The slot of a warp is a fixed function of the launch configuration, so the tables (block, base row, shared-memory
// base of every warp slot, thread id of every thread) are filled once in the INIT_CYCLES after start and only read
// later. blk_done follows registered state: counts that reach zero at the end of c are seen in c+1. See
// docs/units/cta.md for the cycles of a launch.
`include "assert.svh"
`include "sm_types.svh"
`default_nettype none

module sm_cta (
  input  wire           clk,
  input  wire           rst,             // reset or start: everything back to the beginning
  input  wire           start,

  input  launch_cfg_t   cfg,
  input  wire  [2047:0] cfg_params,      // words from nparam on are 0

  input  wire           blk_valid,
  output logic          blk_ready,
  input  block_t        blk,
  output logic [2:0]    blk_slot,        // slot an accepted block gets
  output logic          blk_done,
  output logic [2:0]    blk_done_slot,

  output logic          init_active,
  output logic [8:0]    init_row,
  output logic [31:0]   init_last_wmask, // warp slots that hold the last, perhaps partial, warp of a block
  output logic [31:0]   init_last_lmask, // lanes with a thread in that warp

  output logic          la_smem_valid,
  output logic [7:0]    la_smem_row,
  output logic [511:0]  la_smem_data,
  input  wire           la_smem_ready,
  output wire           la_lock_valid,   // clear the lock bits of eight words
  output wire  [8:0]    la_lock_addr,    // banks 8 to 15, row
  input  wire           la_lock_ready,
  output logic [1:0]    la_rf_valid,
  output logic [7:0]    la_rf_row,
  output logic [1023:0] la_rf_data0,
  output logic [1023:0] la_rf_data1,
  input  wire           la_rf_done,

  // the block in cm_blk starts to run: its warps are alive from the next cycle on
  output logic          cm_valid,
  output logic [2:0]    cm_blk,
  output logic [31:0]   cm_wmask,

  output logic [31:0]   alive,
  output logic [255:0]  blk_wmask,       // 32 bits per block slot: its warps
  output logic [39:0]   blk_live,        // 5 bits per block slot: warps that have not finished

  // where the issuing warp lives
  input  wire  [4:0]    is_wid,
  output logic [2:0]    is_blk,
  output logic [7:0]    is_row_base,
  output logic [13:0]   is_smem_base,

  input  wire           is_lock,         // ld.lock issues
  input  wire           is_flight,
  input  wire           sp_done_valid,
  input  wire  [2:0]    sp_done_blk,
  input  wire  [3:0]    ls_done_valid,
  input  wire  [11:0]   ls_done_blk,
  input  wire  [1:0]    x_done_valid,    // SFU, DPU
  input  wire  [5:0]    x_done_blk,
  input  wire           ba_valid,        // a bar instruction has arrived
  input  wire  [2:0]    ba_blk,

  input  wire           fin_valid,
  input  wire  [4:0]    fin_wid,
  output logic [2:0]    fin_blk,

  output logic          idle
);

  // --- kernel start: tables ----------------------------------------------------------------------
  logic       init_q, up_q;              // initialising; initialised
  logic [8:0] row_q;
  always_ff @(posedge clk)
    if (rst) begin
      init_q <= start;
      up_q   <= 1'b0;
      row_q  <= 9'd0;
    end else if (init_q) begin
      row_q  <= row_q + 9'd1;
      init_q <= row_q != 9'(gpu_cfg::INIT_CYCLES - 1);
      up_q   <= row_q == 9'(gpu_cfg::INIT_CYCLES - 1);
    end
  assign init_active = init_q;
  assign init_row    = row_q;

  // one warp slot per cycle: which block slot, which warp of it, which rows
  logic [2:0]  wblk_q  [0:31];
  logic [7:0]  wrow_q  [0:31];
  logic [13:0] wsmem_q [0:31];
  logic [4:0]  bwarp_q [0:7];            // first warp slot of a block slot
  logic [31:0] bmask_q [0:7];            // its warps
  logic [3:0]  t_blk_q;
  logic [5:0]  t_loc_q;                  // index of the warp in its block
  logic [8:0]  t_first_q, t_row_q;       // first row of the block, row of the pair
  logic [14:0] t_smem_q;
  logic [31:0] last_q;
  wire         t_on   = init_q && row_q < 9'd32 && t_blk_q < cfg.max_blocks;
  wire  [4:0]  t_w    = row_q[4:0];
  wire         t_wrap = t_loc_q + 6'd1 == cfg.slot_warps;
  wire  [8:0]  t_next = t_first_q + cfg.slot_rows;

  always_ff @(posedge clk)
    if (rst) begin
      t_blk_q   <= 4'd0;
      t_loc_q   <= 6'd0;
      t_first_q <= 9'd0;
      t_row_q   <= 9'd0;
      t_smem_q  <= 15'd0;
      last_q    <= 32'd0;
    end else if (t_on) begin
      wblk_q[t_w]  <= t_blk_q[2:0];
      wrow_q[t_w]  <= t_row_q[7:0];
      wsmem_q[t_w] <= t_smem_q[13:0];
      if (t_loc_q == 6'd0) begin
        bwarp_q[t_blk_q[2:0]] <= t_w;
        bmask_q[t_blk_q[2:0]] <= ((32'd1 << cfg.nwarps) - 32'd1) << t_w;
      end
      last_q[t_w] <= t_loc_q + 6'd1 == {1'b0, cfg.nwarps};
      t_loc_q     <= t_wrap ? 6'd0 : t_loc_q + 6'd1;
      if (t_loc_q[0]) t_row_q <= t_row_q + {1'b0, cfg.nregs};
      if (t_wrap) begin
        t_blk_q   <= t_blk_q + 4'd1;
        t_first_q <= t_next;
        t_row_q   <= t_next;
        t_smem_q  <= t_smem_q + cfg.slot_smem;
      end
    end

  assign init_last_wmask = last_q;
  assign init_last_lmask = cfg.nthreads[4:0] == 5'd0 ? 32'hffff_ffff : ~(32'hffff_ffff << cfg.nthreads[4:0]);
  assign is_blk       = wblk_q[is_wid];
  assign is_row_base  = wrow_q[is_wid];
  assign is_smem_base = wsmem_q[is_wid];
  assign fin_blk      = wblk_q[fin_wid];

  always_comb
    for (int b = 0; b < 8; b++) blk_wmask[32*b +: 32] = bmask_q[b];

  // thread ids, x fastest; thread k in the cycle init_row = k. One memory per warp parity.
  logic [8:0]    x_q, y_q;             // below the 512 threads of a block
  logic [5:0]    z_q;
  wire           x_end = {7'd0, x_q} + 16'd1 == cfg.ntid_x;
  wire           y_end = {7'd0, y_q} + 16'd1 == cfg.ntid_y;
  wire  [23:0]   tid   = {1'b0, row_q} < cfg.nthreads ? {z_q, y_q, x_q} : 24'd0;         // lanes without a thread: 0
  wire  [767:0]  tids0, tids1;
  logic [767:0]  tid_row;
  always_comb begin
    tid_row = 'x;
    if (init_q) tid_row = {32{tid}};
  end
  wire  [31:0]   tid_be = sm_fn::onehot(1'b1, row_q[4:0]);
  lutram_1r1w #(.WIDTH(768), .DEPTH(8), .EN_BITS(24)) u_tid0 (
    .clk, .rd_addr(pair_q), .rd_data(tids0), .wr_en(init_q && !row_q[5]), .wr_addr(row_q[8:6]), .wr_be(tid_be),
    .wr_data(tid_row));
  lutram_1r1w #(.WIDTH(768), .DEPTH(8), .EN_BITS(24)) u_tid1 (
    .clk, .rd_addr(pair_q), .rd_data(tids1), .wr_en(init_q && row_q[5]), .wr_addr(row_q[8:6]), .wr_be(tid_be),
    .wr_data(tid_row));
  always_comb begin
    la_rf_data0 = 'x;
    la_rf_data1 = 'x;
    if (la_rf_valid[0])
      for (int l = 0; l < 32; l++) begin
        la_rf_data0[32*l +: 32] = {tids0[24*l + 18 +: 6], 1'b0, tids0[24*l + 9 +: 9], 7'b0, tids0[24*l +: 9]};
        la_rf_data1[32*l +: 32] = {tids1[24*l + 18 +: 6], 1'b0, tids1[24*l + 9 +: 9], 7'b0, tids1[24*l +: 9]};
      end
  end
  always_ff @(posedge clk)
    if (rst) begin
      x_q <= 9'd0;
      y_q <= 9'd0;
      z_q <= 6'd0;
    end else if (init_q) begin
      x_q <= x_end ? 9'd0 : x_q + 9'd1;
      if (x_end) begin
        y_q <= y_end ? 9'd0 : y_q + 9'd1;
        if (y_end) z_q <= z_q + 6'd1;
      end
    end

  // --- block slots -------------------------------------------------------------------------------
  localparam logic [2:0] ST_IDLE = 3'd0, ST_SMEM = 3'd1, ST_RF = 3'd2, ST_COMMIT = 3'd3, ST_LOCK = 3'd4;
  logic [2:0]  st_q;
  logic [7:0]  busy_q;                   // slot taken
  logic [7:0]  run_q;                    // and committed
  logic [7:0]  locked_q;                 // ld.lock has issued in the slot
  logic [8:0]  lk_q;
  logic [7:0]  flight_q [0:7];           // instructions issued and not complete
  logic [39:0] live_q;
  logic [7:0]  free_oh, done_oh;
  logic [2:0]  slot_q;
  logic [15:0] bx_q, by_q;
  logic [2:0]  hrow_q, pair_q;

  wire [7:0] usable = 8'((9'd1 << cfg.max_blocks) - 9'd1);
  always_comb begin
    free_oh  = ~busy_q & usable;
    blk_slot = 3'd0;
    for (int b = 7; b >= 0; b--) if (free_oh[b]) blk_slot = 3'(b);
    done_oh = '0;
    for (int b = 0; b < 8; b++)
      if (run_q[b]) done_oh[b] = live_q[5*b +: 5] == 5'd0 && flight_q[b] == 8'd0;
    blk_done_slot = 3'd0;
    for (int b = 7; b >= 0; b--) if (done_oh[b]) blk_done_slot = 3'(b);
  end
  assign blk_done  = done_oh != 8'd0;
  assign blk_ready = up_q && st_q == ST_IDLE && free_oh != 8'd0;
  assign blk_live  = live_q;
  assign idle      = up_q && st_q == ST_IDLE && busy_q == 8'd0;
  wire   accept    = blk_valid && blk_ready;

  // eight completions can fall together: {valid, block} of each, and how many are of block b
  wire [7:0]  end_valid = {ba_valid, x_done_valid, ls_done_valid, sp_done_valid};
  wire [23:0] end_blk   = {ba_blk, x_done_blk, ls_done_blk, sp_done_blk};
  // The counts of all blocks at once, digit by digit: bit b of a word belongs to block b.
  logic [7:0] mine [0:7];                // completion i
  logic [7:0] ends1, ends2, ends4, ends8;
  logic [7:0] a1, b1, c1, a2, b2, c2, d2, e2, a4, b4;
  always_comb begin
    for (int i = 0; i < 8; i++) mine[i] = 8'd0;
    {a1, b1, c1, a2, b2, c2, d2, e2, a4, b4} = 80'd0;
    {ends1, ends2, ends4, ends8} = 32'd0;
    if (end_valid != 8'd0) begin
      for (int i = 0; i < 8; i++)
        if (end_valid[i]) mine[i] = 8'd1 << end_blk[3*i +: 3];
      a1 = mine[0] ^ mine[1] ^ mine[2];
      a2 = (mine[0] & mine[1]) | (mine[2] & (mine[0] ^ mine[1]));
      b1 = mine[3] ^ mine[4] ^ mine[5];
      b2 = (mine[3] & mine[4]) | (mine[5] & (mine[3] ^ mine[4]));
      c1 = mine[6] ^ mine[7];
      c2 = mine[6] & mine[7];
      ends1 = a1 ^ b1 ^ c1;
      d2 = (a1 & b1) | (c1 & (a1 ^ b1));
      e2 = a2 ^ b2 ^ c2;
      a4 = (a2 & b2) | (c2 & (a2 ^ b2));
      ends2 = d2 ^ e2;
      b4 = d2 & e2;
      ends4 = a4 ^ b4;
      ends8 = a4 & b4;
    end
  end
  logic [7:0] begins;
  always_comb begin
    begins = 8'd0;
    if (is_flight) begins[is_blk] = 1'b1;
  end
  wire [7:0] changes = begins | ends1 | ends2 | ends4 | ends8;
  always_ff @(posedge clk)
    if (rst)
      for (int b = 0; b < 8; b++) flight_q[b] <= 8'd0;
    else if (changes != 8'd0)
      for (int b = 0; b < 8; b++)
        if (changes[b]) flight_q[b] <= flight_q[b] + {7'd0, begins[b]} - {4'd0, ends8[b], ends4[b], ends2[b], ends1[b]};

  // --- launcher ----------------------------------------------------------------------------------
  // rows of 16 words for 4 header words and the parameters
  wire [2:0] hrow_last = 3'((cfg.nparam + 7'd19) >> 4) - 3'd1;
  wire [4:0] pair_warp = {1'b0, pair_q, 1'b0};
  wire [4:0] pair_wid  = bwarp_q[slot_q] + pair_warp;
  wire       pair_two  = pair_warp + 5'd1 < cfg.nwarps;
  wire       pair_last = pair_warp + 5'd2 >= cfg.nwarps;

  // lock bits of the slot's shared memory, if its last block used any: half a row per cycle
  wire       lk_last = {1'b0, lk_q} + 10'd1 == cfg.slot_smem[14:5];

  wire [31:0] fin_oh = sm_fn::onehot(fin_valid, fin_wid);

  always_ff @(posedge clk)
    if (rst) begin
      st_q   <= ST_IDLE;
      busy_q <= 8'd0;
      run_q  <= 8'd0;
      locked_q <= 8'd0;
      lk_q   <= 9'd0;
      live_q <= 40'd0;
      alive  <= 32'd0;
      slot_q <= 3'd0;
      hrow_q <= 3'd0;
      pair_q <= 3'd0;
    end else begin
      alive <= (alive & ~fin_oh) | cm_wmask;
      if (fin_valid) begin
        for (int b = 0; b < 8; b++)
          if (fin_blk == 3'(b)) live_q[5*b +: 5] <= live_q[5*b +: 5] - 5'd1;
      end
      if (blk_done) begin
        busy_q[blk_done_slot] <= 1'b0;
        run_q[blk_done_slot]  <= 1'b0;
      end
      if (is_lock) locked_q[is_blk] <= 1'b1;
      case (st_q)
        ST_IDLE: if (accept) begin
          st_q             <= ST_SMEM;
          slot_q           <= blk_slot;
          busy_q[blk_slot] <= 1'b1;
          bx_q             <= blk.x;
          by_q             <= blk.y;
          hrow_q           <= 3'd0;
          pair_q           <= 3'd0;
        end
        ST_SMEM: if (la_smem_ready) begin
          hrow_q <= hrow_q + 3'd1;
          if (hrow_q == hrow_last) st_q <= locked_q[slot_q] ? ST_LOCK : ST_RF;
        end
        ST_LOCK: if (la_lock_ready) begin
          lk_q <= lk_last ? 9'd0 : lk_q + 9'd1;
          if (lk_last) begin
            st_q             <= ST_RF;
            locked_q[slot_q] <= 1'b0;
          end
        end
        ST_RF: if (la_rf_done) begin
          pair_q <= pair_q + 3'd1;
          if (pair_last) st_q <= ST_COMMIT;
        end
        ST_COMMIT: begin
          st_q          <= ST_IDLE;
          run_q[slot_q] <= 1'b1;
          for (int b = 0; b < 8; b++)
            if (slot_q == 3'(b)) live_q[5*b +: 5] <= cfg.nwarps;
        end
        default: st_q <= ST_IDLE;
      endcase
    end

  assign cm_valid = st_q == ST_COMMIT;
  assign cm_blk   = slot_q;
  assign cm_wmask = cm_valid ? bmask_q[slot_q] : 32'd0;

  // header and parameters as rows of 16 words
  wire [127:0] head = {by_q, bx_q, cfg.nctaid_y, cfg.nctaid_x, cfg.ntid_z, cfg.ntid_y, cfg.ntid_x, cfg.gridid};
  assign la_lock_valid = st_q == ST_LOCK;
  assign la_lock_addr  = {lk_q[0], wsmem_q[bwarp_q[slot_q]][13:6] + lk_q[8:1]};
  assign la_smem_valid = st_q == ST_SMEM;
  assign la_smem_row   = wsmem_q[bwarp_q[slot_q]][13:6] + {5'd0, hrow_q};
  always_comb begin
    la_smem_data = 'x;
    if (la_smem_valid) begin
      case (hrow_q[1:0])                 // row 4 has words in its low quarter only; the last row is not larger
        2'd0: la_smem_data = {cfg_params[383:0], head};
        2'd1: la_smem_data = cfg_params[384 +: 512];
        2'd2: la_smem_data = cfg_params[896 +: 512];
        default: la_smem_data = cfg_params[1408 +: 512];
      endcase
      if (hrow_q[2]) la_smem_data = {384'd0, cfg_params[1920 +: 128]};
    end
  end

  assign la_rf_valid = {2{st_q == ST_RF}} & {pair_two, 1'b1};
  assign la_rf_row   = wrow_q[pair_wid];

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a warp that finishes is alive", rst || !fin_valid || alive[fin_wid])
  `ASSERT("a block is launched into an empty slot", rst || !cm_valid || (alive & cm_wmask) == 32'd0)
  for (genvar b = 0; b < 8; b++) begin : g_flight
    `ASSERT("no more instructions complete than are in flight",
      rst || flight_q[b] >= {4'd0, ends8[b], ends4[b], ends2[b], ends1[b]})
    `ASSERT("the count of instructions in flight does not overflow",
      rst || !(is_flight && is_blk == 3'(b)) || flight_q[b] != 8'hff)
    `ASSERT("a block that has ended has no instruction in flight", rst || run_q[b] || flight_q[b] == 8'd0)
  end

endmodule
`default_nettype wire
