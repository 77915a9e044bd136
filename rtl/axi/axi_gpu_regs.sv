// SPDX-License-Identifier: Apache-2.0
// axi_gpu_regs: the registers of gpu_axi_top. Made by rtl/axi/registers.py of rtl/axi/gpu_axi.rdl.
//
// A word is written with all its bytes or not at all; wrong: there is no such register, it cannot be written, or not
// while the queue is full (locked).
`default_nettype none

module axi_gpu_regs (
  input  wire           clk,
  input  wire           rst,
  input  wire           locked,
  input  wire           we,
  input  wire           full,                        // all bytes
  input  wire  [9:0]    word,                        // byte address / 4
  input  wire  [31:0]   wdata,
  output logic [31:0]   rdata,
  output wire           wrong_write,
  output wire           wrong_read,
  input  wire  [3:0]    capability_tpcs,
  input  wire  [3:0]    capability_sms,
  input  wire  [3:0]    capability_partitions,
  input  wire           capability_dpu,
  input  wire           capability_tex,
  input  wire  [7:0]    capability_addr_bits,
  input  wire  [5:0]    limits_warps,
  input  wire  [3:0]    limits_blocks,
  input  wire  [8:0]    limits_rows,
  input  wire  [4:0]    limits_block_warps,
  output logic          control_reset,
  output logic          control_take,
  input  wire           status_room,
  input  wire           status_answer,
  input  wire           status_resets,
  input  wire           status_bus_error,
  input  wire           set_irq_status_answer,
  output logic          irq_status_answer,
  input  wire           set_irq_status_bus_error,
  output logic          irq_status_bus_error,
  output logic          irq_enable_answer,
  output logic          irq_enable_bus_error,
  output logic [31:0]   command,
  output logic          command_written,
  input  wire  [31:0]   answer,
  output logic [31:0]   mem_bytes,
  output logic [63:0]   mem_offset
);

  wire free   = word == 10'h004 ||
                 (word >= 10'h006 && word <= 10'h007) ||
                 word == 10'h00a ||
                 (word >= 10'h00c && word <= 10'h00d);
  wire known  = word == 10'h004 ||
                 (word >= 10'h006 && word <= 10'h008) ||
                 word == 10'h00a ||
                 (word >= 10'h00c && word <= 10'h00d);
  assign wrong_write = !full || !known || (locked && !free);
  assign wrong_read  = !((word <= 10'h003) ||
                 (word >= 10'h005 && word <= 10'h00a) ||
                 (word >= 10'h00c && word <= 10'h00d));

  always_ff @(posedge clk)
    if (rst) begin
      control_reset <= '0;
      control_take <= '0;
      irq_status_answer <= 1'b0;
      irq_status_bus_error <= 1'b0;
      irq_enable_answer <= '0;
      irq_enable_bus_error <= '0;
      command <= '0;
      command_written <= 1'b0;
      mem_bytes <= '0;
      mem_offset <= '0;
    end else begin
      control_reset <= 1'b0;
      control_take <= 1'b0;
      command_written <= 1'b0;
      if (we && !wrong_write)
        case (word)
          10'h004: begin
            control_reset <= wdata[0];
            control_take <= wdata[1];
          end
          10'h006: begin
            if (wdata[0]) irq_status_answer <= 1'b0;
            if (wdata[1]) irq_status_bus_error <= 1'b0;
          end
          10'h007: begin
            irq_enable_answer <= wdata[0];
            irq_enable_bus_error <= wdata[1];
          end
          10'h008: begin
            command <= wdata[31:0];
            command_written <= 1'b1;
          end
          10'h00a: mem_bytes <= wdata[31:0];
          10'h00c: mem_offset[0 +: 32] <= wdata[31:0];
          10'h00d: mem_offset[32 +: 32] <= wdata[31:0];
          default: ;
        endcase
      if (set_irq_status_answer) irq_status_answer <= 1'b1;
      if (set_irq_status_bus_error) irq_status_bus_error <= 1'b1;
    end

  always_comb
    case (word)
      10'h000: rdata = 32'h43325447;
      10'h001: rdata = {16'd0, 8'h01, 8'h01};
      10'h002: rdata = {8'd0, capability_addr_bits, 2'd0, capability_tex, capability_dpu, capability_partitions,
                       capability_sms, capability_tpcs};
      10'h003: rdata = {3'd0, limits_block_warps, 3'd0, limits_rows, limits_blocks, 2'd0, limits_warps};
      10'h004: rdata = {30'd0, 1'd0, 1'd0};
      10'h005: rdata = {28'd0, status_bus_error, status_resets, status_answer, status_room};
      10'h006: rdata = {30'd0, irq_status_bus_error, irq_status_answer};
      10'h007: rdata = {30'd0, irq_enable_bus_error, irq_enable_answer};
      10'h008: rdata = command;
      10'h009: rdata = answer;
      10'h00a: rdata = mem_bytes;
      10'h00c: rdata = mem_offset[0 +: 32];
      10'h00d: rdata = mem_offset[32 +: 32];
      default: rdata = 32'd0;
    endcase

endmodule
`default_nettype wire
