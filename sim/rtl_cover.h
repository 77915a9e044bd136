/* SPDX-License-Identifier: Apache-2.0
 *
 * A build of the Verilog SM that counts which of its lines ran and which of its bits toggled (library gt200sim_cover).
 */
#ifndef GT200_RTL_COVER_H
#define GT200_RTL_COVER_H

#include "rtl_sm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For gt_rtl_opts.build; several times slower than sm_fast. */
extern const struct gt_rtl_build gt_rtl_cover;
/* Writes the counts of all its runs in this process so far to path, as verilator_coverage reads them. Ends the
 * process with a message when the file cannot be written. */
void gt_rtl_cover_write(const char *path);

#ifdef __cplusplus
}
#endif
#endif
