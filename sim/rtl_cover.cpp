// SPDX-License-Identifier: Apache-2.0
//
// The build that counts lines and toggles. Each machine has counters of its own; when it goes they are added to the
// sum of all runs of this process, which gt_rtl_cover_write() writes (the only state that outlives a machine in this
// folder).
#include "rtl_cover.h"

#include <vector>

#include "Vsm_cover.h"
#include "Vsm_cover__Syms.h"
#include "Vsm_cover___024root.h"
#include "rtl_build.hpp"
#include "verilated_cov.h"

namespace {

std::vector<uint64_t> &sum()
{
    static std::vector<uint64_t> s;
    return s;
}

class CoverModel : public RtlModel<Vsm_cover> {
public:
    using RtlModel::RtlModel;
    ~CoverModel() override
    {
        const auto &count = m.rootp->vlSymsp->__Vcoverage;
        sum().resize(std::size(count));
        for (size_t i = 0; i < std::size(count); i++)
            sum()[i] += count[i];
    }
};

}

const gt_rtl_build gt_rtl_cover = {rtl_make<CoverModel>, nullptr};

void gt_rtl_cover_write(const char *path)
{
    VerilatedContext context;
    {
        Vsm_cover m{&context};
        auto &count = m.rootp->vlSymsp->__Vcoverage;
        for (size_t i = 0; i < sum().size(); i++)
            count[i] = uint32_t(std::min<uint64_t>(sum()[i], UINT32_MAX));
        context.coveragep()->write(path);
        Verilated::threadContextp(&context);
    }
}
