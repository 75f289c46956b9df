/// Encoded pictures as characters with two colours each. Of its own because GLib's signals are macros and casts.
#ifndef CPICTURES_H
#define CPICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the bytes are; nothing else is looked for in them.
enum pictures_format { pictures_png, pictures_jpeg };

/// Which numbers stand for colours: places in the palette of 256, of which the first 16 are left out because every
/// terminal has its own there; or 0xRRGGBB.
enum pictures_colors { pictures_indexed, pictures_direct };

enum pictures_outcome {
    pictures_done,
    /// The bytes end too early, or cannot be decoded.
    pictures_unreadable,
    /// The decoder found other dimensions than those declared.
    pictures_mismatched,
};

/// A character and its colours; -1 is the terminal's own.
struct pictures_cell {
    uint32_t character;
    int32_t foreground, background;
};

/// What is to be made of the bytes: columns x rows cells, set upright, of a picture that declares width x height pixels.
struct pictures_request {
    enum pictures_format format;
    enum pictures_colors colors;
    int width, height;
    int columns, rows;
    /// Pixels of a cell, where the picture is wanted as pixels too; 0 elsewhere.
    int cell_width, cell_height;
    /// How the picture lies in the file: 1 to 8, as EXIF counts (TIFF 6.0, tag 274).
    int orientation;
};

/// Decodes `count` bytes, scaled while that goes on, into columns x rows `cells`, row by row, and where pixels are wanted
/// into as many times cell_width x cell_height `pixels` of red, green, blue and opacity, row by row. Blocks; safe on any
/// thread; prints nothing.
enum pictures_outcome pictures_decode(
    const uint8_t *bytes, size_t count, struct pictures_request request, struct pictures_cell *cells, uint8_t *pixels);

#endif
