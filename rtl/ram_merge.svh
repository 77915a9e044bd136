// SPDX-License-Identifier: Apache-2.0
// Inside a memory with write enables, one for EN_BITS of its WIDTH bits: the row that is written, from what it held and
// what comes. One assignment to the whole row, since Verilator pays in every cycle for each nonblocking assignment to a
// memory; Yosys finds the path from the row back to itself (opt_mem_feedback) and makes write enables of it.
  function automatic logic [WIDTH-1:0] merge(input logic [WIDTH-1:0] old, input logic [WIDTH-1:0] data,
                                             input logic [WIDTH/EN_BITS-1:0] be);
    merge = data;
    if (be != '1) begin
      merge = old;
      for (int i = 0; i < WIDTH / EN_BITS; i++)
        if (be[i]) merge[EN_BITS*i +: EN_BITS] = data[EN_BITS*i +: EN_BITS];
    end
  endfunction
