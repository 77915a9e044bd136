/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API on top of target.h: what every call needs: the thread's state, errors, entering a context.
 */
#define _POSIX_C_SOURCE 200809L
#include "driver.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "printable.h"
#include "settings.h"
#include "variables.h"

static _Thread_local struct drv_thread the_thread;
static bool initialised;                    /* under the lock of the process */
static pthread_mutex_t process_lock;
static pthread_once_t process_once = PTHREAD_ONCE_INIT;

static void make_lock(void)
{
    pthread_mutexattr_t a;

    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&process_lock, &a);
    pthread_mutexattr_destroy(&a);
}

void drv_lock(void)
{
    pthread_once(&process_once, make_lock);
    pthread_mutex_lock(&process_lock);
}

void drv_unlock(void)
{
    pthread_mutex_unlock(&process_lock);
}

struct drv_thread *drv_thread(void)
{
    return &the_thread;
}

CUresult drv_fail(CUresult rc, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(the_thread.message, sizeof the_thread.message, fmt, ap);
    va_end(ap);
    gt_printable(the_thread.message);
    the_thread.last = rc;
    the_thread.told = false;
    return rc;
}

CUresult drv_fail_broken(const struct CUctx_st *c)
{
    drv_fail(c->broken, "%s", c->message);
    the_thread.told = c->told;
    return c->broken;
}

static void tell(void)
{
    gt_tell("gt200: %s\n", the_thread.message);
}

/* Is what the program itself may not print told on standard error? A command of gt200 prints it. */
static bool heard(void)
{
    const char *quiet = getenv("GT200_QUIET");

    return !cmd_is_command() && (!quiet || strcmp(quiet, "1"));
}

CUresult drv_no_start(CUresult rc)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    if (rc != CUDA_SUCCESS && heard()) {
        pthread_once(&once, tell);
        the_thread.told = true;
    }
    return rc;
}

/* What has been compared in this process, under its lock. */
static struct { unsigned long long insns, cycles, differences; } checked;

void drv_checked(const struct gt_result *res)
{
    drv_lock();
    checked.insns += res->warp_insns;
    checked.cycles += res->cycles;
    checked.differences += res->status == GT_DIFFERENT;
    drv_unlock();
}

__attribute__((destructor)) static void tell_checked(void)
{
    if (checked.cycles && heard())
        gt_tell("gt200: lockstep: %llu instructions, %llu cycles checked, %llu differences\n", checked.insns,
                checked.cycles, checked.differences);
}

CUresult drv_out_of_memory(void)
{
    return drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "out of host memory");
}

CUresult drv_enter_broken(struct CUctx_st **ctx)
{
    if (!drv_initialised())
        return drv_fail(CUDA_ERROR_NOT_INITIALIZED, "cuInit has not been called");
    if (!the_thread.depth || !the_thread.stack[the_thread.depth - 1])
        return drv_fail(CUDA_ERROR_INVALID_CONTEXT, "there is no current context (cuCtxCreate)");
    if (!drv_alive(the_thread.stack[the_thread.depth - 1]))
        return drv_fail(CUDA_ERROR_INVALID_CONTEXT, "the current context has been destroyed");
    *ctx = the_thread.stack[the_thread.depth - 1];
    pthread_mutex_lock(&(*ctx)->lock);
    return CUDA_SUCCESS;
}

CUresult drv_enter(struct CUctx_st **ctx)
{
    CUresult rc = drv_enter_broken(ctx);

    if (rc != CUDA_SUCCESS || (*ctx)->broken == CUDA_SUCCESS)
        return rc;
    (*ctx)->reported = true;
    return drv_leave(*ctx, drv_fail_broken(*ctx));
}

CUresult drv_leave(struct CUctx_st *ctx, CUresult rc)
{
    pthread_mutex_unlock(&ctx->lock);
    return rc;
}

/* ---- errors -------------------------------------------------------------------------------------- */

#define E(code) CUDA_ERROR_##code, "CUDA_ERROR_" #code
static const struct { CUresult rc; const char *name, *text; } errors[] = {
    { CUDA_SUCCESS, "CUDA_SUCCESS", "no error" },
    { E(INVALID_VALUE), "invalid argument" },
    { E(OUT_OF_MEMORY), "out of memory" },
    { E(NOT_INITIALIZED), "cuInit has not been called" },
    { E(DEINITIALIZED), "the program is ending" },
    { E(PROFILER_DISABLED), "profiler disabled" },
    { E(PROFILER_NOT_INITIALIZED), "profiler not initialized" },
    { E(PROFILER_ALREADY_STARTED), "profiler already started" },
    { E(PROFILER_ALREADY_STOPPED), "profiler already stopped" },
    { E(NO_DEVICE), "GT200_TARGET names no target of this build" },
    { E(INVALID_DEVICE), "invalid device ordinal" },
    { E(INVALID_IMAGE), "not a valid text cubin" },
    { E(INVALID_CONTEXT), "invalid context" },
    { E(CONTEXT_ALREADY_CURRENT), "the context is current already" },
    { E(MAP_FAILED), "mapping failed" },
    { E(UNMAP_FAILED), "unmapping failed" },
    { E(ARRAY_IS_MAPPED), "the array is mapped" },
    { E(ALREADY_MAPPED), "already mapped" },
    { E(NO_BINARY_FOR_GPU), "no code for this device" },
    { E(ALREADY_ACQUIRED), "already acquired" },
    { E(NOT_MAPPED), "not mapped" },
    { E(NOT_MAPPED_AS_ARRAY), "not mapped as an array" },
    { E(NOT_MAPPED_AS_POINTER), "not mapped as a pointer" },
    { E(ECC_UNCORRECTABLE), "uncorrectable memory error" },
    { E(UNSUPPORTED_LIMIT), "the device has no such limit" },
    { E(CONTEXT_ALREADY_IN_USE), "the context is in use by another thread" },
    { E(INVALID_PTX), "the PTX cannot be compiled" },
    { E(INVALID_SOURCE), "invalid source" },
    { E(FILE_NOT_FOUND), "file not found" },
    { E(SHARED_OBJECT_SYMBOL_NOT_FOUND), "a shared object lacks a symbol" },
    { E(SHARED_OBJECT_INIT_FAILED), "a shared object did not start" },
    { E(OPERATING_SYSTEM), "an operating system call failed" },
    { E(INVALID_HANDLE), "invalid resource handle" },
    { E(NOT_FOUND), "named symbol not found" },
    { E(NOT_READY), "device not ready" },
    { E(LAUNCH_FAILED), "the kernel failed" },
    { E(LAUNCH_OUT_OF_RESOURCES), "too many resources requested for launch" },
    { E(LAUNCH_TIMEOUT), "the kernel did not end" },
    { E(LAUNCH_INCOMPATIBLE_TEXTURING), "a texture reference does not fit the kernel" },
    { E(PEER_ACCESS_ALREADY_ENABLED), "access to the other device is enabled already" },
    { E(PEER_ACCESS_NOT_ENABLED), "access to the other device is not enabled" },
    { E(PRIMARY_CONTEXT_ACTIVE), "the device is in use in this process" },
    { E(CONTEXT_IS_DESTROYED), "the context has been destroyed" },
    { E(ASSERT), "an assertion of the kernel failed" },
    { E(TOO_MANY_PEERS), "too many peers" },
    { E(HOST_MEMORY_ALREADY_REGISTERED), "the host memory is registered already" },
    { E(HOST_MEMORY_NOT_REGISTERED), "the host memory is not registered" },
    { E(ILLEGAL_INSTRUCTION), "illegal instruction" },
    { E(MISALIGNED_ADDRESS), "misaligned address" },
    { E(NOT_SUPPORTED), "not supported" },
    { E(UNKNOWN), "unknown error" },
};
#undef E

static CUresult lookup(CUresult error, const char **name, const char **text)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].rc == error) {
            *name = errors[i].name;
            *text = errors[i].text;
            return CUDA_SUCCESS;
        }
    *name = *text = NULL;
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    const char *text;

    return name ? lookup(error, name, &text) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    const char *name;

    if (!text)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult rc = lookup(error, &name, text);
    if (rc == CUDA_SUCCESS && error != CUDA_SUCCESS && error == the_thread.last && *the_thread.message &&
        !the_thread.told)
        *text = the_thread.message;
    return rc;
}

const char *gt200LastMessage(void)
{
    return the_thread.message;
}

/* ---- environment --------------------------------------------------------------------------------- */

CUresult drv_chosen_target(enum gt_target *t)
{
    const char *name = getenv("GT200_TARGET");

    if (!name || !*name)
        name = "func";
    if (!gt_target_parse(name, t))
        return drv_fail(CUDA_ERROR_NO_DEVICE, "GT200_TARGET: unknown target '%s' (there are " GT_TARGET_LIST ")", name);
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

CUresult drv_chosen_chip(enum gt_target t, const struct gt_chip **chip)
{
    const char *name = getenv("GT200_CHIP");
    char err[256];

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

CUresult drv_memory_bytes(enum gt_target t, const struct gt_board *b, uint32_t *bytes)
{
    const struct gt_chip *chip;
    unsigned long long mb = 0;

    if (!drv_env_number("GT200_MEMORY_MB", &mb))
        return CUDA_ERROR_INVALID_VALUE;
    if (mb > DRV_MEMORY_MB)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_MEMORY_MB: at most %d", DRV_MEMORY_MB);
    *bytes = (uint32_t)((mb ? mb : 1024) << 20);        /* the host gives pages as they are written */
    if (!mb && t != GT_TARGET_FUNC && drv_chosen_chip(t, &chip) == CUDA_SUCCESS && gt_chip_memory(chip) < *bytes)
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
    bool memcheck = false;
    const char *races = getenv("GT200_RACES");

    memset(checks, 0, sizeof *checks);
    if (!drv_env_number("GT200_INTERLEAVE", &seed) || !drv_env_switch("GT200_MEMCHECK", &memcheck))
        return CUDA_ERROR_INVALID_VALUE;
    if (races && *races && !gt_races_parse(races, &checks->races))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_RACES: '%s' is none of " GT_RACES_LIST, races);
    checks->interleave = seed != 0;
    checks->seed = seed;
    checks->memcheck = memcheck;
    return CUDA_SUCCESS;
}

CUresult drv_settings(enum gt_target t, const struct gt_chip *chip)
{
    struct cmd_asked asked = { 0 };
    char err[512];

    cmd_ask_environment(&asked);
    if (cmd_asked_honoured(&asked, gt_target_name(t), t == GT_TARGET_FPGA ? NULL : chip->name, err, sizeof err))
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

CUresult cuInit(unsigned flags)
{
    enum gt_target t;

    if (flags)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuInit: flags must be 0");
    const struct gt_chip *chip;
    CUresult rc = drv_chosen_target(&t);
    if (rc != CUDA_SUCCESS || (rc = drv_chosen_chip(t, &chip)) != CUDA_SUCCESS)
        return drv_no_start(rc);
    if (!drv_devices())
        return drv_no_start(CUDA_ERROR_INVALID_VALUE);
    drv_lock();
    initialised = true;
    drv_unlock();
    return CUDA_SUCCESS;
}

bool drv_initialised(void)
{
    drv_lock();
    bool yes = initialised;
    drv_unlock();
    return yes;
}

CUresult cuDriverGetVersion(int *version)
{
    if (!version)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDriverGetVersion: null pointer");
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}
