// What a board has beside the machine (rtl/files.f).
fpga/rtl/uart_rx.sv
fpga/rtl/uart_tx.sv
fpga/rtl/frame_rx.sv
fpga/rtl/frame_tx.sv
fpga/rtl/host_cmd.sv
fpga/rtl/host_regs.sv
fpga/rtl/launcher.sv
fpga/rtl/fifo_ram.sv
fpga/rtl/mem_due.sv
fpga/rtl/l3_due.sv
fpga/rtl/dirty_bits.sv
fpga/rtl/mem_share.sv
fpga/rtl/run_counts.sv
fpga/rtl/fpga_core.sv
fpga/rtl/sdr_ctrl.sv
fpga/rtl/fpga_top.sv
