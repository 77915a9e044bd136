#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# python.sh PREFIX SOURCE WORK: pip install ./python in an installation: the module uses the library and the compiler of
# that. Exit status 77: as tests/python/installed.sh.
set -eu
prefix=$1 source=$2 work=$3
. "$source/tests/python/installed.sh"

with numpy==2.2.6 setuptools==80.9.0 wheel==0.45.1
rm -rf tree
cp -al "$prefix" tree           # pip leaves files beside what it installs
(cd tree && ../venv/bin/pip install -q --no-build-isolation --no-deps --force-reinstall ./python) >install.log 2>&1 ||
    { tail -n 20 install.log; exit 1; }
cat >saxpy.py <<'END'
import pathlib
import sys
import gt200
import gt200._library
import numpy as np

home = pathlib.Path(sys.argv[1]).resolve()
assert gt200._library.home() == home, gt200._library.home()
assert gt200._library.program() == str(home / "bin" / "gt200"), gt200._library.program()
module = gt200.compile("""
__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}""")
x = np.arange(100, dtype=np.float32)
for target in ["func", "model"] + ["lockstep"] * (home / "lib" / "sm_fast.so").exists():
    y = np.ones(100, np.float32)
    module["saxpy"].launch(1, 128, 100, 2.0, x, y, target=target)
    assert (y == 2 * x + 1).all(), y
END
venv/bin/python saxpy.py tree
mv tree/lib/libgt200shim.so tree/lib/none.so
! venv/bin/python saxpy.py tree 2>log || { echo "works without the library of the installation"; exit 1; }
grep -q 'expected lib/libgt200shim.so there' log || { cat log; exit 1; }
