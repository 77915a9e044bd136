// SPDX-License-Identifier: Apache-2.0
// host_cmd: what a frame asks for is done and answered (LINK-6 to LINK-11): registers and memory of the board.
//
// A request comes from frame_rx as its length and its bytes, all of them there and right. Whether it will be done is
// decided when its header has been read (LINK-8, LINK-9), before any of it is done; the answer begins when all is.
`include "link.svh"
`default_nettype none

module host_cmd #(
  parameter int MEM_BYTES = 1 << 25                  // a multiple of 32
) (
  input  wire          clk,
  input  wire          rst,
  input  wire          in_valid,                     // from frame_rx
  output wire          in_ready,
  input  wire  [7:0]   in_data,
  output logic         out_valid,                    // to frame_tx
  input  wire          out_ready,
  output wire          out_last,
  output logic [7:0]   out_data,

  input  wire          mem_free,                     // memory is ready, and no machine needs it
  input  wire          running,                      // a launch
  output wire          reg_rd,                       // read: data two clocks later
  output wire          reg_we,
  output wire  [9:0]   reg_addr,
  output wire  [31:0]  reg_wdata,
  input  wire  [31:0]  reg_rdata,

  output wire          mem_req_valid,
  input  wire          mem_req_ready,
  input  wire          mem_req_take,                 // of mem_share: data are words, the lowest first
  output wire          mem_req_write,
  output wire  [31:5]  mem_req_addr,
  output wire  [31:0]  mem_req_data,                 // all 32 bytes are written
  input  wire          mem_rsp_valid,
  input  wire  [31:0]  mem_rsp_data,
  input  wire          mem_rsp_last
);

  // LENGTH, HEADER: read into head_q. JUDGE, two clocks: will it be done? SKIP: it will not. PAYLOAD: a unit (word of a
  // register, sector) is read; DO: it is written. FILL: sectors are written. ANSWER: the header is sent; FETCH: a unit
  // is asked for; SEND: it is sent.
  typedef enum logic [3:0] {LENGTH, HEADER, JUDGE, SKIP, PAYLOAD, DO, SIZE, FILL, ANSWER, FETCH, WAIT, SEND} state_t;
  logic [3:0]   state_q;       // a state_t; ?: of two gives bits, and not all tools can cast them

  logic [15:0]  left_q;              // bytes of the request that have not been read
  logic [4:0]   byte_q;              // of header or unit
  logic [63:0]  head_q;
  logic [31:0]  last_q;              // the last four bytes read, the first of them lowest
  logic [2:0]   word_q;              // of a sector: the next one that the memory takes or gives
  logic [31:0]  at_q;                // register, or byte address, of the unit
  logic [8:0]   words_q;             // of payload, still to be written or sent
  logic [7:0]   status_q;
  logic         judge_q;             // the second clock of JUDGE

  wire [7:0]    command = head_q[15:8];
  wire [15:0]   count   = head_q[31:16];
  wire [31:0]   address = head_q[63:32];
  wire          is_read_reg  = command == `LINK_CMD_READ_REG;
  wire          is_write_reg = command == `LINK_CMD_WRITE_REG;
  wire          is_read_mem  = command == `LINK_CMD_READ_MEM;
  wire          is_write_mem = command == `LINK_CMD_WRITE_MEM;
  wire          is_fill      = command == `LINK_CMD_FILL_MEM;
  wire          is_reg       = is_read_reg || is_write_reg;
  wire          is_read      = is_read_reg || is_read_mem;
  wire [4:0]    unit_last    = is_reg ? 5'd3 : 5'd31;
  wire [8:0]    unit_words   = is_reg ? 9'd1 : 9'd8;

  // --- will it be done (LINK-8, LINK-9) --------------------------------------------------------------------
  wire [31:0]   space     = is_reg ? 32'd1024 : MEM_BYTES;
  wire [31:0]   wanted    = is_fill ? 32'd0 : is_reg ? {16'd0, count} : {14'd0, count, 2'b00};
  wire          aligned   = is_reg || address[4:0] == 5'd0;
  wire [15:0]   payload   = is_read ? 16'd0 : {count[13:0], 2'b00};         // bytes
  wire          count_ok  = count <= 16'(`LINK_FRAME_WORDS) &&
                            (is_fill ? count == 16'd2 : is_reg || count[2:0] == 3'd0);
  wire          any_time  = (address == 32'(`LINK_REG_LAUNCH) && count == 16'd1) ||
                            (address == 32'(`LINK_REG_STOP_AT) && count == 16'd2) ||
                            (address == 32'(`LINK_REG_TRACE_INDEX) && count == 16'd1);
  // of the clock before
  logic [31:0]  rest_q, wanted_q;    // behind the address
  logic         unknown_q, length_q, address_q, any_time_q;
  always_ff @(posedge clk) begin
    rest_q     <= space - address;
    wanted_q   <= wanted;
    unknown_q  <= !is_reg && !is_read_mem && !is_write_mem && !is_fill;
    length_q   <= count_ok && left_q == payload;
    address_q  <= aligned && address <= space;
    any_time_q <= any_time;
  end
  wire          free      = is_read_reg || (is_write_reg ? !running || any_time_q : mem_free);
  wire [7:0]    verdict   = unknown_q ? `LINK_ANSWER_BAD_COMMAND : !length_q ? `LINK_ANSWER_BAD_LENGTH :
                            !address_q || wanted_q > rest_q ? `LINK_ANSWER_BAD_ADDRESS :
                            !free ? `LINK_ANSWER_BUSY : `LINK_ANSWER_OK;

  // --- a unit: words of a sector, or one of a register ---------------------------------------------
  wire          take;
  wire          here   = take && byte_q[1:0] == 2'd3 && state_q == PAYLOAD;    // a word is whole
  wire          reg_in = state_q == WAIT && is_reg && byte_q == 5'd1;
  wire          mem_in = mem_rsp_valid;
  wire  [31:0]  four   = {in_data, last_q[31:8]};
  wire  [31:0]  unit;
  lutram_1r1w #(.WIDTH(32), .DEPTH(8), .EN_BITS(32)) u_unit (
    .clk, .rd_addr(state_q == SEND ? byte_q[4:2] : word_q), .rd_data(unit), .wr_en(here || reg_in || mem_in),
    .wr_addr(mem_in ? word_q : reg_in ? 3'd0 : byte_q[4:2]), .wr_be(1'b1),
    .wr_data(mem_in ? mem_rsp_data : reg_in ? reg_rdata : four));

  // --- a fill: its bytes, then the word, which stays in last_q ---------------------------------------
  logic [31:0]  fill_bytes_q;
  wire          fill_ok = fill_bytes_q[4:0] == 5'd0 && fill_bytes_q <= rest_q;
  logic [26:0]  fill_q;              // sectors still to be written

  // --- registers, memory ---------------------------------------------------------------------------
  assign in_ready = state_q == LENGTH || state_q == HEADER || state_q == PAYLOAD || (state_q == SKIP && left_q != '0);
  assign take     = in_valid && in_ready;
  assign reg_rd    = state_q == FETCH && is_reg;
  assign reg_we    = state_q == DO && is_reg;
  assign reg_addr  = at_q[9:0];
  assign reg_wdata = last_q;
  assign mem_req_valid = ((state_q == DO || state_q == FETCH) && !is_reg) || (state_q == FILL && fill_q != '0);
  assign mem_req_write = state_q != FETCH;
  assign mem_req_addr  = at_q[31:5];
  assign mem_req_data  = state_q == FILL ? last_q : unit;
  wire   done = is_reg || mem_req_ready;

  // --- the answer ----------------------------------------------------------------------------------
  wire          more = is_read && status_q == `LINK_ANSWER_OK && words_q != '0;
  assign out_valid = state_q == ANSWER || state_q == SEND;
  assign out_last  = state_q == ANSWER ? byte_q == 5'd7 && !more : byte_q == unit_last && words_q == unit_words;
  assign out_data  = state_q == SEND ? unit[8*byte_q[1:0] +: 8] :
                     byte_q == 5'd1 ? status_q : head_q[8*byte_q[2:0] +: 8];
  wire   sent = out_valid && out_ready;

  always_ff @(posedge clk)
    if (rst) begin
      state_q <= LENGTH;
      byte_q  <= 5'd0;
      word_q  <= 3'd0;
      judge_q <= 1'b0;
    end else begin
      if (take) begin
        byte_q <= byte_q + 5'd1;
        left_q <= left_q - 16'd1;
        last_q <= four;
      end
      if (mem_req_take || mem_rsp_valid) word_q <= word_q + 3'd1;
      case (state_q)
        LENGTH: if (take) begin
          left_q <= {in_data, left_q[15:8]};
          if (byte_q == 5'd1) begin
            byte_q  <= 5'd0;
            state_q <= HEADER;
          end
        end
        HEADER: if (take) begin
          head_q <= {in_data, head_q[63:8]};
          if (byte_q == 5'd7) state_q <= JUDGE;
        end
        JUDGE: if (!judge_q) judge_q <= 1'b1;
        else begin
          judge_q  <= 1'b0;
          status_q <= verdict;
          byte_q   <= 5'd0;
          at_q     <= address;
          words_q  <= count[8:0];
          state_q  <= verdict != `LINK_ANSWER_OK ? SKIP : is_read || count == '0 ? ANSWER : PAYLOAD;
        end
        SKIP: if (left_q == '0) begin
          byte_q  <= 5'd0;
          state_q <= ANSWER;
        end
        PAYLOAD: if (take) begin
          if (is_fill) begin
            if (byte_q == 5'd3) fill_bytes_q <= four;
            if (byte_q == 5'd7) state_q <= SIZE;
          end else if (byte_q == unit_last) state_q <= DO;
        end
        DO: if (done) begin
          byte_q  <= 5'd0;
          at_q    <= at_q + (is_reg ? 32'd1 : 32'd32);
          words_q <= words_q - unit_words;
          state_q <= words_q == unit_words ? ANSWER : PAYLOAD;
        end
        SIZE: begin
          byte_q <= 5'd0;
          fill_q <= fill_bytes_q[31:5];
          if (!fill_ok) status_q <= `LINK_ANSWER_BAD_ADDRESS;
          state_q <= fill_ok ? FILL : ANSWER;
        end
        FILL:
          if (fill_q == '0) state_q <= ANSWER;
          else if (mem_req_ready) begin
            at_q   <= at_q + 32'd32;
            fill_q <= fill_q - 27'd1;
          end
        ANSWER: if (sent) begin
          byte_q <= byte_q + 5'd1;
          if (byte_q == 5'd7) begin
            byte_q  <= 5'd0;
            state_q <= more ? FETCH : LENGTH;
          end
        end
        FETCH: if (done) state_q <= WAIT;
        // a register is there in the second clock behind FETCH
        WAIT: if (is_reg ? byte_q == 5'd1 : mem_rsp_valid && mem_rsp_last) begin
          byte_q  <= 5'd0;
          state_q <= SEND;
        end else if (is_reg) byte_q <= byte_q + 5'd1;
        default: if (sent) begin                     // SEND
          byte_q <= byte_q + 5'd1;
          if (byte_q == unit_last) begin
            byte_q  <= 5'd0;
            at_q    <= at_q + (is_reg ? 32'd1 : 32'd32);
            words_q <= words_q - unit_words;
            state_q <= words_q == unit_words ? LENGTH : FETCH;
          end
        end
      endcase
    end

endmodule
`default_nettype wire
