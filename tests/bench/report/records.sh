# SPDX-License-Identifier: Apache-2.0
# Any number of machines side by side: records, a real GPU under its name; they are neither judged nor compared with
# ours. One whose values lie elsewhere has a picture of its own, one without values no column.
cat >x1.csv <<'end'
# a record
id,target,chip,value,figure,series,x
X.shared.latency,cuda,NVIDIA X1,23,,,
figure6,cuda,NVIDIA X1,4.5,6,latency,1
figure6,cuda,NVIDIA X1,300,6,throughput,1
end
printf 'id,target,chip,value,figure,series,x\nX.shared.latency,rtl,tpc,38,,,\n' >rtl.csv
"$gt200" bench --report two --beside x1.csv --beside rtl.csv X.shared.latency figure6 >table ||
    fail "records: exit status"
page=two/index.html
head=
for m in model 'NVIDIA X1' 'rtl tpc'; do
    head="$head<th scope=\"col\" class=\"n\">$m</th>"
done
grep -qF "$head" $page || fail "records: columns"
sed 's/ data-h="[^"]*"//g' $page | grep -q '>38.07</td><td class="n">23</td><td class="n">38</td>' ||
    fail "records: values"
chart figure6 Latency | grep -q '<title>NVIDIA X1: 1: 4.5<' || fail "records: no curve"
chart figure6 'Throughput, model' | grep -q 'NVIDIA X1' && fail "records: not apart"
chart figure6 'Throughput, NVIDIA X1' | grep -q '<title>NVIDIA X1: 1: 300<' || fail "records: no picture of its own"
section figure6 | grep -q '>rtl tpc</th>' && fail "records: a column without values"
grep -q '0 of .* differ\|class="n bad"' $page && fail "records: compared"
true
