// SPDX-License-Identifier: Apache-2.0
// Comparing what an SM of the RTL holds with what the model's holds. Each function says the first difference, "" if
// there is none.
#ifndef GT200_LOCKSTEP_STATE_HPP
#define GT200_LOCKSTEP_STATE_HPP

#include <string>

#include "rtl_port.hpp"

// Registers, $c, $a, lanes and stacks of a block slot whose block has ended, and its barriers.
std::string ended_block_difference(const RtlState &rtl, const gt_sm *model, const gt_config &c, unsigned slot);
// Of all blocks that run, when both machines stopped after cycle `now`: registers, $c and $a, but for what instructions
// under way write;
std::string stopped_files_difference(const RtlState &rtl, const gt_sm *model, const gt_config &c,
                                     const RtlBooks &books, uint64_t now);
// lanes, stacks and barriers.
std::string stopped_control_difference(const RtlState &rtl, const gt_sm *model, const gt_config &c);
// The words of shared memory from byte `from` on.
std::string shared_difference(const RtlState &rtl, const gt_sm *model, uint32_t from, uint32_t bytes);

#endif
