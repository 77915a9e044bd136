/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: its start, and devices. Every device is a GTX 280 by its properties, or a GeForce 8800 GTX, or a
 * small GT200; what runs its kernels is GT200_CHIP.
 */
#include <stdio.h>
#include <string.h>

#include "driver.h"

CUresult cuInit(unsigned flags)
{
    enum gt_target t;

    if (flags)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuInit: flags must be 0");
    const struct gt_chip *chip;
    CUresult rc = drv_chosen_target(&t);
    if (rc != CUDA_SUCCESS || (rc = drv_chosen_chip(t, &chip)) != CUDA_SUCCESS)
        return drv_no_start(rc);
    if (!drv_devices())
        return drv_no_start(CUDA_ERROR_INVALID_VALUE);
    drv_initialise();
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version)
{
    if (!version)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDriverGetVersion: null pointer");
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count)
{
    if (!drv_initialised())
        return drv_fail(CUDA_ERROR_NOT_INITIALIZED, "cuInit has not been called");
    int n = drv_devices();
    if (!count)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDeviceGetCount: null pointer");
    *count = n;
    return n ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Is there such a device? */
static CUresult check_device(CUdevice d, const void *p, const char *call)
{
    if (!drv_initialised())
        return drv_fail(CUDA_ERROR_NOT_INITIALIZED, "cuInit has not been called");
    int n = drv_devices();
    if (!n)
        return CUDA_ERROR_INVALID_VALUE;
    if (d < 0 || d >= n)
        return drv_fail(CUDA_ERROR_INVALID_DEVICE, "device %d: there %s %d (GT200_DEVICES)", d,
                        n == 1 ? "is only device 0, so" : "are", n);
    if (!p)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: null pointer", call);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    CUresult rc = check_device(ordinal, device, "cuDeviceGet");
    if (rc == CUDA_SUCCESS)
        *device = ordinal;
    return rc;
}

/* What the chip is made of, if it is one of GT200's SM. */
static CUresult chip_values(const struct gt_values **v)
{
    enum gt_target t;
    const struct gt_chip *chip;
    CUresult rc = drv_chosen_target(&t);

    if (rc == CUDA_SUCCESS && (rc = drv_chosen_chip(t, &chip)) == CUDA_SUCCESS)
        *v = chip->values;
    return rc;
}

/* What machines differ in. */
static CUresult machine_limits(struct gt_engine_limits *l)
{
    const struct gt_engine *e;
    const struct gt_values *v;
    CUresult rc = drv_chosen_engine(&e);

    if (rc != CUDA_SUCCESS || (*l = e->limits, e->chip) || (rc = chip_values(&v)) != CUDA_SUCCESS)
        return rc;
    l->minor = v->compute % 10;
    l->regs = v->regs_per_sm;
    l->threads = l->block[0] = l->block[1] = v->threads_per_block;
    l->textures = v->tex;
    return rc;
}

CUresult cuDeviceGetName(char *name, int len, CUdevice device)
{
    enum gt_target t;
    CUresult rc = check_device(device, name, "cuDeviceGetName");

    const struct gt_engine *e;
    if (rc != CUDA_SUCCESS || (rc = drv_chosen_target(&t)) != CUDA_SUCCESS ||
        (rc = drv_chosen_engine(&e)) != CUDA_SUCCESS)
        return rc;
    if (len < 1)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDeviceGetName: no room for the name");
    if (e->chip) {
        snprintf(name, (size_t)len, "%s (sm_%u%u %s)", e->chip, e->limits.major, e->limits.minor, gt_target_name(t));
        return CUDA_SUCCESS;
    }
    const struct gt_values *v;
    if ((rc = chip_values(&v)) == CUDA_SUCCESS)
        snprintf(name, (size_t)len, "%s (%s %s)", v->compute < 12 ? "GeForce 8800 GTX" :
                 v->compute < 13 ? "small GT200" : "GeForce GTX 280", v->name, gt_target_name(t));
    return rc;
}

static const struct { CUdevice_attribute attribute; int value; } values[] = {
    { CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, GT_CONST_BYTES },
    { CU_DEVICE_ATTRIBUTE_WARP_SIZE, GT_LANES },
    { CU_DEVICE_ATTRIBUTE_MAX_PITCH, GT_COPY_PITCH },
    { CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, GT_TEX_ALIGN },
    { CU_DEVICE_ATTRIBUTE_GPU_OVERLAP, 1 },
    { CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT, 0 },
    { CU_DEVICE_ATTRIBUTE_INTEGRATED, 0 },
    { CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 1 },
    { CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, GT_TEX_ARRAY_WIDTH },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, GT_TEX_WIDTH },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT, GT_TEX_HEIGHT },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH, GT_TEX_DEPTH },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT, GT_TEX_DEPTH },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH, GT_TEX_DEPTH },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS, 0 },
    { CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID, 0 },
    { CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT, GT_TEX_ALIGN },
    { CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, 0 },
    { CU_DEVICE_ATTRIBUTE_ECC_ENABLED, 0 },
    { CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, 0 },
    { CU_DEVICE_ATTRIBUTE_TCC_DRIVER, 0 },
    { CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 1 },
    { CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 0 },
    { CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, GT_TEX_PITCH },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, GT_TEX_LINEAR_WIDTH },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH, GT_TEX_WIDTH },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, GT_TEX_HEIGHT },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH, GT_COPY_PITCH },
    { CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH, 0 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS, 0 },
    { CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, 0 },
    { CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 1 },
};

static CUresult count_multiprocessors(int *value)
{
    enum gt_target t;
    const struct gt_chip *chip;
    CUresult rc = drv_chosen_target(&t);

    if (rc == CUDA_SUCCESS && (rc = drv_chosen_chip(t, &chip)) == CUDA_SUCCESS)
        *value = (int)drv_multiprocessors(t, chip);
    return rc;
}

/* What machines differ in; false: none of that. */
static bool limit_of(const struct gt_engine_limits *l, const struct gt_engine *e, const struct gt_values *v,
                     CUdevice_attribute a, int *value)
{
    const struct gt_engine_size *z = &e->size;
    const uint32_t asked = z->sms ? gt_engine_shared(e) : l->shared;
    const struct { CUdevice_attribute a; unsigned value; } of[] = {
        { CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, l->threads },
        { CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, l->block[0] },
        { CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, l->block[1] },
        { CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, l->block[2] },
        { CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, l->grid[0] },
        { CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, l->grid[1] },
        { CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, l->grid[2] },
        { CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, l->shared },
        { CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, l->regs },
        { CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, l->regs },
        { CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, l->major },
        { CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, l->minor },
        { CU_DEVICE_ATTRIBUTE_CLOCK_RATE, z->sms ? z->clock_khz : v->clock_khz },
        { CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, z->sms ? z->mem_clock_khz : v->mem_clock_khz },
        { CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, z->sms ? z->mem_bus_bits : v->mem_bus_bits },
        { CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, z->sms ? z->threads_per_sm : v->threads_per_sm },
        { CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, z->cache },
        { CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, z->blocks_per_sm != 0 },
        { CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, z->sms ? z->shared_per_sm : l->shared },
        { CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, asked },
    };

    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (of[i].a == a) {
            *value = (int)of[i].value;
            return true;
        }
    return false;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    CUresult rc = check_device(device, value, "cuDeviceGetAttribute");

    if (rc != CUDA_SUCCESS)
        return rc;
    const struct gt_engine *e;
    const struct gt_values *v;
    struct gt_engine_limits l;
    if ((rc = machine_limits(&l)) != CUDA_SUCCESS || (rc = drv_chosen_engine(&e)) != CUDA_SUCCESS ||
        (rc = chip_values(&v)) != CUDA_SUCCESS || limit_of(&l, e, v, attribute, value))
        return rc;
    if (attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT && !e->chip)
        return count_multiprocessors(value);
    if (attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) {        /* the chip's; here block goes after block */
        *value = (int)e->size.sms;
        return CUDA_SUCCESS;
    }
    if (attribute == CU_DEVICE_ATTRIBUTE_PCI_BUS_ID) {
        *value = device + 1;
        return CUDA_SUCCESS;
    }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].attribute == attribute) {
            *value = values[i].value;
            return CUDA_SUCCESS;
        }
    return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDeviceGetAttribute: attribute %d is not known", (int)attribute);
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    CUresult rc = cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    return rc != CUDA_SUCCESS ? rc : cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    uint32_t b = 0;
    CUresult rc = check_device(device, bytes, "cuDeviceTotalMem");

    if (rc != CUDA_SUCCESS)
        return rc;
    rc = drv_device_memory(&b);
    *bytes = b;
    return rc;
}

CUresult cuDeviceGetProperties(CUdevprop *p, CUdevice device)
{
    CUresult rc = check_device(device, p, "cuDeviceGetProperties");

    const struct gt_values *v;
    const struct gt_engine *e;
    struct gt_engine_limits of, *l = &of;
    if (rc != CUDA_SUCCESS || (rc = machine_limits(l)) != CUDA_SUCCESS ||
        (rc = drv_chosen_engine(&e)) != CUDA_SUCCESS || (rc = chip_values(&v)) != CUDA_SUCCESS)
        return rc;
    *p = (CUdevprop){
        .maxThreadsPerBlock = (int)l->threads,
        .maxThreadsDim = { (int)l->block[0], (int)l->block[1], (int)l->block[2] },
        .maxGridSize = { (int)l->grid[0], (int)l->grid[1], (int)l->grid[2] },
        .sharedMemPerBlock = (int)l->shared, .totalConstantMemory = GT_CONST_BYTES, .SIMDWidth = GT_LANES,
        .memPitch = GT_COPY_PITCH, .regsPerBlock = (int)l->regs,
        .clockRate = (int)(e->size.sms ? e->size.clock_khz : v->clock_khz),
        .textureAlign = GT_TEX_ALIGN,
    };
    return rc;
}

CUresult cuDeviceGetPCIBusId(char *id, int len, CUdevice device)
{
    CUresult rc = check_device(device, id, "cuDeviceGetPCIBusId");

    if (rc != CUDA_SUCCESS)
        return rc;
    char text[32];
    int n = snprintf(text, sizeof text, "0000:%02x:00.0", (unsigned)device + 1);
    if (len <= n)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDeviceGetPCIBusId: %d bytes, the name has %d", len, n + 1);
    memcpy(id, text, (size_t)n + 1);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id)
{
    unsigned domain = 0, bus = 0, slot = 0, function = 0;
    int end[3] = { -1, -1, -1 };

    if (!device || !id)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDeviceGetByPCIBusId: null pointer");
    const size_t n = strlen(id);
    sscanf(id, "%4x:%2x:%2x.%1x%n", &domain, &bus, &slot, &function, &end[0]);
    if (end[0] < 0 || (size_t)end[0] != n) {
        function = 0;
        sscanf(id, "%4x:%2x:%2x%n", &domain, &bus, &slot, &end[1]);
        if (end[1] < 0 || (size_t)end[1] != n) {
            domain = 0;
            sscanf(id, "%2x:%2x.%1x%n", &bus, &slot, &function, &end[2]);
            if (end[2] < 0 || (size_t)end[2] != n)
                return drv_fail(CUDA_ERROR_INVALID_VALUE,
                                "cuDeviceGetByPCIBusId: '%.40s' is not DOMAIN:BUS:DEVICE.FUNCTION", id);
        }
    }
    if (domain || slot || function || !bus || (int)bus > drv_devices())
        return drv_fail(CUDA_ERROR_INVALID_DEVICE, "cuDeviceGetByPCIBusId: no device at '%.40s'", id);
    *device = (int)bus - 1;
    return CUDA_SUCCESS;
}

DRV_V2(cuDeviceTotalMem);
