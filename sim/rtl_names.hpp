// SPDX-License-Identifier: Apache-2.0
// Headers of a verilated class whose name is a macro: RTL_HEADER(CLASS), RTL_HEADER(RTL_CAT(CLASS, ___024root)).
#ifndef GT200_RTL_NAMES_HPP
#define GT200_RTL_NAMES_HPP

#define RTL_CAT(a, b) RTL_CAT_(a, b)
#define RTL_CAT_(a, b) a##b
#define RTL_HEADER(x) RTL_TEXT(x.h)
#define RTL_TEXT(x) #x

#endif
