#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mpirun.sh MPIRUN N COMMAND...: N processes on this host, however many cores it has; also as root, as in a container.
mpirun=$1 n=$2
shift 2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
exec "$mpirun" --oversubscribe -n "$n" "$@"
