// SPDX-License-Identifier: Apache-2.0
// mem_test: tests a memory of sectors, all of it, for ever, and tells a serial line after each pass:
//
//   memory test: pass 0003 bad 00000000 pins 0000
//
// A pass is four runs over all addresses: write, read; write some bytes of each sector, read. What is written is made
// of address, run and pass, so that no two sectors are equal. `bad` counts sectors that were read otherwise since reset
// (hexadecimal, as all numbers), `pins` has a bit for each data pin that was ever wrong. To see that the test can fail:
// each byte that comes over the line makes one bit wrong in the next sector that is written.
//
// Ports as those of fpga_core. 32 MB at 50 MHz take 1.5 s a pass.
`default_nettype none

module mem_test #(
  parameter int MEM_BYTES   = 1 << 25,               // a power of two
  parameter int UART_CLOCKS = 434                    // clocks of a bit: 115200 baud at 50 MHz
) (
  input  wire           clk,
  input  wire           rst,
  input  wire           rx,
  output wire           tx,
  output wire           running,                     // a pass has ended, all sectors since reset were right
  output wire           active,                      // some were not

  output wire           mem_req_valid,
  input  wire           mem_req_ready,
  output wire           mem_req_write,
  output wire  [$clog2(MEM_BYTES)-1:5] mem_req_addr,
  output wire  [31:0]   mem_req_mask,
  output wire  [255:0]  mem_req_data,
  input  wire           mem_rsp_valid,
  input  wire  [255:0]  mem_rsp_data,
  input  wire           mem_ready
);

  localparam int AW = $clog2(MEM_BYTES) - 5;         // of a sector's number

  // --- what is written where: run 0 writes all, run 2 the bytes of a mask ----------------------------
  // Word i of a sector: its number, pass and run, turned by 5 i bits.
  function automatic [255:0] pattern(input [AW-1:0] at, input [7:0] pass, input second);
    reg [31:0] w;
    begin
      w = {pass, 24'd0} ^ {7'd0, second, 24'h5a5a5a} ^ 32'(at) ^ {at[7:0], 24'd0};
      for (int i = 0; i < 8; i++) begin
        pattern[32*i +: 32] = w;
        w = {w[26:0], ~w[31:27]};
      end
    end
  endfunction
  function automatic [31:0] bytes(input [7:0] at, input [7:0] pass);
    bytes = {2{at, pass}} ^ {at[3:0], 28'h0f3c5a9};
  endfunction

  // --- requests: one stage ahead of the port -----------------------------------------------------------
  logic [1:0]    run_q;                              // write, read, write bytes, read
  logic [15:0]   pass_q;
  logic [AW-1:0] at_q;
  logic          send_q;                             // a run is being sent, else its answers are waited for
  logic          out_q;                              // the port has a request
  logic          out_write_q;
  logic [AW-1:0] out_at_q;
  logic [31:0]   out_mask_q;
  logic [255:0]  out_data_q;
  logic          plant_q;                            // make the next sector wrong

  assign mem_req_valid = out_q;
  assign mem_req_write = out_write_q;
  assign mem_req_addr  = out_at_q;
  assign mem_req_mask  = out_mask_q;
  assign mem_req_data  = out_data_q;

  wire taken = out_q && mem_req_ready;
  wire fill  = send_q && (!out_q || taken);
  wire run_end;

  wire       byte_valid;
  wire [7:0] byte_data;
  uart_rx #(.CLOCKS(UART_CLOCKS)) u_rx (.clk, .rst, .line(rx), .valid(byte_valid), .data(byte_data));
  wire unused = &{1'b0, byte_data};

  always_ff @(posedge clk)
    if (rst || !mem_ready) begin
      run_q   <= 2'd0;
      pass_q  <= 16'd0;
      at_q    <= '0;
      send_q  <= 1'b1;
      out_q   <= 1'b0;
      plant_q <= 1'b0;
    end else begin
      if (byte_valid) plant_q <= 1'b1;
      else if (fill && !run_q[0]) plant_q <= 1'b0;
      if (fill) begin
        out_q <= 1'b1;
        at_q  <= at_q + 1'b1;
        if (&at_q) send_q <= 1'b0;
      end else if (taken) out_q <= 1'b0;
      if (run_end) begin
        send_q <= 1'b1;
        run_q  <= run_q + 2'd1;
        if (run_q == 2'd3) pass_q <= pass_q + 16'd1;
      end
    end

  always_ff @(posedge clk)
    if (fill) begin
      out_write_q <= !run_q[0];
      out_at_q    <= at_q;
      out_mask_q  <= run_q == 2'd0 ? '1 : bytes(at_q[7:0], pass_q[7:0]);
      out_data_q  <= pattern(at_q, pass_q[7:0], run_q == 2'd2) ^ {255'd0, plant_q};
    end

  // --- answers: expected, compared, counted ------------------------------------------------------------
  logic [AW-1:0] next_q;                             // sector of the next answer
  logic          left_q;                             // answers of this run are still to come
  logic [2:0]    come_q;                             // an answer's stages
  logic [255:0]  got_q, want_q;
  logic [255:0]  differ_q;
  logic [15:0]   pins_now_q, pins_q;
  logic [31:0]   bad_q;

  wire [255:0] first  = pattern(next_q, pass_q[7:0], 1'b0);
  wire [255:0] second = pattern(next_q, pass_q[7:0], 1'b1);
  wire [31:0]  chosen = run_q == 2'd3 ? bytes(next_q[7:0], pass_q[7:0]) : 32'd0;
  logic [15:0] pins_now;
  always_comb begin
    pins_now = '0;
    for (int i = 0; i < 16; i++) pins_now = pins_now | differ_q[16*i +: 16];
  end

  // A run of writes ends when the last one has been taken, one of reads when the last answer has been counted.
  assign run_end = !send_q && !out_q && (!run_q[0] || (!left_q && come_q == '0));

  always_ff @(posedge clk)
    if (rst || !mem_ready) begin
      next_q <= '0;
      left_q <= 1'b1;
      come_q <= '0;
      pins_q <= '0;
      bad_q  <= '0;
    end else begin
      come_q <= {come_q[1:0], mem_rsp_valid};
      if (mem_rsp_valid) begin
        next_q <= next_q + 1'b1;
        if (&next_q) left_q <= 1'b0;
      end else if (run_end) left_q <= 1'b1;
      if (come_q[2]) begin
        pins_q <= pins_q | pins_now_q;
        if (pins_now_q != '0) bad_q <= bad_q + 32'd1;
      end
    end

  always_ff @(posedge clk) begin
    got_q <= mem_rsp_data;
    for (int i = 0; i < 32; i++) want_q[8*i +: 8] <= chosen[i] ? second[8*i +: 8] : first[8*i +: 8];
    differ_q   <= got_q ^ want_q;
    pins_now_q <= pins_now;
  end

  // --- a line of text after each pass: '#' are digits ----------------------------------------------------
  localparam int LENGTH = 47;
  localparam logic [8*LENGTH-1:0] TEXT = "memory test: pass #### bad ######## pins ####\r\n";
  logic [8*LENGTH-1:0] text_q;
  logic [5:0]          left_text_q;
  logic [63:0]         digits_q;
  logic                told_q;                       // a pass has ended

  wire [7:0] here  = text_q[8*LENGTH-1 -: 8];
  wire [3:0] digit = digits_q[63:60];
  wire       is_digit = here == "#";
  wire       tx_ready;
  wire [7:0] ascii = digit < 4'd10 ? 8'h30 + {4'd0, digit} : 8'h57 + {4'd0, digit};
  uart_tx #(.CLOCKS(UART_CLOCKS)) u_tx (
    .clk, .rst, .valid(left_text_q != '0), .ready(tx_ready), .data(is_digit ? ascii : here), .line(tx));

  always_ff @(posedge clk)
    if (rst) begin
      left_text_q <= '0;
      told_q      <= 1'b0;
    end else if (left_text_q != '0) begin
      if (tx_ready) begin
        left_text_q <= left_text_q - 1'b1;
        text_q      <= {text_q[8*LENGTH-9:0], 8'd0};
        if (is_digit) digits_q <= {digits_q[59:0], 4'd0};
      end
    end else if (run_end && run_q == 2'd3) begin
      left_text_q <= 6'(LENGTH);
      text_q      <= TEXT;
      digits_q    <= {pass_q, bad_q, pins_q};
      told_q      <= 1'b1;
    end

  assign running = told_q && bad_q == '0;
  assign active  = bad_q != '0;

endmodule
`default_nettype wire
