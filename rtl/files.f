// Every RTL file, in order: packages, generated decoder, library, units, top. The only such list.
+incdir+rtl
+incdir+rtl/gen
rtl/gen/gpu_cfg_pkg.sv
rtl/sm/sm_fn.sv
rtl/gen/isa_decode.sv

rtl/lib/lutram_1r1w.sv
rtl/lib/sram_1r1w.sv
rtl/lib/sram_1rw.sv
rtl/lib/sync_fifo.sv

rtl/exec/fp32_path.sv
rtl/exec/fp_cvt.sv
rtl/exec/int_alu.sv
rtl/exec/int_mul.sv
rtl/exec/sp_array.sv
rtl/exec/sp_lane.sv
rtl/exec/sp_pack.sv
rtl/exec/sp_predec.sv

rtl/mem/coalescer.sv
rtl/mem/lane_extract.sv
rtl/mem/load_wb.sv
rtl/mem/lsu.sv
rtl/mem/smem.sv

rtl/sm/sm_areg.sv
rtl/sm/sm_barrier.sv
rtl/sm/sm_bru.sv
rtl/sm/sm_cfetch.sv
rtl/sm/sm_collect.sv
rtl/sm/sm_const.sv
rtl/sm/sm_creg.sv
rtl/sm/sm_cta.sv
rtl/sm/sm_datapath.sv
rtl/sm/sm_decode.sv
rtl/sm/sm_fetch.sv
rtl/sm/sm_head.sv
rtl/sm/sm_ibuf.sv
rtl/sm/sm_issue.sv
rtl/sm/sm_opdec.sv
rtl/sm/sm_pred.sv
rtl/sm/sm_quarter.sv
rtl/sm/sm_rf.sv
rtl/sm/sm_scoreboard.sv
rtl/sm/sm_simt_stack.sv
rtl/sm/sm_spq.sv
rtl/sm/sm_writeback.sv
rtl/sm/sm_top.sv
