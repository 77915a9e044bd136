// SPDX-License-Identifier: Apache-2.0
// sdr_ctrl: controller of one SDR SDRAM chip with 16 data pins: sectors of 32 bytes, as the memory port has them
// (docs/units/sdr.md). The default is what an ULX3S carries, 32 MB: four banks of 8192 rows of 512 halfwords.
//
// Requests are taken in order, one at a time; a sector is two bursts of eight halfwords. Rows stay open until another
// row of their bank is wanted, or a refresh. A read is answered 18 + CAS + LATE clocks after it was taken if its row is
// open and nothing is under way, T_RCD later if its bank is closed, T_RP + T_RCD later if another row is open. Sectors
// of open rows follow each other every 16 clocks: two bytes a clock, 100 MB/s at 50 MHz.
//
// Times are in clocks, the defaults those of the slowest chip an ULX3S is sold with at CLK_KHZ: Micron MT48LC16M16A2-75
// (tRC 66 ns, tRFC 66, tRAS 44, tWR 15, 8192 refreshes in 64 ms, CAS latency 2 up to 100 MHz), Alliance AS4C16M16SA-7
// (tRCD 21 ns, tRP 21), ISSI IS42S16160G-7 (200 us and eight refreshes after power up). tRRD (15 ns) is shorter than
// tRCD, and between two rows there is always a read or write; the two clocks of tMRD pass before a request is taken.
//
// Pins leave from registers, and dq_in goes into one. LATE counts the clocks by which data come later than a chip
// would give them that sees the pins in the clock in which they leave: 1 for a chip on the same clock, more for
// registers in the pads.
`include "assert.svh"
`default_nettype none

module sdr_ctrl #(
  parameter int CLK_KHZ   = 50_000,
  parameter int ROW_BITS  = 13,
  parameter int COL_BITS  = 9,            // of halfwords
  parameter int BANK_BITS = 2,
  parameter int CAS       = CLK_KHZ <= 100_000 ? 2 : 3,
  parameter int LATE      = 1,
  parameter int T_RCD     = (21 * CLK_KHZ + 999_999) / 1_000_000,
  parameter int T_RP      = (21 * CLK_KHZ + 999_999) / 1_000_000,
  parameter int T_RAS     = (45 * CLK_KHZ + 999_999) / 1_000_000,
  parameter int T_RC      = (66 * CLK_KHZ + 999_999) / 1_000_000,
  parameter int T_RFC     = (66 * CLK_KHZ + 999_999) / 1_000_000,
  parameter int T_WR      = (15 * CLK_KHZ + 999_999) / 1_000_000,
  parameter int T_REFI    = 7812 * CLK_KHZ / 1_000_000,
  parameter int T_INIT    = CLK_KHZ / 5,  // 200 us
  parameter int ADDR_BITS = BANK_BITS + ROW_BITS + COL_BITS + 1,
  parameter int A_BITS    = ROW_BITS > 11 ? ROW_BITS : 11
) (
  input  wire                    clk,
  input  wire                    rst,

  input  wire                    req_valid,
  output wire                    req_ready,
  input  wire                    req_write,
  input  wire  [ADDR_BITS-1:5]   req_addr,
  input  wire  [31:0]            req_mask,      // bytes that are written
  input  wire  [255:0]           req_data,
  output logic                   rsp_valid,     // of reads, in order; data are there in this clock only
  output logic [255:0]           rsp_data,
  output wire                    init_done,
  input  wire                    ref_extra,     // a refresh that is not due, as soon as one can be; 0 on a board

  output logic                   cke,
  output logic                   cs_n,
  output logic                   ras_n,
  output logic                   cas_n,
  output logic                   we_n,
  output logic [BANK_BITS-1:0]   ba,
  output logic [A_BITS-1:0]      a,
  output logic [1:0]             dqm,
  output logic [15:0]            dq_out,
  output logic                   dq_oe,
  input  wire  [15:0]            dq_in
);

  localparam int BANKS   = 1 << BANK_BITS;
  localparam int BURST   = 8;
  localparam int INIT_REFRESHES = 8;
  // From a row's opening to its closing: long enough for the next opening, too.
  localparam int OPEN    = T_RAS > T_RC - T_RP ? T_RAS : T_RC - T_RP;
  // From a read to a write: the burst, and a clock in which nobody drives the data pins.
  localparam int TURN    = CAS + BURST + 1;
  localparam int BEAT    = CAS + LATE;                    // clocks from a read's command to dq_q with its data
  localparam int INIT_W  = $clog2(T_INIT + 1);
  localparam int REFI_W  = $clog2(T_REFI);
  localparam int WAIT_W  = 5;

  if (COL_BITS < 5 || COL_BITS > 10 || CAS < 2 || CAS > 3 || LATE < 1 || T_RFC > 31) begin : g_bad
    sdr_ctrl_parameters_are_out_of_range u();
  end
  // A row that is read or written stays open for longer than OPEN, so one counter a bank does for both.
  if (OPEN > T_RCD + BURST || TURN > 31) begin : g_slow
    sdr_ctrl_T_RAS_is_longer_than_a_burst u();
  end

  // --- the request --------------------------------------------------------------------------------
  logic                 busy_q, write_q, half_q;
  logic [ADDR_BITS-1:5] addr_q;
  logic [31:0]          mask_q;
  logic [255:0]         data_q;

  wire [COL_BITS-1:0]  col  = {addr_q[COL_BITS:5], half_q, 3'b000};
  wire [BANK_BITS-1:0] bank = addr_q[COL_BITS+1 +: BANK_BITS];
  wire [ROW_BITS-1:0]  row  = addr_q[COL_BITS+BANK_BITS+1 +: ROW_BITS];

  assign req_ready = init_done && !busy_q;

  // --- what may be done now: clocks that must still go by -----------------------------------------
  localparam [2:0] POWER = 3'd0, CLOSE = 3'd1, REFRESH = 3'd2, MODE = 3'd3, RUN = 3'd4;
  logic [2:0]          state_q;
  logic [INIT_W-1:0]   power_q;
  logic [WAIT_W-1:0]   wait_q;                            // until any command
  logic [WAIT_W-1:0]   read_q, write_wait_q;              // until a read, a write
  logic [WAIT_W-1:0]   rcd_q;                             // until the row that was opened last can be used
  logic [BANKS*WAIT_W-1:0] bank_q;                        // until a bank may be opened, or closed
  logic [BANKS-1:0]    open_q;
  logic [ROW_BITS-1:0] row_q [0:BANKS-1];
  logic [3:0]          left_q;                            // refreshes to do
  logic                running_q;

  assign init_done = running_q;

  logic [REFI_W-1:0]   refi_q;
  logic [1:0]          owed_q;                            // refreshes that are due

  // --- the next command -----------------------------------------------------------------------------
  // As RAS#, CAS#, WE# are, but for CLOSE_ALL, which is a CLOSE_ROW with A10 high (as it is, it would stop a burst).
  localparam [2:0] SET_MODE = 3'b000, DO_REFRESH = 3'b001, CLOSE_ROW = 3'b010, OPEN_ROW = 3'b011, WRITE = 3'b100,
                   READ = 3'b101, CLOSE_ALL = 3'b110, NOP = 3'b111;
  logic [2:0]       next;
  logic [BANKS-1:0] over;                                 // banks that may be opened, or closed

  wire              owed      = owed_q != 2'd0;
  wire              hit       = open_q[bank] && row_q[bank] == row;
  wire [WAIT_W-1:0] data_wait = write_q ? write_wait_q : read_q;

  always_comb begin
    for (int i = 0; i < BANKS; i++) over[i] = bank_q[WAIT_W*i +: WAIT_W] == '0;
    next = NOP;
    if (wait_q == '0)
      case (state_q)
        CLOSE:   if (&(over | ~open_q)) next = CLOSE_ALL;
        REFRESH: next = DO_REFRESH;
        MODE:    next = SET_MODE;
        RUN:
          if (busy_q && (half_q || !owed)) begin
            if (hit) begin
              if (rcd_q == '0 && data_wait == '0) next = write_q ? WRITE : READ;
            end else if (over[bank]) next = open_q[bank] ? CLOSE_ROW : OPEN_ROW;
          end
        default: ;
      endcase
  end

  wire ref_due   = running_q && refi_q == '0;
  wire ref_begin = state_q == RUN && owed && !half_q;

  function automatic [WAIT_W-1:0] less(input [WAIT_W-1:0] n);
    less = n == '0 ? '0 : n - 1'b1;
  endfunction

  logic [WAIT_W-1:0] bank_set;                            // what the command makes its bank wait for; 0: nothing
  always_comb
    case (next)
      OPEN_ROW:  bank_set = WAIT_W'(OPEN - 1);
      READ:      bank_set = WAIT_W'(BURST - 1);
      WRITE:     bank_set = WAIT_W'(BURST + T_WR - 2);
      CLOSE_ROW: bank_set = WAIT_W'(T_RP - 1);
      default:   bank_set = '0;
    endcase

  always_ff @(posedge clk)
    if (rst) begin
      state_q      <= POWER;
      power_q      <= INIT_W'(T_INIT);
      wait_q       <= '0;
      read_q       <= '0;
      write_wait_q <= '0;
      rcd_q        <= '0;
      bank_q       <= '0;
      left_q       <= 4'(INIT_REFRESHES);
      running_q    <= 1'b0;
      open_q       <= '0;
      owed_q       <= 2'd0;
      busy_q       <= 1'b0;
      half_q       <= 1'b0;
      addr_q       <= '0;
    end else begin
      if (state_q == POWER) begin
        power_q <= power_q - 1'b1;
        if (power_q == '0) state_q <= CLOSE;
      end

      wait_q       <= less(wait_q);
      read_q       <= less(read_q);
      write_wait_q <= less(write_wait_q);
      rcd_q        <= less(rcd_q);
      for (int i = 0; i < BANKS; i++)
        if (bank == BANK_BITS'(i) && bank_set != '0) bank_q[WAIT_W*i +: WAIT_W] <= bank_set;
        else bank_q[WAIT_W*i +: WAIT_W] <= less(bank_q[WAIT_W*i +: WAIT_W]);

      case (next)
        OPEN_ROW: begin
          open_q[bank] <= 1'b1;
          row_q[bank]  <= row;
          rcd_q        <= WAIT_W'(T_RCD - 1);
        end
        READ, WRITE: begin
          half_q       <= !half_q;
          busy_q       <= !half_q;
          read_q       <= WAIT_W'(BURST - 1);
          write_wait_q <= WAIT_W'(next == READ ? TURN - 1 : BURST - 1);
        end
        CLOSE_ROW: open_q[bank] <= 1'b0;
        CLOSE_ALL: begin
          open_q  <= '0;
          wait_q  <= WAIT_W'(T_RP - 1);
          state_q <= REFRESH;
        end
        DO_REFRESH: begin
          wait_q <= WAIT_W'(T_RFC - 1);
          left_q <= left_q - 1'b1;
          if (left_q == 4'd1) state_q <= running_q ? RUN : MODE;
        end
        SET_MODE: begin
          running_q <= 1'b1;
          state_q   <= RUN;
        end
        default: ;
      endcase

      // A refresh waits for the end of a sector.
      if (ref_begin) begin
        left_q  <= 4'd1;
        state_q <= CLOSE;
      end
      owed_q <= owed_q + {1'b0, ref_due || ref_extra && running_q && !owed} - {1'b0, ref_begin};
      if (!running_q || ref_due) refi_q <= REFI_W'(T_REFI - 1);
      else                       refi_q <= refi_q - 1'b1;

      if (req_valid && req_ready) begin
        busy_q  <= 1'b1;
        half_q  <= 1'b0;
        write_q <= req_write;
        addr_q  <= req_addr;
        mask_q  <= req_mask;
        data_q  <= req_data;
      end
    end

  // --- pins -------------------------------------------------------------------------------------------
  // The mode: bursts of eight halfwords one after the other, CAS.
  localparam [A_BITS-1:0] MODE_BITS = A_BITS'(16 * CAS + 3);
  localparam [A_BITS-1:0] ALL_BANKS = A_BITS'(1024);

  logic [BURST*16-1:0] out_q;                             // halfwords and masks of a burst that are still to leave
  logic [BURST*2-1:0]  out_mask_q;
  logic [2:0]          out_left_q;

  wire [BURST*16-1:0] half_data = half_q ? data_q[255:128] : data_q[127:0];
  wire [BURST*2-1:0]  half_mask = half_q ? mask_q[31:16]   : mask_q[15:0];

  always_ff @(posedge clk) begin
    cke  <= 1'b1;
    cs_n <= rst;
    {ras_n, cas_n, we_n} <= next == CLOSE_ALL ? CLOSE_ROW : next;
    ba <= next == SET_MODE ? '0 : bank;
    case (next)
      OPEN_ROW:  a <= A_BITS'(row);
      CLOSE_ALL: a <= ALL_BANKS;
      SET_MODE:  a <= MODE_BITS;
      CLOSE_ROW: a <= '0;
      default:   a <= A_BITS'(col);
    endcase

    if (rst) out_left_q <= 3'd0;
    else if (next == WRITE) out_left_q <= 3'(BURST - 1);
    else if (out_left_q != 3'd0) out_left_q <= out_left_q - 1'b1;
    dq_oe <= !rst && (next == WRITE || out_left_q != 3'd0);
    {out_q, dq_out}   <= next == WRITE ? {16'b0, half_data} : {16'b0, out_q};
    {out_mask_q, dqm} <= next == WRITE ? {2'b0, ~half_mask} : {2'b0, out_mask_q};
    if (!running_q) dqm <= 2'b11;
    else if (next != WRITE && out_left_q == 3'd0) dqm <= 2'b00;
  end

  // --- answers ----------------------------------------------------------------------------------------
  logic [15:0]   dq_q;
  logic [2:0]    beats_q;                                 // of the burst whose command has left
  logic          last_half_q;
  logic [BEAT:0] come_q, end_q;                           // a halfword is on its way; it is a sector's last one

  wire beat = beats_q != 3'd0;

  always_ff @(posedge clk) begin
    dq_q <= dq_in;
    if (rst) beats_q <= 3'd0;
    else if (next == READ) beats_q <= 3'(BURST - 1);
    else if (beat) beats_q <= beats_q - 1'b1;
    if (next == READ) last_half_q <= half_q;
    come_q    <= rst ? '0 : {come_q[BEAT-1:0], next == READ || beat};
    end_q     <= rst ? '0 : {end_q[BEAT-1:0], beats_q == 3'd1 && last_half_q};
    if (come_q[BEAT]) rsp_data <= {dq_q, rsp_data[255:16]};
    rsp_valid <= !rst && end_q[BEAT];
  end

  // --- cannot happen ----------------------------------------------------------------------------------
  `ASSERT("a refresh is done before the next one is due", rst || owed_q != 2'd3)
  `ASSERT("a burst begins after the one before has left", rst || next != READ && next != WRITE || out_left_q == 3'd0)

endmodule
`default_nettype wire
