// SPDX-License-Identifier: Apache-2.0
// The machine of one planted fault, made a shared object by run.sh: gt_rtl_mutant, which judge.c looks up.
#include "Vsm_mutant.h"
#include "Vsm_mutant___024root.h"
#include "rtl_build.hpp"

extern "C" {
extern const gt_rtl_build gt_rtl_mutant;
const gt_rtl_build gt_rtl_mutant = {rtl_make<RtlModel<Vsm_mutant>>, nullptr};
}
