/* SPDX-License-Identifier: Apache-2.0
 *
 * The signature of a launch over the model's events: docs/units/signature.md. A board has the same number of the same
 * launch (register `signature`).
 */
#ifndef GT200_FPGA_SIGNATURE_H
#define GT200_FPGA_SIGNATURE_H

#include <stddef.h>
#include <stdint.h>

struct gt_event;

/* The signature behind `signature` and the n events of one cycle of one SM. 0 is that of nothing. */
uint64_t signature_step(uint64_t signature, const struct gt_event *e, size_t n);

#endif
