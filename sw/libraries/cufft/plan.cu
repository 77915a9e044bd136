/* SPDX-License-Identifier: Apache-2.0
 * CUFFT's functions: plans and what executes them. */
#include "fft.cuh"

#include <limits.h>
#include <new>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

enum { VERSION = 4000, MOST_PLANS = 4096 };

struct Plan {
    cufftType type;
    Extent extent;
    Axis axis[FFT_RANK];
    bool described;                     /* the caller gave layouts; otherwise arrays are contiguous */
    Layout in, out;
    cudaStream_t stream;
    void *a, *b;                        /* buffers on the device */
};

/* Handles are numbers, so the library has a list of plans: the handle is the place in it. */
static struct {
    pthread_mutex_t lock;
    Plan *plan[MOST_PLANS];
} plans = { PTHREAD_MUTEX_INITIALIZER, { NULL } };

static Plan *found(cufftHandle handle)
{
    pthread_mutex_lock(&plans.lock);
    Plan *const plan = handle < MOST_PLANS ? plans.plan[handle] : NULL;
    pthread_mutex_unlock(&plans.lock);
    return plan;
}

static bool wide(cufftType type)
{
    return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D;
}

static bool from_real(cufftType type)
{
    return type == CUFFT_R2C || type == CUFFT_D2Z;
}

static bool to_real(cufftType type)
{
    return type == CUFFT_C2R || type == CUFFT_Z2D;
}

static bool known(cufftType type)
{
    return wide(type) || type == CUFFT_C2C || type == CUFFT_R2C || type == CUFFT_C2R;
}

static void discard(Plan *plan)
{
    for (int i = 0; i < FFT_RANK; i++)
        fft_axis_free(&plan->axis[i]);
    cudaFree(plan->a);
    cudaFree(plan->b);
    free(plan);
}

/* The tables of the axes and the buffers. */
static cufftResult equip(Plan *plan)
{
    const Extent *const e = &plan->extent;
    const bool w = wide(plan->type);
    long long most = 0;

    for (int i = 0; i < FFT_RANK; i++) {
        const cufftResult rc = w ? fft_axis_make<double>(&plan->axis[i], e->n[i])
                                 : fft_axis_make<float>(&plan->axis[i], e->n[i]);
        if (rc != CUFFT_SUCCESS)
            return rc;
        const long long need = (long long)e->batch * e->n[0] * e->n[1] * e->n[2] / e->n[i] * plan->axis[i].length;
        most = need > most ? need : most;
    }
    const size_t bytes = (size_t)most * (w ? sizeof(Complex<double>) : sizeof(Complex<float>));
    return cudaMalloc(&plan->a, bytes) == cudaSuccess && cudaMalloc(&plan->b, bytes) == cudaSuccess
               ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
}

static cufftResult equipped(Plan *plan)
{
    try {
        return equip(plan);
    } catch (const std::bad_alloc &) {
        return CUFFT_ALLOC_FAILED;      /* the host's memory, for tables */
    }
}

static cufftResult enter(Plan *plan, cufftHandle *handle)
{
    unsigned at = 0;

    pthread_mutex_lock(&plans.lock);
    while (at < MOST_PLANS && plans.plan[at])
        at++;
    if (at < MOST_PLANS)
        plans.plan[*handle = at] = plan;
    pthread_mutex_unlock(&plans.lock);
    return at < MOST_PLANS ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
}

/* in, out: NULL: contiguous. The layouts' embed has `rank` lengths. */
static cufftResult make(cufftHandle *handle, int rank, const int *n, cufftType type, int batch, const Layout *in,
                        const Layout *out)
{
    if (!handle || !n)
        return CUFFT_INVALID_VALUE;
    if (!known(type))
        return CUFFT_INVALID_TYPE;
    if (rank < 1 || rank > FFT_RANK || batch < 1)
        return CUFFT_INVALID_SIZE;
    long long all = batch;
    for (int i = 0; i < rank; i++) {
        if (n[i] < 1)
            return CUFFT_INVALID_SIZE;
        all *= n[i];
        if (all > INT_MAX)
            return CUFFT_INVALID_SIZE;
    }
    if (cudaFree(0) != cudaSuccess)
        return CUFFT_SETUP_FAILED;
    Plan *const plan = (Plan *)calloc(1, sizeof *plan);
    if (!plan)
        return CUFFT_ALLOC_FAILED;
    plan->type = type;
    plan->extent.batch = batch;
    for (int i = 0; i < FFT_RANK; i++)
        plan->extent.n[i] = i < FFT_RANK - rank ? 1 : n[i - (FFT_RANK - rank)];
    plan->described = in != NULL;
    if (in) {
        plan->in = *in;
        plan->out = *out;
    }
    cufftResult rc = equipped(plan);
    if (rc == CUFFT_SUCCESS)
        rc = enter(plan, handle);
    if (rc != CUFFT_SUCCESS)
        discard(plan);
    return rc;
}

extern "C" cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch)
{
    return make(plan, 1, &nx, type, batch, NULL, NULL);
}

extern "C" cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type)
{
    const int n[] = { nx, ny };

    return make(plan, 2, n, type, 1, NULL, NULL);
}

extern "C" cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type)
{
    const int n[] = { nx, ny, nz };

    return make(plan, 3, n, type, 1, NULL, NULL);
}

static bool described(Layout *layout, int rank, const int *embed, int stride, int distance)
{
    layout->stride = stride;
    layout->distance = distance;
    for (int i = 0; i < FFT_RANK; i++) {
        layout->embed[i] = i < FFT_RANK - rank ? 1 : embed[i - (FFT_RANK - rank)];
        if (i > FFT_RANK - rank && layout->embed[i] < 1)
            return false;
    }
    return stride > 0 && distance >= 0;
}

extern "C" cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                                     int *onembed, int ostride, int odist, cufftType type, int batch)
{
    Layout in, out;

    if (rank < 1 || rank > FFT_RANK)
        return CUFFT_INVALID_SIZE;
    if (!inembed || !onembed)           /* as in CUFFT: then strides and distances say nothing */
        return make(plan, rank, n, type, batch, NULL, NULL);
    if (!described(&in, rank, inembed, istride, idist) || !described(&out, rank, onembed, ostride, odist))
        return CUFFT_INVALID_VALUE;
    return make(plan, rank, n, type, batch, &in, &out);
}

extern "C" cufftResult cufftDestroy(cufftHandle handle)
{
    pthread_mutex_lock(&plans.lock);
    Plan *const plan = handle < MOST_PLANS ? plans.plan[handle] : NULL;
    if (plan)
        plans.plan[handle] = NULL;
    pthread_mutex_unlock(&plans.lock);
    if (!plan)
        return CUFFT_INVALID_PLAN;
    discard(plan);
    return CUFFT_SUCCESS;
}

extern "C" cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream)
{
    Plan *const plan = found(handle);

    if (!plan)
        return CUFFT_INVALID_PLAN;
    plan->stream = stream;
    return CUFFT_SUCCESS;
}

/* The layouts of FFTW hold in each mode. */
extern "C" cufftResult cufftSetCompatibilityMode(cufftHandle handle, cufftCompatibility mode)
{
    if (!found(handle))
        return CUFFT_INVALID_PLAN;
    return mode >= CUFFT_COMPATIBILITY_NATIVE && mode <= CUFFT_COMPATIBILITY_FFTW_ALL ? CUFFT_SUCCESS
                                                                                      : CUFFT_INVALID_VALUE;
}

extern "C" cufftResult cufftGetVersion(int *version)
{
    if (!version)
        return CUFFT_INVALID_VALUE;
    *version = VERSION;
    return CUFFT_SUCCESS;
}

/* ---- execution --------------------------------------------------------------------------------------------------- */

/* A contiguous array. Of the last axis `stored` elements are there. */
static Layout contiguous(const Extent *e, int stored)
{
    const Layout l = { (long long)e->n[0] * e->n[1] * stored, 1, { e->n[0], e->n[1], stored } };

    return l;
}

/* Is the array without gaps, one transform after the other? */
static bool compact(const Layout *l, const Extent *e)
{
    const Layout c = contiguous(e, e->n[2]);

    return l->stride == 1 && (e->n[0] == 1 || l->embed[1] == c.embed[1]) &&
           (e->n[0] * e->n[1] == 1 || l->embed[2] == c.embed[2]) && (e->batch == 1 || l->distance == c.distance);
}

/* The layouts of one execution. The real side of a transform in place has rows of 2 (n / 2 + 1) elements. */
static void layouts(const Plan *plan, bool in_place, Layout *in, Layout *out)
{
    const Extent *const e = &plan->extent;
    const int half = e->n[2] / 2 + 1, row = in_place ? 2 * half : e->n[2];

    if (plan->described) {
        *in = plan->in;
        *out = plan->out;
        return;
    }
    *in = contiguous(e, from_real(plan->type) ? row : to_real(plan->type) ? half : e->n[2]);
    *out = contiguous(e, to_real(plan->type) ? row : from_real(plan->type) ? half : e->n[2]);
}

template <class R> static cufftResult execute(const Plan *plan, const void *from, void *to, bool backward)
{
    const Extent *const e = &plan->extent;
    const bool r2c = from_real(plan->type), c2r = to_real(plan->type);
    Complex<R> *const a = (Complex<R> *)plan->a, *const b = (Complex<R> *)plan->b, *now = (Complex<R> *)from;
    Layout in, out;

    layouts(plan, from == to, &in, &out);
    if (r2c || c2r || !compact(&in, e)) {
        fft_gather(*e, in, r2c, c2r, from, a, plan->stream);
        now = a;
    }
    const bool direct = !r2c && !c2r && compact(&out, e);
    long long outer = e->batch, all = (long long)e->batch * e->n[0] * e->n[1] * e->n[2];
    for (int i = 0; i < FFT_RANK; i++) {
        const int inner = i == 0 ? e->n[1] * e->n[2] : i == 1 ? e->n[2] : 1;
        bool later = false;
        for (int k = i + 1; k < FFT_RANK; k++)
            later = later || e->n[k] > 1;
        now = fft_axis_run(&plan->axis[i], outer, inner, backward, now, a, b,
                           direct && !later ? (Complex<R> *)to : NULL, plan->stream);
        if (!now)
            return CUFFT_EXEC_FAILED;
        outer *= e->n[i];
    }
    if (!direct)
        fft_scatter(*e, out, c2r, r2c, now, to, plan->stream);
    else if (now != to && cudaMemcpyAsync(to, now, (size_t)all * sizeof *now, cudaMemcpyDeviceToDevice,
                                          plan->stream) != cudaSuccess)
        return CUFFT_EXEC_FAILED;
    return cudaGetLastError() == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

static cufftResult run(cufftHandle handle, cufftType type, const void *from, void *to, int direction)
{
    const Plan *const plan = found(handle);
    const size_t real = wide(type) ? 8 : 4;

    if (!plan)
        return CUFFT_INVALID_PLAN;
    if (plan->type != type)
        return CUFFT_INVALID_TYPE;
    if (!from || !to || (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE))
        return CUFFT_INVALID_VALUE;
    if ((uintptr_t)from % (from_real(type) ? real : 2 * real) || (uintptr_t)to % (to_real(type) ? real : 2 * real))
        return CUFFT_UNALIGNED_DATA;
    return wide(type) ? execute<double>(plan, from, to, direction == CUFFT_INVERSE)
                      : execute<float>(plan, from, to, direction == CUFFT_INVERSE);
}

extern "C" cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *from, cufftComplex *to, int direction)
{
    return run(plan, CUFFT_C2C, from, to, direction);
}

extern "C" cufftResult cufftExecR2C(cufftHandle plan, cufftReal *from, cufftComplex *to)
{
    return run(plan, CUFFT_R2C, from, to, CUFFT_FORWARD);
}

extern "C" cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *from, cufftReal *to)
{
    return run(plan, CUFFT_C2R, from, to, CUFFT_INVERSE);
}

extern "C" cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *from, cufftDoubleComplex *to, int direction)
{
    return run(plan, CUFFT_Z2Z, from, to, direction);
}

extern "C" cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *from, cufftDoubleComplex *to)
{
    return run(plan, CUFFT_D2Z, from, to, CUFFT_FORWARD);
}

extern "C" cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *from, cufftDoubleReal *to)
{
    return run(plan, CUFFT_Z2D, from, to, CUFFT_INVERSE);
}
