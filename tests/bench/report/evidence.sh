# SPDX-License-Identifier: Apache-2.0
# The summary is that of the evidence.
# row TEXT: number, mean, median, worst of a row of evidence.md
row() { sed -n "s/^| $1[^|]*|/|/p" evidence.md | sed 's/(.*//' | tr -dc '0-9. \n' | tr -s ' ' | sed 's/^ //; s/ $//'; }
numbers() { card "$1" | awk '{ print $1, $2, $3, $4 }'; }
same "summary: measurements" "$(numbers all)" "$(row 'independent measurements')"
same "summary: predictions" "$(numbers predicted)" "$(row 'predictions')"
same "summary: outcomes" "$(card outcomes)" \
    "$(sed -n 's/^\([0-9]* of [0-9]*\) outcomes.*/\1/p' evidence.md | tr -d 'of' | tr -s ' ')"
same "summary: constants" "$(card constants)" "$(sed -n 's/^\([0-9]*\) constants of.*/\1/p' evidence.md)"
