#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# moved.sh MAKEFILE DIR: a build folder that came along with a copied or moved checkout is made anew, and nothing of the
# other checkout is built; one that belongs here, and one of another project, is left as it is. cmake is played by a
# script.
set -eu
makefile=$1 dir=$2
fail() { echo "moved.sh: $*" >&2; exit 1; }

rm -rf "$dir"
mkdir -p "$dir/bin" "$dir/here" "$dir/other"
cat >"$dir/bin/cmake" <<'END'
#!/bin/sh
echo "cmake $*" >>../calls
case $1 in
-S) mkdir -p "$4"; echo >"$4/build.ninja"
    printf 'CMAKE_PROJECT_NAME:STATIC=gt200\nCMAKE_HOME_DIRECTORY:INTERNAL=%s\nCMAKE_CACHEFILE_DIR:INTERNAL=%s\n' \
        "$PWD" "$PWD/$4" >"$4/CMakeCache.txt" ;;
esac
END
chmod +x "$dir/bin/cmake"
PATH=$dir/bin:$PATH
unset MAKEFLAGS MFLAGS MAKELEVEL
cd "$dir/here"
cp "$makefile" Makefile

run() { : >../calls; make BUILD=build all >../out 2>&1 || true; }
run
grep -q '^cmake -S . -B build -G Ninja' ../calls || fail "not configured: $(cat ../calls ../out)"
echo kept >build/object
run
[ -e build/object ] || fail "a build folder of this checkout was made anew"
! grep -q -- -S ../calls || fail "configured again: $(cat ../calls)"

cp -a . ../copy
cd ../copy
run
[ ! -e build/object ] || fail "copied: the old build folder is used"
grep -q '^cmake -S . -B build -G Ninja' ../calls || fail "copied: not configured: $(cat ../calls ../out)"
grep -q "build was made for $dir/here" ../out || fail "copied: $(cat ../out)"
grep -q '^cmake --build build' ../calls || fail "copied: not built: $(cat ../calls)"
[ -e ../here/build/object ] || fail "copied: the other checkout's build folder was changed"

echo kept >build/object
cd ..
mv copy moved
cd moved
run
[ ! -e build/object ] || fail "moved: the old build folder is used"

printf 'CMAKE_PROJECT_NAME:STATIC=else\nCMAKE_HOME_DIRECTORY:INTERNAL=/nowhere\n' >build/CMakeCache.txt
echo kept >build/object
run
[ -e build/object ] || fail "a build folder of another project was emptied"
grep -q "build folder of another project" ../out || fail "another project: $(cat ../out)"
! grep -q cmake ../calls || fail "another project: $(cat ../calls)"
