/* SPDX-License-Identifier: Apache-2.0
 *
 * A model of one SM with a program of a few instructions.
 */
#include "rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prog.h"
#include "text.h"

#define OUT_BYTES 65536

void rig_init(struct rig *r, uint32_t threads)
{
    memset(r, 0, sizeof *r);
    r->gpu = gt_gpu_new(1 << 20);
    assert_non_null(r->gpu);
    r->out = gt_alloc(r->gpu, OUT_BYTES);
    assert_int_not_equal(r->out, 0);
    r->launch = (struct gt_launch){.name = "test", .code = r->code, .regs = 16, .smem = 4096, .grid_x = 1, .grid_y = 1,
                                   .block_x = threads, .block_y = 1, .block_z = 1, .params = &r->out, .param_words = 1};
}

void rig_random(struct rig *r, uint32_t seed)
{
    struct fuzz_prog *p = malloc(sizeof *p);
    assert_non_null(p);
    fuzz_mixed(p, seed);
    assert_true(p->n <= RIG_WORDS);
    memset(r, 0, sizeof *r);
    memcpy(r->code, p->code, 4 * p->n);
    r->n = p->n;
    r->gpu = p->gpu;
    r->out = p->out;
    r->launch = p->launch;
    r->launch.code = r->code;
    r->launch.params = &r->out;
    free(p);                            /* the machine is r's now */
}

void rig_free(struct rig *r)
{
    gt_gpu_free(r->gpu);
    free(r->ev);
}

void rig_asm(struct rig *r, const char *text)
{
    char line[128], err[256];
    while (*text) {
        size_t len = strcspn(text, "\n");
        uint32_t w0, w1;
        int bytes;
        assert_true(len < sizeof line);
        memcpy(line, text, len);
        line[len] = '\0';
        text += len + (text[len] == '\n');
        if (!isa_asm_line(line, &w0, &w1, &bytes, err, sizeof err))
            fail_msg("'%s': %s", line, err);
        assert_true(r->n + 2 <= RIG_WORDS);
        r->code[r->n++] = w0;
        if (bytes == 8)
            r->code[r->n++] = w1;
    }
    r->launch.code_words = r->n;
}

void rig_repeat(struct rig *r, unsigned n, const char *text)
{
    while (n--)
        rig_asm(r, text);
}

void rig_clock_start(struct rig *r)
{
    rig_asm(r, "mov.b32 $r1, s[0x10].b32\n"
               "mov.b32 $r14, 0x0\n");
    r->again = 4 * r->n;
    rig_asm(r, "bar.inc.wait 0x0, 0xfff\n"
               "mov.b32 $r2, $clock\n"
               "shl.b32 $r2, $r2, 0x1\n");
}

void rig_clock_stop(struct rig *r)
{
    char jump[40];
    snprintf(jump, sizeof jump, "@$c3.lg bra 0x%x\n", r->again);
    rig_asm(r, "mov.b32 $r3, $clock\n"
               "shl.b32 $r3, $r3, 0x1\n"
               "add.b32 $r14, $r14, 0x1\n"
               "mov.b32 $r15, 0x2\n"
               "set.l.u32 _|$c3, $r14, $r15\n");
    rig_asm(r, jump);
    rig_asm(r, "shl.b32 $r5, $r0, 0x3\n"
               "add.b32 $r5, $r5, $r1\n"
               "st.b32 g14[$r5], $r2\n"
               "add.b32 $r5, $r5, 0x4\n"
               "st.b32 g14[$r5], $r3\n"
               "nop.exit\n");
}

uint32_t rig_word(const struct rig *r, uint32_t index)
{
    uint32_t v;
    assert_true(gt_read(r->gpu, r->out + 4 * index, &v, 4));
    return v;
}

void rig_run(struct rig *r)
{
    gt_model_run(r->gpu, &r->launch, &r->res, NULL, NULL);
    assert_string_equal(r->res.message, "");
    assert_int_equal(r->res.status, GT_OK);
}

uint64_t rig_trace(struct rig *r)
{
    struct gt_config cfg;
    uint32_t blocks = r->launch.grid_x * r->launch.grid_y, offered = 0;
    assert_true(gt_launch_config(r->gpu, &r->launch, &cfg, &r->res));
    struct gt_sm *sm = gt_sm_new(r->gpu, &r->launch, &cfg);
    assert_non_null(sm);
    gt_sm_set_events(sm, true);
    r->nev = 0;
    bool go = true;
    while (go && (offered < blocks || !gt_sm_idle(sm))) {
        if (offered < blocks)
            gt_sm_offer(sm, (int)(offered % r->launch.grid_x), (int)(offered / r->launch.grid_x));
        else
            gt_sm_offer(sm, -1, 0);
        if (r->each)
            r->each(sm, r->number);
        go = gt_sm_step(sm);
        offered += gt_sm_accepted(sm);
        size_t n;
        const struct gt_event *ev = gt_sm_events(sm, &n);
        for (size_t i = 0; i < n; i++) {
            if (r->nev == r->capev) {
                r->capev = r->capev ? 2 * r->capev : 1024;
                r->ev = realloc(r->ev, r->capev * sizeof *r->ev);
                assert_non_null(r->ev);
            }
            assert_true(ev[i].cycle + 1 == gt_sm_cycle(sm));
            r->ev[r->nev++] = ev[i];
        }
        assert_true(gt_sm_cycle(sm) < 1000000);
    }
    uint64_t cycles = gt_sm_cycle(sm);
    r->res.fault = *gt_sm_fault(sm);
    gt_sm_free(sm);
    return cycles;
}

static bool event_matches(const struct gt_event *e, unsigned type, uint32_t pc)
{
    return e->type == type && (pc == RIG_ANY || (type == GT_EV_BRU ? e->next_pc : e->pc) == pc);
}

const struct gt_event *rig_event(const struct rig *r, unsigned type, uint32_t pc, unsigned n)
{
    for (size_t i = 0; i < r->nev; i++)
        if (event_matches(&r->ev[i], type, pc) && n-- == 0)
            return &r->ev[i];
    fail_msg("no such event: type %u pc 0x%x", type, pc);
    return NULL;
}

size_t rig_count(const struct rig *r, unsigned type, uint32_t pc)
{
    size_t n = 0;
    for (size_t i = 0; i < r->nev; i++)
        n += event_matches(&r->ev[i], type, pc);
    return n;
}
