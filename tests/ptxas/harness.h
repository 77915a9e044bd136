/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiles, loads and runs kernels on the functional model, for the tests of this folder.
 */
#ifndef PTXAS_HARNESS_H
#define PTXAS_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cubin.h"
#include "gsim.h"
#include "ptxas.h"

struct module {
    struct gt_cubin cubin;
    struct gt_gpu  *gpu;
};

/* Compiles a CUDA C file of the source folder with `gt200 cc` and extra options (NULL-terminated, may be NULL). */
bool module_compile(struct module *m, const char *cu, const char *const *options);
/* Compiles PTX text. */
bool module_ptx(struct module *m, const char *ptx);
bool module_ptx_options(struct module *m, const char *ptx, const struct ptxas_options *opt);
void module_free(struct module *m);

uint32_t dev_new(struct module *m, const void *data, uint32_t bytes);
void     dev_get(struct module *m, uint32_t addr, void *data, uint32_t bytes);

struct dims { uint32_t gx, gy, bx, by, bz, dyn; };
/* Runs a kernel; false (with a message on standard error) when it does not exist or faults. */
bool module_run(struct module *m, const char *kernel, struct dims d, const uint32_t *params, uint32_t n);

#endif
