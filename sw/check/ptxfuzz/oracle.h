/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 oracle: the command starts processes (workers) which share what is counted here.
 */
#ifndef PTXFUZZ_ORACLE_H
#define PTXFUZZ_ORACLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define ORACLE_NOWHERE UINT64_MAX       /* the number of a worker that is in no program */
#define ORACLE_AGAIN   3                /* exit status of one that got no new context: it needs a new process */

#define ORACLE_JOBS 64      /* at most */
enum { ORACLE_KINDS = 1024, ORACLE_OPCODE = 96 };

struct oracle_options {
    uint64_t programs, seed, size, jobs, shrink, seconds, patience, rounds, points;
    bool plant, rows, errors;
    const char *only;
};

/* Opcodes, each once, with how often and one example. */
struct oracle_list {
    atomic_flag busy;
    unsigned    n;
    struct oracle_kind { char opcode[ORACLE_OPCODE], example[160]; uint64_t count; } kind[ORACLE_KINDS];
};

struct oracle_shared {
    uint64_t         total, rows;           /* numbers to do; of the rows once */
    _Atomic uint64_t next, passed, failed, hung, faulted, shrunk, left_out;
    _Atomic uint64_t contradicts, shrunk_contradictions;    /* of those passed: the GPU agrees without optimizations */
    _Atomic bool     stop;
    struct oracle_list refused;         /* what the GPU's compiler does not take */
    struct oracle_list left;            /* rows that are not compared, by reason */
    struct oracle_list differ;          /* what alone is enough for a difference */
    struct oracle_list contradict;      /* for one that only the optimizations of the GPU's compiler make */
    struct oracle_worker {
        _Atomic uint64_t number, runs;  /* of its program; runs of programs since it began */
        _Atomic bool     plain;         /* it runs with the GPU's compiler not optimizing */
        _Atomic bool     counted;       /* its verdict is among those above: it is being made small */
        _Atomic uint64_t again;         /* a program whose end the last process did not see */
    } worker[ORACLE_JOBS];
};

/* Notes one more; false: the list is full. */
bool oracle_note(struct oracle_list *l, const char *opcode, const char *example);
bool oracle_listed(struct oracle_list *l, const char *opcode);

/* The kinds, with how often each. */
void oracle_say(const char *title, const struct oracle_list *l);

/* Numbers of the rows whose opcode begins so (NULL: of all): each instruction with registers and with a constant. */
uint64_t oracle_rows(const char *only);

/* Prints the errors of the approximate instructions, each range at so many points. Returns the exit status. */
int oracle_errors(uint64_t points);

/* One process: programs until there are no more. Returns its exit status. */
int oracle_work(const struct oracle_options *o, struct oracle_shared *s, unsigned number);

#endif
