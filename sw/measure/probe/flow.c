/* SPDX-License-Identifier: Apache-2.0
 *
 * Random programs of branches, loops, calls and convergence barriers. What each lane executes is told by registers, and
 * in which order the paths went by a number in shared memory that each of them reads and makes one more. Programs of
 * even numbers have no YIELD.
 */
#include "cases.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 18, DEEP = 4 };

struct flow { uint64_t s; char *text; size_t n; unsigned lines, labels; bool yields; };

static unsigned random_below(struct flow *f, unsigned n)
{
    uint64_t z = f->s += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (unsigned)((z ^ z >> 31) % n);
}

static __attribute__((format(printf, 2, 3))) void put_text(struct flow *f, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int n = vsnprintf(f->text + f->n, ROOM - f->n, format, args);
    va_end(args);
    if (n < 0 || f->n + (size_t)n >= ROOM)
        abort();
    f->n += (size_t)n;
}

#define OP(...) (put_text(f, "[B------:R-:W-:Y:S15] " __VA_ARGS__), put_text(f, "\n"), f->lines++)
#define LOADS(...) (put_text(f, "[B------:R-:W0:Y:S15] " __VA_ARGS__), put_text(f, "\n"), f->lines++)
#define WAITS() (put_text(f, "[B012345:R-:W-:Y:S15] NOP\n"), f->lines++)

static void put_arithmetic(struct flow *f)
{
    unsigned d = random_below(f, 10), a = random_below(f, 12);

    switch (random_below(f, 4)) {
    case 0: OP("IADD3 R%u, R%u, 0x%x, R%u", d, a, random_below(f, 1 << 16), d); break;
    case 1: OP("IMAD R%u, R%u, 0x%x, R%u", d, d, 3 + 2 * random_below(f, 100), a); break;
    case 2: OP("LOP3.LUT R%u, R%u, 0x%x, R%u, 0x%x, !PT", d, d, random_below(f, 1 << 20), a,
               random_below(f, 256)); break;
    default: OP("SHF.L.W.U32.HI R%u, R%u, 0x%x, R%u", d, d, 1 + random_below(f, 31), d);
    }
}

/* The number in shared memory: into a register, and one more. */
static void put_shared_load(struct flow *f)
{
    LOADS("LDS R14, [0x400]");
    WAITS();
    OP("IMAD R%u, R%u, 0x1f, R14", 10 + random_below(f, 2), 10 + random_below(f, 2));
    OP("IADD3 R14, R14, 0x1, RZ");
    OP("NOP");
    put_text(f, "[B------:R1:W-:Y:S15] STS [0x400], R14\n");
    f->lines++;
    WAITS();
}

static void put_condition(struct flow *f)
{
    OP("LOP3.LUT P0, RZ, R%u, 0x%x, RZ, 0xc0, !PT", random_below(f, 10), 1u << random_below(f, 32));
    OP("NOP");
}

static void put_sequence(struct flow *f, unsigned depth);

/* A branch with one side or two, whose lanes meet at a BSYNC. */
static void put_branch(struct flow *f, unsigned depth)
{
    unsigned l = f->labels++;

    put_condition(f);
    OP("BSSY B%u, `(join%u)", depth, l);
    OP("@%sP0 BRA `(else%u)", random_below(f, 2) ? "!" : "", l);
    put_sequence(f, depth + 1);
    if (random_below(f, 4)) {
        OP("BRA `(join%u)", l);
        put_text(f, "else%u:\n", l);
        put_sequence(f, depth + 1);
    } else {
        put_text(f, "else%u:\n", l);
    }
    put_text(f, "join%u:\n", l);
    OP("BSYNC B%u", depth);
}

/* With a way out of the middle, which an outer barrier waits for. */
static void put_loop(struct flow *f, unsigned depth)
{
    unsigned l = f->labels++, inner = depth + 1, counter = 16 + depth;

    OP("LOP3.LUT R%u, R%u, 0x3, RZ, 0xc0, !PT", counter, random_below(f, 10));
    OP("BSSY B%u, `(out%u)", depth, l);
    OP("BSSY B%u, `(join%u)", inner, l);
    put_text(f, "loop%u:\n", l);
    put_sequence(f, depth + 2);
    if (random_below(f, 2)) {
        put_condition(f);
        OP("@P0 BREAK B%u", inner);
        OP("@P0 BRA `(out%u)", l);
    }
    OP("IADD3 R%u, R%u, -0x1, RZ", counter, counter);
    OP("ISETP.GE.AND P1, PT, R%u, RZ, PT", counter);
    OP("NOP");
    OP("@P1 BRA `(loop%u)", l);
    put_text(f, "join%u:\n", l);
    OP("BSYNC B%u", inner);
    put_text(f, "out%u:\n", l);
    OP("BSYNC B%u", depth);
}

/* One to three statements. */
static void put_sequence(struct flow *f, unsigned depth)
{
    for (unsigned i = 1 + random_below(f, 3); i; i--)
        switch (random_below(f, 12)) {
        case 0: case 1: case 2:
            if (depth < DEEP)
                put_branch(f, depth);
            break;
        case 3:
            if (depth < DEEP)
                put_loop(f, depth);
            break;
        case 4:
            if (f->yields)
                OP("YIELD");
            break;
        case 5:
            if (!depth)
                OP("WARPSYNC.ALL");
            break;
        case 6:
            OP("MOV R20, 0x%x", 16 * (f->lines + 3));
            OP("MOV R21, RZ");
            OP("CALL.REL.NOINC `(function)");
            break;
        case 7: case 8:
            put_shared_load(f);
            break;
        default:
            put_arithmetic(f);
        }
}

/* Words of the lane's own of shared memory, and of another one's, with a barrier between. */
static void put_exchange(struct flow *f)
{
    unsigned at = 4 * random_below(f, 16), id = random_below(f, 4), from = random_below(f, 128);

    put_text(f, "[B------:R1:W-:Y:S15] STS [R26+0x%x], R%u\n", at, random_below(f, 10));
    f->lines++;
    WAITS();
    OP("BAR.SYNC.DEFER_BLOCKING 0x%x", id);
    OP("IADD3 R20, R26, -0x400, RZ");
    OP("LOP3.LUT R20, R20, 0x%x, RZ, 0x3c, !PT", 64 * from);
    LOADS("LDS R%u, [R20+0x%x]", random_below(f, 10), 0x400 + at);
    WAITS();
    OP("BAR.SYNC.DEFER_BLOCKING 0x%x", random_below(f, 4));
}

static void put_reduction(struct flow *f)
{
    static const char *const how[] = { "POPC", "AND", "OR" };

    OP("LOP3.LUT P0, RZ, R%u, 0x%x, RZ, 0xc0, !PT", random_below(f, 10),
       random_below(f, 2) ? 1u << random_below(f, 32) : -1u);
    OP("NOP");
    OP("BAR.RED.%s.DEFER_BLOCKING 0x%x, %sP0", how[random_below(f, 3)], random_below(f, 4),
       random_below(f, 2) ? "!" : "");
    OP("NOP");
    LOADS("B2R.RESULT R%u, P%u", random_below(f, 10), 1 + random_below(f, 3));
    WAITS();
}

/* Two warps only arrive, the other two wait for them. */
static void put_arrival(struct flow *f)
{
    unsigned l = f->labels++, id = 8 + random_below(f, 4);

    OP("IADD3 R20, R26, -0x400, RZ");
    OP("LOP3.LUT P0, RZ, R20, 0x%x, RZ, 0xc0, !PT", 1u << (11 + random_below(f, 2)));
    OP("NOP");
    OP("@P0 BRA `(else%u)", l);
    OP("BAR.ARV 0x%x, 0x80", id);
    OP("BRA `(join%u)", l);
    put_text(f, "else%u:\n", l);
    OP("BAR.SYNC.DEFER_BLOCKING 0x%x, 0x80", id);
    put_text(f, "join%u:\n", l);
    OP("BAR.SYNC.DEFER_BLOCKING 0x0");
}

/* Who is in a convergence barrier; one that waits for lanes of a register. */
static void put_membership(struct flow *f)
{
    unsigned l = f->labels++, d = random_below(f, 10);

    put_condition(f);
    OP("BSSY B1, `(join%u)", l);
    OP("@P0 BRA `(join%u)", l);
    OP("BSSY B2, `(join%u)", l);
    LOADS("BMOV.32.CLEAR R20, B2");
    WAITS();
    OP("IADD3 R%u, R%u, R20, RZ", d, d);
    OP("WARPSYNC R20");
    put_text(f, "join%u:\n", l);
    OP("BSYNC B1");
}

static void begin_text(struct flow *f, struct sm70_module *m)
{
    f->text = malloc(ROOM);
    if (!f->text)
        abort();
    put_text(f, ".arch sm_%u\n.kernel body\n.reg 40\nbase:\n", sm70_chip_name(m->chip));
}

/* Assembles the text, and appends it to the kernel. */
static void finish_text(struct flow *f, struct sm70_kernel *k)
{
    struct sm70_module body;
    char err[512];

    if (!sm70_text_read(f->text, "program", &body, err, sizeof err)) {
        fprintf(stderr, "%s\n", err);
        abort();
    }
    for (size_t i = 0; i < body.kernels->ncode; i++)
        sm70_add_word(k, body.kernels->code[i]);
    sm70_module_free(&body);
    free(f->text);
}

void case_block(struct sm70_module *m, struct sm70_kernel *k, uint64_t number)
{
    struct flow flow = { .s = number * 0x2545f4914f6cdd1d }, *f = &flow;

    begin_text(f, m);
    for (unsigned i = 4 + random_below(f, 8); i; i--)
        switch (random_below(f, 6)) {
        case 0: case 1: put_exchange(f); break;
        case 2: put_reduction(f); break;
        case 3: put_arrival(f); break;
        case 4: put_membership(f); break;
        default: put_arithmetic(f);
        }
    OP("WARPSYNC 0xffffffff");
    finish_text(f, k);
}

void case_flow(struct sm70_module *m, struct sm70_kernel *k, uint64_t seed)
{
    struct flow flow = { .s = seed * 0x2545f4914f6cdd1d, .yields = seed & 1 }, *f = &flow;

    begin_text(f, m);
    for (unsigned i = 0; i < 4; i++)
        OP("MOV R%u, RZ", 16 + i);
    put_text(f, "[B------:R1:W-:Y:S15] STS [0x400], RZ\n");
    f->lines++;
    WAITS();
    for (unsigned i = 0; i < 4; i++)
        put_sequence(f, 0);
    OP("BRA `(end)");
    put_text(f, "function:\n");
    OP("IMAD R%u, R%u, 0x35, R%u", random_below(f, 10), random_below(f, 10), random_below(f, 10));
    put_shared_load(f);
    OP("RET.REL.NODEC R20 `(base)");
    put_text(f, "end:\n");
    OP("WARPSYNC.ALL");
    finish_text(f, k);
}
