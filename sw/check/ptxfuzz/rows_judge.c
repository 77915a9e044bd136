/* SPDX-License-Identifier: Apache-2.0
 *
 * What may come out of an instruction of rows.h.
 */
#include "rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double real(uint64_t x, bool wide)
{
    double d;
    float s;
    uint32_t u = (uint32_t)x;
    memcpy(&d, &x, 8);
    memcpy(&s, &u, 4);
    return wide ? d : (double)s;
}

static uint64_t operand(const struct row_form *f, unsigned k, const uint64_t *in)
{
    return f->constant == (int)k ? f->value : in[k];
}

/* Operands for which the manual does not say what comes out. */
static bool undefined(const struct row_form *f, const uint64_t *in)
{
    const struct ptx_type *t = &ptx_types[f->code.type];
    uint64_t mask = t->bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << t->bits) - 1, b = operand(f, 1, in);
    if ((f->code.op == PTX_DIV || f->code.op == PTX_REM) && !t->is_float)
        return !(b & mask) || (t->is_signed && (b & mask) == mask);
    double size = fabs(real(b, t->bits == 64)), angle = fabs(real(operand(f, 0, in), false));
    if (f->code.op == PTX_DIV && t->is_float && !f->code.rnd && f->code.exact != PTX_EXACT_FULL && t->bits == 32)
        return !(size >= 0x1p-126 && size <= 0x1p126);
    return (f->code.op == PTX_SIN || f->code.op == PTX_COS) && !(angle <= 3.14159);
}

/* Positions and lengths of fields are 0 to 255; NVIDIA and we take others differently. Of a constant amount by which 16
 * bits are shifted NVIDIA's compiler takes 16 bits. */
static bool beyond_counts(const struct row_form *f, const uint64_t *in)
{
    const bool field = f->code.op == PTX_BFE || f->code.op == PTX_BFI;
    const bool shift = (f->code.op == PTX_SHL || f->code.op == PTX_SHR) && ptx_types[f->code.type].bits == 16;
    bool beyond = false;
    for (unsigned k = 0; k < ROW_SLOTS; k++)
        if (f->small[k])
            beyond |= (field && (uint32_t)operand(f, k, in) > 255) ||
                      (shift && f->constant == (int)k && (uint32_t)f->value > UINT16_MAX);
    return beyond;
}

static bool subnormal(double x) { return x != 0 && fabs(x) < 0x1p-126; }

/* sm_1x flushes subnormals where other chips do so only with .ftz. A result that is rounded up to the least normal is
 * one: it is rounded to fewer bits if it is to be a subnormal than if it is to be flushed. */
static bool flushes_alone(const struct row_form *f)
{
    bool could = false;
    for (unsigned i = 0; i < f->row->nplaces; i++)
        could |= f->row->place[i].group == PTX_GROUP_FTZ && f->row->place[i].optional;
    return could && !f->code.ftz;
}

/* NVIDIA's F2F.F16.F32 keeps subnormal operands, with .ftz, too: a directed rounding shows it. */
static bool keeps_subnormals(const struct row_form *f)
{
    return f->code.op == PTX_CVT && f->code.dtype == T_F16 && f->code.type == T_F32;
}

static bool touches_subnormals(const struct row_form *f, const uint64_t *in, uint64_t want, uint64_t found)
{
    double a = fabs(real(want, false)), b = fabs(real(found, false));
    bool any = f->result == T_F32 && (subnormal(a) || subnormal(b) || a == 0x1p-126 || b == 0x1p-126);
    for (unsigned k = 0; k < ROW_SLOTS; k++)
        any |= f->kind[k] == T_F32 && subnormal(real(operand(f, k, in), false));
    return any;
}

/* The error that the manual allows approximations, relative, or absolute where the result is small. */
static double allowed(const struct row_form *f)
{
    bool f32 = f->code.type == T_F32 && !f->code.rnd;
    switch (f->code.op) {
    case PTX_DIV: case PTX_SQRT: return f32 ? 0x1p-21 : 0;
    case PTX_RCP: return f32 ? 0x1p-22 : 0;
    case PTX_RSQRT: return f32 ? 0x1p-21 : 0x1p-51;
    case PTX_SIN: case PTX_COS: return 0x1p-20;
    case PTX_LG2: case PTX_EX2: return 0x1p-21;
    }
    return 0;
}

/* Are the two results of an instruction the same, or as near as its specification asks? */
static bool close_enough(const struct row_form *f, enum row_judge by, uint64_t want, uint64_t found)
{
    const enum ptype t = f->result;
    if (want == found)
        return true;
    if (!ptx_types[t].is_float)
        return false;
    if (t == T_F16)
        return (want & 0x7fff) > 0x7c00 && (found & 0x7fff) > 0x7c00;
    double a = real(want, t == T_F64), b = real(found, t == T_F64), e = allowed(f) * (by == ROW_GPU ? 2 : 1);
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    if (!e || isinf(a) || isinf(b))
        return e && fabs(a) > 0x1.fffff8p127 && fabs(b) > 0x1.fffff8p127 && (a > 0) == (b > 0);
    bool absolute = f->code.op == PTX_SIN || f->code.op == PTX_COS || f->code.op == PTX_LG2;
    bool tiny = fabs(a) < 0x1.00001p-126 && fabs(b) < 0x1.00001p-126;
    return tiny || fabs(a - b) <= e * (absolute && fabs(a) < 1 ? 1 : fabs(a));
}

const char *row_of_a_chip(const struct row_form *f)
{
    if (f->code.op == PTX_FRC)
        return "of PTX 1.0 alone";
    if (f->code.op == PTX_MAD && f->code.type == T_F32 && !f->code.rnd)
        return "mad.f32 without a rounding: each chip's own";
    return NULL;
}

bool row_differ(const struct row_form *f, enum row_judge by, unsigned threads, const uint64_t *in, const uint8_t *want,
                const uint8_t *found, char *what, size_t room)
{
    const bool flush_differs = by == ROW_GPU && (flushes_alone(f) || keeps_subnormals(f));
    for (unsigned i = 0; i < threads; i++)
        for (unsigned k = 0; k < ROW_RECORD / 8; k++) {
            const uint64_t *x = &in[ROW_SLOTS * i];
            uint64_t a, b;
            memcpy(&a, want + ROW_RECORD * i + 8 * k, 8);
            memcpy(&b, found + ROW_RECORD * i + 8 * k, 8);
            if (a == b || undefined(f, x) || (k < f->results && close_enough(f, by, a, b)) ||
                (by == ROW_GPU && beyond_counts(f, x)) || (flush_differs && touches_subnormals(f, x, a, b)))
                continue;
            snprintf(what, room, "of 0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64 ": expected 0x%" PRIx64
                     ", found 0x%" PRIx64 " (word %u)", x[0], x[1], x[2], x[3], a, b, k);
            return true;
        }
    return false;
}
