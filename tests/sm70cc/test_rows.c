/* SPDX-License-Identifier: Apache-2.0
 *
 * test_sm70cc_rows [PART PARTS]: every legal instruction of the table of PTX, with every modifier, over special and
 * random values (sw/check/ptxfuzz/rows.h), compiled for sm_90, on the functional model, against the interpreter.
 * test_sm70cc_rows OPCODE: those that begin so. Prints what differs; the last line is "N passed, N failed".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "ptxi.h"
#include "rows.h"

enum { N = 256, OPERANDS = N * ROW_SLOTS, RESULTS = N * ROW_RECORD };

#define IN_BASE  0x10000u
#define OUT_BASE 0x80000u

struct parameters { uint64_t out, in; uint8_t par[ROW_PAR]; };

static bool model(const char *ptx, struct parameters *p, const uint64_t *in, uint8_t *out)
{
    static uint8_t memory[OUT_BASE - IN_BASE + RESULTS];
    char err[300];
    struct later_launch l = { .kernel = "k", .grid = { N / ROW_BLOCK, 1 }, .block = { ROW_BLOCK, 1, 1 }, .params = p,
                              .param_bytes = sizeof *p, .base = IN_BASE, .memory = memory, .bytes = sizeof memory };
    memcpy(memory, in, OPERANDS * 8);
    memcpy(memory + (OUT_BASE - IN_BASE), out, RESULTS);
    bool ok = later_run(90, ptx, NULL, &l, err, sizeof err);
    if (!ok)
        fprintf(stderr, "%s\n", err);
    memcpy(out, memory + (OUT_BASE - IN_BASE), RESULTS);
    return ok;
}

static bool manual(const char *ptx, struct parameters *p, uint64_t *in, uint8_t *out)
{
    char err[300];
    struct ptxi_memory memory[] = { { IN_BASE, (uint8_t *)in, OPERANDS * 8 }, { OUT_BASE, out, RESULTS } };
    struct ptxi_launch l = { .kernel = "k", .grid = { N / ROW_BLOCK, 1 }, .block = { ROW_BLOCK, 1, 1 }, .params = p,
                             .param_bytes = sizeof *p, .memory = memory, .nmemory = 2, .chip = ptxi_sm20 };
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
    struct parameters p = { OUT_BASE, IN_BASE, { 0 } };
    row_par(p.par);
    row_kernel(f, text);
    row_draw(f, 0, false, N, in, want);
    memcpy(found, want, sizeof want);
    if (!manual(text, &p, in, want) || !model(text, &p, in, found)) {
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
