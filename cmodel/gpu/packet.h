/* SPDX-License-Identifier: Apache-2.0
 *
 * Packets between the TPCs and what stands behind the crossbar, and between a partition and its DRAM: as
 * rtl/gpu/packet_types.svh, which says what the fields mean (docs/memory.md).
 */
#ifndef GT200_GPU_PACKET_H
#define GT200_GPU_PACKET_H

#include <stdbool.h>
#include <stdint.h>

#include "common/memreq.h"

enum { XBAR_L3 = 10, XBAR_MMU, XBAR_SOURCES };              /* behind the ten TPCs */
enum { XBAR_TO_L3 = 8, XBAR_TO_MMU, XBAR_DESTINATIONS };    /* behind the eight partitions */
enum { TPC_PORT_TEX = 3 };

struct gpu_req {
    uint8_t  dst, src, id;
    uint8_t  kind, space, aop, mtype;       /* as of struct mem_req; space 0: L3, page table */
    uint32_t addr, mask;
    uint32_t data[8];
};

struct gpu_rsp {
    uint8_t  dst, src, id;
    uint32_t data[8];
};

/* What the MMU answers: bits 31:12 the physical page, bit 2 whether all 256 KB around it are mapped alike, bit 1
 * whether all 64 KB are, bit 0 whether there is one. */
#define MMU_PAGE_MASK  0xfffff000u
#define MMU_PAGE_BLOCK 4u
#define MMU_PAGE_BIG   2u
#define MMU_PAGE_VALID 1u

/* A request of which the address is not mapped (TLB-6). */
struct tlb_fault {
    bool     valid;
    uint8_t  port, kind, space;             /* port: SM of the TPC, or TPC_PORT_TEX */
    uint32_t addr;
};

struct dram_req {
    bool     write;
    uint8_t  id;                            /* of a read */
    uint32_t sector;                        /* 0 to 2^22 - 1 */
    uint32_t mask;
    uint32_t data[8];
};

struct dram_rsp {
    uint8_t  id;
    uint32_t data[8];
};

/* The partition of a physical address and its sector there. */
static inline unsigned gpu_partition(uint32_t addr) { return addr >> 8 & 7; }
static inline uint32_t gpu_sector(uint32_t addr) { return addr >> 11 << 3 | (addr >> 5 & 7); }

#endif
