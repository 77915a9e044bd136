/* SPDX-License-Identifier: Apache-2.0
 *
 * The verdict of another compiler: NVIDIA's ptxas as a program, which names every line that it refuses.
 */
#ifndef PTXFORMS_JUDGE_H
#define PTXFORMS_JUDGE_H

#include "forms.h"

struct judge {
    const char *program, *gpu;      /* ptxas and what it compiles for: --gpu-name */
    struct forms_chip chip;         /* .version and .target of the files */
    char  folder[64];               /* of temporary files */
    unsigned long runs;             /* of ptxas */
};

struct verdict {
    bool refused;
    char why[FORMS_WHY];            /* its message without file and line */
};

/* Makes the folder; false: err says why not. */
bool judge_open(struct judge *j, char *err, size_t room);
void judge_close(struct judge *j);
/* verdict[i] of form[i], in files of many statements; a statement that its compiler names is left out, and the rest is
 * asked again until it is taken. Those that
 * it refuses and that were expected to be taken are asked once more, alone. False: the program
 * does not run, or refuses the file itself (err). */
bool judge_all(struct judge *j, const struct forms *f, const bool *expected, struct verdict *verdict, char *err,
               size_t room);

#endif
