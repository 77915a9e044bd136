// SPDX-License-Identifier: Apache-2.0
// sdr_bench: sdr_ctrl on an sdr_chip with random traffic against an array; its latencies and the rate of a stream. The
// chip looks after its own rules (SDR-11, SDR-12) and after the refreshes (SDR-9). LATE - 1 registers lie between
// controller and chip, the first one in front of the chip (SDR-13).
module sdr_bench #(
  parameter int CLK_KHZ   = 50_000,
  parameter int PERIOD_PS = 20_000,
  parameter int LATE      = 1,
  parameter int CAS       = 2,
  parameter int ROW_BITS  = 2,
  parameter int COL_BITS  = 9,
  parameter int INIT_US   = 200,
  parameter int REQUESTS  = 4000,
  parameter int SEED      = 1
) (
  input  wire clk,
  output reg  done,
  output int  errors
);
  localparam int AW      = ROW_BITS + COL_BITS + 2 + 1;
  localparam int SECTORS = 1 << (AW - 5);
  localparam int IN_ROW  = 1 << (COL_BITS - 4);
  localparam int T_RCD   = (21 * CLK_KHZ + 999_999) / 1_000_000;
  localparam int T_REFI  = 7812 * CLK_KHZ / 1_000_000;
  localparam int HIT     = 18 + CAS + LATE;
  localparam int KINDS   = 6;

  reg          rst = 1'b1, req_valid = 1'b0, req_write = 1'b0, ref_extra = 1'b0;
  reg [AW-1:5] req_addr = '0;
  reg [31:0]   req_mask = '0;
  reg [255:0]  req_data = '0;
  wire         req_ready, rsp_valid, init_done;
  wire [255:0] rsp_data;

  localparam int PINS = 5 + 2 + 11 + 2 + 16 + 1;
  wire cke, cs_n, ras_n, cas_n, we_n, dq_oe, chip_oe;
  wire [1:0]  ba, dqm;
  wire [10:0] a;
  wire [15:0] dq_out, chip_dq;
  reg  [15:0] board_dq;
  int         broken;

  sdr_ctrl #(.CLK_KHZ(CLK_KHZ), .ROW_BITS(ROW_BITS), .COL_BITS(COL_BITS), .CAS(CAS), .LATE(LATE),
             .T_INIT(CLK_KHZ * INIT_US / 1000)) u_ctrl (
    .clk, .rst, .req_valid, .req_ready, .req_write, .req_addr, .req_mask, .req_data, .rsp_valid, .rsp_data, .init_done,
    .ref_extra, .cke, .cs_n, .ras_n, .cas_n, .we_n, .ba, .a, .dqm, .dq_out, .dq_oe, .dq_in(board_dq));

  // The way to the chip and back.
  wire [PINS-1:0] pins = {cke, cs_n, ras_n, cas_n, we_n, ba, a, dqm, dq_out, dq_oe};
  wire [PINS-1:0] at_chip;
  if (LATE > 1) begin : g_pads
    reg [PINS-1:0] out_q = '0;
    always @(posedge clk) out_q <= pins;
    assign at_chip = out_q;
  end else begin : g_wires
    assign at_chip = pins;
  end
  wire [15:0] chip_pins = chip_oe ? chip_dq : 16'hdead;
  if (LATE > 2) begin : g_in
    reg [16*(LATE-2)-1:0] in_q;
    always @(posedge clk) in_q <= {in_q, chip_pins};
    always @* board_dq = in_q[16*(LATE-2)-1 -: 16];
  end else begin : g_in_wires
    always @* board_dq = chip_pins;
  end

  sdr_chip #(.PERIOD_PS(PERIOD_PS), .ROW_BITS(ROW_BITS), .COL_BITS(COL_BITS), .INIT_US(INIT_US)) u_chip (
    .clk, .cke(at_chip[PINS-1]), .cs_n(at_chip[PINS-2]), .ras_n(at_chip[PINS-3]), .cas_n(at_chip[PINS-4]),
    .we_n(at_chip[PINS-5]), .ba(at_chip[PINS-6 -: 2]), .a(at_chip[PINS-8 -: 11]), .dqm(at_chip[18:17]),
    .dq_in(at_chip[16:1]), .dq_drive(at_chip[0]), .dq_out(chip_dq), .dq_oe(chip_oe), .broken);

  // --- what is in the memory; answers that are due ---------------------------------------------------
  reg [255:0] value [0:SECTORS-1];
  reg [31:0]  known [0:SECTORS-1];
  reg [255:0] want [0:7];
  reg [31:0]  sure [0:7];
  int         due_from [0:7];               // clock in which the request was taken, -1: do not measure
  int         due_after [0:7];              // clocks to the answer; 0: not known
  reg [2:0]   head = '0, tail = '0;

  int  now = 0, sent = 0, answered = 0, last_answer = 0, phase = 0, step = 0, mood = 0, moods [0:KINDS-1];
  int  extra = 0, stop_at = 0, streams = 0, breaks = 0, quiet = 0;
  reg  streaming = 1'b0;
  reg [AW-1:5] place = '0;
  reg [63:0] random = 64'h9e3779b97f4a7c15 * (2 * SEED + 1);

  task shuffle;
    begin
      random = random ^ (random << 13);
      random = random ^ (random >> 7);
      random = random ^ (random << 17);
    end
  endtask
  task fail(input [8*64-1:0] what);
    begin
      errors = errors + 1;
      if (errors <= 5) $display("FAIL tb_sdr: %0s, clock %0d, %0d kHz", what, now, CLK_KHZ);
    end
  endtask
  // What the bench offers next: sector, read or write.
  task offer(input [AW-1:5] addr, input write);
    begin
      req_valid <= 1'b1;
      req_addr  <= addr;
      req_write <= write;
      for (int i = 0; i < 4; i++) begin
        shuffle;
        req_data[64*i +: 64] <= random;
      end
      shuffle;
      case (random[34:32])
        3'd0:    req_mask <= 32'hffffffff;
        3'd1:    req_mask <= 32'hf << {random[2:0], 2'b00};
        3'd2:    req_mask <= 32'h1 << random[4:0];
        3'd3:    req_mask <= 32'h0;
        default: req_mask <= random[31:0];
      endcase
    end
  endtask

  initial begin
    errors = 0;
    done   = 1'b0;
    for (int i = 0; i < SECTORS; i++) begin value[i] = '0; known[i] = '0; end
    for (int i = 0; i < KINDS; i++) moods[i] = 0;
  end

  wire taken = req_valid && req_ready;
  wire [AW-1:5] last_of_row = {req_addr[AW-1:COL_BITS+1], {(COL_BITS-4){1'b1}}};

  int expected;
  always @(posedge clk) if (!done) begin
    now = now + 1;
    rst <= now < 5;

    // --- answers: in order, what was last written, in the clock that was promised (SDR-2, SDR-3, SDR-4, SDR-7) ---
    if (rsp_valid) begin
      if (head == tail) fail("an answer that nobody waits for");
      else begin
        for (int i = 0; i < 32; i++)
          if (sure[tail][i] && rsp_data[8*i +: 8] !== want[tail][8*i +: 8]) begin
            fail("a byte that was not written");
            i = 32;
          end
        if (due_after[tail] != 0 && now - due_from[tail] != due_after[tail]) fail("latency of a read");
        if (now - last_answer < 16) fail("answers less than 16 clocks apart");
        if (streaming && now - last_answer == 16) streams = streams + 1;
        else if (streaming) breaks = breaks + 1;
        tail        = tail + 1'b1;
        answered    = answered + 1;
        last_answer = now;
        streaming   = phase == 4 && step > 4;
      end
    end
    if (phase != 4) streaming = 1'b0;

    // --- requests that were taken ----------------------------------------------------------------------
    if (taken) begin
      if (!init_done) fail("a request is taken before the chip is ready");    // SDR-1
      sent      = sent + 1;
      req_valid <= 1'b0;
      if (req_write) begin
        for (int i = 0; i < 32; i++)
          if (req_mask[i]) begin
            value[req_addr][8*i +: 8] = req_data[8*i +: 8];
            known[req_addr][i] = 1'b1;
          end
      end else begin
        want[head]      = value[req_addr];
        sure[head]      = known[req_addr];
        due_from[head]  = now;
        due_after[head] = expected;
        head            = head + 1'b1;
        if (head == tail) fail("more than seven reads under way");
      end
    end

    // --- what to do next ---------------------------------------------------------------------------------
    ref_extra <= 1'b0;
    shuffle;
    case (phase)
      // A request that is there before the chip is ready.
      0: if (sent == 0 && !req_valid) begin
        expected = 0;
        offer(0, 1'b0);
      end else if (answered == 1) begin
        // SDR-6, SDR-7: closed bank, open row, other row. A refresh first, so that none comes between.
        ref_extra <= 1'b1;
        phase     = 1;
        quiet     = 40;
      end
      1: begin
        if (quiet > 0) quiet = quiet - 1;
        else if (!req_valid && head == tail) begin
          case (step)
            0:       begin offer(0, 1'b0);                      expected = HIT + T_RCD;     end
            1:       begin offer(1, 1'b0);                      expected = HIT;             end
            2:       begin offer(IN_ROW * 4 + IN_ROW / 2, 1'b0); expected = HIT + 2 * T_RCD; end
            3:       begin offer(IN_ROW * 4 + IN_ROW - 1, 1'b0); expected = HIT;            end
            4:       begin offer(IN_ROW, 1'b0);                 expected = HIT + T_RCD;     end
            5:       begin offer(2 * IN_ROW, 1'b1);             expected = 0;               end
            default: begin expected = 0; phase = 2; end
          endcase
          // At 8 MHz the next refresh comes before all are measured.
          if (T_REFI < 100) expected = 0;
          step  = step + 1;
          quiet = 30;
        end
      end
      // Random traffic in moods: rarely or always a request, near or far, reads or writes, refreshes that are not due
      // (SDR-10).
      2: begin
        if (now >= stop_at) begin
          mood        = (mood + 1) % KINDS;
          moods[mood] = moods[mood] + 1;
          stop_at     = now + 100 + int'(random[29:20]);
        end
        if ((!req_valid || taken) && sent < REQUESTS) begin
          case (mood)
            0: begin place = random[AW-1+24:5+24]; if (random[3:0] == 0) offer(place, random[4]); end
            1: begin place = random[AW-1+24:5+24]; offer(place, random[4]); end
            2: begin place = place + 1'b1; offer(place, 1'b0); end
            3: begin place = place + 1'b1; offer(place, 1'b1); end
            4: begin place[8:5] = random[63:60]; offer(place, random[4]); end
            default: begin place[AW-1:COL_BITS+3] = random[AW-1+24:COL_BITS+3+24]; offer(place, random[4]); end
          endcase
        end
        extra     = mood == 1 || mood == 4 ? 6 : 12;
        ref_extra <= random[62:51] >> (12 - extra) == 0;
        if (sent == REQUESTS && !req_valid && head == tail) begin
          phase   = 3;
          place   = '0;
        end
      end
      // SDR-8: a stream, soon after a refresh.
      3: begin
        quiet = quiet + 1;
        if (quiet == 100) ref_extra <= 1'b1;
        if (quiet == 200) begin
          phase = 4;
          step  = 0;
        end
      end
      4: if (!req_valid || taken) begin
        offer(AW'(step % IN_ROW), 1'b0);
        step = step + 1;
        if (step == 20) phase = 5;
      end
      // All of it.
      default: if ((!req_valid || taken) && sent < REQUESTS + SECTORS + 200) begin
        if (place == '0 && phase == 6) begin
          if (head == tail && !rsp_valid) phase = 7;
        end else begin
          offer(place, 1'b0);
          place = place + 1'b1;
          phase = 6;
        end
      end
    endcase
    if (phase == 7) begin
      for (int i = 0; i < KINDS; i++) if (moods[i] == 0) fail("a mood is missing");
      // Refreshes come in between, at 8 MHz some.
      if (streams < 10 || breaks > 1 + 320 / T_REFI) fail("a stream is not 16 clocks a sector");
      for (int i = 0; i < SECTORS; i++)
        for (int j = 0; j < 32; j++)
          if (known[i][j] && u_chip.mem[16*i + j/2][8*(j%2) +: 8] !== value[i][8*j +: 8])
            fail("a byte is in another place of the chip");    // SDR-5
      errors = errors + broken;
      done   <= 1'b1;
    end
    if (now > 200 * (REQUESTS + SECTORS)) begin
      fail("no end");
      done <= 1'b1;
    end
  end
endmodule
