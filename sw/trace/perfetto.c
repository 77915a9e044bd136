/* SPDX-License-Identifier: Apache-2.0
 *
 * Trace event JSON as Chrome's tracing and Perfetto read it. Two groups of tracks of each SM: warps, units. What overlaps inside a track goes to
 * further rows of it. One microsecond shown is one shader clock.
 */
#include "trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 16

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

/* The first row of a track that is free at begin; takes it until end. */
static unsigned row(uint64_t *busy, uint64_t begin, uint64_t end)
{
    unsigned r = 0;

    while (r < ROWS - 1 && busy[r] > begin)
        r++;
    busy[r] = end;
    return r;
}

static void slice(const struct trace *t, FILE *f, const struct trace_insn *p, unsigned pid, unsigned tid, uint64_t begin, uint64_t end)
{
    char text[192];

    trace_text(t, p->pc, text, sizeof text);
    fprintf(f, ",\n{\"ph\":\"X\",\"pid\":%u,\"tid\":%u,\"ts\":%" PRIu64 ",\"dur\":%" PRIu64 ",\"name\":", pid, tid, begin, end - begin);
    string(f, text);
    fprintf(f, ",\"args\":{\"pc\":\"0x%x\",\"warp\":%u,\"active\":\"%08x\",\"block\":\"%u,%u\",\"unit\":\"%s\"", p->pc, p->warp % 32, p->mask,
            p->block & 0xffff, p->block >> 16, trace_unit_name(p->unit));
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
    fprintf(f, ",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"thread_name\",\"args\":{\"name\":\"%s\"}}", pid, tid, text);
    fprintf(f, ",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%u}}", pid, tid, tid);
}

/* Which rows of a track are in use, and until when. */
struct track { uint64_t busy[ROWS]; uint32_t rows; };
struct sm_tracks { struct track warp[32], unit[TRACE_UNITS]; };

/* Process numbers of the two groups of an SM. */
static unsigned warps_pid(unsigned sm) { return 2 * sm + 1; }
static unsigned units_pid(unsigned sm) { return 2 * sm + 2; }

static void instructions(const struct trace *t, FILE *f, struct sm_tracks *tracks)
{
    for (size_t i = 0; i < t->count; i++) {
        const struct trace_insn *p = &t->insn[i];
        unsigned sm = p->warp / 32, w = p->warp % 32;
        struct track *track = &tracks[sm].warp[w];
        unsigned r = row(track->busy, p->issue, p->done + 1);
        track->rows |= 1u << r;
        slice(t, f, p, warps_pid(sm), w * ROWS + r, p->issue, p->done + 1);
        uint64_t begin = p->start == TRACE_NEVER ? p->issue : p->start;
        uint64_t end = p->unit == TRACE_SP ? begin + 4 : p->write != TRACE_NEVER && p->unit != TRACE_LSU ? p->write + 1 : p->done + 1;
        track = &tracks[sm].unit[p->unit];
        r = row(track->busy, begin, end);
        track->rows |= 1u << r;
        slice(t, f, p, units_pid(sm), p->unit * ROWS + r, begin, end > begin ? end : begin + 1);
    }
}

static void names(FILE *f, const struct sm_tracks *tracks, unsigned sm)
{
    for (unsigned w = 0; w < 32; w++)
        for (unsigned r = 0; r < ROWS; r++)
            if (tracks->warp[w].rows >> r & 1)
                name(f, warps_pid(sm), w * ROWS + r, "warp %u", w);
    for (unsigned u = 0; u < TRACE_UNITS; u++)
        for (unsigned r = 0; r < ROWS; r++)
            if (tracks->unit[u].rows >> r & 1)
                name(f, units_pid(sm), u * ROWS + r, trace_unit_name(u), 0);
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
        fprintf(f, "%s\n{\"ph\":\"M\",\"pid\":%u,\"name\":\"process_name\",\"args\":{\"name\":\"%swarps\"}},\n"
                   "{\"ph\":\"M\",\"pid\":%u,\"name\":\"process_name\",\"args\":{\"name\":\"%sunits\"}}", sm ? "," : "", warps_pid(sm), text,
                units_pid(sm), text);
    }
    instructions(t, f, tracks);
    for (unsigned sm = 0; sm < t->sms; sm++)
        names(f, &tracks[sm], sm);
    fprintf(f, "\n]}\n");
    free(tracks);
    return !ferror(f);
}
