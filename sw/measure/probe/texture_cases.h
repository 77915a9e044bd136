/* SPDX-License-Identifier: Apache-2.0
 *
 * Textures, and coordinates to read them at: what gt200-textures runs on a GPU and on the functional model.
 */
#ifndef GT200_PROBE_TEXTURE_CASES_H
#define GT200_PROBE_TEXTURE_CASES_H

#include "gsim.h"

enum { TEXTURE_POINTS = 3072 };     /* coordinates of a case */

struct texture_case {
    char              name[64];     /* what it is, without blanks */
    struct gt_texture t;            /* addr: 0 */
    unsigned          dims;
    size_t            bytes;        /* of all texels, rows and slices without gaps */
    uint8_t          *texels;
    uint32_t        (*at)[4];       /* coordinates, f32 */
};

/* Case i; false: there are fewer. */
bool texture_case_make(unsigned i, struct texture_case *c);
void texture_case_free(struct texture_case *c);

#endif
