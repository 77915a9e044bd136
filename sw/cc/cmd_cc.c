/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 cc: CUDA C to a program, an object, a cubin or PTX. This file is the command line.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"
#include "cuda.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
    "usage: gt200 cc FILE.cu... -o PROGRAM            compiles and links a CUDA program; GT200_TARGET=... ./PROGRAM "
    "runs it\n"
    "       gt200 cc -c FILE.cu... [-o FILE.o]        objects, to be linked by gt200 cc\n"
    "       gt200 cc FILE.cu [-o FILE.cubin]          kernels only; the default without -o and -c\n"
    "  -o FILE          output; FILE.cubin and - (standard output) mean --cubin, FILE.ptx means --ptx\n"
    "  --cubin          write a cubin; pointers of the kernels take 4 bytes, with -m64 8 as in programs\n"
    "  --ptx            write the PTX that clang makes\n"
    "  -v               print registers, shared, local, constant and code bytes of each kernel\n"
    "  -maxrregcount N  use at most N registers per thread (4 to 124), spill the rest to local memory\n"
    "  -fmad=false      round the product of a*b+c; without it that is the multiply-add instruction, which truncates "
    "the product\n"
    "  -use_fast_math   sinf, cosf, expf, logf, powf, / and their like as the fast __sinf, ..., __fdividef\n"
    "  -lineinfo        source lines for fault messages and traces (programs have them without it)\n"
    "  -O0              no optimisation, of the native code either\n"
    "  -g               debug information in host code\n"
    "  -keep            leave FILE.ptx and FILE.cubin in the current folder\n"
    "  --asm            print the native instructions\n"
    "  --clang PROGRAM  the clang " GT200_CLANG " to use; also GT200_CLANG\n"
    "  -I -D -U -O -std -W -f -include -isystem   passed to clang\n"
    "  -L -l FILE.o FILE.a                        passed to the linker\n"
    "  -Xcompiler A,B   options for host code; -Xptxas -v; -Xlinker A,B\n"
    "  -cudart WHICH    static: the runtime as part of the program (default); shared: as it is when the program "
    "runs\n"
    "  -E, -M, -MM      the source after the preprocessor; the files it includes, as a rule for make\n"
    "  -odir FOLDER     where -c puts objects that -o does not name\n"
    "  -m32, -m64       size of the pointers of --cubin and --ptx; programs have 64 bits\n"
    "  -arch=sm_N       of --ptx: from 20 on PTX for the drivers of later chips (64-bit pointers, IEEE division, "
    "fma for a*b+c);\n"
    "                   else, and without it, this chip's, sm_13; compute_N and -gencode ... are the same\n"
    "  -version\n"
    "The long forms of nvcc's options (--define-macro, --include-path, --output-file, ...) are taken, too.\n"
    "GT200_HOME names a folder with lib/cuda_runtime.h and lib/libcudart.a, instead of those of the build.\n";

static bool starts(const char *a, const char *prefix)
{
    return !strncmp(a, prefix, strlen(prefix));
}

static bool ends(const char *a, const char *suffix)
{
    size_t n = strlen(a), m = strlen(suffix);
    return n > m && !strcmp(a + n - m, suffix);
}

/* The option written with one or two dashes. */
static bool is(const char *a, const char *name)
{
    return a[0] == '-' && (!strcmp(a + 1, name) || (a[1] == '-' && !strcmp(a + 2, name)));
}

/* The value of -NAME=VALUE or -NAME VALUE; NULL when it is another option. *bad: the value is missing. */
static const char *valued(int argc, char **argv, int *i, const char *name, bool *bad)
{
    const char *a = argv[*i];
    size_t n = strlen(name);

    if (a[0] != '-')
        return NULL;
    a += 1 + (a[1] == '-');
    if (!strncmp(a, name, n) && a[n] == '=')
        return a + n + 1;
    if (strcmp(a, name))
        return NULL;
    *bad = *i + 1 == argc;
    return *bad ? "" : argv[++*i];
}

static bool for_clang(const char *a)
{
    static const char *const prefix[] = { "-I", "-D", "-U", "-W", "-w", "-f", NULL };

    for (int i = 0; prefix[i]; i++)
        if (starts(a, prefix[i]))
            return true;
    return false;
}

/* A,B,C or "A B C" as arguments. */
static bool add_list(struct cc *c, struct cc_args *to, const char *list, const char *before)
{
    char *copy = strdup(list), *save = NULL;

    if (copy && !cc_add(&c->lists, copy)) {
        free(copy);
        return false;
    }
    for (char *p = copy ? strtok_r(copy, ", ", &save) : NULL; p; p = strtok_r(NULL, ", ", &save))
        if ((before && !cc_add(to, before)) || !cc_add(to, p))
            return false;
    return copy != NULL;
}

static bool ptxas_options(struct cc *c, const char *list)
{
    char copy[256], *save = NULL;

    snprintf(copy, sizeof copy, "%s", list);
    for (char *p = strtok_r(copy, ", ", &save); p; p = strtok_r(NULL, ", ", &save)) {
        char *one[] = { p };
        int at = 0;
        if (is(p, "v") || is(p, "verbose"))
            c->ptxas.verbose = stderr;
        else if (is(p, "O0"))
            c->ptxas.no_opt = true;
        else if (starts(p, "-O") || starts(p, "--opt-level") || starts(p, "-dlcm") || starts(p, "-dscm") ||
                 starts(p, "-abi") || starts(p, "-w") || starts(p, "-m64") || starts(p, "-arch"))
            ;
        else if (!cmd_maxregs(1, one, &at, &c->ptxas.max_regs))
            return false;
    }
    return true;
}

/* The number of the architecture whose PTX `v` names, as sm_13, compute_13 and arch=compute_13,code=sm_13 do; 0: it
 * names none. */
static unsigned architecture(const char *v)
{
    const char *at = strstr(v, "compute_"), *number = at ? at + 8 : (at = strstr(v, "sm_")) ? at + 3 : "";
    bool ok = *number >= '1' && *number <= '9' && strspn(number, "0123456789") == 2 &&
              !isalnum((unsigned char)number[2]);
    return ok ? (unsigned)atoi(number) : 0;
}

/* -arch and -gencode; false: no architecture. */
static bool choose_architecture(struct cc *c, const char *v)
{
    unsigned arch = architecture(v);

    c->archs = c->archs || (c->arch && c->arch != arch);
    c->arch = arch;
    return arch != 0;
}

/* nvcc's options whose value is added to the arguments of clang or the linker behind an option of theirs. 1: taken,
 * 0: another, -1: wrong. */
static int option_passed(struct cc *c, int argc, char **argv, int *i)
{
    const struct { const char *name, *before; struct cc_args *to; } options[] = {
        { "define-macro", "-D", &c->user },  { "undefine-macro", "-U", &c->user },
        { "include-path", "-I", &c->user },  { "system-include", "-isystem", &c->user },
        { "isystem", "-isystem", &c->user }, { "pre-include", "-include", &c->user },
        { "library", "-l", &c->link },       { "library-path", "-L", &c->link },
    };
    bool bad = false;

    for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
        const char *v = valued(argc, argv, i, options[k].name, &bad);
        if (bad)
            return cmd_usage("cc", argv[*i]), -1;
        if (v)
            return add_list(c, options[k].to, v, options[k].before) ? 1 : -1;
    }
    return 0;
}

/* nvcc's options that change nothing here: there is one host compiler, one precision of division and square root, one
 * front end. */
static int option_ignored(int argc, char **argv, int *i)
{
    static const char *const names[] = {
        "ccbin", "compiler-bindir", "keep-dir", "objdir", "input-drive-prefix", "Xopencc", "opencc-options",
        "Xcudafe", "host-compilation", "ftz", "prec-div", "prec-sqrt", NULL
    };
    static const char *const flags[] = { "link",    "restrict",        "noprof",   "extdeb", "pthread",
                                         "objtemp", "no-align-double", "rdynamic", NULL };
    bool bad = false;

    for (int k = 0; names[k]; k++)
        if (valued(argc, argv, i, names[k], &bad))
            return bad ? (cmd_usage("cc", argv[*i]), -1) : 1;
    for (int k = 0; flags[k]; k++)
        if (is(argv[*i], flags[k]))
            return 1;
    return 0;
}

/* Libraries that every program is linked with; the samples' makefiles give cutil a suffix of the machine. */
static bool always_linked(const char *a)
{
    static const char *const names[] = { "-lcudart",     "-lcuda",   "-lcutil",         "-lcutil_x86_64",
                                         "-lcutil_i386", "-lcutilD", "-lcutil_x86_64D", NULL };

    for (int k = 0; names[k]; k++)
        if (!strcmp(a, names[k]))
            return true;
    return false;
}

/* What nvcc has and this compiler does not: better said than taken for something else (-lib is no library). */
static bool unsupported(const char *a)
{
    static const char *const names[] = { "lib",      "fatbin", "shared", "run",  "deviceemu", "device-emulation",
                                         "rdc=true", "dlink",  "dryrun", "cuda", "gpu",       "pg",
                                         NULL };

    for (int k = 0; names[k]; k++)
        if (is(a, names[k])) {
            fprintf(stderr, "gt200 cc: %s: nvcc has this option, gt200 cc does not (see gt200 cc --help)\n", a);
            return true;
        }
    return false;
}

/* -m64 or -m32. */
static bool pointers(struct cc *c, const char *bits)
{
    c->wide = !strcmp(bits, "64");
    c->narrow = !strcmp(bits, "32");
    return c->wide || c->narrow;
}

/* --cudart. */
static bool runtime(struct cc *c, const char *which)
{
    c->shared = !strcmp(which, "shared");
    return c->shared || !strcmp(which, "static");
}

/* -std=NAME or -std NAME. */
static bool standard(struct cc *c, const char *name)
{
    size_t n = strlen(name) + sizeof "-std=";
    char *option = malloc(n);

    if (!option || !cc_add(&c->lists, option)) {
        free(option);
        return false;
    }
    snprintf(option, n, "-std=%s", name);
    c->standard = true;
    return cc_add(&c->user, option);
}

/* Options with a value of their own. 1: taken, 0: another argument, -1: wrong, said why. */
static int option_value(struct cc *c, int argc, char **argv, int *i, const char **clang)
{
    bool bad = false;
    const char *v;
    int rc = 1;

    if (cmd_maxregs(argc, argv, i, &c->ptxas.max_regs))
        return c->ptxas.max_regs == CMD_BAD_REGS ? -1 : 1;
    if ((v = valued(argc, argv, i, "clang", &bad)))
        *clang = v;
    else if ((v = valued(argc, argv, i, "Xcompiler", &bad)) || (v = valued(argc, argv, i, "compiler-options", &bad)))
        rc = add_list(c, &c->host, v, NULL) ? 1 : -1;
    else if ((v = valued(argc, argv, i, "Xlinker", &bad)))
        rc = add_list(c, &c->link, v, "-Xlinker") ? 1 : -1;
    else if ((v = valued(argc, argv, i, "Xptxas", &bad)) || (v = valued(argc, argv, i, "ptxas-options", &bad)))
        rc = ptxas_options(c, v) ? 1 : (cmd_usage("cc", argv[*i]), -1);
    else if ((v = valued(argc, argv, i, "arch", &bad)) || (v = valued(argc, argv, i, "gpu-architecture", &bad)) ||
             (v = valued(argc, argv, i, "gencode", &bad)) || (v = valued(argc, argv, i, "generate-code", &bad)))
        bad = bad || !choose_architecture(c, v);
    else if ((v = valued(argc, argv, i, "code", &bad)) || (v = valued(argc, argv, i, "gpu-code", &bad)))
        bad = bad || !architecture(v);
    else if ((v = valued(argc, argv, i, "std", &bad)))
        rc = bad || standard(c, v) ? 1 : -1;
    else if ((v = valued(argc, argv, i, "cudart", &bad)))
        bad = bad || !runtime(c, v);
    else if ((v = valued(argc, argv, i, "output-file", &bad)))
        c->out = v;
    else if ((v = valued(argc, argv, i, "odir", &bad)) || (v = valued(argc, argv, i, "output-directory", &bad)))
        c->dir = v;
    else if ((v = valued(argc, argv, i, "m", &bad)) || (v = valued(argc, argv, i, "machine", &bad)))
        bad = bad || !pointers(c, v);
    else if ((v = valued(argc, argv, i, "x", &bad)) && !bad)
        c->all_cu = !(bad = strcmp(v, "cu") != 0);
    else if (!bad && (rc = option_passed(c, argc, argv, i)) == 0 && (rc = option_ignored(argc, argv, i)) == 0)
        return 0;
    if (bad)
        return cmd_usage("cc", argv[*i]), -1;
    return rc;
}

static int flag(struct cc *c, const char *a, int *what)
{
    if (is(a, "ptx"))
        *what = CC_PTX;
    else if (is(a, "cubin"))
        *what = CC_CUBIN;
    else if (!strcmp(a, "-c") || is(a, "compile") || !strcmp(a, "-dc"))
        *what = CC_OBJECT;
    else if (!strcmp(a, "-v"))
        c->ptxas.verbose = stderr;
    else if (!strcmp(a, "--asm"))
        c->ptxas.asm_out = stdout;
    else if (is(a, "fmad=true"))
        c->fmad = true;
    else if (is(a, "use_fast_math"))
        c->fast = true;
    else if (is(a, "fmad=false") || is(a, "no-fmad"))
        c->fmad = false;
    else if (is(a, "keep"))
        c->keep = true;
    else if (is(a, "lineinfo") || is(a, "generate-line-info"))
        c->lineinfo = true;
    else if (!strcmp(a, "-g") || !strcmp(a, "-G"))
        c->debug = c->lineinfo = true;
    else if (!strcmp(a, "-m64") || !strcmp(a, "-m32"))
        pointers(c, a + 2);
    else if (!strcmp(a, "-E") || !strcmp(a, "-M") || !strcmp(a, "-MM"))
        *what = CC_TEXT, c->text = a;
    else if (is(a, "preprocess") || is(a, "generate-dependencies"))
        *what = CC_TEXT, c->text = strstr(a, "pre") ? "-E" : "-M";
    else if (starts(a, "-O"))
        c->opt = a, c->ptxas.no_opt = !strcmp(a, "-O0");
    else
        return 0;
    return 1;
}

/* Returns -1 to go on, or the exit status. */
static int parse(struct cc *c, int argc, char **argv)
{
    const char *clang = NULL;
    int what = -1, rc;

    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        bool last = i + 1 == argc;
        if (!strcmp(a, "--help") || !strcmp(a, "-h")) {
            fputs(usage, stdout);
            return 0;
        }
        if (is(a, "version") || !strcmp(a, "-V")) {
            printf("gt200 cc, CUDA %d.%d for compute capability 1.3\n", CUDA_VERSION / 1000, CUDA_VERSION % 1000 / 10);
            return 0;
        }
        if (unsupported(a))
            return 2;
        if (!strcmp(a, "-o") && !last) {
            c->out = argv[++i];
        } else if (flag(c, a, &what)) {
            ;
        } else if ((rc = option_value(c, argc, argv, &i, &clang))) {
            if (rc < 0)
                return 2;
        } else if ((!strcmp(a, "-I") || !strcmp(a, "-D") || !strcmp(a, "-U") || !strcmp(a, "-include") ||
                    !strcmp(a, "-isystem")) &&
                   !last) {
            if (!cc_add(&c->user, a) || !cc_add(&c->user, argv[++i]))
                return 2;
        } else if (always_linked(a)) {
            ;
        } else if ((!strcmp(a, "-L") || !strcmp(a, "-l")) && !last) {
            if (!cc_add(&c->link, a) || !cc_add(&c->link, argv[++i]))
                return 2;
        } else if (starts(a, "-L") || starts(a, "-l") || starts(a, "-Wl,")) {
            if (!cc_add(&c->link, a))
                return 2;
        } else if (for_clang(a)) {
            if (!cc_add(&c->user, a))
                return 2;
        } else if (a[0] == '-') {
            return cmd_usage("cc", a);
        } else if (!cc_add(&c->in, a)) {
            return 2;
        }
    }
    if (!c->in.n)
        return cmd_usage("cc", NULL);
    if (what < 0)
        what = c->out && ends(c->out, ".ptx")                             ? CC_PTX
               : c->out && strcmp(c->out, "-") && !ends(c->out, ".cubin") ? CC_PROGRAM
                                                                          : CC_CUBIN;
    c->what = (enum cc_output)what;
    if (c->what == CC_CUBIN && c->in.n > 1 && !c->out)
        c->what = CC_PROGRAM, c->out = "a.out";
    if (c->narrow && (c->what == CC_PROGRAM || c->what == CC_OBJECT)) {
        fprintf(stderr,
                "gt200 cc: -m32: pointers of programs and objects take 8 bytes; -m32 is for --cubin and --ptx\n");
        return 2;
    }
    if (c->in.n > 1 &&
        (c->what == CC_TEXT || c->what == CC_CUBIN || c->what == CC_PTX || (c->what == CC_OBJECT && c->out))) {
        fprintf(stderr, "gt200 cc: expected one input for this output, found %d\n", c->in.n);
        return 2;
    }
    if (c->what == CC_PTX && c->archs) {
        fprintf(stderr, "gt200 cc: --ptx: expected one architecture, -arch and -gencode name several\n");
        return 2;
    }
    if (c->what != CC_PTX)
        c->arch = 0;                    /* there is one device */
    c->wide = c->wide || (c->arch >= CC_LATER && !c->narrow);
    if (c->what == CC_PROGRAM || c->what == CC_OBJECT)
        c->lineinfo = true;
    return cc_find_clang(c, clang) ? -1 : 1;
}

static bool is_source(const char *path)
{
    static const char *const suffixes[] = { ".cu", ".c", ".cc", ".cpp", ".cxx", ".C" };

    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (ends(path, suffixes[i]))
            return true;
    return false;
}

/* Host code without kernels: the language its name says. */
static bool host_object(struct cc *c, const char *source, const char *object)
{
    const char *const v[] = { c->clang, c->opt ? c->opt : "-O2", "-isystem", c->lib, "-c", "-o", object, source };
    struct cc_args a = { .n = 0 };

    for (size_t i = 0; i < sizeof v / sizeof *v; i++)
        if (!cc_add(&a, v[i]))
            return false;
    for (int i = 0; i < c->user.n; i++)
        if ((!starts(c->user.v[i], "-std=") || !ends(source, ".c")) && !cc_add(&a, c->user.v[i]))
            return false;
    for (int i = 0; i < c->host.n; i++)
        if (!cc_add(&a, c->host.v[i]))
            return false;
    if (!c->standard && !ends(source, ".c") && !cc_add(&a, CC_STANDARD))
        return false;
    return (!c->debug || cc_add(&a, "-g")) && cc_run(&a, NULL, NULL);
}

static bool object(struct cc *c, const char *source, const char *to)
{
    return c->all_cu || ends(source, ".cu") ? cc_object(c, source, to) : host_object(c, source, to);
}

static bool objects(struct cc *c)
{
    for (int i = 0; i < c->in.n; i++) {
        char *name = c->out ? NULL : cc_renamed(c->in.v[i], ".o", true), path[4200];
        snprintf(path, sizeof path, "%s%s%s", c->dir ? c->dir : "", c->dir ? "/" : "", name ? name : "");
        bool ok = (c->out || name) && object(c, c->in.v[i], c->out ? c->out : path);
        free(name);
        if (!ok)
            return false;
    }
    return true;
}

static bool program(struct cc *c)
{
    struct cc_args linked = { .n = 0 };
    char *made[CC_MAX_ARGS];
    int n = 0;
    bool ok = true;

    for (int i = 0; ok && i < c->in.n; i++) {
        if (!is_source(c->in.v[i])) {
            ok = cc_add(&linked, c->in.v[i]);
            continue;
        }
        ok = (made[n] = cc_temporary(c, ".o")) && object(c, c->in.v[i], made[n]) && cc_add(&linked, made[n]);
        n++;
    }
    ok = ok && cc_link(c, &linked);
    while (n--)
        free(made[n]);
    return ok;
}

static int kernels(struct cc *c)
{
    const char *in = c->in.v[0];
    char *ptx = cc_device_ptx(c, in), name[512];
    int rc = 1;

    if (!ptx)
        return 1;
    if (c->what == CC_CUBIN && !strstr(ptx, ".entry")) {
        fprintf(stderr, "%s: expected a kernel (a __global__ function), found none\n", in);
    } else if (c->what == CC_PTX) {
        char *dflt = c->out ? NULL : cc_renamed(in, ".ptx", false);
        const char *to = c->out ? c->out : dflt;
        rc = to && cmd_write(to, ptx, strlen(ptx)) ? 0 : 1;
        free(dflt);
    } else {
        snprintf(name, sizeof name, "%s: PTX", in);
        rc = cmd_compile(ptx, name, in, c->out, &c->ptxas);
    }
    free(ptx);
    return rc;
}

/* Sets errno, too. */
static bool is_folder(const char *path)
{
    struct stat st;

    if (stat(path, &st) || !S_ISDIR(st.st_mode))
        return false;
    errno = EISDIR;
    return true;
}

static int build(struct cc *c)
{
    for (int i = 0; i < c->in.n; i++)
        if (access(c->in.v[i], R_OK) || is_folder(c->in.v[i])) {
            fprintf(stderr, "%s: %s\n", c->in.v[i], strerror(errno));
            return 1;
        }
    if (c->out && is_folder(c->out)) {
        fprintf(stderr, "%s: %s\n", c->out, strerror(errno));
        return 1;
    }
    if (!cc_find_headers(c))
        return 1;
    if (c->what == CC_TEXT)
        return cc_text(c, c->in.v[0]) ? 0 : 1;
    if (c->what == CC_CUBIN || c->what == CC_PTX)
        return kernels(c);
    return (c->what == CC_OBJECT ? objects(c) : program(c)) ? 0 : 1;
}

int gt_cmd_cc(int argc, char **argv)
{
    struct cc c = { .fmad = true, .ptxas = { .warnings = stderr } };
    int rc = parse(&c, argc, argv);

    if (rc < 0)
        rc = build(&c);
    cc_cleanup(&c);
    return rc;
}
