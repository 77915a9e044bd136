/* SPDX-License-Identifier: Apache-2.0
 * GT200_PROFILE: files, separated by commas, that get the profile of all launches of the process; "-" is standard
 * output. */
#define _POSIX_C_SOURCE 200809L
#include "profile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "printable.h"
#include "prof.h"
#include "profile_log.h"

static struct {
    pthread_mutex_t lock;
    bool            asked;              /* the environment has been looked at */
    char           *files;              /* NULL: nobody wants a profile */
    struct prof    *prof;
} profile = { .lock = PTHREAD_MUTEX_INITIALIZER };

typedef bool writer(const struct prof *p, FILE *f);
static const struct { const char *end; writer *write; } formats[] = {
    { ".txt", prof_text }, { ".memory.csv", prof_memory_csv }, { ".csv", prof_csv }, { ".html", prof_html },
    { ".htm", prof_html },
};

/* By the end of the name; NULL: it has none of these. */
static writer *writer_of(const char *name, size_t n)
{
    if (n == 1 && *name == '-')
        return prof_text;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const size_t m = strlen(formats[i].end);
        if (n > m && !strncmp(name + n - m, formats[i].end, m))
            return formats[i].write;
    }
    return NULL;
}

bool drv_folder_takes(const char *name, size_t n)
{
    char *folder = strndup(name, n), *slash = folder ? strrchr(folder, '/') : NULL;

    if (slash)
        slash[slash == folder] = 0;
    const bool ok = !folder || (n == 1 && *name == '-') || access(slash ? folder : ".", W_OK) == 0;
    const int error = errno;
    free(folder);
    errno = error;
    return ok;
}

CUresult profile_valid(void)
{
    const char *files = getenv("GT200_PROFILE");

    for (size_t n; files && *files; files += n + (files[n] == ',')) {
        n = strcspn(files, ",");
        if (!writer_of(files, n))
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_PROFILE: '%.*s' is none of -, FILE.txt, FILE.csv, "
                            "FILE.memory.csv, FILE.html", (int)n, files);
        if (!drv_folder_takes(files, n))
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_PROFILE: %.*s: %s", (int)n, files, strerror(errno));
    }
    return CUDA_SUCCESS;
}

struct lines { const struct gt_cubin *cubin; const struct gt_cubin_kernel *kernel; };

static bool line_at(const void *ctx, uint32_t pc, const char **source, uint32_t *line)
{
    const struct lines *l = ctx;
    return cubin_line_at(l->cubin, l->kernel, pc, source, line);
}

/* Of this launch. Under the lock. */
static bool wanted(const struct CUctx_st *c)
{
    if (!profile.asked) {
        const char *files = getenv("GT200_PROFILE");
        profile.asked = true;
        profile.files = files && *files ? strdup(files) : NULL;
    }
    if (!profile.files && !profile_log_counts(c->log))
        return false;
    if (!profile.prof)
        profile.prof = prof_new();
    return true;
}

CUresult profile_begin(struct CUctx_st *c, CUfunction f, const struct gt_launch *l, const char *name,
                       struct gt_run_opts *opts)
{
    const struct gt_cubin *cubin = &f->module->m.cubin;
    const struct lines lines = { cubin, &cubin->kernels[f->kernel] };

    pthread_mutex_lock(&profile.lock);
    if (!wanted(c)) {
        pthread_mutex_unlock(&profile.lock);
        return CUDA_SUCCESS;
    }
    if (!profile.prof || !prof_begin(profile.prof, c->gpu, l, name, line_at, &lines)) {
        pthread_mutex_unlock(&profile.lock);
        return drv_out_of_memory();
    }
    profile.prof->target = gt_target_name(c->target);
    c->gpu->waits = true;
    c->gpu->memory_counts = prof_memory(profile.prof);
    opts->sink = prof_events;
    opts->sink_ctx = profile.prof;
    return CUDA_SUCCESS;                /* the lock is kept */
}

void profile_end(struct CUctx_st *c, const struct gt_launch *l, const struct gt_result *res, double seconds)
{
    const bool on = c->gpu->waits;
    struct prof_counts counts;

    if (on) {
        c->gpu->waits = false;
        c->gpu->memory_counts = NULL;
        prof_end(profile.prof, res, &counts);
        pthread_mutex_unlock(&profile.lock);
    }
    if (c->log)
        profile_log_launch(c->log, c->engine, c->gpu, l,
                           c->target == GT_TARGET_FUNC ? 4 * res->warp_insns : res->cycles, seconds,
                           on ? &counts : NULL);
}

static bool write_as(FILE *f, const void *name)
{
    return writer_of(name, strlen(name))(profile.prof, f);
}

__attribute__((destructor)) static void write_profile(void)
{
    char err[512];

    for (char *name = profile.prof && profile.files ? strtok(profile.files, ",") : NULL; name; name = strtok(NULL, ","))
        if (!strcmp(name, "-") ? !write_as(stdout, name) || fflush(stdout)
                               : !gt_replace_file(name, write_as, name, err, sizeof err))
            gt_tell("gt200: GT200_PROFILE: %s\n", strcmp(name, "-") ? err : "standard output cannot be written");
    prof_free(profile.prof);
    free(profile.files);
}
