/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 ptxas: PTX to a cubin.
 */
#include "check.h"
#include "cmd.h"
#include "options.h"
#include "printable.h"
#include "sm70cc.h"

#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *in, *out;
    unsigned arch;              /* sm_70 to sm_90; 0: GT200 */
    struct ptxas_options opt;
};

/* --print-after=PASS. */
static int print_after(void *ctx, const char *name, const char *pass)
{
    struct ptxas_options *opt = &((struct arguments *)ctx)->opt;

    opt->print_after = pass;
    opt->print_out = stdout;
    if (pass_is_known(pass))
        return CLI_GO_ON;
    gt_tell("gt200 ptxas: %s: expected one of all %s, found '%s'\n", name, pass_names, pass);
    return CLI_USAGE;
}

static int take_verbose(void *ctx, const char *name, const char *value)
{
    (void)name, (void)value;
    ((struct arguments *)ctx)->opt.verbose = stderr;
    return CLI_GO_ON;
}

static int print_asm(void *ctx, const char *name, const char *value)
{
    (void)name, (void)value;
    ((struct arguments *)ctx)->opt.asm_out = stdout;
    return CLI_GO_ON;
}

static int take_level(void *ctx, const char *name, const char *value)
{
    if (value[0] < '0' || value[0] > '3' || value[1])
        return cli_usage("ptxas", "unknown option '%s%s'", name, value);
    ((struct arguments *)ctx)->opt.no_opt = value[0] == '0';
    return CLI_GO_ON;
}

/* What may be said depends on the chip, which may be named behind it. */
static int take_registers(void *ctx, const char *name, const char *value)
{
    (void)name;
    return cmd_max_registers(value, &((struct arguments *)ctx)->opt.max_regs) ? CLI_GO_ON : CLI_USAGE;
}

/* sm_70 to sm_90 have native code of their own, sm_10 to sm_13 are chips of GT200's SM. Any other number of two or
 * three digits means GT200, sm_13, whatever it is, as does one with the letter of the later ones. */
static int take_architecture(void *ctx, const char *name, const char *value)
{
    struct arguments *a = ctx;
    const char *number = !strncmp(value, "sm_", 3) ? value + 3 : !strncmp(value, "compute_", 8) ? value + 8 : "";
    size_t digits = strspn(number, "0123456789");
    const char *letter = number + digits;

    a->arch = sm70cc_arch(value);
    a->opt.arch = cmd_arch_1x((unsigned)atoi(number));
    if (*number != '0' && (digits == 2 || digits == 3) && (!*letter || (strchr("af", *letter) && !letter[1])))
        return CLI_GO_ON;
    return cli_usage("ptxas", "%s: expected sm_10 to sm_13 or another sm_N or compute_N, found '%s'", name, value);
}

/* Options of NVIDIA's that change nothing here. */
static int take_nothing(void *ctx, const char *name, const char *value)
{
    (void)ctx, (void)name, (void)value;
    return CLI_GO_ON;
}

static int take_operand(void *ctx, const char *value)
{
    struct arguments *a = ctx;

    if (a->in)
        return cli_usage("ptxas", "one file expected, got '%s' and '%s'", a->in, value);
    a->in = value;
    return CLI_GO_ON;
}

static const struct cli_option options[] = {
    OPT_TEXT("-o", "FILE", struct arguments, out,
             "output; default: the input's name with .cubin; - is standard output"),
    { .name = "--output-file", .arg = "FILE", .kind = CLI_TEXT, .at = offsetof(struct arguments, out),
      .how = CLI_NVCC },
    { .name = "-arch --gpu-name", .arg = "X", .kind = CLI_CALL, .take = take_architecture, .how = CLI_NVCC },
    { .name = "-m --machine -dlcm --def-load-cache -dscm --def-store-cache -abi --opt-level", .arg = "X",
      .kind = CLI_CALL, .take = take_nothing, .how = CLI_NVCC },
    { .name = "-m32 -m64 -w -g --device-debug --generate-line-info -lineinfo", .kind = CLI_CALL, .take = take_nothing,
      .how = CLI_NVCC },
    OPT_CALL("-v --verbose", NULL, take_verbose,
             "print registers, shared, local, constant and code bytes of each kernel"),
    { .name = "-O", .arg = "LEVEL", .kind = CLI_CALL, .take = take_level, .how = CLI_PREFIX,
      .help = "0: translate each instruction as it stands; 1 to 3: optimise, the default" },
    { .name = "-maxrregcount", .arg = "N", .kind = CLI_CALL, .take = take_registers, .how = CLI_NVCC,
      .help = "use at most N registers per thread (4 to 124; later chips: 24 to 255), spill the rest to local memory" },
    OPT_CALL("--asm", NULL, print_asm, "print the native instructions"),
    { .name = "--print-after", .arg = "PASS", .kind = CLI_CALL, .take = print_after, .how = CLI_NVCC,
      .words = pass_names, .help = "print the instructions as they are behind a pass, or behind all" },
    OPT_FLAG("--verify", struct arguments, opt.verify,
             "check the intermediate form behind each pass (so does GT200_VERIFY=1)"),
    { 0 }
};

const struct cli_command gt_command_ptxas = {
    .name = "ptxas", .what = "PTX to native code", .group = CLI_COMPILE, .usage = "FILE.ptx [-o FILE.cubin] [options]",
    .about = "Compiles PTX (1.x of old nvcc, 3.x of clang) to native GT200 code (sm_13), or with -arch sm_10 (or 11, "
             "12) to that of chips before it, with -arch sm_90 (or 70, 75, 80, 86, 89) to that of later ones.",
    .options = options, .operand = take_operand, .run = gt_cmd_ptxas,
    .notes = "NVIDIA's -m64, -dlcm and their like are taken and change nothing, nor does any other -arch.",
};

static int compile_later(const char *source, const struct arguments *a)
{
    struct ptxas_result res;

    if (!sm70cc_compile(a->arch, source, a->in, &a->opt, &res)) {
        gt_tell("%s\n", res.error);
        return 1;
    }
    return cmd_write_cubin(&res, a->in, a->out);
}

int gt_cmd_ptxas(int argc, char **argv)
{
    struct arguments a = { .opt = { .warnings = stderr } };
    int rc = cli_options(&gt_command_ptxas, &a, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (!cmd_registers_fit(a.opt.max_regs, a.arch))
        return CLI_USAGE;
    if (!a.in)
        return cli_usage("ptxas", "expected an input file");
    char *source = cmd_read(a.in);
    if (!source)
        return 1;
    rc = a.arch ? compile_later(source, &a) : cmd_compile(source, a.in, a.in, a.out, &a.opt);
    free(source);
    return rc;
}
