/* SPDX-License-Identifier: Apache-2.0
 *
 * Trace event JSON as Chrome's tracing and Perfetto read it. Two groups of tracks: warps, units. What overlaps inside a track goes to
 * further rows of it. One microsecond shown is one shader clock.
 */
#include "trace.h"

#include <inttypes.h>
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

static void slice(const struct trace *t, FILE *f, const struct trace_insn *p, int pid, unsigned tid, uint64_t begin, uint64_t end)
{
    char text[192];

    trace_text(t, p->pc, text, sizeof text);
    fprintf(f, ",\n{\"ph\":\"X\",\"pid\":%d,\"tid\":%u,\"ts\":%" PRIu64 ",\"dur\":%" PRIu64 ",\"name\":", pid, tid, begin, end - begin);
    string(f, text);
    fprintf(f, ",\"args\":{\"pc\":\"0x%x\",\"warp\":%u,\"active\":\"%08x\",\"block\":\"%u,%u\",\"unit\":\"%s\"}}", p->pc, p->warp, p->mask,
            p->block & 0xffff, p->block >> 16, trace_unit_name(p->unit));
}

static void name(FILE *f, int pid, unsigned tid, const char *fmt, unsigned k)
{
    char text[32];

    snprintf(text, sizeof text, fmt, k);
    fprintf(f, ",\n{\"ph\":\"M\",\"pid\":%d,\"tid\":%u,\"name\":\"thread_name\",\"args\":{\"name\":\"%s\"}}", pid, tid, text);
    fprintf(f, ",\n{\"ph\":\"M\",\"pid\":%d,\"tid\":%u,\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%u}}", pid, tid, tid);
}

bool trace_perfetto(const struct trace *t, FILE *f)
{
    uint64_t warp_busy[32][ROWS] = { 0 }, unit_busy[TRACE_UNITS][ROWS] = { 0 };
    uint32_t warp_rows[32] = { 0 }, unit_rows[TRACE_UNITS] = { 0 };

    fprintf(f, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
               "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"warps\"}},\n"
               "{\"ph\":\"M\",\"pid\":2,\"name\":\"process_name\",\"args\":{\"name\":\"units\"}}");
    for (size_t i = 0; i < t->count; i++) {
        const struct trace_insn *p = &t->insn[i];
        unsigned r = row(warp_busy[p->warp], p->issue, p->done + 1);
        warp_rows[p->warp] |= 1u << r;
        slice(t, f, p, 1, p->warp * ROWS + r, p->issue, p->done + 1);
        uint64_t begin = p->start == TRACE_NEVER ? p->issue : p->start;
        uint64_t end = p->unit == TRACE_SP ? begin + 4 : p->write != TRACE_NEVER && p->unit != TRACE_LSU ? p->write + 1 : p->done + 1;
        r = row(unit_busy[p->unit], begin, end);
        unit_rows[p->unit] |= 1u << r;
        slice(t, f, p, 2, p->unit * ROWS + r, begin, end > begin ? end : begin + 1);
    }
    for (unsigned w = 0; w < 32; w++)
        for (unsigned r = 0; r < ROWS; r++)
            if (warp_rows[w] >> r & 1)
                name(f, 1, w * ROWS + r, "warp %u", w);
    for (unsigned u = 0; u < TRACE_UNITS; u++)
        for (unsigned r = 0; r < ROWS; r++)
            if (unit_rows[u] >> r & 1) {
                char fmt[24];
                snprintf(fmt, sizeof fmt, "%s", trace_unit_name(u));
                name(f, 2, u * ROWS + r, fmt, 0);
            }
    fprintf(f, "\n]}\n");
    return !ferror(f);
}
