#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ptxas.sh -O0 --gpu-name GPU FILE -o CUBIN: takes a PTX file of gt200 forms when each of its statements is in the file
# that FORMS names (one a line), names the lines of others as ptxas does. FORMS_MORE: an opcode that is taken, too;
# FORMS_LESS: one that is not; FORMS_DEAF: it refuses any file with that opcode and names no line; FORMS_ODD: it
# refuses the opcode unless it stands alone.
[ "$3" = sm_75 ] || { echo "ptxas fatal   : Value '$3' is not defined for option 'gpu-name'"; exit 1; }
awk -v file="$4" -v more="$FORMS_MORE" -v less="$FORMS_LESS" -v deaf="$FORMS_DEAF" -v odd="$FORMS_ODD" '
    function refuse(line, why) { print "ptxas " file ", line " line "; error   : " why; bad = 1 }
    FNR == NR { taken[$1] = 1; next }
    FNR < 11 || /^ret;|^}/ && head { next }
    { op = $1; if (op ~ /^T[0-9]+:$/) op = $4; sub(/;$/, "", op); n++; at[n] = FNR; name[n] = op }
    END {
        for (i = 1; i <= n; i++) {
            if (name[i] == deaf) { print "ptxas fatal   : no"; exit 1 }
            if (name[i] == "ret" || name[i] == "}") continue
            if (name[i] == less || (name[i] == odd && n > 3)) refuse(at[i], "Illegal   instruction")
            else if (!(name[i] in taken) && name[i] != more) refuse(at[i], "Not a name")
        }
        if (bad) print "ptxas fatal   : Ptx assembly aborted due to errors"
        exit bad
    }' "$FORMS" "$4" >&2
