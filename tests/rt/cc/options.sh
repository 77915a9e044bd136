# SPDX-License-Identifier: Apache-2.0
source_of_whole
"$gt200" cc -M -DVALUE=2 whole.cu >log
grep -q "^whole.o: whole.cu" log || fail "-M"
"$gt200" cc -E -DVALUE=2 whole.cu >log
grep -q "sinf(p\[threadIdx.x\]) / 2;" log || fail "-E"
# What clang refuses is changed on a terminal, too, where its messages have colours.
if command -v script >/dev/null; then
    script -qec "'$gt200' cc '$programs/constructors.cu' -o colours" /dev/null >log || fail "on a terminal: $(cat log)"
fi
# Pointers of 4 bytes: nothing without their libraries, ours or the host's.
mkdir -p empty/lib
touch empty/lib/libcudart.a
ln -sf "$lib/../include" empty/include
for what in -c "-o lost"; do
    ! GT200_HOME=$PWD/empty "$gt200" cc -m32 $what -DVALUE=2 whole.cu 2>log || fail "-m32 $what was taken"
    grep -q -- "-m32: .*g++-multilib" log && [ ! -e lost ] || fail "-m32 $what: $(cat log)"
done
! "$gt200" cc -m 48 whole.cu 2>log || fail "-m 48 was taken"
! "$gt200" cc -DVALUE=2 whole.cu -o lost -lcusparse 2>log || fail "-lcusparse was found"
grep -q "cusparse" log && [ ! -e lost ] || fail "-lcusparse: $(cat log)"
for option in -lib -shared -deviceemu -rdc=true -fatbin; do
    ! "$gt200" cc $option -DVALUE=2 whole.cu 2>log || fail "$option was taken"
    grep -q -- "$option: nvcc has this option" log || fail "$option: $(cat log)"
done
! "$gt200" cc -arch=sm_99x whole.cu 2>log || fail "-arch=sm_99x was taken"
echo '__global__ void k(int *p) { *p = wrong; }' >bad.cu
! "$gt200" cc bad.cu 2>log || fail "wrong kernels compiled"
[ "$(grep -c 'bad.cu:1:.*wrong' log)" = 1 ] || fail "the error of wrong kernels: $(cat log)"
"$gt200" cc --version | grep -q "CUDA 4" || fail "--version"
