/* SPDX-License-Identifier: Apache-2.0 */
#include "cuda.h"
#include "drvapi_error_string.h"
#include "helper_cuda.h"
