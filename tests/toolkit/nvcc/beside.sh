# SPDX-License-Identifier: Apache-2.0
# The source's own folder, with <> and while another is the current one; the toolkit's own folder comes first.
mkdir elsewhere
(cd elsewhere && nvcc -c ../scale.cu) || fail "#include <> beside the source"
