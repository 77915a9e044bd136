# SPDX-License-Identifier: Apache-2.0
"$gt200" cc -c "$programs/part1.cu" "$programs/part2.cu"
"$gt200" cc -c "$programs/part3.cpp" -o three.o
"$gt200" cc part1.o part2.o three.o -o parts
GT200_TARGET=func ./parts
