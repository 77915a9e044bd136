/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile as one page: for each kernel its causes, a bar of its cycles, and its source files, each line with what it
 * cost. No scripts, nothing from elsewhere.
 */
#define _POSIX_C_SOURCE 200809L
#include "prof.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

static const char *const colours[PROF_REASONS] = {
    [PROF_ISSUE] = "#2a9d4a", [PROF_MEMORY] = "#c0392b", [PROF_MEMORY_QUEUE] = "#e2725b", [PROF_SHARED] = "#8e44ad",
    [PROF_SHARED_QUEUE] = "#c39bd3", [PROF_SP] = "#2471a3", [PROF_SFU] = "#1abc9c", [PROF_DPU] = "#117864",
    [PROF_SP_BUSY] = "#82c98f", [PROF_X_BUSY] = "#76d7c4", [PROF_CONTROL_BUSY] = "#d4ac0d", [PROF_BANK] = "#f39c12",
    [PROF_PORT] = "#f8c471", [PROF_DECODE] = "#7fb3d5", [PROF_FETCH] = "#5d6d7e", [PROF_CONSTANT] = "#a04000",
    [PROF_BRANCH] = "#f4d03f", [PROF_BARRIER] = "#6c3483", [PROF_BLOCK] = "#aab7b8", [PROF_IDLE] = "#d7dbdd",
    [PROF_OTHER] = "#000000",
};

static double percent_of(uint64_t part, uint64_t all) { return all ? 100.0 * (double)part / (double)all : 0.0; }

static void put_escaped(FILE *f, const char *text, size_t n)
{
    for (; n && *text; n--, text++)
        switch (*text) {
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '&': fputs("&amp;", f); break;
        case '"': fputs("&quot;", f); break;
        default: putc(*text, f);
        }
}

/* Reasons side by side; all: what is as wide as the bar. */
static void put_bar(FILE *f, const struct prof_counts *c, uint64_t all)
{
    fprintf(f, "<span class=bar>");
    for (unsigned r = 0; r < PROF_REASONS; r++)
        if (c->cycles[r])
            fprintf(f, "<i style=\"width:%.2f%%;background:%s\" title=\"%s %.1f %%\"></i>",
                    percent_of(c->cycles[r], all), colours[r], prof_reason_name(r), percent_of(c->cycles[r], all));
    fprintf(f, "</span>");
}

static void put_legend(FILE *f, const struct prof_counts *c, uint64_t all)
{
    fprintf(f, "<ul class=legend>");
    for (unsigned r = 0; r < PROF_REASONS; r++)
        if (c->cycles[r])
            fprintf(f, "<li><i style=\"background:%s\"></i> %.1f %% %s: %s</li>", colours[r],
                    percent_of(c->cycles[r], all), prof_reason_name(r), prof_reason_text(r));
    fprintf(f, "</ul>\n");
}

/* The cells of numbers of a line; without counts they are empty. */
static void put_cells(FILE *f, const struct prof_counts *c, uint64_t all, uint64_t widest)
{
    if (!c) {
        fprintf(f, "<td><td><td><td><td>");
        return;
    }
    fprintf(f, "<td>%.1f&nbsp;%%<td>", percent_of(prof_cycles(c), all));
    put_bar(f, c, widest);
    fprintf(f, "<td>%" PRIu64 "<td>", c->issues);
    if (c->accesses)
        fprintf(f, "%.1f", (double)prof_transactions(c) / (double)c->accesses);
    fprintf(f, "<td>");
    if (c->shared)
        fprintf(f, "%.1f", (double)c->passes / (double)c->shared);
}

static const char titles[] = "<tr><th>line<th>cycles<th>reasons<th>issues<th title=\"for a half-warp at g[] or l[]\">"
                             "transactions<th title=\"of shared memory for a half-warp\">passes<th>source";

/* Rows [0, n) are those of one file. */
static void put_file(FILE *f, const struct prof_row *row, size_t n, uint64_t all, uint64_t widest)
{
    char *text = gt_read_file(row[0].source, NULL);
    size_t at = 0;

    fprintf(f, "<h3>");
    put_escaped(f, row[0].source, SIZE_MAX);
    fprintf(f, "</h3>\n<table>%s\n", titles);
    for (; at < n && !row[at].line; at++) {             /* of the file, but of no line */
        fprintf(f, "<tr class=hot><td>-");
        put_cells(f, &row[at].c, all, widest);
        fprintf(f, "<td>\n");
    }
    const char *line = text ? text : "";
    for (uint32_t number = 1; at < n || *line; number++) {
        const size_t length = strcspn(line, "\n");
        const bool known = at < n && row[at].line == number;
        if (known || text) {
            fprintf(f, "<tr%s><td>%u", known ? " class=hot" : "", (unsigned)number);
            put_cells(f, known ? &row[at].c : NULL, all, widest);
            fprintf(f, "<td><pre>");
            put_escaped(f, line, length);
            fprintf(f, "</pre>\n");
        }
        at += known;
        line += length + (line[length] == '\n');
    }
    fprintf(f, "</table>\n");
    free(text);
}

/* A table of instructions that have no source line. */
static void put_instructions(FILE *f, const struct prof_kernel *k, const struct prof_row *row, size_t n, uint64_t all,
                             uint64_t widest)
{
    char text[200];
    fprintf(f, "<h3>instructions without a source line</h3>\n<table>%s\n", titles);
    for (size_t i = 0; i < n; i++) {
        fprintf(f, "<tr class=hot><td>0x%x", (unsigned)row[i].pc);
        put_cells(f, &row[i].c, all, widest);
        prof_row_text(k, &row[i], text, sizeof text);
        fprintf(f, "<td><pre>");
        put_escaped(f, text, SIZE_MAX);
        fprintf(f, "</pre>\n");
    }
    fprintf(f, "</table>\n");
}

static void put_sources(FILE *f, const struct prof_kernel *k, uint64_t all)
{
    size_t n;
    uint64_t widest = 1;
    struct prof_row *row = prof_rows(k, &n);

    for (size_t i = 0; i < n; i++)
        if (prof_cycles(&row[i].c) > widest)
            widest = prof_cycles(&row[i].c);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && row[end].source == row[i].source; end++)
            continue;
        if (row[i].source)
            put_file(f, row + i, end - i, all, widest);
        else
            put_instructions(f, k, row + i, end - i, all, widest);
    }
    free(row);
}

/* The section of a kernel. */
static void put_kernel(FILE *f, const struct prof *p, const struct prof_kernel *k)
{
    struct prof_counts c;
    struct prof_finding found[PROF_FINDINGS];

    prof_total(k, &c);
    uint64_t all = prof_cycles(&c);
    fprintf(f, "<h2>");
    put_escaped(f, k->name, SIZE_MAX);
    fprintf(f, "</h2>\n<p>%" PRIu64 " launches, %" PRIu64 " blocks of %u threads, %u registers, %u bytes of shared "
            "memory, at most %u warps on an SM; %" PRIu64 " cycles of chip %s (target %s), %" PRIu64
            " warp instructions.</p>\n<ol>", k->launches, k->blocks, k->threads, k->regs, k->smem, k->warps, k->cycles,
            p->chip, p->target, c.issues);
    unsigned n = prof_findings(k, found);
    for (unsigned i = 0; i < n; i++) {
        fprintf(f, "<li>%.1f %% ", percent_of(found[i].cycles, all));
        put_escaped(f, found[i].text, SIZE_MAX);
        fprintf(f, "</li>");
    }
    fprintf(f, "</ol>\n<div class=whole>");
    put_bar(f, &c, all);
    fprintf(f, "</div>\n");
    put_legend(f, &c, all);
    prof_memory_html(k, p->sms, f);
    put_sources(f, k, all);
}

bool prof_html(const struct prof *p, FILE *f)
{
    fprintf(f, "<!doctype html><meta charset=utf-8><title>Profile</title>\n<style>\n"
               "body{font:15px sans-serif;margin:2em}table{border-collapse:collapse}pre{margin:0}\n"
               "td,th{padding:0 .6em;text-align:right;vertical-align:top}td:last-child,th:last-child{text-align:left}\n"
               ".bar{display:inline-block;width:16em;height:.9em;white-space:nowrap;font-size:1em}\n"
               ".bar i{display:inline-block;height:100%%}.whole .bar{width:100%%;height:1.6em}\n"
               "tr{color:#888}tr.hot{color:#000}.legend{columns:2;list-style:none;padding:0}\n"
               ".legend i{display:inline-block;width:.9em;height:.9em}\n</style>\n<h1>Profile</h1>\n");
    for (const struct prof_kernel *k = p->kernels; k; k = k->next)
        put_kernel(f, p, k);
    return !ferror(f);
}
