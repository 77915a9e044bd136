/* SPDX-License-Identifier: Apache-2.0
 * Records of other machines, or of other days: the CSV that gt200 bench wrote there. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "measured.h"

#define MAX_FIELDS 24

/* The columns of a record that are taken; one without the last is older than that. */
enum { ID, TARGET, CHIP, VALUE, FIGURE, SERIES, X, WHY, COLUMNS };
static const char *const names[COLUMNS] = { "id", "target", "chip", "value", "figure", "series", "x", "missing" };

/* Where each column stands, -1: nowhere; false: err names the one that is missing. */
static bool find_columns(char **field, int n, int at[COLUMNS], char *err, size_t errn)
{
    for (int c = 0; c < COLUMNS; c++) {
        at[c] = 0;
        while (at[c] < n && strcmp(field[at[c]], names[c]))
            at[c]++;
        if (at[c] == n && c == WHY) {
            at[c] = -1;
        } else if (at[c] == n) {
            snprintf(err, errn, "expected a column '%s' (a file of gt200 bench --csv)", names[c]);
            return false;
        }
    }
    return true;
}

/* The column of a machine in the table, made if it is not there; -1: there are too many. A real GPU goes by its
 * name. */
static int machine(struct table *t, char **targets, const char *target, const char *chip)
{
    char name[RECORD_NAME];
    int k = t->nrun;

    if (!strcmp(target, "cuda"))
        snprintf(name, sizeof name, "%s", chip);
    else
        snprintf(name, sizeof name, "%s%s%s", target, *chip ? " " : "", chip);
    while (k < t->ntargets && strcmp(targets[k], name))
        k++;
    if (k == MAX_TARGETS)
        return -1;
    if (k == t->ntargets) {
        memcpy(t->record[k], name, sizeof name);
        targets[t->ntargets++] = t->record[k];
        for (size_t i = 0; i < t->n; i++)
            t->m[i].v[k] = NAN;
    }
    return k;
}

/* One row. */
static bool take(struct table *t, char **targets, char **field, const int at[COLUMNS], char *err, size_t errn)
{
    const char *figure = field[at[FIGURE]], *x = field[at[X]], *why = at[WHY] < 0 ? "" : field[at[WHY]];
    char *end;
    double value = strtod(field[at[VALUE]], &end);

    if ((end == field[at[VALUE]] || *end) && (*field[at[VALUE]] || !*why)) {
        snprintf(err, errn, "value is '%s', expected a number", field[at[VALUE]]);
        return false;
    }
    int k = machine(t, targets, field[at[TARGET]], field[at[CHIP]]);
    if (k < 0) {
        snprintf(err, errn, "more than %d machines", MAX_TARGETS);
        return false;
    }
    struct measured *m = *figure ? table_row(t, "", figure, field[at[SERIES]], *x ? strtod(x, NULL) : NAN)
                                 : table_row(t, field[at[ID]], "", "", 0);
    if (!m) {
        snprintf(err, errn, "out of memory");
        return false;
    }
    if (*why)
        table_missing(t, m, k, why);
    else
        m->v[k] = value;
    return true;
}

bool record_take(struct table *t, char **targets, const char *path, char *err, size_t errn)
{
    char line[2048], why[256] = "", *field[MAX_FIELDS];
    int at[COLUMNS], number = 0, rows = 0, n = 0;
    FILE *f = fopen(path, "r");
    bool ok = f != NULL;

    if (!f) {
        snprintf(err, errn, "%s: cannot open the record", path);
        return false;
    }
    while (ok && fgets(line, sizeof line, f)) {
        number++;
        if (*line == '#')
            continue;
        int fields = csv_split(line, field, MAX_FIELDS);
        if (!rows++) {
            n = fields;
            ok = find_columns(field, fields, at, why, sizeof why);
        } else if (fields != n) {
            snprintf(why, sizeof why, "expected %d fields, found %d", n, fields);
            ok = false;
        } else {
            ok = take(t, targets, field, at, why, sizeof why);
        }
    }
    fclose(f);
    if (ok && rows > 1)
        return true;
    snprintf(err, errn, "%s:%d: %s", path, number, ok ? "no measurement" : why);
    return false;
}
