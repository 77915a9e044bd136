#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# module.sh ROOT BUILD WORK: python/ is installed into a virtual environment against a build folder, and test_gt200.py
# run there. Exit status 77: as installed.sh.
set -eu
root=$1 build=$2 work=$3
. "$(dirname "$0")/installed.sh"

installed numpy==2.2.6 setuptools==80.9.0 wheel==0.45.1
if GT200_HOME=$work venv/bin/pip install -q --no-build-isolation --no-deps source/python >install.log 2>&1; then
    echo "a folder without the library was taken"
    exit 1
fi
grep -q "expected lib/libgt200shim.so there" install.log || { cat install.log; exit 1; }
cp "$root/tests/python/test_gt200.py" .
exec venv/bin/python -m unittest -q test_gt200
