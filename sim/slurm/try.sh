#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# try.sh BUILD: campaigns of campaign.sh under a Slurm of our own on this machine: controller and one node, with a key
# and folders that last as long as this does. One campaign must pass; in another a part is stopped, which the merge
# must tell, and submitted again. Exit status 77: Slurm is not installed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
PATH=$PATH:/usr/sbin:/sbin
for tool in munged slurmctld slurmd sbatch squeue scancel; do
    command -v $tool >/dev/null || { echo "slurm-try: $tool is missing (run ./setup --slurm)" >&2; exit 77; }
done

# The daemons' folder: sockets need short names, and munged wants folders that all may enter.
d=$(mktemp -d /tmp/gt200-slurm.XXXXXX)
daemons=
end() {
    for pid in $daemons; do kill "$pid" 2>/dev/null || true; done
    wait
    rm -rf "$d"
}
trap end EXIT
trap 'exit 130' INT TERM
chmod 755 "$d"
mkdir "$d/state" "$d/spool"
fail() {
    echo "slurm-try: $*" >&2
    tail -n 5 "$d"/*.log >&2
    exit 1
}

me=$(id -un) host=$(hostname -s)
(umask 077; head -c 1024 /dev/urandom >"$d/munge.key")
port=$((20000 + $$ % 20000))
cat >"$d/slurm.conf" <<END
ClusterName=try
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$me
SlurmdUser=$me
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthInfo=socket=$d/munge.socket
StateSaveLocation=$d/state
SlurmdSpoolDir=$d/spool
SlurmctldPidFile=$d/slurmctld.pid
SlurmdPidFile=$d/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc)
PartitionName=all Nodes=ALL Default=YES
END
export SLURM_CONF="$d/slurm.conf"

# start NAME COMMAND...
start() {
    log=$d/$1.log
    shift
    "$@" >"$log" 2>&1 &
    daemons="$! $daemons"
}
start munged munged --force --foreground --key-file="$d/munge.key" --socket="$d/munge.socket" \
    --pid-file="$d/munged.pid" --seed-file="$d/munge.seed"
for i in 1 2 3 4 5 6 7 8 9 10; do [ -S "$d/munge.socket" ] && break; sleep 1; done
start slurmctld slurmctld -D
start slurmd slurmd -D -N "$host"
for i in $(seq 60); do [ "$(sinfo -h -o %t 2>/dev/null)" = idle ] && break; sleep 1; done
[ "$(sinfo -h -o %t)" = idle ] || fail "the node did not come up in 60 s"
echo "slurm-try: a controller and a node with $(nproc) processors"

# ended: waits for all jobs
ended() {
    for i in $(seq 600); do
        [ -n "$(squeue -h)" ] || return 0
        sleep 1
    done
    fail "jobs have not ended in 600 s: $(squeue)"
}
campaign() { BUILD=$build sh "$here/campaign.sh" "$@"; }

campaign plan "$d/vectors" vectors --target func
campaign submit "$d/vectors"
ended
cat "$d/vectors/merge.out"
grep -q "54 passed, 0 failed, 0 not ended. 221184 vectors passed, 0 failed" "$d/vectors/record.md" ||
    fail "vectors: not the record expected"

random='--seed 31 --programs 40 --part 10'
if ls "$build"/lib/sm_fast.so >/dev/null 2>&1; then random="$random --jitter 1"
else random="$random --kind mixed --target model"; fi
# shellcheck disable=SC2086
campaign plan "$d/random" random $random
# The last part's job is lost before it runs.
scontrol update nodename="$host" state=drain reason=try
campaign submit "$d/random"
scancel "$(squeue -h -r -n gt200 -o %i | grep "_4$")"
scontrol update nodename="$host" state=resume
ended
! campaign merge "$d/random" >"$d/told" || fail "the merge has not noticed that a part is missing"
grep -q "^part 4 has not ended: gt200 fuzz" "$d/told" || fail "the merge says: $(cat "$d/told")"
campaign submit "$d/random"
ended
cat "$d/random/merge.out"
grep -q "4 passed, 0 failed, 0 not ended. 40 random programs" "$d/random/record.md" ||
    fail "random: not the record expected"
echo "slurm-try: a part that was lost is told and made up for; ok"
