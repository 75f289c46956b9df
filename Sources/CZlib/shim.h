/// zlib, and its initialiser as a function: the original is a macro, which Swift does not import.
#include <zlib.h>

/// Prepares a stream that writes the gzip format (window bits 15 + 16).
static inline int zlib_deflate_gzip_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
