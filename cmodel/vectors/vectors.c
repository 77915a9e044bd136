/* SPDX-License-Identifier: Apache-2.0
 *
 * See vectors.h. The register numbers are those of tests/vectors/README.md.
 */
#include "vectors.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "decode.h"
#include "func.h"
#include "read.h"

#define SHOWN 5         /* differences printed per file */
#define NREGS 12
#define BATCH 256       /* groups handed to the engine at a time */

/* ---- executing on the functional model ----------------------------------------------------------- */

struct run {
    enum gt_vector_class cls;
    struct gt_gpu *gpu;
    struct gt_launch launch;
    struct gt_config cfg;
    struct gt_core core;
    struct gt_warp warp;
    struct gt_block block;
    uint32_t regs[NREGS * 32];
    uint32_t code[2];
    uint32_t mem;           /* g[] address of one 8-byte cell per lane */
};

static void put_pair(uint32_t *regs, unsigned r, unsigned lane, uint64_t v)
{
    regs[r * 32 + lane] = (uint32_t)v;
    regs[(r + 1) * 32 + lane] = (uint32_t)(v >> 32);
}

static uint64_t get_pair(const uint32_t *regs, unsigned r, unsigned lane)
{
    return regs[r * 32 + lane] | (uint64_t)regs[(r + 1) * 32 + lane] << 32;
}

/* Puts the operands of a row into its lane: registers by class, memory for atomics, $c1 all ones. */
static void load_row(struct run *t, const struct gt_vector_row *r)
{
    uint32_t *x = t->regs, i = r->lane, cell = t->mem + 8 * i;
    switch (t->cls) {
    case GT_V_SFU:
        x[1 * 32 + i] = (uint32_t)r->src[0];
        break;
    case GT_V_FP64:
        for (unsigned k = 0; k < 3; k++)
            put_pair(x, 4 + 2 * k, i, r->src[k]);
        put_pair(x, 10, i, GT_VECTOR_PRESET64);
        break;
    case GT_V_ATOM32: case GT_V_ATOM64:
        x[i] = cell;
        gt_write(t->gpu, cell, &r->src[0], t->cls == GT_V_ATOM64 ? 8 : 4);
        if (t->cls == GT_V_ATOM64) {
            put_pair(x, 4, i, r->src[1]);
            put_pair(x, 6, i, r->src[2]);
        } else {
            x[5 * 32 + i] = (uint32_t)r->src[1];
            x[6 * 32 + i] = (uint32_t)r->src[2];
        }
        break;
    default:
        for (unsigned k = 0; k < 3; k++)
            x[(4 + k) * 32 + i] = (uint32_t)r->src[k];
        break;
    }
    t->warp.creg[0][i] = (uint8_t)gt_vector_c0(t->cls, r);
    t->warp.creg[1][i] = 15;
}

/* What the instruction left in the lane of row n: result, flags, memory. */
static void read_row(struct run *t, struct gt_vector_group *g, unsigned n, bool longform)
{
    uint32_t i = g->rows[n].lane;
    g->cc[n] = t->cls == GT_V_INT ? t->warp.creg[1][i] : t->warp.creg[0][i];
    switch (t->cls) {
    case GT_V_SFU:    g->got[n] = t->regs[2 * 32 + i]; break;
    case GT_V_FP64:   g->got[n] = get_pair(t->regs, 10, i); break;
    case GT_V_ATOM32: g->got[n] = t->regs[7 * 32 + i]; break;
    case GT_V_ATOM64: g->got[n] = get_pair(t->regs, 8, i); break;
    default:          g->got[n] = t->regs[(longform ? 7u : 6u) * 32 + i]; break;
    }
    g->mem[n] = 0;
    if (t->cls == GT_V_ATOM32 || t->cls == GT_V_ATOM64)
        gt_read(t->gpu, t->mem + 8 * i, &g->mem[n], t->cls == GT_V_ATOM64 ? 8 : 4);
}

/* Rows of the same instruction, a lane each, executed at once. */
static void run_group(struct run *t, struct gt_vector_group *g)
{
    struct gt_insn in;
    memset(t->regs, 0, sizeof t->regs);
    memset(t->warp.creg, 0, sizeof t->warp.creg);
    t->warp.active = 0;
    for (unsigned i = 0; i < g->n; i++) {
        load_row(t, &g->rows[i]);
        t->warp.active |= 1u << g->rows[i].lane;
    }
    isa_decode(g->rows[0].op[0], g->rows[0].op[1], 0, &in);
    bool done = gt_exec_body(&t->core, &t->warp, &in, NULL);
    g->outcome = done                                       ? GT_VECTOR_DONE
                 : t->core.fault.code == GT_F_UNIMPLEMENTED ? GT_VECTOR_UNIMPLEMENTED
                                                            : GT_VECTOR_FAULT;
    for (unsigned i = 0; done && i < g->n; i++)
        read_row(t, g, i, in.form == GT_FORM_LONG);
}

/* A GPU with a cell of 8 bytes for each lane, and a warp without a kernel; false: out of memory. */
static bool set_up_run(struct run *t)
{
    struct gt_result res;
    t->gpu = gt_gpu_new(65536);
    if (!t->gpu)
        return false;
    t->mem = gt_alloc(t->gpu, 8 * 32);
    t->launch = (struct gt_launch){.name = "vectors", .code = t->code, .code_words = 2, .regs = NREGS, .smem = 16,
                                   .grid_x = 1, .grid_y = 1, .block_x = 32, .block_y = 1, .block_z = 1};
    t->warp.regs = t->regs;
    t->warp.nregs = NREGS;
    t->warp.block = &t->block;
    return gt_launch_config(t->gpu, &t->launch, &t->cfg, &res) && gt_core_init(&t->core, t->gpu, &t->launch, &t->cfg);
}

/* The groups of a file on the functional model; false: out of memory. */
static bool run_func(void *ctx, enum gt_vector_class cls, struct gt_vector_group *g, unsigned n, FILE *log)
{
    struct run *t = calloc(1, sizeof *t);
    bool ok = t && set_up_run(t);
    (void)ctx;
    if (ok) {
        t->cls = cls;
        for (unsigned i = 0; i < n; i++)
            run_group(t, &g[i]);
    } else if (log) {
        fprintf(log, "out of memory\n");
    }
    if (t) {
        if (t->core.priv)
            gt_core_done(&t->core);
        gt_gpu_free(t->gpu);
    }
    free(t);
    return ok;
}

/* ---- judging ------------------------------------------------------------------------------------- */

int gt_vector_c0(enum gt_vector_class cls, const struct gt_vector_row *r)
{
    return cls == GT_V_INT && r->cin >= 0 ? r->cin : 15;
}

struct file {
    const char *name;
    enum gt_vector_class cls;
    const struct gt_vectors_engine *engine;
    struct gt_vector_group *group;          /* BATCH of them */
    unsigned groups, shown;
    struct gt_vectors_result *res;
    FILE *log;
};

static bool row_ok(enum gt_vector_class cls, const struct gt_vector_group *g, unsigned i)
{
    const struct gt_vector_row *r = &g->rows[i];
    if (g->outcome != GT_VECTOR_DONE)
        return false;
    if (cls == GT_V_ATOM32 || cls == GT_V_ATOM64)
        return g->mem[i] == r->exp_mem && (!r->exp_reg || g->got[i] == r->exp);
    return (g->got[i] & r->mask) == r->exp && (r->cc < 0 || g->cc[i] == r->cc);
}

/* Counts a group's rows as passed, failed or skipped; prints the first SHOWN that failed. */
static void judge_group(struct file *t, const struct gt_vector_group *g)
{
    static const char *const how[] = {"", " (unimplemented)", " (fault)", " (RTL and model differ)"};
    struct gt_insn in;
    if (g->outcome == GT_VECTOR_UNIMPLEMENTED) {
        t->res->skipped += g->n;
        return;
    }
    for (unsigned i = 0; i < g->n; i++) {
        const struct gt_vector_row *r = &g->rows[i];
        if (row_ok(t->cls, g, i)) {
            t->res->passed++;
            continue;
        }
        t->res->failed++;
        if (!t->log || t->shown++ >= SHOWN)
            continue;
        isa_decode(r->op[0], r->op[1], 0, &in);
        fprintf(
            t->log,
            "%s:%u: group %u lane %u words %08x %08x (%s): sources %llx %llx %llx, got %llx flags %x memory %llx, "
            "expected %llx flags %x memory %llx%s\n",
            t->name, r->line, (unsigned)r->grp, (unsigned)r->lane, (unsigned)r->op[0], (unsigned)r->op[1],
            in.row != ISA_ROW_NONE ? isa_row_name(in.row) : "no instruction", (unsigned long long)r->src[0],
            (unsigned long long)r->src[1], (unsigned long long)r->src[2], (unsigned long long)(g->got[i] & r->mask),
            (unsigned)g->cc[i] & 15, (unsigned long long)g->mem[i], (unsigned long long)r->exp, (unsigned)r->cc & 15,
            (unsigned long long)r->exp_mem, how[g->outcome]);
    }
}

static bool flush_batch(struct file *t)
{
    bool ok = t->groups == 0 || t->engine->run(t->engine->ctx, t->cls, t->group, t->groups, t->log);
    for (unsigned i = 0; ok && i < t->groups; i++)
        judge_group(t, &t->group[i]);
    t->groups = 0;
    return ok;
}

/* Can the row be another lane of the warp? */
static bool same_warp(const struct gt_vector_group *g, const struct gt_vector_row *r)
{
    const struct gt_vector_row *first = &g->rows[0];
    bool same = g->n < 32 && first->grp == r->grp && first->op[0] == r->op[0] && first->op[1] == r->op[1];
    for (unsigned i = 0; same && i < g->n; i++)
        same = g->rows[i].lane != r->lane;
    return same;
}

/* Appends a row to the batch, in the group of its warp; flushes a full batch, or one of another class. */
static bool add_row(struct file *t, const struct gt_vector_row *r, enum gt_vector_class cls)
{
    if ((t->groups == 0 || cls != t->cls) && !flush_batch(t))
        return false;
    t->cls = cls;
    struct gt_vector_group *g = t->groups ? &t->group[t->groups - 1] : NULL;
    if (!g || !same_warp(g, r)) {
        if (t->groups == BATCH && !flush_batch(t))
            return false;
        g = &t->group[t->groups++];
        memset(g, 0, sizeof *g);
    }
    g->rows[g->n++] = *r;
    return true;
}

/* Has reading failed? Says so. */
static bool reading_failed(const struct file *t, gzFile in, const char *path)
{
    int code;
    gzerror(in, &code);
    if (code == Z_OK || code == Z_STREAM_END)
        return false;
    if (t->log)
        fprintf(t->log, "%s: %s\n", path,
                code == Z_ERRNO       ? strerror(errno)
                : code == Z_BUF_ERROR ? "the compressed file is cut off"
                                      : "damaged compressed file");
    return true;
}

/* Reads and runs all lines; false: the reason is logged. */
static bool run_lines(struct file *t, gzFile in, const char *path)
{
    struct gt_vector_row r;
    enum gt_vector_class cls;
    char line[512], err[192];
    uint64_t rows = 0;
    for (unsigned lineno = 1; gzgets(in, line, sizeof line); lineno++) {
        bool header = line[0] == '#';
        if (header ? !gt_vector_header(line, err, sizeof err) : !gt_vector_line(line, &r, &cls, err, sizeof err)) {
            if (t->log && !reading_failed(t, in, path))     /* of a file that was cut off the last line is a part */
                fprintf(t->log, "%s:%u: %s\n", path, lineno, err);
            return false;
        }
        if (header)
            continue;
        r.line = lineno;
        if (!add_row(t, &r, cls))
            return false;
        rows++;
    }
    if (reading_failed(t, in, path))
        return false;
    if (!rows && t->log)
        fprintf(t->log, "%s: no vectors\n", path);
    return rows && flush_batch(t);
}

int gt_vectors_file_on(const struct gt_vectors_engine *engine, const char *path, struct gt_vectors_result *res,
                       FILE *log)
{
    const char *base = strrchr(path, '/');
    struct file t = {.name = base ? base + 1 : path, .engine = engine, .res = res, .log = log};
    gzFile in = gzopen(path, "rb");
    memset(res, 0, sizeof *res);
    t.group = malloc(BATCH * sizeof *t.group);
    if ((!in || !t.group) && log)
        fprintf(log, "%s: %s\n", path, in ? "out of memory" : strerror(errno));
    bool ok = in && t.group && run_lines(&t, in, path);
    if (in)
        gzclose(in);
    free(t.group);
    return ok ? 0 : -1;
}

const struct gt_vectors_engine gt_vectors_func = {run_func, NULL};

bool gt_vectors_files(const struct gt_vectors_engine *engine, const char *const *files, int n, bool skip)
{
    uint64_t passed = 0, failed = 0;
    bool unread = false;
    for (int i = 0; i < n; i++) {
        struct gt_vectors_result r;
        if (gt_vectors_file_on(engine, files[i], &r, stderr) != 0) {
            unread = true;
            continue;
        }
        const char *base = strrchr(files[i], '/');
        printf("%-20s %llu passed, %llu failed", base ? base + 1 : files[i], (unsigned long long)r.passed,
               (unsigned long long)r.failed);
        if (r.skipped)
            printf(", %llu of unimplemented instructions", (unsigned long long)r.skipped);
        printf("\n");
        fflush(stdout);
        passed += r.passed;
        failed += r.failed + (skip ? 0 : r.skipped);
    }
    printf("%llu passed, %llu failed\n", (unsigned long long)passed, (unsigned long long)failed);
    return !failed && !unread;
}
