/* SPDX-License-Identifier: Apache-2.0
 *
 * Reader of .debug_line. A sequence belongs to the kernel that the relocation of its first address names. Nothing in
 * the file is trusted.
 */
#include "cubin_lines.h"

#include <stdlib.h>
#include <string.h>

/* What is left of the section: p up to end; bad: something ended early. */
struct from { const unsigned char *start, *p, *end; bool bad; };

static uint64_t take_le(struct from *r, unsigned bytes)
{
    uint64_t v = 0;

    if ((size_t)(r->end - r->p) < bytes) {
        r->bad = true;
        r->p = r->end;
        return 0;
    }
    for (unsigned i = 0; i < bytes; i++)
        v |= (uint64_t)r->p[i] << 8 * i;
    r->p += bytes;
    return v;
}

static uint64_t take_leb(struct from *r, bool sign)
{
    uint64_t v = 0, byte;
    unsigned at = 0;

    do {
        byte = take_le(r, 1);
        v |= at < 64 ? (byte & 127) << at : 0;
        at += 7;
    } while (byte & 128 && !r->bad);
    return sign && at < 64 && byte & 64 ? v | ~(uint64_t)0 << at : v;
}

static const char *take_string(struct from *r)
{
    const char *s = (const char *)r->p;
    const unsigned char *end = memchr(r->p, 0, (size_t)(r->end - r->p));

    r->bad = r->bad || !end;
    r->p = end ? end + 1 : r->end;
    return end ? s : "";
}

/* A unit's header, and the numbers of its files in the module. */
struct unit {
    unsigned version, step, range, base;        /* base: the first special opcode */
    int      line_base;
    unsigned char operands[256];
    size_t  *files, nfiles;
    const unsigned char *program;
};

/* The names of folders and files: the path of a file is that of its folder before its name, if that is no path. */
static void take_names(struct from *r, struct sm70_module *m, struct unit *u)
{
    struct from folders = *r;
    const char *name;

    while (!r->bad && *take_string(r))
        ;
    while (!r->bad && *(name = take_string(r))) {
        uint64_t folder = take_leb(r, false);
        const char *of = "";
        char path[1024];
        take_leb(r, false);
        take_leb(r, false);
        struct from at = folders;
        for (uint64_t i = 0; i < folder && (i == 0 || *of); i++)
            of = take_string(&at);
        snprintf(path, sizeof path, "%s%s%s", *name == '/' ? "" : of, *name == '/' || !*of ? "" : "/", name);
        u->files = realloc(u->files, (u->nfiles + 1) * sizeof *u->files);
        if (!u->files)
            abort();
        u->files[u->nfiles++] = sm70_add_file(m, path);
    }
}

static bool take_header(struct from *r, struct sm70_module *m, struct unit *u)
{
    u->version = (unsigned)take_le(r, 2);
    if (u->version < 2 || u->version > 4)
        return false;
    const uint64_t length = take_le(r, 4);
    if (r->bad || length > (uint64_t)(r->end - r->p))
        return false;
    u->program = r->p + length;
    u->step = (unsigned)take_le(r, 1);
    if (u->version > 3)
        take_le(r, 1);
    take_le(r, 1);
    u->line_base = (int)(signed char)take_le(r, 1);
    u->range = (unsigned)take_le(r, 1);
    u->base = (unsigned)take_le(r, 1);
    for (unsigned i = 1; i < u->base; i++)
        u->operands[i] = (unsigned char)take_le(r, 1);
    take_names(r, m, u);
    return !r->bad && u->range && u->base;
}

/* The registers of the line program. kernel: -1, it is that of none. */
struct state { long kernel; uint64_t pc, file; int64_t line; };

static void add_row(struct sm70_module *m, const struct unit *u, const struct state *s)
{
    if (s->kernel < 0 || s->file < 1 || s->file > u->nfiles || s->line < 1 || s->line > UINT32_MAX)
        return;
    struct sm70_kernel *k = &m->kernels[s->kernel];
    if (s->pc < 16 * (uint64_t)k->ncode && (!k->nlines || s->pc >= k->lines[k->nlines - 1].pc))
        sm70_add_line(k, (uint32_t)s->pc, (uint32_t)u->files[s->file - 1], (uint32_t)s->line);
}

static void extended_step(struct from *r, struct state *s, const struct sm70_line_start *starts, size_t nstarts)
{
    const struct state first = { .kernel = -1, .file = 1, .line = 1 };
    const uint64_t length = take_leb(r, false);

    if (r->bad || !length || length > (uint64_t)(r->end - r->p)) {
        r->bad = true;
        return;
    }
    const unsigned char *next = r->p + length;
    const unsigned op = *r->p++;
    if (op == END_SEQUENCE)
        *s = first;
    for (size_t i = 0; op == SET_ADDRESS && i < nstarts; i++)
        if (starts[i].at == (size_t)(r->p - r->start)) {
            s->kernel = (long)starts[i].kernel;
            s->pc = starts[i].address;
        }
    r->p = next;
}

static void program_step(struct from *r, struct sm70_module *m, const struct unit *u, struct state *s,
                         const struct sm70_line_start *starts, size_t nstarts)
{
    const unsigned op = (unsigned)take_le(r, 1);

    if (op >= u->base) {
        s->pc += (uint64_t)u->step * ((op - u->base) / u->range);
        s->line += u->line_base + (int)((op - u->base) % u->range);
        add_row(m, u, s);
        return;
    }
    switch (op) {
    case 0:                extended_step(r, s, starts, nstarts); break;
    case COPY:             add_row(m, u, s); break;
    case ADVANCE_PC:       s->pc += u->step * take_leb(r, false); break;
    case ADVANCE_LINE:     s->line = (int64_t)((uint64_t)s->line + take_leb(r, true)); break;
    case SET_FILE:         s->file = take_leb(r, false); break;
    case CONST_ADD_PC:     s->pc += (uint64_t)u->step * ((255 - u->base) / u->range); break;
    case FIXED_ADVANCE_PC: s->pc += take_le(r, 2); break;
    default:
        for (unsigned i = 0; i < u->operands[op]; i++)
            take_leb(r, false);
    }
}

void sm70_lines_read(struct sm70_module *m, const unsigned char *p, size_t n, const struct sm70_line_start *starts,
                     size_t nstarts)
{
    struct from all = { p, p, p + n, false };

    while (all.end - all.p > 4) {
        const uint64_t length = take_le(&all, 4);
        if (length > (uint64_t)(all.end - all.p))
            return;
        struct from r = { p, all.p, all.p + length, false };
        struct unit u = { 0 };
        struct state s = { .kernel = -1, .file = 1, .line = 1 };
        if (take_header(&r, m, &u))
            for (r.p = u.program; r.p < r.end && !r.bad;)
                program_step(&r, m, &u, &s, starts, nstarts);
        free(u.files);
        all.p += length;
    }
}
