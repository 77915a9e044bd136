/* SPDX-License-Identifier: Apache-2.0
 * In place of a GPU's libcuda.so.1 in tests of target cuda: the Driver API of the simulator, without the marker
 * (sw/runtime/rt/cuda_library.h) by which target cuda refuses our own library. */
extern const char *const stand_in;
const char *const stand_in = "the simulator in place of a GPU";
