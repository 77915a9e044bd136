// SPDX-License-Identifier: Apache-2.0
int plain_host(int x)
{
    return x + 1;
}
