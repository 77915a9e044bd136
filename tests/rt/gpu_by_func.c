/* SPDX-License-Identifier: Apache-2.0
 * In place of a GPU's libcuda.so.1 in tests of programs on target cuda: the Driver API on the functional model of an
 * H100, without the marker (sw/runtime/rt/cuda_library.h) by which target cuda refuses our own library, and without
 * what our Driver API does for kernels that print and take memory: on a GPU that is the program's. */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct gt_module;

__attribute__((constructor)) static void choose_func(void)
{
    setenv("GT200_TARGET", "func", 1);
    setenv("GT200_CHIP", "h100", 1);
}

bool __wrap_gt_output_has(const struct gt_module *m);
bool __wrap_gt_output_has(const struct gt_module *m)
{
    (void)m;
    return false;
}

bool __wrap_gt_heap_has(const struct gt_module *m);
bool __wrap_gt_heap_has(const struct gt_module *m)
{
    (void)m;
    return false;
}

bool __wrap_gt_output_end(const struct gt_module *m, FILE *out, FILE *err, char *text, size_t n);
bool __wrap_gt_output_end(const struct gt_module *m, FILE *out, FILE *err, char *text, size_t n)
{
    (void)m, (void)out, (void)err, (void)text, (void)n;
    return false;
}
