/* SPDX-License-Identifier: Apache-2.0
 *
 * An interpreter of PTX, written from NVIDIA's "Parallel Thread Execution ISA" (version 8.5; what is particular to
 * sm_1x from version 3.2) and nothing else: it shares no code with gt200ptxas and judges what that compiles. One
 * thread after the other, a warp's lanes together as long as they are at the same instruction; who is behind goes
 * first, so lanes meet again where their ways meet in the text.
 *
 * It knows every instruction of ptx.table except calls, brx, tex and clocks, and kernels of one module.
 */
#ifndef PTXI_H
#define PTXI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where chips differ. */
struct ptxi_chip {
    bool flush_f32;         /* sm_1x: f32 instructions that sm_1x has flush subnormals; sm_20: only those with .ftz */
    bool mad_truncates;     /* sm_1x: mad.f32 truncates its product; otherwise it is fma.rn.f32 */
};
extern const struct ptxi_chip ptxi_gt200, ptxi_sm20;

/* A piece of global memory. */
struct ptxi_memory { uint64_t base; uint8_t *data; size_t bytes; };

struct ptxi_launch {
    const char              *kernel;
    uint32_t                 grid[2], block[3], dyn_shared;
    const void              *params;        /* as the kernel's .param variables lie, each at its alignment */
    size_t                   param_bytes;
    const struct ptxi_memory *memory;
    size_t                   nmemory;
    uint64_t                 max_steps;     /* of a warp, 0: 100 million */
    struct ptxi_chip         chip;
};

struct ptxi_module;

/* NULL, with "line N: ..." in err, when the text is not what the interpreter knows. */
struct ptxi_module *ptxi_parse(const char *text, char *err, size_t room);
void ptxi_free(struct ptxi_module *m);

/* Runs a grid; false, with the reason in err: a fault (address, trap, step limit). */
bool ptxi_run(struct ptxi_module *m, const struct ptxi_launch *l, char *err, size_t room);

#endif
