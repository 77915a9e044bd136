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

struct flow { uint64_t s; char *text; size_t n; unsigned lines, labels; bool yields, apart; };

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

/* A store whose lanes may have one address, into 128 bytes of the warp; each lane loads a word of these. */
static void put_collision(struct flow *f, bool global)
{
    static const char *const size[] = { ".U8", ".U16", "", ".64", ".128" };
    static const unsigned from[] = { 9, 9, 9, 8, 4 };
    unsigned how = random_below(f, 5), a = random_below(f, 12), step = how < 2 ? 1u << how : 4u << (how - 2);
    uint32_t keep = random_below(f, 128) & -step;
    const char *to = global ? "desc[UR4][R32.64]" : "[R22+0x480]";
    const char *of = global ? "desc[UR4][R36.64]" : "[R23+0x480]";

    OP("SHF.R.U32.HI R22, RZ, 0x%x, R%u", random_below(f, 25), a);
    OP("LOP3.LUT R22, R22, 0x%x, RZ, 0xc0, !PT", keep);
    LOADS("S2R R23, SR_LANEID");
    WAITS();
    OP("IMAD.SHL.U32 R23, R23, 0x4, RZ");
    if (global) {
        OP("LOP3.LUT R34, R30, 0xffffffe0, RZ, 0xc0, !PT");
        OP("IMAD R22, R34, 0x40, R22");
        OP("IMAD R23, R34, 0x40, R23");
        for (unsigned i = 0; i < 2; i++) {
            OP("IADD3 R%u, P0, R%u, c[0x0][0x220], RZ", 32 + 4 * i, 22 + i);
            OP("IADD3.X R%u, RZ, c[0x0][0x224], RZ, P0, !PT", 33 + 4 * i);
        }
    }
    put_text(f, "[B------:R1:W-:Y:S15] ST%s%s %s, R%u\n", global ? "G.E" : "S", size[how], to,
             random_below(f, from[how] + 1) & (how < 3 ? ~0u : how == 3 ? ~1u : ~3u));
    f->lines++;
    WAITS();
    LOADS("LD%s R%u, %s", global ? "G.E.STRONG.GPU" : "S", random_below(f, 10), of);
}

/* What lanes do with each other, those that are here now; some of them end. */
static void put_together(struct flow *f)
{
    static const char *const shuffle[] = { "IDX", "UP", "DOWN", "BFLY" }, *const vote[] = { "ALL", "ANY", "EQ" };
    static const char *const redux[] = { "", ".OR", ".XOR", ".SUM", ".MIN", ".MAX", ".MIN.S32", ".MAX.S32" };
    unsigned d = random_below(f, 10), a = random_below(f, 12), how = random_below(f, 15);

    switch (how) {
    case 0:
        LOADS("SHFL.%s P%u, R%u, R%u, 0x%x, 0x%x", shuffle[random_below(f, 4)], 1 + random_below(f, 3), d, a,
              random_below(f, 32), random_below(f, 2) ? 0x1f : random_below(f, 1 << 13));
        break;
    case 1:
        LOADS("SHFL.%s P%u, R%u, R%u, R%u, 0x1f", shuffle[random_below(f, 4)], 1 + random_below(f, 3), d, a,
              random_below(f, 10));
        break;
    case 2:
        put_condition(f);
        OP("VOTE.%s R%u, P%u, P0", vote[random_below(f, 3)], d, 1 + random_below(f, 3));
        break;
    case 3:
        put_condition(f);
        OP("VOTEU.%s UR8, UP0, %sP0", vote[random_below(f, 3)], random_below(f, 2) ? "!" : "");
        OP("NOP");
        OP("MOV R%u, UR8", d);
        break;
    case 4: case 5:
        OP("LOP3.LUT R20, R%u, 0x%x, RZ, 0xc0, !PT", a, 1u << random_below(f, 31) | 1u << random_below(f, 31));
        if (how == 4)
            LOADS("MATCH.ANY R%u, R20", d);
        else
            LOADS("MATCH.ALL P%u, R%u, R20", 1 + random_below(f, 3), d);
        break;
    case 6:
        LOADS("REDUX%s UR9, R%u", redux[random_below(f, 8)], a);
        WAITS();
        OP("NOP");
        OP("MOV R%u, UR9", d);
        break;
    case 7:
        LOADS("R2UR UR10, R%u", a);
        WAITS();
        OP("NOP");
        OP("MOV R%u, UR10", d);
        break;
    case 8:
        OP("LOP3.LUT R20, R%u, 0x%x, RZ, 0xc0, !PT", a, 7u << random_below(f, 30));
        OP("ISETP.EQ.AND P0, PT, R20, RZ, PT");
        OP("NOP");
        OP("@P0 EXIT");
        break;
    case 9:
        OP("VOTE.ANY R20, PT, PT");
        OP("NOP");
        OP("WARPSYNC R20");
        break;
    case 10:
        LOADS("S2R R%u, %s", d, random_below(f, 2) ? "SR_LTMASK" : "SR_LANEID");
        break;
    case 11:
        put_collision(f, false);
        break;
    case 12:
        put_collision(f, true);
        break;
    case 13: {
        unsigned b = random_below(f, 4);
        LOADS("BMOV.32.CLEAR R%u, B%u", d, b);
        WAITS();
        OP("BMOV.32 B%u, R%u", b, d);
        break;
    }
    default:
        if (a < 3) {
            OP("LOP3.LUT R22, R%u, 0x8, RZ, 0xc0, !PT", random_below(f, 10));
            LOADS("ATOMS.POPC.INC.32 R%u, [R22+URZ+0x480]", d);
        } else {
            LOADS("ATOMS.ADD R%u, [0x404], R%u", d, a);
        }
    }
    WAITS();
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

/* Lanes go to two places by BRX or by RET, and meet behind. */
static void put_table(struct flow *f, unsigned depth)
{
    unsigned l = f->labels++, bit = random_below(f, 30), ret = random_below(f, 2);

    OP("SHF.R.U32.HI R22, RZ, 0x%x, R%u", bit, random_below(f, 12));
    OP("LOP3.LUT R22, R22, 0x1, RZ, 0xc0, !PT");
    OP("MOV R23, RZ");
    OP("BSSY B%u, `(join%u)", depth, l);
    OP("IMAD R22, R22, 0x80, RZ");
    if (ret) {
        OP("IADD3 R22, R22, 0x%x, RZ", 16 * (f->lines + 2));
        OP("RET.REL.NODEC R22 `(base)");
    } else {
        OP("BRX R22 0x0");
    }
    for (unsigned i = 0; i < 2; i++) {      /* eight instructions each */
        put_shared_load(f);
        OP("BRA `(join%u)", l);
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
    for (unsigned i = 1 + random_below(f, 3); i; i--) {
        if (f->apart && !random_below(f, 3))
            put_together(f);
        if (f->apart && depth < DEEP && !random_below(f, 8))
            put_table(f, depth);
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
    const char *guard = f->apart && random_below(f, 2) ? "@P5 " : "";

    if (f->apart) {             /* lanes by whose numbers some of each warp are there */
        LOADS("S2R R20, SR_LANEID");
        WAITS();
        OP("LOP3.LUT R20, R20, 0x3, RZ, 0xc0, !PT");
        OP("ISETP.%s.AND P5, PT, R20, 0x%x, PT", random_below(f, 2) ? "EQ" : "NE", random_below(f, 4));
    }

    OP("LOP3.LUT P0, RZ, R%u, 0x%x, RZ, 0xc0, !PT", random_below(f, 10),
       random_below(f, 2) ? 1u << random_below(f, 32) : -1u);
    OP("NOP");
    OP("%sBAR.RED.%s.DEFER_BLOCKING 0x%x, %sP0", guard, how[random_below(f, 3)], random_below(f, 4),
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
    struct flow flow = { .s = number * 0x2545f4914f6cdd1d, .apart = number & CASE_APART }, *f = &flow;

    begin_text(f, m);
    for (unsigned i = 0; f->apart && i < 64; i += 4) {
        put_text(f, "[B------:R1:W-:Y:S15] STS [R26+0x%x], RZ\n", i);
        f->lines++;
        WAITS();
    }
    if (f->apart) {             /* some lanes end, others stay in each warp */
        LOADS("S2R R20, SR_LANEID");
        WAITS();
        OP("LOP3.LUT R20, R20, 0x4, R%u, 0x80, !PT", random_below(f, 10));
        OP("ISETP.NE.AND P0, PT, R20, RZ, PT");
        OP("NOP");
        OP("@P0 EXIT");
    }
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
    const bool apart = seed & CASE_APART;
    struct flow flow = { .s = seed * 0x2545f4914f6cdd1d, .yields = !apart && (seed & 1), .apart = apart }, *f = &flow;

    begin_text(f, m);
    for (unsigned i = 0; i < 4; i++)
        OP("MOV R%u, RZ", 16 + i);
    put_text(f, "[B------:R1:W-:Y:S15] STS [0x400], RZ\n");
    f->lines++;
    WAITS();
    for (unsigned i = 4; apart && i < 256; i += i < 0x80 ? 0x7c : 4) {
        put_text(f, "[B------:R1:W-:Y:S15] STS [0x%x], RZ\n", 0x400 + i);
        f->lines++;
        WAITS();
    }
    for (unsigned i = 0; apart && i < 128; i += 4) {
        put_text(f, "[B------:R1:W-:Y:S15] STG.E desc[UR4][R24.64+0x%x], RZ\n", i % 64);
        f->lines++;
        WAITS();
    }
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
