/* SPDX-License-Identifier: Apache-2.0
 *
 * sm70fuzz: random PTX programs, compiled for sm_90 (or another of these chips) and run on the functional model,
 * against the interpreter of PTX. A program that differs is made small and printed with its seed. The last line is
 * "N passed, N failed".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "ends.h"
#include "gpu.h"
#include "machine.h"
#include "ptxi.h"
#include "words.h"

static const char usage[] =
    "usage: sm70fuzz [options]\n"
    "  --programs N     how many (default 300)\n"
    "  --seed S         the first one's seed; the others follow (default 1)\n"
    "  --size N         about so many statements in a program (default 24)\n"
    "  --arch N         70, 75, 80, 86, 89 or 90 (default)\n"
    "  --portable       programs that mean the same on every chip\n"
    "  --words          with words that all lanes share among them, and constants at addresses of such\n"
    "  --ends           with branches behind their statements in which some threads end\n"
    "  --failures N     stop after so many (default 10)\n"
    "  --gpu            on the GPU of this machine instead of the model\n"
    "  --plant          change a result of the interpreter, to see the comparison fail\n"
    "  --help           this text\n"
    "Programs with addresses of 32 bits are left out. Each runs with 255 registers or few, by its seed. Those that are\n"
    "not portable differ in the bits of NaNs of f16, which PTX leaves open.\n";

struct options { unsigned long programs, seed, size, arch, failures; bool portable, words, ends, plant, on_gpu;
                 struct gpu *gpu; };

/* Memory of a launch: results, inputs, counters. */
enum { IN_AT = DATA_THREADS * GEN_RECORD, COUNTERS_AT = IN_AT + DATA_THREADS * GEN_INPUT,
       MEMORY = COUNTERS_AT + GEN_COUNTERS };
#define BASE 0x100000u        /* below where the interpreter has the windows of generic addresses */

static void set_addresses(uint64_t base, uint64_t a[3])
{
    a[0] = base;
    a[1] = base + IN_AT;
    a[2] = base + COUNTERS_AT;
}

/* The program by the interpreter; false: err says why not. */
static bool interpret_program(const struct program *p, const char *text, struct data *d, char *err, size_t room)
{
    uint64_t a[3];
    uint8_t params[DATA_PARAMS];
    set_addresses(BASE, a);
    struct ptxi_memory memory[] = { { a[1], (uint8_t *)d->in, sizeof d->in }, { a[0], d->out, sizeof d->out },
                                    { a[2], (uint8_t *)d->counters, sizeof d->counters } };
    struct ptxi_launch l = { .kernel = "k", .params = params, .memory = memory, .nmemory = 3, .chip = ptxi_sm20,
                             .max_steps = 1000000 };
    memcpy(l.grid, p->grid, sizeof l.grid);
    memcpy(l.block, p->block, sizeof l.block);
    l.param_bytes = data_params(p, d, a, params);
    struct ptxi_module *m = ptxi_parse(text, err, room);
    bool ok = m && ptxi_run(m, &l, err, room);
    ptxi_free(m);
    return ok;
}

static const struct ptxas_options ways[] = { { 0 }, { 0 }, { .max_regs = 24 }, { .no_opt = true } };

/* A kernel that faults or does not end takes the context with it; the program ends then, the seed is printed. */
static bool call_gpu(struct gpu *g, const struct program *p, gpu_module m, struct data *d, char *err, size_t room)
{
    static uint64_t base;
    static uint8_t memory[MEMORY];
    const struct gpu_launch l = { { p->grid[0], p->grid[1], 1 }, { p->block[0], p->block[1], p->block[2] }, 0 };
    uint64_t a[3];
    bool lost = false;
    if (!base && !gpu_take(g, MEMORY, &base, err, room))
        return false;
    set_addresses(base, a);
    void *args[] = { &a[0], &a[1], &a[2], d->scalars };
    memcpy(memory, d->out, sizeof d->out);
    memcpy(memory + IN_AT, d->in, sizeof d->in);
    memcpy(memory + COUNTERS_AT, d->counters, sizeof d->counters);
    bool ok = gpu_put(g, base, memory, MEMORY, err, room) && gpu_launch(g, m, "k", &l, args, &lost, err, room) &&
              gpu_get(g, memory, base, MEMORY, err, room);
    if (lost) {
        printf("seed %llu: %s\n", (unsigned long long)p->seed, err);
        exit(1);
    }
    memcpy(d->out, memory, sizeof d->out);
    memcpy(d->in, memory + IN_AT, sizeof d->in);
    memcpy(d->counters, memory + COUNTERS_AT, sizeof d->counters);
    return ok;
}

/* The same on a GPU. */
static bool on_gpu(const struct options *o, const struct program *p, const char *text, struct data *d, char *err,
                   size_t room)
{
    struct ptxas_result r;
    gpu_module m;
    if (!sm70cc_compile((unsigned)o->arch, text, "ptx", &ways[p->seed % 4], &r)) {
        snprintf(err, room, "%.280s", r.error);
        return false;
    }
    bool ok = gpu_load(o->gpu, r.text, &m, err, room);
    free(r.text);
    if (ok) {
        ok = call_gpu(o->gpu, p, m, d, err, room);
        gpu_unload(o->gpu, m);
    }
    return ok;
}

/* The same on a GPU if one was asked for, else on the functional model. */
static bool run_compiled(const struct options *o, const struct program *p, const char *text, struct data *d, char *err,
                         size_t room)
{
    static uint8_t memory[MEMORY];
    uint8_t params[DATA_PARAMS];
    uint64_t a[3];
    if (o->gpu)
        return on_gpu(o, p, text, d, err, room);
    set_addresses(BASE, a);
    memcpy(memory, d->out, sizeof d->out);
    memcpy(memory + IN_AT, d->in, sizeof d->in);
    memcpy(memory + COUNTERS_AT, d->counters, sizeof d->counters);
    struct later_launch l = { .kernel = "k", .params = params, .base = BASE, .memory = memory, .bytes = MEMORY };
    memcpy(l.grid, p->grid, sizeof l.grid);
    memcpy(l.block, p->block, sizeof l.block);
    l.param_bytes = data_params(p, d, a, params);
    bool ok = later_run((unsigned)o->arch, text, &ways[p->seed % 4], &l, err, room);
    memcpy(d->out, memory, sizeof d->out);
    memcpy(d->in, memory + IN_AT, sizeof d->in);
    memcpy(d->counters, memory + COUNTERS_AT, sizeof d->counters);
    return ok;
}

enum verdict { SAME, DIFFERENT, COMPILER_FAILS, INTERPRETER_FAILS };

/* Are interpreter and compiler of one mind? what: where they differ. */
static enum verdict judge_program(const struct options *o, const struct program *p, char *what, size_t room)
{
    static struct data want, found;
    static char text[GEN_TEXT];
    data_fresh(p, &want);
    found = want;
    gen_print(p, text);
    if (!interpret_program(p, text, &want, what, room))
        return INTERPRETER_FAILS;
    if (o->plant && gen_count(p))
        want.out[9] ^= 4;
    if (!run_compiled(o, p, text, &found, what, room))
        return COMPILER_FAILS;
    return data_differ(p, &want, &found, what, room) ? DIFFERENT : SAME;
}

struct failure { const struct options *o; enum verdict v; };

static bool still_fails(void *ctx, const struct program *p)
{
    const struct failure *f = ctx;
    char what[300];
    return judge_program(f->o, p, what, sizeof what) == f->v;
}

/* Prints a program that fails, made small. */
static void report_program(const struct options *o, struct program *p, enum verdict v)
{
    static char text[GEN_TEXT];
    char what[300];
    unsigned before = gen_count(p);
    struct failure f = { o, v };
    gen_shrink(p, still_fails, &f);
    judge_program(o, p, what, sizeof what);
    gen_print(p, text);
    printf("seed %llu, block %u,%u,%u, grid %u,%u: %s\n%u of %u statements are left:\n%s\n",
           (unsigned long long)p->seed, p->block[0], p->block[1], p->block[2], p->grid[0], p->grid[1], what,
           gen_count(p), before, text);
}

static int report_bad(const char *what, const char *value)
{
    fprintf(stderr, "sm70fuzz: %s '%s'\n%s", what, value, usage);
    return 2;
}

static int take_options(int argc, char **argv, struct options *o)
{
    const struct { const char *name; unsigned long *value; } numbers[] = {
        { "--programs", &o->programs }, { "--seed", &o->seed }, { "--size", &o->size }, { "--arch", &o->arch },
        { "--failures", &o->failures },
    };
    const struct { const char *name; bool *value; } flags[] = {
        { "--plant", &o->plant }, { "--portable", &o->portable }, { "--gpu", &o->on_gpu }, { "--words", &o->words },
        { "--ends", &o->ends },
    };
    for (int i = 1; i < argc; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof flags / sizeof *flags && !known; k++)
            if (!strcmp(argv[i], flags[k].name))
                known = *flags[k].value = true;
        if (known)
            continue;
        if (i + 1 == argc)
            return report_bad("unknown option, or no value behind", argv[i]);
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

int main(int argc, char **argv)
{
    struct options o = { .programs = 300, .seed = 1, .size = 24, .failures = 10, .arch = 90 };
    unsigned long passed = 0, failed = 0;
    if (argc == 2 && !strcmp(argv[1], "--help")) {
        fputs(usage, stdout);
        return 0;
    }
    int rc = take_options(argc, argv, &o);
    char err[300];
    if (rc)
        return rc;
    if (o.on_gpu && !(o.gpu = gpu_open(err, sizeof err))) {
        fprintf(stderr, "sm70fuzz: %s\n", err);
        return 1;
    }
    if (o.gpu)
        printf("%s\n", gpu_about(o.gpu));
    for (uint64_t seed = o.seed; passed + failed < o.programs && failed < o.failures; seed++) {
        struct program *p = gen_new(seed, (unsigned)o.size, o.portable);
        char what[300];
        if (p->address_bits != 64) {
            gen_free(p);
            continue;
        }
        if (o.words)
            words_add(p);
        if (o.ends)
            ends_add(p);
        enum verdict v = judge_program(&o, p, what, sizeof what);
        if (v != SAME)
            report_program(&o, p, v);
        passed += v == SAME;
        failed += v != SAME;
        gen_free(p);
        if ((passed + failed) % 1000 == 0) {
            printf("%lu of %lu programs, %lu failed\n", passed + failed, o.programs, failed);
            fflush(stdout);
        }
    }
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed != 0;
}
