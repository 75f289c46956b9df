import Foundation

// WebP and HEIC, whose files consist of boxes: a length, a name and that many bytes.
extension PictureHeader {
    /// Reads a WebP: the dimensions are in its first chunk (RFC 9649).
    static func webp(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        guard let length = bytes.littleLong(at: 4), let size = bytes.webPSize else { throw .unreadable }
        return PictureHeader(
            format: .webp, width: size.width, height: size.height, bytesPerPixel: 4,
            extent: length + 8 <= bytes.count ? .whole(length + 8) : .nothing,
            orientation: bytes.webPEXIF.flatMap { bytes.orientation(inEXIF: $0) } ?? 1)
    }

    /// Reads a HEIC: the primary picture has properties (ISO/IEC 23008-12), of which a decoder applies the rotation.
    static func heic(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        let all = bytes.boxes(in: 0..<bytes.count)
        guard let meta = all.first(where: { $0.name == "meta" }), let size = bytes.heicSize(in: meta.content) else {
            throw .unreadable
        }
        let isWhole = all.last?.content.upperBound == bytes.count && all.contains { $0.name == "mdat" }
        return PictureHeader(
            format: .heic, width: size.width, height: size.height, bytesPerPixel: 6,
            extent: isWhole ? .whole(bytes.count) : .nothing)
    }
}

/// A box of a HEIF file.
struct PictureBox {
    let name: String
    let content: Range<Int>
}

extension PictureBytes {
    /// The size in the first chunk of a WebP.
    fileprivate var webPSize: (width: Int, height: Int)? {
        switch text(at: 12) {
        case "VP8 ":
            guard let width = littleShort(at: 26), let height = littleShort(at: 28) else { return nil }
            return (width & 0x3FFF, height & 0x3FFF)
        case "VP8L":
            guard let bits = littleLong(at: 21) else { return nil }
            return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case "VP8X":
            guard let width = littleLong(at: 24), let height = littleLong(at: 27) else { return nil }
            return ((width & 0xFF_FFFF) + 1, (height & 0xFF_FFFF) + 1)
        default: return nil
        }
    }

    /// The EXIF data of a WebP; `nil` if it has none. Its chunks are a name, a length and that many bytes, filled up to an
    /// even number.
    fileprivate var webPEXIF: Range<Int>? {
        guard text(at: 12) == "VP8X" else { return nil }
        var at = 12
        for _ in 0..<PictureBytes.maxBoxes {
            guard let length = littleLong(at: at + 4), length <= count - at - 8 else { return nil }
            if text(at: at) == "EXIF" { return at + 8..<at + 8 + length }
            at += 8 + length + length % 2
        }
        return nil
    }

    /// Whether the file begins like a HEIF whose pictures are encoded as HEVC.
    var isHEIC: Bool {
        guard text(at: 4) == "ftyp", let length = long(at: 0) else { return false }
        let brands = [8] + Array(stride(from: 16, to: min(length, count), by: 4))
        return brands.contains { ["heic", "heix", "heim", "heis"].contains(text(at: $0)) }
    }

    /// The maximum number of boxes in one; more are ignored.
    private static let maxBoxes = 4_096

    /// Returns the boxes in that range, up to the first that is not whole.
    func boxes(in range: Range<Int>) -> [PictureBox] {
        var (boxes, at): ([PictureBox], Int) = ([], range.lowerBound)
        while boxes.count < PictureBytes.maxBoxes, at + 8 <= range.upperBound, let short = long(at: at) {
            var (length, head) = (short, 8)
            if short == 1 {
                guard long(at: at + 8) == 0, let long = long(at: at + 12) else { break }
                (length, head) = (long, 16)
            } else if short == 0 {
                length = range.upperBound - at
            }
            guard length >= head, length <= range.upperBound - at else { break }
            boxes.append(PictureBox(name: text(at: at + 4), content: at + head..<at + length))
            at += length
        }
        return boxes
    }

    /// Returns the upright size of the primary picture that a `meta` box describes.
    fileprivate func heicSize(in meta: Range<Int>) -> (width: Int, height: Int)? {
        // Version and flags come first, as in other boxes below.
        let boxes = boxes(in: meta.dropFirst(4))
        guard let primary = boxes.first(where: { $0.name == "pitm" })?.content,
            let id = byte(at: primary.lowerBound) == 0
                ? short(at: primary.lowerBound + 4) : long(at: primary.lowerBound + 4),
            let properties = boxes.first(where: { $0.name == "iprp" }).map({ self.boxes(in: $0.content) }),
            let all = properties.first(where: { $0.name == "ipco" }).map({ self.boxes(in: $0.content) }),
            let uses = properties.first(where: { $0.name == "ipma" })?.content
        else { return nil }
        let own = numbers(ofPropertiesOf: id, in: uses).compactMap { all.indices.contains($0 - 1) ? all[$0 - 1] : nil }
        guard let extent = own.first(where: { $0.name == "ispe" })?.content.lowerBound,
            let width = long(at: extent + 4), let height = long(at: extent + 8)
        else { return nil }
        let turns = own.first { $0.name == "irot" }.flatMap { byte(at: $0.content.lowerBound) } ?? 0
        return turns & 1 == 0 ? (width, height) : (height, width)
    }

    /// Returns the numbers, from 1 on, of an item's properties in an `ipma` box.
    private func numbers(ofPropertiesOf item: Int, in box: Range<Int>) -> [Int] {
        guard let head = long(at: box.lowerBound), let entries = long(at: box.lowerBound + 4) else { return [] }
        let (hasLongIDs, isWide) = (head >> 24 > 0, head & 1 == 1)
        var at = box.lowerBound + 8
        for _ in 0..<min(entries, PictureBytes.maxBoxes) {
            guard let id = hasLongIDs ? long(at: at) : short(at: at) else { break }
            at += hasLongIDs ? 4 : 2
            guard let count = byte(at: at).map(Int.init), at < box.upperBound else { break }
            at += 1
            let numbers = (0..<count).compactMap { index in
                isWide ? short(at: at + 2 * index).map { $0 & 0x7FFF } : byte(at: at + index).map { Int($0 & 0x7F) }
            }
            if id == item { return numbers }
            at += count * (isWide ? 2 : 1)
        }
        return []
    }
}
