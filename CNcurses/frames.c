// Collects a frame in memory, and writes to a terminal without blocking.
#define _GNU_SOURCE
#include "CNcurses.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

int terminal_memory_open(size_t size) {
    int memory = memfd_create("frame", MFD_CLOEXEC);
    if (memory >= 0) (void)!ftruncate(memory, (off_t)size);
    return memory;
}

bool terminal_replace(int descriptor, int other) { return dup3(other, descriptor, O_CLOEXEC) >= 0; }

int terminal_open_without_waiting(int descriptor) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    // A separate open file description: the flag would otherwise affect everybody who shares this one.
    int opened = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return opened >= 0 ? opened : fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
}

void terminal_restart_output(int descriptor) {
    struct termios settings;
    // Disabling IXON resumes output that Ctrl-S stopped.
    if (tcgetattr(descriptor, &settings) != 0 || !(settings.c_iflag & IXON)) return;
    settings.c_iflag &= ~(tcflag_t)IXON;
    tcsetattr(descriptor, TCSANOW, &settings);
}
