/* SPDX-License-Identifier: Apache-2.0
 *
 * What the commands that compile share: reading PTX, writing cubins, registers by option.
 */
#include "cmd.h"
#include "files.h"
#include "gt_chip.h"
#include "options.h"
#include "printable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

unsigned cmd_arch_1x(unsigned arch)
{
    return arch >= 10 && arch <= GT_COMPUTE ? arch : 0;
}

static bool bad_registers(const char *value)
{
    gt_tell("gt200: -maxrregcount: expected a number from 4 to %d, found '%s'\n", GT_REGS_COMPILED, value);
    return false;
}

bool cmd_max_registers(const char *value, unsigned *regs)
{
    uint64_t n;

    if (!cli_number(value, 255, &n) || n < 4)
        return bad_registers(value);
    *regs = (unsigned)n;
    return true;
}

bool cmd_registers_fit(unsigned regs, bool later)
{
    char value[12];

    snprintf(value, sizeof value, "%u", regs);
    return later || regs <= GT_REGS_COMPILED || bad_registers(value);
}

char *cmd_read(const char *path)
{
    FILE *f = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    size_t n = 0;
    char *text = f ? gt_slurp(f, &n) : NULL;

    if (!text)
        gt_tell("%s: %s\n", path, strerror(errno));
    if (f && f != stdin)
        fclose(f);
    if (text && memchr(text, 0, n)) {
        gt_tell("%s: expected text, found a zero byte\n", path);
        free(text);
        return NULL;
    }
    return text;
}

struct contents {
    const char *data;
    size_t      n;
};

static bool write_contents(FILE *f, const void *data)
{
    const struct contents *c = data;
    return fwrite(c->data, 1, c->n, f) == c->n && !fflush(f);
}

bool cmd_write(const char *path, const char *data, size_t n)
{
    return gt_write_file(path, write_contents, &(struct contents){ data, n });
}

int cmd_compile(const char *source, const char *name, const char *base, const char *out,
                const struct ptxas_options *opt)
{
    struct ptxas_result res;
    if (!ptxas_compile(source, name, opt, &res)) {
        gt_tell("%s\n", res.error);
        return 1;
    }
    return cmd_write_cubin(&res, base, out);
}

int cmd_write_cubin(const struct ptxas_result *res, const char *base, const char *out)
{
    char *dflt = NULL;
    if (!out) {
        size_t n = strlen(base) + 8;
        const char *dot = strrchr(base, '.'), *slash = strrchr(base, '/');
        dflt = malloc(n);
        if (!dflt) {
            gt_tell("%s: out of memory\n", base);
            free(res->text);
            return 1;
        }
        int stem = dot && (!slash || dot > slash) && dot != base ? (int)(dot - base) : (int)strlen(base);
        snprintf(dflt, n, "%.*s.cubin", stem, base);
        out = dflt;
    }
    bool ok = cmd_write(out, res->text, res->length);
    free(dflt);
    free(res->text);
    return ok ? 0 : 1;
}
