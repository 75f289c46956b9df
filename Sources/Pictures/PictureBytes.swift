import Foundation

/// A file's bytes, indexed from 0; reads out of bounds yield nothing.
struct PictureBytes {
    private let data: Data

    init(_ data: Data) { self.data = data }

    var count: Int { data.count }

    func byte(at index: Int) -> UInt8? {
        index < data.count ? data[data.startIndex + index] : nil
    }

    func short(at index: Int) -> Int? {
        guard let high = byte(at: index), let low = byte(at: index + 1) else { return nil }
        return Int(high) << 8 | Int(low)
    }

    func long(at index: Int) -> Int? {
        guard let high = short(at: index), let low = short(at: index + 2) else { return nil }
        return high << 16 | low
    }

    /// Little-endian, as in WebP.
    func littleShort(at index: Int) -> Int? { short(at: index).map { $0 >> 8 | ($0 & 0xFF) << 8 } }

    func littleLong(at index: Int) -> Int? {
        guard let low = littleShort(at: index), let high = littleShort(at: index + 2) else { return nil }
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
            while index + 1 < buffer.count, let start = buffer.baseAddress,
                let found = memchr(start + index, 0xFF, buffer.count - 1 - index)
            {
                index = start.distance(to: found)
                let code = buffer[index + 1]
                if code != 0xFF, code != 0 { return code }
                index += 1
            }
            index = buffer.count
            return nil
        }
    }

    /// Returns the orientation in EXIF data, or `nil` if there is none (TIFF 6.0, tag 274 of the first directory). The data
    /// of a JPEG begins with a name, that of a WebP may.
    func orientation(inEXIF segment: Range<Int>) -> Int? {
        let start = segment.lowerBound + (text(at: segment.lowerBound) == "Exif" ? 6 : 0)
        guard start + 8 <= segment.upperBound, let order = short(at: start), order == 0x4949 || order == 0x4D4D
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
