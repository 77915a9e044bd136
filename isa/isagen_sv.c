/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen: rtl/gen/isa_decode.sv.
 *
 * The module has three steps: a case on form, opcode and sub-opcode with a small casez inside finds the
 * row and yields one constant, the descriptor; the descriptor's bits steer one multiplexer per slot;
 * the expressions of insn.def combine the slots into ctl_t.
 */
#include "isagen.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CHUNKS 4                    /* of a descriptor, 64 bits each */

/* How a slot is held in the descriptor: `bits` bits at `lsb` of chunk `chunk`. */
struct slot_code {
    int  n;                    /* distinct sources; 0: never used, the slot is 0 */
    bool is_const;             /* no source is a field: the bits are the value */
    int  bits, chunk, lsb;
    struct gen_src src[128];
};

static int clog2(int n)
{
    int b = 0;

    while (1 << b < n)
        b++;
    return b;
}

static int find_src(const struct slot_code *c, const struct gen_src *s)
{
    for (int i = 0; i < c->n; i++)
        if (c->src[i].is_field == s->is_field && c->src[i].value == s->value)
            return i;
    return -1;
}

/* Numbers the sources of each slot over all rows, and gives each number its bits of the descriptor. */
static void number_sources(const struct gen_table *t, struct slot_code *code)
{
    int chunk = 0, used = 0;

    for (int s = 0; s < gen_slot_count; s++) {
        struct slot_code *c = &code[s];
        int max = 0;

        c->src[c->n++] = (struct gen_src){ false, 0 };
        c->is_const = true;
        if (!gen_slots[s].in_ctl)
            continue;
        for (int i = 0; i < t->rows; i++) {
            const struct gen_src *g = &t->row[i].slot[s];

            if (find_src(c, g) < 0) {
                if (c->n == 128)
                    gen_fail(t->path, t->row[i].line, "too many sources for %s", gen_slots[s].name);
                c->src[c->n++] = *g;
            }
            if (g->is_field)
                c->is_const = false;
            else if (g->value > max)
                max = g->value;
        }
        if (strcmp(gen_slots[s].name, "err") == 0)
            max = 15;          /* the default row and misaligned words use it too */
        c->bits = c->is_const ? clog2(max + 1) : clog2(c->n);
        if (used + c->bits > 64) {
            if (++chunk == MAX_CHUNKS)
                gen_fail(t->path, 0, "the descriptor has more than %d chunks of 64 bits", MAX_CHUNKS);
            used = 0;
        }
        c->chunk = chunk;
        c->lsb = used;
        used += c->bits;
    }
}

/* The descriptor of a row, in chunks of 64 bits. */
static void row_chunks(const struct gen_row *r, const struct slot_code *code, uint64_t d[MAX_CHUNKS])
{
    memset(d, 0, MAX_CHUNKS * sizeof d[0]);
    for (int s = 0; s < gen_slot_count; s++) {
        const struct slot_code *c = &code[s];
        uint64_t v = (uint64_t)(c->is_const ? r->slot[s].value : find_src(c, &r->slot[s]));

        if (c->bits == 0)
            continue;

        d[c->chunk] |= v << c->lsb;
    }
}

static int chunk_width(const struct slot_code *code, int chunk)
{
    int w = 0;

    for (int s = 0; s < gen_slot_count; s++)
        if (code[s].chunk == chunk && code[s].lsb + code[s].bits > w)
            w = code[s].lsb + code[s].bits;
    return w;
}

/* --- step 1: the row -------------------------------------------------------------------------- */

static void put_bits(FILE *f, const struct gen_part *p)
{
    int lsb = p->lsb + 32 * p->word;

    if (p->width == 1)
        fprintf(f, "bits[%d]", lsb);
    else
        fprintf(f, "bits[%d:%d]", lsb + p->width - 1, lsb);
}

/* Bits that the key does not cover. */
static uint64_t rest_mask(const struct gen_row *r)
{
    uint64_t m = (uint64_t)r->m1 << 32 | r->m0;

    m &= ~0xf0000003ull;
    if (r->form == FORM_LONG)
        m &= ~(0xe0000003ull << 32);
    if (r->form == FORM_IMM)
        m &= ~(3ull << 32);
    return m;
}

/* The assignment of a row's descriptor. */
static void put_result(FILE *f, const struct gen_row *r, const struct slot_code *code, int chunks)
{
    uint64_t d[MAX_CHUNKS];

    row_chunks(r, code, d);
    fputc('{', f);
    for (int c = 0; c < chunks; c++)
        fprintf(f, "%sd%d", c ? ", " : "", c);
    fprintf(f, "} = {");
    for (int c = 0; c < chunks; c++)
        fprintf(f, "%s%d'h%llx", c ? ", " : "", chunk_width(code, c), (unsigned long long)d[c]);
    fprintf(f, "};  // %s\n", r->name);
}

/* Separate assignments: a concatenation on the left would make one wide value of it. */
static void put_assign(FILE *f, const struct gen_row *r, const struct slot_code *code, int chunks)
{
    uint64_t d[MAX_CHUNKS];

    if (chunks == 1) {
        put_result(f, r, code, chunks);
        return;
    }
    row_chunks(r, code, d);
    fprintf(f, "begin");
    for (int c = 0; c < chunks; c++)
        fprintf(f, " d%d = %d'h%llx;", c, chunk_width(code, c), (unsigned long long)d[c]);
    fprintf(f, " end  // %s\n", r->name);
}

/* The head of a casez on the bits in mask, adjacent ones as a range. */
static void put_rest(FILE *f, uint64_t mask)
{
    bool first = true;

    fprintf(f, "casez ({");
    for (int hi = 63; hi >= 0; hi--) {
        int lo = hi;

        if (!(mask >> hi & 1))
            continue;
        while (lo > 0 && (mask >> (lo - 1) & 1))
            lo--;
        fprintf(f, first ? "" : ", ");
        if (lo == hi)
            fprintf(f, "word[%d]", hi);
        else
            fprintf(f, "word[%d:%d]", hi, lo);
        first = false;
        hi = lo;
    }
    fprintf(f, "})\n");
}

/* The casez pattern of a row on the bits in mask. */
static void put_pattern(FILE *f, const struct gen_row *r, uint64_t mask)
{
    uint64_t m = rest_mask(r), k = (uint64_t)r->k1 << 32 | r->k0;
    int n = 0;

    for (int b = 63; b >= 0; b--)
        n += (int)(mask >> b & 1);
    fprintf(f, "          %d'b", n);
    for (int b = 63; b >= 0; b--)
        if (mask >> b & 1)
            fputc(!(m >> b & 1) ? '?' : (k >> b & 1) ? '1' : '0', f);
    fprintf(f, ": ");
}

/* Whether some row matches whatever stands in the bits of mask: then a default could not be reached. */
static bool rows_are_all(const struct gen_row *const list[], int n, uint64_t mask)
{
    uint64_t bits = 0;
    int i;

    do {
        for (i = 0; i < n; i++)
            if (!((bits ^ ((uint64_t)list[i]->k1 << 32 | list[i]->k0)) & rest_mask(list[i])))
                break;
        bits = (bits - mask) & mask;        /* the next subset of mask */
    } while (i < n && bits);
    return i < n;
}

/* The case of one key: the row, or a casez among those that have it. */
static void put_key(FILE *f, const struct gen_table *t, int key, const struct slot_code *code, int chunks)
{
    const struct gen_row *list[64];
    uint64_t mask = 0;
    int n = 0;

    for (int i = 0; i < t->rows; i++) {
        const struct gen_row *r = &t->row[i];

        if (!gen_row_has_key(r, key))
            continue;
        if (n == 64)
            gen_fail(t->path, r->line, "more than 64 rows for key %d", key);
        list[n++] = r;
        mask |= rest_mask(r);
        if (rest_mask(r) == 0)
            break;             /* nothing behind it can match */
    }
    if (n == 0)
        return;
    fprintf(f, "      10'd%d: ", key);
    if (mask == 0) {
        put_assign(f, list[0], code, chunks);
        return;
    }
    put_rest(f, mask);
    for (int i = 0; i < n; i++) {
        if (rest_mask(list[i]) == 0)
            fprintf(f, "          default: ");
        else
            put_pattern(f, list[i], mask);
        put_assign(f, list[i], code, chunks);
    }
    if (!rows_are_all(list, n, mask))
        fprintf(f, "          default: ;\n");
    fprintf(f, "        endcase\n");
}

static void put_local(FILE *f, int width, const char *prefix, const char *name)
{
    if (width == 1)
        fprintf(f, "    logic %s%s;\n", prefix, name);
    else
        fprintf(f, "    logic [%d:0] %s%s;\n", width - 1, prefix, name);
}

/* --- step 2: the slots ------------------------------------------------------------------------ */

/* A field, or a constant, of this width. */
static void put_source(FILE *f, const struct gen_table *t, const struct gen_src *s, int width)
{
    const struct gen_field *g = &t->field[s->value];
    int pad;

    if (!s->is_field) {
        fprintf(f, "%d'd%d", width, s->value);
        return;
    }
    pad = width - gen_field_width(g);
    if (pad < 0)
        gen_fail(t->path, 0, "a field of %d bits for a slot of %d", gen_field_width(g), width);
    if (pad == 0 && g->parts == 1 && g->shift == 0) {
        put_bits(f, &g->part[0]);
        return;
    }
    fputc('{', f);
    if (pad)
        fprintf(f, "%d'd0, ", pad);
    for (int i = 0; i < g->parts; i++) {
        if (i)
            fprintf(f, ", ");
        put_bits(f, &g->part[i]);
    }
    if (g->shift)
        fprintf(f, ", %d'd0", g->shift);
    fputc('}', f);
}

static void put_code(FILE *f, const struct slot_code *c)
{
    if (c->bits == 1)
        fprintf(f, "row%d[%d]", c->chunk, c->lsb);
    else
        fprintf(f, "row%d[%d:%d]", c->chunk, c->lsb + c->bits - 1, c->lsb);
}

/* The multiplexer of a slot. */
static void put_slot(FILE *f, const struct gen_table *t, int s, const struct slot_code *c)
{
    int w = gen_slots[s].width;

    fprintf(f, "    v_%s = ", gen_slots[s].name);
    if (c->bits == 0) {
        fprintf(f, "%d'd0;\n", w);
        return;
    }
    if (c->is_const) {
        if (w > c->bits)
            fprintf(f, "{%d'd0, ", w - c->bits);
        put_code(f, c);
        fprintf(f, w > c->bits ? "};\n" : ";\n");
        return;
    }
    for (int i = c->n - 1; i > 0; i--) {
        if (c->bits == 1) {     /* the usual case: a field or 0 */
            put_code(f, c);
        } else {
            fputc('(', f);
            put_code(f, c);
            fprintf(f, " == %d'd%d)", c->bits, i);
        }
        fprintf(f, " ? ");
        put_source(f, t, &c->src[i], w);
        fprintf(f, " :\n        ");
    }
    put_source(f, t, &c->src[0], w);
    fprintf(f, ";\n");
}

/* The module's head, up to its first wire. */
static void put_head(FILE *f)
{
    fprintf(f,
        "// SPDX-License-Identifier: Apache-2.0\n"
        "// Generated by isagen from isa/gt200.isa and isa/insn.def: do not edit.\n"
        "//\n"
        "// isa_decode: instruction words to control word.\n"
        "//\n"
        "// From sm_decode  w0, w1: first and second word; one-word instructions ignore the second.\n"
        "//                 odd: the instruction starts at an odd word (a long one is then an error)\n"
        "// To   sm_decode  ctl; with ctl.err != 0 only err and len8 mean anything, without valid nothing\n"
        "//\n"
        "// Combinational. d0, d1, ... are the descriptor of the row (constants and select codes), v_* its\n"
        "// slots, p_* the fixed positions of the encoding.\n"
        "`include \"gpu_types.svh\"\n"
        "`include \"isa_ops.svh\"\n"
        "`default_nettype none\n\n"
        "module isa_decode (\n"
        "  input  wire        valid,\n"
        "  input  wire [31:0] w0,\n"
        "  input  wire [31:0] w1,\n"
        "  input  wire        odd,\n"
        "  output ctl_t       ctl\n"
        ");\n\n"
        "  wire [63:0] word = {w1, w0};\n");
}

/* cdst is reached through the slots. */
static bool has_position(const struct gen_table *t, int i)
{
    return strncmp(t->pos[i].name, "cdst", 4) != 0;
}

/* From the words to the descriptor. */
static void put_row(FILE *f, const struct gen_table *t, const struct slot_code *code, int chunks)
{
    const struct slot_code *err = &code[gen_slot("err")];

    fprintf(f, "\n  // --- row ----------------------------------------------------------------------------------\n"
               "  // class: 0 short, 1 short control, 2 long, 3 immediate, 4 control\n"
               "  wire [2:0] cls = !word[0] ? {2'd0, word[1]} : word[1] ? 3'd4 : {2'd1, word[33:32] == 2'd3};\n"
               "  wire [9:0] key = {cls, word[31:28], (cls == 3'd2) ? word[63:61] : 3'd0};\n");
    for (int c = 0; c < chunks; c++)
        fprintf(f, "  logic [%d:0] d%d;\n", chunk_width(code, c) - 1, c);
    fprintf(f, "\n  always_comb begin\n");
    for (int c = 0; c < chunks; c++)
        fprintf(f, "    d%d = valid ? %d'h0 : 'x;\n", c, chunk_width(code, c));
    fprintf(f, "    if (valid) d%d[%d:%d] = (word[0] && odd) ? `DE_UNALIGNED_LONG : `DE_ILLEGAL_OPCODE;\n", err->chunk,
            err->lsb + err->bits - 1, err->lsb);
    fprintf(f, "    if (valid && !(word[0] && odd)) case (key)\n");
    for (int key = 0; key < GEN_KEYS; key++)
        put_key(f, t, key, code, chunks);
    fprintf(f, "      default: ;\n    endcase\n  end\n");
}

/* The control word of a row: slots and what becomes of them, in a task, so that a simulator skips all of it in the
 * cycles in which nothing is decoded. */
static void put_combine(FILE *f, const struct gen_table *t, const struct gen_insn *in, const struct slot_code *code,
                        int chunks)
{
    fprintf(f, "\n  // --- control word of the row -------------------------------------------------------------\n"
               "  task automatic combine(\n    input [63:0] bits");
    for (int c = 0; c < chunks; c++)
        fprintf(f, ", input [%d:0] row%d", chunk_width(code, c) - 1, c);
    fprintf(f, ",\n    output [`CTL_W-1:0] c);\n");
    for (int i = 0; i < t->poss; i++)
        if (has_position(t, i))
            put_local(f, gen_field_width(&t->field[t->pos[i].field]), "p_", t->pos[i].name);
    for (int s = 0; s < gen_slot_count; s++)
        if (gen_slots[s].in_ctl)
            put_local(f, gen_slots[s].width, "v_", gen_slots[s].name);
    gen_insn_locals(in, f);
    fprintf(f, "    // positions and slots\n");
    for (int i = 0; i < t->poss; i++) {
        if (!has_position(t, i))
            continue;
        fprintf(f, "    p_%s = ", t->pos[i].name);
        put_bits(f, &t->field[t->pos[i].field].part[0]);
        fprintf(f, ";\n");
    }
    for (int s = 0; s < gen_slot_count; s++)
        if (gen_slots[s].in_ctl)
            put_slot(f, t, s, &code[s]);
    fprintf(f, "\n    // control word\n");
    gen_insn_combine(in, f);
    fprintf(f, "  endtask\n\n  always_comb\n    if (!valid) ctl = 'x;\n    else combine(word");
    for (int c = 0; c < chunks; c++)
        fprintf(f, ", d%d", c);
    fprintf(f, ", ctl);\n\nendmodule\n`default_nettype wire\n");
}

void gen_sv(const struct gen_table *t, const struct gen_insn *in, const char *dir)
{
    struct slot_code *code = calloc((size_t)gen_slot_count, sizeof *code);
    FILE *f = gen_open_out(dir, "isa_decode.sv");

    if (!code)
        gen_fail(t->path, 0, "out of memory");
    number_sources(t, code);
    put_head(f);
    put_row(f, t, code, code[gen_slot_count - 1].chunk + 1);
    put_combine(f, t, in, code, code[gen_slot_count - 1].chunk + 1);
    gen_close(f, dir, "isa_decode.sv");
    free(code);
}
