/// What kind of file system a path is on. In C because statfs is not in Swift's module of the C library.
#ifndef FILESYSTEM_H
#define FILESYSTEM_H

#include <stdint.h>

/// Returns the number of the kind of file system (statfs(2)); 0 if it is not known.
uint32_t filesystem_kind(const char *path);

#endif
