/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver of gpu_axi_top: what gt200_driver.h does, by commands (docs/units/host-if.md) through the registers of
 * rtl/axi/gpu_axi.rdl. Physical memory is laid out as GPU-1 to GPU-3 (docs/units/gpu.md) have it.
 */
#include "gpu_axi_regs.h"
#include "gt200_internal.h"

_Static_assert(GPU_AXI__LIMITS__WARPS_bm == GT200_AXI__LIMITS__WARPS_bm &&
               GPU_AXI__LIMITS__BLOCKS_bm == GT200_AXI__LIMITS__BLOCKS_bm &&
               GPU_AXI__LIMITS__ROWS_bm == GT200_AXI__LIMITS__ROWS_bm &&
               GPU_AXI__LIMITS__BLOCK_WARPS_bm == GT200_AXI__LIMITS__BLOCK_WARPS_bm, "gt200_take_limits");

#define AT(reg) offsetof(gpu_axi_t, reg)
#define GET(word, field) (((word) & GPU_AXI__##field##_bm) >> GPU_AXI__##field##_bp)

enum { UPLOAD = 1, SET, INVALIDATE, FENCE, LAUNCH };                                    /* HOST-1 */
enum { CFG = 0, LOCAL_BASE = 16, DIR_BASE, L3_BASE, TEX_DATA = 24, TEX_INDEX = 31, PARAM = 64 };       /* HOST-3 */
enum { CFG_WORDS = 10, OF_LAUNCH = 3, WITH_FAULT = 6 };                                 /* words; HOST-8 */
enum { PAGES = 1, CODE = 2, TEXTURES = 4 };                                             /* GPU-9 */
enum { DIRECTORY = 0, TABLES = 0x1000, PROGRAMS = 0x1000000, CONSTANTS = 0x1000000, DEVICE = 0x3810000 };  /* GPU-1 */
enum { G_BASE = 0x10000, PAGE = 0x10000, REGIONS = 8, PARTITION = 0x8000000 };
enum { BLOCK_PAGES = 7, BLOCK_BIT = 7 };                /* log2 of a block's pages at most, and where an entry has it */
static const uint32_t region = 0x20000000;              /* of a table (MMU-7) */

static void put_word(const struct gt200 *g, uint32_t w)
{
    while (!GET(gt200_read(g, AT(status)), STATUS__ROOM))
        ;
    gt200_write(g, AT(command), w);
}

static void put_command(const struct gt200 *g, uint32_t what, uint32_t reg, uint32_t n)
{
    put_word(g, what << 28 | reg << 16 | n);
}

static void put_set(const struct gt200 *g, uint32_t reg, const uint32_t *w, uint32_t n)
{
    put_command(g, SET, reg, n);
    for (uint32_t i = 0; i < n; i++)
        put_word(g, w[i]);
}

/* Both queues are empty behind it, and no fault stands; memory, and what was set, stay (HOST-3). */
static void reset_chip(struct gt200 *g)
{
    gt200_write(g, AT(control), GPU_AXI__CONTROL__RESET_bm);
    while (GET(gt200_read(g, AT(status)), STATUS__RESETS))
        ;
    g->launched = false;
    g->answers  = 0;
}

enum gt200_error gt200_chip_open(struct gt200 *g)
{
    if (GET(gt200_read(g, AT(version)), VERSION__MAJOR) != GPU_AXI__VERSION__MAJOR_reset)
        return GT200_OTHER_VERSION;
    const uint32_t c = gt200_read(g, AT(capability));
    g->chip       = true;
    g->tpcs       = GET(c, CAPABILITY__TPCS);
    g->sms        = g->tpcs * GET(c, CAPABILITY__SMS);
    g->partitions = GET(c, CAPABILITY__PARTITIONS);
    g->dpu        = GET(c, CAPABILITY__DPU);
    g->tex        = GET(c, CAPABILITY__TEX);
    g->timed      = true;
    g->addr_bits  = GET(c, CAPABILITY__ADDR_BITS);
    if (GET(gt200_read(g, AT(version)), VERSION__MINOR) >= 1)
        gt200_take_limits(g, gt200_read(g, AT(limits)));
    return GT200_OK;
}

/* log2 of the pages of the largest block (MMU-7) that begins with a page, of so many that are mapped. Physical
 * addresses divide as virtual ones do. */
static uint32_t block_at(uint32_t page, uint32_t pages)
{
    uint32_t n = BLOCK_PAGES;

    while (n && (page & ((1u << n) - 1) || page + (1u << n) > pages))
        n--;
    return n;
}

/* One table for each 512 MB, of pages of 64 KB; page 0 is the one in front of device memory (GPU-3). */
static void write_pages(struct gt200 *g)
{
    const uint32_t end = g->mem_limit, tables = (end + region - 1) / region, table = region / PAGE * 8;

    put_command(g, UPLOAD, 0, 2 * REGIONS);
    put_word(g, DIRECTORY);
    for (uint32_t r = 0; r < REGIONS; r++) {
        put_word(g, r < tables ? (TABLES + r * table) | 1 : 0);
        put_word(g, 0);
    }
    for (uint32_t r = 0; r < tables; r++) {
        uint32_t block = 0, next = r * (region / PAGE);         /* log2 of its pages; the first behind it */
        put_command(g, UPLOAD, 0, table / 4);
        put_word(g, TABLES + r * table);
        for (uint32_t i = 0; i < region / PAGE; i++) {
            const uint32_t page = r * (region / PAGE) + i, device = page * PAGE;
            if (page == next)
                next += 1u << (block = block_at(page, end / PAGE));
            put_word(g, device < end ? (DEVICE - G_BASE + device) | block << BLOCK_BIT | 1 : 0);
            put_word(g, 0);
        }
    }
    g->new_pages = true;
}

/* All that was asked for is in memory: a reset would lose it. */
static void wait_fence(struct gt200 *g)
{
    put_command(g, FENCE, 0, 0);
    while (!GET(gt200_read(g, AT(status)), STATUS__ANSWER))
        ;
    gt200_write(g, AT(control), GPU_AXI__CONTROL__TAKE_bm);
}

enum gt200_error gt200_chip_memory(struct gt200 *g, uint64_t bus, uint32_t bytes)
{
    const uint32_t base[2] = { DIRECTORY, PROGRAMS };

    if (!g->chip)
        return GT200_NOT_HERE;
    if (bus % 32 || bytes % PAGE || bytes <= DEVICE || bytes / PARTITION > g->partitions ||
        (bytes / PARTITION == g->partitions && bytes % PARTITION) || !gt200_on_bus(g, bus) ||
        !gt200_on_bus(g, bus + bytes - 1))
        return GT200_BAD_MEMORY;
    if (gt200_chip_running(g))
        return GT200_RUNNING;
    reset_chip(g);
    gt200_write(g, AT(mem_bytes), bytes);
    gt200_write(g, AT(mem_offset), (uint32_t)bus);
    gt200_write(g, AT(mem_offset) + 4, (uint32_t)(bus >> 32));
    g->code      = bus + PROGRAMS;
    g->constants = g->code + CONSTANTS;
    g->offset    = bus + DEVICE - G_BASE;
    g->mem_base  = G_BASE;
    g->mem_limit = G_BASE + (bytes - DEVICE);
    put_set(g, DIR_BASE, base, 2);
    write_pages(g);
    wait_fence(g);
    return GT200_OK;
}

enum gt200_error gt200_chip_refuses(const struct gt200 *g, const struct gt200_launch *l)
{
    if (!g->mem_limit || l->max_cycles || l->cycle_start)
        return GT200_NOT_HERE;
    if (l->code != g->code || l->code_bytes > CONSTANTS)
        return GT200_BAD_CODE;
    if (l->constants != g->constants || l->offset != g->offset || l->mem_base != g->mem_base ||
        l->mem_limit != g->mem_limit)
        return GT200_BAD_MEMORY;
    return GT200_OK;
}

/* Behind a fault a chip is reset before anything else is done (GPU-4). */
static void reset_after_fault(struct gt200 *g)
{
    if (g->launched && g->answers == WITH_FAULT)
        reset_chip(g);
}

void gt200_chip_texture(struct gt200 *g, uint32_t n, const uint32_t descriptor[GT200_TEXTURE_WORDS])
{
    reset_after_fault(g);
    put_set(g, TEX_DATA, descriptor, GT200_TEXTURE_WORDS);
    put_set(g, TEX_INDEX, &n, 1);
}

/* `bits` of value at bit *at, which goes on. */
static void put_bits(uint32_t *w, uint32_t *at, uint32_t value, uint32_t bits)
{
    const uint32_t i = *at / 32, shift = *at % 32;

    w[i] |= value << shift;
    if (shift + bits > 32)
        w[i + 1] |= value >> (32 - shift);
    *at += bits;
}

/* launch_cfg_t (rtl/sm_types.svh), from its lowest field on. */
static void make_cfg(uint32_t w[CFG_WORDS], const struct gt200_launch *l, const struct gt200_slots *s)
{
    const uint32_t pm = l->pm[0] | (uint32_t)l->pm[1] << 5 | (uint32_t)l->pm[2] << 10 | (uint32_t)l->pm[3] << 15;
    const struct { uint32_t value; uint8_t bits; } fields[] = {
        { l->g_limit, 32 }, { l->g_base, 32 }, { s->regs, 8 }, { l->entry, 24 }, { (l->local_bytes + 3) / 4, 16 },
        { s->shared, 15 }, { pm, 20 }, { s->shared, 15 }, { s->rows, 9 }, { s->slot_warps, 6 }, { s->blocks, 4 },
        { l->grid_id & 0xffff, 16 }, { l->grid[1], 16 }, { l->grid[0], 16 }, { l->block[2], 16 }, { l->block[1], 16 },
        { l->block[0], 16 }, { l->nparams, 7 }, { s->warps, 5 }, { s->threads, 10 }
    };
    uint32_t at = 0;

    for (uint32_t i = 0; i < CFG_WORDS; i++)
        w[i] = 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        put_bits(w, &at, fields[i].value, fields[i].bits);
}

void gt200_chip_start(struct gt200 *g, const struct gt200_launch *l, const struct gt200_slots *s)
{
    uint32_t cfg[CFG_WORDS];

    reset_after_fault(g);
    make_cfg(cfg, l, s);
    put_set(g, CFG, cfg, CFG_WORDS);
    put_set(g, LOCAL_BASE, &l->local, 1);
    put_command(g, SET, PARAM, GT200_PARAMS);
    for (uint32_t i = 0; i < GT200_PARAMS; i++)
        put_word(g, i < l->nparams ? l->params[i] : 0);
    put_command(g, INVALIDATE, 0, CODE | TEXTURES | (g->new_pages ? PAGES : 0));
    g->new_pages = false;
    g->tag       = (g->tag + 1) & 0xffff;
    g->launched  = true;
    g->told      = false;
    g->answers   = 0;
    put_command(g, LAUNCH, 0, g->tag);
}

/* All words of the last launch's answer are here. */
static bool is_answered(const struct gt200 *g)
{
    return g->answers >= OF_LAUNCH && g->answers == (g->answer[0] >> 26 & 1 ? WITH_FAULT : OF_LAUNCH);
}

/* Takes the words of its answer that have come. */
static void take_answer(struct gt200 *g)
{
    while (g->launched && !is_answered(g) && GET(gt200_read(g, AT(status)), STATUS__ANSWER)) {
        const uint32_t w = gt200_read(g, AT(answer));

        gt200_write(g, AT(control), GPU_AXI__CONTROL__TAKE_bm);
        if (g->answers || (w >> 28 == LAUNCH && (w & 0xffff) == g->tag))
            g->answer[g->answers++] = w;
    }
}

bool gt200_chip_running(struct gt200 *g)
{
    take_answer(g);
    return g->launched && !is_answered(g);
}

static bool has_fault(const struct gt200 *g)
{
    return g->launched && g->answers == WITH_FAULT;
}

void gt200_chip_look(struct gt200 *g, struct gt200_status *s)
{
    *s = (struct gt200_status){ .running = gt200_chip_running(g) };
    s->bus_error = GET(gt200_read(g, AT(status)), STATUS__BUS_ERROR);
    s->ended     = g->launched && !s->running;
    s->fault     = has_fault(g);
    if (s->ended)
        s->cycles = (uint64_t)g->answer[2] << 32 | g->answer[1];
}

void gt200_chip_abort(struct gt200 *g)
{
    reset_chip(g);
}

/* fault_t (rtl/sm_types.svh), lowest bits first: addr, lane, pc, warp, derr, code. */
bool gt200_chip_fault(struct gt200 *g, struct gt200_fault *f)
{
    const uint32_t *w = g->answer + OF_LAUNCH;
    const uint32_t slot = w[1] >> 29 | (w[2] & 3) << 3;

    if (!has_fault(g))
        return false;
    *f = (struct gt200_fault){
        .code = w[2] >> 6 & 0xff, .decode_error = w[2] >> 2 & 0xf, .pc = w[1] >> 5 & 0xffffff, .addr = w[0],
        .sm = g->answer[0] >> 20 & 31, .warp = slot % g->slot_warps, .lane = w[1] & 31,
        .block_x = GT200_UNKNOWN, .block_y = GT200_UNKNOWN, .page = g->answer[0] >> 25 & 1
    };
    return true;
}

void gt200_chip_irq_enable(struct gt200 *g, uint32_t which)
{
    gt200_write(g, AT(irq_enable), (which & (GT200_IRQ_ENDED | GT200_IRQ_FAULT) ? GPU_AXI__IRQ_ENABLE__ANSWER_bm : 0) |
                                   (which & GT200_IRQ_BUS_ERROR ? GPU_AXI__IRQ_ENABLE__BUS_ERROR_bm : 0));
}

/* Cleared before the answer's words are taken: one that comes behind sets it again. */
uint32_t gt200_chip_irq_take(struct gt200 *g)
{
    const uint32_t came = gt200_read(g, AT(irq_status));
    uint32_t which = GET(came, IRQ_STATUS__BUS_ERROR) ? GT200_IRQ_BUS_ERROR : 0;

    gt200_write(g, AT(irq_status), came);
    take_answer(g);
    if (g->launched && !g->told && is_answered(g)) {
        g->told = true;
        which |= GT200_IRQ_ENDED | (has_fault(g) ? GT200_IRQ_FAULT : 0);
    }
    return which;
}
