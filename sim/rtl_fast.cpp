// SPDX-License-Identifier: Apache-2.0
// Machine sm_fast: targets rtl and lockstep; optimised, no waves.
#include "Vsm_fast.h"
#include "Vsm_fast___024root.h"
#include "rtl_build.hpp"
#include "verilated_config.h"

// Verilator 5.006's names of its search for triggers and of the logic behind them. Packages of later ones define the
// number as nothing.
#if VERILATOR_VERSION_INTEGER + 0 == 5006000
void Vsm_fast___024root___eval_triggers__act(Vsm_fast___024root *root);
void Vsm_fast___024root___eval_nba(Vsm_fast___024root *root);
template <> struct RtlEdge<Vsm_fast___024root> {
    template <unsigned CLOCKS> using Triggers = VlTriggerVec<CLOCKS>;
    static void find(Vsm_fast___024root *root) { Vsm_fast___024root___eval_triggers__act(root); }
    static void call(Vsm_fast___024root *root) { Vsm_fast___024root___eval_nba(root); }
};
#endif

RTL_MODULE(RtlModel<Vsm_fast>, "sm_traced")
