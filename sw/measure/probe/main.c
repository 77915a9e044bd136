/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200-probe: gt200 probe as a program of its own, which needs nothing but the C library and a driver.
 */
#include "probe.h"

int main(int argc, char **argv)
{
    return gt_cmd_probe(argc, argv);
}
