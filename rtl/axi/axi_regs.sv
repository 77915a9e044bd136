// SPDX-License-Identifier: Apache-2.0
// axi_regs: the registers of gt200_axi. Made by rtl/axi/registers.py of rtl/axi/gt200_axi.rdl.
//
// A word is written with all its bytes or not at all; wrong: there is no such register, it cannot be written, or not
// while a launch runs (locked).
`default_nettype none

module axi_regs (
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
  input  wire  [3:0]    capability_sms,
  input  wire           capability_dpu,
  input  wire           capability_tex,
  input  wire           capability_timed,
  input  wire  [7:0]    capability_addr_bits,
  input  wire  [7:0]    capability_outstanding,
  input  wire  [5:0]    limits_warps,
  input  wire  [3:0]    limits_blocks,
  input  wire  [8:0]    limits_rows,
  input  wire  [4:0]    limits_block_warps,
  output logic          control_start,
  output logic          control_abort,
  input  wire           status_running,
  input  wire           status_ended,
  input  wire           status_fault,
  input  wire           status_timeout,
  input  wire           status_bus_error,
  input  wire           set_irq_status_ended,
  output logic          irq_status_ended,
  input  wire           set_irq_status_fault,
  output logic          irq_status_fault,
  input  wire           set_irq_status_bus_error,
  output logic          irq_status_bus_error,
  output logic          irq_enable_ended,
  output logic          irq_enable_fault,
  output logic          irq_enable_bus_error,
  input  wire  [7:0]    fault_code,
  input  wire  [3:0]    fault_derr,
  input  wire  [4:0]    fault_warp,
  input  wire  [4:0]    fault_lane,
  input  wire  [1:0]    fault_sm,
  input  wire           fault_valid,
  input  wire  [23:0]   fault_pc,
  input  wire  [31:0]   fault_addr,
  input  wire  [31:0]   blocks_done,
  input  wire  [63:0]   cycles,
  input  wire  [63:0]   end_cycle,
  input  wire  [63:0]   clocks,
  input  wire  [63:0]   stopped,
  input  wire  [127:0]  slot_block_x,
  input  wire  [127:0]  slot_block_y,
  output logic [15:0]   grid_x,
  output logic [15:0]   grid_y,
  output logic [9:0]    block_threads,
  output logic [4:0]    block_warps,
  output logic [15:0]   block_xy_x,
  output logic [15:0]   block_xy_y,
  output logic [15:0]   block_z_z,
  output logic [15:0]   block_z_grid_id,
  output logic [3:0]    slots_blocks,
  output logic [5:0]    slots_warps,
  output logic [8:0]    slots_rows,
  output logic [14:0]   shared_slot,
  output logic [14:0]   shared_block,
  output logic [7:0]    thread_regs,
  output logic [6:0]    thread_params,
  output logic [15:0]   thread_local_words,
  output logic [23:0]   entry,
  output logic [31:0]   g_base,
  output logic [31:0]   g_limit,
  output logic [19:0]   pm_select,
  output logic [31:0]   cycle_start,
  output logic [95:0]   local_base,
  output logic [63:0]   max_cycles,
  output logic [63:0]   code_base,
  output logic [31:0]   code_bytes,
  output logic [15:0]   const_bound_segments,
  output logic [63:0]   const_base,
  output logic [31:0]   mem_base,
  output logic [31:0]   mem_limit,
  output logic [63:0]   mem_offset,
  output logic [159:0]  tex_data,
  output logic [6:0]    tex_index,
  output logic          tex_index_written,
  output wire           param_we,
  output wire  [5:0]    param_at
);

  wire free   = word == 10'h004 || (word >= 10'h006 && word <= 10'h007);
  wire known  = word == 10'h004 ||
                 (word >= 10'h006 && word <= 10'h007) ||
                 (word >= 10'h020 && word <= 10'h02e) ||
                 (word >= 10'h030 && word <= 10'h031) ||
                 (word >= 10'h034 && word <= 10'h03d) ||
                 (word >= 10'h040 && word <= 10'h045) ||
                 (word >= 10'h080 && word <= 10'h0bf);
  assign wrong_write = !full || !known || (locked && !free);
  assign wrong_read  = !((word <= 10'h003) ||
                 (word >= 10'h005 && word <= 10'h013) ||
                 (word >= 10'h018 && word <= 10'h02e) ||
                 (word >= 10'h030 && word <= 10'h031) ||
                 (word >= 10'h034 && word <= 10'h03d) ||
                 (word >= 10'h040 && word <= 10'h045));
  assign param_we = we && !wrong_write && (word >= 10'h080 && word <= 10'h0bf);
  assign param_at = word[5:0];

  always_ff @(posedge clk)
    if (rst) begin
      control_start <= '0;
      control_abort <= '0;
      irq_status_ended <= 1'b0;
      irq_status_fault <= 1'b0;
      irq_status_bus_error <= 1'b0;
      irq_enable_ended <= '0;
      irq_enable_fault <= '0;
      irq_enable_bus_error <= '0;
      grid_x <= '0;
      grid_y <= '0;
      block_threads <= '0;
      block_warps <= '0;
      block_xy_x <= '0;
      block_xy_y <= '0;
      block_z_z <= '0;
      block_z_grid_id <= '0;
      slots_blocks <= '0;
      slots_warps <= '0;
      slots_rows <= '0;
      shared_slot <= '0;
      shared_block <= '0;
      thread_regs <= '0;
      thread_params <= '0;
      thread_local_words <= '0;
      entry <= '0;
      g_base <= '0;
      g_limit <= '0;
      pm_select <= '0;
      cycle_start <= '0;
      local_base <= '0;
      max_cycles <= '0;
      code_base <= '0;
      code_bytes <= '0;
      const_bound_segments <= '0;
      const_base <= '0;
      mem_base <= '0;
      mem_limit <= '0;
      mem_offset <= '0;
      tex_data <= '0;
      tex_index <= '0;
      tex_index_written <= 1'b0;
    end else begin
      control_start <= 1'b0;
      control_abort <= 1'b0;
      tex_index_written <= 1'b0;
      if (we && !wrong_write)
        case (word)
          10'h004: begin
            control_start <= wdata[0];
            control_abort <= wdata[1];
          end
          10'h006: begin
            if (wdata[0]) irq_status_ended <= 1'b0;
            if (wdata[1]) irq_status_fault <= 1'b0;
            if (wdata[2]) irq_status_bus_error <= 1'b0;
          end
          10'h007: begin
            irq_enable_ended <= wdata[0];
            irq_enable_fault <= wdata[1];
            irq_enable_bus_error <= wdata[2];
          end
          10'h020: begin
            grid_x <= wdata[15:0];
            grid_y <= wdata[31:16];
          end
          10'h021: begin
            block_threads <= wdata[9:0];
            block_warps <= wdata[20:16];
          end
          10'h022: begin
            block_xy_x <= wdata[15:0];
            block_xy_y <= wdata[31:16];
          end
          10'h023: begin
            block_z_z <= wdata[15:0];
            block_z_grid_id <= wdata[31:16];
          end
          10'h024: begin
            slots_blocks <= wdata[3:0];
            slots_warps <= wdata[13:8];
            slots_rows <= wdata[24:16];
          end
          10'h025: begin
            shared_slot <= wdata[14:0];
            shared_block <= wdata[30:16];
          end
          10'h026: begin
            thread_regs <= wdata[7:0];
            thread_params <= wdata[14:8];
            thread_local_words <= wdata[31:16];
          end
          10'h027: entry <= wdata[23:0];
          10'h028: g_base <= wdata[31:0];
          10'h029: g_limit <= wdata[31:0];
          10'h02a: pm_select <= wdata[19:0];
          10'h02b: cycle_start <= wdata[31:0];
          10'h02c: local_base[0 +: 32] <= wdata[31:0];
          10'h02d: local_base[32 +: 32] <= wdata[31:0];
          10'h02e: local_base[64 +: 32] <= wdata[31:0];
          10'h030: max_cycles[0 +: 32] <= wdata[31:0];
          10'h031: max_cycles[32 +: 32] <= wdata[31:0];
          10'h034: code_base[0 +: 32] <= wdata[31:0];
          10'h035: code_base[32 +: 32] <= wdata[31:0];
          10'h036: code_bytes <= wdata[31:0];
          10'h037: const_bound_segments <= wdata[15:0];
          10'h038: const_base[0 +: 32] <= wdata[31:0];
          10'h039: const_base[32 +: 32] <= wdata[31:0];
          10'h03a: mem_base <= wdata[31:0];
          10'h03b: mem_limit <= wdata[31:0];
          10'h03c: mem_offset[0 +: 32] <= wdata[31:0];
          10'h03d: mem_offset[32 +: 32] <= wdata[31:0];
          10'h040: tex_data[0 +: 32] <= wdata[31:0];
          10'h041: tex_data[32 +: 32] <= wdata[31:0];
          10'h042: tex_data[64 +: 32] <= wdata[31:0];
          10'h043: tex_data[96 +: 32] <= wdata[31:0];
          10'h044: tex_data[128 +: 32] <= wdata[31:0];
          10'h045: begin
            tex_index <= wdata[6:0];
            tex_index_written <= 1'b1;
          end
          default: ;
        endcase
      if (set_irq_status_ended) irq_status_ended <= 1'b1;
      if (set_irq_status_fault) irq_status_fault <= 1'b1;
      if (set_irq_status_bus_error) irq_status_bus_error <= 1'b1;
    end

  always_comb
    case (word)
      10'h000: rdata = 32'h41325447;
      10'h001: rdata = {16'd0, 8'h01, 8'h01};
      10'h002: rdata = {8'd0, capability_outstanding, capability_addr_bits, 1'd0, capability_timed, capability_tex,
                       capability_dpu, capability_sms};
      10'h003: rdata = {3'd0, limits_block_warps, 3'd0, limits_rows, limits_blocks, 2'd0, limits_warps};
      10'h004: rdata = {30'd0, 1'd0, 1'd0};
      10'h005: rdata = {27'd0, status_bus_error, status_timeout, status_fault, status_ended, status_running};
      10'h006: rdata = {29'd0, irq_status_bus_error, irq_status_fault, irq_status_ended};
      10'h007: rdata = {29'd0, irq_enable_bus_error, irq_enable_fault, irq_enable_ended};
      10'h008: rdata = {fault_valid, 5'd0, fault_sm, 2'd0, fault_lane, fault_warp, fault_derr, fault_code};
      10'h009: rdata = {8'd0, fault_pc};
      10'h00a: rdata = fault_addr;
      10'h00b: rdata = blocks_done;
      10'h00c: rdata = cycles[0 +: 32];
      10'h00d: rdata = cycles[32 +: 32];
      10'h00e: rdata = end_cycle[0 +: 32];
      10'h00f: rdata = end_cycle[32 +: 32];
      10'h010: rdata = clocks[0 +: 32];
      10'h011: rdata = clocks[32 +: 32];
      10'h012: rdata = stopped[0 +: 32];
      10'h013: rdata = stopped[32 +: 32];
      10'h018: rdata = {slot_block_y[0 +: 16], slot_block_x[0 +: 16]};
      10'h019: rdata = {slot_block_y[16 +: 16], slot_block_x[16 +: 16]};
      10'h01a: rdata = {slot_block_y[32 +: 16], slot_block_x[32 +: 16]};
      10'h01b: rdata = {slot_block_y[48 +: 16], slot_block_x[48 +: 16]};
      10'h01c: rdata = {slot_block_y[64 +: 16], slot_block_x[64 +: 16]};
      10'h01d: rdata = {slot_block_y[80 +: 16], slot_block_x[80 +: 16]};
      10'h01e: rdata = {slot_block_y[96 +: 16], slot_block_x[96 +: 16]};
      10'h01f: rdata = {slot_block_y[112 +: 16], slot_block_x[112 +: 16]};
      10'h020: rdata = {grid_y, grid_x};
      10'h021: rdata = {11'd0, block_warps, 6'd0, block_threads};
      10'h022: rdata = {block_xy_y, block_xy_x};
      10'h023: rdata = {block_z_grid_id, block_z_z};
      10'h024: rdata = {7'd0, slots_rows, 2'd0, slots_warps, 4'd0, slots_blocks};
      10'h025: rdata = {1'd0, shared_block, 1'd0, shared_slot};
      10'h026: rdata = {thread_local_words, 1'd0, thread_params, thread_regs};
      10'h027: rdata = {8'd0, entry};
      10'h028: rdata = g_base;
      10'h029: rdata = g_limit;
      10'h02a: rdata = {12'd0, pm_select};
      10'h02b: rdata = cycle_start;
      10'h02c: rdata = local_base[0 +: 32];
      10'h02d: rdata = local_base[32 +: 32];
      10'h02e: rdata = local_base[64 +: 32];
      10'h030: rdata = max_cycles[0 +: 32];
      10'h031: rdata = max_cycles[32 +: 32];
      10'h034: rdata = code_base[0 +: 32];
      10'h035: rdata = code_base[32 +: 32];
      10'h036: rdata = code_bytes;
      10'h037: rdata = {16'd0, const_bound_segments};
      10'h038: rdata = const_base[0 +: 32];
      10'h039: rdata = const_base[32 +: 32];
      10'h03a: rdata = mem_base;
      10'h03b: rdata = mem_limit;
      10'h03c: rdata = mem_offset[0 +: 32];
      10'h03d: rdata = mem_offset[32 +: 32];
      10'h040: rdata = tex_data[0 +: 32];
      10'h041: rdata = tex_data[32 +: 32];
      10'h042: rdata = tex_data[64 +: 32];
      10'h043: rdata = tex_data[96 +: 32];
      10'h044: rdata = tex_data[128 +: 32];
      10'h045: rdata = {25'd0, tex_index};
      default: rdata = 32'd0;
    endcase

endmodule
`default_nettype wire
