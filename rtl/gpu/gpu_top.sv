// SPDX-License-Identifier: Apache-2.0
// gpu_top: the whole chip: TPCs of SMs, the block distributor, and everything between them and the pins of the memory
// chips.
//
//   launch --> distributor --> tpc_top, ... --+--> mem_system --> dram_* pins of each partition
//                                             +--> first fault
//
// Outside: a host, and GDDR3 chips. The host gives a launch with launch_valid; cfg and the rest of the launch stay as
// they are from then until `running` is 0. The cycle with launch_valid and launch_ready is cycle 0 of the launch, an
// even one (DIST-5), at the earliest GPU_RESET_CYCLES after rst, and none in which something moves. The launch is over
// behind the cycle in which its last block ends, or behind that of its first fault (DIST-7): of what SMs and L2s ask
// for later nothing is taken until the next launch, and every answer is. What was accepted is in the chips when
// `moving` is 0 (the fence), and if an access of it is not mapped, `fault` says so then (GPU-7).
//
// The counters behind $clock run from rst on, that of the last TPC from cyc_start, those before it by TPC_CLOCK_SKEW
// more each (DIST-6). Textures' descriptors are written while no launch runs. All clocks stop with clk_en (GATE), the
// memory's, too: a bench must then not count times of the chips in clocks.
`include "dp_types.svh"
`include "sm_enums.svh"
`include "sm_types.svh"
`include "mem_types.svh"
`include "tex_types.svh"
`include "gpu/packet_types.svh"
`include "gpu/dram_types.svh"
`include "assert.svh"
`default_nettype none

module gpu_top #(
  parameter int TPCS       = 10,                     // 1 to 10
  parameter int NSM        = 3,                      // SMs of each, 1 to TPC_SMS
  parameter int PARTITIONS = 8,                      // 1, 2, 4, 6, 8
  parameter int DPU        = gpu_cfg::DPU,          // as in tpc_top
  parameter int TEX        = gpu_cfg::TEX,
  parameter int GATE       = 0
) (
  input  wire          clk,
  input  wire          clk_en,
  input  wire          rst,

  // the host
  input  wire  [31:6]  dir_base,                     // physical: the page directory
  input  wire  [31:8]  l3_base,                      // physical: code and constants
  input  wire  [2:0]   inv,                          // for a step in which nothing moves: what is forgotten (GPU-9)
  input  wire  [31:0]  cyc_start,                    // taken over in reset, as first_tpc; even
  input  wire  [3:0]   first_tpc,                    // gets the first block of the first launch (DIST-4)
  output logic [3:0]   next_tpc,                     // and that of the next one
  input  wire          launch_valid,
  output wire          launch_ready,
  input  launch_cfg_t  cfg,
  input  wire  [31:0]  local_base,                   // of SM 0
  input  wire  [2047:0] cfg_params,
  input  wire          stop,                         // the launch is over behind this cycle
  input  wire          cfg_tex_we,
  input  wire  [6:0]   cfg_tex_idx,
  input  tic_t         cfg_tex_data,
  output logic         running,
  output wire          moving,                       // something is under way in the memory system
  output fault_t       fault,                        // of the launch that has ended, until the next one
  output logic [4:0]   fault_sm,                     // whose it is: TPC * NSM + SM
  output logic         fault_page,                   // it is an address that is not mapped (TLB-6)
  input  wire          host_req_valid,               // a store to physical memory (HOST-10); 0: none ever
  output wire          host_req_ready,
  input  wire  [`GPU_REQ_W-1:0] host_req,            // gpu_req_t
  output wire          host_step,                    // what is offered with ready in it is taken

  // the chips of each partition; they change and are sampled in cycles with mstep
  output wire          mstep,
  output wire  [`DRAM_CMD_W*PARTITIONS-1:0] dram_cmd,
  output wire  [PARTITIONS-1:0]             dram_drive,
  output wire  [16*PARTITIONS-1:0]          dram_mask,
  output wire  [128*PARTITIONS-1:0]         dram_out,
  input  wire  [128*PARTITIONS-1:0]         dram_in
);

  localparam int N = TPCS * NSM;                     // SMs, TPC by TPC (DIST-1)
  localparam int P = NSM + 1;                        // memory ports of a TPC
  if (TPCS < 1 || TPCS > 10) begin : g_bad
    gpu_top_has_ten_TPCs_at_most u();
  end

  wire gclk, step;
  clock_gate #(.KIND(GATE)) u_gate (.clk, .en(clk_en), .gclk);
  gpu_steps u_steps (.clk(gclk), .rst, .step, .mstep);
  assign host_step = step;

  // --- a launch ------------------------------------------------------------------------------------
  // The cycle behind that in which it is first asked for at the earliest: the distributor knows its cfg by then.
  localparam int WW = $clog2(gpu_cfg::GPU_RESET_CYCLES + 1);
  logic [WW-1:0] wait_q;                             // cycles until the memory system is ready
  logic          asked_q;
  wire           begins = launch_valid && launch_ready;
  wire           last;                               // the launch's last block ends
  assign launch_ready = wait_q == '0 && step && asked_q && !running && !moving;

  wire  [N-1:0]              blk_offered, blk_valid, blk_ready, blk_taken, blk_done;
  wire  [`BLOCK_W*N-1:0]     blk;
  wire  [3:0]                turn;
  wire  [31:0]               sent;
  wire                       all_sent;
  distributor #(.TPCS(TPCS), .SMS(NSM)) u_distributor (
    .clk(gclk), .rst(rst || !(begins || running)), .en(1'b1), .grid_x({16'd0, cfg.nctaid_x}),
    .grid_y({16'd0, cfg.nctaid_y}), .places(cfg.max_blocks), .first_tpc(next_tpc), .next_tpc(turn), .sent, .all_sent,
    .blk_done, .blk_valid(blk_offered), .blk_ready(blk_taken), .blk);
  // In cycle 0 an SM may still be ready, of the launch before: nobody gets a block then.
  assign blk_taken = running ? blk_ready : '0;
  assign blk_valid = running ? blk_offered : '0;

  logic [31:0] ended_q, ends;                        // blocks: before this cycle, in it
  always_comb begin
    ends = ended_q;
    for (int s = 0; s < N; s++) ends = ends + 32'(blk_done[s]);
  end
  assign last = running && all_sent && blk_done != '0 && ends == sent;

  // --- the first fault -------------------------------------------------------------------------------
  wire  [`FAULT_W*N-1:0] own_faults, faults;         // fault_t of each SM; with those of its TLBs
  wire  [N-1:0]          of_page;
  wire  [2*`TLB_FAULT_W*TPCS-1:0] tlb_faults;
  for (genvar t = 0; t < TPCS; t++) begin : g_fault
    page_fault #(.NSM(NSM)) u_page (
      .pages(tlb_faults[2*`TLB_FAULT_W*t +: 2*`TLB_FAULT_W]), .own(own_faults[`FAULT_W*NSM*t +: `FAULT_W*NSM]),
      .faults(faults[`FAULT_W*NSM*t +: `FAULT_W*NSM]), .of_page(of_page[NSM*t +: NSM]));
  end
  // DIST-7: of two in one cycle that of the lower SM
  logic                  fault_any, fault_unmapped;
  logic [4:0]            fault_at;
  fault_t                fault_now, fault_of;        // the first; of SM s
  always_comb begin
    fault_any      = 1'b0;
    fault_unmapped = 1'b0;
    fault_at       = '0;
    fault_now      = '0;
    fault_of       = '0;
    for (int s = N - 1; s >= 0; s--) begin
      fault_of = faults[`FAULT_W*s +: `FAULT_W];
      if (fault_of.valid) begin
        fault_any      = 1'b1;
        fault_unmapped = of_page[s];
        fault_at       = 5'(s);
        fault_now      = fault_of;
      end
    end
  end

  always_ff @(posedge gclk)
    if (rst) begin
      wait_q     <= WW'(gpu_cfg::GPU_RESET_CYCLES);
      asked_q    <= 1'b0;
      running    <= 1'b0;
      next_tpc   <= first_tpc;
      ended_q    <= '0;
      fault      <= '0;
      fault_sm   <= '0;
      fault_page <= 1'b0;
    end else begin
      if (wait_q != '0) wait_q <= wait_q - 1'b1;
      asked_q <= launch_valid;
      if (begins) begin
        running    <= 1'b1;
        ended_q    <= '0;
        fault      <= '0;
        fault_sm   <= '0;
        fault_page <= 1'b0;
      end else if (running) begin
        ended_q  <= ends;
        next_tpc <= turn;
        if (fault_any || stop || last) running <= 1'b0;
      end
      if (fault_any && !fault.valid && (running || (moving && fault_unmapped))) begin
        fault      <= fault_now;
        fault_sm   <= fault_at;
        fault_page <= fault_unmapped;
      end
    end

  // --- TPCs ------------------------------------------------------------------------------------------
  // GPU-6: what stands behind the ports takes nothing when no launch runs, and has no answer left.
  wire  [TPCS*P-1:0]             req_valid, req_ready, rsp_valid, rsp_ready, mem_req_valid, mem_req_ready,
                                 mem_rsp_ready;
  wire  [`MEM_REQ_W*TPCS*P-1:0]  req;
  wire  [`MEM_RSP_W*TPCS*P-1:0]  rsp;
  wire  [TPCS-1:0]               line_valid, line_ready, l3_req_valid, l3_req_ready, l3_rsp_valid;
  wire  [19*TPCS-1:0]            l3_req_addr;
  wire  [32*TPCS-1:0]            l3_rsp_data;
  assign mem_req_valid = running ? req_valid : '0;
  assign req_ready     = running ? mem_req_ready : '0;
  assign mem_rsp_ready = running ? rsp_ready : '1;
  assign l3_req_valid  = running ? line_valid : '0;
  assign line_ready    = running ? l3_req_ready : '0;

  wire  [N-1:0]             idle;
  wire  [3*N-1:0]           done_slot;
  wire  [32*N-1:0]          cyc;
  wire  [`TRACE_W*N-1:0]    events;
  wire  [`TR_DATA_W*N-1:0]  values;
  wire  [TPCS-1:0]          clk_last;
  wire  [2*TPCS-1:0]        awake;
  wire  [64*TPCS-1:0]       signed_words;
  tex_write_t               cfg_tex;
  assign cfg_tex.we   = cfg_tex_we;
  assign cfg_tex.idx  = cfg_tex_idx;
  assign cfg_tex.data = cfg_tex_data;
  for (genvar t = 0; t < TPCS; t++) begin : g_tpc
    wire [`SM_PLACE_W*NSM-1:0] place;
    for (genvar s = 0; s < NSM; s++) begin : g_place
      // DIST-6, COAL-5
      assign place[`SM_PLACE_W*s +: `SM_PLACE_W] =
        {local_base + 32'(NSM * t + s) * {4'd0, cfg.local_words, 12'd0}, 4'(t), 4'(s)};
    end
    tpc_top #(.NSM(NSM), .DPU(DPU), .TEX(TEX), .HOST_REGS(0)) u_tpc (
      .clk(gclk), .clk_en(1'b1), .clk_last(clk_last[t]), .clk_seldom(1'b0),
      .clk_g(1'b0), .awake(awake[2*t +: 2]), .rst, .start(begins),
      .cyc_start(cyc_start + 32'((TPCS - 1 - t) * gpu_cfg::TPC_CLOCK_SKEW)), .cfg, .place, .cfg_params,
      .param('0), .cfg_tex,
      .blk_valid(blk_valid[NSM*t +: NSM]), .blk_ready(blk_ready[NSM*t +: NSM]),
      .blk(blk[`BLOCK_W*NSM*t +: `BLOCK_W*NSM]), .blk_done(blk_done[NSM*t +: NSM]),
      .blk_done_slot(done_slot[3*NSM*t +: 3*NSM]),
      .mem_req_valid(req_valid[P*t +: P]), .mem_req_ready(req_ready[P*t +: P]),
      .mem_req(req[`MEM_REQ_W*P*t +: `MEM_REQ_W*P]), .mem_rsp_valid(rsp_valid[P*t +: P]),
      .mem_rsp_ready(rsp_ready[P*t +: P]), .mem_rsp(rsp[`MEM_RSP_W*P*t +: `MEM_RSP_W*P]),
      .idle(idle[NSM*t +: NSM]), .cyc(cyc[32*NSM*t +: 32*NSM]), .fault(own_faults[`FAULT_W*NSM*t +: `FAULT_W*NSM]),
      .events(events[`TRACE_W*NSM*t +: `TRACE_W*NSM]), .values(values[`TR_DATA_W*NSM*t +: `TR_DATA_W*NSM]),
      .signed_words(signed_words[64*t +: 64]),
      .l3_req_valid(line_valid[t]), .l3_req_addr(l3_req_addr[19*t +: 19]), .l3_req_ready(line_ready[t]),
      .l3_rsp({l3_rsp_valid[t], l3_rsp_data[32*t +: 32]}));
  end

  // --- memory ------------------------------------------------------------------------------------------
  wire                           mem_idle;
  assign moving = !mem_idle;
  mem_system #(.TPCS(TPCS), .NSM(NSM), .PARTITIONS(PARTITIONS)) u_mem (
    .clk(gclk), .rst, .step, .mstep, .dir_base, .l3_base, .inv, .mem_req_valid, .mem_req_ready, .mem_req(req),
    .mem_rsp_valid(rsp_valid), .mem_rsp_ready, .mem_rsp(rsp), .l3_req_valid, .l3_req_addr, .l3_req_ready,
    .l3_rsp_valid, .l3_rsp_data, .fault(tlb_faults), .host_req_valid, .host_req_ready, .host_req,
    .idle(mem_idle), .dram_cmd, .dram_drive, .dram_mask, .dram_out, .dram_in);

  wire unused = &{1'b0, idle, done_slot, cyc, events, values, clk_last, awake, signed_words};

endmodule
`default_nettype wire
