/* SPDX-License-Identifier: Apache-2.0
 *
 * What cutil.h has for the Driver API: by itself, so that a program without it is linked without libcuda.
 */
#include <stdlib.h>

#include "cuda.h"
#include "cutil_inline.h"
#include "printable.h"

__attribute__((weak)) void __cutDriverCheck(int error, const char *file, int line, const char *what)
{
    const char *text = "unknown error";

    if (error == CUDA_SUCCESS)
        return;
    (void)cuGetErrorString((CUresult)error, &text);
    gt_tell("%s:%d: %s%s%s\n", file, line, what ? what : "", what ? ": " : "", text);
    exit(EXIT_FAILURE);
}
