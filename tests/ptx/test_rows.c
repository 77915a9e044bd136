/* SPDX-License-Identifier: Apache-2.0
 *
 * test_ptx_rows [PART PARTS]: every legal instruction of the table, with every modifier, over special and random
 * values (sw/check/ptxfuzz/rows.h): what gt200ptxas makes of it, on the functional model, against the interpreter of
 * PTX.
 * Each instruction once with registers and once with a constant for one of its operands. test_ptx_rows OPCODE: those
 * that begin so. Prints what differs; the last line is "N passed, N failed".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../ptxas/harness.h"
#include "ptxi.h"
#include "rows.h"

enum { N = 256, OPERANDS = N * ROW_SLOTS, RESULTS = N * ROW_RECORD };

#define IN_BASE  0x10000u
#define OUT_BASE 0x80000u

static bool model(const char *ptx, const uint64_t *in, uint8_t *out)
{
    struct module m;
    if (!module_ptx(&m, ptx))
        return false;
    uint32_t p[4 + ROW_PAR / 4] = { dev_new(&m, out, RESULTS), 0, dev_new(&m, in, OPERANDS * 8), 0 };
    row_par((uint8_t *)(p + 4));
    bool ok = module_run(&m, "k", (struct dims){ .gx = N / ROW_BLOCK, .bx = ROW_BLOCK }, p, 4 + ROW_PAR / 4);
    dev_get(&m, p[0], out, RESULTS);
    module_free(&m);
    return ok;
}

static bool manual(const char *ptx, uint64_t *in, uint8_t *out)
{
    char err[300];
    struct { uint64_t out, in; uint8_t par[ROW_PAR]; } p = { OUT_BASE, IN_BASE, { 0 } };
    struct ptxi_memory memory[] = { { IN_BASE, (uint8_t *)in, OPERANDS * 8 }, { OUT_BASE, out, RESULTS } };
    struct ptxi_launch l = { .kernel = "k", .grid = { N / ROW_BLOCK, 1 }, .block = { ROW_BLOCK, 1, 1 }, .params = &p,
                             .param_bytes = sizeof p, .memory = memory, .nmemory = 2, .chip = ptxi_gt200 };
    row_par(p.par);
    struct ptxi_module *m = ptxi_parse(ptx, err, sizeof err);
    bool ok = m && ptxi_run(m, &l, err, sizeof err);
    if (!ok)
        fprintf(stderr, "interpreter: %s\n", err);
    ptxi_free(m);
    return ok;
}

static bool check(const struct row_form *f)
{
    static uint64_t in[OPERANDS];
    static uint8_t want[RESULTS], found[RESULTS];
    static char text[ROW_TEXT], what[300];
    row_kernel(f, text);
    row_draw(f, 0, false, N, in, want);
    memcpy(found, want, sizeof want);
    if (!manual(text, in, want) || !model(text, in, found)) {
        fprintf(stderr, "%s\n", text);
        return false;
    }
    if (!row_differ(f, ROW_MANUAL, N, in, want, found, what, sizeof what))
        return true;
    row_print(f, text);
    fprintf(stderr, "%s  %s\n", text, what);
    return false;
}

int main(int argc, char **argv) { return row_main(argc, argv, check); }
