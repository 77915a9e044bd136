// SPDX-License-Identifier: Apache-2.0
// Comparing and printing events of RTL and model.
#ifndef GT200_LOCKSTEP_EVENT_HPP
#define GT200_LOCKSTEP_EVENT_HPP

#include <string>

#include "rtl_sm.h"

// Same kind of happening of the same unit: the pair whose fields are compared.
bool event_pairs(const gt_event &a, const gt_event &b);
// Every field that means something for the type is equal (docs/units/events.md).
bool event_equal(const gt_event &a, const gt_event &b);
// Table of the fields, RTL and model side by side, the different ones marked. Either may be NULL: did not happen.
std::string event_table(const gt_event *rtl, const gt_event *model);

#endif
