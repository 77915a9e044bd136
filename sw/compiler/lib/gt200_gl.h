/* SPDX-License-Identifier: Apache-2.0
 *
 * The types of OpenGL, whose header CUDA's headers for it include; also where that is not installed.
 */
#ifndef GT200_GL_H
#define GT200_GL_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#ifdef __has_include
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#define GT200_HAS_GL
#endif
#endif
#ifndef GT200_HAS_GL
typedef unsigned int GLuint;
typedef unsigned int GLenum;
#endif

#endif
