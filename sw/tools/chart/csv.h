/* SPDX-License-Identifier: Apache-2.0
 * Comma separated values (RFC 4180 without line breaks inside a field). */
#ifndef GT200_CSV_H
#define GT200_CSV_H

/* Splits a line in place into at most max fields; quotes and the line end are removed. Returns the number of fields,
 * at least 1. */
int csv_split(char *line, char **field, int max);

#endif
