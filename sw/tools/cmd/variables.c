/* SPDX-License-Identifier: Apache-2.0
 *
 * Warns of variables that no setting has, with the name that is nearest.
 */
#define _GNU_SOURCE         /* environ */
#include "variables.h"
#include "options.h"
#include "printable.h"
#include "settings.h"

#include <string.h>
#include <unistd.h>

#define PREFIX "GT200_"
#define LONGEST 24

/* How many letters must be put in, left out or exchanged to make b of the first n letters of a; those that stand side
 * by side in the other order count as one. */
static unsigned distance(const char *a, size_t n, const char *b)
{
    unsigned row[3][LONGEST + 1];
    const size_t m = strlen(b);

    for (size_t i = 0; i <= n; i++) {
        unsigned *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        for (size_t j = 0; j <= m; j++) {
            if (!i || !j) {
                now[j] = (unsigned)(i + j);
                continue;
            }
            unsigned d = last[j - 1] + (a[i - 1] != b[j - 1]);
            d = last[j] + 1 < d ? last[j] + 1 : d;
            d = now[j - 1] + 1 < d ? now[j - 1] + 1 : d;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < d)
                d = before[j - 2] + 1;
            now[j] = d;
        }
    }
    return row[n % 3][m];
}

/* A variable GT200_NAME of the environment; with the setting that is nearest, if one is near. */
static void one(const char *name, size_t n)
{
    const char *nearest = NULL;
    unsigned least = (unsigned)n / 2 + 1;

    for (size_t i = 0; i < cmd_setting_count; i++) {
        const char *known = cmd_settings[i].variable;
        const unsigned d = known && n <= LONGEST ? distance(name, n, known) : LONGEST;
        if (!d)
            return;
        if (d < least)
            least = d, nearest = known;
    }
    gt_tell("gt200: warning: " PREFIX "%.*s: there is no such variable%s%s%s\n", (int)n, name,
            nearest ? "; did you mean " PREFIX : " (docs/cuda.md)", nearest ? nearest : "", nearest ? "?" : "");
}

void cmd_variables(void)
{
    const size_t prefix = strlen(PREFIX);

    for (char **e = environ; *e; e++)
        if (!strncmp(*e, PREFIX, prefix))
            one(*e + prefix, strcspn(*e + prefix, "="));
}

static bool command;        /* written before there are threads */

int cmd_begin_command(void)
{
    char err[256];

    command = true;
    cmd_variables();
    if (cmd_settings_valid(err, sizeof err))
        return CLI_GO_ON;
    gt_tell("gt200: %s\n", err);
    return CLI_USAGE;
}

bool cmd_is_command(void)
{
    return command;
}
