// SPDX-License-Identifier: Apache-2.0
// In the module of each bench of this folder, which has SEED, FOLD, errors and cycle: random numbers, the same ones in
// every simulator, and how a difference is told. (Functions have an argument, or Icarus does not take them.)
  reg [63:0] state = 64'h9e3779b97f4a7c15 * SEED;

  function automatic [31:0] random(input [31:0] unused);
    state  = state ^ (state << 13);
    state  = state ^ (state >> 7);
    state  = state ^ (state << 17);
    random = state[47:16];
  endfunction

  function automatic [511:0] wide(input [31:0] unused);
    for (int i = 0; i < 16; i = i + 1) wide[32*i +: 32] = random(0);
  endfunction

  task fail(input [8*20-1:0] what);
    begin
      $display("FAIL FOLD %0d: %0s, cycle %0d", FOLD, what, cycle);
      errors = errors + 1;
    end
  endtask
