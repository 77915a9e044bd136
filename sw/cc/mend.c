/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions that clang's PTX back end gets wrong, put right, in a way that changes nothing where it was right; what comes from
 * asm statements of the source is left alone.
 *
 *   mul.wide.s32 d, a, -2147483648   (clang 14) is (long long)a << 31; the factor should be 2147483648, which is no s32.
 *                                    The product with the negative number is a shift and a negation in clang.
 *   bfe.u32 d, a, p, 32 - p          (up to clang 17) is (int)(a & mask) >> p, where the mask has the sign bit: a signed field.
 *                                    The unsigned one is a plain shift in these versions; later ones are right, and write it
 *                                    for the last byte of a word.
 *   shl lhs, a, n; sub amt2, 32, n; shr rhs, a, amt2; add d, lhs, rhs
 *                                    is a rotation, left or right, whose count may be 32 or more: clang leaves out the `& 31` of
 *                                    the source, and shifts of PTX do not wrap. 64 bits: up to clang 18.
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

/* `n;` is all that is left, a register and not yet the one that masked counts are in. */
static bool unmasked(const char *rest, char n[WORD + 1])
{
    return sscanf(rest, " %31[%a-z0-9] ;", n) == 1 && *n == '%' && strcmp(n, "%amt2");
}

/* The halves of a rotation by a register: clang's names. */
static bool rotation(const char *line, FILE *out)
{
    static const char *const shift[] = { "shl.b32", "shr.b32", "shl.b64", "shr.b64" }, *const rest_of[] = { "sub.s32", "sub.u32" };
    char d[WORD + 1], a[WORD + 1], n[WORD + 1];
    const char *rest;
    int bits;

    for (int i = 0; i < 4; i++)
        if (operands(line, shift[i], d, a, &rest) && !strcmp(d, "%lhs") && unmasked(rest, n)) {
            fprintf(out, "\tand.b32 \t%%amt2, %s, %d;\n\t%s \t%%lhs, %s, %%amt2;\n", n, i < 2 ? 31 : 63, shift[i], a);
            return true;
        }
    for (int i = 0; i < 2; i++)
        if (operands(line, rest_of[i], d, a, &rest) && !strcmp(d, "%amt2") && sscanf(a, "%d", &bits) == 1 && unmasked(rest, n)) {
            fprintf(out, "\t%s \t%%amt2, %d, %%amt2;\n", rest_of[i], bits);
            return true;
        }
    return false;
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
              wide_product(line, "mul.wide.s16", -32768L, "\tcvt.s32.s16 \t%s, %s; shl.b32 \t%s, %s, 15;\n", out) || rotation(line, out) ||
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
