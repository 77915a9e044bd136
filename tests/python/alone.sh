#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# alone.sh ROOT WORK: pip builds python/ of a copy of the repository, with all that it needs and no build folder, and
# test_gt200.py runs on what is installed, without the copy. Exit status 77: as installed.sh.
set -eu
root=$1 work=$2
. "$(dirname "$0")/installed.sh"

with numpy==2.2.6 setuptools==80.9.0 wheel==0.45.1
rm -rf copy
mkdir copy
tar -C "$root" --exclude=./build --exclude='./build-*' --exclude=./.git --exclude=./python/build -cf - . |
    tar -C copy -xf -
venv/bin/pip install -q --no-build-isolation --no-deps --force-reinstall copy/python >install.log 2>&1 ||
    { tail -n 20 install.log; exit 1; }
rm -rf copy
cp "$root/tests/python/test_gt200.py" .
exec venv/bin/python -m unittest -q test_gt200
