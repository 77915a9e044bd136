/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen: rtl/gen/isa_decode.sv.
 *
 * The module has three steps: a case on form, opcode and sub-opcode with a small casez inside finds the
 * row and yields one constant, the descriptor; the descriptor's bits steer one multiplexer per slot;
 * fixed text (tail) combines the slots into ctl_t exactly as isa/decode.c does.
 */
#include "isagen.h"

#include <stdlib.h>
#include <string.h>

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

static void collect(const struct gen_table *t, struct slot_code *code)
{
    int chunk = 0, used = 0;

    for (int s = 0; s < gen_slot_count; s++) {
        struct slot_code *c = &code[s];
        int max = 0;

        c->src[c->n++] = (struct gen_src){ false, 0 };
        c->is_const = true;
        if (strcmp(gen_slots[s].name, "sfu_hint") == 0)
            continue;          /* not part of ctl_t */
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
            chunk++;
            used = 0;
        }
        c->chunk = chunk;
        c->lsb = used;
        used += c->bits;
    }
}

static void row_chunks(const struct gen_row *r, const struct slot_code *code, uint64_t d[4])
{
    memset(d, 0, 4 * sizeof d[0]);
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

static void put_result(FILE *f, const struct gen_row *r, const struct slot_code *code, int chunks)
{
    uint64_t d[4];

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
    uint64_t d[4];

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

static void put_key(FILE *f, const struct gen_table *t, int key, const struct slot_code *code, int chunks)
{
    const struct gen_row *list[64];
    uint64_t mask = 0;
    int n = 0;

    for (int i = 0; i < t->rows; i++) {
        const struct gen_row *r = &t->row[i];

        if (!gen_row_has_key(r, key))
            continue;
        list[n++] = r;
        mask |= rest_mask(r);
        if (rest_mask(r) == 0 || n == 64)
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

/* --- step 3: the same combination as in isa/decode.c ------------------------------------------- */

static const char tail_locals[] =
    "    logic d_none, d_areg, d_no_areg, op_c1, op_c2, op_c, a_no_areg, t_second, t_there, imm_en, has_s, "
    "has_c, use_a,\n"
    "          a_ok, ainc, bad_inc, a_on_c, s_neg, c_unit2, c_neg, m_off, bad_reg, signed_type, bad_byte, "
    "bad_size,\n"
    "          bad_sign, mark;\n"
    "    logic [1:0] cdst, smode;\n"
    "    logic [2:0] t_words, areg;\n"
    "    logic [3:0] t_kind, dst_kind, a_kind, b_reg_kind, b_kind, c_kind, cseg, s_err, err;\n"
    "    logic [6:0] c_off_f;\n"
    "    logic [7:0] dst, a_idx, b_idx, c_idx;\n"
    "    logic [15:0] c_sext, c_direct, c_off;\n"
    "    logic [16:0] s_off, s_byte, c_byte, mem_off;\n"
    "    logic [31:0] imm;\n";

static const char tail[] =
    "    // destination\n"
    "    d_none = v_dodst && p_odst;\n"
    "    d_areg = v_dkind == `KIND_AREG;\n"
    "    t_words = {2'd0, v_lmask[0]} + {2'd0, v_lmask[1]} + {2'd0, v_lmask[2]} + {2'd0, v_lmask[3]};\n"
    "    t_kind = t_words == 3'd0 ? `KIND_NONE : t_words == 3'd1 ? `KIND_R32 :\n"
    "             t_words == 3'd2 ? `KIND_T2 : t_words == 3'd3 ? `KIND_T3 : `KIND_T4;\n"
    "    dst_kind = d_none ? `KIND_NONE : v_dkind == `KIND_T4 ? t_kind : !v_dvar ? v_dkind :\n"
    "               v_dw ? `KIND_R32 : `KIND_R16;\n"
    "    d_no_areg = d_areg && v_dreg[2] && (v_dreg[1:0] != 2'd0);      // $a5-$a7 do not exist\n"
    "    dst = (d_none || d_no_areg) ? 8'd0 : {1'b0, v_dreg};\n"
    "    cdst = v_cdst & {2{v_cden}};\n"
    "\n"
    "    // sources\n"
    "    op_c1 = (v_c1 != 2'd0) && (p_scsel == v_c1) && !v_k1;\n"
    "    op_c2 = (v_c2 != 2'd0) && (p_scsel == v_c2);\n"
    "    op_c = op_c1 || op_c2;\n"
    "    a_no_areg = (v_kind0 == `KIND_AREG) && v_reg0[2] && (v_reg0[1:0] != 2'd0);\n"
    "    a_kind = v_ssel ? `KIND_SMEM : v_kind0;\n"
    "    a_idx = (v_ssel || a_no_areg) ? 8'd0 : {1'b0, v_reg0};\n"
    "    t_second = v_kind1 == `KIND_T4;      // coordinates of a texture fetch behind the first, if there are\n"
    "    t_there = v_quad[9:8] != 2'd0;\n"
    "    b_reg_kind = t_second ? (v_quad[9] ? `KIND_T2 : t_there ? `KIND_R32 : `KIND_NONE) : !v_var1 ? v_kind1 :\n"
    "                 v_w1 ? `KIND_R32 : `KIND_R16;\n"
    "    b_kind = v_k1 ? `KIND_IMM : op_c1 ? `KIND_CMEM : b_reg_kind;\n"
    "    b_idx = (v_k1 || op_c1 || (t_second && !t_there)) ? 8'd0 : {1'b0, v_reg1} + {7'd0, t_second};\n"
    "    c_kind = op_c2 ? `KIND_CMEM : v_kind2;\n"
    "    c_idx = op_c2 ? 8'd0 : {1'b0, v_reg2};\n"
    "    imm_en = v_k1 || (v_kind0 == `KIND_IMM) || (v_kind1 == `KIND_IMM);\n"
    "    imm = {v_imm[31:16] & {16{imm_en && !v_imm16}}, v_imm[15:0] & {16{imm_en}}};\n"
    "\n"
    "    // address of an s[], l[] or c[] operand\n"
    "    has_s = v_ssel || (v_msp == 2'd1);\n"
    "    has_c = op_c || (v_msp == 2'd3);\n"
    "    use_a = v_ssel || op_c || (v_msp != 2'd0);\n"
    "    a_ok = v_asel[2] ? v_asel[1:0] == 2'd0 : v_asel[1:0] != 2'd0;\n"
    "    areg = v_asel & {3{use_a && a_ok}};\n"
    "    ainc = use_a && p_ainc;\n"
    "    bad_inc = p_ainc && !a_ok && (use_a || v_achk);\n"
    "    a_on_c = has_c && !has_s && (ainc || (areg != 3'd0));\n"
    "    s_neg = p_ainc && (v_long ? v_soff[4] : v_soff[3]);\n"
    "    s_off = {{12{s_neg}}, (v_long ? v_soff[4] : s_neg), v_soff[3:0]};\n"
    "    s_byte = (v_smode == `SM_U8) ? s_off :\n"
    "             (v_smode == `SM_B32) ? {s_off[14:0], 2'd0} : {s_off[15:0], 1'b0};\n"
    "    c_off_f = op_c2 ? v_c2off : v_coff;\n"
    "    c_unit2 = op_c2 ? v_c2unit2 : v_cunit2;\n"
    "    c_neg = p_ainc && (v_long ? c_off_f[6] : c_off_f[4]);\n"
    "    c_sext = {{9{c_neg}}, (v_long ? c_off_f[6:5] : {2{c_neg}}), c_off_f[4:0]};\n"
    "    c_byte = c_unit2 ? {c_sext, 1'b0} : {c_sext[14:0], 2'd0};\n"
    "    c_direct = c_unit2 ? {8'd0, c_off_f, 1'b0} : {7'd0, c_off_f, 2'd0};\n"
    "    m_off = (v_msp == 2'd1) || (v_msp == 2'd2) || ((v_msp == 2'd3) && a_on_c);\n"
    "    mem_off = v_ssel ? s_byte : m_off ? {1'b0, v_maddr} : a_on_c ? c_byte : 17'd0;\n"
    "    c_off = !(has_c && !a_on_c) ? 16'd0 : op_c ? c_direct : v_maddr;\n"
    "    smode = v_smode & {2{v_ssel || (v_msp != 2'd0)}};\n"
    "    cseg = v_cseg & {4{has_c}};\n"
    "\n"
    "    // errors\n"
    "    bad_reg = (v_x11 && (p_scsel == 2'd3))\n"
    "            || ((dst_kind == `KIND_R64) && v_dreg[0])\n"
    "            || ((dst_kind == `KIND_R128) && (v_dreg[1:0] != 2'd0))\n"
    "            || ((a_kind == `KIND_R64) && v_reg0[0]) || ((b_kind == `KIND_R64) && v_reg1[0])\n"
    "            || ((b_kind == `KIND_R128) && (v_reg1[1:0] != 2'd0))\n"
    "            || ((c_kind == `KIND_R64) && v_reg2[0]);\n"
    "    signed_type = v_sgn || v_ssigned;\n"
    "    bad_byte = (v_schk == 2'd3) && (v_smode != `SM_U8);\n"
    "    bad_size = ((v_schk == 2'd1) || (v_schk == 2'd2)) && (v_smode == `SM_B32);\n"
    "    bad_sign = (v_schk == 2'd2) && (signed_type ? v_smode == `SM_U16 : v_smode == `SM_S16);\n"
    "    s_err = !v_ssel ? `DE_NONE : bad_byte ? `DE_MEMORY_BYTE :\n"
    "            bad_size ? `DE_MEMORY_SIZE : bad_sign ? `DE_MEMORY_SIGN : `DE_NONE;\n"
    "    err = (v_err != `DE_NONE) ? v_err : bad_reg ? `DE_ILLEGAL_OPCODE :\n"
    "          (d_none && (v_dreg != 7'd127)) ? `DE_LD_A_ST_O :\n"
    "          bad_inc ? `DE_ILLEGAL_POSTINCR : s_err;\n"
    "    mark = v_mark && (err == `DE_NONE);\n"
    "    c = {\n"
    "        v_op, v_unit, bits[0], err, mark && (p_marker == 2'd2), mark && (p_marker == 2'd1),\n"
    "        v_pred ? p_cond : 5'd15, p_cread & {2{v_pred}}, v_uses_carry,\n"
    "        dst_kind, dst, v_cden, cdst,\n"
    "        a_kind, a_idx, v_neg0, v_abs0, v_inv0,\n"
    "        b_kind, b_idx, v_neg1, v_abs1, v_inv1,\n"
    "        c_kind, c_idx, v_neg2, 2'd0,\n"
    "        imm, has_s, has_c, smode, areg, ainc, a_on_c, mem_off, cseg, c_off,\n"
    "        v_gseg, v_mtype, v_aop, v_w16, v_sgn, v_sgn2, v_hi, v_sat, v_k, v_rnd, v_cmp, v_lmask,\n"
    "        v_ssigned, v_s8, v_s32, v_dsigned, v_d8, v_d32, v_rint, v_f64, v_quad,\n"
    "        v_target, v_lim, v_bar_id, v_bar_inc, v_bar_wait, v_bar_all, v_bar_count};\n";

static void put_head(FILE *f)
{
    fprintf(f,
        "// SPDX-License-Identifier: Apache-2.0\n"
        "// Generated by isagen from isa/gt200.isa: do not edit.\n"
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

/* sfu_hint is not part of ctl_t. */
static bool has_slot(int s)
{
    return strcmp(gen_slots[s].name, "sfu_hint") != 0;
}

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
static void put_combine(FILE *f, const struct gen_table *t, const struct slot_code *code, int chunks)
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
        if (has_slot(s))
            put_local(f, gen_slots[s].width, "v_", gen_slots[s].name);
    fprintf(f, "%s    // positions and slots\n", tail_locals);
    for (int i = 0; i < t->poss; i++) {
        if (!has_position(t, i))
            continue;
        fprintf(f, "    p_%s = ", t->pos[i].name);
        put_bits(f, &t->field[t->pos[i].field].part[0]);
        fprintf(f, ";\n");
    }
    for (int s = 0; s < gen_slot_count; s++)
        if (has_slot(s))
            put_slot(f, t, s, &code[s]);
    fprintf(f, "\n%s  endtask\n\n"
               "  always_comb\n    if (!valid) ctl = 'x;\n    else combine(word", tail);
    for (int c = 0; c < chunks; c++)
        fprintf(f, ", d%d", c);
    fprintf(f, ", ctl);\n\nendmodule\n`default_nettype wire\n");
}

void gen_sv(const struct gen_table *t, const char *dir)
{
    struct slot_code *code = calloc((size_t)gen_slot_count, sizeof *code);
    FILE *f = gen_open_out(dir, "isa_decode.sv");

    if (!code)
        gen_fail(t->path, 0, "out of memory");
    collect(t, code);
    put_head(f);
    put_row(f, t, code, code[gen_slot_count - 1].chunk + 1);
    put_combine(f, t, code, code[gen_slot_count - 1].chunk + 1);
    gen_close(f, dir, "isa_decode.sv");
    free(code);
}
