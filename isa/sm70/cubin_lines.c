/* SPDX-License-Identifier: Apache-2.0
 *
 * Section .debug_line of a cubin, as ptxas -lineinfo writes it: version 2, a sequence for each kernel.
 */
#include "cubin_lines.h"

#include <stdlib.h>
#include <string.h>

static void put_le(FILE *f, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        fputc((int)(v >> 8 * i & 255), f);
}

static void put_uleb(FILE *f, uint64_t v)
{
    for (; v > 127; v >>= 7)
        fputc((int)(v & 127) | 128, f);
    fputc((int)v, f);
}

static void put_sleb(FILE *f, int64_t v)
{
    for (; v < -64 || v > 63; v >>= 7)
        fputc((int)(v & 127) | 128, f);
    fputc((int)(v & 127), f);
}

/* The sequence of a kernel. Returns where its address is to be set. */
static size_t put_kernel(FILE *f, const struct sm70_kernel *k)
{
    uint32_t pc = 0, line = 1;
    size_t file = 0;

    put_le(f, 0, 1);
    put_uleb(f, 9);
    fputc(SET_ADDRESS, f);
    const size_t at = (size_t)ftell(f);
    put_le(f, 0, 8);
    for (size_t i = 0; i < k->nlines; i++) {
        const struct sm70_line *l = &k->lines[i];
        if (l->pc != pc) {
            fputc(ADVANCE_PC, f);
            put_uleb(f, l->pc - pc);
        }
        if (l->file != file) {
            fputc(SET_FILE, f);
            put_uleb(f, l->file + 1);
        }
        fputc(ADVANCE_LINE, f);
        put_sleb(f, (int64_t)l->line - line);
        fputc(COPY, f);
        pc = l->pc;
        file = l->file;
        line = l->line;
    }
    fputc(ADVANCE_PC, f);
    put_uleb(f, 16 * k->ncode - pc);
    fwrite((const char[]){ 0, 1, END_SEQUENCE }, 1, 3, f);
    return at;
}

unsigned char *sm70_lines_write(const struct sm70_module *m, size_t *size, size_t *at)
{
    static const unsigned char operands[OPCODE_BASE - 1] = { 0, 1, 1, 1, 1, 0, 0, 0, 1 };
    char *to = NULL;
    bool any = false;

    for (size_t i = 0; i < m->nkernels; i++)
        any = any || m->kernels[i].nlines;
    FILE *f = any ? open_memstream(&to, size) : NULL;
    if (!f)
        return NULL;
    put_le(f, 0, 4);
    put_le(f, 2, 2);
    put_le(f, 0, 4);
    fwrite((const char[]){ 1, 1, -5, 14, OPCODE_BASE }, 1, 5, f);
    fwrite(operands, 1, sizeof operands, f);
    fputc(0, f);                        /* no folders */
    for (size_t i = 0; i < m->nfiles; i++) {
        fwrite(m->files[i], 1, strlen(m->files[i]) + 1, f);
        put_le(f, 0, 3);
    }
    fputc(0, f);
    const size_t header = (size_t)ftell(f);
    for (size_t i = 0; i < m->nkernels; i++)
        at[i] = m->kernels[i].nlines ? put_kernel(f, &m->kernels[i]) : SIZE_MAX;
    if (fclose(f))
        abort();
    for (unsigned i = 0; i < 4; i++) {
        to[i] = (char)((*size - 4) >> 8 * i & 255);
        to[6 + i] = (char)((header - HEADER_FIXED) >> 8 * i & 255);
    }
    return (unsigned char *)to;
}
