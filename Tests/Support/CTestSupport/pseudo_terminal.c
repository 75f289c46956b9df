#define _GNU_SOURCE
#include "pseudo_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int close_with_error(int descriptor) {
    int error = errno;
    close(descriptor);
    return -error;
}

int pseudo_terminal_set_size(int master, int columns, int rows) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    return ioctl(master, TIOCSWINSZ, &size) == 0 ? 0 : -errno;
}

int pseudo_terminal_get_size(int master, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(master, TIOCGWINSZ, &size) != 0) return -errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

int pseudo_terminal_open(int columns, int rows, char *slave_name, size_t slave_name_size) {
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (master < 0) return -errno;
    if (grantpt(master) != 0 || unlockpt(master) != 0) return close_with_error(master);
    int error = ptsname_r(master, slave_name, slave_name_size);
    if (error == 0) error = -pseudo_terminal_set_size(master, columns, rows);
    if (error != 0) {
        close(master);
        return -error;
    }
    return master;
}

int pseudo_terminal_has_unread(const char *slave_name) {
    int slave = open(slave_name, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (slave < 0) return -errno;
    // Unlike FIONREAD, poll counts what the system has not passed on yet.
    struct pollfd input = {.fd = slave, .events = POLLIN};
    int ready = poll(&input, 1, 0);
    if (ready < 0) return close_with_error(slave);
    close(slave);
    return ready > 0 && (input.revents & POLLIN) != 0;
}
