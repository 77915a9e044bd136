/* SPDX-License-Identifier: Apache-2.0
 *
 * Stop watches of the samples from CUDA 5 on: those of cutil.h behind a pointer; host time in milliseconds.
 */
#ifndef GT200_HELPER_TIMER_H
#define GT200_HELPER_TIMER_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "cutil.h"

#if !defined(__GT200_KERNELS_ONLY__) && defined(__cplusplus)
class StopWatchInterface {
    unsigned timer;
    StopWatchInterface(const StopWatchInterface &);
    void operator=(const StopWatchInterface &);
public:
    StopWatchInterface() : timer(0) { cutCreateTimer(&timer); }
    ~StopWatchInterface() { cutDeleteTimer(timer); }
    void start() { cutStartTimer(timer); }
    void stop() { cutStopTimer(timer); }
    void reset() { cutResetTimer(timer); }
    float getTime() { return cutGetTimerValue(timer); }
    float getAverageTime() { return cutGetAverageTimerValue(timer); }
};
static __inline__ bool sdkCreateTimer(StopWatchInterface **t) { return (*t = new StopWatchInterface) != NULL; }
static __inline__ bool sdkDeleteTimer(StopWatchInterface **t)
{
    delete *t;
    *t = NULL;
    return true;
}
static __inline__ bool sdkStartTimer(StopWatchInterface **t) { return *t ? (*t)->start(), true : false; }
static __inline__ bool sdkStopTimer(StopWatchInterface **t) { return *t ? (*t)->stop(), true : false; }
static __inline__ bool sdkResetTimer(StopWatchInterface **t) { return *t ? (*t)->reset(), true : false; }
static __inline__ float sdkGetTimerValue(StopWatchInterface **t) { return *t ? (*t)->getTime() : 0; }
static __inline__ float sdkGetAverageTimerValue(StopWatchInterface **t) { return *t ? (*t)->getAverageTime() : 0; }
#endif
#endif
