/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the random native programs and their operands, and writes both as text that can be run again.
 */
#include "cases.h"

#include "fields.h"
#include "sm70_func.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_CONSTANTS = 24, SHARED = 1024 };      /* of the parameters: in, out, scratch, constants */

static uint64_t next_random(void *ctx)
{
    uint64_t *s = ctx, z = *s += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static unsigned random_below(uint64_t *s, unsigned n)
{
    return (unsigned)(next_random(s) % n);
}

static bool begins_with(const char *s, const char *with)
{
    return !strncmp(s, with, strlen(with));
}

/* Rows by what they need. */
static bool one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(name, *list))
            return true;
    return false;
}

static const char *const not_here[] = {
    "MEMBAR", "ERRBAR", "CGAERRBAR", "CCTL", "CCTL.IVALL", "NOP", "BRA", "BRA.U", "BRX", "BSSY", "BSYNC", "BREAK",
    "EXIT", "YIELD", "WARPSYNC", "WARPSYNC.ALL", "NANOSLEEP", "CALL.REL", "RET.REL", "DEPBAR.LE", "BAR.SYNC",
    "BAR.ARV", "BAR.RED", "B2R.RESULT", "BMOV.32.CLEAR", "TEX", "TLD", "LDL", "STL", NULL
};
/* Of variable latency: a counter says when they are through. */
static const char *const variable[] = {
    "MUFU", "FCHK", "F2F", "F2F.F64.F16", "F2I", "I2F", "FRND", "FRND.F64", "POPC", "FLO", "BREV", "S2R", "S2UR",
    "LDC", "LDG", "LDS", "STG", "STS", "SHFL", "MATCH.ALL", "MATCH.ANY", "REDUX", "ATOMG", "ATOMS", "ATOMS.CAS",
    "ATOMS.CAST.SPIN", "ATOMS.POPC.INC.32", "RED", "REDG", "LD", "ST", "ATOM", "QSPC", "F2F.BF16.F32", NULL
};
static const char *const no_result[] = { "ST", "STG", "STS", "RED", "REDG", NULL };

/* .CAST: the GPU need not exchange, and the code tries again. */
static bool may_fail(size_t row)
{
    return !strcmp(sm70_row_name(row), "ATOMS.CAST.SPIN") ||
           (!strcmp(sm70_row_name(row), "ATOM") && (sm70_table[row].match[1] >> (87 - 64) & 3) == 3);
}

bool case_row(size_t row, enum sm70_chip chip)
{
    return !may_fail(row) && sm70_row_has(row, chip) && !one_of(sm70_row_name(row), not_here) && sm70_row_has_body(row);
}

static bool is_memory(const struct sm70_row *r)
{
    for (unsigned i = 0; i < r->nfields; i++)
        if (r->fields[i].kind >= SM70_MEM && r->fields[i].kind <= SM70_MEM_DESC)
            return true;
    return false;
}

/* Numbers at edges more often than others. */
static uint32_t random_edge32(uint64_t *s)
{
    uint32_t v = (uint32_t)next_random(s);

    switch (random_below(s, 8)) {
    case 0: return 0;
    case 1: return 1u << random_below(s, 32);
    case 2: return (1u << random_below(s, 32)) - 1;
    case 3: return -(1u << random_below(s, 32));
    case 4: return random_below(s, 70);
    default: return v;
    }
}

/* A number of f32: near a corner of the format, or any. */
static uint32_t edge_f32(uint64_t *s)
{
    static const uint32_t odd[] = {
        0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001, 0x00800000,
        0x007fffff, 1, 0x80000001, 0x7f7fffff, 0xff7fffff, 0x00800001, 0x3f7fffff, 0x3f800001, 0x4b000000, 0x4f000000,
        0xcf000000, 0x4f7fffff, 0x3f000000, 0x3effffff, 0x7fffffff, 0x5f000000, 0x33800000
    };
    uint32_t v = (uint32_t)next_random(s);

    switch (random_below(s, 8)) {
    case 0: return odd[random_below(s, sizeof odd / sizeof *odd)];
    case 1: return v & 0x807fffff;
    case 2: case 3: case 4: return (v & 0x807fffff) | (127 - 6 + random_below(s, 12)) << 23;
    case 5: return (v & 0x80000000) | (127 + random_below(s, 40)) << 23 | (v & 0x7f0000);
    default: return v;
    }
}

/* The same of f64. */
static uint64_t edge_f64(uint64_t *s)
{
    static const uint64_t odd[] = {
        0, 1ull << 63, 0x3ff0000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
        0xfff8000000000001, 0x7ff0000000000001, 0x0010000000000000, 0x000fffffffffffff, 1, 0x7fefffffffffffff,
        0x41dfffffffc00000, 0xc1e0000000000000, 0x43e0000000000000, 0x3fe0000000000000, 0x47efffffe0000000,
        0x47effffff0000000, 0x36a0000000000000, 0x3810000000000000
    };
    uint64_t v = next_random(s);

    switch (random_below(s, 8)) {
    case 0: return odd[random_below(s, sizeof odd / sizeof *odd)];
    case 1: return v & 0x800fffffffffffff;
    case 2: case 3: case 4: return (v & 0x800fffffffffffff) | (uint64_t)(1023 - 6 + random_below(s, 12)) << 52;
    case 5: return (v & 0x8000000000000000) | (uint64_t)(1023 - 160 + random_below(s, 320)) << 52 |
                   (v & 0xffffe00000000);
    default: return v;
    }
}

/* The same of f16. */
static uint32_t edge_f16(uint64_t *s)
{
    static const uint16_t odd[] = {
        0, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x7c01, 0x0400, 0x03ff, 1, 0x8001, 0x7bff, 0xfbff
    };
    uint32_t v = (uint32_t)next_random(s) & 0xffff;

    switch (random_below(s, 6)) {
    case 0: return odd[random_below(s, sizeof odd / sizeof *odd)];
    case 1: return v & 0x83ff;
    case 2: case 3: return (v & 0x83ff) | (12 + random_below(s, 6)) << 10;
    default: return v;
    }
}

enum flavour { INTEGERS, SINGLES, DOUBLES, HALVES };

/* Which kind of numbers the operands of an instruction are. */
static enum flavour flavour_of(const char *name, struct sm70_word w)
{
    unsigned code = (unsigned)sm70_bits(w, 0, 12);

    if (begins_with(name, "F2F") || begins_with(name, "F2I") || begins_with(name, "FRND")) {
        unsigned from = begins_with(name, "F2FP") ? 2 : (unsigned)sm70_bits(w, 84, 2);
        return from == 1 ? HALVES : from == 3 ? DOUBLES : SINGLES;
    }
    if (begins_with(name, "DEPBAR") || begins_with(name, "FLO"))
        return INTEGERS;
    if (code == 0x9a2 || code == 0x9a3 || code == 0x9a6)
        return sm70_bits(w, 73, 4) == 0 ? HALVES : sm70_bits(w, 73, 4) == 15 ? DOUBLES : SINGLES;
    return *name == 'F' ||
           begins_with(name, "MUFU") ? SINGLES : *name == 'D' ? DOUBLES : *name == 'H' ? HALVES : INTEGERS;
}

/* `words` words, as one flavour or, one in four, any. */
static void draw_operands(uint64_t *s, enum flavour f, uint32_t *out, unsigned words)
{
    for (unsigned i = 0; i < words; i += 2) {
        uint64_t v;
        enum flavour now = random_below(s, 8) ? f : (enum flavour)random_below(s, 4);
        switch (now) {
        case SINGLES:
            v = edge_f32(s);
            v |= (uint64_t)edge_f32(s) << 32;
            break;
        case DOUBLES:
            v = edge_f64(s);
            break;
        case HALVES:
            v = edge_f16(s);
            v |= (uint64_t)edge_f16(s) << 16;
            v |= (uint64_t)edge_f16(s) << 32;
            v |= (uint64_t)edge_f16(s) << 48;
            break;
        default:
            v = random_edge32(s);
            v |= (uint64_t)random_edge32(s) << 32;
        }
        memcpy(out + i, &v, 8);
    }
}

void case_operands(enum sm70_chip chip, const struct value_case *c, uint32_t *in, uint32_t *constants)
{
    uint64_t s = 0x5d70 + c->flow * 0x9e3779b97f4a7c15;
    enum flavour f[CASE_LENGTH] = { INTEGERS };
    unsigned n = c->n ? c->n : 1;

    for (unsigned i = 0; i < c->n; i++) {
        size_t row = sm70_row_of(chip, c->code[i]);
        s = (s ^ c->code[i].lo) * 0x9e3779b97f4a7c15 ^ c->code[i].hi;
        f[i] = row == SIZE_MAX ? INTEGERS : flavour_of(sm70_row_name(row), c->code[i]);
    }
    for (unsigned l = 0; l < CASE_LANES; l++) {
        draw_operands(&s, f[random_below(&s, n)], in + CASE_IN * l, CASE_IN - 1);
        in[CASE_IN * l + CASE_IN - 1] = (uint32_t)next_random(&s);
        if (!random_below(&s, 4))   /* equal operands */
            in[CASE_IN * l + random_below(&s, 16)] = in[CASE_IN * l + random_below(&s, 16)];
    }
    draw_operands(&s, f[0], constants, CASE_CONSTANTS);
}

/* The zero register, or one of n from `first` on, a multiple of `wide`. */
static unsigned some_register(uint64_t *s, unsigned wide, unsigned zero, unsigned first, unsigned n)
{
    return random_below(s, 12) ? first + random_below(s, n) / wide * wide : zero;
}

static bool takes_pairs(const char *name)
{
    return *name == 'D' || strstr(name, "WIDE") || strstr(name, "IMAD.HI") || !strcmp(name, "CS2R") ||
           begins_with(name, "ATOM") || begins_with(name, "RED");
}

/* Conversions from or to 64 bits. */
static bool pair_conversion(const char *name, struct sm70_word w)
{
    if (!begins_with(name, "F2F") && !begins_with(name, "F2I") && !begins_with(name, "I2F") &&
        !begins_with(name, "FRND")) return false;
    return sm70_bits(w, 84, 2) == 3 || sm70_bits(w, 75, 2) == 3;
}

static unsigned access_bytes(const struct sm70_row *r, struct sm70_word w)
{
    static const unsigned bytes[8] = { 1, 1, 2, 2, 4, 8, 16, 16 };
    unsigned code = (unsigned)sm70_bits(w, 0, 12), t = (unsigned)sm70_bits(w, 73, 3);

    if (!begins_with(r->name, "ATOM") && !begins_with(r->name, "RED"))
        return bytes[t];
    if (code == 0x9a2 || code == 0x9a3 || code == 0x9a6)
        return sm70_bits(w, 73, 4) == 15 ? 8 : 4;
    bool of_sm_90 = r->chips == 1u << SM70_90 &&
                    (code == 0x9a8 || code == 0x98a || code == 0x38a || code == 0x98e);
    return t == 2 || t >= 5 || (t == 3 && of_sm_90) ? 8 : 4;
}

/* An address inside of what put_prologue() has prepared. */
static void memory_operand(uint64_t *s, const struct sm70_field *f, unsigned bytes, struct sm70_word *w)
{
    unsigned code = (unsigned)sm70_bits(*w, 0, 8);
    bool generic = code == 0x80 || code == 0x85 || code == 0x8a || code == 0x8b;
    bool global = generic || code == 0x81 || code == 0x86 || code == 0x8e || (code & 0xf0) == 0xa0;
    unsigned offset = random_below(s, 64 / bytes) * bytes;

    if (f->ur != SM70_NONE)
        sm70_set(w, f->ur, 6, f->kind == SM70_MEM_DESC ? 4 : 63);
    if (global) {
        sm70_set(w, 24, 8, 24);
        sm70_set(w, 72, 1, 1);
    } else {
        unsigned scale = f->scale == SM70_NONE ? 0 : (unsigned)sm70_bits(*w, 78, 2);
        static const unsigned base[] = { 26, 29, 28, 27 };
        sm70_set(w, 24, 8, base[scale]);
        offset += scale ? SHARED : 0;
    }
    sm70_field_put(f, w, offset);
}

static void set_control(const char *name, struct sm70_word *w)
{
    struct sm70_control c = { .stall = 15, .wbar = 7, .rbar = 7, .yield = true };

    if (one_of(name, variable)) {
        c.rbar = 1;
        c.wbar = one_of(name, no_result) ? 7 : 0;
    }
    sm70_control_set(w, c);
}

/* The number that those of its operands begin at a multiple of. */
static unsigned register_multiple(const struct sm70_row *r, struct sm70_word w)
{
    static const char *const sized[] = { "LD", "ST", "LDG", "STG", "LDS", "STS", "LDC", "ULDC", NULL };

    if (one_of(r->name, sized))
        return access_bytes(r, w) > 4 ? access_bytes(r, w) / 4 : 1;
    return takes_pairs(r->name) || pair_conversion(r->name, w) ? 2 : 1;
}

/* A random word of the row whose operands are prepared; false: this time it became another row's. */
static bool draw_instruction(enum sm70_chip chip, size_t row, uint64_t *s, struct sm70_word *w)
{
    const struct sm70_row *r = &sm70_table[row];
    static const unsigned sregs[] = { 0, 33, 34, 35, 37, 38, 39, 56, 57, 58, 59, 60, 255 };

    if (!sm70_row_word(row, next_random, s, w))
        return false;
    unsigned wide = register_multiple(r, *w);
    sm70_set(w, 12, 4, random_below(s, 4) ? 7 : random_below(s, 16));
    for (unsigned i = 0; i < r->nfields; i++) {
        const struct sm70_field *f = &r->fields[i];
        switch (f->kind) {
        case SM70_R:
            if (r->mask[f->pos / 64] >> f->pos % 64 & 1)
                break;
            sm70_set(w, f->pos, 8, some_register(s, wide, 255, 0, 16));
            break;
        case SM70_U:
            if (r->mask[f->pos / 64] >> f->pos % 64 & 1)
                break;
            sm70_set(w, f->pos, 6, some_register(s, wide, 63, 8, 8));
            break;
        case SM70_BANK:
            sm70_set(w, 38, 16, sm70_param_base(chip) + AT_CONSTANTS + 8 * random_below(s, CASE_CONSTANTS / 2));
            sm70_set(w, 54, 5, 0);
            break;
        case SM70_BANK_R: case SM70_BANK_U:
            sm70_set(w, 38, 16, sm70_param_base(chip) + AT_CONSTANTS + 8 + 16 * random_below(s, CASE_CONSTANTS / 8));
            sm70_set(w, 54, 5, 0);
            if (f->kind == SM70_BANK_R)
                sm70_set(w, 24, 8, random_below(s, 2) ? 255 : access_bytes(r, *w) > 4 ? 28 : 27);
            else
                sm70_set(w, 24, 6, 7);
            break;
        case SM70_HEX: case SM70_SIGNED:
            if (f->width == 32 && !(r->alias == 1))
                sm70_set(w, f->pos, 32, random_edge32(s));
            break;
        case SM70_F32:
            sm70_set(w, f->pos, 32, edge_f32(s));
            break;
        case SM70_F64:
            sm70_set(w, f->pos, 32, edge_f64(s) >> 32);
            break;
        case SM70_HALVES:
            sm70_set(w, f->pos, 32, edge_f16(s) | edge_f16(s) << 16);
            break;
        case SM70_MEM: case SM70_MEM_U: case SM70_MEM_U32: case SM70_MEM_U64: case SM70_MEM_UZ: case SM70_MEM_DESC:
            memory_operand(s, f, access_bytes(r, *w), w);
            break;
        case SM70_WORD:
            if (strstr(r->name, "2R") || !strcmp(r->name, "S2UR"))
                sm70_set(w, 72, 8, sregs[random_below(s, sizeof sregs / sizeof *sregs)]);
            break;
        default:
            break;
        }
    }
    if (begins_with(r->name, "CS2R"))
        sm70_set(w, 72, 8, 255);
    sm70_set(w, 122, 4, 0);
    set_control(r->name, w);
    return sm70_row_of(chip, *w) == row;
}

bool case_of_row(enum sm70_chip chip, size_t row, uint64_t seed, struct value_case *c)
{
    c->n = 1;
    c->flow = 0;
    return draw_instruction(chip, row, &seed, &c->code[0]);
}

void case_of_many(enum sm70_chip chip, uint64_t seed, unsigned n, struct value_case *c)
{
    c->n = 0;
    c->flow = 0;
    while (c->n < n) {
        size_t row = next_random(&seed) % sm70_rows();
        if (case_row(row, chip) && draw_instruction(chip, row, &seed, &c->code[c->n]))
            c->n++;
    }
}

static bool has_memory(enum sm70_chip chip, const struct value_case *c)
{
    for (unsigned i = 0; i < c->n; i++) {
        size_t row = sm70_row_of(chip, c->code[i]);
        if (row != SIZE_MAX && is_memory(&sm70_table[row]))
            return true;
    }
    return false;
}

unsigned case_threads(const struct value_case *c)
{
    return c->flow & CASE_BLOCK ? 128 : 32;
}

unsigned case_words(enum sm70_chip chip, const struct value_case *c)
{
    return has_memory(chip, c) ? CASE_OUT_MEMORY : CASE_OUT;
}

/* Appends an instruction of the frame; one that is wrong is our mistake. */
static void put_line(struct sm70_module *m, struct sm70_kernel *k, const char *control, const char *format, unsigned a,
                     unsigned b)
{
    char text[SM70_TEXT_MAX], err[SM70_TEXT_MAX];
    struct sm70_word w;
    int n = snprintf(text, sizeof text, "[%s] ", control);

    snprintf(text + n, sizeof text - (size_t)n, format, a, b);
    if (!sm70_as(m->chip, text, 16 * k->ncode, NULL, NULL, &w, err)) {
        fprintf(stderr, "%s: %s\n", text, err);
        abort();
    }
    sm70_add_word(k, w);
}

#define LINE(text, a, b) put_line(m, k, "B------:R-:W-:Y:S15", text, a, b)
#define LOAD(text, a, b) put_line(m, k, "B------:R-:W0:Y:S15", text, a, b)
#define STORE(text, a, b) put_line(m, k, "B------:R0:W-:Y:S15", text, a, b)
#define WAIT() put_line(m, k, "B012345:R-:W-:Y:S15", "NOP", 0, 0)

static void put_wait(struct sm70_module *m, struct sm70_kernel *k)
{
    WAIT();
    LINE("NOP", 0, 0);
}

/* The frame in front: addresses, registers, predicates, uniform registers, memory from the inputs. */
static void put_prologue(struct sm70_module *m, struct sm70_kernel *k, bool memory, unsigned threads)
{
    unsigned p = sm70_param_base(m->chip);

    LOAD("S2R R24, SR_TID.X", 0, 0);
    LOAD("S2R R25, SR_CTAID.X", 0, 0);
    WAIT();
    LINE("ULDC.64 UR4, c[0x0][0x%x]", p == 0x210 ? 0x208 : 0x118, 0);
    LINE("IMAD R30, R25, 0x%x, R24", threads, 0);
    LINE("IMAD.SHL.U32 R27, R24, 0x4, RZ", 0, 0);
    LINE("IMAD.SHL.U32 R28, R24, 0x8, RZ", 0, 0);
    LINE("IMAD.SHL.U32 R29, R24, 0x10, RZ", 0, 0);
    LINE("IMAD R26, R24, 0x40, RZ", 0, 0);
    LINE("IADD3 R26, R26, 0x%x, RZ", SHARED, 0);
    LINE("MOV R32, c[0x0][0x%x]", p, 0);
    LINE("MOV R33, c[0x0][0x%x]", p + 4, 0);
    LINE("IMAD.WIDE.U32 R32, R30, 0x%x, R32", 4 * CASE_IN, 0);
    LINE("MOV R24, c[0x0][0x%x]", p + 16, 0);
    LINE("MOV R25, c[0x0][0x%x]", p + 20, 0);
    LINE("IMAD.WIDE.U32 R24, R30, 0x%x, R24", CASE_SCRATCH, 0);
    for (unsigned i = 0; i < 16; i++)
        LOAD("LDG.E R%u, desc[UR4][R32.64+0x%x]", i, 4 * i);
    LOAD("LDG.E R31, desc[UR4][R32.64+0x%x]", 64, 0);
    WAIT();
    for (unsigned i = 0; memory && i < 16; i++) {
        STORE("STS [R26+0x%x], R%u", 4 * i, i);
        STORE("STG.E desc[UR4][R24.64+0x%x], R%u", 4 * i, 15 - i);
    }
    WAIT();
    for (unsigned i = 0; i < 7; i++)
        LINE("LOP3.LUT P%u, RZ, R31, 0x%x, RZ, 0xc0, !PT", i, 1u << i);
    for (unsigned i = 0; i < 8; i++)
        LINE("ULDC UR%u, c[0x0][0x%x]", 8 + i, p + AT_CONSTANTS + 4 * i);
    LINE("ULDC UR6, c[0x0][0x%x]", p + AT_CONSTANTS + 32, 0);
    for (unsigned i = 0; i < 7; i++)
        LINE("ULOP3.LUT UP%u, URZ, UR6, 0x%x, URZ, 0xc0, !UPT", i, 1u << i);
    LINE("UMOV UR7, 0x10", 0, 0);
    put_wait(m, k);
}

/* The frame behind: all of them to the results. */
static void put_epilogue(struct sm70_module *m, struct sm70_kernel *k, bool memory)
{
    unsigned p = sm70_param_base(m->chip);

    LINE("MOV R32, c[0x0][0x%x]", p + 8, 0);
    LINE("MOV R33, c[0x0][0x%x]", p + 12, 0);
    LINE("IMAD.WIDE.U32 R32, R30, 0x%x, R32", 4 * (memory ? CASE_OUT_MEMORY : CASE_OUT), 0);
    for (unsigned i = 0; i < 16; i++)
        STORE("STG.E desc[UR4][R32.64+0x%x], R%u", 4 * i, i);
    LINE("MOV R34, RZ", 0, 0);
    LINE("UMOV UR6, 0x0", 0, 0);
    for (unsigned i = 0; i < 7; i++) {
        LINE("@P%u IADD3 R34, R34, 0x%x, RZ", i, 1u << i);
        LINE("@UP%u UIADD3 UR6, UR6, 0x%x, URZ", i, 1u << i);
    }
    STORE("STG.E desc[UR4][R32.64+0x40], R34", 0, 0);
    WAIT();
    LINE("MOV R34, UR6", 0, 0);
    STORE("STG.E desc[UR4][R32.64+0x44], R34", 0, 0);
    for (unsigned i = 0; i < 8; i++) {
        WAIT();
        LINE("MOV R34, UR%u", 8 + i, 0);
        STORE("STG.E desc[UR4][R32.64+0x%x], R34", 0x48 + 4 * i, 0);
    }
    for (unsigned i = 0; memory && i < 16; i++) {
        WAIT();
        LOAD("LDS R34, [R26+0x%x]", 4 * i, 0);
        LOAD("LDG.E.STRONG.GPU R35, desc[UR4][R24.64+0x%x]", 4 * i, 0);
        WAIT();
        STORE("STG.E desc[UR4][R32.64+0x%x], R34", 4 * CASE_OUT + 4 * i, 0);
        STORE("STG.E desc[UR4][R32.64+0x%x], R35", 4 * CASE_OUT + 64 + 4 * i, 0);
    }
    put_wait(m, k);
    LINE("EXIT", 0, 0);
}

void case_kernel(struct sm70_module *m, const char *name, const struct value_case *c)
{
    struct sm70_kernel *k = sm70_add_kernel(m, name);
    bool memory = has_memory(m->chip, c);

    k->regs = 40;
    k->shared = case_threads(c) * 64 + SHARED;
    k->barriers = c->flow & CASE_BLOCK ? 16 : 0;
    for (unsigned i = 0; i < 3; i++)
        sm70_add_param(k, 8 * i, 8);
    sm70_add_param(k, AT_CONSTANTS, 4 * CASE_CONSTANTS);
    put_prologue(m, k, memory, case_threads(c));
    if (c->flow & CASE_BLOCK)
        case_block(m, k, c->flow);
    else if (!c->n)
        case_flow(m, k, c->flow);
    for (unsigned i = 0; i < c->n; i++) {
        sm70_add_word(k, c->code[i]);
        put_wait(m, k);
    }
    put_epilogue(m, k, memory);
}

bool case_func(enum sm70_chip chip, const struct value_case *c, const uint32_t *in, const uint32_t *constants,
               uint32_t *out, char *message)
{
    size_t nin = 4 * CASE_LANES * CASE_IN, nout = 4 * CASE_LANES * CASE_OUT_MEMORY;
    size_t nscratch = CASE_LANES * CASE_SCRATCH;
    struct { uint64_t in, out, scratch; uint32_t constants[CASE_CONSTANTS]; } params;
    struct sm70_device d = { .chip = chip, .base = 0x10000, .bytes = nin + nout + nscratch, .limit = 1 << 20 };
    struct sm70_module m = { .chip = chip };
    struct sm70_counts counts;
    bool ok = false;

    case_kernel(&m, "v0", c);
    struct sm70_program *p = sm70_program_new(chip, m.kernels);
    d.memory = calloc(1, d.bytes);
    if (p && d.memory) {
        params.in = d.base;
        params.out = d.base + nin;
        params.scratch = d.base + nin + nout;
        memcpy(params.constants, constants, sizeof params.constants);
        memcpy(d.memory, in, nin);
        struct sm70_launch l = { .grid = { CASE_LANES / case_threads(c), 1, 1 }, .block = { case_threads(c), 1, 1 },
                                 .params = &params, .nparams = sizeof params };
        ok = sm70_launch_run(&d, p, &l, &counts, message);
        memcpy(out, d.memory + nin, 4 * (size_t)CASE_LANES * case_words(chip, c));
    }
    free(d.memory);
    sm70_program_free(p);
    sm70_module_free(&m);
    return ok;
}
