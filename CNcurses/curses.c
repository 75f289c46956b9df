#define _GNU_SOURCE
#include "CNcurses.h"

#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>

bool curses_open(int output) {
    FILE *stream = fdopen(output, "w");
    if (!stream) return false;
    if (newterm(NULL, stream, stdin)) return true;
    fclose(stream);
    return false;
}

bool terminal_has_input(int descriptor, int timeout) {
    struct pollfd input = {.fd = descriptor, .events = POLLIN};
    return poll(&input, 1, timeout) > 0;
}

bool terminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return true;
}

chtype curses_line_drawing(uint32_t box_drawing) {
    switch (box_drawing) {
    case 0x2500: return ACS_HLINE;
    case 0x2502: return ACS_VLINE;
    case 0x250C: return ACS_ULCORNER;
    case 0x2510: return ACS_URCORNER;
    case 0x2514: return ACS_LLCORNER;
    case 0x2518: return ACS_LRCORNER;
    default: return ' ';
    }
}
