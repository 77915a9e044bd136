/* SPDX-License-Identifier: Apache-2.0
 *
 * Completion for bash and zsh from the tables of the commands.
 */
#include "options.h"

#include <string.h>

static size_t spelling(const struct cli_option *o)
{
    return strcspn(o->name, " ");
}

static void names(FILE *f, const struct cli_command *const *commands, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fprintf(f, "%s%s", i ? " " : "", commands[i]->name);
}

static void bash(FILE *f, const struct cli_command *const *commands, size_t n)
{
    fputs("# bash completion of gt200; written by: gt200 completion bash\n"
          "_gt200() {\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options='' words=''\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
          "        COMPREPLY=($(compgen -W '", f);
    names(f, commands, n);
    fputs("' -- \"$current\"))\n"
          "        return\n"
          "    fi\n"
          "    case ${COMP_WORDS[1]} in\n", f);
    for (size_t i = 0; i < n; i++) {
        fprintf(f, "    %s) options='--help", commands[i]->name);
        for (const struct cli_option *o = commands[i]->options; o && o->name; o++)
            if (o->help)
                fprintf(f, " %.*s", (int)spelling(o), o->name);
        fprintf(f, "'");
        if (commands[i]->operands)
            fprintf(f, " words='%s'", commands[i]->operands);
        fputs(" ;;\n", f);
    }
    fputs("    esac\n"
          "    case \"${COMP_WORDS[1]} $previous\" in\n", f);
    for (size_t i = 0; i < n; i++)
        for (const struct cli_option *o = commands[i]->options; o && o->name; o++)
            if (o->words)
                fprintf(f, "    '%s %.*s') options='' words='%s' ;;\n", commands[i]->name, (int)spelling(o), o->name,
                        o->words);
    fputs("    esac\n"
          "    case $current in\n"
          "    -*) words=$options ;;\n"
          "    esac\n"
          "    if [ -n \"$words\" ]; then\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "    else\n"
          "        COMPREPLY=($(compgen -f -- \"$current\"))\n"
          "    fi\n"
          "}\n"
          "complete -o filenames -F _gt200 gt200\n", f);
}

/* Text for zsh between single quotes, up to its first newline. */
static void quoted(FILE *f, const char *text)
{
    for (; *text && *text != '\n'; text++) {
        if (*text == '\'')
            fputs("'\\'", f);
        else if (strchr("[]:\\", *text))
            fputc('\\', f);
        fputc(*text, f);
    }
}

static void zsh_option(FILE *f, const struct cli_option *o)
{
    fprintf(f, " \\\n            '*%.*s[", (int)spelling(o), o->name);
    quoted(f, o->help);
    fputc(']', f);
    if (o->arg) {
        fputc(':', f);
        quoted(f, o->arg);
        if (o->words)
            fprintf(f, ":(%s)", o->words);
        else
            fputs(":_files", f);
    }
    fputc('\'', f);
}

static void zsh(FILE *f, const struct cli_command *const *commands, size_t n)
{
    fputs("#compdef gt200\n"
          "# zsh completion of gt200; written by: gt200 completion zsh\n"
          "_gt200() {\n"
          "    local -a commands\n"
          "    commands=(\n", f);
    for (size_t i = 0; i < n; i++) {
        fprintf(f, "        '%s:", commands[i]->name);
        quoted(f, commands[i]->what);
        fputs("'\n", f);
    }
    fputs("    )\n"
          "    if (( CURRENT == 2 )); then\n"
          "        _describe command commands\n"
          "        return\n"
          "    fi\n"
          "    local command=$words[2]\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    case $command in\n", f);
    for (size_t i = 0; i < n; i++) {
        fprintf(f, "    %s)\n        _arguments \\\n            '--help[this help]'", commands[i]->name);
        for (const struct cli_option *o = commands[i]->options; o && o->name; o++)
            if (o->help)
                zsh_option(f, o);
        if (commands[i]->operands)
            fprintf(f, " \\\n            '*: :(%s)'\n        ;;\n", commands[i]->operands);
        else
            fputs(" \\\n            '*: :_files'\n        ;;\n", f);
    }
    fputs("    esac\n"
          "}\n"
          "_gt200 \"$@\"\n", f);
}

bool cli_complete(FILE *f, const char *shell, const struct cli_command *const *commands, size_t n)
{
    if (!strcmp(shell, "bash"))
        bash(f, commands, n);
    else if (!strcmp(shell, "zsh"))
        zsh(f, commands, n);
    else
        return false;
    return true;
}
