#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: page.sh ROOT: the tables of docs/records/h100/README.md and h200 are what sw/measure/probe/read.sh makes of the
# records.
set -eu
cd "$1"
for record in docs/records/h100 docs/records/h200; do
    want=$(sh sw/measure/probe/read.sh $record)
    got=$(sed -n '/^<!-- read.sh -->$/,/^<!-- end -->$/p' $record/README.md | sed '1d;$d')
    test -n "$want" && test "$want" = "$got" && continue
    echo "$record/README.md: expected between <!-- read.sh --> and <!-- end --> what
  sw/measure/probe/read.sh $record writes"
    exit 1
done
