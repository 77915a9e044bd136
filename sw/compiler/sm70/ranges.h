/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a value is live: ranges of places in the text, in their order, none touching the next. */
#ifndef SM70_RANGES_H
#define SM70_RANGES_H

#include "mir.h"

struct range { int from, to; };         /* `to` is the first place behind it */
struct ranges { VEC(struct range) r; };

/* Does any range of a overlap one of b? */
bool ranges_meet(const struct ranges *a, const struct ranges *b);
/* `from`'s join those of `to`, which they do not meet; what touches becomes one. */
void ranges_unite(struct cx *cx, struct ranges *to, const struct ranges *from);
/* Into the list of what is taken, without making one of what touches; and out of it again. */
void ranges_take(struct cx *cx, struct ranges *to, const struct ranges *from);
void ranges_give(struct ranges *to, const struct ranges *from);

#endif
