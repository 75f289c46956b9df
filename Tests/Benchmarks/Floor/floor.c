/* The minimal cost of a sectioned list with curses: a C program that keeps its rows in memory, draws everything visible
 * after every key, and lets curses find out what changed. The benchmark compares the shop with it.
 *
 *     banchan-floor [-n ROWS] [-l LINES]    LINES: a row's height, 1 to 3 (title; description; blank line)
 */
#define _XOPEN_SOURCE_EXTENDED 1
#define _XOPEN_SOURCE 700
#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "menu.h"

/* FRAME: the lines around the list, the name at the top and the keys at the bottom. */
enum { FRAME = 2, MARGIN = 2, PRICE_COLUMNS = 10, TOAST_MILLISECONDS = 2000, ESCAPE_MILLISECONDS = 25 };
enum { ACCENT = 1, PRICE = 2 };

static struct menu menu;
static long row_height = 3;
static long selected, top;
static int toast_is_up;

static long viewport_height(void) { return LINES > FRAME ? LINES - FRAME : 1; }
static long header_height(void) { return row_height > 1 ? 2 : 1; }

static int section_of(long index) {
    int section = SECTIONS - 1;
    while (section > 0 && index < menu_section_start(&menu, section)) section--;
    return section;
}

/* Returns the line at which a section's header begins, relative to the start of the list. */
static long header_line(int section) {
    return menu_section_start(&menu, section) * row_height + section * header_height();
}

static long row_line(long index) { return index * row_height + (section_of(index) + 1) * header_height(); }

static void scroll_to_selection(void) {
    if (menu.count == 0) return;
    int section = section_of(selected);
    long first = row_line(selected);
    long last = first + (row_height > 1 ? 2 : 1);
    if (selected == menu_section_start(&menu, section)) first = header_line(section);
    if (top > first) top = first;
    if (top < last - viewport_height()) top = last - viewport_height();
}

static void draw_header(int y, int section) {
    attr_set(A_BOLD, ACCENT, NULL);
    mvaddstr(y, MARGIN, menu_section_title(section));
    attr_set(A_NORMAL, 0, NULL);
    long count = menu_section_start(&menu, section + 1) - menu_section_start(&menu, section);
    mvprintw(y, COLS - PRICE_COLUMNS, "%ld", count);
}

static void draw_title(int y, long index, struct dish dish) {
    attr_t reverse = index == selected ? A_REVERSE : A_NORMAL;
    attr_set(reverse, 0, NULL);
    mvhline(y, 1, ' ' | reverse, COLS - 2);
    attr_set(A_BOLD | reverse, 0, NULL);
    mvaddstr(y, 1 + MARGIN, dish.title);
    attr_set(A_BOLD | reverse, PRICE, NULL);
    mvaddstr(y, COLS - MARGIN - PRICE_COLUMNS, dish.price);
    attr_set(A_NORMAL, 0, NULL);
}

/* Draws one line of a row at `y`: line 0 is its title, 1 its description; others stay blank. */
static void draw_row_line(int y, long index, long line) {
    struct dish dish = menu_dish(&menu, index);
    if (line == 0) draw_title(y, index, dish);
    if (line != 1) return;
    attr_set(A_DIM, 0, NULL);
    mvaddstr(y, 1 + MARGIN, dish.description);
    attr_set(A_NORMAL, 0, NULL);
}

static void draw_list(void) {
    long height = viewport_height();
    for (int section = 0; section < SECTIONS; section++) {
        long start = menu_section_start(&menu, section), end = menu_section_start(&menu, section + 1);
        long header = header_line(section);
        if (header >= top && header < top + height) draw_header((int)(header - top) + 1, section);
        long first_row = header + header_height();
        long from = top > first_row ? top : first_row;
        long to = first_row + (end - start) * row_height;
        if (to > top + height) to = top + height;
        for (long line = from; line < to; line++)
            draw_row_line((int)(line - top) + 1, start + (line - first_row) / row_height, (line - first_row) % row_height);
    }
}

static void draw(void) {
    scroll_to_selection();
    erase();
    mvaddstr(0, 1, "반찬 가게 (curses)");
    draw_list();
    if (toast_is_up && menu.count > 0) {
        struct dish dish = menu_dish(&menu, selected);
        attr_set(A_REVERSE, 0, NULL);
        mvprintw(LINES - 1, 1, " %s  %s ", dish.title, dish.price);
        attr_set(A_NORMAL, 0, NULL);
    } else {
        mvaddstr(LINES - 1, 1, "Enter 가격   r 다시 받기   q 나가기");
    }
    wnoutrefresh(stdscr);
    doupdate();
}

static void move_by(long distance) {
    selected += distance;
    if (selected >= menu.count) selected = menu.count - 1;
    if (selected < 0) selected = 0;
}

/* Handles one key. Returns 0 if the program is to end. */
static int take(int key) {
    long page = (viewport_height() - 1) / row_height;
    toast_is_up = key == '\n' || key == '\r' || key == KEY_ENTER;
    switch (key) {
    case KEY_DOWN: move_by(1); break;
    case KEY_UP: move_by(-1); break;
    case KEY_NPAGE: move_by(page > 1 ? page : 1); break;
    case KEY_PPAGE: move_by(page > 1 ? -page : -1); break;
    case KEY_HOME: move_by(-menu.count); break;
    case KEY_END: move_by(menu.count); break;
    case 'r': return menu_load(&menu, menu.count) == 0;
    case 'q': return 0;
    }
    return 1;
}

static int open_screen(void) {
    setlocale(LC_ALL, "");
    set_escdelay(ESCAPE_MILLISECONDS);
    if (!initscr()) return 0;
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    curs_set(0);
    if (start_color() == OK && use_default_colors() == OK) {
        init_pair(ACCENT, COLOR_CYAN, -1);
        init_pair(PRICE, COLOR_YELLOW, -1);
    }
    return 1;
}

int main(int count, char **arguments) {
    long rows = 25;
    for (int option; (option = getopt(count, arguments, "n:l:")) != -1;) {
        if (option == 'n') rows = atol(optarg);
        else if (option == 'l') row_height = atol(optarg);
        else return 2;
    }
    if (rows < 0 || row_height < 1 || row_height > 3) return 2;
    if (menu_load(&menu, rows) != 0) {
        fprintf(stderr, "banchan-floor: no memory for %ld rows\n", rows);
        return 1;
    }
    if (!open_screen()) return 1;
    do {
        draw();
        timeout(toast_is_up ? TOAST_MILLISECONDS : -1);
    } while (take(getch()));
    endwin();
    return 0;
}
