// SPDX-License-Identifier: Apache-2.0
// What stands behind the crossbar (docs/memory.md), besides rtl/files.f.
+incdir+rtl/gpu
