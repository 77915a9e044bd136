/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames (LINK-2): known bytes, round trips of random ones, and what a bad line makes of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "frame.h"

static uint64_t seed = 88172645463325252ull;

static uint32_t draw_below(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 11) % below;
}

static void sum_of_check(void **state)
{
    (void)state;
    assert_int_equal(frame_crc(0, (const uint8_t *)"123456789", 9), 0xcbf43926);     /* RFC 3720's check value */
    assert_int_equal(frame_crc(frame_crc(0, (const uint8_t *)"1234", 4), (const uint8_t *)"56789", 5), 0xcbf43926);
    assert_int_equal(frame_crc(0, NULL, 0), 0);
}

/* The sum was computed by zlib's crc32() over the twelve bytes before it. */
static void known_bytes(void **state)
{
    static const uint8_t expected[] = { 0x7e, 0x7d, 0x5e, 0x02, 0x01, 0x00, 0x11, 0x00, 0x00, 0x00, 0x7d, 0x5d, 0x00,
                                        0x00, 0x01, 0x18, 0x3f, 0x43, 0x5f, 0x7e };
    struct frame f = { .tag = 0x7e, .code = 2, .count = 1, .address = 0x11, .words = 1,
                       .payload = { 0x7d, 0, 0, 1 } };
    uint8_t out[FRAME_ENCODED];

    (void)state;
    assert_int_equal(frame_encode(&f, out), sizeof expected);
    assert_memory_equal(out, expected, sizeof expected);
}

/* Many of the bytes that need an escape. */
static void random_frame(struct frame *f)
{
    static const uint8_t special[] = { 0x7e, 0x7d, 0x5e, 0x5d, 0x20, 0x00, 0xff };

    f->tag = (uint8_t)draw_below(256);
    f->code = (uint8_t)draw_below(256);
    f->count = (uint16_t)draw_below(65536);
    f->address = draw_below(UINT32_MAX);
    f->words = draw_below(4) ? draw_below(20) : draw_below(FRAME_WORDS + 1);
    for (uint32_t i = 0; i < 4 * f->words; i++)
        f->payload[i] = draw_below(2) ? special[draw_below(sizeof special)] : (uint8_t)draw_below(256);
}

static bool same_frame(const struct frame *a, const struct frame *b)
{
    return a->tag == b->tag && a->code == b->code && a->count == b->count && a->address == b->address &&
           a->words == b->words && !memcmp(a->payload, b->payload, 4 * a->words);
}

static void round_trips(void **state)
{
    static struct frame f, g;
    struct frame_decoder d = { 0 };
    uint8_t out[FRAME_ENCODED];

    (void)state;
    for (int i = 0; i < 20000; i++) {
        random_frame(&f);
        size_t n = frame_encode(&f, out), whole = 0;
        assert_true(n <= sizeof out);
        for (size_t k = 0; k < n; k++)
            if (frame_decode(&d, out[k], &g)) {
                assert_int_equal(k, n - 1);
                whole++;
            }
        assert_int_equal(whole, 1);
        assert_true(same_frame(&f, &g));
    }
    assert_int_equal(d.bad, 0);
}

/* One byte lost, changed or added costs its frame and nothing else; what comes out was put in. */
static void bad_bytes(void **state)
{
    static struct frame f[3], g;
    uint8_t out[4 * FRAME_ENCODED];

    (void)state;
    for (int round = 0; round < 20000; round++) {
        struct frame_decoder d = { 0 };
        size_t n = 0, at = 0, came = 0, end[3];
        for (int i = 0; i < 3; i++) {
            random_frame(&f[i]);
            n += frame_encode(&f[i], out + n);
            end[i] = n;
        }
        at = end[0] + draw_below((uint32_t)(end[1] - end[0]));
        uint32_t how = draw_below(3);
        if (how == 0)
            memmove(out + at, out + at + 1, --n - at);
        else if (how == 1)
            out[at] ^= (uint8_t)(1 + draw_below(255));
        else {
            memmove(out + at + 1, out + at, n++ - at);
            out[at] = (uint8_t)draw_below(256);
        }
        for (size_t k = 0, next = 0; k < n; k++)
            if (frame_decode(&d, out[k], &g)) {
                while (next < 3 && !same_frame(&f[next], &g))
                    next++;
                assert_true(next < 3);
                came += next != 1;
                next++;
            }
        assert_int_equal(came, 2);
    }
}

/* Frames that cannot be: their number is told, the next one comes. */
static void test_dropped(void **state)
{
    static const uint8_t noise[] = { 1, 2, 3, 0x7e, 0x7e, 0x7e, 4, 5, 0x7e, 0x7d, 0x7e };
    static struct frame f = { .tag = 9, .code = 1, .count = 3 }, g;
    struct frame_decoder d = { 0 };
    uint8_t out[FRAME_ENCODED];

    (void)state;
    for (size_t i = 0; i < sizeof noise; i++)
        assert_false(frame_decode(&d, noise[i], &g));
    assert_int_equal(d.bad, 2);             /* too short, cut in an escape; empty ones do not count */
    for (unsigned i = 0; i < FRAME_BYTES + 50; i++)
        assert_false(frame_decode(&d, 0x55, &g));
    size_t n = frame_encode(&f, out);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(frame_decode(&d, out[i], &g), i == n - 1);
    assert_int_equal(d.bad, 3);
    assert_true(same_frame(&f, &g));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sum_of_check), cmocka_unit_test(known_bytes), cmocka_unit_test(round_trips),
        cmocka_unit_test(bad_bytes), cmocka_unit_test(test_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
