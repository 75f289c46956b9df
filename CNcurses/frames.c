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

const char *terminal_frame_end(void) { return "\033\\\033[m\017\033(B\033[r"; }

void terminal_drop_output(int descriptor) { tcflush(descriptor, TCOFLUSH); }

void terminal_restart_output(int descriptor) {
    struct termios settings;
    // Disabling IXON resumes output that Ctrl-S stopped.
    if (tcgetattr(descriptor, &settings) != 0 || !(settings.c_iflag & IXON)) return;
    settings.c_iflag &= ~(tcflag_t)IXON;
    tcsetattr(descriptor, TCSANOW, &settings);
}
