/* SPDX-License-Identifier: Apache-2.0
 *
 * One line of assembly. Every row of the table whose mnemonic matches is tried in table order; the first
 * one that takes all operands wins. When none does, the message comes from the row that got furthest.
 */
#include "asm_int.h"
#include "decode.h"
#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* --- mnemonic --------------------------------------------------------------------------------- */

/* Matches the rest of a row's text against the mnemonic [m, end), putting modifier values. */
static bool match_text(struct asm_line *a, const char *t, const char *m, const char *end)
{
    const struct isa_mod *mod;

    for (; *t && !isa_text_mod(*t); t++, m++)
        if (m == end || *m != *t)
            return false;
    if (!*t)
        return m == end;
    mod = isa_text_mod(*t);
    for (uint32_t s = 0; s < mod->names; s++) {
        size_t n = strlen(mod->str[s]);

        if ((size_t)(end - m) < n || memcmp(m, mod->str[s], n) != 0 || !match_text(a, t + 1, m + n, end))
            continue;
        isa_put(mod->field, s, a->w);
        return true;
    }
    return false;
}

/* What a mnemonic ends with. */
struct suffix { bool half; unsigned marker; };

static bool ends_with(const char *start, const char **end, const char *s)
{
    size_t n = strlen(s);

    if ((size_t)(*end - start) <= n || memcmp(*end - n, s, n) != 0)
        return false;
    *end -= n;
    return true;
}

/* Takes .half, .exit or .join off the end of the mnemonic. */
static struct suffix take_suffix(const char *start, const char **end)
{
    struct suffix s = { false, 0 };

    if (ends_with(start, end, ".half"))
        s.half = true;
    else if (ends_with(start, end, ".exit"))
        s.marker = 1;
    else if (ends_with(start, end, ".join"))
        s.marker = 2;
    return s;
}

static bool form_ok(const struct isa_row *r, struct suffix s)
{
    bool one_word = r->form == ISA_FORM_SHORT || r->form == ISA_FORM_SCTL;

    return one_word == s.half && (!s.marker || isa_row_slot(r, ISA_SLOT_mark));
}

/* --- predicate -------------------------------------------------------------------------------- */

struct pred { bool given; uint32_t cond, creg; };

/* @$cN.COND or @never; without one the instruction is unconditional. */
static bool take_predicate(struct asm_line *a, struct pred *p)
{
    *p = (struct pred){ false, 15, 0 };
    if (!asm_take(a, "@"))
        return true;
    p->given = true;
    if (asm_take(a, "never")) {
        p->cond = 0;
    } else {
        bool found = false;

        if (!asm_take(a, "$c") || *a->p < '0' || *a->p > '3')
            return asm_expect(a, "a predicate @$cN.cond or @never");
        p->creg = (uint32_t)(*a->p++ - '0');
        if (!asm_take(a, "."))
            return asm_expect(a, "'.' and a condition");
        for (uint32_t i = 0; i < 32 && !found; i++) {
            const char *start = a->p;

            if (asm_take(a, isa_cond_names[i]) && !isalnum((unsigned char)*a->p)) {
                p->cond = i;
                found = true;
            } else {
                a->p = start;
            }
        }
        if (!found)
            return asm_expect(a, "a condition (l, e, le, g, lg, ge, ...)");
    }
    asm_blank(a);
    return true;
}

/* --- rows ------------------------------------------------------------------------------------- */

/* The operands of the row at hand, separated by commas; the count of bar may be absent. */
static bool take_operands(struct asm_line *a)
{
    const struct isa_row *r = a->row;

    for (int i = 0; i < r->opnds; i++) {
        const struct isa_base *b = &isa_bases[r->opnd[i].base];

        asm_blank(a);
        /* the count of bar can be left out: all warps */
        if (b->cls == ISA_NUM && b->aux == ISA_SLOT_bar_count && !*a->p) {
            isa_put(b->field, 0xfff, a->w);
            continue;
        }
        if (i && !asm_take(a, ","))
            return asm_expect(a, "','");
        asm_blank(a);
        if (!asm_operand(a, &r->opnd[i]))
            return false;
    }
    asm_blank(a);
    return true;
}

/* ^W0:W1, what the words have beyond the canonical encoding */
static bool take_difference(struct asm_line *a)
{
    for (int i = 0; i < 2; i++) {
        uint32_t v = 0;
        int n = 0;

        if (!asm_take(a, i ? ":" : "^"))
            return asm_expect(a, "':'");
        for (; isxdigit((unsigned char)*a->p) && n < 8; a->p++, n++)
            v = v << 4 | (uint32_t)(isdigit((unsigned char)*a->p) ? *a->p - '0'
                                                                  : tolower((unsigned char)*a->p) - 'a' + 10);
        if (!n)
            return asm_expect(a, "a hexadecimal difference ^W0:W1");
        a->w[i] ^= v;
    }
    return true;
}

/* The whole instruction by row r; false: it does not fit, and what was expected where is noted. */
static bool try_row(struct asm_line *a, const struct isa_row *r, const struct pred *p, struct suffix s,
                    const char *mnemonic, const char *mnemonic_end)
{
    bool has_pred;

    a->row = r;
    a->w[0] = r->k0;
    a->w[1] = r->k1;
    if (!match_text(a, r->text, mnemonic, mnemonic_end))
        return false;
    has_pred = isa_row_slot(r, ISA_SLOT_pred) != NULL;
    a->dst_reg = a->tex_reg = -1;
    a->s_used = a->a_used = false;
    a->cread_used = has_pred && p->given && p->cond != 0;
    if (p->given && !has_pred) {
        a->p = mnemonic;
        return asm_expect(a, "an instruction that can have a predicate");
    }
    if (has_pred) {
        isa_put(ISA_POS_cond, p->cond, a->w);
        isa_put(ISA_POS_cread, p->creg, a->w);
    }
    if (s.marker)
        isa_put(ISA_POS_marker, s.marker, a->w);
    a->p = mnemonic_end + (s.half || s.marker ? 5 : 0);
    if (!take_operands(a))
        return false;
    if (*a->p == '^' && !take_difference(a))
        return false;
    asm_blank(a);
    return *a->p ? asm_expect(a, "the end of the line") : true;
}

/* .word: one or two words as they are. */
static bool raw_words(struct asm_line *a, int *len)
{
    asm_blank(a);
    if (!asm_number(a, &a->w[0], NULL))
        return asm_expect(a, "a word");
    *len = 4;
    a->w[1] = 0;
    asm_blank(a);
    if (asm_take(a, ",")) {
        asm_blank(a);
        if (!asm_number(a, &a->w[1], NULL))
            return asm_expect(a, "a word");
        *len = 8;
        asm_blank(a);
    }
    return *a->p ? asm_expect(a, "the end of the line") : true;
}

/* The error message: what was expected at the furthest point that any row got to, and what stands there. */
static bool report_error(const struct asm_line *a, const char *line, char *err, size_t errn)
{
    const char *at = a->bad ? a->bad : line;
    int n = (int)strcspn(at, ", \t");

    if (n == 0 && *at)
        n = 1;
    if (*at)
        snprintf(err, errn, "expected %s, found '%.*s'", a->what, n > 40 ? 40 : n, at);
    else
        snprintf(err, errn, "expected %s, found the end of the line", a->what);
    return false;
}

/* The first row that takes the whole line. */
static bool insn_line(struct asm_line *a, int *len)
{
    const char *mnemonic, *end;
    struct pred pred;
    struct suffix suffix;

    if (!take_predicate(a, &pred))
        return false;
    mnemonic = end = a->p;
    while (isalnum((unsigned char)*end) || *end == '.' || *end == '_')
        end++;
    suffix = take_suffix(mnemonic, &end);
    asm_expect(a, "an instruction");
    for (unsigned i = 0; i < isa_table_rows; i++) {
        const struct isa_row *r = &isa_table[i];

        if (!isa_row_slot(r, ISA_SLOT_op) || !form_ok(r, suffix) || r->text[0] != *mnemonic)
            continue;
        if (try_row(a, r, &pred, suffix, mnemonic, end)) {
            *len = (int)isa_len(a->w[0]);
            return true;
        }
    }
    return false;
}

bool isa_asm_line(const char *text, uint32_t *w0, uint32_t *w1, int *len, char *err, size_t errn)
{
    struct asm_line a = { .p = text };
    struct gt_insn in;
    bool raw;

    asm_blank(&a);
    raw = asm_take(&a, ".word");
    if (raw ? !raw_words(&a, len) : !insn_line(&a, len))
        return report_error(&a, text, err, errn);
    *w0 = a.w[0];
    *w1 = *len == 8 ? a.w[1] : 0;
    if (raw)
        return true;
    isa_decode(*w0, *w1, 0, &in);
    if (in.err != GT_DE_NONE && in.err != GT_DE_TRAP) {
        snprintf(err, errn, "expected a legal operand combination, found %s", isa_err_name(in.err));
        return false;
    }
    return true;
}
