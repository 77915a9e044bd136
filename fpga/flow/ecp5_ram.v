// SPDX-License-Identifier: Apache-2.0
// RAMs in LUTs of an ECP5 have 16 rows. Of those that have fewer, Yosys ties the upper address bits to 0, and nextpnr
// brings that 0 to each of them from one LUT, through the wires of the chip: thousands of pins. Here they are tied to
// the lowest bit that is used, which is there anyway; the rows are others then, for reading and writing alike.
(* techmap_celltype = "TRELLIS_DPR16X4" *)
module _ram_without_zeros (DI, WAD, WRE, WCK, RAD, DO);
  parameter WCKMUX = "WCK";
  parameter WREMUX = "WRE";
  parameter [63:0] INITVAL = 64'bx;
  parameter [3:0] _TECHMAP_CONSTMSK_RAD_ = 4'd0;
  parameter [3:0] _TECHMAP_CONSTVAL_RAD_ = 4'd0;
  parameter [3:0] _TECHMAP_CONSTMSK_WAD_ = 4'd0;
  parameter [3:0] _TECHMAP_CONSTVAL_WAD_ = 4'd0;
  input  [3:0] DI, WAD, RAD;
  input  WRE, WCK;
  output [3:0] DO;

  // both addresses have a 0 there; both have a signal there
  localparam [3:0] ZERO = _TECHMAP_CONSTMSK_RAD_ & ~_TECHMAP_CONSTVAL_RAD_ &
                          _TECHMAP_CONSTMSK_WAD_ & ~_TECHMAP_CONSTVAL_WAD_;
  localparam [3:0] USED = ~_TECHMAP_CONSTMSK_RAD_ & ~_TECHMAP_CONSTMSK_WAD_;
  localparam integer FIRST = USED[0] ? 0 : USED[1] ? 1 : USED[2] ? 2 : 3;
  // what a row holds at first would be another row's
  wire _TECHMAP_FAIL_ = ZERO == 4'd0 || USED == 4'd0 || (|INITVAL) === 1'b1;

  wire [3:0] rad = {ZERO[3] ? RAD[FIRST] : RAD[3], ZERO[2] ? RAD[FIRST] : RAD[2],
                    ZERO[1] ? RAD[FIRST] : RAD[1], ZERO[0] ? RAD[FIRST] : RAD[0]};
  wire [3:0] wad = {ZERO[3] ? WAD[FIRST] : WAD[3], ZERO[2] ? WAD[FIRST] : WAD[2],
                    ZERO[1] ? WAD[FIRST] : WAD[1], ZERO[0] ? WAD[FIRST] : WAD[0]};
  TRELLIS_DPR16X4 #(.WCKMUX(WCKMUX), .WREMUX(WREMUX), .INITVAL(INITVAL)) _TECHMAP_REPLACE_ (
    .DI(DI), .WAD(wad), .WRE(WRE), .WCK(WCK), .RAD(rad), .DO(DO));
endmodule
