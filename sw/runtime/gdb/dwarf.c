/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing DWARF. Each entry has an abbreviation of its own: the file is read once, by a debugger on the same machine.
 */
#include "dwarf.h"

#include <stdlib.h>
#include <string.h>

/* ---- bytes ----------------------------------------------------------------------------------------------- */

/* Appends bytes; when memory runs out b->full is set, and nothing more is written. */
void dwarf_put(struct dwarf_bytes *b, const void *bytes, size_t n)
{
    if (b->n + n > b->room) {
        const size_t room = 2 * (b->n + n) + 256;
        uint8_t *p = realloc(b->p, room);
        if (!p) {
            b->full = true;
            return;
        }
        b->p = p;
        b->room = room;
    }
    if (n)
        memcpy(b->p + b->n, bytes, n);
    b->n += n;
}

static void put_little_endian(struct dwarf_bytes *b, uint64_t v, unsigned n)
{
    uint8_t p[8];
    for (unsigned i = 0; i < n; i++)
        p[i] = (uint8_t)(v >> 8 * i);
    dwarf_put(b, p, n);
}

void dwarf_u8(struct dwarf_bytes *b, unsigned v) { put_little_endian(b, v, 1); }
void dwarf_u16(struct dwarf_bytes *b, unsigned v) { put_little_endian(b, v, 2); }
void dwarf_u32(struct dwarf_bytes *b, uint32_t v) { put_little_endian(b, v, 4); }
void dwarf_u64(struct dwarf_bytes *b, uint64_t v) { put_little_endian(b, v, 8); }
void dwarf_string(struct dwarf_bytes *b, const char *text) { dwarf_put(b, text, strlen(text) + 1); }

void dwarf_uleb(struct dwarf_bytes *b, uint64_t v)
{
    do {
        dwarf_u8(b, (unsigned)(v & 0x7f) | (v > 0x7f ? 0x80 : 0));
        v >>= 7;
    } while (v);
}

static void put_sleb(struct dwarf_bytes *b, int64_t v)
{
    for (;;) {
        const unsigned low = v & 0x7f;
        v >>= 7;
        const bool last = (!v && !(low & 0x40)) || (v == -1 && (low & 0x40));
        dwarf_u8(b, low | (last ? 0 : 0x80));
        if (last)
            return;
    }
}

static void length_at(struct dwarf_bytes *b, size_t at)
{
    for (unsigned i = 0; i < 4 && !b->full; i++)
        b->p[at + i] = (uint8_t)((b->n - at - 4) >> 8 * i);
}

/* ---- entries --------------------------------------------------------------------------------------------- */

void *dwarf_alloc(struct dwarf *d, size_t n)
{
    void *p = calloc(1, n ? n : 1), **made = realloc(d->made, (d->nmade + 1) * sizeof *made);
    d->made = made ? made : d->made;
    if (!p || !made) {
        free(p);
        d->failed = true;
        return NULL;
    }
    made[d->nmade++] = p;
    return p;
}

/* A new entry, the last below parent; NULL: out of memory. */
struct dwarf_die *dwarf_child(struct dwarf *d, struct dwarf_die *parent, unsigned tag)
{
    struct dwarf_die *e = dwarf_alloc(d, sizeof *e);
    if (!e)
        return NULL;
    e->tag = tag;
    if (parent && parent->last)
        parent->last->next = e;
    else if (parent)
        parent->first = e;
    if (parent)
        parent->last = e;
    return e;
}

struct dwarf_attr *dwarf_attr(struct dwarf *d, struct dwarf_die *e, unsigned name, unsigned form, uint64_t value,
                              const void *data)
{
    struct dwarf_attr *a = e ? dwarf_alloc(d, (e->attrs + 1) * sizeof *a) : NULL;
    if (!a)
        return NULL;
    if (e->attrs)
        memcpy(a, e->attr, e->attrs * sizeof *a);
    a[e->attrs] = (struct dwarf_attr){ name, form, value, data, NULL };
    e->attr = a;
    return &a[e->attrs++];
}

/* The value of an attribute in its form. */
static void put_value(struct dwarf_bytes *b, const struct dwarf_attr *a)
{
    switch (a->form) {
    case DW_FORM_addr: case DW_FORM_data8: dwarf_u64(b, a->value); break;
    case DW_FORM_data2: dwarf_u16(b, (unsigned)a->value); break;
    case DW_FORM_data4: case DW_FORM_sec_offset: dwarf_u32(b, (uint32_t)a->value); break;
    case DW_FORM_data1: case DW_FORM_flag: dwarf_u8(b, (unsigned)a->value); break;
    case DW_FORM_string: dwarf_string(b, a->data); break;
    case DW_FORM_udata: dwarf_uleb(b, a->value); break;
    case DW_FORM_sdata: put_sleb(b, (int64_t)a->value); break;
    case DW_FORM_ref4: dwarf_u32(b, a->die ? a->die->offset : 0); break;
    default:                            /* exprloc, block */
        dwarf_uleb(b, a->value);
        dwarf_put(b, a->data, a->value);
        break;
    }
}

/* An entry and all below it; its abbreviation the first time. */
static void put_die(struct dwarf *d, struct dwarf_die *e, size_t unit)
{
    e->offset = (uint32_t)(d->info.n - unit);
    if (!e->abbrev) {
        e->abbrev = ++d->abbrevs;
        dwarf_uleb(&d->abbrev, e->abbrev);
        dwarf_uleb(&d->abbrev, e->tag);
        dwarf_u8(&d->abbrev, e->first != NULL);
        for (size_t i = 0; i < e->attrs; i++) {
            dwarf_uleb(&d->abbrev, e->attr[i].name);
            dwarf_uleb(&d->abbrev, e->attr[i].form);
        }
        dwarf_u16(&d->abbrev, 0);
    }
    dwarf_uleb(&d->info, e->abbrev);
    for (size_t i = 0; i < e->attrs; i++)
        put_value(&d->info, &e->attr[i]);
    for (struct dwarf_die *c = e->first; c; c = c->next)
        put_die(d, c, unit);
    if (e->first)
        dwarf_u8(&d->info, 0);
}

/* Twice: the first time says where each entry is that others refer to. */
void dwarf_unit(struct dwarf *d, struct dwarf_die *unit)
{
    const size_t at = d->info.n;

    for (unsigned pass = 0; pass < 2 && unit; pass++) {
        d->info.n = at;
        dwarf_u32(&d->info, 0);
        dwarf_u16(&d->info, 4);
        dwarf_u32(&d->info, 0);         /* all units share the abbreviations */
        dwarf_u8(&d->info, 8);
        put_die(d, unit, at);
        length_at(&d->info, at);
    }
}

/* ---- lists ----------------------------------------------------------------------------------------------- */

uint32_t dwarf_ranges(struct dwarf *d, const struct dwarf_range *r, size_t n)
{
    const size_t at = d->ranges.n;
    for (size_t i = 0; i < n; i++) {
        dwarf_u64(&d->ranges, r[i].from);
        dwarf_u64(&d->ranges, r[i].to);
    }
    dwarf_u64(&d->ranges, 0);
    dwarf_u64(&d->ranges, 0);
    return (uint32_t)at;
}

uint32_t dwarf_locations(struct dwarf *d, const struct dwarf_range *r, size_t n)
{
    const size_t at = d->loc.n;
    for (size_t i = 0; i < n; i++) {
        dwarf_u64(&d->loc, r[i].from);
        dwarf_u64(&d->loc, r[i].to);
        dwarf_u16(&d->loc, r[i].length);
        dwarf_put(&d->loc, r[i].expr, r[i].length);
    }
    dwarf_u64(&d->loc, 0);
    dwarf_u64(&d->loc, 0);
    return (uint32_t)at;
}

uint32_t dwarf_lines(struct dwarf *d, const char *const *files, size_t nfiles, const struct dwarf_row *rows, size_t n)
{
    static const uint8_t lengths[9] = { 0, 1, 1, 1, 1, 0, 0, 0, 1 };
    enum { COPY = 1, ADVANCE_LINE = 3, SET_FILE = 4, END_SEQUENCE = 1, SET_ADDRESS = 2 };
    struct dwarf_bytes *b = &d->line;
    const size_t at = b->n;
    unsigned file = 1, line = 1;

    dwarf_u32(b, 0);
    dwarf_u16(b, 2);
    const size_t header = b->n;
    dwarf_u32(b, 0);
    dwarf_u8(b, 1);                     /* bytes of the shortest instruction */
    dwarf_u8(b, 1);                     /* rows are statements */
    dwarf_u8(b, 0xfb);
    dwarf_u8(b, 14);
    dwarf_u8(b, 10);
    dwarf_put(b, lengths, sizeof lengths);
    dwarf_u8(b, 0);                     /* folders */
    for (size_t i = 1; i < nfiles; i++) {
        dwarf_string(b, files[i] ? files[i] : "?");
        dwarf_u8(b, 0), dwarf_u8(b, 0), dwarf_u8(b, 0);
    }
    dwarf_u8(b, 0);
    length_at(b, header);
    for (size_t i = 0; i < n; i++) {
        dwarf_u8(b, 0);
        dwarf_uleb(b, 9);
        dwarf_u8(b, SET_ADDRESS);
        dwarf_u64(b, rows[i].address);
        if (rows[i].end) {
            dwarf_u8(b, 0), dwarf_u8(b, 1), dwarf_u8(b, END_SEQUENCE);
            file = line = 1;
            continue;
        }
        if (rows[i].file != file) {
            dwarf_u8(b, SET_FILE);
            dwarf_uleb(b, file = rows[i].file);
        }
        dwarf_u8(b, ADVANCE_LINE);
        put_sleb(b, (int64_t)rows[i].line - line);
        line = rows[i].line;
        dwarf_u8(b, COPY);
    }
    length_at(b, at);
    return (uint32_t)at;
}

void dwarf_outermost(struct dwarf *d, uint64_t from, uint64_t bytes)
{
    enum { RSP = 7, RA = 16, DEF_CFA = 0x0c, UNDEFINED = 0x07 };
    struct dwarf_bytes *b = &d->frame;

    if (!b->n) {
        dwarf_u32(b, 0);
        dwarf_u32(b, UINT32_MAX);       /* common to all */
        dwarf_u8(b, 1);
        dwarf_u8(b, 0);
        dwarf_u8(b, 1);
        dwarf_u8(b, 0x78);              /* -8 */
        dwarf_u8(b, RA);
        dwarf_u8(b, DEF_CFA), dwarf_u8(b, RSP), dwarf_u8(b, 0);
        dwarf_u8(b, UNDEFINED), dwarf_u8(b, RA);
        while (b->n % 8)
            dwarf_u8(b, 0);
        length_at(b, 0);
    }
    const size_t at = b->n;
    dwarf_u32(b, 0);
    dwarf_u32(b, 0);
    dwarf_u64(b, from);
    dwarf_u64(b, bytes);
    while (b->n % 8)
        dwarf_u8(b, 0);
    length_at(b, at);
}

void dwarf_free(struct dwarf *d)
{
    struct dwarf_bytes *all[] = { &d->info, &d->abbrev, &d->line, &d->ranges, &d->loc, &d->frame };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]->p);
    for (size_t i = 0; i < d->nmade; i++)
        free(d->made[i]);
    free(d->made);
    *d = (struct dwarf){ 0 };
}
