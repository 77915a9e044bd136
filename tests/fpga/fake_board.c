/* SPDX-License-Identifier: Apache-2.0
 *
 *   fake_board [OPTION]... -- COMMAND [ARGUMENT]...
 *
 * Runs COMMAND with a board behind a pseudo-terminal (fake_machine.h), whose name stands for every @TTY in the
 * arguments and in the environment variable GT200_TARGET. Ends with the exit status of COMMAND.
 *
 *   --noise N       of a million bytes N are lost, changed or added, each way
 *   --seed N        draws them
 *   --silent-after N, --hang-up-after N     after so many answers; 0: from the start
 *   --babble        sends bytes that nobody asked for, and no answer
 *   --drop N        loses each N-th answer
 *   --slow-fill MS  takes so long for each fill_mem, and does nothing else meanwhile
 *   --read R=V      register R reads V
 *   --memory N      bytes of memory
 *   --no-dpu, --no-tex, --no-signature
 *   --wrong-at C, --spoils A                        fake_machine.h
 *   --busy, --frozen, --unfinished, --forgets, --torn       fake_machine.h
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "fake_machine.h"
#include "gt_chip.h"
#include "link_def.h"

#define SLICE   2000            /* cycles between two looks at the line */
#define SECONDS 100             /* a test that takes longer has failed */
#define TX      65536

struct line {
    int      master, slave;
    char     name[64];
    uint64_t seed, noise, answers, silent_after, hang_up_after, drop, slow_fill;
    bool     babble;
    uint8_t  tx[TX];
    size_t   n;
};

static int report_failure(const char *what)
{
    fprintf(stderr, "fake_board: %s: %s\n", what, strerror(errno));
    return 98;
}

static uint64_t draw_number(struct line *l)
{
    l->seed ^= l->seed << 13;
    l->seed ^= l->seed >> 7;
    l->seed ^= l->seed << 17;
    return l->seed >> 11;
}

/* A byte on a bad line: as many bytes as come of it. */
static unsigned spoil_byte(struct line *l, uint8_t byte, uint8_t out[2])
{
    out[0] = byte;
    out[1] = (uint8_t)draw_number(l);
    if (!l->noise || draw_number(l) % 1000000 >= l->noise)
        return 1;
    switch (draw_number(l) % 3) {
    case 0:
        return 0;
    case 1:
        out[0] ^= (uint8_t)(1u << draw_number(l) % 8);
        return 1;
    default:
        return 2;
    }
}

/* A pseudo-terminal that passes bytes as they are. */
static bool make_line(struct line *l)
{
    struct termios t;

    l->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (l->master < 0 || grantpt(l->master) || unlockpt(l->master) || ptsname_r(l->master, l->name, sizeof l->name))
        return false;
    l->slave = open(l->name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (l->slave < 0 || tcgetattr(l->slave, &t))
        return false;
    cfmakeraw(&t);
    return !tcsetattr(l->slave, TCSANOW, &t) && !fcntl(l->master, F_SETFL, O_NONBLOCK);
}

/* Text with the name of the line instead of @TTY. */
static char *substitute_tty(const struct line *l, const char *text)
{
    const char *at = strstr(text, "@TTY");
    char *out = NULL;

    if (!at)
        return strdup(text);
    return asprintf(&out, "%.*s%s%s", (int)(at - text), text, l->name, at + 4) < 0 ? NULL : out;
}

/* The command as a child, with the terminal's name for @TTY. */
static pid_t start_command(const struct line *l, char **argv)
{
    const char *target = getenv("GT200_TARGET");
    pid_t child = fork();

    if (child)
        return child;
    if (target)
        setenv("GT200_TARGET", substitute_tty(l, target), 1);
    for (char **a = argv; *a; a++)
        *a = substitute_tty(l, *a);
    execvp(*argv, argv);
    _exit(report_failure(*argv));
}

/* Sends a frame, dropped or spoilt if that is asked for. */
static void send_frame(struct line *l, const struct frame *f)
{
    uint8_t bytes[FRAME_ENCODED], spoilt[2];
    size_t n = frame_encode(f, bytes);

    l->answers++;
    if (l->drop && l->answers % l->drop == 0)
        return;
    for (size_t i = 0; i < n; i++) {
        unsigned k = spoil_byte(l, bytes[i], spoilt);
        if (l->n + k > TX)
            return;
        memcpy(l->tx + l->n, spoilt, k);
        l->n += k;
    }
}

static void work_on(const struct line *l, const struct frame *request)
{
    const struct timespec t = { (time_t)(l->slow_fill / 1000), (long)(l->slow_fill % 1000) * 1000000 };

    if (request->code == LINK_CMD_FILL_MEM)
        nanosleep(&t, NULL);
}

/* What has come and what may go. false: the line is hung up. */
static bool serve_line(struct line *l, struct frame_decoder *d, struct fake_machine *m)
{
    static struct frame request, reply;
    uint8_t bytes[1024], spoilt[2];
    /* one at a time where it takes long, so that each answer goes before the next request is looked at */
    ssize_t got = read(l->master, bytes, l->slow_fill ? 1 : sizeof bytes);

    for (ssize_t i = 0; i < got; i++)
        for (unsigned k = spoil_byte(l, bytes[i], spoilt), j = 0; j < k; j++)
            if (frame_decode(d, spoilt[j], &request)) {
                if (!fake_request(m, &request, &reply))
                    continue;
                if (l->answers >= l->hang_up_after)
                    return false;
                work_on(l, &request);
                if (l->answers < l->silent_after)
                    send_frame(l, &reply);
            }
    fake_bad_frames(m, d->bad);
    if (l->babble && l->n < 64)
        for (int i = 0; i < 64; i++)
            l->tx[l->n++] = (uint8_t)draw_number(l);
    if (l->n) {
        ssize_t put = write(l->master, l->tx, l->n);
        if (put > 0) {
            memmove(l->tx, l->tx + put, l->n - (size_t)put);
            l->n -= (size_t)put;
        }
    }
    return true;
}

/* Serves the link and steps the machine until the command ends. */
static int play_board(struct line *l, const struct fake_options *o, char **argv)
{
    struct fake_machine *m = fake_new(o);
    struct frame_decoder d = { 0 };
    int status = 0;
    bool up = true;

    if (!m || !make_line(l))
        return report_failure("no pseudo-terminal");
    pid_t child = start_command(l, argv);
    if (child < 0)
        return report_failure("fork");
    for (time_t began = time(NULL); waitpid(child, &status, WNOHANG) != child;) {
        bool runs = up && fake_run(m, SLICE);
        struct pollfd p = { .fd = up ? l->master : -1, .events = (short)(POLLIN | (l->n ? POLLOUT : 0)) };
        poll(&p, 1, runs ? 0 : 5);
        if (up && !serve_line(l, &d, m)) {
            up = false;
            close(l->master);
        }
        if (time(NULL) > began + SECONDS) {
            kill(child, SIGKILL);
            fprintf(stderr, "fake_board: killed after %d seconds\n", SECONDS);
        }
    }
    fake_free(m);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 97;
}

static uint32_t default_config(void)
{
    return 1u << LINK_CONFIG_SMS_AT | 1u << LINK_CONFIG_DPU_AT | 1u << LINK_CONFIG_TEX_AT | 1u << LINK_CONFIG_FOLD_AT |
           1u << LINK_CONFIG_SIGNATURE_AT | GT_WARPS << LINK_CONFIG_WARPS_AT;
}

/* Is argv[*i] the option? Then *value is its number. */
static bool take_number(char **argv, int *i, const char *name, uint64_t *value)
{
    if (strcmp(argv[*i], name) || !argv[*i + 1])
        return false;
    *value = strtoull(argv[++*i], NULL, 0);
    return true;
}

static bool take_flag(const char *arg, struct fake_options *o, struct line *l)
{
    if (!strcmp(arg, "--no-dpu"))
        o->config &= ~(1u << LINK_CONFIG_DPU_AT);
    else if (!strcmp(arg, "--no-signature"))
        o->config &= ~(1u << LINK_CONFIG_SIGNATURE_AT);
    else if (!strcmp(arg, "--no-tex"))
        o->config &= ~(1u << LINK_CONFIG_TEX_AT);
    else if (!strcmp(arg, "--babble"))
        l->babble = true, l->silent_after = 0;
    else if (!strcmp(arg, "--busy"))
        o->busy = true;
    else if (!strcmp(arg, "--frozen"))
        o->frozen = true;
    else if (!strcmp(arg, "--unfinished"))
        o->unfinished = true;
    else if (!strcmp(arg, "--forgets"))
        o->forgets = true;
    else if (!strcmp(arg, "--torn"))
        o->torn = true;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    static struct line l = { .seed = 1, .silent_after = UINT64_MAX, .hang_up_after = UINT64_MAX };
    struct fake_options o = { .mem_bytes = 4u << 20, .config = default_config() };
    uint64_t value;
    int i = 1;

    for (; i < argc && strcmp(argv[i], "--"); i++) {
        if (take_number(argv, &i, "--noise", &l.noise) || take_number(argv, &i, "--seed", &l.seed) ||
            take_number(argv, &i, "--silent-after", &l.silent_after) || take_number(argv, &i, "--drop", &l.drop) ||
            take_number(argv, &i, "--slow-fill", &l.slow_fill) ||
            take_number(argv, &i, "--hang-up-after", &l.hang_up_after) || take_flag(argv[i], &o, &l))
            continue;
        if (take_number(argv, &i, "--wrong-at", &o.wrong_at) || take_number(argv, &i, "--spoils", &o.spoils))
            continue;
        if (take_number(argv, &i, "--memory", &value)) {
            o.mem_bytes = (uint32_t)value;
        } else if (take_number(argv, &i, "--read", &value) && strchr(argv[i], '=') && o.nreads < 8) {
            o.reads[o.nreads].number = (uint32_t)value;
            o.reads[o.nreads++].value = (uint32_t)strtoull(strchr(argv[i], '=') + 1, NULL, 0);
        } else {
            fprintf(stderr, "fake_board: unknown option '%s'\n", argv[i]);
            return 96;
        }
    }
    if (i + 1 >= argc) {
        fprintf(stderr, "usage: fake_board [OPTION]... -- COMMAND [ARGUMENT]...\n");
        return 96;
    }
    return play_board(&l, &o, argv + i + 1);
}
