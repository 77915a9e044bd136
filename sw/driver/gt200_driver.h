/* SPDX-License-Identifier: Apache-2.0
 *
 * Driver of gt200_axi and gpu_axi_top (docs/bus.md) for firmware: needs nothing but a compiler; no allocation, no
 * globals, no libc besides <stdint.h>, <stdbool.h>, <stddef.h>. The caller has the memory that the machine shares with
 * it, puts code, constants and data there, and keeps caches of its own coherent: written back before gt200_start,
 * invalidated behind the end.
 */
#ifndef GT200_DRIVER_H
#define GT200_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How registers are reached. gt200_mmio_bus: at an address. */
struct gt200_bus {
    uint32_t (*read)(void *ctx, uint32_t offset);
    void (*write)(void *ctx, uint32_t offset, uint32_t value);
    void *ctx;
};
struct gt200_bus gt200_mmio_bus(volatile void *registers);

struct gt200 {
    struct gt200_bus bus;
    bool     chip;                  /* gpu_axi_top; else gt200_axi */
    uint32_t sms, tpcs, partitions; /* of the machine: sms of all TPCs; gt200_axi: one TPC, no partition */
    bool     dpu, tex, timed;
    uint32_t addr_bits;
    uint32_t warps, blocks, rows;   /* of an SM: warp slots, block slots, rows of 64 registers */
    uint32_t block_threads;         /* of a block, at most */
    uint32_t slot_warps;            /* of the last launch */
    /* Of a chip's memory, behind gt200_chip_memory: what a launch must say. */
    uint64_t code, constants, offset;
    uint32_t mem_base, mem_limit;
    /* Of a chip's last launch. */
    bool     new_pages, launched, told;
    uint32_t tag, answers, answer[6];
};

enum gt200_error {
    GT200_OK = 0,
    GT200_NO_MACHINE,               /* nothing that says it is one */
    GT200_OTHER_VERSION,            /* registers of another major version */
    GT200_RUNNING,                  /* a launch runs */
    GT200_BAD_CODE,                 /* base, length or entry: multiples, and entry within */
    GT200_BAD_MEMORY,               /* not multiples, beyond the bus, or its end before its beginning */
    GT200_BAD_GRID,                 /* 1 to 65535 blocks in x and y */
    GT200_BAD_BLOCK,                /* 1 to block_threads, at most 512, 512, 64 */
    GT200_BAD_REGISTERS,            /* 1 to 128, and room for a block */
    GT200_BAD_SHARED,               /* header and parameters, at most 16384 */
    GT200_BAD_PARAMETERS,           /* at most 64 words */
    GT200_BAD_TEXTURE,              /* number 0 to 127 */
    GT200_NOT_HERE                  /* gt200_axi: gt200_chip_memory; gpu_axi_top: max_cycles, cycle_start, a launch
                                       before gt200_chip_memory */
};
const char *gt200_error_name(enum gt200_error e);

/* A launch. Bus addresses have 64 bits, device addresses, those of programs, 32. On a chip code, constants, offset,
 * mem_base and mem_limit are those of struct gt200. */
struct gt200_launch {
    uint64_t code;                  /* bus address, a multiple of 256; up to 63 bytes behind the code are read */
    uint32_t code_bytes, entry;     /* multiples of 4 */
    uint64_t constants;             /* bus address of sixteen segments of 64 KB, a multiple of 256 */
    uint16_t segments;              /* bit i: segment i is there; a chip reads all, as its memory has them */
    uint64_t offset;                /* bus address of device address 0, a multiple of 32; may wrap */
    uint32_t mem_base, mem_limit;   /* device addresses that are there: multiples of 32 */
    uint32_t g_base, g_limit;       /* those that g[] may access */
    uint32_t local;                 /* device address of local memory: gt200_local_bytes, a multiple of 128 */
    uint32_t local_bytes;           /* of a thread: .lmem, a multiple of 4 */
    uint32_t regs;                  /* .reg */
    uint32_t shared, dynamic;       /* .smem, with header and parameters; bytes that the launch adds */
    uint32_t grid[2], block[3], grid_id;
    const uint32_t *params;
    uint32_t nparams;               /* words */
    uint8_t  pm[4];                 /* what $pm0 to $pm3 count (docs/units/pm.md) */
    uint64_t max_cycles;            /* 0: any */
    uint32_t cycle_start;
};

struct gt200_status {
    bool running, ended, fault, timeout, bus_error;
    uint64_t cycles;                /* up to the end of the last block; of a chip's launch that runs: 0 */
    uint64_t clocks, stopped;       /* of the bus; those in which the machine stood for memory; of a chip: 0 */
    uint32_t blocks;                /* that are done; of a chip: 0 */
};

enum { GT200_UNKNOWN = 0xffff };

struct gt200_fault {
    uint32_t code, decode_error;    /* docs/errors.md */
    uint32_t pc, addr, sm, warp, lane;      /* warp: of its block */
    uint32_t block_x, block_y;      /* of a chip: GT200_UNKNOWN */
    bool page;                      /* a chip's: no page of device memory is there */
};

enum { GT200_IRQ_ENDED = 1, GT200_IRQ_FAULT = 2, GT200_IRQ_BUS_ERROR = 4 };

/* Looks which machine is there, and what it has. */
enum gt200_error gt200_open(struct gt200 *g, struct gt200_bus bus);
/* Before the first launch of a chip: resets it, and gives it so much memory at a bus address, more than 56 MB and
 * 64 KB, a multiple of 64 KB; writes its page table there, and sets code, constants, offset, mem_base and mem_limit of
 * g. Device memory is what lies behind the first 56 MB and 64 KB. */
enum gt200_error gt200_chip_memory(struct gt200 *g, uint64_t bus, uint32_t bytes);
/* Bytes of local memory that all its SMs need. */
uint32_t gt200_local_bytes(const struct gt200 *g, uint32_t local_bytes);
/* Before a launch: texture n; descriptor as isa/tic.def, lowest bits first. */
enum gt200_error gt200_texture(struct gt200 *g, uint32_t n, const uint32_t descriptor[5]);
/* Begins a launch; an error: nothing has begun. */
enum gt200_error gt200_start(struct gt200 *g, const struct gt200_launch *l);
void gt200_look(struct gt200 *g, struct gt200_status *s);
/* Until it has ended: looks again and again. */
void gt200_wait(struct gt200 *g, struct gt200_status *s);
/* Ends the one that runs, as soon as all it asked for is in memory; of a chip, which is reset, what it asked the bus
 * for. */
void gt200_abort(struct gt200 *g);
/* false: the last launch has ended without. */
bool gt200_get_fault(struct gt200 *g, struct gt200_fault *f);
/* Which interrupts are shown (GT200_IRQ_*); which have come since this was last called: they are cleared. */
void gt200_irq_enable(struct gt200 *g, uint32_t which);
uint32_t gt200_irq_take(struct gt200 *g);

#ifdef __cplusplus
}
#endif
#endif
