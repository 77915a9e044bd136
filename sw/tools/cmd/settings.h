/* SPDX-License-Identifier: Apache-2.0
 *
 * What can be asked of a machine, by options of commands and by variables of the environment, and which machines have
 * it. One table: commands, the runtime and the warning of unknown variables decide by it, so that a setting is honoured
 * or refused, and never ignored.
 */
#ifndef GT200_SETTINGS_H
#define GT200_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cmd_setting {
    const char *variable;   /* behind GT200_; NULL: there is only the option */
    const char *option;     /* NULL: there is only the variable */
    const char *command;    /* whose option it is; NULL: that of every command with .asked (options.h) */
    const char *targets;    /* that honour it, separated by spaces; NULL: it is of the host, whatever the target */
    const char *chips;      /* that do; NULL: all */
    const char *chips_of;   /* the target that has it on those chips alone; NULL: each has */
    const char *lack;       /* of the other targets: "target T LACK" */
    const char *chip_lack;  /* of the other chips: "chip C CHIP_LACK" */
    const char *off;        /* values, separated by spaces, that ask for nothing; NULL: none */
    const char *words;      /* all values there are; NULL: others */
    const char *example;    /* a value that asks for something, for tests; NULL: none that works everywhere */
};

extern const struct cmd_setting cmd_settings[];
extern const size_t cmd_setting_count;

/* What was asked for: a bit for each row, and which of them by the variable. */
struct cmd_asked { uint64_t any, by_variable; };

/* The row of a command's option; cmd_setting_count: none. */
size_t cmd_setting_of(const char *command, const char *option);
/* The value of the row's variable; NULL: it has none, or it is not set, or empty. */
const char *cmd_setting_value(size_t row);
/* Notes that an option or variable has this value, which may ask for nothing. */
void cmd_ask(struct cmd_asked *a, size_t row, const char *value, bool by_variable);
/* Notes the variables of the environment that our own targets have a say in. */
void cmd_ask_environment(struct cmd_asked *a);
/* Is the row honoured by that target with that chip (NULL: not known)? false: err says why not. */
bool cmd_setting_honoured(size_t row, const char *target, const char *chip, char *err, size_t n);
/* Is all that was asked for? false: err names the first that is not, as it was asked for, and says why. */
bool cmd_asked_honoured(const struct cmd_asked *a, const char *target, const char *chip, char *err, size_t n);
/* Has each variable a value that there is, of those rows that list them? false: err names one that has not. */
bool cmd_settings_valid(char *err, size_t n);

#endif
