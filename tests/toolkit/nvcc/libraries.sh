# SPDX-License-Identifier: Apache-2.0
# Types and functions of libraries that the toolkit does not have are there; what calls them is told at the end.
echo '#include <cufft.h>
int main() { cufftHandle plan; return cufftPlan1d(&plan, 64, CUFFT_C2C, 1) != CUFFT_SUCCESS; }' >fft.cu
nvcc -c fft.cu || fail "cufft.h"
refused fft.o 'undefined reference to .cufftPlan1d'
refused fft.o -lcufft '-lcufft: this toolkit has no such library'
