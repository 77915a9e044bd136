/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: whose Driver API it is on. GT200_TARGET=cuda: that of the NVIDIA driver of this machine, whose
 * GPUs then run the program's kernels; else ours, with the machines of the other targets.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

static struct {                     /* made once, by the first call */
    pthread_once_t  once;
    struct cuda_api api;
    bool            gpu, quiet;
    CUresult        opened;         /* of a driver */
    char            why[4096];      /* it could not be */
} chosen = { .once = PTHREAD_ONCE_INIT };

static void open_driver(void)
{
    char err[2048];

    chosen.opened = drv_settings_gpu(&chosen.quiet);
    if (chosen.opened != CUDA_SUCCESS) {
        snprintf(chosen.why, sizeof chosen.why, "%s", drv_thread()->message);
    } else if (!cuda_api_open(&chosen.api, true, err, sizeof err)) {
        chosen.opened = CUDA_ERROR_NO_DEVICE;
        snprintf(chosen.why, sizeof chosen.why, "target cuda: %s", err);
    }
    if (chosen.opened != CUDA_SUCCESS)
        cuda_api_own(&chosen.api);      /* which is never initialised: there is something to call */
}

static void choose_api(void)
{
    const char *target = getenv("GT200_TARGET");

    chosen.gpu = target && !strcmp(target, "cuda");
    if (chosen.gpu)
        open_driver();
    else
        cuda_api_own(&chosen.api);
}

const struct cuda_api *rt_api(void)
{
    pthread_once(&chosen.once, choose_api);
    return &chosen.api;
}

bool rt_on_gpu(void)
{
    rt_api();
    return chosen.gpu;
}

bool rt_quiet(void)
{
    rt_api();
    return chosen.quiet;
}

CUresult rt_start(void)
{
    if (!rt_on_gpu())
        return cuInit(0);
    return chosen.opened == CUDA_SUCCESS ? CUDA_SUCCESS : drv_no_start(drv_fail(chosen.opened, "%s", chosen.why));
}

CUresult rt_own(const char *call)
{
    CUresult rc = rt_start();

    return rc != CUDA_SUCCESS || !rt_on_gpu()
               ? rc
               : drv_no_start(drv_fail(CUDA_ERROR_NOT_SUPPORTED, "%s: target cuda does not have it", call));
}
