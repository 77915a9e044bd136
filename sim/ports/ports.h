/* SPDX-License-Identifier: Apache-2.0
 *
 * Library gt200ports: structs of the Verilog's ports as words, lowest bits first. What a launch and a texture tell the
 * machine, for those who drive its ports (sim/rtl_model.hpp) and a board's registers (sw/runtime/fpga). Where fields
 * lie is in
 * rtl_fields.h, which fields.awk makes of rtl/sm_types.svh, and in gt_tic.h.
 */
#ifndef GT200_PORTS_H
#define GT200_PORTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#include "gsim.h"
#include "gt_tic.h"
#include "rtl_fields.h"

#define PORTS_WORDS(bits)    (((bits) + 31) / 32)
#define PORTS_CFG_WORDS      PORTS_WORDS(RTL_LAUNCH_CFG_BITS)
#define PORTS_TEXTURE_WORDS  PORTS_WORDS(RTL_TIC_BITS)

/* n bits, 1 to 32, from bit `at` on. Names of fields are those of rtl_fields.h and its like, without _AT and _BITS. */
uint32_t ports_get(const uint32_t *words, unsigned at, unsigned n);
void ports_put(uint32_t *words, unsigned at, unsigned n, uint32_t value);
#define PORTS_GET(words, field)         ports_get(words, field##_AT, field##_BITS)
#define PORTS_PUT(words, field, value)  ports_put(words, field##_AT, field##_BITS, value)

/* launch_cfg_t. */
void ports_cfg(uint32_t w[PORTS_CFG_WORDS], const struct gt_launch *l, const struct gt_config *c);
/* tic_t; width 0 is no texture. */
void ports_texture(uint32_t w[PORTS_TEXTURE_WORDS], const struct gt_texture *t);

#ifdef __cplusplus
}
#endif
#endif
