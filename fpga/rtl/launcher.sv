// SPDX-License-Identifier: Apache-2.0
// launcher: a launch from its number to its end, and the clock of the machine (docs/units/board.md).
//
// OFF: the machine is in reset and its clock stands, but for an edge that writes a texture's descriptor. A new launch
// number: CLEAR, while the dirty bits are cleared; RESET, four edges; RUN from cycle 0, in which `start` is given.
// Blocks are offered to the one SM in order, x fastest, the next as soon as one is accepted. The launch is over at the
// end of the cycle in which the last block or a fault comes, before cycle max_cycles, or when its number changes;
// DRAIN, until all that was accepted is in memory.
`include "sm_types.svh"
`default_nettype none

module launcher (
  input  wire          clk,
  input  wire          rst,

  // the host
  input  wire  [31:0]  launch,                       // number; 0: none
  input  wire  [63:0]  stop_at,                      // all ones: nowhere
  input  wire  [63:0]  max_cycles,                   // 0: any
  input  wire  [31:0]  grid_x,
  input  wire  [31:0]  grid_y,
  input  wire          tex_we,                       // for a clock: a descriptor is to be written
  output logic         tex_pending,                  //  and has not been yet
  output wire          running,
  output wire          ended,
  output wire          timeout,
  output wire          stopped,                      // at stop_at, and all that was accepted is in memory
  output logic [`FAULT_W-1:0] fault,                 // fault_t, of the launch that has ended
  output logic [63:0]  cycle,                        // present one; when ended, as many have been
  output logic [63:0]  end_cycle,
  output logic [31:0]  blocks_done,
  input  wire  [2:0]   slot,                         // the block that it was given last
  output wire  [31:0]  slot_blk,
  output logic [63:0]  host_clocks,
  output logic [63:0]  stopped_mem,

  // around the machine
  input  wire          late,                         // the present cycle may not end yet
  input  wire          idle,                         // all that was accepted is in memory
  output wire          run,                          // requests and events count
  output wire          clear,                        // first clock of a launch
  input  wire          clear_busy,

  // the machine
  output wire          clk_en,
  output logic         m_rst,
  output logic         m_start,
  output logic         blk_valid,
  input  wire          blk_ready,
  output block_t       blk,
  input  wire          blk_done,
  input  wire  [2:0]   blk_done_slot,
  input  wire  [`FAULT_W-1:0] m_fault
);

  typedef enum logic [2:0] {OFF, CLEAR, RESET, RUN, DRAIN} state_t;
  state_t       state_q;
  logic [31:0]  begun_q;                             // number of the launch that has begun last
  logic [1:0]   edges_q;                             // of RESET
  logic         ended_q, timeout_q;
  logic [31:0]  given_q;                             // blocks accepted
  logic         all_q;                               // all of them
  logic [7:0]   used_q;                              // slots with a block

  wire          faults   = m_fault[`FAULT_W-1];         // valid
  wire          begins   = state_q == OFF && launch != begun_q && launch != '0;
  wire          aborted  = launch != begun_q;
  wire          at_stop  = cycle >= stop_at;
  wire          at_limit = max_cycles != '0 && cycle >= max_cycles;
  wire          accept   = blk_valid && blk_ready;
  wire          last     = blk_done && all_q && blocks_done + 32'd1 == given_q;

  // A block goes into the lowest free slot (CTA-5).
  logic [2:0]   free;
  always_comb begin
    free = '0;
    for (int b = 7; b >= 0; b--) if (!used_q[b]) free = 3'(b);
  end
  lutram_1r1w #(.WIDTH(32), .DEPTH(8), .EN_BITS(32)) u_slots (
    .clk, .rd_addr(slot), .rd_data(slot_blk), .wr_en(run && clk_en && accept), .wr_addr(free), .wr_be(1'b1),
    .wr_data(blk));

  assign run     = state_q == RUN;
  assign clear   = begins;
  assign running = begins || state_q != OFF;
  assign ended   = ended_q && !aborted;
  assign timeout = ended && timeout_q;
  assign stopped = state_q == RUN && at_stop && idle;
  assign clk_en  = state_q == RUN   ? !late && !at_stop && !at_limit && !aborted :
                   state_q == RESET ? 1'b1 : state_q == OFF && tex_pending;

  always_ff @(posedge clk)
    if (rst) begin
      state_q     <= OFF;
      begun_q     <= '0;
      ended_q     <= 1'b0;
      m_rst       <= 1'b1;
      m_start     <= 1'b0;
      blk_valid   <= 1'b0;
      tex_pending <= 1'b0;
      fault       <= '0;
    end else begin
      if (tex_we)                     tex_pending <= 1'b1;
      else if (clk_en)                tex_pending <= 1'b0;
      case (state_q)
        OFF: if (begins) begin
          state_q     <= CLEAR;
          begun_q     <= launch;
          ended_q     <= 1'b0;
          timeout_q   <= 1'b0;
          fault       <= '0;
          cycle       <= '0;
          end_cycle   <= '0;
          blocks_done <= '0;
          host_clocks <= '0;
          stopped_mem <= '0;
          given_q     <= '0;
          all_q       <= 1'b0;
          used_q      <= '0;
          edges_q     <= 2'd0;
        end else if (launch == '0) begin
          begun_q <= '0;
          ended_q <= 1'b0;
        end
        CLEAR: if (!clear_busy) state_q <= RESET;
        RESET: begin
          edges_q <= edges_q + 2'd1;
          if (edges_q == 2'd3) begin
            state_q   <= RUN;
            m_rst     <= 1'b0;
            m_start   <= 1'b1;
            blk_valid <= 1'b1;
            blk       <= '0;
          end
        end
        RUN: begin
          host_clocks <= host_clocks + 64'd1;
          if (late) stopped_mem <= stopped_mem + 64'd1;
          if (clk_en) begin
            cycle   <= cycle + 64'd1;
            m_start <= 1'b0;
            if (blk_done) used_q[blk_done_slot] <= 1'b0;
            if (accept) begin
              used_q[free] <= 1'b1;
              given_q <= given_q + 32'd1;
              blk.x   <= blk.x + 16'd1;
              if ({16'd0, blk.x} + 32'd1 == grid_x) begin
                blk.x <= '0;
                blk.y <= blk.y + 16'd1;
                if ({16'd0, blk.y} + 32'd1 == grid_y) begin
                  blk_valid <= 1'b0;
                  all_q     <= 1'b1;
                end
              end
            end
            if (blk_done) begin
              blocks_done <= blocks_done + 32'd1;
              end_cycle   <= cycle + 64'd1;
            end
            if (faults) fault <= m_fault;
          end
          if (aborted || at_limit || (clk_en && (last || faults))) begin
            state_q   <= DRAIN;
            timeout_q <= at_limit;
            blk_valid <= 1'b0;
            m_rst     <= 1'b1;
          end
        end
        default: if (idle) begin                     // DRAIN
          state_q <= OFF;
          ended_q <= 1'b1;
        end
      endcase
    end

endmodule
`default_nettype wire
