/* SPDX-License-Identifier: Apache-2.0
 *
 * Random programs: the cycle model must leave the same memory as the functional model, with and without events.
 */
#include "rig.h"

#include <stdlib.h>
#include <string.h>

#define PROGRAMS 150

static void compare(const struct rig *a, const struct rig *b, uint32_t seed, const char *what)
{
    for (uint32_t i = 0; i < 16384; i++)
        if (rig_word(a, i) != rig_word(b, i))
            fail_msg("program %u, %s: word %u is 0x%x, functional model 0x%x", seed, what, i, rig_word(a, i),
                     rig_word(b, i));
}

static void random_programs(void **s)
{
    (void)s;
    struct rig *a = malloc(3 * sizeof *a), *b = a + 1, *c = a + 2;
    assert_non_null(a);
    for (uint32_t seed = 1; seed <= PROGRAMS; seed++) {
        rig_random(a, seed);
        rig_random(b, seed);
        rig_random(c, seed);
        rig_run(a);
        gt_func_run(b->gpu, &b->launch, &b->res, NULL, NULL);
        assert_string_equal(b->res.message, "");
        compare(a, b, seed, "cycle model");
        if (a->res.warp_insns != b->res.warp_insns || a->res.thread_insns != b->res.thread_insns)
            fail_msg("program %u: %llu warp instructions, functional model %llu", seed,
                     (unsigned long long)a->res.warp_insns, (unsigned long long)b->res.warp_insns);
        if (seed % 8 == 0) {
            assert_int_equal(rig_trace(c), a->res.cycles);
            compare(c, b, seed, "with events");
        }
        rig_free(a);
        rig_free(b);
        rig_free(c);
    }
    free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
