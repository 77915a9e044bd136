/* SPDX-License-Identifier: Apache-2.0
 *
 * Textures for random programs. They lie in the output buffer, so that a fetch may meet what the program stores, and the buffer is
 * all that has to be kept to run a program again.
 */
#include "draw.h"

#include <stdio.h>
#include <string.h>

#include "decode.h"

void fuzz_textures(struct fuzz_prog *p, uint32_t *state, uint32_t from, uint32_t bytes)
{
    static const struct { uint8_t type, bits; } format[] = {
        {GT_TEX_UINT, 8}, {GT_TEX_UINT, 16}, {GT_TEX_UINT, 32}, {GT_TEX_SINT, 8}, {GT_TEX_SINT, 16}, {GT_TEX_SINT, 32},
        {GT_TEX_UNORM, 8}, {GT_TEX_UNORM, 16}, {GT_TEX_SNORM, 8}, {GT_TEX_SNORM, 16}, {GT_TEX_FLOAT, 16}, {GT_TEX_FLOAT, 32},
    };
    for (unsigned unit = 0; unit < FUZZ_TEXTURES; unit++) {
        unsigned k = fuzz_random(state, sizeof format / sizeof format[0]);
        struct gt_texture t = {.type = format[k].type, .bits = format[k].bits, .comps = (uint8_t)(1u << fuzz_random(state, 3))};
        uint32_t size = t.comps * t.bits / 8u, at = fuzz_random(state, bytes / 2) / size, left = bytes / size - at;
        t.addr = p->out + from + at * size;
        t.width = fuzz_random(state, 2) ? left : 1 + fuzz_random(state, left);
        fuzz_must(gt_texture_bind(p->gpu, unit, fuzz_random(state, FUZZ_TEXTURES) ? &t : NULL));
    }
}

bool fuzz_fetches(const struct gt_insn *in) { return in->op == GT_OP_TEXFETCH && (in->w0 >> 22 & 3) == 0; }

void fuzz_fetch(struct fuzz_prog *p, uint32_t *state, const struct fuzz_room *room)
{
    struct gt_insn in, beside;
    uint16_t row[FUZZ_ROWS];
    unsigned n = 0;
    for (unsigned r = 0; r < isa_rows(); r++)
        if (!strcmp(isa_row_name(r), "texfetch"))
            row[n++] = (uint16_t)r;
    fuzz_draw_add(p, state, row, n, room, &in, &beside);
}

void fuzz_coordinate(struct fuzz_prog *p, uint32_t *state, const struct gt_insn *in, const struct fuzz_room *room)
{
    static const char *const way[] = {"and.b32 $r%u, $r%u, 0x%x", "and.b32 $r%u, $r0, 0x%x", "add.b32 $r%u, $r0, 0x%x",
                                      "mul.u24 $r%u, $r0, 0x%x", "mov.b32 $r%u, 0x%x"};
    unsigned r = in->src[0].idx, k = fuzz_random(state, 6);
    char line[64];
    if (!room->coordinates || !in->len || !fuzz_fetches(in) || r < room->first || r >= room->end || k >= sizeof way / sizeof way[0])
        return;
    uint32_t v = fuzz_random(state, 2) ? 15 : fuzz_random(state, 1 + (1u << fuzz_random(state, 12)));
    if (k == 0)
        snprintf(line, sizeof line, way[k], r, r, (unsigned)(v << 2 | 3));
    else
        snprintf(line, sizeof line, way[k], r, (unsigned)v);
    fuzz_asm(p, line);
}
