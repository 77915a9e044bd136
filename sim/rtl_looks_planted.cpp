// SPDX-License-Identifier: Apache-2.0
// Chip gpu1 that tells something wrong of its third lookup at one place, or of its pins: lockstep must find it and say
// which (tests/lockstep).
#include "rtl_gpu_class.hpp"

namespace {

// The last value of the place that is not 0 has another lowest bit.
template <gpu_place PLACE> class WrongLook : public Gpu {
    mutable unsigned n = 0;

public:
    using Gpu::Gpu;
    bool looks(gpu_looks *out) const override
    {
        Gpu::looks(out);
        for (unsigned i = 0; i < out->n; i++)
            if (out->look[i].place == PLACE && ++n == 3) {
                unsigned k = LOOK_VALUES - 1;
                while (k && !out->look[i].value[k])
                    k--;
                out->look[i].value[k] ^= 1;
            }
        return true;
    }
};

// The third row that is opened is one of another bank.
class WrongPins : public Gpu {
    mutable unsigned n = 0;
    mutable dram_pins wrong{};

public:
    using Gpu::Gpu;
    const dram_pins *pins(unsigned partition) const override
    {
        const dram_pins *p = Gpu::pins(partition);
        if (!p || p->op != DRAM_OP_OPEN || ++n != 3)
            return p;
        wrong = *p;
        wrong.bank ^= 1;
        return &wrong;
    }
};

template <gpu_place PLACE> constexpr gt_rtl_build build = {rtl_make<WrongLook<PLACE>>, nullptr, nullptr, true};
const struct { const char *name; gt_rtl_build build; } builds[] = {
    {"LookTexL1", build<LOOK_TEX_L1>}, {"LookTlb", build<LOOK_TLB_G>}, {"LookTlbOfTextures", build<LOOK_TLB_T>},
    {"LookMmu", build<LOOK_MMU>}, {"LookL3", build<LOOK_L3>}, {"LookPartition", build<LOOK_PARTITION>},
    {"LookFill", build<LOOK_FILL>}, {"LookRequestIn", build<LOOK_REQ_IN>}, {"LookAnswerOut", build<LOOK_RSP_OUT>},
    {"LookRequestOut", build<LOOK_REQ_OUT>}, {"LookAnswerIn", build<LOOK_RSP_IN>},
    {"Pins", {rtl_make<WrongPins>, nullptr, nullptr, true}},
};

}

const gt_rtl_build *gt_rtl_planted_look(const char *name)
{
    for (auto &b : builds)
        if (!strcmp(b.name, name))
            return &b.build;
    return nullptr;
}
