/* SPDX-License-Identifier: Apache-2.0
 *
 * What the headers of the C++ library and of CUDA used to include by the way, and programs of the time count on: gt200
 * cc includes it in front of a source whose names are not declared.
 */
#ifndef GT200_ERA_H
#define GT200_ERA_H

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#ifdef __cplusplus
#include <algorithm>
#include <cassert>
#include <cctype>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <typeinfo>
#endif
#endif
