/* SPDX-License-Identifier: Apache-2.0
 *
 * gt_tell by a name of cutil's own (CMakeLists.txt), weak as the functions of cutil.c.
 */
#include "printable.h"

__attribute__((weak)) char *gt_printable(char *text);
__attribute__((weak)) void gt_tell(const char *fmt, ...);

#include "printable.c"
