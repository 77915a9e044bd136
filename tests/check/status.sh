#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# status.sh GT200 PLANTED USUAL FOLDER: exit statuses of gt200 check, where the findings go, and the variable by itself.
set -eu
gt200=$1 planted=$2 usual=$3 folder=$4
mkdir -p "$folder"
cd "$folder"
status() {
    expected=$1
    shift
    rc=0
    "$@" >out.txt 2>err.txt || rc=$?
    [ $rc -eq "$expected" ] || { echo "$*: exit status $rc, expected $expected"; cat out.txt err.txt; exit 1; }
}
says() {
    grep -q "$1" "$2" || { echo "$2 does not say '$1':"; cat "$2"; exit 1; }
}
# a finding is 1 whatever the program returns; without one the program's status counts
status 1 "$gt200" check "$planted" behind
says '^memory: .*: kernel behind(int\*): write of 4 bytes that are not allocated$' out.txt
says '^    device memory 0x[0-9a-f]*, 0 bytes behind the end of the allocation of 256 bytes at 0x[0-9a-f]*$' out.txt
says '^check: 1 finding in 1 launch: memory 1, race 0, synchronization 0, uninitialized 0, fault 0$' out.txt
status 1 "$gt200" check -o found.txt "$planted" freed_read
says 'read of 4 bytes after they were freed' found.txt
says 'byte 0 of an allocation of 256 bytes at 0x[0-9a-f]* that was freed' found.txt
[ ! -s out.txt ] || { echo "findings on standard output, too"; exit 1; }
# a loop that is unrolled is one finding
status 1 "$gt200" check "$usual" in_call
says '^memory: .*: kernel in_call(int\*): access outside the shared variable in_call(int\*)::b, 2048 times$' out.txt
says '^check: 1 finding in 1 launch' out.txt
# the variable that an index has left, by its name; what the host reads
status 1 "$gt200" check "$usual" next_array
says 'access outside the shared variable next_array(int\*, int const\*)::first$' out.txt
says '^    shared memory 0x120, the variable lies from 0x20 to 0x11f$' out.txt
status 1 "$gt200" check "$usual" heap_over
says '^    device memory 0x[0-9a-f]*, byte 40 of 40 bytes from malloc in a kernel at 0x[0-9a-f]*$' out.txt
status 1 "$gt200" check "$usual" read_back
says '^uninitialized: cuMemcpyDtoH: copy to the host of memory that nobody has written$' out.txt
says '^    device memory 0x[0-9a-f]*, 256 bytes, byte 0 of an allocation$' out.txt
# a lock that a warp takes twice: the launch ends by itself
status 1 "$gt200" check "$usual" spins
says '^synchronization: kernel spins(int\*, int\*): deadlock' out.txt
# every process that the program starts, one after the other or in place of itself
status 1 "$gt200" check sh -c '"$0" behind; "$0" freed_read; exec "$0"' "$planted"
[ "$(grep -c '^memory: ' out.txt)" -eq 2 ] || { echo "findings of a process are lost"; cat out.txt; exit 1; }
# the same order of warps, and another
status 1 "$gt200" check --interleave 3 "$planted" reverse
# the variable: the program's own status, its values as without
status 0 env GT200_INSPECT=- "$planted" behind
says '^memory: ' err.txt
status 0 env GT200_INSPECT=own.txt "$planted" as_index
says '^uninitialized: ' own.txt
status 0 env GT200_INSPECT=+own.txt "$planted" behind
says '^uninitialized: ' own.txt
says '^memory: ' own.txt
for setting in GT200_INSPECT=x.pdf "GT200_INSPECT=/no/such/x.txt" "GT200_INSPECT=- GT200_TARGET=rtl" \
    "GT200_INSPECT=- GT200_TARGET=model GT200_CHIP=tpc" "GT200_INSPECT=- GT200_CHIP=h100"; do
    # shellcheck disable=SC2086
    got=0
    env $setting "$planted" behind >out.txt 2>err.txt || got=$?
    [ $got -lt 126 ] || { echo "$setting: status $got"; exit 1; }
    says 'GT200_INSPECT:\|chip h100 has no checks but' err.txt
    ! grep -q '^memory: ' err.txt || { echo "$setting: checked"; exit 1; }
done
