/* SPDX-License-Identifier: Apache-2.0
 * GT200_GDB: what the process has to debug, and its launches. */
#define _POSIX_C_SOURCE 200809L
#include "debug_launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "printable.h"
#include "server.h"

static struct {
    pthread_mutex_t    lock;            /* held while a launch runs */
    struct gdb_server *server;          /* NULL in a child process: the debugger stays with its parent */
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void leave_to_parent(void)
{
    if (state.server)
        gdb_server_forget(state.server);
    state.server = NULL;
    pthread_mutex_init(&state.lock, NULL);
}

CUresult debug_open(void)
{
    const char *text = getenv("GT200_GDB");
    char err[256], *end;

    if (!text || !*text)
        return CUDA_SUCCESS;
    const unsigned long value = *text == ':' && text[1] >= '0' && text[1] <= '9' ? strtoul(text + 1, &end, 10) : 65536;
    if (value > 65535 || *end)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_GDB: '%s' is not :PORT, PORT from 0 (any) to 65535", text);
    if (getenv("GT200_INSPECT") && *getenv("GT200_INSPECT"))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_GDB: not with GT200_INSPECT");
    unsigned port = (unsigned)value;
    pthread_mutex_lock(&state.lock);
    bool open = state.server;
    if (!open && (state.server = gdb_server_new(&port, err, sizeof err))) {
        open = true;
        pthread_atfork(NULL, NULL, leave_to_parent);
    }
    pthread_mutex_unlock(&state.lock);
    return open ? CUDA_SUCCESS : drv_fail(CUDA_ERROR_INVALID_VALUE, "GT200_GDB: %s", err);
}

/* ---- what there is ------------------------------------------------------------------------------------------ */

struct found {
    struct gdb_kernel *k;
    struct gdb_variable *v;
    size_t n, nv;
};

static void take_kernel(struct found *all, const struct gt_cubin *cubin, const struct gt_cubin_kernel *kernel)
{
    struct gdb_kernel *k = &all->k[all->n++];
    char *plain = drv_demangled(kernel->name);

    *k = (struct gdb_kernel){ .cubin = cubin, .kernel = kernel };
    snprintf(k->shown, sizeof k->shown, "%s", plain ? plain : kernel->name);
    free(plain);
}

/* Adds the kernels and variables of a module. */
static void take_module(struct found *all, const struct gt_module *m)
{
    const struct gt_cubin *c = &m->cubin;

    for (size_t i = 0; i < c->nkernels; i++)
        take_kernel(all, c, &c->kernels[i]);
    for (size_t i = 0; i < c->nrelocs; i++)
        all->v[all->nv++] = (struct gdb_variable){ c->relocs[i].name, m->variables[i], c->relocs[i].bytes };
    for (size_t i = 0; i < c->nconsts; i++)
        all->v[all->nv++] = (struct gdb_variable){
            c->consts[i].name, GDB_CONSTANT + c->consts[i].seg * GT_CONST_BYTES + c->consts[i].offset,
            c->consts[i].bytes };
}

/* All modules of the context, that of the function first. */
static bool knows(struct CUctx_st *c, CUfunction f)
{
    struct found all = { NULL, NULL, 0, 0 };
    size_t n = 0, nv = 0;

    for (const struct CUmod_st *m = c->modules; m; m = m->next) {
        n += m->m.cubin.nkernels;
        nv += m->m.cubin.nrelocs + m->m.cubin.nconsts;
    }
    all.k = calloc(n + 1, sizeof *all.k);
    all.v = calloc(nv + 1, sizeof *all.v);
    const bool room = all.k && all.v;
    if (room)
        take_module(&all, &f->module->m);
    for (const struct CUmod_st *m = c->modules; room && m; m = m->next)
        if (m != f->module)
            take_module(&all, &m->m);
    const bool ok = room && gdb_server_knows(state.server, all.k, all.n, all.v, all.nv);
    free(all.k);
    free(all.v);
    return ok;
}

void debug_begin(struct CUctx_st *c, CUfunction f)
{
    if (!state.server)
        return;
    pthread_mutex_lock(&state.lock);
    if (!gdb_server_connected(state.server) && !knows(c, f))
        gt_tell("gt200: GT200_GDB: out of memory\n");
    c->gpu->observer = gdb_server_launch(state.server, &f->module->m.cubin.kernels[f->kernel]);
}

void debug_end(struct CUctx_st *c)
{
    if (!state.server)
        return;
    gdb_server_over(state.server);
    c->gpu->observer = NULL;
    pthread_mutex_unlock(&state.lock);
}

__attribute__((destructor)) static void leave(void)
{
    if (state.server)
        gdb_server_exits(state.server);
    state.server = NULL;
}
