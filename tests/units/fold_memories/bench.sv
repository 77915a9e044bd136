// SPDX-License-Identifier: Apache-2.0
// tb_memories: shared memory, loads under way and thread ids in two, four and eight phases.
//
//! test rtl
module tb_memories #(
  parameter int CYCLES = 300
);
  reg clk_h = 1'b0;
  always #5 clk_h = ~clk_h;

  wire [2:0] done;
  int errors [0:2];
  int beats [0:2];
  int stores [0:2];
  int hits [0:2];
  int ids [0:2];
  for (genvar f = 0; f < 3; f = f + 1) begin : g_fold
    memories_bench #(.FOLD(2 << f), .CYCLES(CYCLES), .SEED(1 + f)) u_bench (
      .clk_h, .done(done[f]), .errors(errors[f]), .beats(beats[f]), .stores(stores[f]), .hits(hits[f]),
      .ids(ids[f]));
  end

  int few;
  always @(posedge clk_h) begin
    few = 0;
    for (int i = 0; i < 3; i = i + 1)
      if (beats[i] * 10 < CYCLES || stores[i] * 60 < CYCLES || hits[i] * 10 < CYCLES || ids[i] < CYCLES)
        few = few + 1;
    if (errors[0] + errors[1] + errors[2] != 0) begin
      $display("FAIL tb_memories");
      $finish;
    end else if (&done) begin
      for (int i = 0; i < 3; i = i + 1)
        $display("FOLD %0d: %0d beats, %0d stores, %0d hits, %0d pairs", 2 << i, beats[i], stores[i], hits[i],
                 ids[i]);
      if (few != 0) $display("FAIL tb_memories: too few of one kind");
      else          $display("PASS tb_memories: FOLD 2, 4, 8, %0d cycles each", CYCLES);
      $finish;
    end
  end
endmodule
