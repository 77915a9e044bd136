/* SPDX-License-Identifier: Apache-2.0
 *
 * Manual pages from the tables of the commands.
 */
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Text as roff takes it: dashes and backslashes escaped, no line that begins with a control character, a newline as a
 * break. */
static void put_roff(FILE *f, const char *text, size_t n)
{
    for (bool begins = true; n && *text; n--, text++) {
        if (begins && (*text == '.' || *text == '\''))
            fputs("\\&", f);
        begins = *text == '\n';
        if (begins)
            fputs(text[1] == ' ' ? "\n" : "\n.br\n", f);      /* a blank in front breaks the line, too */
        else if (*text == '-')
            fputs("\\-", f);
        else if (*text == '\\')
            fputs("\\e", f);
        else
            fputc(*text, f);
    }
}

static void put_paragraph(FILE *f, const char *text)
{
    put_roff(f, text, strlen(text));
    fputc('\n', f);
}

/* Head, name and synopsis. */
static void put_title(FILE *f, const char *name, const char *what, const char *version)
{
    fputs(".TH ", f);
    for (const char *p = name; *p; p++)
        fputc(toupper((unsigned char)*p), f);
    /* left aligned: a line of one long word cannot be filled */
    fprintf(f, " 1 \"\" \"gt200 %s\"\n.ad l\n.SH NAME\n", version);
    put_roff(f, name, strlen(name));
    fputs(" \\- ", f);
    put_paragraph(f, what);
    fputs(".SH SYNOPSIS\n", f);
}

/* An option as a tagged paragraph. */
static void put_option(FILE *f, const struct cli_command *c, const struct cli_option *o)
{
    if (o->section) {
        fputs(".SS ", f);
        put_paragraph(f, o->section);
    }
    fputs(".TP\n\\fB", f);
    put_roff(f, o->name, strcspn(o->name, " "));
    fputs("\\fR", f);
    if (o->arg) {
        fprintf(f, "%s\\fI", o->how & CLI_PREFIX ? "" : " ");
        put_roff(f, o->arg, strlen(o->arg));
        fputs("\\fR", f);
    }
    fputc('\n', f);
    put_roff(f, o->help, strlen(o->help));
    if (o->words) {
        fputs("\n.br\none of: ", f);
        put_roff(f, o->words, strlen(o->words));
    }
    const char *variable = cli_variable_of(c, o);
    if (variable) {
        fputs("\n.br\nor by the environment: GT200_", f);
        put_roff(f, variable, strlen(variable));
    }
    fputc('\n', f);
}

/* The page of a command. */
static void put_command(FILE *f, const struct cli_command *c, const char *version)
{
    char name[64];

    snprintf(name, sizeof name, "gt200-%s", c->name);
    put_title(f, name, c->what, version);
    for (const char *p = c->usage ? c->usage : "..."; *p;) {
        size_t n = strcspn(p, "\n");
        fprintf(f, ".B gt200 %s\n", c->name);
        put_roff(f, p, n);
        fputc('\n', f);
        p += n + (p[n] == '\n');
        if (*p)
            fputs(".br\n", f);
    }
    if (c->about) {
        fputs(".SH DESCRIPTION\n", f);
        put_paragraph(f, c->about);
    }
    fputs(".SH OPTIONS\n", f);
    for (const struct cli_option *o = c->options; o && o->name; o++)
        if (o->help)
            put_option(f, c, o);
    fputs(".TP\n\\fB\\-\\-help\\fR\nthis page as text\n", f);
    if (c->notes) {
        fputs(".SH NOTES\n", f);
        put_paragraph(f, c->notes);
    }
    fputs(".SH SEE ALSO\n.BR gt200 (1)\n", f);
}

void cli_man(FILE *f, const struct cli_command *c, const struct cli_command *const *commands, size_t n,
             const char *version)
{
    if (c) {
        put_command(f, c, version);
        return;
    }
    put_title(f, "gt200", "a multiprocessor of NVIDIA's GT200: compiler, runtime, models, measurements", version);
    fputs(".B gt200\n.I COMMAND ...\n.SH COMMANDS\n", f);
    for (unsigned g = 0; g < CLI_GROUPS; g++) {
        bool first = true;
        for (size_t i = 0; i < n; i++) {
            if (commands[i]->group != g)
                continue;
            if (first)
                fprintf(f, ".SS %s\n", cli_group_title(g));
            fprintf(f, ".TP\n\\fB%s\\fR\n", commands[i]->name);
            put_paragraph(f, commands[i]->what);
            first = false;
        }
    }
    fputs(".SH NOTES\n", f);
    put_paragraph(f, cli_closing);
    fputs(".SH SEE ALSO\n", f);
    for (size_t i = 0; i < n; i++)
        fprintf(f, ".BR gt200\\-%s (1)%s\n", commands[i]->name, i + 1 < n ? "," : "");
}

bool cli_man_all(const char *folder, const struct cli_command *const *commands, size_t n, const char *version,
                 char path[CLI_MAN_PATH])
{
    snprintf(path, CLI_MAN_PATH, "%s", folder);
    if (mkdir(folder, 0777) && errno != EEXIST)
        return false;
    for (size_t i = 0; i <= n; i++) {
        const struct cli_command *c = i < n ? commands[i] : NULL;
        const int used = snprintf(path, CLI_MAN_PATH, "%s/gt200%s%s.1", folder, c ? "-" : "", c ? c->name : "");
        FILE *f = used < CLI_MAN_PATH ? fopen(path, "w") : NULL;
        if (!f)
            return false;
        cli_man(f, c, commands, n, version);
        const bool failed = ferror(f);
        if (fclose(f) || failed)
            return false;
    }
    return true;
}
