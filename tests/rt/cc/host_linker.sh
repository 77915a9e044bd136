# SPDX-License-Identifier: Apache-2.0
source_of_whole
# As the Makefiles of the time: the host compiler links, options in one string, objects in a folder, rules for make.
mkdir obj
"$gt200" cc -c -m64 -odir obj --compiler-options -fno-strict-aliasing -Xcompiler "-O1 -Wall" \
    --ptxas-options "-v -abi=no" -DVALUE=2 whole.cu 2>log
grep -q registers log || fail "--ptxas-options with two options in one string"
${CXX:-c++} obj/whole.o -o whole-host -L"$lib" -lcudart ${LDFLAGS:-}
[ "$(GT200_TARGET=func LD_LIBRARY_PATH=$lib ./whole-host)" = 1.421 ] || fail "whole.cu linked with -lcudart"
