// Checks the declarations of gdk-pixbuf and chafa in CPlatform against the libraries' own headers.
#include <chafa.h>
#include <gdk-pixbuf/gdk-pixbuf.h>

#include "../../../Sources/CPlatform/pictures_libraries.h"

_Static_assert(pictures_message_handled == (int)G_LOG_WRITER_HANDLED, "message");
_Static_assert(pictures_symbol_pixels == CHAFA_SYMBOL_WIDTH_PIXELS, "width of a symbol");
_Static_assert(pictures_symbol_pixels == CHAFA_SYMBOL_HEIGHT_PIXELS, "height of a symbol");
_Static_assert(pictures_symbols_space == (int)CHAFA_SYMBOL_TAG_SPACE, "space");
_Static_assert(pictures_symbols_block == (int)CHAFA_SYMBOL_TAG_BLOCK, "block");
_Static_assert(pictures_symbols_wide == (int)CHAFA_SYMBOL_TAG_WIDE, "wide");
_Static_assert(pictures_symbols_ugly == (int)CHAFA_SYMBOL_TAG_UGLY, "ugly");
_Static_assert(pictures_canvas_direct == (int)CHAFA_CANVAS_MODE_TRUECOLOR, "direct colour");
_Static_assert(pictures_canvas_indexed_240 == (int)CHAFA_CANVAS_MODE_INDEXED_240, "palette");
_Static_assert(pictures_space_din99d == (int)CHAFA_COLOR_SPACE_DIN99D, "colour space");
_Static_assert(pictures_average_of_colors == (int)CHAFA_COLOR_EXTRACTOR_AVERAGE, "extractor");
_Static_assert(offsetof(struct pictures_list, next) == offsetof(GSList, next), "lists");
_Static_assert(sizeof(struct pictures_list) == sizeof(GSList), "lists");
_Static_assert(pictures_bilinear == (int)GDK_INTERP_BILINEAR, "bilinear");
_Static_assert(pictures_counterclockwise == (int)GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE, "counterclockwise");
_Static_assert(pictures_upside_down == (int)GDK_PIXBUF_ROTATE_UPSIDEDOWN, "upside down");
_Static_assert(pictures_clockwise == (int)GDK_PIXBUF_ROTATE_CLOCKWISE, "clockwise");
_Static_assert(pictures_pixels_rgba == (int)CHAFA_PIXEL_RGBA8_UNASSOCIATED, "with alpha");
_Static_assert(pictures_pixels_rgb == (int)CHAFA_PIXEL_RGB8, "without alpha");
_Static_assert(sizeof(gboolean) == sizeof(int) && sizeof(gsize) == sizeof(size_t), "sizes");
_Static_assert(sizeof(gulong) == sizeof(unsigned long) && sizeof(gunichar) == sizeof(uint32_t), "sizes");

// Calls each function as CPlatform declares it, so that a different number or order of arguments does not compile.
__attribute__((unused)) static void functions_as_declared(void) {
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_type("png", (GError **)NULL);
    gdk_pixbuf_loader_set_size(loader, 1, 1);
    gboolean is_good = gdk_pixbuf_loader_write(loader, (const guint8 *)"", (gsize)0, (GError **)NULL);
    is_good &= gdk_pixbuf_loader_close(loader, (GError **)NULL);
    GdkPixbuf *pixels = gdk_pixbuf_loader_get_pixbuf(loader);
    GdkPixbuf *turned = gdk_pixbuf_rotate_simple(pixels, GDK_PIXBUF_ROTATE_CLOCKWISE);
    turned = gdk_pixbuf_flip(turned, TRUE);
    turned = gdk_pixbuf_scale_simple(turned, 1, 1, GDK_INTERP_BILINEAR);
    gdk_pixbuf_fill(turned, (guint32)0);
    gchar *buffer, *words[] = {NULL};
    gsize count;
    is_good &= gdk_pixbuf_save_to_bufferv(turned, &buffer, &count, "", words, words, (GError **)NULL);
    g_free(buffer);
    GSList *formats = gdk_pixbuf_get_formats();
    g_free(gdk_pixbuf_format_get_name((GdkPixbufFormat *)formats->data));
    g_slist_free(formats);
    g_log_set_writer_func((GLogWriterFunc)NULL, (gpointer)NULL, (GDestroyNotify)NULL);
    gulong handler = g_signal_connect_data(loader, "", (GCallback)NULL, NULL, (GClosureNotify)NULL, (GConnectFlags)0);
    chafa_set_n_threads(1);
    ChafaSymbolMap *symbols = chafa_symbol_map_new();
    chafa_symbol_map_add_by_tags(symbols, CHAFA_SYMBOL_TAG_SPACE);
    chafa_symbol_map_remove_by_tags(symbols, CHAFA_SYMBOL_TAG_SPACE);
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, 1, 1);
    chafa_canvas_config_set_work_factor(config, (gfloat)1);
    ChafaCanvas *canvas = chafa_canvas_new(config);
    gint front, back;
    chafa_canvas_draw_all_pixels(
        canvas, CHAFA_PIXEL_RGB8, gdk_pixbuf_read_pixels(pixels), gdk_pixbuf_get_width(pixels),
        gdk_pixbuf_get_height(pixels), gdk_pixbuf_get_rowstride(pixels));
    gunichar character = chafa_canvas_get_char_at(canvas, 0, 0);
    chafa_canvas_get_raw_colors_at(canvas, 0, 0, &front, &back);
    (void)is_good, (void)handler, (void)character;
}
