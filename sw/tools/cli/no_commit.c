/* SPDX-License-Identifier: Apache-2.0
 *
 * The commit of a build outside a repository: none.
 */
#include "commit.h"

const char gt200_commit[] = "";
