/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 cuobjdump, installed as bin/cuobjdump: the device code inside programs, objects, libraries and archives. clang
 * puts it into a section by itself, as text that a zero byte ends: a cubin, or PTX.
 */
#include "dis.h"

#include "asm.h"
#include "files.h"
#include "printable.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SECTION ".nv_fatbin"

struct job {
    const char *in;
    bool sass, ptx, elf, list, extract;
    unsigned cubins, ptxs;      /* seen so far */
    bool failed;
};

/* ---- one image ---- */

static void print_head(const char *what, const char *arch)
{
    printf("\nFatbin %s code:\n================\narch = %s\nhost = linux\n\n", what, arch);
}

/* Writes a cubin to a file in the current folder. */
static void extract_cubin(struct job *j, const char *text, const char *arch)
{
    char path[64];

    snprintf(path, sizeof path, "%u.%.20s.cubin", j->cubins, arch);
    FILE *f = fopen(path, "w");
    bool ok = f && fputs(text, f) >= 0;
    ok = (!f || !fclose(f)) && ok;
    if (ok)
        printf("%s\n", path);
    else
        gt_tell("gt200 cuobjdump: %s: %s\n", path, strerror(errno));
    j->failed = j->failed || !ok;
}

/* Lists, prints or extracts a cubin. */
static void handle_cubin(struct job *j, const char *text, const char *from)
{
    struct gt_cubin c;
    char err[512], arch[16];

    if (!cubin_parse(text, strlen(text), from, &c, err, sizeof err)) {
        gt_tell("gt200 cuobjdump: %s\n", err);
        j->failed = true;
        return;
    }
    j->cubins++;
    snprintf(arch, sizeof arch, "sm_%u", c.arch);
    if (j->list)
        printf("ELF file %4u: %u.%s.cubin\n", j->cubins, j->cubins, arch);
    if (j->extract)
        extract_cubin(j, text, arch);
    if (j->elf || j->sass)
        print_head("elf", arch);
    if (j->elf)
        fputs(text, stdout);
    if (j->sass) {
        printf("\tcode for %s\n", arch);
        for (size_t i = 0; i < c.nkernels; i++)
            printf("\t\tFunction : %s\n", c.kernels[i].name);
        isa_dis_file(stdout, &c, true);
    }
    cubin_free(&c);
}

/* Device code of any kind. */
static void handle_image(struct job *j, char *text, const char *from)
{
    const char *const version = strstr(text, ".version");

    if (!strncmp(text, "architecture", 12)) {
        handle_cubin(j, text, from);
    } else if (version) {
        j->ptxs++;
        if (j->ptx) {
            const char *target = strstr(version, ".target ");
            char arch[16] = "";
            if (target)
                snprintf(arch, sizeof arch, "%.*s", (int)strcspn(target + 8, ", \n"), target + 8);
            print_head("ptx", gt_printable(arch));
            fputs(gt_printable(text), stdout);
        }
    } else {
        gt_tell("gt200 cuobjdump: %s: device code that is neither a text cubin nor PTX\n", from);
        j->failed = true;
    }
}

/* ---- where they are ---- */

/* Images, each with a zero byte behind it; what follows one that is none is not looked at. */
static void handle_images(struct job *j, char *p, size_t n, const char *from)
{
    char *const end = p + n;
    const bool failed = j->failed;

    j->failed = false;
    for (char *stop; p < end && !j->failed && (stop = memchr(p, 0, (size_t)(end - p))); p = stop + 1)
        if (*p)
            handle_image(j, p, from);
    j->failed = j->failed || failed;
}

static bool range_inside(size_t at, size_t n, size_t all) { return at <= all && n <= all - at; }

/* The section's images; false: this is no ELF file of 64 bits. */
static bool elf_file(struct job *j, char *data, size_t n, const char *from)
{
    Elf64_Ehdr h;
    Elf64_Shdr s, names;

    if (n < sizeof h || memcmp(data, ELFMAG, SELFMAG) || data[EI_CLASS] != ELFCLASS64)
        return false;
    memcpy(&h, data, sizeof h);
    if (h.e_shentsize != sizeof s || !range_inside(h.e_shoff, (size_t)h.e_shnum * sizeof s, n) ||
        h.e_shstrndx >= h.e_shnum) return true;
    memcpy(&names, data + h.e_shoff + h.e_shstrndx * sizeof s, sizeof names);
    for (unsigned i = 0; i < h.e_shnum && range_inside(names.sh_offset, names.sh_size, n); i++) {
        memcpy(&s, data + h.e_shoff + i * sizeof s, sizeof s);
        if (s.sh_type != SHT_PROGBITS || !range_inside(s.sh_offset, s.sh_size, n) ||
            !range_inside(s.sh_name, sizeof SECTION, names.sh_size) ||
            memcmp(data + names.sh_offset + s.sh_name, SECTION, sizeof SECTION))
            continue;
        handle_images(j, data + s.sh_offset, s.sh_size, from);
    }
    return true;
}

/* An archive: a member is behind a head of 60 characters, the last but ten of which are its size. */
static bool read_archive(struct job *j, char *data, size_t n)
{
    enum { MAGIC = 8, HEAD = 60, SIZE = 48 };

    if (n < MAGIC || memcmp(data, "!<arch>\n", MAGIC))
        return false;
    for (size_t at = MAGIC; range_inside(at, HEAD, n);) {
        char digits[11] = "", name[32];
        memcpy(digits, data + at + SIZE, 10);
        snprintf(name, sizeof name, "%.16s", data + at);
        name[strcspn(name, "/ ")] = 0;
        size_t size = strtoull(digits, NULL, 10);
        at += HEAD;
        if (!range_inside(at, size, n))
            break;
        elf_file(j, data + at, size, name);
        at += size + size % 2;
    }
    return true;
}

static int take_operand(void *ctx, const char *value)
{
    struct job *j = ctx;

    if (j->in)
        return cli_usage("cuobjdump", "one file expected, got '%s' and '%s'", j->in, value);
    j->in = value;
    return CLI_GO_ON;
}

static int take_extract(void *ctx, const char *name, const char *value)
{
    if (strcmp(value, "all"))
        return cli_usage("cuobjdump", "%s: expected all, found '%s'", name, value);
    ((struct job *)ctx)->extract = true;
    return CLI_GO_ON;
}

#define FLAG(name_, member, help_) \
    { .name = name_, .help = help_, .kind = CLI_FLAG, .at = offsetof(struct job, member), .how = CLI_NVCC }

static const struct cli_option options[] = {
    FLAG("-sass --dump-sass", sass, "native code as assembly, with addresses and words"),
    FLAG("-ptx --dump-ptx", ptx, "PTX, which nvcc puts behind native code; gt200 cc -code=sm_13,compute_13"),
    FLAG("-elf --dump-elf", elf, "cubins as they are"),
    FLAG("-lelf --list-elf", list, "a list of the cubins"),
    { .name = "-xelf --extract-elf", .arg = "all", .kind = CLI_CALL, .take = take_extract, .how = CLI_NVCC,
      .help = "write the cubins into files of the current folder" },
    { 0 }
};

const struct cli_command gt_command_cuobjdump = {
    .name = "cuobjdump", .what = "the device code inside programs and objects", .group = CLI_COMPILE,
    .usage = "[-sass] [-ptx] [-elf] [-lelf] [-xelf all] FILE",
    .about = "Shows the device code of a program, object, shared library, archive, cubin or .fatbin; -lelf without an "
             "option.",
    .options = options, .operand = take_operand, .run = gt_cmd_cuobjdump,
};

int gt_cmd_cuobjdump(int argc, char **argv)
{
    struct job j = { .in = NULL };
    int rc = cli_options(&gt_command_cuobjdump, &j, argc, argv);
    size_t n;

    if (rc != CLI_GO_ON)
        return rc;
    if (!j.in)
        return cli_usage("cuobjdump", "no input file");
    j.list = j.list || !(j.sass || j.ptx || j.elf || j.extract);
    char *data = gt_read_file(j.in, &n);
    if (!data)
        return cli_failure("cuobjdump", "%s: %s", j.in, strerror(errno));
    if (!elf_file(&j, data, n, j.in) && !read_archive(&j, data, n))
        handle_images(&j, data, n + 1, j.in);   /* a file that is text has no zero byte of its own */
    free(data);
    if (!j.failed && !j.cubins && !j.ptxs)
        return cli_failure("cuobjdump", "%s: there is no device code in it", j.in);
    return j.failed ? CLI_FAILURE : CLI_OK;
}
