/* SPDX-License-Identifier: Apache-2.0
 *
 * A command of gt200 and its options as a table. The command line is parsed by it (options.c), and help (help.c),
 * completion (complete.c) and manual pages (man.c) are written from it.
 */
#ifndef GT200_CLI_OPTIONS_H
#define GT200_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit statuses of every command. */
enum { CLI_OK = 0, CLI_FAILURE = 1, CLI_USAGE = 2 };
/* Room for the name of a manual page. */
enum { CLI_MAN_PATH = 4096 };
/* What the functions here return to say: nothing wrong, go on. */
#define CLI_GO_ON (-1)

enum cli_option_kind {
    CLI_FLAG,            /* the bool at `at` becomes true */
    CLI_TEXT,            /* the const char * at `at` becomes the value, which is not copied */
    CLI_NUMBER,          /* the uint64_t at `at` becomes the value, decimal or 0x…, from min to max */
    CLI_CALL             /* take() is called */
};

/* How an option may be written besides NAME and NAME VALUE. */
enum {
    CLI_NVCC = 1,        /* as nvcc's: one dash or two, NAME=VALUE, too */
    CLI_JOINED = 2,      /* NAMEVALUE, too: -Ifolder */
    CLI_PREFIX = 4,      /* only NAMEVALUE; the value may be empty: -O2 */
    CLI_MAYBE = 8        /* the value may be left out, at the end and before another option: take() gets NULL */
};

struct cli_option {
    const char *name;       /* as it is typed, with its dashes; several spellings separated by spaces, the first one
                               shown */
    const char *arg;        /* what the help calls its value; NULL: it has none */
    const char *help;       /* wrapped where it is printed; a newline stays. NULL: it is taken and not shown */
    enum cli_option_kind kind;
    size_t      at;         /* in the command's own structure */
    uint64_t    min, max;
    /* value: NULL without arg; name: as typed. Returns CLI_GO_ON, or an exit status after a message. */
    int       (*take)(void *ctx, const char *name, const char *value);
    const char *words;      /* the values there are, separated by spaces: for help and completion; NULL: any */
    const char *ask;        /* for completion: what of gt200 prints the values there are, one a line, "bench --list"; a
                               word FILE in it is the first file of the command line. NULL: nothing does */
    const char *section;    /* heading above it and those that follow; NULL: none begins here */
    unsigned    how;
};

#define OPT_FLAG(name_, type, member, help_) \
    { .name = name_, .help = help_, .kind = CLI_FLAG, .at = offsetof(type, member) }
#define OPT_TEXT(name_, arg_, type, member, help_) \
    { .name = name_, .arg = arg_, .help = help_, .kind = CLI_TEXT, .at = offsetof(type, member) }
#define OPT_NUMBER(name_, arg_, type, member, min_, max_, help_) \
    { .name = name_, \
      .arg = arg_, \
      .help = help_, \
      .kind = CLI_NUMBER, \
      .at = offsetof(type, member), \
      .min = min_, \
      .max = max_ }
#define OPT_CALL(name_, arg_, take_, help_) \
    { .name = name_, .arg = arg_, .help = help_, .kind = CLI_CALL, .take = take_ }

/* Where the list of all commands has it. */
enum cli_group { CLI_COMPILE, CLI_RUN, CLI_LOOK, CLI_MEASURE, CLI_VERIFY, CLI_BOARD, CLI_HELP, CLI_GROUPS };

struct cli_command {
    const char *name, *what;            /* one word; one line */
    enum cli_group group;
    const char *usage;                  /* lines of what stands behind "gt200 NAME " */
    const char *about;                  /* paragraphs; wrapped, a newline stays. May be NULL */
    const struct cli_option *options;    /* ends with one without a name; NULL: none */
    const struct cli_option *more;       /* likewise: taken when `options` has none by that name, and not shown */
    /* An argument that is no option, as take() above; "-" is one. NULL: there are none. */
    int       (*operand)(void *ctx, const char *value);
    const char *operands;               /* their values, for completion: words, or cli_every_command; NULL: files */
    const char *ask;                    /* as an option's */
    /* Where in the command's structure a struct cmd_asked (settings.h) says what was asked for of the machine; 0: the
     * command has no machine. Its options take the values of their variables first; a variable without an option here
     * is refused, unless the runtime reads it. */
    size_t asked;
    bool runtime;                       /* the command runs kernels by the runtime */
    const char *notes;                  /* behind the options; as about. May be NULL */
    int       (*run)(int argc, char **argv);    /* argv from the command's name on; returns the exit status */
};

/* Operands that are names of commands. */
extern const char cli_every_command[];

/* Takes all arguments, in order. Behind "--" there are no options. CLI_GO_ON, or the exit status: after --help (or -h,
 * unless the command has that), which it prints, or after a message that names the argument. */
int cli_options(const struct cli_command *c, void *ctx, int argc, char **argv);

/* The option that an argument is, the first in the table that may be written so, and how much of it is the name; NULL:
 * none. */
const struct cli_option *cli_option_of(const struct cli_command *c, const char *arg, size_t *length);
/* The same in one table. */
const struct cli_option *cli_option_in(const struct cli_option *table, const char *arg, size_t *length);

/* The variable behind GT200_ that says the same as the option; NULL: there is none. */
const char *cli_variable_of(const struct cli_command *c, const struct cli_option *o);

/* One line on stderr: "gt200 CMD: ... (see gt200 CMD --help)", "gt200 CMD: ...". Return the exit status. */
int cli_usage(const char *cmd, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int cli_failure(const char *cmd, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A number, decimal or 0x…, up to max; false when it is none. */
bool cli_number(const char *text, uint64_t max, uint64_t *value);
/* "X,Y" into v[0..n); missing ones stay. false: it is not that, or has a number above 32 bits. */
bool cli_sizes(const char *text, uint64_t *v, int n);
/* Is `name`, without `length`'s limit a string, one of the words of a list separated by spaces? */
bool cli_word_in(const char *list, const char *name, size_t length);

/* --help. */
void cli_help(FILE *f, const struct cli_command *c);
/* The commands, one a line, with the help of the program. */
void cli_help_all(FILE *f, const struct cli_command *const *commands, size_t n);
/* Completion of the whole program for a shell; false: it is none of CLI_SHELLS. */
#define CLI_SHELLS "bash zsh fish"
bool cli_complete(FILE *f, const char *shell, const struct cli_command *const *commands, size_t n);
/* A manual page (groff -man) of a command, or with c NULL of the program. */
void cli_man(FILE *f, const struct cli_command *c, const struct cli_command *const *commands, size_t n,
             const char *version);
/* All of them as files of a folder, which is made: gt200.1, gt200-run.1. false: errno says why, and `path` where. */
bool cli_man_all(const char *folder, const struct cli_command *const *commands, size_t n, const char *version,
                 char path[CLI_MAN_PATH]);
/* The heading of a group of commands, and what the list of all commands closes with. */
const char *cli_group_title(enum cli_group g);
extern const char cli_closing[];

#endif
