/* SPDX-License-Identifier: Apache-2.0
 *
 * printf and assert in kernels. The chip had neither: CUDA has them from compute capability 2.0 on. Here a thread that
 * prints leaves a record in a ring of words in device memory, which the runtime prints after the launch
 * (sw/runtime/rt/output.c). device_functions.h includes this file.
 *
 * A record: its length in words n; what it is (1: printf, 2: assert, 3: the same with texts); the words of that; n once
 * more, by which the ring is read from its end. When the ring is full, the oldest records are overwritten. Addresses
 * take two words.
 *   printf: address of the format, then for each argument its kind (__gt_arg) and its words
 *   assert: addresses of expression, file and function, line, block x, y, z, thread x, y, z; 3: as arguments, since a
 *           real GPU's memory is gone when a kernel has failed (the ring is the host's there)
 */
#ifndef GT200_OUTPUT_H
#define GT200_OUTPUT_H

/* Words of the ring less one; the address, 0: there is none, of two words, those that have been left and the records
 * that do not fit, and the ring behind them. The runtime finds it by this name. */
static __device__ __attribute__((unused)) volatile unsigned int __gt200_output[3] __asm__("__gt200_output");

enum __gt_arg { __gt_arg_word = 1, __gt_arg_long = 2, __gt_arg_double = 3, __gt_arg_pointer = 4, __gt_arg_text = 5 };

struct __gt_record {
    unsigned int at, mask;
    volatile __attribute__((address_space(1))) unsigned int *ring;
    __GT_MEMBER void put(unsigned int w) { ring[at++ & mask] = w; }
    __GT_MEMBER void put2(unsigned long long v)
    {
        put((unsigned int)v);
        put((unsigned int)(v >> 32));
    }
    __GT_MEMBER void put_address(const void *p) { put2((unsigned long long)(size_t)p); }
    /* Room for n words. false: there is no ring, or it is smaller than that. */
    __GT_MEMBER bool begin(unsigned int n, unsigned int what)
    {
        unsigned int *head = (unsigned int *)__gt_in_device_memory(__gt_wide(__gt200_output[1], __gt200_output + 2));

        mask = __gt200_output[0];
        if (!head)
            return false;
        ring = (volatile __attribute__((address_space(1))) unsigned int *)head + 2;
        if (n > mask + 1) {
            atomicAdd(head + 1, 1u);
            return false;
        }
        at = atomicAdd(head, n);
        put(n);
        put(what);
        return true;
    }
};

/* An address as a number to be printed. One of a thread's or block's variable may not be stored as an address (there is
 * no such address in device memory): behind `xor` it is none. */
__GT_FN unsigned long long __gt_address(const volatile void *p)
{
#ifdef __GT_WIDE__
    unsigned long long a;

    __asm__("xor.b64 %0, %1, 0;" : "=l"(a) : "l"((size_t)p));
#else
    unsigned int a;

    __asm__("xor.b32 %0, %1, 0;" : "=r"(a) : "r"((unsigned int)(size_t)p));
#endif
    return a;
}

/* Words that an argument takes, and the argument itself, promoted as the language has it. */
#define __GT_ARGUMENT(T, words, kind, how) \
    __GT_FN unsigned int __gt_words(T) { return 1 + words; } \
    __GT_FN void __gt_put(__gt_record &r, T v) \
    { \
        r.put(kind); \
        how; \
    }
__GT_ARGUMENT(int, 1, __gt_arg_word, r.put((unsigned int)v))
__GT_ARGUMENT(unsigned int, 1, __gt_arg_word, r.put(v))
#ifdef __LP64__
__GT_ARGUMENT(long, 2, __gt_arg_long, r.put2((unsigned long long)v))
__GT_ARGUMENT(unsigned long, 2, __gt_arg_long, r.put2(v))
#else
__GT_ARGUMENT(long, 1, __gt_arg_word, r.put((unsigned int)v))
__GT_ARGUMENT(unsigned long, 1, __gt_arg_word, r.put((unsigned int)v))
#endif
__GT_ARGUMENT(long long, 2, __gt_arg_long, r.put2((unsigned long long)v))
__GT_ARGUMENT(unsigned long long, 2, __gt_arg_long, r.put2(v))
__GT_ARGUMENT(double, 2, __gt_arg_double, r.put2((unsigned long long)__nvvm_bitcast_d2ll(v)))
__GT_ARGUMENT(const volatile void *, 2, __gt_arg_pointer, r.put2(__gt_address(v)))
#undef __GT_ARGUMENT

/* Text of a thread or of its block is gone after the launch, so its bytes are copied: address, length, bytes. */
__GT_FN unsigned int __gt_length(const char *s)
{
    unsigned int n = 0;

    while (s && s[n])
        n++;
    return n;
}
__GT_FN unsigned int __gt_words(const char *s) { return 4 + (__gt_length(s) + 3) / 4; }
__GT_FN void __gt_put(__gt_record &r, const char *s)
{
    const unsigned int n = __gt_length(s);

    r.put(__gt_arg_text);
    r.put2(__gt_address(s));
    r.put(n);
    for (unsigned int i = 0; i < n; i += 4) {
        unsigned int w = 0;
        for (unsigned int k = 0; k < 4 && i + k < n; k++)
            w |= (unsigned int)(unsigned char)s[i + k] << 8 * k;
        r.put(w);
    }
}
#define __GT_TEXT(T) \
    __GT_FN unsigned int __gt_words(T s) { return __gt_words((const char *)s); } \
    __GT_FN void __gt_put(__gt_record &r, T s) { __gt_put(r, (const char *)s); }
__GT_TEXT(char *)
__GT_TEXT(signed char *)
__GT_TEXT(const signed char *)
__GT_TEXT(unsigned char *)
__GT_TEXT(const unsigned char *)
#undef __GT_TEXT

__GT_FN unsigned int __gt_all_words() { return 0; }
template <class A, class... B> __GT_FN unsigned int __gt_all_words(A a, B... b)
{
    return __gt_words(a) + __gt_all_words(b...);
}
__GT_FN void __gt_put_all(__gt_record &) {}
template <class A, class... B> __GT_FN void __gt_put_all(__gt_record &r, A a, B... b)
{
    __gt_put(r, a);
    __gt_put_all(r, b...);
}

/* Arguments by value, as through the dots of C's. The result is their number, as CUDA's; -1: no format; -2: the record
 * was lost. */
template <class... A> __GT_FN int __gt_printf(const char *format, A... a)
{
    const unsigned int n = 5 + __gt_all_words(a...);
    __gt_record r;

    if (!format)
        return -1;
    if (!r.begin(n, 1))
        return -2;
    r.put_address(format);
    __gt_put_all(r, a...);
    r.put(n);
    return sizeof...(A);
}
__GT_FN int printf(const char *format) { return __gt_printf(format); }
template <class A, class... B> __GT_FN int printf(const char *format, A a, B... b)
{
    return __gt_printf(format, a, b...);
}

/* Where the failed assertion is, and the end of the record. */
__GT_FN void __gt_put_place(__gt_record &r, unsigned int line, unsigned int n)
{
    r.put(line);
    r.put(blockIdx.x);
    r.put(blockIdx.y);
#ifdef __GT_WIDE__
    r.put(blockIdx.z);
#else
    r.put(0);
#endif
    r.put(threadIdx.x);
    r.put(threadIdx.y);
    r.put(threadIdx.z);
    r.put(n);
}

#ifdef __GT_WIDE__
static __attribute__((noinline, unused, nodebug)) __device__
void __gt_assertion(const char *expression, const char *file, unsigned int line, const char *function)
{
    const unsigned int n = 10 + __gt_all_words(expression, file, function);
    __gt_record r;

    if (r.begin(n, 3)) {
        __gt_put_all(r, expression, file, function);
        __gt_put_place(r, line, n);
    }
    __asm__ __volatile__("membar.sys;" : : : "memory");     /* it is in memory before the launch ends */
}
#else
__GT_FN void __gt_assertion(const char *expression, const char *file, unsigned int line, const char *function)
{
    __gt_record r;

    if (r.begin(16, 2)) {
        r.put_address(expression);
        r.put_address(file);
        r.put_address(function);
        __gt_put_place(r, line, 16);
    }
    __threadfence();
}
#endif

/* What the host's <assert.h> calls. */
extern "C" {
/* Leaves a record of the failed assertion, and stops the kernel. */
__GT_FN __attribute__((noreturn)) void __assert_fail(const char *expression, const char *file, unsigned int line,
                                                     const char *function) throw()
{
    __gt_assertion(expression, file, line, function);
    __trap();
    __builtin_unreachable();
}
}

#endif
