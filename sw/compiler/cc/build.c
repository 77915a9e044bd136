/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps of a compilation: device code by clang to PTX and by ptxas_compile to a cubin; host code by clang with
 * the cubin inside; the link with the runtime.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"
#include "files.h"
#include "gt_chip.h"
#include "printable.h"
#include "sm70cc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What device and host pass have in common: they must see the same program. SDK 10.1 chooses how clang writes
 * launches and registration. */
static bool add_common(struct cc *c, struct cc_args *a, const char *opt)
{
    snprintf(c->program_arch, sizeof c->program_arch, "-D__GT200_ARCH__=%u", 10 * c->arch);
    const char *const v[] = { c->clang,
                              "-x", "cuda", "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version",
                              "-Wno-ignored-attributes", "-Wno-error=c++11-narrowing",
                              "-Wno-error=reserved-user-defined-literal",     /* "%d"TEXT"\n" */
                              "-Wno-error=register",          /* of C++17, nvcc warns */
                              "-Wno-invalid-constexpr",       /* functions of ours are none, NVIDIA's are */
                              "-Xclang", "-target-sdk-version=10.1", "-D__CUDACC__=1",
                              "-isystem", c->lib, "-idirafter", c->samples, opt,
                              c->fast ? "-D__USE_FAST_MATH__=1" : "-U__USE_FAST_MATH__",
                              c->native && cc_has_host(c) ? c->program_arch : "-U__GT200_ARCH__",
                              NULL };
    /* clang's mode for the parallel algorithms of the C++ library makes device code of whatever device code calls */
    const char *const lenient[] = { "-Xclang", "--hipstdpar", "-D__GT200_MARK_DEVICE__=1", NULL };
    /* functions of the host get marked, too; and each error is a file to change */
    const char *const marks[] = { "-Xclang", "-fcuda-allow-variadic-functions", "-ferror-limit=0", NULL };
    return cc_add_all(a, v) && (!*c->beside || (cc_add(a, "-isystem") && cc_add(a, c->beside))) &&
           (!c->era || cc_add(a, "-D__GT200_ERA__=1")) && cc_add_args(a, &c->user) &&
           (!c->lenient || cc_add_all(a, lenient)) &&
           (!c->marks || cc_add_all(a, marks)) &&
           (!c->overlay || (cc_add(a, "-ivfsoverlay") && cc_add(a, c->overlay))) &&
           (!c->casts || cc_add(a, "-fms-extensions")) &&     /* what makes it a warning */
           (!c->late || cc_add(a, "-fdelayed-template-parsing")) &&
           cc_add_m32(c, a, true) &&
           (c->standard || cc_add(a, c->cxx ? c->cxx : CC_STANDARD));
}

/* Is device code compiled for a debugger? */
static bool for_debugger(const struct cc *c) { return c->debug && c->arch < CC_LATER; }

/* With source lines clang writes empty sections of debug information, too, which are not for this device; and files
 * of the current folder by their whole path, where the name will do. */
static void tidy_ptx(const struct cc *c, char *ptx)
{
    char cwd[4096], *at = ptx, *end;

    while (!for_debugger(c) && (at = strstr(at, "\n\t.section")) && (end = strchr(at, '}')))
        memmove(at, end + 1, strlen(end + 1) + 1);
    size_t n = getcwd(cwd, sizeof cwd - 1) ? strlen(strcat(cwd, "/")) : 0;
    for (at = ptx; n && (at = strstr(at, "\t.file\t"));) {
        at += strcspn(at, "\"\n");
        if (*at == '"' && !strncmp(at + 1, cwd, n))
            memmove(at + 1, at + 1 + n, strlen(at + 1 + n) + 1);
    }
}

/* What the front end makes of a source's device code. whole: with the host's headers and the Runtime API; errors: as
 * of cc_run. */
static char *device_pass(struct cc *c, const char *source, bool wide, bool whole, const char *errors)
{
    bool later = c->arch >= CC_LATER;
    char header[4200], plugin[4200] = "-fpass-plugin=", arch[40], macro[40], *ptx = NULL;
    size_t option = strlen(plugin);

    if (!cc_find_built("gt200ir.so", plugin + option, sizeof plugin - option))
        return NULL;
    snprintf(arch, sizeof arch, "--cuda-gpu-arch=sm_%u", later ? c->arch : CC_LATER);
    snprintf(macro, sizeof macro, "-D__CUDA_ARCH__=%u", 10 * (c->arch ? c->arch : GT_COMPUTE));
    /* nvptx-prec-*: / and sqrtf become the approximate operations that this chip has, and are exact on later ones.
     * gt200-fused: for ir/mad.c; gt200-early-loads: for ir/loads.c. With the large code model clang makes no tables of
     * relative addresses, which its PTX back end does not take. keep-loops: else it sends lanes that skip the end of a
     * loop past the beginning of the next turn, too, and a barrier there waits for the others for ever. No loop is
     * taken to end: clang makes nothing of one that stores for ever, and the kernel would end without a word. */
    const char *const device[] = {
        "--cuda-device-only", arch, "-U__CUDA_ARCH__", macro,
        "-mllvm", c->fast ? "-nvptx-prec-divf32=0" : later ? "-nvptx-prec-divf32=2" : "-nvptx-prec-divf32=1",
        "-mllvm", later && !c->fast ? "-nvptx-prec-sqrtf32=1" : "-nvptx-prec-sqrtf32=0",
        "-Xclang", "-default-function-attr", "-Xclang", later ? "gt200-fused=1" : "gt200-fused=0",
        "-Xclang", "-default-function-attr", "-Xclang",
        c->source_loads ? "gt200-early-loads=0" : "gt200-early-loads=1",
        "-Xclang", "-mcmodel=large", "-mllvm", "-keep-loops=1", "-fno-finite-loops",
        "-fwrapv", "-fno-strict-aliasing", "-fno-strict-return", "-fno-delete-null-pointer-checks",
        "-fno-strict-float-cast-overflow",
        "-ffp-contract=off", c->fmad ? "-D__GT200_FMAD__=1" : "-U__GT200_FMAD__", plugin,
        "-fno-crash-diagnostics", "-S", "-o", "-", NULL
    };
    const char *const debug[] = { "-Xclang", "-default-function-attr", "-Xclang", "gt200-variables=1",
                                  "-Xclang", "-debug-info-kind=limited",        /* which -g is not, optimised */
                                  "-Xclang", "-fexperimental-assignment-tracking=disabled",
                                  "-mllvm", "-instcombine-code-sinking=false",  /* values are there in their lines */
                                  "-mllvm", "-join-liveintervals=false", NULL };    /* which ends at some variables */
    const char *const stack[] = { "-Xclang", "-target-feature", "-Xclang", "+ptx73", NULL };      /* alloca */
    struct cc_args a = { .n = 0 };

    snprintf(header, sizeof header, "%s/%s", c->lib, whole ? "cuda_runtime.h" : "gt200_cuda.h");
    /* clang's own -O0 keeps every variable behind a generic address */
    if (add_common(c, &a,
                   !c->opt           ? "-O2"
                   : c->ptxas.no_opt ? "-O1"
                                     : c->opt) &&
        cc_add_all(&a, device) && (c->arch < 70 || c->what == CC_PTX || cc_add_all(&a, stack)) &&
        cc_add(&a, wide ? "-m64" : "-m32") && (wide || c->doubles_by_4 || cc_add(&a, "-malign-double")) &&
        (wide || !whole || cc_add_args(&a, &c->system)) &&
        (!c->lineinfo || cc_add(&a, for_debugger(c) ? "-g" : "-gline-directives-only")) &&
        (!for_debugger(c) || cc_add_all(&a, debug)) && cc_add(&a, "-include") && cc_add(&a, header) &&
        (!errors || !isatty(STDERR_FILENO) || cc_add(&a, "-fcolor-diagnostics")) && cc_add(&a, source))
        cc_run(c, &a, &ptx, errors);
    return ptx;
}

/* Fills c->system: where the front end finds the host's headers. It does not look there by itself when pointers take
 * 4 bytes and the host has no library for those (g++-multilib); only its declarations are needed for kernels alone.
 * lib/m32 has the one file that glibc lacks then. */
static bool find_system(struct cc *c)
{
    const char *const v[] = { c->clang, "-E", "-v", "-x", "c++", "-o", "/dev/null", "/dev/null", NULL };
    struct cc_args a = { .n = 0 };
    char *path = cc_temporary(c, ".txt"),
         *text = path && cc_add_all(&a, v) && cc_run(c, &a, NULL, path) ? gt_read_file(path, NULL) : NULL;
    char *from = text ? strstr(text, "#include <...>") : NULL,
         *end = from ? strstr(from, "End of search list") : NULL, *save = NULL;

    free(path);
    c->system_text = text;
    if (!end)
        return false;
    *end = 0;
    snprintf(c->m32, sizeof c->m32, "%s/m32", c->lib);
    bool ok = cc_add(&c->system, "-isystem") && cc_add(&c->system, c->m32);
    strtok_r(from, "\n", &save);
    for (char *p = strtok_r(NULL, "\n", &save); ok && p; p = strtok_r(NULL, "\n", &save))
        ok = cc_add(&c->system, "-isystem") && cc_add(&c->system, p + strspn(p, " "));
    return ok;
}

bool cc_era(struct cc *c, const char *said)
{
    static const char *const signs[] = { "undeclared", "not declared", "unknown type name", "does not name a type",
                                         "is not a member of", "no member named" };

    for (size_t i = 0; i < sizeof signs / sizeof *signs && !c->era; i++)
        if (strstr(said, signs[i]))
            return c->era = true;
    return false;
}

void cc_era_warning(const char *source)
{
    gt_tell("gt200 cc: %s: warning: it uses names of headers that it does not include; they are included for "
                    "it (gt200_era.h)\n", source);
}

/* What programs of the time have and clang refuses: true when it said one of these and another attempt may help. */
static bool adapt_options(struct cc *c, const char *said)
{
    if (strstr(said, "device code uses ") && !c->lineinfo)     /* where? */
        return c->lineinfo = true;
    if (strstr(said, "user-defined suffix") && !c->standard && !c->cxx) {
        c->cxx = CC_OLD_STANDARD;
        return true;
    }
    if (cc_rewrite(c, said))
        return true;
    if (strstr(said, "neither visible in the template definition nor found") && !c->late)
        return c->late = true;
    if (strstr(said, "loses information") && !c->casts)
        return c->casts = true;
    if (cc_era(c, said))
        return true;
    c->lenient = strstr(said, "__host__ function from __");
    return c->lenient;
}

/* A copy without the escape sequences of colours, malloc'ed. */
static char *without_colours(const char *said)
{
    char *copy = strdup(said), *to = copy;

    for (const char *p = copy; to && *p; ) {
        if (p[0] == '\033' && p[1] == '[') {
            p += 2 + strspn(p + 2, "0123456789;");
            p += *p != 0;
        } else {
            *to++ = *p++;
        }
    }
    if (to)
        *to = 0;
    return copy;
}

/* The device pass of a whole program. */
static char *program_pass(struct cc *c, const char *source, bool wide)
{
    char *errors = cc_temporary(c, ".txt"), *ptx = NULL, *said = NULL;
    bool again = true;

    cc_rewrite_forget(c);
    c->cxx = NULL;
    c->lenient = c->era = c->casts = c->marks = c->late = false;
    do {
        ptx = errors ? device_pass(c, source, wide, true, errors) : NULL;
        if (!ptx && c->lenient)
            break;                      /* what was said before is to the point */
        free(said);
        said = errors ? gt_read_file(errors, NULL) : NULL;
        char *text = said && !ptx ? without_colours(said) : NULL;
        again = text && adapt_options(c, text);
        free(text);
    } while (again);
    if (ptx && c->lenient)
        gt_tell("gt200 cc: %s: warning: functions without __device__ that kernels call count as device "
                        "functions\n", source);
    if (ptx && c->era)
        cc_era_warning(source);
    cc_said(said);
    free(said);
    free(errors);
    return ptx;
}

/* Kernels alone need neither the host's headers nor the Runtime API, and are compiled twice as fast without; a source
 * that does not compile so is taken as nvcc takes it: as a whole program. */
static char *kernels_pass(struct cc *c, const char *source)
{
    char *errors = cc_temporary(c, ".txt"), *ptx = errors ? device_pass(c, source, false, false, errors) : NULL;
    char *said = errors ? gt_read_file(errors, NULL) : NULL;
    bool again = !ptx && said && *said && find_system(c);

    if (!again)
        cc_said(said);
    free(said);
    free(errors);
    return again ? program_pass(c, source, false) : ptx;
}

char *cc_device_ptx(struct cc *c, const char *source)
{
    const bool program = cc_has_host(c), wide = program ? !c->narrow : c->wide;
    char *ptx = program || wide ? program_pass(c, source, wide) : kernels_pass(c, source);

    if (ptx)
        tidy_ptx(c, ptx);
    return ptx;
}

bool cc_write_images(const char *path, const struct ptxas_result *res, const char *ptx)
{
    const size_t more = ptx ? strlen(ptx) + 1 : 0;
    char *all = malloc(res->length + 1 + more);

    if (!all) {
        gt_tell("%s: out of memory\n", path);
        return false;
    }
    memcpy(all, res->text, res->length + 1);
    if (more)
        memcpy(all + res->length + 1, ptx, more);
    const bool ok = cmd_write(path, all, res->length + 1 + more);
    free(all);
    return ok;
}

void cc_show_ptxas(const struct cc *c, const char *ptx, const char *to)
{
    char arch[16];

    snprintf(arch, sizeof arch, "sm_%u", c->native ? c->native : c->ptxas.arch ? c->ptxas.arch : GT_COMPUTE);
    cc_show(c, &(struct cc_args){ { "ptxas", "-arch", arch, ptx, "-o", to }, 6 });
}

bool cc_compile(const struct cc *c, const char *ptx, const char *name, const struct ptxas_options *opt,
                struct ptxas_result *res)
{
    return c->native ? sm70cc_compile(c->native, ptx, name, opt, res) : ptxas_compile(ptx, name, opt, res);
}

/* The cubin of a program's source, or its PTX, with the zero byte that ends it in memory. false after a message. */
static bool device_image(struct cc *c, const char *source, const char *image)
{
    char *ptx = cc_device_ptx(c, source), name[512];
    struct ptxas_result res;
    bool ok = false;

    if (!ptx)
        return false;
    snprintf(name, sizeof name, "%s: PTX", source);
    char *keep_ptx = c->keep ? cc_renamed(source, ".ptx", true) : NULL,
         *keep_cubin = c->keep ? cc_renamed(source, ".cubin", true) : NULL;
    if (c->dry) {
        cc_show_ptxas(c, name, image);
        ok = true;
        goto out;
    }
    if (c->keep && (!keep_ptx || !keep_cubin || !cmd_write(keep_ptx, ptx, strlen(ptx))))
        goto out;
    if (!strstr(ptx, ".entry")) {
        ok = cmd_write(image, "", 1);           /* a source without kernels */
        goto out;
    }
    if (c->embed_ptx) {
        ok = cmd_write(image, ptx, strlen(ptx) + 1);
        goto out;
    }
    cc_show_ptxas(c, name, image);
    if (!cc_compile(c, ptx, name, &c->ptxas, &res)) {
        gt_tell("%s\n", res.error);
        goto out;
    }
    ok = cc_write_images(image, &res, c->both ? ptx : NULL) &&
         (!c->keep || cmd_write(keep_cubin, res.text, res.length));
    free(res.text);
out:
    free(keep_ptx);
    free(keep_cubin);
    free(ptx);
    return ok;
}

bool cc_object(struct cc *c, const char *source, const char *object)
{
    char *image = cc_temporary(c, ".cubin"), header[4200];
    struct cc_args a = { .n = 0 };
    bool ok = image && device_image(c, source, image);

    snprintf(header, sizeof header, "%s/cuda_runtime.h", c->lib);
    /* The device pass has warned about everything already. */
    const char *const host[] = { "--cuda-host-only",
                                 "-w", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", image, "-include", header,
                                 c->cuda ? "-S" : "-c", "-fno-addrsig", "-o", object, source, NULL };
    ok = ok && add_common(c, &a, c->opt ? c->opt : "-O2") && cc_add_args(&a, &c->host) && cc_add_args(&a, &c->depend) &&
         (!c->debug || cc_add(&a, "-g")) && cc_add_all(&a, host) && cc_run(c, &a, NULL, NULL);
    free(image);
    return ok;
}

/* Host code as C++ of which another compiler makes the same object: the assembly that clang makes, in an asm. */
static char *assembly_as_cxx(const char *text)
{
    char *made = NULL;
    size_t length;
    FILE *f = open_memstream(&made, &length);

    if (!f)
        return NULL;
    fputs("__asm__(\n", f);
    for (size_t n; *text; text += n + (text[n] != 0)) {
        n = strcspn(text, "\n");
        putc('"', f);
        for (size_t i = 0; i < n; i++)
            fprintf(f, text[i] == '"' || text[i] == '\\' ? "\\%c" : text[i] == '\t' ? "\\t" : "%c", text[i]);
        fputs("\\n\"\n", f);
    }
    fputs(");\n", f);
    return fclose(f) ? NULL : made;
}

bool cc_cuda(struct cc *c, const char *source, const char *to)
{
    char *assembly = cc_temporary(c, ".s"), *text = NULL, *made = NULL;
    bool ok = assembly && cc_object(c, source, assembly);

    if (ok && !c->dry)
        ok = (text = cmd_read(assembly)) && (made = assembly_as_cxx(text)) && cmd_write(to, made, strlen(made));
    free(made);
    free(text);
    free(assembly);
    return ok;
}

/* What goes to a terminal has no control characters. */
bool cc_text(struct cc *c, const char *source)
{
    const bool shown = (!c->out || !strcmp(c->out, "-")) && isatty(STDOUT_FILENO);
    struct cc_args a = { .n = 0 };
    char *text = NULL;
    char header[4200];

    snprintf(header, sizeof header, "%s/cuda_runtime.h", c->lib);
    const char *const v[] = { "--cuda-host-only",    "-w",   "-include", header, c->text, "-o",
                              c->out ? c->out : "-", source, NULL };
    const bool ok = add_common(c, &a, "-O2") && cc_add_args(&a, &c->host) && cc_add_args(&a, &c->depend) &&
                    cc_add_all(&a, v) && cc_run(c, &a, shown ? &text : NULL, NULL);
    if (text)
        fputs(gt_printable(text), stdout);
    free(text);
    return ok;
}

bool cc_archive(struct cc *c, const struct cc_args *objects)
{
    struct cc_args a = { { "ar", "qcs", c->out }, 3 };

    if (!c->dry && unlink(c->out) && errno != ENOENT) {
        gt_tell("%s: %s\n", c->out, strerror(errno));
        return false;
    }
    return cc_add_args(&a, objects) && cc_run(c, &a, NULL, NULL);
}

/* After a link that failed: which of CUDA's libraries this toolkit does not have, or not for pointers of 4 bytes. */
static void explain_link(const struct cc *c)
{
    static const char absent[] = "cublas_static cufft_static cusparse npp cudpp cudpp32 cudpp64";
    static const char wide[] = "cublas cufft curand";

    for (int i = 0; i + 1 < c->link.n; i++) {
        const char *name = strcmp(c->link.v[i], "-l") ? "" : c->link.v[i + 1];
        if (cli_word_in(absent, name, strlen(name)))
            gt_tell("gt200 cc: -l%s: this toolkit has no such library\n", name);
        else if (c->narrow && cli_word_in(wide, name, strlen(name)))
            gt_tell("gt200 cc: -l%s: not with -m32: it is there for pointers of 8 bytes alone\n", name);
    }
}

/* Do the program's library folders have the library of that name? */
static bool brings_library(const struct cc_args *link, const char *name)
{
    char path[4300];

    for (int i = 0; i + 1 < link->n; i++)
        for (int so = 0; so < 2 && !strcmp(link->v[i], "-L"); so++) {
            snprintf(path, sizeof path, "%.4000s/lib%.250s.%s", link->v[i + 1], name, so ? "so" : "a");
            if (!access(path, R_OK))
                return true;
        }
    return false;
}

/* What the program is linked with. The utilities of the samples are ours unless it brings its own; every program has
 * ours behind that. The samples' makefiles give them a suffix of the machine. */
static bool add_libraries(struct cc_args *a, const struct cc_args *link)
{
    static const char utilities[] = "cutil cutil_x86_64 cutil_i386 cutilD cutil_x86_64D "
                                    "shrutil shrutil_x86_64 shrutil_i386 shrutilD shrutil_x86_64D";

    for (int i = 0; i < link->n; i++) {
        const char *name = !strcmp(link->v[i], "-l") && i + 1 < link->n ? link->v[i + 1] : NULL;
        if (name && cli_word_in(utilities, name, strlen(name)) && !brings_library(link, name))
            i++;
        else if (!cc_add(a, link->v[i]))
            return false;
    }
    return true;
}

bool cc_link(struct cc *c, const struct cc_args *objects)
{
    char path[4200], folder[4200] = "-L", samples[4220], rpath[4300], flags[] = GT200_LINK_FLAGS, *save = NULL;
    struct cc_args a = { .n = 0 };

    if (!cc_find_built(c->shared ? "libcudart.so" : "libcudart.a", path, sizeof path))
        return false;
    *strrchr(path, '/') = 0;
    if (c->narrow)
        strcpy(strrchr(path, '/'), "/" CC_LIB32);
    snprintf(folder, sizeof folder, "-L%.4100s", path);
    snprintf(samples, sizeof samples, "%s/samples", folder);
    /* for the shared libraries, and for the machines in Verilog that either kind of the runtime loads */
    snprintf(rpath, sizeof rpath, "-Wl,-rpath,%s", path);
    bool ok = cc_openmp(c) && cc_add(&a, cc_host_compiler(c)) && (!c->shared_object || cc_add(&a, "-shared")) &&
              (!c->narrow || cc_add(&a, "-m32")) && (!c->nvcc || cc_add_args(&a, &c->host)) && cc_add(&a, folder) &&
              cc_add_args(&a, objects) && add_libraries(&a, &c->link) && cc_add(&a, folder) && cc_add(&a, samples) &&
              cc_add(&a, "-lcutil") &&
              cc_add(&a, c->shared ? "-lcudart" : "-lcudart_static") &&
              (!c->shared || cc_add(&a, "-lcuda")) && cc_add(&a, rpath);
    for (char *f = strtok_r(flags, " ", &save); ok && f; f = strtok_r(NULL, " ", &save))
        ok = cc_add(&a, f);
    ok = ok && cc_add(&a, "-o") && cc_add(&a, c->out) && cc_run(c, &a, NULL, NULL);
    if (!ok)
        explain_link(c);
    return ok;
}
