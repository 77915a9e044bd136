# SPDX-License-Identifier: Apache-2.0
source_of_whole
"$gt200" cc -DVALUE=2 -cudart=static whole.cu -o static
# The samples' utilities: of their archive, what a program calls; the Makefiles' names of it.
cat >timer.cu <<'EOF'
#include <cutil.h>
int main(void) { unsigned t; return cutCreateTimer(&t) != CUTTrue || t != 1; }
EOF
"$gt200" cc timer.cu -o timer
! nm static | grep -q ' cut[A-Z]' || fail "a program that calls no utility has $(nm static | grep ' cut[A-Z]')"
nm timer | grep -q ' cutCreateTimer$' || fail "timer lacks cutCreateTimer"
! nm timer | grep -q cutLoadPGMf || fail "timer has pictures"
./timer || fail "timer: $?"
"$gt200" cc -c timer.cu
for library in cutil cutil_x86_64 shrutil_x86_64; do
    ${CXX:-c++} timer.o -o "timer-$library" -L"$lib" -L"$lib/samples" -l$library -lcudart ${LDFLAGS:-}
    LD_LIBRARY_PATH=$lib "./timer-$library" || fail "timer.cu linked with -l$library: $?"
done
