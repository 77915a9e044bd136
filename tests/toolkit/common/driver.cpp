// SPDX-License-Identifier: Apache-2.0
#include <cuda.h>

#include <cstdio>

int main()
{
    int devices = 0, version = 0;

    if (cuInit(0) || cuDeviceGetCount(&devices) || cuDriverGetVersion(&version))
        return 1;
    std::printf("%d device, CUDA %d\n", devices, version);
    return devices != 1 || version != CUDA_VERSION;
}
