/* SPDX-License-Identifier: Apache-2.0
 *
 * The record of a GPU as the least right distance between two instructions. latencygen writes the table of what was
 * measured; what was not takes the longest of its kind.
 */
#ifndef GT200_HAZARDS_LATENCY_H
#define GT200_HAZARDS_LATENCY_H

#include "operands.h"

enum { HZ_FAMILIES = 192, HZ_UNITS = 24, HZ_NO_FAMILY = 255 };

/* Rows of one name. */
struct hz_family {
    const char *name;
    uint8_t out, in;            /* units of results and operands */
    uint8_t queue, order;       /* that reads its operands; that ends in order; 0: none */
    bool late;                  /* variable latency */
    bool result, operand;       /* has a result; reads its operands late */
};
/* A pair that was measured: a result of `writer` (its part `wpart`, read as `file`) read by `reader` at bit `slot`. */
struct hz_link { uint8_t writer, wpart, reader, slot, rpart, file, clocks; };

/* How far behind `first`, by its part `part`, `second` may write the same register. */
struct hz_again { uint8_t first, part, second, file, clocks; };

/* How far behind `reader` its operand may be written by `writer`, with nothing else under way. */
struct hz_over { uint8_t reader, writer, file, clocks; };

extern const struct hz_family hz_families[];
extern const unsigned hz_nfamilies;
extern const char *const hz_units[];
extern const struct hz_link hz_links[];
extern const unsigned hz_nlinks;
extern const struct hz_again hz_agains[];
extern const unsigned hz_nagains;
extern const struct hz_over hz_overs[];
extern const unsigned hz_novers;
/* Clocks until a dependence counter is seen; from DEPBAR to what it waits for. */
extern const unsigned hz_seen, hz_depbar;
/* Clocks of a stall count without and with the yield bit. */
extern const uint8_t hz_stall[2][16];
/* Clocks until the counter of a family's result, and of its operands, is released with nothing else under way; 0: not
 * measured. */
extern const uint16_t hz_result[], hz_operand[];

/* The family of a row. */
uint8_t hz_family_of(size_t row);

/* How a figure came about. */
enum hz_ground {
    HZ_MEASURED,        /* this pair, this operand */
    HZ_SAME,            /* these instructions, another operand or half */
    HZ_UNIT,            /* the longest of the unit of one of them or both */
    HZ_LONGEST,         /* the longest of all readers */
    HZ_PUBLISHED,       /* of a chip without a record, by others */
    HZ_UNKNOWN          /* nothing of the kind was measured */
};
struct hz_figure { unsigned clocks; enum hz_ground ground; };

/* The distance from w's result `wpart`, a register of that file, to the reader's operand. */
struct hz_figure hz_latency(uint8_t writer, uint8_t wpart, uint8_t reader, uint8_t slot, uint8_t rpart, uint8_t file);
/* The distance from a result to a second one in the same register. */
struct hz_figure hz_latency_again(uint8_t first, uint8_t part, uint8_t second, uint8_t file);
/* The distance from a reader of fixed latency to a writer of its operand. */
unsigned hz_latency_over(uint8_t reader, uint8_t writer, uint8_t file);
/* Is that above 1 for some writer? */
bool hz_reads_later(uint8_t reader, uint8_t file);
/* The longest that hz_latency gives. */
unsigned hz_latency_max(void);

#endif
