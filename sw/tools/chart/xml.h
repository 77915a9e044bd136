/* SPDX-License-Identifier: Apache-2.0
 * Text inside HTML and SVG. */
#ifndef GT200_XML_H
#define GT200_XML_H

#include <stdio.h>

/* Writes text with &, <, > and quotes escaped: good between tags and in attributes. */
void xml_text(FILE *f, const char *text);

#endif
