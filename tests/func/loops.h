/* SPDX-License-Identifier: Apache-2.0
 *
 * Endless loops with stores, for a block of 64 threads with a word each: which of them are told to be endless.
 */
#ifndef GT200_TEST_LOOPS_H
#define GT200_TEST_LOOPS_H

#include <stdint.h>

#define ANY 0xffffffffu

/* $r1: g[] address of the thread's word, $a1 and $r2 4 * its number, $r3 9, $r4 7, $r5 0; then the loop, at 0x40. */
#define START                                                                                                         \
    "cvt.u32.u16 $r0, $r0l; shl.b32 $r2, $r0, 0x2; shl $a1, $r0, 0x2; add.b32 $r1, s[0x10].b32, $r2;"             \
    "mov.b32 $r3, 0x9; mov.b32 $r4, 0x7; mov.b32 $r5, 0x0; bar.inc.wait 0x0, 0xfff;"

enum told { NEVER, BY_FUNC, TOLD };     /* BY_FUNC: the other targets see no locks of shared memory (WATCH-1) */

static const struct loop {
    const char *text;
    enum told early;                    /* told long before the limit */
    uint32_t is;                        /* each thread's word then (ANY: it depends); before it was 5 */
} loops[] = {
    {"st.b32 g14[$r1], $r3", TOLD, 9},
    {"st.b32 g14[$r1], $r4; st.b32 g14[$r1], $r3", NEVER, ANY},                 /* 7, 9, 7, 9 */
    {"st.u8 g14[$r1], $r3; st.u16 g14[$r1], $r3", TOLD, 9},
    {"add.b32 $r3, $r3, $r3; st.b32 g14[$r1], $r3", TOLD, 0},                   /* 18, 36 ... 0 */
    {"st.b32 s[$a1+0x40], $r3; ld.b32 $r6, s[$a1+0x40]; st.b32 g14[$r1], $r6", TOLD, 9},
    {"st.b32 s[$a1+0x40], $r3; st.b32 s[$a1+0x40], $r4", NEVER, 5},
    {"st.b32 l[0x8], $r3; ld.b32 $r6, l[0x8]; st.b32 g14[$r1], $r6", TOLD, 9},
    {"st.b32 l[0x8], $r3; st.b32 l[0x8], $r4", NEVER, 5},
    {"atom.cas.b32 $r6, g14[$r1], $r3, $r4", TOLD, 5},                          /* a lock that nobody gives back */
    {"atom.add.u32 $r6, g14[$r1], $r5", TOLD, 5},
    {"red.max.u32 g14[$r1], $r3", TOLD, 9},
    {"atom.exch.b32 $r6, g14[$r1], $r6", NEVER, ANY},
    {"ld.lock.b32 $r6|$c0, s[0x40]; st.unlock.b32 s[0x40], $r6", BY_FUNC, 5},
    {"ld.lock.b32 $r6|$c0, s[$a1+0x40]; st.unlock.b32 s[$a1+0x40], $r3", BY_FUNC, 5},
    {"ld.lock.b32 $r6|$c0, s[$a1+0x40]; st.unlock.b32 s[$a1+0x40], $r3; ld.lock.b32 $r6|$c0, s[$a1+0x40];"
     "st.unlock.b32 s[$a1+0x40], $r4", NEVER, 5},
    {"ld.lock.b32 $r6|$c0, s[$a1+0x40]; @$c0.e add.b32 $r4, $r4, $r3; st.unlock.b32 s[$a1+0x40], $r6", NEVER, 5},
    {"bar.inc.wait 0x1, 0xfff; st.b32 g14[$r1], $r3; bar.inc.wait 0x2, 0xfff", TOLD, 9},
    {"mov.b32 $r6, $clock", NEVER, 5},
};

#endif
