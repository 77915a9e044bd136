#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One and three processes must run the same programs with the same counts; --instructions stops, the record names what
# was run.
# usage: record.sh GT200 FOLDER lockstep|model      (model: only the kinds that it can judge)
set -eu
gt200=$1 dir=$2 target=$3
kinds=all each="3 mixed, 3 rows, 3 memory, 3 control, 3 damaged, 3 dense" same="any value or cycle"
few=rows,control odd=2
[ "$target" = lockstep ] || { kinds=mixed each="18 mixed" same="memory or instruction counts" few=mixed odd=3; }
rm -rf "$dir"
mkdir -p "$dir"

fail() { echo "record.sh: $1" >&2; exit 1; }
# has FILE WORDS: in lines of at most 120 columns, the words perhaps on two of them
has() {
    ! grep -nE '.{121}' "$1" || fail "lines of more than 120 columns"
    tr '\n' ' ' <"$1" | grep -qF -- "$2" || fail "$1 lacks '$2'"
}

one=$("$gt200" fuzz --kind $kinds --programs 18 --seed 7 --target $target)
three=$("$gt200" fuzz --kind $kinds --programs 18 --seed 7 --target $target --jobs 3 \
    --record "$dir/a.md" --commit abc123)
[ "$one" = "$three" ] || fail "one process: $one; three: $three"
case $one in "18 passed, 0 failed; "*) ;; *) fail "$one" ;; esac
for word in "commit abc123: 18 random programs ($each; numbers from 7 on" \
            "No difference in $same." "--seed 7 --programs 18 --target $target"; do
    has "$dir/a.md" "$word"
done

"$gt200" fuzz --kind $few --target $target --programs 6 --seed 8 --jitter 3 --record "$dir/c.md" >"$dir/c.out"
for word in " $odd of the programs, with " " of the warp instructions, on a memory with jitter." \
            "--programs 6 --target $target --jitter 3"; do
    has "$dir/c.md" "$word"
done

"$gt200" fuzz --kind $few --target $target --instructions 5000 --record "$dir/b.md" >"$dir/b.out"
done=$(sed -n 's/.* failed; \([0-9]*\) warp instructions.*/\1/p' "$dir/b.out")
[ "$done" -ge 5000 ] && [ "$done" -lt 100000 ] || fail "--instructions 5000 ran $done"
# A record or a folder that cannot be written is noticed before anything runs.
for place in "--record $dir/none/a.md" "--save $dir/none" "--save $dir/a.md"; do
    ! out=$("$gt200" fuzz --target $target --programs 1 $place 2>"$dir/err") || fail "$place was taken"
    [ -z "$out" ] && [ -s "$dir/err" ] || fail "$place: '$out', $(cat "$dir/err")"
done
