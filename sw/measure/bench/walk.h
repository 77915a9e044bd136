/* SPDX-License-Identifier: Apache-2.0
 * Walks of one thread through linked elements of device memory, as words or as texels (kernels/memory.cu), from every
 * TPC: a launch of one block goes to the TPC behind that of the launch before. */
#ifndef GT200_WALK_H
#define GT200_WALK_H

#include "harness.h"

#define WALK_ALIGN    (1u << 19)        /* bytes; 512 KB: what the paper's widest TLB line covers */

/* Clocks of a load: mean over the TPCs, those of the nearest and of the farthest. */
struct walk_clocks { double mean, least, most; };

struct walk {
    struct run *r;              /* its kernel is walk_global or walk_texture */
    CUdeviceptr got, at;        /* memory; the array in it, a multiple of WALK_ALIGN */
    uint64_t    bytes;
    CUtexref    texels;         /* NULL: words */
};

/* Memory for an array of so many bytes; `texture`: bound to memory.cu's texture. walk_close may be called whatever
 * walk_open said. */
bool walk_open(struct walk *w, struct run *r, uint64_t bytes, bool texture);
void walk_close(struct walk *w);

/* Links n elements at these offsets (bytes) round and round, walks through them once without counting, then `rounds`
 * times (0: as often as 64 loads ask for). positions: launches; their TPCs differ. 0: one launch, the next of which is
 * on the same TPC. */
bool walk_offsets(struct walk *w, const uint64_t *offset, unsigned n, unsigned rounds, unsigned positions,
                  struct walk_clocks *clocks);
/* The same of n elements a stride apart. */
bool walk_stride(struct walk *w, uint64_t stride, unsigned n, unsigned rounds, unsigned positions,
                 struct walk_clocks *clocks);
/* Launches the kernel of r at `at` from as many TPCs, `warm` loads before the `loads` that are measured. */
bool walk_launch(struct run *r, CUdeviceptr at, unsigned warm, unsigned loads, unsigned positions,
                 struct walk_clocks *clocks);

#endif
