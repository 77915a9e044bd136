// SPDX-License-Identifier: Apache-2.0
// Packets between the TPCs and what stands behind the crossbar, and between a partition and its DRAM: docs/memory.md.
`ifndef GPU_PACKETS_SVH
`define GPU_PACKETS_SVH

// Ports of the crossbar: TPCs 0 to 9 and partitions 0 to 7 are their numbers.
`define XBAR_L3  4'd10   // as a source of requests
`define XBAR_MMU 4'd11
`define XBAR_TO_L3  4'd8 // as their destination
`define XBAR_TO_MMU 4'd9

// Ids of a TPC's requests: the port's number, then its id there.
`define TPC_PORT_TEX 2'd3

typedef struct packed {
  logic [3:0]   dst;     // 0 to 7 partition, 8 L3, 9 MMU
  logic [3:0]   src;     // 0 to 9 TPC, 10 L3, 11 MMU
  logic [7:0]   id;      // of a request that is answered
  logic [2:0]   kind;    // MEM_LOAD, _STORE, _ATOM, _RED
  logic [1:0]   space;   // SPACE_L, _G, _T; SPACE_S: lines of the L3, entries of the page table
  logic [3:0]   aop;
  logic [2:0]   mtype;
  logic [31:0]  addr;    // to a partition: physical; to the L3: as L2-1; to the MMU: the virtual address that missed
  logic [31:0]  mask;
  logic [255:0] data;
} gpu_req_t;
`define GPU_REQ_W 348
// What stays together in a turn (XBAR-7): so many packets for the same 128 bytes, address bits 31 to 7; they are at the
// same place in mem_req_t.
`define GPU_TURN     4
`define GPU_BLOCK_AT 295
`define GPU_BLOCK_W  25

typedef struct packed {
  logic [3:0]   dst;     // as src of the request
  logic [3:0]   src;     // as its dst
  logic [7:0]   id;
  logic [255:0] data;    // L3: 32 bytes of the line; MMU: word 0 is mmu_page_t
} gpu_rsp_t;
`define GPU_RSP_W 272

// What the MMU answers (MMU-4): the page of 4 KB, or with `big` all 64 KB around it, or with `block`, too, all 256 KB.
typedef struct packed {
  logic [19:0]  page;    // of the physical address
  logic [8:0]   unused;
  logic         block;
  logic         big;
  logic         valid;
} mmu_page_t;

// A request of which the address is not mapped (TLB-6).
typedef struct packed {
  logic         valid;
  logic [1:0]   port;    // SM of the TPC, or TPC_PORT_TEX
  logic [2:0]   kind;
  logic [1:0]   space;
  logic [31:0]  addr;
} tlb_fault_t;
`define TLB_FAULT_W 40

// A sector of a partition's 128 MB: address bits 31:11 and 7:5 of the chip's, without the partition's number.
typedef struct packed {
  logic         write;
  logic [5:0]   id;      // of a read
  logic [21:0]  sector;
  logic [31:0]  mask;    // write: bytes
  logic [255:0] data;
} dram_req_t;
`define DRAM_REQ_W 317

typedef struct packed {
  logic [5:0]   id;
  logic [255:0] data;
} dram_rsp_t;
`define DRAM_RSP_W 262

// What waits in a place of a partition: a load; a load that missed the texture L2; atomics.
`define PLACE_LOAD 2'd0
`define PLACE_TEX  2'd1
`define PLACE_ATOM 2'd2
`define PLACE_RED  2'd3

`endif
