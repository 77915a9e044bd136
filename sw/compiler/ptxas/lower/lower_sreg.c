/* SPDX-License-Identifier: Apache-2.0
 *
 * Special registers.
 */
#include "ir.h"

#include <string.h>

static const struct opnd none;

static struct opnd field(struct fn *f, struct opnd src, unsigned shift, uint32_t mask)
{
    int t = fn_vreg(f, false), u = fn_vreg(f, false);
    lo_inst(f, M_SHR, V_U32, t, src, op_imm(shift));
    lo_inst(f, M_AND, V_B32, u, op_reg(t), op_imm(mask));
    return op_reg(u);
}

static struct opnd physid(struct fn *f)
{
    int t = fn_vreg(f, false);
    lo_inst(f, M_SREG, V_B32, t, (struct opnd){ .kind = O_SREG, .v = 0 }, none);
    return op_reg(t);
}

/* %lanemask_eq, lt, le, gt, ge */
static struct opnd lanemask(struct fn *f, const struct pinst *in, const char *which)
{
    bool le = !strcmp(which, "le"), lt = !strcmp(which, "lt"), ge = !strcmp(which, "ge"), gt = !strcmp(which, "gt");
    int lane = fn_vreg(f, false), bit = fn_vreg(f, false), r = fn_vreg(f, false), n = fn_vreg(f, false);
    lo_inst(f, M_AND, V_B32, lane, physid(f), op_imm(31));
    lo_inst(f, M_SHL, V_B32, bit, in_reg(f, op_imm(le || gt ? 2 : 1)), op_reg(lane));
    if (!strcmp(which, "eq"))
        return op_reg(bit);
    if (!le && !lt && !ge && !gt)
        cx_error(f->cx, in->line, "special register %%lanemask_%.20s is not supported", which);
    lo_inst(f, M_ADD, V_B32, r, op_reg(bit), op_imm(0xffffffffu));
    if (le || lt)
        return op_reg(r);
    struct opnd inv = op_reg(r);
    inv.inv = true;
    lo_inst(f, M_MOV2, V_B32, n, none, inv);
    return op_reg(n);
}

struct opnd special_register(struct fn *f, const struct pinst *in, const char *name)
{
    static const struct { const char *name; int off; } header[] = {
        { "%ntid.x", 2 }, { "%ntid.y", 4 }, { "%ntid.z", 6 }, { "%nctaid.x", 8 }, { "%nctaid.y", 10 },
        { "%ctaid.x", 12 }, { "%ctaid.y", 14 }, { "%gridid", 0 },
    };
    for (size_t i = 0; i < sizeof header / sizeof *header; i++)
        if (!strcmp(name, header[i].name))
            return op_smem(header[i].off, SM_U16);
    if (!strcmp(name, "%nctaid.z"))
        return op_imm(1);
    if (!strcmp(name, "%ctaid.z"))
        return op_imm(0);
    if (!strcmp(name, "%tid.x")) {
        int t = fn_vreg(f, false);
        lo_cvt(f, V_U32, V_U16, t, op_half(f->tid, HALF_LO));
        return op_reg(t);
    }
    if (!strcmp(name, "%tid.y"))
        return field(f, op_reg(f->tid), 16, 0x3ff);
    if (!strcmp(name, "%tid.z")) {
        int t = fn_vreg(f, false);
        lo_inst(f, M_SHR, V_U32, t, op_reg(f->tid), op_imm(26));
        return op_reg(t);
    }
    if (!strcmp(name, "%clock") || !strcmp(name, "%clock64")) {     /* 64 bits: the upper word is zero. It counts at
                                                                       half the shader clock */
        int t = fn_vreg(f, false), u = fn_vreg(f, false);
        lo_inst(f, M_SREG, V_B32, t, (struct opnd){ .kind = O_SREG, .v = 1 }, none)->vol = true;
        lo_inst(f, M_SHL, V_B32, u, op_reg(t), op_imm(1))->vol = true;
        return op_reg(u);
    }
    if (!strcmp(name, "%laneid")) {
        int t = fn_vreg(f, false);
        lo_inst(f, M_AND, V_B32, t, physid(f), op_imm(31));
        return op_reg(t);
    }
    if (!strcmp(name, "%warpid"))
        return field(f, physid(f), 8, 31);
    if (!strcmp(name, "%smid")) {       /* TPC * 3 + SM */
        struct opnd id = physid(f), sm = field(f, id, 16, 15);
        int tpc = fn_vreg(f, false), r = fn_vreg(f, false);
        lo_inst(f, M_SHR, V_U32, tpc, id, op_imm(20));
        lo_inst3(f, M_MAD, V_U24, r, op_reg(tpc), op_imm(3), sm);
        return op_reg(r);
    }
    if (!strncmp(name, "%pm", 3) && name[3] >= '0' && name[3] <= '3' && !name[4]) {
        int t = fn_vreg(f, false);
        lo_inst(f, M_SREG, V_B32, t, (struct opnd){ .kind = O_SREG, .v = 4 + name[3] - '0' }, none)->vol = true;
        return op_reg(t);
    }
    if (!strncmp(name, "%lanemask_", 10))
        return lanemask(f, in, name + 10);
    if (!strcmp(name, "%nwarpid"))
        return op_imm(32);
    if (!strcmp(name, "%nsmid"))
        return op_imm(30);
    if (!strcmp(name, "WARP_SZ"))
        return op_imm(32);
    static const char *const known[] = { "%pm", "%envreg", "%globaltimer", "%tid", "%ntid",
                                         "%ctaid", "%nctaid", "%total_smem", "%dynamic_smem" };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strncmp(name, known[i], strlen(known[i])))
            cx_error(f->cx, in->line, "special register %s is not supported", name);
    cx_error(f->cx, in->line, "'%s' is not declared", name);
}
