/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 cc: CUDA C to a program, an object, a cubin or PTX.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"
#include "files.h"
#include "printable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool starts_with(const char *a, const char *prefix)
{
    return !strncmp(a, prefix, strlen(prefix));
}

static bool ends_with(const char *a, const char *suffix)
{
    size_t n = strlen(a), m = strlen(suffix);
    return n > m && !strcmp(a + n - m, suffix);
}

static bool is_source(const char *path)
{
    static const char *const suffixes[] = { ".cu", ".c", ".cc", ".cpp", ".cxx", ".C" };

    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (ends_with(path, suffixes[i]))
            return true;
    return false;
}

/* Host code without kernels: the language its name says. errors: as of cc_run. */
static bool host_pass(struct cc *c, const char *source, const char *object, const char *errors)
{
    const bool is_c = c->language ? !strcmp(c->language, "c") : ends_with(source, ".c");
    const char *const v[] = { c->nvcc ? cc_host_compiler(c) : c->clang, c->opt ? c->opt : "-O2", "-isystem", c->lib,
                              "-idirafter", c->samples, "-c", "-o", object, NULL };
    const char *const of_cxx[] = { c->nvcc ? "-Wno-error=narrowing" : "-Wno-error=c++11-narrowing",
                                   c->standard ? NULL : CC_STANDARD, NULL };
    const char *const era[] = { "-include", c->era_header, NULL };
    const char *const in[] = { "-x", is_c ? "c" : "c++", source, NULL };
    struct cc_args a = { .n = 0 };

    bool ok = cc_add_all(&a, v) && cc_add_m32(c, &a, !c->nvcc) && (is_c || cc_add_all(&a, of_cxx)) &&
              (!c->era || cc_add_all(&a, era));
    for (int i = 0; i < c->user.n && ok; i++)
        ok = (is_c && starts_with(c->user.v[i], "-std=")) || cc_add(&a, c->user.v[i]);
    return ok && cc_add_args(&a, &c->host) && cc_add_args(&a, &c->depend) && (!c->debug || cc_add(&a, "-g")) &&
           cc_add_all(&a, in) && cc_run(c, &a, NULL, errors);
}

/* The host part of a source; where names are missing that headers of the time declared, once more with those. */
static bool host_object(struct cc *c, const char *source, const char *object)
{
    char *errors = cc_temporary(c, ".txt"), *said = NULL;
    bool ok = false;

    c->era = false;
    do {
        ok = errors && host_pass(c, source, object, errors);
        free(said);
        said = errors ? gt_read_file(errors, NULL) : NULL;
    } while (!ok && said && cc_era(c, said));
    if (ok && c->era)
        cc_era_warning(source);
    cc_said(said);
    free(said);
    free(errors);
    return ok;
}

static bool make_object(struct cc *c, const char *source, const char *to)
{
    if (c->nvcc)
        cc_folder_of(source, c->beside, sizeof c->beside);
    if (c->all_cu || (ends_with(source, ".cu") && !c->language))
        return c->cuda ? cc_cuda(c, source, to) : cc_object(c, source, to);
    if (!c->language && ends_with(source, ".o"))
        return cc_native(c, source, to, NULL);
    return host_object(c, source, to);
}

/* Where an output goes: -o, or a name after its source in -odir or the current folder. */
static bool output_path(const struct cc *c, const char *source, const char *suffix, char *path, size_t room)
{
    char *name = c->out ? NULL : cc_renamed(source, suffix, true);

    if (c->out || name)
        snprintf(path, room, "%s%s%s", !c->out && c->dir ? c->dir : "", !c->out && c->dir ? "/" : "",
                 name ? name : c->out);
    free(name);
    return c->out || name;
}

static bool make_objects(struct cc *c)
{
    char path[4200];

    for (int i = 0; i < c->in.n; i++)
        if (!output_path(c, c->in.v[i], c->cuda ? ".cu.cpp" : ".o", path, sizeof path) ||
            !make_object(c, c->in.v[i], path))
            return false;
    return true;
}

/* Objects of all sources, then the link or the archive. */
static bool make_program(struct cc *c)
{
    struct cc_args linked = { .n = 0 };
    char *made[CC_MAX_ARGS];
    int n = 0;
    bool ok = true;

    for (int i = 0; ok && i < c->in.n; i++) {
        const char *in = c->in.v[i];
        const bool source = is_source(in) ||
                            ((c->all_cu || c->language) && !ends_with(in, ".o") && !ends_with(in, ".a"));
        bool native = false;

        if (!source && (!ends_with(in, ".o") || c->dry)) {
            ok = cc_add(&linked, in);
            continue;
        }
        ok = (made[n] = cc_temporary(c, ".o")) &&
             (source ? make_object(c, in, made[n]) : c->nvcc || cc_native(c, in, made[n], &native)) &&
             cc_add(&linked, source || native ? made[n] : in);
        n++;
    }
    ok = ok && (c->what == CC_ARCHIVE ? cc_archive(c, &linked) : cc_link(c, &linked));
    while (n--)
        free(made[n]);
    return ok;
}

/* Writes a compiled cubin; a .fatbin has images as objects have them, each behind the zero byte of the one before. */
static int write_native(struct cc *c, struct ptxas_result *res, const char *ptx, const char *in, const char *to)
{
    if (!c->fatbin || !c->both)
        return cmd_write_cubin(res, in, to);
    const bool ok = cc_write_images(to, res, ptx);
    free(res->text);
    return ok ? 0 : 1;
}

/* Writes a cubin. Without lines in the PTX a refusal would name a line of that alone: device code is made once more
 * then, with those of the source. */
static int make_cubin(struct cc *c, const char *ptx, const char *name, const char *in, const char *to, bool is_ptx)
{
    struct ptxas_result res;

    if (cc_compile(c, ptx, name, &c->ptxas, &res))
        return write_native(c, &res, ptx, in, to);
    if (!is_ptx && !c->lineinfo && cc_add(&c->user, "-w")) {
        struct ptxas_options quiet = c->ptxas;
        struct ptxas_result again;
        quiet.warnings = quiet.verbose = quiet.asm_out = NULL;
        c->lineinfo = true;
        char *lines = cc_device_ptx(c, in);
        const bool ok = lines && cc_compile(c, lines, name, &quiet, &again);
        if (ok) {
            const int rc = write_native(c, &again, lines, in, to);
            return free(lines), rc;
        }
        if (lines)
            res = again;
        free(lines);
    }
    gt_tell("%s\n", res.error);
    return 1;
}

/* PTX, a cubin or a fat binary of one source; returns the exit status. */
static int make_kernels(struct cc *c, const char *in)
{
    const bool is_ptx = c->what == CC_CUBIN && ends_with(in, ".ptx");
    char path[4200], name[512];
    int rc = 1;

    if (c->nvcc)
        cc_folder_of(in, c->beside, sizeof c->beside);
    char *ptx = is_ptx ? cmd_read(in) : cc_device_ptx(c, in);
    if (!ptx)
        return 1;
    /* nvcc's are made in the current folder, ours beside their source */
    const char *to = c->out;
    if (c->nvcc && !to)
        to = output_path(c, in, c->what == CC_PTX ? ".ptx" : c->fatbin ? ".fatbin" : ".cubin", path, sizeof path) ? path
                                                                                                             : NULL;
    snprintf(name, sizeof name, "%s%s", in, is_ptx ? "" : ": PTX");
    if (c->what == CC_CUBIN && (c->show || c->dry))
        cc_show_ptxas(c, name, to);
    if (c->dry) {
        rc = 0;
    } else if (c->what == CC_CUBIN && !strstr(ptx, ".entry")) {
        gt_tell("%s: expected a kernel (a __global__ function), found none\n", in);
    } else if (c->what == CC_PTX || (c->fatbin && c->embed_ptx)) {
        char *dflt = to ? NULL : cc_renamed(in, ".ptx", false);
        rc = (to || dflt) && cmd_write(to ? to : dflt, ptx, strlen(ptx)) ? 0 : 1;
        free(dflt);
    } else {
        rc = make_cubin(c, ptx, name, in, to, is_ptx);
    }
    free(ptx);
    return rc;
}

/* Removes a file, if it is there; what is no file stays. false after a message. */
static bool remove_file(const struct cc *c, const char *path)
{
    cc_show(c, &(struct cc_args){ { "rm", "-f", path }, 3 });
    if (c->dry || !unlink(path) || errno == ENOENT)
        return true;
    gt_tell("%s: %s\n", path, strerror(errno));
    return false;
}

/* What this compilation would leave is removed: nvcc -clean. */
static bool remove_outputs(struct cc *c)
{
    static const char *const suffixes[] = { [CC_CUBIN] = ".cubin", [CC_PTX] = ".ptx", [CC_OBJECT] = ".o" };
    const bool one = c->what == CC_PROGRAM || c->what == CC_ARCHIVE;
    char path[4200];
    bool ok = !one || remove_file(c, c->out);

    for (int i = 0; ok && i < c->in.n; i++) {
        const char *in = c->in.v[i], *suffix = c->fatbin ? ".fatbin" : c->cuda ? ".cu.cpp" : suffixes[c->what];
        if (!one && c->what != CC_TEXT)
            ok = output_path(c, in, suffix, path, sizeof path) && remove_file(c, path);
        for (int k = CC_CUBIN; ok && c->keep && is_source(in) && k <= CC_PTX; k++) {
            char *kept = cc_renamed(in, suffixes[k], true);
            ok = kept && remove_file(c, kept);
            free(kept);
        }
    }
    return ok;
}

static bool make_text(struct cc *c, const char *source)
{
    if (c->nvcc)
        cc_folder_of(source, c->beside, sizeof c->beside);
    return cc_text(c, source);
}

/* Says of a file of the command line what errno says. */
static int no_file(const char *path)
{
    gt_tell("%s: %s\n", path, strerror(errno));
    return 1;
}

int cc_build(struct cc *c)
{
    for (int i = 0; i < c->in.n; i++)
        if (access(c->in.v[i], R_OK) || cc_is_folder(c->in.v[i]))
            return no_file(c->in.v[i]);
    if (c->out && cc_is_folder(c->out))
        return no_file(c->out);
    if (c->clean)
        return !remove_outputs(c);
    if (!cc_find_headers(c))
        return 1;
    int rc = 0;
    if (c->what == CC_TEXT || c->what == CC_CUBIN || c->what == CC_PTX)
        for (int i = 0; i < c->in.n && !rc; i++)
            rc = c->what == CC_TEXT ? !make_text(c, c->in.v[i]) : make_kernels(c, c->in.v[i]);
    else
        rc = (c->what == CC_OBJECT ? make_objects(c) : make_program(c)) ? 0 : 1;
    return rc;
}

void cc_cleanup(struct cc *c)
{
    free(c->system_text);
    cc_rewrite_forget(c);
    for (int i = 0; i < c->lists.n; i++)
        free((char *)c->lists.v[i]);
    c->lists.n = 0;
    cc_forget_temporaries(c);
}

const struct cli_command gt_command_cc = {
    .name = "cc", .what = "CUDA C to a program, or to native code", .group = CLI_COMPILE,
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
        rc = cc_build(&c);
    cc_cleanup(&c);
    return rc;
}
