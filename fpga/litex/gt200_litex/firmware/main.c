/* SPDX-License-Identifier: Apache-2.0
 *
 * Firmware of a SoC with a gt200_axi (fpga/litex/README.md): puts the kernel `poly` of the cubin that it carries into
 * main memory, launches it, sleeps until the interrupt, looks at what it has computed and says so on the serial port.
 */
#include <generated/csr.h>
#include <generated/mem.h>
#include <generated/soc.h>
#include <system.h>
#if defined(CONFIG_CPU_HAS_INTERRUPT)
#include <irq.h>
#endif
#if defined(CSR_SDRAM_BASE) && !defined(WITH_BIOS)
#include <generated/sdram_phy.h>
#endif

#include "gt200_cubin.h"
#include "start.h"

/* Main memory: this program (if it was loaded there), code, constants, device memory. */
enum {
    CODE = 0x80000, CODE_BYTES = 0x80000, CONSTANTS = 0x100000, CONSTANT_BYTES = 0x100000,
    DEVICE = 0x200000, DEVICE_BYTES = 0x100000, VARIABLES = 0x10000,
    FIRST = 0x10000                         /* device address of the first byte at DEVICE */
};
enum { BLOCKS = 4, THREADS = 64, N = BLOCKS * THREADS, PATIENCE = 20000000 };

extern const char cubin[], cubin_end[];     /* start.c */

static struct gt200 machine;
static volatile uint32_t interrupts, what;

static void print_text(const char *s)
{
    for (; *s; s++) {
        while (uart_txfull_read())
            ;
        uart_rxtx_write((uint8_t)*s);
    }
}

/* v in decimal, by subtraction: the processor may have no divider. */
static void print_number(uint32_t v)
{
    static const uint32_t power[] = { 1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1 };
    bool begun = false;

    for (unsigned i = 0; i < sizeof power / sizeof *power; i++) {
        char digit[2] = "0";
        for (; v >= power[i]; v -= power[i])
            digit[0]++;
        begun = begun || digit[0] != '0' || power[i] == 1;
        if (begun)
            print_text(digit);
    }
}

/* Numbers between words: the words of `text` are parted by '%'. */
static void print_line(const char *text, const uint32_t *numbers)
{
    for (; *text; text++) {
        const char one[2] = { *text, '\0' };
        if (*text == '%')
            print_number(*numbers++);
        else
            print_text(one);
    }
    print_text("\n");
}

static _Noreturn void end_program(void)
{
    print_text("gt200: end\n");
#if defined(CSR_SIM_FINISH_FINISH_ADDR)
    sim_finish_finish_write(1);
#endif
    for (;;)
        ;
}

static _Noreturn void fail(const char *why)
{
    print_text("gt200: FAIL: ");
    print_text(why);
    print_text("\n");
    end_program();
}

void external_interrupt(void)
{
    what |= gt200_irq_take(&machine);
    interrupts++;
}

static void enable_interrupt(void)
{
    gt200_irq_take(&machine);
    gt200_irq_enable(&machine, GT200_IRQ_ENDED | GT200_IRQ_FAULT | GT200_IRQ_BUS_ERROR);
#if defined(CONFIG_CPU_HAS_INTERRUPT)
    irq_setmask(irq_getmask() | 1u << GT200_INTERRUPT);
    irq_setie(1);
#endif
}

/* A CPU without interrupts looks itself. */
static void wait_for_interrupt(void)
{
    for (uint32_t i = 0; !interrupts && i < PATIENCE; i++) {
#if !defined(CONFIG_CPU_HAS_INTERRUPT)
        struct gt200_status s;
        gt200_look(&machine, &s);
        if (!s.running)
            external_interrupt();
#endif
    }
}

int main(void)
{
    volatile uint8_t *const memory = (volatile uint8_t *)MAIN_RAM_BASE;
    volatile int32_t *const x = (volatile int32_t *)(memory + DEVICE + VARIABLES), *const y = x + N;
    const struct gt200_places places = {
        .code = { memory + CODE, MAIN_RAM_BASE + CODE, CODE_BYTES },
        .constants = { memory + CONSTANTS, MAIN_RAM_BASE + CONSTANTS, CONSTANT_BYTES },
        .variables = { memory + DEVICE, MAIN_RAM_BASE + DEVICE, VARIABLES },
        .variables_device = FIRST
    };
    const uint32_t params[2] = { FIRST + VARIABLES, FIRST + VARIABLES + 4 * N };
    struct gt200_launch l = {
        .offset = MAIN_RAM_BASE + DEVICE - FIRST, .mem_base = FIRST, .mem_limit = FIRST + DEVICE_BYTES,
        .g_base = FIRST, .g_limit = FIRST + DEVICE_BYTES, .local = FIRST + DEVICE_BYTES / 2,
        .grid = { BLOCKS, 1 }, .block = { THREADS, 1, 1 }, .params = params, .nparams = 2
    };
    static const int32_t coefficient[4] = { 3, 1, 4, 15 };
    struct gt200_status s;
    struct gt200_fault f;
    uint32_t line, threads, wrong = 0;

#if defined(CSR_SDRAM_BASE) && !defined(WITH_BIOS)
    init_sequence();
    sdram_dfii_control_write(DFII_CONTROL_SEL);
#endif
    const enum gt200_error e = gt200_open(&machine, gt200_mmio_bus((void *)GT200_BASE));
    if (e != GT200_OK)
        fail(gt200_error_name(e));
    print_line("gt200: % SM, DPU %, TEX %", (const uint32_t[]){ machine.sms, machine.dpu, machine.tex });

    const uint32_t length = (uint32_t)(cubin_end - cubin);
    enum gt200_cubin_error c = gt200_cubin_load(&l, cubin, length, "poly", &places, &line);
    if (c == GT200_CUBIN_OK)
        c = gt200_cubin_variable(cubin, length, "threads", &places, &threads, &line);
    if (c != GT200_CUBIN_OK)
        fail(gt200_cubin_error_name(c));
    print_line("gt200: poly: % bytes of code, % registers", (const uint32_t[]){ l.code_bytes, l.regs });
    for (int32_t i = 0; i < N; i++) {
        x[i] = 1000 - 7 * i;
        y[i] = i << 16;
    }

    enable_interrupt();
    const enum gt200_error started = gt200_start(&machine, &l);
    if (started != GT200_OK)
        fail(gt200_error_name(started));
    wait_for_interrupt();
    if (!interrupts)
        fail("no interrupt");
    gt200_look(&machine, &s);
    if (gt200_get_fault(&machine, &f)) {
        print_line("gt200: fault %, pc %, address %", (const uint32_t[]){ f.code, f.pc, f.addr });
        fail("a fault");
    }
    if (!s.ended || s.running || what != GT200_IRQ_ENDED || interrupts != 1)
        fail("it has not ended as it should");

    flush_cpu_dcache();
    for (int32_t i = 0; i < N; i++)
        wrong += y[i] != coefficient[i & 3] * (1000 - 7 * i) + (i << 16);
    print_line("gt200: % blocks, % cycles, % clocks, % interrupt",
               (const uint32_t[]){ s.blocks, (uint32_t)s.cycles, (uint32_t)s.clocks, interrupts });
    print_line("gt200: % threads counted",
               (const uint32_t[]){ *(volatile uint32_t *)(memory + DEVICE + (threads - FIRST)) });
    if (wrong || s.blocks != BLOCKS || *(volatile uint32_t *)(memory + DEVICE + (threads - FIRST)) != N) {
        print_line("gt200: % of % values are wrong", (const uint32_t[]){ wrong, N });
        fail("wrong values");
    }
    print_line("gt200: PASS: % values", (const uint32_t[]){ N });
    end_program();
}
