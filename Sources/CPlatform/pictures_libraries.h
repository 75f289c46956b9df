/// The functions of gdk-pixbuf 2.0 and chafa 1.x, loaded when the first picture is decoded: the first frame, and a shop
/// that shows no pictures, should not wait for the two dozen libraries that they depend on. Declared here because the
/// package would link the libraries if it used their headers; the tests check these declarations against those headers.
#ifndef PICTURES_LIBRARIES_H
#define PICTURES_LIBRARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pictures_constant {
    pictures_message_handled = 1,
    pictures_symbol_pixels = 8,
    pictures_symbols_space = 1 << 0,
    pictures_symbols_block = 1 << 3,
    pictures_symbols_wide = 1 << 18,
    pictures_symbols_ugly = 1 << 20,
    pictures_canvas_direct = 0,
    pictures_canvas_indexed_240 = 2,
    pictures_space_din99d = 1,
    pictures_average_of_colors = 0,
    pictures_bilinear = 2,
    pictures_counterclockwise = 90,
    pictures_upside_down = 180,
    pictures_clockwise = 270,
    pictures_pixels_rgba = 4,
    pictures_pixels_rgb = 8,
};

typedef int pictures_log_writer(int level, const void *fields, size_t count, void *data);
typedef void pictures_callback(void);

/// GLib's GSList.
struct pictures_list {
    void *data;
    struct pictures_list *next;
};

/// ENTRY(result, name, arguments) for each function of gdk-pixbuf and GLib. Error arguments are always NULL.
#define PIXBUF_FUNCTIONS(ENTRY) \
    ENTRY(void *, gdk_pixbuf_loader_new_with_type, (const char *type, void **error)) \
    ENTRY(void, gdk_pixbuf_loader_set_size, (void *loader, int width, int height)) \
    ENTRY(int, gdk_pixbuf_loader_write, (void *loader, const uint8_t *bytes, size_t count, void **error)) \
    ENTRY(int, gdk_pixbuf_loader_close, (void *loader, void **error)) \
    ENTRY(void *, gdk_pixbuf_loader_get_pixbuf, (void *loader)) \
    ENTRY(int, gdk_pixbuf_get_has_alpha, (const void *pixels)) \
    ENTRY(int, gdk_pixbuf_get_width, (const void *pixels)) \
    ENTRY(int, gdk_pixbuf_get_height, (const void *pixels)) \
    ENTRY(int, gdk_pixbuf_get_rowstride, (const void *pixels)) \
    ENTRY(const uint8_t *, gdk_pixbuf_read_pixels, (const void *pixels)) \
    ENTRY(void, gdk_pixbuf_fill, (void *pixels, uint32_t rgba)) \
    ENTRY(void *, gdk_pixbuf_scale_simple, (const void *pixels, int width, int height, int interpolation)) \
    ENTRY(void *, gdk_pixbuf_rotate_simple, (const void *pixels, int angle)) \
    ENTRY(void *, gdk_pixbuf_flip, (const void *pixels, int is_horizontal)) \
    ENTRY(int, gdk_pixbuf_save_to_bufferv, \
          (void *pixels, char **buffer, size_t *count, const char *type, char **keys, char **values, void **error)) \
    ENTRY(struct pictures_list *, gdk_pixbuf_get_formats, (void)) \
    ENTRY(char *, gdk_pixbuf_format_get_name, (void *format)) \
    ENTRY(void, g_slist_free, (struct pictures_list *list)) \
    ENTRY(void, g_free, (void *memory)) \
    ENTRY(void, g_object_unref, (void *object)) \
    ENTRY(unsigned long, g_signal_connect_data, \
          (void *instance, const char *signal, pictures_callback *handler, void *data, void *destroy, int flags)) \
    ENTRY(void, g_log_set_writer_func, (pictures_log_writer *writer, void *data, void *destroy))

/// ENTRY(result, name, arguments) for each function of chafa.
#define CHAFA_FUNCTIONS(ENTRY) \
    ENTRY(void, chafa_set_n_threads, (int count)) \
    ENTRY(void *, chafa_symbol_map_new, (void)) \
    ENTRY(void, chafa_symbol_map_add_by_tags, (void *symbols, int tags)) \
    ENTRY(void, chafa_symbol_map_remove_by_tags, (void *symbols, int tags)) \
    ENTRY(void, chafa_symbol_map_unref, (void *symbols)) \
    ENTRY(void *, chafa_canvas_config_new, (void)) \
    ENTRY(void, chafa_canvas_config_set_geometry, (void *config, int columns, int rows)) \
    ENTRY(void, chafa_canvas_config_set_canvas_mode, (void *config, int mode)) \
    ENTRY(void, chafa_canvas_config_set_symbol_map, (void *config, const void *symbols)) \
    ENTRY(void, chafa_canvas_config_set_color_space, (void *config, int space)) \
    ENTRY(void, chafa_canvas_config_set_color_extractor, (void *config, int extractor)) \
    ENTRY(void, chafa_canvas_config_set_preprocessing_enabled, (void *config, int is_enabled)) \
    ENTRY(void, chafa_canvas_config_set_work_factor, (void *config, float factor)) \
    ENTRY(void, chafa_canvas_config_unref, (void *config)) \
    ENTRY(void *, chafa_canvas_new, (const void *config)) \
    ENTRY(void, chafa_canvas_draw_all_pixels, \
          (void *canvas, int type, const uint8_t *pixels, int width, int height, int row_stride)) \
    ENTRY(uint32_t, chafa_canvas_get_char_at, (void *canvas, int column, int row)) \
    ENTRY(void, chafa_canvas_get_raw_colors_at, (void *canvas, int column, int row, int *front, int *back)) \
    ENTRY(void, chafa_canvas_unref, (void *canvas))

struct pictures_libraries {
#define ENTRY(result, name, arguments) result (*name) arguments;
    PIXBUF_FUNCTIONS(ENTRY) CHAFA_FUNCTIONS(ENTRY)
#undef ENTRY
};

/// Loads the libraries. Returns false if one of them or a function is missing.
bool pictures_libraries_load(struct pictures_libraries *libraries);

#endif
