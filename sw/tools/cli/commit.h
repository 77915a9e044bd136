/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GT200_COMMIT_H
#define GT200_COMMIT_H

/* " (commit ...)" of the sources, with -dirty if they were changed since; "": they are in no repository, or this is a
 * program of the build, which the commit alone does not make another (commit.sh). */
extern const char gt200_commit[];

#endif
