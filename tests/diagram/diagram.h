/* SPDX-License-Identifier: Apache-2.0
 *
 * Timing diagrams of docs/units/: blocks of text that a person reads and a machine runs. The format is described in
 * docs/units/README.md.
 */
#ifndef GT200_DIAGRAM_H
#define GT200_DIAGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "gsim.h"

#define DIAGRAM_WORDS 1024      /* of code */
#define DIAGRAM_LABELS 32
#define DIAGRAM_COLUMNS 48
#define DIAGRAM_MARKS 256
#define DIAGRAM_ROWS 32

enum { DIAGRAM_ANY = -1 };

/* What a row is about: an instruction (by label), a warp, both, or blocks. */
struct diagram_row {
    unsigned line;              /* of the file */
    int      label;             /* DIAGRAM_ANY: every instruction */
    int      warp;              /* DIAGRAM_ANY: every warp */
    bool     blocks;            /* acceptance and end of blocks */
};

/* An event that the diagram shows. */
struct diagram_mark {
    unsigned row;
    int64_t  cycle;             /* as printed, relative to the base */
    unsigned kind;              /* index into the table of words in check.c */
};

struct diagram {
    const char *file;
    unsigned line;              /* of the block's first line */
    char     name[64];
    uint32_t threads, blocks, regs, smem;       /* of a block; blocks of the grid */
    uint32_t texture;           /* texels of texture 0, words in device memory; 0: none */
    uint32_t code[DIAGRAM_WORDS], words;
    struct { char name[16]; uint32_t pc; } label[DIAGRAM_LABELS];
    unsigned labels;
    int      base;              /* label whose issue is cycle 0; DIAGRAM_ANY: the launch's cycle 0 */
    int      base_warp;
    unsigned base_nth;          /* which of its issues, from 0 */
    int64_t  first, last;       /* cycles of the first and last column */
    unsigned rows, marks;
    struct diagram_row row[DIAGRAM_ROWS];
    struct diagram_mark mark[DIAGRAM_MARKS];
};

/* Reads the next diagram of a page. *line: lines read so far. 1: d is one, 0: there is none left, -1: a malformed one,
 * which has been told on `err` with file and line. */
int diagram_read(FILE *page, const char *file, unsigned *line, struct diagram *d, FILE *err);

/* Number of the word for an event ("issue", "wb0", ...), -1: there is none. */
int diagram_kind(const char *word);

/* Compares events with a diagram: every mark is an event in that cycle, and a row shows all events of its kinds between
 * its diagram's first and last cycle. Differences go to `err`. */
bool diagram_check(const struct diagram *d, const struct gt_event *ev, size_t n, FILE *err);

#endif
