#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ends.sh GT200 ENDS FOLDER: gt200 prof and gt200 check of programs that fail, launch no kernel, are killed, or launch
# very many; exit statuses, and no file that is written in part.
set -u
gt200=$1 program=$2 folder=$3
mkdir -p "$folder"
cd "$folder" || exit 1
rm -f ./*.txt ./*.csv
status=0
wrong() { echo "$1"; cat out.log; status=1; }
# expect STATUS COMMAND...
expect() {
    wanted=$1
    shift
    "$@" >out.log 2>&1
    got=$?
    [ $got -eq "$wanted" ] || wrong "$*: exit status $got, expected $wanted"
}
says() { grep -q "$1" "$2" || wrong "$2 does not say: $1"; }
none() { [ ! -e "$1" ] || wrong "$1 is there"; }

for command in prof check; do
    expect 1 "$gt200" $command -o none.txt "$program" nothing
    says "has launched no kernel" out.log
    none none.txt
    expect 1 "$gt200" $command -o none.txt ./no/such/program
    says "No such file" out.log
    none none.txt
done
expect 3 "$gt200" prof -o fails.txt --csv fails.csv "$program" fails
says '^  2 launches, 2 blocks of 100 threads' fails.txt
says '^stray(int\*)$' fails.txt
says 'stray' fails.csv
expect 1 "$gt200" check -o found.txt "$program" fails
says '^memory: .*ends.cu:15: kernel stray(int\*): GLOBAL_LIMIT_WRITE$' found.txt
expect 6 "$gt200" prof -o none.txt --csv none.csv "$program" exits
says '_exit, a signal' out.log
none none.txt
none none.csv
expect 1 "$gt200" prof -o none.txt --csv none.csv "$program" killed
says 'Killed' out.log
none none.txt
none none.csv
# many launches: one table
expect 0 "$gt200" prof -o many.txt "$program" runs 3000
says '^  3000 launches, 3000 blocks of 100 threads' many.txt
[ "$(grep -c launches many.txt)" -eq 1 ] || wrong "more than one table"
# two processes, one file; a folder that is not there
GT200_TARGET=model GT200_PROFILE=both.txt "$program" runs 50 &
other=$!
GT200_TARGET=model GT200_PROFILE=both.txt "$program" runs 50
wait $other
says '^  50 launches' both.txt
[ "$(grep -c launches both.txt)" -eq 1 ] || wrong "two profiles in one file"
expect 1 env GT200_TARGET=model GT200_PROFILE=no/such/x.txt "$program" runs
says 'GT200_PROFILE: no/such/x.txt: No such file or directory' out.log
[ -z "$(find . -name '*both.txt?*' -o -name 'none*')" ] || wrong "files are left"
exit $status
