/* SPDX-License-Identifier: Apache-2.0
 *
 * What the memory side of a chip did (PROF-10 to PROF-13): as a part of the text and of the page, and as a table.
 */
#include "prof.h"

#include <inttypes.h>

#include "gt_chip.h"
#include "quoted.h"

struct name { const char *name, *column, *text; };

static const struct name buses[GT_BUSES] = {
    [GT_BUS_DATA] = { "data", "data", "half a sector is on them" },
    [GT_BUS_ACTIVATE] = { "activate", "activate", "a row is being opened (tRCD)" },
    [GT_BUS_OPENS] = { "opens", "opens", "rows of other banks have just been opened (tRRD)" },
    [GT_BUS_PRECHARGE] = { "precharge", "precharge", "the bank's last row is being closed (tRAS, tWR, tRP)" },
    [GT_BUS_READ_WRITE] = { "read to write", "read_to_write", "turnaround behind reads (tRTW)" },
    [GT_BUS_WRITE_READ] = { "write to read", "write_to_read", "turnaround behind writes (tWTR)" },
    [GT_BUS_REFRESH] = { "refresh", "refresh", "a refresh (tRFC)" },
    [GT_BUS_REQUEST] = { "no request", "no_request", "there is no request" },
};
static const struct name partition_steps[GT_PARTITION_STEPS] = {
    [GT_PARTITION_TAKES] = { "takes a request", "takes", NULL },
    [GT_PARTITION_FULL] = { "full, one waits", "full", NULL },
    [GT_PARTITION_WORKS] = { "works", "works", NULL },
    [GT_PARTITION_EMPTY] = { "empty", "empty", NULL },
};
static const struct name tlb_steps[GT_TLB_STEPS] = {
    [GT_TLB_PASS] = { "passes one", "passes", NULL },
    [GT_TLB_PAGE] = { "asks for a page", "page", NULL },
    [GT_TLB_OTHERS] = { "asks, others wait", "page_others_wait", NULL },
    [GT_TLB_CROSSBAR] = { "crossbar takes none", "crossbar", NULL },
    [GT_TLB_WAY] = { "on the way there", "way", NULL },
    [GT_TLB_EMPTY] = { "empty", "empty", NULL },
};
static const char *const streams[2] = { "tlb", "tlb_of_textures" };

static double percent_of(uint64_t part, uint64_t all) { return all ? 100.0 * (double)part / (double)all : 0.0; }

struct sums {
    uint64_t bus[GT_BUSES], partition[GT_PARTITION_STEPS], tlb[2][GT_TLB_STEPS];
    uint64_t reads, writes, opens, inside, most, flight, full;
    unsigned which;                             /* the partition with the most requests in it */
};

/* Sums over partitions and TPCs. */
static void sum_counts(const struct gt_memory_counts *m, struct sums *s)
{
    *s = (struct sums){ .most = 0 };
    for (unsigned p = 0; p < m->partitions; p++) {
        for (unsigned k = 0; k < GT_BUSES; k++)
            s->bus[k] += m->partition[p].bus[k];
        for (unsigned k = 0; k < GT_PARTITION_STEPS; k++)
            s->partition[k] += m->partition[p].steps[k];
        s->reads += m->partition[p].reads;
        s->writes += m->partition[p].writes;
        s->opens += m->partition[p].opens;
        s->inside += m->partition[p].inside;
        if (m->partition[p].inside > s->most) {
            s->most = m->partition[p].inside;
            s->which = p;
        }
    }
    for (unsigned t = 0; t < m->tpcs; t++) {
        for (unsigned i = 0; i < 2; i++)
            for (unsigned k = 0; k < GT_TLB_STEPS; k++)
                s->tlb[i][k] += m->tpc[t].steps[i][k];
        for (unsigned i = 0; i < GT_MEMORY_SMS; i++) {
            s->flight += m->tpc[t].flight[i];
            s->full += m->tpc[t].full[i];
        }
    }
}

void prof_memory_add(struct gt_memory_counts *to, const struct gt_memory_counts *from)
{
    _Static_assert(sizeof *to % sizeof(uint64_t) == 0, "counts of 64 bits only");
    struct gt_memory_counts all = *to;
    uint64_t *a = (uint64_t *)&all;
    const uint64_t *b = (const uint64_t *)from;
    for (size_t i = 0; i < sizeof all / sizeof *a; i++)
        a[i] += b[i];
    all.tpcs = from->tpcs;
    all.partitions = from->partitions;
    *to = all;
}

unsigned prof_memory_waits(const struct gt_memory_counts *m, struct prof_memory_wait w[PROF_MEMORY_WAITS])
{
    struct sums s;
    unsigned n = 0;

    sum_counts(m, &s);
    for (unsigned k = 0; k < GT_BUSES; k++)
        w[n++] = (struct prof_memory_wait){ buses[k].name, percent_of(s.bus[k], m->partitions * m->clocks) };
    return n;
}

double prof_memory_pages(const struct gt_memory_counts *m)
{
    struct sums s;

    sum_counts(m, &s);
    const uint64_t *of = s.tlb[0];
    const uint64_t busy = m->tpcs * m->steps - of[GT_TLB_EMPTY];
    return percent_of(of[GT_TLB_PAGE] + of[GT_TLB_OTHERS], busy);
}

/* Those of at least a tenth of a percent. */
static void print_steps(FILE *f, const char *what, const struct name *names, const uint64_t *of, unsigned n)
{
    uint64_t all = 0;
    const char *between = "";

    for (unsigned k = 0; k < n; k++)
        all += of[k];
    fprintf(f, "      %-12s", what);
    for (unsigned k = 0; k < n; k++)
        if (1000 * of[k] >= all && of[k]) {
            fprintf(f, "%s %.1f %% %s", between, percent_of(of[k], all), names[k].name);
            between = ",";
        }
    putc('\n', f);
}

void prof_memory_text(const struct prof_kernel *k, unsigned sms, FILE *f)
{
    const struct gt_memory_counts *m = &k->memory;
    const double sector = 32.0 / ((double)m->cycles / (1e3 * GT_CLOCK_KHZ)) / 1e9;      /* GB/s */
    struct sums s;

    if (!m->partitions)
        return;
    sum_counts(m, &s);
    fprintf(f, "  memory of %" PRIu64 " partition%s, to the end of the fence: %.1f GB/s read, %.1f written, %.1f "
            "sectors for each row opened\n", m->partitions, m->partitions == 1 ? "" : "s", sector * (double)s.reads,
            sector * (double)s.writes, s.opens ? (double)(s.reads + s.writes) / (double)s.opens : 0.0);
    for (unsigned i = 0; i < GT_BUSES; i++)
        if (s.bus[i])
            fprintf(f, "       %5.1f %%  %-14s %s\n", percent_of(s.bus[i], m->partitions * m->clocks), buses[i].name,
                    i == GT_BUS_DATA ? "of the data pins' clocks: half a sector is on them" : buses[i].text);
    print_steps(f, "partitions", partition_steps, s.partition, GT_PARTITION_STEPS);
    fprintf(f, "      %-12s %.1f requests in each, most in number %u: %.1f\n", "",
            (double)s.inside / (double)(m->partitions * m->steps), s.which, (double)s.most / (double)m->steps);
    for (unsigned i = 0; i < 2; i++)
        if (s.tlb[i][GT_TLB_EMPTY] != m->tpcs * m->steps)
            print_steps(f, i ? "tex. TLBs" : "TLBs", tlb_steps, s.tlb[i], GT_TLB_STEPS);
    fprintf(f, "      %-12s %.1f of %d sectors that one may wait for, all of them %.1f %% of the time\n", "SMs",
            (double)s.flight / (double)(sms * m->cycles), GT_PENDING_SECTORS, percent_of(s.full, sms * m->cycles));
}

void prof_memory_html(const struct prof_kernel *k, unsigned sms, FILE *f)
{
    if (!k->memory.partitions)
        return;
    fprintf(f, "<pre>");
    prof_memory_text(k, sms, f);
    fprintf(f, "</pre>\n");
}

/* ---- the table ------------------------------------------------------------------------------------------- */

struct row { FILE *f; const char *kernel; };

static void print_row(const struct row *r, const char *unit, unsigned number, const char *kind, const char *what,
                      uint64_t value)
{
    quoted(r->f, r->kernel);
    fprintf(r->f, ",%s,%u,%s,%s,%" PRIu64 "\n", unit, number, kind, what, value);
}

static void print_rows(const struct row *r, const char *unit, unsigned number, const char *kind,
                       const struct name *names, const uint64_t *value, unsigned n)
{
    for (unsigned k = 0; k < n; k++)
        print_row(r, unit, number, kind, names[k].column, value[k]);
}

bool prof_memory_csv(const struct prof *p, FILE *f)
{
    fprintf(f, "kernel,unit,number,kind,what,value\n");
    for (const struct prof_kernel *k = p->kernels; k; k = k->next) {
        const struct gt_memory_counts *m = &k->memory;
        const struct row r = { f, k->name };
        if (!m->partitions)
            continue;
        print_row(&r, "chip", 0, "all", "cycles", m->cycles);
        print_row(&r, "chip", 0, "all", "steps", m->steps);
        print_row(&r, "chip", 0, "all", "clocks", m->clocks);
        for (unsigned i = 0; i < m->partitions; i++) {
            print_rows(&r, "partition", i, "clocks", buses, m->partition[i].bus, GT_BUSES);
            print_rows(&r, "partition", i, "steps", partition_steps, m->partition[i].steps, GT_PARTITION_STEPS);
            print_row(&r, "partition", i, "count", "reads", m->partition[i].reads);
            print_row(&r, "partition", i, "count", "writes", m->partition[i].writes);
            print_row(&r, "partition", i, "count", "opens", m->partition[i].opens);
            print_row(&r, "partition", i, "count", "inside", m->partition[i].inside);
            print_row(&r, "partition", i, "count", "answers_held", m->partition[i].held);
        }
        for (unsigned t = 0; t < m->tpcs; t++) {
            for (unsigned i = 0; i < 2; i++)
                print_rows(&r, streams[i], t, "steps", tlb_steps, m->tpc[t].steps[i], GT_TLB_STEPS);
            for (unsigned i = 0; i < p->sms / m->tpcs; i++) {
                print_row(&r, "sm", t * (p->sms / (unsigned)m->tpcs) + i, "count", "sectors_under_way",
                          m->tpc[t].flight[i]);
                print_row(&r, "sm", t * (p->sms / (unsigned)m->tpcs) + i, "count", "pending_full", m->tpc[t].full[i]);
            }
        }
    }
    return !ferror(f);
}
