/* SPDX-License-Identifier: Apache-2.0
 * libFuzzer target (make fuzz-cubin): any bytes as a cubin. Reading, placing, writing again, disassembling and
 * looking up must do no harm, and what is accepted must be written and read back alike. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "module.h"
#include "text.h"

static char *text_of(const struct gt_cubin *c, size_t *n)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, n);

    if (!f || !cubin_write(f, c) || fclose(f))
        abort();
    return text;
}

/* What was read is written and read again: the same text. */
static void round_trip(const struct gt_cubin *c)
{
    struct gt_cubin again;
    char err[512];
    size_t n, m;
    char *text = text_of(c, &n);

    if (!cubin_parse(text, n, "again", &again, err, sizeof err)) {
        fprintf(stderr, "%s\n%s\n", err, text);
        abort();
    }
    char *second = text_of(&again, &m);
    if (n != m || memcmp(text, second, n))
        abort();
    cubin_free(&again);
    free(text);
    free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static struct gt_gpu *g;
    static FILE *null;
    struct gt_module m;
    char err[512];
    uint32_t where, bytes;
    unsigned seg;

    if (!g)
        g = gt_gpu_new(1 << 20);
    if (!null)
        null = fopen("/dev/null", "w");
    if (!gt_module_load_text(&m, g, (const char *)data, n, "fuzz", err, sizeof err))
        return 0;
    round_trip(&m.cubin);
    isa_dis_file(null, &m.cubin, true);
    for (size_t i = 0; i < m.cubin.nkernels; i++) {
        struct gt_launch l;
        struct gt_result res;
        struct gt_config cfg;
        const char *source;
        gt_module_launch(&m, (int)i, &l);
        gt_module_bind(&m, (int)i, err, sizeof err);
        gt_launch_config(g, &l, &cfg, &res);
        cubin_line_at(&m.cubin, &m.cubin.kernels[i], 8, &source, &where);
    }
    gt_module_constant(&m, "table", &seg, &where, &bytes);
    gt_module_variable(&m, "var", &where, &bytes);
    gt_module_free(&m);
    return 0;
}
