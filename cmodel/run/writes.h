/* SPDX-License-Identifier: Apache-2.0
 *
 * What one SM wrote since a moment: bytes stored in device and local memory, atomics with their operands, and which
 * thread's instruction stored each byte of shared memory. Nothing is forgotten until writes_clear; what repeats is
 * kept once.
 */
#ifndef GT200_WRITES_H
#define GT200_WRITES_H

#include "gsim.h"

struct writes;

struct writes *writes_new(void);        /* NULL: no memory */
void writes_free(struct writes *w);
void writes_clear(struct writes *w);

enum writes_news {
    WRITES_KNOWN,                       /* the same was written there before, and nothing else since */
    WRITES_NEW,                         /* nothing was written there */
    WRITES_OTHER                        /* something else was, or there is no room to remember it */
};

/* A MEMREQ event; loads are WRITES_KNOWN. */
enum writes_news writes_memory(struct writes *w, const struct gt_event *e);
/* An LSADDR event of a store of so many bytes to s[]; base: where the shared memory of the warp's block begins. */
enum writes_news writes_shared(struct writes *w, const struct gt_event *e, uint32_t base, unsigned bytes);

/* Whether each store and each atomic to device and local memory would leave memory as it is. */
bool writes_keep(const struct writes *w, const struct gt_gpu *g);

#endif
