/* SPDX-License-Identifier: Apache-2.0
 * gt200 vectors on the targets that run kernels. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "settings.h"
#include "decode.h"
#include "printable.h"
#include "target.h"
#include "text.h"
#include "vectors_target.h"

/* A batch of groups becomes one kernel: a block of WARPS warps, each running its share of the groups one after the
 * other. A group's piece of code loads registers and $c, executes the words under test verbatim, and stores what came
 * out where the operands were. Memory of a group: two sets of 16 bytes per lane, then a cell of 8 bytes per lane. */
#define WARPS 8
#define SET_BYTES 512
#define GROUP_BYTES (2 * SET_BYTES + 256)
#define CELLS (2 * SET_BYTES)
#define PIECE_WORDS 32          /* at most, of one group */
#define START_WORDS 128

struct io { uint32_t set[2][32][4]; uint64_t cell[32]; };

struct batch {
    enum gt_target target;
    struct gt_board *board;                 /* of target fpga */
    enum gt_vector_class cls;
    struct gt_vector_group **group;         /* those to run */
    unsigned n;
    struct gt_gpu *gpu;
    uint32_t base;
    uint32_t *code, words;
    uint32_t *pc;                           /* byte address of each group's words under test */
    FILE *log;
};

/* Appends an instruction; %x in its text is x. */
static void put_insn(struct batch *b, const char *fmt, unsigned x)
{
    char line[ISA_TEXT_MAX], err[128];
    uint32_t w[2];
    int len;
    snprintf(line, sizeof line, fmt, x);
    if (!isa_asm_line(line, &w[0], &w[1], &len, err, sizeof err) || len != 8) {
        gt_tell("vectors: '%s': %s\n", line, err);
        abort();
    }
    memcpy(&b->code[b->words], w, 8);
    b->words += 2;
}

/* The code for a group: loads its operands, executes the instruction under test, stores result and flags. */
static void put_group(struct batch *b, unsigned i)
{
    const struct gt_vector_row *r = &b->group[i]->rows[0];
    bool wide = b->cls == GT_V_FP64 || b->cls == GT_V_ATOM64;
    put_insn(b, "add.b32 $r13, $r12, 0x%x", i * GROUP_BYTES);
    put_insn(b, b->cls == GT_V_SFU ? "ld.b128 $r0q, g14[$r13]" : "ld.b128 $r4q, g14[$r13]", 0);
    if (wide) {
        put_insn(b, "add.b32 $r14, $r13, 0x%x", SET_BYTES);
        put_insn(b, "ld.b128 $r8q, g14[$r14]", 0);
    }
    switch (b->cls) {
    case GT_V_ATOM32:
        put_insn(b, "mov.b32 $r0, $r4", 0);
        break;
    case GT_V_ATOM64:
        put_insn(b, "mov.b32 $r0, $r10", 0);
        break;
    case GT_V_INT:
        put_insn(b, "mov $c0, $r7", 0);
        put_insn(b, "mov.b32 $r7, 0x0", 0);
        put_insn(b, "mov $c1, $r15", 0);
        break;
    default:
        put_insn(b, "mov $c0, $r15", 0);
    }
    b->pc[i] = 4 * b->words;
    b->code[b->words++] = r->op[0];
    b->code[b->words++] = r->op[1];         /* of a short instruction: the one beside it */
    if (b->cls == GT_V_SFU) {
        put_insn(b, "st.b128 g14[$r13], $r0q", 0);
    } else if (wide) {
        if (b->cls == GT_V_FP64)
            put_insn(b, "mov.b32 $r8, $c0", 0);
        put_insn(b, "st.b128 g14[$r14], $r8q", 0);
    } else {
        if (b->cls != GT_V_ATOM32)
            put_insn(b, b->cls == GT_V_INT ? "mov.b32 $r5, $c1" : "mov.b32 $r5, $c0", 0);
        put_insn(b, "st.b128 g14[$r13], $r4q", 0);
    }
}

/* Each warp jumps to its share of the groups. */
static void put_program(struct batch *b)
{
    uint32_t jump[WARPS];
    put_insn(b, "shr.u32 $r1, $r0, 0x5", 0);
    put_insn(b, "mov.b32 $r2, 0x1f", 0);
    put_insn(b, "and.b32 $r12, $r0, $r2", 0);
    put_insn(b, "shl.b32 $r12, $r12, 0x4", 0);
    put_insn(b, "add.b32 $r12, s[0x10].b32, $r12", 0);
    put_insn(b, "mov.b32 $r15, 0xf", 0);
    for (unsigned w = 1; w < WARPS; w++) {
        put_insn(b, "mov.b32 $r2, 0x%x", w);
        put_insn(b, "set.e.u32 _|$c0, $r1, $r2", 0);
        jump[w] = b->words;
        put_insn(b, "@$c0.lg bra 0x0", 0);
    }
    for (unsigned w = 0; w < WARPS; w++) {
        uint32_t here = b->words;
        if (w) {
            b->words = jump[w];
            put_insn(b, "@$c0.lg bra 0x%x", 4 * here);
            b->words = here;
        }
        for (unsigned i = b->n * w / WARPS; i < b->n * (w + 1) / WARPS; i++)
            put_group(b, i);
        put_insn(b, "nop.exit", 0);
    }
}

/* A group's operands, flags and memory cells, as the kernel reads them. */
static void fill_group(struct io *io, enum gt_vector_class cls, const struct gt_vector_group *g, uint32_t at)
{
    memset(io, 0, sizeof *io);
    for (unsigned i = 0; i < 32; i++) {
        if (cls == GT_V_ATOM32)
            io->set[0][i][0] = at + CELLS + 8 * i;
        if (cls == GT_V_ATOM64)
            io->set[1][i][2] = at + CELLS + 8 * i;
    }
    for (unsigned i = 0; i < g->n; i++) {
        const struct gt_vector_row *r = &g->rows[i];
        uint32_t *a = io->set[0][r->lane], *b = io->set[1][r->lane];
        const uint64_t preset = GT_VECTOR_PRESET64;
        switch (cls) {
        case GT_V_SFU:
            a[1] = (uint32_t)r->src[0];
            break;
        case GT_V_FP64:
            memcpy(a, r->src, 16);
            memcpy(b, &r->src[2], 8);
            memcpy(b + 2, &preset, 8);
            break;
        case GT_V_ATOM32:
            a[1] = (uint32_t)r->src[1];
            a[2] = (uint32_t)r->src[2];
            io->cell[r->lane] = r->src[0];
            break;
        case GT_V_ATOM64:
            memcpy(a, &r->src[1], 16);
            io->cell[r->lane] = r->src[0];
            break;
        default:
            for (unsigned k = 0; k < 3; k++)
                a[k] = (uint32_t)r->src[k];
            if (cls == GT_V_INT)
                a[3] = (uint32_t)gt_vector_c0(cls, r);
        }
    }
}

/* A group's results, as the kernel has stored them. */
static void collect_results(const struct io *io, enum gt_vector_class cls, struct gt_vector_group *g)
{
    struct gt_insn in;
    isa_decode(g->rows[0].op[0], g->rows[0].op[1], 0, &in);
    bool longform = in.form == GT_FORM_LONG;
    g->outcome = GT_VECTOR_DONE;
    for (unsigned i = 0; i < g->n; i++) {
        unsigned lane = g->rows[i].lane;
        const uint32_t *a = io->set[0][lane], *b = io->set[1][lane];
        g->cc[i] = 15;
        switch (cls) {
        case GT_V_SFU:
            g->got[i] = a[2];
            break;
        case GT_V_FP64:
            g->got[i] = b[2] | (uint64_t)b[3] << 32;
            g->cc[i] = (int)(b[0] & 15);
            break;
        case GT_V_ATOM32:
            g->got[i] = a[3];
            g->mem[i] = (uint32_t)io->cell[lane];
            break;
        case GT_V_ATOM64:
            g->got[i] = b[0] | (uint64_t)b[1] << 32;
            g->mem[i] = io->cell[lane];
            break;
        default:
            g->got[i] = longform ? a[3] : a[2];
            g->cc[i] = (int)(a[1] & 15);
        }
    }
}

/* A batch of groups in one launch. */
static enum gt_status launch_batch(struct batch *b, struct gt_result *res)
{
    struct io io;
    struct gt_launch l = {.name = "vectors", .code = b->code, .regs = 16, .smem = 20, .grid_x = 1, .grid_y = 1,
                          .block_x = 32 * WARPS, .block_y = 1, .block_z = 1, .params = &b->base, .param_words = 1,
                          .max_cycles = 100000 + 20000ull * b->n};
    const struct gt_run_opts opts = {.fst = b->target == GT_TARGET_LOCKSTEP ? "" : NULL, .board = b->board};
    b->words = 0;
    put_program(b);
    l.code_words = b->words;
    for (unsigned i = 0; i < b->n; i++) {
        uint32_t at = b->base + i * GROUP_BYTES;
        fill_group(&io, b->cls, b->group[i], at);
        gt_write(b->gpu, at, &io, sizeof io);
    }
    if (gt_target_run(b->target, b->gpu, &l, res, &opts) == GT_OK)
        for (unsigned i = 0; i < b->n; i++) {
            gt_read(b->gpu, b->base + i * GROUP_BYTES, &io, sizeof io);
            collect_results(&io, b->cls, b->group[i]);
        }
    return res->status;
}

static unsigned row_of(const struct gt_vector_group *g)
{
    struct gt_insn in;
    isa_decode(g->rows[0].op[0], g->rows[0].op[1], 0, &in);
    return in.row;
}

/* A board without double precision refuses kernels that need it. */
static bool board_lacks(const struct gt_board *board, const struct gt_vector_group *g)
{
    struct gt_insn in;
    isa_decode(g->rows[0].op[0], g->rows[0].op[1], 0, &in);
    return board && !board->info.dpu && in.unit == GT_UNIT_DPU;
}

/* An instruction that the target does not have stops the kernel: its groups are taken out and the rest runs again.
 * What else stops it is found by halving. false: the machine cannot be used; the log says why. */
static bool run_some(struct batch *b, struct gt_vector_group **group, unsigned n)
{
    struct gt_result *res = malloc(sizeof *res);
    bool ok = res != NULL;
    while (ok && n) {
        b->group = group;
        b->n = n;
        enum gt_status st = launch_batch(b, res);
        if (st == GT_OK)
            break;
        if (st == GT_LOST || st == GT_BAD_LAUNCH) {
            if (b->log)
                fprintf(b->log, "%s\n", res->message);
            ok = false;
            break;
        }
        if (st == GT_FAULT && res->fault.code == GT_F_UNIMPLEMENTED) {
            unsigned row = ISA_ROW_NONE, left = 0;
            for (unsigned i = 0; i < n; i++)
                if (b->pc[i] == res->fault.pc)
                    row = row_of(group[i]);
            for (unsigned i = 0; i < n; i++)
                if (row_of(group[i]) == row)
                    group[i]->outcome = GT_VECTOR_UNIMPLEMENTED;
                else
                    group[left++] = group[i];
            if (left < n) {
                n = left;
                continue;
            }
        }
        if (n == 1) {
            group[0]->outcome = st == GT_DIFFERENT ? GT_VECTOR_DIFFERENT : GT_VECTOR_FAULT;
            if (b->log && st != GT_DIFFERENT)
                fprintf(b->log, "%s\n", res->message);
            break;
        }
        ok = run_some(b, group, n / 2);
        group += n / 2;
        n -= n / 2;
    }
    free(res);
    return ok;
}

/* All groups of a file, in as few launches as faults allow; false: out of memory, or the board is lost. */
static bool run_all(struct batch b, struct gt_vector_group *g, unsigned n)
{
    struct gt_vector_group **list = malloc(n * sizeof *list);
    b.gpu = gt_gpu_new(n * GROUP_BYTES + 65536);
    if (b.gpu && b.board)
        b.gpu->chip = gt_board_chip(b.board);
    b.code = malloc(4 * (START_WORDS + n * PIECE_WORDS));
    b.pc = malloc(n * sizeof *b.pc);
    bool ok = list && b.gpu && b.code && b.pc && (b.base = gt_alloc(b.gpu, n * GROUP_BYTES)) != 0;
    if (ok) {
        unsigned some = 0;
        for (unsigned i = 0; i < n; i++)
            if (board_lacks(b.board, &g[i]))
                g[i].outcome = GT_VECTOR_UNIMPLEMENTED;
            else
                list[some++] = &g[i];
        ok = run_some(&b, list, some);
    } else if (b.log) {
        fprintf(b.log, "out of memory\n");
    }
    gt_gpu_free(b.gpu);
    free(b.code);
    free(b.pc);
    free(list);
    return ok;
}

static bool run_target(void *ctx, enum gt_vector_class cls, struct gt_vector_group *g, unsigned n, FILE *log)
{
    return run_all((struct batch){.target = *(const enum gt_target *)ctx, .cls = cls, .log = log}, g, n);
}

static bool run_board(void *ctx, enum gt_vector_class cls, struct gt_vector_group *g, unsigned n, FILE *log)
{
    return run_all((struct batch){.target = GT_TARGET_FPGA, .board = ctx, .cls = cls, .log = log}, g, n);
}

struct gt_vectors_engine gt_vectors_on_board(struct gt_board *board)
{
    return (struct gt_vectors_engine){run_board, board};
}

bool gt_vectors_on_target(const char *name, struct gt_vectors_engine *engine)
{
    static enum gt_target targets[] = {GT_TARGET_MODEL, GT_TARGET_RTL, GT_TARGET_LOCKSTEP};
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        if (!strcmp(name, gt_target_name(targets[i])) && gt_target_available(targets[i])) {
            *engine = (struct gt_vectors_engine){run_target, &targets[i]};
            return true;
        }
    return false;
}

struct arguments {
    struct gt_vectors_engine engine;
    const char  *device;                    /* of target fpga; NULL: another target */
    const char **file;
    int          n;
    bool         skip;
    struct cmd_asked asked;
};

/* --target: func, or one that runs kernels. */
static int take_target(void *ctx, const char *name, const char *value)
{
    struct arguments *a = ctx;

    (void)name;
    a->device = gt_target_device(value);
    if (a->device)
        return CLI_GO_ON;
    if (!strcmp(value, "func"))
        a->engine = gt_vectors_func;
    else if (!gt_vectors_on_target(value, &a->engine))
        return cli_usage("vectors", "unknown target '%s'; there are %s", value,
                         gt_target_available(GT_TARGET_RTL) ? GT_TARGET_LIST : "func, model, fpga:DEVICE");
    return CLI_GO_ON;
}

static int take_operand(void *ctx, const char *value)
{
    struct arguments *a = ctx;

    a->file[a->n++] = value;
    return CLI_GO_ON;
}

static const struct cli_option options[] = {
    { .name = "--target", .arg = "T", .kind = CLI_CALL, .take = take_target, .words = "func model rtl lockstep",
      .help = "default func: each instruction alone on the functional model; fpga:DEVICE: a board" },
    OPT_FLAG("--skip-unimplemented", struct arguments, skip,
             "instructions that the target does not have are no failure"),
    { 0 }
};
static int run_vectors(int argc, char **argv);

const struct cli_command gt_command_vectors = {
    .name = "vectors", .what = "operands and results of each arithmetic instruction", .group = CLI_VERIFY,
    .usage = "[options] FILE.tsv[.gz]...",
    .about = "Runs arithmetic conformance vectors (tests/vectors/README.md).",
    .options = options, .operand = take_operand, .asked = offsetof(struct arguments, asked), .run = run_vectors,
};

static int run_vectors(int argc, char **argv)
{
    struct arguments a = { .engine = gt_vectors_func, .file = calloc((size_t)argc, sizeof *a.file) };
    struct gt_board *board = NULL;
    char err[1024];
    int rc = a.file ? cli_options(&gt_command_vectors, &a, argc, argv) : cli_failure("vectors", "out of memory");

    if (rc == CLI_GO_ON && !a.n)
        rc = cli_usage("vectors", "expected a file of vectors");
    if (rc == CLI_GO_ON && a.device) {
        if ((board = gt_board_open(a.device, err, sizeof err)))
            a.engine = gt_vectors_on_board(board);
        else
            rc = cli_failure("vectors", "%s", err);
    }
    if (rc == CLI_GO_ON)
        rc = gt_vectors_files(&a.engine, a.file, a.n, a.skip) ? CLI_OK : CLI_FAILURE;
    gt_board_close(board);
    free(a.file);
    return rc;
}
