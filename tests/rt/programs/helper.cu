/* SPDX-License-Identifier: Apache-2.0
 *
 * What the samples of CUDA 5 call beside CUDA (helper_*.h), and what those of 4.x do of shrUtils.h: the command line,
 * files, stop watches, comparisons, checks. Types of libraries that the toolkit does not have.
 */
#include <cublas.h>
#include <cufft.h>
#include <cutil_inline_bankchecker.h>
#include <helper_cuda.h>
#include <helper_cuda_drvapi.h>
#include <helper_functions.h>
#include <helper_math.h>
#include <shrQATest.h>
#include <shrUtils.h>

#include <unistd.h>

#include "check.h"

#define N 32

__global__ void twice(float *p)
{
    __shared__ float s[N];
    cutilBankChecker(s, threadIdx.x) = p[threadIdx.x];
    p[threadIdx.x] = 2 * cutilBankChecker(s, threadIdx.x);
}

static void command_line()
{
    const char *argv[] = { "./helper", "--n=12", "-ratio=0.5", "--quiet", "--file=some name" };
    const int argc = sizeof argv / sizeof *argv;
    char *text = NULL;
    unsigned u = 0;
    int i = 0;
    float f = 0;

    CHECK(checkCmdLineFlag(argc, argv, "quiet") && !checkCmdLineFlag(argc, argv, "qui"));
    CHECK(getCmdLineArgumentInt(argc, argv, "n") == 12 && getCmdLineArgumentInt(argc, argv, "m") == 0);
    CHECK(getCmdLineArgumentFloat(argc, argv, "ratio") == 0.5f);
    CHECK(getCmdLineArgumentString(argc, argv, "file", &text) && text == argv[4] + 7);       /* nobody frees it */
    CHECK(!getCmdLineArgumentString(argc, argv, "quiet", &text) && !text);
    CHECK(!getCmdLineArgumentString(argc, argv, "fil", &text));
    CHECK(shrCheckCmdLineFlag(argc, argv, "quiet") && !shrCheckCmdLineFlag(argc, argv, "loud"));
    CHECK(shrGetCmdLineArgumenti(argc, argv, "n", &i) && i == 12);
    CHECK(shrGetCmdLineArgumentu(argc, argv, "n", &u) && u == 12 && !shrGetCmdLineArgumentu(argc, argv, "m", &u));
    CHECK(shrGetCmdLineArgumentf(argc, argv, "ratio", &f) && f == 0.5f);
    CHECK(shrGetCmdLineArgumentstr(argc, argv, "file", &text) && !strcmp(text, "some name"));
    free(text);
    CHECK(findCudaDevice(argc, argv) == 0 && checkCudaCapabilities(1, 3) && !checkCudaCapabilities(2, 0));
}

static void files()
{
    char name[] = "/tmp/helper-XXXXXX";
    float picture[4] = { 0, 1, 0.2f, 0.6f }, *back = NULL;
    unsigned w, h;
    int fd = mkstemp(name);

    CHECK(fd >= 0 && !close(fd));
    CHECK(sdkSavePGM(name, picture, 2, 2) && sdkLoadPGM<float>(name, &back, &w, &h) && w == 2 && h == 2);
    CHECK(back && compareData(picture, back, 4, 0.01f, 0.0f) && !compareData(picture, back + 1, 3, 0.01f, 0.5f));
    char *found = sdkFindFilePath(name, "./helper"), *same = shrFindFilePath(name, NULL);
    CHECK(found && same && !strcmp(found, same) && !sdkFindFilePath("no such file", "./helper"));
    unsigned char rgba[8] = { 1, 2, 3, 0, 4, 5, 6, 0 }, *read = NULL;
    CHECK(shrSavePPM4ub(name, rgba, 2, 1) && shrLoadPPM4ub(name, &read, &w, &h) && w == 2 && h == 1 && read[4] == 4);
    shrFree(read);
    unlink(name);
    free(back);
    free(found);
    free(same);
}

int main(int argc, char **argv)
{
    float h[N], want[N], *d;
    StopWatchInterface *watch = NULL;

    shrQAStart(argc, argv);
    command_line();
    files();
    CHECK(sdkCreateTimer(&watch) && sdkStartTimer(&watch));
    for (int i = 0; i < N; i++) {
        h[i] = 0.25f * (float)i;
        want[i] = 0.5f * (float)i;
    }
    checkCudaErrors(cudaMalloc((void **)&d, sizeof h));
    checkCudaErrors(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    twice<<<1, N>>>(d);
    getLastCudaError("twice");
    checkCudaErrors(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    checkCudaErrors(cuCtxSynchronize());
    usleep(2000);
    CHECK(sdkStopTimer(&watch) && sdkGetTimerValue(&watch) >= 2 && sdkResetTimer(&watch));
    CHECK(sdkGetTimerValue(&watch) == 0 && sdkDeleteTimer(&watch) && !watch);
    CHECK(sdkCompareL2fe(want, h, N, 1e-6f) && shrCompareL2fe(want, h, N, 1e-6f));
    CHECK(shrComparefet(want, h, N, 0, 0));
    want[3] += 1;
    CHECK(!shrComparefet(want, h, N, 0.5f, 0) && shrComparefet(want, h, N, 0.5f, 1));
    CHECK(!shrCompareL2fe(want, h, N, 1e-6f));
    CHECK(!strcmp(getCudaDrvErrorString(CUDA_ERROR_INVALID_VALUE), "CUDA_ERROR_INVALID_VALUE"));
    CHECK(sizeof(cufftComplex) == 8 && sizeof(cufftDoubleComplex) == 16 && CUBLAS_STATUS_SUCCESS == 0);
    shrQAFinish2(0, argc, (const char **)argv, failures ? QA_FAILED : QA_PASSED);
    return failures != 0;
}
