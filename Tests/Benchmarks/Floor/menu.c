#include "menu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kitchens[] = {"소반집", "봄동네", "마루찬", "느티밥상"};
static const char *const tastes[] = {"매콤한", "담백한", "구수한", "달큰한", "칼칼한", "짭조름한", "고소한", "새콤한"};
static const char *const dishes[] = {
    "소갈비찜", "오징어볶음", "된장찌개", "시금치나물", "계란말이", "감자조림", "미역국", "모둠잡채",
    "콩나물무침", "고등어구이", "두부부침", "멸치볶음", "김치전", "닭볶음탕", "순두부", "도라지무침",
};
static const char *const section_titles[SECTIONS] = {"메인반찬", "국물요리", "밑반찬"};

/* An upper bound of the bytes that the texts of one dish take. */
enum { LONGEST = 256 };

/* Writes title, price and description, each terminated by a zero, and returns the number of bytes written. */
static size_t write_dish(char *to, long index) {
    char *next = to;
    next += 1 + sprintf(next, "%07ld [%s] %s %s", index, kitchens[index % 4], tastes[index / 4 % 8], dishes[index % 16]);
    long price = 3000 + index * 700 % 20000;
    next += 1 + sprintf(next, "%ld,%03ld원", price / 1000, price % 1000);
    next += 1 + sprintf(next, "%s %s에 곁들이는 %s", tastes[index % 8], dishes[(index + 5) % 16], dishes[(index + 9) % 16]);
    return (size_t)(next - to);
}

int menu_load(struct menu *menu, long count) {
    free(menu->texts);
    free(menu->starts);
    menu->count = 0;
    size_t room = 0, used = 0;
    menu->texts = NULL;
    menu->starts = malloc(((size_t)count + 1) * sizeof *menu->starts);
    if (!menu->starts) return -1;
    for (long index = 0; index < count; index++) {
        if (room - used < LONGEST) {
            room = room * 2 + 64 * LONGEST;
            char *larger = realloc(menu->texts, room);
            if (!larger) return -1;
            menu->texts = larger;
        }
        menu->starts[index] = used;
        used += write_dish(menu->texts + used, index);
    }
    menu->count = count;
    return 0;
}

struct dish menu_dish(const struct menu *menu, long index) {
    struct dish dish;
    dish.title = menu->texts + menu->starts[index];
    dish.price = dish.title + strlen(dish.title) + 1;
    dish.description = dish.price + strlen(dish.price) + 1;
    return dish;
}

long menu_section_start(const struct menu *menu, int section) {
    long each = menu->count / SECTIONS, more = menu->count % SECTIONS;
    return section * each + (section < more ? section : more);
}

const char *menu_section_title(int section) { return section_titles[section]; }
