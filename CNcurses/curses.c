#define _GNU_SOURCE
#include "CNcurses.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <wchar.h>

/// Calls newterm while TERMINFO describes the terminal with direct colours.
static bool open_direct(const char *entry, FILE *stream) {
    const char *value = getenv("TERMINFO");
    char *before = value ? strdup(value) : NULL;
    bool is_open = curses_describe_direct_color(entry) && newterm(entry, stream, stdin);
    if (before) setenv("TERMINFO", before, 1);
    else unsetenv("TERMINFO");
    free(before);
    return is_open;
}

/// Sets an environment variable. Returns its value before, to be freed by the caller, or NULL if it had none.
static char *exchange(const char *name, const char *value) {
    const char *present = getenv(name);
    char *before = present ? strdup(present) : NULL;
    if (value) setenv(name, value, 1);
    else unsetenv(name);
    return before;
}

static bool open_entry(const char *entry, bool direct, FILE *stream) {
    return (direct && open_direct(entry, stream)) || newterm(entry, stream, stdin);
}

/// Calls newterm for an entry that tells no size, such as that of the Linux console: curses needs some.
static bool open_without_size(const char *entry, bool direct, FILE *stream) {
    static const char *const names[] = {"LINES", "COLUMNS"}, *const usual[] = {"24", "80"};
    char *before[2];
    for (int i = 0; i < 2; i++) before[i] = exchange(names[i], usual[i]);
    use_env(TRUE);
    bool is_open = open_entry(entry, direct, stream);
    for (int i = 0; i < 2; i++) {
        free(exchange(names[i], before[i]));
        free(before[i]);
    }
    return is_open;
}

bool curses_open(int output, const char *entry, bool direct) {
    FILE *stream = fdopen(output, "w");
    if (!stream) return false;
    bool has_size = tigetnum("lines") > 0 && tigetnum("cols") > 0;
    if (has_size ? open_entry(entry, direct, stream) : open_without_size(entry, direct, stream)) return true;
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

bool curses_is_blank(int row, int column, int count) {
    int y, x;
    getyx(stdscr, y, x);
    bool is_blank = true;
    for (int i = 0; i < count && is_blank; i++) is_blank = mvwinch(stdscr, row, column + i) == ' ';
    wmove(stdscr, y, x);
    return is_blank;
}

/// Decodes the next character of valid UTF-8 and advances `at`.
static wchar_t take_character(const unsigned char **at) {
    const unsigned char *bytes = *at;
    int more = bytes[0] < 0x80 ? 0 : bytes[0] < 0xE0 ? 1 : bytes[0] < 0xF0 ? 2 : 3;
    uint32_t value = more == 0 ? bytes[0] : bytes[0] & (0x3F >> more);
    for (int i = 1; i <= more; i++) value = value << 6 | (bytes[i] & 0x3F);
    *at = bytes + more + 1;
    return (wchar_t)value;
}

/// Returns the first free place in a cell for a zero-width character, or NULL if the cell is full.
static wchar_t *room_in(cchar_t *cell) {
    for (int i = 1; i < CCHARW_MAX; i++)
        if (!cell->chars[i]) return &cell->chars[i];
    return NULL;
}

void curses_put_text(WINDOW *window, const char *text, size_t count) {
    enum { most = 256 };
    cchar_t cells[most + 1];
    const unsigned char *at = (const unsigned char *)text, *end = at + count;
    int row = getcury(window), column = getcurx(window), last = getmaxx(window);
    while (at < end && column < last) {
        int used = 0, columns = 0;
        while (at < end) {
            const unsigned char *start = at;
            wchar_t character = take_character(&at);
            int width = character >= 0x20 && character < 0x7F ? 1 : wcwidth(character);
            if (width == 0) {
                wchar_t *room = used > 0 ? room_in(&cells[used - 1]) : NULL;
                if (room) *room = character;
                continue;
            }
            if (used == most) {
                at = start;
                break;
            }
            cells[used] = (cchar_t){.chars = {width < 0 ? L'?' : character}};
            used += 1;
            columns += width < 0 ? 1 : width;
        }
        cells[used] = (cchar_t){0};
        mvwadd_wchnstr(window, row, column, cells, used);
        column += columns;
    }
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
