/// Converts encoded pictures to characters with two colours each. In C because GLib's signals are macros and casts.
#ifndef PICTURES_H
#define PICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The libraries that are loaded for the first picture; the version numbers change with incompatible releases.
#define PICTURES_PIXBUF "libgdk_pixbuf-2.0.so.0"
#define PICTURES_CHAFA "libchafa.so.0"

/// The format of the bytes; it is not detected.
enum pictures_format { pictures_png, pictures_jpeg, pictures_webp, pictures_heic };

/// The encoding of colours: indices into the palette of 256 without the first 16, which every terminal defines
/// differently; or 0xRRGGBB.
enum pictures_colors { pictures_indexed, pictures_direct };

enum pictures_outcome {
    pictures_done,
    /// The bytes cannot be decoded, or nothing of the picture is there.
    pictures_unreadable,
    /// The libraries are missing, or lack the format.
    pictures_unavailable,
    /// The decoder found other dimensions than those declared.
    pictures_mismatched,
};

/// A character and its colours; -1 is the terminal's default colour.
struct pictures_cell {
    uint32_t character;
    int32_t foreground, background;
};

/// The output for a picture: columns x rows cells, upright. The picture declares width x height pixels.
struct pictures_request {
    enum pictures_format format;
    enum pictures_colors colors;
    int width, height;
    int columns, rows;
    /// The size of a cell in pixels if the picture is wanted as pixels too; otherwise 0.
    int cell_width, cell_height;
    /// The orientation of the picture in the file: 1 to 8, as in EXIF (TIFF 6.0, tag 274).
    int orientation;
    /// Whether the bytes end before the picture does: what is missing stays blank.
    bool is_truncated;
};

/// Whether the system has a decoder of that format. The first call loads the libraries.
bool pictures_has_decoder(enum pictures_format format);

/// Decodes `count` bytes, scaling while decoding, into columns x rows `cells`, row by row, and, if pixels are wanted,
/// into cell_width x cell_height `pixels` for each cell, in RGBA order, row by row. Blocks; can be called on any
/// thread; prints nothing.
enum pictures_outcome pictures_decode(
    const uint8_t *bytes, size_t count, struct pictures_request request, struct pictures_cell *cells, uint8_t *pixels);

/// An encoded picture, to be released with `pictures_release`.
struct pictures_file {
    uint8_t *bytes;
    size_t count;
};

/// Decodes like `pictures_decode`, and encodes the picture of columns x rows cells in pixels: as JPEG, or, if it has an
/// alpha channel, as PNG.
enum pictures_outcome pictures_scale(
    const uint8_t *bytes, size_t count, struct pictures_request request, struct pictures_file *file);

void pictures_release(struct pictures_file *file);

#endif
