/* SPDX-License-Identifier: Apache-2.0
 *
 * Conformance vectors from the command line: gt200_vectors FILE.tsv.gz...
 */
#include "vectors.h"

int main(int argc, char **argv)
{
    return gt_vectors_command(argc, argv, NULL, "func");
}
