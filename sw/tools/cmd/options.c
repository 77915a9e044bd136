/* SPDX-License-Identifier: Apache-2.0
 *
 * The command line of a command, read by its table of options.
 */
#include "options.h"
#include "printable.h"
#include "settings.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void print_message(const char *cmd, const char *fmt, va_list ap)
{
    char text[4096];

    vsnprintf(text, sizeof text, fmt, ap);
    gt_tell("gt200 %s: %s", cmd, text);
}

int cli_usage(const char *cmd, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    print_message(cmd, fmt, ap);
    va_end(ap);
    gt_tell(" (see gt200 %s --help)\n", cmd);
    return CLI_USAGE;
}

int cli_failure(const char *cmd, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    print_message(cmd, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    return CLI_FAILURE;
}

static int take_number(const struct cli_command *c, const struct cli_option *o, const char *name, const char *value,
                       uint64_t *to)
{
    if (cli_number(value, o->max, to) && *to >= o->min)
        return CLI_GO_ON;
    return cli_usage(c->name, "%s: '%s' is not a number from %llu to %llu", name, value, (unsigned long long)o->min,
                          (unsigned long long)o->max);
}

/* Stores the value of an option, or calls who takes it. */
static int take_value(const struct cli_command *c, const struct cli_option *o, void *ctx, const char *name,
                      const char *value)
{
    char *at = (char *)ctx + o->at;

    switch (o->kind) {
    case CLI_FLAG:
        *(bool *)at = true;
        return CLI_GO_ON;
    case CLI_TEXT:
        *(const char **)at = value;
        return CLI_GO_ON;
    case CLI_NUMBER:
        return take_number(c, o, name, value, (uint64_t *)at);
    case CLI_CALL:
        break;
    }
    return o->take(ctx, name, value);
}

static struct cmd_asked *asked_of(const struct cli_command *c, void *ctx)
{
    return (struct cmd_asked *)((char *)ctx + c->asked);
}

/* The option argv[*i] with its value, which may be the next argument. */
static int take_option(const struct cli_command *c, void *ctx, int argc, char **argv, int *i)
{
    char name[64];
    size_t n;
    const char *arg = argv[*i], *value = NULL;
    const struct cli_option *o = cli_option_of(c, arg, &n);

    if (!o && (!strcmp(arg, "--help") || !strcmp(arg, "-h"))) {
        cli_help(stdout, c);
        return CLI_OK;
    }
    if (!o)
        return cli_usage(c->name, "unknown option '%s'", arg);
    snprintf(name, sizeof name, "%.*s", (int)n, arg);
    if (o->arg && (arg[n] || (o->how & CLI_PREFIX)))
        value = arg + n + ((o->how & CLI_NVCC) && arg[n] == '=');
    else if (o->arg && *i + 1 < argc && !((o->how & CLI_MAYBE) && argv[*i + 1][0] == '-'))
        value = argv[++*i];
    else if (o->how & CLI_MAYBE)
        value = NULL;
    else if (o->arg)
        return cli_usage(c->name, "%s: a value is missing (%s)", name, o->arg);
    int rc = take_value(c, o, ctx, name, value);
    if (rc == CLI_GO_ON && c->asked && (n = cmd_setting_of(c->name, name)) < cmd_setting_count)
        cmd_ask(asked_of(c, ctx), n, value ? value : "1", false);
    return rc;
}

/* What a variable of the environment says of the machine, as its option would. */
static int take_variable(const struct cli_command *c, void *ctx, size_t row, const char *value)
{
    const struct cmd_setting *s = &cmd_settings[row];
    const bool off = s->off && cli_word_in(s->off, value, strlen(value));
    size_t n = 0;
    const struct cli_option *o = s->option ? cli_option_in(c->options, s->option, &n) : NULL;
    char name[64];

    snprintf(name, sizeof name, "GT200_%s", s->variable);
    if (!o && off)
        return CLI_GO_ON;
    if (!o && s->targets && !c->runtime && strcmp(s->targets, "cuda"))
        return cli_usage(c->name, "%s: this command has no such setting", name);
    if (!o) {
        if (s->targets)
            cmd_ask(asked_of(c, ctx), row, value, true);
        return CLI_GO_ON;
    }
    if (s->words && !cli_word_in(s->words, value, strlen(value)))
        return cli_usage(c->name, "%s: '%s' is none of: %s", name, value, s->words);
    int rc = !o->arg && off ? CLI_GO_ON : take_value(c, o, ctx, name, value);
    if (rc == CLI_GO_ON)
        cmd_ask(asked_of(c, ctx), row, value, true);
    return rc;
}

static int take_variables(const struct cli_command *c, void *ctx)
{
    int rc = CLI_GO_ON;

    for (size_t i = 0; i < cmd_setting_count && rc == CLI_GO_ON; i++) {
        const char *value = cmd_setting_value(i);
        if (value)
            rc = take_variable(c, ctx, i, value);
    }
    return rc;
}

int cli_options(const struct cli_command *c, void *ctx, int argc, char **argv)
{
    bool only_operands = false;
    int rc = c->asked ? take_variables(c, ctx) : CLI_GO_ON;

    if (rc != CLI_GO_ON)
        return rc;
    for (int i = 1; i < argc; i++) {
        if (!only_operands && !strcmp(argv[i], "--")) {
            only_operands = true;
            continue;
        }
        if (!only_operands && argv[i][0] == '-' && argv[i][1])
            rc = take_option(c, ctx, argc, argv, &i);
        else if (c->operand)
            rc = c->operand(ctx, argv[i]);
        else
            rc = cli_usage(c->name, "unexpected argument '%s'", argv[i]);
        if (rc != CLI_GO_ON)
            return rc;
    }
    return CLI_GO_ON;
}
