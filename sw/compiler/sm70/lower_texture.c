/* SPDX-License-Identifier: Apache-2.0
 *
 * Textures: the handle of each lies behind the parameters, where the loader puts it. Coordinates that are whole numbers
 * are texels; with f32 the level of detail is the least, and 1D is 2D at 0.
 */
#include "mir.h"

enum { MOST = 28 };             /* pairs of uniform registers from UR6 on */

uint32_t native_handle(const struct fn *f, size_t texture)
{
    return sm70_param_base(f->chip) + ((f->params + 3) & ~3u) + 4 * (uint32_t)texture;
}

static unsigned handle(struct fn *f, const struct pinst *in, struct psym *y)
{
    size_t i = 0;
    while (i < f->textures.n && f->textures.v[i] != y)
        i++;
    if (i == f->textures.n)
        vec_push(f->cx, &f->textures, y);
    if (i >= MOST)
        nl_refuse(f, in, "a kernel may read 28 textures");
    return 6 + 2 * (unsigned)i;
}

/* Side by side; what is left of the registers is 0. */
static struct opd coordinates(struct fn *f, const struct pinst *in, unsigned dims, unsigned words)
{
    const struct poper *x = &in->op[2];
    int r = nf_reg(f, words);
    if (x->kind == PO_VEC ? x->n < dims : dims != 1)
        nl_refuse(f, in, nl_name(f, "expected %u coordinates", dims));
    for (unsigned i = 0; i < words; i++) {
        struct pinst one = *in;
        if (x->kind == PO_VEC && i < dims)
            one.op[2] = x->elem[i];
        EMIT(f, "MOV", o_def(o_rw(r, i, 1)), i < dims ? nl_src(f, &one, 2) : o_rz());
    }
    return o_rw(r, 0, words);
}

bool native_texture(struct fn *f, const struct pinst *in)
{
    static const char *const names[] = { "1D", "2D", "3D" };
    unsigned dims = in->code.geom == PTX_GEOM_1D ? 1 : in->code.geom == PTX_GEOM_2D ? 2 : 3;
    const bool real = in->code.type == T_F32;
    const struct poper *d = &in->op[0];
    if (f->chip < SM70_75)
        nl_refuse(f, in, "textures are not supported for this chip");
    if (in->nops != 3 || d->kind != PO_VEC || d->n != 4 || in->op[1].kind != PO_SYM || in->op[1].sym->kind != SYM_TEX)
        nl_refuse(f, in, "expected four results and a texture");
    struct opd from = o_word(nl_name(f, "UR%u", handle(f, in, in->op[1].sym)));
    unsigned words = dims == 3 ? 4 : real ? 2 : dims;
    struct opd at = coordinates(f, in, dims, words);
    int low = nf_reg(f, 2), high = nf_reg(f, 2);
    if (real && dims == 1)
        dims = 2;
    if (real)
        EMIT(f, "TEX.LL", o_def(o_r2(high)), o_def(o_r2(low)), at, nl_in_reg(f, o_imm(0xc2000000)), from,
             o_word("0x0"), o_word(names[dims - 1]));
    else
        EMIT(f, "TLD.LZ", o_def(o_r2(high)), o_def(o_r2(low)), at, from, o_word("0x0"), o_word(names[dims - 1]));
    for (unsigned i = 0; i < 4; i++) {
        struct pinst one = *in;
        one.op[0] = d->elem[i];
        if (one.op[0].kind != PO_NONE)
            nl_mov(f, nl_dst(f, &one, 0), o_rw(i < 2 ? low : high, i & 1, 1));
    }
    return true;
}
