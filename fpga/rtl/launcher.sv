// SPDX-License-Identifier: Apache-2.0
// launcher: a launch from its number to its end, and the clock of the machine (docs/units/board.md).
//
// OFF: the machine is in reset and its clock stands, but for an edge that writes a texture's descriptor. A new launch
// number: CLEAR, while the dirty bits are cleared; RESET, four edges; RUN from cycle 0, in which `start` is given.
// Blocks are the distributor's. The launch is over at the end of the cycle in which the last block or a fault comes,
// before cycle max_cycles, or when its number changes; DRAIN, until all that was accepted is in memory.
//
// The first and the last phase of a cycle last SETTLE clocks at least, the last one as many after all that holds it
// (BOARD-16). Without folding a cycle is one phase. The phases before the last one are gone through in any state, so
// the machine always comes to stand in its last phase.
`include "sm_types.svh"
`default_nettype none

module launcher #(
  parameter int NSM    = 1,                          // SMs, 4 at most
  parameter int SETTLE = 1                           // 1 or more
) (
  input  wire          clk,
  input  wire          rst,

  // the host
  input  wire  [31:0]  launch,                       // number; 0: none
  input  wire  [63:0]  stop_at,                      // all ones: nowhere
  input  wire  [63:0]  max_cycles,                   // 0: any
  input  wire          tex_we,                       // for a clock: a descriptor is to be written
  output logic         tex_pending,                  //  and has not been yet
  output wire          running,
  output wire          ended,
  output wire          timeout,
  output wire          stopped,                      // at stop_at, and all that was accepted is in memory
  output logic [`FAULT_W-1:0] fault,                 // fault_t, of the launch that has ended
  output logic [1:0]   fault_sm,                     // whose it is; 0: also without one
  output logic [63:0]  cycle,                        // present one; when ended, as many have been
  output logic [63:0]  end_cycle,
  output logic [31:0]  blocks_done,
  output logic [63:0]  host_clocks,
  output logic [63:0]  stopped_mem,

  // around the machine
  input  wire          late,                         // the present cycle may not end yet
  input  wire          idle,                         // all that was accepted is in memory
  output wire          run,                          // requests and events count
  output logic         clear,                        // first clock of CLEAR
  input  wire          clear_busy,

  // the machine
  input  wire          clk_last,                     // an edge with clk_en ends a cycle; else a phase of it (FOLD-9)
  output wire          clk_en,
  output wire          tick,                         // a cycle ends
  output wire          stands,                       // its last phase has lasted SETTLE clocks
  output logic         m_rst,
  output logic         m_start,
  input  wire  [NSM-1:0] blk_done,
  input  wire  [`FAULT_W*NSM-1:0] m_fault,

  // the distributor
  input  wire          all_sent,
  input  wire  [31:0]  sent
);

  typedef enum logic [2:0] {OFF, CLEAR, RESET, RUN, DRAIN} state_t;
  state_t       state_q;
  logic [31:0]  begun_q;                             // number of the launch that has begun last
  logic [1:0]   edges_q;                             // of RESET
  logic         ended_q, timeout_q;

  // DIST-7: of two faults in one cycle that of the lower SM
  logic         faults;
  logic [1:0]   who;
  logic [31:0]  ends;                                // blocks that end in this cycle
  always_comb begin
    faults = 1'b0;
    who    = '0;
    ends   = '0;
    for (int s = NSM - 1; s >= 0; s--) begin
      ends = ends + 32'(blk_done[s]);
      if (m_fault[`FAULT_W*s + `FAULT_W-1]) begin    // valid
        faults = 1'b1;
        who    = 2'(s);
      end
    end
  end
  wire          at_stop = cycle >= stop_at;
  // Registers, so a launch begins, or is given up, a clock behind its number, and is said to stop a clock late.
  logic         other_q, asked_q, at_stop_q;
  always_ff @(posedge clk) begin
    other_q   <= launch != begun_q;
    asked_q   <= launch != '0;
    at_stop_q <= at_stop;
  end
  wire          begins   = state_q == OFF && other_q && asked_q;
  wire          aborted  = other_q || !asked_q;
  wire          at_limit = max_cycles != '0 && cycle >= max_cycles;
  wire          last     = blk_done != '0 && all_sent && blocks_done + ends == sent;

  assign run     = state_q == RUN;
  assign running = begins || state_q != OFF;
  assign ended   = ended_q && !aborted;
  assign timeout = ended && timeout_q;
  assign stopped = state_q == RUN && at_stop_q && idle && stands;

  // BOARD-16: clocks for which nothing has changed. What ends the wait of a cycle cannot begin it again, so in the last
  // of several clocks nobody asks for it.
  localparam int SW = $clog2(SETTLE + 1);
  logic [SW-1:0] stood_q, lasts_q;                   // lasts_q: of the last phase
  logic         first_q;                             // the first phase
  wire          holds   = clk_last && state_q == RUN && (late || at_stop || at_limit || aborted);
  wire          goes    = state_q == RUN || state_q == RESET || (state_q == OFF && tex_pending);
  wire          settled = !(first_q || clk_last) || stood_q == SW'(SETTLE - 1);
  assign clk_en = settled && (!clk_last || (goes && (SETTLE > 1 || !holds)));
  assign stands = clk_last && lasts_q == SW'(SETTLE - 1);
  assign tick   = clk_en && clk_last;
  always_ff @(posedge clk)
    if (rst) begin
      stood_q <= '0;
      lasts_q <= '0;
      first_q <= 1'b1;
    end else begin
      if (clk_en || holds || (clk_last && !goes)) stood_q <= '0;
      else if (stood_q != SW'(SETTLE - 1))        stood_q <= stood_q + 1'b1;
      if (clk_en || !clk_last) lasts_q <= '0;
      else if (!stands)        lasts_q <= lasts_q + 1'b1;
      if (clk_en) first_q <= clk_last;
    end

  always_ff @(posedge clk)
    if (rst) begin
      state_q     <= OFF;
      begun_q     <= '0;
      ended_q     <= 1'b0;
      m_rst       <= 1'b1;
      m_start     <= 1'b0;
      clear       <= 1'b0;
      tex_pending <= 1'b0;
      fault       <= '0;
      fault_sm    <= '0;
    end else begin
      if (tex_we)                     tex_pending <= 1'b1;
      else if (tick)                  tex_pending <= 1'b0;
      clear <= begins;
      case (state_q)
        OFF: if (begins) begin
          state_q     <= CLEAR;
          begun_q     <= launch;
          ended_q     <= 1'b0;
          timeout_q   <= 1'b0;
          fault       <= '0;
          fault_sm    <= '0;
          cycle       <= '0;
          end_cycle   <= '0;
          blocks_done <= '0;
          host_clocks <= '0;
          stopped_mem <= '0;
          edges_q     <= 2'd0;
        end else if (launch == '0) begin
          begun_q <= '0;
          ended_q <= 1'b0;
        end
        CLEAR: if (!clear && !clear_busy) state_q <= RESET;
        RESET: if (tick) begin
          edges_q <= edges_q + 2'd1;
          if (edges_q == 2'd3) begin
            state_q <= RUN;
            m_rst   <= 1'b0;
            m_start <= 1'b1;
          end
        end
        RUN: begin
          host_clocks <= host_clocks + 64'd1;
          if (late && clk_last) stopped_mem <= stopped_mem + 64'd1;
          if (tick) begin
            cycle   <= cycle + 64'd1;
            m_start <= 1'b0;
            if (blk_done != '0) begin
              blocks_done <= blocks_done + ends;
              end_cycle   <= cycle + 64'd1;
            end
            if (faults) begin
              fault    <= m_fault[`FAULT_W*who +: `FAULT_W];
              fault_sm <= who;
            end
          end
          if (aborted || at_limit || (tick && (last || faults))) begin
            state_q   <= DRAIN;
            timeout_q <= at_limit;
            m_rst     <= 1'b1;
          end
        end
        default: if (idle && stands) begin           // DRAIN
          state_q <= OFF;
          ended_q <= 1'b1;
        end
      endcase
    end

endmodule
`default_nettype wire
