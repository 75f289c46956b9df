#include "pictures_libraries.h"

#include "pictures.h"

#include <dlfcn.h>

static void *find(void *library, const char *name, bool *is_complete) {
    void *function = library ? dlsym(library, name) : NULL;
    *is_complete &= function != NULL;
    return function;
}

bool pictures_libraries_load(struct pictures_libraries *libraries) {
    void *pixbuf = dlopen(PICTURES_PIXBUF, RTLD_NOW | RTLD_LOCAL);
    void *chafa = dlopen(PICTURES_CHAFA, RTLD_NOW | RTLD_LOCAL);
    bool is_complete = true;
#define ENTRY(result, name, arguments) libraries->name = (result(*) arguments)find(pixbuf, #name, &is_complete);
    PIXBUF_FUNCTIONS(ENTRY)
#undef ENTRY
#define ENTRY(result, name, arguments) libraries->name = (result(*) arguments)find(chafa, #name, &is_complete);
    CHAFA_FUNCTIONS(ENTRY)
#undef ENTRY
    return is_complete;
}
