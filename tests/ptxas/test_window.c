/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared-memory operands beyond the 32 words that an instruction can name: how much code they take, and that they read
 * the right words. A warp sums words of shared memory in a loop, in branches of it and behind it; bases are absolute,
 * by lane, shifted by an index, or step in the loop. The same sums are made here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"

enum { LANES = 32, WORDS = 1024, PROGRAMS = 150 };

/* ---- size --------------------------------------------------------------------------------------------------- */

static char *code_of(const char *ptx)
{
    char *text = NULL;
    size_t size;
    struct ptxas_result r;
    FILE *f = open_memstream(&text, &size);
    struct ptxas_options o = { .asm_out = f };
    assert_true(ptxas_compile(ptx, "test.ptx", &o, &r));
    free(r.text);
    fclose(f);
    return text;
}

static unsigned count_text(const char *text, const char *what)
{
    unsigned n = 0;
    for (const char *p = text; (p = strstr(p, what)); p++)
        n++;
    return n;
}

/* 64 multiply-adds on 64 words, `base` and the offset of each word by %p; in a loop if there is a label. */
static char *products_ptx(const char *head, const char *base, const char *tail)
{
    static char ptx[20000];
    char *p = ptx;
    p += sprintf(p, ".version 1.4\n.target sm_13\n.entry k(.param .u32 out, .param .u32 n)\n{\n"
                    ".shared .align 16 .f32 w[256]; .reg .u32 %%o, %%n, %%x; .reg .f32 %%f, %%v, %%w; .reg .pred %%p;\n"
                    "ld.param.u32 %%o, [out]; ld.global.f32 %%v, [%%o]; mov.f32 %%f, 0f00000000; %s\n", head);
    for (int k = 0; k < 64; k++)
        p += sprintf(p, "ld.shared.f32 %%w, [%s+%d]; mad.f32 %%f, %%w, %%v, %%f;\n", base, 4 * k);
    sprintf(p, "%s st.global.f32 [%%o], %%f; exit;\n}\n", tail);
    return ptx;
}

static void test_size(void **state)
{
    (void)state;
    char *text = code_of(products_ptx("", "w", ""));
    unsigned n = count_text(text, "\n") - 1;
    if (count_text(text, "mad.f32") != 64 || n > 64 + 6)
        fail_msg("64 multiply-adds take %u instructions:\n%s", n, text);
    free(text);
    /* from a base by lane, in a loop: what moves the $a registers stands in front of it */
    text = code_of(products_ptx("cvt.u32.u16 %x, %tid.x; shl.b32 %x, %x, 2; add.u32 %x, %x, 256; "
                                "ld.param.u32 %n, [n]; L:",
                                "%x", "sub.u32 %n, %n, 1; setp.ne.u32 %p, %n, 0; @%p bra L;"));
    const char *first = strstr(text, "mad.f32"), *last = first;
    for (const char *p = first; p; p = strstr(p + 1, "mad.f32"))
        last = p;
    assert_non_null(first);
    assert_int_equal(count_text(text, "mad.f32"), 64);
    for (const char *p = first; p < last; p++)
        if (!strncmp(p, "add $a", 6) || !strncmp(p, "shl $a", 6) || !strncmp(p, "ld.b32", 6))
            fail_msg("the loop does more than multiply and add:\n%s", text);
    free(text);
}

/* ---- values -------------------------------------------------------------------------------------------------- */

enum base { FIXED, LANE, INDEX, STEP, BASES };

static const char *const name[BASES] = { "w", "%lane", "%index", "%step" };

struct program {
    uint32_t seed;
    char *p, ptx[60000];
    uint32_t sum[LANES], word[WORDS];
    int stepped;                /* words that %step has moved */
};

static uint32_t draw_below(struct program *g, uint32_t n)
{
    g->seed = g->seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)g->seed * n >> 32);
}

/* Word that a base is at for a lane. */
static int word_at(const struct program *g, enum base b, int lane)
{
    return b == FIXED ? 0 : b == LANE ? lane : b == INDEX ? 16 * (lane % 4) : 128 + g->stepped;
}

struct term { enum base base; int word; bool exclusive; };

/* sum = sum op word, in all lanes or one half of them. */
static void add_term(struct program *g, const struct term *t, bool odd)
{
    for (int i = odd; i < LANES; i += odd ? 2 : 1) {
        uint32_t v = g->word[word_at(g, t->base, i) + t->word];
        g->sum[i] = t->exclusive ? g->sum[i] ^ v : g->sum[i] + v;
    }
}

static void print_term(struct program *g, const struct term *t)
{
    g->p += sprintf(g->p, "ld.shared.u32 %%v, [%s+%d]; %s %%sum, %%sum, %%v;\n", name[t->base], 4 * t->word,
                    t->exclusive ? "xor.b32" : "add.u32");
}

/* From the first `bases`. */
static struct term random_term(struct program *g, const int near[BASES], uint32_t bases)
{
    struct term t = { .base = (enum base)draw_below(g, bases), .exclusive = draw_below(g, 2) };
    t.word = (draw_below(g, 4) ? near[t.base] : 0) + (int)draw_below(g, 70);
    return t;
}

/* Terms, with a step of %step among them; `odd`: terms of the odd lanes stand in a branch. */
static void write_body(struct program *g, const struct term *t, int n, int step, int odd, int rounds)
{
    for (int k = 0; k < n; k++) {
        if (k == odd)
            g->p += sprintf(g->p, "@!%%odd bra E%d;\n", rounds);
        print_term(g, &t[k]);
        if (k == odd + 5)
            g->p += sprintf(g->p, "E%d:\n", rounds);
        if (k == step)
            g->p += sprintf(g->p, "add.u32 %%step, %%step, 12;\n");
    }
    for (int r = 0; r < rounds; r++)
        for (int k = 0; k < n; k++) {
            add_term(g, &t[k], k >= odd && k <= odd + 5);
            g->stepped += k == step ? 3 : 0;
        }
}

static void one_program(struct program *g)
{
    enum { MOST = 60 };
    struct term t[MOST];
    struct module m;
    uint32_t found[LANES];
    int near[BASES], n = 6 + (int)draw_below(g, MOST - 6), rounds = 2 + (int)draw_below(g, 3);
    for (int b = 0; b < BASES; b++)
        near[b] = (int)draw_below(g, 500);
    g->p = g->ptx + sprintf(g->ptx, ".version 1.4\n.target sm_13\n.entry k(.param .u32 out, .param .u32 in)\n{\n"
        ".shared .align 4 .b32 w[%d]; .reg .u32 %%lane, %%index, %%step, %%x, %%t, %%v, %%n, %%sum, %%o;\n"
        ".reg .pred %%p, %%odd;\n"
        "cvt.u32.u16 %%t, %%tid.x; and.b32 %%x, %%t, 1; setp.ne.u32 %%odd, %%x, 0; mov.u32 %%v, w;\n"
        "and.b32 %%x, %%t, 3; shl.b32 %%x, %%x, 6; add.u32 %%index, %%v, %%x; shl.b32 %%x, %%t, 2;\n"
        "add.u32 %%lane, %%v, %%x; add.u32 %%step, %%v, 512; ld.param.u32 %%o, [in]; add.u32 %%o, %%o, %%x;\n", WORDS);
    for (int k = 0; k < WORDS; k += LANES)
        g->p += sprintf(g->p, "ld.global.u32 %%v, [%%o+%d]; st.shared.u32 [%%lane+%d], %%v;\n", 4 * k, 4 * k);
    g->p += sprintf(g->p, "ld.param.u32 %%o, [out]; add.u32 %%o, %%o, %%x; mov.u32 %%sum, 0; mov.u32 %%n, %d;\nL:\n",
                    rounds);
    memset(g->sum, 0, sizeof g->sum);
    g->stepped = 0;
    for (uint32_t k = 0; k < WORDS; k++)
        g->word[k] = k * k * 2654435761u + k;
    for (int k = 0; k < n; k++)
        t[k] = random_term(g, near, BASES);
    int odd = n > 12 && draw_below(g, 2) ? 1 + (int)draw_below(g, (uint32_t)n - 7) : n + 1;
    int step = draw_below(g, 3) ? (int)draw_below(g, (uint32_t)n) : n;
    write_body(g, t, n, step < odd || step > odd + 5 ? step : odd - 1, odd, rounds);
    g->p += sprintf(g->p, "sub.u32 %%n, %%n, 1; setp.ne.u32 %%p, %%n, 0; @%%p bra L;\n");
    uint32_t bases = draw_below(g, 2) ? BASES : STEP;   /* if nobody wants it any more it lives in $a alone */
    for (int k = 0; k < n; k++)
        t[k] = random_term(g, near, bases);
    write_body(g, t, n, n, n + 1, 1);
    sprintf(g->p, "st.global.u32 [%%o], %%sum; exit;\n}\n");
    assert_true(module_ptx(&m, g->ptx));
    uint32_t params[] = { dev_new(&m, NULL, sizeof found), dev_new(&m, g->word, sizeof g->word) };
    assert_true(module_run(&m, "k", (struct dims){ .gx = 1, .bx = LANES }, params, 2));
    dev_get(&m, params[0], found, sizeof found);
    module_free(&m);
    for (int i = 0; i < LANES; i++)
        if (found[i] != g->sum[i])
            fail_msg("lane %d: expected 0x%x, found 0x%x in\n%s", i, g->sum[i], found[i], g->ptx);
}

static void test_values(void **state)
{
    static struct program g;
    (void)state;
    for (uint32_t k = 0; k < PROGRAMS; k++) {
        g.seed = k + 1;
        one_program(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_size), cmocka_unit_test(test_values) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
