# SPDX-License-Identifier: Apache-2.0
# A header of that name which the program brings is found first, in whatever folder.
mkdir own
echo "#include_next <cutil.h>
#define OWN_CUTIL 1" >own/cutil.h
printf "#include <cutil.h>\nint main() { unsigned t; return !OWN_CUTIL || cutCreateTimer(&t) != CUTTrue; }\n" >own.cu
for option in -I -isystem; do
    "$gt200" cc $option own own.cu -o own.out || fail "$option with a cutil.h of the program's own"
done
