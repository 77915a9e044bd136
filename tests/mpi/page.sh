#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# page.sh BUILD SOURCE DIR: the command with mpirun of docs/mpi.md, as it stands there, on a machine of any size.
set -eu
build=$1 source=$2
rm -rf "$3"
mkdir -p "$3"
cd "$3"
ln -s "$build" build
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
build/gt200 cc "$source/sw/measure/bench/kernels/matmul.cu" -o matmul.cubin
sed -n '/^ *mpirun /,/[^\\]$/p' "$source/docs/mpi.md" >command
[ -s command ] || { echo "docs/mpi.md has no command with mpirun"; exit 1; }
sh command >said 2>&1 || { cat command said; exit 1; }
grep -q '^chip: gtx280$' said || { cat said; exit 1; }
