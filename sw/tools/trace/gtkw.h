/* SPDX-License-Identifier: Apache-2.0
 *
 * A GTKWave save file for a wave of the RTL or the model (gt200 trace --wave): the signals of the life of one warp, in
 * groups.
 */
#ifndef GT200_TRACE_GTKW_H
#define GT200_TRACE_GTKW_H

#include <stdbool.h>
#include <stdio.h>

/* wave: the FST file, as the save file names it; kernel: for the title. warp: its slot; model: with what only the
 * model's wave has of it. false: the stream has an error. */
bool trace_gtkw(FILE *f, const char *wave, const char *kernel, unsigned warp, bool model);

#endif
