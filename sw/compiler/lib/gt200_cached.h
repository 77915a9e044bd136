/* SPDX-License-Identifier: Apache-2.0
 *
 * Loads and stores that say how to cache (device_functions.h): __ldcg, __stcg and others. What shall come from behind
 * the first cache, or go there, is an instruction of its own. The others are hints.
 */
#ifndef GT200_CACHED_H
#define GT200_CACHED_H

#define __GT_LOAD(name) template <class T> __GT_FN T name(const T *p) { return *p; }
#define __GT_STORE(name) template <class T, class V> __GT_FN void name(T *p, V v) { *p = v; }
__GT_LOAD(__ldg)
__GT_LOAD(__ldca)
__GT_LOAD(__ldcs)
__GT_LOAD(__ldlu)
__GT_STORE(__stwb)
__GT_STORE(__stcs)

#define __GT_SIZED(T) typedef char size_that_is_one_word[sizeof(T) <= 16 && !(sizeof(T) & (sizeof(T) - 1)) ? 1 : -1]
#ifdef __LP64__
#define __GT_AT(p) "l"(p)
#else
#define __GT_AT(p) "r"(p)
#endif
#define __GT_LOAD_BY(name, op) \
    template <class T> __GT_FN T name(const T *p) \
    { \
        __GT_SIZED(T); \
        T v; \
        unsigned short h; \
        unsigned int w; \
        unsigned long long d[2]; \
        switch (sizeof(T)) { \
        case 1: __asm__ __volatile__(op "u8 %0, [%1];" : "=h"(h) : __GT_AT(p) : "memory"); break; \
        case 2: __asm__ __volatile__(op "u16 %0, [%1];" : "=h"(h) : __GT_AT(p) : "memory"); break; \
        case 4: __asm__ __volatile__(op "u32 %0, [%1];" : "=r"(w) : __GT_AT(p) : "memory"); break; \
        case 8: __asm__ __volatile__(op "u64 %0, [%1];" : "=l"(d[0]) : __GT_AT(p) : "memory"); break; \
        default: \
            __asm__ __volatile__(op "v2.u64 {%0, %1}, [%2];" : "=l"(d[0]), "=l"(d[1]) : __GT_AT(p) : "memory"); \
        } \
        __builtin_memcpy(&v, sizeof(T) < 4 ? (void *)&h : sizeof(T) < 8 ? (void *)&w : (void *)d, sizeof(T)); \
        return v; \
    }
#define __GT_STORE_BY(name, op) \
    template <class T, class V> __GT_FN void name(T *p, V value) \
    { \
        __GT_SIZED(T); \
        T v = value; \
        unsigned short h; \
        unsigned int w; \
        unsigned long long d[2]; \
        __builtin_memcpy(sizeof(T) < 4 ? (void *)&h : sizeof(T) < 8 ? (void *)&w : (void *)d, &v, sizeof(T)); \
        switch (sizeof(T)) { \
        case 1: __asm__ __volatile__(op "u8 [%0], %1;" : : __GT_AT(p), "h"(h) : "memory"); break; \
        case 2: __asm__ __volatile__(op "u16 [%0], %1;" : : __GT_AT(p), "h"(h) : "memory"); break; \
        case 4: __asm__ __volatile__(op "u32 [%0], %1;" : : __GT_AT(p), "r"(w) : "memory"); break; \
        case 8: __asm__ __volatile__(op "u64 [%0], %1;" : : __GT_AT(p), "l"(d[0]) : "memory"); break; \
        default: __asm__ __volatile__(op "v2.u64 [%0], {%1, %2};" : : __GT_AT(p), "l"(d[0]), "l"(d[1]) : "memory"); \
        } \
    }
__GT_LOAD_BY(__ldcg, "ld.global.cg.")
__GT_LOAD_BY(__ldcv, "ld.global.cv.")
__GT_STORE_BY(__stcg, "st.global.cg.")
__GT_STORE_BY(__stwt, "st.global.wt.")
#undef __GT_LOAD_BY
#undef __GT_STORE_BY
#undef __GT_AT
#undef __GT_SIZED
#undef __GT_LOAD
#undef __GT_STORE

#endif
