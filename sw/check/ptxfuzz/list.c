/* SPDX-License-Identifier: Apache-2.0
 *
 * What was found, by opcode: how often, and the first message.
 */
#include "oracle.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool lists(struct oracle_list *l, const char *opcode, struct oracle_kind **kind)
{
    for (unsigned i = 0; i < l->n; i++)
        if (!strcmp(l->kind[i].opcode, opcode)) {
            *kind = &l->kind[i];
            return true;
        }
    return false;
}

bool oracle_note(struct oracle_list *l, const char *opcode, const char *example)
{
    struct oracle_kind *k = NULL;
    while (atomic_flag_test_and_set(&l->busy))
        ;
    bool there = lists(l, opcode, &k), room = there || l->n < ORACLE_KINDS;
    if (!there && room) {
        k = &l->kind[l->n++];
        snprintf(k->opcode, sizeof k->opcode, "%s", opcode);
        snprintf(k->example, sizeof k->example, "%s", example);
    }
    if (room)
        k->count++;
    atomic_flag_clear(&l->busy);
    return room;
}

bool oracle_listed(struct oracle_list *l, const char *opcode)
{
    struct oracle_kind *k = NULL;
    while (atomic_flag_test_and_set(&l->busy))
        ;
    bool there = lists(l, opcode, &k);
    atomic_flag_clear(&l->busy);
    return there;
}

void oracle_say(const char *title, const struct oracle_list *l)
{
    if (l->n)
        printf("%s\n", title);
    for (unsigned i = 0; i < l->n; i++)
        printf("  %6" PRIu64 "  %-28s %s\n", l->kind[i].count, l->kind[i].opcode, l->kind[i].example);
}
