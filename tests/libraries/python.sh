#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# python.sh SCRIPT ARGUMENT...: with a Python that has NumPy. 77: there is none.
for python in /usr/bin/python3 python3; do
    # a folder of that name is a module, too
    "$python" -c 'import numpy; numpy.array' 2>/dev/null && exec "$python" "$@"
done
exit 77
