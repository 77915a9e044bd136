# SPDX-License-Identifier: Apache-2.0
# Programs with control codes as tight as the record of an H100 has them. Behind an instruction stands what of its code
# can't go: S one clock of its stall count, B a counter that it waits for, W and R the counter that it sets.
.arch sm_90

.kernel fixed
.reg 40
.params 0 8
[B------:R-:W-:-:S05] MOV R2, 0x3f800000                                # S
[B------:R-:W-:-:S04] FMUL R3, R2, R2                                   # S
[B------:R-:W-:-:S04] FMUL R3, R3, R3                                   # S
[B------:R-:W-:-:S05] FADD R3, R3, R2                                   # S
[B------:R-:W-:-:S04] LOP3.LUT R4, R3, 0xff, RZ, 0xc0, !PT              # S
[B------:R-:W-:-:S05] IADD3 R4, R4, 0x1, RZ                             # S
[B------:R-:W-:-:S04] IMAD R5, R4, R4, RZ                               # S
[B------:R-:W-:-:S01] IMAD R6, R5, R4, RZ
[B------:R-:W-:-:S01] MOV R7, 0x5
[B------:R-:W-:-:S03] MOV R8, 0x7                                       # S
[B------:R-:W-:-:S05] IADD3 R6, R6, R4, RZ                              # S
[B------:R-:W-:-:S05] HADD2 R6, R6, R7                                  # S
[B------:R-:W-:-:S04] IADD3 R6, P0, R6, R8, RZ                          # S
[B------:R-:W-:-:S04] IADD3.X R7, R7, R8, RZ, P0, !PT                   # S
[B------:R-:W-:Y:S13] ISETP.NE.AND P1, PT, R7, RZ, PT                   # S
[B------:R-:W-:-:S04] @P1 ISETP.GT.AND P2, PT, R6, R7, PT               # S
[B------:R-:W-:-:S01] SEL R9, R6, R7, P2
[B------:R-:W-:Y:S13] ISETP.EQ.AND P1, PT, R4, RZ, PT                   # S
[B------:R-:W-:-:S05] @P1 BRA `(end)
[B------:R-:W-:-:S08] DADD R10, R4, R6                                  # S
[B------:R-:W-:-:S08] DADD R10, R10, R10                                # S
[B------:R-:W-:-:S01] FADD R11, R11, R2
[B------:R-:W-:-:S08] HFMA2.MMA R12, -RZ, RZ, 0, 1                      # S
[B------:R-:W-:-:S01] FADD R12, R12, R2
[B------:R-:W-:-:S06] CS2R R14, SRZ                                     # S
[B------:R-:W-:-:S01] FADD R13, R14, R2
[B------:R-:W-:-:S02] IMAD.WIDE.U32 R16, R4, R5, RZ                     # S
[B------:R-:W-:-:S02] FADD R18, R16, R2                                 # S
[B------:R-:W-:-:S01] FADD R18, R17, R2
end:
[B------:R-:W-:-:S05] EXIT

.kernel uniform
.reg 16
.params 0 8
[B------:R-:W-:-:S01] UMOV UR4, 0x5
[B------:R-:W-:-:S01] ULDC UR5, c[0x0][0x210]
[B------:R-:W-:-:S04] UIADD3 UR6, UR4, UR5, URZ                         # S
[B------:R-:W-:-:S06] ULOP3.LUT UR7, UR6, UR5, URZ, 0xc0, !UPT          # S
[B------:R-:W-:-:S04] IADD3 R2, R2, UR7, RZ                             # S
[B------:R-:W-:-:S10] R2UR UR8, R2                                      # S
[B------:R-:W-:-:S04] IADD3 R3, R2, UR8, RZ                             # S
[B------:R-:W-:-:S08] R2UR UR8, R3                                      # S
[B------:R-:W-:-:S04] UISETP.NE.AND UP0, UPT, UR8, URZ, UPT             # S
[B------:R-:W-:-:S01] USEL UR9, UR8, UR7, UP0
[B------:R-:W-:-:S10] UISETP.EQ.AND UP1, UPT, UR8, URZ, UPT             # S
[B------:R-:W-:-:S01] @UP1 UMOV UR9, 0x8
[B------:R-:W-:-:S05] EXIT

.kernel counters
.reg 40
.smem 1024
.params 0 8
[B------:R-:W0:-:S01] S2R R0, SR_TID.X                                  # W
[B------:R-:W-:-:S01] ULDC.64 UR4, c[0x0][0x208]
[B------:R-:W1:-:S02] LDC.64 R2, c[0x0][0x210]                          # S W
[B01----:R-:W-:-:S04] IMAD.WIDE R4, R0, 0x4, R2                         # B
[B------:R-:W-:-:S04] NOP
[B------:R0:W2:-:S02] LDG.E R6, desc[UR4][R4.64]                        # S R W
[B0-----:R-:W-:-:S01] MOV R4, 0x10                                      # B
[B--2---:R-:W3:-:S02] MUFU.RCP R7, R6                                   # B S W
[B---3--:R-:W-:-:S04] FADD R4, R7, R6                                   # B S
[B------:R0:W-:-:S02] STS [RZ], R4                                      # R S
[B0-----:R-:W-:-:S05] MOV R4, 0x20                                      # B S
# in order: the counter of the second shows that the first one is over
[B------:R-:W-:-:S01] LDS R8, [R4]
[B------:R-:W0:-:S02] LDS R9, [R4+0x10]                                 # W S
[B0-----:R-:W-:-:S04] FADD R8, R8, R9                                   # B S
[B------:R-:W-:-:S01] STS [R4], R8
[B------:R-:W1:-:S02] LDS R10, [R4+0x4]                                 # W S
[B-1----:R-:W-:-:S01] MOV R8, R10                                       # B
[B------:R-:W1:-:S01] MUFU.EX2 R11, R9
[B------:R-:W2:-:S01] MUFU.LG2 R12, R9                                  # W
[B------:R-:W-:-:S01] NOP                                               # S
[B--2---:R-:W-:-:S01] FADD R13, R12, R12                                # B
# a counter counts: both are waited for
[B------:R-:W3:-:S01] LDC R14, c[0x0][0x210]                            # W
[B------:R-:W3:-:S02] LDC R15, c[0x0][0x214]                            # W S
[B---3--:R-:W-:-:S04] IADD3 R14, R14, R15, RZ                           # B
[B------:R-:W-:-:S05] EXIT

# The load of a turn is read in the next one.
.kernel loop
.reg 24
.params 0 8
[B------:R-:W0:-:S01] LDC.64 R2, c[0x0][0x210]                          # W
[B------:R-:W-:-:S01] ULDC.64 UR4, c[0x0][0x208]
[B------:R-:W-:-:S01] MOV R5, RZ
[B------:R-:W-:-:S02] MOV R4, RZ                                        # S
[B0-----:R-:W1:-:S02] LDG.E R6, desc[UR4][R2.64]                        # B W S
again:
[B-1----:R-:W-:-:S04] IADD3 R4, R4, R6, RZ                              # B
[B------:R-:W-:-:S04] IADD3 R2, P1, R2, 0x4, RZ                         # S
[B------:R-:W-:-:S01] IADD3.X R3, RZ, R3, RZ, P1, !PT
[B------:R-:W-:-:S03] IADD3 R5, R5, 0x1, RZ                             # S
[B------:R-:W1:-:S01] LDG.E R6, desc[UR4][R2.64]                        # W
[B------:R-:W-:Y:S13] ISETP.NE.AND P0, PT, R5, 0x10, PT                 # S
[B------:R-:W-:-:S01] @P0 BRA `(again)
[B------:R-:W-:-:S05] EXIT

# The shortest path to a reader is over a jump.
.kernel ways
.reg 24
[B------:R-:W-:Y:S10] ISETP.NE.AND P0, PT, R2, RZ, PT                   # S
[B------:R-:W-:-:S02] BSSY B0, `(behind)                                # S
[B------:R-:W-:-:S01] FMUL R3, R2, R2                                   # S
[B------:R-:W-:-:S03] @P0 BRA `(side)                                   # S
[B------:R-:W-:-:S05] FMUL R4, R4, R4
[B------:R-:W-:-:S05] BRA `(together)
side:
[B------:R-:W-:-:S03] FADD R4, R3, R3                                   # S
together:
[B------:R-:W-:-:S01] BSYNC B0
behind:
[B------:R-:W-:-:S01] FADD R5, R4, R4
[B------:R-:W-:-:S05] EXIT

# Both halves of a predicate are as good as one writer.
.kernel guards
.reg 24
[B------:R-:W-:Y:S13] ISETP.NE.AND P0, PT, R2, RZ, PT                   # S
[B------:R-:W-:-:S01] @P0 FMUL R3, R2, R2
[B------:R-:W-:-:S04] @!P0 FADD R3, R2, R2                              # S
[B------:R-:W-:-:S01] FADD R4, R3, R3
[B------:R-:W-:-:S01] @P0 IADD3 R5, R2, R2, RZ
[B------:R-:W-:-:S01] @!P0 IADD3 R6, R5, R2, RZ
[B------:R-:W-:-:S05] EXIT

# A second writer of the same register.
.kernel again
.reg 24
[B------:R-:W-:-:S02] HFMA2.MMA R4, -RZ, RZ, 0, 1                       # S
[B------:R-:W-:-:S01] MOV R4, 0x5
[B------:R-:W-:-:S02] DADD R6, R8, R10                                  # S
[B------:R-:W-:-:S01] MOV R7, RZ
[B------:R-:W-:-:S06] UIADD3 UR4, UR5, UR6, URZ                         # S
[B------:R-:W-:-:S01] UMOV UR4, 0x5
[B------:R-:W-:-:S01] @P0 IMAD.MOV R12, RZ, RZ, -R13
[B------:R-:W-:-:S01] @!P0 LOP3.LUT R12, RZ, R13, RZ, 0x33, !PT
[B------:R-:W0:-:S01] LDC R14, c[0x0][0x210]                            # W
[B------:R-:W-:-:S01] NOP                                               # S
[B0-----:R-:W-:-:S01] MOV R14, RZ                                       # B
[B------:R-:W-:-:S05] EXIT

# The halves of a third operand, addresses, predicates of branches.
.kernel operands
.reg 24
.smem 1024
[B------:R-:W-:-:S02] MOV R4, 0x5                                       # S
[B------:R-:W-:-:S03] MOV R5, 0x6                                       # S
[B------:R-:W-:-:S01] IMAD.WIDE.U32 R6, R2, R3, R4
[B------:R-:W-:-:S06] MOV R9, 0x40000000                                # S
[B------:R-:W-:-:S01] DMUL R10, R8, R8
[B------:R-:W-:-:S05] IADD3 R12, R2, 0x4, RZ                            # S
[B------:R-:W0:-:S01] LDS R13, [R12]
[B------:R-:W-:-:S08] UIADD3 UR4, UR5, 0x4, URZ                         # S
[B------:R-:W1:-:S01] LDS R14, [UR4]
[B------:R-:W-:-:S04] UISETP.NE.AND UP0, UPT, UR5, URZ, UPT             # S
[B------:R-:W-:Y:S13] PLOP3.LUT P0, PT, PT, PT, UP0, 0x80, 0x0          # S
[B------:R-:W-:-:S05] BRA P0, `(out)
[B------:R-:W-:-:S05] NOP
out:
[B------:R-:W-:-:S05] EXIT

# All but the last one, and what was set right before.
.kernel depbar
.reg 24
[B------:R-:W0:-:S01] LDG.E R6, desc[UR4][R2.64]                        # W
[B------:R-:W0:-:S01] LDG.E R7, desc[UR4][R2.64+0x4]                    # W
[B------:R-:W-:-:S04] DEPBAR.LE SB0, 0x1                                # S
[B------:R-:W-:-:S01] FADD R8, R6, R6
[B------:R-:W-:-:S04] DEPBAR.LE SB0, 0x0                                # S
[B------:R-:W-:-:S01] FADD R8, R7, R7
[B------:R-:W-:-:S05] EXIT

# A function that is called from two places returns to each of them.
.kernel calls
.reg 24
[B------:R-:W-:-:S01] MOV R20, 0x30
[B------:R-:W-:-:S02] MOV R21, RZ
[B------:R-:W-:-:S05] CALL.REL.NOINC `(square)
[B------:R-:W-:-:S01] FADD R3, R4, R4
[B------:R-:W-:-:S05] MOV R20, 0x60
[B------:R-:W-:-:S03] CALL.REL.NOINC `(square)
[B------:R-:W-:-:S05] EXIT
square:
[B------:R-:W-:-:S03] FMUL R4, R2, R2                                   # S
[B------:R-:W-:-:S01] RET.REL.NODEC R20 `(start)
start:
[B------:R-:W-:-:S05] NOP
[B------:R-:W-:-:S05] EXIT

# The uniform ALU reads its operands later than UMOV, ULDC and VOTEU write.
.kernel overwritten
.reg 24
[B------:R-:W-:-:S03] UIADD3 UR5, UR4, 0x1, URZ                         # S
[B------:R-:W-:-:S01] UMOV UR4, 0x5
[B------:R-:W-:-:S02] USEL UR6, UR5, UR4, UP0                           # S
[B------:R-:W-:-:S01] VOTEU.ANY URZ, UP0, P0
[B------:R-:W-:-:S01] ULEA UR7, UR8, UR9, 0x2
[B------:R-:W0:-:S01] REDUX.SUM UR8, R2
[B------:R-:W-:-:S04] IMAD.WIDE.U32 R4, R2, R3, RZ                      # S
[B------:R-:W-:-:S01] FMUL R6, R5, R2
[B------:R-:W-:-:S06] DADD R8, R10, R12                                 # S
[B------:R-:W-:-:S01] STS [RZ], R8
[B------:R-:W-:-:S05] EXIT

# The address of ULDC, by each that writes one, and who reads what it loads.
.kernel address
.reg 24
.params 0 8
[B------:R-:W-:-:S11] UIADD3 UR4, UR8, 0x4, URZ                         # S
[B------:R-:W-:-:S04] ULDC UR5, c[0x0][UR4]
[B------:R-:W-:-:S11] UIMAD UR4, UR8, 0x4, URZ                          # S
[B------:R-:W-:-:S04] ULDC UR5, c[0x0][UR4]
[B------:R-:W-:-:S11] ULEA UR4, UR8, URZ, 0x2                           # S
[B------:R-:W-:-:S04] ULDC UR5, c[0x0][UR4]
[B------:R-:W-:-:S11] USHF.L.U32 UR4, UR8, 0x2, URZ                     # S
[B------:R-:W-:-:S04] ULDC UR5, c[0x0][UR4]
[B------:R-:W-:-:S11] ULOP3.LUT UR4, UR8, 0xc, URZ, 0xc0, !UPT          # S
[B------:R-:W-:-:S04] ULDC UR5, c[0x0][UR4]
[B------:R-:W-:-:S11] USEL UR4, UR8, URZ, UP0                           # S
[B------:R-:W-:-:S04] ULDC UR5, c[0x0][UR4]
[B------:R-:W-:-:S05] UMOV UR4, 0x4                                     # S
[B------:R-:W-:-:S05] ULDC UR5, c[0x0][UR4]                             # S
[B------:R-:W-:-:S04] ULDC UR6, c[0x0][UR5]
[B------:R-:W-:-:S05] ULDC UR4, c[0x0][0x210]                           # S
[B------:R-:W-:-:S05] ULDC UR6, c[0x0][UR4]                             # S
[B------:R-:W-:-:S01] ULDC UR7, c[0x0][UR6]
[B------:R-:W-:Y:S15] R2UR UR4, R2                                      # S
[B------:R-:W-:-:S02] ULDC UR5, c[0x0][UR4]                             # S
[B------:R-:W0:-:S01] POPC R3, UR5
[B------:R-:W-:-:S05] EXIT
