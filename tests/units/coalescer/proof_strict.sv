// SPDX-License-Identifier: Apache-2.0
// coalescer of G80: as proof.sv. A transaction is the segment of a half whose executing lanes all access words in
// order, each its own one, all 64 or 128 bytes of it, or else the sector of the lowest lane, alone. So at most 16
// transactions are sent for a half, and no cycle is lost.
//
// Rules (docs/units): COAL-1 to COAL-3, COAL-5, COAL-6, COAL-8, COAL-11.
//
//! proves coalescer, strict: every lane in exactly one request of its sector; a half in order in whole segments, any
//! proves other lane by lane; no cycle is lost
//! set COALESCE_STRICT=1
//! by step:32:1
//! test long
`define PROOF proof_strict
`include "checks.svh"
