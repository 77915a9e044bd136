/* SPDX-License-Identifier: Apache-2.0
 *
 * Integers only: GDB judges what has floating-point numbers by itself.
 */
#include "agent.h"

#include <string.h>

#define DEPTH 64
#define STEPS 10000             /* an expression may jump back */

enum {
    AX_ADD = 0x02, AX_SUB, AX_MUL, AX_DIV_SIGNED, AX_DIV_UNSIGNED, AX_REM_SIGNED, AX_REM_UNSIGNED, AX_LSH,
    AX_RSH_SIGNED, AX_RSH_UNSIGNED, AX_LOG_NOT = 0x0e, AX_BIT_AND, AX_BIT_OR, AX_BIT_XOR, AX_BIT_NOT, AX_EQUAL,
    AX_LESS_SIGNED, AX_LESS_UNSIGNED, AX_EXT, AX_REF8, AX_REF16, AX_REF32, AX_REF64, AX_IF_GOTO = 0x20, AX_GOTO,
    AX_CONST8, AX_CONST16, AX_CONST32, AX_CONST64, AX_REG, AX_END, AX_DUP, AX_POP, AX_ZERO_EXT, AX_SWAP,
    AX_PICK = 0x32, AX_ROT,
};

struct machine {
    const struct gdb_thread *t;
    uint64_t base;
    const uint8_t *code;
    size_t n, at;
    uint64_t stack[DEPTH];
    unsigned depth;
    bool bad;
};

static void push_word(struct machine *m, uint64_t v)
{
    if (m->depth == DEPTH)
        m->bad = true;
    else
        m->stack[m->depth++] = v;
}

static uint64_t pop_word(struct machine *m)
{
    if (m->depth)
        return m->stack[--m->depth];
    m->bad = true;
    return 0;
}

/* An operand, highest byte first. */
static uint64_t take_operand(struct machine *m, unsigned bytes)
{
    uint64_t v = 0;

    if (bytes > m->n - m->at) {
        m->bad = true;
        return 0;
    }
    while (bytes--)
        v = v << 8 | m->code[m->at++];
    return v;
}

static uint64_t read_memory(struct machine *m, uint64_t addr, unsigned bytes)
{
    uint64_t v = 0;

    for (unsigned i = 0; i < bytes; i++) {
        const uint8_t *p = gdb_thread_byte(m->t, addr + i);
        if (!p) {
            m->bad = true;
            return 0;
        }
        v |= (uint64_t)*p << 8 * i;
    }
    return v;
}

static uint64_t read_register(struct machine *m, unsigned i)
{
    uint8_t bytes[32] = { 0 };
    uint64_t v = 0;

    if (i >= gdb_register_count()) {
        m->bad = true;
        return 0;
    }
    const unsigned n = gdb_register_read(m->t, m->base, i, bytes);
    memcpy(&v, bytes, n < sizeof v ? n : sizeof v);
    return v;
}

static uint64_t quotient_or_rest(struct machine *m, uint8_t op, uint64_t a, uint64_t b)
{
    const int64_t x = (int64_t)a, y = (int64_t)b;

    if (!b) {
        m->bad = true;
        return 0;
    }
    if (op == AX_DIV_UNSIGNED || op == AX_REM_UNSIGNED)
        return op == AX_DIV_UNSIGNED ? a / b : a % b;
    if (y == -1)                                /* INT64_MIN / -1 wraps */
        return op == AX_DIV_SIGNED ? -a : 0;
    return (uint64_t)(op == AX_DIV_SIGNED ? x / y : x % y);
}

static uint64_t shifted_word(uint8_t op, uint64_t a, uint64_t by)
{
    const bool far = by > 63;

    if (op == AX_RSH_SIGNED)
        return (uint64_t)((int64_t)a >> (far ? 63 : by));
    return far ? 0 : op == AX_LSH ? a << by : a >> by;
}

static uint64_t binary_result(struct machine *m, uint8_t op, uint64_t a, uint64_t b)
{
    switch (op) {
    case AX_ADD: return a + b;
    case AX_SUB: return a - b;
    case AX_MUL: return a * b;
    case AX_DIV_SIGNED: case AX_DIV_UNSIGNED: case AX_REM_SIGNED: case AX_REM_UNSIGNED:
        return quotient_or_rest(m, op, a, b);
    case AX_LSH: case AX_RSH_SIGNED: case AX_RSH_UNSIGNED: return shifted_word(op, a, b);
    case AX_BIT_AND: return a & b;
    case AX_BIT_OR: return a | b;
    case AX_BIT_XOR: return a ^ b;
    case AX_EQUAL: return a == b;
    case AX_LESS_SIGNED: return (int64_t)a < (int64_t)b;
    case AX_LESS_UNSIGNED: return a < b;
    default: m->bad = true; return 0;
    }
}

static uint64_t extend_bits(uint64_t v, unsigned bits, bool sign)
{
    if (!bits || bits > 63)
        return v;
    v &= (1ull << bits) - 1;
    return sign && v >> (bits - 1) ? v | ~0ull << bits : v;
}

/* Words that move on the stack. */
static void move_words(struct machine *m, uint8_t op)
{
    const unsigned down = op == AX_PICK ? (unsigned)take_operand(m, 1) : op == AX_SWAP ? 1 : op == AX_ROT ? 2 : 0;

    if (down >= m->depth) {
        m->bad = true;
        return;
    }
    uint64_t *const top = &m->stack[m->depth - 1];
    const uint64_t v = *top;
    if (op == AX_DUP || op == AX_PICK) {
        push_word(m, top[-(int)down]);
    } else if (op == AX_SWAP) {
        *top = top[-1];
        top[-1] = v;
    } else {                                    /* the top goes below the two others */
        *top = top[-1];
        top[-1] = top[-2];
        top[-2] = v;
    }
}

static void jump_to(struct machine *m, bool taken)
{
    const size_t to = take_operand(m, 2);

    if (taken)
        m->at = to;
}

static void run_step(struct machine *m, uint8_t op)
{
    switch (op) {
    case AX_LOG_NOT: push_word(m, !pop_word(m)); break;
    case AX_BIT_NOT: push_word(m, ~pop_word(m)); break;
    case AX_EXT: case AX_ZERO_EXT: {
        const unsigned bits = (unsigned)take_operand(m, 1);
        push_word(m, extend_bits(pop_word(m), bits, op == AX_EXT));
        break;
    }
    case AX_REF8: case AX_REF16: case AX_REF32: case AX_REF64:
        push_word(m, read_memory(m, pop_word(m), 1u << (op - AX_REF8)));
        break;
    case AX_IF_GOTO: jump_to(m, pop_word(m) != 0); break;
    case AX_GOTO: jump_to(m, true); break;
    case AX_CONST8: case AX_CONST16: case AX_CONST32: case AX_CONST64:
        push_word(m, take_operand(m, 1u << (op - AX_CONST8)));
        break;
    case AX_REG: push_word(m, read_register(m, (unsigned)take_operand(m, 2))); break;
    case AX_POP: pop_word(m); break;
    case AX_DUP: case AX_SWAP: case AX_PICK: case AX_ROT: move_words(m, op); break;
    default: {
        const uint64_t b = pop_word(m), a = pop_word(m);
        push_word(m, binary_result(m, op, a, b));
        break;
    }
    }
}

bool gdb_agent_value(const struct gdb_thread *t, uint64_t base, const uint8_t *code, size_t n, uint64_t *value)
{
    struct machine m = { .t = t, .base = base, .code = code, .n = n };

    for (unsigned steps = 0; steps < STEPS && m.at < n && !m.bad; steps++) {
        const uint8_t op = code[m.at++];
        if (op == AX_END) {
            *value = pop_word(&m);
            return !m.bad;
        }
        run_step(&m, op);
    }
    return false;
}
