/* SPDX-License-Identifier: Apache-2.0
 *
 * From a cubin to DWARF.
 */
#include "debug_info.h"

#include "import.h"

#include <string.h>

#define C_PLUS_PLUS 4

/* All lines of the kernels. Files have the numbers that clang gives them; others follow. */
static uint32_t add_lines(struct dwarf *d, const struct gdb_kernel *k, size_t n)
{
    const struct gt_cubin *c = k->cubin;
    size_t count = 0, at = 0, most = 0;

    for (size_t i = 0; i < c->nsources; i++)
        most = import_file(c, i) > most ? import_file(c, i) : most;
    const char **files = dwarf_alloc(d, (most + c->nsources + 1) * sizeof *files);
    unsigned *number = dwarf_alloc(d, (c->nsources + 1) * sizeof *number);
    for (size_t i = 0; i < n; i++)
        count += k[i].kernel->nlines + 1;
    struct dwarf_row *rows = dwarf_alloc(d, count * sizeof *rows);
    if (!files || !number || !rows)
        return 0;
    for (size_t i = 0; i < c->nsources; i++) {
        number[i] = import_file(c, i) ? import_file(c, i) : (unsigned)++most;
        files[number[i]] = c->sources[i];
    }
    for (size_t i = 0; i < n; i++) {
        const struct gt_cubin_kernel *q = k[i].kernel;
        for (size_t l = 0; l < q->nlines; l++)
            rows[at++] = (struct dwarf_row){ k[i].base + q->lines[l].pc, number[q->lines[l].source], q->lines[l].line,
                                             false };
        if (q->nlines)
            rows[at++] = (struct dwarf_row){ k[i].base + 4 * q->code_words, 1, 1, true };
    }
    return dwarf_lines(d, files, most + 1, rows, at);
}

static void unit_range(struct dwarf *d, struct dwarf_die *e, const struct gdb_kernel *k, size_t n)
{
    struct dwarf_range *r = dwarf_alloc(d, n * sizeof *r);
    for (size_t i = 0; r && i < n; i++)
        r[i] = (struct dwarf_range){ .from = k[i].base, .to = k[i].base + 4 * k[i].kernel->code_words };
    dwarf_attr(d, e, DW_AT_low_pc, DW_FORM_addr, 0, NULL);
    if (r)
        dwarf_attr(d, e, DW_AT_ranges, DW_FORM_sec_offset, dwarf_ranges(d, r, n), NULL);
}

/* The name alone of "void space::k<2>(int*)". */
static char *base_name(struct dwarf *d, const char *shown)
{
    const char *from = shown, *end = shown + strcspn(shown, "(");
    int depth = 0;

    for (const char *p = shown; p < end; p++) {
        depth += (*p == '<') - (*p == '>');
        if (!depth && (*p == ' ' || *p == ':'))
            from = p + 1;
    }
    char *name = dwarf_alloc(d, (size_t)(end - from) + 1);
    return name ? memcpy(name, from, (size_t)(end - from)) : NULL;
}

void debug_unit(struct dwarf *d, const struct gdb_kernel *k, size_t n, const struct gdb_variable *v, size_t nv)
{
    struct dwarf_die *known = import_unit(d, k, n, v, nv), *unit = known;
    const uint32_t table = add_lines(d, k, n);

    if (!known) {
        unit = dwarf_child(d, NULL, DW_TAG_compile_unit);
        dwarf_attr(d, unit, DW_AT_language, DW_FORM_data1, C_PLUS_PLUS, NULL);
        dwarf_attr(d, unit, DW_AT_name, DW_FORM_string, 0, k->cubin->nsources ? k->cubin->sources[0] : "kernels");
    }
    dwarf_attr(d, unit, DW_AT_producer, DW_FORM_string, 0, "clang version 19 (gt200)");
    dwarf_attr(d, unit, DW_AT_stmt_list, DW_FORM_sec_offset, table, NULL);
    unit_range(d, unit, k, n);
    for (size_t i = 0; !known && i < n; i++) {
        struct dwarf_die *f = dwarf_child(d, unit, DW_TAG_subprogram);
        const char *name = base_name(d, k[i].shown);
        dwarf_attr(d, f, DW_AT_name, DW_FORM_string, 0, name ? name : "kernel");
        dwarf_attr(d, f, DW_AT_linkage_name, DW_FORM_string, 0, k[i].kernel->name);
        dwarf_attr(d, f, DW_AT_low_pc, DW_FORM_addr, k[i].base, NULL);
        dwarf_attr(d, f, DW_AT_high_pc, DW_FORM_data8, 4 * k[i].kernel->code_words, NULL);
    }
    dwarf_unit(d, unit);
}
