#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Faults in the compiler that its tests must find: each is planted in a copy of the source, the tests are built and run
# with it, and one of them has to fail.
#
#   run.sh [-o DIR] [-j JOBS] [-d PAGE.md] [FILE ...]     default DIR build/mutate, 2 jobs, the faults of all files
#
# Text that is not in its file exactly once is an error, and so is a fault that does not compile. DIR/N.log
# is what the test said that found fault N. -d writes the table of a run over all files as a page, too.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$root/build/mutate
jobs=2
page=/dev/null
tests='verify passes ptx language errors warp window bounds edges shared inst bodies'
kernels=60                         # of cfuzz, behind them
while [ $# -gt 0 ]; do
    case $1 in
    -o) out=$2; shift 2 ;;
    -j) jobs=$2; shift 2 ;;
    -d) page=$2; shift 2 ;;
    -h|--help) sed -n '3,10s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "run.sh: unknown option $1" >&2; exit 2 ;;
    *)  break ;;
    esac
done
names=" $* "
[ $# = 0 ] || [ "$page" = /dev/null ] || { echo "run.sh: -d wants all files" >&2; exit 2; }
number=0 found=0 survived=0

die() { echo "mutate: $*" >&2; exit 1; }

# The first test that fails is named on standard output; nothing when all pass.
first_failure() {
    for t in $tests; do
        ctest --test-dir "$out/build" --timeout 100 -R "^ptxas_$t\$" --output-on-failure >"$out/log" 2>&1 ||
            { echo "ptxas_$t"; return; }
    done
    GT200_VERIFY=1 timeout 300 "$out/build/tests/cfuzz/cfuzz" --kernels $kernels --keep "$out/cfuzz.cu" \
        >"$out/log" 2>&1 || true
    tail -1 "$out/log" | grep -q "^$kernels passed, 0 failed" || echo cfuzz
}

# The case of the test $1 that failed, from its log.
failed_case() {
    case $1 in
    cfuzz) echo 'a random kernel' ;;
    *)     sed -n 's/.*\[  FAILED  \] \([a-z_0-9]*\)$/`\1`/p' "$out/log" | head -n 1 | grep . ||
               echo 'it crashes or hangs' ;;
    esac
}

# The file of that name in one of the folders of sw/compiler/ptxas.
source_of() { find "$1/sw/compiler/ptxas" -name "$2"; }

build() { cmake --build "$out/build" -j "$jobs" --target $targets >"$out/build.log" 2>&1; }

# --- the sound compiler first -------------------------------------------------------------------------------------
mkdir -p "$out/src"
out=$(cd "$out" && pwd)
(cd "$root" && tar cf - --exclude='./build*' --exclude=./.git .) | tar xmf - -C "$out/src"  # -m: newer than a fault
targets=cfuzz
for t in $tests; do targets="$targets test_ptxas_$t"; done
cmake -S "$out/src" -B "$out/build" -G Ninja -DGT200_RTL=OFF >"$out/build.log" 2>&1 ||
    die "cannot configure, see $out/build.log"
build || die "does not build, see $out/build.log"
first=$(first_failure)
[ -z "$first" ] || { cat "$out/log"; die "$first fails without a fault"; }

{
    echo '# Faults planted in the PTX compiler'
    echo
    echo 'Written by `make mutate` (`tests/mutate`); do not edit. Each fault is an edit of one line of a file of'
    echo '`sw/compiler/ptxas`; the tests of the compiler run on each compiler that is made so, up to the first that fails:'
    echo 'the programs of `tests/ptxas`, which run under the verifier of the intermediate form, then random kernels'
    echo "(\`cfuzz\`, $kernels of them)."
    echo
    echo '| file | fault | found by | case |'
    echo '|---|---|---|---|'
} >"$out/page.md"

start=$(date +%s)
# fault FILE SLUG WHAT
fault() {
    number=$((number + 1))
    case $names in "  "|*" $1 "*) ;; *) return 0 ;; esac
    file=$(source_of "$out/src" "$1")
    cp "$file" "$file.sound"
    python3 "$root/tests/units/unit.py" plant - pass "$2" "${file%/*}" || die "$1: cannot be planted: $3"
    if build; then
        first=$(first_failure)
    else
        mv "$file.sound" "$file"
        die "$1: does not compile: $2, see $out/build.log"
    fi
    mv "$file.sound" "$file"
    touch "$file"
    if [ -n "$first" ]; then
        found=$((found + 1))
        printf 'found     %-16s %-14s %s\n' "$1" "$first" "$3"
        printf '| `%s` | %s | `%s` | %s |\n' "$1" "$3" "$first" "$(failed_case "$first")" >>"$out/page.md"
    else
        survived=$((survived + 1))
        printf 'SURVIVED  %-16s %-14s %s\n' "$1" - "$3"
        printf '| `%s` | %s | **none** | |\n' "$1" "$3" >>"$out/page.md"
    fi
    mv "$out/log" "$out/$number.log"
}
python3 "$root/tests/units/unit.py" passes >"$out/faults"
while read -r file slug what <&3; do fault "$file" "$slug" "$what"; done 3<"$out/faults"
printf '\n%d faults, %d found.\n' $((found + survived)) $found >>"$out/page.md"
cat "$out/page.md" >"$page"
echo "mutate: $found faults found, $survived survived, $(($(date +%s) - start)) s"
[ $survived = 0 ]
