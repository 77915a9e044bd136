#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# version.sh SOURCE [VERSION]: CHANGELOG.md and CITATION.cff are of the version that VERSION holds.
set -eu
version=${2:-$(cat "$1/VERSION")}
grep -q "^## $version$" "$1/CHANGELOG.md" || { echo "CHANGELOG.md: expected a part '## $version'"; exit 1; }
grep -q "^version: $version$" "$1/CITATION.cff" || { echo "CITATION.cff: expected 'version: $version'"; exit 1; }
