// SPDX-License-Identifier: Apache-2.0
// ddr_init: wakes a DDR3 behind LiteDRAM's core for the ECP5 or for a 7 series up and finds when to read, without a
// processor (docs/units/ddr.md). In the clock of the core.
//
// To   the core    registers over Wishbone, one access at a time
// To   ddr_native  sectors of the pattern that is read at each setting
// To   ddr_ctrl    done, and lanes_bad: byte lanes that cannot be read
//
// First the sequence of the DDR3 (JESD79-3: reset, CKE, MR2, MR3, MR1, MR0, ZQ), played through the core's DFI
// registers; then the core gets the chip. With TRAIN, for each lane all SLIPS bit slips with all DELAYS delays are
// tried: a setting is good if eight sectors are read right in this lane and the core saw a burst's strobes (the ECP5's
// only: that of the 7 series reads without them). The middle of the longest run of good delays is taken. At last all
// lanes are read once more, with other data.
//
// Latency: 2 T_RESET + 7 T_STEP clocks and, trained, about 30 clocks for each of the sectors that are read: eight for
// each of 32 settings of a lane, of 256 with a 7 series.
`default_nettype none

module ddr_init #(
  parameter int TRAIN    = 1,            // 0 nothing, 1 the core for the ECP5, 2 the one for the 7 series
  parameter int LANES    = 2,            // bytes of the chip's data pins
  parameter int AW       = 29,           // of a byte
  parameter int CLK_KHZ  = 50_000,
  parameter int T_RESET  = 500 * CLK_KHZ / 1000,     // 500 us, before RESET# rises and before CKE does (JESD: 200, 500)
  parameter int T_STEP   = 512,          // after each step of the sequence: DLL and ZQ need 512 clocks of the chip
  parameter logic [12:0] MR0 = 13'h320,  // CL 6, bursts of eight, DLL reset, write recovery 5
  parameter logic [12:0] MR1 = 13'h006,  // 34 ohm, termination 60 ohm
  parameter logic [12:0] MR2 = 13'h200   // CWL 5, termination of writes 60 ohm
) (
  input  wire                clk,
  input  wire                rst,

  output logic               wb_cyc,
  output logic               wb_we,
  output logic [11:0]        wb_adr,     // of a word of four bytes
  output logic [15:0]        wb_dat_w,
  input  wire                wb_ack,
  input  wire  [LANES-1:0]   wb_dat_r,

  output logic               req_valid,
  input  wire                req_ready,
  output logic               req_write,
  output wire  [AW-1:5]      req_addr,
  output logic [255:0]       req_data,
  input  wire                rsp_valid,
  input  wire  [255:0]       rsp_data,

  output logic               done,
  output logic [LANES-1:0]   lanes_bad
);

  localparam int SLIP_W  = TRAIN == 2 ? 3 : 2;       // bits of a number of slips, of steps of delay
  localparam int DELAY_W = TRAIN == 2 ? 5 : 3;
  localparam int SLIPS   = 1 << SLIP_W;
  localparam int DELAYS  = 1 << DELAY_W;
  localparam bit STROBES = TRAIN != 2;               // the core tells whether it saw a burst's
  localparam int WAIT_W  = $clog2(T_RESET + 1) > $clog2(T_STEP + 1) ? $clog2(T_RESET + 1) : $clog2(T_STEP + 1);
  localparam int LANE_W  = LANES > 1 ? $clog2(LANES) : 1;

  // --- registers of the core: fpga/flow/ddr3.py makes it with these addresses, and looks ----------------
  localparam [11:0] INIT_DONE = 12'h000, INIT_ERROR = 12'h001, CONTROL = 12'h400, COMMAND = 12'h401, ISSUE = 12'h402,
                    ADDRESS = 12'h403, BANK = 12'h404, SEEN_CLR = 12'h205, SEEN = 12'h206;
  localparam [11:0] DLY_SEL  = TRAIN == 2 ? 12'h201 : 12'h200;
  localparam [11:0] DLY_RST  = TRAIN == 2 ? 12'h205 : 12'h201;
  localparam [11:0] DLY_INC  = TRAIN == 2 ? 12'h206 : 12'h202;
  localparam [11:0] SLIP_RST = TRAIN == 2 ? 12'h207 : 12'h203;
  localparam [11:0] SLIP     = TRAIN == 2 ? 12'h208 : 12'h204;
  localparam [11:0] DLY_SEL_OR_NOTHING = TRAIN != 0 ? DLY_SEL : ADDRESS;

  // --- the sequence of the chip: DDR-5 --------------------------------------------------------------
  // CONTROL: 1 the core has the chip, 2 CKE, 4 ODT, 8 RESET# high. COMMAND: 1 CS, 2 WE, 4 CAS, 8 RAS.
  localparam [1:0] NOW = 2'd0, STEP = 2'd1, LONG = 2'd2;                 // how long to wait behind it
  localparam [4:0] LAST = 5'd23;
  function automatic [29:0] play(input [4:0] at);
    case (at)
      5'd0:  play = {LONG, CONTROL, 16'h0};
      5'd1:  play = {LONG, CONTROL, 16'hc};
      5'd2:  play = {STEP, CONTROL, 16'he};
      5'd3:  play = {NOW, ADDRESS, 3'd0, MR2};
      5'd4:  play = {NOW, BANK, 16'd2};
      5'd5:  play = {NOW, COMMAND, 16'hf};
      5'd6:  play = {STEP, ISSUE, 16'd1};
      5'd7:  play = {NOW, ADDRESS, 16'd0};
      5'd8:  play = {NOW, BANK, 16'd3};
      5'd9:  play = {STEP, ISSUE, 16'd1};
      5'd10: play = {NOW, ADDRESS, 3'd0, MR1};
      5'd11: play = {NOW, BANK, 16'd1};
      5'd12: play = {STEP, ISSUE, 16'd1};
      5'd13: play = {NOW, ADDRESS, 3'd0, MR0};
      5'd14: play = {NOW, BANK, 16'd0};
      5'd15: play = {STEP, ISSUE, 16'd1};
      5'd16: play = {NOW, ADDRESS, 16'h400};                             // ZQ calibration, long
      5'd17: play = {NOW, COMMAND, 16'h3};
      5'd18: play = {STEP, ISSUE, 16'd1};
      5'd19: play = {NOW, COMMAND, 16'h0};
      5'd20: play = {NOW, DLY_SEL_OR_NOTHING, {16{TRAIN != 0}}};         // all lanes in step
      5'd21: play = {NOW, DLY_SEL_OR_NOTHING, 16'h0};
      5'd22: play = {NOW, ADDRESS, 16'd0};
      default: play = {STEP, CONTROL, 16'h1};
    endcase
  endfunction

  // --- states ---------------------------------------------------------------------------------------
  localparam [3:0] PLAY = 4'd0, FILL = 4'd1, SLIP_0 = 4'd2, DELAY_0 = 4'd3, CLEAR = 4'd4, READ = 4'd5, LOOK = 4'd6,
                   SET_SLIP_0 = 4'd7, SET_SLIP = 4'd8, SET_DELAY_0 = 4'd9, SET_DELAY = 4'd10, TELL = 4'd11,
                   TELL_BAD = 4'd12, DONE = 4'd13, ADVANCE = 4'd14;
  logic [3:0]        state_q;
  logic [4:0]        at_q;
  logic [WAIT_W-1:0] wait_q;
  logic              begun_q;                        // what the state does is under way
  logic [1:0]        act_q;                          // of the four accesses of an action
  logic              second_q;                       // the last look at all lanes
  logic [LANE_W-1:0] lane_q;
  logic [SLIP_W-1:0]  slip_q, best_slip_q;
  logic [DELAY_W-1:0] delay_q, best_end_q, left_q;
  logic [DELAY_W:0]   run_q, best_q;                 // good delays in a row
  logic [2:0]        sector_q, back_q;
  logic              sent_q;
  logic [LANES-1:0]  wrong_q;                        // of the sectors read since CLEAR

  wire [29:0]      now      = play(at_q);
  wire [LANES-1:0] lane_bit = LANES'(1) << lane_q;
  wire             waited   = wait_q == '0;
  wire             ack      = wb_cyc && wb_ack;

  // An action on one lane: the lane is chosen, the action, all lanes, none (DDR-7).
  wire        action = state_q == SLIP_0 || state_q == DELAY_0 || state_q == SET_SLIP_0 || state_q == SET_SLIP ||
                       state_q == SET_DELAY_0 || state_q == SET_DELAY || state_q == ADVANCE;
  wire        none_left = (state_q == SET_SLIP || state_q == SET_DELAY) && left_q == '0;
  logic [11:0] action_adr;
  always_comb
    case (state_q)
      SLIP_0, SET_SLIP_0: action_adr = SLIP_RST;
      SET_SLIP:           action_adr = SLIP;
      ADVANCE:            action_adr = delay_q == '0 ? SLIP : DLY_INC;
      SET_DELAY:          action_adr = DLY_INC;
      default:            action_adr = DLY_RST;
    endcase

  // --- the pattern: bytes that differ from their neighbours in lane, burst and sector ----------------
  function automatic [255:0] pattern(input [2:0] sector, input second);
    reg [31:0] w;
    begin
      w = 32'h1e35_a7bd ^ {4{sector, 1'b0, sector, second}};
      for (int i = 0; i < 8; i++) begin
        pattern[32*i +: 32] = w ^ {32{second}};
        w = {w[18:0], w[31:19]} ^ {w[7:0], 16'h3c6e, ~w[31:24]};
      end
    end
  endfunction
  // Sectors of one row, then of another bank; the last bits of the address all differ somewhere.
  assign req_addr = (AW-5)'({sector_q, 4'd0, sector_q});

  wire [255:0]     differ = rsp_data ^ pattern(back_q, second_q);
  logic [LANES-1:0] wrong;
  always_comb begin
    wrong = '0;
    for (int i = 0; i < 32; i++) if (differ[8*i +: 8] != '0) wrong[i % LANES] = 1'b1;
  end

  wire good = !wrong_q[lane_q] && (!STROBES || wb_dat_r[lane_q]);
  wire [DELAY_W:0] run = good ? run_q + 1'b1 : '0;

  always_ff @(posedge clk)
    if (rst) begin
      state_q   <= PLAY;
      at_q      <= '0;
      wait_q    <= '0;
      begun_q   <= 1'b0;
      act_q     <= '0;
      second_q  <= 1'b0;
      lane_q    <= '0;
      sector_q  <= '0;
      sent_q    <= 1'b0;
      wb_cyc    <= 1'b0;
      req_valid <= 1'b0;
      done      <= 1'b0;
      lanes_bad <= '0;
    end else begin
      if (!waited) wait_q <= wait_q - 1'b1;
      if (ack) wb_cyc <= 1'b0;
      if (action && !none_left && waited && !wb_cyc) begin
        wb_cyc   <= 1'b1;
        wb_we    <= 1'b1;
        wb_adr   <= act_q == 2'd1 ? action_adr : DLY_SEL;
        wb_dat_w <= act_q == 2'd0 ? 16'(lane_bit) : act_q == 2'd1 ? 16'd1 : {16{act_q == 2'd2}};
      end
      if (action && ack) act_q <= act_q + 2'd1;
      case (state_q)
        PLAY: if (waited && !wb_cyc && !begun_q) begin
          wb_cyc   <= 1'b1;
          wb_we    <= 1'b1;
          wb_adr   <= now[27:16];
          wb_dat_w <= now[15:0];
          begun_q  <= 1'b1;
        end else if (ack) begin
          begun_q <= 1'b0;
          at_q    <= at_q + 5'd1;
          case (now[29:28])
            LONG:    wait_q <= WAIT_W'(T_RESET);
            STEP:    wait_q <= WAIT_W'(T_STEP);
            default: wait_q <= '0;
          endcase
          if (at_q == LAST) begin
            state_q  <= FILL;
            second_q <= TRAIN == 0;
          end
        end

        // Written once: what is written does not depend on when is read.
        FILL: if (waited && !req_valid) begin
          req_valid <= 1'b1;
          req_write <= 1'b1;
          req_data  <= pattern(sector_q, second_q);
        end else if (req_valid && req_ready) begin
          req_valid <= 1'b0;
          sector_q  <= sector_q + 3'd1;
          if (&sector_q) begin
            state_q <= second_q ? READ : SLIP_0;
            wrong_q <= '0;
            back_q  <= '0;
          end
        end

        SLIP_0: if (ack && act_q == 2'd3) begin
          state_q <= DELAY_0;
          slip_q  <= '0;
          delay_q <= '0;
          run_q   <= '0;
          best_q  <= '0;
        end
        DELAY_0: if (ack && act_q == 2'd3) state_q <= CLEAR;

        CLEAR: if (STROBES && waited && !wb_cyc && !begun_q) begin
          wb_cyc   <= 1'b1;
          wb_we    <= 1'b1;
          wb_adr   <= SEEN_CLR;
          wb_dat_w <= 16'd1;
          begun_q  <= 1'b1;
        end else if (!STROBES || ack) begin
          begun_q <= 1'b0;
          state_q <= READ;
          wrong_q <= '0;
          back_q  <= '0;
        end

        READ: begin
          if (!req_valid && !sent_q) begin
            req_valid <= 1'b1;
            req_write <= 1'b0;
          end else if (req_valid && req_ready) begin
            req_valid <= 1'b0;
            sent_q    <= 1'b1;
          end
          if (rsp_valid) begin
            wrong_q  <= wrong_q | wrong;
            back_q   <= back_q + 3'd1;
            sector_q <= sector_q + 3'd1;
            sent_q   <= 1'b0;
            if (&back_q) begin
              state_q <= second_q ? TELL_BAD : LOOK;
              if (second_q) lanes_bad <= lanes_bad | wrong_q | wrong;
            end
          end
        end

        LOOK: if (STROBES && !wb_cyc && !begun_q) begin
          wb_cyc  <= 1'b1;
          wb_we   <= 1'b0;
          wb_adr  <= SEEN;
          begun_q <= 1'b1;
        end else if (!STROBES || ack) begin
          begun_q <= 1'b0;
          run_q   <= delay_q == DELAY_W'(DELAYS - 1) ? '0 : run;
          if (run > best_q) begin
            best_q      <= run;
            best_slip_q <= slip_q;
            best_end_q  <= delay_q;
          end
          delay_q <= delay_q + 1'b1;
          if (delay_q != DELAY_W'(DELAYS - 1)) state_q <= ADVANCE;
          else if (slip_q != SLIP_W'(SLIPS - 1)) begin
            slip_q  <= slip_q + 1'b1;
            state_q <= ADVANCE;
          end else state_q <= SET_SLIP_0;
        end
        // One delay more; behind the last one a slip more, and the first delay.
        ADVANCE: if (ack && act_q == 2'd3) state_q <= delay_q == '0 ? DELAY_0 : CLEAR;

        SET_SLIP_0: begin
          left_q <= best_q == '0 ? '0 : DELAY_W'(best_slip_q);
          if (ack && act_q == 2'd3) state_q <= SET_SLIP;
          if (best_q == '0) lanes_bad[lane_q] <= 1'b1;
        end
        SET_SLIP: if (none_left) state_q <= SET_DELAY_0;
          else if (ack && act_q == 2'd3) left_q <= left_q - 1'b1;
        SET_DELAY_0: begin
          left_q <= best_q == '0 ? '0 : best_end_q - DELAY_W'(best_q >> 1);
          if (ack && act_q == 2'd3) state_q <= SET_DELAY;
        end
        SET_DELAY: if (none_left) begin
          if (lane_q == LANE_W'(LANES - 1)) begin
            state_q  <= FILL;
            second_q <= 1'b1;
          end else begin
            state_q <= SLIP_0;
            lane_q  <= lane_q + 1'b1;
          end
        end else if (ack && act_q == 2'd3) left_q <= left_q - 1'b1;

        TELL_BAD, TELL: if (!wb_cyc && !begun_q) begin
          wb_cyc   <= 1'b1;
          wb_we    <= 1'b1;
          wb_adr   <= state_q == TELL ? INIT_DONE : INIT_ERROR;
          wb_dat_w <= {15'd0, state_q == TELL || lanes_bad != '0};
          begun_q  <= 1'b1;
        end else if (ack) begin
          begun_q <= 1'b0;
          state_q <= state_q == TELL ? DONE : TELL;
          done    <= state_q == TELL;
        end

        default: ;
      endcase
    end

endmodule
`default_nettype wire
