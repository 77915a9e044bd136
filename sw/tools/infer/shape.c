/* SPDX-License-Identifier: Apache-2.0
 * The steps of a rise that no LRU cache explains. */
#include "shape.h"

#include <math.h>

#define TOP     0.10            /* part of the rise by which the plateau behind may vary */
#define STEP    0.03            /* least part of the rise that is a step */
#define STEPS   3u              /* least; of two it cannot be said whether they are even */
#define PLATEAU 4u              /* points behind the rise, at least */

struct infer_shape infer_shape(const struct curve *c, uint64_t knee, double noise)
{
    static const struct infer_shape none = { 0, 0 };
    struct infer_shape s = none;
    size_t from = 0, top = c->n - 1;
    uint64_t last = 0;

    while (from + 1 < c->n && c->x[from] < knee)
        from++;
    if (c->n - from < PLATEAU + 2)
        return none;
    double high = (c->y[c->n - 1] + c->y[c->n - 2] + c->y[c->n - 3]) / 3, rise = high - c->y[from],
           least = fmax(4 * noise, STEP * rise);
    while (top > from && fabs(c->y[top - 1] - high) < TOP * rise)
        top--;
    if (!(rise > 0) || c->n - top < PLATEAU)
        return none;
    for (size_t i = from + 1; i < c->n; i++) {
        uint64_t at = c->x[i];
        if (c->y[i] - c->y[i - 1] < least)
            continue;
        if (i > top)
            return none;                /* it goes on rising */
        if (s.steps == 1)
            s.bytes = at - last;
        else if (s.steps && at - last != s.bytes)
            return none;                /* uneven */
        last = at;
        s.steps++;
    }
    return s.steps < STEPS ? none : s;
}
