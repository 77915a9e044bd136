#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# names_4_0.sh PREFIX CC NAMES WORK: C programs that say every name of a list compile with the toolkit's headers and
# link with its libraries.
set -eu
prefix=$1 cc=$2 names=$3 work=$4

rm -rf "$work"
mkdir -p "$work"
awk -v work="$work" '
    /^#/ { next }
    /^\[/ {
        gsub(/[][]/, ""); kind = $1; header = $2; file = work "/" header ".c"
        if (!(header in seen)) { printf "#include <stddef.h>\n#include <%s>\n", header > file; seen[header] = 1 }
        next
    }
    {
        for (i = 1; i <= NF; i++) {
            id = $i; gsub(/:/, "_", id)
            if (kind == "function") printf "void *f_%s(void) { return (void *)%s; }\n", id, id > file
            else if (kind == "value") printf "int v_%s[] = { (int)%s };\n", id, id > file
            else if (kind == "number") { split($i, of, "="); printf "_Static_assert(%s == %s, \"%s\");\n", of[1],
                                         of[2], $i > file }
            else if (kind == "type") { type = $i; sub(/:/, " ", type)
                                       printf "size_t t_%s(%s *p) { (void)p; return sizeof(p); }\n", id, type > file }
            else { print "no kind of name: " kind; exit 1 }
            n++
        }
    }
    END { print n > (work "/count") }' "$names"
[ "$(cat "$work/count")" -ge 700 ] || { echo "$names: $(cat "$work/count") names, expected 700 at least"; exit 1; }

failed=0
for c in "$work"/*.c; do
    header=$(basename "$c" .c)
    # What has no type, or is no function: the compiler names it in quotes.
    LC_ALL=C "$cc" -std=c11 -Wall -Werror=implicit -I"$prefix/include" -c "$c" -o "$work/$header.o" \
        2> "$work/$header.err" || {
        echo "$prefix/include/$header lacks names or numbers of CUDA 4.0:" \
             "$(sed -n "s/.*error: [^']*'\([^']*\)'.*/\1/p" "$work/$header.err" | sort -u | tr '\n' ' ')"
        head -3 "$work/$header.err"
        failed=1
    }
done
[ $failed = 0 ] || exit 1
echo 'int main(void) { return 0; }' > "$work/main.c"
LC_ALL=C "$cc" "$work/main.c" "$work"/*.o -o "$work/main" -L"$prefix/lib" -lcudart -lcuda \
    -Wl,-rpath,"$prefix/lib" 2> "$work/link.err" || {
    echo "$prefix/lib lacks names of CUDA 4.0:" \
         "$(sed -n "s/.*undefined reference to .\([A-Za-z0-9_]*\).*/\1/p" "$work/link.err" | sort -u | tr '\n' ' ')"
    head -3 "$work/link.err"
    exit 1
}
echo "$(cat "$work/count") names"
