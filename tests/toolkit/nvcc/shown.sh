# SPDX-License-Identifier: Apache-2.0
# Commands are shown, and with --dryrun not run.
nvcc -v -DOFFSET=3 main.cu scale.cu host.cpp -o shown 2>log
grep -q "^#\$ TOP=$prefix\$" log && grep -q "^#\$ LIBRARIES=\"-L$prefix/lib\" .* -lcutil -lcudart_static\$" log &&
    grep -q '^#\$ clang.*-cuda-device-only' log && grep -q '^#\$ ptxas' log &&
    grep -q '^#\$ .*c++.* -o shown' log && [ -x shown ] || fail "-v: $(cat log)"
sed 's|/tmp/gt200-[^/]*||g' log >commands
nvcc --dryrun -DOFFSET=3 main.cu scale.cu host.cpp -o dry 2>log
[ ! -e dry ] || fail "--dryrun made a program"
sed 's|/tmp/gt200-[^/]*||g; s/-o dry/-o shown/' log | cmp - commands || fail "--dryrun shows other commands"
nvcc --dryrun -cubin scale.cu -o dry.cubin 2>log
[ ! -e dry.cubin ] || fail "--dryrun made a cubin"
