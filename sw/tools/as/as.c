/* SPDX-License-Identifier: Apache-2.0
 *
 * Which assembler a file is for is told by its .arch.
 */
#include "as.h"

#include "asm.h"
#include "files.h"
#include "sm70_module.h"
#include "options.h"
#include "printable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* path with its ending replaced by .cubin */
static void default_out(const char *path, char *out, size_t n)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    int stem = (int)(dot && dot != path ? (size_t)(dot - path) : strlen(path));

    snprintf(out, n, "%.*s.cubin", stem, path);
}

static bool write_cubin(FILE *f, const void *data)
{
    return cubin_write(f, data);
}

struct image { const void *bytes; size_t size; };

static bool write_image(FILE *f, const void *data)
{
    const struct image *i = data;

    return fwrite(i->bytes, 1, i->size, f) == i->size;
}

/* Text for sm_70 to sm_90. */
static bool assemble_sm70(const char *text, const char *in, const char *out)
{
    struct sm70_module m;
    struct image i;
    char err[512];

    if (!sm70_text_read(text, in, &m, err, sizeof err)) {
        gt_tell("%s\n", err);
        return false;
    }
    i.bytes = sm70_cubin_write(&m, &i.size, err, sizeof err);
    bool ok = i.bytes && gt_write_file(out, write_image, &i);
    if (!i.bytes)
        gt_tell("%s: %s\n", in, err);
    free((void *)(uintptr_t)i.bytes);
    sm70_module_free(&m);
    return ok;
}

/* A file, by the assembler that its .arch asks for; returns the exit status. */
static int assemble(const char *in, const char *out)
{
    size_t len;
    char *text = gt_read_file(in, &len);
    struct gt_cubin c;
    bool ok;

    if (!text) {
        gt_tell("%s: %s\n", in, strerror(errno));
        return 1;
    }
    if (strlen(text) != len) {
        gt_tell("%s: expected text, found a zero byte\n", in);
        free(text);
        return 1;
    }
    if (sm70_is_text(text)) {
        ok = assemble_sm70(text, in, out);
        free(text);
        return ok ? 0 : 1;
    }
    ok = isa_asm_file(text, in, &c, stderr) && gt_write_file(out, write_cubin, &c);
    cubin_free(&c);
    free(text);
    return ok ? 0 : 1;
}

struct files { const char *in, *out; };

static int operand(void *ctx, const char *value)
{
    struct files *f = ctx;

    if (f->in)
        return cli_usage("as", "one file expected, got '%s' and '%s'", f->in, value);
    f->in = value;
    return CLI_GO_ON;
}

static const struct cli_option options[] = {
    OPT_TEXT("-o", "FILE", struct files, out,
             "the cubin; default: the input's name with the ending .cubin; - is standard output"),
    { 0 }
};

const struct cli_command gt_command_as = {
    .name = "as", .what = "assembly text to a cubin", .group = CLI_COMPILE, .usage = "FILE [-o FILE]",
    .about = "Assembles to a cubin. The language is described in isa/README.md; gt200 dis writes it. Text that begins "
             "with .arch sm_70, 75, 80, 86, 89 or 90 becomes a cubin of that chip (isa/sm70/README.md).",
    .options = options, .operand = operand, .run = gt_cmd_as,
};

int gt_cmd_as(int argc, char **argv)
{
    struct files f = { NULL, NULL };
    char name[4096];
    int rc = cli_options(&gt_command_as, &f, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (!f.in)
        return cli_usage("as", "no input file");
    if (!f.out) {
        default_out(f.in, name, sizeof name);
        f.out = name;
    }
    return assemble(f.in, f.out);
}
