/* SPDX-License-Identifier: Apache-2.0
 * All that gt200_axi_regs.h needs of a C library. */
#ifndef ASSERT_H
#define ASSERT_H
#define static_assert _Static_assert
#endif
