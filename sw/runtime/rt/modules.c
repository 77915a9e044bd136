/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: modules and functions. An image is a text cubin or PTX, which is compiled here.
 */
#define _POSIX_C_SOURCE 200809L
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "files.h"
#include "occupancy.h"
#include "ptxas.h"

/* Text cubins start with "architecture"; everything else that says .version is PTX. */
static bool is_ptx(const char *text)
{
    return strncmp(text + strspn(text, " \t\r\n"), "architecture", 12) != 0 && strstr(text, ".version");
}

/* A text cubin for a chip whose code this one does not run. */
static bool for_other_chip(const struct CUctx_st *c, const char *text)
{
    unsigned arch;
    return sscanf(text, " architecture { sm_%3u }", &arch) == 1 && (arch < 10 || arch > c->gpu->chip->values->compute);
}

unsigned drv_elf_chip(const char *image, size_t n)
{
    Elf64_Ehdr e;

    if (n < sizeof e || memcmp(image, ELFMAG, SELFMAG))
        return 0;
    memcpy(&e, image, sizeof e);
    return (e.e_ident[EI_ABIVERSION] > 7 ? e.e_flags >> 8 : e.e_flags) & 0xff;      /* CUDA 13 has it there */
}

/* Is it an image that the machine of the context does not run? */
static bool for_other_machine(const struct CUctx_st *c, const char *image, size_t n)
{
    const struct gt_engine_limits *l = &c->engine->limits;
    const unsigned chip = drv_elf_chip(image, n);

    return chip              ? chip != 10 * l->major + l->minor
           : c->engine->chip ? !strncmp(image + strspn(image, " \t\r\n"), "architecture", 12)
                             : for_other_chip(c, image);
}

/* Compiles PTX, loads the cubin into a new module of the context. */
static CUresult load_module(struct CUctx_st *c, CUmodule *out, const char *text, size_t n, const char *name,
                            const struct ptxas_options *opt)
{
    struct CUmod_st *m = calloc(1, sizeof *m);
    struct ptxas_result compiled = { .text = NULL };
    char err[512];

    if (!m)
        return drv_out_of_memory();
    if (c->next_module >= DRV_MODULES) {
        free(m);
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "a context loads at most %u modules", (unsigned)DRV_MODULES);
    }
    const unsigned chip = drv_elf_chip(text, n);
    if (!c->engine->chip != !chip && for_other_machine(c, text, n)) {
        free(m);
        return chip ? drv_fail(CUDA_ERROR_NO_BINARY_FOR_GPU, "%s: code of sm_%u, for which GT200_CHIP is one of %s",
                               name, chip, GT_ENGINE_CHIPS)
                    : drv_fail(CUDA_ERROR_NO_BINARY_FOR_GPU, "%s: chip %s takes PTX and native code of sm_%u%u, not "
                               "code of GT200", name, c->engine->chip, c->engine->limits.major,
                               c->engine->limits.minor);
    }
    if (is_ptx(text)) {
        struct ptxas_options own = opt ? *opt : (struct ptxas_options){ .max_regs = 0 };
        own.arch = c->gpu->chip->values->compute;
        if (!c->engine->compile(c->engine, text, name, &own, &compiled)) {
            free(m);
            return drv_fail(CUDA_ERROR_INVALID_PTX, "%s", compiled.error);
        }
        text = compiled.text;
        n = compiled.length;
    }
    bool ok = gt_module_load(&m->m, c->engine, c->gpu, 0, text, n, name, err, sizeof err);
    CUresult rc = ok                           ? CUDA_SUCCESS
                  : for_other_machine(c, text, n) ? CUDA_ERROR_NO_BINARY_FOR_GPU
                                               : CUDA_ERROR_INVALID_IMAGE;
    free(compiled.text);
    if (!ok) {
        free(m);
        return drv_fail(rc, "%s", err);
    }
    c->bound = m;               /* loading has placed its constants */
    m->ctx = c;
    m->number = c->next_module++;
    m->next = c->modules;
    c->modules = m;
    *out = m;
    return CUDA_SUCCESS;
}

/* A .fatbin has PTX behind its cubin, and a zero byte behind each; nothing else has zero bytes. */
static bool of_one_piece(const char *text, size_t n)
{
    const size_t first = strlen(text);
    const char *const ptx = text + first + 1;

    return first == n || (!strncmp(text, "architecture", 12) && first + 1 < n && first + strlen(ptx) + 2 == n &&
                          strstr(ptx, ".version"));
}

/* Text ends with a zero byte; a cubin for other machines is an ELF file, which ends with the last of what its header
 * names. */
static size_t image_bytes(const char *image)
{
    Elf64_Ehdr e;
    Elf64_Shdr s;

    if (memcmp(image, ELFMAG, strnlen(image, SELFMAG)))
        return strlen(image);
    memcpy(&e, image, sizeof e);
    size_t end = e.e_phoff + (size_t)e.e_phnum * e.e_phentsize, sections = e.e_shoff + (size_t)e.e_shnum * sizeof s;
    end = sections > end ? sections : end;
    for (unsigned i = 0; i < e.e_shnum; i++) {
        memcpy(&s, image + e.e_shoff + i * sizeof s, sizeof s);
        if (s.sh_type != SHT_NOBITS && s.sh_offset + s.sh_size > end)
            end = s.sh_offset + s.sh_size;
    }
    return end;
}

CUresult cuModuleLoad(CUmodule *module, const char *path)
{
    struct CUctx_st *c;
    size_t n;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!module || !path)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuModuleLoad: null pointer"));
    char *text = gt_read_file(path, &n);
    if (!text)
        return drv_leave(c, drv_fail(CUDA_ERROR_FILE_NOT_FOUND, "%s: %s", path, strerror(errno)));
    rc = c->engine->chip || of_one_piece(text, n)
             ? load_module(c, module, text, c->engine->chip ? n : strlen(text), path, NULL)
             : drv_fail(CUDA_ERROR_INVALID_IMAGE, "%s: expected a text cubin or PTX, found a zero byte", path);
    free(text);
    return drv_leave(c, rc);
}

/* What the JIT options ask for, and where what they want to know goes. */
struct jit {
    struct ptxas_options opt;
    char *info, *error;                 /* logs, and their sizes */
    size_t info_bytes, error_bytes;
};

static unsigned jit_registers(unsigned wanted, bool later)
{
    const unsigned most = later ? 255 : 124;

    return wanted < 4 ? 4 : wanted > most ? most : wanted;
}

/* The options of cuModuleLoadDataEx; those that change nothing here are accepted. */
static CUresult jit_options(struct jit *j, bool later, unsigned n, const CUjit_option *options, void **values)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned value = (unsigned)(uintptr_t)values[i];
        switch (options[i]) {
        case CU_JIT_MAX_REGISTERS:              j->opt.max_regs = jit_registers(value, later); break;
        case CU_JIT_INFO_LOG_BUFFER:            j->info = values[i]; break;
        case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES: j->info_bytes = value; break;
        case CU_JIT_ERROR_LOG_BUFFER:           j->error = values[i]; break;
        case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES: j->error_bytes = value; break;
        case CU_JIT_OPTIMIZATION_LEVEL:         j->opt.no_opt = value == 0; break;
        case CU_JIT_THREADS_PER_BLOCK:          /* registers are those the code needs, so any block that fits gets
                                                   them */
        case CU_JIT_WALL_TIME:
        case CU_JIT_TARGET_FROM_CUCONTEXT:
        case CU_JIT_TARGET:                     /* there is one */
        case CU_JIT_FALLBACK_STRATEGY:          break;
        default:
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuModuleLoadDataEx: option %d is not known", (int)options[i]);
        }
    }
    return CUDA_SUCCESS;
}

/* Text into a log buffer, as much as fits; its length goes into the option of the size, as CUDA has it. */
static void jit_log(char *to, size_t bytes, const char *text, CUjit_option size, unsigned n,
                    const CUjit_option *options, void **values)
{
    if (to && bytes)
        snprintf(to, bytes, "%s", text);
    for (unsigned i = 0; to && bytes && i < n; i++)
        if (options[i] == size)
            values[i] = (void *)(uintptr_t)strlen(to);
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned n, CUjit_option *options, void **values)
{
    struct jit j = { .info = NULL };
    struct CUctx_st *c;
    char *report = NULL;
    size_t length;

    if (!module || !image || (n && (!options || !values)))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuModuleLoadData: null pointer");
    CUresult rc = drv_enter(&c);
    if (rc != CUDA_SUCCESS)
        return rc;
    if ((rc = jit_options(&j, c->engine->chip, n, options, values)) != CUDA_SUCCESS)
        return drv_leave(c, rc);
    if (j.info && !(j.opt.verbose = open_memstream(&report, &length)))
        return drv_leave(c, drv_out_of_memory());
    rc = load_module(c, module, image, image_bytes(image), "image", &j.opt);
    if (j.opt.verbose)
        fclose(j.opt.verbose);
    jit_log(j.info, j.info_bytes, report ? report : "", CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, n, options, values);
    jit_log(j.error, j.error_bytes, rc == CUDA_SUCCESS ? "" : gt200LastMessage(), CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
            n, options, values);
    free(report);
    return drv_leave(c, rc);
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    return cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image)
{
    return cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

void drv_module_free(struct CUmod_st *m)
{
    struct CUmod_st **at = &m->ctx->modules;

    while (*at != m)
        at = &(*at)->next;
    *at = m->next;
    if (m->ctx->bound == m)
        m->ctx->bound = NULL;
    for (size_t i = 0; i < m->ctx->nimages; i++)
        if (m->ctx->images[i] == m)
            m->ctx->images[i] = NULL;
    while (m->functions) {
        struct CUfunc_st *f = m->functions;
        m->functions = f->next;
        free(f);
    }
    drv_textures_free(&m->textures);
    gt_module_free(&m->m);
    free(m);
}

/* Enters the context of a module, which must be the current one. */
static CUresult enter_module(struct CUctx_st **c, CUmodule module, const char *call)
{
    CUresult rc = drv_enter_broken(c);

    if (rc != CUDA_SUCCESS)
        return rc;
    const struct CUmod_st *m = (*c)->modules;
    while (m && m != module)
        m = m->next;
    if (!m)
        return drv_leave(*c, drv_fail(CUDA_ERROR_INVALID_HANDLE, "%s: not a module of the current context", call));
    return CUDA_SUCCESS;
}

CUresult cuModuleUnload(CUmodule module)
{
    struct CUctx_st *c;
    CUresult rc = enter_module(&c, module, "cuModuleUnload");

    if (rc != CUDA_SUCCESS)
        return rc;
    drv_module_free(module);
    return drv_leave(c, CUDA_SUCCESS);
}

/* The function of that name; each has one handle. */
static CUresult get_function(CUfunction *function, CUmodule module, const char *name)
{
    char err[512];
    int k = gt_module_kernel(&module->m, name, err, sizeof err);

    if (k < 0)
        return drv_fail(CUDA_ERROR_NOT_FOUND, "%s", err);
    for (struct CUfunc_st *f = module->functions; f; f = f->next)
        if (f->kernel == k) {
            *function = f;
            return CUDA_SUCCESS;
        }
    struct CUfunc_st *f = calloc(1, sizeof *f);
    if (!f)
        return drv_out_of_memory();
    f->module = module;
    f->kernel = k;
    f->carveout = -1;
    f->block[0] = f->block[1] = f->block[2] = 1;
    f->next = module->functions;
    module->functions = f;
    *function = f;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    struct CUctx_st *c;

    if (!function || !name)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuModuleGetFunction: null pointer");
    CUresult rc = enter_module(&c, module, "cuModuleGetFunction");
    return rc != CUDA_SUCCESS ? rc : drv_leave(c, get_function(function, module, name));
}

CUresult cuModuleGetGlobal(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)
{
    struct CUctx_st *c;
    unsigned seg;
    uint32_t where, n;
    CUdeviceptr a;

    if (!name)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuModuleGetGlobal: null pointer");
    CUresult rc = enter_module(&c, module, "cuModuleGetGlobal");
    if (rc != CUDA_SUCCESS)
        return rc;
    if (gt_module_constant(&module->m, name, &seg, &where, &n))
        a = DRV_CONST_BASE + module->number * DRV_CONST_MODULE + seg * (CUdeviceptr)GT_CONST_BYTES + where;
    else if (gt_module_variable(&module->m, name, &where, &n))
        a = where;
    else
        return drv_leave(c, drv_fail(CUDA_ERROR_NOT_FOUND, "no variable '%s' in the module", name));
    if (address)
        *address = a;
    if (bytes)
        *bytes = n;
    return drv_leave(c, CUDA_SUCCESS);
}

struct CUmod_st *drv_constant(struct CUctx_st *c, CUdeviceptr a, size_t bytes, unsigned *seg, uint32_t *offset)
{
    if (a < DRV_CONST_BASE)
        return NULL;
    a -= DRV_CONST_BASE;
    struct CUmod_st *m = c->modules;
    while (m && m->number != a / DRV_CONST_MODULE)
        m = m->next;
    a %= DRV_CONST_MODULE;
    *seg = (unsigned)(a / GT_CONST_BYTES);
    *offset = (uint32_t)(a % GT_CONST_BYTES);
    return m && m->m.image[*seg] && bytes <= GT_CONST_BYTES - *offset ? m : NULL;
}

/* ---- functions ----------------------------------------------------------------------------------- */

static const struct gt_cubin_kernel *kernel_of(CUfunction f)
{
    return &f->module->m.cubin.kernels[f->kernel];
}

/* What registers let a block have, in whole warps. */
static unsigned threads_of(const struct gt_engine_limits *l, uint32_t regs)
{
    const unsigned fit = regs ? l->regs / regs / 32 * 32 : l->threads;

    return fit < l->threads ? fit : l->threads;
}

/* Registers of a thread as a launch takes them: programs work out how large a block may be. */
static uint32_t registers_of(const struct CUctx_st *c, const struct gt_cubin_kernel *k)
{
    return c->engine->chip ? k->reg : (k->reg + 3) & ~3u;       /* CTA-3 */
}

/* What registers and launch bounds let a block have. */
static unsigned most_threads(const struct CUctx_st *c, const struct gt_cubin_kernel *k)
{
    unsigned bound = k->block[0] ? k->block[0] * k->block[1] * k->block[2] : k->max_threads,
             fit = c->engine->chip ? threads_of(&c->engine->limits, k->reg)
                                   : gt_occupancy_threads(c->gpu->chip->values, registers_of(c, k));

    return bound && bound < fit ? bound : fit;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction f)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_function(&c, f, "cuFuncGetAttribute");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!value)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuFuncGetAttribute: null pointer"));
    const struct gt_cubin_kernel *k = kernel_of(f);
    uint32_t bytes = 0;
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = (int)most_threads(c, k); break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:     *value = (int)k->smem; break;     /* the rest may be dynamic */
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
        for (size_t i = 0; i < f->module->m.cubin.nconsts; i++)
            bytes += f->module->m.cubin.consts[i].bytes;
        *value = (int)bytes;
        break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:      *value = (int)k->lmem; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:              *value = (int)registers_of(c, k); break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:        *value = (int)f->module->m.cubin.arch; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = f->most_dynamic ? f->most_dynamic : (int)(c->engine->limits.shared - k->smem);
        break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = f->carveout; break;
    default:
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "cuFuncGetAttribute: attribute %d is not known", (int)attribute);
    }
    return drv_leave(c, rc);
}

/* How much dynamic shared memory a launch may ask for; how the first cache is shared, which changes nothing. */
CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute attribute, int value)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_function(&c, f, "cuFuncSetAttribute");

    if (rc != CUDA_SUCCESS)
        return rc;
    const uint32_t most = gt_engine_shared(c->engine) - kernel_of(f)->smem;
    if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES && value >= 0 && (unsigned)value <= most)
        f->most_dynamic = value;
    else if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT && value >= -1 && value <= 100)
        f->carveout = value;
    else
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "cuFuncSetAttribute: attribute %d, value %d (8: at most %u bytes of "
                      "dynamic shared memory; 9: -1 to 100 percent)", (int)attribute, value, most);
    return drv_leave(c, rc);
}

CUresult cuFuncSetCacheConfig(CUfunction f, CUfunc_cache config)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_function(&c, f, "cuFuncSetCacheConfig");

    (void)config;
    return rc != CUDA_SUCCESS ? rc : drv_leave(c, rc);
}

/* Banks of shared memory have 4 bytes. */
CUresult cuFuncSetSharedMemConfig(CUfunction f, CUsharedconfig config)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_function(&c, f, "cuFuncSetSharedMemConfig");

    if (rc != CUDA_SUCCESS)
        return rc;
    if ((int)config < CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE || config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE)
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "cuFuncSetSharedMemConfig: configuration %d", (int)config);
    return drv_leave(c, rc);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction f, int threads, size_t dynamic_shared)
{
    struct gt_occupancy o;
    struct CUctx_st *c;
    CUresult rc = drv_enter_function(&c, f, "cuOccupancyMaxActiveBlocksPerMultiprocessor");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!blocks || threads < 1)
        return drv_leave(
            c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuOccupancyMaxActiveBlocksPerMultiprocessor: invalid argument"));
    const struct gt_cubin_kernel *k = kernel_of(f);
    if (c->engine->chip) {
        *blocks = (int)gt_engine_blocks(c->engine, (unsigned)threads, k->reg, k->smem + dynamic_shared);
        return drv_leave(c, CUDA_SUCCESS);
    }
    gt_occupancy(c->gpu->chip->values, (unsigned)threads, registers_of(c, k), k->smem + dynamic_shared, &o);
    *blocks = (int)o.blocks;
    return drv_leave(c, CUDA_SUCCESS);
}

DRV_V2(cuModuleGetGlobal);
