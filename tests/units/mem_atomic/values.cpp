// SPDX-License-Identifier: Apache-2.0
//
// mem_atomic against gt_atomic of the functional model: every operation and type, edges and random words (BOARD-4).
//
//! around atomic_bench.sv
//! test rtl
//! model
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "Vatomic_bench.h"
extern "C" {
#include "func.h"
}

static uint64_t state = 88172645463325252u;

static uint64_t draw()
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

// Words at the edges, near another one, or any.
static uint64_t value(uint64_t near)
{
    static const uint32_t edges[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff};
    switch (draw() % 4) {
    case 0: return edges[draw() % 5] | uint64_t(edges[draw() % 5]) << 32;
    case 1: return near;
    case 2: return near + draw() % 3 - 1;
    default: return draw();
    }
}

int main()
{
    Vatomic_bench m;
    gt_gpu *g = gt_gpu_new(4096);
    unsigned long wrong = 0, n = 0;

    for (unsigned aop = 0; aop < 16; aop++)
        for (unsigned mtype : {GT_MT_B32, GT_MT_S32, GT_MT_B64})
            for (int i = 0; i < 5000; i++, n++) {
                const uint64_t old = value(0), b = value(old), other = value(b);
                const uint32_t data[4] = {uint32_t(b), uint32_t(b >> 32), uint32_t(other), uint32_t(other >> 32)};
                uint32_t was[2];
                uint64_t want, got;
                memcpy(g->mem, &old, 8);
                gt_atomic(g, aop, mtype, GT_G_BASE, data, was);
                memcpy(&want, g->mem, 8);
                m.aop = aop;
                m.mtype = mtype;
                m.old = old;
                m.operand = b;
                m.other = other;
                m.eval();
                // of four bytes the low word counts
                got = mtype == GT_MT_B64 ? m.result : (old & ~uint64_t(0xffffffff)) | uint32_t(m.result);
                if (got != want && ++wrong <= 10)
                    printf("FAIL test_atomic: aop %u, mtype %u of %016" PRIx64 " with %016" PRIx64 ", %016" PRIx64
                           ": %016" PRIx64 ", expected %016" PRIx64 "\n", aop, mtype, old, b, other, got, want);
            }
    gt_gpu_free(g);
    printf("%s test_atomic: %lu of %lu wrong\n", wrong ? "FAIL" : "PASS", wrong, n);
    return wrong != 0;
}
