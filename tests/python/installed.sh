# SPDX-License-Identifier: Apache-2.0
# Sourced with $root, $build, $work. with PACKAGE==VERSION...: a virtual environment $work/venv with these of PyPI, and
# the current folder is $work. Exit status 77: PyPI cannot be reached, and the system's Python has not got them either.
# installed PACKAGE==VERSION...: and python/ in it, against the build folder.
skip() { echo "skipped: $1"; exit 77; }

with() {
    unset GT200_HOME GT200_TARGET GT200_CHIP PYTHONPATH
    python3 -c 'import venv, ensurepip, sys; assert sys.version_info >= (3, 10)' 2>/dev/null ||
        skip "python3 from 3.10 on with venv (python3-venv)"
    mkdir -p "$work"
    cd "$work"
    if ! [ "$(cat venv/pinned 2>/dev/null)" = "$*" ]; then
        rm -rf venv
        python3 -m venv venv
        if venv/bin/pip install -q --retries 1 --timeout 20 "$@" >pip.log 2>&1; then
            echo "$*" >venv/pinned
        else
            python3 -c "import $(echo "$@" | sed 's/==[^ ]*//g; s/ /, /g'), numpy; numpy.array" 2>/dev/null ||
                skip "PyPI cannot be reached: $(tail -n 1 pip.log)"
            rm -rf venv
            python3 -m venv --system-site-packages venv
        fi
    fi
}

installed() {
    with "$@"
    # pip leaves files beside what it installs: not in the repository
    rm -rf source
    mkdir source
    cp -R "$root/python" source/python
    rm -rf source/python/build source/python/*.egg-info
    ln -s "$root/VERSION" source/VERSION
    GT200_HOME=$build venv/bin/pip install -q --no-build-isolation --no-deps --force-reinstall source/python
}
