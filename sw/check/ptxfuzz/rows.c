/* SPDX-License-Identifier: Apache-2.0
 *
 * From a row of the table to instructions of it: every choice of modifiers, operands drawn, a kernel around it.
 */
#include "rows.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

struct text { char *s; size_t n; };

static void put_text(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put_text(struct text *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    t->n += (size_t)vsnprintf(t->s + t->n, ROW_TEXT - t->n, fmt, ap);
    va_end(ap);
    if (t->n >= ROW_TEXT)
        abort();
}

/* A register for a value of the type; bytes lie in words where the instruction lets them. */
static char register_letter(const struct row_form *f, enum ptype t, bool result)
{
    bool relaxed = f->code.op == PTX_LD || f->code.op == PTX_ST || (f->code.op == PTX_CVT && result);
    return relaxed && ptx_types[t].bits == 8 ? 'r' : value_letter(t);
}

static enum ptype twice_wide(enum ptype t)
{
    return t == T_U16 ? T_U32 : t == T_S16 ? T_S32 : t == T_U32 ? T_U64 : T_S64;
}

/* The type that a word of the row's operands stands for; T_NONE: it is no value. */
static enum ptype type_of(const struct row_form *f, const char *w, size_t n)
{
    char name[8] = "";
    switch (n == 1 ? *w : 0) {
    case 't': case 'v': case 'x': return f->code.type;
    case 'd': return f->code.dtype;
    case 'w': return twice_wide(f->code.type);
    case 'p': case 'q': return T_PRED;
    case 'm': return T_NONE;
    }
    memcpy(name, w, n < sizeof name ? n : sizeof name - 1);
    return ptype_parse(name);
}

static unsigned count_elements(const struct row_form *f)
{
    return f->code.vec == PTX_VEC_V2 ? 2 : f->code.vec == PTX_VEC_V4 ? 4 : 1;
}

static void put_values(struct text *t, const struct row_form *f, enum ptype type, bool result, unsigned slot)
{
    unsigned n = count_elements(f);
    put_text(t, n > 1 ? "{" : "");
    for (unsigned i = 0; i < n; i++)
        put_text(t, "%s%%%c%s%u", i ? "," : "", register_letter(f, type, result), result ? "q" : "", slot + i);
    put_text(t, n > 1 ? "}" : "");
}

static void put_address(struct text *t, const struct row_form *f)
{
    static const char *const base[] = {
        [PTX_SPACE_NONE] = "%cell", [PTX_SPACE_GLOBAL] = "%cell", [PTX_SPACE_SHARED] = "%sh", [PTX_SPACE_LOCAL] = "lo",
        [PTX_SPACE_CONST] = "%co", [PTX_SPACE_PARAM] = "par",
    };
    put_text(t, "[%s]", base[f->code.space]);
}

/* The instruction; notes which values it takes. */
static void put_instruction(struct text *t, struct row_form *f)
{
    const char *w = f->row->operands;
    unsigned slot = 0;
    put_text(t, "%s ", f->opcode);
    f->sources = 0;
    f->cell = false;
    memset(f->kind, 0, sizeof f->kind);
    while (*w) {
        size_t n = strcspn(w, " ");
        bool result = *w == '>', second = w[n - 1] == '|';
        const char *core = w + result;
        size_t len = n - result - second;
        enum ptype type = type_of(f, core, len);
        if (*core == 'm') {
            put_address(t, f);
            f->cell = true;
        } else if (result || (*core == 'v' && count_elements(f) > 1)) {
            put_values(t, f, type, result, result ? 0 : slot);
            put_text(t, second ? "|%%pq1" : "");
            for (unsigned i = 0; !result && i < count_elements(f); i++)
                f->kind[slot++] = type;
        } else {
            f->kind[slot] = type;
            f->small[slot] = !strncmp(core, "u32", 3);
            f->sources |= type == T_PRED || type == T_F16 ? 0 : 1u << slot;     /* PTX has no constants of f16 */
            char constant[VALUE_TEXT];
            if (f->constant == (int)slot)
                put_text(t, "%s", value_text(type, f->value, constant));
            else
                put_text(t, "%%%c%u", register_letter(f, type, false), slot);
            slot++;
        }
        w += n + strspn(w + n, " ");
        put_text(t, *w ? ", " : ";\n");
    }
}

void row_print(const struct row_form *f, char text[ROW_TEXT])
{
    struct text t = { text, 0 };
    struct row_form same = *f;
    put_instruction(&t, &same);
}

/* ---- its kernel ------------------------------------------------------------------------------------------- */

static const char *move_type(char holder)
{
    return holder == 'h' ? "b16" : holder == 'r' ? "b32" : holder == 'l' ? "b64" : holder == 'f' ? "f32" : "f64";
}

/* The kernel up to its operands' addresses. */
static void put_head(struct text *t, const struct ptx_row *r)
{
    put_text(t, ".version 4.3\n.target sm_%d\n.address_size 64\n.const .align 16 .b8 con[%d] = {",
             r->sm > 20 ? r->sm : 20, 2 * ROW_CELL);
    for (unsigned i = 0; i < 2 * ROW_CELL; i++)
        put_text(t, "%s%u", i ? "," : "", (i * 73 + 129) & 255);
    put_text(t, "};\n.visible .entry k(.param .u64 out, .param .u64 in, .param .align 16 .b8 par[%d])\n{\n", ROW_PAR);
    put_text(t, "  .reg .b16 %%h<4>, %%hq<4>; .reg .b32 %%r<4>, %%rq<4>, %%i, %%n, %%sh;\n"
             "  .reg .b64 %%l<4>, %%lq<4>, %%out, %%in, %%x, %%cell;\n"
             "  .reg .f32 %%f<4>, %%fq<4>; .reg .f64 %%d<4>, %%dq<4>; .reg .pred %%p<4>, %%pq<4>; .reg .b64 %%co;\n"
             "  .shared .align 16 .b8 sha[%d]; .local .align 16 .b8 lo[%d];\n", ROW_CELL * ROW_BLOCK, ROW_CELL);
    put_text(t, "  mov.u32 %%i, %%tid.x; mul.lo.u32 %%sh, %%i, %d; mov.u32 %%n, sha; add.u32 %%sh, %%sh, %%n;\n",
             ROW_CELL);
    put_text(t, "  and.b32 %%n, %%i, 1; mul.wide.u32 %%co, %%n, %d; mov.u64 %%x, con; add.u64 %%co, %%co, %%x;\n",
             ROW_CELL);
    put_text(t, "  mov.u32 %%n, %%ctaid.x; mad.lo.u32 %%i, %%n, %d, %%i;\n", ROW_BLOCK);
    put_text(t, "  ld.param.u64 %%in, [in]; mul.wide.u32 %%x, %%i, %d; add.u64 %%in, %%in, %%x;\n", 8 * ROW_SLOTS);
    put_text(t, "  ld.param.u64 %%out, [out]; mul.wide.u32 %%x, %%i, %d; add.u64 %%out, %%out, %%x;\n", ROW_RECORD);
    put_text(t, "  add.u64 %%cell, %%out, %d;\n", ROW_RECORD - ROW_CELL);
}

/* The thread's cell in shared or local memory is filled from the one in global memory, or stored there. */
static void copy_cell(struct text *t, const struct row_form *f, bool back)
{
    const bool shared = f->code.space == PTX_SPACE_SHARED;
    if (!f->cell || (!shared && f->code.space != PTX_SPACE_LOCAL))
        return;
    const char *space = shared ? "shared" : "local", *base = shared ? "%sh" : "lo";
    for (unsigned i = 0; i < ROW_CELL; i += 8)
        if (back)
            put_text(t, "  ld.%s.b64 %%x, [%s+%u]; st.global.b64 [%%cell+%u], %%x;\n", space, base, i, i);
        else
            put_text(t, "  ld.global.b64 %%x, [%%cell+%u]; st.%s.b64 [%s+%u], %%x;\n", i, space, base, i);
}

/* Loads the operands, a slot of 8 bytes each. */
static void load_operands(struct text *t, const struct row_form *f)
{
    for (unsigned i = 0; i < ROW_SLOTS; i++) {
        if (!f->kind[i])
            continue;
        char c = register_letter(f, f->kind[i], false);
        if (c == 'p')
            put_text(t, "  ld.global.b32 %%n, [%%in+%u]; and.b32 %%n, %%n, 1; setp.ne.u32 %%p%u, %%n, 0;\n", 8 * i, i);
        else
            put_text(t, "  ld.global.%s %%%c%u, [%%in+%u];\n", move_type(c), c, i, 8 * i);
    }
}

/* Of the first operand, when it is a result. */
static enum ptype result_of(const struct row_form *f)
{
    const char *w = f->row->operands;
    size_t n = strcspn(w, " ");
    return *w == '>' ? type_of(f, w + 1, n - 1 - (w[n - 1] == '|')) : T_NONE;
}

static void store_results(struct text *t, const struct row_form *f)
{
    const enum ptype type = f->result;
    if (type == T_PRED)
        put_text(t, "  selp.u32 %%rq0, 1, 0, %%pq0; selp.u32 %%rq1, 1, 0, %%pq1;\n"
                 "  st.global.v2.u32 [%%out], {%%rq0, %%rq1};\n");
    for (unsigned i = 0; type != T_PRED && i < f->results; i++) {
        char c = register_letter(f, type, true);
        put_text(t, "  st.global.%s [%%out+%u], %%%cq%u;\n", move_type(c), 8 * i, c, i);
    }
}

void row_kernel(const struct row_form *f, char text[ROW_TEXT])
{
    char line[ROW_TEXT];
    struct text t = { text, 0 };
    row_print(f, line);
    put_head(&t, f->row);
    copy_cell(&t, f, false);
    load_operands(&t, f);
    put_text(&t, "  setp.ne.u32 %%pq1, %%i, %%i;\n  %s", line);
    store_results(&t, f);
    copy_cell(&t, f, true);
    put_text(&t, "  ret;\n}\n");
}

/* ---- which instructions ----------------------------------------------------------------------------------- */

static bool is_skipped(const struct ptx_row *r)
{
    static const uint8_t ops[] = { PTX_BRA, PTX_BRX, PTX_CALL, PTX_RET, PTX_EXIT, PTX_BAR, PTX_MEMBAR, PTX_TRAP,
                                   PTX_BRKPT, PTX_PMEVENT,
                                   PTX_TEX, PTX_VOTE, PTX_CVTA };
    for (size_t i = 0; i < sizeof ops; i++)
        if (r->op == ops[i])
            return true;
    return r->lib || r->later;
}

/* May it be missing in PTX of today? */
static bool is_optional(const struct ptx_place *p) { return p->optional && !p->until; }

/* Member number `pick` of the place, counting none as the first where it is optional; 0: none. */
static unsigned nth_choice(const struct ptx_place *p, unsigned pick)
{
    if (is_optional(p) && !pick--)
        return 0;
    for (unsigned m = 1; m < 32; m++)
        if (p->members >> m & 1 && !pick--)
            return m;
    return 0;
}

static unsigned count_choices(const struct ptx_place *p)
{
    return (unsigned)__builtin_popcount(p->members) + is_optional(p);
}

/* Number `n` of the row's instructions; false: it has fewer. */
static bool form_of(const struct ptx_row *r, unsigned n, struct row_form *f)
{
    const char *part[16] = { ptx_op_name[r->op] };
    unsigned parts = 1;
    char why[300];
    *f = (struct row_form){ .row = r, .constant = -1 };
    for (unsigned i = 0; i < r->nplaces; i++) {
        unsigned m = nth_choice(&r->place[i], n % count_choices(&r->place[i]));
        n /= count_choices(&r->place[i]);
        if (m)
            part[parts++] = ptx_groups[r->place[i].group].name[m];
    }
    if (n)
        return false;
    if (!ptx_recognise(part, parts, false, &f->code, why, sizeof why))
        abort();
    for (unsigned i = 0; i < parts; i++)
        snprintf(f->opcode + strlen(f->opcode), sizeof f->opcode - strlen(f->opcode), "%s%s", i ? "." : "", part[i]);
    return true;
}

/* How many instructions a row has. */
static unsigned count_forms(const struct ptx_row *r)
{
    unsigned n = 1;
    for (unsigned i = 0; i < r->nplaces; i++)
        n *= count_choices(&r->place[i]);
    return is_skipped(r) ? 0 : n;
}

bool row_form(unsigned k, struct row_form *f)
{
    char text[ROW_TEXT];
    struct text t = { text, 0 };
    unsigned r = 0;
    for (; r < ptx_nrows && k >= count_forms(&ptx_rows[r]); r++)
        k -= count_forms(&ptx_rows[r]);
    if (r == ptx_nrows)
        return false;
    form_of(&ptx_rows[r], k, f);
    put_instruction(&t, f);
    f->result = result_of(f);
    f->results = f->result == T_NONE ? 0 : count_elements(f);
    return true;
}

bool row_runs(const struct row_form *f)
{
    return f->code.op != PTX_ST || f->code.space != PTX_SPACE_PARAM;
}

bool row_constant(struct row_form *f, uint64_t *state)
{
    unsigned k = (unsigned)(values_next(state) >> 33) % ROW_SLOTS;
    if (!f->sources)
        return false;
    while (!(f->sources >> k & 1))
        k = (k + 1) % ROW_SLOTS;
    f->constant = (int)k;
    f->value = f->small[k] ? values_small(state) : values_draw(state, f->kind[k]);
    return true;
}

/* ---- its operands ----------------------------------------------------------------------------------------- */

static uint64_t draw_operand(const struct row_form *f, unsigned k, uint64_t *s)
{
    if (f->small[k])
        return values_small(s);
    return f->kind[k] == T_PRED ? values_next(s) >> 63 : values_draw(s, f->kind[k] ? f->kind[k] : T_B64);
}

/* The special values of the first two operands in their pair number i; false: there are fewer. */
static bool draw_pair(const struct row_form *f, unsigned i, uint64_t in[ROW_SLOTS])
{
    unsigned n = values_specials(f->kind[0] ? f->kind[0] : T_B64), m = values_specials(f->kind[1] ? f->kind[1] : T_B64);
    if (f->kind[0] == T_PRED || f->kind[1] == T_PRED || i >= n * m)
        return false;
    in[0] = values_special(f->kind[0] ? f->kind[0] : T_B64, i % n);
    if (!f->small[1])
        in[1] = values_special(f->kind[1] ? f->kind[1] : T_B64, i / n);
    return true;
}

void row_draw(const struct row_form *f, uint64_t seed, bool pairs, unsigned threads, uint64_t *in, uint8_t *out)
{
    uint64_t s = 88172645463325252u + f->code.row + (seed << 20);
    enum ptype cell = f->code.type == T_PRED ? T_B64 : (enum ptype)f->code.type;
    memset(out, 0, (size_t)threads * ROW_RECORD);
    for (unsigned i = 0; i < threads; i++) {
        uint64_t *a = &in[ROW_SLOTS * i];
        for (unsigned k = 0; k < ROW_SLOTS; k++)
            a[k] = draw_operand(f, k, &s);
        pairs = pairs && draw_pair(f, i, a);
        for (unsigned k = 0; k < ROW_SLOTS; k++) {
            uint64_t v = values_next(&s) & 1 ? a[k] : values_draw(&s, cell);
            memcpy(out + ROW_RECORD * i + ROW_RECORD - ROW_CELL + 8 * k, &v, 8);
        }
    }
}

void row_par(uint8_t par[ROW_PAR])
{
    for (unsigned i = 0; i < ROW_PAR; i++)
        par[i] = (uint8_t)(i * 57 + 200);
}

int row_main(int argc, char **argv, bool (*check)(const struct row_form *f))
{
    unsigned part = argc > 2 ? (unsigned)atoi(argv[1]) : 0, parts = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    const char *only = argc == 2 ? argv[1] : NULL;
    unsigned passed = 0, failed = 0;
    uint64_t s = 0x9e3779b97f4a7c15u;
    struct row_form f;
    for (unsigned k = 0; row_form(k, &f); k++) {
        if (k % parts != part || (only && strncmp(only, f.opcode, strlen(only))) || !row_runs(&f))
            continue;
        bool ok = check(&f);
        if (ok && row_constant(&f, &s))
            ok = check(&f);
        passed += ok;
        failed += !ok;
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0 || !passed;
}
