// SPDX-License-Identifier: Apache-2.0
// coalescer: l[] and g[] accesses and atomics of a warp, any readiness of memory and pending table. Lanes 0 to 3 and
// 15 of a half execute or not. Of an address the lower 11 bits are any, the upper 21 one of two values for each lane,
// which are any two. All cycles.
//
// Every executing lane is served by exactly one request (of a wide access to l[] one for each word), the request of its
// own sector. A transaction belongs to the lowest lane left: its sectors are inside the segment of that lane,
// ascending, those of one half of it only if no lane it serves is in the other, and it serves every lane left in the
// segment, an atomic that lane alone. So at most 16 transactions of at most four sectors are sent for a half. No cycle
// is lost in which the lanes are collected and memory and pending table take what is offered: an instruction leaves
// after at most five of them for each of its lanes (and words, in l[]), one without lanes after one.
//
// Rules (docs/units): COAL-1 to COAL-6, COAL-8.
//
//! proves coalescer: every lane in exactly one request of its sector; each transaction inside the segment of the lowest
//! proves lane, as small as the rule; no cycle is lost
//! by step:32:1
//! test long
`define PROOF proof
`include "checks.svh"
