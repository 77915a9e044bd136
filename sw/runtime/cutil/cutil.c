/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions of cutil.h. Weak: a program that brings some of its own by these names keeps them.
 */
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#include "cutil.h"
#include "cutil_inline.h"
#include "now.h"

#define CUT_FN __attribute__((weak))

CUT_FN void cutFree(void *p)
{
    free(p);
}

/* ---- errors ---- */

CUT_FN void __cutCheck(int ok, const char *file, int line)
{
    if (ok)
        return;
    fprintf(stderr, "%s:%d: a call failed\n", file, line);
    exit(EXIT_FAILURE);
}

CUT_FN void __cutPointerCheck(const void *p, const char *file, int line)
{
    if (p)
        return;
    fprintf(stderr, "%s:%d: out of memory\n", file, line);
    exit(EXIT_FAILURE);
}

CUT_FN CUTBoolean cutCheckCondition(int condition, const char *file, const int line)
{
    if (condition)
        return CUTTrue;
    fprintf(stderr, "%s:%d: condition failed\n", file, line);
    return CUTFalse;
}

/* ---- command line ---- */

/* What follows the name and '=' in the argument --name=value, "" for --name alone, NULL when there is none. */
static const char *argument_value(const char *a, const char *name)
{
    size_t n = strlen(name);

    if (a[0] != '-')
        return NULL;
    a += 1 + (a[1] == '-');
    if (strncmp(a, name, n) || (a[n] && a[n] != '='))
        return NULL;
    return a[n] ? a + n + 1 : "";
}

static const char *find_argument(int argc, const char **argv, const char *name)
{
    for (int i = 1; i < argc; i++) {
        const char *value = argument_value(argv[i], name);
        if (value)
            return value;
    }
    return NULL;
}

CUT_FN CUTBoolean cutCheckCmdLineFlag(const int argc, const char **argv, const char *name)
{
    return find_argument(argc, argv, name) ? CUTTrue : CUTFalse;
}

CUT_FN CUTBoolean cutGetCmdLineArgumenti(const int argc, const char **argv, const char *name, int *value)
{
    const char *text = find_argument(argc, argv, name);
    char *end = NULL;
    long v = text ? strtol(text, &end, 0) : 0;

    if (!text || end == text || *end)
        return CUTFalse;
    *value = (int)v;
    return CUTTrue;
}

CUT_FN CUTBoolean cutGetCmdLineArgumentf(const int argc, const char **argv, const char *name, float *value)
{
    const char *text = find_argument(argc, argv, name);
    char *end = NULL;
    float v = text ? strtof(text, &end) : 0;

    if (!text || end == text || *end)
        return CUTFalse;
    *value = v;
    return CUTTrue;
}

CUT_FN CUTBoolean cutGetCmdLineArgumentstr(const int argc, const char **argv, const char *name, char **value)
{
    const char *text = find_argument(argc, argv, name);

    *value = text && *text ? strdup(text) : NULL;
    return *value ? CUTTrue : CUTFalse;
}

CUT_FN CUTBoolean cutGetCmdLineArgumentListstr(const int argc, const char **argv, const char *name, char **values,
                                               unsigned int *len)
{
    unsigned int n = 0;

    for (int i = 1; i < argc && n < *len; i++) {
        const char *text = argument_value(argv[i], name);
        if (text && *text && !(values[n++] = strdup(text)))
            return CUTFalse;
    }
    *len = n;
    return n ? CUTTrue : CUTFalse;
}

CUT_FN int cutGetMaxGflopsDeviceId(void)
{
    return 0;
}

CUT_FN int cutilCudaCapabilities(int major, int minor)
{
    if (major < 1 || (major == 1 && minor <= 3))
        return 1;
    printf("This device has compute capability 1.3, the program needs %d.%d.\n", major, minor);
    return 0;
}

/* ---- timers ---- */

struct timer {
    bool used, running;
    double sum, started;                    /* milliseconds */
    unsigned int stops;
};
static struct {
    pthread_mutex_t lock;
    struct timer *t;
    unsigned int n;
} timers = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Timer `number`, counted from 1; NULL when there is none. The lock is held. */
static struct timer *timer_of(unsigned int number)
{
    return number >= 1 && number <= timers.n && timers.t[number - 1].used ? &timers.t[number - 1] : NULL;
}

CUT_FN CUTBoolean cutCreateTimer(unsigned int *timer)
{
    unsigned int i = 0;
    bool ok = true;

    pthread_mutex_lock(&timers.lock);
    while (i < timers.n && timers.t[i].used)
        i++;
    if (i == timers.n) {
        struct timer *more = realloc(timers.t, (i + 16) * sizeof *more);
        if ((ok = more != NULL)) {
            memset(more + i, 0, 16 * sizeof *more);
            timers.t = more;
            timers.n = i + 16;
        }
    }
    if (ok) {
        timers.t[i] = (struct timer){ .used = true };
        *timer = i + 1;
    }
    pthread_mutex_unlock(&timers.lock);
    return ok ? CUTTrue : CUTFalse;
}

enum action { START, STOP, RESET, DELETE };

/* Starts, stops, resets or deletes a timer; false: there is none of that number. */
static CUTBoolean act_on_timer(unsigned int number, enum action what)
{
    double time = 1e3 * now();

    pthread_mutex_lock(&timers.lock);
    struct timer *t = timer_of(number);
    if (t && what == START) {
        t->running = true;
        t->started = time;
    } else if (t && what == STOP && t->running) {
        t->sum += time - t->started;
        t->stops++;
        t->running = false;
    } else if (t && what == RESET) {
        t->sum = 0;
        t->stops = 0;
        t->started = time;
    } else if (t && what == DELETE) {
        t->used = false;
    }
    pthread_mutex_unlock(&timers.lock);
    return t ? CUTTrue : CUTFalse;
}

CUT_FN CUTBoolean cutDeleteTimer(unsigned int timer)
{
    return act_on_timer(timer, DELETE);
}

CUT_FN CUTBoolean cutStartTimer(const unsigned int timer)
{
    return act_on_timer(timer, START);
}

CUT_FN CUTBoolean cutStopTimer(const unsigned int timer)
{
    return act_on_timer(timer, STOP);
}

CUT_FN CUTBoolean cutResetTimer(const unsigned int timer)
{
    return act_on_timer(timer, RESET);
}

/* The sum so far, a running timer's too; *intervals: how many starts it is of. */
static double timer_sum(unsigned int number, unsigned int *intervals)
{
    double sum = 0, time = 1e3 * now();

    *intervals = 0;
    pthread_mutex_lock(&timers.lock);
    const struct timer *t = timer_of(number);
    if (t) {
        sum = t->sum + (t->running ? time - t->started : 0);
        *intervals = t->stops + t->running;
    }
    pthread_mutex_unlock(&timers.lock);
    return sum;
}

CUT_FN float cutGetTimerValue(const unsigned int timer)
{
    unsigned int n;
    return (float)timer_sum(timer, &n);
}

CUT_FN float cutGetAverageTimerValue(const unsigned int timer)
{
    unsigned int n;
    double sum = timer_sum(timer, &n);
    return n ? (float)(sum / n) : 0.0f;
}

/* ---- comparisons ---- */

/* How many values are off by more than epsilon; a NaN is. */
#define COUNT_OFF(reference, data, len, epsilon, off) \
    do { \
        for (unsigned int i_ = 0; i_ < (len); i_++) \
            if (!(fabs((double)(reference)[i_] - (double)(data)[i_]) <= (double)(epsilon))) \
                (off)++; \
    } while (0)

static CUTBoolean few_enough(unsigned int off, unsigned int len, float threshold)
{
    return (double)off <= (double)len * (double)threshold ? CUTTrue : CUTFalse;
}

CUT_FN CUTBoolean cutComparefet(const float *reference, const float *data, const unsigned int len,
                                const float epsilon, const float threshold)
{
    unsigned int off = 0;
    COUNT_OFF(reference, data, len, epsilon, off);
    return few_enough(off, len, threshold);
}

CUT_FN CUTBoolean cutComparefe(const float *reference, const float *data, const unsigned int len, const float epsilon)
{
    return cutComparefet(reference, data, len, epsilon, 0);
}

CUT_FN CUTBoolean cutComparef(const float *reference, const float *data, const unsigned int len)
{
    return cutComparefet(reference, data, len, 0, 0);
}

CUT_FN CUTBoolean cutComparei(const int *reference, const int *data, const unsigned int len)
{
    unsigned int off = 0;
    COUNT_OFF(reference, data, len, 0, off);
    return few_enough(off, len, 0);
}

CUT_FN CUTBoolean cutCompareuit(const unsigned int *reference, const unsigned int *data, const unsigned int len,
                                const float epsilon, const float threshold)
{
    unsigned int off = 0;
    COUNT_OFF(reference, data, len, epsilon, off);
    return few_enough(off, len, threshold);
}

CUT_FN CUTBoolean cutCompareubt(const unsigned char *reference, const unsigned char *data, const unsigned int len,
                                const float epsilon, const float threshold)
{
    unsigned int off = 0;
    COUNT_OFF(reference, data, len, epsilon, off);
    return few_enough(off, len, threshold);
}

CUT_FN CUTBoolean cutCompareube(const unsigned char *reference, const unsigned char *data, const unsigned int len,
                                const float epsilon)
{
    return cutCompareubt(reference, data, len, epsilon, 0);
}

CUT_FN CUTBoolean cutCompareub(const unsigned char *reference, const unsigned char *data, const unsigned int len)
{
    return cutCompareubt(reference, data, len, 0, 0);
}

CUT_FN CUTBoolean cutCompareL2fe(const float *reference, const float *data, const unsigned int len, const float epsilon)
{
    double difference = 0, norm = 0;

    for (unsigned int i = 0; i < len; i++) {
        double d = (double)reference[i] - (double)data[i];
        difference += d * d;
        norm += (double)reference[i] * (double)reference[i];
    }
    /* No relative error to a reference of zeros: only zeros equal it. */
    if (norm == 0)
        return difference == 0 ? CUTTrue : CUTFalse;
    return sqrt(difference) / sqrt(norm) < (double)epsilon ? CUTTrue : CUTFalse;
}
