#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# planted.sh GT200 PROGRAM SOURCE FOLDER TARGET [NAME]...: gt200 check of PROGRAM reports each planted fault, or those
# named, with its class and line ("@ NAME class" in SOURCE), and nothing else; exit status 1.
set -u
gt200=$1 program=$2 source=$3 folder=$4 target=$5
shift 5
mkdir -p "$folder"
status=0 n=0
for name in ${*:-$("$program")}; do
    class=$(sed -n "s,.*// @ $name ,,p" "$source")
    line=$(grep -n "// @ $name " "$source" | cut -d: -f1)
    said=$folder/$name.$target.txt
    "$gt200" check --target "$target" -o "$said" "$program" "$name" >"$said.log" 2>&1
    rc=$?
    n=$((n + 1))
    base=$(basename "$source")
    # a race has two lines, the fault is either; where a barrier is missing a read may come before the write
    also=$class
    [ "$class" != race ] || also=uninitialized
    if [ $rc -ne 1 ] || ! grep -q "^$class: .*: kernel " "$said" ||
       ! { grep -q "^$class: .*$base:$line: kernel $name(.*" "$said" ||
           { [ "$class" = race ] && grep -q "^    .* at .*$base:$line, block" "$said"; }; } ||
       grep -E '^(memory|race|synchronization|uninitialized): ' "$said" | grep -Evq "^($class|$also): " ||
       ! grep -q '^    .* block (.*) thread (.*), warp .* lane' "$said"; then
        echo "$name ($target): expected $class in line $line and exit status 1, got $rc and"
        cat "$said" "$said.log"
        status=1
    fi
done
echo "$n planted faults, target $target"
exit $status
