/* SPDX-License-Identifier: Apache-2.0
 * What all parts of the report's page share. */
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agreement.h"
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
    "body{margin:0 auto;padding:1rem;max-width:84rem;font:1rem/1.5 system-ui,sans-serif;color:var(--fg);"
    "background:var(--bg)}\n"
    "h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0}"
    "h2{font-size:1.3rem;line-height:1.25;margin:2.6rem 0 .6rem;padding-bottom:.2rem;border-bottom:1px solid "
    "var(--line)}"
    "h3{font-size:1.02rem;margin:0 0 .3rem}p{max-width:52rem}\n"
    "a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px}"
    ".skip{position:absolute;left:-100rem}.skip:focus{position:static}\n"
    ".errors{margin-top:.8rem}.first{display:grid;gap:1rem 2rem;grid-template-columns:minmax(0,1fr)}.first "
    "h2{margin:.6rem 0 .3rem;border:0;"
    "font-size:1.1rem;padding:0}.met{font-size:1.25rem;margin:.2rem 0 .4rem}.met b{font-variant-numeric:tabular-nums}"
    ".counts,.why ul{list-style:none;padding:0;margin:.2rem 0}.counts li{margin:.35rem 0;font-size:.92rem}"
    ".counts b{font-size:1.15rem;font-variant-numeric:tabular-nums}.why ul{font-size:.86rem}.why li{margin:.25rem 0 "
    ".25rem "
    ".8rem;text-indent:-.8rem}#agreement{max-width:none}"
    "@media(min-width:64rem){.first{grid-template-columns:minmax(17rem,21rem) minmax(0,1fr)}}\n"
    "#filter{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:.3rem 1rem;align-items:center;background:"
    "var(--bg);padding:.5rem 0;margin-top:2rem;border-bottom:1px solid var(--line)}"
    "#filter[hidden],[hidden]{display:none "
    "!important}input,select{font:inherit;color:inherit;background:var(--soft);border:1px solid var(--line);"
    "border-radius:.3rem;padding:.15rem .4rem}th button{all:unset;cursor:pointer;font:inherit;font-weight:inherit}"
    "th button:focus-visible{outline:3px solid var(--link)}th button:after{content:' "
    "\\2195';color:var(--note);opacity:.6}"
    "[aria-sort=ascending] button:after{content:' \\2191';opacity:1}[aria-sort=descending] button:after{content:' "
    "\\2193';"
    "opacity:1}section{scroll-margin-top:3.5rem}tr[id]{scroll-margin-top:3.5rem}\n"
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
    ".id{font:.78rem ui-monospace,monospace;color:var(--note);white-space:nowrap}td.id{white-space:normal}.id "
    "a{color:inherit}\n"
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
    "table{font-size:.82rem}th,td{padding:.2rem .45rem}nav{font-size:.92rem}"
    ".wide>table:not(.rows){min-width:46rem}.wide>table:not(.rows) tbody "
    "th{position:sticky;left:0;background:var(--bg);"
    "min-width:8.6rem;max-width:8.6rem}"
    "table.rows,.rows>tbody{display:block}.rows>thead{display:none}.rows tr{display:flex;flex-wrap:wrap;gap:0 .9rem;"
    "border-bottom:1px solid var(--line);padding:.35rem 0}.rows th,.rows "
    "td{display:block;border:0;padding:0;text-align:left}"
    ".rows th[scope=row]{flex:1 0 100%}.rows td[data-h]:empty{display:none}.rows "
    "td[data-h]:before{content:attr(data-h) ' ';"
    "color:var(--note);font-size:.74rem}.rows td.verdict{order:1}.rows td.verdict:before{content:none !important}"
    ".rows td.error{order:1}.rows td[data-h=limit],.rows td[data-h=kind],.rows td[data-h=unit]{order:2}"
    ".rows td[colspan],.rows td[data-h=why]{flex:1 0 100%;order:3}.rows tr.x{background:var(--soft);padding:.35rem "
    ".4rem}.rows "
    "tr.differ{border-bottom:0}"
    "#filter{position:static}.n{white-space:normal}}\n"
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
    fprintf(f, "</title>\n<style>\n%s%s%s</style>\n</head>\n<body>\n", chart_style, agreement_style, style);
}

/* Filter and order of the tables of numbers; the page is whole without it. No less-than and no ampersand stands in it,
 * so that the page stays XML. */
static const char script[] =
    "(function(){\n"
    "var form=document.getElementById('filter'),tables=[].slice.call(document.querySelectorAll('table.numbers'));\n"
    "form.hidden=false;\n"
    "function parts(table){var all=[],x=null,one=null;\n"
    " [].slice.call(table.tBodies[0].rows).forEach(function(r){\n"
    "  if(r.className==='x'){x=r;one=null}\n"
    "  else if(r.id){one={row:r,head:x,more:[],at:all.length};all.push(one)}\n"
    "  else if(one)one.more.push(r)});return all}\n"
    "function number(t){var v=parseFloat(t.replace('\\u2212','-').replace(/[^0-9.+-]/g,''));return isNaN(v)?null:v}\n"
    "function key(p,n,name){if(name==='error'){var e=p.row.getAttribute('data-error');return e===null?null:-e}\n"
    " var t=p.row.cells[n].textContent,v=number(t);return /^[^a-z]*[0-9]/.test(t)?v:t}\n"
    "function show(){var text=form.text.value.toLowerCase(),what=form.what.value,n=0;\n"
    " tables.forEach(function(table){var any=0;table.all.forEach(function(p){var r=p.row,\n"
    "  yes=r.textContent.toLowerCase().indexOf(text)!==-1;\n"
    "  if(what==='no')yes=yes?r.getAttribute('data-met')==='no':false;\n"
    "  else if(what)yes=yes?r.getAttribute('data-kind')===what:false;\n"
    "  p.shown=yes;any+=yes?1:0;[r].concat(p.more).forEach(function(q){q.hidden=!yes})});\n"
    "  table.all.forEach(function(p){if(p.head)p.head.hidden=true});\n"
    "  table.all.forEach(function(p){if(p.head)if(p.shown)if(!table.order)p.head.hidden=false});\n"
    "  table.closest('section').hidden=!any;n+=any});\n"
    " form.querySelector('output').textContent=n+(n===1?' number':' numbers')}\n"
    "function order(table,n,th){var old=table.order,body=table.tBodies[0],list=table.all.slice(),\n"
    "  dir=!old?1:old.n!==n?1:old.dir===1?-1:0;\n"
    " table.order=dir?{n:n,dir:dir}:null;\n"
    " [].forEach.call(table.tHead.rows[0].cells,function(c){c.removeAttribute('aria-sort')});\n"
    " if(dir){th.setAttribute('aria-sort',dir===1?'ascending':'descending');\n"
    "  list.sort(function(a,b){var x=key(a,n,th.textContent),y=key(b,n,th.textContent);\n"
    "   if(x===y)return a.at-b.at;if(x===null)return 1;if(y===null)return -1;\n"
    "   return (typeof x==='number'?typeof y==='number'?x-y:-1:typeof y==='number'?1:x.localeCompare(y))*dir})}\n"
    " var last=null;list.forEach(function(p){if(p.head)if(p.head!==last){last=p.head;body.appendChild(p.head)}\n"
    "  [p.row].concat(p.more).forEach(function(r){body.appendChild(r)})});show()}\n"
    "tables.forEach(function(table){table.all=parts(table);\n"
    " [].forEach.call(table.tHead.rows[0].cells,function(th,n){var b=document.createElement('button');\n"
    "  b.type='button';b.textContent=th.textContent;th.textContent='';th.appendChild(b);\n"
    "  b.onclick=function(){order(table,n,th)}})});\n"
    "form.oninput=show;form.onreset=function(){setTimeout(show,0)};form.onsubmit=function(e){e.preventDefault()};\n"
    "show();\n"
    "// a row that a link leads to is never hidden\n"
    "window.addEventListener('hashchange',function(){var to=document.getElementById(location.hash.slice(1));\n"
    " if(to)if(to.closest('[hidden]')){form.reset();setTimeout(function(){to.scrollIntoView()},10)}});\n"
    "})();\n";

void html_filter(FILE *f)
{
    fprintf(f, "<form id=\"filter\" hidden=\"\" role=\"search\" aria-label=\"Numbers of the tables\">\n"
               "<label>Filter <input name=\"text\" type=\"search\" placeholder=\"id, name, unit\"/></label>\n"
               "<label>Show <select name=\"what\"><option value=\"\">all numbers</option>"
               "<option value=\"no\">those that are not met</option><option value=\"measured\">measured</option>"
               "<option value=\"rule\">rules</option><option value=\"recalled\">recalled</option></select></label>\n"
               "<output></output> <span class=\"small\">A click on the head of a column sorts by it.</span>\n"
               "</form>\n");
}

void html_end(FILE *f)
{
    fprintf(f, "<script>\n%s</script>\n", script);
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

    fprintf(f, "<span aria-hidden=\"true\">%s</span> %s%s", sign[kind], kind == SILICON_RECALLED ?
            "<a href=\"#recalled\">recalled</a>" : silicon_kind_name(kind), *formula ? ": " : "");
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
        fprintf(f, "<td class=\"n%s\" data-h=\"", bench_differs(r->t, m, k) ? " bad" : "");
        xml_text(f, r->targets[k]);
        fprintf(f, "\">");
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

static void put_command(FILE *f, const struct report *r, const struct bench_experiment *e, const char *id)
{
    const char *chip = report_chip(r, e);

    fprintf(f, "<p>To repeat: <code>gt200 bench --target ");
    for (int k = 0; k < r->t->nrun; k++)
        fprintf(f, "%s%s", k ? "," : "", r->targets[k]);
    fprintf(f, "%s%s%s ", r->full ? " --full" : "", *chip ? " --chip " : "", chip);
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
        put_command(f, r, e, id);
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

void html_verdict(FILE *f, const struct verdict *v, enum silicon_kind kind, bool known)
{
    static const char *const met[] = { "matches", "holds", "agrees" };
    static const char *const unmet[] = { "does not match", "does not hold", "differs" };

    if (!v->have)
        return;
    fprintf(f, "<span class=\"%s\">%s</span>", v->pass ? "good" : known || v->advisory ? "known" : "bad",
            v->pass ? met[kind] : unmet[kind]);
}
