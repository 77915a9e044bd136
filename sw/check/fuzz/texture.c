/* SPDX-License-Identifier: Apache-2.0
 *
 * Textures for random programs. They lie in the output buffer, so that a fetch may meet what the program stores, and
 * the buffer is all that has to be kept to run a program again.
 */
#include "draw.h"

#include <stdio.h>

#include "decode.h"
#include "gt_chip.h"
#include "tex.h"

/* Makes linear memory a texture of rows, if there is room for one, or of slices of rows; with its sampler. */
static void make_rows(uint32_t *state, struct gt_texture *t, uint32_t bytes)
{
    static const uint8_t mode[] = {GT_TEX_CLAMP, GT_TEX_BORDER, GT_TEX_WRAP, GT_TEX_MIRROR};
    uint32_t size = t->comps * t->bits / 8u, start = -t->addr % GT_TEX_PITCH;
    bool integers = t->type == GT_TEX_UINT || t->type == GT_TEX_SINT;
    uint32_t lines = bytes > start ? (bytes - start) / GT_TEX_PITCH : 0;
    if (lines == 0)
        return;
    uint32_t wide = 1 + fuzz_random(state, lines < 8 ? lines : 8), most = lines / wide;
    t->addr += start;
    t->pitch = wide * GT_TEX_PITCH;
    uint32_t high = fuzz_random(state, 2) ? 64 : 8;
    t->height = 1 + fuzz_random(state, most < high ? most : high);
    t->width = 1 + fuzz_random(state, t->pitch / size);
    t->normalized = fuzz_random(state, 2);
    t->linear = !integers && fuzz_random(state, 2);
    most /= t->height;
    if (fuzz_random(state, 2)) {
        t->depth = 1 + fuzz_random(state, most < 16 ? most : 16);
        t->slice = t->height * t->pitch;
    }
    for (unsigned k = 0; k < 3; k++)
        t->mode[k] = mode[fuzz_random(state, t->normalized ? 4 : 2)];
}

void fuzz_textures(struct fuzz_prog *p, uint32_t *state, uint32_t from, uint32_t bytes)
{
    static const struct { uint8_t type, bits; } format[] = {
        { GT_TEX_UINT, 8 },  { GT_TEX_UINT, 16 },  { GT_TEX_UINT, 32 },  { GT_TEX_SINT, 8 },
        { GT_TEX_SINT, 16 }, { GT_TEX_SINT, 32 },  { GT_TEX_UNORM, 8 },  { GT_TEX_UNORM, 16 },
        { GT_TEX_SNORM, 8 }, { GT_TEX_SNORM, 16 }, { GT_TEX_FLOAT, 16 }, { GT_TEX_FLOAT, 32 },
    };
    for (unsigned unit = 0; unit < FUZZ_TEXTURES; unit++) {
        unsigned k = fuzz_random(state, sizeof format / sizeof format[0]);
        struct gt_texture t = {
            .type = format[k].type, .bits = format[k].bits, .comps = (uint8_t)(1u << fuzz_random(state, 3))};
        uint32_t size = t.comps * t.bits / 8u, at = fuzz_random(state, bytes / 2) / size, left = bytes / size - at;
        t.addr = p->out + from + at * size;
        t.width = fuzz_random(state, 2) ? left : 1 + fuzz_random(state, left);
        if (fuzz_random(state, 2))
            make_rows(state, &t, left * size);
        fuzz_must(gt_texture_bind(p->gpu, unit, fuzz_random(state, FUZZ_TEXTURES) ? &t : NULL));
    }
}

bool fuzz_fetches(const struct gt_insn *in) { return in->unit == GT_UNIT_TEX && gt_tex_supported(in); }

/* Puts a texel number into register r, of texauto one with a fraction or below 1. */
static void aim_at_texels(struct fuzz_prog *p, uint32_t *state, unsigned r, bool sample)
{
    static const char *const way[] = {"and.b32 $r%u, $r%u, 0x%x", "and.b32 $r%u, $r0, 0x%x", "add.b32 $r%u, $r0, 0x%x",
                                      "mul.u24 $r%u, $r0, 0x%x", "mov.b32 $r%u, 0x%x"};
    unsigned k = fuzz_random(state, 6);
    char line[64];
    if (k >= sizeof way / sizeof way[0])
        return;
    uint32_t v = fuzz_random(state, 2) ? 15 : fuzz_random(state, 1 + (1u << fuzz_random(state, 12)));
    if (k == 0)
        snprintf(line, sizeof line, way[k], r, r, (unsigned)(v << 2 | 3));
    else
        snprintf(line, sizeof line, way[k], r, (unsigned)v);
    fuzz_asm(p, line);
    if (!sample)
        return;
    snprintf(line, sizeof line, "cvt.rn.f32.%s32 $r%u, $r%u", fuzz_random(state, 4) ? "u" : "s", r, r);
    fuzz_asm(p, line);
    snprintf(line, sizeof line, "mul.f32 $r%u, $r%u, 0x%x", r, r,
             (0x78u + fuzz_random(state, 9)) << 23 | fuzz_random(state, 1u << 23));
    fuzz_asm(p, line);
}

void fuzz_coordinate(struct fuzz_prog *p, uint32_t *state, const struct gt_insn *in, const struct fuzz_room *room)
{
    if (!room->coordinates || !in->len || !fuzz_fetches(in))
        return;
    struct gt_tex_op op = gt_tex_op_of(in);
    for (unsigned k = 0; k < op.coords; k++) {
        unsigned r = in->src[0].idx + k;
        if (r >= room->first && r < room->end)
            aim_at_texels(p, state, r, op.sample);
    }
}
