/* SPDX-License-Identifier: Apache-2.0
 *
 * glibc's list of functions without an implementation, for 32-bit hosts. Device code with 4-byte pointers is compiled
 * with the declarations of such a host, whose library need not be installed: nothing of it is linked.
 */
