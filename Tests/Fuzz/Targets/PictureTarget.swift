import Foundation

@testable import Pictures

extension FuzzTarget {
    /// Reads a picture's header, before anything is decoded.
    static let pictures = FuzzTarget(name: "pictures", seeds: PictureSeeds.all) { bytes in
        guard let header = try? PictureHeader(Data(bytes)) else { return }
        try expect((1...8).contains(header.orientation), "a picture lies in one of eight ways")
        try expect(header.width >= 0 && header.height >= 0 && header.scans >= 0, "a picture has a size")
        try expect(header.bytesPerPixel > 0, "a pixel takes memory")
        _ = header.shown
        // A slice of other data, whose indices do not begin at 0.
        let part = Data([1, 2, 3] + bytes).dropFirst(3)
        try expect((try? PictureHeader(part)) == header, "a picture is the same wherever it lies in memory")
    }
}

enum PictureSeeds {
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 2, 0, 0, 0, 3, 8, 6, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 2] + Array("IDAT".utf8) + [7, 7, 1, 2, 3, 4]
        + [0, 0, 0, 0] + Array("IEND".utf8) + [1, 2, 3, 4]

    /// Returns a JPEG file with an EXIF orientation in `tiff`, followed by a frame, a scan and the end marker.
    private static func jpeg(_ tiff: [UInt8]) -> [UInt8] {
        let exif = Array("Exif".utf8) + [0, 0] + tiff
        return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
            + [0xFF, 0xFF, 0xC2, 0, 11, 8, 0, 16, 0, 32, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 2, 5, 0xFF, 0xD9]
    }

    private static let webP: [UInt8] =
        Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 63, 0, 0, 31, 0, 0]

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(content.count + 8)] + Array(name.utf8) + content
    }

    /// A HEIC file whose primary picture has a size and a rotation.
    private static let heic: [UInt8] =
        box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1".utf8))
        + box(
            "meta",
            [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 1])
                + box(
                    "iprp",
                    box("ipco", box("ispe", [0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 32]) + box("irot", [1]))
                        + box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 1, 0x82])))
        + box("mdat", [1, 2, 3])

    static let all = [
        webP, heic, png, jpeg([0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
        jpeg([0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 18, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]),
    ]
}
