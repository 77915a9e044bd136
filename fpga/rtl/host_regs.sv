// SPDX-License-Identifier: Apache-2.0
// host_regs: the registers of fpga/link.def. Those that the host writes are read back from a memory beside them; what
// counts while it is read comes as the two words that it was when the first was read (LINK-11).
//
// What tells one bitstream from another (the registers before frames_bad) is what that memory holds at first: netlists
// that differ in DIGEST alone differ in no cell but this one's contents, and are placed alike.
`include "link.svh"
`include "sm_types.svh"
`include "sm_enums.svh"
`default_nettype none

module host_regs #(
  parameter int NSM       = 1,                       // 1 to 3
  parameter int MEM_BYTES = 1 << 25,
  parameter int CLOCK_HZ  = 25_000_000,
  parameter int TRACE     = 0,                       // cycles of the trace buffer
  parameter logic [31:0]  CONFIG = 32'd0,
  parameter logic [63:0]  DIGEST = 64'd0,
  parameter logic [127:0] BOARD  = 128'd0            // name, first character lowest
) (
  input  wire          clk,
  input  wire          rst,
  input  wire          rd,                           // data two clocks later
  input  wire          we,
  input  wire  [9:0]   addr,
  input  wire  [31:0]  wdata,
  output logic [31:0]  rdata,

  // what the host has written
  output logic [31:0]  launch,
  output logic [63:0]  stop_at,
  output logic [63:0]  max_cycles,
  output logic [31:0]  grid_x,
  output logic [31:0]  grid_y,
  output logic [31:0]  code_base,
  output logic [31:0]  code_bytes,
  output logic [31:0]  const_base,
  output logic [15:0]  const_bound,
  output logic [31:0]  mem_base,
  output logic [31:0]  mem_limit,
  output wire  [`SM_PLACE_W*NSM-1:0] place,
  output logic [31:0]  cyc_start,
  output wire  [`LAUNCH_CFG_W-1:0] cfg,
  output wire          param_we,                     // for a clock: parameter param_at is wdata
  output wire  [5:0]   param_at,
  output wire  [`TIC_W-1:0] tex_data,
  output logic [6:0]   tex_index,
  output logic         tex_we,                       // for a clock, when tex_index has been written
  output logic [31:0]  trace_index,

  // what it reads
  input  wire          mem_ready,
  input  wire          running,
  input  wire          ended,
  input  wire          timeout,
  input  wire          stopped,
  input  wire  [31:0]  frames_bad,
  input  wire  [`FAULT_W-1:0] fault,
  input  wire  [63:0]  cycle,
  input  wire  [63:0]  end_cycle,
  input  wire  [31:0]  blocks_done,
  input  wire  [63:0]  warp_insns,
  input  wire  [63:0]  thread_insns,
  input  wire  [63:0]  host_clocks,
  input  wire  [63:0]  stopped_mem,
  input  wire  [63:0]  signature,
  input  wire  [31:0]  slot_blk,                     // of slot addr[2:0]
  input  wire  [31:0]  trace_count,
  input  wire  [255:0] trace_data,
  input  wire  [31:0]  dirty                         // word addr[7:0] of the dirty bits, one clock after rd
);

  wire [11:0] number = {2'd0, addr};

  // --- written -------------------------------------------------------------------------------------
  logic [31:0]  stop_low_q;
  logic [64*3-1:0] place_q;
  logic [511:0] cfg_q;
  logic [159:0] tex_q;
  for (genvar s = 0; s < NSM; s++) begin : g_place
    assign place[`SM_PLACE_W*s +: `SM_PLACE_W] = place_q[64*s +: `SM_PLACE_W];
  end
  assign cfg      = cfg_q[`LAUNCH_CFG_W-1:0];
  assign tex_data = tex_q[`TIC_W-1:0];
  wire unused_high = &{1'b0, place_q, cfg_q[511:`LAUNCH_CFG_W], tex_q[159:`TIC_W]};

  always_ff @(posedge clk)
    if (rst) begin
      launch      <= '0;
      stop_at     <= '1;
      max_cycles  <= '0;
      trace_index <= '0;
      tex_we      <= 1'b0;
    end else begin
      tex_we <= we && number == `LINK_REG_TEX_INDEX;
      if (we) begin
        case (number)
          `LINK_REG_LAUNCH:                launch      <= wdata;
          `LINK_REG_STOP_AT:               stop_low_q  <= wdata;
          `LINK_REG_STOP_AT + 12'd1:       stop_at     <= {wdata, stop_low_q};
          `LINK_REG_MAX_CYCLES:            max_cycles[31:0]  <= wdata;
          `LINK_REG_MAX_CYCLES + 12'd1:    max_cycles[63:32] <= wdata;
          `LINK_REG_GRID:                  grid_x      <= wdata;
          `LINK_REG_GRID + 12'd1:          grid_y      <= wdata;
          `LINK_REG_CODE_BASE:             code_base   <= wdata;
          `LINK_REG_CODE_BYTES:            code_bytes  <= wdata;
          `LINK_REG_CONST_BASE:            const_base  <= wdata;
          `LINK_REG_CONST_BOUND:           const_bound <= wdata[15:0];
          `LINK_REG_MEM_BASE:              mem_base    <= wdata;
          `LINK_REG_MEM_LIMIT:             mem_limit   <= wdata;
          `LINK_REG_CYC_START:             cyc_start   <= wdata;
          `LINK_REG_TEX_INDEX:             tex_index   <= wdata[6:0];
          `LINK_REG_TRACE_INDEX:           trace_index <= wdata;
          default: ;
        endcase
        // A word each with its own enable: an index into the whole would be a shifter as wide as all of them.
        for (int i = 0; i < 6; i++)  if (number == `LINK_REG_PLACE + 12'(i))    place_q[32*i +: 32] <= wdata;
        for (int i = 0; i < 16; i++) if (number == `LINK_REG_CFG + 12'(i))      cfg_q[32*i +: 32]   <= wdata;
        for (int i = 0; i < 5; i++)  if (number == `LINK_REG_TEX_DATA + 12'(i)) tex_q[32*i +: 32]   <= wdata;
      end
    end

  wire [11:0] param = number - `LINK_REG_PARAMS;
  assign param_we = we && param[11:6] == '0;
  assign param_at = param[5:0];

  // They are below 256 or from 512 on, below 768: rows of one block RAM.
  localparam int IDS = 32'(`LINK_REG_FRAMES_BAD);   // rows of constants
  wire [31:0] written;
  wire [8:0]  row   = {addr[9], addr[7:0]};
  wire        fixed = number < 12'(IDS);
  sram_1r1w #(.WIDTH(32), .DEPTH(512), .EN_BITS(32), .COLLIDE(0), .INIT_ROWS(IDS),
              .INIT({32'd0, BOARD, CLOCK_HZ, MEM_BYTES, DIGEST, CONFIG, `LINK_VERSION, `LINK_MAGIC})) u_written (
    .clk, .rd_en(rd), .rd_addr(row), .rd_data(written), .wr_en(we && `LINK_WRITABLE(number)), .wr_addr(row),
    .wr_be(1'b1), .wr_data(wdata));

  // --- read ----------------------------------------------------------------------------------------
  wire [31:0] status = {launch[23:0], 2'd0, stopped, timeout, fault[`FAULT_W-1], ended, running, mem_ready};
  logic [63:0] pair;                                 // of the register and the one behind it: a count
  always_comb
    case (number)
      `LINK_REG_CYCLES:       pair = cycle;
      `LINK_REG_END_CYCLE:    pair = end_cycle;
      `LINK_REG_BLOCKS_DONE:  pair = {32'd0, blocks_done};
      `LINK_REG_WARP_INSNS:   pair = warp_insns;
      `LINK_REG_THREAD_INSNS: pair = thread_insns;
      `LINK_REG_HOST_CLOCKS:  pair = host_clocks;
      `LINK_REG_STOPPED_MEM:  pair = stopped_mem;
      default:                pair = signature;      // LINK_REG_SIGNATURE
    endcase
  logic [31:0] high_q;                               // of the pair whose low word was read last

  logic        is_pair, is_high;
  logic [31:0] single;
  wire [11:0]  low_number = {number[11:1], 1'b0};
  always_comb begin
    is_pair = (low_number >= `LINK_REG_CYCLES && low_number <= `LINK_REG_THREAD_INSNS) ||
              (low_number >= `LINK_REG_HOST_CLOCKS && low_number <= `LINK_REG_SIGNATURE);
    is_high = is_pair && number[0];
    case (number)
      `LINK_REG_FRAMES_BAD:     single = frames_bad;
      `LINK_REG_STATUS:         single = status;
      `LINK_REG_FAULT:          single = fault[31:0];
      `LINK_REG_FAULT + 12'd1:  single = fault[63:32];
      `LINK_REG_FAULT + 12'd2:  single = {{96-`FAULT_W{1'b0}}, fault[`FAULT_W-1:64]};
      `LINK_REG_TRACE_DEPTH:    single = TRACE;
      `LINK_REG_TRACE_COUNT:    single = trace_count;
      default:                  single = 32'd0;
    endcase
    if (number[11:3] == 9'(`LINK_REG_SLOTS >> 3)) single = slot_blk;
    if (number[11:3] == 9'(`LINK_REG_TRACE_DATA >> 3)) single = trace_data[32*number[2:0] +: 32];
  end

  // in the clock after rd
  logic        rd_q, is_written_q, is_dirty_q;
  logic [31:0] live_q;
  always_ff @(posedge clk) begin
    rd_q <= rd;
    if (rd) begin
      live_q       <= is_high ? high_q : is_pair ? pair[31:0] : single;
      is_written_q <= `LINK_WRITABLE(number) || fixed;
      is_dirty_q   <= number[11:8] == 4'(`LINK_REG_DIRTY >> 8);
      if (is_pair && !is_high) high_q <= pair[63:32];
    end
    if (rd_q) rdata <= is_written_q ? written : is_dirty_q ? dirty : live_q;
  end

endmodule
`default_nettype wire
