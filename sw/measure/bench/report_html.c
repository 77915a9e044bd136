/* SPDX-License-Identifier: Apache-2.0
 * What all parts of the report's page share. */
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_code.h"
#include "svg.h"
#include "xml.h"

static const char style[] =
    ":root{color-scheme:light dark;--fg:#1c1c1c;--bg:#fff;--soft:#f4f5f7;--line:#d9dce0;--link:#1a56a8;--good:#176b36;"
    "--bad:#b3261e;--note:#5f5a4a;--known:#8a5a00}\n"
    "@media(prefers-color-scheme:dark){:root{--fg:#e6e6e6;--bg:#15171a;--soft:#20242a;--line:#3a3f46;--link:#8ab4f8;"
    "--good:#6fcf8f;--bad:#ff8a80;--note:#b3ad9c;--known:#e0b060}}\n"
    "*{box-sizing:border-box}html{scroll-behavior:smooth}"
    "@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}\n"
    "body{margin:0 auto;padding:1rem;max-width:76rem;font:1rem/1.5 system-ui,sans-serif;color:var(--fg);"
    "background:var(--bg)}\n"
    "h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0}"
    "h2{font-size:1.3rem;line-height:1.25;margin:2.6rem 0 .6rem;padding-bottom:.2rem;border-bottom:1px solid "
    "var(--line)}"
    "h3{font-size:1.02rem;margin:0 0 .3rem}p{max-width:52rem}\n"
    "a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px}"
    ".skip{position:absolute;left:-100rem}.skip:focus{position:static}\n"
    ".cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:.8rem;padding:0;list-style:none}"
    ".cards li{background:var(--soft);border-radius:.5rem;padding:.7rem .9rem;font-size:.9rem}"
    ".cards b{display:block;font-size:1.7rem;line-height:1.2;font-variant-numeric:tabular-nums}\n"
    "nav>ol{columns:26rem 2;column-gap:2rem}nav>ol>li{break-inside:avoid}nav ol{list-style:none;padding:0;"
    "margin:0}nav>ol>li{margin:.15rem 0}"
    "nav ol ol{display:flex;flex-wrap:wrap;gap:0 .8rem;font-size:.86rem;margin:0 0 .3rem 1rem}\n"
    ".wide{overflow-x:auto;margin:.6rem 0}table{border-collapse:separate;border-spacing:0;font-size:.88rem;"
    "min-width:100%}"
    "th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}"
    "thead th{background:var(--soft);vertical-align:bottom}tbody th{font-weight:400}"
    ".l{white-space:nowrap}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}"
    "tr.x>td{background:var(--soft);border-bottom:0}tr.x details{margin:0}tr.why td{border-bottom:1px solid "
    "var(--line);color:var(--known);font-size:.84rem}tr.differ>*{border-bottom:0}"
    ".id{font:.78rem ui-monospace,monospace;color:var(--note);overflow-wrap:anywhere}.id a{color:inherit}\n"
    "code,pre{font:.82rem/1.45 ui-monospace,monospace}code{overflow-wrap:anywhere}"
    "pre{background:var(--soft);padding:.8rem;overflow:auto;max-height:34rem;border-radius:.4rem;margin:.4rem 0}"
    "pre b{color:var(--known)}pre.text{white-space:pre-wrap}\n"
    "summary{cursor:pointer;color:var(--link)}summary b{color:var(--fg)}details{margin:.35rem 0}"
    "tr.x pre{max-width:min(70rem,calc(100vw - "
    "4rem))}\n"
    ".good{color:var(--good)}.bad{color:var(--bad);font-weight:600}.known{color:var(--known)}small,.small{font-size:"
    ".84rem;color:var(--note)}\n"
    ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,31rem),1fr));gap:1.2rem 1.6rem}"
    ".charts.one{max-width:46rem}figure{margin:0}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;font-size:.92rem}dt{color:var(--note)}"
    "dd{margin:0;overflow-wrap:anywhere}\n"
    "@media(max-width:40rem){body{padding:.7rem}dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}"
    "table{font-size:.82rem;min-width:52rem}th,td{padding:.2rem .45rem}nav{font-size:.92rem}"
    "tbody th{position:sticky;left:0;background:var(--bg);min-width:8.6rem;max-width:8.6rem}}\n"
    "@media print{:root{--fg:#000;--bg:#fff;--soft:#f4f5f7;--line:#bbb;--note:#444;--link:#000;--good:#064;--bad:#a00;"
    "--known:#640;--c0:#0072b2;--c1:#d55e00;--c2:#8a2a78;--c3:#009e73;--c4:#333}"
    "html{font-size:62%}body{max-width:none;padding:0}nav,.skip,summary,details:not([open]),"
    "tr.x:has(details:not([open])),"
    "#unmeasured:has(details:not([open])){display:none}a{text-decoration:none}figure,tr,.cards li{break-inside:avoid}"
    "h2,h3,h2~p,thead{break-after:avoid}.wide{overflow:visible}pre{max-height:"
    "none;white-space:pre-wrap}.charts{grid-template-columns:1fr 1fr}"
    ".charts.one{grid-template-columns:1fr;max-width:60%}p{break-inside:avoid}}\n";

void html_begin(FILE *f, const char *title)
{
    fprintf(f, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
               "<meta name=\"generator\" content=\"gt200 bench\"/>\n<title>");
    xml_text(f, title);
    fprintf(f, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n", chart_style, style);
}

void html_end(FILE *f)
{
    fprintf(f, "</body>\n</html>\n");
}

void html_wide(FILE *f, const char *label)
{
    fprintf(f, "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"");
    xml_text(f, label);
    fprintf(f, "\">\n");
}

void html_wide_end(FILE *f)
{
    fprintf(f, "</div>\n");
}

void html_grade(FILE *f, const struct report *r, enum silicon_kind kind, const char *formula, const char *source)
{
    static const char *const sign[] = { "&#9670;", "&#8212;", "&#9675;" };     /* as in the charts */

    fprintf(f, "<span aria-hidden=\"true\">%s</span> %s%s", sign[kind], silicon_kind_name(kind), *formula ? ": " : "");
    xml_text(f, formula);
    for (int i = 0; i < r->nsources; i++)
        if (!strcmp(r->source[i], source))
            fprintf(f, " <a class=\"small\" href=\"#source-%d\">[%d]</a>", i + 1, i + 1);
}

void html_percent(FILE *f, double percent, bool sign)
{
    if (!sign)
        fprintf(f, "%.3g %%", percent);
    else if (fabs(percent) < 0.005)
        fprintf(f, "0 %%");
    else
        fprintf(f, "%s%.2f %%", percent < 0 ? "&#8722;" : "+", fabs(percent));
}

void html_number(FILE *f, double v)
{
    const char *minus = v < 0 ? "&#8722;" : "";

    if (v == floor(v) && fabs(v) < 1e15)
        fprintf(f, "%s%.0f", minus, fabs(v));
    else if (fabs(v) < 0.1)
        fprintf(f, "%s%.3f", minus, fabs(v));
    else
        fprintf(f, "%s%.2f", minus, fabs(v));
}

void columns_add(struct columns *c, const struct report *r, const struct measured *m)
{
    for (int k = 0; k < r->ntargets; k++)
        if ((!isnan(m->v[k]) || m->missing[k]) && !c->has[k]) {
            c->has[k] = true;
            c->n++;
        }
}

void html_machines(FILE *f, const struct report *r, const struct columns *c)
{
    for (int k = 0; k < r->ntargets; k++) {
        if (!c->has[k])
            continue;
        fprintf(f, "<th scope=\"col\" class=\"n\">");
        xml_text(f, r->targets[k]);
        fprintf(f, "</th>");
    }
}

void html_values(FILE *f, const struct report *r, const struct columns *c, const struct measured *m)
{
    for (int k = 0; k < r->ntargets; k++) {
        if (!c->has[k])
            continue;
        fprintf(f, "<td class=\"n%s\">", bench_differs(r->t, m, k) ? " bad" : "");
        if (isnan(m->v[k]) && m->missing[k])
            fprintf(f, "not measured");
        else if (isnan(m->v[k]))
            fprintf(f, "&#8211;");
        else
            html_number(f, m->v[k]);
        fprintf(f, "</td>");
    }
}

void html_missing(FILE *f, const struct report *r, const struct measured *m, int columns)
{
    for (int k = 0; k < r->ntargets; k++) {
        if (!m->missing[k])
            continue;
        fprintf(f, "<tr class=\"why\"><td colspan=\"%d\">", columns);
        xml_text(f, r->targets[k]);
        fprintf(f, ": not measured: ");
        xml_text(f, m->missing[k]);
        fprintf(f, "</td></tr>\n");
    }
}

static void put_command(FILE *f, const struct report *r, const char *id)
{
    fprintf(f, "<p>To repeat: <code>gt200 bench --target ");
    for (int k = 0; k < r->t->nrun; k++)
        fprintf(f, "%s%s", k ? "," : "", r->targets[k]);
    fprintf(f, "%s ", r->full ? " --full" : "");
    xml_text(f, id);
    fprintf(f, "</code></p>\n");
}

/* Writes the text of one kind of code behind a heading. */
static void put_block(FILE *f, const char *label, const char *text)
{
    fprintf(f, "<pre tabindex=\"0\" role=\"region\" aria-label=\"%s\">", label);
    fputs(text, f);
    fprintf(f, "</pre>\n");
}

bool html_code(FILE *f, const struct report *r, const struct bench_experiment *e, const char *id, const char *name,
               char *err, size_t errn)
{
    char file[64], label[160], *source = NULL, *native = NULL;
    bool has_native = e->where != BENCH_GPU_ONLY;
    size_t size;
    FILE *m = open_memstream(&source, &size);
    bool ok = m && code_source(m, r->source_dir, e->module, e->kernel, file, sizeof file, err, errn);

    if (m)
        fclose(m);
    m = ok && has_native ? open_memstream(&native, &size) : NULL;
    if (ok && has_native)
        ok = m && code_native(m, r->kernel_dir, e->module, e->kernel, err, errn);
    if (m)
        fclose(m);
    if (ok) {
        fprintf(f, "<details class=\"code\" id=\"code-%s\"><summary>", id);
        if (*name) {
            fprintf(f, "<b>");
            xml_text(f, name);
            fprintf(f, "</b>: ");
        }
        fprintf(f, "source%s of <code>%s</code></summary>\n", has_native ? " and native code" : "", e->kernel);
        put_command(f, r, id);
        fprintf(f,
                "<h3>Source</h3>\n<p class=\"small\">What of sw/measure/bench/kernels/%s makes the kernel</p>\n", file);
        snprintf(label, sizeof label, "source of %s", e->kernel);
        put_block(f, label, source);
        if (has_native) {
            fprintf(f, "<h3>Native code</h3>\n<p class=\"small\">Behind each instruction its address and words; all of "
                       "it: <code>gt200 dis -a build/bench/%s.cubin</code></p>\n", e->module);
            snprintf(label, sizeof label, "native code of %s", e->kernel);
            put_block(f, label, native);
        }
        fprintf(f, "</details>\n");
    } else if (!source || (has_native && !native && !*err)) {
        snprintf(err, errn, "out of memory");
    }
    free(source);
    free(native);
    return ok;
}

void html_verdict(FILE *f, const struct verdict *v, bool known)
{
    if (!v->have)
        return;
    if (v->pass)
        fprintf(f, "<span class=\"good\">holds</span>");
    else if (known)
        fprintf(f, "<span class=\"known\">known difference</span>");
    else
        fprintf(f, v->advisory ? "<span class=\"known\">differs from a recalled number</span>"
                               : "<span class=\"bad\">outside its limit</span>");
}
