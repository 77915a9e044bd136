/* SPDX-License-Identifier: Apache-2.0
 *
 * One line of a vector file. Which class a row has is seen from its columns: atomics have 10, integer rows a $c
 * before, 64-bit ones operands of 16 digits, SFU rows no flags.
 */
#include "read.h"

#include <stdlib.h>
#include <string.h>

#define COLUMNS 12
#define ATOM_COLUMNS 10

static const char *const column[COLUMNS] = {"grp",  "lane", "op1", "op2",  "src1", "src2",
                                            "src3", "cin",  "exp", "mask", "cc",   "dc"};
static const char *const atom_column[ATOM_COLUMNS] = {"grp",  "lane", "op1",     "op2",     "src1",
                                                      "src2", "src3", "exp_mem", "exp_reg", "dc"};

/* Cuts at tabs; more fields than there is room for are counted. */
static unsigned fields(char *line, char *f[COLUMNS])
{
    unsigned n = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *p = line; p; n++) {
        char *tab = strchr(p, '\t');
        if (tab)
            *tab++ = '\0';
        if (n < COLUMNS)
            f[n] = p;
        p = tab;
    }
    return n;
}

bool gt_vector_header(char *line, char *err, size_t errn)
{
    char *f[COLUMNS];
    unsigned n = fields(line + 1, f);
    const char *const *want = n > 7 && !strcmp(f[7], atom_column[7]) ? atom_column : column;
    unsigned wanted = want == column ? COLUMNS : ATOM_COLUMNS;
    for (unsigned i = 0; i < n && i < wanted; i++)
        if (strcmp(f[i], want[i]) != 0) {
            snprintf(err, errn, "column %u is '%s', not '%s'", i + 1, f[i], want[i]);
            return false;
        }
    if (n != wanted) {
        snprintf(err, errn, "%u columns, not %u", n, wanted);
        return false;
    }
    return true;
}

/* A number of exactly `digits` digits, or 1 to 10 if that is 0. */
static bool number(const char *text, int base, unsigned digits, uint64_t *v)
{
    size_t n = strlen(text);
    char *end;
    if (digits ? n != digits : n < 1 || n > 10)
        return false;
    if (strspn(text, base == 16 ? "0123456789abcdefABCDEF" : "0123456789") != n)
        return false;
    *v = strtoull(text, &end, base);
    return true;
}

/* The columns of a line, taken one by one; the first that is no such number is complained about. */
struct cut { char **f; const char *const *name; unsigned at; bool ok; char *err; size_t errn; };

/* The next column as a number of that many digits (0: any); after a first error the rest is skipped. */
static uint64_t take(struct cut *c, int base, unsigned digits)
{
    uint64_t v = 0;
    unsigned i = c->at++;
    if (c->ok && !number(c->f[i], base, digits, &v)) {
        if (digits)
            snprintf(c->err, c->errn, "%s '%s' is not a hexadecimal number of %u digit%s", c->name[i], c->f[i],
                     digits, digits > 1 ? "s" : "");
        else
            snprintf(c->err, c->errn, "%s '%s' is not a number", c->name[i], c->f[i]);
        c->ok = false;
    }
    return v;
}

/* The same, or `-`: none. */
static bool take_some(struct cut *c, unsigned digits, uint64_t *v)
{
    bool there = strcmp(c->f[c->at], "-") != 0;
    *v = 0;
    if (there)
        *v = take(c, 16, digits);
    else
        c->at++;
    return there;
}

bool gt_vector_line(char *line, struct gt_vector_row *r, enum gt_vector_class *cls, char *err, size_t errn)
{
    char *f[COLUMNS];
    unsigned n = fields(line, f);
    uint64_t v;
    memset(r, 0, sizeof *r);
    r->cin = r->cc = -1;
    if (n != COLUMNS && n != ATOM_COLUMNS) {
        snprintf(err, errn, "%u columns, not %d, or %d of an atomic (tests/vectors/README.md)", n, COLUMNS,
                 ATOM_COLUMNS);
        return false;
    }
    bool atom = n == ATOM_COLUMNS, wide = strlen(f[4]) == 16;
    unsigned digits = wide ? 16 : 8;
    struct cut c = {.f = f, .name = atom ? atom_column : column, .ok = true, .err = err, .errn = errn};
    r->grp = (uint32_t)take(&c, 10, 0);
    v = take(&c, 10, 0);
    r->lane = (uint32_t)v;
    if (c.ok && v > 31) {
        snprintf(err, errn, "lane %s is not 0 to 31", f[1]);
        return false;
    }
    for (int i = 0; i < 2; i++)
        r->op[i] = (uint32_t)take(&c, 16, 8);
    for (int i = 0; i < 3; i++)
        r->src[i] = take(&c, 16, digits);
    if (atom) {
        r->exp_mem = take(&c, 16, digits);
        r->exp_reg = take_some(&c, digits, &r->exp);
        r->mask = ~0ull;
        *cls = wide ? GT_V_ATOM64 : GT_V_ATOM32;
    } else {
        if (take_some(&c, 1, &v))
            r->cin = (int)v;
        r->exp = take(&c, 16, digits);
        r->mask = take(&c, 16, digits);
        if (take_some(&c, 1, &v))
            r->cc = (int)v;
        *cls = wide ? GT_V_FP64 : r->cin >= 0 ? GT_V_INT : r->cc < 0 ? GT_V_SFU : GT_V_FP;
    }
    take(&c, 16, 1);
    return c.ok;
}
