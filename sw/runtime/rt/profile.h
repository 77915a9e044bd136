/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the runtime library: what GT200_PROFILE asks for. Profiles are of the process, and written when it ends.
 */
#ifndef GT200_PROFILE_H
#define GT200_PROFILE_H

#include "driver.h"

/* CUDA_ERROR_INVALID_VALUE: it names a file whose format is not known. */
CUresult profile_valid(void);
/* A file will be written in place of another, "-" aside: can its folder be written to? errno says why not. */
bool drv_folder_takes(const char *name, size_t n);
/* A launch of the function on the context's target begins, with the kernel's name as it is shown: opts gets what the
 * profile needs. Launches of other contexts wait until profile_end. */
CUresult profile_begin(struct CUctx_st *c, CUfunction f, const struct gt_launch *l, const char *name,
                       struct gt_run_opts *opts);
/* It has ended, and took so many seconds of the host. */
void profile_end(struct CUctx_st *c, const struct gt_launch *l, const struct gt_result *res, double seconds);

#endif
