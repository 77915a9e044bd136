/* SPDX-License-Identifier: Apache-2.0
 *
 * malloc, free, new and delete in kernels. The chip had none: CUDA has them from compute capability 2.0 on. Here they
 * take blocks of powers of two from a region of device memory that the runtime makes (sw/runtime/rt/output.c,
 * cudaLimitMallocHeapSize) and that all kernels of a context share. device_functions.h includes this file.
 *
 * The region begins with the bytes that have been taken from its end on and, for each size, the first of the blocks
 * that were freed: a count in the upper word, which tells one time from another, and the block's offset. A block begins
 * with 16 bytes: the exponent of its size (with a mark while it is in use), the next free block, and the bytes that
 * were asked for, which gt200 check looks at (cmodel/func/inspect_heap.c). No thread waits for another: each step is
 * one atomic operation, which is tried again when another thread was faster. What others may write is read by one, too
 * (a sum with 0 would become a load).
 */
#ifndef GT200_HEAP_H
#define GT200_HEAP_H

/* Address of the region, 0: there is none, its size, and the upper word of the address. The runtime finds it by this
 * name. */
static __device__ __attribute__((unused)) volatile unsigned int __gt200_heap[3] __asm__("__gt200_heap");

enum { __gt_heap_first = 512, __gt_heap_head = 16, __gt_heap_in_use = 0x5a000000 };

struct __gt_heap_region {
    size_t base;
    unsigned int bytes;
    __GT_MEMBER void open()
    {
        base = __gt_wide(__gt200_heap[0], __gt200_heap + 2);
        bytes = __gt200_heap[1];
    }
    __GT_MEMBER unsigned int *word(unsigned int at) { return (unsigned int *)__gt_in_device_memory(base + at); }
    __GT_MEMBER unsigned long long *list(unsigned int size)
    {
        return (unsigned long long *)__gt_in_device_memory(base + 8 + 8 * size);
    }
    /* A block of that size: one that was freed, else a new one; 0: there is no room. */
    __GT_MEMBER unsigned int take(unsigned int size)
    {
        unsigned long long have = atomicCAS(list(size), 0ull, 0ull);

        while ((unsigned int)have) {
            const unsigned int at = (unsigned int)have, next = atomicCAS(word(at + 4), 0u, 0u);
            const unsigned long long then = ((have >> 32) + 1) << 32 | next;
            const unsigned long long now = atomicCAS(list(size), have, then);
            if (now == have)
                return at;
            have = now;
        }
        unsigned int top = atomicCAS(word(0), 0u, 0u);
        for (;;) {
            if (bytes - __gt_heap_first - top < 1u << size)
                return 0;
            const unsigned int now = atomicCAS(word(0), top, top + (1u << size));
            if (now == top)
                return __gt_heap_first + top;
            top = now;
        }
    }
    __GT_MEMBER void give(unsigned int at, unsigned int size)
    {
        unsigned long long have = atomicCAS(list(size), 0ull, 0ull), now;

        for (;; have = now) {
            atomicExch(word(at + 4), (unsigned int)have);
            now = atomicCAS(list(size), have, ((have >> 32) + 1) << 32 | at);
            if (now == have)
                return;
        }
    }
};

__GT_FN void *__gt_malloc(unsigned long long n)
{
    __gt_heap_region h;

    h.open();
    if (!h.base || n > h.bytes)
        return 0;
    unsigned int size = 5;
    while (1ull << size < n + __gt_heap_head)
        size++;
    const unsigned int at = h.take(size);
    if (!at)
        return 0;
    atomicExch(h.word(at), __gt_heap_in_use + size);
    atomicExch(h.word(at + 8), (unsigned int)n);
    return __gt_in_device_memory(h.base + at + __gt_heap_head);
}

/* What is no block in use, such as one that is freed twice, ends the launch. */
__GT_FN void __gt_free(void *p)
{
    __gt_heap_region h;

    if (!p)
        return;
    h.open();
    const size_t at = (size_t)p - h.base - __gt_heap_head;
    if (!h.base || at < __gt_heap_first || at >= h.bytes || at % 16)
        __trap();
    const unsigned int size = atomicExch(h.word((unsigned int)at), 0u) - __gt_heap_in_use;
    if (size > 31)
        __trap();
    h.give((unsigned int)at, size);
}

extern "C" {
__GT_FN void *malloc(size_t n) throw() { return __gt_malloc(n); }
__GT_FN void free(void *p) throw() { __gt_free(p); }
}
/* clang's <new> has operators for device code, which call these. */
#ifndef __GT200_KERNELS_ONLY__
#include <new>
#else
#define __GT_NEW __inline__ __attribute__((always_inline, unused, nodebug)) __device__
__GT_NEW void *operator new(size_t n) { return __gt_malloc(n); }
__GT_NEW void *operator new[](size_t n) { return __gt_malloc(n); }
__GT_NEW void operator delete(void *p) throw() { __gt_free(p); }
__GT_NEW void operator delete[](void *p) throw() { __gt_free(p); }
#if __cplusplus >= 201402L
__GT_NEW void operator delete(void *p, size_t) throw() { __gt_free(p); }
__GT_NEW void operator delete[](void *p, size_t) throw() { __gt_free(p); }
#endif
#undef __GT_NEW
#endif

#endif
