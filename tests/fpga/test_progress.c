/* SPDX-License-Identifier: Apache-2.0
 *
 * What a terminal shows of memory on its way to and from a board; nothing without a terminal, or with GT200_QUIET.
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "progress.h"

/* What is written to standard error when it is `to`, read at `from`, by a bar that may show a line at once. */
static void shown(int to, int from, bool to_board, uint64_t bytes, uint64_t of, char *text, size_t n)
{
    struct progress p;
    int err = dup(2);

    assert_true(dup2(to, 2) == 2);
    progress_start(&p, "matmul");
    progress_travel(&p, to_board, 0, of);
    p.last = p.travel -= 10;                    /* it began ten seconds ago */
    progress_travel(&p, to_board, bytes, of);
    fflush(stderr);
    dup2(err, 2);
    close(err);
    ssize_t got = read(from, text, n - 1);
    text[got > 0 ? got : 0] = 0;
}

/* A terminal: what is written to its slave comes out of its master. */
static void terminal(int *master, int *slave)
{
    *master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(*master >= 0 && !grantpt(*master) && !unlockpt(*master));
    *slave = open(ptsname(*master), O_RDWR | O_NOCTTY);
    assert_true(*slave >= 0 && !fcntl(*master, F_SETFL, O_NONBLOCK));
}

static void on_a_terminal(void **state)
{
    char text[256];
    int master, slave;

    (void)state;
    unsetenv("GT200_QUIET");
    terminal(&master, &slave);
    shown(slave, master, true, 512000, 2048000, text, sizeof text);
    assert_string_equal(text, "\r\033[Kmatmul: to the board  25%, 500 of 2000 KB, 50 KB/s, 30 s left");
    shown(slave, master, false, 2048000, 2048000, text, sizeof text);
    assert_string_equal(text, "\r\033[Kmatmul: from the board 100%, 2000 of 2000 KB, 200 KB/s");
    shown(slave, master, true, 0, 2048000, text, sizeof text);
    assert_string_equal(text, "");
    setenv("GT200_QUIET", "1", 1);
    shown(slave, master, true, 512000, 2048000, text, sizeof text);
    assert_string_equal(text, "");
    close(slave);
    close(master);
}

static void without_one(void **state)
{
    char text[256];
    int ends[2];

    (void)state;
    unsetenv("GT200_QUIET");
    assert_int_equal(pipe(ends), 0);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    shown(ends[1], ends[0], true, 512000, 2048000, text, sizeof text);
    assert_string_equal(text, "");
    close(ends[0]);
    close(ends[1]);
}

/* Cycles per second and time left are those of the run, without what travelled before it. */
static void run_after_it(void **state)
{
    char text[256];
    int master, slave, err = dup(2);
    struct progress p;

    (void)state;
    unsetenv("GT200_QUIET");
    terminal(&master, &slave);
    assert_true(dup2(slave, 2) == 2);
    progress_start(&p, "matmul");
    progress_travel(&p, true, 0, 4096);
    p.last = p.start -= 20;
    p.travel -= 10;
    progress_travel(&p, true, 4096, 4096);      /* 10 of the 20 seconds */
    p.last -= 10;
    progress_step(&p, 1, 4, 1000);
    fflush(stderr);
    dup2(err, 2);
    close(err);
    ssize_t got = read(master, text, sizeof text - 1);
    text[got > 0 ? got : 0] = 0;
    assert_non_null(strstr(text, "matmul:  25%, 1000 cycles, 100/s, 30 s left"));
    close(slave);
    close(master);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(on_a_terminal), cmocka_unit_test(without_one),
                                        cmocka_unit_test(run_after_it) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
