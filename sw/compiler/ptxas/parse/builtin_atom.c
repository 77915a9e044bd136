/* SPDX-License-Identifier: Apache-2.0
 *
 * Library: atomics on shared memory. The chip has a lock for a word: a load that takes it or says that it could not,
 * and a store that gives it back. Lanes that got it store and leave before the others try again, so a warp cannot
 * block itself.
 */
#include "builtin.h"

#define ATOM(op, type, compute) { "atom_shared_" op "_" type, \
    ".func (.reg ." type " q) f (.reg .u32 a, .reg ." type " b) {\n  .reg ." type " n, t; .reg .pred p, s;\n" \
    "L: ldlock.shared.b32 q|p, [a];\n  " compute "\n  @p stunlock.shared.b32 [a], n;\n  @!p bra L;\n}\n" }

const struct builtin builtin_atom[] = {
    ATOM("add", "u32", "add.u32 n, q, b;"), ATOM("add", "s32", "add.u32 n, q, b;"),
    ATOM("and", "b32", "and.b32 n, q, b;"), ATOM("or", "b32", "or.b32 n, q, b;"),
    ATOM("xor", "b32", "xor.b32 n, q, b;"), ATOM("exch", "b32", "mov.b32 n, b;"),
    ATOM("min", "u32", "min.u32 n, q, b;"), ATOM("min", "s32", "min.s32 n, q, b;"),
    ATOM("max", "u32", "max.u32 n, q, b;"), ATOM("max", "s32", "max.s32 n, q, b;"),
    ATOM("inc", "u32", "add.u32 n, q, 1; setp.ge.u32 s, q, b; selp.u32 n, 0, n, s;"),
    ATOM("dec", "u32",
         "sub.u32 n, q, 1; setp.gt.u32 s, q, b; selp.u32 n, b, n, s; setp.eq.u32 s, q, 0; selp.u32 n, b, n, s;"),
    { "atom_shared_cas_b32",
      ".func (.reg .b32 q) f (.reg .u32 a, .reg .b32 b, .reg .b32 c) {\n  .reg .b32 n; .reg .pred p, s;\n"
      "L: ldlock.shared.b32 q|p, [a];\n  setp.eq.u32 s, q, b; selp.b32 n, c, q, s;\n  @p stunlock.shared.b32 [a], "
      "n;\n  @!p bra L;\n}\n" },
    { 0, 0 },
};
