/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests are cut into pieces, sent ahead, matched with answers, and sent again when one is lost.
 */
#include "link.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link_def.h"

#define SLOTS        8              /* requests on their way, at most: their answers, too, take time on the line */
#define LOST         16             /* ranges to be sent again; see send_one */
#define MIN_WORDS    8              /* a frame of memory has one sector at least */
#define GROW_AFTER   16             /* so many frames without a loss, and they become longer again */
#define FIRST_MS     3000
#define SILENCE_MS   10000
#define STUCK_MS     60000
#define RESEND_MIN   30             /* USB adapters collect bytes for up to 16 ms */
#define RESEND_FIRST 500
#define RESEND_MAX   3000           /* unless answers are known to take longer */
#define US_PER_MS    1000

/* Part of a transfer. */
struct piece { size_t transfer; uint32_t at, words; };

struct slot {
    bool     used;
    uint8_t  tag;
    struct piece piece;
    size_t   bytes;                 /* on the line */
    uint64_t number;                /* of the frame: answers come in that order */
};

struct link_window {
    struct slot  slot[SLOTS];
    struct piece lost[LOST + 2];    /* to be sent again, in order, no two of them adjoin */
    size_t   nlost, on_way;         /* bytes of the slots in use */
    size_t   next;                  /* transfer that is sent next, from word next_at on */
    uint32_t next_at;
    size_t   done;                  /* transfers' words, all */
    int64_t  heard;                 /* when a right answer came last */
    int64_t  moved;                 /* when one came last that something waited for */
    uint64_t bytes_before;          /* of the link, when this call began */
    uint8_t  tx[FRAME_ENCODED];
    size_t   tx_at, tx_n;
};

static const char *command_name(uint8_t command)
{
    switch (command) {
    case LINK_CMD_READ_REG:  return "read_reg";
    case LINK_CMD_WRITE_REG: return "write_reg";
    case LINK_CMD_READ_MEM:  return "read_mem";
    case LINK_CMD_WRITE_MEM: return "write_mem";
    case LINK_CMD_FILL_MEM:  return "fill_mem";
    default:                 return "?";
    }
}

static bool is_read(const struct link_transfer *t)
{
    return t->command == LINK_CMD_READ_REG || t->command == LINK_CMD_READ_MEM;
}

static bool of_memory(const struct link_transfer *t)
{
    return t->command == LINK_CMD_READ_MEM || t->command == LINK_CMD_WRITE_MEM;
}

static uint32_t piece_address(const struct link_transfer *t, const struct piece *p)
{
    return t->address + (of_memory(t) ? 4 * p->at : p->at);
}

/* Breaks the link for good: the message is kept for later calls. */
static bool fail_link(struct link *l, char *err, size_t errn, const char *fmt, ...)
{
    char text[sizeof l->message - sizeof l->serial.device - 2];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    snprintf(l->message, sizeof l->message, "%s: %s", l->serial.device, text);
    l->broken = true;
    snprintf(err, errn, "%s", l->message);
    return false;
}

/* err holds what the line said. */
static bool line_failed(struct link *l, const char *err)
{
    snprintf(l->message, sizeof l->message, "%s", err);
    l->broken = true;
    return false;
}

bool link_open(struct link *l, const char *device, char *err, size_t errn)
{
    char path[sizeof l->serial.device];
    const char *at = strrchr(device, '@');
    unsigned long baud = LINK_BAUD;
    char *end;

    memset(l, 0, sizeof *l);
    l->serial.fd = -1;
    snprintf(path, sizeof path, "%.*s", (int)(at ? (size_t)(at - device) : strlen(device)), device);
    if (at) {
        baud = strtoul(at + 1, &end, 10);
        if (end == at + 1 || *end || baud < 1200 || baud > 20000000) {
            snprintf(err, errn, "%s: '%s' is not a rate from 1200 to 20000000 baud (expected DEVICE@BAUD)", device,
                     at + 1);
            return false;
        }
    }
    l->chunk = LINK_FRAME_WORDS;
    l->first_ms = FIRST_MS;
    l->silence_ms = SILENCE_MS;
    l->stuck_ms = STUCK_MS;
    l->resend_ms = RESEND_FIRST;
    l->window = calloc(1, sizeof *l->window);
    if (!l->window) {
        snprintf(err, errn, "%s: out of memory", device);
        return false;
    }
    if (serial_open(&l->serial, path, (uint32_t)baud, err, errn))
        return true;
    link_close(l);
    return false;
}

void link_close(struct link *l)
{
    serial_close(&l->serial);
    free(l->window);
    l->window = NULL;
}

static void skip_empty(struct link_window *w, const struct link_transfer *t, size_t n)
{
    while (w->next < n && w->next_at == t[w->next].words) {
        w->next++;
        w->next_at = 0;
    }
}

/* What is sent next: something lost, or the next words. false: nothing is left. */
static bool next_piece(const struct link *l, const struct link_transfer *t, size_t n, struct piece *p)
{
    const struct link_window *w = l->window;

    if (!w->nlost && w->next == n)
        return false;
    *p = w->nlost ? w->lost[0] : (struct piece){ w->next, w->next_at, t[w->next].words - w->next_at };
    if (t[p->transfer].command != LINK_CMD_FILL_MEM && p->words > l->chunk)
        p->words = l->chunk;
    return true;
}

/* Notes that a piece went out: one that had been lost, or the next new one. */
static void piece_sent(struct link *l, const struct link_transfer *t, size_t n, uint32_t words)
{
    struct link_window *w = l->window;

    if (!w->nlost) {
        w->next_at += words;
        skip_empty(w, t, n);
        return;
    }
    l->resent++;
    w->lost[0].at += words;
    w->lost[0].words -= words;
    if (!w->lost[0].words)
        memmove(w->lost, w->lost + 1, --w->nlost * sizeof *w->lost);
}

/* Puts one more request on its way, if there is one and room for it. Of what was lost the first words go first; with
 * nothing on its way, always: if they are lost again, they adjoin what is left of their range and take no more room. */
static void send_one(struct link *l, const struct link_transfer *t, size_t n)
{
    struct link_window *w = l->window;
    struct slot *s = NULL;
    struct frame f = { 0 };
    struct piece p;
    size_t used = 0;

    for (struct slot *o = w->slot; o < w->slot + SLOTS; o++) {
        used += o->used;
        if (!o->used)
            s = o;
    }
    if (!s || (used && used + w->nlost >= LOST) || !next_piece(l, t, n, &p))
        return;
    const struct link_transfer *of = &t[p.transfer];
    f.tag = l->tag;
    f.code = of->command;
    f.count = (uint16_t)p.words;
    f.address = piece_address(of, &p);
    if (!is_read(of)) {
        f.words = p.words;
        memcpy(f.payload, of->out + 4 * (size_t)p.at, 4 * (size_t)p.words);
    }
    size_t bytes = frame_encode(&f, w->tx);
    if (used && w->on_way + bytes > LINK_BUFFER_BYTES)
        return;
    w->tx_n = bytes;
    w->tx_at = 0;
    l->sent[l->tag] = serial_now();
    piece_sent(l, t, n, p.words);
    *s = (struct slot){ .used = true, .tag = l->tag++, .piece = p, .bytes = bytes, .number = l->frames++ };
    w->on_way += bytes;
}

static void release_slot(struct link_window *w, struct slot *s)
{
    s->used = false;
    w->on_way -= s->bytes;
}

static bool pieces_adjoin(const struct piece *a, const struct piece *b)
{
    return a->transfer == b->transfer && a->at + a->words == b->at;
}

/* Among the ranges that are to be sent again, in its place. */
static void insert_lost(struct link_window *w, struct piece p)
{
    size_t i = 0;

    while (i < w->nlost && (w->lost[i].transfer < p.transfer ||
                            (w->lost[i].transfer == p.transfer && w->lost[i].at < p.at)))
        i++;
    if (i < w->nlost && pieces_adjoin(&p, &w->lost[i])) {
        p.words += w->lost[i].words;
        memmove(w->lost + i, w->lost + i + 1, (--w->nlost - i) * sizeof *w->lost);
    }
    if (i && pieces_adjoin(&w->lost[i - 1], &p)) {
        w->lost[i - 1].words += p.words;
        return;
    }
    memmove(w->lost + i + 1, w->lost + i, (w->nlost++ - i) * sizeof *w->lost);
    w->lost[i] = p;
}

static void lose_piece(struct link *l, struct slot *s)
{
    release_slot(l->window, s);
    insert_lost(l->window, s->piece);
    l->chunk = l->chunk / 2 < MIN_WORDS ? MIN_WORDS : l->chunk / 2;
    l->good = 0;
}

/* A request is sent again when its answer takes longer than answers do: mean and deviation of the time that they
 * took, as TCP keeps them (RFC 6298). An answer has come to the request of this tag, which may have been given up: who
 * did not learn from those would give up all requests of a board that takes longer than was waited, for ever. */
static void learn_delay(struct link *l, uint8_t tag)
{
    struct link_window *w = l->window;

    w->heard = serial_now();
    int64_t took_ms = w->heard - l->sent[tag], took = took_ms * US_PER_MS;
    int64_t off = took > l->mean_us ? took - l->mean_us : l->mean_us - took;

    if (!l->answers) {
        l->mean_us = took;
        l->vary_us = took / 2;
    } else {
        l->vary_us += (off - l->vary_us) / 4;
        l->mean_us += (took - l->mean_us) / 8;
    }
    l->resend_ms = (l->mean_us + 4 * l->vary_us) / US_PER_MS + RESEND_MIN;
    int64_t most = 2 * took_ms > RESEND_MAX ? 2 * took_ms : RESEND_MAX;     /* one that was held up counts once */
    l->resend_ms = l->resend_ms < most ? l->resend_ms : most;
    l->sent[tag] = 0;
    l->answers++;
}

static void wait_longer(struct link *l)
{
    int64_t twice = 2 * l->resend_ms < RESEND_MAX ? 2 * l->resend_ms : RESEND_MAX;

    l->resend_ms = l->resend_ms > twice ? l->resend_ms : twice;
}

/* The board's answer is an error. */
static bool report_refusal(struct link *l, const struct link_transfer *t, const struct frame *f, char *err, size_t errn)
{
    const char *why = "an answer that is none of the protocol's";

    switch (f->code) {
    case LINK_ANSWER_BAD_COMMAND: why = "no such command"; break;
    case LINK_ANSWER_BAD_ADDRESS: why = "bad address"; break;
    case LINK_ANSWER_BAD_LENGTH:  why = "bad length"; break;
    case LINK_ANSWER_BUSY:        why = "busy, a launch runs"; break;
    }
    return fail_link(l, err, errn, "the board refuses %s of %u words at 0x%x: %s (%u)", command_name(t->command),
                     f->count, f->address, why, f->code);
}

/* An answer has come. One that nobody waits for only says how long it took. */
static bool take_answer(struct link *l, const struct link_transfer *t, const struct frame *f, char *err, size_t errn)
{
    struct link_window *w = l->window;
    struct slot *s = w->slot;

    while (s < w->slot + SLOTS && !(s->used && s->tag == f->tag))
        s++;
    if (s == w->slot + SLOTS) {
        if (l->sent[f->tag])
            learn_delay(l, f->tag);
        return true;
    }
    const struct link_transfer *of = &t[s->piece.transfer];
    if (f->count != s->piece.words || f->address != piece_address(of, &s->piece))
        return true;
    if (f->code != LINK_ANSWER_OK)
        return report_refusal(l, of, f, err, errn);
    if (f->words != (is_read(of) ? s->piece.words : 0))
        return fail_link(l, err, errn, "the answer to %s of %u words at 0x%x has %u words", command_name(of->command),
                         f->count, f->address, f->words);
    if (is_read(of))
        memcpy(of->in + 4 * (size_t)s->piece.at, f->payload, 4 * (size_t)f->words);
    learn_delay(l, s->tag);
    w->moved = w->heard;
    w->done += f->count;
    release_slot(w, s);
    if (++l->good >= GROW_AFTER && l->chunk < LINK_FRAME_WORDS) {
        l->chunk *= 2;
        l->good = 0;
    }
    for (struct slot *o = w->slot; o < w->slot + SLOTS; o++)        /* the board answers in order */
        if (o->used && o->number < s->number)
            lose_piece(l, o);
    return true;
}

/* Takes what has come over the line, frame by frame. */
static bool receive_frames(struct link *l, const struct link_transfer *t, char *err, size_t errn)
{
    uint8_t bytes[4096];
    struct frame f;
    size_t got;

    if (!serial_read(&l->serial, bytes, sizeof bytes, &got, err, errn))
        return line_failed(l, err);
    l->bytes_in += got;
    for (size_t i = 0; i < got; i++)
        if (frame_decode(&l->decoder, bytes[i], &f) && !take_answer(l, t, &f, err, errn))
            return false;
    return true;
}

static struct slot *oldest_slot(struct link_window *w)
{
    struct slot *first = NULL;

    for (struct slot *s = w->slot; s < w->slot + SLOTS; s++)
        if (s->used && (!first || s->number < first->number))
            first = s;
    return first;
}

/* Nothing has come for too long: the message says what that may be. */
static bool report_silence(struct link *l, const struct link_transfer *t, char *err, size_t errn)
{
    struct link_window *w = l->window;
    unsigned long long came = l->bytes_in - w->bytes_before;
    const struct slot *s = oldest_slot(w);
    struct piece p = s ? s->piece : w->lost[0];
    const struct link_transfer *of = &t[p.transfer];

    if (!l->answers && !came)
        return fail_link(l, err, errn,
                         "no answer in %d s at %u baud: is this the board's line, and its bitstream loaded?",
                         (int)(l->first_ms / 1000), l->serial.baud);
    if (!l->answers)
        return fail_link(l, err, errn,
                         "%llu bytes came in %d s at %u baud, but no frame with a right sum: another rate, "
                         "or not the board's line?", came, (int)(l->first_ms / 1000), l->serial.baud);
    if (serial_now() < w->heard + l->silence_ms)
        return fail_link(l, err, errn, "the board is too slow, or not right: %s of %u words at 0x%x is not answered in "
                         "%d s, others are", command_name(of->command), p.words, piece_address(of, &p),
                         (int)(l->stuck_ms / 1000));
    return fail_link(l, err, errn, "the board has fallen silent: %s of %u words at 0x%x is not answered in %d s",
                     command_name(of->command), p.words, piece_address(of, &p), (int)(l->silence_ms / 1000));
}

/* Sends, receives, or waits until there is something to do. */
static bool step_window(struct link *l, const struct link_transfer *t, size_t n, char *err, size_t errn)
{
    struct link_window *w = l->window;

    if (!w->tx_n)
        send_one(l, t, n);
    if (w->tx_n) {
        size_t put;
        if (!serial_write(&l->serial, w->tx + w->tx_at, w->tx_n - w->tx_at, &put, err, errn))
            return line_failed(l, err);
        w->tx_at += put;
        if (w->tx_at == w->tx_n)
            w->tx_n = 0;
        if (put)
            return receive_frames(l, t, err, errn);
    }
    int64_t now = serial_now(), deadline = w->heard + (l->answers ? l->silence_ms : l->first_ms);
    if (l->answers && deadline > w->moved + l->stuck_ms)
        deadline = w->moved + l->stuck_ms;
    struct slot *s = oldest_slot(w);
    if (now >= deadline)
        return report_silence(l, t, err, errn);
    int64_t again = s && !w->tx_n ? l->sent[s->tag] + l->resend_ms : INT64_MAX;
    if (now >= again) {
        lose_piece(l, s);
        wait_longer(l);
        return true;
    }
    if (!serial_wait(&l->serial, w->tx_n != 0, again < deadline ? again : deadline, err, errn))
        return line_failed(l, err);
    return receive_frames(l, t, err, errn);
}

bool link_do(struct link *l, const struct link_transfer *t, size_t n, char *err, size_t errn)
{
    struct link_window *w = l->window;
    size_t words = 0;

    if (l->broken) {
        snprintf(err, errn, "%s", l->message);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        words += t[i].words;
    memset(w, 0, sizeof *w);
    w->heard = w->moved = serial_now();
    w->bytes_before = l->bytes_in;
    skip_empty(w, t, n);
    if (l->moved)
        l->moved(l->moved_ctx, 0, words);
    while (w->done < words) {
        const size_t before = w->done;
        if (!step_window(l, t, n, err, errn))
            return false;
        if (l->moved && w->done != before)
            l->moved(l->moved_ctx, w->done, words);
    }
    return true;
}
