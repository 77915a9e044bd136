/* SPDX-License-Identifier: Apache-2.0
 *
 * Loads and stores: global, shared, local, constant.
 */
#include "memory.h"
#include "stale.h"

#include <inttypes.h>
#include <stdlib.h>

BY_VECTORS void sm70_addresses(struct sm70_warp *w, const struct sm70_op *op, enum space s, uint64_t *out)
{
    const struct sm70_field *f = op->address;
    unsigned n = bits(op, 24, 8);
    int64_t offset = sm70_field_signed(f, op->w);
    unsigned scale = f->scale == SM70_NONE ? 0 : bits(op, 78, 2);
    const bool global = s == SPACE_GLOBAL || s == SPACE_GENERIC;
    bool pair = f->kind == SM70_MEM_U64 || f->kind == SM70_MEM_DESC ||
                (global && f->kind != SM70_MEM_U32 && bits(op, 72, 1));
    uint64_t base = 0;

    if (f->ur != SM70_NONE && f->kind != SM70_MEM_DESC) {
        unsigned u = bits(op, f->ur, 6);
        base = w->u[u][0];
        if ((f->kind == SM70_MEM_U64 || f->kind == SM70_MEM_U32) && u != URZ)
            base |= (uint64_t)w->u[u + 1][0] << 32;
    }
    if (pair && n != RZ && n & 1) {
        sm70_fail(w, op, "register %u of a pair (expected an even one)", n);
        n = RZ;
    }
    const uint32_t *low = w->r[n], *high = pair && n != RZ ? w->r[n + 1] : w->r[RZ];
    const uint64_t shift = scale ? scale + 1 : 0, ones = global ? ~0ull : ALL;
    base += (uint64_t)offset;
    EACH(l)
        out[l] = (((low[l] | (uint64_t)high[l] << 32) << shift) + base) & ones;
}

enum space sm70_space_of(uint64_t *address)
{
    const uint64_t window = *address & ~(uint64_t)ALL;
    const enum space s = window == SHARED_WINDOW ? SPACE_SHARED : window == LOCAL_WINDOW ? SPACE_LOCAL : SPACE_GLOBAL;

    *address -= s == SPACE_GLOBAL ? 0 : window;
    return s;
}

/* The warp's local memory, which is made when it is first asked for: most kernels have no use for it. */
static bool have_local(struct sm70_warp *w, const struct sm70_op *op)
{
    if (!w->local && !(w->local = calloc(LANES, w->block->nlocal)))
        sm70_fail(w, op, "out of memory for %u bytes of local memory of a thread", w->block->nlocal);
    return w->local;
}

uint8_t *sm70_place(struct sm70_warp *w, const struct sm70_op *op, enum space s, unsigned lane, uint64_t address,
                    unsigned bytes)
{
    static const char *const names[] = { "device", "shared", "local" };
    const struct sm70_block *b = w->block;

    if (s == SPACE_GENERIC)
        s = sm70_space_of(&address);
    uint64_t base = s == SPACE_GLOBAL ? b->device->base : 0;
    uint64_t size = s == SPACE_GLOBAL ? b->device->bytes : s == SPACE_SHARED ? b->nshared : b->nlocal;

    if (address & (bytes - 1)) {
        sm70_fail(w, op, "lane %u: address 0x%" PRIx64 " is not a multiple of %u", lane, address, bytes);
        return NULL;
    }
    if (address < base || address - base > size || size - (address - base) < bytes) {
        sm70_fail(w, op, "lane %u: address 0x%" PRIx64 " is outside %s memory (0x%" PRIx64 " to 0x%" PRIx64 ")", lane,
                  address, names[s], base, base + size);
        return NULL;
    }
    if (s == SPACE_GLOBAL)
        return b->device->memory + (address - base);
    if (s == SPACE_LOCAL && !have_local(w, op))
        return NULL;
    return s == SPACE_SHARED ? b->shared + address : w->local + (size_t)lane * b->nlocal + address;
}

static unsigned size_of(const struct sm70_op *op)
{
    static const unsigned bytes[8] = { 1, 1, 2, 2, 4, 8, 16, 16 };

    return bytes[bits(op, 73, 3)];
}

static bool bad_registers(struct sm70_warp *w, const struct sm70_op *op, unsigned n, unsigned bytes)
{
    unsigned words = bytes / 4, zero = op->d.kind == OPERAND_U ? URZ : RZ;

    if (words < 2 || n == zero || (!(n & (words - 1)) && n + words <= zero))
        return false;
    sm70_fail(w, op, "register %u of %u (expected a multiple of %u)", n, words, words);
    return true;
}

/* What a load made of its bytes. */
static void extend_load(const struct sm70_op *op, const uint8_t *from, unsigned bytes, uint32_t *out)
{
    bool is_signed = bits(op, 73, 3) == 1 || bits(op, 73, 3) == 3;

    memset(out, 0, 16);
    memcpy(out, from, bytes);
    if (bytes < 4 && is_signed)
        *out = (uint32_t)((int32_t)(*out << (32 - 8 * bytes)) >> (32 - 8 * bytes));
}

/* Where the lanes' bytes are; false: it has failed. A lane that does not execute gets no place. */
BY_VECTORS
static bool find_places(struct sm70_warp *w, const struct sm70_op *op, enum space s, unsigned bytes, uint32_t mask,
                        uint8_t *out[LANES])
{
    const struct sm70_block *b = w->block;
    uint64_t address[LANES], base = s == SPACE_GLOBAL ? b->device->base : 0;

    if (s == SPACE_GENERIC) {
        sm70_addresses(w, op, s, address);
        for (uint32_t rest = mask; rest; rest &= rest - 1) {
            unsigned l = (unsigned)__builtin_ctz(rest);
            out[l] = sm70_place(w, op, s, l, address[l], bytes);
            if (!out[l])
                return false;
        }
        return true;
    }
    if (s == SPACE_LOCAL && !have_local(w, op))
        return false;
    uint64_t size = s == SPACE_GLOBAL ? b->device->bytes : s == SPACE_SHARED ? b->nshared : b->nlocal;
    uint8_t *memory = s == SPACE_GLOBAL ? b->device->memory : s == SPACE_SHARED ? b->shared : w->local;
    size_t stride = s == SPACE_LOCAL ? b->nlocal : 0;

    sm70_addresses(w, op, s, address);
    uint64_t wrong = size >> 62;        /* sums of these do not wrap: bit 63 says that one is too large */
    EACH(l) {
        const uint64_t at = address[l] - base;
        wrong |= at >> 62 | (size - bytes - at) >> 63 | (address[l] & (bytes - 1));
    }
    if (!wrong && size >= bytes) {
        EACH(l)
            out[l] = memory + l * stride + (address[l] - base);
        return true;
    }
    EACH(l) {
        uint64_t at = address[l] - base;
        if (!(mask >> l & 1))
            continue;
        if (at > size || size - at < bytes || address[l] & (bytes - 1)) {
            sm70_place(w, op, s, l, address[l], bytes);         /* says what is wrong */
            return false;
        }
        out[l] = memory + l * stride + at;
    }
    return true;
}

/* Does the access go past the first cache: STRONG.GPU, STRONG.SYS? */
static bool is_strong(const struct sm70_warp *w, const struct sm70_op *op)
{
    return bits(op, 77, 4) >= (w->block->device->chip < SM70_80 ? 10 : 7);
}

/* The lanes of these whose places are in memory that has a first cache which may be old. */
static uint32_t cached_lanes(const struct sm70_warp *w, enum space s, uint32_t mask, uint8_t *const at[LANES])
{
    uint32_t lanes = mask;

    if (s != SPACE_GLOBAL && s != SPACE_GENERIC)
        return 0;
    for (uint32_t rest = s == SPACE_GENERIC ? mask : 0; rest; rest &= rest - 1)
        if (!sm70_in_device(w, at[__builtin_ctz(rest)]))
            lanes &= ~(rest & -rest);
    return lanes;
}

static void load_cached(struct sm70_warp *w, const struct sm70_op *op, unsigned bytes, uint32_t mask,
                        uint8_t *at[LANES], uint8_t copy[LANES][16])
{
    if (!is_strong(w, op)) {
        sm70_stale_load(w, op, bytes, mask, at, copy);
        return;
    }
    for (uint32_t rest = mask; rest; rest &= rest - 1)
        sm70_stale_drop(w, at[__builtin_ctz(rest)]);
}

/* Words of 1 to 16 bytes; narrower ones are extended. */
static void load_words(struct sm70_warp *w, const struct sm70_op *op, enum space s, uint32_t mask)
{
    uint8_t *at[LANES], copy[LANES][16];
    uint32_t part[4], out[4][LANES];
    unsigned bytes = size_of(op);

    if (bad_registers(w, op, op->d.n, bytes) || !find_places(w, op, s, bytes, mask, at))
        return;
    if (w->block->stale)
        load_cached(w, op, bytes, cached_lanes(w, s, mask, at), at, copy);
    if (mask == ALL && bytes >= 4) {
        for (unsigned i = 0; 4 * i < bytes; i++)
            EACH(l)
                memcpy(&out[i][l], at[l] + 4 * i, 4);
    } else {
        for (uint32_t rest = mask; rest; rest &= rest - 1) {
            unsigned l = (unsigned)__builtin_ctz(rest);
            extend_load(op, at[l], bytes, part);
            for (unsigned i = 0; i < 4; i++)
                out[i][l] = part[i];
        }
    }
    for (unsigned i = 0; 4 * i < bytes && op->d.n != RZ; i++)
        sm70_put_row(w, op, op->d.n + i, out[i], mask);
}

/* Words of 1 to 16 bytes. */
static void store_words(struct sm70_warp *w, const struct sm70_op *op, enum space s, uint32_t mask)
{
    uint8_t *at[LANES];
    unsigned bytes = size_of(op), n = op->s[0].n;
    uint32_t part[4];

    if (bad_registers(w, op, n, bytes) || !find_places(w, op, s, bytes, mask, at))
        return;
    if (w->block->stale)
        sm70_stale_store(w, op, bytes, cached_lanes(w, s, mask, at), at);
    if (mask == ALL && bytes == 4 && !w->block->watched) {
        for (unsigned l = LANES; l--;)
            memcpy(at[l], &w->r[n][l], 4);
        return;
    }
    EACH(k) {
        const unsigned l = sm70_store_lane(k, bytes);
        if (!(mask >> l & 1))
            continue;
        for (unsigned i = 0; i < 4; i++)
            part[i] = w->r[n + i > RZ ? RZ : n + i][l];
        w->block->changes += w->block->watched && memcmp(at[l], part, bytes);
        memcpy(at[l], part, bytes);
    }
}

static void exec_ldg(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    load_words(w, op, SPACE_GLOBAL, mask);
}

static void exec_ld(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    load_words(w, op, SPACE_GENERIC, mask);
}

static void exec_st(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    store_words(w, op, SPACE_GENERIC, mask);
}

/* QSPC: is it an address of that space? .D is shared memory of a block of the cluster, which has one here. */
static void exec_qspc(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    static const enum space asked[] = { SPACE_GLOBAL, SPACE_LOCAL, SPACE_SHARED, SPACE_SHARED };
    uint64_t address[LANES];
    uint32_t yes = 0;

    if (op->d.n != RZ) {
        sm70_fail(w, op, "what it writes to a register is not known");
        return;
    }

    sm70_addresses(w, op, SPACE_GENERIC, address);
    EACH(l)
        yes |= (uint32_t)(sm70_space_of(&address[l]) == asked[bits(op, 73, 2)]) << l;
    sm70_put_pred(w, op->pd[0], yes, mask);
}

static void exec_lds(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    load_words(w, op, SPACE_SHARED, mask);
}

static void exec_ldl(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    load_words(w, op, SPACE_LOCAL, mask);
}

static void exec_stg(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    store_words(w, op, SPACE_GLOBAL, mask);
}

static void exec_sts(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    store_words(w, op, SPACE_SHARED, mask);
}

static void exec_stl(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    store_words(w, op, SPACE_LOCAL, mask);
}

/* Reads constants at the register's, or the uniform register's, place. */
static void exec_ldc(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    bool uniform = op->d.kind == OPERAND_U, indexed = bits(op, 0, 12) == 0xabb;
    unsigned bytes = size_of(op), bank = bits(op, 54, 5);
    uint32_t offset = bits(op, 38, 16), part[4], out[4][LANES];
    const uint32_t *r = !uniform ? w->r[bits(op, 24, 8)] : indexed ? w->u[bits(op, 24, 6)] : w->r[RZ];

    if (bytes > 8) {
        sm70_fail(w, op, "illegal on a GPU: 16 bytes");
        return;
    }
    if (bad_registers(w, op, op->d.n, bytes))
        return;
    EACH(l) {
        if (!(mask >> l & 1))
            continue;
        const uint8_t *p = sm70_constant(w, op, bank, r[l] + offset, bytes);
        if (!p)
            return;
        extend_load(op, p, bytes, part);
        for (unsigned i = 0; i < 4; i++)
            out[i][l] = part[i];
    }
    for (unsigned i = 0; 4 * i < bytes && op->d.n != (uniform ? URZ : RZ); i++)
        sm70_put_row(w, op, op->d.n + i, out[i], mask);
}

/* The first cache is empty. */
static void exec_ivall(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    (void)op;
    if (mask && w->block->stale)
        sm70_stale_drop(w, NULL);
}

/* Fences and cache control: memory here is always in order. */
static void exec_nothing(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    (void)w;
    (void)op;
    (void)mask;
}

const struct sm70_bodies sm70_memory_bodies[] = {
    { "LD", exec_ld }, { "ST", exec_st }, { "QSPC", exec_qspc },
    { "LDG", exec_ldg }, { "STG", exec_stg }, { "LDS", exec_lds }, { "STS", exec_sts }, { "LDL", exec_ldl },
    { "STL", exec_stl }, { "LDC", exec_ldc }, { "ULDC", exec_ldc }, { "MEMBAR", exec_nothing },
    { "ERRBAR", exec_nothing }, { "CGAERRBAR", exec_nothing }, { "CCTL", exec_nothing }, { "CCTL.IVALL", exec_ivall },
    { NULL, NULL }
};
