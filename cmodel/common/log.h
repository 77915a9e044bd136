/* SPDX-License-Identifier: Apache-2.0
 *
 * The events of an SM (docs/units/events.md) as its units write them down.
 */
#ifndef GT200_LOG_H
#define GT200_LOG_H

#include "gsim.h"

struct event_log {
    bool     on;
    bool     loads;                 /* GT_EV_LSADDR of loads, too: who looks for deadlocks has no use for them */
    bool     kept;                  /* chip.c takes the events of many cycles at once */
    uint8_t  sm;                    /* number of the SM on the chip */
    struct gt_event *ev;
    size_t   n, cap;
};

/* Room for n events. */
void log_room(struct event_log *log, size_t n);
/* A new one, all other fields zero. Only when the log is on. */
struct gt_event *log_event(struct event_log *log, uint64_t cycle, unsigned type, unsigned warp);

#endif
