/* SPDX-License-Identifier: Apache-2.0
 *
 * See vectors.h. The register numbers are those of tests/vectors/README.md.
 */
#include "vectors.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "decode.h"
#include "func.h"

#define SHOWN 5         /* differences printed per file */
#define NREGS 12

enum vclass { V_INT, V_FP, V_SFU, V_FP64, V_ATOM32, V_ATOM64 };

struct row {
    uint32_t grp, lane, op[2];
    uint64_t src[3], exp, mask, exp_mem;
    int cin, cc;            /* -1: none */
    bool exp_reg;           /* atomics: exp is the returned value */
};

struct run {
    const char *name;
    enum vclass cls;
    struct gt_gpu *gpu;
    struct gt_launch launch;
    struct gt_config cfg;
    struct gt_core core;
    struct gt_warp warp;
    struct gt_block block;
    uint32_t regs[NREGS * 32];
    uint32_t code[2];
    uint32_t mem;           /* g[] address of one 8-byte cell per lane */
    struct gt_vectors_result *res;
    FILE *log;
    unsigned shown;
};

/* ---- reading ----------------------------------------------------------------------------------- */

static enum vclass class_of(const char *name)
{
    static const struct { const char *prefix; enum vclass cls; } table[] = {
        {"atom32", V_ATOM32}, {"red32", V_ATOM32}, {"atom64", V_ATOM64}, {"red64", V_ATOM64},
        {"dadd", V_FP64}, {"dmul", V_FP64}, {"dfma", V_FP64}, {"dminmax", V_FP64}, {"dset", V_FP64},
        {"cvt_i2f64", V_FP64}, {"cvt_f2i64", V_FP64}, {"cvt_f2f64", V_FP64},
        {"presin", V_SFU}, {"preex2", V_SFU}, {"rcp", V_SFU}, {"rsqrt", V_SFU}, {"sin", V_SFU}, {"cos", V_SFU},
        {"ex2", V_SFU}, {"lg2", V_SFU},
        {"iadd", V_INT}, {"imul", V_INT}, {"imad", V_INT}, {"isad", V_INT}, {"iminmax", V_INT}, {"iset", V_INT},
        {"logop", V_INT}, {"ishift", V_INT},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strncmp(name, table[i].prefix, strlen(table[i].prefix)) == 0)
            return table[i].cls;
    return V_FP;
}

static bool parse(char *line, enum vclass cls, struct row *r)
{
    char *f[12];
    int n = 0;
    for (char *p = strtok(line, "\t\r\n"); p && n < 12; p = strtok(NULL, "\t\r\n"))
        f[n++] = p;
    bool atom = cls == V_ATOM32 || cls == V_ATOM64;
    if (n != (atom ? 10 : 12))
        return false;
    memset(r, 0, sizeof *r);
    r->grp = (uint32_t)strtoul(f[0], NULL, 10);
    r->lane = (uint32_t)strtoul(f[1], NULL, 10);
    for (int i = 0; i < 2; i++)
        r->op[i] = (uint32_t)strtoul(f[2 + i], NULL, 16);
    for (int i = 0; i < 3; i++)
        r->src[i] = strtoull(f[4 + i], NULL, 16);
    if (atom) {
        r->exp_mem = strtoull(f[7], NULL, 16);
        r->exp_reg = f[8][0] != '-';
        r->exp = strtoull(f[8], NULL, 16);
        r->mask = ~0ull;
        r->cin = r->cc = -1;
    } else {
        r->cin = f[7][0] == '-' ? -1 : (int)strtol(f[7], NULL, 16);
        r->exp = strtoull(f[8], NULL, 16);
        r->mask = strtoull(f[9], NULL, 16);
        r->cc = f[10][0] == '-' ? -1 : (int)strtol(f[10], NULL, 16);
    }
    return r->lane < 32;
}

/* ---- executing --------------------------------------------------------------------------------- */

static void put64(uint32_t *regs, unsigned r, unsigned lane, uint64_t v)
{
    regs[r * 32 + lane] = (uint32_t)v;
    regs[(r + 1) * 32 + lane] = (uint32_t)(v >> 32);
}

static uint64_t get64(const uint32_t *regs, unsigned r, unsigned lane)
{
    return regs[r * 32 + lane] | (uint64_t)regs[(r + 1) * 32 + lane] << 32;
}

static void load_row(struct run *t, const struct row *r)
{
    uint32_t *x = t->regs, i = r->lane, cell = t->mem + 8 * i;
    switch (t->cls) {
    case V_SFU:
        x[1 * 32 + i] = (uint32_t)r->src[0];
        break;
    case V_FP64:
        for (unsigned k = 0; k < 3; k++)
            put64(x, 4 + 2 * k, i, r->src[k]);
        put64(x, 10, i, 0xdeadbeefccccccccull);
        break;
    case V_ATOM32: case V_ATOM64:
        x[i] = cell;
        gt_write(t->gpu, cell, &r->src[0], t->cls == V_ATOM64 ? 8 : 4);
        if (t->cls == V_ATOM64) {
            put64(x, 4, i, r->src[1]);
            put64(x, 6, i, r->src[2]);
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
    t->warp.creg[0][i] = (uint8_t)(t->cls == V_INT && r->cin >= 0 ? r->cin : 15);
    t->warp.creg[1][i] = 15;
}

static bool row_ok(struct run *t, const struct row *r, bool longform, uint64_t *got, int *cc)
{
    uint32_t i = r->lane;
    *cc = t->cls == V_INT ? t->warp.creg[1][i] : t->warp.creg[0][i];
    switch (t->cls) {
    case V_SFU:    *got = t->regs[2 * 32 + i]; break;
    case V_FP64:   *got = get64(t->regs, 10, i); break;
    case V_ATOM32: *got = t->regs[7 * 32 + i]; break;
    case V_ATOM64: *got = get64(t->regs, 8, i); break;
    default:       *got = t->regs[(longform ? 7u : 6u) * 32 + i]; break;
    }
    if (t->cls == V_ATOM32 || t->cls == V_ATOM64) {
        uint64_t m = 0;
        gt_read(t->gpu, t->mem + 8 * i, &m, t->cls == V_ATOM64 ? 8 : 4);
        return m == r->exp_mem && (!r->exp_reg || *got == r->exp);
    }
    return (*got & r->mask) == r->exp && (r->cc < 0 || *cc == r->cc);
}

/* One group: up to 32 rows with the same instruction. */
static void run_group(struct run *t, const struct row *rows, unsigned n)
{
    struct gt_insn in;
    memset(t->regs, 0, sizeof t->regs);
    memset(t->warp.creg, 0, sizeof t->warp.creg);
    t->warp.active = 0;
    for (unsigned i = 0; i < n; i++) {
        load_row(t, &rows[i]);
        t->warp.active |= 1u << rows[i].lane;
    }
    isa_decode(rows[0].op[0], rows[0].op[1], 0, &in);
    bool done = gt_exec_body(&t->core, &t->warp, &in, NULL);
    if (!done && t->core.fault.code == GT_F_UNIMPLEMENTED) {
        t->res->skipped += n;
        return;
    }
    bool longform = in.form == GT_FORM_LONG;
    for (unsigned i = 0; i < n; i++) {
        const struct row *r = &rows[i];
        uint64_t got = 0;
        int cc = 0;
        if (done && row_ok(t, r, longform, &got, &cc)) {
            t->res->passed++;
            continue;
        }
        t->res->failed++;
        if (t->log && t->shown++ < SHOWN)
            fprintf(t->log, "%s: group %u lane %u words %08x %08x (%s): sources %llx %llx %llx, got %llx flags %x, "
                    "expected %llx flags %x%s\n", t->name, (unsigned)r->grp, (unsigned)r->lane,
                    (unsigned)r->op[0], (unsigned)r->op[1],
                    in.row != ISA_ROW_NONE ? isa_row_name(in.row) : "no instruction",
                    (unsigned long long)r->src[0], (unsigned long long)r->src[1], (unsigned long long)r->src[2],
                    (unsigned long long)(got & r->mask), (unsigned)cc & 15, (unsigned long long)r->exp,
                    (unsigned)r->cc & 15, done ? "" : " (fault)");
    }
}

static bool setup(struct run *t)
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

int gt_vectors_file(const char *path, struct gt_vectors_result *res, FILE *log)
{
    const char *base = strrchr(path, '/');
    struct run *t = calloc(1, sizeof *t);
    gzFile in = gzopen(path, "rb");
    int rc = -1;
    memset(res, 0, sizeof *res);
    if (!t || !in || !setup(t)) {
        if (log)
            fprintf(log, "%s: cannot be opened\n", path);
        goto out;
    }
    t->name = base ? base + 1 : path;
    t->cls = class_of(t->name);
    t->res = res;
    t->log = log;
    struct row rows[32], r;
    unsigned n = 0, lineno = 0;
    char line[512];
    while (gzgets(in, line, sizeof line)) {
        lineno++;
        if (line[0] == '#')
            continue;
        if (!parse(line, t->cls, &r)) {
            if (log)
                fprintf(log, "%s:%u: not a vector row\n", path, lineno);
            goto out;
        }
        if (n && (r.grp != rows[0].grp || n == 32)) {
            run_group(t, rows, n);
            n = 0;
        }
        rows[n++] = r;
    }
    if (n)
        run_group(t, rows, n);
    int err;
    gzerror(in, &err);
    rc = err == Z_OK || err == Z_STREAM_END ? 0 : -1;
    if (rc && log)
        fprintf(log, "%s: damaged compressed file\n", path);
out:
    if (in)
        gzclose(in);
    if (t) {
        if (t->core.priv)
            gt_core_done(&t->core);
        gt_gpu_free(t->gpu);
    }
    free(t);
    return rc;
}

static const char usage[] = "usage: gt200 vectors [--target func] [--skip-unimplemented] FILE.tsv[.gz]...\n";

int gt_cmd_vectors(int argc, char **argv)
{
    uint64_t passed = 0, failed = 0;
    bool skip = false, files = false, unread = false;
    for (int i = 1; i < argc; i++) {
        struct gt_vectors_result r;
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            printf("%s\nRuns arithmetic conformance vectors (tests/vectors/README.md) on the functional model.\n", usage);
            return 0;
        }
        if (strcmp(argv[i], "--skip-unimplemented") == 0) {
            skip = true;
            continue;
        }
        if (strcmp(argv[i], "--target") == 0) {
            const char *target = i + 1 < argc ? argv[++i] : "";
            if (strcmp(target, "func") == 0)
                continue;
            fprintf(stderr, "gt200 vectors: unknown target '%s'. there is func\n", target);
            return 2;
        }
        if (argv[i][0] == '-') {
            fprintf(stderr, "gt200 vectors: unknown option '%s' (see gt200 vectors --help)\n", argv[i]);
            return 2;
        }
        files = true;
        if (gt_vectors_file(argv[i], &r, stderr) != 0) {
            unread = true;
            continue;
        }
        const char *base = strrchr(argv[i], '/');
        printf("%-20s %llu passed, %llu failed", base ? base + 1 : argv[i], (unsigned long long)r.passed,
               (unsigned long long)r.failed);
        if (r.skipped)
            printf(", %llu of unimplemented instructions", (unsigned long long)r.skipped);
        printf("\n");
        passed += r.passed;
        failed += r.failed + (skip ? 0 : r.skipped);
    }
    if (!files) {
        fputs(usage, stderr);
        return 2;
    }
    printf("%llu passed, %llu failed\n", (unsigned long long)passed, (unsigned long long)failed);
    return failed || unread ? 1 : 0;
}
