/* SPDX-License-Identifier: Apache-2.0
 *
 * Verilator's writer of FST waves does not look at what becomes of its writes, and maps files that a full disk has cut
 * short.
 * fst_writer.cpp compiles it with calls that look.
 */
#ifndef GT200_FST_WRITER_H
#define GT200_FST_WRITER_H

#ifdef __cplusplus
extern "C" {
#endif

/* The first error of the files of waves that this thread wrote since it asked last: an errno; 0: none. Complete after
 * fstWriterClose. */
int fst_writer_error(void);

#ifdef __cplusplus
}
#endif
#endif
