/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200-values: what random native programs give on a GPU, as a record, and the same in the functional model.
 */
#define _DEFAULT_SOURCE
#include "cases.h"
#include "gpu.h"
#include "sm70_func.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

enum { CHUNK = 128, LOST = 3, LINE_MAX_ = 1024 };

struct work {
    const char *out, *raw, *record;
    unsigned rows, programs, flows, apart, blocks, length;
    uint64_t seed;
    bool differing, verbose, func, all;      /* only cases that func has otherwise; no GPU: what func has */
    enum sm70_chip chip;
    struct value_case *cases; size_t n, unknown;
    FILE *f, *rawf;
    struct gpu *gpu;
    uint64_t in, results, scratch;      /* on the GPU */
    /* Of the processes that use the GPU one after the other. */
    struct counts { size_t skip; uint64_t equal, different, refused; } *shared;
};

static void add_case(struct work *w, const struct value_case *c)
{
    if (!(w->n & (w->n + 1)))
        w->cases = realloc(w->cases, (2 * w->n + 2) * sizeof *w->cases);
    if (!w->cases)
        abort();
    w->cases[w->n++] = *c;
}

/* Has func values for it? It refuses what is illegal on a GPU and what is not known. */
static bool func_knows(struct work *w, const struct value_case *c)
{
    static uint32_t in[CASE_LANES * CASE_IN], constants[CASE_CONSTANTS], out[CASE_LANES * CASE_OUT_MEMORY];
    char message[SM70_MESSAGE];

    if (w->all)
        return true;
    case_operands(w->chip, c, in, constants);
    bool ok = case_func(w->chip, c, in, constants, out, message);
    w->unknown += !ok;
    return ok;
}

/* Cases of each row, random programs, control flow, blocks. */
static void all_cases(struct work *w)
{
    struct value_case c;

    for (size_t r = 0; r < sm70_rows(); r++)
        for (unsigned i = 0, tries = 0; case_row(r, w->chip) && i < w->rows && tries < 100 * w->rows; tries++)
            if (case_of_row(w->chip, r, w->seed + 1000003 * r + tries, &c) && func_knows(w, &c)) {
                add_case(w, &c);
                i++;
            }
    for (unsigned i = 0; i < w->programs; i++) {
        case_of_many(w->chip, w->seed + 7919 * (uint64_t)i, 1 + w->length / 2 + i % (w->length / 2), &c);
        if (func_knows(w, &c))
            add_case(w, &c);
    }
    for (unsigned i = 0; i < w->flows; i++)
        add_case(w, &(struct value_case){ .flow = w->seed + 1 + i });
    for (unsigned i = 0; i < w->apart; i++) {
        c = (struct value_case){ .flow = (i % 4 ? 0 : CASE_BLOCK) | CASE_APART | (w->seed + 1 + i) };
        if (func_knows(w, &c))          /* one that does not end is not for a GPU */
            add_case(w, &c);
    }
    for (unsigned i = 0; i < w->blocks; i++)
        add_case(w, &(struct value_case){ .flow = CASE_BLOCK | (w->seed + 1 + i) });
}

/* A line of the record: what it is, its words, and a checksum or what went wrong. */
static void put_case(FILE *f, enum sm70_chip chip, const struct value_case *c, const char *what)
{
    size_t row = sm70_row_of(chip, c->code[0]);

    if (!c->n) {
        fprintf(f, "flow %" PRIx64 " %s\n", c->flow, what);
        return;
    }
    fprintf(f, "%s ", c->n == 1 && row != SIZE_MAX ? sm70_row_name(row) : "program");
    for (unsigned i = 0; i < c->n; i++)
        fprintf(f, "%s%016" PRIx64 "%016" PRIx64, i ? "," : "", c->code[i].hi, c->code[i].lo);
    fprintf(f, " %s\n", what);
}

static void against_inputs(const struct value_case *c, enum sm70_chip chip, const uint32_t *in, uint32_t *out)
{
    unsigned words = case_words(chip, c);

    for (unsigned l = 0; l < CASE_LANES; l++)
        for (unsigned i = 0; i < 16; i++)
            out[words * l + i] ^= in[CASE_IN * l + i];
}

/* What a GPU gave for a case, to the record. */
static void record_case(struct work *w, const struct value_case *c, const uint32_t *in, const uint32_t *constants,
                        uint32_t *out)
{
    static uint32_t func[CASE_LANES * CASE_OUT_MEMORY];
    size_t bytes = 4 * (size_t)CASE_LANES * case_words(w->chip, c);
    char text[32], message[SM70_MESSAGE];

    if (w->differing) {
        bool ok = case_func(w->chip, c, in, constants, func, message);
        if (ok && !memcmp(func, out, bytes)) {
            w->shared->equal++;
            return;
        }
        w->shared->different += ok;
        w->shared->refused += !ok;
    }
    snprintf(text, sizeof text, "%08lx", crc32(0, (const Bytef *)out, (uInt)bytes));
    put_case(w->f, w->chip, c, text);
    if (w->rawf) {
        against_inputs(c, w->chip, in, out);
        fwrite(out, 1, bytes, w->rawf);
    }
}

/* A case on the GPU; false: it failed, and the context with it if *lost. */
static bool run_case(struct work *w, gpu_module m, size_t i, unsigned k, bool *lost)
{
    static uint32_t in[CASE_LANES * CASE_IN], constants[CASE_CONSTANTS], out[CASE_LANES * CASE_OUT_MEMORY];
    const struct value_case *c = &w->cases[i];
    char name[16], err[512];

    snprintf(name, sizeof name, "v%u", k);
    case_operands(w->chip, c, in, constants);
    void *args[] = { &w->in, &w->results, &w->scratch, constants };
    memset(out, 0, sizeof out);
    bool ok = gpu_put(w->gpu, w->in, in, sizeof in, err, sizeof err) &&
              gpu_put(w->gpu, w->results, out, sizeof out, err, sizeof err) &&
              gpu_call(w->gpu, m, name, CASE_LANES / case_threads(c), case_threads(c), args, lost, err, sizeof err) &&
              gpu_get(w->gpu, out, w->results, sizeof out, err, sizeof err);
    if (ok) {
        record_case(w, c, in, constants, out);
    } else {
        put_case(w->f, w->chip, c, "fault");
        fprintf(stderr, "case %zu: %s\n", i, err);
    }
    return ok;
}

/* All cases from skip on, in chunks. Exit status. */
static int run_child(struct work *w)
{
    char err[2600];
    size_t done = w->shared->skip;

    w->gpu = gpu_open(err, sizeof err);
    if (!w->gpu || !gpu_take(w->gpu, 4 * CASE_LANES * CASE_IN, &w->in, err, sizeof err) ||
        !gpu_take(w->gpu, 4 * CASE_LANES * CASE_OUT_MEMORY, &w->results, err, sizeof err) ||
        !gpu_take(w->gpu, CASE_LANES * CASE_SCRATCH, &w->scratch, err, sizeof err)) {
        fprintf(stderr, "%s\n", err);
        return 1;
    }
    if (!done)
        fprintf(w->f, "# %s\n", gpu_about(w->gpu));
    while (done < w->n) {
        struct sm70_module m = { .chip = w->chip };
        size_t n = w->n - done < CHUNK ? w->n - done : CHUNK, size;
        char name[16];
        gpu_module on;
        for (unsigned k = 0; k < n; k++) {
            snprintf(name, sizeof name, "v%u", k);
            case_kernel(&m, name, &w->cases[done + k]);
        }
        void *image = sm70_cubin_write(&m, &size, err, sizeof err);
        if (!image || !gpu_load(w->gpu, image, &on, err, sizeof err)) {
            fprintf(stderr, "%s\n", err);
            return 1;
        }
        for (unsigned k = 0; k < n; k++) {
            bool lost;
            if (!run_case(w, on, done + k, k, &lost)) {
                fflush(w->f);
                if (w->rawf)
                    fflush(w->rawf);
                w->shared->skip = done + k + 1;
                return LOST;
            }
        }
        gpu_unload(w->gpu, on);
        free(image);
        sm70_module_free(&m);
        done += n;
    }
    if (w->differing)
        fprintf(w->f, "# equal %" PRIu64 ", different %" PRIu64 ", refused %" PRIu64 "\n", w->shared->equal,
                w->shared->different, w->shared->refused);
    fflush(w->f);
    if (w->rawf)
        fflush(w->rawf);
    return 0;
}

/* Writes a record, of the GPU or of the model. */
static int write_record(struct work *w)
{
    int status = LOST;

    w->f = fopen(w->out, "w");
    w->rawf = w->raw ? fopen(w->raw, "wb") : NULL;
    if (!w->f || (w->raw && !w->rawf)) {
        fprintf(stderr, "%s: %s\n", w->out, strerror(errno));
        return 1;
    }
    /* Cases are made, and tried, before the GPU is held. */
    w->shared = mmap(NULL, sizeof *w->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (w->shared == MAP_FAILED)
        abort();
    all_cases(w);
    fprintf(stderr, "%zu cases, %zu refused by func\n", w->n, w->unknown);
    if (w->func) {
        static uint32_t in[CASE_LANES * CASE_IN], constants[CASE_CONSTANTS], out[CASE_LANES * CASE_OUT_MEMORY];
        char text[SM70_MESSAGE];
        for (size_t i = 0; i < w->n; i++) {
            case_operands(w->chip, &w->cases[i], in, constants);
            if (case_func(w->chip, &w->cases[i], in, constants, out, text))
                snprintf(text, sizeof text, "%08lx", crc32(0, (const Bytef *)out,
                                                           4 * CASE_LANES * case_words(w->chip, &w->cases[i])));
            put_case(w->f, w->chip, &w->cases[i], text);
        }
        return fclose(w->f) != 0;
    }
    while (status == LOST) {
        pid_t pid = fork();
        if (!pid)
            _exit(run_child(w));
        if (pid < 0 || waitpid(pid, &status, 0) < 0)
            return 1;
        status = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    }
    if (w->rawf)
        fclose(w->rawf);
    fclose(w->f);
    return status;
}

/* A line of the record; false: it is none. */
static bool parse_line(char *line, struct value_case *c, char **crc)
{
    char *name = strtok(line, " "), *words = strtok(NULL, " ");

    *crc = strtok(NULL, " \n");
    if (!name || !words || !*crc)
        return false;
    c->n = 0;
    c->flow = 0;
    if (!strcmp(name, "flow")) {
        c->flow = strtoull(words, NULL, 16);
        return true;
    }
    for (char *s = words; *s && c->n < CASE_LENGTH; s += *s == ',') {
        char part[17] = { 0 };
        if (strspn(s, "0123456789abcdef") < 32)
            return false;
        memcpy(part, s, 16);
        c->code[c->n].hi = strtoull(part, NULL, 16);
        memcpy(part, s + 16, 16);
        c->code[c->n++].lo = strtoull(part, NULL, 16);
        s += 32;
    }
    return true;
}

/* Which lane and word differ first, and what they are. */
static void print_difference(const struct work *w, const struct value_case *c, const uint32_t *in,
                             const uint32_t *constants, const uint32_t *gpu, const uint32_t *func)
{
    unsigned words = case_words(w->chip, c), shown = 0, lanes = 0;
    char text[SM70_TEXT_MAX], err[SM70_TEXT_MAX];

    for (unsigned l = 0; l < CASE_LANES; l++)
        lanes += memcmp(gpu + words * l, func + words * l, 4 * words) != 0;
    for (unsigned i = 0; i < c->n; i++) {
        sm70_dis(w->chip, c->code[i], 0, NULL, text, err);
        printf("  %s\n", text);
    }
    printf("  %u of %u lanes; constants %08x %08x UR %08x %08x UP %02x\n", lanes, CASE_LANES, constants[0],
           constants[1], constants[2], constants[3], constants[8] & 0x7f);
    for (unsigned l = 0; l < CASE_LANES && shown < 6; l++) {
        if (!memcmp(gpu + words * l, func + words * l, 4 * words))
            continue;
        shown++;
        printf("  lane %u in:", l);
        for (unsigned i = 0; i < CASE_IN; i++)
            printf(" %08x", in[CASE_IN * l + i]);
        printf("\n");
        for (unsigned i = 0; i < words; i++)
            if (gpu[words * l + i] != func[words * l + i])
                printf("    word %u: GPU %08x func %08x\n", i, gpu[words * l + i], func[words * l + i]);
    }
}

struct tally { char name[64]; unsigned cases, equal, refused, faults; };

/* The record against the model: exit status 1 when something differs. */
static int check_record(struct work *w)
{
    static uint32_t in[CASE_LANES * CASE_IN], constants[CASE_CONSTANTS], out[CASE_LANES * CASE_OUT_MEMORY],
        gpu[CASE_LANES * CASE_OUT_MEMORY];
    static struct tally tally[512];
    char line[LINE_MAX_], name[64], message[SM70_MESSAGE];
    struct value_case c;
    unsigned n = 0, bad = 0, cases = 0;
    FILE *f = fopen(w->record, "r");

    w->rawf = w->raw ? fopen(w->raw, "rb") : NULL;
    if (!f || (w->raw && !w->rawf)) {
        fprintf(stderr, "%s: %s\n", f ? w->raw : w->record, strerror(errno));
        return 1;
    }
    while (fgets(line, sizeof line, f)) {
        char *crc;
        if (*line == '#')
            continue;
        sscanf(line, "%63s", name);
        if (!parse_line(line, &c, &crc)) {
            fprintf(stderr, "%s: no case: %s\n", w->record, line);
            return 1;
        }
        struct tally *t = tally;
        while (t < tally + n && strcmp(t->name, name))
            t++;
        if (t == tally + n) {
            strcpy(t->name, name);
            n++;
        }
        t->cases++;
        cases++;
        if (!strcmp(crc, "fault")) {
            t->faults++;
            continue;
        }
        size_t bytes = 4 * (size_t)CASE_LANES * case_words(w->chip, &c);
        case_operands(w->chip, &c, in, constants);
        bool raw = w->rawf && fread(gpu, 1, bytes, w->rawf) == bytes;
        if (raw)
            against_inputs(&c, w->chip, in, gpu);
        bool ok = case_func(w->chip, &c, in, constants, out, message);
        if (!ok) {
            t->refused++;
            bad++;
            printf("%s: %s\n", name, message);
            continue;
        }
        if (crc32(0, (const Bytef *)out, (uInt)bytes) == strtoul(crc, NULL, 16)) {
            t->equal++;
            continue;
        }
        bad++;
        if (w->verbose || !raw)
            printf("%s %s\n", name, crc);
        if (raw && w->verbose)
            print_difference(w, &c, in, constants, gpu, out);
    }
    fclose(f);
    for (struct tally *t = tally; t < tally + n; t++)
        if (w->verbose || t->equal + t->faults != t->cases)
            printf("%s: %u cases, %u equal, %u refused, %u faults\n", t->name, t->cases, t->equal, t->refused,
                   t->faults);
    printf("%u cases of %u lanes, %u differ\n", cases, CASE_LANES, bad);
    return bad || !cases;
}

static int usage(void)
{
    fprintf(stderr, "usage: gt200-values measure -o RECORD [-r CASES-A-ROW] [-p PROGRAMS] [-b PROGRAMS-OF-BRANCHES]\n"
                    "                            [-e PROGRAMS-WHOSE-LANES-END-APART] [-c PROGRAMS-OF-BLOCKS]\n"
                    "                            [-l LENGTH] [-s SEED] [-w RAW] [-d|-f] [-a]\n"
                    "       gt200-values check RECORD [-w RAW] [-v]\n");
    return 2;
}

int main(int argc, char **argv)
{
    struct work w = { .chip = SM70_90, .length = 8 };
    int o;

    if (argc < 2)
        return usage();
    bool measures = !strcmp(argv[1], "measure");
    optind = 2;
    while ((o = getopt(argc, argv, "o:r:p:b:e:c:l:s:w:dvfa")) != -1)
        switch (o) {
        case 'o': w.out = optarg; break;
        case 'r': w.rows = (unsigned)strtoul(optarg, NULL, 0); break;
        case 'p': w.programs = (unsigned)strtoul(optarg, NULL, 0); break;
        case 'b': w.flows = (unsigned)strtoul(optarg, NULL, 0); break;
        case 'e': w.apart = (unsigned)strtoul(optarg, NULL, 0); break;
        case 'c': w.blocks = (unsigned)strtoul(optarg, NULL, 0); break;
        case 'l': w.length = (unsigned)strtoul(optarg, NULL, 0); break;
        case 's': w.seed = strtoull(optarg, NULL, 0); break;
        case 'w': w.raw = optarg; break;
        case 'd': w.differing = true; break;
        case 'v': w.verbose = true; break;
        case 'f': w.func = true; break;
        case 'a': w.all = true; break;
        default: return usage();
        }
    if (measures)
        return w.out && w.length >= 2 && w.length <= CASE_LENGTH && optind == argc ? write_record(&w) : usage();
    if (strcmp(argv[1], "check") || optind + 1 != argc)
        return usage();
    w.record = argv[optind];
    return check_record(&w);
}
