/* SPDX-License-Identifier: Apache-2.0
 *
 * lib/waves.so: signals of the cycle model as a wave (FST), with the names, values and times of a wave of the RTL. A
 * module, since its writer is Verilator's, in C++.
 */
#ifndef GT200_WAVE_H
#define GT200_WAVE_H

#include "sm_signals.h"

struct gt_waves {
    void *(*open)(const char *path);            /* NULL: it cannot be made */
    void (*cycle)(void *wave, const struct gt_signals *s);
    int (*close)(void *wave);                   /* an errno; 0: it is written. If not, there is no file */
};
#define GT_WAVES_SYMBOL "gt_waves"

#endif
