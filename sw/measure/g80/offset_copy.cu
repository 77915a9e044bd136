/* SPDX-License-Identifier: Apache-2.0
 * A copy whose threads are a number of words further than their half-warp: GB/s by offset, and whether what arrives is
 * right. Loads and stores count 4 bytes each. As "misaligned accesses" of the CUDA C Best Practices Guide measures it.
 *   offset_copy WORDS OFFSET...
 */
#include <stdio.h>
#include <stdlib.h>

__global__ void offset_copy(unsigned *to, const unsigned *from, int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + offset;
    to[i] = from[i];
}

int main(int argc, char **argv)
{
    enum { THREADS = 256, ROOM = 64 };
    const int words = argc > 2 ? atoi(argv[1]) / THREADS * THREADS : 0;
    const size_t bytes = (size_t)(words + ROOM) * sizeof(unsigned);
    unsigned *from, *to, *host = (unsigned *)malloc(bytes);
    cudaEvent_t begin, end;

    if (words < 1 || words / THREADS > 65535 || !host) {
        fprintf(stderr, "usage: offset_copy WORDS OFFSET... (256 to 16776960 words)\n");
        return 2;
    }
    for (int i = 0; i < words + ROOM; i++)
        host[i] = 2654435761u * (unsigned)i;
    if (cudaMalloc((void **)&from, bytes) || cudaMalloc((void **)&to, bytes) ||
        cudaMemcpy(from, host, bytes, cudaMemcpyHostToDevice))
        return fprintf(stderr, "offset_copy: %s\n", cudaGetErrorString(cudaGetLastError())), 1;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int k = 2; k < argc; k++) {
        const int offset = atoi(argv[k]);
        float ms;
        if (offset < 0 || offset > ROOM)
            return fprintf(stderr, "offset_copy: %s is no offset from 0 to %d\n", argv[k], ROOM), 2;
        cudaMemset(to, 0, bytes);
        for (int run = 0; run < 2; run++) {         /* the first one finds the pages */
            cudaEventRecord(begin);
            offset_copy<<<words / THREADS, THREADS>>>(to, from, offset);
            cudaEventRecord(end);
            cudaEventSynchronize(end);
        }
        cudaEventElapsedTime(&ms, begin, end);
        if (cudaMemcpy(host, to, bytes, cudaMemcpyDeviceToHost))
            return fprintf(stderr, "offset_copy: %s\n", cudaGetErrorString(cudaGetLastError())), 1;
        for (int i = 0; i < words + ROOM; i++)
            if (host[i] != (i >= offset && i < words + offset ? 2654435761u * (unsigned)i : 0))
                return fprintf(stderr, "offset_copy: offset %d: word %d is wrong\n", offset, i), 1;
        printf("%d,%.2f\n", offset, 8e-6 * words / ms);
    }
    return 0;
}
