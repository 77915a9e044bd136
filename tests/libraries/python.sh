#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# python.sh SCRIPT ARGUMENT...: with a Python that has NumPy. 77: there is none. GT200_PRELOAD is a library that is
# loaded before all others.
for python in /usr/bin/python3 python3; do
    # a folder of that name is a module, too
    "$python" -c 'import numpy; numpy.array' 2>/dev/null || continue
    exec env ${GT200_PRELOAD:+LD_PRELOAD="$GT200_PRELOAD"} "$python" "$@"
done
exit 77
