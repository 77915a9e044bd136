/* SPDX-License-Identifier: Apache-2.0
 *
 * What lanes of a warp do together: shuffles, votes, matches, waiting; and ends that are faults.
 *
 * WARPSYNC brings the lanes named together. What follows is executed by those lanes that go on together, which may be
 * more: other lanes that name each other. So what a vote or a match says is restricted to the lanes named. Lanes that
 * name different ones cannot execute a WARPSYNC together, an H200 waits for ever: with lanes in a register only those
 * execute it that miss some. Nor may two sides of a branch wait by numbers other than all ones: by registers they may.
 */
#include "mir.h"

/* The lanes with that predicate, as a word. */
static int ballot_of(struct fn *f, struct opd p)
{
    int r = nf_reg(f, 1);
    EMIT(f, "VOTE.ANY", o_def(o_r(r)), o_def(o_pt()), p)->vol = true;
    return r;
}

static bool is_everybody(const struct opd *lanes) { return lanes->kind == O_IMM && lanes->imm == 0xffffffff; }

/* Operand k: the lanes; all of them wait for each other. */
static struct opd meet_lanes(struct fn *f, const struct pinst *in, unsigned k)
{
    struct opd lanes = nl_src(f, in, k);
    if (lanes.kind == O_IMM) {
        EMIT(f, "WARPSYNC", is_everybody(&lanes) ? lanes : nl_in_reg(f, lanes));
        return lanes;
    }
    lanes = nl_in_reg(f, lanes);
    int there = ballot_of(f, o_pt()), missing = nf_pred(f);
    EMIT(f, "LOP3.LUT", o_def(o_p(missing, false)), o_def(o_rz()), lanes, o_r(there), o_rz(), o_word("0x30"),
         o_p(-1, true));
    if (in->guard) {
        int both = nf_pred(f);
        EMIT(f, "PLOP3.LUT", o_def(o_p(both, false)), o_def(o_pt()), o_p(missing, false),
             o_p(nl_sym(f, in->guard), in->guard_neg), o_pt(), o_word("0xc0"), o_word("0x0"));
        missing = both;
    }
    EMIT(f, "WARPSYNC", lanes)->guard = missing;
    return lanes;
}

static bool has_predicate(const struct pinst *in)
{
    return in->nops > 1 && in->op[1].is64 && in->op[1].kind == PO_REG && in->op[1].sym->type == T_PRED;
}

static void lower_shuffle(struct fn *f, const struct pinst *in)
{
    static const char *const names[] = { [PTX_SHFL_UP] = "SHFL.UP", [PTX_SHFL_DOWN] = "SHFL.DOWN",
                                         [PTX_SHFL_BFLY] = "SHFL.BFLY", [PTX_SHFL_IDX] = "SHFL.IDX" };
    bool two = has_predicate(in);
    unsigned k = two ? 2 : 1;
    struct opd a = nl_in_reg(f, nl_src(f, in, k)), b = nl_src(f, in, k + 1), c = nl_src(f, in, k + 2);
    meet_lanes(f, in, k + 3);
    b = b.kind == O_IMM ? o_word(nl_name(f, "0x%x", b.imm & 31)) : nl_in_reg(f, b);
    c = c.kind == O_IMM ? o_word(nl_name(f, "0x%x", c.imm & 0x1fff)) : nl_in_reg(f, c);
    EMIT(f, names[in->code.shfl], o_def(two ? o_p(nl_dst(f, in, 1), false) : o_pt()), o_def(o_r(nl_dst(f, in, 0))), a,
         b, c);
}

static int keep_among(struct fn *f, int r, struct opd lanes)
{
    int t = nf_reg(f, 1);
    EMIT(f, "LOP3.LUT", o_def(o_r(t)), o_r(r), lanes, o_rz(), o_word("0xc0"), o_p(-1, true));
    return t;
}

static void lower_vote_sync(struct fn *f, const struct pinst *in)
{
    struct opd q = nl_pred(f, in, 1), lanes = meet_lanes(f, in, 2);
    unsigned vote = in->code.vote;
    int d = nl_dst(f, in, 0);
    if (vote == PTX_VOTE_BALLOT) {
        int r = ballot_of(f, q);
        nl_mov(f, d, o_r(is_everybody(&lanes) ? r : keep_among(f, r, lanes)));
        return;
    }
    if (is_everybody(&lanes)) {
        EMIT(f, vote == PTX_VOTE_ALL ? "VOTE.ALL" : vote == PTX_VOTE_ANY ? "VOTE.ANY" : "VOTE.EQ",
             o_def(o_p(d, false)), q)->vol = true;
        return;
    }
    int yes = keep_among(f, ballot_of(f, q), lanes), all = nf_pred(f);
    struct opd p = o_def(o_p(d, false));
    if (vote == PTX_VOTE_ANY) {
        EMIT(f, "ISETP.NE.U32.AND", p, o_def(o_pt()), o_r(yes), o_rz(), o_pt());
    } else if (vote == PTX_VOTE_ALL) {
        EMIT(f, "ISETP.EQ.U32.AND", p, o_def(o_pt()), o_r(yes), lanes, o_pt());
    } else {
        EMIT(f, "ISETP.EQ.U32.AND", o_def(o_p(all, false)), o_def(o_pt()), o_r(yes), lanes, o_pt());
        EMIT(f, "ISETP.EQ.U32.OR", p, o_def(o_pt()), o_r(yes), o_rz(), o_p(all, false));
    }
}

static void lower_match(struct fn *f, const struct pinst *in)
{
    bool two = has_predicate(in), wide = ptype_size((enum ptype)in->code.type) == 8;
    unsigned k = two ? 2 : 1;
    struct opd a = nl_in_reg(f, wide ? nl_src64(f, in, k) : nl_src(f, in, k)), lanes = meet_lanes(f, in, k + 1);
    int d = nl_dst(f, in, 0), r = nf_reg(f, 1), same = nf_pred(f);
    EMIT(f, wide ? "MATCH.ANY.U64" : "MATCH.ANY", o_def(o_r(r)), a);
    if (!is_everybody(&lanes))
        r = keep_among(f, r, lanes);
    if (in->code.vote == PTX_VOTE_ANY) {
        nl_mov(f, d, o_r(r));
        return;
    }
    /* all: of those that are there, which may be fewer than 32 */
    if (is_everybody(&lanes))
        lanes = o_r(ballot_of(f, o_pt()));
    EMIT(f, "ISETP.EQ.U32.AND", o_def(o_p(same, false)), o_def(o_pt()), o_r(r), lanes, o_pt());
    EMIT(f, "SEL", o_def(o_r(d)), nl_in_reg(f, lanes), o_rz(), o_p(same, false));
    if (two)
        EMIT(f, "PLOP3.LUT", o_def(o_p(nl_dst(f, in, 1), false)), o_def(o_pt()), o_p(same, false), o_pt(), o_pt(),
             o_word("0xf0"), o_word("0x0"));
}

enum { RESULT = 62 };           /* the uniform register that REDUX writes; those of textures end below it */

static void lower_reduction(struct fn *f, const struct pinst *in)
{
    static const char *const names[] = { [PTX_AOP_AND] = "REDUX", [PTX_AOP_OR] = "REDUX.OR",
                                         [PTX_AOP_XOR] = "REDUX.XOR", [PTX_AOP_ADD] = "REDUX.SUM",
                                         [PTX_AOP_MIN] = "REDUX.MIN", [PTX_AOP_MAX] = "REDUX.MAX" };
    if (f->chip < SM70_80)
        nl_refuse(f, in, "needs sm_80");
    struct opd a = nl_in_reg(f, nl_src(f, in, 1));
    if (in->code.sync)
        meet_lanes(f, in, 2);
    EMIT(f, nl_name(f, "%s%s", names[in->code.aop], in->code.type == T_S32 ? ".S32" : ""), o_def(o_u(RESULT)),
         a)->vol = true;
    EMIT(f, "MOV", o_def(o_r(nl_dst(f, in, 0))), o_u(RESULT))->vol = true;
}

/* The least of the lanes named, and whether it is this one. */
static void lower_elect(struct fn *f, const struct pinst *in)
{
    const bool two = has_predicate(in);
    struct opd lanes = nl_in_reg(f, meet_lanes(f, in, two ? 2 : 1));
    int up = nf_reg(f, 1), least = nf_reg(f, 1), mine = nf_reg(f, 1);
    EMIT(f, "BREV", o_def(o_r(up)), lanes);
    EMIT(f, "FLO.U32.SH", o_def(o_r(least)), o_def(o_pt()), o_r(up));
    nl_mov(f, nl_dst(f, in, 0), o_r(least));
    if (!two)
        return;
    EMIT(f, "S2R", o_def(o_r(mine)), o_word("SR_LANEID"));
    EMIT(f, "ISETP.EQ.U32.AND", o_def(o_p(nl_dst(f, in, 1), false)), o_def(o_pt()), o_r(least), o_r(mine), o_pt());
}

bool native_warp(struct fn *f, const struct pinst *in)
{
    switch (in->code.op) {
    case PTX_SHFL: lower_shuffle(f, in); return true;
    case PTX_REDUX: lower_reduction(f, in); return true;
    case PTX_ELECT: lower_elect(f, in); return true;
    case PTX_MATCH: lower_match(f, in); return true;
    case PTX_ACTIVEMASK: nl_mov(f, nl_dst(f, in, 0), o_r(ballot_of(f, o_pt()))); return true;
    case PTX_TRAP: case PTX_BRKPT:      /* without a debugger a breakpoint is a trap, too */
        EMIT(f, "BPT.TRAP", o_word("0x1"));
        return true;
    case PTX_VOTE:
        if (in->code.sync)
            lower_vote_sync(f, in);
        return in->code.sync;
    case PTX_BAR:
        if (in->code.warp)
            meet_lanes(f, in, 0);
        return in->code.warp;
    default: return false;
    }
}
