/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 oracle: the command starts processes (workers) which share what is counted here.
 */
#ifndef PTXFUZZ_ORACLE_H
#define PTXFUZZ_ORACLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define ORACLE_NOWHERE UINT64_MAX       /* the seed of a worker that is in no program */
#define ORACLE_AGAIN   3                /* exit status of one that got no new context: it needs a new process */

enum { ORACLE_JOBS = 64, ORACLE_KINDS = 256, ORACLE_OPCODE = 48 };

struct oracle_options { uint64_t programs, seed, size, jobs, shrink, seconds, patience; bool plant; };

/* Opcodes, each once, with how often and one example. */
struct oracle_list {
    atomic_flag busy;
    unsigned    n;
    struct oracle_kind { char opcode[ORACLE_OPCODE], example[160]; uint64_t count; } kind[ORACLE_KINDS];
};

struct oracle_shared {
    _Atomic uint64_t next, passed, failed, hung, faulted, shrunk;
    _Atomic bool     stop;
    struct oracle_list refused;         /* what the GPU's compiler does not take */
    struct oracle_list differ;          /* what alone made a program fail */
    struct oracle_worker {
        _Atomic uint64_t seed, runs;    /* of its program; runs of programs since it began */
    } worker[ORACLE_JOBS];
};

/* Notes one more; false: the list is full. */
bool oracle_note(struct oracle_list *l, const char *opcode, const char *example);
bool oracle_listed(struct oracle_list *l, const char *opcode);

/* One process: programs until there are no more. Returns its exit status. */
int oracle_work(const struct oracle_options *o, struct oracle_shared *s, unsigned number);

#endif
