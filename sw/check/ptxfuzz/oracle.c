/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 oracle: options, the processes, what is said at the end.
 */
#define _DEFAULT_SOURCE
#include "oracle.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "cuda_api.h"
#include "progress.h"

#define TICK_US        100000
#define PATIENCE       60           /* seconds: no program runs so long; a driver may start so slowly */
#define DEFAULT_SHRUNK 100
#define DEFAULT_POINTS 1048576

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number

#define NUMBER(name, arg, member, min, max, help) OPT_NUMBER(name, arg, struct oracle_options, member, min, max, help)
static const struct cli_option options[] = {
    NUMBER("--programs", "N", programs, 1, UINT32_MAX, "how many (default 1000)"),
    NUMBER("--seed", "S", seed, 0, UINT32_MAX, "of the first one; the others follow (default 1)"),
    OPT_FLAG("--rows", struct oracle_options, rows,
             "instead of programs every instruction of the table with every modifier, each with registers and with a "
             "constant, over all pairs of special values and random ones"),
    OPT_TEXT("--only", "OPCODE", struct oracle_options, only, "those instructions whose opcode begins so"),
    NUMBER("--rounds", "R", rounds, 1, 1000000, "so often, each time with other values (default 1)"),
    OPT_FLAG("--errors", struct oracle_options, errors,
             "instead: how far approximations (rcp, rsqrt, sqrt, ex2, lg2, sin, cos, div) are from exact results, "
             "here and, if there is one, on the GPU, as a table"),
    NUMBER("--points", "N", points, 1, 1 << 30,
           "operands in each range of that table (default " TEXT(DEFAULT_POINTS) ")"),
    NUMBER("--size", "N", size, 2, 200, "about so many statements in a program, 2 to 200 (default 24)"),
    NUMBER("--jobs", "J", jobs, 1, ORACLE_JOBS, "processes, 1 to " TEXT(ORACLE_JOBS) " (default 1)"),
    NUMBER("--seconds", "T", seconds, 0, UINT32_MAX, "no new program after that time (default 0: no limit)"),
    NUMBER("--shrink", "N", shrink, 0, UINT32_MAX,
           "make so many of the failing programs small (default " TEXT(DEFAULT_SHRUNK) ")"),
    NUMBER("--patience", "T", patience, 1, UINT32_MAX,
           "seconds after which a launch is taken to be without end (default " TEXT(PATIENCE) ")"),
    OPT_FLAG("--plant", struct oracle_options, plant, "change a result of the GPU, to see the comparison fail"),
    { 0 }
};

/* Says which GPU it is; false, with a message: there is none. In a process of its own: a driver that was started does
 * not survive a fork. */
static bool introduce_gpu(void)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        struct cuda_api api;
        struct cuda_device d;
        char err[1024];
        bool ok = cuda_api_open(&api, false, err, sizeof err);
        if (ok) {
            ok = cuda_api_device(&api, &d, err, sizeof err);
            cuda_api_close(&api);
        }
        if (ok)
            printf("%s, compute capability %d.%d, driver for CUDA %d.%d, %s\n", d.name, d.major, d.minor,
                   d.driver / 1000, d.driver / 10 % 100, api.path);
        else
            cli_failure("oracle", "target cuda: %s", err);
        fflush(stdout);
        _exit(!ok);
    }
    int how = 1;
    return pid > 0 && waitpid(pid, &how, 0) == pid && how == 0;
}

/* ---- processes -------------------------------------------------------------------------------------------- */

struct job { pid_t pid; uint64_t runs; double since; };      /* since when it has that number of runs */

/* Starts a worker; false: fork failed. */
static bool start_worker(const struct oracle_options *o, struct oracle_shared *s, struct job *j, unsigned number,
                         double now)
{
    s->worker[number].number = ORACLE_NOWHERE;
    *j = (struct job){ .since = now, .runs = s->worker[number].runs };
    fflush(NULL);
    j->pid = fork();
    if (j->pid == 0) {
        int status = oracle_work(o, s, number);
        fflush(NULL);
        _exit(status);
    }
    return j->pid > 0;
}

static void say_number(const struct oracle_options *o, uint64_t i, bool hung, const char *when)
{
    printf("%s %" PRIu64 ": it %s%s\n", o->rows ? "row" : "seed", o->rows ? i : o->seed + i,
           hung ? "does not end" : "takes the process down", when);
}

/* A process ended: does another one take its place? It does after a program that took it down, and to try again what
 * did not end, unless that has its verdict already. */
static bool worker_ended(const struct oracle_options *o, struct oracle_shared *s, unsigned number, int how, bool hung)
{
    struct oracle_worker *w = &s->worker[number];
    const uint64_t i = w->number;
    if (i == ORACLE_NOWHERE && !hung)
        return WIFEXITED(how) && WEXITSTATUS(how) == ORACLE_AGAIN && !s->stop;
    if (i == ORACLE_NOWHERE) {
        printf("a process does not start or end\n");
        return false;
    }
    s->hung += hung;
    if (w->counted) {
        say_number(o, i, hung, " while it is made small");
        return !s->stop;
    }
    if (hung && !w->plain) {
        w->again = i;
        return !s->stop;
    }
    s->failed++;
    say_number(o, i, hung, "");
    return !s->stop;
}

static void show_progress(const struct oracle_shared *s, struct progress *bar)
{
    char text[120];
    uint64_t done = s->passed + s->failed + s->left_out;
    double t = progress_seconds(bar);
    snprintf(text, sizeof text, "%" PRIu64 " programs, %" PRIu64 " failed, %.0f programs/s", done, s->failed,
             t > 0 ? (double)done / t : 0);
    progress_text(bar, (double)done / (double)s->total, text);
}

/* Waits for all, and ends those that hang. Returns how many did not begin or end well. */
static unsigned supervise_workers(const struct oracle_options *o, struct oracle_shared *s, struct progress *bar)
{
    struct job job[ORACLE_JOBS] = { { 0 } };
    unsigned bad = 0, left = 0;
    for (unsigned j = 0; j < o->jobs; j++)
        if (start_worker(o, s, &job[j], j, progress_seconds(bar)))
            left++;
        else
            bad++;
    while (left) {
        usleep(TICK_US);
        double now = progress_seconds(bar);
        for (unsigned j = 0; j < o->jobs; j++) {
            if (job[j].pid <= 0)
                continue;
            if (s->worker[j].runs != job[j].runs) {
                job[j].runs = s->worker[j].runs;
                job[j].since = now;
            }
            int how;
            bool hung = now - job[j].since > (double)o->patience;
            if (hung)
                kill(job[j].pid, SIGKILL);
            if (waitpid(job[j].pid, &how, hung ? 0 : WNOHANG) != job[j].pid)
                continue;
            job[j].pid = 0;
            if (worker_ended(o, s, j, how, hung) && start_worker(o, s, &job[j], j, now))
                continue;
            bad += how != 0;
            left--;
        }
        s->stop = s->stop || (o->seconds && now > (double)o->seconds);
        show_progress(s, bar);
    }
    return bad;
}

static int run_oracle(int argc, char **argv);

const struct cli_command gt_command_oracle = {
    .name = "oracle", .what = "random PTX programs, a real GPU against func", .group = CLI_VERIFY, .usage = "[options]",
    .about = "Random PTX programs whose meaning does not depend on the chip, on a real NVIDIA GPU (its driver's "
             "libcuda, or GT200_LIBCUDA, compiles the PTX) and on our machine (func, or GT200_TARGET): all memory "
             "must be equal, bit for bit. A program that differs is made small and printed with its seed. What the "
             "GPU computes as we do only when its compiler does not optimize is counted by itself.",
    .options = options, .run = run_oracle,
    .notes = "Statements that the GPU's compiler refuses are left out, and counted by opcode at the end. A launch "
             "that faults is a failure, and its context is made anew. What does not end is tried again by a new "
             "process with the GPU's compiler not optimizing, and is a failure if it does not end then.\n"
             "The last line is \"N passed, N failed\".",
};

/* The command: workers, and what they have found. */
static int run_oracle(int argc, char **argv)
{
    struct oracle_options o = { .programs = 1000, .seed = 1, .size = 24, .jobs = 1, .shrink = DEFAULT_SHRUNK,
                                .patience = PATIENCE, .rounds = 1, .points = DEFAULT_POINTS };
    struct progress bar;
    int rc = cli_options(&gt_command_oracle, &o, argc, argv);
    if (rc != CLI_GO_ON)
        return rc;
    if (o.only && !o.rows)
        return cli_usage("oracle", "--only: give --rows, too");
    if (o.only && !oracle_rows(o.only))
        return cli_usage("oracle", "--only: no instruction begins with '%s'", o.only);
    if (o.errors)
        return oracle_errors(o.points);
    if (!introduce_gpu())
        return CLI_FAILURE;
    struct oracle_shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s == MAP_FAILED)
        return cli_failure("oracle", "%s", strerror(errno));
    s->rows = oracle_rows(o.only);
    s->total = o.rows ? s->rows * o.rounds : o.programs;
    for (unsigned j = 0; j < ORACLE_JOBS; j++)
        s->worker[j].again = ORACLE_NOWHERE;
    progress_start(&bar, "oracle");
    unsigned bad = supervise_workers(&o, s, &bar);
    progress_end(&bar);
    oracle_say("left out (rows, why, the first):", &s->left);
    oracle_say("left out, the GPU's compiler refuses them (statements, opcode, example):", &s->refused);
    oracle_say("enough for a difference that the optimizations of the GPU's compiler alone make (how many, opcodes, "
               "example):", &s->contradict);
    oracle_say("enough for a difference (how many, opcodes, example):", &s->differ);
    if (s->faulted || s->hung)
        printf("%" PRIu64 " faults and %" PRIu64 " launches without end on the GPU\n", s->faulted, s->hung);
    uint64_t done = s->passed + s->failed, failed = s->failed;
    if (s->contradicts)
        printf("%" PRIu64 " of those passed agree only without the optimizations of the GPU's compiler\n",
               s->contradicts);
    double seconds = progress_seconds(&bar);
    printf("%.0f programs per second, %.0f s\n", (double)done / (seconds + 1e-9), seconds);
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", done - failed, failed);
    munmap(s, sizeof *s);
    if (bad)
        return cli_failure("oracle", "%u processes ended early", bad);
    return failed || !done ? CLI_FAILURE : CLI_OK;
}
