#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pycuda.sh PREFIX HERE WORK: PyCUDA of PyPI, in a virtual environment, is built with an installed toolkit, and its own
# tests run on it. Those of HERE/pycuda.known do not pass, for the reasons given there; all others must, and those must
# not, but for what is marked. Exit status 77: PyPI cannot be reached, or there is no Python for it.
set -eu
prefix=$1 here=$2 work=$3
skip() { echo "skipped: $1"; exit 77; }

python3 -c 'import venv, sys; assert sys.version_info >= (3, 10); import sysconfig, os
assert os.path.exists(sysconfig.get_paths()["include"] + "/Python.h")' 2>/dev/null ||
    skip "python3 from 3.10 on with venv and Python.h (python3-venv, python3-dev)"
rm -rf "$work"
mkdir -p "$work"
cd "$work"
python3 -m venv venv
venv/bin/pip install -q --retries 1 --timeout 20 setuptools==65.5.0 wheel==0.48.0 numpy==2.4.6 pytest==9.2.0 \
    Mako==1.4.3 pytools==2026.1.1 platformdirs==4.14.8 >pip.log 2>&1 ||
    skip "PyPI cannot be reached: $(tail -n 1 pip.log)"
venv/bin/pip download -q --no-build-isolation --no-deps --no-binary pycuda pycuda==2026.1 >pip.log 2>&1 ||
    skip "PyPI cannot be reached: $(tail -n 1 pip.log)"
tar xzf pycuda-2026.1.tar.gz
cd pycuda-2026.1
PATH=$prefix/bin:$PATH
LD_LIBRARY_PATH=$prefix/lib
PYTHONPATH=$here
GT200_TARGET=func
PYCUDA_CACHE_DIR=$work/cache
mkdir "$PYCUDA_CACHE_DIR"
export PATH LD_LIBRARY_PATH PYTHONPATH GT200_TARGET PYCUDA_CACHE_DIR
../venv/bin/python configure.py --cuda-root="$prefix" --no-cuda-enable-curand
MAKEFLAGS=-j2 ../venv/bin/pip install -q --no-build-isolation --no-deps . >../build.log 2>&1 ||
    { tail -n 20 ../build.log; echo "PyCUDA does not build"; exit 1; }
cd test
../../venv/bin/python -m pytest -p no:cacheprovider -p pycuda_plugin -rA -q --tb=line test_driver.py test_cumath.py \
    test_gpuarray.py >"$work/tests.log" 2>&1 || true
sed -n 's/^\(FAILED\|ERROR\) \([^ ]*\).*/\2/p' "$work/tests.log" | sort -u >"$work/failed"
sed 's/ *#.*//; s/^? //; /^$/d' "$here/pycuda.known" | sort -u >"$work/may"
sed 's/ *#.*//; /^?/d; /^$/d' "$here/pycuda.known" | sort -u >"$work/must"
tail -n 1 "$work/tests.log"
grep -q '[0-9] passed' "$work/tests.log" || { tail -n 20 "$work/tests.log"; exit 1; }
comm -23 "$work/failed" "$work/may" >"$work/new"
comm -13 "$work/failed" "$work/must" >"$work/better"
[ ! -s "$work/new" ] || { echo "failed, and not in pycuda.known:"; cat "$work/new"; exit 1; }
[ ! -s "$work/better" ] || { echo "in pycuda.known, and did not fail:"; cat "$work/better"; exit 1; }
