// SPDX-License-Identifier: Apache-2.0
// sync_fifo against a shift register: order, nothing lost, nothing invented, no overflow or underflow.
//
//! proves sync_fifo: order kept, nothing lost or invented, no overflow, no underflow
//! by induct:12:2
//! test
`include "formal.svh"
`default_nettype none

module proof (input wire clk, input wire in_valid, input wire [2:0] in_data, input wire out_ready);
  `F_RESET
  wire       in_ready, out_valid;
  wire [2:0] out_data;
  (* keep *) sync_fifo #(.WIDTH(3), .DEPTH(4)) dut (.clk, .rst, .in_valid, .in_ready, .in_data, .out_valid, .out_ready,
      .out_data);

  // reference: oldest entry in the low bits
  reg [11:0] q;
  reg [2:0]  n;
  wire       push = in_valid && n != 3'd4;
  wire       pop  = out_ready && n != 3'd0;
  wire [11:0] q_pop = pop ? {3'd0, q[11:3]} : q;
  wire [2:0]  n_pop = n - {2'd0, pop};
  always @(posedge clk)
    if (rst) n <= 3'd0;
    else begin
      q <= q_pop;
      if (push) q[3*n_pop[1:0] +: 3] <= in_data;
      n <= n_pop + {2'd0, push};
    end

  always @* if (!rst) begin
    assert(in_ready == (n != 3'd4));
    assert(out_valid == (n != 3'd0));
    if (out_valid) assert(out_data == q[2:0]);
  end

  // how the unit's registers belong to the reference: makes the induction close
  `F_INSIDE [2:0] \dut.count_q ;
  `F_INSIDE [1:0] \dut.head_q ;
  `F_INSIDE [1:0] \dut.tail_q ;
  `F_INSIDE [2:0] \dut.u_mem.mem[0] ;
  `F_INSIDE [2:0] \dut.u_mem.mem[1] ;
  `F_INSIDE [2:0] \dut.u_mem.mem[2] ;
  `F_INSIDE [2:0] \dut.u_mem.mem[3] ;
  wire [11:0] mem = {\dut.u_mem.mem[3] , \dut.u_mem.mem[2] , \dut.u_mem.mem[1] , \dut.u_mem.mem[0] };
  wire [1:0]  head = \dut.head_q ;
  reg  [1:0]  at;
  always @* if (!rst) begin
    assert(n <= 3'd4);
    assert(\dut.count_q == n);
    assert(\dut.tail_q == head + n[1:0]);
    for (int i = 0; i < 4; i++) begin
      at = head + 2'(i);
      if (3'(i) < n) assert(mem[3*at +: 3] == q[3*i +: 3]);
    end
  end
endmodule
