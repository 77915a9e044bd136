/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes sfu_rom.h from isa/sfu_rom/NAME.tsv: three arrays sfu_NAME_c0, _c1, _c2 per function, the signed coefficients.
 * usage: sfu_romgen OUT.h FILE.tsv...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SLICES 128

static _Noreturn void die(const char *path, const char *what)
{
    fprintf(stderr, "%s: %s\n", path, what);
    exit(1);
}

/* Reads one table, checks it against its packed column, and writes its three arrays. */
static void one(FILE *out, const char *path)
{
    long c[3][MAX_SLICES];
    char line[512], name[32];
    unsigned n = 0;
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    FILE *in = fopen(path, "r");
    if (!in || sscanf(base, "%31[a-z0-9].tsv", name) != 1)
        die(path, "cannot be read");
    while (fgets(line, sizeof line, in)) {
        unsigned index;
        long a, b, d;
        unsigned long rom_a, rom_bc;
        if (line[0] == '#' || strncmp(line, "index", 5) == 0)
            continue;
        if (sscanf(line, "%u %ld %ld %ld %lx %lx", &index, &a, &b, &d, &rom_a, &rom_bc) != 6 || index != n ||
            n >= MAX_SLICES)
            die(path, "not a row of a coefficient table");
        if ((unsigned long)a != rom_a)
            die(path, "c0 and rom_a differ");
        c[0][n] = a;
        c[1][n] = b;
        c[2][n++] = d;
    }
    fclose(in);
    if (n != 64 && n != 128)
        die(path, "64 or 128 slices expected");
    for (int k = 0; k < 3; k++) {
        fprintf(out, "static const int32_t sfu_%s_c%d[%u] = {", name, k, n);
        for (unsigned i = 0; i < n; i++)
            fprintf(out, "%s%ld,", i % 8 ? " " : "\n    ", c[k][i]);
        fprintf(out, "\n};\n");
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: sfu_romgen OUT.h FILE.tsv...\n");
        return 2;
    }
    FILE *out = fopen(argv[1], "w");
    if (!out)
        die(argv[1], "cannot be written");
    fprintf(out, "/* Generated from isa/sfu_rom by sfu_romgen. */\n#include <stdint.h>\n");
    for (int i = 2; i < argc; i++)
        one(out, argv[i]);
    if (fclose(out))
        die(argv[1], "cannot be written");
    return 0;
}
