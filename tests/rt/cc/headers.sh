# SPDX-License-Identifier: Apache-2.0
# The headers by the host's own compiler, C and C++ of the time, with all its warnings. cublas_v2.h is for programs that
# do without cublas.h.
for header in "$headers"/*.h "$headers"/samples/*.h; do
    case ${header##*/} in gt200_*|cublas_v2.h) ;; *) echo "#include <${header##*/}>" ;; esac
done | sort >all.c
sort -r all.c >all.cpp
for file in all.c all.cpp; do
    echo 'int main(void) { float4 v = { 1, 2, 3, 4 }; struct cudaDeviceProp p; dim3 d; d.x = 1; p.major = (int)d.x;
                     return p.major + (int)v.x; }' >>$file
done
${CC:-cc} -std=c89 -pedantic -Wall -Wextra -Werror -I"$headers" -I"$headers/samples" -c all.c -o all.o ||
    fail "the headers in C"
${CXX:-c++} -std=c++98 -pedantic -Wall -Wextra -Werror -I"$headers" -I"$headers/samples" -c all.cpp -o all.o ||
    fail "the headers in C++"
echo '#include <cublas_v2.h>' >v2.c
cp v2.c v2.cpp
${CC:-cc} -std=c89 -pedantic -Wall -Wextra -Werror -I"$headers" -c v2.c -o v2.o || fail "cublas_v2.h in C"
${CXX:-c++} -std=c++98 -pedantic -Wall -Wextra -Werror -I"$headers" -c v2.cpp -o v2.o || fail "cublas_v2.h in C++"
