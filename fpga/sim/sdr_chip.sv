// SPDX-License-Identifier: Apache-2.0
// sdr_chip: an SDR SDRAM chip with 16 data pins, for simulation, that looks for broken rules of time and protocol. Each
// prints a line that begins with FAIL and counts in `broken`; none is expected of a controller that works.
//
// Times are picoseconds of a data sheet, by default the strictest of the chips an ULX3S is sold with (sdr_ctrl.sv),
// held against the period of clk. The mode register sets CAS latency (2, 3); bursts must be of eight halfwords, one
// after the other. Not there: auto precharge, interrupted bursts, power down, self refresh; who asks for them breaks a
// rule. Refreshes are wanted in time, not 8192 at any time in 64 ms: never two intervals behind.
//
// What leaves the chip at dq_out is for the next rising edge of clk, in the clocks in which dq_oe is high. dq_drive
// tells that the board drives the data pins: rule and content of a write need it, a read forbids it.
`default_nettype none
/* verilator lint_off BLKSEQ */

module sdr_chip #(
  parameter int PERIOD_PS = 20_000,
  parameter int ROW_BITS  = 13,
  parameter int COL_BITS  = 9,
  parameter int BANK_BITS = 2,
  parameter int A_BITS    = ROW_BITS > 11 ? ROW_BITS : 11,
  parameter int RCD_PS    = 21_000,
  parameter int RP_PS     = 21_000,
  parameter int RAS_PS    = 44_000,
  parameter int RAS_MAX_PS = 120_000_000,
  parameter int RC_PS     = 66_000,
  parameter int RFC_PS    = 66_000,
  parameter int RRD_PS    = 15_000,
  parameter int WR_PS     = 15_000,
  parameter int REFI_PS   = 7_812_500,
  parameter int INIT_US   = 200,
  parameter int CK2_PS    = 10_000,       // shortest period with CAS latency 2, and 3
  parameter int CK3_PS    = 7_500
) (
  input  wire                  clk,
  input  wire                  cke,
  input  wire                  cs_n,
  input  wire                  ras_n,
  input  wire                  cas_n,
  input  wire                  we_n,
  input  wire  [BANK_BITS-1:0] ba,
  input  wire  [A_BITS-1:0]    a,
  input  wire  [1:0]           dqm,
  input  wire  [15:0]          dq_in,
  input  wire                  dq_drive,
  output reg   [15:0]          dq_out,
  output reg                   dq_oe,
  output int                   broken
);

  localparam int BANKS = 1 << BANK_BITS;
  localparam int WORDS = 1 << (ROW_BITS + COL_BITS + BANK_BITS);
  localparam int BURST = 8;
  localparam int LONG  = 100_000_000;    // "long ago", clocks
  localparam int INIT_CLOCKS = INIT_US * 1_000_000 / PERIOD_PS;

  reg [15:0] mem [0:WORDS-1];

  // Clocks since the last command of each kind.
  int now = 0, opened_at [0:BANKS-1], closed_at [0:BANKS-1], written_at [0:BANKS-1];
  int any_opened_at = -LONG, refreshed_at = -LONG, mode_at = -LONG, read_out_at = -LONG;
  int refreshes = 0, owed_ps = 0;
  reg [BANKS-1:0]    open = '0;
  reg [ROW_BITS-1:0] row [0:BANKS-1];
  reg                powered = 1'b0, closed_once = 1'b0, ready = 1'b0, done = 1'b0;
  int                powered_at = 0, cas = 0;

  // The burst under way; data on their way out, one or two clocks.
  int                   left = 0;
  reg                   writing = 1'b0;
  reg [BANK_BITS-1:0]   at_bank = '0;
  reg [ROW_BITS-1:0]    at_row = '0;
  reg [COL_BITS-1:0]    at_col = '0;
  reg [15:0]            data_1 = '0, data_2 = '0;
  reg                   valid_1 = 1'b0, valid_2 = 1'b0;
  reg [1:0]             dqm_1 = '0;

  initial begin
    broken = 0;
    dq_out = '0;
    dq_oe  = 1'b0;
    for (int i = 0; i < BANKS; i++) begin
      opened_at[i]  = -LONG;
      closed_at[i]  = -LONG;
      written_at[i] = -LONG;
      row[i]        = '0;
    end
  end

  function automatic bit early(input int since, input int ps);
    early = now - since < (ps + PERIOD_PS - 1) / PERIOD_PS;
  endfunction

  wire [3:0] command = {cs_n, ras_n, cas_n, we_n};
  reg  [ROW_BITS+BANK_BITS+COL_BITS-1:0] place;

`define RULE(condition, why) \
  if (condition) begin \
    broken = broken + 1; \
    if (broken <= 10) $display("FAIL sdr_chip: %s, clock %0d", why, now); \
  end

  always @(posedge clk) begin
    now = now + 1;
    // --- what leaves ------------------------------------------------------------------------------
    `RULE(dq_oe && dq_drive, "chip and board drive the data pins")
    if (dq_oe) read_out_at = now;
    // --- power up ---------------------------------------------------------------------------------
    if (!powered) begin
      if (cke === 1'b1 && now > 1) begin
        powered    = 1'b1;
        powered_at = now;
      end
    end else `RULE(cke !== 1'b1, "CKE falls")
    if (powered) begin
      `RULE(cs_n === 1'bx || !cs_n && ^command === 1'bx, "a command is X")
      `RULE(command != 4'b0001 && !cs_n && command != 4'b0111 && ^{ba, a} === 1'bx, "a bank or an address is X")
      `RULE(!cs_n && ^{dq_drive, dqm} === 1'bx, "dq_drive or DQM is X")
      if (done) begin
        `RULE(owed_ps > 2 * REFI_PS, "a refresh is two intervals late")
        owed_ps = owed_ps > 2 * REFI_PS ? 0 : owed_ps + PERIOD_PS;
      end
      if (command[3] == 1'b0 && command != 4'b0111) begin
        `RULE(!ready && now - powered_at < INIT_CLOCKS, "a command before power up is over")
        `RULE(early(refreshed_at, RFC_PS), "tRFC after a refresh")
        `RULE(now - mode_at < 2, "tMRD after the mode was set")
      end
      case (command)
        4'b0011: begin                                                            // open a row
          `RULE(!done, "a row is opened before the mode is set")
          `RULE(open[ba], "a bank that is open is opened")
          `RULE(early(closed_at[ba], RP_PS), "tRP after a row was closed")
          `RULE(early(opened_at[ba], RC_PS), "tRC after a row was opened")
          `RULE(early(any_opened_at, RRD_PS), "tRRD after another bank was opened")
          open[ba]      = 1'b1;
          row[ba]       = a[ROW_BITS-1:0];
          opened_at[ba] = now;
          any_opened_at = now;
        end
        4'b0101, 4'b0100: begin                                                   // read, write
          `RULE(!open[ba], "a bank that is closed is read or written")
          `RULE(early(opened_at[ba], RCD_PS), "tRCD after a row was opened")
          `RULE(a[10], "auto precharge is not modelled")
          `RULE(left != 0, "a burst is interrupted")
          `RULE(!we_n && (valid_1 || valid_2 || dq_oe || now - read_out_at < 2),
                "no clock between data read and data written")
          left    = BURST;
          writing = !we_n;
          at_bank = ba;
          at_row  = row[ba];
          at_col  = a[COL_BITS-1:0];
        end
        4'b0010: begin                                                            // close a bank, or all
          for (int i = 0; i < BANKS; i++)
            if (a[10] || i == int'(ba)) begin
              if (open[i]) begin
                `RULE(early(opened_at[i], RAS_PS), "tRAS after a row was opened")
                `RULE(now - opened_at[i] > RAS_MAX_PS / PERIOD_PS, "a row is open for too long")
                `RULE(early(written_at[i], WR_PS), "tWR after data were written")
                `RULE(left != 0 && int'(at_bank) == i, "a row is closed under its burst")
                closed_at[i] = now;
              end else if (a[10]) closed_at[i] = now;
              open[i] = 1'b0;
            end
          if (a[10]) closed_once = 1'b1;
        end
        4'b0001: begin                                                            // refresh
          `RULE(!closed_once || open != '0, "a refresh while a bank is open")
          for (int i = 0; i < BANKS; i++) `RULE(early(closed_at[i], RP_PS), "tRP before a refresh")
          refreshes    = refreshes + 1;
          refreshed_at = now;
          owed_ps      = owed_ps > REFI_PS ? owed_ps - REFI_PS : 0;
          ready        = 1'b1;
        end
        4'b0000: begin                                                            // set the mode
          `RULE(!ready || refreshes < 8, "the mode is set before eight refreshes")
          `RULE(open != '0, "the mode is set while a bank is open")
          `RULE(a[3:0] != 4'b0011 || ba != '0 || a[A_BITS-1:7] != '0, "a mode that is not modelled")
          cas = int'(a[6:4]);
          `RULE(!(cas == 2 && PERIOD_PS >= CK2_PS || cas == 3 && PERIOD_PS >= CK3_PS), "CAS latency at this clock")
          mode_at = now;
          done    = 1'b1;
          owed_ps = 0;
        end
        4'b0110: `RULE(1'b1, "a burst is stopped")
        default: ;
      endcase
    end
    // --- a halfword of the burst: masks act at once on what is written, two clocks later on what is read -------
    dq_oe  <= (cas == 3 ? valid_2 : valid_1) && dqm_1 != 2'b11;
    dq_out <= cas == 3 ? data_2 : data_1;
    place   = {at_row, at_bank, at_col};
    valid_2 = valid_1;
    data_2  = data_1;
    valid_1 = left != 0 && !writing;
    data_1  = mem[place];
    if (left != 0) begin
      if (writing) begin
        `RULE(dqm != 2'b11 && !dq_drive, "nobody drives the data that are written")
        if (!dqm[0]) mem[place][7:0]  = dq_in[7:0];
        if (!dqm[1]) mem[place][15:8] = dq_in[15:8];
        written_at[at_bank] = now;
      end
      left   = left - 1;
      at_col = {at_col[COL_BITS-1:3], at_col[2:0] + 3'd1};
    end
    dqm_1 = dqm;
  end

endmodule
`undef RULE
/* verilator lint_on BLKSEQ */
`default_nettype wire
