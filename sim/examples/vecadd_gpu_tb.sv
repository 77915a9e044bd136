// SPDX-License-Identifier: Apache-2.0
// vecadd_gpu_tb: a whole chip in a test bench of its own (docs/bench.md): gpu_top with one TPC and one partition, chip
// gpu1, adds two vectors in four blocks of 64 threads. Around it are the memory chips alone; the bench puts page table,
// code and data into them, as a host does. +code=FILE: the program, words in hexadecimal.
`include "sm_enums.svh"
`include "sm_types.svh"
`include "mem_types.svh"
`include "tex_types.svh"
`include "gpu/packet_types.svh"
`include "gpu/dram_types.svh"

module vecadd_gpu_tb #(
  parameter int NSM = 3,                                        // SMs of the TPC; gpu1 has 3
  parameter int DPU = 1, TEX = 1                                // 0: without double precision, without textures
);
  localparam int N = 256, THREADS = 64, BLOCKS = N / THREADS;
  localparam logic [31:0] BASE = 32'h10000, PAGE = 32'h10000;   // virtual: a, b, c; bytes of a page

  logic clk = 1'b0, rst = 1'b1;
  always #1 clk = ~clk;

  // --- the launch ----------------------------------------------------------------------------------------------
  launch_cfg_t cfg;
  initial begin
    cfg            = '0;
    cfg.nthreads   = 10'(THREADS);
    cfg.nwarps     = 5'(THREADS / 32);
    cfg.nregs      = 8'd4;                                      // .reg of the program, a multiple of 4
    cfg.smem_bytes = 15'd64;                                    // .smem, a multiple of 64
    cfg.nparam     = 7'd3;
    cfg.ntid_x     = 16'(THREADS);
    {cfg.ntid_y, cfg.ntid_z} = {16'd1, 16'd1};
    cfg.nctaid_x   = 16'(BLOCKS);
    cfg.nctaid_y   = 16'd1;
    cfg.slot_warps = 6'(THREADS / 32);
    cfg.slot_rows  = 9'(4 * THREADS / 64);
    cfg.slot_smem  = 15'd64;
    cfg.max_blocks = 4'd8;
    cfg.g_base     = BASE;
    cfg.g_limit    = BASE + 32'(12 * N);
  end
  wire [2047:0] params = {1952'd0, BASE + 32'(8 * N), BASE + 32'(4 * N), BASE};

  // --- the chip, and the memory chips of its partition ---------------------------------------------------------
  logic         launch_valid = 1'b0;
  wire          launch_ready, running, moving, mstep, drive;
  wire  [15:0]  mask;
  wire  [127:0] written, read;
  fault_t       fault;
  dram_cmd_t    cmd;
  gpu_top #(.TPCS(1), .NSM(NSM), .PARTITIONS(1), .DPU(DPU), .TEX(TEX)) dut (
    .clk, .clk_en(1'b1), .rst, .dir_base(26'(gpu_cfg::GPU_DIR_BASE / 64)), .l3_base(24'(gpu_cfg::GPU_L3_BASE / 256)),
    .inv(3'd0), .cyc_start(32'd0), .first_tpc(4'd0), .next_tpc(), .launch_valid, .launch_ready, .cfg,
    .local_base(BASE + PAGE), .cfg_params(params), .stop(1'b0), .cfg_tex_we(1'b0), .cfg_tex_idx(7'd0),
    .cfg_tex_data({`TIC_W{1'b0}}), .running, .moving, .fault, .fault_sm(), .fault_page(), .host_req_valid(1'b0),
    .host_req_ready(), .host_req({`GPU_REQ_W{1'b0}}), .host_step(), .mstep, .dram_cmd(cmd), .dram_drive(drive),
    .dram_mask(mask), .dram_out(written), .dram_in(read));
  dram_chip chips (.clk, .mstep, .cmd, .dq_drive(drive), .dq_mask(mask), .dq_in(written), .dq_out(read), .broken(),
    .why());

  // --- physical memory: of one partition a sector of 32 bytes has the number that its address has (MSYS-3, DRAM-9) --
  task automatic put(input logic [31:0] address, input logic [31:0] word);
    chips.mem[address[26:5]][32*address[4:2] +: 32] = word;
  endtask
  function automatic logic [31:0] get(input logic [31:0] address);
    get = chips.mem[address[26:5]][32*address[4:2] +: 32];
  endfunction
  localparam logic [31:0] DATA = gpu_cfg::GPU_MEMORY_BASE;

  logic [8*200-1:0] file;
  logic [31:0]      code [0:1023];
  int               cycles = 0, wrong = 0;
  initial begin
    if (!$value$plusargs("code=%s", file)) $fatal(1, "+code=FILE is missing");
    for (int i = 0; i < 1024; i++) code[i] = 32'd0;
    $readmemh(file, code);
    for (int i = 0; i < 1024; i++) put(gpu_cfg::GPU_L3_BASE + 4 * i, code[i]);
    put(gpu_cfg::GPU_DIR_BASE, gpu_cfg::GPU_TABLES_BASE | 32'd1);     // the first 512 MB: a table of 64 KB pages
    for (int i = 0; i < 4; i++) put(gpu_cfg::GPU_TABLES_BASE + 4 * i, 32'd0);
    put(gpu_cfg::GPU_TABLES_BASE + 8, DATA | 32'd1);                  // page 1, which begins at BASE: mapped
    for (int i = 0; i < N; i++) begin
      put(DATA + 4 * i, 32'(i));
      put(DATA + 4 * (N + i), 32'(1000 * i));
      put(DATA + 4 * (2 * N + i), 32'd0);
    end

    repeat (3) @(negedge clk);
    rst          = 1'b0;
    launch_valid = 1'b1;
    while (!launch_ready) @(negedge clk);
    @(negedge clk);                                             // cycle 0 of the launch is over
    launch_valid = 1'b0;
    cycles       = 1;
    while (running && cycles < 100000) begin
      @(negedge clk);
      cycles = cycles + 1;
    end
    repeat (gpu_cfg::GPU_FENCE_CYCLES) @(negedge clk);
    while (moving) @(negedge clk);                              // then the host sees what was stored
    for (int i = 0; i < N; i++) if (get(DATA + 4 * (2 * N + i)) !== 32'(1001 * i)) wrong = wrong + 1;
    if (fault.valid) $display("FAIL vecadd_gpu_tb: fault %0d at 0x%0h", fault.code, fault.pc);
    else if (cycles == 100000) $display("FAIL vecadd_gpu_tb: the launch does not end");
    else if (wrong != 0) $display("FAIL vecadd_gpu_tb: %0d of %0d sums are wrong", wrong, N);
    else if (chips.broken != 0) $display("FAIL vecadd_gpu_tb: %0d rules of the memory chips broken", chips.broken);
    else $display("PASS vecadd_gpu_tb: %0d cycles", cycles);
    $finish;
  end
endmodule
