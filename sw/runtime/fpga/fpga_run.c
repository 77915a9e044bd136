/* SPDX-License-Identifier: Apache-2.0
 *
 * A launch on a board, from its set-up to the results.
 */
#include "fpga_run.h"

#include <string.h>

#include "course.h"
#include "setup.h"

enum gt_status gt_fpga_run(struct gt_board *b, struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res,
                           const struct gt_board_watch *watch)
{
    struct gt_config c;
    struct look k;
    bool stuck;

    memset(res, 0, sizeof *res);
    if (!gt_launch_config(g, l, &c, res) || !setup_possible(b, g, l, res))
        return res->status = GT_BAD_LAUNCH;
    pthread_mutex_lock(&b->lock);
    b->watch = watch;
    if (!setup_launch(b, g, l, &c, res->message, sizeof res->message) || !course_begin(b, COURSE_NEVER, res) ||
        !course_wait(b, l, &k, &stuck, res) || (stuck && !course_end(b, res)) ||
        !course_bring_back(b, g, res) || !course_conclude(b, g, l, &c, &k, stuck, res))
        res->status = GT_LOST;
    b->watch = NULL;
    pthread_mutex_unlock(&b->lock);
    return res->status;
}
