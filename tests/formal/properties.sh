# SPDX-License-Identifier: Apache-2.0
# property NAME TOP KIND "FILES" "CONSTANTS" "WHAT"      KIND bmc:CYCLES or induct:CYCLES:K; TOP.sv is beside this file
# fault FILE SED "WHAT"                                  a fault of the property before it

property fifo f_fifo induct:12:2 "lutram_1r1w sync_fifo" "" \
    'sync_fifo: order kept, nothing lost or invented, no overflow, no underflow'
fault sync_fifo 's/in_ready  = ~count_q\[AW\]/in_ready  = 1'"'b1"'/' 'a full queue takes more'
fault sync_fifo 's/out_valid = (count_q != .0)/out_valid = 1'"'b1"'/' 'an empty queue offers data'
