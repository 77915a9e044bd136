/* SPDX-License-Identifier: Apache-2.0
 *
 * A cycle of the host's registers: uploads of textures and constants, launches, invalidations, answers.
 */
#include "host_if.h"

#include <stddef.h>
#include <string.h>

void host_if_reset(struct host_if *h)
{
    memset(h, 0, offsetof(struct host_if, set));
    h->still = GT_GPU_FENCE_CYCLES;
}

/* HOST-4 */
static bool gpu_rests(const struct host_if *h, const struct host_if_in *in)
{
    return !in->running && !in->moving && h->still == GT_GPU_FENCE_CYCLES;
}

static bool does_invalidate(const struct host_if *h, const struct host_if_in *in)
{
    return h->state == HOST_INVALIDATES && gpu_rests(h, in) && in->step;
}

unsigned host_if_inv(const struct host_if *h, const struct host_if_in *in)
{
    return h->inv || does_invalidate(h, in) ? h->command & 7 : 0;
}

/* The word that is taken from the queue in this cycle; NULL: none. */
static const uint32_t *word_taken(const struct host_if *h)
{
    static const unsigned takes = 1u << HOST_COMMAND | 1u << HOST_ADDRESS | 1u << HOST_DATA | 1u << HOST_SETS |
                                  1u << HOST_DEAD;
    return h->in_count && takes >> h->state & 1 ? &h->in[h->in_head] : NULL;
}

int host_if_texture(const struct host_if *h)
{
    const uint32_t *w = word_taken(h);
    return w && h->state == HOST_SETS && h->reg == HOST_REG_TEX_INDEX ? (int)(*w & 127) : -1;
}

/* The state that a command word begins. */
static enum host_state begin_command(struct host_if *h, uint32_t command)
{
    h->command = command;
    h->left = command & 0xffff;
    h->reg = command >> 16 & 0xfff;
    h->word = 0;
    switch (command >> 28) {
    case HOST_UPLOAD:     return HOST_ADDRESS;
    case HOST_SET:        return h->left ? HOST_SETS : HOST_COMMAND;
    case HOST_INVALIDATE: return HOST_INVALIDATES;
    case HOST_FENCE:      return HOST_FENCES;
    case HOST_LAUNCH:     return HOST_PREPARES;
    default:              return HOST_ANSWERING;
    }
}

/* HOST-2: a word of an upload. */
static enum host_state upload_word(struct host_if *h, uint32_t word)
{
    unsigned i = h->at / 4 % 8;
    if (!h->sector.mask)
        h->sector = (struct gpu_req){.dst = (uint8_t)gpu_partition(h->at), .src = XBAR_L3, .kind = MEM_STORE,
                                     .addr = h->at & ~31u};
    h->sector.data[i] = word;
    h->sector.mask |= 0xfu << 4 * i;
    h->at += 4;
    return --h->left && i < 7 ? HOST_DATA : HOST_SEND;
}

/* HOST-3 */
static enum host_state set_register(struct host_if *h, uint32_t word)
{
    if (h->reg < HOST_REGISTERS)
        h->set[h->reg] = word;
    h->reg = (h->reg + 1) & 0xfff;
    return --h->left ? HOST_SETS : HOST_COMMAND;
}

/* The state after a word of a command. */
static enum host_state word_comes(struct host_if *h, uint32_t word)
{
    switch (h->state) {
    case HOST_COMMAND: return begin_command(h, word);
    case HOST_DATA:    return upload_word(h, word);
    case HOST_SETS:    return set_register(h, word);
    case HOST_ADDRESS:
        h->at = word & ~3u;
        return h->left ? HOST_DATA : HOST_COMMAND;
    default:           return h->state;
    }
}

/* HOST-8, HOST-9: the next word of the answer, for which there is room. */
static enum host_state answer_word(struct host_if *h, const struct host_if_in *in)
{
    unsigned op = h->command >> 28;
    uint32_t first = op == HOST_LAUNCH ? (uint32_t)HOST_LAUNCH << 28 | (uint32_t)h->faulted << 26 |
                                             (uint32_t)in->fault_page << 25 | (uint32_t)in->fault_sm << 20 |
                                             (uint32_t)in->next_tpc << 16 | (h->command & 0xffff)
                     : op == HOST_FENCE ? h->command
                                        : (uint32_t)HOST_BAD << 28 | (h->command & 0xfffffff);
    const uint32_t words[] = {first, (uint32_t)h->cycles, (uint32_t)(h->cycles >> 32), in->fault[0], in->fault[1],
                              in->fault[2]};
    unsigned n = op != HOST_LAUNCH ? 1 : h->faulted ? 6 : 3;
    h->out[(h->out_head + h->out_count++) % HOST_ANSWERS] = words[h->word];
    if (++h->word < n)
        return HOST_ANSWERING;
    return op == HOST_FENCE || op == HOST_LAUNCH ? HOST_COMMAND : HOST_DEAD;
}

/* HOST-5 to HOST-7: the states in which no word is taken. room: for a word of an answer. */
static enum host_state next_state(struct host_if *h, const struct host_if_in *in, bool room)
{
    switch (h->state) {
    case HOST_SEND:
        if (!in->step || !in->request_ready)
            return HOST_SEND;
        h->sector.mask = 0;
        return h->left ? HOST_DATA : HOST_COMMAND;
    case HOST_INVALIDATES:
        return does_invalidate(h, in) ? HOST_COMMAND : HOST_INVALIDATES;
    case HOST_FENCES:
        return gpu_rests(h, in) ? HOST_ANSWERING : HOST_FENCES;
    case HOST_PREPARES:
        if (!gpu_rests(h, in) || h->cycle % GT_GPU_PREPARE_CYCLES)
            return HOST_PREPARES;
        h->starts = h->cycle + GT_GPU_RESET_CYCLES - 1;
        return HOST_WAITS;
    case HOST_WAITS:
        return h->cycle + 1 == h->starts ? HOST_STARTS : HOST_WAITS;
    case HOST_STARTS:
        if (!in->launch_ready)
            return HOST_STARTS;
        h->cycles = 1;
        return HOST_RUNS;
    case HOST_RUNS:
        h->cycles += in->running;
        return in->running ? HOST_RUNS : HOST_ENDS;
    case HOST_ENDS:
        if (!gpu_rests(h, in))
            return HOST_ENDS;
        h->faulted = in->fault_valid;
        return HOST_ANSWERING;
    case HOST_ANSWERING:
        return room ? answer_word(h, in) : HOST_ANSWERING;
    default:
        return h->state;
    }
}

/* All parts see the state of the cycle's start; what changes it comes after next_state(). */
void host_if_cycle(struct host_if *h, const struct host_if_in *in)
{
    const uint32_t *word = word_taken(h);
    bool ready = host_if_ready(h), room = h->out_count < HOST_ANSWERS, inv = does_invalidate(h, in);
    enum host_state next = word ? word_comes(h, *word) : next_state(h, in, room);
    if (in->answer_taken) {
        h->out_head = (h->out_head + 1) % HOST_ANSWERS;
        h->out_count--;
    }
    if (word) {
        h->in_head = (h->in_head + 1) % HOST_QUEUE;
        h->in_count--;
    }
    if (in->valid && ready)
        h->in[(h->in_head + h->in_count++) % HOST_QUEUE] = in->word;
    h->inv = inv;
    if (in->running)
        h->still = 0;
    else if (h->still < GT_GPU_FENCE_CYCLES)
        h->still++;
    h->state = next;
    h->cycle++;
}
