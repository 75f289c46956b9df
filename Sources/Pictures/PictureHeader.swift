import Canvas
import Foundation

/// A picture file's properties, read without decoding it.
struct PictureHeader: Equatable {
    var format: PictureFormat
    /// The width in pixels, as stored.
    var width: Int
    var height: Int
    /// The decoder's memory per pixel of the original, in bytes, however small the result.
    var bytesPerPixel: Int
    /// The number of scans over the whole picture that decoding takes.
    var scans = 1
    /// How much of the picture's data is there.
    var extent: Extent
    /// The EXIF orientation, 1 to 8.
    var orientation = 1

    /// How much of a picture's data is in its file.
    enum Extent: Equatable {
        /// Everything, in the first so many bytes. What follows is something else, such as the film of a moving photograph.
        case whole(Int)
        /// A part that can be shown, in the first so many bytes.
        case truncated(Int)
        /// Nothing that can be shown, or less than the header claims.
        case nothing
    }

    var isTruncated: Bool { if case .truncated = extent { true } else { false } }

    /// The size in pixels after the orientation is applied.
    var shown: Size { orientation >= 5 ? Size(width: height, height: width) : Size(width: width, height: height) }
}

extension PictureHeader {
    /// Reads the header of a picture. Throws `.unknownFormat` if it has none of the known formats, and `.unreadable` if
    /// the file ends before its dimensions.
    init(_ data: Data) throws(PictureError) {
        let bytes = PictureBytes(data)
        switch PictureFormat(data) {
        case .jpeg: self = try PictureHeader.jpeg(bytes)
        case .png: self = try PictureHeader.png(bytes)
        case .webp: self = try PictureHeader.webp(bytes)
        case .heic: self = try PictureHeader.heic(bytes)
        case nil: throw .unknownFormat
        }
    }

    /// Reads a PNG: the first chunk is IHDR, with width and height in its first eight bytes.
    private static func png(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        guard bytes.text(at: 12) == "IHDR", let width = bytes.long(at: 16), let height = bytes.long(at: 20) else {
            throw .unreadable
        }
        // A header may claim more than the file holds: deflate's compression ratio is limited.
        let rowBits = width.multipliedReportingOverflow(by: bytes.bitsOfPixel(at: 24))
        let (whole, isTooLarge) = (rowBits.partialValue / 8 + 1).multipliedReportingOverflow(by: height)
        let (count, end) = bytes.deflatedBytes(from: 8)
        let isThere = count * maxDeflationRatio + maxDeflationRatio >= whole
        let extent: Extent =
            if rowBits.overflow || isTooLarge { .nothing } else if let end { isThere ? .whole(end) : .nothing } else {
                count > 0 ? .truncated(bytes.count) : .nothing
            }
        // Decoded completely, as RGBA, before it is scaled.
        return PictureHeader(format: .png, width: width, height: height, bytesPerPixel: 4, extent: extent)
    }

    /// The maximum compression ratio of deflate (zlib: "Maximum Compression Factor").
    private static let maxDeflationRatio = 1_032

    /// Reads a JPEG: segments of a marker and a length, until the start of a frame; each scan begins with a marker.
    private static func jpeg(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        var at = 2
        var orientation = 1
        while let marker = bytes.marker(from: &at), marker != PictureHeader.endOfImage {
            if PictureHeader.isAlone(marker) {
                at += 2
                continue
            }
            guard let length = bytes.short(at: at + 2), length >= 2 else { break }
            if let isProgressive = PictureHeader.isProgressive(frame: marker) {
                guard let height = bytes.short(at: at + 5), let width = bytes.short(at: at + 7) else { break }
                let (scans, extent) = scans(of: bytes, from: at)
                // Scaled during decoding, but a progressive file keeps all coefficients, of two bytes each.
                return PictureHeader(
                    format: .jpeg, width: width, height: height, bytesPerPixel: isProgressive ? 6 : 1, scans: scans,
                    extent: extent, orientation: orientation)
            }
            if marker == PictureHeader.application1 {
                orientation = bytes.orientation(inEXIF: (at + 4)..<(at + 2 + length)) ?? orientation
            }
            at += 2 + length
        }
        throw .unreadable
    }

    /// Counts the scans from the frame at `start` to the end of the image.
    private static func scans(of bytes: PictureBytes, from start: Int) -> (count: Int, extent: Extent) {
        var (count, at) = (0, start)
        while let marker = bytes.marker(from: &at) {
            if marker == endOfImage { return (count, count > 0 ? .whole(at + 2) : .nothing) }
            if isAlone(marker) {
                at += 2
                continue
            }
            // A segment that is cut off would take the end of the image for its own.
            guard let length = bytes.short(at: at + 2), at + 2 + length <= bytes.count else { break }
            if marker == startOfScan { count += 1 }
            at += 2 + max(2, length)
        }
        return (count, count > 0 ? .truncated(at) : .nothing)
    }

    private static let startOfScan: UInt8 = 0xDA
    private static let endOfImage: UInt8 = 0xD9

    /// Whether no length follows the marker (ITU T.81, B.1.1.3): those of restarts, and TEM.
    private static func isAlone(_ marker: UInt8) -> Bool { marker == 0x01 || (0xD0...0xD7).contains(marker) }

    /// The marker of a segment that may hold EXIF.
    private static let application1: UInt8 = 0xE1

    /// Whether a start-of-frame marker is a progressive one; `nil` for other markers (ITU T.81, table B.1).
    private static func isProgressive(frame marker: UInt8) -> Bool? {
        switch marker {
        case 0xC0, 0xC1: false
        case 0xC2: true
        // Lossless, hierarchical, arithmetic: counted at the highest cost.
        case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: true
        default: nil
        }
    }
}
