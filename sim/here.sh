#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# here.sh SOURCES BUILD: run by the build before anything else; BUILD is the folder for which it was made. Ninja is in
# another one when that was copied: what it has as commands builds SOURCES. Ninja's commands begin with cd BUILD.
[ "$OLDPWD" -ef "$2" ] && exit
echo "$OLDPWD is a copy of the build folder $2 and would build $1: 'make' beside it makes it anew" >&2
echo "(or remove it, and run cmake again)" >&2
exit 1
