/* SPDX-License-Identifier: Apache-2.0
 * What all pages of the report share. */
#include "report.h"

#include <math.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--fg:#1c1c1c;--bg:#fff;--soft:#f3f4f6;--line:#d5d8dc;--link:#1a56a8;--good:#1b7a3d;--bad:#b3261e;--note:#8a5a00}\n"
    "@media(prefers-color-scheme:dark){:root{--fg:#e4e4e4;--bg:#15171a;--soft:#22252a;--line:#3a3f46;--link:#8ab4f8;--good:#6fcf8f;--bad:#ff8a80;"
    "--note:#e0b060}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1rem;max-width:72rem;font:16px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg)}\n"
    "h1{font-size:1.6rem;margin:.5rem 0}h2{font-size:1.25rem;margin:2.2rem 0 .6rem;border-bottom:1px solid var(--line)}\n"
    "a{color:var(--link)}nav{display:flex;flex-wrap:wrap;gap:.2rem 1rem}\n"
    ".wide{overflow-x:auto}\n"
    "table{border-collapse:collapse;font-size:.87rem;width:100%}\n"
    "th,td{padding:.22rem .55rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}\n"
    "th{background:var(--soft);position:sticky;top:0}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    "code,pre{font:.85rem/1.4 ui-monospace,monospace}code{overflow-wrap:anywhere}\n"
    "pre{background:var(--soft);padding:.8rem;overflow-x:auto}pre.text{white-space:pre-wrap}\n"
    ".good{color:var(--good)}.bad{color:var(--bad);font-weight:600}.note{color:var(--note)}\n"
    "figure{margin:0 0 1rem}img{max-width:100%;height:auto;background:#fff;border:1px solid var(--line)}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem}dt{color:var(--note)}dd{margin:0;overflow-wrap:anywhere}\n"
    "ol.code{margin:0;padding-left:4rem;background:var(--soft);overflow-x:auto}ol.code li{font:.85rem/1.4 ui-monospace,monospace;white-space:pre;"
    "padding-left:.6rem}ol.code li:target{background:var(--line)}\n"
    "@media print{body{max-width:none;padding:0;font-size:10pt;color:#000;background:#fff}nav{display:none}a{color:inherit;text-decoration:none}"
    "table,figure{break-inside:auto}tr,figure{break-inside:avoid}th{position:static}.wide{overflow:visible}pre,ol.code li{white-space:pre-wrap}}\n";

void html_text(FILE *f, const char *s)
{
    for (; *s; s++)
        switch (*s) {
        case '&': fputs("&amp;", f); break;
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '"': fputs("&quot;", f); break;
        case '\'': fputs("&#39;", f); break;
        default: fputc(*s, f);
        }
}

void html_begin(FILE *f, const char *title)
{
    fprintf(f, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
               "<meta name=\"generator\" content=\"gt200 bench\"/>\n<title>");
    html_text(f, title);
    fprintf(f, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
}

void html_end(FILE *f)
{
    fprintf(f, "</body>\n</html>\n");
}

void html_how(FILE *f, const struct report *r, const struct bench_experiment *e, const char *id)
{
    if (e)
        fprintf(f, "<a href=\"src-%s.html#k-%s\">source</a> ", e->module, e->kernel);
    if (e && e->where != BENCH_GPU_ONLY)
        fprintf(f, "<a href=\"code-%s-%s.html\">native code</a> ", e->module, e->kernel);
    fprintf(f, "<code>gt200 bench --target ");
    for (int k = 0; k < r->t->nrun; k++)
        fprintf(f, "%s%s", k ? "," : "", r->targets[k]);
    fprintf(f, "%s ", r->full ? " --full" : "");
    html_text(f, id);
    fprintf(f, "</code>");
}

void html_grade(FILE *f, enum silicon_kind kind, const char *formula, const char *source)
{
    fprintf(f, "<span title=\"");
    html_text(f, source);
    fprintf(f, "\">%s%s", silicon_kind_name(kind), *formula ? ": " : "");
    html_text(f, formula);
    fprintf(f, "</span>");
}

void html_verdict(FILE *f, const struct verdict *v, const char *known)
{
    if (!v->have)
        return;
    if (v->pass)
        fprintf(f, "<span class=\"good\">holds</span>");
    else if (*known) {
        fprintf(f, "<span class=\"note\">known difference: ");
        html_text(f, known);
        fprintf(f, "</span>");
    } else
        fprintf(f, v->advisory ? "<span class=\"note\">differs from a recalled number</span>" : "<span class=\"bad\">outside tolerance</span>");
}

const struct bench_experiment *report_experiment(const char *id)
{
    size_t len = strlen(id);

    for (size_t i = 0; i < bench_experiment_count; i++)
        for (const char *p = bench_experiments[i].ids; (p = strstr(p, id)); p += len)
            if ((p == bench_experiments[i].ids || p[-1] == ' ') && (p[len] == ' ' || !p[len]))
                return &bench_experiments[i];
    return NULL;
}
