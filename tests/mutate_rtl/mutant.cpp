// SPDX-License-Identifier: Apache-2.0
// The machine of one planted fault, made a shared object by run.sh: gt_rtl_module, which judge.c looks up.
#include "Vsm_mutant.h"
#include "Vsm_mutant___024root.h"
#include "rtl_build.hpp"

RTL_MODULE(RtlModel<Vsm_mutant>, nullptr)
