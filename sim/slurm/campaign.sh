#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# campaign.sh: a long regression in parts that may run anywhere and in any order, and one record of it. See --help.
set -eu

usage() {
    cat <<'END'
usage: campaign.sh plan DIR random  --seed S [--programs N] [--part P] [--kind K[,K...]] [--target T] [--chip C]
                                   [--jitter J] [--stall S]
       campaign.sh plan DIR vectors [--target T]
       campaign.sh plan DIR bench   [--target T[,T]...] [--chip C] [ID|GLOB]...
       campaign.sh submit DIR [OPTION OF SBATCH]...
       campaign.sh run DIR [JOBS]
       campaign.sh part DIR N
       campaign.sh status DIR
       campaign.sh merge DIR

plan    what there is to do: a new folder DIR with a line for each part
        random: N random programs (default 10000), P in a part (default 500), both multiples of the number of kinds;
                the other options are those of gt200 fuzz (default --kind all: five kinds)
        vectors: every file of tests/vectors on a target (default rtl)
        bench: every measurement (of these names) on targets (default model,rtl,lockstep)
submit  an array of jobs of Slurm, one for each part that has not ended, and one behind it that merges
run     the same on this machine, JOBS at a time (default 1)
part    part N alone
status  how many parts have ended, and how
merge   DIR/record.csv and DIR/record.md of all parts. A part that has failed or not ended is named, and the exit
        status is 1

The parts of a plan are those of one build: BUILD (default build) holds it, as it was when the plan was made. On a
cluster the folders of project, build and DIR must be the same on all nodes. A part that was stopped is run again by
another submit or run; those that have ended stay.
END
}

fail() { echo "campaign: $*" >&2; exit 1; }
misuse() { echo "campaign: $* (see campaign.sh --help)" >&2; exit 2; }

root=$(cd "$(dirname "$0")/../.." && pwd)
self=$root/sim/slurm/campaign.sh
[ $# -gt 0 ] || { usage >&2; exit 2; }
case $1 in -h|--help) usage; exit 0 ;; esac
[ $# -gt 1 ] || misuse "$1: the folder is missing"
what=$1 dir=$2
shift 2

number() { case $2 in ''|*[!0-9]*) misuse "$1: '$2' is not a number" ;; esac; }

# What decides the results: the program and the machines in Verilog.
digest() { cat "$1/gt200" "$1/lib/"*.so 2>/dev/null | cksum | tr ' ' -; }

# get NAME: a value of the plan
get() { sed -n "s/^$1=//p" "$dir/plan"; }

plan_random() {
    seed='' programs=10000 part=500 kind=all options=''
    while [ $# -gt 0 ]; do
        [ $# -gt 1 ] || misuse "$1: its value is missing"
        case $1 in
        --seed) number "$@"; seed=$2 ;;
        --programs) number "$@"; programs=$2 ;;
        --part) number "$@"; part=$2 ;;
        --jitter|--stall) number "$@"; options="$options $1 $2" ;;
        --kind) kind=$2 ;;
        --target|--chip) options="$options $1 $2" ;;
        *) misuse "unknown option '$1'" ;;
        esac
        shift 2
    done
    [ -n "$seed" ] || misuse "--seed S is missing: numbers that have not run yet"
    kinds=$(case $kind in all) echo 5 ;; *) echo "$kind" | tr , '\n' | wc -l ;; esac)
    for n in $part $programs; do
        [ "$n" -gt 0 ] && [ $((n % kinds)) = 0 ] || misuse "$n programs: expected a multiple of $kinds, the kinds"
    done
    done=0
    while [ $done -lt "$programs" ]; do
        n=$((programs - done < part ? programs - done : part))
        echo "fuzz --kind $kind --seed $((seed + done / kinds)) --programs $n$options --commit $commit" \
            "--save @ --csv @/part.csv"
        done=$((done + n))
    done
}

plan_vectors() {
    target=rtl
    while [ $# -gt 0 ]; do
        [ "$1" = --target ] && [ $# -gt 1 ] || misuse "vectors: '$1'"
        target=$2
        shift 2
    done
    for file in "$root"/tests/vectors/*.tsv.gz; do
        echo "vectors --target $target tests/vectors/${file##*/}"
    done
}

plan_bench() {
    target=model,rtl,lockstep options=''
    while [ $# -gt 0 ]; do
        case $1 in
        --target) [ $# -gt 1 ] || misuse "$1: its value is missing"; target=$2; shift 2 ;;
        --chip) [ $# -gt 1 ] || misuse "$1: its value is missing"; options="$options $1 $2"; shift 2 ;;
        -*) misuse "bench: unknown option '$1'" ;;
        *) break ;;
        esac
    done
    ids=$("$build/gt200" bench --list "$@") || exit 1
    for id in $ids; do
        echo "bench --target $target$options --csv @/part.csv $id"
    done
}

plan() {
    [ $# -gt 0 ] || misuse "plan: random, vectors or bench expected"
    kind=$1
    shift
    case $kind in random|vectors|bench) ;; *) misuse "plan: '$kind' is none of random, vectors, bench" ;; esac
    build=$(cd "${BUILD:-$root/build}" 2>/dev/null && pwd) || fail "${BUILD:-$root/build}: no build folder"
    [ -x "$build/gt200" ] || fail "$build/gt200 is not built (make all)"
    commit=$(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo unknown)
    [ ! -e "$dir" ] || fail "$dir exists; a plan is a new folder"
    parts=$(plan_$kind "$@") || exit $?
    [ -n "$parts" ] || fail "nothing to do"
    mkdir -p "$dir"
    printf '%s\n' "$parts" >"$dir/parts"
    printf 'kind=%s\nbuild=%s\ncommit=%s\ndigest=%s\n' "$kind" "$build" "$commit" "$(digest "$build")" >"$dir/plan"
    echo "$dir: $(wc -l <"$dir/parts") parts of $kind"
}

# The number of parts of an existing plan.
planned() {
    [ -f "$dir/plan" ] && [ -f "$dir/parts" ] || fail "$dir: no plan there (campaign.sh plan $dir ...)"
    dir=$(cd "$dir" && pwd)
    count=$(wc -l <"$dir/parts")
}

# Those that have not ended.
open_parts() {
    n=1
    while [ $n -le "$count" ]; do
        [ -f "$dir/$n/status" ] || echo $n
        n=$((n + 1))
    done
}

# 1 2 3 5 as 1-3,5
ranges() {
    awk 'function put() { printf "%s%s", comma, first == last ? first : first "-" last; comma = "," }
         NR > 1 && $1 == last + 1 { last = $1; next }
         { if (NR > 1) put(); first = last = $1 }
         END { if (NR) put() }'
}

part() {
    number part "${1:-}"
    [ "$1" -ge 1 ] && [ "$1" -le "$count" ] || fail "part $1: $dir has 1 to $count"
    build=$(get build)
    [ "$(digest "$build")" = "$(get digest)" ] || fail "$build has changed since the plan was made"
    rm -rf "${dir:?}/$1"
    mkdir "$dir/$1"
    words=$(sed -n "$1p" "$dir/parts" | sed "s|@|$dir/$1|g")
    rc=0
    set -f
    # shellcheck disable=SC2086
    (cd "$root" && exec "$build/gt200" $words) >"$dir/$1/out" 2>&1 </dev/null || rc=$?
    set +f
    echo $rc >"$dir/$1/status.new"
    mv "$dir/$1/status.new" "$dir/$1/status"
    return $rc
}

run() {
    jobs=${1:-1}
    number jobs "$jobs"
    # 123 and its like: a part failed or was killed, which the merge tells
    open_parts | xargs -P "$jobs" -I N sh "$self" part "$dir" N || [ $? -le 125 ] || fail "the parts cannot be run"
    merge
}

submit() {
    command -v sbatch >/dev/null || fail "sbatch is missing: Slurm's commands are needed (./setup --slurm)"
    list=$(open_parts | ranges)
    after=
    if [ -n "$list" ]; then
        id=$(sbatch --parsable --job-name=gt200 --array="$list" --cpus-per-task=1 --output=/dev/null "$@" \
            --wrap="sh '$self' part '$dir'") || fail "sbatch refused the parts"
        after="--dependency=afterany:${id%%;*}"
    fi
    # shellcheck disable=SC2086
    merger=$(sbatch --parsable --job-name=gt200-merge $after --output="$dir/merge.out" "$@" \
        --wrap="sh '$self' merge '$dir'") || fail "sbatch refused the merge"
    echo "$dir: parts ${list:-none} as job ${id:-none}, merged by job ${merger%%;*}"
}

# Sets passed, failed, left: numbers of parts; says those that did not pass.
judge() {
    passed=0 failed=0 left=0
    n=1
    while [ $n -le "$count" ]; do
        rc=$(cat "$dir/$n/status" 2>/dev/null || echo none)
        case $rc in
        0) passed=$((passed + 1)) ;;
        none) left=$((left + 1)); echo "part $n has not ended: gt200 $(sed -n "${n}p" "$dir/parts")" ;;
        *) failed=$((failed + 1)); echo "part $n failed with exit status $rc, $dir/$n/out:"
           tail -n 3 "$dir/$n/out" | sed 's/^/    /' ;;
        esac
        n=$((n + 1))
    done
}

sums() {
    case $(get kind) in
    random)
        awk -F, 'FNR == 2 { for (i = 8; i <= 15; i++) s[i] += $i; kinds = $4; target = $2; chip = $3
                            if (first == "" || $5 < first) first = $5 }
             END { gsub(/ /, ", ", kinds)
                   printf "%d random programs (%s; numbers from %d on of each kind), target %s, chip %s: %d warp " \
                          "instructions, %d thread instructions, %d cycles; %d programs with %d warp instructions " \
                          "on a memory with jitter; %d failed; %d CPU seconds.\n",
                          s[8], kinds, first, target, chip, s[10], s[11], s[12], s[13], s[14], s[9], s[15] }' \
            "$@" ;;
    bench)
        awk 'FNR > 1 { n++ } END { printf "%d measurements.\n", n }' "$@" ;;
    vectors)
        awk '/ passed, .* failed$/ && NF == 4 { p += $1; f += $3 }
             END { printf "%d vectors passed, %d failed.\n", p, f }' "$@" ;;
    esac
}

merge() {
    judge
    files=
    n=1
    case $(get kind) in vectors) name=out ;; *) name=part.csv ;; esac
    while [ $n -le "$count" ]; do
        [ ! -f "$dir/$n/status" ] || [ ! -f "$dir/$n/$name" ] || files="$files $dir/$n/$name"
        n=$((n + 1))
    done
    {
        printf '%s, commit %s, %s in %d parts: %d passed, %d failed, %d not ended. ' "$(date -u +%F)" "$(get commit)" \
            "$(get kind)" "$count" $passed $failed $left
        # shellcheck disable=SC2086
        [ -z "$files" ] || sums $files
    } | fmt -w 120 >"$dir/record.md.new"
    if [ "$name" = part.csv ] && [ -n "$files" ]; then
        # shellcheck disable=SC2086
        awk 'NR == 1 || FNR > 1' $files >"$dir/record.csv.new"
        mv "$dir/record.csv.new" "$dir/record.csv"
    fi
    mv "$dir/record.md.new" "$dir/record.md"
    cat "$dir/record.md"
    [ $failed = 0 ] && [ $left = 0 ]
}

case $what in
plan) plan "$@" ;;
submit) planned; submit "$@" ;;
run) planned; run "$@" ;;
part) planned; part "${1:-${SLURM_ARRAY_TASK_ID:-}}" ;;
status) planned; judge; echo "$passed passed, $failed failed, $left of $count not ended" ;;
merge) planned; merge ;;
*) misuse "unknown command '$what'" ;;
esac
