// SPDX-License-Identifier: Apache-2.0
// Inside a memory with write enables, one for EN_BITS of its WIDTH bits: `RAM_WRITE(row) writes the enabled parts of
// wr_data into a row of mem. Part by part (`RAM_PARTS), as synthesis tools know block RAM; Verilator and Yosys get one
// assignment to the whole row, from what it held and what comes: Verilator pays in every cycle for each nonblocking
// assignment to a memory, and Yosys finds the path from the row back to itself (opt_mem_feedback) and makes write
// enables of it. tests/rtl_lib proves both equal.
`ifndef RAM_WRITE
`define RAM_PARTS(row) \
  for (int i = 0; i < WIDTH / EN_BITS; i++) \
    if (wr_be[i]) mem[row][EN_BITS*i +: EN_BITS] <= wr_data[EN_BITS*i +: EN_BITS];
`ifdef VERILATOR
`define RAM_WRITE(row) mem[row] <= merge(mem[row], wr_data, wr_be);
`elsif YOSYS
`define RAM_WRITE(row) mem[row] <= merge(mem[row], wr_data, wr_be);
`else
`define RAM_WRITE(row) `RAM_PARTS(row)
`endif
`endif
  function automatic logic [WIDTH-1:0] merge(input logic [WIDTH-1:0] old, input logic [WIDTH-1:0] data,
                                             input logic [WIDTH/EN_BITS-1:0] be);
    merge = data;
    if (be != '1) begin
      merge = old;
      for (int i = 0; i < WIDTH / EN_BITS; i++)
        if (be[i]) merge[EN_BITS*i +: EN_BITS] = data[EN_BITS*i +: EN_BITS];
    end
  endfunction
