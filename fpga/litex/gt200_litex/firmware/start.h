/* SPDX-License-Identifier: Apache-2.0 */
#ifndef START_H
#define START_H

/* Of the program, called by start.c when an interrupt comes. */
void external_interrupt(void);
int main(void);

#endif
