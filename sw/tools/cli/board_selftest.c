/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps of a board's self-test, from the line to random programs, and the file that they are written to.
 */
#define _POSIX_C_SOURCE 200809L
#include "board_selftest.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "board.h"
#include "board_print.h"
#include "cli.h"
#include "commit.h"
#include "link_def.h"
#ifdef HAVE_FUZZ
#include "fuzz.h"
#endif

#define READS       500             /* of a register, one after the other */
#define SPREAD      32u             /* pages that are tried besides those at powers of two */
#define CHECK_EVERY 1000            /* cycles between comparisons with the model */

struct selftest {
    FILE *file;
    unsigned steps, failed;
};

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A line for the file and for who waits. */
__attribute__((format(printf, 2, 3))) static void say(struct selftest *s, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    vfprintf(s->file, format, ap);
    va_end(ap);
    va_start(ap, format);
    vprintf(format, ap);
    va_end(ap);
    fflush(stdout);
}

__attribute__((format(printf, 4, 5))) static void step(struct selftest *s, const char *name, bool right,
                                                       const char *format, ...)
{
    char text[1400];
    va_list ap;

    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    s->steps++;
    s->failed += !right;
    say(s, "%-16s %s  %s\n", name, right ? "right" : "WRONG", text);
}

/* Date, version and host, for a report that is sent to somebody. */
static void print_head(struct selftest *s, const char *device)
{
    time_t t = time(NULL);
    struct tm tm;
    struct utsname u;
    char date[32] = "";

    if (gmtime_r(&t, &tm))
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &tm);
    say(s, "gt200 board --selftest, %s\n", date);
    say(s, "gt200 %s%s\n", GT200_VERSION, gt200_commit);
    if (uname(&u) == 0)
        say(s, "host: %s %s %s\n", u.sysname, u.release, u.machine);
    say(s, "asked for: %s\n", device);
}

/* ---- the steps: false when the board is of no use any more ---- */

/* Reads a register many times: is the line sound, how slow is it? False: it is useless to go on. */
static bool try_line(struct selftest *s, struct gt_board *b)
{
    char err[1024];
    uint64_t resent = b->link.resent;
    double sum = 0, worst = 0;

    for (unsigned i = 0; i < READS; i++) {
        uint32_t magic;
        double start = now_s();
        if (!board_read(b, LINK_REG_MAGIC, &magic, 1, err, sizeof err)) {
            step(s, "line", false, "read %u: %s", i, err);
            return false;
        }
        double took = now_s() - start;
        sum += took;
        if (took > worst)
            worst = took;
        if (magic != LINK_MAGIC) {
            step(s, "line", false, "read %u: magic is 0x%08" PRIx32 ", expected 0x%08x", i, magic, LINK_MAGIC);
            return true;
        }
    }
    step(s, "line", true, "%d reads of a register: %.0f us each, the slowest %.0f; %" PRIu64 " requests sent again",
         READS, sum / READS * 1e6, worst * 1e6, b->link.resent - resent);
    return true;
}

/* Pages whose addresses differ in one bit, and some between: a bit of the address that does not arrive, or that two
 * addresses share, shows. */
static void choose_pages(const struct gt_board *b, uint32_t pages[BOARD_PAGES / 32])
{
    uint32_t n = b->pages;

    memset(pages, 0, BOARD_PAGES / 8);
    for (uint32_t bit = 1; bit < n; bit <<= 1)
        pages[bit / 32] |= 1u << bit % 32;
    for (uint32_t i = 0; i < SPREAD; i++) {
        uint32_t page = (uint32_t)((uint64_t)(n - 1) * i / (SPREAD - 1));
        pages[page / 32] |= 1u << page % 32;
    }
}

static uint32_t pattern_at(uint32_t address, uint32_t turn)
{
    uint32_t x = address * 0x9e3779b1u;

    x ^= x >> 15;
    return turn ? ~x : x;
}

/* Writes two patterns over pages from all of the memory, and reads them back. */
static bool try_memory(struct selftest *s, struct gt_board *b)
{
    uint32_t pages[BOARD_PAGES / 32], words[BOARD_PAGE / 4], tried = 0;
    char err[1024];
    double start = now_s();

    choose_pages(b, pages);
    for (uint32_t turn = 0; turn < 2; turn++) {
        uint32_t wrong = 0, bits = 0, first = 0;
        for (uint32_t p = 0; p < b->pages; p++) {
            if (!(pages[p / 32] >> p % 32 & 1))
                continue;
            for (uint32_t i = 0; i < BOARD_PAGE / 4; i++)
                words[i] = pattern_at(p * BOARD_PAGE + 4 * i, turn);
            board_put(b, p * BOARD_PAGE, (const uint8_t *)words, BOARD_PAGE);
            tried += !turn;
        }
        if (!board_flush(b, err, sizeof err) || !board_pull(b, pages, err, sizeof err)) {
            step(s, "memory", false, "%s", err);
            return false;
        }
        for (uint32_t p = 0; p < b->pages; p++) {
            if (!(pages[p / 32] >> p % 32 & 1))
                continue;
            memcpy(words, b->image + (size_t)p * BOARD_PAGE, BOARD_PAGE);
            for (uint32_t i = 0; i < BOARD_PAGE / 4; i++) {
                uint32_t at = p * BOARD_PAGE + 4 * i, differ = words[i] ^ pattern_at(at, turn);
                if (differ && !wrong++)
                    first = at;
                bits |= differ;
            }
        }
        board_forget(b, pages);
        if (wrong) {
            step(s, "memory", false, "%" PRIu32 " words of %" PRIu32 " pages differ, the first at 0x%" PRIx32
                 "; bits that were ever wrong: 0x%08" PRIx32, wrong, tried, first, bits);
            return true;
        }
    }
    double took = now_s() - start;
    step(s, "memory", true, "%" PRIu32 " pages of %" PRIu32 ", two patterns, written and read: %.0f KB/s", tried,
         b->pages, took > 0 ? 4.0 * tried * BOARD_PAGE / 1024 / took : 0);
    return true;
}

#ifdef HAVE_FUZZ
/* Random programs of one kind, each on board and model. */
static bool try_kind(struct selftest *s, struct gt_board *b, const struct fuzz_kind *k, uint32_t programs,
                     struct fuzz_prog *p, struct gt_result *res)
{
    struct fuzz_on_board on = { .board = b, .every = CHECK_EVERY };
    uint64_t insns = 0, cycles = 0;
    double start = now_s();
    char name[32];

    snprintf(name, sizeof name, "programs/%s", k->name);
    for (uint32_t seed = 1; seed <= programs; seed++) {
        k->make(p, seed);
        fuzz_board(&on, p, res, s->file);
        bool failed = res->status == GT_BAD_LAUNCH || fuzz_failed(k, res);
        insns += res->warp_insns;
        cycles += res->cycles;
        fuzz_free(p);
        if (failed) {
            step(s, name, false, "program %" PRIu32 ": %s (gt200 fuzz --kind %s --seed %" PRIu32
                 " --programs 1 shrinks it)", seed, res->message, k->name, seed);
            return res->status != GT_LOST;
        }
    }
    step(s, name, true, "%" PRIu32 " random programs as on the model: %" PRIu64 " warp instructions, %" PRIu64
         " cycles, %.0f cycles/s", programs, insns, cycles, (double)cycles / (now_s() - start));
    return true;
}

/* All kinds; false: the board is lost. */
static bool try_programs(struct selftest *s, struct gt_board *b, uint32_t programs)
{
    struct fuzz_prog *p = malloc(sizeof *p);
    struct gt_result *res = malloc(sizeof *res);
    bool there = p && res;

    if (!there)
        step(s, "programs", false, "out of memory");
    for (unsigned k = 0; k < FUZZ_KINDS && there; k++)
        there = try_kind(s, b, &fuzz_kinds[k], programs, p, res);
    free(p);
    free(res);
    return there;
}
#else
static bool try_programs(struct selftest *s, struct gt_board *b, uint32_t programs)
{
    (void)b, (void)programs;
    say(s, "programs         left out: this gt200 was built without random programs\n");
    return true;
}
#endif

/* From the first answer to random programs; each step is reported. */
static void try_all(struct selftest *s, const char *device, uint32_t programs)
{
    char err[1024];
    struct gt_board *b = gt_board_connect(device, err, sizeof err);

    if (!b) {
        step(s, "answer", false, "%s", err);
        return;
    }
    board_print(b, s->file);
    board_print(b, stdout);
    bool fits = gt_board_fits(b, err, sizeof err);
    gt_board_close(b);
    step(s, "answer", fits, "%s", fits ? "this program can use it" : err);
    if (!fits)
        return;
    b = gt_board_open(device, err, sizeof err);
    if (!b) {
        step(s, "open", false, "%s", err);
        return;
    }
    uint32_t bad = 0;
    bool there = try_line(s, b) && try_memory(s, b) && try_programs(s, b, programs);
    if (there && board_read(b, LINK_REG_FRAMES_BAD, &bad, 1, err, sizeof err))
        say(s, "frames: %" PRIu64 " sent, %" PRIu64 " of them again; the board has dropped %" PRIu32
            " since power-up\n", b->link.frames, b->link.resent, bad);
    gt_board_close(b);
}

int board_selftest(const char *device, const char *path, uint32_t programs)
{
    char part[4096];
    int n = snprintf(part, sizeof part, "%s.part", path);
    struct selftest s = { NULL };

    if (n < 0 || (size_t)n >= sizeof part)
        return cli_failure("board", "%s: %s", path, strerror(ENAMETOOLONG));
    s.file = fopen(part, "w");
    if (!s.file)
        return cli_failure("board", "%s: %s", part, strerror(errno));
    print_head(&s, device);
    try_all(&s, device, programs);
    say(&s, "selftest: %u steps, %u wrong\n", s.steps, s.failed);
    bool written = !ferror(s.file);
    if (fclose(s.file) || !written || rename(part, path)) {
        int e = errno;
        unlink(part);
        return cli_failure("board", "%s: %s", path, strerror(e));
    }
    printf("%s has all of it; send it to whoever made the bitstream, right or wrong (fpga/README.md)\n", path);
    fflush(stdout);
    return s.failed ? cli_failure("board", "%u of %u steps wrong", s.failed, s.steps) : CLI_OK;
}
