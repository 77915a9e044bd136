/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels of shared.cu against the same computation on the host.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"

static struct module mod;

static int compile_module(void **state)
{
    (void)state;
    return module_compile(&mod, "shared.cu", NULL) ? 0 : -1;
}

static int free_module(void **state)
{
    (void)state;
    module_free(&mod);
    return 0;
}

static void test_vadd(void **state)
{
    (void)state;
    enum { N = 1000 };
    float a[N], b[N], c[N];
    for (int i = 0; i < N; i++)
        a[i] = (float)i * 0.37f, b[i] = 1000.0f / (float)(i + 1);
    uint32_t p[] = { dev_new(&mod, a, sizeof a), dev_new(&mod, b, sizeof b), dev_new(&mod, NULL, sizeof c), N };
    assert_true(module_run(&mod, "vadd", (struct dims){ .gx = 8, .bx = 128 }, p, 4));
    dev_get(&mod, p[2], c, sizeof c);
    for (int i = 0; i < N; i++)
        assert_true(c[i] == a[i] + b[i]);
}

/* The chip's multiply-add: 24 bits of the product, cut off; rounded only when nothing is added to it. */
static float multiply_add(float a, float b, float c)
{
    union { double d; uint64_t bits; } product = { (double)a * b };
    product.bits &= ~0x1fffffffull;
    return c == 0 ? a * b : (float)(product.d + c);
}

static void test_matmul(void **state)
{
    (void)state;
    enum { N = 48 };
    static float a[N][N], b[N][N], c[N][N];
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            a[i][k] = (float)(i * 7 + k * 3 % 11) * 0.125f, b[i][k] = (float)((i ^ k) - 20) * 0.3f;
    uint32_t p[] = { dev_new(&mod, a, sizeof a), dev_new(&mod, b, sizeof b), dev_new(&mod, NULL, sizeof c), N };
    assert_true(module_run(&mod, "matmul", (struct dims){ .gx = 3, .gy = 3, .bx = 16, .by = 16 }, p, 4));
    dev_get(&mod, p[2], c, sizeof c);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            float s = 0;
            for (int j = 0; j < N; j++)
                s = multiply_add(a[i][j], b[j][k], s);
            assert_true(c[i][k] == s);
        }
}

static void test_reduce(void **state)
{
    (void)state;
    enum { N = 900 };
    int in[N], out[8];
    for (int i = 0; i < N; i++)
        in[i] = i * i - 3000;
    uint32_t p[] = { dev_new(&mod, in, sizeof in), dev_new(&mod, NULL, sizeof out), N };
    assert_true(module_run(&mod, "reduce", (struct dims){ .gx = 8, .bx = 128, .dyn = 512 }, p, 3));
    dev_get(&mod, p[1], out, sizeof out);
    for (int b = 0; b < 8; b++) {
        int s = 0;
        for (int i = b * 128; i < b * 128 + 128 && i < N; i++)
            s += in[i];
        assert_int_equal(out[b], s);
    }
}

static void test_lastloop(void **state)
{
    (void)state;
    int out[64], s[64];
    uint32_t p[] = { dev_new(&mod, NULL, sizeof out), 5 };
    assert_true(module_run(&mod, "lastloop", (struct dims){ .gx = 1, .bx = 48 }, p, 2));
    dev_get(&mod, p[0], out, sizeof out);
    for (int i = 0; i < 64; i++) {
        unsigned v = (unsigned)i;
        for (int k = 0; i < 48 && i % 2 && k < i; k++)
            v = v * 3 + 5;
        s[i] = (int)v;
    }
    for (int i = 0; i < 64; i++)
        assert_int_equal(out[i], s[63 - i]);
}

static void test_scan(void **state)
{
    (void)state;
    int in[200], out[200], s = 0;
    for (int i = 0; i < 200; i++)
        in[i] = i * 13 % 29 - 7;
    uint32_t p[] = { dev_new(&mod, in, sizeof in), dev_new(&mod, NULL, sizeof out) };
    assert_true(module_run(&mod, "scan", (struct dims){ .gx = 1, .bx = 200 }, p, 2));
    dev_get(&mod, p[1], out, sizeof out);
    for (int i = 0; i < 200; i++)
        assert_int_equal(out[i], s += in[i]);
}

static void test_transpose(void **state)
{
    (void)state;
    enum { W = 37, H = 22 };
    uint32_t in[H][W], out[W][H];
    for (uint32_t y = 0; y < H; y++)
        for (uint32_t x = 0; x < W; x++)
            in[y][x] = y * 1000 + x;
    uint32_t p[] = { dev_new(&mod, in, sizeof in), dev_new(&mod, NULL, sizeof out), W, H };
    assert_true(module_run(&mod, "transpose", (struct dims){ .gx = 3, .gy = 2, .bx = 16, .by = 16 }, p, 4));
    dev_get(&mod, p[1], out, sizeof out);
    for (uint32_t y = 0; y < H; y++)
        for (uint32_t x = 0; x < W; x++)
            assert_int_equal(out[x][y], in[y][x]);
}

static void test_ids(void **state)
{
    (void)state;
    uint32_t out[6 * 64];
    uint32_t p[] = { dev_new(&mod, NULL, sizeof out) };
    assert_true(module_run(&mod, "ids", (struct dims){ .gx = 3, .gy = 2, .bx = 8, .by = 4, .bz = 2 }, p, 1));
    dev_get(&mod, p[0], out, sizeof out);
    for (uint32_t g = 0; g < 6; g++)
        for (uint32_t t = 0; t < 64; t++) {
            uint32_t o = (t + 5) & 63, x = t % 8, y = t / 8 % 4, z = t / 32;
            uint32_t want = (uint8_t)(o * 37) + (uint32_t)(int16_t)(o * 1021 - 20000) + x * 1000 + y * 10000 +
                            z * 100000 + 2;
            assert_int_equal(out[g * 64 + t], want);
        }
}

static void test_vectors(void **state)
{
    (void)state;
    float a[32][4], b[32][4];
    int32_t c[32][2];
    for (int i = 0; i < 32; i++)
        for (int k = 0; k < 4; k++)
            a[i][k] = (float)(i * 4 + k), c[i][k & 1] = i * 10 + k;
    uint32_t p[] = { dev_new(&mod, a, sizeof a), dev_new(&mod, NULL, sizeof b), dev_new(&mod, c, sizeof c) };
    assert_true(module_run(&mod, "vectors", (struct dims){ .gx = 1, .bx = 32 }, p, 3));
    dev_get(&mod, p[1], b, sizeof b);
    int32_t c2[32][2];
    dev_get(&mod, p[2], c2, sizeof c2);
    for (int i = 0; i < 32; i++) {
        const float *v = a[i], *w = a[(i + 1) & 31];
        assert_true(b[i][0] == v[3] + w[0] && b[i][1] == v[2] * 2 && b[i][2] == v[1] - w[1] && b[i][3] == v[0]);
        assert_int_equal(c2[i][0], c[i][1] + 1);
        assert_int_equal(c2[i][1], c[i][0] - 1);
    }
}

/* A __device__ variable: its address comes from c14[], its value from the module. */
static void test_variables(void **state)
{
    (void)state;
    uint32_t got[4], want[4] = { 10, 20, 30, 40 };
    uint32_t p[] = { dev_new(&mod, NULL, sizeof got) };
    assert_true(module_run(&mod, "readcounter", (struct dims){ .gx = 1, .bx = 4 }, p, 1));
    dev_get(&mod, p[0], got, sizeof got);
    assert_memory_equal(got, want, sizeof want);
}

static void test_times(void **state)
{
    (void)state;
    uint32_t out[3];
    uint32_t p[] = { dev_new(&mod, NULL, sizeof out) };
    assert_true(module_run(&mod, "times", (struct dims){ .gx = 1, .bx = 1 }, p, 1));
    dev_get(&mod, p[0], out, sizeof out);
    assert_int_equal(out[0], 0);
    assert_true((int32_t)out[1] >= 0);
}

static void test_votes(void **state)
{
    (void)state;
    int in[64], out[64];
    for (int i = 0; i < 64; i++)
        in[i] = i < 32 ? i + 11 : i + 30;
    uint32_t p[] = { dev_new(&mod, NULL, sizeof out), dev_new(&mod, in, sizeof in) };
    assert_true(module_run(&mod, "votes", (struct dims){ .gx = 1, .bx = 64 }, p, 2));
    dev_get(&mod, p[0], out, sizeof out);
    for (int i = 0; i < 64; i++)
        assert_int_equal(out[i], i < 32 ? 2 : 3);
}

static void test_blockloop(void **state)
{
    (void)state;
    int out[3 * 64];
    uint32_t p[] = { dev_new(&mod, NULL, sizeof out), 2 };
    assert_true(module_run(&mod, "blockloop", (struct dims){ .gx = 3, .bx = 64 }, p, 2));
    dev_get(&mod, p[0], out, sizeof out);
    for (int b = 0; b < 3; b++)
        for (int t = 0; t < 64; t++) {
            int s = (t + b + 2) & 63;
            for (int i = 0; i < b + 2; i++)
                s += i;
            assert_int_equal(out[b * 64 + t], s);
        }
}

static void test_behind(void **state)
{
    (void)state;
    int out[64];
    uint32_t p[] = { dev_new(&mod, NULL, sizeof out), 64 };
    assert_true(module_run(&mod, "behind", (struct dims){ .gx = 1, .bx = 64 }, p, 2));
    dev_get(&mod, p[0], out, sizeof out);
    for (int t = 0; t < 64; t++)
        assert_int_equal(out[t], t * 3 + 1000);
}

int main(void)
{
    const struct CMUnitTest list[] = {
        cmocka_unit_test(test_vadd),  cmocka_unit_test(test_matmul),  cmocka_unit_test(test_reduce),
        cmocka_unit_test(test_lastloop), cmocka_unit_test(test_scan),  cmocka_unit_test(test_transpose),
        cmocka_unit_test(test_ids),  cmocka_unit_test(test_vectors), cmocka_unit_test(test_variables),
        cmocka_unit_test(test_times),  cmocka_unit_test(test_votes),  cmocka_unit_test(test_blockloop),
        cmocka_unit_test(test_behind),
    };
    return cmocka_run_group_tests(list, compile_module, free_module);
}
