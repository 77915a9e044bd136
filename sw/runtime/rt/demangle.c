/* SPDX-License-Identifier: Apache-2.0
 * Names as the source has them. */
#include <stdlib.h>
#include <string.h>

#include "driver.h"

/* The C++ library's, which programs are linked with. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *n, int *status) __attribute__((weak));

char *drv_demangled(const char *name)
{
    int status = -1;

    return !strncmp(name, "_Z", 2) && __cxa_demangle ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
}
