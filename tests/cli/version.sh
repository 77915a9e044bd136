#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# version.sh GT200 SOURCE: the version has the commit that it was built from, if that was in a repository.
set -u
said=$("$1" --version)
git -C "$2" rev-parse -q --verify HEAD >/dev/null 2>&1 || exit 0
commit=$(echo "$said" | sed -n 's/^gt200 [0-9.]* (commit \([0-9a-f]*\)\(-dirty\)*)$/\1/p')
[ ${#commit} -ge 12 ] && git -C "$2" cat-file -e "$commit^{commit}" && exit 0
echo "gt200 --version: $said"
exit 1
