# SPDX-License-Identifier: Apache-2.0
# A record that is none.
record_error() {
    printf "$2" >bad.csv
    if "$gt200" bench --beside bad.csv X.shared.latency >table 2>err; then fail "$1 taken"; fi
    grep -q "$3" err || { cat err; fail "$1: message lacks '$3'"; }
}
record_error "a record without values" 'id,target,chip,figure,series,x\n' "bad.csv:1: expected a column 'value'"
record_error "an empty record" '' 'bad.csv:0: no measurement'
record_error "a wrong value" 'id,target,chip,value,figure,series,x\nX.a,cuda,c,1x,,,\n' \
    "bad.csv:2: value is '1x', expected a number"
record_error "a short row" 'id,target,chip,value,figure,series,x\nX.a,cuda\n' 'bad.csv:2: expected 7 fields, found 2'
