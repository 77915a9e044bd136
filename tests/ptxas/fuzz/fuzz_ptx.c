/* SPDX-License-Identifier: Apache-2.0
 *
 * libFuzzer target: any bytes as PTX must give a cubin or an error message of one line.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ptxas.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ptxas_result res;
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    if (ptxas_compile(text, "fuzz.ptx", NULL, &res))
        free(res.text);
    else if (!res.error[0] || strchr(res.error, '\n'))
        abort();
    free(text);
    return 0;
}
