// SPDX-License-Identifier: Apache-2.0
// tb_ddr_xc7: the training of the core for the 7 series (DDR-6, DDR-8): windows that are as long in two slips, one
// delay wide, none. LONG: also windows within one slip and over to the next, at both ends of what can be reached, four
// lanes; and PLACES memories with windows at random places, of which an exhaustive search says what is to be chosen.
//
//! test rtl
//! test places: rtl;long LONG=1
//! timeout 900
`timescale 1ns / 1ps
module tb_ddr_xc7 #(
  parameter int REQUESTS = 32,
  parameter int LONG     = 0,
  parameter int PLACES   = 8,
  parameter int SEED     = 1
);
  // What DDR-8 wants of a window: slip and delay.
  function automatic [7:0] choose(input int eye, input int open);
    int run, best, late;
    begin
      best = 0;
      choose = '0;
      for (int s = 0; s < 8; s++)
        for (int from = 0; from < 32; from++) begin
          run = 0;
          late = 16 * s + from - eye;
          while (late + run >= 0 && late + run < open && from + run < 32) run = run + 1;
          if (run > best) begin
            best = run;
            choose = {3'(s), 5'(from + (run + 1) / 2 - 1)};
          end
        end
    end
  endfunction
  function automatic int random(input int n, input int below);
    reg [31:0] x;
    begin
      x = 32'(n) + 32'd1;
      for (int i = 0; i < 4; i++) begin x = x * 32'h9e37_79b1; x = x ^ (x >> 15); end
      random = x % below;
    end
  endfunction

  localparam int FIXED = LONG != 0 ? 5 : 2, ALL = FIXED + (LONG != 0 ? PLACES : 0);
  wire [ALL-1:0] done;
  wire [31:0] errors [0:ALL-1];
  // As long in slip 2 as in slip 3, and one delay in slip 3 and in slip 4; no window at all.
  ddr_bench #(.REQUESTS(REQUESTS), .PHY(2), .SEED(1), .EYE({7'd75, 7'd48}), .OPEN({5'd1, 5'd16}),
              .SLIP_2({3'd3, 3'd2}), .MIDDLE({5'd27, 5'd23}), .PERIOD(50), .MEM_PERIOD(10))
    u_1 (.done(done[0]), .errors(errors[0]));
  ddr_bench #(.REQUESTS(REQUESTS), .PHY(2), .SEED(2), .LANES(1), .BAD(1'b1), .PERIOD(50), .MEM_PERIOD(10))
    u_2 (.done(done[1]), .errors(errors[1]));
  if (LONG != 0) begin : g_long
    // From one slip over to the next; within one.
    ddr_bench #(.REQUESTS(REQUESTS), .PHY(2), .SEED(3), .EYE({7'd40, 7'd66}), .OPEN({5'd12, 5'd9}),
                .SLIP_2({3'd2, 3'd3}), .MIDDLE({5'd13, 5'd22}), .PERIOD(12), .MEM_PERIOD(22))
      u_3 (.done(done[2]), .errors(errors[2]));
    // The first setting and the last slip.
    ddr_bench #(.REQUESTS(REQUESTS), .PHY(2), .SEED(4), .EYE({7'd0, 7'd127}), .OPEN({5'd10, 5'd9}),
                .SLIP_2({3'd0, 3'd7}), .MIDDLE({5'd4, 5'd19}))
      u_4 (.done(done[3]), .errors(errors[3]));
    ddr_bench #(.REQUESTS(REQUESTS), .PHY(2), .SEED(5), .LANES(4), .EYE({7'd90, 7'd33, 7'd63, 7'd17}),
                .OPEN({5'd0, 5'd14, 5'd15, 5'd0}), .BAD(4'b1001), .SLIP_2({3'd0, 3'd1, 3'd3, 3'd0}),
                .MIDDLE({5'd0, 5'd23, 5'd22, 5'd0}))
      u_5 (.done(done[4]), .errors(errors[4]));
  end
  for (genvar i = 0; i < ALL - FIXED; i++) begin : g_place
    localparam int E0 = random(4 * i + 1000 * SEED, 128), E1 = random(4 * i + 1000 * SEED + 1, 128);
    localparam int O0 = 3 + random(4 * i + 1000 * SEED + 2, 14), O1 = 3 + random(4 * i + 1000 * SEED + 3, 14);
    localparam [7:0] C0 = choose(E0, O0), C1 = choose(E1, O1);
    ddr_bench #(.REQUESTS(REQUESTS), .PHY(2), .SEED(10 + i), .EYE({7'(E1), 7'(E0)}), .OPEN({5'(O1), 5'(O0)}),
                .SLIP_2({C1[7:5], C0[7:5]}), .MIDDLE({C1[4:0], C0[4:0]}), .PERIOD(33), .MEM_PERIOD(10))
      u_bench (.done(done[FIXED + i]), .errors(errors[FIXED + i]));
    initial $display("place %0d: lanes at %0d, %0d steps, %0d, %0d wide: slips %0d, %0d, delays %0d, %0d", i, E0, E1,
                     O0, O1, C0[7:5], C1[7:5], C0[4:0], C1[4:0]);
  end

  int sum, n;
  initial begin
    sum = 0;
    while (done !== '1 && sum == 0) begin
      #1000 sum = 0;
      for (n = 0; n < ALL; n = n + 1) sum = sum + errors[n];
      if ($time > 400_000_000) sum = sum + 1;
    end
    if (sum == 0 && done === '1) $display("PASS tb_ddr_xc7: %0d memories, %0d requests each", ALL, REQUESTS);
    else $display("FAIL tb_ddr_xc7: done %b, errors %0d", done, sum);
    $finish;
  end
endmodule
