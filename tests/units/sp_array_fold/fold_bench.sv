// SPDX-License-Identifier: Apache-2.0
// fold_bench: sp_array_fold beside sp_array. Random instruction words through sm_decode, random operands (also special
// values of fp32), resets, phases of any length. The outputs are compared in every cycle of clk, valid or not (FOLD-5,
// FOLD-6, and with them FOLD-7 and FOLD-8). The first difference ends it.
`include "gpu_types.svh"
`include "isa_ops.svh"
`default_nettype none

module fold_bench #(
  parameter int FOLD   = 4,
  parameter int CYCLES = 1000,     // of clk
  parameter int SEED   = 1
) (
  input  wire clk_h,
  output reg  done,
  output int  errors,
  output int  results,             // valid ones
  output int  kinds,               // operations of which there was at least one
  output int  quads                // quadop
);

  // A word as the lanes may get it: anything; zero, infinity, NaN, a denormal; near 1.0; a small integer
  function automatic [31:0] operand(input [31:0] x, input [31:0] y);
    case (y[2:0])
      3'd0:    operand = x & 32'hff800000 & {1'b1, {8{y[3]}}, 23'h7fffff} | {1'b0, {8{y[4]}}, 23'd0};
      3'd1:    operand = x & 32'h80000001 | {1'b0, {8{y[3]}}, 23'd0};
      3'd2:    operand = x & 32'h807fffff;
      3'd3:    operand = x & 32'h81ffffff | 32'h3e000000;
      3'd4:    operand = x & 32'h0000001f;
      default: operand = x;
    endcase
  endfunction

  // --- FOLD-1, FOLD-2, FOLD-3; FOLD-4: mostly no stops, else few or many, in all phases or in the last one --
  wire [2:0] phase;
  reg  [2:0] want_phase = 3'd0;
  int        ends = 0, edges = 0;            // cycles that have ended; edges of clk
  reg        adv = 1'b1;
  reg [31:0] chance;
  reg [2:0]  mood = 3'd0;
  wire       last, clk, clk_p;
  wire       want_last = want_phase == 3'(FOLD - 1);
  wire [2:0] phase_next = !adv ? want_phase : want_last ? 3'd0 : want_phase + 3'd1;

  fold_clock #(.FOLD(FOLD)) u_clock (.clk_h, .adv, .last, .clk_p, .phase, .clk);

  always @(posedge clk_h) begin
    if (phase !== want_phase || last !== want_last || ends != edges) differs("phase or clk");
    want_phase <= phase_next;
    if (adv && want_last) ends <= ends + 1;
    chance = random(0);
    if (chance[31:25] == 7'd0) mood <= chance[2:0];
    case (mood)
      3'd4:    adv <= chance[10:8] != 3'd0;
      3'd5:    adv <= chance[12:8] == 5'd0;
      3'd6:    adv <= chance[10:8] != 3'd0 || phase_next != 3'(FOLD - 1);
      3'd7:    adv <= chance[12:8] == 5'd0 || phase_next != 3'(FOLD - 1);
      default: adv <= 1'b1;
    endcase
  end

  // --- what both get -------------------------------------------------------------------------------
  reg          rst = 1'b1, go = 1'b0;
  reg  [31:0]  w0 = 32'd0, w1 = 32'd0, cin = 32'd0;
  reg  [255:0] a = 256'd0, b = 256'd0, c = 256'd0;
  ctl_t        ctl;
  wire         bad, sp, sfu, dpu, smem, ls, br, long_op, cdir, cind;

  sm_decode u_decode (.valid(1'b1), .w0, .w1, .odd(1'b0), .ctl, .bad, .sp, .sfu, .dpu, .smem, .ls, .br, .wide(long_op),
                      .cdir, .cind);

  wire         in_valid = go && sp && !bad;
  wire         want_valid, got_valid;
  wire [255:0] want_r, got_r;
  wire [31:0]  want_cc, got_cc;

  sp_array u_whole (
    .clk, .rst, .in_valid, .in_ctl(ctl), .in_a(a), .in_b(b), .in_c(c), .in_cin(cin),
    .out_valid(want_valid), .out_r(want_r), .out_cc(want_cc));

  // The words in the phases of the next cycle; of a quadop those of the lane that it names.
  reg  [255:0] a_q, b_q, c_q;
  always @(posedge clk) begin
    {a_q, b_q, c_q} <= {a, b, c};
    if (ctl.op == `OP_QUADOP)
      for (int l = 0; l < 8; l = l + 1) a_q[32*l +: 32] <= a[32*((l & 4) + ctl.quad[9:8]) +: 32];
  end

  sp_array_fold #(.FOLD(FOLD)) u_fold (
    .clk, .rst, .clk_p, .phase, .in_valid, .in_ctl(ctl), .in_a(a_q[256/FOLD*phase +: 256/FOLD]),
    .in_b(b_q[256/FOLD*phase +: 256/FOLD]), .in_c(c_q[256/FOLD*phase +: 256/FOLD]), .in_cin(cin),
    .out_valid(got_valid), .out_r(got_r), .out_cc(got_cc), .out_q, .part_r);

  // FOLD-24: the last results of each quarter again, in the phases of the four cycles behind them. Those that are
  // valid and leave the outputs as they were (nop) are nobody's there; nor is what was before a reset.
  reg  [1:0]   out_q = 2'd0;
  wire [1024/FOLD-1:0] part_r;
  wire [1023:0] got_part;
  reg  [255:0] last_r [0:3];
  int          since [0:3];            // cycles
  reg  [255:0] before_r = 256'd0;
  reg  [3:0]   parts_differ;
  for (genvar q = 0; q < 4; q = q + 1) begin : g_quarter
    fold_gather #(.FOLD(FOLD), .WIDTH(256 / FOLD)) u_part (
      .clk_p, .take(1'b1), .part(part_r[256/FOLD*q +: 256/FOLD]), .all(got_part[256*q +: 256]));
  end
  // --- one cycle ------------------------------------------------------------------------------------
  int            cycle = 0;
  `include "fold_bench.svh"
  reg    [255:0] seen = 256'd0;
  reg    [31:0]  r, x, y;
  wire   [7:0]   op = 8'(ctl.op);

  initial begin
    for (int q = 0; q < 4; q = q + 1) since[q] = 99;
    done = 1'b0; errors = 0; results = 0; kinds = 0; quads = 0;
  end

  task differs(input [8*20-1:0] what);
    begin
      fail(what);
      if (got_valid === 1'b1)
        for (int l = 0; l < 8; l = l + 1)
          $display("  lane %0d: %h %h, sp_array %h %h", l, got_r[32*l +: 32], got_cc[4*l +: 4], want_r[32*l +: 32],
                   want_cc[4*l +: 4]);
    end
  endtask

  always @(posedge clk) edges <= edges + 1;

  always @(posedge clk) if (!done) begin
    for (int q = 0; q < 4; q = q + 1)
      parts_differ[q] = since[q] < 4 && got_part[256*q +: 256] !== last_r[q];
    if (cycle > 4) begin
      if (got_valid !== want_valid) differs("valid");
      else if (got_r !== want_r)    differs("words");
      else if (got_cc !== want_cc)  differs("$c");
      else if (parts_differ != 4'd0) differs("words again");
    end
    out_q <= out_q + 2'd1;
    for (int q = 0; q < 4; q = q + 1) since[q] = since[q] + 1;
    if (want_valid === 1'b1) begin
      last_r[out_q] <= want_r;
      since[out_q] = want_r === before_r ? 99 : 0;
    end
    if (rst) for (int q = 0; q < 4; q = q + 1) since[q] = 99;
    before_r = want_r;
    if (want_valid === 1'b1) results = results + 1;
    if (in_valid && !rst) begin
      if (!seen[op]) kinds = kinds + 1;
      if (ctl.op == `OP_QUADOP) quads = quads + 1;
      seen[op] = 1'b1;
    end
    if (errors != 0 || cycle == CYCLES) done <= 1'b1;
    cycle = cycle + 1;

    r   = random(0);
    rst <= cycle < 4 || r[31:23] == 9'd0;
    go  <= r[2:0] != 3'd0 && !(r[22:20] == 3'd0 && cycle[5]);
    x   = random(0);
    y   = random(0);
    // of eight words five are long; half of these have few of the bits that must be zero in most of them
    if (r[6]) y = y & (random(0) | 32'he0000000) & 32'hfffe7fff;
    if (r[7]) x = x & 32'hf3ffffff;
    case (r[5:3])
      3'd0:                   begin x = x & 32'h0ffffffc | 32'hc0000001; y = y & 32'h1ffffffc | 32'h80000000; end
      3'd1, 3'd2, 3'd3, 3'd4: begin x = x & 32'hfffffffc | 32'h00000001; y = y & 32'hfffffffc; end
      default: ;
    endcase
    w0 <= x;
    w1 <= y;
    for (int l = 0; l < 8; l = l + 1) begin
      x = random(0); a[32*l +: 32] <= operand(x, random(0));
      x = random(0); b[32*l +: 32] <= operand(x, random(0));
      x = random(0); c[32*l +: 32] <= operand(x, random(0));
    end
    cin <= random(0);
  end

  wire unused = &{1'b0, sfu, dpu, smem, ls, br, long_op, cdir, cind};

endmodule
`default_nettype wire
