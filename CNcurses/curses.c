#define _GNU_SOURCE
#include "CNcurses.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

/// The same as newterm, while TERMINFO describes the terminal with any colour.
static bool open_direct(const char *name, FILE *stream) {
    const char *value = getenv("TERMINFO");
    char *before = value ? strdup(value) : NULL;
    bool is_open = curses_describe_direct_color(name) && newterm(NULL, stream, stdin);
    if (before) setenv("TERMINFO", before, 1);
    else unsetenv("TERMINFO");
    free(before);
    return is_open;
}

bool curses_open(int output, const char *direct) {
    FILE *stream = fdopen(output, "w");
    if (!stream) return false;
    if (direct && open_direct(direct, stream)) return true;
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

bool terminal_cell_size(int descriptor, int *width, int *height) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
    *width = size.ws_xpixel / size.ws_col;
    *height = size.ws_ypixel / size.ws_row;
    return *width > 0 && *height > 0;
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
