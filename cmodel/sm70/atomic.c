/* SPDX-License-Identifier: Apache-2.0
 *
 * Atomic operations: lane after lane.
 */
#include "memory.h"
#include "real.h"
#include "stale.h"

#include <math.h>

enum { ADD, MIN, MAX, INC, DEC, AND, OR, XOR, EXCH, CAS };
enum type { U32, S32, U64, F32, F16X2, S64, F64, BAD };

static float as_float(uint32_t v) { float f; memcpy(&f, &v, 4); return f; }
static double as_double(uint64_t v) { double f; memcpy(&f, &v, 8); return f; }

/* New value of an integer operation on n bits; the default is an exchange. */
static uint64_t integer_result(unsigned fn, uint64_t old, uint64_t v, bool is_signed, unsigned n)
{
    uint64_t ones = n == 64 ? ~0ull : (1ull << n) - 1;
    bool less = is_signed ? (int64_t)(v << (64 - n)) < (int64_t)(old << (64 - n)) : v < old;

    switch (fn) {
    case ADD: return (old + v) & ones;
    case MIN: return less ? v : old;
    case MAX: return less || v == old ? old : v;
    case INC: return old >= v ? 0 : old + 1;
    case DEC: return !old || old > v ? v : old - 1;
    case AND: return old & v;
    case OR: return old | v;
    case XOR: return old ^ v;
    default: return v;
    }
}

static uint32_t half_sum(uint32_t a, uint32_t b)
{
    return (uint32_t)real_to(&real_f16, real_add(real_of(&real_f16, a & 0xffff), real_of(&real_f16, b & 0xffff),
                                                 TO_NEAREST), TO_NEAREST, false);
}

/* ftz: f32 below the normal ones is zero. */
static uint64_t atomic_result(unsigned fn, enum type t, uint64_t old, uint64_t v, bool ftz)
{
    if (fn == EXCH)
        return v;
    if (t == F32) {
        uint32_t a = (uint32_t)old, b = (uint32_t)v, r;
        float f;
        if (ftz) {
            a = a & 0x7f800000 ? a : a & 0x80000000;
            b = b & 0x7f800000 ? b : b & 0x80000000;
        }
        f = as_float(a) + as_float(b);
        memcpy(&r, &f, 4);
        if ((r & 0x7fffffff) > 0x7f800000)
            r = 0x7fffffff;
        return ftz && !(r & 0x7f800000) ? r & 0x80000000 : r;
    }
    if (t == F64) {
        double f = as_double(old) + as_double(v);
        uint64_t r;
        memcpy(&r, &f, 8);
        if (isnan(f))
            r = isnan(as_double(v)) ? v : isnan(as_double(old)) ? old : 0xfff8ull << 48;
        return r;
    }
    if (t == F16X2)
        return half_sum((uint32_t)old, (uint32_t)v) | half_sum((uint32_t)old >> 16, (uint32_t)v >> 16) << 16;
    return integer_result(fn, old, v, t == S32 || t == S64, t == U64 || t == S64 ? 64 : 32);
}

/* The word's type: 3 bits; on sm_90 a field of its own for integers and one for f32, f16 and f64. */
static enum type type_of(const struct sm70_op *op, bool *ftz)
{
    static const enum type types[8] = { U32, S32, U64, F32, F16X2, S64, F64, BAD };
    unsigned code = bits(op, 0, 12), v;

    *ftz = false;
    if (code == 0x9a3 || code == 0x9a6 || code == 0x9a2) {
        v = bits(op, 73, 4);
        *ftz = v == 9;
        return v == 0 ? F16X2 : v == 9 || v == 12 ? F32 : v == 15 ? F64 : BAD;
    }
    v = bits(op, 73, 3);
    const bool of_sm_90 = op->row->chips == 1u << SM70_90;
    if (of_sm_90 && (code == 0x38a || ((code == 0x9a8 || code == 0x98a || code == 0x98e) && bits(op, 70, 2) > 1)))
        return v == 0 ? U32 : v == 1 ? S32 : v == 2 ? U64 : v == 3 ? S64 : BAD;
    *ftz = v == 3;
    return types[v];
}

/* Refuses pairs of type and operation that the instruction lacks, then goes lane by lane, the lowest first. A sum of
 * numbers at a generic address is only done in global memory. The predicate of a generic one says whether it was done.
 * With .CAST the result is 1 where the word has been exchanged, and 0 elsewhere. */
static void run_atomic(struct sm70_warp *w, const struct sm70_op *op, enum space s, unsigned fn, uint32_t mask)
{
    uint64_t address[LANES];
    uint32_t low[LANES], high[LANES], done = 0;
    bool ftz, cas = fn == CAS, test = cas && (bits(op, 87, 2) & 1);
    enum type t = type_of(op, &ftz);
    unsigned bytes = t == U64 || t == S64 || t == F64 ? 8 : 4;
    unsigned b = bits(op, 32, 8), c = bits(op, 64, 8);

    bool whole = t == U32 || t == U64, ok = whole ? fn < INC || fn > DEC || t == U32 : fn == ADD;
    if (t == S32 || t == S64)
        ok = fn == MIN || fn == MAX || (t == S32 && fn == ADD);
    if (t == F16X2)
        ok = fn == ADD;
    if (cas && (s == SPACE_SHARED || whole))
        ok = whole;
    if (s == SPACE_SHARED && fn != CAS)
        ok = ok && (bytes == 4 || fn == EXCH) && whole + (t == S32) > 0;
    if (t == BAD || !ok || (bytes == 8 && ((b != RZ && b & 1) || (cas && c != RZ && c & 1)))) {
        sm70_fail(w, op, "type or registers of an atomic operation that is none");
        return;
    }
    sm70_addresses(w, op, s, address);
    EACH(l) {
        uint64_t old = 0, v = w->r[b][l], with = w->r[c][l];
        if (!(mask >> l & 1))
            continue;
        if (s == SPACE_GENERIC) {
            uint64_t there = address[l];
            if ((t == F32 || t == F64 || t == F16X2) && sm70_space_of(&there) != SPACE_GLOBAL)
                continue;
            done |= 1u << l;
        }
        uint8_t *p = sm70_place(w, op, s, l, address[l], bytes);
        if (!p)
            return;
        if (bytes == 8) {
            v |= b == RZ ? 0 : (uint64_t)w->r[b + 1][l] << 32;
            with |= c == RZ ? 0 : (uint64_t)w->r[c + 1][l] << 32;
        }
        memcpy(&old, p, bytes);
        uint64_t now = cas ? (old == v ? with : old) : atomic_result(fn, t, old, v, ftz);
        if (w->block->stale && s != SPACE_SHARED && sm70_in_device(w, p))
            sm70_stale_atomic(w, op, bytes, p, now != old);
        memcpy(p, &now, bytes);
        w->block->changes += now != old;
        old = test ? old == v : old;
        low[l] = (uint32_t)old;
        high[l] = (uint32_t)(old >> 32);
    }
    sm70_put_pred(w, op->pd[0], done, mask);
    mask = s == SPACE_GENERIC ? done : mask;
    if (op->d.kind == OPERAND_NONE || op->d.n == RZ)
        return;
    sm70_put_row(w, op, op->d.n, low, mask);
    if (bytes == 8)
        sm70_put_row(w, op, op->d.n + 1u, high, mask);
}

/* Sums, minima and maxima of numbers have a field of their own on sm_90. */
static unsigned function_of(const struct sm70_op *op)
{
    unsigned code = bits(op, 0, 12);

    return code == 0x9a3 || code == 0x9a2 ? bits(op, 88, 3) : bits(op, 87, 4);
}

static void exec_atomg(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    bool cas = bits(op, 0, 12) == 0x3a9;

    run_atomic(w, op, SPACE_GLOBAL, cas ? CAS : function_of(op), mask);
}

static void exec_atom(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    bool cas = bits(op, 0, 12) == 0x38b;

    run_atomic(w, op, SPACE_GENERIC, cas ? CAS : function_of(op), mask);
}

static void exec_atoms(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    run_atomic(w, op, SPACE_SHARED, bits(op, 87, 4), mask);
}

static void exec_atoms_cas(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    run_atomic(w, op, SPACE_SHARED, CAS, mask);
}

/* Adds to each word the number of lanes that name it, which all get what was there before. */
static void exec_atoms_inc(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint64_t address[LANES];
    uint8_t *at[LANES];
    uint32_t out[LANES], v;

    sm70_addresses(w, op, SPACE_SHARED, address);
    EACH(l) {
        if (!(mask >> l & 1))
            continue;
        at[l] = sm70_place(w, op, SPACE_SHARED, l, address[l], 4);
        if (!at[l])
            return;
        memcpy(&out[l], at[l], 4);
    }
    EACH(l) {
        if (!(mask >> l & 1))
            continue;
        memcpy(&v, at[l], 4);
        v++;
        memcpy(at[l], &v, 4);
        w->block->changes++;
    }
    sm70_put(w, op, out, mask);
}

static void exec_red(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    bool numbers = bits(op, 0, 12) == 0x9a6;

    run_atomic(w, op, SPACE_GLOBAL, numbers ? bits(op, 88, 2) : bits(op, 87, 3), mask);
}

const struct sm70_bodies sm70_atomic_bodies[] = {
    { "ATOM", exec_atom }, { "ATOMG", exec_atomg }, { "ATOMS", exec_atoms }, { "ATOMS.CAS", exec_atoms_cas },
    { "ATOMS.CAST.SPIN", exec_atoms_cas },
    { "ATOMS.POPC.INC.32", exec_atoms_inc }, { "RED", exec_red }, { "REDG", exec_red }, { NULL, NULL }
};
