/* SPDX-License-Identifier: Apache-2.0
 *
 * Gives the files named on the command line to the fuzz target, whole and cut off at many places.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv)
{
    enum { MOST = 1 << 20, CUTS = 60 };
    uint8_t *data = malloc(MOST);
    if (!data)
        return 1;
    for (int i = 1; i < argc; i++) {
        FILE *f = fopen(argv[i], "rb");
        if (!f) {
            perror(argv[i]);
            return 1;
        }
        size_t n = fread(data, 1, MOST, f);
        fclose(f);
        for (size_t k = 0; k <= CUTS; k++)
            LLVMFuzzerTestOneInput(data, n * k / CUTS);
    }
    free(data);
    printf("%d files\n", argc - 1);
    return argc < 2;
}
