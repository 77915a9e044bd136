/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 cc: CUDA C to a program, an object, a cubin or PTX.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool starts(const char *a, const char *prefix)
{
    return !strncmp(a, prefix, strlen(prefix));
}

static bool ends(const char *a, const char *suffix)
{
    size_t n = strlen(a), m = strlen(suffix);
    return n > m && !strcmp(a + n - m, suffix);
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
    if (!c->all_cu && ends(source, ".o"))
        return cc_native(c, source, to, NULL);
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
        const char *in = c->in.v[i];
        const bool source = is_source(in);
        bool native = false;

        if (!source && !ends(in, ".o")) {
            ok = cc_add(&linked, in);
            continue;
        }
        ok = (made[n] = cc_temporary(c, ".o")) &&
             (source ? object(c, in, made[n]) : cc_native(c, in, made[n], &native)) &&
             cc_add(&linked, source || native ? made[n] : in);
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

const struct cli_command gt_command_cc = {
    .name = "cc", .what = "CUDA C to native code",
    .usage = "FILE.cu... -o PROGRAM      compiles and links a CUDA program; GT200_TARGET=... ./PROGRAM runs it\n"
             "-c FILE.cu... [-o FILE.o]  objects, to be linked by gt200 cc\n"
             "FILE.cu [-o FILE.cubin]    kernels only; the default without -o and -c",
    .options = cc_options, .operand = cc_operand, .run = gt_cmd_cc,
    .notes = "The long forms of nvcc's options (--define-macro, --include-path, --output-file, ...) are taken, too.\n"
             "GT200_HOME names a folder with include/ and lib/, instead of that which gt200 belongs to.",
};

int gt_cmd_cc(int argc, char **argv)
{
    struct cc c = { .fmad = true, .ptxas = { .warnings = stderr } };
    int rc = cli_options(&gt_command_cc, &c, argc, argv);

    if (rc == CLI_GO_ON)
        rc = cc_settle(&c);
    if (rc == CLI_GO_ON)
        rc = build(&c);
    cc_cleanup(&c);
    return rc;
}
