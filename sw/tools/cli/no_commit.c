/* SPDX-License-Identifier: Apache-2.0 */
#include "commit.h"

const char gt200_commit[] = "";
