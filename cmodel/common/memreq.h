/* SPDX-License-Identifier: Apache-2.0
 *
 * What passes the memory port of an SM or a texture unit (docs/units/mem-port.md).
 */
#ifndef GT200_MEMREQ_H
#define GT200_MEMREQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gt_chip.h"

/* MEM-4. Bit 0: no answer comes; bit 1: the memory computes; bit 2: for the texture unit, not for the memory. */
enum mem_kind { MEM_LOAD, MEM_STORE, MEM_ATOM, MEM_RED, MEM_QUAD };
/* MEM-8. */
enum mem_space { MEM_LOCAL = 1, MEM_GLOBAL, MEM_TEXTURE };

static inline bool mem_answered(unsigned kind) { return !(kind & 1); }

struct mem_req {
    uint8_t  kind, id, space;
    uint8_t  aop, mtype;            /* atom, red */
    uint32_t addr, mask;            /* MEM-5 to MEM-7, MEM-22 */
    uint32_t data[8];
};

struct mem_rsp {
    uint8_t  id;
    uint8_t  word;                  /* texture: which of the components asked for (MEM-23) */
    bool     more;                  /* texture: another answer with this id follows */
    uint32_t data[8];               /* the 32 bytes around addr; texture: of four lanes */
};

#endif
