# SPDX-License-Identifier: Apache-2.0
# A library that is not linked, one that this toolkit does not have, and pointers of 4 bytes.
echo '#include <cufft.h>
int main() { cufftHandle plan; return cufftPlan1d(&plan, 64, CUFFT_C2C, 1) != CUFFT_SUCCESS; }' >fft.cu
nvcc -c fft.cu || fail "cufft.h"
refused fft.o 'undefined reference to .cufftPlan1d'
nvcc fft.o -o fft -lcufft && ./fft || fail "cufftPlan1d"
refused fft.o -lcufft -lcusparse '-lcusparse: this toolkit has no such library'
