# SPDX-License-Identifier: Apache-2.0
# Figure 9 beyond the 124 registers that compilers use: empty kernels that declare 128 and 132.
.kernel regs_128
.reg 128
.smem 36
.param 20
    nop.exit

.kernel regs_132
.reg 132
.smem 36
.param 20
    nop.exit
