/* SPDX-License-Identifier: Apache-2.0
 *
 * test_settings CUBIN: every setting of the table (sw/tools/cmd/settings.h) on every target and chip, as an option of
 * gt200
 * run, as its variable, and as a variable of a program: it is taken, or refused by a message that begins with its name.
 * A value that means nothing is always refused. Each case is a process of its own that ends before a kernel runs: gt200
 * run is asked for a kernel that the cubin does not have, the program creates a context. Of those that a program can
 * see the effect is looked at, too.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cuda.h>
#include <cuda_runtime_api.h>

#include "cli.h"
#include "engine.h"
#include "settings.h"

extern const struct cli_command gt_command_run;

static const char *const targets[] = { "func", "model", "rtl", "lockstep", "fpga:/dev/null", "cuda" };
static const char *const chips[] = { "sm", "tpc", "gpu1", "gpu2", "gtx280", "h100" };
static const char *cubin;
static unsigned cases, wrong;

/* One case: what is in the environment and on the command line, and what came of it. */
struct trial {
    const char *target, *chip, *variable, *option, *value;
    bool program;
    int  status;
    char said[4096];
};

/* In the child. */
static int attempt_run(const struct trial *t)
{
    char *argv[16] = { "run", (char *)cubin, "-k", "nothing", "-g", "1", "-b", "1", "--target", (char *)t->target };
    int argc = 10;
    CUcontext context;

    if (!strcmp(t->target, "cuda"))
        setenv("GT200_LIBCUDA", "/no/such/libcuda", 1);
    if (t->variable) {
        char name[64];
        snprintf(name, sizeof name, "GT200_%s", t->variable);
        setenv(name, t->value, 1);
    }
    if (t->program) {
        setenv("GT200_TARGET", t->target, 1);
        if (t->chip && (!t->variable || strcmp(t->variable, "CHIP")))
            setenv("GT200_CHIP", t->chip, 1);
        if (!strcmp(t->target, "cuda")) {
            const cudaError_t rc = cudaFree(NULL);
            fprintf(stderr, "%s\n", cudaGetErrorString(rc));
            return rc != cudaSuccess;
        }
        if (cuInit(0) || cuCtxCreate(&context, 0, 0)) {
            fprintf(stderr, "%s\n", gt200LastMessage());
            return 1;
        }
        return 0;
    }
    if (t->chip) {
        argv[argc++] = "--chip";
        argv[argc++] = (char *)t->chip;
    }
    if (t->option)
        argv[argc++] = (char *)t->option;
    if (t->option && t->value)
        argv[argc++] = (char *)t->value;
    return gt_command_run.run(argc, argv);
}

/* Runs it in a process of its own, with its standard error in t->said. */
static void run_child(struct trial *t, int (*what)(const struct trial *))
{
    int end[2];

    if (pipe(end))
        abort();
    fflush(NULL);
    const pid_t pid = fork();
    if (!pid) {
        dup2(end[1], 2);
        close(end[0]);
        close(end[1]);
        const int status = what(t);
        fflush(NULL);
        _exit(status);
    }
    close(end[1]);
    size_t n = 0;
    for (ssize_t got; n < sizeof t->said - 1 && (got = read(end[0], t->said + n, sizeof t->said - 1 - n)) > 0;)
        n += (size_t)got;
    t->said[n] = 0;
    close(end[0]);
    int how = 0;
    waitpid(pid, &how, 0);
    t->status = WIFEXITED(how) ? WEXITSTATUS(how) : -1;
    cases++;
}

static void report_wrong(const struct trial *t, const char *what)
{
    wrong++;
    printf("%s, target %s, chip %s, %s%s %s: %s: status %d, %s\n", t->program ? "program" : "gt200 run", t->target,
           t->chip ? t->chip : "none", t->variable ? "GT200_" : "",
           t->variable ? t->variable : t->option ? t->option : "",
           t->value ? t->value : "", what, t->status, t->said);
}

/* Is the message about this setting? */
static bool names_setting(const struct trial *t)
{
    char name[80];

    snprintf(name, sizeof name, "%s%s:", t->variable ? "GT200_" : "", t->variable ? t->variable : t->option);
    return strstr(t->said, name);
}

/* It went on to what comes behind the settings: no such kernel, a cubin of another machine, no board at /dev/null, no
 * driver of a GPU; a program has its context. */
static bool went_on(const struct trial *t)
{
    if (t->program && !t->status)
        return true;
    return !names_setting(t) && t->status == 1 && (strstr(t->said, "no kernel 'nothing'") ||
                                                   strstr(t->said, "expected an ELF file") ||
                                                   strstr(t->said, "/dev/null") || strstr(t->said, "no NVIDIA driver"));
}

/* A setting with a good value is honoured or refused by name, with a bad one always refused. */
static void expect_setting(struct trial t, size_t row, bool honoured)
{
    const struct cmd_setting *s = &cmd_settings[row];

    t.value = s->example;
    if (t.option && (!strcmp(t.option, "--memcheck") || !strcmp(t.option, "--stale")))
        t.value = NULL;
    run_child(&t, attempt_run);
    if (honoured != went_on(&t))
        report_wrong(&t, honoured ? "refused" : "not refused");
    if (!honoured && !names_setting(&t))
        report_wrong(&t, "not named");
    if (t.option && !t.value)
        return;
    t.value = "@";
    run_child(&t, attempt_run);
    if (!t.status || !names_setting(&t) || went_on(&t))
        report_wrong(&t, "a value that means nothing was taken");
}

/* What a program sees of the device and of a launch, as one line. */
static int print_device(const struct trial *t)
{
    char name[64];
    int devices = 0, sms = 0;
    size_t memory = 0, size = 4;
    unsigned long long cycles = 0, insns = 0, threads = 0;
    CUcontext context;
    CUmodule module;
    CUfunction f;
    CUdeviceptr p = 0;

    setenv("GT200_TARGET", t->target, 1);
    if (t->variable) {
        snprintf(name, sizeof name, "GT200_%s", t->variable);
        setenv(name, t->value, 1);
    }
    if (cuInit(0) || cuDeviceGetCount(&devices) || cuDeviceTotalMem(&memory, 0) ||
        cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0) ||
        cuCtxCreate(&context, 0, 0) || cuModuleLoad(&module, cubin) || cuModuleGetFunction(&f, module, "loads") ||
        cuMemAlloc(&p, 256)) {
        fprintf(stderr, "%s\n", gt200LastMessage());
        return 1;
    }
    uint32_t at = (uint32_t)p;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &at, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
    const CUresult rc = cuLaunchKernel(f, 6, 1, 1, 128, 1, 1, 0, NULL, NULL, extra);
    gt200LastLaunch(&cycles, &insns, &threads);
    fprintf(stderr, "devices %d memory %zu sms %d launch %d cycles %llu\n", devices, memory, sms, (int)rc, cycles);
    return 0;
}

/* A variable that is taken has its effect: this text is in what the program sees, or with "" that is something else. */
static void check_effects(void)
{
    static const struct { const char *variable, *value, *seen; } all[] = {
        { "CHIP", "tpc", " sms 3 " }, { "DEVICES", "2", "devices 2 " }, { "MEMORY_MB", "32", " memory 33554432 " },
        { "MAX_CYCLES", "100", " cycles 100" }, { "JITTER", "1", "" },
    };
    struct trial plain = { .target = "model", .program = true };

    run_child(&plain, print_device);
    if (plain.status || !strstr(plain.said, "devices 1 ") || !strstr(plain.said, " launch 0 "))
        report_wrong(&plain, "no launch");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct trial t = { .target = "model", .program = true, .variable = all[i].variable, .value = all[i].value };
        run_child(&t, print_device);
        if (t.status || !strcmp(t.said, plain.said) || !strstr(t.said, all[i].seen))
            report_wrong(&t, "no effect");
    }
}

int main(int argc, char **argv)
{
    char why[256];

    if (argc != 2)
        return 2;
    cubin = argv[1];
    clearenv();
    setenv("GT200_QUIET", "1", 1);
    for (size_t row = 0; row < cmd_setting_count; row++) {
        const struct cmd_setting *s = &cmd_settings[row];
        if (!s->targets || !s->example || (s->command && strcmp(s->command, "run")))
            continue;
        for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
            for (size_t k = 0; k < sizeof chips / sizeof *chips; k++) {
                char target[16];
                snprintf(target, sizeof target, "%.*s", (int)strcspn(targets[i], ":"), targets[i]);
                const bool board = !strcmp(target, "fpga"), gpu = !strcmp(target, "cuda");
                const bool chip = s->option && !strcmp(s->option, "--chip");
                const bool other = gt_engine_has(chips[k]);
                if ((board && k > 1) || (gpu && k) || (chip && k))      /* chips that the target does not have */
                    continue;
                if (other && (strcmp(target, "func") || !s->chips || !strstr(s->chips, chips[k])))
                    continue;           /* whose name is told, not the setting's */
                struct trial t = { .target = targets[i], .chip = chip || gpu ? NULL : chips[k] };
                const bool yes = cmd_setting_honoured(row, target, board || gpu ? NULL : chips[k], why, sizeof why);
                if (s->option) {
                    t.option = s->option;
                    expect_setting(t, row, yes);
                    t.option = NULL;
                }
                t.variable = s->variable;
                if (s->variable)
                    expect_setting(t, row, s->option && yes);   /* without an option gt200 run has no such setting */
                t.program = true;
                if (s->variable)
                    expect_setting(t, row, yes);
            }
    }
    check_effects();
    printf("%u cases, %u wrong\n", cases, wrong);
    return wrong || cases < 500;
}
