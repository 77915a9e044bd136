/* SPDX-License-Identifier: Apache-2.0
 *
 * A module that says of what sources it was made, and has no machine.
 */
const char gt_rtl_module[1], gt_machine_digest[] = MACHINE, gt_shared_digest[] = SHARED;
