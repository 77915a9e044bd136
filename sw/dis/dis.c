/* SPDX-License-Identifier: Apache-2.0 */
#include "dis.h"

#include "asm.h"
#include "decode.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: gt200 dis FILE [-o OUT] [-a]\n"
    "       gt200 dis -w W0 [W1]\n"
    "\n"
    "Writes the kernels of the text cubin FILE as assembly (to standard output without -o); gt200 as turns\n"
    "it into the same cubin again. -a adds address and words of every instruction as a comment.\n"
    "-w disassembles one instruction given as hexadecimal words.\n";

struct job { struct gt_cubin c; bool addresses; };

static bool write_asm(FILE *f, const void *data)
{
    const struct job *j = data;

    return isa_dis_file(f, &j->c, j->addresses);
}

static int disassemble(const char *in, const char *out, bool addresses)
{
    struct job j = { .addresses = addresses };
    char err[512];
    bool ok;

    if (!cubin_read(in, &j.c, err, sizeof err)) {
        fprintf(stderr, "%s\n", err);
        return 1;
    }
    ok = gt_write_file(out, write_asm, &j);
    cubin_free(&j.c);
    return ok ? 0 : 1;
}

static int one_word(int argc, char **argv)
{
    uint32_t w[2] = { 0, 0 };
    char text[ISA_TEXT_MAX];
    struct gt_insn in;

    for (int i = 0; i < argc && i < 2; i++) {
        char *end;
        unsigned long long v = strtoull(argv[i], &end, 16);

        if (end == argv[i] || *end || v > 0xffffffff) {
            fprintf(stderr, "gt200 dis: expected a hexadecimal word, found '%s'\n", argv[i]);
            return 2;
        }
        w[i] = (uint32_t)v;
    }
    if (argc < 1 || argc > 2 || (argc == 1 && isa_len(w[0]) == 8)) {
        fprintf(stderr, "gt200 dis: expected %s\n%s", argc == 1 ? "a second word" : "one or two words", usage);
        return 2;
    }
    isa_decode(w[0], w[1], 0, &in);
    isa_disasm(&in, text, sizeof text);
    puts(text);
    if (in.err != GT_DE_NONE)
        printf("# %s\n", isa_err_name(in.err));
    return 0;
}

int gt_cmd_dis(int argc, char **argv)
{
    const char *in = NULL, *out = "-";
    bool addresses = false;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(usage, stdout);
            return 0;
        }
        if (strcmp(argv[i], "-w") == 0)
            return one_word(argc - i - 1, argv + i + 1);
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc) {
            out = argv[++i];
        } else if (strcmp(argv[i], "-a") == 0) {
            addresses = true;
        } else if ((argv[i][0] == '-' && argv[i][1]) || in) {
            fprintf(stderr, "gt200 dis: unexpected argument '%s'\n%s", argv[i], usage);
            return 2;
        } else {
            in = argv[i];
        }
    }
    if (!in) {
        fprintf(stderr, "gt200 dis: no input file\n%s", usage);
        return 2;
    }
    return disassemble(in, out, addresses);
}
