/* SPDX-License-Identifier: Apache-2.0
 *
 * Where launches stop, and what the debugger asks then.
 */
#define _POSIX_C_SOURCE 200809L
#include "server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "func.h"
#include "breakpoints.h"
#include "func/fault.h"
#include "packet.h"
#include "printable.h"
#include "target_xml.h"
#include "threads.h"

#define POLL 2048                       /* instructions from one look for an interrupt to the next */

enum running { FREE, STEPS, ANY };      /* until a breakpoint; until its thread has stepped; until any instruction */

/* Code as it was when the debugger came: another context has the same, and its cubins may go. */
struct code { char *name; uint8_t *bytes; size_t n; uint64_t base; };

struct gdb_server {
    struct gdb_link link;
    struct gt_observer observer;
    unsigned port;
    bool     connected, gone;           /* gone: it has left, and nobody else is waited for */
    struct gdb_kernel *kernel;          /* of the modules that there are then, for the image */
    struct code *code;
    size_t   kernels;
    struct gdb_variable *variable;
    size_t   variables;
    uint8_t *image;
    size_t   image_bytes;
    uint64_t base;                      /* of the kernel that runs */
    struct gdb_threads threads;
    struct gdb_breakpoints breakpoints;
    enum running running;
    unsigned stepping;                  /* thread */
    uint64_t from, to, at;              /* it steps on inside these addresses; where it begins */
    uint64_t polled;
    unsigned current, general;          /* thread that has stopped; that is asked about */
    char     stop[64];                  /* why it has stopped, as a packet */
};

/* ---- memory ---------------------------------------------------------------------------------------------- */

static uint8_t *code_byte(struct gdb_server *s, uint64_t addr)
{
    for (size_t i = 0; i < s->kernels; i++)
        if (addr - s->code[i].base < s->code[i].n)
            return s->code[i].bytes + (addr - s->code[i].base);
    return NULL;
}

/* NULL: nothing is there for this thread. */
static uint8_t *byte_at(struct gdb_server *s, const struct gdb_thread *t, uint64_t addr, bool write)
{
    if (addr >= GDB_CODE && addr < GDB_CODE + GDB_WINDOW)
        return write ? NULL : code_byte(s, addr);
    return gdb_thread_byte(t, addr);
}

/* m ADDR,N: as many bytes as can be read and fit a packet. */
static void read_memory(struct gdb_server *s, const char *packet, char *out, size_t room)
{
    char *end;
    const uint64_t addr = strtoull(packet, &end, 16), n = *end == ',' ? strtoull(end + 1, NULL, 16) : 0;
    struct gdb_thread t;
    size_t at = 0;

    if (!gdb_threads_find(&s->threads, s->general, &t)) {
        snprintf(out, room, "E01");
        return;
    }
    for (const uint8_t *p; at < n && 2 * at + 3 < room && (p = byte_at(s, &t, addr + at, false)); at++)
        gdb_hex(out + 2 * at, p, 1);
    if (!at)
        snprintf(out, room, "E14");     /* EFAULT */
}

/* M and X: all bytes or none. */
static void write_memory(struct gdb_server *s, const char *packet, size_t length, char *out, bool binary)
{
    char *end;
    const uint64_t addr = strtoull(packet, &end, 16), n = *end == ',' ? strtoull(end + 1, &end, 16) : 0;
    struct gdb_thread t;
    uint8_t bytes[GDB_PACKET];

    strcpy(out, "E01");
    if (*end != ':' || n > sizeof bytes || !gdb_threads_find(&s->threads, s->general, &t))
        return;
    const size_t rest = length - (size_t)(end + 1 - packet);
    if (binary ? rest < n : gdb_unhex(bytes, sizeof bytes, end + 1, rest) < n)
        return;
    if (binary)
        memcpy(bytes, end + 1, n);
    for (uint64_t i = 0; i < n; i++)
        if (!byte_at(s, &t, addr + i, true))
            return;
    for (uint64_t i = 0; i < n; i++)
        *byte_at(s, &t, addr + i, true) = bytes[i];
    if (addr >= GT_G_BASE && addr < GDB_CODE && n) {
        gt_touch(t.core->gpu, (uint32_t)addr, (uint32_t)n);
        gt_mark_valid(t.core->gpu, (uint32_t)addr, (uint32_t)n, true);
    }
    strcpy(out, "OK");
}

/* ---- registers ------------------------------------------------------------------------------------------- */

/* g: all registers of the thread at hand. */
static void read_registers(struct gdb_server *s, char *out)
{
    struct gdb_thread t;
    uint8_t bytes[32];

    if (!gdb_threads_find(&s->threads, s->general, &t)) {
        strcpy(out, "E01");
        return;
    }
    for (unsigned i = 0; i < gdb_register_count(); i++) {
        const unsigned n = gdb_register_read(&t, s->base, i, bytes);
        gdb_hex(out, bytes, n);
        out += 2 * n;
    }
}

static void read_register(struct gdb_server *s, const char *packet, char *out)
{
    const unsigned long i = strtoul(packet, NULL, 16);
    struct gdb_thread t;
    uint8_t bytes[32];

    if (i >= gdb_register_count() || !gdb_threads_find(&s->threads, s->general, &t))
        strcpy(out, "E01");
    else
        gdb_hex(out, bytes, gdb_register_read(&t, s->base, (unsigned)i, bytes));
}

static void write_register(struct gdb_server *s, const char *packet, char *out)
{
    char *end;
    const unsigned long i = strtoul(packet, &end, 16);
    struct gdb_thread t;
    uint8_t bytes[32] = { 0 };

    strcpy(out, "E01");
    if (*end == '=' && gdb_threads_find(&s->threads, s->general, &t) &&
        gdb_unhex(bytes, sizeof bytes, end + 1, strlen(end + 1)) && gdb_register_write(&t, (unsigned)i, bytes))
        strcpy(out, "OK");
}

/* ---- what is transferred in parts ------------------------------------------------------------------------ */

/* The part of a document that the debugger asks for, OFFSET,LENGTH. */
static bool send_part(struct gdb_server *s, const char *text, size_t n, const char *range)
{
    char out[GDB_PACKET], *end;
    const size_t from = strtoull(range, &end, 16), room = sizeof out - 1;
    size_t want = *end == ',' ? strtoull(end + 1, NULL, 16) : 0;

    want = want < room / 2 ? want : room / 2;
    const size_t left = from < n ? n - from : 0, part = left < want ? left : want;
    out[0] = part < left ? 'm' : 'l';
    memcpy(out + 1, text + (n ? from < n ? from : 0 : 0), part);
    return gdb_send(&s->link, out, part + 1);
}

/* qXfer: a document by its name. */
static bool send_document(struct gdb_server *s, const char *what)
{
    static const char file[] = "/gt200/kernels.elf";
    const char *range = strrchr(what, ':');
    char *text = NULL;
    bool ok;

    if (!strncmp(what, "features:read:target.xml:", 25))
        text = gdb_target_xml();
    else if (!strncmp(what, "threads:read::", 14))
        text = gdb_threads_xml(&s->threads);
    else if (!strncmp(what, "exec-file:read:", 15))
        text = strdup(file);
    else
        return gdb_sends(&s->link, "");
    ok = text ? send_part(s, text, strlen(text), range + 1) : gdb_sends(&s->link, "E0c");
    free(text);
    return ok;
}

/* The only file there is; the path does not matter. */
static bool host_file(struct gdb_server *s, const char *call)
{
    enum { FILE_NUMBER = 5, STAT_BYTES = 64, STAT_SIZE = 28 };
    char out[GDB_PACKET];
    size_t at = 0;

    if (!strncmp(call, "setfs:", 6) || !strncmp(call, "close:", 6))
        return gdb_sends(&s->link, "F0");
    if (!strncmp(call, "open:", 5))
        return gdb_sends(&s->link, "F5");
    if (!strncmp(call, "fstat:", 6)) {
        uint8_t stat[STAT_BYTES] = { [10] = 0x81, [11] = 0x24 };        /* a file that may be read */
        for (unsigned i = 0; i < 8; i++)
            stat[STAT_SIZE + i] = (uint8_t)((uint64_t)s->image_bytes >> (56 - 8 * i));
        at = (size_t)snprintf(out, sizeof out, "F%x;", STAT_BYTES);
        memcpy(out + at, stat, sizeof stat);
        return gdb_send(&s->link, out, at + sizeof stat);
    }
    if (!strncmp(call, "pread:", 6)) {
        char *end;
        strtoul(call + 6, &end, 16);
        size_t want = *end ? strtoull(end + 1, &end, 16) : 0;
        const size_t from = *end ? strtoull(end + 1, NULL, 16) : 0, left = from < s->image_bytes
                                                                             ? s->image_bytes - from : 0;
        want = want < GDB_PACKET / 2 ? want : GDB_PACKET / 2;
        want = want < left ? want : left;
        at = (size_t)snprintf(out, sizeof out, "F%zx;", want);
        memcpy(out + at, s->image + (left ? from : 0), want);
        return gdb_send(&s->link, out, at + want);
    }
    return gdb_sends(&s->link, "");
}

static const char monitor_help[] = "monitor warps: a line for each warp of the blocks that run\n"
                                   "monitor help: this list\n";

/* qRcmd: a command of our own, in hexadecimal both ways. */
static bool run_monitor_command(struct gdb_server *s, const char *hex)
{
    char command[256], out[GDB_PACKET], *text = NULL;
    const size_t n = gdb_unhex(command, sizeof command - 1, hex, strlen(hex));

    command[n] = 0;
    char unknown[sizeof command + 256];
    const char *said = monitor_help;
    if (!strcmp(command, "warps")) {
        text = gdb_threads_warps(&s->threads, s->base);
        said = text ? text : "out of memory\n";
    } else if (strcmp(command, "help") && *command) {
        snprintf(unknown, sizeof unknown, "there is no command '%s'\n%s", command, monitor_help);
        said = unknown;
    }
    const size_t room = sizeof out / 2 - 1, length = strlen(said);
    gdb_hex(out, said, length < room ? length : room);
    free(text);
    return gdb_sends(&s->link, out);
}

/* ---- packets --------------------------------------------------------------------------------------------- */

/* q: what this server can do. */
static bool answer_query(struct gdb_server *s, const char *p)
{
    char out[160];

    if (!strncmp(p, "qSupported", 10)) {
        snprintf(out, sizeof out, "PacketSize=%x;qXfer:features:read+;qXfer:threads:read+;qXfer:exec-file:read+;"
                 "swbreak+;ConditionalBreakpoints+;QStartNoAckMode+", GDB_PACKET - 16);
        return gdb_sends(&s->link, out);
    }
    if (!strncmp(p, "qXfer:", 6))
        return send_document(s, p + 6);
    if (!strncmp(p, "qRcmd,", 6))
        return run_monitor_command(s, p + 6);
    if (!strcmp(p, "qC")) {
        snprintf(out, sizeof out, "QC%x", s->current);
        return gdb_sends(&s->link, out);
    }
    if (!strncmp(p, "qAttached", 9))
        return gdb_sends(&s->link, "1");
    if (!strncmp(p, "qSymbol", 7))
        return gdb_sends(&s->link, "OK");
    return gdb_sends(&s->link, "");
}

/* vCont;s:ID;c - what the thread that steps does; the others go on. */
static void resume_threads(struct gdb_server *s, const char *p)
{
    s->running = FREE;
    s->from = s->to = 0;
    for (; *p == ';' && s->running == FREE; p += strcspn(p, ";")) {
        char *end = (char *)++p + 1;
        const char what = *p;
        if (what != 's' && what != 'S' && what != 'r')
            continue;
        s->running = STEPS;
        if (what == 'r') {
            s->from = strtoull(end, &end, 16);
            s->to = *end == ',' ? strtoull(end + 1, &end, 16) : 0;
        } else if (what == 'S') {
            strtoul(end, &end, 16);
        }
        struct gdb_thread t;
        s->stepping = *end == ':' && end[1] != '-' ? (unsigned)strtoul(end + 1, NULL, 16) : s->current;
        s->at = gdb_threads_find(&s->threads, s->stepping, &t) ? s->base + t.w->pc : 0;
    }
}

static void detach_debugger(struct gdb_server *s)
{
    gdb_hang_up(&s->link);
    s->connected = false;
    s->gone = true;
    s->running = FREE;
    gdb_breakpoints_clear(&s->breakpoints);
}

/* One packet. false: the launch goes on. */
static bool serve_packet(struct gdb_server *s, const char *p, size_t length)
{
    char out[GDB_PACKET] = "";
    struct gdb_thread t;

    switch (*p) {
    case '?': strcpy(out, s->stop); break;
    case 'q': return answer_query(s, p);
    case 'Q':
        if (strcmp(p, "QStartNoAckMode"))
            break;
        gdb_sends(&s->link, "OK");
        s->link.acks = false;
        return true;
    case 'v':
        if (!strcmp(p, "vCont?"))
            strcpy(out, "vCont;c;C;s;S;r");
        else if (!strncmp(p, "vFile:", 6))
            return host_file(s, p + 6);
        else if (!strncmp(p, "vKill", 5)) {
            gdb_sends(&s->link, "OK");
            _exit(1);
        } else if (!strncmp(p, "vCont", 5)) {
            resume_threads(s, p + 5);
            return false;
        }
        break;
    case 'c': s->running = FREE; return false;
    case 's':
        s->running = STEPS;
        s->stepping = s->current;
        s->from = s->to = 0;
        return false;
    case 'H':
        if (length > 2 && p[1] == 'g') {
            const unsigned thread = p[2] == '-' ? 0 : (unsigned)strtoul(p + 2, NULL, 16);
            s->general = thread ? thread : s->current;
        }
        strcpy(out, "OK");
        break;
    case 'T': strcpy(out, gdb_threads_find(&s->threads, (unsigned)strtoul(p + 1, NULL, 16), &t) ? "OK" : "E01"); break;
    case 'g': read_registers(s, out); break;
    case 'p': read_register(s, p + 1, out); break;
    case 'P': write_register(s, p + 1, out); break;
    case 'm': read_memory(s, p + 1, out, sizeof out); break;
    case 'M': write_memory(s, p + 1, length - 1, out, false); break;
    case 'X': write_memory(s, p + 1, length - 1, out, true); break;
    case 'Z': case 'z': strcpy(out, gdb_breakpoints_packet(&s->breakpoints, p)); break;
    case 'D':
        gdb_sends(&s->link, "OK");
        detach_debugger(s);
        return false;
    case 'k': _exit(1);
    default: break;
    }
    return gdb_sends(&s->link, out);
}

/* Serves the debugger until it lets the program go on, or hangs up. */
static void talk_to_debugger(struct gdb_server *s)
{
    char packet[GDB_PACKET + 1];
    size_t n;

    do
        if (!gdb_receive(&s->link, packet, &n)) {
            detach_debugger(s);
            return;
        }
    while (serve_packet(s, packet, n));
}

/* The thread has stopped. */
static void stop_thread(struct gdb_server *s, unsigned thread, unsigned signal, bool breakpoint)
{
    s->current = s->general = thread;
    s->running = FREE;
    snprintf(s->stop, sizeof s->stop, "T%02x%sthread:%x;", signal, breakpoint ? "swbreak:;" : "", thread);
    if (gdb_sends(&s->link, s->stop))
        talk_to_debugger(s);
    else
        detach_debugger(s);
}

/* ---- the observer ---------------------------------------------------------------------------------------- */

/* The first instruction: waits for a debugger, and shows it the kernels. */
static void wait_for_debugger(struct gdb_server *s, unsigned thread)
{
    if (!s->image && !gdb_image(s->kernel, s->kernels, s->variable, s->variables, &s->image, &s->image_bytes)) {
        gt_tell("gt200: GT200_GDB: out of memory\n");
        s->gone = true;
        return;
    }
    gt_tell("gt200: waiting for a debugger: gdb -ex 'target remote :%u'\n", s->port);
    s->connected = gdb_accept(&s->link);
    s->gone = !s->connected;
    s->current = s->general = thread;
    snprintf(s->stop, sizeof s->stop, "T%02xthread:%x;", 5, thread);
    if (s->connected)
        talk_to_debugger(s);
}

static void warp_starts(void *ctx, struct gt_core *c, unsigned seat, struct gt_warp *w)
{
    struct gdb_server *s = ctx;
    if (!s->gone && !gdb_threads_add(&s->threads, c, seat, w)) {
        gt_tell("gt200: GT200_GDB: out of memory\n");
        detach_debugger(s);
    }
}

/* The thread that steps has made its step when an instruction of another warp comes. */
static bool has_stepped(const struct gdb_server *s, const struct gt_warp *w)
{
    struct gdb_thread t;

    if (s->running != STEPS || !gdb_threads_find(&s->threads, s->stepping, &t) || t.w == w ||
        !(t.w->active >> t.lane & 1))
        return false;
    const uint64_t pc = s->base + t.w->pc;
    return pc != s->at && pc - s->from >= s->to - s->from;
}

/* Does the warp stop in front of the instruction at its pc? */
static void stop_here(struct gdb_server *s, struct gt_core *c, unsigned seat, struct gt_warp *w)
{
    const uint64_t pc = s->base + w->pc;
    const unsigned first = gdb_thread_id(seat, w->warp_in_block, 0);
    const unsigned lowest = first + (unsigned)__builtin_ctz(w->active);
    if (!s->connected) {
        wait_for_debugger(s, lowest);
        return;
    }
    if (has_stepped(s, w))              /* and now the others may run into breakpoints again */
        stop_thread(s, s->stepping, 5, false);
    unsigned lane = s->stepping - first;
    if (s->running == ANY) {
        stop_thread(s, lowest, 5, false);
        return;
    }
    const bool steps = s->running == STEPS && lane < 32 && w->active >> lane & 1;
    if (steps && pc - s->from >= s->to - s->from) {
        stop_thread(s, s->stepping, 5, false);
        return;
    }
    if (gdb_breakpoints_stop(&s->breakpoints, &s->threads, s->base, c, w, s->current - first, &lane)) {
        stop_thread(s, first + lane, 5, true);
        return;
    }
    if (++s->polled % POLL == 0 && gdb_interrupted(&s->link))
        stop_thread(s, lowest, SIGINT, false);
}

static void warp_issues(void *ctx, struct gt_core *c, unsigned seat, struct gt_warp *w, const struct gt_micro *u)
{
    struct gdb_server *s = ctx;

    if (!s->gone && w->active)
        stop_here(s, c, seat, w);
    if (!s->gone)
        gdb_threads_note(&s->threads, w, u);
}

static void warp_ends(void *ctx, struct gt_core *c, unsigned seat, struct gt_warp *w)
{
    struct gdb_server *s = ctx;
    (void)c;
    if (s->running == STEPS && s->stepping - gdb_thread_id(seat, w->warp_in_block, 0) < 32)
        s->running = ANY;
    gdb_threads_remove(&s->threads, w);
}

/* A kernel fails: the debugger sees it where it happened. */
static void warp_faults(void *ctx, struct gt_core *c, unsigned seat, struct gt_warp *w)
{
    struct gdb_server *s = ctx;
    const uint32_t lane = c->fault.lane < 32 ? c->fault.lane : w->active ? (uint32_t)__builtin_ctz(w->active) : 0;
    char text[512];

    if (!s->connected || s->gone)
        return;
    w->pc = c->fault.pc;
    if (!gdb_threads_fault(&s->threads, c, seat, w, lane))
        return;
    gt_fault_message(c->launch, &c->fault, text, sizeof text - 1);
    gt_tell("gt200: %s\n", text);
    stop_thread(s, gdb_thread_id(seat, w->warp_in_block, lane), gt_fault_has_lane(c->fault.code) ? SIGSEGV : SIGILL,
                false);
}

/* ---- launches -------------------------------------------------------------------------------------------- */

struct gdb_server *gdb_server_new(unsigned *port, char *err, size_t n)
{
    struct gdb_server *s = calloc(1, sizeof *s);

    if (!s) {
        snprintf(err, n, "out of memory");
        return NULL;
    }
    if (!gdb_listen(&s->link, port, err, n)) {
        free(s);
        return NULL;
    }
    s->port = *port;
    s->observer = (struct gt_observer){ s, warp_starts, warp_issues, warp_ends, warp_faults };
    return s;
}

bool gdb_server_connected(const struct gdb_server *s) { return s->connected || s->gone; }

static void drop_kernels(struct gdb_server *s)
{
    for (size_t i = 0; s->code && i < s->kernels; i++) {
        free(s->code[i].name);
        free(s->code[i].bytes);
    }
    free(s->code);
    free(s->kernel);
    free(s->variable);
    s->code = NULL;
    s->kernel = NULL;
    s->variable = NULL;
    s->kernels = s->variables = 0;
}

static bool keep_code(struct code *c, const struct gt_cubin_kernel *k, uint64_t base)
{
    *c = (struct code){ strdup(k->name), malloc(4 * k->code_words + 1), 4 * k->code_words, base };
    if (c->bytes)
        memcpy(c->bytes, k->code, c->n);
    return c->name && c->bytes;
}

bool gdb_server_knows(struct gdb_server *s, const struct gdb_kernel *k, size_t n, const struct gdb_variable *v,
                      size_t nv)
{
    bool room = true;

    drop_kernels(s);
    s->kernel = malloc((n + 1) * sizeof *k);
    s->code = calloc(n + 1, sizeof *s->code);
    s->variable = malloc((nv + 1) * sizeof *v);
    if (!s->kernel || !s->code || !s->variable)
        return false;
    memcpy(s->kernel, k, n * sizeof *k);
    memcpy(s->variable, v, nv * sizeof *v);
    s->kernels = n;
    s->variables = nv;
    uint64_t at = GDB_CODE;
    for (size_t i = 0; i < n; i++) {
        s->kernel[i].base = at;
        room = keep_code(&s->code[i], k[i].kernel, at) && room;
        at += (4 * k[i].kernel->code_words + 255) & ~(uint64_t)255;
    }
    if (!room)
        drop_kernels(s);
    return room;
}

/* The bytes of l[] in which the kernel's variables have their places. */
static void find_places(const struct gt_cubin_kernel *k, uint32_t *from, uint32_t *bytes)
{
    uint32_t low = UINT32_MAX, high = 0;

    for (size_t i = 0; i + 4 < k->debug.n; i++)
        if (!strcmp(k->debug.word[i], "var")) {
            const uint32_t at = (uint32_t)strtoul(k->debug.word[i + 2], NULL, 10);
            const uint32_t end = at + (((uint32_t)strtoul(k->debug.word[i + 3], NULL, 10) + 7) & ~7u);
            low = at < low ? at : low;
            high = end > high ? end : high;
        }
    *from = low < high ? low : 0;
    *bytes = low < high && high <= k->lmem ? high - low : 0;
}

const struct gt_observer *gdb_server_launch(struct gdb_server *s, const struct gt_cubin_kernel *k)
{
    uint32_t vars, bytes;

    if (s->gone)
        return NULL;
    find_places(k, &vars, &bytes);
    gdb_threads_begin(&s->threads, vars, bytes);
    s->base = GDB_CODE + GDB_WINDOW / 2;            /* of code that was loaded later */
    for (size_t i = 0; i < s->kernels; i++)
        if (!strcmp(s->code[i].name, k->name) && s->code[i].n == 4 * k->code_words &&
            !memcmp(s->code[i].bytes, k->code, s->code[i].n))
            s->base = s->code[i].base;
    return &s->observer;
}

void gdb_server_over(struct gdb_server *s) { gdb_threads_clear(&s->threads); }

void gdb_server_exits(struct gdb_server *s)
{
    if (s->connected)
        gdb_sends(&s->link, "W00");
    gdb_server_forget(s);
}

void gdb_server_forget(struct gdb_server *s)
{
    gdb_hang_up(&s->link);
    gdb_breakpoints_clear(&s->breakpoints);
    free(s->image);
    drop_kernels(s);
    gdb_threads_free(&s->threads);
    if (s->link.listener >= 0)
        close(s->link.listener);
    free(s);
}
