/* SPDX-License-Identifier: Apache-2.0
 * Names on the report's page: its groups of numbers, and what an experiment and a figure are called there. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "xml.h"

const struct report_group report_groups[] = {
    { "T1", "Table I: the chip" }, { "T2", "Table II: the units" }, { "T3", "Table III: arithmetic and logic" },
    { "T4", "Table IV: intrinsics" }, { "T5", "Table V: caches" }, { "X", "Numbers of the text" },
};
const size_t report_group_count = sizeof report_groups / sizeof *report_groups;

bool report_in_group(const struct measured *m, const struct report_group *g)
{
    size_t n = strlen(g->prefix);

    return !*m->figure && !strncmp(m->id, g->prefix, n) && m->id[n] == '.';
}

static bool is_listing(const struct bench_figure *g)
{
    return g->id[0] == 'L';
}

const char *report_place(const struct bench_figure *g, char name[40])
{
    snprintf(name, 40, is_listing(g) ? "listing%s" : "figure%s", is_listing(g) ? g->id + 1 : g->id);
    return name;
}

void report_title(FILE *f, const struct bench_figure *g)
{
    if (*g->id >= '0' && *g->id <= '9')
        fprintf(f, "Figure %s: ", g->id);
    xml_text(f, g->title);
}

const struct bench_figure *report_figure_of(const struct report *r, const struct bench_experiment *e)
{
    char name[40];

    for (size_t i = 0; i < bench_figure_count; i++)
        for (size_t k = 0; bench_yields(e, report_place(&bench_figures[i], name)) && k < r->t->n; k++)
            if (!strcmp(r->t->m[k].figure, bench_figures[i].id))
                return &bench_figures[i];
    return NULL;
}

const char *report_name(const struct report *r, const struct bench_experiment *e, char name[96])
{
    char id[96];

    snprintf(id, sizeof id, "%.*s", (int)strcspn(e->ids, " "), e->ids);
    const struct silicon_row *s = e->title ? NULL : silicon_find(r->s, id);
    snprintf(name, 96, "%s", e->title ? e->title : s ? s->what : id);
    char *about = strstr(name, ": latency");
    about = about ? about : strstr(name, " latency");
    if (about && strstr(e->ids, ".throughput"))
        *about = 0;
    return name;
}

const char *report_chip(const struct report *r, const struct bench_experiment *e)
{
    const char *name = getenv("GT200_CHIP");

    if (e && r->t->whole && r->t->whole[e - bench_experiments])
        return bench_chip_of(BENCH_WHOLE)->name;
    return name ? name : "";
}
