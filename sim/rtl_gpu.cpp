// SPDX-License-Identifier: Apache-2.0
// A whole chip as a machine, optimised, no waves. Machines gpu1, gpu2, and those of gpu1 with a deliberate fault.
#include "rtl_gpu_class.hpp"

RTL_MODULE(Gpu, nullptr, nullptr, true)
