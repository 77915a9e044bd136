/* SPDX-License-Identifier: Apache-2.0
 *
 * What the variables GT200_... of the environment choose: target, chip, board, memory, checks.
 */
#define _POSIX_C_SOURCE 200809L
#include "driver.h"

#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "options.h"
#include "settings.h"
#include "variables.h"

CUresult drv_chosen_target(enum gt_target *t)
{
    const char *name = getenv("GT200_TARGET");

    if (!name || !*name)
        name = "func";
    if (!strcmp(name, "cuda"))
        return drv_fail(CUDA_ERROR_NO_DEVICE, "GT200_TARGET: cuda is for programs of the Runtime API; one of the "
                        "Driver API runs on the GPU with the driver's own libcuda.so.1");
    if (!gt_target_parse(name, t))
        return drv_fail(CUDA_ERROR_NO_DEVICE, "GT200_TARGET: unknown target '%s' (there are " GT_TARGET_LIST ", cuda)",
                        name);
    if (!gt_target_available(*t))
        return drv_fail(CUDA_ERROR_NO_DEVICE, "target %s is not in this build (%s)", name,
                        sizeof(void *) == 4 ? "programs with pointers of 4 bytes have none in Verilog"
                                            : "it needs Verilator: ./setup");
    return CUDA_SUCCESS;
}

bool drv_env_switch(const char *name, bool *on)
{
    const char *s = getenv(name);

    *on = s && !strcmp(s, "1");
    if (!s || !*s || *on || !strcmp(s, "0"))
        return true;
    drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: '%s' is neither 0 nor 1", name, s);
    return false;
}

bool drv_env_number(const char *name, unsigned long long *value)
{
    const char *s = getenv(name);
    char *end;

    if (!s || !*s)
        return true;
    *value = strtoull(s, &end, 0);
    if (*end || *s == '-' || *value == 0) {
        drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: '%s' is not a positive number", name, s);
        return false;
    }
    return true;
}

CUresult drv_chosen_engine(const struct gt_engine **engine)
{
    const char *name = getenv("GT200_CHIP");
    char err[1024];

    *engine = gt_engine_find(name ? name : "", err, sizeof err);
    return *engine ? CUDA_SUCCESS : drv_fail(CUDA_ERROR_NO_DEVICE, "GT200_CHIP: %s", err);
}

CUresult drv_chosen_chip(enum gt_target t, const struct gt_chip **chip)
{
    const char *name = getenv("GT200_CHIP");
    char err[256];

    if (name && gt_engine_has(name)) {
        *chip = gt_chip_find("sm", err, sizeof err);
        return t == GT_TARGET_FUNC ? CUDA_SUCCESS
                                   : drv_fail(CUDA_ERROR_NO_DEVICE, "GT200_CHIP: target %s has no chip %s (expected "
                                              "func)", gt_target_name(t), name);
    }
    if (!(*chip = gt_chip_find(name && *name ? name : "sm", err, sizeof err)))
        return drv_fail(CUDA_ERROR_NO_DEVICE, "GT200_CHIP: %s", err);
    if (!gt_target_runs(t, *chip))
        return drv_fail(CUDA_ERROR_NO_DEVICE, "GT200_CHIP: target %s has %s; chip %s needs target model",
                        gt_target_name(t), gt_target_chips(t), name);
    return CUDA_SUCCESS;
}

CUresult drv_jitter(uint32_t *seed)
{
    unsigned long long n = 0;

    if (!drv_env_number("GT200_JITTER", &n))
        return CUDA_ERROR_INVALID_VALUE;
    if (n > UINT32_MAX)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_JITTER: %llu, at most %u", n, UINT32_MAX);
    *seed = (uint32_t)n;
    return CUDA_SUCCESS;
}

CUresult drv_threads(uint32_t *threads)
{
    unsigned long long n = 0;

    if (!drv_env_number("GT200_THREADS", &n))
        return CUDA_ERROR_INVALID_VALUE;
    if (n > 1024)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_THREADS: %llu, at most 1024", n);
    *threads = (uint32_t)n;
    return CUDA_SUCCESS;
}

bool drv_own_record(enum gt_target t, const struct gt_chip *chip)
{
    return t != GT_TARGET_FUNC || chip->values != gt_chip_find("sm", NULL, 0)->values;
}

CUresult drv_memory_bytes(enum gt_target t, const struct gt_board *b, uint32_t *bytes)
{
    const struct gt_chip *chip;
    unsigned long long mb = 0;

    if (!drv_env_number("GT200_MEMORY_MB", &mb))
        return CUDA_ERROR_INVALID_VALUE;
    if (mb > DRV_MEMORY_MB)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_MEMORY_MB: at most %d", DRV_MEMORY_MB);
    *bytes = (uint32_t)((mb ? mb : 1024) << 20);        /* the host gives pages as they are written */
    if (!mb && drv_chosen_chip(t, &chip) == CUDA_SUCCESS && drv_own_record(t, chip) && gt_chip_memory(chip) < *bytes)
        *bytes = gt_chip_memory(chip);
    if (b && gt_board_memory(b) < *bytes) {
        if (mb)
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_MEMORY_MB: %s has room for %u bytes of device memory",
                            b->link.serial.device, gt_board_memory(b));
        *bytes = gt_board_memory(b);
    }
    return CUDA_SUCCESS;
}

CUresult drv_checks(struct gt_checks *checks)
{
    unsigned long long seed = 0;
    bool memcheck = false, stale = false;
    const char *races = getenv("GT200_RACES");

    memset(checks, 0, sizeof *checks);
    if (!drv_env_number("GT200_INTERLEAVE", &seed) || !drv_env_switch("GT200_MEMCHECK", &memcheck) ||
        !drv_env_switch("GT200_STALE", &stale))
        return CUDA_ERROR_INVALID_VALUE;
    if (races && *races && !gt_races_parse(races, &checks->races))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_RACES: '%s' is none of " GT_RACES_LIST, races);
    checks->interleave = seed != 0;
    checks->seed = seed;
    checks->memcheck = memcheck;
    checks->stale = stale;
    return CUDA_SUCCESS;
}

/* What is asked of any machine, and what of chips with an engine of their own. */
static uint64_t of_all_engines(void)
{
    uint64_t rows = 0;

    for (size_t i = 0; i < cmd_setting_count; i++)
        if (cmd_settings[i].variable && cli_word_in("CHIP MAX_CYCLES MEMORY_MB DEVICES STALE", cmd_settings[i].variable,
                                                    strlen(cmd_settings[i].variable)))
            rows |= UINT64_C(1) << i;
    return rows;
}

CUresult drv_settings(enum gt_target t, const struct gt_chip *chip)
{
    struct cmd_asked asked = { 0 };
    char err[512];

    cmd_ask_environment(&asked);
    const char *name = getenv("GT200_CHIP");
    const bool other = name && gt_engine_has(name);
    if (other && asked.any & ~of_all_engines())
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_CHIP: chip %s has no checks but GT200_STALE, counters, "
                        "profiles or threads of the host", name);
    if (cmd_asked_honoured(&asked, gt_target_name(t), other ? name : t == GT_TARGET_FPGA ? NULL : chip->name, err,
                           sizeof err))
        return CUDA_SUCCESS;
    return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s", err);
}

CUresult drv_settings_gpu(bool *quiet)
{
    struct cmd_asked asked = { 0 };
    char err[512];

    if (!drv_env_switch("GT200_QUIET", quiet))
        return CUDA_ERROR_INVALID_VALUE;
    if (!*quiet)
        cmd_variables();
    cmd_ask_environment(&asked);
    if (cmd_asked_honoured(&asked, "cuda", NULL, err, sizeof err))
        return CUDA_SUCCESS;
    return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s", err);
}

/* 0 after drv_fail. */
int drv_devices(void)
{
    unsigned long long n = 1;

    if (!drv_env_number("GT200_DEVICES", &n))
        return 0;
    if (n > DRV_DEVICES) {
        drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_DEVICES: %llu, at most %d", n, DRV_DEVICES);
        return 0;
    }
    return (int)n;
}

/* The functional model, without GT200_CHIP, says what a GTX 280 says. */
uint32_t drv_multiprocessors(enum gt_target t, const struct gt_chip *chip)
{
    const char *name = getenv("GT200_CHIP");

    return t == GT_TARGET_FUNC && !(name && *name) ? GT_FUNC_SMS : chip->tpcs * chip->sms;
}

CUresult drv_board(enum gt_target t, struct gt_board **b)
{
    const char *device = t == GT_TARGET_FPGA ? gt_target_device(getenv("GT200_TARGET")) : NULL;
    char err[1024];

    *b = NULL;
    if (!device)
        return CUDA_SUCCESS;
    drv_lock();
    for (const struct CUctx_st *c = *drv_contexts(); c && !*b; c = c->next)
        if (c->board && !strcmp(c->board->device, device))
            *b = gt_board_share(c->board);
    if (!*b)
        *b = gt_board_open(device, err, sizeof err);
    drv_unlock();
    return *b ? CUDA_SUCCESS : drv_fail(CUDA_ERROR_NO_DEVICE, "%s", err);
}

CUresult drv_device_memory(uint32_t *bytes)
{
    struct gt_board *b;
    enum gt_target t;
    CUresult rc = drv_chosen_target(&t);

    *bytes = 0;
    if (rc != CUDA_SUCCESS || (rc = drv_board(t, &b)) != CUDA_SUCCESS)
        return rc;
    rc = drv_memory_bytes(t, b, bytes);
    gt_board_close(b);
    return rc;
}
