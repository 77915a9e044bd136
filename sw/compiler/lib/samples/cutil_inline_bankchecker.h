/* SPDX-License-Identifier: Apache-2.0 */
#include "cutil_inline.h"
#define cutilBankChecker(array, index) array[index]     /* gt200 trace shows bank conflicts */
