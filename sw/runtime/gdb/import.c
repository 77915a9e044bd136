/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading clang's entries (DWARF 2 with the few forms that its PTX has). Addresses of code are lines of the PTX there:
 * the code of a range of lines is wherever the compiler has put it.
 */
#include "import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPECS 64                /* attributes of an abbreviation, at most */
#define DEPTH 256               /* of entries within entries, at most */

enum { DW_AT_decl_line = 0x3b, DW_AT_abstract_origin = 0x31, DW_AT_call_column = 0x57, DW_AT_call_line = 0x59 };

struct fix { uint32_t offset, line; const char *name; };        /* name NULL: code of a PTX line */
struct entry { uint32_t at; struct dwarf_die *die; unsigned low, high; };      /* at: where clang has it */

struct import {
    struct dwarf *d;
    const struct gdb_kernel *k;
    const struct gdb_variable *v;
    size_t n, nv;
    uint8_t *info, *abbrev;
    size_t info_bytes, abbrev_bytes, at;
    struct fix *fix;
    size_t fixes;
    struct entry *entry;
    size_t entries, room;
    unsigned address;           /* bytes */
    unsigned depth;             /* of the entry being read */
    bool bad;
};

/* ---- words ----------------------------------------------------------------------------------------------- */

static const char *word_at(const struct gt_cubin_words *w, size_t i) { return i < w->n ? w->word[i] : ""; }
static uint32_t number_at(const struct gt_cubin_words *w, size_t i)
{
    return (uint32_t)strtoul(word_at(w, i), NULL, 10);
}

unsigned import_file(const struct gt_cubin *c, size_t source)
{
    for (size_t i = 0; i + 2 < c->debug.n; i++)
        if (!strcmp(word_at(&c->debug, i), "file") && number_at(&c->debug, i + 2) == source)
            return number_at(&c->debug, i + 1);
    return 0;
}

/* Bytes of hexadecimal digits; 0: they are none. */
static size_t take_hex(uint8_t *to, const char *hex)
{
    size_t n = 0;
    for (; hex[2 * n] && hex[2 * n + 1]; n++) {
        const char two[3] = { hex[2 * n], hex[2 * n + 1], 0 };
        char *end;
        to[n] = (uint8_t)strtoul(two, &end, 16);
        if (*end)
            return 0;
    }
    return n;
}

/* Collects both sections, and the places that the compiler has to fill in. */
static bool take_words(struct import *m)
{
    const struct gt_cubin_words *w = &m->k->cubin->debug;
    size_t bytes = 0;

    for (size_t i = 0; i < w->n; i++)
        bytes += strlen(w->word[i]) / 2;
    m->info = dwarf_alloc(m->d, bytes + 16);
    m->abbrev = dwarf_alloc(m->d, bytes + 16);
    m->fix = dwarf_alloc(m->d, (w->n + 1) * sizeof *m->fix);
    if (!m->info || !m->abbrev || !m->fix)
        return false;
    enum { NOTHING, INFO, ABBREV } in = NOTHING;
    for (size_t i = 0; i < w->n; i++) {
        const char *t = w->word[i];
        const bool label = !strcmp(t, "label"), symbol = !strcmp(t, "symbol");
        if (label || symbol) {
            m->fix[m->fixes++] = (struct fix){ number_at(w, i + 1), label ? number_at(w, i + 2) : 0,
                                               label ? NULL : word_at(w, i + 2) };
            i += 2;
        } else if (!strcmp(t, "file")) {
            i += 2;
        } else if (!strcmp(t, "info")) {
            in = INFO;
        } else if (!strcmp(t, "abbrev")) {
            in = ABBREV;
        } else if (in == INFO) {
            m->info_bytes += take_hex(m->info + m->info_bytes, t);
        } else if (in == ABBREV) {
            m->abbrev_bytes += take_hex(m->abbrev + m->abbrev_bytes, t);
        }
    }
    return m->info_bytes > 11 && m->abbrev_bytes;
}

/* The place at this offset, by binary search. */
static const struct fix *fix_at(const struct import *m, size_t offset)
{
    size_t low = 0, high = m->fixes;            /* ascending */
    while (low < high) {
        const size_t mid = (low + high) / 2;
        if (m->fix[mid].offset < offset)
            low = mid + 1;
        else
            high = mid;
    }
    return low < m->fixes && m->fix[low].offset == offset ? &m->fix[low] : NULL;
}

/* ---- bytes ----------------------------------------------------------------------------------------------- */

static uint64_t take_little_endian(struct import *m, unsigned n)
{
    uint64_t v = 0;
    if (m->at + n > m->info_bytes) {
        m->bad = true;
        return 0;
    }
    for (unsigned i = 0; i < n; i++)
        v |= (uint64_t)m->info[m->at++] << 8 * i;
    return v;
}

static uint64_t take_uleb(const uint8_t *p, size_t n, size_t *at)
{
    uint64_t v = 0;
    for (unsigned shift = 0; *at < n; shift += 7) {
        const uint8_t b = p[(*at)++];
        v |= shift < 64 ? (uint64_t)(b & 0x7f) << shift : 0;
        if (!(b & 0x80))
            break;
    }
    return v;
}

static int64_t take_sleb(const uint8_t *p, size_t n, size_t *at)
{
    const size_t from = *at;
    const uint64_t v = take_uleb(p, n, at);
    const unsigned bits = 7 * (unsigned)(*at - from);
    return bits < 64 && p[*at - 1] & 0x40 ? (int64_t)(v | ~0ull << bits) : (int64_t)v;
}

struct abbrev { unsigned tag, n, name[SPECS], form[SPECS]; bool children; };

/* Abbreviation `code`; false: there is none, or it has too many attributes. */
static bool find_abbrev(const struct import *m, uint64_t code, struct abbrev *a)
{
    for (size_t at = 0; at < m->abbrev_bytes;) {
        const uint64_t this = take_uleb(m->abbrev, m->abbrev_bytes, &at);
        if (!this)
            continue;
        a->tag = (unsigned)take_uleb(m->abbrev, m->abbrev_bytes, &at);
        a->children = at < m->abbrev_bytes && m->abbrev[at++];
        for (a->n = 0;;) {
            const unsigned name = (unsigned)take_uleb(m->abbrev, m->abbrev_bytes, &at);
            const unsigned form = (unsigned)take_uleb(m->abbrev, m->abbrev_bytes, &at);
            if (!name && !form)
                break;
            if (a->n == SPECS)
                return false;
            a->name[a->n] = name;
            a->form[a->n++] = form;
        }
        if (this == code)
            return true;
    }
    return false;
}

/* ---- entries --------------------------------------------------------------------------------------------- */

static uint32_t shared_address(const struct import *m, const char *name)
{
    for (size_t i = 0; i < m->n; i++) {
        const struct gt_cubin_words *w = &m->k[i].kernel->debug;
        for (size_t k = 0; k + 2 < w->n; k++)
            if (!strcmp(w->word[k], "shared") && !strcmp(w->word[k + 1], name))
                return number_at(w, k + 2);
    }
    return 0;
}

/* DW_OP_addr of a variable that has memory of its own. */
static void set_address(struct import *m, struct dwarf_die *e, const char *name)
{
    uint64_t address = shared_address(m, name);
    for (size_t i = 0; !address && i < m->nv; i++)
        if (m->v[i].name && !strcmp(m->v[i].name, name))
            address = m->v[i].address;
    uint8_t *expr = address ? dwarf_alloc(m->d, 9) : NULL;
    if (!expr)
        return;
    expr[0] = DW_OP_addr;
    for (unsigned i = 0; i < 8; i++)
        expr[1 + i] = (uint8_t)(address >> 8 * i);
    dwarf_attr(m->d, e, DW_AT_location, DW_FORM_exprloc, 9, expr);
}

static void take_block(struct import *m, struct dwarf_die *e, unsigned name, size_t n)
{
    const struct fix *f = n ? fix_at(m, m->at + 1) : NULL;
    if (m->at > m->info_bytes || n > m->info_bytes - m->at) {
        m->bad = true;
        return;
    }
    if (name == DW_AT_location && n && m->info[m->at] == DW_OP_addr && f && f->name)
        set_address(m, e, f->name);
    else if (name != DW_AT_location && name != DW_AT_frame_base)
        dwarf_attr(m->d, e, name, DW_FORM_block, n, m->info + m->at);
    m->at += n;
}

/* An attribute: kept, left out where it makes no sense here, or translated. */
static void take_attr(struct import *m, struct dwarf_die *e, struct entry *entry, unsigned name, unsigned form)
{
    const struct fix *f;
    uint64_t v;

    if ((name == DW_AT_name || name == DW_AT_linkage_name || name == DW_AT_MIPS_linkage_name) &&
        form != DW_FORM_string) {
        m->bad = true;
        return;
    }
    switch (form) {
    case DW_FORM_addr:
        f = fix_at(m, m->at);
        take_little_endian(m, m->address);
        if (f && !f->name && name == DW_AT_low_pc)
            entry->low = f->line;
        if (f && !f->name && name == DW_AT_high_pc)
            entry->high = f->line;
        break;
    case DW_FORM_data1: case DW_FORM_flag: case DW_FORM_data2: case DW_FORM_data4: case DW_FORM_data8:
        v = take_little_endian(m, form == DW_FORM_data2   ? 2
                                  : form == DW_FORM_data4 ? 4
                                  : form == DW_FORM_data8 ? 8
                                                          : 1);
        if (name != DW_AT_stmt_list && name != DW_AT_ranges && name != DW_AT_address_class)
            dwarf_attr(m->d, e, name, form, v, NULL);
        break;
    case DW_FORM_sdata:
        dwarf_attr(m->d, e, name, form, (uint64_t)take_sleb(m->info, m->info_bytes, &m->at), NULL);
        break;
    case DW_FORM_udata:
        dwarf_attr(m->d, e, name, form, take_uleb(m->info, m->info_bytes, &m->at), NULL);
        break;
    case DW_FORM_string:
        if (name != DW_AT_producer)
            dwarf_attr(m->d, e, name, form, 0, m->info + m->at);
        m->at += strlen((const char *)m->info + m->at) + 1;
        break;
    case DW_FORM_ref4:
        dwarf_attr(m->d, e, name, form, take_little_endian(m, 4), NULL);
        break;
    case DW_FORM_block1: take_block(m, e, name, take_little_endian(m, 1)); break;
    case DW_FORM_block2: take_block(m, e, name, take_little_endian(m, 2)); break;
    case DW_FORM_block4: take_block(m, e, name, take_little_endian(m, 4)); break;
    case DW_FORM_block: take_block(m, e, name, take_uleb(m->info, m->info_bytes, &m->at)); break;
    default: m->bad = true; break;
    }
}

/* Notes an entry; the pointer is valid until the next one. */
static struct entry *new_entry(struct import *m, size_t at, struct dwarf_die *die)
{
    if (m->entries == m->room) {
        const size_t room = 2 * m->room + 256;
        struct entry *e = dwarf_alloc(m->d, room * sizeof *e);
        if (!e)
            return NULL;
        if (m->entries)
            memcpy(e, m->entry, m->entries * sizeof *e);
        m->entry = e;
        m->room = room;
    }
    m->entry[m->entries] = (struct entry){ (uint32_t)at, die, 0, 0 };
    return &m->entry[m->entries++];
}

/* An entry and those below it. NULL: the end of a list. */
static struct dwarf_die *take_entry(struct import *m, struct dwarf_die *parent)
{
    const size_t at = m->at;
    const uint64_t code = take_uleb(m->info, m->info_bytes, &m->at);
    struct abbrev a;

    if (!code || m->bad)
        return NULL;
    if (++m->depth > DEPTH) {
        m->bad = true;
        return NULL;
    }
    struct dwarf_die *e = find_abbrev(m, code, &a) ? dwarf_child(m->d, parent, a.tag) : NULL;
    struct entry *entry = e ? new_entry(m, at, e) : NULL;
    if (!entry) {
        m->bad = true;
        return NULL;
    }
    for (unsigned i = 0; i < a.n && !m->bad; i++)
        take_attr(m, e, entry, a.name[i], a.form[i]);
    while (a.children && m->at < m->info_bytes && take_entry(m, e))
        continue;
    m->depth--;
    return e;
}

/* ---- places of today ------------------------------------------------------------------------------------- */

/* The entry that clang has at this offset, by binary search. */
static struct entry *entry_at(const struct import *m, uint64_t at)
{
    size_t low = 0, high = m->entries;
    while (low < high) {
        const size_t mid = (low + high) / 2;
        if (m->entry[mid].at < at)
            low = mid + 1;
        else
            high = mid;
    }
    return low < m->entries && m->entry[low].at == at ? &m->entry[low] : NULL;
}

static const struct dwarf_attr *attr_of(const struct dwarf_die *e, unsigned name)
{
    for (size_t i = 0; e && i < e->attrs; i++)
        if (e->attr[i].name == name)
            return &e->attr[i];
    return NULL;
}

/* Of the entry, or of what it is an instance of. */
static const struct dwarf_attr *inherited_attr(const struct dwarf_die *e, unsigned name)
{
    for (unsigned n = 0; e && n < 8; n++) {
        const struct dwarf_attr *a = attr_of(e, name), *origin = attr_of(e, DW_AT_abstract_origin);
        if (a)
            return a;
        e = origin ? origin->die : NULL;
    }
    return NULL;
}

static const struct gdb_kernel *kernel_of(const struct import *m, const struct dwarf_die *e)
{
    const struct dwarf_attr *name = attr_of(e, DW_AT_MIPS_linkage_name);
    name = name ? name : attr_of(e, DW_AT_linkage_name);
    name = name ? name : attr_of(e, DW_AT_name);
    for (size_t i = 0; name && i < m->n; i++)
        if (!strcmp(m->k[i].kernel->name, name->data))
            return &m->k[i];
    return NULL;
}

/* The code of PTX lines from low to high. */
static void set_ranges(struct import *m, struct dwarf_die *e, const struct gdb_kernel *k, unsigned low, unsigned high)
{
    const struct gt_cubin_words *w = &k->kernel->debug;
    struct dwarf_range *r = dwarf_alloc(m->d, (w->n / 3 + 1) * sizeof *r);
    size_t n = 0;
    bool inside = false;

    for (size_t i = 0; r && i + 2 < w->n; i++) {
        if (strcmp(w->word[i], "at"))
            continue;
        const uint64_t pc = k->base + number_at(w, i + 1);
        const uint32_t line = number_at(w, i + 2);
        const bool now = line >= low && line < high;
        if (now && !inside)
            r[n].from = pc;
        if (!now && inside)
            r[n++].to = pc;
        inside = now;
    }
    if (inside)
        r[n++].to = k->base + 4 * k->kernel->code_words;
    if (n)
        dwarf_attr(m->d, e, DW_AT_ranges, DW_FORM_sec_offset, dwarf_ranges(m->d, r, n), NULL);
}

static void put_address(struct dwarf_bytes *b, uint64_t address)
{
    dwarf_u8(b, DW_OP_addr);
    dwarf_u64(b, address);
}

/* Where the words of a variable lie that have a 1 in the mask; the others are nowhere. */
static void put_words(struct dwarf_bytes *b, uint64_t address, uint32_t bytes, const char *mask)
{
    const size_t n = strlen(mask);

    if (!strchr(mask, '0')) {
        put_address(b, address);
        return;
    }
    for (size_t i = 0, k; i < n && 4 * i < bytes; i = k) {
        for (k = i; k < n && mask[k] == mask[i]; k++)
            continue;
        if (mask[i] == '1')
            put_address(b, address + 4 * i);
        dwarf_u8(b, DW_OP_piece);
        dwarf_uleb(b, (4 * k < bytes ? 4 * k : bytes) - 4 * i);
    }
}

/* Ends what was put: of m's memory, as an expression of the range. */
static void take_expr(struct import *m, struct dwarf_range *r, struct dwarf_bytes *b)
{
    uint8_t *expr = b->full || !b->n ? NULL : dwarf_alloc(m->d, b->n);
    r->length = expr ? (unsigned)b->n : 0;
    r->expr = expr ? memcpy(expr, b->p, b->n) : NULL;
    free(b->p);
}

/* The ranges of words[at], "var", in which its place holds a value. parameter: where it lies until it is assigned
 * (0: nowhere). */
static void set_locations(struct import *m, struct dwarf_die *e, const struct gdb_kernel *k, size_t at,
                          uint64_t parameter)
{
    const struct gt_cubin_words *w = &k->kernel->debug;
    const uint64_t place = GDB_LOCAL + number_at(w, at + 2), end = 4 * k->kernel->code_words;
    struct dwarf_range *r = dwarf_alloc(m->d, (w->n / 4 + 2) * sizeof *r);
    size_t n = 0;

    if (!r)
        return;
    if (parameter && !strcmp(word_at(w, at + 5), "in") && number_at(w, at + 6)) {
        struct dwarf_bytes b = { 0 };
        put_address(&b, parameter);
        r[n] = (struct dwarf_range){ .from = k->base, .to = k->base + number_at(w, at + 6) };
        take_expr(m, &r[n++], &b);
    }
    for (size_t i = at + 5; i + 3 < w->n && !strcmp(w->word[i], "in"); i += 4) {
        struct dwarf_bytes b = { 0 };
        r[n] = (struct dwarf_range){ .from = k->base + number_at(w, i + 1), .to = k->base + number_at(w, i + 2) };
        if (r[n].from >= r[n].to || r[n].to > k->base + end)
            continue;
        if (strcmp(word_at(w, at + 4), "address")) {
            put_words(&b, place, number_at(w, at + 3), word_at(w, i + 3));
        } else {
            put_address(&b, place);
            dwarf_u8(&b, DW_OP_deref_size), dwarf_u8(&b, 4);
            dwarf_u8(&b, DW_OP_const8u), dwarf_u64(&b, GDB_LOCAL);
            dwarf_u8(&b, DW_OP_plus);
        }
        take_expr(m, &r[n++], &b);
    }
    if (n)
        dwarf_attr(m->d, e, DW_AT_location, DW_FORM_sec_offset, dwarf_locations(m->d, r, n), NULL);
}

/* A variable of the kernel that cc/ir/variables.cpp has given a place: chain is where it is inlined, from the inside
 * out. */
static void set_variable(struct import *m, struct dwarf_die *e, const struct gdb_kernel *k, const char *chain,
                         uint64_t parameter)
{
    const struct dwarf_attr *name = inherited_attr(e, DW_AT_name), *line = inherited_attr(e, DW_AT_decl_line);
    const struct gt_cubin_words *w = &k->kernel->debug;
    char key[512];

    if (!name || !line || attr_of(e, DW_AT_location))
        return;
    snprintf(key, sizeof key, "%s:%u%s", (const char *)name->data, (unsigned)line->value, chain);
    for (size_t i = 0; i + 4 < w->n; i++)
        if (!strcmp(w->word[i], "var") && !strcmp(w->word[i + 1], key)) {
            set_locations(m, e, k, i, parameter);
            return;
        }
}

/* Parameters of a kernel lie in shared memory, from s[0x10] on, and have a place beside it if they are assigned. */
static void set_parameters(struct import *m, struct dwarf_die *e, const struct gdb_kernel *k)
{
    const struct gt_cubin_kernel *q = k->kernel;
    size_t n = 0;

    for (struct dwarf_die *c = e->first; c && n < q->nparams; c = c->next) {
        if (c->tag != DW_TAG_formal_parameter)
            continue;
        const uint64_t address = 16 + q->params[n++].offset;
        set_variable(m, c, k, "", address);
        uint8_t *expr = attr_of(c, DW_AT_location) ? NULL : dwarf_alloc(m->d, 9);
        if (!expr)
            continue;
        expr[0] = DW_OP_addr;
        expr[1] = (uint8_t)address;
        expr[2] = (uint8_t)(address >> 8);
        dwarf_attr(m->d, c, DW_AT_location, DW_FORM_exprloc, 9, expr);
    }
}

static bool is_variable(const struct dwarf_die *e)
{
    return e->tag == DW_TAG_variable || e->tag == DW_TAG_formal_parameter;
}

static struct dwarf_die *origin_of(const struct dwarf_die *e)
{
    const struct dwarf_attr *origin = attr_of(e, DW_AT_abstract_origin);
    return origin ? origin->die : NULL;
}

/* Is there an instance of that variable below e, outside of what is inlined there? */
static bool has_instance(const struct dwarf_die *e, const struct dwarf_die *of)
{
    for (const struct dwarf_die *c = e->first; c; c = c->next)
        if (origin_of(c) == of || (c->tag == DW_TAG_lexical_block && has_instance(c, of)))
            return true;
    return false;
}

/* Variables of a function that clang's back end has dropped where it is inlined, because it does not know where they
 * are: they may have a place all the same. */
static void add_instances(struct import *m, struct dwarf_die *e, const struct dwarf_die *of, unsigned depth)
{
    for (struct dwarf_die *c = of->first; c && depth < 8; c = c->next) {
        if (c->tag == DW_TAG_lexical_block)
            add_instances(m, e, c, depth + 1);
        struct dwarf_die *made = is_variable(c) && !has_instance(e, c) ? dwarf_child(m->d, e, c->tag) : NULL;
        struct dwarf_attr *a = made ? dwarf_attr(m->d, made, DW_AT_abstract_origin, DW_FORM_ref4, 0, NULL) : NULL;
        if (a)
            a->die = c;
    }
}

/* The parameters come first, in the order that they are declared in. */
static void sort_parameters(struct dwarf_die *e, const struct dwarf_die *of)
{
    struct dwarf_die **to = &e->first;

    for (const struct dwarf_die *c = of->first; c; c = c->next) {
        struct dwarf_die **from = to;
        while (*from && origin_of(*from) != c)
            from = &(*from)->next;
        struct dwarf_die *one = c->tag == DW_TAG_formal_parameter ? *from : NULL;
        if (!one)
            continue;
        *from = one->next;
        one->next = *to;
        *to = one;
        to = &one->next;
    }
    for (e->last = e->first; e->last && e->last->next; e->last = e->last->next)
        continue;
}

/* Gives an entry and all below it the addresses of today. chain: the inlined calls that it stands in. */
static void settle_entry(struct import *m, struct dwarf_die *e, const struct gdb_kernel *k, const char *chain)
{
    char inner[400];
    const struct entry *entry = NULL;

    for (size_t i = 0; i < m->entries && !entry; i++)
        entry = m->entry[i].die == e ? &m->entry[i] : NULL;
    if (e->tag == DW_TAG_subprogram) {
        k = entry && entry->low ? kernel_of(m, e) : NULL;
        if (k) {
            dwarf_attr(m->d, e, DW_AT_low_pc, DW_FORM_addr, k->base, NULL);
            dwarf_attr(m->d, e, DW_AT_high_pc, DW_FORM_data8, 4 * k->kernel->code_words, NULL);
            set_parameters(m, e, k);
        }
    } else if (k && entry && entry->low && entry->high) {
        set_ranges(m, e, k, entry->low, entry->high);
    }
    if (k && is_variable(e))
        set_variable(m, e, k, chain, 0);
    if (e->tag == DW_TAG_inlined_subroutine) {
        const struct dwarf_attr *line = attr_of(e, DW_AT_call_line), *column = attr_of(e, DW_AT_call_column);
        snprintf(inner, sizeof inner, "@%u:%u%s", line ? (unsigned)line->value : 0,
                 column ? (unsigned)column->value : 0, chain);
        chain = inner;
        if (k && origin_of(e)) {
            add_instances(m, e, origin_of(e), 0);
            sort_parameters(e, origin_of(e));
        }
    }
    for (struct dwarf_die *c = e->first; c; c = c->next)
        if (k || c->tag == DW_TAG_subprogram || c->first)
            settle_entry(m, c, k, chain);
}

struct dwarf_die *import_unit(struct dwarf *d, const struct gdb_kernel *k, size_t n, const struct gdb_variable *v,
                              size_t nv)
{
    struct import m = { .d = d, .k = k, .v = v, .n = n, .nv = nv };

    if (!k->cubin->debug.n || !take_words(&m))
        return NULL;
    m.address = m.info[10];
    m.at = 11;
    if (m.address > 8)
        return NULL;
    struct dwarf_die *unit = take_entry(&m, NULL);
    if (!unit || m.bad)
        return NULL;
    for (size_t i = 0; i < m.entries; i++)
        for (size_t a = 0; a < m.entry[i].die->attrs; a++) {
            struct dwarf_attr *at = &m.entry[i].die->attr[a];
            const struct entry *to = at->form == DW_FORM_ref4 ? entry_at(&m, at->value) : NULL;
            at->die = to ? to->die : NULL;
        }
    settle_entry(&m, unit, NULL, "");
    return unit;
}
