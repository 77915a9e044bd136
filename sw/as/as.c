/* SPDX-License-Identifier: Apache-2.0 */
#include "as.h"

#include "asm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: gt200 as FILE [-o OUT]\n"
    "\n"
    "Assembles FILE to a text cubin. OUT is FILE with the ending .cubin if -o is missing; - is standard\n"
    "output. The language is described in isa/README.md; gt200 dis writes it.\n";

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

static int assemble(const char *in, const char *out)
{
    size_t len;
    char *text = gt_read_file(in, &len);
    struct gt_cubin c;
    bool ok;

    if (!text) {
        fprintf(stderr, "%s: %s\n", in, strerror(errno));
        return 1;
    }
    if (strlen(text) != len) {
        fprintf(stderr, "%s: expected text, found a zero byte\n", in);
        free(text);
        return 1;
    }
    ok = isa_asm_file(text, in, &c, stderr) && gt_write_file(out, write_cubin, &c);
    cubin_free(&c);
    free(text);
    return ok ? 0 : 1;
}

int gt_cmd_as(int argc, char **argv)
{
    const char *in = NULL, *out = NULL;
    char name[4096];

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(usage, stdout);
            return 0;
        }
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc) {
            out = argv[++i];
        } else if ((argv[i][0] == '-' && argv[i][1]) || in) {
            fprintf(stderr, "gt200 as: unexpected argument '%s'\n%s", argv[i], usage);
            return 2;
        } else {
            in = argv[i];
        }
    }
    if (!in) {
        fprintf(stderr, "gt200 as: no input file\n%s", usage);
        return 2;
    }
    if (!out) {
        default_out(in, name, sizeof name);
        out = name;
    }
    return assemble(in, out);
}
