/* SPDX-License-Identifier: Apache-2.0
 * nbody [N]: N bodies attract each other; some steps of leapfrog integration. Each thread adds up the forces on one
 * body; a block brings the other bodies into shared memory, tile by tile (L. Nyland, M. Harris, J. Prins, GPU Gems
 * 3). Compared with double precision on the CPU. */
#include "example.h"

#define TILE 64
#define STEPS 3
#define DT 0.01f
#define SOFTENING 0.01f         /* square of a length: bodies that meet pass through each other */

__global__ void accelerate(const float4 *position, float4 *velocity, int n)
{
    __shared__ float4 other[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float4 me = position[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;

    for (int base = 0; base < n; base += TILE) {
        other[threadIdx.x] = position[base + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < TILE; j++) {
            float4 o = other[j];
            float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + SOFTENING), f = o.w * r * r * r;
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
        }
        __syncthreads();
    }
    float4 v = velocity[i];
    velocity[i] = make_float4(v.x + ax * DT, v.y + ay * DT, v.z + az * DT, 0.0f);
}

__global__ void move(float4 *position, const float4 *velocity)
{
    int i = blockIdx.x * TILE + threadIdx.x;
    float4 p = position[i], v = velocity[i];
    position[i] = make_float4(p.x + v.x * DT, p.y + v.y * DT, p.z + v.z * DT, p.w);
}

struct Body {
    double p[3], v[3], mass;
};

static void step(std::vector<Body> &bodies)
{
    for (size_t i = 0; i < bodies.size(); i++)
        for (size_t j = 0; j < bodies.size(); j++) {
            double d[3], r2 = SOFTENING;
            for (int k = 0; k < 3; k++) {
                d[k] = bodies[j].p[k] - bodies[i].p[k];
                r2 += d[k] * d[k];
            }
            for (int k = 0; k < 3; k++)
                bodies[i].v[k] += bodies[j].mass / (r2 * sqrt(r2)) * d[k] * DT;
        }
    for (size_t i = 0; i < bodies.size(); i++)
        for (int k = 0; k < 3; k++)
            bodies[i].p[k] += bodies[i].v[k] * DT;
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 256, TILE, 8192, TILE);
    std::vector<float4> position(n), velocity(n, make_float4(0, 0, 0, 0));
    std::vector<Body> bodies(n);
    Random random;
    Stopwatch watch;
    double worst = 0;
    long wrong = 0;

    for (int i = 0; i < n; i++) {
        float x = random.between(-1, 1), y = random.between(-1, 1), z = random.between(-1, 1);
        position[i] = make_float4(x, y, z, 1.0f / n);
        Body b = { { x, y, z }, { 0, 0, 0 }, 1.0f / n };
        bodies[i] = b;
    }
    float4 *p = to_device(position), *v = to_device(velocity);
    watch.start();
    for (int s = 0; s < STEPS; s++) {
        accelerate<<<n / TILE, TILE>>>(p, v, n);
        move<<<n / TILE, TILE>>>(p, v);
    }
    watch.stop();
    position = to_host(p, n);
    velocity = to_host(v, n);
    for (int s = 0; s < STEPS; s++)
        step(bodies);
    for (int i = 0; i < n; i++) {
        const Body &b = bodies[i];
        double error = fabs(position[i].x - b.p[0]) + fabs(position[i].y - b.p[1]) + fabs(position[i].z - b.p[2]) +
                       fabs(velocity[i].x - b.v[0]) + fabs(velocity[i].y - b.v[1]) + fabs(velocity[i].z - b.v[2]);
        worst = std::max(worst, error);
        wrong += !(error < 1e-5);
    }

    char what[80];
    sprintf(what, "%d bodies, %d steps, largest error %.1e", n, STEPS, worst);
    cudaFree(p);
    cudaFree(v);
    return verdict("nbody", what, watch, wrong);
}
