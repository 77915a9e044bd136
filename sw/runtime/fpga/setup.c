/* SPDX-License-Identifier: Apache-2.0
 *
 * Lays out code, constants, textures and memory in the board's memory, and writes the registers of a launch.
 */
#include "setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "gt_chip.h"
#include "link_def.h"
#include "ports.h"
#include "text.h"

#define CODE_ALIGN 256u

struct layout { uint32_t mem_limit, code_base, const_base; };

static uint32_t round_up(uint32_t n, uint32_t to)
{
    return (n + to - 1) / to * to;
}

/* Device memory at its own addresses, code behind it, constants at the end. false: it does not fit. */
static bool lay_out(const struct gt_board *b, const struct gt_gpu *g, const struct gt_launch *l, struct layout *at)
{
    uint64_t end = (uint64_t)b->pages * BOARD_PAGE, mem = (uint64_t)GT_G_BASE + g->mem_bytes;
    uint64_t code = round_up((uint32_t)(mem < end ? mem : end), BOARD_PAGE);

    *at = (struct layout){ .mem_limit = (uint32_t)mem, .code_base = (uint32_t)code,
                           .const_base = (uint32_t)end - BOARD_CONST };
    return code + 4ull * round_up(l->code_words, CODE_ALIGN / 4) + BOARD_CONST <= end;
}

static bool refuse_launch(struct gt_result *res, const struct gt_board *b, const struct gt_launch *l, const char *what)
{
    snprintf(res->message, sizeof res->message, "kernel %s: %s: %s", l->name ? l->name : "?", b->link.serial.device,
             what);
    res->status = GT_BAD_LAUNCH;
    return false;
}

/* Does the board have the units that the code needs? */
static bool check_units(const struct gt_board *b, const struct gt_launch *l, struct gt_result *res)
{
    struct gt_insn in;
    char text[ISA_TEXT_MAX], what[ISA_TEXT_MAX + 128];

    for (uint32_t pc = 0; pc / 4 < l->code_words; pc += in.len) {
        const uint32_t *w = l->code + pc / 4;
        isa_decode(w[0], pc / 4 + 1 < l->code_words ? w[1] : 0, pc, &in);
        bool dpu = in.unit == GT_UNIT_DPU && !b->info.dpu, tex = in.unit == GT_UNIT_TEX && !b->info.tex;
        if (in.err || (!dpu && !tex))
            continue;
        isa_disasm(&in, text, sizeof text);
        snprintf(what, sizeof what, "the board has no %s, which pc 0x%x needs (%s)",
                 dpu ? "double precision" : "texture unit", pc, text);
        return refuse_launch(res, b, l, what);
    }
    return true;
}

bool setup_possible(const struct gt_board *b, const struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res)
{
    struct layout at;
    char what[256];

    const char *is = gt_board_chip(b)->name;
    if (g->chip->tpcs * g->chip->sms != b->info.sms) {
        snprintf(what, sizeof what, "the board has %u SM%s, chip %s has %u (expected --chip %s, GT200_CHIP=%s)",
                 b->info.sms, b->info.sms == 1 ? "" : "s", g->chip->name, g->chip->tpcs * g->chip->sms, is, is);
        return refuse_launch(res, b, l, what);
    }
    if (g->chip->values != gt_board_chip(b)->values) {
        snprintf(what, sizeof what, "the board's SM has %u warps, that of chip %s %u (expected --chip %s, "
                 "GT200_CHIP=%s)", b->info.warps, g->chip->name, g->chip->values->warps_per_sm, is, is);
        return refuse_launch(res, b, l, what);
    }
    if (g->jitter || g->stall)
        return refuse_launch(res, b, l, "a board has neither --jitter nor --stall");
    if (!lay_out(b, g, l, &at)) {
        snprintf(what, sizeof what, "%u bytes of device memory, %u of constants and %u of code do not fit the board's "
                 "%u bytes of memory (fewer: --memory, GT200_MEMORY_MB)", g->mem_bytes, BOARD_CONST, 4 * l->code_words,
                 b->pages * BOARD_PAGE);
        return refuse_launch(res, b, l, what);
    }
    return check_units(b, l, res);
}

/* Those that the board does not hold yet. */
static bool write_textures(struct gt_board *b, const struct gt_gpu *g, char *err, size_t errn)
{
    uint8_t bytes[GT_TEXTURES][4 * PORTS_TEXTURE_WORDS + 4];
    struct link_transfer t[GT_TEXTURES];
    size_t n = 0;

    if (!b->info.tex)
        return true;
    for (uint32_t i = 0; i < GT_TEXTURES; i++) {
        uint32_t w[PORTS_TEXTURE_WORDS];
        ports_texture(w, &g->tex[i]);
        if (b->tex[i].known && !memcmp(w, b->tex[i].w, sizeof w))
            continue;
        memcpy(b->tex[i].w, w, sizeof w);
        b->tex[i].known = true;
        for (int k = 0; k < PORTS_TEXTURE_WORDS; k++)
            frame_put_word(bytes[i] + 4 * k, w[k]);
        frame_put_word(bytes[i] + 4 * PORTS_TEXTURE_WORDS, i);      /* tex_index lies behind tex_data */
        t[n++] = (struct link_transfer){ .command = LINK_CMD_WRITE_REG, .address = LINK_REG_TEX_DATA,
                                         .words = PORTS_TEXTURE_WORDS + 1, .out = bytes[i] };
    }
    return link_do(&b->link, t, n, err, errn);
}

/* Pages that may hold something: of others the board has zeros. */
static void put_memory(struct gt_board *b, const struct gt_gpu *g)
{
    for (uint32_t at = 0; at < g->mem_bytes; at += GT_PAGE_BYTES) {
        uint32_t n = g->mem_bytes - at < GT_PAGE_BYTES ? g->mem_bytes - at : GT_PAGE_BYTES;
        bool used = g->untracked || g->pages[at / GT_PAGE_BYTES] & GT_PAGE_USED;
        board_put(b, GT_G_BASE + at, used ? g->mem + at : NULL, n);
    }
}

/* Code to the board, byte order as on the link. */
static bool put_code(struct gt_board *b, uint32_t at, const struct gt_launch *l, char *err, size_t errn)
{
    uint32_t bytes = 4 * l->code_words;
    uint8_t *code = malloc(bytes);

    if (!code) {
        snprintf(err, errn, "%s: out of memory", b->link.serial.device);
        return false;
    }
    for (uint32_t i = 0; i < l->code_words; i++)
        frame_put_word(code + 4 * i, l->code[i]);
    board_put(b, at, code, bytes);
    free(code);
    return true;
}

/* Writes all registers of a launch. */
static bool write_registers(struct gt_board *b, const struct gt_gpu *g, const struct gt_launch *l,
                            const struct gt_config *c, const struct layout *at, char *err, size_t errn)
{
    const uint64_t max = l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES;
    uint32_t limits[2] = { (uint32_t)max, (uint32_t)(max >> 32) }, grid[2] = { l->grid_x, l->grid_y };
    uint32_t cfg[16] = { 0 }, params[64] = { 0 }, bound = 0;
    uint32_t clock = (uint32_t)g->clock;

    for (unsigned i = 0; i < GT_CONST_SEGS; i++)
        bound |= (g->cseg[i] ? 1u : 0u) << i;
    ports_cfg(cfg, l, c);
    for (uint32_t i = 0; i < l->param_words; i++)
        params[i] = l->params[i];
    /* a board may look at code by the sector; zeros lie behind it (board_put) */
    const uint32_t code = round_up(4 * l->code_words, 32);
    uint32_t where[6 + 2 * GT_TPC_SMS] = { at->code_base, code, at->const_base, bound, GT_G_BASE, at->mem_limit };
    for (uint32_t s = 0; s < GT_TPC_SMS; s++) {     /* DIST-6 */
        PORTS_PUT(where + 6 + 2 * s, RTL_SM_PLACE_LOCAL_BASE,
                  c->local_base + s * GT_WARPS * GT_LANES * 4 * c->local_words);
        PORTS_PUT(where + 6 + 2 * s, RTL_SM_PLACE_PHYSID, s);
    }
    return board_write(b, LINK_REG_MAX_CYCLES, limits, 2, err, errn) &&
           board_write(b, LINK_REG_GRID, grid, 2, err, errn) &&
           board_write(b, LINK_REG_CODE_BASE, where, 6 + 2 * GT_TPC_SMS, err, errn) &&
           board_write(b, LINK_REG_CYC_START, &clock, 1, err, errn) &&
           board_write(b, LINK_REG_CFG, cfg, 16, err, errn) &&
           board_write(b, LINK_REG_PARAMS, params, 64, err, errn);
}
_Static_assert(PORTS_CFG_WORDS <= 16 && LINK_REG_TEX_DATA + PORTS_TEXTURE_WORDS == LINK_REG_TEX_INDEX,
               "words of their registers");
_Static_assert(LINK_REG_PLACE == LINK_REG_CODE_BASE + 6 && LINK_REG_CONST_BOUND == LINK_REG_CODE_BASE + 3 &&
               LINK_REG_MEM_LIMIT == LINK_REG_CODE_BASE + 5, "they are written at once");

bool setup_launch(struct gt_board *b, const struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *c,
                  char *err, size_t errn)
{
    struct layout at;

    lay_out(b, g, l, &at);
    put_memory(b, g);
    for (uint32_t i = 0; i < GT_CONST_SEGS; i++)
        if (g->cseg[i])
            board_put(b, at.const_base + i * GT_CONST_BYTES, g->cseg[i], GT_CONST_BYTES);
    return put_code(b, at.code_base, l, err, errn) && board_flush(b, err, errn) && write_textures(b, g, err, errn) &&
           write_registers(b, g, l, c, &at, err, errn);
}
