/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the runtime library only.
 *
 * State: each thread has a stack of current contexts and its last error (struct drv_thread). Contexts, modules,
 * functions, streams and events hang together in contexts; the lock of a context makes its calls exclude each other.
 * One lock of the process guards the list of contexts and what programs register (runtime.c).
 */
#ifndef GT200_DRIVER_H
#define GT200_DRIVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "cuda.h"
#include "engine.h"
#include "gt_chip.h"
#include "module.h"
#include "target.h"

/* Constant segments have no device address; cuModuleGetGlobal gives one behind those of the device: module number,
 * segment, offset. A program with pointers of 4 bytes has less device memory, and so many modules in a context. */
#ifdef __LP64__
#define DRV_CONST_BASE   0x100000000ull
#define DRV_MODULES      UINT32_MAX
#define DRV_MEMORY_MB    4095       /* at most */
#define DRV_P            "0x%llx"   /* a CUdeviceptr printed */
#else
#define DRV_CONST_BASE   0xf0000000u
#define DRV_MODULES      256u
#define DRV_MEMORY_MB    2047
#define DRV_P            "0x%x"
#endif
#define DRV_CONST_MODULE ((CUdeviceptr)GT_CONST_SEGS * GT_CONST_BYTES)

struct CUctx_st {
    struct gt_gpu   *gpu;
    enum gt_target   target;
    const struct gt_engine *engine; /* of GT200_CHIP */
    struct gt_board *board;         /* of target fpga */
    uint64_t         check;         /* GT200_CHECK */
    int              device;
    unsigned         users;         /* cuCtxAttach */
    uint64_t         max_cycles;
    bool             quiet;         /* failures are not written to standard error */
    uint8_t          pm[4];          /* GT200_PM */
    struct gt_checks checks;         /* GT200_INTERLEAVE, GT200_RACES, GT200_MEMCHECK */
    pthread_mutex_t  lock;          /* recursive */
    struct CUmod_st *modules;
    struct CUmod_st *bound;         /* whose constants the device has */
    uint32_t         next_module;
    struct CUctx_st *next;          /* of all contexts */
    struct CUstream_st *streams;    /* they change under the lock of the process, too */
    struct CUevent_st  *events;
    struct drv_map     *maps;       /* host memory that has a device address (host.c) */
    bool                maps_host;  /* CU_CTX_MAP_HOST */
    struct CUarray_st  *arrays;
    struct CUtexref_st *textures;   /* cuTexRefCreate */
    struct CUgraphicsResource_st *graphics;     /* of OpenGL (graphics.c) */
    CUresult         broken;        /* a kernel failed: every later call returns this */
    bool             reported;      /* and a call has returned it */
    bool             told;          /* standard error has its message */
    char             message[4096];
    uint32_t         output, output_bytes;      /* ring of what kernels print (output.h); 0: not made yet */
    uint32_t         heap, heap_bytes;          /* what they take memory from */
    uint32_t         stack_bytes;               /* of a thread, of later chips */
    uint64_t         cycles, warp_insns, thread_insns;      /* of the last launch */
    uint64_t         clock;         /* shader clocks of all launches */
    struct profile_log *log;        /* CUDA_PROFILE; NULL: none */
    struct gt_inspect *inspect;     /* GT200_INSPECT; NULL: none */
    struct CUmod_st **images;       /* modules of the program's own images, by number; runtime.c */
    size_t           nimages;
};

struct CUtexref_st {
    struct CUmod_st    *module;     /* NULL: the program's own */
    struct CUtexref_st *next;
    uint32_t unit;                  /* texture number in the code */
    uint32_t addr, bytes;           /* 0: no address yet; bytes of linear memory */
    uint32_t width, height, pitch;  /* rows; height 0: linear memory */
    uint32_t depth;                 /* slices of rows, one behind the other; 0: none */
    CUarray  array;                 /* the rows are its */
    CUaddress_mode mode[3];
    CUfilter_mode  filter;
    int      format, comps;         /* CUarray_format */
    unsigned flags;
};

/* Rows of texels in device memory, slices of rows one behind the other. */
struct CUarray_st {
    struct CUctx_st   *ctx;
    struct CUarray_st *next;
    size_t         width, height, rows;     /* texels; height 0: one dimension, one row; rows: of all slices */
    size_t         depth;                   /* slices; 0: one or two dimensions */
    CUarray_format format;
    unsigned       comps, texel;            /* bytes of a texel */
    uint32_t       addr, pitch;
};

struct CUmod_st {
    struct gt_module  m;
    struct CUctx_st  *ctx;
    struct CUmod_st  *next;
    struct CUfunc_st *functions;
    uint32_t          number;
    struct CUtexref_st *textures;
};

struct CUfunc_st {
    struct CUmod_st  *module;
    struct CUfunc_st *next;
    int      kernel;
    unsigned block[3], shared;      /* cuFuncSetBlockShape, cuFuncSetSharedSize */
    int      most_dynamic;          /* bytes of dynamic shared memory (cuFuncSetAttribute); 0: as without */
    int      carveout;
    uint32_t params[64], param_bytes;
    struct gt_cubin_param set[64];  /* where cuParamSet* has put something, by offset */
    size_t   nset;
};

struct CUstream_st { struct CUctx_st *ctx; struct CUstream_st *next; };
struct CUevent_st {
    struct CUctx_st *ctx;
    struct CUevent_st *next;
    bool     recorded, timing;
    uint64_t clock;
};

#define DRV_STACK 32
#define DRV_PARAM_WORDS 1024                    /* of a kernel's parameters, on any machine */
#define DRV_DEVICES 64                          /* at most: drv_thread.joined has as many bits */

struct drv_thread {
    struct CUctx_st *stack[DRV_STACK];      /* current contexts, the last one is current */
    int              depth;
    CUresult         last;                  /* what message is about */
    char             message[4096];
    bool             told;                  /* standard error has it: calls that ask for a text get CUDA's */
    bool             bad_config;            /* the last launch was refused for its shape */
    /* Runtime API */
    int              device;
    int              rt_last;               /* cudaGetLastError */
    bool             unasked;               /* it is that of a launch, and nobody has seen it */
    uint64_t         joined;                /* devices whose shared context it has used, one bit each (runtime.c) */
};

/* The function by its name since CUDA 3.2 or 4.0, too: cuda.h. In the file that defines it. */
#define DRV_V2(name) __typeof__(name) name##_v2 __attribute__((alias(#name)))

struct drv_thread *drv_thread(void);
bool drv_initialised(void);
void drv_initialise(void);                  /* cuInit was called */
void drv_lock(void);                        /* of the process, recursive */
void drv_unlock(void);

/* Remembers the message for cuGetErrorString and returns rc. Nobody reads it twice: of what standard error has been
 * told that returns CUDA's text alone. */
CUresult drv_fail(CUresult rc, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same of the kernel that has failed in the context. */
CUresult drv_fail_broken(const struct CUctx_st *c);
/* The current context, locked, when there is one and no kernel of it has failed. */
CUresult drv_enter(struct CUctx_st **ctx);
/* The same though a kernel has failed: for reading memory and cleaning up. */
CUresult drv_enter_broken(struct CUctx_st **ctx);
/* After drv_fail, returns rc: what the environment asks for cannot be had. Programs that look at no result would go on
 * and print what their memory happens to hold, and others print a number: standard error says it once (not with
 * GT200_QUIET, nor of a command of gt200, which prints the message itself). */
CUresult drv_no_start(CUresult rc);
/* A launch on target lockstep: what was compared is told when the process ends (not with GT200_QUIET). */
void drv_checked(const struct gt_result *res);
/* Unlocks; returns rc. */
CUresult drv_leave(struct CUctx_st *ctx, CUresult rc);
CUresult drv_out_of_memory(void);

/* A positive number from the environment; false when it is none, after drv_fail. */
bool drv_env_number(const char *name, unsigned long long *value);
/* 0, as without it, or another number: on. */
bool drv_env_switch(const char *name, bool *on);
CUresult drv_chosen_target(enum gt_target *t);
/* The machine of GT200_CHIP: GT200's, or another. */
CUresult drv_chosen_engine(const struct gt_engine **engine);
/* GT200_CHIP, or one SM, also where it names another machine's chip. Refuses one that the target does not have. */
CUresult drv_chosen_chip(enum gt_target t, const struct gt_chip **chip);
/* Does the device take code, launches and memory as this chip does? On func only where its record is another one than
 * GT200's. */
bool drv_own_record(enum gt_target t, const struct gt_chip *chip);
/* SMs of the device, whose chip drv_chosen_chip has found. */
uint32_t drv_multiprocessors(enum gt_target t, const struct gt_chip *chip);
/* GT200_JITTER, or 0: the fixed-latency memory. */
CUresult drv_jitter(uint32_t *seed);
/* GT200_THREADS, or 0. */
CUresult drv_threads(uint32_t *threads);
/* GT200_MEMORY_MB, or 1024 MB; on a board or a chip with partitions what fits there. */
CUresult drv_memory_bytes(enum gt_target t, const struct gt_board *b, uint32_t *bytes);
/* The board that GT200_TARGET names, which contexts share; with another target *b is NULL. */
CUresult drv_board(enum gt_target t, struct gt_board **b);
/* Memory of a device: what a context has. */
CUresult drv_device_memory(uint32_t *bytes);
/* GT200_INTERLEAVE, GT200_RACES, GT200_MEMCHECK. */
CUresult drv_checks(struct gt_checks *checks);
/* Refuses variables that the target or the chip does not honour (settings.h). */
CUresult drv_settings(enum gt_target t, const struct gt_chip *chip);
/* The same for target cuda, which has no contexts of ours; and GT200_QUIET. */
CUresult drv_settings_gpu(bool *quiet);
int drv_devices(void);
/* A new context that is current nowhere. */
CUresult drv_context_new(struct CUctx_st **out, int device, unsigned flags);
/* The context of a device that both APIs share, for the Runtime API, made when needed; and as it is, NULL:
 * not active. */
CUresult drv_primary(struct CUctx_st **c, int device);
struct CUctx_st *drv_primary_now(int device);
/* The first of all contexts, which hang together; under the lock of the process. */
struct CUctx_st **drv_contexts(void);
/* Does the context still exist? */
bool drv_alive(const struct CUctx_st *c);
/* Is it a stream of the context, or 0? The context's lock is held, or that of the process. */
bool drv_has_stream(const struct CUctx_st *c, const struct CUstream_st *s);
/* For copies and fills, whose stream may be of any context: CUDA_ERROR_INVALID_HANDLE, if it is none. */
CUresult drv_stream_valid(const struct CUstream_st *s, const char *call);
void drv_module_free(struct CUmod_st *m);
/* The chip of a native cubin, 70 for sm_70, of which n bytes are there; 0: it is none. */
unsigned drv_elf_chip(const char *image, size_t n);
/* The module that a constant address belongs to, with its segment and offset. NULL: none. */
struct CUmod_st *drv_constant(struct CUctx_st *c, CUdeviceptr a, size_t bytes, unsigned *seg, uint32_t *offset);
/* host.c: mapped memory of a context before and after a kernel; the host memory that `bytes` at a device address
 * stand for, NULL: none; the end of what a context has. */
void drv_maps_to_device(struct CUctx_st *c);
void drv_maps_to_host(struct CUctx_st *c);
void *drv_mapped(struct CUctx_st *c, CUdeviceptr a, size_t bytes);
/* Frees memory of cuMemAllocManaged. false: there is none that begins there. */
bool drv_managed_free(struct CUctx_st *c, CUdeviceptr a);
void drv_host_end(struct CUctx_st *c);
/* memory.c: are these bytes of constants or of one allocation? */
CUresult drv_range(const struct CUctx_st *c, const char *call, CUdeviceptr a, size_t bytes);
/* demangle.c: a linked name as the source has it, to be freed; NULL: it is as it is. */
char *drv_demangled(const char *name);
/* memory.c: copies between host and device addresses, constants and mapped memory among them; `call` is for the
 * message. */
CUresult drv_write(struct CUctx_st *c, const char *call, CUdeviceptr to, const void *from, size_t bytes);
CUresult drv_read(struct CUctx_st *c, const char *call, void *to, CUdeviceptr from, size_t bytes);
/* Bytes have been copied between two places of the device: what is known of one is known of the other. */
void drv_copied(struct CUctx_st *c, CUdeviceptr to, CUdeviceptr from, size_t bytes);
/* Leaves a call that copies to the host: works after a failed kernel, but the first after it reports the failure. */
CUresult drv_leave_read(struct CUctx_st *c, CUresult rc);
/* Is it an array of the context? */
bool drv_array_alive(const struct CUctx_st *c, const struct CUarray_st *array);
/* array.c: the end of all of them. */
void drv_arrays_free(struct CUctx_st *c);
/* graphics.c: the end of what is registered; OpenGL gets nothing back. */
void drv_graphics_free(struct CUctx_st *c);
/* format.c: a component of a texel: enum gt_tex_type, bits; NULL: there is no such format. Its bits, or 0. */
struct drv_format { int format; uint8_t type, bits; };
const struct drv_format *drv_format_of(int format);
unsigned drv_format_bits(CUarray_format format);
/* Enters the current context, which must have the function; a handle of an unloaded module is refused, not
 * followed. */
CUresult drv_enter_function(struct CUctx_st **ctx, CUfunction f, const char *call);
/* texref.c: the texture state of a launch of this module; the end of its references; references to an array that ends
 * are unbound. */
void drv_textures_forget(struct CUctx_st *c, const struct CUarray_st *array);
CUresult drv_textures_bind(struct CUmod_st *m);
void drv_textures_free(struct CUtexref_st **list);

#endif
