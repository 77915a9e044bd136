/* SPDX-License-Identifier: Apache-2.0
 *
 * The help of a command from its table.
 */
#include "options.h"

#include <string.h>

enum { WIDTH = 100, COLUMN = 22 };      /* of a line; where descriptions begin */

/* Text from column `at` on, its further lines indented to `indent`; a newline in it stays. Ends the line. */
static void wrap(FILE *f, const char *text, size_t at, size_t indent)
{
    bool first = true;

    while (*text) {
        size_t n = strcspn(text, " \n"), blanks = strspn(text + n, " ");
        if (!first && at + 1 + n > WIDTH) {
            fprintf(f, "\n%*s", (int)indent, "");
            at = indent;
            first = true;
        }
        fprintf(f, "%s%.*s", first ? "" : " ", (int)n, text);
        at += n + !first;
        first = false;
        text += n + blanks;
        if (*text == '\n') {
            text++;
            size_t more = strspn(text, " ");
            fprintf(f, "\n%*s", *text ? (int)(indent + more) : 0, "");
            at = indent + more;
            text += more;
            first = true;
        }
    }
    fputc('\n', f);
}

/* The first spelling, and its value behind it as one writes it. */
static size_t synopsis(char *out, size_t room, const struct cli_option *o)
{
    return (size_t)snprintf(out, room, "%.*s%s%s", (int)strcspn(o->name, " "), o->name,
                            o->arg && !(o->how & CLI_PREFIX) ? " " : "", o->arg ? o->arg : "");
}

/* An option with its words and its variable, wrapped. */
static void option_help(FILE *f, const struct cli_command *c, const struct cli_option *o)
{
    char text[2048], left[256];
    const char *variable = cli_variable_of(c, o);
    size_t n = synopsis(left, sizeof left, o);

    snprintf(text, sizeof text, "%s%s%s%s%s", o->help, o->words ? "\none of: " : "", o->words ? o->words : "",
             variable ? "\nor by the environment: GT200_" : "", variable ? variable : "");
    fprintf(f, "  %s", left);
    if (n + 4 > COLUMN)
        fprintf(f, "\n%*s", COLUMN, "");
    else
        fprintf(f, "%*s", (int)(COLUMN - 2 - n), "");
    wrap(f, text, COLUMN, COLUMN);
}

void cli_help(FILE *f, const struct cli_command *c)
{
    const char *usage = c->usage;
    bool any = false;

    for (bool first = true; *usage; first = false) {
        size_t n = strcspn(usage, "\n");
        fprintf(f, "%s gt200 %s %.*s\n", first ? "usage:" : "      ", c->name, (int)n, usage);
        usage += n + (usage[n] == '\n');
    }
    if (c->about) {
        fputc('\n', f);
        wrap(f, c->about, 0, 0);
    }
    for (const struct cli_option *o = c->options; o && o->name; o++) {
        if (!o->help)
            continue;
        if (o->section)
            fprintf(f, "\n%s:\n", o->section);
        else if (!any)
            fputc('\n', f);
        any = true;
        option_help(f, c, o);
    }
    if (c->notes) {
        fputc('\n', f);
        wrap(f, c->notes, 0, 0);
    }
}

const char cli_closing[] =
    "gt200 help COMMAND, or gt200 COMMAND --help, explains a command and the variables that it takes.\n"
    "A program of gt200 cc runs where GT200_TARGET (cuda: this machine's NVIDIA GPU) and GT200_CHIP say;\n"
    "GT200_PROFILE, CUDA_PROFILE and GT200_TRACE show what it does (docs/cuda.md).\n"
    "docs/README.md lists the pages; docs/tutorial.md is where to begin.";

const char *cli_group_title(enum cli_group g)
{
    static const char *const titles[CLI_GROUPS] = {
        [CLI_COMPILE] = "compile", [CLI_RUN] = "run",     [CLI_LOOK] = "look", [CLI_MEASURE] = "measure",
        [CLI_VERIFY] = "verify",   [CLI_BOARD] = "board", [CLI_HELP] = "help",
    };
    return titles[g];
}

void cli_help_all(FILE *f, const struct cli_command *const *commands, size_t n)
{
    fprintf(f, "usage: gt200 COMMAND ...\n");
    for (unsigned g = 0; g < CLI_GROUPS; g++) {
        bool first = true;
        for (size_t i = 0; i < n; i++) {
            if (commands[i]->group != g)
                continue;
            if (first)
                fprintf(f, "\n%s\n", cli_group_title(g));
            fprintf(f, "  %-10s %s\n", commands[i]->name, commands[i]->what);
            first = false;
        }
    }
    fprintf(f, "\n%s\n", cli_closing);
}
