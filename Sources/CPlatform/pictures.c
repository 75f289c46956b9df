#include "pictures.h"

#include "pictures_libraries.h"

#include <pthread.h>
#include <string.h>

/// The bytes passed to the decoder at once, so that it stops early at data that it cannot decode.
enum { portion = 64 * 1024 };

static struct pictures_libraries use;
static bool is_ready;

static int drop_message(int level, const void *fields, size_t count, void *data) {
    (void)level, (void)fields, (void)count, (void)data;
    return pictures_message_handled;
}

/// Runs once in the process, before any other use of GLib: it must never print anything.
static void prepare(void) {
    is_ready = pictures_libraries_load(&use);
    if (!is_ready) return;
    use.g_log_set_writer_func(drop_message, NULL, NULL);
    // chafa must not start threads of its own.
    use.chafa_set_n_threads(1);
}

struct sizes {
    const struct pictures_request *request;
    bool mismatched;
    /// Whether some rows of the picture were decoded.
    bool has_rows;
};

/// Whether rows in the file are columns of the upright picture.
static bool lies_on_its_side(const struct pictures_request *request) { return request->orientation >= 5; }

static bool wants_pixels(const struct pictures_request *request) { return request->cell_width > 0; }

/// The size in pixels of the upright picture.
static int width_of(const struct pictures_request *request) {
    return request->columns * (wants_pixels(request) ? request->cell_width : pictures_symbol_pixels);
}

static int height_of(const struct pictures_request *request) {
    return request->rows * (wants_pixels(request) ? request->cell_height : pictures_symbol_pixels);
}

/// Whether the picture is decoded in its own size: a PNG is scaled as a whole, and of a truncated one the rest has to be
/// made blank before.
static bool is_scaled_later(const struct pictures_request *request) {
    return request->is_truncated && request->format == pictures_png;
}

/// Called when the decoder knows the size: sets the wanted size, or, if the size is not the declared one, stops the
/// decoder.
static void size_prepared(void *loader, int width, int height, struct sizes *sizes) {
    const struct pictures_request *request = sizes->request;
    // A decoder of HEIC may cut the edges off.
    sizes->mismatched = request->format == pictures_heic
                          ? (long)width * height > (long)request->width * request->height
                          : width != request->width || height != request->height;
    int scale = sizes->mismatched ? 0 : 1;
    if (is_scaled_later(request) && !sizes->mismatched) return;
    bool is_turned = lies_on_its_side(request);
    int shown_width = width_of(request), shown_height = height_of(request);
    use.gdk_pixbuf_loader_set_size(
        loader, (is_turned ? shown_height : shown_width) * scale, (is_turned ? shown_width : shown_height) * scale);
}

/// Called when the pixels are allocated.
static void area_prepared(void *loader, struct sizes *sizes) {
    void *pixels = use.gdk_pixbuf_loader_get_pixbuf(loader);
    if (pixels && is_scaled_later(sizes->request)) use.gdk_pixbuf_fill(pixels, 0);
}

/// Called when rows are decoded.
static void area_updated(void *loader, int x, int y, int width, int height, struct sizes *sizes) {
    (void)loader, (void)x, (void)y, (void)width;
    sizes->has_rows |= height > 0;
}

static bool feed(void *loader, const uint8_t *bytes, size_t count, const struct sizes *sizes) {
    bool is_good = true;
    for (size_t done = 0; is_good && !sizes->mismatched && done < count; done += portion) {
        size_t rest = count - done;
        is_good = use.gdk_pixbuf_loader_write(loader, bytes + done, rest < portion ? rest : portion, NULL);
    }
    // A loader has to be closed in any case.
    return use.gdk_pixbuf_loader_close(loader, NULL) && is_good;
}

static void *new_canvas(const struct pictures_request *request) {
    void *symbols = use.chafa_symbol_map_new();
    use.chafa_symbol_map_add_by_tags(symbols, pictures_symbols_space | pictures_symbols_block);
    use.chafa_symbol_map_remove_by_tags(symbols, pictures_symbols_ugly | pictures_symbols_wide);
    void *config = use.chafa_canvas_config_new();
    use.chafa_canvas_config_set_geometry(config, request->columns, request->rows);
    use.chafa_canvas_config_set_canvas_mode(
        config, request->colors == pictures_direct ? pictures_canvas_direct : pictures_canvas_indexed_240);
    use.chafa_canvas_config_set_symbol_map(config, symbols);
    use.chafa_canvas_config_set_color_space(config, pictures_space_din99d);
    use.chafa_canvas_config_set_color_extractor(config, pictures_average_of_colors);
    use.chafa_canvas_config_set_preprocessing_enabled(config, false);
    use.chafa_canvas_config_set_work_factor(config, 1);
    void *canvas = use.chafa_canvas_new(config);
    use.chafa_canvas_config_unref(config);
    use.chafa_symbol_map_unref(symbols);
    return canvas;
}

static void draw(const void *pixels, const struct pictures_request *request, struct pictures_cell *cells) {
    void *canvas = new_canvas(request);
    use.chafa_canvas_draw_all_pixels(
        canvas, use.gdk_pixbuf_get_has_alpha(pixels) ? pictures_pixels_rgba : pictures_pixels_rgb,
        use.gdk_pixbuf_read_pixels(pixels), use.gdk_pixbuf_get_width(pixels), use.gdk_pixbuf_get_height(pixels),
        use.gdk_pixbuf_get_rowstride(pixels));
    for (int row = 0; row < request->rows; row++)
        for (int column = 0; column < request->columns; column++) {
            struct pictures_cell *cell = &cells[row * request->columns + column];
            cell->character = use.chafa_canvas_get_char_at(canvas, column, row);
            use.chafa_canvas_get_raw_colors_at(canvas, column, row, &cell->foreground, &cell->background);
        }
    use.chafa_canvas_unref(canvas);
}

/// Copies the pixels, opaque if the picture has no alpha channel. Returns false if the size is not the requested one.
static bool copy_pixels(const void *from, const struct pictures_request *request, uint8_t *to) {
    int width = use.gdk_pixbuf_get_width(from), height = use.gdk_pixbuf_get_height(from);
    if (width != width_of(request) || height != height_of(request)) return false;
    bool has_alpha = use.gdk_pixbuf_get_has_alpha(from);
    const uint8_t *pixels = use.gdk_pixbuf_read_pixels(from);
    for (int row = 0; row < height; row++) {
        const uint8_t *pixel = pixels + (size_t)row * (size_t)use.gdk_pixbuf_get_rowstride(from);
        for (int column = 0; column < width; column++, pixel += has_alpha ? 4 : 3, to += 4) {
            to[0] = pixel[0], to[1] = pixel[1], to[2] = pixel[2];
            to[3] = has_alpha ? pixel[3] : 255;
        }
    }
    return true;
}

/// Returns the picture turned upright, to be released by the caller, or NULL if there is not enough memory.
static void *upright(const void *pixels, int orientation) {
    static const struct { int angle; int mirrored; } turns[] = {
        {0, -1}, {0, true}, {pictures_upside_down, -1}, {0, false}, {pictures_clockwise, true},
        {pictures_clockwise, -1}, {pictures_clockwise, false}, {pictures_counterclockwise, -1},
    };
    int turn = orientation >= 1 && orientation <= 8 ? orientation - 1 : 0;
    void *turned = use.gdk_pixbuf_rotate_simple(pixels, turns[turn].angle);
    if (!turned || turns[turn].mirrored < 0) return turned;
    void *mirrored = use.gdk_pixbuf_flip(turned, turns[turn].mirrored);
    use.g_object_unref(turned);
    return mirrored;
}

static bool encode(const void *picture, struct pictures_file *file) {
    char *keys[] = {"quality", NULL}, *values[] = {"85", NULL}, *none[] = {NULL}, *buffer = NULL;
    bool has_alpha = use.gdk_pixbuf_get_has_alpha(picture);
    if (!use.gdk_pixbuf_save_to_bufferv(
            (void *)picture, &buffer, &file->count, has_alpha ? "png" : "jpeg", has_alpha ? none : keys,
            has_alpha ? none : values, NULL))
        return false;
    file->bytes = (uint8_t *)buffer;
    return true;
}

/// Where a decoded picture goes: to cells, and pixels if they are wanted, or to a file.
struct output {
    struct pictures_cell *cells;
    uint8_t *pixels;
    struct pictures_file *file;
};

static bool draw_all(
    const void *picture, const struct pictures_request *request, const struct output *output) {
    if (output->file) return encode(picture, output->file);
    draw(picture, request, output->cells);
    return !wants_pixels(request) || copy_pixels(picture, request, output->pixels);
}

/// Draws the decoded picture, which has the wanted size. Returns false if there is not enough memory.
static bool draw_upright(
    const void *picture, const struct pictures_request *request, const struct output *output) {
    if (request->orientation <= 1) return draw_all(picture, request, output);
    void *turned = upright(picture, request->orientation);
    if (!turned) return false;
    bool is_done = draw_all(turned, request, output);
    use.g_object_unref(turned);
    return is_done;
}

/// Draws the decoded picture, which need not have the wanted size. Returns false if there is not enough memory.
static bool draw_scaled(
    const void *picture, const struct pictures_request *request, const struct output *output) {
    int width = lies_on_its_side(request) ? height_of(request) : width_of(request);
    int height = lies_on_its_side(request) ? width_of(request) : height_of(request);
    if (use.gdk_pixbuf_get_width(picture) == width && use.gdk_pixbuf_get_height(picture) == height)
        return draw_upright(picture, request, output);
    void *scaled = use.gdk_pixbuf_scale_simple(picture, width, height, pictures_bilinear);
    if (!scaled) return false;
    bool is_done = draw_upright(scaled, request, output);
    use.g_object_unref(scaled);
    return is_done;
}

static const char *const names[] = {
    [pictures_png] = "png", [pictures_jpeg] = "jpeg", [pictures_webp] = "webp", [pictures_heic] = "heif/avif",
};

static void load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
}

bool pictures_has_decoder(enum pictures_format format) {
    load();
    // A loader of the format would load its own libraries.
    struct pictures_list *formats = is_ready ? use.gdk_pixbuf_get_formats() : NULL;
    bool is_there = false;
    for (struct pictures_list *item = formats; item; item = item->next) {
        char *name = use.gdk_pixbuf_format_get_name(item->data);
        is_there |= name && strcmp(name, names[format]) == 0;
        use.g_free(name);
    }
    if (formats) use.g_slist_free(formats);
    return is_there;
}

static enum pictures_outcome decode(
    const uint8_t *bytes, size_t count, struct pictures_request request, const struct output *output) {
    load();
    if (!is_ready) return pictures_unavailable;
    void *loader = use.gdk_pixbuf_loader_new_with_type(names[request.format], NULL);
    if (!loader) return pictures_unavailable;
    struct sizes sizes = {.request = &request};
    use.g_signal_connect_data(loader, "size-prepared", (pictures_callback *)size_prepared, &sizes, NULL, 0);
    use.g_signal_connect_data(loader, "area-prepared", (pictures_callback *)area_prepared, &sizes, NULL, 0);
    use.g_signal_connect_data(loader, "area-updated", (pictures_callback *)area_updated, &sizes, NULL, 0);
    bool is_good = feed(loader, bytes, count, &sizes) && (sizes.has_rows || !request.is_truncated);
    void *picture = use.gdk_pixbuf_loader_get_pixbuf(loader);
    enum pictures_outcome outcome = sizes.mismatched      ? pictures_mismatched
                                  : is_good && picture ? pictures_done
                                                        : pictures_unreadable;
    if (outcome == pictures_done && !draw_scaled(picture, &request, output)) outcome = pictures_unreadable;
    use.g_object_unref(loader);
    return outcome;
}

enum pictures_outcome pictures_decode(
    const uint8_t *bytes, size_t count, struct pictures_request request, struct pictures_cell *cells, uint8_t *pixels) {
    return decode(bytes, count, request, &(struct output){.cells = cells, .pixels = pixels});
}

enum pictures_outcome pictures_scale(
    const uint8_t *bytes, size_t count, struct pictures_request request, struct pictures_file *file) {
    *file = (struct pictures_file){0};
    return decode(bytes, count, request, &(struct output){.file = file});
}

void pictures_release(struct pictures_file *file) {
    if (file->bytes) use.g_free(file->bytes);
    *file = (struct pictures_file){0};
}
