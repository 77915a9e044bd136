// SPDX-License-Identifier: Apache-2.0
// ddr_core: for simulation, what fpga/rtl/ddr_ctrl.sv sees of LiteDRAM's core: registers, user port, and for each byte
// lane a window outside of which all that is read is wrong.
//
// PHY = 1, the core for the ECP5: the window is the bit slip SLIPS[lane], delays from LO to HI. A window with LO > HI
// is none. Of lanes in DEAF the core never sees a burst's strobes, though data are right.
//
// PHY = 2, the one for the 7 series: a delay is a 16th of a bit (78 ps of 1.25 ns), a slip is one bit, so the lane is
// looked at 16 * slip + delay steps late. From EYE[lane] on, for OPEN[lane] steps, the burst is read; whole bits later
// or earlier the same, shifted by as many places, with something else from behind its ends; between two bits anything.
// OPEN = 0: nothing is read ever.
//
// Each breach of the sequence of a DDR3 (DDR-5) and of how lanes are set (DDR-7) counts in `broken`, and the first ten
// are printed. A command while a lane is chosen is one: its DQSBUFM stands still then.
`timescale 1ns / 1ps
`default_nettype none

module ddr_core #(
  parameter int PHY     = 1,
  parameter int LANES   = 2,
  parameter int AW      = 14,
  parameter int SEED    = 1,
  parameter int T_RESET = 100,           // clocks that RESET# is low, and CKE behind it
  parameter int T_STEP  = 64,            // clocks after the last step of each kind
  parameter logic [2*LANES-1:0] SLIPS = '0,
  parameter logic [3*LANES-1:0] LO    = '0,
  parameter logic [3*LANES-1:0] HI    = '1,
  parameter logic [LANES-1:0]   DEAF  = '0,         // lanes of which no burst is ever seen
  parameter logic [7*LANES-1:0] EYE   = '0,
  parameter logic [5*LANES-1:0] OPEN  = '0
) (
  input  wire                clk,
  input  wire                rst,
  input  wire                wb_cyc,
  input  wire                wb_we,
  input  wire  [11:0]        wb_adr,
  input  wire  [15:0]        wb_dat_w,
  output reg                 wb_ack,
  output reg   [LANES-1:0]   wb_dat_r,
  input  wire                cmd_valid,
  output wire                cmd_ready,
  input  wire                cmd_we,
  input  wire  [AW-1:4]      cmd_addr,
  input  wire                wdata_valid,
  output reg                 wdata_ready,
  input  wire  [15:0]        wdata_we,
  input  wire  [127:0]       wdata_data,
  output reg                 rdata_valid,
  output reg   [127:0]       rdata_data
);

  int broken = 0;
  task breach(input [8*40-1:0] what);
    begin
      broken = broken + 1;
      if (broken <= 10) $display("ddr_core: %0s at %0t", what, $time);
    end
  endtask

  reg [127:0] mem [0:(1 << (AW - 4)) - 1];

  // --- registers ------------------------------------------------------------------------------------
  reg [15:0] control = '0, command = '0, address = '0, bank = '0, sel = '0;
  reg        in_step = 1'b0;             // all lanes stood still since the last action
  reg        told = 1'b0, error = 1'b0;
  localparam int SLIP_W = PHY == 2 ? 3 : 2, DELAY_W = PHY == 2 ? 5 : 3;
  reg [SLIP_W-1:0]  slip [0:LANES-1];
  reg [DELAY_W-1:0] delay [0:LANES-1];
  reg [LANES-1:0] seen = '0;
  int        now = 0, since = 0, steps = 0, done_steps = 0;
  wire       ours = control[0];          // the controller has the chip

  localparam [11:0] DLY_SEL = PHY == 2 ? 12'h201 : 12'h200, DLY_RST = PHY == 2 ? 12'h205 : 12'h201,
                    DLY_INC = PHY == 2 ? 12'h206 : 12'h202, SLIP_RST = PHY == 2 ? 12'h207 : 12'h203,
                    SLIP = PHY == 2 ? 12'h208 : 12'h204, SEEN_CLR = PHY == 2 ? 12'hfff : 12'h205;

  // DDR-5: MR2, MR3, MR1, MR0, ZQ
  function automatic [34:0] step(input int n);
    case (n)
      0: step = {16'hf, 3'd2, 16'h200};
      1: step = {16'hf, 3'd3, 16'h0};
      2: step = {16'hf, 3'd1, 16'h006};
      3: step = {16'hf, 3'd0, PHY == 2 ? 16'h930 : 16'h320};
      4: step = {16'h3, 3'd0, 16'h400};
      default: step = '1;
    endcase
  endfunction

  initial begin
    for (int i = 0; i < LANES; i++) begin slip[i] = SEED; delay[i] = SEED + 1; end
    for (int i = 0; i < 1 << (AW - 4); i++) mem[i] = {4{$urandom}};
  end
  always @(posedge clk) begin
    now <= now + 1;
    wb_ack <= !rst && wb_cyc && !wb_ack && $urandom % 3 != 0;
    if (wb_cyc && !wb_ack) begin
      wb_dat_r <= PHY == 1 && wb_adr == 12'h206 ? seen : 'x;
    end
    if (wb_cyc && wb_ack && wb_we) begin
      case (wb_adr)
        12'h000: told <= wb_dat_w[0];
        12'h001: error <= wb_dat_w[0];
        DLY_SEL: begin
          sel <= wb_dat_w;
          if (&wb_dat_w[LANES-1:0]) in_step <= 1'b1;
          else if (wb_dat_w != 0) in_step <= 1'b0;
        end
        DLY_RST, DLY_INC, SLIP_RST, SLIP: if (sel == 0) breach("an action on no lane");
        SEEN_CLR: seen <= '0;
        12'h400: begin
          control <= wb_dat_w;
          since   <= now;
          case (wb_dat_w)
            16'h0: ;
            16'hc: if (control != 16'h0 || now - since < T_RESET) breach("RESET# rises too early");
            16'he: if (control != 16'hc || now - since < T_RESET) breach("CKE rises too early");
            16'h1: if (control != 16'he || steps != 5 || now - since < T_STEP)
              breach("the core gets the chip too early");
            default: breach("control");
          endcase
        end
        12'h401: command <= wb_dat_w;
        12'h402: begin
          if (control != 16'he || now - since < T_STEP) breach("a command too early");
          if ({command, bank[2:0], address} != step(steps)) breach("a step of the sequence");
          steps <= steps + 1;
          since <= now;
        end
        12'h403: address <= wb_dat_w;
        12'h404: bank <= wb_dat_w;
        default: breach("a register that nobody should write");
      endcase
      for (int i = 0; i < LANES; i++) if (sel[i]) begin
        if (wb_adr == DLY_RST) delay[i] <= '0;
        if (wb_adr == DLY_INC) delay[i] <= delay[i] + 1'b1;
        if (wb_adr == SLIP_RST) slip[i] <= '0;
        if (wb_adr == SLIP) slip[i] <= slip[i] + 1'b1;
      end
    end
  end

  // --- memory: words in order, each some clocks after its command -------------------------------------
  reg         busy = 1'b0, writes;
  reg [AW-1:4] at;
  int         left = 0, refresh = 0;
  // Two commands may be taken before the first has its data, as the core does.
  reg         next_busy = 1'b0, next_writes;
  reg [AW-1:4] next_at;
  reg         go = 1'b0;
  assign cmd_ready = go && !next_busy && refresh == 0;

  // The 16 bytes of a word as lane i reads them.
  localparam int BITS = 16 / LANES;      // of a pin in a word
  function automatic [127:0] seen_by(input [127:0] word, input int i);
    int late, place;
    begin
      seen_by = word;
      if (PHY == 1) begin
        if (slip[i] != SLIPS[2*i +: 2] || delay[i] < LO[3*i +: 3] || delay[i] > HI[3*i +: 3])
          for (int b = i; b < 16; b = b + LANES) seen_by[8*b +: 8] = ~word[8*b +: 8] ^ 8'($urandom % 16);
      end else begin
        late = 16 * slip[i] + delay[i] - EYE[7*i +: 7] + 256;
        for (int b = 0; b < BITS; b++) begin
          place = b + late / 16 - 16;
          if (late % 16 >= OPEN[5*i +: 5] || place < 0 || place >= BITS)
            seen_by[8*(LANES*b + i) +: 8] = $urandom;
          else seen_by[8*(LANES*b + i) +: 8] = word[8*(LANES*place + i) +: 8];
        end
      end
    end
  endfunction

  reg [127:0] got;
  always @(posedge clk) begin
    go <= $urandom % 4 != 0;
    refresh <= refresh != 0 ? refresh - 1 : $urandom % 97 == 0 ? 30 : 0;
    wdata_ready <= 1'b0;
    rdata_valid <= 1'b0;
    rdata_data  <= {4{$urandom}};
    if (cmd_valid && !ours) breach("a command before the core has the chip");
    if (cmd_valid && (sel != 0 || !in_step)) breach("a command while a lane is chosen");
    if (wdata_ready) begin
      if (!wdata_valid) breach("no data to write");
      for (int i = 0; i < 16; i++) if (wdata_we[i]) mem[at][8*i +: 8] <= wdata_data[8*i +: 8];
    end
    if (busy && left == 0 && !(wdata_ready)) begin
      if (writes) wdata_ready <= 1'b1;
      else begin
        got = mem[at];
        for (int i = 0; i < LANES; i++) begin
          got = seen_by(got, i);
          // The strobes know nothing of the slip.
          if (!DEAF[i] && delay[i] >= LO[3*i +: 3] && delay[i] <= HI[3*i +: 3]) seen[i] <= 1'b1;
        end
        rdata_valid <= 1'b1;
        rdata_data  <= got;
        busy <= 1'b0;
      end
    end else if (busy && left != 0) left <= left - 1;
    if (wdata_ready) busy <= 1'b0;
    if (!busy && next_busy) begin
      busy <= 1'b1; writes <= next_writes; at <= next_at; left <= 3 + $urandom % 5;
      next_busy <= 1'b0;
    end
    if (cmd_valid && cmd_ready) begin
      next_busy <= 1'b1; next_writes <= cmd_we; next_at <= cmd_addr;
    end
    if (rst) begin
      busy <= 1'b0; next_busy <= 1'b0;
    end
  end

endmodule
`default_nettype wire
