/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of what can be asked, and whether a target and a chip honour it.
 */
#include "settings.h"
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX  "GT200_"
#define OURS    "func model rtl lockstep fpga"
#define VERILOG "rtl lockstep"

/* Rows with targets are of machines, those without of the host. */
const struct cmd_setting cmd_settings[] = {
    { "TARGET", "--target", .example = "func" },
    { "CHIP", "--chip", .targets = OURS, .lack = "is the chip that it is", .example = "tpc" },
    { "THREADS", "--threads", .targets = "func model rtl", .lack = "runs on one host thread", .off = "0",
      .example = "2" },
    { "JITTER", "--jitter", .targets = "model rtl lockstep", .lack = "has no memory of random latency",
      .chips = "sm tpc g80tpc small", .chip_lack = "has partitions, jitter is of the memory of fixed latency",
      .off = "0", .example = "1" },
    { NULL, "--stall", .targets = VERILOG, .lack = "has no clock to stop", .chips = "sm tpc gtx280 small",
      .chip_lack = "in Verilog has a clock that cannot be stopped", .off = "0", .example = "1" },
    { NULL, "--fold", .targets = VERILOG, .lack = "is not folded", .chips = "sm small", .chip_lack = "is not folded",
      .off = "1", .example = "4" },
    { "MAX_CYCLES", "--max-cycles", .targets = OURS, .lack = "is not stopped by cycles", .off = "0",
      .example = "100000000" },
    { "MEMORY_MB", "--memory", .targets = OURS, .lack = "has the memory that it has", .example = "32" },
    { "DEVICES", .targets = OURS, .lack = "has the devices that it has", .off = "1", .example = "2" },
    { "PM", "--pm", .targets = OURS, .lack = "has counters of its own", .example = "prof_trigger_01" },
    { "INTERLEAVE", "--interleave", .targets = "func", .lack = "has an order of warps of its own", .example = "1" },
    { "RACES", "--races", .targets = "func", .lack = "looks for no races", .off = "off 0", .example = "all" },
    { "MEMCHECK", "--memcheck", .targets = "func", .lack = "looks at no allocations", .off = "0", .words = "0 1",
      .example = "1" },
    { "STALE", "--stale", .targets = "func", .lack = "has no first data caches",
      .chips = "h100 h200 l40 a6000 a100 t4 v100", .chip_lack = "has no first data caches", .off = "0",
      .words = "0 1", .example = "1" },
    { "INSPECT", .targets = "func model", .lack = "checks no programs", .chips = "sm small", .chips_of = "model",
      .chip_lack = "of target model checks no programs", .example = "-" },
    { "GDB", .targets = "func model", .lack = "cannot be debugged", .chips = "sm small", .chips_of = "model",
      .chip_lack = "of target model cannot be debugged", .example = ":0" },
    { "PROFILE", .targets = "model rtl lockstep", .lack = "has no cycles to profile", .example = "-" },
    { "TRACE", .targets = "model rtl lockstep", .lack = "has no cycles to trace" },
    { "TRACE_FILES", .targets = "model rtl lockstep", .lack = "has no cycles to trace" },
    { "TRACE_WARP", .targets = "model rtl", .lack = "writes no waves" },
    { "CHECK", "--check", .targets = "fpga", .lack = "is no board", .example = "1000" },
    { NULL, "--tex", .targets = OURS, .lack = "gets its textures by calls of programs" },
    { NULL, "--fst", .command = "run", .targets = VERILOG, .lack = "has no signals", .chips = "sm",
      .chip_lack = "in Verilog writes no waves" },
    { NULL, "--wave", .targets = "model rtl", .lack = "has no signals", .chips = "sm",
      .chip_lack = "writes no waves" },
    { NULL, "--patience", .targets = "cuda", .lack = "has GT200_MAX_CYCLES for that" },
    { "LIBCUDA", .targets = "cuda", .lack = "opens no driver" },
    { "QUIET", .off = "0", .words = "0 1", .example = "1" },
    { "VERIFY", .off = "0", .words = "0 1", .example = "1" },
    { .variable = "HOME" }, { .variable = "CLANG" }, { .variable = "BENCH_DIR" },
};
const size_t cmd_setting_count = sizeof cmd_settings / sizeof *cmd_settings;
_Static_assert(sizeof cmd_settings / sizeof *cmd_settings <= 64, "a bit for each row");

static bool in_list(const char *list, const char *word)
{
    return cli_word_in(list, word, strlen(word));
}

size_t cmd_setting_of(const char *command, const char *option)
{
    size_t i = 0;

    while (i < cmd_setting_count && (!cmd_settings[i].option || strcmp(cmd_settings[i].option, option) ||
                                     (cmd_settings[i].command && strcmp(cmd_settings[i].command, command))))
        i++;
    return i;
}

const char *cmd_setting_value(size_t row)
{
    char name[64];

    if (!cmd_settings[row].variable)
        return NULL;
    snprintf(name, sizeof name, PREFIX "%s", cmd_settings[row].variable);
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

void cmd_ask(struct cmd_asked *a, size_t row, const char *value, bool by_variable)
{
    const uint64_t bit = UINT64_C(1) << row;
    const bool nothing = cmd_settings[row].off && in_list(cmd_settings[row].off, value);

    a->any = nothing ? a->any & ~bit : a->any | bit;
    a->by_variable = by_variable ? a->by_variable | bit : a->by_variable & ~bit;
}

void cmd_ask_environment(struct cmd_asked *a)
{
    for (size_t i = 0; i < cmd_setting_count; i++) {
        const char *value = cmd_setting_value(i);
        if (value && cmd_settings[i].targets && strcmp(cmd_settings[i].targets, "cuda"))
            cmd_ask(a, i, value, true);
    }
}

/* "model, rtl or fpga:DEVICE" of "model rtl fpga". */
static void list_expected(const char *list, char *out, size_t n)
{
    size_t used = 0;

    for (const char *p = list; *p && used < n;) {
        const size_t word = strcspn(p, " ");
        const bool last = !p[word];
        used += (size_t)snprintf(out + used, n - used, "%s%.*s%s", p == list ? "" : last ? " or " : ", ", (int)word, p,
                                 word == 4 && !strncmp(p, "fpga", 4) ? ":DEVICE" : "");
        p += word + !last;
    }
}

bool cmd_setting_honoured(size_t row, const char *target, const char *chip, char *err, size_t n)
{
    const struct cmd_setting *s = &cmd_settings[row];
    char list[128] = "";

    if (s->targets && !in_list(s->targets, target)) {
        list_expected(s->targets, list, sizeof list);
        snprintf(err, n, "target %s %s (expected %s)", target, s->lack, list);
        return false;
    }
    if (s->chips && chip && (!s->chips_of || !strcmp(s->chips_of, target)) && !in_list(s->chips, chip)) {
        list_expected(s->chips, list, sizeof list);
        snprintf(err, n, "chip %s %s (expected %s)", chip, s->chip_lack, list);
        return false;
    }
    return true;
}

bool cmd_asked_honoured(const struct cmd_asked *a, const char *target, const char *chip, char *err, size_t n)
{
    char why[256];

    for (size_t i = 0; i < cmd_setting_count; i++) {
        const uint64_t bit = UINT64_C(1) << i;
        if (!(a->any & bit) || cmd_setting_honoured(i, target, chip, why, sizeof why))
            continue;
        if (a->by_variable & bit)
            snprintf(err, n, PREFIX "%s: %s", cmd_settings[i].variable, why);
        else
            snprintf(err, n, "%s: %s", cmd_settings[i].option, why);
        return false;
    }
    return true;
}

bool cmd_settings_valid(char *err, size_t n)
{
    for (size_t i = 0; i < cmd_setting_count; i++) {
        const char *value = cmd_settings[i].words ? cmd_setting_value(i) : NULL;
        if (value && !in_list(cmd_settings[i].words, value)) {
            char list[128] = "";
            list_expected(cmd_settings[i].words, list, sizeof list);
            snprintf(err, n, PREFIX "%s: '%s' is not %s", cmd_settings[i].variable, value, list);
            return false;
        }
    }
    return true;
}
