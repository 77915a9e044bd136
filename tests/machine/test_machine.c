/* SPDX-License-Identifier: Apache-2.0
 *
 * test_machine FOLDER BUILD: machines that are refused, and one that is not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rtl_sm.h"

static const char *folder, *build;

/* gt_rtl_machine of the build in a folder; what it says about it, "": nothing. */
static const char *said(const char *home, const char *name)
{
    static char err[1024];
    *err = '\0';
    setenv("GT200_HOME", home, 1);
    assert_true(!gt_rtl_machine(name, err, sizeof err) == (*err != '\0'));
    return err;
}

static const char *said_of(const char *sub)
{
    char home[512];
    snprintf(home, sizeof home, "%s/%s", folder, sub);
    return said(home, "made");
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' has no '%s'", text, part);
}

static void today(void **state)
{
    (void)state;
    assert_string_equal(said(build, "sm_fast"), "");
}

static void none(void **state)
{
    (void)state;
    const char *err = said(build, "sm_slow");
    has(err, "machine sm_slow cannot be loaded: ");
    has(err, "--target sm_slow makes it");
}

/* Not of the sources that the build has now. */
static void older(void **state)
{
    (void)state;
    const char *err = said_of("older");
    has(err, "/older/lib/made.so was not made from the sources of lib/machines.digest");
    has(err, "--target made makes it anew");
}

/* Of those, but the program is not: what it takes for structures of the machine is something else. */
static void other(void **state)
{
    (void)state;
    const char *err = said_of("other");
    has(err, "/other/lib/made.so and ");
    has(err, "test_machine were made from different sources of cmodel/, isa/ and sim/ (digests 01234567... and ");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(today), cmocka_unit_test(none), cmocka_unit_test(older), cmocka_unit_test(other),
    };
    if (argc != 3) {
        fprintf(stderr, "usage: test_machine FOLDER BUILD\n");
        return 2;
    }
    folder = argv[1];
    build = argv[2];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
