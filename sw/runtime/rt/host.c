/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: page-locked host memory, and its mapping into devices (zero copy).
 *
 * A mapping is a region of device memory that takes the contents of the host's before each kernel and gives back,
 * after it, the bytes the kernel changed: as launches have ended when they return, that is when either side can look.
 * Copies that name the device address go to host memory itself. What a kernel did not change is left alone, so
 * several devices may write parts of one block.
 *
 * Blocks belong to the process (a portable one is there for all contexts), mappings to a context.
 */
#define _GNU_SOURCE                 /* MAP_FIXED_NOREPLACE */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "driver.h"

struct host_block {
    struct host_block *next;
    struct CUctx_st   *owner;
    uint8_t           *p;           /* NULL: freed or unregistered, kept for the mappings it has */
    size_t             bytes;
    unsigned           flags;       /* CU_MEMHOSTALLOC_* */
    bool               registered;  /* the program's own memory */
    bool               managed;     /* of cuMemAllocManaged: its device address is p */
    unsigned           mappings;
};

struct drv_map {
    struct drv_map    *next;
    struct host_block *block;
    uint32_t           addr, base;  /* of the block; of the allocation that it lies in */
    uint8_t           *before;      /* what the kernel found */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;        /* of the blocks; taken after that of a context */
static struct host_block *blocks;

static bool is_visible(const struct host_block *b, const struct CUctx_st *c)
{
    return b->p && (b->owner == c || (b->flags & CU_MEMHOSTALLOC_PORTABLE));
}

/* The block an address lies in; NULL: none that the context sees. */
static struct host_block *find_block(const struct CUctx_st *c, const void *p)
{
    uintptr_t a = (uintptr_t)p;

    for (struct host_block *b = blocks; b; b = b->next)
        if (is_visible(b, c) && a >= (uintptr_t)b->p && a - (uintptr_t)b->p < b->bytes)
            return b;
    return NULL;
}

/* Frees memory that is ours; the block goes with its last mapping. */
static void end_block(struct host_block *b)
{
    if (b->managed)
        munmap(b->p, b->bytes);
    else if (!b->registered)
        free(b->p);
    b->p = NULL;
    if (b->mappings)
        return;
    struct host_block **at = &blocks;
    while (*at != b)
        at = &(*at)->next;
    *at = b->next;
    free(b);
}

static void end_map(struct CUctx_st *c, struct drv_map **at)
{
    struct drv_map *m = *at;

    *at = m->next;
    gt_release(c->gpu, m->base);
    if (--m->block->mappings == 0 && !m->block->p)
        end_block(m->block);
    free(m->before);
    free(m);
}

/* Mappings of memory that is gone. */
static void end_stale(struct CUctx_st *c)
{
    for (struct drv_map **at = &c->maps; *at;)
        if (!(*at)->block->p)
            end_map(c, at);
        else
            at = &(*at)->next;
}

/* Notes page-locked memory; NULL: out of memory. */
static struct host_block *new_block(struct CUctx_st *c, void *p, size_t bytes, unsigned flags, bool registered)
{
    struct host_block *b = malloc(sizeof *b);

    if (!b)
        return NULL;
    pthread_mutex_lock(&lock);
    *b = (struct host_block){ blocks, c, p, bytes, flags, registered, false, 0 };
    blocks = b;
    pthread_mutex_unlock(&lock);
    return b;
}

/* ---- the API --------------------------------------------------------------------------------------- */

CUresult cuMemHostAlloc(void **p, size_t bytes, unsigned flags)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!p || !bytes || flags > 7)
        return drv_leave(
            c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemHostAlloc: null pointer, no bytes or unknown flags"));
    void *mem = bytes <= SIZE_MAX - 4096 ? aligned_alloc(4096, (bytes + 4095) & ~(size_t)4095) : NULL;
    if (!mem || !new_block(c, mem, bytes, flags, false)) {
        free(mem);
        return drv_leave(c, drv_out_of_memory());
    }
    *p = mem;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuMemAllocHost(void **p, size_t bytes)
{
    return cuMemHostAlloc(p, bytes, 0);
}

CUresult cuMemHostRegister(void *p, size_t bytes, unsigned flags)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!p || !bytes || flags > 3)
        return drv_leave(
            c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemHostRegister: null pointer, no bytes or unknown flags"));
    bool taken = false;
    pthread_mutex_lock(&lock);
    for (const struct host_block *b = blocks; b && !taken; b = b->next)
        taken = b->p && (uintptr_t)p < (uintptr_t)b->p + b->bytes && (uintptr_t)b->p < (uintptr_t)p + bytes;
    pthread_mutex_unlock(&lock);
    if (taken)
        return drv_leave(c, drv_fail(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
                                     "cuMemHostRegister: some of the %zu bytes at %p are page-locked", bytes, p));
    return drv_leave(c, new_block(c, p, bytes, flags, true) ? CUDA_SUCCESS : drv_out_of_memory());
}

static CUresult release_block(const char *call, void *p, bool registered)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_broken(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    pthread_mutex_lock(&lock);
    struct host_block *b = find_block(c, p);
    bool ok = b && b->p == p && b->registered == registered && !b->managed;
    if (ok)
        end_block(b);
    end_stale(c);
    pthread_mutex_unlock(&lock);
    if (!ok)
        rc = registered ? drv_fail(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, "%s: %p is not registered", call, p)
                        : drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: not memory of cuMemAllocHost", call);
    return drv_leave(c, rc);
}

CUresult cuMemFreeHost(void *p)
{
    return p ? release_block("cuMemFreeHost", p, false) : CUDA_SUCCESS;
}

CUresult cuMemHostUnregister(void *p)
{
    return release_block("cuMemHostUnregister", p, true);
}

CUresult cuMemHostGetFlags(unsigned *flags, void *p)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    pthread_mutex_lock(&lock);
    const struct host_block *b = find_block(c, p);
    if (b && flags)
        *flags = b->flags;
    pthread_mutex_unlock(&lock);
    if (!flags || !b)
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemHostGetFlags: not memory of cuMemHostAlloc");
    return drv_leave(c, rc);
}

/* The mapping of a block in a context, made when it is first asked for. NULL: no room for it. */
static struct drv_map *mapping_of(struct CUctx_st *c, struct host_block *b)
{
    for (struct drv_map *m = c->maps; m; m = m->next)
        if (m->block == b)
            return m;
    struct drv_map *m = malloc(sizeof *m);
    uint8_t *before = malloc(b->bytes);
    uint32_t addr = m && before && b->bytes <= UINT32_MAX ? gt_alloc(c->gpu, (uint32_t)b->bytes) : 0;
    if (!addr) {
        free(m);
        free(before);
        return NULL;
    }
    *m = (struct drv_map){ c->maps, b, addr, addr, before };
    c->maps = m;
    b->mappings++;
    return m;
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *address, void *p, unsigned flags)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!address || flags)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE,
                                     "cuMemHostGetDevicePointer: null pointer, or flags that are not 0"));
    if (!c->maps_host)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE,
                                     "cuMemHostGetDevicePointer: the context was made without CU_CTX_MAP_HOST "
                                     "(cudaSetDeviceFlags(cudaDeviceMapHost) before the first other call)"));
    pthread_mutex_lock(&lock);
    end_stale(c);
    struct host_block *b = find_block(c, p);
    if (!b || !(b->flags & CU_MEMHOSTALLOC_DEVICEMAP)) {
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE,
                      "cuMemHostGetDevicePointer: not memory of cuMemHostAlloc with CU_MEMHOSTALLOC_DEVICEMAP");
    } else {
        const struct drv_map *m = mapping_of(c, b);
        if (m)
            *address = m->addr + (size_t)((uint8_t *)p - b->p);
        else
            rc = drv_fail(CUDA_ERROR_OUT_OF_MEMORY,
                          "cuMemHostGetDevicePointer: %zu bytes do not fit in device memory (GT200_MEMORY_MB), where "
                          "they are kept",
                          b->bytes);
    }
    pthread_mutex_unlock(&lock);
    return drv_leave(c, rc);
}

/* ---- memory at one address for both -------------------------------------------------------------------- */

/* Room in device memory at whose addresses the host has nothing: there the host gets memory of its own. What the host
 * has taken already (programs at fixed addresses, another device's managed memory) is passed over. */
static uint8_t *same_address(struct CUctx_st *c, size_t bytes, uint32_t *base)
{
    enum { PAGE = 4096 };
    struct held { struct held *next; uint32_t base; } *held = NULL;
    const size_t pages = (bytes + PAGE - 1) & ~(size_t)(PAGE - 1);
    uint8_t *p = NULL;

    while (!p && pages >= bytes && pages <= UINT32_MAX - PAGE) {
        *base = gt_alloc(c->gpu, (uint32_t)pages + PAGE);
        if (!*base)
            break;
        uint8_t *want = (uint8_t *)(((uintptr_t)*base + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
        void *got = mmap(want, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (got == want) {
            p = want;
            break;
        }
        if (got != MAP_FAILED)          /* a kernel that does not know the flag */
            munmap(got, bytes);
        struct held *h = malloc(sizeof *h);
        if (!h) {
            gt_release(c->gpu, *base);
            break;
        }
        *h = (struct held){ held, *base };
        held = h;
    }
    while (held) {
        struct held *h = held;
        held = h->next;
        gt_release(c->gpu, h->base);
        free(h);
    }
    return p;
}

CUresult cuMemAllocManaged(CUdeviceptr *address, size_t bytes, unsigned flags)
{
    struct CUctx_st *c;
    uint32_t base;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!address || !bytes || (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST))
        return drv_leave(
            c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemAllocManaged: null pointer, no bytes or flags 0x%x", flags));
    uint8_t *before = malloc(bytes), *p = before ? same_address(c, bytes, &base) : NULL;
    struct drv_map *m = p ? malloc(sizeof *m) : NULL;
    struct host_block *b = m ? new_block(c, p, bytes, CU_MEMHOSTALLOC_DEVICEMAP, false) : NULL;
    if (!b) {
        if (p) {
            munmap(p, bytes);
            gt_release(c->gpu, base);
        }
        free(m);
        free(before);
        return drv_leave(c, drv_fail(CUDA_ERROR_OUT_OF_MEMORY,
                                     "cuMemAllocManaged: no %zu bytes that are free at the same address in device memory "
                                     "(GT200_MEMORY_MB) and in the program",
                                     bytes));
    }
    pthread_mutex_lock(&lock);
    b->managed = true;
    b->mappings = 1;
    *m = (struct drv_map){ c->maps, b, (uint32_t)(uintptr_t)p, base, before };
    c->maps = m;
    pthread_mutex_unlock(&lock);
    *address = (CUdeviceptr)(uintptr_t)p;
    return drv_leave(c, CUDA_SUCCESS);
}

bool drv_managed_free(struct CUctx_st *c, CUdeviceptr a)
{
    pthread_mutex_lock(&lock);
    struct drv_map *m = c->maps;
    while (m && !(m->block->managed && m->block->p && a == m->addr))
        m = m->next;
    if (m) {
        end_block(m->block);
        end_stale(c);
    }
    pthread_mutex_unlock(&lock);
    return m != NULL;
}

/* Host and device have the memory at once, in turns: nothing is moved. */
static CUresult check_managed(const char *call, CUdeviceptr p, size_t bytes, CUdevice to)
{
    const int devices = drv_devices();
    struct CUctx_st *c;
    CUresult rc = drv_enter_broken(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (to != CU_DEVICE_CPU && (to < 0 || to >= devices))
        rc = drv_fail(CUDA_ERROR_INVALID_DEVICE, "%s: device %d: there are %d (GT200_DEVICES)", call, to, devices);
    else if (!drv_mapped(c, p, bytes ? bytes : 1))
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %zu bytes at " DRV_P " are not memory of cuMemAllocManaged", call,
                      bytes, p);
    return drv_leave(c, rc);
}

CUresult cuMemPrefetchAsync(CUdeviceptr p, size_t bytes, CUdevice to, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemPrefetchAsync");

    return rc != CUDA_SUCCESS ? rc : check_managed("cuMemPrefetchAsync", p, bytes, to);
}

CUresult cuMemAdvise(CUdeviceptr p, size_t bytes, CUmem_advise advice, CUdevice to)
{
    if (advice < CU_MEM_ADVISE_SET_READ_MOSTLY || advice > CU_MEM_ADVISE_UNSET_ACCESSED_BY)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemAdvise: advice %d", (int)advice);
    return check_managed("cuMemAdvise", p, bytes, to);
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr p, size_t bytes, unsigned flags)
{
    const CUresult rc = drv_stream_valid(stream, "cuStreamAttachMemAsync");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST && flags != CU_MEM_ATTACH_SINGLE)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuStreamAttachMemAsync: flags 0x%x", flags);
    return check_managed("cuStreamAttachMemAsync", p, bytes, CU_DEVICE_CPU);
}

/* ---- what the rest of the runtime sees ---------------------------------------------------------------- */

void drv_maps_to_device(struct CUctx_st *c)
{
    if (!c->maps)
        return;
    pthread_mutex_lock(&lock);
    end_stale(c);
    for (struct drv_map *m = c->maps; m; m = m->next) {
        memcpy(m->before, m->block->p, m->block->bytes);
        gt_write(c->gpu, m->addr, m->before, (uint32_t)m->block->bytes);
    }
    pthread_mutex_unlock(&lock);
}

/* The bytes of n that differ between before and now go to the host. */
static void give_back(uint8_t *host, const uint8_t *before, const uint8_t *now, size_t n)
{
    enum { CHUNK = 64 };

    for (size_t at = 0; at < n; at += CHUNK) {
        size_t end = n - at < CHUNK ? n : at + CHUNK;
        if (!memcmp(before + at, now + at, end - at))
            continue;
        for (size_t i = at; i < end; i++)
            if (before[i] != now[i])
                host[i] = now[i];
    }
}

void drv_maps_to_host(struct CUctx_st *c)
{
    if (!c->maps)
        return;
    pthread_mutex_lock(&lock);
    for (struct drv_map *m = c->maps; m; m = m->next)
        if (m->block->p)
            give_back(m->block->p, m->before, c->gpu->mem + (m->addr - GT_G_BASE), m->block->bytes);
    pthread_mutex_unlock(&lock);
}

void *drv_mapped(struct CUctx_st *c, CUdeviceptr a, size_t bytes)
{
    void *host = NULL;

    if (!c->maps)
        return NULL;
    pthread_mutex_lock(&lock);
    for (const struct drv_map *m = c->maps; m && !host; m = m->next) {
        const struct host_block *b = m->block;
        if (b->p && a >= m->addr && a - m->addr < b->bytes && bytes <= b->bytes - (a - m->addr))
            host = b->p + (a - m->addr);
    }
    pthread_mutex_unlock(&lock);
    return host;
}

void drv_host_end(struct CUctx_st *c)
{
    pthread_mutex_lock(&lock);
    while (c->maps)
        end_map(c, &c->maps);
    for (struct host_block *b = blocks, *next; b; b = next) {
        next = b->next;
        if (b->owner == c && b->p)
            end_block(b);
    }
    pthread_mutex_unlock(&lock);
}

DRV_V2(cuMemAllocHost);
DRV_V2(cuMemHostGetDevicePointer);
