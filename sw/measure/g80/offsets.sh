#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# offsets.sh GT200 FOLDER [WORDS]: the copy by offset on chips g80 and gtx280, FOLDER/offsets.csv (chip, offset, GB/s)
# and FOLDER/offsets.svg. WORDS: of the copy, 524288 by default.
set -eu
[ $# -ge 2 ] || { echo "usage: offsets.sh GT200 FOLDER [WORDS]" >&2; exit 2; }
gt200=$1 to=$2 words=${3:-524288}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
offsets="0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 24 31 32"

"$gt200" cc -arch=sm_10 "$here/offset_copy.cu" -o "$work/offset_copy"
echo chip,offset,GB/s >"$work/offsets.csv"
for chip in g80 gtx280; do
    # shellcheck disable=SC2086
    GT200_TARGET=model GT200_CHIP=$chip "$work/offset_copy" "$words" $offsets >"$work/one"
    sed "s/^/$chip,/" "$work/one" >>"$work/offsets.csv"
done
awk -f "$here/offsets.awk" "$work/offsets.csv" >"$work/offsets.svg"
cp "$work/offsets.csv" "$work/offsets.svg" "$to"
