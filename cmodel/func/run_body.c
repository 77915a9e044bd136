/* SPDX-License-Identifier: Apache-2.0
 *
 * What every body stands on: the row of a register that does not exist, and the links of a straight line.
 */
#include "micro.h"

const uint32_t gt_zero_row[32];

bool gt_run_body(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u)
{
    return u->body(c, w, u, 0xffffffff, NULL) ? gt_run_next(c, w, u) : gt_run_failed(c, w, u);
}

bool gt_run_end(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u)
{
    (void)c, (void)w, (void)u;
    return true;
}
