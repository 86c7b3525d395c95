/* Stands between SQLite and the disk, for tests (LD_PRELOAD). What happens to files named ledger.db* is written to the file
   that CROUPIER_TRACE names: one record for each write and sync, in order. While a file `<CROUPIER_FAULT>/sync` exists, syncs fail;
   while `<CROUPIER_FAULT>/space` exists, there is no room for writes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { FILES = 4096 };
static char known[FILES]; /* by descriptor: d database, w write-ahead, a acknowledgements, 0 anything else */
static int trace = -1;
static const char *faults;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_open)(const char *, int, ...);
static int (*real_close)(int);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);

static void set_up(void) {
    if (real_write) return;
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_open = dlsym(RTLD_NEXT, "open64");
    real_close = dlsym(RTLD_NEXT, "close");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    faults = getenv("CROUPIER_FAULT");
    const char *path = getenv("CROUPIER_TRACE");
    if (path) trace = real_open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

static char kind_of(const char *path) {
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    if (!strcmp(name, "ledger.db") || !strcmp(name, "ledger.db.new")) return 'd';
    if (!strcmp(name, "ledger.db-wal")) return 'w';
    if (!strcmp(name, "ledger.db-acks")) return 'a';
    return 0;
}

static char file(int fd) { return fd >= 0 && fd < FILES ? known[fd] : 0; }

static int wanted(const char *fault) {
    char path[4096];
    if (!faults) return 0;
    snprintf(path, sizeof path, "%s/%s", faults, fault);
    return access(path, F_OK) == 0;
}

/* A record: what (w write, t truncate, s sync), which file, offset, length, then the bytes written. */
static void note(char what, int fd, int64_t offset, const void *bytes, uint32_t length) {
    if (trace < 0) return;
    char head[14];
    head[0] = what;
    head[1] = file(fd);
    memcpy(head + 2, &offset, 8);
    memcpy(head + 10, &length, 4);
    pthread_mutex_lock(&turn);
    if (real_write(trace, head, sizeof head) < 0 || (length && real_write(trace, bytes, length) < 0)) abort();
    pthread_mutex_unlock(&turn);
}

static int opened(const char *path, int fd) {
    if (fd >= 0 && fd < FILES) known[fd] = kind_of(path);
    return fd;
}

int open(const char *path, int flags, ...) {
    set_up();
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return opened(path, real_open(path, flags, mode));
}

int open64(const char *path, int flags, ...) {
    set_up();
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return opened(path, real_open(path, flags, mode));
}

int close(int fd) {
    set_up();
    if (fd >= 0 && fd < FILES) known[fd] = 0;
    return real_close(fd);
}

static int full(int fd) {
    if ((file(fd) == 'd' || file(fd) == 'w') && wanted("space")) {
        errno = ENOSPC;
        return 1;
    }
    return 0;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    set_up();
    if (full(fd)) return -1;
    off_t at = file(fd) ? lseek(fd, 0, SEEK_CUR) : 0;
    ssize_t wrote = real_write(fd, bytes, length);
    if (file(fd) && wrote > 0) note('w', fd, at, bytes, (uint32_t)wrote);
    return wrote;
}

static ssize_t write_at(int fd, const void *bytes, size_t length, off_t at) {
    set_up();
    if (full(fd)) return -1;
    ssize_t wrote = real_pwrite(fd, bytes, length, at);
    if (file(fd) && wrote > 0) note('w', fd, at, bytes, (uint32_t)wrote);
    return wrote;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return write_at(fd, bytes, length, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) { return write_at(fd, bytes, length, at); }

static int truncated(int fd, off_t length) {
    set_up();
    if (file(fd)) note('t', fd, length, NULL, 0);
    return real_ftruncate(fd, length);
}

int ftruncate(int fd, off_t length) { return truncated(fd, length); }
int ftruncate64(int fd, off_t length) { return truncated(fd, length); }

static int synced(int fd, int (**real)(int)) {
    set_up();
    if ((file(fd) == 'd' || file(fd) == 'w') && wanted("sync")) {
        errno = EIO;
        return -1;
    }
    int done = (*real)(fd);
    if (file(fd) && done == 0) note('s', fd, 0, NULL, 0);
    return done;
}

int fsync(int fd) { return synced(fd, &real_fsync); }
int fdatasync(int fd) { return synced(fd, &real_fdatasync); }
