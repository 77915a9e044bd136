# SPDX-License-Identifier: Apache-2.0
# A program of the Driver API alone needs no more.
cat >driver-only.cpp <<'EOF'
#include <cuda.h>
#include <cutil.h>
int main(int argc, char **argv) { return cutCheckCmdLineFlag(argc, (const char **)argv, "x") || cuInit(0); }
EOF
${CXX:-c++} -I"$headers" -I"$headers/samples" driver-only.cpp -o driver-only -L"$lib" -L"$lib/samples" -lcutil \
    -lcuda ${LDFLAGS:-} ||
    fail "a program of the Driver API linked without -lcudart"
LD_LIBRARY_PATH=$lib ./driver-only || fail "driver-only: $?"
