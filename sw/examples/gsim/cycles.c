/* SPDX-License-Identifier: Apache-2.0
 *
 * The C model without CUDA: one kernel of a cubin on one SM, its result and its cycles.
 *   gt200 cc ../driver/vecadd.cu -o vecadd.cubin
 *   cc cycles.c -o cycles $(PKG_CONFIG_PATH=PREFIX/lib/pkgconfig pkg-config --cflags --libs gt200)
 *   ./cycles vecadd.cubin
 */
#include <gsim.h>
#include <module.h>
#include <stdio.h>

enum { N = 64, BYTES = N * sizeof(float) };

int main(int argc, char **argv)
{
    struct gt_gpu *gpu = gt_gpu_new(1 << 20);
    struct gt_module module;
    struct gt_launch launch;
    struct gt_result result;
    char err[512];
    float x[N], sum[N];

    if (argc != 2 || !gpu || !gt_module_load_file(&module, gpu, argv[1], err, sizeof err))
        return fprintf(stderr, "%s\n", argc == 2 ? err : "usage: cycles FILE.cubin"), 1;
    uint32_t a = gt_alloc(gpu, BYTES), to = gt_alloc(gpu, BYTES), params[] = { a, a, to, N };
    for (int i = 0; i < N; i++)
        x[i] = 0.5f * i;
    gt_write(gpu, a, x, BYTES);
    gt_module_launch(&module, 0, &launch);
    launch.grid_x = launch.grid_y = 1;
    launch.block_x = N, launch.block_y = launch.block_z = 1;
    launch.params = params, launch.param_words = 4;
    if (!gt_module_bind(&module, 0, err, sizeof err) || gt_model_run(gpu, &launch, &result, NULL, NULL) != GT_OK)
        return fprintf(stderr, "%s\n", result.message), 1;
    gt_read(gpu, to, sum, BYTES);
    printf("%s: %g + %g = %g, %llu cycles\n", launch.name, x[N - 1], x[N - 1], sum[N - 1],
           (unsigned long long)result.cycles);
    gt_module_free(&module);
    gt_gpu_free(gpu);
    return 0;
}
