// SPDX-License-Identifier: Apache-2.0
// tb_clock_gate: the gate's clock rises exactly where clk does with en = 1 before it, and its pulses are as long as
// those of clk, whenever en changes (CLOCK-1, CLOCK-5). What two clocks know of each other: a register of clk and one
// of gclk that read each other see the values before the edge.
//
//! test rtl
module tb_clock_gate;
  reg  clk = 1'b0, en = 1'b0;
  wire gclk, free;
  clock_gate          u_gate (.clk, .en, .gclk);
  clock_gate #(.KIND(0)) u_none (.clk, .en, .gclk(free));

  integer errors = 0, rises = 0, kept = 0, dropped = 0, changes_high = 0;
  time    rose;
  reg     wanted = 1'b0;

  task fail(input [8*60-1:0] what);
    begin
      if (errors < 5) $display("FAIL tb_clock_gate: %0s, time %0t", what, $time);
      errors = errors + 1;
    end
  endtask

  always #10 clk = ~clk;

  // en changes at any time but within the unit of time around a rising edge: 0 to 3 times in each half
  integer r;
  always @(clk) begin
    r = $random;
    #2 if (r[0]) begin en = ~en; if (clk) changes_high = changes_high + 1; end
    #3 if (r[1]) begin en = ~en; if (clk) changes_high = changes_high + 1; end
    #3 if (r[2]) begin en = ~en; if (clk) changes_high = changes_high + 1; end
  end

  always @(posedge clk) begin
    wanted = en;
    if (en) kept = kept + 1;
    else    dropped = dropped + 1;
  end
  always @(posedge gclk) begin
    rises = rises + 1;
    rose  = $time;
    if (!clk || $time % 20 != 10) fail("gclk rises without clk");
  end
  always @(negedge gclk) if ($time - rose != 10) fail("a pulse of gclk is shorter than one of clk");
  always @(free) if (free !== clk) fail("KIND 0 is not the clock itself");

  always @(clk) #1 begin
    if (gclk !== (clk && wanted)) fail("gclk is not clk where it is wanted");
    if (free !== clk) fail("KIND 0 is not the clock itself");
  end

  // each the other's neighbour
  reg [7:0] host = 8'd0, machine = 8'd0, host_before, machine_before;
  always @(posedge clk) begin
    host_before    = host;
    machine_before = machine;
    host <= machine + 8'd3;
    #1 if (host !== machine_before + 8'd3) fail("a register of clk does not see the machine before the edge");
  end
  always @(posedge gclk) begin
    machine <= host + 8'd5;
    #1 if (machine !== host_before + 8'd5) fail("a register of gclk does not see the host before the edge");
  end

  initial begin
    #200000;
    if (rises !== kept || dropped < 1000 || kept < 1000 || changes_high < 1000) fail("edges are missing");
    if (errors == 0) $display("PASS tb_clock_gate: %0d edges of %0d", rises, kept + dropped);
    $finish;
  end
endmodule
