/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of the interpreter share.
 */
#ifndef PTXI_INT_H
#define PTXI_INT_H

#include <setjmp.h>

#include "ptxi.h"

enum { MAX_OPERANDS = 6, WARP = 32 };

/* Windows of generic addresses; what is below is global memory. */
#define WINDOW_CONST  0xfd000000u
#define WINDOW_SHARED 0xfe000000u
#define WINDOW_LOCAL  0xff000000u

/* Types: size in bits and kind. */
enum kind { K_BITS, K_UNSIGNED, K_SIGNED, K_FLOAT, K_PRED };
struct type { uint8_t bits, kind; };
enum space { S_GENERIC, S_CONST, S_GLOBAL, S_LOCAL, S_PARAM, S_SHARED, S_REG };

#define OPS(X) \
    X(abs) X(add) X(addc) X(and) X(atom) X(bar) X(bfe) X(bfi) X(bfind) X(bra) X(brev) X(brkpt) X(clz) X(cnot) \
        X(copysign) X(cos) \
    X(cvt) X(cvta) X(div) X(ex2) X(exit) X(fma) X(frc) X(ld) X(ldu) X(lg2) X(mad) X(mad24) X(madc) X(max) X(membar) \
        X(min) \
    X(mov) X(mul) X(mul24) X(neg) X(not) X(or) X(pmevent) X(popc) X(prmt) X(rcp) X(red) X(rem) X(ret) X(rsqrt) X(sad) \
        X(selp) \
    X(set) X(setp) X(shf) X(shl) X(shr) X(sin) X(slct) X(sqrt) X(st) X(sub) X(subc) X(testp) X(trap) X(vote) X(xor)
#define WORDS(X) \
    X(rn) X(rz) X(rm) X(rp) X(rni) X(rzi) X(rmi) X(rpi) X(approx) X(full) X(ftz) X(sat) X(cc) X(lo) X(hi) X(wide) \
        X(eq) X(ne) \
    X(lt) X(le) X(gt) X(ge) X(ls) X(hs) X(equ) X(neu) X(ltu) X(leu) X(gtu) X(geu) X(num) X(nan) X(and) X(or) X(xor) \
        X(exch) \
    X(cas) X(add) X(inc) X(dec) X(min) X(max) X(all) X(any) X(uni) X(cta) X(gl) X(sys) X(to) X(l) X(r) X(wrap) \
        X(clamp) \
    X(shiftamt) X(finite) X(infinite) X(number) X(notanumber) X(normal) X(subnormal) X(sync) X(v2)
#define OP_NAME(n) OP_##n,
enum op { OPS(OP_NAME) OP_COUNT };
#define WORD_NAME(n) W_##n,
enum word { WORDS(WORD_NAME) W_COUNT };

enum okind { O_NONE, O_REG, O_IMM, O_FLOAT32, O_FLOAT64, O_ADDRESS, O_VECTOR, O_LABEL, O_SPECIAL };

struct operand {
    uint8_t  kind;
    bool     negated;               /* !p */
    uint32_t reg;                   /* REG, and the base of ADDRESS when has_base */
    bool     has_base;
    uint8_t  space;                 /* ADDRESS: of the variable, S_GENERIC: none */
    uint64_t value;                 /* IMM, floats: bits; ADDRESS: offset; LABEL: instruction; SPECIAL: which */
    struct operand *part;           /* VECTOR */
    unsigned n;
};

struct inst {
    unsigned       line;
    int            guard;           /* a register, -1: none */
    bool           guard_negated;
    enum op        op;
    uint64_t       words;           /* bit per enum word */
    uint8_t        space, vec;
    struct type    t, d;            /* the last type, and the first of two (or the same) */
    bool           has_type;
    struct operand o[MAX_OPERANDS];
    unsigned       n;
    struct operand second;          /* p|q: q */
};

static inline bool has(const struct inst *in, enum word w) { return in->words >> w & 1; }

enum special { SP_TID_X, SP_TID_Y, SP_TID_Z, SP_NTID_X, SP_NTID_Y, SP_NTID_Z, SP_CTAID_X, SP_CTAID_Y, SP_CTAID_Z,
               SP_NCTAID_X,
               SP_NCTAID_Y, SP_NCTAID_Z, SP_LANEID, SP_WARPID, SP_NWARPID, SP_LT, SP_LE, SP_EQ, SP_GE, SP_GT,
                   SP_WARP_SZ, SP_COUNT };

struct reg { char *name; struct type t; };

struct var { char *name; uint8_t space; uint64_t at; uint64_t bytes; bool dynamic; };

struct kernel {
    char        *name;
    struct inst *inst;
    size_t       ninst, cap;
    struct reg  *reg;
    size_t       nreg, rcap;
    size_t       param_bytes, local_bytes, shared_bytes;
};

struct ptxi_module {
    struct kernel *kernel;
    size_t         nkernel;
    struct var    *var;             /* of the module and of the kernel that is being read */
    size_t         nvar, vcap;
    uint8_t       *constant;        /* initial and only contents of .const */
    size_t         const_bytes, shared_bytes;
    jmp_buf        fail;
    char          *err;
    size_t         room;
};

_Noreturn void pi_fail(struct ptxi_module *m, unsigned line, const char *fmt, ...) __attribute__((format(printf, 3,
        4)));

/* Values of integers and of bits: operands and result are the low bits of 64; others may be set and are ignored. */
uint64_t pi_low(uint64_t x, unsigned bits);
int64_t  pi_signed(uint64_t x, unsigned bits);
uint64_t pi_integer(struct ptxi_module *m, const struct inst *in, const uint64_t a[4], bool *carry);
uint64_t pi_float(struct ptxi_module *m, const struct inst *in, const uint64_t a[4], const struct ptxi_chip *chip);
uint64_t pi_convert(struct ptxi_module *m, const struct inst *in, uint64_t a, const struct ptxi_chip *chip);
bool     pi_compare(struct ptxi_module *m, const struct inst *in, uint64_t a, uint64_t b, const struct ptxi_chip *chip);
bool     pi_negative(const struct inst *in, uint64_t c, const struct ptxi_chip *chip);     /* slct */

#endif
