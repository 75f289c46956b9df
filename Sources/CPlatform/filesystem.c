#include "filesystem.h"

#include <sys/vfs.h>

uint32_t filesystem_kind(const char *path) {
    struct statfs facts;
    return statfs(path, &facts) == 0 ? (uint32_t)facts.f_type : 0;
}
