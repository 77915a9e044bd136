/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen: reads a decoded instruction (insn.def): its struct in C and in Verilog, and how it follows from the slots of
 * a row, for both decoders.
 */
#include "isagen_insn.h"

#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = { "slot", "copy", "copyc", "own", "part", "let", "field", "flag", "src", ">" };

struct gen_slot_def gen_slots[GEN_MAX_SLOTS];
int gen_slot_count;

int gen_slot(const char *name)
{
    for (int i = 0; i < gen_slot_count; i++)
        if (strcmp(gen_slots[i].name, name) == 0)
            return i;
    return -1;
}

static void copy_text(const struct gen_line *l, char *to, size_t size, const char *from)
{
    if ((size_t)snprintf(to, size, "%s", from) >= size)
        gen_fail(l->file, l->num, "'%s' has more than %zu characters", from, size - 1);
}

/* Words from `from` on, one blank between two. */
static void add_words(const struct gen_line *l, char *to, size_t size, int from)
{
    for (int i = from; i < l->words; i++) {
        size_t n = strlen(to);
        copy_text(l, to + n, size - n, n ? " " : "");
        n = strlen(to);
        copy_text(l, to + n, size - n, l->word[i]);
    }
}

static void read_name(const struct gen_line *l, struct line *e, const char *text)
{
    const char *slash = strchr(text, '/');
    copy_text(l, e->member, sizeof e->member, slash ? slash + 1 : text);
    copy_text(l, e->name, sizeof e->name, text);
    if (slash)
        e->name[slash - text] = '\0';
}

static void read_bits(const struct gen_line *l, struct line *e, const char *text)
{
    char *end;
    e->bits = (int)strtol(text, &end, 10);
    e->is_signed = *end == 's';
    if (end == text || end[*end == 's'] || e->bits < 1 || e->bits > 32)
        gen_fail(l->file, l->num, "expected 1 to 32 bits, found '%s'", text);
}

/* A line of insn.def: kind, name, width, and the rest as text. */
static void read_line(struct gen_insn *t, const struct gen_line *l)
{
    int kind = 0, at = 1;
    while (kind < KINDS && strcmp(kind_names[kind], l->word[0]) != 0)
        kind++;
    if (kind == KINDS || t->lines == MAX_LINES)
        gen_fail(l->file, l->num, "expected slot, copy, copyc, own, part, let, field, flag, src, . or >, found '%s'",
                 l->word[0]);
    struct line *e = &t->line[t->lines++];
    e->kind = (enum kind)kind;
    e->num = l->num;
    if (kind != HEADING) {
        bool bits = kind != SOURCE;
        if (l->words < 2 + bits)
            gen_fail(l->file, l->num, "expected %s NAME BITS", l->word[0]);
        read_name(l, e, l->word[1]);
        if (bits)
            read_bits(l, e, l->word[2]);
        at = 2 + bits;
    }
    add_words(l, e->rest, sizeof e->rest, at);
}

static void add_slots(const struct gen_insn *t, bool copies)
{
    for (const struct line *e = t->line; e < t->line + t->lines; e++) {
        bool copy = e->kind == COPY || e->kind == COPYC;
        if (copies != copy || (!copy && e->kind != SLOT))
            continue;
        if (gen_slot(e->name) >= 0 || gen_slot_count == GEN_MAX_SLOTS)
            gen_fail(t->path, e->num, "slot %s: there is one, or there are more than %d", e->name, GEN_MAX_SLOTS);
        gen_slots[gen_slot_count++] = (struct gen_slot_def){ e->name, e->bits, e->kind != COPYC };
    }
}

struct gen_insn *gen_read_insn(const char *path)
{
    struct gen_insn *t = calloc(1, sizeof *t);
    FILE *f = gen_open_in(path);
    struct gen_line l = { .file = path };

    if (!t)
        gen_fail(path, 0, "out of memory");
    t->path = path;
    while (gen_next_line(f, &l))
        if (strcmp(l.word[0], ".") != 0)
            read_line(t, &l);
        else if (t->lines)
            add_words(&l, t->line[t->lines - 1].rest, MAX_EXPR, 1);
    fclose(f);
    add_slots(t, true);
    add_slots(t, false);
    return t;
}

bool insn_in_ctl(const struct line *e)
{
    return e->kind == COPY || e->kind == FIELD || e->kind == FLAG || e->kind == SOURCE;
}

int insn_ctl_bits(const struct gen_insn *t)
{
    int source = 0, bits = 0;
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        source += e->kind == PART ? e->bits : 0;
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        bits += e->kind == SOURCE ? source : insn_in_ctl(e) ? e->bits : 0;
    return bits;
}
