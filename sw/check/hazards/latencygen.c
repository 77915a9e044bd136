/* SPDX-License-Identifier: Apache-2.0
 *
 * latencygen UNITS PAIRS OPERANDS UNIFORM WAIT AGAIN OUT: the record of a GPU (docs/records/h100 and h200: CSV files of
 * those names) as C. Each row of the record has the words of its instructions; which register joins them says which
 * operands were measured.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "latency.h"

enum { LINE = 4096, LINKS = 16384, QUEUES = 16 };

struct family { char name[40]; unsigned out, in, queue, order, result, operand; };

struct gen {
    const char *path;
    unsigned line, nfamilies, nunits, nlinks, seen;
    struct family family[HZ_FAMILIES];
    char unit[HZ_UNITS][16], queue[QUEUES][16];
    unsigned nqueues;
    struct hz_link link[LINKS];
    struct hz_again again[LINKS];
    unsigned nagain, depbar, nover;
    struct hz_over over[LINKS];
    unsigned stall[2][16];
};

static _Noreturn void exit_with(const struct gen *g, const char *what, const char *found)
{
    fprintf(stderr, "%s:%u: expected %s, found '%s'\n", g->path, g->line, what, found);
    exit(1);
}

/* Opens a file of the record, whose lines messages name from now on. */
static FILE *open_file(struct gen *g, const char *path)
{
    FILE *f = fopen(path, "r");

    g->path = path;
    g->line = 0;
    if (!f) {
        perror(path);
        exit(1);
    }
    return f;
}

static bool next_line(struct gen *g, FILE *f, char line[LINE])
{
    if (!fgets(line, LINE, f)) {
        fclose(f);
        return false;
    }
    g->line++;
    line[strcspn(line, "\n")] = 0;
    return true;
}

/* ---- units ---- */

/* The number of a name in a list, where it is appended. */
static unsigned number_of(const struct gen *g, char (*list)[16], unsigned *n, unsigned most, const char *name)
{
    for (unsigned u = 0; u < *n; u++)
        if (!strcmp(list[u], name))
            return u;
    if (*n == most || strlen(name) >= sizeof list[0])
        exit_with(g, "fewer names, of at most 15 letters", name);
    strcpy(list[*n], name);
    return (*n)++;
}

static unsigned find_family(const struct gen *g, const char *name)
{
    for (unsigned f = 0; f < g->nfamilies; f++)
        if (!strcmp(g->family[f].name, name))
            return f;
    return HZ_NO_FAMILY;
}

static bool is_row(const char *name)
{
    for (size_t r = 0; r < sm70_rows(); r++)
        if (!strcmp(sm70_row_name(r), name))
            return true;
    return false;
}

/* The units: where results come from, where operands go to, and the rows of each. */
static void read_units(struct gen *g, const char *path)
{
    char line[LINE];
    FILE *f = open_file(g, path);

    number_of(g, g->queue, &g->nqueues, QUEUES, "-");
    while (next_line(g, f, line)) {
        char *out = strtok(line, " "), *in = strtok(NULL, " "), *queue = strtok(NULL, " "), *order = strtok(NULL, " ");
        if (!out || *out == '#')
            continue;
        if (!order)
            exit_with(g, "two units, a queue, an order and rows", line);
        unsigned o = number_of(g, g->unit, &g->nunits, HZ_UNITS, out);
        unsigned i = number_of(g, g->unit, &g->nunits, HZ_UNITS, in);
        unsigned q = number_of(g, g->queue, &g->nqueues, QUEUES, queue);
        unsigned e = number_of(g, g->queue, &g->nqueues, QUEUES, order);
        for (char *name; (name = strtok(NULL, " "));) {
            if (!is_row(name) || find_family(g, name) != HZ_NO_FAMILY || g->nfamilies == HZ_FAMILIES)
                exit_with(g, "a row of the table that has no unit yet", name);
            struct family *new = &g->family[g->nfamilies++];
            *new = (struct family){ .out = o, .in = i, .queue = q, .order = e };
            snprintf(new->name, sizeof new->name, "%s", name);
        }
    }
    for (size_t r = 0; r < sm70_rows(); r++)
        if (find_family(g, sm70_row_name(r)) == HZ_NO_FAMILY)
            exit_with(g, "a unit for each row of the table", sm70_row_name(r));
}

/* ---- the record ---- */

enum { EXPERIMENT, D, WARPS, WORDS, WHAT, CLOCKS, VALUES, LANES, RUNS, COLUMNS };

/* Splits a line into its nine columns; false: it is no row. */
static bool split_columns(struct gen *g, char *line, char *c[COLUMNS])
{
    if (*line == '#' || !strncmp(line, "experiment,", 11))
        return false;
    for (unsigned i = 0; i < COLUMNS; i++) {
        c[i] = line;
        line += strcspn(line, ",");
        if (!*line && i < COLUMNS - 1)
            exit_with(g, "nine columns", c[0]);
        if (*line)
            *line++ = 0;
    }
    return true;
}

/* The one or two instructions of a row; returns how many. */
static unsigned decode_insns(struct gen *g, char *text, struct hz_insn in[2])
{
    unsigned n = 0;

    for (char *w = strtok(text, " "); w && n < 2; w = strtok(NULL, " ")) {
        char high[17] = "", *end;
        if (strlen(w) != 32)
            exit_with(g, "words of 32 digits", w);
        memcpy(high, w, 16);
        struct sm70_word word = { strtoull(w + 16, &end, 16), strtoull(high, NULL, 16) };
        hz_operands(SM70_90, word, &in[n]);
        if (in[n].row == SIZE_MAX)
            exit_with(g, "an instruction", w);
        n++;
    }
    return n;
}

static unsigned family_of(const struct gen *g, const struct hz_insn *in)
{
    return find_family(g, sm70_row_name(in->row));
}

/* A pair's distance: the longest of all experiments. */
static void add_link(struct gen *g, const struct hz_link *l)
{
    for (unsigned i = 0; i < g->nlinks; i++) {
        struct hz_link *o = &g->link[i];
        if (o->writer == l->writer && o->wpart == l->wpart && o->reader == l->reader && o->slot == l->slot &&
            o->rpart == l->rpart && o->file == l->file) {
            /* Two experiments with different modifiers, or one with a register and one with a pair: the longer. */
            if (l->clocks > o->clocks)
                o->clocks = l->clocks;
            return;
        }
    }
    if (g->nlinks == LINKS)
        exit_with(g, "fewer pairs", "more");
    g->link[g->nlinks++] = *l;
}

/* Distances from writers to readers. */
static void read_pairs(struct gen *g, const char *path)
{
    char line[LINE], *c[COLUMNS];
    struct hz_insn in[2];
    FILE *f = open_file(g, path);

    while (next_line(g, f, line)) {
        if (!split_columns(g, line, c) || strncmp(c[WHAT], "least", 5) || !strncmp(c[EXPERIMENT], "operand.", 8))
            continue;
        if (decode_insns(g, c[WORDS], in) != 2)
            exit_with(g, "two instructions", c[WORDS]);
        bool joined = false;
        for (unsigned w = 0; w < in[0].n; w++)
            for (unsigned r = 0; r < in[1].n; r++) {
                const struct hz_operand *wo = &in[0].op[w], *ro = &in[1].op[r];
                if (!wo->writes || ro->writes || wo->file != ro->file || wo->index != ro->index)
                    continue;
                struct hz_link l = { (uint8_t)family_of(g, &in[0]), wo->part, (uint8_t)family_of(g, &in[1]), ro->slot,
                                     ro->part, wo->file, (uint8_t)atoi(c[D]) };
                add_link(g, &l);
                joined = true;
            }
        if (!joined)
            exit_with(g, "a register that the first writes and the second reads", c[EXPERIMENT]);
    }
}

static void keep_longer(unsigned *have, unsigned found)
{
    if (found > *have)
        *have = found;
}

/* Latencies, stall counts, and when a counter is seen. */
static void read_wait(struct gen *g, const char *path)
{
    char line[LINE], *c[COLUMNS];
    struct hz_insn in[2];
    FILE *f = open_file(g, path);

    while (next_line(g, f, line)) {
        if (!split_columns(g, line, c))
            continue;
        bool result = !strncmp(c[EXPERIMENT], "result.", 7), operand = !strncmp(c[EXPERIMENT], "operand.", 8);
        unsigned count, clocks = (unsigned)atoi(c[CLOCKS]);
        char yield[4];
        /* the clock is read 4 before the first and 4 behind the second; eight instructions of a stall count */
        if ((result || operand) && decode_insns(g, c[WORDS], in) == 2 && clocks > 8)
            keep_longer(result ? &g->family[family_of(g, &in[0])].result : &g->family[family_of(g, &in[0])].operand,
                        clocks - 8);
        else if (!strncmp(c[EXPERIMENT], "seen.", 5) && !strncmp(c[WHAT], "least", 5))
            keep_longer(&g->seen, (unsigned)atoi(c[D]));
        else if (sscanf(c[EXPERIMENT], "stall.%u.yield-%3s", &count, yield) == 2 && count < 16 &&
                 !strcmp(c[WARPS], "1"))
            g->stall[!strcmp(yield, "yes")][count] = (clocks - 4) / 8;
    }
    for (unsigned i = 0; i < 32; i++)
        if (!g->stall[i / 16][i % 16])
            exit_with(g, "the clocks of each stall count", "less");
    if (!g->seen)
        exit_with(g, "the clocks until a counter is seen", "none");
}

/* first.NAME.second.NAME.KIND: the family that the first name is, or begins. */
static unsigned first_family(const struct gen *g, const char *title)
{
    const char *name = title + strlen("first."), *end = strstr(name, ".second.");
    size_t length = end ? (size_t)(end - name) : 0;
    unsigned found = HZ_NO_FAMILY;

    for (unsigned f = 0; f < g->nfamilies && length; f++)
        if (!strncmp(g->family[f].name, name, length) &&
            (!g->family[f].name[length] || (g->family[f].name[length] == '.' && found == HZ_NO_FAMILY)))
            found = f;
    if (found == HZ_NO_FAMILY)
        exit_with(g, "first.NAME.second.NAME with names of instructions", title);
    return found;
}

static void add_over(struct gen *g, const struct hz_insn in[2], uint8_t clocks)
{
    for (unsigned r = 0; r < in[0].n; r++)
        for (unsigned w = 0; w < in[1].n; w++) {
            const struct hz_operand *ro = &in[0].op[r], *wo = &in[1].op[w];
            if (!ro->writes && wo->writes && ro->file == wo->file && ro->index == wo->index && g->nover < LINKS)
                g->over[g->nover++] = (struct hz_over){ (uint8_t)family_of(g, &in[0]), (uint8_t)family_of(g, &in[1]),
                                                        ro->file, clocks };
        }
}

/* Distances between two writers, over operands, and behind DEPBAR. */
static void read_again(struct gen *g, const char *path)
{
    char line[LINE], *c[COLUMNS];
    struct hz_insn in[2];
    FILE *f = open_file(g, path);

    while (next_line(g, f, line)) {
        if (!split_columns(g, line, c) || strncmp(c[WHAT], "least", 5))
            continue;
        if (!strncmp(c[EXPERIMENT], "depbar.", 7) && strstr(c[EXPERIMENT], ".behind"))
            keep_longer(&g->depbar, (unsigned)atoi(c[D]));
        if (!strncmp(c[EXPERIMENT], "operand.", 8) && decode_insns(g, c[WORDS], in) == 2)
            add_over(g, in, (uint8_t)atoi(c[D]));
        if (strncmp(c[EXPERIMENT], "first.", 6) || decode_insns(g, c[WORDS], in) != 1)
            continue;
        for (unsigned i = 0; i < in[0].n; i++)
            if (in[0].op[i].writes && g->nagain < LINKS)
                g->again[g->nagain++] = (struct hz_again){ (uint8_t)first_family(g, c[EXPERIMENT]),
                    strstr(c[EXPERIMENT], ".high") != NULL, (uint8_t)family_of(g, &in[0]), in[0].op[i].file,
                    (uint8_t)atoi(c[D]) };
    }
    if (!g->depbar || !g->nagain || !g->nover)
        exit_with(g, "distances of two writers and of DEPBAR", "none");
}

/* ---- out ---- */

/* The tables as C. */
static void write_all(const struct gen *g, FILE *f)
{
    fprintf(f, "/* Written by latencygen. */\n#include \"latency.h\"\n\nconst char *const hz_units[] = {");
    for (unsigned u = 0; u < g->nunits; u++)
        fprintf(f, " \"%s\",", g->unit[u]);
    fprintf(f, " };\nconst struct hz_family hz_families[] = {\n");
    for (unsigned i = 0; i < g->nfamilies; i++) {
        const struct family *a = &g->family[i];
        fprintf(f, "    { \"%s\", %u, %u, %u, %u, %d, %d, %d },\n", a->name, a->out, a->in, a->queue, a->order,
                !strcmp(g->unit[a->out], "late"),
                strcmp(g->unit[a->out], "none") && strcmp(g->unit[a->out], "jump"),
                !strncmp(g->unit[a->in], "late", 4) && strcmp(g->unit[a->out], "jump"));
    }
    fprintf(f, "};\nconst unsigned hz_nfamilies = %u;\nconst uint16_t hz_result[] = {", g->nfamilies);
    for (unsigned i = 0; i < g->nfamilies; i++)
        fprintf(f, " %u,", g->family[i].result);
    fprintf(f, " };\nconst uint16_t hz_operand[] = {");
    for (unsigned i = 0; i < g->nfamilies; i++)
        fprintf(f, " %u,", g->family[i].operand);
    fprintf(f, " };\nconst struct hz_link hz_links[] = {\n");
    for (unsigned i = 0; i < g->nlinks; i++) {
        const struct hz_link *l = &g->link[i];
        fprintf(f, "    { %u, %u, %u, %u, %u, %u, %u },\n", l->writer, l->wpart, l->reader, l->slot, l->rpart, l->file,
                l->clocks);
    }
    fprintf(f, "};\nconst unsigned hz_nlinks = %u;\nconst unsigned hz_seen = %u;\n", g->nlinks, g->seen);
    fprintf(f, "const unsigned hz_depbar = %u;\nconst struct hz_again hz_agains[] = {\n", g->depbar);
    for (unsigned i = 0; i < g->nagain; i++) {
        const struct hz_again *a = &g->again[i];
        fprintf(f, "    { %u, %u, %u, %u, %u },\n", a->first, a->part, a->second, a->file, a->clocks);
    }
    fprintf(f, "};\nconst unsigned hz_nagains = %u;\nconst struct hz_over hz_overs[] = {\n", g->nagain);
    for (unsigned i = 0; i < g->nover; i++)
        fprintf(f, "    { %u, %u, %u, %u },\n", g->over[i].reader, g->over[i].writer, g->over[i].file,
                g->over[i].clocks);
    fprintf(f, "};\nconst unsigned hz_novers = %u;\n", g->nover);
    fprintf(f, "const uint8_t hz_stall[2][16] = {\n");
    for (unsigned y = 0; y < 2; y++) {
        fprintf(f, "    {");
        for (unsigned i = 0; i < 16; i++)
            fprintf(f, " %u,", g->stall[y][i]);
        fprintf(f, " },\n");
    }
    fprintf(f, "};\n");
}

int main(int argc, char **argv)
{
    if (argc != 8) {
        fprintf(stderr, "usage: latencygen UNITS PAIRS OPERANDS UNIFORM WAIT AGAIN OUT\n");
        return 2;
    }
    struct gen *g = calloc(1, sizeof *g);
    if (!g)
        return 1;
    read_units(g, argv[1]);
    read_pairs(g, argv[2]);
    read_pairs(g, argv[3]);
    read_pairs(g, argv[4]);
    read_wait(g, argv[5]);
    read_again(g, argv[6]);
    read_again(g, argv[4]);
    FILE *f = fopen(argv[7], "w");
    if (!f) {
        perror(argv[7]);
        return 1;
    }
    write_all(g, f);
    bool ok = !ferror(f) & !fclose(f);
    free(g);
    return ok ? 0 : 1;
}
