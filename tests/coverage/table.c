/* SPDX-License-Identifier: Apache-2.0
 * The page of the coverage matrix. */
#include "isa_table.h"
#include "matrix.h"

#include "decode.h"

#define COLUMNS 6

static unsigned popcount(uint32_t v) { return (unsigned)__builtin_popcount(v); }

static void number(FILE *f, uint64_t n)
{
    if (n)
        fprintf(f, " %llu |", (unsigned long long)n);
    else
        fprintf(f, " – |");
}

/* How much of something there is; nothing where there is no choice. */
static void part(FILE *f, unsigned n, unsigned of)
{
    if (of > 1)
        fprintf(f, " %u of %u |", n, of);
    else
        fprintf(f, " |");
}

static const char *form(unsigned row)
{
    static const char *const forms[] = {"short", "short ctl", "long", "immediate", "control"};
    return forms[isa_table[row].form];
}

/* Values of all modifiers of the row that have a name. */
static unsigned mods(unsigned row, const struct matrix_ways *w, const struct matrix_ways *of)
{
    const struct isa_mod *m[MATRIX_MODS];
    unsigned n = matrix_mods(row, m), count = 0;
    for (unsigned i = 0; i < n; i++)
        count += popcount(w->mod[i] & of->mod[i]);
    return count;
}

/* A line on what of a row was not seen. */
static void missing(FILE *f, unsigned row, const struct matrix_row *x)
{
    const struct isa_mod *m[MATRIX_MODS];
    unsigned n = matrix_mods(row, m);
    uint32_t operands = x->can.operands & ~x->seen.operands;
    unsigned conditions = popcount(x->can.conditions & ~x->seen.conditions);
    bool any = operands || conditions;
    for (unsigned i = 0; i < n; i++)
        any = any || (x->can.mod[i] & ~x->seen.mod[i]);
    if (!any)
        return;
    fprintf(f, "* `%s` %s:", isa_row_name(row), form(row));
    if (!(x->vec_rtl + x->random + x->directed)) {
        fprintf(f, " not executed at all\n");
        return;
    }
    for (unsigned i = 0; i < n; i++)
        for (unsigned v = 0; v < 16; v++)
            if (x->can.mod[i] >> v & 1 && !(x->seen.mod[i] >> v & 1))
                fprintf(f, " `%s`", v < m[i]->names && m[i]->str[v] && m[i]->str[v][0] ? m[i]->str[v] : "none");
    for (unsigned v = 0; v < MATRIX_OPERANDS; v++)
        if (operands >> v & 1)
            fprintf(f, " `%s`", matrix_operand_name[v]);
    if (conditions)
        fprintf(f, " %u conditions", conditions);
    fprintf(f, "\n");
}

static void head(FILE *f, const struct matrix *m, const char *what, const unsigned n[COLUMNS], unsigned usable)
{
    static const char *const names[COLUMNS] = {"decoded",
                                               "executed on func", "executed on RTL", "vector-tested on func",
                                               "vector-tested on RTL", "random-tested (RTL)"};
    fprintf(f,
            "# Coverage of the instruction table\n\n"
            "Written by `make coverage` (`tests/coverage`); do not edit. Rows of `isa/gt200.isa` that decode to an "
            "instruction of compute\n"
            "programs: %u of %u. Counted while running: all conformance vectors on the functional core and as "
            "kernels in lockstep,\n"
            "%s in lockstep; %llu programs, %llu warp instructions.\n\n| | rows | of %u |\n|---|---|---|\n",
            usable, isa_rows(), what, (unsigned long long)m->programs, (unsigned long long)m->issued, usable);
    for (unsigned i = 0; i < COLUMNS; i++)
        fprintf(f, "| %s | %u | %.1f %% |\n", names[i], n[i], usable ? 100.0 * n[i] / usable : 0);
}

unsigned matrix_print(const struct matrix *m, FILE *f, const char *what)
{
    unsigned usable = 0, n[COLUMNS] = {0}, sum[6] = {0};
    for (unsigned r = 0; r < isa_rows(); r++) {
        const struct matrix_row *x = &m->row[r];
        const uint64_t got[COLUMNS] = {1, x->vec_func + x->random + x->directed, x->vec_rtl + x->random + x->directed,
                                       x->vec_func, x->vec_rtl, x->random};
        usable += x->usable;
        for (unsigned i = 0; i < COLUMNS && x->usable; i++)
            n[i] += got[i] != 0;
    }
    head(f, m, what, n, usable);
    fprintf(f, "\nColumns: vector rows executed on the functional core and on the RTL; warp instructions issued by "
               "the RTL in random and in\n"
               "directed programs; of those that decode, how many the RTL has issued: values of the modifiers in the "
               "text, kinds of operands\n"
               "(sign, absolute value, complement, s[], c[], l[] with and without `$a` and autoincrement, constants, "
               "halves, results and `$c`), condition\n"
               "codes of the predicate.\n\n"
               "| instruction | form | vectors func | vectors RTL | random | directed | modifiers | operands | "
               "conditions |\n"
               "|---|---|---|---|---|---|---|---|---|\n");
    for (unsigned r = 0; r < isa_rows(); r++) {
        const struct matrix_row *x = &m->row[r];
        if (!x->usable)
            continue;
        const unsigned v[6] = {
            mods(r, &x->seen, &x->can), mods(r, &x->can, &x->can),    popcount(x->seen.operands & x->can.operands),
            popcount(x->can.operands),  popcount(x->seen.conditions), popcount(x->can.conditions)};
        fprintf(f, "| `%s` | %s |", isa_row_name(r), form(r));
        number(f, x->vec_func);
        number(f, x->vec_rtl);
        number(f, x->random);
        number(f, x->directed);
        for (unsigned i = 0; i < 6; i += 2) {
            part(f, v[i], v[i + 1]);
            sum[i] += v[i];
            sum[i + 1] += v[i + 1];
        }
        fprintf(f, "\n");
    }
    fprintf(
        f,
        "\nIssued by the RTL: modifier values %u of %u, operand kinds %u of %u, conditions %u of %u. Not issued:\n\n",
        sum[0], sum[1], sum[2], sum[3], sum[4], sum[5]);
    for (unsigned r = 0; r < isa_rows(); r++)
        if (m->row[r].usable)
            missing(f, r, &m->row[r]);
    fprintf(f, "\nNot measured here, a fault when executed: texture instructions other than texfetch and texauto:");
    for (unsigned r = 0; r < isa_rows(); r++)
        if (m->row[r].graphics)
            fprintf(f, " `%s` (%s)", isa_row_name(r), form(r));
    fprintf(f, ".\n");
    printf("%u usable rows: %u on func, %u on RTL, %u by vectors, %u by random programs; modifier values %u of %u, "
           "operand kinds %u of %u, "
           "conditions %u of %u\n",
           usable, n[1], n[2], n[3], n[5], sum[0], sum[1], sum[2], sum[3], sum[4], sum[5]);
    return usable - n[2];
}
