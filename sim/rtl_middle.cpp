// SPDX-License-Identifier: Apache-2.0
// What the TPCs of a chip share, of a mem_centre RTL_CENTRE for RTL_TPCS TPCs and RTL_PARTITIONS partitions
// RTL_PARTITION: machines gtx280_mem, which runs beside tpc_fast, g80_mem, which runs beside g80_tpc, and those with a
// deliberate fault.
#include "rtl_names.hpp"
#include RTL_HEADER(RTL_CENTRE)
#include RTL_HEADER(RTL_CAT(RTL_CENTRE, ___024root))
#include RTL_HEADER(RTL_PARTITION)
#include RTL_HEADER(RTL_CAT(RTL_PARTITION, ___024root))
#include "rtl_build.hpp"
#include "rtl_middle.hpp"

static struct mem_middle *make(const void *, struct physical *physical)
{
    return new (std::nothrow) RtlMiddle<RTL_CENTRE, RTL_PARTITION, RTL_TPCS, RTL_PARTITIONS>(physical);
}

extern "C" __attribute__((visibility("default"))) const gt_rtl_build gt_rtl_module;
const gt_rtl_build gt_rtl_module = {nullptr, nullptr, nullptr, false, make};
