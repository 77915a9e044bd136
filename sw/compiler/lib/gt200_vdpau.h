/* SPDX-License-Identifier: Apache-2.0
 *
 * The types of VDPAU, whose header CUDA's headers for it include; also where that is not installed.
 */
#ifndef GT200_VDPAU_H
#define GT200_VDPAU_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#ifdef __has_include
#if __has_include(<vdpau/vdpau.h>)
#include <vdpau/vdpau.h>
#define GT200_HAS_VDPAU
#endif
#endif
#ifndef GT200_HAS_VDPAU
typedef unsigned int VdpDevice;
typedef unsigned int VdpVideoSurface;
typedef unsigned int VdpOutputSurface;
typedef int VdpGetProcAddress(VdpDevice device, unsigned int function, void **address);
#endif

#endif
