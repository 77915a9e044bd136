/* SPDX-License-Identifier: Apache-2.0
 *
 * The signals that ask a program to end: a command that has something to put away first handles these.
 */
#ifndef GT200_SIGNALS_H
#define GT200_SIGNALS_H

#include <signal.h>

static const int signals[] = { SIGHUP, SIGINT, SIGTERM };
#define SIGNALS (sizeof signals / sizeof *signals)

#endif
