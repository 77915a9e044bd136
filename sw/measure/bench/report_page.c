/* SPDX-License-Identifier: Apache-2.0
 * The report's page: what stands before and behind the tables and figures. */
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "evidence.h"
#include "xml.h"

/* ---- Sources ---- */

static void add_source(struct report *r, const char *source)
{
    for (int i = 0; i < r->nsources; i++)
        if (!strcmp(r->source[i], source))
            return;
    if (*source && r->nsources < REPORT_SOURCES)
        r->source[r->nsources++] = source;
}

void report_sources(struct report *r)
{
    r->nsources = 0;
    for (size_t i = 0; i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        const struct silicon_row *s = *m->figure ? NULL : silicon_find(r->s, m->id);
        const struct silicon_point *p = *m->figure ? silicon_find_point(r->s, m->figure, m->series, m->x) : NULL;
        add_source(r, s ? s->source : p ? p->source : "");
    }
}

/* The commit that the sources are at; "" outside a repository. */
static void read_commit(const struct report *r, char *to, size_t n)
{
    char command[1300];

    *to = 0;
    if (strchr(r->source_dir, '\''))
        return;
    snprintf(command, sizeof command, "git -C '%s' describe --always --dirty --abbrev=12 2>/dev/null", r->source_dir);
    FILE *p = popen(command, "r");
    if (!p)
        return;
    if (!fgets(to, (int)n, p))
        *to = 0;
    to[strcspn(to, "\n")] = 0;
    pclose(p);
}

/* What was asked for by name, as a shell wants it. */
static void put_patterns(FILE *f, const struct report *r)
{
    for (int i = 0; i < r->npatterns; i++) {
        const char *quote = strpbrk(r->patterns[i], "*?[]") ? "'" : "";
        fprintf(f, " %s", quote);
        xml_text(f, r->patterns[i]);
        fprintf(f, "%s", quote);
    }
}

/* Machines, chip, version, date, and the command that makes the same page. */
static void put_facts(FILE *f, const struct report *r)
{
    char at[64], date[40] = "";
    time_t now = time(NULL);
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    struct tm tm;

    if (epoch)
        now = (time_t)strtoll(epoch, NULL, 10);
    if (gmtime_r(&now, &tm))
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &tm);
    read_commit(r, at, sizeof at);
    fprintf(f, "<dl>\n<dt>machines</dt><dd>");
    for (int k = 0; k < r->ntargets; k++) {
        fprintf(f, k ? ", " : "");
        xml_text(f, r->targets[k]);
        fprintf(f, k < r->t->nown ? " (judged)" : " (beside)");
    }
    const char *chip = report_chip(r, NULL);
    bool whole = false;
    for (size_t i = 0; r->t->whole && i < bench_experiment_count; i++)
        whole |= r->t->whole[i];
    fprintf(f, "</dd>\n<dt>chip</dt><dd>%s", *chip ? chip : "sm, and tpc or gtx280 where an experiment needs it");
    if (whole)
        fprintf(f, "; what lies behind the SMs was measured by the model&#8217;s gtx280");
    fprintf(f, "</dd>\n<dt>version</dt><dd>gt200 %s%s%s</dd>\n<dt>date</dt><dd>%s</dd>\n<dt>to "
               "repeat</dt><dd><code>gt200 "
               "bench --target ", GT200_VERSION, *at ? ", commit " : "", at, date);
    for (int k = 0; k < r->t->nrun; k++)
        fprintf(f, "%s%s", k ? "," : "", r->targets[k]);
    fprintf(f, "%s%s%s%s --report DIR", r->full ? " --full" : "", r->quick ? " --quick" : "", *chip ? " --chip " : "",
            chip);
    put_patterns(f, r);
    fprintf(f, "</code></dd>\n<dt>numbers</dt><dd><a href=\"measurements.csv\">measurements.csv</a>, %zu numbers and "
               "points</dd>\n</dl>\n", r->t->n);
}

/* Recalled numbers of tables.csv, by table, and of figures.csv; how to replace them. */
static void put_recalled(FILE *f, const struct report *r)
{
    size_t points = 0;

    fprintf(f, "<h3 id=\"recalled\">Recalled numbers, and how to replace them</h3>\n<p>The paper&#8217;s printed "
            "tables "
               "were not at hand when its numbers were collected. What no public page repeats stands here as it is "
               "remembered: it is compared, but not called silicon. Of recalled numbers there are ");
    for (size_t g = 0; g < report_group_count; g++) {
        size_t n = 0, length = strlen(report_groups[g].prefix);
        for (size_t i = 0; i < r->s->nrows; i++) {
            const struct silicon_row *s = &r->s->rows[i];
            n += s->kind == SILICON_RECALLED && strcmp(s->value, "-") && s->id[length] == '.' &&
                 !strncmp(s->id, report_groups[g].prefix, length);
        }
        if (n)
            fprintf(f, "%zu in %s (<code>%s.*</code>), ", n, report_groups[g].title, report_groups[g].prefix);
    }
    for (size_t i = 0; i < r->s->npoints; i++)
        points += r->s->points[i].kind == SILICON_RECALLED;
    fprintf(f, "and %zu points of figures.</p>\n<p><b>You have the paper?</b> Then a number becomes a measured one "
            "with "
               "three fields of its row in <code>sw/measure/bench/silicon/tables.csv</code>: the printed number in "
               "column <code>value</code>, where it is printed (&#8220;paper, Table III&#8221;) in column "
               "<code>source</code>, <code>measured</code> in column <code>kind</code>; of a point of a figure, "
               "columns "
               "<code>expected_y</code>, <code>source</code> and <code>kind</code> of <code>figures.csv</code>. The "
               "next "
               "<code>gt200 bench</code> judges it. The folder&#8217;s <code>README.md</code> describes all "
               "columns.</p>\n", points);
}

/* How to read what an expected number is. */
static void put_kinds(FILE *f, const struct report *r)
{
    fprintf(f, "<section id=\"kinds\">\n<h2>What an expected number is</h2>\n<dl>\n"
               "<dt>&#9670; measured</dt><dd>printed by a source about the real chip: a filled marker. Only these are "
               "called silicon, and only these can match it.</dd>\n"
               "<dt>&#8212; rule</dt><dd>a statement of the paper as a formula: a thin line. The machine must follow "
               "it, and then the rule holds.</dd>\n"
               "<dt>&#9675; recalled</dt><dd>from memory, printed by no source: a hollow marker. It makes a run "
               "fail only when it has a limit of its own.</dd>\n"
               "<dt>met</dt><dd>a measured number matches, a rule holds, a recalled number agrees: ours is within the "
               "limit, or no further from the expected number than half a unit of "
               "its last "
               "printed digit (24: 23.5 to 24.5)</dd>\n</dl>\n");
    put_recalled(f, r);
    fprintf(f, "</section>\n");
}

bool report_head(FILE *f, const struct report *r, char *err, size_t errn)
{
    fprintf(f, "<header>\n<h1>GT200 against silicon</h1>\n<p>The measurements of &#8220;Demystifying GPU "
               "Microarchitecture through Microbenchmarking&#8221; (ISPASS 2010), made here by CUDA C programs "
               "on the model and the RTL of that chip, beside what the paper says of the real one (GeForce GTX "
               "280).</p>\n</header>\n");
    if (!report_summary(f, r, err, errn))
        return false;
    put_facts(f, r);
    fprintf(f, "</section>\n");
    report_contents(f, r);
    put_kinds(f, r);
    report_unmet(f, r);
    return true;
}

/* ---- Contents: every experiment has one entry, where its code is ---- */

/* The experiments that a table shows and no figure. */
static void put_group_contents(FILE *f, const struct report *r, const struct report_group *g)
{
    const struct bench_experiment *last = NULL;
    bool any = false, inner = false;
    char name[96];

    for (size_t i = 0; i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        const struct bench_experiment *e = bench_experiment_of(m->id);
        if (!report_in_group(m, g))
            continue;
        if (!any)
            fprintf(f, "<li><a href=\"#%s\">%s</a>", g->prefix, g->title);
        any = true;
        if (!e || e == last || report_figure_of(r, e))
            continue;
        last = e;
        fprintf(f, "%s<li><a class=\"experiment\" href=\"#%s\">", inner ? "" : "\n<ol>\n", m->id);
        xml_text(f, report_name(r, e, name));
        fprintf(f, "</a></li>\n");
        inner = true;
    }
    if (any)
        fprintf(f, "%s</li>\n", inner ? "</ol>" : "");
}

void report_contents(FILE *f, const struct report *r)
{
    char place[40];

    fprintf(f, "<nav id=\"contents\" aria-label=\"Contents\">\n<h2>Contents</h2>\n<ol>\n"
               "<li><a href=\"#kinds\">What an expected number is</a></li>\n"
               "<li><a href=\"#unmet\">What is not met</a></li>\n");
    for (size_t g = 0; g < report_group_count; g++)
        put_group_contents(f, r, &report_groups[g]);
    for (size_t i = 0; i < bench_figure_count; i++) {
        const struct bench_figure *g = &bench_figures[i];
        const struct bench_experiment *e = bench_experiment_of(report_place(g, place));
        if (!e || report_figure_of(r, e) != g)
            continue;
        fprintf(f, "<li><a class=\"experiment\" href=\"#%s\">", place);
        report_title(f, g);
        fprintf(f, "</a></li>\n");
    }
    fprintf(f, "<li><a href=\"#constants\">What each constant was set from</a></li>\n"
               "<li><a href=\"#unmeasured\">What is not measured</a></li>\n"
               "<li><a href=\"#sources\">Sources</a></li>\n</ol>\n</nav>\n");
}

/* ---- The end of the page ---- */

/* The table of constants. */
static void put_constants(FILE *f, const struct report *r)
{
    long value;

    fprintf(f, "<section id=\"constants\">\n<h2>What each constant was set from</h2>\n"
               "<p>A number from which no constant was set is a prediction.</p>\n");
    html_wide(f, "Constants");
    fprintf(f, "<table>\n<thead><tr><th scope=\"col\">constant</th><th scope=\"col\" class=\"n\">value</th><th "
               "scope=\"col\">set from</th><th scope=\"col\">what</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < r->s->nsets; i++) {
        const struct silicon_set *c = &r->s->sets[i];
        fprintf(f, "<tr><th scope=\"row\">%s</th><td class=\"n\">", c->constant);
        if (evidence_constant(c->constant, &value))
            fprintf(f, "%ld", value);
        fprintf(f, "</td><td class=\"id\">%s</td><td>", c->ids);
        xml_text(f, c->what);
        fprintf(f, "</td></tr>\n");
    }
    fprintf(f, "</tbody></table>\n");
    html_wide_end(f);
    fprintf(f, "</section>\n");
}

/* Numbers of the real chip that no experiment yields. */
static void put_unmeasured(FILE *f, const struct report *r)
{
    fprintf(f, "<section id=\"unmeasured\">\n<h2>What is not measured</h2>\n<details><summary>numbers of the real "
               "GT200 that no experiment here yields, and why</summary>\n");
    html_wide(f, "What is not measured");
    fprintf(f, "<table>\n<thead><tr><th scope=\"col\">what</th><th scope=\"col\">its number</th><th scope=\"col\">"
               "what the number is</th><th scope=\"col\">why it is not measured</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < r->s->nrows; i++) {
        const struct silicon_row *s = &r->s->rows[i];
        const char *why = silicon_unmeasured(r->s, s->id);
        if (!why || !strcmp(s->value, "-"))      /* "-": no source has it */
            continue;
        fprintf(f, "<tr><th scope=\"row\">");
        xml_text(f, s->what);
        fprintf(f, "</th><td>");
        xml_text(f, s->value);
        if (strcmp(s->unit, "-")) {
            fprintf(f, " ");
            xml_text(f, s->unit);
        }
        fprintf(f, "</td><td>%s</td><td>", silicon_kind_name(s->kind));
        xml_text(f, why);
        fprintf(f, "</td></tr>\n");
    }
    fprintf(f, "</tbody></table>\n");
    html_wide_end(f);
    fprintf(f, "</details>\n</section>\n");
}

void report_tail(FILE *f, const struct report *r)
{
    put_constants(f, r);
    put_unmeasured(f, r);
    fprintf(f, "<section id=\"sources\">\n<h2>Sources</h2>\n<p>&#8220;paper&#8221; is Wong, Papadopoulou, "
               "Sadooghi-Alvandi, Moshovos, &#8220;Demystifying GPU Microarchitecture through "
               "Microbenchmarking&#8221;, ISPASS 2010; pages are public ones.</p>\n<ol>\n");
    for (int i = 0; i < r->nsources; i++) {
        fprintf(f, "<li id=\"source-%d\">", i + 1);
        xml_text(f, r->source[i]);
        fprintf(f, "</li>\n");
    }
    fprintf(f, "</ol>\n</section>\n");
}

/* The block diagram of the chip, a file beside the kernels, as a part of the page. */
static bool put_chip(FILE *f, const struct report *r, char *err, size_t errn)
{
    char path[1100], text[4096];
    size_t n;

    snprintf(path, sizeof path, "%s/chip.svg", r->kernel_dir);
    FILE *in = fopen(path, "r");
    if (!in) {
        snprintf(err, errn, "%s: cannot open the block diagram", path);
        return false;
    }
    fprintf(f, "<section id=\"chip\">\n<h2>The chip</h2>\n");
    html_wide(f, "Block diagram of the chip");
    while ((n = fread(text, 1, sizeof text, in)) > 0)
        fwrite(text, 1, n, f);
    html_wide_end(f);
    fprintf(f, "</section>\n");
    return !fclose(in);
}

bool report_page(FILE *f, struct report *r, char *err, size_t errn)
{
    report_sources(r);
    html_begin(f, "GT200 against silicon");
    fprintf(f, "<a class=\"skip\" href=\"#contents\">to the contents</a>\n<main>\n");
    bool ok = report_head(f, r, err, errn) && put_chip(f, r, err, errn) && report_tables(f, r, err, errn) &&
        report_figures(f, r, err, errn);
    report_tail(f, r);
    fprintf(f, "</main>\n");
    html_end(f);
    return ok;
}
