#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# notebook.sh ROOT BUILD WORK [write]: all cells of python/tutorial.ipynb are executed and give the outputs that are in
# it; write: they are written into it. Exit status 77: as installed.sh.
set -eu
root=$1 build=$2 work=$3
. "$(dirname "$0")/installed.sh"

installed numpy==2.2.6 setuptools==80.9.0 wheel==0.45.1 nbformat==5.11.1 nbclient==0.11.0 ipykernel==7.4.0
# sockets are in a folder of its own, whose name is short
sockets=$(mktemp -d)
trap 'rm -rf "$sockets"' EXIT
IPYTHONDIR=$work/ipython JUPYTER_RUNTIME_DIR=$sockets JUPYTER_PLATFORM_DIRS=1
export IPYTHONDIR JUPYTER_RUNTIME_DIR JUPYTER_PLATFORM_DIRS
venv/bin/python "$root/tests/python/notebook.py" "$root/python/tutorial.ipynb" ${4+"$4"}
