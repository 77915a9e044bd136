/* SPDX-License-Identifier: Apache-2.0
 *
 * A whole module as assembly text.
 */
#include "asm.h"
#include "decode.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { MARK_START = 1, MARK_TARGET = 2 };

static void decode_at(const struct gt_cubin_kernel *k, size_t i, struct gt_insn *in)
{
    isa_decode(k->code[i], i + 1 < k->code_words ? k->code[i + 1] : 0, (uint32_t)i * 4, in);
}

/* Words of the instruction at word i; a long one cut off by the end of the code has one. */
static size_t words_at(const struct gt_cubin_kernel *k, size_t i)
{
    return isa_len(k->code[i]) == 8 && i + 1 < k->code_words ? 2 : 1;
}

static bool has_target(const struct gt_insn *in)
{
    return in->err == GT_DE_NONE
           && (in->op == GT_OP_BRA || in->op == GT_OP_CALL || in->op == GT_OP_PREBRK || in->op == GT_OP_JOINAT);
}

/* For each word: does an instruction start there, does a branch lead there? NULL: out of memory. */
static uint8_t *mark_targets(const struct gt_cubin_kernel *k)
{
    uint8_t *mark = calloc(k->code_words + 1, 1);
    struct gt_insn in;

    if (!mark)
        return NULL;
    for (size_t i = 0; i < k->code_words; i += words_at(k, i)) {
        mark[i] |= MARK_START;
        decode_at(k, i, &in);
        if (has_target(&in) && in.target / 4 < k->code_words)
            mark[in.target / 4] |= MARK_TARGET;
    }
    return mark;
}

/* One instruction; a target where an instruction starts is printed as a label. */
static void print_insn(FILE *f, const struct gt_cubin_kernel *k, size_t i, const uint8_t *mark,
                       bool addresses)
{
    char text[ISA_TEXT_MAX], out[ISA_TEXT_MAX];
    struct gt_insn in;
    char *t;

    decode_at(k, i, &in);
    isa_disasm(&in, text, sizeof text);
    if (in.len == 8 && words_at(k, i) == 1)
        snprintf(text, sizeof text, ".word 0x%08x", in.w0);
    strcpy(out, text);
    t = strstr(text, " 0x");
    if (has_target(&in) && t && in.target / 4 < k->code_words
        && mark[in.target / 4] == (MARK_START | MARK_TARGET))
        snprintf(out, sizeof out, "%.*s L%04x%s", (int)(t - text), text, in.target,
                 t + 1 + strcspn(t + 1, " "));
    if (!addresses)
        fprintf(f, "    %s\n", out);
    else if (words_at(k, i) == 2)
        fprintf(f, "    %-47s // %04zx: %08x %08x\n", out, i * 4, in.w0, in.w1);
    else
        fprintf(f, "    %-47s // %04zx: %08x\n", out, i * 4, in.w0);
}

static void print_words(FILE *f, const struct gt_cubin_data *d)
{
    size_t n = ((size_t)d->bytes + 3) / 4;

    for (size_t i = 0; i < d->naddresses; i++)
        fprintf(f, "    .addr %u %s %u\n", d->addresses[i].offset, d->addresses[i].name, d->addresses[i].add);
    if (!d->words)
        return;
    for (size_t i = 0; i < n; i++)
        fprintf(f, "%s0x%08x%s", i % 4 ? ", " : "    .data ", d->words[i], i % 4 == 3 || i + 1 == n ? "\n" : "");
}

bool isa_dis_file(FILE *f, const struct gt_cubin *c, bool addresses)
{
    fprintf(f, ".arch sm_%u\n.abi %u\n", c->arch, c->abiversion);
    if (c->modname)
        fprintf(f, ".modname %s\n", c->modname);
    for (size_t i = 0; i < c->nconsts; i++) {
        const struct gt_cubin_data *d = &c->consts[i];

        fprintf(f, ".consts %s %u %u %u\n", d->name, d->seg, d->offset, d->bytes);
        print_words(f, d);
    }
    for (size_t i = 0; i < c->nrelocs; i++) {
        const struct gt_cubin_data *d = &c->relocs[i];

        fprintf(f, ".reloc %s %u %u %u\n", d->name, d->seg, d->offset, d->bytes);
        print_words(f, d);
    }
    for (size_t i = 0; i < c->nsamplers; i++)
        fprintf(f, ".sampler %s %u\n", c->samplers[i].name, c->samplers[i].texunit);
    for (size_t n = 0; n < c->nkernels; n++) {
        const struct gt_cubin_kernel *k = &c->kernels[n];
        uint8_t *mark = mark_targets(k);
        size_t next_line = 0;

        if (!mark)
            return false;
        fprintf(f, "\n.kernel %s\n.lmem %u\n.smem %u\n.reg %u\n.bar %u\n", k->name, k->lmem, k->smem, k->reg,
                k->bar);
        if (k->has_param)
            fprintf(f, ".param %u\n", k->param);
        if (k->max_threads)
            fprintf(f, ".maxntid %u\n", k->max_threads);
        if (k->block[0])
            fprintf(f, ".reqntid %u %u %u\n", k->block[0], k->block[1], k->block[2]);
        if (k->has_params) {
            fprintf(f, ".params");
            for (size_t i = 0; i < k->nparams; i++)
                fprintf(f, "%s%u %u", i ? ", " : " ", k->params[i].offset, k->params[i].bytes);
            fputc('\n', f);
        }
        for (size_t i = 0; i < k->nconsts; i++) {
            fprintf(f, ".const %u %u %u\n", k->consts[i].seg, k->consts[i].offset, k->consts[i].bytes);
            print_words(f, &k->consts[i]);
        }
        for (size_t i = 0; i < k->code_words; i += words_at(k, i)) {
            if (mark[i] == (MARK_START | MARK_TARGET))
                fprintf(f, "L%04zx:\n", i * 4);
            for (; next_line < k->nlines && k->lines[next_line].pc <= i * 4; next_line++)
                if (k->lines[next_line].source < c->nsources)
                    fprintf(f, ".loc %s %u\n", c->sources[k->lines[next_line].source], k->lines[next_line].line);
            print_insn(f, k, i, mark, addresses);
        }
        free(mark);
    }
    return fflush(f) == 0 && !ferror(f);
}
