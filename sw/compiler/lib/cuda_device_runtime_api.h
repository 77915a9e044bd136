/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs that include it beside cuda_runtime_api.h find what that has; kernels launch none.
 */
#include "cuda_runtime_api.h"
