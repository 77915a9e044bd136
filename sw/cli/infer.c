/* SPDX-License-Identifier: Apache-2.0
 * gt200 infer: size, ways, line and sets of caches from a measured latency curve. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "curve.h"
#include "infer.h"
#include "infer_out.h"

static int help(void)
{
    printf("usage: gt200 infer CURVE.csv [--stride N] [--unit B|KB|MB] [--figure F] [--series S] [--target T]\n"
           "                   [--offset CLOCKS] [--csv] [--plot FILE.svg]\n\n"
           "Reads a latency curve (a pointer chase through arrays of growing size) and tells, from the curve alone, "
           "the\n"
           "levels of the hierarchy: latency, size, ways, line and sets, each with its reason, or \"cannot tell\" "
           "and why.\n\n"
           "  CURVE.csv   columns x (bytes) and y (clocks per access), or what gt200 bench --csv writes; with none "
           "so named, the\n"
           "              first two, which are then named in the output; - is standard input\n"
           "  --stride N  bytes between successive accesses; without it: column `stride` or a line \"# stride: N\" "
           "of the\n"
           "              file, else the common divisor of the sizes\n"
           "  --unit U    unit of x in the file (and of its stride): B, KB or MB; default B\n"
           "  --figure F, --series S, --target T\n"
           "              which curve, when the file has several\n"
           "  --offset C  clocks of each access that are not memory (address arithmetic); subtracted from latencies\n"
           "  --csv       level,property,relation,value,unit,reason on standard output\n"
           "  --plot FILE the curve with what was inferred, SVG or PNG (by the file name; needs gnuplot)\n"
           "Exit status: 0 the curve was read, whatever it tells; 1 it could not be; 2 usage.\n");
    return CLI_OK;
}

static bool unit_of(const char *text, uint64_t *unit)
{
    static const struct {
        const char *name;
        uint64_t bytes;
    } units[] = { { "B", 1 }, { "KB", 1024 }, { "MB", 1048576 } };

    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(text, units[i].name)) {
            *unit = units[i].bytes;
            return true;
        }
    return false;
}

static int run(const char *path, const struct curve_choice *choice, uint64_t stride, double offset, bool csv,
               const char *picture)
{
    struct curve c;
    struct inference *r = malloc(sizeof *r);
    char err[1600];
    int rc = CLI_OK;

    if (!r)
        return cli_failure("infer", "out of memory");
    if (!curve_read(&c, path, choice, err, sizeof err)) {
        free(r);
        return cli_failure("infer", "%s", err);
    }
    if (!infer(&c, stride, offset, r))
        rc = cli_failure("infer", "out of memory");
    else if (picture && !infer_plot(picture, &c, r, err, sizeof err))
        rc = cli_failure("infer", "%s", err);
    else if (csv)
        infer_csv(stdout, r);
    else {
        if (*c.title)
            printf("%s: ", c.title);
        infer_print(stdout, r);
    }
    curve_free(&c);
    free(r);
    return rc;
}

int gt_cmd_infer(int argc, char **argv)
{
    struct curve_choice choice = { .unit = 1 };
    const char *path = NULL, *picture = NULL, *stride_text = NULL, *unit = NULL, *offset_text = NULL;
    uint64_t stride = 0;
    double offset = 0;
    bool csv = false;
    const struct { const char *name; const char **to; } options[] = {
        { "--stride", &stride_text },   { "--unit", &unit },
        { "--figure", &choice.figure }, { "--series", &choice.series },
        { "--target", &choice.target }, { "--offset", &offset_text },
        { "--plot", &picture },
    };

    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        bool taken = false;
        if (!strcmp(a, "--help") || !strcmp(a, "-h"))
            return help();
        for (size_t n = 0; n < sizeof options / sizeof *options; n++) {
            if (strcmp(a, options[n].name))
                continue;
            if (i + 1 == argc)
                return cli_usage("infer", "%s needs a value", a);
            *options[n].to = argv[++i];
            taken = true;
            break;
        }
        if (taken)
            continue;
        if (!strcmp(a, "--csv"))
            csv = true;
        else if ((a[0] == '-' && a[1]) || path)
            return cli_usage("infer", "unexpected argument '%s'", a);
        else
            path = a;
    }
    if (!path)
        return cli_usage("infer", "expected a file with a curve");
    if (unit && !unit_of(unit, &choice.unit))
        return cli_usage("infer", "--unit: '%s' is not B, KB or MB", unit);
    if (stride_text && (!cli_number(stride_text, UINT64_C(1) << 40, &stride) || !stride))
        return cli_usage("infer", "--stride: '%s' is not a number of bytes from 1", stride_text);
    if (offset_text) {
        char *end;
        offset = strtod(offset_text, &end);
        if (end == offset_text || *end || !(offset >= 0 && offset < 1e9))
            return cli_usage("infer", "--offset: '%s' is not a number of clocks", offset_text);
    }
    return run(path, &choice, stride, offset, csv, picture);
}
