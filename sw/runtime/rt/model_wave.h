/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the targets: a launch on the cycle model with its signals as a wave.
 */
#ifndef GT200_MODEL_WAVE_H
#define GT200_MODEL_WAVE_H

#include "target.h"

/* gt_model_run_events with the wave that o->fst names, of cycles o->fst_from to o->fst_to. A wave that cannot be
 * written is GT_BAD_LAUNCH, and there is no file. */
enum gt_status gt_model_wave_run(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res,
                                 const struct gt_run_opts *o);

#endif
