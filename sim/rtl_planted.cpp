// SPDX-License-Identifier: Apache-2.0
// Builds with a deliberate fault: lockstep must find it (tests/lockstep).
#include "Vsm_plant1.h"
#include "Vsm_plant1___024root.h"
#include "Vsm_plant2.h"
#include "Vsm_plant2___024root.h"
#include "Vsm_traced.h"
#include "Vsm_traced___024root.h"
#include "rtl_build.hpp"
#include "rtl_wave.hpp"

namespace {

// Device memory answers once more than it was asked: an assertion of mem_pending fails.
class WrongAnswer : public RtlModel<Vsm_traced, FstWave<Vsm_traced>> {
public:
    using RtlModel::RtlModel;
    void step() override
    {
        if (cycle == 600) {
            mem_port *p = memory_port(memory.get(), 0);
            p->answer[(p->head + p->count++) % GT_PENDING_SECTORS] = {cycle, cycle, {}};
            p->offers = cycle;
        }
        RtlModel::step();
    }
};

}

const gt_rtl_build gt_rtl_wrong_value = {rtl_make<RtlModel<Vsm_plant1, FstWave<Vsm_plant1>>>, ""};
const gt_rtl_build gt_rtl_wrong_cycle = {rtl_make<RtlModel<Vsm_plant2>>, nullptr};
const gt_rtl_build gt_rtl_wrong_answer = {rtl_make<WrongAnswer>, nullptr};
