/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver of gt200_axi: cubins into memory, launches, interrupts, by the registers of rtl/axi/gt200_axi.rdl.
 */
#include "gt200_driver.h"

#include <stddef.h>

#include "gt200_axi_regs.h"

#define AT(reg) offsetof(gt200_axi_t, reg)
#define GET(word, field) (((word) & GT200_AXI__##field##_bm) >> GT200_AXI__##field##_bp)
#define PUT(value, field) ((uint32_t)(value) << GT200_AXI__##field##_bp & GT200_AXI__##field##_bm)

enum { WARPS = 32, BLOCKS = 8, REG_ROWS = 256, SHARED = 16384, THREADS = 1024, HEADER = 16, TEXTURES = 128 };

static uint32_t mmio_read(void *ctx, uint32_t offset)
{
    return *(volatile uint32_t *)((volatile char *)ctx + offset);
}

static void mmio_write(void *ctx, uint32_t offset, uint32_t value)
{
    *(volatile uint32_t *)((volatile char *)ctx + offset) = value;
}

struct gt200_bus gt200_mmio_bus(volatile void *registers)
{
    return (struct gt200_bus){ mmio_read, mmio_write, (void *)(uintptr_t)registers };
}

static uint32_t read_reg(const struct gt200 *g, size_t at)
{
    return g->bus.read(g->bus.ctx, (uint32_t)at);
}

static void write_reg(const struct gt200 *g, size_t at, uint32_t value)
{
    g->bus.write(g->bus.ctx, (uint32_t)at, value);
}

static void write_reg64(const struct gt200 *g, size_t at, uint64_t value)
{
    write_reg(g, at, (uint32_t)value);
    write_reg(g, at + 4, (uint32_t)(value >> 32));
}

/* A count may go on between its words. */
static uint64_t read_reg64(const struct gt200 *g, size_t at)
{
    uint32_t high = read_reg(g, at + 4);

    for (;;) {
        const uint32_t low = read_reg(g, at), again = read_reg(g, at + 4);
        if (again == high)
            return (uint64_t)high << 32 | low;
        high = again;
    }
}

const char *gt200_error_name(enum gt200_error e)
{
    static const char *const name[] = {
        "ok", "no machine", "registers of another version", "a launch runs", "code: base, length or entry",
        "memory: base, limit or offset", "grid", "block", "registers", "shared memory", "parameters", "texture number"
    };
    return (size_t)e < sizeof name / sizeof *name ? name[e] : "unknown error";
}

enum gt200_error gt200_open(struct gt200 *g, struct gt200_bus bus)
{
    *g = (struct gt200){ .bus = bus, .slot_warps = 2 };
    if (read_reg(g, AT(magic)) != GT200_AXI__MAGIC__VALUE_reset)
        return GT200_NO_MACHINE;
    if (GET(read_reg(g, AT(version)), VERSION__MAJOR) != GT200_AXI__VERSION__MAJOR_reset)
        return GT200_OTHER_VERSION;
    const uint32_t c = read_reg(g, AT(capability));
    g->sms       = GET(c, CAPABILITY__SMS);
    g->dpu       = GET(c, CAPABILITY__DPU);
    g->tex       = GET(c, CAPABILITY__TEX);
    g->timed     = GET(c, CAPABILITY__TIMED);
    g->addr_bits = GET(c, CAPABILITY__ADDR_BITS);
    return GT200_OK;
}

static uint32_t sm_local_bytes(uint32_t local_bytes)
{
    return WARPS * 32 * ((local_bytes + 3) & ~3u);
}

uint32_t gt200_local_bytes(const struct gt200 *g, uint32_t local_bytes)
{
    return g->sms * sm_local_bytes(local_bytes);
}

static bool is_running(const struct gt200 *g)
{
    return GET(read_reg(g, AT(status)), STATUS__RUNNING);
}

enum gt200_error gt200_texture(struct gt200 *g, uint32_t n, const uint32_t descriptor[5])
{
    if (n >= TEXTURES)
        return GT200_BAD_TEXTURE;
    if (is_running(g))
        return GT200_RUNNING;
    for (unsigned i = 0; i < 5; i++)
        write_reg(g, AT(tex_data) + 4 * i, descriptor[i]);
    write_reg(g, AT(tex_index), n);
    return GT200_OK;
}

static uint32_t lesser_of(uint32_t a, uint32_t b) { return a < b ? a : b; }

static bool on_bus(const struct gt200 *g, uint64_t addr)
{
    return g->addr_bits >= 64 || addr >> g->addr_bits == 0;
}

/* A block, and how many of them an SM takes (CTA-3). */
struct slots { uint32_t threads, warps, regs, slot_warps, rows, shared, blocks; };

/* How many blocks an SM holds, and what each takes of it; an error: it does not fit at all. */
static enum gt200_error slots_of(const struct gt200_launch *l, struct slots *s)
{
    if (!l->block[0] || !l->block[1] || !l->block[2] || l->block[0] > 512 || l->block[1] > 512 || l->block[2] > 64 ||
        l->block[0] * l->block[1] * l->block[2] > 512)
        return GT200_BAD_BLOCK;
    s->threads    = l->block[0] * l->block[1] * l->block[2];
    s->warps      = (s->threads + 31) / 32;
    s->slot_warps = (s->warps + 1) & ~1u;
    s->regs       = (l->regs + 3) & ~3u;
    s->rows       = s->regs * s->slot_warps / 2;
    if (!l->regs || l->regs > 128 || s->rows > REG_ROWS)
        return GT200_BAD_REGISTERS;
    if (l->nparams > 64)
        return GT200_BAD_PARAMETERS;
    if (l->shared < HEADER + 4 * l->nparams || l->shared > SHARED || l->dynamic > SHARED - l->shared)
        return GT200_BAD_SHARED;
    s->shared = (l->shared + l->dynamic + 63) & ~63u;
    s->blocks = lesser_of(lesser_of(BLOCKS, WARPS / s->slot_warps),
                          lesser_of(lesser_of(REG_ROWS / s->rows, SHARED / s->shared), THREADS / s->threads));
    return GT200_OK;
}

/* Are the addresses aligned as the registers want them, and on the bus? */
static enum gt200_error places_ok(const struct gt200 *g, const struct gt200_launch *l)
{
    if (!l->code_bytes || l->code % 256 || l->code_bytes % 4 || l->entry % 4 || l->entry >= l->code_bytes ||
        l->code_bytes > 1u << 24 || !on_bus(g, l->code) || !on_bus(g, l->code + l->code_bytes - 1))
        return GT200_BAD_CODE;
    if (l->constants % 256 || l->offset % 32 || l->mem_base % 32 || l->mem_limit % 32 || l->mem_limit < l->mem_base ||
        l->local % 128 || !on_bus(g, l->constants))
        return GT200_BAD_MEMORY;
    if (!l->grid[0] || !l->grid[1] || l->grid[0] > 65535 || l->grid[1] > 65535)
        return GT200_BAD_GRID;
    return GT200_OK;
}

enum gt200_error gt200_start(struct gt200 *g, const struct gt200_launch *l)
{
    struct slots s;
    enum gt200_error e = places_ok(g, l);

    if (e == GT200_OK)
        e = slots_of(l, &s);
    if (e != GT200_OK)
        return e;
    if (is_running(g))
        return GT200_RUNNING;
    g->slot_warps = s.slot_warps;
    write_reg(g, AT(grid), PUT(l->grid[0], GRID__X) | PUT(l->grid[1], GRID__Y));
    write_reg(g, AT(block), PUT(s.threads, BLOCK__THREADS) | PUT(s.warps, BLOCK__WARPS));
    write_reg(g, AT(block_xy), PUT(l->block[0], BLOCK_XY__X) | PUT(l->block[1], BLOCK_XY__Y));
    write_reg(g, AT(block_z), PUT(l->block[2], BLOCK_Z__Z) | PUT(l->grid_id, BLOCK_Z__GRID_ID));
    write_reg(g, AT(slots), PUT(s.blocks, SLOTS__BLOCKS) | PUT(s.slot_warps, SLOTS__WARPS) | PUT(s.rows, SLOTS__ROWS));
    write_reg(g, AT(shared), PUT(s.shared, SHARED__SLOT) | PUT(s.shared, SHARED__BLOCK));
    write_reg(g, AT(thread), PUT(s.regs, THREAD__REGS) | PUT(l->nparams, THREAD__PARAMS) |
                             PUT((l->local_bytes + 3) / 4, THREAD__LOCAL_WORDS));
    write_reg(g, AT(entry), l->entry);
    write_reg(g, AT(g_base), l->g_base);
    write_reg(g, AT(g_limit), l->g_limit);
    write_reg(g, AT(pm_select),
              l->pm[0] | (uint32_t)l->pm[1] << 5 | (uint32_t)l->pm[2] << 10 | (uint32_t)l->pm[3] << 15);
    write_reg(g, AT(cycle_start), l->cycle_start);
    for (uint32_t i = 0; i < g->sms; i++)
        write_reg(g, AT(local_base) + 4 * i, l->local + i * sm_local_bytes(l->local_bytes));
    write_reg64(g, AT(max_cycles), l->max_cycles);
    write_reg64(g, AT(code_base), l->code);
    write_reg(g, AT(code_bytes), l->code_bytes);
    write_reg(g, AT(const_bound), l->segments);
    write_reg64(g, AT(const_base), l->constants);
    write_reg(g, AT(mem_base), l->mem_base);
    write_reg(g, AT(mem_limit), l->mem_limit);
    write_reg64(g, AT(mem_offset), l->offset);
    for (uint32_t i = 0; i < 64; i++)
        write_reg(g, AT(param) + 4 * i, i < l->nparams ? l->params[i] : 0);
    write_reg(g, AT(control), PUT(1, CONTROL__START));
    return GT200_OK;
}

void gt200_look(struct gt200 *g, struct gt200_status *s)
{
    const uint32_t w = read_reg(g, AT(status));

    s->running   = GET(w, STATUS__RUNNING);
    s->ended     = GET(w, STATUS__ENDED);
    s->fault     = GET(w, STATUS__FAULT);
    s->timeout   = GET(w, STATUS__TIMEOUT);
    s->bus_error = GET(w, STATUS__BUS_ERROR);
    s->cycles    = read_reg64(g, s->ended && !s->fault && !s->timeout ? AT(end_cycle) : AT(cycles));
    s->clocks    = read_reg64(g, AT(clocks));
    s->stopped   = read_reg64(g, AT(stopped));
    s->blocks    = read_reg(g, AT(blocks_done));
}

void gt200_wait(struct gt200 *g, struct gt200_status *s)
{
    while (is_running(g))
        ;
    gt200_look(g, s);
}

void gt200_abort(struct gt200 *g)
{
    write_reg(g, AT(control), PUT(1, CONTROL__ABORT));
}

bool gt200_get_fault(struct gt200 *g, struct gt200_fault *f)
{
    const uint32_t w = read_reg(g, AT(fault)), slot = GET(w, FAULT__WARP) / g->slot_warps;

    if (!GET(w, FAULT__VALID))
        return false;
    const uint32_t block = read_reg(g, AT(slot_block) + 4 * slot);
    *f = (struct gt200_fault){
        .code = GET(w, FAULT__CODE), .decode_error = GET(w, FAULT__DERR), .pc = read_reg(g, AT(fault_pc)),
        .addr = read_reg(g, AT(fault_addr)), .sm = GET(w, FAULT__SM), .warp = GET(w, FAULT__WARP) % g->slot_warps,
        .lane = GET(w, FAULT__LANE), .block_x = GET(block, SLOT_BLOCK__X), .block_y = GET(block, SLOT_BLOCK__Y)
    };
    return true;
}

void gt200_irq_enable(struct gt200 *g, uint32_t which)
{
    write_reg(g, AT(irq_enable), which);
}

uint32_t gt200_irq_take(struct gt200 *g)
{
    const uint32_t came = read_reg(g, AT(irq_status));

    write_reg(g, AT(irq_status), came);
    return came;
}
