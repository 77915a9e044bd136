/* SPDX-License-Identifier: Apache-2.0
 *
 * Cases are numbered: each group below is a product of what it varies. Texels and coordinates follow from the number.
 */
#include "texture_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Random; 0 and 1; numbers; all exponents; NaN, infinity, denormal. */
enum texels { NOISE, STEP, RAMP, WIDE, ODD };
/* Random; about multiples of 1/512 of a texel; any f32; in 2^-22, about where a weight changes, and beside that. */
enum coordinates { ANY, NEAR, BITS, GRAIN };

struct format { const char *name; uint8_t type, bits; };
static const struct format formats[] = {
    { "unorm8", GT_TEX_UNORM, 8 }, { "snorm8", GT_TEX_SNORM, 8 }, { "unorm16", GT_TEX_UNORM, 16 },
    { "snorm16", GT_TEX_SNORM, 16 }, { "f16", GT_TEX_FLOAT, 16 }, { "f32", GT_TEX_FLOAT, 32 },
    { "u8", GT_TEX_UINT, 8 }, { "s8", GT_TEX_SINT, 8 }, { "u16", GT_TEX_UINT, 16 }, { "s16", GT_TEX_SINT, 16 },
    { "u32", GT_TEX_UINT, 32 }, { "s32", GT_TEX_SINT, 32 },
};
enum { F16 = 4, F32 = 5 };

static const char modes[] = { [GT_TEX_CLAMP] = 'c', [GT_TEX_WRAP] = 'w', [GT_TEX_MIRROR] = 'm', [GT_TEX_BORDER] = 'b' };

static uint64_t next_random(uint64_t *s)
{
    uint64_t z = *s += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static uint32_t bits_of(float f)
{
    uint32_t x;

    memcpy(&x, &f, sizeof x);
    return x;
}

/* The number n as a component: of normalised types what is near n / 256. */
static uint32_t number_bits(const struct format *f, unsigned n)
{
    if (f->type == GT_TEX_FLOAT && f->bits == 32)
        return bits_of((float)n);
    if (f->type != GT_TEX_FLOAT)
        return n;
    for (unsigned e = 0; n; e++)        /* f16, exact up to 2048 */
        if (n >> e == 1)
            return (15 + e) << 10 | ((n << 10 >> e) & 0x3ff);
    return 0;
}

static uint32_t draw_component(const struct format *f, enum texels kind, size_t i, uint64_t *s)
{
    static const uint32_t odd[] = { 0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0x00000001,
                                    0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3f800000 };
    static const uint16_t odd16[] = { 0, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 1, 0x83ff, 0x400, 0x7bff, 0xfbff,
                                      0x3c00 };
    const uint64_t r = next_random(s);
    const bool half = f->bits == 16 && f->type == GT_TEX_FLOAT, full = f->bits == 32 && f->type == GT_TEX_FLOAT;

    switch (kind) {
    case STEP: return i & 1 ? number_bits(f, 1) : 0;
    case RAMP: return number_bits(f, (unsigned)i);
    case WIDE: return full ? (uint32_t)r & 0xbfffffff : (uint32_t)r & 0xbfff;
    case ODD:
        if (r >> 60)
            return full ? odd[(r >> 8) % 12] : half ? odd16[(r >> 8) % 12] : (uint32_t)r;
        break;
    case NOISE: break;
    }
    if (full)       /* 1/8 to 4 and their negatives */
        return (uint32_t)((r & 0x807fffff) + ((124 + (r >> 40) % 5) << 23));
    if (half)
        return (uint32_t)((r & 0x83ff) + ((12 + (r >> 40) % 5) << 10));
    return (uint32_t)r;
}

static uint32_t draw_coordinate(const struct gt_texture *t, uint32_t n, enum coordinates kind, uint64_t *s)
{
    const uint64_t r = next_random(s);

    if (kind == BITS)
        return r >> 60 ? (uint32_t)r & 0xc7ffffff : (uint32_t)r;
    if (kind == ANY) {
        const double x = ((double)(r >> 11) / 9007199254740992.0 * 2 - 0.5) * (n + 1);
        return bits_of((float)(t->normalized ? x / n : x));
    }
    if (kind == GRAIN) {
        const double half = floor(((double)(r % ((uint64_t)n * 256)) + 0.5) * 16384 / n);
        return bits_of((float)((half + (double)(r >> 58) - 31 + (double)(r >> 56 & 3) / 4) / 4194304));
    }
    /* i + k / 512, and up to three steps of the last place beside it */
    const double x = (double)(r % (n + 4)) - 2 + (double)(r >> 32 & 511) / 512;
    return bits_of((float)(t->normalized ? x / n : x)) + (uint32_t)(r >> 60) % 7 - 3;
}

struct plan {
    const char      *group;
    unsigned         format, comps, dims;
    uint32_t         size[3];
    bool             normalized, linear;
    uint8_t          mode[3];
    enum texels      texels;
    enum coordinates coordinates;
};

static void make_case(unsigned i, const struct plan *p, struct texture_case *c)
{
    const struct format *f = &formats[p->format];
    const uint32_t texel = p->comps * f->bits / 8u, w = p->size[0], h = p->dims > 1 ? p->size[1] : 1,
                   d = p->dims > 2 ? p->size[2] : 1;
    uint64_t seed = 0x1000003ull * (i + 1);
    char size[40];

    c->dims = p->dims;
    c->t = (struct gt_texture){ .width = w, .height = h, .pitch = w * texel, .depth = p->dims > 2 ? d : 0,
                                .slice = p->dims > 2 ? w * h * texel : 0, .comps = (uint8_t)p->comps, .bits = f->bits,
                                .type = f->type, .normalized = p->normalized, .linear = p->linear,
                                .mode = { p->mode[0], p->mode[1], p->mode[2] } };
    snprintf(size, sizeof size, p->dims == 1 ? "%u" : p->dims == 2 ? "%ux%u" : "%ux%ux%u", w, h, d);
    snprintf(c->name, sizeof c->name, "%s%u.%s.%sx%u.%s.%s.%.1s%.1s%.1s", p->group, i, size, f->name, p->comps,
             p->normalized ? "norm" : "texels", p->linear ? "linear" : "point", &modes[p->mode[0]],
             &modes[p->mode[1]], &modes[p->mode[2]]);
    c->bytes = (size_t)w * h * d * texel;
    c->texels = malloc(c->bytes);
    c->at = calloc(TEXTURE_POINTS, sizeof *c->at);
    if (!c->texels || !c->at)
        abort();
    for (size_t k = 0; k < c->bytes * 8 / f->bits; k++) {
        const uint32_t v = draw_component(f, p->texels, k / p->comps, &seed);
        memcpy(c->texels + k * f->bits / 8, &v, f->bits / 8);
    }
    for (unsigned k = 0; k < TEXTURE_POINTS; k++)
        for (unsigned dim = 0; dim < p->dims; dim++)
            c->at[k][dim] = draw_coordinate(&c->t, p->size[dim], p->coordinates, &seed);
}

/* What the groups vary, from the least significant on. */
static unsigned pick_digit(unsigned *i, unsigned n)
{
    const unsigned k = *i % n;

    *i /= n;
    return k;
}

/* All types and numbers of components, 1D to 3D, filtered. */
static void plan_types(unsigned i, struct plan *p)
{
    p->format = pick_digit(&i, 6);
    p->comps = 1u << pick_digit(&i, 3);
    p->dims = pick_digit(&i, 3) + 1;
    p->normalized = p->linear = true;
    for (unsigned k = 0; k < 3; k++)
        p->mode[k] = (uint8_t)((p->format + k + p->comps) % 4);
}

/* Integers, nearest point. */
static void plan_integers(unsigned i, struct plan *p)
{
    p->format = pick_digit(&i, 12);
    p->comps = 1u << pick_digit(&i, 3);
    p->dims = 2;
    p->normalized = p->comps != 2;
    p->mode[0] = (uint8_t)(p->normalized ? p->format % 4 : 0);
    p->mode[1] = (uint8_t)(p->normalized ? p->comps % 4 : p->format % 2 ? GT_TEX_BORDER : GT_TEX_CLAMP);
}

/* Modes, dimensions, filters, coordinates. */
static void plan_modes(unsigned i, struct plan *p)
{
    p->coordinates = pick_digit(&i, 2) ? NEAR : ANY;
    p->linear = pick_digit(&i, 2);
    p->dims = pick_digit(&i, 3) + 1;
    const unsigned mode = pick_digit(&i, 6);
    p->normalized = mode < 4;
    for (unsigned k = 0; k < 3; k++)
        p->mode[k] = (uint8_t)(mode < 4 ? mode : mode == 4 ? GT_TEX_CLAMP : GT_TEX_BORDER);
}

static const uint32_t sizes[] = { 1, 2, 3, 4, 5, 7, 8, 16, 100, 257, 1000, 2047, 4096, 16384 };
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Where a coordinate lies: textures of numbers (of 0 and 1, whose filtered value is a weight). */
static void plan_places(unsigned i, struct plan *p)
{
    p->coordinates = pick_digit(&i, 2) ? NEAR : ANY;
    p->size[0] = sizes[pick_digit(&i, SIZES)];
    p->normalized = pick_digit(&i, 2);
    p->linear = pick_digit(&i, 2);
    p->texels = pick_digit(&i, 2) ? RAMP : STEP;
    p->dims = 1;
    p->mode[0] = (uint8_t)(p->normalized ? GT_TEX_WRAP : GT_TEX_BORDER);
}

/* The mean of the texels: numbers of all sizes, no numbers, few texels. */
static void plan_means(unsigned i, struct plan *p)
{
    static const enum texels kinds[] = { WIDE, ODD, NOISE, STEP };
    p->texels = kinds[pick_digit(&i, 4)];
    p->format = pick_digit(&i, 2) ? F16 : F32;
    p->dims = pick_digit(&i, 3) + 1;
    p->linear = true;
    p->normalized = pick_digit(&i, 2);
    p->mode[0] = p->mode[1] = p->mode[2] = GT_TEX_CLAMP;
}

/* Any f32 as a coordinate. */
static void plan_bits(unsigned i, struct plan *p)
{
    p->coordinates = BITS;
    p->linear = pick_digit(&i, 2);
    const unsigned mode = pick_digit(&i, 6);
    p->normalized = mode < 4;
    p->dims = 1;
    p->texels = RAMP;
    p->size[0] = 300;
    p->mode[0] = (uint8_t)(mode < 4 ? mode : mode == 4 ? GT_TEX_CLAMP : GT_TEX_BORDER);
}

/* How fine coordinates are, by the number of texels. */
static void plan_grains(unsigned i, struct plan *p)
{
    static const uint32_t more[] = { 65, 80, 96, 100, 127, 129, 160, 192, 255, 257, 300, 320, 384, 500, 511, 513, 640,
                                     1000, 1023, 1025, 2047, 2049, 3000, 4095, 5000, 8191, 10000, 16383 };
    p->coordinates = GRAIN;
    p->size[0] = i < 64 ? i + 1 : more[i - 64];
    p->normalized = p->linear = true;
    p->texels = RAMP;
    p->dims = 1;
}

/* Modes again, where the number of texels is a power of 2, which no product with it rounds. */
static void plan_mode_sizes(unsigned i, struct plan *p)
{
    p->coordinates = pick_digit(&i, 2) ? NEAR : ANY;
    p->dims = pick_digit(&i, 3) + 1;
    const unsigned mode = pick_digit(&i, 4);
    p->normalized = p->linear = true;
    p->size[0] = 32;
    p->size[1] = 16;
    p->size[2] = 8;
    for (unsigned k = 0; k < 3; k++)
        p->mode[k] = (uint8_t)((mode + k * (p->coordinates == NEAR)) % 4);
}

static const struct { const char *name; void (*plan)(unsigned i, struct plan *p); unsigned n; } groups[] = {
    { "types", plan_types, 54 }, { "whole", plan_integers, 36 }, { "ways", plan_modes, 72 },
    { "places", plan_places, 16 * SIZES }, { "means", plan_means, 48 }, { "bits", plan_bits, 12 },
    { "grains", plan_grains, 92 }, { "turns", plan_mode_sizes, 24 },
};

bool texture_case_make(unsigned i, struct texture_case *c)
{
    unsigned from = i;

    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        if (from < groups[g].n) {
            struct plan p = { .group = groups[g].name, .format = F32, .comps = 1, .dims = 1, .size = { 37, 20, 6 } };
            groups[g].plan(from, &p);
            make_case(i, &p, c);
            return true;
        }
        from -= groups[g].n;
    }
    return false;
}

void texture_case_free(struct texture_case *c)
{
    free(c->texels);
    free(c->at);
}
