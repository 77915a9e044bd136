#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.sh CMAKE BUILD SOURCE PREFIX: installs the build into PREFIX, by way of DESTDIR; what other tests of the
# toolkit use. Nothing in it knows where it was built.
set -eu
cmake=$1 build=$2 source=$3 prefix=$4
rm -rf "$prefix" "$prefix.root"
DESTDIR=$prefix.root "$cmake" --install "$build" --prefix /usr/lib/gt200 --component toolkit >"$prefix.log"
mv "$prefix.root/usr/lib/gt200" "$prefix"
rmdir "$prefix.root/usr/lib" "$prefix.root/usr" "$prefix.root"       # nothing is installed elsewhere
[ -x "$prefix/bin/gt200" ]
if grep -rlF -e "$build" -e "$source/sw" -e "$source/cmodel" -e "$source/sim" "$prefix"; then
    echo "these files name the folder of the build or of the sources"
    exit 1
fi
# A folder with a blank in its name, and one below the current one.
for to in '/opt/a b' 'here/a b'; do
    want=$to
    case $to in /*) ;; *) want=$source/$to ;; esac
    make -C "$source" -n install PREFIX="$to" DESTDIR= | grep -qF -e "--prefix \"$want\"" ||
        { echo "make install PREFIX='$to' installs elsewhere"; exit 1; }
done
