# emit, an instruction of geometry programs.
#! block 32
#! out r 64
#! fault EMIT_NON_GP at pc 0x8
.kernel trap_emit
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    .word 0xf0000201, 0xc0000780
    @never nop.exit
