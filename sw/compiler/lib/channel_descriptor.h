/* SPDX-License-Identifier: Apache-2.0
 *
 * cudaCreateChannelDesc<T>(): the format of a texel of type T.
 */
#ifndef GT200_CHANNEL_DESCRIPTOR_H
#define GT200_CHANNEL_DESCRIPTOR_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "cuda_runtime_api.h"

#ifdef __cplusplus

template <class T> struct __gt_channel { enum { bits = 0, n = 0, kind = cudaChannelFormatKindNone }; };
#define __GT_CHANNEL(T, B, N, K) template <> struct __gt_channel<T> { enum { bits = B, n = N, kind = K }; };
#define __GT_CHANNELS(T, V, B, K) \
    __GT_CHANNEL(T, B, 1, K) __GT_CHANNEL(V##1, B, 1, K) __GT_CHANNEL(V##2, B, 2, K) __GT_CHANNEL(V##4, B, 4, K)
__GT_CHANNEL(char, 8, 1, cudaChannelFormatKindSigned)
__GT_CHANNELS(signed char, char, 8, cudaChannelFormatKindSigned)
__GT_CHANNELS(unsigned char, uchar, 8, cudaChannelFormatKindUnsigned)
__GT_CHANNELS(short, short, 16, cudaChannelFormatKindSigned)
__GT_CHANNELS(unsigned short, ushort, 16, cudaChannelFormatKindUnsigned)
__GT_CHANNELS(int, int, 32, cudaChannelFormatKindSigned)
__GT_CHANNELS(unsigned int, uint, 32, cudaChannelFormatKindUnsigned)
__GT_CHANNELS(float, float, 32, cudaChannelFormatKindFloat)
#undef __GT_CHANNELS
#undef __GT_CHANNEL

template <class T> static inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc()
{
    typedef __gt_channel<T> c;
    cudaChannelFormatDesc d = { c::n > 0 ? (int)c::bits : 0, c::n > 1 ? (int)c::bits : 0, c::n > 2 ? (int)c::bits : 0,
                                c::n > 3 ? (int)c::bits : 0, (cudaChannelFormatKind)c::kind };
    return d;
}

/* 16-bit floats have no C type: their formats have names. */
#define __GT_HALF(name, y, z, w) \
    static inline __host__ cudaChannelFormatDesc name() \
    { \
        return cudaCreateChannelDesc(16, y, z, w, cudaChannelFormatKindFloat); \
    }
__GT_HALF(cudaCreateChannelDescHalf, 0, 0, 0)
__GT_HALF(cudaCreateChannelDescHalf1, 0, 0, 0)
__GT_HALF(cudaCreateChannelDescHalf2, 16, 0, 0)
__GT_HALF(cudaCreateChannelDescHalf4, 16, 16, 16)
#undef __GT_HALF

#endif
#endif
