// SPDX-License-Identifier: Apache-2.0
// mem_model: a memory of sectors with the port of sdr_ctrl.sv, for benches: it takes requests when it likes and answers
// reads in order, LEAST to MOST clocks after it took them.
`default_nettype none
/* verilator lint_off BLKSEQ */

module mem_model #(
  parameter int BYTES = 1 << 25,
  parameter int LEAST = 4,           // 2 or more
  parameter int MOST  = 40
) (
  input  wire                      clk,
  input  wire                      rst,
  input  wire  [31:0]              seed,           // 0: always ready, LEAST clocks
  input  wire                      req_valid,
  output logic                     req_ready,
  input  wire                      req_write,
  input  wire  [$clog2(BYTES)-1:5] req_addr,
  input  wire  [31:0]              req_mask,
  input  wire  [255:0]             req_data,
  output logic                     rsp_valid,
  output logic [255:0]             rsp_data,
  output logic                     init_done
);

  localparam int DEPTH = 8;
  logic [255:0] mem [0:BYTES/32-1];
  logic [255:0] answer [0:DEPTH-1];
  int           due [0:DEPTH-1];
  int           now = 0, put = 0, get = 0, last = 0, wait_for = 0;
  logic [31:0]  state = 32'd1;

  function automatic logic [31:0] next(input logic [31:0] s);       // xorshift
    logic [31:0] x;
    x = s ^ (s << 13);
    x = x ^ (x >> 17);
    return x ^ (x << 5);
  endfunction

  always @(posedge clk) begin
    now       = now + 1;
    rsp_valid <= 1'b0;
    if (rst) begin
      put       = 0;
      get       = 0;
      req_ready <= 1'b0;
      init_done <= 1'b0;
      state     = seed | 32'd1;
    end else begin
      state = next(state);
      init_done <= 1'b1;
      if (req_valid && req_ready) begin
        if (req_write) begin
          for (int b = 0; b < 32; b++) if (req_mask[b]) mem[req_addr][8*b +: 8] = req_data[8*b +: 8];
        end else begin
          answer[put % DEPTH] = mem[req_addr];
          wait_for = now + LEAST + (seed == 0 ? 0 : int'(state[15:0]) % (MOST - LEAST + 1));
          if (wait_for < last + 8) wait_for = last + 8;         // BOARD-14
          last = wait_for;
          due[put % DEPTH] = wait_for;
          put = put + 1;
        end
      end
      if (get < put && due[get % DEPTH] <= now) begin
        rsp_valid <= 1'b1;
        rsp_data  <= answer[get % DEPTH];
        get = get + 1;
      end
      req_ready <= put - get < DEPTH - 1 && (seed == 0 || state[17:16] != 2'd0);
    end
  end

endmodule
`default_nettype wire
