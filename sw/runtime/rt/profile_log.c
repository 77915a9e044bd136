/* SPDX-License-Identifier: Apache-2.0
 *
 * Format and names: NVIDIA, Compute Command Line Profiler User Guide (DU-05982-001), and Compute_Profiler.txt of the
 * CUDA Toolkit 3.1 and 3.2. Where those take counters of one TPC or SM, these are of the whole chip.
 */
#define _POSIX_C_SOURCE 200809L
#include "profile_log.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "now.h"
#include "printable.h"

/* What a config file can ask for besides method, gputime, cputime and occupancy, in the order of columns. */
enum option {
    TIMESTAMP, GPU_START, GPU_END, GRID, BLOCK, DYNAMIC, STATIC, REGISTERS, STREAM, SIZE, DIRECTION, OPTIONS
};
static const char *const options[OPTIONS] = {
    "timestamp", "gpustarttimestamp", "gpuendtimestamp", "gridsize", "threadblocksize", "dynsmemperblock",
    "stasmemperblock", "regperthread", "streamid", "memtransfersize", "memtransferdir",
};

#define COUNT(field) offsetof(struct prof_counts, field)
static const struct { const char *name; size_t at; } counters[] = {
    { "branch", COUNT(branches) }, { "divergent_branch", COUNT(divergent) }, { "instructions", COUNT(issues) },
    { "warp_serialize", COUNT(serialized) }, { "cta_launched", COUNT(ctas) }, { "sm_cta_launched", COUNT(sm_ctas) },
    { "gld_32b", COUNT(gld[0]) }, { "gld_64b", COUNT(gld[1]) }, { "gld_128b", COUNT(gld[2]) },
    { "gst_32b", COUNT(gst[0]) }, { "gst_64b", COUNT(gst[1]) }, { "gst_128b", COUNT(gst[2]) },
    { "gld_request", COUNT(gld_request) }, { "gst_request", COUNT(gst_request) },
    { "local_load", COUNT(local_load) }, { "local_store", COUNT(local_store) },
    { "prof_trigger_00", COUNT(trigger[0]) }, { "prof_trigger_01", COUNT(trigger[1]) },
    { "prof_trigger_02", COUNT(trigger[2]) }, { "prof_trigger_03", COUNT(trigger[3]) },
    { "prof_trigger_04", COUNT(trigger[4]) }, { "prof_trigger_05", COUNT(trigger[5]) },
    { "prof_trigger_06", COUNT(trigger[6]) }, { "prof_trigger_07", COUNT(trigger[7]) },
};
enum { COUNTERS = sizeof counters / sizeof *counters };
/* Names of the time that say what is not counted here. */
static const struct { const char *name, *why; } missing[] = {
    { "tlb_hit", "TLBs are not counted" }, { "tlb_miss", "TLBs are not counted" },
    { "tex_cache_hit", "caches of textures are not counted" },
    { "tex_cache_miss", "caches of textures are not counted" },
    { "gld_coherent", "it is of compute capability 1.1; gld_32b, gld_64b, gld_128b are of 1.3" },
    { "gld_incoherent", "it is of compute capability 1.1; gld_32b, gld_64b, gld_128b are of 1.3" },
    { "gst_coherent", "it is of compute capability 1.1; gst_32b, gst_64b, gst_128b are of 1.3" },
    { "gst_incoherent", "it is of compute capability 1.1; gst_32b, gst_64b, gst_128b are of 1.3" },
};

struct profile_log {
    FILE  *f;
    char  *path;
    bool   failed;              /* to write, which has been told */
    bool   csv, option[OPTIONS];
    int    counter[COUNTERS], ncounters;
    double start;               /* of the host */
    double device;              /* microseconds that the device has worked */
};

/* COMPUTE_NAME, or as it was called before CUDA_NAME; NULL: not set, or empty. */
static const char *read_setting(const char *name, char variable[64])
{
    static const char *const prefix[] = { "COMPUTE_PROFILE", "CUDA_PROFILE" };
    for (unsigned i = 0; i < 2; i++) {
        snprintf(variable, 64, "%s%s", prefix[i], name);
        const char *value = getenv(variable);
        if (value && *value)
            return value;
    }
    return NULL;
}

/* 0 or 1. */
static CUresult read_switch(const char *name, bool *on)
{
    char variable[64];
    const char *value = read_setting(name, variable);
    *on = value && strcmp(value, "0");
    if (*on && strcmp(value, "1"))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: '%s' is neither 0 nor 1", variable, value);
    return CUDA_SUCCESS;
}

/* ---- what is asked for ---- */

/* An option or counter of the profiler's configuration. */
static CUresult take_word(struct profile_log *log, enum gt_target t, const char *text, const char *where)
{
    for (int i = 0; i < OPTIONS; i++)
        if (!strcmp(text, options[i])) {
            log->option[i] = true;
            return CUDA_SUCCESS;
        }
    for (int i = 0; i < COUNTERS; i++) {
        if (strcmp(text, counters[i].name))
            continue;
        if (t == GT_TARGET_FUNC || t == GT_TARGET_FPGA)
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: target %s counts no %s (model, rtl and lockstep do)", where,
                            gt_target_name(t), text);
        for (int k = 0; k < log->ncounters; k++)
            if (log->counter[k] == i)
                return CUDA_SUCCESS;
        log->counter[log->ncounters++] = i;
        return CUDA_SUCCESS;
    }
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (!strcmp(text, missing[i].name))
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %s: %s", where, text, missing[i].why);
    return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: '%s' is no counter or option of compute capability 1.3", where,
                    text);
}

/* A word a line, # comments. */
static CUresult read_config(struct profile_log *log, enum gt_target t)
{
    char variable[64], text[256], where[512];
    const char *path = read_setting("_CONFIG", variable);
    FILE *f = path ? fopen(path, "r") : NULL;
    CUresult rc = CUDA_SUCCESS;

    if (path && !f)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %s: %s", variable, path, strerror(errno));
    for (int line = 1; f && rc == CUDA_SUCCESS && fgets(text, sizeof text, f); line++) {
        char *begin = text + strspn(text, " \t\r\n");
        size_t n = strcspn(begin, "\r\n");
        while (n && (begin[n - 1] == ' ' || begin[n - 1] == '\t'))
            n--;
        begin[n] = '\0';
        snprintf(where, sizeof where, "%s: %s:%d", variable, path, line);
        if (n && *begin != '#')
            rc = take_word(log, t, begin, where);
    }
    if (f)
        fclose(f);
    return rc;
}

/* %d: number of the context in the process, %p: of the process. */
static void file_name(const char *pattern, unsigned context, char *out, size_t n)
{
    size_t at = 0;
    *out = '\0';
    for (; *pattern && at + 1 < n; pattern++)
        if (pattern[0] == '%' && (pattern[1] == 'd' || pattern[1] == 'p')) {
            const unsigned long number = pattern[1] == 'd' ? context : (unsigned long)getpid();
            at += (size_t)snprintf(out + at, n - at, "%lu", number);
            pattern++;
        } else {
            out[at++] = *pattern;
            out[at] = '\0';
        }
}

/* The line of column names. */
static void write_title(const struct profile_log *log)
{
    static const char *const csv[OPTIONS] = {
        [GRID] = "gridsizeX,gridsizeY", [BLOCK] = "threadblocksizeX,threadblocksizeY,threadblocksizeZ",
    };
    for (int i = TIMESTAMP; i <= GPU_END; i++)
        if (log->option[i])
            fprintf(log->f, "%s,", options[i]);
    fprintf(log->f, "method,gputime,cputime");
    for (int i = GRID; i <= REGISTERS; i++)
        if (log->option[i])
            fprintf(log->f, ",%s", log->csv && csv[i] ? csv[i] : options[i]);
    fprintf(log->f, ",occupancy");
    if (log->option[STREAM])
        fprintf(log->f, ",streamid");
    for (int i = 0; i < log->ncounters; i++)
        fprintf(log->f, ",%s", counters[log->counter[i]].name);
    for (int i = SIZE; i <= DIRECTION; i++)
        if (log->option[i])
            fprintf(log->f, ",%s", options[i]);
    fprintf(log->f, "\n");
}

/* Creates the log of a context, with its head. */
static CUresult open_file(struct profile_log *log, int device)
{
    static unsigned contexts;           /* under the lock of the process */
    char variable[64], path[4096], name[256];
    const char *pattern = read_setting("_LOG", variable);

    drv_lock();
    const unsigned context = contexts++;
    drv_unlock();
    file_name(pattern ? pattern : "cuda_profile_%d.log", context, path, sizeof path);
    if (!(log->path = strdup(path)))
        return drv_out_of_memory();
    if (!(log->f = fopen(path, "w")))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %s: %s", pattern ? variable : "CUDA_PROFILE", path,
                        strerror(errno));
    if (cuDeviceGetName(name, sizeof name, device) != CUDA_SUCCESS)
        snprintf(name, sizeof name, "GT200");
    fprintf(log->f, "# CUDA_PROFILE_LOG_VERSION 2.0\n# CUDA_DEVICE %d %s\n# CUDA_CONTEXT %u\n", device, name,
            context + 1);
    if (log->csv)
        fprintf(log->f, "# CUDA_PROFILE_CSV 1\n");
    fprintf(log->f, "# TIMESTAMPFACTOR %016" PRIx64 "\n", (uint64_t)(1e9 * log->start));
    write_title(log);
    return CUDA_SUCCESS;
}

CUresult profile_log_open(struct profile_log **out, enum gt_target t, int device)
{
    bool on, csv;
    CUresult rc = read_switch("", &on);

    *out = NULL;
    if (rc != CUDA_SUCCESS || !on || (rc = read_switch("_CSV", &csv)) != CUDA_SUCCESS)
        return rc;
    struct profile_log *log = calloc(1, sizeof *log);
    if (!log)
        return drv_out_of_memory();
    log->csv = csv;
    log->start = now();
    if ((rc = read_config(log, t)) != CUDA_SUCCESS || (rc = open_file(log, device)) != CUDA_SUCCESS) {
        free(log->path);
        free(log);
        return rc;
    }
    *out = log;
    return CUDA_SUCCESS;
}

static void flush_log(struct profile_log *log)
{
    if (fflush(log->f) && !log->failed) {
        gt_tell("gt200: CUDA_PROFILE_LOG: %s: %s\n", log->path, strerror(errno));
        log->failed = true;
    }
}

void profile_log_close(struct profile_log *log)
{
    if (log) {
        flush_log(log);
        fclose(log->f);
        free(log->path);
    }
    free(log);
}

bool profile_log_counts(const struct profile_log *log) { return log && log->ncounters; }

/* ---- rows ---- */

/* A row while it is written. */
struct row { struct profile_log *log; bool any; };

static void put_value(struct row *r, const char *name, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* A value of a row, with its name or as a column. */
static void put_value(struct row *r, const char *name, const char *fmt, ...)
{
    char value[512];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(value, sizeof value, fmt, ap);
    va_end(ap);
    if (r->log->csv)
        fprintf(r->log->f, "%s%s", r->any ? "," : "", value);
    else
        fprintf(r->log->f, "%s=[ %s ] ", name, value);
    r->any = true;
}

/* A column that the row has no value for: of CSV it stays empty. */
static void skip_columns(struct row *r, unsigned columns)
{
    for (; r->log->csv && columns; columns--)
        putc(',', r->log->f);
}

/* The columns that every row has, in us and ns. */
static void put_times(struct row *r, const char *method, double gpu, double seconds)
{
    struct profile_log *log = r->log;
    if (log->option[TIMESTAMP])
        put_value(r, "timestamp", "%.3f", 1e6 * (now() - log->start - seconds));
    if (log->option[GPU_START])
        put_value(r, "gpustarttimestamp", "%" PRIx64, (uint64_t)(1e3 * log->device));
    log->device += gpu;
    if (log->option[GPU_END])
        put_value(r, "gpuendtimestamp", "%" PRIx64, (uint64_t)(1e3 * log->device));
    put_value(r, "method", "%s", method);
    put_value(r, "gputime", "%.3f", gpu);
    put_value(r, "cputime", "%.3f", 1e6 * seconds);
}

static void end_row(struct row *r)
{
    putc('\n', r->log->f);
    flush_log(r->log);                  /* a program may end at any time */
}

/* The part of a multiprocessor's warps that as many blocks as fit have. */
static double engine_occupancy(const struct gt_engine *e, const struct gt_launch *l)
{
    const unsigned threads = l->block_x * l->block_y * l->block_z, warps = (threads + 31) / 32;

    return 32.0 * warps * gt_engine_blocks(e, threads, l->regs, (size_t)l->smem + l->dyn_smem) / e->size.threads_per_sm;
}

void profile_log_launch(struct profile_log *log, const struct gt_engine *e, const struct gt_gpu *g,
                        const struct gt_launch *l, uint64_t cycles, double seconds, const struct prof_counts *counts)
{
    struct row r = { log, false };
    struct gt_config c = { .nwarps = 0 };
    struct gt_result *res = malloc(sizeof *res);
    const char *comma = log->csv ? "," : ", ";

    if (!res || !gt_launch_config(g, l, &c, res))
        c.nwarps = c.max_blocks = 0;
    free(res);
    put_times(&r, l->name, 1e3 * (double)cycles / (e->size.sms ? e->size.clock_khz : g->chip->values->clock_khz),
              seconds);
    if (log->option[GRID])
        put_value(&r, "gridsize", "%u%s%u", l->grid_x, comma, l->grid_y);
    if (log->option[BLOCK])
        put_value(&r, "threadblocksize", "%u%s%u%s%u", l->block_x, comma, l->block_y, comma, l->block_z);
    if (log->option[DYNAMIC])
        put_value(&r, "dynsmemperblock", "%u", l->dyn_smem);
    if (log->option[STATIC])
        put_value(&r, "stasmemperblock", "%u", l->smem);
    if (log->option[REGISTERS])
        put_value(&r, "regperthread", "%u", l->regs);
    put_value(&r, "occupancy", "%.3f", e->size.sms ? engine_occupancy(e, l) : c.nwarps * c.max_blocks / 32.0);
    if (log->option[STREAM])
        put_value(&r, "streamid", "0");
    for (int i = 0; i < log->ncounters; i++) {
        uint64_t n = 0;
        if (counts)
            memcpy(&n, (const char *)counts + counters[log->counter[i]].at, sizeof n);
        put_value(&r, counters[log->counter[i]].name, "%" PRIu64, n);
    }
    skip_columns(&r, log->option[SIZE] + log->option[DIRECTION]);
    end_row(&r);
}

void profile_log_copy(struct profile_log *log, bool to_host, size_t bytes, double seconds)
{
    struct row r = { log, false };

    if (!log)
        return;
    put_times(&r, to_host ? "memcpyDtoH" : "memcpyHtoD", 0, seconds);
    skip_columns(&r, 2 * log->option[GRID] + 3 * log->option[BLOCK] + log->option[DYNAMIC] + log->option[STATIC] +
                         log->option[REGISTERS] + 1);
    if (log->option[STREAM])
        put_value(&r, "streamid", "0");
    skip_columns(&r, (unsigned)log->ncounters);
    if (log->option[SIZE])
        put_value(&r, "memtransfersize", "%zu", bytes);
    if (log->option[DIRECTION])
        put_value(&r, "memtransferdir", "%d", to_host);
    end_row(&r);
}
