/* SPDX-License-Identifier: Apache-2.0
 *
 * Tells a GT200 cubin from one of sm_70 and later, and prints either.
 */
#include "dis.h"

#include "asm.h"
#include "decode.h"
#include "files.h"
#include "sm70_module.h"
#include "options.h"
#include "printable.h"
#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct job { struct gt_cubin c; bool addresses; };

static bool write_asm(FILE *f, const void *data)
{
    const struct job *j = data;

    return isa_dis_file(f, &j->c, j->addresses);
}

struct job_sm70 { const char *in; struct sm70_module m; bool addresses; };

static bool write_sm70(FILE *f, const void *data)
{
    const struct job_sm70 *j = data;
    char err[512];
    bool ok = sm70_text_write(f, &j->m, j->addresses, err, sizeof err);

    if (!ok && *err)
        gt_tell("%s: %s\n", j->in, err);
    return ok;
}

static bool disassemble_sm70(const char *image, size_t size, const char *in, const char *out, bool addresses)
{
    struct job_sm70 j = { .in = in, .addresses = addresses };
    char err[512];

    if (!sm70_cubin_read(image, size, &j.m, err, sizeof err)) {
        gt_tell("%s: %s\n", in, err);
        return false;
    }
    bool ok = gt_write_file(out, write_sm70, &j);
    sm70_module_free(&j.m);
    return ok;
}

static bool disassemble_gt200(const char *image, size_t size, const char *in, const char *out, bool addresses)
{
    struct job j = { .addresses = addresses };
    char err[512];

    if (!cubin_parse(image, size, in, &j.c, err, sizeof err)) {
        gt_tell("%s\n", err);
        return false;
    }
    bool ok = gt_write_file(out, write_asm, &j);
    cubin_free(&j.c);
    return ok;
}

/* A file, of whichever kind; returns the exit status. */
static int disassemble_file(const char *in, const char *out, bool addresses)
{
    size_t size;
    char *image = gt_read_file(in, &size);

    if (!image) {
        gt_tell("%s: %s\n", in, strerror(errno));
        return 1;
    }
    bool ok = sm70_is_cubin(image, size) ? disassemble_sm70(image, size, in, out, addresses)
                                         : disassemble_gt200(image, size, in, out, addresses);
    free(image);
    return ok ? 0 : 1;
}

struct arguments {
    const char *in, *out;
    bool addresses, words;
    uint32_t w[2];
    unsigned nwords;
};

/* -w: one or two words of GT200. */
static int one_instruction(const struct arguments *a)
{
    char text[ISA_TEXT_MAX];
    struct gt_insn in;

    if (a->nwords < 1 || (a->nwords == 1 && isa_len(a->w[0]) == 8))
        return cli_usage("dis", "expected %s", a->nwords ? "a second word" : "one or two words");
    isa_decode(a->w[0], a->w[1], 0, &in);
    isa_disasm(&in, text, sizeof text);
    puts(text);
    if (in.err != GT_DE_NONE)
        printf("# %s\n", isa_err_name(in.err));
    return 0;
}

/* A file, or after -w a word. */
static int take_operand(void *ctx, const char *value)
{
    struct arguments *a = ctx;

    if (a->words) {
        char *end;
        unsigned long long v = strtoull(value, &end, 16);
        if (a->nwords == 2)
            return cli_usage("dis", "expected one or two words, found a third, '%s'", value);
        if (end == value || *end || v > 0xffffffff)
            return cli_usage("dis", "expected a hexadecimal word, found '%s'", value);
        a->w[a->nwords++] = (uint32_t)v;
    } else if (a->in) {
        return cli_usage("dis", "one file expected, got '%s' and '%s'", a->in, value);
    } else {
        a->in = value;
    }
    return CLI_GO_ON;
}

static const struct cli_option options[] = {
    OPT_TEXT("-o", "FILE", struct arguments, out, "the assembly; default and -: standard output"),
    OPT_FLAG("-a", struct arguments, addresses, "address and words of every instruction as a comment"),
    OPT_FLAG("-w", struct arguments, words, "disassemble the instruction given as hexadecimal words"),
    { 0 }
};

const struct cli_command gt_command_dis = {
    .name = "dis", .what = "cubin to assembly text", .group = CLI_COMPILE, .usage = "FILE [-o FILE] [-a]\n-w W0 [W1]",
    .about = "Writes the kernels of a cubin as assembly; gt200 as turns it into the same code again. The file says for "
             "which chip it is: a text cubin for the GT200, an ELF file for sm_70 to sm_90.",
    .options = options, .operand = take_operand, .run = gt_cmd_dis,
};

int gt_cmd_dis(int argc, char **argv)
{
    struct arguments a = { .out = "-" };
    int rc = cli_options(&gt_command_dis, &a, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (a.words)
        return one_instruction(&a);
    return a.in ? disassemble_file(a.in, a.out, a.addresses) : cli_usage("dis", "no input file");
}
