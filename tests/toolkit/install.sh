#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.sh CMAKE BUILD PREFIX: installs the build into PREFIX, by way of DESTDIR; what other tests of the toolkit use.
set -eu
cmake=$1 build=$2 prefix=$3
rm -rf "$prefix" "$prefix.root"
DESTDIR=$prefix.root "$cmake" --install "$build" --prefix /usr/lib/gt200 --component toolkit >"$prefix.log"
mv "$prefix.root/usr/lib/gt200" "$prefix"
rmdir "$prefix.root/usr/lib" "$prefix.root/usr" "$prefix.root"       # nothing is installed elsewhere
[ -x "$prefix/bin/gt200" ]
