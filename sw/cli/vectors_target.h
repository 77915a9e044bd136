/* SPDX-License-Identifier: Apache-2.0
 * Conformance vectors as kernels. */
#ifndef GT200_VECTORS_TARGET_H
#define GT200_VECTORS_TARGET_H

#include "vectors.h"

/* The engine that launches kernels on target model, rtl or lockstep. false: no such target in this build. */
bool gt_vectors_on_target(const char *target, struct gt_vectors_engine *engine);

#endif
