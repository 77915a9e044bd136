/* SPDX-License-Identifier: Apache-2.0
 *
 * Trace event JSON as Chrome's tracing and Perfetto read it. Two groups of tracks of each SM: warps, units. What
 * overlaps inside a track goes to further rows of it, as many as that takes: viewers drop a slice that overlaps
 * another one of its row. One microsecond shown is one shader clock.
 */
#include "trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 4096       /* thread numbers of a track: more rows than the SM has places for instructions in flight */

static void string(FILE *f, const char *s)
{
    putc('"', f);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            putc('\\', f);
        putc(*s, f);
    }
    putc('"', f);
}

/* The rows of a track: until when each is in use. */
struct track { uint64_t *busy; unsigned rows; };
struct sm_tracks { struct track warp[32], unit[TRACE_UNITS]; };

/* The first row of a track that is free at begin; takes it until end. ROWS: out of memory. */
static unsigned row(struct track *t, uint64_t begin, uint64_t end)
{
    unsigned r = 0;

    while (r < t->rows && t->busy[r] > begin)
        r++;
    if (r == t->rows) {
        uint64_t *busy = r < ROWS ? realloc(t->busy, (r + 1) * sizeof *busy) : NULL;
        if (!busy)
            return ROWS;
        t->busy = busy;
        t->rows++;
    }
    t->busy[r] = end;
    return r;
}

/* A slice of a track. */
static void slice(const struct trace *t, FILE *f, const struct trace_insn *p, unsigned pid, unsigned tid,
                  uint64_t begin, uint64_t end)
{
    char text[192];

    trace_text(t, p->pc, text, sizeof text);
    fprintf(f, ",\n{\"ph\":\"X\",\"pid\":%u,\"tid\":%u,\"ts\":%" PRIu64 ",\"dur\":%" PRIu64 ",\"name\":", pid, tid,
            begin, end - begin);
    string(f, text);
    fprintf(f, ",\"args\":{\"pc\":\"0x%x\",\"warp\":%u,\"active\":\"%08x\",\"block\":\"%u,%u\",\"unit\":\"%s\"",
            p->pc, p->warp % 32, p->mask, p->block & 0xffff, p->block >> 16, trace_unit_name(p->unit));
    trace_source(t, p->pc, text, sizeof text);
    if (*text) {
        fprintf(f, ",\"source\":");
        string(f, text);
    }
    fprintf(f, "}}");
}

static void name(FILE *f, unsigned pid, unsigned tid, const char *fmt, unsigned k)
{
    char text[32];

    snprintf(text, sizeof text, fmt, k);
    fprintf(f, ",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"thread_name\",\"args\":{\"name\":\"%s\"}}", pid,
            tid, text);
    fprintf(f, ",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%u}}",
            pid, tid, tid);
}

/* Process numbers of the two groups of an SM. */
static unsigned warps_pid(unsigned sm) { return 2 * sm + 1; }
static unsigned units_pid(unsigned sm) { return 2 * sm + 2; }

/* Two slices for each instruction: its warp's and its unit's; false: too many overlap. */
static bool instructions(const struct trace *t, FILE *f, struct sm_tracks *tracks)
{
    for (size_t i = 0; i < t->count; i++) {
        const struct trace_insn *p = &t->insn[i];
        unsigned sm = p->warp / 32, w = p->warp % 32;
        unsigned r = row(&tracks[sm].warp[w], p->issue, p->done + 1);
        if (r == ROWS)
            return false;
        slice(t, f, p, warps_pid(sm), w * ROWS + r, p->issue, p->done + 1);
        uint64_t begin = p->start == TRACE_NEVER ? p->issue : p->start;
        uint64_t end = p->unit == TRACE_SP                               ? begin + 4
                       : p->write != TRACE_NEVER && p->unit != TRACE_LSU ? p->write + 1
                                                                         : p->done + 1;
        if (end <= begin)
            end = begin + 1;
        r = row(&tracks[sm].unit[p->unit], begin, end);
        if (r == ROWS)
            return false;
        slice(t, f, p, units_pid(sm), p->unit * ROWS + r, begin, end);
    }
    return true;
}

static void names(FILE *f, const struct sm_tracks *tracks, unsigned sm)
{
    for (unsigned w = 0; w < 32; w++)
        for (unsigned r = 0; r < tracks->warp[w].rows; r++)
            name(f, warps_pid(sm), w * ROWS + r, "warp %u", w);
    for (unsigned u = 0; u < TRACE_UNITS; u++)
        for (unsigned r = 0; r < tracks->unit[u].rows; r++)
            name(f, units_pid(sm), u * ROWS + r, trace_unit_name(u), 0);
}

static void tracks_free(struct sm_tracks *tracks, unsigned sms)
{
    for (unsigned sm = 0; sm < sms; sm++) {
        for (unsigned w = 0; w < 32; w++)
            free(tracks[sm].warp[w].busy);
        for (unsigned u = 0; u < TRACE_UNITS; u++)
            free(tracks[sm].unit[u].busy);
    }
    free(tracks);
}

bool trace_perfetto(const struct trace *t, FILE *f)
{
    struct sm_tracks *tracks = calloc(t->sms, sizeof *tracks);
    char text[16];

    if (!tracks)
        return false;
    fprintf(f, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    for (unsigned sm = 0; sm < t->sms; sm++) {
        trace_sm_name(t, sm, text);
        fprintf(f,
                "%s\n{\"ph\":\"M\",\"pid\":%u,\"name\":\"process_name\",\"args\":{\"name\":\"%swarps\"}},\n"
                "{\"ph\":\"M\",\"pid\":%u,\"name\":\"process_name\",\"args\":{\"name\":\"%sunits\"}}",
                sm ? "," : "", warps_pid(sm), text, units_pid(sm), text);
    }
    bool ok = instructions(t, f, tracks);
    for (unsigned sm = 0; sm < t->sms; sm++)
        names(f, &tracks[sm], sm);
    fprintf(f, "\n]}\n");
    tracks_free(tracks, t->sms);
    return ok && !ferror(f);
}
