/* SPDX-License-Identifier: Apache-2.0
 *
 * What cutil.h has for the Runtime API: by itself, so that a program without it is linked without libcudart.
 */
#include <stdlib.h>

#include "cutil_inline.h"
#include "printable.h"

#define CUT_FN __attribute__((weak))

CUT_FN void __cutRuntimeCheck(int error, const char *file, int line, const char *what)
{
    if (error == cudaSuccess)
        return;
    gt_tell("%s:%d: %s%s%s\n", file, line, what ? what : "", what ? ": " : "",
            cudaGetErrorString((cudaError_t)error));
    exit(EXIT_FAILURE);
}

CUT_FN int __cutChooseDevice(int argc, const char **argv)
{
    struct cudaDeviceProp prop;
    int count = 0, device = 0;

    __cutRuntimeCheck((int)cudaGetDeviceCount(&count), __FILE__, __LINE__, NULL);
    cutGetCmdLineArgumenti(argc, argv, "device", &device);
    if (device < 0 || device >= count) {
        fprintf(stderr, "--device=%d: the devices are 0 to %d\n", device, count - 1);
        exit(EXIT_FAILURE);
    }
    __cutRuntimeCheck((int)cudaGetDeviceProperties(&prop, device), __FILE__, __LINE__, NULL);
    if (!cutCheckCmdLineFlag(argc, argv, "quiet"))
        fprintf(stderr, "Using device %d: %s\n", device, prop.name);
    return device;
}
