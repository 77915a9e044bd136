/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the runtime library only: the OpenGL of the process, with the context that is current in the calling thread.
 * Its functions are looked up in the process when the first is needed; no library of ours depends on one of its. What
 * these calls bind or set in the context they set back.
 */
#ifndef GT200_OPENGL_H
#define GT200_OPENGL_H

#include "driver.h"

/* A texture as an array. */
struct gl_image {
    unsigned image, target;
    size_t   width, height;
    CUarray_format format;
    unsigned comps;
    unsigned gl_format, gl_type;    /* of its texels in host memory, which has them without gaps */
    size_t   bytes;
};

/* Is OpenGL there, with buffer objects; with textures? A program may load it after a first call. */
bool gl_buffers(void);
bool gl_images(void);

/* `call` is for messages. A buffer object must exist, have memory, and not be mapped by OpenGL. */
CUresult gl_buffer_bytes(const char *call, unsigned buffer, uint32_t *bytes);
CUresult gl_buffer_read(const char *call, unsigned buffer, void *to, uint32_t bytes);
CUresult gl_buffer_write(const char *call, unsigned buffer, const void *from, uint32_t bytes);

/* Level 0 of a texture of two dimensions, or a rectangle, whose texels are some that an array can have. */
CUresult gl_image_look(const char *call, unsigned image, unsigned target, struct gl_image *out);
CUresult gl_image_read(const char *call, const struct gl_image *i, void *to);
CUresult gl_image_write(const char *call, const struct gl_image *i, const void *from);

#endif
