/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen: the events of model and RTL (events.def): the record in C, the list of its fields, the structs of the RTL's
 * trace, the C++ that reads these, and the list of the page that specifies events.
 */
#include "isagen.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_EVENTS = 16, MAX_FIELDS = 128, MAX_TEXT = 512, PAGE_WIDTH = 120 };

struct field {
    char member[32], label[32], test[64], test_words[64], mask[32], text[MAX_TEXT];
    int  count;                     /* of an array; 1: a scalar */
    int  bits, line;
    bool shown, in_trace, by_bytes; /* by_bytes: mask is of bytes, not of elements */
};

struct event { char name[32], trace[32], text[MAX_TEXT]; int first, end; };

struct events {
    const char  *path;
    struct event event[MAX_EVENTS];
    struct field field[MAX_FIELDS];
    int events, fields;
};

/* ---- the table ------------------------------------------------------------------------------------ */

static void copy_text(const struct gen_line *l, char *to, size_t size, const char *from)
{
    if ((size_t)snprintf(to, size, "%s", from) >= size)
        gen_fail(l->file, l->num, "'%s' has more than %zu characters", from, size - 1);
}

/* The words from `from` on behind what is there. */
static void append_words(const struct gen_line *l, char text[MAX_TEXT], int from)
{
    for (int i = from; i < l->words; i++) {
        size_t n = strlen(text);
        copy_text(l, text + n, MAX_TEXT - n, n ? " " : "");
        n = strlen(text);
        copy_text(l, text + n, MAX_TEXT - n, l->word[i]);
    }
}

/* [!]M&N or M=N as a test in C. */
static void read_test(const struct gen_line *l, struct field *f, const char *text)
{
    const char *member = text + (*text == '!');
    size_t n = strcspn(member, "&=");
    char *end = NULL;
    if (member[n])
        strtol(member + n + 1, &end, 0);
    if (!n || !end || end == member + n + 1 || *end)
        gen_fail(l->file, l->num, "expected MEMBER&NUMBER, !MEMBER&NUMBER or MEMBER=NUMBER, found '%s'", text);
    copy_text(l, f->test_words, sizeof f->test_words, text);
    if (member[n] == '=')
        snprintf(f->test, sizeof f->test, "e->%.*s == %.8s", (int)n, member, member + n + 1);
    else if (*text == '!')
        snprintf(f->test, sizeof f->test, "!(e->%.*s & %.8s)", (int)n, member, member + n + 1);
    else
        snprintf(f->test, sizeof f->test, "e->%.*s & %.8s", (int)n, member, member + n + 1);
}

/* NAME or NAME[COUNT], and BITS; a '-' behind them keeps a field out of the trace. */
static void read_member(const struct gen_line *l, struct field *f)
{
    char *bracket = strchr(l->word[0], '['), *end;
    f->count = 1;
    if (bracket) {
        f->count = (int)strtol(bracket + 1, &end, 10);
        if (strcmp(end, "]") != 0 || f->count < 2 || f->count > 16)
            gen_fail(l->file, l->num, "expected NAME[2..16], found '%s'", l->word[0]);
        *bracket = '\0';
    }
    copy_text(l, f->member, sizeof f->member, l->word[0]);
    f->bits = (int)strtol(l->word[1], &end, 10);
    f->in_trace = *end != '-';
    if (end == l->word[1] || end[*end == '-'] || f->bits < 1 || f->bits > 32)
        gen_fail(l->file, l->num, "expected 1 to 32 bits, found '%s'", l->word[1]);
}

/* MEMBER BITS LABEL [if TEST] [each MASK | bytes MASK] [: words] */
static void read_field(const struct gen_line *l, struct events *t)
{
    if (t->fields == MAX_FIELDS || !t->events || l->words < 3)
        gen_fail(l->file, l->num, "expected an event, then MEMBER BITS LABEL ..., at most %d", MAX_FIELDS);
    struct field *f = &t->field[t->fields++];
    t->event[t->events - 1].end = t->fields;
    f->line = l->num;
    read_member(l, f);
    f->shown = strcmp(l->word[2], "-") != 0;
    copy_text(l, f->label, sizeof f->label, l->word[2]);
    for (char *c = f->label; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    int i = 3;
    for (; i < l->words && strcmp(l->word[i], ":") != 0; i += 2) {
        if (i + 1 == l->words)
            gen_fail(l->file, l->num, "nothing follows '%s'", l->word[i]);
        if (strcmp(l->word[i], "if") == 0) {
            read_test(l, f, l->word[i + 1]);
        } else if (f->count > 1 && (strcmp(l->word[i], "each") == 0 || strcmp(l->word[i], "bytes") == 0)) {
            f->by_bytes = l->word[i][0] == 'b';
            copy_text(l, f->mask, sizeof f->mask, l->word[i + 1]);
        } else {
            gen_fail(l->file, l->num, "expected if, ':' or of an array each or bytes, found '%s'", l->word[i]);
        }
    }
    append_words(l, f->text, i + 1);
}

static void read_event(const struct gen_line *l, struct events *t)
{
    bool trace = l->words == 4 && strcmp(l->word[2], "trace") == 0;
    if ((l->words != 2 && !trace) || t->events == MAX_EVENTS)
        gen_fail(l->file, l->num, "expected event NAME [trace TYPE], at most %d", MAX_EVENTS);
    struct event *e = &t->event[t->events++];
    e->first = e->end = t->fields;
    copy_text(l, e->name, sizeof e->name, l->word[1]);
    copy_text(l, e->trace, sizeof e->trace, trace ? l->word[3] : "");
}

/* Reads events.def: events, their fields, and lines of text that go on. */
static void read_events(const char *path, struct events *t)
{
    FILE *f = gen_open_in(path);
    struct gen_line l = { .file = path };

    t->path = path;
    while (gen_next_line(f, &l))
        if (strcmp(l.word[0], "event") == 0)
            read_event(&l, t);
        else if (strcmp(l.word[0], ".") != 0)
            read_field(&l, t);
        else if (t->events && t->event[t->events - 1].end > t->event[t->events - 1].first)
            append_words(&l, t->field[t->fields - 1].text, 1);
        else if (t->events)
            append_words(&l, t->event[t->events - 1].text, 1);
    fclose(f);
}

/* ---- C -------------------------------------------------------------------------------------------- */

static int size_of(const struct field *f) { return f->bits <= 8 ? 8 : f->bits <= 16 ? 16 : 32; }

/* The widest field with this member; NULL: it is not the first with this name. */
static const struct field *widest_member(const struct events *t, int at)
{
    const struct field *f = &t->field[at], *widest = f;
    for (int i = 0; i < t->fields; i++) {
        const struct field *o = &t->field[i];
        if (strcmp(o->member, f->member) != 0)
            continue;
        if (i < at)
            return NULL;
        if (o->count != f->count)
            gen_fail(t->path, o->line, "%s has %d elements, in line %d %d", o->member, o->count, f->line, f->count);
        widest = o->bits > widest->bits ? o : widest;
    }
    return widest;
}

/* It shares its place with those of other events. */
static bool in_union(const struct field *f) { return f->count > 1 && size_of(f) == 32; }

/* Which events have the member. */
static void write_owners(FILE *out, const struct events *t, const char *name)
{
    const char *between = "/* ";
    for (int e = 0; e < t->events; e++)
        for (int i = t->event[e].first; i < t->event[e].end; i++)
            if (strcmp(t->field[i].member, name) == 0) {
                fprintf(out, "%s%s", between, t->event[e].name);
                between = ", ";
                break;
            }
    fprintf(out, " */\n");
}

/* The members of one size, within the record's union or outside of it. */
static void write_members(FILE *out, const struct events *t, bool unions, int size)
{
    for (int i = 0; i < t->fields; i++) {
        const struct field *f = widest_member(t, i);
        if (!f || in_union(f) != unions || size_of(f) != size)
            continue;
        char name[48], count[16] = "";
        if (f->count > 1)
            snprintf(count, sizeof count, "[%d]", f->count);
        snprintf(name, sizeof name, "%s%s;", f->member, count);
        fprintf(out, "%s    uint%d_t%s %-*s", unions ? "    " : "", size, size == 8 ? " " : "", unions ? 18 : 22, name);
        write_owners(out, t, f->member);
    }
}

/* No event may have two fields of the union at once. */
static void check_unions(const struct events *t)
{
    for (const struct event *e = t->event; e < t->event + t->events; e++) {
        const struct field *first = NULL;
        for (const struct field *f = t->field + e->first; f < t->field + e->end; f++) {
            if (!in_union(f))
                continue;
            bool apart = first && first->test[0] && f->test[0] && strcmp(first->test, f->test) != 0;
            if (first && !apart)
                gen_fail(t->path, f->line, "%s and %s share their place", first->member, f->member);
            first = f;
        }
    }
}

/* The most that one event lists. */
static int most_listed(const struct events *t)
{
    int most = 0;
    for (const struct event *e = t->event; e < t->event + t->events; e++) {
        int n = 0;
        for (const struct field *f = t->field + e->first; f < t->field + e->end; f++)
            n += f->count;
        most = n > most ? n : most;
    }
    return most;
}

/* gt_event.h: struct gt_event and its types. */
static void write_record(const struct events *t, const char *dir)
{
    FILE *out = gen_open_out(dir, "gt_event.h");

    fprintf(out, "/* SPDX-License-Identifier: Apache-2.0\n"
                 " * Generated by isagen from events.def, which says what each field means: do not edit. */\n"
                 "#ifndef GT_EVENT_H\n#define GT_EVENT_H\n\n#include <stdint.h>\n\nenum gt_event_type {\n");
    for (int e = 0; e < t->events; e++)
        fprintf(out, "    GT_EV_%s,\n", t->event[e].name);
    fprintf(out, "};\n#define GT_EVENT_NAMES ");
    for (int e = 0; e < t->events; e++)
        fprintf(out, "%s\"%s\"", e ? ", " : "", t->event[e].name);
    fprintf(out, "\n#define GT_EVENT_FIELDS %d\n\n/* What an event does not have is undefined. */\n"
                 "struct gt_event {\n    uint64_t cycle;\n    union {\n", most_listed(t));
    write_members(out, t, true, 32);
    fprintf(out, "    };\n");
    for (int size = 32; size >= 8; size /= 2)
        write_members(out, t, false, size);
    fprintf(out, "    uint8_t  type;                  /* enum gt_event_type */\n"
                 "    uint8_t  sm;                    /* of the chip: TPC * SMs of a TPC + SM; 0 on one SM */\n"
                 "};\n\n#endif\n");
    gen_close(out, dir, "gt_event.h");
}

/* A line of C that lists one field: a number, the elements of a mask, or bytes of a mask. */
static void write_listed(FILE *out, const struct field *f)
{
    const char *in = f->test[0] ? "            " : "        ";
    if (f->test[0])
        fprintf(out, "        if (%s)%s\n", f->test, f->count > 1 ? " {" : "");
    if (f->count == 1) {
        fprintf(out, "%sput_field(l, \"%s\", e->%s);\n", in, f->label, f->member);
    } else if (f->by_bytes) {
        fprintf(out, "%sfor (unsigned i = 0; i < %d; i++)\n%s    if (bytes_of(e->%s, i))\n", in, f->count, in, f->mask);
        fprintf(out, "%s        put_at(l, \"%s\", i, e->%s[i] & bytes_of(e->%s, i));\n", in, f->label, f->member,
                f->mask);
    } else {
        char mask[48] = "";
        if (f->mask[0])
            snprintf(mask, sizeof mask, "e->%s & ", f->mask);
        fprintf(out, "%sfor (uint32_t m = %s0x%x; m; m &= m - 1)\n", in, mask, (1u << f->count) - 1);
        fprintf(out, "%s    put_at(l, \"%s\", lowest(m), e->%s[lowest(m)]);\n", in, f->label, f->member);
    }
    if (f->test[0] && f->count > 1)
        fprintf(out, "        }\n");
}

/* gt_event_fields.inc: the cases of a switch that lists the fields of each event. */
static void write_list(const struct events *t, const char *dir)
{
    FILE *out = gen_open_out(dir, "gt_event_fields.inc");

    fprintf(out, "/* Generated by isagen from events.def: do not edit. */\n");
    for (const struct event *e = t->event; e < t->event + t->events; e++) {
        fprintf(out, "    case GT_EV_%s:\n", e->name);
        for (const struct field *f = t->field + e->first; f < t->field + e->end; f++)
            if (f->shown)
                write_listed(out, f);
        fprintf(out, "        break;\n");
    }
    gen_close(out, dir, "gt_event_fields.inc");
}

/* ---- the trace -------------------------------------------------------------------------------------- */

static void write_logic(FILE *sv, int bits, const char *name, const char *text)
{
    char range[24] = "", semicolon[48];
    if (bits > 1)
        snprintf(range, sizeof range, "[%d:0]", bits - 1);
    snprintf(semicolon, sizeof semicolon, "%s;", name);
    if (text)
        fprintf(sv, "  logic %-8s%-12s // %s\n", range, semicolon, text);
    else
        fprintf(sv, "  logic %-8s%s\n", range, semicolon);
}

/* Fills the word of 32 bits up when what comes next does not fit: in C++ a field is a word's then. */
static int fill_word(FILE *sv, int at, int next, int *zeros)
{
    char name[16];
    int room = at % 32 ? 32 - at % 32 : 0;
    if (next <= room || !room)
        return at;
    snprintf(name, sizeof name, "zero%d", (*zeros)++);
    write_logic(sv, room, name, NULL);
    return at + room;
}

/* An event as a packed struct of the RTL's trace; fields do not cross words of 32 bits. */
static void write_struct(FILE *sv, const struct events *t, const struct event *e)
{
    char upper[32];
    int at = 1, zeros = 0;

    fprintf(sv, "\n// %s\ntypedef struct packed {\n", e->name);
    write_logic(sv, 1, "valid", "it happens in this cycle");
    for (const struct field *f = t->field + e->first; f < t->field + e->end; f++) {
        char elements[32];
        if (!f->in_trace)
            continue;
        snprintf(elements, sizeof elements, "%d of %d bits", f->count, f->bits);
        at = fill_word(sv, at, f->bits * f->count, &zeros);
        write_logic(sv, f->bits * f->count, f->member, f->count > 1 ? elements : NULL);
        at += f->bits * f->count;
    }
    at = fill_word(sv, at, 32, &zeros);
    for (size_t i = 0; i < sizeof upper; i++)
        upper[i] = (char)toupper((unsigned char)e->trace[i]);
    fprintf(sv, "} %s_t;\n`define %s_W %d\n", e->trace, upper, at);
}

/* C++ that reads one field out of the trace. */
static void write_taken(FILE *out, const struct field *f, const char *trace)
{
    if (f->count == 1) {
        fprintf(out, "    e.%s = get(tr, at / rtl::%s::%s);\n", f->member, trace, f->member);
    } else if (f->bits == 32) {
        fprintf(out, "    for (unsigned i = 0; i < %d; i++)\n", f->count);
        fprintf(out, "        e.%s[i] = get_word(tr, at / rtl::%s::%s, i);\n", f->member, trace, f->member);
    } else {
        fprintf(out, "    const uint32_t %s = get(tr, at / rtl::%s::%s);\n", f->member, trace, f->member);
        fprintf(out, "    for (unsigned i = 0; i < %d; i++)\n", f->count);
        fprintf(out, "        e.%s[i] = %s >> %d * i & %u;\n", f->member, f->member, f->bits, (1u << f->bits) - 1);
    }
}

/* C++ that makes a gt_event of a trace struct. */
static void write_take(FILE *out, const struct events *t, const struct event *e)
{
    fprintf(out, "\n// at: of a %s_t in tr.\n"
                 "template <class T> RTL_INLINE void %s_take(gt_event &e, const T &tr, RtlField at)\n{\n"
                 "    e.type = GT_EV_%s;\n", e->trace, e->trace, e->name);
    for (const struct field *f = t->field + e->first; f < t->field + e->end; f++)
        if (f->in_trace) {
            if (f->count > 1 && f->bits < 32 && f->count * f->bits > 32)
                gen_fail(t->path, f->line, "%s has more than 32 bits", f->member);
            write_taken(out, f, e->trace);
        }
    fprintf(out, "}\n");
}

static void write_trace(const struct events *t, const char *cdir, const char *svdir)
{
    FILE *sv = gen_open_out(svdir, "trace_types.svh"), *cpp = gen_open_out(cdir, "rtl_events_take.hpp");

    fprintf(sv, "// SPDX-License-Identifier: Apache-2.0\n"
                "// Generated by isagen from isa/events.def, which says what each field means: do not edit. Events of the\n"
                "// trace. A field lies within a word of 32 bits, or has whole ones.\n"
                "`ifndef TRACE_TYPES_SVH\n`define TRACE_TYPES_SVH\n");
    fprintf(cpp, "// SPDX-License-Identifier: Apache-2.0\n"
                 "// Generated by isagen from events.def: do not edit. struct gt_event of the RTL's trace.\n"
                 "#ifndef RTL_EVENTS_TAKE_HPP\n#define RTL_EVENTS_TAKE_HPP\n\n#include \"rtl_fields.hpp\"\n"
                 "extern \"C\" {\n#include \"gt_event.h\"\n}\n");
    for (const struct event *e = t->event; e < t->event + t->events; e++)
        if (e->trace[0]) {
            write_struct(sv, t, e);
            write_take(cpp, t, e);
        }
    fprintf(sv, "\n`endif\n");
    fprintf(cpp, "\n#endif\n");
    gen_close(sv, svdir, "trace_types.svh");
    gen_close(cpp, cdir, "rtl_events_take.hpp");
}

/* ---- the page --------------------------------------------------------------------------------------- */

/* A list item, broken into lines. */
struct item { FILE *f; int column; };

static int count_columns(const char *word, size_t n)
{
    int c = 0;
    for (size_t i = 0; i < n; i++)
        c += ((unsigned char)word[i] & 0xc0) != 0x80;       /* UTF-8 */
    return c;
}

/* Words with a blank between them, broken at PAGE_WIDTH. */
static void write_words(struct item *o, const char *text)
{
    for (const char *w = text; *w;) {
        size_t n = strcspn(w, " ");
        int c = count_columns(w, n);
        if (o->column + 1 + c > PAGE_WIDTH) {
            fprintf(o->f, "\n ");
            o->column = 1;
        }
        fprintf(o->f, "%s%.*s", o->column ? " " : "", (int)n, w);
        o->column += (o->column > 0) + c;
        w += n + strspn(w + n, " ");
    }
}

/* The fields of an event that are shown, or those that are not, as a sentence of the page. */
static void write_fields(struct item *o, const struct events *t, const struct event *e, bool shown)
{
    char words[2 * MAX_TEXT + 64] = "";

    for (const struct field *f = t->field + e->first; f < t->field + e->end; f++) {
        bool test = f->test[0], text = f->text[0];
        if (f->shown != shown)
            continue;
        if (words[0]) {
            strcat(words, ",");
            write_words(o, words);
        } else if (!shown) {
            write_words(o, "Not compared:");
        }
        snprintf(words, sizeof words, "`%.31s`%s%s%.63s%s%s%.511s%s", f->member, test || text ? " (" : "",
                 test ? "if `" : "", f->test_words, test ? "`" : "", test && text ? ": " : "", f->text,
                 test || text ? ")" : "");
    }
    if (words[0]) {
        strcat(words, ".");
        write_words(o, words);
    }
}

/* events.md: what each event means, included by the page that specifies them. */
static void write_page(const struct events *t, const char *dir)
{
    FILE *out = gen_open_out(dir, "events.md");

    for (const struct event *e = t->event; e < t->event + t->events; e++) {
        struct item o = { .f = out };
        char words[2 * MAX_TEXT];
        snprintf(words, sizeof words, "* **%.31s**: %.511s.", e->name, e->text);
        write_words(&o, words);
        write_fields(&o, t, e, true);
        write_fields(&o, t, e, false);
        fputc('\n', out);
    }
    gen_close(out, dir, "events.md");
}

void gen_events(const char *path, const char *cdir, const char *svdir)
{
    struct events *t = calloc(1, sizeof *t);

    if (!t)
        gen_fail(path, 0, "out of memory");
    read_events(path, t);
    check_unions(t);
    write_record(t, cdir);
    write_list(t, cdir);
    write_trace(t, cdir, svdir);
    write_page(t, cdir);
    free(t);
}
