# SPDX-License-Identifier: Apache-2.0
# Contents: an entry for each experiment and no other.
same contents "$(sed -n 's/.*class="experiment" href="#\([^"]*\)".*/\1/p' $page | tr '\n' ' ')" \
    'T3.add.u32.latency T3.mul.f32.latency X.shared.latency figure6 figure8 listing7 figureS figureR figure17 '
