// SPDX-License-Identifier: Apache-2.0
// What stands behind the crossbar (docs/memory.md), besides rtl/files.f.
+incdir+rtl/gpu
rtl/gpu/gpu_steps.sv
rtl/gpu/dram_bank.sv
rtl/gpu/dram_queue.sv
rtl/gpu/dram_ctrl.sv
rtl/gpu/step_pipe.sv
rtl/gpu/step_merge.sv
rtl/gpu/xbar_link.sv
rtl/gpu/xbar_switch.sv
rtl/gpu/xbar.sv
rtl/tpc/tpc_port.sv
rtl/tpc/l2_port.sv
rtl/gpu/lru.sv
rtl/gpu/tlb_l1.sv
rtl/gpu/tlb_l2.sv
rtl/gpu/mmu.sv
rtl/gpu/l3.sv
rtl/gpu/distributor.sv
rtl/gpu/tex_l2.sv
rtl/gpu/part_atoms.sv
rtl/gpu/part_answers.sv
rtl/gpu/partition.sv
rtl/tpc/tpc_mem.sv
rtl/gpu/mem_system.sv
rtl/gpu/page_fault.sv
rtl/gpu/gpu_top.sv
