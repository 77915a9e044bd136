/* SPDX-License-Identifier: Apache-2.0
 *
 * Messages quote what they complain about: what stood in a file or on a command line.
 */
#ifndef GT200_PRINTABLE_H
#define GT200_PRINTABLE_H

/* Makes '?' of each control character but newline and tab, those of UTF-8 from U+0080 to U+009F, too, so that a
 * message cannot command the terminal. Returns the text. */
char *gt_printable(char *text);

/* As fprintf to standard error, with gt_printable of the whole; what names files, kernels or text of the user goes
 * there by this alone. */
void gt_tell(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
