/* SPDX-License-Identifier: Apache-2.0
 *
 * A wave of the cycle model: scopes and names of the RTL's, a scope `warpNN` for each warp besides, two time steps a
 * cycle. What the model does not know is x.
 */
#include "wave.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fst_writer.h"
#include "gt_chip.h"
#include "gtkwave/fstapi.h"
#include "waits_names.h"

enum { PC_BITS = 24, DEPTH_BITS = 7 };

static const struct { const char *name; unsigned bits; } signals[GT_SIGNALS] = {
#define ROW(id, how, name, bits) [GT_SIGNAL_##id] = { name, bits },
    GT_SIGNAL_LIST(GT_SIGNAL_NO_GROUP, ROW)
#undef ROW
};

static const char *const scopes[] = { "TOP", "tpc_top", "g_sm[0]", "u_sm" };
enum { SCOPES = sizeof scopes / sizeof *scopes };

struct warp {
    fstHandle pc, active, depth, state;
};

struct wave {
    void *fst;
    char *path;
    fstHandle signal[GT_SIGNALS];
    struct warp warp[GT_WARPS];
    struct gt_signals last;
    bool begun;
};

static const char *state_name(unsigned wait)
{
    static const char *const names[GT_WAITS] = {
        [GT_WAIT_CONTROL] = "control", [GT_WAIT_CONSTANT] = "constant", [GT_WAIT_FETCH] = "fetch",
        [GT_WAIT_HEAD] = "head", [GT_WAIT_MEMORY] = "memory", [GT_WAIT_SHARED] = "shared", [GT_WAIT_SP] = "sp",
        [GT_WAIT_SFU] = "sfu", [GT_WAIT_DPU] = "dpu", [GT_WAIT_SP_BUSY] = "sp busy", [GT_WAIT_LSU_BUSY] = "lsu busy",
        [GT_WAIT_X_BUSY] = "sfu or dpu busy", [GT_WAIT_CONTROL_BUSY] = "control busy", [GT_WAIT_BANK] = "bank",
        [GT_WAIT_PORT] = "port", [GT_WAIT_OTHER] = "slot taken",
    };
    return wait == GT_SIGNAL_ISSUES ? "issues" : wait < GT_WAITS ? names[wait] : "";
}

static fstHandle declare_variable(void *fst, const char *name, unsigned bits)
{
    char text[64];
    if (bits == 1)
        return fstWriterCreateVar(fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 1, name, 0);
    snprintf(text, sizeof text, "%s [%u:0]", name, bits - 1);
    return fstWriterCreateVar(fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, text, 0);
}

/* The unit in front of a name's dot; 0: sm_top itself. */
static size_t unit_of(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot ? (size_t)(dot - name) : 0;
}

static bool same_unit(const char *a, const char *b)
{
    return unit_of(a) == unit_of(b) && !strncmp(a, b, unit_of(a));
}

/* A scope for each unit, with all signals of it, where the first of them stands. */
static void declare_signals(struct wave *v)
{
    for (unsigned i = 0; i < GT_SIGNALS; i++) {
        const char *name = signals[i].name;
        const size_t unit = unit_of(name);
        char scope[32];
        if (v->signal[i])
            continue;
        snprintf(scope, sizeof scope, "%.*s", (int)unit, name);
        if (unit)
            fstWriterSetScope(v->fst, FST_ST_VCD_MODULE, scope, NULL);
        for (unsigned k = i; k < GT_SIGNALS; k++)
            if (same_unit(signals[k].name, name))
                v->signal[k] = declare_variable(v->fst, signals[k].name + unit + (unit != 0), signals[k].bits);
        if (unit)
            fstWriterSetUpscope(v->fst);
    }
}

static void declare_warps(struct wave *v)
{
    for (unsigned w = 0; w < GT_WARPS; w++) {
        char scope[16];
        snprintf(scope, sizeof scope, "warp%02u", w);
        fstWriterSetScope(v->fst, FST_ST_VCD_MODULE, scope, NULL);
        v->warp[w].state = fstWriterCreateVar(v->fst, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, "state", 0);
        v->warp[w].pc = declare_variable(v->fst, "pc", PC_BITS);
        v->warp[w].active = declare_variable(v->fst, "active", 32);
        v->warp[w].depth = declare_variable(v->fst, "depth", DEPTH_BITS);
        fstWriterSetUpscope(v->fst);
    }
}

static void *wave_open(const char *path)
{
    struct wave *v = calloc(1, sizeof *v);
    fst_writer_error();                 /* of an earlier wave, if nobody asked */
    if (!v || !(v->path = strdup(path)) || !(v->fst = fstWriterCreate(path, 1))) {
        if (v)
            free(v->path);
        free(v);
        return NULL;
    }
    fstWriterSetTimescale(v->fst, -12);
    fstWriterSetDate(v->fst, "gt200");          /* not today's: equal runs give equal files */
    for (unsigned i = 0; i < SCOPES; i++)
        fstWriterSetScope(v->fst, FST_ST_VCD_MODULE, scopes[i], NULL);
    declare_signals(v);
    declare_warps(v);
    for (unsigned i = 0; i < SCOPES; i++)
        fstWriterSetUpscope(v->fst);
    return v;
}

static void emit_bits(struct wave *v, fstHandle h, unsigned bits, uint32_t value, uint32_t known)
{
    char text[33];
    for (unsigned i = 0; i < bits; i++) {
        const unsigned at = bits - 1 - i;
        text[i] = known >> at & 1 ? (char)('0' + (value >> at & 1)) : 'x';
    }
    text[bits] = 0;
    fstWriterEmitValueChange(v->fst, h, text);
}

/* A slot without a warp is x. */
static void emit_warp(struct wave *v, const struct gt_signals *s, unsigned w)
{
    const struct gt_signals *l = &v->last;
    const bool alive = s->alive >> w & 1, all = !v->begun || ((s->alive ^ l->alive) >> w & 1);
    const uint32_t known = alive ? ~0u : 0;
    if (all || (alive && s->warp[w].pc != l->warp[w].pc))
        emit_bits(v, v->warp[w].pc, PC_BITS, s->warp[w].pc, known);
    if (all || (alive && s->warp[w].active != l->warp[w].active))
        emit_bits(v, v->warp[w].active, 32, s->warp[w].active, known);
    if (all || (alive && s->warp[w].depth != l->warp[w].depth))
        emit_bits(v, v->warp[w].depth, DEPTH_BITS, s->warp[w].depth, known);
    /* what an even cycle says holds for the odd one behind it */
    const char *state = alive ? state_name(s->warp[w].wait) : "";
    if (all || (alive && s->warp[w].wait != GT_SIGNAL_ODD && s->warp[w].wait != l->warp[w].wait))
        fstWriterEmitVariableLengthValueChange(v->fst, v->warp[w].state, state, (uint32_t)strlen(state));
}

static void wave_cycle(void *wave, const struct gt_signals *s)
{
    struct wave *v = wave;
    const struct gt_signals *l = &v->last;
    fstWriterEmitTimeChange(v->fst, 2 * s->cycle);
    for (unsigned i = 0; i < GT_SIGNALS; i++)
        if (!v->begun || s->value[i] != l->value[i] || s->known[i] != l->known[i])
            emit_bits(v, v->signal[i], signals[i].bits, s->value[i], s->known[i]);
    for (unsigned w = 0; w < GT_WARPS; w++) {
        emit_warp(v, s, w);
        const uint8_t wait = v->last.warp[w].wait;
        v->last.warp[w] = s->warp[w];
        if (s->warp[w].wait == GT_SIGNAL_ODD && v->begun && (l->alive >> w & 1))
            v->last.warp[w].wait = wait;
    }
    v->last.alive = s->alive;
    memcpy(v->last.value, s->value, sizeof s->value);
    memcpy(v->last.known, s->known, sizeof s->known);
    v->begun = true;
}

static int wave_close(void *wave)
{
    struct wave *v = wave;
    fstWriterClose(v->fst);
    const int error = fst_writer_error();
    if (error)
        remove(v->path);
    free(v->path);
    free(v);
    return error;
}

extern const struct gt_waves gt_waves;
const struct gt_waves gt_waves = { wave_open, wave_cycle, wave_close };
