# SPDX-License-Identifier: Apache-2.0
# No driver, another chip: status 1, the reason, no file.
for no in "GT200_LIBCUDA=/nonexistent no.NVIDIA.driver" "FAKE_CAPABILITY=80 expected.a.GPU.of.sm_90"; do
    env "${no% *}" "$probe" good.plan -o no.csv 2>err && fail "${no% *}: status 0"
    grep -q "${no#* }" err || fail "${no% *}: $(cat err)"
    test ! -e no.csv || fail "${no% *}: a file is left"
done
