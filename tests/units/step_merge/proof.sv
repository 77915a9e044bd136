// SPDX-License-Identifier: Apache-2.0
// step_merge of four streams, turns of two packets of one key at most, each stream holds what it offers until it is
// taken: what comes out is what was taken, in order, nothing lost or doubled; what is offered stays; a turn goes on
// with a packet of the same key, and not otherwise; whoever offers is taken after at most six others.
// Rules (docs/units): XBAR-2, XBAR-7, XBAR-9.
//
//! proves merge: nothing lost or doubled, what is offered stays, a turn has two packets of one key, one that waits is
//! proves taken after six others
//! by pdr:14
//! test
`include "formal.svh"
`default_nettype none

module proof (input wire clk, step, out_ready, input wire [3:0] in_valid, input wire [11:0] in_data,
                     input wire [1:0] who);
  `F_RESET
  wire [3:0] in_ready, in_key;
  wire       out_valid;
  wire [2:0] out_data;
  assign in_key = {in_data[9], in_data[6], in_data[3], in_data[0]};
  (* keep *) step_merge #(.N(4), .WIDTH(3), .KEEP(2)) dut (.clk, .rst, .step, .in_valid, .in_ready, .in_data, .in_key,
      .out_valid, .out_ready, .out_data);

  reg  [1:0]  w;                         // the stream that is watched
  reg  [3:0]  held;                      // offered and not taken
  reg  [11:0] data;
  reg         want;                      // what must be in the register
  reg  [2:0]  want_data, others;         // others: taken while the one watched waits
  reg  [3:0]  last;                      // taken from last
  reg         last_key, first;           // the key of that, and whether it began a turn
  wire [3:0]  took = step ? in_valid & in_ready : 4'd0;
  wire        same = first && (in_valid & last) != 4'd0 && ((in_key & last) != 4'd0) == last_key;
  always @* if (!rst) begin
    assume((held & ~in_valid) == 4'd0);
    for (int i = 0; i < 4; i++)
      if (held[i]) assume(in_data[3*i +: 3] == data[3*i +: 3]);
  end
  always @(posedge clk)
    if (rst) begin
      w <= who; held <= 4'd0; want <= 1'b0; others <= 3'd0; last <= 4'd0; first <= 1'b0;
    end else begin
      held <= in_valid & ~took;
      data <= in_data;
      if (step && out_ready) want <= 1'b0;
      for (int i = 0; i < 4; i++)
        if (took[i]) begin
          want      <= 1'b1;
          want_data <= in_data[3*i +: 3];
          last      <= took;
          last_key  <= in_key[i];
          first     <= !same;
        end
      if (!in_valid[w] || took[w]) others <= 3'd0;
      else if (took != 4'd0)       others <= others + 3'd1;
    end

  always @* if (!rst) begin
    assert((took & (took - 4'd1)) == 4'd0);
    assert(took == 4'd0 || !want || out_ready);
    assert(!step || in_valid == 4'd0 || took != 4'd0 || (want && !out_ready));
    assert(out_valid == want);
    if (want) assert(out_data == want_data);
    if (took != 4'd0 && same) assert(took == last);
    if (took != 4'd0 && !same && (in_valid & ~last) != 4'd0) assert(took != last);
    assert(others <= 3'd6);
  end
endmodule
`default_nettype wire
