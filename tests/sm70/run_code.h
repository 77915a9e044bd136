/* SPDX-License-Identifier: Apache-2.0
 *
 * Assembly text of sm_90 on the functional model.
 */
#ifndef GT200_TEST_RUN_CODE_H
#define GT200_TEST_RUN_CODE_H

#include "sm70_func.h"

/* Runs kernel code, whose first parameter is the address of 64 bytes: words. false: message says why it failed. */
bool run_launch(struct sm70_launch l, uint64_t limit, const char *code, uint32_t words[16],
                char message[SM70_MESSAGE]);
/* The same, one block, with constants in bank 3. */
bool run_block(unsigned threads, const char *code, const void *constants, uint32_t n, uint32_t words[16],
               char message[SM70_MESSAGE]);
bool run_thread(const char *code, const void *constants, uint32_t n, uint32_t words[16], char message[SM70_MESSAGE]);

#define I "[B------:R-:W-:-:S01] "
#define ADDRESS I "MOV R2, c[0x0][0x210]\n" I "MOV R3, c[0x0][0x214]\n" I "ULDC.64 UR4, c[0x0][0x208]\n"
#define STORE   I "STG.E desc[UR4][R2.64], R4\n" I "EXIT\n"

#endif
