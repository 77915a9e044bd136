/* SPDX-License-Identifier: Apache-2.0
 * Texture references in linear memory: types, read modes, offsets, rebinding. */
#include <cuda_runtime.h>

#include "check.h"

texture<float, 1, cudaReadModeElementType> plain;
texture<int, 1, cudaReadModeElementType> whole;
texture<uchar4, 1, cudaReadModeElementType> bytes;
texture<unsigned char, 1, cudaReadModeNormalizedFloat> fractions;
static texture<float4> quads;
texture<short2> shorts;

__global__ void fetch(float *out, int n)
{
    int i = threadIdx.x;
    out[i] = tex1Dfetch(plain, i);
    out[n + i] = (float)tex1Dfetch(whole, i);
    uchar4 b = tex1Dfetch(bytes, i);
    out[2 * n + i] = (float)(b.x + 2 * b.y + 4 * b.z + 8 * b.w);
    out[3 * n + i] = tex1Dfetch(fractions, i);
    float4 q = tex1Dfetch(quads, i);
    out[4 * n + i] = q.x + q.w;
    short2 s = tex1Dfetch(shorts, i);
    out[5 * n + i] = (float)(s.x - s.y);
}

int main()
{
    const int n = 32;
    float f[4 * n], out[6 * n];
    int w[n];
    unsigned char c[4 * n];
    short s[2 * n];
    float *df, *dout;
    int *dw;
    unsigned char *dc;
    short *ds;
    size_t offset = 1;

    for (int i = 0; i < 4 * n; i++) {
        f[i] = 0.5f * i;
        c[i] = (unsigned char)(i * 2);
        if (i < n)
            w[i] = i * 1000 - 5000;
        if (i < 2 * n)
            s[i] = (short)(i * i - 100);
    }
    OK(cudaMalloc((void **)&df, sizeof f + 256));
    OK(cudaMalloc((void **)&dw, sizeof w));
    OK(cudaMalloc((void **)&dc, sizeof c));
    OK(cudaMalloc((void **)&ds, sizeof s));
    OK(cudaMalloc((void **)&dout, sizeof out));
    OK(cudaMemcpy(df, f, sizeof f, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(dw, w, sizeof w, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(dc, c, sizeof c, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(ds, s, sizeof s, cudaMemcpyHostToDevice));
    OK(cudaBindTexture(&offset, plain, df, sizeof f));
    CHECK(offset == 0);
    OK(cudaBindTexture(0, whole, dw, sizeof w));
    OK(cudaBindTexture(0, bytes, dc));
    OK(cudaBindTexture(0, fractions, dc));
    OK(cudaBindTexture(0, quads, df, 16 * 20));             /* 20 texels: beyond them zeros */
    OK(cudaBindTexture(0, shorts, ds, cudaCreateChannelDesc<short2>(), sizeof s));
    fetch<<<1, n>>>(dout, n);
    OK(cudaGetLastError());
    OK(cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        CHECK(out[i] == f[i]);
        CHECK(out[n + i] == (float)w[i]);
        CHECK(out[2 * n + i] == (float)(c[4 * i] + 2 * c[4 * i + 1] + 4 * c[4 * i + 2] + 8 * c[4 * i + 3]));
        CHECK(out[3 * n + i] == (float)c[i] / 255.0f);
        CHECK(out[4 * n + i] == (i < 20 ? f[4 * i] + f[4 * i + 3] : 0));
        CHECK(out[5 * n + i] == (float)(s[2 * i] - s[2 * i + 1]));
    }
    /* An address that is not aligned. */
    CHECK_IS(cudaBindTexture(0, plain, df + 5, 64), cudaErrorInvalidValue);
    plain.sRGB = 1;
    CHECK_IS(cudaBindTexture(0, plain, df, 64), cudaErrorNotSupported);
    plain.sRGB = 0;
    OK(cudaBindTexture(&offset, plain, df + 5, 64));
    CHECK(offset == 20);
    OK(cudaGetTextureAlignmentOffset(&offset, plain));
    CHECK(offset == 20);
    OK(cudaUnbindTexture(whole));
    fetch<<<1, n>>>(dout, n);
    OK(cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        CHECK(out[i] == (i < 21 ? f[i] : 0));
        CHECK(out[n + i] == 0);
    }
    printf("%d failures\n", failures);
    return failures != 0;
}
