/* SPDX-License-Identifier: Apache-2.0
 *
 * Fills the table from our own functions or by name from a libcuda; loads modules with the log of a driver's compiler.
 */
#include "cuda_api.h"
#include "cuda_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOG_BYTES 1024

void cuda_api_own(struct cuda_api *api)
{
#define CUDA_API_OWN(name, symbol) .name = name,
    *api = (struct cuda_api){ CUDA_API_FUNCTIONS(CUDA_API_OWN) CUDA_API_RUNTIME(CUDA_API_OWN)
                               CUDA_API_MORE(CUDA_API_OWN) .library = NULL };
#undef CUDA_API_OWN
}

static bool has_failed(const struct cuda_api *api, CUresult rc, const char *what, char *err, size_t errn)
{
    const char *text = NULL;

    if (rc == CUDA_SUCCESS)
        return false;
    api->cuGetErrorString(rc, &text);
    snprintf(err, errn, "%s: %s (CUDA error %d)", what, text ? text : "unknown error", (int)rc);
    return true;
}

/* Fills the table from the library; false: a function is missing. */
static bool find_all(struct cuda_api *api, bool whole, char *err, size_t errn)
{
    const struct { const char *symbol; void **to; bool needed; } all[] = {
#define CUDA_API_NEEDED(name, symbol) { symbol, (void **)&api->name, true },
#define CUDA_API_WHOLE(name, symbol) { symbol, (void **)&api->name, whole },
        CUDA_API_FUNCTIONS(CUDA_API_NEEDED)
        CUDA_API_RUNTIME(CUDA_API_WHOLE)
        CUDA_API_MORE(CUDA_API_WHOLE)
#undef CUDA_API_NEEDED
#undef CUDA_API_WHOLE
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        *all[i].to = dlsym(api->library, all[i].symbol);
        if (!*all[i].to && all[i].needed) {
            snprintf(err, errn, "%s has no %s (expected the libcuda of an NVIDIA driver)", api->path, all[i].symbol);
            return false;
        }
    }
    return true;
}

bool cuda_api_open(struct cuda_api *api, bool whole, char *err, size_t errn)
{
    int count = 0;

    memset(api, 0, sizeof *api);
    api->library = cuda_library_open(api->path, sizeof api->path, err, errn);
    if (!api->library)
        return false;
    bool ok = find_all(api, whole, err, errn);
    if (ok) {
        CUresult rc = api->cuInit(0);
        if (rc == CUDA_ERROR_NO_DEVICE) {
            snprintf(err, errn, "%s: no NVIDIA device on this machine", api->path);
            ok = false;
        } else {
            ok = !has_failed(api, rc, "cuInit", err, errn) &&
                 !has_failed(api, api->cuDeviceGetCount(&count), "cuDeviceGetCount", err, errn);
            if (ok && count < 1) {
                snprintf(err, errn, "%s: no NVIDIA device on this machine", api->path);
                ok = false;
            }
        }
    }
    if (!ok)
        cuda_api_close(api);
    return ok;
}

void cuda_api_close(struct cuda_api *api)
{
    if (api->library)
        dlclose(api->library);
    api->library = NULL;
}

/* A whole file with a zero byte behind it. */
static char *read_text(const char *path, char *err, size_t errn)
{
    FILE *f = fopen(path, "rb");
    long size = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
    char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;

    if (!text || fseek(f, 0, SEEK_SET) || fread(text, 1, (size_t)size, f) != (size_t)size) {
        snprintf(err, errn, "%s: %s", path, strerror(errno ? errno : EIO));
        free(text);
        text = NULL;
    } else {
        text[size] = 0;
    }
    if (f)
        fclose(f);
    return text;
}

bool cuda_api_module(const struct cuda_api *api, CUmodule *module, const char *path, char *err, size_t errn)
{
    char log[LOG_BYTES] = "";
    CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
    void *values[] = { log, (void *)(uintptr_t)sizeof log };
    char *image = read_text(path, err, errn);
    unsigned n = api->library ? 2 : 0;

    if (!image)
        return false;
    CUresult rc = api->cuModuleLoadDataEx(module, image, n, options, values);
    free(image);
    if (!has_failed(api, rc, path, err, errn))
        return true;
    size_t at = strlen(err);
    if (*log)
        snprintf(err + at, errn - at, "\n%s", log);
    return false;
}

bool cuda_api_device(const struct cuda_api *api, struct cuda_device *d, char *err, size_t errn)
{
    const struct { CUdevice_attribute which; int *to; } attributes[] = {
        { CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &d->major },
        { CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &d->minor },
        { CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, &d->sms },
        { CU_DEVICE_ATTRIBUTE_CLOCK_RATE, &d->clock_khz },
    };
    CUdevice device;

    memset(d, 0, sizeof *d);
    if (has_failed(api, api->cuDeviceGet(&device, 0), "cuDeviceGet", err, errn) ||
        has_failed(api, api->cuDeviceGetName(d->name, sizeof d->name, device), "cuDeviceGetName", err, errn) ||
        has_failed(api, api->cuDriverGetVersion(&d->driver), "cuDriverGetVersion", err, errn))
        return false;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (has_failed(api, api->cuDeviceGetAttribute(attributes[i].to, attributes[i].which, device),
                       "cuDeviceGetAttribute", err, errn))
            return false;
    return true;
}
