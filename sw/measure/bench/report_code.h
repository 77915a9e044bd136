/* SPDX-License-Identifier: Apache-2.0
 * The code of one kernel as escaped text for a <pre>. */
#ifndef GT200_REPORT_CODE_H
#define GT200_REPORT_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The source: of dir/MODULE.cu and the chain.h it may include the definitions that the kernel is made of, or the whole
 * of dir/MODULE.s. name gets the file's name. false: err says which file and why. */
bool code_source(FILE *f, const char *dir, const char *module, const char *kernel, char *name, size_t namen, char *err,
                 size_t errn);
/* The native code of dir/MODULE.cubin, disassembled, lines that repeat folded. false: err says why. */
bool code_native(FILE *f, const char *dir, const char *module, const char *kernel, char *err, size_t errn);

#endif
