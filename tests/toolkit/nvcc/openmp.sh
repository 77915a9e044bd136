# SPDX-License-Identifier: Apache-2.0
# OpenMP in CUDA C and in C++: clang's library for both, of which each object may be linked by either compiler.
cat >omp.cu <<'END'
#include <omp.h>
int sum(int n)
{
    int s = 0, threads = 0;
#pragma omp parallel reduction(+ : s)
    {
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp for
        for (int i = 0; i < n; i++)
            s += i;
    }
    return threads == 3 ? s : -threads;
}
END
echo '#include <omp.h>
int sum(int n);
int main() { omp_set_num_threads(3); int threads = 0;
#pragma omp parallel
#pragma omp atomic
    threads++;
    return sum(100) == 4950 && threads == 3 ? 0 : 1; }' >omp-main.cpp
for library in "" -lgomp -lomp; do
    nvcc -Xcompiler -fopenmp omp.cu omp-main.cpp -o omp $library || fail "OpenMP $library"
    ./omp || fail "OpenMP $library: $?"
    ! ldd omp | grep -q libgomp || fail "OpenMP $library: two libraries"
done
nvcc -Xcompiler -fopenmp -c omp.cu omp-main.cpp
nvcc omp.o omp-main.o -lgomp -o omp && ./omp || fail "OpenMP linked by -lgomp alone: $?"
