/* SPDX-License-Identifier: Apache-2.0
 *
 * Conformance vectors from the command line: gt200_vectors FILE.tsv.gz...
 */
#include "vectors.h"

int main(int argc, char **argv)
{
    return argc > 1 && gt_vectors_files(&gt_vectors_func, (const char *const *)argv + 1, argc - 1, false) ? 0 : 1;
}
