/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the tree of statements, and takes out of it what a failure does not need.
 */
#include "gen.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

enum { REGS = 6, MAX_DEPTH = 3, CELL = 32 };

struct gen { struct program *p; uint64_t s; unsigned depth, inside[MAX_DEPTH + 1]; };

static unsigned pick(struct gen *g, unsigned n) { return (unsigned)(values_next(&g->s) >> 33) % n; }

static void append_text(char *to, size_t room, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static void append_text(char *to, size_t room, const char *fmt, ...)
{
    size_t n = strlen(to);
    va_list ap;
    va_start(ap, fmt);
    if ((size_t)vsnprintf(to + n, room - n, fmt, ap) >= room - n)
        abort();
    va_end(ap);
}
#define PUT(t, ...) append_text((t), GEN_STATEMENT, __VA_ARGS__)

static enum ptype twice_wide(enum ptype t)
{
    return t == T_U16 ? T_U32 : t == T_S16 ? T_S32 : t == T_U32 ? T_U64 : T_S64;
}

/* ---- one instruction of the table ------------------------------------------------------------------------- */

/* Rows whose result is not defined to the bit, or that other statements make. */
static bool is_excluded(const struct ptx_row *r, const struct ptx_code *c)
{
    static const uint8_t ops[] = { PTX_BRA, PTX_BRX, PTX_CALL, PTX_RET, PTX_EXIT, PTX_BAR, PTX_MEMBAR, PTX_TRAP,
                                   PTX_BRKPT, PTX_PMEVENT,
                                   PTX_TEX, PTX_VOTE, PTX_CVTA, PTX_ADDC, PTX_SUBC, PTX_MADC, PTX_LD, PTX_LDU, PTX_ST,
                                       PTX_ATOM, PTX_RED,
                                   PTX_RSQRT, PTX_SIN, PTX_COS, PTX_LG2, PTX_EX2, PTX_COPYSIGN };
    for (size_t i = 0; i < sizeof ops; i++)
        if (r->op == ops[i])
            return true;
    bool root = c->op == PTX_DIV || c->op == PTX_RCP || c->op == PTX_SQRT;
    return r->lib || c->cc || c->vec || (root && c->type == T_F32 && !c->rnd);
}

/* What later chips have, and what each chip does in its own way. */
static bool of_a_chip(const struct ptx_row *r, const struct ptx_code *c)
{
    /* an f16 can be a NaN, whose bits would show; NVIDIA keeps subnormals despite .ftz, an outward rounding shows it */
    const bool outward = c->rnd == PTX_RND_RM || c->rnd == PTX_RND_RP;
    const bool half = c->op == PTX_CVT && c->dtype == T_F16 && (c->type == T_F16 || c->type == T_F64 || outward);
    return half || r->sm > 20 || r->op == PTX_FRC || (r->op == PTX_MAD && c->type == T_F32 && !c->rnd);
}

/* Those of later chips stand last. */
static unsigned count_rows(void)
{
    unsigned n = ptx_nrows;
    while (n && ptx_rows[n - 1].later)
        n--;
    return n;
}

/* A random row with random parts; false: not one that this kind of program may have. */
static bool draw_code(struct gen *g, struct ptx_code *c, char *opcode, size_t room)
{
    const struct ptx_row *r = &ptx_rows[pick(g, count_rows())];
    const char *part[16] = { ptx_op_name[r->op] };
    char why[300];
    unsigned n = 1;
    for (unsigned i = 0; i < r->nplaces; i++) {
        const struct ptx_place *p = &r->place[i];
        unsigned k = pick(g, (unsigned)__builtin_popcount(p->members)), m = 1;
        /* sums and products of f32 without a rounding may be joined: the manual leaves it open */
        bool join = p->group == PTX_GROUP_RND && (r->op == PTX_ADD || r->op == PTX_SUB || r->op == PTX_MUL);
        bool flush = p->group == PTX_GROUP_FTZ && g->p->portable;
        if (p->optional && !p->until && !join && pick(g, 3) && !flush)
            continue;
        for (; !(p->members >> m & 1) || k--; m++)
            ;
        part[n++] = ptx_groups[p->group].name[m];
    }
    if (!ptx_recognise(part, n, true, c, why, sizeof why))
        abort();
    snprintf(opcode, room, "%s", part[0]);
    for (unsigned i = 1; i < n; i++)
        append_text(opcode, room, ".%s", part[i]);
    return !is_excluded(r, c) && !(g->p->portable && of_a_chip(r, c));
}

/* Type of an operand by its letter in the table. */
static enum ptype type_of(const struct ptx_code *c, const char *w, size_t n)
{
    char name[8] = "";
    switch (n == 1 ? *w : 0) {
    case 't': case 'v': case 'x': return (enum ptype)c->type;
    case 'd': return (enum ptype)c->dtype;
    case 'w': return twice_wide((enum ptype)c->type);
    case 'p': case 'q': return T_PRED;
    }
    memcpy(name, w, n < sizeof name ? n : sizeof name - 1);
    return ptype_parse(name);
}

/* counts: for shift amounts, positions, lengths, the bits that they may have; 0: it is none of them */
static void put_constant(struct gen *g, char *t, enum ptype type, uint32_t counts)
{
    uint64_t v = counts ? values_small(&g->s) & counts : values_draw(&g->s, type);
    char text[VALUE_TEXT];
    if (ptx_types[type].bits < 32)              /* as a register holds it, without a sign */
        v &= ptx_types[type].bits == 16 ? 0x7fff : 0x7f;
    PUT(t, "%s", value_text(type, v, text));
}

/* NVIDIA's compiler guards only part of what it makes of these (docs/records/runs.md). */
static bool loses_guard(const struct ptx_code *c)
{
    return c->op == PTX_SET || c->op == PTX_TESTP;
}

/* A divisor that is neither 0 nor -1, in %rt, %lt or %ht. */
static void put_divisor(struct gen *g, char *t, enum ptype type)
{
    char c = value_letter(type);
    unsigned bits = ptx_types[type].bits;
    PUT(t, "and.b%u %%%ct, %%%c%u, 0x%llx; or.b%u %%%ct, %%%ct, 2; ", bits, c, c, pick(g, REGS),
        (unsigned long long)(((uint64_t)1 << (bits - 1)) - 1), bits, c, c);
}

/* A random instruction with random operands; false: drawn again. */
static bool put_instruction(struct gen *g, char *t)
{
    struct ptx_code c;
    char opcode[100];
    if (!draw_code(g, &c, opcode, sizeof opcode))
        return false;
    bool quotient = (c.op == PTX_DIV || c.op == PTX_REM) && !ptx_types[c.type].is_float;
    if (quotient)
        put_divisor(g, t, (enum ptype)c.type);
    const bool field = g->p->portable && (c.op == PTX_BFE || c.op == PTX_BFI);
    if (pick(g, 4) == 0 && !(g->p->portable && loses_guard(&c)))
        PUT(t, "@%s%%p%u ", pick(g, 2) ? "!" : "", pick(g, REGS));
    PUT(t, "%s ", opcode);
    /* of a constant amount NVIDIA's compiler takes 16 bits where a value of 16 bits is shifted */
    const uint32_t most = g->p->portable && ptx_types[c.type].bits == 16 ? UINT16_MAX : UINT32_MAX;
    const char *w = ptx_rows[c.row].operands;
    unsigned reg = 0;
    for (unsigned k = 0; *w; k++) {
        size_t n = strcspn(w, " ");
        bool result = *w == '>', second = w[n - 1] == '|';
        enum ptype type = type_of(&c, w + result, n - result - second);
        bool byte = ptx_types[type].bits == 8, half = byte && !result;
        char l = byte && result ? 'r' : half ? 'h' : value_letter(type);
        bool count = !strncmp(w, "u32", 3);
        if (field && count)      /* PTX has positions and lengths from 0 to 255 */
            PUT(t, "0x%x", (unsigned)values_small(&g->s) & 255);
        else if (!result && type != T_PRED && !byte && type != T_F16 && k > 1 && pick(g, 4) == 0 &&
                 !(quotient && k == 2))
            put_constant(g, t, type, count ? most : 0);
        else if (quotient && k == 2)
            PUT(t, "%%%ct", l);
        else
            PUT(t, "%s%%%c%u", !result && w[0] == 'q' && !pick(g, 3) ? "!" : "", l, reg = pick(g, REGS));
        if (second && pick(g, 3) == 0)
            PUT(t, "|%%p%u", (reg + 1 + pick(g, REGS - 1)) % REGS);
        w += n + strspn(w + n, " ");
        PUT(t, *w ? ", " : ";");
    }
    return true;
}

/* ---- statements that the table does not describe alone ----------------------------------------------------- */

/* A float as bits, NaN replaced: its sign and payload are not defined. */
static void bits_of(struct gen *g, char *t)
{
    unsigned a = pick(g, REGS), b = pick(g, REGS);
    if (pick(g, 2))
        PUT(t, "setp.num.f32 %%pt, %%f%u, %%f%u; selp.f32 %%ft, %%f%u, 0f3f800000, %%pt; mov.b32 %%r%u, %%ft;", a, a, a,
            b);
    else
        PUT(t, "setp.num.f64 %%pt, %%d%u, %%d%u; selp.f64 %%dt, %%d%u, 0d3ff0000000000000, %%pt; mov.b64 %%l%u, %%dt;",
            a, a, a, b);
}

/* Moves between types, to and from vectors. */
static void put_moves(struct gen *g, char *t)
{
    unsigned a = pick(g, REGS), b = pick(g, REGS), c = pick(g, REGS), d = pick(g, REGS), e = (b + 1 + pick(g,
            REGS - 1)) % REGS;
    switch (pick(g, 8)) {
    case 0: PUT(t, "mov.b32 %%f%u, %%r%u;", b, a); break;
    case 1: PUT(t, "mov.b64 %%d%u, %%l%u;", b, a); break;
    case 2: PUT(t, "mov.b64 {%%r%u, %%r%u}, %%l%u;", b, e, a); break;
    case 3: PUT(t, "mov.b64 %%l%u, {%%r%u, %%r%u};", b, a, c); break;
    case 4: PUT(t, "mov.b32 {%%h%u, %%h%u}, %%r%u;", b, e, a); break;
    case 5: PUT(t, "mov.b32 %%r%u, {%%h%u, %%h%u};", b, a, c); break;
    case 6: PUT(t, "mov.b64 %%l%u, {%%h%u, %%h%u, %%h%u, %%h%u};", b, a, c, d, e); break;
    default: bits_of(g, t);
    }
}

static void put_special(struct gen *g, char *t)
{
    static const char *const names[] = { "%tid.x", "%tid.y", "%ntid.x", "%ntid.y", "%ctaid.x", "%nctaid.x", "%laneid",
                                         "%lanemask_lt",
                                         "%lanemask_ge", "WARP_SZ", "%nctaid.y", "%ctaid.y" };
    PUT(t, "mov.u32 %%r%u, %s;", pick(g, REGS), names[pick(g, sizeof names / sizeof *names)]);
}

/* Sums and differences of more words than one. */
static void put_carries(struct gen *g, char *t)
{
    const char *op = pick(g, 2) ? "add" : "sub";
    unsigned n = 2 + pick(g, 2);
    if (pick(g, 3) == 0) {
        PUT(t, "mad.lo.cc.u32 %%rt, %%r%u, %%r%u, %%r%u; madc.hi.u32 %%r%u, %%r%u, %%r%u, %%r%u; mov.u32 %%r%u, %%rt;",
            pick(g, REGS),
            pick(g, REGS), pick(g, REGS), pick(g, REGS), pick(g, REGS), pick(g, REGS), pick(g, REGS), pick(g, REGS));
        return;
    }
    for (unsigned i = 0; i < n; i++)
        PUT(t, "%s%s%s.u32 %%r%u, %%r%u, %%r%u; ", op, i ? "c" : "", i + 1 < n ? ".cc" : "", pick(g, REGS), pick(g,
                REGS), pick(g, REGS));
}

static const char *draw_vector(struct gen *g, char *t, size_t room, char l, unsigned n)
{
    unsigned first = pick(g, REGS);
    *t = 0;
    append_text(t, room, n > 1 ? "{" : "");
    for (unsigned i = 0; i < n; i++)
        append_text(t, room, "%s%%%c%u", i ? "," : "", l, (first + i) % REGS);
    append_text(t, room, n > 1 ? "}" : "");
    return t;
}

/* Loads, and stores to memory of the thread: its slice of shared memory, or local memory; the index from a register. */
static void put_memory(struct gen *g, char *t)
{
    static const struct { const char *name; unsigned bytes; char l; } types[] = {
        { "u8", 1, 'r' }, { "s8", 1, 'r' }, { "b8", 1, 'r' }, { "u16", 2, 'h' }, { "s16", 2, 'h' }, { "u32", 4, 'r' },
            { "s32", 4, 'r' },
        { "b64", 8, 'l' }, { "u64", 8, 'l' }, { "s16", 2, 'r' }, { "u16", 2, 'r' }, { "s32", 4, 'l' }, { "f32", 4,
            'f' }, { "f64", 8, 'd' },
    };
    char v[60];
    unsigned k = pick(g, sizeof types / sizeof *types), max = types[k].bytes == 8 ? 2 : 3, n = 1u << pick(g, max);
    unsigned space = pick(g, 6), all = n * types[k].bytes, off = pick(g, CELL / all) * all;
    const char *vec = n == 1 ? "" : n == 2 ? "v2." : "v4.", *vol = pick(g, 4) ? "" : "volatile.";
    if (space >= 2 && space <= 4)
        vol = "";
    bool store = (space == 1 || space == 2) && types[k].l != 'f' && types[k].l != 'd' && pick(g, 2);
    static const char *const names[] = { "global", "shared", "local", "const", "param", "" };
    char base[60] = "";
    unsigned bits = g->p->address_bits;
    if (space == 0 || space == 5)
        snprintf(base, sizeof base, "%%in+%u", off + CELL * pick(g, GEN_INPUT / CELL));
    else if (space == 1)
        snprintf(base, sizeof base, "%%own+%u", off);
    else if (space == 4)
        snprintf(base, sizeof base, "scalars+%u", off % GEN_SCALARS);
    else if (pick(g, 3) == 0)
        snprintf(base, sizeof base, "%s+%u", space == 2 ? "lo" : "con", off);
    else {
        PUT(t, "and.b32 %%rt, %%r%u, %u; ", pick(g, REGS), (CELL / all - 1) * all);
        if (bits == 64)
            PUT(t, "cvt.u64.u32 %%at, %%rt; mov.u64 %%a2, %s; add.u64 %%at, %%at, %%a2; ", space == 2 ? "lo" : "con");
        else
            PUT(t, "mov.u32 %%at, %s; add.u32 %%at, %%at, %%rt; ", space == 2 ? "lo" : "con");
        snprintf(base, sizeof base, "%%at");
    }
    if (pick(g, 4) == 0)
        PUT(t, "@%s%%p%u ", pick(g, 2) ? "!" : "", pick(g, REGS));
    const char *dot = *names[space] ? "." : "";
    draw_vector(g, v, sizeof v, types[k].l, n);
    if (store)
        PUT(t, "st.%s%s%s%s%s [%s], %s;", vol, names[space], dot, vec, types[k].name, base, v);
    else
        PUT(t, "ld.%s%s%s%s%s %s, [%s];", vol, names[space], dot, vec, types[k].name, v, base);
}

/* One word each for an operation, so that the order of the threads does not matter; results are dropped. Or the
 * thread's own. */
static void put_atomics(struct gen *g, char *t)
{
    static const char *const shared[] = { "add.u32", "min.s32", "max.s32", "min.u32", "max.u32", "and.b32", "or.b32",
                                          "xor.b32" };
    static const char *const own[] = { "exch.b32", "add.u32", "inc.u32", "dec.u32", "max.s32", "xor.b32" };
    unsigned k = pick(g, 8), r = pick(g, REGS);
    if (pick(g, 3) == 0)
        PUT(t, "@%s%%p%u ", pick(g, 2) ? "!" : "", pick(g, REGS));
    switch (pick(g, 5)) {
    case 0: PUT(t, "red.global.%s [%%counters+%u], %%r%u;", shared[k], 4 * k, r); break;
    case 1: PUT(t, "atom.shared.%s %%rt, [%%pool+%u], %%r%u;", shared[k], 4 * k, r); break;
    case 2: PUT(t, "atom.shared.%s %%r%u, [%%own+%u], %%r%u;", own[k % 6], pick(g, REGS), 4 * pick(g, 8), r); break;
    case 3: PUT(t, "atom.shared.cas.b32 %%r%u, [%%own+%u], %%r%u, %%r%u;", pick(g, REGS), 4 * pick(g, 8), r, pick(g,
            REGS)); break;
    default: PUT(t, "atom.global.%s %%r%u, [%%out+%u], %%r%u;", own[k % 6], pick(g, REGS), GEN_RECORD - 32 + 4 * pick(g,
            8), r);
    }
}

/* A word goes to the neighbours, or to all. */
static void put_exchange(struct gen *g, char *t)
{
    PUT(t, "st.shared.u32 [%%mine], %%r%u; bar.sync 0; ", pick(g, REGS));
    if (pick(g, 3) == 0)
        PUT(t, "ld.shared.u32 %%r%u, [%%pool+64]; ", pick(g, REGS));
    else
        PUT(t, "ld.shared.u32 %%r%u, [%%other]; ", pick(g, REGS));
    PUT(t, "bar.sync 0;");
}

static void put_vote(struct gen *g, char *t)
{
    static const char *const kinds[] = { "all", "any", "uni" };
    PUT(t, "%s", g->p->portable ? "bar.sync 0; " : "");
    PUT(t, "vote.%s.pred %%p%u, %s%%p%u;", kinds[pick(g, 3)], pick(g, REGS), pick(g, 2) ? "!" : "", pick(g, REGS));
}

/* What passes of the compiler conclude something from, with a constant at an edge of 16 or 32 bits or beside it: values
 * that were extended and are compared, upper words of products, sums whose lower bits are not wanted. */
static void put_edges(struct gen *g, char *t)
{
    static const struct { const char *make, *type; char reg; enum ptype of; } extended[] = {
        { "cvt.s32.s16 %%rt, %%r%u", "s32", 'r', T_S32 }, { "cvt.u32.u16 %%rt, %%r%u", "u32", 'r', T_U32 },
        { "cvt.s32.s8 %%rt, %%r%u", "s32", 'r', T_S32 }, { "cvt.s64.s32 %%lt, %%r%u", "s64", 'l', T_S64 },
        { "cvt.u64.u32 %%lt, %%r%u", "u64", 'l', T_U64 },
    };
    static const char *const compare[] = { "lt", "le", "gt", "ge", "eq", "ne" };
    const unsigned k = pick(g, sizeof extended / sizeof *extended), r = pick(g, REGS);
    const uint64_t edge = values_special(T_S64, pick(g, values_specials(T_S64))) + pick(g, 3) - 1;
    char text[VALUE_TEXT];

    switch (pick(g, 4)) {
    case 0:
        PUT(t, "mul.hi.%s %%r%u, %%r%u, %s;", pick(g, 2) ? "s32" : "u32", pick(g, REGS), r,
            value_text(T_U32, (uint64_t)1 << (31 - pick(g, 4) * pick(g, 9)), text));
        break;
    case 1:
        PUT(t, "and.b32 %%rt, %%r%u, %s; mad.lo.u32 %%rt, %%r%u, %u, %%rt; and.b32 %%r%u, %%rt, 0xff00;", r,
            value_text(T_U32, edge, text), pick(g, REGS), 3 + pick(g, 300), pick(g, REGS));
        break;
    default:
        PUT(t, extended[k].make, r);
        PUT(t, "; setp.%s.%s %%p%u, %%%ct, %s;", compare[pick(g, 6)], extended[k].type, pick(g, REGS), extended[k].reg,
            value_text(extended[k].of, edge, text));
    }
}

/* ---- the tree ---------------------------------------------------------------------------------------------- */

/* A statement without others in it. */
static void make_simple(struct gen *g, struct node *n)
{
    unsigned k = pick(g, 100);
    n->kind = NODE_TEXT;
    if (k < 8)
        put_moves(g, n->text);
    else if (k < 12)
        put_special(g, n->text);
    else if (k < 15)
        put_carries(g, n->text);
    else if (k < 27)
        put_memory(g, n->text);
    else if (k < 31)
        put_atomics(g, n->text);
    else if (k < 35 && !g->depth) {
        n->uniform = true;
        if (pick(g, 2))
            put_exchange(g, n->text);
        else
            put_vote(g, n->text);
    } else if (k < 37 && g->depth) {
        PUT(n->text, "@%s%%p%u bra END%u;", pick(g, 2) ? "!" : "", pick(g, REGS), g->inside[1 + pick(g, g->depth)]);
    } else if (k < 41) {
        put_edges(g, n->text);
    } else {
        while (!put_instruction(g, n->text))
            n->text[0] = 0;
    }
}

static struct node *make_body(struct gen *g, unsigned size, unsigned *n);

static void put_condition(struct gen *g, char *t)
{
    unsigned a = pick(g, REGS);
    if (pick(g, 2))
        PUT(t, "and.b32 %%rt, %%r%u, %u; setp.ne.u32 %%pt, %%rt, 0;", a, 1u << pick(g, 8));
    else
        PUT(t, "setp.%s.s32 %%pt, %%r%u, %%r%u;", pick(g, 2) ? "lt" : "ge", a, pick(g, REGS));
}

/* A loop or a branch with statements in it. */
static void make_nested(struct gen *g, struct node *n, unsigned size)
{
    n->kind = pick(g, 2) ? NODE_LOOP : NODE_IF;
    n->id = g->p->ids++;
    g->inside[++g->depth] = n->id;
    if (n->kind == NODE_IF) {
        put_condition(g, n->text);
        n->child[0] = make_body(g, size, &n->n[0]);
        if (pick(g, 2))
            n->child[1] = make_body(g, size / 2 + 1, &n->n[1]);
    } else {
        if (pick(g, 2))
            PUT(n->text, "mov.u32 %%c%u, %u;", n->id, 1 + pick(g, 4));
        else
            PUT(n->text, "and.b32 %%c%u, %%r%u, 3; add.u32 %%c%u, %%c%u, 1;", n->id, pick(g, REGS), n->id, n->id);
        n->child[0] = make_body(g, size, &n->n[0]);
    }
    g->depth--;
}

/* size statements, *n of them on this level. */
static struct node *make_body(struct gen *g, unsigned size, unsigned *n)
{
    struct node *v = calloc(size ? size : 1, sizeof *v);
    if (!v)
        abort();
    *n = 0;
    while (size) {
        struct node *x = &v[(*n)++];
        unsigned inner = 2 + pick(g, 6);
        if (g->depth < MAX_DEPTH && inner < size && pick(g, 8) == 0) {
            make_nested(g, x, inner);
            size -= inner;
        } else {
            make_simple(g, x);
            size--;
        }
    }
    return v;
}

/* A program without statements: its launch and how its addresses are. */
static struct program *start_program(struct gen *g, uint64_t seed, bool portable)
{
    static const uint32_t blocks[][3] = { { 32, 1, 1 }, { 64, 1, 1 }, { 16, 4, 1 }, { 48, 1, 1 }, { 33, 1, 1 }, { 8, 4,
        2 }, { 96, 1, 1 } };
    struct program *p = calloc(1, sizeof *p);
    if (!p)
        abort();
    *g = (struct gen){ .p = p, .s = seed * 0x9e3779b97f4a7c15u + 0x123456789abcdefu };
    for (unsigned i = 0; i < 4; i++)
        values_next(&g->s);
    p->seed = seed;
    p->portable = portable;
    p->address_bits = pick(g, 2) || portable ? 64 : 32;
    memcpy(p->block, blocks[pick(g, 7)], sizeof p->block);
    p->grid[0] = 1 + pick(g, 2);
    p->grid[1] = 1 + (pick(g, 8) == 0);
    return p;
}

struct program *gen_new(uint64_t seed, unsigned size, bool portable)
{
    struct gen g;
    struct program *p = start_program(&g, seed, portable);
    p->top = make_body(&g, size / 2 + pick(&g, size), &p->n);
    return p;
}

struct program *gen_around(uint64_t seed, const char *statements)
{
    struct gen g;
    struct program *p = start_program(&g, seed, false);
    p->ids = 8;
    p->n = 1;
    p->top = calloc(1, sizeof *p->top);
    if (!p->top)
        abort();
    PUT(p->top->text, "%s", statements);
    return p;
}

static void free_nodes(struct node *v, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < 2; k++)
            free_nodes(v[i].child[k], v[i].n[k]);
    free(v);
}

void gen_free(struct program *p)
{
    if (p)
        free_nodes(p->top, p->n);
    free(p);
}

/* Node number *k in the order of the text; NULL: there are fewer. */
static struct node *walk_to(struct node *v, unsigned n, unsigned *k)
{
    for (unsigned i = 0; i < n; i++) {
        if (!(*k)--)
            return &v[i];
        for (unsigned c = 0; c < 2; c++) {
            struct node *x = walk_to(v[i].child[c], v[i].n[c], k);
            if (x)
                return x;
        }
    }
    return NULL;
}

struct node *gen_node(const struct program *p, unsigned k) { return walk_to(p->top, p->n, &k); }

static unsigned count_nodes(const struct node *v, unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        if (!v[i].off)
            sum += 1 + count_nodes(v[i].child[0], v[i].n[0]) + count_nodes(v[i].child[1], v[i].n[1]);
    return sum;
}

unsigned gen_count(const struct program *p) { return count_nodes(p->top, p->n); }

void gen_shrink(struct program *p, bool (*fails)(void *ctx, const struct program *p), void *ctx)
{
    for (bool any = true; any;) {
        any = false;
        struct node *n;
        for (unsigned k = 0; (n = gen_node(p, k)); k++) {
            if (n->off)
                continue;
            n->off = true;
            if (fails(ctx, p))
                any = true;
            else
                n->off = false;
        }
    }
}

void gen_opcode(const struct node *n, char *to, size_t room)
{
    const char *at = n->text, *end = at + strlen(at);
    if (end > at && end[-1] == ';')
        end--;
    for (const char *s = at; s < end; s++)
        if (*s == ';')
            at = s + 1;
    at += strspn(at, " ");
    if (*at == '@')
        at += strcspn(at, " ") + 1;
    size_t len = strcspn(at, " ;");
    snprintf(to, room, "%.*s", (int)len, at);
}
