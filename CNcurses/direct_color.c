// Builds a copy of the present terminal's terminfo entry with direct colours. Many terminals show any colour but have
// an entry with 256; with an extended entry, curses can track every colour that is drawn. The format is term(5)'s;
// ncurses accepts an entry in hexadecimal digits from the variable TERMINFO.
#define _GNU_SOURCE
#include "CNcurses.h"

#include <ncursesw/term.h>
#include <stdlib.h>
#include <string.h>

enum {
    /// The magic number of the format with 32-bit numbers.
    magic = 01036,
    direct_colors = 1 << 24,
    direct_pairs = 1 << 16,
    /// The largest entry that ncurses accepts.
    capacity = 32 * 1024,
};

/// Sets the first eight colours as palette indices, as existing direct-colour entries do, and all others by red, green
/// and blue.
#define COLOR(basic, direct) \
    "\033[%?%p1%{8}%<%t" basic "%p1%d%e" direct ";2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"

struct entry {
    uint8_t bytes[capacity];
    size_t count;
    /// The texts of one string table, which follows the offsets.
    char texts[capacity];
    size_t text_count;
    bool is_too_large;
};

static void put(struct entry *entry, const void *bytes, size_t count) {
    if (entry->count + count > sizeof entry->bytes) {
        entry->is_too_large = true;
        return;
    }
    memcpy(entry->bytes + entry->count, bytes, count);
    entry->count += count;
}

/// Writes a number in little-endian order.
static void put_number(struct entry *entry, int number, size_t bytes) {
    uint8_t parts[] = {number & 0xFF, number >> 8 & 0xFF, number >> 16 & 0xFF, number >> 24 & 0xFF};
    put(entry, parts, bytes);
}

static void put_short(struct entry *entry, int number) { put_number(entry, number, 2); }

static void align(struct entry *entry) {
    if (entry->count % 2) put(entry, "", 1);
}

/// Writes the offset of `text`, relative to `base`, and stores the text for the table; -1 if it is NULL.
static void put_place(struct entry *entry, const char *text, size_t base) {
    size_t size = text ? strlen(text) + 1 : 0;
    if (entry->text_count + size > sizeof entry->texts) entry->is_too_large = true;
    if (!text || entry->is_too_large) {
        put_short(entry, -1);
        return;
    }
    put_short(entry, (int)(entry->text_count - base));
    memcpy(entry->texts + entry->text_count, text, size);
    entry->text_count += size;
}

static const char *text_of(const char *name) {
    if (strcmp(name, "setaf") == 0) return COLOR("3", "38");
    if (strcmp(name, "setab") == 0) return COLOR("4", "48");
    // Capabilities that change the palette are removed.
    if (strcmp(name, "initc") == 0 || strcmp(name, "oc") == 0) return NULL;
    const char *value = tigetstr(name);
    return value == (const char *)-1 ? NULL : value;
}

static int number_of(const char *name) {
    if (strcmp(name, "colors") == 0) return direct_colors;
    if (strcmp(name, "pairs") == 0) return direct_pairs;
    int value = tigetnum(name);
    return value < 0 ? -1 : value;
}

static int flag_of(const char *name) { return strcmp(name, "ccc") != 0 && tigetflag(name) == 1; }

static void put_standard(struct entry *entry, const char *name) {
    for (int i = 0; i < BOOLCOUNT; i++) put(entry, flag_of(boolnames[i]) ? "\1" : "\0", 1);
    align(entry);
    for (int i = 0; i < NUMCOUNT; i++) put_number(entry, number_of(numnames[i]), 4);
    for (int i = 0; i < STRCOUNT; i++) put_place(entry, text_of(strnames[i]), 0);
    uint8_t header[12];
    int parts[] = {magic, (int)strlen(name) + 1, BOOLCOUNT, NUMCOUNT, STRCOUNT, (int)entry->text_count};
    for (int i = 0; i < 6; i++) header[2 * i] = parts[i] & 0xFF, header[2 * i + 1] = parts[i] >> 8 & 0xFF;
    memcpy(entry->bytes, header, sizeof header);
    put(entry, entry->texts, entry->text_count);
}

/// Writes the extended capabilities: direct colours, line drawing and bracketed paste.
static void put_extended(struct entry *entry) {
    static const char *const strings[] = {"BD", "BE"};
    static const char *const names[] = {"RGB", "U8", "BD", "BE"};
    align(entry);
    size_t header = entry->count;
    for (int i = 0; i < 5; i++) put_short(entry, 0);
    put(entry, "\1", 1);
    align(entry);
    put_number(entry, number_of("U8"), 4);
    entry->text_count = 0;
    for (int i = 0; i < 2; i++) put_place(entry, text_of(strings[i]), 0);
    size_t base = entry->text_count;
    for (int i = 0; i < 4; i++) put_place(entry, names[i], base);
    put(entry, entry->texts, entry->text_count);
    if (entry->is_too_large) return;
    int parts[] = {1, 1, 2, 6, (int)entry->text_count};
    for (int i = 0; i < 5; i++) {
        entry->bytes[header + 2 * (size_t)i] = parts[i] & 0xFF;
        entry->bytes[header + 2 * (size_t)i + 1] = parts[i] >> 8 & 0xFF;
    }
}

/// Returns the description of the present terminal under `name`, in hexadecimal digits, to be freed by the caller, or
/// NULL if it is too large.
static char *description(const char *name) {
    static struct entry entry;
    entry = (struct entry){.count = 12};
    put(&entry, name, strlen(name) + 1);
    put_standard(&entry, name);
    put_extended(&entry);
    if (entry.is_too_large) return NULL;
    char *text = malloc(4 + 2 * entry.count + 1);
    if (!text) return NULL;
    char *end = stpcpy(text, "hex:");
    for (size_t i = 0; i < entry.count; i++) {
        *end++ = "0123456789ABCDEF"[entry.bytes[i] >> 4];
        *end++ = "0123456789ABCDEF"[entry.bytes[i] & 0xF];
    }
    *end = 0;
    return text;
}

bool curses_describe_direct_color(const char *name) {
    if (tigetnum("colors") != 256) return false;
    char *text = description(name);
    bool is_set = text && setenv("TERMINFO", text, 1) == 0;
    free(text);
    return is_set;
}
