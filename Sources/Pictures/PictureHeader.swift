import Canvas
import Foundation

/// A picture file's properties, read without decoding it.
struct PictureHeader: Equatable {
    enum Format: Equatable { case png, jpeg }

    var format: Format
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
    /// Reads the header of a PNG or JPEG, which are told apart by their first bytes. Throws `.unknownFormat` for
    /// anything else, and `.unreadable` if the file ends before its dimensions.
    init(_ data: Data) throws(PictureError) {
        let bytes = Bytes(data)
        if bytes.starts(with: PictureHeader.pngSignature) {
            self = try PictureHeader.png(bytes)
        } else if bytes.starts(with: [0xFF, 0xD8]) {
            self = try PictureHeader.jpeg(bytes)
        } else {
            throw .unknownFormat
        }
    }

    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Reads a PNG: the first chunk is IHDR, with width and height in its first eight bytes.
    private static func png(_ bytes: Bytes) throws(PictureError) -> PictureHeader {
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
    private static func jpeg(_ bytes: Bytes) throws(PictureError) -> PictureHeader {
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
                orientation = bytes.orientation(inSegment: (at + 4)..<(at + 2 + length)) ?? orientation
            }
            at += 2 + length
        }
        throw .unreadable
    }

    /// Counts the scans from the frame at `start` to the end of the image.
    private static func scans(of bytes: Bytes, from start: Int) -> (count: Int, extent: Extent) {
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

/// A file's bytes, indexed from 0; reads out of bounds yield nothing.
private struct Bytes {
    private let data: Data

    init(_ data: Data) { self.data = data }

    var count: Int { data.count }

    private func byte(at index: Int) -> UInt8? {
        index < data.count ? data[data.startIndex + index] : nil
    }

    func starts(with prefix: [UInt8]) -> Bool { data.starts(with: prefix) }

    func short(at index: Int) -> Int? {
        guard let high = byte(at: index), let low = byte(at: index + 1) else { return nil }
        return Int(high) << 8 | Int(low)
    }

    func long(at index: Int) -> Int? {
        guard let high = short(at: index), let low = short(at: index + 2) else { return nil }
        return high << 16 | low
    }

    func text(at index: Int) -> String {
        String(decoding: (0..<4).compactMap { byte(at: index + $0) }, as: UTF8.self)
    }

    /// Returns the code of the first marker from `index` on, 0xFF and the code, and moves `index` to it; at the end of
    /// the file, moves it there and returns `nil`. Skips what decoders skip, too: fill bytes (ITU T.81, B.1.1.2), the
    /// data of a scan, in which 0 follows 0xFF, and whatever else lies between segments.
    func marker(from index: inout Int) -> UInt8? {
        data.withUnsafeBytes { buffer in
            while index + 1 < buffer.count {
                if buffer[index] == 0xFF, buffer[index + 1] != 0xFF, buffer[index + 1] != 0 { return buffer[index + 1] }
                index += 1
            }
            index = buffer.count
            return nil
        }
    }

    /// Returns the EXIF orientation, or `nil` if the segment has none (TIFF 6.0, tag 274 of the first directory).
    func orientation(inSegment segment: Range<Int>) -> Int? {
        let start = segment.lowerBound + 6
        guard text(at: segment.lowerBound) == "Exif", start + 8 <= segment.upperBound,
            let order = short(at: start), order == 0x4949 || order == 0x4D4D
        else { return nil }
        let isLittle = order == 0x4949
        func integer(_ index: Int) -> Int? {
            guard index + 2 <= segment.upperBound, let value = short(at: index) else { return nil }
            return isLittle ? value >> 8 | (value & 0xFF) << 8 : value
        }
        // The directory's offset has four bytes; the upper two are 0 in any file that matters.
        guard integer(start + 2) == 42, integer(start + (isLittle ? 6 : 4)) == 0,
            let offset = integer(start + (isLittle ? 4 : 6)), let count = integer(start + offset)
        else { return nil }
        let entries = (0..<count).lazy.map { start + offset + 2 + 12 * $0 }.prefix { $0 + 12 <= segment.upperBound }
        guard let entry = entries.first(where: { integer($0) == 274 }), integer(entry + 2) == 3,
            let orientation = integer(entry + 8), (1...8).contains(orientation)
        else { return nil }
        return orientation
    }

    /// Returns the bytes of a PNG's image data chunks (IDAT) that are there, and where the file ends; `nil` if the
    /// chunks from `start` on do not lead to IEND. A chunk is a length, a name, that many bytes and a checksum.
    func deflatedBytes(from start: Int) -> (count: Int, end: Int?) {
        var (at, count) = (start, 0)
        while let length = long(at: at) {
            switch text(at: at + 4) {
            case "IEND": return (count, min(at + 12, self.count))
            case "IDAT": count += max(0, min(length, self.count - at - 8))
            default: break
            }
            at += length + 12
        }
        return (count, nil)
    }

    /// Returns the bits per pixel, from a PNG's bit depth and colour type at `index`.
    func bitsOfPixel(at index: Int) -> Int {
        let depth = Int(byte(at: index) ?? 0)
        switch byte(at: index + 1) {
        case 2: return 3 * depth
        case 4: return 2 * depth
        case 6: return 4 * depth
        default: return depth
        }
    }
}
