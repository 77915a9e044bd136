#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# command.sh MPIRUN.SH MPIRUN BUILD: gt200-mpi as one types it: traces equal gt200's byte by byte; what cannot be is
# refused with one clear line; a process that is killed ends all of them.
set -eu
sh=$1 mpirun=$2 build=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
programs=$build/tests/lockstep
run="$programs/many_blocks.cubin -k many_blocks -g 12,10 -b 70 --smem 280 -a zero:33600"
wide="$run --chip gtx280"
failed=0

processes() { n=$1; shift; sh "$sh" "$mpirun" "$n" "$@"; }
mpi() { n=$1; shift; processes "$n" "$build/gt200-mpi" "$@"; }
wrong() { echo "command.sh: $*" >&2; failed=1; }

# refused WHAT TEXT STATUS COMMAND...
refused() {
    what=$1 text=$2 status=$3
    shift 3
    rc=0
    "$@" >"$dir/out" 2>"$dir/err" || rc=$?
    [ "$rc" = "$status" ] || wrong "$what: exit status $rc, expected $status"
    grep -q "$text" "$dir/err" || { wrong "$what: no '$text' in:"; cat "$dir/err" >&2; }
    [ ! -s "$dir/out" ] || wrong "$what: standard output is not empty"
}

# shellcheck disable=SC2086
{
"$build/gt200" trace $wide --target model --events "$dir/one" >"$dir/said"
[ "$(wc -l <"$dir/one")" -gt 1000 ] || wrong "the trace has too few events"
for n in 2 4; do
    mpi "$n" trace $wide --target model --events "$dir/many" >"$dir/many_said"
    cmp "$dir/one" "$dir/many" || wrong "events of $n processes"
    cmp "$dir/said" "$dir/many_said" || wrong "what $n processes print"
done

refused "one TPC" "chip tpc is not made of TPCs around a crossbar" 1 \
    mpi 2 run $run --target model --chip tpc
refused "one SM" "chip sm is not made of TPCs around a crossbar" 1 \
    mpi 2 run $run --target model
refused "too many processes" "4 processes, chip gpu2 has work for 3" 1 \
    mpi 4 run $run --target model --chip gpu2
refused "another target" "only model and rtl run in several processes" 2 mpi 2 run $wide --target func
refused "no such option" "unknown option" 2 mpi 2 run $wide --frob
refused "no such command" "unknown command 'bench'" 2 mpi 2 bench

# The same program everywhere.
cp "$build/gt200-mpi" "$dir/other"
printf x >>"$dir/other"
refused "two builds" "process 1 (on .*) is another build than process 0" 1 \
    processes 1 "$build/gt200-mpi" run $wide --target model : -n 1 "$dir/other" run $wide --target model

# A process that has no machine.
if [ -f "$build/lib/tpc_fast.so" ]; then
    mkdir -p "$dir/home/lib"
    echo other >"$dir/home/lib/machines.digest"
    ln -s "$build/lib/tpc_fast.so" "$dir/home/lib/tpc_fast.so"
    refused "no machine" "process 1: machine tpc_fast: .* was not made from the sources of" 1 \
        processes 1 "$build/gt200-mpi" run $wide --target rtl : \
        -n 1 env GT200_HOME="$dir/home" "$build/gt200-mpi" run $wide --target rtl
fi

# Killed in the middle of a run that would last for hours.
cat >"$dir/start" <<'END'
echo $$ >"$1.$OMPI_COMM_WORLD_RANK.new"
mv "$1.$OMPI_COMM_WORLD_RANK.new" "$1.$OMPI_COMM_WORLD_RANK"
shift
exec "$@"
END
processes 2 sh "$dir/start" "$dir/pid" "$build/gt200-mpi" run "$programs/hang.cubin" -k hang -g 30 -b 32 -a zero:4 \
    --target model --chip gtx280 >"$dir/out" 2>"$dir/err" &
job=$!
tries=0
while [ ! -f "$dir/pid.1" ] && [ $tries -lt 300 ]; do sleep 0.1; tries=$((tries + 1)); done
sleep 1
kill -9 "$(cat "$dir/pid.1")"
rc=0
wait $job || rc=$?
[ $rc != 0 ] || wrong "a process was killed, and the exit status is 0"
grep -q "signal 9" "$dir/err" || { wrong "a process was killed, and nobody says so:"; cat "$dir/err" >&2; }
}
exit $failed
