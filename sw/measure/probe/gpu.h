/* SPDX-License-Identifier: Apache-2.0
 *
 * An NVIDIA GPU through its driver's libcuda, found when the program runs.
 */
#ifndef GT200_PROBE_GPU_H
#define GT200_PROBE_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gpu;

/* NULL: err says why there is none. */
struct gpu *gpu_open(char *err, size_t errn);
void gpu_close(struct gpu *g);
/* Name, compute capability, driver: of one line, without commas. */
const char *gpu_about(const struct gpu *g);
/* 90 for 9.0. */
unsigned gpu_capability(const struct gpu *g);

enum { GPU_CONSTANTS_MAX = 4080 };

/* A kernel's grid, and the bytes of zeros that it has as a third parameter, at most GPU_CONSTANTS_MAX. */
struct gpu_grid { unsigned blocks, warps, constants; };

/* Runs kernels v0 … v(count - 1) of a cubin one after the other with the addresses of its part of `bytes` bytes of the
 * results and of 16 MB of zeros. false: err says what the driver answered.
 * *lost: a kernel faulted or did not end in time; this process cannot use the GPU any more. */
bool gpu_run(struct gpu *g, const void *cubin, unsigned count, const struct gpu_grid *grid, size_t bytes, unsigned runs,
             void *results, bool *lost, char *err, size_t errn);

/* Memory of the GPU, and kernels of a cubin, one by one. false: err says what the driver answered; *lost as above. */
typedef struct CUmod_st *gpu_module;
bool gpu_load(struct gpu *g, const void *cubin, gpu_module *m, char *err, size_t errn);
void gpu_unload(struct gpu *g, gpu_module m);
bool gpu_take(struct gpu *g, size_t bytes, uint64_t *address, char *err, size_t errn);
bool gpu_put(struct gpu *g, uint64_t address, const void *from, size_t bytes, char *err, size_t errn);
bool gpu_get(struct gpu *g, void *to, uint64_t address, size_t bytes, char *err, size_t errn);
bool gpu_call(struct gpu *g, gpu_module m, const char *kernel, unsigned blocks, unsigned threads, void **args,
              bool *lost, char *err, size_t errn);

struct gpu_launch { unsigned grid[3], block[3], shared; };
/* The same with a grid and blocks of three extents, and dynamic shared memory. */
bool gpu_launch(struct gpu *g, gpu_module m, const char *kernel, const struct gpu_launch *l, void **args, bool *lost,
                char *err, size_t errn);

/* What a texture reference of a module reads: texels in rows and slices without gaps, as an array of 1 to 3 dimensions.
 * mode: of each dimension; enum CUaddress_mode, CUfilter_mode, CUarray_format, CU_TRSF_* as they are in cuda.h. */
struct gpu_texels {
    unsigned    dims, width, height, depth, format, comps, flags, filter, mode[3];
    size_t      bytes;          /* of all texels */
    const void *texels;
};
/* Puts them into a new array, which gpu_unbind frees. */
typedef struct CUarray_st *gpu_array;
bool gpu_bind(struct gpu *g, gpu_module m, const char *name, const struct gpu_texels *t, gpu_array *a, char *err,
              size_t errn);
void gpu_unbind(struct gpu *g, gpu_array a);

#endif
