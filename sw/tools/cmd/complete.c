/* SPDX-License-Identifier: Apache-2.0
 *
 * Completion for bash, zsh and fish from the tables of the commands. What a table does not have, ids of measurements
 * and names of kernels, the shell asks the program for (.ask).
 */
#include "options.h"

#include <string.h>

const char cli_every_command[] = "";

static size_t spelling_length(const struct cli_option *o)
{
    return strcspn(o->name, " ");
}

static void print_names(FILE *f, const struct cli_command *const *commands, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fprintf(f, "%s%s", i ? " " : "", commands[i]->name);
}

/* The operands of a command that are words. */
static void print_operands(FILE *f, const struct cli_command *c, const struct cli_command *const *commands, size_t n)
{
    if (c->operands == cli_every_command)
        print_names(f, commands, n);
    else
        fputs(c->operands, f);
}

/* The arguments of an .ask, FILE as the shell has it. */
static void print_question(FILE *f, const char *ask, const char *file)
{
    const char *at = strstr(ask, "FILE");

    if (at)
        fprintf(f, "%.*s%s%s", (int)(at - ask), ask, file, at + strlen("FILE"));
    else
        fputs(ask, f);
}

static void bash_ask(FILE *f, const char *ask)
{
    fputs("words=$(\"$gt200\" ", f);
    print_question(f, ask, "\"$file\"");
    fputs(" 2>/dev/null)", f);
}

/* The script for bash. */
static void write_bash(FILE *f, const struct cli_command *const *commands, size_t n)
{
    fputs("# bash completion of gt200; written by: gt200 completion bash\n"
          "_gt200() {\n"
          "    local gt200=${COMP_WORDS[0]/#\\~\\//$HOME/} current=${COMP_WORDS[COMP_CWORD]} \\\n"
          "        previous=${COMP_WORDS[COMP_CWORD-1]} options='' words='' file='' prefix='' word\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
          "        COMPREPLY=($(compgen -W '", f);
    print_names(f, commands, n);
    fputs("' -- \"$current\"))\n"
          "        return\n"
          "    fi\n"
          "    for word in \"${COMP_WORDS[@]:2}\"; do\n"
          "        word=${word/#\\~\\//$HOME/}\n"
          "        if [ -f \"$word\" ]; then file=$word; break; fi\n"
          "    done\n"
          "    case ${COMP_WORDS[1]} in\n", f);
    for (size_t i = 0; i < n; i++) {
        const struct cli_command *c = commands[i];
        fprintf(f, "    %s) options='--help", c->name);
        for (const struct cli_option *o = c->options; o && o->name; o++)
            if (o->help)
                fprintf(f, " %.*s", (int)spelling_length(o), o->name);
        fputs("'", f);
        if (c->operands) {
            fputs(" words='", f);
            print_operands(f, c, commands, n);
            fputs("'", f);
        } else if (c->ask) {
            fputs("; case $current in -*) ;; *) ", f);
            bash_ask(f, c->ask);
            fputs(" ;; esac", f);
        }
        fputs(" ;;\n", f);
    }
    fputs("    esac\n"
          "    case \"${COMP_WORDS[1]} $previous\" in\n", f);
    for (size_t i = 0; i < n; i++)
        for (const struct cli_option *o = commands[i]->options; o && o->name; o++) {
            if (!o->help || !o->arg || o->how & CLI_PREFIX)
                continue;
            fprintf(f, "    '%s %.*s') options='' ", commands[i]->name, (int)spelling_length(o), o->name);
            if (o->ask)
                bash_ask(f, o->ask);
            else
                fprintf(f, "words='%s'", o->words ? o->words : "");
            if (o->words && strstr(o->arg, "[,"))       /* a list of them */
                fputs("; case $current in *,*) prefix=${current%,*}, current=${current##*,} ;; esac", f);
            fputs(" ;;\n", f);
        }
    fputs("    esac\n"
          "    case $current in\n"
          "    -*) words=$options ;;\n"
          "    esac\n"
          "    if [ -n \"$words\" ]; then\n"
          "        COMPREPLY=($(compgen -P \"$prefix\" -W \"$words\" -- \"$current\"))\n"
          "    else\n"
          "        COMPREPLY=($(compgen -f -- \"$current\"))\n"
          "    fi\n"
          "}\n"
          "complete -o filenames -F _gt200 gt200\n", f);
}

/* Text between single quotes, up to its first newline, with a backslash before each of `special`. */
static void print_quoted(FILE *f, const char *text, const char *special, const char *quote)
{
    for (; *text && *text != '\n'; text++) {
        if (*text == '\'') {
            fputs(quote, f);
            continue;
        }
        if (strchr(special, *text))
            fputc('\\', f);
        fputc(*text, f);
    }
}

static void zsh_quoted(FILE *f, const char *text)
{
    print_quoted(f, text, "[]:\\", "'\\''");
}

/* Code between single quotes. */
static void zsh_ask(FILE *f, const char *ask)
{
    fputs("{compadd -- ${(f)\"$(${~gt200} ", f);
    print_question(f, ask, "${~file}");
    fputs(" 2>/dev/null)\"}}", f);
}

/* An option as _arguments takes it. */
static void zsh_option(FILE *f, const struct cli_option *o)
{
    fprintf(f, " \\\n            '*%.*s[", (int)spelling_length(o), o->name);
    zsh_quoted(f, o->help);
    fputc(']', f);
    if (o->arg) {
        fputc(':', f);
        zsh_quoted(f, o->arg);
        fputc(':', f);
        if (o->words && strstr(o->arg, "[,"))
            fprintf(f, "_values -s , value %s", o->words);
        else if (o->words)
            fprintf(f, "(%s)", o->words);
        else if (o->ask)
            zsh_ask(f, o->ask);
        else
            fputs("_files", f);
    }
    fputc('\'', f);
}

/* The script for zsh. */
static void write_zsh(FILE *f, const struct cli_command *const *commands, size_t n)
{
    fputs("#compdef gt200\n"
          "# zsh completion of gt200; written by: gt200 completion zsh\n"
          "_gt200() {\n"
          "    local gt200=$words[1] file word\n"
          "    local -a commands\n"
          "    commands=(\n", f);
    for (size_t i = 0; i < n; i++) {
        fprintf(f, "        '%s:", commands[i]->name);
        zsh_quoted(f, commands[i]->what);
        fputs("'\n", f);
    }
    fputs("    )\n"
          "    if (( CURRENT == 2 )); then\n"
          "        _describe command commands\n"
          "        return\n"
          "    fi\n"
          "    for word in $words[3,-1]; do\n"
          "        if [[ -f ${~word} ]]; then file=$word; break; fi\n"
          "    done\n"
          "    local command=$words[2]\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    case $command in\n", f);
    for (size_t i = 0; i < n; i++) {
        const struct cli_command *c = commands[i];
        fprintf(f, "    %s)\n        _arguments \\\n            '--help[this help]'", c->name);
        for (const struct cli_option *o = c->options; o && o->name; o++)
            if (o->help)
                zsh_option(f, o);
        fputs(" \\\n            '*: :", f);
        if (c->operands) {
            fputc('(', f);
            print_operands(f, c, commands, n);
            fputc(')', f);
        } else if (c->ask) {
            zsh_ask(f, c->ask);
        } else {
            fputs("_files", f);
        }
        fputs("'\n        ;;\n", f);
    }
    fputs("    esac\n"
          "}\n"
          "_gt200 \"$@\"\n", f);
}

static void fish_ask(FILE *f, const char *ask)
{
    fputs("-xa '(__gt200_ask ", f);
    print_question(f, ask, "(__gt200_file)");
    fputs(")'", f);
}

/* One line: of a command, what is complete behind it. */
static void fish_option(FILE *f, const struct cli_command *c, const struct cli_option *o)
{
    const char *name = o->name + 1;
    const int length = (int)spelling_length(o) - 1;

    fprintf(f, "complete -c gt200 -n '__fish_seen_subcommand_from %s' ", c->name);
    if (*name == '-')
        fprintf(f, "-l %.*s", length - 1, name + 1);
    else
        fprintf(f, length == 1 ? "-s %.*s" : "-o %.*s", length, name);
    fputs(" -d '", f);
    print_quoted(f, o->help, "\\", "\\'");
    fputs("'", f);
    if (o->words)
        fprintf(f, " -xa '%s'", o->words);
    else if (o->ask)
        fputc(' ', f), fish_ask(f, o->ask);
    else if (o->arg && !(o->how & CLI_PREFIX))
        fputs(" -rF", f);
    fputc('\n', f);
}

/* The script for fish. */
static void write_fish(FILE *f, const struct cli_command *const *commands, size_t n)
{
    fputs("# fish completion of gt200; written by: gt200 completion fish\n"
          "function __gt200_ask\n"
          "    set -l words (commandline -opc)\n"
          "    eval $words[1] $argv 2>/dev/null\n"
          "end\n"
          "function __gt200_file\n"
          "    for word in (commandline -opc)[3..]\n"
          "        if test -f $word\n"
          "            echo $word\n"
          "            return\n"
          "        end\n"
          "    end\n"
          "end\n"
          "complete -c gt200 -n __fish_use_subcommand -f\n", f);
    for (size_t i = 0; i < n; i++) {
        fprintf(f, "complete -c gt200 -n __fish_use_subcommand -a %s -d '", commands[i]->name);
        print_quoted(f, commands[i]->what, "\\", "\\'");
        fputs("'\n", f);
    }
    for (size_t i = 0; i < n; i++) {
        const struct cli_command *c = commands[i];
        if (c->operands || c->ask) {
            fprintf(f, "complete -c gt200 -n '__fish_seen_subcommand_from %s' ", c->name);
            if (c->operands) {
                fputs("-xa '", f);
                print_operands(f, c, commands, n);
                fputc('\'', f);
            } else {
                fish_ask(f, c->ask);
            }
            fputc('\n', f);
        }
        fprintf(f, "complete -c gt200 -n '__fish_seen_subcommand_from %s' -l help -d 'this help'\n", c->name);
        for (const struct cli_option *o = c->options; o && o->name; o++)
            if (o->help)
                fish_option(f, c, o);
    }
}

bool cli_complete(FILE *f, const char *shell, const struct cli_command *const *commands, size_t n)
{
    static const struct { const char *name; void (*write)(FILE *, const struct cli_command *const *, size_t); }
    shells[] = { { "bash", write_bash }, { "zsh", write_zsh }, { "fish", write_fish } };

    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (!strcmp(shell, shells[i].name)) {
            shells[i].write(f, commands, n);
            return true;
        }
    return false;
}
