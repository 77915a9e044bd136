#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: jitter.sh GT200 CUBIN
# Jitter changes the times of a kernel of loads, each seed otherwise; RTL and model of the same seed agree, whatever the
# number of host threads. Answers out of order, loads that would complete together, and answers of memory and texture
# unit in one cycle (MEM-15, MEM-19, MEM-24), are in the random programs of random.all_jitter.
set -eu
gt200=$1 cubin=$2
fail() { echo "jitter.sh: $*" >&2; exit 1; }
cycles() { "$gt200" run "$cubin" -k loads -g 6 -b 128 -a zero:256 "$@" | sed -n 's/^cycles: //p'; }

plain=$(cycles --target model) one=$(cycles --target model --jitter 1) two=$(cycles --target model --jitter 2)
[ "$plain" != "$one" ] && [ "$plain" != "$two" ] && [ "$one" != "$two" ] ||
    fail "cycles $plain, with jitter 1 $one, 2 $two: expected three numbers"
rtl=$(cycles --target rtl --jitter 1)
[ "$rtl" = "$one" ] || fail "jitter 1: $rtl cycles on the RTL, $one on the model"
tpc=$(cycles --target model --chip tpc --jitter 1) lockstep=$(cycles --target lockstep --chip tpc --jitter 1)
[ "$tpc" = "$lockstep" ] || fail "jitter 1 on a TPC: $lockstep cycles in lockstep, $tpc on the model"
# Chips with partitions have no such memory (settings.c). Host threads change nothing there.
for chip in gpu1 gpu2 gtx280; do
    ! "$gt200" run "$cubin" -k loads -g 6 -b 128 -a zero:256 --target model --chip $chip --jitter 3 2>err ||
        fail "jitter on $chip"
    grep -q -e "--jitter: chip $chip has partitions" err || fail "jitter on $chip: $(cat err)"
done
threads=$(cycles --target model --chip gtx280 --threads 1) more=$(cycles --target model --chip gtx280 --threads 3)
[ "${threads:-none}" = "$more" ] || fail "$threads cycles on one host thread, $more on three"
