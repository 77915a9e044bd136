// SPDX-License-Identifier: Apache-2.0
//
// What the memory system looks up and hands on, of both sides of a lockstep (lockstep.cpp).
#ifndef GT200_LOCKSTEP_LOOKS_HPP
#define GT200_LOCKSTEP_LOOKS_HPP

#include <string>

extern "C" {
#include "gpu/look.h"
}

// A place at which both sides do not do the same in a cycle; NULL: what that side does not do.
struct LookDifference {
    const gpu_look *rtl = nullptr, *model = nullptr;
    explicit operator bool() const { return rtl || model; }
    std::string where() const;      // "TPC 0, L1 TLB of g[] and l[]"
    std::string table() const;      // value by value
};

// Sorts both by place.
LookDifference look_difference(gpu_looks &rtl, gpu_looks &model);

#endif
