#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# module.sh ROOT BUILD WORK: python/ is installed into a virtual environment against a build folder, and test_gt200.py
# run there. Exit status 77: PyPI cannot be reached and the system's Python has no NumPy.
set -eu
root=$1 build=$2 work=$3
skip() { echo "skipped: $1"; exit 77; }

unset GT200_HOME GT200_TARGET GT200_CHIP PYTHONPATH
python3 -c 'import venv, sys; assert sys.version_info >= (3, 9)' 2>/dev/null || skip "python3 with venv (python3-venv)"
mkdir -p "$work"
cd "$work"
pinned="numpy==2.2.6 setuptools==80.9.0 wheel==0.45.1"
if ! [ "$(cat venv/pinned 2>/dev/null)" = "$pinned" ]; then
    rm -rf venv
    python3 -m venv venv
    # shellcheck disable=SC2086
    if venv/bin/pip install -q --retries 1 --timeout 20 $pinned >pip.log 2>&1; then
        echo "$pinned" >venv/pinned
    else
        python3 -c 'import numpy, setuptools, wheel; numpy.array' 2>/dev/null ||
            skip "PyPI cannot be reached: $(tail -n 1 pip.log)"
        rm -rf venv
        python3 -m venv --system-site-packages venv
    fi
fi
# pip leaves files beside what it installs: not in the repository
rm -rf source
mkdir source
cp -R "$root/python" source/python
rm -rf source/python/build source/python/*.egg-info
ln -s "$root/VERSION" source/VERSION
if GT200_HOME=$work venv/bin/pip install -q --no-build-isolation --no-deps source/python >install.log 2>&1; then
    echo "a folder without the library was taken"
    exit 1
fi
grep -q "expected lib/libgt200shim.so there" install.log || { cat install.log; exit 1; }
GT200_HOME=$build venv/bin/pip install -q --no-build-isolation --no-deps --force-reinstall source/python
cp "$root/tests/python/test_gt200.py" .
exec venv/bin/python -m unittest -q test_gt200
