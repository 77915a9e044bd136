/* SPDX-License-Identifier: Apache-2.0
 * cg [N]: solves the Poisson equation on N x N points by conjugate gradients in double precision (compute
 * capability 1.3), the matrix in compressed rows. Sums over all points: one partial sum per block, added up on the
 * CPU. The right side is made from a known solution. */
#include "example.h"

#define THREADS 128
#define BLOCKS 4
#define TOLERANCE 1e-12

__global__ void multiply(const int *start, const int *column, const double *value, const double *x, double *y, int n)
{
    for (int row = blockIdx.x * THREADS + threadIdx.x; row < n; row += BLOCKS * THREADS) {
        double sum = 0.0;
        for (int i = start[row]; i < start[row + 1]; i++)
            sum += value[i] * x[column[i]];
        y[row] = sum;
    }
}

__global__ void dot(const double *x, const double *y, double *part, int n)
{
    __shared__ double sum[THREADS];
    int t = threadIdx.x;
    double mine = 0.0;

    for (int i = blockIdx.x * THREADS + t; i < n; i += BLOCKS * THREADS)
        mine += x[i] * y[i];
    sum[t] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half)
            sum[t] += sum[t + half];
        __syncthreads();
    }
    if (t == 0)
        part[blockIdx.x] = sum[0];
}

/* y = a x + b y */
__global__ void combine(double a, const double *x, double b, double *y, int n)
{
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += BLOCKS * THREADS)
        y[i] = a * x[i] + b * y[i];
}

static double dot_product(const double *x, const double *y, double *part, int n)
{
    dot<<<BLOCKS, THREADS>>>(x, y, part, n);
    std::vector<double> sums = to_host(part, BLOCKS);
    double sum = 0;
    for (int i = 0; i < BLOCKS; i++)
        sum += sums[i];
    return sum;
}

/* The five-point stencil in compressed rows. */
static void laplacian(int side, std::vector<int> &start, std::vector<int> &column, std::vector<double> &value)
{
    static const int step[5][3] = { { 0, -1, -1 }, { -1, 0, -1 }, { 0, 0, 4 }, { 1, 0, -1 }, { 0, 1, -1 } };

    start.push_back(0);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            for (int k = 0; k < 5; k++) {
                int xx = x + step[k][0], yy = y + step[k][1];
                if (xx >= 0 && xx < side && yy >= 0 && yy < side) {
                    column.push_back(yy * side + xx);
                    value.push_back(step[k][2]);
                }
            }
            start.push_back((int)column.size());
        }
}

int main(int argc, char **argv)
{
    int side = size_argument(argc, argv, 32, 1, 512, 1), n = side * side, steps = 0;
    std::vector<int> start, column;
    std::vector<double> value, solution(n), b(n, 0.0);
    Random random;
    Stopwatch watch;
    double worst = 0;
    long wrong = 0;

    laplacian(side, start, column, value);
    for (int i = 0; i < n; i++)
        solution[i] = random.between(-1, 1);
    for (int row = 0; row < n; row++)
        for (int i = start[row]; i < start[row + 1]; i++)
            b[row] += value[i] * solution[column[i]];

    int *dstart = to_device(start), *dcolumn = to_device(column);
    double *dvalue = to_device(value), *x = to_device(std::vector<double>(n, 0.0)), *r = to_device(b),
           *p = to_device(b);
    double *ap = device_array<double>(n), *part = device_array<double>(BLOCKS);
    watch.start();
    double rr = dot_product(r, r, part, n), enough = rr * TOLERANCE * TOLERANCE;
    while (rr > enough && steps < 10 * n) {
        multiply<<<BLOCKS, THREADS>>>(dstart, dcolumn, dvalue, p, ap, n);
        double alpha = rr / dot_product(p, ap, part, n);
        combine<<<BLOCKS, THREADS>>>(alpha, p, 1.0, x, n);
        combine<<<BLOCKS, THREADS>>>(-alpha, ap, 1.0, r, n);
        double next = dot_product(r, r, part, n);
        combine<<<BLOCKS, THREADS>>>(1.0, r, next / rr, p, n);
        rr = next;
        steps++;
    }
    watch.stop();
    std::vector<double> found = to_host(x, n);
    for (int i = 0; i < n; i++) {
        double error = fabs(found[i] - solution[i]);
        worst = std::max(worst, error);
        wrong += !(error < 1e-9);
    }

    char what[80];
    sprintf(what, "%d unknowns, %d steps, largest error %.1e", n, steps, worst);
    cudaFree(dstart);
    cudaFree(dcolumn);
    cudaFree(dvalue);
    cudaFree(x);
    cudaFree(r);
    cudaFree(p);
    cudaFree(ap);
    cudaFree(part);
    return verdict("cg", what, watch, wrong);
}
