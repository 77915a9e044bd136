/* SPDX-License-Identifier: Apache-2.0
 *
 * The GT200 model's public interface (library gt200model: all of cmodel but vectors/ and sm70/).
 * No global state: several GPUs may live in one process. Not thread-safe per object.
 *
 *   struct gt_gpu    device memory, constant segments, configuration
 *   struct gt_launch one kernel launch, everything the hardware is told
 *   gt_func_run()    functional model: values only, fast
 *   gt_func_check()  the same with warps and blocks interleaved by chance, looking for races and accesses outside
 *                    allocations
 *   gt_model_run()   cycle model: same values, plus the cycles of docs/microarchitecture.md
 *   struct gt_chip   which machine: one SM, a TPC of three, a GTX 280 of thirty with its memory system, a G80
 *   gt_sm_*()        one SM of the cycle model stepped cycle by cycle, for lockstep with the RTL
 *   gt_machine_*()   the SMs of a chip in the same way
 */
#ifndef GT200_GSIM_H
#define GT200_GSIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gt_chips.h"
#include "gt_event.h"
#include "memory_counts.h"
#include "sm_enums.h"
#include "waits_names.h"

/* ---- device -------------------------------------------------------------------------------- */

/* Device memory is one arena of g[] addresses [GT_G_BASE, GT_G_BASE + size). Address 0 is never valid. */
#define GT_G_BASE 0x00010000u
#define GT_CONST_SEGS 16
#define GT_CONST_BYTES 65536

/* A texture: width texels of comps components of the given size, in linear memory (height 0) or in rows at a pitch, or
 * in slices of rows, and how a sampler reads it (texauto: docs/units/tex.md). */
#define GT_TEXTURES 128
struct gt_texture {
    uint32_t addr;                 /* g[] address, multiple of the texel size; rows: of GT_TEX_PITCH */
    uint32_t width;                /* texels, 1 to 2^27; rows: to 65536 */
    uint32_t height;               /* rows, to 32768; 0: linear memory, and everything about pitch and sampler is 0 */
    uint32_t pitch;                /* bytes from row to row, multiple of GT_TEX_PITCH below 65536 * GT_TEX_PITCH */
    uint32_t depth;                /* slices of rows, to 2048; 0: no slices, and `slice` is 0 */
    uint32_t slice;                /* bytes from slice to slice, multiple of GT_TEX_PITCH, not below height * pitch */
    uint8_t  comps, bits, type;    /* 1, 2 or 4; 8, 16 or 32; enum gt_tex_type: normalised ones of 8 or 16, floats of
                                      16 or 32 bits */
    bool     normalized;           /* coordinates from 0 to 1 */
    bool     linear;               /* filtered: not of integers that are read as such */
    uint8_t  mode[3];              /* enum gt_tex_mode of x, y, z; wrap and mirror only with normalized coordinates */
};

/* What is known of each page of device memory, so that a copy or a comparison of it need not look at all of it. */
#define GT_PAGE_BYTES 4096u
enum { GT_PAGE_USED = 1,           /* it may hold something other than zeros */
       GT_PAGE_WRITTEN = 2 };      /* since gt_pages_fresh */

/* The machine that a GPU is. An SM is the one of docs/microarchitecture.md; a chip has `tpcs` clusters of `sms` of
 * them (docs/units/distributor.md). */
struct gt_chip {
    const char *name;              /* GT_CHIP_LIST, GT_CHIP_WORDS: all there are (isa/chip.def) */
    uint32_t tpcs, sms;            /* clusters, SMs of each */
    uint32_t partitions;           /* of the memory behind the crossbar (docs/memory.md): 1, 2, 4, 6 or 8; 0: a memory
                                      of fixed latency */
    const struct gt_values *values;     /* of its SM and memory. What no column of isa/chip.def changes, and the size of
                                           what is there, is GT_NAME of gt_chip.h */
};
/* NULL: err says which there are, or why this one is not. */
const struct gt_chip *gt_chip_find(const char *name, char *err, size_t errn);

/* Bytes of device memory for which it has room (GPU-2). */
uint32_t gt_chip_memory(const struct gt_chip *chip);

/* What the host has invalidated in front of a launch (GPU-9). */
enum { GT_INV_PAGES = 1,           /* TLBs, and what the walker holds of the page directory */
       GT_INV_CODE = 2,            /* the L3: code and constants */
       GT_INV_TEXTURES = 4 };      /* the texture L2 */

/* A machine as a launch left it, for the next one. */
struct gt_kept {
    void *machine;                 /* NULL: none, the next launch begins behind a reset (GPU-4) */
    void (*free)(void *machine);
    uint64_t clock;                /* of the device then: another one, and other launches have come between */
};
/* It is of no use any more: freed, if there is one. */
void gt_kept_drop(struct gt_kept *k);
/* Takes it out, if none of other machines has come between; NULL: there is none. */
void *gt_kept_take(struct gt_kept *k, uint64_t clock);

struct gt_gpu {
    const struct gt_chip *chip;    /* gt_gpu_new: one SM. To be set before the first launch */
    uint32_t threads;              /* host threads of gt_model_run, which change nothing but its speed, and of
                                      gt_func_run, where races between blocks may end differently; 0: one per core */
    uint32_t func_sms;             /* gt_func_run and gt_func_check: SMs whose blocks are resident; 0: those of chip */
    uint32_t jitter;               /* cycle model and Verilog: seed of a memory with jitter
                                      (docs/microarchitecture.md), the same on both; 0: the fixed-latency one */
    uint32_t stall;                /* Verilog: seed of stops of its clock (docs/units/clock.md); 0: it always runs */
    uint32_t fold;                 /* Verilog: phases of a cycle, FOLD (docs/units/fold.md): 0 and 1: none, or 4 */
    bool     waits;                /* cycle model and Verilog: events say what warps wait for, too (GT_EV_WAITS) */
    struct gt_memory_counts *memory_counts;     /* cycle model and Verilog: gets what the memory system of a chip with
                                                   partitions did in a launch that ends well and whose TPCs are all in
                                                   this process; NULL: nobody asks */
    uint32_t next_tpc;             /* gets the first block of the next launch */
    uint64_t clock;                /* shader clocks of all launches so far (chips of several SMs); even */
    uint8_t *mem;                  /* backing store of the arena; who writes here himself tells gt_touch */
    uint8_t *pages;                /* GT_PAGE_*, one per GT_PAGE_BYTES of mem */
    bool     untracked;            /* gt_func_run has been here, which does not say what it writes: any page may be
                                      in use */
    uint32_t mem_bytes;
    uint8_t *page_table;           /* chips with partitions: what their memory has below page_table_end, */
    uint32_t page_table_end, page_table_for;    /* written for so many mem_bytes (gpu/physical.h) */
    bool     new_pages;            /* it has changed: the next launch invalidates GT_INV_PAGES */
    uint8_t  inv;                  /* GT_INV_*: in front of every launch; gt_gpu_new: code and textures */
    struct gt_kept kept_model, kept_rtl;    /* chips with partitions: memory system of the model, chip in Verilog */
    uint32_t guard;                /* bytes that gt_alloc leaves free behind what it gives: multiple of 256, 0 unless
                                    * set (GT_MEMCHECK_GUARD) */
    uint32_t alloc_next;           /* bump/free-list state of gt_alloc, opaque */
    void    *alloc_priv;
    uint8_t *cseg[GT_CONST_SEGS];  /* each NULL (reads 0) or GT_CONST_BYTES bytes */
    uint32_t cseg_bytes[GT_CONST_SEGS];     /* from the start to the last byte that gt_const_write has written */
    struct gt_texture tex[GT_TEXTURES];     /* by texture number; width 0: not bound, reads 0 */
    const struct gt_peers *peers;  /* processes that share the TPCs of a chip (peers.h); NULL: this one is alone */
    const struct gt_observer *observer;     /* gt_func_run, gt_func_check, and gt_model_run on a chip of one SM: who
                                               sees each instruction before it runs (observer.h); NULL: nobody */
    const struct gt_tap *tap;      /* gt_model_run on a chip of one SM: who sees its signals (sm_signals.h); NULL:
                                      nobody */
    uint8_t *valid;                /* gt_track_valid: a bit for each byte of mem that has been written; else NULL */
};
/* A launch has taken so many cycles: g->clock behind it, on a chip of several SMs. */
void gt_chip_rest(struct gt_gpu *g, uint64_t cycles);

struct gt_gpu *gt_gpu_new(uint32_t mem_bytes);     /* NULL when out of memory */
void gt_gpu_free(struct gt_gpu *g);
/* Device memory of at least so many bytes; what it holds stays. false, and nothing has changed: out of memory, or
 * beyond 32-bit addresses. */
bool gt_gpu_grow(struct gt_gpu *g, uint32_t mem_bytes);
/* Device allocation, 256-byte aligned like cudaMalloc; 0 when it does not fit. */
uint32_t gt_alloc(struct gt_gpu *g, uint32_t bytes);
void gt_release(struct gt_gpu *g, uint32_t addr);
/* Bytes of the largest allocation that can be made. */
uint32_t gt_largest(const struct gt_gpu *g);
/* The allocation an address lies in; bytes as allocated, a multiple of 256. false: none. */
bool gt_allocation(const struct gt_gpu *g, uint32_t addr, uint32_t *base, uint32_t *bytes);
/* Copies between host and device; false when the range is outside the arena. */
bool gt_write(struct gt_gpu *g, uint32_t addr, const void *src, uint32_t bytes);
bool gt_read(const struct gt_gpu *g, uint32_t addr, void *dst, uint32_t bytes);
/* bytes from addr on, inside the arena, have been written: all but gt_func_run report that, by this call. */
void gt_touch(struct gt_gpu *g, uint32_t addr, uint32_t bytes);
/* Forgets GT_PAGE_WRITTEN. */
void gt_pages_fresh(struct gt_gpu *g);
bool gt_const_write(struct gt_gpu *g, unsigned seg, uint32_t off, const void *src, uint32_t bytes);
/* Binds a texture to number `unit` (0 to GT_TEXTURES - 1), or with t NULL removes it. false, and nothing changed: a
 * field is outside its range, or the texels are not inside the arena. */
bool gt_texture_bind(struct gt_gpu *g, unsigned unit, const struct gt_texture *t);
/* From now on g->valid says which bytes somebody has written since they were allocated: gt_write here, kernels by who
 * observes them (gt_mark_valid). false: out of memory. */
bool gt_track_valid(struct gt_gpu *g);
/* These bytes of the arena have been written, or have not; nothing happens when nobody asks (valid is NULL). */
void gt_mark_valid(struct gt_gpu *g, uint32_t addr, uint32_t bytes, bool valid);
/* The host has copied bytes of the arena that do not overlap: those of `to` have been written where those of `from`
 * have. */
void gt_copy_valid(struct gt_gpu *g, uint32_t to, uint32_t from, uint32_t bytes);
/* Has any of these bytes of the arena been written? true when nobody asks. */
bool gt_any_valid(const struct gt_gpu *g, uint32_t addr, uint32_t bytes);
/* 32-byte sector access as the SM's memory port does it (addr multiple of 32). Bytes outside the arena read 0
 * and are not written. */
void gt_sector_read(const struct gt_gpu *g, uint32_t addr, uint8_t out[32]);
void gt_sector_write(struct gt_gpu *g, uint32_t addr, const uint8_t in[32], uint32_t bytemask);

/* ---- launch -------------------------------------------------------------------------------- */

struct gt_launch {
    const char     *name;                   /* for messages */
    const uint32_t *code;                   /* instruction words, first word at C[] byte address 0 */
    uint32_t        code_words;
    uint32_t        entry;                  /* byte address */
    uint32_t        regs;                   /* registers per thread as in the cubin, 1..128 */
    uint32_t        smem;                   /* static shared bytes: 16 + parameters + static (cubin smem) */
    uint32_t        dyn_smem;               /* dynamic shared bytes added at launch */
    uint32_t        lmem;                   /* local bytes per thread (0, or rounded up to a power of two >= 16) */
    uint32_t        grid_x, grid_y, block_x, block_y, block_z;
    uint32_t        grid_id;
    const uint32_t *params;                 /* copied to s[0x10] */
    uint32_t        param_words;            /* 0..64 */
    uint8_t         pm[4];                  /* what $pm0-$pm3 count: enum gt_pm_event */
    uint64_t        max_cycles;             /* 0: default (GT_DEFAULT_MAX_CYCLES); func: warp instructions */
};
/* What a performance counter can count (enum gt_pm_event): the names of NVIDIA's CUDA 2.x profiler. The functional
 * model has no machine and counts pmevent only. */
const char *gt_pm_name(unsigned event);                      /* "divergent_branch"; NULL: no such event */
/* "A,B,C,D": what $pm0, $pm1 ... count; fewer leave the rest as they are. false: err says which name is none
 * ("default" is one). */
bool gt_pm_parse(const char *list, uint8_t pm[4], char *err, size_t errn);

#define GT_DEFAULT_MAX_CYCLES 4000000000ull

/* Derived launch configuration (docs/units/cta.md); the same numbers configure the RTL. */
struct gt_config {
    uint32_t nthreads, nwarps, nregs, smem_bytes, max_blocks, slot_warps, slot_rows, slot_smem;
    uint32_t local_words, local_base;       /* local memory lives at the top of the arena */
    uint32_t g_base, g_limit;               /* valid g[] addresses: g_base <= a < g_limit */
    uint8_t  pm[4];                         /* enum gt_pm_event, never GT_PM_DEFAULT */
};

enum gt_status {
    GT_OK = 0, GT_BAD_LAUNCH, GT_FAULT, GT_HANG,
    GT_DIFFERENT,           /* the RTL and the model are not equal (lockstep), or an assertion of the RTL has failed */
    GT_RACE,                /* with checks only: data races, in a grid that has not faulted; loads of old bytes */
    GT_LOST                 /* the board that ran it cannot be reached any more; what its memory holds is not known */
};

struct gt_fault {
    uint32_t code;          /* enum gt_fault_code */
    uint32_t decode_err;    /* enum gt_decode_err when code is GT_F_DECODE */
    uint32_t pc, warp, lane, addr;          /* warp: index inside its block; lane: lowest faulting one; addr: its
                                               byte address */
    uint32_t ctaid_x, ctaid_y;
    uint32_t w0, w1;        /* instruction words */
};

struct gt_result {
    enum gt_status status;
    struct gt_fault fault;              /* GT_FAULT */
    char     message[4096];             /* one line for GT_BAD_LAUNCH and GT_FAULT; for GT_HANG one line per warp
                                         * follows the first, for GT_RACE one per pair of instructions */
    uint64_t cycles;                    /* shader clocks from start to the last block's end (0 for func) */
    uint64_t warp_insns, thread_insns;
};

/* Checks every launch limit of the chip and fills cfg. false: res->message says which limit, the value and the maximum,
 * or which instruction the chip has not. */
bool gt_launch_config(const struct gt_gpu *g, const struct gt_launch *l, struct gt_config *cfg, struct gt_result *res);
const char *gt_fault_name(uint32_t code, uint32_t decode_err);   /* "GLOBAL_LIMIT_READ" ... */
/* "kernel NAME: GLOBAL_LIMIT_READ at pc 0x48 (ld.g.b32 ...), block (1,0) warp 2 lane 5 address 0x..." */
void gt_fault_message(const struct gt_launch *l, const struct gt_fault *f, char *out, size_t n);

/* Where one of the warps that run is, for who asks what a kernel is doing. */
struct gt_where {
    uint32_t ctaid_x, ctaid_y, warp, pc;    /* warp: index inside its block */
    uint64_t insns;                         /* warp instructions of the grid so far */
};
/* Runs a whole grid. Returns res->status. progress (may be NULL) is called with the blocks done, now and then when one
 * has ended, and also when none has for long; at: NULL, or where a warp is. One call at a time, for gt_func_run not
 * always by the calling thread. gt_func_run runs blocks side by side where their order cannot be seen but by a race
 * (cmodel/README.md); what it tells of a fault or hang is that of the first block in row order. */
typedef void gt_progress(void *ctx, uint64_t blocks_done, uint64_t blocks, uint64_t cycles,
                         const struct gt_where *at);
enum gt_status gt_func_run(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res, gt_progress *p,
                           void *ctx);

/* How gt_func_check runs a grid and what it looks for (docs/races.md). Results are the same for the same seed. */
enum gt_races_where { GT_RACES_OFF, GT_RACES_SHARED, GT_RACES_ALL };    /* shared memory only; device memory, too */
#define GT_MEMCHECK_GUARD 65536u        /* of gt_gpu: a step of so many bytes beyond a block does not reach the next
                                         * one */
struct gt_checks {
    bool     interleave;            /* blocks in any order, several in flight, warps take turns at any instruction */
    uint64_t seed;                  /* draws all that */
    enum gt_races_where races;
    bool     memcheck;              /* accesses outside gt_alloc's blocks, the launch's shared memory and written
                                     * constants are faults */
    bool     stale;                 /* chips of sm_70 to sm_90 alone (sw/runtime/rt/engine.h): SMs have first data
                                     * caches that keep what others have overwritten */
};
enum gt_status gt_func_check(struct gt_gpu *g, const struct gt_launch *l, const struct gt_checks *checks,
                             struct gt_result *res, gt_progress *p, void *ctx);

enum gt_status gt_model_run(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res, gt_progress *p,
                            void *ctx);

/* The same, with everything that happened: sink gets the events (struct gt_event below) of each cycle that has some;
 * on a chip of several SMs those of one SM at a time, in order of cycle and SM. */
struct gt_event;
typedef void gt_event_sink(void *ctx, const struct gt_event *e, size_t n);
enum gt_status gt_model_run_events(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res, gt_progress *p,
                                   void *ctx, gt_event_sink *sink, void *sink_ctx);
/* On another process than the host: its TPCs of a launch that gt_peers_next told of (peers.h), until its end. */
struct gt_peers_work;
void gt_model_serve(const struct gt_peers_work *w);

/* ---- one SM, cycle by cycle ------------------------------------------------------------------ */

/* Everything observable, in the terms of docs/microarchitecture.md: enum gt_event_type and struct gt_event are made of
 * isa/events.def, which says what their fields mean. The RTL reports the same (EVENT-1). */

/* Of an event's `writes`. */
enum gt_event_writes { GT_WRITES_REG = 1, GT_WRITES_CC = 2, GT_WRITES_AREG = 4 };

/* The fields of an event that mean something for its type, scalars first. What is not among them is undefined. */
struct gt_event_field {
    const char *name;
    int         index;          /* of the lane or word; -1: a scalar */
    uint32_t    value;
};
unsigned gt_event_fields(const struct gt_event *e, struct gt_event_field f[GT_EVENT_FIELDS]);   /* how many */
const char *gt_event_name(unsigned type);           /* "ISSUE", "SPWB", ... */

struct gt_sm;                           /* cycle model of one SM with its fixed-latency memory */
struct gt_sm *gt_sm_new(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg);
void gt_sm_free(struct gt_sm *sm);       /* first, what it has asked of the memory takes effect */
/* Offers block (x,y) in the coming cycle; *accepted (after the step) tells. x < 0: none. */
void gt_sm_offer(struct gt_sm *sm, int x, int y);
/* One cycle. The events of that cycle are then in gt_sm_events(); returns false once a fault has stopped the SM.
 * start is at cycle 0. */
bool gt_sm_step(struct gt_sm *sm);
bool gt_sm_accepted(const struct gt_sm *sm);        /* the offered block was taken in the last step */
bool gt_sm_idle(const struct gt_sm *sm);            /* no block resident, nothing in flight */
uint64_t gt_sm_cycle(const struct gt_sm *sm);       /* cycles stepped so far */
const struct gt_event *gt_sm_events(const struct gt_sm *sm, size_t *n);
void gt_sm_set_events(struct gt_sm *sm, bool on);   /* default off: gt_model_run needs none */
const struct gt_fault *gt_sm_fault(const struct gt_sm *sm);
uint64_t gt_sm_warp_insns(const struct gt_sm *sm);
uint64_t gt_sm_thread_insns(const struct gt_sm *sm);
/* One line per resident warp: "warp 3 (block 0,0 warp 3): pc 0x48 active ffffffff depth 0 waiting at barrier 1". For
 * hang reports; also says which warps spin and where, as a watch told (watch.h); NULL: not known. */
struct gt_spins;
void gt_sm_report(const struct gt_sm *sm, const struct gt_spins *spins, char *out, size_t n);
const uint8_t *gt_sm_shared(const struct gt_sm *sm);            /* 16 KB */

/* ---- the SMs of a chip, cycle by cycle --------------------------------------------------------- */

/* The SMs of g->chip with the block distributor and the memory behind them, at cycle 0 of a launch. NULL: out of
 * memory. */
struct gt_machine;
struct gt_machine *gt_machine_new(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg);
void gt_machine_free(struct gt_machine *m);
/* One cycle of all SMs; false once a fault has stopped one. */
bool gt_machine_step(struct gt_machine *m);
struct gt_sm *gt_machine_sm(struct gt_machine *m, unsigned sm);     /* events, fault, counts; not to be stepped */
/* What is on the pins of a partition's memory chips in the coming cycle (gpu/dram_chip.h), if it is a memory clock.
 * NULL: the chip has no such partition. */
struct dram_pins;
const struct dram_pins *gt_machine_pins(const struct gt_machine *m, unsigned partition);
/* What the memory system and the texture units have looked up in the cycle last stepped (gpu/look.h), kept from the
 * first call on. NULL: a chip without partitions, or no memory. */
struct gpu_looks;
const struct gpu_looks *gt_machine_looks(struct gt_machine *m);
/* The launch's last block has ended: the cycles that it took. */
bool gt_machine_over(const struct gt_machine *m, uint64_t *cycles);
/* No further step: what was asked of the memory so far, before a fault, takes effect. */
void gt_machine_settle(struct gt_machine *m);
/* Behind that. What an access to memory that is not mapped was found to be when all blocks had ended; false: none. */
bool gt_machine_late_fault(const struct gt_machine *m, struct gt_fault *f);
/* The cycle in which the fence has ended, of a chip with partitions; 0: it has none (GPU-6). */
uint64_t gt_machine_fence(const struct gt_machine *m);
/* The launch has ended, and settled: the clock of g runs on, its next launch begins with the TPC in turn, and if this
 * one went well finds the memory system as it is. */
void gt_machine_end(struct gt_machine *m, struct gt_gpu *g, const struct gt_result *res);
/* As gt_sm_report with what a watch over the SMs told (NULL: not known); with several SMs a line "TPC 0 SM 1:" before
 * the warps of each. What does not fit is counted in the last line. */
struct gt_watch;
void gt_machine_describe(const struct gt_machine *m, const struct gt_watch *watch, char *out, size_t n);

#endif
