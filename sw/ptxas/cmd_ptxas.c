/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 ptxas: PTX to a cubin.
 */
#include "check.h"
#include "cmd.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: gt200 ptxas FILE.ptx [-o FILE.cubin] [-v] [-O0] [-maxrregcount N] [--asm] [--print-after=PASS] [--verify]\n"
    "Compiles PTX (1.x of old nvcc, 3.x of clang) to native GT200 code.\n"
    "  -o FILE          output; default: the input's name with .cubin; - is standard output\n"
    "  -v               print registers, shared, local, constant and code bytes of each kernel\n"
    "  -O0              translate each instruction as it stands (-O1 to -O3: optimise, the default)\n"
    "  -maxrregcount N  use at most N registers per thread (4 to 124), spill the rest to local memory\n"
    "  --asm            print the native instructions\n"
    "  --print-after=PASS  print the instructions as they are behind a pass, or all; the passes:\n"
    "                   ";

static const char usage_verify[] = "  --verify         check the intermediate form behind each pass (so does "
                                   "GT200_VERIFY=1)\n";

/* --print-after=PASS; false if there is no such pass. */
static bool print_after(const char *pass, struct ptxas_options *opt)
{
    opt->print_after = pass;
    opt->print_out = stdout;
    if (pass_is_known(pass))
        return true;
    fprintf(stderr, "gt200 ptxas: --print-after: expected one of all %s, found '%s'\n", pass_names, pass);
    return false;
}

int gt_cmd_ptxas(int argc, char **argv)
{
    struct ptxas_options opt = { .warnings = stderr };
    const char *in = NULL, *out = NULL;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            printf("%s%s\n%s", usage, pass_names, usage_verify);
            return 0;
        }
        if (!strcmp(argv[i], "-o") && i + 1 < argc)
            out = argv[++i];
        else if (!strcmp(argv[i], "-v"))
            opt.verbose = stderr;
        else if (!strcmp(argv[i], "--asm"))
            opt.asm_out = stdout;
        else if (!strcmp(argv[i], "--verify"))
            opt.verify = true;
        else if (!strncmp(argv[i], "--print-after=", 14)) {
            if (!print_after(argv[i] + 14, &opt))
                return 2;
        } else if (!strncmp(argv[i], "-O", 2) && argv[i][2] >= '0' && argv[i][2] <= '3' && !argv[i][3])
            opt.no_opt = argv[i][2] == '0';
        else if (cmd_maxregs(argc, argv, &i, &opt.max_regs))
            ;
        else if (argv[i][0] == '-' && argv[i][1])
            return cmd_usage("ptxas", argv[i]);
        else if (!in)
            in = argv[i];
        else
            return cmd_usage("ptxas", argv[i]);
    }
    if (opt.max_regs == CMD_BAD_REGS)
        return 2;
    if (!in)
        return cmd_usage("ptxas", NULL);
    char *source = cmd_read(in);
    if (!source)
        return 1;
    int rc = cmd_compile(source, in, in, out, &opt);
    free(source);
    return rc;
}
