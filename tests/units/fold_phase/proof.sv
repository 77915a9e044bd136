// SPDX-License-Identifier: Apache-2.0
// fold_clock, fold_gather and fold_part, four phases of any length: the phases come in their order, their clock is let
// through with the last clock of each, that of the cycles with the last clock of the last one, what was given in the
// phases of a cycle stands in the last one, and of a word that stands each phase gets its part. Parts are two bits.
// clk_p is an enable here. Rules (docs/units): FOLD-1, FOLD-2, FOLD-3, FOLD-11.
//
//! proves phases of any length: in order, an edge of the clock of cycles ends the last; parts of a word stand in the
//! proves last
//! by induct:10:1
//! in clock_gate.sv
//! - clk && open
//! + en
//! in fold_phase.sv
//! - (posedge clk_p)
//! + ($global_clock) if(clk_p)
//! in fold_part.sv
//! - (posedge clk_p)
//! + ($global_clock) if(clk_p)
//! test
`include "formal.svh"
`default_nettype none

module proof (
  input wire       clk,                  // clk_h
  input wire       adv,
  input wire [7:0] next                  // parts of the next cycle
);
  `F_RESET
  wire [2:0] phase;
  wire       last;
  fold_clock #(.FOLD(4)) dut (.clk_h(clk), .adv, .last, .clk_p(), .phase, .clk());
  `F_INSIDE \dut.u_gate.en ;
  `F_INSIDE \dut.u_phases.en ;
  `F_INSIDE [1:0] \dut.host_q ;
  initial assume(\dut.host_q == 2'd0);   // a register that is looked at loses its first value

  reg [1:0] count;                       // clocks with adv: phases begun
  reg [7:0] word;
  initial count = 2'd0;
  always @(posedge clk) if (adv) begin
    count <= count + 2'd1;
    if (count == 2'd3) word <= next;
  end
  always @* begin
    assert(phase == {1'b0, count});
    assert(last == (count == 2'd3));
    assert(\dut.host_q == count);
    assert(\dut.u_phases.en == adv);
    assert(\dut.u_gate.en == (adv && count == 2'd3));
  end

  wire [7:0] all;
  fold_gather #(.FOLD(4), .WIDTH(2)) gather (.clk_p(clk), .take(adv), .part(word[2*count +: 2]), .all);
  `F_INSIDE [5:0] \gather.before_q ;
  always @* begin
    if (count == 2'd1) assert(\gather.before_q [5:4] == word[1:0]);
    if (count == 2'd2) assert(\gather.before_q [5:2] == word[3:0]);
    if (count == 2'd3) assert(all == word);
  end

  wire [1:0] part;
  fold_part #(.FOLD(4), .WIDTH(2)) choose (.clk_p(adv), .phase, .all(word), .part);
  `F_INSIDE \choose.g_ahead.first_q ;
  initial assume(\choose.g_ahead.first_q );
  always @* begin
    assert(\choose.g_ahead.first_q == (count == 2'd0));
    assert(part == word[2*count +: 2]);
  end
endmodule
`default_nettype wire
