// SPDX-License-Identifier: Apache-2.0
// What the SP array has to give, from the functional model.
#include "model.h"

#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "func.h"

#define NREGS 12

struct model {
    struct gt_gpu *gpu;
    struct gt_launch launch;
    struct gt_config cfg;
    struct gt_core core;
    struct gt_warp warp;
    struct gt_block block;
    uint32_t regs[NREGS * 32];
    uint32_t code[2];
};

struct model *model_new(void)
{
    struct gt_result res;
    struct model *m = calloc(1, sizeof *m);
    if (!m || !(m->gpu = gt_gpu_new(65536)))
        return NULL;
    m->launch = (struct gt_launch){.name = "random", .code = m->code, .code_words = 2, .regs = NREGS, .smem = 16,
                                   .grid_x = 1, .grid_y = 1, .block_x = 32, .block_y = 1, .block_z = 1};
    m->warp.regs = m->regs;
    m->warp.nregs = NREGS;
    m->warp.block = &m->block;
    m->warp.active = 0xffffffff;
    if (!gt_launch_config(m->gpu, &m->launch, &m->cfg, &res) || !gt_core_init(&m->core, m->gpu, &m->launch, &m->cfg))
        return NULL;
    return m;
}

bool model_run(struct model *m, uint32_t w0, uint32_t w1, const uint32_t src[3][32], const uint8_t c0[32],
               uint32_t result[32], uint8_t cc[32], bool *writes_cc)
{
    struct gt_insn in;
    struct gt_effect eff;
    memset(m->regs, 0, sizeof m->regs);
    memcpy(m->regs + 1 * 32, src, 32 * sizeof m->regs[0]);         // presin and preex2 of the vectors read $r1
    memcpy(m->regs + 4 * 32, src, 3 * 32 * sizeof m->regs[0]);
    memset(m->warp.creg, 0xf, sizeof m->warp.creg);
    memcpy(m->warp.creg[0], c0, 32);
    memset(&eff, 0, sizeof eff);
    isa_decode(w0, w1, 0, &in);
    if (in.err != GT_DE_NONE || !gt_exec_body(&m->core, &m->warp, &in, &eff))
        return false;
    memcpy(result, eff.result[0], sizeof eff.result[0]);
    memcpy(cc, eff.cc, sizeof eff.cc);
    *writes_cc = in.cdst_en;
    return true;
}
