/* SPDX-License-Identifier: Apache-2.0
 *
 * The bodies for whole warps (cmodel/sm70/bound.c) against those of the units, which are held against a GPU: random
 * words of every row that has such a body, on random registers, constants and memory; everything a body can change is
 * compared, messages too.
 */
#include "bound.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { TRIES = 90, MEMORY = 4096, SHARED = 2048, BANK = 1 << 16, LEAST = 40, SHARES = 16 };

static uint64_t state = 0x9e3779b97f4a7c15;

static uint64_t next_random(void *ctx)
{
    (void)ctx;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Numbers at the edges as often as any others. */
static uint32_t random_word(void)
{
    static const uint32_t edges[] = { 0, 1, 31, 32, 33, 63, 64, 0x7fffffff, 0x80000000, 0xffffffff, 0x7f800000,
                                      0xff800000, 0x7fc00000, 0xffa00001, 0x00000123, 0x80400000, 0x3f800000 };
    uint64_t r = next_random(NULL);

    return r >> 60 < 6 ? edges[(r >> 32 & 0xffff) % (sizeof edges / sizeof *edges)] : (uint32_t)r;
}

struct machine {
    struct sm70_device device;
    struct sm70_launch launch;
    struct sm70_block block;
    struct sm70_counts counts;
    struct sm70_warp warp;
    uint32_t rows[PROGRAM_ROWS + 8][LANES];
    uint8_t memory[MEMORY], shared[SHARED];
    char message[SM70_MESSAGE];
};

static struct machine one, two;
static uint8_t constants[BANK];

static void connect_machine(struct machine *m, const struct sm70_program *p)
{
    m->device.memory = m->memory;
    m->block.device = &m->device;
    m->block.launch = &m->launch;
    m->block.counts = &m->counts;
    m->block.program = p;
    m->block.shared = m->shared;
    m->block.constants = constants;
    m->block.message = m->message;
    m->warp.block = &m->block;
    m->warp.r = m->rows;
    m->warp.u = m->rows + UNIFORM_ROWS;
}

/* An address that may be wrong: next to the end, or of another 4 GB. */
static uint64_t spoil_address(uint64_t at, uint64_t r, uint32_t size)
{
    switch (r % 5) {
    case 0: return size - 12 + 4 * (r >> 8 & 3);
    case 1: return at + (1ull << 32);
    case 2: return at - (1ull << 32);
    case 3: return at + 1 + (r >> 8 & 1);
    default: return random_word();
    }
}

/* Addresses of one of four patterns; those of one lane, or of all, may be wrong. */
static void make_addresses(const struct sm70_op *op)
{
    const struct sm70_field *f = op->address;
    unsigned n = bits(op, 24, 8);
    bool shared = bits(op, 0, 8) == 0x84 || bits(op, 0, 8) == 0x88;
    uint64_t r = next_random(NULL), added = (uint64_t)(int64_t)((int32_t)(bits(op, 40, 24) << 8) >> 8);
    uint32_t size = shared ? SHARED : MEMORY, first = (uint32_t)(r >> 8) % size & ~63u, bad = r >> 40 & 7;

    if (n == RZ)
        return;
    if (f->ur != SM70_NONE && f->kind != SM70_MEM_DESC) {
        unsigned u = bits(op, f->ur, 6);
        added += one.warp.u[u][0];
        if (f->kind == SM70_MEM_U64 && u != URZ)
            added += (uint64_t)one.warp.u[u + 1][0] << 32;
    }
    if (r >> 60 & 1)                            /* nothing is added to the lower words, then */
        one.device.base = (1ull << 44) + added;
    EACH(l) {
        uint64_t at = (uint32_t)next_random(NULL) & ~15u;
        if (r & 3)
            at = r & 1 ? first : first + (r & 4 ? 4 : 16) * l;
        at %= size;
        if (bad < 3 && (bad || l == (r >> 50 & 31)))
            at = spoil_address(at, r >> 16, size);
        at += (shared ? 0 : one.device.base) - added;
        one.rows[n][l] = (uint32_t)at;
        if (!shared && n + 1 < RZ)
            one.rows[n + 1][l] = (uint32_t)(at >> 32);
    }
}

/* Registers, predicates and memory, of which SHARES words one behind the other have the same. */
static void make_state(const struct sm70_program *p)
{
    static struct machine made;
    static unsigned n;

    for (unsigned i = 0; n % SHARES == 0 && i < 256 + 64; i++) {
        uint32_t same = random_word();
        EACH(l)
            made.rows[i][l] = i == RZ || i == UNIFORM_ROWS + URZ ? 0 : i >= UNIFORM_ROWS ? same : random_word();
    }
    for (unsigned i = 0; n % SHARES == 0 && i < MEMORY; i++) {
        made.memory[i] = (uint8_t)next_random(NULL);
        made.shared[i % SHARED] = (uint8_t)next_random(NULL);
    }
    n++;
    one = made;
    one.device = (struct sm70_device){ .base = (uint64_t)random_word() << 12 | 1ull << 44, .bytes = MEMORY };
    one.block.nshared = SHARED;
    one.block.nconstants = BANK;
    connect_machine(&one, p);
    for (unsigned i = 0; i < 8; i++) {
        one.warp.p[i] = i == PT ? ALL : random_word();
        one.warp.up[i] = i == PT || random_word() & 1 ? ALL : 0;
    }
    if (p->ops[0].address)
        make_addresses(&p->ops[0]);
}

/* The first thing in which the machines differ; NULL: none. */
static const char *find_difference(void)
{
    static char text[64];

    for (unsigned n = 0; n < 256 + 64; n++)
        EACH(l)
            if (one.rows[n][l] != two.rows[n][l]) {
                snprintf(text, sizeof text, "row %u, lane %u: %08" PRIx32 ", %08" PRIx32, n, l, one.rows[n][l],
                         two.rows[n][l]);
                return text;
            }
    if (memcmp(one.warp.p, two.warp.p, sizeof one.warp.p) || memcmp(one.warp.up, two.warp.up, sizeof one.warp.up))
        return "predicates";
    if (memcmp(one.memory, two.memory, MEMORY) || memcmp(one.shared, two.shared, SHARED))
        return "memory";
    return one.block.failed != two.block.failed || strcmp(one.message, two.message) ? "message" : NULL;
}

/* Of whose words few have a body for whole warps. */
static bool accesses_memory(const struct sm70_row *row)
{
    return row->name[0] == 'L' ? row->name[1] == 'D' : row->name[0] == 'S' && row->name[1] == 'T';
}

/* No carry or other predicate beside the result, an offset that is a multiple of 16. */
static void make_plain(struct sm70_word *w, const struct sm70_row *row)
{
    if (accesses_memory(row))
        sm70_set(w, 40, 4, 0);
    for (unsigned i = 0; i < row->nfields; i++)
        if ((row->fields[i].kind == SM70_P || row->fields[i].kind == SM70_UP) && row->fields[i].pos >= 81 &&
            row->fields[i].pos <= 84)
            sm70_set(w, row->fields[i].pos, 3, PT);
}

/* Runs a word both ways. Has it a body for whole warps, and has that a result? */
static bool try_word(enum sm70_chip chip, struct sm70_word w)
{
    struct sm70_kernel k = { .name = (char *)"k", .code = &w, .ncode = 1 };
    struct sm70_program *p = sm70_program_new(chip, &k);
    bool whole, bank = false;
    const char *what;

    for (unsigned i = 0; p && i < 3; i++)
        bank = bank || p->ops[0].s[i].kind == OPERAND_BANK;
    if (bank) {                         /* bank 0, a multiple of 8 */
        sm70_program_free(p);
        sm70_set(&w, 54, 5, 0);
        sm70_set(&w, 38, 3, 0);
        p = sm70_program_new(chip, &k);
    }
    if (!p)
        exit(1);
    const struct sm70_op *op = &p->ops[0];
    whole = op->whole;
    if (whole) {
        make_state(p);
        if (!sm70_fill_rows(&one.block, &one.warp)) {
            printf("a constant is not there\n");
            exit(1);
        }
        two = one;
        connect_machine(&two, p);
        op->body(&one.warp, op, ALL);
        op->whole(&two.warp, op, ALL);
        what = find_difference();
        if (what) {
            printf("%s, %016" PRIx64 "%016" PRIx64 ": by the unit, by the whole warp: %s %s\n", op->row->name, w.hi,
                   w.lo, what, one.message);
            exit(1);
        }
        whole = !one.block.failed;
    }
    sm70_program_free(p);
    return whole;
}

int main(void)
{
    static const char *const names[] = {
        "MOV", "UMOV", "SEL", "USEL", "FSEL", "IADD3", "UIADD3", "VIADD", "IMAD", "IMAD.MOV", "IMAD.SHL", "IMAD.IADD",
        "UIMAD", "IMAD.WIDE", "UIMAD.WIDE", "LEA", "ULEA", "LOP3.LUT", "ULOP3.LUT", "SHF", "USHF", "ISETP", "UISETP",
        "FSETP", "IMNMX", "VIMNMX", "FMNMX", "FADD", "FMUL", "FFMA", "LDG", "LDS", "STG", "STS",
    };
    enum { NAMES = sizeof names / sizeof *names };
    unsigned reached[NAMES] = { 0 };
    struct sm70_word w;

    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
        printf("no AVX2 and FMA here: no such bodies\n");
        return 77;
    }
    for (size_t i = 0; i < BANK; i++)
        constants[i] = (uint8_t)next_random(NULL);
    for (size_t r = 0; r < sm70_rows(); r++)
        for (unsigned c = 0; c < SM70_CHIPS; c++)
            for (unsigned i = 0; sm70_row_has(r, c) && i < (accesses_memory(&sm70_table[r]) ? 8 : 1) * TRIES; i++) {
                if (!sm70_row_word(r, next_random, NULL, &w))
                    continue;
                if (i % 2)
                    make_plain(&w, &sm70_table[r]);
                if (!try_word((enum sm70_chip)c, w))
                    continue;
                for (unsigned n = 0; n < NAMES; n++)
                    reached[n] += !strcmp(names[n], sm70_table[r].name);
            }
    for (unsigned n = 0; n < NAMES; n++)
        if (reached[n] < LEAST) {
            printf("%s: %u results, expected at least %d\n", names[n], reached[n], LEAST);
            return 1;
        }
    return 0;
}
