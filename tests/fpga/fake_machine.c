/* SPDX-License-Identifier: Apache-2.0
 *
 * A board behind the link, played by the model.
 */
#include "fake_machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gsim.h"
#include "gt_chip.h"
#include "fpga_digest.h"
#include "link_def.h"
#include "ports.h"
#include "signature.h"

#define REGS     1024u
#define PAGE     4096u
#define NEVER    UINT64_MAX
#define CODE_MAX (1u << 20)
#define TRACE_DEPTH 8u

struct fake_machine {
    struct fake_options o;
    uint8_t *mem;
    uint32_t reg[REGS];
    uint64_t stop_at;
    uint32_t tic[GT_TEXTURES][LINK_REG_TEX_INDEX - LINK_REG_TEX_DATA];
    /* a launch; sm NULL: none */
    struct gt_sm     *sm;
    struct gt_gpu    *gpu;
    struct gt_launch  launch;
    struct gt_config  config;
    uint64_t offered, done, end_cycle;
    uint64_t signature;
    bool stopped, was_wrong;
    bool held, in_parts;                            /* o.torn: until the first look; it is made in parts */
    uint32_t trace[TRACE_DEPTH][8], traced;         /* entries: instructions only */
};

static bool is_writable(uint32_t number)
{
#define WRITABLE(name, first, words, rw) if (rw && number - first < words) return true;
    LINK_REGISTERS(WRITABLE)
    return false;
}

#define GET(words, name)        PORTS_GET(words, name)
#define SET(words, name, value) PORTS_PUT(words, name, value)

static void set_wide(struct fake_machine *m, unsigned reg, uint64_t value)
{
    m->reg[reg] = (uint32_t)value;
    m->reg[reg + 1] = (uint32_t)(value >> 32);
}

static uint64_t get_wide(const struct fake_machine *m, unsigned reg)
{
    return m->reg[reg] | (uint64_t)m->reg[reg + 1] << 32;
}

/* Registers and memory after power-up. */
static void power_up(struct fake_machine *m)
{
    uint32_t *r = m->reg;

    r[LINK_REG_MAGIC] = LINK_MAGIC;
    r[LINK_REG_VERSION] = LINK_VERSION;
    r[LINK_REG_CONFIG] = m->o.config;
    set_wide(m, LINK_REG_DIGEST, FPGA_DIGEST);
    r[LINK_REG_MEM_BYTES] = m->o.mem_bytes;
    r[LINK_REG_CLOCK_HZ] = 25000000;
    memcpy(r + LINK_REG_BOARD, "fake board\0\0\0\0\0", 16);
    SET(r + LINK_REG_STATUS, LINK_STATUS_MEM_READY, 1);
    r[LINK_REG_TRACE_DEPTH] = m->o.wrong_at ? TRACE_DEPTH : 0;     /* of instructions alone: not a board's */
    m->stop_at = NEVER;
    memset(m->mem, 0xa5, m->o.mem_bytes);           /* a memory holds anything at power-up */
}

struct fake_machine *fake_new(const struct fake_options *o)
{
    struct fake_machine *m = calloc(1, sizeof *m);

    if (!m || !(m->mem = malloc(o->mem_bytes))) {
        free(m);
        return NULL;
    }
    m->o = *o;
    power_up(m);
    return m;
}

static void free_machine(struct fake_machine *m)
{
    gt_sm_free(m->sm);
    gt_gpu_free(m->gpu);
    free((void *)(uintptr_t)m->launch.code);
    m->sm = NULL;
    m->gpu = NULL;
}

void fake_free(struct fake_machine *m)
{
    if (m->sm)
        free_machine(m);
    free(m->mem);
    free(m);
}

void fake_bad_frames(struct fake_machine *m, uint64_t bad)
{
    m->reg[LINK_REG_FRAMES_BAD] = (uint32_t)bad;
}

/* ---- a launch ---- */

static void exit_unless(bool right, const char *what)
{
    if (right)
        return;
    fprintf(stderr, "fake board: the launch is told wrongly: %s\n", what);
    exit(99);
}

/* A texture from its words on the bus (TIC). */
static void bind_texture(struct gt_gpu *g, unsigned i, const uint32_t *w)
{
    bool rows = GET(w, GT_TIC_ROWS) > 1 || GET(w, GT_TIC_PITCH);
    struct gt_texture t = {
        .addr = GET(w, GT_TIC_ADDR), .width = GET(w, GT_TIC_WIDTH), .pitch = GET(w, GT_TIC_PITCH) * GT_TEX_PITCH,
        .height = rows ? GET(w, GT_TIC_ROWS) : 0, .slice = GET(w, GT_TIC_SLICE) * GT_TEX_PITCH,
        .depth = GET(w, GT_TIC_SLICE) ? GET(w, GT_TIC_SLICES) : 0, .comps = (uint8_t)(1u << GET(w, GT_TIC_COMPS)),
        .bits = (uint8_t)(8u << GET(w, GT_TIC_BYTES)), .type = (uint8_t)GET(w, GT_TIC_KIND),
        .normalized = GET(w, GT_TIC_NORM), .linear = GET(w, GT_TIC_LINEAR),
        .mode = { (uint8_t)GET(w, GT_TIC_MODE_X), (uint8_t)GET(w, GT_TIC_MODE_Y), (uint8_t)GET(w, GT_TIC_MODE_Z) },
    };
    if (t.width)
        exit_unless(gt_texture_bind(g, i, &t), "a texture");
}

/* The launch that the registers tell. */
static void take_launch(struct fake_machine *m)
{
    const uint32_t *r = m->reg, *cfg = r + LINK_REG_CFG;
    uint32_t words = r[LINK_REG_CODE_BYTES] / 4;
    struct gt_launch *l = &m->launch;

    exit_unless(r[LINK_REG_CODE_BASE] % 256 == 0 && r[LINK_REG_CONST_BASE] % 256 == 0,
                "bases that are not multiples of 256");
    exit_unless(words && words <= CODE_MAX && r[LINK_REG_CODE_BASE] <= m->o.mem_bytes - 4 * words,
                "code outside the memory");
    uint32_t *code = malloc(4 * words);
    exit_unless(code != NULL, "memory");
    for (uint32_t i = 0; i < words; i++)
        code[i] = frame_word(m->mem + r[LINK_REG_CODE_BASE] + 4 * i);
    *l = (struct gt_launch){
        .name = "fake", .code = code, .code_words = words, .entry = GET(cfg, RTL_LAUNCH_CFG_ENTRY),
        .regs = GET(cfg, RTL_LAUNCH_CFG_NREGS), .smem = GET(cfg, RTL_LAUNCH_CFG_SMEM_BYTES),
        .lmem = 4 * GET(cfg, RTL_LAUNCH_CFG_LOCAL_WORDS), .grid_x = r[LINK_REG_GRID], .grid_y = r[LINK_REG_GRID + 1],
        .block_x = GET(cfg, RTL_LAUNCH_CFG_NTID_X), .block_y = GET(cfg, RTL_LAUNCH_CFG_NTID_Y),
        .block_z = GET(cfg, RTL_LAUNCH_CFG_NTID_Z), .grid_id = GET(cfg, RTL_LAUNCH_CFG_GRIDID),
        .params = r + LINK_REG_PARAMS, .param_words = GET(cfg, RTL_LAUNCH_CFG_NPARAM),
        .max_cycles = get_wide(m, LINK_REG_MAX_CYCLES),
    };
    for (unsigned i = 0; i < 4; i++)
        l->pm[i] = (uint8_t)(GET(cfg, RTL_LAUNCH_CFG_PM_SEL) >> 5 * i & 31);
}

/* What the host has derived is what the model derives. */
static void compare_config(const struct fake_machine *m)
{
    const uint32_t *cfg = m->reg + LINK_REG_CFG, *place = m->reg + LINK_REG_PLACE;
    const struct gt_config *c = &m->config;

    exit_unless(c->nthreads == GET(cfg, RTL_LAUNCH_CFG_NTHREADS), "nthreads");
    exit_unless(c->nwarps == GET(cfg, RTL_LAUNCH_CFG_NWARPS), "nwarps");
    exit_unless(c->nregs == GET(cfg, RTL_LAUNCH_CFG_NREGS), "nregs");
    exit_unless(c->smem_bytes == GET(cfg, RTL_LAUNCH_CFG_SMEM_BYTES), "smem_bytes");
    exit_unless(c->max_blocks == GET(cfg, RTL_LAUNCH_CFG_MAX_BLOCKS), "max_blocks");
    exit_unless(c->slot_warps == GET(cfg, RTL_LAUNCH_CFG_SLOT_WARPS), "slot_warps");
    exit_unless(c->slot_rows == GET(cfg, RTL_LAUNCH_CFG_SLOT_ROWS), "slot_rows");
    exit_unless(c->slot_smem == GET(cfg, RTL_LAUNCH_CFG_SLOT_SMEM), "slot_smem");
    exit_unless(c->local_words == GET(cfg, RTL_LAUNCH_CFG_LOCAL_WORDS), "local_words");
    exit_unless(c->g_base == GET(cfg, RTL_LAUNCH_CFG_G_BASE), "g_base");
    exit_unless(c->g_limit == GET(cfg, RTL_LAUNCH_CFG_G_LIMIT), "g_limit");
    exit_unless(GET(cfg, RTL_LAUNCH_CFG_NCTAID_X) == m->launch.grid_x, "nctaid_x");
    exit_unless(GET(cfg, RTL_LAUNCH_CFG_NCTAID_Y) == m->launch.grid_y, "nctaid_y");
    exit_unless(c->local_base == GET(place, RTL_SM_PLACE_LOCAL_BASE), "local_base");
    exit_unless(!GET(place, RTL_SM_PLACE_PHYSID), "physid");
}

/* A launch: takes it from the registers and memory, and starts the model. */
static void begin_launch(struct fake_machine *m)
{
    uint32_t *r = m->reg, base = r[LINK_REG_MEM_BASE], limit = r[LINK_REG_MEM_LIMIT];
    struct gt_result res;

    exit_unless(base == GT_G_BASE && limit > base && limit <= m->o.mem_bytes, "device memory outside the board's");
    take_launch(m);
    m->gpu = gt_gpu_new(limit - base);
    exit_unless(m->gpu != NULL, "memory");
    memcpy(m->gpu->mem, m->mem + base, limit - base);
    for (unsigned i = 0; i < GT_CONST_SEGS; i++)
        if (r[LINK_REG_CONST_BOUND] >> i & 1)
            gt_const_write(m->gpu, i, 0, m->mem + r[LINK_REG_CONST_BASE] + i * GT_CONST_BYTES, GT_CONST_BYTES);
    for (unsigned i = 0; i < GT_TEXTURES; i++)
        bind_texture(m->gpu, i, m->tic[i]);
    exit_unless(gt_launch_config(m->gpu, &m->launch, &m->config, &res), res.message);
    compare_config(m);
    m->sm = gt_sm_new(m->gpu, &m->launch, &m->config);
    exit_unless(m->sm != NULL, "memory");
    gt_sm_set_events(m->sm, true);
    gt_sm_offer(m->sm, 0, 0);
    m->offered = m->done = m->end_cycle = m->signature = 0;
    m->traced = 0;
    m->stopped = m->was_wrong = m->in_parts = false;
    m->held = m->o.torn;
    r[LINK_REG_STATUS] = 0;
    SET(r + LINK_REG_STATUS, LINK_STATUS_MEM_READY, 1);
    SET(r + LINK_REG_STATUS, LINK_STATUS_RUNNING, 1);
    SET(r + LINK_REG_STATUS, LINK_STATUS_LAUNCH, m->o.forgets ? 0 : r[LINK_REG_LAUNCH]);
    memset(r + LINK_REG_CYCLES, 0, 10 * sizeof *r);
    memset(r + LINK_REG_FAULT, 0, 3 * sizeof *r);
    memset(r + LINK_REG_SLOTS, 0, 8 * sizeof *r);
    memset(r + LINK_REG_DIRTY, 0, 256 * sizeof *r);
}

/* The launch is over: its memory is the board's. */
static void settle_memory(struct fake_machine *m)
{
    uint32_t *r = m->reg, base = r[LINK_REG_MEM_BASE];

    gt_sm_free(m->sm);
    m->sm = NULL;
    for (uint32_t i = 0; i * PAGE < m->gpu->mem_bytes; i++)
        if (m->gpu->pages[i] & GT_PAGE_WRITTEN) {
            uint32_t page = base / PAGE + i, n = m->gpu->mem_bytes - i * PAGE;
            r[LINK_REG_DIRTY + page / 32] |= 1u << page % 32;
            memcpy(m->mem + page * PAGE, m->gpu->mem + i * PAGE, n < PAGE ? n : PAGE);
        }
    free_machine(m);
    SET(r + LINK_REG_STATUS, LINK_STATUS_RUNNING, 0);
    SET(r + LINK_REG_STATUS, LINK_STATUS_ENDED, 1);
}

/* The registers of a fault. */
static void set_fault(struct fake_machine *m, const struct gt_fault *f)
{
    uint32_t *w = m->reg + LINK_REG_FAULT;
    unsigned slot = 0;

    while (slot < 7 && m->reg[LINK_REG_SLOTS + slot] != (f->ctaid_x | f->ctaid_y << 16))
        slot++;
    SET(w, RTL_FAULT_VALID, 1);
    SET(w, RTL_FAULT_CODE, f->code);
    SET(w, RTL_FAULT_DERR, f->decode_err);
    SET(w, RTL_FAULT_WARP, slot * m->config.slot_warps + f->warp);
    SET(w, RTL_FAULT_PC, f->pc);
    SET(w, RTL_FAULT_LANE, f->lane & 31);
    SET(w, RTL_FAULT_ADDR, f->addr);
    SET(m->reg + LINK_REG_STATUS, LINK_STATUS_FAULT, 1);
}

static void trace_event(struct fake_machine *m, const struct gt_event *e)
{
    uint32_t *w = m->trace[m->traced++ % TRACE_DEPTH];

    memset(w, 0, sizeof m->trace[0]);
    SET(w, LINK_TRACE_DATA_CYCLE, (uint32_t)e->cycle);
    SET(w, LINK_TRACE_DATA_ISSUE, 1);
    SET(w, LINK_TRACE_DATA_ISSUE_PC, e->pc);
    SET(w, LINK_TRACE_DATA_ISSUE_WARP, e->warp);
    SET(w, LINK_TRACE_DATA_ISSUE_MASK, e->active);
}

/* What the events of a cycle change in the registers; planted errors are put in here. */
static void take_events(struct fake_machine *m)
{
    static struct gt_event copy[64];
    size_t n;
    const struct gt_event *e = gt_sm_events(m->sm, &n);

    exit_unless(n <= 64, "more than 64 events in a cycle");
    if (n)
        memcpy(copy, e, n * sizeof *e);
    for (size_t i = 0; i < n; i++)
        if (e[i].type == GT_EV_BLOCK && e[i].done) {
            m->done++;
            m->end_cycle = e[i].cycle + 1;
        } else if (e[i].type == GT_EV_BLOCK) {
            m->reg[LINK_REG_SLOTS + e[i].slot] = e[i].ctaid;
        } else if (e[i].type == GT_EV_ISSUE) {
            if (m->o.wrong_at && e[i].cycle >= m->o.wrong_at && !m->was_wrong)
                copy[i].active ^= 0x10, m->was_wrong = true;
            trace_event(m, &copy[i]);
        }
    m->signature = signature_step(m->signature, copy, n);
}

bool fake_run(struct fake_machine *m, unsigned cycles)
{
    uint64_t blocks = (uint64_t)m->launch.grid_x * m->launch.grid_y, max = m->launch.max_cycles;

    if (!m->sm || m->o.frozen || m->stopped || m->held)
        return false;
    if (m->o.unfinished)
        cycles = 0;
    bool running = true, late = false;
    for (; cycles && running && !late && m->done < blocks && gt_sm_cycle(m->sm) != m->stop_at; cycles--) {
        running = gt_sm_step(m->sm);
        take_events(m);
        if (gt_sm_accepted(m->sm)) {
            m->offered++;
            bool more = m->offered < blocks;
            gt_sm_offer(m->sm, more ? (int)(m->offered % m->launch.grid_x) : -1,
                        more ? (int)(m->offered / m->launch.grid_x) : 0);
        }
        late = running && m->done < blocks && max && gt_sm_cycle(m->sm) >= max;
    }
    m->stopped = running && !late && m->done < blocks && gt_sm_cycle(m->sm) == m->stop_at;
    SET(m->reg + LINK_REG_STATUS, LINK_STATUS_STOPPED, m->stopped);
    set_wide(m, LINK_REG_CYCLES, gt_sm_cycle(m->sm));
    set_wide(m, LINK_REG_END_CYCLE, m->end_cycle);
    set_wide(m, LINK_REG_BLOCKS_DONE, m->done);
    set_wide(m, LINK_REG_SIGNATURE, m->signature);
    m->reg[LINK_REG_TRACE_COUNT] = m->traced;
    set_wide(m, LINK_REG_WARP_INSNS, gt_sm_warp_insns(m->sm));
    set_wide(m, LINK_REG_THREAD_INSNS, gt_sm_thread_insns(m->sm));
    if (!running)
        set_fault(m, gt_sm_fault(m->sm));
    SET(m->reg + LINK_REG_STATUS, LINK_STATUS_TIMEOUT, late);
    if (!running || late || m->done == blocks || m->o.unfinished)
        settle_memory(m);
    return m->sm != NULL;
}

/* ---- requests ---- */

/* A register is written, with what that brings about. */
static void write_one(struct fake_machine *m, uint32_t number, uint32_t value)
{
    uint32_t old = m->reg[number];

    m->reg[number] = value;
    if (number == LINK_REG_STOP_AT + 1) {
        m->stop_at = get_wide(m, LINK_REG_STOP_AT);
        m->stopped = false;
    } else if (number == LINK_REG_TRACE_INDEX) {
        if (value < m->traced && value < TRACE_DEPTH)
            memcpy(m->reg + LINK_REG_TRACE_DATA, m->trace[(m->traced - 1 - value) % TRACE_DEPTH], sizeof m->trace[0]);
    } else if (number == LINK_REG_TEX_INDEX) {
        memcpy(m->tic[value % GT_TEXTURES], m->reg + LINK_REG_TEX_DATA, sizeof m->tic[0]);
    } else if (number == LINK_REG_LAUNCH && value != old) {
        if (m->sm)
            settle_memory(m);
        m->reg[LINK_REG_STATUS] = 1u << LINK_STATUS_MEM_READY_AT;
        if (value)
            begin_launch(m);
    }
}

/* While a launch runs only these, whole. */
static bool may_write_now(const struct fake_machine *m, const struct frame *q)
{
    return !m->sm || (q->address == LINK_REG_STOP_AT && q->count == 2) ||
           (q->address == LINK_REG_LAUNCH && q->count == 1) || (q->address == LINK_REG_TRACE_INDEX && q->count == 1);
}

static uint8_t write_registers(struct fake_machine *m, const struct frame *q)
{
    if (q->address >= REGS || q->count > REGS - q->address)
        return LINK_ANSWER_BAD_ADDRESS;
    if (!may_write_now(m, q))
        return LINK_ANSWER_BUSY;
    for (uint32_t i = 0; i < q->count; i++)
        if (is_writable(q->address + i))
            write_one(m, q->address + i, frame_word(q->payload + 4 * i));
    return LINK_ANSWER_OK;
}

static uint8_t read_registers(const struct fake_machine *m, const struct frame *q, struct frame *a)
{
    if (q->address >= REGS || q->count > REGS - q->address)
        return LINK_ANSWER_BAD_ADDRESS;
    a->words = q->count;
    for (uint32_t i = 0; i < q->count; i++) {
        uint32_t value = m->reg[q->address + i];
        for (unsigned k = 0; k < m->o.nreads; k++)
            if (m->o.reads[k].number == q->address + i)
                value = m->o.reads[k].value;
        frame_put_word(a->payload + 4 * i, value);
    }
    return LINK_ANSWER_OK;
}

/* A request on memory, refused as a board does: misaligned, beyond the end, or while a launch runs. */
static uint8_t memory_request(struct fake_machine *m, const struct frame *q, struct frame *a)
{
    bool fill = q->code == LINK_CMD_FILL_MEM;
    uint64_t bytes = fill ? frame_word(q->payload) : 4u * q->count;

    if (q->address % 32 || bytes % 32 || q->address + bytes > m->o.mem_bytes)
        return LINK_ANSWER_BAD_ADDRESS;
    if (m->o.busy || (m->sm && !m->stopped))
        return LINK_ANSWER_BUSY;
    uint8_t *at = m->mem + q->address;
    if (fill) {
        for (uint32_t i = 0; i < bytes; i += 4)
            memcpy(at + i, q->payload + 4, 4);
    } else if (q->code == LINK_CMD_WRITE_MEM) {
        memcpy(at, q->payload, bytes);
    } else {
        a->words = q->count;
        memcpy(a->payload, at, bytes);
        if (m->o.spoils && m->o.spoils >= q->address && m->o.spoils < q->address + bytes)
            a->payload[m->o.spoils - q->address] ^= 1;
    }
    return LINK_ANSWER_OK;
}

/* Of the first look at a launch what holds the status is lost, until it is asked for without the instructions, which
 * are answered meanwhile; then the launch runs to its end, and the status is answered. */
static bool tear_launch(struct fake_machine *m, const struct frame *q)
{
    if (!m->sm || !m->held || q->code != LINK_CMD_READ_REG || q->address != LINK_REG_STATUS)
        return false;
    if (m->in_parts) {
        m->held = false;
        while (fake_run(m, 1000))
            ;
        return false;
    }
    m->in_parts = q->address + q->count <= LINK_REG_WARP_INSNS;
    return true;
}

bool fake_request(struct fake_machine *m, const struct frame *q, struct frame *a)
{
    bool read = q->code == LINK_CMD_READ_REG || q->code == LINK_CMD_READ_MEM;

    a->tag = q->tag;
    a->count = q->count;
    a->address = q->address;
    a->words = 0;
    if (tear_launch(m, q))
        return false;
    if (q->count > LINK_FRAME_WORDS || q->words != (read ? 0 : q->count) ||
        (q->code == LINK_CMD_FILL_MEM && q->count != 2))
        a->code = LINK_ANSWER_BAD_LENGTH;
    else if (q->code == LINK_CMD_READ_REG)
        a->code = read_registers(m, q, a);
    else if (q->code == LINK_CMD_WRITE_REG)
        a->code = write_registers(m, q);
    else if (q->code == LINK_CMD_READ_MEM || q->code == LINK_CMD_WRITE_MEM || q->code == LINK_CMD_FILL_MEM)
        a->code = memory_request(m, q, a);
    else
        a->code = LINK_ANSWER_BAD_COMMAND;
    return true;
}
