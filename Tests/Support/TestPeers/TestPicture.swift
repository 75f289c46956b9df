import CGdkPixbuf
import Foundation

/// Creates pictures for tests.
public enum TestPicture {
    /// Returns the colour at a position, as 0xRRGGBB.
    public typealias Painting = (_ x: Int, _ y: Int) -> UInt32

    public static func png(_ width: Int, _ height: Int, _ painting: Painting) -> Data {
        encoded("png", width, height, options: [:], painting)
    }

    public static func jpeg(_ width: Int, _ height: Int, quality: Int = 90, _ painting: Painting) -> Data {
        encoded("jpeg", width, height, options: ["quality": "\(quality)"], painting)
    }

    /// Returns a PNG of one colour.
    public static func plain(_ color: UInt32, _ width: Int = 48, _ height: Int = 48) -> Data {
        png(width, height) { _, _ in color }
    }

    /// Returns an incompressible JPEG of at least `bytes` bytes, different for each `seed`.
    public static func noise(seed: Int, bytes: Int) -> Data {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        var side = 64
        while true {
            let picture = jpeg(side, side) { _, _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt32(truncatingIfNeeded: state >> 40)
            }
            if picture.count >= bytes { return picture }
            side += side / 4
        }
    }

    private static func encoded(
        _ type: String, _ width: Int, _ height: Int, options: [String: String], _ painting: Painting
    ) -> Data {
        guard let picture = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(width), Int32(height)) else { return Data() }
        defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
        fill(picture, width, height, painting)
        var keys = options.keys.map { strdup($0) } + [nil]
        var values = options.keys.map { strdup(options[$0] ?? "") } + [nil]
        defer { (keys + values).forEach { free($0) } }
        var buffer: UnsafeMutablePointer<CChar>?
        var count: gsize = 0
        guard gdk_pixbuf_save_to_bufferv(picture, &buffer, &count, type, &keys, &values, nil) != 0, let buffer else {
            return Data()
        }
        defer { g_free(buffer) }
        return Data(bytes: buffer, count: Int(count))
    }

    private static func fill(_ picture: OpaquePointer, _ width: Int, _ height: Int, _ painting: Painting) {
        guard let pixels = gdk_pixbuf_get_pixels(picture) else { return }
        let stride = Int(gdk_pixbuf_get_rowstride(picture))
        for y in 0..<height {
            for x in 0..<width {
                let color = painting(x, y)
                let at = y * stride + x * 3
                pixels[at] = UInt8(color >> 16 & 0xFF)
                pixels[at + 1] = UInt8(color >> 8 & 0xFF)
                pixels[at + 2] = UInt8(color & 0xFF)
            }
        }
    }
}
