/* SPDX-License-Identifier: Apache-2.0
 *
 * What comes before main on a RISC-V of 32 bits, and what a compiler takes from a C library.
 */
#include <stddef.h>
#include <stdint.h>

#include "start.h"

void *memset(void *to, int value, size_t n);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);

extern uint32_t bss_begin[], bss_end[];

#if defined(TRAPS)
/* Interrupts of devices only: another trap ends the program. */
__attribute__((interrupt("machine"), aligned(4))) static void trap(void)
{
    uint32_t cause;

    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    if (cause != 0x8000000bu)
        for (;;)
            ;
    external_interrupt();
}
#endif

__attribute__((used)) static void start(void)
{
    for (uint32_t *p = bss_begin; p < bss_end; p++)
        *p = 0;
#if defined(TRAPS)
    __asm__ volatile("csrw mtvec, %0\n csrw mie, %1" : : "r"(trap), "r"(0x800));
#endif
    main();
    for (;;)
        ;
}

__attribute__((naked, section(".start"))) void _start(void)
{
    __asm__("la sp, stack_end\n j start");
}

void *memset(void *to, int value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((volatile char *)to)[i] = (char)value;
    return to;
}

void *memcpy(void *to, const void *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    if ((uintptr_t)to - (uintptr_t)from >= n)
        return memcpy(to, from, n);
    while (n--)
        ((volatile char *)to)[n] = ((const char *)from)[n];
    return to;
}

/* CUBIN: the path of a file, as a string. */
__asm__(".section .rodata\n.global cubin, cubin_end\ncubin:\n.incbin \"" CUBIN "\"\ncubin_end:\n.text");
