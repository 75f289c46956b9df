#include "CPictures.h"

#include <chafa.h>
#include <gdk-pixbuf/gdk-pixbuf.h>

/// Pixels a cell is seen as, each way.
enum { cell_pixels = CHAFA_SYMBOL_WIDTH_PIXELS };
/// Bytes handed to the decoder in one go, so that it gives up early on what it cannot read.
enum { portion = 64 * 1024 };

static GLogWriterOutput drop_message(
    GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
    (void)level, (void)fields, (void)count, (void)data;
    return G_LOG_WRITER_HANDLED;
}

/// Once in the process, before anything of GLib's is used: nothing of it may ever be printed.
static void prepare(void) {
    static gsize prepared;
    if (!g_once_init_enter(&prepared)) return;
    g_log_set_writer_func(drop_message, NULL, NULL);
    // The threads belong to the program.
    chafa_set_n_threads(1);
    g_once_init_leave(&prepared, 1);
}

struct sizes {
    const struct pictures_request *request;
    bool mismatched;
};

/// The decoder knows the size: it is told which one is wanted, or, where it is not the declared one, to stop there.
static void size_prepared(GdkPixbufLoader *loader, int width, int height, struct sizes *sizes) {
    const struct pictures_request *request = sizes->request;
    sizes->mismatched = width != request->width || height != request->height;
    if (sizes->mismatched) gdk_pixbuf_loader_set_size(loader, 0, 0);
    else gdk_pixbuf_loader_set_size(loader, request->columns * cell_pixels, request->rows * cell_pixels);
}

static bool feed(GdkPixbufLoader *loader, const uint8_t *bytes, size_t count, const struct sizes *sizes) {
    bool is_good = true;
    for (size_t done = 0; is_good && !sizes->mismatched && done < count; done += portion)
        is_good = gdk_pixbuf_loader_write(loader, bytes + done, MIN(portion, count - done), NULL);
    // A loader has to be closed in any case.
    return gdk_pixbuf_loader_close(loader, NULL) && is_good;
}

static ChafaCanvas *new_canvas(const struct pictures_request *request) {
    ChafaSymbolMap *symbols = chafa_symbol_map_new();
    chafa_symbol_map_add_by_tags(symbols, CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_BLOCK);
    chafa_symbol_map_remove_by_tags(symbols, CHAFA_SYMBOL_TAG_UGLY | CHAFA_SYMBOL_TAG_WIDE);
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, request->columns, request->rows);
    chafa_canvas_config_set_canvas_mode(
        config, request->colors == pictures_direct ? CHAFA_CANVAS_MODE_TRUECOLOR : CHAFA_CANVAS_MODE_INDEXED_240);
    chafa_canvas_config_set_symbol_map(config, symbols);
    chafa_canvas_config_set_color_space(config, CHAFA_COLOR_SPACE_DIN99D);
    chafa_canvas_config_set_color_extractor(config, CHAFA_COLOR_EXTRACTOR_AVERAGE);
    chafa_canvas_config_set_preprocessing_enabled(config, FALSE);
    chafa_canvas_config_set_work_factor(config, 1);
    ChafaCanvas *canvas = chafa_canvas_new(config);
    chafa_canvas_config_unref(config);
    chafa_symbol_map_unref(symbols);
    return canvas;
}

static void draw(const GdkPixbuf *pixels, const struct pictures_request *request, struct pictures_cell *cells) {
    ChafaCanvas *canvas = new_canvas(request);
    chafa_canvas_draw_all_pixels(
        canvas, gdk_pixbuf_get_has_alpha(pixels) ? CHAFA_PIXEL_RGBA8_UNASSOCIATED : CHAFA_PIXEL_RGB8,
        gdk_pixbuf_read_pixels(pixels), gdk_pixbuf_get_width(pixels), gdk_pixbuf_get_height(pixels),
        gdk_pixbuf_get_rowstride(pixels));
    for (int row = 0; row < request->rows; row++)
        for (int column = 0; column < request->columns; column++) {
            struct pictures_cell *cell = &cells[row * request->columns + column];
            cell->character = chafa_canvas_get_char_at(canvas, column, row);
            chafa_canvas_get_raw_colors_at(canvas, column, row, &cell->foreground, &cell->background);
        }
    chafa_canvas_unref(canvas);
}

enum pictures_outcome pictures_decode(
    const uint8_t *bytes, size_t count, struct pictures_request request, struct pictures_cell *cells) {
    prepare();
    const char *name = request.format == pictures_png ? "png" : "jpeg";
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_type(name, NULL);
    if (!loader) return pictures_unreadable;
    struct sizes sizes = {.request = &request};
    g_signal_connect(loader, "size-prepared", G_CALLBACK(size_prepared), &sizes);
    bool is_whole = feed(loader, bytes, count, &sizes);
    GdkPixbuf *pixels = gdk_pixbuf_loader_get_pixbuf(loader);
    enum pictures_outcome outcome = sizes.mismatched     ? pictures_mismatched
                                  : is_whole && pixels ? pictures_done
                                                       : pictures_unreadable;
    if (outcome == pictures_done) draw(pixels, &request, cells);
    g_object_unref(loader);
    return outcome;
}
