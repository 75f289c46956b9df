// Access to the terminal database. A file of its own because its header defines words such as columns and bell as
// macros.
#include "CNcurses.h"

#include <ncursesw/term.h>
#include <string.h>
#include <unistd.h>

static const char *capability(const char *name) {
    const char *value = tigetstr(name);
    return value == (const char *)-1 ? NULL : value;
}

enum curses_entry curses_look_up(const char *name, int descriptor) {
    // The size comes from the terminal alone: LINES and COLUMNS may hold any number, and curses allocates a screen of
    // that size.
    use_env(FALSE);
    int result = 0;
    if (setupterm(name, descriptor, &result) != OK) return result == 1 ? curses_entry_unsuitable : curses_entry_unknown;
    const char *address = capability("cup");
    return address && *address ? curses_entry_suitable : curses_entry_unsuitable;
}

int curses_colors(void) { return tigetnum("colors"); }

bool curses_has_direct_color(void) {
    // According to user_caps(5), RGB can be a flag, a number or a string.
    return tigetflag("RGB") == 1 || tigetnum("RGB") > 0 || capability("RGB");
}

bool curses_has_mouse(void) { return capability("kmous"); }

/// Appends `text` without the padding marks of the terminal database, such as `$<5/>`. Returns the new length.
static size_t append(char *buffer, size_t capacity, size_t count, const char *text) {
    while (text && *text) {
        const char *end = text[0] == '$' && text[1] == '<' ? strchr(text, '>') : NULL;
        if (end) text = end + 1;
        else if (count < capacity) buffer[count++] = *text++;
        else break;
    }
    return count;
}

const char *curses_title_beginning(void) { return capability("tsl"); }

const char *curses_capability(const char *name) { return capability(name); }

static size_t append_all(char *buffer, size_t capacity, const char *const names[], size_t count) {
    size_t length = 0;
    for (size_t i = 0; i < count; i++) length = append(buffer, capacity, length, capability(names[i]));
    return length;
}

size_t curses_keypad_bytes(bool on, char *buffer, size_t capacity) {
    return append(buffer, capacity, 0, capability(on ? "smkx" : "rmkx"));
}

size_t curses_leaving_bytes(char *buffer, size_t capacity) {
    static const char *const leaving[] = {"rmacs", "sgr0", "op", "rmkx", "rmcup", "cnorm"};
    size_t count = append_all(buffer, capacity, leaving, sizeof leaving / sizeof leaving[0]);
    // The cursor comes last: some terminals have one saved cursor for both screens, so leaving the alternate screen
    // restores whatever was saved there, hidden or not.
    if (!capability("rmcup")) count = append(buffer, capacity, count, "\r\n");
    return count;
}

void curses_show_cursor(int output) {
    char bytes[64];
    size_t count = append(bytes, sizeof bytes, 0, capability("cnorm"));
    (void)!write(output, bytes, count);
}
