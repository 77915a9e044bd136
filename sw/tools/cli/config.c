/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 config: what a launch sets at the ports of tpc_top, for a test bench: launch_cfg_t and sm_place_t.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "gsim.h"
#include "kernel_name.h"
#include "module.h"
#include "ports.h"

struct arguments {
    const char *cubin, *kernel;
    uint64_t grid[2], block[3], smem, memory_mb;
    bool have_grid, have_block, json;
};

struct field { const char *name; unsigned at, bits; };

#define FIELD(name, at, bits) { #name, at, bits },
static const struct field cfg_fields[] = { RTL_LAUNCH_CFG_FIELDS(FIELD) };
static const struct field place_fields[] = { RTL_SM_PLACE_FIELDS(FIELD) };

static int take_operand(void *ctx, const char *value)
{
    struct arguments *a = ctx;

    if (a->cubin)
        return cli_usage("config", "one cubin expected, got '%s' and '%s'", a->cubin, value);
    a->cubin = value;
    return CLI_GO_ON;
}

static int take_grid(void *ctx, const char *name, const char *value)
{
    struct arguments *a = ctx;

    a->have_grid = true;
    if (cli_sizes(value, a->grid, 2))
        return CLI_GO_ON;
    return cli_usage("config", "%s: '%s' is not a grid size (expected X or X,Y)", name, value);
}

static int take_block(void *ctx, const char *name, const char *value)
{
    struct arguments *a = ctx;

    a->have_block = true;
    if (cli_sizes(value, a->block, 3))
        return CLI_GO_ON;
    return cli_usage("config", "%s: '%s' is not a block size (expected X, X,Y or X,Y,Z)", name, value);
}

/* Bits from the highest down, as a number in Verilog or, in hexadecimal with 0x, as one for other programs. */
static void print_vector(const uint32_t *w, unsigned bits, bool verilog)
{
    const unsigned words = PORTS_WORDS(bits), digits = (bits + 3) / 4;

    if (verilog)
        printf("%u'h", bits);
    else
        printf("0x");
    printf("%0*x", (int)(digits - 8 * (words - 1)), w[words - 1]);
    for (unsigned i = words - 1; i-- > 0;)
        printf("%08x", w[i]);
}

/* A struct as a vector, as words and field by field. */
static void print_struct(const char *name, const uint32_t *w, unsigned bits, const struct field *f, size_t n)
{
    printf("\n%s, %u bits\n  vector  ", name, bits);
    print_vector(w, bits, true);
    printf("\n  words, lowest first");
    for (unsigned i = 0; i < PORTS_WORDS(bits); i++)
        printf("%s0x%08x", i % 8 ? " " : "\n    ", w[i]);
    printf("\n");
    for (size_t i = 0; i < n; i++) {
        char range[16];
        const uint32_t value = ports_get(w, f[i].at, f[i].bits);
        snprintf(range, sizeof range, "[%u:%u]", f[i].at + f[i].bits - 1, f[i].at);
        printf("  %-12s %-10s %10u  0x%x\n", f[i].name, range, value, value);
    }
}

static void print_json(const char *name, const uint32_t *w, unsigned bits, const struct field *f, size_t n)
{
    printf("  \"%s\": {\"bits\": %u, \"vector\": \"", name, bits);
    print_vector(w, bits, false);
    printf("\", \"words\": [");
    for (unsigned i = 0; i < PORTS_WORDS(bits); i++)
        printf("%s%u", i ? ", " : "", w[i]);
    printf("],\n    \"fields\": {");
    for (size_t i = 0; i < n; i++)
        printf("%s\"%s\": %u", i ? ", " : "", f[i].name, ports_get(w, f[i].at, f[i].bits));
    printf("}}");
}

#define STRUCT(print, name, NAME, words, fields) \
    print(name, words, RTL_##NAME##_BITS, fields, sizeof fields / sizeof *fields)

static int print_config(const struct arguments *a, const struct gt_launch *l, const struct gt_config *c)
{
    uint32_t cfg[PORTS_CFG_WORDS], place[PORTS_WORDS(RTL_SM_PLACE_BITS)] = { 0 };

    ports_cfg(cfg, l, c);
    PORTS_PUT(place, RTL_SM_PLACE_LOCAL_BASE, c->local_base);
    if (a->json) {
        printf("{\n  \"kernel\": \"%s\",\n", l->name);
        STRUCT(print_json, "launch_cfg_t", LAUNCH_CFG, cfg, cfg_fields);
        printf(",\n");
        STRUCT(print_json, "sm_place_t", SM_PLACE, place, place_fields);
        printf("\n}\n");
        return CLI_OK;
    }
    printf("kernel %s: %u blocks of %u threads\n", l->name, l->grid_x * l->grid_y, c->nthreads);
    STRUCT(print_struct, "launch_cfg_t", LAUNCH_CFG, cfg, cfg_fields);
    STRUCT(print_struct, "sm_place_t of SM 0", SM_PLACE, place, place_fields);
    return CLI_OK;
}

/* Makes the launch as gt200 run would, without running it. */
static int of_module(const struct arguments *a, struct gt_gpu *g, const struct gt_module *m)
{
    char err[4096];
    struct gt_launch l;
    struct gt_config c;
    struct gt_result res = { 0 };
    const int k = a->kernel ? kernel_by_name(&m->cubin, a->kernel, err, sizeof err) : 0;

    if (k < 0)
        return cli_failure("config", "%s: %s", a->cubin, err);
    if (!a->kernel && m->cubin.nkernels != 1)
        return cli_usage("config", "%s: which of its %zu kernels? (-k NAME)", a->cubin, m->cubin.nkernels);
    const struct gt_cubin_kernel *kernel = &m->cubin.kernels[k];
    const uint32_t params[64] = { 0 };
    if (!gt_module_block(m, k, (unsigned)a->block[0], (unsigned)a->block[1], (unsigned)a->block[2], err, sizeof err))
        return cli_failure("config", "%s", err);
    gt_module_launch(m, k, &l);
    l.grid_x = (uint32_t)a->grid[0];
    l.grid_y = (uint32_t)a->grid[1];
    l.block_x = (uint32_t)a->block[0];
    l.block_y = (uint32_t)a->block[1];
    l.block_z = (uint32_t)a->block[2];
    l.dyn_smem = (uint32_t)a->smem;
    l.params = params;
    l.param_words = kernel->has_param ? (kernel->param + 3) / 4 : 0;
    if (!gt_launch_config(g, &l, &c, &res))
        return cli_failure("config", "%s", res.message);
    return print_config(a, &l, &c);
}

static int config_run(int argc, char **argv);

static const struct cli_option options[] = {
    { .name = "-k", .arg = "NAME", .kind = CLI_TEXT, .at = offsetof(struct arguments, kernel),
      .ask = "run FILE --list", .help = "the kernel of a cubin that has several" },
    OPT_CALL("-g", "X[,Y]", take_grid, "blocks of the grid"),
    OPT_CALL("-b", "X[,Y[,Z]]", take_block, "threads of a block"),
    OPT_NUMBER("--smem", "N", struct arguments, smem, 0, UINT32_MAX, "bytes of dynamic shared memory"),
    OPT_NUMBER("--memory", "N", struct arguments, memory_mb, 1, 4095, "device memory in MB (default 64)"),
    OPT_FLAG("--json", struct arguments, json, "the same as JSON"),
    { 0 }
};

const struct cli_command gt_command_config = {
    .name = "config", .what = "what a launch sets at the ports of the RTL, bit by bit", .group = CLI_LOOK,
    .usage = "K.cubin -g X[,Y] -b X[,Y[,Z]] [-k NAME] [options]",
    .about = "Prints what a launch sets at the ports cfg (launch_cfg_t) and place (sm_place_t) of tpc_top: as a number "
             "in Verilog, as words, and field by field with its bits (docs/bench.md).",
    .options = options, .operand = take_operand, .run = config_run,
};

static int config_run(int argc, char **argv)
{
    struct arguments a = { .grid = { 1, 1 }, .block = { 1, 1, 1 }, .memory_mb = 64 };
    struct gt_module m;
    char err[4096];
    int rc = cli_options(&gt_command_config, &a, argc, argv);

    if (rc != CLI_GO_ON)
        return rc;
    if (!a.cubin)
        return cli_usage("config", "which cubin?");
    if (!a.have_grid || !a.have_block)
        return cli_usage("config", "grid and block sizes are needed (-g X,Y -b X,Y,Z)");
    struct gt_gpu *g = gt_gpu_new((uint32_t)a.memory_mb << 20);
    if (!g)
        return cli_failure("config", "out of memory");
    if (gt_module_load_file(&m, g, a.cubin, err, sizeof err)) {
        rc = of_module(&a, g, &m);
        gt_module_free(&m);
    } else {
        rc = cli_failure("config", "%s", err);
    }
    gt_gpu_free(g);
    return rc;
}
