/* SPDX-License-Identifier: Apache-2.0
 * gt200 infer: size, ways, line and sets of caches from a measured latency curve. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "curve.h"
#include "infer.h"
#include "infer_out.h"

/* Bytes of a unit of sizes; false: there is none of that name. */
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

/* Reads the curve, infers, and prints. */
static int tell(const char *path, const struct curve_choice *choice, uint64_t stride, double offset, bool csv,
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
    if (!infer_caches(&c, stride, offset, r))
        rc = cli_failure("infer", "out of memory");
    else if (picture && !infer_plot(picture, &c, r, err, sizeof err))
        rc = *err ? cli_failure("infer", "%s", err) : CLI_FAILURE;
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

struct arguments {
    struct curve_choice choice;
    const char *path, *picture;
    uint64_t stride;
    double offset;
    bool csv;
};

static int unit(void *ctx, const char *name, const char *value)
{
    return unit_of(value, &((struct arguments *)ctx)->choice.unit)
               ? CLI_GO_ON : cli_usage("infer", "%s: '%s' is not B, KB or MB", name, value);
}

static int offset(void *ctx, const char *name, const char *value)
{
    char *end;
    double v = strtod(value, &end);

    if (end == value || *end || !(v >= 0 && v < 1e9))
        return cli_usage("infer", "%s: '%s' is not a number of clocks", name, value);
    ((struct arguments *)ctx)->offset = v;
    return CLI_GO_ON;
}

static int operand(void *ctx, const char *value)
{
    struct arguments *a = ctx;

    if (a->path)
        return cli_usage("infer", "one file expected, got '%s' and '%s'", a->path, value);
    a->path = value;
    return CLI_GO_ON;
}

static const struct cli_option options[] = {
    OPT_NUMBER("--stride", "N", struct arguments, stride, 1, UINT64_C(1) << 40,
               "bytes between successive accesses; without it: column `stride` or a line \"# stride: N\" of the file, "
               "else the common divisor of the sizes"),
    { .name = "--unit", .arg = "U", .kind = CLI_CALL, .take = unit, .words = "B KB MB",
      .help = "unit of x in the file (and of its stride), default B" },
    OPT_TEXT("--figure", "F", struct arguments, choice.figure, "which curve, when the file has several"),
    OPT_TEXT("--series", "S", struct arguments, choice.series, "likewise"),
    OPT_TEXT("--target", "T", struct arguments, choice.target, "likewise"),
    OPT_CALL("--offset", "CLOCKS", offset,
             "clocks of each access that are not memory (address arithmetic); subtracted from latencies"),
    OPT_FLAG("--csv", struct arguments, csv, "level,property,relation,value,unit,reason on standard output"),
    OPT_TEXT("--plot", "FILE", struct arguments, picture,
             "the curve with what was inferred, as SVG"),
    { 0 }
};

static int run(int argc, char **argv);

const struct cli_command gt_command_infer = {
    .name = "infer", .what = "size, ways and lines of caches from a latency curve", .group = CLI_MEASURE,
    .usage = "CURVE.csv [options]",
    .about =
        "Reads a latency curve (a pointer chase through arrays of growing size) and tells, from the curve alone, "
        "the levels of the hierarchy: latency, size, ways, line and sets, each with its reason, or \"cannot tell\" "
        "and why. CURVE.csv has columns x (bytes) and y (clocks per access), or is what gt200 bench --csv writes; "
        "with none so named, the first two are taken and named in the output; - is standard input.",
    .options = options, .operand = operand, .run = run,
    .notes = "Exit status: 0 the curve was read, whatever it tells; 1 it could not be; 2 usage.",
};

static int run(int argc, char **argv)
{
    struct arguments a = { .choice = { .unit = 1 } };
    int rc = cli_options(&gt_command_infer, &a, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (!a.path)
        return cli_usage("infer", "expected a file with a curve");
    return tell(a.path, &a.choice, a.stride, a.offset, a.csv, a.picture);
}
