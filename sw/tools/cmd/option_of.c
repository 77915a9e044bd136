/* SPDX-License-Identifier: Apache-2.0
 *
 * The row of a command's table that an argument is, and the variable that says the same.
 */
#include "options.h"
#include "settings.h"

#include <stdio.h>
#include <string.h>

/* How much of `arg` is the spelling `name` of an option; 0: it is another. */
static size_t matches(const struct cli_option *o, const char *name, size_t n, const char *arg)
{
    size_t dash = 0;

    if (o->how & CLI_NVCC) {
        size_t skip = name[1] == '-' ? 2 : 1;
        if (arg[0] != '-')
            return 0;
        dash = arg[1] == '-' ? 2 : 1;
        name += skip;
        n -= skip;
    }
    if (strncmp(arg + dash, name, n))
        return 0;
    char next = arg[dash + n];
    bool joined = (o->how & (CLI_JOINED | CLI_PREFIX)) || (o->arg && (o->how & CLI_NVCC) && next == '=');
    return !next || joined ? dash + n : 0;
}

const struct cli_option *cli_option_in(const struct cli_option *table, const char *arg, size_t *length)
{
    for (const struct cli_option *o = table; o && o->name; o++)
        for (const char *p = o->name; *p; p += strspn(p, " ")) {
            size_t n = strcspn(p, " ");
            if ((*length = matches(o, p, n, arg)))
                return o;
            p += n;
        }
    return NULL;
}

const struct cli_option *cli_option_of(const struct cli_command *c, const char *arg, size_t *length)
{
    const struct cli_option *o = cli_option_in(c->options, arg, length);

    return o ? o : cli_option_in(c->more, arg, length);
}

const char *cli_variable_of(const struct cli_command *c, const struct cli_option *o)
{
    char name[64];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(o->name, " "), o->name);
    const size_t row = c->asked ? cmd_setting_of(c->name, name) : cmd_setting_count;
    return row < cmd_setting_count ? cmd_settings[row].variable : NULL;
}
