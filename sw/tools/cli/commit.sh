#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# commit.sh SOURCE FILE: FILE, C with the commit that SOURCE is at; a newer file only if that is another.
set -eu
commit=$(git -C "$1" describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null) || commit=
cat >"$2.new" <<END
/* of commit.sh */
#include "commit.h"
const char gt200_commit[] = "${commit:+ (commit $commit)}";
END
cmp -s "$2.new" "$2" || cp "$2.new" "$2"
rm "$2.new"
