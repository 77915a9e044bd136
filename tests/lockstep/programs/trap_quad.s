# A path that ends between quadon and quadpop.
#! block 32
#! out r 4
#! fault QUADON_ACTIVE at pc 0x8
.kernel trap_quad
.reg 4
.smem 20
.param 4
    quadon
    @never nop.exit
