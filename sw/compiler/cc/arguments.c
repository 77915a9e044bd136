/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 cc: the options and what they amount to.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"
#include "cuda.h"
#include "printable.h"
#include "sm70cc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *a, const char *suffix)
{
    size_t n = strlen(a), m = strlen(suffix);
    return n > m && !strcmp(a + n - m, suffix);
}

static int option_taken(bool ok)
{
    return ok ? CLI_GO_ON : CLI_USAGE;
}

/* An option's value is none that it can have. */
static int unexpected_value(const char *name, const char *value)
{
    return cli_usage("cc", "%s: unexpected argument '%s'", name, value);
}

/* The whole argument that an option with CLI_PREFIX is. */
static const char *whole_argument(const char *name, const char *value)
{
    return value - strlen(name);
}

/* Without the quotes around it that CMake writes: -Xcompiler ,"-g","-O2". */
static char *strip_quotes(char *word)
{
    const size_t n = strlen(word);

    if (n < 2 || word[0] != '"' || word[n - 1] != '"')
        return word;
    word[n - 1] = 0;
    return word + 1;
}

/* The parts of a list as arguments, each behind `before` (NULL: nothing). */
static int add_parts(struct cc *c, struct cc_args *to, const char *list, const char *between, const char *before)
{
    char *copy = strdup(list), *save = NULL;

    if (copy && !cc_add(&c->lists, copy)) {
        free(copy);
        return CLI_USAGE;
    }
    for (char *p = copy ? strtok_r(copy, between, &save) : NULL; p; p = strtok_r(NULL, between, &save))
        if ((before && !cc_add(to, before)) || !cc_add(to, strip_quotes(p)))
            return CLI_USAGE;
    return option_taken(copy != NULL);
}

/* A,B,C or "A B C". */
static int add_list(struct cc *c, struct cc_args *to, const char *list, const char *before)
{
    return add_parts(c, to, list, ", ", before);
}

/* What is joined to -I, -L, -D, -U: VALUE, of nvcc =VALUE, too. */
static const char *behind_equals(const char *value) { return value + (*value == '='); }

/* -IA, of nvcc -IA,B, too; a folder may have blanks in its name. */
static int add_folders(struct cc *c, struct cc_args *to, const char *option, const char *value)
{
    value = behind_equals(value);
    if (c->nvcc && strchr(value, ','))
        return add_parts(c, to, value, ",", option);
    return option_taken(cc_add(to, option) && cc_add(to, value));
}

int cc_add_list(struct cc *c, struct cc_args *to, const char *list) { return add_list(c, to, list, NULL); }

/* ---- what is made ---- */

static int choose_output(struct cc *c, enum cc_output what)
{
    c->what = what;
    return CLI_GO_ON;
}

#define NOTHING (void)name, (void)value

static int take_cubin(void *c, const char *name, const char *value)
{
    NOTHING;
    return choose_output(c, CC_CUBIN);
}

static int take_ptx(void *c, const char *name, const char *value)
{
    NOTHING;
    return choose_output(c, CC_PTX);
}

static int take_object(void *c, const char *name, const char *value)
{
    NOTHING;
    return choose_output(c, CC_OBJECT);
}

static int take_text(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;

    (void)value;
    c->text = !strcmp(name, "-MM") || strstr(name, "nonsystem")   ? "-MM"
              : !strcmp(name, "-E") || strstr(name, "preprocess") ? "-E"
                                                                  : "-M";
    return choose_output(c, CC_TEXT);
}

/* ---- how ---- */

static int take_verbose(void *ctx, const char *name, const char *value)
{
    NOTHING;
    ((struct cc *)ctx)->ptxas.verbose = stderr;
    return CLI_GO_ON;
}

static int take_asm(void *ctx, const char *name, const char *value)
{
    NOTHING;
    ((struct cc *)ctx)->ptxas.asm_out = stdout;
    return CLI_GO_ON;
}

static int take_registers(void *ctx, const char *name, const char *value)
{
    (void)name;
    return option_taken(cmd_max_registers(value, &((struct cc *)ctx)->ptxas.max_regs));
}

static int take_fmad(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;

    c->fmad = !strcmp(value, "true");
    return c->fmad || !strcmp(value, "false") ? CLI_GO_ON : unexpected_value(name, value);
}

static int take_no_fmad(void *ctx, const char *name, const char *value)
{
    NOTHING;
    ((struct cc *)ctx)->fmad = false;
    return CLI_GO_ON;
}

static int take_level(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;

    c->opt = whole_argument(name, value);
    c->ptxas.no_opt = !strcmp(value, "0");
    return CLI_GO_ON;
}

/* -std=NAME or -std NAME. */
static int take_standard(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;
    size_t n = strlen(value) + sizeof "-std=";
    char *option = malloc(n);

    (void)name;
    if (option)
        snprintf(option, n, "-std=%s", value);
    if (!option || !cc_add(&c->lists, option)) {
        free(option);
        return CLI_USAGE;
    }
    c->standard = true;
    return option_taken(cc_add(&c->user, option));
}

static int take_language(void *ctx, const char *name, const char *value)
{
    ((struct cc *)ctx)->all_cu = true;
    return !strcmp(value, "cu") ? CLI_GO_ON : unexpected_value(name, value);
}

static int take_cudart(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;

    c->shared = !strcmp(value, "shared");
    return c->shared || !strcmp(value, "static") ? CLI_GO_ON : unexpected_value(name, value);
}

/* -m 64, --machine=32, ... */
static int take_pointers(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;

    c->wide = !strcmp(value, "64");
    c->narrow = !strcmp(value, "32");
    return c->wide || c->narrow ? CLI_GO_ON : unexpected_value(name, value);
}

/* -m64 and -m32 themselves. */
static int take_pointers_joined(void *ctx, const char *name, const char *value)
{
    (void)value;
    return take_pointers(ctx, "-m", name + strlen(name) - 2);
}

/* The number of the architecture whose PTX `v` names, as sm_13, compute_13 and arch=compute_13,code=sm_13 do; 0: it
 * names none. */
static unsigned architecture_of(const char *v)
{
    const char *at = strstr(v, "compute_"), *number = at ? at + 8 : (at = strstr(v, "sm_")) ? at + 3 : "";
    bool ok = *number >= '1' && *number <= '9' && strspn(number, "0123456789") == 2 &&
              !isalnum((unsigned char)number[2]);
    return ok ? (unsigned)atoi(number) : 0;
}

static int take_architecture(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;
    unsigned arch = architecture_of(value);

    c->archs = c->archs || (c->arch && c->arch != arch);
    c->arch = arch;
    c->oldest = c->oldest && c->oldest < arch ? c->oldest : arch;
    c->compute = strstr(value, "compute_") != NULL;
    return arch ? CLI_GO_ON : unexpected_value(name, value);
}

/* -gencode, -arch, -code: which kinds of code are wanted, and whether they are of more than one chip. */
static int take_code(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;

    c->code_native = c->code_native || strstr(value, "sm_");
    c->code_ptx = c->code_ptx || strstr(value, "compute_");
    for (const char *v = value, *at; (at = strstr(v, "_")); v = at + 1) {
        const unsigned code = (unsigned)atoi(at + 1) + (at > value && at[-1] == 'e' ? 1000 : 0);
        c->codes = c->codes || (c->code && c->code != code);
        c->code = code;
    }
    return architecture_of(value) ? CLI_GO_ON : unexpected_value(name, value);
}

/* arch=compute_N,code=..., or the former alone. */
static int take_generate(void *ctx, const char *name, const char *value)
{
    const char *code = strstr(value, "code=");
    int rc = take_architecture(ctx, name, value);

    return rc == CLI_GO_ON ? take_code(ctx, name, code ? code : value) : rc;
}

/* ---- for the programs that are run ---- */

#define TO_CLANG(id, option) \
    static int take_##id(void *ctx, const char *name, const char *value) \
    { \
        (void)name; \
        return option_taken(cc_add(&((struct cc *)ctx)->user, option) && \
                            cc_add(&((struct cc *)ctx)->user, behind_equals(value))); \
    }
#define LIST_TO_CLANG(id, option) \
    static int take_##id(void *ctx, const char *name, const char *value) \
    { \
        (void)name; \
        return add_list(ctx, &((struct cc *)ctx)->user, value, option); \
    }
TO_CLANG(define, "-D")
TO_CLANG(undefine, "-U")
TO_CLANG(include, "-include")
LIST_TO_CLANG(defines, "-D")
LIST_TO_CLANG(undefines, "-U")
LIST_TO_CLANG(folders, "-I")
LIST_TO_CLANG(systems, "-isystem")
LIST_TO_CLANG(includes, "-include")

static int take_folder(void *ctx, const char *name, const char *value)
{
    (void)name;
    return add_folders(ctx, &((struct cc *)ctx)->user, "-I", value);
}

/* -W... and -f... */
static int take_for_clang(void *ctx, const char *name, const char *value)
{
    return option_taken(cc_add(&((struct cc *)ctx)->user, whole_argument(name, value)));
}

static int take_for_host(void *ctx, const char *name, const char *value)
{
    (void)name;
    return add_list(ctx, &((struct cc *)ctx)->host, value, NULL);
}

static int take_for_linker(void *ctx, const char *name, const char *value)
{
    (void)name;
    return add_list(ctx, &((struct cc *)ctx)->link, value, "-Xlinker");
}

/* -Wl,... */
static int take_linker(void *ctx, const char *name, const char *value)
{
    return option_taken(cc_add(&((struct cc *)ctx)->link, whole_argument(name, value)));
}

static int take_library_folder(void *ctx, const char *name, const char *value)
{
    (void)name;
    return add_folders(ctx, &((struct cc *)ctx)->link, "-L", value);
}

/* The first `n` letters of a list name a library. */
static int add_library(struct cc *c, const char *value, size_t n)
{
    static const char always[] = "cudart cuda";     /* every program is linked with them */
    char *one = cli_word_in(always, value, n) ? NULL : strndup(value, n);

    if (cli_word_in(always, value, n))
        return CLI_GO_ON;
    if (!one || !cc_add(&c->lists, one))
        return free(one), CLI_USAGE;
    return option_taken(cc_add(&c->link, "-l") && cc_add(&c->link, one));
}

/* -l: a library; nvcc takes several, separated by commas. */
static int take_library(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;
    int rc = CLI_GO_ON;

    (void)name;
    value = behind_equals(value);
    do {
        const size_t n = c->nvcc ? strcspn(value, ",") : strlen(value);
        if (n)
            rc = add_library(c, value, n);
        value += n + (value[n] == ',');
    } while (rc == CLI_GO_ON && *value);
    return rc;
}

static int take_library_folders(void *ctx, const char *name, const char *value)
{
    (void)name;
    return add_list(ctx, &((struct cc *)ctx)->link, value, "-L");
}

/* ---- nvcc's ---- */

static int take_version(void *ctx, const char *name, const char *value)
{
    (void)ctx;
    NOTHING;
    printf("gt200 cc, CUDA %d.%d for compute capability 1.3\n", CUDA_VERSION / 1000, CUDA_VERSION % 1000 / 10);
    return CLI_OK;
}

/* Options that change nothing here: there is one host compiler, one precision of division and square root, one front
 * end, one cache. */
static int take_nothing(void *ctx, const char *name, const char *value)
{
    (void)ctx;
    NOTHING;
    return CLI_GO_ON;
}

/* What nvcc has and this compiler does not: better said than taken for something else (-lib is no library). */
static int take_unsupported(void *ctx, const char *name, const char *value)
{
    (void)ctx;
    gt_tell("gt200 cc: %s%s%s: nvcc has this option, gt200 cc does not (see gt200 cc --help)\n", name,
            value ? "=" : "", value ? value : "");
    return CLI_USAGE;
}

static int take_relocatable(void *ctx, const char *name, const char *value)
{
    return !strcmp(value, "false") ? CLI_GO_ON : take_unsupported(ctx, name, value);
}

static int take_quiet(void *c, const char *name, const char *value)
{
    NOTHING;
    ((struct cc *)c)->ptxas.warnings = NULL;
    return CLI_GO_ON;
}

static const struct cli_option ptxas_options[] = {
    { .name = "-v --verbose", .kind = CLI_CALL, .take = take_verbose },
    { .name = "-maxrregcount", .arg = "N", .kind = CLI_CALL, .take = take_registers, .how = CLI_NVCC },
    { .name = "-O0", .kind = CLI_FLAG, .at = offsetof(struct cc, ptxas.no_opt) },
    { .name = "-opt-level -dlcm -dscm -abi -arch", .arg = "VALUE", .kind = CLI_CALL, .take = take_nothing,
      .how = CLI_NVCC },
    { .name = "-w --disable-warnings", .kind = CLI_CALL, .take = take_quiet, .how = CLI_NVCC },
    { .name = "-O -m64", .arg = "", .kind = CLI_CALL, .take = take_nothing, .how = CLI_PREFIX },
    { .name = "-g --device-debug -lineinfo --generate-line-info -warn-spills --warn-on-spills", .kind = CLI_CALL,
      .take = take_nothing, .how = CLI_NVCC },
    { 0 }
};
static const struct cli_command ptxas_command = {
    .name = "cc -Xptxas", .what = "options for gt200 ptxas", .usage = "[options]", .options = ptxas_options,
};

static int take_ptxas(void *ctx, const char *name, const char *list)
{
    char copy[256], *save = NULL, *argv[64] = { NULL };
    int argc = 1;

    /* -po maxrregcount=N, the short form, goes without a dash */
    snprintf(copy, sizeof copy, "%s%s", !strcmp(name, "-po") && *list != '-' ? "-" : "", list);
    for (char *p = strtok_r(copy, ", ", &save); p && argc < 64; p = strtok_r(NULL, ", ", &save))
        argv[argc++] = p;
    return cli_options(&ptxas_command, ctx, argc, argv);
}

#define HIDDEN(name_, arg_, take_, how_) \
    { .name = name_, .arg = arg_, .kind = CLI_CALL, .take = take_, .how = how_ }
#define CALL(name_, arg_, take_, how_, help_) \
    { .name = name_, .arg = arg_, .help = help_, .kind = CLI_CALL, .take = take_, .how = how_ }
#define FLAG(name_, member, help_) \
    { .name = name_, .help = help_, .kind = CLI_FLAG, .at = offsetof(struct cc, member), .how = CLI_NVCC }

/* Names with one or two dashes before those that begin like them. */
const struct cli_option cc_options[] = {
    OPT_TEXT("-o", "FILE", struct cc, out,
             "output; FILE.cubin and - (standard output) mean --cubin, FILE.ptx means --ptx"),
    CALL("--cubin", NULL, take_cubin, CLI_NVCC,
         "write a cubin; pointers of the kernels take 4 bytes, with -m64 8 as in programs"),
    CALL("--ptx", NULL, take_ptx, CLI_NVCC, "write the PTX that clang makes"),
    CALL("-c -dc", NULL, take_object, 0, "write objects, to be linked by gt200 cc"),
    { .name = "-odir --output-directory", .arg = "FOLDER", .kind = CLI_TEXT, .at = offsetof(struct cc, dir),
      .how = CLI_NVCC, .help = "where -c puts objects that -o does not name" },
    CALL("-E", NULL, take_text, 0, "write the source after the preprocessor"),
    CALL("-M", NULL, take_text, 0, "write the files it includes, as a rule for make"),
    CALL("-MM", NULL, take_text, 0, "the same without those of the system"),
    FLAG("-keep", keep, "leave FILE.ptx and FILE.cubin in the current folder"),
    { .name = "--embed-ptx", .kind = CLI_FLAG, .at = offsetof(struct cc, embed_ptx),
      .help = "leave PTX in objects; linking them, or -c FILE.o -o OTHER.o, makes native code of it, or else the "
              "runtime does" },
    { .name = "-v", .help = "print registers, shared, local, constant and code bytes of each kernel",
      .section = "code", .kind = CLI_CALL, .take = take_verbose },
    CALL("--asm", NULL, take_asm, 0, "print the native instructions"),
    CALL("-maxrregcount", "N", take_registers, CLI_NVCC,
         "use at most N registers per thread (4 to 124; later chips: to 255), spill the rest to local memory"),
    { .name = "-fmad", .arg = "BOOL", .kind = CLI_CALL, .take = take_fmad, .how = CLI_NVCC, .words = "true false",
      .help = "false: round the product of a*b+c; else that is the multiply-add instruction, which truncates the "
              "product" },
    HIDDEN("-no-fmad", NULL, take_no_fmad, CLI_NVCC),
    FLAG("-use_fast_math", fast, "sinf, cosf, expf, logf, powf, / and their like as the fast __sinf, ..., __fdividef"),
    CALL("-O", "LEVEL", take_level, CLI_PREFIX, "0: no optimisation, of the native code either"),
    FLAG("--no-early-loads", source_loads,
         "load where the source does, and not in front of a condition: for a look for data races"),
    FLAG("-lineinfo --generate-line-info", lineinfo,
         "source lines for fault messages and traces (programs have them without it)"),
    { .name = "-g -G -g1 -g2 -g3 -ggdb", .kind = CLI_FLAG,
      .help = "debug information in host code, and in device code lines, types and variables (docs/debug.md)",
      .at = offsetof(struct cc, debug) },
    CALL("-m32", NULL, take_pointers_joined, CLI_NVCC,
         "pointers take 4 bytes, of the host, too (Debian's g++-multilib)"),
    CALL("-m64", NULL, take_pointers_joined, CLI_NVCC, "they take 8 bytes, as those of programs do without it"),
    HIDDEN("-m --machine", "BITS", take_pointers, CLI_NVCC),
    CALL("-arch --gpu-architecture --gpu-name", "sm_N", take_architecture, CLI_NVCC,
         "of --ptx: from 20 on PTX for the drivers of later chips (64-bit pointers, IEEE division, fma for a*b+c); "
         "else this chip's: sm_13, without it, too, or sm_10, 11, 12, which lack double precision and some atomics; "
         "compute_N and -gencode ... are the same. Of a cubin: sm_70, 75, 80, 86, 89 and 90 are those chips' code"),
    HIDDEN("-gencode --generate-code", "ARCH", take_generate, CLI_NVCC),
    CALL("-code --gpu-code", "A,B", take_code, CLI_NVCC,
         "what objects contain, also as -gencode arch=compute_13,code=...: sm_13, native code; compute_13, PTX, which "
         "the runtime compiles where it is alone; nvcc: both, if none of these is given (or -arch=compute_13)"),
    { .name = "--clang", .arg = "PROGRAM", .kind = CLI_TEXT, .at = offsetof(struct cc, wanted_clang),
      .help = "the clang " GT200_CLANG " to use; also GT200_CLANG", .how = CLI_NVCC, .section = "clang and linker" },
    CALL("-std", "NAME", take_standard, CLI_NVCC, "the language, -std= of clang"),
    { .name = "-x", .arg = "cu", .kind = CLI_CALL, .take = take_language, .how = CLI_NVCC, .words = "cu",
      .help = "sources are CUDA C whatever their name" },
    CALL("-include", "FILE", take_include, CLI_NVCC, "passed to clang"),
    CALL("-isystem", "FOLDER", take_systems, CLI_NVCC, "passed to clang"),
    CALL("-Xcompiler --compiler-options", "A,B", take_for_host, CLI_NVCC, "options for host code"),
    CALL("-Xptxas --ptxas-options -po", "A,B", take_ptxas, CLI_NVCC,
         "of gt200 ptxas: -v, -O0, -maxrregcount=N; nvcc's others change nothing"),
    CALL("-Xlinker --linker-options", "A,B", take_for_linker, CLI_NVCC, "options for the linker"),
    { .name = "-cudart", .arg = "WHICH", .kind = CLI_CALL, .take = take_cudart, .how = CLI_NVCC,
      .words = "static shared",
      .help = "static: the runtime as part of the program (default); shared: as it is when the program runs" },
    CALL("-version -V", NULL, take_version, CLI_NVCC, "print the version of CUDA"),
    HIDDEN("--compile", NULL, take_object, CLI_NVCC),
    HIDDEN("--preprocess --generate-dependencies --generate-nonsystem-dependencies", NULL, take_text, CLI_NVCC),
    { .name = "--output-file", .arg = "FILE", .kind = CLI_TEXT, .at = offsetof(struct cc, out), .how = CLI_NVCC },
    HIDDEN("--define-macro", "A,B", take_defines, CLI_NVCC),
    HIDDEN("--undefine-macro", "A,B", take_undefines, CLI_NVCC),
    HIDDEN("--include-path", "A,B", take_folders, CLI_NVCC),
    HIDDEN("--system-include", "A,B", take_systems, CLI_NVCC),
    HIDDEN("--pre-include", "A,B", take_includes, CLI_NVCC),
    HIDDEN("--library", "A,B", take_library, CLI_NVCC),
    HIDDEN("--library-path", "A,B", take_library_folders, CLI_NVCC),
    HIDDEN("-ccbin --compiler-bindir -keep-dir -objdir --input-drive-prefix -Xopencc --opencc-options -Xcudafe "
           "--host-compilation -ftz -prec-div -prec-sqrt", "VALUE", take_nothing, CLI_NVCC),
    HIDDEN("-link -restrict -noprof -extdeb -pthread -objtemp -rdynamic", NULL, take_nothing, CLI_NVCC),
    { .name = "--no-align-double", .kind = CLI_FLAG, .at = offsetof(struct cc, doubles_by_4), .how = CLI_NVCC },
    HIDDEN("-lib -fatbin -shared -run -deviceemu --device-emulation -dlink -dryrun -cuda -gpu -pg", NULL,
           take_unsupported, CLI_NVCC),
    HIDDEN("-rdc --relocatable-device-code", "BOOL", take_relocatable, CLI_NVCC),
    CALL("-I", "FOLDER", take_folder, CLI_JOINED, "passed to clang, as -D, -U, -W... and -f..."),
    HIDDEN("-D", "NAME", take_define, CLI_JOINED),
    HIDDEN("-U", "NAME", take_undefine, CLI_JOINED),
    CALL("-L", "FOLDER", take_library_folder, CLI_JOINED, "passed to the linker, as -Wl,... and files .o and .a"),
    CALL("-l", "NAME", take_library, CLI_JOINED, "passed to the linker"),
    HIDDEN("-Wl,", "OPTION", take_linker, CLI_PREFIX),
    HIDDEN("-W -w -f", "OPTION", take_for_clang, CLI_PREFIX),
    { 0 }
};

int cc_operand(void *ctx, const char *value)
{
    return option_taken(cc_add(&((struct cc *)ctx)->in, value));
}

/* What the output's name says. */
static enum cc_output by_name(const struct cc *c)
{
    if (c->out && ends_with(c->out, ".ptx"))
        return CC_PTX;
    return c->out && strcmp(c->out, "-") && !ends_with(c->out, ".cubin") ? CC_PROGRAM : CC_CUBIN;
}

/* Native code of sm_70 and later is made for one chip, in programs, objects and cubins. Several of them, and -fatbin,
 * get PTX of the oldest, which is made native for the chip that is there when it is loaded. false: there is no such
 * form of what was asked for. */
static bool join_later_chips(struct cc *c)
{
    const char *who = c->nvcc ? "nvcc" : "gt200 cc";

    if (c->oldest < CC_SM70 || c->what == CC_PTX || c->what == CC_TEXT || (!c->archs && !c->fatbin))
        return true;
    if (c->what == CC_CUBIN && !c->fatbin) {
        gt_tell("%s: expected one chip from sm_70 on for a cubin, found several\n", who);
        return false;
    }
    if (c->archs)
        gt_tell("%s: several chips from sm_70 on: all get the PTX of sm_%u, which is made native when it is loaded\n",
                who, c->oldest);
    c->arch = c->oldest;
    c->archs = c->codes = c->code_native = false;
    c->code = 0;
    c->compute = c->code_ptx = true;
    return true;
}

int cc_settle(struct cc *c)
{
    if (!c->in.n)
        return cli_usage("cc", "expected an input file");
    if (c->what == CC_BY_NAME)
        c->what = by_name(c);
    if (c->what == CC_CUBIN && c->in.n > 1 && !c->out)
        c->what = CC_PROGRAM, c->out = "a.out";
    if (c->narrow && cc_has_host(c) && !cc_find_m32())
        return CLI_FAILURE;
    if (c->in.n > 1 && !(c->nvcc && !c->out) &&
        (c->what == CC_TEXT || c->what == CC_CUBIN || c->what == CC_PTX || (c->what == CC_OBJECT && c->out))) {
        fprintf(stderr, "gt200 cc: expected one input for this output, found %d\n", c->in.n);
        return CLI_USAGE;
    }
    if (c->what == CC_PTX && c->archs) {
        gt_tell("%s: expected one architecture, -arch and -gencode name several\n",
                c->nvcc ? "nvcc: -ptx" : "gt200 cc: --ptx");
        return CLI_USAGE;
    }
    if (!c->code_native && !c->code_ptx && c->nvcc) {
        c->code_native = !c->compute;
        c->code_ptx = true;
    }
    if (c->nvcc && c->what == CC_CUBIN && !c->fatbin && (c->codes || !c->code_native)) {
        gt_tell("nvcc: -cubin: expected one code sm_N, %s (-fatbin takes %s)\n",
                c->codes ? "-code and -gencode name several" : "found a compute_N, whose code is PTX",
                c->codes ? "several" : "it");
        return CLI_USAGE;
    }
    if (!join_later_chips(c))
        return CLI_USAGE;
    c->embed_ptx = c->embed_ptx || (c->code_ptx && !c->code_native);
    const bool one_code = c->code && c->code < 1000 && !c->codes;
    const bool one_device = c->archs || c->fatbin || c->what == CC_PTX;
    char chip[16];
    snprintf(chip, sizeof chip, "sm_%u", c->arch);
    c->native = one_device ? 0 : sm70cc_arch(chip);
    if (c->native && one_code) {
        snprintf(chip, sizeof chip, "sm_%u", c->code);
        c->native = sm70cc_arch(chip);
    }
    c->embed_ptx = c->embed_ptx || (c->native && c->compute && !c->code_native && c->what != CC_CUBIN);
    c->both = c->code_ptx && !c->embed_ptx && !c->native;
    if (!cmd_registers_fit(c->ptxas.max_regs, c->native))
        return CLI_USAGE;
    c->ptxas.arch = c->archs ? 0 : cmd_arch_1x(one_code ? c->code : c->arch);
    const bool ptx_alone = c->fatbin && c->embed_ptx && c->oldest >= CC_SM70;
    if ((c->what != CC_PTX && !c->native && !ptx_alone) || c->arch < CC_LATER)
        c->arch = c->archs ? 0 : cmd_arch_1x(c->arch);      /* of all others, programs are for this one */
    if (c->native && c->narrow) {
        gt_tell("gt200 cc: -m32: %s has pointers of 8 bytes\n", chip);
        return CLI_USAGE;
    }
    c->wide = c->wide || (c->arch >= CC_LATER && !c->narrow);
    c->lineinfo = c->lineinfo || c->debug || cc_has_host(c);
    return cc_find_clang(c, c->wanted_clang) ? CLI_GO_ON : CLI_FAILURE;
}
