/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver of gt200_axi: launches and interrupts by the registers of rtl/axi/gt200_axi.rdl; on a gpu_axi_top those of
 * gt200_chip.c.
 */
#include "gpu_axi_regs.h"
#include "gt200_axi_regs.h"
#include "gt200_internal.h"

#define AT(reg) offsetof(gt200_axi_t, reg)
#define GET(word, field) (((word) & GT200_AXI__##field##_bm) >> GT200_AXI__##field##_bp)
#define PUT(value, field) ((uint32_t)(value) << GT200_AXI__##field##_bp & GT200_AXI__##field##_bm)

enum { SHARED = 16384, HEADER = 16, TEXTURES = 128 };

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

static void write_reg64(const struct gt200 *g, size_t at, uint64_t value)
{
    gt200_write(g, at, (uint32_t)value);
    gt200_write(g, at + 4, (uint32_t)(value >> 32));
}

/* A count may go on between its words. */
static uint64_t read_reg64(const struct gt200 *g, size_t at)
{
    uint32_t high = gt200_read(g, at + 4);

    for (;;) {
        const uint32_t low = gt200_read(g, at), again = gt200_read(g, at + 4);
        if (again == high)
            return (uint64_t)high << 32 | low;
        high = again;
    }
}

const char *gt200_error_name(enum gt200_error e)
{
    static const char *const name[] = {
        "ok", "no machine", "registers of another version", "a launch runs", "code: base, length or entry",
        "memory: base, limit or offset", "grid", "block", "registers", "shared memory", "parameters", "texture number",
        "not with this machine, or before it has memory"
    };
    return (size_t)e < sizeof name / sizeof *name ? name[e] : "unknown error";
}

/* What version 1.0 of the registers does not tell: GT200's. */
static void set_limits(struct gt200 *g)
{
    g->warps         = 32;
    g->blocks        = 8;
    g->rows          = 256;
    g->block_threads = 512;
}

static enum gt200_error open_tpc(struct gt200 *g)
{
    const uint32_t version = gt200_read(g, AT(version));

    if (GET(version, VERSION__MAJOR) != GT200_AXI__VERSION__MAJOR_reset)
        return GT200_OTHER_VERSION;
    const uint32_t c = gt200_read(g, AT(capability));
    g->tpcs      = 1;
    g->sms       = GET(c, CAPABILITY__SMS);
    g->dpu       = GET(c, CAPABILITY__DPU);
    g->tex       = GET(c, CAPABILITY__TEX);
    g->timed     = GET(c, CAPABILITY__TIMED);
    g->addr_bits = GET(c, CAPABILITY__ADDR_BITS);
    if (GET(version, VERSION__MINOR) >= 1)
        gt200_take_limits(g, gt200_read(g, AT(limits)));
    return GT200_OK;
}

enum gt200_error gt200_open(struct gt200 *g, struct gt200_bus bus)
{
    *g = (struct gt200){ .bus = bus, .slot_warps = 2 };
    set_limits(g);
    const uint32_t magic = gt200_read(g, AT(magic));
    if (magic == GPU_AXI__MAGIC__VALUE_reset)
        return gt200_chip_open(g);
    return magic == GT200_AXI__MAGIC__VALUE_reset ? open_tpc(g) : GT200_NO_MACHINE;
}

static uint32_t sm_local_bytes(uint32_t local_bytes)
{
    return GT200_LOCAL_WARPS * 32 * ((local_bytes + 3) & ~3u);
}

uint32_t gt200_local_bytes(const struct gt200 *g, uint32_t local_bytes)
{
    return g->sms * sm_local_bytes(local_bytes);
}

static bool is_running(struct gt200 *g)
{
    return g->chip ? gt200_chip_running(g) : GET(gt200_read(g, AT(status)), STATUS__RUNNING);
}

enum gt200_error gt200_texture(struct gt200 *g, uint32_t n, const uint32_t descriptor[5])
{
    if (n >= TEXTURES)
        return GT200_BAD_TEXTURE;
    if (is_running(g))
        return GT200_RUNNING;
    if (g->chip) {
        gt200_chip_texture(g, n, descriptor);
        return GT200_OK;
    }
    for (unsigned i = 0; i < GT200_TEXTURE_WORDS; i++)
        gt200_write(g, AT(tex_data) + 4 * i, descriptor[i]);
    gt200_write(g, AT(tex_index), n);
    return GT200_OK;
}

static uint32_t lesser_of(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* How many blocks an SM holds, and what each takes of it; an error: it does not fit at all. */
static enum gt200_error slots_of(const struct gt200 *g, const struct gt200_launch *l, struct gt200_slots *s)
{
    if (!l->block[0] || !l->block[1] || !l->block[2] || l->block[0] > 512 || l->block[1] > 512 || l->block[2] > 64 ||
        l->block[0] * l->block[1] * l->block[2] > g->block_threads)
        return GT200_BAD_BLOCK;
    s->threads    = l->block[0] * l->block[1] * l->block[2];
    s->warps      = (s->threads + 31) / 32;
    s->slot_warps = (s->warps + 1) & ~1u;
    s->regs       = (l->regs + 3) & ~3u;
    s->rows       = s->regs * s->slot_warps / 2;
    if (!l->regs || l->regs > 128 || s->rows > g->rows)
        return GT200_BAD_REGISTERS;
    if (l->nparams > 64)
        return GT200_BAD_PARAMETERS;
    if (l->shared < HEADER + 4 * l->nparams || l->shared > SHARED || l->dynamic > SHARED - l->shared)
        return GT200_BAD_SHARED;
    s->shared = (l->shared + l->dynamic + 63) & ~63u;
    s->blocks = lesser_of(lesser_of(g->blocks, g->warps / s->slot_warps),
                          lesser_of(lesser_of(g->rows / s->rows, SHARED / s->shared), 32 * g->warps / s->threads));
    return GT200_OK;
}

/* Are the addresses aligned as the registers want them, and on the bus? */
static enum gt200_error places_ok(const struct gt200 *g, const struct gt200_launch *l)
{
    if (!l->code_bytes || l->code % 256 || l->code_bytes % 4 || l->entry % 4 || l->entry >= l->code_bytes ||
        l->code_bytes > 1u << 24 || !gt200_on_bus(g, l->code) || !gt200_on_bus(g, l->code + l->code_bytes - 1))
        return GT200_BAD_CODE;
    if (l->constants % 256 || l->offset % 32 || l->mem_base % 32 || l->mem_limit % 32 || l->mem_limit < l->mem_base ||
        l->local % 128 || !gt200_on_bus(g, l->constants))
        return GT200_BAD_MEMORY;
    if (!l->grid[0] || !l->grid[1] || l->grid[0] > 65535 || l->grid[1] > 65535)
        return GT200_BAD_GRID;
    return GT200_OK;
}

static void start_tpc(const struct gt200 *g, const struct gt200_launch *l, const struct gt200_slots *s)
{
    gt200_write(g, AT(grid), PUT(l->grid[0], GRID__X) | PUT(l->grid[1], GRID__Y));
    gt200_write(g, AT(block), PUT(s->threads, BLOCK__THREADS) | PUT(s->warps, BLOCK__WARPS));
    gt200_write(g, AT(block_xy), PUT(l->block[0], BLOCK_XY__X) | PUT(l->block[1], BLOCK_XY__Y));
    gt200_write(g, AT(block_z), PUT(l->block[2], BLOCK_Z__Z) | PUT(l->grid_id, BLOCK_Z__GRID_ID));
    gt200_write(g, AT(slots), PUT(s->blocks, SLOTS__BLOCKS) | PUT(s->slot_warps, SLOTS__WARPS) |
                              PUT(s->rows, SLOTS__ROWS));
    gt200_write(g, AT(shared), PUT(s->shared, SHARED__SLOT) | PUT(s->shared, SHARED__BLOCK));
    gt200_write(g, AT(thread), PUT(s->regs, THREAD__REGS) | PUT(l->nparams, THREAD__PARAMS) |
                             PUT((l->local_bytes + 3) / 4, THREAD__LOCAL_WORDS));
    gt200_write(g, AT(entry), l->entry);
    gt200_write(g, AT(g_base), l->g_base);
    gt200_write(g, AT(g_limit), l->g_limit);
    gt200_write(g, AT(pm_select),
              l->pm[0] | (uint32_t)l->pm[1] << 5 | (uint32_t)l->pm[2] << 10 | (uint32_t)l->pm[3] << 15);
    gt200_write(g, AT(cycle_start), l->cycle_start);
    for (uint32_t i = 0; i < g->sms; i++)
        gt200_write(g, AT(local_base) + 4 * i, l->local + i * sm_local_bytes(l->local_bytes));
    write_reg64(g, AT(max_cycles), l->max_cycles);
    write_reg64(g, AT(code_base), l->code);
    gt200_write(g, AT(code_bytes), l->code_bytes);
    gt200_write(g, AT(const_bound), l->segments);
    write_reg64(g, AT(const_base), l->constants);
    gt200_write(g, AT(mem_base), l->mem_base);
    gt200_write(g, AT(mem_limit), l->mem_limit);
    write_reg64(g, AT(mem_offset), l->offset);
    for (uint32_t i = 0; i < GT200_PARAMS; i++)
        gt200_write(g, AT(param) + 4 * i, i < l->nparams ? l->params[i] : 0);
    gt200_write(g, AT(control), PUT(1, CONTROL__START));
}

enum gt200_error gt200_start(struct gt200 *g, const struct gt200_launch *l)
{
    struct gt200_slots s;
    enum gt200_error e = places_ok(g, l);

    if (e == GT200_OK && g->chip)
        e = gt200_chip_refuses(g, l);
    if (e == GT200_OK)
        e = slots_of(g, l, &s);
    if (e != GT200_OK)
        return e;
    if (is_running(g))
        return GT200_RUNNING;
    g->slot_warps = s.slot_warps;
    if (g->chip)
        gt200_chip_start(g, l, &s);
    else
        start_tpc(g, l, &s);
    return GT200_OK;
}

void gt200_look(struct gt200 *g, struct gt200_status *s)
{
    if (g->chip) {
        gt200_chip_look(g, s);
        return;
    }
    const uint32_t w = gt200_read(g, AT(status));
    s->running   = GET(w, STATUS__RUNNING);
    s->ended     = GET(w, STATUS__ENDED);
    s->fault     = GET(w, STATUS__FAULT);
    s->timeout   = GET(w, STATUS__TIMEOUT);
    s->bus_error = GET(w, STATUS__BUS_ERROR);
    s->cycles    = read_reg64(g, s->ended && !s->fault && !s->timeout ? AT(end_cycle) : AT(cycles));
    s->clocks    = read_reg64(g, AT(clocks));
    s->stopped   = read_reg64(g, AT(stopped));
    s->blocks    = gt200_read(g, AT(blocks_done));
}

void gt200_wait(struct gt200 *g, struct gt200_status *s)
{
    while (is_running(g))
        ;
    gt200_look(g, s);
}

void gt200_abort(struct gt200 *g)
{
    if (g->chip)
        gt200_chip_abort(g);
    else
        gt200_write(g, AT(control), PUT(1, CONTROL__ABORT));
}

bool gt200_get_fault(struct gt200 *g, struct gt200_fault *f)
{
    if (g->chip)
        return gt200_chip_fault(g, f);
    const uint32_t w = gt200_read(g, AT(fault)), slot = GET(w, FAULT__WARP) / g->slot_warps;

    if (!GET(w, FAULT__VALID))
        return false;
    const uint32_t block = gt200_read(g, AT(slot_block) + 4 * slot);
    *f = (struct gt200_fault){
        .code = GET(w, FAULT__CODE), .decode_error = GET(w, FAULT__DERR), .pc = gt200_read(g, AT(fault_pc)),
        .addr = gt200_read(g, AT(fault_addr)), .sm = GET(w, FAULT__SM), .warp = GET(w, FAULT__WARP) % g->slot_warps,
        .lane = GET(w, FAULT__LANE), .block_x = GET(block, SLOT_BLOCK__X), .block_y = GET(block, SLOT_BLOCK__Y)
    };
    return true;
}

void gt200_irq_enable(struct gt200 *g, uint32_t which)
{
    if (g->chip)
        gt200_chip_irq_enable(g, which);
    else
        gt200_write(g, AT(irq_enable), which);
}

uint32_t gt200_irq_take(struct gt200 *g)
{
    if (g->chip)
        return gt200_chip_irq_take(g);
    const uint32_t came = gt200_read(g, AT(irq_status));
    gt200_write(g, AT(irq_status), came);
    return came;
}
