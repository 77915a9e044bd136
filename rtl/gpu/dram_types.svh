// SPDX-License-Identifier: Apache-2.0
// Commands of a controller to its GDDR3 chips: docs/units/dram.md. Included as "gpu/dram_types.svh".
`ifndef DRAM_TYPES_SVH
`define DRAM_TYPES_SVH

`define DRAM_NOP   3'd0
`define DRAM_OPEN  3'd1   // a row
`define DRAM_READ  3'd2
`define DRAM_WRITE 3'd3
`define DRAM_CLOSE 3'd4   // a bank
`define DRAM_REF   3'd5   // refresh

typedef struct packed {
  logic [2:0]  op;
  logic [2:0]  bank;
  logic [11:0] row;       // OPEN; else 0
  logic [6:0]  col;       // READ, WRITE: sector of the row; else 0
  logic        close;     // READ, WRITE: the row is closed behind it
} dram_cmd_t;
`define DRAM_CMD_W 26

// A sector of a partition: place in the row, bank, row.
`define DRAM_SECTOR_BITS 22
`define DRAM_COL_OF(sector)  sector[6:0]
`define DRAM_BANK_OF(sector) sector[9:7]
`define DRAM_ROW_OF(sector)  sector[21:10]

`endif
