#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# digest.sh: 16 hexadecimal digits that name the sources a bitstream is made from: what register `digest` holds, and
# what the host expects there. The first 64 bits of the SHA-256 of all of them, by name.
set -eu
cd "$(dirname "$0")/.."
find rtl fpga/rtl \( -name '*.sv' -o -name '*.svh' \) -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c1-16
