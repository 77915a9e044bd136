/* SPDX-License-Identifier: Apache-2.0
 *
 * GDB's remote serial protocol over TCP, packet by packet ("Remote Protocol" in GDB's manual).
 */
#ifndef GT200_GDB_PACKET_H
#define GT200_GDB_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GDB_PACKET 16384        /* characters of a packet, at most */

struct gdb_link {
    int  listener, fd;          /* -1: none */
    bool acks;                  /* each packet is acknowledged */
    char in[GDB_PACKET + 8];    /* what has come and is not taken */
    size_t have;
};

/* Listens at this port of 127.0.0.1; 0: any, which becomes *port. false: err says why not. */
bool gdb_listen(struct gdb_link *l, unsigned *port, char *err, size_t n);
/* Waits until a debugger connects. */
bool gdb_accept(struct gdb_link *l);
/* The next packet, without its frame, into packet[0..GDB_PACKET]. false: the debugger is gone. */
bool gdb_receive(struct gdb_link *l, char *packet, size_t *length);
bool gdb_send(struct gdb_link *l, const char *packet, size_t length);
bool gdb_sends(struct gdb_link *l, const char *text);
/* Has it asked to interrupt what runs? Does not wait. */
bool gdb_interrupted(struct gdb_link *l);
void gdb_hang_up(struct gdb_link *l);

/* Hexadecimal text of bytes, ended by a zero; and back: how many bytes. */
void gdb_hex(char *out, const void *bytes, size_t n);
size_t gdb_unhex(void *out, size_t room, const char *text, size_t n);

#endif
