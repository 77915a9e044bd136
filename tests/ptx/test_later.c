/* SPDX-License-Identifier: Apache-2.0
 *
 * test_later FILE.ptx RESULT: runs kernel `multiply_add(float *x)`, x[3] = x[0] * x[1] + x[2], of PTX for later chips
 * in the interpreter, on numbers whose fused result differs from the rounded one; RESULT: "fused" or "rounded".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptxi.h"

#define BASE 0x100000

static char *read_all(const char *path)
{
    FILE *f = fopen(path, "rb");
    long size = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
    char *text = size >= 0 ? calloc(1, (size_t)size + 1) : NULL;

    if (text && (fseek(f, 0, SEEK_SET) || fread(text, 1, (size_t)size, f) != (size_t)size)) {
        free(text);
        text = NULL;
    }
    if (f)
        fclose(f);
    return text;
}

int main(int argc, char **argv)
{
    const float fused = 0x1p-11f + 0x1p-24f, rounded = 0x1p-11f;
    float x[4] = { 1 + 0x1p-12f, 1 + 0x1p-12f, -1, 0 };     /* the product is 1 + 2^-11 + 2^-24 */
    uint64_t at = BASE;
    struct ptxi_memory memory = { BASE, (uint8_t *)x, sizeof x };
    struct ptxi_launch launch = { .kernel = "multiply_add", .grid = { 1, 1 }, .block = { 1, 1, 1 }, .params = &at,
                                  .param_bytes = sizeof at, .memory = &memory, .nmemory = 1, .chip = ptxi_sm20 };
    char err[512] = "", *text = argc == 3 ? read_all(argv[1]) : NULL;
    struct ptxi_module *m = text ? ptxi_parse(text, err, sizeof err) : NULL;
    bool ok = m && ptxi_run(m, &launch, err, sizeof err);

    free(text);
    if (m)
        ptxi_free(m);
    if (!ok) {
        fprintf(stderr, "%s: %s\n", argc > 1 ? argv[1] : "test_later FILE.ptx RESULT", *err ? err : "cannot be read");
        return 1;
    }
    float want = !strcmp(argv[2], "fused") ? fused : rounded;
    if (x[3] != want)
        fprintf(stderr, "%s: found %a, expected %a (%s)\n", argv[1], (double)x[3], (double)want, argv[2]);
    return x[3] != want;
}
