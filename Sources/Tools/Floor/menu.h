#ifndef BANCHAN_FLOOR_MENU_H
#define BANCHAN_FLOOR_MENU_H

#include <stddef.h>

enum { SECTIONS = 3 };

/* A made-up menu of any size: all texts lie one behind the other in one block. The benchmark makes the same texts for
 * the shop, so that both programs show the same list. */
struct menu {
    long count;
    char *texts;
    /* Where in `texts` the title of a dish begins; its price and its description follow. */
    size_t *starts;
};

struct dish {
    const char *title, *price, *description;
};

/* Makes the menu anew; a menu of zero bytes is an empty one. 0, or -1 when there is no memory for it. */
int menu_load(struct menu *menu, long count);

struct dish menu_dish(const struct menu *menu, long index);

/* The first dish of a section; of the section after the last, the number of dishes. */
long menu_section_start(const struct menu *menu, int section);

const char *menu_section_title(int section);

#endif
