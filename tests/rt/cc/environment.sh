# SPDX-License-Identifier: Apache-2.0
source_of_whole
"$gt200" cc -DVALUE=2 whole.cu -o whole
# Variables of the environment: 0 switches off, and one that does not exist is told.
GT200_QUIET=0 GT200_MEMCHECK=0 GT200_TARGET=func ./whole >log 2>&1 && [ "$(cat log)" = 1.421 ] ||
    fail "GT200_QUIET=0: $(cat log)"
! GT200_QUIET=yes GT200_TARGET=func ./whole >log 2>&1 || fail "GT200_QUIET=yes was taken"
GT200_TARGT=model ./whole >log 2>&1 &&
    grep -q "GT200_TARGT: there is no such variable; did you mean GT200_TARGET?" log ||
    fail "GT200_TARGT: $(cat log)"
GT200_QUIET=1 GT200_TARGT=model ./whole >log 2>&1 && [ "$(cat log)" = 1.421 ] || fail "GT200_QUIET=1: $(cat log)"
