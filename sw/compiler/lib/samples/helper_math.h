/* SPDX-License-Identifier: Apache-2.0 */
#include "cutil_math.h"
