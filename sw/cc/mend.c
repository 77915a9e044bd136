/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions that clang's PTX back end gets wrong, put right. Both are wrong in a way that no right program makes it write,
 * so that nothing else changes; what comes from asm statements of the source is left alone.
 *
 *   mul.wide.s32 d, a, -2147483648   (clang 14) is (long long)a << 31; the factor should be 2147483648, which is no s32.
 *                                    The product with the negative number is a shift and a negation in clang.
 *   bfe.u32 d, a, p, 32 - p          (up to clang 17) is (int)(a & mask) >> p, where the mask has the sign bit: a signed field.
 *                                    The unsigned one is a plain shift in these versions; later ones are right, and write it
 *                                    for the last byte of a word.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"

#include <stdlib.h>
#include <string.h>

#define WORD 31
#define FIELD_IS_WRONG 17       /* last clang that writes bfe.u for a signed field */

/* The operands of `NAME d, a, ...`: false when the line is another instruction. */
static bool operands(const char *line, const char *name, char d[WORD + 1], char a[WORD + 1], const char **rest)
{
    int at = 0;
    size_t n = strlen(name);

    line += strspn(line, " \t");
    if (strncmp(line, name, n) || (line[n] != ' ' && line[n] != '\t'))
        return false;
    if (sscanf(line + n, " %31[%a-z0-9] , %31[%a-z0-9] ,%n", d, a, &at) != 2 || !at)
        return false;
    *rest = line + n + at;
    return true;
}

static bool wide_product(const char *line, const char *name, long factor, const char *as, FILE *out)
{
    char d[WORD + 1], a[WORD + 1];
    const char *rest;

    if (!operands(line, name, d, a, &rest) || strtol(rest, NULL, 10) != factor)
        return false;
    fprintf(out, as, d, a, d, d);
    return true;
}

static bool top_field(const char *line, const char *name, int bits, FILE *out)
{
    char d[WORD + 1], a[WORD + 1];
    const char *rest;
    int first, width;

    if (!operands(line, name, d, a, &rest) || sscanf(rest, " %d , %d ;", &first, &width) != 2 || !first || first + width != bits)
        return false;
    fprintf(out, "\tbfe.s%d \t%s, %s, %d, %d;\n", bits, d, a, first, width);
    return true;
}

char *cc_mend(char *ptx, int clang)
{
    char *text = NULL;
    size_t size = 0;
    bool of_user = false;
    FILE *out = open_memstream(&text, &size);

    for (const char *line = ptx, *end; out && *line; line = end) {
        end = line + strcspn(line, "\n");
        end += *end == '\n';
        if (!strncmp(line, "\t// begin inline asm", 20) || !strncmp(line, "\t// end inline asm", 18))
            of_user = line[4] == 'b';
        if (of_user ||
            !(wide_product(line, "mul.wide.s32", -2147483648L, "\tcvt.s64.s32 \t%s, %s; shl.b64 \t%s, %s, 31;\n", out) ||
              wide_product(line, "mul.wide.s16", -32768L, "\tcvt.s32.s16 \t%s, %s; shl.b32 \t%s, %s, 15;\n", out) ||
              (clang <= FIELD_IS_WRONG && (top_field(line, "bfe.u32", 32, out) || top_field(line, "bfe.u64", 64, out)))))
            fwrite(line, 1, (size_t)(end - line), out);
    }
    if (!out || fclose(out)) {
        fprintf(stderr, "gt200 cc: out of memory\n");
        free(text);
        text = NULL;
    }
    free(ptx);
    return text;
}
