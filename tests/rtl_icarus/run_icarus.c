/* SPDX-License-Identifier: Apache-2.0
 *
 * run_icarus TB.vvp DIR PROGRAM.s PROGRAM.cubin ...: runs each program of tests/lockstep/programs on the SM in Icarus
 * (tb_program.sv). Nothing may be X, device memory afterwards and the number of cycles must be those of the cycle
 * model, and what the program itself expects must be there. DIR: a folder for the files between the two; it must
 * exist. Environment: VVP, the simulator; VVP_ARGS, more arguments for it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "program.h"

#define MEMORY_BYTES (256u << 10)       /* WORDS of tb_program.sv */
#define CODE_WORDS 4096u
#define LAUNCH_WORDS 128u
#define LIMIT 20000u                    /* cycles: some milliseconds each */

static FILE *create_file(const char *dir, const char *name)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    if (!f) {
        perror(path);
        exit(1);
    }
    return f;
}

static void write_words(const char *dir, const char *name, const uint32_t *w, uint32_t n)
{
    FILE *f = create_file(dir, name);

    for (uint32_t i = 0; i < n; i++)
        fprintf(f, "%08x\n", w[i]);
    fclose(f);
}

/* Segments that are there, each behind its address. */
static void write_constants(const char *dir, const struct gt_gpu *g)
{
    FILE *f = create_file(dir, "const.hex");

    fputs("@0\n00000000\n", f);
    for (uint32_t s = 0; s < GT_CONST_SEGS; s++)
        if (g->cseg[s]) {
            uint32_t w;
            fprintf(f, "@%x\n", s * GT_CONST_BYTES / 4);
            for (uint32_t i = 0; i < GT_CONST_BYTES; i += 4) {
                memcpy(&w, g->cseg[s] + i, 4);
                fprintf(f, "%08x\n", w);
            }
        }
    fclose(f);
}

/* The order is that of tb_program.sv. */
static void write_launch(const char *dir, const struct gt_launch *l, const struct gt_config *c)
{
    uint32_t w[LAUNCH_WORDS] = {
        l->entry, c->nthreads, c->nwarps, c->nregs, c->smem_bytes, l->param_words, l->block_x, l->block_y, l->block_z,
        l->grid_id,
        c->max_blocks, c->slot_warps, c->slot_rows, c->slot_smem, c->local_base, c->local_words, c->g_base, c->g_limit,
        c->pm[0] | (uint32_t)c->pm[1] << 5 | (uint32_t)c->pm[2] << 10 | (uint32_t)c->pm[3] << 15,
    };

    w[22] = l->grid_x;
    w[23] = l->grid_y;
    w[24] = LIMIT;
    memcpy(w + 64, l->params, 4 * l->param_words);
    write_words(dir, "launch.hex", w, LAUNCH_WORDS);
}

/* How a run ended. */
struct end { unsigned code, pc; unsigned long long cycles; };

/* Runs the simulator. false: what went wrong has been printed. */
static bool run_simulator(const char *vvp, const char *dir, struct end *e)
{
    char command[2048], line[4096];
    bool done = false;

    const char *simulator = getenv("VVP"), *more = getenv("VVP_ARGS");
    snprintf(command, sizeof command, "%s -n %s +dir=%s %s", simulator ? simulator : "vvp", vvp, dir, more ? more : "");
    FILE *p = popen(command, "r");
    if (!p)
        return false;
    while (fgets(line, sizeof line, p))
        if (sscanf(line, "done, %llu cycles", &e->cycles) == 1 ||
            sscanf(line, "done, fault %u at %u, %llu cycles", &e->code, &e->pc, &e->cycles) == 3)
            done = true;
        else if (!strstr(line, "$finish called") && !strstr(line, "Not enough words"))
            fputs(line, stderr);
    return pclose(p) == 0 && done;
}

/* The memory that the simulator left beside that of the model. */
static bool same_memory(const char *dir, const struct gt_gpu *g)
{
    char path[1024], line[256];
    uint32_t at = 0, w;
    bool same = true;

    snprintf(path, sizeof path, "%s/after.hex", dir);
    FILE *f = fopen(path, "r");
    while (f && same && fgets(line, sizeof line, f)) {
        if (line[0] == '/' || line[0] == '\n')
            continue;
        char *end;
        unsigned long v = strtoul(line, &end, 16);
        memcpy(&w, g->mem + at, 4);
        same = *end == '\n' && v == w;      /* an X is no number */
        if (!same)
            fprintf(stderr, "device memory, address 0x%x: Icarus %.8s, model %08x\n", GT_G_BASE + at, line, w);
        at += 4;
    }
    if (f)
        fclose(f);
    return same && at == MEMORY_BYTES;
}

/* A program on model and RTL in Icarus: the same fault, cycles and memory. */
static bool run_program(const char *vvp, const char *dir, const char *source, const char *cubin)
{
    struct program p;
    struct gt_module m;
    struct gt_launch l;
    struct gt_result res;
    struct gt_config c;
    char err[512];
    struct end end = {0, 0, 0};
    struct gt_gpu *g = gt_gpu_new(MEMORY_BYTES);

    if (!g || !program_read(&p, source))
        return false;
    if (!gt_module_load_file(&m, g, cubin, err, sizeof err) || !gt_module_bind(&m, 0, err, sizeof err)) {
        fprintf(stderr, "%s\n", err);
        return false;
    }
    if (!program_place(&p, g)) {
        fprintf(stderr, "%s: more than %u bytes of device memory\n", source, MEMORY_BYTES);
        return false;
    }
    program_launch(&p, &m, &l);
    if (!gt_launch_config(g, &l, &c, &res) || l.code_words > CODE_WORDS) {
        fprintf(stderr, "%s: does not fit\n", source);
        return false;
    }
    write_launch(dir, &l, &c);
    write_words(dir, "code.hex", l.code, l.code_words);
    write_constants(dir, g);
    write_words(dir, "memory.hex", (const uint32_t *)(const void *)g->mem, MEMORY_BYTES / 4);
    gt_model_run(g, &l, &res, NULL, NULL);
    bool ok = program_check(&p, g, &res) && run_simulator(vvp, dir, &end) && same_memory(dir, g);
    const bool faults = res.status == GT_FAULT;
    const struct end want = {faults ? res.fault.code : 0, faults ? res.fault.pc : 0, res.cycles};
    if (ok && (end.code != want.code || end.pc != want.pc || end.cycles != want.cycles)) {
        fprintf(stderr, "Icarus: fault %u at 0x%x, %llu cycles; the model: fault %u at 0x%x, %llu cycles\n",
                end.code, end.pc, end.cycles,
                want.code, want.pc, want.cycles);
        ok = false;
    }
    printf("%s: %s, %llu cycles\n", source, ok ? "ok" : "FAILED", end.cycles);
    fflush(stdout);
    gt_module_free(&m);
    gt_gpu_free(g);
    return ok;
}

int main(int argc, char **argv)
{
    bool ok = true;

    if (argc < 5 || argc % 2 == 0) {
        fprintf(stderr, "usage: run_icarus TB.vvp DIR PROGRAM.s PROGRAM.cubin ...\n");
        return 2;
    }
    for (int i = 3; i < argc; i += 2)
        ok = run_program(argv[1], argv[2], argv[i], argv[i + 1]) && ok;
    return ok ? 0 : 1;
}
