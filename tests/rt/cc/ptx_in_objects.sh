# SPDX-License-Identifier: Apache-2.0
"$gt200" cc -c "$programs/part2.cu"
"$gt200" cc -c "$programs/part3.cpp" -o three.o

# PTX in an object becomes native code where that is linked or with -c, and else when the program starts.
device_code() { objcopy -O binary --only-section=.nv_fatbin "$1" code && tr -d '\0' <code; }
"$gt200" cc -c --embed-ptx "$programs/part1.cu" "$programs/part2.cu"
device_code part1.o | grep -q '^\.version' || fail "--embed-ptx: no PTX in the object"
"$gt200" cc -v -c part1.o -o native.o 2>log
grep -q registers log || fail "-v -c of an object with PTX: $(cat log)"
"$gt200" cc -c "$programs/part1.cu" -o direct.o
device_code direct.o >direct
device_code native.o | cmp - direct || fail "native code of an object with PTX is another than that of its source"
"$gt200" cc -c native.o -o again.o
cmp native.o again.o || fail "-c changed an object without PTX"
"$gt200" cc native.o part2.o three.o -o late -v 2>log
grep -q registers log || fail "linking an object with PTX made no native code: $(cat log)"
! device_code late | grep -q '^\.version' || fail "a linked program has PTX inside"
GT200_TARGET=func ./late || fail "native code made by the link: $?"
${CXX:-c++} part1.o part2.o three.o -o ptx-inside -L"$lib" -lcudart ${LDFLAGS:-}
GT200_TARGET=func LD_LIBRARY_PATH=$lib ./ptx-inside || fail "PTX in a program: $?"
sed 's/ld\.param/ld.parax/' part1.o >wrong.o      # of the same length
! "$gt200" cc -c wrong.o -o lost.o 2>log || fail "wrong PTX in an object was compiled"
grep -q '(wrong.o: PTX:[0-9]*: ' log && [ ! -e lost.o ] || fail "wrong PTX in an object: $(cat log)"
head -c 200 part1.o >short.o
"$gt200" cc -c short.o -o copied.o && cmp short.o copied.o || fail "a file that is no object is not copied"
