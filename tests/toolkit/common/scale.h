/* SPDX-License-Identifier: Apache-2.0 */
void scale(float *p, int n, float by);      /* device memory, at most 512 numbers */
int odd(int i);                             /* of the host */
