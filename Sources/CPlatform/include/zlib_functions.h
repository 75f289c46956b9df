/// zlib, with its initialisers as functions: the originals are macros, which Swift does not import.
#ifndef ZLIB_FUNCTIONS_H
#define ZLIB_FUNCTIONS_H

#include <zlib.h>

/// Prepares a stream that writes the gzip format (window bits 15 + 16).
static inline int zlib_deflate_gzip_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/// Prepares a stream that reads the formats that `window_bits` selects.
static inline int zlib_inflate_init(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}

#endif
