/* SPDX-License-Identifier: Apache-2.0
 *
 * ptxfuzz: random PTX programs, compiled by gt200ptxas and run on the functional model, against the interpreter of
 * PTX. A program that differs is made small and printed with its seed. The last line is "N passed, N failed".
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../ptxas/harness.h"
#include "data.h"
#include "ptxi.h"

static const char usage[] =
    "usage: ptxfuzz [options]\n"
    "  --programs N     how many (default 300)\n"
    "  --seed S         the first one's seed; the others follow (default 1)\n"
    "  --size N         about so many statements in a program (default 24)\n"
    "  --write DIR      write each program instead: SEED.ptx, SEED.in, SEED.gt200, SEED.sm20, and SEED.txt, "
    "which says how to launch it\n"
    "  --portable       programs that mean the same on every chip\n"
    "  --failures N     stop after so many (default 10)\n"
    "  --text FILE      these statements (of at most 600 characters) instead of random ones\n"
    "  --plant          change a result of the interpreter, to see the comparison fail\n"
    "  --help           this text\n"
    "Each program runs with -O2, -O2 and 20 registers, or -O0, by its seed.\n";

enum { IN_BASE = 0x100000, OUT_BASE = 0x400000, COUNTERS_BASE = 0x800000 };

struct options { unsigned long programs, seed, size, failures; const char *write, *text; bool plant, portable; };

/* The program by the interpreter; false: err says why not. */
static bool interpret_program(const struct program *p, const char *text, struct data *d, const struct ptxi_chip *chip,
                              char *err, size_t room)
{
    static const uint64_t address[3] = { OUT_BASE, IN_BASE, COUNTERS_BASE };
    uint8_t params[DATA_PARAMS];
    struct ptxi_memory memory[] = { { IN_BASE, (uint8_t *)d->in, sizeof d->in }, { OUT_BASE, d->out, sizeof d->out },
                                    { COUNTERS_BASE, (uint8_t *)d->counters, sizeof d->counters } };
    struct ptxi_launch l = { .kernel = "k", .params = params, .memory = memory, .nmemory = 3, .chip = *chip,
                             .max_steps = 1000000 };
    memcpy(l.grid, p->grid, sizeof l.grid);
    memcpy(l.block, p->block, sizeof l.block);
    l.param_bytes = data_params(p, d, address, params);
    struct ptxi_module *m = ptxi_parse(text, err, room);
    bool ok = m && ptxi_run(m, &l, err, room);
    ptxi_free(m);
    return ok;
}

/* The same compiled by ours, on the functional model. */
static bool run_compiled(const struct program *p, const char *text, struct data *d)
{
    static const struct ptxas_options ways[] = { { 0 }, { 0 }, { .max_regs = 20 }, { .no_opt = true } };
    struct module m;
    _Alignas(4) uint8_t params[DATA_PARAMS];
    if (!module_ptx_options(&m, text, &ways[p->seed % 4]))
        return false;
    unsigned n = data_threads(p);
    uint64_t address[3] = { dev_new(&m, d->out, n * GEN_RECORD), dev_new(&m, d->in, n * GEN_INPUT), dev_new(&m,
            d->counters, GEN_COUNTERS) };
    size_t bytes = data_params(p, d, address, params);
    struct dims dims = { p->grid[0], p->grid[1], p->block[0], p->block[1], p->block[2], 0 };
    bool ok = module_run(&m, "k", dims, (const uint32_t *)(const void *)params, (uint32_t)(bytes / 4));
    dev_get(&m, (uint32_t)address[0], d->out, n * GEN_RECORD);
    dev_get(&m, (uint32_t)address[2], d->counters, GEN_COUNTERS);
    module_free(&m);
    return ok;
}

enum verdict { SAME, DIFFERENT, COMPILER_FAILS, INTERPRETER_FAILS };

/* Runs it both ways; says in `what` what differs. */
static enum verdict judge_program(const struct program *p, bool plant, char *what, size_t room)
{
    static struct data want, found;
    static char text[GEN_TEXT];
    data_fresh(p, &want);
    found = want;
    gen_print(p, text);
    if (!interpret_program(p, text, &want, &ptxi_gt200, what, room))
        return INTERPRETER_FAILS;
    if (plant && gen_count(p))
        want.out[9] ^= 4;
    if (!run_compiled(p, text, &found)) {
        snprintf(what, room, "it does not compile or run");
        return COMPILER_FAILS;
    }
    if (data_differ(p, &want, &found, what, room))
        return DIFFERENT;
    return SAME;
}

struct failure { enum verdict v; bool plant; };

static bool still_fails(void *ctx, const struct program *p)
{
    const struct failure *f = ctx;
    char what[300];
    return judge_program(p, f->plant, what, sizeof what) == f->v;
}

/* Prints a program that fails, made small. */
static void report_program(struct program *p, enum verdict v, bool plant)
{
    static char text[GEN_TEXT];
    char what[300];
    int keep = dup(2);
    unsigned before = gen_count(p);
    struct failure f = { v, plant };
    FILE *null = freopen("/dev/null", "w", stderr);         /* what the compiler says of each attempt */
    gen_shrink(p, still_fails, &f);
    fflush(null);
    dup2(keep, 2);
    close(keep);
    judge_program(p, plant, what, sizeof what);
    gen_print(p, text);
    printf("seed %llu, block %u,%u,%u, grid %u,%u: %s\n%u of %u statements are left:\n%s\n",
           (unsigned long long)p->seed, p->block[0],
           p->block[1], p->block[2], p->grid[0], p->grid[1], what, gen_count(p), before, text);
}

/* ---- programs for another machine ------------------------------------------------------------------------- */

static bool save_file(const char *dir, uint64_t seed, const char *ending, const void *data, size_t bytes)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%llu.%s", dir, (unsigned long long)seed, ending);
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(data, 1, bytes, f) == bytes;
    if (f)
        ok &= !fclose(f);
    if (!ok)
        fprintf(stderr, "ptxfuzz: %s: %s\n", path, strerror(errno));
    return ok;
}

/* Results of all threads and the counters, as a chip computes them. */
static bool write_results(const struct program *p, const char *dir, const char *text, const struct ptxi_chip *chip,
                          const char *ending)
{
    static struct data d;
    char err[300];
    unsigned n = data_threads(p);
    data_fresh(p, &d);
    if (!interpret_program(p, text, &d, chip, err, sizeof err)) {
        fprintf(stderr, "ptxfuzz: seed %llu: %s\n", (unsigned long long)p->seed, err);
        return false;
    }
    uint8_t *want = malloc(n * GEN_RECORD + GEN_COUNTERS);
    if (!want)
        return false;
    memcpy(want, d.out, n * GEN_RECORD);
    memcpy(want + n * GEN_RECORD, d.counters, GEN_COUNTERS);
    bool ok = save_file(dir, p->seed, ending, want, n * GEN_RECORD + GEN_COUNTERS);
    free(want);
    return ok;
}

/* SEED.in: input of all threads, scalars, counters. SEED.gt200, SEED.sm20: what each of the chips makes of it. */
static bool write_program(const struct program *p, const char *dir)
{
    static struct data d;
    static char text[GEN_TEXT];
    char how[400];
    unsigned n = data_threads(p);
    data_fresh(p, &d);
    gen_print(p, text);
    size_t in = n * GEN_INPUT;
    uint8_t *all = malloc(in + GEN_SCALARS + GEN_COUNTERS);
    if (!all)
        return false;
    memcpy(all, d.in, in);
    memcpy(all + in, d.scalars, GEN_SCALARS);
    memcpy(all + in + GEN_SCALARS, d.counters, GEN_COUNTERS);
    int len = snprintf(how, sizeof how, "kernel k\ngrid %u %u\nblock %u %u %u\n"
                                        "parameters out:%u in:%u counters:%u scalars:%u\n"
                       "address_size %u\n", p->grid[0], p->grid[1], p->block[0], p->block[1], p->block[2],
                           n * GEN_RECORD, n * GEN_INPUT,
                       GEN_COUNTERS, GEN_SCALARS, p->address_bits);
    bool ok = save_file(dir, p->seed, "ptx", text, strlen(text)) &&
              save_file(dir, p->seed, "in", all, in + GEN_SCALARS + GEN_COUNTERS) &&
              save_file(dir, p->seed, "txt", how, (size_t)len);
    free(all);
    return ok && write_results(p, dir, text, &ptxi_gt200, "gt200") && write_results(p, dir, text, &ptxi_sm20, "sm20");
}

/* ---- the command ------------------------------------------------------------------------------------------- */

static int report_bad(const char *what, const char *value)
{
    fprintf(stderr, "ptxfuzz: %s '%s'\n%s", what, value, usage);
    return 2;
}

static int take_options(int argc, char **argv, struct options *o)
{
    const struct { const char *name; unsigned long *value; } numbers[] = {
        { "--programs", &o->programs }, { "--seed", &o->seed }, { "--size", &o->size }, { "--failures", &o->failures },
    };
    for (int i = 1; i < argc; i++) {
        bool known = false;
        if (!strcmp(argv[i], "--plant") || !strcmp(argv[i], "--portable")) {
            *(argv[i][3] == 'l' ? &o->plant : &o->portable) = true;
            continue;
        }
        if (i + 1 == argc)
            return report_bad("unknown option, or no value behind", argv[i]);
        if (!strcmp(argv[i], "--write") || !strcmp(argv[i], "--text")) {
            *(argv[i][2] == 'w' ? &o->write : &o->text) = argv[i + 1];
            i++;
            continue;
        }
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers && !known; k++)
            if (!strcmp(argv[i], numbers[k].name)) {
                char *end;
                *numbers[k].value = strtoul(argv[++i], &end, 10);
                if (*end || end == argv[i])
                    return report_bad("expected a number, found", argv[i]);
                known = true;
            }
        if (!known)
            return report_bad("unknown option", argv[i]);
    }
    return o->size >= 2 && o->size <= 200 ? 0 : report_bad("expected a size from 2 to 200 instead of", "--size");
}

static bool read_statements(const char *path, char *to, size_t room)
{
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(to, 1, room - 1, f) : 0;
    if (f)
        fclose(f);
    to[n] = 0;
    if (!n || n > 600)
        fprintf(stderr, f ? "ptxfuzz: %s: expected 1 to 600 characters\n" : "ptxfuzz: %s: cannot read\n", path);
    return n && n <= 600;
}

int main(int argc, char **argv)
{
    struct options o = { .programs = 300, .seed = 1, .size = 24, .failures = 10 };
    unsigned long passed = 0, failed = 0;
    char text[GEN_STATEMENT] = "";
    if (argc == 2 && !strcmp(argv[1], "--help")) {
        fputs(usage, stdout);
        return 0;
    }
    int rc = take_options(argc, argv, &o);
    if (rc || (o.text && !read_statements(o.text, text, sizeof text)))
        return rc ? rc : 1;
    for (unsigned long i = 0; i < o.programs && failed < o.failures; i++) {
        struct program *p = o.text ? gen_around(o.seed + i, text) : gen_new(o.seed + i, (unsigned)o.size, o.portable);
        char what[300];
        enum verdict v = o.write ? write_program(p, o.write) ? SAME : DIFFERENT
                         : judge_program(p, o.plant, what, sizeof what);
        if (v != SAME && !o.write)
            report_program(p, v, o.plant);
        passed += v == SAME;
        failed += v != SAME;
        gen_free(p);
        if ((i + 1) % 1000 == 0) {
            printf("%lu of %lu programs, %lu failed\n", i + 1, o.programs, failed);
            fflush(stdout);
        }
    }
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed != 0;
}
