/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of all commands: however an option of a table may be written, it is that one, not another that begins
 * like it; values reach their place; numbers end where the table says; what is in no table is refused.
 */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

static int failures;

static void fail(const struct cli_command *c, const char *arg, const char *what)
{
    printf("gt200 %s %s: %s\n", c->name, arg, what);
    failures++;
}

static void is_option(const struct cli_command *c, const struct cli_option *o, const char *arg)
{
    size_t n;
    const struct cli_option *found = cli_option_of(c, arg, &n);

    if (!found)
        fail(c, arg, "is no option");
    else if (found != o)
        fail(c, arg, found->name);
}

/* Every way to write the spelling. */
static void spellings(const struct cli_command *c, const struct cli_option *o, const char *spelling)
{
    char arg[80];
    const char *bare = spelling + 1 + (spelling[1] == '-');

    is_option(c, o, spelling);
    for (int dashes = 1; (o->how & CLI_NVCC) && dashes <= 2; dashes++) {
        snprintf(arg, sizeof arg, "%.*s%s", dashes, "--", bare);
        is_option(c, o, arg);
        snprintf(arg, sizeof arg, "%.*s%s=1", dashes, "--", bare);
        if (o->arg)
            is_option(c, o, arg);
    }
    if (o->how & (CLI_JOINED | CLI_PREFIX)) {
        snprintf(arg, sizeof arg, "%s1", spelling);
        is_option(c, o, arg);
    }
}

static int given(const struct cli_command *c, char *ctx, const char *option, const char *value)
{
    char *argv[] = { (char *)c->name, (char *)option, (char *)value, NULL };
    return cli_options(c, ctx, value ? 3 : 2, argv);
}

/* What an option does that calls no function of its command. */
static void effect(const struct cli_command *c, const struct cli_option *o, const char *option, char *ctx)
{
    char *at = ctx + o->at, text[32];

    if (o->kind == CLI_FLAG && (given(c, ctx, option, NULL) != CLI_GO_ON || !*(bool *)at))
        fail(c, option, "is not set");
    if (o->kind == CLI_TEXT && (given(c, ctx, option, "value") != CLI_GO_ON || strcmp(*(const char **)at, "value")))
        fail(c, option, "has not its value");
    if (o->kind != CLI_NUMBER)
        return;
    const uint64_t ends[] = { o->min, o->max };
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)ends[i]);
        if (given(c, ctx, option, text) != CLI_GO_ON || *(uint64_t *)at != ends[i])
            fail(c, option, text);
    }
    snprintf(text, sizeof text, "%llu", (unsigned long long)o->max + 1);
    if (o->max != UINT64_MAX && given(c, ctx, option, text) != CLI_USAGE)
        fail(c, option, "takes more than its most");
}

/* Every option of a command, in each of its spellings. */
static void command(const struct cli_command *c, char *ctx)
{
    size_t n;

    if (!c->usage || !c->what || !c->run)
        fail(c, "", "its table is incomplete");
    if (cli_option_of(c, "--frob", &n) || given(c, ctx, "--frob", NULL) != CLI_USAGE)
        fail(c, "--frob", "is taken");
    for (const struct cli_option *o = c->options; o && o->name; o++) {
        char names[512], *save = NULL;
        snprintf(names, sizeof names, "%s", o->name);
        for (char *p = strtok_r(names, " ", &save); p; p = strtok_r(NULL, " ", &save)) {
            spellings(c, o, p);
            if (!(o->how & CLI_PREFIX))
                effect(c, o, p, ctx);
        }
    }
}

int main(void)
{
    char *ctx = calloc(1, 1 << 20);      /* in place of every command's structure */

    for (size_t i = 0; ctx && i < command_count; i++)
        command(commands[i], ctx);
    printf("%zu commands, %d failures\n", command_count, failures);
    free(ctx);
    return !ctx || failures;
}
