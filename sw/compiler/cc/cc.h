/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 cc, inside: one compilation and the programs it runs.
 */
#ifndef GT200_CC_H
#define GT200_CC_H

#include "cmd.h"
#include "options.h"

#define CC_MAX_ARGS 512

/* Arguments of a program to run, NULL-terminated; the strings are not copied. */
struct cc_args {
    const char *v[CC_MAX_ARGS];
    int n;
};

enum cc_output {
    CC_BY_NAME,     /* as the output is called */
    CC_CUBIN,       /* kernels only, 32-bit pointers unless -m64 */
    CC_PTX,
    CC_OBJECT,      /* -c */
    CC_PROGRAM,
    CC_ARCHIVE,     /* -lib: objects in a library */
    CC_TEXT         /* -E, -M, -MM: by clang alone */
};

struct cc {
    enum cc_output what;
    const char *out, *dir;          /* -o; -odir: the folder for outputs named after their source */
    struct cc_args in;              /* sources, objects, libraries, in order */
    struct cc_args user;            /* options for clang: -I, -D, -std=, ... */
    struct cc_args host;            /* only for host code: -Xcompiler */
    struct cc_args link;            /* -L, -l, -Xlinker */
    struct cc_args lists;           /* what was malloc'ed for options: copies of -Xcompiler's lists and the like,
                                       whose pieces are in the others */
    bool wide, narrow;              /* -m64, -m32; without either programs are wide, kernels alone narrow */
    bool doubles_by_4;              /* -m32: --no-align-double */
    bool fmad, fast, keep, debug, lineinfo;
    bool embed_ptx;                 /* objects contain PTX, which linking makes native; nvcc and the runtime: that
                                       is made native when it is loaded */
    bool both;                      /* objects and .fatbin have PTX behind the native code, for cuobjdump -ptx */
    bool source_loads;              /* device code loads where its source does only */
    unsigned native;                /* sm_70 to sm_90, whose code it is; 0: GT200 */
    unsigned arch;                  /* 10 to 13: sm_10 to sm_13; as native; of --ptx also 20 and more, that chip's PTX;
                                       0: sm_13 */
    bool archs;                     /* -arch and its like named several */
    unsigned oldest;                /* the first chip of those; 0: none was named */
    bool compute;                   /* -arch named a compute_N */
    bool code_native, code_ptx;     /* what -code and code= of -gencode name: an sm_N, a compute_N */
    unsigned code;                  /* the last of them, N or 1000 + N */
    bool codes;                     /* they named several */
    bool shared;                    /* the runtime stays a file of its own, lib/libcudart.so */
    bool standard;                  /* -std= was given */
    bool all_cu;                    /* -x cu: sources are CUDA C whatever their name */
    /* Of nvcc only. */
    bool nvcc;                      /* host sources are the host compiler's, the rest as nvcc does it (nvcc.c) */
    bool show, dry;                 /* commands are printed; and none is run */
    bool cuda;                      /* -cuda: CC_OBJECT writes C++ that the host's compiler makes the object of */
    bool fatbin;                    /* outputs of CC_CUBIN are called .fatbin */
    bool shared_object;             /* CC_PROGRAM is a library */
    bool clean;                     /* the outputs are removed, and nothing is made */
    bool run;                       /* CC_PROGRAM is run, */
    struct cc_args run_args;        /* with these */
    const char *host_compiler;      /* -ccbin: a program, or the folder of g++ */
    char host_program[4200];        /* what that amounts to */
    const char *language;           /* -x c, -x c++ */
    struct cc_args depend;          /* -MD, -MF FILE, ...: for the host pass */
    char beside[4096];              /* folder of the source, in which #include <...> look, too */
    const char *opt;                /* -O0 ... */
    const char *text;               /* the option of CC_TEXT */
    const char *wanted_clang;       /* --clang */
    char clang[256];                /* program */
    char lib[4096];                 /* folder of the headers */
    char samples[4104];             /* and of those that are found last: what CUDA's samples share */
    char tmp[64];                   /* folder for intermediate files, "" until needed */
    int  ntmp;
    struct cc_args system;          /* -isystem FOLDER for each folder of the host's headers, once asked for */
    char *system_text;              /* what they were read from */
    char program_arch[40];          /* the chip's __CUDA_ARCH__ as __GT200_ARCH__, which the host pass sees, too */
    char openmp[4096];              /* libomp.so, once it is wanted */
    char m32[4104];                 /* folder of the headers that glibc lacks then */
    const char *cxx;                /* -std= of the source when none was given */
    bool era;                       /* this source gets the headers that old ones included by the way: */
    char era_header[4200];
    bool lenient;                   /* in this source, functions that are not marked count as device functions, too */
    bool marks;                     /* in this source, files of `changed` mark what they leave unmarked */
    bool casts;                     /* in this source, a pointer may be cast to a smaller integer */
    bool late;                      /* in this source, templates may call functions that are declared behind them */
    struct cc_args changed;         /* in this source and what it includes (rewrite.c): file, changed copy, ...; */
    char *overlay;                  /* and the file that tells clang */
    struct ptxas_options ptxas;
};

/* C++ when no -std= says otherwise: clang's own default from version 16 on, C++17, no longer has what programs of the
 * time are written with (register, dynamic exception specifications, auto_ptr, ...). */
#define CC_STANDARD "-std=gnu++14"
#define CC_OLD_STANDARD "-std=gnu++98"      /* where "C"__global__ is two words */

#define CC_LIB32 "lib32"     /* beside lib/: the runtime for programs with pointers of 4 bytes */
#define CC_LATER 20     /* the first sm_ whose PTX is not this chip's: contraction is fma.rn.f32 there */
#define CC_SM70 70      /* the first sm_ that has native code of its own here */

/* The table of options and what takes a file. */
extern const struct cli_option cc_options[];
int cc_operand(void *ctx, const char *value);
/* Behind the last option: what all of them amount to. CLI_GO_ON, or the exit status after a message. */
int cc_settle(struct cc *c);
/* false after a message when there are too many. */
bool cc_add(struct cc_args *a, const char *arg);
bool cc_add_all(struct cc_args *a, const char *const *v);       /* up to NULL */
bool cc_add_args(struct cc_args *a, const struct cc_args *more);
/* The words of a list "A,B" or "A B", each an argument; as an option's take does. */
int cc_add_list(struct cc *c, struct cc_args *to, const char *list);
/* Runs a program as it is, after the temporary files are gone; its exit status, 128 + N when signal N ended it. */
int cc_run_program(struct cc *c, struct cc_args *a);
/* Runs a program; with c->dry it is only shown, and its output is empty. out: its standard output as a malloc'ed
 * string, or NULL: inherited. errors: file for its standard error, or NULL: cc_said shows it. Returns false after a
 * message, or when the program failed, which then has said why itself. */
bool cc_run(const struct cc *c, struct cc_args *a, char **out, const char *errors);
/* Shows what a compiler said, if anything (NULL): no control characters but, on a terminal, its colours. */
void cc_said(const char *said);
/* With c->show: what is done, one line of words with "#$ " before it; those with other than letters, digits and
 * "_.,+=-" are quoted. */
void cc_show(const struct cc *c, const struct cc_args *a);
/* The same of what makes native code of PTX. */
void cc_show_ptxas(const struct cc *c, const char *ptx, const char *to);
int gt_cmd_nvcc(int argc, char **argv);
/* Does all that the options ask for; the exit status. */
int cc_build(struct cc *c);
/* Chooses the clang: --clang or GT200_CLANG, a program; else the one of the version that ir/ is made for. */
bool cc_find_clang(struct cc *c, const char *wanted);
/* Path of a file of the toolkit folder's lib/ (home.h). false after a message. */
bool cc_find_built(const char *name, char *path, size_t room);
/* Is the output one with host code in it? */
bool cc_has_host(const struct cc *c);
/* Pointers of 4 bytes in host code (m32.c): are the host's libraries for them there, and ours? false after a
 * message. */
bool cc_find_m32(void);
/* The options for them, if they are asked for; clang: that is the compiler. */
bool cc_add_m32(const struct cc *c, struct cc_args *a, bool clang);
/* Is there a folder of that name? Sets errno, too. */
bool cc_is_folder(const char *path);
/* A folder from a path: its own, "." when it names none. */
void cc_folder_of(const char *path, char *folder, size_t room);
/* Folder of cuda_runtime.h. */
bool cc_find_headers(struct cc *c);
/* Path of an intermediate file that cc_cleanup removes; NULL after a message. The string lives until cc_cleanup. */
char *cc_temporary(struct cc *c, const char *suffix);
/* Removes them all; signals do again what they did. */
void cc_forget_temporaries(struct cc *c);
/* The end of a compilation: nothing of it is left in memory or in intermediate files. */
void cc_cleanup(struct cc *c);

/* Device code of a source as PTX, malloc'ed; NULL after a message. */
char *cc_device_ptx(struct cc *c, const char *source);
/* Native code of PTX for c's chip; false: res->error says why. */
bool cc_compile(const struct cc *c, const char *ptx, const char *name, const struct ptxas_options *opt,
                struct ptxas_result *res);
/* What an object has of device code: a cubin and, where ptx is not NULL, that behind it; a zero byte ends each. false
 * after a message. */
bool cc_write_images(const char *path, const struct ptxas_result *res, const char *ptx);
/* Makes changed copies of the files of which these errors tell, for the next attempt. false: there is nothing to
 * change. */
bool cc_rewrite(struct cc *c, const char *said);
/* In a text; false: there is nothing to change. */
bool cc_rewrite_text(char *text);
/* A text in which all functions without a mark get both, malloc'ed; NULL: it is such a one, or there is no memory. */
char *cc_rewrite_marks(const char *text);
/* A text in which asm statements have every percent sign doubled that is not an operand's or doubled already,
 * malloc'ed; NULL: there is none, or no memory. */
char *cc_rewrite_percents(char *text);
/* A text in which the variable of shared memory whose name is there in it is not constructed, malloc'ed; NULL: there is
 * no declaration of a form that can be changed, or no memory. */
char *cc_rewrite_shared(const char *text, const char *name);
/* A text in which the class template whose definition's name is there has the default arguments of its declaration,
 * malloc'ed; NULL: there are none, or no memory. */
char *cc_rewrite_defaults(const char *text, const char *name);
/* The text with types in front of braces in launches, and _Pragma in macros; NULL: there are none. braces.c. */
char *cc_rewrite_braces(const char *text);
/* No file is changed any more. */
void cc_rewrite_forget(struct cc *c);
/* Do these errors say that a name is not declared, and is it worth another attempt with c->era, which then is set? */
bool cc_era(struct cc *c, const char *said);
/* The warning that this attempt succeeded. */
void cc_era_warning(const char *source);
/* A source to a host object with its device code inside. */
bool cc_object(struct cc *c, const char *source, const char *object);
/* The same as C++ of which the host's compiler makes that object. */
bool cc_cuda(struct cc *c, const char *source, const char *to);
/* An object with native code in place of the PTX that is inside (embed_ptx). *made: whether there was PTX; if not,
 * nothing is written. made NULL: then it is copied. */
bool cc_native(struct cc *c, const char *object, const char *to, bool *made);
/* A source after the preprocessor, or what it includes, as c->text says; to the output or standard output. */
bool cc_text(struct cc *c, const char *source);
/* The program of host code: -ccbin, or the one that this was built with. */
const char *cc_host_compiler(struct cc *c);
/* Objects to a library for the linker. */
bool cc_archive(struct cc *c, const struct cc_args *objects);
/* In front of the link: OpenMP by clang's library, if it is wanted (openmp.c). false after a message. */
bool cc_openmp(struct cc *c);
/* Objects and libraries to a program. */
bool cc_link(struct cc *c, const struct cc_args *objects);
/* "dir/name.cu" and ".ptx" make "dir/name.ptx" (or "name.ptx", here); malloc'ed, NULL after a message. */
char *cc_renamed(const char *path, const char *suffix, bool here);

#endif
