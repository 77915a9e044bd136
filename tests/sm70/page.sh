#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: page.sh ROOT: the tables of docs/records/h100/README.md are what sw/measure/probe/read.sh makes of the record.
set -eu
cd "$1"
want=$(sh sw/measure/probe/read.sh docs/records/h100)
got=$(sed -n '/^<!-- read.sh -->$/,/^<!-- end -->$/p' docs/records/h100/README.md | sed '1d;$d')
test -n "$want" && test "$want" = "$got" && exit
echo "docs/records/h100/README.md: expected between <!-- read.sh --> and <!-- end --> what
  sw/measure/probe/read.sh docs/records/h100 writes"
exit 1
