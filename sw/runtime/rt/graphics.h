/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the runtime library only: buffer objects and textures of OpenGL that a context has registered.
 */
#ifndef GT200_GRAPHICS_H
#define GT200_GRAPHICS_H

#include "cudaGL.h"
#include "opengl.h"

struct CUgraphicsResource_st {
    struct CUgraphicsResource_st *next;
    const char *kind;               /* "buffer object" or "texture" */
    unsigned name;                  /* OpenGL's number */
    unsigned target;                /* of a texture; 0: it is a buffer */
    bool     by_buffer;             /* registered by cuGLRegisterBufferObject: it has no handle */
    unsigned flags;                 /* of the next mapping */
    /* while mapped */
    bool     mapped, write_back;
    uint32_t addr, bytes;           /* a buffer */
    struct gl_image image;
    CUarray  array;
};

/* `call` is for messages. drv_fail: there is no OpenGL. */
CUresult graphics_no_opengl(const char *call);
/* The current context, locked, of a process with OpenGL. */
CUresult graphics_enter(const char *call, struct CUctx_st **c);
/* Registers what there is of OpenGL by that number, if it can be mapped; target 0: a buffer. */
CUresult graphics_add(struct CUctx_st *c, const char *call, unsigned name, unsigned target, unsigned flags,
                      struct CUgraphicsResource_st **out);
/* Forgets one that is not mapped. */
CUresult graphics_end(struct CUctx_st *c, const char *call, struct CUgraphicsResource_st *r);
/* Of the next mapping. */
CUresult graphics_set_flags(struct CUgraphicsResource_st *r, const char *call, unsigned flags);
/* Copies it to device memory, and what is not only read back; what fails leaves it as it was. */
CUresult graphics_map(struct CUctx_st *c, const char *call, struct CUgraphicsResource_st *r);
CUresult graphics_unmap(struct CUctx_st *c, const char *call, struct CUgraphicsResource_st *r);

#endif
