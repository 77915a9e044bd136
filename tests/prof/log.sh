#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# log.sh TRANSPOSE FOLDER: logs of CUDA_PROFILE and COMPUTE_PROFILE of the example transpose: default columns, options
# and counters of a config file, CSV; what is refused, by name.
set -eu
program=$1 folder=$2
mkdir -p "$folder"
cd "$folder"
rm -f ./*.log
fail() { echo "$1"; [ ! -f "$2" ] || cat "$2"; exit 1; }
has() { grep -qx -- "$2" "$1" || fail "$1 has no line $2" "$1"; }

CUDA_PROFILE=1 GT200_TARGET=func "$program" 32 > said 2>&1 || fail "func" said
has cuda_profile_0.log '# CUDA_PROFILE_LOG_VERSION 2.0'
has cuda_profile_0.log '# CUDA_DEVICE 0 GeForce GTX 280 (GT200 func)'
has cuda_profile_0.log 'method,gputime,cputime,occupancy'
has cuda_profile_0.log 'method=\[ memcpyHtoD \] gputime=\[ 0.000 \] cputime=\[ [0-9.]* \] '
has cuda_profile_0.log 'method=\[ _Z5naivePKjPji \] gputime=\[ 2.272 \] cputime=\[ [0-9.]* \] occupancy=\[ 1.000 \] '

cat > config <<'END'
# options and counters
gridsize
threadblocksize
memtransfersize
gst_32b
gst_64b
warp_serialize
instructions
cta_launched
branch
END
# 32 x 32 words by columns are 1024 transactions of 32 bytes; a column of a tile is 16 passes for each half-warp of 64
COMPUTE_PROFILE=1 COMPUTE_PROFILE_CONFIG=config COMPUTE_PROFILE_LOG=named.%d.log GT200_TARGET=model \
    "$program" 32 > said 2>&1 || fail "model" said
tail='cta_launched=\[ 4 \] branch=\[ 0 \] '
shape='gridsize=\[ 2, 2 \] threadblocksize=\[ 16, 16, 1 \] occupancy=\[ 1.000 \]'
stores='gst_32b=\[ 1024 \] gst_64b=\[ 0 \] warp_serialize=\[ 0 \]'
has named.0.log ".*_Z5naive.*$shape $stores instructions=\[ 736 \] $tail"
has named.0.log ".*_Z12through_tileILi16E.* gst_32b=\[ 0 \] gst_64b=\[ 64 \] warp_serialize=\[ 960 \] .*"
has named.0.log ".*_Z12through_tileILi17E.* gst_32b=\[ 0 \] gst_64b=\[ 64 \] warp_serialize=\[ 0 \] .*"

CUDA_PROFILE=1 CUDA_PROFILE_CSV=1 CUDA_PROFILE_CONFIG=config CUDA_PROFILE_LOG=csv.log GT200_TARGET=model \
    "$program" 32 > said 2>&1 || fail "CSV" said
has csv.log '# CUDA_PROFILE_CSV 1'
has csv.log '_Z5naivePKjPji,5.110,[0-9.]*,2,2,16,16,1,1.000,1024,0,0,736,4,0,'
awk -F, '/^#/ { next } !n { n = NF } NF != n { print "columns: " NF " of " n; exit 1 }' csv.log || exit 1

# refused TEXT VARIABLE=VALUE...
refused() {
    text=$1
    shift
    ! env "$@" "$program" 32 > said 2>&1 || fail "not refused: $*" said
    grep -qF -- "$text" said || fail "not told: $text" said
}
refused "CUDA_PROFILE: 'yes' is neither 0 nor 1" CUDA_PROFILE=yes GT200_TARGET=func
refused "CUDA_PROFILE_CONFIG: config:5: target func counts no gst_32b" CUDA_PROFILE=1 CUDA_PROFILE_CONFIG=config \
    GT200_TARGET=func
echo tlb_miss > config
refused "COMPUTE_PROFILE_CONFIG: config:1: tlb_miss: TLBs are not counted" COMPUTE_PROFILE=1 \
    COMPUTE_PROFILE_CONFIG=config GT200_TARGET=model
echo frob > config
refused "config:1: 'frob' is no counter or option of compute capability 1.3" CUDA_PROFILE=1 CUDA_PROFILE_CONFIG=config \
    GT200_TARGET=model
refused "CUDA_PROFILE_LOG: no/such/folder/x: " CUDA_PROFILE=1 CUDA_PROFILE_LOG=no/such/folder/x GT200_TARGET=func
refused "GT200_PROFILE: 'x.pdf' is none of -, FILE.txt, FILE.csv, FILE.memory.csv, FILE.html" \
    GT200_PROFILE=a.txt,x.pdf GT200_TARGET=model
refused "GT200_PROFILE: target func has no cycles to profile" GT200_PROFILE=a.txt GT200_TARGET=func
CUDA_PROFILE=1 CUDA_PROFILE_LOG=/dev/full GT200_TARGET=func "$program" 32 > said 2>&1 || fail "full" said
[ "$(grep -c 'CUDA_PROFILE_LOG: /dev/full: No space left' said)" -eq 1 ] || fail "a lost log is silence" said
rm -f ./*.log
CUDA_PROFILE=0 GT200_TARGET=func "$program" 32 > said 2>&1 || fail "off" said
[ ! -e cuda_profile_0.log ] || fail "a log though it is off" cuda_profile_0.log
