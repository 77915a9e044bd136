/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: registration. A program's images (one per source file) are registered before main and loaded
 * into a context when something in them is first used there.
 */
#define _POSIX_C_SOURCE 200809L
#include "runtime.h"
#include "runtime_gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What clang hands to __cudaRegisterFatBinary. */
struct wrapper { int magic, version; const void *data, *unused; };
#define WRAPPER_MAGIC 0x466243b1

struct rt_image {
    struct rt_image *next;
    const char *text;               /* the cubin; it stays in the program */
    size_t      number;             /* index in the images of each context */
};

static struct rt_image  *images;    /* these under the lock of the process */
static struct rt_symbol *symbols;
static size_t            next_image;

void **__cudaRegisterFatBinary(const void *p)
{
    const struct wrapper *w = p;
    struct rt_image *i = malloc(sizeof *i);

    if (!i)
        rt_die("out of memory while the program registers its kernels");
    if (!w || w->magic != WRAPPER_MAGIC)
        rt_die("the program's kernels are not in the form gt200 cc writes");
    drv_lock();
    *i = (struct rt_image){ images, w->data, next_image++ };
    images = i;
    drv_unlock();
    return (void **)i;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
}

void __cudaUnregisterFatBinary(void **handle)
{
    struct rt_image *image = (struct rt_image *)handle;

    drv_lock();
    for (struct rt_symbol **at = &symbols; *at;) {
        struct rt_symbol *s = *at;
        if (s->image != image) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        free(s->name);
        free(s);
    }
    struct rt_image **at = &images;
    while (*at && *at != image)
        at = &(*at)->next;
    if (*at)
        *at = image->next;
    drv_unlock();
    free(image);
}

/* Notes a kernel, variable or texture of an image; ends the program when memory runs out, since main has not begun. */
static struct rt_symbol *add_symbol(void **handle, enum rt_kind kind, const void *host, const char *name)
{
    struct rt_symbol *s = malloc(sizeof *s);
    char *copy = strdup(name);

    if (!s || !copy)
        rt_die("out of memory while the program registers its kernels");
    drv_lock();
    *s = (struct rt_symbol){ symbols, (struct rt_image *)handle, kind, host, copy, false, false, 0 };
    symbols = s;
    drv_unlock();
    return s;
}

int __cudaRegisterFunction(void **handle, const void *host, char *device, const char *name, int thread_limit,
                           void *tid, void *bid, void *block, void *grid, int *warp)
{
    (void)device, (void)thread_limit, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
    add_symbol(handle, RT_FUNCTION, host, name);
    return 0;
}

void __cudaRegisterVar(void **handle, const void *host, char *device, const char *name, int ext, size_t bytes,
                       int constant, int global)
{
    (void)device, (void)ext, (void)bytes, (void)constant, (void)global;
    add_symbol(handle, RT_VARIABLE, host, name);
}

void __cudaRegisterTexture(void **handle, const struct textureReference *host, const void **device, const char *name,
                           int dim, int norm, int ext)
{
    (void)device, (void)ext;
    struct rt_symbol *s = add_symbol(handle, RT_TEXTURE, host, name);
    s->normalized = norm != 0;
    s->layered = dim == cudaTextureType1DLayered || dim == cudaTextureType2DLayered;
}

/* Whatever is done with a surface is refused (runtime_refused.c). */
void __cudaRegisterSurface(void **handle, const struct surfaceReference *host, const void **device, const char *name,
                           int dim, int ext)
{
    (void)handle, (void)host, (void)device, (void)name, (void)dim, (void)ext;
}

extern char *__cxa_demangle(const char *name, char *buffer, size_t *n, int *status) __attribute__((weak));

char *rt_demangled(const struct rt_symbol *s)
{
    int status = -1;

    return !strncmp(s->name, "_Z", 2) && __cxa_demangle ? __cxa_demangle(s->name, NULL, NULL, &status) : NULL;
}

/* Is it the name of the symbol in the source? A static variable has another one in the cubin. */
static bool has_name(const struct rt_symbol *s, const char *name)
{
    char *plain = rt_demangled(s);
    bool same = !strcmp(plain ? plain : s->name, name);

    free(plain);
    return same;
}

struct rt_symbol *rt_find(enum rt_kind kind, const void *symbol)
{
    struct rt_symbol *s;

    if (!symbol)
        return NULL;
    drv_lock();
    for (s = symbols; s; s = s->next)
        if (s->kind == kind && s->host == symbol)
            break;
    /* CUDA before 5.0 took names, too. */
    for (struct rt_symbol *n = s ? NULL : symbols; n && !s; n = n->next)
        if (n->kind == kind && !strcmp(n->name, symbol))
            s = n;
    for (struct rt_symbol *n = s || kind == RT_FUNCTION ? NULL : symbols; n && !s; n = n->next)
        if (n->kind == kind && has_name(n, symbol))
            s = n;
    drv_unlock();
    return s;
}

CUresult rt_module(const struct rt_image *image, CUmodule *m)
{
    struct CUctx_st *c;

    if (rt_on_gpu())
        return gpu_module(image->text, m);
    CUresult rc = drv_enter_broken(&c);
    if (rc != CUDA_SUCCESS)
        return rc;
    if (image->number >= c->nimages) {
        size_t n = image->number + 1;
        struct CUmod_st **p = realloc(c->images, n * sizeof *p);
        if (!p)
            return drv_leave(c, drv_out_of_memory());
        for (size_t i = c->nimages; i < n; i++)
            p[i] = NULL;
        c->images = p;
        c->nimages = n;
    }
    *m = c->images[image->number];
    if (!*m && (rc = cuModuleLoadData(m, image->text)) == CUDA_SUCCESS)
        c->images[image->number] = *m;
    rc = drv_leave(c, rc);
    return rc == CUDA_SUCCESS || rc == CUDA_ERROR_OUT_OF_MEMORY ? rc : drv_no_start(rc);
}

/* The image with the lowest number from `number` on, or NULL. */
static struct rt_image *image_from(size_t number)
{
    struct rt_image *found = NULL;

    drv_lock();
    for (struct rt_image *i = images; i; i = i->next)
        if (i->number >= number && (!found || i->number < found->number))
            found = i;
    drv_unlock();
    return found;
}

CUresult rt_static_variable(const char *name, CUdeviceptr *a, size_t *bytes)
{
    CUresult rc = CUDA_ERROR_NOT_FOUND;
    char mangled[256];
    CUmodule m;

    if (snprintf(mangled, sizeof mangled, "_ZL%zu%s", strlen(name), name) >= (int)sizeof mangled)
        return rc;
    for (struct rt_image *i = image_from(0); i && rc == CUDA_ERROR_NOT_FOUND; i = image_from(i->number + 1))
        if ((rc = rt_module(i, &m)) == CUDA_SUCCESS)
            rc = rt_api()->cuModuleGetGlobal(a, bytes, m, mangled);
    return rc;
}

CUresult rt_function(const void *host, CUfunction *f)
{
    const struct rt_symbol *s = rt_find(RT_FUNCTION, host);
    CUmodule m;
    CUresult rc = rt_enter();

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!s)
        return drv_fail(RT_ERROR(cudaErrorInvalidDeviceFunction), "the function is not a kernel of this program");
    if ((rc = rt_module(s->image, &m)) != CUDA_SUCCESS)
        return rc;
    rc = rt_api()->cuModuleGetFunction(f, m, s->name);
    return rc == CUDA_ERROR_NOT_FOUND ? RT_ERROR(cudaErrorInvalidDeviceFunction) : rc;
}
