/* SPDX-License-Identifier: Apache-2.0
 * GT200_INSPECT=FILE: what the checker finds in the launches of the process, "-" is standard error, "+FILE" goes on
 * where other processes have written. */
#define _POSIX_C_SOURCE 200809L
#include "inspect_launch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "func/fault.h"
#include "output.h"
#include "printable.h"

static const char *const classes[GT_FIND_CLASSES] = { "memory", "race", "synchronization", "uninitialized",
                                                      "fault" };

static struct {
    pthread_mutex_t lock;
    FILE           *file;
    unsigned long   found[GT_FIND_CLASSES], launches;
    bool            forked;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

static const char *file_name(void)
{
    const char *name = getenv("GT200_INSPECT");
    return name && *name ? name : NULL;
}

/* A child process counts its own. */
static void begin_child(void)
{
    memset(state.found, 0, sizeof state.found);
    state.launches = 0;
    state.forked = true;
}

CUresult inspect_open(void)
{
    const char *name = file_name(), *path = name && *name == '+' ? name + 1 : name;

    if (!name)
        return CUDA_SUCCESS;
    const size_t n = strlen(path), end = strlen(".txt");
    if (strcmp(name, "-") && (n <= end || strcmp(path + n - end, ".txt")))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_INSPECT: '%s' is none of -, FILE.txt, +FILE.txt", name);
    pthread_mutex_lock(&state.lock);
    if (!state.file && (state.file = strcmp(name, "-") ? fopen(path, path > name ? "a" : "w") : stderr))
        pthread_atfork(NULL, NULL, begin_child);
    const bool open = state.file;
    pthread_mutex_unlock(&state.lock);
    return open ? CUDA_SUCCESS
                : drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_INSPECT: %s: %s", path, strerror(errno));
}

bool inspect_context(struct CUctx_st *c)
{
    if (!file_name())
        return true;
    c->gpu->guard = GT_MEMCHECK_GUARD;
    return (c->inspect = gt_inspect_new(c->gpu)) != NULL;
}

void inspect_begin(struct CUctx_st *c, CUfunction f)
{
    if (!c->inspect)
        return;
    if (c->heap && gt_heap_has(&f->module->m))
        gt_inspect_heap(c->inspect, c->heap, c->heap_bytes);
    const struct gt_cubin_kernel *k = &f->module->m.cubin.kernels[f->kernel];
    gt_inspect_arrays(c->inspect, k->arrays, k->narrays);
    c->gpu->observer = gt_inspect_observer(c->inspect);
}

void inspect_copy(struct CUctx_st *c, const char *call, CUdeviceptr from, size_t width, size_t height)
{
    uint32_t base, have;

    if (!c->inspect || !width || !height || from > UINT32_MAX || drv_mapped(c, from, width) ||
        !gt_allocation(c->gpu, (uint32_t)from, &base, &have) || gt_any_valid(c->gpu, base, have))
        return;
    pthread_mutex_lock(&state.lock);
    state.found[GT_FIND_UNINIT]++;
    fprintf(state.file, "%s: %s: copy to the host of memory that nobody has written\n    device memory 0x%x, ",
            classes[GT_FIND_UNINIT], call, (unsigned)from);
    if (height > 1)
        fprintf(state.file, "%zu rows of %zu bytes, byte %u of an allocation\n", height, width,
                (unsigned)(from - base));
    else
        fprintf(state.file, "%zu bytes, byte %u of an allocation\n", width, (unsigned)(from - base));
    pthread_mutex_unlock(&state.lock);
}

/* ---- a finding as text ------------------------------------------------------------------------------------ */

struct place { const char *source; uint32_t line; };

static struct place place_of(const struct gt_cubin *cubin, const struct gt_cubin_kernel *k, uint32_t pc)
{
    struct place p = { NULL, 0 };
    return cubin_line_at(cubin, k, pc, &p.source, &p.line) ? p : (struct place){ NULL, 0 };
}

static void tell_side(const struct gt_launch *l, const struct gt_finding_side *s, struct place p)
{
    const uint32_t t = s->warp * 32 + s->lane;

    fprintf(state.file, "    %s", s->does);
    if (p.source)
        fprintf(state.file, " at %s:%u", p.source, p.line);
    fprintf(state.file, ", block (%u,%u) thread (%u,%u,%u), warp %u lane %u, pc 0x%x\n", s->ctaid_x, s->ctaid_y,
            t % l->block_x, t / l->block_x % l->block_y, t / l->block_x / l->block_y, s->warp, s->lane, s->pc);
}

static bool same_place(struct place a, struct place b)
{
    return a.source && b.source && a.line == b.line && !strcmp(a.source, b.source);
}

/* With the places of its sides. times: so often, with those that are like it. */
struct shown { const struct gt_finding *f; struct place p[2]; uint64_t times; };

/* The same thing, of the same lines? Loops are unrolled, functions are inlined. */
static bool findings_alike(const struct shown *a, const struct shown *b)
{
    const struct gt_finding *f = a->f, *g = b->f;

    return f->kind == g->kind && f->sides == g->sides && same_place(a->p[0], b->p[0]) &&
           (f->sides < 2 || same_place(a->p[1], b->p[1])) && !strcmp(f->title, g->title) &&
           (f->name == g->name || (f->name && g->name && !strcmp(f->name, g->name)));
}

/* Prints a finding; one that matters only between different lines is left out where they are the same. */
static void tell_finding(const struct gt_launch *l, const char *name, const struct shown *s)
{
    const struct gt_finding *f = s->f;
    const struct place *p = s->p;

    if (f->differ && (!p[0].source || !p[1].source || same_place(p[0], p[1])))
        return;
    state.found[f->what]++;
    fprintf(state.file, "%s: ", classes[f->what]);
    if (p[0].source)
        fprintf(state.file, "%s:%u: ", p[0].source, p[0].line);
    fprintf(state.file, "kernel %s: %s", name, f->title);
    if (f->name) {
        char *plain = drv_demangled(f->name);
        fprintf(state.file, " %s", plain ? plain : f->name);
        free(plain);
    }
    if (s->times > 1)
        fprintf(state.file, ", %llu times", (unsigned long long)s->times);
    fprintf(state.file, "\n    %s\n", f->detail);
    for (unsigned i = 0; i < f->sides; i++)
        tell_side(l, &f->side[i], p[i]);
}

/* Findings in their order, each with the first that is like it. */
static void tell_all(const struct gt_cubin *cubin, const struct gt_cubin_kernel *k, const struct gt_launch *l,
                     const char *name, const struct gt_finding *found, size_t n)
{
    struct shown *all = malloc((n + 1) * sizeof *all);
    size_t many = 0;

    for (size_t i = 0; all && i < n; i++) {
        struct shown *s = &all[many];
        size_t j = 0;
        *s = (struct shown){ .f = &found[i], .times = found[i].times };
        for (unsigned side = 0; side < found[i].sides; side++)
            s->p[side] = place_of(cubin, k, found[i].side[side].pc);
        while (j < many && !findings_alike(&all[j], s))
            j++;
        if (j < many)
            all[j].times += s->times;
        else
            many++;
    }
    for (size_t i = 0; i < many; i++)
        tell_finding(l, name, &all[i]);
    if (!all)
        fprintf(state.file, "check: kernel %s: not enough host memory for %zu findings\n", name, n);
    free(all);
}

/* What the machine has found wrong with the address of an access. */
static void describe_fault(const struct CUctx_st *c, const struct gt_launch *l, const struct gt_fault *f, char *out,
                           size_t n)
{
    switch (f->code) {
    case GT_F_MISALIGNED:
        snprintf(out, n, "address 0x%x, which is no multiple of the bytes that are accessed", f->addr);
        break;
    case GT_F_SHARED_LIMIT:
        snprintf(out, n, "shared memory 0x%x, the block has 0x%x bytes of it", f->addr, l->smem + l->dyn_smem);
        break;
    case GT_F_LOCAL_LIMIT_READ: case GT_F_LOCAL_LIMIT_WRITE:
        snprintf(out, n, "local memory 0x%x, a thread has 0x%x bytes of it", f->addr, l->lmem);
        break;
    default:
        snprintf(out, n, "device memory 0x%x, which is none: it goes from 0x%x to 0x%x", f->addr, GT_G_BASE,
                 GT_G_BASE + c->gpu->mem_bytes - 1);
        break;
    }
}

/* The launch has failed: the machine's own fault, or a hang. */
static void tell_failure(const struct CUctx_st *c, const struct gt_module *m, int kernel, const struct gt_launch *l,
                         const char *name, const struct gt_result *res)
{
    const struct gt_fault *f = &res->fault;
    const bool hang = res->status == GT_HANG, access = !hang && gt_fault_has_lane(f->code);
    const enum gt_finding_class what = hang ? GT_FIND_SYNC : access ? GT_FIND_MEMORY : GT_FIND_FAULT;
    const struct place p = place_of(&m->cubin, &m->cubin.kernels[kernel], f->pc);
    char text[sizeof res->message];

    state.found[what]++;
    if (hang) {
        const char *rest = strchr(res->message, ':');
        gt_module_lines(m, kernel, rest ? rest : "", text, sizeof text);
        fprintf(state.file, "%s: kernel %s%s\n", classes[what], name, text);
        return;
    }
    const struct gt_finding_side side = { f->pc, f->ctaid_x, f->ctaid_y, f->warp, access ? f->lane : 0,
                                          access ? "access" : "instruction" };
    fprintf(state.file, "%s: ", classes[what]);
    if (p.source)
        fprintf(state.file, "%s:%u: ", p.source, p.line);
    fprintf(state.file, "kernel %s: %s\n", name, gt_fault_name(f->code, f->decode_err));
    if (access) {
        describe_fault(c, l, f, text, sizeof text);
        fprintf(state.file, "    %s\n", text);
    }
    tell_side(l, &side, p);
}

void inspect_end(struct CUctx_st *c, CUfunction f, const struct gt_launch *l, const char *name,
                 const struct gt_result *res)
{
    size_t n;
    uint64_t more;
    bool complete;

    if (!c->inspect)
        return;
    const struct gt_finding *found = gt_inspect_end(c->inspect, &n, &more, &complete);
    const struct gt_cubin *cubin = &f->module->m.cubin;
    c->gpu->observer = NULL;
    pthread_mutex_lock(&state.lock);
    state.launches++;
    tell_all(cubin, &cubin->kernels[f->kernel], l, name, found, n);
    if (res->status == GT_FAULT || res->status == GT_HANG)
        tell_failure(c, &f->module->m, f->kernel, l, name, res);
    if (more)
        fprintf(state.file, "check: kernel %s: and %llu findings more\n", name, (unsigned long long)more);
    if (!complete)
        fprintf(state.file, "check: kernel %s: not enough host memory to look at all of it\n", name);
    fflush(state.file);
    pthread_mutex_unlock(&state.lock);
}

/* When the process ends: how many findings of each class. */
__attribute__((destructor)) static void sum_up(void)
{
    unsigned long all = 0;

    if (!state.file || !file_name() || (state.forked && !state.launches))
        return;
    for (unsigned k = 0; k < GT_FIND_CLASSES; k++)
        all += state.found[k];
    fprintf(state.file, "check: %lu finding%s in %lu launch%s", all, all == 1 ? "" : "s", state.launches,
            state.launches == 1 ? "" : "es");
    for (unsigned k = 0; all && k < GT_FIND_CLASSES; k++)
        fprintf(state.file, "%s%s %lu", k ? ", " : ": ", classes[k], state.found[k]);
    fprintf(state.file, "\n");
    if (fflush(state.file))
        gt_tell("gt200: GT200_INSPECT: %s cannot be written\n", file_name());
}
