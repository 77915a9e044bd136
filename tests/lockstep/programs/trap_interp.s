# Interpolation, an instruction of fragment programs.
#! block 32
#! out r 64
#! fault INTERP_NON_FP at pc 0x8
.kernel trap_interp
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    .word 0x80000001, 0x00000780
    @never nop.exit
