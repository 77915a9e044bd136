# SPDX-License-Identifier: Apache-2.0
# --version, --help, and what is refused.
nvcc --version | grep -q 'release 4\.0' || fail "--version"
nvcc --help | grep -q 'print the commands' || fail "--help"
refused -dc main.cu 'needs compute capability 2.0'
refused -rdc=true main.cu '-rdc=true: .*needs compute capability 2.0'
nvcc -rdc=false -DOFFSET=3 -c main.cu || fail "-rdc=false"
refused -deviceemu main.cu 'no device emulation'
refused -gpu main.cu 'no .gpu files'
refused --no-such-option main.cu "unknown option '--no-such-option'"
refused -po maxrregcount=3 -DOFFSET=3 main.cu 'maxrregcount'
refused -x fortran main.cu "expected cu, c or c++"
refused --options-file nowhere 'nowhere: No such file'
refused nowhere.cu 'nowhere.cu: No such file'
refused -DOFFSET=wrong main.cu scale.cu host.cpp "main.cu:10:.*wrong"
