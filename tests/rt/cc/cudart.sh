# SPDX-License-Identifier: Apache-2.0
source_of_whole
"$gt200" cc -DVALUE=2 --cudart shared whole.cu -o shared
"$gt200" cc -DVALUE=2 -cudart=static whole.cu -o static
[ "$(GT200_TARGET=func ./shared)$(GT200_TARGET=func ./static)" = 1.4211.421 ] || fail "--cudart: other results"
ldd shared | grep -q 'libcudart\.so\.4 => .*/lib/libcudart\.so\.4' || fail "--cudart shared: $(ldd shared)"
! ldd static | grep -q libcuda || fail "--cudart static: $(ldd static)"
! "$gt200" cc -DVALUE=2 --cudart none whole.cu -o lost 2>log || fail "--cudart none was taken"
grep -q "unexpected argument 'none'" log || fail "--cudart none: $(cat log)"
