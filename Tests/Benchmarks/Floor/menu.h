#ifndef BANCHAN_FLOOR_MENU_H
#define BANCHAN_FLOOR_MENU_H

#include <stddef.h>

enum { SECTIONS = 3 };

/* A generated menu of any size, with all texts in one block. The benchmark generates the same texts for the shop, so
 * that both programs show the same list. */
struct menu {
    long count;
    char *texts;
    /* The offset in `texts` of each dish's title; its price and its description follow the title. */
    size_t *starts;
};

struct dish {
    const char *title, *price, *description;
};

/* Generates the menu again; a zero-initialised struct is an empty menu. Returns 0, or -1 if out of memory. */
int menu_load(struct menu *menu, long count);

struct dish menu_dish(const struct menu *menu, long index);

/* Returns the index of a section's first dish; for the section after the last, the number of dishes. */
long menu_section_start(const struct menu *menu, int section);

const char *menu_section_title(int section);

#endif
