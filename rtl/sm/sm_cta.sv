// SPDX-License-Identifier: Apache-2.0
// sm_cta: block slots, block launcher, end of a block.
//
// From host        blocks to run (blk_*)
// From sm_start    initialised; where a block slot begins, thread ids of its warps
// To   datapath    header rows, lock bits to clear, when thread ids are written (la_*)
// To   everyone    which warps are alive; a block that starts to run (cm_*)
// From sm_bru      fin_valid: a warp has finished
// sm_flight        counts what has issued and is not complete
//
// blk_done follows registered state: counts that reach zero at the end of c are seen in c+1. See docs/units/cta.md for
// the cycles of a launch.
`include "assert.svh"
`include "sm_types.svh"
`default_nettype none

module sm_cta #(
  parameter int LANES       = 8,         // header rows come as 2 * LANES words at a time (rtl/fold)
  parameter int PARAM_PARTS = 0          // 1: cfg_params are the words of param_at only
) (
  input  wire           clk,             // of the counts of sm_flight
  input  wire           clk_l,           // of all else: clk, or that without edges before which awake is 0
  output wire           awake,
  input  wire  [2:0]    phase,           // of the cycle (rtl/fold)
  input  wire           rst,             // reset or start: everything back to the beginning

  input  launch_cfg_t   cfg,
  input  wire  [(PARAM_PARTS != 0 ? 64 * LANES : 2048)-1:0] cfg_params,  // words from nparam on are 0
  output wire  [5-$clog2(LANES):0] param_at,      // which of the rows of header and parameters is written;
                                                   // LANES below 8: which part is next (header_part)
  input  wire           init_done,

  input  wire           blk_valid,
  output logic          blk_ready,
  input  block_t        blk,
  output logic [2:0]    blk_slot,        // slot an accepted block gets
  output logic          blk_done,
  output logic [2:0]    blk_done_slot,

  output wire  [2:0]    la_blk,          // the slot being launched, the pair of its warps
  output wire  [2:0]    la_pair,
  input  wire  [7:0]    la_smem_base,    // row of shared memory at which it begins
  output logic          la_smem_valid,
  output logic [7:0]    la_smem_row,
  output logic [64*LANES-1:0] la_smem_data,  // in phases with LANES below 8
  input  wire           la_smem_ready,
  output wire           la_lock_valid,   // clear the lock bits of eight words
  output wire  [8:0]    la_lock_addr,    // banks 8 to 15, row
  input  wire           la_lock_ready,
  output logic [1:0]    la_rf_valid,
  input  wire           la_rf_done,

  // the block in cm_blk starts to run: its warps are alive from the next cycle on
  output logic          cm_valid,
  output logic [2:0]    cm_blk,
  output logic [31:0]   cm_wmask,

  output logic [31:0]   alive,
  input  wire  [255:0]  blk_wmask,       // 32 bits per block slot: its warps
  output logic [39:0]   blk_live,        // 5 bits per block slot: warps that have not finished

  input  wire           is_lock,         // ld.lock issues
  input  wire           is_flight,       // an instruction that completes later issues
  input  wire  [2:0]    is_blk,
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
  input  wire  [2:0]    fin_blk,

  output logic          idle
);

  // --- block slots -------------------------------------------------------------------------------
  localparam logic [2:0] ST_IDLE = 3'd0, ST_SMEM = 3'd1, ST_RF = 3'd2, ST_COMMIT = 3'd3, ST_LOCK = 3'd4;
  logic [2:0]  st_q;
  logic [7:0]  busy_q;                   // slot taken
  logic [7:0]  run_q;                    // and committed
  logic [7:0]  locked_q;                 // ld.lock has issued in the slot
  logic [8:0]  lock_row_q;               // half rows of lock bits
  logic [39:0] live_q;
  logic [7:0]  free_oh, over, done_oh;
  logic [2:0]  slot_q;
  logic [15:0] ctaid_x_q, ctaid_y_q;
  logic [2:0]  header_row_q, pair_q;

  wire [63:0] blk_flight;
  sm_flight u_flight (
    .clk, .rst, .is_flight, .is_blk, .sp_done_valid, .sp_done_blk, .ls_done_valid, .ls_done_blk, .x_done_valid,
    .x_done_blk, .ba_valid, .ba_blk, .blk_flight);

  // CTA-5: the lowest free slot below max_blocks; CTA-10: the lowest that has nothing left to do
  wire [7:0] usable = 8'((9'd1 << cfg.max_blocks) - 9'd1);
  always_comb begin
    free_oh  = ~busy_q & usable;
    blk_slot = 3'd0;
    for (int b = 7; b >= 0; b--) if (free_oh[b]) blk_slot = 3'(b);
    for (int b = 0; b < 8; b++) over[b] = run_q[b] && live_q[5*b +: 5] == 5'd0;
  end
  always_comb begin
    done_oh = 8'd0;
    blk_done_slot = 3'd0;
    if (over != 8'd0) begin
      for (int b = 0; b < 8; b++) done_oh[b] = over[b] && blk_flight[8*b +: 8] == 8'd0;
      for (int b = 7; b >= 0; b--) if (done_oh[b]) blk_done_slot = 3'(b);
    end
  end
  assign blk_done  = done_oh != 8'd0;
  assign blk_ready = init_done && st_q == ST_IDLE && free_oh != 8'd0;
  assign blk_live  = live_q;
  assign idle      = init_done && st_q == ST_IDLE && busy_q == 8'd0;
  wire   accept    = blk_valid && blk_ready;

  // --- launcher ----------------------------------------------------------------------------------
  // rows of 16 words for 4 header words and the parameters
  wire [2:0] header_last = 3'((cfg.nparam + 7'd19) >> 4) - 3'd1;
  wire [4:0] pair_warp   = {1'b0, pair_q, 1'b0};
  wire       pair_two    = pair_warp + 5'd1 < cfg.nwarps;
  wire       pair_last   = pair_warp + 5'd2 >= cfg.nwarps;

  // lock bits of the slot's shared memory, if its last block used any: half a row per cycle
  wire       lock_last = {1'b0, lock_row_q} + 10'd1 == cfg.slot_smem[14:5];

  wire [31:0] fin_oh = sm_fn::onehot(fin_valid, fin_wid);

  assign awake = rst || accept || st_q != ST_IDLE || fin_valid || blk_done || is_lock;
  always_ff @(posedge clk_l)
    if (rst) begin
      st_q         <= ST_IDLE;
      busy_q       <= 8'd0;
      run_q        <= 8'd0;
      locked_q     <= 8'd0;
      lock_row_q   <= 9'd0;
      live_q       <= 40'd0;
      alive        <= 32'd0;
      slot_q       <= 3'd0;
      header_row_q <= 3'd0;
      pair_q       <= 3'd0;
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
          ctaid_x_q        <= blk.x;
          ctaid_y_q        <= blk.y;
          header_row_q     <= 3'd0;
          pair_q           <= 3'd0;
        end
        ST_SMEM: if (la_smem_ready) begin                   // CTA-6
          header_row_q <= header_row_q + 3'd1;
          if (header_row_q == header_last) st_q <= locked_q[slot_q] ? ST_LOCK : ST_RF;
        end
        ST_LOCK: if (la_lock_ready) begin                   // CTA-7
          lock_row_q <= lock_last ? 9'd0 : lock_row_q + 9'd1;
          if (lock_last) begin
            st_q             <= ST_RF;
            locked_q[slot_q] <= 1'b0;
          end
        end
        ST_RF: if (la_rf_done) begin                        // CTA-8
          pair_q <= pair_q + 3'd1;
          if (pair_last) st_q <= ST_COMMIT;
        end
        ST_COMMIT: begin                                    // CTA-9
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
  assign cm_wmask = cm_valid ? blk_wmask[32*slot_q +: 32] : 32'd0;

  // header and parameters as rows of 16 words
  wire [127:0] header = {ctaid_y_q, ctaid_x_q, cfg.nctaid_y, cfg.nctaid_x, cfg.ntid_z, cfg.ntid_y, cfg.ntid_x,
      cfg.gridid};
  assign la_blk        = slot_q;
  assign la_pair       = pair_q;
  assign la_lock_valid = st_q == ST_LOCK;
  assign la_lock_addr  = {lock_row_q[0], la_smem_base + lock_row_q[8:1]};
  assign la_smem_valid = st_q == ST_SMEM;
  assign la_smem_row   = la_smem_base + {5'd0, header_row_q};
  localparam int WORDS = 2 * LANES;      // of a part
  wire  [3:0]          part_first;       // word of the row
  wire  [3:0]          first = WORDS == 16 ? 4'd0 : part_first;     // of one part: nothing to shift
  header_part #(.LANES(LANES)) u_part (
    .phase, .row(header_row_q), .next_row(st_q == ST_IDLE ? 3'd0 : header_row_q + 3'(la_smem_ready)),
    .first(part_first), .at(param_at));
  wire  [32*WORDS-1:0] params;           // of the part, without the header
  if (PARAM_PARTS != 0) begin : g_parts
    assign params = cfg_params;
  end else begin : g_all
    logic [511:0] row;
    always_comb
      case (header_row_q)                // row 4 has words in its low quarter only; the last row is not larger
        3'd0: row = {cfg_params[383:0], 128'd0};
        3'd1: row = cfg_params[384 +: 512];
        3'd2: row = cfg_params[896 +: 512];
        3'd3: row = cfg_params[1408 +: 512];
        default: row = {384'd0, cfg_params[1920 +: 128]};
      endcase
    assign params = row[32*first +: 32*WORDS];
  end
  logic [3:0] word;
  always_comb begin
    word         = 'x;
    la_smem_data = 'x;
    if (la_smem_valid) begin
      la_smem_data = params;
      for (int i = 0; i < WORDS; i++) begin
        word = first + 4'(i);
        if (word >= 4'd4) begin
          if (header_row_q[2]) la_smem_data[32*i +: 32] = 32'd0;
        end else if (header_row_q == 3'd0) la_smem_data[32*i +: 32] = header[{word[1:0], 5'd0} +: 32];
      end
    end
  end

  assign la_rf_valid = {2{st_q == ST_RF}} & {pair_two, 1'b1};

  // --- cannot happen ------------------------------------------------------------------------------
  `ASSERT("a warp that finishes is alive", rst || !fin_valid || alive[fin_wid])
  `ASSERT("a block is launched into an empty slot", rst || !cm_valid || (alive & cm_wmask) == 32'd0)
  for (genvar b = 0; b < 8; b++) begin : g_slot
    `ASSERT("a block that has ended has no instruction in flight", rst || run_q[b] || blk_flight[8*b +: 8] == 8'd0)
  end

endmodule
`default_nettype wire
