/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 nvcc, installed as bin/nvcc: gt200 cc with the manners of nvcc up to CUDA 4, so that makefiles and CMake run it
 * unchanged. What is its own: programs are what it makes by default, host sources go to the host's compiler, -v and
 * --dryrun show commands, cubins and PTX have the host's pointers and stay in the current folder, #include <...> looks
 * in the source's folder, too. All other options are those of gt200 cc.
 */
#define _XOPEN_SOURCE 700
#include "cc.h"
#include "cuda.h"
#include "files.h"
#include "home.h"
#include "printable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NOTHING (void)name, (void)value

static int option_taken(bool ok)
{
    return ok ? CLI_GO_ON : CLI_USAGE;
}

static int option_refused(const char *name, const char *value, const char *why)
{
    gt_tell("nvcc: %s%s%s: %s\n", name, value ? "=" : "", value ? value : "", why);
    return CLI_USAGE;
}

/* ---- what is made ---- */

static int take_archive(void *ctx, const char *name, const char *value)
{
    NOTHING;
    ((struct cc *)ctx)->what = CC_ARCHIVE;
    return CLI_GO_ON;
}

static int take_program(void *ctx, const char *name, const char *value)
{
    NOTHING;
    ((struct cc *)ctx)->what = CC_PROGRAM;
    return CLI_GO_ON;
}

static int take_fatbin(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;

    NOTHING;
    c->fatbin = true;
    c->what = CC_CUBIN;
    return CLI_GO_ON;
}

/* Several libraries of a program share one runtime. */
static int take_shared(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;

    NOTHING;
    c->shared_object = c->shared = true;
    c->what = CC_PROGRAM;
    return CLI_GO_ON;
}

static int take_run(void *ctx, const char *name, const char *value)
{
    ((struct cc *)ctx)->run = true;
    return take_program(ctx, name, value);
}

static int take_run_args(void *ctx, const char *name, const char *value)
{
    (void)name;
    return cc_add_list(ctx, &((struct cc *)ctx)->run_args, value);
}

static int take_cuda(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;

    NOTHING;
    c->cuda = true;
    c->what = CC_OBJECT;
    return CLI_GO_ON;
}

static int take_dry_run(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;

    NOTHING;
    c->show = c->dry = true;
    return CLI_GO_ON;
}

static int take_language(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;

    if (strcmp(value, "cu") && strcmp(value, "c") && strcmp(value, "c++"))
        return option_refused(name, value, "expected cu, c or c++");
    c->all_cu = !strcmp(value, "cu");
    c->language = c->all_cu ? NULL : value;
    return CLI_GO_ON;
}

static int take_optimize(void *ctx, const char *name, const char *value)
{
    static const char *const levels[] = { "-O0", "-O1", "-O2", "-O3" };
    struct cc *c = ctx;

    if (value[0] < '0' || value[0] > '3' || value[1])
        return option_refused(name, value, "expected 0 to 3");
    c->opt = levels[value[0] - '0'];
    c->ptxas.no_opt = value[0] == '0';
    return CLI_GO_ON;
}

static int take_resources(void *ctx, const char *name, const char *value)
{
    NOTHING;
    ((struct cc *)ctx)->ptxas.verbose = stderr;
    return CLI_GO_ON;
}

/* ---- for the programs that are run ---- */

/* An option's name, which is gone when it has been taken, as one that stays. */
static const char *kept_name(const char *name)
{
    static const char *const names[] = { "-MD", "-MMD", "-MP", "-MF", "-MT", "-MQ", "-pg", "-pthread" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return names[i];
    return "";
}

static int take_for_both(void *ctx, const char *name, const char *value)
{
    (void)value;
    return option_taken(cc_add(&((struct cc *)ctx)->host, kept_name(name)));
}

static int take_profile(void *ctx, const char *name, const char *value)
{
    NOTHING;
    return take_for_both(ctx, "-pg", NULL);
}

static int take_quiet(void *ctx, const char *name, const char *value)
{
    NOTHING;
    ((struct cc *)ctx)->ptxas.warnings = NULL;
    return option_taken(cc_add(&((struct cc *)ctx)->user, "-w"));
}

static int take_depend(void *ctx, const char *name, const char *value)
{
    struct cc *c = ctx;

    return option_taken(cc_add(&c->depend, kept_name(name)) && (!value || cc_add(&c->depend, value)));
}

/* ---- nvcc's ---- */

static int take_version(void *ctx, const char *name, const char *value)
{
    (void)ctx;
    NOTHING;
    /* CMake and others look for the first line's beginning, and for the release */
    printf("nvcc: NVIDIA (R) Cuda compiler driver is what this program stands in for: gt200 cc\n"
           "Cuda compilation tools, release %d.%d, V%d.%d.0\n",
           CUDA_VERSION / 1000, CUDA_VERSION % 1000 / 10, CUDA_VERSION / 1000, CUDA_VERSION % 1000 / 10);
    return CLI_OK;
}

static int take_nothing(void *ctx, const char *name, const char *value)
{
    (void)ctx;
    NOTHING;
    return CLI_GO_ON;
}

static int take_device_code(void *ctx, const char *name, const char *value)
{
    (void)ctx;
    if (value && !strcmp(value, "false"))
        return CLI_GO_ON;
    return option_refused(name, value,
                          "device code that calls other files needs compute capability 2.0, this device has 1.3");
}

static int take_emulation(void *ctx, const char *name, const char *value)
{
    (void)ctx;
    return option_refused(name, value,
                          "there is no device emulation since CUDA 3.1; GT200_TARGET=func runs any program");
}

static int take_gpu(void *ctx, const char *name, const char *value)
{
    (void)ctx;
    return option_refused(name, value, "there are no .gpu files: clang makes PTX of device code in one step (-ptx)");
}

/* -ext none and -int other than none are what this compiler does. */
static int take_outside(void *ctx, const char *name, const char *value)
{
    const bool intern = strstr(name, "int") != NULL;

    (void)ctx;
    if (!strstr(name, "dir") && intern != !strcmp(value, "none"))
        return CLI_GO_ON;
    return option_refused(name, value, "device code is inside the program, in no folder beside it");
}

static int take_no_exceptions(void *ctx, const char *name, const char *value)
{
    NOTHING;
    return option_taken(cc_add(&((struct cc *)ctx)->host, "-fno-exceptions"));
}

static int take_unsupported(void *ctx, const char *name, const char *value)
{
    (void)ctx;
    return option_refused(name, value, "NVIDIA's nvcc has this option, this one does not (see nvcc --help)");
}

#define HIDDEN(name_, arg_, take_, how_) \
    { .name = name_, .arg = arg_, .kind = CLI_CALL, .take = take_, .how = how_ }
#define CALL(name_, arg_, take_, how_, help_) \
    { .name = name_, .arg = arg_, .help = help_, .kind = CLI_CALL, .take = take_, .how = how_ }
#define FLAG(name_, member, help_) \
    { .name = name_, .help = help_, .kind = CLI_FLAG, .at = offsetof(struct cc, member), .how = CLI_NVCC }

/* Those that gt200 cc takes in another way, or not at all; cc_options has the rest. */
static const struct cli_option nvcc_options[] = {
    CALL("-link", NULL, take_program, CLI_NVCC, "compile and link, to a.out or -o FILE: the default"),
    CALL("-lib", NULL, take_archive, CLI_NVCC, "objects in an archive, a.a or -o FILE"),
    CALL("-shared", NULL, take_shared, CLI_NVCC, "a shared library (-Xcompiler -fPIC), on the shared runtime"),
    CALL("-run", NULL, take_run, CLI_NVCC, "compile and link, and run the program; its exit status"),
    CALL("-run-args", "A,B", take_run_args, CLI_NVCC, "its arguments"),
    { .name = "-clean --clean-targets", .kind = CLI_FLAG, .at = offsetof(struct cc, clean), .how = CLI_NVCC,
      .help = "remove the files that the same command without it makes, and make nothing" },
    CALL("-cuda", NULL, take_cuda, CLI_NVCC, "FILE.cu.cpp for each source: C++ that makes FILE.o"),
    CALL("-fatbin", NULL, take_fatbin, CLI_NVCC, "FILE.fatbin for each source: what an object has of device code"),
    CALL("-x", "LANGUAGE", take_language, CLI_NVCC, "all sources are in it: cu, c or c++"),
    FLAG("-v --verbose", show, "print the commands that are run"),
    CALL("-dryrun", NULL, take_dry_run, CLI_NVCC, "print them and run none"),
    { .name = "-ccbin --compiler-bindir", .arg = "PROGRAM", .kind = CLI_TEXT, .how = CLI_NVCC,
      .at = offsetof(struct cc, host_compiler),
      .help = "host compiler of .c and .cpp and for linking, or the folder of g++; the host code of .cu is clang's" },
    CALL("-MD", NULL, take_depend, 0, "beside objects, files for make; also -MMD, -MP, -MF FILE, -MT TARGET"),
    HIDDEN("-MMD -MP", NULL, take_depend, 0),
    HIDDEN("-MF -MT -MQ", "NAME", take_depend, 0),
    CALL("-res-usage --resource-usage", NULL, take_resources, CLI_NVCC,
         "print registers, shared, local, constant and code bytes of each kernel, as -Xptxas -v"),
    CALL("--version -V", NULL, take_version, CLI_NVCC, "print the version of CUDA"),
    HIDDEN("--optimize", "LEVEL", take_optimize, CLI_NVCC),
    HIDDEN("-O=", "LEVEL", take_optimize, CLI_PREFIX),
    HIDDEN("-w --disable-warnings", NULL, take_quiet, CLI_NVCC),
    HIDDEN("-pg", NULL, take_for_both, 0),
    HIDDEN("--profile", NULL, take_profile, CLI_NVCC),
    { .name = "--debug --device-debug", .kind = CLI_FLAG, .at = offsetof(struct cc, debug), .how = CLI_NVCC },
    { .name = "--save-temps", .kind = CLI_FLAG, .at = offsetof(struct cc, keep), .how = CLI_NVCC },
    HIDDEN("-noeh --no-exceptions", NULL, take_no_exceptions, CLI_NVCC),
    HIDDEN("-dir --export-dir -ext --extern-mode -int --intern-mode", "WHERE", take_outside, CLI_NVCC),
    HIDDEN("-idp -ddp --dependency-drive-prefix -dp --drive-prefix -e --entries -ldir --libdevice-directory "
           "--cudafe-options --fatbin-options --nvlink-options", "VALUE", take_nothing, CLI_NVCC),
    HIDDEN("--dont-use-profile --source-in-ptx -src-in-ptx -nodlink --no-device-link --use-local-env "
           "-Wno-deprecated-gpu-targets", NULL, take_nothing, CLI_NVCC),
    /* of later nvccs: what clang does without being asked, and how fast or loud nvcc is */
    HIDDEN("-expt-relaxed-constexpr --expt-relaxed-constexpr -expt-extended-lambda --expt-extended-lambda "
           "-extended-lambda --extended-lambda -allow-unsupported-compiler --allow-unsupported-compiler "
           "-extra-device-vectorization --extra-device-vectorization", NULL, take_nothing, CLI_NVCC),
    HIDDEN("-t --threads -split-compile --split-compile -time --time -dopt --dopt -diag-suppress --diag-suppress "
           "-diag-warn --diag-warn", "VALUE", take_nothing, CLI_NVCC),
    HIDDEN("-pthread", NULL, take_for_both, 0),
    HIDDEN("-Xnvlink -Xfatbin -default-stream -Werror", "VALUE", take_nothing, CLI_NVCC),
    HIDDEN("-G", "LEVEL", take_nothing, CLI_PREFIX),
    HIDDEN("-dc --device-c -dlink --device-link", NULL, take_device_code, CLI_NVCC),
    HIDDEN("-rdc --relocatable-device-code", "BOOL", take_device_code, CLI_NVCC),
    HIDDEN("-deviceemu --device-emulation", NULL, take_emulation, CLI_NVCC),
    HIDDEN("-gpu", NULL, take_gpu, CLI_NVCC),
    HIDDEN("--embed-ptx", NULL, take_unsupported, CLI_NVCC),
    { 0 }
};

/* What every toolkit shows first; CMake and others read these lines. CMake wants the folder of libdevice to be named,
 * of which it uses nothing, and looks for LIBRARIES as it stands in the command that links (cc_link). */
static bool show_variables(const struct cc *c)
{
    const char *path = getenv("PATH");
    char home[4096];

    if (!c->show)
        return true;
    if (!cmd_home("nvcc", ".", home, sizeof home))
        return false;
    gt_tell("#$ _CUDART_=cudart_static\n#$ TOP=%s\n#$ NVVMIR_LIBRARY_DIR=%s/nvvm/libdevice\n#$ PATH=%s/bin%s%s\n"
            "#$ INCLUDES=\"-I%s/include\"\n"
            "#$ LIBRARIES=\"-L%s/lib\" \"-L%s/lib/samples\" -lcutil -lcudart_static\n"
            "#$ ARCHITECTURE=-arch compute_13\n",
            home, home, home, path ? ":" : "", path ? path : "", home, home, home);
    return true;
}

/* ---- --options-file ---- */

struct words { char **v; int n, room; };

/* Appends a word; the list stays terminated by NULL. */
static bool add_word(struct words *w, char *word)
{
    if (w->n + 1 >= w->room) {
        char **v = realloc(w->v, (size_t)(w->room = 2 * w->room + 64) * sizeof *v);
        if (!v)
            return false;
        w->v = v;
    }
    w->v[w->n++] = word;
    w->v[w->n] = NULL;
    return true;
}

/* The words of a text, separated by blanks; "..." keeps blanks, a backslash the next character. The text is changed
 * and keeps them. */
static bool split_words(struct words *w, char *text)
{
    char *from = text;

    while (*(from += strspn(from, " \t\r\n"))) {
        char *word = from, *to = from;
        bool quoted = false;
        for (; *from && (quoted || !strchr(" \t\r\n", *from)); from++) {
            if (*from == '"')
                quoted = !quoted;
            else
                *to++ = *from == '\\' && from[1] ? *++from : *from;
        }
        from += *from != 0;
        *to = 0;
        if (!add_word(w, word))
            return false;
    }
    return true;
}

/* The arguments with those of options files in their place. `texts` keeps what has to be freed. */
static int expand_files(int argc, char **argv, struct words *all, struct words *texts)
{
    for (int i = 0; i < argc; i++) {
        const char *next = i + 1 < argc ? argv[i + 1] : "";
        const bool file = !strcmp(argv[i], "--options-file") || !strcmp(argv[i], "-optf");
        if (!strcmp(argv[i], "-O") && next[0] >= '0' && next[0] <= '3' && !next[1]) {
            char *level = malloc(4);            /* -O 2 */
            if (!level || !add_word(texts, level))
                return free(level), cli_failure("nvcc", "out of memory");
            snprintf(level, 4, "-O%c", argv[++i][0]);
            if (!add_word(all, level))
                return cli_failure("nvcc", "out of memory");
            continue;
        }
        if (!file) {
            if (!add_word(all, argv[i]))
                return cli_failure("nvcc", "out of memory");
            continue;
        }
        if (i + 1 == argc)
            return cli_usage("nvcc", "%s: a value is missing (FILE)", argv[i]);
        char *text = gt_read_file(argv[++i], NULL);
        if (!text)
            return cli_failure("nvcc", "%s: %s", argv[i], strerror(errno));
        if (!add_word(texts, text) || !split_words(all, text))
            return cli_failure("nvcc", "out of memory");
    }
    return CLI_GO_ON;
}

const struct cli_command gt_command_nvcc = {
    .name = "nvcc", .what = "the same with the options of nvcc: the toolkit's bin/nvcc", .group = CLI_COMPILE,
    .usage = "FILE... [-o PROGRAM]       compiles and links; .c and .cpp by the host's compiler\n"
             "-c FILE... [-o FILE.o]     objects\n"
             "-cubin|-ptx FILE.cu...     kernels only, their pointers as wide as the host's (-m32: 4 bytes)",
    .options = nvcc_options, .more = cc_options, .operand = cc_operand, .run = gt_cmd_nvcc,
    .notes = "Also the options of gt200 cc: see gt200 cc --help. --options-file FILE has more of them.",
};

/* The program that was made; the exit status. */
static int run_program(struct cc *c)
{
    char path[4200];
    struct cc_args a = { { path }, 1 };

    snprintf(path, sizeof path, "%s%s", strchr(c->out, '/') ? "" : "./", c->out);
    return cc_add_args(&a, &c->run_args) ? cc_run_program(c, &a) : CLI_FAILURE;
}

int gt_cmd_nvcc(int argc, char **argv)
{
    struct cc c = { .what = CC_PROGRAM, .nvcc = true, .fmad = true, .ptxas = { .warnings = stderr } };
    struct words all = { .n = 0 }, texts = { .n = 0 };
    int rc = expand_files(argc, argv, &all, &texts);

    if (rc == CLI_GO_ON)
        rc = option_taken(cc_add(&c.user, "-D__NVCC__=1"));
    if (rc == CLI_GO_ON)
        rc = cli_options(&gt_command_nvcc, &c, all.n, all.v);
    c.wide = !c.narrow;
    if (!c.out && (c.what == CC_PROGRAM || c.what == CC_ARCHIVE))
        c.out = c.what == CC_PROGRAM ? "a.out" : "a.a";
    if (rc == CLI_GO_ON)
        rc = cc_settle(&c);
    if (rc == CLI_GO_ON)
        rc = show_variables(&c) ? cc_build(&c) : CLI_FAILURE;
    if (rc == CLI_OK && c.run && !c.clean)
        rc = run_program(&c);
    cc_cleanup(&c);
    for (int i = 0; i < texts.n; i++)
        free(texts.v[i]);
    free(texts.v);
    free(all.v);
    return rc;
}
