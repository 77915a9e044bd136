// SPDX-License-Identifier: Apache-2.0
// sm_rfread against its schedule: slot s (0..2) of quarter q of a body that comes in cycle c is read in c+q+s, of its
// second round in c+q+s+4; nothing else is read, never two slots from one RAM in a cycle, and the word is routed one
// cycle later.
//
// Bodies of a parity come at least four cycles apart, eight after one with a second round (bank rule).
// Rules (docs/units): RF-2.
//
//! proves operand reads: each slot of each quarter in its cycle, never two from one RAM, words routed to their slots
//! by pdr:14
//! test
`include "formal.svh"
`default_nettype none

module proof (input wire clk, input wire go, input wire more, input wire [5:0] in_en, input wire [47:0] in_row,
    input wire [31:0] word);
  `F_RESET
  reg  [2:0] age;                        // cycles since the last body, less one
  reg        age_more;
  wire       in_valid = go && !rst && age >= (age_more ? 3'd7 : 3'd3);
  always @(posedge clk)
    if (rst) begin
      age      <= 3'd7;
      age_more <= 1'b0;
    end else if (in_valid) begin
      age      <= 3'd0;
      age_more <= more;
    end else if (age != 3'd7) age <= age + 3'd1;

  wire [3:0]    rd_en;
  wire [31:0]   rd_row;
  wire [255:0]  r1, r2, r3;
  wire [1023:0] rd_data = {{32{word[31:24]}}, {32{word[23:16]}}, {32{word[15:8]}}, {32{word[7:0]}}};
  (* keep *) sm_rfread dut (.clk, .rst, .in_valid, .in_more(more), .in_en, .in_row, .rd_en, .rd_row, .rd_data, .r1, .r2,
      .r3);

  // reference: the bodies of the last ten cycles, bit or field k that of k cycles ago
  reg  [10:1]  past_v;                    // 0 during reset
  reg  [59:0]  past_en;
  reg  [479:0] past_row;
  wire [10:0]  v   = {past_v, in_valid};
  wire [65:0]  en  = {past_en, more ? in_en : {3'd0, in_en[2:0]}};
  wire [527:0] row = {past_row, in_row};
  always @(posedge clk) begin
    past_v   <= rst ? 10'd0 : v[9:0];
    past_en  <= en[59:0];
    past_row <= row[479:0];
  end

  reg [2:0] n;
  reg [7:0] at;
  always @* if (!rst)
    for (int q = 0; q < 4; q++) begin
      n  = 3'd0;
      at = 8'd0;
      for (int r = 0; r < 2; r++)
        for (int s = 0; s < 3; s++)
          if (v[q + s + 4*r] && en[6*(q + s + 4*r) + 3*r + s]) begin
            n  = n + 3'd1;
            at = row[48*(q + s + 4*r) + 24*r + 8*s +: 8];
          end
      assert(n <= 3'd1);
      assert(rd_en[q] == (n != 3'd0));
      if (rd_en[q]) assert(rd_row[8*q +: 8] == at);
      for (int r = 0; r < 2; r++) begin
        if (v[q + 1 + 4*r] && en[6*(q + 1 + 4*r) + 3*r])
          assert(r1[7:0] == word[8*q +: 8] && r1[255:248] == word[8*q +: 8]);
        if (v[q + 2 + 4*r] && en[6*(q + 2 + 4*r) + 3*r + 1])
          assert(r2[7:0] == word[8*q +: 8] && r2[255:248] == word[8*q +: 8]);
        if (q + 3 + 4*r <= 10)
          if (v[q + 3 + 4*r] && en[6*(q + 3 + 4*r) + 3*r + 2])
            assert(r3[7:0] == word[8*q +: 8] && r3[255:248] == word[8*q +: 8]);
      end
    end
endmodule
