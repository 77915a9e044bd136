# SPDX-License-Identifier: Apache-2.0
# A program's own library of that name is linked, though its makefile names CUDA's folder first, by whatever linker;
# what it lacks of ours is taken from ours.
mkdir ownlib
echo 'int cutFindDir(char *o, const char *s, const char *d) { return o != 0 || s == d; }' >find.c
${CC:-cc} -c find.c && ${AR:-ar} qcs ownlib/libcutil_x86_64.a find.o
echo 'extern "C" int cutFindDir(char *, const char *, const char *);
int main() { return cutFindDir(0, "a", "b"); }' >find.cpp
${CXX:-c++} find.cpp -L"$lib" -Lownlib -lcudart -lcutil_x86_64 -o found ${LDFLAGS:-} ||
    fail "-L of the toolkit before that of a libcutil of the program's own"
cat >both.cu <<'EOF'
#include <cutil.h>
extern "C" int cutFindDir(char *, const char *, const char *);
int main() { unsigned t; return cutFindDir(0, "a", "b") || cutCreateTimer(&t) != CUTTrue; }
EOF
"$gt200" cc both.cu -L"$lib" -Lownlib -lcutil_x86_64 -o both || fail "a libcutil of the program's own and ours"
./both || fail "both: $?"
