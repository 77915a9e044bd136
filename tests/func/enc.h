/* SPDX-License-Identifier: Apache-2.0
 *
 * Instruction words for the functional tests, made by hand so that these tests need no assembler.
 */
#ifndef GT200_TEST_ENC_H
#define GT200_TEST_ENC_H

#include <stdint.h>
#include <string.h>

#include "func.h"

struct prog { uint32_t w[512]; uint32_t n; };

static inline void emit(struct prog *p, uint32_t w0, uint32_t w1)
{
    p->w[p->n++] = w0;
    p->w[p->n++] = w1;
}

/* Predicate for w1: condition code (names: cond in isa/gt200.isa) on $cN. */
enum { P_E = 2, P_LG = 5, P_ALWAYS = 15 };
#define ALWAYS 0x780u
#define PRED(c, cond) ((uint32_t)(c) << 12 | (uint32_t)(cond) << 7)
#define CDST(c) (0x40u | (uint32_t)(c) << 4)
#define EXIT 1u
#define JOIN 2u
#define NODST 0x1fcu            /* destination field 127; with w1[3] */

static inline uint32_t ctl(uint32_t op, uint32_t target) { return op << 28 | (target & 0x3fffc) << 9 | 3; }
static inline void bra(struct prog *p, uint32_t t)              { emit(p, ctl(1, t), ALWAYS); }
static inline void bra_if(struct prog *p, uint32_t t, uint32_t pred) { emit(p, ctl(1, t), pred); }
static inline void call(struct prog *p, uint32_t t)             { emit(p, ctl(2, t), 0); }
static inline void ret(struct prog *p, uint32_t pred)           { emit(p, ctl(3, 0), pred); }
static inline void prebrk(struct prog *p, uint32_t t)           { emit(p, ctl(4, t), 0); }
static inline void brk(struct prog *p, uint32_t pred)           { emit(p, ctl(5, 0), pred); }
static inline void quadon(struct prog *p)                       { emit(p, ctl(6, 0), 0); }
static inline void quadpop(struct prog *p)                      { emit(p, ctl(7, 0), 0); }
static inline void joinat(struct prog *p, uint32_t t)           { emit(p, ctl(10, t), 0); }
static inline void trap(struct prog *p)                         { emit(p, ctl(9, 0), 0); }
/* how: 1 inc, 2 wait, 3 both */
static inline void bar(struct prog *p, uint32_t id, uint32_t how, uint32_t count)
{
    emit(p, 0x80000003u | id << 21 | how << 25 | count << 9, 0);
}
static inline void nop(struct prog *p, uint32_t mark)           { emit(p, 0xf0000001u, 0xe0000780u | mark); }
static inline void mov(struct prog *p, uint32_t d, uint32_t s, uint32_t w1)
{
    emit(p, 0x10000001u | s << 9 | d << 2, 0x0403c000u | w1);
}
static inline void movi(struct prog *p, uint32_t d, uint32_t v)
{
    emit(p, 0x10008001u | (v & 63) << 16 | d << 2, (v >> 6) << 2 | 3);
}
static inline void addi(struct prog *p, uint32_t d, uint32_t s, uint32_t v)
{
    emit(p, 0x20008001u | (v & 63) << 16 | s << 9 | d << 2, (v >> 6) << 2 | 3);
}
/* d = a + b, long form */
static inline void add(struct prog *p, uint32_t d, uint32_t a, uint32_t b, uint32_t w1)
{
    emit(p, 0x20000001u | a << 9 | d << 2, 0x04000000u | b << 14 | w1);
}
static inline void sub(struct prog *p, uint32_t d, uint32_t a, uint32_t b, uint32_t w1)
{
    emit(p, 0x20400001u | a << 9 | d << 2, 0x04000000u | b << 14 | w1);
}
static inline void mul24(struct prog *p, uint32_t d, uint32_t a, uint32_t b)
{
    emit(p, 0x40000001u | b << 16 | a << 9 | d << 2, 0x00010000u | ALWAYS);
}
/* set with mask {greater, equal, less}, signed, 32 bits, only $c written */
static inline void set(struct prog *p, uint32_t c, uint32_t a, uint32_t b, uint32_t mask, uint32_t w1)
{
    emit(p, 0x30000001u | b << 16 | a << 9 | NODST, 0x6c000008u | mask << 14 | CDST(c) | w1);
}
static inline void shli(struct prog *p, uint32_t d, uint32_t a, uint32_t n, uint32_t w1)
{
    emit(p, 0x30000001u | n << 16 | a << 9 | d << 2, 0xc4100000u | w1);
}
static inline void andi(struct prog *p, uint32_t d, uint32_t s, uint32_t v)
{
    emit(p, 0xd0000001u | (v & 63) << 16 | s << 9 | d << 2, (v >> 6) << 2 | 3);
}
static inline void shl_a(struct prog *p, uint32_t a, uint32_t s, uint32_t n)
{
    emit(p, 0x00000001u | n << 16 | s << 9 | a << 2, 0xc0000780u);
}
/* type: enum gt_mtype */
static inline void ld_g(struct prog *p, uint32_t d, uint32_t a, uint32_t type, uint32_t w1)
{
    emit(p, 0xd00e0001u | a << 9 | d << 2, 0x80000000u | type << 21 | w1);
}
static inline void st_g(struct prog *p, uint32_t a, uint32_t s, uint32_t type, uint32_t w1)
{
    emit(p, 0xd00e0001u | a << 9 | s << 2, 0xa0000000u | type << 21 | w1);
}
static inline void ld_l(struct prog *p, uint32_t d, uint32_t off, uint32_t areg, uint32_t type)
{
    emit(p, 0xd0000001u | areg << 26 | off << 9 | d << 2, 0x40000000u | type << 21 | ALWAYS);
}
static inline void st_l(struct prog *p, uint32_t off, uint32_t areg, uint32_t s, uint32_t type)
{
    emit(p, 0xd0000001u | areg << 26 | off << 9 | s << 2, 0x60000000u | type << 21 | ALWAYS);
}
/* word accesses, byte offset */
static inline void ld_s(struct prog *p, uint32_t d, uint32_t off, uint32_t areg, uint32_t w1)
{
    emit(p, 0x10000001u | areg << 26 | (off / 4) << 9 | d << 2, 0x4400c000u | w1);
}
static inline void st_s(struct prog *p, uint32_t off, uint32_t areg, uint32_t s, uint32_t w1)
{
    emit(p, 0x00000001u | areg << 26 | (off / 4) << 9, 0xe4200000u | s << 14 | w1);
}
static inline void ld_c(struct prog *p, uint32_t d, uint32_t seg, uint32_t off, uint32_t areg)
{
    emit(p, 0x10000001u | areg << 26 | (off / 4) << 9 | d << 2, 0x2400c000u | seg << 22 | ALWAYS);
}
/* d = a * b + c, long f32 */
static inline void fmad(struct prog *p, uint32_t d, uint32_t a, uint32_t b, uint32_t c)
{
    emit(p, 0xe0000001u | b << 16 | a << 9 | d << 2, c << 14 | ALWAYS);
}
/* d = s[off] * b + c with an s[] operand through $a */
static inline void fmad_s(struct prog *p, uint32_t d, uint32_t off, uint32_t areg, uint32_t b, uint32_t c)
{
    emit(p, 0xe0000001u | areg << 26 | 3u << 14 | (off / 4) << 9 | b << 16 | d << 2, 0x00200000u | c << 14 | ALWAYS);
}
static inline void mov_sr(struct prog *p, uint32_t d, uint32_t sr)
{
    emit(p, 0x00000001u | d << 2, 0x60000780u | sr << 14);
}

static inline struct gt_launch launch_of(const struct prog *p, uint32_t grid, uint32_t threads)
{
    struct gt_launch l;
    memset(&l, 0, sizeof l);
    l.name = "test";
    l.code = p->w;
    l.code_words = p->n;
    l.regs = 16;
    l.smem = 16;
    l.grid_x = grid;
    l.grid_y = 1;
    l.block_x = threads;
    l.block_y = l.block_z = 1;
    return l;
}

#endif
