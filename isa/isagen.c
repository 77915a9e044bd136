/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen ISA_DIR C_DIR SV_DIR: writes everything that follows from the tables and numbers that C and Verilog share.
 *
 *   ISA_DIR  gt200.isa insn.def chip.def events.def tic.def insn.h sm_enums.h sfu_rom/
 *   C_DIR    gt_chip.h gt_chips.h gt_event.h gt_event_fields.inc gt_insn.h gt_tic.h isa_slots.h isa_table.c
 *            isa_combine.inc isa_members.inc rtl_events_take.hpp events.md
 *   SV_DIR   gpu_cfg_pkg.sv isa_ops.svh sm_enums.svh ctl_types.svh trace_types.svh isa_decode.sv sfu_rom.sv
 */
#include "isagen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void gen_fail(const char *file, int line, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(1);
}

FILE *gen_open_in(const char *path)
{
    FILE *f = fopen(path, "r");

    if (!f)
        gen_fail(path, 0, "%s", strerror(errno));
    return f;
}

static void fail_file(const char *path)
{
    gen_fail(path, 0, "%s", strerror(errno));
}

/* Written first under this name. */
static FILE *open_new(char *path, size_t room, const char *dir, const char *name, const char *mode)
{
    snprintf(path, room, "%s/%s.new", dir, name);
    FILE *f = fopen(path, mode);
    if (!f)
        fail_file(path);
    return f;
}

FILE *gen_open_out(const char *dir, const char *name)
{
    char path[1024];
    return open_new(path, sizeof path, dir, name, "w");
}

static bool same(FILE *a, FILE *b)
{
    int c;

    while ((c = getc(a)) == getc(b))
        if (c == EOF)
            return true;
    return false;
}

void gen_close(FILE *f, const char *dir, const char *name)
{
    char path[1024], made[1040];

    snprintf(path, sizeof path, "%s/%s", dir, name);
    if (ferror(f) || fclose(f) != 0)
        fail_file(path);
    FILE *now = open_new(made, sizeof made, dir, name, "r"), *before = fopen(path, "r");
    bool unchanged = before && same(now, before);
    fclose(now);
    if (before)
        fclose(before);
    if (unchanged ? remove(made) : rename(made, path))
        fail_file(path);
}

bool gen_next_line(FILE *f, struct gen_line *l)
{
    while (fgets(l->buf, sizeof l->buf, f)) {
        char *save = NULL;

        l->num++;
        if (!strchr(l->buf, '\n') && !feof(f))
            gen_fail(l->file, l->num, "line longer than %d characters", GEN_MAX_LINE - 2);
        l->buf[strcspn(l->buf, "#\n")] = '\0';
        l->words = 0;
        for (char *w = strtok_r(l->buf, " \t", &save); w; w = strtok_r(NULL, " \t", &save)) {
            if (l->words == GEN_MAX_WORDS)
                gen_fail(l->file, l->num, "more than %d words", GEN_MAX_WORDS);
            l->word[l->words++] = w;
        }
        if (l->words)
            return true;
    }
    return false;
}

long gen_number(const struct gen_line *l, const char *text)
{
    char *end;
    long v = strtol(text, &end, 0);

    if (end == text || *end)
        gen_fail(l->file, l->num, "expected a number, found '%s'", text);
    return v;
}

struct path { char text[1024]; };

static struct path in_dir(const char *dir, const char *name)
{
    struct path p;

    if ((size_t)snprintf(p.text, sizeof p.text, "%s/%s", dir, name) >= sizeof p.text)
        gen_fail(dir, 0, "the name is too long");
    return p;
}

int main(int argc, char **argv)
{
    struct gen_enums enums = { .count = 0 };
    struct gen_table *table = malloc(sizeof *table);

    if (argc != 4 || !table) {
        fprintf(stderr, "usage: isagen ISA_DIR C_DIR SV_DIR\n");
        return 2;
    }
    const char *isa = argv[1], *c = argv[2], *sv = argv[3];
    const struct path insn = in_dir(isa, "insn.h"), chip = in_dir(isa, "chip.def"), enum_h = in_dir(isa, "sm_enums.h"),
                      tic = in_dir(isa, "tic.def"), fields = in_dir(isa, "insn.def"),
                      events = in_dir(isa, "events.def"), rom = in_dir(isa, "sfu_rom"), rows = in_dir(isa, "gt200.isa");
    gen_read_enums(insn.text, &enums);
    gen_chip(chip.text, c, sv);
    gen_ops(&enums, sv);
    gen_sm_enums(enum_h.text, tic.text, c, sv);
    gen_events(events.text, c, sv);
    gen_rom(rom.text, sv);
    struct gen_insn *in = gen_read_insn(fields.text);
    gen_read_table(rows.text, &enums, table);
    gen_resolve_insn(in, table, &enums);
    gen_c(table, c);
    gen_insn_c(in, c);
    gen_insn_types(in, sv);
    gen_sv(table, in, sv);
    free(in);
    free(table);
    return 0;
}
