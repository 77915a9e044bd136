/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "shim.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "settings.h"

#define MEMORY_DEFAULT (64u << 20)

unsigned gts_version(void)
{
    return GTS_VERSION;
}

/* ---- device -------------------------------------------------------------------------------- */

/* Notes that an option was given, in place of its variable. */
static void note_option(struct cmd_asked *a, const char *option, bool given, uint64_t value)
{
    const size_t row = cmd_setting_of("run", option);
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, value);
    a->any &= ~(UINT64_C(1) << row);
    if (given)
        cmd_ask(a, row, text, false);
}

/* Does the target honour each option and variable that is set? A device has no others. */
static bool options_honoured(const struct gts_options *o, enum gt_races_where races, char *err, size_t errn)
{
    struct cmd_asked asked = { 0 };

    if (!cmd_settings_valid(err, errn))
        return false;
    cmd_ask_environment(&asked);
    note_option(&asked, "--threads", o->threads != 0, o->threads);
    note_option(&asked, "--jitter", o->jitter != 0, o->jitter);
    note_option(&asked, "--stall", o->stall != 0, o->stall);
    note_option(&asked, "--fold", o->fold > 1, o->fold);
    note_option(&asked, "--interleave", o->interleave != 0, o->interleave);
    note_option(&asked, "--memcheck", o->memcheck, o->memcheck);
    note_option(&asked, "--races", races != GT_RACES_OFF, races);
    note_option(&asked, "--chip", false, 0);
    note_option(&asked, "--memory", false, 0);
    note_option(&asked, "--max-cycles", false, 0);  /* of launches, as the next */
    note_option(&asked, "--pm", false, 0);
    for (size_t i = 0; i < cmd_setting_count; i++)
        if (asked.any & asked.by_variable & UINT64_C(1) << i) {
            snprintf(err, errn, "GT200_%s: a device of this library has no such setting (it must not be set)",
                     cmd_settings[i].variable);
            return false;
        }
    return cmd_asked_honoured(&asked, o->target, o->chip ? o->chip : "sm", err, errn);
}

/* Makes the device that the options ask for; false: err says why not. */
static bool make_machine(struct gts_device *d, const struct gts_options *o, char *err, size_t errn)
{
    const struct gt_chip *chip = o->chip ? gt_chip_find(o->chip, err, errn) : NULL;

    if (!o->target || !gt_target_parse(o->target, &d->target) || d->target == GT_TARGET_FPGA) {
        snprintf(err, errn, "unknown target '%s' (expected func, model, rtl or lockstep)", o->target ? o->target : "");
        return false;
    }
    if (o->chip && !chip)
        return false;
    if (!gt_target_available(d->target)) {
        snprintf(err, errn, "target %s is not in this build (it needs Verilator: ./setup)", o->target);
        return false;
    }
    if (o->races && !gt_races_parse(o->races, &d->checks.races)) {
        snprintf(err, errn, "races '%s' is none of " GT_RACES_LIST, o->races);
        return false;
    }
    if (o->fold > 1 && o->fold != 4) {
        snprintf(err, errn, "fold %" PRIu32 ": there are 1 phase and 4", o->fold);
        return false;
    }
    if (!options_honoured(o, d->checks.races, err, errn))
        return false;
    const uint64_t memory = o->memory ? o->memory : MEMORY_DEFAULT;
    if (memory > UINT32_MAX - GT_G_BASE) {
        snprintf(err, errn, "%" PRIu64 " bytes of device memory: at most %" PRIu32, memory, UINT32_MAX - GT_G_BASE);
        return false;
    }
    if (!(d->gpu = gt_gpu_new((uint32_t)memory))) {
        snprintf(err, errn, "out of memory");
        return false;
    }
    if (chip)
        d->gpu->chip = chip;
    else
        d->gpu->func_sms = GT_FUNC_SMS;
    if (memory > gt_chip_memory(d->gpu->chip)) {
        snprintf(err, errn, "%" PRIu64 " bytes of device memory: chip %s has room for %" PRIu32, memory,
                 d->gpu->chip->name, gt_chip_memory(d->gpu->chip));
        return false;
    }
    d->gpu->threads = o->threads;
    d->gpu->jitter = o->jitter;
    d->gpu->stall = o->stall;
    d->gpu->fold = o->fold;
    d->checks.seed = o->interleave;
    d->checks.interleave = o->interleave != 0;
    d->checks.memcheck = o->memcheck;
    if (o->memcheck)
        d->gpu->guard = GT_MEMCHECK_GUARD;
    return gt_target_ready(d->target, d->gpu->chip, o->stall != 0, o->fold, err, errn);
}

struct gts_device *gts_open(const struct gts_options *o, char *err, size_t errn)
{
    struct gts_device *d = calloc(1, sizeof *d);

    if (!d) {
        snprintf(err, errn, "out of memory");
        return NULL;
    }
    if (make_machine(d, o, err, errn))
        return d;
    gts_close(d);
    return NULL;
}

void gts_close(struct gts_device *d)
{
    if (d)
        gt_gpu_free(d->gpu);
    free(d);
}

uint32_t gts_alloc(struct gts_device *d, uint32_t bytes)
{
    return gt_alloc(d->gpu, bytes);
}

void gts_release(struct gts_device *d, uint32_t addr)
{
    gt_release(d->gpu, addr);
}

bool gts_write(struct gts_device *d, uint32_t addr, const void *src, uint32_t bytes)
{
    return gt_write(d->gpu, addr, src, bytes);
}

bool gts_read(struct gts_device *d, uint32_t addr, void *dst, uint32_t bytes)
{
    return gt_read(d->gpu, addr, dst, bytes);
}

/* ---- launch -------------------------------------------------------------------------------- */

/* What kernels print into and take memory from, once a device. */
static bool make_regions(struct gts_module *m, char *err, size_t errn)
{
    struct gts_device *d = m->device;

    if (gt_output_has(&m->m)) {
        if (!d->ring && !(d->ring = gt_output_new(d->gpu, GT_OUTPUT_BYTES))) {
            snprintf(err, errn, "%u bytes for what kernels print do not fit in device memory", GT_OUTPUT_BYTES);
            return false;
        }
        gt_output_begin(&m->m, d->ring, GT_OUTPUT_BYTES);
    }
    if (gt_heap_has(&m->m)) {
        if (!d->heap) {
            d->heap_bytes = gt_heap_default(d->gpu);
            d->heap = gt_heap_new(d->gpu, d->heap_bytes);
        }
        if (!d->heap) {
            snprintf(err, errn, "%" PRIu32 " bytes that kernels take memory from do not fit in device memory",
                     d->heap_bytes);
            return false;
        }
        gt_heap_begin(&m->m, d->heap, d->heap_bytes);
    }
    return true;
}

/* The launch, checked, with its module's constants in place. */
static bool prepare_launch(struct gts_module *m, int kernel, const struct gts_launch *asked, struct gt_launch *l,
                           char *err, size_t errn)
{
    struct gts_device *d = m->device;

    if (!gt_module_params(&m->m, kernel, asked->param_bytes, err, errn) ||
        !gt_module_block(&m->m, kernel, asked->block[0], asked->block[1], asked->block[2], err, errn))
        return false;
    gt_module_launch(&m->m, kernel, l);
    l->grid_x = asked->grid[0];
    l->grid_y = asked->grid[1];
    l->block_x = asked->block[0];
    l->block_y = asked->block[1];
    l->block_z = asked->block[2];
    l->dyn_smem = asked->shared;
    l->params = asked->params;
    l->param_words = (asked->param_bytes + 3) / 4;
    l->max_cycles = asked->max_cycles;
    if (asked->counters && !gt_pm_parse(asked->counters, l->pm, err, errn))
        return false;
    if (!gt_target_counts(d->target, l->pm)) {
        snprintf(err, errn, "target func counts prof_trigger_00 to _07 alone (expected model, rtl or lockstep)");
        return false;
    }
    if (asked->trace && d->target != GT_TARGET_MODEL && d->target != GT_TARGET_RTL) {
        snprintf(err, errn, "target %s has no trace (expected model or rtl)", gt_target_name(d->target));
        return false;
    }
    if (asked->to && asked->to < asked->from) {
        snprintf(err, errn, "from %" PRIu64 " is behind to %" PRIu64, asked->from, asked->to);
        return false;
    }
    if (d->active != m && !gt_module_activate(&m->m)) {
        snprintf(err, errn, "the constants of the module do not fit");
        return false;
    }
    d->active = m;
    return gt_module_bind(&m->m, kernel, err, errn) && make_regions(m, err, errn);
}

/* The result in the library's own struct. */
static void tell_result(const struct gts_module *m, int kernel, const struct gt_result *r, struct gts_result *res)
{
    res->status = r->status;
    res->cycles = r->cycles;
    res->warp_instructions = r->warp_insns;
    res->thread_instructions = r->thread_insns;
    if (r->status != GT_OK)
        gt_module_explain(&m->m, kernel, r, r->message, res->message, sizeof res->message);
    if (r->status != GT_FAULT)
        return;
    res->fault = r->fault.code;
    res->pc = r->fault.pc;
    res->warp = r->fault.warp;
    res->lane = r->fault.lane;
    res->addr = r->fault.addr;
    res->block[0] = r->fault.ctaid_x;
    res->block[1] = r->fault.ctaid_y;
    snprintf(res->fault_name, sizeof res->fault_name, "%s", gt_fault_name(r->fault.code, r->fault.decode_err));
}

/* What the kernel printed; an assertion that failed is the message. */
static void take_output(const struct gts_module *m, struct gts_result *res)
{
    char text[2048];
    size_t n;

    if (!gt_output_has(&m->m))
        return;
    FILE *f = open_memstream(&res->output, &n);
    if (!f)
        return;
    if (gt_output_end(&m->m, f, f, text, sizeof text) && res->status == GT_FAULT)
        snprintf(res->message, sizeof res->message, "%s", text);
    fclose(f);
}

uint32_t gts_run(struct gts_module *m, uint32_t kernel, const struct gts_launch *asked, struct gts_result *res)
{
    struct gts_device *d = m->device;
    struct gt_launch l;

    memset(res, 0, sizeof *res);
    struct gt_result *r = calloc(1, sizeof *r);
    res->status = GT_BAD_LAUNCH;
    if (!r) {
        snprintf(res->message, sizeof res->message, "out of memory");
        return res->status;
    }
    if (kernel >= m->m.cubin.nkernels) {
        snprintf(res->message, sizeof res->message, "kernel %" PRIu32 ": the module has %zu", kernel,
                 m->m.cubin.nkernels);
    } else if (prepare_launch(m, (int)kernel, asked, &l, res->message, sizeof res->message)) {
        res->trace = asked->trace ? shim_trace_new(m, kernel, &l, asked) : NULL;
        if (asked->trace && !res->trace && gt_launch_config(d->gpu, &l, &(struct gt_config){ 0 }, r)) {
            snprintf(res->message, sizeof res->message, "out of memory for the trace");
        } else {
            const struct gt_run_opts opts = { .checks = d->checks, .sink = res->trace ? shim_trace_take : NULL,
                                              .sink_ctx = res->trace };
            gt_target_run(d->target, d->gpu, &l, r, &opts);
            tell_result(m, (int)kernel, r, res);
            take_output(m, res);
        }
    }
    free(r);
    return res->status;
}

void gts_free_text(char *text)
{
    free(text);
}
