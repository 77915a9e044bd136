// SPDX-License-Identifier: Apache-2.0
// What a chip (module gpu_top; gpu_host_top with a queue of commands) has besides rtl/files.f, which says how such lists
// are read: what stands behind the crossbar (docs/memory.md).
gpu_steps.sv
dram_bank.sv
dram_queue.sv
dram_ctrl.sv
step_pipe.sv
step_merge.sv
xbar_link.sv
xbar_switch.sv
xbar.sv
../tpc/tpc_port.sv
../tpc/l2_port.sv
lru.sv
tlb_l1.sv
tlb_l2.sv
mmu.sv
l3.sv
distributor.sv
tex_l2.sv
part_atoms.sv
part_answers.sv
partition.sv
../tpc/tpc_mem.sv
div3.sv
mem_centre.sv
mem_system.sv
page_fault.sv
host_if.sv
gpu_top.sv
gpu_host_top.sv
