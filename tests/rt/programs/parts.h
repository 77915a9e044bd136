/* SPDX-License-Identifier: Apache-2.0
 * Two sources of one program with kernels, constants and a template of the same names. */
#ifndef PARTS_H
#define PARTS_H

template <int N> __global__ void fill(int *p) { p[threadIdx.x] = N + threadIdx.x; }
void second(int *d);
int plain_host(int x);

#endif
