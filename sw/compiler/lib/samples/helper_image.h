/* SPDX-License-Identifier: Apache-2.0
 *
 * Pictures, files of numbers and comparisons of the samples from CUDA 5 on: cutil.h by other names.
 */
#ifndef GT200_HELPER_IMAGE_H
#define GT200_HELPER_IMAGE_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "helper_string.h"

#if !defined(__GT200_KERNELS_ONLY__) && defined(__cplusplus)
static __inline__ bool sdkLoadPGM(const char *name, unsigned char **data, unsigned *w, unsigned *h)
{
    return cutLoadPGMub(name, data, w, h) == CUTTrue;
}
static __inline__ bool sdkLoadPGM(const char *name, float **data, unsigned *w, unsigned *h)
{
    return cutLoadPGMf(name, data, w, h) == CUTTrue;
}
static __inline__ bool sdkSavePGM(const char *name, unsigned char *data, unsigned w, unsigned h)
{
    return cutSavePGMub(name, data, w, h) == CUTTrue;
}
static __inline__ bool sdkSavePGM(const char *name, float *data, unsigned w, unsigned h)
{
    return cutSavePGMf(name, data, w, h) == CUTTrue;
}
/* The samples name the type: sdkLoadPGM<float>(...). */
template <class T> static __inline__ bool sdkLoadPGM(const char *name, T **data, unsigned *w, unsigned *h)
{
    bool (*load)(const char *, T **, unsigned *, unsigned *) = sdkLoadPGM;
    return load(name, data, w, h);
}
template <class T> static __inline__ bool sdkSavePGM(const char *name, T *data, unsigned w, unsigned h)
{
    bool (*save)(const char *, T *, unsigned, unsigned) = sdkSavePGM;
    return save(name, data, w, h);
}
static __inline__ bool sdkLoadPPM4(const char *name, unsigned char **data, unsigned *w, unsigned *h)
{
    return cutLoadPPM4ub(name, data, w, h) == CUTTrue;
}
static __inline__ bool sdkLoadPPM4ub(const char *name, unsigned char **data, unsigned *w, unsigned *h)
{
    return cutLoadPPM4ub(name, data, w, h) == CUTTrue;
}
static __inline__ bool sdkSavePPM4ub(const char *name, unsigned char *data, unsigned w, unsigned h)
{
    return cutSavePPM4ub(name, data, w, h) == CUTTrue;
}
static __inline__ bool sdkReadFile(const char *name, float **data, unsigned *n, bool verbose)
{
    return cutReadFilef(name, data, n, verbose) == CUTTrue;
}
static __inline__ bool sdkCompareL2fe(const float *reference, const float *data, unsigned n, float epsilon)
{
    return cutCompareL2fe(reference, data, n, epsilon) == CUTTrue;
}
/* At most a part `threshold` of the numbers differ by more than epsilon. */
template <class T, class S>
static __inline__ bool compareData(const T *reference, const T *data, unsigned n, S epsilon, float threshold)
{
    unsigned differ = 0;
    for (unsigned i = 0; i < n; i++) {
        double d = (double)reference[i] - (double)data[i];
        differ += !(d <= (double)epsilon && -d <= (double)epsilon);
    }
    return differ <= threshold * n;
}
#endif
#endif
