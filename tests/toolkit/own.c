/* SPDX-License-Identifier: Apache-2.0
 *
 * A program whose names could be names inside the libraries: they are its own.
 */
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <stdio.h>

int lo, hi, word, drv_devices, gt_gpu_new, names, rt_enter, isa_decode, ptxas_compile, drv_lock;

int main(void)
{
    int *const all[] = { &lo, &hi, &word, &drv_devices, &gt_gpu_new, &names, &rt_enter, &isa_decode, &ptxas_compile,
                         &drv_lock };
    void *p = NULL;
    CUcontext context = NULL;

    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = 0x5a5a5a5a;
    if (cuInit(0) || cudaMalloc(&p, 256) || cudaMemset(p, 1, 256) || cuCtxGetCurrent(&context) || !context ||
        cudaFree(p)) {
        printf("the libraries do not work\n");
        return 1;
    }
    if (cuMemAlloc((CUdeviceptr *)&p, 256) || cudaFree(p)) {        /* both have one state */
        printf("memory of the Driver API is not known to the Runtime API\n");
        return 1;
    }
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (*all[i] != 0x5a5a5a5a) {
            printf("variable %u has been changed: %d\n", i, *all[i]);
            return 1;
        }
    return 0;
}
