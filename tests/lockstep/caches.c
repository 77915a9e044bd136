/* SPDX-License-Identifier: Apache-2.0
 *
 * caches CHIP SEED N: N random programs with more code and more constants than the caches hold, in lockstep. A
 * program is a ring of pieces of straight-line code, gone through three times; even and odd warps go from piece to
 * piece in different orders. Constants with fixed addresses and with addresses that differ by lane are scattered in
 * the pieces. In every second program the pieces are short and lie in eight lines, five of one set of the instruction
 * L1 and three of the set before it: lines are fetched ahead, demanded and used again in one set at the same time.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_sm.h"
#include "text.h"

#define PIECES 24
#define MAX_WORDS 8192

struct program {
    uint32_t seed, code[MAX_WORDS], n;
    uint32_t at[PIECES];                /* byte address of each piece */
    uint32_t jump[PIECES][2];           /* word of its jumps: of odd warps, of even warps */
    uint32_t next[2][PIECES];           /* orders */
};

static uint32_t draw_below(struct program *p, uint32_t n)
{
    p->seed = p->seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(p->seed >> 4) * n >> 28);
}

static void put_line(struct program *p, const char *fmt, ...)
{
    char line[128], err[256];
    uint32_t w0, w1;
    int bytes;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    if (p->n + 2 > MAX_WORDS || !isa_asm_line(line, &w0, &w1, &bytes, err, sizeof err)) {
        fprintf(stderr, "caches: '%s': %s\n", line, p->n + 2 > MAX_WORDS ? "too much code" : err);
        exit(1);
    }
    p->code[p->n++] = w0;
    if (bytes == 8)
        p->code[p->n++] = w1;
}

/* A jump that is known later; always one 8-byte instruction. */
static uint32_t put_jump(struct program *p, const char *predicate)
{
    uint32_t at = p->n;
    put_line(p, "%sbra 0x0", predicate);
    return at;
}

static void aim_branch(struct program *p, uint32_t jump, const char *predicate, uint32_t to)
{
    uint32_t end = p->n;
    p->n = jump;
    put_line(p, "%sbra 0x%x", predicate, to);
    p->n = end;
}

/* Pieces 0 to PIECES - 1 in a random order that starts with 0 and ends with the last. */
static void draw_order(struct program *p, uint32_t next[PIECES])
{
    uint32_t list[PIECES];
    for (uint32_t i = 0; i < PIECES; i++)
        list[i] = i;
    for (uint32_t i = PIECES - 2; i > 1; i--) {
        uint32_t k = 1 + draw_below(p, i), t = list[i];
        list[i] = list[k];
        list[k] = t;
    }
    for (uint32_t i = 0; i + 1 < PIECES; i++)
        next[list[i]] = list[i + 1];
}

/* A piece of code: arithmetic, and constants from addresses near each other or far apart. */
static void put_piece(struct program *p, uint32_t most)
{
    static const uint32_t range[] = {0x100, 0xa00, 0x2800, 0x8000};
    uint32_t bytes = range[draw_below(p, 4)];
    for (uint32_t k = 2 + draw_below(p, most); k; k--)
        switch (draw_below(p, 10)) {
        case 0: put_line(p, "ld.b32 $r13, c%u[0x%x]", draw_below(p, 2),
                         4 * draw_below(p, 16) + 0x200 * draw_below(p, 12)); break;
        case 1: put_line(p, "add.b32 $r4, $r4, c%u[0x%x]", draw_below(p, 2), 4 * draw_below(p, 128)); break;
        case 2: put_line(p, "ld.b32 $r6, c%u[$a%u]", draw_below(p, 2), 1 + draw_below(p, 2)); break;
        case 3: put_line(p, "mov.b32 $r7, 0x%x", 4 * draw_below(p, bytes / 4)), put_line(p, "shl $a2, $r7, 0x0"); break;
        default: put_line(p, "mov.b32 $r%u, 0x%x", 8 + draw_below(p, 5), draw_below(p, 1 << 20)); break;
        }
}

/* Pieces of one or two instructions and their jumps, each in 32 bytes of one of the lines. */
#define LINE 64                         /* words */
#define SLOT 8
#define CLOSE_WORDS (LINE * 25)
/* Pieces of one instruction each, in lines of few sets of the instruction cache. */
static void close_pieces(struct program *p)
{
    uint32_t set = draw_below(p, 4), end = CLOSE_WORDS;
    bool taken[CLOSE_WORDS / SLOT] = {false};
    while (p->n < end)
        put_line(p, "nop");
    for (uint32_t i = 0; i < PIECES; i++) {
        uint32_t line, slot;
        do {
            line = 4 + (draw_below(p, 8) < 5 ? 4 * draw_below(p, 5) + set : 4 * draw_below(p, 3) + (set + 3) % 4);
            slot = LINE / SLOT * line + draw_below(p, LINE / SLOT);
        } while (taken[slot]);
        taken[slot] = true;
        p->n = SLOT * slot;
        p->at[i] = 4 * p->n;
        put_line(p, "add.b32 $r%u, $r4, 0x%x", 4 + draw_below(p, 8), draw_below(p, 1 << 10));
        if (i + 1 < PIECES) {
            p->jump[i][0] = put_jump(p, "@$c1.lg ");
            p->jump[i][1] = put_jump(p, "");
        } else {
            p->jump[i][1] = put_jump(p, "");
        }
    }
    p->n = p->jump[PIECES - 1][1];
    put_line(p, "bra 0x%x", 4 * end);
    p->n = end;
}

/* A program of pieces that two groups of warps go through in different orders. */
static void make_program(struct program *p, uint32_t seed)
{
    uint32_t most = 8 + 16 * (seed / 2 % 8), over;
    memset(p, 0, sizeof *p);
    p->seed = seed * 7919 + 1;
    draw_order(p, p->next[0]);
    draw_order(p, p->next[1]);
    put_line(p, "cvt.u32.u16 $r0, $r0l");
    put_line(p, "shl $a1, $r0, 0x%x", draw_below(p, 6));
    put_line(p, "shr.u32 $r1, $r0, 0x5");
    put_line(p, "mov.b32 $r2, 0x1");
    put_line(p, "and.b32 $r1|$c1, $r1, $r2");
    put_line(p, "mov.b32 $r3, 0x%x", seed % 2 ? 3 : 20);
    if (seed % 2 == 0) {
        over = put_jump(p, "");
        close_pieces(p);
        aim_branch(p, over, "", p->at[0]);
    }
    for (uint32_t i = 0; i < PIECES && seed % 2; i++) {
        p->at[i] = 4 * p->n;
        put_piece(p, most);
        if (i + 1 < PIECES) {
            p->jump[i][0] = put_jump(p, "@$c1.lg ");
            p->jump[i][1] = put_jump(p, "");
        }
    }
    put_line(p, "add.b32 $r14, $r14, 0x1");
    put_line(p, "set.l.u32 _|$c0, $r14, $r3");
    put_line(p, "@$c0.lg bra 0x%x", p->at[0]);
    put_line(p, "shl.b32 $r2, $r0, 0x3");
    put_line(p, "add.b32 $r2, s[0x10].b32, $r2");
    put_line(p, "st.b32 g14[$r2], $r4");
    put_line(p, "add.b32 $r2, $r2, 0x4");
    put_line(p, "st.b32 g14[$r2], $r6");
    put_line(p, "nop.exit");
    for (uint32_t i = 0; i + 1 < PIECES; i++) {
        aim_branch(p, p->jump[i][0], "@$c1.lg ", p->at[p->next[1][i]]);
        aim_branch(p, p->jump[i][1], "", p->at[p->next[0][i]]);
    }
}

/* The program in lockstep. */
static bool run_program(const struct gt_chip *chip, uint32_t seed)
{
    struct program *p = malloc(sizeof *p);
    struct gt_gpu *g = gt_gpu_new(1 << 20);
    struct gt_result res;
    uint32_t out = g ? gt_alloc(g, 8 * 512) : 0, word;
    char name[32];
    if (!p || !out)
        return false;
    make_program(p, seed);
    g->chip = chip;
    for (uint32_t a = 0; a < 0x8000; a += 4) {
        word = a * 2654435761u;
        gt_const_write(g, 0, a, &word, 4);
        word = ~word;
        gt_const_write(g, 1, a, &word, 4);
    }
    uint32_t threads = 32 * (seed % 2 ? 1 + seed % 5 : 2 + seed % 11);
    snprintf(name, sizeof name, "caches-%u", seed);
    const struct gt_launch l = {
        .name = name, .code = p->code, .code_words = p->n, .regs = 16, .smem = 20,
        .grid_x = (1 + seed % 3) * chip->sms, .grid_y = 1, .block_x = threads, .block_y = 1, .block_z = 1,
        .params = &out, .param_words = 1,
    };
    gt_lockstep_run(g, &l, &res, &(struct gt_rtl_opts){.fst = ""});
    printf("%s: %u bytes of code, %llu warp instructions, %llu cycles %s\n", name, 4 * p->n,
           (unsigned long long)res.warp_insns, (unsigned long long)res.cycles,
           res.status == GT_OK ? "" : res.message);
    gt_gpu_free(g);
    free(p);
    return res.status == GT_OK;
}

int main(int argc, char **argv)
{
    char err[256];
    const struct gt_chip *chip = argc == 4 ? gt_chip_find(argv[1], err, sizeof err) : NULL;
    uint32_t seed = chip ? (uint32_t)strtoul(argv[2], NULL, 0) : 0, n = chip ? (uint32_t)strtoul(argv[3], NULL, 0) : 0;
    bool ok = true;
    if (!n) {
        fprintf(stderr, "usage: caches CHIP SEED N\n");
        return 2;
    }
    for (uint32_t i = 0; i < n; i++)
        ok = run_program(chip, seed + i) && ok;
    return ok ? 0 : 1;
}
