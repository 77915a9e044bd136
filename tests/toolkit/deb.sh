#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# deb.sh PREFIX CPACK BUILD SOURCE DIR: the Debian package has the files of an installation, below /opt/gt200, and no
# others; unpacked elsewhere it works.
set -eu
prefix=$1 cpack=$2 build=$3 source=$4 dir=$5
fail() { echo "$*"; exit 1; }
command -v dpkg-deb >/dev/null || exit 77
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
"$cpack" --config "$build/CPackConfig.cmake" -B "$dir" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip >log 2>&1 ||
    fail "$(cat log)"
set -- ./*.deb
[ $# = 1 ] && [ -f "$1" ] || fail "packages: $*"
package=$1
# Names behind the permissions, owner, size and date; a link's target behind " -> ".
dpkg-deb -c "$package" | sed 's/^\([^ ]* *\)\{5\}//; s/ -> .*//; s|/$||' | sed -n 's|^\./opt/gt200/||p' | sort >contents
(cd "$prefix" && find . ! -name .) | sed 's|^\./||' | sort >installed
diff installed contents || fail "the package has other files than an installation"
! dpkg-deb -c "$package" | sed 's/^\([^ ]* *\)\{5\}//' | grep -v '^\./\(opt/\(gt200.*\)\?\)\?$' ||
    fail "the package has files outside /opt/gt200"
dpkg-deb -c "$package" | grep -qv ' root/root ' && fail "files are not root's"
for field in 'Package gt200-toolkit' 'Depends clang-19, g++' 'Architecture '; do
    dpkg-deb -f "$package" "${field%% *}" | grep -q "^${field#* }" || fail "${field%% *}: $(dpkg-deb -f "$package")"
done
dpkg-deb -x "$package" root
PATH=$dir/root/opt/gt200/bin:$PATH
nvcc "$source/sw/examples/vecadd.cu" -o vecadd
./vecadd >log || fail "a program of the unpacked package: $(cat log)"
