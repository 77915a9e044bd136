// SPDX-License-Identifier: Apache-2.0
// The machine of one planted fault, made a shared object by run.sh: gt_rtl_module, which judge.c looks up. MUTANT_FOLD:
// FOLD of tpc_top.
#if MUTANT_FOLD != 1
#define RTL_FOLDED
#endif
#include "Vsm_mutant.h"
#include "Vsm_mutant___024root.h"
#include "rtl_build.hpp"

using Mutant = RtlModel<Vsm_mutant, NoTrace, 1, MUTANT_FOLD>;
RTL_MODULE(Mutant, nullptr)
