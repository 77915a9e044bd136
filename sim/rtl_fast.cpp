// SPDX-License-Identifier: Apache-2.0
// Machine sm_fast: targets rtl and lockstep; optimised, no waves.
#include "Vsm_fast.h"
#include "Vsm_fast___024root.h"
#include "rtl_build.hpp"

RTL_MODULE(RtlModel<Vsm_fast>, "sm_traced")
