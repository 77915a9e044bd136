/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 cc: CUDA C to a cubin. clang is the front end; its PTX goes straight to ptxas_compile.
 */
#define _POSIX_C_SOURCE 200809L
#include "cmd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef GT200_LIB_DIR
#error "GT200_LIB_DIR must name the folder of gt200_cuda.h"
#endif

static const char usage[] =
    "usage: gt200 cc FILE.cu [-o FILE.cubin] [--ptx] [-v] [-maxrregcount N] [clang options]\n"
    "Compiles the kernels of a CUDA C file to native GT200 code.\n"
    "  -o FILE          output; default: the input's name with .cubin (.ptx with --ptx); - is standard output\n"
    "  --ptx            write the PTX that clang makes instead of a cubin\n"
    "  -v               print registers, shared, local, constant and code bytes of each kernel\n"
    "  -O0              no optimisation of the native code\n"
    "  -maxrregcount N  use at most N registers per thread (4 to 124), spill the rest to local memory\n"
    "  -fmad=true       turn a*b+c into the multiply-add instruction, whose product is truncated, not rounded\n"
    "  --asm            print the native instructions\n"
    "  -I -D -U -O -std -W -f -include   passed to clang\n"
    "GT200_CLANG names the clang to use, GT200_HOME the folder that holds lib/gt200_cuda.h or sw/lib/gt200_cuda.h.\n";

#define MAX_ARGS 256

struct cc {
    const char *in, *out;
    bool ptx;
    struct ptxas_options opt;
    const char *clang[MAX_ARGS];
    int n;
};

static bool readable(const char *path) { return access(path, R_OK) == 0; }

/* Path of the device header, or an error message and false. */
static bool find_header(char *out, size_t n)
{
    const char *home = getenv("GT200_HOME");
    if (home) {
        static const char *const at[] = { "lib", "sw/lib" };
        for (int i = 0; i < 2; i++) {
            snprintf(out, n, "%s/%s/gt200_cuda.h", home, at[i]);
            if (readable(out))
                return true;
        }
        fprintf(stderr, "gt200 cc: GT200_HOME=%s: expected lib/gt200_cuda.h there\n", home);
        return false;
    }
    snprintf(out, n, "%s/gt200_cuda.h", GT200_LIB_DIR);
    if (readable(out))
        return true;
    fprintf(stderr, "gt200 cc: %s: %s (set GT200_HOME)\n", out, strerror(errno));
    return false;
}

static bool add(struct cc *c, const char *arg)
{
    if (c->n + 1 >= MAX_ARGS) {
        fprintf(stderr, "gt200 cc: too many arguments\n");
        return false;
    }
    c->clang[c->n++] = arg;
    c->clang[c->n] = NULL;
    return true;
}

/* Everything clang writes to its standard output, malloc'ed. NULL after an error message. */
static char *run_clang(struct cc *c)
{
    static const char *const names[] = { "clang", "clang-14", "clang-16", "clang-19", NULL };
    const char *env = getenv("GT200_CLANG");
    int fd[2];
    if (pipe(fd)) {
        fprintf(stderr, "gt200 cc: pipe: %s\n", strerror(errno));
        return NULL;
    }
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        close(fd[0]);
        dup2(fd[1], 1);
        close(fd[1]);
        for (int i = 0; env ? i < 1 : names[i] != NULL; i++) {
            c->clang[0] = env ? env : names[i];
            union { const char *const *in; char *const *out; } args = { .in = c->clang };
            execvp(c->clang[0], args.out);
        }
        _exit(127);
    }
    close(fd[1]);
    char *buf = NULL;
    size_t n = 0, cap = 0;
    bool ok = pid > 0;
    if (!ok)
        fprintf(stderr, "gt200 cc: fork: %s\n", strerror(errno));
    for (ssize_t got = 1; ok && got > 0;) {
        if (n + 1 >= cap) {
            cap = cap ? cap * 2 : 1 << 16;
            char *p = realloc(buf, cap);
            if (!p) {
                fprintf(stderr, "gt200 cc: out of memory\n");
                ok = false;
                break;
            }
            buf = p;
        }
        got = read(fd[0], buf + n, cap - n - 1);
        if (got > 0)
            n += (size_t)got;
    }
    close(fd[0]);
    int status = 0;
    if (pid > 0)
        waitpid(pid, &status, 0);
    if (ok && WIFEXITED(status) && WEXITSTATUS(status) == 127) {
        fprintf(stderr, "gt200 cc: %s not found; install clang or set GT200_CLANG\n", env ? env : "clang");
        ok = false;
    } else if (ok && (!WIFEXITED(status) || WEXITSTATUS(status))) {
        ok = false;             /* clang has said why */
    }
    if (!ok) {
        free(buf);
        return NULL;
    }
    buf[n] = 0;
    return buf;
}

static bool for_clang(const char *a)
{
    static const char *const prefix[] = { "-I", "-D", "-U", "-O", "-std=", "-W", "-f", NULL };
    for (int i = 0; prefix[i]; i++)
        if (!strncmp(a, prefix[i], strlen(prefix[i])))
            return true;
    return false;
}

/* Returns -1 to go on, or the exit status. */
static int parse(struct cc *c, int argc, char **argv)
{
    bool fmad = false;
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        bool last = i + 1 == argc;
        if (!strcmp(a, "--help") || !strcmp(a, "-h")) {
            fputs(usage, stdout);
            return 0;
        }
        if (!strcmp(a, "-o") && !last) {
            c->out = argv[++i];
        } else if (!strcmp(a, "--ptx") || !strcmp(a, "-ptx")) {
            c->ptx = true;
        } else if (!strcmp(a, "-v")) {
            c->opt.verbose = stderr;
        } else if (!strcmp(a, "--asm")) {
            c->opt.asm_out = stdout;
        } else if (!strcmp(a, "-fmad=true") || !strcmp(a, "--fmad=true")) {
            fmad = true;
        } else if (!strcmp(a, "-fmad=false") || !strcmp(a, "--fmad=false")) {
            fmad = false;
        } else if (cmd_maxregs(argc, argv, &i, &c->opt.max_regs)) {
            if (c->opt.max_regs == CMD_BAD_REGS)
                return 2;
        } else if ((!strcmp(a, "-I") || !strcmp(a, "-D") || !strcmp(a, "-U") || !strcmp(a, "-include")) && !last) {
            if (!add(c, a) || !add(c, argv[++i]))
                return 2;
        } else if (!strcmp(a, "-O0")) {         /* clang's own -O0 keeps every variable behind a generic address */
            c->opt.no_opt = true;
            if (!add(c, "-O1"))
                return 2;
        } else if (for_clang(a)) {
            if (!add(c, a))
                return 2;
        } else if (a[0] == '-' || c->in) {
            return cmd_usage("cc", a);
        } else {
            c->in = a;
        }
    }
    if (!c->in)
        return cmd_usage("cc", NULL);
    c->opt.fma_as_mad = fmad;
    if (!add(c, fmad ? "-ffp-contract=fast" : "-ffp-contract=off"))
        return 2;
    return -1;
}

static int write_ptx(const struct cc *c, const char *ptx)
{
    if (c->out)
        return cmd_write(c->out, ptx, strlen(ptx)) ? 0 : 1;
    size_t n = strlen(c->in) + 5;
    char *name = malloc(n);
    if (!name) {
        fprintf(stderr, "gt200 cc: out of memory\n");
        return 1;
    }
    const char *dot = strrchr(c->in, '.'), *slash = strrchr(c->in, '/');
    int stem = dot && (!slash || dot > slash) && dot != c->in ? (int)(dot - c->in) : (int)strlen(c->in);
    snprintf(name, n, "%.*s.ptx", stem, c->in);
    bool ok = cmd_write(name, ptx, strlen(ptx));
    free(name);
    return ok ? 0 : 1;
}

int gt_cmd_cc(int argc, char **argv)
{
    /* The last two make / and sqrtf the approximate operations that this chip has. */
    static const char *const fixed[] = {
        "clang", "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_20", "-nocudainc", "-nocudalib", "-m32", "-O2", "-S", "-o", "-",
        "-Wno-unknown-cuda-version", "-mllvm", "-nvptx-prec-divf32=1", "-mllvm", "-nvptx-prec-sqrtf32=0", "-include",
    };
    struct cc c = { .opt = { .warnings = stderr } };
    char header[4096];
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        add(&c, fixed[i]);
    add(&c, header);
    int rc = parse(&c, argc, argv);
    if (rc >= 0)
        return rc;
    if (!readable(c.in)) {
        fprintf(stderr, "%s: %s\n", c.in, strerror(errno));
        return 1;
    }
    if (!find_header(header, sizeof header) || !add(&c, c.in))
        return 1;
    char *ptx = run_clang(&c);
    if (!ptx)
        return 1;
    if (c.ptx) {
        rc = write_ptx(&c, ptx);
    } else {
        char name[512];
        snprintf(name, sizeof name, "%s: PTX", c.in);
        rc = cmd_compile(ptx, name, c.in, c.out, &c.opt);
    }
    free(ptx);
    return rc;
}
