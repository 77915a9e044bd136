/* SPDX-License-Identifier: Apache-2.0
 *
 * What a terminal shows of memory on its way to and from a board; nothing without a terminal, or with GT200_QUIET. A
 * campaign says a line a minute where there is none.
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

/* What has come at `from` of what was written to `to`: all before a mark that is written behind it. */
static void read_come(int to, int from, char *text, size_t n)
{
    size_t got = 0;

    assert_int_equal(write(to, "#", 1), 1);
    while (got < n - 1 && read(from, text + got, 1) == 1 && text[got] != '#')
        got++;
    text[got] = 0;
}

/* What is written to standard error when it is `to`, read at `from`, by a bar that may show a line at once. */
static void read_shown(int to, int from, bool to_board, uint64_t bytes, uint64_t of, char *text, size_t n)
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
    read_come(to, from, text, n);
}

/* A terminal: what is written to its slave comes out of its master. */
static void open_terminal(int *master, int *slave)
{
    *master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(*master >= 0 && !grantpt(*master) && !unlockpt(*master));
    *slave = open(ptsname(*master), O_RDWR | O_NOCTTY);
    assert_true(*slave >= 0);
}

/* The text is `start`, a rate and seconds that are left; both are as if `bytes` had taken ten seconds, or longer: the
 * machine may be slow. */
static void assert_rate(const char *text, const char *start, double rate, double left)
{
    double r, l;

    assert_memory_equal(text, start, strlen(start));
    assert_int_equal(sscanf(text + strlen(start), "%lf KB/s, %lf s left", &r, &l), 2);
    assert_true(r > 0 && r <= rate && l >= left);
}

static void on_a_terminal(void **state)
{
    char text[256];
    int master, slave;

    (void)state;
    unsetenv("GT200_QUIET");
    open_terminal(&master, &slave);
    read_shown(slave, master, true, 512000, 2048000, text, sizeof text);
    assert_rate(text, "\r\033[Kmatmul: to the board  25%, 500 of 2000 KB, ", 50, 30);
    read_shown(slave, master, false, 2048000, 2048000, text, sizeof text);
    const char *all = "\r\033[Kmatmul: from the board 100%, 2000 of 2000 KB, ";
    assert_memory_equal(text, all, strlen(all));
    assert_null(strstr(text, "left"));
    read_shown(slave, master, true, 0, 2048000, text, sizeof text);
    assert_string_equal(text, "");
    setenv("GT200_QUIET", "1", 1);
    read_shown(slave, master, true, 512000, 2048000, text, sizeof text);
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
    read_shown(ends[1], ends[0], true, 512000, 2048000, text, sizeof text);
    assert_string_equal(text, "");
    close(ends[0]);
    close(ends[1]);
}

/* What a campaign that began `seconds` ago, and has not said anything since, writes to a pipe. */
static void read_campaign(double seconds, char *text, size_t n)
{
    int ends[2], err = dup(2);
    struct progress p;

    assert_int_equal(pipe(ends), 0);
    assert_true(dup2(ends[1], 2) == 2);
    progress_start(&p, "fuzz");
    p.last = p.start -= seconds;
    progress_text(&p, 0.25, "5 programs");
    progress_text(&p, 0.5, "10 programs");      /* not twice within a minute */
    progress_end(&p);
    dup2(err, 2);
    close(err);
    read_come(ends[1], ends[0], text, n);
    close(ends[0]);
    close(ends[1]);
}

/* A line of its own a minute where there is no terminal. */
static void campaign_without_one(void **state)
{
    char text[256];
    double left;

    (void)state;
    unsetenv("GT200_QUIET");
    read_campaign(PROGRESS_LINE - 30, text, sizeof text);
    assert_string_equal(text, "");
    read_campaign(PROGRESS_LINE, text, sizeof text);
    assert_int_equal(sscanf(text, "fuzz:  25%%, 5 programs, %lf s left\n", &left), 1);
    assert_true(left >= 180 && strchr(text, '\n') == text + strlen(text) - 1);
    setenv("GT200_QUIET", "1", 1);
    read_campaign(PROGRESS_LINE, text, sizeof text);
    assert_string_equal(text, "");
}

/* Cycles per second and time left are those of the run, without what travelled before it. */
static void run_after_it(void **state)
{
    char text[256];
    int master, slave, err = dup(2);
    struct progress p;

    (void)state;
    unsetenv("GT200_QUIET");
    open_terminal(&master, &slave);
    assert_true(dup2(slave, 2) == 2);
    progress_start(&p, "matmul");
    progress_travel(&p, true, 0, 4096);
    p.last = p.start -= 20;
    p.travel -= 10;
    progress_travel(&p, true, 4096, 4096);      /* 10 of the 20 seconds */
    p.last -= 10;
    progress_step(&p, 1, 4, 1000, NULL);
    fflush(stderr);
    dup2(err, 2);
    close(err);
    read_come(slave, master, text, sizeof text);
    const char *run = strstr(text, "matmul:  25%, 1000 cycles, ");
    double rate, left;
    assert_non_null(run);
    assert_int_equal(sscanf(run, "matmul:  25%%, 1000 cycles, %lf/s, %lf s left", &rate, &left), 2);
    /* ten of the twenty seconds, or a little more: not all of them */
    assert_true(rate > 60 && rate <= 100 && left >= 30 && left < 50);
    close(slave);
    close(master);
}

static void keep_text(void *ctx, const char *text)
{
    snprintf(ctx, 512, "%s", text);
}

/* The number in a text that has this form to its end; -1: it has not. */
static int read_rate(const char *text, const char *form)
{
    double r = -1;
    int end = 0;

    return sscanf(text, form, &r, &end) == 1 && end && !text[end] ? (int)r : (print_message("%s\n", text), -1);
}

/* A word about a kernel none of whose blocks ends: after some seconds, then after twice as many, and anew once a block
 * has ended; with or without a terminal. */
static void no_block_ends(void **state)
{
    char text[512] = "";
    struct progress p;
    const struct gt_where at = { 3, 1, 2, 0x48, 123456 };

    (void)state;
    unsetenv("GT200_QUIET");
    progress_start(&p, "spin");
    p.notice = keep_text;
    p.ctx = text;
    progress_step(&p, 0, 4, 0, &at);
    assert_string_equal(text, "");
    p.since -= PROGRESS_PATIENCE;
    p.start -= 8;
    progress_step(&p, 0, 4, 0, &at);
    assert_in_range(read_rate(text, "kernel spin: it runs, 123456 warp instructions so far, %lf a second; no block has "
                              "ended for 8 s, 0 of 4 have; block (3,1) warp 2 is at pc 0x48%n"), 15000, 15432);
    *text = 0;
    p.since -= PROGRESS_PATIENCE / 2;
    progress_step(&p, 0, 4, 0, &at);
    assert_string_equal(text, "");
    p.since -= PROGRESS_PATIENCE / 2;
    p.start -= 8;
    progress_step(&p, 0, 4, 5000, NULL);
    assert_in_range(read_rate(text,
                              "kernel spin: it runs, 5000 cycles so far, %lf a second; no block has ended for 16 s, "
                              "0 of 4 have%n"), 300, 313);
    *text = 0;
    p.since -= 8 * PROGRESS_PATIENCE;
    progress_step(&p, 1, 4, 0, &at);
    progress_step(&p, 1, 4, 0, &at);
    assert_string_equal(text, "");
    p.since -= PROGRESS_PATIENCE;
    progress_step(&p, 1, 1, 7000, &at);
    assert_in_range(read_rate(text,
                              "kernel spin: it runs, 123456 warp instructions and 7000 cycles so far, %lf cycles a "
                              "second; its only block has not ended after 8 s; block (3,1) warp 2 is at pc 0x48%n"),
                    400, 438);
    *text = 0;                                  /* nothing more since then */
    p.since -= PROGRESS_PATIENCE;
    progress_step(&p, 1, 1, 7000, &at);
    assert_non_null(strstr(text, "kernel spin: it stands still, 123456 warp instructions and 7000 cycles so far, "));
    *text = 0;
    setenv("GT200_QUIET", "1", 1);
    progress_start(&p, "spin");
    p.notice = keep_text;
    p.ctx = text;
    p.since -= PROGRESS_PATIENCE;
    progress_step(&p, 0, 4, 0, &at);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(on_a_terminal), cmocka_unit_test(without_one),
                                        cmocka_unit_test(campaign_without_one), cmocka_unit_test(run_after_it),
                                        cmocka_unit_test(no_block_ends) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
