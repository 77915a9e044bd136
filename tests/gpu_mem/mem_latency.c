/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_latency [--check]: what a lone access costs in the memory system of a whole chip (ten TPCs, eight partitions), as
 * the sum of its ways, in shader clocks: averages over TPCs and partitions of accesses that met no refresh, and the
 * nearest and the farthest TPC. Beside it what docs/memory.md asks of it. --check: exit status 1 if one is not
 * as MSYS-5 says.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/mem_system.h"
#include "gpu/page_table.h"

enum { DIR = 0, L3 = 0x100000, TABLES = 0x200000, PAGES = 0x300000, PAGE = 0x10000, VIRTUAL_PAGES = 1024 };
enum { SM, TEXTURE, LINE };                         /* ports: of one SM, of the texture unit, of the L2 */

enum point { P_PORT, P_TLB, P_LOOKED, P_CROSSBAR, P_THERE, P_ANSWER, P_BACK, P_DONE, POINTS };
static const char *const way[POINTS] = {"", "port, stages", "TLB", "turn", "crossbar", "partition or L3",
                                        "crossbar", "to the port"};

struct rig {
    struct mem_system *m;
    uint64_t at[POINTS];
    uint8_t  id;
    bool     refresh;                   /* a chip was refreshed meanwhile */
};

static void put_word(void *ctx, uint32_t addr, uint32_t w) { memcpy(mem_system_byte(ctx, addr), &w, 4); }

/* A memory system whose pages are mapped round a few physical ones. */
static void start_rig(struct rig *r)
{
    struct page_table t;
    r->m = mem_system_new(10, 1, 8, 5, DIR, L3);
    if (!r->m) {
        fprintf(stderr, "mem_latency: no memory\n");
        exit(1);
    }
    page_table_begin(&t, DIR, TABLES, PAGES, put_word, r->m);
    /* 1024 lines of the L1 TLB, some pages */
    for (unsigned p = 0; p < VIRTUAL_PAGES; p++)
        if (!page_table_map(&t, p << 19, PAGES + p % 8 * PAGE, PAGE, true)) {
            fprintf(stderr, "mem_latency: %s\n", t.error);
            exit(1);
        }
    r->id = 0;
}

static void step_cycle(struct rig *r, const struct tpc_mem_in in[])
{
    static const struct tpc_mem_in nothing[10];
    mem_system_cycle(r->m, in ? in : nothing);
}

static void mark_point(struct rig *r, enum point p, bool there)
{
    if (there && !r->at[p])
        r->at[p] = r->m->cycle;
}

/* A lone access of this TPC; its marks. Returns its latency. */
static uint64_t access_of(struct rig *r, unsigned tpc, int port, uint32_t addr)
{
    for (unsigned n = 0; n < 2000 || r->m->cycle & 1; n++)      /* nothing is left of what was before */
        step_cycle(r, NULL);
    struct tpc_mem *t = &r->m->tpc[tpc];
    struct mem_req req = {.kind = MEM_LOAD, .id = r->id, .space = port == TEXTURE ? MEM_TEXTURE : MEM_GLOBAL,
                          .addr = addr};
    struct tpc_mem_in in[10];
    memset(in, 0, sizeof in);
    memset(r->at, 0, sizeof r->at);
    r->refresh = false;
    r->at[P_PORT] = r->m->cycle;
    r->id = (r->id + 1) & 63;
    if (port == LINE)
        in[tpc] = (struct tpc_mem_in){.asked = true, .addr = addr};
    else
        in[tpc].req[port] = &req;
    for (bool first = true; !r->at[P_DONE]; first = false) {
        in[tpc].answered = 3;
        step_cycle(r, in);
        if (first)
            memset(in, 0, sizeof in);
        if (r->m->cycle - r->at[P_PORT] > 5000) {
            fprintf(stderr, "mem_latency: no answer\n");
            exit(1);
        }
        unsigned s;
        for (s = 0; s < 8; s++)
            r->refresh |= r->m->partition[s].dram.due || r->m->partition[s].dram.pins.op == DRAM_OP_REF;
        if (!(r->m->cycle & 1)) {
            mark_point(r, P_TLB, port == LINE || (port == SM ? tpc_port_global(&t->port) : tpc_port_texture(&t->port)));
            mark_point(r, P_LOOKED, port == LINE ? l2_port_req(&t->l2) != NULL
                                                 : tlb_l1_out(&t->tlb[port]) &&
                                                       tlb_l1_out(&t->tlb[port])->dst < XBAR_TO_L3);
            mark_point(r, P_CROSSBAR, t->valid && t->req.dst != XBAR_TO_MMU);
            for (s = 0; s <= 8; s++) {
                mark_point(r, P_THERE, xbar_req(r->m->xbar, s) && xbar_req(r->m->xbar, s)->src == tpc);
                const struct gpu_rsp *a = s < 8 ? partition_answer(&r->m->partition[s]) : l3_answer(&r->m->l3);
                mark_point(r, P_ANSWER, a && a->dst == tpc);
            }
            const struct gpu_rsp *b = xbar_rsp(r->m->xbar, tpc);
            mark_point(r, P_BACK, b && b->src != XBAR_TO_MMU);
        }
        mark_point(r, P_DONE, port == LINE ? l2_port_word(&t->l2) != NULL
                                           : tpc_port_answer(&t->port, (unsigned)port) != NULL);
    }
    for (unsigned n = 0; n < 400; n++) {                /* the rest of a line */
        memset(in, 0, sizeof in);
        in[tpc].answered = 3;
        step_cycle(r, in);
    }
    return r->at[P_DONE] - r->at[P_PORT];
}

struct sum {
    double total, least, most, part[POINTS];
    unsigned n;
};

/* Adds an access to the sums, by its parts; one that met a refresh is left out. */
static void add_access(struct sum *s, const struct rig *r)
{
    if (r->refresh)
        return;
    double x = (double)(r->at[P_DONE] - r->at[P_PORT]);
    s->least = s->n && s->least < x ? s->least : x;
    s->most = s->n && s->most > x ? s->most : x;
    s->total += x;
    uint64_t before = r->at[P_PORT];
    for (int p = 1; p < POINTS; p++) {
        uint64_t at = r->at[p] ? r->at[p] : before;
        s->part[p] += (double)at - (double)before;
        before = at;
    }
    s->n++;
}

static double print_sum(const char *name, const struct sum *s, const char *asked)
{
    printf("%-28s %6.1f  (%3.0f to %3.0f; %s)  =", name, s->total / s->n, s->least, s->most, asked);
    for (int p = 1; p < POINTS; p++)
        if (s->part[p] != 0)
            printf(" %s%s %.1f", p > 1 && s->part[1] != 0 ? "+ " : p > 2 ? "+ " : "", way[p], s->part[p] / s->n);
    printf("\n");
    return s->total / s->n;
}

int main(int argc, char **argv)
{
    bool check = argc == 2 && !strcmp(argv[1], "--check");
    if (argc > 1 && !check) {
        fprintf(stderr, "usage: mem_latency [--check]\n");
        return 2;
    }
    struct rig r;
    start_rig(&r);
    struct sum global = {0}, l1_miss = {0}, l2_miss = {0}, texture = {0}, tex_hit = {0}, l3_miss = {0}, l3_hit = {0};
    for (unsigned t = 0; t < 10; t++) {
        for (unsigned p = 0; p < 8; p++) {
            /* a page of its own for each TPC and partition: missed by all, then held by the L2 TLB, then by both */
            uint32_t page = (t * 8 + p) * 12 << 19, addr = page + p * 256;
            access_of(&r, t, SM, addr);
            add_access(&l2_miss, &r);
            for (unsigned n = 0; n < 17; n++)           /* out of the L1 TLB */
                access_of(&r, t, SM, (1000u + n) << 19);
            access_of(&r, t, SM, addr);
            add_access(&l1_miss, &r);
            access_of(&r, t, SM, addr + 2048);
            add_access(&global, &r);
            access_of(&r, t, TEXTURE, addr);            /* its TLBs */
            access_of(&r, t, TEXTURE, addr + 4096 + t * 2048);
            add_access(&texture, &r);
            access_of(&r, t, TEXTURE, addr + 4096 + t * 2048);
            add_access(&tex_hit, &r);
            uint32_t line = (t * 8 + p) * 256;
            access_of(&r, t, LINE, line);
            add_access(&l3_miss, &r);
            access_of(&r, t, LINE, line);
            add_access(&l3_hit, &r);
        }
    }
    mem_system_free(r.m);
    double g = print_sum("global load, TLBs hit", &global, "430");
    double m1 = print_sum("global load, L1 TLB miss", &l1_miss, "+47") - g;
    double m2 = print_sum("global load, L2 TLB miss", &l2_miss, "+211") - g - m1;
    double x = print_sum("texture, from memory", &texture, "238");
    print_sum("texture, from its L2", &tex_hit, "110");
    double h = print_sum("line, first word, L3 hit", &l3_hit, "122");
    double m3 = print_sum("line, first word, L3 miss", &l3_miss, "+256") - h;
    printf("L1 TLB miss %+.1f, L2 TLB miss %+.1f, L3 miss %+.1f\n", m1, m2, m3);
    bool right = fabs(g - 430) <= 5 && fabs(m1 - 47) <= 5 && fabs(m2 - 211) <= 5 && fabs(x - 238) <= 5 &&
                 fabs(h - 122) <= 5 && fabs(m3 - 256) <= 5;
    if (check && !right) {
        printf("not as MSYS-5 says\n");
        return 1;
    }
    return 0;
}
