/* SPDX-License-Identifier: Apache-2.0
 *
 * Debug information that a cubin brings is not trusted: what reaches beyond its end, or nests without one, is dropped.
 */
#include "dwarf.h"
#include "image.h"
#include "import.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* A unit of which an entry is `body`, by abbreviation 1, which `abbrev` (in hexadecimal) describes. */
static bool taken(char *abbrev, char *body)
{
    char *words[] = { "info", "0000000002000000000004", body, "abbrev", abbrev };
    struct gt_cubin c = { .debug = { .word = words, .n = 5 } };
    struct gt_cubin_kernel kernel = { .name = "k" };
    const struct gdb_kernel k = { .cubin = &c, .kernel = &kernel };
    struct dwarf d = { .failed = false };
    bool yes = import_unit(&d, &k, 1, NULL, 0) != NULL;

    dwarf_free(&d);
    return yes;
}

static void beyond_the_end(void **state)
{
    (void)state;
    assert_true(taken("0111000b0a03080000", "01" "02" "aabb" "6100"));
    assert_false(taken("0111000b0403080000", "01" "ffffff7f" "6100"));         /* a block of 2 GB, then a string */
    assert_false(taken("0111000b0903080000", "01" "ffffffffffffffffff01"));    /* one of 2^64 - 1 bytes */
}

static void without_end(void **state)
{
    static char body[2 * 100000 + 1];

    (void)state;
    for (unsigned i = 0; i < sizeof body - 1; i++)
        body[i] = i % 2 ? '1' : '0';
    assert_false(taken("0111010000", body));        /* each entry is a child of the one before */
}

static void name_that_is_none(void **state)
{
    (void)state;
    assert_true(taken("012e0003080000", "01" "6b00"));
    assert_false(taken("012e00030b0000", "01" "05"));       /* a number */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beyond_the_end), cmocka_unit_test(without_end), cmocka_unit_test(name_that_is_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
