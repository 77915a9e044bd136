// SPDX-License-Identifier: Apache-2.0
// dram_chip: the GDDR3 chips of a partition (two with 32 data pins side by side), for simulation: holds the data and
// looks for broken rules of time and protocol. Each prints a line that begins with FAIL and counts in `broken`; none is
// expected of a controller that works.
//
// Everything happens in the cycles with mstep: the command and the data in them are sampled, dq_out changes at their
// end. Times are memory clocks. Without ROW_BITS of the row the memory is smaller, and a row beyond it breaks a rule.
// Set up (power up, mode registers) the chips are already. Rules: DRAM-6 to DRAM-10, DRAM-12 (docs/units).
`include "gpu/dram_types.svh"
`default_nettype none
/* verilator lint_off BLKSEQ */

module dram_chip #(
  parameter int ROW_BITS = 12,
  parameter int RC    = gpu_cfg::DRAM_RC,
  parameter int RAS   = gpu_cfg::DRAM_RAS,
  parameter int RP    = gpu_cfg::DRAM_RP,
  parameter int RCD   = gpu_cfg::DRAM_RCD,
  parameter int RRD   = gpu_cfg::DRAM_RRD,
  parameter int WTR   = gpu_cfg::DRAM_WTR,
  parameter int WR    = gpu_cfg::DRAM_WR,
  parameter int CCD   = gpu_cfg::DRAM_CCD,
  parameter int REFI  = gpu_cfg::DRAM_REFI,
  parameter int RFC   = gpu_cfg::DRAM_RFC,
  parameter int CL    = gpu_cfg::DRAM_CL,
  parameter int WL    = gpu_cfg::DRAM_WL,
  parameter int BURST = gpu_cfg::DRAM_BURST
) (
  input  wire          clk,
  input  wire          mstep,
  input  wire dram_cmd_t cmd,
  input  wire          dq_drive,
  input  wire  [15:0]  dq_mask,
  input  wire  [127:0] dq_in,
  output reg   [127:0] dq_out,
  output int           broken,
  output reg [8*48-1:0] why               // the rule broken last
);

  localparam int BANKS  = 8;
  localparam int LONG   = 100_000_000;    // "long ago", clocks
  localparam int DUE    = 64;             // clocks that data can be on their way
  localparam int PLACES = 1 << (ROW_BITS + 3 + 7);

  reg [255:0] mem [0:PLACES-1];

  int now = 0, opened_at [0:BANKS-1], read_at [0:BANKS-1], written_at [0:BANKS-1], closed_at [0:BANKS-1];
  int any_opened_at = -LONG, any_read_at = -LONG, any_written_at = -LONG, refreshed_at = -LONG, refresh_due = 0;
  reg [BANKS-1:0]      open = '0;
  reg [ROW_BITS-1:0]   row [0:BANKS-1];

  // Halves of sectors on their way, by the clock in which they are on the pins.
  reg [DUE-1:0]        out_due = '0, in_due = '0;
  reg [127:0]          out_data [0:DUE-1];
  reg [ROW_BITS+10:0]  in_place [0:DUE-1];    // sector, half

  initial begin
    broken = 0;
    why    = "";
    dq_out = '0;
    for (int i = 0; i < BANKS; i++) begin
      opened_at[i]  = -LONG;
      read_at[i]    = -LONG;
      written_at[i] = -LONG;
      closed_at[i]  = -LONG;
      row[i]        = '0;
    end
  end

  function automatic int later(input int a, input int b);
    later = a > b ? a : b;
  endfunction

  // Where the sector of a read or write lies.
  wire [ROW_BITS+9:0] place = {row[cmd.bank], cmd.bank, cmd.col};
  wire [2:0]          b     = cmd.bank;
  reg [ROW_BITS+10:0] half;

`define RULE(condition, text) \
  if (condition) begin \
    broken = broken + 1; \
    why    = text; \
    if (broken <= 10) $display("FAIL dram_chip: %0s, memory clock %0d", text, now); \
  end

  always @(posedge clk) if (mstep) begin
    now = now + 1;
    // --- data that are written --------------------------------------------------------------------------
    `RULE(^dq_drive === 1'bx, "dq_drive is X")
    `RULE(dq_drive && !in_due[now % DUE], "data that no write asked for")
    `RULE(!dq_drive && in_due[now % DUE], "nobody drives the data that are written")
    `RULE(dq_drive && out_due[now % DUE], "chip and controller drive the data pins")
    if (in_due[now % DUE]) begin
      half = in_place[now % DUE];
      `RULE(^dq_mask === 1'bx, "the mask of data written is X")
      for (int i = 0; i < 16; i++)
        if (dq_mask[i]) mem[half[ROW_BITS+10:1]][128*int'(half[0]) + 8*i +: 8] = dq_in[8*i +: 8];
      in_due[now % DUE] = 1'b0;
    end
    out_due[now % DUE] = 1'b0;

    // --- the command ----------------------------------------------------------------------------------------
    `RULE(^cmd === 1'bx, "a command is X")
    `RULE(cmd.op != `DRAM_NOP && now - refreshed_at < RFC, "tRFC after a refresh")
    `RULE(now - refresh_due > 2 * REFI, "a refresh is an interval late")
    case (cmd.op)
      `DRAM_NOP: ;
      `DRAM_OPEN: begin
        `RULE(open[b], "a bank that is open is opened")
        `RULE(now - closed_at[b] < RP, "tRP after a row was closed")
        `RULE(now - opened_at[b] < RC, "tRC after a row was opened")
        `RULE(now - any_opened_at < RRD, "tRRD after another bank was opened")
        `RULE(cmd.row >> ROW_BITS != 0, "there is no such row")
        open[b]       = 1'b1;
        row[b]        = cmd.row[ROW_BITS-1:0];
        opened_at[b]  = now;
        any_opened_at = now;
      end
      `DRAM_READ: begin
        `RULE(!open[b], "a bank that is closed is read")
        `RULE(now - opened_at[b] < RCD, "tRCDRD after a row was opened")
        `RULE(now - any_read_at < CCD, "tCCD after a read")
        `RULE(now - any_written_at < WL + BURST + WTR, "tWTR after data were written")
        for (int i = 0; i < BURST; i++) begin
          out_due[(now + CL + i) % DUE]  = 1'b1;
          out_data[(now + CL + i) % DUE] = mem[place][128*i +: 128];
        end
        read_at[b]  = now;
        any_read_at = now;
      end
      `DRAM_WRITE: begin
        `RULE(!open[b], "a bank that is closed is written")
        `RULE(now - opened_at[b] < RCD - (WL + 1), "tRCDWR after a row was opened")
        `RULE(now - any_written_at < CCD, "tCCD after a write")
        `RULE(now - any_read_at < CL + BURST + 2 - WL, "tRTW after a read")
        for (int i = 0; i < BURST; i++) begin
          in_due[(now + WL + i) % DUE]   = 1'b1;
          in_place[(now + WL + i) % DUE] = {place, i[0]};
        end
        written_at[b]  = now;
        any_written_at = now;
      end
      `DRAM_CLOSE: begin
        `RULE(!open[b], "a bank that is closed is closed")
        `RULE(now - opened_at[b] < RAS, "tRAS after a row was opened")
        `RULE(now - read_at[b] < BURST, "a row is closed under a read")
        `RULE(now - written_at[b] < WL + BURST + WR, "tWR after data were written")
        open[b]      = 1'b0;
        closed_at[b] = now;
      end
      `DRAM_REF: begin
        `RULE(open != '0, "a refresh while a bank is open")
        for (int i = 0; i < BANKS; i++) `RULE(now - closed_at[i] < RP, "tRP before a refresh")
        refreshed_at = now;
        refresh_due  = refresh_due + REFI;
      end
      default: `RULE(1'b1, "an unknown command")
    endcase
    if (cmd.close) begin
      `RULE(cmd.op != `DRAM_READ && cmd.op != `DRAM_WRITE, "a row is closed behind no access")
      // not before its times have passed, those of the row and of the data
      open[b]      = 1'b0;
      closed_at[b] = later(opened_at[b] + RAS, cmd.op == `DRAM_READ ? now + BURST : now + WL + BURST + WR);
    end
    // --- what leaves -----------------------------------------------------------------------------------------
    dq_out <= out_due[(now + 1) % DUE] ? out_data[(now + 1) % DUE] : {8{16'hdead}};
  end

endmodule
`undef RULE
/* verilator lint_on BLKSEQ */
`default_nettype wire
