# A load from the attributes of a vertex program.
#! block 32
#! out r 64
#! fault LD_A_ST_O_NON_VP_GP at pc 0x8
.kernel trap_attribute
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    .word 0x00000001, 0x00000780
    @never nop.exit
