/* SPDX-License-Identifier: Apache-2.0
 *
 * A plan of experiments: text in, kernels out. docs/sm70.md describes the language.
 */
#ifndef GT200_PROBE_PLAN_H
#define GT200_PROBE_PLAN_H

#include "sm70_module.h"

enum { PLAN_WARPS = 8, PLAN_LOOPS = 2 };

struct plan_macro { char *name, *text; };
struct plan_table { char *name; char ***rows; size_t nrows; };      /* a row: its fields, NULL behind the last */

struct plan_experiment {
    char    *title, *code, *header;     /* as written, with {…} */
    char    *loop[PLAN_LOOPS];          /* names of foreach, … */
    size_t   table[PLAN_LOOPS], nloops; /* … and their tables */
    char    *from, *to;                 /* of sweep d; NULL: there is none */
    bool     least;
    unsigned warps[PLAN_WARPS], nwarps; /* of a block */
    unsigned blocks;                    /* of the grid */
    unsigned constants;                 /* bytes of a third parameter, zeros */
    unsigned line;                      /* where the code begins */
};

struct plan {
    char *name;
    enum sm70_chip chip;
    struct plan_macro *macros; size_t nmacros;
    struct plan_table *tables; size_t ntables;
    struct plan_experiment *experiments; size_t nexperiments;
};

/* false: err says where and what was expected; *p is empty then. */
bool plan_read(const char *text, const char *name, struct plan *p, char *err, size_t errn);
void plan_free(struct plan *p);

/* One case: an experiment with its foreach and warps chosen. Its kernels, v0, v1, …, have d from `from` on. */
struct plan_case {
    const struct plan_experiment *e;
    char    *title;
    unsigned from, count;       /* d; with `least` one kernel more: the last one without the first marked
                                   instruction */
    struct sm70_module module;
    char    *marked;            /* words of the instructions of the first kernel that are marked with !, in hexadecimal,
                                   bits 127 to 0, blanks between */
};
/* Calls each case, until one call returns false; false then, and when a case cannot be assembled (err not empty). Only
 * those whose title contains `only`, unless NULL. */
bool plan_each(const struct plan *p, const char *only, bool (*each)(void *ctx, const struct plan_case *c), void *ctx,
               char *err, size_t errn);

#endif
